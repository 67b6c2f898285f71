/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives over class routes (spi-classroute-collectives section 2).
 *
 * Each node has a queue of contributions per route. When every participant's oldest contribution is to a
 * reduction, or somebody's oldest is a broadcast, the thread that completed the condition *runs* the
 * collective: it combines a piece in the order of the tree, delivers it to the receivers one after the other,
 * and goes on to the next piece. Combining follows the tree's program, so results do not depend on who runs
 * it or who came first.
 *
 * The tree's lock covers queues and counts; `running` passes the run's state to one thread. A receiver whose
 * FIFO is full parks the run, and whoever makes room goes on with it.
 */
#include "backends/emulator/put.h"
#include "backends/emulator/tree.h"

#define PREFETCHED 8 /* receivers */

enum { BROADCAST = 0, ALLREDUCE = 2, REDUCE = 3 };
enum { ROUTE_COMM_WORLD = 0, ROUTE_SYSTEM = 1, ROUTE_SUBCOMM = 2 };

static uint32_t kind(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.collective.Byte3.Collective_Type;
}

static emuq_contribution_t *oldest(const emuq_tree_t *t, uint32_t p)
{
    return &t->queue[p].ring[t->queue[p].first];
}

/* The oldest contribution of a participant has changed. */
static void head_arrived(emuq_tree_t *t, uint32_t p)
{
    if (kind(&oldest(t, p)->header) == BROADCAST)
        t->broadcast[(t->broadcast_first + t->broadcasts++) % t->participants] = p;
    else
        t->ready++;
}

static emuq_outcome_t check_route(const emuq_inj_t *f, const MUHWI_CollectiveNetworkHeader_t *h)
{
    uint32_t route = h->Byte2.Class_Route, word = emuq_route_word(f->node, route, false);
    uint32_t type = word >> 28 & 3, vc = h->Byte3.Virtual_channel;
    if (word == 0 || type == 3)
        return emuq_refuse("program it with Kernel_SetCollectiveClassRoute, or use route 0",
                           "collective class route %u is not programmed on this node", route);
    if (!emuq_is_participant(word))
        return emuq_refuse("set BGQ_CLASS_INPUT_LINK_LOCAL in its input word",
                           "this node does not take part in class route %u", route);
    static const uint32_t vc_of_type[] = {4, 6, 5};
    /* The job's own route is described both as comm-world and as sub-communicator: take both channels. */
    if (vc != vc_of_type[type] && !(route == 0 && vc == 4))
        return emuq_refuse("use the virtual channel of the route's type",
                           "virtual channel %u does not agree with the type of class route %u", vc, route);
    return EMUQ_DONE;
}

static bool same_operation(const emuq_contribution_t *a, const emuq_contribution_t *b)
{
    const MUHWI_CollectiveNetworkHeader_t *x = &a->header.NetworkHeader.collective;
    const MUHWI_CollectiveNetworkHeader_t *y = &b->header.NetworkHeader.collective;
    return a->length == b->length && x->Byte1.Byte1 == y->Byte1.Byte1 && x->Byte3.Byte3 == y->Byte3.Byte3 &&
           x->Byte8.Byte8 == y->Byte8.Byte8 &&
           (kind(&a->header) != REDUCE ||
            x->Destination.Destination.Destination == y->Destination.Destination.Destination);
}

/* Participant that a reduce is for, or UINT32_MAX. */
static uint32_t destination(const emuq_tree_t *t, const MUHWI_PacketHeader_t *h)
{
    uint32_t word = h->NetworkHeader.collective.Destination.Destination.Destination;
    const emuq_geometry_t *g = &t->machine->geometry;
    uint32_t c[5] = {word >> 24 & 63, word >> 18 & 63, word >> 12 & 63, word >> 6 & 63, word & 63};
    for (int i = 0; i < 5; i++)
        if (c[i] >= g->size[i])
            return UINT32_MAX;
    uint32_t node = emuq_geometry_node(g, c);
    for (uint32_t i = 0; i < t->participants; i++)
        if (t->participant[i] == node)
            return i;
    return UINT32_MAX;
}

/* Checks that all oldest contributions are one operation; the last participant, nearest the root, is the
 * model. */
static void check_agreement(emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    const emuq_contribution_t *model = oldest(t, t->participants - 1);
    for (uint32_t p = 0; p < t->participants; p++) {
        if (!same_operation(oldest(t, p), model)) {
            emuq_refuse(
                "all participants inject the same sequence of collectives with equal length, operation, "
                "operand size and type",
                "class route %u: the collective of node %u (%llu bytes) does not match that of node %u "
                "(%llu)",
                t->route, t->participant[p], (unsigned long long)oldest(t, p)->length,
                t->participant[t->participants - 1], (unsigned long long)model->length);
            run->failed = true;
            return;
        }
    }
    if (kind(&model->header) == REDUCE) {
        run->only = destination(t, &model->header);
        if (run->only == UINT32_MAX) {
            emuq_refuse("set the destination of all contributions to a node of the route",
                        "class route %u: the destination of a reduce is not a participant", t->route);
            run->failed = true;
        }
    }
}

/* Chooses the next collective, under the lock. @return whether there is one. */
static bool choose(emuq_tree_t *t)
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
        check_agreement(t);
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

static const char *combined(emuq_tree_t *t, uint64_t at, uint64_t bytes)
{
    const MUHWI_CollectiveNetworkHeader_t *h = &t->run.header.NetworkHeader.collective;
    uint8_t op = (uint8_t)h->Byte1.OpCode;
    uint32_t word = 4u << h->Byte1.Word_Length;
    char *top = t->stack - EMUQ_PIECE;
    for (uint32_t i = 0; i < t->steps; i++) {
        const emuq_combine_step_t *s = &t->step[i];
        switch (s->what) {
        case EMUQ_PUSH:
            top += EMUQ_PIECE;
            memcpy(top, oldest(t, s->participant)->payload + at, bytes);
            break;
        case EMUQ_COMBINE_LOCAL:
            emuq_combine(op, word, top, oldest(t, s->participant)->payload + at, bytes);
            break;
        case EMUQ_MERGE:
            top -= EMUQ_PIECE;
            emuq_combine(op, word, top, top + EMUQ_PIECE, bytes);
            break;
        }
    }
    return top;
}

/* The piece at run->at: where its bytes are. */
static void prepare_piece(emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    const MUHWI_CollectiveNetworkHeader_t *h = &run->header.NetworkHeader.collective;
    uint64_t packet = h->Byte8.Size * 32u;
    uint64_t most = packet != 0 ? EMUQ_PIECE / packet * packet : EMUQ_PIECE;
    run->bytes = run->length - run->at < most ? run->length - run->at : most;
    run->sent = run->at;
    run->has_piece = true;
    run->piece = NULL;
    if (run->bytes == 0)
        return;
    if (run->source == UINT32_MAX) {
        run->piece = combined(t, run->at, run->bytes);
    } else {
        run->piece = oldest(t, run->source)->payload + run->at;
        if (h->Byte1.OpCode >= 12) {
            memcpy(t->stack, run->piece, run->bytes);
            emuq_normalise(t->stack, run->bytes);
            run->piece = t->stack;
        }
    }
}

static void count_links(emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    uint32_t vc = run->header.NetworkHeader.collective.Byte3.Virtual_channel;
    uint64_t chunks, packets = emuq_packets(&run->header, run->length, &chunks);
    if (run->source == UINT32_MAX) {
        t->up_chunks[vc] += chunks;
        t->up_packets[vc] += packets;
    }
    t->down_chunks[vc] += chunks;
    t->down_packets[vc] += packets;
    if (run->only == UINT32_MAX)
        t->received[run->header.NetworkHeader.collective.Byte8.Packet_Type % 3] += packets;
    else
        emuq_count_received(&t->machine->node[t->participant[run->only]], &run->header, run->length);
}

/* Delivers the piece to the receiver whose turn it is. */
static emuq_outcome_t deliver(emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    emuq_put_way_t *way = &t->way[run->receiver];
    bool is_put = run->header.NetworkHeader.collective.Byte8.Packet_Type == 1;
    if (is_put && run->bytes != 0 && run->sent == run->at && t->waiter.state == EMUQ_HERE &&
        emuq_put_is_known(way, &run->header) &&
        emuq_put_along(way, &run->header, run->piece, run->at, run->bytes))
        return EMUQ_DONE;
    emuq_mu_node_t *to = &t->machine->node[t->participant[run->receiver]];
    emuq_message_t m = {.header = &run->header,
                        .payload = run->piece,
                        .base = run->at,
                        .length = run->length,
                        .sent = &run->sent,
                        .waiter = &t->waiter,
                        .interrupt = run->interrupt};
    emuq_put_way_t found = {.to = NULL};
    if (is_put)
        emuq_put_find_way(&found, to, &run->header);
    emuq_outcome_t outcome = emuq_deliver(to, &m, run->at + run->bytes);
    if (outcome == EMUQ_DONE && is_put)
        *way = found;
    return outcome;
}

/* Delivers the collective from where it stopped. @return false if it was parked: the run is somebody else's.
 */
static bool deliver_all(emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    uint32_t last = run->only != UINT32_MAX ? run->only + 1 : t->participants;
    do {
        if (!run->has_piece)
            prepare_piece(t);
        while (run->receiver < last) {
            if (deliver(t) == EMUQ_PARKED)
                return false;
            run->sent = run->at;
            run->receiver++;
        }
        run->at += run->bytes;
        run->receiver = run->only != UINT32_MAX ? run->only : 0;
        run->has_piece = false;
    } while (run->at < run->length);
    count_links(t);
    return true;
}

/* Takes a participant's oldest contribution away, under the lock. */
static void consume(emuq_tree_t *t, uint32_t p)
{
    emuq_contributions_t *q = &t->queue[p];
    emuq_contribution_t *c = oldest(t, p);
    if (c->inj != NULL) {
        c->inj->waiter.collected = true;
        emuq_resume_later(&c->inj->waiter);
    }
    q->first = (q->first + 1) % EMUQ_QUEUE_DEPTH;
    q->count--;
    if (q->blocked != NULL) {
        emuq_waiter_t *w = q->blocked;
        q->blocked = w->next;
        emuq_resume_later(w);
    }
    if (q->count != 0)
        head_arrived(t, p);
}

static void finish(emuq_tree_t *t)
{
    if (t->run.source != UINT32_MAX) {
        consume(t, t->run.source);
    } else {
        t->ready = 0;
        for (uint32_t p = 0; p < t->participants; p++)
            consume(t, p);
    }
    t->running = false;
}

/* Runs collectives while there are any. Called with the lock, returns without; @p resumed: the caller has
 * `running` already. */
static void advance(emuq_tree_t *t, bool resumed)
{
    while (resumed || (!t->running && choose(t))) {
        t->running = true;
        resumed = false;
        emuq_unlock(&t->lock);
        if (!t->run.failed && !deliver_all(t))
            return;
        emuq_lock(&t->lock);
        finish(t);
    }
    emuq_unlock(&t->lock);
}

void emuq_collective_resume(emuq_tree_t *t)
{
    emuq_lock(&t->lock);
    advance(t, true);
}

/* The route is not complete yet: the contribution waits until some class route changes.
 * @return false if that has just happened. */
static bool wait_for_tree(emuq_inj_t *f, uint32_t route)
{
    emuq_machine_t *m = f->node->machine;
    pthread_mutex_lock(&m->tree_lock);
    /* A change after emuq_tree_find() and before the lock has given the tree up. */
    bool changed = AO_load_acquire(&f->node->coll_tree[route]) == 0;
    if (!changed) {
        f->waiter.next = m->treeless;
        m->treeless = &f->waiter;
    }
    pthread_mutex_unlock(&m->tree_lock);
    return !changed;
}

static void append_blocked(emuq_contributions_t *q, emuq_waiter_t *w)
{
    emuq_waiter_t **end = &q->blocked;
    while (*end != NULL)
        end = &(*end)->next;
    w->next = NULL;
    *end = w;
}

/* The next free place of a queue that has one. */
static void append(emuq_tree_t *t, uint32_t p, const MUHWI_Descriptor_t *d, const char *payload,
                   uint64_t length, emuq_inj_t *waiting)
{
    emuq_contributions_t *q = &t->queue[p];
    emuq_contribution_t *c = &q->ring[(q->first + q->count) % EMUQ_QUEUE_DEPTH];
    c->header = d->PacketHeader;
    c->length = length;
    c->interrupt = d->Half_Word1.Interrupt;
    c->inj = waiting;
    c->payload = waiting != NULL ? payload : c->data;
    if (length == sizeof(uint64_t))
        memcpy(c->data, payload, sizeof(uint64_t));
    else if (waiting == NULL && length != 0)
        memcpy(c->data, payload, length);
    if (++q->count == 1)
        head_arrived(t, p);
}

/* Under the lock. @return EMUQ_DONE if the message is buffered, EMUQ_PARKED if its FIFO has to wait. */
static emuq_outcome_t enqueue(emuq_tree_t *t, emuq_inj_t *f, const MUHWI_Descriptor_t *d, const char *payload,
                              uint64_t length)
{
    uint32_t p = f->node->coll_index[t->route];
    emuq_contributions_t *q = &t->queue[p];
    if (q->ring == NULL)
        q->ring = emuq_arena_alloc(t->machine->arena, EMUQ_QUEUE_DEPTH * sizeof *q->ring, 64);
    if (q->ring == NULL)
        return emuq_refuse("give the process more memory",
                           "no memory for the contributions to class route %u", t->route);
    if (q->count == EMUQ_QUEUE_DEPTH) {
        append_blocked(q, &f->waiter);
        return EMUQ_PARKED;
    }
    if (length > EMUQ_BUFFERED && (payload = emuq_stage(t->machine, &f->waiter, payload, length)) == NULL)
        return emuq_refuse("share the memory of the ranks, or contribute less at a time",
                           "no memory for a contribution of %llu bytes to class route %u",
                           (unsigned long long)length, t->route);
    emuq_tally_t tally = emuq_tally(d);
    append(t, p, d, payload, length, length > EMUQ_BUFFERED ? f : NULL);
    emuq_count(f, &tally);
    return length > EMUQ_BUFFERED ? EMUQ_PARKED : EMUQ_DONE;
}

bool emuq_contribute_short(emuq_inj_t *f, emuq_tree_t *t, const MUHWI_Descriptor_t *d, const char *payload,
                           uint64_t length)
{
    uint32_t p = f->node->coll_index[t->route];
    const emuq_contributions_t *q = &t->queue[p];
    emuq_lock(&t->lock);
    if (t->dead || q->ring == NULL || q->count == EMUQ_QUEUE_DEPTH || length > EMUQ_BUFFERED) {
        emuq_unlock(&t->lock);
        return false;
    }
    /* The last to come delivers to all: the first lines come while it combines. */
    if (t->ready + 1 == t->participants)
        for (uint32_t i = 0; i < t->participants && i < PREFETCHED; i++)
            emuq_put_prefetch(&t->way[i], &d->PacketHeader);
    append(t, p, d, payload, length, NULL);
    advance(t, false);
    return true;
}

emuq_outcome_t emuq_contribute(emuq_inj_t *f, const MUHWI_Descriptor_t *d, const char *payload,
                               uint64_t length)
{
    const MUHWI_CollectiveNetworkHeader_t *h = &d->PacketHeader.NetworkHeader.collective;
    uint32_t route = h->Byte2.Class_Route;
    emuq_flow_t flow;
    for (;;) {
        if (check_route(f, h) != EMUQ_DONE)
            return EMUQ_REFUSED;
        emuq_tree_t *t = emuq_tree_find(f->node, route, false);
        if (t == NULL)
            return emuq_refuse("give the process more memory", "no memory for the tree of class route %u",
                               route);
        if (!t->complete) {
            if (wait_for_tree(f, route))
                return EMUQ_PARKED;
            continue;
        }
        emuq_flow_describe(f, d, f->node, t, &flow);
        emuq_lock(&t->lock);
        if (t->dead) {
            emuq_unlock(&t->lock);
            continue;
        }
        emuq_outcome_t outcome = enqueue(t, f, d, payload, length);
        advance(t, false);
        if (outcome == EMUQ_DONE)
            emuq_flow_learn(f, &flow);
        return outcome;
    }
}
