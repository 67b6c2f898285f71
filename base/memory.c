/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/memory.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    uint64_t last; /* number of the one that fails; 0: none does. __atomic */
    uint64_t made; /* since then; counted only if one is to fail. __atomic */
} plan;

void emuq_memory_fail(uint64_t nth)
{
    __atomic_store_n(&plan.made, 0, __ATOMIC_RELAXED);
    /* Release: pairs with the acquire of an allocation, which counts from 0. */
    __atomic_store_n(&plan.last, nth, __ATOMIC_RELEASE);
}

uint64_t emuq_memory_until_failure(void)
{
    uint64_t last = __atomic_load_n(&plan.last, __ATOMIC_ACQUIRE);
    uint64_t made = __atomic_load_n(&plan.made, __ATOMIC_RELAXED);
    return made < last ? last - made : 0;
}

/* Counts an allocation that has @p bytes. @return whether it is to fail */
static bool fails(size_t bytes)
{
    uint64_t last = __atomic_load_n(&plan.last, __ATOMIC_ACQUIRE);
    if (last == 0 || __atomic_add_fetch(&plan.made, 1, __ATOMIC_RELAXED) != last)
        return false;
    fprintf(stderr, "emuq: EMUQ_FAULTS: allocation %llu, of %zu bytes, fails\n", (unsigned long long)last,
            bytes);
    errno = ENOMEM;
    return true;
}

void *emuq_malloc(size_t bytes)
{
    return fails(bytes) ? NULL : malloc(bytes);
}

void *emuq_calloc(size_t count, size_t bytes)
{
    return fails(count * bytes) ? NULL : calloc(count, bytes);
}

void *emuq_realloc(void *memory, size_t bytes)
{
    return fails(bytes) ? NULL : realloc(memory, bytes);
}

void *emuq_aligned_alloc(size_t alignment, size_t bytes)
{
    return fails(bytes) ? NULL : aligned_alloc(alignment, bytes);
}

int emuq_posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    return fails(bytes) ? ENOMEM : posix_memalign(memory, alignment, bytes);
}

char *emuq_strdup(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = emuq_malloc(bytes);
    return copy != NULL ? memcpy(copy, text, bytes) : NULL;
}
