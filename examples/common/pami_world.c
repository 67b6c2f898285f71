/* SPDX-License-Identifier: BSD-3-Clause */
#include "pami_world.h"

#include <stdio.h>
#include <string.h>

void world_must(pami_result_t result, const char *call)
{
    if (result == PAMI_SUCCESS)
        return;
    char text[200];
    PAMI_Error_text(text, sizeof text);
    fprintf(stderr, "%s: result %d: %s\n", call, (int)result, text);
    exit(1);
}

void world_open(world_t *w, const char *name)
{
    pami_configuration_t ask[] = {{.name = PAMI_CLIENT_TASK_ID}, {.name = PAMI_CLIENT_NUM_TASKS}};
    world_must(PAMI_Client_create(name, &w->client, NULL, 0), "PAMI_Client_create");
    world_must(PAMI_Client_query(w->client, ask, 2), "PAMI_Client_query");
    w->task = (pami_task_t)ask[0].value.intval;
    w->tasks = (pami_task_t)ask[1].value.intval;
    world_must(PAMI_Context_createv(w->client, NULL, 0, &w->context, 1), "PAMI_Context_createv");
}

void world_close(world_t *w)
{
    world_barrier(w);
    world_must(PAMI_Context_destroyv(&w->context, 1), "PAMI_Context_destroyv");
    world_must(PAMI_Client_destroy(&w->client), "PAMI_Client_destroy");
}

void world_dispatch(world_t *w, size_t id, pami_dispatch_p2p_function fn, void *cookie,
                    pami_dispatch_hint_t hints)
{
    pami_dispatch_callback_function callback = {.p2p = fn};
    world_must(PAMI_Dispatch_set(w->context, id, callback, cookie, hints), "PAMI_Dispatch_set");
}

pami_endpoint_t world_endpoint(const world_t *w, pami_task_t task)
{
    pami_endpoint_t endpoint;
    world_must(PAMI_Endpoint_create(w->client, task, 0, &endpoint), "PAMI_Endpoint_create");
    return endpoint;
}

pami_task_t world_task(pami_endpoint_t endpoint)
{
    pami_task_t task;
    size_t offset;
    world_must(PAMI_Endpoint_query(endpoint, &task, &offset), "PAMI_Endpoint_query");
    return task;
}

static void complete(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    world_must(result, "a collective");
    *(bool *)cookie = true;
}

void world_collective(world_t *w, pami_xfer_type_t type, pami_xfer_t *xfer)
{
    bool done = false;
    pami_geometry_t all;
    world_must(PAMI_Geometry_world(w->client, &all), "PAMI_Geometry_world");
    world_must(PAMI_Geometry_algorithms_query(all, type, &xfer->algorithm, NULL, 1, NULL, NULL, 0),
               "PAMI_Geometry_algorithms_query");
    xfer->cb_done = complete;
    xfer->cookie = &done;
    world_must(PAMI_Collective(w->context, xfer), "PAMI_Collective");
    while (!done)
        world_advance(w);
}

void world_barrier(world_t *w)
{
    pami_xfer_t xfer;
    memset(&xfer, 0, sizeof xfer);
    world_collective(w, PAMI_XFER_BARRIER, &xfer);
}
