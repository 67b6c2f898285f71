/* SPDX-License-Identifier: BSD-3-Clause */
/* Creation, update and destruction of geometries, and acquisition of class routes. */
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/coll/network.h"

#define GEOMETRY_AGREEMENT (UINT64_C(1) << 63)

/* Pending creation, update or destruction of a geometry. All memory is allocated at the start. */
typedef struct emuq_pami_request {
    emuq_pami_geometry_t *geometry; /* NULL: the task is not a member */
    pami_event_function fn;
    void *cookie;
    bool is_abandoned; /* the contexts ended first: the geometry owns the request. Guarded by the collectives
                          lock. */
    /* Arguments of an agreement that is retried for lack of memory. */
    uint64_t votes;
    emuq_pami_agreed_fn agreed;
    pami_work_t work;
} geometry_request_t;

static geometry_request_t *request_new(emuq_pami_geometry_t *geometry, pami_event_function fn, void *cookie)
{
    geometry_request_t *request = emuq_calloc(1, sizeof *request);
    if (request == NULL)
        return NULL;
    request->geometry = geometry;
    request->fn = fn;
    request->cookie = cookie;
    return request;
}

/* Joins an agreement of a geometry. Not counted in g->agreements if it fails. */
static pami_result_t request_join(emuq_pami_geometry_t *g, emuq_pami_context_t *context, uint64_t votes,
                                  emuq_pami_agreed_fn fn, geometry_request_t *request)
{
    emuq_pami_coll_lock(g->client);
    uint32_t number = g->agreements++;
    emuq_pami_coll_unlock(g->client);
    emuq_pami_agreement_id_t name = {g->key, GEOMETRY_AGREEMENT | number};
    pami_result_t rc = emuq_pami_agree(context, name, g->task, g->tasks, votes, fn, request);
    if (rc == PAMI_SUCCESS) /* the geometry may have been freed */
        return rc;
    emuq_pami_coll_lock(g->client);
    g->agreements--;
    emuq_pami_coll_unlock(g->client);
    return rc;
}

static void request_done(geometry_request_t *request, emuq_pami_context_t *context, bool in_call)
{
    pami_event_function fn = request->fn;
    void *cookie = request->cookie;
    free(request);
    emuq_pami_coll_notify(context, fn, cookie, in_call);
}

static pami_result_t request_retry(pami_context_t context, void *cookie)
{
    geometry_request_t *request = cookie;
    pami_result_t rc = request_join(request->geometry, context, request->votes, request->agreed, request);
    return rc == PAMI_SUCCESS ? PAMI_SUCCESS : PAMI_EAGAIN;
}

/* Joins an agreement; without memory, posts work that retries. */
static void request_agree(geometry_request_t *request, emuq_pami_context_t *context, uint64_t votes,
                          emuq_pami_agreed_fn fn)
{
    request->votes = votes;
    request->agreed = fn;
    if (request_join(request->geometry, context, votes, fn, request) != PAMI_SUCCESS)
        PAMI_Context_post(context, &request->work, request_retry, request);
}

/* ---- class routes ---- */

static void network_voted(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes,
                          bool in_call)
{
    geometry_request_t *request = cookie;
    emuq_pami_geometry_t *g = request->geometry;
    (void)key;
    if (votes & EMUQ_PAMI_VOTE_WORKED) {
        g->network = g->candidate;
        g->candidate = NULL;
    }
    emuq_pami_network_drop(g, &g->candidate);
    request_done(request, context, in_call);
}

/* Acquires class routes after the votes of all tasks. */
static void network_acquire(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes,
                            bool in_call)
{
    geometry_request_t *request = cookie;
    (void)key;
    emuq_pami_geometry_t *g = request->geometry;
    uint64_t routes = (UINT64_C(1) << EMUQ_PAMI_ROUTES) - 1;
    bool there_are = (votes & EMUQ_PAMI_VOTE_CAN_COMBINE) && (votes & routes) &&
                     (votes >> EMUQ_PAMI_VOTE_COLLECTIVE_SHIFT & routes);
    if (!there_are || g->network != NULL) {
        request_done(request, context, in_call);
        return;
    }
    g->candidate = emuq_pami_network_try(g, votes);
    request_agree(request, context, g->candidate != NULL ? EMUQ_PAMI_VOTE_WORKED : 0, network_voted);
}

static void network_released(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes,
                             bool in_call)
{
    geometry_request_t *request = cookie;
    (void)key, (void)votes;
    emuq_pami_network_free(request->geometry);
    emuq_pami_geometry_release(request->geometry);
    request_done(request, context, in_call);
}

/* Releases class routes and a reference to the geometry after all tasks have called. */
static void network_release(geometry_request_t *request, emuq_pami_context_t *context)
{
    request_agree(request, context, 0, network_released);
}

static pami_result_t network_give_back_when_idle(pami_context_t context, void *cookie)
{
    geometry_request_t *request = cookie;
    emuq_pami_geometry_t *g = request->geometry;
    /* Acquire: pairs with the release of a member after its last collective, perhaps in another thread. */
    if (AO_int_load_acquire(&g->references) != 1)
        return PAMI_EAGAIN;
    emuq_pami_coll_lock(g->client);
    bool is_abandoned = request->is_abandoned;
    if (!is_abandoned)
        g->retiring = NULL;
    emuq_pami_coll_unlock(g->client);
    if (!is_abandoned)
        network_release(request, context);
    return PAMI_SUCCESS;
}

/* Calls network_release() for a destroyed geometry after its last collectives. */
static void network_retire(geometry_request_t *request, emuq_pami_context_t *context)
{
    emuq_pami_geometry_t *g = request->geometry;
    emuq_pami_coll_lock(g->client);
    g->retiring = request;
    emuq_pami_coll_unlock(g->client);
    if (network_give_back_when_idle(context, request) == PAMI_EAGAIN)
        PAMI_Context_post(context, &request->work, network_give_back_when_idle, request);
}

/* ---- end of the contexts ---- */

/* Returns a retiring geometry that is not abandoned. Caller holds the collectives lock. */
static emuq_pami_geometry_t *network_find_retiring(const emuq_pami_client_t *client)
{
    emuq_pami_geometry_t *g = client->coll->geometries;
    while (g != NULL && (g->retiring == NULL || g->retiring->is_abandoned))
        g = g->next;
    return g;
}

static emuq_pami_geometry_t *network_abandon_one(emuq_pami_client_t *client)
{
    emuq_pami_coll_lock(client);
    emuq_pami_geometry_t *g = network_find_retiring(client);
    if (g != NULL)
        g->retiring->is_abandoned = true;
    emuq_pami_coll_unlock(client);
    return g;
}

void emuq_pami_networks_abandon(emuq_pami_client_t *client)
{
    for (emuq_pami_geometry_t *g; (g = network_abandon_one(client)) != NULL;) {
        if (request_join(g, client->context[0], 0, NULL, NULL) == PAMI_SUCCESS)
            continue;
        emuq_pami_coll_lock(client);
        g->retiring->is_abandoned = false; /* no memory: the next call retries */
        emuq_pami_coll_unlock(client);
        return;
    }
}

bool emuq_pami_networks_pending(emuq_pami_client_t *client)
{
    emuq_pami_coll_lock(client);
    bool any = network_find_retiring(client) != NULL;
    emuq_pami_coll_unlock(client);
    return any;
}

/* ---- creating geometries ---- */

typedef struct geometry_choices {
    bool optimize, noncontig, saves_memory;
} geometry_choices_t;

/* Applies a configuration. @return PAMI_INVAL: unknown attribute */
static pami_result_t geometry_configure(geometry_choices_t *choices,
                                        const pami_configuration_t *configuration, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool value = configuration != NULL && configuration[i].value.intval != 0;
        if (configuration == NULL)
            return emuq_pami_invalid("configuration is null, with num_configs %zu", count);
        if (configuration[i].name == PAMI_GEOMETRY_OPTIMIZE)
            choices->optimize = value;
        else if (configuration[i].name == PAMI_GEOMETRY_NONCONTIG)
            choices->noncontig = value;
        else if (configuration[i].name == PAMI_GEOMETRY_MEMORY_OPTIMIZE)
            choices->saves_memory = value;
        else
            return emuq_pami_invalid("attribute %d of a geometry cannot be set", (int)configuration[i].name);
    }
    return PAMI_SUCCESS;
}

typedef struct geometry_arguments {
    emuq_pami_client_t *client;
    emuq_pami_context_t *context;
    emuq_pami_geometry_t *parent;
    pami_geometry_t *handle;
    unsigned id;
    pami_event_function fn;
    void *cookie;
    geometry_choices_t choices;
} geometry_arguments_t;

static void geometry_created(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes,
                             bool in_call)
{
    geometry_request_t *request = cookie;
    if (request->geometry != NULL) {
        request->geometry->key = key;
        emuq_pami_geometry_open_members(request->geometry, context);
    }
    if (request->geometry != NULL && request->geometry->is_optimized)
        network_acquire(context, request, key, votes, in_call);
    else
        request_done(request, context, in_call);
}

static pami_result_t geometry_agree(const geometry_arguments_t *r, emuq_pami_geometry_t *g)
{
    geometry_request_t *request = request_new(g, r->fn, r->cookie);
    if (request == NULL)
        return PAMI_ENOMEM;
    if (r->handle != NULL)
        *r->handle = g; /* must be set before the client's function runs */
    uint64_t votes = g != NULL ? g->is_optimized ? emuq_pami_network_votes(g) : 0 : UINT64_MAX;
    pami_result_t rc;
    if (r->parent != NULL) {
        rc = request_join(r->parent, r->context, votes, geometry_created, request);
    } else { /* among the tasks with equal list and id */
        emuq_pami_agreement_id_t name = {emuq_pami_hash(g->endpoint, g->size * sizeof *g->endpoint), r->id};
        rc = emuq_pami_agree(r->context, name, g->task, g->tasks, votes, geometry_created, request);
    }
    if (rc != PAMI_SUCCESS)
        free(request);
    return rc;
}

/* Makes a geometry and joins its agreement. Takes over @p endpoint. */
static pami_result_t geometry_create(const geometry_arguments_t *r, uint32_t *endpoint, uint32_t size)
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
        rc = emuq_pami_invalid("task %u is no member of its geometry; only members create a geometry (or "
                               "give a null geometry)",
                               r->client->resources->task);
    else
        rc = geometry_agree(r, g);
    if (rc != PAMI_SUCCESS) {
        *r->handle = PAMI_GEOMETRY_NULL;
        emuq_pami_geometry_free(g);
    }
    return rc;
}

/* Clears the parent if all of several contexts are given: then only the members call. */
static void geometry_ignore_parent(geometry_arguments_t *r, size_t offset)
{
    if (offset == PAMI_ALL_CONTEXTS && r->client->contexts > 1)
        r->parent = NULL;
}

/* Joins the parent's agreement, for a task outside the new geometry. */
static pami_result_t geometry_join_only(geometry_arguments_t *r, size_t offset)
{
    bool has_parent = r->parent != NULL;
    geometry_ignore_parent(r, offset);
    if (r->parent != NULL || !has_parent)
        return r->parent != NULL
                   ? geometry_agree(r, NULL)
                   : emuq_pami_invalid(
                         "geometry and parent are null; a task outside of the new geometry needs "
                         "its parent");
    emuq_pami_coll_notify(r->context, r->fn, r->cookie, true);
    return PAMI_SUCCESS;
}

static pami_result_t geometry_check(geometry_arguments_t *r, const pami_configuration_t *configuration,
                                    size_t count)
{
    if (r->client == NULL || r->context == NULL)
        return emuq_pami_invalid("%s is null", r->client == NULL ? "client" : "context");
    if (r->context->client != r->client)
        return emuq_pami_invalid("context %u belongs to another client", r->context->offset);
    r->choices = (geometry_choices_t){false, r->client->noncontig, r->client->saves_memory};
    return geometry_configure(&r->choices, configuration, count);
}

_Static_assert(sizeof(pami_geometry_range_t) == 2 * sizeof(uint32_t), "a range is two tasks");

/* Makes a geometry of slices with @p step task numbers each: 1, the task; 2, the first and the last task. */
static pami_result_t geometry_create_from_tasks(geometry_arguments_t *r,
                                                const pami_configuration_t *configuration, size_t num_configs,
                                                const uint32_t *slice, size_t slices, size_t step,
                                                size_t offset)
{
    pami_result_t rc = geometry_check(r, configuration, num_configs);
    if (rc != PAMI_SUCCESS || r->handle == NULL)
        return rc == PAMI_SUCCESS ? geometry_join_only(r, offset) : rc;
    geometry_ignore_parent(r, offset);
    bool all = offset == PAMI_ALL_CONTEXTS;
    uint32_t tasks = r->client->resources->tasks, each = all ? (uint32_t)r->client->contexts : 1, n = 0;
    uint64_t count = 0;
    if (slice == NULL || slices == 0)
        return emuq_pami_invalid("the list of tasks is null or empty (%zu)", slices);
    if (!all && offset > EMUQ_PAMI_OFFSET_MASK)
        return emuq_pami_invalid("context offset %zu is out of range (0 to %u, or PAMI_ALL_CONTEXTS)", offset,
                                 (unsigned)EMUQ_PAMI_OFFSET_MASK);
    for (size_t i = 0; i < slices; i++) {
        uint32_t first = slice[i * step], last = slice[i * step + step - 1];
        count += (uint64_t)last - first + 1;
        if (last < first || last >= tasks)
            return step == 1
                       ? emuq_pami_invalid("element %zu of the list: no task %u (the job has %u tasks)", i,
                                           first, tasks)
                       : emuq_pami_invalid("range %zu of the list: tasks %u to %u (the job has %u tasks)", i,
                                           first, last, tasks);
        if (count > tasks)
            return emuq_pami_invalid(
                "the list contains a task twice: it has more than the %u tasks of the job", tasks);
    }
    uint32_t *endpoint = emuq_malloc(count * each * sizeof *endpoint);
    if (endpoint == NULL)
        return PAMI_ENOMEM;
    for (size_t i = 0; i < slices; i++)
        for (uint32_t task = slice[i * step]; task <= slice[i * step + step - 1]; task++)
            for (uint32_t k = 0; k < each; k++)
                endpoint[n++] = emuq_pami_endpoint(task, all ? k : (uint32_t)offset);
    return geometry_create(r, endpoint, n);
}

pami_result_t PAMI_Geometry_create_taskrange(pami_client_t client, size_t context_offset,
                                             pami_configuration_t configuration[], size_t num_configs,
                                             pami_geometry_t *geometry, pami_geometry_t parent, unsigned id,
                                             pami_geometry_range_t *task_slices, size_t slice_count,
                                             pami_context_t context, pami_event_function fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    geometry_arguments_t r = {client, context, parent, geometry, id, fn, cookie, {0}};
    return emuq_pami_result(geometry_create_from_tasks(
        &r, configuration, num_configs, (const uint32_t *)task_slices, slice_count, 2, context_offset));
}

pami_result_t PAMI_Geometry_create_tasklist(pami_client_t client, size_t context_offset,
                                            pami_configuration_t configuration[], size_t num_configs,
                                            pami_geometry_t *geometry, pami_geometry_t parent, unsigned id,
                                            pami_task_t *tasks, size_t task_count, pami_context_t context,
                                            pami_event_function fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    geometry_arguments_t r = {client, context, parent, geometry, id, fn, cookie, {0}};
    return emuq_pami_result(
        geometry_create_from_tasks(&r, configuration, num_configs, tasks, task_count, 1, context_offset));
}

pami_result_t PAMI_Geometry_create_endpointlist(pami_client_t client, pami_configuration_t configuration[],
                                                size_t num_configs, pami_geometry_t *geometry, unsigned id,
                                                pami_endpoint_t *endpoints, size_t endpoint_count,
                                                pami_context_t context, pami_event_function fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    geometry_arguments_t r = {client, context, NULL, geometry, id, fn, cookie, {0}};
    pami_result_t rc = geometry_check(&r, configuration, num_configs);
    if (rc != PAMI_SUCCESS)
        return emuq_pami_result(rc);
    if (geometry == NULL)
        return emuq_pami_result(emuq_pami_invalid("geometry is null"));
    if (endpoints == NULL || endpoint_count == 0)
        return emuq_pami_result(emuq_pami_invalid("endpoints is null or empty (%zu)", endpoint_count));
    uint32_t *endpoint = endpoint_count < UINT32_MAX ? emuq_malloc(endpoint_count * sizeof *endpoint) : NULL;
    if (endpoint == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    memcpy(endpoint, endpoints, endpoint_count * sizeof *endpoint);
    return emuq_pami_result(geometry_create(&r, endpoint, (uint32_t)endpoint_count));
}

/* ---- world, destruction, attributes ---- */

pami_result_t PAMI_Geometry_world(pami_client_t handle, pami_geometry_t *world_geometry)
{
    emuq_pami_client_t *client = handle;
    if (client == NULL || world_geometry == NULL)
        return emuq_pami_result(
            emuq_pami_invalid("%s is null", client == NULL ? "client" : "world_geometry"));
    *world_geometry = client->coll->world;
    return emuq_pami_result(client->coll->world != NULL
                                ? PAMI_SUCCESS
                                : emuq_pami_invalid("the client has no world: it has no context "
                                                    "(PAMI_Context_createv), or its world was destroyed"));
}

pami_result_t PAMI_Geometry_destroy(pami_client_t client, pami_geometry_t *geometry, pami_context_t handle,
                                    pami_event_function fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    emuq_pami_context_t *context = handle;
    if (client == NULL || geometry == NULL || *geometry == NULL || context == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", client == NULL    ? "client"
                                                                : context == NULL ? "context"
                                                                                  : "geometry"));
    emuq_pami_geometry_t *g = *geometry;
    if (context->client != client || g->client != client)
        return emuq_pami_result(emuq_pami_invalid("the %s belongs to another client",
                                                  context->client != client ? "context" : "geometry"));
    /* Remote tasks may still use the class routes. */
    bool shares = g->network != NULL && g->network->is_private;
    geometry_request_t *request = shares ? request_new(g, NULL, NULL) : NULL;
    if (shares && request == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    if (g == g->client->coll->world)
        g->client->coll->world = NULL;
    *geometry = PAMI_GEOMETRY_NULL;
    emuq_pami_geometry_close_members(g, context);
    if (request != NULL)
        network_retire(request, context);
    else
        emuq_pami_geometry_release(g);
    emuq_pami_coll_notify(context, fn, cookie, true);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Geometry_query(pami_geometry_t geometry, pami_configuration_t configuration[],
                                  size_t num_configs)
{
    const emuq_pami_geometry_t *g = geometry;
    pami_result_t rc = g != NULL ? PAMI_SUCCESS : emuq_pami_invalid("geometry is null");
    for (size_t i = 0; i < num_configs && g != NULL; i++) {
        if (configuration[i].name == PAMI_GEOMETRY_OPTIMIZE)
            configuration[i].value.intval = g->network != NULL;
        else if (configuration[i].name == PAMI_GEOMETRY_NONCONTIG)
            configuration[i].value.intval = g->noncontig;
        else if (configuration[i].name == PAMI_GEOMETRY_MEMORY_OPTIMIZE)
            configuration[i].value.intval = g->saves_memory;
        else
            rc =
                emuq_pami_invalid("attribute %d of a geometry cannot be queried", (int)configuration[i].name);
    }
    return emuq_pami_result(rc);
}

/* ---- updating ---- */

static pami_result_t geometry_update(emuq_pami_geometry_t *g, bool optimize, emuq_pami_context_t *context,
                                     pami_event_function fn, void *cookie)
{
    bool is_optimized = g->network != NULL;
    if (g == g->client->coll->world || optimize == is_optimized) {
        emuq_pami_coll_notify(context, fn, cookie, true);
        return PAMI_SUCCESS;
    }
    geometry_request_t *request = request_new(g, fn, cookie);
    if (request == NULL)
        return PAMI_ENOMEM;
    if (!optimize) {
        (void)AO_int_fetch_and_add(&g->references, 1);
        network_release(request, context);
        return PAMI_SUCCESS;
    }
    pami_result_t rc = request_join(g, context, emuq_pami_network_votes(g), network_acquire, request);
    if (rc != PAMI_SUCCESS)
        free(request);
    return rc;
}

pami_result_t PAMI_Geometry_update(pami_geometry_t geometry, pami_configuration_t configuration[],
                                   size_t num_configs, pami_context_t handle, pami_event_function fn,
                                   void *cookie)
{
    emuq_pami_geometry_t *g = geometry;
    emuq_pami_context_t *context = handle;
    if (g == NULL || context == NULL || configuration == NULL || num_configs == 0)
        return emuq_pami_result(emuq_pami_invalid("%s", g == NULL               ? "geometry is null"
                                                        : context == NULL       ? "context is null"
                                                        : configuration == NULL ? "configuration is null"
                                                                                : "num_configs is 0"));
    if (context->client != g->client)
        return emuq_pami_result(emuq_pami_invalid("the context belongs to another client than the geometry"));
    geometry_choices_t choices = {g->network != NULL, g->noncontig, g->saves_memory};
    pami_result_t rc = geometry_configure(&choices, configuration, num_configs);
    if (rc != PAMI_SUCCESS)
        return emuq_pami_result(rc);
    g->noncontig = choices.noncontig;
    g->saves_memory = choices.saves_memory;
    return emuq_pami_result(geometry_update(g, choices.optimize, context, fn, cookie));
}
