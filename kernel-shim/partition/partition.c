/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/partition.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "backends/record.h"
#include "backends/settings.h"
#include "base/backoff.h"
#include "base/text.h"
#include "base/memory.h"
#include "base/process.h"
#include "hwi/include/bqc/A2_core.h"
#include "kernel-shim/memory/partition_memory.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/partition/interrupts.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/registers.h"
#include "kernel-shim/partition/report.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"

#define A_TO_D_MAX 64u
#define E_MAX      2u
#define PPN_MAX    64u

static int partition_check_shape(emuq_partition_t *p, const emuq_job_t *job)
{
    uint64_t nodes = 1;
    for (int d = 0; d < 5; d++) {
        uint32_t size = job->shape[d] != 0 ? job->shape[d] : 1, most = d < 4 ? A_TO_D_MAX : E_MAX;
        if (size > most) {
            emuq_log("shape: %u nodes in dimension %c (expected at most %u)", size, "ABCDE"[d], most);
            return -EINVAL;
        }
        p->job.shape[d] = p->geometry.size[d] = size;
        nodes *= size;
    }
    if (job->mesh > 0x1f) {
        emuq_log("mesh: invalid value 0x%x (expected bits 0x10 for A to 0x01 for E)", job->mesh);
        return -EINVAL;
    }
    p->job.mesh = job->mesh;
    p->geometry.torus = 0x1f & ~job->mesh;
    p->nodes = (uint32_t)nodes;
    return 0;
}

static int partition_check_processes(emuq_partition_t *p, const emuq_job_t *job)
{
    uint32_t ppn = job->ppn != 0 ? job->ppn : 1;
    if (ppn > PPN_MAX || (ppn & (ppn - 1)) != 0) {
        emuq_log("ppn: %u processes per node (expected 1, 2, 4, ... %u)", ppn, PPN_MAX);
        return -EINVAL;
    }
    uint64_t slots = (uint64_t)p->nodes * ppn;
    if (slots > INT32_MAX) {
        emuq_log("%llu processes are too many for one job", (unsigned long long)slots);
        return -EINVAL;
    }
    if (job->np > slots) {
        emuq_log("%u ranks do not fit: nodes times processes per node is %llu", job->np,
                 (unsigned long long)slots);
        return -EINVAL;
    }
    p->job.ppn = ppn;
    p->job.np = job->np != 0 ? job->np : (uint32_t)slots;
    return 0;
}

static int partition_make_arrays(emuq_partition_t *p)
{
    size_t slots = (size_t)p->nodes * p->job.ppn;
    p->node = emuq_arena_alloc(p->arena, p->nodes * sizeof(*p->node), 64);
    p->process = emuq_arena_alloc(p->arena, slots * sizeof(*p->process), 64);
    p->map = emuq_arena_alloc(p->arena, p->job.np * sizeof(*p->map), 64);
    p->process_of_rank = emuq_arena_alloc(p->arena, p->job.np * sizeof(*p->process_of_rank), 64);
    return p->node != NULL && p->process != NULL && p->map != NULL && p->process_of_rank != NULL ? 0
                                                                                                 : -ENOMEM;
}

static void partition_make_node(emuq_partition_t *p, uint32_t number)
{
    emuq_node_t *node = &p->node[number];
    node->partition = p;
    node->number = number;
    emuq_geometry_coordinates(&p->geometry, number, node->coordinates);
    emuq_arena_mutex_init(p->arena, &node->lock);
    emuq_arena_mutex_init(p->arena, &node->shm_lock);
    emuq_arena_mutex_init(p->arena, &node->thread_lock);
    emuq_arena_mutex_init(p->arena, &node->bgpm_lock);
    for (uint32_t core = 0; core < EMUQ_CORES; core++)
        node->axucr0[core] = AXUCR0_ENAB_IND_ALL(UINT64_MAX);
    emuq_personality_fill(node);
}

/* Threads mode: all ranks share the address space of process 0. Processes mode: each process has a share of
 * its node's. */
static emuq_address_space_t *partition_space_of(emuq_partition_t *p, uint32_t index)
{
    emuq_process_t *process = &p->process[index];
    if (!p->is_shared && index != 0)
        return p->process[0].space;
    emuq_memory_t **memory = &process->node->memory; /* threads mode: of node 0 */
    if (*memory == NULL)
        *memory = emuq_arena_alloc(p->arena, sizeof(**memory), 64);
    emuq_address_space_t *space = emuq_arena_alloc(p->arena, sizeof(*space), 64);
    if (space == NULL || *memory == NULL)
        return NULL;
    emuq_address_space_init(space, *memory, p->is_shared ? process->t : 0, p->is_shared ? p->job.ppn : 1);
    space->member = p->is_shared ? index : 0;
    space->is_private = p->is_shared;
    if (!p->is_shared && emuq_arena_backing(p->arena) != NULL)
        emuq_window_describe(space);
    return space;
}

/* Allocates the data that a process needs on its host. */
static int partition_equip_process(emuq_partition_t *p, uint32_t index)
{
    emuq_process_t *process = &p->process[index];
    if (!emuq_node_is_here(p, process->node->number))
        return 0;
    process->space = partition_space_of(p, index);
    if (!p->is_shared)
        process->spi_data = emuq_process_data_new();
    return process->space != NULL && (p->is_shared || process->spi_data != NULL) ? 0 : -ENOMEM;
}

static uint64_t partition_least_bytes(uint32_t nodes, uint32_t ppn)
{
    return nodes * (sizeof(emuq_node_t) + ppn * sizeof(emuq_process_t) + EMUQ_REGISTER_FILE_BYTES);
}

/* Least memory of the arena. */
static uint64_t partition_arena_bytes(const emuq_partition_t *p)
{
    uint64_t processes = (uint64_t)p->nodes * p->job.ppn;
    uint64_t bytes = (uint64_t)p->nodes * (sizeof(emuq_node_t) + emuq_backend->node_bytes) +
                     processes * sizeof(emuq_process_t);
    return p->is_shared ? bytes
                        : bytes + processes * sizeof(emuq_address_space_t) + p->nodes * sizeof(emuq_memory_t);
}

/* Least memory that a job uses before the program: a bit less than measured for idle ranks. */
static uint64_t partition_memory_bytes(const emuq_partition_t *p, bool is_one_host)
{
    enum { NODE = 6 << 10, NODE_OF_THREADS = 40 << 10, THREAD = 16 << 10, PROCESS = 128 << 10 };
    uint64_t ranks = is_one_host ? p->job.np : 0;
    return p->is_shared ? (uint64_t)p->nodes * NODE + ranks * PROCESS
                        : (uint64_t)p->nodes * NODE_OF_THREADS + ranks * THREAD;
}

/* Rejects at once what would fail, or be killed, after minutes. */
static int partition_check_memory(const emuq_partition_t *p, bool is_one_host, uint64_t capacity)
{
    uint64_t memory = partition_memory_bytes(p, is_one_host), available = emuq_available_memory("");
    uint64_t arena = partition_arena_bytes(p);
    if (memory > available)
        emuq_log("%u nodes with %u ranks need at least %.1f GB of memory; %.1f GB are available: use fewer "
                 "nodes or more memory%s",
                 p->nodes, p->job.np, (double)memory / 1e9, (double)available / 1e9,
                 is_one_host && p->is_shared ? ", or more hosts (emuq-run --hosts)" : "");
    else if (arena > capacity)
        emuq_log("%u nodes need at least %.1f GB of address space for the Message Units; %s has %.1f GB: use "
                 "up to %llu nodes%s",
                 p->nodes, (double)arena / 1e9,
                 p->is_shared ? "the job (see EMUQ_ARENA, ulimit -v)" : "a process", (double)capacity / 1e9,
                 (unsigned long long)(capacity / (arena / p->nodes + 1)),
                 p->is_shared ? "" : ", or ranks that are processes (emuq-run without --timed)");
    else
        return 0;
    return -ENOMEM;
}

/* Whether the process has all mappings that the kernel allows. @param limit set: vm.max_map_count */
static bool partition_has_all_mappings(unsigned long *limit)
{
    enum { SPARE = 64 };
    unsigned long lines = 0;
    char text[4096];
    FILE *maps = fopen("/proc/self/maps", "re"), *most = fopen("/proc/sys/vm/max_map_count", "re");
    bool known = maps != NULL && most != NULL && fscanf(most, "%lu", limit) == 1;
    while (known && fgets(text, sizeof text, maps) != NULL)
        lines++;
    if (maps != NULL)
        fclose(maps);
    if (most != NULL)
        fclose(most);
    return known && lines + SPARE >= *limit;
}

static void partition_report_no_boot(const emuq_partition_t *p, int rc)
{
    unsigned long limit = 0;
    if (rc == -ENOMEM && partition_has_all_mappings(&limit))
        emuq_log("cannot boot %u nodes: the process has as many mappings as vm.max_map_count (%lu) allows; "
                 "raise it (sysctl vm.max_map_count), or use fewer nodes or processes",
                 p->nodes, limit);
    else if (rc == -ENOMEM)
        emuq_log("cannot boot %u nodes: %s; the partition needs at least %.1f GB of address space "
                 "(see ulimit -v and EMUQ_ARENA)",
                 p->nodes, strerror(-rc), (double)partition_least_bytes(p->nodes, p->job.ppn) / 1e9);
    else
        emuq_log("cannot boot %u nodes: %s%s", p->nodes, strerror(-rc),
                 rc == -EFBIG ? "; raise the limit of the size of files (ulimit -f)" : "");
}

static int partition_reject_recording(void)
{
    if (*emuq_setting_text(EMUQ_SETTING_TRACE) == '\0')
        return 0;
    emuq_log("EMUQ_TRACE: this build has no recordings; configure EMUQ with -DEMUQ_TRACE=ON");
    return -ENOTSUP;
}

static int partition_boot(emuq_partition_t *p)
{
    bool is_distributed = p->placement.hosts > 1; /* the host engine is one more member */
    uint32_t members = p->nodes * p->job.ppn + (p->is_shared && is_distributed);
    int rc = EMUQ_HAVE_TRACE ? emuq_job_recording_open(p) : partition_reject_recording();
    if (rc != 0)
        return rc; /* the error has been printed */
    rc = emuq_backend->machine->open(&p->geometry, p->arena, members, &p->machine);
    if (rc == 0 && is_distributed)
        rc = emuq_backend->remote->place(p->machine, &p->placement);
    if (rc == 0 && emuq_backend->machine->share != NULL && p->processors != 0)
        emuq_backend->machine->share(p->machine, p->sharers + is_distributed, p->processors);
    for (uint32_t i = 0; i < p->nodes && rc == 0; i++) {
        emuq_node_t *node = &p->node[i];
        if (!emuq_node_is_here(p, i))
            continue;
        rc = emuq_interrupts_open(node);
        if (rc == 0)
            rc = emuq_mu_boot_resources(node);
    }
    if (rc == 0)
        rc = emuq_job_boot_routes(p);
    if (rc == 0)
        emuq_personality_seal(p);
    else
        partition_report_no_boot(p, rc);
    return rc;
}

static void partition_distribute_evenly(uint16_t *of_node, uint32_t nodes, uint32_t hosts)
{
    uint32_t host = 0;
    for (uint32_t node = 0; node < nodes; node++) {
        while ((uint64_t)(host + 1) * nodes / hosts <= node)
            host++;
        of_node[node] = (uint16_t)host;
    }
}

static int partition_place(emuq_partition_t *p, const emuq_job_hosts_t *hosts)
{
    if (!EMUQ_HAVE_HOSTS) {
        emuq_log("this build supports a single host only; configure EMUQ with -DEMUQ_HOSTS=ON");
        return -ENOTSUP;
    }
    if (emuq_backend->remote == NULL) {
        emuq_log("backend %s supports a single host only; start all ranks on one host, or use "
                 "EMUQ_BACKEND=emulator",
                 emuq_backend->name);
        return -ENOTSUP;
    }
    uint16_t *of_node = emuq_arena_alloc(p->arena, p->nodes * sizeof(*of_node), 64);
    if (of_node == NULL)
        return -ENOMEM;
    p->placement = (emuq_placement_t){hosts->hosts, hosts->host, of_node};
    if (hosts->place != NULL)
        return hosts->place(hosts, p, of_node);
    partition_distribute_evenly(of_node, p->nodes, hosts->hosts);
    return 0;
}

static uint32_t partition_count_sharers(const emuq_partition_t *p, const emuq_job_hosts_t *hosts)
{
    uint32_t ranks = 0;
    if (hosts == NULL || hosts->is_simulated)
        return p->job.np;
    for (uint32_t rank = 0; rank < p->job.np; rank++)
        ranks += emuq_node_is_here(p, p->process_of_rank[rank] / p->job.ppn);
    return ranks;
}

static int partition_make_nodes(emuq_partition_t *p, const emuq_job_hosts_t *hosts)
{
    int rc = partition_make_arrays(p);
    for (uint32_t i = 0; i < p->nodes && rc == 0; i++)
        partition_make_node(p, i);
    for (uint32_t i = 0; i < p->nodes * p->job.ppn && rc == 0; i++) {
        p->process[i].node = &p->node[i / p->job.ppn];
        p->process[i].t = i % p->job.ppn;
        p->process[i].rank = UINT32_MAX;
    }
    if (rc == 0)
        rc = emuq_mapping_load(p);
    if (rc == 0 && hosts != NULL)
        rc = partition_place(p, hosts);
    if (rc == 0)
        p->sharers = partition_count_sharers(p, hosts);
    for (uint32_t i = 0; i < p->nodes * p->job.ppn && rc == 0; i++)
        rc = partition_equip_process(p, i);
    if (rc == -ENOMEM)
        emuq_log("no memory for a partition of %u nodes: it needs at least %.1f GB of address space (see "
                 "ulimit -v and EMUQ_ARENA)",
                 p->nodes, (double)partition_least_bytes(p->nodes, p->job.ppn) / 1e9);
    return rc == 0 ? partition_boot(p) : rc;
}

int emuq_partition_plan(emuq_partition_t *p, const emuq_job_t *job)
{
    static uint64_t jobs; /* partitions are created one at a time */
    const char *layout = getenv("BG_THREADLAYOUT");
    p->depth_first = layout != NULL && strcmp(layout, "2") == 0;
    p->job_id = (uint64_t)getpid() << 16 | ++jobs; /* unique on a host */
    p->processors = emuq_allowed_cores();
    int rc = emuq_settings_load();
    if (rc == 0)
        rc = partition_check_shape(p, job);
    return rc == 0 ? partition_check_processes(p, job) : rc;
}

uint64_t emuq_partition_layout(void)
{
    return ((uint64_t)sizeof(emuq_partition_t) << 32 ^ (uint64_t)sizeof(emuq_node_t) << 16 ^
            sizeof(emuq_process_t)) *
               UINT64_C(0x9e3779b97f4a7c15) +
           (emuq_backend->layout ^ sizeof(emuq_address_space_t));
}

/* @param backing set: memory that the Message Units access; path empty: all @return 0, or a negative errno
 * after printing an error */
static int partition_find_memory(const emuq_partition_t *p, emuq_backing_t *backing)
{
    backing->path[0] = '\0';
    if (!p->is_shared)
        return emuq_window_of_threads(emuq_backend, backing);
    if (emuq_backend->machine->memory == NULL)
        return 0;
    return emuq_backend->machine->memory(&(emuq_memory_plan_t){p->nodes, p->job.ppn}, backing);
}

static void partition_report_no_arena(uint32_t nodes, int rc)
{
    const char *advice = "";
    if (rc == -ENOMEM)
        advice = "; raise the limit of address space (ulimit -v), or set EMUQ_ARENA=1G";
    else if (rc == -EFBIG)
        advice = "; raise the limit of the size of files (ulimit -f)";
    else if (rc == -EPERM || rc == -ENOSYS || rc == -EACCES)
        advice = "; memfd_create() is rejected, by a filter of system calls or by the kernel";
    else if (rc == -EEXIST)
        advice = "; another mapping occupies its addresses, as of a sanitizer; link without it, or with the "
                 "sanitizer that EMUQ was built for";
    emuq_log("cannot make the memory of a partition of %u nodes: %s%s", nodes, strerror(-rc), advice);
}

static int partition_make_arena(const emuq_partition_t *planned, const char *mapping, bool is_one_host,
                                emuq_partition_t **partition)
{
    emuq_arena_t *arena;
    emuq_backing_t backing;
    uint32_t slots = planned->is_shared ? planned->nodes * planned->job.ppn : 0;
    uint64_t needed = partition_least_bytes(planned->nodes, planned->job.ppn),
             space = emuq_soft_limit(RLIMIT_AS);
    if (needed > space) {
        emuq_log("a partition of %u nodes needs at least %.1f GB of address space; the limit is %.1f GB "
                 "(ulimit -v): raise it, or use fewer nodes",
                 planned->nodes, (double)needed / 1e9, (double)space / 1e9);
        return -ENOMEM;
    }
    int rc = partition_find_memory(planned, &backing);
    if (rc == 0)
        rc =
            partition_check_memory(planned, is_one_host, emuq_arena_capacity(slots, backing.path[0] != '\0'));
    if (rc != 0)
        return rc;
    rc = emuq_arena_create(slots, backing.path[0] != '\0' ? &backing : NULL, planned->job_id,
                           emuq_partition_layout(), &arena);
    if (rc != 0) {
        partition_report_no_arena(planned->nodes, rc);
        return rc;
    }
    emuq_partition_t *p = emuq_arena_alloc(arena, sizeof(*p), 64);
    char *copy = emuq_arena_alloc(arena, strlen(mapping) + 1, 1);
    *p = *planned;
    p->arena = arena;
    p->job.mapping = strcpy(copy, mapping);
    *partition = p;
    return 0;
}

int emuq_partition_make(const emuq_job_t *job, bool is_shared, const emuq_job_hosts_t *hosts,
                        emuq_partition_t **partition)
{
    static const emuq_job_t defaults;
    emuq_partition_t planned = {.is_shared = is_shared}, *p = NULL;
    if (job == NULL)
        job = &defaults;
    /* The mapping may be the text of a setting, and settings are read again. */
    char *mapping = emuq_strdup(job->mapping != NULL ? job->mapping : "ABCDET");
    int rc = mapping != NULL ? emuq_partition_plan(&planned, job) : -ENOMEM;
    emuq_backend = emuq_backends[emuq_setting_number(EMUQ_SETTING_BACKEND)];
    if (rc == 0)
        rc = emuq_job_faults_plan(&planned, hosts);
    if (rc == 0)
        rc = partition_make_arena(&planned, mapping, hosts == NULL, &p);
    free(mapping);
    if (rc == 0)
        rc = partition_make_nodes(p, hosts);
    if (rc == 0)
        *partition = p;
    else if (p != NULL)
        emuq_partition_close(p);
    return rc;
}

static void partition_before_end(void *context)
{
    (void)context;
    if (emuq_before_end != NULL)
        emuq_before_end();
}

/* The hook of emuq_mmio outside any partition */
static __typeof__(emuq_mmio.access.map) map_outside;

int emuq_partition_attach(emuq_partition_t *p, uint32_t node, const emuq_kernel_callbacks_t *engine)
{
    const emuq_kernel_callbacks_t callbacks = {
        .context = p,
        .interrupt = emuq_kernel_interrupt,
        .gi_interrupt = emuq_kernel_gi_interrupt,
        .notified = emuq_kernel_notified,
        .ending = partition_before_end,
        .error = engine != NULL ? engine->error : emuq_kernel_error,
        .failed = engine != NULL ? engine->failed : emuq_kernel_failed,
        .hosts = engine != NULL ? engine->hosts : (emuq_host_callbacks_t){.send = NULL},
        .moves_inline = emuq_joined_late};
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_join(p);
    if (!emuq_joined_late) /* the program may be a rank itself */
        emuq_user_registers_map();
    map_outside = emuq_mmio.access.map;
    int rc = emuq_backend->machine->attach(p->machine, &callbacks, node);
    if (rc != 0) {
        emuq_mmio.access.map = map_outside;
        emuq_user_registers_unmap();
        emuq_log("cannot use the Message Units of a partition: %s", strerror(-rc));
    }
    return rc;
}

void emuq_partition_detach(emuq_partition_t *p)
{
    emuq_component_threads_end();
    emuq_backend->machine->detach(p->machine);
    emuq_mmio.access.map = map_outside;
    emuq_user_registers_unmap();
}

void emuq_partition_retire(emuq_process_t *process)
{
    const emuq_partition_t *p = process->node->partition;
    if (p->is_shared)
        emuq_backend->machine->drain(p->machine, process->node->number);
    if (emuq_backend->machine->retire != NULL)
        emuq_backend->machine->retire(p->machine, process->node->number, (int32_t)process->rank);
}

void emuq_partition_leave(emuq_partition_t *p, emuq_address_space_t *space)
{
    emuq_component_threads_end();
    emuq_address_space_end(space);
    emuq_backend->machine->detach(p->machine);
}

int emuq_partition_open(const emuq_job_t *job, emuq_partition_t **partition)
{
    emuq_partition_t *p;
    int rc = emuq_partition_make(job, false, NULL, &p);
    if (rc != 0)
        return rc;
    rc = emuq_partition_attach(p, UINT32_MAX, NULL);
    if (rc != 0) {
        emuq_partition_close(p);
        return rc;
    }
    p->is_attached = true;
    *partition = p;
    return 0;
}

void emuq_partition_close(emuq_partition_t *partition)
{
    emuq_partition_t *p = partition;
    if (p->is_attached)
        emuq_partition_detach(p);
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_end(p);
    if (p->machine != NULL)
        emuq_backend->machine->close(p->machine);
    for (uint32_t i = 0; i < p->nodes && p->node != NULL; i++)
        if (p->node[i].partition != NULL) { /* initialised */
            emuq_interrupts_close(&p->node[i]);
            emuq_shm_close(&p->node[i]);
        }
    for (uint64_t i = 0; i < (uint64_t)p->nodes * p->job.ppn && p->process != NULL && !p->is_shared; i++)
        emuq_process_data_free(p->process[i].spi_data);
    emuq_ranks_free(p->ranks);
    emuq_arena_close(p->arena);
}

static int component_publish(emuq_partition_t *partition, const char *name, const char *rate,
                             const emuq_component_counter_t *counter)
{
    emuq_component_counter_t *count = emuq_arena_alloc(partition->arena, sizeof *count, 64);
    if (count == NULL)
        return -ENOMEM;
    *count = *counter;
    snprintf(count->name, sizeof count->name, "%s", name);
    snprintf(count->rate, sizeof count->rate, "%s", rate);
    do {
        count->next = emuq_pointer_load(&partition->component_counters);
        /* Release: pairs with the acquire of readers. */
    } while (!emuq_compare_exchange(&partition->component_counters, count->next, count, __ATOMIC_RELEASE));
    return 0;
}

void emuq_component_health_publish(emuq_partition_t *partition, const uint32_t *word, size_t stride,
                                   uint32_t count)
{
    partition->health_stride = stride;
    partition->health_count = count;
    /* Release: pairs with the acquire of readers; stride and count are set before. */
    emuq_pointer_store_release(&partition->health, word);
}

int emuq_component_counter_publish(emuq_partition_t *partition, const char *name, const char *rate,
                                   const uint64_t *first, const uint64_t *more, uint32_t stride)
{
    const emuq_component_counter_t counter = {.first = first, .more = more, .stride = stride};
    return component_publish(partition, name, rate, &counter);
}

int emuq_component_links_publish(emuq_partition_t *partition, const char *name, const char *rate,
                                 const uint64_t *first, uint32_t links, uint32_t link_stride, uint32_t stride)
{
    const emuq_component_counter_t counter = {
        .first = first, .stride = stride, .links = links, .link_stride = link_stride};
    return links != 0 && links <= EMUQ_COMPONENT_LINKS ? component_publish(partition, name, rate, &counter)
                                                       : -EINVAL;
}

static void presence_clear(const emuq_component_presence_t *c, const emuq_process_t *process)
{
    uintptr_t at = (uintptr_t)c->first + process->node->number * c->node_stride;
    /* Release: pairs with the acquire of the component. */
    emuq_flag_store_release((bool *)(at + process->t * c->process_stride), false);
    if (c->losses != NULL)
        (void)AO_int_fetch_and_add1_release(c->losses);
}

/* The publisher adds its entry before it loads `is_lost`, the launcher stores `is_lost` before it loads the
 * list. All four are ordered, so that one of the two clears the flag. */
int emuq_component_presence_publish(emuq_partition_t *p, bool *first, size_t node_stride,
                                    size_t process_stride, unsigned *losses)
{
    emuq_component_presence_t *c = emuq_arena_alloc(p->arena, sizeof *c, 64);
    if (c == NULL)
        return -ENOMEM;
    *c = (emuq_component_presence_t){
        .first = first, .node_stride = node_stride, .process_stride = process_stride, .losses = losses};
    do {
        c->next = emuq_pointer_load(&p->presences);
        /* Release: publishes the entry. Ordered: see above. */
    } while (!emuq_compare_exchange(&p->presences, c->next, c, __ATOMIC_SEQ_CST));
    for (uint32_t i = 0; i < p->nodes * p->job.ppn; i++)
        if (emuq_load_ordered(&p->process[i].is_lost) != 0)
            presence_clear(c, &p->process[i]);
    return 0;
}

/* The counter grows before the flag is set: a reader that finds the flag, and no change of the counter since
 * an earlier load, knows that the process was lost before that load. It grows again after the flag is set,
 * for readers in between, and before components end messages to the process. */
void emuq_process_lost(emuq_process_t *process)
{
    uint32_t *losses = &process->node->partition->losses;
    (void)AO_int_fetch_and_add1_full(losses);
    emuq_store_ordered(&process->is_lost, 1);
    /* Release: pairs with the acquire of readers. */
    (void)AO_int_fetch_and_add1_release(losses);
    /* Acquire: pairs with the release of emuq_component_presence_publish(). */
    const emuq_component_presence_t *c = emuq_load_ordered(&process->node->partition->presences);
    for (; c != NULL; c = c->next)
        presence_clear(c, process);
}

/* ---- deaths that no launcher reports ---- */

#define SEARCH_NS UINT64_C(50000000)

static bool death_is_new(const emuq_process_t *process)
{
    /* Read last: a process ends its membership before its exit. Acquire: pairs with emuq_rank_end(). A
     * process of emuq_join() may die while it leaves. */
    unsigned last = process->space->is_leavable ? EMUQ_RANK_ENDED : EMUQ_RANK_JOINED;
    pid_t pid = (pid_t)AO_int_load_acquire(&process->pid);
    unsigned state = AO_int_load(&process->state);
    return pid != 0 && AO_int_load(&process->is_lost) == 0 && state >= EMUQ_RANK_JOINED && state <= last &&
           emuq_process_has_exited(pid) && AO_int_load_acquire(&process->state) <= last &&
           AO_int_load(&process->is_lost) == 0;
}

static void death_report(emuq_partition_t *p, emuq_process_t *process)
{
    if (process->space->is_leavable && emuq_backend->machine->bury != NULL) {
        /* Release: pairs with the acquire in translations of addresses. The process may hold the lock. */
        emuq_flag_store_release(&process->space->ended, true);
        emuq_backend->machine->bury(p->machine, process->node->number, (int32_t)process->rank,
                                    emuq_member_number(process));
    }
    emuq_process_lost(process);
}

void emuq_partition_find_deaths(emuq_partition_t *p, uint64_t delay_ns)
{
    static uint64_t next_at_once; /* searches with a delay must not replace those without */
    uint64_t *limit = delay_ns != 0 ? &p->next_search : &next_at_once;
    const uint64_t now = emuq_host_now_ns(), next = AO_load(limit);
    if (now < next || !emuq_compare_exchange(limit, next, now + SEARCH_NS, __ATOMIC_RELAXED))
        return;
    const int kept = errno;
    for (uint32_t i = 0; i < p->nodes * p->job.ppn; i++) {
        emuq_process_t *process = &p->process[i];
        if (!emuq_node_is_here(p, process->node->number) || !death_is_new(process))
            continue;
        uint64_t found = AO_load(&process->dead_ns);
        if (delay_ns != 0 && found == 0)
            AO_store(&process->dead_ns, now);
        else if (delay_ns == 0)
            emuq_process_lost(process); /* live cards still find the addresses of its memory */
        else if (now - found >= delay_ns)
            death_report(p, process);
    }
    errno = kept;
}
