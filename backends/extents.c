/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/extents.h"

#include "backends/maps.h"

/* The extent with that number; numbers begin at 1. */
static emuq_extent_t *extent(emuq_address_space_t *space, uint32_t number)
{
    return &space->extent[number - 1];
}

/* The number of the extent that holds the bytes, or 0. */
static uint32_t find(const emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes)
{
    /* Acquire: pairs with the release in add(), which fills in the extent before. */
    uint32_t number = __atomic_load_n(&space->memory->granule[slot].extents, __ATOMIC_ACQUIRE);
    while (number != 0) {
        const emuq_extent_t *e = &space->extent[number - 1];
        uint64_t low = __atomic_load_n(&e->low, __ATOMIC_RELAXED);
        uint64_t high = __atomic_load_n(&e->high, __ATOMIC_RELAXED);
        if (offset >= low && offset + bytes <= high)
            return number;
        number = e->next;
    }
    return 0;
}

bool emuq_extents_hold(const emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes)
{
    return find(space, slot, offset, bytes) != 0;
}

emuq_range_t emuq_range_slow(const emuq_memory_t *memory, uint64_t pa)
{
    emuq_range_t range = {0, 0, 0};
    const emuq_address_space_t *space = emuq_space_of(memory, pa);
    if (space == NULL || space->is_private || space->member != emuq_my_member)
        return range;
    uint64_t slot = pa >> EMUQ_GRANULE_BITS, first = slot << EMUQ_GRANULE_BITS;
    uint32_t number = find(space, slot, pa - first, 1);
    if (number != 0) {
        const emuq_extent_t *e = &space->extent[number - 1];
        range.pa = first + __atomic_load_n(&e->low, __ATOMIC_RELAXED);
        range.end = first + __atomic_load_n(&e->high, __ATOMIC_RELAXED);
        range.va = space->memory->granule[slot].alias + (range.pa - first);
    }
    return range;
}

/* Lets the fast path of emuq_translate() see the main extent of a granule. */
static void publish(const emuq_address_space_t *space, emuq_granule_t *g)
{
    const emuq_extent_t *e = &space->extent[g->main - 1];
    __atomic_store_n(&g->low, e->low, __ATOMIC_RELAXED);
    /* Release: pairs with the acquire in emuq_translate() and emuq_range_around(). */
    __atomic_store_n(&g->high, e->high, __ATOMIC_RELEASE);
}

/* Adds another extent to a granule. Without room for it nothing is remembered: it will be learned again. */
static void add_new(emuq_address_space_t *space, emuq_granule_t *g, uint32_t low, uint32_t high)
{
    if (space->extents == EMUQ_EXTENTS)
        return;
    space->extent[space->extents++] = (emuq_extent_t){low, high, g->extents};
    /* Release: pairs with the acquire in find(). */
    __atomic_store_n(&g->extents, space->extents, __ATOMIC_RELEASE);
    if (g->main == 0 && !space->is_private) {
        g->main = space->extents;
        publish(space, g);
    }
}

/* Adds [low, high) to a granule: to an extent that it touches, or as another one. */
static void add(emuq_address_space_t *space, emuq_granule_t *g, uint32_t low, uint32_t high)
{
    for (uint32_t number = g->extents; number != 0; number = extent(space, number)->next) {
        emuq_extent_t *e = extent(space, number);
        if (low > e->high || high < e->low)
            continue;
        if (low < e->low)
            __atomic_store_n(&e->low, low, __ATOMIC_RELAXED);
        if (high > e->high)
            __atomic_store_n(&e->high, high, __ATOMIC_RELAXED);
        if (number == g->main)
            publish(space, g);
        return;
    }
    add_new(space, g, low, high);
}

void emuq_extents_add(emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes)
{
    const uint64_t page = 4096; /* the least there is: memory is mapped in multiples of it */
    bytes = (offset + bytes + page - 1) & ~(page - 1);
    offset &= ~(page - 1);
    bytes -= offset;
    for (; bytes > 0; slot++) {
        uint64_t piece = EMUQ_GRANULE_BYTES - offset < bytes ? EMUQ_GRANULE_BYTES - offset : bytes;
        add(space, &space->memory->granule[slot], (uint32_t)offset, (uint32_t)(offset + piece));
        bytes -= piece;
        offset = 0;
    }
}

bool emuq_extents_learn(emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes)
{
    uintptr_t begin = space->memory->granule[slot].va & ~EMUQ_GRANULE_MAPPED,
              end = begin + EMUQ_GRANULE_BYTES;
    uintptr_t wanted = begin + offset;
    emuq_mapped_t run;
    if (emuq_maps_run(wanted, false, &run) != 0 || wanted + bytes > run.high)
        return false;
    uintptr_t low = run.low > begin ? run.low : begin, high = run.high < end ? run.high : end;
    add(space, &space->memory->granule[slot], (uint32_t)(low - begin), (uint32_t)(high - begin));
    return true;
}
