/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#endif
#endif

#include "base/atomic.h"

static struct {
    uint64_t last; /* number of the failing allocation; 0: none; atomic */
    uint64_t made; /* counted while last is set; atomic */
} memory_plan;

void emuq_memory_fail(uint64_t nth)
{
    AO_store(&memory_plan.made, 0);
    /* Release: pairs with the acquire of an allocation. */
    AO_store_release(&memory_plan.last, nth);
}

uint64_t emuq_memory_until_failure(void)
{
    uint64_t last = AO_load_acquire(&memory_plan.last);
    uint64_t made = AO_load(&memory_plan.made);
    return made < last ? last - made : 0;
}

static bool memory_fails(size_t bytes)
{
    uint64_t last = AO_load_acquire(&memory_plan.last);
    if (last == 0 || AO_fetch_and_add1(&memory_plan.made) + 1 != last)
        return false;
    fprintf(stderr, "emuq: EMUQ_FAULTS: allocation %llu, of %zu bytes, fails\n", (unsigned long long)last,
            bytes);
    errno = ENOMEM;
    return true;
}

void *emuq_malloc(size_t bytes)
{
    return memory_fails(bytes) ? NULL : malloc(bytes);
}

void *emuq_calloc(size_t count, size_t bytes)
{
    return memory_fails(count * bytes) ? NULL : calloc(count, bytes);
}

void *emuq_realloc(void *memory, size_t bytes)
{
    return memory_fails(bytes) ? NULL : realloc(memory, bytes);
}

int emuq_posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    return memory_fails(bytes) ? ENOMEM : posix_memalign(memory, alignment, bytes);
}

char *emuq_strdup(const char *text)
{
    size_t bytes = strlen(text) + 1;
    char *copy = emuq_malloc(bytes);
    return copy != NULL ? memcpy(copy, text, bytes) : NULL;
}

void emuq_memcheck_reserve(const void *p, size_t bytes)
{
    (void)p;
    (void)bytes;
#ifdef VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE
    if (RUNNING_ON_VALGRIND) {
        (void)VALGRIND_DISABLE_ADDR_ERROR_REPORTING_IN_RANGE(p, bytes);
        (void)VALGRIND_MAKE_MEM_NOACCESS(p, bytes);
    }
#endif
}

void emuq_memcheck_allocate(const void *p, size_t bytes)
{
    (void)p;
    (void)bytes;
#ifdef VALGRIND_MAKE_MEM_DEFINED
    (void)VALGRIND_MAKE_MEM_DEFINED(p, bytes);
#endif
}

void emuq_memcheck_pause(void)
{
#ifdef VALGRIND_DISABLE_ERROR_REPORTING
    VALGRIND_DISABLE_ERROR_REPORTING;
#endif
}

void emuq_memcheck_continue(void)
{
#ifdef VALGRIND_ENABLE_ERROR_REPORTING
    VALGRIND_ENABLE_ERROR_REPORTING;
#endif
}

/* ---- TLSF ----
 *
 * The header of a chunk is the last 16 bytes of a line. Free chunks are in bins by size, found by two levels
 * of bit maps. */

#define LINE       ((uint64_t)EMUQ_FIT_LINE)
#define HEADER     16u
#define USED       UINT64_C(1)
#define SLOT_BITS  4u
#define SLOTS      (1u << SLOT_BITS)
#define LEVELS     32u
#define MOST_BYTES (UINT64_C(1) << 36)

typedef struct chunk {
    uint64_t before;               /* bytes of the preceding chunk; 0: none */
    uint64_t bytes;                /* includes the header; USED is added */
    struct chunk *next, *previous; /* neighbours in the bin */
} chunk_t;

struct emuq_fit {
    uintptr_t end;
    uintptr_t fresh; /* memory from here on was never stored to */
    uint32_t levels;
    uint32_t slots[LEVELS];
    chunk_t *bin[LEVELS][SLOTS];
};

typedef struct fit_bin {
    unsigned level, slot;
} fit_bin_t;

static chunk_t *fit_chunk_at(const void *first, uint64_t offset)
{
    return (chunk_t *)((uintptr_t)first + offset);
}

static chunk_t *fit_chunk_of(const void *block)
{
    return (chunk_t *)((uintptr_t)block - HEADER);
}

static unsigned fit_log(uint64_t lines)
{
    return 63u - (unsigned)__builtin_clzll(lines);
}

static fit_bin_t fit_bin_of(uint64_t bytes)
{
    uint64_t lines = bytes / LINE;
    if (lines < SLOTS)
        return (fit_bin_t){0, (unsigned)lines};
    unsigned shift = fit_log(lines) - SLOT_BITS;
    return (fit_bin_t){shift + 1, (unsigned)(lines >> shift) - SLOTS};
}

/* Finds the first bin whose chunks all fit. */
static fit_bin_t fit_bin_from(uint64_t bytes)
{
    uint64_t lines = bytes / LINE;
    if (lines >= SLOTS)
        lines += (UINT64_C(1) << (fit_log(lines) - SLOT_BITS)) - 1;
    return fit_bin_of(lines * LINE);
}

static void fit_insert(emuq_fit_t *fit, chunk_t *c)
{
    fit_bin_t p = fit_bin_of(c->bytes);
    chunk_t **bin = &fit->bin[p.level][p.slot];
    c->next = *bin;
    c->previous = NULL;
    if (*bin != NULL)
        (*bin)->previous = c;
    *bin = c;
    fit->slots[p.level] |= 1u << p.slot;
    fit->levels |= 1u << p.level;
    if ((uintptr_t)(c + 1) > fit->fresh)
        fit->fresh = (uintptr_t)(c + 1);
}

static void fit_remove(emuq_fit_t *fit, chunk_t *c)
{
    fit_bin_t p = fit_bin_of(c->bytes);
    if (c->next != NULL)
        c->next->previous = c->previous;
    if (c->previous != NULL) {
        c->previous->next = c->next;
        return;
    }
    fit->bin[p.level][p.slot] = c->next;
    if (c->next == NULL && (fit->slots[p.level] &= ~(1u << p.slot)) == 0)
        fit->levels &= ~(1u << p.level);
}

static chunk_t *fit_find(const emuq_fit_t *fit, uint64_t bytes)
{
    fit_bin_t p = fit_bin_from(bytes);
    uint32_t slots = fit->slots[p.level] & (~0u << p.slot);
    if (slots == 0) {
        uint32_t levels = p.level + 1 < LEVELS ? fit->levels & (~0u << (p.level + 1)) : 0;
        if (levels == 0)
            return NULL;
        p.level = (unsigned)__builtin_ctz(levels);
        slots = fit->slots[p.level];
    }
    return fit->bin[p.level][__builtin_ctz(slots)];
}

/* Splits a chunk outside the bins. @return the second part */
static chunk_t *fit_split(const emuq_fit_t *fit, chunk_t *c, uint64_t bytes)
{
    chunk_t *rest = fit_chunk_at(c, bytes), *behind = fit_chunk_at(c, c->bytes);
    rest->before = bytes;
    rest->bytes = c->bytes - bytes;
    if ((uintptr_t)behind < fit->end)
        behind->before = rest->bytes;
    c->bytes = bytes;
    return rest;
}

emuq_fit_t *emuq_fit_open(void *range, size_t bytes)
{
    emuq_fit_t *fit = range;
    uint64_t first = (sizeof *fit + HEADER + LINE - 1) / LINE * LINE - HEADER;
    chunk_t *all = fit_chunk_at(range, first);
    fit->end = (uintptr_t)range + bytes - LINE + (LINE - HEADER);
    all->bytes = fit->end - (uintptr_t)all;
    fit_insert(fit, all);
    return fit;
}

void *emuq_fit_malloc(emuq_fit_t *fit, size_t alignment, size_t bytes)
{
    if (bytes > MOST_BYTES || alignment > MOST_BYTES)
        return NULL;
    uint64_t wanted = (bytes + HEADER + LINE - 1) / LINE * LINE, spare = alignment > LINE ? alignment : 0;
    chunk_t *c = fit_find(fit, wanted + spare);
    if (c == NULL)
        return NULL;
    fit_remove(fit, c);
    uintptr_t block = (uintptr_t)c + HEADER;
    uint64_t gap = spare != 0 ? -block & (alignment - 1) : 0;
    if (gap != 0) {
        chunk_t *front = c;
        c = fit_split(fit, front, gap);
        fit_insert(fit, front);
    }
    if (c->bytes > wanted)
        fit_insert(fit, fit_split(fit, c, wanted));
    if ((uintptr_t)c + c->bytes > fit->fresh)
        fit->fresh = (uintptr_t)c + c->bytes;
    c->bytes |= USED;
    return (char *)c + HEADER;
}

void *emuq_fit_zalloc(emuq_fit_t *fit, size_t alignment, size_t bytes)
{
    uintptr_t fresh = fit->fresh;
    char *block = emuq_fit_malloc(fit, alignment, bytes);
    if (block != NULL && (uintptr_t)block < fresh)
        memset(block, 0, fresh - (uintptr_t)block < bytes ? fresh - (uintptr_t)block : bytes);
    return block;
}

bool emuq_fit_free(emuq_fit_t *fit, void *block)
{
    chunk_t *c = fit_chunk_of(block);
    if ((uintptr_t)block % LINE != 0 || (c->bytes & USED) == 0)
        return false;
    c->bytes &= ~USED;
    chunk_t *behind = fit_chunk_at(c, c->bytes);
    if ((uintptr_t)behind < fit->end && (behind->bytes & USED) == 0) {
        fit_remove(fit, behind);
        c->bytes += behind->bytes;
    }
    chunk_t *front = fit_chunk_at(c, -c->before);
    if (c->before != 0 && (front->bytes & USED) == 0) {
        fit_remove(fit, front);
        front->bytes += c->bytes;
        c = front;
    }
    behind = fit_chunk_at(c, c->bytes);
    if ((uintptr_t)behind < fit->end)
        behind->before = c->bytes;
    fit_insert(fit, c);
    return true;
}

size_t emuq_fit_usable(const void *block)
{
    return (fit_chunk_of(block)->bytes & ~USED) - HEADER;
}

size_t emuq_fit_used(const emuq_fit_t *fit)
{
    return fit->fresh - (uintptr_t)fit;
}

bool emuq_fit_shrink(emuq_fit_t *fit, size_t bytes)
{
    uintptr_t end = (uintptr_t)fit + bytes - HEADER;
    chunk_t *last = NULL;
    for (unsigned level = 0; level < LEVELS && last == NULL; level++)
        for (unsigned slot = 0; slot < SLOTS && last == NULL; slot++)
            for (chunk_t *c = fit->bin[level][slot]; c != NULL; c = c->next)
                if ((uintptr_t)c + c->bytes == fit->end)
                    last = c;
    if (last == NULL || (uintptr_t)last + LINE > end || fit->fresh > end)
        return false;
    fit_remove(fit, last);
    last->bytes -= fit->end - end;
    fit->end = end;
    fit_insert(fit, last);
    return true;
}
