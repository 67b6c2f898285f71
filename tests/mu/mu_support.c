/* SPDX-License-Identifier: BSD-3-Clause */
#include "mu_support.h"
#include "mu_hosts.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backends/fault_plan.h"
#include "kernel-shim/start/member.h"
#include "kernel-shim/hosts/lane_counts.h"
#include "kernel-shim/job/partition.h"
#include "base/thread_sanitizer.h"

#include <firmware/include/personality.h>

#define PATIENCE_SECONDS  (MU_SANITIZED ? 200u : 100u) /* of a wait, since anything happened in the job */
#define PATIENCE_TURNS    10000u /* and so often has it looked: others had a core as often */
#define REPORTED_FAILURES 20u    /* per job; the others are only counted */
#define SUBGROUPS         64u    /* of a node, for applications */
#define COUNTERS          512u

/* What a rank frees in the end. */
typedef struct mu_block {
    struct mu_block *next;
    void *memory;
} mu_block_t;

/* The job that runs now. What the ranks change lies in memory that all of them see. */
static struct {
    mu_body_t body;
    uint32_t ppn;
    pthread_mutex_t *node_lock;      /* [nodes] */
    pthread_barrier_t *node_barrier; /* [nodes] */
    uint64_t *failures;              /* atomic */
    uint64_t *progress;              /* atomic, relaxed: only that it changes matters. NULL between jobs */
} job_now;

static __thread int self = -1; /* rank of the thread, for messages */

/* ---- checks and waiting ---- */

static bool count_failure(void)
{
    return __atomic_fetch_add(job_now.failures, 1, __ATOMIC_RELAXED) < REPORTED_FAILURES;
}

bool mu_check(bool ok, const char *what, const char *file, int line)
{
    if (!ok && count_failure())
        fprintf(stderr, "%s:%d: rank %d: failed: %s\n", file, line, self, what);
    return ok;
}

bool mu_check_equal(uint64_t got, uint64_t wanted, const char *what, const char *file, int line)
{
    if (got != wanted && count_failure())
        fprintf(stderr, "%s:%d: rank %d: failed: %s: got 0x%llx, wanted 0x%llx\n", file, line, self, what,
                (unsigned long long)got, (unsigned long long)wanted);
    return got == wanted;
}

uint64_t mu_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_nsec / 1000u;
}

void mu_progress(void)
{
    if (job_now.progress != NULL)
        __atomic_fetch_add(job_now.progress, 1, __ATOMIC_RELAXED);
}

bool mu_go_on(mu_wait_t *w)
{
    emuq_relax(&w->turns);
    uint64_t now = mu_microseconds();
    uint64_t progress = job_now.progress != NULL ? __atomic_load_n(job_now.progress, __ATOMIC_RELAXED) : 0;
    if (w->since == 0 || progress != w->progress) {
        w->since = now;
        w->progress = progress;
        w->looks = 0;
    }
    return ++w->looks < PATIENCE_TURNS || now - w->since <= PATIENCE_SECONDS * UINT64_C(1000000);
}

void mu_turn(mu_wait_t *w, const char *what, const char *file, int line)
{
    if (mu_go_on(w))
        return;
    fprintf(stderr, "%s:%d: rank %d: nothing has happened for %u seconds; waited in vain for: %s\n", file,
            line, self, PATIENCE_SECONDS, what);
    fflush(NULL);
    _exit(1);
}

uint64_t mu_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void mu_dawdle(uint64_t *random, unsigned microseconds)
{
    struct timespec t = {0, (long)(mu_random(random) % (microseconds + 1u)) * 1000L};
    if (t.tv_nsec != 0)
        nanosleep(&t, NULL);
}

static uint8_t pattern(uint64_t seed, uint64_t i)
{
    uint64_t z = (seed + 1) * UINT64_C(0xd6e8feb86659fd93) + i * UINT64_C(0x9e3779b97f4a7c15);
    z ^= z >> 32;
    return (uint8_t)((z * UINT64_C(0xd6e8feb86659fd93)) >> 56);
}

void mu_fill(void *va, size_t bytes, uint64_t seed, size_t from)
{
    uint8_t *p = va;
    for (size_t i = 0; i < bytes; i++)
        p[i] = pattern(seed, from + i);
}

size_t mu_same(const void *va, size_t bytes, uint64_t seed, size_t from)
{
    const uint8_t *p = va;
    for (size_t i = 0; i < bytes; i++)
        if (p[i] != pattern(seed, from + i))
            return i;
    return bytes;
}

bool mu_all(const void *va, size_t bytes, uint8_t value)
{
    const uint8_t *p = va;
    for (size_t i = 0; i < bytes; i++)
        if (p[i] != value)
            return false;
    return true;
}

/* ---- jobs ---- */

void mu_node_lock(const mu_rank_t *me)
{
    pthread_mutex_lock(&job_now.node_lock[me->node]);
}

void mu_node_unlock(const mu_rank_t *me)
{
    pthread_mutex_unlock(&job_now.node_lock[me->node]);
}

void mu_barrier(mu_rank_t *me)
{
    emuq_tsan_passes(); /* what has been done here, by way of other processes ... */
    if (me->ppn > 1)
        pthread_barrier_wait(&job_now.node_barrier[me->node]);
    if (me->t == 0) {
        MUSPI_GIBarrierEnter(&me->gi);
        MU_WAIT(MUSPI_GIBarrierPoll(&me->gi) == 0);
        mu_progress();
    }
    if (me->ppn > 1)
        pthread_barrier_wait(&job_now.node_barrier[me->node]);
    emuq_tsan_passes(); /* ... and what has been done for them */
}

static void find_place(mu_rank_t *me)
{
    Personality_t p;
    CHECK_EQUAL(Kernel_GetPersonality(&p, sizeof p), 0);
    const Personality_Networks_t *n = &p.Network_Config;
    const uint32_t size[5] = {n->Anodes, n->Bnodes, n->Cnodes, n->Dnodes, n->Enodes};
    const uint32_t at[5] = {n->Acoord, n->Bcoord, n->Ccoord, n->Dcoord, n->Ecoord};
    memcpy(me->size, size, sizeof size);
    memcpy(me->at, at, sizeof at);
    me->torus = (uint32_t)ND_GET_ALL_TORUS(n->NetFlags);
    me->rank = Kernel_GetRank();
    me->ppn = Kernel_ProcessCount();
    me->t = Kernel_MyTcoord();
    me->nodes = size[0] * size[1] * size[2] * size[3] * size[4];
    me->ranks = me->nodes * me->ppn;
    me->node = mu_node_at(me, at);
    me->subgroup = me->t * SUBGROUPS / me->ppn;
}

static void open_rank(mu_rank_t *me)
{
    memset(me, 0, sizeof *me);
    find_place(me);
    self = (int)me->rank;
    uint32_t ids[BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP] = {0, 1, 2, 3, 4, 5, 6, 7};
    mu_node_lock(me);
    CHECK_EQUAL(Kernel_AllocateBaseAddressTable(me->subgroup, &me->bat, BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP,
                                                ids, 0),
                0);
    mu_node_unlock(me);
    if (me->t == 0) {
        uint32_t route = 99;
        CHECK_EQUAL(Kernel_GetGlobalBarrierUserClassRouteId(&route), 0);
        MUSPI_GIBarrierInit(&me->gi, route);
    }
}

/* FIFOs are stopped first: what a test leaves in one, engines still look at. */
static void free_memory(mu_rank_t *me)
{
    for (mu_inj_t *i = me->injs; i != NULL; i = i->next)
        Kernel_InjFifoActivate(&i->group, 1, &i->id, KERNEL_INJ_FIFO_DEACTIVATE); /* fails if it is gone */
    while (me->blocks != NULL) {
        mu_block_t *b = me->blocks;
        me->blocks = b->next;
        free(b->memory);
        free(b);
    }
}

static int run_rank(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    mu_rank_t me;
    open_rank(&me);
    mu_barrier(&me);
    job_now.body(&me);
    mu_barrier(&me);
    free_memory(&me);
    return 0;
}

static uint32_t or_1(uint32_t n)
{
    return n != 0 ? n : 1;
}

bool mu_in_processes(void)
{
    const char *ranks = getenv("MU_RANKS");
    return mu_hosts() > 1 || (ranks != NULL && strcmp(ranks, "processes") == 0);
}

bool mu_is_late(void)
{
    const char *faults = getenv("EMUQ_FAULTS");
    emuq_fault_plan_t plan;
    char what[160];
    return faults != NULL && emuq_fault_plan_parse(faults, &plan, what, sizeof what) == 0 && plan.is_on &&
           emuq_fault_plan_has_messages(&plan);
}

bool mu_flies(void)
{
    return mu_hosts() > 1 || mu_is_late();
}

uint64_t *mu_board;

/* Zeroed memory that all ranks see. */
static void *common_memory(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        abort();
    return memory;
}

/* Of this host. */
static const emuq_partition_t *the_partition;

uint32_t mu_host_of(uint32_t node)
{
    return the_partition != NULL ? emuq_node_host(the_partition, node) : 0;
}

uint64_t mu_frames_to(uint32_t host)
{
    emuq_lane_counts_t counts = {0};
    if (the_partition != NULL)
        (void)emuq_lane_counts_read(the_partition, host, &counts);
    return counts.frames_out;
}

static int rank_process(emuq_partition_t *p, uint32_t rank)
{
    the_partition = p;
    return emuq_member_join(p, rank) == 0 ? run_rank(0, NULL) : 1;
}

/* Waits for the processes; when one ends badly, so do the others. @return the worst status. */
static int await_processes(const pid_t *pid, uint32_t count)
{
    int worst = 0, state;
    for (uint32_t left = count; left > 0; left--) {
        wait(&state);
        int status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
        for (uint32_t i = 0; status != 0 && worst == 0 && i < count; i++)
            kill(pid[i], SIGKILL);
        worst = worst == 0 ? status : worst;
    }
    return worst;
}

/* Forks the processes of one host, the engine last. @return the worst status. */
static int run_host(const emuq_job_t *job, mu_host_t *host)
{
    emuq_partition_t *p;
    if (emuq_partition_make(job, true, &host->spread, &p) != 0)
        return 1;
    if (mu_host_meet(host, p) != 0)
        return 1;
    pid_t *pid = calloc(p->job.np + 1, sizeof *pid);
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        if (!emuq_node_is_here(p, p->process_of_rank[rank] / p->job.ppn))
            continue;
        if ((pid[count++] = fork()) == 0) {
            emuq_local_close(&host->local, UINT32_MAX);
            if (host->meeting != NULL)
                close(host->engine.control);
            exit(rank_process(p, rank));
        }
    }
    if (host->meeting != NULL)
        pid[count++] = host->engine.pid;
    else if ((pid[count++] = fork()) == 0)
        _exit(emuq_local_engine(p, &host->local) == 0 ? 0 : 1);
    emuq_local_close(&host->local, UINT32_MAX);
    int status = await_processes(pid, count);
    if (host->meeting != NULL && emuq_engine_await(&host->engine, 5000) != 0 && status == 0)
        status = 1;
    free(pid);
    emuq_partition_close(p);
    return status;
}

/* The same with a forked process for each rank. @return the worst status. */
static int run_processes(const emuq_job_t *job)
{
    uint32_t nodes = 1;
    for (int d = 0; d < 5; d++)
        nodes *= or_1(job->shape[d]);
    if (mu_hosts() > 1 && nodes > 1)
        return mu_hosts_run(job, nodes, run_host);
    emuq_partition_t *p;
    if (emuq_partition_make(job, true, NULL, &p) != 0)
        return 1;
    pid_t *pid = calloc(p->job.np, sizeof *pid);
    fflush(NULL);
    for (uint32_t rank = 0; rank < p->job.np; rank++)
        if ((pid[rank] = fork()) == 0)
            exit(rank_process(p, rank));
    int status = await_processes(pid, p->job.np);
    free(pid);
    emuq_partition_close(p);
    return status;
}

static int run_threads(const emuq_job_t *job)
{
    char name[] = "test", *argv[] = {name, NULL};
    return emuq_run_threads(job, run_rank, 1, argv);
}

/* For one node's processes or threads. */
static void make_node_locks(uint32_t nodes)
{
    pthread_mutexattr_t mutex;
    pthread_barrierattr_t barrier;
    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_barrierattr_init(&barrier);
    pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED);
    job_now.node_lock = common_memory(nodes * sizeof *job_now.node_lock);
    job_now.node_barrier = common_memory(nodes * sizeof *job_now.node_barrier);
    for (uint32_t n = 0; n < nodes; n++) {
        pthread_mutex_init(&job_now.node_lock[n], &mutex);
        pthread_barrier_init(&job_now.node_barrier[n], &barrier, job_now.ppn);
    }
}

bool mu_try(emuq_job_t job, mu_body_t body)
{
    uint32_t nodes = 1;
    for (int d = 0; d < 5; d++)
        nodes *= or_1(job.shape[d]);
    job_now.body = body;
    job_now.ppn = or_1(job.ppn);
    job_now.failures = common_memory(sizeof *job_now.failures);
    job_now.progress = common_memory(sizeof *job_now.progress);
    mu_board = common_memory(MU_BOARD_WORDS * sizeof *mu_board);
    make_node_locks(nodes);
    int status = mu_in_processes() ? run_processes(&job) : run_threads(&job);
    for (uint32_t n = 0; status == 0 && n < nodes; n++) { /* they wait for processes that have died in them */
        pthread_mutex_destroy(&job_now.node_lock[n]);
        pthread_barrier_destroy(&job_now.node_barrier[n]);
    }
    munmap(job_now.node_lock, nodes * sizeof *job_now.node_lock);
    munmap(job_now.node_barrier, nodes * sizeof *job_now.node_barrier);
    bool is_good = status == 0 && *job_now.failures == 0;
    munmap(job_now.failures, sizeof *job_now.failures);
    munmap(job_now.progress, sizeof *job_now.progress);
    job_now.progress = NULL;
    munmap(mu_board, MU_BOARD_WORDS * sizeof *mu_board);
    return is_good;
}

void mu_run(emuq_job_t job, mu_body_t body)
{
    CU_ASSERT(mu_try(job, body));
}

/* ---- resources ---- */

static void *keep(mu_rank_t *me, size_t bytes)
{
    mu_block_t *b = malloc(sizeof *b);
    void *memory;
    if (b == NULL || posix_memalign(&memory, 128, (bytes + 127) / 128 * 128) != 0)
        abort();
    memset(memory, 0, bytes);
    *b = (mu_block_t){me->blocks, memory};
    me->blocks = b;
    return memory;
}

static uint64_t physical(const void *va, size_t bytes, Kernel_MemoryRegion_t *region)
{
    CHECK_EQUAL(Kernel_CreateMemoryRegion(region, (void *)(uintptr_t)va, bytes), 0);
    CHECK((char *)region->BaseVa + region->Bytes >= (const char *)va + bytes);
    return (uint64_t)region->BasePa + ((uint64_t)va - (uint64_t)region->BaseVa);
}

mu_memory_t mu_memory(mu_rank_t *me, size_t bytes)
{
    Kernel_MemoryRegion_t region;
    mu_memory_t m = {keep(me, bytes), 0, bytes};
    m.pa = physical(m.va, bytes, &region);
    return m;
}

mu_inj_t *mu_inj(mu_rank_t *me, uint32_t slots, uint32_t flags)
{
    mu_inj_t *inj = keep(me, sizeof *inj);
    uint32_t k = me->inj_fifos++, subgroup = me->subgroup + k / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    inj->id = k % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    inj->global = subgroup * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + inj->id;
    inj->memory = mu_memory(me, slots * sizeof(MUHWI_Descriptor_t));
    Kernel_InjFifoAttributes_t attributes = {.RemoteGet = (flags & MU_REMOTE_GET) != 0,
                                             .Priority = (flags & MU_PRIORITY) != 0};
    Kernel_MemoryRegion_t region;
    physical(inj->memory.va, inj->memory.bytes, &region);
    mu_node_lock(me);
    CHECK_EQUAL(Kernel_AllocateInjFifos(subgroup, &inj->group, 1, &inj->id, &attributes), 0);
    CHECK_EQUAL(Kernel_InjFifoInit(&inj->group, inj->id, &region,
                                   (uint64_t)inj->memory.va - (uint64_t)region.BaseVa, inj->memory.bytes - 1),
                0);
    inj->fifo = MUSPI_IdToInjFifo((int)inj->id, &inj->group);
    if (!(flags & MU_INACTIVE))
        mu_activate(inj, true);
    mu_node_unlock(me);
    inj->next = me->injs;
    me->injs = inj;
    return inj;
}

void mu_activate(mu_inj_t *inj, bool active)
{
    CHECK_EQUAL(Kernel_InjFifoActivate(&inj->group, 1, &inj->id,
                                       active ? KERNEL_INJ_FIFO_ACTIVATE : KERNEL_INJ_FIFO_DEACTIVATE),
                0);
}

mu_rec_t *mu_rec(mu_rank_t *me, size_t bytes)
{
    mu_rec_t *rec = keep(me, sizeof *rec);
    uint32_t k = me->rec_fifos++, subgroup = me->subgroup + k / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    rec->id = k % BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    rec->global = subgroup * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP + rec->id;
    rec->memory = mu_memory(me, bytes);
    Kernel_RecFifoAttributes_t attributes = {.System = 0};
    Kernel_MemoryRegion_t region;
    physical(rec->memory.va, bytes, &region);
    uint32_t in_group = rec->global % BGQ_MU_NUM_REC_FIFOS_PER_GROUP;
    mu_node_lock(me);
    CHECK_EQUAL(Kernel_AllocateRecFifos(subgroup, &rec->group, 1, &rec->id, &attributes), 0);
    CHECK_EQUAL(Kernel_RecFifoInit(&rec->group, rec->id, &region,
                                   (uint64_t)rec->memory.va - (uint64_t)region.BaseVa, bytes - 1),
                0);
    rec->fifo = MUSPI_IdToRecFifo((int)rec->id, &rec->group);
    CHECK_EQUAL(Kernel_RecFifoEnable(subgroup / BGQ_MU_NUM_FIFO_SUBGROUPS, UINT64_C(1) << (15 - in_group)),
                0);
    mu_node_unlock(me);
    return rec;
}

void mu_bat(mu_rank_t *me, uint32_t entry, uint64_t base)
{
    CHECK_EQUAL(MUSPI_SetBaseAddress(&me->bat, (uint8_t)entry, base), 0);
}

uint16_t mu_inj_id(const mu_rank_t *me, uint32_t t, uint32_t k)
{
    return (uint16_t)(t * SUBGROUPS / me->ppn * BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP + k);
}

uint16_t mu_rec_id(const mu_rank_t *me, uint32_t t, uint32_t k)
{
    return (uint16_t)(t * SUBGROUPS / me->ppn * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP + k);
}

uint16_t mu_bat_id(const mu_rank_t *me, uint32_t t, uint32_t entry)
{
    return (uint16_t)(t * SUBGROUPS / me->ppn * BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP + entry);
}

/* ---- class routes ---- */

mu_box_t mu_world(const mu_rank_t *me)
{
    mu_box_t world;
    for (int d = 0; d < 5; d++) {
        world.low[d] = 0;
        world.high[d] = me->size[d] - 1;
    }
    return world;
}

bool mu_inside(const mu_rank_t *me, const mu_box_t *box)
{
    for (int d = 0; d < 5; d++)
        if (me->at[d] < box->low[d] || me->at[d] > box->high[d])
            return false;
    return true;
}

uint32_t mu_box_nodes(const mu_box_t *box)
{
    uint32_t nodes = 1;
    for (int d = 0; d < 5; d++)
        nodes *= box->high[d] - box->low[d] + 1;
    return nodes;
}

/* The links of this node in the tree over @p box, and the local bit. */
static ClassRoute_t links(const mu_rank_t *me, const mu_box_t *box)
{
    mu_box_t all = mu_world(me);
    CR_RECT_T world, part;
    CR_COORD_T root, here;
    int primary = 0;
    for (int d = 0; d < 5; d++) {
        world.ll.coords[d] = all.low[d];
        world.ur.coords[d] = all.high[d];
        part.ll.coords[d] = box->low[d];
        part.ur.coords[d] = box->high[d];
        here.coords[d] = me->at[d];
    }
    ClassRoute_t route = {0, 0};
    MUSPI_PickWorldRoot(&world, NULL, &root, &primary);
    MUSPI_BuildNodeClassroute(&world, &root, &here, &part, NULL, primary, &route);
    route.input |= BGQ_CLASS_INPUT_LINK_LOCAL;
    return route;
}

void mu_collective_route(mu_rank_t *me, uint32_t id, const mu_box_t *box)
{
    ClassRoute_t route = links(me, box);
    SET_CR_ROUTE_VC(&route, BGQ_CLASS_INPUT_VC_SUBCOMM);
    mu_node_lock(me);
    CHECK_EQUAL(Kernel_AllocateCollectiveClassRoute(id), 0);
    CHECK_EQUAL(Kernel_SetCollectiveClassRoute(id, &route), 0);
    mu_node_unlock(me);
}

void mu_gi_route(mu_rank_t *me, uint32_t id, const mu_box_t *box)
{
    ClassRoute_t route = links(me, box);
    mu_node_lock(me);
    CHECK_EQUAL(Kernel_AllocateGlobalInterruptClassRoute(id, NULL), 0);
    CHECK_EQUAL(Kernel_SetGlobalInterruptClassRoute((int32_t)id, &route), 0);
    mu_node_unlock(me);
}

/* ---- messages ---- */

void mu_coordinates(const mu_rank_t *me, uint32_t node, uint32_t c[5])
{
    for (int d = 4; d >= 0; d--) {
        c[d] = node % me->size[d];
        node /= me->size[d];
    }
}

uint32_t mu_node_at(const mu_rank_t *me, const uint32_t c[5])
{
    uint32_t node = 0;
    for (int d = 0; d < 5; d++)
        node = node * me->size[d] + c[d];
    return node;
}

MUHWI_Destination_t mu_destination(const mu_rank_t *me, uint32_t node)
{
    MUHWI_Destination_t to;
    uint32_t c[5];
    mu_coordinates(me, node, c);
    MUSPI_SetUpDestination(&to, c[0], c[1], c[2], c[3], c[4]);
    return to;
}

uint64_t mu_inject(mu_inj_t *inj, const MUHWI_Descriptor_t *d)
{
    uint64_t number;
    MU_WAIT((number = MUSPI_InjFifoInject(inj->fifo, (void *)(uintptr_t)d)) != (uint64_t)-1);
    mu_progress();
    return number;
}

uint64_t mu_send(mu_rank_t *me, mu_inj_t *inj, mu_message_t message)
{
    MUHWI_Descriptor_t d = mu_describe(me, message);
    return mu_inject(inj, &d);
}

void mu_wait_sent(mu_inj_t *inj, uint64_t number)
{
    MU_WAIT(MUSPI_CheckDescComplete(inj->fifo, number));
}

void mu_wait_counter(volatile uint64_t *counter, uint64_t value)
{
    MU_WAIT(in64((uint64_t *)(uintptr_t)counter) == value);
}

/* ---- reception ---- */

uint32_t mu_poll(mu_rec_t *rec, mu_packet_t fn, void *argument)
{
    uint32_t packets = 0;
    for (int round = 0; round < 3; round++) { /* before the wrap, the packet that wraps, the rest */
        uint32_t wrap = 0, taken = 0, bytes;
        uint32_t available = MUSPI_getAvailableBytes(rec->fifo, &wrap);
        if (available == 0)
            break;
        do {
            const MUHWI_PacketHeader_t *h = wrap ? MUSPI_getNextPacketWrap(rec->fifo, &bytes)
                                                 : MUSPI_getNextPacketOptimized(rec->fifo, &bytes);
            fn(argument, h, bytes);
            taken += bytes;
            packets++;
        } while (!wrap && taken < available);
        MUSPI_syncRecFifoHwHead(rec->fifo);
    }
    if (packets != 0)
        mu_progress();
    return packets;
}

void mu_receive(mu_rec_t *rec, uint64_t packets, mu_packet_t fn, void *argument)
{
    uint64_t taken = 0;
    MU_WAIT(taken >= packets || (taken += mu_poll(rec, fn, argument)) >= packets);
    CHECK_EQUAL(taken, packets);
}

/* ---- the usual equipment ---- */

mu_kit_t mu_kit(mu_rank_t *me, size_t rec_bytes, size_t bytes)
{
    mu_kit_t kit;
    kit.inj = mu_inj(me, 64, 0);
    kit.rec = mu_rec(me, rec_bytes);
    kit.source = mu_memory(me, bytes);
    kit.window = mu_memory(me, bytes);
    kit.counters = mu_memory(me, COUNTERS * sizeof(uint64_t));
    kit.counter = (volatile uint64_t *)kit.counters.va;
    mu_bat(me, MU_WINDOW, kit.window.pa);
    mu_bat(me, MU_COUNTERS, kit.counters.pa);
    mu_bat(me, MU_ZERO, 0);
    mu_barrier(me); /* others may send now */
    return kit;
}

mu_message_t mu_put(const mu_rank_t *me, const mu_kit_t *kit, uint32_t to, uint64_t source_offset,
                    uint64_t offset, uint64_t bytes, uint32_t counter)
{
    return (mu_message_t){.type = MUHWI_PACKET_TYPE_PUT,
                          .to = to,
                          .pa = kit->source.pa + source_offset,
                          .bytes = bytes,
                          .payload_bat = mu_bat_id(me, 0, MU_WINDOW),
                          .put_offset = offset,
                          .counter_bat = mu_bat_id(me, 0, MU_COUNTERS),
                          .counter_offset = mu_counter(counter * sizeof(uint64_t))};
}
