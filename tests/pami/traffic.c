/* SPDX-License-Identifier: BSD-3-Clause */
/* Everything at once: random operations between all contexts of all tasks, each context with a thread of its
 * own. */
#include "pami_support.h"

enum { ID = 11, ID_ADDRESS = 12, ID_DONE = 13, WINDOW = 1 << 16, OPERATIONS = 300, MOST_IN_FLIGHT = 20 };

typedef struct label {
    uint64_t seed;
    uint32_t header_size;
    uint32_t number;
} label_t;

/* A context and its thread. */
typedef struct lane {
    struct state *s;
    pami_context_t context;
    size_t offset;
    uint64_t random, sent, got, finished; /* finished: endpoints that have sent everything */
    unsigned under_way;
    uint32_t *next_in, *next_out; /* [endpoints] numbers of messages */
    uint64_t announced;           /* messages that others say they have sent to this context */
    pthread_t thread;
} lane_t;

typedef struct state {
    kit_t kit;
    lane_t lane[KIT_CONTEXTS];
    char *window;   /* others get from here */
    char **windows; /* [tasks] of all tasks */
    pami_memregion_t *regions;
    unsigned known;
} state_t;

static size_t endpoints(const state_t *s)
{
    return s->kit.tasks * s->kit.contexts;
}

static size_t index_of(const state_t *s, pami_endpoint_t e)
{
    pami_task_t task;
    size_t offset;
    PAMI_Endpoint_query(e, &task, &offset);
    return task * s->kit.contexts + offset;
}

typedef struct receive {
    lane_t *lane;
    uint64_t seed;
    size_t bytes;
    char *data;
} receive_t;

static void received(pami_context_t context, void *cookie, pami_result_t result)
{
    receive_t *r = cookie;
    CHECK(context == r->lane->context);
    CHECK_EQUAL(result, PAMI_SUCCESS);
    CHECK_EQUAL(mu_same(r->data, r->bytes, r->seed, 0), r->bytes);
    r->lane->got++;
    free(r->data);
    free(r);
}

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    lane_t *lane = cookie;
    label_t label;
    CHECK(context == lane->context);
    memcpy(&label, header, sizeof label);
    CHECK_EQUAL(label.header_size, header_size);
    CHECK_EQUAL(label.number, lane->next_in[index_of(lane->s, origin)]++);
    CHECK_EQUAL(mu_same((const char *)header + sizeof label, header_size - sizeof label, label.seed + 1, 0),
                header_size - sizeof label);
    if (data != NULL) {
        CHECK_EQUAL(mu_same(data, data_size, label.seed, 0), data_size);
        lane->got++;
        return;
    }
    receive_t *r = malloc(sizeof *r);
    *r = (receive_t){lane, label.seed, data_size, malloc(data_size + 1)};
    recv->addr = r->data;
    recv->local_fn = received;
    recv->cookie = r;
}

static void finished(pami_context_t context, void *cookie, const void *header, size_t header_size,
                     const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    lane_t *lane = cookie;
    uint32_t messages;
    (void)context, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    memcpy(&messages, header, sizeof messages);
    lane->announced += messages;
    lane->finished++;
}

typedef struct table_row {
    char *window;
    pami_memregion_t region;
} table_row_t;

static void address(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    table_row_t row;
    (void)context, (void)header, (void)header_size, (void)data_size, (void)recv;
    memcpy(&row, data, sizeof row);
    s->windows[origin] = row.window;
    memcpy(&s->regions[origin], &row.region, sizeof row.region);
    s->known++;
}

/* Memory of a send or get under way. */
typedef struct piece {
    lane_t *lane;
    char *memory;
    size_t bytes, at;
    uint32_t task;
    bool is_get;
} piece_t;

static void piece_done(pami_context_t context, void *cookie, pami_result_t result)
{
    piece_t *p = cookie;
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    if (p->is_get)
        CHECK_EQUAL(mu_same(p->memory, p->bytes, p->task, p->at), p->bytes);
    p->lane->under_way--;
    free(p->memory);
    free(p);
}

static piece_t *new_piece(lane_t *lane, size_t bytes)
{
    piece_t *p = calloc(1, sizeof *p);
    p->lane = lane;
    p->bytes = bytes;
    p->memory = malloc(bytes + 1);
    lane->under_way++;
    return p;
}

static size_t random_size(lane_t *lane, unsigned most_bits)
{
    return mu_random(&lane->random) % ((size_t)1 << (1 + mu_random(&lane->random) % most_bits));
}

static void send(lane_t *lane, pami_endpoint_t to, bool immediate)
{
    state_t *s = lane->s;
    size_t header_size = sizeof(label_t) + random_size(lane, immediate ? 6 : 10);
    size_t bytes = random_size(lane, immediate ? 8 : 17);
    piece_t *p = new_piece(lane, header_size + bytes);
    label_t label = {mu_random(&lane->random), (uint32_t)header_size, lane->next_out[index_of(s, to)]++};
    memcpy(p->memory, &label, sizeof label);
    mu_fill(p->memory + sizeof label, header_size - sizeof label, label.seed + 1, 0);
    mu_fill(p->memory + header_size, bytes, label.seed, 0);
    if (immediate) {
        kit_send_immediate(lane->context, to, ID, p->memory, header_size, p->memory + header_size, bytes);
        piece_done(lane->context, p, PAMI_SUCCESS);
        return;
    }
    pami_send_t m = {.send = {.header = {p->memory, header_size},
                              .data = {p->memory + header_size, bytes},
                              .dispatch = ID,
                              .dest = to},
                     .events = {.cookie = p}};
    if (mu_random(&lane->random) % 2 == 0)
        m.events.local_fn = piece_done;
    else
        m.events.remote_fn = piece_done;
    CHECK_EQUAL(PAMI_Send(lane->context, &m), PAMI_SUCCESS);
}

static void get(lane_t *lane, pami_endpoint_t from, bool by_region)
{
    state_t *s = lane->s;
    pami_task_t task;
    size_t offset, out;
    PAMI_Endpoint_query(from, &task, &offset);
    piece_t *p = new_piece(lane, 1 + random_size(lane, 15));
    p->is_get = true;
    p->task = task;
    p->at = mu_random(&lane->random) % (WINDOW - p->bytes);
    pami_rma_t rma = {.dest = from, .bytes = p->bytes, .cookie = p, .done_fn = piece_done};
    if (by_region) {
        pami_memregion_t local;
        CHECK_EQUAL(PAMI_Memregion_create(lane->context, p->memory, p->bytes, &out, &local), PAMI_SUCCESS);
        pami_rget_simple_t g = {.rma = rma, .rdma = {{&local, 0}, {&s->regions[task], p->at}}};
        CHECK_EQUAL(PAMI_Rget(lane->context, &g), PAMI_SUCCESS);
    } else {
        pami_get_simple_t g = {.rma = rma, .addr = {p->memory, s->windows[task] + p->at}};
        CHECK_EQUAL(PAMI_Get(lane->context, &g), PAMI_SUCCESS);
    }
}

static void *run(void *argument)
{
    lane_t *lane = argument;
    state_t *s = lane->s;
    unsigned operations = MU_ROUNDS(OPERATIONS);
    uint64_t since = mu_microseconds();
    for (unsigned i = 0; i < operations; i++) {
        uint64_t which = mu_random(&lane->random);
        pami_endpoint_t to =
            kit_endpoint(&s->kit, (uint32_t)(which >> 8) % s->kit.tasks, (which >> 40) % s->kit.contexts);
        if (which % 4 < 2)
            send(lane, to, which % 4 == 0);
        else
            get(lane, to, which % 4 == 2);
        while (lane->under_way > MOST_IN_FLIGHT || which % 16 == 5) {
            PAMI_Context_advance(lane->context, 1);
            which = 0;
            kit_patience(since, "operations under way", __FILE__, __LINE__);
        }
    }
    for (size_t e = 0; e < endpoints(s); e++)
        kit_send_immediate(lane->context,
                           kit_endpoint(&s->kit, (uint32_t)(e / s->kit.contexts), e % s->kit.contexts),
                           ID_DONE, &lane->next_out[e], sizeof lane->next_out[e], NULL, 0);
    while (lane->under_way != 0 || lane->finished != endpoints(s) || lane->got != lane->announced) {
        PAMI_Context_advance(lane->context, 10);
        kit_patience(since, "everything", __FILE__, __LINE__);
    }
    return NULL;
}

static void traffic_body(mu_rank_t *me, size_t contexts)
{
    state_t *s = calloc(1, sizeof *s);
    size_t out;
    kit_open(&s->kit, me, contexts);
    s->window = malloc(WINDOW);
    mu_fill(s->window, WINDOW, s->kit.task, 0);
    s->windows = calloc(s->kit.tasks, sizeof *s->windows);
    s->regions = calloc(s->kit.tasks, sizeof *s->regions);
    for (size_t i = 0; i < contexts; i++) {
        lane_t *lane = &s->lane[i];
        *lane = (lane_t){.s = s, .context = s->kit.context[i], .offset = i, .random = me->rank * 100 + i};
        lane->next_in = calloc(endpoints(s), sizeof *lane->next_in);
        lane->next_out = calloc(endpoints(s), sizeof *lane->next_out);
        CHECK_EQUAL(kit_dispatch(lane->context, ID, arrival, lane, kit_no_hints), PAMI_SUCCESS);
        CHECK_EQUAL(kit_dispatch(lane->context, ID_DONE, finished, lane, kit_no_hints), PAMI_SUCCESS);
        CHECK_EQUAL(kit_dispatch(lane->context, ID_ADDRESS, address, s, kit_no_hints), PAMI_SUCCESS);
    }
    table_row_t row = {.window = s->window};
    CHECK_EQUAL(PAMI_Memregion_create(s->kit.context[0], s->window, WINDOW, &out, &row.region), PAMI_SUCCESS);
    for (uint32_t t = 0; t < s->kit.tasks; t++)
        kit_send_immediate(s->kit.context[0], kit_endpoint(&s->kit, t, 0), ID_ADDRESS, NULL, 0, &row,
                           sizeof row);
    KIT_WAIT(&s->kit, s->known == s->kit.tasks);
    for (size_t i = 0; i < contexts; i++)
        pthread_create(&s->lane[i].thread, NULL, run, &s->lane[i]);
    for (size_t i = 0; i < contexts; i++)
        pthread_join(s->lane[i].thread, NULL);
    kit_close(&s->kit);
    for (size_t i = 0; i < contexts; i++) {
        free(s->lane[i].next_in);
        free(s->lane[i].next_out);
    }
    free(s->windows);
    free(s->regions);
    free(s->window);
    free(s);
}

static void one_context(mu_rank_t *me)
{
    traffic_body(me, 1);
}

static void three_contexts(mu_rank_t *me)
{
    traffic_body(me, 3);
}

static void traffic(void)
{
    emuq_job_t job = MU_NODES(2, 2, 1, 1, 1);
    mu_run(job, one_context);
    mu_run(job, three_contexts);
    job = MU_NODES(2, 1, 1, 1, 1);
    job.ppn = 4;
    mu_run(job, one_context);
    job.ppn = 2;
    mu_run(job, three_contexts);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"traffic", traffic}, {NULL, NULL}};
    return emuq_test_main("PAMI traffic", tests);
}
