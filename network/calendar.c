/* SPDX-License-Identifier: BSD-3-Clause */
#include "network/calendar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_PAGE ((size_t)2 << 20)

#ifdef EMUQ_NET_SANITIZED
/* AddressSanitizer checks memory of its own allocator; overruns are found only without extra bytes. */
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
/** The line before the array stores the length of the mapping. */
void *emuq_net_map(size_t count, size_t size)
{
    size_t bytes = EMUQ_NET_LINE + count * size;
    size_t *length = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (length == MAP_FAILED)
        return NULL;
    if (bytes >= HUGE_PAGE)
        (void)madvise(length, bytes, MADV_HUGEPAGE); /* optional, faster */
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

void *emuq_net_grow_array(void *array, uint32_t count, uint32_t *capacity, size_t size)
{
    uint32_t wanted = *capacity == 0 ? 16 : 2 * *capacity;
    size_t bytes = wanted * size, unit = bytes >= HUGE_PAGE ? HUGE_PAGE : EMUQ_NET_LINE;
    void *grown = wanted > *capacity ? aligned_alloc(unit, (bytes + unit - 1) / unit * unit) : NULL;
    if (grown == NULL) {
        fprintf(stderr, "emuq: no memory for the modelled network; use a smaller shape or load\n");
        abort();
    }
    if (unit == HUGE_PAGE)
        (void)madvise(grown, bytes, MADV_HUGEPAGE);
    if (count > 0)
        memcpy(grown, array, count * size);
    free(array);
    *capacity = wanted;
    return grown;
}

static int heap_before(const emuq_net_heap_event_t *a, const emuq_net_heap_event_t *b)
{
    return a->cycle != b->cycle ? a->cycle < b->cycle : a->serial < b->serial;
}

void emuq_net_post_heap(emuq_net_calendar_t *c, uint64_t cycle, emuq_net_event_t event)
{
    const emuq_net_heap_event_t entry = {cycle, c->serial++, event};
    c->heap = emuq_net_grow(c->heap, c->heap_count, &c->heap_capacity, sizeof(*c->heap));
    uint32_t i = c->heap_count++;
    for (; i > 0 && heap_before(&entry, &c->heap[(i - 1) / 2]); i = (i - 1) / 2)
        c->heap[i] = c->heap[(i - 1) / 2];
    c->heap[i] = entry;
}

static emuq_net_event_t heap_pop(emuq_net_calendar_t *c)
{
    emuq_net_event_t first = c->heap[0].event;
    emuq_net_heap_event_t last = c->heap[--c->heap_count];
    uint32_t i = 0;
    for (uint32_t child; (child = 2 * i + 1) < c->heap_count; i = child) {
        if (child + 1 < c->heap_count && heap_before(&c->heap[child + 1], &c->heap[child]))
            child++;
        if (!heap_before(&c->heap[child], &last))
            break;
        c->heap[i] = c->heap[child];
    }
    c->heap[i] = last;
    return first;
}

uint32_t emuq_net_add_block(emuq_net_calendar_t *c, uint32_t slot, uint32_t number)
{
    emuq_net_event_list_t *list = &c->slot[slot].list[number];
    uint32_t block = c->block_free - 1;
    if (c->block_free != 0) {
        c->block_free = c->event[block * EMUQ_NET_BLOCK].item;
    } else {
        c->event =
            emuq_net_grow(c->event, c->block_count, &c->block_capacity, EMUQ_NET_BLOCK * sizeof(*c->event));
        block = c->block_count++;
    }
    if (list->end == 0) {
        list->first = block;
        c->full[slot / 64] |= UINT64_C(1) << slot % 64;
    } else {
        c->event[list->end - EMUQ_NET_BLOCK].item = block + 1;
    }
    return block * EMUQ_NET_BLOCK + 1;
}

uint64_t emuq_net_calendar_next(const emuq_net_calendar_t *c)
{
    uint64_t next = c->heap_count > 0 ? c->heap[0].cycle : UINT64_MAX;
    uint32_t first = c->now % EMUQ_NET_SLOTS;
    for (uint32_t i = 0; i <= EMUQ_NET_SLOTS / 64; i++) {
        uint32_t word = (first / 64 + i) % (EMUQ_NET_SLOTS / 64);
        uint64_t full = c->full[word];
        if (i == 0)
            full &= UINT64_MAX << first % 64;
        if (full == 0)
            continue;
        uint32_t slot = 64 * word + (uint32_t)__builtin_ctzll(full);
        uint64_t near = c->now + (slot - first) % EMUQ_NET_SLOTS;
        return near < next ? near : next;
    }
    return next;
}

emuq_net_slot_t *emuq_net_calendar_advance(emuq_net_calendar_t *c, uint64_t cycle)
{
    c->now = cycle;
    while (c->heap_count > 0 && c->heap[0].cycle == cycle)
        emuq_net_post_wheel(c, cycle, heap_pop(c));
    return &c->slot[cycle % EMUQ_NET_SLOTS];
}

void emuq_net_calendar_clear(emuq_net_calendar_t *c)
{
    uint32_t slot = c->now % EMUQ_NET_SLOTS;
    c->full[slot / 64] &= ~(UINT64_C(1) << slot % 64);
    for (uint32_t i = 0; i < EMUQ_NET_LISTS; i++) {
        emuq_net_event_list_t *list = &c->slot[slot].list[i];
        if (list->end == 0)
            continue;
        c->event[(list->end - 1) / EMUQ_NET_BLOCK * EMUQ_NET_BLOCK].item = c->block_free;
        c->block_free = list->first + 1;
        list->end = 0;
    }
}

void emuq_net_calendar_free(emuq_net_calendar_t *c)
{
    free(c->event);
    free(c->heap);
}
