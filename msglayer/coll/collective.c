/* SPDX-License-Identifier: BSD-3-Clause */
/* Collective algorithms, the start of collectives, and the collective state of clients and contexts. */
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/coll/network.h"
#include "msglayer/coll/schedule.h"

/* When an algorithm is offered: always; with class routes and one member per node; with class routes and
 * several members on a node. */
typedef enum collective_kind { SOFTWARE, ALONE, SHARED } collective_kind_t;

typedef struct collective_row {
    pami_xfer_type_t type;
    emuq_pami_write_fn write;
    collective_kind_t kind;
    char *name;
} collective_row_t;

/* Not const in the interface; clients must not change the names. */
#define EMUQ_PAMI_ALGORITHM(id, type, write, kind, name) static char name_##id[] = name;
#include "msglayer/coll/algorithms.def"
#undef EMUQ_PAMI_ALGORITHM

static const collective_row_t collective_rows[] = {
#define EMUQ_PAMI_ALGORITHM(id, type, write, kind, name) {PAMI_XFER_##type, write, kind, name_##id},
#include "msglayer/coll/algorithms.def"
#undef EMUQ_PAMI_ALGORITHM
};

static bool collective_is_offered(const emuq_pami_geometry_t *g, const collective_row_t *row)
{
    return row->kind == SOFTWARE || (g->network != NULL && g->network->is_shared == (row->kind == SHARED));
}

static void collective_describe(const collective_row_t *row, pami_metadata_t *m)
{
    memset(m, 0, sizeof *m);
    m->name = row->name;
    m->version = 1;
    m->range_hi = SIZE_MAX;
    m->send_min_align = m->recv_min_align = 1;
    m->check_correct.values.sendminalign = m->check_correct.values.recvminalign = 1;
    m->check_correct.values.alldtop = 1;
    m->check_correct.values.inplace = 1;
    m->check_perf.values.hw_accel = row->kind != SOFTWARE;
    m->range_hi_perf = SIZE_MAX;
    m->min_align_perf = 1;
}

static pami_result_t collective_no_type(pami_xfer_type_t type)
{
    return emuq_pami_invalid("no collective has type %d (0 to %d)", (int)type, (int)PAMI_XFER_COUNT - 1);
}

pami_result_t PAMI_Geometry_algorithms_num(pami_geometry_t geometry, pami_xfer_type_t coll_type,
                                           size_t *lists_lengths)
{
    const emuq_pami_geometry_t *g = geometry;
    if (g == NULL || lists_lengths == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", g == NULL ? "geometry" : "lists_lengths"));
    if ((unsigned)coll_type >= PAMI_XFER_COUNT)
        return emuq_pami_result(collective_no_type(coll_type));
    lists_lengths[0] = lists_lengths[1] = 0;
    for (uint32_t i = 0; i < EMUQ_PAMI_ALGORITHMS; i++)
        lists_lengths[0] +=
            collective_rows[i].type == coll_type && collective_is_offered(g, &collective_rows[i]);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Geometry_algorithms_query(pami_geometry_t geometry, pami_xfer_type_t colltype,
                                             pami_algorithm_t *algs0, pami_metadata_t *mdata0, size_t num0,
                                             pami_algorithm_t *algs1, pami_metadata_t *mdata1, size_t num1)
{
    emuq_pami_geometry_t *g = geometry;
    (void)algs1, (void)mdata1, (void)num1; /* all algorithms always work */
    if (g == NULL || (unsigned)colltype >= PAMI_XFER_COUNT)
        return emuq_pami_result(g == NULL ? emuq_pami_invalid("geometry is null")
                                          : collective_no_type(colltype));
    size_t n = 0;
    for (uint32_t i = 0; i < EMUQ_PAMI_ALGORITHMS && n < num0; i++) {
        if (collective_rows[i].type != colltype || !collective_is_offered(g, &collective_rows[i]))
            continue;
        if (algs0 != NULL)
            algs0[n] = (pami_algorithm_t)&g->algorithm[i];
        if (mdata0 != NULL)
            collective_describe(&collective_rows[i], &mdata0[n]);
        n++;
    }
    return PAMI_SUCCESS;
}

static emuq_pami_member_t *collective_member_of(const emuq_pami_context_t *context,
                                                const emuq_pami_algorithm_t *algorithm)
{
    if (context == NULL || algorithm == NULL || algorithm->geometry->client != context->client)
        return NULL;
    return algorithm->geometry->member[context->offset];
}

/* Reports why collective_member_of() finds no member. @return PAMI_INVAL */
static __attribute__((cold)) pami_result_t collective_no_member(const emuq_pami_context_t *context,
                                                                const emuq_pami_algorithm_t *algorithm)
{
    if (context == NULL || algorithm == NULL)
        return emuq_pami_invalid("%s is null", context == NULL ? "context" : "algorithm");
    if (algorithm->geometry->client != context->client)
        return emuq_pami_invalid("the geometry of the algorithm belongs to another client than the context");
    return emuq_pami_invalid("context %u of task %u is no member of the geometry of the algorithm",
                             context->offset, context->client->resources->task);
}

pami_result_t PAMI_Collective(pami_context_t context, pami_xfer_t *cmd)
{
    const emuq_pami_algorithm_t *algorithm =
        cmd != NULL ? (const emuq_pami_algorithm_t *)cmd->algorithm : NULL;
    emuq_pami_member_t *member = collective_member_of(context, algorithm);
    const collective_row_t *row = member != NULL ? &collective_rows[algorithm->id] : NULL;
    if (member == NULL)
        return emuq_pami_result(cmd == NULL ? emuq_pami_invalid("the parameters are null")
                                            : collective_no_member(context, algorithm));
    if (!collective_is_offered(algorithm->geometry, row))
        return emuq_pami_result(emuq_pami_invalid(
            "algorithm %s is not offered by the geometry, which %s; query "
            "again after PAMI_Geometry_update",
            row->name,
            algorithm->geometry->network != NULL ? "has other network algorithms" : "is not optimized"));
    if (row->write == NULL)
        return emuq_pami_result(emuq_pami_am_start(member, row->type, cmd));
    pami_collective_t copy;
    const pami_collective_t *arguments = emuq_pami_in_place(member, row->type, &cmd->cmd, &copy);
    if (arguments == NULL)
        return emuq_pami_result(
            emuq_pami_invalid("%s: PAMI_IN_PLACE is not possible for this buffer", row->name));
    pami_event_function done = cmd->cb_done;
    void *cookie = cmd->cookie;
    emuq_pami_record_operation(row->name, &done, &cookie);
    emuq_pami_schedule_t *schedule = emuq_pami_schedule_new(member, row->type, done, cookie);
    pami_result_t rc = schedule != NULL ? row->write(schedule, arguments) : PAMI_ENOMEM;
    if (rc == PAMI_SUCCESS)
        rc = emuq_pami_schedule_start(schedule);
    else if (schedule != NULL)
        emuq_pami_schedule_free(schedule);
    if (rc != PAMI_SUCCESS)
        emuq_pami_record_rejected(done, cookie);
    return emuq_pami_result(rc);
}

pami_result_t PAMI_AMCollective_dispatch_set(pami_context_t context, pami_algorithm_t algorithm,
                                             size_t dispatch, pami_dispatch_callback_function fn,
                                             void *cookie, pami_collective_hint_t options)
{
    EMUQ_PAMI_CALL();
    (void)options;
    const emuq_pami_algorithm_t *a = (const emuq_pami_algorithm_t *)algorithm;
    emuq_pami_member_t *member = collective_member_of(context, a);
    if (member == NULL || dispatch > EMUQ_PAMI_DISPATCH_MAX || collective_rows[a->id].write != NULL ||
        fn.p2p == NULL)
        return emuq_pami_result(
            member == NULL ? collective_no_member(context, a)
            : dispatch > EMUQ_PAMI_DISPATCH_MAX
                ? emuq_pami_invalid("dispatch id %zu is out of range (0 to %u)", dispatch,
                                    EMUQ_PAMI_DISPATCH_MAX)
            : collective_rows[a->id].write != NULL
                ? emuq_pami_invalid("algorithm %s is no active message", collective_rows[a->id].name)
                : emuq_pami_invalid("fn is null"));
    return emuq_pami_result(
        emuq_pami_am_set(member, collective_rows[a->id].type, (uint32_t)dispatch, fn, cookie));
}

/* ---- state of clients and contexts ---- */

#define WORLD_TASK UINT64_C(0xffffffff) /* no task: part of the world's key, which no agreement makes */

_Static_assert(EMUQ_PAMI_MEMBER_PARTS == 2, "emuq_pami_coll_context_open() names them");

bool emuq_pami_coll_context_open(emuq_pami_context_t *context)
{
    context->coll = emuq_calloc(1, sizeof *context->coll);
    if (context->coll == NULL)
        return false;
    const emuq_pami_member_part_t *parts[] = {&emuq_pami_schedule_part, &emuq_pami_am_part};
    memcpy(context->coll->part, parts, sizeof parts);
    context->dispatch[EMUQ_PAMI_ID_COLLECTIVES].fn = emuq_pami_matching_message;
    context->dispatch[EMUQ_PAMI_ID_AGREEMENTS].fn = emuq_pami_agreement_message;
    context->dispatch[EMUQ_PAMI_ID_AGREEMENTS].until_end = true; /* remote tasks may need this task */
    context->dispatch[EMUQ_PAMI_ID_AM].fn = emuq_pami_am_message;
    context->dispatch[EMUQ_PAMI_ID_BARRIER_END].fn = emuq_pami_barrier_end;
    context->packet[EMUQ_PAMI_COMBINED] = emuq_pami_network_packet;
    return true;
}

void emuq_pami_coll_context_close(emuq_pami_context_t *context)
{
    if (context->coll == NULL)
        return;
    for (uint32_t i = 0; i < EMUQ_PAMI_CONTEXT_BUCKETS; i++)
        while (context->coll->bucket[i] != NULL) {
            emuq_pami_member_t *member = context->coll->bucket[i];
            context->coll->bucket[i] = member->next;
            if (member->geometry == NULL) /* the geometry owns the member */
                emuq_pami_member_free(member);
        }
    free(context->coll);
    context->coll = NULL;
}

bool emuq_pami_coll_client_open(emuq_pami_client_t *client)
{
    uint32_t tasks = client->resources->tasks, *endpoint = emuq_malloc(tasks * sizeof *endpoint);
    client->coll = emuq_calloc(1, sizeof *client->coll);
    if (endpoint == NULL || client->coll == NULL) {
        free(endpoint);
        return false;
    }
    for (uint32_t i = 0; i < tasks; i++)
        endpoint[i] = emuq_pami_endpoint(i, 0);
    if (emuq_pami_geometry_new(client, endpoint, tasks, &client->coll->world) != PAMI_SUCCESS)
        return false;
    client->coll->world->key = WORLD_TASK << 32 | client->resources->clients;
    return true;
}

bool emuq_pami_coll_open_world(emuq_pami_client_t *client)
{
    emuq_pami_geometry_t *world = client->coll->world;
    if (world == NULL)
        return true; /* destroyed by the client */
    if (!emuq_pami_geometry_make_members(world))
        return false;
    emuq_pami_member_open(world->member[0]);
    return !client->resources->has_network || emuq_pami_network_acquire_world(world);
}

void emuq_pami_coll_end_contexts(emuq_pami_client_t *client)
{
    emuq_pami_agreements_free(client);
    for (size_t i = 0; i < client->contexts; i++)
        emuq_pami_coll_context_close(client->context[i]);
    for (emuq_pami_geometry_t *g = client->coll->geometries, *next; g != NULL; g = next) {
        next = g->next;
        if (g != client->coll->world)
            emuq_pami_geometry_free(g);
    }
    emuq_pami_geometry_t *world = client->coll->world;
    if (world == NULL)
        return;
    if (world->member[0] != NULL) {
        emuq_pami_member_free(world->member[0]);
        world->member[0] = NULL;
        world->references--;
    }
    emuq_pami_network_free(world);
}

void emuq_pami_coll_client_close(emuq_pami_client_t *client)
{
    if (client->coll != NULL && client->coll->world != NULL)
        emuq_pami_geometry_release(client->coll->world);
    free(client->coll);
    client->coll = NULL;
}
