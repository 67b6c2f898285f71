/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory runs out (EMUQ_FAULTS=memory=N): the 1st allocation of the kernel and of the message layer fails,
 * then the 2nd, and so on until a program has no failing allocation. Either the job does not start, or a call
 * reports the error, changes nothing and succeeds when repeated, or a rank ends with a message. */
#include <errno.h>
#include <pami.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <mpix.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>

#include "base/memory.h"
#include "emuq_test.h"
#include "kernel-shim/include/emuq/partition.h"

enum { MOST = 2000, ID = 5, LONG = 20000, PATIENCE = 30 };

/* With ThreadSanitizer, where a job takes 20 times as long, every 8th allocation fails. */
#if defined(__SANITIZE_THREAD__)
enum { STEP = 8 };
#else
enum { STEP = 1 };
#endif

/* Exit statuses of a program. */
enum { DONE, WRONG, NOT_REACHED = 10, NOT_STARTED };

#define MUST(condition)                                                                                      \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                  \
            _exit(WRONG);                                                                                    \
        }                                                                                                    \
    } while (0)

/* Repeats a call that may lack memory once. */
#define PERSIST(call, no_memory)                                                                             \
    do {                                                                                                     \
        int rc_ = (int)(call);                                                                               \
        if (rc_ == (int)(no_memory))                                                                         \
            rc_ = (int)(call);                                                                               \
        MUST(rc_ == 0);                                                                                      \
    } while (0)
#define PAMI(call) PERSIST(call, PAMI_ENOMEM)

/* ---- a program on the kernel alone ---- */

static void *other_thread(void *argument)
{
    return argument;
}

static int kernel_program(int argc, char **argv)
{
    MPIX_Hardware_t hardware;
    pthread_t thread;
    pthread_barrier_t barrier;
    int torus[MPIX_TORUS_MAX_DIMS + 1], rank;
    (void)argc, (void)argv;
    PERSIST(MPIX_Hardware(&hardware), ENOMEM);
    PERSIST(MPIX_Rank2torus((int)Kernel_GetRank(), torus), ENOMEM);
    PERSIST(MPIX_Torus2rank(torus, &rank), ENOMEM);
    MUST(rank == (int)Kernel_GetRank());
    PERSIST(pthread_create(&thread, NULL, other_thread, NULL), EAGAIN);
    MUST(pthread_join(thread, NULL) == 0);
    MUST(pthread_barrier_init(&barrier, NULL, 1) == 0);
    MUST(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    MUST(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}

/* ---- a program on PAMI ---- */

typedef struct world {
    pami_client_t client;
    pami_context_t context;
    unsigned done, got;
    char from[LONG], to[LONG];
} world_t;

static void count(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    MUST(result == PAMI_SUCCESS);
    ++*(unsigned *)cookie;
}

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    world_t *w = cookie;
    (void)context, (void)header, (void)header_size, (void)origin;
    if (recv == NULL) {
        MUST(memcmp(data, w->from, data_size) == 0);
        w->got++;
        return;
    }
    *recv = (pami_recv_t){.addr = w->to, .cookie = &w->got, .local_fn = count};
    recv->type = PAMI_TYPE_BYTE;
}

static void advance_until(world_t *w, const unsigned *count, unsigned wanted)
{
    while (*count < wanted)
        PAMI_Context_advance(w->context, 10);
}

static void meet(world_t *w)
{
    pami_geometry_t all;
    pami_xfer_t barrier = {.cb_done = count};
    unsigned done = 0;
    barrier.cookie = &done;
    PAMI(PAMI_Geometry_world(w->client, &all));
    PAMI(PAMI_Geometry_algorithms_query(all, PAMI_XFER_BARRIER, &barrier.algorithm, NULL, 1, NULL, NULL, 0));
    PAMI(PAMI_Collective(w->context, &barrier));
    advance_until(w, &done, 1);
}

/* Short, long and one-sided messages to the peer. */
static void exchange(world_t *w, pami_endpoint_t to)
{
    pami_send_immediate_t short_one = {
        .header = {w->from, 8}, .data = {w->from, 100}, .dispatch = ID, .dest = to};
    pami_send_t long_one = {
        .send = {.header = {w->from, 8}, .data = {w->from, LONG}, .dispatch = ID, .dest = to},
        .events = {.cookie = &w->done, .local_fn = count}};
    pami_memregion_t region;
    size_t bytes;
    PAMI(PAMI_Send_immediate(w->context, &short_one));
    PAMI(PAMI_Send(w->context, &long_one));
    advance_until(w, &w->got, 2);
    advance_until(w, &w->done, 1);
    MUST(memcmp(w->from, w->to, LONG) == 0);
    PAMI(PAMI_Memregion_create(w->context, w->from, LONG, &bytes, &region));
    PAMI(PAMI_Memregion_destroy(w->context, &region));
    PAMI(PAMI_Fence_all(w->context, count, &w->done));
    advance_until(w, &w->done, 2);
}

static int pami_program(int argc, char **argv)
{
    pami_dispatch_callback_function fn = {.p2p = arrival};
    pami_endpoint_t to;
    world_t *w = calloc(1, sizeof *w);
    (void)argc, (void)argv;
    for (size_t i = 0; i < LONG; i++)
        w->from[i] = (char)(i * 7 + i / 256);
    PAMI(PAMI_Client_create("memory", &w->client, NULL, 0));
    PAMI(PAMI_Context_createv(w->client, NULL, 0, &w->context, 1));
    PAMI(PAMI_Dispatch_set(w->context, ID, fn, w, (pami_dispatch_hint_t){0}));
    PAMI(PAMI_Endpoint_create(w->client, 1 - Kernel_GetRank(), 0, &to));
    meet(w);
    exchange(w, to);
    meet(w);
    PAMI(PAMI_Context_destroyv(&w->context, 1));
    PAMI(PAMI_Client_destroy(&w->client));
    free(w);
    return 0;
}

/* ---- all allocations ---- */

/* Child process: runs a job with a failing allocation. Does not return. */
static void run(emuq_main_t program, unsigned allocation)
{
    char faults[32], name[] = "memory", *argv[] = {name, NULL};
    const emuq_job_t job = {.shape = {2, 1, 1, 1, 1}, .ppn = 1};
    snprintf(faults, sizeof faults, "seed=1,memory=%u", allocation);
    setenv("EMUQ_FAULTS", faults, 1);
    alarm(PATIENCE);
    int rc = emuq_run_threads(&job, program, 1, argv);
    bool is_reached = emuq_memory_until_failure() == 0;
    emuq_memory_fail(0); /* the end of the process is not tested */
    if (rc < 0)
        exit(is_reached && (rc == -ENOMEM || rc == -EAGAIN) ? NOT_STARTED : WRONG);
    exit(rc != 0 ? WRONG : is_reached ? DONE : NOT_REACHED);
}

typedef struct outcome {
    int status;
    char said[16384]; /* standard error */
} outcome_t;

/* Runs a job in a child process. */
static void try(emuq_main_t program, unsigned allocation, outcome_t *outcome)
{
    FILE *file = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fflush(NULL);
    pid_t child = fork();
    CU_ASSERT_FATAL(child >= 0);
    if (child == 0) {
        dup2(fileno(file), STDERR_FILENO);
        run(program, allocation);
    }
    CU_ASSERT_EQUAL_FATAL(waitpid(child, &outcome->status, 0), child);
    rewind(file);
    outcome->said[fread(outcome->said, 1, sizeof outcome->said - 1, file)] = '\0';
    fclose(file);
}

/* Runs a program until no allocation fails. */
static void until_success(emuq_main_t program, unsigned not_started_at_least, unsigned done_at_least)
{
    unsigned done = 0, not_started = 0, given_up = 0;
    for (unsigned n = 1; n < MOST; n += STEP) {
        static outcome_t outcome;
        try(program, n, &outcome);
        int status = outcome.status;
        if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_REACHED)
            break;
        bool is_wrong = false;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT &&
            strstr(outcome.said, "pami: no memory to ") != NULL)
            given_up++;
        else if (WIFEXITED(status) && WEXITSTATUS(status) == DONE)
            done++;
        else if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_STARTED)
            not_started++;
        else
            is_wrong = true;
        CU_ASSERT_FALSE(is_wrong);
        if (is_wrong)
            printf("allocation %u: status 0x%x\n%s\n", n, (unsigned)status, outcome.said);
    }
    printf("%u done, %u not started, %u given up\n", done, not_started, given_up);
    CU_ASSERT(done * STEP >= done_at_least && not_started * STEP >= not_started_at_least);
}

static void kernel(void)
{
    until_success(kernel_program, 3, 5);
}

static void message_layer(void)
{
    until_success(pami_program, 3, 20);
}

/* memory [ALLOCATION]: all allocations, or a single one of the program on PAMI, for a debugger. As a rank of
 * a job: that program. */
int main(int argc, char **argv)
{
    if (emuq_is_rank())
        return pami_program(argc, argv);
    if (argc > 1)
        run(pami_program, (unsigned)atoi(argv[1]));
    static const emuq_test_t tests[] = {{"kernel", kernel}, {"message layer", message_layer}, {NULL, NULL}};
    return emuq_test_main("memory that runs out", tests);
}
