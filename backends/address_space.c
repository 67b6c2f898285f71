/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The windows of a process. There is no list of them: a window is a longest run of granules whose VAs follow
 * one another, so a run that grows, or meets its neighbour, becomes one window by itself.
 */
#define _DEFAULT_SOURCE
#include "backends/address_space.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAPPED ((uintptr_t)1) /**< bit 0 of a table entry */
#define SLACK  16u            /**< granules that a window may get behind what was asked for */

struct emuq_windows {
    pthread_mutex_t lock; /**< serialises changes of the table */
};

/** A run of granules in VA or in PA. */
typedef struct run {
    uint64_t first, count;
} run_t;

emuq_address_space_t *emuq_address_space_new(void)
{
    emuq_address_space_t *space = calloc(1, sizeof(*space));
    if (space == NULL)
        return NULL;
    space->windows = calloc(1, sizeof(*space->windows));
    if (space->windows == NULL) {
        free(space);
        return NULL;
    }
    pthread_mutex_init(&space->windows->lock, NULL);
    return space;
}

void emuq_address_space_free(emuq_address_space_t *space)
{
    if (space == NULL)
        return;
    pthread_mutex_destroy(&space->windows->lock);
    free(space->windows);
    free(space);
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
    return __atomic_load_n(&space->granule[slot], __ATOMIC_ACQUIRE);
}

/** Maps the run of VA granules to the PA granules from @p slot, where it is not mapped so already; lock. */
static void publish(emuq_address_space_t *space, run_t va, uint64_t slot)
{
    for (uint64_t i = 0; i < va.count; i++) {
        uintptr_t value = (uintptr_t)((va.first + i) << EMUQ_GRANULE_BITS) | MAPPED;
        __atomic_store_n(&space->granule[slot + i], value, __ATOMIC_RELEASE);
    }
}

/** Whether the run of VA granules may be mapped from @p slot: every granule there is free or is so already.
 */
static bool fits(const emuq_address_space_t *space, run_t va, uint64_t slot)
{
    if (slot >= EMUQ_GRANULES || va.count > EMUQ_GRANULES - slot)
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
    while (w.first > 0 && entry(space, w.first - 1) != 0 &&
           entry(space, w.first - 1) + EMUQ_GRANULE_BYTES == entry(space, w.first))
        w.first--;
    while (w.first + w.count < EMUQ_GRANULES &&
           entry(space, w.first + w.count) == entry(space, w.first) + w.count * EMUQ_GRANULE_BYTES)
        w.count++;
    return w;
}

/** Finds a slot from which the run is mapped completely, or (@p grow) one where a window that overlaps it or
 *  lies next to it can grow over it. @return the slot of the run's first granule, or EMUQ_GRANULES. */
static uint64_t find_window(const emuq_address_space_t *space, run_t va, bool grow)
{
    for (uint64_t s = 0; s < EMUQ_GRANULES; s++) {
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
    for (uint64_t s = EMUQ_GRANULES; s-- > 0;) {
        found = entry(space, s) == 0 ? found + 1 : 0;
        if (found == count)
            return s;
    }
    return EMUQ_GRANULES;
}

/** End of the writable mapping that holds @p va, or @p va itself. */
static uintptr_t mapping_end(uintptr_t va)
{
    FILE *maps = fopen("/proc/self/maps", "re");
    char line[512], rights[8];
    unsigned long low, high;
    uintptr_t end = va;
    while (maps != NULL && fgets(line, sizeof(line), maps) != NULL) {
        if (sscanf(line, "%lx-%lx %7s", &low, &high, rights) != 3 || high <= end)
            continue;
        if (low > end || strncmp(rights, "rw", 2) != 0)
            break;
        end = high; /* and on through mappings that follow without a gap */
    }
    if (maps != NULL)
        fclose(maps);
    return end;
}

/** The run, extended to the end of the memory it lies in: a client that asks for the first bytes of its
 * buffer may use all of it, as it may on the machine, where the answer is a whole segment. */
static run_t extend(run_t run, uintptr_t last)
{
    uint64_t end = (mapping_end(last) - 1) >> EMUQ_GRANULE_BITS;
    if (end >= run.first + run.count)
        run.count = end - run.first + 1 < run.count + SLACK ? end - run.first + 1 : run.count + SLACK;
    return run;
}

/** Chooses the PA of the run; lock. */
static uint64_t place(const emuq_address_space_t *space, run_t va)
{
    uint64_t slot = find_window(space, va, false);
    if (slot == EMUQ_GRANULES && fits(space, va, va.first))
        slot = va.first; /* PA == VA */
    if (slot == EMUQ_GRANULES)
        slot = find_window(space, va, true);
    if (slot == EMUQ_GRANULES)
        slot = find_free(space, va.count);
    return slot;
}

int emuq_address_space_map(emuq_address_space_t *space, const void *va, size_t bytes, emuq_window_t *window)
{
    uintptr_t last = (uintptr_t)va + (bytes != 0 ? bytes - 1 : 0);
    if (!emuq_is_mapped(va, 1))
        return -EINVAL;
    if (last < (uintptr_t)va)
        return -ENOSPC;
    uint64_t first = (uintptr_t)va >> EMUQ_GRANULE_BITS;
    run_t run = {first, (last >> EMUQ_GRANULE_BITS) - first + 1};

    /* Entries are set once, so most calls find their window without the lock. */
    uint64_t slot = find_window(space, run, false);
    if (slot == EMUQ_GRANULES) {
        run_t whole = extend(run, last);
        pthread_mutex_lock(&space->windows->lock);
        slot = place(space, whole);
        if (slot != EMUQ_GRANULES)
            run = whole;
        else
            slot = place(space, run);
        if (slot != EMUQ_GRANULES)
            publish(space, run, slot);
        pthread_mutex_unlock(&space->windows->lock);
    }
    if (slot == EMUQ_GRANULES)
        return -ENOSPC;
    run_t w = window_around(space, slot);
    window->va = entry(space, w.first) & ~MAPPED;
    window->pa = w.first << EMUQ_GRANULE_BITS;
    window->bytes = w.count << EMUQ_GRANULE_BITS;
    return 0;
}

/** Makes the identity window of one granule, in which the bytes from @p pa were found to be mapped memory.
 *  @return the table entry: another thread may have been first, with another window. */
static uintptr_t map_identity(const emuq_address_space_t *space, uint64_t slot)
{
    /* Translation looks const to a Message Unit; only this first look at a granule changes the table. */
    emuq_address_space_t *table = (emuq_address_space_t *)(uintptr_t)space;
    pthread_mutex_lock(&table->windows->lock);
    if (entry(table, slot) == 0)
        publish(table, (run_t){slot, 1}, slot);
    uintptr_t now = entry(table, slot);
    pthread_mutex_unlock(&table->windows->lock);
    return now;
}

void *emuq_translate_slow(const emuq_address_space_t *space, uint64_t pa, uint64_t bytes)
{
    const uint64_t end = UINT64_C(1) << EMUQ_PA_BITS;
    if (bytes == 0)
        bytes = 1;
    if (pa >= end || bytes > end - pa)
        return NULL;
    uintptr_t base = 0;
    for (uint64_t at = pa; at < pa + bytes;) {
        uint64_t slot = at >> EMUQ_GRANULE_BITS;
        uint64_t next = (slot + 1) << EMUQ_GRANULE_BITS;
        uint64_t piece = (next < pa + bytes ? next : pa + bytes) - at;
        uintptr_t now = entry(space, slot);
        if (now == 0 && emuq_is_mapped((const void *)(uintptr_t)at, piece))
            now = map_identity(space, slot);
        if (now == 0 || (base != 0 && now != base + EMUQ_GRANULE_BYTES))
            return NULL;
        base = now;
        at = next;
    }
    /* base is the entry of the last granule. */
    uint64_t span = ((pa + bytes - 1) >> EMUQ_GRANULE_BITS) - (pa >> EMUQ_GRANULE_BITS);
    base -= span << EMUQ_GRANULE_BITS;
    return (void *)((base & ~MAPPED) + (uintptr_t)(pa & (EMUQ_GRANULE_BYTES - 1)));
}
