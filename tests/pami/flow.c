/* SPDX-License-Identifier: BSD-3-Clause */
/* A sleeping receiver: no message is lost, and the sender continues with further receivers. */
#include "pami_support.h"

#include <unistd.h>

enum { ID = 6, MESSAGES = 6000, BYTES = 400, EAGER = 4000 };

typedef struct state {
    kit_t kit;
    uint64_t got, sum;
    unsigned local, echoed;
    uint32_t next[8];
    char sink[EAGER]; /* for unchecked data */
} state_t;

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    uint32_t number;
    (void)header_size, (void)data_size;
    memcpy(&number, header, sizeof number);
    if (number == UINT32_MAX) { /* an echo */
        s->echoed++;
        return;
    }
    CHECK_EQUAL(number, s->next[origin]++);
    if (data != NULL)
        CHECK_EQUAL(mu_same(data, data_size, number, 0), data_size);
    s->got++;
    if (recv != NULL)
        recv->addr = s->sink;
    if (s->kit.task == 2) {
        uint32_t echo = UINT32_MAX;
        kit_send_immediate(context, origin, ID, &echo, sizeof echo, NULL, 0);
    }
}

static void flood(state_t *s, uint32_t to, uint32_t from, uint32_t end)
{
    char data[BYTES];
    for (uint32_t i = from; i < end; i++) {
        mu_fill(data, BYTES, i, 0);
        kit_send_immediate(s->kit.context[0], kit_endpoint(&s->kit, to, 0), ID, &i, sizeof i, data, BYTES);
    }
}

/* Task 0 sends far more to task 1 than its FIFO holds; task 1 sleeps. Meanwhile task 0 and task 2 talk. */
static void sleeper_body(mu_rank_t *me)
{
    state_t *s = calloc(1, sizeof *s);
    kit_open(&s->kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID, arrival, s, kit_no_hints), PAMI_SUCCESS);
    kit_barrier(&s->kit);
    uint32_t messages = MU_ROUNDS(MESSAGES);
    if (s->kit.task == 0) {
        char *eager = calloc(1, EAGER);
        flood(s, 1, 0, messages);
        for (uint32_t i = messages; i < messages + 50; i++) {
            pami_send_t p = {.send = {.header = {&i, sizeof i}, .data = {eager, EAGER}, .dispatch = ID},
                             .events = {.cookie = &s->local, .local_fn = kit_count}};
            p.send.dest = kit_endpoint(&s->kit, 1, 0);
            CHECK_EQUAL(PAMI_Send(s->kit.context[0], &p), PAMI_SUCCESS);
        }
        for (uint32_t i = 0; i < 100; i++) {
            flood(s, 2, i, i + 1);
            KIT_WAIT(&s->kit, s->echoed == i + 1);
        }
        CHECK_EQUAL(__atomic_load_n(&mu_board[1], __ATOMIC_ACQUIRE), 0); /* task 1 has slept all the time */
        __atomic_store_n(&mu_board[0], 1, __ATOMIC_RELEASE);
        KIT_WAIT(&s->kit, s->local == 50);
        free(eager);
    } else if (s->kit.task == 1) {
        MU_WAIT(__atomic_load_n(&mu_board[0], __ATOMIC_ACQUIRE) == 1);
        __atomic_store_n(&mu_board[1], 1, __ATOMIC_RELEASE);
        KIT_WAIT(&s->kit, s->got == messages + 50);
    } else {
        KIT_WAIT(&s->kit, s->got == 100);
    }
    kit_close(&s->kit);
    free(s);
}

static void sleeper(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), sleeper_body);
}

/* All tasks flood a task that sleeps first. */
static void many_body(mu_rank_t *me)
{
    state_t *s = calloc(1, sizeof *s);
    kit_open(&s->kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID, arrival, s, kit_no_hints), PAMI_SUCCESS);
    kit_barrier(&s->kit);
    uint32_t messages = MU_ROUNDS(1500);
    if (s->kit.task == 0) {
        usleep(100000);
        KIT_WAIT(&s->kit, s->got == (uint64_t)messages * (s->kit.tasks - 1));
    } else {
        flood(s, 0, 0, messages);
    }
    kit_close(&s->kit);
    free(s);
}

static void many(void)
{
    mu_run(MU_NODES(4, 2, 1, 1, 1), many_body);
}

/* Two tasks flood each other before either advances. */
static void mutual_body(mu_rank_t *me)
{
    state_t *s = calloc(1, sizeof *s);
    kit_open(&s->kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID, arrival, s, kit_no_hints), PAMI_SUCCESS);
    uint32_t messages = MU_ROUNDS(MESSAGES);
    flood(s, 1 - s->kit.task, 0, messages);
    mu_barrier(me);
    KIT_WAIT(&s->kit, s->got == messages);
    kit_close(&s->kit);
    free(s);
}

static void mutual(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), mutual_body);
}

/* Task 0 calls PAMI_Send_immediate() only; task 1 advances. Each call succeeds and takes credit itself: task
 * 1 receives many windows of messages, and fewer messages are queued than a context has operations. */
static void only_sends_body(mu_rank_t *me)
{
    state_t *s = calloc(1, sizeof *s);
    kit_open(&s->kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID, arrival, s, kit_no_hints), PAMI_SUCCESS);
    kit_barrier(&s->kit);
    uint32_t sent = 0, wanted = MU_ROUNDS(20000);
    if (s->kit.task == 0) {
        for (; __atomic_load_n(&mu_board[0], __ATOMIC_ACQUIRE) == 0; sent++)
            flood(s, 1, sent, sent + 1);
        __atomic_store_n(&mu_board[1], sent, __ATOMIC_RELEASE);
    } else {
        KIT_WAIT(&s->kit, s->got >= wanted);
        __atomic_store_n(&mu_board[0], 1, __ATOMIC_RELEASE);
        KIT_WAIT(&s->kit, __atomic_load_n(&mu_board[1], __ATOMIC_ACQUIRE) != 0);
        KIT_WAIT(&s->kit, s->got == __atomic_load_n(&mu_board[1], __ATOMIC_ACQUIRE));
    }
    kit_close(&s->kit);
    free(s);
}

static void only_sends(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), only_sends_body);
}

/* Task 1 is always busy: with posted work that posts itself, or with collectives of one member that start the
 * next collective. A message ends the loop. */
typedef struct restless {
    pami_geometry_t alone;
    pami_xfer_t barrier;
    pami_work_t work;
    bool is_over;
} restless_t;

static void end_restless(pami_context_t context, void *cookie, const void *header, size_t header_size,
                         const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    ((restless_t *)cookie)->is_over = true;
}

static pami_result_t post_again(pami_context_t context, void *cookie)
{
    restless_t *r = cookie;
    if (!r->is_over)
        CHECK_EQUAL(PAMI_Context_post(context, &r->work, post_again, r), PAMI_SUCCESS);
    return PAMI_SUCCESS;
}

static void start_again(pami_context_t context, void *cookie, pami_result_t result)
{
    restless_t *r = cookie;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    if (!r->is_over)
        CHECK_EQUAL(PAMI_Collective(context, &r->barrier), PAMI_SUCCESS);
}

static void open_alone(const kit_t *kit, restless_t *r)
{
    pami_task_t task = kit->task;
    unsigned done = 0;
    *r = (restless_t){.barrier.cb_done = start_again, .barrier.cookie = r};
    CHECK_EQUAL(PAMI_Geometry_create_tasklist(kit->client, 0, NULL, 0, &r->alone, PAMI_GEOMETRY_NULL, 1,
                                              &task, 1, kit->context[0], kit_count, &done),
                PAMI_SUCCESS);
    CHECK_EQUAL(done, 1);
    CHECK_EQUAL(PAMI_Geometry_algorithms_query(r->alone, PAMI_XFER_BARRIER, &r->barrier.algorithm, NULL, 1,
                                               NULL, NULL, 0),
                PAMI_SUCCESS);
}

static void restless_body(mu_rank_t *me)
{
    kit_t kit;
    restless_t r;
    kit_open(&kit, me, 1);
    open_alone(&kit, &r);
    CHECK_EQUAL(kit_dispatch(kit.context[0], ID, end_restless, &r, kit_no_hints), PAMI_SUCCESS);
    for (unsigned round = 0; round < 2; round++) {
        r.is_over = false;
        kit_barrier(&kit);
        if (kit.task == 0) {
            kit_send_immediate(kit.context[0], kit_endpoint(&kit, 1, 0), ID, &round, sizeof round, NULL, 0);
            continue;
        }
        if (round == 0)
            post_again(kit.context[0], &r);
        else
            start_again(kit.context[0], &r, PAMI_SUCCESS);
        while (!r.is_over) /* KIT_WAIT would read the clock */
            PAMI_Context_advance(kit.context[0], 1);
    }
    kit_close(&kit);
}

static void restless(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), restless_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"sleeper", sleeper},   {"many", many},
                                        {"mutual", mutual},     {"only sends", only_sends},
                                        {"restless", restless}, {NULL, NULL}};
    return emuq_test_main("PAMI flow control", tests);
}
