/* SPDX-License-Identifier: BSD-3-Clause */
/** @file l2_contention.c
 *  Host time and modelled time of L2 atomic operations on one word, for emuq-run --timed:
 *      emuq-run --timed --np RANKS --ppn RANKS l2-contention THREADS OPERATIONS
 *  counts to OPERATIONS (increments of all threads of all ranks), then acquires and releases a lock as often
 *  (bounded increment, store). Each rank has THREADS threads; the word is in a shared segment of the node. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/l2/atomic.h>
#include <spi/include/l2/barrier.h>

#include "base/text.h"

#define MOST_THREADS 64
#define REJECTED     UINT64_C(0x8000000000000000)

/** Shared by all threads of the node; new segments are zero. */
typedef struct shared {
    volatile uint64_t lock __attribute__((aligned(64))); /* 1: locked */
    volatile uint64_t bound;                             /* bound of the lock: 1 */
    volatile uint64_t count __attribute__((aligned(64)));
    volatile uint64_t acquired; /* guarded by the lock */
    L2_Barrier_t barrier __attribute__((aligned(64)));
} shared_t;

static shared_t *shared;
static uint64_t operations;
static uint64_t node_threads; /* threads of the node */

/** Reads a clock of the host. The C library's clock_gettime() would return modelled time. */
static double l2_host_seconds(clockid_t clock)
{
    struct timespec now;
    (void)syscall(SYS_clock_gettime, clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void l2_count(void)
{
    while (L2_AtomicLoadIncrement(&shared->count) < operations)
        ;
}

static void l2_lock(void)
{
    for (uint64_t more = 1; more != 0;) {
        while (L2_AtomicLoadIncrementBounded(&shared->lock) == REJECTED)
            ;
        more = shared->acquired < operations;
        shared->acquired += more;
        L2_AtomicStore(&shared->lock, 0);
    }
}

/** Measures an operation on all threads; thread 0 of rank 0 prints the result. */
static void l2_measure(const char *name, void (*body)(void), int reports)
{
    L2_Barrier(&shared->barrier, node_threads);
    uint64_t begin = GetTimeBase();
    double begin_s = l2_host_seconds(CLOCK_MONOTONIC), begin_used = l2_host_seconds(CLOCK_PROCESS_CPUTIME_ID);
    body();
    L2_Barrier(&shared->barrier, node_threads);
    double used = l2_host_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin_used;
    double passed = l2_host_seconds(CLOCK_MONOTONIC) - begin_s;
    if (reports)
        printf("%-8s %3" PRIu64
               " threads: %8.0f ns, %8.0f ns of processor time, %6.2f modelled cycles each\n",
               name, node_threads, 1e9 * passed / (double)operations, 1e9 * used / (double)operations,
               (double)(GetTimeBase() - begin) / (double)operations);
}

static void *l2_thread(void *number)
{
    int reports = Kernel_GetRank() == 0 && *(const int *)number == 0;
    l2_measure("counter", l2_count, reports);
    l2_measure("lock", l2_lock, reports);
    return NULL;
}

/** Maps the shared segment. @return 0 on failure */
static int l2_map(void)
{
    int file = shm_open("/l2-contention", O_CREAT | O_RDWR, 0600);
    if (file < 0 || ftruncate(file, sizeof *shared) != 0)
        return 0;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (shared == MAP_FAILED || Kernel_L2AtomicsAllocate(shared, sizeof *shared) != 0)
        return 0;
    shared->bound = 1;
    return 1;
}

int main(int argc, char **argv)
{
    uint64_t threads;
    int number[MOST_THREADS];
    pthread_t thread[MOST_THREADS];
    if (argc != 3 || emuq_number_parse(argv[1], EMUQ_NUMBER_COUNT, 1, MOST_THREADS, &threads) != 0 ||
        emuq_number_parse(argv[2], EMUQ_NUMBER_COUNT, 1, UINT64_C(1) << 40, &operations) != 0) {
        fprintf(stderr, "usage: emuq-run --timed --np RANKS --ppn RANKS l2-contention THREADS OPERATIONS\n");
        return 2;
    }
    node_threads = threads * Kernel_ProcessCount();
    if (!l2_map()) {
        perror("l2-contention: shared segment");
        return 1;
    }
    for (uint64_t i = 0; i < threads; i++) {
        number[i] = (int)i;
        if (i > 0 && pthread_create(&thread[i], NULL, l2_thread, &number[i]) != 0)
            return 1;
    }
    l2_thread(&number[0]);
    for (uint64_t i = 1; i < threads; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
