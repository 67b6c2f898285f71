/* SPDX-License-Identifier: BSD-3-Clause */
/* Typed messages, puts and gets: different strided layouts on both sides, and data functions. */
#include "pami_support.h"

enum { ID = 5, ID_ADDRESS = 6, SPACE = 1 << 18 };

typedef struct state {
    kit_t kit;
    pami_type_t wide, narrow; /* blocks of 24 bytes in 64, of 8 bytes in 40 */
    char *memory;
    pami_memregion_t region;
    char *there[8];
    pami_memregion_t regions[8];
    unsigned known, received, done, remote;
    pami_data_function fn;  /* of the next message */
    pami_result_t expected; /* what its receive comes to */
} state_t;

enum { WIDE = 24, WIDE_EXTENT = 64, NARROW = 8, NARROW_EXTENT = 40 };

/* Byte @p i of the stream of a layout. */
static char *at(char *base, size_t block, size_t extent, size_t i)
{
    return base + i / block * extent + i % block;
}

static pami_type_t make_type(size_t block, size_t extent)
{
    pami_type_t type;
    CHECK_EQUAL(PAMI_Type_create(&type), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_add_simple(type, block, 0, 1, extent), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_complete(type, 8), PAMI_SUCCESS);
    return type;
}

static void arrived(pami_context_t context, void *cookie, pami_result_t result)
{
    state_t *s = cookie;
    (void)context;
    CHECK_EQUAL(result, s->expected);
    s->received++;
}

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    (void)context, (void)header, (void)header_size, (void)data_size, (void)origin;
    CHECK(data == NULL);
    recv->addr = s->memory;
    recv->type = s->narrow;
    recv->offset = 16;
    recv->data_fn = s->fn;
    recv->local_fn = arrived;
    recv->cookie = s;
}

typedef struct row {
    char *memory;
    pami_memregion_t region;
} row_t;

static void address(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    row_t row;
    (void)context, (void)header, (void)header_size, (void)data_size, (void)recv;
    memcpy(&row, data, sizeof row);
    s->there[origin] = row.memory;
    memcpy(&s->regions[origin], &row.region, sizeof row.region);
    s->known++;
}

static state_t *begin(mu_rank_t *me)
{
    pami_dispatch_hint_t async = {.recv_immediate = PAMI_HINT_DISABLE};
    state_t *s = calloc(1, sizeof *s);
    size_t out;
    row_t row;
    kit_open(&s->kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID, arrival, s, async), PAMI_SUCCESS);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID_ADDRESS, address, s, kit_no_hints), PAMI_SUCCESS);
    s->wide = make_type(WIDE, WIDE_EXTENT);
    s->narrow = make_type(NARROW, NARROW_EXTENT);
    row.memory = s->memory = calloc(1, SPACE);
    CHECK_EQUAL(PAMI_Memregion_create(s->kit.context[0], s->memory, SPACE, &out, &s->region), PAMI_SUCCESS);
    memcpy(&row.region, &s->region, sizeof row.region);
    for (uint32_t i = 0; i < s->kit.tasks; i++)
        kit_send_immediate(s->kit.context[0], kit_endpoint(&s->kit, i, 0), ID_ADDRESS, NULL, 0, &row,
                           sizeof row);
    KIT_WAIT(&s->kit, s->known == s->kit.tasks);
    return s;
}

static void end(state_t *s)
{
    PAMI_Type_destroy(&s->wide);
    PAMI_Type_destroy(&s->narrow);
    kit_close(&s->kit);
    free(s->memory);
    free(s);
}

/* Sends @p bytes from a wide layout to a narrow layout. */
static void send(state_t *s, const char *source, size_t bytes)
{
    pami_send_typed_t p;
    memset(&p, 0, sizeof p);
    p.send.data = (struct iovec){(void *)(uintptr_t)source, bytes};
    p.send.dispatch = ID;
    p.send.dest = kit_endpoint(&s->kit, (s->kit.task + 1) % s->kit.tasks, 0);
    p.events.cookie = &s->done;
    p.events.local_fn = kit_count;
    p.typed.type = s->wide;
    p.typed.offset = 8;
    CHECK_EQUAL(PAMI_Send_typed(s->kit.context[0], &p), PAMI_SUCCESS);
}

static void send_body(mu_rank_t *me)
{
    static const size_t sizes[] = {8, 80, 496, 1000, 8000, 40000};
    state_t *s = begin(me);
    char *source = malloc(SPACE);
    uint32_t before = (s->kit.task + s->kit.tasks - 1) % s->kit.tasks;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        memset(s->memory, 0x33, SPACE);
        for (size_t b = 0; b < sizes[i] + 8; b++)
            *at(source, WIDE, WIDE_EXTENT, b) = (char)(b * 7 + s->kit.task + i);
        unsigned received = s->received + 1, done = s->done + 1;
        kit_barrier(&s->kit);
        send(s, source, sizes[i]);
        KIT_WAIT(&s->kit, s->received == received && s->done == done);
        size_t wrong = 0;
        for (size_t b = 0; b < sizes[i]; b++)
            wrong += *at(s->memory, NARROW, NARROW_EXTENT, b + 16) != (char)((b + 8) * 7 + before + i);
        CHECK_EQUAL(wrong, 0);
        CHECK(mu_all(at(s->memory, NARROW, NARROW_EXTENT, 16) + NARROW, NARROW_EXTENT - NARROW, 0x33));
        kit_barrier(&s->kit);
    }
    free(source);
    end(s);
}

static void sends(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), send_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), send_body);
}

/* The receiver adds what arrives to what is there. */
static void add(void *target, void *source, size_t bytes, void *cookie)
{
    (void)cookie;
    CHECK_EQUAL(bytes % 8, 0);
    for (size_t i = 0; i < bytes / 8; i++)
        ((uint64_t *)target)[i] += ((uint64_t *)source)[i];
}

static void function_body(mu_rank_t *me)
{
    static const size_t words[] = {1, 62, 500, 4000};
    state_t *s = begin(me);
    char *source = malloc(SPACE);
    s->fn = add;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (size_t w = 0; w < words[i] + 1; w++)
            *(uint64_t *)(void *)at(source, WIDE, WIDE_EXTENT, w * 8) = w * 1000;
        for (size_t w = 0; w < words[i] + 2; w++)
            *(uint64_t *)(void *)at(s->memory, NARROW, NARROW_EXTENT, w * 8) = w;
        unsigned received = s->received + 1;
        kit_barrier(&s->kit);
        send(s, source, words[i] * 8);
        KIT_WAIT(&s->kit, s->received == received && s->done == received);
        size_t wrong = 0;
        for (size_t w = 0; w < words[i]; w++)
            wrong += *(uint64_t *)(void *)at(s->memory, NARROW, NARROW_EXTENT, w * 8 + 16) !=
                     w + 2 + (w + 1) * 1000;
        CHECK_EQUAL(wrong, 0);
        kit_barrier(&s->kit);
    }
    free(source);
    end(s);
}

static void functions(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), function_body);
}

/* A data function that does not apply on either side, and a type without data: rejected without effect. */
static void refusal_body(mu_rank_t *me)
{
    state_t *s = begin(me);
    pami_context_t context = s->kit.context[0];
    char *source = calloc(1, SPACE);
    pami_type_t empty;
    pami_send_typed_t p;
    memset(s->memory, 0x44, SPACE);
    s->fn = PAMI_DATA_SUM; /* not of a type of plain bytes in blocks */
    s->expected = PAMI_INVAL;
    kit_barrier(&s->kit);
    send(s, source, 80);
    send(s, source, 8000);
    KIT_WAIT(&s->kit, s->received == 2 && s->done == 2);
    CHECK(mu_all(s->memory, SPACE, 0x44));
    kit_barrier(&s->kit);

    CHECK_EQUAL(PAMI_Type_create(&empty), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_complete(empty, 1), PAMI_SUCCESS);
    memset(&p, 0, sizeof p);
    p.send.data = (struct iovec){source, 8};
    p.send.dispatch = ID;
    p.send.dest = kit_endpoint(&s->kit, s->kit.task, 0);
    p.typed.type = empty;
    CHECK_EQUAL(PAMI_Send_typed(context, &p), PAMI_INVAL);
    p.typed.type = s->wide;
    p.typed.data_fn = PAMI_DATA_SUM;
    CHECK_EQUAL(PAMI_Send_typed(context, &p), PAMI_INVAL);
    pami_put_typed_t put;
    memset(&put, 0, sizeof put);
    put.rma.dest = p.send.dest;
    put.rma.bytes = 8;
    put.addr.local = source;
    put.addr.remote = s->memory;
    put.type.local = s->wide;
    put.type.remote = empty;
    CHECK_EQUAL(PAMI_Put_typed(context, &put), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Type_destroy(&empty), PAMI_SUCCESS);
    free(source);
    end(s);
}

static void refusals(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), refusal_body);
}

/* Puts from a wide layout into a narrow remote layout, and gets in the opposite direction. */
static void onesided_body(mu_rank_t *me)
{
    enum { BYTES = 4800 };
    state_t *s = begin(me);
    char *local = malloc(SPACE);
    size_t out;
    pami_memregion_t region;
    uint32_t next = (s->kit.task + 1) % s->kit.tasks,
             before = (s->kit.task + s->kit.tasks - 1) % s->kit.tasks;
    CHECK_EQUAL(PAMI_Memregion_create(s->kit.context[0], local, SPACE, &out, &region), PAMI_SUCCESS);
    for (int way = 0; way < 4; way++) {
        bool put = way < 2;
        memset(put ? s->memory : local, 0x11, SPACE);
        for (size_t b = 0; b < BYTES; b++)
            if (put)
                *at(local, WIDE, WIDE_EXTENT, b) = (char)(b * 3 + s->kit.task);
            else
                *at(s->memory, NARROW, NARROW_EXTENT, b) = (char)(b * 3 + s->kit.task);
        s->done = s->remote = 0;
        kit_barrier(&s->kit);
        pami_rma_t rma = {
            .dest = kit_endpoint(&s->kit, next, 0), .bytes = BYTES, .cookie = &s->done, .done_fn = kit_count};
        pami_rma_typed_t type = {s->wide, s->narrow};
        pami_rma_addr_t addr = {local, s->there[next]};
        pami_rdma_t rdma = {{&region, 0}, {&s->regions[next], 0}};
        pami_put_typed_t p0 = {.rma = rma, .addr = addr, .type = type, .put = {kit_count}};
        pami_rput_typed_t p1 = {.rma = rma, .rdma = rdma, .type = type, .put = {kit_count}};
        pami_get_typed_t p2 = {.rma = rma, .addr = addr, .type = type};
        pami_rget_typed_t p3 = {.rma = rma, .rdma = rdma, .type = type};
        CHECK_EQUAL(way == 0   ? PAMI_Put_typed(s->kit.context[0], &p0)
                    : way == 1 ? PAMI_Rput_typed(s->kit.context[0], &p1)
                    : way == 2 ? PAMI_Get_typed(s->kit.context[0], &p2)
                               : PAMI_Rget_typed(s->kit.context[0], &p3),
                    PAMI_SUCCESS);
        KIT_WAIT(&s->kit, s->done == (put ? 2 : 1));
        kit_barrier(&s->kit);
        size_t wrong = 0;
        for (size_t b = 0; b < BYTES; b++)
            wrong += put ? *at(s->memory, NARROW, NARROW_EXTENT, b) != (char)(b * 3 + before)
                         : *at(local, WIDE, WIDE_EXTENT, b) != (char)(b * 3 + next);
        CHECK_EQUAL(wrong, 0);
        CHECK_EQUAL(put ? s->memory[NARROW] : local[WIDE], 0x11);
        kit_barrier(&s->kit);
    }
    free(local);
    end(s);
}

static void onesided(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), onesided_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), onesided_body);
}

/* ---- what remote completion promises ---- */

enum { LATE = 40000 }; /* longer than eager messages */

typedef struct target {
    char *memory;
    pami_type_t narrow;
    size_t held; /* bytes present at the origin's completion */
} target_t;

static void arrival_at_target(pami_context_t context, void *cookie, const void *header, size_t header_size,
                              const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    target_t *t = cookie;
    (void)context, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin;
    recv->addr = t->memory;
    recv->type = t->narrow;
}

static void completed(pami_context_t context, void *cookie, pami_result_t result)
{
    target_t *t = cookie;
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    t->held = 0;
    for (size_t b = 0; b < LATE; b++)
        t->held += *at(t->memory, NARROW, NARROW_EXTENT, b) == (char)(b % 100 + 1);
}

/* Starts an operation with remote completion, of three kinds. */
static void start_late(kit_t *kit, target_t *t, char *data, int way)
{
    pami_endpoint_t dest = kit_endpoint(kit, kit->task, 1);
    pami_send_t send = {.send = {.data = {data, LATE}, .dispatch = ID, .dest = dest},
                        .events = {.cookie = t}};
    pami_put_typed_t put = {.rma = {.dest = dest, .bytes = LATE, .cookie = t},
                            .addr = {data, t->memory},
                            .type = {PAMI_TYPE_BYTE, t->narrow},
                            .put = {completed}};
    if (way != 1)
        send.events.remote_fn = completed;
    if (way == 0)
        CHECK_EQUAL(PAMI_Put_typed(kit->context[0], &put), PAMI_SUCCESS);
    else
        CHECK_EQUAL(PAMI_Send(kit->context[0], &send), PAMI_SUCCESS);
    if (way == 1)
        CHECK_EQUAL(PAMI_Fence_endpoint(kit->context[0], completed, t, dest), PAMI_SUCCESS);
}

/* The target advances round by round, and the origin checks after each round. */
static void remote_body(mu_rank_t *me)
{
    kit_t kit;
    char *data = malloc(LATE);
    target_t t = {.memory = malloc(SPACE), .narrow = make_type(NARROW, NARROW_EXTENT)};
    kit_open(&kit, me, 2);
    for (unsigned i = 0; i < 2; i++)
        CHECK_EQUAL(PAMI_Dispatch_set(kit.context[i], ID,
                                      (pami_dispatch_callback_function){.p2p = arrival_at_target}, &t,
                                      (pami_dispatch_hint_t){0}),
                    PAMI_SUCCESS);
    for (size_t b = 0; b < LATE; b++)
        data[b] = (char)(b % 100 + 1);
    for (int way = 0; way < 3; way++) {
        memset(t.memory, 0, SPACE);
        t.held = SIZE_MAX;
        start_late(&kit, &t, data, way);
        for (uint64_t since = mu_microseconds(); t.held == SIZE_MAX;) {
            for (int round = 0; round < 100; round++) /* all packets for context 0 */
                PAMI_Context_advance(kit.context[0], 1);
            if (t.held == SIZE_MAX)
                PAMI_Context_advance(kit.context[1], 1);
            kit_patience(since, "remote completion", __FILE__, __LINE__);
        }
        CHECK_EQUAL(t.held, LATE);
    }
    kit_close(&kit);
    PAMI_Type_destroy(&t.narrow);
    free(t.memory);
    free(data);
}

static void remote(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), remote_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"sends", sends},        {"functions", functions},
                                        {"one-sided", onesided}, {"remote completion", remote},
                                        {"refusals", refusals},  {NULL, NULL}};
    return emuq_test_main("PAMI with types", tests);
}
