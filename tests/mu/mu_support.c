/* SPDX-License-Identifier: BSD-3-Clause */
#include "mu_support.h"
#include "mu_hosts.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <emuq_components.h>

#include "backends/fault_plan.h"
#include "kernel-shim/partition/join.h"
#include "transport/connection.h"
#include "kernel-shim/partition/partition.h"
#include "base/atomic.h"

#include <firmware/include/personality.h>

#define PATIENCE_SECONDS  (MU_SANITIZED ? 200u : 100u) /* of a wait without progress in the job */
#define PATIENCE_TURNS    10000u /* least polls of such a wait, so that peers had the core as often */
#define REPORTED_FAILURES 20u    /* per job; further failures are only counted */

/* The current job; shared memory where ranks change it. */
static struct {
    mu_body_t body;
    uint32_t ppn;
    pthread_mutex_t *node_lock;      /* [nodes] */
    pthread_barrier_t *node_barrier; /* [nodes] */
    uint64_t *failures;              /* atomic */
    uint64_t *progress;              /* atomic, relaxed: only changes matter. NULL between jobs */
} job_now;

static __thread int self = -1; /* rank of the thread, for messages */

/* ---- Checks and waiting ---- */

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

/* ---- Jobs ---- */

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
    emuq_tsan_passes(); /* orders earlier work of peer processes */
    if (me->ppn > 1)
        pthread_barrier_wait(&job_now.node_barrier[me->node]);
    if (me->t == 0) {
        MUSPI_GIBarrierEnter(&me->gi);
        MU_WAIT(MUSPI_GIBarrierPoll(&me->gi) == 0);
        mu_progress();
    }
    if (me->ppn > 1)
        pthread_barrier_wait(&job_now.node_barrier[me->node]);
    emuq_tsan_passes(); /* orders work for peer processes */
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
    me->subgroup = mu_subgroup(me, me->t);
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

static int run_rank(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    mu_rank_t me;
    open_rank(&me);
    mu_barrier(&me);
    job_now.body(&me);
    mu_barrier(&me);
    mu_free(&me);
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
#if EMUQ_HAVE_FAULTS
    const char *faults = getenv("EMUQ_FAULTS");
    emuq_fault_plan_t plan;
    char what[160];
    return faults != NULL && emuq_fault_plan_parse(faults, &plan, what, sizeof what) == 0 && plan.is_on &&
           emuq_fault_plan_has_messages(&plan);
#else
    return false;
#endif
}

bool mu_flies(void)
{
    return mu_hosts() > 1 || mu_is_late();
}

uint64_t *mu_board;

/* Zeroed memory of all ranks. */
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
    emuq_connection_counts_t counts = {0};
    if (EMUQ_HAVE_HOSTS && the_partition != NULL)
        (void)emuq_connection_counts_read(the_partition, host, &counts);
    return counts.frames_out;
}

static int rank_process(emuq_partition_t *p, uint32_t rank)
{
    the_partition = p;
    return emuq_member_join(p, rank) == 0 ? run_rank(0, NULL) : 1;
}

/* Waits for the processes, and ends all if one fails. @return the worst status. */
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

#if EMUQ_HAVE_HOSTS

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
            if (host->meeting != NULL && !host->is_in_rank)
                close(host->engine.control);
            exit(mu_rank_meet(host, p) == 0 ? rank_process(p, rank) : 1);
        }
    }
    if (host->meeting != NULL && !host->is_in_rank)
        pid[count++] = host->engine.pid;
    else if (host->meeting == NULL && (pid[count++] = fork()) == 0)
        _exit(emuq_local_engine(p, &host->local) == 0 ? 0 : 1);
    emuq_local_close(&host->local, UINT32_MAX);
    int status = await_processes(pid, count);
    if (host->meeting != NULL && !host->is_in_rank && emuq_engine_await(&host->engine, 5000) != 0 &&
        status == 0)
        status = 1;
    free(pid);
    emuq_partition_close(p);
    return status;
}

#endif

/* Same as run_threads(), with a forked process per rank. @return the worst status. */
static int run_processes(const emuq_job_t *job)
{
    uint32_t nodes = 1;
    for (int d = 0; d < 5; d++)
        nodes *= or_1(job->shape[d]);
#if EMUQ_HAVE_HOSTS
    if (mu_hosts() > 1 && nodes > 1)
        return mu_hosts_run(job, nodes, run_host);
#endif
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

/* For the processes or threads of a node. */
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
    for (uint32_t n = 0; status == 0 && n < nodes;
         n++) { /* destroying would wait for processes that died inside */
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

/* ---- Messages ---- */

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

/* ---- Reception ---- */

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
        emuq_tsan_passes(); /* space seen by a peer process may be used by a sender of this process */
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
