/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * EXT_async_progress beside a thread that computes or spins, on one core: each post is executed, and the
 * communication thread never yields. After a yield, the communication thread would run a time slice later
 * than the computing thread.
 */
#define _GNU_SOURCE
#include "pami_support.h"

#include <sched.h>

enum { POSTS = 50 };

typedef void (*async_function)(pami_context_t, void *);
typedef pami_result_t (*register_function)(pami_context_t, async_function, async_function, async_function,
                                           void *);
typedef pami_result_t (*enable_function)(pami_context_t, int);

static unsigned yields;           /* __atomic: yields of all threads except the rank's */
static __thread bool is_the_rank; /* the calling thread is */

int __real_sched_yield(void);
int __wrap_sched_yield(void);

int __wrap_sched_yield(void)
{
    if (!is_the_rank)
        __atomic_fetch_add(&yields, 1, __ATOMIC_RELAXED);
    return __real_sched_yield();
}

static void *symbol(pami_extension_t e, const char *name)
{
    void *s = PAMI_Extension_symbol(e, name);
    CHECK(s != NULL);
    return s;
}

static pami_result_t done(pami_context_t context, void *cookie)
{
    (void)context;
    __atomic_store_n((bool *)cookie, true, __ATOMIC_RELEASE); /* pairs with the load in body() */
    return PAMI_SUCCESS;
}

static void on_one_core(void)
{
    cpu_set_t all, one;
    CHECK_EQUAL(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET(i, &all)) {
            CPU_SET(i, &one);
            break;
        }
    CHECK_EQUAL(sched_setaffinity(0, sizeof one, &one), 0);
}

/* A sum over all tasks, started by the communication thread. */
typedef struct sum {
    pami_work_t work;
    pami_xfer_t xfer;
    double in, out;
    bool is_done; /* __atomic; stored by the communication thread */
} sum_t;

static pami_result_t begin_sum(pami_context_t context, void *cookie)
{
    return PAMI_Collective(context, &((sum_t *)cookie)->xfer);
}

static void end_sum(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    __atomic_store_n(&((sum_t *)cookie)->is_done, true, __ATOMIC_RELEASE); /* pairs with the load in add() */
}

static void prepare_sum(const kit_t *kit, sum_t *s)
{
    pami_geometry_t world;
    pami_algorithm_t algorithm;
    pami_metadata_t data;
    CHECK_EQUAL(PAMI_Geometry_world(kit->client, &world), PAMI_SUCCESS);
    CHECK_EQUAL(
        PAMI_Geometry_algorithms_query(world, PAMI_XFER_ALLREDUCE, &algorithm, &data, 1, NULL, NULL, 0),
        PAMI_SUCCESS);
    *s = (sum_t){.xfer = {.cb_done = end_sum, .cookie = s, .algorithm = algorithm}};
    s->xfer.cmd.xfer_allreduce = (pami_allreduce_t){.sndbuf = (char *)&s->in,
                                                    .stype = PAMI_TYPE_DOUBLE,
                                                    .stypecount = 1,
                                                    .rcvbuf = (char *)&s->out,
                                                    .rtype = PAMI_TYPE_DOUBLE,
                                                    .rtypecount = 1,
                                                    .op = PAMI_DATA_SUM,
                                                    .commutative = 1};
}

/* The calling thread only reads memory meanwhile. */
static double add(const kit_t *kit, sum_t *s, double value)
{
    uint64_t since = mu_microseconds();
    s->in = value;
    __atomic_store_n(&s->is_done, false, __ATOMIC_RELAXED);
    CHECK_EQUAL(PAMI_Context_post(kit->context[0], &s->work, begin_sum, s), PAMI_SUCCESS);
    while (!__atomic_load_n(&s->is_done, __ATOMIC_ACQUIRE))
        kit_patience(since, "the sum of all tasks", __FILE__, __LINE__);
    return s->out;
}

static void adding_body(mu_rank_t *me)
{
    kit_t kit;
    pami_extension_t e;
    sum_t s;
    is_the_rank = true;
    kit_open(&kit, me, 1);
    on_one_core();
    prepare_sum(&kit, &s);
    kit_barrier(&kit);
    CHECK_EQUAL(PAMI_Extension_open(kit.client, "EXT_async_progress", &e), PAMI_SUCCESS);
    register_function reg = (register_function)symbol(e, "register");
    enable_function enable = (enable_function)symbol(e, "enable"),
                    disable = (enable_function)symbol(e, "disable");
    CHECK_EQUAL(reg(kit.context[0], NULL, NULL, NULL, NULL), PAMI_SUCCESS);
    CHECK_EQUAL(enable(kit.context[0], 0), PAMI_SUCCESS);
    for (int i = 1; i <= POSTS; i++)
        CHECK_EQUAL(add(&kit, &s, i), (double)i * kit.tasks);
    CHECK_EQUAL(disable(kit.context[0], 0), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Extension_close(e), PAMI_SUCCESS);
    kit_close(&kit);
}

static void beside_spinning(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), adding_body);
}

static void body(mu_rank_t *me)
{
    kit_t kit;
    pami_extension_t e;
    is_the_rank = true;
    kit_open(&kit, me, 1);
    on_one_core(); /* inherited by the new thread */
    CHECK_EQUAL(PAMI_Extension_open(kit.client, "EXT_async_progress", &e), PAMI_SUCCESS);
    register_function reg = (register_function)symbol(e, "register");
    enable_function enable = (enable_function)symbol(e, "enable"),
                    disable = (enable_function)symbol(e, "disable");
    CHECK_EQUAL(reg(kit.context[0], NULL, NULL, NULL, NULL), PAMI_SUCCESS);
    CHECK_EQUAL(enable(kit.context[0], 0), PAMI_SUCCESS);
    for (int i = 0; i < POSTS; i++) {
        pami_work_t work;
        bool is_done = false;
        uint64_t since = mu_microseconds();
        CHECK_EQUAL(PAMI_Context_post(kit.context[0], &work, done, &is_done), PAMI_SUCCESS);
        while (!__atomic_load_n(&is_done, __ATOMIC_ACQUIRE))
            kit_patience(since, "the communication thread", __FILE__, __LINE__);
    }
    CHECK_EQUAL(__atomic_load_n(&yields, __ATOMIC_RELAXED), 0);
    CHECK_EQUAL(disable(kit.context[0], 0), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Extension_close(e), PAMI_SUCCESS);
    kit_close(&kit);
}

static void beside_computing(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"beside a thread that computes", beside_computing},
                                        {"beside threads that spin, on two nodes", beside_spinning},
                                        {NULL, NULL}};
    setenv("EMUQ_ENGINES", "0", 1);
    return emuq_test_main("PAMI asynchronous progress", tests);
}
