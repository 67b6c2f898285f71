/* SPDX-License-Identifier: BSD-3-Clause */
/* Emulated card: creation, stores to registers, and commands of the micro-controller. */
#include <errno.h>

#include "apenet/card/monitor.h"
#include "apenet/card/packets.h"
#include "apenet/card/torus.h"

typedef struct command_target {
    apenet_device_t *d;
    const apenet_command_t *command;
    apenet_table_t *table;
    unsigned number;
    uint64_t va;
} command_target_t;

static apenet_status_t command_status_of(int rc)
{
    switch (rc) {
    case 0:
        return APENET_STATUS_OK;
    case -ENOENT:
        return APENET_STATUS_RX_NO_PAGE;
    case -EINVAL:
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    default:
        return APENET_STATUS_TABLE_FULL;
    }
}

static apenet_status_t command_page_add(command_target_t *o)
{
    uint64_t bus = apenet_get64(o->command->word3), size = UINT64_C(1) << o->table->pages.page_bits;
    bool is_huge = o->command->word3[2] == APENET_PAGE_HUGE;
    if ((o->va | bus) % size != 0 || (!is_huge && o->command->word3[2] != 0) ||
        is_huge != (o->number >= APENET_PIDS))
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    int rc = apenet_page_add(o->d->machine->arena, &o->table->pages, o->va, bus);
    if (rc == 0) {
        apenet_tlb_forget(&o->d->tlb, o->number, o->va);
        o->d->counters.pages_added++;
    }
    return command_status_of(rc);
}

static apenet_status_t command_page_remove(command_target_t *o)
{
    int rc = apenet_page_remove(&o->table->pages, o->va);
    if (rc == 0) {
        apenet_tlb_forget(&o->d->tlb, o->number, o->va);
        o->d->counters.pages_removed++;
    }
    return command_status_of(rc);
}

static apenet_status_t command_buffer_add(command_target_t *o)
{
    const uint32_t known =
        APENET_BUFFER_STREAMING | APENET_BUFFER_GPU | APENET_BUFFER_GET | APENET_BUFFER_CLOP;
    const uint32_t *w = o->command->word3;
    apenet_buffer_rec_t buffer = {.va = o->va,
                                  .bytes = w[0],
                                  .flags = w[1],
                                  .magic = apenet_get64(&w[2]),
                                  .owner = apenet_get(&o->command->header, APENET_COMMAND_PID)};
    if ((buffer.flags & ~known) != 0)
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    return apenet_buffer_add(o->d->machine->arena, o->table, &buffer);
}

static apenet_status_t command_table_new(command_target_t *o)
{
    if (o->number < APENET_PIDS && o->number >= o->d->machine->pids)
        return APENET_STATUS_NO_SUCH_NODE;
    emuq_flag_store(&o->table->is_freed, false);
    /* Release: pairs with the acquire of senders. */
    emuq_flag_store_release(&o->table->exists, true);
    return APENET_STATUS_OK;
}

static apenet_status_t command_table_free(command_target_t *o)
{
    apenet_table_clear(o->d->machine->arena, o->table);
    apenet_tlb_forget_table(&o->d->tlb, o->number);
    emuq_flag_store(&o->table->is_freed, true);
    /* Release: publishes is_freed. */
    emuq_flag_store_release(&o->table->exists, false);
    return APENET_STATUS_OK;
}

static apenet_status_t command_execute(command_target_t *o)
{
    uint32_t operation = apenet_get(&o->command->header, APENET_COMMAND_OP);
    if (operation == APENET_OP_NONE)
        return APENET_STATUS_OK;
    if (operation == APENET_OP_TABLE_NEW)
        return command_table_new(o);
    if (!o->table->exists)
        return APENET_STATUS_NO_SUCH_NODE;
    switch (operation) {
    case APENET_OP_PAGE_ADD:
        return command_page_add(o);
    case APENET_OP_BUFFER_ADD:
        return command_buffer_add(o);
    case APENET_OP_PAGE_REMOVE:
        return command_page_remove(o);
    case APENET_OP_BUFFER_REMOVE:
        return apenet_buffer_remove(o->table, o->va, apenet_get64(&o->command->word3[2]));
    case APENET_OP_TABLE_FREE:
        return command_table_free(o);
    default:
        return APENET_STATUS_TX_BAD_DESCRIPTOR;
    }
}

static apenet_status_t command_run(apenet_device_t *d, const apenet_command_t *command)
{
    unsigned number = apenet_table_number(apenet_get(&command->header, APENET_COMMAND_IS_GPU),
                                          apenet_get(&command->header, APENET_COMMAND_GPU_ID),
                                          apenet_get(&command->header, APENET_COMMAND_PID));
    command_target_t o = {d, command, &d->table[number], number, apenet_get64(command->va)};
    apenet_card_lock(d);
    apenet_status_t status = command_execute(&o);
    emuq_light_unlock(&d->lock);
    return status;
}

static uint32_t registers_load(const apenet_device_t *d, unsigned n)
{
    return AO_int_load_acquire(&d->reg[n]);
}

static void registers_set(apenet_device_t *d, unsigned n, uint32_t value)
{
    AO_int_store_release(&d->reg[n], value);
}

/* @return false: index out of range */
static bool registers_set_pointer(apenet_device_t *d, unsigned n, uint32_t value, uint32_t size)
{
    uint32_t index = apenet_get(&value, APENET_PTR_DRIVER), now, next;
    if (index >= size)
        return false;
    do {
        next = now = registers_load(d, n);
        apenet_set(&next, APENET_PTR_DRIVER, index);
    } while (!AO_int_compare_and_swap_full(&d->reg[n], now, next));
    return true;
}

/* Memory at the address in registers n - 1 and n; NULL: unaligned, or not shared by all processes. */
static void *registers_memory_at(apenet_device_t *d, unsigned n, uint32_t value, uint64_t bytes,
                                 uint64_t align)
{
    apenet_location_t location;
    uint64_t bus = (uint64_t)registers_load(d, n - 1) << 32 | value;
    bool is_there = bus % align == 0 && bus != 0 && apenet_bus_find(d, bus, bytes, APENET_USE_ALL, &location);
    return is_there ? location.at : NULL;
}

static uint32_t registers_size_of(const apenet_device_t *d, unsigned n)
{
    uint32_t size = registers_load(d, n);
    return size < APENET_RING_LEAST ? APENET_RING_LEAST : size > APENET_RING_MOST ? APENET_RING_MOST : size;
}

static void registers_set_ring(apenet_device_t *d, uint32_t value)
{
    uint32_t size = registers_size_of(d, APENET_REG_TX_RB_SIZE);
    apenet_ring_wait(d);
    d->tx.ring = registers_memory_at(d, APENET_REG_TX_RB_ADDR_LOW, value, size * sizeof *d->tx.ring,
                                     sizeof *d->tx.ring);
    AO_int_store(&d->tx.size, size);
    d->tx.direct_ring = d->machine->network == NULL ? d->tx.ring : NULL;
    d->tx.mode = d->machine->network == NULL ? APENET_TX_DIRECT : APENET_TX_PACKETS;
    d->tx.is_done = d->tx.is_getting = d->tx.is_failed = false;
    d->tx.bytes = 0;
    AO_store(&d->tx.begun, size - 1); /* no slot */
    registers_set(d, APENET_REG_TX_RB_ADDR_LOW, d->tx.ring != NULL ? value : 0);
    registers_set(d, APENET_REG_TX_RB_NEXT_PTR, 0);
    emuq_claim_leave(&d->tx.claim);
}

static void registers_set_queue(apenet_device_t *d, uint32_t value)
{
    uint32_t size = registers_size_of(d, APENET_REG_EQ_SIZE);
    apenet_card_lock(d);
    d->queue.entry = registers_memory_at(d, APENET_REG_EQ_ADDR_LOW, value, size * sizeof *d->queue.entry,
                                         sizeof *d->queue.entry);
    d->queue.size = size;
    d->queue.write = d->queue.serial = 0;
    d->queue.phase = 1;
    registers_set(d, APENET_REG_EQ_ADDR_LOW, d->queue.entry != NULL ? value : 0);
    registers_set(d, APENET_REG_EQ_NEXT_PTR, 0);
    emuq_light_unlock(&d->lock);
    apenet_resume(d);
}

static void registers_free_entries(apenet_device_t *d, uint32_t value)
{
    apenet_card_lock(d);
    registers_set_pointer(d, APENET_REG_EQ_NEXT_PTR, value, d->queue.size);
    bool is_awaited = d->parks != 0;
    emuq_light_unlock(&d->lock);
    if (is_awaited)
        apenet_resume(d);
}

static void registers_fill_slots(apenet_device_t *d, uint32_t value)
{
    /* Relaxed: the size changes only with the ring, by the same driver. */
    if (registers_set_pointer(d, APENET_REG_TX_RB_NEXT_PTR, value, AO_int_load(&d->tx.size)))
        apenet_transmit(d);
}

static void registers_submit_command(apenet_device_t *d)
{
    apenet_command_t command;
    uint32_t *word = (uint32_t *)&command;
    for (unsigned i = 0; i < sizeof command / sizeof *word; i++)
        word[i] = registers_load(d, APENET_REG_CMD_FIFO + i);
    uint32_t serial = apenet_get(&command.header, APENET_COMMAND_SERIAL);
    registers_set(d, APENET_REG_CMD_STATUS, serial << 16 | APENET_CMD_SLOTS);
    apenet_status_t status = command_run(d, &command);
    registers_set(d, APENET_REG_CMD_RESULT, (uint32_t)status << 16 | serial);
    apenet_resume(d); /* a message may wait for this streaming buffer */
}

/* Critical section: the thread may run rings and must not stop there when its rank ends. */
static void registers_store(volatile uint32_t *page, unsigned n, uint32_t value)
{
    apenet_device_t *d = (apenet_device_t *)((uintptr_t)page - offsetof(apenet_device_t, reg));
    emuq_critical_begin();
    switch (n) {
    case APENET_REG_TX_RB_NEXT_PTR:
        registers_fill_slots(d, value);
        break;
    case APENET_REG_EQ_NEXT_PTR:
        registers_free_entries(d, value);
        break;
    case APENET_REG_TX_RB_ADDR_LOW:
        registers_set_ring(d, value);
        break;
    case APENET_REG_EQ_ADDR_LOW:
        registers_set_queue(d, value);
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
        registers_set(d, n, value);
        break;
    default: /* read-only or unused */
        if (n - APENET_REG_CMD_FIFO < sizeof(apenet_command_t) / 4)
            registers_set(d, n, value);
        else if (d->machine->network != NULL)
            apenet_monitor_store(d, n, value);
        if (n == APENET_REG_CMD_FIFO + sizeof(apenet_command_t) / 4 - 1)
            registers_submit_command(d);
        break;
    }
    emuq_critical_end();
}

const apenet_mmio_hooks_t apenet_mmio = {registers_store};

static uint32_t registers_coordinates(uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t word = 0;
    apenet_set(&word, APENET_COORD_X, x);
    apenet_set(&word, APENET_COORD_Y, y);
    apenet_set(&word, APENET_COORD_Z, z);
    return word;
}

static void registers_reset(apenet_device_t *d)
{
    const uint32_t *size = d->machine->size;
    registers_set(d, APENET_REG_CARD_ID, APENET_CARD_ID);
    registers_set(d, APENET_REG_CARD_STATUS, APENET_CARD_READY);
    registers_set(d, APENET_REG_COORD_ME, registers_coordinates(d->address.x, d->address.y, d->address.z));
    registers_set(d, APENET_REG_LATTICE_SIZE, registers_coordinates(size[0], size[1], size[2]));
    apenet_interrupt_enable(d, 0);
    registers_set(d, APENET_REG_CMD_STATUS, APENET_CMD_SLOTS);
    registers_set(d, APENET_REG_TX_RB_SIZE, APENET_RING_DEFAULT);
    registers_set(d, APENET_REG_EQ_SIZE, APENET_QUEUE_DEFAULT);
}

#define PAGE_BITS     12
#define GPU_PAGE_BITS 16

static int machine_make_device(apenet_machine_t *m, uint32_t number, const apenet_plan_t *plan)
{
    apenet_device_t *d = &m->device[number];
    d->machine = m;
    d->number = number;
    d->address =
        (apenet_address_t){(uint8_t)(number / (m->size[1] * m->size[2])),
                           (uint8_t)(number / m->size[2] % m->size[1]), (uint8_t)(number % m->size[2]), 0};
    d->memory = plan->memory(plan->argument, number);
    for (unsigned i = 0; i < APENET_TABLES; i++) {
        d->table[i].exists = i < APENET_PIDS ? i < m->pids : i - APENET_PIDS < plan->gpus;
        d->table[i].pages.page_bits = i < APENET_PIDS ? PAGE_BITS : GPU_PAGE_BITS;
    }
    for (unsigned i = 0; i < APENET_GPUS; i++) {
        emuq_arena_mutex_init(m->arena, &d->gpu[i].lock);
        d->gpu[i].bytes = i < plan->gpus ? plan->gpu_bytes : 0;
    }
    d->parked = emuq_arena_alloc(m->arena, (m->devices + 63) / 64 * sizeof *d->parked, 64);
    void *tlb = emuq_arena_alloc(m->arena, apenet_tlb_bytes(plan->tlb_entries), 64);
    if (d->parked == NULL || tlb == NULL)
        return -ENOMEM;
    apenet_tlb_init(&d->tlb, plan->tlb_entries, tlb);
    registers_reset(d);
    return 0;
}

int apenet_machine_make(apenet_machine_t *m, emuq_arena_t *arena, const apenet_plan_t *plan)
{
    m->arena = arena;
    for (int i = 0; i < 3; i++)
        m->size[i] = plan->size[i];
    m->devices = m->size[0] * m->size[1] * m->size[2];
    m->pids = plan->pids;
    m->is_shared = plan->is_shared;
    m->drops = plan->drops;
    m->is_recorded = plan->is_recorded;
    m->pid = emuq_arena_alloc(arena, m->devices * m->pids * sizeof *m->pid, 64);
    m->device = emuq_arena_alloc(arena, m->devices * sizeof *m->device, APENET_PAGE_BYTES);
    m->core_use = emuq_arena_alloc(arena, EMUQ_CORE_SLOTS * sizeof *m->core_use, 64);
    int rc = m->pid != NULL && m->device != NULL && m->core_use != NULL ? 0 : -ENOMEM;
    for (uint32_t i = 0; i < m->devices && rc == 0; i++)
        rc = machine_make_device(m, i, plan);
    if (rc == 0 && plan->is_packet)
        rc = apenet_torus_make(m, plan);
    m->finds_deaths = plan->finds_deaths;
    m->has_ticks = m->has_service = m->has_link_time || plan->reports_deaths || plan->finds_deaths;
    if (rc == 0 && plan->is_packet)
        apenet_monitor_make(m, plan->period_ms);
    return rc;
}

void apenet_device_counters(apenet_device_t *d, apenet_counters_t *out)
{
    const apenet_counters_t *c = &d->counters;
    apenet_card_lock(d);
    *out = (apenet_counters_t){
        /* TX counters change without the lock. Relaxed: statistics. */
        .packets_sent = AO_load(&c->packets_sent) + c->replies,
        .bytes_sent = AO_load(&c->bytes_sent) + c->reply_bytes,
        .rejected = AO_load(&c->rejected),
        .parked = AO_load(&c->parked),
        .packets_received = c->packets_received,
        .bytes_received = c->bytes_received,
        .dropped = c->dropped,
        .events = c->events,
        .pages_added = c->pages_added,
        .pages_removed = c->pages_removed,
        .tlb_hits = d->tlb.hits,
        .tlb_misses = d->tlb.misses,
    };
    emuq_light_unlock(&d->lock);
}
