/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations of the Message Unit and of APEnet+ cards for callgrind to count; bench/instructions runs it and
 * reads the counts.
 *
 * Two ranks on two nodes, threads of one process, that do the steps of an operation strictly in turn. So no
 * look is in vain unless that is what is counted, nothing depends on timing, and the same program always
 * executes the same instructions. Only the steps are counted, not how the turn passes from rank to rank; what
 * a step costs that does nothing is counted as an operation too, to be subtracted.
 *
 * Writes a line for each operation: its name, how often it was done, its counted steps, what it is. The
 * counts themselves are in callgrind's files, under the same names.
 */
#include <gnu/libc-version.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#include "valgrind/callgrind.h"

#include "emuq/partition.h"
#include "spi/include/l2/atomic.h"
#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/instructions/cards.h"
#include "tools/emuq-perf/message.h"
#include "tools/emuq-perf/message_layer.h"

#define ROUNDS      1024 /* whole turns of every FIFO: the ends of FIFOs are counted as often as they come */
#define WARM_ROUNDS 64
#define MULTIPLE    16
#define MOST_STEPS  4
#define BLOCK       4096

/* What a rank has for the steps. */
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
    uint64_t number; /* of the last descriptor */
    void (*doorbell)(volatile uint64_t *reg, uint64_t value);
} bench_t;

/* ---- steps ---- */

static void nothing(bench_t *b)
{
    (void)b;
}

static void put(bench_t *b)
{
    b->number = MUSPI_InjFifoInject(b->injection, &b->put);
}

static void put_block(bench_t *b)
{
    MUSPI_InjFifoInject(b->injection, &b->put_block);
}

static void put_multiple(bench_t *b)
{
    MUSPI_InjFifoInjectMultiple(b->injection, b->puts, MULTIPLE);
}

static void see_put(bench_t *b)
{
    perf_await(&b->rank, PERF_DATA, 8);
}

static void see_block(bench_t *b)
{
    perf_await(&b->rank, PERF_DATA, BLOCK);
}

static void see_multiple(bench_t *b)
{
    perf_await(&b->rank, PERF_DATA, 8 * MULTIPLE);
}

static void send(bench_t *b)
{
    MUSPI_InjFifoInject(b->injection, &b->fifo);
}

static void send_multiple(bench_t *b)
{
    MUSPI_InjFifoInjectMultiple(b->injection, b->fifos, MULTIPLE);
}

static void receive(bench_t *b)
{
    perf_await_packets(&b->rank, 1);
}

static void receive_multiple(bench_t *b)
{
    perf_await_packets(&b->rank, MULTIPLE);
}

static void get(bench_t *b)
{
    MUSPI_InjFifoInject(b->injection, &b->get);
    perf_await(&b->rank, PERF_DATA, 8);
}

/* As if the Message Unit were a device: the program only stores to it. */
static void detach(bench_t *b)
{
    b->doorbell = emuq_mmio.doorbell;
    emuq_mmio.doorbell = NULL;
}

static void attach(bench_t *b)
{
    emuq_mmio.doorbell = b->doorbell;
    emuq_mmio_store(&b->injection->_fifo.hwfifo->pa_tail,
                    emuq_mmio_load(&b->injection->_fifo.hwfifo->pa_tail));
}

static void poll(bench_t *b)
{
    MUSPI_RecFifoPoll(b->reception, 64);
}

/* The last thing that the rank has waited for is something else now, and then the reception FIFO. */
static void begin_to_poll(bench_t *b)
{
    emuq_mmio_idle(&b->injection->hw_injfifo->descCount, b->number);
    poll(b);
}

/* A lock of L2 atomics that is free. */
static void take_lock(bench_t *b)
{
    static struct {
        volatile uint64_t word, bound;
    } lock __attribute__((aligned(32))) = {0, 1};
    (void)b;
    (void)L2_AtomicLoadIncrementBounded(&lock.word);
    L2_AtomicStore(&lock.word, 0);
}

static void check(bench_t *b)
{
    if (!MUSPI_CheckDescComplete(b->injection, b->number))
        spi_fatal(&b->rank.process, "a put is not complete although it has arrived");
}

static void enter(bench_t *b)
{
    MUSPI_GIBarrierEnter(&b->rank.process.gi);
}

static void leave(bench_t *b)
{
    if (MUSPI_GIBarrierPoll(&b->rank.process.gi) != 0)
        spi_fatal(&b->rank.process, "a barrier is not complete although all nodes have entered");
}

static void contribute(bench_t *b)
{
    MUSPI_InjFifoInject(b->injection, &b->allreduce);
}

/* ---- the message layer ---- */

#define DISPATCH 2 /* beside that of perf_layer_open(), which reads what it has received */

static void into_landing(pami_context_t context, void *cookie, const void *header, size_t header_size,
                         const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    bench_t *b = cookie;
    (void)context, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin;
    if (recv == NULL)
        return;
    recv->addr = b->rank.landing;
    recv->local_fn = perf_layer_done;
    recv->cookie = b->rank.layer;
}

/* What has been begun is told to be done. */
static void complete(bench_t *b)
{
    perf_layer_await(b->rank.layer, 0);
}

static void send_immediate(bench_t *b)
{
    PAMI_Send_immediate(b->rank.layer->context, &b->immediate);
}

static void dispatch(bench_t *b)
{
    PAMI_Context_advance(b->rank.layer->context, 1);
}

static void send_message(bench_t *b)
{
    b->rank.layer->begun++;
    PAMI_Send(b->rank.layer->context, &b->message);
}

static void send_block(bench_t *b)
{
    b->rank.layer->begun++;
    PAMI_Send(b->rank.layer->context, &b->block);
}

static void receive_block(bench_t *b)
{
    b->rank.layer->begun++;
    complete(b);
}

static void rput(bench_t *b)
{
    b->rank.layer->begun++;
    PAMI_Rput(b->rank.layer->context, &b->rput);
}

static void see_rput(bench_t *b)
{
    if (*b->rank.flag != *(const uint64_t *)b->rank.source)
        spi_fatal(&b->rank.process, "a put has not arrived although it is complete");
}

static void rget(bench_t *b)
{
    b->rank.layer->begun++;
    PAMI_Rget(b->rank.layer->context, &b->rget);
    complete(b);
}

static void begin_barrier(bench_t *b)
{
    b->rank.layer->begun++;
    PAMI_Collective(b->rank.layer->context, &b->rank.layer->barrier);
}

static void begin_allreduce(bench_t *b)
{
    b->rank.layer->begun++;
    PAMI_Collective(b->rank.layer->context, &b->rank.layer->allreduce);
}

/* ---- APEnet+ ---- */

static void card_put(bench_t *b)
{
    cards_put(&b->cards, CARDS_SMALL, false);
}

static void card_put_silent(bench_t *b)
{
    cards_put(&b->cards, CARDS_SMALL, true);
}

static void card_put_large(bench_t *b)
{
    cards_put(&b->cards, CARDS_LARGE, false);
}

static void card_sent(bench_t *b)
{
    cards_take(&b->cards, APENET_EVENT_SENT);
}

static void card_received(bench_t *b)
{
    cards_take(&b->cards, APENET_EVENT_RECEIVED);
}

/* ---- operations ---- */

typedef struct step {
    void (*work)(bench_t *b); /* NULL: the operation is complete */
    uint32_t rank;
    bool counted;
} step_t;

/* clang-format off */
static const struct operation {
    const char *name, *help;
    uint64_t times; /* in a round */
    step_t step[MOST_STEPS]; /* the first is rank 0's */
} operations[] = {
    {"nothing", "", 1, {{nothing, 0, true}}},
    {"put", "direct put of 8 B, from its injection until the receiver has seen the counter", 1,
     {{put, 0, true}, {see_put, 1, true}}},
    {"put_multiple", "the same, 16 injected at once; for one", MULTIPLE,
     {{put_multiple, 0, true}, {see_multiple, 1, true}}},
    {"put_4k", "direct put of 4 KiB", 1, {{put_block, 0, true}, {see_block, 1, true}}},
    {"fifo", "memory-FIFO packet of 8 B, from its injection until the receive function has returned", 1,
     {{send, 0, true}, {receive, 1, true}}},
    {"fifo_multiple", "the same, 16 injected at once; for one", MULTIPLE,
     {{send_multiple, 0, true}, {receive_multiple, 1, true}}},
    {"rget", "remote get of 8 B, from its injection until the data are there", 1, {{get, 0, true}}},
    {"inject", "injection of a descriptor alone: what the program itself executes", 1,
     {{detach, 0, false}, {put, 0, true}, {attach, 0, false}, {see_put, 1, false}}},
    {"l2_lock", "bounded increment and store of L2 atomics, which take and free a lock", 1, {{take_lock, 0, true}}},
    {"check", "look at the completion of a descriptor that is complete", 1,
     {{put, 0, false}, {check, 0, true}, {see_put, 1, false}}},
    {"poll", "poll of an empty reception FIFO, after another one", 1,
     {{begin_to_poll, 0, false}, {poll, 0, true}}},
    {"gi_barrier", "global-interrupt barrier of 2 nodes, both together", 1,
     {{enter, 0, true}, {enter, 1, true}, {leave, 0, true}, {leave, 1, true}}},
    {"allreduce", "sum of a double over 2 nodes, both together, until both have seen their counters", 1,
     {{contribute, 0, true}, {contribute, 1, true}, {see_put, 0, true}, {see_put, 1, true}}},
    {"send_immediate", "PAMI_Send_immediate of 8 B, until the dispatch function has returned", 1,
     {{send_immediate, 0, true}, {dispatch, 1, true}}},
    {"rput", "PAMI_Rput of 8 B, until its completion has been told and the receiver has seen it", 1,
     {{rput, 0, true}, {see_rput, 1, true}}},
    {"send", "PAMI_Send of 8 B, until its completion has been told and the dispatch function has returned", 1,
     {{send_message, 0, true}, {dispatch, 1, true}, {complete, 0, true}}},
    {"send_4k", "PAMI_Send of 4 KiB, until both completions have been told", 1,
     {{send_block, 0, true}, {receive_block, 1, true}, {complete, 0, true}}},
    {"pami_rget", "PAMI_Rget of 8 B, until its completion has been told", 1, {{rget, 0, true}}},
    {"pami_barrier", "PAMI barrier of 2 tasks, both together, until both completions have been told", 1,
     {{begin_barrier, 0, true}, {begin_barrier, 1, true}, {complete, 0, true}, {complete, 1, true}}},
    {"pami_allreduce", "PAMI sum of a double over 2 tasks, both together, until both completions have been told", 1,
     {{begin_allreduce, 0, true}, {begin_allreduce, 1, true}, {complete, 0, true}, {complete, 1, true}}},
    {"apenet_put", "APEnet+ put of 32 B, until both ranks have taken their events", 1,
     {{card_put, 0, true}, {card_received, 1, true}, {card_sent, 0, true}}},
    {"apenet_silent", "the same without an event of the sender", 1,
     {{card_put_silent, 0, true}, {card_received, 1, true}}},
    {"apenet_event", "APEnet+ event that is there, taken", 1,
     {{card_put_silent, 0, false}, {card_received, 1, true}}},
    {"apenet_pages", "APEnet+ put of 64 KiB, until both ranks have taken their events; for 4 KiB", 16,
     {{card_put_large, 0, true}, {card_received, 1, true}, {card_sent, 0, true}}},
};
/* clang-format on */

#define OPERATIONS (sizeof operations / sizeof operations[0])

static sem_t turn[2]; /* of each rank */

static void do_step(bench_t *b, const step_t *s)
{
    if (s->counted)
        CALLGRIND_TOGGLE_COLLECT;
    s->work(b);
    if (s->counted)
        CALLGRIND_TOGGLE_COLLECT;
}

static void do_rounds(bench_t *b, const struct operation *o, uint64_t rounds)
{
    for (uint64_t i = 0; i < rounds; i++) {
        for (const step_t *s = o->step; s < o->step + MOST_STEPS && s->work != NULL; s++) {
            if (s->rank != b->rank.process.rank)
                continue;
            bool last = s + 1 == o->step + MOST_STEPS || s[1].work == NULL;
            sem_wait(&turn[s->rank]);
            do_step(b, s);
            sem_post(&turn[last ? 0 : s[1].rank]);
        }
    }
}

static void count(bench_t *b, const struct operation *o)
{
    bool first = b->rank.process.rank == 0;
    unsigned steps = 0;
    do_rounds(b, o, WARM_ROUNDS);
    if (first) {
        sem_wait(&turn[0]); /* the other one is behind its last warm step */
        CALLGRIND_ZERO_STATS;
        sem_post(&turn[0]);
    }
    do_rounds(b, o, ROUNDS);
    if (first) {
        sem_wait(&turn[0]);
        CALLGRIND_DUMP_STATS_AT(o->name);
        for (const step_t *s = o->step; s < o->step + MOST_STEPS && s->work != NULL; s++)
            steps += s->counted;
        printf("%s\t%llu\t%llu\t%s\n", o->name, (unsigned long long)(ROUNDS * o->times),
               (unsigned long long)steps * ROUNDS, o->help);
        sem_post(&turn[0]);
    }
}

/* ---- the ranks ---- */

static void build(bench_t *b)
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

static void build_message_layer(bench_t *b)
{
    static const pami_dispatch_hint_t hints;
    perf_rank_t *r = &b->rank;
    if (!perf_layer_open(r))
        spi_fatal(&r->process, "the message layer does not fit");
    perf_layer_check(r,
                     PAMI_Dispatch_set(r->layer->context, DISPATCH,
                                       (pami_dispatch_callback_function){.p2p = into_landing}, b, hints),
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

static void build_cards(bench_t *b, const bench_t *other)
{
    if (cards_open(&b->cards) != 0)
        spi_fatal(&b->rank.process, "there is no APEnet+ card");
    spi_barrier(&b->rank.process);
    cards_meet(&b->cards, &other->cards);
}

static int rank_main(int argc, char **argv)
{
    static const perf_options_t options = {.pairs = 1, .pin = false};
    static const perf_needs_t needs = {.pairs = 1, .ranks = 2, .fifos = 1, .block_bytes = BLOCK};
    static const perf_test_t all_nodes = {.who = PERF_NODES};
    static bench_t benches[2];
    (void)argc, (void)argv;
    bench_t *b = &benches[Kernel_GetRank()];
    if (perf_rank_open(&b->rank, &options, &needs) != 0)
        return EXIT_FAILURE;
    perf_rank_cast(&b->rank, &all_nodes, 1);
    b->injection = perf_injection(&b->rank);
    b->reception = MUSPI_IdToRecFifo(0, &b->rank.reception.group);
    build(b);
    build_message_layer(b);
    build_cards(b, &benches[1 - Kernel_GetRank()]);
    spi_barrier(&b->rank.process);
    for (size_t i = 0; i < OPERATIONS; i++)
        count(b, &operations[i]);
    perf_layer_follow_barrier(&b->rank);
    cards_close(&b->cards);
    perf_layer_close(&b->rank);
    perf_rank_close(&b->rank);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    emuq_job_t job = {.shape = {2}};
    sem_init(&turn[0], 0, 1);
    sem_init(&turn[1], 0, 0);
    printf("%s, glibc %s\n", EMUQ_BUILT_BY, gnu_get_libc_version());
    int status = emuq_run_threads(&job, rank_main, argc, argv);
    return status >= 0 ? status : EXIT_FAILURE;
}
