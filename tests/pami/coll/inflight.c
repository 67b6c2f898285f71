/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives of several geometries in progress. Tasks start the geometries' collectives in different orders,
 * as non-blocking collectives of several communicators; on each geometry the order is the same everywhere.
 * With MUSPI_NUMINJFIFOS, the program reserves all injection FIFOs without context.
 */
#include "coll_support.h"

#define SETS       5u
#define MOST_OPS   8u
#define MOST_WORDS 2100u

typedef struct flight flight_t;

/* A collective. */
typedef struct operation {
    flight_t *flight;
    unsigned set;
    pami_xfer_type_t type;
    uint32_t algorithm, words, root;
    uint64_t seed;
    uint64_t *out, *in;
    bool is_started, is_done;
} operation_t;

struct flight {
    kit_t kit;
    coll_t set[SETS];
    unsigned sets;
    operation_t operation[MOST_OPS];
    unsigned count, left;
    uint64_t random; /* of this task */
    bool chains;     /* completions start further collectives */
};

static bool program_has_fifos(void)
{
    return getenv("MUSPI_NUMINJFIFOS") != NULL;
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state >> 11;
}

static uint64_t value(uint64_t seed, uint32_t rank, uint64_t i)
{
    return seed * 1000003 + rank * 7919 + i;
}

/* ---- a collective ---- */

static uint32_t rank_of(const operation_t *o)
{
    return o->flight->set[o->set].rank[0];
}

static uint32_t size_of(const operation_t *o)
{
    return o->flight->set[o->set].size;
}

static void open_operation(operation_t *o)
{
    uint32_t n = size_of(o);
    size_t words = (size_t)n * o->words;
    o->out = calloc(words + 1, sizeof *o->out);
    o->in = calloc(words + 1, sizeof *o->in);
    CHECK(o->out != NULL && o->in != NULL);
    for (size_t i = 0; i < words; i++)
        o->out[i] = value(o->seed + i / o->words, rank_of(o), i % o->words);
    if (o->type == PAMI_XFER_BROADCAST && rank_of(o) == o->root && words != 0)
        memcpy(o->in, o->out, o->words * sizeof *o->in);
}

static uint64_t sum(const operation_t *o, uint32_t ranks, uint32_t i)
{
    uint64_t result = 0;
    for (uint32_t k = 0; k < ranks; k++)
        result += value(o->seed, k, i);
    return result;
}

/* Whether word @p i of the data received from rank @p from is correct. */
static bool is_right(const operation_t *o, uint32_t from, uint32_t i)
{
    uint32_t n = size_of(o), rank = rank_of(o);
    uint64_t got = o->in[(size_t)from * o->words + i];
    switch (o->type) {
    case PAMI_XFER_BROADCAST:
        return from != 0 || got == value(o->seed, o->root, i);
    case PAMI_XFER_ALLREDUCE:
        return from != 0 || got == sum(o, n, i);
    case PAMI_XFER_REDUCE:
        return from != 0 || rank != o->root || got == sum(o, n, i);
    case PAMI_XFER_SCAN:
        return from != 0 || got == sum(o, rank + 1, i);
    case PAMI_XFER_SCATTER:
        return from != 0 || got == value(o->seed + rank, o->root, i);
    case PAMI_XFER_GATHER:
        return rank != o->root || got == value(o->seed, from, i);
    case PAMI_XFER_ALLGATHER:
        return got == value(o->seed, from, i);
    case PAMI_XFER_ALLTOALL:
        return got == value(o->seed + rank, from, i);
    default:
        return true;
    }
}

static void close_operation(operation_t *o)
{
    unsigned wrong = 0;
    for (uint32_t from = 0; from < size_of(o); from++)
        for (uint32_t i = 0; i < o->words; i++)
            wrong += !is_right(o, from, i);
    if (!CHECK_EQUAL(wrong, 0))
        fprintf(stderr, "type %d, geometry %u, algorithm %u, %u words, root %u\n", (int)o->type, o->set,
                o->algorithm, o->words, o->root);
    free(o->out);
    free(o->in);
}

static void operation_done(pami_context_t context, void *cookie, pami_result_t result);

static void set_arguments(const operation_t *o, pami_collective_t *c)
{
    const pami_type_t type = PAMI_TYPE_UNSIGNED_LONG_LONG;
    pami_endpoint_t root = o->flight->set[o->set].endpoint[o->root];
    char *out = (char *)o->out, *in = (char *)o->in;
    size_t n = o->words;
    switch (o->type) {
    case PAMI_XFER_BROADCAST:
        c->xfer_broadcast = (pami_broadcast_t){root, in, type, n};
        break;
    case PAMI_XFER_ALLREDUCE:
        c->xfer_allreduce = (pami_allreduce_t){out, type, n, in, type, n, PAMI_DATA_SUM, NULL, 1};
        break;
    case PAMI_XFER_REDUCE:
        c->xfer_reduce = (pami_reduce_t){root, out, type, n, in, type, n, PAMI_DATA_SUM, NULL, 1};
        break;
    case PAMI_XFER_SCAN:
        c->xfer_scan = (pami_scan_t){out, type, n, in, type, n, PAMI_DATA_SUM, NULL, 0};
        break;
    case PAMI_XFER_SCATTER:
        c->xfer_scatter = (pami_scatter_t){root, out, type, n, in, type, n};
        break;
    case PAMI_XFER_GATHER:
        c->xfer_gather = (pami_gather_t){root, out, type, n, in, type, n};
        break;
    case PAMI_XFER_ALLGATHER:
        c->xfer_allgather = (pami_allgather_t){out, type, n, in, type, n};
        break;
    case PAMI_XFER_ALLTOALL:
        c->xfer_alltoall = (pami_alltoall_t){out, type, n, in, type, n};
        break;
    default:
        break;
    }
}

static void start(operation_t *o)
{
    const coll_t *set = &o->flight->set[o->set];
    pami_algorithm_t algorithm[8];
    size_t n = coll_algorithms(set, o->type, algorithm, 8);
    pami_xfer_t x = {.cb_done = operation_done, .cookie = o, .algorithm = algorithm[o->algorithm % n]};
    set_arguments(o, &x.cmd);
    o->is_started = true;
    CHECK_EQUAL(PAMI_Collective(set->context[0], &x), PAMI_SUCCESS);
}

/* ---- several ---- */

/* Starts the next collective of a random geometry. @return false: all have been started */
static bool start_next(flight_t *f)
{
    operation_t *next[SETS];
    unsigned n = 0;
    for (unsigned set = 0; set < f->sets; set++)
        for (unsigned i = 0; i < f->count; i++)
            if (f->operation[i].set == set && !f->operation[i].is_started) {
                next[n++] = &f->operation[i];
                break;
            }
    if (n != 0)
        start(next[next_random(&f->random) % n]);
    return n != 0;
}

static void operation_done(pami_context_t context, void *cookie, pami_result_t result)
{
    operation_t *o = cookie;
    flight_t *f = o->flight;
    CHECK(context == f->kit.context[0] && result == PAMI_SUCCESS && !o->is_done);
    o->is_done = true;
    f->left--;
    if (f->chains && next_random(&f->random) % 2 != 0)
        start_next(f);
}

static void finish(flight_t *f)
{
    KIT_WAIT(&f->kit, f->left == 0);
    for (unsigned i = 0; i < f->count; i++)
        close_operation(&f->operation[i]);
}

static void open_flight(flight_t *f, mu_rank_t *me, const coll_kind_t *kind, unsigned sets)
{
    memset(f, 0, sizeof *f);
    kit_open(&f->kit, me, 1);
    for (f->sets = 0; f->sets < sets; f->sets++)
        coll_open(&f->set[f->sets], &f->kit, kind[f->sets]);
}

static void close_flight(flight_t *f)
{
    while (f->sets != 0)
        coll_close(&f->set[--f->sets]);
    kit_close(&f->kit);
}

static void jobs(mu_body_t body)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), body);
    emuq_job_t job = MU_NODES(2, 2, 1, 1, 1);
    job.ppn = 2;
    if (!program_has_fifos())
        mu_run(job, body);
}

/* ---- every task begins with a different geometry ---- */

/* A geometry with class routes, besides the world. */
static void open_optimized(coll_t *c, kit_t *kit, unsigned id)
{
    pami_configuration_t optimize = {.name = PAMI_GEOMETRY_OPTIMIZE, .value.intval = 1};
    pami_geometry_range_t all = {0, kit->tasks - 1};
    coll_open(c, kit, COLL_WORLD);
    CHECK_EQUAL(PAMI_Geometry_create_taskrange(kit->client, 0, &optimize, 1, &c->geometry, PAMI_GEOMETRY_NULL,
                                               id, &all, 1, kit->context[0], kit_count, &c->done),
                PAMI_SUCCESS);
    KIT_WAIT(kit, c->done == 1);
    CHECK_EQUAL(PAMI_Geometry_query(c->geometry, &optimize, 1), PAMI_SUCCESS);
    CHECK_EQUAL(optimize.value.intval, !program_has_fifos());
}

static void rotate(flight_t *f, pami_xfer_type_t type, uint32_t algorithm, uint32_t words)
{
    f->count = f->left = f->sets;
    for (unsigned i = 0; i < f->sets; i++) {
        unsigned set = (i + f->kit.task) % f->sets;
        f->operation[i] = (operation_t){.flight = f,
                                        .set = set,
                                        .type = type,
                                        .algorithm = algorithm,
                                        .words = words,
                                        .seed = words + set};
        open_operation(&f->operation[i]);
        start(&f->operation[i]);
    }
    finish(f);
}

static void rotated_body(mu_rank_t *me)
{
    static const pami_xfer_type_t types[] = {PAMI_XFER_BARRIER, PAMI_XFER_BROADCAST, PAMI_XFER_ALLREDUCE,
                                             PAMI_XFER_REDUCE};
    static const coll_kind_t world = COLL_WORLD;
    flight_t f;
    open_flight(&f, me, &world, 1);
    for (; f.sets < 3; f.sets++)
        open_optimized(&f.set[f.sets], &f.kit, f.sets);
    for (unsigned t = 0; t < sizeof types / sizeof types[0]; t++)
        for (uint32_t algorithm = 0; algorithm < 2; algorithm++) {
            rotate(&f, types[t], algorithm, 1);
            rotate(&f, types[t], algorithm, 64);
            rotate(&f, types[t], algorithm, MOST_WORDS / 2);
        }
    close_flight(&f);
}

static void rotated(void)
{
    jobs(rotated_body);
}

/* ---- at random ---- */

/* Equal on all tasks, except `random`. */
static void choose(flight_t *f, uint64_t seed)
{
    static const pami_xfer_type_t types[] = {PAMI_XFER_BARRIER,   PAMI_XFER_BROADCAST, PAMI_XFER_ALLREDUCE,
                                             PAMI_XFER_REDUCE,    PAMI_XFER_SCAN,      PAMI_XFER_SCATTER,
                                             PAMI_XFER_GATHER,    PAMI_XFER_ALLGATHER, PAMI_XFER_ALLTOALL,
                                             PAMI_XFER_ALLREDUCE, PAMI_XFER_BROADCAST};
    static const uint32_t words[] = {0, 1, 2, 8, 31, 64, 65, 200, 512, 1024, MOST_WORDS / 2, MOST_WORDS};
    uint64_t common = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (unsigned i = 0; i < 5; i++)
        next_random(&common);
    f->random = common ^ (f->kit.task + 1) * UINT64_C(0xd1b54a32d192ed03);
    f->count = f->left = 2 + (unsigned)(next_random(&common) % (MOST_OPS - 1));
    f->chains = next_random(&common) % 2 != 0;
    for (unsigned i = 0; i < f->count; i++) {
        operation_t *o = &f->operation[i];
        *o = (operation_t){.flight = f, .seed = seed + i};
        o->type = types[next_random(&common) % (sizeof types / sizeof types[0])];
        o->set = (unsigned)(next_random(&common) % f->sets);
        o->algorithm = (uint32_t)(next_random(&common) % 8);
        o->words = words[next_random(&common) % (sizeof words / sizeof words[0])];
        o->root = (uint32_t)(next_random(&common) % COLL_MOST) % size_of(o);
        open_operation(o);
    }
}

static void random_body(mu_rank_t *me)
{
    static const coll_kind_t kinds[SETS] = {COLL_WORLD, COLL_OPTIMIZED, COLL_REVERSED, COLL_HALVES,
                                            COLL_SPLIT};
    flight_t f;
    open_flight(&f, me, kinds, program_has_fifos() ? 1 : SETS);
    for (uint64_t seed = 1; seed <= MU_ROUNDS(60u); seed++) {
        choose(&f, seed);
        while (start_next(&f))
            for (uint64_t tests = next_random(&f.random) % 4; tests != 0; tests--)
                PAMI_Context_advance(f.kit.context[0], 1);
        finish(&f);
    }
    close_flight(&f);
}

static void at_random(void)
{
    jobs(random_body);
}

/* ---- destroyed at once ---- */

/* Started collectives complete, with and without class routes, which later geometries reuse. */
static void destroyed_body(mu_rank_t *me)
{
    static const coll_kind_t kinds[] = {COLL_REVERSED, COLL_OPTIMIZED};
    flight_t f;
    open_flight(&f, me, NULL, 0);
    for (unsigned round = 0; round < MU_ROUNDS(20u); round++) {
        coll_open(&f.set[0], &f.kit, kinds[round % 2]);
        f.count = f.left = 3;
        for (unsigned i = 0; i < f.count; i++) {
            f.operation[i] = (operation_t){.flight = &f, .seed = round + i, .words = MOST_WORDS / 2};
            f.operation[i].type = i == 1 ? PAMI_XFER_ALLREDUCE : PAMI_XFER_BARRIER;
            open_operation(&f.operation[i]);
            start(&f.operation[i]);
        }
        CHECK_EQUAL(PAMI_Geometry_destroy(f.kit.client, &f.set[0].geometry, f.kit.context[0], NULL, NULL),
                    PAMI_SUCCESS);
        finish(&f);
    }
    close_flight(&f);
}

static void destroyed(void)
{
    jobs(destroyed_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"rotated", rotated}, {"at random", at_random}, {"destroyed", destroyed}, {NULL, NULL}};
    return emuq_test_main("PAMI collectives of several geometries in flight", tests);
}
