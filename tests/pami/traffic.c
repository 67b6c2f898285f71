/* SPDX-License-Identifier: BSD-3-Clause */
/* Everything at once: random operations between all contexts of all tasks, each context with a thread of its
 * own. */
#include "pami_support.h"

#include <stdlib.h>

enum { ID = 11, ID_ADDRESS = 12, ID_DONE = 13, WINDOW = 1 << 16, OPERATIONS = 300, MOST_IN_FLIGHT = 20 };
enum { SLOT = 1 << 15, POSTS = 200, BLOCK = 16 };

#define LONGEST ((size_t)4 << 20)

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
    uint64_t random, sent, got, finished; /* finished: endpoints without further messages */
    unsigned under_way;
    uint32_t *next_in, *next_out; /* [endpoints] numbers of messages */
    uint64_t announced;           /* messages that remote contexts have announced for this context */
    uint64_t *added;              /* [endpoints] sums added to remote counters by this context */
    uint64_t counter;             /* incremented by remote contexts */
    uint64_t announced_adds;
    bool *is_putting; /* [tasks] the slot there is in use */
    pami_work_t work[POSTS];
    unsigned worked;
    pthread_t thread;
} lane_t;

typedef struct state {
    kit_t kit;
    lane_t lane[KIT_CONTEXTS];
    char *window;            /* source of remote gets */
    char *slots;             /* [endpoints] target of remote puts */
    struct table_row *table; /* [tasks] */
    pami_type_t strided;     /* every second block of BLOCK bytes */
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

/* Final message of a context to every endpoint: number of messages sent. */
typedef struct totals {
    uint64_t messages, added;
} totals_t;

static void finished(pami_context_t context, void *cookie, const void *header, size_t header_size,
                     const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    lane_t *lane = cookie;
    totals_t totals;
    (void)context, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    memcpy(&totals, header, sizeof totals);
    lane->announced += totals.messages;
    lane->announced_adds += totals.added;
    lane->finished++;
}

/* Where a task has its memory. */
typedef struct table_row {
    char *window, *slots;
    uint64_t *counter[KIT_CONTEXTS];
    pami_memregion_t region, slot_region;
} table_row_t;

static void address(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    (void)context, (void)header, (void)header_size, (void)data_size, (void)recv;
    memcpy(&s->table[origin], data, sizeof s->table[origin]);
    s->known++;
}

/* Memory of an operation in progress. */
typedef struct piece {
    lane_t *lane;
    char *memory;
    size_t bytes, at;
    uint64_t seed;
    uint32_t task;
    bool is_get, is_put, is_strided;
} piece_t;

/* The same data, contiguous and in blocks. */
static void fill_blocks(char *memory, size_t bytes, uint64_t seed)
{
    for (size_t i = 0; i < bytes; i += BLOCK)
        mu_fill(memory + 2 * i, bytes - i < BLOCK ? bytes - i : BLOCK, seed, i);
}

static void check_piece(const piece_t *p)
{
    for (size_t i = 0; p->is_strided && i < p->bytes; i += BLOCK) {
        size_t n = p->bytes - i < BLOCK ? p->bytes - i : BLOCK;
        CHECK_EQUAL(mu_same(p->memory + 2 * i, n, p->seed, p->at + i), n);
    }
    if (!p->is_strided)
        CHECK_EQUAL(mu_same(p->memory, p->bytes, p->seed, p->at), p->bytes);
}

static void piece_done(pami_context_t context, void *cookie, pami_result_t result)
{
    piece_t *p = cookie;
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    if (p->is_get)
        check_piece(p);
    if (p->is_put)
        p->lane->is_putting[p->task] = false;
    p->lane->under_way--;
    free(p->memory);
    free(p);
}

static piece_t *new_piece(lane_t *lane, size_t bytes)
{
    piece_t *p = calloc(1, sizeof *p);
    p->lane = lane;
    p->bytes = bytes;
    p->memory = malloc(2 * bytes + 1); /* enough for blocks */
    lane->under_way++;
    return p;
}

static size_t random_size(lane_t *lane, unsigned most_bits)
{
    return mu_random(&lane->random) % ((size_t)1 << (1 + mu_random(&lane->random) % most_bits));
}

/* Mostly short; now and then as long as can be. */
static size_t message_size(lane_t *lane)
{
    return mu_random(&lane->random) % 64 == 0 ? mu_random(&lane->random) % (LONGEST + 1)
                                              : random_size(lane, 17);
}

static void send(lane_t *lane, pami_endpoint_t to, bool immediate)
{
    state_t *s = lane->s;
    size_t header_size = sizeof(label_t) + random_size(lane, immediate ? 6 : 10);
    size_t bytes = immediate ? random_size(lane, 8) : message_size(lane);
    bool typed = !immediate && mu_random(&lane->random) % 3 == 0;
    piece_t *p = new_piece(lane, header_size + bytes);
    label_t label = {mu_random(&lane->random), (uint32_t)header_size, lane->next_out[index_of(s, to)]++};
    char *data = p->memory + header_size;
    memcpy(p->memory, &label, sizeof label);
    mu_fill(p->memory + sizeof label, header_size - sizeof label, label.seed + 1, 0);
    if (typed)
        fill_blocks(data, bytes, label.seed);
    else
        mu_fill(data, bytes, label.seed, 0);
    if (immediate) {
        kit_send_immediate(lane->context, to, ID, p->memory, header_size, data, bytes);
        piece_done(lane->context, p, PAMI_SUCCESS);
        return;
    }
    pami_send_t m = {
        .send = {.header = {p->memory, header_size}, .data = {data, bytes}, .dispatch = ID, .dest = to},
        .events = {.cookie = p}};
    if (mu_random(&lane->random) % 2 == 0)
        m.events.local_fn = piece_done;
    else
        m.events.remote_fn = piece_done;
    pami_send_typed_t t = {.send = m.send, .events = m.events, .typed = {.type = s->strided}};
    CHECK_EQUAL(typed ? PAMI_Send_typed(lane->context, &t) : PAMI_Send(lane->context, &m), PAMI_SUCCESS);
}

/* Memory of a task, for a get: by address, and by region and offset. */
typedef struct from {
    char *address;
    pami_memregion_t *region;
    size_t offset;
} from_t;

static void start_get(piece_t *p, pami_endpoint_t from, from_t where)
{
    lane_t *lane = p->lane;
    bool by_region = mu_random(&lane->random) % 2 == 0;
    size_t out;
    pami_memregion_t local;
    pami_rma_t rma = {.dest = from, .bytes = p->bytes, .cookie = p, .done_fn = piece_done};
    pami_rma_typed_t types = {p->lane->s->strided, PAMI_TYPE_BYTE};
    CHECK_EQUAL(PAMI_Memregion_create(lane->context, p->memory, 2 * p->bytes, &out, &local), PAMI_SUCCESS);
    pami_rdma_t rdma = {{&local, 0}, {where.region, where.offset}};
    pami_rma_addr_t address = {p->memory, where.address + where.offset};
    pami_rget_simple_t rget = {.rma = rma, .rdma = rdma};
    pami_rget_typed_t rget_typed = {.rma = rma, .rdma = rdma, .type = types};
    pami_get_simple_t get = {.rma = rma, .addr = address};
    pami_get_typed_t get_typed = {.rma = rma, .addr = address, .type = types};
    pami_result_t rc;
    p->is_get = true;
    p->is_strided = mu_random(&lane->random) % 4 == 0;
    if (p->is_strided)
        rc = by_region ? PAMI_Rget_typed(lane->context, &rget_typed)
                       : PAMI_Get_typed(lane->context, &get_typed);
    else
        rc = by_region ? PAMI_Rget(lane->context, &rget) : PAMI_Get(lane->context, &get);
    CHECK_EQUAL(rc, PAMI_SUCCESS);
}

static void get(lane_t *lane, pami_endpoint_t from)
{
    pami_task_t task;
    size_t offset;
    PAMI_Endpoint_query(from, &task, &offset);
    table_row_t *row = &lane->s->table[task];
    piece_t *p = new_piece(lane, 1 + random_size(lane, 15));
    p->task = task;
    p->seed = task;
    p->at = mu_random(&lane->random) % (WINDOW - p->bytes);
    start_get(p, from, (from_t){row->window, &row->region, p->at});
}

static size_t slot_of(const lane_t *lane)
{
    return (lane->s->kit.task * lane->s->kit.contexts + lane->offset) * SLOT;
}

/* Completion of a put: reads the data back. */
static void read_back(pami_context_t context, void *cookie, pami_result_t result)
{
    piece_t *p = cookie;
    lane_t *lane = p->lane;
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    memset(p->memory, 0, 2 * p->bytes);
    table_row_t *row = &lane->s->table[p->task];
    start_get(p, kit_endpoint(&lane->s->kit, p->task, lane->offset),
              (from_t){row->slots, &row->slot_region, slot_of(lane)});
}

static void put(lane_t *lane, pami_endpoint_t to)
{
    pami_task_t task;
    size_t offset, out;
    PAMI_Endpoint_query(to, &task, &offset);
    if (lane->is_putting[task])
        return;
    lane->is_putting[task] = true;
    table_row_t *row = &lane->s->table[task];
    piece_t *p = new_piece(lane, 1 + random_size(lane, 14));
    p->task = task;
    p->is_put = true;
    p->seed = mu_random(&lane->random);
    bool by_region = p->seed % 2 == 0, typed = p->seed / 2 % 3 == 0;
    if (typed)
        fill_blocks(p->memory, p->bytes, p->seed);
    else
        mu_fill(p->memory, p->bytes, p->seed, 0);
    pami_memregion_t local;
    CHECK_EQUAL(PAMI_Memregion_create(lane->context, p->memory, 2 * p->bytes, &out, &local), PAMI_SUCCESS);
    pami_rma_t rma = {.dest = to, .bytes = p->bytes, .cookie = p};
    pami_rma_put_t arrived = {.rdone_fn = read_back};
    pami_rma_typed_t types = {lane->s->strided, PAMI_TYPE_BYTE};
    pami_rdma_t rdma = {{&local, 0}, {&row->slot_region, slot_of(lane)}};
    pami_rma_addr_t address = {p->memory, row->slots + slot_of(lane)};
    pami_rput_simple_t rput = {.rma = rma, .rdma = rdma, .put = arrived};
    pami_rput_typed_t rput_typed = {.rma = rma, .rdma = rdma, .type = types, .put = arrived};
    pami_put_simple_t put = {.rma = rma, .addr = address, .put = arrived};
    pami_put_typed_t put_typed = {.rma = rma, .addr = address, .type = types, .put = arrived};
    pami_result_t rc;
    if (typed)
        rc = by_region ? PAMI_Rput_typed(lane->context, &rput_typed)
                       : PAMI_Put_typed(lane->context, &put_typed);
    else
        rc = by_region ? PAMI_Rput(lane->context, &rput) : PAMI_Put(lane->context, &put);
    CHECK_EQUAL(rc, PAMI_SUCCESS);
}

static void add(lane_t *lane, pami_endpoint_t to)
{
    pami_task_t task;
    size_t offset;
    uint64_t value = mu_random(&lane->random) % 1000;
    PAMI_Endpoint_query(to, &task, &offset);
    piece_t *p = new_piece(lane, sizeof(uint64_t));
    pami_rmw_t rmw = {.dest = to,
                      .cookie = p,
                      .done_fn = piece_done,
                      .local = p->memory,
                      .remote = lane->s->table[task].counter[offset],
                      .value = &value,
                      .operation = PAMI_ATOMIC_FETCH_ADD,
                      .type = PAMI_TYPE_UNSIGNED_LONG};
    lane->added[index_of(lane->s, to)] += value;
    CHECK_EQUAL(PAMI_Rmw(lane->context, &rmw), PAMI_SUCCESS);
}

/* Posted by a thread without context. */
static pami_result_t work(pami_context_t context, void *cookie)
{
    lane_t *lane = cookie;
    CHECK(context == lane->context);
    lane->worked++;
    send(lane,
         kit_endpoint(&lane->s->kit, (uint32_t)mu_random(&lane->random) % lane->s->kit.tasks, lane->offset),
         true);
    return PAMI_SUCCESS;
}

static void *post(void *argument)
{
    state_t *s = argument;
    for (unsigned i = 0; i < MU_ROUNDS(POSTS); i++)
        for (size_t k = 0; k < s->kit.contexts; k++)
            CHECK_EQUAL(PAMI_Context_post(s->lane[k].context, &s->lane[k].work[i], work, &s->lane[k]),
                        PAMI_SUCCESS);
    return NULL;
}

static void say_totals(lane_t *lane)
{
    const kit_t *kit = &lane->s->kit;
    for (size_t e = 0; e < endpoints(lane->s); e++) {
        totals_t totals = {lane->next_out[e], lane->added[e]};
        kit_send_immediate(lane->context, kit_endpoint(kit, (uint32_t)(e / kit->contexts), e % kit->contexts),
                           ID_DONE, &totals, sizeof totals, NULL, 0);
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
        if (which % 8 < 4)
            send(lane, to, which % 8 < 2);
        else if (which % 8 == 4)
            add(lane, to);
        else if (which % 8 == 5)
            put(lane, to);
        else
            get(lane, to);
        while (lane->under_way > MOST_IN_FLIGHT || which % 16 == 5) {
            PAMI_Context_advance(lane->context, 1);
            which = 0;
            kit_patience(since, "operations under way", __FILE__, __LINE__);
        }
    }
    /* Posted work sends, too; the arrival of a put starts the get of its data. */
    while (lane->under_way != 0 || lane->worked != MU_ROUNDS(POSTS)) {
        PAMI_Context_advance(lane->context, 10);
        kit_patience(since, "own operations", __FILE__, __LINE__);
    }
    say_totals(lane);
    while (lane->finished != endpoints(s) || lane->got != lane->announced) {
        PAMI_Context_advance(lane->context, 10);
        kit_patience(since, "everything", __FILE__, __LINE__);
    }
    CHECK_EQUAL(__atomic_load_n(&lane->counter, __ATOMIC_ACQUIRE), lane->announced_adds);
    return NULL;
}

static void open_lane(lane_t *lane, state_t *s, size_t offset)
{
    *lane = (lane_t){
        .s = s, .context = s->kit.context[offset], .offset = offset, .random = s->kit.task * 100 + offset};
    lane->next_in = calloc(endpoints(s), sizeof *lane->next_in);
    lane->next_out = calloc(endpoints(s), sizeof *lane->next_out);
    lane->added = calloc(endpoints(s), sizeof *lane->added);
    lane->is_putting = calloc(s->kit.tasks, sizeof *lane->is_putting);
    CHECK_EQUAL(kit_dispatch(lane->context, ID, arrival, lane, kit_no_hints), PAMI_SUCCESS);
    CHECK_EQUAL(kit_dispatch(lane->context, ID_DONE, finished, lane, kit_no_hints), PAMI_SUCCESS);
    CHECK_EQUAL(kit_dispatch(lane->context, ID_ADDRESS, address, s, kit_no_hints), PAMI_SUCCESS);
}

static void exchange_addresses(state_t *s)
{
    size_t out;
    table_row_t row = {.window = s->window, .slots = s->slots};
    for (size_t i = 0; i < s->kit.contexts; i++)
        row.counter[i] = &s->lane[i].counter;
    CHECK_EQUAL(PAMI_Memregion_create(s->kit.context[0], s->window, WINDOW, &out, &row.region), PAMI_SUCCESS);
    CHECK_EQUAL(
        PAMI_Memregion_create(s->kit.context[0], s->slots, endpoints(s) * SLOT, &out, &row.slot_region),
        PAMI_SUCCESS);
    for (uint32_t t = 0; t < s->kit.tasks; t++)
        kit_send_immediate(s->kit.context[0], kit_endpoint(&s->kit, t, 0), ID_ADDRESS, NULL, 0, &row,
                           sizeof row);
    KIT_WAIT(&s->kit, s->known == s->kit.tasks);
}

static void make_strided(pami_type_t *type)
{
    CHECK_EQUAL(PAMI_Type_create(type), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_add_simple(*type, BLOCK, 0, 1, 2 * BLOCK), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Type_complete(*type, 1), PAMI_SUCCESS);
}

static void close_state(state_t *s)
{
    for (size_t i = 0; i < s->kit.contexts; i++) {
        free(s->lane[i].next_in);
        free(s->lane[i].next_out);
        free(s->lane[i].added);
        free(s->lane[i].is_putting);
    }
    CHECK_EQUAL(PAMI_Type_destroy(&s->strided), PAMI_SUCCESS);
    free(s->table);
    free(s->window);
    free(s->slots);
    free(s);
}

static void traffic_body(mu_rank_t *me, size_t contexts)
{
    state_t *s = calloc(1, sizeof *s);
    pthread_t poster;
    kit_open(&s->kit, me, contexts);
    make_strided(&s->strided);
    s->window = malloc(WINDOW);
    mu_fill(s->window, WINDOW, s->kit.task, 0);
    s->slots = calloc(endpoints(s), SLOT);
    s->table = calloc(s->kit.tasks, sizeof *s->table);
    for (size_t i = 0; i < contexts; i++)
        open_lane(&s->lane[i], s, i);
    exchange_addresses(s);
    for (size_t i = 0; i < contexts; i++)
        pthread_create(&s->lane[i].thread, NULL, run, &s->lane[i]);
    pthread_create(&poster, NULL, post, s);
    for (size_t i = 0; i < contexts; i++)
        pthread_join(s->lane[i].thread, NULL);
    pthread_join(poster, NULL);
    kit_close(&s->kit);
    close_state(s);
}

static void one_context(mu_rank_t *me)
{
    traffic_body(me, 1);
}

/* Three contexts, or as many as there are. */
static void three_contexts(mu_rank_t *me)
{
    const char *most = getenv("PAMI_MAX_CONTEXTS");
    traffic_body(me, most != NULL && atoi(most) < 3 ? (size_t)atoi(most) : 3);
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
