/* SPDX-License-Identifier: BSD-3-Clause */
/* Extensions: lookup and the functions of each extension. */
#include "pami_support.h"

typedef struct information {
    size_t dims;
    size_t *coord, *size, *torus;
} information_t;

typedef const information_t *(*information_function)(void);
typedef pami_result_t (*task2torus_function)(pami_task_t, size_t[]);
typedef pami_result_t (*torus2task_function)(size_t[], pami_task_t *);
typedef pami_result_t (*node_info_function)(pami_task_t, uint32_t *, uint32_t *, uint32_t *);
typedef pami_result_t (*memalign_function)(void **, size_t, size_t, const char *);
typedef pami_result_t (*free_function)(void *);
typedef void (*async_function)(pami_context_t, void *);
typedef pami_result_t (*register_function)(pami_context_t, async_function, async_function, async_function,
                                           void *);
typedef pami_result_t (*enable_function)(pami_context_t, int);

static void *symbol(const char *extension, const char *name)
{
    pami_extension_t e;
    CHECK_EQUAL(PAMI_Extension_open(NULL, extension, &e), PAMI_SUCCESS);
    void *s = PAMI_Extension_symbol(e, name);
    CHECK_EQUAL(PAMI_Extension_close(e), PAMI_SUCCESS);
    return s;
}

static void torus_body(mu_rank_t *me)
{
    pami_extension_t e;
    CHECK_EQUAL(PAMI_Extension_open(NULL, "EXT_nothing", &e), PAMI_UNIMPL);
    CHECK_EQUAL(PAMI_Extension_open(NULL, "ext_torus_network", &e), PAMI_UNIMPL);
    information_function information = (information_function)symbol("EXT_torus_network", "information");
    task2torus_function task2torus = (task2torus_function)symbol("EXT_torus_network", "TASK2torus");
    torus2task_function torus2task = (torus2task_function)symbol("EXT_torus_network", "torus2task");
    CHECK(symbol("EXT_torus_network", "nothing") == NULL);
    const information_t *i = information();
    CHECK_EQUAL(i->dims, 6);
    CHECK_EQUAL(i->size[5], me->ppn);
    for (int d = 0; d < 5; d++)
        CHECK(i->size[d] == me->size[d] && i->coord[d] == me->at[d]);
    for (uint32_t task = 0; task < me->ranks; task++) {
        size_t at[6];
        pami_task_t back = 9999;
        CHECK_EQUAL(task2torus(task, at), PAMI_SUCCESS);
        CHECK_EQUAL(torus2task(at, &back), PAMI_SUCCESS);
        CHECK_EQUAL(back, task);
    }
    size_t nowhere[6] = {60, 0, 0, 0, 0, 0};
    pami_task_t task;
    CHECK_EQUAL(torus2task(nowhere, &task), PAMI_INVAL);
    kit_check_error("EXT_torus_network torus2task", "no task has the coordinates (60,0,0,0,0,0)");
    CHECK_EQUAL(task2torus(9999, nowhere), PAMI_INVAL);
    kit_check_error("EXT_torus_network task2torus", "no task 9999");

    uint8_t *base = symbol("EXT_is_local_task", "base");
    uintptr_t stride = (uintptr_t)symbol("EXT_is_local_task", "stride");
    uintptr_t mask = (uintptr_t)symbol("EXT_is_local_task", "bitmask");
    node_info_function info = (node_info_function)symbol("EXT_is_local_task", "get_node_info");
    uint32_t *cache = symbol("BGQ_bgq_mapping", "mapcache");
    CHECK(stride == 4 && mask == 0x40);
    for (uint32_t t = 0; t < me->ranks; t++) {
        bool local = t / me->ppn == me->rank / me->ppn;
        uint32_t node, offset, nodes;
        CHECK_EQUAL((base[t * stride] & mask) != 0, local);
        CHECK_EQUAL((cache[t] & 0x40000000) != 0, local);
        CHECK_EQUAL(info(t, &node, &offset, &nodes), PAMI_SUCCESS);
        CHECK(node == t / me->ppn && offset == t % me->ppn && nodes == me->nodes);
    }
    CHECK(symbol("EXT_test_extension", "foo") != NULL && symbol("EXT_test_extension", "bar") != NULL);
    mu_barrier(me);
}

static void torus(void)
{
    emuq_job_t job = MU_NODES(2, 1, 3, 1, 2);
    mu_run(job, torus_body);
    job = MU_NODES(1, 2, 1, 1, 1);
    job.ppn = 4;
    mu_run(job, torus_body);
}

static void l2_body(mu_rank_t *me)
{
    memalign_function node_memalign = (memalign_function)symbol("EXT_bgq_l2atomic", "node_memalign");
    memalign_function proc_memalign = (memalign_function)symbol("EXT_bgq_l2atomic", "proc_memalign");
    free_function node_free = (free_function)symbol("EXT_bgq_l2atomic", "node_free");
    free_function proc_free = (free_function)symbol("EXT_bgq_l2atomic", "proc_free");
    void *own, *shared;
    CHECK_EQUAL(proc_memalign(&own, 64, 128, NULL), PAMI_SUCCESS);
    CHECK_EQUAL((uintptr_t)own % 64, 0);
    CHECK_EQUAL(proc_free(own), PAMI_SUCCESS);
    CHECK_EQUAL(proc_memalign(&own, 24, 128, NULL), PAMI_ERROR);
    kit_check_error("EXT_bgq_l2atomic proc_memalign", "alignment 24, 128 bytes: expected");
    CHECK_EQUAL(node_memalign(&shared, 8192, 128, "word"), PAMI_INVAL);
    kit_check_error("EXT_bgq_l2atomic node_memalign", "alignment 8192, 128 bytes; expected");
    CHECK_EQUAL(node_memalign(&shared, 64, 128, NULL), PAMI_INVAL);
    kit_check_error("EXT_bgq_l2atomic node_memalign", "key is null");
    CHECK_EQUAL(node_free(NULL), PAMI_INVAL);
    kit_check_error("EXT_bgq_l2atomic node_free", "mem is null");
    CHECK_EQUAL(node_memalign(&shared, 128, 5000, "the words/of a node"), PAMI_SUCCESS);
    CHECK_EQUAL((uintptr_t)shared % 128, 0);
    __atomic_fetch_add((uint64_t *)shared, 1, __ATOMIC_ACQ_REL);
    mu_barrier(me);
    CHECK_EQUAL(__atomic_load_n((uint64_t *)shared, __ATOMIC_ACQUIRE), me->ppn);
    mu_barrier(me);
    CHECK_EQUAL(node_free(shared), PAMI_SUCCESS);
}

static void l2(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    job.ppn = 4;
    mu_run(job, l2_body);
}

/* Contexts advanced by the library only. */
typedef struct async_state {
    kit_t kit;
    uint64_t got, resumed, suspended; /* __atomic */
} async_state_t;

static void add(uint64_t *word)
{
    __atomic_fetch_add(word, 1, __ATOMIC_ACQ_REL);
}

static void resumed(pami_context_t context, void *cookie)
{
    (void)context;
    add(&((async_state_t *)cookie)->resumed);
}

static void suspended(pami_context_t context, void *cookie)
{
    (void)context;
    add(&((async_state_t *)cookie)->suspended);
}

static void arrival(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    add(&((async_state_t *)cookie)->got);
}

typedef struct order {
    pami_work_t work;
    async_state_t *s;
    pami_endpoint_t to;
} order_t;

static pami_result_t send_posted(pami_context_t context, void *cookie)
{
    order_t *o = cookie;
    kit_send_immediate(context, o->to, 4, NULL, 0, NULL, 0);
    return PAMI_SUCCESS;
}

static void async_body(mu_rank_t *me)
{
    async_state_t *s = calloc(1, sizeof *s);
    register_function reg = (register_function)symbol("EXT_async_progress", "register");
    enable_function enable = (enable_function)symbol("EXT_async_progress", "enable");
    enable_function disable = (enable_function)symbol("EXT_async_progress", "disable");
    enum { CONTEXTS = 2, MESSAGES = 30 };
    order_t orders[CONTEXTS][MESSAGES];
    kit_open(&s->kit, me, CONTEXTS);
    for (int i = 0; i < CONTEXTS; i++) {
        CHECK_EQUAL(kit_dispatch(s->kit.context[i], 4, arrival, s, kit_no_hints), PAMI_SUCCESS);
        CHECK_EQUAL(enable(s->kit.context[i], 0), PAMI_ERROR);
        kit_check_error("EXT_async_progress enable",
                        i == 0 ? "context 0 is not registered" : "context 1 is not");
        CHECK_EQUAL(reg(s->kit.context[i], NULL, suspended, resumed, s), PAMI_SUCCESS);
    }
    kit_barrier(&s->kit);
    for (int i = 0; i < CONTEXTS; i++)
        CHECK_EQUAL(enable(s->kit.context[i], 0), PAMI_SUCCESS);
    CHECK_EQUAL(reg(s->kit.context[1], NULL, suspended, resumed, s), PAMI_ERROR);
    kit_check_error("EXT_async_progress register", "context 1 is enabled");
    for (int n = 0; n < MESSAGES; n++)
        for (int i = 0; i < CONTEXTS; i++) {
            order_t *o = &orders[i][n];
            *o = (order_t){.s = s,
                           .to = kit_endpoint(&s->kit, (s->kit.task + 1) % s->kit.tasks, (size_t)(1 - i))};
            CHECK_EQUAL(PAMI_Context_post(s->kit.context[i], &o->work, send_posted, o), PAMI_SUCCESS);
        }
    MU_WAIT(__atomic_load_n(&s->got, __ATOMIC_ACQUIRE) == CONTEXTS * MESSAGES);
    mu_barrier(me); /* no task depends on advances from here on */
    for (int i = 0; i < CONTEXTS; i++)
        CHECK_EQUAL(disable(s->kit.context[i], 0), PAMI_SUCCESS);
    CHECK_EQUAL(disable(s->kit.context[0], 5), PAMI_ERROR);
    kit_check_error("EXT_async_progress disable", "event type 5; expected 0");
    CHECK_EQUAL(disable(NULL, 0), PAMI_INVAL);
    kit_check_error("EXT_async_progress disable", "context is null");
    CHECK_EQUAL(s->resumed, CONTEXTS);
    CHECK_EQUAL(s->suspended, CONTEXTS);
    for (int i = 0; i < CONTEXTS && me->rank % 2 == 0; i++) /* once more, and never again disabled */
        CHECK_EQUAL(enable(s->kit.context[i], 0), PAMI_SUCCESS);
    for (int i = 0; i < CONTEXTS && me->rank % 2 == 0; i++)
        CHECK_EQUAL(disable(s->kit.context[i], 0), PAMI_SUCCESS);
    kit_close(&s->kit);
    free(s);
}

static void async(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 1);
    mu_run(job, async_body);
    job.ppn = 2;
    mu_run(job, async_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"torus", torus}, {"l2 atomics", l2}, {"async", async}, {NULL, NULL}};
    return emuq_test_main("PAMI extensions", tests);
}
