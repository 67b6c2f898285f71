/* SPDX-License-Identifier: BSD-3-Clause */
/* A partition whose ranks are processes that a launcher starts and watches. */
#include "kernel-shim/partition/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/memory.h"
#include "backends/settings.h"
#include "kernel-shim/partition/say.h"
#include "transport/local.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/rank_engine.h"
#include "kernel-shim/partition/linger.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/room_counts.h"
#include "kernel-shim/memory/partition_memory.h"
#include "base/text.h"

struct emuq_launch {
    emuq_partition_t *partition;
    const emuq_launch_spread_t *spread; /* NULL: the job is on one host */
    emuq_engine_process_t engine;
    int offered; /* what a rank is to have open that is to take the engine over; -1: none */
    char path[PATH_MAX];
};

uint32_t emuq_launch_hosts(const emuq_job_t *job)
{
    uint64_t nodes = 1, hosts = emuq_setting_number(EMUQ_SETTING_HOSTS);
    for (int d = 0; d < 5 && nodes < hosts; d++)
        nodes *= job->shape[d] != 0 ? job->shape[d] : 1;
    return (uint32_t)(nodes < hosts ? nodes : hosts);
}

int emuq_launch_hosts_open(uint32_t hosts, emuq_local_hosts_t **opened)
{
    bool by_fabric = *emuq_setting_text(EMUQ_SETTING_FABRIC) != '\0';
    emuq_local_hosts_t *h = emuq_calloc(1, sizeof(*h));
    int rc = h != NULL ? emuq_local_connect(h, hosts, by_fabric) : -ENOMEM;
    if (rc == 0)
        *opened = h;
    else
        free(h);
    return rc;
}

void emuq_launch_hosts_close(emuq_local_hosts_t *hosts)
{
    emuq_local_close(hosts, UINT32_MAX);
    free(hosts);
}

uint64_t emuq_launch_layout(void)
{
    if (emuq_backend == NULL)
        emuq_backend = emuq_backends[emuq_setting_number(EMUQ_SETTING_BACKEND)];
    return emuq_partition_layout();
}

/* Gives each host its block of nodes. */
static int place(const emuq_spread_t *spread, const emuq_partition_t *p, uint16_t *of_node)
{
    const uint32_t *nodes = spread->argument;
    uint32_t node = 0;
    for (uint32_t host = 0; host < spread->hosts; host++)
        for (uint32_t i = 0; i < nodes[host] && node < p->nodes; i++)
            of_node[node++] = (uint16_t)host;
    if (node == p->nodes)
        return 0;
    emuq_job_say("the hosts have %u of the %u nodes", node, p->nodes);
    return -EINVAL;
}

/* Makes the partition of one host. */
static int make_host(emuq_launch_t *l, const emuq_job_t *job)
{
    const emuq_spread_t spread = {.hosts = l->spread->hosts,
                                  .host = l->spread->host,
                                  .place = place,
                                  .argument = l->spread->nodes,
                                  .is_pretended = l->spread->local != NULL,
                                  .is_planned = l->spread->is_planned};
    int rc = emuq_partition_make(job, true, &spread, &l->partition);
    if (rc == 0)
        l->partition->job_id = l->spread->job_id;
    return rc;
}

int emuq_launch_open(const emuq_job_t *job, const emuq_launch_spread_t *spread, emuq_launch_t **launch)
{
    emuq_launch_t *l = emuq_calloc(1, sizeof(*l));
    if (l == NULL)
        return -ENOMEM;
    l->spread = spread;
    l->offered = -1;
    int rc = spread != NULL ? make_host(l, job) : emuq_partition_make(job, true, NULL, &l->partition);
    if (rc == 0)
        rc = emuq_arena_path(l->partition->arena, l->path, sizeof(l->path));
    if (rc < 0) {
        free(l);
        return rc;
    }
    emuq_arena_set_root(l->partition->arena, l->partition);
    *launch = l;
    return 0;
}

void emuq_launch_close(emuq_launch_t *launch)
{
    emuq_partition_close(launch->partition);
    free(launch);
}

bool emuq_launch_is_spread(const emuq_launch_t *launch)
{
    return launch->spread != NULL;
}

/* Whether engines are connected by sockets of the launcher's. */
static bool has_sockets(const emuq_launch_t *launch)
{
    return launch->spread->local != NULL && !launch->spread->local->by_fabric;
}

/* This host as the others know it; NULL: its engine finds out. */
static const char *near(const emuq_launch_t *launch)
{
    return launch->spread->local != NULL ? "127.0.0.1" : launch->spread->near;
}

/* Starts the engine of a pretended host. It dies with the launcher. */
static int start_local(emuq_launch_t *launch, emuq_host_text_t *text)
{
    pid_t launcher = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(getppid() == launcher && emuq_local_engine(launch->partition, launch->spread->local) == 0
                  ? EXIT_SUCCESS
                  : EXIT_FAILURE);
    }
    if (pid < 0) {
        int rc = -errno;
        emuq_job_say("cannot start the host engine: %s", strerror(-rc));
        return rc;
    }
    emuq_local_close(launch->spread->local, UINT32_MAX);
    launch->engine.pid = pid;
    *text = (emuq_host_text_t){"local/"};
    return 0;
}

int emuq_launch_engine_offer(emuq_launch_t *launch)
{
    if (launch->spread == NULL || has_sockets(launch) || !emuq_rank_engine_suits(launch->partition))
        return -ENOENT;
    snprintf(launch->partition->engine_near, sizeof launch->partition->engine_near, "%s",
             near(launch) != NULL ? near(launch) : "");
    return emuq_engine_propose(launch->partition, &launch->engine, &launch->offered);
}

void emuq_launch_give(const emuq_launch_t *launch)
{
    emuq_arena_give(launch->partition->arena);
}

void emuq_launch_engine_give(const emuq_launch_t *launch)
{
    if (launch->offered >= 0)
        (void)fcntl(launch->offered, F_SETFD, 0);
}

int emuq_launch_engine_start(emuq_launch_t *launch, emuq_peer_t rank, emuq_host_text_t *text, int32_t *pid)
{
    int rc = -ENOENT;
    *pid = 0;
    if (launch->offered >= 0) {
        close(launch->offered);
        launch->offered = -1;
        rc = emuq_engine_await_rank(launch->partition, &launch->engine, rank, text);
    }
    if (rc != -ENOENT)
        return rc;
    rc = has_sockets(launch)
             ? start_local(launch, text)
             : emuq_engine_start(launch->partition, near(launch), false, rank.cancel, &launch->engine, text);
    *pid = rc == 0 ? launch->engine.pid : 0;
    return rc;
}

int emuq_launch_engine_connect(emuq_launch_t *launch, const emuq_host_text_t *texts,
                               const unsigned char key[EMUQ_KEY_BYTES])
{
    if (has_sockets(launch))
        return 0;
    return emuq_engine_connect(&launch->engine, texts, key);
}

int emuq_launch_lane(const emuq_launch_t *launch, uint32_t host, emuq_lane_counts_t *counts)
{
    return emuq_lane_counts_read(launch->partition, host, counts);
}

uint32_t emuq_launch_node(const emuq_launch_t *launch, uint32_t rank)
{
    const emuq_partition_t *p = launch->partition;
    return p->process_of_rank[rank] / p->job.ppn;
}

bool emuq_launch_is_here(const emuq_launch_t *launch, uint32_t rank)
{
    const emuq_partition_t *p = launch->partition;
    return launch->spread == NULL || emuq_node_is_here(p, emuq_launch_node(launch, rank));
}

void emuq_launch_unbind(emuq_launch_t *launch, const uint64_t *processors)
{
    memcpy(launch->partition->unbound, processors, sizeof(launch->partition->unbound));
}

const char *emuq_launch_path(const emuq_launch_t *launch)
{
    return launch->path;
}

uint32_t emuq_launch_ranks(const emuq_launch_t *launch)
{
    return launch->partition->job.np;
}

const emuq_job_t *emuq_launch_job(const emuq_launch_t *launch)
{
    return &launch->partition->job;
}

static emuq_process_t *process_of(const emuq_launch_t *launch, uint32_t rank)
{
    const emuq_partition_t *p = launch->partition;
    return &p->process[p->process_of_rank[rank]];
}

emuq_rank_state_t emuq_launch_state(const emuq_launch_t *launch, uint32_t rank)
{
    /* Acquire: pairs with the release in member.c. */
    return (emuq_rank_state_t)__atomic_load_n(&process_of(launch, rank)->state, __ATOMIC_ACQUIRE);
}

void emuq_launch_stop_dying(emuq_launch_t *launch)
{
    launch->partition->stops_dying = true;
}

bool emuq_launch_is_dying(const emuq_launch_t *launch, uint32_t rank)
{
    /* Acquire: pairs with the release in deaths.c. */
    return __atomic_load_n(&process_of(launch, rank)->is_dying, __ATOMIC_ACQUIRE);
}

int emuq_launch_ended(const emuq_launch_t *launch, uint32_t rank, int status)
{
    emuq_process_t *process = process_of(launch, rank);
    if (emuq_launch_state(launch, rank) == EMUQ_RANK_ENDED)
        /* Killed while it lingered. Release: pairs with the acquire in emuq_translate_slow() and others. */
        __atomic_store_n(&process->space->ended, true, __ATOMIC_RELEASE);
    emuq_rank_end(process, status);
    return __atomic_load_n(&process->status, __ATOMIC_RELAXED);
}

int emuq_launch_status(const emuq_launch_t *launch)
{
    return __atomic_load_n(&launch->partition->status, __ATOMIC_RELAXED);
}

uint64_t emuq_launch_dropped(const emuq_launch_t *launch)
{
    return emuq_backend->dropped != NULL ? emuq_backend->dropped(launch->partition->machine) : 0;
}

int emuq_launch_counts(const emuq_launch_t *launch, emuq_node_counts_t **counts)
{
    const emuq_partition_t *p = launch->partition;
    if (emuq_backend->settle == NULL)
        return -ENOTSUP;
    emuq_node_counts_t *all = emuq_calloc(p->nodes, sizeof *all);
    if (all == NULL)
        return -ENOMEM;
    emuq_backend->settle(p->machine, all);
    *counts = all;
    return 0;
}

/* The list begins with the last one. */
static const emuq_room_count_t *room_count(const emuq_partition_t *p, uint32_t which)
{
    /* Acquire: pairs with the release of emuq_room_count_publish(). */
    const emuq_room_count_t *last = __atomic_load_n(&p->room_counts, __ATOMIC_ACQUIRE), *at = last;
    uint32_t all = 0;
    for (; at != NULL; at = at->next)
        all++;
    at = last;
    for (uint32_t left = which < all ? all - 1 - which : all; left > 0; left--)
        at = at->next;
    return at;
}

/* @param first of node 0, or NULL: 0 */
static uint64_t count_of(const uint64_t *first, uint32_t node, uint32_t stride)
{
    const uint64_t *at = (const uint64_t *)((uintptr_t)first + (size_t)node * stride);
    return first != NULL ? __atomic_load_n(at, __ATOMIC_RELAXED) : 0;
}

static void read_room_count(const emuq_partition_t *p, const emuq_room_count_t *c, uint64_t *count)
{
    for (uint32_t i = 0; i < p->nodes; i++)
        count[i] = count_of(c->first, i, c->stride) + count_of(c->more, i, c->stride);
}

const char *emuq_launch_room_count(const emuq_launch_t *launch, uint32_t which, uint64_t *count)
{
    const emuq_partition_t *p = launch->partition;
    const emuq_room_count_t *c = room_count(p, which);
    if (c == NULL)
        return NULL;
    read_room_count(p, c, count);
    return c->name;
}

const char *emuq_launch_room_rate(const emuq_launch_t *launch, uint32_t which, uint64_t *count)
{
    const emuq_partition_t *p = launch->partition;
    const emuq_room_count_t *c;
    for (uint32_t i = 0; (c = room_count(p, i)) != NULL; i++)
        if (c->rate[0] != '\0' && which-- == 0)
            break;
    if (c == NULL)
        return NULL;
    read_room_count(p, c, count);
    return c->rate;
}

int emuq_launch_glance(const emuq_launch_t *launch, emuq_node_counts_t *counts)
{
    if (emuq_backend->glance == NULL)
        return -ENOTSUP;
    emuq_backend->glance(launch->partition->machine, counts);
    return 0;
}

uint32_t emuq_launch_fullest(const emuq_launch_t *launch, emuq_fifo_fill_t *fill, uint32_t most)
{
    return emuq_backend->fullest != NULL ? emuq_backend->fullest(launch->partition->machine, fill, most) : 0;
}

int emuq_launch_failed(const emuq_launch_t *launch)
{
    return __atomic_load_n(&launch->partition->failed, __ATOMIC_ACQUIRE);
}

bool emuq_launch_engine_failed(const emuq_launch_t *launch)
{
    return __atomic_load_n(&launch->partition->engine_failed, __ATOMIC_ACQUIRE) != 0;
}

uint32_t emuq_launch_lost_host(const emuq_launch_t *launch)
{
    return __atomic_load_n(&launch->partition->lost_host, __ATOMIC_ACQUIRE) - 1;
}

size_t emuq_launch_describe(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    const emuq_process_t *process = process_of(launch, rank);
    const emuq_partition_t *p = process->node->partition;
    emuq_text_t t = emuq_text(text, bytes);
    emuq_rank_state_t state = emuq_launch_state(launch, rank);
    /* Acquire: pairs with the release of the thread that sleeps; the text is there. */
    const char *waits_for = __atomic_load_n(&process->waits_for, __ATOMIC_ACQUIRE);
    if (state == EMUQ_RANK_JOINED && waits_for == NULL)
        return emuq_backend->describe(p->machine, process->node->number, (uint32_t)(process - p->process),
                                      (int32_t)rank, text, bytes);
    if (state == EMUQ_RANK_JOINED)
        emuq_text_add(&t, "waits for %.300s\n", waits_for);
    else if (state == EMUQ_RANK_AWAITED)
        emuq_text_add(&t, "has not joined the partition (it may be no program of the SPI)\n");
    else
        emuq_text_add(&t, "has ended with status %d\n", __atomic_load_n(&process->status, __ATOMIC_RELAXED));
    return t.length;
}

size_t emuq_launch_slow(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    emuq_text_t t = emuq_text(text, bytes);
    if (emuq_backend->memory == NULL)
        emuq_memory_explain_unshared(process_of(launch, rank), &t);
    return t.length;
}

/* How the other ranks reach memory whose sharing has ended with @p rc. */
static const char *how(int rc)
{
    switch (rc) {
    case 0:
        return "shared, one copy by the sender";
    case -ECANCELED:
        return "copied by the owner's engine (EMUQ_SHARE says so)";
    case -ENOTSUP:
        return "copied by the owner's engine (a sanitizer's, or a program not built by emuqcc)";
    default:
        return "copied by the owner's engine (there was no room for it)";
    }
}

/* The same if the Message Units reach nothing else. */
static const char *where(int rc)
{
    switch (rc) {
    case 0:
        return "in the device's memory";
    case -ECANCELED:
        return "refused (EMUQ_SHARE says so)";
    case -ENOTSUP:
        return "refused (a sanitizer's, or a program not built by emuqcc)";
    default:
        return "refused (there was no room for it)";
    }
}

/* What its waits in memory do to other ranks; nothing where each has a core. */
static void explain_spin(const emuq_process_t *process, emuq_text_t *text)
{
    int spin = __atomic_load_n(&process->spin, __ATOMIC_RELAXED);
    if (spin > 0)
        emuq_text_add(text, "; waits in memory give up the core");
    else if (spin < 0)
        emuq_text_add(text,
                      "; waits in memory keep the core to the end of the time slice: the host allows no "
                      "performance events (%s; see kernel.perf_event_paranoid)",
                      strerror(-spin));
}

size_t emuq_launch_explain(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    const emuq_process_t *process = process_of(launch, rank);
    emuq_text_t t = emuq_text(text, bytes);
    if (emuq_launch_state(launch, rank) == EMUQ_RANK_AWAITED)
        emuq_text_add(&t, "backend %s; not joined", emuq_backend->name);
    else if (emuq_backend->memory != NULL)
        emuq_text_add(&t, "backend %s; static data %s; heap %s; other mappings refused", emuq_backend->name,
                      where(process->share_static), where(process->share_heap));
    else
        emuq_text_add(
            &t, "backend %s; static data %s; heap %s; stacks and other mappings copied by the owner's engine",
            emuq_backend->name, how(process->share_static), how(process->share_heap));
    explain_spin(process, &t);
    emuq_text_add(&t, "\n");
    return t.length;
}
