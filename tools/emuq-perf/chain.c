/* SPDX-License-Identifier: BSD-3-Clause */
/* A chain of remote gets: each carries the descriptor of the next one, back to where it has come from. The
 * two Message Units go on by themselves while both ranks sleep, so that nothing but them and, between hosts,
 * the host engines needs a core. */
#include <time.h>

#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

#define SHORTLY 100000l  /* ns; between two looks of a rank */
#define SETTLED 2000000l /* until it is clear that both ranks sleep */

/* What a rank has in a line of its window: the second rank what the first one puts there. */
enum {
    NEXT, /* for the partner's Message Unit: a remote get of that of this rank ... */
    LAST, /* ... of the second rank: of the put that ends the chain */
    LINKS
};

static MUHWI_Descriptor_t *links(const perf_rank_t *r)
{
    return (MUHWI_Descriptor_t *)r->lane[0];
}

void perf_chain_prepare(perf_rank_t *r, size_t size)
{
    (void)size;
    perf_rget_prepare(r, sizeof(uint64_t));
    if (r->role == PERF_SECOND)
        perf_carry_descriptor(r, &perf_mine(r)->link, links(r) + NEXT);
}

static void sleep_ns(long ns)
{
    nanosleep(&(struct timespec){0, ns}, NULL);
}

/* Gives the second rank its links, and starts the chain behind them. */
static void start(perf_rank_t *r)
{
    MUHWI_Descriptor_t put, first, *sent = links(r) + 1;
    links(r)[NEXT] = perf_mine(r)->link;
    perf_carry_descriptor(r, &first, links(r) + NEXT);
    sent[NEXT] = first;
    perf_get_descriptor(r, &sent[LAST]);
    spi_put_descriptor(&r->process, &put, r->partner, 1, &r->window, sent, LINKS * sizeof *sent, links(r),
                       r->counter[PERF_UNSEEN]);
    perf_inject(r, perf_injection(r), &put);
    perf_inject(r, perf_injection(r), &first);
}

/* From now on the partner's Message Unit is told to send its last link. A single word changes, because the
 * other rank's Message Unit may be reading the descriptor. */
static void stop(perf_rank_t *r)
{
    uint64_t *payload = &links(r)[NEXT].Pa_Payload;
    __atomic_store_n(payload, *payload + sizeof(MUHWI_Descriptor_t), __ATOMIC_RELEASE);
    r->expected[PERF_DATA] += sizeof(uint64_t);
    while ((int64_t)(__atomic_load_n(r->counter[PERF_DATA], __ATOMIC_ACQUIRE) + r->expected[PERF_DATA]) > 0)
        sleep_ns(SHORTLY);
}

/* Two links of the chain are two messages, one of which passes this rank's FIFO. */
double perf_unit_hop(perf_rank_t *r, size_t size, uint64_t rounds)
{
    MUSPI_InjFifo_t *fifo = MUSPI_IdToInjFifo((int)r->get_fifo, &r->get_group);
    (void)size;
    if (r->role != PERF_FIRST) {
        perf_sleep(r);
        return 0;
    }
    start(r);
    sleep_ns(SETTLED);
    uint64_t before = MUSPI_getHwDescCount(fifo), passed;
    double begin = perf_now(), seconds;
    do {
        sleep_ns(SHORTLY);
        passed = MUSPI_getHwDescCount(fifo) - before;
        seconds = perf_now() - begin;
    } while (passed < rounds);
    stop(r);
    perf_end_sleep(r);
    return seconds / (2.0 * (double)passed);
}
