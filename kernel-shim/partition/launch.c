/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <inttypes.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <emuq_components.h>

#include "backends/settings.h"
#include "base/text.h"
#include "base/memory.h"
#include "kernel-shim/memory/partition_memory.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/rank_engine.h"
#include "kernel-shim/partition/rank_exit.h"
#include "transport/fabric.h"
#include "transport/connection.h"

struct emuq_launch {
    emuq_partition_t *partition;
    const emuq_launch_job_hosts_t *hosts; /* NULL: one host */
    emuq_engine_process_t engine;
    int offered; /* socket for the rank with the offered engine; -1: none */
    char path[PATH_MAX];
};

uint32_t emuq_launch_hosts(const emuq_job_t *job)
{
    uint64_t nodes = 1, hosts = emuq_setting_number(EMUQ_SETTING_HOSTS);
    for (int d = 0; d < 5 && nodes < hosts; d++)
        nodes *= job->shape[d] != 0 ? job->shape[d] : 1;
    return (uint32_t)(nodes < hosts ? nodes : hosts);
}

static int launch_reject_hosts(void)
{
    emuq_log("this build supports a single host only; configure EMUQ with -DEMUQ_HOSTS=ON");
    return -ENOTSUP;
}

int emuq_launch_hosts_open(uint32_t hosts, emuq_local_hosts_t **opened)
{
    if (!EMUQ_HAVE_HOSTS)
        return launch_reject_hosts();
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
    if (EMUQ_HAVE_HOSTS)
        emuq_local_close(hosts, UINT32_MAX);
    free(hosts);
}

uint64_t emuq_launch_layout(void)
{
    if (emuq_backend == NULL)
        emuq_backend = emuq_backends[emuq_setting_number(EMUQ_SETTING_BACKEND)];
    return emuq_partition_layout();
}

/* emuq_job_hosts_t::place: gives each host a block of nodes. */
static int launch_place(const emuq_job_hosts_t *hosts, const emuq_partition_t *p, uint16_t *of_node)
{
    const uint32_t *nodes = hosts->argument;
    uint32_t node = 0;
    for (uint32_t host = 0; host < hosts->hosts; host++)
        for (uint32_t i = 0; i < nodes[host] && node < p->nodes; i++)
            of_node[node++] = (uint16_t)host;
    if (node == p->nodes)
        return 0;
    emuq_log("the hosts have %u nodes (expected %u)", node, p->nodes);
    return -EINVAL;
}

static int launch_make_host(emuq_launch_t *l, const emuq_job_t *job)
{
    const emuq_job_hosts_t hosts = {.hosts = l->hosts->hosts,
                                    .host = l->hosts->host,
                                    .place = launch_place,
                                    .argument = l->hosts->nodes,
                                    .is_simulated = l->hosts->local != NULL,
                                    .is_planned = l->hosts->is_planned};
    int rc = emuq_partition_make(job, true, &hosts, &l->partition);
    if (rc == 0)
        l->partition->job_id = l->hosts->job_id;
    return rc;
}

void emuq_launch_name(const char *program)
{
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_name(program);
}

/* Reads EMUQ_ON_PEER_DEATH. */
static int launch_plan_deaths(emuq_partition_t *p)
{
    p->reports_deaths = emuq_setting_number(EMUQ_SETTING_ON_PEER_DEATH) != 0;
    if (!p->reports_deaths || emuq_backend == &emuq_backend_emulator)
        return 0;
    emuq_log("EMUQ_ON_PEER_DEATH=report requires EMUQ_BACKEND=emulator (this job has backend %s); with end, "
             "the death of a rank ends the job",
             emuq_backend->name);
    return -EINVAL;
}

void emuq_launch_for_plugins(void)
{
    emuq_arena_move(EMUQ_ARENA_SECOND);
}

int emuq_launch_open(const emuq_job_t *job, const emuq_launch_job_hosts_t *hosts, emuq_launch_t **launch)
{
    emuq_launch_t *l = emuq_calloc(1, sizeof(*l));
    if (l == NULL)
        return -ENOMEM;
    l->hosts = hosts;
    l->offered = -1;
    int rc = hosts != NULL ? launch_make_host(l, job) : emuq_partition_make(job, true, NULL, &l->partition);
    if (rc == 0)
        rc = launch_plan_deaths(l->partition);
    if (rc == 0)
        rc = emuq_arena_path(l->partition->arena, l->path, sizeof(l->path));
    if (rc < 0) {
        if (l->partition != NULL)
            emuq_partition_close(l->partition);
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

bool emuq_launch_is_distributed(const emuq_launch_t *launch)
{
    return launch->hosts != NULL;
}

static bool launch_has_sockets(const emuq_launch_t *launch)
{
    return launch->hosts->local != NULL && !launch->hosts->local->by_fabric;
}

/* @return NULL: the engine determines the address */
static const char *launch_host_name(const emuq_launch_t *launch)
{
    return launch->hosts->local != NULL ? "127.0.0.1" : launch->hosts->local_address;
}

/* Starts the engine of a simulated host, which dies with the launcher. */
static int launch_start_local(emuq_launch_t *launch, emuq_host_text_t *text)
{
    pid_t launcher = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(EMUQ_HAVE_HOSTS && getppid() == launcher &&
                      emuq_local_engine(launch->partition, launch->hosts->local) == 0
                  ? EXIT_SUCCESS
                  : EXIT_FAILURE);
    }
    if (pid < 0) {
        int rc = -errno;
        emuq_log("cannot start the host engine: %s", strerror(-rc));
        return rc;
    }
    emuq_local_close(launch->hosts->local, UINT32_MAX);
    launch->engine.pid = pid;
    *text = (emuq_host_text_t){"local/"};
    return 0;
}

int emuq_launch_engine_offer(emuq_launch_t *launch)
{
    if (!EMUQ_HAVE_HOSTS || launch->hosts == NULL || launch_has_sockets(launch) ||
        !emuq_rank_engine_suits(launch->partition))
        return -ENOENT;
    snprintf(launch->partition->engine.host_name, sizeof launch->partition->engine.host_name, "%s",
             launch_host_name(launch) != NULL ? launch_host_name(launch) : "");
    return emuq_engine_propose(launch->partition, &launch->engine, &launch->offered);
}

void emuq_launch_inherit(const emuq_launch_t *launch)
{
    emuq_arena_give(launch->partition->arena);
}

void emuq_launch_engine_inherit(const emuq_launch_t *launch)
{
    if (launch->offered >= 0)
        (void)fcntl(launch->offered, F_SETFD, 0);
}

int emuq_launch_engine_start(emuq_launch_t *launch, emuq_peer_t rank, emuq_host_text_t *text, int32_t *pid)
{
    int rc = -ENOENT;
    *pid = 0;
    if (!EMUQ_HAVE_HOSTS)
        return -ENOTSUP;
    if (launch->offered >= 0) {
        close(launch->offered);
        launch->offered = -1;
        rc = emuq_engine_await_rank(launch->partition, &launch->engine, rank, text);
    }
    if (rc != -ENOENT)
        return rc;
    rc = launch_has_sockets(launch) ? launch_start_local(launch, text)
                                    : emuq_engine_start(launch->partition, launch_host_name(launch), false,
                                                        rank.cancel, &launch->engine, text);
    *pid = rc == 0 ? launch->engine.pid : 0;
    return rc;
}

int emuq_launch_engine_connect(emuq_launch_t *launch, const emuq_host_text_t *texts,
                               const unsigned char key[EMUQ_KEY_BYTES])
{
    if (!EMUQ_HAVE_HOSTS || launch_has_sockets(launch))
        return 0;
    return emuq_engine_connect(&launch->engine, texts, key);
}

int emuq_launch_connection(const emuq_launch_t *launch, uint32_t host, emuq_connection_counts_t *counts)
{
    return EMUQ_HAVE_HOSTS ? emuq_connection_counts_read(launch->partition, host, counts) : -ENOENT;
}

uint32_t emuq_launch_node(const emuq_launch_t *launch, uint32_t rank)
{
    const emuq_partition_t *p = launch->partition;
    return p->process_of_rank[rank] / p->job.ppn;
}

bool emuq_launch_is_here(const emuq_launch_t *launch, uint32_t rank)
{
    const emuq_partition_t *p = launch->partition;
    return launch->hosts == NULL || emuq_node_is_here(p, emuq_launch_node(launch, rank));
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

static emuq_process_t *launch_process(const emuq_launch_t *launch, uint32_t rank)
{
    const emuq_partition_t *p = launch->partition;
    return &p->process[p->process_of_rank[rank]];
}

emuq_rank_state_t emuq_launch_state(const emuq_launch_t *launch, uint32_t rank)
{
    /* Acquire: pairs with the release in emuq_member_join(). */
    return (emuq_rank_state_t)AO_int_load_acquire(&launch_process(launch, rank)->state);
}

void emuq_launch_stop_on_fatal_signal(emuq_launch_t *launch)
{
    launch->partition->stop_on_fatal_signal = true;
}

bool emuq_launch_is_dying(const emuq_launch_t *launch, uint32_t rank)
{
    /* Acquire: pairs with the release in fatal_stop(). */
    return emuq_flag_load_acquire(&launch_process(launch, rank)->is_dying);
}

int emuq_launch_ended(const emuq_launch_t *launch, uint32_t rank, int status)
{
    emuq_process_t *process = launch_process(launch, rank);
    if (emuq_launch_state(launch, rank) == EMUQ_RANK_ENDED)
        /* Killed while waiting at exit. Release: pairs with the acquire in translations of addresses. */
        emuq_flag_store_release(&process->space->ended, true);
    emuq_rank_end(process, status);
    return (int)AO_int_load(&process->status);
}

bool emuq_launch_reports_deaths(const emuq_launch_t *launch)
{
    return launch->partition->reports_deaths;
}

void emuq_launch_lost(const emuq_launch_t *launch, uint32_t rank)
{
    emuq_process_lost(launch_process(launch, rank));
}

bool emuq_launch_is_ending(const emuq_launch_t *launch, uint32_t rank)
{
    /* Relaxed: a hint for a time limit. */
    return emuq_flag_load(&launch_process(launch, rank)->is_ending);
}

bool emuq_launch_is_over(const emuq_launch_t *launch)
{
    return emuq_job_is_over(launch->partition);
}

bool emuq_launch_signal(const emuq_launch_t *launch, int signal)
{
    return emuq_joined_signal(launch->partition, signal);
}

int emuq_launch_status(const emuq_launch_t *launch)
{
    return (int)AO_int_load(&launch->partition->status);
}

uint64_t emuq_launch_dropped(const emuq_launch_t *launch)
{
    return emuq_backend->stats->dropped != NULL ? emuq_backend->stats->dropped(launch->partition->machine)
                                                : 0;
}

int emuq_launch_counts(const emuq_launch_t *launch, emuq_node_counts_t **counts)
{
    const emuq_partition_t *p = launch->partition;
    if (emuq_backend->stats->totals == NULL)
        return -ENOTSUP;
    emuq_node_counts_t *all = emuq_calloc(p->nodes, sizeof *all);
    if (all == NULL)
        return -ENOMEM;
    emuq_backend->stats->totals(p->machine, all);
    *counts = all;
    return 0;
}

/* The list begins with the counter published last. */
static const emuq_component_counter_t *launch_find_counter(const emuq_partition_t *p, uint32_t which)
{
    /* Acquire: pairs with the release of emuq_component_counter_publish(). */
    const emuq_component_counter_t *last = emuq_pointer_load_acquire(&p->component_counters), *at = last;
    uint32_t all = 0;
    for (; at != NULL; at = at->next)
        all++;
    at = last;
    for (uint32_t left = which < all ? all - 1 - which : all; left > 0; left--)
        at = at->next;
    return at;
}

static uint64_t launch_count_of(const uint64_t *first, uint32_t node, uint32_t stride)
{
    const uint64_t *at = (const uint64_t *)((uintptr_t)first + (size_t)node * stride);
    return first != NULL ? AO_load(at) : 0;
}

static uint64_t launch_link_count_of(const emuq_component_counter_t *c, uint32_t link, uint32_t node)
{
    const uint64_t *first = (const uint64_t *)((uintptr_t)c->first + (size_t)link * c->link_stride);
    return link < c->links ? launch_count_of(first, node, c->stride) : 0;
}

static void launch_read_counter(const emuq_partition_t *p, const emuq_component_counter_t *c, uint64_t *count)
{
    for (uint32_t i = 0; i < p->nodes; i++) {
        count[i] = launch_count_of(c->first, i, c->stride) + launch_count_of(c->more, i, c->stride);
        for (uint32_t link = 1; link < c->links; link++)
            count[i] += launch_link_count_of(c, link, i);
    }
}

const char *emuq_launch_component_counter(const emuq_launch_t *launch, uint32_t which, uint64_t *count)
{
    const emuq_partition_t *p = launch->partition;
    const emuq_component_counter_t *c = launch_find_counter(p, which);
    if (c == NULL)
        return NULL;
    launch_read_counter(p, c, count);
    return c->name;
}

const char *emuq_launch_link_counter(const emuq_launch_t *launch, uint32_t which, uint64_t *count)
{
    const emuq_partition_t *p = launch->partition;
    const emuq_component_counter_t *c;
    for (uint32_t i = 0; (c = launch_find_counter(p, i)) != NULL; i++)
        if (c->links != 0 && which-- == 0)
            break;
    if (c == NULL)
        return NULL;
    for (uint32_t i = 0; i < p->nodes; i++)
        for (uint32_t link = 0; link < EMUQ_COMPONENT_LINKS; link++)
            *count++ = launch_link_count_of(c, link, i);
    return c->name;
}

const char *emuq_launch_component_rate(const emuq_launch_t *launch, uint32_t which, uint64_t *count)
{
    const emuq_partition_t *p = launch->partition;
    const emuq_component_counter_t *c;
    for (uint32_t i = 0; (c = launch_find_counter(p, i)) != NULL; i++)
        if (c->rate[0] != '\0' && which-- == 0)
            break;
    if (c == NULL)
        return NULL;
    launch_read_counter(p, c, count);
    return c->rate;
}

bool emuq_launch_health(const emuq_launch_t *launch, uint32_t *word)
{
    const emuq_partition_t *p = launch->partition;
    /* Acquire: pairs with the release of emuq_component_health_publish(). */
    const uint32_t *first = emuq_pointer_load_acquire(&p->health);
    if (first == NULL)
        return false;
    for (uint32_t i = 0; i < p->nodes; i++) {
        const uint32_t *at = (const uint32_t *)((uintptr_t)first + i * p->health_stride);
        word[i] = i < p->health_count ? AO_int_load(at) : 0;
    }
    return true;
}

int emuq_launch_snapshot(const emuq_launch_t *launch, emuq_node_counts_t *counts)
{
    if (emuq_backend->stats->snapshot == NULL)
        return -ENOTSUP;
    emuq_backend->stats->snapshot(launch->partition->machine, counts);
    return 0;
}

uint32_t emuq_launch_fullest(const emuq_launch_t *launch, emuq_fifo_fill_t *fill, uint32_t most)
{
    return emuq_backend->stats->fullest != NULL
               ? emuq_backend->stats->fullest(launch->partition->machine, fill, most)
               : 0;
}

int emuq_launch_failed(const emuq_launch_t *launch)
{
    return (int)AO_int_load_acquire(&launch->partition->failed);
}

bool emuq_launch_engine_failed(const emuq_launch_t *launch)
{
    return AO_int_load_acquire(&launch->partition->engine.failed) != 0;
}

uint32_t emuq_launch_lost_host(const emuq_launch_t *launch)
{
    return AO_int_load_acquire(&launch->partition->hosts.lost) - 1;
}

/* Adds what code of emuq_join() waits for, and the lines of FIFOs from the backend's description. @return
 * false: no valid description */
static bool launch_describe_joined(const emuq_process_t *process, emuq_text_t *t)
{
    const emuq_partition_t *p = process->node->partition;
    /* Acquire: pairs with the release in emuq_describe_wait(). */
    uint64_t since = AO_load_acquire(&process->described_ns);
    const char *text = emuq_pointer_load_acquire(&process->description);
    char fifos[1024];
    if (text == NULL || since == 0 || emuq_host_now_ns() - since > EMUQ_DESCRIPTION_NS)
        return false;
    emuq_text_add(t, "waits for %.*s\n", (int)EMUQ_DESCRIPTION_BYTES, text);
    emuq_backend->stats->describe(p->machine, process->node->number, emuq_member_number(process),
                                  (int32_t)process->rank, fifos, sizeof fifos);
    const char *end = strchr(fifos, '\n');
    emuq_text_add(t, "%s", end != NULL ? end + 1 : "");
    return true;
}

size_t emuq_process_describe(const emuq_process_t *process, emuq_rank_state_t state, char *text, size_t bytes)
{
    const emuq_partition_t *p = process->node->partition;
    emuq_text_t t = emuq_text(text, bytes);
    /* Acquire: pairs with the release of the sleeping thread; the text is complete. */
    const char *waits_for = emuq_pointer_load_acquire(&process->waits_for);
    if (state == EMUQ_RANK_JOINED && waits_for == NULL && launch_describe_joined(process, &t))
        return t.length;
    if (state == EMUQ_RANK_JOINED && waits_for == NULL)
        return emuq_backend->stats->describe(p->machine, process->node->number, emuq_member_number(process),
                                             (int32_t)process->rank, text, bytes);
    if (state == EMUQ_RANK_JOINED)
        emuq_text_add(&t, "waits for %.300s\n", waits_for);
    else if (state == EMUQ_RANK_AWAITED)
        emuq_text_add(&t, "has not joined the partition (programs without the SPI never join)\n");
    else
        emuq_text_add(&t, "has ended with status %d\n", (int)AO_int_load(&process->status));
    return t.length;
}

size_t emuq_launch_describe(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    return emuq_process_describe(launch_process(launch, rank), emuq_launch_state(launch, rank), text, bytes);
}

size_t emuq_launch_slow(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    emuq_text_t t = emuq_text(text, bytes);
    if (emuq_backend->machine->memory == NULL)
        emuq_memory_explain_unshared(launch_process(launch, rank), &t);
    return t.length;
}

/* @param rc result of sharing the memory @param shared,copied phrases for success and failure */
static void launch_explain_memory(emuq_text_t *text, const char *name, int rc, const char *shared,
                                  const char *copied)
{
    if (rc == 0)
        emuq_text_add(text, "; %s %s", name, shared);
    else
        emuq_text_add(text, "; %s %s (%s)", name, copied,
                      rc == -ECANCELED ? "EMUQ_SHARE"
                      : rc == -ENOTSUP ? "a sanitizer's, or a program not built by emuqcc"
                                       : "no space");
}

static void launch_explain_spin(const emuq_process_t *process, emuq_text_t *text)
{
    int spin = (int)AO_int_load(&process->spin);
    if (spin > 0)
        emuq_text_add(text, "; loops over memory yield the core");
    else if (spin < 0)
        emuq_text_add(text,
                      "; loops over memory keep the core until the time slice ends: the host allows no "
                      "performance events (%s; see kernel.perf_event_paranoid)",
                      strerror(-spin));
}

size_t emuq_launch_explain(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes)
{
    const emuq_process_t *process = launch_process(launch, rank);
    emuq_text_t t = emuq_text(text, bytes);
    bool has_device = emuq_backend->machine->memory != NULL;
    const char *shared = has_device ? "in the device's memory" : "shared, one copy by the sender";
    const char *copied = has_device ? "rejected" : "copied by the owner's engine";
    emuq_text_add(&t, "backend %s", emuq_backend->name);
    if (emuq_launch_state(launch, rank) == EMUQ_RANK_AWAITED) {
        emuq_text_add(&t, "; not joined");
    } else {
        launch_explain_memory(&t, "static data", process->share_static, shared, copied);
        launch_explain_memory(&t, "heap", process->share_heap, shared, copied);
        emuq_text_add(&t, "; %s %s", has_device ? "other mappings" : "stacks and other mappings", copied);
    }
    launch_explain_spin(process, &t);
    emuq_text_add(&t, "\n");
    return t.length;
}

static void preflight_find_interface(const char *address, char *name, size_t bytes)
{
    struct ifaddrs *all;
    snprintf(name, bytes, "none");
    if (getifaddrs(&all) != 0)
        return;
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next) {
        char text[NI_MAXHOST];
        if (i->ifa_addr == NULL || (i->ifa_addr->sa_family != AF_INET && i->ifa_addr->sa_family != AF_INET6))
            continue;
        socklen_t size =
            i->ifa_addr->sa_family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
        if (getnameinfo(i->ifa_addr, size, text, sizeof(text), NULL, 0, NI_NUMERICHOST) == 0 &&
            strcmp(text, address) == 0) {
            snprintf(name, bytes, "%s", i->ifa_name);
            break;
        }
    }
    freeifaddrs(all);
}

int emuq_preflight(emuq_preflight_t *preflight)
{
    emuq_fabric_t *fabric;
    emuq_host_text_t text;
    emuq_host_parts_t parts;
    if (!EMUQ_HAVE_HOSTS)
        return launch_reject_hosts();
    int rc = emuq_interface_address(NULL, preflight->address);
    if (rc == 0)
        rc = emuq_fabric_open(NULL, &fabric, &text);
    if (rc != 0)
        return rc;
    emuq_fabric_close(fabric);
    rc = emuq_host_text_parse(text.text, &parts);
    if (rc != 0)
        return rc;
    snprintf(preflight->name, sizeof(preflight->name), "%s", parts.name);
    snprintf(preflight->provider, sizeof(preflight->provider), "%s", parts.provider);
    preflight_find_interface(preflight->address, preflight->interface, sizeof(preflight->interface));
    return 0;
}
