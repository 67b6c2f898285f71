/* SPDX-License-Identifier: BSD-3-Clause */
/* Registration of process memory for translation. A window is a maximal run of granules with consecutive
 * VAs, found from its granules; there is no list of windows. */
#define _DEFAULT_SOURCE
#include "backends/address_space.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/memory.h"

#define MAPPED EMUQ_GRANULE_MAPPED
#define SLACKS 64u /* a window may exceed a request by this fraction of the share */

uint32_t emuq_my_member;
__thread uint32_t emuq_my_rank_thread;

typedef struct granule_run {
    uint64_t first, count;
} granule_run_t;

static emuq_granule_t *space_granule(const emuq_address_space_t *space, uint64_t slot)
{
    return &space->memory->granule[slot];
}

static uint64_t space_share_end(const emuq_address_space_t *space)
{
    return space->first + space->count;
}

void emuq_address_space_init(emuq_address_space_t *space, emuq_memory_t *memory, uint32_t share,
                             uint32_t shares)
{
    space->member = emuq_my_member;
    space->memory = memory;
    space->count = memory->share_granules = EMUQ_GRANULES / shares;
    space->first = share * space->count;
    memory->space[share] = space;
    pthread_mutex_init(&space->lock, NULL);
}

emuq_address_space_t *emuq_address_space_new(void)
{
    emuq_address_space_t *space = calloc(1, sizeof(*space));
    emuq_memory_t *memory = calloc(1, sizeof(*memory));
    if (space == NULL || memory == NULL) {
        free(space);
        free(memory);
        return NULL;
    }
    emuq_address_space_init(space, memory, 0, 1);
    return space;
}

void emuq_address_space_free(emuq_address_space_t *space)
{
    if (space == NULL)
        return;
    pthread_mutex_destroy(&space->lock);
    free(space->memory);
    free(space);
}

void emuq_address_space_end(emuq_address_space_t *space)
{
    emuq_host_mutex_lock(&space->lock);
    emuq_flag_store_release(&space->ended, true);
    for (uint64_t i = 0; i < space->count; i++) {
        emuq_granule_t *g = space_granule(space, space->first + i);
        AO_int_store_release(&g->high, 0);
        AO_store_release(&g->va, 0);
        AO_int_store_release(&g->extents, 0);
    }
    emuq_host_mutex_unlock(&space->lock);
}

void emuq_address_space_fix(emuq_address_space_t *space, uint64_t pa, uint64_t bytes, void *va)
{
    for (uint64_t at = 0; at < bytes; at += EMUQ_GRANULE_BYTES) {
        emuq_granule_t *g = space_granule(space, (pa + at) >> EMUQ_GRANULE_BITS);
        g->alias = (uintptr_t)va + at;
        g->low = 0;
        g->high = (uint32_t)EMUQ_GRANULE_BYTES;
        g->va = g->alias | MAPPED;
    }
    space->is_fixed = true;
}

bool emuq_is_mapped(const void *va, size_t bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t last = (uintptr_t)va + (bytes != 0 ? bytes - 1 : 0);
    if (va == NULL || last < (uintptr_t)va)
        return false;
    uintptr_t first = (uintptr_t)va & ~(page - 1);
    /* MS_ASYNC only walks the mappings. */
    int kept = errno;      /* kernel calls must preserve errno */
    emuq_memcheck_pause(); /* pages are longer than objects */
    bool mapped = msync((void *)first, (last | (page - 1)) - first + 1, MS_ASYNC) == 0;
    emuq_memcheck_continue();
    errno = kept;
    return mapped;
}

static emuq_extent_t *extent_at(emuq_address_space_t *space, uint32_t number)
{
    return &space->extent[number - 1];
}

/* Returns the number, from 1, of the extent that contains the bytes, or 0. Lock-free. */
static uint32_t extents_find(const emuq_address_space_t *space, uint64_t slot, uint64_t offset,
                             uint64_t bytes)
{
    /* Acquire: pairs with the release in extents_append(). */
    uint32_t number = AO_int_load_acquire(&space->memory->granule[slot].extents);
    while (number != 0) {
        const emuq_extent_t *e = &space->extent[number - 1];
        uint64_t low = AO_int_load(&e->low);
        uint64_t high = AO_int_load(&e->high);
        if (offset >= low && offset + bytes <= high)
            return number;
        number = e->next;
    }
    return 0;
}

emuq_range_t emuq_range_slow(const emuq_memory_t *memory, uint64_t pa)
{
    emuq_range_t range = {0, 0, 0};
    const emuq_address_space_t *space = emuq_space_of(memory, pa);
    if (space == NULL || space->is_private || space->member != emuq_my_member)
        return range;
    uint64_t slot = pa >> EMUQ_GRANULE_BITS, first = slot << EMUQ_GRANULE_BITS;
    uint32_t number = extents_find(space, slot, pa - first, 1);
    if (number != 0) {
        const emuq_extent_t *e = &space->extent[number - 1];
        range.pa = first + AO_int_load(&e->low);
        range.end = first + AO_int_load(&e->high);
        range.va = space->memory->granule[slot].alias + (range.pa - first);
    }
    return range;
}

static void extents_publish(const emuq_address_space_t *space, emuq_granule_t *g)
{
    const emuq_extent_t *e = &space->extent[g->main - 1];
    AO_int_store(&g->low, e->low);
    /* Release: pairs with the acquire in emuq_translate() and emuq_range_around(). */
    AO_int_store_release(&g->high, e->high);
}

static void extents_append(emuq_address_space_t *space, emuq_granule_t *g, uint32_t low, uint32_t high)
{
    if (space->extents == EMUQ_EXTENTS)
        return;
    space->extent[space->extents++] = (emuq_extent_t){low, high, g->extents};
    /* Release: pairs with the acquire in extents_find(). */
    AO_int_store_release(&g->extents, space->extents);
    if (g->main == 0 && !space->is_private) {
        g->main = space->extents;
        extents_publish(space, g);
    }
}

static void extents_insert(emuq_address_space_t *space, emuq_granule_t *g, uint32_t low, uint32_t high)
{
    for (uint32_t number = g->extents; number != 0; number = extent_at(space, number)->next) {
        emuq_extent_t *e = extent_at(space, number);
        if (low > e->high || high < e->low)
            continue;
        if (low < e->low)
            AO_int_store(&e->low, low);
        if (high > e->high)
            AO_int_store(&e->high, high);
        if (number == g->main)
            extents_publish(space, g);
        return;
    }
    extents_append(space, g, low, high);
}

/* Adds mapped bytes, which may continue into the next granules of the window. Caller holds the lock. */
static void extents_add(emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes)
{
    const uint64_t page = 4096; /* smallest page size */
    bytes = (offset + bytes + page - 1) & ~(page - 1);
    offset &= ~(page - 1);
    bytes -= offset;
    for (; bytes > 0; slot++) {
        uint64_t part = EMUQ_GRANULE_BYTES - offset < bytes ? EMUQ_GRANULE_BYTES - offset : bytes;
        extents_insert(space, &space->memory->granule[slot], (uint32_t)offset, (uint32_t)(offset + part));
        bytes -= part;
        offset = 0;
    }
}

/* Adds the readable memory around an address. Caller holds the lock. Returns whether the bytes are mapped,
 * even if the table of extents is full. */
static bool extents_learn(emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes)
{
    uintptr_t begin = space->memory->granule[slot].va & ~EMUQ_GRANULE_MAPPED,
              end = begin + EMUQ_GRANULE_BYTES;
    uintptr_t wanted = begin + offset;
    emuq_mapped_t run;
    if (emuq_maps_run(wanted, false, &run) != 0 || wanted + bytes > run.high)
        return false;
    uintptr_t low = run.low > begin ? run.low : begin, high = run.high < end ? run.high : end;
    extents_insert(space, &space->memory->granule[slot], (uint32_t)(low - begin), (uint32_t)(high - begin));
    return true;
}

/* ---- apertures: a PA follows from the alias ---- */

static uint64_t aperture_pa(const emuq_address_space_t *space, const emuq_shared_range_t *range)
{
    return space->aperture.pa + (range->alias - space->aperture.va);
}

static int aperture_map(const emuq_address_space_t *space, const void *va, emuq_window_t *window)
{
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        if ((uintptr_t)va - r->va < r->bytes) {
            *window = (emuq_window_t){r->va, aperture_pa(space, r), r->bytes};
            return 0;
        }
    }
    return -EACCES;
}

static void *aperture_translate(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        uint64_t offset = pa - aperture_pa(space, r);
        if (offset < r->bytes && bytes <= r->bytes - offset)
            return (void *)(r->va + (uintptr_t)offset);
    }
    return NULL;
}

static uintptr_t space_entry(const emuq_address_space_t *space, uint64_t slot)
{
    /* Acquire: pairs with the release in space_publish(). */
    return AO_load_acquire(&space_granule(space, slot)->va);
}

/* Removes hidden ranges, from number @p from on, from [*begin, *end). Keeps the larger of two parts. */
static void space_skip_hidden(const emuq_address_space_t *space, uint32_t from, uintptr_t *begin,
                              uintptr_t *end)
{
    for (uint32_t i = from; i < space->hidden_ranges; i++) {
        const emuq_hidden_range_t *h = &space->hidden[i];
        if (h->begin >= *end || h->end <= *begin)
            continue;
        uintptr_t before = h->begin > *begin ? h->begin - *begin : 0,
                  behind = *end > h->end ? *end - h->end : 0;
        if (before >= behind)
            *end = *begin + before;
        else
            *begin = *end - behind;
    }
}

static void space_publish_shared(const emuq_address_space_t *space, emuq_granule_t *g, uintptr_t va)
{
    uintptr_t begin = va, end = va + EMUQ_GRANULE_BYTES;
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        if (r->va >= end || r->va + r->bytes <= begin)
            continue;
        begin = r->va > begin ? r->va : begin;
        end = r->va + r->bytes < end ? r->va + r->bytes : end;
        space_skip_hidden(space, 0, &begin, &end);
        g->alias = va + (r->alias - r->va);
        if (begin == end)
            return;
        AO_int_store(&g->low, (uint32_t)(begin - va));
        AO_int_store_release(&g->high, (uint32_t)(end - va));
        return;
    }
}

/* Only one end moves, so a concurrent reader sees the old range or the new range. */
static void space_hide_granule(const emuq_address_space_t *space, emuq_granule_t *g, uint32_t number)
{
    uintptr_t va = g->va & ~MAPPED, begin = va + g->low, end = va + g->high;
    if (g->va == 0 || g->high == 0)
        return;
    space_skip_hidden(space, number, &begin, &end);
    if (begin == end)
        end = va;
    else
        AO_int_store(&g->low, (uint32_t)(begin - va));
    /* Release: pairs with the acquire in emuq_translate() and emuq_range_around(). */
    AO_int_store_release(&g->high, (uint32_t)(end - va));
}

/* Adds a hidden range or extends an adjacent one. Caller holds the lock. Returns its number. */
static uint32_t space_add_hidden(emuq_address_space_t *space, uintptr_t begin, uintptr_t end)
{
    uint32_t i = 0;
    while (i < space->hidden_ranges && (begin > space->hidden[i].end || end < space->hidden[i].begin))
        i++;
    if (i == EMUQ_HIDDEN_RANGES)
        return i;
    emuq_hidden_range_t *h = &space->hidden[i];
    bool is_new = i == space->hidden_ranges;
    if (is_new || begin < h->begin)
        AO_store(&h->begin, begin);
    if (is_new || end > h->end)
        AO_store(&h->end, end);
    /* Release: pairs with the acquire in emuq_address_space_shares(). */
    if (is_new)
        AO_int_store_release(&space->hidden_ranges, i + 1);
    return i;
}

int emuq_address_space_hide(emuq_address_space_t *space, const void *va, size_t bytes)
{
    uintptr_t begin = (uintptr_t)va, end = begin + bytes;
    if (!space->is_private)
        return 0;
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        if (r->va == r->alias && r->va < end && begin < r->va + r->bytes)
            return -ENOTSUP;
    }
    emuq_host_mutex_lock(&space->lock);
    uint32_t number = space_add_hidden(space, begin, end);
    for (uint64_t s = space->first; number != EMUQ_HIDDEN_RANGES && s < space_share_end(space); s++)
        space_hide_granule(space, space_granule(space, s), number);
    emuq_host_mutex_unlock(&space->lock);
    return number != EMUQ_HIDDEN_RANGES ? 0 : -ENOSPC;
}

bool emuq_address_space_shares(const emuq_address_space_t *space, const void *va)
{
    uintptr_t at = (uintptr_t)va;
    bool is_shared = !space->is_private;
    for (int i = 0; i < EMUQ_SHARED_RANGES && !is_shared; i++)
        is_shared = at - space->shared[i].va < space->shared[i].bytes;
    /* Acquire: pairs with the release in space_add_hidden(). */
    uint32_t hidden = AO_int_load_acquire(&space->hidden_ranges);
    for (uint32_t i = 0; i < hidden && is_shared; i++)
        is_shared = at < AO_load(&space->hidden[i].begin) || at >= AO_load(&space->hidden[i].end);
    return is_shared;
}

/* Caller holds the lock. */
static void space_publish(emuq_address_space_t *space, granule_run_t va, uint64_t slot)
{
    for (uint64_t i = 0; i < va.count; i++) {
        emuq_granule_t *g = space_granule(space, slot + i);
        uintptr_t first = (uintptr_t)((va.first + i) << EMUQ_GRANULE_BITS);
        if (g->va != 0)
            continue;
        g->alias = first;
        if (space->is_private)
            space_publish_shared(space, g, first);
        AO_store_release(&g->va, first | MAPPED);
    }
}

/* Whether every PA granule from @p slot is free, or maps the run already. */
static bool space_fits(const emuq_address_space_t *space, granule_run_t va, uint64_t slot)
{
    if (slot < space->first || slot >= space_share_end(space) || va.count > space_share_end(space) - slot)
        return false;
    for (uint64_t i = 0; i < va.count; i++) {
        uintptr_t now = space_entry(space, slot + i);
        if (now != 0 && now >> EMUQ_GRANULE_BITS != va.first + i)
            return false;
    }
    return true;
}

static granule_run_t space_window_around(const emuq_address_space_t *space, uint64_t slot)
{
    granule_run_t w = {slot, 1};
    while (w.first > space->first && space_entry(space, w.first - 1) != 0 &&
           space_entry(space, w.first - 1) + EMUQ_GRANULE_BYTES == space_entry(space, w.first))
        w.first--;
    while (w.first + w.count < space_share_end(space) &&
           space_entry(space, w.first + w.count) ==
               space_entry(space, w.first) + w.count * EMUQ_GRANULE_BYTES)
        w.count++;
    return w;
}

/* Finds a window that contains the run, or (@p grow) that can grow over the run. Returns the slot of the
 * run's first granule, or EMUQ_GRANULES. */
static uint64_t space_find_window(const emuq_address_space_t *space, granule_run_t va, bool grow)
{
    for (uint64_t s = space->first; s < space_share_end(space); s++) {
        uintptr_t now = space_entry(space, s);
        if (now == 0)
            continue;
        /* -1 and count are adjacent to the run. */
        int64_t at = (int64_t)(now >> EMUQ_GRANULE_BITS) - (int64_t)va.first;
        int64_t slot = (int64_t)s - at;
        if (at < -1 || at > (int64_t)va.count || slot < 0 || !space_fits(space, va, (uint64_t)slot))
            continue;
        granule_run_t w = space_window_around(space, s);
        if (grow || (w.first <= (uint64_t)slot && w.first + w.count >= (uint64_t)slot + va.count))
            return (uint64_t)slot;
    }
    return EMUQ_GRANULES;
}

/* Returns the slot of the highest free run, or EMUQ_GRANULES. */
static uint64_t space_find_free(const emuq_address_space_t *space, uint64_t count)
{
    uint64_t found = 0;
    for (uint64_t s = space_share_end(space); s-- > space->first;) {
        found = space_entry(space, s) == 0 ? found + 1 : 0;
        if (found == count)
            return s;
    }
    return EMUQ_GRANULES;
}

/* Extends a run to the @p end of its memory: CNK returns a segment, so a client may use a whole buffer after
 * a request for its first bytes. */
static granule_run_t space_extend(const emuq_address_space_t *space, granule_run_t run, uintptr_t end)
{
    uint64_t whole = ((end - 1) >> EMUQ_GRANULE_BITS) - run.first + 1;
    uint64_t most = run.count + space->count / SLACKS;
    if (whole > run.count)
        run.count = whole < most ? whole : most;
    return run;
}

/* Returns the slot of a run that begins with shared memory, or EMUQ_GRANULES. */
static uint64_t space_alias_slot(const emuq_address_space_t *space, granule_run_t va)
{
    uintptr_t begin = va.first << EMUQ_GRANULE_BITS, end = begin + EMUQ_GRANULE_BYTES;
    for (int i = 0; i < EMUQ_SHARED_RANGES && space->window != 0; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        if (r->bytes != 0 && r->va < end && r->va + r->bytes > begin)
            return space->first + ((begin + r->alias - r->va - space->window) >> EMUQ_GRANULE_BITS);
    }
    return EMUQ_GRANULES;
}

static uint64_t space_choose_slot(const emuq_address_space_t *space, granule_run_t va)
{
    uint64_t slot = space_find_window(space, va, false);
    if (slot == EMUQ_GRANULES && space_fits(space, va, space_alias_slot(space, va)))
        slot = space_alias_slot(space, va);
    if (slot == EMUQ_GRANULES && va.first < space->count && space_fits(space, va, space->first + va.first))
        slot = space->first + va.first; /* one process per node: PA == VA */
    if (slot == EMUQ_GRANULES)
        slot = space_find_window(space, va, true);
    if (slot == EMUQ_GRANULES)
        slot = space_find_free(space, va.count);
    return slot;
}

/* Adds the part of [va, end) in the run to the extents. Caller holds the lock. */
static void space_add_memory(emuq_address_space_t *space, granule_run_t run, uint64_t slot, uintptr_t va,
                             uintptr_t end)
{
    uintptr_t first = run.first << EMUQ_GRANULE_BITS, behind = (run.first + run.count) << EMUQ_GRANULE_BITS;
    va = va > first ? va : first;
    end = end < behind ? end : behind;
    slot += (va - first) >> EMUQ_GRANULE_BITS;
    extents_add(space, slot, va & (EMUQ_GRANULE_BYTES - 1), end - va);
}

/* Returns the slot of the new window, or EMUQ_GRANULES. */
static uint64_t space_make_window(emuq_address_space_t *space, granule_run_t run, uintptr_t va,
                                  uintptr_t last)
{
    emuq_mapped_t memory = {.low = last, .high = last};
    bool is_writable = emuq_maps_run(last, true, &memory) == 0;
    granule_run_t whole = is_writable ? space_extend(space, run, memory.high) : run;
    emuq_host_mutex_lock(&space->lock);
    uint64_t slot = space_choose_slot(space, whole);
    if (slot != EMUQ_GRANULES)
        run = whole;
    else
        slot = space_choose_slot(space, run);
    if (slot != EMUQ_GRANULES) {
        space_publish(space, run, slot);
        if (is_writable && memory.low <= va)
            space_add_memory(space, run, slot, memory.low, memory.high);
        else if (emuq_is_mapped((const void *)va, last - va + 1))
            space_add_memory(space, run, slot, va, last + 1);
    }
    emuq_host_mutex_unlock(&space->lock);
    return slot;
}

static void space_add_more(emuq_address_space_t *space, granule_run_t run, uint64_t slot, uintptr_t va,
                           uintptr_t last)
{
    emuq_mapped_t memory;
    if (emuq_maps_run(va, false, &memory) != 0)
        return;
    emuq_host_mutex_lock(&space->lock);
    if (!space->ended)
        space_add_memory(space, run, slot, memory.low, memory.high);
    if (!space->ended && last >= memory.high && emuq_is_mapped((const void *)va, last - va + 1))
        space_add_memory(space, run, slot, va, last + 1);
    emuq_host_mutex_unlock(&space->lock);
}

static bool space_is_known(const emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes)
{
    while (bytes > 0) {
        uint64_t part = EMUQ_GRANULE_BYTES - offset < bytes ? EMUQ_GRANULE_BYTES - offset : bytes;
        if (extents_find(space, slot, offset, part) == 0)
            return false;
        slot++;
        offset = 0;
        bytes -= part;
    }
    return true;
}

int emuq_address_space_map(emuq_address_space_t *space, const void *va, size_t bytes, emuq_window_t *window)
{
    return emuq_is_mapped(va, 1) ? emuq_address_space_map_known(space, va, bytes, window) : -EINVAL;
}

int emuq_address_space_map_known(emuq_address_space_t *space, const void *va, size_t bytes,
                                 emuq_window_t *window)
{
    uintptr_t last = (uintptr_t)va + (bytes != 0 ? bytes - 1 : 0);
    if (space->aperture.bytes != 0)
        return aperture_map(space, va, window);
    if (last < (uintptr_t)va)
        return -ENOSPC;
    uint64_t first = (uintptr_t)va >> EMUQ_GRANULE_BITS;
    granule_run_t run = {first, (last >> EMUQ_GRANULE_BITS) - first + 1};

    uint64_t slot = space_find_window(space, run, false), offset = (uintptr_t)va & (EMUQ_GRANULE_BYTES - 1);
    if (slot == EMUQ_GRANULES)
        slot = space_make_window(space, run, (uintptr_t)va, last);
    else if (!space_is_known(space, slot, offset, last - (uintptr_t)va + 1))
        space_add_more(space, run, slot, (uintptr_t)va, last);
    if (slot == EMUQ_GRANULES)
        return -ENOSPC;
    granule_run_t w = space_window_around(space, slot);
    window->va = space_entry(space, w.first) & ~MAPPED;
    window->pa = w.first << EMUQ_GRANULE_BITS;
    window->bytes = w.count << EMUQ_GRANULE_BITS;
    return 0;
}

/* Checks an address outside of all extents; makes an identity window for the only process of a node. Returns
 * the table entry, or 0 if the memory is not readable. */
static uintptr_t space_find_memory(emuq_address_space_t *space, uint64_t slot, uint64_t offset,
                                   uint64_t bytes)
{
    emuq_host_mutex_lock(&space->lock);
    uintptr_t now = !space->ended ? space_entry(space, slot) : 0;
    uintptr_t va = now != 0 ? now & ~MAPPED : (uintptr_t)slot << EMUQ_GRANULE_BITS;
    bool found = false, may_be_there = now != 0 || space->count == EMUQ_GRANULES;
    if (!space->ended && may_be_there && emuq_is_mapped((const void *)(va + offset), bytes)) {
        if (now == 0)
            space_publish(space, (granule_run_t){slot, 1}, slot);
        found = extents_find(space, slot, offset, bytes) != 0 || extents_learn(space, slot, offset, bytes);
    }
    now = found ? space_entry(space, slot) : 0;
    emuq_host_mutex_unlock(&space->lock);
    return now;
}

/* Translates to consecutive addresses. @p step returns the address of the bytes in one granule, or 0. */
static void *space_translate_range(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes,
                                   uintptr_t (*step)(const emuq_memory_t *, uint64_t at, uint64_t part))
{
    const uint64_t end = UINT64_C(1) << EMUQ_PA_BITS;
    if (bytes == 0)
        bytes = 1;
    if (pa >= end || bytes > end - pa)
        return NULL;
    uintptr_t first = 0;
    for (uint64_t at = pa; at < pa + bytes;) {
        uint64_t next = ((at >> EMUQ_GRANULE_BITS) + 1) << EMUQ_GRANULE_BITS;
        uint64_t part = (next < pa + bytes ? next : pa + bytes) - at;
        uintptr_t now = step(memory, at, part);
        if (now == 0 || (first != 0 && now != first + (at - pa)))
            return NULL;
        if (first == 0)
            first = now;
        at = next;
    }
    return (void *)first;
}

static uintptr_t space_shared_step(const emuq_memory_t *memory, uint64_t at, uint64_t part)
{
    const emuq_granule_t *g = &memory->granule[at >> EMUQ_GRANULE_BITS];
    uint64_t offset = at & (EMUQ_GRANULE_BYTES - 1), high = AO_int_load_acquire(&g->high);
    uint64_t low = AO_int_load(&g->low);
    return offset >= low && offset + part <= high ? g->alias + offset : 0;
}

/* May change the table, at the first use of memory. */
static uintptr_t space_local_step(const emuq_memory_t *memory, uint64_t at, uint64_t part)
{
    uint64_t slot = at >> EMUQ_GRANULE_BITS, offset = at & (EMUQ_GRANULE_BYTES - 1);
    emuq_address_space_t *space = memory->space[slot / memory->share_granules];
    if (space->is_fixed)
        return space_shared_step(memory, at, part);
    uintptr_t now = space_entry(space, slot);
    if (now == 0 || extents_find(space, slot, offset, part) == 0)
        now = space_find_memory(space, slot, offset, part);
    return now != 0 ? (now & ~MAPPED) + offset : 0;
}

void *emuq_translate_local(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    if (space->aperture.bytes != 0)
        return aperture_translate(space, pa, bytes);
    const uint64_t begin = space->first << EMUQ_GRANULE_BITS, size = space->count << EMUQ_GRANULE_BITS;
    bool is_own = pa - begin < size && bytes <= size - (pa - begin);
    return is_own ? space_translate_range(space->memory, pa, bytes, space_local_step) : NULL;
}

void *emuq_translate_slow(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes)
{
    void *shared = space_translate_range(memory, pa, bytes, space_shared_step);
    const emuq_address_space_t *space = emuq_space_of(memory, pa);
    if (shared != NULL || space == NULL || space->member != emuq_my_member)
        return shared;
    return emuq_translate_local(space, pa, bytes);
}
