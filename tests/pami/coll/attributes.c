/* SPDX-License-Identifier: BSD-3-Clause */
/* Arguments of the creation of geometries: attributes, and all contexts of tasks with a parent. */
#include "coll_support.h"

static void count(pami_context_t context, void *cookie, pami_result_t result)
{
    kit_count(context, cookie, result);
}

/* With several contexts the parent has no effect, with a single context the usual effect. */
static void all_contexts_body(mu_rank_t *me)
{
    kit_t kit;
    pami_geometry_t world;
    kit_open(&kit, me, 1 + me->ranks % 2);
    CHECK_EQUAL(PAMI_Geometry_world(kit.client, &world), PAMI_SUCCESS);
    for (unsigned i = 0; i < 4; i++) {
        pami_task_t even[COLL_MOST];
        uint32_t n = 0;
        for (uint32_t t = 0; t < kit.tasks; t += 2)
            even[n++] = t;
        bool member = kit.task % 2 == 0;
        pami_geometry_t g = PAMI_GEOMETRY_NULL;
        unsigned done = 0;
        CHECK_EQUAL(PAMI_Geometry_create_tasklist(kit.client, PAMI_ALL_CONTEXTS, NULL, 0, member ? &g : NULL,
                                                  world, 5, even, n, kit.context[0], count, &done),
                    PAMI_SUCCESS);
        KIT_WAIT(&kit, done == 1);
        CHECK_EQUAL(g != PAMI_GEOMETRY_NULL, member);
        if (!member)
            continue;
        pami_algorithm_t a;
        CHECK_EQUAL(PAMI_Geometry_algorithms_query(g, PAMI_XFER_BARRIER, &a, NULL, 1, NULL, NULL, 0),
                    PAMI_SUCCESS);
        pami_xfer_t x = {.cb_done = count, .cookie = &done, .algorithm = a};
        for (size_t k = 0; k < kit.contexts; k++)
            CHECK_EQUAL(PAMI_Collective(kit.context[k], &x), PAMI_SUCCESS);
        KIT_WAIT(&kit, done == 1 + kit.contexts);
        CHECK_EQUAL(PAMI_Geometry_destroy(kit.client, &g, kit.context[0], count, &done), PAMI_SUCCESS);
        KIT_WAIT(&kit, done == 2 + kit.contexts);
    }
    kit_close(&kit);
}

static void all_contexts(void)
{
    coll_jobs(all_contexts_body);
}

static pami_geometry_t make(kit_t *kit, unsigned id, pami_configuration_t *c, size_t n)
{
    pami_geometry_t g;
    pami_geometry_range_t all = {0, kit->tasks - 1};
    unsigned done = 0;
    CHECK_EQUAL(PAMI_Geometry_create_taskrange(kit->client, 0, c, n, &g, PAMI_GEOMETRY_NULL, id, &all, 1,
                                               kit->context[0], count, &done),
                PAMI_SUCCESS);
    KIT_WAIT(kit, done == 1);
    return g;
}

static void expect(pami_geometry_t g, size_t optimized, size_t noncontig, size_t memory)
{
    pami_configuration_t c[3] = {{.name = PAMI_GEOMETRY_OPTIMIZE, .value.intval = 7},
                                 {.name = PAMI_GEOMETRY_NONCONTIG, .value.intval = 7},
                                 {.name = PAMI_GEOMETRY_MEMORY_OPTIMIZE, .value.intval = 7}};
    CHECK_EQUAL(PAMI_Geometry_query(g, c, 3), PAMI_SUCCESS);
    CHECK_EQUAL(c[0].value.intval, optimized);
    CHECK_EQUAL(c[1].value.intval, noncontig);
    CHECK_EQUAL(c[2].value.intval, memory);
}

/* Queries return the values set; by default the client's. */
static void attributes_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 1);
    pami_configuration_t c[3] = {{.name = PAMI_GEOMETRY_OPTIMIZE, .value.intval = 0},
                                 {.name = PAMI_GEOMETRY_NONCONTIG, .value.intval = 0},
                                 {.name = PAMI_GEOMETRY_MEMORY_OPTIMIZE, .value.intval = 1}};
    pami_configuration_t of_client = {.name = PAMI_CLIENT_MEMORY_OPTIMIZE, .value.intval = 1};
    unsigned done = 0;
    expect(make(&kit, 5, NULL, 0), 0, 1, 0);
    pami_geometry_t g = make(&kit, 6, c, 3);
    expect(g, 0, 0, 1);
    c[2].value.intval = 0;
    CHECK_EQUAL(PAMI_Geometry_update(g, &c[2], 1, kit.context[0], count, &done), PAMI_SUCCESS);
    KIT_WAIT(&kit, done == 1);
    expect(g, 0, 0, 0);
    c[1].name = PAMI_CLIENT_MEMORY_OPTIMIZE;
    CHECK_EQUAL(PAMI_Geometry_update(g, c, 2, kit.context[0], count, &done), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Client_update(kit.client, &of_client, 1), PAMI_SUCCESS);
    c[0].value.intval = 1;
    expect(make(&kit, 7, c, 1), me->nodes > 1, 1, 1);
    kit_close(&kit);
}

static void attributes(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), attributes_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), attributes_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"all contexts", all_contexts}, {"attributes", attributes}, {NULL, NULL}};
    return emuq_test_main("PAMI attributes of geometries", tests);
}
