/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI_Send_immediate: everybody to everybody, all sizes, order, the limit. */
#include "pami_support.h"

enum { ID = 7, LIMIT = 504 };

typedef struct state {
    kit_t kit;
    unsigned got;
    uint32_t expected[64]; /* number of the next message, by origin */
} state_t;

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    uint32_t number, from;
    size_t offset;
    pami_task_t task;
    (void)context;
    CHECK(recv == NULL);
    if (!CHECK(data != NULL && header_size >= 8))
        return;
    CHECK_EQUAL((uintptr_t)header % 8, 0);
    CHECK_EQUAL((uintptr_t)data % 8, 0);
    memcpy(&from, header, 4);
    memcpy(&number, (const char *)header + 4, 4);
    PAMI_Endpoint_query(origin, &task, &offset);
    CHECK_EQUAL(task, from);
    CHECK_EQUAL(offset, 0);
    CHECK_EQUAL(number, s->expected[from]);
    s->expected[from]++;
    CHECK_EQUAL(mu_same((const char *)header + 8, header_size - 8, number, 0), header_size - 8);
    CHECK_EQUAL(mu_same(data, data_size, from, number), data_size);
    s->got++;
}

static void send(state_t *s, uint32_t to, uint32_t number, size_t header_size, size_t data_size)
{
    char header[LIMIT], data[LIMIT];
    memcpy(header, &s->kit.task, 4);
    memcpy(header + 4, &number, 4);
    mu_fill(header + 8, header_size - 8, number, 0);
    mu_fill(data, data_size, s->kit.task, number);
    kit_send_immediate(s->kit.context[0], kit_endpoint(&s->kit, to, 0), ID, header, header_size, data,
                       data_size);
}

static void body(mu_rank_t *me)
{
    state_t s;
    memset(&s, 0, sizeof s);
    kit_open(&s.kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s.kit.context[0], ID, arrival, &s, kit_no_hints), PAMI_SUCCESS);
    unsigned rounds = MU_ROUNDS(100);
    uint64_t random = me->rank;
    for (uint32_t i = 0; i < rounds; i++) {
        size_t header = 8 + mu_random(&random) % (LIMIT - 7),
               data = mu_random(&random) % (LIMIT - header + 1);
        for (uint32_t to = 0; to < s.kit.tasks; to++)
            send(&s, (to + me->rank) % s.kit.tasks, i, header, data);
    }
    KIT_WAIT(&s.kit, s.got == rounds * s.kit.tasks);
    kit_close(&s.kit);
}

static void between_nodes(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), body);
    mu_run(MU_NODES(2, 2, 1, 1, 2), body);
}

static void inside_a_node(void)
{
    emuq_job_t job = MU_NODES(1, 1, 1, 1, 1);
    mu_run(job, body);
    job.ppn = 2;
    mu_run(job, body);
    job.ppn = 16;
    mu_run(job, body);
}

static void both(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 2);
    job.ppn = 4;
    mu_run(job, body);
}

static void limit_body(mu_rank_t *me)
{
    state_t s;
    char bytes[LIMIT + 8] = {0};
    memset(&s, 0, sizeof s);
    kit_open(&s.kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s.kit.context[0], ID, arrival, &s, kit_no_hints), PAMI_SUCCESS);
    pami_configuration_t q[2] = {{.name = PAMI_DISPATCH_SEND_IMMEDIATE_MAX},
                                 {.name = PAMI_DISPATCH_RECV_IMMEDIATE_MAX}};
    CHECK_EQUAL(PAMI_Dispatch_query(s.kit.context[0], ID, q, 2), PAMI_SUCCESS);
    CHECK_EQUAL(q[0].value.intval, LIMIT);
    CHECK_EQUAL(q[1].value.intval, LIMIT);
    for (size_t header = 0; header <= LIMIT + 1; header += 101) {
        pami_send_immediate_t p = {
            .header = {bytes, header}, .data = {bytes, LIMIT + 1 - header}, .dispatch = ID};
        p.dest = kit_endpoint(&s.kit, me->rank, 0);
        if (header > LIMIT + 1)
            break;
        CHECK_EQUAL(PAMI_Send_immediate(s.kit.context[0], &p), PAMI_INVAL);
        p.dispatch = ID + 1;
        p.data.iov_len = 0;
        CHECK(PAMI_Send_immediate(s.kit.context[0], &p) != PAMI_SUCCESS);
    }
    for (int i = 0; i < 100; i++)
        kit_turn(&s.kit);
    CHECK_EQUAL(s.got, 0);
    kit_close(&s.kit);
}

static void limit(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), limit_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"between nodes", between_nodes},
        {"inside a node", inside_a_node},
        {"both", both},
        {"limit", limit},
        {NULL, NULL},
    };
    return emuq_test_main("PAMI_Send_immediate", tests);
}
