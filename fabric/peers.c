/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Departed peers: the process has ended, by exit or death. The Message Unit drops messages to a departed
 * peer, so replies and data never arrive: operations without a reply fail with EMUQ_FI_LEFT, and later calls
 * with -FI_EHOSTUNREACH.
 *
 * The Message Unit may still write to a get in transfer, so the get is not used again. The card reports
 * the end of each get and put, so these wait for its event.
 */
#include <errno.h>
#include <stdlib.h>

#include "base/atomic.h"
#include "base/host_calls.h"
#include "emuq/join.h"
#include "fabric/port.h"
#include "fabric/search.h"

#define PATH_NS UINT64_C(20000000) /* most time of a packet in the network of cards */

bool emuq_fi_has_left(const emuq_fi_endpoint_t *ep, uint32_t rank)
{
    return __builtin_expect(AO_int_load_acquire(ep->left) != 0, 0) && emuq_rank_has_left(rank);
}

bool emuq_fi_had_left(const emuq_fi_endpoint_t *ep, uint32_t rank)
{
    /* In this order, see emuq_ranks_left(). */
    return emuq_rank_has_left(rank) && AO_int_load_acquire(ep->left) == ep->left_found;
}

static bool peer_source_had_left(const emuq_fi_endpoint_t *ep, emuq_fi_source_t source)
{
    return emuq_fi_had_left(ep, (uint32_t)(source / EMUQ_FI_ENDPOINTS));
}

bool emuq_fi_peers_check(emuq_fi_endpoint_t *ep)
{
    if (ep->mu != NULL) /* cards search themselves */
        emuq_find_deaths();
    /* Acquire: pairs with the release of a departing rank: its packets have arrived. */
    unsigned left = AO_int_load_acquire(ep->left);
    if (left == ep->left_seen)
        return false;
    if (left != ep->left_found)
        ep->left_limit = ep->mu != NULL ? MUSPI_getNumInjected(ep->mu->send) : emuq_host_now_ns() + PATH_NS;
    ep->left_found = left;
    return true;
}

int emuq_fi_peer_error(uint32_t rank, int error)
{
    /* The card cannot access memory of a dead process. */
    bool may_be_dead = error == EFAULT || error == EACCES;
    bool is_left = error == EHOSTDOWN || (may_be_dead && emuq_rank_is_dead(rank));
    return is_left ? EMUQ_FI_LEFT : error;
}

bool emuq_fi_get_abandon(emuq_fi_endpoint_t *ep, emuq_fi_get_t *get)
{
    if (AO_load_acquire(&get->left) != 0) /* pairs with the release of the Message Unit */
        return false;
    emuq_fi_get_free(ep, get);
    return true;
}

/* ---- receives ---- */

static void peer_fail_gets(emuq_fi_endpoint_t *ep)
{
    for (emuq_fi_receive_t **at = &ep->getting, *r; (r = *at) != NULL;) {
        bool is_late = r->get == NULL || (ep->mu != NULL && AO_load_acquire(&r->get->left) != 0);
        if (!is_late || !peer_source_had_left(ep, r->message.source)) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        bool is_done = r->get == NULL || emuq_fi_get_abandon(ep, r->get);
        if (r->parts > 1 && is_done)
            free(r->target);
        const emuq_fi_message_t m = r->message;
        emuq_fi_receive_complete(ep, r, &m, EMUQ_FI_LEFT);
    }
}

/* An incomplete message of several packets. */
static void peer_fail_partial(emuq_fi_endpoint_t *ep, emuq_fi_partial_t *p)
{
    emuq_fi_receive_t *r = p->receive;
    p->arrived = p->message.start.bytes; /* no further packet */
    if (r == NULL) {
        free(p->unexpected);
        return;
    }
    if (r->parts > 1)
        free(p->target);
    emuq_fi_receive_complete(ep, r, &p->message, EMUQ_FI_LEFT);
}

static void peer_fail_partials(emuq_fi_endpoint_t *ep)
{
    for (size_t source = 0; source < ep->knowns; source++) {
        emuq_fi_partial_t *p = ep->known[source].partial;
        if (p != NULL && p->arrived != p->message.start.bytes && peer_source_had_left(ep, source))
            peer_fail_partial(ep, p);
    }
}

/* ---- all operations ---- */

/* Later calls find no route. */
static void peer_remove_routes(emuq_fi_endpoint_t *ep)
{
    for (fi_addr_t to = 0; to < ep->routes; to++)
        if (ep->route[to].packet.Torus_FIFO_Map != 0 &&
            emuq_fi_had_left(ep, emuq_fi_av_peer(ep->av, to)->address.rank))
            ep->route[to].packet.Torus_FIFO_Map = 0;
}

void emuq_fi_peers_fail(emuq_fi_endpoint_t *ep)
{
    /* The Message Unit may still read memory of earlier writes; packets of the peer may be on their path. */
    uint64_t now = ep->mu != NULL ? MUSPI_getHwDescCount(ep->mu->send) : emuq_host_now_ns();
    if (now < ep->left_limit)
        return;
    ep->left_seen = ep->left_found;
    emuq_fi_sends_leave(ep);
    peer_fail_gets(ep);
    peer_fail_partials(ep);
    emuq_fi_rma_leave(ep);
    emuq_fi_native_leave(ep);
    emuq_fi_atomic_leave(ep);
    peer_remove_routes(ep);
}

int emuq_fi_route_error(emuq_fi_endpoint_t *ep, fi_addr_t to)
{
    const emuq_fi_peer_t *peer = emuq_fi_av_find(ep->av, to);
    return peer != NULL && emuq_fi_has_left(ep, peer->address.rank) ? -FI_EHOSTUNREACH : -FI_EINVAL;
}
