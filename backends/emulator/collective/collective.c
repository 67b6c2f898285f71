/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives over class routes (spi-classroute-collectives 2).
 *
 * Each participant has a queue of contributions, an *input* of the tree. A reduction is ready when the oldest
 * contribution of every input is to a reduction, a broadcast when it is the oldest of one input. The thread
 * that makes a collective ready *runs* it: combines in the order of the tree and delivers, segment by
 * segment. So results do not depend on threads or arrival order.
 *
 * The tree's lock covers queues and counts; `running` gives one thread the state of the run. */
#include "backends/emulator/collective/collective.h"

#include "backends/emulator/collective/tree.h"

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/remote_ops.h"

inline bool emuq_collective_is_same(const MUHWI_PacketHeader_t *a, uint64_t a_length,
                                    const MUHWI_PacketHeader_t *b, uint64_t b_length)
{
    const MUHWI_CollectiveNetworkHeader_t *x = &a->NetworkHeader.collective;
    const MUHWI_CollectiveNetworkHeader_t *y = &b->NetworkHeader.collective;
    return a_length == b_length && x->Byte1.Byte1 == y->Byte1.Byte1 && x->Byte3.Byte3 == y->Byte3.Byte3 &&
           x->Byte8.Byte8 == y->Byte8.Byte8 &&
           (emuq_collective_kind(a) != EMUQ_REDUCE ||
            x->Destination.Destination.Destination == y->Destination.Destination.Destination);
}

uint32_t emuq_collective_destination(const emuq_tree_t *t, const MUHWI_PacketHeader_t *h)
{
    uint32_t node = emuq_destination_node(&t->machine->geometry, emuq_destination(h));
    for (uint32_t i = 0; i < t->participants; i++)
        if (t->participant[i] == node)
            return i;
    return UINT32_MAX;
}

/* For a value of a remote host: the node that stands for its host. */
static uint32_t collective_node_of(const emuq_tree_t *t, uint32_t input)
{
    uint32_t k = 0;
    if (input < t->local_inputs)
        return t->participant[input];
    while (t->branch.first[k + 1] <= input)
        k++;
    return t->branch.child[k];
}

static void collective_check_agreement(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    const emuq_contribution_t *model = emuq_collective_oldest(t, t->model);
    for (uint32_t p = t->local_inputs; p < t->inputs && !run->failed; p++)
        run->failed = emuq_collective_oldest(t, p)->failed; /* reported by the remote host */
    for (uint32_t p = 0; p < t->inputs && !run->failed; p++) {
        const emuq_contribution_t *c = emuq_collective_oldest(t, p);
        if (!emuq_collective_is_same(&c->header, c->length, &model->header, model->length)) {
            emuq_reject(
                work,
                "all participants inject the same sequence of collectives with equal length, operation, "
                "operand size and type",
                "class route %u: the collective of node %u (%llu bytes) does not match that of node %u "
                "(%llu)",
                t->route, collective_node_of(t, p), (unsigned long long)c->length,
                collective_node_of(t, t->model), (unsigned long long)model->length);
            emuq_rejected_by_none(work);
            run->failed = true;
        }
    }
    if (!run->failed && t->branch.place == 0 && emuq_collective_kind(&model->header) == EMUQ_REDUCE) {
        run->only = emuq_collective_destination(t, &model->header);
        if (run->only == UINT32_MAX) {
            emuq_reject(work, "set the destination of all contributions to a node of the route",
                        "class route %u: the destination of a reduce is not a participant", t->route);
            emuq_rejected_by_none(work);
            run->failed = true;
        }
    }
}

/* Counts the new oldest contribution of an input. Caller holds the lock. */
static inline void collective_ready(emuq_tree_t *t, uint32_t input)
{
    if (emuq_collective_kind(&emuq_collective_oldest(t, input)->header) == EMUQ_BROADCAST)
        t->broadcast[(t->broadcast_first + t->broadcasts++) % t->inputs] = input;
    else
        t->ready++;
}

/* Chooses a ready collective for the next run. Caller holds the lock. @return false: none is ready */
static bool collective_choose(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    if (t->broadcasts == 0 && (t->ready != t->inputs || t->ready == 0))
        return false;
    memset(run, 0, sizeof *run);
    run->only = UINT32_MAX;
    if (t->broadcasts != 0) {
        run->source = t->broadcast[t->broadcast_first];
        t->broadcast_first = (t->broadcast_first + 1) % t->inputs;
        t->broadcasts--;
    } else {
        run->source = UINT32_MAX;
        collective_check_agreement(work, t);
    }
    const emuq_contribution_t *model =
        emuq_collective_oldest(t, run->source != UINT32_MAX ? run->source : t->model);
    run->header = model->header;
    run->length = model->length;
    run->interrupt = model->interrupt;
    run->receiver = run->only != UINT32_MAX ? run->only : 0;
    return true;
}

void emuq_collective_count(emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t length, uint32_t only)
{
    emuq_tree_count(t, h, length, emuq_collective_kind(h) != EMUQ_BROADCAST, only == UINT32_MAX);
    if (only != UINT32_MAX)
        emuq_count_received(&t->machine->node[t->participant[only]], h, length);
}

static void collective_read_done(emuq_work_t *work, emuq_waiter_t *w)
{
    w->completed = true;
    if (w->inj == NULL)
        w->state = EMUQ_LOCAL; /* value of a remote host: the request is done */
    emuq_work_resume(work, w);
}

static void collective_consume(emuq_work_t *work, emuq_tree_t *t, uint32_t p)
{
    emuq_contributions_t *q = &t->queue[p];
    emuq_contribution_t *c = emuq_collective_oldest(t, p);
    if (c->waiter != NULL)
        collective_read_done(work, c->waiter);
    q->count--;
    q->first = q->count != 0 ? (q->first + 1) % EMUQ_QUEUE_DEPTH : 0;
    if (q->blocked != NULL) {
        emuq_waiter_t *w = q->blocked;
        q->blocked = w->next;
        emuq_work_resume(work, w);
    }
    if (q->count != 0)
        collective_ready(t, p);
}

static void collective_finish(emuq_work_t *work, emuq_tree_t *t)
{
    if (!t->run.failed && t->branch.place == 0)
        emuq_collective_count(t, &t->run.header, t->run.length, t->run.only);
    if (t->run.source != UINT32_MAX) {
        collective_consume(work, t, t->run.source);
    } else {
        t->ready = 0;
        for (uint32_t p = 0; p < t->inputs; p++)
            collective_consume(work, t, p);
    }
    t->running = false;
    if (!t->given_up)
        return;
    for (emuq_waiter_t *w = emuq_tree_take_waiters(t), *next; w != NULL; w = next) {
        next = w->next;
        emuq_work_resume(work, w);
    }
}

/* @param resumed the caller has set `running` already */
static void collective_advance(emuq_work_t *work, emuq_tree_t *t, bool resumed)
{
    while (resumed || (!t->running && collective_choose(work, t))) {
        t->running = true;
        resumed = false;
        emuq_unlock(&t->lock);
        EMUQ_TEST_POINT(collective_running);
        bool is_through = t->hosts > 1 ? emuq_remote_ops->tree.run(work, t)
                                       : t->run.failed || emuq_segments_deliver(work, t);
        emuq_rejected_by_none(work); /* only the first rejecting receiver is reported */
        if (!is_through)
            return;
        emuq_lock(&t->lock);
        collective_finish(work, t);
    }
    emuq_unlock(&t->lock);
}

void emuq_collective_resume(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_tree_t *t = w->tree;
    if (w != &t->waiter && !emuq_remote_ops->tree.advance(work, w))
        return;
    emuq_lock(&t->lock);
    collective_advance(work, t, true);
}

/* ---- few participants, short result ---- */

#define FEW         32u
#define STACK_BYTES 2048u

typedef struct targets {
    char *at[FEW];
    emuq_mu_node_t *node[FEW];
} targets_t;

/* Prefetches the target lines, usually owned by the receivers. @return whether all are cached */
static bool collective_find_targets(const emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t bytes,
                                    targets_t *to)
{
    EMUQ_TEST_POINT(collective_prefetch);
    for (uint32_t i = 0; i < t->participants; i++) {
        const emuq_put_route_t *route = &t->put_route[i];
        if (!emuq_put_route_matches(route, h) ||
            (to->at[i] = emuq_put_route_target(route, h, 0, bytes)) == NULL)
            return false;
        emuq_prefetch_for_write(route->counter);
        emuq_prefetch_for_write(to->at[i]);
        to->node[i] = route->to;
    }
    return true;
}

typedef struct last {
    uint32_t participant;
    const char *payload;
} last_t;

static const char *collective_short_segment(const emuq_tree_t *t, uint32_t p, const void *context)
{
    const last_t *last = context;
    return p == last->participant ? last->payload : emuq_collective_oldest(t, p)->data;
}

static bool collective_all_agree(const emuq_tree_t *t, uint32_t last, const MUHWI_PacketHeader_t *h,
                                 uint64_t length)
{
    for (uint32_t p = 0; p < t->participants; p++) {
        const emuq_contribution_t *c = emuq_collective_oldest(t, p);
        if (p != last && !emuq_collective_is_same(&c->header, c->length, h, length))
            return false;
    }
    return true;
}

/* Caller holds the lock. The last contributor, not waiting yet, comes last. */
static void collective_put_to_all(const emuq_tree_t *t, uint32_t last, const targets_t *to,
                                  const char *result, uint64_t bytes)
{
    for (uint32_t p = 0; p < t->participants; p++) {
        if (p == last)
            continue;
        emuq_put_route_copy(to->at[p], result, bytes);
        emuq_put_route_subtract(&t->put_route[p], bytes);
    }
    emuq_put_route_copy(to->at[last], result, bytes);
    emuq_put_route_subtract(&t->put_route[last], bytes);
}

/* Completes a collective in one step: the last contribution, an empty queue, few participants, a short
 * result. Caller holds the lock. @return false: nothing done; true: done and unlocked */
static bool collective_fast(emuq_work_t *work, emuq_tree_t *t, uint32_t last, const MUHWI_PacketHeader_t *h,
                            const char *payload, uint64_t length)
{
    char stack[STACK_BYTES];
    targets_t to;
    uint32_t kind = emuq_collective_kind(h), participants = t->participants;
    bool is_broadcast = kind == EMUQ_BROADCAST;
    if (t->hosts > 1 || t->running || t->broadcasts != 0 || (!is_broadcast && t->ready + 1 != participants))
        return false;
    if (kind == EMUQ_REDUCE || emuq_packet_type(h) != EMUQ_TYPE_PUT || participants > FEW || length == 0 ||
        length * t->depth > sizeof stack || t->waiter.state != EMUQ_LOCAL ||
        !collective_find_targets(t, h, length, &to) ||
        !(is_broadcast || collective_all_agree(t, last, h, length)))
        return false;
    const char *result = stack;
    if (is_broadcast) {
        memcpy(stack, payload, length); /* the payload may also be a target */
        if (h->NetworkHeader.collective.Byte1.OpCode >= 12)
            emuq_normalise(stack, length);
    } else {
        result = emuq_tree_combine(t, stack, length, h, length, collective_short_segment,
                                   &(last_t){last, payload});
        t->ready = 0;
        for (uint32_t p = 0; p < participants; p++)
            if (p != last)
                collective_consume(work, t, p);
    }
    emuq_collective_count(t, h, length, UINT32_MAX);
    collective_put_to_all(t, last, &to, result, length);
    collective_advance(work, t, false);
    for (uint32_t p = 0; p < participants; p++)
        emuq_event_notify_light(&to.node[p]->event, EMUQ_EVENT_ALL);
    return true;
}

/* ---- contributions ---- */

static emuq_outcome_t collective_check_route(emuq_work_t *work, const emuq_mu_node_t *n,
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
    /* Route 0 is both comm-world and sub-communicator. */
    if (vc != vc_of_type[type] && !(route == 0 && vc == 4))
        return emuq_reject(work, "use the virtual channel of the route's type",
                           "virtual channel %u does not agree with the type of class route %u", vc, route);
    return EMUQ_DONE;
}

static void collective_append_blocked(emuq_contributions_t *q, emuq_waiter_t *w)
{
    w->next = NULL;
    if (q->blocked == NULL)
        q->blocked = w;
    else
        q->blocked_last->next = w;
    q->blocked_last = w;
}

typedef struct offer {
    const MUHWI_PacketHeader_t *header;
    const char *payload;
    uint64_t length;
    bool interrupt;
    emuq_waiter_t *waiter;
} offer_t;

/* @param waits the payload stays in place */
static inline void collective_append(emuq_tree_t *t, uint32_t p, const offer_t *o, bool waits)
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
        collective_ready(t, p);
}

/* Caller holds the lock. @return EMUQ_DONE: buffered; EMUQ_PARKED: until read (*waits), or until a slot is
 * free */
static emuq_outcome_t collective_enqueue(emuq_work_t *work, emuq_tree_t *t, uint32_t p, offer_t *o,
                                         bool *waits)
{
    emuq_contributions_t *q = &t->queue[p];
    *waits = false;
    o->waiter->awaited = NULL;
    if (q->count == EMUQ_QUEUE_DEPTH) {
        collective_append_blocked(q, o->waiter);
        return EMUQ_PARKED;
    }
    *waits = o->length > EMUQ_BUFFERED;
    if (*waits && (o->payload = emuq_stage(t->machine, o->waiter, o->payload, o->length)) == NULL)
        return emuq_reject(work, "share the memory of the ranks, or contribute less at a time",
                           "no memory for a contribution of %llu bytes to class route %u",
                           (unsigned long long)o->length, t->route);
    collective_append(t, p, o, *waits);
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

/* Prefetches queues while the thread waits for the lock: the local queue for writing. */
static inline void collective_prefetch_queues(const emuq_contribution_route_t *route)
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
    collective_prefetch_queues(route);
    if (length > EMUQ_BUFFERED || !emuq_tree_lock(t, f->node, id, false))
        return false;
    uint32_t p = f->node->coll_index[id];
    const emuq_contributions_t *q = &t->queue[p];
    if (q->count == EMUQ_QUEUE_DEPTH) {
        emuq_unlock(&t->lock);
        return false;
    }
    if (q->count == 0 && collective_fast(work, t, p, &d->PacketHeader, payload, length))
        return true;
    collective_append(t, p,
                      &(offer_t){.header = &d->PacketHeader,
                                 .payload = payload,
                                 .length = length,
                                 .interrupt = d->Half_Word1.Interrupt},
                      false);
    collective_advance(work, t, false);
    return true;
}

emuq_outcome_t emuq_collective_find(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    emuq_tree_t **tree)
{
    const MUHWI_CollectiveNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.collective;
    uint32_t route = h->Byte2.Class_Route;
    for (;;) {
        if (collective_check_route(work, f->node, h) != EMUQ_DONE)
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
    emuq_outcome_t outcome = collective_enqueue(work, t, f->node->coll_index[t->route], &offer, &waits);
    if (outcome == EMUQ_DONE || waits) {
        if (f->current.sent == 0) /* counted already, in a retired tree */
            emuq_count(f, &tally);
        f->current.sent = length;
    }
    collective_advance(work, t, false);
    return outcome;
}

/* @return UINT32_MAX: the host has no value with this number */
static uint32_t collective_value_input(const emuq_tree_t *t, const emuq_request_t *r)
{
    const uint16_t *host = t->machine->placement.of_node;
    const emuq_branch_t *b = &t->branch;
    for (uint32_t k = 0; k < b->children; k++)
        if (host[b->child[k]] == host[r->from->number] && r->value < b->first[k + 1] - b->first[k])
            return b->first[k] + r->value;
    return UINT32_MAX;
}

/* Caller holds the lock, released at return. */
static emuq_outcome_t collective_contribute_value(emuq_work_t *work, emuq_waiter_t *w, emuq_tree_t *t)
{
    const emuq_request_t *r = w->request;
    offer_t offer = {&r->header, r->payload, r->length, r->interrupt, w};
    uint32_t input = collective_value_input(t, r);
    bool waits = false;
    if (r->failed)
        offer.length = 0;
    emuq_outcome_t outcome =
        input != UINT32_MAX
            ? collective_enqueue(work, t, input, &offer, &waits)
            : emuq_reject(work, "use the same build of EMUQ on all hosts",
                          "class route %u: the host of node %u sent a value with an invalid number", t->route,
                          r->from->number);
    if (outcome == EMUQ_DONE || waits) {
        const emuq_contributions_t *q = &t->queue[input];
        t->queue[input].ring[(q->first + q->count - 1) % EMUQ_QUEUE_DEPTH].failed = r->failed;
    }
    collective_advance(work, t, false);
    return outcome;
}

static emuq_outcome_t collective_reject_withdrawn(emuq_work_t *work, const emuq_request_t *r, uint32_t route)
{
    const uint16_t *host = r->to->machine->placement.of_node;
    return emuq_reject(
        work, "change a class route when its collectives are complete on all of its nodes",
        "class route %u has been changed while a contribution from host %u to host %u was in flight, "
        "so the contribution cannot be combined",
        route, host[r->from->number], host[r->to->number]);
}

/* @return as emuq_contribute(); EMUQ_PARKED also while the tree is unknown */
static emuq_outcome_t collective_contribute_request(emuq_work_t *work, emuq_waiter_t *w, emuq_tree_t *t)
{
    const emuq_request_t *r = w->request;
    if (!emuq_tree_lock(t, r->to, t->route, false))
        return EMUQ_OUTSIDE;
    if (emuq_tree_is_for(t, &r->tree))
        return collective_contribute_value(work, w, t);
    uint32_t route = t->route;
    bool is_withdrawn = false;
    emuq_unlock(&t->lock);
    if (emuq_routes_wait(r->to, route, &r->tree, w, &is_withdrawn))
        return EMUQ_PARKED;
    return is_withdrawn ? collective_reject_withdrawn(work, r, route) : EMUQ_OUTSIDE;
}

void emuq_collective_request(emuq_work_t *work, emuq_waiter_t *w)
{
    const emuq_request_t *r = w->request;
    uint32_t route = r->header.NetworkHeader.collective.Byte2.Class_Route;
    emuq_outcome_t outcome = EMUQ_OUTSIDE;
    if (r->request_kind == EMUQ_FOR_RECEIVERS) {
        emuq_remote_ops->tree.result(work, w);
        return;
    }
    while (outcome == EMUQ_OUTSIDE) {
        emuq_tree_t *t = emuq_tree_find(r->to, route, false);
        outcome = t != NULL ? collective_contribute_request(work, w, t)
                            : emuq_reject(work, "give the process more memory",
                                          "no memory for the tree of class route %u", route);
    }
    if (outcome == EMUQ_DONE)
        collective_read_done(work, w);
    else if (outcome == EMUQ_FAILED)
        emuq_request_reject(work, w);
}

/* ---- stores to GI control registers ---- */

static __attribute__((noinline)) void gi_update_slow(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    if (emuq_the_network == NULL ||
        emuq_the_network->level == NULL) { /* delayed messages (fault.c) have no model of GI state */
        emuq_remote_ops->gi.changed(work, n, route);
        return;
    }
    uint64_t now = AO_load_acquire(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8));
    if (now & ~(uint64_t)7)
        return; /* a bad store, undone by its doorbell */
    AO_store(&n->gi_contribution[route], now);
    emuq_the_network->level(n, route, (uint32_t)now);
}

void emuq_gi_update(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    if (__builtin_expect(n->machine->carries_levels, 0))
        gi_update_slow(work, n, route);
    else
        emuq_gi_update_local(work, n, route);
}
