/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * apenet-perf: what operations of APEnet+ cards cost, beside what the machine allows. The first process of a
 * torus measures, the last one is its partner. Each line is the median of batches; a batch of the test and
 * one of its limit are measured by turns, so that both meet the same machine. Then the same with memory of
 * the host (H) and of a GPU (G) at either end, and what the TLB of a card finds.
 *
 *     apenet-perf [job options] [--iterations N] [--only ROW] [--tlb-only 1]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limits.h"
#include "options.h"
#include "perf.h"

#define BATCHES_MOST 1001u
#define SMALL        32u
#define LARGE        (1u << 20)
#define NOWHERE      4096u /* an address in no buffer */

/* ---- operations ---- */

double perf_answer(perf_t *p, double begin)
{
    if (p->is_first)
        apenet_world_take(&p->world, 0);
    else
        apenet_world_put(&p->world, 0, 0, p->source, 1);
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(&p->world);
    return time;
}

/* Puts without waiting; the last one is answered. */
static double one_way(perf_t *p, const perf_test_t *t)
{
    double begin = apenet_world_seconds();
    unsigned last = p->world.ranks - 1;
    for (unsigned n = 0; n < t->rounds; n++)
        if (p->is_first)
            apenet_world_put(&p->world, last, 0, p->source, t->bytes);
        else
            apenet_world_take(&p->world, 0);
    return perf_answer(p, begin) / t->rounds;
}

static double ping_pong(perf_t *p, const perf_test_t *t)
{
    unsigned other = p->is_first ? p->world.ranks - 1 : 0;
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < t->rounds; n++) {
        if (p->is_last)
            apenet_world_take(&p->world, 0);
        apenet_world_put(&p->world, other, 0, p->source, t->bytes);
        if (p->is_first)
            apenet_world_take(&p->world, 0);
    }
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(&p->world);
    return time / (2.0 * t->rounds);
}

/* The same by send. */
static double send_ping_pong(perf_t *p, const perf_test_t *t)
{
    unsigned other = p->is_first ? p->world.ranks - 1 : 0;
    uint64_t value[4] = {0}; /* of SMALL bytes, in a note */
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < t->rounds; n++) {
        if (p->is_last)
            (void)apenet_world_hear(&p->world, other);
        apenet_world_tell(&p->world, other, value, 4);
        if (p->is_first)
            (void)apenet_world_hear(&p->world, other);
    }
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(&p->world);
    return time / (2.0 * t->rounds);
}

static double get(perf_t *p, const perf_test_t *t)
{
    apenet_address_t last = apenet_world_address(&p->world, p->world.ranks - 1);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; p->is_first && n < t->rounds; n++) {
        int rc = apenet_rdma_get(p->world.card, last, p->target, t->bytes, p->there, 0, 0);
        apenet_world_must(&p->world, rc == 0, "apenet_rdma_get");
        apenet_world_other(&p->world);
    }
    return (apenet_world_seconds() - begin) / t->rounds;
}

/* A put of the first rank to itself: from the call to the event of the message that has come. */
static double loop(perf_t *p, const perf_test_t *t)
{
    apenet_address_t me = apenet_world_address(&p->world, p->world.rank);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; p->is_first && n < t->rounds; n++) {
        int rc = apenet_rdma_put(p->world.card, me, p->source, t->bytes, (uintptr_t)p->target, 0,
                                 APENET_SILENT | t->flags);
        apenet_world_must(&p->world, rc == 0, "apenet_rdma_put");
        apenet_world_other(&p->world);
    }
    return (apenet_world_seconds() - begin) / t->rounds;
}

/* Puts that find no buffer: the receiver takes the packets and writes nothing. It says when it expects
 * errors, because before it is done with the ranks' last sum any is one of the program. */
static double no_rx(perf_t *p, const perf_test_t *t)
{
    apenet_address_t last = apenet_world_address(&p->world, p->world.ranks - 1);
    apenet_event_t e;
    if (p->is_first)
        (void)apenet_world_hear(&p->world, p->world.ranks - 1);
    else
        apenet_world_tell(&p->world, 0, NULL, 0);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < t->rounds; n++) {
        int rc = p->is_first
                     ? apenet_rdma_put(p->world.card, last, p->source, t->bytes, NOWHERE, 0, APENET_SILENT)
                     : apenet_wait_event(p->world.card, APENET_KIND(APENET_EVENT_ERROR), -1, &e);
        apenet_world_must(&p->world, rc == 0, "a put to no buffer");
    }
    return perf_answer(p, begin) / t->rounds;
}

static const perf_test_t tests[] = {
    {"put, one way", SMALL, 500, one_way, 0},
    {"put, ping-pong", SMALL, 100, ping_pong, 0},
    {"send, ping-pong", SMALL, 100, send_ping_pong, 0},
    {"get", SMALL, 200, get, 0},
    {"loop, virtual", SMALL, 200, loop, 0},
    {"loop, physical", SMALL, 200, loop, APENET_PHYS},
    {"put, no RX", SMALL, 500, no_rx, 0},
    {"put, one way", LARGE, 32, one_way, 0},
    {"get", LARGE, 32, get, 0},
    {"put, no RX", LARGE, 32, no_rx, 0},
};

/* ---- measurement ---- */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *time, unsigned long batches)
{
    qsort(time, batches, sizeof *time, ascending);
    return time[batches / 2];
}

static bool is_small(const perf_test_t *t)
{
    return t->bytes <= SMALL;
}

/* The ranks that the test is of take the limit, too. */
static double limit_of(perf_t *p, const perf_test_t *t)
{
    if (is_small(t) && (p->is_first || p->is_last))
        return limits_hand_off(p->line, &p->turn, p->is_first, t->rounds);
    return !is_small(t) && p->is_first ? limits_copy(t->bytes, t->rounds) : 0;
}

void perf_measure(perf_t *p, const perf_test_t *t)
{
    double time[BATCHES_MOST], limit[BATCHES_MOST];
    if (p->only != 0 && p->row++ + 1 != p->only)
        return;
    for (unsigned long n = 0; n < p->batches; n++) {
        apenet_world_sum(&p->world, NULL, 0);
        apenet_world_sent(&p->world);
        time[n] = p->is_first || p->is_last ? t->batch(p, t) : 0;
        apenet_world_sum(&p->world, NULL, 0);
        limit[n] = limit_of(p, t);
    }
    if (!p->is_first)
        return;
    double value = median(time, p->batches), bound = median(limit, p->batches);
    printf("%-17s %8zu %10.3f %10.1f   %-8s %10.3f %8.1f\n", t->name, t->bytes, 1e6 * value,
           1e-6 * (double)t->bytes / value, is_small(t) ? "hand-off" : "copy", 1e6 * bound, value / bound);
}

/* Registers what is read and looped to, and tells the first rank where that of the last one is. */
static void prepare(perf_t *p)
{
    apenet_buffer_t buffer;
    unsigned last = p->world.ranks - 1;
    uint64_t mine;
    apenet_world_must(&p->world, last > 0, "two processes are needed");
    p->is_first = p->world.rank == 0;
    p->is_last = p->world.rank == last;
    p->source = aligned_alloc(APENET_PAYLOAD_BYTES, PERF_BYTES);
    p->target = aligned_alloc(APENET_PAYLOAD_BYTES, PERF_BYTES);
    apenet_world_must(&p->world, p->source != NULL && p->target != NULL, "no memory");
    memset(p->source, 1, PERF_BYTES);
    memset(p->target, 2, PERF_BYTES);
    int rc = apenet_register_buffer(p->world.card, p->target, PERF_BYTES, APENET_GET, 0, &buffer);
    if (rc == 0)
        rc = apenet_register_buffer(p->world.card, p->source, PERF_BYTES, 0, 0, &buffer);
    apenet_world_must(&p->world, rc == 0, "apenet_register_buffer");
    apenet_world_window(&p->world, 1, LARGE);
    p->line = limits_line(&p->world);
    mine = (uintptr_t)p->target;
    if (p->is_last)
        apenet_world_tell(&p->world, 0, &mine, 1);
    if (p->is_first)
        p->there = *apenet_world_hear(&p->world, last);
    apenet_world_sum(&p->world, NULL, 0); /* heard, before the last rank tells more */
}

static void measure_all(perf_t *p)
{
    if (p->is_first)
        printf("%-17s %8s %10s %10s   %-8s %10s %8s\n", "", "bytes", "us", "MB/s", "limit", "us", "ratio");
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        perf_measure(p, &tests[i]);
    perf_measure_ends(p);
}

int main(int argc, char **argv)
{
    perf_t p;
    unsigned long tlb_only = 0;
    memset(&p, 0, sizeof p);
    p.batches = 21;
    const example_option_t options[] = {
        {"--iterations", &p.batches, 1, BATCHES_MOST, "batches of each test"},
        {"--only", &p.only, 0, 100, "number of the one row that is measured; 0: all, and the TLB"},
        {"--tlb-only", &tlb_only, 0, 1, "1: nothing is timed, the TLB is counted"},
        {NULL, NULL, 0, 0, NULL},
    };
    int status = example_options(
        argc, argv, "Times operations of APEnet+ cards, beside what the machine allows.", options);
    if (status >= 0)
        return status;
    apenet_world_open(&p.world);
    prepare(&p);
    perf_open_gpus(&p);
    if (tlb_only == 0)
        measure_all(&p);
    if (p.only == 0)
        perf_count_tlb(&p);
    apenet_world_close(&p.world);
    free(p.source);
    free(p.target);
    return 0;
}
