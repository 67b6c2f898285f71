/* SPDX-License-Identifier: BSD-3-Clause */
/** @file memory.c
 *  Mapped arrays, and arrays that grow. */
#include "network/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)

#ifdef EMUQ_NET_SANITIZED
/* AddressSanitizer looks for errors, and for pointers to other memory, in what its own allocator gives. It
 * sees an access behind the array only if nothing is added to its size. */
void *emuq_net_map(size_t count, size_t size)
{
    void *array;
    return posix_memalign(&array, EMUQ_NET_LINE, count * size) == 0 ? memset(array, 0, count * size) : NULL;
}

void emuq_net_unmap(void *array)
{
    free(array);
}
#else
/** The length of a mapping is kept in the line before the array. */
void *emuq_net_map(size_t count, size_t size)
{
    size_t bytes = EMUQ_NET_LINE + count * size;
    size_t *length = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (length == MAP_FAILED)
        return NULL;
    if (bytes >= HUGE_PAGE)
        (void)madvise(length, bytes, MADV_HUGEPAGE); /* without them it is slower */
    *length = bytes;
    return (char *)length + EMUQ_NET_LINE;
}

void emuq_net_unmap(void *array)
{
    if (array == NULL)
        return;
    size_t *length = (size_t *)((char *)array - EMUQ_NET_LINE);
    munmap(length, *length);
}
#endif

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

void *emuq_net_grow_array(void *array, uint32_t count, uint32_t *room, size_t size)
{
    uint32_t wanted = *room == 0 ? 16 : 2 * *room;
    size_t bytes = wanted * size, unit = bytes >= HUGE_PAGE ? HUGE_PAGE : EMUQ_NET_LINE;
    void *grown = wanted > *room ? aligned_alloc(unit, round_up(bytes, unit)) : NULL;
    if (grown == NULL) {
        fprintf(stderr, "emuq: no memory for the modelled network; use a smaller shape or load\n");
        abort();
    }
    if (unit == HUGE_PAGE)
        (void)madvise(grown, bytes, MADV_HUGEPAGE); /* as above */
    if (count > 0)
        memcpy(grown, array, count * size);
    free(array);
    *room = wanted;
    return grown;
}
