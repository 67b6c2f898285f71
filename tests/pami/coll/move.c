/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives that move data, checked by computation: all kinds of geometries, types with and without gaps,
 * in place or not, equal and different block lengths, from zero bytes on. */
#include "coll_support.h"

enum { GAP = 2, SENTINEL = 0x5a };

/* Position of the blocks of a member. */
typedef enum place {
    APART,
    OVERLAPPING, /* same memory, named on both sides */
    NAMED,       /* same memory, with PAMI_IN_PLACE and invalid type and counts on the side with one block */
    PLACES
} place_t;

/* Parameters of a collective. */
typedef struct way {
    size_t scale; /* elements of a block, or their scale */
    bool gaps;    /* gaps between elements */
    place_t place;
    uint32_t root;
    uint64_t seed;
    pami_type_t type;
    size_t stride; /* words from element to element */
} way_t;

typedef int64_t word_t;

static word_t value(const way_t *w, uint32_t from, uint32_t to, size_t i)
{
    uint64_t x =
        w->seed + from * UINT64_C(0x9e3779b97f4a7c15) + to * UINT64_C(0xbf58476d1ce4e5b9) + i * 2654435761u;
    x ^= x >> 29;
    return (word_t)(x * UINT64_C(0x94d049bb133111eb));
}

static word_t *words(const way_t *w, size_t elements)
{
    word_t *memory = malloc((elements * w->stride + 1) * sizeof *memory);
    memset(memory, SENTINEL, (elements * w->stride + 1) * sizeof *memory);
    return memory;
}

/* Elements of the block between two ranks; 0 for some. */
static size_t uneven(const way_t *w, uint32_t from, uint32_t to)
{
    return w->scale * ((from * 3 + to * 5 + w->seed) % 4);
}

static void put(const way_t *w, word_t *block, uint32_t from, uint32_t to, size_t count)
{
    for (size_t i = 0; i < count; i++)
        block[i * w->stride] = value(w, from, to, i);
}

static void expect(const way_t *w, const word_t *block, uint32_t from, uint32_t to, size_t count,
                   const char *what)
{
    word_t empty;
    memset(&empty, SENTINEL, sizeof empty);
    for (size_t i = 0; i < count; i++) {
        bool right = block[i * w->stride] == value(w, from, to, i);
        for (size_t k = 1; k < w->stride; k++)
            right &= block[i * w->stride + k] == empty;
        if (!mu_check(right, what, __FILE__, __LINE__)) {
            fprintf(stderr, "%s: element %zu of %zu from %u to %u (scale %zu%s%s, root %u)\n", what, i, count,
                    from, to, w->scale, w->gaps ? ", gaps" : "",
                    w->place == APART   ? ""
                    : w->place == NAMED ? ", PAMI_IN_PLACE"
                                        : ", in place",
                    w->root);
            return;
        }
    }
}

/* Arguments and memory of a member. */
typedef struct member {
    word_t *out, *in;
    size_t outs[COLL_MOST], out_at[COLL_MOST], ins[COLL_MOST], in_at[COLL_MOST];
    int iouts[COLL_MOST], iout_at[COLL_MOST], iins[COLL_MOST], iin_at[COLL_MOST];
    size_t out_total, in_total;
} member_t;

typedef size_t (*length_t)(const way_t *w, uint32_t from, uint32_t to);

static size_t even(const way_t *w, uint32_t from, uint32_t to)
{
    (void)from, (void)to;
    return w->scale;
}

/* Lays out blocks to and from all ranks; blocks of different lengths are separated by one element. */
static void lay_out(member_t *m, const way_t *w, uint32_t size, uint32_t rank, length_t length)
{
    size_t apart = length == even ? 0 : 1;
    m->out_total = m->in_total = 0;
    for (uint32_t i = 0; i < size; i++) {
        m->outs[i] = length(w, rank, i);
        m->ins[i] = length(w, i, rank);
        m->out_at[i] = m->out_total;
        m->in_at[i] = m->in_total;
        m->out_total += m->outs[i] + apart;
        m->in_total += m->ins[i] + apart;
        m->iouts[i] = (int)m->outs[i];
        m->iins[i] = (int)m->ins[i];
        m->iout_at[i] = (int)m->out_at[i];
        m->iin_at[i] = (int)m->in_at[i];
    }
}

/* Arguments of a side in place, which must not be read. */
#define NO_COUNT   SIZE_MAX
#define NO_COUNTS  ((size_t *)(uintptr_t)8)
#define NO_ICOUNTS ((int *)(uintptr_t)8)

static void release(member_t *m)
{
    free(m->out);
    if (m->in != m->out)
        free(m->in);
}

/* ---- broadcast ---- */

static void broadcast(coll_t *c, way_t *w, pami_algorithm_t algorithm)
{
    member_t m[KIT_CONTEXTS];
    pami_xfer_t x[KIT_CONTEXTS];
    for (uint32_t s = 0; s < c->seats; s++) {
        m[s].in = m[s].out = words(w, w->scale);
        if (c->rank[s] == w->root)
            put(w, m[s].out, w->root, 0, w->scale);
        x[s].cmd.xfer_broadcast =
            (pami_broadcast_t){c->endpoint[w->root], (char *)m[s].out, w->type, w->scale};
    }
    coll_run(c, x, algorithm);
    for (uint32_t s = 0; s < c->seats; s++) {
        expect(w, m[s].in, w->root, 0, w->scale, "broadcast");
        release(&m[s]);
    }
}

/* ---- gather ---- */

/* Every member's own block goes to the root: gather, gatherv, gatherv_int. */
static void gather(coll_t *c, way_t *w, pami_algorithm_t algorithm, int form)
{
    member_t m[KIT_CONTEXTS];
    pami_xfer_t x[KIT_CONTEXTS];
    length_t length = form == 0 ? even : uneven;
    for (uint32_t s = 0; s < c->seats; s++) {
        uint32_t rank = c->rank[s];
        bool root = rank == w->root;
        lay_out(&m[s], w, c->size, w->root, length);
        size_t own = length(w, rank, w->root);
        m[s].in = root ? words(w, m[s].in_total) : NULL;
        char *to = (char *)m[s].in;
        m[s].out = root && w->place != APART ? m[s].in : words(w, own);
        word_t *block = root && w->place != APART ? m[s].in + m[s].in_at[rank] * w->stride : m[s].out;
        char *from = (char *)block;
        put(w, block, rank, w->root, own);
        pami_endpoint_t e = c->endpoint[w->root];
        pami_type_t rtype = root ? w->type : PAMI_TYPE_NULL, stype = w->type;
        if (root && w->place == NAMED) {
            from = PAMI_IN_PLACE;
            stype = PAMI_TYPE_NULL;
            own = NO_COUNT;
        }
        if (form == 0)
            x[s].cmd.xfer_gather = (pami_gather_t){e, from, stype, own, to, rtype, w->scale};
        else if (form == 1)
            x[s].cmd.xfer_gatherv = (pami_gatherv_t){
                e, from, stype, own, to, rtype, root ? m[s].ins : NULL, root ? m[s].in_at : NULL};
        else
            x[s].cmd.xfer_gatherv_int = (pami_gatherv_int_t){
                e, from, stype, (int)own, to, rtype, root ? m[s].iins : NULL, root ? m[s].iin_at : NULL};
    }
    coll_run(c, x, algorithm);
    for (uint32_t s = 0; s < c->seats; s++) {
        for (uint32_t i = 0; i < c->size && c->rank[s] == w->root; i++)
            expect(w, m[s].in + m[s].in_at[i] * w->stride, i, w->root, m[s].ins[i], "gather");
        release(&m[s]);
    }
}

/* ---- scatter ---- */

static void scatter(coll_t *c, way_t *w, pami_algorithm_t algorithm, int form)
{
    member_t m[KIT_CONTEXTS];
    pami_xfer_t x[KIT_CONTEXTS];
    length_t length = form == 0 ? even : uneven;
    for (uint32_t s = 0; s < c->seats; s++) {
        uint32_t rank = c->rank[s];
        bool root = rank == w->root;
        lay_out(&m[s], w, c->size, w->root, length);
        size_t own = length(w, w->root, rank);
        m[s].out = root ? words(w, m[s].out_total) : NULL;
        for (uint32_t i = 0; root && i < c->size; i++)
            put(w, m[s].out + m[s].out_at[i] * w->stride, w->root, i, m[s].outs[i]);
        m[s].in = root && w->place != APART ? m[s].out : words(w, own);
        char *from = (char *)m[s].out;
        char *to = (char *)(root && w->place != APART ? m[s].out + m[s].out_at[rank] * w->stride : m[s].in);
        pami_endpoint_t e = c->endpoint[w->root];
        pami_type_t stype = root ? w->type : PAMI_TYPE_NULL, rtype = w->type;
        if (root && w->place == NAMED) {
            to = PAMI_IN_PLACE;
            rtype = PAMI_TYPE_NULL;
            own = NO_COUNT;
        }
        if (form == 0)
            x[s].cmd.xfer_scatter = (pami_scatter_t){e, from, stype, w->scale, to, rtype, own};
        else if (form == 1)
            x[s].cmd.xfer_scatterv = (pami_scatterv_t){
                e, from, stype, root ? m[s].outs : NULL, root ? m[s].out_at : NULL, to, rtype, own};
        else
            x[s].cmd.xfer_scatterv_int = (pami_scatterv_int_t){
                e, from, stype, root ? m[s].iouts : NULL, root ? m[s].iout_at : NULL, to, rtype, (int)own};
    }
    coll_run(c, x, algorithm);
    for (uint32_t s = 0; s < c->seats; s++) {
        uint32_t rank = c->rank[s];
        const word_t *block = m[s].in == m[s].out ? m[s].out + m[s].out_at[rank] * w->stride : m[s].in;
        expect(w, block, w->root, rank, length(w, w->root, rank), "scatter");
        release(&m[s]);
    }
}

/* ---- allgather ---- */

static void allgather(coll_t *c, way_t *w, pami_algorithm_t algorithm, int form)
{
    member_t m[KIT_CONTEXTS];
    pami_xfer_t x[KIT_CONTEXTS];
    length_t length = form == 0 ? even : uneven;
    for (uint32_t s = 0; s < c->seats; s++) {
        uint32_t rank = c->rank[s];
        lay_out(&m[s], w, c->size, 0, length); /* a block has the same length for every receiver */
        size_t own = length(w, rank, 0);
        m[s].in = words(w, m[s].in_total);
        m[s].out = w->place != APART ? m[s].in : words(w, own);
        word_t *block = w->place != APART ? m[s].in + m[s].in_at[rank] * w->stride : m[s].out;
        put(w, block, rank, 0, own);
        char *from = (char *)block, *to = (char *)m[s].in;
        pami_type_t stype = w->type;
        if (w->place == NAMED) {
            from = PAMI_IN_PLACE;
            stype = PAMI_TYPE_NULL;
            own = NO_COUNT;
        }
        if (form == 0)
            x[s].cmd.xfer_allgather = (pami_allgather_t){from, stype, own, to, w->type, w->scale};
        else if (form == 1)
            x[s].cmd.xfer_allgatherv =
                (pami_allgatherv_t){from, stype, own, to, w->type, m[s].ins, m[s].in_at};
        else
            x[s].cmd.xfer_allgatherv_int =
                (pami_allgatherv_int_t){from, stype, (int)own, to, w->type, m[s].iins, m[s].iin_at};
    }
    coll_run(c, x, algorithm);
    for (uint32_t s = 0; s < c->seats; s++) {
        for (uint32_t i = 0; i < c->size; i++)
            expect(w, m[s].in + m[s].in_at[i] * w->stride, i, 0, m[s].ins[i], "allgather");
        release(&m[s]);
    }
}

/* ---- alltoall ---- */

static size_t symmetric(const way_t *w, uint32_t from, uint32_t to)
{
    return w->scale * ((from + to + w->seed) % 3);
}

static void alltoall(coll_t *c, way_t *w, pami_algorithm_t algorithm, int form)
{
    member_t m[KIT_CONTEXTS];
    pami_xfer_t x[KIT_CONTEXTS];
    length_t length = form == 0 ? even : w->place != APART ? symmetric : uneven;
    for (uint32_t s = 0; s < c->seats; s++) {
        uint32_t rank = c->rank[s];
        lay_out(&m[s], w, c->size, rank, length);
        m[s].out = words(w, m[s].out_total);
        m[s].in = w->place != APART ? m[s].out : words(w, m[s].in_total);
        for (uint32_t i = 0; i < c->size; i++)
            put(w, m[s].out + m[s].out_at[i] * w->stride, rank, i, m[s].outs[i]);
        bool named = w->place == NAMED;
        char *from = named ? PAMI_IN_PLACE : (char *)m[s].out, *to = (char *)m[s].in;
        pami_type_t stype = named ? PAMI_TYPE_NULL : w->type;
        if (form == 0)
            x[s].cmd.xfer_alltoall =
                (pami_alltoall_t){from, stype, named ? NO_COUNT : w->scale, to, w->type, w->scale};
        else if (form == 1)
            x[s].cmd.xfer_alltoallv = (pami_alltoallv_t){from,
                                                         stype,
                                                         named ? NO_COUNTS : m[s].outs,
                                                         named ? NO_COUNTS : m[s].out_at,
                                                         to,
                                                         w->type,
                                                         m[s].ins,
                                                         m[s].in_at};
        else
            x[s].cmd.xfer_alltoallv_int = (pami_alltoallv_int_t){from,
                                                                 stype,
                                                                 named ? NO_ICOUNTS : m[s].iouts,
                                                                 named ? NO_ICOUNTS : m[s].iout_at,
                                                                 to,
                                                                 w->type,
                                                                 m[s].iins,
                                                                 m[s].iin_at};
    }
    coll_run(c, x, algorithm);
    for (uint32_t s = 0; s < c->seats; s++) {
        for (uint32_t i = 0; i < c->size; i++)
            expect(w, m[s].in + m[s].in_at[i] * w->stride, i, c->rank[s], m[s].ins[i], "alltoall");
        release(&m[s]);
    }
}

/* ---- all collectives ---- */

static void run(coll_t *c, way_t *w, pami_xfer_type_t type, pami_algorithm_t algorithm)
{
    switch (type) {
    case PAMI_XFER_BROADCAST:
        broadcast(c, w, algorithm);
        break;
    case PAMI_XFER_GATHER:
    case PAMI_XFER_GATHERV:
    case PAMI_XFER_GATHERV_INT:
        gather(c, w, algorithm, type - PAMI_XFER_GATHER);
        break;
    case PAMI_XFER_SCATTER:
    case PAMI_XFER_SCATTERV:
    case PAMI_XFER_SCATTERV_INT:
        scatter(c, w, algorithm, type - PAMI_XFER_SCATTER);
        break;
    case PAMI_XFER_ALLGATHER:
    case PAMI_XFER_ALLGATHERV:
    case PAMI_XFER_ALLGATHERV_INT:
        allgather(c, w, algorithm, type - PAMI_XFER_ALLGATHER);
        break;
    default:
        alltoall(c, w, algorithm, type - PAMI_XFER_ALLTOALL);
    }
}

static void run_ways(coll_t *c, pami_xfer_type_t type, pami_type_t with_gaps)
{
    static const size_t scales[] = {0, 1, 3, 40, 300, COLL_LONG};
    pami_algorithm_t algorithm[8];
    size_t algorithms = coll_algorithms(c, type, algorithm, 8);
    uint64_t seed = 1;
    for (size_t a = 0; a < algorithms; a++)
        for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++)
            for (int gaps = 0; gaps < 2; gaps++)
                for (place_t place = APART; place < PLACES; place++, seed++) {
                    way_t w = {.scale = scales[i],
                               .gaps = gaps,
                               .place = place,
                               .root = (uint32_t)(seed % c->size),
                               .seed = seed,
                               .type = gaps ? with_gaps : PAMI_TYPE_SIGNED_LONG_LONG,
                               .stride = gaps ? GAP : 1};
                    run(c, &w, type, algorithm[a]);
                }
}

/* PAMI_IN_PLACE at an invalid position is rejected, and the collective is not started. */
static void misplaced(mu_rank_t *me)
{
    kit_t kit;
    coll_t c;
    pami_algorithm_t algorithm[8];
    word_t memory[4] = {0};
    char *here = (char *)memory;
    pami_type_t t = PAMI_TYPE_SIGNED_LONG_LONG;
    kit_open(&kit, me, 1);
    coll_open(&c, &kit, COLL_WORLD);
    pami_endpoint_t own = c.endpoint[c.rank[0]], other = c.endpoint[(c.rank[0] + 1) % c.size];
    pami_xfer_t x = {.cb_done = NULL};
#define REFUSED(type, ...)                                                                                   \
    do {                                                                                                     \
        size_t algorithms = coll_algorithms(&c, type, algorithm, 8);                                         \
        for (size_t a = 0; a < algorithms; a++) {                                                            \
            x.algorithm = algorithm[a];                                                                      \
            __VA_ARGS__;                                                                                     \
            CHECK_EQUAL(PAMI_Collective(c.context[0], &x), PAMI_INVAL);                                      \
        }                                                                                                    \
    } while (0)
    REFUSED(PAMI_XFER_BROADCAST, x.cmd.xfer_broadcast = (pami_broadcast_t){own, PAMI_IN_PLACE, t, 1});
    REFUSED(PAMI_XFER_GATHER, x.cmd.xfer_gather = (pami_gather_t){other, PAMI_IN_PLACE, t, 1, here, t, 1});
    REFUSED(PAMI_XFER_GATHER, x.cmd.xfer_gather = (pami_gather_t){own, here, t, 1, PAMI_IN_PLACE, t, 1});
    REFUSED(PAMI_XFER_SCATTER, x.cmd.xfer_scatter = (pami_scatter_t){other, here, t, 1, PAMI_IN_PLACE, t, 1});
    REFUSED(PAMI_XFER_SCATTER, x.cmd.xfer_scatter = (pami_scatter_t){own, PAMI_IN_PLACE, t, 1, here, t, 1});
    REFUSED(PAMI_XFER_ALLGATHER, x.cmd.xfer_allgather = (pami_allgather_t){here, t, 1, PAMI_IN_PLACE, t, 1});
    REFUSED(PAMI_XFER_ALLTOALL,
            x.cmd.xfer_alltoall = (pami_alltoall_t){PAMI_IN_PLACE, t, 1, PAMI_IN_PLACE, t, 1});
#undef REFUSED
    coll_close(&c);
    kit_close(&kit);
}

static void misplacements(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), misplaced);
}

static const pami_xfer_type_t *types;

static void body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 2);
    pami_type_t with_gaps;
    CHECK_EQUAL(PAMI_Type_create(&with_gaps), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_add_typed(with_gaps, PAMI_TYPE_SIGNED_LONG_LONG, 0, 1, GAP * sizeof(word_t)),
                PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_complete(with_gaps, 1), PAMI_SUCCESS);
    for (coll_kind_t kind = 0; kind < COLL_KINDS; kind++) {
        coll_t c;
        coll_open(&c, &kit, kind);
        for (const pami_xfer_type_t *t = types; *t != PAMI_XFER_COUNT; t++)
            run_ways(&c, *t, with_gaps);
        coll_close(&c);
    }
    PAMI_Type_destroy(&with_gaps);
    kit_close(&kit);
}

static void broadcasts(void)
{
    static const pami_xfer_type_t t[] = {PAMI_XFER_BROADCAST, PAMI_XFER_COUNT};
    types = t;
    coll_jobs(body);
}

static void gathers(void)
{
    static const pami_xfer_type_t t[] = {PAMI_XFER_GATHER, PAMI_XFER_GATHERV, PAMI_XFER_GATHERV_INT,
                                         PAMI_XFER_COUNT};
    types = t;
    coll_jobs(body);
}

static void scatters(void)
{
    static const pami_xfer_type_t t[] = {PAMI_XFER_SCATTER, PAMI_XFER_SCATTERV, PAMI_XFER_SCATTERV_INT,
                                         PAMI_XFER_COUNT};
    types = t;
    coll_jobs(body);
}

static void allgathers(void)
{
    static const pami_xfer_type_t t[] = {PAMI_XFER_ALLGATHER, PAMI_XFER_ALLGATHERV, PAMI_XFER_ALLGATHERV_INT,
                                         PAMI_XFER_COUNT};
    types = t;
    coll_jobs(body);
}

static void alltoalls(void)
{
    static const pami_xfer_type_t t[] = {PAMI_XFER_ALLTOALL, PAMI_XFER_ALLTOALLV, PAMI_XFER_ALLTOALLV_INT,
                                         PAMI_XFER_COUNT};
    types = t;
    coll_jobs(body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"broadcast", broadcasts},
                                        {"gather", gathers},
                                        {"scatter", scatters},
                                        {"allgather", allgathers},
                                        {"alltoall", alltoalls},
                                        {"misplaced", misplacements},
                                        {NULL, NULL}};
    return emuq_test_main("PAMI collectives that move data", tests);
}
