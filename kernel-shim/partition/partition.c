/* SPDX-License-Identifier: BSD-3-Clause */
/* Life of a partition: the state of a machine between the boot of its nodes and the end of a job. */
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
#include "base/cores.h"
#include "base/memory.h"
#include "base/resize.h"
#include "hwi/include/bqc/A2_core.h"
#include "kernel-shim/partition/placement.h"
#include "kernel-shim/partition/report.h"
#include "kernel-shim/partition/say.h"
#include "kernel-shim/partition/interrupts.h"
#include "kernel-shim/partition/faults.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/ranks.h"
#include "kernel-shim/partition/recording.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/partition/resources.h"
#include "kernel-shim/memory/partition_memory.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"

#define A_TO_D_MAX 64u
#define E_MAX      2u
#define PPN_MAX    64u

/* Takes the shape of a job. */
static int take_shape(emuq_partition_t *p, const emuq_job_t *job)
{
    uint64_t nodes = 1;
    for (int d = 0; d < 5; d++) {
        uint32_t size = job->shape[d] != 0 ? job->shape[d] : 1, most = d < 4 ? A_TO_D_MAX : E_MAX;
        if (size > most) {
            emuq_job_say("a partition cannot have %u nodes in dimension %c; it can have %u", size, "ABCDE"[d],
                         most);
            return -EINVAL;
        }
        p->job.shape[d] = p->geometry.size[d] = size;
        nodes *= size;
    }
    if (job->mesh > 0x1f) {
        emuq_job_say("mesh 0x%x has bits that are no dimension: 0x10 is A, 0x01 is E", job->mesh);
        return -EINVAL;
    }
    p->job.mesh = job->mesh;
    p->geometry.torus = 0x1f & ~job->mesh;
    p->nodes = (uint32_t)nodes;
    return 0;
}

/* Takes what processes a job has. */
static int take_processes(emuq_partition_t *p, const emuq_job_t *job)
{
    uint32_t ppn = job->ppn != 0 ? job->ppn : 1;
    if (ppn > PPN_MAX || (ppn & (ppn - 1)) != 0) {
        emuq_job_say("a node cannot have %u processes; it can have 1, 2, 4 and so on up to %u", ppn, PPN_MAX);
        return -EINVAL;
    }
    uint64_t slots = (uint64_t)p->nodes * ppn;
    if (slots > INT32_MAX) {
        emuq_job_say("%llu processes are too many for one job", (unsigned long long)slots);
        return -EINVAL;
    }
    if (job->np > slots) {
        emuq_job_say("%u ranks do not fit: nodes times processes per node is %llu", job->np,
                     (unsigned long long)slots);
        return -EINVAL;
    }
    p->job.ppn = ppn;
    p->job.np = job->np != 0 ? job->np : (uint32_t)slots;
    return 0;
}

/* Makes the arrays of a partition. */
static int make_arrays(emuq_partition_t *p)
{
    size_t slots = (size_t)p->nodes * p->job.ppn;
    p->node = emuq_arena_alloc(p->arena, p->nodes * sizeof(*p->node), 64);
    p->process = emuq_arena_alloc(p->arena, slots * sizeof(*p->process), 64);
    p->map = emuq_arena_alloc(p->arena, p->job.np * sizeof(*p->map), 64);
    p->process_of_rank = emuq_arena_alloc(p->arena, p->job.np * sizeof(*p->process_of_rank), 64);
    if (p->node == NULL || p->process == NULL || p->map == NULL || p->process_of_rank == NULL)
        return -ENOMEM;
    return 0;
}

static void make_node(emuq_partition_t *p, uint32_t number)
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

/* The physical memory of the node of a process. Ranks that are threads have that of node 0. */
static emuq_memory_t *memory_of(emuq_partition_t *p, emuq_process_t *process)
{
    emuq_memory_t **memory = p->is_shared ? &process->node->memory : &p->node[0].memory;
    if (*memory == NULL)
        *memory = emuq_arena_alloc(p->arena, sizeof(**memory), 64);
    return *memory;
}

/* Threads share the address space of the first process; Linux processes have their own shares of their
 * node's.
 */
static emuq_address_space_t *space_of(emuq_partition_t *p, uint32_t index)
{
    emuq_process_t *process = &p->process[index];
    if (!p->is_shared && index != 0)
        return p->process[0].space;
    emuq_memory_t *memory = memory_of(p, process);
    emuq_address_space_t *space = emuq_arena_alloc(p->arena, sizeof(*space), 64);
    if (space == NULL || memory == NULL)
        return NULL;
    emuq_address_space_init(space, memory, p->is_shared ? process->t : 0, p->is_shared ? p->job.ppn : 1);
    space->member = p->is_shared ? index : 0;
    space->is_private = p->is_shared;
    if (!p->is_shared && emuq_arena_backing(p->arena) != NULL)
        emuq_window_describe(space);
    return space;
}

static void make_process(emuq_partition_t *p, uint32_t index)
{
    emuq_process_t *process = &p->process[index];
    process->node = &p->node[index / p->job.ppn];
    process->t = index % p->job.ppn;
    process->rank = UINT32_MAX;
}

/* What a process has on its own host only: the partition may have a thousand times as many elsewhere. */
static int equip_process(emuq_partition_t *p, uint32_t index)
{
    emuq_process_t *process = &p->process[index];
    if (!emuq_node_is_here(p, process->node->number))
        return 0;
    process->space = space_of(p, index);
    if (!p->is_shared)
        process->spi_data = emuq_process_data_new();
    return process->space != NULL && (p->is_shared || process->spi_data != NULL) ? 0 : -ENOMEM;
}

/* Least address space of a partition: structures of nodes and processes, and register files. */
static uint64_t least_bytes(uint32_t nodes, uint32_t ppn)
{
    return nodes * (sizeof(emuq_node_t) + ppn * sizeof(emuq_process_t) + EMUQ_REGISTER_FILE_BYTES);
}

/* Whether this process has as many mappings as the kernel allows. @param limit gets vm.max_map_count */
static bool has_all_mappings(unsigned long *limit)
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

static void report_no_boot(const emuq_partition_t *p, int rc)
{
    unsigned long limit = 0;
    if (rc == -ENOMEM && has_all_mappings(&limit))
        emuq_job_say(
            "cannot boot %u nodes: the process has as many mappings as vm.max_map_count (%lu) allows; "
            "raise it (sysctl vm.max_map_count), or use fewer nodes or processes",
            p->nodes, limit);
    else if (rc == -ENOMEM)
        emuq_job_say(
            "cannot boot %u nodes: %s; the partition needs at least %.1f GB of address space "
            "(see ulimit -v and EMUQ_ARENA)",
            p->nodes, strerror(-rc), (double)least_bytes(p->nodes, p->job.ppn) / 1e9);
    else
        emuq_job_say("cannot boot %u nodes: %s%s", p->nodes, strerror(-rc),
                     rc == -EFBIG ? "; raise the limit of the size of files (ulimit -f)" : "");
}

/* Switches the Message Units on, and does what a node does before programs are loaded. */
static int boot(emuq_partition_t *p)
{
    bool is_spread = p->placement.hosts > 1; /* then the host engine is a member, too */
    uint32_t members = p->is_shared ? p->nodes * p->job.ppn + is_spread : 1;
    int rc = emuq_job_recording_open(p);
    if (rc != 0)
        return rc; /* after a message */
    rc = emuq_backend->open(&p->geometry, p->arena, members, &p->machine);
    if (rc == 0 && is_spread)
        rc = emuq_backend->place(p->machine, &p->placement);
    if (rc == 0 && emuq_backend->share != NULL && p->processors != 0)
        emuq_backend->share(p->machine, p->sharers + is_spread, p->processors);
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
        report_no_boot(p, rc);
    return rc;
}

/* Notes which nodes are on which host. */
static int place(emuq_partition_t *p, const emuq_spread_t *spread)
{
    if (emuq_backend->place == NULL) {
        emuq_job_say("backend %s has all nodes on one host; start the ranks on one, or use the emulator",
                     emuq_backend->name);
        return -ENOTSUP;
    }
    uint16_t *of_node = emuq_arena_alloc(p->arena, p->nodes * sizeof(*of_node), 64);
    if (of_node == NULL)
        return -ENOMEM;
    p->placement = (emuq_placement_t){spread->hosts, spread->host, of_node};
    if (spread->place != NULL)
        return spread->place(spread, p, of_node);
    emuq_place_evenly(of_node, p->nodes, spread->hosts);
    return 0;
}

static uint32_t count_sharers(const emuq_partition_t *p, const emuq_spread_t *spread)
{
    uint32_t ranks = 0;
    if (spread == NULL || spread->is_pretended)
        return p->job.np;
    for (uint32_t rank = 0; rank < p->job.np; rank++)
        ranks += emuq_node_is_here(p, p->process_of_rank[rank] / p->job.ppn);
    return ranks;
}

static int make_nodes(emuq_partition_t *p, const emuq_spread_t *spread)
{
    int rc = make_arrays(p);
    for (uint32_t i = 0; i < p->nodes && rc == 0; i++)
        make_node(p, i);
    for (uint32_t i = 0; i < p->nodes * p->job.ppn && rc == 0; i++)
        make_process(p, i);
    if (rc == 0)
        rc = emuq_mapping_load(p);
    if (rc == 0 && spread != NULL)
        rc = place(p, spread);
    if (rc == 0)
        p->sharers = count_sharers(p, spread);
    for (uint32_t i = 0; i < p->nodes * p->job.ppn && rc == 0; i++)
        rc = equip_process(p, i);
    if (rc == -ENOMEM)
        emuq_job_say("no memory for a partition of %u nodes: it needs at least %.1f GB of address space (see "
                     "ulimit -v and EMUQ_ARENA)",
                     p->nodes, (double)least_bytes(p->nodes, p->job.ppn) / 1e9);
    return rc == 0 ? boot(p) : rc;
}

/* Distinct on a host: process id and number in the process. */
static uint64_t next_job_id(void)
{
    static uint64_t jobs; /* under the lock of self.c: one partition at a time */
    return (uint64_t)getpid() << 16 | ++jobs;
}

/* What partition a job needs. */
static int plan(emuq_partition_t *p, const emuq_job_t *job)
{
    const char *layout = getenv("BG_THREADLAYOUT");
    p->depth_first = layout != NULL && strcmp(layout, "2") == 0;
    p->job_id = next_job_id();
    p->processors = emuq_allowed_cores();
    int rc = emuq_settings_load();
    if (rc == 0)
        rc = take_shape(p, job);
    return rc == 0 ? take_processes(p, job) : rc;
}

uint64_t emuq_partition_layout(void)
{
    return ((uint64_t)sizeof(emuq_partition_t) << 32 ^ (uint64_t)sizeof(emuq_node_t) << 16 ^
            sizeof(emuq_process_t)) *
               UINT64_C(0x9e3779b97f4a7c15) +
           (emuq_backend->layout ^ sizeof(emuq_address_space_t));
}

/* Finds out where the memory is that the Message Units reach; path empty: it is everywhere.
 * @return 0, or a negative errno after a message. */
static int find_memory(const emuq_partition_t *p, emuq_backing_t *backing)
{
    backing->path[0] = '\0';
    if (!p->is_shared)
        return emuq_window_of_threads(emuq_backend, backing);
    if (emuq_backend->memory == NULL)
        return 0;
    return emuq_backend->memory(&(emuq_memory_plan_t){p->nodes, p->job.ppn}, backing);
}

/* Reports why there is no arena. */
static void report_no_arena(uint32_t nodes, int rc)
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
    emuq_job_say("cannot make the memory of a partition of %u nodes: %s%s", nodes, strerror(-rc), advice);
}

/* Moves a planned partition into an arena of its own. */
static int make_arena(const emuq_partition_t *planned, const char *mapping, emuq_partition_t **partition)
{
    emuq_arena_t *arena;
    emuq_backing_t backing;
    uint32_t slots = planned->is_shared ? planned->nodes * planned->job.ppn : 0;
    uint64_t needed = least_bytes(planned->nodes, planned->job.ppn), space = emuq_soft_limit(RLIMIT_AS);
    if (needed > space) {
        emuq_job_say("a partition of %u nodes needs at least %.1f GB of address space; the limit is %.1f GB "
                     "(ulimit -v): raise it, or use fewer nodes",
                     planned->nodes, (double)needed / 1e9, (double)space / 1e9);
        return -ENOMEM;
    }
    int rc = find_memory(planned, &backing);
    if (rc != 0)
        return rc;
    rc = emuq_arena_create(slots, backing.path[0] != '\0' ? &backing : NULL, planned->job_id,
                           emuq_partition_layout(), &arena);
    if (rc != 0) {
        report_no_arena(planned->nodes, rc);
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

int emuq_partition_make(const emuq_job_t *job, bool is_shared, const emuq_spread_t *spread,
                        emuq_partition_t **partition)
{
    static const emuq_job_t defaults;
    emuq_partition_t planned = {.is_shared = is_shared}, *p = NULL;
    if (job == NULL)
        job = &defaults;
    /* The mapping may be the text of a setting: copied before the settings are read again. */
    char *mapping = emuq_strdup(job->mapping != NULL ? job->mapping : "ABCDET");
    int rc = mapping != NULL ? plan(&planned, job) : -ENOMEM;
    emuq_backend = emuq_backends[emuq_setting_number(EMUQ_SETTING_BACKEND)];
    if (rc == 0)
        rc = emuq_job_faults_plan(&planned, spread);
    if (rc == 0)
        rc = make_arena(&planned, mapping, &p);
    free(mapping);
    if (rc == 0)
        rc = make_nodes(p, spread);
    if (rc == 0)
        *partition = p;
    else if (p != NULL)
        emuq_partition_close(p);
    return rc;
}

/* The backend ends the process: what is kept until the end is written now. */
static void ending(void *context)
{
    (void)context;
    if (emuq_before_end != NULL)
        emuq_before_end();
}

/* The hook of emuq_mmio outside any partition. */
static __typeof__(emuq_mmio.map) map_outside;

int emuq_partition_attach(emuq_partition_t *p, uint32_t node, const emuq_kernel_callbacks_t *engine)
{
    const emuq_kernel_callbacks_t callbacks = {.context = p,
                                               .interrupt = emuq_kernel_interrupt,
                                               .gi_interrupt = emuq_kernel_gi_interrupt,
                                               .poked = emuq_kernel_poked,
                                               .ending = ending,
                                               .error = engine != NULL ? engine->error : emuq_kernel_error,
                                               .failed = engine != NULL ? engine->failed : emuq_kernel_failed,
                                               .carry = engine != NULL ? engine->carry : NULL,
                                               .lend = engine != NULL ? engine->lend : NULL,
                                               .exhausted = engine != NULL ? engine->exhausted : NULL,
                                               .serve_hosts = engine != NULL ? engine->serve_hosts : NULL};
    emuq_job_recording_join(p);
    emuq_user_registers_map();
    map_outside = emuq_mmio.map;
    int rc = emuq_backend->attach(p->machine, &callbacks, node);
    if (rc != 0) {
        emuq_mmio.map = map_outside;
        emuq_user_registers_unmap();
        emuq_job_say("cannot use the Message Units of a partition: %s", strerror(-rc));
    }
    return rc;
}

void emuq_partition_detach(emuq_partition_t *p)
{
    emuq_backend->detach(p->machine);
    emuq_mmio.map = map_outside;
    emuq_user_registers_unmap();
}

void emuq_partition_begin(emuq_process_t *process)
{
    const emuq_partition_t *p = process->node->partition;
    if (emuq_backend->begin != NULL)
        emuq_backend->begin(p->machine, process->rank, p->job.np);
}

void emuq_partition_end(emuq_process_t *process)
{
    const emuq_partition_t *p = process->node->partition;
    if (emuq_backend->end != NULL)
        emuq_backend->end(p->machine, process->node->number, (int32_t)process->rank);
}

void emuq_partition_retire(emuq_process_t *process)
{
    const emuq_partition_t *p = process->node->partition;
    if (p->is_shared)
        emuq_backend->drain(p->machine, process->node->number);
    if (emuq_backend->retire != NULL)
        emuq_backend->retire(p->machine, process->node->number, (int32_t)process->rank);
}

void emuq_partition_leave(emuq_partition_t *p, emuq_address_space_t *space)
{
    emuq_address_space_end(space);
    emuq_backend->detach(p->machine);
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
    if (p->recording != NULL)
        emuq_job_recording_save();
    emuq_the_recording = NULL;
    if (p->machine != NULL)
        emuq_backend->close(p->machine);
    for (uint32_t i = 0; i < p->nodes && p->node != NULL; i++)
        if (p->node[i].partition != NULL) { /* it has been made */
            emuq_interrupts_close(&p->node[i]);
            emuq_shm_close(&p->node[i]);
        }
    for (uint64_t i = 0; i < (uint64_t)p->nodes * p->job.ppn && p->process != NULL && !p->is_shared; i++)
        emuq_process_data_free(p->process[i].spi_data);
    emuq_ranks_free(p->ranks);
    emuq_arena_close(p->arena);
}
