/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/remote/collective_far.h"

#include "backends/emulator/core/work.h"
#include "backends/emulator/remote/far.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/collective/tree_hosts.h"

/* ---- errands ---- */

/* Asks another host for the bytes of a request from where it stands; not all of them if they are many.
 * @return false: the job is over */
static bool ask(emuq_tree_t *t, emuq_errand_t *e)
{
    emuq_request_t *r = e->waiter.request;
    uint64_t left = r->length - r->begin;
    if (r->request_kind == EMUQ_FOR_TREE)
        r->end = r->begin + (r->failed ? 0 : left < EMUQ_FAR_ASK ? left : EMUQ_FAR_ASK);
    r->sent = r->begin;
    r->progress = &r->sent;
    e->waiter.state = EMUQ_REQUESTED;
    if (emuq_request_send(t->machine, t->machine->engine, &e->waiter))
        return true;
    e->waiter.state = EMUQ_LOCAL;
    return false;
}

/* The request of an errand, to the host of a node. */
static emuq_request_t *prepare(emuq_tree_t *t, emuq_errand_t *e, uint32_t to,
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

/* One of those that a run, or a result, waits for is done. @return whether it was the last */
static bool is_last(emuq_tree_t *t, uint32_t *left)
{
    emuq_lock(&t->lock);
    bool last = --*left == 0;
    emuq_unlock(&t->lock);
    return last;
}

/* An errand that could not be sent is over: so is the job. Whoever sends one has something left to do
 * himself, so it is not the last. */
static void send(emuq_tree_t *t, emuq_errand_t *e, uint32_t *left)
{
    if (!ask(t, e))
        (void)is_last(t, left);
}

/* Sends the piece of a run to the hosts below. @param errand of the first of them */
static void send_down(emuq_tree_t *t, const emuq_collective_run_t *run, emuq_errand_t *errand, uint32_t *left)
{
    const emuq_branch_t *b = &t->branch;
    for (uint32_t k = 0; k < b->children; k++) {
        emuq_request_t *r = prepare(t, &errand[k], b->child[k], run);
        r->request_kind = EMUQ_FOR_RECEIVERS;
        errand[k].next = t->own;
        r->payload = run->piece;
        r->begin = run->at;
        r->end = run->at + run->bytes;
        send(t, &errand[k], left);
    }
}

/* A host does not know the tree: a word has changed since, or it has not heard of one. Its receivers, and
 * those of the hosts below it, get the piece as messages, one after the other.
 * @return false if one has been sent; true if there are no more */
static bool send_to_next(emuq_tree_t *t, emuq_errand_t *e)
{
    const emuq_branch_t *b = &t->branch;
    emuq_request_t *r = e->waiter.request;
    uint32_t k = (uint32_t)(e - b->errand) - (e->is_down ? b->down_errands : 0);
    uint32_t from = emuq_tree_place_of(t, b->child[k]), places = UINT32_C(1) << k;
    while (e->next < t->participants) {
        uint32_t node = t->participant[e->next++];
        if (emuq_tree_place_of(t, node) - from >= places)
            continue;
        r->request_kind = EMUQ_FOR_NODE;
        r->to = &t->machine->node[node];
        return !ask(t, e);
    }
    return true;
}

/* What the participants of this host have contributed is refused: one report for all of its values. */
static void refuse_value(emuq_work_t *work, emuq_tree_t *t, const emuq_request_t *r)
{
    uint32_t node = t->participant[0];
    int32_t rank = -1; /* known if it waits */
    emuq_lock(&t->lock);
    bool is_first = !t->branch.is_refused;
    t->branch.is_refused = true;
    for (uint32_t p = t->own; p-- > 0;) {
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

/* An answer has come. @return false if the errand goes on */
static bool is_answered(emuq_work_t *work, emuq_tree_t *t, emuq_errand_t *e)
{
    emuq_request_t *r = e->waiter.request;
    bool is_refused = e->waiter.state == EMUQ_REJECTED;
    e->waiter.state = EMUQ_LOCAL;
    if (is_refused && r->request_kind == EMUQ_FOR_TREE) {
        refuse_value(work, t, r);
    } else if (is_refused) {
        emuq_reject(work, r->advice, "%s", r->what);
        emuq_rejected_by_none(work);
    }
    if (r->request_kind == EMUQ_FOR_NODE || (r->request_kind == EMUQ_FOR_RECEIVERS && r->is_unknown))
        return send_to_next(t, e);
    if (is_refused || r->request_kind == EMUQ_FOR_RECEIVERS || r->failed || r->end == r->length)
        return true;
    r->payload += r->end - r->begin;
    r->begin = r->end;
    return !ask(t, e);
}

/* ---- runs ---- */

/* Place 0: combines and delivers piece by piece. The hosts below are told first: what a receiver of this host
 * does when it has the result, no other host learns before the result. */
static bool run_first(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    emuq_branch_t *b = &t->branch;
    do {
        if (!run->has_piece) {
            emuq_piece_prepare(t);
            bool is_for_all = run->only == UINT32_MAX;
            b->left = 1 + (is_for_all ? b->children : 0);
            if (is_for_all)
                send_down(t, run, b->errand, &b->left);
        }
        if (!run->is_done_here) { /* otherwise the last answer has come */
            if (!emuq_piece_deliver(work, t, run, &t->waiter))
                return false;
            run->is_done_here = true;
            if (!is_last(t, &b->left))
                return false;
        }
        emuq_piece_next(run);
    } while (run->at < run->length);
    return true;
}

/* Bytes of the memory for values of a run that do not fit into the stack. */
static uint64_t value_bytes(const emuq_tree_t *t)
{
    return t->branch.outputs * t->run.length;
}

/* Combines all pieces. @return the first value, or NULL: there are no bytes, or no memory; the others follow,
 * each *step bytes behind the one before it */
static const char *combine(emuq_work_t *work, emuq_tree_t *t, uint64_t *step)
{
    emuq_collective_run_t *run = &t->run;
    emuq_branch_t *b = &t->branch;
    *step = t->piece;
    emuq_piece_prepare(t);
    if (run->bytes == run->length)
        return run->length != 0 ? t->stack : NULL;
    *step = run->length;
    b->values = emuq_arena_alloc_uncleared(t->machine->arena, value_bytes(t), 64);
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
        emuq_piece_next(run);
        if (run->at == run->length)
            return b->values;
        emuq_piece_prepare(t);
    }
}

/* Another place: sends the values of a reduction, or what is broadcast, to the parent. */
static void send_up(emuq_work_t *work, emuq_tree_t *t)
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
        value = combine(work, t, &step);
    b->left = 1 + values;
    b->is_refused = false;
    for (uint32_t i = 0; i < values; i++) {
        emuq_request_t *r = prepare(t, &b->errand[i], b->parent, run);
        r->request_kind = EMUQ_FOR_TREE;
        r->value = i;
        r->payload = value != NULL ? value + i * step : NULL;
        r->failed = run->failed;
        send(t, &b->errand[i], &b->left);
    }
}

bool emuq_far_run(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    emuq_branch_t *b = &t->branch;
    if (b->place == 0)
        return run->failed || run_first(work, t);
    if (!run->is_done_here) {
        send_up(work, t);
        run->is_done_here = true;
        if (!is_last(t, &b->left))
            return false;
    }
    if (b->values != NULL)
        emuq_arena_free_uncleared(t->machine->arena, b->values, value_bytes(t));
    b->values = NULL;
    return true;
}

/* ---- results ---- */

/* A request has brought a piece: the branch is its. */
static void begin_result(emuq_tree_t *t, emuq_waiter_t *w)
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
                                      .piece = r->payload,
                                      .only = UINT32_MAX,
                                      .source = UINT32_MAX,
                                      .interrupt = r->interrupt};
}

/* A request for a result is over. */
static void give_back(emuq_work_t *work, emuq_waiter_t *w)
{
    w->state = EMUQ_LOCAL;
    emuq_work_resume(work, w);
}

/* All have the piece. @return whether another one has come meanwhile, which is begun */
static bool end_result(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_branch_t *b = &t->branch;
    emuq_lock(&t->lock);
    emuq_waiter_t *w = b->down_with, *next = b->next_down;
    b->down_with = NULL;
    if (next != NULL) {
        b->next_down = next->next;
        begin_result(t, next);
    }
    emuq_unlock(&t->lock);
    give_back(work, w);
    emuq_tree_let_go(t);
    return next != NULL;
}

/* Goes on with the results that have come. */
static void deliver_results(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_branch_t *b = &t->branch;
    do {
        if (!b->down.has_piece) {
            b->down.has_piece = true;
            send_down(t, &b->down, b->errand + b->down_errands, &b->down_left);
        }
        if (!b->down.is_done_here) {
            bool is_through = emuq_piece_deliver(work, t, &b->down, &b->down_waiter);
            emuq_rejected_by_none(work);
            if (!is_through)
                return;
            b->down.is_done_here = true;
            if (!is_last(t, &b->down_left))
                return;
        }
    } while (end_result(work, t));
}

bool emuq_far_goes_on(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_tree_t *t = w->tree;
    emuq_branch_t *b = &t->branch;
    bool is_down = true;
    if (w != &b->down_waiter) {
        emuq_errand_t *e = EMUQ_LINKED(w, emuq_errand_t, waiter);
        is_down = e->is_down;
        if (!is_answered(work, t, e) || !is_last(t, is_down ? &b->down_left : &b->left))
            return false;
    }
    if (is_down)
        deliver_results(work, t);
    return !is_down;
}

static void append(emuq_waiter_t **list, emuq_waiter_t *w)
{
    while (*list != NULL)
        list = &(*list)->next;
    w->next = NULL;
    *list = w;
}

/* Whether a host may tell this one results. */
static bool is_from_parent(const emuq_tree_t *t, const emuq_mu_node_t *from)
{
    const uint16_t *host = t->machine->placement.of_node;
    return t->branch.place != 0 && host[from->number] == host[t->branch.parent];
}

void emuq_far_result(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    uint32_t route = r->header.NetworkHeader.collective.Byte2.Class_Route;
    emuq_tree_t *t = emuq_tree_of_id(r->to, route, r->tree);
    if (t == NULL) {
        r->is_unknown = true;
        give_back(work, w);
        return;
    }
    if (!is_from_parent(t, r->from)) {
        emuq_reject(work, "use the same build of EMUQ on all hosts",
                    "class route %u: the host of node %u, which has no result, tells one", route,
                    r->from->number);
        emuq_request_reject(work, w);
        emuq_tree_let_go(t);
        return;
    }
    emuq_lock(&t->lock);
    bool begins = t->branch.down_with == NULL;
    if (begins)
        begin_result(t, w);
    else
        append(&t->branch.next_down, w);
    emuq_unlock(&t->lock);
    if (begins)
        deliver_results(work, t);
}
