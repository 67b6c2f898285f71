/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tests of collectives when allocation fails. The linker redirects (--wrap) the PAMI calls with result
 * PAMI_ENOMEM and the allocator to this file. In a PAMI call, the first allocation of the calling thread
 * fails, in the next call the second, and so on. Either the call returns PAMI_ENOMEM without effect and is
 * repeated with memory, or the call succeeds.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <pami.h>

#define MOST 24u /* allocations of a call */

static __thread struct {
    unsigned calls;
    unsigned until_failure; /* 0: none fails */
    bool has_failed;
} failing;

static bool fails(void)
{
    if (failing.until_failure == 0 || --failing.until_failure != 0)
        return false;
    failing.has_failed = true;
    return true;
}

/* ---- the allocator ---- */

void *__real_emuq_malloc(size_t bytes);
void *__real_emuq_calloc(size_t count, size_t bytes);
void *__real_emuq_realloc(void *memory, size_t bytes);
int __real_emuq_posix_memalign(void **memory, size_t alignment, size_t bytes);
void *__wrap_emuq_malloc(size_t bytes);
void *__wrap_emuq_calloc(size_t count, size_t bytes);
void *__wrap_emuq_realloc(void *memory, size_t bytes);
int __wrap_emuq_posix_memalign(void **memory, size_t alignment, size_t bytes);

void *__wrap_emuq_malloc(size_t bytes)
{
    return fails() ? NULL : __real_emuq_malloc(bytes);
}

void *__wrap_emuq_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : __real_emuq_calloc(count, bytes);
}

void *__wrap_emuq_realloc(void *memory, size_t bytes)
{
    return fails() ? NULL : __real_emuq_realloc(memory, bytes);
}

int __wrap_emuq_posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    return fails() ? ENOMEM : __real_emuq_posix_memalign(memory, alignment, bytes);
}

/* ---- calls ---- */

static void begin(void)
{
    failing.until_failure = 1 + failing.calls++ % MOST;
    failing.has_failed = false;
}

/* Whether the call has to be repeated. */
static bool ended_without_memory(pami_result_t result)
{
    failing.until_failure = 0;
    if (result == PAMI_ENOMEM && !failing.has_failed) {
        fprintf(stderr, "a call says that there is no memory, and there was\n");
        abort();
    }
    return result == PAMI_ENOMEM;
}

/* A function of PAMI: with its parameters, and with their names. */
#define FAILING(name, parameters, names)                                                                     \
    pami_result_t __real_##name parameters;                                                                  \
    pami_result_t __wrap_##name parameters;                                                                  \
    pami_result_t __wrap_##name parameters                                                                   \
    {                                                                                                        \
        begin();                                                                                             \
        pami_result_t result = __real_##name names;                                                          \
        return ended_without_memory(result) ? __real_##name names : result;                                  \
    }

FAILING(PAMI_Collective, (pami_context_t context, pami_xfer_t *cmd), (context, cmd))
FAILING(PAMI_AMCollective_dispatch_set,
        (pami_context_t context, pami_algorithm_t algorithm, size_t dispatch,
         pami_dispatch_callback_function fn, void *cookie, pami_collective_hint_t options),
        (context, algorithm, dispatch, fn, cookie, options))
FAILING(PAMI_Geometry_create_taskrange,
        (pami_client_t client, size_t offset, pami_configuration_t configuration[], size_t count,
         pami_geometry_t *geometry, pami_geometry_t parent, unsigned id, pami_geometry_range_t *range,
         size_t ranges, pami_context_t context, pami_event_function fn, void *cookie),
        (client, offset, configuration, count, geometry, parent, id, range, ranges, context, fn, cookie))
FAILING(PAMI_Geometry_create_tasklist,
        (pami_client_t client, size_t offset, pami_configuration_t configuration[], size_t count,
         pami_geometry_t *geometry, pami_geometry_t parent, unsigned id, pami_task_t *task, size_t tasks,
         pami_context_t context, pami_event_function fn, void *cookie),
        (client, offset, configuration, count, geometry, parent, id, task, tasks, context, fn, cookie))
FAILING(PAMI_Geometry_create_endpointlist,
        (pami_client_t client, pami_configuration_t configuration[], size_t count, pami_geometry_t *geometry,
         unsigned id, pami_endpoint_t *endpoint, size_t endpoints, pami_context_t context,
         pami_event_function fn, void *cookie),
        (client, configuration, count, geometry, id, endpoint, endpoints, context, fn, cookie))
FAILING(PAMI_Geometry_update,
        (pami_geometry_t geometry, pami_configuration_t configuration[], size_t count, pami_context_t context,
         pami_event_function fn, void *cookie),
        (geometry, configuration, count, context, fn, cookie))
FAILING(PAMI_Geometry_destroy,
        (pami_client_t client, pami_geometry_t *geometry, pami_context_t context, pami_event_function fn,
         void *cookie),
        (client, geometry, context, fn, cookie))
