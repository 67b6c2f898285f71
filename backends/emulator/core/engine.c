/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Engines sleep when there is nothing to do, and scan at intervals that grow while they find nothing. A busy
 * or polling engine scans at the same intervals as one that sleeps.
 */
#define _GNU_SOURCE
#include "backends/emulator/core/engine.h"

#include <errno.h>
#include <hwloc.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/emulator/core/delegate.h"
#include "backends/emulator/core/engine_queue.h"
#include "backends/emulator/remote/remote.h"
#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/trace/record_message.h"
#include "backends/emulator/core/run.h"
#include "backends/emulator/core/scan.h"
#include "backends/settings.h"
#include "base/clock.h"
#include "base/cores.h"
#include "base/quiet.h"

#define POLLING_NS   1000000    /* how long an engine that has a core to itself waits for more to do */
#define LOST_NS      20000      /* a yield that takes longer has let another thread run */
#define PROBES       16         /* yields that show whether there is an idle core */
#define PROBE_MIN_NS 10000000   /* after engines have found no core, until they look again ... */
#define PROBE_MAX_NS 1000000000 /* ... and when they have found none for long */

#define SCAN_MIN_NS 200000   /* after something was found */
#define SCAN_MAX_NS 20000000 /* when nothing has been found for long */
#define MAX_ENGINES 64

/* The engines of this process. */
static struct {
    emuq_machine_t *machine;
    uint32_t first_node, nodes; /* that they look after */
    pthread_t thread[MAX_ENGINES];
    unsigned threads;
    uint64_t stop; /* 1: they end; written (release) by emuq_engines_stop(), read with acquire */
    /* Only the first engine scans, and uses these: */
    uint64_t scan_ns, longest_scan_ns; /* current interval and its limit */
    uint64_t next_scan;                /* ns */
    uint64_t probe_ns; /* current interval between probes for an idle core; a hint among engines */
} engines;

static bool is_stopping(void)
{
    return __atomic_load_n(&engines.stop, __ATOMIC_ACQUIRE) != 0;
}

/* Looks for what was missed on the nodes of this process, if it is time. */
static void scan_if_due(emuq_machine_t *m)
{
    if (emuq_host_now_ns() < engines.next_scan)
        return;
    bool found = false;
    for (uint32_t i = engines.first_node; i < engines.first_node + engines.nodes; i++) {
        emuq_work_t work;
        emuq_work_begin(&work);
        found |= emuq_scan_node(&work, &m->node[i]);
        found |= emuq_node_resume(&work, &m->node[i]);
        emuq_work_run(&work);
    }
    emuq_report_left();
    uint64_t longer = engines.scan_ns * 2;
    engines.scan_ns = found                              ? SCAN_MIN_NS
                      : longer < engines.longest_scan_ns ? longer
                                                         : engines.longest_scan_ns;
    engines.next_scan = emuq_host_now_ns() + engines.scan_ns;
}

/* Calls the kernel if it has been asked to. Both sides exchange `poked`: if this exchange comes after that of
 * who pokes, it acquires what the kernel is to see; if before, `poked` is set again afterwards. */
static void answer_poke(emuq_member_t *member)
{
    if (__atomic_load_n(&member->poked, __ATOMIC_RELAXED) != 0 &&
        __atomic_exchange_n(&member->poked, 0, __ATOMIC_ACQ_REL) != 0)
        emuq_the_kernel.poked(emuq_the_kernel.context);
}

/* Does one thing that waits for an engine. Messages to other hosts leave when nothing else waits.
 * @return whether there was one. */
static bool work_once(emuq_member_t *member)
{
    emuq_work_t work;
    emuq_waiter_t *w = emuq_request_take(member);
    emuq_inj_t *f = w == NULL ? emuq_engine_take() : NULL;
    if (w == NULL && f == NULL)
        return emuq_serves_hosts && emuq_remote_flush();
    EMUQ_TEST_POINT(engine_work);
    emuq_work_begin(&work);
    if (w != NULL) {
        emuq_work_resume(&work, w);
    } else {
        __atomic_store_n(&f->scheduled, 0,
                         __ATOMIC_RELEASE); /* pairs with the acquire in emuq_engine_queue() */
        uint64_t before = emuq_load(&f->regs->desc_count);
        emuq_inj_try_run(&work, f, EMUQ_ENGINE);
        if (emuq_the_recording != NULL)
            emuq_record_run(emuq_record_ring(), f, before);
    }
    emuq_work_run(&work);
    return true;
}

static bool serve(emuq_machine_t *m, bool rests)
{
    emuq_member_t *member = &m->member[m->engine];
    if (rests)
        (void)emuq_event_prepare(&member->bell);
    answer_poke(member);
    if (work_once(member))
        return true;
    emuq_work_t work;
    emuq_work_begin(&work);
    bool told = emuq_remote_gi_settle(&work);
    emuq_work_run(&work);
    return told;
}

bool emuq_engine_serve(emuq_machine_t *m, bool rests)
{
    bool before = emuq_serve_hosts(true), any = serve(m, rests);
    (void)emuq_serve_hosts(before);
    return any;
}

/* Everything that an engine does but sleep. @return whether there was something to do. */
static bool turn(emuq_machine_t *m, emuq_member_t *member, bool scans)
{
    answer_poke(member);
    if (scans)
        scan_if_due(m);
    return work_once(member);
}

/* Whether no other thread wants the core that the engine is on. */
static bool has_core(void)
{
    uint64_t before = emuq_host_now_ns();
    sched_yield();
    return emuq_host_now_ns() - before < LOST_NS;
}

static bool probe_core(void)
{
    int probes = 0;
    while (probes < PROBES && has_core())
        probes++;
    uint64_t ns = __atomic_load_n(&engines.probe_ns, __ATOMIC_RELAXED) * 2;
    ns = ns < PROBE_MIN_NS ? PROBE_MIN_NS : ns > PROBE_MAX_NS ? PROBE_MAX_NS : ns;
    __atomic_store_n(&engines.probe_ns, probes == PROBES ? 0 : ns, __ATOMIC_RELAXED);
    if (probes < PROBES)
        emuq_engine_next_probe(emuq_host_now_ns() + ns);
    return probes == PROBES;
}

/* A sender has moved a long message itself. If there is an idle core, the next ones will be moved here, at
 * once: an engine that had to be woken would begin when the sender could be done. */
static void poll_if_core(emuq_machine_t *m, emuq_member_t *member, bool scans)
{
    if (!probe_core())
        return;
    emuq_engine_set_polling(true);
    for (uint64_t last = emuq_host_now_ns(); emuq_host_now_ns() - last < POLLING_NS && !is_stopping();) {
        if (turn(m, member, scans))
            last = emuq_host_now_ns();
        else if (!has_core())
            break;
    }
    emuq_engine_set_polling(
        false); /* what is queued from now on is found before the engine sleeps: the bell */
}

static uint64_t sleep_ns(bool scans)
{
    uint64_t now = emuq_host_now_ns();
    return !scans ? SCAN_MAX_NS : engines.next_scan > now ? engines.next_scan - now : 1;
}

static void *engine(void *argument)
{
    emuq_machine_t *m = engines.machine;
    emuq_member_t *member = &m->member[emuq_my_member];
    bool scans = argument != NULL;
    while (!is_stopping()) {
        if (emuq_engine_take_probe())
            poll_if_core(m, member, scans);
        if (turn(m, member, scans))
            continue;
        emuq_ticket_t ticket = emuq_event_prepare(&member->bell);
        if (!is_stopping() && !emuq_engine_is_wanted() && !turn(m, member, scans))
            emuq_event_wait(&member->bell, ticket, sleep_ns(scans));
    }
    return NULL;
}

static unsigned core_count(void)
{
    hwloc_topology_t topology;
    int cores = 1;
    if (emuq_affinity_is_known() && hwloc_topology_init(&topology) == 0) {
        if (hwloc_topology_load(topology) == 0)
            cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
        hwloc_topology_destroy(topology);
    }
    return cores > 1 ? (unsigned)cores : 1;
}

/* One engine on small machines, one for eight cores on large ones. */
static unsigned engine_count(void)
{
    const char *text = emuq_setting_text(EMUQ_SETTING_ENGINES);
    if (strcmp(text, "auto") != 0) {
        unsigned long n = strtoul(text, NULL, 10);
        return n < MAX_ENGINES ? (unsigned)n : MAX_ENGINES;
    }
    unsigned n = core_count() / 8;
    return n == 0 ? 1 : n < MAX_ENGINES ? n : MAX_ENGINES;
}

/* Engines are bound away from each other, last core first: programs usually begin at the first. */
static void bind_engines(void)
{
    hwloc_topology_t topology;
    if (engines.threads < 2 || !emuq_affinity_is_known() || hwloc_topology_init(&topology) != 0)
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

/* Many processes on few cores scan less often, so that together they take no core. */
static uint64_t longest_scan(const emuq_machine_t *m)
{
    uint64_t crowd = m->is_shared ? m->share / 8 : 0;
    return SCAN_MAX_NS * (crowd > 1 ? crowd : 1);
}

/* The host engine has one thread for everything: a message would be handed from one to the other. */
static void serve_here(emuq_machine_t *m)
{
    emuq_member_t *member = &m->member[emuq_my_member];
    emuq_serves_hosts = true;
    member->process = getpid();
    member->thread = gettid();
    emuq_engine_queue_open();
}

int emuq_engines_start(emuq_machine_t *m, uint32_t first, uint32_t count)
{
    engines.machine = m;
    engines.first_node = first;
    engines.nodes = count;
    engines.stop = 0;
    engines.scan_ns = SCAN_MIN_NS;
    engines.longest_scan_ns = longest_scan(m);
    engines.next_scan = emuq_host_now_ns() + SCAN_MIN_NS;
    engines.threads = 0;
    if (count == 0) {
        serve_here(m);
        return 0;
    }
    unsigned wanted = m->timed != NULL ? 0 : m->is_shared ? 1 : engine_count(); /* no other thread has time */
    int rc = 0;
    for (engines.threads = 0; engines.threads < wanted && rc == 0; engines.threads += rc == 0)
        rc = emuq_quiet_thread(&engines.thread[engines.threads], engine, engines.threads == 0 ? m : NULL);
    if (rc != 0) {
        emuq_engines_stop(m);
        return -rc;
    }
    if (engines.threads != 0)
        emuq_engine_queue_open();
    bind_engines();
    return 0;
}

void emuq_engines_stop(emuq_machine_t *m)
{
    emuq_member_t *member = &m->member[emuq_my_member];
    __atomic_store_n(&engines.stop, 1, __ATOMIC_RELEASE);
    emuq_event_notify(&member->bell, EMUQ_EVENT_ALL);
    for (unsigned i = 0; i < engines.threads; i++)
        pthread_join(engines.thread[i], NULL);
    engines.threads = 0;
    EMUQ_TEST_POINT(engines_stopped);
    emuq_engine_queue_close(); /* from now on threads that find something to do do it themselves */
    while (work_once(member))
        ;
}
