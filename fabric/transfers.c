/* SPDX-License-Identifier: BSD-3-Clause */
/* Data of long messages, which the receiver gets from memory of the sender, and packets that wait for space.
 */
#include <stdlib.h>

#include "base/atomic.h"
#include "fabric/port.h"

/* ---- targets ---- */

char *emuq_fi_receive_target(const emuq_fi_receive_t *r)
{
    return r->bytes == 0 ? NULL : r->parts == 1 ? r->part[0].iov_base : malloc(r->bytes);
}

void emuq_fi_receive_from_target(const emuq_fi_receive_t *r, const emuq_fi_message_t *m, char *target)
{
    if (r->parts > 1 && target != NULL) {
        emuq_fi_parts_scatter(r->part, r->parts, target, emuq_fi_receive_bytes(r, m));
        free(target);
    }
}

/* ---- packets that wait for space ---- */

static bool release_send(emuq_fi_endpoint_t *ep, emuq_fi_source_t to, uint64_t request)
{
    emuq_fi_route_t *route = emuq_fi_route_back(ep, to);
    if (route == NULL || !emuq_fi_port_has_space(ep, 1))
        return false;
    emuq_fi_port_send_packet(ep, route, EMUQ_FI_RELEASE, 0, request, 1);
    return true;
}

void emuq_fi_release(emuq_fi_endpoint_t *ep, emuq_fi_source_t to, uint64_t request)
{
    if (ep->pending == NULL && release_send(ep, to, request))
        return;
    emuq_fi_pending_t *p = malloc(sizeof *p);
    if (p == NULL)
        abort();
    *p = (emuq_fi_pending_t){.to = to, .request = request};
    emuq_fi_pending_add(ep, p);
}

static bool pending_send(emuq_fi_endpoint_t *ep, const emuq_fi_pending_t *p)
{
    return p->is_message ? emuq_fi_send_pending(ep, p) : release_send(ep, p->to, p->request);
}

void emuq_fi_pending_progress(emuq_fi_endpoint_t *ep)
{
    emuq_fi_pending_t *p;
    while ((p = ep->pending) != NULL && pending_send(ep, p)) {
        ep->pending = p->next;
        if (ep->pending == NULL)
            ep->pending_end = &ep->pending;
        ep->backlog -= p->is_message;
        free(p);
    }
}

/* ---- gets ---- */

/* @return false: no space, or no memory for the moment */
static bool get_inject(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r)
{
    const emuq_fi_message_t *m = &r->message;
    size_t bytes = emuq_fi_receive_bytes(r, m);
    emuq_fi_route_t *route = emuq_fi_route_back(ep, m->source);
    uint64_t pa;
    if (ep->free_gets == NULL)
        ep->free_gets = emuq_fi_port_gets(ep);
    if (route == NULL || ep->free_gets == NULL || !emuq_fi_port_pa(ep, r->target, bytes, &pa) ||
        !emuq_fi_port_get(ep, route, ep->free_gets, m->start.pa, pa, bytes))
        return false;
    r->get = ep->free_gets;
    ep->free_gets = r->get->next;
    return true;
}

static bool get_is_complete(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r)
{
    /* Acquire: pairs with the release of the Message Unit; the data have arrived. */
    return (r->get != NULL || get_inject(ep, r)) && AO_load_acquire(&r->get->left) == 0;
}

static void get_finish(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r)
{
    const emuq_fi_message_t m = r->message;
    int error = r->get != NULL ? r->get->error : 0;
    if (__builtin_expect(error != 0, 0))
        error = emuq_fi_peer_error((uint32_t)(m.source / EMUQ_FI_ENDPOINTS), error);
    if (r->get != NULL) {
        r->get->next = ep->free_gets;
        ep->free_gets = r->get;
    }
    emuq_fi_receive_from_target(r, &m, r->target);
    emuq_fi_release(ep, m.source, m.start.request);
    emuq_fi_receive_complete(ep, r, &m, error);
}

void emuq_fi_get_begin(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r, const emuq_fi_message_t *m)
{
    r->message = *m;
    r->get = NULL;
    bool is_empty = r->bytes == 0 || m->start.bytes == 0;
    if (!is_empty && emuq_fi_has_left(ep, (uint32_t)(m->source / EMUQ_FI_ENDPOINTS))) {
        emuq_fi_receive_complete(ep, r, m, EMUQ_FI_LEFT);
        return;
    }
    r->target = is_empty ? NULL : emuq_fi_receive_target(r);
    if (r->target == NULL) {
        emuq_fi_release(ep, m->source, m->start.request);
        emuq_fi_receive_complete(ep, r, m, is_empty ? 0 : FI_ENOMEM);
    } else if (get_is_complete(ep, r)) {
        get_finish(ep, r);
    } else {
        r->next = ep->getting;
        ep->getting = r;
    }
}

void emuq_fi_gets_progress(emuq_fi_endpoint_t *ep)
{
    for (emuq_fi_receive_t **at = &ep->getting, *r; (r = *at) != NULL;) {
        if (!get_is_complete(ep, r)) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        get_finish(ep, r);
    }
}
