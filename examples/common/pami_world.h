/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_world.h
 * @brief Setup of a PAMI program: one client, one context, and the geometry of all tasks.
 *
 * A production program would retry after PAMI_EAGAIN or PAMI_ENOMEM; the examples end the job.
 */
#ifndef EXAMPLES_PAMI_WORLD_H
#define EXAMPLES_PAMI_WORLD_H

#include <pami.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct world {
    pami_client_t client;
    pami_context_t context; /**< used by one thread */
    pami_task_t task, tasks;
} world_t;

/** Makes progress once; may call dispatch functions and completion callbacks. */
static inline void world_advance(world_t *w)
{
    PAMI_Context_advance(w->context, 1);
}

/** Ends the job with a message unless @p result is PAMI_SUCCESS. */
static inline void world_must(pami_result_t result, const char *call)
{
    if (result == PAMI_SUCCESS)
        return;
    char text[200];
    PAMI_Error_text(text, sizeof text);
    fprintf(stderr, "%s: result %d: %s\n", call, (int)result, text);
    exit(1);
}

static inline pami_endpoint_t world_endpoint(const world_t *w, pami_task_t task)
{
    pami_endpoint_t endpoint;
    world_must(PAMI_Endpoint_create(w->client, task, 0, &endpoint), "PAMI_Endpoint_create");
    return endpoint;
}

static inline pami_task_t world_task(pami_endpoint_t endpoint)
{
    pami_task_t task;
    size_t offset;
    world_must(PAMI_Endpoint_query(endpoint, &task, &offset), "PAMI_Endpoint_query");
    return task;
}

/** Sets the dispatch function of an id. @param hints promises of the program and requirements on PAMI */
static inline void world_dispatch(world_t *w, size_t id, pami_dispatch_p2p_function fn, void *cookie,
                                  pami_dispatch_hint_t hints)
{
    pami_dispatch_callback_function callback = {.p2p = fn};
    world_must(PAMI_Dispatch_set(w->context, id, callback, cookie, hints), "PAMI_Dispatch_set");
}

/** Creates the client and its context. All tasks pass the same name. */
static inline void world_open(world_t *w, const char *name)
{
    pami_configuration_t query[] = {{.name = PAMI_CLIENT_TASK_ID}, {.name = PAMI_CLIENT_NUM_TASKS}};
    world_must(PAMI_Client_create(name, &w->client, NULL, 0), "PAMI_Client_create");
    world_must(PAMI_Client_query(w->client, query, 2), "PAMI_Client_query");
    w->task = (pami_task_t)query[0].value.intval;
    w->tasks = (pami_task_t)query[1].value.intval;
    world_must(PAMI_Context_createv(w->client, NULL, 0, &w->context, 1), "PAMI_Context_createv");
}

static inline void world_complete(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context;
    world_must(result, "a collective");
    *(bool *)cookie = true;
}

/** Collective: completes @p xfer with the algorithm that always works, starts the operation, and makes
 * progress until the part of this task is complete. */
static inline void world_collective(world_t *w, pami_xfer_type_t type, pami_xfer_t *xfer)
{
    bool done = false;
    pami_geometry_t all;
    world_must(PAMI_Geometry_world(w->client, &all), "PAMI_Geometry_world");
    world_must(PAMI_Geometry_algorithms_query(all, type, &xfer->algorithm, NULL, 1, NULL, NULL, 0),
               "PAMI_Geometry_algorithms_query");
    xfer->cb_done = world_complete;
    xfer->cookie = &done;
    world_must(PAMI_Collective(w->context, xfer), "PAMI_Collective");
    while (!done)
        world_advance(w);
}

/** Collective: waits for all tasks. */
static inline void world_barrier(world_t *w)
{
    pami_xfer_t xfer;
    memset(&xfer, 0, sizeof xfer);
    world_collective(w, PAMI_XFER_BARRIER, &xfer);
}

/** Collective: waits for all tasks, then destroys context and client. */
static inline void world_close(world_t *w)
{
    world_barrier(w);
    world_must(PAMI_Context_destroyv(&w->context, 1), "PAMI_Context_destroyv");
    world_must(PAMI_Client_destroy(&w->client), "PAMI_Client_destroy");
}

#endif /* EXAMPLES_PAMI_WORLD_H */
