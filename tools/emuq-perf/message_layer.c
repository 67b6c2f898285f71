/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations of PAMI: messages, puts, gets, collectives. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-perf/rank.h"

#define LAYER_DISPATCH  1
#define LAYER_IN_FLIGHT 16 /* maximum messages sent and not complete */

/* ---- a client ---- */

void perf_layer_reserve(void)
{
    char fifos[12]; /* FIFOs of spi_open(), plus the remote-get FIFO */
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

/* Completion of a long message. */
static void layer_received(pami_context_t context, void *cookie, pami_result_t result)
{
    perf_rank_t *r = cookie;
    perf_layer_t *l = r->layer;
    (void)context, (void)result;
    r->wrong += perf_read(r->target, l->size) != r->tail_sum + ++l->arrived;
}

/* Receives a message. Its first word is its number. */
static void layer_dispatch(pami_context_t context, void *cookie, const void *header, size_t header_size,
                           const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    perf_rank_t *r = cookie;
    (void)context, (void)header, (void)header_size, (void)data_size, (void)origin;
    if (recv == NULL) {
        r->wrong += *(const uint64_t *)data != ++r->layer->arrived;
        return;
    }
    recv->addr = r->target;
    recv->local_fn = layer_received;
    recv->cookie = r;
}

void perf_layer_resync_barrier(perf_rank_t *r)
{
    spi_process_t *p = &r->process;
    if (p->at[SPI_T] == 0)
        MUSPI_GIBarrierInit(&p->gi, (uint32_t)p->gi.classRouteId);
}

bool perf_layer_open(perf_rank_t *r)
{
    static const pami_dispatch_hint_t hints;
    pami_dispatch_callback_function function = {.p2p = layer_dispatch};
    size_t granted;
    perf_layer_t *l = calloc(1, sizeof *l);
    if (l == NULL)
        spi_fatal(&r->process, "out of memory for the message layer");
    if (PAMI_Client_create("emuq-perf", &l->client, NULL, 0) != PAMI_SUCCESS) {
        free(l);
        return false;
    }
    perf_layer_resync_barrier(r);
    perf_layer_check(r, PAMI_Context_createv(l->client, NULL, 0, &l->context, 1), "PAMI_Context_createv");
    perf_layer_check(r, PAMI_Dispatch_set(l->context, LAYER_DISPATCH, function, r, hints),
                     "PAMI_Dispatch_set");
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
    memcpy(perf_pair(r)->region[r->role], l->region, sizeof l->region);
    l->size = size;
    l->rounds = l->arrived = 0;
    *r->flag = 0;
}

/* ---- messages ---- */

static inline pami_result_t layer_send_immediate(pami_context_t context, pami_send_t *p)
{
    return PAMI_Send_immediate(context, &p->send);
}

static inline pami_result_t layer_send(pami_context_t context, pami_send_t *p)
{
    perf_layer_t *l = p->events.cookie;
    l->started++;
    return PAMI_Send(context, p);
}

pami_send_t perf_layer_message(perf_rank_t *r, size_t size)
{
    return (pami_send_t){
        .send = {.data = {r->source, size}, .dispatch = LAYER_DISPATCH, .dest = r->layer->partner},
        .events = {.cookie = r->layer, .local_fn = perf_layer_done}};
}

static inline double layer_messages(perf_rank_t *r, size_t size, uint64_t rounds,
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
    return layer_messages(r, size, rounds, layer_send_immediate);
}

double perf_send(perf_rank_t *r, size_t size, uint64_t rounds)
{
    return layer_messages(r, size, rounds, layer_send);
}

/* Sends numbered messages. A source is reused when all previous messages are complete. */
static void layer_send_all(perf_rank_t *r, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    uint64_t number[LAYER_IN_FLIGHT];
    pami_send_t p = perf_layer_message(r, sizeof number[0]);
    for (uint64_t i = 0; i < rounds; i++) {
        uint64_t *source = &number[i % LAYER_IN_FLIGHT];
        if (i % LAYER_IN_FLIGHT == 0)
            perf_layer_await(l, l->arrived);
        *source = ++l->rounds;
        p.send.data.iov_base = source;
        perf_layer_check(r, layer_send(l->context, &p), "PAMI_Send");
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
        layer_send_all(r, rounds);
        perf_layer_await(l, arrived + 1);
    } else {
        perf_layer_await(l, arrived + rounds);
        layer_send_all(r, 1);
    }
    return (perf_now() - begin) / (double)rounds;
}

/* ---- puts and gets ---- */

static inline size_t layer_offset_of(const perf_rank_t *r, const void *address)
{
    return (size_t)((const char *)address - r->window.memory);
}

pami_rput_simple_t perf_layer_rput(perf_rank_t *r, size_t size, const void *target)
{
    perf_layer_t *l = r->layer;
    pami_memregion_t *there = &perf_pair(r)->region[1 - r->role];
    return (pami_rput_simple_t){
        .rma = {.dest = l->partner, .bytes = size, .cookie = l, .done_fn = perf_layer_done},
        .rdma = {{&l->region, layer_offset_of(r, r->source)}, {there, layer_offset_of(r, target)}}};
}

/* Waits for the number of the round, which arrives last. */
static inline void layer_await_put(perf_rank_t *r, size_t size, uint64_t number)
{
    uint64_t spins = 0;
    while (AO_load_acquire(r->flag) != number)
        perf_relax(&spins, r->spin_limit);
    if (size > sizeof number)
        r->wrong += perf_read(r->target, size) != r->tail_sum + number;
}

static inline void layer_rput(perf_rank_t *r, pami_rput_simple_t *p)
{
    r->layer->started++;
    perf_layer_check(r, PAMI_Rput(r->layer->context, p), "PAMI_Rput");
}

/* Puts the number alone, or after the data: puts from one context to one endpoint are ordered. */
double perf_rput(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    uint64_t *number = (uint64_t *)r->source;
    pami_rput_simple_t data = perf_layer_rput(r, size, r->target);
    pami_rput_simple_t flag = perf_layer_rput(r, sizeof *number, r->flag);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        l->rounds++;
        if (r->role == PERF_SECOND)
            layer_await_put(r, size, l->rounds);
        *number = l->rounds;
        if (size > sizeof *number)
            layer_rput(r, &data);
        layer_rput(r, &flag);
        perf_layer_await(l, 0);
        if (r->role == PERF_FIRST)
            layer_await_put(r, size, l->rounds);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

pami_rget_simple_t perf_layer_rget(perf_rank_t *r, size_t size)
{
    perf_layer_t *l = r->layer;
    pami_memregion_t *there = &perf_pair(r)->region[1 - r->role];
    return (pami_rget_simple_t){
        .rma = {.dest = l->partner, .bytes = size, .cookie = l, .done_fn = perf_layer_done},
        .rdma = {{&l->region, layer_offset_of(r, r->target)}, {there, layer_offset_of(r, r->source)}}};
}

/* The second rank is passive: its Message Unit replies. */
double perf_rget(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    if (r->role != PERF_FIRST)
        return 0;
    pami_rget_simple_t p = perf_layer_rget(r, size);
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        l->started++;
        perf_layer_check(r, PAMI_Rget(l->context, &p), "PAMI_Rget");
        perf_layer_await(l, 0);
    }
    return (perf_now() - begin) / (double)rounds;
}

/* ---- collectives of all ranks ---- */

#define MOST_ALGORITHMS 32

/* Selects, of the algorithms that always work, the first with hardware acceleration, or else the first. */
static pami_algorithm_t layer_choose_algorithm(const perf_rank_t *r, pami_geometry_t world,
                                               pami_xfer_type_t type)
{
    pami_algorithm_t algorithm[MOST_ALGORITHMS];
    pami_metadata_t data[MOST_ALGORITHMS];
    size_t count[2] = {0, 0};
    perf_layer_check(r, PAMI_Geometry_algorithms_num(world, type, count), "PAMI_Geometry_algorithms_num");
    size_t known = count[0] < MOST_ALGORITHMS ? count[0] : MOST_ALGORITHMS;
    if (known == 0)
        spi_fatal(&r->process, "no algorithm of the message layer always works for collective %d", (int)type);
    perf_layer_check(r, PAMI_Geometry_algorithms_query(world, type, algorithm, data, known, NULL, NULL, 0),
                     "PAMI_Geometry_algorithms_query");
    for (size_t i = 0; i < known; i++)
        if (data[i].check_perf.values.hw_accel)
            return algorithm[i];
    return algorithm[0];
}

void perf_collective_prepare(perf_rank_t *r, size_t size)
{
    perf_layer_t *l = r->layer;
    pami_geometry_t world;
    if (size != 0)
        perf_fill(r, size);
    perf_layer_check(r, PAMI_Geometry_world(l->client, &world), "PAMI_Geometry_world");
    l->arrived = 0;
    l->barrier = (pami_xfer_t){.cb_done = perf_layer_done, .cookie = l};
    l->allreduce = l->barrier;
    l->barrier.algorithm = layer_choose_algorithm(r, world, PAMI_XFER_BARRIER);
    l->allreduce.algorithm = layer_choose_algorithm(r, world, PAMI_XFER_ALLREDUCE);
    l->allreduce.cmd.xfer_allreduce = (pami_allreduce_t){.sndbuf = r->source,
                                                         .stype = PAMI_TYPE_DOUBLE,
                                                         .stypecount = size / sizeof(double),
                                                         .rcvbuf = r->target,
                                                         .rtype = PAMI_TYPE_DOUBLE,
                                                         .rtypecount = size / sizeof(double),
                                                         .op = PAMI_DATA_SUM,
                                                         .commutative = 1};
}

static double layer_collectives(perf_rank_t *r, pami_xfer_t *xfer, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        l->started++;
        perf_layer_check(r, PAMI_Collective(l->context, xfer), "PAMI_Collective");
        perf_layer_await(l, 0);
    }
    double seconds = (perf_now() - begin) / (double)rounds;
    perf_layer_resync_barrier(r);
    return seconds;
}

double perf_pami_barrier(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)size;
    return layer_collectives(r, &r->layer->barrier, rounds);
}

double perf_pami_allreduce(perf_rank_t *r, size_t size, uint64_t rounds)
{
    memset(r->target, 0, size);
    double seconds = layer_collectives(r, &r->layer->allreduce, rounds);
    perf_check_sum(r, size, r->process.ranks);
    return seconds;
}

/* ---- communication threads ---- */

typedef void (*async_function)(pami_context_t context, void *cookie);
typedef pami_result_t (*async_register)(pami_context_t context, async_function progress,
                                        async_function suspend, async_function resume, void *cookie);
typedef pami_result_t (*async_enable)(pami_context_t context, int events);

/* Completion on the communication thread. Release: pairs with the load acquire of the main thread. */
static void layer_end_async(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    emuq_flag_store_release((bool *)cookie, true);
}

static pami_result_t layer_begin_async(pami_context_t context, void *xfer)
{
    return PAMI_Collective(context, xfer);
}

/* The main thread only polls a flag in memory. */
static double layer_async_collectives(perf_rank_t *r, const pami_xfer_t *of, uint64_t rounds)
{
    bool is_done;
    pami_work_t work;
    pami_xfer_t xfer = *of;
    xfer.cb_done = layer_end_async;
    xfer.cookie = &is_done;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        emuq_flag_store(&is_done, false);
        perf_layer_check(r, PAMI_Context_post(r->layer->context, &work, layer_begin_async, &xfer),
                         "PAMI_Context_post");
        while (!emuq_flag_load_acquire(&is_done))
            continue;
    }
    return (perf_now() - begin) / (double)rounds;
}

double perf_pami_async_allreduce(perf_rank_t *r, size_t size, uint64_t rounds)
{
    perf_layer_t *l = r->layer;
    pami_extension_t e;
    perf_layer_check(r, PAMI_Extension_open(l->client, "EXT_async_progress", &e), "PAMI_Extension_open");
    async_register enrol = (async_register)PAMI_Extension_symbol(e, "register");
    async_enable enable = (async_enable)PAMI_Extension_symbol(e, "enable"),
                 disable = (async_enable)PAMI_Extension_symbol(e, "disable");
    memset(r->target, 0, size);
    perf_layer_check(r, enrol(l->context, NULL, NULL, NULL, NULL), "register of EXT_async_progress");
    perf_layer_check(r, enable(l->context, 0), "enable of EXT_async_progress");
    double seconds = layer_async_collectives(r, &l->allreduce, rounds);
    perf_layer_check(r, disable(l->context, 0), "disable of EXT_async_progress");
    perf_layer_check(r, PAMI_Extension_close(e), "PAMI_Extension_close");
    perf_layer_resync_barrier(r);
    perf_check_sum(r, size, r->process.ranks);
    return seconds;
}
