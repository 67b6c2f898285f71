/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/memory.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/host_calls.h"

#define FREE_RANGES 4096 /* maximum free ranges; beyond, unmapped memory is not reused */
#define COVERED     1024

typedef struct mapping_range {
    uintptr_t start, end;
} mapping_range_t;

static struct {
    uintptr_t start, end;
    uintptr_t alias; /* second mapping of the memory at start */
    unsigned covered;
    mapping_range_t cover[COVERED]; /* unordered */
    unsigned free_ranges;
    mapping_range_t free_range[FREE_RANGES]; /* sorted, not adjacent */
    pthread_mutex_t lock;
} mappings = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Empties the range in a child of fork(): the lock may stay held there. */
static void mappings_leave_in_child(void)
{
    mappings.start = mappings.end = 0;
}

int emuq_mappings_open(char *start, size_t bytes, char *alias)
{
    if (pthread_atfork(NULL, NULL, mappings_leave_in_child) != 0)
        return -ENOMEM;
    mappings.free_range[0] = (mapping_range_t){(uintptr_t)start, (uintptr_t)start + bytes};
    mappings.free_ranges = 1;
    mappings.alias = (uintptr_t)alias;
    mappings.start = (uintptr_t)start;
    mappings.end = (uintptr_t)start + bytes;
    return 0;
}

bool emuq_mappings_touch(const void *p, size_t bytes)
{
    uintptr_t at = (uintptr_t)p;
    return at < mappings.end && bytes > 0 && at + (bytes - 1) >= mappings.start;
}

bool emuq_mappings_hold(const void *p, size_t bytes)
{
    uintptr_t at = (uintptr_t)p;
    return at >= mappings.start && at <= mappings.end && bytes <= mappings.end - at;
}

static void mappings_remove_free(unsigned at)
{
    memmove(&mappings.free_range[at], &mappings.free_range[at + 1],
            (mappings.free_ranges - at - 1) * sizeof(mapping_range_t));
    mappings.free_ranges--;
}

/* Removes [start, end) from the free ranges. Caller holds the lock. */
static void mappings_take(uintptr_t start, uintptr_t end)
{
    for (unsigned i = 0; i < mappings.free_ranges;) {
        mapping_range_t *p = &mappings.free_range[i], old = *p;
        if (old.end <= start || old.start >= end) {
            i++;
            continue;
        }
        if (old.start < start && old.end > end && mappings.free_ranges < FREE_RANGES) {
            memmove(p + 1, p, (mappings.free_ranges - i) * sizeof(mapping_range_t));
            mappings.free_ranges++;
            p[0].end = start;
            p[1].start = end;
            return;
        }
        if (old.start < start)
            p->end = start; /* if the list is full, the range from `end` on is lost */
        else
            p->start = end < old.end ? end : old.end;
        if (p->start == p->end)
            mappings_remove_free(i);
        else
            i++;
    }
}

/* Adds [start, end) to the free ranges. Caller holds the lock. */
static void mappings_give(uintptr_t start, uintptr_t end)
{
    unsigned i = 0;
    mappings_take(start, end); /* some pages may be free already */
    while (i < mappings.free_ranges && mappings.free_range[i].end < start)
        i++;
    if (i < mappings.free_ranges && mappings.free_range[i].end == start) {
        mappings.free_range[i].end = end;
        if (i + 1 < mappings.free_ranges && mappings.free_range[i + 1].start == end) {
            mappings.free_range[i].end = mappings.free_range[i + 1].end;
            mappings_remove_free(i + 1);
        }
    } else if (i < mappings.free_ranges && mappings.free_range[i].start == end) {
        mappings.free_range[i].start = start;
    } else if (mappings.free_ranges < FREE_RANGES) {
        memmove(&mappings.free_range[i + 1], &mappings.free_range[i],
                (mappings.free_ranges - i) * sizeof(mapping_range_t));
        mappings.free_ranges++;
        mappings.free_range[i] = (mapping_range_t){start, end};
    }
}

static bool mappings_overlap(const mapping_range_t *cover, uintptr_t start, uintptr_t end)
{
    return cover->start < end && start < cover->end;
}

int emuq_mappings_cover(char *at, size_t bytes)
{
    uintptr_t start = (uintptr_t)at, end = start + emuq_page_round_up(bytes);
    int rc = -ENOMEM;
    emuq_host_mutex_lock(&mappings.lock);
    for (unsigned i = 0; i < mappings.covered && rc != 1; i++)
        if (mappings.cover[i].start <= start && end <= mappings.cover[i].end)
            rc = 1;
    if (rc != 1 && mappings.covered < COVERED) {
        rc = 0;
        mappings_take(start, end);
        mappings.cover[mappings.covered] = (mapping_range_t){start, end};
        /* Relaxed: the program orders the mapping and its use. */
        AO_int_store(&mappings.covered, mappings.covered + 1);
    }
    emuq_host_mutex_unlock(&mappings.lock);
    return rc;
}

void emuq_mappings_uncover(const char *at, size_t bytes)
{
    uintptr_t start = (uintptr_t)at, end = start + emuq_page_round_up(bytes);
    emuq_host_mutex_lock(&mappings.lock);
    for (unsigned i = mappings.covered; i-- > 0;) {
        if (mappings.cover[i].start != start || mappings.cover[i].end != end)
            continue;
        mappings.cover[i] = mappings.cover[mappings.covered - 1];
        AO_int_store(&mappings.covered, mappings.covered - 1);
        break;
    }
    emuq_host_mutex_unlock(&mappings.lock);
}

bool emuq_mappings_are_covered(const void *p, size_t bytes)
{
    bool is_covered = false;
    if (AO_int_load(&mappings.covered) == 0)
        return false;
    emuq_host_mutex_lock(&mappings.lock);
    for (unsigned i = 0; i < mappings.covered && !is_covered; i++)
        is_covered =
            mappings_overlap(&mappings.cover[i], (uintptr_t)p, (uintptr_t)p + emuq_page_round_up(bytes));
    emuq_host_mutex_unlock(&mappings.lock);
    return is_covered;
}

/* Removes [start, end) from a covered range. Caller holds the lock. If the list is full, a split range stays
 * whole, which is harmless: restoring the window's memory twice changes nothing. */
static void mappings_cut_cover(unsigned number, uintptr_t start, uintptr_t end)
{
    mapping_range_t *c = &mappings.cover[number], behind = {end, c->end};
    bool has_before = c->start < start, has_behind = end < c->end;
    if (has_before && has_behind && mappings.covered == COVERED)
        return;
    if (has_before && has_behind)
        mappings.cover[mappings.covered++] = behind;
    if (has_before)
        c->end = start;
    else if (has_behind)
        *c = behind;
    else
        *c = mappings.cover[--mappings.covered];
}

/* Restores the window's memory. mremap() of 0 bytes duplicates a shared mapping. */
static int mappings_restore(char *at, size_t bytes)
{
    uintptr_t first = (uintptr_t)at, behind = first + bytes;
    int rc = 0;
    if (AO_int_load(&mappings.covered) == 0)
        return 0;
    emuq_host_mutex_lock(&mappings.lock);
    for (unsigned i = mappings.covered; i-- > 0 && rc == 0;) {
        mapping_range_t c = mappings.cover[i];
        if (!mappings_overlap(&c, first, behind))
            continue;
        uintptr_t start = c.start > first ? c.start : first, end = c.end < behind ? c.end : behind;
        if (syscall(SYS_mremap, mappings.alias + (start - mappings.start), 0, end - start,
                    MREMAP_MAYMOVE | MREMAP_FIXED, start) != (long)start)
            rc = -errno;
        else
            mappings_cut_cover(i, start, end);
    }
    emuq_host_mutex_unlock(&mappings.lock);
    return rc;
}

/* MADV_REMOVE requires write access. */
static int mappings_zero(char *at, size_t bytes)
{
    int rc = mappings_restore(at, bytes);
    if (rc != 0)
        return rc;
    if (mprotect(at, bytes, PROT_READ | PROT_WRITE) != 0)
        return -errno;
    if (madvise(at, bytes, MADV_REMOVE) != 0)
        memset(at, 0, bytes);
    return 0;
}

static int mappings_protect(char *at, size_t bytes, int protection)
{
    return mprotect(at, bytes, protection) == 0 ? 0 : -errno;
}

void *emuq_mappings_map(size_t bytes, int protection)
{
    char *at = NULL;
    if (mappings.end == 0) /* no calls before a sanitizer has started */
        return NULL;
    bytes = emuq_page_round_up(bytes);
    emuq_host_mutex_lock(&mappings.lock);
    for (unsigned i = 0; at == NULL && i < mappings.free_ranges; i++)
        if (mappings.free_range[i].end - mappings.free_range[i].start >= bytes)
            at = (char *)mappings.free_range[i].start;
    if (at != NULL)
        mappings_take((uintptr_t)at, (uintptr_t)at + bytes);
    emuq_host_mutex_unlock(&mappings.lock);
    if (at == NULL || mappings_protect(at, bytes, protection) == 0)
        return at;
    emuq_mappings_unmap(at, bytes);
    return NULL;
}

int emuq_mappings_replace(char *at, size_t bytes, int protection)
{
    bytes = emuq_page_round_up(bytes);
    emuq_host_mutex_lock(&mappings.lock);
    mappings_take((uintptr_t)at, (uintptr_t)at + bytes);
    emuq_host_mutex_unlock(&mappings.lock);
    int rc = mappings_zero(at, bytes);
    return rc == 0 ? mappings_protect(at, bytes, protection) : rc;
}

int emuq_mappings_unmap(char *at, size_t bytes)
{
    bytes = emuq_page_round_up(bytes);
    int rc = mappings_zero(at, bytes);
    if (rc == 0)
        rc = mappings_protect(at, bytes, PROT_NONE);
    if (rc != 0)
        return rc;
    emuq_host_mutex_lock(&mappings.lock);
    mappings_give((uintptr_t)at, (uintptr_t)at + bytes);
    emuq_host_mutex_unlock(&mappings.lock);
    return 0;
}

bool emuq_mappings_extend(char *at, size_t bytes, size_t longer, int protection)
{
    char *behind = at + emuq_page_round_up(bytes);
    size_t more = emuq_page_round_up(longer) - emuq_page_round_up(bytes);
    bool is_free = false;
    emuq_host_mutex_lock(&mappings.lock);
    for (unsigned i = 0; !is_free && i < mappings.free_ranges; i++)
        is_free = mappings.free_range[i].start == (uintptr_t)behind &&
                  mappings.free_range[i].end - (uintptr_t)behind >= more;
    if (is_free)
        mappings_take((uintptr_t)behind, (uintptr_t)behind + more);
    emuq_host_mutex_unlock(&mappings.lock);
    if (!is_free || mappings_protect(behind, more, protection) == 0)
        return is_free;
    emuq_mappings_unmap(behind, more);
    return false;
}

int emuq_mappings_forget(char *at, size_t bytes)
{
    /* MADV_REMOVE fails for read-only pages, whose contents the program has not changed. */
    return madvise(at, emuq_page_round_up(bytes), MADV_REMOVE) == 0 ? 0 : -errno;
}
