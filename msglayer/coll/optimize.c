/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/optimize.h"

#include "msglayer/coll/routes.h"

static void taken(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes, bool in_call)
{
    emuq_pami_request_t *e = cookie;
    emuq_pami_geometry_t *g = e->geometry;
    (void)key;
    if (votes & EMUQ_PAMI_VOTE_WORKED) {
        g->network = g->candidate;
        g->candidate = NULL;
    }
    emuq_pami_network_drop(g, &g->candidate);
    emuq_pami_request_done(e, context, in_call);
}

void emuq_pami_network_take(emuq_pami_request_t *request, uint64_t votes, emuq_pami_context_t *context,
                            bool in_call)
{
    emuq_pami_geometry_t *g = request->geometry;
    uint64_t routes = (UINT64_C(1) << EMUQ_PAMI_ROUTES) - 1;
    bool there_are = (votes & EMUQ_PAMI_VOTE_CAN_COMBINE) && (votes & routes) &&
                     (votes >> EMUQ_PAMI_VOTE_COLLECTIVE_SHIFT & routes);
    if (!there_are || g->network != NULL) {
        emuq_pami_request_done(request, context, in_call);
        return;
    }
    g->candidate = emuq_pami_network_try(g, votes);
    emuq_pami_request_agree(request, context, g->candidate != NULL ? EMUQ_PAMI_VOTE_WORKED : 0, taken);
}

static void given_back(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes, bool in_call)
{
    emuq_pami_request_t *e = cookie;
    (void)key, (void)votes;
    emuq_pami_network_free(e->geometry);
    emuq_pami_geometry_release(e->geometry);
    emuq_pami_request_done(e, context, in_call);
}

static pami_result_t give_back_when_idle(pami_context_t context, void *cookie)
{
    emuq_pami_request_t *request = cookie;
    emuq_pami_geometry_t *g = request->geometry;
    /* Acquire: pairs with the release of a member whose last collective has ended, maybe in another thread.
     */
    if (__atomic_load_n(&g->references, __ATOMIC_ACQUIRE) != 1)
        return PAMI_EAGAIN;
    emuq_pami_coll_lock(g->client);
    bool is_abandoned = request->is_abandoned;
    if (!is_abandoned)
        g->retiring = NULL;
    emuq_pami_coll_unlock(g->client);
    if (!is_abandoned)
        emuq_pami_network_give_back(request, context);
    return PAMI_SUCCESS;
}

void emuq_pami_network_retire(emuq_pami_request_t *request, emuq_pami_context_t *context)
{
    emuq_pami_geometry_t *g = request->geometry;
    emuq_pami_coll_lock(g->client);
    g->retiring = request;
    emuq_pami_coll_unlock(g->client);
    if (give_back_when_idle(context, request) == PAMI_EAGAIN)
        PAMI_Context_post(context, &request->work, give_back_when_idle, request);
}

void emuq_pami_network_give_back(emuq_pami_request_t *request, emuq_pami_context_t *context)
{
    emuq_pami_request_agree(request, context, 0, given_back);
}

/* ---- the end ---- */

/* A geometry whose class routes its members still keep from going back. Under the lock. */
static emuq_pami_geometry_t *find_retiring(const emuq_pami_client_t *client)
{
    emuq_pami_geometry_t *g = client->coll->geometries;
    while (g != NULL && (g->retiring == NULL || g->retiring->is_abandoned))
        g = g->next;
    return g;
}

static emuq_pami_geometry_t *abandon_one(emuq_pami_client_t *client)
{
    emuq_pami_coll_lock(client);
    emuq_pami_geometry_t *g = find_retiring(client);
    if (g != NULL)
        g->retiring->is_abandoned = true;
    emuq_pami_coll_unlock(client);
    return g;
}

/* The geometry is freed with the contexts. */
static void joined(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes, bool in_call)
{
    (void)context, (void)cookie, (void)key, (void)votes, (void)in_call;
}

void emuq_pami_networks_abandon(emuq_pami_client_t *client)
{
    for (emuq_pami_geometry_t *g; (g = abandon_one(client)) != NULL;) {
        if (emuq_pami_geometry_agree(g, client->context[0], 0, joined, NULL) == PAMI_SUCCESS)
            continue;
        emuq_pami_coll_lock(client);
        g->retiring->is_abandoned = false; /* no memory: the next call tries again */
        emuq_pami_coll_unlock(client);
        return;
    }
}

bool emuq_pami_networks_pending(emuq_pami_client_t *client)
{
    emuq_pami_coll_lock(client);
    bool any = find_retiring(client) != NULL;
    emuq_pami_coll_unlock(client);
    return any;
}
