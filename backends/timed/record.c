/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/record.h"

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/trace/record.h"
#include "backends/emulator/core/inject.h"
#include "backends/timed/actors.h"
#include "backends/timed/cores.h"

/* Of a thread its clock, with what its own code has taken; of the network the event. */
static uint64_t now(void)
{
    const emuq_timed_t *t = emuq_the_timed;
    uint64_t tick = t->now;
    if (emuq_my_actor != NULL && emuq_my_node != UINT32_MAX) {
        if (t->cores.model == EMUQ_CORES_BLOCKS)
            emuq_core_stops(t);
        tick = emuq_my_actor->clock;
    }
    return tick > t->begin ? tick - t->begin : 0;
}

static void (*identify_thread)(emuq_record_ring_t *ring); /* of the kernel shim */

/* An actor may be out of its thread. */
static void identify_actor(emuq_record_ring_t *ring)
{
    identify_thread(ring);
    if (emuq_my_actor != NULL)
        ring->thread = emuq_my_actor->tid;
}

/* The ring is no rank's, whoever makes it. */
static void identify_network(emuq_record_ring_t *ring)
{
    (void)ring;
}

void emuq_timed_record_begin(emuq_timed_t *t)
{
    _Static_assert(EMUQ_RECORD_MODELLED_TICKS * EMUQ_NET_TICK_PS == 1000, "the ticks of the network");
    if (emuq_the_recording == NULL)
        return;
    emuq_record_self_t self = emuq_record_self;
    identify_thread = emuq_record_identify;
    emuq_record_identify = identify_network; /* no other thread has begun */
    (void)emuq_record_ring_make();
    emuq_record_identify = identify_actor;
    t->record = emuq_record_self;
    emuq_record_self = self;
    __atomic_store_n(&emuq_record_time, now, __ATOMIC_RELAXED);
}

void emuq_timed_sent(emuq_inj_t *f)
{
    uint64_t before = emuq_load(&f->regs->desc_count);
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_inj_sent(&work, f);
    if (emuq_the_recording != NULL)
        emuq_record_run(emuq_record_ring(), f, before);
    emuq_work_run(&work);
}
