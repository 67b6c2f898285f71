/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/memory/shared_mappings.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/host_calls.h"

#define PIECES                                                                                               \
    4096 /* free ranges that are remembered; with more, memory that is unmapped is not used again */

/* Free pages. */
typedef struct piece {
    uintptr_t start, end;
} piece_t;

#define COVERED 1024 /* ranges where the program has mapped other memory */

static struct {
    uintptr_t start, end;
    uintptr_t alias; /* of start */
    unsigned covered;
    piece_t cover[COVERED]; /* in no order; lock */
    unsigned pieces;
    piece_t piece[PIECES]; /* in the order of their addresses; none touches the next */
    pthread_mutex_t lock;
} area = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* A child of fork() has a copy, in which another thread of its parent may hold the lock. */
static void leave_in_child(void)
{
    area.start = area.end = 0;
}

int emuq_mappings_open(char *start, size_t bytes, char *alias)
{
    if (pthread_atfork(NULL, NULL, leave_in_child) != 0)
        return -ENOMEM;
    area.piece[0] = (piece_t){(uintptr_t)start, (uintptr_t)start + bytes};
    area.pieces = 1;
    area.alias = (uintptr_t)alias;
    area.start = (uintptr_t)start;
    area.end = (uintptr_t)start + bytes;
    return 0;
}

bool emuq_mappings_touch(const void *p, size_t bytes)
{
    uintptr_t at = (uintptr_t)p;
    return at < area.end && bytes > 0 && at + (bytes - 1) >= area.start;
}

bool emuq_mappings_hold(const void *p, size_t bytes)
{
    uintptr_t at = (uintptr_t)p;
    return at >= area.start && at <= area.end && bytes <= area.end - at;
}

static size_t pages(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) & ~(page - 1);
}

static void remove_piece(unsigned at)
{
    memmove(&area.piece[at], &area.piece[at + 1], (area.pieces - at - 1) * sizeof(piece_t));
    area.pieces--;
}

/* Takes [start, end) out of the free pages, as far as it is free; lock. */
static void take(uintptr_t start, uintptr_t end)
{
    for (unsigned i = 0; i < area.pieces;) {
        piece_t *p = &area.piece[i], old = *p;
        if (old.end <= start || old.start >= end) {
            i++;
            continue;
        }
        if (old.start < start && old.end > end && area.pieces < PIECES) {
            memmove(p + 1, p, (area.pieces - i) * sizeof(piece_t));
            area.pieces++;
            p[0].end = start;
            p[1].start = end;
            return;
        }
        if (old.start < start)
            p->end = start; /* with a full list, what is behind is lost */
        else
            p->start = end < old.end ? end : old.end;
        if (p->start == p->end)
            remove_piece(i);
        else
            i++;
    }
}

/* Adds pages that are not free; lock. */
static void give(uintptr_t start, uintptr_t end)
{
    unsigned i = 0;
    take(start, end); /* some may be free already: unmapping them is no error */
    while (i < area.pieces && area.piece[i].end < start)
        i++;
    if (i < area.pieces && area.piece[i].end == start) {
        area.piece[i].end = end;
        if (i + 1 < area.pieces && area.piece[i + 1].start == end) {
            area.piece[i].end = area.piece[i + 1].end;
            remove_piece(i + 1);
        }
    } else if (i < area.pieces && area.piece[i].start == end) {
        area.piece[i].start = start;
    } else if (area.pieces < PIECES) {
        memmove(&area.piece[i + 1], &area.piece[i], (area.pieces - i) * sizeof(piece_t));
        area.pieces++;
        area.piece[i] = (piece_t){start, end};
    }
}

/* Whether a range where other memory is mapped touches [start, end). */
static bool is_over(const piece_t *cover, uintptr_t start, uintptr_t end)
{
    return cover->start < end && start < cover->end;
}

int emuq_mappings_cover(char *at, size_t bytes)
{
    uintptr_t start = (uintptr_t)at, end = start + pages(bytes);
    int rc = -ENOMEM;
    emuq_host_mutex_lock(&area.lock);
    for (unsigned i = 0; i < area.covered && rc != 1; i++)
        if (area.cover[i].start <= start && end <= area.cover[i].end)
            rc = 1;
    if (rc != 1 && area.covered < COVERED) {
        rc = 0;
        take(start, end);
        area.cover[area.covered] = (piece_t){start, end};
        /* Relaxed: a thread that maps memory and one that uses it are ordered by the program. */
        __atomic_store_n(&area.covered, area.covered + 1, __ATOMIC_RELAXED);
    }
    emuq_host_mutex_unlock(&area.lock);
    return rc;
}

void emuq_mappings_uncover(const char *at, size_t bytes)
{
    uintptr_t start = (uintptr_t)at, end = start + pages(bytes);
    emuq_host_mutex_lock(&area.lock);
    for (unsigned i = area.covered; i-- > 0;) {
        if (area.cover[i].start != start || area.cover[i].end != end)
            continue;
        area.cover[i] = area.cover[area.covered - 1];
        __atomic_store_n(&area.covered, area.covered - 1, __ATOMIC_RELAXED);
        break;
    }
    emuq_host_mutex_unlock(&area.lock);
}

bool emuq_mappings_are_covered(const void *p, size_t bytes)
{
    bool is_covered = false;
    if (__atomic_load_n(&area.covered, __ATOMIC_RELAXED) == 0)
        return false;
    emuq_host_mutex_lock(&area.lock);
    for (unsigned i = 0; i < area.covered && !is_covered; i++)
        is_covered = is_over(&area.cover[i], (uintptr_t)p, (uintptr_t)p + pages(bytes));
    emuq_host_mutex_unlock(&area.lock);
    return is_covered;
}

/* Takes [start, end) out of a range where other memory is mapped; lock. Without space for what is left on
 * both sides the range stays whole: to put memory of the window back where it is changes nothing. */
static void uncover(unsigned number, uintptr_t start, uintptr_t end)
{
    piece_t *c = &area.cover[number], behind = {end, c->end};
    bool has_before = c->start < start, has_behind = end < c->end;
    if (has_before && has_behind && area.covered == COVERED)
        return;
    if (has_before && has_behind)
        area.cover[area.covered++] = behind;
    if (has_before)
        c->end = start;
    else if (has_behind)
        *c = behind;
    else
        *c = area.cover[--area.covered];
}

/* Maps memory of the window again where the program has mapped other memory over it. A mapping of nothing
 * that is made longer is another mapping of the same pages. */
static int put_back(char *at, size_t bytes)
{
    uintptr_t first = (uintptr_t)at, behind = first + bytes;
    int rc = 0;
    if (__atomic_load_n(&area.covered, __ATOMIC_RELAXED) == 0)
        return 0;
    emuq_host_mutex_lock(&area.lock);
    for (unsigned i = area.covered; i-- > 0 && rc == 0;) {
        piece_t c = area.cover[i];
        if (!is_over(&c, first, behind))
            continue;
        uintptr_t start = c.start > first ? c.start : first, end = c.end < behind ? c.end : behind;
        if (syscall(SYS_mremap, area.alias + (start - area.start), 0, end - start,
                    MREMAP_MAYMOVE | MREMAP_FIXED, start) != (long)start)
            rc = -errno;
        else
            uncover(i, start, end);
    }
    emuq_host_mutex_unlock(&area.lock);
    return rc;
}

/* Takes away what pages hold, of the window and not of what the program has mapped over it. The kernel wants
 * to be allowed to write. */
static int zero(char *at, size_t bytes)
{
    int rc = put_back(at, bytes);
    if (rc != 0)
        return rc;
    if (mprotect(at, bytes, PROT_READ | PROT_WRITE) != 0)
        return -errno;
    if (madvise(at, bytes, MADV_REMOVE) != 0)
        memset(at, 0, bytes);
    return 0;
}

static int protect(char *at, size_t bytes, int protection)
{
    return mprotect(at, bytes, protection) == 0 ? 0 : -errno;
}

void *emuq_mappings_map(size_t bytes, int protection)
{
    char *at = NULL;
    if (area.end == 0) /* nothing may be called yet: a sanitizer is about to begin */
        return NULL;
    bytes = pages(bytes);
    emuq_host_mutex_lock(&area.lock);
    for (unsigned i = 0; at == NULL && i < area.pieces; i++)
        if (area.piece[i].end - area.piece[i].start >= bytes)
            at = (char *)area.piece[i].start;
    if (at != NULL)
        take((uintptr_t)at, (uintptr_t)at + bytes);
    emuq_host_mutex_unlock(&area.lock);
    if (at == NULL || protect(at, bytes, protection) == 0)
        return at;
    emuq_mappings_unmap(at, bytes);
    return NULL;
}

int emuq_mappings_replace(char *at, size_t bytes, int protection)
{
    bytes = pages(bytes);
    emuq_host_mutex_lock(&area.lock);
    take((uintptr_t)at, (uintptr_t)at + bytes);
    emuq_host_mutex_unlock(&area.lock);
    int rc = zero(at, bytes);
    return rc == 0 ? protect(at, bytes, protection) : rc;
}

int emuq_mappings_unmap(char *at, size_t bytes)
{
    bytes = pages(bytes);
    int rc = zero(at, bytes);
    if (rc == 0)
        rc = protect(at, bytes, PROT_NONE);
    if (rc != 0)
        return rc;
    emuq_host_mutex_lock(&area.lock);
    give((uintptr_t)at, (uintptr_t)at + bytes);
    emuq_host_mutex_unlock(&area.lock);
    return 0;
}

bool emuq_mappings_extend(char *at, size_t bytes, size_t longer, int protection)
{
    char *behind = at + pages(bytes);
    size_t more = pages(longer) - pages(bytes);
    bool is_free = false;
    emuq_host_mutex_lock(&area.lock);
    for (unsigned i = 0; !is_free && i < area.pieces; i++)
        is_free = area.piece[i].start == (uintptr_t)behind && area.piece[i].end - (uintptr_t)behind >= more;
    if (is_free)
        take((uintptr_t)behind, (uintptr_t)behind + more);
    emuq_host_mutex_unlock(&area.lock);
    if (!is_free || protect(behind, more, protection) == 0)
        return is_free;
    emuq_mappings_unmap(behind, more);
    return false;
}

int emuq_mappings_forget(char *at, size_t bytes)
{
    /* MADV_REMOVE is refused where the program must not write; then nothing of it is in use but to read. */
    return madvise(at, pages(bytes), MADV_REMOVE) == 0 ? 0 : -errno;
}
