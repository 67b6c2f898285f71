/* SPDX-License-Identifier: BSD-3-Clause */
/* L2 atomic operations in modelled time: they take time and execute in the order of clocks; loops over
 * them yield. */
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/l2/atomic.h>

#include "emuq/partition.h"
#include "emuq_test.h"

enum { RANKS = 4, OPERATIONS = 100, PRICE = 54 /* cycles */, SLACK = 400 };

/* A counter with its bounds, and another word. */
static struct {
    uint64_t before __attribute__((aligned(32)));
    uint64_t word;
    uint64_t bound;
    uint64_t other;
} shared;
static uint64_t got[RANKS], measured[RANKS]; /* by rank */

static void run(emuq_main_t rank_main)
{
    const emuq_job_t job = {.shape = {RANKS, 1, 1, 1, 1}};
    char name[] = "atomics", *argv[] = {name, NULL};
    memset(&shared, 0, sizeof(shared));
    memset(got, 0, sizeof(got));
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_main, 1, argv), 0);
}

/* Lets cycles pass without a call that yields. */
static void compute(uint64_t cycles)
{
    uint64_t begin = GetTimeBase();
    while (GetTimeBase() - begin < cycles) {
    }
}

static int counts(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint64_t begin = GetTimeBase();
    unsigned rank = Kernel_GetRank();
    while (L2_AtomicLoadIncrement(&shared.word) < RANKS * OPERATIONS)
        got[rank]++;
    measured[rank] = GetTimeBase() - begin;
    return 0;
}

static void all_have_the_same_share(void)
{
    run(counts);
    for (unsigned rank = 0; rank < RANKS; rank++) {
        CU_ASSERT_EQUAL(got[rank], OPERATIONS);
        CU_ASSERT(measured[rank] >= PRICE * OPERATIONS && measured[rank] <= PRICE * OPERATIONS + SLACK);
    }
}

/* The lowest ranks come last. */
static int comes_late(int argc, char **argv)
{
    (void)argc, (void)argv;
    unsigned rank = Kernel_GetRank();
    compute((RANKS - rank) * 1000);
    got[rank] = L2_AtomicLoadIncrement(&shared.word);
    compute((uint64_t)rank * 2000);
    L2_AtomicStoreMax(&shared.other, 10 * rank + L2_AtomicLoad(&shared.other));
    return 0;
}

static void operations_come_in_the_order_of_clocks(void)
{
    run(comes_late);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT_EQUAL(got[rank], RANKS - 1 - rank);
    CU_ASSERT_EQUAL(shared.other, 60);
}

static unsigned way; /* kind of wait */

static void wait_in_loop(void)
{
    switch (way) {
    case 0:
        while (L2_AtomicLoad(&shared.word) == 0) {
        }
        break;
    case 1:
        while (L2_AtomicLoadClear(&shared.word) == 0) {
        }
        break;
    case 2:
        while (L2_AtomicLoadIncrementBounded(&shared.before) == EMUQ_ATOMIC_REJECTED) {
        }
        break;
    case 3:
        while (L2_AtomicLoad(&shared.word) == L2_AtomicLoad(&shared.other)) {
        }
        break;
    default:
        while (L2_AtomicLoadDecrementBounded(&shared.word) == EMUQ_ATOMIC_REJECTED) {
        }
    }
}

static int waits_for_a_word(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint64_t begin = GetTimeBase();
    if (Kernel_GetRank() == 0) {
        DelayTimeBase(20000);
        L2_AtomicStoreAdd(&shared.word, 1);
    } else if (Kernel_GetRank() == 1) {
        wait_in_loop();
        measured[1] = GetTimeBase() - begin;
    }
    return 0;
}

static void waits_end_when_the_word_changes(void)
{
    for (way = 0; way < 5; way++) {
        measured[1] = 0;
        run(waits_for_a_word);
        CU_ASSERT(measured[1] >= 20000 && measured[1] <= 20000 + SLACK);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"all have the same share", all_have_the_same_share},
        {"operations come in the order of clocks", operations_come_in_the_order_of_clocks},
        {"waits end when the word changes", waits_end_when_the_word_changes},
        {NULL, NULL}};
    setenv("EMUQ_BACKEND", "timed", 1);
    return emuq_test_main("L2 operations in modelled time", tests);
}
