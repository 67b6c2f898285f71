/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_world.h
 * @brief How a program of the message layer begins: one client, one context, and the geometry of all tasks.
 *
 * A real program keeps going when PAMI_EAGAIN or PAMI_ENOMEM comes back; the examples end the job.
 */
#ifndef EXAMPLES_PAMI_WORLD_H
#define EXAMPLES_PAMI_WORLD_H

#include <stdbool.h>

#include <pami.h>

/** A task and its view of the others. */
typedef struct world {
    pami_client_t client;
    pami_context_t context; /**< one, for one thread */
    pami_task_t task, tasks;
} world_t;

/** Ends the job with a message unless @p result is PAMI_SUCCESS. */
void world_must(pami_result_t result, const char *call);

/** Makes the client and its context. All tasks give the same name. */
void world_open(world_t *w, const char *name);

/** Meets all tasks: afterwards none needs anything of this one. Then ends context and client. */
void world_close(world_t *w);

/** Sets a function for messages. @p hints are promises that PAMI makes or relies on. */
void world_dispatch(world_t *w, size_t id, pami_dispatch_p2p_function fn, void *cookie,
                    pami_dispatch_hint_t hints);

/** Where a task's messages go. */
pami_endpoint_t world_endpoint(const world_t *w, pami_task_t task);

/** The task that a message came from. */
pami_task_t world_task(pami_endpoint_t endpoint);

/** Fills in the rest of @p xfer, starts it on all tasks, with the algorithm that always works, and makes
 * progress until the part of this task is complete. */
void world_collective(world_t *w, pami_xfer_type_t type, pami_xfer_t *xfer);

/** All tasks have come here. */
void world_barrier(world_t *w);

/** A round of progress: functions of messages and of completed operations are called in it. */
static inline void world_advance(world_t *w)
{
    PAMI_Context_advance(w->context, 1);
}

#endif /* EXAMPLES_PAMI_WORLD_H */
