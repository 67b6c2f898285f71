/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file page_table.h
 * @brief A page table of a card: bus addresses of the pages of a process, or of a GPU.
 *
 * A tree of four levels of 512 entries over 36 bits of page number. Lies in the arena; covered by the lock of
 * its card.
 */
#ifndef APENET_CARD_PAGE_TABLE_H
#define APENET_CARD_PAGE_TABLE_H

#include "backends/arena.h"

#define APENET_PAGES_MOST (1u << 20) /**< pages of a table */

/** A page table. Zeros, but for the width of a page, are an empty one. */
typedef struct apenet_page_table {
    unsigned page_bits; /**< 12, of a GPU 16 */
    uint32_t pages;
    uintptr_t root;           /**< of the tree, or 0 */
    uint64_t near;            /**< number of the node of the last level that was read last ... */
    const uintptr_t *entries; /**< ... and that node; NULL: none. Nodes stay where they are until all go */
} apenet_page_table_t;

/** Notes a page, or another bus address for it; both are multiples of its size.
 * @return 0, -ENOSPC: the table is full, -ENOMEM, -EINVAL: the address is beyond 48 bits */
int apenet_page_add(emuq_arena_t *arena, apenet_page_table_t *t, uint64_t va, uint64_t bus);

/** Forgets a page. @return 0 or -ENOENT */
int apenet_page_remove(apenet_page_table_t *t, uint64_t va);

/** Finds the page that holds @p va. @return whether it is there; *bus is where the page begins */
bool apenet_page_find(apenet_page_table_t *t, uint64_t va, uint64_t *bus);

/** Forgets all pages, and gives the tree back. */
void apenet_page_clear(emuq_arena_t *arena, apenet_page_table_t *t);

#endif /* APENET_CARD_PAGE_TABLE_H */
