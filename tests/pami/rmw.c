/* SPDX-License-Identifier: BSD-3-Clause */
/* PAMI_Rmw: all operations on all types, and many tasks on a single word. */
#include "pami_support.h"

enum { ID_ADDRESS = 5, ADDS = 200 };

typedef struct state {
    kit_t kit;
    void *address[64];
    unsigned known, done;
    uint64_t word[4];
} state_t;

static void address(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    state_t *s = cookie;
    (void)context, (void)header, (void)header_size, (void)data_size, (void)recv;
    memcpy(&s->address[origin], data, sizeof(void *));
    s->known++;
}

static state_t *begin(mu_rank_t *me)
{
    state_t *s = calloc(1, sizeof *s);
    void *mine = s->word;
    kit_open(&s->kit, me, 1);
    CHECK_EQUAL(kit_dispatch(s->kit.context[0], ID_ADDRESS, address, s, kit_no_hints), PAMI_SUCCESS);
    for (uint32_t i = 0; i < s->kit.tasks; i++)
        kit_send_immediate(s->kit.context[0], kit_endpoint(&s->kit, i, 0), ID_ADDRESS, NULL, 0, &mine,
                           sizeof mine);
    KIT_WAIT(&s->kit, s->known == s->kit.tasks);
    return s;
}

static void end(state_t *s)
{
    kit_close(&s->kit);
    free(s);
}

static pami_result_t rmw(state_t *s, uint32_t to, void *local, void *remote, void *value, void *test,
                         unsigned operation, pami_type_t type)
{
    pami_rmw_t p = {.dest = kit_endpoint(&s->kit, to, 0),
                    .cookie = &s->done,
                    .done_fn = kit_count,
                    .local = local,
                    .remote = remote,
                    .value = value,
                    .test = test,
                    .operation = (pami_atomic_t)operation,
                    .type = type};
    return PAMI_Rmw(s->kit.context[0], &p);
}

static uint64_t wanted(unsigned operation, uint64_t old, uint64_t value, bool equal)
{
    if ((operation & PAMI_ATOMIC_COMPARE) && !equal)
        return old;
    switch (operation & 0x1c) {
    case PAMI_ATOMIC_SET:
        return value;
    case PAMI_ATOMIC_ADD:
        return old + value;
    case PAMI_ATOMIC_OR:
        return old | value;
    case PAMI_ATOMIC_AND:
        return old & value;
    case PAMI_ATOMIC_XOR:
        return old ^ value;
    default:
        return old;
    }
}

static void one(state_t *s, unsigned operation, pami_type_t type, size_t bytes, bool equal)
{
    uint64_t mask = bytes == 4 ? UINT32_MAX : UINT64_MAX;
    uint64_t old = UINT64_C(0x8123456789abcdef) & mask, value = UINT64_C(0xf0f0f0f055aa1234) & mask;
    uint64_t test = equal ? old : old + 1, local = 7;
    uint32_t to = (s->kit.task + 1) % s->kit.tasks;
    memcpy(s->word, &old, sizeof old);
    s->word[1] = 0x77;
    kit_barrier(&s->kit);
    unsigned before = s->done;
    CHECK_EQUAL(rmw(s, to, operation & PAMI_ATOMIC_FETCH ? &local : NULL, s->address[to],
                    operation & 0x1c ? &value : NULL, operation & PAMI_ATOMIC_COMPARE ? &test : NULL,
                    operation, type),
                PAMI_SUCCESS);
    KIT_WAIT(&s->kit, s->done == before + 1);
    kit_barrier(&s->kit);
    CHECK_EQUAL(s->word[0], wanted(operation, old, value, equal) & mask);
    CHECK_EQUAL(s->word[1], 0x77);
    CHECK_EQUAL(local & mask, operation & PAMI_ATOMIC_FETCH ? old : 7);
    kit_barrier(&s->kit);
}

static void operations_body(mu_rank_t *me)
{
    state_t *s = begin(me);
    const pami_type_t types[] = {PAMI_TYPE_SIGNED_INT,       PAMI_TYPE_UNSIGNED_INT,
                                 PAMI_TYPE_SIGNED_LONG,      PAMI_TYPE_UNSIGNED_LONG,
                                 PAMI_TYPE_SIGNED_LONG_LONG, PAMI_TYPE_UNSIGNED_LONG_LONG};
    for (int t = 0; t < 6; t++)
        for (unsigned operation = 1; operation <= 0x17; operation++) {
            if (operation == PAMI_ATOMIC_COMPARE || operation == (PAMI_ATOMIC_COMPARE | PAMI_ATOMIC_FETCH))
                continue;
            one(s, operation, types[t], t < 2 ? 4 : 8, true);
            one(s, operation, types[t], t < 2 ? 4 : 8, false);
        }
    uint64_t x = 0;
    CHECK_EQUAL(rmw(s, 0, &x, s->address[0], &x, &x, PAMI_ATOMIC_ADD, PAMI_TYPE_BYTE), PAMI_INVAL);
    CHECK_EQUAL(rmw(s, 99, &x, s->address[0], &x, &x, PAMI_ATOMIC_ADD, PAMI_TYPE_SIGNED_INT), PAMI_INVAL);
    CHECK_EQUAL(rmw(s, 0, &x, s->address[0], &x, &x, 0x18, PAMI_TYPE_SIGNED_INT), PAMI_INVAL);
    end(s);
}

static void operations(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), operations_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), operations_body);
}

/* Every task adds 1 many times to the word of task 0, and gets every value once. */
static void count_body(mu_rank_t *me)
{
    state_t *s = begin(me);
    unsigned n = MU_ROUNDS(ADDS);
    uint64_t one_more = 1, *old = calloc(n, sizeof *old), sum = 0;
    s->word[0] = 0;
    kit_barrier(&s->kit);
    for (unsigned i = 0; i < n; i++)
        CHECK_EQUAL(rmw(s, 0, &old[i], s->address[0], &one_more, NULL, PAMI_ATOMIC_FETCH | PAMI_ATOMIC_ADD,
                        PAMI_TYPE_UNSIGNED_LONG),
                    PAMI_SUCCESS);
    KIT_WAIT(&s->kit, s->done == n);
    for (unsigned i = 0; i < n; i++)
        sum += old[i];
    kit_barrier(&s->kit);
    if (s->kit.task == 0)
        CHECK_EQUAL(s->word[0], (uint64_t)n * s->kit.tasks);
    s->word[1] = 0;
    kit_barrier(&s->kit);
    s->done = 0;
    CHECK_EQUAL(
        rmw(s, 0, NULL, (uint64_t *)s->address[0] + 1, &sum, NULL, PAMI_ATOMIC_ADD, PAMI_TYPE_UNSIGNED_LONG),
        PAMI_SUCCESS);
    KIT_WAIT(&s->kit, s->done == 1);
    kit_barrier(&s->kit);
    uint64_t all = (uint64_t)n * s->kit.tasks;
    if (s->kit.task == 0)
        CHECK_EQUAL(s->word[1], all * (all - 1) / 2);
    free(old);
    end(s);
}

static void counting(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    job.ppn = 2;
    mu_run(job, count_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"operations", operations}, {"counting", counting}, {NULL, NULL}};
    return emuq_test_main("PAMI_Rmw", tests);
}
