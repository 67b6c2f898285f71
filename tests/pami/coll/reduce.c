/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions checked against a serial reference: every operation on every type, a non-commutative client
 * function, types with gaps, in place or not, short and long, on all kinds of geometries. */
#include "coll_support.h"
#include "reduce_model.h"

/* Parameters of a reduction. */
typedef struct way {
    const model_t *model;
    unsigned op;
    pami_type_t type;
    size_t stride; /* bytes from element to element */
    size_t count;
    bool in_place; /* both sides use the same memory */
    bool is_named; /* in place, and the sending side is PAMI_IN_PLACE with an invalid type and count */
    uint32_t root;
} way_t;

/* Combines the elements of a range of ranks serially. */
static void reference(const way_t *w, uint32_t first, uint32_t last, size_t i, void *element)
{
    char other[32];
    memset(element, 0, w->model->bytes);
    w->model->make(element, first, i);
    for (uint32_t r = first + 1; r <= last; r++) {
        memset(other, 0, sizeof other);
        w->model->make(other, r, i);
        w->model->combine(w->op, element, other);
    }
}

static char *memory(const way_t *w, size_t count)
{
    return calloc(count * w->stride + 1, 1);
}

static void fill(const way_t *w, char *buffer, uint32_t rank)
{
    for (size_t i = 0; i < w->count; i++)
        w->model->make(buffer + i * w->stride, rank, i);
}

/* Compares results without padding bytes: the reference has no gaps. */
static bool same(const way_t *w, const char *a, const char *b)
{
    if (w->type == PAMI_TYPE_LONG_DOUBLE)
        return *(const long double *)(const void *)a == *(const long double *)(const void *)b;
    if (w->type == PAMI_TYPE_SINGLE_COMPLEX) /* the sign of a zero depends on the order */
        return *(const float *)(const void *)a == *(const float *)(const void *)b &&
               *(const float *)(const void *)(a + 4) == *(const float *)(const void *)(b + 4);
    if (w->type == PAMI_TYPE_DOUBLE_COMPLEX)
        return *(const double *)(const void *)a == *(const double *)(const void *)b &&
               *(const double *)(const void *)(a + 8) == *(const double *)(const void *)(b + 8);
    char again[32], zero[32];
    memset(again, 0, sizeof again);
    memset(zero, 0, sizeof zero);
    if (w->model->ops & 1u << OP_MAXLOC) { /* copies only value and index */
        w->model->combine(OP_COPY, again, a);
        w->model->combine(OP_COPY, zero, b);
        return memcmp(again, zero, w->model->bytes) == 0;
    }
    return memcmp(a, b, w->model->bytes) == 0;
}

static void expect(const way_t *w, const char *buffer, size_t from, size_t count, uint32_t last,
                   const char *what)
{
    char wanted[32];
    for (size_t i = 0; i < count; i++) {
        reference(w, 0, last, from + i, wanted);
        if (!mu_check(same(w, buffer + i * w->stride, wanted), what, __FILE__, __LINE__)) {
            fprintf(stderr, "%s: element %zu of %zu of type %s with operation %u, ranks 0 to %u%s\n", what,
                    from + i, w->count, w->model->name, w->op, last,
                    w->is_named   ? ", PAMI_IN_PLACE"
                    : w->in_place ? ", in place"
                                  : "");
            return;
        }
    }
}

typedef struct member {
    char *out, *in, *before; /* previous contents of `in`, including gaps of elements */
    size_t counts[COLL_MOST], first;
} member_t;

/* Operations on commutative data may have the flag. */
static int commutes(const way_t *w)
{
    return w->op != OP_MATRIX && w->op != OP_COPY && w->op != OP_NOOP;
}

static void set_up(coll_t *c, const way_t *w, pami_xfer_type_t type, uint32_t s, member_t *m, pami_xfer_t *x)
{
    bool root = c->rank[s] == w->root;
    bool named = w->is_named && (root || type != PAMI_XFER_REDUCE);
    pami_data_function fn = model_function(w->op);
    pami_type_t stype = named ? PAMI_TYPE_NULL : w->type;
    size_t scount = named ? SIZE_MAX : w->count;
    m->in = memory(w, w->count);
    m->out = w->in_place ? m->in : memory(w, w->count);
    fill(w, m->out, c->rank[s]);
    m->before = memory(w, w->count);
    memcpy(m->before, m->in, w->count * w->stride);
    char *out = named ? PAMI_IN_PLACE : m->out;
    size_t left = w->count;
    for (uint32_t i = 0; i < c->size; i++) {
        m->counts[i] = i + 1 == c->size ? left : w->count * (i % 3) / (c->size * 2u);
        left -= m->counts[i];
        if (i < c->rank[s])
            m->first += m->counts[i];
    }
    if (type == PAMI_XFER_ALLREDUCE)
        x->cmd.xfer_allreduce =
            (pami_allreduce_t){out, stype, scount, m->in, w->type, w->count, fn, NULL, commutes(w)};
    else if (type == PAMI_XFER_REDUCE)
        x->cmd.xfer_reduce = (pami_reduce_t){c->endpoint[w->root],
                                             out,
                                             stype,
                                             scount,
                                             root ? m->in : NULL,
                                             root ? w->type : PAMI_TYPE_NULL,
                                             w->count,
                                             fn,
                                             NULL,
                                             commutes(w)};
    else if (type == PAMI_XFER_REDUCE_SCATTER)
        x->cmd.xfer_reduce_scatter =
            (pami_reduce_scatter_t){out, stype, scount, m->in, w->type, m->counts, fn, NULL, commutes(w)};
    else
        x->cmd.xfer_scan =
            (pami_scan_t){out, stype, scount, m->in, w->type, w->count, fn, NULL, (int)(w->root % 2)};
}

static void check(const coll_t *c, const way_t *w, pami_xfer_type_t type, uint32_t s, const member_t *m)
{
    uint32_t rank = c->rank[s], last = c->size - 1;
    bool exclusive = w->root % 2;
    if (type == PAMI_XFER_ALLREDUCE)
        expect(w, m->in, 0, w->count, last, "allreduce");
    else if (type == PAMI_XFER_REDUCE && rank == w->root)
        expect(w, m->in, 0, w->count, last, "reduce");
    else if (type == PAMI_XFER_REDUCE_SCATTER)
        expect(w, m->in, m->first, m->counts[rank], last, "reduce_scatter");
    else if (type == PAMI_XFER_SCAN && exclusive && rank == 0)
        CHECK(memcmp(m->in, m->before, w->count * w->stride) == 0); /* no result for this rank */
    else if (type == PAMI_XFER_SCAN)
        expect(w, m->in, 0, w->count, exclusive ? rank - 1 : rank, exclusive ? "exclusive scan" : "scan");
}

static void run(coll_t *c, const way_t *w, pami_xfer_type_t type, pami_algorithm_t algorithm)
{
    member_t m[KIT_CONTEXTS];
    pami_xfer_t x[KIT_CONTEXTS];
    memset(m, 0, sizeof m);
    for (uint32_t s = 0; s < c->seats; s++)
        set_up(c, w, type, s, &m[s], &x[s]);
    coll_run(c, x, algorithm);
    for (uint32_t s = 0; s < c->seats; s++) {
        check(c, w, type, s, &m[s]);
        free(m[s].in);
        free(m[s].before);
        if (m[s].out != m[s].in)
            free(m[s].out);
    }
}

static const pami_xfer_type_t types[] = {PAMI_XFER_ALLREDUCE, PAMI_XFER_REDUCE, PAMI_XFER_SCAN,
                                         PAMI_XFER_REDUCE_SCATTER};

static pami_type_t made_of(pami_type_t type, size_t bytes, size_t stride, size_t atom)
{
    pami_type_t t;
    CHECK_EQUAL(PAMI_Type_create(&t), PAMI_SUCCESS);
    if (type != NULL)
        CHECK_EQUAL(PAMI_Type_add_typed(t, type, 0, 1, stride), PAMI_SUCCESS);
    else
        CHECK_EQUAL(PAMI_Type_add_simple(t, bytes, 0, 1, stride), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_complete(t, atom), PAMI_SUCCESS);
    return t;
}

/* ---- all operations on all types ---- */

static void pairs_on(coll_t *c, pami_xfer_type_t type)
{
    pami_algorithm_t algorithm[8];
    size_t algorithms = coll_algorithms(c, type, algorithm, 8);
    unsigned turn = 0;
    for (size_t a = 0; a < algorithms; a++)
        for (size_t k = 0; k < model_count; k++)
            for (unsigned op = 0; op < OPS; op++, turn++) {
                const model_t *model = &models[k];
                if (!(model->ops & 1u << op))
                    continue;
                way_t w = {.model = model,
                           .op = op,
                           .type = *model->type,
                           .stride = model->bytes,
                           .count = turn % 2 ? 23 : 2600,
                           .in_place = turn / 2 % 2,
                           .is_named = turn / 2 % 4 == 3,
                           .root = turn % c->size};
                run(c, &w, type, algorithm[a]);
            }
}

static void pairs_body(mu_rank_t *me)
{
    kit_t kit;
    coll_t c;
    kit_open(&kit, me, 2);
    coll_open(&c, &kit, COLL_WORLD);
    pairs_on(&c, PAMI_XFER_ALLREDUCE);
    coll_close(&c);
    coll_open(&c, &kit, COLL_CONTEXTS);
    for (size_t t = 1; t < sizeof types / sizeof types[0]; t++)
        pairs_on(&c, types[t]);
    coll_close(&c);
    kit_close(&kit);
}

static void pairs(void)
{
    coll_jobs(pairs_body);
}

/* ---- all kinds of geometries and layouts ---- */

static void layouts_on(coll_t *c, pami_xfer_type_t type, const way_t *ways, size_t count)
{
    static const size_t counts[] = {0, 1, 2, 7, 200, COLL_LONG};
    pami_algorithm_t algorithm[8];
    size_t algorithms = coll_algorithms(c, type, algorithm, 8);
    unsigned turn = 0;
    for (size_t a = 0; a < algorithms; a++)
        for (size_t k = 0; k < count; k++)
            for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
                for (int in_place = 0; in_place < 3; in_place++, turn++) {
                    way_t w = ways[k];
                    w.count = counts[i];
                    w.in_place = in_place != 0;
                    w.is_named = in_place == 2;
                    w.root = turn % c->size;
                    run(c, &w, type, algorithm[a]);
                }
}

static void layouts_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 2);
    const model_t *sums = NULL, *doubles = NULL;
    for (size_t i = 0; i < model_count; i++) {
        if (*models[i].type == PAMI_TYPE_UNSIGNED_LONG)
            sums = &models[i];
        if (*models[i].type == PAMI_TYPE_DOUBLE)
            doubles = &models[i];
    }
    pami_type_t gaps = made_of(PAMI_TYPE_UNSIGNED_LONG, 0, 24, 8), matrix = made_of(NULL, 16, 16, 16),
                spread = made_of(NULL, 16, 32, 16);
    const way_t ways[] = {
        {.model = sums, .op = OP_SUM, .type = gaps, .stride = 24},
        {.model = doubles, .op = OP_SUM, .type = PAMI_TYPE_DOUBLE, .stride = 8},
        {.model = &model_matrix, .op = OP_MATRIX, .type = matrix, .stride = 16},
        {.model = &model_matrix, .op = OP_MATRIX, .type = spread, .stride = 32},
    };
    size_t count = sizeof ways / sizeof ways[0];
    for (coll_kind_t kind = 0; kind < COLL_KINDS; kind++) {
        coll_t c;
        coll_open(&c, &kit, kind);
        for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
            layouts_on(&c, types[t], ways, count);
        coll_close(&c);
    }
    PAMI_Type_destroy(&gaps);
    PAMI_Type_destroy(&matrix);
    PAMI_Type_destroy(&spread);
    kit_close(&kit);
}

static void layouts(void)
{
    coll_jobs(layouts_body);
}

/* ---- rounding ---- */

static double rough(uint32_t rank, size_t i)
{
    return 1.0 / (double)(3 + rank * 7 + i % 11) * ((rank + i) % 2 ? 1e10 : 1.0);
}

/* Order-dependent sums: equal bits at all ranks, for all lengths, repeatedly, also for reduce and
 * reduce_scatter. */
static void rounding_body(mu_rank_t *me)
{
    enum { MOST = 4000 };
    static const size_t counts[] = {MOST, 11, 1, 500};
    kit_t kit;
    coll_t c;
    kit_open(&kit, me, 2);
    coll_open(&c, &kit, COLL_CONTEXTS);
    pami_algorithm_t algorithm[8], gather[8], reduce[8]; /* the last algorithms are implemented in software */
    size_t algorithms = coll_algorithms(&c, PAMI_XFER_ALLREDUCE, algorithm, 8);
    coll_algorithms(&c, PAMI_XFER_ALLGATHER, gather, 8);
    size_t reductions = coll_algorithms(&c, PAMI_XFER_REDUCE, reduce, 8);
    pami_xfer_t x[KIT_CONTEXTS];
    double *in[KIT_CONTEXTS], *out[KIT_CONTEXTS], *all[KIT_CONTEXTS], *first = calloc(MOST, sizeof *first);
    for (uint32_t s = 0; s < c.seats; s++) {
        in[s] = calloc(MOST, sizeof *in[s]);
        out[s] = calloc(MOST, sizeof *out[s]);
        all[s] = calloc(MOST * c.size, sizeof *all[s]);
        for (size_t i = 0; i < MOST; i++)
            out[s][i] = rough(c.rank[s], i);
    }
    for (size_t round = 0; round < 4; round++) {
        size_t n = counts[round];
        for (uint32_t s = 0; s < c.seats; s++)
            x[s].cmd.xfer_allreduce = (pami_allreduce_t){(char *)out[s],
                                                         PAMI_TYPE_DOUBLE,
                                                         n,
                                                         (char *)in[s],
                                                         PAMI_TYPE_DOUBLE,
                                                         n,
                                                         PAMI_DATA_SUM,
                                                         NULL,
                                                         1};
        coll_run(&c, x, algorithm[algorithms - 1]);
        for (uint32_t s = 0; s < c.seats; s++)
            x[s].cmd.xfer_allgather =
                (pami_allgather_t){(char *)in[s], PAMI_TYPE_DOUBLE, n, (char *)all[s], PAMI_TYPE_DOUBLE, n};
        coll_run(&c, x, gather[0]);
        if (round == 0)
            memcpy(first, all[0], n * sizeof *first);
        for (uint32_t s = 0; s < c.seats; s++)
            for (uint32_t r = 0; r < c.size; r++)
                CHECK(memcmp(all[s] + r * n, first, n * sizeof *first) == 0);
        for (uint32_t s = 0; s < c.seats; s++)
            x[s].cmd.xfer_reduce = (pami_reduce_t){c.endpoint[c.size - 1],
                                                   (char *)out[s],
                                                   PAMI_TYPE_DOUBLE,
                                                   n,
                                                   (char *)in[s],
                                                   PAMI_TYPE_DOUBLE,
                                                   n,
                                                   PAMI_DATA_SUM,
                                                   NULL,
                                                   1};
        coll_run(&c, x, reduce[reductions - 1]);
        for (uint32_t s = 0; s < c.seats; s++)
            if (c.rank[s] == c.size - 1)
                CHECK(memcmp(in[s], first, n * sizeof *first) == 0);
    }
    for (uint32_t s = 0; s < c.seats; s++) {
        free(in[s]);
        free(out[s]);
        free(all[s]);
    }
    free(first);
    coll_close(&c);
    kit_close(&kit);
}

static void rounding(void)
{
    coll_jobs(rounding_body);
}

/* ---- equal and different successors ---- */

/* An all-reduce equal to its predecessor skips the check; any difference requires the check. */
static void next_body(mu_rank_t *me)
{
    enum { MOST = 80 }; /* more than a packet */
    static const size_t counts[] = {1, 1, 64, 65, 1, MOST, 64, 64};
    kit_t kit;
    coll_t c;
    pami_algorithm_t algorithm[4];
    uint64_t out[MOST], in[MOST];
    pami_type_t incomplete;
    kit_open(&kit, me, 1);
    coll_open(&c, &kit, COLL_WORLD);
    CHECK_EQUAL(PAMI_Type_create(&incomplete), PAMI_SUCCESS);
    size_t algorithms = coll_algorithms(&c, PAMI_XFER_ALLREDUCE, algorithm, 4);
    for (size_t a = 0; a < algorithms; a++)
        for (size_t round = 0; round < sizeof counts / sizeof *counts; round++) {
            size_t n = counts[round];
            pami_type_t t = PAMI_TYPE_UNSIGNED_LONG_LONG;
            pami_xfer_t x = {.cb_done = NULL, .algorithm = algorithm[a]};
            pami_allreduce_t good = {(char *)out, t, n, (char *)in, t, n, PAMI_DATA_SUM, NULL, 1},
                             wrong = good;
            for (size_t i = 0; i < n; i++)
                out[i] = (round << 8) + i + kit.task;
            memset(in, 0xee, sizeof in);
            x.cmd.xfer_allreduce = good;
            coll_run(&c, &x, algorithm[a]);
            for (size_t i = 0; i < n; i++)
                CHECK_EQUAL(in[i], c.size * ((round << 8) + i) + c.size * (c.size - 1) / 2);
            for (size_t i = n; i < MOST; i++)
                CHECK_EQUAL(in[i], UINT64_C(0xeeeeeeeeeeeeeeee));
            wrong.rtype = incomplete;
            x.cmd.xfer_allreduce = wrong;
            CHECK_EQUAL(PAMI_Collective(c.context[0], &x), PAMI_INVAL);
            wrong = good;
            wrong.stype = wrong.rtype = PAMI_TYPE_DOUBLE;
            wrong.op = PAMI_DATA_BXOR;
            x.cmd.xfer_allreduce = wrong;
            CHECK_EQUAL(PAMI_Collective(c.context[0], &x), PAMI_INVAL);
            good.op = PAMI_DATA_MAX;
            x.cmd.xfer_allreduce = good;
            coll_run(&c, &x, algorithm[a]);
            for (size_t i = 0; i < n; i++)
                CHECK_EQUAL(in[i], (round << 8) + i + c.size - 1);
        }
    CHECK_EQUAL(PAMI_Type_destroy(&incomplete), PAMI_SUCCESS);
    coll_close(&c);
    kit_close(&kit);
}

static void one_like_the_other(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), next_body);
    mu_run(MU_NODES(2, 2, 1, 1, 1), next_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"one like the other", one_like_the_other},
                                        {"pairs", pairs},
                                        {"layouts", layouts},
                                        {"rounding", rounding},
                                        {NULL, NULL}};
    return emuq_test_main("PAMI reductions", tests);
}
