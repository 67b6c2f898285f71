/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * dlopen() in front of that of the C library: where ranks are threads, a plugin with static data is reported.
 * The C library searches relative to its caller, so for a caller in a shared library the call is passed on as
 * a jump; such a plugin is reported by the next call, or at the end.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel-shim/partition/threads.h"

/** Pulls this file in when wrap_main.c is linked. */
extern const int emuq_plugins;
const int emuq_plugins = 1;

/* Of the linker: code of the program. */
extern const char __executable_start[], etext[];

typedef void *dlopen_t(const char *path, int mode);

void *dlopen(const char *path, int mode)
{
    static dlopen_t *next; /* __atomic; every thread finds the same */
    dlopen_t *real = __atomic_load_n(&next, __ATOMIC_RELAXED);
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "dlopen");
        __atomic_store_n(&next, real, __ATOMIC_RELAXED);
    }
    if (real == NULL)
        return NULL;
    emuq_shared_libraries_report();
    uintptr_t caller = (uintptr_t)__builtin_return_address(0) - (uintptr_t)__executable_start;
    if (caller >= (uintptr_t)etext - (uintptr_t)__executable_start)
        return real(path, mode);
    void *library = real(path, mode);
    emuq_shared_libraries_report();
    return library;
}
