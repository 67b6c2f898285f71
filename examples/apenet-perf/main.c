/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * apenet-perf: measures operations of APEnet+ cards and limits of the machine. The first process of a torus
 * measures, the last one is its partner. Each line is the median of batches; batches of a test and of its
 * limit alternate. Further lines have memory of the host (H) or of a GPU (G) at either end, and the hit rate
 * of a card's TLB. With --hops 1 the partners are 1, 2, 3... hops away, in packet mode.
 *
 *     apenet-perf [job options] [--iterations N] [--only ROW] [--tlb-only 1] [--hops 1]
 */
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/driver/driver.h" /* memory shared by all ranks, counters of cards */
#include "apenet_world.h"
#include "options.h"

#define PERF_BYTES   (4u << 20)
#define BATCHES_MOST 1001u
#define SMALL        32u
#define LARGE        (1u << 20)
#define NOWHERE      4096u /* an address outside of all buffers */
#define SPINS        1000  /* polls before a thread yields: both may share a core */

/** A cache line that two ranks write alternately. */
typedef struct limits_line {
    _Alignas(64) uint64_t turn; /**< atomic; even: turn of the first rank */
    uint64_t words[7];          /**< rest of the 64 bytes */
} limits_line_t;

typedef struct perf {
    apenet_world_t world;
    unsigned long batches;
    unsigned partner; /**< rank that measures with the first one */
    bool is_first, is_last;
    apenet_address_t last; /**< the last rank; `is_last`: this rank is the partner */
    char *source, *target; /**< [PERF_BYTES] with equal alignment */
    uint64_t remote;       /**< target of the last rank, readable by gets */
    void *gpu;          /**< [PERF_BYTES] memory of the first GPU, a target at the last rank; NULL: no GPU */
    uint64_t gpu_there; /**< GPU memory of the last rank; 0: none */
    limits_line_t *line;
    uint64_t turn;      /**< next turn of this rank on the line */
    unsigned long only; /**< number of the only measured row; 0: all */
    unsigned long row;  /**< number of the last row */
} perf_t;

/** A line of the table. */
typedef struct perf_test perf_test_t;
struct perf_test {
    const char *name;
    size_t bytes;
    unsigned rounds; /**< operations per batch */
    /** Does the operation @p rounds times; called by both partners. @return seconds per operation, at the
     * first */
    double (*batch)(perf_t *p, const perf_test_t *t);
    unsigned flags; /**< flags of the operation */
};

/* ---- limits of the machine: a cache line between two ranks, and a copy ---- */

static int make_nothing(void *object, void *argument)
{
    (void)object;
    (void)argument;
    return 0;
}

/* Collective: the line for limits_hand_off(). */
static limits_line_t *limits_line(const apenet_world_t *world)
{
    void *line = NULL;
    emuq_arena_t *arena = world->card->host->device->machine->arena;
    int rc = emuq_arena_object(arena, "apenet-perf", sizeof(limits_line_t), make_nothing, NULL, &line);
    apenet_world_require(world, rc == 0, "out of memory for all ranks");
    return line;
}

/* Waits for a turn, changes the line, and passes the turn to the partner. */
static void pass(limits_line_t *line, uint64_t turn)
{
    /* Acquire: pairs with the release of the partner. */
    for (unsigned polls = 1; __atomic_load_n(&line->turn, __ATOMIC_ACQUIRE) != turn; polls++)
        if (polls % SPINS == 0)
            sched_yield();
    for (unsigned i = 0; i < 7; i++)
        line->words[i]++;
    __atomic_store_n(&line->turn, turn + 1, __ATOMIC_RELEASE);
}

/* Passes 64 bytes between two ranks; called by both, on the threads and cores of the compared operations.
 * @param turn turn of the rank, 0 before the first call @param rounds 3 or more, equal on both ranks @return
 * mean seconds per direction */
static double limits_hand_off(limits_line_t *line, uint64_t *turn, bool is_first, unsigned rounds)
{
    double start = 0;
    *turn += is_first ? 0 : 1;
    for (unsigned n = 0; n < rounds; n++, *turn += 2) {
        if (n == 2) /* the partner has started: the turn came back */
            start = apenet_world_seconds();
        pass(line, *turn);
    }
    *turn -= is_first ? 0 : 1;
    return (apenet_world_seconds() - start) / (2.0 * (rounds - 2));
}

/* Copies memory. @return mean seconds per copy */
static double limits_copy(size_t bytes, unsigned rounds)
{
    char *from = malloc(bytes), *to = malloc(bytes);
    if (from == NULL || to == NULL)
        abort();
    memset(from, 1, bytes);
    memset(to, 2, bytes);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < rounds; n++) {
        from[n % bytes]++;
        memcpy(to, from, bytes);
        __asm__ volatile("" : : "r"(to) : "memory"); /* prevents the removal of the copy */
    }
    double time = apenet_world_seconds() - begin;
    free(from);
    free(to);
    return time / rounds;
}

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

/* Measures the limit on the ranks of the test. */
static double limit_of(perf_t *p, const perf_test_t *t)
{
    if (is_small(t) && (p->is_first || p->is_last))
        return limits_hand_off(p->line, &p->turn, p->is_first, t->rounds);
    return !is_small(t) && p->is_first ? limits_copy(t->bytes, t->rounds) : 0;
}

/* Collective: measures a test and its limit, and prints the line. */
static void perf_measure(perf_t *p, const perf_test_t *t)
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

/* Ends a series of puts: the last rank replies after the last put; both wait until their sources may be
 * overwritten. @return seconds since @p begin, at the first rank */
static double perf_reply(perf_t *p, double begin)
{
    if (p->is_first)
        apenet_world_receive(&p->world, 0);
    else
        apenet_world_put(&p->world, 0, 0, p->source, 1);
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(&p->world);
    return time;
}

/* ---- puts with memory of the host or of a GPU at either end ---- */

#define LOCAL  APENET_LOCAL_GPU(0)
#define REMOTE APENET_REMOTE_GPU(0)

/* Puts without waiting; replies to the last one. */
static double put_stream_between(perf_t *p, const perf_test_t *t)
{
    const void *from = (t->flags & LOCAL) != 0 ? p->gpu : p->source;
    uint64_t to = (t->flags & REMOTE) != 0 ? p->gpu_there : p->remote;
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < t->rounds; n++)
        if (p->is_first) {
            int rc = apenet_rdma_put(p->world.card, p->last, from, t->bytes, to, 0, APENET_SILENT | t->flags);
            apenet_world_require(&p->world, rc == 0, "apenet_rdma_put");
        } else {
            apenet_world_wait_other(&p->world);
        }
    return perf_reply(p, begin) / t->rounds;
}

/* Measures puts of several sizes with memory of host and GPU at either end. */
static void perf_measure_ends(perf_t *p)
{
    static const struct {
        const char *name;
        unsigned flags;
    } ends[] = {
        {"put, H to H", 0}, {"put, H to G", REMOTE}, {"put, G to H", LOCAL}, {"put, G to G", LOCAL | REMOTE}};
    static const struct {
        size_t bytes;
        unsigned rounds;
    } sizes[] = {{32, 500}, {4096, 200}, {65536, 50}, {1u << 20, 8}, {PERF_BYTES, 2}};
    for (unsigned k = 0; k < 4; k++)
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes && (k == 0 || p->gpu != NULL); i++) {
            perf_test_t t = {ends[k].name, sizes[i].bytes, sizes[i].rounds, put_stream_between,
                             ends[k].flags};
            perf_measure(p, &t);
        }
}

/* Collective: allocates GPU memory, if there is a GPU. */
static void perf_open_gpus(perf_t *p)
{
    unsigned last = p->world.ranks - 1;
    apenet_buffer_t buffer;
    void *gpu = NULL;
    int rc = apenet_gpu_alloc(p->world.card, 0, PERF_BYTES, &gpu);
    p->gpu = rc == 0 ? gpu : NULL;
    apenet_world_require(&p->world, rc == 0 || rc == -ENXIO, "apenet_gpu_alloc");
    if (rc == 0)
        rc = apenet_register_buffer(p->world.card, p->gpu, PERF_BYTES, APENET_GPU(0), 0, &buffer);
    apenet_world_require(&p->world, rc == 0 || p->gpu == NULL, "apenet_register_buffer");
    p->gpu_there = (uintptr_t)p->gpu;
    if (p->is_last)
        apenet_world_send_note(&p->world, 0, &p->gpu_there, 1);
    if (p->is_first)
        p->gpu_there = *apenet_world_receive_note(&p->world, last);
}

/* ---- the TLB of the last rank's card ----
 *
 * Measures the hit rate of repeated puts by size. The emulated card is not slowed down by misses, so the
 * bandwidth of the real card is calculated: 124 ns per hit and 1.9 us per miss, one translation per packet.
 */

#define HIT_US  0.124
#define MISS_US 1.9

static apenet_device_t *last_card(const perf_t *p)
{
    const apenet_machine_t *m = p->world.card->host->device->machine;
    return apenet_device_at(m, p->last);
}

/* Puts from the host of the first rank to the host or GPU of the last rank. */
static void put(perf_t *p, uint32_t bytes, unsigned flags)
{
    apenet_event_t e;
    int rc = apenet_rdma_put(p->world.card, p->last, p->source, bytes, flags != 0 ? p->gpu_there : p->remote,
                             0, flags);
    if (rc == 0)
        rc = apenet_wait_event(p->world.card, APENET_KIND(APENET_EVENT_SENT), -1, &e);
    apenet_world_require(&p->world, rc == 0, "apenet_rdma_put");
}

/* @return hits per 100 translations */
static double hits(perf_t *p, uint32_t bytes, unsigned flags)
{
    apenet_counters_t before, after;
    put(p, bytes, flags);
    apenet_device_counters(last_card(p), &before);
    put(p, bytes, flags);
    apenet_device_counters(last_card(p), &after);
    double found = (double)(after.tlb_hits - before.tlb_hits),
           missed = (double)(after.tlb_misses - before.tlb_misses);
    return 100 * found / (found + missed);
}

static void print(double found)
{
    double us = (found * HIT_US + (100 - found) * MISS_US) / 100;
    printf("   %7.1f %9.0f", found, APENET_PAYLOAD_BYTES / us);
}

/* Collective: measures the hit rate of the last rank's card. All ranks except the first wait, so the counters
 * change only by its puts. */
static void perf_count_tlb(perf_t *p)
{
    apenet_world_sum(&p->world, NULL, 0);
    apenet_world_sent(&p->world);
    if (p->is_first)
        printf("TLB of %u entries (EMUQ_APENET_TLB): found when a put is repeated, and MB/s that translation "
               "allows\n"
               "%8s   %7s %9s   %7s %9s\n",
               last_card(p)->tlb.entries, "bytes", "H, %", "MB/s", "G, %", "MB/s");
    for (uint32_t bytes = 1u << 16; p->is_first && bytes <= PERF_BYTES; bytes *= 2) {
        printf("%8u", bytes);
        print(hits(p, bytes, 0));
        if (p->gpu_there != 0)
            print(hits(p, bytes, APENET_REMOTE_GPU(0)));
        printf("\n");
    }
    apenet_world_sum(&p->world, NULL, 0);
    apenet_world_sent(&p->world);
}

/* ---- operations ---- */

/* Puts without waiting; replies to the last one. */
static double put_stream(perf_t *p, const perf_test_t *t)
{
    double begin = apenet_world_seconds();
    unsigned last = p->world.ranks - 1;
    for (unsigned n = 0; n < t->rounds; n++)
        if (p->is_first)
            apenet_world_put(&p->world, last, 0, p->source, t->bytes);
        else
            apenet_world_receive(&p->world, 0);
    return perf_reply(p, begin) / t->rounds;
}

static double ping_pong(perf_t *p, const perf_test_t *t)
{
    unsigned other = p->is_first ? p->partner : 0;
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < t->rounds; n++) {
        if (p->is_last)
            apenet_world_receive(&p->world, 0);
        apenet_world_put(&p->world, other, 0, p->source, t->bytes);
        if (p->is_first)
            apenet_world_receive(&p->world, 0);
    }
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(&p->world);
    return time / (2.0 * t->rounds);
}

/* Ping-pong by send. */
static double send_ping_pong(perf_t *p, const perf_test_t *t)
{
    unsigned other = p->is_first ? p->world.ranks - 1 : 0;
    uint64_t value[4] = {0}; /* SMALL bytes with the header of a note */
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < t->rounds; n++) {
        if (p->is_last)
            (void)apenet_world_receive_note(&p->world, other);
        apenet_world_send_note(&p->world, other, value, 4);
        if (p->is_first)
            (void)apenet_world_receive_note(&p->world, other);
    }
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(&p->world);
    return time / (2.0 * t->rounds);
}

static double get(perf_t *p, const perf_test_t *t)
{
    double begin = apenet_world_seconds();
    for (unsigned n = 0; p->is_first && n < t->rounds; n++) {
        int rc = apenet_rdma_get(p->world.card, p->last, p->target, t->bytes, p->remote, 0, 0);
        apenet_world_require(&p->world, rc == 0, "apenet_rdma_get");
        apenet_world_wait_other(&p->world);
    }
    return (apenet_world_seconds() - begin) / t->rounds;
}

/* Puts of the first rank to itself, from the call to the receive event. */
static double loop(perf_t *p, const perf_test_t *t)
{
    apenet_address_t me = apenet_world_address(&p->world, p->world.rank);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; p->is_first && n < t->rounds; n++) {
        int rc = apenet_rdma_put(p->world.card, me, p->source, t->bytes, (uintptr_t)p->target, 0,
                                 APENET_SILENT | t->flags);
        apenet_world_require(&p->world, rc == 0, "apenet_rdma_put");
        apenet_world_wait_other(&p->world);
    }
    return (apenet_world_seconds() - begin) / t->rounds;
}

/* Puts without a buffer: the receiver drops the packets. The receiver first announces that it expects errors,
 * as errors before the last sum of the ranks end the program. */
static double no_rx(perf_t *p, const perf_test_t *t)
{
    apenet_event_t e;
    if (p->is_first)
        (void)apenet_world_receive_note(&p->world, p->world.ranks - 1);
    else
        apenet_world_send_note(&p->world, 0, NULL, 0);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < t->rounds; n++) {
        int rc = p->is_first
                     ? apenet_rdma_put(p->world.card, p->last, p->source, t->bytes, NOWHERE, 0, APENET_SILENT)
                     : apenet_wait_event(p->world.card, APENET_KIND(APENET_EVENT_ERROR), -1, &e);
        apenet_world_require(&p->world, rc == 0, "a put to no buffer");
    }
    return perf_reply(p, begin) / t->rounds;
}

/* ---- hops: ping-pong in packet mode over 1, 2, 3... links of a ring, beside direct mode ----
 *
 * Short batches, of which the fastest counts: one that no other process of the machine has interrupted. */

#define HOPS_MOST (APENET_NODES_MOST / 2)
#define WARM_UP   4u /* operations that are not measured */
#define REPEATS   8u /* batches in a row */

/* Dimension of the ring: the first one with several nodes. @return its nodes */
static unsigned hops_ring(const perf_t *p, unsigned *stride)
{
    const apenet_address_t *size = &p->world.size;
    const unsigned nodes[] = {size->x, size->y, size->z};
    unsigned d = 0;
    while (d < 2 && nodes[d] == 1)
        d++;
    *stride = size->pid;
    for (unsigned i = d + 1; i < 3; i++)
        *stride *= nodes[i];
    return nodes[d];
}

/* Sends as the mode of a measurement requires, until the next call. */
static void hops_set_mode(perf_t *p, bool is_direct)
{
    apenet_world_sent(&p->world);
    apenet_world_check(&p->world, apenet_set_direct(p->world.card, is_direct), "apenet_set_direct");
}

/* Collective. @param hops 0: direct mode, with the neighbour @return seconds one way, at the first rank */
static double hops_batch(perf_t *p, const perf_test_t *t, unsigned hops, unsigned stride)
{
    perf_test_t warm_up = *t;
    double time = 0;
    warm_up.rounds = WARM_UP;
    apenet_world_sum(&p->world, NULL, 0);
    p->partner = (hops == 0 ? 1 : hops) * stride;
    p->is_last = p->world.rank == p->partner;
    if (p->is_first || p->is_last) {
        hops_set_mode(p, hops == 0);
        (void)ping_pong(p, &warm_up);
        for (unsigned n = 0; n < REPEATS; n++) {
            double next = ping_pong(p, t);
            time = n == 0 || next < time ? next : time;
        }
        hops_set_mode(p, false);
    }
    return time;
}

/* Collective: measures a size, and prints its line. */
static void hops_measure(perf_t *p, const perf_test_t *t, unsigned most, unsigned stride)
{
    static const double scale = 1e6;
    double value[HOPS_MOST + 1];
    for (unsigned long n = 0; n < p->batches; n++)
        for (unsigned hops = 0; hops <= most; hops++) {
            double time = hops_batch(p, t, hops, stride);
            value[hops] = n == 0 || time < value[hops] ? time : value[hops];
        }
    if (!p->is_first)
        return;
    printf("%8zu", t->bytes);
    for (unsigned hops = 0; hops <= most; hops++)
        printf(" %8.2f", scale * value[hops]);
    printf(" %8.1f %9.0f", value[1] / value[0], 1e-6 * (double)t->bytes / value[1]);
    if (most > 1)
        printf(" %9.2f", scale * (value[most] - value[1]) / (most - 1));
    printf("\n");
}

/* Collective: measures all sizes and hops. */
static void hops_measure_all(perf_t *p)
{
    static const perf_test_t sizes[] = {
        {"put", 32, 20, ping_pong, 0},   {"put", 128, 20, ping_pong, 0},  {"put", 512, 20, ping_pong, 0},
        {"put", 2048, 10, ping_pong, 0}, {"put", 4096, 10, ping_pong, 0}, {"put", 16384, 4, ping_pong, 0},
        {"put", 65536, 2, ping_pong, 0},
    };
    unsigned stride, most = hops_ring(p, &stride) / 2;
    apenet_world_require(&p->world, p->world.card->host->device->machine->network != NULL && most > 0,
                         "--hops needs EMUQ_APENET_NET=packet and several nodes");
    if (p->is_first) {
        printf("put, one way in us: direct mode, and packet mode over 1..%u hops; for 1 hop the ratio to "
               "direct mode and MB/s\n%8s %8s",
               most, "bytes", "direct");
        for (unsigned hops = 1; hops <= most; hops++)
            printf(" %5u hop", hops);
        printf(" %8s %9s%s\n", "ratio", "MB/s", most > 1 ? "  us a hop" : "");
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        hops_measure(p, &sizes[i], most, stride);
    apenet_world_sum(&p->world, NULL, 0);
    apenet_world_sent(&p->world);
}

static const perf_test_t tests[] = {
    {"put, one way", SMALL, 500, put_stream, 0},
    {"put, ping-pong", SMALL, 100, ping_pong, 0},
    {"send, ping-pong", SMALL, 100, send_ping_pong, 0},
    {"get", SMALL, 200, get, 0},
    {"loop, virtual", SMALL, 200, loop, 0},
    {"loop, physical", SMALL, 200, loop, APENET_PHYS},
    {"put, no RX", SMALL, 500, no_rx, 0},
    {"put, one way", LARGE, 32, put_stream, 0},
    {"get", LARGE, 32, get, 0},
    {"put, no RX", LARGE, 32, no_rx, 0},
};

/* Registers buffers and sends the address of the last rank's target to the first rank. */
static void prepare(perf_t *p)
{
    apenet_buffer_t buffer;
    unsigned last = p->world.ranks - 1;
    uint64_t address;
    apenet_world_require(&p->world, last > 0, "two processes are needed");
    p->is_first = p->world.rank == 0;
    p->partner = last;
    p->is_last = p->world.rank == last;
    p->last = apenet_world_address(&p->world, last);
    p->source = aligned_alloc(APENET_PAYLOAD_BYTES, PERF_BYTES);
    p->target = aligned_alloc(APENET_PAYLOAD_BYTES, PERF_BYTES);
    apenet_world_require(&p->world, p->source != NULL && p->target != NULL, "out of memory");
    memset(p->source, 1, PERF_BYTES);
    memset(p->target, 2, PERF_BYTES);
    int rc = apenet_register_buffer(p->world.card, p->target, PERF_BYTES, APENET_GET, 0, &buffer);
    if (rc == 0)
        rc = apenet_register_buffer(p->world.card, p->source, PERF_BYTES, 0, 0, &buffer);
    apenet_world_require(&p->world, rc == 0, "apenet_register_buffer");
    apenet_world_window(&p->world, 1, LARGE);
    p->line = limits_line(&p->world);
    address = (uintptr_t)p->target;
    if (p->is_last)
        apenet_world_send_note(&p->world, 0, &address, 1);
    if (p->is_first)
        p->remote = *apenet_world_receive_note(&p->world, last);
    apenet_world_sum(&p->world, NULL, 0); /* consumed, before the last rank sends more notes */
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
    unsigned long tlb_only = 0, hops = 0;
    memset(&p, 0, sizeof p);
    p.batches = 21;
    const example_option_t options[] = {
        {"--iterations", &p.batches, 1, BATCHES_MOST, "batches of each test"},
        {"--only", &p.only, 0, 100, "number of the one row that is measured; 0: all, and the TLB"},
        {"--tlb-only", &tlb_only, 0, 1, "1: nothing is timed, the TLB is counted"},
        {"--hops", &hops, 0, 1, "1: puts over 1, 2, ... hops of a ring instead (EMUQ_APENET_NET=packet)"},
        {NULL, NULL, 0, 0, NULL},
    };
    int status = example_options(
        argc, argv, "Times operations of APEnet+ cards, beside what the machine allows.", options);
    if (status >= 0)
        return status;
    apenet_world_open(&p.world);
    prepare(&p);
    if (hops != 0) {
        hops_measure_all(&p);
    } else {
        perf_open_gpus(&p);
        if (tlb_only == 0)
            measure_all(&p);
        if (p.only == 0)
            perf_count_tlb(&p);
    }
    apenet_world_close(&p.world);
    free(p.source);
    free(p.target);
    return 0;
}
