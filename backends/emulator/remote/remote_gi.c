/* SPDX-License-Identifier: BSD-3-Clause */
/* Global interrupts between hosts.
 *
 * The hosts of a class route form a tree of ORs (sync/or_tree.h). Each host contributes the OR of its
 * participants; the root sends the status down. A rank stores its state and notifies the host engine. A
 * change that only raises signals (a barrier is entered) is coalesced with the next lowering, or sent after
 * COALESCE_NS.
 *
 * Hosts learn class-route words at different times. Frames for an unknown tree id are dropped; the host joins
 * its trees again after the next change of a word.
 *
 * A store to a control register returns when the status of the tree is known. A store that only raises
 * signals returns when all hosts have seen them, so a rank notified by a message finds the signal raised: a
 * *fence* travels with the state to the root and with the status to all hosts, and each host acknowledges to
 * the origin (SEEN). Fences exist only while the status is known. A host that drops a fence knows a newer
 * tree; the origin learns of that tree later, and retries. */
#include "backends/emulator/remote/remote.h"

#include <errno.h>

#include "backends/emulator/collective/tree.h"
#include "base/host_calls.h"

#define ENGINE_CHECK_NS UINT64_C(20000000) /* interval of checks whether the host engine has ended */
#define COALESCE_NS     UINT64_C(1000000)  /* maximum delay of a raise */

/* ---- ranks ---- */

/* Notifies the host engine. Caller holds the lock. Fails only at the end of the job. */
static void remote_gi_request(emuq_tree_t *t)
{
    emuq_gi_hosts_t *l = &t->gi_hosts;
    if (l->is_queued)
        return;
    l->waiter.state = EMUQ_LEVEL;
    l->is_queued = true;
    emuq_tree_hold(t);
    if (emuq_mailbox_put(&t->machine->member[t->machine->engine].mailbox, &l->waiter.link) != 0) {
        l->is_queued = false;
        emuq_tree_let_go(t);
    }
}

/* Waits for a known status and a complete fence (0: none). Acquire: pairs with the releases in
 * remote_gi_set_known(), remote_gi_fence_acked() and tree_retire(). @return false: retired */
static bool remote_gi_await(const emuq_tree_t *t, uint32_t fence)
{
    const emuq_gi_hosts_t *l = &t->gi_hosts;
    for (;;) {
        unsigned sequence = AO_int_load_acquire(&l->sequence);
        bool is_done = fence == 0 || (int32_t)(AO_int_load_acquire(&l->done) - fence) >= 0;
        if (AO_int_load_acquire(&l->known) != 0 && is_done)
            return true;
        if (AO_int_load_acquire(&l->given_up) != 0)
            return false;
        emuq_release_engine();
        if (emuq_futex_wait(&l->sequence, sequence, ENGINE_CHECK_NS) == -ETIMEDOUT &&
            emuq_remote_is_over(t->machine))
            return true;
    }
}

void emuq_remote_gi_changed(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    bool raises = false, is_seen;
    do {
        emuq_tree_t *t = emuq_gi_lock(n, route);
        if (t == NULL)
            return; /* the next scan tries again */
        uint32_t state = emuq_gi_count(t, n);
        if (t->hosts == 1) {
            emuq_gi_publish(work, t, state);
            return;
        }
        emuq_gi_hosts_t *l = &t->gi_hosts;
        uint64_t before = n->gi_gone_on[route];
        uint64_t now = AO_load(&n->gi_contribution[route]);
        raises |= now != before && (before & ~now) == 0;
        n->gi_gone_on[route] = now;
        bool drops = (l->sum.own & ~state) != 0, changes = l->sum.own != state;
        emuq_or_set(&l->sum, (uint8_t)state);
        if (raises && ++l->wanted == 0)
            l->wanted = 1;
        uint32_t fence = raises ? l->wanted : 0;
        if (raises || changes || !l->joined)
            remote_gi_request(t);
        emuq_tree_hold(t);
        bool is_urgent = raises || drops || !l->joined;
        emuq_unlock(&t->lock);
        if (is_urgent)
            emuq_wake_engine(&t->machine->member[t->machine->engine]);
        is_seen = remote_gi_await(t, fence);
        emuq_tree_let_go(t);
    } while (!is_seen);
}

static struct {
    emuq_tree_t *pending_trees; /* trees that have or had a delayed report */
    uint32_t missed;            /* bit per route: a frame named an unknown tree */
} engine;

/* A fence in flight; number 0: none. */
typedef struct fence {
    uint32_t number, origin;
} fence_t;

static const fence_t no_fence = {0, 0};

static void remote_gi_send(const emuq_tree_t *t, uint32_t host, int what, uint8_t bits, fence_t fence)
{
    const emuq_remote_gi_t frame = {.frame = {EMUQ_REMOTE_GI, fence.number},
                                    .what = what,
                                    .node = t->lowest,
                                    .id = t->id,
                                    .route = (uint16_t)t->route,
                                    .bits = bits,
                                    .origin = fence.origin};
    (void)emuq_remote_send(host, &frame, sizeof frame);
}

static void remote_gi_send_down(const emuq_tree_t *t, int what, uint8_t bits, fence_t fence)
{
    const emuq_or_tree_t *sum = &t->gi_hosts.sum;
    for (uint32_t k = 0; k < sum->children; k++)
        remote_gi_send(t, t->host[emuq_or_child(sum, k)], what, bits, fence);
}

static int remote_gi_fence_acked(emuq_tree_t *t, uint32_t number)
{
    emuq_gi_hosts_t *l = &t->gi_hosts;
    if (l->left == 0 || l->fence != number)
        return -EPROTO;
    if (--l->left == 0) {
        AO_int_store_release(&l->done, number);
        emuq_gi_hosts_signal(l);
    }
    return 0;
}

static void remote_gi_ack_fence(emuq_tree_t *t, fence_t fence)
{
    if (fence.number != 0 && fence.origin == t->machine->placement.host)
        (void)remote_gi_fence_acked(t, fence.number);
    else if (fence.number != 0)
        remote_gi_send(t, fence.origin, EMUQ_GI_SEEN, 0, fence);
}

/* Sends the state to the parent; the root sends the status to its children. */
static void remote_gi_report(emuq_tree_t *t, uint8_t bits, fence_t fence)
{
    uint32_t place = t->gi_hosts.sum.place;
    if (place != 0) {
        remote_gi_send(t, t->host[emuq_or_parent(place)], EMUQ_GI_UP, bits, fence);
        return;
    }
    remote_gi_send_down(t, EMUQ_GI_DOWN, bits, fence);
    remote_gi_ack_fence(t, fence);
}

/* Wakes ranks after the first published status. */
static void remote_gi_set_known(emuq_gi_hosts_t *l)
{
    if (AO_int_load(&l->known) != 0)
        return;
    AO_int_store_release(&l->known, 1);
    emuq_gi_hosts_signal(l);
}

static void remote_gi_join(emuq_tree_t *t)
{
    emuq_gi_hosts_t *l = &t->gi_hosts;
    uint32_t place = 0;
    if (l->joined)
        return;
    while (t->host[place] != t->machine->placement.host)
        place++;
    l->joined = l->must_query = true;
    emuq_or_begin(&l->sum, place, t->hosts);
    emuq_or_set(&l->sum, (uint8_t)emuq_gi_count_all(t));
}

static void remote_gi_note_pending(emuq_tree_t *t, emuq_or_step_t step)
{
    emuq_gi_hosts_t *l = &t->gi_hosts;
    if (step == EMUQ_OR_SEND)
        l->is_pending = false;
    if (step != EMUQ_OR_DEFER || l->is_pending)
        return;
    l->is_pending = true;
    l->pending_since = emuq_host_now_ns();
    if (l->is_listed)
        return;
    l->is_listed = true;
    emuq_tree_hold(t);
    l->next = engine.pending_trees;
    engine.pending_trees = t;
}

/* Starts a fence, if wanted. @return the new fence for the waiting ranks, or none */
static fence_t remote_gi_start_fence(const emuq_tree_t *t, emuq_gi_hosts_t *l)
{
    if (!l->sum.is_known || l->left != 0 || l->wanted == l->done)
        return no_fence;
    l->fence = l->wanted;
    l->left = t->hosts;
    return (fence_t){l->fence, t->machine->placement.host};
}

/* Sends all due reports. Caller holds the lock, which the function releases, and a reference. */
static void remote_gi_advance(emuq_work_t *work, emuq_tree_t *t, bool at_once, fence_t passing)
{
    emuq_gi_hosts_t *l = &t->gi_hosts;
    remote_gi_join(t);
    bool asks = l->must_query;
    l->must_query = false;
    emuq_or_step_t step =
        emuq_or_step(&l->sum, at_once || passing.number != 0 || (l->wanted != l->done && l->left == 0));
    remote_gi_note_pending(t, step);
    fence_t started = remote_gi_start_fence(t, l);
    uint8_t bits = l->sum.told;
    if (step == EMUQ_OR_SEND && l->sum.place == 0) {
        emuq_gi_publish(work, t, bits);
        remote_gi_set_known(l);
    } else {
        emuq_unlock(&t->lock);
    }
    emuq_remote_flush(); /* earlier messages must arrive before the query and the reports */
    if (asks)
        remote_gi_send_down(t, EMUQ_GI_QUERY, 0, no_fence);
    if (started.number != 0)
        remote_gi_report(t, bits, started);
    if (passing.number != 0)
        remote_gi_report(t, bits, passing);
    if (step == EMUQ_OR_SEND && started.number == 0 && passing.number == 0)
        remote_gi_report(t, bits, no_fence);
}

/* Takes the lock, and sends all due reports. @param at_once do not coalesce */
static void remote_gi_poll(emuq_work_t *work, emuq_tree_t *t, bool at_once)
{
    emuq_lock(&t->lock);
    if (t->given_up)
        emuq_unlock(&t->lock);
    else
        remote_gi_advance(work, t, at_once, no_fence);
}

void emuq_remote_gi_requested(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_tree_t *t = EMUQ_LINKED(w, emuq_tree_t, gi_hosts.waiter);
    emuq_lock(&t->lock);
    t->gi_hosts.is_queued = false;
    emuq_unlock(&t->lock);
    remote_gi_poll(work, t, false);
    emuq_tree_let_go(t);
}

bool emuq_remote_gi_settle(emuq_work_t *work)
{
    if (engine.pending_trees == NULL)
        return false;
    uint64_t now = emuq_host_now_ns();
    bool any = false;
    for (emuq_tree_t **link = &engine.pending_trees, *t; (t = *link) != NULL;) {
        emuq_gi_hosts_t *l = &t->gi_hosts;
        if (l->is_pending && now - l->pending_since < COALESCE_NS) {
            link = &l->next;
            continue;
        }
        *link = l->next;
        l->is_listed = false;
        if (l->is_pending) {
            l->is_pending = false;
            remote_gi_poll(work, t, true);
            any = true;
        }
        emuq_tree_let_go(t);
    }
    return any;
}

static void remote_gi_renew_node(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t = n->is_here && emuq_route_word(n, route, true) != 0 ? emuq_gi_lock(n, route) : NULL;
    if (t == NULL)
        return;
    if (t->hosts == 1 || t->gi_hosts.joined) {
        emuq_unlock(&t->lock);
        return;
    }
    emuq_tree_hold(t);
    remote_gi_advance(work, t, false, no_fence);
    emuq_tree_let_go(t);
}

void emuq_remote_gi_renew(emuq_work_t *work, emuq_machine_t *m)
{
    for (uint32_t route = 0; route < EMUQ_ROUTES; route++)
        for (uint32_t i = 0; i < m->nodes && engine.missed >> route & 1; i++)
            remote_gi_renew_node(work, &m->node[i], route);
}

/* ---- received frames: the caller holds the lock of the tree, which the function releases ---- */

static int remote_gi_receive_down(emuq_work_t *work, emuq_tree_t *t, uint8_t bits, fence_t fence)
{
    emuq_gi_hosts_t *l = &t->gi_hosts;
    if (!l->sum.has_told) {
        emuq_unlock(&t->lock);
        return -EPROTO;
    }
    emuq_or_status(&l->sum, bits);
    bool is_first = AO_int_load(&l->known) == 0;
    emuq_gi_publish(work, t, bits);
    remote_gi_send_down(t, EMUQ_GI_DOWN, bits, fence);
    remote_gi_set_known(l);
    remote_gi_ack_fence(t, fence);
    if (is_first || fence.origin == t->machine->placement.host) /* the next fence may start */
        remote_gi_poll(work, t, false);
    return 0;
}

static int remote_gi_receive_up(emuq_work_t *work, emuq_tree_t *t, uint32_t host, uint8_t bits, fence_t fence)
{
    emuq_or_tree_t *sum = &t->gi_hosts.sum;
    uint32_t k = 0;
    while (k < sum->children && t->host[emuq_or_child(sum, k)] != host)
        k++;
    if (k == sum->children || (fence.number != 0 && !sum->is_known)) {
        emuq_unlock(&t->lock);
        return -EPROTO;
    }
    emuq_or_report(sum, k, bits);
    remote_gi_advance(work, t, false, fence);
    return 0;
}

static int remote_gi_receive_seen(emuq_work_t *work, emuq_tree_t *t, uint32_t number)
{
    int rc = remote_gi_fence_acked(t, number);
    if (rc == 0)
        remote_gi_advance(work, t, false, no_fence);
    else
        emuq_unlock(&t->lock);
    return rc;
}

static int remote_gi_dispatch(emuq_work_t *work, emuq_tree_t *t, uint32_t host, const emuq_remote_gi_t *f)
{
    const fence_t fence = {f->frame.token, f->origin};
    remote_gi_join(t);
    const emuq_or_tree_t *sum = &t->gi_hosts.sum;
    if (f->what == EMUQ_GI_UP)
        return remote_gi_receive_up(work, t, host, (uint8_t)f->bits, fence);
    if (f->what == EMUQ_GI_SEEN)
        return remote_gi_receive_seen(work, t, fence.number);
    if (sum->place == 0 || t->host[emuq_or_parent(sum->place)] != host) {
        emuq_unlock(&t->lock);
        return -EPROTO;
    }
    if (f->what == EMUQ_GI_DOWN)
        return remote_gi_receive_down(work, t, (uint8_t)f->bits, fence);
    bool again = sum->has_told; /* a query */
    remote_gi_advance(work, t, false, no_fence);
    if (again)
        remote_gi_report(t, sum->told, no_fence);
    return 0;
}

int emuq_remote_gi_arrived(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const emuq_remote_gi_t *f)
{
    if ((unsigned)f->what > EMUQ_GI_SEEN || f->node >= m->nodes || f->route >= EMUQ_ROUTES || f->bits > 7 ||
        f->origin >= m->placement.hosts)
        return -EPROTO;
    emuq_mu_node_t *n = &m->node[f->node];
    emuq_tree_t *t = NULL;
    if (emuq_route_word(n, f->route, true) != 0 && (t = emuq_gi_lock(n, f->route)) == NULL)
        return -ENOMEM;
    if (t == NULL || t->hosts == 1 || t->here == 0 || t->id != f->id) {
        engine.missed |= UINT32_C(1) << f->route;
        if (t != NULL)
            emuq_unlock(&t->lock);
        return 0;
    }
    emuq_tree_hold(t);
    int rc = remote_gi_dispatch(work, t, host, f);
    emuq_tree_let_go(t);
    return rc;
}
