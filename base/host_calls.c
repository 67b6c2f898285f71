/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* The next function of a name, behind those of the program. */
static void *next(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) {
        fprintf(stderr, "emuq: the C library has no %s; link the program dynamically\n", name);
        abort();
    }
    return function;
}

/* Sanitizer runtimes that are linked into the program have their interceptors under __interceptor names, in
 * front of the definitions of kernel-shim/preload/. Those in shared libraries are the next in order. Every
 * thread finds the same. */
#define EMUQ_HOST_CALL(type, name, symbol, parameters, arguments)                                                    \
    extern type __interceptor_##symbol parameters __attribute__((weak));                                       \
    type emuq_host_##name parameters                                                                         \
    {                                                                                                        \
        static type(*found) parameters; /* __atomic, relaxed */                                              \
        type(*function) parameters = __atomic_load_n(&found, __ATOMIC_RELAXED);                              \
        if (__builtin_expect(function == NULL, 0)) {                                                         \
            function = __interceptor_##symbol;                                                                 \
            if (function == NULL)                                                                            \
                *(void **)&function = next(#symbol);                                                           \
            __atomic_store_n(&found, function, __ATOMIC_RELAXED);                                            \
        }                                                                                                    \
        return function arguments;                                                                           \
    }
#include "base/host_calls.def"
