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
#include <stdint.h>

#define APENET_TLB_BUCKETS 256u

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
    uint64_t hits, misses;
    uint16_t bucket[APENET_TLB_BUCKETS];
    apenet_tlb_entry_t *entry; /**< [entries + 1]; entry 0: older is the newest one, newer the oldest */
} apenet_tlb_t;

/** Makes a TLB of @p entries entries (0..65535) in @p memory, zeroed, of entries + 1 entries. */
void apenet_tlb_init(apenet_tlb_t *tlb, uint32_t entries, apenet_tlb_entry_t *memory);

/** Looks a page up, and counts. @return whether it is there; *bus is its bus address then */
bool apenet_tlb_find(apenet_tlb_t *tlb, unsigned table, uint64_t page, uint64_t *bus);

/** Notes a page that has been found elsewhere. */
void apenet_tlb_note(apenet_tlb_t *tlb, unsigned table, uint64_t page, uint64_t bus);

/** Forgets a page, if it is there. */
void apenet_tlb_forget(apenet_tlb_t *tlb, unsigned table, uint64_t page);

/** Forgets all pages of a table. */
void apenet_tlb_forget_table(apenet_tlb_t *tlb, unsigned table);

#endif /* APENET_CARD_TLB_H */
