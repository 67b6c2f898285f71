/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * apenet-perf: what operations of APEnet+ cards cost, beside what the machine allows. The first process of a
 * torus measures, the last one is its partner. Each line is the median of batches; a batch of the test and
 * one of its limit are measured by turns, so that both meet the same machine. Then the card's TLB is counted.
 *
 *     apenet-perf [job options] [--iterations N]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/driver/driver.h" /* for what cards have counted */
#include "apenet_world.h"
#include "limits.h"
#include "options.h"

#define BATCHES_MOST 1001u
#define SMALL        32u
#define LARGE        (1u << 20)

/* The program on one rank. */
typedef struct perf {
    apenet_world_t world;
    bool is_first, is_last;
    char *source, *target; /* of LARGE bytes, aligned alike */
    uint64_t there;        /* target of the last rank, which may be read */
} perf_t;

/* Does an operation many times. Both partners call it. @return seconds of one, at the first */
typedef double batch_t(perf_t *p, unsigned rounds);

static double limit_of_a_line(unsigned rounds)
{
    return limits_hand_off(rounds);
}

static double limit_of_a_copy(unsigned rounds)
{
    return limits_copy(LARGE, rounds);
}

/* ---- operations ---- */

/* Puts without waiting; the last one is answered. */
static double one_way(perf_t *p, unsigned rounds, size_t bytes)
{
    double begin = apenet_world_seconds();
    unsigned last = p->world.ranks - 1;
    for (unsigned n = 0; n < rounds; n++)
        if (p->is_first)
            apenet_world_put(&p->world, last, 0, p->source, bytes);
        else
            apenet_world_take(&p->world, 0);
    if (p->is_first)
        apenet_world_take(&p->world, 0);
    else
        apenet_world_put(&p->world, 0, 0, p->source, 1);
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(&p->world);
    return time / rounds;
}

static double one_way_small(perf_t *p, unsigned rounds)
{
    return one_way(p, rounds, SMALL);
}

static double one_way_large(perf_t *p, unsigned rounds)
{
    return one_way(p, rounds, LARGE);
}

static double ping_pong(perf_t *p, unsigned rounds)
{
    unsigned other = p->is_first ? p->world.ranks - 1 : 0;
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < rounds; n++) {
        if (p->is_last)
            apenet_world_take(&p->world, 0);
        apenet_world_put(&p->world, other, 0, p->source, SMALL);
        if (p->is_first)
            apenet_world_take(&p->world, 0);
    }
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(&p->world);
    return time / (2.0 * rounds);
}

/* The same by send. */
static double send_ping_pong(perf_t *p, unsigned rounds)
{
    unsigned other = p->is_first ? p->world.ranks - 1 : 0;
    uint64_t value[4] = {0}; /* of SMALL bytes, in a note */
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < rounds; n++) {
        if (p->is_last)
            (void)apenet_world_hear(&p->world, other);
        apenet_world_tell(&p->world, other, value, 4);
        if (p->is_first)
            (void)apenet_world_hear(&p->world, other);
    }
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(&p->world);
    return time / (2.0 * rounds);
}

static double get(perf_t *p, unsigned rounds, uint32_t bytes)
{
    apenet_address_t last = apenet_world_address(&p->world, p->world.ranks - 1);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; p->is_first && n < rounds; n++) {
        int rc = apenet_rdma_get(p->world.card, last, p->target, bytes, p->there, 0, 0);
        apenet_world_must(&p->world, rc == 0, "apenet_rdma_get");
        apenet_world_other(&p->world);
    }
    return (apenet_world_seconds() - begin) / rounds;
}

static double get_small(perf_t *p, unsigned rounds)
{
    return get(p, rounds, SMALL);
}

static double get_large(perf_t *p, unsigned rounds)
{
    return get(p, rounds, LARGE);
}

/* A put of the first rank to itself: from the call to the event of the message that has come. */
static double loop(perf_t *p, unsigned rounds, unsigned flags)
{
    apenet_address_t me = apenet_world_address(&p->world, p->world.rank);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; p->is_first && n < rounds; n++) {
        int rc = apenet_rdma_put(p->world.card, me, p->source, SMALL, (uintptr_t)p->target, 0,
                                 APENET_SILENT | flags);
        apenet_world_must(&p->world, rc == 0, "apenet_rdma_put");
        apenet_world_other(&p->world);
    }
    return (apenet_world_seconds() - begin) / rounds;
}

static double loop_virtual(perf_t *p, unsigned rounds)
{
    return loop(p, rounds, 0);
}

static double loop_physical(perf_t *p, unsigned rounds)
{
    return loop(p, rounds, APENET_PHYS);
}

/* ---- measurement ---- */

typedef struct test {
    const char *name;
    size_t bytes;
    unsigned rounds; /* of a batch */
    batch_t *batch;
    const char *limit_name;
    double (*limit)(unsigned rounds);
} test_t;

static const test_t tests[] = {
    {"put, one way", SMALL, 500, one_way_small, "hand-off", limit_of_a_line},
    {"put, ping-pong", SMALL, 100, ping_pong, "hand-off", limit_of_a_line},
    {"send, ping-pong", SMALL, 100, send_ping_pong, "hand-off", limit_of_a_line},
    {"get", SMALL, 200, get_small, "hand-off", limit_of_a_line},
    {"loop, virtual", SMALL, 200, loop_virtual, "hand-off", limit_of_a_line},
    {"loop, physical", SMALL, 200, loop_physical, "hand-off", limit_of_a_line},
    {"put, one way", LARGE, 8, one_way_large, "copy", limit_of_a_copy},
    {"get", LARGE, 8, get_large, "copy", limit_of_a_copy},
};

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

static void measure(perf_t *p, const test_t *t, unsigned long batches)
{
    double time[BATCHES_MOST], limit[BATCHES_MOST];
    for (unsigned long n = 0; n < batches; n++) {
        apenet_world_sum(&p->world, NULL, 0);
        apenet_world_sent(&p->world);
        time[n] = p->is_first || p->is_last ? t->batch(p, t->rounds) : 0;
        apenet_world_sum(&p->world, NULL, 0);
        limit[n] = p->is_first ? t->limit(t->rounds) : 0;
    }
    if (!p->is_first)
        return;
    double value = median(time, batches), bound = median(limit, batches);
    printf("%-16s %8zu %10.3f %10.1f   %-8s %10.3f %8.1f\n", t->name, t->bytes, 1e6 * value,
           1e-6 * (double)t->bytes / value, t->limit_name, 1e6 * bound, value / bound);
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
    p->source = aligned_alloc(APENET_PAYLOAD_BYTES, LARGE);
    p->target = aligned_alloc(APENET_PAYLOAD_BYTES, LARGE);
    apenet_world_must(&p->world, p->source != NULL && p->target != NULL, "no memory");
    memset(p->source, 1, LARGE);
    memset(p->target, 2, LARGE);
    int rc = apenet_register_buffer(p->world.card, p->target, LARGE, APENET_GET, 0, &buffer);
    apenet_world_must(&p->world, rc == 0, "apenet_register_buffer");
    apenet_world_window(&p->world, 1, LARGE);
    mine = (uintptr_t)p->target;
    if (p->is_last)
        apenet_world_tell(&p->world, 0, &mine, 1);
    if (p->is_first)
        p->there = *apenet_world_hear(&p->world, last);
}

static void count_tlb(const perf_t *p)
{
    apenet_counters_t c;
    apenet_device_counters(p->world.card->host->device, &c);
    uint64_t looks = c.tlb_hits + c.tlb_misses;
    printf("TLB of the first card, %u entries (EMUQ_APENET_TLB): %llu translations, %.1f %% of them hits\n",
           p->world.card->host->device->tlb.entries, (unsigned long long)looks,
           looks != 0 ? 100.0 * (double)c.tlb_hits / (double)looks : 0.0);
}

int main(int argc, char **argv)
{
    unsigned long batches = 21;
    const example_option_t options[] = {
        {"--iterations", &batches, 1, BATCHES_MOST, "batches of each test"},
        {NULL, NULL, 0, 0, NULL},
    };
    int status = example_options(
        argc, argv, "Times operations of APEnet+ cards, beside what the machine allows.", options);
    if (status >= 0)
        return status;
    perf_t p;
    memset(&p, 0, sizeof p);
    apenet_world_open(&p.world);
    prepare(&p);
    if (p.is_first)
        printf("%-16s %8s %10s %10s   %-8s %10s %8s\n", "", "bytes", "us", "MB/s", "limit", "us", "ratio");
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        measure(&p, &tests[i], batches);
    if (p.is_first)
        count_tlb(&p);
    apenet_world_close(&p.world);
    free(p.source);
    free(p.target);
    return 0;
}
