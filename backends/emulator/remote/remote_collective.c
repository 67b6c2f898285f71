/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives on several hosts: values go up a tree of hosts, results go down.
 *
 * The hosts form a binomial tree (sync/or_tree.h). A *value* is a largest subexpression of the route's
 * combining program to which only one host and the hosts below it contribute. A host sends its values to its
 * parent; place 0 computes the result. Operations and order are those of a single host, so results have the
 * same bits.
 *
 *  - A broadcast goes up as a value of the first input of a tree.
 *  - Below place 0 a run ends when the parent has taken the values. The result arrives later at the branch
 *    (emuq_branch_t::down). A host forwards a segment, delivers it, and replies when all hosts below have
 *    delivered.
 * - A host without the tree of a result replies "unknown"; its receivers get messages, like the receiver of a
 * reduce. */
#include "backends/emulator/remote/remote.h"

#include "backends/emulator/collective/collective.h"

/* ---- pending requests ---- */

/* Sends the next bytes of a request. @return false: the job is over */
static bool remote_coll_request(emuq_tree_t *t, emuq_pending_request_t *e)
{
    emuq_request_t *r = e->waiter.request;
    uint64_t left = r->length - r->begin;
    if (r->request_kind == EMUQ_FOR_TREE)
        r->end = r->begin + (r->failed ? 0 : left < EMUQ_REMOTE_REQUEST_MAX ? left : EMUQ_REMOTE_REQUEST_MAX);
    r->sent = r->begin;
    r->progress = &r->sent;
    e->waiter.state = EMUQ_REQUESTED;
    if (emuq_request_send(t->machine, t->machine->engine, &e->waiter))
        return true;
    e->waiter.state = EMUQ_LOCAL;
    return false;
}

static emuq_request_t *remote_coll_prepare(emuq_tree_t *t, emuq_pending_request_t *e, uint32_t to,
                                           const emuq_collective_run_t *run)
{
    emuq_machine_t *m = t->machine;
    emuq_request_t *r = e->waiter.request;
    r->to = &m->node[to];
    r->from = &m->node[t->participant[0]];
    r->origin = t->participant[0];
    r->fifo = 0;
    r->member = m->engine;
    r->header = run->header;
    r->length = run->length;
    r->begin = 0;
    r->interrupt = run->interrupt;
    r->system = r->completes = r->failed = r->is_unknown = false;
    r->tree = t->id;
    return r;
}

/* Takes the lock. Counts a finished operation. @return whether none is left */
static bool remote_coll_complete_one(emuq_tree_t *t, uint32_t *left)
{
    emuq_lock(&t->lock);
    bool last = --*left == 0;
    emuq_unlock(&t->lock);
    return last;
}

/* Sends a request. If this fails, the job is over, and the request counts as complete; it is never the last
 * one. */
static void remote_coll_send(emuq_tree_t *t, emuq_pending_request_t *e, uint32_t *left)
{
    if (!remote_coll_request(t, e))
        (void)remote_coll_complete_one(t, left);
}

/* Forwards the segment of a run to the hosts below. @param pending request of the first child */
static void remote_coll_send_down(emuq_tree_t *t, const emuq_collective_run_t *run,
                                  emuq_pending_request_t *pending, uint32_t *left)
{
    const emuq_branch_t *b = &t->branch;
    for (uint32_t k = 0; k < b->children; k++) {
        emuq_request_t *r = remote_coll_prepare(t, &pending[k], b->child[k], run);
        r->request_kind = EMUQ_FOR_RECEIVERS;
        pending[k].next = t->local_inputs;
        r->payload = run->segment;
        r->begin = run->at;
        r->end = run->at + run->bytes;
        remote_coll_send(t, &pending[k], left);
    }
}

/* Sends a message to the next receiver on or below a host without such a tree. @return true: no more
 * receivers */
static bool remote_coll_send_to_next_node(emuq_tree_t *t, emuq_pending_request_t *e)
{
    const emuq_branch_t *b = &t->branch;
    emuq_request_t *r = e->waiter.request;
    uint32_t k = (uint32_t)(e - b->pending) - (e->is_down ? b->down_pending : 0);
    uint32_t from = emuq_tree_place_of(t, b->child[k]), places = UINT32_C(1) << k;
    while (e->next < t->participants) {
        uint32_t node = t->participant[e->next++];
        if (emuq_tree_place_of(t, node) - from >= places)
            continue;
        r->request_kind = EMUQ_FOR_NODE;
        r->to = &t->machine->node[node];
        return !remote_coll_request(t, e);
    }
    return true;
}

/* Rejects the contributions of this host, with one error report for all values. */
static void remote_coll_reject_value(emuq_work_t *work, emuq_tree_t *t, const emuq_request_t *r)
{
    uint32_t node = t->participant[0];
    int32_t rank = -1; /* known if a FIFO waits */
    emuq_lock(&t->lock);
    bool is_first = !t->branch.is_refused;
    t->branch.is_refused = true;
    for (uint32_t p = t->local_inputs; p-- > 0;) {
        const emuq_waiter_t *w = t->queue[p].count != 0 ? emuq_collective_oldest(t, p)->waiter : NULL;
        if (w != NULL && w->inj != NULL) {
            node = t->participant[p];
            rank = emuq_owner_of(&w->inj->owner).rank;
        }
    }
    emuq_unlock(&t->lock);
    if (!is_first)
        return;
    emuq_reject(work, r->advice, "%s", r->what);
    emuq_rejected_by_none(work);
    work->error.node = node;
    work->error.rank = rank;
}

/* Handles a reply. @return false: the request continues */
static bool remote_coll_reply_received(emuq_work_t *work, emuq_tree_t *t, emuq_pending_request_t *e)
{
    emuq_request_t *r = e->waiter.request;
    bool is_refused = e->waiter.state == EMUQ_REJECTED;
    e->waiter.state = EMUQ_LOCAL;
    if (is_refused && r->request_kind == EMUQ_FOR_TREE) {
        remote_coll_reject_value(work, t, r);
    } else if (is_refused) {
        emuq_reject(work, r->advice, "%s", r->what);
        emuq_rejected_by_none(work);
    }
    if (r->request_kind == EMUQ_FOR_NODE || (r->request_kind == EMUQ_FOR_RECEIVERS && r->is_unknown))
        return remote_coll_send_to_next_node(t, e);
    if (is_refused || r->request_kind == EMUQ_FOR_RECEIVERS || r->failed || r->end == r->length)
        return true;
    r->payload += r->end - r->begin;
    r->begin = r->end;
    return !remote_coll_request(t, e);
}

/* ---- runs ---- */

/* Forwards before the local delivery: messages of a local receiver must not overtake the result. */
static bool remote_coll_run_root(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    emuq_branch_t *b = &t->branch;
    do {
        if (!run->has_segment) {
            emuq_segment_prepare(t);
            bool is_for_all = run->only == UINT32_MAX;
            b->left = 1 + (is_for_all ? b->children : 0);
            if (is_for_all)
                remote_coll_send_down(t, run, b->pending, &b->left);
        }
        if (!run->is_done_here) { /* otherwise the last reply has arrived */
            if (!emuq_segment_deliver(work, t, run, &t->waiter))
                return false;
            run->is_done_here = true;
            if (!remote_coll_complete_one(t, &b->left))
                return false;
        }
        emuq_segment_next(run);
    } while (run->at < run->length);
    return true;
}

static uint64_t remote_coll_value_bytes(const emuq_tree_t *t)
{
    return t->branch.outputs * t->run.length;
}

/* @return the first of the values, *step bytes apart; NULL: no bytes, or no memory */
static const char *remote_coll_combine(emuq_work_t *work, emuq_tree_t *t, uint64_t *step)
{
    emuq_collective_run_t *run = &t->run;
    emuq_branch_t *b = &t->branch;
    *step = t->piece;
    emuq_segment_prepare(t);
    if (run->bytes == run->length)
        return run->length != 0 ? t->stack : NULL;
    *step = run->length;
    b->values = emuq_arena_alloc_uncleared(t->machine->arena, remote_coll_value_bytes(t), 64);
    if (b->values == NULL) {
        emuq_reject(work, "share the memory of the ranks, or contribute less at a time",
                    "no memory for values of %llu bytes of class route %u", (unsigned long long)run->length,
                    t->route);
        emuq_rejected_by_none(work);
        run->failed = true;
        return NULL;
    }
    for (;;) {
        for (uint32_t i = 0; i < b->outputs; i++)
            memcpy(b->values + i * run->length + run->at, t->stack + i * t->piece, run->bytes);
        emuq_segment_next(run);
        if (run->at == run->length)
            return b->values;
        emuq_segment_prepare(t);
    }
}

/* Sends the values of a reduction, or the data of a broadcast, to the parent. */
static void remote_coll_send_up(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    emuq_branch_t *b = &t->branch;
    bool broadcasts = run->source != UINT32_MAX;
    uint32_t values = broadcasts ? 1 : b->outputs;
    uint64_t step = 0;
    const char *value = NULL;
    if (broadcasts)
        value = emuq_collective_oldest(t, run->source)->payload;
    else if (!run->failed)
        value = remote_coll_combine(work, t, &step);
    b->left = 1 + values;
    b->is_refused = false;
    for (uint32_t i = 0; i < values; i++) {
        emuq_request_t *r = remote_coll_prepare(t, &b->pending[i], b->parent, run);
        r->request_kind = EMUQ_FOR_TREE;
        r->value = i;
        r->payload = value != NULL ? value + i * step : NULL;
        r->failed = run->failed;
        remote_coll_send(t, &b->pending[i], &b->left);
    }
}

bool emuq_remote_collective_run(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    emuq_branch_t *b = &t->branch;
    if (b->place == 0)
        return run->failed || remote_coll_run_root(work, t);
    if (!run->is_done_here) {
        remote_coll_send_up(work, t);
        run->is_done_here = true;
        if (!remote_coll_complete_one(t, &b->left))
            return false;
    }
    if (b->values != NULL)
        emuq_arena_free_uncleared(t->machine->arena, b->values, remote_coll_value_bytes(t));
    b->values = NULL;
    return true;
}

/* ---- results ---- */

static void remote_coll_begin_result(emuq_tree_t *t, emuq_waiter_t *w)
{
    const emuq_request_t *r = w->request;
    emuq_branch_t *b = &t->branch;
    b->down_with = w;
    b->down_left = 1 + b->children;
    b->down = (emuq_collective_run_t){.header = r->header,
                                      .length = r->length,
                                      .at = r->begin,
                                      .bytes = r->end - r->begin,
                                      .sent = r->begin,
                                      .segment = r->payload,
                                      .only = UINT32_MAX,
                                      .source = UINT32_MAX,
                                      .interrupt = r->interrupt};
}

static void remote_coll_return(emuq_work_t *work, emuq_waiter_t *w)
{
    w->state = EMUQ_LOCAL;
    emuq_work_resume(work, w);
}

/* Ends a result. @return whether the next segment has arrived, and is started */
static bool remote_coll_end_result(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_branch_t *b = &t->branch;
    emuq_lock(&t->lock);
    emuq_waiter_t *w = b->down_with, *next = b->next_down;
    b->down_with = NULL;
    if (next != NULL) {
        b->next_down = next->next;
        remote_coll_begin_result(t, next);
    }
    emuq_unlock(&t->lock);
    remote_coll_return(work, w);
    emuq_tree_let_go(t);
    return next != NULL;
}

static void remote_coll_deliver_results(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_branch_t *b = &t->branch;
    do {
        if (!b->down.has_segment) {
            b->down.has_segment = true;
            remote_coll_send_down(t, &b->down, b->pending + b->down_pending, &b->down_left);
        }
        if (!b->down.is_done_here) {
            bool is_through = emuq_segment_deliver(work, t, &b->down, &b->down_waiter);
            emuq_rejected_by_none(work);
            if (!is_through)
                return;
            b->down.is_done_here = true;
            if (!remote_coll_complete_one(t, &b->down_left))
                return;
        }
    } while (remote_coll_end_result(work, t));
}

bool emuq_remote_collective_continue(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_tree_t *t = w->tree;
    emuq_branch_t *b = &t->branch;
    bool is_down = true;
    if (w != &b->down_waiter) {
        emuq_pending_request_t *e = EMUQ_LINKED(w, emuq_pending_request_t, waiter);
        is_down = e->is_down;
        if (!remote_coll_reply_received(work, t, e) ||
            !remote_coll_complete_one(t, is_down ? &b->down_left : &b->left))
            return false;
    }
    if (is_down)
        remote_coll_deliver_results(work, t);
    return !is_down;
}

void emuq_remote_collective_result(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    uint32_t route = r->header.NetworkHeader.collective.Byte2.Class_Route;
    emuq_tree_t *t = emuq_tree_of_id(r->to, route, r->tree);
    if (t == NULL) {
        r->is_unknown = true;
        remote_coll_return(work, w);
        return;
    }
    const uint16_t *host = t->machine->placement.of_node;
    if (t->branch.place == 0 || host[r->from->number] != host[t->branch.parent]) {
        emuq_reject(work, "use the same build of EMUQ on all hosts",
                    "class route %u: the host of node %u sent a result, but is not the parent", route,
                    r->from->number);
        emuq_request_reject(work, w);
        emuq_tree_let_go(t);
        return;
    }
    emuq_lock(&t->lock);
    bool begins = t->branch.down_with == NULL;
    if (begins) {
        remote_coll_begin_result(t, w);
    } else {
        emuq_waiter_t **end = &t->branch.next_down;
        while (*end != NULL)
            end = &(*end)->next;
        w->next = NULL;
        *end = w;
    }
    emuq_unlock(&t->lock);
    if (begins)
        remote_coll_deliver_results(work, t);
}
