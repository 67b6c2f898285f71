/* SPDX-License-Identifier: BSD-3-Clause */
/* Active-message collectives: every member as root, short and long headers, no data and many data, several
 * collectives in progress. */
#include "coll_support.h"

enum { ID = 33, MOST_HEADER = 1500 };

/* Header with the expected contents. */
typedef struct header {
    uint32_t root, rank, round;
    uint32_t unused;
} header_t;

typedef struct state {
    coll_t c;
    size_t count;       /* elements of a block */
    size_t header_size; /* bytes of the headers in the present rounds */
    uint64_t *buffer[KIT_CONTEXTS][4];
    unsigned called[KIT_CONTEXTS], done[KIT_CONTEXTS], told;
    uint32_t seat;
} state_t;

/* Arguments of a handler's completion function. */
typedef struct ticket {
    state_t *state;
    uint32_t seat, slot;
    header_t header;
} ticket_t;

static state_t *state_of_handler(void *cookie)
{
    return cookie;
}

static uint64_t value(uint32_t root, uint32_t rank, size_t i)
{
    return root * UINT64_C(1000003) + rank * UINT64_C(10007) + i;
}

static uint32_t seat_of(const state_t *s, pami_context_t context)
{
    uint32_t seat = 0;
    while (s->c.context[seat] != context)
        seat++;
    return seat;
}

static header_t read_header(const state_t *s, const void *address, size_t size)
{
    header_t h;
    CHECK_EQUAL(size, s->header_size);
    memcpy(&h, address, sizeof h);
    for (size_t i = sizeof h; i < size; i++)
        if (((const unsigned char *)address)[i] != (unsigned char)(i * 7 + h.root)) {
            CHECK(!"a header's bytes");
            break;
        }
    return h;
}

static void make_header(const state_t *s, char *to, uint32_t root, uint32_t rank, uint32_t round)
{
    header_t h = {root, rank, round, 0};
    memcpy(to, &h, sizeof h);
    for (size_t i = sizeof h; i < s->header_size; i++)
        to[i] = (char)(i * 7 + root);
}

static ticket_t *take(state_t *s, pami_context_t context, header_t h)
{
    ticket_t *t = malloc(sizeof *t);
    if (t == NULL) /* the injected failure */
        t = malloc(sizeof *t);
    uint32_t seat = seat_of(s, context);
    *t = (ticket_t){s, seat, s->called[seat]++ % 4, h};
    return t;
}

/* ---- broadcast and scatter ---- */

static void got(pami_context_t context, void *cookie, pami_result_t result)
{
    ticket_t *t = cookie;
    state_t *s = t->state;
    CHECK(context == s->c.context[t->seat]);
    CHECK_EQUAL(result, PAMI_SUCCESS);
    uint32_t from = t->header.rank;
    for (size_t i = 0; i < s->count; i++)
        if (!CHECK_EQUAL(s->buffer[t->seat][t->slot][i], value(t->header.root, from, i)))
            break;
    s->done[t->seat]++;
    free(t);
}

static void want(state_t *s, pami_context_t context, header_t h, size_t data_size, const void *pipe,
                 pami_recv_t *recv)
{
    CHECK_EQUAL(data_size, s->count * sizeof(uint64_t));
    CHECK(pipe == NULL && recv != NULL);
    ticket_t *t = take(s, context, h);
    memset(s->buffer[t->seat][t->slot], 0, data_size);
    recv->cookie = t;
    recv->local_fn = got;
    recv->addr = s->buffer[t->seat][t->slot];
}

static void on_broadcast(pami_context_t context, void *cookie, const void *header, size_t header_size,
                         const void *pipe, size_t data_size, pami_endpoint_t origin, pami_geometry_t geometry,
                         pami_recv_t *recv)
{
    state_t *s = state_of_handler(cookie);
    header_t h = read_header(s, header, header_size);
    CHECK(geometry == s->c.geometry && origin == s->c.endpoint[h.root]);
    CHECK(h.rank == h.root && s->c.rank[seat_of(s, context)] != h.root);
    want(s, context, h, data_size, pipe, recv);
}

static void on_scatter(pami_context_t context, void *cookie, const void *header, size_t header_size,
                       const void *pipe, size_t data_size, pami_endpoint_t origin, pami_geometry_t geometry,
                       pami_recv_t *recv)
{
    state_t *s = state_of_handler(cookie);
    header_t h = read_header(s, header, header_size);
    CHECK(geometry == s->c.geometry && origin == s->c.endpoint[h.root]);
    CHECK_EQUAL(h.rank, s->c.rank[seat_of(s, context)]);
    want(s, context, h, data_size, pipe, recv);
}

/* ---- gather and reduction ---- */

static void given(pami_context_t context, void *cookie, pami_result_t result)
{
    ticket_t *t = cookie;
    CHECK(context == t->state->c.context[t->seat]);
    CHECK_EQUAL(result, PAMI_SUCCESS);
    t->state->done[t->seat]++;
    free(t);
}

static void give(state_t *s, pami_context_t context, header_t h, size_t data_size, pami_recv_t *send)
{
    CHECK(send != NULL);
    CHECK_EQUAL(data_size, s->count * sizeof(uint64_t));
    ticket_t *t = take(s, context, h);
    uint64_t *block = s->buffer[t->seat][t->slot];
    for (size_t i = 0; i < s->count; i++)
        block[i] = value(h.root, s->c.rank[t->seat], i);
    send->cookie = t;
    send->local_fn = given;
    send->addr = block;
}

static void on_gather(pami_context_t context, void *cookie, const void *header, size_t header_size,
                      size_t data_size, pami_endpoint_t origin, pami_geometry_t geometry, pami_recv_t *send)
{
    state_t *s = state_of_handler(cookie);
    header_t h = read_header(s, header, header_size);
    CHECK(geometry == s->c.geometry && origin == s->c.endpoint[h.root]);
    CHECK_EQUAL(h.rank, s->c.rank[seat_of(s, context)]);
    give(s, context, h, data_size, send);
}

static void on_reduce(pami_context_t context, void *cookie, const void *header, size_t header_size,
                      size_t data_size, pami_endpoint_t origin, pami_geometry_t geometry,
                      pami_data_function *op, pami_recv_t *send)
{
    state_t *s = state_of_handler(cookie);
    header_t h = read_header(s, header, header_size);
    CHECK(geometry == s->c.geometry && origin == s->c.endpoint[h.root]);
    give(s, context, h, data_size, send);
    send->type = PAMI_TYPE_UNSIGNED_LONG;
    *op = PAMI_DATA_SUM;
}

/* ---- roots ---- */

static void told(pami_context_t context, void *cookie, pami_result_t result)
{
    state_t *s = cookie;
    CHECK(context == s->c.context[s->seat]);
    CHECK_EQUAL(result, PAMI_SUCCESS);
    s->told++;
}

static void never(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)cookie, (void)result;
    CHECK(!"cb_done of a collective that has none");
}

static pami_algorithm_t set(state_t *s, pami_xfer_type_t type)
{
    pami_algorithm_t algorithm[8];
    pami_collective_hint_t hints;
    memset(&hints, 0, sizeof hints);
    pami_dispatch_callback_function fn;
    memset(&fn, 0, sizeof fn);
    if (type == PAMI_XFER_AMBROADCAST)
        fn.ambroadcast = on_broadcast;
    else if (type == PAMI_XFER_AMSCATTER)
        fn.amscatter = on_scatter;
    else if (type == PAMI_XFER_AMGATHER)
        fn.amgather = on_gather;
    else
        fn.amreduce = on_reduce;
    coll_algorithms(&s->c, type, algorithm, 8);
    for (uint32_t i = 0; i < s->c.seats; i++)
        CHECK_EQUAL(PAMI_AMCollective_dispatch_set(s->c.context[i], algorithm[0], ID, fn, s, hints),
                    PAMI_SUCCESS);
    return algorithm[0];
}

/* The root's type defines the length of its blocks, possibly in elements different from the handlers'. */
static pami_type_t bytes_of_words(void)
{
    pami_type_t t;
    CHECK_EQUAL(PAMI_Type_create(&t), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_add_simple(t, sizeof(uint64_t), 0, 1, sizeof(uint64_t)), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_complete(t, 1), PAMI_SUCCESS);
    return t;
}

/* Starts a collective at a member of this task. */
static void start(state_t *s, pami_xfer_type_t type, pami_algorithm_t algorithm, char *headers,
                  uint64_t *data)
{
    pami_xfer_t x;
    pami_type_t words = bytes_of_words();
    memset(&x, 0xa5, sizeof x);
    x.algorithm = algorithm;
    x.cb_done = never;
    if (type == PAMI_XFER_AMBROADCAST) {
        x.cb_done = told;
        x.cookie = s;
        x.cmd.xfer_ambroadcast =
            (pami_ambroadcast_t){ID, headers, s->header_size, data, PAMI_TYPE_UNSIGNED_LONG, s->count};
    } else if (type == PAMI_XFER_AMSCATTER) {
        x.cmd.xfer_amscatter =
            (pami_amscatter_t){ID, headers, s->header_size, data, PAMI_TYPE_UNSIGNED_LONG, s->count};
    } else if (type == PAMI_XFER_AMGATHER) {
        x.cmd.xfer_amgather = (pami_amgather_t){ID, headers, s->header_size, data, words, s->count};
    } else {
        x.cmd.xfer_amreduce = (pami_amreduce_t){ID, headers, s->header_size, data, words, s->count, NULL, 1};
    }
    CHECK_EQUAL(PAMI_Collective(s->c.context[s->seat], &x), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_destroy(&words), PAMI_SUCCESS); /* the collective may still use the type */
}

static void check_root(const state_t *s, pami_xfer_type_t type, const uint64_t *data, uint32_t root)
{
    uint32_t size = s->c.size;
    for (size_t i = 0; i < s->count && type == PAMI_XFER_AMREDUCE; i++) {
        uint64_t sum = 0;
        for (uint32_t r = 0; r < size; r++)
            sum += value(root, r, i);
        if (!CHECK_EQUAL(data[i], sum))
            return;
    }
    for (size_t i = 0; i < s->count * size && type == PAMI_XFER_AMGATHER; i++)
        if (!CHECK_EQUAL(data[i], value(root, (uint32_t)(i / s->count), i % s->count)))
            return;
}

/* Rank `root` starts a collective if local; all members wait for their parts. */
static void round_of(state_t *s, pami_xfer_type_t type, pami_algorithm_t algorithm, uint32_t root)
{
    coll_t *c = &s->c;
    bool is_broadcast = type == PAMI_XFER_AMBROADCAST;
    uint32_t size = c->size;
    char *headers = malloc(size * s->header_size);
    uint64_t *data = calloc(size * s->count + 1, sizeof *data);
    memset(s->done, 0, sizeof s->done);
    s->told = 0;
    coll_barrier(c);
    for (s->seat = 0; s->seat < c->seats && c->rank[s->seat] != root; s->seat++) {
    }
    bool here = s->seat < c->seats;
    if (here) {
        for (uint32_t r = 0; r < size; r++) {
            make_header(s, headers + r * s->header_size, root, is_broadcast ? root : r, 0);
            for (size_t i = 0; i < s->count && type <= PAMI_XFER_AMSCATTER; i++)
                data[r * s->count + i] = value(root, is_broadcast ? root : r, i);
        }
        if (type == PAMI_XFER_AMREDUCE)
            make_header(s, headers, root, root, 0);
        start(s, type, algorithm, headers, data);
    }
    for (uint32_t i = 0; i < c->seats; i++)
        KIT_WAIT(c->kit, s->done[i] == (is_broadcast && c->rank[i] == root ? 0 : 1));
    if (here && is_broadcast)
        KIT_WAIT(c->kit, s->told == 1);
    if (here)
        check_root(s, type, data, root);
    coll_barrier(c);
    free(headers);
    free(data);
}

static void body(mu_rank_t *me)
{
    static const struct {
        size_t count, header;
    } sizes[] = {{0, sizeof(header_t)}, {1, 20}, {50, sizeof(header_t)}, {3000, 100}, {10, MOST_HEADER}};
    static const coll_kind_t kinds[] = {COLL_WORLD, COLL_REVERSED, COLL_SPLIT, COLL_SINGLE, COLL_CONTEXTS};
    kit_t kit;
    state_t *s = calloc(1, sizeof *s);
    kit_open(&kit, me, 2);
    for (uint32_t i = 0; i < KIT_CONTEXTS; i++)
        for (uint32_t k = 0; k < 4; k++)
            s->buffer[i][k] = calloc(3000, sizeof(uint64_t));
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        coll_open(&s->c, &kit, kinds[k]);
        for (pami_xfer_type_t type = PAMI_XFER_AMBROADCAST; type < PAMI_XFER_COUNT; type++) {
            pami_algorithm_t algorithm = set(s, type);
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
                s->count = sizes[i].count;
                s->header_size = sizes[i].header;
                round_of(s, type, algorithm, (uint32_t)(i % s->c.size));
                round_of(s, type, algorithm, s->c.size - 1);
            }
        }
        coll_close(&s->c);
    }
    for (uint32_t i = 0; i < KIT_CONTEXTS; i++)
        for (uint32_t k = 0; k < 4; k++)
            free(s->buffer[i][k]);
    free(s);
    kit_close(&kit);
}

static void one_root(void)
{
    coll_jobs(body);
}

/* All members are roots of broadcasts at the same time. */
static void crowd_body(mu_rank_t *me)
{
    kit_t kit;
    state_t *s = calloc(1, sizeof *s);
    kit_open(&kit, me, 1);
    coll_open(&s->c, &kit, COLL_WORLD);
    pami_algorithm_t algorithm = set(s, PAMI_XFER_AMBROADCAST);
    s->count = 200;
    s->header_size = sizeof(header_t);
    for (uint32_t k = 0; k < 4; k++)
        s->buffer[0][k] = calloc(s->count, sizeof(uint64_t));
    unsigned rounds = 20;
    uint32_t rank = s->c.rank[0];
    uint64_t *data = calloc(s->count, sizeof *data);
    for (size_t i = 0; i < s->count; i++)
        data[i] = value(rank, rank, i);
    coll_barrier(&s->c);
    for (unsigned i = 0; i < rounds; i++) {
        char header[sizeof(header_t)];
        make_header(s, header, rank, rank, i);
        start(s, PAMI_XFER_AMBROADCAST, algorithm, header, data);
        memset(header, 0, sizeof header);
    }
    KIT_WAIT(&kit, s->told == rounds && s->done[0] == rounds * (s->c.size - 1));
    coll_close(&s->c);
    for (uint32_t k = 0; k < 4; k++)
        free(s->buffer[0][k]);
    free(data);
    free(s);
    kit_close(&kit);
}

static void crowd(void)
{
    coll_jobs(crowd_body);
}

/* A reduction by a function that the handler's type does not have. */
typedef struct unfit {
    double word;
    bool is_done;
} unfit_t;

static void told_unfit(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    CHECK_EQUAL(result, PAMI_INVAL);
    kit_check_error("PAMI", "the operation is not possible for elements of the type");
    ((unfit_t *)cookie)->is_done = true;
}

static void on_unfit(pami_context_t context, void *cookie, const void *header, size_t header_size,
                     size_t data_size, pami_endpoint_t origin, pami_geometry_t geometry,
                     pami_data_function *op, pami_recv_t *recv)
{
    (void)context, (void)header, (void)header_size, (void)data_size, (void)origin, (void)geometry;
    *op = PAMI_DATA_BXOR;
    recv->addr = &((unfit_t *)cookie)->word;
    recv->type = PAMI_TYPE_DOUBLE;
    recv->local_fn = told_unfit;
    recv->cookie = cookie;
}

static void unfit_body(mu_rank_t *me)
{
    kit_t kit;
    pami_geometry_t world;
    pami_algorithm_t algorithm;
    pami_collective_hint_t hints = {0};
    pami_dispatch_callback_function fn = {.amreduce = on_unfit};
    unfit_t u = {.word = 1};
    double sum = 0;
    kit_open(&kit, me, 1);
    CHECK_EQUAL(PAMI_Geometry_world(kit.client, &world), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Geometry_algorithms_query(world, PAMI_XFER_AMREDUCE, &algorithm, NULL, 1, NULL, NULL, 0),
                PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_AMCollective_dispatch_set(kit.context[0], algorithm, ID, fn, &u, hints), PAMI_SUCCESS);
    pami_xfer_t x = {.algorithm = algorithm};
    x.cmd.xfer_amreduce = (pami_amreduce_t){ID, NULL, 0, &sum, PAMI_TYPE_DOUBLE, 1, NULL, 1};
    CHECK_EQUAL(PAMI_Collective(kit.context[0], &x), PAMI_SUCCESS);
    KIT_WAIT(&kit, u.is_done);
#ifndef COLL_FAILING /* there the call is repeated until it succeeds */
    pami_geometry_t none;
    pami_endpoint_t endpoint = 0;
    /* Its reason is not that of a later error. */
    CHECK_EQUAL(PAMI_Geometry_create_endpointlist(kit.client, NULL, 0, &none, 1, &endpoint, UINT32_MAX,
                                                  kit.context[0], NULL, NULL),
                PAMI_ENOMEM);
    kit_check_error("PAMI_Geometry_create_endpointlist()", "no memory");
#endif
    kit_close(&kit);
}

static void unfit(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), unfit_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"one root", one_root},
                                        {"all are roots", crowd},
                                        {"a function that does not fit", unfit},
                                        {NULL, NULL}};
    return emuq_test_main("PAMI active-message collectives", tests);
}
