/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Engine threads do what no program thread does: long messages, the rest of long queues, and what happens
 * behind our back - stores to registers by a program's own code, and wakeups that were missed. They sleep
 * when there is nothing to do, and look around at intervals that grow while they find nothing.
 */
#define _GNU_SOURCE
#include "backends/emulator/emulator.h"

#include <errno.h>
#include <hwloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"

#define EAGER_NS     1000000    /* how long an engine that has a core to itself waits for more to do */
#define LOST_NS      20000      /* a yield that takes longer has let somebody else run */
#define TRIALS       16         /* yields that show whether there is a core */
#define TRIAL_MIN_NS 10000000   /* after engines have found no core, until they look again ... */
#define TRIAL_MAX_NS 1000000000 /* ... and when they have found none for long */

#define SCAN_MIN_NS 200000   /* after something was found */
#define SCAN_MAX_NS 20000000 /* when nothing has been found for long */
#define MAX_ENGINES 64

/* The engines of this process. */
static struct {
    emuq_machine_t *machine;
    uint32_t first_node, nodes; /* that they look after */
    pthread_t thread[MAX_ENGINES];
    unsigned threads;
    pthread_mutex_t lock;      /* guards the members below */
    emuq_inj_t *first, **last; /* FIFOs to run; `listed` of each is 1 */
    bool stop;
    uint64_t scan_ns, longest_scan_ns; /* current interval and its limit; only the first engine scans */
    /* Written by one engine or sender, read by senders, who need not be right about them. */
    volatile AO_t eager;  /* an engine has a core to itself, and looks for work all the time */
    volatile AO_t wanted; /* 1: a sender would like one to be eager */
    volatile AO_t next_trial,
        trial_ns; /* when engines may look for a core again; their patience until then */
} engines = {.lock = PTHREAD_MUTEX_INITIALIZER};

void emuq_ring(emuq_member_t *member)
{
    /* Full: the bell is advanced before `asleep` is looked at, and sleepers do it the other way round, so
     * either we see them or they find the bell changed. */
    AO_int_fetch_and_add_full(&member->bell, 1);
    if (AO_load(&member->asleep) != 0)
        emuq_futex_wake(&member->bell, 1);
}

bool emuq_engine_queue(emuq_inj_t *f)
{
    if (engines.threads == 0)
        return false;
    if (!AO_compare_and_swap_full(&f->listed, 0, 1))
        return true;
    uint32_t bit = 31 - f->id % 32;
    bool urgent = AO_load(emuq_reg(f->node, f->id / 8, EMUQ_REG_PRIORITY)) >> bit & 1;
    pthread_mutex_lock(&engines.lock);
    if (urgent || engines.first == NULL) {
        f->next_listed = engines.first;
        if (engines.first == NULL)
            engines.last = &f->next_listed;
        engines.first = f;
    } else {
        f->next_listed = NULL;
        *engines.last = f;
        engines.last = &f->next_listed;
    }
    pthread_mutex_unlock(&engines.lock);
    emuq_ring(&f->node->machine->member[emuq_my_member]);
    return true;
}

bool emuq_engine_offer(emuq_inj_t *f)
{
    if (engines.threads == 0)
        return false;
    if (AO_load(&engines.eager) != 0)
        return emuq_engine_queue(f);
    if (AO_load(&engines.wanted) == 0 && emuq_now_ns() >= AO_load(&engines.next_trial)) {
        AO_store_release(&engines.wanted, 1);
        emuq_ring(&f->node->machine->member[emuq_my_member]);
    }
    return false;
}

static emuq_inj_t *take_fifo(void)
{
    pthread_mutex_lock(&engines.lock);
    emuq_inj_t *f = engines.first;
    if (f != NULL) {
        engines.first = f->next_listed;
        if (engines.first == NULL)
            engines.last = &engines.first;
    }
    pthread_mutex_unlock(&engines.lock);
    return f;
}

/* What other processes want. */
static emuq_waiter_t *take_waiter(emuq_member_t *member)
{
    emuq_lock(&member->lock);
    emuq_waiter_t *w = member->first;
    if (w != NULL)
        member->first = w->next;
    emuq_unlock(&member->lock);
    return w;
}

static bool look_around(emuq_machine_t *m)
{
    bool found = false;
    for (uint32_t i = engines.first_node; i < engines.first_node + engines.nodes; i++) {
        emuq_mu_node_t *n = &m->node[i];
        found |= emuq_scan_node(n);
        if (AO_load(&n->parked_now) != 0) {
            emuq_unpark_all(n);
            found = true;
        }
    }
    emuq_inj_drain();
    return found;
}

static bool is_stopping(void)
{
    pthread_mutex_lock(&engines.lock);
    bool stop = engines.stop;
    pthread_mutex_unlock(&engines.lock);
    return stop;
}

static bool work(emuq_member_t *member)
{
    emuq_waiter_t *w = take_waiter(member);
    emuq_inj_t *f = w == NULL ? take_fifo() : NULL;
    if (w != NULL) {
        emuq_serve(w);
        emuq_report_refused();
        emuq_inj_drain();
    } else if (f != NULL) {
        AO_store_release(&f->listed, 0); /* pairs with the acquire in emuq_inj_kick() */
        emuq_inj_run_long(f);
    }
    return w != NULL || f != NULL;
}

/* Whether nobody else wants the core that the engine is on. */
static bool has_core(void)
{
    uint64_t before = emuq_now_ns();
    sched_yield();
    return emuq_now_ns() - before < LOST_NS;
}

/* A sender has moved a long message itself. If there is a core to spare, the next ones will be moved here,
 * at once: an engine that had to be woken would begin when the sender could be done. */
static void be_eager(emuq_member_t *member)
{
    int trials = 0;
    while (trials < TRIALS && has_core())
        trials++;
    if (trials < TRIALS) {
        uint64_t patience = AO_load(&engines.trial_ns) * 2;
        patience = patience < TRIAL_MIN_NS ? TRIAL_MIN_NS : patience > TRIAL_MAX_NS ? TRIAL_MAX_NS : patience;
        AO_store(&engines.trial_ns, patience);
        AO_store(&engines.next_trial, emuq_now_ns() + patience);
        return;
    }
    AO_store(&engines.trial_ns, 0);
    AO_store(&engines.eager, 1);
    for (uint64_t last = emuq_now_ns(); emuq_now_ns() - last < EAGER_NS;) {
        if (work(member))
            last = emuq_now_ns();
        else if (!has_core() || is_stopping())
            break;
    }
    AO_store(&engines.eager, 0); /* what is queued from now on is found before the engine sleeps: the bell */
}

static void *engine(void *argument)
{
    emuq_machine_t *m = engines.machine;
    emuq_member_t *member = &m->member[emuq_my_member];
    bool scans = argument != NULL;
    for (;;) {
        unsigned bell = AO_int_load_acquire(&member->bell);
        if (is_stopping())
            return NULL;
        /* Acquire: pairs with the release in machine_poke(). */
        if (AO_load_acquire(&member->poked) != 0) {
            AO_store(&member->poked, 0);
            emuq_the_kernel.poked(emuq_the_kernel.context);
        }
        if (AO_load_acquire(&engines.wanted) != 0 && AO_compare_and_swap_full(&engines.wanted, 1, 0)) {
            be_eager(member);
            continue;
        }
        if (work(member))
            continue;
        AO_fetch_and_add_full(&member->asleep, 1);
        emuq_futex_wait(&member->bell, bell, scans ? engines.scan_ns : SCAN_MAX_NS);
        AO_fetch_and_add_full(&member->asleep, (AO_t)-1);
        if (!scans || AO_int_load_acquire(&member->bell) != bell)
            continue;
        uint64_t longer = engines.scan_ns * 2;
        engines.scan_ns = look_around(m)                     ? SCAN_MIN_NS
                          : longer < engines.longest_scan_ns ? longer
                                                             : engines.longest_scan_ns;
    }
}

static unsigned core_count(void)
{
    hwloc_topology_t topology;
    int cores = 1;
    if (hwloc_topology_init(&topology) == 0) {
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
    if (engines.threads < 2 || hwloc_topology_init(&topology) != 0)
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

/* Many processes on few cores look around less often, so that together they take no core. */
static uint64_t longest_scan(const emuq_machine_t *m)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t crowd = m->members / (8 * (uint64_t)(cores > 0 ? cores : 1));
    return SCAN_MAX_NS * (crowd > 1 ? crowd : 1);
}

int emuq_engines_start(emuq_machine_t *m, uint32_t first, uint32_t count)
{
    engines.machine = m;
    engines.first_node = first;
    engines.nodes = count;
    engines.first = NULL;
    engines.last = &engines.first;
    engines.stop = false;
    engines.scan_ns = SCAN_MIN_NS;
    engines.longest_scan_ns = longest_scan(m);
    unsigned wanted = m->is_shared ? 1 : engine_count();
    int rc = 0;
    for (engines.threads = 0; engines.threads < wanted && rc == 0; engines.threads += rc == 0)
        rc = pthread_create(&engines.thread[engines.threads], NULL, engine, engines.threads == 0 ? m : NULL);
    if (rc != 0) {
        emuq_engines_stop(m);
        return -rc;
    }
    bind_engines();
    return 0;
}

void emuq_engines_stop(emuq_machine_t *m)
{
    emuq_member_t *member = &m->member[emuq_my_member];
    pthread_mutex_lock(&engines.lock);
    engines.stop = true;
    pthread_mutex_unlock(&engines.lock);
    AO_int_fetch_and_add_full(&member->bell, 1);
    emuq_futex_wake(&member->bell, MAX_ENGINES);
    for (unsigned i = 0; i < engines.threads; i++)
        pthread_join(engines.thread[i], NULL);
    engines.threads = 0;
}
