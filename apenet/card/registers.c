/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/registers.h"

#include "apenet/card/bus.h"
#include "apenet/card/command.h"
#include "apenet/card/interrupt.h"
#include "apenet/card/transmit.h"

static uint32_t load(const apenet_device_t *d, unsigned n)
{
    return __atomic_load_n(&d->reg[n], __ATOMIC_ACQUIRE);
}

static void set(apenet_device_t *d, unsigned n, uint32_t value)
{
    __atomic_store_n(&d->reg[n], value, __ATOMIC_RELEASE);
}

/* Stores the driver's half of a pointer register; an index that is none is ignored. */
static bool set_pointer(apenet_device_t *d, unsigned n, uint32_t value, uint32_t size)
{
    uint32_t index = apenet_get(&value, APENET_PTR_DRIVER), now = load(d, n), next;
    if (index >= size)
        return false;
    do {
        next = now;
        apenet_set(&next, APENET_PTR_DRIVER, index);
    } while (!__atomic_compare_exchange_n(&d->reg[n], &now, next, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
    return true;
}

/* The memory whose bus address is in registers n - 1 and n, or NULL: not there for all processes, or not
 * aligned. */
static void *memory_at(apenet_device_t *d, unsigned n, uint32_t value, uint64_t bytes, uint64_t align)
{
    apenet_place_t place;
    uint64_t bus = (uint64_t)load(d, n - 1) << 32 | value;
    bool is_there = bus % align == 0 && bus != 0 && apenet_bus_find(d, bus, bytes, APENET_USE_ALL, &place);
    return is_there ? place.at : NULL;
}

/* A size register, as far as it is one. */
static uint32_t size_of(const apenet_device_t *d, unsigned n)
{
    uint32_t size = load(d, n);
    return size < APENET_RING_LEAST ? APENET_RING_LEAST : size > APENET_RING_MOST ? APENET_RING_MOST : size;
}

static void set_ring(apenet_device_t *d, uint32_t value)
{
    uint32_t size = size_of(d, APENET_REG_TX_RB_SIZE);
    emuq_claim_wait(&d->tx.claim);
    d->tx.ring =
        memory_at(d, APENET_REG_TX_RB_ADDR_LOW, value, size * sizeof *d->tx.ring, sizeof *d->tx.ring);
    __atomic_store_n(&d->tx.size, size, __ATOMIC_RELAXED);
    d->tx.is_done = d->tx.is_loose = false;
    d->tx.bytes = 0;
    set(d, APENET_REG_TX_RB_ADDR_LOW, d->tx.ring != NULL ? value : 0);
    set(d, APENET_REG_TX_RB_NEXT_PTR, 0);
    emuq_claim_leave(&d->tx.claim);
}

static void set_queue(apenet_device_t *d, uint32_t value)
{
    uint32_t size = size_of(d, APENET_REG_EQ_SIZE);
    emuq_light_lock(&d->lock);
    d->queue.entry =
        memory_at(d, APENET_REG_EQ_ADDR_LOW, value, size * sizeof *d->queue.entry, sizeof *d->queue.entry);
    d->queue.size = size;
    d->queue.write = d->queue.serial = 0;
    d->queue.phase = 1;
    set(d, APENET_REG_EQ_ADDR_LOW, d->queue.entry != NULL ? value : 0);
    set(d, APENET_REG_EQ_NEXT_PTR, 0);
    emuq_light_unlock(&d->lock);
    apenet_resume(d);
}

static void free_entries(apenet_device_t *d, uint32_t value)
{
    emuq_light_lock(&d->lock);
    set_pointer(d, APENET_REG_EQ_NEXT_PTR, value, d->queue.size);
    bool is_awaited = d->parks != 0;
    emuq_light_unlock(&d->lock);
    if (is_awaited)
        apenet_resume(d);
}

static void fill_slots(apenet_device_t *d, uint32_t value)
{
    /* Relaxed: the size only changes with the ring, by the same driver. */
    if (set_pointer(d, APENET_REG_TX_RB_NEXT_PTR, value, __atomic_load_n(&d->tx.size, __ATOMIC_RELAXED)))
        apenet_transmit(d);
}

static void submit(apenet_device_t *d)
{
    apenet_command_t command;
    uint32_t *word = (uint32_t *)&command;
    for (unsigned i = 0; i < sizeof command / sizeof *word; i++)
        word[i] = load(d, APENET_REG_CMD_FIFO + i);
    uint32_t serial = apenet_get(&command.header, APENET_COMMAND_SERIAL);
    set(d, APENET_REG_CMD_STATUS, serial << 16 | APENET_CMD_SLOTS);
    apenet_status_t status = apenet_command_run(d, &command);
    set(d, APENET_REG_CMD_RESULT, (uint32_t)status << 16 | serial);
    apenet_resume(d); /* a streaming buffer may have been what a message waits for */
}

static void store_held(apenet_device_t *d, unsigned n, uint32_t value)
{
    switch (n) {
    case APENET_REG_TX_RB_NEXT_PTR:
        fill_slots(d, value);
        break;
    case APENET_REG_EQ_NEXT_PTR:
        free_entries(d, value);
        break;
    case APENET_REG_TX_RB_ADDR_LOW:
        set_ring(d, value);
        break;
    case APENET_REG_EQ_ADDR_LOW:
        set_queue(d, value);
        break;
    case APENET_REG_IRQ_STATUS:
        apenet_interrupt_clear(d, value);
        break;
    case APENET_REG_IRQ_ENABLE:
        apenet_interrupt_enable(d, value);
        break;
    case APENET_REG_TX_RB_ADDR_HI:
    case APENET_REG_TX_RB_SIZE:
    case APENET_REG_EQ_ADDR_HI:
    case APENET_REG_EQ_SIZE:
        set(d, n, value);
        break;
    default: /* the others are read-only, or none */
        if (n - APENET_REG_CMD_FIFO < sizeof(apenet_command_t) / 4)
            set(d, n, value);
        if (n == APENET_REG_CMD_FIFO + sizeof(apenet_command_t) / 4 - 1)
            submit(d);
        break;
    }
}

/* The thread may become the one that runs rings; it goes on when its rank ends. */
static void store(volatile uint32_t *page, unsigned n, uint32_t value)
{
    emuq_critical_begin();
    store_held((apenet_device_t *)(uintptr_t)page, n, value);
    emuq_critical_end();
}

const apenet_mmio_hooks_t apenet_mmio = {store};

static uint32_t coordinates(uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t word = 0;
    apenet_set(&word, APENET_COORD_X, x);
    apenet_set(&word, APENET_COORD_Y, y);
    apenet_set(&word, APENET_COORD_Z, z);
    return word;
}

void apenet_registers_reset(apenet_device_t *d)
{
    const uint32_t *size = d->machine->size;
    set(d, APENET_REG_CARD_ID, APENET_CARD_ID);
    set(d, APENET_REG_CARD_STATUS, APENET_CARD_READY);
    set(d, APENET_REG_COORD_ME, coordinates(d->address.x, d->address.y, d->address.z));
    set(d, APENET_REG_LATTICE_SIZE, coordinates(size[0], size[1], size[2]));
    apenet_interrupt_enable(d, 0);
    set(d, APENET_REG_CMD_STATUS, APENET_CMD_SLOTS);
    set(d, APENET_REG_TX_RB_SIZE, APENET_RING_DEFAULT);
    set(d, APENET_REG_EQ_SIZE, APENET_QUEUE_DEFAULT);
}
