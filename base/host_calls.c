/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/atomic.h"

static void *host_next(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL) {
        fprintf(stderr, "emuq: the C library has no %s; link the program dynamically\n", name);
        abort();
    }
    return function;
}

/* A sanitizer runtime defines __interceptor_ symbols, ahead of kernel-shim/preload/. Relaxed: every thread
 * stores the same address. */
#define EMUQ_HOST_CALL(type, name, symbol, parameters, arguments)                                            \
    extern type __interceptor_##symbol parameters __attribute__((weak));                                     \
    type emuq_host_##name parameters                                                                         \
    {                                                                                                        \
        static type(*found) parameters;                                                                      \
        type(*function) parameters = emuq_pointer_load(&found);                                              \
        if (__builtin_expect(function == NULL, 0)) {                                                         \
            function = __interceptor_##symbol;                                                               \
            if (function == NULL)                                                                            \
                *(void **)&function = host_next(#symbol);                                                    \
            emuq_pointer_store(&found, function);                                                            \
        }                                                                                                    \
        return function arguments;                                                                           \
    }
#include "base/host_calls.def"
