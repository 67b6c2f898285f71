/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * operator new of C++: the program's objects come from the heap of the calling rank, as malloc() blocks do.
 * libstdc++, which handles all other calls, would call malloc() from a shared library. A program that
 * replaces an operator gets its replacement. Names are mangled by the C++ ABI.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

#include "kernel-shim/memory/memory.h"

#define LEAST_ALIGNMENT 64

typedef void *new_t(size_t bytes);
typedef void *new_nothrow_t(size_t bytes, const void *nothrow);
typedef void *new_aligned_t(size_t bytes, size_t alignment);
typedef void *new_aligned_nothrow_t(size_t bytes, size_t alignment, const void *nothrow);

new_t _Znwm, _Znam;
new_nothrow_t _ZnwmRKSt9nothrow_t, _ZnamRKSt9nothrow_t;
new_aligned_t _ZnwmSt11align_val_t, _ZnamSt11align_val_t;
new_aligned_nothrow_t _ZnwmSt11align_val_tRKSt9nothrow_t, _ZnamSt11align_val_tRKSt9nothrow_t;

/* std::__throw_bad_alloc(), if libstdc++ is part of the program. */
extern void _ZSt17__throw_bad_allocv(void) __attribute__((weak, noreturn));

/* The next definition of a symbol. All threads store the same value. */
static void *new_next(void **found, const char *name)
{
    void *next = __atomic_load_n(found, __ATOMIC_RELAXED);
    if (next == NULL) {
        next = dlsym(RTLD_NEXT, name);
        __atomic_store_n(found, next, __ATOMIC_RELAXED);
    }
    return next;
}

static void *new_fallback(size_t alignment, size_t bytes, int throws)
{
    void *block = NULL;
    if (posix_memalign(&block, alignment, bytes) == 0)
        return block;
    if (throws && _ZSt17__throw_bad_allocv != NULL)
        _ZSt17__throw_bad_allocv();
    if (throws)
        abort();
    return NULL;
}

static size_t new_alignment(size_t alignment)
{
    return alignment > LEAST_ALIGNMENT ? alignment : LEAST_ALIGNMENT;
}

static void *new_of(const void *caller, size_t bytes, void **found, const char *symbol)
{
    void *block = emuq_malloc_of_rank(caller, LEAST_ALIGNMENT, bytes);
    if (block != NULL)
        return block;
    new_t *next = NULL;
    *(void **)&next = new_next(found, symbol);
    return next != NULL ? next(bytes) : new_fallback(LEAST_ALIGNMENT, bytes, 1);
}

static void *new_nothrow_of(const void *caller, size_t bytes, const void *nothrow, void **found,
                            const char *symbol)
{
    void *block = emuq_malloc_of_rank(caller, LEAST_ALIGNMENT, bytes);
    if (block != NULL)
        return block;
    new_nothrow_t *next = NULL;
    *(void **)&next = new_next(found, symbol);
    return next != NULL ? next(bytes, nothrow) : new_fallback(LEAST_ALIGNMENT, bytes, 0);
}

static void *new_aligned_of(const void *caller, size_t bytes, size_t alignment, void **found,
                            const char *symbol)
{
    void *block = emuq_malloc_of_rank(caller, new_alignment(alignment), bytes);
    if (block != NULL)
        return block;
    new_aligned_t *next = NULL;
    *(void **)&next = new_next(found, symbol);
    return next != NULL ? next(bytes, alignment) : new_fallback(new_alignment(alignment), bytes, 1);
}

static void *new_aligned_nothrow_of(const void *caller, size_t bytes, size_t alignment, const void *nothrow,
                                    void **found, const char *symbol)
{
    void *block = emuq_malloc_of_rank(caller, new_alignment(alignment), bytes);
    if (block != NULL)
        return block;
    new_aligned_nothrow_t *next = NULL;
    *(void **)&next = new_next(found, symbol);
    return next != NULL ? next(bytes, alignment, nothrow) : new_fallback(new_alignment(alignment), bytes, 0);
}

__attribute__((weak)) void *_Znwm(size_t bytes)
{
    static void *next;
    return new_of(__builtin_return_address(0), bytes, &next, "_Znwm");
}

__attribute__((weak)) void *_Znam(size_t bytes)
{
    static void *next;
    return new_of(__builtin_return_address(0), bytes, &next, "_Znam");
}

__attribute__((weak)) void *_ZnwmRKSt9nothrow_t(size_t bytes, const void *nothrow)
{
    static void *next;
    return new_nothrow_of(__builtin_return_address(0), bytes, nothrow, &next, "_ZnwmRKSt9nothrow_t");
}

__attribute__((weak)) void *_ZnamRKSt9nothrow_t(size_t bytes, const void *nothrow)
{
    static void *next;
    return new_nothrow_of(__builtin_return_address(0), bytes, nothrow, &next, "_ZnamRKSt9nothrow_t");
}

__attribute__((weak)) void *_ZnwmSt11align_val_t(size_t bytes, size_t alignment)
{
    static void *next;
    return new_aligned_of(__builtin_return_address(0), bytes, alignment, &next, "_ZnwmSt11align_val_t");
}

__attribute__((weak)) void *_ZnamSt11align_val_t(size_t bytes, size_t alignment)
{
    static void *next;
    return new_aligned_of(__builtin_return_address(0), bytes, alignment, &next, "_ZnamSt11align_val_t");
}

__attribute__((weak)) void *_ZnwmSt11align_val_tRKSt9nothrow_t(size_t bytes, size_t alignment,
                                                               const void *nothrow)
{
    static void *next;
    return new_aligned_nothrow_of(__builtin_return_address(0), bytes, alignment, nothrow, &next,
                                  "_ZnwmSt11align_val_tRKSt9nothrow_t");
}

__attribute__((weak)) void *_ZnamSt11align_val_tRKSt9nothrow_t(size_t bytes, size_t alignment,
                                                               const void *nothrow)
{
    static void *next;
    return new_aligned_nothrow_of(__builtin_return_address(0), bytes, alignment, nothrow, &next,
                                  "_ZnamSt11align_val_tRKSt9nothrow_t");
}
