/* SPDX-License-Identifier: BSD-3-Clause */
/* Interface of a card to the host: memory by bus address, GPU memory, recording, interrupts, the event
 * queue. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <sys/uio.h>

#include "apenet/card/device.h"
#include "backends/record.h"

/* Finds private memory of a process, whose id may be reused after its end. @return false: none */
static bool bus_find_private(const apenet_device_t *d, uint64_t pa, uint64_t bytes,
                             apenet_location_t *location)
{
    const emuq_address_space_t *space = emuq_exclusive_owner(d->memory, pa);
    uint64_t offset = pa & (EMUQ_GRANULE_BYTES - 1);
    if (space == NULL || !d->machine->is_shared || bytes > EMUQ_GRANULE_BYTES - offset)
        return false;
    /* Acquire: pairs with the release of the process that created the window. */
    uintptr_t va = AO_load_acquire(&d->memory->granule[pa >> EMUQ_GRANULE_BITS].va);
    if ((va & EMUQ_GRANULE_MAPPED) == 0)
        return false;
    location->at = NULL;
    location->va = (va & ~EMUQ_GRANULE_MAPPED) + offset;
    /* Acquire: pairs with the release in open_card(); the memory is readable from then on. */
    location->pid = (pid_t)AO_int_load_acquire(&d->machine->pid[space->member]);
    return location->pid != 0;
}

static uint64_t gpu_offset_of(uint64_t address)
{
    return address & ((UINT64_C(1) << APENET_GPU_BITS) - 1);
}

/* Finds GPU memory; NULL: none. */
static void *gpu_on_bus(const apenet_device_t *d, uint64_t bus, uint64_t bytes)
{
    uint32_t gpu = apenet_gpu_of_bus(bus);
    uint64_t offset = gpu_offset_of(bus);
    if (gpu == APENET_GPUS)
        return NULL;
    const apenet_gpu_t *g = &d->gpu[gpu];
    /* Acquire: pairs with the release in gpu_allocate(). */
    char *base = emuq_pointer_load_acquire(&g->base);
    return base != NULL && offset < g->bytes && bytes <= g->bytes - offset ? base + offset : NULL;
}

bool apenet_bus_find_slow(const apenet_device_t *d, uint64_t bus, uint64_t bytes, apenet_use_t use,
                          apenet_location_t *location)
{
    if (bus >> EMUQ_PA_BITS == 0)
        return bus_find_private(d, bus, bytes, location);
    if (bus >= APENET_GPU_BUS) {
        *location = apenet_location_of(gpu_on_bus(d, bus, bytes));
        return location->at != NULL;
    }
    uint64_t offset = bus - (uintptr_t)d->kernel;
    if (use != APENET_USE_ALL || offset >= d->kernel_bytes || bytes > d->kernel_bytes - offset)
        return false;
    *location = apenet_location_of(d->kernel + offset);
    return true;
}

bool apenet_bus_is_of(const apenet_device_t *d, uint64_t bus, uint32_t pid)
{
    if (bus >> EMUQ_PA_BITS != 0 || !d->machine->is_shared)
        return bus < APENET_GPU_BUS;
    const emuq_address_space_t *space = emuq_space_of(d->memory, bus);
    return space != NULL && space->member == d->number * d->machine->pids + pid;
}

static bool bus_carry(void *mine, const apenet_location_t *other, uint32_t bytes, bool is_write)
{
    const int kept = errno; /* of the program, whose thread may run the card in a call without an error */
    struct iovec here = {mine, bytes}, there = {(void *)other->va, bytes};
    ssize_t n = is_write ? process_vm_writev(other->pid, &here, 1, &there, 1, 0)
                         : process_vm_readv(other->pid, &here, 1, &there, 1, 0);
    errno = kept;
    return n == (ssize_t)bytes;
}

void apenet_copy_end(apenet_copy_t *c)
{
    if (c->bytes != 0)
        memmove(c->to, c->from, c->bytes);
    c->bytes = 0;
    if (__builtin_expect(c->deferred_bytes != 0, 0))
        c->has_failed |= !apenet_bus_copy(&c->deferred_to, &c->deferred_from, c->deferred_bytes);
    c->deferred_bytes = 0;
}

/* Defers a copy between processes, whose ends do not overlap. */
static void copy_defer(apenet_copy_t *c, const apenet_location_t *to, const apenet_location_t *from,
                       uint32_t bytes)
{
    if (apenet_copy_merge(c, to, from, bytes))
        return;
    apenet_copy_end(c);
    c->deferred_to = *to;
    c->deferred_from = *from;
    c->deferred_bytes = bytes;
}

bool apenet_copy_begin(apenet_copy_t *c, const apenet_location_t *to, const apenet_location_t *from,
                       uint32_t bytes)
{
    bool is_private = to->at == NULL || from->at == NULL;
    if (is_private && c->defers && to->pid != from->pid) {
        copy_defer(c, to, from, bytes);
        return true;
    }
    apenet_copy_end(c);
    if (is_private)
        return apenet_bus_copy(to, from, bytes);
    c->to = to->at;
    c->from = from->at;
    c->bytes = bytes;
    return true;
}

/* Copies between memories that are not shared. */
static bool bus_copy_private(const apenet_location_t *to, const apenet_location_t *from, uint32_t bytes)
{
    char buffer[APENET_PAYLOAD_BYTES];
    const int32_t self = (int32_t)AO_load(&apenet_lock_owner); /* the process, if memory is private */
    if (to->pid == self)
        return bus_carry((void *)to->va, from, bytes, false);
    if (from->pid == self)
        return bus_carry((void *)from->va, to, bytes, true);
    for (uint32_t at = 0, n; at < bytes; at += n) {
        const apenet_location_t target = apenet_location_after(*to, at),
                                source = apenet_location_after(*from, at);
        n = bytes - at < sizeof buffer ? bytes - at : (uint32_t)sizeof buffer;
        if (!bus_carry(buffer, &source, n, false) || !bus_carry(buffer, &target, n, true))
            return false;
    }
    return true;
}

bool apenet_bus_copy(const apenet_location_t *to, const apenet_location_t *from, uint32_t bytes)
{
    if (to->at != NULL && from->at != NULL) {
        memmove(to->at, from->at, bytes);
        return true;
    }
    if (to->at != NULL)
        return bus_carry(to->at, from, bytes, false);
    if (from->at != NULL)
        return bus_carry(from->at, to, bytes, true);
    return bus_copy_private(to, from, bytes);
}

#define PAGE ((uint64_t)APENET_GPU_PAGE_BYTES)

static uint64_t gpu_address_of(uint32_t gpu, uint32_t page)
{
    return APENET_GPU_VA + ((uint64_t)gpu << APENET_GPU_BITS) + page * PAGE;
}

static uint32_t gpu_pages_of(const apenet_gpu_t *g)
{
    return (uint32_t)(g->bytes / PAGE);
}

/* Allocates the memory with the first block. Caller holds g->lock. */
static int gpu_allocate(const apenet_device_t *d, apenet_gpu_t *g)
{
    emuq_arena_t *arena = d->machine->arena;
    if (g->base != NULL)
        return 0;
    if (g->page == NULL)
        g->page = emuq_arena_alloc(arena, gpu_pages_of(g) * sizeof *g->page, 64);
    char *base = g->page != NULL ? emuq_arena_alloc(arena, g->bytes, PAGE) : NULL;
    /* Release: pairs with the acquire in gpu_on_bus(). */
    emuq_pointer_store_release(&g->base, base);
    return base != NULL ? 0 : -ENOMEM;
}

/* @return first page of the first gap; number of all pages: no gap */
static uint32_t gpu_find_gap(const apenet_gpu_t *g, uint64_t pages)
{
    uint32_t all = gpu_pages_of(g), first = 0;
    for (uint32_t i = 0; i < all && i - first < pages; i++)
        if (g->page[i].owner != 0)
            first = i + 1;
    return pages <= all && first <= all - pages ? first : all;
}

static void gpu_set_owner(apenet_gpu_t *g, uint32_t first, uint64_t pages, uint32_t owner)
{
    for (uint32_t i = 0; i < pages; i++)
        g->page[first + i] = (apenet_gpu_page_t){first, owner};
}

/* Caller holds g->lock. @return NULL: outside of the memory */
static const apenet_gpu_page_t *gpu_page_at(const apenet_gpu_t *g, uint64_t va)
{
    uint64_t offset = gpu_offset_of(va);
    return g->base != NULL && offset < g->bytes ? &g->page[offset / PAGE] : NULL;
}

/* Pages of a block. Caller holds g->lock. @return 0: no such block of the process */
static uint32_t gpu_block_pages(const apenet_gpu_t *g, uint32_t pid, uint64_t va)
{
    const apenet_gpu_page_t *p = gpu_page_at(g, va);
    uint32_t first = (uint32_t)(gpu_offset_of(va) / PAGE), pages = 0;
    if (p == NULL || va % PAGE != 0 || p->owner != pid + 1 || p->first != first)
        return 0;
    while (first + pages < gpu_pages_of(g) && p[pages].owner != 0 && p[pages].first == first)
        pages++;
    return pages;
}

int apenet_gpu_alloc_block(apenet_device_t *d, uint32_t gpu, uint32_t pid, uint64_t bytes, uint64_t *va)
{
    if (gpu >= APENET_GPUS || d->gpu[gpu].bytes == 0)
        return -ENXIO;
    apenet_gpu_t *g = &d->gpu[gpu];
    uint64_t pages = bytes / PAGE + (bytes % PAGE != 0);
    emuq_shared_lock(&g->lock);
    int rc = gpu_allocate(d, g);
    uint32_t first = rc == 0 ? gpu_find_gap(g, pages) : 0;
    if (rc == 0 && first == gpu_pages_of(g))
        rc = -ENOMEM;
    if (rc == 0) {
        gpu_set_owner(g, first, pages, pid + 1);
        *va = gpu_address_of(gpu, first);
    }
    emuq_shared_unlock(&g->lock);
    return rc;
}

int apenet_gpu_free_block(apenet_device_t *d, uint32_t pid, uint64_t va)
{
    uint32_t gpu = apenet_gpu_of(va);
    if (gpu == APENET_GPUS)
        return -ENOENT;
    apenet_gpu_t *g = &d->gpu[gpu];
    emuq_shared_lock(&g->lock);
    uint32_t pages = gpu_block_pages(g, pid, va);
    gpu_set_owner(g, (uint32_t)(gpu_offset_of(va) / PAGE), pages, 0);
    emuq_shared_unlock(&g->lock);
    return pages != 0 ? 0 : -ENOENT;
}

uint64_t apenet_gpu_block(apenet_device_t *d, uint32_t pid, uint64_t va)
{
    uint32_t gpu = apenet_gpu_of(va);
    if (gpu == APENET_GPUS)
        return 0;
    emuq_shared_lock(&d->gpu[gpu].lock);
    uint32_t pages = gpu_block_pages(&d->gpu[gpu], pid, va);
    emuq_shared_unlock(&d->gpu[gpu].lock);
    return pages * PAGE;
}

uint64_t apenet_gpu_next(apenet_device_t *d, uint32_t gpu, uint32_t pid, uint64_t va)
{
    apenet_gpu_t *g = &d->gpu[gpu];
    uint64_t found = 0;
    emuq_shared_lock(&g->lock);
    uint32_t first = va != 0 ? (uint32_t)(gpu_offset_of(va) / PAGE) : 0;
    for (uint32_t i = first; g->base != NULL && i < gpu_pages_of(g) && found == 0; i++)
        if (g->page[i].owner == pid + 1 && g->page[i].first == i)
            found = gpu_address_of(gpu, i);
    emuq_shared_unlock(&g->lock);
    return found;
}

void *apenet_gpu_at(apenet_device_t *d, uint32_t pid, uint64_t va, uint64_t bytes)
{
    uint32_t gpu = apenet_gpu_of(va);
    if (gpu == APENET_GPUS || bytes == 0 || bytes > d->gpu[gpu].bytes)
        return NULL;
    apenet_gpu_t *g = &d->gpu[gpu];
    emuq_shared_lock(&g->lock);
    const apenet_gpu_page_t *first = gpu_page_at(g, va), *last = gpu_page_at(g, va + bytes - 1);
    bool is_in_one = first != NULL && last != NULL && first->owner == pid + 1 && last->owner == pid + 1 &&
                     first->first == last->first;
    void *at = is_in_one ? g->base + gpu_offset_of(va) : NULL;
    emuq_shared_unlock(&g->lock);
    return at;
}

static emuq_record_event_t record_event_of(const apenet_entry_t *entry)
{
    bool is_good = apenet_get(&entry->what, APENET_ENTRY_STATUS) == APENET_STATUS_OK;
    if (apenet_entry_is_own(entry))
        return is_good ? EMUQ_RECORD_EVENT_COMPLETED : EMUQ_RECORD_EVENT_FAILED;
    return is_good ? EMUQ_RECORD_EVENT_RECEIVED : EMUQ_RECORD_EVENT_LOST;
}

static emuq_record_card_t record_message_of(const apenet_device_t *d, const apenet_entry_t *entry)
{
    apenet_header_t header;
    memcpy(header.w, entry->head, sizeof header.w);
    apenet_address_t from = apenet_source(&header);
    const apenet_device_t *peer = apenet_device_at(d->machine, from);
    if (apenet_entry_is_own(entry))
        return (emuq_record_card_t){.peer = EMUQ_RECORD_NO_NODE, .operation = apenet_get64(entry->head)};
    return (emuq_record_card_t){.peer = peer != NULL ? peer->number : EMUQ_RECORD_NO_NODE,
                                .process = (uint16_t)apenet_get(entry->head, APENET_HEADER_DEST_PID),
                                .peer_process = from.pid,
                                .message = apenet_get(entry->footer, APENET_FOOTER_SERIAL)};
}

/* Caller holds the card lock. Recorded jobs only. */
static void record_event(const apenet_device_t *d, const apenet_entry_t *entry)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_EVENT);
    if (ring == NULL)
        return;
    emuq_record_card_t card = record_message_of(d, entry);
    emuq_record_write(emuq_record_next(ring),
                      (emuq_record_note_t){.ticks = emuq_record_clock(),
                                           .bytes = entry->bytes,
                                           .kind = EMUQ_RECORD_CARD_EVENT,
                                           .detail = (uint8_t)record_event_of(entry),
                                           .fifo = (uint16_t)apenet_get(&entry->what, APENET_ENTRY_STATUS),
                                           .node = d->number,
                                           .position = entry->serial},
                      &card);
    emuq_record_add(ring);
}

void apenet_record_miss(const apenet_device_t *d, unsigned table, uint64_t page, bool is_found)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_CARD_MISS);
    if (ring == NULL)
        return;
    emuq_record_write(emuq_record_next(ring),
                      (emuq_record_note_t){.ticks = emuq_record_clock(),
                                           .kind = EMUQ_RECORD_CARD_MISS,
                                           .detail = is_found,
                                           .fifo = (uint16_t)table,
                                           .node = d->number,
                                           .position = page},
                      NULL);
    emuq_record_add(ring);
}

void (*apenet_interrupt_hook)(apenet_device_t *d);

static void interrupt_call_hook(apenet_device_t *d)
{
    void (*hook)(apenet_device_t *) = emuq_pointer_load(&apenet_interrupt_hook);
    if (hook != NULL)
        hook(d);
}

void apenet_interrupt_call(apenet_device_t *d, uint32_t bits, uint32_t enabled)
{
    const apenet_queue_t *q = &d->queue;
    if ((enabled & APENET_IRQ_RECORDED) != 0 && (bits & APENET_IRQ_EVENT) != 0)
        record_event(d, &q->entry[q->write != 0 ? q->write - 1 : q->size - 1]); /* the last entry */
    if ((enabled & bits) != 0)
        interrupt_call_hook(d);
}

void apenet_interrupt_clear(apenet_device_t *d, uint32_t bits)
{
    apenet_card_lock(d);
    AO_int_and_full(&d->reg[APENET_REG_IRQ_STATUS], ~bits);
    emuq_light_unlock(&d->lock);
}

void apenet_interrupt_enable(apenet_device_t *d, uint32_t bits)
{
    bits &= ~APENET_IRQ_RECORDED;
    uint32_t recorded = d->machine->is_recorded ? APENET_IRQ_RECORDED : 0;
    emuq_store_ordered(&d->reg[APENET_REG_IRQ_ENABLE], bits | recorded);
    if ((emuq_load_ordered(&d->reg[APENET_REG_IRQ_STATUS]) & bits) != 0)
        interrupt_call_hook(d);
}

apenet_entry_t apenet_entry(apenet_event_kind_t kind, apenet_status_t status)
{
    apenet_entry_t e;
    memset(&e, 0, sizeof e);
    apenet_set(&e.what, APENET_ENTRY_KIND, kind);
    apenet_set(&e.what, APENET_ENTRY_STATUS, status);
    return e;
}

void apenet_queue_write(apenet_device_t *d, const apenet_entry_t *entry)
{
    memcpy(apenet_queue_next(d), entry, offsetof(apenet_entry_t, serial));
    apenet_queue_show(d, (apenet_event_kind_t)apenet_get(&entry->what, APENET_ENTRY_KIND));
}

void apenet_park(apenet_device_t *d, const apenet_device_t *sender)
{
    uint64_t bit = UINT64_C(1) << sender->number % 64;
    d->parks += (d->parked[sender->number / 64] & bit) == 0;
    d->parked[sender->number / 64] |= bit;
}

/* Finds the next entry by the phases: entries of one pass have the phase of entry 0. */
static void repair_queue(apenet_device_t *d)
{
    apenet_queue_t *q = &d->queue;
    uint32_t pointers = AO_int_load(&d->reg[APENET_REG_EQ_NEXT_PTR]), next = 0;
    if (q->entry == NULL)
        return;
    const uint32_t first = AO_int_load(&q->entry[0].phase) & 1;
    while (next < q->size && (AO_int_load(&q->entry[next].phase) & 1) == first)
        next++;
    q->write = next < q->size ? next : 0;
    q->phase = next < q->size ? first : first ^ 1;
    apenet_set(&pointers, APENET_PTR_CARD, q->write);
    AO_int_store_release(&d->reg[APENET_REG_EQ_NEXT_PTR], pointers);
}

static uint32_t repair_count_parked(const apenet_device_t *d)
{
    uint32_t parks = 0;
    for (uint32_t word = 0; word < (d->machine->devices + 63) / 64; word++)
        parks += (uint32_t)__builtin_popcountll(d->parked[word]);
    return parks;
}

/* Lists of messages lose at most one element. */
void apenet_card_repair(apenet_device_t *d)
{
    apenet_tlb_t *tlb = &d->tlb;
    repair_queue(d);
    d->parks = repair_count_parked(d);
    memset(tlb->entry, 0, apenet_tlb_bytes(tlb->entries));
    apenet_tlb_init(tlb, tlb->entries, tlb->entry);
    for (unsigned i = 0; i < APENET_TABLES; i++)
        memset(d->table[i].gap, 0, sizeof d->table[i].gap);
    emuq_event_notify_light(&d->wakeup, EMUQ_EVENT_ALL);
}
