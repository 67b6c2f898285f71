/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The windows of a process. There is no list of them: a window is a longest run of granules whose VAs follow
 * one another, so a run that grows, or meets its neighbour, becomes one window by itself.
 */
#define _DEFAULT_SOURCE
#include "backends/address_space.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "backends/extents.h"
#include "backends/maps.h"

#define MAPPED EMUQ_GRANULE_MAPPED
#define SLACKS 64u /**< parts of a share, one of which a window may get behind what was asked for */

uint32_t emuq_my_member;

/** A run of granules in VA or in PA. */
typedef struct run {
    uint64_t first, count;
} run_t;

static emuq_granule_t *granule(const emuq_address_space_t *space, uint64_t slot)
{
    return &space->memory->granule[slot];
}

/** The slot behind the share. */
static uint64_t share_end(const emuq_address_space_t *space)
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
    __atomic_store_n(&space->ended, true, __ATOMIC_RELEASE);
    for (uint64_t i = 0; i < space->count; i++) {
        emuq_granule_t *g = granule(space, space->first + i);
        __atomic_store_n(&g->high, 0, __ATOMIC_RELEASE);
        __atomic_store_n(&g->va, 0, __ATOMIC_RELEASE);
        __atomic_store_n(&g->extents, 0, __ATOMIC_RELEASE);
    }
    emuq_host_mutex_unlock(&space->lock);
}

void emuq_address_space_fix(emuq_address_space_t *space, uint64_t pa, uint64_t bytes, void *va)
{
    for (uint64_t at = 0; at < bytes; at += EMUQ_GRANULE_BYTES) {
        emuq_granule_t *g = granule(space, (pa + at) >> EMUQ_GRANULE_BITS);
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
    /* MS_ASYNC writes nothing; it only walks the mappings and fails where there is none. */
    int kept = errno; /* kernel calls do not touch it */
    bool mapped = msync((void *)first, (last | (page - 1)) - first + 1, MS_ASYNC) == 0;
    errno = kept;
    return mapped;
}

static uintptr_t entry(const emuq_address_space_t *space, uint64_t slot)
{
    /* Acquire: pairs with the release in publish(). */
    return __atomic_load_n(&granule(space, slot)->va, __ATOMIC_ACQUIRE);
}

/** Takes hidden ranges from the one with number @p from on out of [*begin, *end). A granule has one shared
 * extent: of two parts that are left, the larger one. */
static void leave_hidden_out(const emuq_address_space_t *space, uint32_t from, uintptr_t *begin,
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

/** Fills in which bytes of a granule the other processes of the partition see. */
static void publish_shared(const emuq_address_space_t *space, emuq_granule_t *g, uintptr_t va)
{
    uintptr_t begin = va, end = va + EMUQ_GRANULE_BYTES;
    for (int i = 0; i < EMUQ_SHARED_RANGES; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        if (r->va >= end || r->va + r->bytes <= begin)
            continue;
        begin = r->va > begin ? r->va : begin;
        end = r->va + r->bytes < end ? r->va + r->bytes : end;
        leave_hidden_out(space, 0, &begin, &end);
        g->alias = va + (r->alias - r->va);
        if (begin == end)
            return;
        __atomic_store_n(&g->low, (uint32_t)(begin - va), __ATOMIC_RELAXED);
        __atomic_store_n(&g->high, (uint32_t)(end - va), __ATOMIC_RELEASE);
        return;
    }
}

/** Takes the hidden range with that number out of what a granule shares. One end moves, so a reader that sees
 * the old one and the new one of the other finds nothing that is in neither. */
static void hide_in(const emuq_address_space_t *space, emuq_granule_t *g, uint32_t number)
{
    uintptr_t va = g->va & ~MAPPED, begin = va + g->low, end = va + g->high;
    if (g->va == 0 || g->high == 0)
        return;
    leave_hidden_out(space, number, &begin, &end);
    if (begin == end)
        end = va;
    else
        __atomic_store_n(&g->low, (uint32_t)(begin - va), __ATOMIC_RELAXED);
    /* Release: pairs with the acquire in emuq_translate() and emuq_range_around(). */
    __atomic_store_n(&g->high, (uint32_t)(end - va), __ATOMIC_RELEASE);
}

/** Adds a hidden range, or enlarges one that it touches; lock. @return its number */
static uint32_t add_hidden(emuq_address_space_t *space, uintptr_t begin, uintptr_t end)
{
    uint32_t i = 0;
    while (i < space->hidden_ranges && (begin > space->hidden[i].end || end < space->hidden[i].begin))
        i++;
    if (i == EMUQ_HIDDEN_RANGES)
        return i;
    emuq_hidden_range_t *h = &space->hidden[i];
    bool is_new = i == space->hidden_ranges;
    if (is_new || begin < h->begin)
        __atomic_store_n(&h->begin, begin, __ATOMIC_RELAXED);
    if (is_new || end > h->end)
        __atomic_store_n(&h->end, end, __ATOMIC_RELAXED);
    /* Release: pairs with the acquire in emuq_address_space_shares(). */
    if (is_new)
        __atomic_store_n(&space->hidden_ranges, i + 1, __ATOMIC_RELEASE);
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
    uint32_t number = add_hidden(space, begin, end);
    for (uint64_t s = space->first; number != EMUQ_HIDDEN_RANGES && s < share_end(space); s++)
        hide_in(space, granule(space, s), number);
    emuq_host_mutex_unlock(&space->lock);
    return number != EMUQ_HIDDEN_RANGES ? 0 : -ENOSPC;
}

bool emuq_address_space_shares(const emuq_address_space_t *space, const void *va)
{
    uintptr_t at = (uintptr_t)va;
    bool is_shared = !space->is_private;
    for (int i = 0; i < EMUQ_SHARED_RANGES && !is_shared; i++)
        is_shared = at - space->shared[i].va < space->shared[i].bytes;
    /* Acquire: pairs with the release in add_hidden(). */
    uint32_t hidden = __atomic_load_n(&space->hidden_ranges, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < hidden && is_shared; i++)
        is_shared = at < __atomic_load_n(&space->hidden[i].begin, __ATOMIC_RELAXED) ||
                    at >= __atomic_load_n(&space->hidden[i].end, __ATOMIC_RELAXED);
    return is_shared;
}

/** Maps the run of VA granules to the PA granules from @p slot, where it is not mapped so already; lock. What
 * processes see of a space that is not private are its extents. */
static void publish(emuq_address_space_t *space, run_t va, uint64_t slot)
{
    for (uint64_t i = 0; i < va.count; i++) {
        emuq_granule_t *g = granule(space, slot + i);
        uintptr_t first = (uintptr_t)((va.first + i) << EMUQ_GRANULE_BITS);
        if (g->va != 0)
            continue;
        g->alias = first;
        if (space->is_private)
            publish_shared(space, g, first);
        __atomic_store_n(&g->va, first | MAPPED, __ATOMIC_RELEASE);
    }
}

/** Whether the run of VA granules may be mapped from @p slot: every granule there is free or is so already.
 */
static bool fits(const emuq_address_space_t *space, run_t va, uint64_t slot)
{
    if (slot < space->first || slot >= share_end(space) || va.count > share_end(space) - slot)
        return false;
    for (uint64_t i = 0; i < va.count; i++) {
        uintptr_t now = entry(space, slot + i);
        if (now != 0 && now >> EMUQ_GRANULE_BITS != va.first + i)
            return false;
    }
    return true;
}

/** The window that granule @p slot belongs to. */
static run_t window_around(const emuq_address_space_t *space, uint64_t slot)
{
    run_t w = {slot, 1};
    while (w.first > space->first && entry(space, w.first - 1) != 0 &&
           entry(space, w.first - 1) + EMUQ_GRANULE_BYTES == entry(space, w.first))
        w.first--;
    while (w.first + w.count < share_end(space) &&
           entry(space, w.first + w.count) == entry(space, w.first) + w.count * EMUQ_GRANULE_BYTES)
        w.count++;
    return w;
}

/** Finds a slot from which the run is mapped completely, or (@p grow) one where a window that overlaps it or
 *  lies next to it can grow over it. @return the slot of the run's first granule, or EMUQ_GRANULES. */
static uint64_t find_window(const emuq_address_space_t *space, run_t va, bool grow)
{
    for (uint64_t s = space->first; s < share_end(space); s++) {
        uintptr_t now = entry(space, s);
        if (now == 0)
            continue;
        /* Position of this granule in the run: -1 is just before it, count just behind. */
        int64_t at = (int64_t)(now >> EMUQ_GRANULE_BITS) - (int64_t)va.first;
        int64_t slot = (int64_t)s - at;
        if (at < -1 || at > (int64_t)va.count || slot < 0 || !fits(space, va, (uint64_t)slot))
            continue;
        run_t w = window_around(space, s);
        if (grow || (w.first <= (uint64_t)slot && w.first + w.count >= (uint64_t)slot + va.count))
            return (uint64_t)slot;
    }
    return EMUQ_GRANULES;
}

/** The highest place where all granules are free, or EMUQ_GRANULES. */
static uint64_t find_free(const emuq_address_space_t *space, uint64_t count)
{
    uint64_t found = 0;
    for (uint64_t s = share_end(space); s-- > space->first;) {
        found = entry(space, s) == 0 ? found + 1 : 0;
        if (found == count)
            return s;
    }
    return EMUQ_GRANULES;
}

/** The run, extended to the @p end of the memory it lies in: a client that asks for the first bytes of its
 * buffer may use all of it, as it may on the machine, where the answer is a whole segment. */
static run_t extend(const emuq_address_space_t *space, run_t run, uintptr_t end)
{
    uint64_t whole = ((end - 1) >> EMUQ_GRANULE_BITS) - run.first + 1;
    uint64_t most = run.count + space->count / SLACKS;
    if (whole > run.count)
        run.count = whole < most ? whole : most;
    return run;
}

/** The slot that a run has if it begins with shared memory: the window of the process is its share of the
 * node's memory. EMUQ_GRANULES if not. */
static uint64_t slot_of_alias(const emuq_address_space_t *space, run_t va)
{
    uintptr_t begin = va.first << EMUQ_GRANULE_BITS, end = begin + EMUQ_GRANULE_BYTES;
    for (int i = 0; i < EMUQ_SHARED_RANGES && space->window != 0; i++) {
        const emuq_shared_range_t *r = &space->shared[i];
        if (r->bytes != 0 && r->va < end && r->va + r->bytes > begin)
            return space->first + ((begin + r->alias - r->va - space->window) >> EMUQ_GRANULE_BITS);
    }
    return EMUQ_GRANULES;
}

/** Chooses the PA of the run; lock. */
static uint64_t place(const emuq_address_space_t *space, run_t va)
{
    uint64_t slot = find_window(space, va, false);
    if (slot == EMUQ_GRANULES && fits(space, va, slot_of_alias(space, va)))
        slot = slot_of_alias(space, va);
    if (slot == EMUQ_GRANULES && va.first < space->count && fits(space, va, space->first + va.first))
        slot = space->first + va.first; /* of the only process of a node: PA == VA */
    if (slot == EMUQ_GRANULES)
        slot = find_window(space, va, true);
    if (slot == EMUQ_GRANULES)
        slot = find_free(space, va.count);
    return slot;
}

/** Notes that [va, end) is memory, as far as it lies in the run that is mapped from @p slot on; lock. */
static void note_memory(emuq_address_space_t *space, run_t run, uint64_t slot, uintptr_t va, uintptr_t end)
{
    uintptr_t first = run.first << EMUQ_GRANULE_BITS, behind = (run.first + run.count) << EMUQ_GRANULE_BITS;
    va = va > first ? va : first;
    end = end < behind ? end : behind;
    slot += (va - first) >> EMUQ_GRANULE_BITS;
    emuq_extents_add(space, slot, va & (EMUQ_GRANULE_BYTES - 1), end - va);
}

/** Makes a window of the run, which holds the bytes from @p va to @p last. @return its slot, or
 * EMUQ_GRANULES. */
static uint64_t make_window(emuq_address_space_t *space, run_t run, uintptr_t va, uintptr_t last)
{
    emuq_mapped_t memory = {.low = last, .high = last};
    bool is_writable = emuq_maps_run(last, true, &memory) == 0;
    run_t whole = is_writable ? extend(space, run, memory.high) : run;
    emuq_host_mutex_lock(&space->lock);
    uint64_t slot = place(space, whole);
    if (slot != EMUQ_GRANULES)
        run = whole;
    else
        slot = place(space, run);
    if (slot != EMUQ_GRANULES) {
        publish(space, run, slot);
        if (is_writable && memory.low <= va)
            note_memory(space, run, slot, memory.low, memory.high);
        else if (emuq_is_mapped((const void *)va, last - va + 1))
            note_memory(space, run, slot, va, last + 1);
    }
    emuq_host_mutex_unlock(&space->lock);
    return slot;
}

/** Notes what memory is around [va, last], in a window that the run has from @p slot on. */
static void note_more(emuq_address_space_t *space, run_t run, uint64_t slot, uintptr_t va, uintptr_t last)
{
    emuq_mapped_t memory;
    if (emuq_maps_run(va, false, &memory) != 0)
        return;
    emuq_host_mutex_lock(&space->lock);
    if (!space->ended)
        note_memory(space, run, slot, memory.low, memory.high);
    if (!space->ended && last >= memory.high && emuq_is_mapped((const void *)va, last - va + 1))
        note_memory(space, run, slot, va, last + 1);
    emuq_host_mutex_unlock(&space->lock);
}

/** Whether the extents from @p slot on hold @p bytes bytes from @p offset. */
static bool is_known(const emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes)
{
    while (bytes > 0) {
        uint64_t piece = EMUQ_GRANULE_BYTES - offset < bytes ? EMUQ_GRANULE_BYTES - offset : bytes;
        if (!emuq_extents_hold(space, slot, offset, piece))
            return false;
        slot++;
        offset = 0;
        bytes -= piece;
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
        return emuq_aperture_map(space, va, window);
    if (last < (uintptr_t)va)
        return -ENOSPC;
    uint64_t first = (uintptr_t)va >> EMUQ_GRANULE_BITS;
    run_t run = {first, (last >> EMUQ_GRANULE_BITS) - first + 1};

    /* Entries are set once, so most calls find their window without the lock. */
    uint64_t slot = find_window(space, run, false), offset = (uintptr_t)va & (EMUQ_GRANULE_BYTES - 1);
    if (slot == EMUQ_GRANULES)
        slot = make_window(space, run, (uintptr_t)va, last);
    else if (!is_known(space, slot, offset, last - (uintptr_t)va + 1))
        note_more(space, run, slot, (uintptr_t)va, last);
    if (slot == EMUQ_GRANULES)
        return -ENOSPC;
    run_t w = window_around(space, slot);
    window->va = entry(space, w.first) & ~MAPPED;
    window->pa = w.first << EMUQ_GRANULE_BITS;
    window->bytes = w.count << EMUQ_GRANULE_BITS;
    return 0;
}

/** Looks at an address that is in no extent, and makes its identity window if it has none and the process is
 * the only one of its node.
 *  @return the table entry of its granule, or 0: there is no readable memory. */
static uintptr_t find_memory(emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes)
{
    emuq_host_mutex_lock(&space->lock);
    uintptr_t now = !space->ended ? entry(space, slot) : 0;
    uintptr_t va = now != 0 ? now & ~MAPPED : (uintptr_t)slot << EMUQ_GRANULE_BITS;
    bool found = false, may_be_there = now != 0 || space->count == EMUQ_GRANULES;
    if (!space->ended && may_be_there && emuq_is_mapped((const void *)(va + offset), bytes)) {
        if (now == 0)
            publish(space, (run_t){slot, 1}, slot);
        found =
            emuq_extents_hold(space, slot, offset, bytes) || emuq_extents_learn(space, slot, offset, bytes);
    }
    now = found ? entry(space, slot) : 0;
    emuq_host_mutex_unlock(&space->lock);
    return now;
}

/** Translates granule by granule: @p step is the address of byte @p at, whose granule holds @p piece bytes of
 *  the range, or 0. The addresses must follow one another. */
static void *translate_range(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes,
                             uintptr_t (*step)(const emuq_memory_t *, uint64_t at, uint64_t piece))
{
    const uint64_t end = UINT64_C(1) << EMUQ_PA_BITS;
    if (bytes == 0)
        bytes = 1;
    if (pa >= end || bytes > end - pa)
        return NULL;
    uintptr_t first = 0;
    for (uint64_t at = pa; at < pa + bytes;) {
        uint64_t next = ((at >> EMUQ_GRANULE_BITS) + 1) << EMUQ_GRANULE_BITS;
        uint64_t piece = (next < pa + bytes ? next : pa + bytes) - at;
        uintptr_t now = step(memory, at, piece);
        if (now == 0 || (first != 0 && now != first + (at - pa)))
            return NULL;
        if (first == 0)
            first = now;
        at = next;
    }
    return (void *)first;
}

static uintptr_t shared_step(const emuq_memory_t *memory, uint64_t at, uint64_t piece)
{
    const emuq_granule_t *g = &memory->granule[at >> EMUQ_GRANULE_BITS];
    uint64_t offset = at & (EMUQ_GRANULE_BYTES - 1), high = __atomic_load_n(&g->high, __ATOMIC_ACQUIRE);
    uint64_t low = __atomic_load_n(&g->low, __ATOMIC_RELAXED);
    return offset >= low && offset + piece <= high ? g->alias + offset : 0;
}

/* Of an address in the caller's own share. Translation looks const to a Message Unit; only the first look at
 * memory changes the table. */
static uintptr_t own_step(const emuq_memory_t *memory, uint64_t at, uint64_t piece)
{
    uint64_t slot = at >> EMUQ_GRANULE_BITS, offset = at & (EMUQ_GRANULE_BYTES - 1);
    emuq_address_space_t *space = memory->space[slot / memory->share_granules];
    if (space->is_fixed)
        return shared_step(memory, at, piece);
    uintptr_t now = entry(space, slot);
    if (now == 0 || !emuq_extents_hold(space, slot, offset, piece))
        now = find_memory(space, slot, offset, piece);
    return now != 0 ? (now & ~MAPPED) + offset : 0;
}

void *emuq_translate_own(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    if (space->aperture.bytes != 0)
        return emuq_aperture_translate(space, pa, bytes);
    const uint64_t begin = space->first << EMUQ_GRANULE_BITS, size = space->count << EMUQ_GRANULE_BITS;
    bool is_own = pa - begin < size && bytes <= size - (pa - begin);
    return is_own ? translate_range(space->memory, pa, bytes, own_step) : NULL;
}

void *emuq_translate_slow(const emuq_memory_t *memory, uint64_t pa, uint64_t bytes)
{
    void *shared = translate_range(memory, pa, bytes, shared_step);
    const emuq_address_space_t *space = emuq_space_of(memory, pa);
    if (shared != NULL || space == NULL || space->member != emuq_my_member)
        return shared;
    return emuq_translate_own(space, pa, bytes);
}
