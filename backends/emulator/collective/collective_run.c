/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives over class routes (spi-classroute-collectives section 2).
 *
 * Each participant has a queue of contributions per route, an *input* of the tree. When every input's oldest
 * contribution is to a reduction, or one input's oldest is a broadcast, the thread that completed the
 * condition *runs* the collective: it combines a piece in the order of the tree, delivers it to the receivers
 * one after the other, and goes on to the next piece. Combining follows the tree's program, so results do not
 * depend on who runs it or in which order they came. Where participants are on several hosts, see
 * collective_far.h.
 *
 * The tree's lock covers queues and counts; `running` passes the run's state to one thread. A receiver whose
 * FIFO is full parks the run, and the thread that makes room goes on with it.
 */
#include "backends/emulator/collective/collective_run.h"

#include "backends/emulator/remote/collective_far.h"
#include "backends/emulator/collective/combining.h"
#include "backends/emulator/core/unit.h"
#include "backends/emulator/core/fast_path.h"

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

/* Node that an input stands for, or that stands for its host. */
static uint32_t node_of(const emuq_tree_t *t, uint32_t input)
{
    uint32_t k = 0;
    if (input < t->own)
        return t->participant[input];
    while (t->branch.first[k + 1] <= input)
        k++;
    return t->branch.child[k];
}

/* Checks that all oldest contributions are one operation; the model is that with the last participant,
 * nearest the root. */
static void check_agreement(emuq_work_t *work, emuq_tree_t *t)
{
    emuq_collective_run_t *run = &t->run;
    const emuq_contribution_t *model = emuq_collective_oldest(t, t->model);
    for (uint32_t p = t->own; p < t->inputs && !run->failed; p++)
        run->failed = emuq_collective_oldest(t, p)->failed; /* which another host has reported */
    for (uint32_t p = 0; p < t->inputs && !run->failed; p++) {
        if (!same_operation(emuq_collective_oldest(t, p), model)) {
            emuq_reject(
                work,
                "all participants inject the same sequence of collectives with equal length, operation, "
                "operand size and type",
                "class route %u: the collective of node %u (%llu bytes) does not match that of node %u "
                "(%llu)",
                t->route, node_of(t, p), (unsigned long long)emuq_collective_oldest(t, p)->length,
                node_of(t, t->model), (unsigned long long)model->length);
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

/* Chooses the next collective, under the lock. @return whether there is one. */
static bool choose(emuq_work_t *work, emuq_tree_t *t)
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
        check_agreement(work, t);
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

void emuq_collective_collected(emuq_work_t *work, emuq_waiter_t *w)
{
    w->completed = true;
    if (w->inj == NULL)
        w->state = EMUQ_LOCAL; /* of another host: the request is done */
    emuq_work_resume(work, w);
}

/* Takes the oldest contribution to an input away, under the lock. */
static void consume(emuq_work_t *work, emuq_tree_t *t, uint32_t p)
{
    emuq_contributions_t *q = &t->queue[p];
    emuq_contribution_t *c = emuq_collective_oldest(t, p);
    if (c->waiter != NULL)
        emuq_collective_collected(work, c->waiter);
    q->count--;
    q->first = q->count != 0 ? (q->first + 1) % EMUQ_QUEUE_DEPTH : 0;
    if (q->blocked != NULL) {
        emuq_waiter_t *w = q->blocked;
        q->blocked = w->next;
        emuq_work_resume(work, w);
    }
    if (q->count != 0)
        emuq_collective_came(t, p);
}

static void finish(emuq_work_t *work, emuq_tree_t *t)
{
    if (!t->run.failed && t->branch.place == 0)
        emuq_collective_count(t, &t->run.header, t->run.length, t->run.only);
    if (t->run.source != UINT32_MAX) {
        consume(work, t, t->run.source);
    } else {
        t->ready = 0;
        for (uint32_t p = 0; p < t->inputs; p++)
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

/* Runs collectives while there are any. @param resumed the caller has `running` already. */
static void advance(emuq_work_t *work, emuq_tree_t *t, bool resumed)
{
    while (resumed || (!t->running && choose(work, t))) {
        t->running = true;
        resumed = false;
        emuq_unlock(&t->lock);
        EMUQ_TEST_POINT(collective_running);
        bool is_through =
            t->hosts > 1 ? emuq_far_run(work, t) : t->run.failed || emuq_pieces_deliver(work, t);
        emuq_rejected_by_none(work); /* of the receivers that refuse it, the first is reported */
        if (!is_through)
            return;
        emuq_lock(&t->lock);
        finish(work, t);
    }
    emuq_unlock(&t->lock);
}

void emuq_collective_resume(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_tree_t *t = w->tree;
    if (w != &t->waiter && !emuq_far_goes_on(work, w))
        return;
    emuq_lock(&t->lock);
    advance(work, t, true);
}

void emuq_collective_advance(emuq_work_t *work, emuq_tree_t *t)
{
    advance(work, t, false);
}

/* ---- collectives of few participants with a short result ---- */

#define FEW         32u
#define STACK_BYTES 2048u

/* Where the result goes. */
typedef struct targets {
    char *at[FEW];
    emuq_mu_node_t *node[FEW];
} targets_t;

/* @return whether all of them are known. The lines are prefetched: they normally belong to the receivers'
 * cores. */
static bool find_targets(const emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t bytes, targets_t *to)
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

/* The last contribution. */
typedef struct last {
    uint32_t participant;
    const char *payload;
} last_t;

/* Contributions of this length are buffered. */
static const char *short_piece_of(const emuq_tree_t *t, uint32_t p, const void *context)
{
    const last_t *last = context;
    return p == last->participant ? last->payload : emuq_collective_oldest(t, p)->data;
}

/* Whether the contributions of all other participants have come and are to this operation. */
static bool all_agree(const emuq_tree_t *t, uint32_t last, const MUHWI_PacketHeader_t *h, uint64_t length)
{
    for (uint32_t p = 0; p < t->participants; p++) {
        const emuq_contribution_t *c = emuq_collective_oldest(t, p);
        if (p != last && !is_same(&c->header, c->length, h, length))
            return false;
    }
    return true;
}

/* Under the lock: to the last to contribute at last, which does not wait for it yet. */
static void put_to_all(const emuq_tree_t *t, uint32_t last, const targets_t *to, const char *result,
                       uint64_t bytes)
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

bool emuq_collective_at_once(emuq_work_t *work, emuq_tree_t *t, uint32_t last, const MUHWI_PacketHeader_t *h,
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
        !find_targets(t, h, length, &to) || !(is_broadcast || all_agree(t, last, h, length)))
        return false;
    const char *result = stack;
    if (is_broadcast) {
        memcpy(stack, payload, length); /* which may be a target as well */
        if (h->NetworkHeader.collective.Byte1.OpCode >= 12)
            emuq_normalise(stack, length);
    } else {
        result = emuq_tree_combine(t, stack, length, h, length, short_piece_of, &(last_t){last, payload});
        t->ready = 0;
        for (uint32_t p = 0; p < participants; p++)
            if (p != last)
                consume(work, t, p);
    }
    emuq_collective_count(t, h, length, UINT32_MAX);
    put_to_all(t, last, &to, result, length);
    advance(work, t, false);
    for (uint32_t p = 0; p < participants; p++)
        emuq_wake(to.node[p]);
    return true;
}
