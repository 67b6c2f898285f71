/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/collective/wires.h"

#include "backends/emulator/core/unit.h"

static inline emuq_tree_t *lock_tree(emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t;
    do
        t = emuq_tree_find(n, route, true);
    while (t != NULL && !emuq_tree_lock(t, n, route, true));
    return t;
}

emuq_tree_t *emuq_wires_lock(emuq_mu_node_t *n, uint32_t route)
{
    return lock_tree(n, route);
}

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

static void recount_all(emuq_tree_t *t)
{
    for (uint32_t i = 0; i < t->participants; i++)
        recount(t, &t->machine->node[t->participant[i]]);
}

static uint32_t status_of(const emuq_tree_t *t)
{
    return (t->raised[0] != 0) | (t->raised[1] != 0) << 1 | (t->raised[2] != 0) << 2;
}

static inline uint32_t count(emuq_tree_t *t, emuq_mu_node_t *n)
{
    if (t->raised[0] + t->raised[1] + t->raised[2] == 0)
        recount_all(t); /* a new tree, or nothing raised anywhere */
    else
        recount(t, n);
    uint32_t status = status_of(t);
    if (n->machine->is_device && (t->status & ~status) != 0) {
        /* A device may have missed a wire that was raised before this one was lowered. */
        recount_all(t);
        status = status_of(t);
    }
    return status;
}

uint32_t emuq_wires_count(emuq_tree_t *t, emuq_mu_node_t *n)
{
    return count(t, n);
}

uint32_t emuq_wires_count_all(emuq_tree_t *t)
{
    recount_all(t);
    return status_of(t);
}

void emuq_wires_raise(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route, uint32_t status)
{
    /* One nibble per class route from the top; its low three bits enable GI 0, 1, 2 (status bits 4, 2, 1). */
    uint32_t enabled =
        (uint32_t)(__atomic_load_n(&n->dcr.gi_interrupt_enable, __ATOMIC_RELAXED) >> (60 - 4 * route)) & 7;
    if ((enabled & status) != 0)
        emuq_work_interrupt(work, n, true, route, enabled & status);
}

/* Shows a status to the nodes of a tree, under its lock. The structures of the nodes are left alone: where
 * hundreds of processes take turns, none of these is in a cache or in a translation buffer. */
static void show_all(const emuq_tree_t *t, uint32_t status)
{
    uintptr_t first = t->machine->base + EMUQ_REG_GI_STATUS + t->route * 8;
    for (uint32_t i = 0; i < t->here; i++)
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
    for (uint32_t i = 0; i < t->here; i++) {
        emuq_mu_node_t *n = &m->node[t->node[i]];
        emuq_wake(n);
        emuq_wires_raise(work, n, t->route, status);
    }
}

static inline void show(emuq_work_t *work, const emuq_machine_t *m, emuq_tree_t *t, uint32_t status)
{
    bool changed = status != t->status;
    t->status = status;
    if (changed) {
        show_all(t, status);
        emuq_tree_hold(t);
    }
    emuq_unlock(&t->lock);
    if (!changed)
        return;
    emuq_event_notify_light(&t->gi_event, EMUQ_EVENT_ALL);
    /* Full order, with emuq_tree_hold() above: either this sees the flag, or the sleeper that set it sees the
     * status. */
    if (__atomic_load_n(&m->levels_watched, __ATOMIC_SEQ_CST) != 0)
        tell_watchers(work, t, status);
    emuq_tree_let_go(t);
}

void emuq_wires_show(emuq_work_t *work, emuq_tree_t *t, uint32_t status)
{
    show(work, t->machine, t, status);
}

void emuq_wires_update(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t = lock_tree(n, route);
    if (t != NULL)
        show(work, n->machine, t, count(t, n));
}
