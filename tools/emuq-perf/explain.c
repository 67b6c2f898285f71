/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where the time of a message goes. The library and the sender stamp the ends of its stages, the receiver the
 * moment when it has seen the message; all read the same clock. The message is answered before the next one.
 */
#include "tools/emuq-perf/explain.h"

#include <stdio.h>
#include <stdlib.h>

#include "backends/record.h"
#include "tools/emuq-perf/message.h"
#include "tools/emuq-perf/sample.h"

#define KEPT        4096        /* messages: the last ones */
#define SEEN        EMUQ_STAMPS /* behind the stamps of the library */
#define STAMPS      (EMUQ_STAMPS + 1)
#define CALIBRATION 1001

/* A stage ends with its stamp and begins with that of the stage above. */
/* clang-format off */
static const struct stage {
    const char *name, *help;
    uint32_t end;
    bool fifo_only;
} stages[] = {
    {"build", "the program makes the descriptor", EMUQ_STAMP_BUILT, false},
    {"inject", "it writes descriptor and tail", EMUQ_STAMP_RUNG, false},
    {"doorbell", "which FIFO it is; the FIFO is claimed", EMUQ_STAMP_CLAIMED, false},
    {"decode", "the descriptor is checked", EMUQ_STAMP_DECODED, false},
    {"translate", "source, destination and their memory are found", EMUQ_STAMP_TRANSLATED, false},
    {"reserve", "room in the reception FIFO", EMUQ_STAMP_RESERVED, true},
    {"copy", "the payload, in packets if the FIFO takes it", EMUQ_STAMP_COPIED, false},
    {"counter", "the counter, or the tail of the FIFO, is written", EMUQ_STAMP_COUNTED, false},
    {"detection", "the receiver sees it", SEEN, false},
};
/* clang-format on */

#define STAGES (sizeof stages / sizeof stages[0])

/* What the sender keeps. */
struct perf_explained {
    uint64_t stamp[KEPT][STAMPS];
    uint64_t messages; /* with all stamps, so far */
    uint64_t others;   /* that another thread has moved, at least in part */
    uint8_t function;  /* receives packets and notes when */
};

bool perf_can_explain(void)
{
    return emuq_stamps() != NULL;
}

/* ---- messages ---- */

static int see_packet(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    perf_rank_t *r = argument;
    (void)header, (void)bytes;
    perf_mine(r)->seen = emuq_ticks();
    r->packets++;
    return 0;
}

/* Sends one and keeps its stamps. */
static void explain_one(perf_rank_t *r, size_t size, bool fifo)
{
    struct perf_explained *e = r->explained;
    uint64_t *now = emuq_stamps(), *kept = e->stamp[e->messages % KEPT];
    MUHWI_Descriptor_t d;
    memset(now, 0, EMUQ_STAMPS * sizeof *now);
    emuq_stamp(EMUQ_STAMP_BEGUN);
    if (fifo)
        perf_fifo_descriptor(r, &d, size, e->function);
    else
        perf_put_descriptor(r, &d, size, PERF_DATA);
    emuq_stamp(EMUQ_STAMP_BUILT);
    perf_inject(r, perf_injection(r), &d);
    emuq_stamp(EMUQ_STAMP_RETURNED);
    memcpy(kept, now, EMUQ_STAMPS * sizeof *now);
    perf_await(r, PERF_ANSWER, sizeof(uint64_t));
    kept[SEEN] = perf_mine(r)->seen;
    bool whole = true;
    for (size_t i = 0; i < STAGES; i++)
        whole = whole && (kept[stages[i].end] != 0 || (stages[i].fifo_only && !fifo));
    e->messages += whole;
    e->others += !whole;
}

static double explain(perf_rank_t *r, size_t size, uint64_t rounds, bool fifo)
{
    MUHWI_Descriptor_t answer;
    double begin = perf_now();
    perf_put_descriptor(r, &answer, sizeof(uint64_t), PERF_ANSWER);
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST) {
            explain_one(r, size, fifo);
            continue;
        }
        if (fifo) {
            perf_await_packets(r, perf_packets(size));
        } else {
            perf_await(r, PERF_DATA, size);
            perf_mine(r)->seen = emuq_ticks();
        }
        perf_inject(r, perf_injection(r), &answer);
    }
    return (perf_now() - begin) / (double)rounds;
}

static double explain_put(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return explain(r, size, rounds, false);
}

static double explain_fifo(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return explain(r, size, rounds, true);
}

/* ---- values ---- */

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The mean of all but the longest and the shortest twentieth. Not the median: clocks that tick less often
 * than once in a few nanoseconds have few values to choose from, which are right on the average. */
static double typical(double *ticks, size_t count)
{
    double sum = 0;
    size_t out = count / 20;
    qsort(ticks, count, sizeof *ticks, compare);
    for (size_t i = out; i < count - out; i++)
        sum += ticks[i];
    return sum / (double)(count - 2 * out);
}

/* Ticks from one stamp to another, over all messages that were kept. */
static double between(const struct perf_explained *e, uint32_t from, uint32_t to)
{
    static double ticks[KEPT];
    size_t count = e->messages < KEPT ? e->messages : KEPT;
    for (size_t i = 0; i < count; i++)
        ticks[i] = (double)(int64_t)(e->stamp[i][to] - e->stamp[i][from]);
    return typical(ticks, count);
}

/* Ticks that a stamp takes. */
static double stamp_cost(void)
{
    double ticks[CALIBRATION];
    const uint64_t *now = emuq_stamps();
    for (int i = 0; i < CALIBRATION; i++) {
        emuq_stamp(EMUQ_STAMP_BEGUN);
        emuq_stamp(EMUQ_STAMP_BUILT);
        ticks[i] = (double)(now[EMUQ_STAMP_BUILT] - now[EMUQ_STAMP_BEGUN]);
    }
    return typical(ticks, CALIBRATION);
}

static double not_negative(double x)
{
    return x > 0 ? x : 0;
}

static void print_table(const struct perf_explained *e, double ns, bool fifo)
{
    double cost = stamp_cost(), ticks[STAGES] = {0}, sum = 0;
    uint32_t from = EMUQ_STAMP_BEGUN;
    for (size_t i = 0; i < STAGES; i++) {
        if (stages[i].fifo_only && !fifo)
            continue;
        /* From thread to thread there is half a stamp too many at the end, and as much too few at the
         * beginning. */
        double stamps = stages[i].end == SEEN ? 0 : cost;
        ticks[i] = not_negative(between(e, from, stages[i].end) - stamps);
        sum += ticks[i];
        from = stages[i].end;
    }
    printf("%-10s %10s %7s\n", "stage", "ns", "share");
    for (size_t i = 0; i < STAGES; i++)
        if (!stages[i].fifo_only || fifo)
            printf("%-10s %10.1f %5.0f %%  %s\n", stages[i].name, ticks[i] * ns, 100 * ticks[i] / sum,
                   stages[i].help);
    printf("%-10s %10.1f %5d %%\n", "sum", sum * ns, 100);
    printf("%-10s %10.1f %7s  meanwhile: head, free space and count of the injection FIFO are written\n",
           "return", not_negative(between(e, EMUQ_STAMP_COUNTED, EMUQ_STAMP_RETURNED) - cost) * ns, "");
}

/* ---- a table ---- */

static void explain_kind(perf_rank_t *r, uint64_t size, uint32_t partner, bool fifo)
{
    const perf_test_t test = {
        .unit = PERF_TIME, .who = PERF_PAIRS, .batch = fifo ? explain_fifo : explain_put};
    const perf_test_t *limit = &perf_tests[perf_test_number("handoff64", strlen("handoff64"))];
    struct perf_explained *e = r->explained;
    perf_result_t result;
    e->messages = e->others = 0;
    double begin = perf_now();
    uint64_t ticks = emuq_ticks();
    perf_measure(r, &test, limit, size, partner, &result);
    if (r->process.rank != 0)
        return;
    double ns = (perf_now() - begin) * 1e9 / (double)(emuq_ticks() - ticks); /* of a tick */
    printf("\n%s of %llu bytes, %u hop%s\n\n", fifo ? "Memory-FIFO message" : "Direct put",
           (unsigned long long)size, result.hops, result.hops == 1 ? "" : "s");
    if (e->messages > 0) {
        print_table(e, ns, fifo);
        printf("%-10s %10.1f %7s  the machine, without a Message Unit: 64 bytes from core to core\n",
               limit->name, result.bound.median, "");
        printf("\n%llu messages; a stamp takes %.1f ns, which are taken off\n",
               (unsigned long long)e->messages, stamp_cost() * ns);
    }
    if (e->others > 0)
        printf("%llu messages left out: another thread has moved them, at least in part%s\n",
               (unsigned long long)e->others,
               e->messages == 0 ? "; a larger EMUQ_INLINE_BYTES makes their sender do it" : "");
    fflush(stdout);
}

void perf_explain(perf_rank_t *r, uint64_t size, uint32_t partner)
{
    if (r->explained == NULL) {
        r->explained = calloc(1, sizeof *r->explained);
        if (r->explained == NULL)
            spi_fatal(&r->process, "no memory for time stamps");
        r->explained->function = (uint8_t)MUSPI_RegisterReceiveFunction(see_packet, r);
    }
    explain_kind(r, size, partner, false);
    explain_kind(r, size, partner, true);
}
