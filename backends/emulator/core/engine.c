/* SPDX-License-Identifier: BSD-3-Clause */
/* Engine threads: long messages, queues, requests, and scans for register stores. Scan intervals grow while
 * scans find nothing. */
#define _GNU_SOURCE
#include "backends/emulator/core/machine.h"

#include <errno.h>
#include <hwloc.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/remote_ops.h"
#include "backends/emulator/trace/record.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/process.h"

#define MAX_ENGINES 64

static struct {
    emuq_machine_t *machine;
    uint32_t first_node, nodes; /* to be scanned */
    pthread_t thread[MAX_ENGINES];
    unsigned threads;
    uint64_t stop; /* 1: engines end; stored with release, loaded with acquire */
    /* Used by the first engine, which alone scans: */
    emuq_backoff_policy_t scan;
    uint64_t scan_ns;
    uint64_t next_scan; /* ns */
    uint64_t probe_ns;  /* interval between tests for an idle core; a hint between engines */
} engines;

static bool engine_is_stopping(void)
{
    return AO_load_acquire(&engines.stop) != 0;
}

static void engine_scan_if_due(emuq_machine_t *m)
{
    if (emuq_host_now_ns() < engines.next_scan)
        return;
    bool found = false;
    for (uint32_t i = engines.first_node; i < engines.first_node + engines.nodes; i++)
        found |= emuq_serve_node(&m->node[i]);
    emuq_report_deferred();
    engines.scan_ns = found ? engines.scan.sleep_min_ns : emuq_backoff_longer(engines.scan_ns, &engines.scan);
    engines.next_scan = emuq_host_now_ns() + engines.scan_ns;
}

/* Both sides exchange the flag: this exchange acquires the request, or the flag is set again afterwards. */
static void engine_call_kernel(emuq_member_t *member)
{
    if (AO_load(&member->kernel_requested) != 0 && emuq_exchange(&member->kernel_requested, 0) != 0)
        emuq_the_kernel.notified(emuq_the_kernel.context);
}

/* Executes a request or a FIFO, or sends posts. @return whether there was work */
static bool engine_step(emuq_member_t *member)
{
    emuq_work_t work;
    emuq_waiter_t *w = emuq_request_take(member);
    emuq_inj_t *f = w == NULL ? emuq_engine_take() : NULL;
    if (w == NULL && f == NULL)
        return emuq_serves_hosts && emuq_remote_ops->flush();
    EMUQ_TEST_POINT(engine_work);
    emuq_work_begin(&work);
    if (w != NULL) {
        emuq_work_resume(&work, w);
    } else {
        AO_store_release(&f->scheduled, 0); /* pairs with the acquire in emuq_engine_queue() */
        uint64_t before = AO_load(&f->regs->desc_count);
        emuq_inj_try_run(&work, f, EMUQ_RUN_ENGINE);
        if (emuq_the_recording != NULL)
            emuq_record_run(emuq_record_ring(), f, before);
    }
    emuq_work_run(&work);
    return true;
}

/* @param may_sleep see emuq_backend_remote_ops_t::progress */
static bool engine_serve_once(emuq_machine_t *m, bool may_sleep)
{
    emuq_member_t *member = &m->member[m->engine];
    if (may_sleep)
        (void)emuq_event_prepare(&member->wakeup);
    engine_call_kernel(member);
    if (engine_step(member))
        return true;
    emuq_work_t work;
    emuq_work_begin(&work);
    bool sent = emuq_remote_ops->gi.settle(&work);
    emuq_work_run(&work);
    return sent;
}

bool emuq_engine_progress(emuq_machine_t *m, bool may_sleep)
{
    bool before = emuq_serve_hosts(true), any = engine_serve_once(m, may_sleep);
    (void)emuq_serve_hosts(before);
    return any;
}

/* An iteration of an engine. @return whether there was work */
static bool engine_iterate(emuq_machine_t *m, emuq_member_t *member, bool scans)
{
    engine_call_kernel(member);
    if (scans)
        engine_scan_if_due(m);
    return engine_step(member);
}

/* Yields once. @return whether the core is otherwise idle: short runs of other threads cost less than a
 * wake-up */
static bool engine_has_core(void)
{
    uint64_t before = emuq_host_now_ns();
    sched_yield();
    return emuq_host_now_ns() - before < EMUQ_BACKOFF_WAKE_NS;
}

static bool engine_probe_core(void)
{
    unsigned yields = 0;
    while (yields < EMUQ_BACKOFF_SPINS_MIN && engine_has_core())
        yields++;
    bool is_idle = yields == EMUQ_BACKOFF_SPINS_MIN;
    uint64_t ns = emuq_backoff_longer(AO_load(&engines.probe_ns), &emuq_backoff_table[EMUQ_BACKOFF_PROBE]);
    AO_store(&engines.probe_ns, is_idle ? 0 : ns);
    if (!is_idle)
        AO_store(&emuq_engine_hints.next_probe, emuq_host_now_ns() + ns);
    return is_idle;
}

/* Polls on an idle core for later messages, after a sender has copied a long message itself. */
static void engine_poll_if_core(emuq_machine_t *m, emuq_member_t *member, bool scans)
{
    if (!engine_probe_core())
        return;
    AO_store(&emuq_engine_hints.polling, 1);
    for (uint64_t last = emuq_host_now_ns();
         emuq_host_now_ns() - last < EMUQ_BACKOFF_LONG_NS && !engine_is_stopping();) {
        if (engine_iterate(m, member, scans))
            last = emuq_host_now_ns();
        else if (!engine_has_core())
            break;
    }
    AO_store(&emuq_engine_hints.polling, 0); /* from here on, queueing a FIFO wakes the engine */
}

static void *engine_main(void *argument)
{
    emuq_machine_t *m = engines.machine;
    emuq_member_t *member = &m->member[emuq_my_member];
    bool scans = argument != NULL;
    while (!engine_is_stopping()) {
        if (AO_load(&emuq_engine_hints.wanted) != 0 && emuq_exchange(&emuq_engine_hints.wanted, 0) != 0)
            engine_poll_if_core(m, member, scans);
        if (engine_iterate(m, member, scans))
            continue;
        emuq_ticket_t ticket = emuq_event_prepare(&member->wakeup);
        if (engine_is_stopping() || AO_load(&emuq_engine_hints.wanted) != 0 ||
            engine_iterate(m, member, scans))
            continue;
        uint64_t now = emuq_host_now_ns();
        uint64_t ns = !scans ? EMUQ_BACKOFF_SCAN_NS : engines.next_scan > now ? engines.next_scan - now : 1;
        emuq_event_wait(&member->wakeup, ticket, ns);
    }
    return NULL;
}

static unsigned engine_core_count(void)
{
    hwloc_topology_t topology;
    int cores = 1;
    if (emuq_affinity_is_available() && hwloc_topology_init(&topology) == 0) {
        if (hwloc_topology_load(topology) == 0)
            cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
        hwloc_topology_destroy(topology);
    }
    return cores > 1 ? (unsigned)cores : 1;
}

/* One engine per eight cores. */
static unsigned engine_count(void)
{
    const char *text = emuq_setting_text(EMUQ_SETTING_ENGINES);
    if (strcmp(text, "auto") != 0) {
        unsigned long n = strtoul(text, NULL, 10);
        return n < MAX_ENGINES ? (unsigned)n : MAX_ENGINES;
    }
    unsigned n = engine_core_count() / 8;
    return n == 0 ? 1 : n < MAX_ENGINES ? n : MAX_ENGINES;
}

/* Binds engines to distant cores, last core first: programs usually start at the first core. */
static void engine_bind(void)
{
    hwloc_topology_t topology;
    if (engines.threads < 2 || !emuq_affinity_is_available() || hwloc_topology_init(&topology) != 0)
        return;
    if (hwloc_topology_load(topology) == 0) {
        int cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
        for (unsigned i = 0; cores > 0 && i < engines.threads; i++) {
            hwloc_obj_t core = hwloc_get_obj_by_type(
                topology, HWLOC_OBJ_CORE, (unsigned)cores - 1 - i * (unsigned)cores / engines.threads);
            if (core != NULL)
                hwloc_set_thread_cpubind(topology, engines.thread[i], core->cpuset, 0);
        }
    }
    hwloc_topology_destroy(topology);
}

int emuq_engines_start(emuq_machine_t *m, uint32_t first, uint32_t count)
{
    engines.machine = m;
    engines.first_node = first;
    engines.nodes = count;
    engines.stop = 0;
    engines.scan = emuq_backoff_table[EMUQ_BACKOFF_SCAN];
    engines.scan.sleep_max_ns = emuq_backoff_scan_ns(m->is_shared ? m->share : 0);
    engines.scan_ns = engines.scan.sleep_min_ns;
    engines.next_scan = emuq_host_now_ns() + engines.scan_ns;
    engines.threads = 0;
    if (count == 0) { /* the caller is the host engine: no threads to start */
        emuq_serves_hosts = true;
        m->member[emuq_my_member].process = getpid();
        m->member[emuq_my_member].thread = gettid();
        emuq_engine_queue_open(true);
        return 0;
    }
    unsigned wanted = m->timed != NULL ? 0
                      : m->is_shared   ? 1
                                       : engine_count(); /* no engine in modelled time */
    int rc = 0;
    for (engines.threads = 0; engines.threads < wanted && rc == 0; engines.threads += rc == 0)
        rc = emuq_internal_thread(&engines.thread[engines.threads], engine_main,
                                  engines.threads == 0 ? m : NULL);
    if (rc != 0) {
        emuq_engines_stop(m);
        return -rc;
    }
    if (engines.threads != 0)
        emuq_engine_queue_open(true);
    engine_bind();
    return 0;
}

void emuq_engines_stop(emuq_machine_t *m)
{
    emuq_member_t *member = &m->member[emuq_my_member];
    AO_store_release(&engines.stop, 1);
    emuq_event_notify(&member->wakeup, EMUQ_EVENT_ALL);
    for (unsigned i = 0; i < engines.threads; i++)
        pthread_join(engines.thread[i], NULL);
    engines.threads = 0;
    EMUQ_TEST_POINT(engines_stopped);
    emuq_engine_queue_open(false); /* from here on threads execute their work themselves */
    while (engine_step(member))
        ;
}
