/* SPDX-License-Identifier: BSD-3-Clause */
/* Contributions to collectives over class routes: checked, and put into the queue of their node. */
#include "backends/emulator/collective/collective.h"

#include "backends/emulator/remote/collective_far.h"
#include "backends/emulator/collective/collective_run.h"
#include "backends/emulator/core/unit.h"
#include "backends/emulator/core/deliver.h"
#include "base/prefetch.h"

static emuq_outcome_t check_route(emuq_work_t *work, const emuq_mu_node_t *n,
                                  const MUHWI_CollectiveNetworkHeader_t *h)
{
    uint32_t route = h->Byte2.Class_Route, word = emuq_route_word(n, route, false);
    uint32_t type = word >> 28 & 3, vc = h->Byte3.Virtual_channel;
    if (word == 0 || type == 3)
        return emuq_reject(work, "program it with Kernel_SetCollectiveClassRoute, or use route 0",
                           "collective class route %u is not programmed on this node", route);
    if (!emuq_is_participant(word))
        return emuq_reject(work, "set BGQ_CLASS_INPUT_LINK_LOCAL in its input word",
                           "this node does not take part in class route %u", route);
    static const uint32_t vc_of_type[] = {4, 6, 5};
    /* The job's own route is described both as comm-world and as sub-communicator: take both channels. */
    if (vc != vc_of_type[type] && !(route == 0 && vc == 4))
        return emuq_reject(work, "use the virtual channel of the route's type",
                           "virtual channel %u does not agree with the type of class route %u", vc, route);
    return EMUQ_DONE;
}

static void append_blocked(emuq_contributions_t *q, emuq_waiter_t *w)
{
    w->next = NULL;
    if (q->blocked == NULL)
        q->blocked = w;
    else
        q->blocked_last->next = w;
    q->blocked_last = w;
}

/* A message for a collective, and who waits with it. */
typedef struct offer {
    const MUHWI_PacketHeader_t *header;
    const char *payload;
    uint64_t length;
    bool interrupt;
    emuq_waiter_t *waiter;
} offer_t;

/* The next free place of a queue that has one. @param waits its payload stays where it is until it is read */
static inline void append(emuq_tree_t *t, uint32_t p, const offer_t *o, bool waits)
{
    emuq_contributions_t *q = &t->queue[p];
    emuq_contribution_t *c = &q->ring[(q->first + q->count) % EMUQ_QUEUE_DEPTH];
    c->header = *o->header;
    c->length = o->length;
    c->interrupt = o->interrupt;
    c->waiter = waits ? o->waiter : NULL;
    c->payload = waits ? o->payload : c->data;
    if (o->length == sizeof(uint64_t))
        memcpy(c->data, o->payload, sizeof(uint64_t));
    else if (!waits && o->length != 0)
        memcpy(c->data, o->payload, o->length);
    if (++q->count == 1)
        emuq_collective_came(t, p);
}

/* Under the lock. @return EMUQ_DONE if the message is buffered; EMUQ_PARKED if its sender waits, *waits: for
 * the message to be read, otherwise for a place. */
static emuq_outcome_t enqueue(emuq_work_t *work, emuq_tree_t *t, uint32_t p, offer_t *o, bool *waits)
{
    emuq_contributions_t *q = &t->queue[p];
    *waits = false;
    o->waiter->awaited = NULL;
    if (q->count == EMUQ_QUEUE_DEPTH) {
        append_blocked(q, o->waiter);
        return EMUQ_PARKED;
    }
    *waits = o->length > EMUQ_BUFFERED;
    if (*waits && (o->payload = emuq_stage(t->machine, o->waiter, o->payload, o->length)) == NULL)
        return emuq_reject(work, "share the memory of the ranks, or contribute less at a time",
                           "no memory for a contribution of %llu bytes to class route %u",
                           (unsigned long long)o->length, t->route);
    append(t, p, o, *waits);
    return *waits ? EMUQ_PARKED : EMUQ_DONE;
}

bool emuq_contribution_find(emuq_mu_node_t *n, emuq_tree_t *t, emuq_contribution_route_t *route)
{
    if (!emuq_tree_lock(t, n, t->route, false))
        return false;
    *route = (emuq_contribution_route_t){t, t->queue, t->inputs, n->coll_index[t->route]};
    emuq_unlock(&t->lock);
    return true;
}

#define PREFETCHED 8u /* queues */

/* Prefetches what the thread will need of the queues, beside the line of the lock, which it waits for next:
 * its own to write it, and if it is the last, those of the others to read them. */
static inline void prefetch_queues(const emuq_contribution_route_t *route)
{
    for (uint32_t i = 0; i < route->inputs && i < PREFETCHED; i++) {
        const emuq_contributions_t *q = &route->queue[i];
        if (i == route->input) {
            emuq_prefetch_for_write(q);
            emuq_prefetch_for_write(q->ring);
        } else {
            __builtin_prefetch(q);
            __builtin_prefetch(q->ring);
        }
    }
}

bool emuq_contribute_short(emuq_work_t *work, emuq_inj_t *f, const emuq_contribution_route_t *route,
                           const MUHWI_Descriptor_t *d, const char *payload, uint64_t length)
{
    emuq_tree_t *t = route->tree;
    uint32_t id = d->PacketHeader.NetworkHeader.collective.Byte2.Class_Route;
    prefetch_queues(route);
    if (length > EMUQ_BUFFERED || !emuq_tree_lock(t, f->node, id, false))
        return false;
    uint32_t p = f->node->coll_index[id];
    const emuq_contributions_t *q = &t->queue[p];
    if (q->count == EMUQ_QUEUE_DEPTH) {
        emuq_unlock(&t->lock);
        return false;
    }
    if (q->count == 0 && emuq_collective_at_once(work, t, p, &d->PacketHeader, payload, length))
        return true;
    append(t, p,
           &(offer_t){.header = &d->PacketHeader,
                      .payload = payload,
                      .length = length,
                      .interrupt = d->Half_Word1.Interrupt},
           false);
    emuq_collective_advance(work, t);
    return true;
}

emuq_outcome_t emuq_collective_find(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    emuq_tree_t **tree)
{
    const MUHWI_CollectiveNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.collective;
    uint32_t route = h->Byte2.Class_Route;
    for (;;) {
        if (check_route(work, f->node, h) != EMUQ_DONE)
            return EMUQ_FAILED;
        *tree = emuq_tree_find(f->node, route, false);
        if (*tree == NULL)
            return emuq_reject(work, "give the process more memory",
                               "no memory for the tree of class route %u", route);
        if (!emuq_tree_lock(*tree, f->node, route, false))
            continue;
        bool complete = emuq_tree_is_for(*tree, NULL);
        emuq_unlock(&(*tree)->lock);
        if (complete)
            return EMUQ_DONE;
        EMUQ_TEST_POINT(collective_incomplete);
        f->waiter.awaited = NULL;
        if (emuq_routes_wait(f->node, route, NULL, &f->waiter, NULL))
            return EMUQ_PARKED;
    }
}

emuq_outcome_t emuq_contribute(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *t, const MUHWI_Descriptor_t *d,
                               const char *payload, uint64_t length)
{
    if (!emuq_tree_lock(t, f->node, d->PacketHeader.NetworkHeader.collective.Byte2.Class_Route, false))
        return EMUQ_OUTSIDE;
    if (!t->complete) {
        emuq_unlock(&t->lock);
        return EMUQ_OUTSIDE;
    }
    offer_t offer = {&d->PacketHeader, payload, length, d->Half_Word1.Interrupt, &f->waiter};
    emuq_tally_t tally = emuq_tally(d);
    bool waits;
    emuq_outcome_t outcome = enqueue(work, t, f->node->coll_index[t->route], &offer, &waits);
    if (outcome == EMUQ_DONE || waits) {
        if (f->current.sent == 0) /* else it has been counted, in a tree that was given up */
            emuq_count(f, &tally);
        f->current.sent = length;
    }
    emuq_collective_advance(work, t);
    return outcome;
}

/* The input for a value of another host, or UINT32_MAX: the host tells none with this number. */
static uint32_t input_of(const emuq_tree_t *t, const emuq_request_t *r)
{
    const uint16_t *host = t->machine->placement.of_node;
    const emuq_branch_t *b = &t->branch;
    for (uint32_t k = 0; k < b->children; k++)
        if (host[b->child[k]] == host[r->from->number] && r->value < b->first[k + 1] - b->first[k])
            return b->first[k] + r->value;
    return UINT32_MAX;
}

/* Contributes a value of another host to the tree. With the lock, which it gives back. @return as
 * emuq_contribute() */
static emuq_outcome_t contribute_value(emuq_work_t *work, emuq_waiter_t *w, emuq_tree_t *t)
{
    const emuq_request_t *r = w->request;
    offer_t offer = {&r->header, r->payload, r->length, r->interrupt, w};
    uint32_t input = input_of(t, r);
    bool waits = false;
    if (r->failed)
        offer.length = 0;
    emuq_outcome_t outcome =
        input != UINT32_MAX
            ? enqueue(work, t, input, &offer, &waits)
            : emuq_reject(work, "use the same build of EMUQ on all hosts",
                          "class route %u: the host of node %u tells a value that it does not have", t->route,
                          r->from->number);
    if (outcome == EMUQ_DONE || waits) {
        const emuq_contributions_t *q = &t->queue[input];
        t->queue[input].ring[(q->first + q->count - 1) % EMUQ_QUEUE_DEPTH].failed = r->failed;
    }
    emuq_collective_advance(work, t);
    return outcome;
}

/* The tree of a value has been given up on the host that it comes from. */
static emuq_outcome_t refuse_withdrawn(emuq_work_t *work, const emuq_request_t *r, uint32_t route)
{
    const uint16_t *host = r->to->machine->placement.of_node;
    return emuq_reject(
        work, "change a class route when its collectives are complete on all of its nodes",
        "class route %u has been changed while a contribution of host %u was on its way to host "
        "%u: it can never be combined",
        route, host[r->from->number], host[r->to->number]);
}

/* @return as emuq_contribute(); EMUQ_PARKED also: it waits for the tree that it is for */
static emuq_outcome_t contribute_request(emuq_work_t *work, emuq_waiter_t *w, emuq_tree_t *t)
{
    const emuq_request_t *r = w->request;
    if (!emuq_tree_lock(t, r->to, t->route, false))
        return EMUQ_OUTSIDE;
    if (emuq_tree_is_for(t, &r->tree))
        return contribute_value(work, w, t);
    uint32_t route = t->route;
    bool is_withdrawn = false;
    emuq_unlock(&t->lock);
    if (emuq_routes_wait(r->to, route, &r->tree, w, &is_withdrawn))
        return EMUQ_PARKED;
    return is_withdrawn ? refuse_withdrawn(work, r, route) : EMUQ_OUTSIDE;
}

void emuq_collective_request(emuq_work_t *work, emuq_waiter_t *w)
{
    const emuq_request_t *r = w->request;
    uint32_t route = r->header.NetworkHeader.collective.Byte2.Class_Route;
    emuq_outcome_t outcome = EMUQ_OUTSIDE;
    if (r->request_kind == EMUQ_FOR_RECEIVERS) {
        emuq_far_result(work, w);
        return;
    }
    while (outcome == EMUQ_OUTSIDE) {
        emuq_tree_t *t = emuq_tree_find(r->to, route, false);
        outcome = t != NULL ? contribute_request(work, w, t)
                            : emuq_reject(work, "give the process more memory",
                                          "no memory for the tree of class route %u", route);
    }
    if (outcome == EMUQ_DONE)
        emuq_collective_collected(work, w);
    else if (outcome == EMUQ_FAILED)
        emuq_request_reject(work, w);
}
