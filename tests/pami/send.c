/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI_Send: sizes of header and data, kinds of receives, completions, order, ids set after the message. */
#include "pami_support.h"

#include <spi/include/kernel/cnk/emuq_rank.h>

enum {
    ID_DEFAULT = 1,
    ID_ASYNC = 2,
    ID_LATE = 3,
    ID_ZERO = 4,
    LIMIT = 504,
    MOST = 4 << 20,
    NEAR_BYTES = 4096
};

/* Description of a message in its header, if the header is long enough; else only the sizes are checked. */
typedef struct label {
    uint32_t from, number;
    uint64_t header_size, data_size;
} label_t;

typedef struct state state_t;

typedef struct receive {
    state_t *s;
    char *buffer;
    label_t label;
} receive_t;

struct state {
    kit_t kit;
    unsigned dispatched, received, immediate, local, remote;
    uint32_t expected[64];
};

static void arrived(pami_context_t context, void *cookie, pami_result_t result)
{
    receive_t *r = cookie;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    CHECK(context == r->s->kit.context[0]);
    CHECK_EQUAL(mu_same(r->buffer, r->label.data_size, r->label.from, r->label.number), r->label.data_size);
    r->s->received++;
    free(r->buffer);
    free(r);
}

/* Id without hints: short messages are immediate, longer ones are not. */
static void check_kind(bool never_immediate, const void *data, size_t bytes, const pami_recv_t *recv)
{
    CHECK((data == NULL) != (recv == NULL));
    CHECK_EQUAL(data != NULL, !never_immediate && bytes <= LIMIT);
}

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    label_t label;
    (void)context;
    s->dispatched++;
    if (!CHECK(header_size >= sizeof label))
        return;
    memcpy(&label, header, sizeof label);
    CHECK_EQUAL(label.from, origin);
    CHECK_EQUAL(label.header_size, header_size);
    CHECK_EQUAL(label.data_size, data_size);
    CHECK_EQUAL(label.number, s->expected[label.from]);
    s->expected[label.from] = label.number + 1;
    CHECK_EQUAL(mu_same((const char *)header + sizeof label, header_size - sizeof label, label.number, 0),
                header_size - sizeof label);
    if (data != NULL) {
        CHECK_EQUAL(mu_same(data, data_size, label.from, label.number), data_size);
        s->immediate++;
        s->received++;
        return;
    }
    CHECK(recv->local_fn == NULL && recv->cookie == NULL && recv->type == PAMI_TYPE_BYTE &&
          recv->offset == 0);
    receive_t *r = malloc(sizeof *r);
    *r = (receive_t){s, malloc(data_size + 1), label};
    recv->addr = r->buffer;
    recv->cookie = r;
    recv->local_fn = arrived;
}

static void default_arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                            const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    check_kind(false, data, header_size + data_size, recv);
    arrival(context, cookie, header, header_size, data, data_size, origin, recv);
}

static void async_arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                          const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    check_kind(true, data, header_size + data_size, recv);
    arrival(context, cookie, header, header_size, data, data_size, origin, recv);
}

static void local_done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    ((state_t *)cookie)->local++;
}

static void remote_done(pami_context_t context, void *cookie, pami_result_t result)
{
    state_t *s = cookie;
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    s->remote++;
    CHECK(s->remote <= s->local);
}

static void send(state_t *s, size_t id, uint32_t to, uint32_t number, char *header, size_t header_size,
                 char *data, size_t data_size)
{
    label_t label = {s->kit.task, number, header_size, data_size};
    pami_send_t p;
    memset(&p, 0xff, sizeof p);
    memcpy(header, &label, sizeof label);
    mu_fill(header + sizeof label, header_size - sizeof label, number, 0);
    mu_fill(data, data_size, s->kit.task, number);
    p.send.header = (struct iovec){header, header_size};
    p.send.data = (struct iovec){data_size != 0 ? data : (char *)16, data_size};
    p.send.dispatch = id;
    p.send.dest = kit_endpoint(&s->kit, to, 0);
    p.events.cookie = s;
    p.events.local_fn = local_done;
    p.events.remote_fn = number % 3 != 0 ? remote_done : NULL;
    CHECK_EQUAL(PAMI_Send(s->kit.context[0], &p), PAMI_SUCCESS);
    memset(&p, 0, sizeof p);
}

static state_t *begin(mu_rank_t *me)
{
    pami_dispatch_hint_t async = {.recv_immediate = PAMI_HINT_DISABLE, .consistency = PAMI_HINT_ENABLE};
    state_t *s = calloc(1, sizeof *s);
    kit_open(&s->kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID_DEFAULT, default_arrival, s, kit_no_hints), PAMI_SUCCESS);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID_ASYNC, async_arrival, s, async), PAMI_SUCCESS);
    kit_barrier(&s->kit);
    return s;
}

static void end(state_t *s)
{
    kit_close(&s->kit);
    free(s);
}

/* Single messages of all sizes to the next task. */
static void sizes_body(mu_rank_t *me)
{
    static const size_t headers[] = {24, 25, 100, 496, 497, 504, 505, 513, 1000, 1024, 10240};
    static const size_t sizes[] = {0,   1,   7,    8,    9,    100,  479,  480,   481,   504,    505, 511,
                                   512, 513, 1024, 4096, 8191, 8192, 8193, 20000, 65536, 300001, MOST};
    state_t *s = begin(me);
    char *header = malloc(10240), *data = malloc(MOST);
    uint32_t to = (s->kit.task + 1) % s->kit.tasks, number = 0;
    for (size_t h = 0; h < sizeof headers / sizeof headers[0]; h++)
        for (size_t d = 0; d < sizeof sizes / sizeof sizes[0]; d++) {
            if (sizes[d] == MOST && h > 1)
                continue;
            for (size_t id = ID_DEFAULT; id <= ID_ASYNC; id++) {
                unsigned local = s->local, remote = s->remote + (number % 3 != 0);
                send(s, id, to, number++, header, headers[h], data, sizes[d]);
                KIT_WAIT(&s->kit, s->local == local + 1 && s->remote == remote && s->received >= number);
            }
        }
    CHECK_EQUAL(s->received, number);
    free(header);
    free(data);
    end(s);
}

static void sizes(void)
{
    emuq_job_t job = MU_NODES(1, 1, 1, 1, 1);
    mu_run(job, sizes_body);
    job.ppn = 2;
    mu_run(job, sizes_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), sizes_body);
    mu_run(MU_NODES(3, 1, 1, 1, 1), sizes_body);
}

/* Many messages of all sizes and protocols to all tasks, without waiting: arrival in order. */
enum { FLOOD = 60, FLOOD_OF_MANY = 6 };

static void order_body(mu_rank_t *me)
{
    state_t *s = begin(me);
    unsigned messages = MU_ROUNDS(s->kit.tasks > 16 ? FLOOD_OF_MANY : FLOOD);
    uint64_t random = me->rank + 1;
    char **memory = calloc((size_t)messages * s->kit.tasks, sizeof *memory);
    unsigned n = 0, remote = 0;
    for (uint32_t i = 0; i < messages; i++)
        for (uint32_t to = 0; to < s->kit.tasks; to++) {
            size_t most = (size_t)1 << (4 + mu_random(&random) % 13);
            size_t h = 24 + mu_random(&random) % (i % 7 == 0 ? 1200 : 100), d = mu_random(&random) % most;
            char *m = memory[n++] = malloc(h + d + 1);
            remote += i % 3 != 0;
            send(s, ID_DEFAULT + i % 2, to, i, m, h, m + h, d);
        }
    KIT_WAIT(&s->kit, s->received == n && s->local == n && s->remote == remote);
    CHECK_EQUAL(s->dispatched, n);
    for (unsigned i = 0; i < n; i++)
        free(memory[i]);
    free(memory);
    end(s);
}

/* AddressSanitizer's allocator has a range of addresses of its own for each size of blocks, and each range
 * needs a window: with more processes a node's physical memory has none left. */
#ifdef __SANITIZE_ADDRESS__
#define MOST_PPN 16
#else
#define MOST_PPN 64
#endif

static void order(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    mu_run(job, order_body);
    job = MU_NODES(2, 2, 1, 1, 1);
    job.ppn = 2;
    mu_run(job, order_body);
    job = MU_NODES(1, 1, 1, 1, 1);
    job.ppn = MOST_PPN / 2;
    mu_run(job, order_body);
    job.ppn = MOST_PPN;
    mu_run(job, order_body);
}

/* Messages for an id that the receiver sets later. */
static void late_body(mu_rank_t *me)
{
    state_t *s = begin(me);
    enum { MESSAGES = 12 };
    static const size_t data_sizes[4] = {0, 200, 3000, 30000};
    char *memory = malloc(MESSAGES * 40000);
    if (s->kit.task == 0) {
        CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID_LATE, default_arrival, s, kit_no_hints), PAMI_SUCCESS);
        for (uint32_t i = 0; i < MESSAGES; i++)
            send(s, ID_LATE, 1, i, memory + i * 40000,
                 i < 4   ? 24
                 : i < 8 ? 400
                         : 5000,
                 memory + i * 40000 + 8000, data_sizes[i % 4]);
    } else {
        for (int i = 0; i < 1000; i++)
            kit_turn(&s->kit);
        CHECK_EQUAL(s->dispatched, 0);
        CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID_LATE, default_arrival, s, kit_no_hints), PAMI_SUCCESS);
        KIT_WAIT(&s->kit, s->received == MESSAGES);
    }
    kit_barrier(&s->kit);
    if (s->kit.task == 0) /* the last word of a rendezvous may be later than the barrier */
        KIT_WAIT(&s->kit, s->local == MESSAGES);
    free(memory);
    end(s);
}

static void late(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), late_body);
}

/* No buffers, nothing set by the handler. */
static void empty_arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                          const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)origin, (void)data, (void)recv;
    CHECK_EQUAL(header_size, 0);
    CHECK_EQUAL(data_size, 0);
    ((state_t *)cookie)->received++;
}

static void empty_body(mu_rank_t *me)
{
    state_t *s = begin(me);
    pami_dispatch_hint_t async = {.recv_immediate = PAMI_HINT_DISABLE};
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID_ZERO, empty_arrival, s, kit_no_hints), PAMI_SUCCESS);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID_ZERO + 1, empty_arrival, s, async), PAMI_SUCCESS);
    pami_send_t p;
    memset(&p, 0, sizeof p);
    p.send.dest = kit_endpoint(&s->kit, 0, 0);
    p.send.dispatch = ID_ZERO;
    CHECK_EQUAL(PAMI_Send(s->kit.context[0], &p), PAMI_SUCCESS);
    p.send.dispatch = ID_ZERO + 1;
    CHECK_EQUAL(PAMI_Send(s->kit.context[0], &p), PAMI_SUCCESS);
    p.send.dispatch = ID_ZERO + 2;
    CHECK(PAMI_Send(s->kit.context[0], &p) != PAMI_SUCCESS);
    p.send.dispatch = ID_ZERO;
    p.send.dest = kit_endpoint(&s->kit, 1000, 0);
    CHECK_EQUAL(PAMI_Send(s->kit.context[0], &p), PAMI_INVAL);
    KIT_WAIT(&s->kit, s->received == 2);
    end(s);
}

static void empty(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), empty_body);
}

/* Sends 4 KiB. @param at_once expect completion at the sender before the receiver advances */
static void send_4k(state_t *s, uint32_t number, char *data, bool at_once)
{
    char header[sizeof(label_t)];
    unsigned local = s->local;
    send(s, ID_DEFAULT, 1 - s->kit.task, number, header, sizeof header, data, NEAR_BYTES);
    if (at_once)
        KIT_WAIT(&s->kit, s->local >= local + 1);
    for (int i = 0; i < 100; i++)
        PAMI_Context_advance(s->kit.context[0], 1);
    CHECK_EQUAL(s->local, local + at_once);
}

/* A receiver that can read the sender's memory copies messages of 4 KiB directly, unless PAMI_EAGER is set:
 * the sender's memory is busy until the receiver advances. Stacks are not readable. */
static void near_body(mu_rank_t *me)
{
    state_t *s = begin(me);
    char *data = malloc(NEAR_BYTES), on_stack[NEAR_BYTES];
    bool is_near = emuq_rank_is_local(1 - s->kit.task);
    bool is_copied_once = is_near && getenv("PAMI_EAGER") == NULL;
    unsigned messages = is_near ? 2 : 1; /* a device reaches no stacks */
    mu_barrier(me);                      /* the remote rank does not advance until the next barrier */
    if (s->kit.task == 0) {
        send_4k(s, 0, data, !is_copied_once || !emuq_memory_is_local(data));
        if (is_near)
            send_4k(s, 1, on_stack, !is_copied_once || !emuq_memory_is_local(on_stack));
    }
    mu_barrier(me);
    if (s->kit.task == 0)
        KIT_WAIT(&s->kit, s->local == messages);
    else
        KIT_WAIT(&s->kit, s->received == messages);
    end(s);
    free(data);
}

static void near(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), near_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"sizes", sizes}, {"order", order}, {"late", late}, {"empty", empty}, {"near", near}, {NULL, NULL},
    };
    return emuq_test_main("PAMI_Send", tests);
}
