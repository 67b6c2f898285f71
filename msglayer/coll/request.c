/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/request.h"

#include <stdlib.h>

#define OF_GEOMETRY                                                                                          \
    (UINT64_C(1) << 63) /* agreements of a geometry's members, not of tasks that have none yet */

emuq_pami_request_t *emuq_pami_request_new(emuq_pami_geometry_t *geometry, pami_event_function fn,
                                           void *cookie)
{
    emuq_pami_request_t *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->geometry = geometry;
    e->fn = fn;
    e->cookie = cookie;
    return e;
}

/* A call that fails does not count: the next one joins the same agreement. */
pami_result_t emuq_pami_geometry_agree(emuq_pami_geometry_t *g, emuq_pami_context_t *context, uint64_t votes,
                                       emuq_pami_agreed_fn fn, emuq_pami_request_t *request)
{
    emuq_pami_coll_lock(g->client);
    uint32_t number = g->agreements++;
    emuq_pami_coll_unlock(g->client);
    emuq_pami_agreement_id_t name = {g->key, OF_GEOMETRY | number};
    pami_result_t rc = emuq_pami_agree(context, name, g->task, g->tasks, votes, fn, request);
    if (rc == PAMI_SUCCESS) /* the geometry may have been freed by now */
        return rc;
    emuq_pami_coll_lock(g->client);
    g->agreements--;
    emuq_pami_coll_unlock(g->client);
    return rc;
}

void emuq_pami_request_done(emuq_pami_request_t *request, emuq_pami_context_t *context, bool in_call)
{
    pami_event_function fn = request->fn;
    void *cookie = request->cookie;
    free(request);
    emuq_pami_coll_tell(context, fn, cookie, in_call);
}

static pami_result_t try_again(pami_context_t context, void *cookie)
{
    emuq_pami_request_t *e = cookie;
    pami_result_t rc = emuq_pami_geometry_agree(e->geometry, context, e->votes, e->met, e);
    return rc == PAMI_SUCCESS ? PAMI_SUCCESS : PAMI_EAGAIN;
}

void emuq_pami_request_agree(emuq_pami_request_t *request, emuq_pami_context_t *context, uint64_t votes,
                             emuq_pami_agreed_fn fn)
{
    request->votes = votes;
    request->met = fn;
    if (emuq_pami_geometry_agree(request->geometry, context, votes, fn, request) != PAMI_SUCCESS)
        PAMI_Context_post(context, &request->work, try_again, request);
}
