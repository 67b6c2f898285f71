/* SPDX-License-Identifier: BSD-3-Clause */
/* Work of waiting threads for all cards of the host: link time, and repair after the death of a process. */
#include <errno.h>

#include "apenet/card/packets.h"
#include "apenet/card/torus.h"

/* ---- deaths of processes ---- */

static void service_repair_nodes(apenet_machine_t *m)
{
    for (uint32_t i = 0; i < m->devices; i++) {
        if (apenet_is_remote(m, i))
            continue;
        (void)apenet_network_repair(m->network, i);
        apenet_network_mark(m->network, i); /* a dead process may have removed the mark */
    }
    apenet_run_network(m);
}

/* A dead process may have removed a ring from the list of parked rings, or was a waiting owner. */
static void service_repair_rings(apenet_machine_t *m)
{
    for (uint32_t i = 0; i < m->devices; i++) {
        apenet_device_t *d = &m->device[i];
        if (apenet_is_remote(m, i))
            continue;
        AO_int_store(&d->tx.waiting_owners, 0); /* relaxed: see transmit_end_wait() */
        apenet_ring_run(d);
        emuq_event_notify(&d->wakeup, EMUQ_EVENT_ALL);
    }
}

void apenet_repair_all(apenet_machine_t *m)
{
    int kept = errno;
    unsigned deaths = AO_int_load_acquire(&m->deaths);
    emuq_critical_begin();
    if (m->network != NULL)
        service_repair_nodes(m);
    service_repair_rings(m);
    emuq_critical_end();
    /* Relaxed: a hint. Behind the repair: if this process dies before, the next one repeats it. */
    AO_int_store(&m->repaired, deaths);
    errno = kept;
}

/* ---- link time ---- */

#define TICK_NS    UINT64_C(200000)
#define TICK_WORDS 255u /* a credit period */

void apenet_tick(apenet_device_t *d)
{
    apenet_machine_t *m = d->machine;
    uint64_t now = emuq_host_now_ns(), next = AO_load(&m->next_tick);
    if (now < next || !emuq_compare_exchange(&m->next_tick, next, now + TICK_NS, __ATOMIC_RELAXED))
        return;
    emuq_critical_begin();
    apenet_repair(m);
    if (m->has_link_time)
        emuq_flag_store(&m->waits, apenet_network_tick(m->network, TICK_WORDS, now));
    if (m->network != NULL) {
        if (apenet_torus_check_get(d))
            apenet_ring_refill(m, d->number); /* the network does not process a stopped node */
        apenet_torus_run(m, apenet_ring_refill);
    }
    emuq_critical_end();
}

void apenet_run_network(apenet_machine_t *m)
{
    emuq_critical_begin();
    apenet_torus_run(m, apenet_ring_refill);
    emuq_critical_end();
}
