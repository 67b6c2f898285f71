/* SPDX-License-Identifier: BSD-3-Clause */
/* How much of the time of a put its sender has for computing. Nobody else runs: a core is free for whoever
 * moves the data. */
#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

#define UNIT 256 /* steps of computing between two looks at the clock */

/* Computes, without memory. @return something that depends on all of it. */
static double compute(uint64_t units)
{
    double x = 1;
    for (uint64_t i = 0; i < units * UNIT; i++)
        x = x * 0.999 + 0.001;
    return x;
}

static uint64_t send(perf_rank_t *r, MUHWI_Descriptor_t *d)
{
    MUSPI_InjFifo_t *fifo = perf_injection(r);
    perf_inject(r, fifo, d);
    return MUSPI_getNumInjected(fifo);
}

static void wait_sent(perf_rank_t *r, uint64_t number)
{
    while (!MUSPI_CheckDescComplete(perf_injection(r), number)) {
    }
}

/* Computing that takes about as long as a message. */
static uint64_t units_for(double seconds)
{
    double begin = perf_now(), elapsed = 0;
    uint64_t units = 0;
    for (; elapsed < seconds; elapsed = perf_now() - begin)
        units += compute(1) > 0;
    return units;
}

/* One message alone, computing alone, then both at once: what they save together, of what they could. */
static double overlap_once(perf_rank_t *r, MUHWI_Descriptor_t *d)
{
    double t0 = perf_now();
    wait_sent(r, send(r, d));
    double t1 = perf_now(), message = t1 - t0;
    uint64_t units = units_for(message), computed = 0;
    double t2 = perf_now();
    computed += compute(units) > 0;
    double t3 = perf_now(), computing = t3 - t2;
    uint64_t number = send(r, d);
    computed += compute(units) > 0;
    wait_sent(r, number);
    double both = perf_now() - t3;
    double most = message < computing ? message : computing;
    double part = (message + computing - both) / most;
    r->wrong += computed != 2;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

double perf_overlap(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUHWI_Descriptor_t d;
    double sum = 0;
    perf_put_descriptor(r, &d, size, PERF_UNSEEN);
    for (uint64_t i = 0; i < rounds; i++)
        sum += overlap_once(r, &d);
    return sum / (double)rounds;
}
