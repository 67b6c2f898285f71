/* SPDX-License-Identifier: BSD-3-Clause */
#include "coll_support.h"
#include "mu_hosts.h"

const char *coll_name(coll_kind_t kind)
{
    static const char *const names[] = {"world",  "reversed", "split",     "split with parent",
                                        "single", "contexts", "endpoints", "optimized",
                                        "halves", "updated"};
    return names[kind];
}

static void find_seats(coll_t *c)
{
    for (uint32_t i = 0; i < c->size; i++)
        for (size_t k = 0; k < c->kit->contexts; k++)
            if (c->endpoint[i] == kit_endpoint(c->kit, c->kit->task, k)) {
                c->context[c->seats] = c->kit->context[k];
                c->rank[c->seats++] = i;
            }
}

static void set_tasks(coll_t *c, const pami_task_t *task, uint32_t count, uint32_t contexts)
{
    c->size = count * contexts;
    CHECK(c->size <= COLL_MOST);
    for (uint32_t i = 0; i < c->size; i++)
        c->endpoint[i] = kit_endpoint(c->kit, task[i / contexts], i % contexts);
}

static void made(pami_context_t context, void *cookie, pami_result_t result)
{
    coll_t *c = cookie;
    CHECK_EQUAL(result, PAMI_SUCCESS);
    CHECK(context == c->kit->context[0]);
    c->done++;
}

static pami_result_t make_split(coll_t *c, bool parent)
{
    kit_t *kit = c->kit;
    pami_task_t task[COLL_MOST];
    pami_geometry_range_t range[COLL_MOST];
    pami_geometry_t world;
    uint32_t n = 0;
    for (uint32_t i = kit->task % 2; i < kit->tasks; i += 2, n++) {
        task[n] = i;
        range[n].lo = range[n].hi = i;
    }
    set_tasks(c, task, n, 1);
    if (!parent)
        return PAMI_Geometry_create_tasklist(kit->client, 0, NULL, 0, &c->geometry, PAMI_GEOMETRY_NULL, 7,
                                             task, n, kit->context[0], made, c);
    CHECK_EQUAL(PAMI_Geometry_world(kit->client, &world), PAMI_SUCCESS);
    return PAMI_Geometry_create_taskrange(kit->client, 0, NULL, 0, &c->geometry, world, 8 + kit->task % 2,
                                          range, n, kit->context[0], made, c);
}

static pami_result_t make_optimized(coll_t *c, coll_kind_t kind, pami_task_t *task)
{
    kit_t *kit = c->kit;
    pami_configuration_t optimize = {.name = PAMI_GEOMETRY_OPTIMIZE, .value.intval = 1};
    uint32_t half = kit->tasks / 2, first = 0, n = kit->tasks;
    if (kind == COLL_HALVES && half != 0) {
        first = kit->task < half ? 0 : half;
        n = kit->task < half ? half : kit->tasks - half;
    }
    set_tasks(c, task + first, n, 1);
    pami_result_t rc = PAMI_Geometry_create_tasklist(kit->client, 0, kind != COLL_UPDATED ? &optimize : NULL,
                                                     kind != COLL_UPDATED, &c->geometry, PAMI_GEOMETRY_NULL,
                                                     13, task + first, n, kit->context[0], made, c);
    if (kind != COLL_UPDATED)
        return rc;
    KIT_WAIT(kit, c->done == 1);
    c->done = 0;
    return PAMI_Geometry_update(c->geometry, &optimize, 1, kit->context[0], made, c);
}

static pami_result_t make(coll_t *c, coll_kind_t kind)
{
    kit_t *kit = c->kit;
    pami_task_t task[COLL_MOST];
    pami_geometry_range_t range = {0, kit->tasks - 1};
    uint32_t contexts = (uint32_t)kit->contexts;
    for (uint32_t i = 0; i < kit->tasks; i++)
        task[i] = kind == COLL_REVERSED ? kit->tasks - 1 - i : i;
    if (kind == COLL_SPLIT || kind == COLL_SPLIT_PARENT)
        return make_split(c, kind == COLL_SPLIT_PARENT);
    if (kind == COLL_SINGLE) {
        set_tasks(c, &kit->task, 1, 1);
        return PAMI_Geometry_create_tasklist(kit->client, 0, NULL, 0, &c->geometry, PAMI_GEOMETRY_NULL, 9,
                                             &kit->task, 1, kit->context[0], made, c);
    }
    if (kind == COLL_CONTEXTS) {
        set_tasks(c, task, kit->tasks, contexts);
        return PAMI_Geometry_create_taskrange(kit->client, PAMI_ALL_CONTEXTS, NULL, 0, &c->geometry,
                                              PAMI_GEOMETRY_NULL, 10, &range, 1, kit->context[0], made, c);
    }
    if (kind == COLL_ENDPOINTS) {
        c->size = kit->tasks * contexts;
        for (uint32_t i = 0; i < c->size; i++)
            c->endpoint[i] = kit_endpoint(kit, kit->tasks - 1 - i / contexts, contexts - 1 - i % contexts);
        return PAMI_Geometry_create_endpointlist(kit->client, NULL, 0, &c->geometry, 11, c->endpoint, c->size,
                                                 kit->context[0], made, c);
    }
    if (kind >= COLL_OPTIMIZED)
        return make_optimized(c, kind, task);
    set_tasks(c, task, kit->tasks, 1);
    if (kind == COLL_REVERSED)
        return PAMI_Geometry_create_tasklist(kit->client, 0, NULL, 0, &c->geometry, PAMI_GEOMETRY_NULL, 6,
                                             task, kit->tasks, kit->context[0], made, c);
    c->done = 1;
    return PAMI_Geometry_world(kit->client, &c->geometry);
}

void coll_open(coll_t *c, kit_t *kit, coll_kind_t kind)
{
    memset(c, 0, sizeof *c);
    c->kit = kit;
    CHECK_EQUAL(make(c, kind), PAMI_SUCCESS);
    CHECK(c->geometry != PAMI_GEOMETRY_NULL);
    KIT_WAIT(kit, c->done == 1);
    c->done = 0;
    find_seats(c);
    CHECK(c->seats != 0);
}

void coll_close(coll_t *c)
{
    pami_geometry_t world;
    CHECK_EQUAL(PAMI_Geometry_world(c->kit->client, &world), PAMI_SUCCESS);
    coll_barrier(c);
    if (c->geometry == world)
        return;
    c->done = 0;
    CHECK_EQUAL(PAMI_Geometry_destroy(c->kit->client, &c->geometry, c->kit->context[0], made, c),
                PAMI_SUCCESS);
    CHECK(c->geometry == PAMI_GEOMETRY_NULL);
    KIT_WAIT(c->kit, c->done == 1);
}

size_t coll_algorithms(const coll_t *c, pami_xfer_type_t type, pami_algorithm_t *algorithm, size_t most)
{
    size_t lengths[2] = {99, 99};
    pami_metadata_t metadata[8];
    CHECK_EQUAL(PAMI_Geometry_algorithms_num(c->geometry, type, lengths), PAMI_SUCCESS);
    CHECK(lengths[0] >= 1 && lengths[0] <= most && most <= 8);
    CHECK_EQUAL(lengths[1], 0);
    CHECK_EQUAL(
        PAMI_Geometry_algorithms_query(c->geometry, type, algorithm, metadata, lengths[0], NULL, NULL, 0),
        PAMI_SUCCESS);
    for (size_t i = 0; i < lengths[0]; i++)
        CHECK(strncmp(metadata[i].name, "I0:", 3) == 0 && metadata[i].check_correct.values.inplace);
    return lengths[0];
}

static void finished(pami_context_t context, void *cookie, pami_result_t result)
{
    coll_t *c = cookie;
    bool known = false;
    for (uint32_t i = 0; i < c->seats; i++)
        known |= c->context[i] == context;
    CHECK(known);
    CHECK_EQUAL(result, PAMI_SUCCESS);
    c->done++;
}

void coll_run(coll_t *c, pami_xfer_t *xfer, pami_algorithm_t algorithm)
{
    c->done = 0;
    for (uint32_t i = 0; i < c->seats; i++) {
        xfer[i].cb_done = finished;
        xfer[i].cookie = c;
        xfer[i].algorithm = algorithm;
        CHECK_EQUAL(PAMI_Collective(c->context[i], &xfer[i]), PAMI_SUCCESS);
    }
    KIT_WAIT(c->kit, c->done == c->seats);
}

void coll_barrier(coll_t *c)
{
    pami_algorithm_t algorithm[4];
    pami_xfer_t xfer[KIT_CONTEXTS];
    coll_algorithms(c, PAMI_XFER_BARRIER, algorithm, 4);
    coll_run(c, xfer, algorithm[0]);
}

void coll_jobs(mu_body_t body)
{
    static const struct {
        uint32_t shape[5], ppn;
    } jobs[] = {{{1, 1, 1, 1, 1}, 1}, {{2, 1, 1, 1, 1}, 1}, {{3, 1, 1, 1, 1}, 1},
                {{2, 1, 1, 1, 1}, 2}, {{3, 2, 1, 1, 1}, 1}, {{2, 2, 1, 1, 1}, 2}};
    size_t count = sizeof jobs / sizeof jobs[0];
    /* Every second job in slow environments; between hosts the jobs with several nodes. */
    bool hosts = mu_hosts() > 1;
    for (size_t i = hosts ? 1 : 0; i < count; i += MU_SANITIZED || hosts ? 2 : 1) {
        const uint32_t *s = jobs[i].shape;
        emuq_job_t job = MU_NODES(s[0], s[1], s[2], s[3], s[4]);
        job.ppn = jobs[i].ppn;
        mu_run(job, body);
    }
}
