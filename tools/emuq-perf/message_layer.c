/* SPDX-License-Identifier: BSD-3-Clause */
/* What the message layer costs: messages, puts and gets between two ranks, to and fro as in latency.c. */
#include "tools/emuq-perf/message_layer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/message.h"

#define DISPATCH  1
#define UNDER_WAY 16 /* messages that have been sent, and are not done */

/* ---- a client ---- */

void perf_layer_reserve(void)
{
    char fifos[12]; /* spi_open() and perf_rank_open() take these, and a reception FIFO */
    snprintf(fifos, sizeof fifos, "%d", PERF_MOST_THREADS + 1);
    setenv("MUSPI_NUMINJFIFOS", fifos, 0);
    setenv("MUSPI_NUMRECFIFOS", "1", 0);
    setenv("PAMI_MAX_CONTEXTS", "1", 0);
}

void perf_layer_done(pami_context_t context, void *cookie, pami_result_t result)
{
    perf_layer_t *l = cookie;
    (void)context, (void)result;
    l->done++;
}

/* A long message is in the landing. */
static void landed(pami_context_t context, void *cookie, pami_result_t result)
{
    perf_rank_t *r = cookie;
    perf_layer_t *l = r->layer;
    (void)context, (void)result;
    r->wrong += perf_read(r->landing, l->size) != r->rest_sum + ++l->arrived;
}

/* The first word of a message is its number. */
static void dispatch(pami_context_t context, void *cookie, const void *header, size_t header_size,
                     const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    perf_rank_t *r = cookie;
    (void)context, (void)header, (void)header_size, (void)data_size, (void)origin;
    if (recv == NULL) {
        r->wrong += *(const uint64_t *)data != ++r->layer->arrived;
        return;
    }
    recv->addr = r->landing;
    recv->local_fn = landed;
    recv->cookie = r;
}

void perf_layer_follow_barrier(perf_rank_t *r)
{
    spi_process_t *p = &r->process;
    if (p->at[SPI_T] == 0)
        MUSPI_GIBarrierInit(&p->gi, (uint32_t)p->gi.classRouteId);
}

bool perf_layer_open(perf_rank_t *r)
{
    static const pami_dispatch_hint_t hints;
    pami_dispatch_callback_function function = {.p2p = dispatch};
    size_t granted;
    perf_layer_t *l = calloc(1, sizeof *l);
    if (l == NULL)
        spi_fatal(&r->process, "no memory for the message layer");
    if (PAMI_Client_create("emuq-perf", &l->client, NULL, 0) != PAMI_SUCCESS) {
        free(l);
        return false;
    }
    perf_layer_follow_barrier(r);
    perf_layer_check(r, PAMI_Context_createv(l->client, NULL, 0, &l->context, 1), "PAMI_Context_createv");
    perf_layer_check(r, PAMI_Dispatch_set(l->context, DISPATCH, function, r, hints), "PAMI_Dispatch_set");
    perf_layer_check(
        r, PAMI_Memregion_create(l->context, r->window.memory, r->window.bytes, &granted, &l->region),
        "PAMI_Memregion_create");
    r->layer = l;
    return true;
}

void perf_layer_close(perf_rank_t *r)
{
    perf_layer_t *l = r->layer;
    if (l == NULL)
        return;
    PAMI_Memregion_destroy(l->context, &l->region);
    PAMI_Context_destroyv(&l->context, 1);
    PAMI_Client_destroy(&l->client);
    free(l);
    r->layer = NULL;
}

void perf_layer_prepare(perf_rank_t *r, size_t size)
{
    perf_layer_t *l = r->layer;
    perf_fill(r, size);
    perf_layer_check(r, PAMI_Endpoint_create(l->client, r->partner_rank, 0, &l->partner),
                     "PAMI_Endpoint_create");
    memcpy(perf_mine(r)->region[r->role], l->region, sizeof l->region);
    l->size = size;
    l->rounds = l->arrived = 0;
    *r->flag = 0;
}

/* ---- messages ---- */

static inline pami_result_t send_immediate(pami_context_t context, pami_send_t *p)
{
    return PAMI_Send_immediate(context, &p->send);
}

static inline pami_result_t send(pami_context_t context, pami_send_t *p)
{
    perf_layer_t *l = p->events.cookie;
    l->begun++;
    return PAMI_Send(context, p);
}

pami_send_t perf_layer_message(perf_rank_t *r, size_t size)
{
    return (pami_send_t){.send = {.data = {r->source, size}, .dispatch = DISPATCH, .dest = r->layer->partner},
                         .events = {.cookie = r->layer, .local_fn = perf_layer_done}};
}

static inline double messages(perf_rank_t *r, size_t size, uint64_t rounds,
                              pami_result_t (*go)(pami_context_t context, pami_send_t *p))
{
    perf_layer_t *l = r->layer;
    uint64_t *number = (uint64_t *)r->source;
    pami_send_t p = perf_layer_message(r, size);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        l->rounds++;
        if (r->role == PERF_SECOND)
            perf_layer_await(l, l->rounds);
        *number = l->rounds;
        perf_layer_check(r, go(l->context, &p), "a send");
        if (r->role == PERF_FIRST)
            perf_layer_await(l, l->rounds);
    }
    perf_layer_await(l, l->rounds);
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

double perf_send_immediate(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return messages(r, size, rounds, send_immediate);
}

double perf_send(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return messages(r, size, rounds, send);
}

/* Each message has its number; sources are used again when all messages before are done. The second rank
 * answers with a message when it has them all. */
static void send_all(perf_rank_t *r, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    uint64_t number[UNDER_WAY];
    pami_send_t p = perf_layer_message(r, sizeof number[0]);
    for (uint64_t i = 0; i < rounds; i++) {
        uint64_t *source = &number[i % UNDER_WAY];
        if (i % UNDER_WAY == 0)
            perf_layer_await(l, l->arrived);
        *source = ++l->rounds;
        p.send.data.iov_base = source;
        perf_layer_check(r, send(l->context, &p), "PAMI_Send");
    }
    perf_layer_await(l, l->arrived);
}

double perf_send_rate(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    uint64_t arrived = l->arrived;
    double begin = perf_now();
    (void)size;
    if (r->role == PERF_FIRST) {
        send_all(r, rounds);
        perf_layer_await(l, arrived + 1);
    } else {
        perf_layer_await(l, arrived + rounds);
        send_all(r, 1);
    }
    return (perf_now() - begin) / (double)rounds;
}

/* ---- puts and gets ---- */

static inline size_t offset_of(const perf_rank_t *r, const void *address)
{
    return (size_t)((const char *)address - r->window.memory);
}

pami_rput_simple_t perf_layer_rput(perf_rank_t *r, size_t size, const void *landing)
{
    perf_layer_t *l = r->layer;
    pami_memregion_t *there = &perf_mine(r)->region[1 - r->role];
    return (pami_rput_simple_t){
        .rma = {.dest = l->partner, .bytes = size, .cookie = l, .done_fn = perf_layer_done},
        .rdma = {{&l->region, offset_of(r, r->source)}, {there, offset_of(r, landing)}}};
}

/* Waits for a put by its number, which arrives last. */
static inline void await_put(perf_rank_t *r, size_t size, uint64_t number)
{
    uint64_t turns = 0;
    while (__atomic_load_n(r->flag, __ATOMIC_ACQUIRE) != number)
        perf_relax(&turns, r->patience);
    if (size > sizeof number)
        r->wrong += perf_read(r->landing, size) != r->rest_sum + number;
}

static inline void rput(perf_rank_t *r, pami_rput_simple_t *p)
{
    r->layer->begun++;
    perf_layer_check(r, PAMI_Rput(r->layer->context, p), "PAMI_Rput");
}

/* The number alone, or behind the data: puts of a context to an endpoint arrive in their order. */
double perf_rput(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    uint64_t *number = (uint64_t *)r->source;
    pami_rput_simple_t data = perf_layer_rput(r, size, r->landing);
    pami_rput_simple_t flag = perf_layer_rput(r, sizeof *number, r->flag);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        l->rounds++;
        if (r->role == PERF_SECOND)
            await_put(r, size, l->rounds);
        *number = l->rounds;
        if (size > sizeof *number)
            rput(r, &data);
        rput(r, &flag);
        perf_layer_await(l, 0);
        if (r->role == PERF_FIRST)
            await_put(r, size, l->rounds);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

pami_rget_simple_t perf_layer_rget(perf_rank_t *r, size_t size)
{
    perf_layer_t *l = r->layer;
    pami_memregion_t *there = &perf_mine(r)->region[1 - r->role];
    return (pami_rget_simple_t){
        .rma = {.dest = l->partner, .bytes = size, .cookie = l, .done_fn = perf_layer_done},
        .rdma = {{&l->region, offset_of(r, r->landing)}, {there, offset_of(r, r->source)}}};
}

/* The second rank does nothing: its Message Unit answers. */
double perf_rget(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    if (r->role != PERF_FIRST)
        return 0;
    pami_rget_simple_t p = perf_layer_rget(r, size);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        l->begun++;
        perf_layer_check(r, PAMI_Rget(l->context, &p), "PAMI_Rget");
        perf_layer_await(l, 0);
    }
    return (perf_now() - begin) / (double)rounds;
}
