/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/page_table.h"

#include <errno.h>

#define LEVELS  4
#define BITS    9
#define ENTRIES (1u << BITS)
#define BYTES   (ENTRIES * sizeof(uintptr_t))
#define IS_PAGE 1 /* in an entry of the last level; bus addresses are multiples of 4096 */

static bool is_beyond(const apenet_page_table_t *t, uint64_t va)
{
    return va >> t->page_bits >> (LEVELS * BITS) != 0;
}

/* The entry of a page, with @p arena making what is missing on the way; NULL if it is missing or cannot be
 * made. */
static uintptr_t *walk(emuq_arena_t *arena, apenet_page_table_t *t, uint64_t va)
{
    uintptr_t *at = &t->root;
    uint64_t number = va >> t->page_bits;
    for (int level = LEVELS - 1; level >= 0; level--) {
        if (*at == 0 && arena != NULL)
            *at = (uintptr_t)emuq_arena_alloc(arena, BYTES, BYTES);
        if (*at == 0)
            return NULL;
        at = (uintptr_t *)*at + (number >> level * BITS & (ENTRIES - 1));
    }
    return at;
}

int apenet_page_add(emuq_arena_t *arena, apenet_page_table_t *t, uint64_t va, uint64_t bus)
{
    if (is_beyond(t, va))
        return -EINVAL;
    uintptr_t *entry = walk(NULL, t, va);
    if ((entry == NULL || *entry == 0) && t->pages >= APENET_PAGES_MOST)
        return -ENOSPC;
    if (entry == NULL)
        entry = walk(arena, t, va);
    if (entry == NULL)
        return -ENOMEM;
    t->pages += *entry == 0;
    *entry = (uintptr_t)bus | IS_PAGE;
    return 0;
}

int apenet_page_remove(apenet_page_table_t *t, uint64_t va)
{
    uintptr_t *entry = is_beyond(t, va) ? NULL : walk(NULL, t, va);
    if (entry == NULL || *entry == 0)
        return -ENOENT;
    *entry = 0;
    t->pages--;
    return 0;
}

/* The last level's node for pages from @p number * ENTRIES on, or NULL. */
static const uintptr_t *node_of(apenet_page_table_t *t, uint64_t number)
{
    uint64_t va = number << BITS << t->page_bits;
    if (t->entries != NULL && t->near == number)
        return t->entries;
    const uintptr_t *node = is_beyond(t, va) ? NULL : walk(NULL, t, va);
    if (node != NULL) {
        t->near = number;
        t->entries = node;
    }
    return node;
}

bool apenet_page_find(apenet_page_table_t *t, uint64_t va, uint64_t *bus)
{
    uint64_t number = va >> t->page_bits;
    const uintptr_t *node = node_of(t, number >> BITS);
    uintptr_t entry = node != NULL ? node[number & (ENTRIES - 1)] : 0;
    *bus = entry & ~(uintptr_t)IS_PAGE;
    return entry != 0;
}

static void free_level(emuq_arena_t *arena, uintptr_t node, int level)
{
    if (node == 0)
        return;
    for (unsigned i = 0; i < ENTRIES && level > 0; i++)
        free_level(arena, ((uintptr_t *)node)[i], level - 1);
    emuq_arena_free(arena, (void *)node, BYTES);
}

void apenet_page_clear(emuq_arena_t *arena, apenet_page_table_t *t)
{
    free_level(arena, t->root, LEVELS - 1);
    t->root = 0;
    t->entries = NULL;
    t->pages = 0;
}
