/* SPDX-License-Identifier: BSD-3-Clause */
/* Many messages one way, as fast as the injection FIFO takes them; then one answer. */
#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

#define ANSWER_BYTES 8
#define MULTIPLE     16 /* descriptors injected at once */

/* Injects a descriptor again and again, up to @p multiple times at once. */
static void inject_all(perf_rank_t *r, const MUHWI_Descriptor_t *one, uint64_t rounds, uint32_t multiple)
{
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    MUHWI_Descriptor_t d[MULTIPLE];
    for (uint32_t i = 0; i < multiple; i++)
        d[i] = *one;
    for (; multiple == 1 && rounds > 0; rounds--)
        perf_inject(r, fifo, d);
    while (rounds > 0) {
        uint32_t n = rounds < multiple ? (uint32_t)rounds : multiple;
        uint64_t turns = 0;
        while (MUSPI_InjFifoInjectMultiple(fifo, d, n) == (uint64_t)-1)
            perf_relax(&turns, r->patience);
        rounds -= n;
    }
}

static void answer(perf_rank_t *r)
{
    MUHWI_Descriptor_t d;
    perf_put_descriptor(r, &d, ANSWER_BYTES, PERF_ANSWER);
    perf_inject(r, perf_injection(r), &d);
}

/* The first rank's side. */
static double stream(perf_rank_t *r, const MUHWI_Descriptor_t *d, uint64_t rounds, uint32_t multiple)
{
    double begin = perf_now();
    inject_all(r, d, rounds, multiple);
    perf_await(r, PERF_ANSWER, ANSWER_BYTES);
    return (perf_now() - begin) / (double)rounds;
}

static double put(perf_rank_t *r, size_t size, uint64_t rounds, uint32_t multiple)
{
    MUHWI_Descriptor_t d;
    if (r->role == PERF_FIRST) {
        perf_put_descriptor(r, &d, size, PERF_DATA);
        return stream(r, &d, rounds, multiple);
    }
    perf_await(r, PERF_DATA, size * rounds);
    answer(r);
    return 0;
}

double perf_put_stream(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return put(r, size, rounds, 1);
}

double perf_put_multiple(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return put(r, size, rounds, MULTIPLE);
}

static double fifo(perf_rank_t *r, size_t size, uint64_t rounds, uint32_t multiple, uint8_t function)
{
    MUHWI_Descriptor_t d;
    if (r->role == PERF_FIRST) {
        perf_fifo_descriptor(r, &d, size, function);
        return stream(r, &d, rounds, multiple);
    }
    perf_await_packets(r, rounds * perf_packets(size));
    answer(r);
    return 0;
}

double perf_fifo_stream(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return fifo(r, size, rounds, 1, r->count_packet);
}

double perf_fifo_multiple(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return fifo(r, size, rounds, MULTIPLE, r->count_packet);
}

double perf_fifo_copied(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return fifo(r, size, rounds, 1, r->copy_packet);
}
