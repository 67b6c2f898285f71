/* SPDX-License-Identifier: BSD-3-Clause */
/* The public functions for geometries. */
#include <stdlib.h>

#include "msglayer/coll/optimize.h"
#include "msglayer/coll/routes.h"
#include "msglayer/core/record.h"

/* What can be set. */
typedef struct choices {
    bool optimize, noncontig, saves_memory;
} choices_t;

/* Reads them, over what holds without. @return PAMI_INVAL: there are other attributes */
static pami_result_t choose(choices_t *choices, const pami_configuration_t *configuration, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool value = configuration != NULL && configuration[i].value.intval != 0;
        if (configuration == NULL)
            return PAMI_INVAL;
        if (configuration[i].name == PAMI_GEOMETRY_OPTIMIZE)
            choices->optimize = value;
        else if (configuration[i].name == PAMI_GEOMETRY_NONCONTIG)
            choices->noncontig = value;
        else if (configuration[i].name == PAMI_GEOMETRY_MEMORY_OPTIMIZE)
            choices->saves_memory = value;
        else
            return PAMI_INVAL;
    }
    return PAMI_SUCCESS;
}

/* What the client has passed, apart from the members. */
typedef struct arguments {
    emuq_pami_client_t *client;
    emuq_pami_context_t *context;
    emuq_pami_geometry_t *parent;
    pami_geometry_t *handle;
    unsigned id;
    pami_event_function fn;
    void *cookie;
    choices_t choices;
} arguments_t;

/* An agreement without geometry: of those with the same list and id. */
static emuq_pami_agreement_id_t first_agreement(const emuq_pami_geometry_t *g, unsigned id)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint32_t i = 0; i < g->size; i++)
        hash = (hash ^ g->endpoint[i]) * UINT64_C(0x100000001b3);
    return (emuq_pami_agreement_id_t){hash, id};
}

/* ---- creating ---- */

static void created(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes, bool in_call)
{
    emuq_pami_request_t *e = cookie;
    if (e->geometry != NULL) {
        e->geometry->key = key;
        emuq_pami_geometry_open_members(e->geometry, context);
    }
    if (e->geometry != NULL && e->geometry->is_optimized)
        emuq_pami_network_take(e, votes, context, in_call);
    else
        emuq_pami_request_done(e, context, in_call);
}

static pami_result_t meet(const arguments_t *r, emuq_pami_geometry_t *g)
{
    emuq_pami_request_t *e = emuq_pami_request_new(g, r->fn, r->cookie);
    if (e == NULL)
        return PAMI_ENOMEM;
    if (r->handle != NULL)
        *r->handle = g; /* before the client is called */
    uint64_t votes = g != NULL ? g->is_optimized ? emuq_pami_network_votes(g) : 0 : UINT64_MAX;
    pami_result_t rc = r->parent != NULL ? emuq_pami_geometry_agree(r->parent, r->context, votes, created, e)
                                         : emuq_pami_agree(r->context, first_agreement(g, r->id), g->task,
                                                           g->tasks, votes, created, e);
    if (rc != PAMI_SUCCESS)
        free(e);
    return rc;
}

/* Makes the geometry of `endpoint`, which is freed. */
static pami_result_t create(const arguments_t *r, uint32_t *endpoint, uint32_t size)
{
    emuq_pami_geometry_t *g = NULL;
    pami_result_t rc = emuq_pami_geometry_new(r->client, endpoint, size, &g);
    if (rc != PAMI_SUCCESS)
        return rc;
    g->is_optimized = r->choices.optimize;
    g->noncontig = r->choices.noncontig;
    g->saves_memory = r->choices.saves_memory;
    if (!emuq_pami_geometry_make_members(g))
        rc = PAMI_ENOMEM;
    else if (g->references == 1)
        rc = PAMI_INVAL; /* no context of this task is a member */
    else
        rc = meet(r, g);
    if (rc != PAMI_SUCCESS) {
        *r->handle = PAMI_GEOMETRY_NULL;
        emuq_pami_geometry_forget(g);
    }
    return rc;
}

/* All contexts of a client that has several: only the members call, whatever the parent is. */
static void ignore_parent(arguments_t *r, size_t offset)
{
    if (offset == PAMI_ALL_CONTEXTS && r->client->contexts > 1)
        r->parent = NULL;
}

/* A task that is no member, and has passed no place for a handle: it meets the parent's others, if they meet.
 */
static pami_result_t attend(arguments_t *r, size_t offset)
{
    bool has_parent = r->parent != NULL;
    ignore_parent(r, offset);
    if (r->parent != NULL || !has_parent)
        return r->parent != NULL ? meet(r, NULL) : PAMI_INVAL;
    emuq_pami_coll_tell(r->context, r->fn, r->cookie, true);
    return PAMI_SUCCESS;
}

/* Checks what all ways to create have in common. */
static pami_result_t check(arguments_t *r, const pami_configuration_t *configuration, size_t count)
{
    if (r->client == NULL || r->context == NULL || r->context->client != r->client)
        return PAMI_INVAL;
    r->choices = (choices_t){false, r->client->noncontig, r->client->saves_memory};
    return choose(&r->choices, configuration, count);
}

/* The endpoints of one context, or of all, of tasks that are in endpoint[size] already. @return NULL: no
 * memory */
static uint32_t *spread(const emuq_pami_client_t *client, uint32_t *task, uint32_t *size, size_t offset)
{
    bool all = offset == PAMI_ALL_CONTEXTS;
    uint32_t each = all ? (uint32_t)client->contexts : 1;
    uint32_t *endpoint = malloc((size_t)*size * each * sizeof *endpoint);
    for (uint32_t i = 0; endpoint != NULL && i < *size * each; i++)
        endpoint[i] = emuq_pami_endpoint(task[i / each], all ? i % each : (uint32_t)offset);
    free(task);
    *size *= each;
    return endpoint;
}

/* @param task malloc'ed */
static pami_result_t create_from_tasks(const arguments_t *r, uint32_t *task, uint32_t size, size_t offset)
{
    bool all = offset == PAMI_ALL_CONTEXTS;
    pami_result_t rc = PAMI_SUCCESS;
    if (!all && offset > EMUQ_PAMI_OFFSET_MASK)
        rc = PAMI_INVAL;
    for (uint32_t i = 0; i < size && rc == PAMI_SUCCESS; i++)
        if (task[i] >= r->client->resources->tasks)
            rc = PAMI_INVAL;
    if (rc != PAMI_SUCCESS) {
        free(task);
        return rc;
    }
    uint32_t *endpoint = spread(r->client, task, &size, offset);
    return endpoint != NULL ? create(r, endpoint, size) : PAMI_ENOMEM;
}

/* Number of tasks in ranges; 0: there are none, or one is no good. */
static uint32_t count_tasks(const emuq_pami_client_t *client, const pami_geometry_range_t *range,
                            size_t ranges)
{
    uint64_t count = 0;
    for (size_t i = 0; i < ranges; i++) {
        if (range[i].hi < range[i].lo || range[i].hi >= client->resources->tasks)
            return 0;
        count += range[i].hi - range[i].lo + UINT64_C(1);
    }
    return count <= client->resources->tasks ? (uint32_t)count : 0;
}

pami_result_t PAMI_Geometry_create_taskrange(pami_client_t client, size_t context_offset,
                                             pami_configuration_t configuration[], size_t num_configs,
                                             pami_geometry_t *geometry, pami_geometry_t parent, unsigned id,
                                             pami_geometry_range_t *task_slices, size_t slice_count,
                                             pami_context_t context, pami_event_function fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    arguments_t r = {client, context, parent, geometry, id, fn, cookie, {0}};
    pami_result_t rc = check(&r, configuration, num_configs);
    if (rc != PAMI_SUCCESS || geometry == NULL)
        return emuq_pami_result(rc == PAMI_SUCCESS ? attend(&r, context_offset) : rc);
    ignore_parent(&r, context_offset);
    uint32_t count = task_slices != NULL ? count_tasks(client, task_slices, slice_count) : 0;
    uint32_t *task = count != 0 ? malloc(count * sizeof *task) : NULL;
    if (task == NULL)
        return emuq_pami_result(count == 0 ? PAMI_INVAL : PAMI_ENOMEM);
    uint32_t n = 0;
    for (size_t i = 0; i < slice_count; i++)
        for (uint32_t t = task_slices[i].lo; n < count && t <= task_slices[i].hi; t++)
            task[n++] = t;
    return emuq_pami_result(create_from_tasks(&r, task, count, context_offset));
}

/* A copy of an array; NULL: it is empty, or there is no memory. */
static uint32_t *copy_of(const uint32_t *array, size_t count)
{
    uint32_t *copy = array != NULL && count != 0 && count < UINT32_MAX ? malloc(count * sizeof *copy) : NULL;
    return copy != NULL ? memcpy(copy, array, count * sizeof *copy) : NULL;
}

pami_result_t PAMI_Geometry_create_tasklist(pami_client_t client, size_t context_offset,
                                            pami_configuration_t configuration[], size_t num_configs,
                                            pami_geometry_t *geometry, pami_geometry_t parent, unsigned id,
                                            pami_task_t *tasks, size_t task_count, pami_context_t context,
                                            pami_event_function fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    arguments_t r = {client, context, parent, geometry, id, fn, cookie, {0}};
    pami_result_t rc = check(&r, configuration, num_configs);
    if (rc != PAMI_SUCCESS || geometry == NULL)
        return emuq_pami_result(rc == PAMI_SUCCESS ? attend(&r, context_offset) : rc);
    ignore_parent(&r, context_offset);
    uint32_t *task = copy_of(tasks, task_count);
    if (task == NULL)
        return emuq_pami_result(tasks == NULL || task_count == 0 ? PAMI_INVAL : PAMI_ENOMEM);
    return emuq_pami_result(create_from_tasks(&r, task, (uint32_t)task_count, context_offset));
}

pami_result_t PAMI_Geometry_create_endpointlist(pami_client_t client, pami_configuration_t configuration[],
                                                size_t num_configs, pami_geometry_t *geometry, unsigned id,
                                                pami_endpoint_t *endpoints, size_t endpoint_count,
                                                pami_context_t context, pami_event_function fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    arguments_t r = {client, context, NULL, geometry, id, fn, cookie, {0}};
    pami_result_t rc = check(&r, configuration, num_configs);
    if (rc != PAMI_SUCCESS || geometry == NULL)
        return emuq_pami_result(PAMI_INVAL);
    uint32_t *endpoint = copy_of(endpoints, endpoint_count);
    if (endpoint == NULL)
        return emuq_pami_result(endpoints == NULL || endpoint_count == 0 ? PAMI_INVAL : PAMI_ENOMEM);
    return emuq_pami_result(create(&r, endpoint, (uint32_t)endpoint_count));
}

/* ---- world, destroying, querying ---- */

pami_result_t PAMI_Geometry_world(pami_client_t handle, pami_geometry_t *world_geometry)
{
    emuq_pami_client_t *client = handle;
    if (client == NULL || world_geometry == NULL)
        return emuq_pami_result(PAMI_INVAL);
    *world_geometry = client->coll->world;
    return emuq_pami_result(client->coll->world != NULL ? PAMI_SUCCESS : PAMI_INVAL);
}

pami_result_t PAMI_Geometry_destroy(pami_client_t client, pami_geometry_t *geometry, pami_context_t handle,
                                    pami_event_function fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    emuq_pami_context_t *context = handle;
    if (client == NULL || geometry == NULL || *geometry == NULL || context == NULL ||
        context->client != client)
        return emuq_pami_result(PAMI_INVAL);
    emuq_pami_geometry_t *g = *geometry;
    if (g->client != client)
        return emuq_pami_result(PAMI_INVAL);
    bool shares = g->network != NULL && g->network->is_own; /* class routes that other tasks may still use */
    emuq_pami_request_t *e = shares ? emuq_pami_request_new(g, NULL, NULL) : NULL;
    if (shares && e == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    if (g == g->client->coll->world)
        g->client->coll->world = NULL;
    *geometry = PAMI_GEOMETRY_NULL;
    emuq_pami_geometry_close_members(g, context);
    if (e != NULL)
        emuq_pami_network_retire(e, context);
    else
        emuq_pami_geometry_release(g);
    emuq_pami_coll_tell(context, fn, cookie, true);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Geometry_query(pami_geometry_t geometry, pami_configuration_t configuration[],
                                  size_t num_configs)
{
    const emuq_pami_geometry_t *g = geometry;
    pami_result_t rc = g != NULL ? PAMI_SUCCESS : PAMI_INVAL;
    for (size_t i = 0; i < num_configs && g != NULL; i++) {
        if (configuration[i].name == PAMI_GEOMETRY_OPTIMIZE)
            configuration[i].value.intval = g->network != NULL;
        else if (configuration[i].name == PAMI_GEOMETRY_NONCONTIG)
            configuration[i].value.intval = g->noncontig;
        else if (configuration[i].name == PAMI_GEOMETRY_MEMORY_OPTIMIZE)
            configuration[i].value.intval = g->saves_memory;
        else
            rc = PAMI_INVAL;
    }
    return emuq_pami_result(rc);
}

/* ---- updating ---- */

static void voted(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes, bool in_call)
{
    (void)key;
    emuq_pami_network_take(cookie, votes, context, in_call);
}

static pami_result_t update(emuq_pami_geometry_t *g, bool optimize, emuq_pami_context_t *context,
                            pami_event_function fn, void *cookie)
{
    bool is_optimized = g->network != NULL;
    if (g == g->client->coll->world || optimize == is_optimized) {
        emuq_pami_coll_tell(context, fn, cookie, true);
        return PAMI_SUCCESS;
    }
    emuq_pami_request_t *e = emuq_pami_request_new(g, fn, cookie);
    if (e == NULL)
        return PAMI_ENOMEM;
    if (!optimize) {
        __atomic_add_fetch(&g->references, 1, __ATOMIC_RELAXED);
        emuq_pami_network_give_back(e, context);
        return PAMI_SUCCESS;
    }
    pami_result_t rc = emuq_pami_geometry_agree(g, context, emuq_pami_network_votes(g), voted, e);
    if (rc != PAMI_SUCCESS)
        free(e);
    return rc;
}

pami_result_t PAMI_Geometry_update(pami_geometry_t geometry, pami_configuration_t configuration[],
                                   size_t num_configs, pami_context_t handle, pami_event_function fn,
                                   void *cookie)
{
    emuq_pami_geometry_t *g = geometry;
    emuq_pami_context_t *context = handle;
    if (g == NULL || context == NULL || context->client != g->client || configuration == NULL ||
        num_configs == 0)
        return emuq_pami_result(PAMI_INVAL);
    choices_t choices = {g->network != NULL, g->noncontig, g->saves_memory};
    if (choose(&choices, configuration, num_configs) != PAMI_SUCCESS)
        return emuq_pami_result(PAMI_INVAL);
    g->noncontig = choices.noncontig;
    g->saves_memory = choices.saves_memory;
    return emuq_pami_result(update(g, choices.optimize, context, fn, cookie));
}
