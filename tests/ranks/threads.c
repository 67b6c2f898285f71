/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads of a rank: membership, and separate hardware threads as long as available. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "in_ranks.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/thread.h"

/* Identity of a thread. */
typedef struct identity {
    uint32_t rank, t, processor, guest;
    void *slot;
} identity_t;

static identity_t who_am_i(void)
{
    return (identity_t){Kernel_GetRank(), Kernel_MyTcoord(), Kernel_ProcessorID(),
                        (uint32_t)Kernel_IsGuestThread(), emuq_process_slot(EMUQ_SLOT_RECV_INFO)};
}

static void check_same_process(const identity_t *a, const identity_t *b)
{
    CHECK(a->rank == b->rank && a->t == b->t && a->slot == b->slot);
    CHECK(a->guest == 0 && b->guest == 0);
}

static void *grandchild(void *result)
{
    *(identity_t *)result = who_am_i();
    return result;
}

static void *child(void *result)
{
    identity_t *two = result;
    pthread_t thread;
    two[0] = who_am_i();
    CHECK(pthread_create(&thread, NULL, grandchild, &two[1]) == 0);
    void *returned;
    pthread_join(thread, &returned);
    CHECK(returned == &two[1]);
    return result;
}

static void *slots[8]; /* by rank */

static int two_levels(int argc, char **argv)
{
    identity_t me = who_am_i(), below[2];
    pthread_t thread;
    (void)argc;
    (void)argv;
    CHECK(pthread_create(&thread, NULL, child, below) == 0);
    pthread_join(thread, NULL);
    check_same_process(&me, &below[0]);
    check_same_process(&me, &below[1]);
    CHECK(me.processor == 32 * me.t && below[0].processor == me.processor + 4 &&
          below[1].processor == me.processor + 8);
    slots[me.rank] = me.slot;
    return 0;
}

static void inheritance(void)
{
    const emuq_job_t job = {.shape = {2, 2}, .ppn = 2};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, two_levels, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < i; j++)
            CU_ASSERT_PTR_NOT_EQUAL(slots[i], slots[j]);
}

/* A thread that runs until released. */
typedef struct sitter {
    pthread_t thread;
    pthread_barrier_t *come, *go;
    uint32_t processor, neighbours;
} sitter_t;

static void *sit(void *argument)
{
    sitter_t *s = argument;
    s->processor = Kernel_ProcessorID();
    pthread_barrier_wait(s->come);
    s->neighbours = Kernel_SnoopNumThreads();
    pthread_barrier_wait(s->go);
    return NULL;
}

#define SITTERS 69

/*
 * Starts concurrent threads, and compares their hardware threads with @p expected, repeated after @p own
 * threads; the caller is the first.
 */
static void place(const uint32_t *expected, uint32_t own, uint32_t count)
{
    static _Thread_local sitter_t sitter[SITTERS];
    pthread_barrier_t come, go;
    pthread_barrier_init(&come, NULL, count + 1);
    pthread_barrier_init(&go, NULL, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        sitter[i] = (sitter_t){.come = &come, .go = &go};
        CHECK(pthread_create(&sitter[i].thread, NULL, sit, &sitter[i]) == 0);
    }
    pthread_barrier_wait(&come);
    pthread_barrier_wait(&go);
    for (uint32_t i = 0; i < count; i++) {
        pthread_join(sitter[i].thread, NULL);
        CHECK(sitter[i].processor == expected[(i + 1) % own]);
        uint32_t here = (i + 1) % own, on_it = count / own + (here <= count % own);
        CHECK(sitter[i].neighbours == on_it);
    }
    pthread_barrier_destroy(&come);
    pthread_barrier_destroy(&go);
}

static int breadth_first(int argc, char **argv)
{
    static const uint32_t order[] = {0, 2, 1, 3};
    uint32_t expected[64], own = Kernel_ProcessorCount(), first = Kernel_ProcessorID(), n = 0;
    (void)argc;
    (void)argv;
    if (own == 2) {
        expected[0] = first;
        expected[1] = first + 1;
    } else if (own == 1) {
        expected[0] = first;
    } else {
        for (int thread = 0; thread < 4; thread++)
            for (uint32_t core = 0; core < own / 4; core++)
                expected[n++] = first + 4 * core + order[thread];
    }
    place(expected, own, own + 5 < SITTERS ? own + 5 : SITTERS);
    place(expected, own, own / 2); /* all have left */
    return 0;
}

static void placement(void)
{
    for (uint32_t ppn = 1; ppn <= 64; ppn = ppn == 1 ? 4 : 2 * ppn) {
        emuq_job_t job = {.ppn = ppn, .np = ppn < 4 ? ppn : 4};
        CU_ASSERT_EQUAL(emuq_run_threads(&job, breadth_first, 0, NULL), 0);
    }
    CU_ASSERT_EQUAL(take_failures(), 0);
}

static int in_order(int argc, char **argv)
{
    uint32_t expected[16], first = Kernel_ProcessorID();
    (void)argc;
    (void)argv;
    for (uint32_t i = 0; i < 16; i++)
        expected[i] = first + i;
    place(expected, 16, 20);
    return 0;
}

static void depth_first(void)
{
    const emuq_job_t job = {.ppn = 4, .np = 2};
    setenv("BG_THREADLAYOUT", "2", 1);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, in_order, 0, NULL), 0);
    unsetenv("BG_THREADLAYOUT");
    CU_ASSERT_EQUAL(take_failures(), 0);
}

/* A thread with a choice of ends. */
static void *end_somehow(void *argument)
{
    int way = *(int *)argument;
    *(uint32_t *)argument = Kernel_ProcessorID();
    if (way == 1)
        pthread_exit(NULL);
    if (way == 2)
        for (;;)
            pause();
    return NULL;
}

/* On a single core, a thread cancelled at once has not begun. */
static void stay_on_this_core(void)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
}

static int end_in_all_ways(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    stay_on_this_core();
    for (int i = 0; i < 9; i++) {
        union {
            int way;
            uint32_t processor;
        } u = {.way = i % 3};
        pthread_t thread;
        CHECK(pthread_create(&thread, NULL, end_somehow, &u) == 0);
        if (i % 3 == 2)
            pthread_cancel(thread);
        pthread_join(thread, NULL);
        if (i % 3 != 2)
            CHECK(u.processor == 4);
    }
    return 0;
}

static void ends_free_the_place(void)
{
    CU_ASSERT_EQUAL(emuq_run_threads(NULL, end_in_all_ways, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

static uint32_t rank_in_destructor[2];

static void destructor(void *value)
{
    *(uint32_t *)value = Kernel_GetRank() + 1;
}

static void *with_key(void *argument)
{
    pthread_setspecific(*(pthread_key_t *)argument, &rank_in_destructor[Kernel_GetRank()]);
    return NULL;
}

static int use_destructor(int argc, char **argv)
{
    pthread_key_t key;
    pthread_t thread;
    (void)argc;
    (void)argv;
    CHECK(pthread_key_create(&key, destructor) == 0);
    CHECK(pthread_create(&thread, NULL, with_key, &key) == 0);
    pthread_join(thread, NULL);
    pthread_key_delete(key);
    return 0;
}

static void identity_lasts_through_destructors(void)
{
    const emuq_job_t job = {.shape = {2}};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, use_destructor, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
    CU_ASSERT_EQUAL(rank_in_destructor[0], 1);
    CU_ASSERT_EQUAL(rank_in_destructor[1], 2);
}

static int c11_thread(void *argument)
{
    *(identity_t *)argument = who_am_i();
    return -42;
}

static int c11_thread_that_exits(void *argument)
{
    (void)argument;
    thrd_exit(17);
}

static int use_c11(int argc, char **argv)
{
    identity_t me = who_am_i(), it;
    thrd_t thread;
    int result = 0;
    (void)argc;
    (void)argv;
    CHECK(thrd_create(&thread, c11_thread, &it) == thrd_success);
    CHECK(thrd_join(thread, &result) == thrd_success && result == -42);
    check_same_process(&me, &it);
    CHECK(it.processor == me.processor + 4);
    CHECK(thrd_create(&thread, c11_thread_that_exits, NULL) == thrd_success);
    CHECK(thrd_join(thread, &result) == thrd_success && result == 17);
    return 0;
}

static void c11_threads(void)
{
    const emuq_job_t job = {.shape = {2}};
    CU_ASSERT_EQUAL(emuq_run_threads(&job, use_c11, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"inheritance", inheritance},
        {"placement", placement},
        {"depth first", depth_first},
        {"ends free the place", ends_free_the_place},
        {"identity lasts through destructors", identity_lasts_through_destructors},
        {"C11 threads", c11_threads},
        {NULL, NULL}};
    return emuq_test_main("threads of ranks", tests);
}
