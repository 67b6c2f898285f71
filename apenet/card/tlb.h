/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file tlb.h
 * @brief The translation look-aside buffer of a card: the pages used last, and their bus addresses.
 *
 * Fully associative; the entry that has not been used for the longest time is replaced. Covered by the lock
 * of its card. Lies in the arena.
 */
#ifndef APENET_CARD_TLB_H
#define APENET_CARD_TLB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "apenet/registers.h"

/** A page of a table. Its key: page address, lowest bits the table's number. */
typedef struct apenet_tlb_entry {
    uint64_t key;
    uint64_t bus;
    uint16_t newer, older; /**< neighbours in the order of use; numbers from 1, 0: none */
    uint16_t chain;        /**< next entry of the bucket */
    bool is_used;
} apenet_tlb_entry_t;

/** A TLB; entry 0 is the end of all lists. */
typedef struct apenet_tlb {
    uint32_t entries; /**< 0: there is none */
    uint32_t buckets; /**< a power of two, entries + 1 or more */
    uint64_t hits, misses;
    apenet_tlb_entry_t *entry; /**< [entries + 1]; entry 0: older is the newest one, newer the oldest */
    uint16_t *bucket;          /**< [buckets] its first entry */
} apenet_tlb_t;

/** Memory of a TLB of @p entries entries (0..65535), in bytes. */
size_t apenet_tlb_bytes(uint32_t entries);

/** Makes a TLB of @p entries entries in zeroed memory of apenet_tlb_bytes(). */
void apenet_tlb_init(apenet_tlb_t *tlb, uint32_t entries, void *memory);

/** Notes a page that has been found elsewhere. */
void apenet_tlb_note(apenet_tlb_t *tlb, unsigned table, uint64_t page, uint64_t bus);

/** Forgets a page, if it is there. */
void apenet_tlb_forget(apenet_tlb_t *tlb, unsigned table, uint64_t page);

/** Forgets all pages of a table. */
void apenet_tlb_forget_table(apenet_tlb_t *tlb, unsigned table);

/* ---- in line, since each page of a message is looked up ---- */

/** The key of a page: pages are aligned to 4096 bytes at least, tables are few. */
static inline uint64_t apenet_tlb_key(unsigned table, uint64_t page)
{
    return page | table;
}

/** The bucket of a key. Pages that follow one another, of 4096 bytes or 16 times as many, have buckets of
 * their own. */
static inline uint16_t *apenet_tlb_bucket(const apenet_tlb_t *tlb, uint64_t key)
{
    uint64_t number = key >> 12;
    return &tlb->bucket[(number ^ number >> 4 ^ key << 5) & (tlb->buckets - 1)];
}

/** The entry of a key, or 0. */
static inline uint16_t apenet_tlb_entry(const apenet_tlb_t *tlb, uint64_t key)
{
    uint16_t i = *apenet_tlb_bucket(tlb, key);
    while (i != 0 && tlb->entry[i].key != key)
        i = tlb->entry[i].chain;
    return i;
}

/** Makes an entry the newest one. */
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

/** Looks a page up, and counts. @return whether it is there; *bus is its bus address then */
static inline bool apenet_tlb_find(apenet_tlb_t *tlb, unsigned table, uint64_t page, uint64_t *bus)
{
    uint64_t key = apenet_tlb_key(table, page);
    const apenet_tlb_entry_t *newest = &tlb->entry[tlb->entry[0].older];
    if (newest->key == key && newest->is_used) { /* it stays the newest one */
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

/** Pages of APENET_PAGE_BYTES that follow one another at both addresses, and have been used one after
 * another: so they are neighbours in the order of use, and go together to its end. */
typedef struct apenet_tlb_run {
    uint32_t pages;       /**< 0: none */
    uint16_t first, last; /**< entries */
} apenet_tlb_run_t;

/** The entry that was used next. Mostly it is the next one in memory: the guess is a branch, so the processor
 * loads entries ahead of the chain; without the barriers it would be the load that it goes ahead of. */
static inline uint16_t apenet_tlb_newer(const apenet_tlb_entry_t *e, uint16_t i)
{
    uint32_t guess = i + 1u;
    __asm__("" : "+r"(guess));
    if (__builtin_expect(e->newer == guess, 1))
        return (uint16_t)guess;
    __asm__ volatile("");
    return e->newer;
}

/** Looks for a run, of @p pages pages at most, and changes nothing.
 *  @param bus the bus address that the first page must have */
static inline apenet_tlb_run_t apenet_tlb_look_run(const apenet_tlb_t *tlb, unsigned table, uint64_t page,
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

/** Uses the pages of a run, and counts: as so many times apenet_tlb_find(). The TLB has not changed since
 * they were looked for. */
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

#endif /* APENET_CARD_TLB_H */
