/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/device.h"

#include <errno.h>

#include "apenet/card/registers.h"

#define PAGE_BITS     12
#define GPU_PAGE_BITS 16

static int make_device(apenet_machine_t *m, uint32_t number, const apenet_plan_t *plan)
{
    apenet_device_t *d = &m->device[number];
    d->machine = m;
    d->number = number;
    d->address =
        (apenet_address_t){(uint8_t)(number / (m->size[1] * m->size[2])),
                           (uint8_t)(number / m->size[2] % m->size[1]), (uint8_t)(number % m->size[2]), 0};
    d->memory = plan->memory(plan->argument, number);
    for (unsigned i = 0; i < APENET_TABLES; i++) {
        /* The firmware makes them when programs start. */
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
    apenet_registers_reset(d);
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
    m->turns = emuq_arena_alloc(arena, EMUQ_CORE_SLOTS * sizeof *m->turns, 64);
    int rc = m->pid != NULL && m->device != NULL && m->turns != NULL ? 0 : -ENOMEM;
    for (uint32_t i = 0; i < m->devices && rc == 0; i++)
        rc = make_device(m, i, plan);
    return rc;
}

void apenet_device_counters(apenet_device_t *d, apenet_counters_t *out)
{
    const apenet_counters_t *c = &d->counters;
    emuq_light_lock(&d->lock);
    *out = (apenet_counters_t){
        /* Those of the TX block change without the lock. Relaxed: statistics. */
        .packets_sent = __atomic_load_n(&c->packets_sent, __ATOMIC_RELAXED) + c->replies,
        .bytes_sent = __atomic_load_n(&c->bytes_sent, __ATOMIC_RELAXED) + c->reply_bytes,
        .refused = __atomic_load_n(&c->refused, __ATOMIC_RELAXED),
        .parked = __atomic_load_n(&c->parked, __ATOMIC_RELAXED),
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
