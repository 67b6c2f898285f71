/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/tlb.h"

_Static_assert(sizeof(apenet_tlb_entry_t) % _Alignof(uint16_t) == 0, "buckets lie behind the entries");

static uint32_t buckets_of(uint32_t entries)
{
    uint32_t buckets = 1;
    while (buckets < entries + 1)
        buckets *= 2;
    return buckets;
}

size_t apenet_tlb_bytes(uint32_t entries)
{
    return (entries + (size_t)1) * sizeof(apenet_tlb_entry_t) + buckets_of(entries) * sizeof(uint16_t);
}

void apenet_tlb_init(apenet_tlb_t *tlb, uint32_t entries, void *memory)
{
    tlb->entries = entries;
    tlb->buckets = buckets_of(entries);
    tlb->entry = memory;
    tlb->bucket = (uint16_t *)&tlb->entry[entries + 1];
    for (uint32_t i = 0; i <= entries; i++) {
        tlb->entry[i].newer = (uint16_t)(i == entries ? 0 : i + 1);
        tlb->entry[i].older = (uint16_t)(i == 0 ? entries : i - 1);
    }
}

/* Takes an entry that is used out of its bucket. */
static void leave_bucket(apenet_tlb_t *tlb, uint16_t i)
{
    uint16_t *at = apenet_tlb_bucket(tlb, tlb->entry[i].key);
    while (*at != i)
        at = &tlb->entry[*at].chain;
    *at = tlb->entry[i].chain;
    tlb->entry[i].is_used = false;
}

/* An entry that is used becomes a free one, which are the oldest ones. */
static void drop(apenet_tlb_t *tlb, uint16_t i)
{
    apenet_tlb_entry_t *all = tlb->entry, *e = &all[i];
    leave_bucket(tlb, i);
    all[e->newer].older = e->older;
    all[e->older].newer = e->newer;
    e->newer = all[0].newer;
    e->older = 0;
    all[e->newer].older = i;
    all[0].newer = i;
}

void apenet_tlb_note(apenet_tlb_t *tlb, unsigned table, uint64_t page, uint64_t bus)
{
    if (tlb->entries == 0)
        return;
    uint16_t oldest = tlb->entry[0].newer;
    apenet_tlb_entry_t *e = &tlb->entry[oldest];
    if (e->is_used)
        leave_bucket(tlb, oldest);
    e->key = apenet_tlb_key(table, page);
    e->bus = bus;
    e->is_used = true;
    uint16_t *bucket = apenet_tlb_bucket(tlb, e->key);
    e->chain = *bucket;
    *bucket = oldest;
    apenet_tlb_use(tlb, oldest);
}

void apenet_tlb_forget(apenet_tlb_t *tlb, unsigned table, uint64_t page)
{
    uint16_t i = apenet_tlb_entry(tlb, apenet_tlb_key(table, page));
    if (i != 0)
        drop(tlb, i);
}

void apenet_tlb_forget_table(apenet_tlb_t *tlb, unsigned table)
{
    for (uint32_t i = 1; i <= tlb->entries; i++)
        if (tlb->entry[i].is_used && (tlb->entry[i].key & 0xfff) == table)
            drop(tlb, (uint16_t)i);
}
