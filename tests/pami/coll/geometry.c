/* SPDX-License-Identifier: BSD-3-Clause */
/* Geometries: creation and destruction of all kinds, and the guarantees of their barriers. */
#include "coll_support.h"

#include <unistd.h>

static void count(pami_context_t context, void *cookie, pami_result_t result)
{
    kit_count(context, cookie, result);
}

static pami_geometry_t world_of(const kit_t *kit)
{
    pami_geometry_t world = PAMI_GEOMETRY_NULL;
    CHECK_EQUAL(PAMI_Geometry_world(kit->client, &world), PAMI_SUCCESS);
    return world;
}

/* ---- queries ---- */

static void queries_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 1);
    pami_geometry_t world = world_of(&kit), again = world_of(&kit);
    CHECK(world != PAMI_GEOMETRY_NULL && world == again);
    pami_configuration_t q = {.name = PAMI_GEOMETRY_OPTIMIZE};
    CHECK_EQUAL(PAMI_Geometry_query(world, &q, 1), PAMI_SUCCESS);
    q.name = PAMI_CLIENT_TASK_ID;
    CHECK_EQUAL(PAMI_Geometry_query(world, &q, 1), PAMI_INVAL);
    for (int type = 0; type < PAMI_XFER_COUNT; type++) {
        size_t n[2];
        pami_algorithm_t a[8], b[8];
        pami_metadata_t m[8];
        CHECK_EQUAL(PAMI_Geometry_algorithms_num(world, (pami_xfer_type_t)type, n), PAMI_SUCCESS);
        CHECK(n[0] >= 1 && n[0] <= 8);
        CHECK_EQUAL(
            PAMI_Geometry_algorithms_query(world, (pami_xfer_type_t)type, a, m, n[0], NULL, NULL, n[1]),
            PAMI_SUCCESS);
        CHECK_EQUAL(
            PAMI_Geometry_algorithms_query(world, (pami_xfer_type_t)type, b, NULL, n[0], NULL, NULL, 0),
            PAMI_SUCCESS);
        for (size_t i = 0; i < n[0]; i++) {
            CHECK(a[i] == b[i] && a[i] != PAMI_ALGORITHM_NULL);
            CHECK(m[i].name != NULL && strstr(m[i].name, "X0") == NULL);
            CHECK(m[i].check_fn == NULL && m[i].check_correct.values.checkrequired == 0);
            bool gi =
                strstr(m[i].name, "GI") != NULL; /* programs search for the name, and expect the network */
            CHECK(!gi || (type == PAMI_XFER_BARRIER && m[i].check_perf.values.hw_accel));
        }
    }
    size_t n[2];
    CHECK_EQUAL(PAMI_Geometry_algorithms_num(world, PAMI_XFER_COUNT, n), PAMI_INVAL);
    CHECK_EQUAL(PAMI_Geometry_algorithms_num(PAMI_GEOMETRY_NULL, PAMI_XFER_BARRIER, n), PAMI_INVAL);
    kit_close(&kit);
}

static void queries(void)
{
    coll_jobs(queries_body);
}

static void errors_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 2);
    pami_geometry_t g = PAMI_GEOMETRY_NULL;
    pami_task_t other = (kit.task + 1) % kit.tasks, both[2] = {0, 0}, none = kit.tasks;
    pami_configuration_t bad = {.name = PAMI_CLIENT_TASK_ID};
    unsigned done = 0;
    pami_endpoint_t twice[2] = {kit_endpoint(&kit, kit.task, 0), kit_endpoint(&kit, kit.task, 0)};
    pami_geometry_range_t backwards = {1, 0};
#define LIST(client, offset, config, n, list, count, parent)                                                 \
    PAMI_Geometry_create_tasklist(client, offset, config, n, &g, parent, 3, list, count, kit.context[0],     \
                                  count_, &done)
    pami_event_function count_ = count;
    CHECK_EQUAL(LIST(kit.client, 0, NULL, 0, both, 2, PAMI_GEOMETRY_NULL), PAMI_INVAL);
    CHECK_EQUAL(LIST(kit.client, 0, NULL, 0, &none, 1, PAMI_GEOMETRY_NULL), PAMI_INVAL);
    CHECK_EQUAL(LIST(kit.client, 0, NULL, 0, both, 0, PAMI_GEOMETRY_NULL), PAMI_INVAL);
    CHECK_EQUAL(LIST(kit.client, 0, &bad, 1, &kit.task, 1, PAMI_GEOMETRY_NULL), PAMI_INVAL);
    CHECK_EQUAL(LIST(NULL, 0, NULL, 0, &kit.task, 1, PAMI_GEOMETRY_NULL), PAMI_INVAL);
    if (kit.tasks > 1)
        CHECK_EQUAL(LIST(kit.client, 0, NULL, 0, &other, 1, PAMI_GEOMETRY_NULL), PAMI_INVAL);
#undef LIST
    CHECK_EQUAL(
        PAMI_Geometry_create_endpointlist(kit.client, NULL, 0, &g, 3, twice, 2, kit.context[0], count, &done),
        PAMI_INVAL);
    CHECK_EQUAL(PAMI_Geometry_create_taskrange(kit.client, 0, NULL, 0, &g, PAMI_GEOMETRY_NULL, 3, &backwards,
                                               1, kit.context[0], count, &done),
                PAMI_INVAL);
    CHECK_EQUAL(done, 0);
    /* a context without membership */
    coll_t c;
    coll_open(&c, &kit, COLL_WORLD);
    pami_algorithm_t a[8];
    coll_algorithms(&c, PAMI_XFER_BARRIER, a, 8);
    pami_xfer_t x = {.cb_done = count, .cookie = &done, .algorithm = a[0]};
    CHECK_EQUAL(PAMI_Collective(kit.context[1], &x), PAMI_INVAL);
    x.algorithm = PAMI_ALGORITHM_NULL;
    CHECK_EQUAL(PAMI_Collective(kit.context[0], &x), PAMI_INVAL);
    /* a root without membership */
    coll_algorithms(&c, PAMI_XFER_BROADCAST, a, 8);
    x.algorithm = a[0];
    x.cmd.xfer_broadcast = (pami_broadcast_t){kit_endpoint(&kit, 0, 1), (char *)&done, PAMI_TYPE_BYTE, 1};
    CHECK_EQUAL(PAMI_Collective(kit.context[0], &x), PAMI_INVAL);
    CHECK_EQUAL(done, 0);
    coll_close(&c);
    kit_close(&kit);
}

static void errors(void)
{
    coll_jobs(errors_body);
}

/* ---- barriers ---- */

/* No member leaves a barrier before all have entered: each member in turn enters last. The board counts the
 * entries.
 */
static void late_body(mu_rank_t *me)
{
    uint64_t round = 0;
    kit_t kit;
    kit_open(&kit, me, 2);
    for (coll_kind_t kind = 0; kind < COLL_KINDS; kind++) {
        if (kind == COLL_SPLIT || kind == COLL_SPLIT_PARENT || kind == COLL_SINGLE || kind == COLL_HALVES)
            continue;
        coll_t c;
        coll_open(&c, &kit, kind);
        pami_algorithm_t algorithm[8];
        size_t n = coll_algorithms(&c, PAMI_XFER_BARRIER, algorithm, 8);
        for (size_t a = 0; a < n; a++)
            for (uint32_t late = 0; late < kit.tasks; late++) {
                pami_xfer_t x[KIT_CONTEXTS];
                if (kit.task == late)
                    usleep(20000);
                __atomic_store_n(&mu_board[kit.task], ++round, __ATOMIC_RELEASE);
                coll_run(&c, x, algorithm[a]);
                for (uint32_t task = 0; task < kit.tasks; task++)
                    CHECK(__atomic_load_n(&mu_board[task], __ATOMIC_ACQUIRE) >= round);
            }
        coll_close(&c);
    }
    kit_close(&kit);
}

static void late(void)
{
    coll_jobs(late_body);
}

/* Many collectives of several geometries in progress, started without waiting. */
static void flight_body(mu_rank_t *me)
{
    enum { EACH = 40 };
    kit_t kit;
    coll_t c[3];
    kit_open(&kit, me, 1);
    coll_open(&c[0], &kit, COLL_WORLD);
    coll_open(&c[1], &kit, COLL_REVERSED);
    coll_open(&c[2], &kit, COLL_SPLIT);
    unsigned done = 0;
    uint64_t out[3][EACH], in[3][EACH], block[3][EACH];
    for (unsigned i = 0; i < EACH; i++)
        for (unsigned k = 0; k < 3; k++) {
            uint32_t rank = c[k].rank[0], root = i % c[k].size;
            pami_algorithm_t sum[8], barrier[8], broadcast[8];
            coll_algorithms(&c[k], PAMI_XFER_ALLREDUCE, sum, 8);
            coll_algorithms(&c[k], PAMI_XFER_BARRIER, barrier, 8);
            coll_algorithms(&c[k], PAMI_XFER_BROADCAST, broadcast, 8);
            out[k][i] = rank + i;
            block[k][i] = rank == root ? i + 5 : 0;
            pami_xfer_t x = {.cb_done = count, .cookie = &done, .algorithm = sum[0]};
            x.cmd.xfer_allreduce = (pami_allreduce_t){(char *)&out[k][i],
                                                      PAMI_TYPE_UNSIGNED_LONG,
                                                      1,
                                                      (char *)&in[k][i],
                                                      PAMI_TYPE_UNSIGNED_LONG,
                                                      1,
                                                      PAMI_DATA_SUM,
                                                      NULL,
                                                      1};
            CHECK_EQUAL(PAMI_Collective(kit.context[0], &x), PAMI_SUCCESS);
            x.algorithm = broadcast[0];
            x.cmd.xfer_broadcast =
                (pami_broadcast_t){c[k].endpoint[root], (char *)&block[k][i], PAMI_TYPE_UNSIGNED_LONG, 1};
            CHECK_EQUAL(PAMI_Collective(kit.context[0], &x), PAMI_SUCCESS);
            x.algorithm = barrier[0];
            CHECK_EQUAL(PAMI_Collective(kit.context[0], &x), PAMI_SUCCESS);
        }
    KIT_WAIT(&kit, done == 3 * 3 * EACH);
    for (unsigned i = 0; i < EACH; i++)
        for (unsigned k = 0; k < 3; k++) {
            CHECK_EQUAL(in[k][i], (uint64_t)c[k].size * (c[k].size - 1) / 2 + (uint64_t)c[k].size * i);
            CHECK_EQUAL(block[k][i], i + 5);
        }
    for (unsigned k = 3; k-- > 0;)
        coll_close(&c[k]);
    kit_close(&kit);
}

static void flight(void)
{
    coll_jobs(flight_body);
}

/* ---- life ---- */

/* Reuses an id for different members each time; the members wait only for each other.
 */
static void life_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 1);
    for (unsigned i = 0; i < MU_ROUNDS(300u); i++) {
        pami_task_t task[COLL_MOST];
        uint32_t n = 0, stride = 1 + i % 3;
        for (uint32_t t = kit.task % stride; t < kit.tasks; t += stride)
            task[n++] = t;
        pami_geometry_t g = PAMI_GEOMETRY_NULL;
        unsigned done = 0;
        CHECK_EQUAL(PAMI_Geometry_create_tasklist(kit.client, 0, NULL, 0, &g, PAMI_GEOMETRY_NULL, 5, task, n,
                                                  kit.context[0], count, &done),
                    PAMI_SUCCESS);
        CHECK(g != PAMI_GEOMETRY_NULL);
        KIT_WAIT(&kit, done == 1);
        size_t lengths[2];
        pami_algorithm_t a[8];
        CHECK_EQUAL(PAMI_Geometry_algorithms_num(g, PAMI_XFER_ALLREDUCE, lengths), PAMI_SUCCESS);
        CHECK_EQUAL(
            PAMI_Geometry_algorithms_query(g, PAMI_XFER_ALLREDUCE, a, NULL, lengths[0], NULL, NULL, 0),
            PAMI_SUCCESS);
        uint32_t one = 1 + i, sum = 0;
        pami_xfer_t x = {.cb_done = count, .cookie = &done, .algorithm = a[0]};
        x.cmd.xfer_allreduce = (pami_allreduce_t){(char *)&one,
                                                  PAMI_TYPE_UNSIGNED_INT,
                                                  1,
                                                  (char *)&sum,
                                                  PAMI_TYPE_UNSIGNED_INT,
                                                  1,
                                                  PAMI_DATA_SUM,
                                                  NULL,
                                                  1};
        CHECK_EQUAL(PAMI_Collective(kit.context[0], &x), PAMI_SUCCESS);
        KIT_WAIT(&kit, done == 2);
        CHECK_EQUAL(sum, n * one);
        CHECK_EQUAL(PAMI_Geometry_destroy(kit.client, &g, kit.context[0], count, &done), PAMI_SUCCESS);
        KIT_WAIT(&kit, done == 3);
        CHECK(g == PAMI_GEOMETRY_NULL);
    }
    kit_close(&kit);
}

static void life(void)
{
    coll_jobs(life_body);
}

/* With a parent, tasks without membership call, too. */
static void parent_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 2);
    for (unsigned i = 0; i < 10; i++) {
        pami_geometry_range_t lower = {0, kit.tasks / 2};
        bool member = kit.task <= lower.hi;
        pami_geometry_t g = PAMI_GEOMETRY_NULL;
        unsigned done = 0;
        if (kit.task == i % kit.tasks)
            usleep(2000);
        CHECK_EQUAL(PAMI_Geometry_create_taskrange(kit.client, 1, NULL, 0, member ? &g : NULL, world_of(&kit),
                                                   4, &lower, 1, kit.context[0], count, &done),
                    PAMI_SUCCESS);
        while (done == 0) /* only this context: the second context makes no progress meanwhile */
            PAMI_Context_advance(kit.context[0], 10);
        CHECK_EQUAL(g != PAMI_GEOMETRY_NULL, member);
        if (member) {
            size_t lengths[2];
            pami_algorithm_t a[8];
            CHECK_EQUAL(PAMI_Geometry_algorithms_num(g, PAMI_XFER_BARRIER, lengths), PAMI_SUCCESS);
            CHECK_EQUAL(
                PAMI_Geometry_algorithms_query(g, PAMI_XFER_BARRIER, a, NULL, lengths[0], NULL, NULL, 0),
                PAMI_SUCCESS);
            pami_xfer_t x = {.cb_done = count, .cookie = &done, .algorithm = a[0]};
            CHECK_EQUAL(PAMI_Collective(kit.context[0], &x), PAMI_INVAL);
            CHECK_EQUAL(PAMI_Collective(kit.context[1], &x), PAMI_SUCCESS);
            while (done == 1)
                PAMI_Context_advance(kit.context[1], 10);
            CHECK_EQUAL(PAMI_Geometry_destroy(kit.client, &g, kit.context[i % 2], NULL, NULL), PAMI_SUCCESS);
        }
    }
    kit_close(&kit);
}

static void parents(void)
{
    coll_jobs(parent_body);
}

/* ---- hardware ---- */

static bool is_optimized(pami_geometry_t g)
{
    pami_configuration_t q = {.name = PAMI_GEOMETRY_OPTIMIZE};
    CHECK_EQUAL(PAMI_Geometry_query(g, &q, 1), PAMI_SUCCESS);
    return q.value.intval != 0;
}

static uint32_t free_routes(void)
{
    uint32_t ids[16], gi = 0, collective = 0;
    CHECK_EQUAL(Kernel_QueryGlobalInterruptClassRoutes(&gi, ids, sizeof ids), 0);
    CHECK_EQUAL(Kernel_QueryCollectiveClassRoutes(&collective, ids, sizeof ids), 0);
    return gi << 16 | collective;
}

/* Whether the first barrier algorithm of the geometry uses the global interrupts. */
static bool has_gi(const coll_t *c)
{
    pami_algorithm_t a;
    pami_metadata_t m;
    CHECK_EQUAL(PAMI_Geometry_algorithms_query(c->geometry, PAMI_XFER_BARRIER, &a, &m, 1, NULL, NULL, 0),
                PAMI_SUCCESS);
    return strstr(m.name, "I0:MultiSync") == m.name && strstr(m.name, "GI") != NULL;
}

/* Optimised geometries of several nodes get class routes, as long as some are free, and release the routes.
 */
static void hardware_body(mu_rank_t *me)
{
    static const coll_kind_t kinds[] = {COLL_OPTIMIZED, COLL_HALVES, COLL_UPDATED};
    kit_t kit;
    kit_open(&kit, me, 2);
    uint32_t before = free_routes();
    for (unsigned i = 0; i < 30; i++) {
        coll_t c;
        coll_open(&c, &kit, kinds[i % 3]);
        bool halves = kinds[i % 3] == COLL_HALVES, several = me->nodes > (halves ? 2 : 1);
        if (COLL_HAS_MEMORY &&
            (!halves || me->nodes % 3 != 0)) /* half of 3 nodes, or of 3 x 2, is sometimes a rectangle */
            CHECK_EQUAL(is_optimized(c.geometry), several);
        CHECK_EQUAL(has_gi(&c), is_optimized(c.geometry));
        pami_configuration_t off = {.name = PAMI_GEOMETRY_OPTIMIZE, .value.intval = 0};
        if (i % 5 == 4) {
            unsigned done = 0;
            CHECK_EQUAL(PAMI_Geometry_update(c.geometry, &off, 1, kit.context[0], count, &done),
                        PAMI_SUCCESS);
            KIT_WAIT(&kit, done == 1);
            CHECK(!is_optimized(c.geometry) && !has_gi(&c));
        }
        coll_close(&c);
    }
    kit_barrier(&kit);
    kit_barrier(&kit);
    mu_wait_t wait = {0};
    while (free_routes() != before) { /* released when all tasks have destroyed the geometry */
        kit_turn(&kit);
        mu_turn(&wait, "all class routes are free again", __FILE__, __LINE__);
    }
    coll_t many[6];
    for (unsigned i = 0; i < 6; i++) { /* there are fewer class routes: the last geometries get none */
        coll_open(&many[i], &kit, COLL_REVERSED);
        pami_configuration_t on = {.name = PAMI_GEOMETRY_OPTIMIZE, .value.intval = 1};
        unsigned done = 0;
        CHECK_EQUAL(PAMI_Geometry_update(many[i].geometry, &on, 1, kit.context[0], count, &done),
                    PAMI_SUCCESS);
        KIT_WAIT(&kit, done == 1);
    }
    if (COLL_HAS_MEMORY)
        CHECK_EQUAL(is_optimized(many[0].geometry), me->nodes > 1);
    CHECK(!is_optimized(many[5].geometry));
    for (unsigned round = 0; round < 5; round++)
        for (unsigned i = 0; i < 6; i++)
            coll_barrier(&many[i]);
    for (unsigned i = 0; i < 6; i++)
        coll_close(&many[i]);
    kit_close(&kit);
}

static void hardware(void)
{
    coll_jobs(hardware_body);
}

/* Tasks destroy the world, at different times and on any of their contexts; other geometries still work, and
 * the next client has a world again. */
static void last_body(mu_rank_t *me)
{
    kit_t kit;
    for (unsigned round = 0; round < 3; round++) {
        kit_open(&kit, me, 2);
        coll_t world, other;
        coll_open(&world, &kit, COLL_WORLD);
        coll_open(&other, &kit, COLL_REVERSED);
        for (unsigned i = 0; i < 3; i++)
            coll_barrier(&world);
        unsigned done = 0;
        pami_context_t context = kit.context[(kit.task + round) % 2];
        for (unsigned i = 0; i < 50 * (kit.task % 3); i++)
            kit_turn(&kit);
        CHECK_EQUAL(PAMI_Geometry_destroy(kit.client, &world.geometry, context, count, &done), PAMI_SUCCESS);
        CHECK(world.geometry == PAMI_GEOMETRY_NULL);
        KIT_WAIT(&kit, done == 1);
        CHECK_EQUAL(PAMI_Geometry_world(kit.client, &world.geometry), PAMI_INVAL);
        CHECK(world.geometry == PAMI_GEOMETRY_NULL);
        for (unsigned i = 0; i < 3; i++)
            coll_barrier(&other);
        CHECK_EQUAL(PAMI_Geometry_destroy(kit.client, &other.geometry, kit.context[0], count, &done),
                    PAMI_SUCCESS);
        KIT_WAIT(&kit, done == 2);
        kit_close(&kit);
        mu_barrier(me); /* before the next client's messages */
    }
}

static void last(void)
{
    coll_jobs(last_body);
}

/* Geometries without destruction, incomplete collectives: the end of the client frees all memory. */
static void abandoned_body(mu_rank_t *me)
{
    kit_t kit;
    kit_open(&kit, me, 2);
    pami_geometry_t g;
    pami_endpoint_t all[COLL_MOST];
    unsigned done = 0;
    for (uint32_t i = 0; i < 2 * kit.tasks; i++)
        all[i] = kit_endpoint(&kit, i / 2, i % 2);
    CHECK_EQUAL(PAMI_Geometry_create_endpointlist(kit.client, NULL, 0, &g, 12, all, 2 * kit.tasks,
                                                  kit.context[1], count, &done),
                PAMI_SUCCESS);
    KIT_WAIT(&kit, done == 1);
    if (kit.task == 0 && kit.tasks > 1) {
        pami_algorithm_t a[8];
        uint64_t data[2] = {1, 2};
        size_t n[2];
        CHECK_EQUAL(PAMI_Geometry_algorithms_num(g, PAMI_XFER_ALLREDUCE, n), PAMI_SUCCESS);
        CHECK_EQUAL(PAMI_Geometry_algorithms_query(g, PAMI_XFER_ALLREDUCE, a, NULL, n[0], NULL, NULL, 0),
                    PAMI_SUCCESS);
        pami_xfer_t x = {.cb_done = count, .cookie = &done, .algorithm = a[0]};
        x.cmd.xfer_allreduce = (pami_allreduce_t){(char *)&data[0],
                                                  PAMI_TYPE_UNSIGNED_LONG,
                                                  1,
                                                  (char *)&data[1],
                                                  PAMI_TYPE_UNSIGNED_LONG,
                                                  1,
                                                  PAMI_DATA_SUM,
                                                  NULL,
                                                  1};
        CHECK_EQUAL(PAMI_Collective(kit.context[0], &x), PAMI_SUCCESS);
        for (unsigned i = 0; i < 20; i++)
            kit_turn(&kit);
    }
    kit_close(&kit);
}

static void abandoned(void)
{
    coll_jobs(abandoned_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"queries", queries}, {"errors", errors},   {"late", late},         {"flight", flight},
        {"life", life},       {"parents", parents}, {"hardware", hardware}, {"abandoned", abandoned},
        {"last", last},       {NULL, NULL},
    };
    return emuq_test_main("PAMI geometries", tests);
}
