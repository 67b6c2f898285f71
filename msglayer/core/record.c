/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/core/record.h"

#include <stdlib.h>

/* Stands in for a dispatch function of the program. */
typedef struct recorded_dispatch {
    pami_dispatch_p2p_function fn;
    void *cookie;
    uint32_t id;
} recorded_dispatch_t;

static void dispatch(pami_context_t context, void *cookie, const void *header, size_t header_size,
                     const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    const recorded_dispatch_t *d = cookie;
    uint64_t begun = emuq_trace_clock();
    d->fn(context, d->cookie, header, header_size, data, data_size, origin, recv);
    emuq_trace_pami(EMUQ_TRACE_PAMI_CALLBACK, "dispatch function", d->id, data_size, begun);
}

void emuq_pami_record_dispatch(emuq_pami_dispatch_t *d, uint32_t id)
{
    recorded_dispatch_t *r = emuq_trace_clock() != 0 ? malloc(sizeof *r) : NULL;
    if (r == NULL)
        return;
    *r = (recorded_dispatch_t){d->fn, d->cookie, id};
    d->cookie = r;
    d->fn = dispatch;
}

void emuq_pami_record_end(emuq_pami_dispatch_t *d)
{
    if (d->fn != dispatch)
        return;
    free(d->cookie);
    d->fn = NULL;
}

/* Stands in for the done function of a collective. */
typedef struct recorded_operation {
    pami_event_function fn;
    void *cookie;
    const char *name;
    uint64_t begun;
} recorded_operation_t;

static void done(pami_context_t context, void *cookie, pami_result_t result)
{
    recorded_operation_t r = *(recorded_operation_t *)cookie;
    free(cookie);
    emuq_trace_pami(EMUQ_TRACE_PAMI_OPERATION, r.name, 0, 0, r.begun);
    if (r.fn != NULL)
        r.fn(context, r.cookie, result);
}

void emuq_pami_record_operation(const char *name, pami_event_function *fn, void **cookie)
{
    uint64_t begun = emuq_trace_clock();
    recorded_operation_t *r = begun != 0 ? malloc(sizeof *r) : NULL;
    if (r == NULL)
        return;
    *r = (recorded_operation_t){*fn, *cookie, name, begun};
    *fn = done;
    *cookie = r;
}

void emuq_pami_record_refused(pami_event_function fn, void *cookie)
{
    if (fn == done)
        free(cookie);
}
