/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/tlb.h"

static uint64_t key_of(unsigned table, uint64_t page)
{
    return page | table; /* pages are aligned to 4096 bytes at least, tables are few */
}

static uint16_t *bucket_of(apenet_tlb_t *tlb, uint64_t key)
{
    uint64_t hash = (key ^ key >> 12) * UINT64_C(0x9e3779b97f4a7c15);
    return &tlb->bucket[hash >> 56];
}

static uint16_t find(apenet_tlb_t *tlb, uint64_t key)
{
    uint16_t i = *bucket_of(tlb, key);
    while (i != 0 && tlb->entry[i].key != key)
        i = tlb->entry[i].chain;
    return i;
}

/* Takes an entry out of the order of use. */
static void unlink_entry(apenet_tlb_t *tlb, uint16_t i)
{
    apenet_tlb_entry_t *e = &tlb->entry[i];
    tlb->entry[e->newer].older = e->older;
    tlb->entry[e->older].newer = e->newer;
}

/* Puts an entry into the order of use as the newest one, or as the oldest one. */
static void link_entry(apenet_tlb_t *tlb, uint16_t i, bool is_newest)
{
    apenet_tlb_entry_t *e = &tlb->entry[i];
    e->newer = is_newest ? 0 : tlb->entry[0].newer;
    e->older = is_newest ? tlb->entry[0].older : 0;
    tlb->entry[e->newer].older = i;
    tlb->entry[e->older].newer = i;
}

/* Takes an entry that is used out of its bucket; it becomes the oldest one. */
static void drop(apenet_tlb_t *tlb, uint16_t i)
{
    uint16_t *at = bucket_of(tlb, tlb->entry[i].key);
    while (*at != i)
        at = &tlb->entry[*at].chain;
    *at = tlb->entry[i].chain;
    tlb->entry[i].is_used = false;
    unlink_entry(tlb, i);
    link_entry(tlb, i, false);
}

void apenet_tlb_init(apenet_tlb_t *tlb, uint32_t entries, apenet_tlb_entry_t *memory)
{
    tlb->entries = entries;
    tlb->entry = memory;
    for (uint32_t i = 1; i <= entries; i++)
        link_entry(tlb, (uint16_t)i, true);
}

bool apenet_tlb_find(apenet_tlb_t *tlb, unsigned table, uint64_t page, uint64_t *bus)
{
    uint16_t i = find(tlb, key_of(table, page));
    if (i == 0) {
        tlb->misses++;
        return false;
    }
    tlb->hits++;
    if (tlb->entry[0].older != i) {
        unlink_entry(tlb, i);
        link_entry(tlb, i, true);
    }
    *bus = tlb->entry[i].bus;
    return true;
}

void apenet_tlb_note(apenet_tlb_t *tlb, unsigned table, uint64_t page, uint64_t bus)
{
    if (tlb->entries == 0)
        return;
    uint16_t oldest = tlb->entry[0].newer;
    if (tlb->entry[oldest].is_used)
        drop(tlb, oldest);
    apenet_tlb_entry_t *e = &tlb->entry[oldest];
    e->key = key_of(table, page);
    e->bus = bus;
    e->is_used = true;
    uint16_t *bucket = bucket_of(tlb, e->key);
    e->chain = *bucket;
    *bucket = oldest;
    unlink_entry(tlb, oldest);
    link_entry(tlb, oldest, true);
}

void apenet_tlb_forget(apenet_tlb_t *tlb, unsigned table, uint64_t page)
{
    uint16_t i = find(tlb, key_of(table, page));
    if (i != 0)
        drop(tlb, i);
}

void apenet_tlb_forget_table(apenet_tlb_t *tlb, unsigned table)
{
    for (uint32_t i = 1; i <= tlb->entries; i++)
        if (tlb->entry[i].is_used && (tlb->entry[i].key & 0xfff) == table)
            drop(tlb, (uint16_t)i);
}
