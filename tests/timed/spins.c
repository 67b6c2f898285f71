/* SPDX-License-Identifier: BSD-3-Clause */
/* Loops without calls that poll plain memory end after a store, in modelled time: by a thread, by a put,
 * with functions in the loop, with a time limit. Loops that wait forever are reported. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "spi/setup/spi_setup.h"

enum { RANKS = 4, LONG = 5000 /* cycles */, LONGEST = 50 /* seconds */, MESSAGES = 8, BYTES = 4096 };

static uint64_t measured[RANKS]; /* by rank */
static volatile unsigned flag, answer;
static volatile double value;

static void run(emuq_main_t rank_main)
{
    const emuq_job_t job = {.shape = {RANKS, 1, 1, 1, 1}};
    char name[] = "spins", *argv[] = {name, NULL};
    memset(measured, 0, sizeof(measured));
    flag = answer = 0;
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_main, 1, argv), 0);
}

static void *late(void *nothing)
{
    DelayTimeBase(LONG);
    value = 1.5;
    flag = 1;
    (void)GetTimeBase();
    return nothing;
}

/* Rank 0 runs @p body while its second thread stores the flag. @return its status */
static int beside(void (*body)(void))
{
    pthread_t thread;
    if (Kernel_GetRank() != 0)
        return 0;
    uint64_t begin = GetTimeBase();
    if (pthread_create(&thread, NULL, late, NULL) != 0)
        return 1;
    body();
    measured[0] = GetTimeBase() - begin;
    return pthread_join(thread, NULL);
}

static void spin(void)
{
    while (flag == 0)
        continue;
}

static int spins(int argc, char **argv)
{
    (void)argc, (void)argv;
    return beside(spin);
}

static __attribute__((noinline)) int is_there(volatile unsigned *where, const int *depth)
{
    volatile unsigned found = *where; /* on the stack */
    return *depth > 0 ? is_there(where, &(int){*depth - 1}) : found != 0;
}

static void call(void)
{
    while (!is_there(&flag, &(int){1}))
        continue;
}

static int calls(int argc, char **argv)
{
    (void)argc, (void)argv;
    return beside(call);
}

static void compare(void)
{
    while (value < 1)
        continue;
}

static int compares(int argc, char **argv)
{
    (void)argc, (void)argv;
    value = 0;
    return beside(compare);
}

static void ask(void)
{
    uint64_t begin = GetTimeBase();
    while (flag == 0 && GetTimeBase() - begin < 100 * LONG)
        continue;
}

static int asks(int argc, char **argv)
{
    (void)argc, (void)argv;
    return beside(ask);
}

static void try(void)
{
    while (!__sync_bool_compare_and_swap(&flag, 1, 2))
        continue;
}

static int tries(int argc, char **argv)
{
    (void)argc, (void)argv;
    return beside(try);
}

static volatile unsigned char taken;

static void *holds(void *nothing)
{
    DelayTimeBase(LONG);
    __sync_lock_release(&taken);
    (void)GetTimeBase();
    return nothing;
}

/* The second thread releases what the rank has taken. */
static int locks(int argc, char **argv)
{
    pthread_t thread;
    (void)argc, (void)argv;
    if (Kernel_GetRank() != 0)
        return 0;
    taken = 1;
    uint64_t begin = GetTimeBase();
    if (pthread_create(&thread, NULL, holds, NULL) != 0)
        return 1;
    while (__sync_lock_test_and_set(&taken, 1))
        continue;
    measured[0] = GetTimeBase() - begin;
    return pthread_join(thread, NULL);
}

static void takes_the_time(emuq_main_t rank_main)
{
    run(rank_main);
    CU_ASSERT(measured[0] >= LONG && measured[0] <= LONG + 300);
    uint64_t first = measured[0];
    run(rank_main);
    CU_ASSERT_EQUAL(measured[0], first);
}

static void a_store_ends_a_spin(void)
{
    takes_the_time(spins);
}

static void a_spin_may_call_functions(void)
{
    takes_the_time(calls);
}

static void a_spin_may_compare_numbers(void)
{
    takes_the_time(compares);
}

static void a_spin_may_try_a_change(void)
{
    takes_the_time(tries);
}

static void a_spin_may_try_a_lock(void)
{
    takes_the_time(locks);
}

static void a_spin_may_ask_for_the_time(void)
{
    takes_the_time(asks);
}

static void *answers(void *nothing)
{
    for (unsigned turn = 1; turn <= MESSAGES; turn++) {
        while (flag != turn)
            continue;
        answer = turn;
    }
    return nothing;
}

static int converses(int argc, char **argv)
{
    pthread_t thread;
    (void)argc, (void)argv;
    if (Kernel_GetRank() != 0)
        return 0;
    if (pthread_create(&thread, NULL, answers, NULL) != 0)
        return 1;
    for (unsigned turn = 1; turn <= MESSAGES; turn++) {
        flag = turn;
        while (answer != turn)
            continue;
    }
    measured[0] = GetTimeBase();
    return pthread_join(thread, NULL);
}

static void two_threads_may_spin_in_turn(void)
{
    run(converses);
    uint64_t first = measured[0];
    run(converses);
    CU_ASSERT(first != 0);
    CU_ASSERT_EQUAL(measured[0], first);
}

/* Each rank puts to the next rank and polls the counter. */
static int puts_in_a_ring(int argc, char **argv)
{
    spi_process_t p;
    spi_window_t w;
    (void)argc, (void)argv;
    if (spi_open(&p, 1, 1) != 0)
        return 1;
    spi_window_open(&p, &w, 0, 2 * BYTES + 8);
    const volatile uint64_t *counter = (const volatile uint64_t *)(w.memory + 2 * BYTES);
    const uint32_t to[SPI_DIMS] = {(p.at[0] + 1) % RANKS};
    spi_barrier(&p);
    uint64_t begin = GetTimeBase();
    for (uint64_t i = 1; i <= MESSAGES; i++) {
        MUHWI_Descriptor_t d;
        spi_put_descriptor(&p, &d, to, 1, &w, w.memory, BYTES, w.memory + BYTES, (const uint64_t *)counter);
        spi_inject(&p, 0, &d);
        while (0 - *counter < i * BYTES)
            continue;
    }
    measured[p.rank] = GetTimeBase() - begin;
    spi_close(&p);
    spi_window_close(&w);
    return 0;
}

static void a_put_ends_a_spin(void)
{
    uint64_t first[RANKS];
    run(puts_in_a_ring);
    memcpy(first, measured, sizeof first);
    run(puts_in_a_ring);
    CU_ASSERT(first[0] > 0);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT_EQUAL(measured[rank], first[rank]);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a store ends a spin", a_store_ends_a_spin},
                                        {"a spin may call functions", a_spin_may_call_functions},
                                        {"a spin may compare numbers", a_spin_may_compare_numbers},
                                        {"a spin may try a change", a_spin_may_try_a_change},
                                        {"a spin may try a lock", a_spin_may_try_a_lock},
                                        {"a spin may ask for the time", a_spin_may_ask_for_the_time},
                                        {"two threads may spin in turn", two_threads_may_spin_in_turn},
                                        {"a put ends a spin", a_put_ends_a_spin},
                                        {NULL, NULL}};
#if !defined(__x86_64__)
    return 77;
#endif
    setenv("EMUQ_BACKEND", "timed", 1);
    return emuq_test_main("spins in modelled time", tests);
}
