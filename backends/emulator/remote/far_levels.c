/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/remote/far_levels.h"

#include <errno.h>

#include "backends/emulator/core/work.h"
#include "backends/emulator/remote/far_post.h"
#include "backends/emulator/collective/wires.h"
#include "base/clock.h"
#include "base/futex.h"

#define LOOK_NS UINT64_C(20000000) /* between two looks whether the host engine has gone */
#define OWES_NS UINT64_C(1000000)  /* how long what has been raised may wait for what is dropped */

/* ---- ranks ---- */

/* Has the host engine look at a tree; with the lock. A failure is the end of the job. */
static void ask(emuq_tree_t *t)
{
    emuq_levels_t *l = &t->levels;
    if (l->asked)
        return;
    l->waiter.state = EMUQ_LEVEL;
    l->asked = true;
    emuq_tree_hold(t);
    if (emuq_mailbox_put(&t->machine->member[t->machine->engine].mailbox, &l->waiter.link) != 0) {
        l->asked = false;
        emuq_tree_let_go(t);
    }
}

/* Waits until the status is known and a fence, if it is not 0, is done. Acquire: pairs with the releases of
 * set_known(), seen() and give_up() in tree.c.
 * @return false: the tree was given up before that */
static bool await(const emuq_tree_t *t, uint32_t fence)
{
    const emuq_levels_t *l = &t->levels;
    for (;;) {
        unsigned turn = __atomic_load_n(&l->turn, __ATOMIC_ACQUIRE);
        bool is_done = fence == 0 || (int32_t)(__atomic_load_n(&l->done, __ATOMIC_ACQUIRE) - fence) >= 0;
        if (__atomic_load_n(&l->known, __ATOMIC_ACQUIRE) != 0 && is_done)
            return true;
        if (__atomic_load_n(&l->gone, __ATOMIC_ACQUIRE) != 0)
            return false;
        emuq_release_engine();
        if (emuq_futex_wait(&l->turn, turn, LOOK_NS) == -ETIMEDOUT && emuq_far_is_over(t->machine))
            return true;
    }
}

void emuq_far_level(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    bool raises = false, is_seen;
    do {
        emuq_tree_t *t = emuq_wires_lock(n, route);
        if (t == NULL)
            return; /* the next scan tries again */
        uint32_t own = emuq_wires_count(t, n);
        if (t->hosts == 1) {
            emuq_wires_show(work, t, own);
            return;
        }
        emuq_levels_t *l = &t->levels;
        uint64_t before = n->gi_gone_on[route];
        uint64_t now = __atomic_load_n(&n->gi_contribution[route], __ATOMIC_RELAXED);
        raises |= now != before && (before & ~now) == 0;
        n->gi_gone_on[route] = now;
        bool drops = (l->sum.own & ~own) != 0, changes = l->sum.own != own;
        emuq_or_own(&l->sum, (uint8_t)own);
        if (raises && ++l->wanted == 0)
            l->wanted = 1;
        uint32_t fence = raises ? l->wanted : 0;
        if (raises || changes || !l->begun)
            ask(t);
        emuq_tree_hold(t);
        bool is_urgent = raises || drops || !l->begun;
        emuq_unlock(&t->lock);
        if (is_urgent)
            emuq_wake_engine(&t->machine->member[t->machine->engine]);
        is_seen = await(t, fence);
        emuq_tree_let_go(t);
    } while (!is_seen);
}

/* ---- the host engine ---- */

static struct {
    emuq_tree_t *owing; /* trees that owe something, or did */
    uint32_t missed;    /* bit per route: a frame was for another tree than that of this host */
} engine;

/* A fence on its way; number 0: none. */
typedef struct fence {
    uint32_t number, origin;
} fence_t;

static const fence_t no_fence = {0, 0};

static void send(const emuq_tree_t *t, uint32_t host, int what, uint8_t bits, fence_t fence)
{
    const emuq_frame_level_t frame = {.frame = {EMUQ_FRAME_LEVEL, fence.number},
                                      .what = what,
                                      .node = t->lowest,
                                      .id = t->id,
                                      .route = (uint16_t)t->route,
                                      .bits = bits,
                                      .origin = fence.origin};
    (void)emuq_far_send(host, &frame, sizeof frame); /* a lost host ends the job */
}

static void send_down(const emuq_tree_t *t, int what, uint8_t bits, fence_t fence)
{
    const emuq_or_tree_t *sum = &t->levels.sum;
    for (uint32_t k = 0; k < sum->children; k++)
        send(t, t->host[emuq_or_child(sum, k)], what, bits, fence);
}

/* A host has seen what a fence of this host goes with. */
static int seen(emuq_tree_t *t, uint32_t number)
{
    emuq_levels_t *l = &t->levels;
    if (l->left == 0 || l->fence != number)
        return -EPROTO;
    if (--l->left == 0) {
        __atomic_store_n(&l->done, number, __ATOMIC_RELEASE);
        emuq_levels_turn(l);
    }
    return 0;
}

/* This host has seen what a fence goes with. */
static void answer(emuq_tree_t *t, fence_t fence)
{
    if (fence.number != 0 && fence.origin == t->machine->placement.host)
        (void)seen(t, fence.number);
    else if (fence.number != 0)
        send(t, fence.origin, EMUQ_LEVEL_SEEN, 0, fence);
}

/* Tells the parent, or as the root the children. */
static void tell(emuq_tree_t *t, uint8_t bits, fence_t fence)
{
    uint32_t place = t->levels.sum.place;
    if (place != 0) {
        send(t, t->host[emuq_or_parent(place)], EMUQ_LEVEL_UP, bits, fence);
        return;
    }
    send_down(t, EMUQ_LEVEL_DOWN, bits, fence);
    answer(t, fence);
}

/* There is a status, which has been shown. */
static void set_known(emuq_levels_t *l)
{
    if (__atomic_load_n(&l->known, __ATOMIC_RELAXED) != 0)
        return;
    __atomic_store_n(&l->known, 1, __ATOMIC_RELEASE);
    emuq_levels_turn(l);
}

/* Takes part with what the participants of this host say, if it does not yet. */
static void begin(emuq_tree_t *t)
{
    emuq_levels_t *l = &t->levels;
    uint32_t place = 0;
    if (l->begun)
        return;
    while (t->host[place] != t->machine->placement.host)
        place++;
    l->begun = l->is_new = true;
    emuq_or_begin(&l->sum, place, t->hosts);
    emuq_or_own(&l->sum, (uint8_t)emuq_wires_count_all(t));
}

/* Notes whether something is owed after a step. */
static void note_debt(emuq_tree_t *t, emuq_or_step_t step)
{
    emuq_levels_t *l = &t->levels;
    if (step == EMUQ_OR_TELL)
        l->owes = false;
    if (step != EMUQ_OR_OWES || l->owes)
        return;
    l->owes = true;
    l->owes_since = emuq_host_now_ns();
    if (l->is_listed)
        return;
    l->is_listed = true;
    emuq_tree_hold(t);
    l->next = engine.owing;
    engine.owing = t;
}

/* Begins a fence for the ranks that wait for one, if it may. @return the fence, or none */
static fence_t own_fence(const emuq_tree_t *t, emuq_levels_t *l)
{
    if (!l->sum.is_known || l->left != 0 || l->wanted == l->done)
        return no_fence;
    l->fence = l->wanted;
    l->left = t->hosts;
    return (fence_t){l->fence, t->machine->placement.host};
}

/* Tells what there is to tell. With the lock, which it gives back; the caller holds the tree. */
static void go_on(emuq_work_t *work, emuq_tree_t *t, bool at_once, fence_t passing)
{
    emuq_levels_t *l = &t->levels;
    begin(t);
    bool asks = l->is_new;
    l->is_new = false;
    emuq_or_step_t step =
        emuq_or_step(&l->sum, at_once || passing.number != 0 || (l->wanted != l->done && l->left == 0));
    note_debt(t, step);
    fence_t own = own_fence(t, l);
    uint8_t bits = l->sum.told;
    if (step == EMUQ_OR_TELL && l->sum.place == 0) {
        emuq_wires_show(work, t, bits);
        set_known(l);
    } else {
        emuq_unlock(&t->lock);
    }
    emuq_far_flush(); /* a host that hears of the level has heard of the messages before */
    if (asks)
        send_down(t, EMUQ_LEVEL_ASK, 0, no_fence);
    if (own.number != 0)
        tell(t, bits, own);
    if (passing.number != 0)
        tell(t, bits, passing);
    if (step == EMUQ_OR_TELL && own.number == 0 && passing.number == 0)
        tell(t, bits, no_fence);
}

/* The same without the lock, unless the tree has been given up. @param at_once whatever it owes */
static void look(emuq_work_t *work, emuq_tree_t *t, bool at_once)
{
    emuq_lock(&t->lock);
    if (t->given_up)
        emuq_unlock(&t->lock);
    else
        go_on(work, t, at_once, no_fence);
}

void emuq_far_levels_asked(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_tree_t *t = EMUQ_LINKED(w, emuq_tree_t, levels.waiter);
    emuq_lock(&t->lock);
    t->levels.asked = false;
    emuq_unlock(&t->lock);
    look(work, t, false);
    emuq_tree_let_go(t);
}

bool emuq_far_levels_settle(emuq_work_t *work)
{
    if (engine.owing == NULL)
        return false;
    uint64_t now = emuq_host_now_ns();
    bool told = false;
    for (emuq_tree_t **link = &engine.owing, *t; (t = *link) != NULL;) {
        emuq_levels_t *l = &t->levels;
        if (l->owes && now - l->owes_since < OWES_NS) {
            link = &l->next;
            continue;
        }
        *link = l->next;
        l->is_listed = false;
        if (l->owes) {
            l->owes = false;
            look(work, t, true);
            told = true;
        }
        emuq_tree_let_go(t);
    }
    return told;
}

/* Begins with the tree of a node of this host, if that has not been done. */
static void renew(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t = n->is_here && emuq_route_word(n, route, true) != 0 ? emuq_wires_lock(n, route) : NULL;
    if (t == NULL)
        return;
    if (t->hosts == 1 || t->levels.begun) {
        emuq_unlock(&t->lock);
        return;
    }
    emuq_tree_hold(t);
    go_on(work, t, false, no_fence);
    emuq_tree_let_go(t);
}

void emuq_far_levels_renew(emuq_work_t *work, emuq_machine_t *m)
{
    for (uint32_t route = 0; route < EMUQ_ROUTES; route++)
        for (uint32_t i = 0; i < m->nodes && engine.missed >> route & 1; i++)
            renew(work, &m->node[i], route);
}

/* The status has come. With the lock, which it gives back. */
static int came_down(emuq_work_t *work, emuq_tree_t *t, uint8_t bits, fence_t fence)
{
    emuq_levels_t *l = &t->levels;
    if (!l->sum.has_told) {
        emuq_unlock(&t->lock);
        return -EPROTO;
    }
    emuq_or_down(&l->sum, bits);
    bool is_first = __atomic_load_n(&l->known, __ATOMIC_RELAXED) == 0;
    emuq_wires_show(work, t, bits);
    send_down(t, EMUQ_LEVEL_DOWN, bits, fence);
    set_known(l);
    answer(t, fence);
    if (is_first || fence.origin == t->machine->placement.host) /* another fence may begin */
        look(work, t, false);
    return 0;
}

/* A child has told something. With the lock, which it gives back. */
static int came_up(emuq_work_t *work, emuq_tree_t *t, uint32_t host, uint8_t bits, fence_t fence)
{
    emuq_or_tree_t *sum = &t->levels.sum;
    uint32_t k = 0;
    while (k < sum->children && t->host[emuq_or_child(sum, k)] != host)
        k++;
    if (k == sum->children || (fence.number != 0 && !sum->is_known)) {
        emuq_unlock(&t->lock);
        return -EPROTO;
    }
    emuq_or_below(sum, k, bits);
    go_on(work, t, false, fence);
    return 0;
}

/* The parent asks. With the lock, which it gives back. */
static void came_to_ask(emuq_work_t *work, emuq_tree_t *t)
{
    const emuq_or_tree_t *sum = &t->levels.sum;
    bool again = sum->has_told;
    go_on(work, t, false, no_fence);
    if (again)
        tell(t, sum->told, no_fence);
}

/* An answer to a fence of this host. With the lock, which it gives back. */
static int came_seen(emuq_work_t *work, emuq_tree_t *t, uint32_t number)
{
    int rc = seen(t, number);
    if (rc == 0)
        go_on(work, t, false, no_fence);
    else
        emuq_unlock(&t->lock);
    return rc;
}

static bool is_from_parent(const emuq_tree_t *t, uint32_t host)
{
    uint32_t place = t->levels.sum.place;
    return place != 0 && t->host[emuq_or_parent(place)] == host;
}

/* A frame for this tree. With the lock, which it gives back. */
static int arrived(emuq_work_t *work, emuq_tree_t *t, uint32_t host, const emuq_frame_level_t *f)
{
    const fence_t fence = {f->frame.token, f->origin};
    begin(t);
    if (f->what == EMUQ_LEVEL_UP)
        return came_up(work, t, host, (uint8_t)f->bits, fence);
    if (f->what == EMUQ_LEVEL_SEEN)
        return came_seen(work, t, fence.number);
    if (!is_from_parent(t, host)) {
        emuq_unlock(&t->lock);
        return -EPROTO;
    }
    if (f->what == EMUQ_LEVEL_DOWN)
        return came_down(work, t, (uint8_t)f->bits, fence);
    came_to_ask(work, t);
    return 0;
}

int emuq_far_levels_arrived(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const emuq_frame_level_t *f)
{
    if ((unsigned)f->what > EMUQ_LEVEL_SEEN || f->node >= m->nodes || f->route >= EMUQ_ROUTES ||
        f->bits > 7 || f->origin >= m->placement.hosts)
        return -EPROTO;
    emuq_mu_node_t *n = &m->node[f->node];
    emuq_tree_t *t = NULL;
    if (emuq_route_word(n, f->route, true) != 0 && (t = emuq_wires_lock(n, f->route)) == NULL)
        return -ENOMEM;
    if (t == NULL || t->hosts == 1 || t->here == 0 || t->id != f->id) {
        engine.missed |= UINT32_C(1) << f->route;
        if (t != NULL)
            emuq_unlock(&t->lock);
        return 0;
    }
    emuq_tree_hold(t);
    int rc = arrived(work, t, host, f);
    emuq_tree_let_go(t);
    return rc;
}
