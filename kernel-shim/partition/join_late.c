/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq_join(): a running program becomes a rank. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <hwi/include/bqc/MU_Addressing.h>

#include "backends/backend.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "emuq/join.h"
#include "kernel-shim/bootstrap/bootstrap.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/join.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/rank_engine.h"
#include "kernel-shim/partition/rank_exit.h"

#define DEFAULT_RANKS 16
#define NAME_BYTES    96
#define DEATH_NS      UINT64_C(300000000) /* a launcher that ends the job for a death reports it first */
#define ENGINE_MS     10000               /* timeout of a leader's wait for its engine */

/* Guarded by `lock`. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    emuq_process_t *process; /* NULL: no member */
    char *memory;            /* free part of the window */
    size_t bytes;
    pid_t pid; /* of the latest member */
} late;

/* ---- a partition by name ---- */

typedef struct late_maker {
    const emuq_join_t *how;
    emuq_partition_t *made;
    int error; /* of a failed attempt */
} late_maker_t;

/* EMUQ_NP, else all processes of EMUQ_SHAPE, else a default. */
static uint32_t late_ranks(void)
{
    uint32_t shape[5], ranks = (uint32_t)emuq_setting_number(EMUQ_SETTING_NP);
    if (ranks != 0)
        return ranks;
    if (!emuq_setting_is_set(EMUQ_SETTING_SHAPE) ||
        emuq_parse_shape(emuq_setting_text(EMUQ_SETTING_SHAPE), shape) != 0)
        return DEFAULT_RANKS;
    uint32_t ppn = (uint32_t)emuq_setting_number(EMUQ_SETTING_PPN);
    return shape[0] * shape[1] * shape[2] * shape[3] * shape[4] * (ppn != 0 ? ppn : 1);
}

static int late_make(void *argument)
{
    late_maker_t *maker = argument;
    const emuq_join_t *how = maker->how;
    uint32_t ranks = how->ranks != 0 ? how->ranks : late_ranks();
    emuq_job_t job;
    int rc = emuq_job_of_ranks(&job, ranks, how->dimensions);
    if (rc == 0 && how->rank != EMUQ_ANY_RANK && how->rank >= ranks) {
        emuq_log("emuq_join(): rank %u: the partition '%s' would have %u ranks; set EMUQ_NP to more",
                 how->rank, how->name, ranks);
        rc = -EINVAL;
    }
    if (rc == 0)
        rc = emuq_partition_make(&job, true, NULL, &maker->made);
    maker->error = rc;
    if (rc != 0)
        return -ECANCELED;
    emuq_arena_set_root(maker->made->arena, maker->made);
    return 0;
}

static int late_open_named(const emuq_join_t *how, emuq_partition_t **p)
{
    late_maker_t maker = {.how = how};
    char path[64];
    int rc = emuq_rendezvous(how->name, late_make, &maker, path, sizeof path);
    *p = maker.made;
    if (rc == 0)
        return emuq_join_attach(how->rank, path, p);
    return rc == 1 ? 0 : rc == -ECANCELED ? maker.error : rc;
}

/* ---- a partition by exchange() ---- */

static const emuq_join_t *exchanging; /* during a wire-up */

static int late_open(uint32_t *rank, uint32_t *ranks)
{
    *rank = exchanging->rank;
    *ranks = exchanging->ranks;
    return 0;
}

static int late_nodes(uint32_t ranks, uint32_t *node)
{
    (void)ranks;
    (void)node;
    return -ENODATA; /* by the names of hosts */
}

static int late_gather(const emuq_gather_t *what)
{
    const emuq_join_t *how = exchanging;
    char *mine = emuq_calloc(1, what->bytes), *all = emuq_calloc(how->ranks, what->bytes);
    int rc = mine != NULL && all != NULL ? 0 : -ENOMEM;
    for (uint32_t i = 0; i < what->givers && rc == 0; i++)
        if (what->giver[i] == how->rank)
            memcpy(mine, emuq_gather_text(what, i), what->bytes);
    if (rc == 0)
        rc = how->exchange(how->argument, mine, all, what->bytes);
    for (uint32_t i = what->first; i < what->end && rc == 0; i++)
        memcpy(emuq_gather_text(what, i), all + what->giver[i] * what->bytes, what->bytes);
    if (mine != NULL)
        explicit_bzero(mine, what->bytes);
    free(mine);
    emuq_secret_free(all, how->ranks * what->bytes);
    if (rc != 0)
        emuq_log("rank %u: emuq_join(): the exchange between ranks failed: %s", how->rank, strerror(-rc));
    return rc;
}

static const emuq_bootstrap_t late_bootstrap = {.name = "exchange",
                                                .help = "emuq_join() with an exchange function",
                                                .open = late_open,
                                                .nodes = late_nodes,
                                                .gather = late_gather};

static emuq_wireup_t wireup;             /* of an exchange, or of PMIx */
static const emuq_bootstrap_t *launcher; /* open; NULL: none */

static int late_open_wireup(const emuq_bootstrap_t *method, const emuq_join_t *how, emuq_partition_t **p)
{
    wireup = (emuq_wireup_t){.dimensions = how->dimensions};
    int rc = emuq_wireup(method, how->rank, how->ranks, &wireup);
    *p = wireup.made;
    return rc == 0 && *p == NULL ? emuq_join_attach(how->rank, wireup.path, p) : rc;
}

static int late_open_by_exchange(const emuq_join_t *how, emuq_partition_t **p)
{
    exchanging = how;
    int rc = late_open_wireup(&late_bootstrap, how, p);
    exchanging = NULL;
    return rc;
}

/* ---- a partition by the environment ---- */

/* @return 0; -ENOENT: not set; -EINVAL after printing an error */
static int late_number(const char *variable, uint32_t *value)
{
    return getenv(variable) != NULL ? emuq_bootstrap_number(variable, value) : -ENOENT;
}

/* Reads rank and size of a job by the names of their variables. @return as late_find() */
static int late_find_job(emuq_join_t *how, const char *rank, const char *ranks, const char *local_ranks)
{
    uint32_t local = 0;
    int rc = late_number(rank, &how->rank);
    if (rc == 0)
        rc = late_number(ranks, &how->ranks);
    if (rc == 0)
        rc = late_number(local_ranks, &local);
    return rc != 0 ? rc : local == how->ranks ? 0 : -ENOTSUP;
}

/* EMUQ_NP: the partition has spare ranks for jobs that MPI_Comm_spawn() starts. A namespace of Open MPI is a
 * number: mpirun in the high bits, the job of this mpirun, from 1, in the low 16 bits. */
static void late_share_with_spawned(emuq_join_t *how, const char *job, char name[NAME_BYTES])
{
    char *end;
    uint32_t ranks = (uint32_t)emuq_setting_number(EMUQ_SETTING_NP);
    unsigned long number = strtoul(job, &end, 10);
    if (ranks == 0 || end == job || *end != '\0')
        return;
    snprintf(name, NAME_BYTES, "pmix-%lu", number >> 16 << 16); /* the number of no job */
    if ((number & 0xffff) > 1)
        how->rank = EMUQ_ANY_RANK;
    if (how->ranks < ranks)
        how->ranks = ranks;
}

/* Open MPI: the namespace names the partition. */
static int late_find_openmpi(emuq_join_t *how, char name[NAME_BYTES])
{
    const char *job = getenv("PMIX_NAMESPACE");
    if (job == NULL)
        return -ENOENT;
    snprintf(name, NAME_BYTES, "pmix-%s", job);
    int rc = late_find_job(how, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE");
    if (rc == 0)
        late_share_with_spawned(how, job, name);
    return rc;
}

/* MPICH's Hydra: the socket of PMI is one of a pair, and names the process that has made it, one per job and
 * host. */
static int late_find_hydra(emuq_join_t *how, char name[NAME_BYTES])
{
    uint32_t fd;
    struct ucred proxy;
    socklen_t size = sizeof proxy;
    int rc = late_number("PMI_FD", &fd);
    if (rc != 0 || getsockopt((int)fd, SOL_SOCKET, SO_PEERCRED, &proxy, &size) != 0)
        return rc != 0 ? rc : -ENOENT;
    snprintf(name, NAME_BYTES, "hydra-%ld", (long)proxy.pid);
    return late_find_job(how, "PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS");
}

/* Finds the job of this process. @param name memory for the name @return 0; -ENOTSUP: on several hosts;
 * -EINVAL after printing an error */
static int late_find(emuq_join_t *how, char name[NAME_BYTES])
{
    int rc = late_find_openmpi(how, name);
    if (rc == -ENOENT)
        rc = late_find_hydra(how, name);
    how->name = name;
    if (rc != -ENOENT)
        return rc;
    *how = (emuq_join_t){
        .rank = EMUQ_ANY_RANK, .name = emuq_setting_text(EMUQ_SETTING_JOIN), .dimensions = how->dimensions};
    if (how->name[0] != '\0')
        return 0;
    emuq_log("EMUQ_JOIN: invalid value '' (expected the name or the path of a partition)");
    return -EINVAL;
}

/* A job of PMIx or PMI on several hosts; collective. */
static int late_open_by_launcher(emuq_join_t *how, emuq_partition_t **p)
{
    const emuq_bootstrap_t *method =
        emuq_bootstrap_pmix.present() ? &emuq_bootstrap_pmix : &emuq_bootstrap_pmi;
    int rc = method->open(&how->rank, &how->ranks);
    if (rc != 0)
        return rc;
    launcher = method;
    return late_open_wireup(method, how, p);
}

/* A partition that exists: EMUQ_PARTITION with EMUQ_RANK for ranks of emuq-run; a path in EMUQ_JOIN with the
 * rank of the launcher, by emuq-run --mpi. @return 1: neither */
static int late_open_path(emuq_join_t *how, emuq_partition_t **p)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_JOIN);
    char name[NAME_BYTES];
    if (getenv("EMUQ_PARTITION") != NULL) {
        if (late_number("EMUQ_RANK", &how->rank) != 0)
            return -EINVAL;
        return emuq_join_attach(how->rank, getenv("EMUQ_PARTITION"), p);
    }
    if (path[0] != '/')
        return 1;
    int rc = late_find(how, name);
    return rc == 0 || rc == -ENOTSUP ? emuq_join_attach(how->rank, path, p) : rc;
}

static int late_open_from_environment(emuq_join_t *how, emuq_partition_t **p)
{
    char name[NAME_BYTES];
    int rc = late_open_path(how, p);
    if (rc <= 0)
        return rc;
    rc = late_find(how, name);
    if (rc == -ENOTSUP)
        return late_open_by_launcher(how, p);
    return rc == 0 ? late_open_named(how, p) : rc;
}

/* ---- membership ---- */

static bool late_is_from_environment(const emuq_join_t *how)
{
    return how->exchange == NULL && how->name == NULL && how->rank == EMUQ_ANY_RANK && how->ranks == 0;
}

static int late_check(const emuq_join_t *how)
{
    const char *problem = NULL;
    if (how->dimensions != 0 && how->dimensions != 3)
        problem = "the number of dimensions is neither 0 nor 3";
    else if (late_is_from_environment(how))
        return 0;
    else if (how->exchange != NULL && (how->ranks == 0 || how->rank >= how->ranks))
        problem = "an exchange needs 0 <= rank < ranks";
    else if (how->exchange == NULL && (how->name == NULL || how->name[0] == '\0'))
        problem = "there is neither a name nor an exchange function";
    else if (how->exchange == NULL && how->ranks != 0 && how->rank != EMUQ_ANY_RANK &&
             how->rank >= how->ranks)
        problem = "the rank is not below the number of ranks";
    if (problem != NULL)
        emuq_log("emuq_join(): rank %u, ranks %u: %s", how->rank, how->ranks, problem);
    return problem == NULL ? 0 : -EINVAL;
}

static int late_open_partition(emuq_join_t *how, bool is_from_environment, emuq_partition_t **p)
{
    if (is_from_environment)
        return late_open_from_environment(how, p);
    return how->exchange != NULL ? late_open_by_exchange(how, p) : late_open_named(how, p);
}

static void late_close_launcher(void)
{
    if (launcher != NULL && launcher->close != NULL)
        launcher->close();
    launcher = NULL;
}

/* @return the launcher, if no MPI library uses its connection */
static const emuq_bootstrap_t *late_private_launcher(void)
{
    return launcher != NULL && !launcher->is_shared ? launcher : NULL;
}

static void late_leave(int status)
{
    emuq_host_mutex_lock(&lock);
    if (late.process != NULL && late.process->pid == (uint32_t)getpid()) {
        emuq_member_leave_late(late.process, status, late_private_launcher());
        if (EMUQ_HAVE_HOSTS && wireup.engine.pid != 0 &&
            status == 0) /* it reports the end of this host's ranks */
            (void)emuq_engine_await(&wireup.engine, ENGINE_MS);
        late.process = NULL;
        if (late_private_launcher() != NULL) /* closed */
            launcher = NULL;
    }
    emuq_host_mutex_unlock(&lock);
}

/* Exit handler. A launcher ends the job if a process exits without leaving it, as after an error. */
static void late_end(int status, void *unused)
{
    (void)unused;
    late_leave(status);
    if (status == 0 && late.pid == getpid())
        late_close_launcher();
}

/* Undoes late_open_partition(). Other processes may have attached already, so their part remains. */
static void late_give_up(emuq_partition_t *p)
{
    if (late_private_launcher() != NULL)
        late_close_launcher();
    if (p == NULL)
        return;
    emuq_rendezvous_end();
    if (!EMUQ_HAVE_HOSTS || !emuq_rank_engine_is_open())
        emuq_arena_close(p->arena);
}

/* Caller holds the lock. */
static int late_join(emuq_join_t *how, bool is_from_environment)
{
    static bool has_exit_handler;
    emuq_partition_t *p = NULL;
    emuq_backed_window_t window;
    if (emuq_joined_process != NULL)
        return -EALREADY;
    int rc = emuq_settings_load();
    emuq_arena_move(EMUQ_ARENA_SECOND);
    if (rc == 0)
        rc = late_open_partition(how, is_from_environment, &p);
    if (rc == 0)
        rc = emuq_member_join_late(p, how->rank, &window);
    if (rc != 0) {
        late_give_up(p);
        return rc;
    }
    late.process = emuq_joined_process;
    late.pid = getpid();
    late.memory = window.va;
    late.bytes = window.bytes;
    if (!has_exit_handler)
        has_exit_handler = on_exit(late_end, NULL) == 0;
    return 0;
}

int emuq_join(const emuq_join_t *how)
{
    emuq_join_t wanted = how != NULL ? *how : (emuq_join_t){.rank = EMUQ_ANY_RANK};
    int rc = late_check(&wanted);
    if (rc != 0)
        return rc;
    emuq_host_mutex_lock(&lock);
    rc = late_join(&wanted, late_is_from_environment(&wanted));
    emuq_host_mutex_unlock(&lock);
    return rc;
}

int emuq_leave(void)
{
    emuq_host_mutex_lock(&lock);
    int rc = late.process != NULL ? 0 : -ENOENT;
    emuq_host_mutex_unlock(&lock);
    if (rc == 0)
        late_leave(0);
    return rc;
}

/* @return NULL: no member, or not any more */
static const emuq_process_t *late_member(void)
{
    const emuq_process_t *self = emuq_joined_process;
    /* Acquire: pairs with the release in emuq_member_leave_late(). */
    return self != NULL && AO_int_load_acquire(&self->state) != EMUQ_RANK_LEFT ? self : NULL;
}

int64_t emuq_joined_rank(void)
{
    const emuq_process_t *self = late_member();
    return self != NULL ? (int64_t)self->rank : -1;
}

uint32_t emuq_joined_ranks(void)
{
    const emuq_process_t *self = late_member();
    return self != NULL ? self->node->partition->job.np : 0;
}

/* @return NULL: no such rank, or no member */
static const emuq_process_t *late_find_rank(uint32_t rank)
{
    const emuq_process_t *self = late_member();
    if (self == NULL || rank >= self->node->partition->job.np)
        return NULL;
    const emuq_partition_t *p = self->node->partition;
    return &p->process[p->process_of_rank[rank]];
}

bool emuq_rank_has_left(uint32_t rank)
{
    const emuq_process_t *process = late_find_rank(rank);
    /* Acquire: pairs with the ordered store in emuq_process_lost(). */
    return process != NULL && AO_int_load_acquire(&process->is_lost) != 0;
}

/* @return a rank's process on this host; NULL: none */
static const emuq_process_t *late_process_of(uint32_t rank)
{
    const emuq_process_t *process = late_find_rank(rank);
    return process != NULL && emuq_node_is_here(process->node->partition, process->node->number) ? process
                                                                                                 : NULL;
}

bool emuq_rank_is_dead(uint32_t rank)
{
    const emuq_process_t *process = late_process_of(rank);
    pid_t pid = process != NULL ? (pid_t)AO_int_load_acquire(&process->pid) : 0;
    return pid != 0 && (AO_int_load_acquire(&process->is_lost) != 0 || emuq_process_has_exited(pid));
}

const unsigned *emuq_ranks_left(void)
{
    static const unsigned never;
    const emuq_process_t *self = late_member();
    return self != NULL ? &self->node->partition->losses : &never;
}

void emuq_find_deaths(void)
{
    const emuq_process_t *self = late_member();
    if (self != NULL && self->node->partition->placement.hosts <= 1)
        emuq_partition_find_deaths(self->node->partition, DEATH_NS);
}

void *emuq_message_memory(size_t bytes, size_t align)
{
    char *at = NULL;
    emuq_host_mutex_lock(&lock);
    size_t skip = -(uintptr_t)late.memory & (align - 1);
    if (late.process != NULL && skip <= late.bytes && bytes <= late.bytes - skip) {
        at = late.memory + skip;
        late.memory = at + bytes;
        late.bytes -= skip + bytes;
    }
    emuq_host_mutex_unlock(&lock);
    return at;
}

/* @return NULL: not in memory of emuq_message_memory() */
static void *late_memory_of(const emuq_process_t *owner, const void *address, size_t bytes)
{
    const emuq_partition_t *p = owner->node->partition;
    emuq_backed_window_t window;
    if (emuq_arena_backing(p->arena) != NULL ||
        emuq_arena_window(p->arena, emuq_member_number(owner), &window) != 0)
        return NULL;
    uint64_t offset = (uintptr_t)address - (uintptr_t)window.va; /* wraps below the window */
    bool is_inside = offset <= window.bytes && bytes <= window.bytes - offset;
    return is_inside ? window.va + offset : NULL;
}

void *emuq_message_memory_of(uint32_t rank, const void *address, size_t bytes)
{
    const emuq_process_t *owner = late_process_of(rank);
    return owner != NULL ? late_memory_of(owner, address, bytes) : NULL;
}

int emuq_message_publish(const void *address)
{
    emuq_host_mutex_lock(&lock);
    int rc = late.process != NULL ? 0 : -ENOENT;
    if (rc == 0)
        emuq_pointer_store_release(&late.process->published,
                                   address); /* pairs with emuq_message_published() */
    emuq_host_mutex_unlock(&lock);
    return rc;
}

void *emuq_message_published(uint32_t rank, size_t bytes)
{
    const emuq_process_t *owner = late_process_of(rank);
    /* Acquire: pairs with emuq_message_publish(). */
    const void *address = owner != NULL ? emuq_pointer_load_acquire(&owner->published) : NULL;
    return address != NULL ? late_memory_of(owner, address, bytes) : NULL;
}

int emuq_message_drop(uint32_t subgroup, uint32_t fifo, bool drops)
{
    const emuq_process_t *self = late_member();
    if (self == NULL)
        return -ENOENT;
    if (subgroup >= BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE || fifo >= BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP)
        return -EINVAL;
    if (emuq_backend->machine->drop == NULL)
        return -ENOTSUP;
    emuq_backend->machine->drop(self->node->partition->machine, self->node->number,
                                subgroup * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP + fifo, drops);
    return 0;
}

/* Caller holds the lock. */
static int late_describe(emuq_process_t *self, const char *text)
{
    char *to = emuq_pointer_load(&self->description);
    if (text != NULL && to == NULL) {
        to = emuq_arena_alloc(self->node->partition->arena, EMUQ_DESCRIPTION_BYTES, 64);
        if (to == NULL)
            return -ENOMEM;
        emuq_pointer_store_release(&self->description, to); /* pairs with launch_describe_joined() */
    }
    if (text != NULL)
        strncpy(to, text, EMUQ_DESCRIPTION_BYTES - 1); /* the last byte stays 0 for readers */
    /* Release: the text is complete; pairs with launch_describe_joined(). */
    AO_store_release(&self->described_ns, text != NULL ? emuq_host_now_ns() : 0);
    return 0;
}

int emuq_describe_wait(const char *text)
{
    emuq_host_mutex_lock(&lock);
    bool is_member = late.process != NULL && late.process->pid == (uint32_t)getpid(); /* not after fork() */
    int rc = is_member ? late_describe(late.process, text) : -ENOENT;
    emuq_host_mutex_unlock(&lock);
    return rc;
}
