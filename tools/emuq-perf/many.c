/* SPDX-License-Identifier: BSD-3-Clause */
/* What many ranks do at once: all send to one; each exchanges with its neighbours, and its waits call
 * nothing. */
#include <time.h>

#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

/* ---- incast ---- */

/* All ranks but the first send to the first, as fast as their injection FIFOs take it. The time of one
 * message stays the same, however many ranks there are, if the time of all grows with their number. */
double perf_incast(perf_rank_t *r, size_t size, uint64_t rounds)
{
    uint64_t messages = rounds * (r->players - 1);
    if (r->role == PERF_FIRST) {
        double begin = perf_now();
        perf_await_packets(r, messages * perf_packets(size));
        return (perf_now() - begin) / (double)messages;
    }
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_fifo_descriptor(r, &d, size, r->count_packet); /* the partner of all of them is the first */
    for (uint64_t i = 0; i < rounds; i++)
        perf_inject(r, fifo, &d);
    return 0;
}

/* One of the senders alone, which takes turns with the receiver. */
double perf_one_core_pair(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    double begin, seconds = 0;
    if (r->role == PERF_BYSTANDER) {
        perf_sleep(r);
        return 0;
    }
    perf_run_on(r, r->pair);
    if (r->role == PERF_FIRST) {
        begin = perf_now();
        perf_await_packets(r, rounds * perf_packets(size));
        seconds = (perf_now() - begin) / (double)rounds;
        perf_end_sleep(r);
    } else {
        perf_fifo_descriptor(r, &d, size, r->count_packet);
        for (uint64_t i = 0; i < rounds; i++)
            perf_inject(r, fifo, &d);
    }
    perf_rank_uncast(r);
    return seconds;
}

/* ---- an exchange in a ring ---- */

/* The two neighbours of a rank: each has a counter, because one may be a round ahead. */
static const int counter_of[2] = {PERF_DATA, PERF_ANSWER};

/* A put of a word to the next rank (which receives it from its side 0) or the one before. The words of two
 * rounds take turns: the neighbour has the one before the last when it has sent the last one. */
static void put_word(perf_rank_t *r, uint32_t side, uint64_t round)
{
    uint32_t ranks = r->process.ranks, me = r->process.rank;
    const BG_CoordinateMapping_t *m = &r->map[(side == 0 ? me + 1 : me + ranks - 1) % ranks];
    const uint32_t to[SPI_DIMS] = {m->a, m->b, m->c, m->d, m->e, m->t};
    uint64_t *word = (uint64_t *)r->source + round % 2;
    MUHWI_Descriptor_t d;
    spi_put_descriptor(&r->process, &d, to, 1, &r->window, word, sizeof *word, (uint64_t *)r->landing + side,
                       r->counter[counter_of[side]]);
    perf_inject(r, perf_injection(r), &d);
}

/* Waits for the word of a side by looking at the counter: no call of the system or of EMUQ, as in a program
 * that was written for a core of its own. */
static void spin(perf_rank_t *r, uint32_t side, uint64_t round)
{
    const uint64_t *counter = r->counter[counter_of[side]];
    uint64_t expected = r->expected[counter_of[side]] += sizeof(uint64_t);
    /* Acquire: pairs with the release with which the Message Unit counts the bytes that it has written. */
    while ((int64_t)(__atomic_load_n(counter, __ATOMIC_ACQUIRE) + expected) > 0) {
    }
    uint64_t word = __atomic_load_n((uint64_t *)r->landing + side, __ATOMIC_RELAXED);
    r->wrong += word != round && word != round + 1; /* of the round, or already of the next one */
}

double perf_spin_exchange(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        ((uint64_t *)r->source)[i % 2] = i;
        for (uint32_t side = 0; side < 2; side++)
            put_word(r, side, i);
        for (uint32_t side = 0; side < 2; side++)
            spin(r, side, i);
    }
    return (perf_now() - begin) / (double)rounds;
}

/* ---- computing beside ranks that wait ---- */

#define COMPUTING 1.0 /* seconds of a round */

/* Processor time of the calling thread, in seconds. */
static double used(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Rank 0 computes. The others look at a word, as a program does that was written for a core of its own; the
 * longer they have waited, the less they ask for. */
double perf_spin_computing(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_word_t *computed = &r->shared->computed;
    uint64_t batch = ++r->computed;
    (void)size;
    if (r->role != PERF_FIRST) {
        while (__atomic_load_n(&computed->value, __ATOMIC_ACQUIRE) != batch) {
        }
        return 0;
    }
    double begin = perf_now(), used_before = used(), elapsed;
    do
        elapsed = perf_now() - begin;
    while (elapsed < COMPUTING * (double)rounds);
    double part = (used() - used_before) / elapsed;
    /* Release: pairs with the acquire above. */
    __atomic_store_n(&computed->value, batch, __ATOMIC_RELEASE);
    return part;
}
