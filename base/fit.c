/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The range is a sequence of chunks, used or free. A chunk is a multiple of a line; its header is the last
 * 16 bytes of a line, so its block begins the next line. A chunk knows the size of the one in front of it:
 * a freed chunk is merged with free neighbours. Free chunks are in bins by size; two levels of bit maps find
 * the first bin with a chunk that fits.
 */
#include "base/fit.h"

#include <stdint.h>
#include <string.h>

#define LINE       ((uint64_t)EMUQ_FIT_LINE)
#define HEADER     16u
#define USED       UINT64_C(1)
#define SLOT_BITS  4u
#define SLOTS      (1u << SLOT_BITS)
#define LEVELS     32u
#define MOST_BYTES (UINT64_C(1) << 36)

typedef struct chunk {
    uint64_t before;               /* bytes of the chunk in front, 0: none */
    uint64_t bytes;                /* with the header, and USED */
    struct chunk *next, *previous; /* in its bin; only of a free chunk */
} chunk_t;

struct emuq_fit {
    uintptr_t end;
    uintptr_t fresh;        /* memory from here on has never been stored to */
    uint32_t levels;        /* which levels have a chunk ... */
    uint32_t slots[LEVELS]; /* ... and which bins of a level */
    chunk_t *bin[LEVELS][SLOTS];
};

typedef struct place {
    unsigned level, slot;
} place_t;

static uint64_t size_of(const chunk_t *c)
{
    return c->bytes & ~USED;
}

static chunk_t *chunk_at(const void *first, uint64_t offset)
{
    return (chunk_t *)((uintptr_t)first + offset);
}

static chunk_t *chunk_of(const void *block)
{
    return (chunk_t *)((uintptr_t)block - HEADER);
}

static uint64_t chunk_bytes(uint64_t bytes)
{
    return (bytes + HEADER + LINE - 1) / LINE * LINE;
}

static unsigned log_of(uint64_t lines)
{
    return 63u - (unsigned)__builtin_clzll(lines);
}

/* The bin of chunks of this size. */
static place_t place_of(uint64_t bytes)
{
    uint64_t lines = bytes / LINE;
    if (lines < SLOTS)
        return (place_t){0, (unsigned)lines};
    unsigned shift = log_of(lines) - SLOT_BITS;
    return (place_t){shift + 1, (unsigned)(lines >> shift) - SLOTS};
}

/* The first bin all of whose chunks have that size at least. */
static place_t place_from(uint64_t bytes)
{
    uint64_t lines = bytes / LINE;
    if (lines >= SLOTS)
        lines += (UINT64_C(1) << (log_of(lines) - SLOT_BITS)) - 1;
    return place_of(lines * LINE);
}

static void insert(emuq_fit_t *fit, chunk_t *c)
{
    place_t p = place_of(c->bytes);
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

static void take_out(emuq_fit_t *fit, chunk_t *c)
{
    place_t p = place_of(c->bytes);
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

static chunk_t *find(const emuq_fit_t *fit, uint64_t bytes)
{
    place_t p = place_from(bytes);
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

/* Cuts a free chunk, which is in no bin, into two. @return the second one, also free and in none */
static chunk_t *cut(const emuq_fit_t *fit, chunk_t *c, uint64_t bytes)
{
    chunk_t *rest = chunk_at(c, bytes), *behind = chunk_at(c, c->bytes);
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
    chunk_t *all = chunk_at(range, first);
    fit->end = (uintptr_t)range + bytes - LINE + (LINE - HEADER);
    all->bytes = fit->end - (uintptr_t)all;
    insert(fit, all);
    return fit;
}

void *emuq_fit_malloc(emuq_fit_t *fit, size_t alignment, size_t bytes)
{
    if (bytes > MOST_BYTES || alignment > MOST_BYTES)
        return NULL;
    uint64_t wanted = chunk_bytes(bytes), spare = alignment > LINE ? alignment : 0;
    chunk_t *c = find(fit, wanted + spare);
    if (c == NULL)
        return NULL;
    take_out(fit, c);
    uintptr_t block = (uintptr_t)c + HEADER;
    uint64_t gap = spare != 0 ? -block & (alignment - 1) : 0;
    if (gap != 0) {
        chunk_t *front = c;
        c = cut(fit, front, gap);
        insert(fit, front);
    }
    if (c->bytes > wanted)
        insert(fit, cut(fit, c, wanted));
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
    chunk_t *c = chunk_of(block);
    if ((uintptr_t)block % LINE != 0 || (c->bytes & USED) == 0)
        return false;
    c->bytes &= ~USED;
    chunk_t *behind = chunk_at(c, c->bytes);
    if ((uintptr_t)behind < fit->end && (behind->bytes & USED) == 0) {
        take_out(fit, behind);
        c->bytes += behind->bytes;
    }
    chunk_t *front = chunk_at(c, -c->before);
    if (c->before != 0 && (front->bytes & USED) == 0) {
        take_out(fit, front);
        front->bytes += c->bytes;
        c = front;
    }
    behind = chunk_at(c, c->bytes);
    if ((uintptr_t)behind < fit->end)
        behind->before = c->bytes;
    insert(fit, c);
    return true;
}

size_t emuq_fit_usable(const void *block)
{
    return size_of(chunk_of(block)) - HEADER;
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
    take_out(fit, last);
    last->bytes -= fit->end - end;
    fit->end = end;
    insert(fit, last);
    return true;
}
