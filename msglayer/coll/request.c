/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/request.h"

#include <stdlib.h>

#define OF_GEOMETRY                                                                                          \
    (UINT64_C(1) << 63) /* meetings of a geometry's members, not of tasks that have none yet */

emuq_pami_errand_t *emuq_pami_errand_new(emuq_pami_geometry_t *geometry, pami_event_function fn, void *cookie)
{
    emuq_pami_errand_t *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->geometry = geometry;
    e->fn = fn;
    e->cookie = cookie;
    return e;
}

/* A call that fails has not been one: the next one is to the same meeting. */
pami_result_t emuq_pami_geometry_meet(emuq_pami_geometry_t *g, emuq_pami_context_t *context, uint64_t votes,
                                      emuq_pami_met_fn fn, emuq_pami_errand_t *errand)
{
    emuq_pami_colls_lock(g->client);
    uint32_t number = g->meetings++;
    emuq_pami_colls_unlock(g->client);
    emuq_pami_meeting_name_t name = {g->key, OF_GEOMETRY | number};
    pami_result_t rc = emuq_pami_meet(context, name, g->task, g->tasks, votes, fn, errand);
    if (rc == PAMI_SUCCESS) /* the geometry may be gone by now */
        return rc;
    emuq_pami_colls_lock(g->client);
    g->meetings--;
    emuq_pami_colls_unlock(g->client);
    return rc;
}

void emuq_pami_errand_done(emuq_pami_errand_t *errand, emuq_pami_context_t *context, bool in_call)
{
    pami_event_function fn = errand->fn;
    void *cookie = errand->cookie;
    free(errand);
    emuq_pami_coll_tell(context, fn, cookie, in_call);
}

static pami_result_t try_again(pami_context_t context, void *cookie)
{
    emuq_pami_errand_t *e = cookie;
    pami_result_t rc = emuq_pami_geometry_meet(e->geometry, context, e->votes, e->met, e);
    return rc == PAMI_SUCCESS ? PAMI_SUCCESS : PAMI_EAGAIN;
}

void emuq_pami_geometry_meet_again(emuq_pami_errand_t *errand, emuq_pami_context_t *context, uint64_t votes,
                                   emuq_pami_met_fn fn)
{
    errand->votes = votes;
    errand->met = fn;
    if (emuq_pami_geometry_meet(errand->geometry, context, votes, fn, errand) != PAMI_SUCCESS)
        PAMI_Context_post(context, &errand->work, try_again, errand);
}
