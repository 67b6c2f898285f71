/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads of one rank at once: each puts through an injection FIFO of its own, from and to lines of its own.
 * The partner sleeps meanwhile: direct puts need nothing of it. */
#include <pthread.h>

#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

/* Operations of a thread in a round. The least batch of a rate has 256 rounds: to start a thread takes as
 * long as hundreds of operations. */
#define EACH 64

typedef struct worker {
    perf_rank_t *r;
    pthread_barrier_t *start;
    uint32_t index;
    uint64_t operations;
    double begin, end;
} __attribute__((aligned(PERF_LINE))) worker_t;

/* What a lane has: lines for source, landing and counter. */
static char *landing_of(const perf_rank_t *r, uint32_t lane)
{
    return r->lane[lane] + PERF_LINE;
}

static uint64_t *counter_of(const perf_rank_t *r, uint32_t lane)
{
    return (uint64_t *)(r->lane[lane] + (size_t)2 * PERF_LINE);
}

static void begin(worker_t *w)
{
    if (w->r->options->pin)
        perf_run_on(w->r, w->index);
    pthread_barrier_wait(w->start);
    w->begin = perf_now();
}

static void *put(void *argument)
{
    worker_t *w = argument;
    perf_rank_t *r = w->r;
    MUSPI_InjFifo_t *fifo = MUSPI_IdToInjFifo((int)r->process.fifo_id[w->index], &r->process.injection);
    MUHWI_Descriptor_t d;
    uint64_t turns = 0;
    begin(w);
    spi_put_descriptor(&r->process, &d, r->partner, 1, &r->window, r->lane[w->index], sizeof(uint64_t),
                       landing_of(r, w->index), counter_of(r, w->index));
    for (uint64_t i = 0; i < w->operations; i++)
        perf_inject(r, fifo, &d);
    while (!MUSPI_CheckDescComplete(fifo, MUSPI_getNumInjected(fifo)))
        perf_relax(&turns, r->patience);
    w->end = perf_now();
    return NULL;
}

static void *store(void *argument)
{
    worker_t *w = argument;
    perf_slot_t ring[PERF_RING_SLOTS];
    begin(w);
    for (uint64_t n = 1; n <= w->operations; n++) {
        perf_slot_t *slot = &ring[n % PERF_RING_SLOTS];
        for (uint64_t i = 0; i < 7; i++)
            slot->payload[i] = n + i;
        /* As write_ring() of limits.c, but nobody reads it. */
        __atomic_store_n(&slot->number, n, __ATOMIC_RELEASE);
        __asm__ volatile("" : : "r"(slot) : "memory");
    }
    w->end = perf_now();
    return NULL;
}

/* Runs @p work in that many threads, that many operations in each. @return seconds of one operation: from the
 * start of the first thread to the end of the last one, over the operations of all */
static double run(perf_rank_t *r, uint32_t threads, uint64_t operations, void *(*work)(void *))
{
    worker_t worker[PERF_MOST_THREADS];
    pthread_t thread[PERF_MOST_THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, threads);
    for (uint32_t i = 0; i < threads; i++) {
        worker[i] = (worker_t){.r = r, .start = &start, .index = i, .operations = operations};
        if (pthread_create(&thread[i], NULL, work, &worker[i]) != 0)
            spi_fatal(&r->process, "cannot create thread %u of %u that inject", i + 1, threads);
    }
    for (uint32_t i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&start);
    double first = worker[0].begin, last = worker[0].end;
    for (uint32_t i = 1; i < threads; i++) {
        first = worker[i].begin < first ? worker[i].begin : first;
        last = worker[i].end > last ? worker[i].end : last;
    }
    return (last - first) / ((double)operations * threads);
}

/* The messages of all threads have left; waits until they are here. */
static void check_lanes(perf_rank_t *r, uint32_t threads, uint64_t operations)
{
    for (uint32_t i = 0; i < threads; i++) {
        uint64_t turns = 0, *counter = counter_of(r, i);
        /* Acquire: pairs with the release with which the Message Unit counts the bytes that it has written.
         */
        while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) + operations * sizeof(uint64_t) != 0)
            perf_relax(&turns, r->patience);
        r->wrong += *(uint64_t *)landing_of(r, i) != operations;
        *counter = 0;
    }
}

static double fifo_threads(perf_rank_t *r, uint64_t rounds, uint32_t threads)
{
    if (r->role != PERF_FIRST) {
        perf_sleep(r);
        check_lanes(r, threads, rounds * EACH);
        return 0;
    }
    for (uint32_t i = 0; i < threads; i++)
        *(uint64_t *)r->lane[i] = rounds * EACH;
    double seconds = run(r, threads, rounds * EACH, put);
    perf_end_sleep(r);
    return seconds;
}

static double stores(perf_rank_t *r, uint64_t rounds, uint32_t threads)
{
    if (r->role != PERF_FIRST) {
        perf_sleep(r);
        return 0;
    }
    double seconds = run(r, threads, rounds * EACH, store);
    perf_end_sleep(r);
    return seconds;
}

double perf_fifo_threads_1(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return fifo_threads(r, rounds, 1);
}

double perf_fifo_threads_2(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return fifo_threads(r, rounds, 2);
}

double perf_fifo_threads_4(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return fifo_threads(r, rounds, 4);
}

double perf_stores_1(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return stores(r, rounds, 1);
}

double perf_stores_2(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return stores(r, rounds, 2);
}

double perf_stores_4(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return stores(r, rounds, 4);
}
