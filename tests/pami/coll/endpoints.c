/* SPDX-License-Identifier: BSD-3-Clause */
/* Geometries with several endpoints per task: a thread for each endpoint, advancing its own context only, all
 * collectives of all lengths, two in progress at the same time. */
#include "coll_support.h"

#include <sched.h>

enum { FLIGHTS = 2, MOST_SEATS = 4 };

/* A collective started by a member. */
typedef struct flight {
    pami_xfer_type_t type;
    uint32_t root;
    size_t words; /* of a block */
    uint64_t seed;
    uint64_t *out, *in;
    size_t counts[COLL_MOST], places[COLL_MOST];
    int icounts[COLL_MOST], iplaces[COLL_MOST];
    unsigned done;
} flight_t;

/* A member, with a separate thread. */
typedef struct worker {
    pthread_t thread;
    const coll_t *c;
    uint32_t seat;
    unsigned turns;
    pami_algorithm_t (*algorithm)[8]; /* [type] */
    size_t *algorithms;               /* [type] */
} worker_t;

static uint64_t value(const flight_t *f, uint32_t from, uint32_t to, size_t i)
{
    return f->seed + from * UINT64_C(1000003) + to * UINT64_C(10007) + i;
}

/* Blocks of a buffer: for each rank, or a single block. */
static bool sends_all(pami_xfer_type_t type)
{
    return type == PAMI_XFER_REDUCE_SCATTER ||
           (type >= PAMI_XFER_SCATTER && type <= PAMI_XFER_SCATTERV_INT) ||
           (type >= PAMI_XFER_ALLTOALL && type <= PAMI_XFER_ALLTOALLV_INT);
}

static void fill(const worker_t *w, flight_t *f, size_t words)
{
    uint32_t size = w->c->size, rank = w->c->rank[w->seat];
    f->words = words;
    f->out = calloc(size * words + 1, sizeof *f->out);
    f->in = calloc(size * words + 1, sizeof *f->in);
    for (uint32_t to = 0; to < (sends_all(f->type) ? size : 1); to++)
        for (size_t i = 0; i < words; i++)
            f->out[to * words + i] = value(f, rank, to, i);
    for (uint32_t k = 0; k < size; k++) {
        f->counts[k] = words;
        f->places[k] = k * words;
        f->icounts[k] = (int)words;
        f->iplaces[k] = (int)(k * words);
    }
}

/* Common arguments of the collectives. */
#define OUT           (char *)f->out, t, f->words
#define IN            (char *)f->in, t, f->words
#define IOUT          (char *)f->out, t, (int)f->words
#define IIN           (char *)f->in, t, (int)f->words
#define MANY(buffer)  (char *)f->buffer, t, f->counts, f->places
#define IMANY(buffer) (char *)f->buffer, t, f->icounts, f->iplaces
#define SUM           PAMI_DATA_SUM, NULL

static void set_up(const worker_t *w, flight_t *f, pami_collective_t *c)
{
    pami_type_t t = PAMI_TYPE_UNSIGNED_LONG;
    pami_endpoint_t root = w->c->endpoint[f->root];
    uint32_t size = w->c->size;
    if (f->type == PAMI_XFER_BROADCAST)
        c->xfer_broadcast =
            (pami_broadcast_t){root, (char *)(w->c->rank[w->seat] == f->root ? f->out : f->in), t, f->words};
    else if (f->type == PAMI_XFER_ALLREDUCE)
        c->xfer_allreduce = (pami_allreduce_t){OUT, IN, SUM, 1};
    else if (f->type == PAMI_XFER_REDUCE)
        c->xfer_reduce = (pami_reduce_t){root, OUT, IN, SUM, 1};
    else if (f->type == PAMI_XFER_SCAN)
        c->xfer_scan = (pami_scan_t){OUT, IN, SUM, 0};
    else if (f->type == PAMI_XFER_REDUCE_SCATTER)
        c->xfer_reduce_scatter =
            (pami_reduce_scatter_t){(char *)f->out, t, size * f->words, (char *)f->in, t, f->counts, SUM, 1};
    else if (f->type == PAMI_XFER_ALLGATHER)
        c->xfer_allgather = (pami_allgather_t){OUT, IN};
    else if (f->type == PAMI_XFER_ALLGATHERV)
        c->xfer_allgatherv = (pami_allgatherv_t){OUT, MANY(in)};
    else if (f->type == PAMI_XFER_ALLGATHERV_INT)
        c->xfer_allgatherv_int = (pami_allgatherv_int_t){IOUT, IMANY(in)};
    else if (f->type == PAMI_XFER_GATHER)
        c->xfer_gather = (pami_gather_t){root, OUT, IN};
    else if (f->type == PAMI_XFER_GATHERV)
        c->xfer_gatherv = (pami_gatherv_t){root, OUT, MANY(in)};
    else if (f->type == PAMI_XFER_GATHERV_INT)
        c->xfer_gatherv_int = (pami_gatherv_int_t){root, IOUT, IMANY(in)};
    else if (f->type == PAMI_XFER_SCATTER)
        c->xfer_scatter = (pami_scatter_t){root, OUT, IN};
    else if (f->type == PAMI_XFER_SCATTERV)
        c->xfer_scatterv = (pami_scatterv_t){root, MANY(out), IN};
    else if (f->type == PAMI_XFER_SCATTERV_INT)
        c->xfer_scatterv_int = (pami_scatterv_int_t){root, IMANY(out), IIN};
    else if (f->type == PAMI_XFER_ALLTOALL)
        c->xfer_alltoall = (pami_alltoall_t){OUT, IN};
    else if (f->type == PAMI_XFER_ALLTOALLV)
        c->xfer_alltoallv = (pami_alltoallv_t){MANY(out), MANY(in)};
    else if (f->type == PAMI_XFER_ALLTOALLV_INT)
        c->xfer_alltoallv_int = (pami_alltoallv_int_t){IMANY(out), IMANY(in)};
}

static void start(const worker_t *w, flight_t *f, unsigned turn)
{
    static const size_t lengths[] = {0, 1, 30, 63, 200, 1100, 9000};
    enum { LENGTHS = sizeof lengths / sizeof lengths[0] };
    pami_xfer_t x;
    memset(f, 0, sizeof *f);
    memset(&x, 0, sizeof x);
    f->type = (pami_xfer_type_t)(turn % PAMI_XFER_AMBROADCAST);
    f->root = turn * 5 % w->c->size;
    f->seed = turn * UINT64_C(100000000);
    fill(w, f, lengths[turn / 3 % LENGTHS]);
    set_up(w, f, &x.cmd);
    x.algorithm = w->algorithm[f->type][turn / 7 % w->algorithms[f->type]];
    x.cb_done = kit_count;
    x.cookie = &f->done;
    CHECK_EQUAL(PAMI_Collective(w->c->context[w->seat], &x), PAMI_SUCCESS);
}

/* Expected value of a word of the result. */
static uint64_t wanted(const worker_t *w, const flight_t *f, uint32_t from, size_t i)
{
    uint32_t rank = w->c->rank[w->seat], last = w->c->size - 1;
    uint64_t sum = 0;
    if (f->type == PAMI_XFER_BROADCAST)
        return value(f, f->root, 0, i);
    if (f->type >= PAMI_XFER_SCATTER && f->type <= PAMI_XFER_SCATTERV_INT)
        return value(f, f->root, rank, i);
    if (f->type >= PAMI_XFER_ALLTOALL && f->type <= PAMI_XFER_ALLTOALLV_INT)
        return value(f, from, rank, i);
    if (f->type != PAMI_XFER_ALLREDUCE && f->type != PAMI_XFER_REDUCE && f->type != PAMI_XFER_SCAN &&
        f->type != PAMI_XFER_REDUCE_SCATTER)
        return value(f, from, 0, i);
    for (uint32_t r = 0; r <= (f->type == PAMI_XFER_SCAN ? rank : last); r++)
        sum += value(f, r, f->type == PAMI_XFER_REDUCE_SCATTER ? rank : 0, i);
    return sum;
}

static void finish(const worker_t *w, flight_t *f)
{
    uint32_t rank = w->c->rank[w->seat];
    uint64_t since = mu_microseconds();
    while (f->done == 0) {
        PAMI_Context_advance(w->c->context[w->seat], 10);
        kit_patience(since, "the member's own part of a collective", __FILE__, __LINE__);
    }
    bool gathers = f->type >= PAMI_XFER_GATHER && f->type <= PAMI_XFER_GATHERV_INT;
    bool all = gathers || (f->type >= PAMI_XFER_ALLGATHER && f->type <= PAMI_XFER_ALLGATHERV_INT) ||
               (f->type >= PAMI_XFER_ALLTOALL && f->type <= PAMI_XFER_ALLTOALLV_INT);
    bool has = f->type != PAMI_XFER_BARRIER && (f->type != PAMI_XFER_BROADCAST || rank != f->root) &&
               ((!gathers && f->type != PAMI_XFER_REDUCE) || rank == f->root);
    bool right = true;
    for (uint32_t from = 0; has && from < (all ? w->c->size : 1); from++)
        for (size_t i = 0; right && i < f->words; i++)
            right = CHECK_EQUAL(f->in[from * f->words + i], wanted(w, f, from, i));
    if (!right)
        fprintf(stderr, "type %d, %zu words, rank %u of %u, root %u\n", (int)f->type, f->words, rank,
                w->c->size, f->root);
    free(f->out);
    free(f->in);
}

/* Two collectives in progress: the second starts before the first has ended. */
static void *work(void *argument)
{
    worker_t *w = argument;
    flight_t flight[FLIGHTS];
    start(w, &flight[0], 0);
    for (unsigned turn = 1; turn < w->turns; turn++) {
        start(w, &flight[turn % FLIGHTS], turn);
        if ((turn + w->seat) % 4 == 0)
            sched_yield();
        finish(w, &flight[(turn - 1) % FLIGHTS]);
    }
    finish(w, &flight[(w->turns - 1) % FLIGHTS]);
    return NULL;
}

static void run(mu_rank_t *me, size_t endpoints, coll_kind_t kind)
{
    kit_t kit;
    coll_t c;
    worker_t w[MOST_SEATS];
    pami_algorithm_t algorithm[PAMI_XFER_COUNT][8];
    size_t algorithms[PAMI_XFER_COUNT];
    kit_open(&kit, me, endpoints);
    coll_open(&c, &kit, kind);
    for (unsigned type = 0; type < PAMI_XFER_AMBROADCAST; type++)
        algorithms[type] = coll_algorithms(&c, (pami_xfer_type_t)type, algorithm[type], 8);
    for (uint32_t i = 0; i < c.seats; i++) {
        w[i] = (worker_t){.c = &c,
                          .seat = i,
                          .turns = MU_ROUNDS(18u * 7 * 2), /* each type with each length */
                          .algorithm = algorithm,
                          .algorithms = algorithms};
        pthread_create(&w[i].thread, NULL, work, &w[i]);
    }
    for (uint32_t i = 0; i < c.seats; i++)
        pthread_join(w[i].thread, NULL);
    coll_close(&c);
    kit_close(&kit);
}

static void two_body(mu_rank_t *me)
{
    run(me, 2, COLL_ENDPOINTS);
}

static void four_body(mu_rank_t *me)
{
    run(me, 4, COLL_ENDPOINTS);
}

static void on_tasks(mu_body_t body)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), body);
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    job.ppn = 2;
    mu_run(job, body);
}

static void two(void)
{
    on_tasks(two_body);
}

static void four(void)
{
    on_tasks(four_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"two endpoints", two}, {"four endpoints", four}, {NULL, NULL}};
    return emuq_test_main("PAMI collectives of several endpoints", tests);
}
