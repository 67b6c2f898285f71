/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/driver/pins.h"

#include <errno.h>

#include "apenet/driver/address.h"
#include "apenet/driver/commands.h"

/* A page of memory of the host, or of a GPU. */
static uint64_t page_bytes(uint64_t va)
{
    return apenet_gpu_of(va) == APENET_GPUS ? APENET_PAGE_BYTES : APENET_GPU_PAGE_BYTES;
}

static uint64_t page_of(uint64_t va)
{
    return va & ~(page_bytes(va) - 1);
}

static apenet_pin_t **chain_of(apenet_pins_t *p, uint64_t page)
{
    return &p->chain[page / page_bytes(page) % APENET_PIN_CHAINS];
}

static apenet_pin_t *find(apenet_pins_t *p, uint64_t page)
{
    apenet_pin_t *pin = *chain_of(p, page);
    while (pin != NULL && pin->page != page)
        pin = pin->next;
    return pin;
}

/* ---- pages that were found lately ---- */

_Static_assert(EMUQ_PA_BITS - 12 == APENET_RECENT_BITS, "physical memory of a node, in pages");

/* The caller has the lock. */
static void note_recent(apenet_pins_t *p, uint64_t va, uint64_t bus)
{
    uint64_t page = va / APENET_PAGE_BYTES;
    if (bus >> EMUQ_PA_BITS == 0 && page >> (64 - APENET_RECENT_BITS) == 0)
        __atomic_store_n(apenet_recent_of(p, va), page << APENET_RECENT_BITS | bus / APENET_PAGE_BYTES,
                         __ATOMIC_RELAXED);
}

/* A page is not used any more. The caller has the lock. */
static void forget_recent(apenet_pins_t *p, uint64_t va)
{
    __atomic_store_n(apenet_recent_of(p, va), 0, __ATOMIC_RELAXED);
}

/* ---- long buffers ---- */

static bool find_range(const apenet_pins_t *p, uint64_t va, uint32_t bytes, uint64_t *bus)
{
    for (unsigned i = 0; i < APENET_PIN_RANGES; i++) {
        const apenet_pin_range_t *r = &p->range[i];
        if (va >= r->va && va < r->end && bytes <= r->end - va) {
            *bus = r->bus + (page_of(va) - r->va);
            return true;
        }
    }
    return false;
}

/* Pages are not in use any more. */
static void forget_ranges(apenet_pins_t *p, uint64_t first, uint64_t end)
{
    for (unsigned i = 0; i < APENET_PIN_RANGES && first < end; i++)
        if (p->range[i].va < end && first < p->range[i].end)
            p->range[i] = (apenet_pin_range_t){0, 0, 0};
}

/* ---- idle pages ---- */

static void leave_idle(apenet_pins_t *p, apenet_pin_t *pin)
{
    *(pin->newer != NULL ? &pin->newer->older : &p->newest) = pin->older;
    *(pin->older != NULL ? &pin->older->newer : &p->oldest) = pin->newer;
    p->idle--;
}

static void become_idle(apenet_pins_t *p, apenet_pin_t *pin)
{
    forget_recent(p, pin->page);
    pin->newer = NULL;
    pin->older = p->newest;
    *(p->newest != NULL ? &p->newest->newer : &p->oldest) = pin;
    p->newest = pin;
    p->idle++;
}

/* Unregisters an idle page. */
static void evict(apenet_card_t *card, apenet_pin_t *pin)
{
    static const uint32_t none[4];
    apenet_pin_t **at = chain_of(&card->pins, pin->page);
    leave_idle(&card->pins, pin);
    while (*at != pin)
        at = &(*at)->next;
    *at = pin->next;
    (void)apenet_submit(card, APENET_OP_PAGE_REMOVE, pin->page, none);
    emuq_arena_free(card->host->device->machine->arena, pin, sizeof *pin);
}

static int add(apenet_card_t *card, uint64_t page, uint64_t bus)
{
    uint32_t word3[4] = {0, 0, 0, 0};
    emuq_arena_t *arena = card->host->device->machine->arena;
    apenet_pin_t *pin = emuq_arena_alloc(arena, sizeof *pin, 64), **chain = chain_of(&card->pins, page);
    apenet_set64(word3, bus);
    word3[2] = apenet_gpu_of(page) != APENET_GPUS ? APENET_PAGE_HUGE : 0;
    int rc = pin != NULL ? apenet_submit(card, APENET_OP_PAGE_ADD, page, word3) : -ENOMEM;
    if (rc != 0) {
        emuq_arena_free(arena, pin, sizeof *pin);
        return rc;
    }
    pin->page = page;
    pin->bus = bus;
    pin->uses = 1;
    pin->next = *chain;
    *chain = pin;
    return 0;
}

static int use(apenet_card_t *card, uint64_t page, uint64_t bus)
{
    apenet_pin_t *pin = find(&card->pins, page);
    if (pin == NULL)
        return add(card, page, bus);
    if (pin->uses++ == 0)
        leave_idle(&card->pins, pin);
    return 0;
}

static void release(apenet_card_t *card, uint64_t first, uint64_t end)
{
    apenet_pins_t *p = &card->pins;
    uint64_t idle = first; /* from here on to the next page, all are */
    for (uint64_t page = first; page < end; page += page_bytes(page)) {
        apenet_pin_t *pin = find(p, page);
        if (--pin->uses == 0) {
            become_idle(p, pin);
            continue;
        }
        forget_ranges(p, idle, page);
        idle = page + page_bytes(page);
    }
    forget_ranges(p, idle, end);
    while (p->idle > card->host->pin_limit)
        evict(card, p->oldest);
}

/* Whether buffers and gets use all pages of memory of the host, which have the bus addresses from *bus on.
 * What lies at other pages that the card knows may be other memory by now. */
static bool is_used(apenet_pins_t *p, uint64_t va, uint32_t bytes, uint64_t *bus)
{
    const uint64_t first = page_of(va), end = va % APENET_PAGE_BYTES + bytes;
    if (apenet_gpu_of(va) != APENET_GPUS)
        return false;
    for (uint64_t at = 0; at < end; at += APENET_PAGE_BYTES) {
        const apenet_pin_t *pin = find(p, first + at);
        if (pin == NULL || pin->uses == 0 || (at != 0 && pin->bus != *bus + at))
            return false;
        *bus = pin->bus - at;
    }
    return true;
}

static __attribute__((noinline)) bool find_used(apenet_pins_t *p, uint64_t va, uint32_t bytes, uint64_t *bus)
{
    bool is_long = va % APENET_PAGE_BYTES + bytes > APENET_PINNED_PAGES * APENET_PAGE_BYTES;
    emuq_light_lock(&p->lock);
    bool is_found = is_long ? find_range(p, va, bytes, bus) : is_used(p, va, bytes, bus);
    if (is_found)
        note_recent(p, va, *bus);
    emuq_light_unlock(&p->lock);
    return is_found;
}

bool apenet_pinned(apenet_card_t *card, uint64_t va, uint32_t bytes, uint64_t *bus)
{
    uint64_t offset = va % APENET_PAGE_BYTES;
    if (apenet_pinned_lately(card, va, bytes, bus))
        return true;
    bool is_found = find_used(&card->pins, va, bytes, bus);
    *bus += offset;
    return is_found;
}

/* Finds the bus address of the first page, and that the card may write to all. */
static int look(apenet_card_t *card, uint32_t gpu, uint64_t va, uint32_t bytes, uint64_t *bus)
{
    if (gpu == APENET_GPUS && is_used(&card->pins, va, bytes, bus))
        return 0;
    int rc = apenet_bus_address(card, gpu, va, bytes, bus);
    *bus -= va - page_of(va);
    return rc == 0 && gpu == APENET_GPUS && !apenet_is_writable(va, bytes) ? -EFAULT : rc;
}

int apenet_pin(apenet_card_t *card, uint32_t gpu, uint64_t va, uint32_t bytes)
{
    uint64_t bus, first = page_of(va), page = first;
    emuq_light_lock(&card->pins.lock);
    int rc = look(card, gpu, va, bytes, &bus);
    while (rc == 0 && page < va + bytes && (rc = use(card, page, bus + (page - first))) == 0)
        page += page_bytes(page);
    if (rc != 0)
        release(card, first, page);
    emuq_light_unlock(&card->pins.lock);
    return rc;
}

void apenet_pins_note(apenet_card_t *card, uint64_t va, uint32_t bytes)
{
    apenet_pins_t *p = &card->pins;
    apenet_pin_range_t range = {.va = page_of(va), .end = page_of(va + bytes - 1) + APENET_PAGE_BYTES};
    if (range.end - range.va <= APENET_PINNED_PAGES * APENET_PAGE_BYTES)
        return;
    emuq_light_lock(&p->lock);
    if (is_used(p, va, bytes, &range.bus))
        p->range[p->next_range++ % APENET_PIN_RANGES] = range;
    emuq_light_unlock(&p->lock);
}

void apenet_unpin(apenet_card_t *card, uint64_t va, uint32_t bytes)
{
    emuq_light_lock(&card->pins.lock);
    release(card, page_of(va), va + bytes);
    emuq_light_unlock(&card->pins.lock);
}

void apenet_pins_forget(apenet_card_t *card, uint64_t va, uint64_t bytes)
{
    emuq_light_lock(&card->pins.lock);
    for (uint64_t page = va; page < va + bytes; page += page_bytes(page)) {
        apenet_pin_t *pin = find(&card->pins, page);
        if (pin != NULL && pin->uses == 0)
            evict(card, pin);
    }
    emuq_light_unlock(&card->pins.lock);
}
