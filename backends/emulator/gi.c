/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Global interrupts: the status bits of all nodes of a tree are the OR of the control bits of its
 * participants (spi-gi-barrier section 1). A tree counts, for each of the three bits, the participants that
 * have it set. The lock of the tree covers the counts, what each node has contributed to them, and the order
 * of status values; the status registers themselves are written with release and read with acquire by the
 * pollers.
 */
#include "backends/emulator/gi.h"

#include "backends/emulator/far.h"
#include "backends/emulator/network.h"
#include "backends/emulator/tree.h"
#include "backends/emulator/wake.h"

/* Recounts what a node contributes. */
static void recount(emuq_tree_t *t, emuq_mu_node_t *n)
{
    uint64_t old = __atomic_load_n(&n->gi_contribution[t->route], __ATOMIC_RELAXED);
    uint64_t now = __atomic_load_n(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + t->route * 8), __ATOMIC_ACQUIRE);
    if (now & ~(uint64_t)7)
        now = old; /* a bad store, which its doorbell takes back */
    if (!emuq_is_participant(emuq_route_word(n, t->route, true)))
        now = 0;
    for (int bit = 0; bit < 3; bit++) {
        if ((old ^ now) >> bit & 1) {
            if (now >> bit & 1)
                t->raised[bit]++;
            else
                t->raised[bit]--;
        }
    }
    __atomic_store_n(&n->gi_contribution[t->route], now, __ATOMIC_RELAXED);
}

static uint32_t status_of(const emuq_tree_t *t)
{
    return (t->raised[0] != 0) | (t->raised[1] != 0) << 1 | (t->raised[2] != 0) << 2;
}

static void raise_enabled(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route, uint32_t status)
{
    /* One nibble per class route from the top; its low three bits enable GI 0, 1, 2 (status bits 4, 2, 1). */
    uint32_t enabled =
        (uint32_t)(__atomic_load_n(&n->dcr.gi_interrupt_enable, __ATOMIC_RELAXED) >> (60 - 4 * route)) & 7;
    if ((enabled & status) != 0)
        emuq_work_interrupt(work, n, true, route, enabled & status);
}

/* The route's tree, with its lock. NULL without memory: the next scan tries again. */
static inline emuq_tree_t *lock_tree(emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t;
    do
        t = emuq_tree_find(n, route, true);
    while (t != NULL && !emuq_tree_lock(t, n, route, true));
    return t;
}

void emuq_gi_restore(emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t = lock_tree(n, route);
    if (t == NULL)
        return;
    uint64_t contribution = __atomic_load_n(&n->gi_contribution[route], __ATOMIC_RELAXED);
    __atomic_store_n(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8), contribution, __ATOMIC_RELEASE);
    if (t->status != UINT32_MAX)
        __atomic_store_n(emuq_reg(n, 0, EMUQ_REG_GI_STATUS + route * 8), t->status, __ATOMIC_RELEASE);
    emuq_unlock(&t->lock);
}

/* Counts all participants. */
static void recount_all(emuq_tree_t *t)
{
    for (uint32_t i = 0; i < t->participants; i++)
        recount(t, &t->machine->node[t->participant[i]]);
}

/* Tells the other hosts of a level that they have not been told of. One that only raises wires is known to
 * all of them when the caller goes on: where a program raises a wire and then says so by other means, nobody
 * finds the wire low.
 * @return what to wait for, or NULL */
static struct emuq_news *tell(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    struct emuq_news *news = NULL;
    emuq_lock(&n->told_lock); /* levels are told in the order in which they were found here */
    uint64_t before = n->gi_told[route];
    uint64_t now = __atomic_load_n(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8), __ATOMIC_ACQUIRE);
    bool is_new = now != before && (now & ~(uint64_t)7) == 0, raises = (before & ~now) == 0;
    if (is_new)
        n->gi_told[route] = now;
    if (is_new && emuq_the_machine != NULL) { /* before that every host does the same */
        news = emuq_far_tell(n, EMUQ_TOLD_LEVEL, route, now, raises);
        if (news == NULL && !emuq_far_is_over(n->machine))
            emuq_refuse_register(work, n, emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8), -1,
                                 "no memory to tell the other hosts of a global interrupt",
                                 "give the job more memory, or fewer ranks");
    }
    emuq_unlock(&n->told_lock);
    return raises ? news : NULL;
}

/* Shows a status to all nodes of a tree, under its lock. The structures of the nodes are left alone: where
 * hundreds of processes take turns, none of these is in a cache or in a translation buffer. */
static void show_all(const emuq_tree_t *t, uint32_t status)
{
    uintptr_t first = t->machine->base + EMUQ_REG_GI_STATUS + t->route * 8;
    for (uint32_t i = 0; i < t->nodes; i++)
        __atomic_store_n((uint64_t *)(first + t->node[i] * EMUQ_REGISTER_FILE_BYTES), status,
                         __ATOMIC_RELEASE);
}

/* Some thread may wait for more than the status of one route: for any change of its node, or an interrupt.
 * Sleepers that are woken here set the flag again before they sleep again; those of other nodes would not. */
static __attribute__((noinline)) void tell_watchers(emuq_work_t *work, const emuq_tree_t *t, uint32_t status)
{
    emuq_machine_t *m = t->machine;
    uint32_t sleepers = EMUQ_WATCHED_ASLEEP;
    if (t->nodes ==
        m->nodes) /* acquire: pairs with the release in idle_wait.c; a sleeper that set it is seen below */
        __atomic_compare_exchange_n(&m->levels_watched, &sleepers, 0, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < t->nodes; i++) {
        emuq_mu_node_t *n = &m->node[t->node[i]];
        emuq_wake(n);
        raise_enabled(work, n, t->route, status);
    }
}

static void update(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    emuq_machine_t *m = n->machine;
    emuq_tree_t *t = lock_tree(n, route);
    if (t == NULL)
        return;
    if (t->raised[0] + t->raised[1] + t->raised[2] == 0)
        recount_all(t); /* a new tree, or nothing raised anywhere */
    else
        recount(t, n);
    uint32_t status = status_of(t);
    if (m->is_device && (t->status & ~status) != 0) {
        /* A device may have missed a wire that was raised before this one was lowered. */
        recount_all(t);
        status = status_of(t);
    }
    bool changed = status != t->status;
    t->status = status;
    if (changed) {
        show_all(t, status);
        /* Under the lock: until it is taken back the tree does not become another one. */
        __atomic_fetch_add(&t->users, 1, __ATOMIC_SEQ_CST);
    }
    emuq_unlock(&t->lock);
    if (!changed)
        return;
    emuq_event_notify_light(&t->gi_event, EMUQ_EVENT_ALL);
    /* Full order, with the addition above: either this sees the flag, or the sleeper that set it sees the
     * status. */
    if (__atomic_load_n(&m->levels_watched, __ATOMIC_SEQ_CST) != 0)
        tell_watchers(work, t, status);
    /* Release: pairs with the acquire in recycle(); the list of nodes has been read. */
    __atomic_fetch_sub(&t->users, 1, __ATOMIC_RELEASE);
}

void emuq_gi_show_status(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route, uint32_t status)
{
    __atomic_store_n(emuq_reg(n, 0, EMUQ_REG_GI_STATUS + route * 8), status, __ATOMIC_RELEASE);
    raise_enabled(work, n, route, status);
}

/* Levels that others are to hear of: the network between the units, which does the rest, or other hosts. */
static __attribute__((noinline)) void carry(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    struct emuq_news *news = NULL;
    if (emuq_the_network != NULL) {
        uint64_t now = __atomic_load_n(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8), __ATOMIC_ACQUIRE);
        if (now & ~(uint64_t)7)
            return; /* a bad store, which its doorbell takes back */
        __atomic_store_n(&n->gi_contribution[route], now, __ATOMIC_RELAXED);
        emuq_the_network->level(n, route, (uint32_t)now);
        return;
    }
    if (n->is_here)
        news = tell(work, n, route);
    update(work, n, route);
    if (news != NULL)
        emuq_far_wait(news);
}

void emuq_gi_update(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    if (__builtin_expect(n->machine->carries_levels, 0))
        carry(work, n, route);
    else
        update(work, n, route);
}
