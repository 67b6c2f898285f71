/* SPDX-License-Identifier: BSD-3-Clause */
/* operator new of C++: the program's objects come from the heap of the calling rank, like malloc() blocks.
 * For other calls, libstdc++ calls malloc(). Definitions of the program take precedence. */
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

/* std::__throw_bad_alloc(), if libstdc++ is part of the program */
extern void _ZSt17__throw_bad_allocv(void) __attribute__((weak, noreturn));

/* All threads store the same value. */
static void *new_next(void **found, const char *name)
{
    void *next = emuq_pointer_load(found);
    if (next == NULL) {
        next = dlsym(RTLD_NEXT, name);
        emuq_pointer_store(found, next);
    }
    return next;
}

/* Allocates in programs without libstdc++'s operator. */
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

/* Defines an operator NAME of type TYPE: from the rank's heap, by the next definition, or by the C
 * library. */
#define NEW_OPERATOR(name, type, parameters, arguments, align, throws)                                       \
    __attribute__((weak)) void *name parameters                                                              \
    {                                                                                                        \
        static void *found;                                                                                  \
        type *next = NULL;                                                                                   \
        void *block = emuq_malloc_of_rank(__builtin_return_address(0), align, bytes);                        \
        if (block != NULL)                                                                                   \
            return block;                                                                                    \
        *(void **)&next = new_next(&found, #name);                                                           \
        return next != NULL ? next arguments : new_fallback(align, bytes, throws);                           \
    }

NEW_OPERATOR(_Znwm, new_t, (size_t bytes), (bytes), LEAST_ALIGNMENT, 1)
NEW_OPERATOR(_Znam, new_t, (size_t bytes), (bytes), LEAST_ALIGNMENT, 1)
NEW_OPERATOR(_ZnwmRKSt9nothrow_t, new_nothrow_t, (size_t bytes, const void *nothrow), (bytes, nothrow),
             LEAST_ALIGNMENT, 0)
NEW_OPERATOR(_ZnamRKSt9nothrow_t, new_nothrow_t, (size_t bytes, const void *nothrow), (bytes, nothrow),
             LEAST_ALIGNMENT, 0)
NEW_OPERATOR(_ZnwmSt11align_val_t, new_aligned_t, (size_t bytes, size_t alignment), (bytes, alignment),
             new_alignment(alignment), 1)
NEW_OPERATOR(_ZnamSt11align_val_t, new_aligned_t, (size_t bytes, size_t alignment), (bytes, alignment),
             new_alignment(alignment), 1)
NEW_OPERATOR(_ZnwmSt11align_val_tRKSt9nothrow_t, new_aligned_nothrow_t,
             (size_t bytes, size_t alignment, const void *nothrow), (bytes, alignment, nothrow),
             new_alignment(alignment), 0)
NEW_OPERATOR(_ZnamSt11align_val_tRKSt9nothrow_t, new_aligned_nothrow_t,
             (size_t bytes, size_t alignment, const void *nothrow), (bytes, alignment, nothrow),
             new_alignment(alignment), 0)
