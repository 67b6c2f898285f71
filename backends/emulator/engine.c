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
#include <time.h>

#include "backends/settings.h"

#define SCAN_MIN_NS 200000   /* after something was found */
#define SCAN_MAX_NS 20000000 /* when nothing has been found for long */
#define MAX_ENGINES 64

typedef struct emuq_engines {
    emuq_machine_t *machine;
    pthread_t thread[MAX_ENGINES];
    unsigned threads;
    pthread_mutex_t lock; /* guards the members below */
    pthread_cond_t work;
    emuq_inj_t *first, **last; /* FIFOs to run; `listed` of each is 1 */
    bool stop;
    unsigned sleeping;
    uint64_t scan_ns; /* current interval; only the first engine scans */
} engines_t;

bool emuq_engine_queue(emuq_inj_t *f)
{
    engines_t *e = f->node->machine->engines;
    if (e->threads == 0)
        return false;
    if (!AO_compare_and_swap_full(&f->listed, 0, 1))
        return true;
    uint32_t bit = 31 - f->id % 32;
    bool urgent = AO_load(emuq_reg(f->node, f->id / 8, EMUQ_REG_PRIORITY)) >> bit & 1;
    pthread_mutex_lock(&e->lock);
    if (urgent || e->first == NULL) {
        f->next_listed = e->first;
        if (e->first == NULL)
            e->last = &f->next_listed;
        e->first = f;
    } else {
        f->next_listed = NULL;
        *e->last = f;
        e->last = &f->next_listed;
    }
    if (e->sleeping != 0)
        pthread_cond_signal(&e->work);
    pthread_mutex_unlock(&e->lock);
    return true;
}

/* Under the lock. */
static emuq_inj_t *take(engines_t *e)
{
    emuq_inj_t *f = e->first;
    if (f != NULL) {
        e->first = f->next_listed;
        if (e->first == NULL)
            e->last = &e->first;
    }
    return f;
}

static bool look_around(emuq_machine_t *m)
{
    bool found = false;
    for (uint32_t i = 0; i < m->nodes; i++) {
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

static void sleep_until(engines_t *e, uint64_t ns)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    uint64_t end = (uint64_t)t.tv_nsec + ns;
    t.tv_sec += (time_t)(end / 1000000000u);
    t.tv_nsec = (long)(end % 1000000000u);
    e->sleeping++;
    pthread_cond_timedwait(&e->work, &e->lock, &t);
    e->sleeping--;
}

static void *engine(void *argument)
{
    engines_t *e = argument;
    pthread_mutex_lock(&e->lock);
    bool scans = pthread_equal(pthread_self(), e->thread[0]);
    while (!e->stop) {
        emuq_inj_t *f = take(e);
        if (f != NULL) {
            pthread_mutex_unlock(&e->lock);
            AO_store_release(&f->listed, 0); /* pairs with the acquire in emuq_inj_kick() */
            emuq_inj_run_long(f);
            pthread_mutex_lock(&e->lock);
            continue;
        }
        sleep_until(e, scans ? e->scan_ns : SCAN_MAX_NS);
        if (!scans || e->stop || e->first != NULL)
            continue;
        pthread_mutex_unlock(&e->lock);
        bool found = look_around(e->machine);
        pthread_mutex_lock(&e->lock);
        e->scan_ns = found ? SCAN_MIN_NS : e->scan_ns * 2 < SCAN_MAX_NS ? e->scan_ns * 2 : SCAN_MAX_NS;
    }
    pthread_mutex_unlock(&e->lock);
    return NULL;
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
static void bind_engines(engines_t *e)
{
    hwloc_topology_t topology;
    if (e->threads < 2 || hwloc_topology_init(&topology) != 0)
        return;
    if (hwloc_topology_load(topology) == 0) {
        int cores = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
        for (unsigned i = 0; cores > 0 && i < e->threads; i++) {
            hwloc_obj_t core = hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE,
                                                     (unsigned)cores - 1 - i * (unsigned)cores / e->threads);
            if (core != NULL)
                hwloc_set_thread_cpubind(topology, e->thread[i], core->cpuset, 0);
        }
    }
    hwloc_topology_destroy(topology);
}

int emuq_engines_start(emuq_machine_t *m)
{
    engines_t *e = calloc(1, sizeof *e);
    if (e == NULL)
        return -ENOMEM;
    e->machine = m;
    e->last = &e->first;
    e->scan_ns = SCAN_MIN_NS;
    pthread_mutex_init(&e->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&e->work, &attributes);
    pthread_condattr_destroy(&attributes);
    m->engines = e;

    unsigned wanted = engine_count();
    int rc = 0;
    pthread_mutex_lock(&e->lock); /* engines begin when all are known */
    for (unsigned i = 0; i < wanted && rc == 0; i++) {
        rc = pthread_create(&e->thread[i], NULL, engine, e);
        if (rc == 0)
            e->threads++;
    }
    pthread_mutex_unlock(&e->lock);
    if (rc != 0) {
        emuq_engines_stop(m);
        return -rc;
    }
    bind_engines(e);
    return 0;
}

void emuq_engines_stop(emuq_machine_t *m)
{
    engines_t *e = m->engines;
    if (e == NULL)
        return;
    pthread_mutex_lock(&e->lock);
    e->stop = true;
    pthread_cond_broadcast(&e->work);
    pthread_mutex_unlock(&e->lock);
    for (unsigned i = 0; i < e->threads; i++)
        pthread_join(e->thread[i], NULL);
    pthread_cond_destroy(&e->work);
    pthread_mutex_destroy(&e->lock);
    free(e);
    m->engines = NULL;
}
