/* SPDX-License-Identifier: BSD-3-Clause */
/* Time-outs that programs measure by the time base follow modelled time: long computations on the host
 * trigger none, delays in modelled time do. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/l2/atomic.h>
#include <spi/include/mu/GIBarrier.h>

#include "emuq/partition.h"
#include "emuq_test.h"

#define LIMIT   UINT64_C(80000) /* cycles: 50 us */
#define LATE    (3 * LIMIT)
#define HOST_NS UINT64_C(50000000) /* a thousand times the limit */
#define SLACK   (LIMIT / 4)        /* a loop that reads the time polls again after an eighth of its wait */

enum { RANKS = 4 };

static int got[RANKS], got_later[RANKS]; /* by rank */
static uint64_t lasted[RANKS];
static int is_late; /* delay in modelled time, else on the host */
static uint64_t word __attribute__((aligned(32)));

static void run(emuq_main_t rank_main)
{
    const emuq_job_t job = {.shape = {RANKS, 1, 1, 1, 1}};
    char name[] = "timeouts", *argv[] = {name, NULL};
    memset(got, 1, sizeof got);
    memset(got_later, 1, sizeof got_later);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_main, 1, argv), 0);
}

/* Host time: the C library's clock_gettime() shows modelled time. */
static uint64_t host_ns(void)
{
    struct timespec now;
    (void)syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Work that the remaining threads wait for. */
static void work(void)
{
    if (is_late) {
        DelayTimeBase(LATE);
        return;
    }
    for (uint64_t begin = host_ns(); host_ns() - begin < HOST_NS;)
        continue;
}

static int barrier(int argc, char **argv)
{
    MUSPI_GIBarrier_t b;
    unsigned rank = Kernel_GetRank();
    (void)argc, (void)argv;
    MUSPI_GIBarrierInit(&b, 0);
    if (rank == 1)
        work();
    MUSPI_GIBarrierEnter(&b);
    uint64_t begin = GetTimeBase();
    got[rank] = MUSPI_GIBarrierPollWithTimeout(&b, LIMIT);
    lasted[rank] = GetTimeBase() - begin;
    got_later[rank] = got[rank] == 0 ? 0 : MUSPI_GIBarrierPollWithTimeout(&b, 2 * LATE);
    return 0;
}

static void a_barrier_waits_in_modelled_time(void)
{
    is_late = 0;
    run(barrier);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT(got[rank] == 0 && lasted[rank] < LIMIT);
    is_late = 1;
    run(barrier);
    for (unsigned rank = 0; rank < RANKS; rank++) {
        CU_ASSERT_EQUAL(got[rank], rank == 1 ? 0 : -1);
        CU_ASSERT(rank == 1 || (lasted[rank] >= LIMIT && lasted[rank] <= LIMIT + SLACK));
        CU_ASSERT_EQUAL(got_later[rank], 0);
    }
}

static void *works(void *unused)
{
    work();
    L2_AtomicStore(&word, 1);
    return unused;
}

static uint64_t time_base_ns(void)
{
    return GetTimeBase() * 5 / 8;
}

static uint64_t clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* A loop of the program over an L2 word, with a time-out. @return true: the word has changed */
static int await_word(uint64_t (*now)(void))
{
    uint64_t begin = now();
    while (L2_AtomicLoad(&word) == 0)
        if (now() - begin >= LIMIT * 5 / 8)
            return 0;
    return 1;
}

/* A loop over plain memory. */
static int await_memory(uint64_t (*now)(void))
{
    uint64_t begin = now();
    while (__atomic_load_n(&word, __ATOMIC_ACQUIRE) == 0)
        if (now() - begin >= LIMIT * 5 / 8)
            return 0;
    return 1;
}

static int (*await)(uint64_t (*now)(void));
static uint64_t (*by)(void);

static int loop(int argc, char **argv)
{
    pthread_t thread;
    (void)argc, (void)argv;
    if (Kernel_GetRank() != 0)
        return 0;
    word = 0;
    if (pthread_create(&thread, NULL, works, NULL) != 0)
        return 1;
    got[0] = await(by);
    return pthread_join(thread, NULL);
}

static void loops_of_programs_wait_in_modelled_time(void)
{
    static int (*const loops[])(uint64_t(*)(void)) = {await_word, await_memory};
    static uint64_t (*const clocks[])(void) = {time_base_ns, clock_ns};
    for (int i = 0; i < 8; i++) {
        await = loops[i % 2];
        by = clocks[i / 2 % 2];
        is_late = i / 4;
        run(loop);
        CU_ASSERT_EQUAL(got[0], !is_late);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a barrier waits in modelled time", a_barrier_waits_in_modelled_time},
        {"loops of programs wait in modelled time", loops_of_programs_wait_in_modelled_time},
        {NULL, NULL}};
    setenv("EMUQ_BACKEND", "timed", 1);
    return emuq_test_main("time-outs in modelled time", tests);
}
