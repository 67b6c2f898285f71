/* SPDX-License-Identifier: BSD-3-Clause */
/* Several clients at the same time, each communicating with the clients of the same name only. */
#include "pami_support.h"

#include <stdlib.h>

enum { ID = 5, MOST_CLIENTS = 3, MESSAGES = 12, LONG = 20000, WINDOW = 4096 };

/* A client and its received messages. */
typedef struct member {
    kit_t kit;
    char tag; /* sent with each message: identifies the client */
    uint32_t got, wanted;
    unsigned done, expected;
    char *window, *source, *sink; /* memory of one-sided operations, for all tasks */
    char *out;                    /* of long messages */
    uint64_t counter;             /* incremented by remote tasks */
    struct {
        uint64_t window, counter;
        pami_memregion_t region;
    } * peer; /* [tasks] */
    uint32_t peers, peers_wanted;
} member_t;

/* All clients of a task. */
typedef struct state {
    member_t member[MOST_CLIENTS];
    unsigned members;
} state_t;

static void turn(state_t *s)
{
    for (unsigned i = 0; i < s->members; i++)
        if (s->member[i].kit.client != PAMI_CLIENT_NULL)
            kit_turn(&s->member[i].kit);
}

#define WAIT_ALL(s, condition)                                                                               \
    do {                                                                                                     \
        uint64_t since_ = mu_microseconds();                                                                 \
        while (!(condition)) {                                                                               \
            turn(s);                                                                                         \
            kit_patience(since_, #condition, __FILE__, __LINE__);                                            \
        }                                                                                                    \
    } while (0)

/* A message in progress; arrived when all data is present. */
typedef struct incoming {
    member_t *member;
    char data[];
} incoming_t;

static void arrived(pami_context_t context, void *cookie, pami_result_t result)
{
    incoming_t *in = cookie;
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    in->member->got++;
    free(in);
}

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    member_t *m = cookie;
    pami_task_t task;
    size_t offset;
    (void)context;
    CHECK_EQUAL(PAMI_Endpoint_query(origin, &task, &offset), PAMI_SUCCESS);
    CHECK(offset < m->kit.contexts && task < m->kit.tasks);
    CHECK_EQUAL(header_size, 1);
    CHECK_EQUAL(*(const char *)header, m->tag);
    if (recv != NULL) {
        incoming_t *in = malloc(sizeof *in + data_size);
        in->member = m;
        recv->cookie = in;
        recv->addr = in->data;
        recv->local_fn = arrived;
    } else {
        m->got++;
        CHECK_EQUAL(mu_same(data, data_size, (unsigned)m->tag + task, 0), data_size);
    }
}

static void address(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    member_t *m = cookie;
    (void)context, (void)data, (void)data_size, (void)recv;
    CHECK_EQUAL(header_size, sizeof *m->peer);
    memcpy(&m->peer[origin], header, header_size);
    m->peers++;
}

static void set_dispatch(member_t *m)
{
    for (size_t k = 0; k < m->kit.contexts; k++)
        CHECK_EQUAL(kit_dispatch(m->kit.context[k], ID, arrival, m, kit_no_hints), PAMI_SUCCESS);
    CHECK_EQUAL(kit_dispatch(m->kit.context[0], ID + 1, address, m, kit_no_hints), PAMI_SUCCESS);
}

/* Two contexts, where there are so many. */
static void open_member(state_t *s, mu_rank_t *me, unsigned index)
{
    size_t contexts = (index == 2 && me->ppn == 4) || (index == 1 && me->ppn == 16) ? 1 : 2;
    static const char *const names[MOST_CLIENTS] = {"MPI", "UPC", "SHMEM"};
    member_t *m = &s->member[index];
    memset(m, 0, sizeof *m);
    kit_open_named(&m->kit, me, names[index], contexts);
    m->tag = (char)('A' + index);
    size_t bytes = (size_t)m->kit.tasks * WINDOW;
    m->window = calloc(1, bytes);
    m->source = calloc(1, bytes);
    m->sink = calloc(1, bytes);
    m->out = malloc(LONG);
    mu_fill(m->out, LONG, (unsigned)m->tag + m->kit.task, 0);
    m->peer = calloc(m->kit.tasks, sizeof *m->peer);
    set_dispatch(m);
}

static void close_member(member_t *m)
{
    free(m->window);
    free(m->source);
    free(m->sink);
    free(m->out);
    free(m->peer);
    CHECK_EQUAL(PAMI_Context_destroyv(m->kit.context, m->kit.contexts), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Client_destroy(&m->kit.client), PAMI_SUCCESS);
}

/* ---- traffic ---- */

/* Sends messages to all contexts of all tasks, long ones from constant memory. */
static void send_to_all(member_t *m)
{
    kit_t *kit = &m->kit;
    for (uint32_t i = 0; i < MU_ROUNDS(MESSAGES); i++)
        for (uint32_t t = 0; t < kit->tasks; t++)
            for (size_t k = 0; k < kit->contexts; k++) {
                pami_context_t from = kit->context[i % kit->contexts];
                pami_send_t p = {.send = {.header = {&m->tag, 1},
                                          .data = {m->out, i % 2 == 0 ? 4000 : LONG},
                                          .dispatch = ID,
                                          .dest = kit_endpoint(kit, t, k)},
                                 .events = {.cookie = &m->done, .local_fn = kit_count}};
                if (i % 3 == 0) {
                    kit_send_immediate(from, p.send.dest, ID, &m->tag, 1, m->out, 100);
                    continue;
                }
                CHECK_EQUAL(PAMI_Send(from, &p), PAMI_SUCCESS);
                m->expected++;
            }
    m->wanted += MU_ROUNDS(MESSAGES) * kit->tasks * (uint32_t)kit->contexts;
}

static void exchange_addresses(member_t *m)
{
    kit_t *kit = &m->kit;
    size_t out, bytes = (size_t)kit->tasks * WINDOW;
    m->peer[kit->task].window = (uintptr_t)m->window;
    m->peer[kit->task].counter = (uintptr_t)&m->counter;
    m->counter = 0;
    m->peers_wanted += kit->tasks;
    CHECK_EQUAL(PAMI_Memregion_create(kit->context[0], m->window, bytes, &out, &m->peer[kit->task].region),
                PAMI_SUCCESS);
    for (uint32_t t = 0; t < kit->tasks; t++)
        kit_send_immediate(kit->context[0], kit_endpoint(kit, t, 0), ID + 1, &m->peer[kit->task],
                           sizeof *m->peer, NULL, 0);
}

/* Every task puts into its quarter of every window, half by region and half by address, reads both back, and
 * adds one. */
static void one_sided(member_t *m)
{
    kit_t *kit = &m->kit;
    pami_memregion_t source;
    size_t out, half = WINDOW / 2, at = (size_t)kit->task * WINDOW;
    uint64_t one = 1;
    mu_fill(m->source, (size_t)kit->tasks * WINDOW, (unsigned)m->tag + kit->task, 0);
    CHECK_EQUAL(PAMI_Memregion_create(kit->context[0], m->source, (size_t)kit->tasks * WINDOW, &out, &source),
                PAMI_SUCCESS);
    for (uint32_t t = 0; t < kit->tasks; t++) {
        pami_rma_t rma = {.dest = kit_endpoint(kit, t, kit->contexts - 1), .bytes = half, .cookie = &m->done};
        pami_rput_simple_t rput = {
            .rma = rma, .rdma = {{&source, 0}, {&m->peer[t].region, at}}, .put = {.rdone_fn = kit_count}};
        pami_put_simple_t put = {.rma = rma,
                                 .addr = {m->source + half, (void *)(m->peer[t].window + at + half)},
                                 .put = {.rdone_fn = kit_count}};
        pami_rmw_t rmw = {.dest = rma.dest,
                          .cookie = &m->done,
                          .done_fn = kit_count,
                          .remote = (void *)m->peer[t].counter,
                          .value = &one,
                          .operation = PAMI_ATOMIC_ADD,
                          .type = PAMI_TYPE_UNSIGNED_LONG};
        CHECK_EQUAL(PAMI_Rput(kit->context[0], &rput), PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Put(kit->context[0], &put), PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Rmw(kit->context[0], &rmw), PAMI_SUCCESS);
        m->expected += 3;
    }
}

static void read_back(member_t *m)
{
    kit_t *kit = &m->kit;
    pami_memregion_t sink;
    size_t out, half = WINDOW / 2, at = (size_t)kit->task * WINDOW;
    CHECK_EQUAL(PAMI_Memregion_create(kit->context[0], m->sink, (size_t)kit->tasks * WINDOW, &out, &sink),
                PAMI_SUCCESS);
    for (uint32_t t = 0; t < kit->tasks; t++) {
        size_t to = (size_t)t * WINDOW;
        pami_rma_t rma = {.dest = kit_endpoint(kit, t, 0), .bytes = half, .cookie = &m->done};
        rma.done_fn = kit_count;
        pami_rget_simple_t rget = {.rma = rma, .rdma = {{&sink, to}, {&m->peer[t].region, at}}};
        pami_get_simple_t get = {.rma = rma,
                                 .addr = {m->sink + to + half, (void *)(m->peer[t].window + at + half)}};
        CHECK_EQUAL(PAMI_Rget(kit->context[kit->contexts - 1], &rget), PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Get(kit->context[kit->contexts - 1], &get), PAMI_SUCCESS);
        m->expected += 2;
    }
}

static void check_read(const member_t *m)
{
    for (uint32_t t = 0; t < m->kit.tasks; t++)
        CHECK_EQUAL(mu_same(m->sink + (size_t)t * WINDOW, WINDOW, (unsigned)m->tag + m->kit.task, 0), WINDOW);
}

/* Starts a barrier of the world with a chosen algorithm. */
static void barrier_of(member_t *m, unsigned which)
{
    pami_geometry_t world;
    size_t count[2];
    pami_algorithm_t algorithm[8];
    CHECK_EQUAL(PAMI_Geometry_world(m->kit.client, &world), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Geometry_algorithms_num(world, PAMI_XFER_BARRIER, count), PAMI_SUCCESS);
    CHECK(count[0] >= 1 && count[0] <= 8);
    CHECK_EQUAL(
        PAMI_Geometry_algorithms_query(world, PAMI_XFER_BARRIER, algorithm, NULL, count[0], NULL, NULL, 0),
        PAMI_SUCCESS);
    pami_xfer_t barrier = {
        .cb_done = kit_count, .cookie = &m->done, .algorithm = algorithm[which % count[0]]};
    CHECK_EQUAL(PAMI_Collective(m->kit.context[0], &barrier), PAMI_SUCCESS);
    m->expected++;
}

/* Interleaves traffic of all clients so that each waits for its own progress only. */
static void traffic(state_t *s)
{
    for (unsigned i = 0; i < s->members; i++)
        exchange_addresses(&s->member[i]);
    for (unsigned i = 0; i < s->members; i++)
        WAIT_ALL(s, s->member[i].peers >= s->member[i].peers_wanted);
    for (unsigned i = 0; i < s->members; i++)
        one_sided(&s->member[i]);
    for (unsigned i = 0; i < s->members; i++)
        send_to_all(&s->member[i]);
    for (unsigned i = 0; i < s->members; i++)
        WAIT_ALL(s, s->member[i].done == s->member[i].expected);
    for (unsigned i = 0; i < s->members; i++)
        read_back(&s->member[i]);
    for (unsigned i = 0; i < s->members; i++)
        WAIT_ALL(s, s->member[i].done == s->member[i].expected);
    /* The barriers of the clients are independent, in any order of completion. */
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = s->members; i-- > 0;)
            barrier_of(&s->member[i], round);
        for (unsigned i = 0; i < s->members; i++)
            WAIT_ALL(s, s->member[i].done == s->member[i].expected);
    }
    for (unsigned i = 0; i < s->members; i++) {
        member_t *m = &s->member[i];
        check_read(m);
        WAIT_ALL(s, m->got >= m->wanted);
        CHECK_EQUAL(m->counter, m->kit.tasks);
    }
}

/* Synchronises all tasks by one client, with progress of all clients. Afterwards all messages to the client
 * have arrived. */
static void meet(state_t *s, unsigned index)
{
    member_t *m = &s->member[index];
    barrier_of(m, 0);
    WAIT_ALL(s, m->done == m->expected && m->got >= m->wanted);
}

static void open_all(state_t *s, mu_rank_t *me, unsigned members)
{
    kit_give_back_entries(me);
    s->members = members;
    for (unsigned i = 0; i < members; i++)
        open_member(s, me, i);
}

static void close_all(state_t *s)
{
    for (unsigned i = 0; i < s->members; i++)
        meet(s, i);
    for (unsigned i = 0; i < s->members; i++)
        close_member(&s->member[i]);
}

static void together_body(mu_rank_t *me, unsigned members)
{
    state_t *s = calloc(1, sizeof *s);
    open_all(s, me, members);
    traffic(s);
    traffic(s);
    close_all(s);
    free(s);
}

static void two_body(mu_rank_t *me)
{
    together_body(me, 2);
}

static void three_body(mu_rank_t *me)
{
    together_body(me, 3);
}

/* Two nodes, with 1, 2 and 4 processes each. */
static void for_ppn(void (*fn)(mu_rank_t *me))
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    for (job.ppn = 1; job.ppn <= 4; job.ppn *= 2)
        mu_run(job, fn);
}

static void two(void)
{
    mu_run(MU_NODES(2, 2, 1, 1, 1), two_body);
    for_ppn(two_body);
}

static void three(void)
{
    for_ppn(three_body);
}

/* ---- clients come and go ---- */

/* A client ends and is created again while messages of the remaining clients are in flight. */
static void again_body(mu_rank_t *me)
{
    state_t *s = calloc(1, sizeof *s);
    open_all(s, me, 3);
    for (unsigned victim = 0; victim < 3; victim++) {
        for (unsigned i = 0; i < 3; i++)
            if (i != victim)
                send_to_all(&s->member[i]);
        meet(s, victim);
        close_member(&s->member[victim]);
        meet(s, (victim + 1) % 3); /* no message to the next client before this client has ended everywhere */
        open_member(s, me, victim);
        traffic(s);
    }
    close_all(s);
    free(s);
}

/* A name keeps its resource set for any order of creation. */
static void order_body(mu_rank_t *me)
{
    state_t *s = calloc(1, sizeof *s);
    open_all(s, me, 3);
    for (unsigned round = 0; round < 2; round++) {
        unsigned first = 1 + (me->rank + round) % 2;
        send_to_all(&s->member[0]);
        meet(s, 1);
        meet(s, 2);
        close_member(&s->member[1]);
        close_member(&s->member[2]);
        meet(s, 0);
        open_member(s, me, first);
        open_member(s, me, 3 - first);
        traffic(s);
    }
    close_all(s);
    free(s);
}

static void again(void)
{
    for_ppn(again_body);
    for_ppn(order_body);
}

/* ---- limits ---- */

static void refused_body(mu_rank_t *me)
{
    kit_t kit;
    pami_client_t second, other = (pami_client_t)&kit;
    kit_open(&kit, me, 1);
    CHECK_EQUAL(PAMI_Client_create("MPI", &second, NULL, 0), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Client_create("UPC", &other, NULL, 0), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Client_destroy(&second), PAMI_SUCCESS);
    kit_close(&kit);
    mu_barrier(me);                     /* no rank sends to the destroyed client any more */
    kit_open_named(&kit, me, "UPC", 1); /* the set can be reused */
    kit_close(&kit);
}

/* With 8 and more processes on a node there are FIFOs for a second client, too. */
static void many_body(mu_rank_t *me)
{
    state_t *s = calloc(1, sizeof *s);
    kit_give_back_entries(me);
    for (s->members = 0; s->members < 2; s->members++) {
        member_t *m = &s->member[s->members];
        kit_open_named(&m->kit, me, s->members == 0 ? "MPI" : "UPC", 1);
        m->tag = (char)('A' + s->members);
        m->out = malloc(LONG);
        mu_fill(m->out, LONG, (unsigned)m->tag + m->kit.task, 0);
        size_t contexts = kit_query(&m->kit, PAMI_CLIENT_NUM_CONTEXTS);
        CHECK(contexts >= (me->ppn <= 8 ? 2 : 1));
        set_dispatch(m);
    }
    for (unsigned i = 0; i < 2; i++)
        send_to_all(&s->member[i]);
    close_all(s);
    free(s);
}

/* As many as there are; then no more. */
static void most_body(mu_rank_t *me)
{
    pami_client_t client[10] = {NULL};
    pami_context_t context[64];
    unsigned n = 0;
    size_t contexts = 0;
    kit_give_back_entries(me);
    for (char name[] = "A"; PAMI_Client_create(name, &client[n], NULL, 0) == PAMI_SUCCESS; name[0]++) {
        pami_configuration_t q = {.name = PAMI_CLIENT_NUM_CONTEXTS};
        CHECK_EQUAL(PAMI_Client_query(client[n], &q, 1), PAMI_SUCCESS);
        CHECK(q.value.intval >= 1 && contexts + q.value.intval <= 64);
        CHECK_EQUAL(PAMI_Context_createv(client[n], NULL, 0, context + contexts, q.value.intval),
                    PAMI_SUCCESS);
        contexts += q.value.intval;
        n++;
    }
    CHECK(n >= 3 && n <= 4);
    for (unsigned i = 0; i < n; i++)
        CHECK_EQUAL(PAMI_Client_destroy(&client[i]), PAMI_SUCCESS);
    MUSPI_GIBarrierInit(&me->gi, 0);
}

/* The memory of a device suffices for the FIFOs of 16 processes. */
static void many(void)
{
    const char *backend = getenv("EMUQ_BACKEND");
    uint32_t most = MU_SANITIZED ? 8 : backend != NULL && strncmp(backend, "mmio", 4) == 0 ? 16 : 64;
    emuq_job_t job = MU_NODES(1, 1, 1, 1, 1);
    for (job.ppn = 8; job.ppn <= most; job.ppn *= 2)
        mu_run(job, many_body);
}

/* PAMI_CLIENTS defines clients and their contexts; "B" has none in any test. */
static void named_body(mu_rank_t *me)
{
    static const struct {
        const char *setting;
        const char *name[4]; /* in this order ... */
        size_t contexts[4]; /* contexts with PAMI_MAX_CONTEXTS of 16 and one process on a node; 0: rejected */
    } cases[] = {{"A", {"B", "A", "A"}, {0, 16, 0}},
                 {":1", {"C", "A"}, {16, 0}},
                 {"A/1,C:2/3", {"C", "C", "C", "A"}, {16, 16, 0, 10}},
                 {"A/1,/7", {"A", "C", "A"}, {8, 16, 0}},
                 {":2/1,C/2", {"A", "C", "D", "B"}, {16, 16, 16, 0}}};
    const char *setting = getenv("PAMI_CLIENTS");
    kit_give_back_entries(me);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pami_client_t client[4] = {NULL};
        for (unsigned k = 0; k < 4 && strcmp(cases[i].setting, setting) == 0 && cases[i].name[k] != NULL;
             k++) {
            size_t contexts = cases[i].contexts[k];
            CHECK_EQUAL(PAMI_Client_create(cases[i].name[k], &client[k], NULL, 0),
                        contexts != 0 ? PAMI_SUCCESS : PAMI_INVAL);
            pami_configuration_t q = {.name = PAMI_CLIENT_NUM_CONTEXTS};
            if (contexts != 0 && CHECK_EQUAL(PAMI_Client_query(client[k], &q, 1), PAMI_SUCCESS))
                CHECK_EQUAL(q.value.intval, contexts);
        }
        for (unsigned k = 0; k < 4; k++)
            if (client[k] != NULL)
                CHECK_EQUAL(PAMI_Client_destroy(&client[k]), PAMI_SUCCESS);
    }
    MUSPI_GIBarrierInit(&me->gi, 0);
}

static void limits(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    mu_run(job, most_body);
    job.ppn = 4;
    mu_run(job, most_body);
    job = MU_NODES(1, 1, 1, 1, 1);
    job.ppn = 16;
    mu_run(job, refused_body);
}

/* With a setting out of range, no client is created. Otherwise, with 2 contexts per client, the FIFOs suffice
 * for two clients of each of 16 processes on a node. */
static void bad_body(mu_rank_t *me)
{
    pami_client_t client = NULL;
    (void)me;
    for (int i = 0; i < 2; i++)
        CHECK_EQUAL(PAMI_Client_create("BAD", &client, NULL, 0), PAMI_INVAL);
    CHECK(client == NULL);
}

static void settings(void)
{
    emuq_job_t job = MU_NODES(1, 1, 1, 1, 1);
    const char *contexts = getenv("PAMI_MAX_CONTEXTS"), *clients = getenv("PAMI_CLIENTS");
    if (clients != NULL) {
        mu_run(MU_NODES(2, 1, 1, 1, 1), strpbrk(clients, "5-") != NULL ? bad_body : named_body);
        return;
    }
    job.ppn = 16;
    mu_run(job, contexts != NULL && strcmp(contexts, "2") == 0 ? two_body : bad_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"two", two},   {"three", three},   {"again", again},
                                        {"many", many}, {"limits", limits}, {NULL, NULL}};
    static const emuq_test_t with_settings[] = {{"settings", settings}, {NULL, NULL}};
    return emuq_test_main(
        "PAMI clients",
        getenv("PAMI_MAX_CONTEXTS") != NULL || getenv("PAMI_CLIENTS") != NULL ? with_settings : tests);
}
