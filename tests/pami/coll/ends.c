/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of a client: sent messages arrive, and no task waits forever for an agreement. */
#include <unistd.h>

#include "coll_support.h"

#define LATE 100000u /* microseconds */

enum { ID = 3, MESSAGES = 3000, BYTES = 400 };

/* Without prior synchronisation. */
static void end_at_once(kit_t *kit)
{
    CHECK_EQUAL(PAMI_Context_destroyv(kit->context, kit->contexts), PAMI_SUCCESS);
    CHECK_EQUAL(PAMI_Client_destroy(&kit->client), PAMI_SUCCESS);
}

/* ---- queues ---- */

typedef struct arrivals {
    unsigned count, wrong;
} arrivals_t;

static void arrived(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)header_size, (void)data, (void)origin, (void)recv;
    arrivals_t *a = cookie;
    unsigned number;
    memcpy(&number, header, sizeof number);
    a->wrong += number != a->count || data_size != BYTES;
    a->count++;
}

/* A task sends far more than a window to a task that does not advance for a while, and ends. */
static void queues_body(mu_rank_t *me)
{
    static const char data[BYTES];
    arrivals_t a = {0, 0};
    kit_t kit;
    kit_open(&kit, me, 1);
    CHECK_EQUAL(kit_dispatch(kit.context[0], ID, arrived, &a, kit_no_hints), PAMI_SUCCESS);
    kit_barrier(&kit);
    if (kit.task == 0 && kit.tasks > 1) {
        for (unsigned i = 0; i < MESSAGES; i++)
            kit_send_immediate(kit.context[0], kit_endpoint(&kit, 1, 0), ID, &i, sizeof i, data, BYTES);
    } else if (kit.task == 1) {
        usleep(LATE);
        KIT_WAIT(&kit, a.count == MESSAGES);
        CHECK_EQUAL(a.wrong, 0);
    }
    end_at_once(&kit);
    MUSPI_GIBarrierInit(&me->gi, 0); /* used by the client, too */
}

static void queues(void)
{
    coll_jobs(queues_body);
}

/* ---- meetings ---- */

static uint32_t free_routes(void)
{
    uint32_t ids[16], gi = 0, collective = 0;
    CHECK_EQUAL(Kernel_QueryGlobalInterruptClassRoutes(&gi, ids, sizeof ids), 0);
    CHECK_EQUAL(Kernel_QueryCollectiveClassRoutes(&collective, ids, sizeof ids), 0);
    return gi << 16 | collective;
}

/* Each task in turn destroys a geometry with class routes last, while the other tasks end. */
static void meetings_body(mu_rank_t *me)
{
    for (uint32_t late = 0; late < me->ranks; late += MU_SANITIZED ? 3 : 1) {
        pami_configuration_t optimized = {.name = PAMI_GEOMETRY_OPTIMIZE};
        uint32_t before = free_routes();
        kit_t kit;
        coll_t c;
        kit_open(&kit, me, 2);
        coll_open(&c, &kit, COLL_OPTIMIZED);
        CHECK_EQUAL(PAMI_Geometry_query(c.geometry, &optimized, 1), PAMI_SUCCESS);
        kit_barrier(&kit);
        uint64_t since = mu_microseconds();
        if (kit.task == late)
            usleep(LATE);
        CHECK_EQUAL(PAMI_Geometry_destroy(kit.client, &c.geometry, kit.context[0], NULL, NULL), PAMI_SUCCESS);
        end_at_once(&kit);
        if (optimized.value.intval)
            CHECK(mu_microseconds() - since > LATE / 2);
        MUSPI_GIBarrierInit(&me->gi, 0); /* used by the client, too */
        mu_barrier(me);
        CHECK_EQUAL(free_routes(), before);
        mu_barrier(me);
    }
}

static void meetings(void)
{
    coll_jobs(meetings_body);
}

/* A geometry whose creation is in progress when the client ends leaves no class routes and memory allocated.
 */
static void making_body(mu_rank_t *me)
{
    kit_t kit;
    unsigned done = 0;
    pami_geometry_t g;
    pami_configuration_t optimize = {.name = PAMI_GEOMETRY_OPTIMIZE, .value.intval = 1};
    kit_open(&kit, me, 2);
    uint32_t before = free_routes();
    pami_task_t all[COLL_MOST];
    for (uint32_t i = 0; i < kit.tasks; i++)
        all[i] = i;
    kit_barrier(&kit);
    CHECK_EQUAL(PAMI_Geometry_create_tasklist(kit.client, 0, &optimize, 1, &g, PAMI_GEOMETRY_NULL, 14, all,
                                              kit.tasks, kit.context[me->rank % 2], kit_count, &done),
                PAMI_SUCCESS);
    end_at_once(&kit);
    MUSPI_GIBarrierInit(&me->gi, 0); /* used by the client, too */
    mu_barrier(me);
    CHECK_EQUAL(free_routes(), before);
    mu_barrier(me);
}

static void making(void)
{
    coll_jobs(making_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"queues", queues}, {"meetings", meetings}, {"making", making}, {NULL, NULL}};
    return emuq_test_main("PAMI clients that end", tests);
}
