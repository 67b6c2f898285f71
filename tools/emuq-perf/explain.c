/* SPDX-License-Identifier: BSD-3-Clause */
/* Measures the stages of a message. Library and sender store a time stamp at the end of each stage, the
 * receiver at its first successful poll. All stamps use the same clock. The receiver replies to each message
 * before the next is sent. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "backends/record.h"
#include "tools/emuq-perf/rank.h"

#define EXPLAIN_KEPT        4096        /* messages kept: the last ones */
#define EXPLAIN_SEEN        EMUQ_STAMPS /* index after the stamps of the library */
#define EXPLAIN_STAMPS      (EMUQ_STAMPS + 1)
#define EXPLAIN_CALIBRATION 1001

/* A stage starts at the stamp of the previous stage. */
/* clang-format off */
static const struct stage {
    const char *name, *help;
    uint32_t end;
    bool fifo_only;
} stages[] = {
    {"build", "the program builds the descriptor", EMUQ_STAMP_BUILT, false},
    {"inject", "the program writes descriptor and tail", EMUQ_STAMP_RUNG, false},
    {"doorbell", "the FIFO is identified and claimed", EMUQ_STAMP_CLAIMED, false},
    {"decode", "the descriptor is checked", EMUQ_STAMP_DECODED, false},
    {"translate", "source, destination and their memory are found", EMUQ_STAMP_TRANSLATED, false},
    {"reserve", "space in the reception FIFO", EMUQ_STAMP_RESERVED, true},
    {"copy", "the payload, in packets if the FIFO takes it", EMUQ_STAMP_COPIED, false},
    {"counter", "the counter, or the tail of the FIFO, is written", EMUQ_STAMP_COUNTED, false},
    {"detection", "the receiver polls successfully", EXPLAIN_SEEN, false},
};
/* clang-format on */

#define EXPLAIN_STAGES (sizeof stages / sizeof stages[0])

/* Time stamps on the sender. */
struct perf_stamps {
    uint64_t stamp[EXPLAIN_KEPT][EXPLAIN_STAMPS];
    uint64_t messages;   /* messages with all stamps */
    uint64_t incomplete; /* messages processed at least partly by another thread */
    uint8_t function;    /* id of the receive function that stores the time */
};

bool perf_has_stamps(void)
{
    return emuq_stamps() != NULL;
}

/* ---- messages ---- */

static int explain_receive_packet(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    perf_rank_t *r = argument;
    (void)header, (void)bytes;
    perf_pair(r)->seen = emuq_ticks();
    r->packets++;
    return 0;
}

/* Sends a message and keeps its stamps. */
static void explain_one(perf_rank_t *r, size_t size, bool fifo)
{
    struct perf_stamps *e = r->stamps;
    uint64_t *now = emuq_stamps(), *kept = e->stamp[e->messages % EXPLAIN_KEPT];
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
    perf_await(r, PERF_REPLY, sizeof(uint64_t));
    kept[EXPLAIN_SEEN] = perf_pair(r)->seen;
    bool whole = true;
    for (size_t i = 0; i < EXPLAIN_STAGES; i++)
        whole = whole && (kept[stages[i].end] != 0 || (stages[i].fifo_only && !fifo));
    e->messages += whole;
    e->incomplete += !whole;
}

/* A perf_test_t::batch. The parameter selects the kind of message. */
static double explain_messages(perf_rank_t *r, size_t size, uint64_t rounds)
{
    bool fifo = r->parameter != 0;
    MUHWI_Descriptor_t reply;
    double begin = perf_now();
    perf_put_descriptor(r, &reply, sizeof(uint64_t), PERF_REPLY);
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST) {
            explain_one(r, size, fifo);
            continue;
        }
        if (fifo) {
            perf_await_packets(r, perf_packets(size));
        } else {
            perf_await(r, PERF_DATA, size);
            perf_pair(r)->seen = emuq_ticks();
        }
        perf_inject(r, perf_injection(r), &reply);
    }
    return (perf_now() - begin) / (double)rounds;
}

/* ---- values ---- */

/* Mean without the longest and the shortest 5 %. A median would have the resolution of the clock. */
static double explain_typical(double *ticks, size_t count)
{
    double sum = 0;
    size_t out = count / 20;
    qsort(ticks, count, sizeof *ticks, perf_compare);
    for (size_t i = out; i < count - out; i++)
        sum += ticks[i];
    return sum / (double)(count - 2 * out);
}

/* Typical ticks from one stamp to the next, over all kept messages. */
static double explain_interval(const struct perf_stamps *e, uint32_t from, uint32_t to)
{
    static double ticks[EXPLAIN_KEPT];
    size_t count = e->messages < EXPLAIN_KEPT ? e->messages : EXPLAIN_KEPT;
    for (size_t i = 0; i < count; i++)
        ticks[i] = (double)(int64_t)(e->stamp[i][to] - e->stamp[i][from]);
    return explain_typical(ticks, count);
}

/* Ticks to store a stamp. */
static double explain_stamp_cost(void)
{
    double ticks[EXPLAIN_CALIBRATION];
    const uint64_t *now = emuq_stamps();
    for (int i = 0; i < EXPLAIN_CALIBRATION; i++) {
        emuq_stamp(EMUQ_STAMP_BEGUN);
        emuq_stamp(EMUQ_STAMP_BUILT);
        ticks[i] = (double)(now[EMUQ_STAMP_BUILT] - now[EMUQ_STAMP_BEGUN]);
    }
    return explain_typical(ticks, EXPLAIN_CALIBRATION);
}

static void explain_print_table(const struct perf_stamps *e, double ns, bool fifo)
{
    double cost = explain_stamp_cost(), ticks[EXPLAIN_STAGES] = {0}, sum = 0;
    uint32_t from = EMUQ_STAMP_BEGUN;
    for (size_t i = 0; i < EXPLAIN_STAGES; i++) {
        if (stages[i].fifo_only && !fifo)
            continue;
        /* Between two threads, half a stamp at the end compensates half a stamp at the start. */
        double stamps = stages[i].end == EXPLAIN_SEEN ? 0 : cost;
        ticks[i] = fmax(explain_interval(e, from, stages[i].end) - stamps, 0);
        sum += ticks[i];
        from = stages[i].end;
    }
    printf("%-10s %10s %7s\n", "stage", "ns", "share");
    for (size_t i = 0; i < EXPLAIN_STAGES; i++)
        if (!stages[i].fifo_only || fifo)
            printf("%-10s %10.1f %5.0f %%  %s\n", stages[i].name, ticks[i] * ns, 100 * ticks[i] / sum,
                   stages[i].help);
    printf("%-10s %10.1f %5d %%\n", "sum", sum * ns, 100);
    printf("%-10s %10.1f %7s  concurrent: updates of head, free space and count of the injection FIFO\n",
           "return", fmax(explain_interval(e, EMUQ_STAMP_COUNTED, EMUQ_STAMP_RETURNED) - cost, 0) * ns, "");
}

/* ---- output ---- */

static void explain_kind(perf_rank_t *r, uint64_t size, uint32_t partner, bool fifo)
{
    const perf_test_t test = {
        .unit = PERF_TIME, .group = PERF_PAIRS, .batch = explain_messages, .parameter = fifo};
    const perf_test_t *limit = &perf_tests[perf_test_number("handoff64", strlen("handoff64"))];
    struct perf_stamps *e = r->stamps;
    perf_result_t result;
    e->messages = e->incomplete = 0;
    double begin = perf_now();
    uint64_t ticks = emuq_ticks();
    perf_measure(r, &test, limit, size, partner, &result);
    if (r->process.rank != 0)
        return;
    double ns = (perf_now() - begin) * 1e9 / (double)(emuq_ticks() - ticks); /* ns per tick */
    printf("\n%s of %llu bytes, %u hop%s\n\n", fifo ? "Memory-FIFO message" : "Direct put",
           (unsigned long long)size, result.hops, result.hops == 1 ? "" : "s");
    if (e->messages > 0) {
        explain_print_table(e, ns, fifo);
        printf("%-10s %10.1f %7s  the machine without a Message Unit: 64 bytes from core to core\n",
               limit->name, result.bound.median, "");
        printf("\n%llu messages; the time of a stamp, %.1f ns, is subtracted\n",
               (unsigned long long)e->messages, explain_stamp_cost() * ns);
    }
    if (e->incomplete > 0)
        printf("%llu messages left out: processed at least partly by a different thread%s\n",
               (unsigned long long)e->incomplete,
               e->messages == 0 ? "; increase EMUQ_INLINE_BYTES to process them on the sender" : "");
    fflush(stdout);
}

void perf_explain(perf_rank_t *r, uint64_t size, uint32_t partner)
{
    if (r->stamps == NULL) {
        r->stamps = calloc(1, sizeof *r->stamps);
        if (r->stamps == NULL)
            spi_fatal(&r->process, "out of memory for time stamps");
        r->stamps->function = (uint8_t)MUSPI_RegisterReceiveFunction(explain_receive_packet, r);
    }
    explain_kind(r, size, partner, false);
    explain_kind(r, size, partner, true);
}
