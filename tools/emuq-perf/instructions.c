/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations of the Message Unit and of APEnet+ cards, counted by callgrind; run by bench/instructions.
 *
 * Two ranks on two nodes, threads of one process, execute the steps of an operation strictly alternately, so
 * no poll is unsuccessful unless intended, nothing depends on timing, and instruction counts are
 * reproducible. Only steps are counted. An empty step is counted as an operation, to subtract its cost.
 *
 * Prints a line for each operation: name, repetitions, counted steps, description. The counts are in the
 * files of callgrind under the same names.
 */
#include <errno.h>
#include <gnu/libc-version.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/rdma.h"
#include "emuq/partition.h"
#include "spi/include/l2/atomic.h"
#include "tools/emuq-perf/rank.h"
#include "valgrind/callgrind.h"

#define CARDS_SMALL 32u         /* bytes */
#define CARDS_LARGE (64u << 10) /* bytes; copied by the sender */

/* APEnet+ card of a rank. */
typedef struct cards_rank {
    apenet_card_t *card;
    char *source, *target; /* registered buffers */
    apenet_address_t other;
    uint64_t remote_target;
} cards_rank_t;

static void cards_must(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "emuq-instructions: %s\n", what);
    exit(EXIT_FAILURE);
}

static int cards_open(cards_rank_t *r)
{
    apenet_buffer_t buffer;
    int rc = apenet_open(0, &r->card);
    if (rc != 0)
        return rc;
    r->source = aligned_alloc(4096, CARDS_LARGE);
    r->target = aligned_alloc(4096, CARDS_LARGE);
    if (r->source == NULL || r->target == NULL)
        return -ENOMEM;
    memset(r->source, 1, CARDS_LARGE);
    memset(r->target, 2, CARDS_LARGE);
    rc = apenet_register_buffer(r->card, r->source, CARDS_LARGE, 0, 0, &buffer);
    return rc != 0 ? rc : apenet_register_buffer(r->card, r->target, CARDS_LARGE, 0, 0, &buffer);
}

static void cards_put(cards_rank_t *r, uint32_t bytes, bool is_silent)
{
    cards_must(apenet_rdma_put(r->card, r->other, r->source, bytes, r->remote_target, 0,
                               is_silent ? APENET_SILENT : 0) == 0,
               "apenet_rdma_put() failed");
}

static void cards_consume(cards_rank_t *r, int kind)
{
    apenet_event_t e;
    cards_must(apenet_wait_event(r->card, APENET_ANY, 0, &e) == 0 && e.kind == kind,
               "apenet_wait_event() did not return the expected event");
}

#define ROUNDS      1024 /* whole cycles of every FIFO, so wrap-arounds are counted in proportion */
#define WARM_ROUNDS 64
#define MULTIPLE    16
#define MOST_STEPS  4
#define BLOCK       4096

/* State of a rank. */
typedef struct bench {
    perf_rank_t rank;
    MUSPI_InjFifo_t *injection;
    MUSPI_RecFifo_t *reception;
    MUHWI_Descriptor_t put, put_block, fifo, get, allreduce;
    MUHWI_Descriptor_t puts[MULTIPLE], fifos[MULTIPLE];
    pami_send_immediate_t immediate;
    pami_send_t message, block;
    pami_rput_simple_t rput;
    pami_rget_simple_t rget;
    cards_rank_t cards;
    uint64_t number; /* number of the last descriptor */
    void (*doorbell)(volatile uint64_t *reg, uint64_t value);
} bench_t;

/* ---- steps ---- */

/* Defines a step of short statements. */
#define STEP(name, ...)                                                                                      \
    static void step_##name(bench_t *b)                                                                      \
    {                                                                                                        \
        __VA_ARGS__;                                                                                         \
    }

STEP(nothing, (void)b)
STEP(put, b->number = MUSPI_InjFifoInject(b->injection, &b->put))
STEP(put_block, MUSPI_InjFifoInject(b->injection, &b->put_block))
STEP(put_multiple, MUSPI_InjFifoInjectMultiple(b->injection, b->puts, MULTIPLE))
STEP(see_put, perf_await(&b->rank, PERF_DATA, 8))
STEP(see_block, perf_await(&b->rank, PERF_DATA, BLOCK))
STEP(see_multiple, perf_await(&b->rank, PERF_DATA, 8 * MULTIPLE))
STEP(send, MUSPI_InjFifoInject(b->injection, &b->fifo))
STEP(send_multiple, MUSPI_InjFifoInjectMultiple(b->injection, b->fifos, MULTIPLE))
STEP(receive, perf_await_packets(&b->rank, 1))
STEP(receive_multiple, perf_await_packets(&b->rank, MULTIPLE))
STEP(get, MUSPI_InjFifoInject(b->injection, &b->get); perf_await(&b->rank, PERF_DATA, 8))

/* Detaches the doorbell: as with a device, the program only stores to registers. */
STEP(detach, b->doorbell = emuq_mmio.access.doorbell; emuq_mmio.access.doorbell = NULL)

static void step_attach(bench_t *b)
{
    emuq_mmio.access.doorbell = b->doorbell;
    emuq_mmio_store(&b->injection->_fifo.hwfifo->pa_tail,
                    emuq_mmio_load(&b->injection->_fifo.hwfifo->pa_tail));
}

STEP(poll, MUSPI_RecFifoPoll(b->reception, 64))

/* Polls another register first, so that the next poll of the reception FIFO is not a repeated wait. */
STEP(begin_to_poll, emuq_mmio_idle(&b->injection->hw_injfifo->descCount, b->number); step_poll(b))

/* Acquires and releases a free lock of L2 atomics. */
static void step_take_lock(bench_t *b)
{
    static struct {
        volatile uint64_t word, bound;
    } lock __attribute__((aligned(32))) = {0, 1};
    (void)b;
    (void)L2_AtomicLoadIncrementBounded(&lock.word);
    L2_AtomicStore(&lock.word, 0);
}

static void step_check(bench_t *b)
{
    if (!MUSPI_CheckDescComplete(b->injection, b->number))
        spi_fatal(&b->rank.process, "a put arrived but is not complete");
}

STEP(enter, MUSPI_GIBarrierEnter(&b->rank.process.gi))

static void step_leave(bench_t *b)
{
    if (MUSPI_GIBarrierPoll(&b->rank.process.gi) != 0)
        spi_fatal(&b->rank.process, "a barrier is not complete after all nodes entered");
}

STEP(contribute, MUSPI_InjFifoInject(b->injection, &b->allreduce))

/* ---- the message layer ---- */

#define DISPATCH 2 /* the dispatch id of perf_layer_open() checks its data */

static void bench_dispatch(pami_context_t context, void *cookie, const void *header, size_t header_size,
                           const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    bench_t *b = cookie;
    (void)context, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin;
    if (recv == NULL)
        return;
    recv->addr = b->rank.target;
    recv->local_fn = perf_layer_done;
    recv->cookie = b->rank.layer;
}

/* Waits for the completion callbacks. */
STEP(complete, perf_layer_await(b->rank.layer, 0))
STEP(send_immediate, PAMI_Send_immediate(b->rank.layer->context, &b->immediate))
STEP(dispatch, PAMI_Context_advance(b->rank.layer->context, 1))
STEP(send_message, b->rank.layer->started++; PAMI_Send(b->rank.layer->context, &b->message))
STEP(send_block, b->rank.layer->started++; PAMI_Send(b->rank.layer->context, &b->block))
STEP(receive_block, b->rank.layer->started++; step_complete(b))
STEP(rput, b->rank.layer->started++; PAMI_Rput(b->rank.layer->context, &b->rput))

static void step_see_rput(bench_t *b)
{
    if (*b->rank.flag != *(const uint64_t *)b->rank.source)
        spi_fatal(&b->rank.process, "a put is complete but did not arrive");
}

static void step_rget(bench_t *b)
{
    b->rank.layer->started++;
    PAMI_Rget(b->rank.layer->context, &b->rget);
    step_complete(b);
}

STEP(begin_barrier, b->rank.layer->started++;
     PAMI_Collective(b->rank.layer->context, &b->rank.layer->barrier))
STEP(begin_allreduce, b->rank.layer->started++;
     PAMI_Collective(b->rank.layer->context, &b->rank.layer->allreduce))

/* ---- APEnet+ ---- */

STEP(card_put, cards_put(&b->cards, CARDS_SMALL, false))
STEP(card_put_silent, cards_put(&b->cards, CARDS_SMALL, true))
STEP(card_put_large, cards_put(&b->cards, CARDS_LARGE, false))
STEP(card_sent, cards_consume(&b->cards, APENET_EVENT_SENT))
STEP(card_received, cards_consume(&b->cards, APENET_EVENT_RECEIVED))

/* ---- operations ---- */

typedef struct step {
    void (*work)(bench_t *b); /* NULL: end of the operation */
    uint32_t rank;
    bool counted;
} step_t;

/* clang-format off */
static const struct operation {
    const char *name, *help;
    uint64_t times; /* operations per round */
    step_t step[MOST_STEPS]; /* the first step belongs to rank 0 */
} operations[] = {
    {"nothing", "", 1, {{step_nothing, 0, true}}},
    {"put", "direct put of 8 B, from injection until the receiver sees the counter", 1,
     {{step_put, 0, true}, {step_see_put, 1, true}}},
    {"put_multiple", "the same, 16 injected at once; for one", MULTIPLE,
     {{step_put_multiple, 0, true}, {step_see_multiple, 1, true}}},
    {"put_4k", "direct put of 4 KiB", 1, {{step_put_block, 0, true}, {step_see_block, 1, true}}},
    {"fifo", "memory-FIFO packet of 8 B, from injection until the receive function returned", 1,
     {{step_send, 0, true}, {step_receive, 1, true}}},
    {"fifo_multiple", "the same, 16 injected at once; for one", MULTIPLE,
     {{step_send_multiple, 0, true}, {step_receive_multiple, 1, true}}},
    {"rget", "remote get of 8 B, from injection until the data arrived", 1, {{step_get, 0, true}}},
    {"inject", "injection of a descriptor: the instructions of the program itself", 1,
     {{step_detach, 0, false}, {step_put, 0, true}, {step_attach, 0, false}, {step_see_put, 1, false}}},
    {"l2_lock", "bounded increment and store of L2 atomics, which acquire and release a lock", 1, {{step_take_lock, 0, true}}},
    {"check", "completion check of a complete descriptor", 1,
     {{step_put, 0, false}, {step_check, 0, true}, {step_see_put, 1, false}}},
    {"poll", "poll of an empty reception FIFO, after a poll of a different register", 1,
     {{step_begin_to_poll, 0, false}, {step_poll, 0, true}}},
    {"gi_barrier", "global-interrupt barrier of 2 nodes, both together", 1,
     {{step_enter, 0, true}, {step_enter, 1, true}, {step_leave, 0, true}, {step_leave, 1, true}}},
    {"allreduce", "sum of a double over 2 nodes, both together, until both see their counters", 1,
     {{step_contribute, 0, true}, {step_contribute, 1, true}, {step_see_put, 0, true}, {step_see_put, 1, true}}},
    {"send_immediate", "PAMI_Send_immediate of 8 B, until the dispatch function returned", 1,
     {{step_send_immediate, 0, true}, {step_dispatch, 1, true}}},
    {"rput", "PAMI_Rput of 8 B, until its completion callback and until the receiver sees the data", 1,
     {{step_rput, 0, true}, {step_see_rput, 1, true}}},
    {"send", "PAMI_Send of 8 B, until its completion callback and the end of the dispatch function", 1,
     {{step_send_message, 0, true}, {step_dispatch, 1, true}, {step_complete, 0, true}}},
    {"send_4k", "PAMI_Send of 4 KiB, until both completion callbacks", 1,
     {{step_send_block, 0, true}, {step_receive_block, 1, true}, {step_complete, 0, true}}},
    {"pami_rget", "PAMI_Rget of 8 B, until its completion callback", 1, {{step_rget, 0, true}}},
    {"pami_barrier", "PAMI barrier of 2 tasks, both together, until both completion callbacks", 1,
     {{step_begin_barrier, 0, true}, {step_begin_barrier, 1, true}, {step_complete, 0, true}, {step_complete, 1, true}}},
    {"pami_allreduce", "PAMI sum of a double over 2 tasks, both together, until both completion callbacks", 1,
     {{step_begin_allreduce, 0, true}, {step_begin_allreduce, 1, true}, {step_complete, 0, true}, {step_complete, 1, true}}},
    {"apenet_put", "APEnet+ put of 32 B, until both ranks consumed their events", 1,
     {{step_card_put, 0, true}, {step_card_received, 1, true}, {step_card_sent, 0, true}}},
    {"apenet_silent", "the same without an event of the sender", 1,
     {{step_card_put_silent, 0, true}, {step_card_received, 1, true}}},
    {"apenet_event", "consumption of an available APEnet+ event", 1,
     {{step_card_put_silent, 0, false}, {step_card_received, 1, true}}},
    {"apenet_pages", "APEnet+ put of 64 KiB, until both ranks consumed their events; for 4 KiB", 16,
     {{step_card_put_large, 0, true}, {step_card_received, 1, true}, {step_card_sent, 0, true}}},
};
/* clang-format on */

#define OPERATIONS (sizeof operations / sizeof operations[0])

static sem_t token[2]; /* token of each rank: its owner runs the next step */

static void bench_do_rounds(bench_t *b, const struct operation *o, uint64_t rounds)
{
    for (uint64_t i = 0; i < rounds; i++) {
        for (const step_t *s = o->step; s < o->step + MOST_STEPS && s->work != NULL; s++) {
            if (s->rank != b->rank.process.rank)
                continue;
            bool last = s + 1 == o->step + MOST_STEPS || s[1].work == NULL;
            sem_wait(&token[s->rank]);
            if (s->counted)
                CALLGRIND_TOGGLE_COLLECT;
            s->work(b);
            if (s->counted)
                CALLGRIND_TOGGLE_COLLECT;
            sem_post(&token[last ? 0 : s[1].rank]);
        }
    }
}

static void bench_count(bench_t *b, const struct operation *o)
{
    bool first = b->rank.process.rank == 0;
    unsigned steps = 0;
    bench_do_rounds(b, o, WARM_ROUNDS);
    if (first) {
        sem_wait(&token[0]); /* the second rank finished its last warm-up step */
        CALLGRIND_ZERO_STATS;
        sem_post(&token[0]);
    }
    bench_do_rounds(b, o, ROUNDS);
    if (first) {
        sem_wait(&token[0]);
        CALLGRIND_DUMP_STATS_AT(o->name);
        for (const step_t *s = o->step; s < o->step + MOST_STEPS && s->work != NULL; s++)
            steps += s->counted;
        printf("%s\t%llu\t%llu\t%s\n", o->name, (unsigned long long)(ROUNDS * o->times),
               (unsigned long long)steps * ROUNDS, o->help);
        sem_post(&token[0]);
    }
}

/* ---- the ranks ---- */

static void bench_build(bench_t *b)
{
    perf_rank_t *r = &b->rank;
    perf_put_descriptor(r, &b->put, 8, PERF_DATA);
    perf_put_descriptor(r, &b->put_block, BLOCK, PERF_DATA);
    perf_fifo_descriptor(r, &b->fifo, 8, r->count_packet);
    perf_rget_prepare(r, 8);
    spi_barrier(&r->process);
    if (r->role == PERF_FIRST)
        perf_get_descriptor(r, &b->get);
    perf_collective_descriptor(r, &b->allreduce, 8, MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
    for (int i = 0; i < MULTIPLE; i++) {
        b->puts[i] = b->put;
        b->fifos[i] = b->fifo;
    }
}

static void bench_build_layer(bench_t *b)
{
    static const pami_dispatch_hint_t hints;
    perf_rank_t *r = &b->rank;
    if (!perf_layer_open(r))
        spi_fatal(&r->process, "the message layer does not fit");
    perf_layer_check(r,
                     PAMI_Dispatch_set(r->layer->context, DISPATCH,
                                       (pami_dispatch_callback_function){.p2p = bench_dispatch}, b, hints),
                     "PAMI_Dispatch_set");
    perf_layer_prepare(r, 8);
    perf_collective_prepare(r, 8);
    spi_barrier(&r->process);
    b->message = perf_layer_message(r, 8);
    b->block = perf_layer_message(r, BLOCK);
    b->message.send.dispatch = b->block.send.dispatch = DISPATCH;
    b->immediate = b->message.send;
    b->rput = perf_layer_rput(r, 8, r->flag);
    b->rget = perf_layer_rget(r, 8);
}

static void bench_build_cards(bench_t *b, const bench_t *other)
{
    if (cards_open(&b->cards) != 0)
        spi_fatal(&b->rank.process, "no APEnet+ card");
    spi_barrier(&b->rank.process);
    cards_must(apenet_whoami(other->cards.card, &b->cards.other, NULL) == 0, "apenet_whoami() failed");
    b->cards.remote_target = (uintptr_t)other->cards.target;
}

static int bench_rank_main(int argc, char **argv)
{
    static const perf_options_t options = {.pairs = 1, .pin = false};
    static const perf_needs_t needs = {.pairs = 1, .ranks = 2, .fifos = 1, .block_bytes = BLOCK};
    static const perf_test_t all_nodes = {.group = PERF_NODES};
    static bench_t benches[2];
    (void)argc, (void)argv;
    bench_t *b = &benches[Kernel_GetRank()];
    if (perf_rank_open(&b->rank, &options, &needs) != 0)
        return EXIT_FAILURE;
    perf_rank_assign(&b->rank, &all_nodes, 1);
    b->injection = perf_injection(&b->rank);
    b->reception = MUSPI_IdToRecFifo(0, &b->rank.reception.group);
    bench_build(b);
    bench_build_layer(b);
    bench_build_cards(b, &benches[1 - Kernel_GetRank()]);
    spi_barrier(&b->rank.process);
    for (size_t i = 0; i < OPERATIONS; i++)
        bench_count(b, &operations[i]);
    perf_layer_resync_barrier(&b->rank);
    cards_must(apenet_close(b->cards.card) == 0, "apenet_close() failed");
    free(b->cards.source);
    free(b->cards.target);
    perf_layer_close(&b->rank);
    perf_rank_close(&b->rank);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    emuq_job_t job = {.shape = {2}};
    sem_init(&token[0], 0, 1);
    sem_init(&token[1], 0, 0);
    printf("%s, glibc %s\n", EMUQ_BUILT_BY, gnu_get_libc_version());
    int status = emuq_run_threads(&job, bench_rank_main, argc, argv);
    return status >= 0 ? status : EXIT_FAILURE;
}
