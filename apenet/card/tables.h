/* SPDX-License-Identifier: BSD-3-Clause */
/** @file tables.h
 * @brief Tables of a card, covered by its lock: page tables, the fully
 * associative LRU TLB, and registered buffers.
 */
#ifndef APENET_CARD_TABLES_H
#define APENET_CARD_TABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "apenet/event.h"
#include "apenet/registers.h"
#include "backends/arena.h"

#define APENET_PAGES_MAX (1u << 20)

/** Zeros except page_bits: empty. */
typedef struct apenet_page_table {
    unsigned page_bits; /**< log2 of the page size: 12, GPU 16 */
    uint32_t pages;
    uintptr_t root;
    uint64_t leaf;            /**< number of the leaf node used last */
    const uintptr_t *entries; /**< leaf node used last, or NULL; nodes do not move */
} apenet_page_table_t;

/** Adds or moves a page; addresses are page-aligned. @return 0; -ENOSPC: table full;
 * -ENOMEM; -EINVAL: address beyond 48 bits */
int apenet_page_add(emuq_arena_t *arena, apenet_page_table_t *t, uint64_t va, uint64_t bus);

/** Removes a page. @return 0 or -ENOENT */
int apenet_page_remove(apenet_page_table_t *t, uint64_t va);

/** @param bus set to the address of the page @return whether the page exists */
bool apenet_page_find(apenet_page_table_t *t, uint64_t va, uint64_t *bus);

/** A cached page. Key: page address | table number. */
typedef struct apenet_tlb_entry {
    uint64_t key;
    uint64_t bus;
    uint16_t newer, older; /**< LRU neighbours, from 1; 0: none */
    uint16_t chain;
    bool is_used;
} apenet_tlb_entry_t;

typedef struct apenet_tlb {
    uint32_t entries; /**< 0: no TLB */
    uint32_t buckets; /**< a power of two, at least entries + 1 */
    uint64_t hits, misses;
    apenet_tlb_entry_t *entry; /**< [entries + 1]; entry 0: `older` is the newest entry, `newer` the oldest */
    uint16_t *bucket;          /**< [buckets] first entry of each */
} apenet_tlb_t;

size_t apenet_tlb_bytes(uint32_t entries);

/** @param memory zeros, apenet_tlb_bytes() bytes */
void apenet_tlb_init(apenet_tlb_t *tlb, uint32_t entries, void *memory);

void apenet_tlb_note(apenet_tlb_t *tlb, unsigned table, uint64_t page, uint64_t bus);

void apenet_tlb_forget(apenet_tlb_t *tlb, unsigned table, uint64_t page);

void apenet_tlb_forget_table(apenet_tlb_t *tlb, unsigned table);

/** Pages are aligned to at least 4096 bytes. */
static inline uint64_t apenet_tlb_key(unsigned table, uint64_t page)
{
    return page | table;
}

/** Consecutive pages of 4 KiB or 64 KiB have separate buckets. */
static inline uint16_t *apenet_tlb_bucket(const apenet_tlb_t *tlb, uint64_t key)
{
    uint64_t number = key >> 12;
    return &tlb->bucket[(number ^ number >> 4 ^ key << 5) & (tlb->buckets - 1)];
}

static inline uint16_t apenet_tlb_entry(const apenet_tlb_t *tlb, uint64_t key)
{
    uint16_t i = *apenet_tlb_bucket(tlb, key);
    while (i != 0 && tlb->entry[i].key != key)
        i = tlb->entry[i].chain;
    return i;
}

static inline void apenet_tlb_use(apenet_tlb_t *tlb, uint16_t i)
{
    apenet_tlb_entry_t *all = tlb->entry, *e = &all[i];
    uint16_t newest = all[0].older;
    if (newest == i)
        return;
    all[e->newer].older = e->older;
    all[e->older].newer = e->newer;
    e->newer = 0;
    e->older = newest;
    all[newest].newer = i;
    all[0].older = i;
}

/** Looks a page up and counts the hit or miss. @return whether the page is cached */
static inline bool apenet_tlb_find(apenet_tlb_t *tlb, unsigned table, uint64_t page, uint64_t *bus)
{
    uint64_t key = apenet_tlb_key(table, page);
    const apenet_tlb_entry_t *newest = &tlb->entry[tlb->entry[0].older];
    if (newest->key == key && newest->is_used) { /* stays the newest */
        tlb->hits++;
        *bus = newest->bus;
        return true;
    }
    uint16_t i = apenet_tlb_entry(tlb, key);
    if (i == 0) {
        tlb->misses++;
        return false;
    }
    tlb->hits++;
    apenet_tlb_use(tlb, i);
    *bus = tlb->entry[i].bus;
    return true;
}

/** Consecutive 4 KiB pages at both addresses that are LRU neighbours: they move as a unit. */
typedef struct apenet_tlb_run {
    uint32_t pages; /**< 0: no run */
    uint16_t first, last;
} apenet_tlb_run_t;

/** The next newer entry. Barriers keep the branch, which lets the processor load ahead. */
static inline uint16_t apenet_tlb_newer(const apenet_tlb_entry_t *e, uint16_t i)
{
    uint32_t guess = i + 1u;
    __asm__("" : "+r"(guess));
    if (__builtin_expect(e->newer == guess, 1))
        return (uint16_t)guess;
    __asm__ volatile("");
    return e->newer;
}

/** Finds a run of at most @p pages pages without changing the TLB. @param bus required bus address of the
 * first page */
static inline apenet_tlb_run_t apenet_tlb_find_run(const apenet_tlb_t *tlb, unsigned table, uint64_t page,
                                                   uint32_t pages, uint64_t bus)
{
    const apenet_tlb_entry_t *all = tlb->entry;
    uint64_t key = apenet_tlb_key(table, page);
    apenet_tlb_run_t run = {0, pages != 0 ? apenet_tlb_entry(tlb, key) : 0, 0};
    for (uint16_t i = run.first; run.pages < pages && i != 0 && all[i].key == key && all[i].bus == bus;
         i = apenet_tlb_newer(&all[i], i)) {
        run.last = i;
        key += APENET_PAGE_BYTES;
        bus += APENET_PAGE_BYTES;
        run.pages++;
    }
    return run;
}

/** Acts as apenet_tlb_find() for each page. The TLB has not changed since the search. */
static inline void apenet_tlb_use_run(apenet_tlb_t *tlb, const apenet_tlb_run_t *run)
{
    apenet_tlb_entry_t *all = tlb->entry;
    uint16_t first = run->first, last = run->last;
    tlb->hits += run->pages;
    if (run->pages == 0 || all[0].older == last)
        return;
    all[all[first].older].newer = all[last].newer;
    all[all[last].newer].older = all[first].older;
    all[first].older = all[0].older;
    all[all[0].older].newer = first;
    all[last].newer = 0;
    all[0].older = last;
}

#define APENET_BUFFERS_MAX 1024u

typedef struct apenet_buffer_rec {
    uint64_t va;
    uint32_t bytes, flags; /**< size (at least 1 byte) and APENET_BUFFER_... flags */
    uint64_t magic;
    uint32_t owner;
    bool is_used; /**< streaming: a message has arrived */
} apenet_buffer_rec_t;

#define APENET_GAP_BITS 6u
#define APENET_GAPS     (1u << APENET_GAP_BITS) /**< cached search results */

/** Cached search result for a range without an edge of a persistent buffer of the process. */
typedef struct apenet_gap {
    uint64_t va, bytes; /**< 0 bytes: empty */
    const apenet_buffer_rec_t *buffer;
    uint64_t missed; /**< page of the last failed lookup in this slot */
    uint32_t missed_pid;
    uint32_t pid;
} apenet_gap_t;

typedef struct apenet_table {
    bool exists;   /**< atomic; cleared for a process that has died */
    bool is_freed; /**< atomic; the last table command was APENET_OP_TABLE_FREE */
    uint32_t buffers, capacity;
    apenet_buffer_rec_t *buffer; /**< [capacity] in order of registration */
    apenet_page_table_t pages;
    apenet_gap_t gap[APENET_GAPS]; /**< cleared by each change of the buffers */
} apenet_table_t;

/** Registers a buffer. A present streaming buffer becomes unused and the last. */
apenet_status_t apenet_buffer_add(emuq_arena_t *arena, apenet_table_t *t, const apenet_buffer_rec_t *buffer);

apenet_status_t apenet_buffer_remove(apenet_table_t *t, uint64_t va, uint64_t magic);

/** Finds the smallest, then oldest persistent buffer of a process that contains [va, va + bytes), or else the
 * first byte, or else NULL. */
const apenet_buffer_rec_t *apenet_buffer_find(const apenet_table_t *t, uint32_t pid, uint64_t va,
                                              uint32_t bytes);

/** A hash of the page: buffers often lie a power of two apart. */
static inline uint32_t apenet_gap_of(uint64_t va)
{
    return (uint32_t)(va / APENET_PAGE_BYTES * UINT64_C(0x9e3779b97f4a7c15) >> (64 - APENET_GAP_BITS));
}

/** apenet_buffer_find() from the cache; NULL: not cached. */
static inline const apenet_buffer_rec_t *apenet_buffer_known(const apenet_table_t *t, uint32_t pid,
                                                             uint64_t va, uint32_t bytes)
{
    const apenet_gap_t *n = &t->gap[apenet_gap_of(va)];
    uint64_t offset = va - n->va;
    return offset < n->bytes && bytes <= n->bytes - offset && n->pid == pid ? n->buffer : NULL;
}

/** apenet_buffer_find() with caching. */
const apenet_buffer_rec_t *apenet_buffer_seek(apenet_table_t *t, uint32_t pid, uint64_t va, uint32_t bytes);

/** A search result, valid until the table changes. Zeros: empty. */
typedef struct apenet_found {
    const apenet_table_t *table;
    uint32_t pid;
    uint64_t va, end; /**< range without an edge of a buffer of the process */
    const apenet_buffer_rec_t *buffer;
} apenet_found_t;

/** apenet_buffer_find() for consecutive addresses. */
const apenet_buffer_rec_t *apenet_buffer_find_next(const apenet_table_t *t, uint32_t pid, uint64_t va,
                                                   uint32_t bytes, apenet_found_t *found);

/** First unused streaming buffer with at least @p bytes bytes, or NULL. */
apenet_buffer_rec_t *apenet_buffer_stream(apenet_table_t *t, uint32_t pid, uint32_t bytes);

/** The streaming buffer with this magic at @p va, or NULL. */
const apenet_buffer_rec_t *apenet_buffer_named(const apenet_table_t *t, uint64_t va, uint64_t magic);

void apenet_table_clear(emuq_arena_t *arena, apenet_table_t *t);

#endif /* APENET_CARD_TABLES_H */
