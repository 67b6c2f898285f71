/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives over class routes (spi-classroute-collectives section 2).
 *
 * Each node has a queue of contributions per route. When every participant's oldest contribution is to a
 * reduction, or one participant's oldest is a broadcast, the thread that completed the condition *runs* the
 * collective: it combines a piece in the order of the tree, delivers it to the receivers one after the other,
 * and goes on to the next piece. Combining follows the tree's program, so results do not depend on who runs
 * it or in which order they came.
 *
 * The tree's lock covers queues and counts; `running` passes the run's state to one thread. A receiver whose
 * FIFO is full parks the run, and the thread that makes room goes on with it.
 */
#include "backends/emulator/collective.h"

#include "backends/emulator/combining.h"
#include "backends/emulator/count.h"
#include "backends/emulator/delivery.h"
#include "backends/emulator/put_route.h"
#include "backends/emulator/request.h"

#define PREFETCHED 8 /* receivers */

enum { ROUTE_COMM_WORLD = 0, ROUTE_SYSTEM = 1, ROUTE_SUBCOMM = 2 };

static emuq_contribution_t *oldest(const emuq_tree_t *t, uint32_t p)
{
    return &t->queue[p].ring[t->queue[p].first];
}

/* The oldest contribution of a participant has changed. */
static void head_arrived(emuq_tree_t *t, uint32_t p)
{
    if (emuq_collective_kind(&oldest(t, p)->header) == EMUQ_BROADCAST)
        t->broadcast[(t->broadcast_first + t->broadcasts++) % t->participants] = p;
    else
        t->ready++;
}

static emuq_outcome_t check_route(emuq_work_t *work, const emuq_mu_node_t *n,
                                  const MUHWI_CollectiveNetworkHeader_t *h)
{
    uint32_t route = h->Byte2.Class_Route, word = emuq_route_word(n, route, false);
    uint32_t type = word >> 28 & 3, vc = h->Byte3.Virtual_channel;
    if (word == 0 || type == 3)
        return emuq_refuse(work, "program it with Kernel_SetCollectiveClassRoute, or use route 0",
                           "collective class route %u is not programmed on this node", route);
    if (!emuq_is_participant(word))
        return emuq_refuse(work, "set BGQ_CLASS_INPUT_LINK_LOCAL in its input word",
                           "this node does not take part in class route %u", route);
    static const uint32_t vc_of_type[] = {4, 6, 5};
    /* The job's own route is described both as comm-world and as sub-communicator: take both channels. */
    if (vc != vc_of_type[type] && !(route == 0 && vc == 4))
        return emuq_refuse(work, "use the virtual channel of the route's type",
                           "virtual channel %u does not agree with the type of class route %u", vc, route);
    return EMUQ_DONE;
}

static inline bool is_same(const MUHWI_PacketHeader_t *a, uint64_t a_length, const MUHWI_PacketHeader_t *b,
                           uint64_t b_length)
{
    const MUHWI_CollectiveNetworkHeader_t *x = &a->NetworkHeader.collective;
    const MUHWI_CollectiveNetworkHeader_t *y = &b->NetworkHeader.collective;
    return a_length == b_length && x->Byte1.Byte1 == y->Byte1.Byte1 && x->Byte3.Byte3 == y->Byte3.Byte3 &&
           x->Byte8.Byte8 == y->Byte8.Byte8 &&
           (emuq_collective_kind(a) != EMUQ_REDUCE ||
            x->Destination.Destination.Destination == y->Destination.Destination.Destination);
}

bool emuq_collective_is_same(const MUHWI_PacketHeader_t *a, uint64_t a_length, const MUHWI_PacketHeader_t *b,
                             uint64_t b_length)
{
    return is_same(a, a_length, b, b_length);
}

static bool same_operation(const emuq_contribution_t *a, const emuq_contribution_t *b)
{
    return is_same(&a->header, a->length, &b->header, b->length);
}

uint32_t emuq_collective_destination(const emuq_tree_t *t, const MUHWI_PacketHeader_t *h)
{
    uint32_t node = emuq_destination_node(&t->machine->geometry, emuq_destination(h));
    for (uint32_t i = 0; i < t->participants; i++)
        if (t->participant[i] == node)
            return i;
    return UINT32_MAX;
}

/* Checks that all oldest contributions are one operation; the last participant, nearest the root, is the
 * model. */
static void check_agreement(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    const emuq_contribution_t *model = oldest(t, t->participants - 1);
    for (uint32_t p = 0; p < t->participants; p++) {
        if (!same_operation(oldest(t, p), model)) {
            emuq_refuse(
                work,
                "all participants inject the same sequence of collectives with equal length, operation, "
                "operand size and type",
                "class route %u: the collective of node %u (%llu bytes) does not match that of node %u "
                "(%llu)",
                t->route, t->participant[p], (unsigned long long)oldest(t, p)->length,
                t->participant[t->participants - 1], (unsigned long long)model->length);
            emuq_refused_by_none(work);
            run->failed = true;
            return;
        }
    }
    if (emuq_collective_kind(&model->header) == EMUQ_REDUCE) {
        run->only = emuq_collective_destination(t, &model->header);
        if (run->only == UINT32_MAX) {
            emuq_refuse(work, "set the destination of all contributions to a node of the route",
                        "class route %u: the destination of a reduce is not a participant", t->route);
            emuq_refused_by_none(work);
            run->failed = true;
        }
    }
}

/* Chooses the next collective, under the lock. @return whether there is one. */
static bool choose(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    memset(run, 0, sizeof *run);
    run->only = UINT32_MAX;
    if (t->broadcasts != 0) {
        run->source = t->broadcast[t->broadcast_first];
        t->broadcast_first = (t->broadcast_first + 1) % t->participants;
        t->broadcasts--;
    } else if (t->ready == t->participants && t->ready != 0) {
        run->source = UINT32_MAX;
        check_agreement(work, t);
    } else {
        return false;
    }
    const emuq_contribution_t *model =
        oldest(t, run->source != UINT32_MAX ? run->source : t->participants - 1);
    run->header = model->header;
    run->length = model->length;
    run->interrupt = model->interrupt;
    run->receiver = run->only != UINT32_MAX ? run->only : 0;
    return true;
}

static const char *piece_of(const emuq_tree_t *t, uint32_t p, const void *at)
{
    return oldest(t, p)->payload + *(const uint64_t *)at;
}

/* The piece at run->at: where its bytes are. */
static void prepare_piece(emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    const MUHWI_CollectiveNetworkHeader_t *h = &run->header.NetworkHeader.collective;
    uint64_t packet = emuq_packet_limit(&run->header);
    uint64_t most = packet != 0 ? t->piece / packet * packet : t->piece;
    run->bytes = run->length - run->at < most ? run->length - run->at : most;
    run->sent = run->at;
    run->has_piece = true;
    run->piece = NULL;
    if (run->bytes == 0)
        return;
    if (run->source == UINT32_MAX) {
        run->piece = emuq_tree_combine(t, &run->header, run->bytes, piece_of, &run->at);
    } else {
        run->piece = oldest(t, run->source)->payload + run->at;
        if (h->Byte1.OpCode >= 12) {
            memcpy(t->stack, run->piece, run->bytes);
            emuq_normalise(t->stack, run->bytes);
            run->piece = t->stack;
        }
    }
}

static inline void count_links(emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t length,
                               bool is_reduction, uint32_t only)
{
    uint32_t vc = emuq_virtual_channel(h);
    uint64_t chunks, packets = emuq_packets(h, length, &chunks);
    if (is_reduction) {
        t->up_chunks[vc] += chunks;
        t->up_packets[vc] += packets;
    }
    t->down_chunks[vc] += chunks;
    t->down_packets[vc] += packets;
    if (only == UINT32_MAX)
        t->received[emuq_packet_type(h) % 3] += packets;
    else
        emuq_count_received(&t->machine->node[t->participant[only]], h, length);
}

void emuq_collective_count(emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t length, uint32_t only)
{
    count_links(t, h, length, emuq_collective_kind(h) != EMUQ_BROADCAST, only);
}

/* Delivers the piece to the receiver whose turn it is. */
static emuq_outcome_t deliver(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    emuq_put_route_t *route = &t->put_route[run->receiver];
    bool is_put = emuq_packet_type(&run->header) == EMUQ_TYPE_PUT;
    if (is_put && run->bytes != 0 && run->sent == run->at && t->waiter.state == EMUQ_LOCAL &&
        emuq_put_route_matches(route, &run->header) &&
        emuq_put_route_put(route, &run->header, run->piece, run->at, run->bytes))
        return EMUQ_DONE;
    emuq_mu_node_t *to = &t->machine->node[t->participant[run->receiver]];
    emuq_message_t m = {.header = &run->header,
                        .payload = run->piece,
                        .base = run->at,
                        .length = run->length,
                        .sent = &run->sent,
                        .waiter = &t->waiter,
                        .work = work,
                        .interrupt = run->interrupt};
    emuq_put_route_t found = {.to = NULL};
    if (is_put)
        emuq_put_route_find(&found, to, &run->header);
    emuq_outcome_t outcome = emuq_deliver(to, &m, run->at + run->bytes);
    if (outcome == EMUQ_DONE && is_put)
        *route = found;
    return outcome;
}

/* Delivers the collective from where it stopped. @return false if it was parked: the run then belongs to the
 * thread that resumes it. */
static bool deliver_all(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    uint32_t last = run->only != UINT32_MAX ? run->only + 1 : t->participants;
    do {
        if (!run->has_piece)
            prepare_piece(t);
        while (run->receiver < last) {
            if (deliver(work, t) == EMUQ_PARKED)
                return false;
            run->sent = run->at;
            run->receiver++;
        }
        run->at += run->bytes;
        run->receiver = run->only != UINT32_MAX ? run->only : 0;
        run->has_piece = false;
    } while (run->at < run->length);
    count_links(t, &run->header, run->length, run->source == UINT32_MAX, run->only);
    return true;
}

/* A contribution has been read. */
static void collected(emuq_work_t *work, emuq_waiter_t *w)
{
    w->collected = true;
    if (w->inj == NULL)
        w->state = EMUQ_LOCAL; /* of another host: the request is done */
    emuq_work_resume(work, w);
}

/* Takes a participant's oldest contribution away, under the lock. */
static void consume(emuq_work_t *work, emuq_tree_t *t, uint32_t p)
{
    emuq_contributions_t *q = &t->queue[p];
    emuq_contribution_t *c = oldest(t, p);
    if (c->waiter != NULL)
        collected(work, c->waiter);
    q->first = (q->first + 1) % EMUQ_QUEUE_DEPTH;
    q->count--;
    if (q->blocked != NULL) {
        emuq_waiter_t *w = q->blocked;
        q->blocked = w->next;
        emuq_work_resume(work, w);
    }
    if (q->count != 0)
        head_arrived(t, p);
}

static void finish(emuq_work_t *work, emuq_tree_t *t)
{
    if (t->run.source != UINT32_MAX) {
        consume(work, t, t->run.source);
    } else {
        t->ready = 0;
        for (uint32_t p = 0; p < t->participants; p++)
            consume(work, t, p);
    }
    t->running = false;
    if (!t->given_up)
        return;
    for (emuq_waiter_t *w = emuq_tree_take_waiters(t), *next; w != NULL; w = next) {
        next = w->next;
        emuq_work_resume(work, w);
    }
}

/* Runs collectives while there are any. Called with the lock, returns without; @p resumed: the caller has
 * `running` already. */
static void advance(emuq_work_t *work, emuq_tree_t *t, bool resumed)
{
    while (resumed || (!t->running && choose(work, t))) {
        t->running = true;
        resumed = false;
        emuq_unlock(&t->lock);
        EMUQ_TEST_POINT(collective_running);
        bool is_through = t->run.failed || deliver_all(work, t);
        emuq_refused_by_none(work); /* of the receivers that refuse it, the first is reported */
        if (!is_through)
            return;
        emuq_lock(&t->lock);
        finish(work, t);
    }
    emuq_unlock(&t->lock);
}

void emuq_collective_resume(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_lock(&t->lock);
    advance(work, t, true);
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
        head_arrived(t, p);
}

/* Under the lock. @return EMUQ_DONE if the message is buffered; EMUQ_PARKED if its sender waits, *waits: for
 * the message to be read, otherwise for a place. */
static emuq_outcome_t enqueue(emuq_work_t *work, emuq_tree_t *t, uint32_t p, offer_t *o, bool *waits)
{
    emuq_contributions_t *q = &t->queue[p];
    *waits = false;
    o->waiter->blocker = NULL;
    if (q->ring == NULL)
        q->ring = emuq_arena_alloc(t->machine->arena, EMUQ_QUEUE_DEPTH * sizeof *q->ring, 64);
    if (q->ring == NULL)
        return emuq_refuse(work, "give the process more memory",
                           "no memory for the contributions to class route %u", t->route);
    if (q->count == EMUQ_QUEUE_DEPTH) {
        append_blocked(q, o->waiter);
        return EMUQ_PARKED;
    }
    *waits = o->length > EMUQ_BUFFERED;
    if (*waits && (o->payload = emuq_stage(t->machine, o->waiter, o->payload, o->length)) == NULL)
        return emuq_refuse(work, "share the memory of the ranks, or contribute less at a time",
                           "no memory for a contribution of %llu bytes to class route %u",
                           (unsigned long long)o->length, t->route);
    append(t, p, o, *waits);
    return *waits ? EMUQ_PARKED : EMUQ_DONE;
}

/* The last to contribute delivers to all: prefetches the first lines while it combines. Under the lock, with
 * no run in progress, so that no other thread uses the routes. */
static void prefetch_targets(const emuq_tree_t *t, const MUHWI_PacketHeader_t *h)
{
    EMUQ_TEST_POINT(collective_prefetch);
    for (uint32_t i = 0; i < t->participants && i < PREFETCHED; i++)
        emuq_put_route_prefetch(&t->put_route[i], h);
}

bool emuq_contribute_short(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *t, const MUHWI_Descriptor_t *d,
                           const char *payload, uint64_t length)
{
    uint32_t route = d->PacketHeader.NetworkHeader.collective.Byte2.Class_Route;
    if (length > EMUQ_BUFFERED || !emuq_tree_lock(t, f->node, route, false))
        return false;
    uint32_t p = f->node->coll_index[route];
    const emuq_contributions_t *q = &t->queue[p];
    if (q->ring == NULL || q->count == EMUQ_QUEUE_DEPTH) {
        emuq_unlock(&t->lock);
        return false;
    }
    if (t->ready + 1 == t->participants && !t->running)
        prefetch_targets(t, &d->PacketHeader);
    append(t, p,
           &(offer_t){.header = &d->PacketHeader,
                      .payload = payload,
                      .length = length,
                      .interrupt = d->Half_Word1.Interrupt},
           false);
    advance(work, t, false);
    return true;
}

emuq_outcome_t emuq_collective_find(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    emuq_tree_t **tree)
{
    const MUHWI_CollectiveNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.collective;
    uint32_t route = h->Byte2.Class_Route;
    for (;;) {
        if (check_route(work, f->node, h) != EMUQ_DONE)
            return EMUQ_REFUSED;
        *tree = emuq_tree_find(f->node, route, false);
        if (*tree == NULL)
            return emuq_refuse(work, "give the process more memory",
                               "no memory for the tree of class route %u", route);
        if (!emuq_tree_lock(*tree, f->node, route, false))
            continue;
        bool complete = (*tree)->complete;
        emuq_unlock(&(*tree)->lock);
        if (complete)
            return EMUQ_DONE;
        f->waiter.blocker = NULL;
        if (emuq_routes_wait(f->node, route, &f->waiter))
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
        if (f->begun.sent == 0) /* else it has been counted, in a tree that was given up */
            emuq_count(f, &tally);
        f->begun.sent = length;
    }
    advance(work, t, false);
    return outcome;
}

/* Contributes what another host has asked for to the tree of its node. @return as emuq_contribute() */
static emuq_outcome_t contribute_request(emuq_work_t *work, emuq_waiter_t *w, emuq_tree_t *t)
{
    const emuq_request_t *r = w->request;
    offer_t offer = {&r->header, r->payload, r->length, r->interrupt, w};
    bool waits;
    if (!emuq_tree_lock(t, r->from, t->route, false))
        return EMUQ_OUTSIDE;
    if (!t->complete) {
        emuq_unlock(&t->lock);
        return emuq_routes_wait(r->from, t->route, w) ? EMUQ_PARKED : EMUQ_OUTSIDE;
    }
    emuq_outcome_t outcome =
        t->root == r->to->number
            ? enqueue(work, t, r->from->coll_index[t->route], &offer, &waits)
            : emuq_refuse(work, "change class routes only between collectives",
                          "class route %u has another root than when node %u contributed to it", t->route,
                          r->from->number);
    advance(work, t, false);
    return outcome;
}

void emuq_collective_request(emuq_work_t *work, emuq_waiter_t *w)
{
    const emuq_request_t *r = w->request;
    uint32_t route = r->header.NetworkHeader.collective.Byte2.Class_Route;
    emuq_outcome_t outcome = check_route(work, r->from, &r->header.NetworkHeader.collective);
    if (outcome == EMUQ_DONE)
        outcome = EMUQ_OUTSIDE;
    while (outcome == EMUQ_OUTSIDE) {
        emuq_tree_t *t = emuq_tree_find(r->from, route, false);
        outcome = t != NULL ? contribute_request(work, w, t)
                            : emuq_refuse(work, "give the process more memory",
                                          "no memory for the tree of class route %u", route);
    }
    if (outcome == EMUQ_DONE)
        collected(work, w);
    else if (outcome == EMUQ_REFUSED)
        emuq_request_reject(work, w);
}
