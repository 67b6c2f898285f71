/* SPDX-License-Identifier: BSD-3-Clause */
/* Tables of a card: page tables, the TLB, registered buffers. */
#include <errno.h>
#include <string.h>

#include "apenet/card/tables.h"

#define LEVELS  4
#define BITS    9
#define ENTRIES (1u << BITS)
#define BYTES   (ENTRIES * sizeof(uintptr_t))
#define IS_PAGE 1 /* flag of leaf entries; bus addresses are multiples of 4096 */

static bool page_is_beyond(const apenet_page_table_t *t, uint64_t va)
{
    return va >> t->page_bits >> (LEVELS * BITS) != 0;
}

/* Leaf entry of a page; creates missing nodes in @p arena if not NULL. @return NULL: missing, or no memory */
static uintptr_t *page_walk(emuq_arena_t *arena, apenet_page_table_t *t, uint64_t va)
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
    if (page_is_beyond(t, va))
        return -EINVAL;
    uintptr_t *entry = page_walk(NULL, t, va);
    if ((entry == NULL || *entry == 0) && t->pages >= APENET_PAGES_MAX)
        return -ENOSPC;
    if (entry == NULL)
        entry = page_walk(arena, t, va);
    if (entry == NULL)
        return -ENOMEM;
    t->pages += *entry == 0;
    *entry = (uintptr_t)bus | IS_PAGE;
    return 0;
}

int apenet_page_remove(apenet_page_table_t *t, uint64_t va)
{
    uintptr_t *entry = page_is_beyond(t, va) ? NULL : page_walk(NULL, t, va);
    if (entry == NULL || *entry == 0)
        return -ENOENT;
    *entry = 0;
    t->pages--;
    return 0;
}

/* Leaf node of the pages from @p number * ENTRIES on, or NULL. */
static const uintptr_t *page_node_of(apenet_page_table_t *t, uint64_t number)
{
    uint64_t va = number << BITS << t->page_bits;
    if (t->entries != NULL && t->leaf == number)
        return t->entries;
    const uintptr_t *node = page_is_beyond(t, va) ? NULL : page_walk(NULL, t, va);
    if (node != NULL) {
        t->leaf = number;
        t->entries = node;
    }
    return node;
}

bool apenet_page_find(apenet_page_table_t *t, uint64_t va, uint64_t *bus)
{
    uint64_t number = va >> t->page_bits;
    const uintptr_t *node = page_node_of(t, number >> BITS);
    uintptr_t entry = node != NULL ? node[number & (ENTRIES - 1)] : 0;
    *bus = entry & ~(uintptr_t)IS_PAGE;
    return entry != 0;
}

static void page_free_level(emuq_arena_t *arena, uintptr_t node, int level)
{
    if (node == 0)
        return;
    for (unsigned i = 0; i < ENTRIES && level > 0; i++)
        page_free_level(arena, ((uintptr_t *)node)[i], level - 1);
    emuq_arena_free(arena, (void *)node, BYTES);
}

_Static_assert(sizeof(apenet_tlb_entry_t) % _Alignof(uint16_t) == 0, "buckets lie behind the entries");

static uint32_t tlb_buckets_of(uint32_t entries)
{
    uint32_t buckets = 1;
    while (buckets < entries + 1)
        buckets *= 2;
    return buckets;
}

size_t apenet_tlb_bytes(uint32_t entries)
{
    return (entries + (size_t)1) * sizeof(apenet_tlb_entry_t) + tlb_buckets_of(entries) * sizeof(uint16_t);
}

void apenet_tlb_init(apenet_tlb_t *tlb, uint32_t entries, void *memory)
{
    tlb->entries = entries;
    tlb->buckets = tlb_buckets_of(entries);
    tlb->entry = memory;
    tlb->bucket = (uint16_t *)&tlb->entry[entries + 1];
    for (uint32_t i = 0; i <= entries; i++) {
        tlb->entry[i].newer = (uint16_t)(i == entries ? 0 : i + 1);
        tlb->entry[i].older = (uint16_t)(i == 0 ? entries : i - 1);
    }
}

static void tlb_leave_bucket(apenet_tlb_t *tlb, uint16_t i)
{
    uint16_t *at = apenet_tlb_bucket(tlb, tlb->entry[i].key);
    while (*at != i)
        at = &tlb->entry[*at].chain;
    *at = tlb->entry[i].chain;
    tlb->entry[i].is_used = false;
}

/* Frees a used entry; free entries are the oldest. */
static void tlb_free_entry(apenet_tlb_t *tlb, uint16_t i)
{
    apenet_tlb_entry_t *all = tlb->entry, *e = &all[i];
    tlb_leave_bucket(tlb, i);
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
        tlb_leave_bucket(tlb, oldest);
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
        tlb_free_entry(tlb, i);
}

void apenet_tlb_forget_table(apenet_tlb_t *tlb, unsigned table)
{
    for (uint32_t i = 1; i <= tlb->entries; i++)
        if (tlb->entry[i].is_used && (tlb->entry[i].key & 0xfff) == table)
            tlb_free_entry(tlb, (uint16_t)i);
}

#define FIRST_CAPACITY 16u

/* @return number of the buffer; t->buffers: not found */
static uint32_t table_number_of(const apenet_table_t *t, uint64_t va, uint64_t magic)
{
    uint32_t i = 0;
    while (i < t->buffers && (t->buffer[i].va != va || t->buffer[i].magic != magic))
        i++;
    return i;
}

static void table_clear_gaps(apenet_table_t *t)
{
    for (unsigned i = 0; i < APENET_GAPS; i++)
        t->gap[i].bytes = 0;
}

static void table_take_out(apenet_table_t *t, uint32_t i)
{
    table_clear_gaps(t);
    t->buffers--;
    memmove(&t->buffer[i], &t->buffer[i + 1], (t->buffers - i) * sizeof *t->buffer);
}

static bool table_grow(emuq_arena_t *arena, apenet_table_t *t)
{
    uint32_t capacity = t->capacity != 0 ? 2 * t->capacity : FIRST_CAPACITY;
    apenet_buffer_rec_t *buffer = emuq_arena_alloc(arena, capacity * sizeof *buffer, 64);
    if (buffer == NULL)
        return false;
    if (t->buffers != 0)
        memcpy(buffer, t->buffer, t->buffers * sizeof *buffer);
    emuq_arena_free(arena, t->buffer, t->capacity * sizeof *buffer);
    t->buffer = buffer;
    t->capacity = capacity;
    return true;
}

apenet_status_t apenet_buffer_add(emuq_arena_t *arena, apenet_table_t *t, const apenet_buffer_rec_t *buffer)
{
    if (buffer->va == 0 || buffer->bytes == 0 || buffer->va + buffer->bytes - 1 < buffer->va)
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    uint32_t i = table_number_of(t, buffer->va, buffer->magic);
    if (i < t->buffers)
        table_take_out(t, i);
    if (t->buffers >= APENET_BUFFERS_MAX || (t->buffers == t->capacity && !table_grow(arena, t)))
        return APENET_STATUS_TABLE_FULL;
    table_clear_gaps(t);
    t->buffer[t->buffers++] = *buffer;
    return APENET_STATUS_OK;
}

apenet_status_t apenet_buffer_remove(apenet_table_t *t, uint64_t va, uint64_t magic)
{
    uint32_t i = table_number_of(t, va, magic);
    if (i == t->buffers)
        return APENET_STATUS_RX_NO_BUFFER;
    table_take_out(t, i);
    return APENET_STATUS_OK;
}

const apenet_buffer_rec_t *apenet_buffer_find(const apenet_table_t *t, uint32_t pid, uint64_t va,
                                              uint32_t bytes)
{
    const apenet_buffer_rec_t *whole = NULL, *part = NULL;
    for (uint32_t i = 0; i < t->buffers; i++) {
        const apenet_buffer_rec_t *b = &t->buffer[i];
        uint64_t offset = va - b->va;
        if (b->owner != pid || offset >= b->bytes || (b->flags & APENET_BUFFER_STREAMING) != 0)
            continue;
        if (bytes <= b->bytes - offset && (whole == NULL || b->bytes < whole->bytes))
            whole = b;
        if (part == NULL || b->bytes < part->bytes)
            part = b;
    }
    return whole != NULL ? whole : part;
}

/* First edge of a persistent buffer after @p va. */
static uint64_t table_next_edge(const apenet_table_t *t, uint32_t pid, uint64_t va)
{
    uint64_t edge = UINT64_MAX;
    for (uint32_t i = 0; i < t->buffers; i++) {
        const apenet_buffer_rec_t *b = &t->buffer[i];
        uint64_t next = va < b->va ? b->va : b->va + b->bytes;
        if (b->owner == pid && (b->flags & APENET_BUFFER_STREAMING) == 0 && next > va && next < edge)
            edge = next;
    }
    return edge;
}

/* Last edge of a persistent buffer up to @p va. */
static uint64_t table_edge_before(const apenet_table_t *t, uint32_t pid, uint64_t va)
{
    uint64_t edge = 0;
    for (uint32_t i = 0; i < t->buffers; i++) {
        const apenet_buffer_rec_t *b = &t->buffer[i];
        uint64_t end = b->va + b->bytes, before = end != 0 && end <= va ? end : b->va;
        if (b->owner == pid && (b->flags & APENET_BUFFER_STREAMING) == 0 && before <= va && before > edge)
            edge = before;
    }
    return edge;
}

const apenet_buffer_rec_t *apenet_buffer_seek(apenet_table_t *t, uint32_t pid, uint64_t va, uint32_t bytes)
{
    const apenet_buffer_rec_t *b = apenet_buffer_known(t, pid, va, bytes);
    if (b != NULL)
        return b;
    apenet_gap_t *n = &t->gap[apenet_gap_of(va)];
    uint64_t page = va / APENET_PAGE_BYTES;
    b = apenet_buffer_find(t, pid, va, bytes);
    /* Filling a slot needs two more searches: a cached result is replaced only at the second consecutive
     * lookup of a page. */
    bool is_wanted = n->bytes == 0 || (n->missed == page && n->missed_pid == pid);
    n->missed = page;
    n->missed_pid = pid;
    if (b == NULL || !is_wanted)
        return b;
    uint64_t first = table_edge_before(t, pid, va), end = table_next_edge(t, pid, va);
    if (bytes <= end - va) /* otherwise valid for these bytes only */
        *n = (apenet_gap_t){first, end - first, b, page, pid, pid};
    return b;
}

const apenet_buffer_rec_t *apenet_buffer_find_next(const apenet_table_t *t, uint32_t pid, uint64_t va,
                                                   uint32_t bytes, apenet_found_t *found)
{
    if (found->table == t && found->pid == pid && va >= found->va && va < found->end &&
        bytes <= found->end - va)
        return found->buffer;
    const apenet_buffer_rec_t *b = apenet_buffer_find(t, pid, va, bytes);
    uint64_t edge = table_next_edge(t, pid, va);
    if (bytes <= edge - va)
        *found = (apenet_found_t){t, pid, va, edge, b};
    return b;
}

apenet_buffer_rec_t *apenet_buffer_stream(apenet_table_t *t, uint32_t pid, uint32_t bytes)
{
    for (uint32_t i = 0; i < t->buffers; i++) {
        apenet_buffer_rec_t *b = &t->buffer[i];
        if (b->owner == pid && (b->flags & APENET_BUFFER_STREAMING) != 0 && !b->is_used && b->bytes >= bytes)
            return b;
    }
    return NULL;
}

const apenet_buffer_rec_t *apenet_buffer_named(const apenet_table_t *t, uint64_t va, uint64_t magic)
{
    for (uint32_t i = 0; i < t->buffers; i++) {
        const apenet_buffer_rec_t *b = &t->buffer[i];
        if ((b->flags & APENET_BUFFER_STREAMING) != 0 && b->magic == magic && va - b->va < b->bytes)
            return b;
    }
    return NULL;
}

void apenet_table_clear(emuq_arena_t *arena, apenet_table_t *t)
{
    emuq_arena_free(arena, t->buffer, t->capacity * sizeof *t->buffer);
    table_clear_gaps(t);
    t->buffer = NULL;
    t->buffers = t->capacity = 0;
    page_free_level(arena, t->pages.root, LEVELS - 1);
    t->pages.root = 0;
    t->pages.entries = NULL;
    t->pages.pages = 0;
}
