/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI_Rput, PAMI_Rget, PAMI_Put, PAMI_Get, fences. */
#include "pami_support.h"

enum { SIZES = 9, PIECE = 1 << 20, FLOOD = 500 };

static const size_t sizes[SIZES] = {1, 3, 8, 500, 513, 8192, 70000, 300000, PIECE};

typedef struct state {
    kit_t kit;
    char *source, *target;
    pami_memregion_t source_region, target_region;
    unsigned done, remote;
    /* all tasks' */
    pami_memregion_t *sources, *targets;
    char **source_va, **target_va;
} state_t;

enum { ID_TABLE = 9 };

typedef struct row {
    pami_memregion_t source, target;
    char *source_va, *target_va;
} row_t;

static void table(pami_context_t context, void *cookie, const void *header, size_t header_size,
                  const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    pami_task_t task;
    size_t offset;
    row_t row;
    (void)context, (void)header, (void)header_size, (void)recv;
    CHECK_EQUAL(data_size, sizeof row);
    memcpy(&row, data, sizeof row);
    PAMI_Endpoint_query(origin, &task, &offset);
    memcpy(&s->sources[task], &row.source, sizeof row.source);
    memcpy(&s->targets[task], &row.target, sizeof row.target);
    s->source_va[task] = row.source_va;
    s->target_va[task] = row.target_va;
    s->done++;
}

static state_t *begin(mu_rank_t *me, size_t bytes)
{
    state_t *s = calloc(1, sizeof *s);
    size_t out;
    kit_open(&s->kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID_TABLE, table, s, kit_no_hints), PAMI_SUCCESS);
    s->source = malloc(bytes);
    s->target = calloc(1, bytes);
    s->sources = calloc(s->kit.tasks, sizeof *s->sources);
    s->targets = calloc(s->kit.tasks, sizeof *s->targets);
    s->source_va = calloc(s->kit.tasks, sizeof *s->source_va);
    s->target_va = calloc(s->kit.tasks, sizeof *s->target_va);
    row_t row = {.source_va = s->source, .target_va = s->target};
    CHECK_EQUAL(PAMI_Memregion_create(s->kit.context[0], s->source, bytes, &out, &row.source), PAMI_SUCCESS);
    CHECK_EQUAL(out, bytes);
    CHECK_EQUAL(PAMI_Memregion_create(s->kit.context[0], s->target, bytes, &out, &row.target), PAMI_SUCCESS);
    memcpy(&s->source_region, &row.source, sizeof row.source);
    memcpy(&s->target_region, &row.target, sizeof row.target);
    for (uint32_t i = 0; i < s->kit.tasks; i++)
        kit_send_immediate(s->kit.context[0], kit_endpoint(&s->kit, i, 0), ID_TABLE, NULL, 0, &row,
                           sizeof row);
    KIT_WAIT(&s->kit, s->done == s->kit.tasks);
    s->done = 0;
    return s;
}

static void end(state_t *s)
{
    PAMI_Memregion_destroy(s->kit.context[0], &s->source_region);
    kit_close(&s->kit);
    free(s->source);
    free(s->target);
    free(s->sources);
    free(s->targets);
    free(s->source_va);
    free(s->target_va);
    free(s);
}

/* The region handles are on the stack and do not outlive the call. */
static void rput(state_t *s, uint32_t to, size_t from, size_t at, size_t bytes, bool remote)
{
    pami_memregion_t local, there;
    memcpy(&local, &s->source_region, sizeof local);
    memcpy(&there, &s->targets[to], sizeof there);
    pami_rput_simple_t p = {.rma = {.dest = kit_endpoint(&s->kit, to, 0), .bytes = bytes, .cookie = &s->done},
                            .rdma = {{&local, from}, {&there, at}}};
    p.rma.done_fn = kit_count;
    if (remote) {
        p.put.rdone_fn = kit_count;
        p.rma.cookie = &s->remote;
    }
    CHECK_EQUAL(PAMI_Rput(s->kit.context[0], &p), PAMI_SUCCESS);
    memset(&local, 0xff, sizeof local);
    memset(&there, 0xff, sizeof there);
}

static void rget(state_t *s, uint32_t from, size_t at, size_t to, size_t bytes)
{
    pami_rget_simple_t p = {.rma = {.dest = kit_endpoint(&s->kit, from, 0),
                                    .bytes = bytes,
                                    .cookie = &s->done,
                                    .done_fn = kit_count},
                            .rdma = {{&s->target_region, to}, {&s->sources[from], at}}};
    CHECK_EQUAL(PAMI_Rget(s->kit.context[0], &p), PAMI_SUCCESS);
}

static void put(state_t *s, uint32_t to, size_t from, size_t at, size_t bytes)
{
    pami_put_simple_t p = {
        .rma = {.dest = kit_endpoint(&s->kit, to, 0), .bytes = bytes, .cookie = &s->remote},
        .addr = {s->source + from, s->target_va[to] + at},
        .put = {kit_count}};
    CHECK_EQUAL(PAMI_Put(s->kit.context[0], &p), PAMI_SUCCESS);
}

static void get(state_t *s, uint32_t from, size_t at, size_t to, size_t bytes)
{
    pami_get_simple_t p = {.rma = {.dest = kit_endpoint(&s->kit, from, 0),
                                   .bytes = bytes,
                                   .cookie = &s->done,
                                   .done_fn = kit_count},
                           .addr = {s->target + to, s->source_va[from] + at}};
    CHECK_EQUAL(PAMI_Get(s->kit.context[0], &p), PAMI_SUCCESS);
}

static void sizes_body(mu_rank_t *me)
{
    state_t *s = begin(me, PIECE + 64);
    uint32_t next = (s->kit.task + 1) % s->kit.tasks,
             before = (s->kit.task + s->kit.tasks - 1) % s->kit.tasks;
    for (int i = 0; i < SIZES; i++) {
        size_t n = sizes[i];
        for (int way = 0; way < 4; way++) {
            unsigned seed = (unsigned)i * 4 + (unsigned)way;
            memset(s->target, 0x5a, n + 64);
            mu_fill(s->source + 3, n, seed * 100 + s->kit.task, 0);
            s->done = s->remote = 0;
            kit_barrier(&s->kit);
            if (way == 0)
                rput(s, next, 3, 5, n, true);
            else if (way == 1)
                put(s, next, 3, 5, n);
            else if (way == 2)
                rget(s, before, 3, 5, n);
            else
                get(s, before, 3, 5, n);
            KIT_WAIT(&s->kit, way == 0 ? s->remote == 2 : way == 1 ? s->remote == 1 : s->done == 1);
            kit_barrier(&s->kit);
            CHECK_EQUAL(mu_same(s->target + 5, n, seed * 100 + before, 0), n);
            CHECK(mu_all(s->target, 5, 0x5a));
            CHECK(mu_all(s->target + 5 + n, 64 - 5, 0x5a));
        }
    }
    end(s);
}

static void all_sizes(void)
{
    emuq_job_t job = MU_NODES(1, 1, 1, 1, 1);
    mu_run(job, sizes_body);
    job.ppn = 2;
    mu_run(job, sizes_body);
    job = MU_NODES(2, 1, 1, 1, 1);
    mu_run(job, sizes_body);
    job.ppn = 2;
    mu_run(job, sizes_body);
}

/* One-sided transfer @p call of 8 bytes with the offsets. */
static pami_result_t transfer(state_t *s, int call, pami_endpoint_t to, size_t local, size_t remote,
                              size_t bytes)
{
    pami_context_t context = s->kit.context[0];
    pami_rma_t rma = {.dest = to, .bytes = bytes, .cookie = &s->done, .done_fn = kit_count};
    pami_task_t task;
    size_t offset;
    PAMI_Endpoint_query(to, &task, &offset);
    pami_memregion_t *there = call % 2 == 0 ? &s->targets[task] : &s->sources[task];
    pami_memregion_t *here = call % 2 == 0 ? &s->source_region : &s->target_region;
    pami_rdma_t rdma = {{here, local}, {there, remote}};
    pami_rma_typed_t type = {PAMI_TYPE_BYTE, PAMI_TYPE_BYTE};
    pami_rput_simple_t rput_simple = {.rma = rma, .rdma = rdma};
    pami_rget_simple_t rget_simple = {.rma = rma, .rdma = rdma};
    pami_rput_typed_t rput_typed = {.rma = rma, .rdma = rdma, .type = type};
    pami_rget_typed_t rget_typed = {.rma = rma, .rdma = rdma, .type = type};
    return call == 0   ? PAMI_Rput(context, &rput_simple)
           : call == 1 ? PAMI_Rget(context, &rget_simple)
           : call == 2 ? PAMI_Rput_typed(context, &rput_typed)
                       : PAMI_Rget_typed(context, &rget_typed);
}

/* Offsets beyond physical addresses are rejected, and change nothing; offsets within them are not. */
static void offsets_body(mu_rank_t *me)
{
    static const char *const names[] = {"PAMI_Rput()", "PAMI_Rget()", "PAMI_Rput_typed()",
                                        "PAMI_Rget_typed()"};
    static const size_t wrong[] = {(size_t)1 << 40, (size_t)1 << 37, SIZE_MAX / 2};
    state_t *s = begin(me, PIECE);
    pami_endpoint_t next = kit_endpoint(&s->kit, (s->kit.task + 1) % s->kit.tasks, 0);
    memset(s->source, 0x21, PIECE);
    memset(s->target, 0x5a, PIECE);
    for (int call = 0; call < 4; call++) {
        for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
            char text[64];
            snprintf(text, sizeof text, "rdma.local.offset 0x%zx: 8 bytes at physical", wrong[i]);
            CHECK_EQUAL(transfer(s, call, next, wrong[i], 0, 8), PAMI_INVAL);
            kit_check_error(names[call], text);
            snprintf(text, sizeof text, "rdma.remote.offset 0x%zx: 8 bytes at physical", wrong[i]);
            CHECK_EQUAL(transfer(s, call, next, 8, wrong[i], 8), PAMI_INVAL);
            kit_check_error(names[call], text);
        }
        if (call < 2) { /* PAMI_Type_add_simple() rejects a type of this size */
            CHECK_EQUAL(transfer(s, call, next, 0, 0, (size_t)1 << 40), PAMI_INVAL);
            kit_check_error(names[call], "rma.bytes 1099511627776 exceeds");
        }
    }
    pami_type_t sparse; /* the second element is outside */
    CHECK_EQUAL(PAMI_Type_create(&sparse), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_add_simple(sparse, 4, 0, 2, (size_t)1 << 40), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_complete(sparse, 1), PAMI_SUCCESS);
    pami_rput_typed_t typed = {.rma = {.dest = next, .bytes = 8, .cookie = &s->done, .done_fn = kit_count},
                               .rdma = {{&s->source_region, 0}, {&s->target_region, 0}},
                               .type = {PAMI_TYPE_BYTE, sparse}};
    CHECK_EQUAL(PAMI_Rput_typed(s->kit.context[0], &typed), PAMI_INVAL);
    kit_check_error("PAMI_Rput_typed()", "rdma.remote.offset 0x0: 4 bytes at physical address 0x1");
    CHECK_EQUAL(PAMI_Type_destroy(&sparse), PAMI_SUCCESS);
    unsigned fenced = 0;
    CHECK_EQUAL(PAMI_Fence_all(s->kit.context[0], kit_count, &fenced), PAMI_SUCCESS);
    KIT_WAIT(&s->kit, fenced == 1);
    kit_barrier(&s->kit);
    CHECK_EQUAL(s->done, 0);
    CHECK(mu_all(s->target, PIECE, 0x5a));
    kit_barrier(&s->kit);
    for (int call = 0; call < 4; call++)
        CHECK_EQUAL(transfer(s, call, next, 8, PIECE - 8, 8), PAMI_SUCCESS);
    KIT_WAIT(&s->kit, s->done == 4);
    kit_barrier(&s->kit);
    end(s);
}

/* Offsets count from the start of a region, also backwards: a client's region may begin behind a buffer. */
static void backwards_body(mu_rank_t *me)
{
    state_t *s = begin(me, PIECE);
    pami_endpoint_t next = kit_endpoint(&s->kit, (s->kit.task + 1) % s->kit.tasks, 0);
    size_t out;
    memset(s->source, 0x21, PIECE);
    CHECK_EQUAL(PAMI_Memregion_create(s->kit.context[0], s->source + 64, 64, &out, &s->source_region),
                PAMI_SUCCESS);
    kit_barrier(&s->kit);
    CHECK_EQUAL(transfer(s, 0, next, (size_t)-64, 0, 8), PAMI_SUCCESS);
    KIT_WAIT(&s->kit, s->done == 1);
    unsigned fenced = 0;
    CHECK_EQUAL(PAMI_Fence_all(s->kit.context[0], kit_count, &fenced), PAMI_SUCCESS);
    KIT_WAIT(&s->kit, fenced == 1);
    kit_barrier(&s->kit);
    CHECK(mu_all(s->target, 8, 0x21));
    end(s);
}

static void offsets(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), offsets_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), offsets_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), backwards_body);
}

/* Thousands outstanding, ended by a fence. */
static void flood_body(mu_rank_t *me)
{
    size_t each = 96;
    unsigned n = MU_ROUNDS(FLOOD);
    state_t *s = begin(me, each * n * me->ranks);
    mu_fill(s->source, each * n * s->kit.tasks, s->kit.task, 0);
    unsigned fenced = 0;
    kit_barrier(&s->kit); /* remote tasks get from here */
    for (unsigned i = 0; i < n; i++)
        for (uint32_t to = 0; to < s->kit.tasks; to++) {
            size_t at = (i * s->kit.tasks + s->kit.task) * each, from = (i * s->kit.tasks + to) * each;
            if (i % 4 == 0)
                rput(s, to, from, at, each, false);
            else if (i % 4 == 1)
                rput(s, to, from, at, each, true);
            else if (i % 4 == 2)
                put(s, to, from, at, each);
            else
                rget(s, to, at, from, each);
        }
    CHECK_EQUAL(PAMI_Fence_begin(s->kit.context[0]), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Fence_all(s->kit.context[0], kit_count, &fenced), PAMI_SUCCESS);
    KIT_WAIT(&s->kit, fenced == 1);
    CHECK_EQUAL(PAMI_Fence_end(s->kit.context[0]), PAMI_SUCCESS);
    CHECK_EQUAL(s->done + s->remote, (n / 4 + n / 4 * 2 + n / 4 * 2) * s->kit.tasks);
    kit_barrier(&s->kit);
    for (unsigned i = 0; i < n; i++)
        for (uint32_t other = 0; other < s->kit.tasks; other++) {
            size_t at = (i * s->kit.tasks + other) * each;
            CHECK_EQUAL(mu_same(s->target + at, each, other, (i * s->kit.tasks + s->kit.task) * each), each);
        }
    end(s);
}

static void flood(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    mu_run(job, flood_body);
    job.ppn = 4;
    mu_run(job, flood_body);
}

/* Gets of all sizes from all tasks, outstanding at the same time: the data is present at each completion. */
typedef struct single_get {
    state_t *s;
    uint32_t from;
    size_t at, bytes;
} single_get_t;

static void got(pami_context_t context, void *cookie, pami_result_t result)
{
    single_get_t *g = cookie;
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    CHECK_EQUAL(mu_same(g->s->target + g->at, g->bytes, g->from, g->at), g->bytes);
    g->s->done++;
    free(g);
}

static void many_gets_body(mu_rank_t *me)
{
    enum { TURNS = 3 };
    size_t each = 0;
    for (int i = 0; i < SIZES; i++)
        each += sizes[i];
    state_t *s = begin(me, each * me->ranks * TURNS);
    mu_fill(s->source, each * s->kit.tasks * TURNS, s->kit.task, 0);
    kit_barrier(&s->kit);
    size_t at = 0;
    for (unsigned i = 0; i < TURNS * SIZES; i++)
        for (uint32_t from = 0; from < s->kit.tasks; from++) {
            single_get_t *g = malloc(sizeof *g);
            *g = (single_get_t){s, from, at, sizes[i % SIZES]};
            pami_rget_simple_t p = {.rma = {.dest = kit_endpoint(&s->kit, from, 0),
                                            .bytes = g->bytes,
                                            .cookie = g,
                                            .done_fn = got},
                                    .rdma = {{&s->target_region, at}, {&s->sources[from], at}}};
            at += g->bytes;
            CHECK_EQUAL(PAMI_Rget(s->kit.context[0], &p), PAMI_SUCCESS);
        }
    KIT_WAIT(&s->kit, s->done == TURNS * SIZES * s->kit.tasks);
    end(s);
}

static void many_gets(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), many_gets_body);
    mu_run(MU_NODES(3, 1, 1, 1, 1), many_gets_body);
}

/* A fence without operations, twice, to an endpoint and to self, with and without a function. */
static void fence_body(mu_rank_t *me)
{
    state_t *s = begin(me, 4096);
    unsigned fenced = 0;
    uint32_t next = (s->kit.task + 1) % s->kit.tasks;
    CHECK_EQUAL(PAMI_Fence_all(s->kit.context[0], NULL, NULL), PAMI_SUCCESS);
    CHECK_EQUAL(
        PAMI_Fence_endpoint(s->kit.context[0], kit_count, &fenced, kit_endpoint(&s->kit, s->kit.task, 0)),
        PAMI_SUCCESS);
    for (int i = 0; i < 20; i++) {
        mu_fill(s->source, 4096, (unsigned)i, 0);
        rput(s, next, 0, 0, 4096, false);
        CHECK_EQUAL(
            PAMI_Fence_endpoint(s->kit.context[0], kit_count, &fenced, kit_endpoint(&s->kit, next, 0)),
            PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Fence_all(s->kit.context[0], kit_count, &fenced), PAMI_SUCCESS);
        KIT_WAIT(&s->kit, fenced == 1 + 2 * ((unsigned)i + 1));
        kit_barrier(&s->kit);
        CHECK_EQUAL(mu_same(s->target, 4096, (unsigned)i, 0), 4096);
        kit_barrier(&s->kit);
    }
    end(s);
}

static void fences(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), fence_body);
    mu_run(MU_NODES(2, 2, 1, 1, 1), fence_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"all sizes", all_sizes}, {"flood", flood},   {"many gets", many_gets},
        {"offsets", offsets},     {"fences", fences}, {NULL, NULL},
    };
    return emuq_test_main("PAMI puts and gets", tests);
}
