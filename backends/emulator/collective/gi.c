/* SPDX-License-Identifier: BSD-3-Clause */
/* Global interrupts: counts and status of trees (spi-gi-barrier 1). */
#include "backends/emulator/collective/tree.h"

#include "backends/emulator/core/deliver.h"

inline emuq_tree_t *emuq_gi_lock(emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t;
    do
        t = emuq_tree_find(n, route, true);
    while (t != NULL && !emuq_tree_lock(t, n, route, true));
    return t;
}

static void gi_recount(emuq_tree_t *t, emuq_mu_node_t *n)
{
    uint64_t old = AO_load(&n->gi_contribution[t->route]);
    uint64_t now = AO_load_acquire(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + t->route * 8));
    if (now & ~(uint64_t)7)
        now = old; /* a bad store, undone by its doorbell */
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
    AO_store(&n->gi_contribution[t->route], now);
}

static void gi_recount_all(emuq_tree_t *t)
{
    for (uint32_t i = 0; i < t->participants; i++)
        gi_recount(t, &t->machine->node[t->participant[i]]);
}

static uint32_t gi_status_of(const emuq_tree_t *t)
{
    return (t->raised[0] != 0) | (t->raised[1] != 0) << 1 | (t->raised[2] != 0) << 2;
}

inline uint32_t emuq_gi_count(emuq_tree_t *t, emuq_mu_node_t *n)
{
    if (t->raised[0] + t->raised[1] + t->raised[2] == 0)
        gi_recount_all(t); /* a new tree, or nothing raised */
    else
        gi_recount(t, n);
    uint32_t status = gi_status_of(t);
    if (n->machine->is_device && (t->status & ~status) != 0) {
        /* A device may have missed a raise before this drop. */
        gi_recount_all(t);
        status = gi_status_of(t);
    }
    return status;
}

uint32_t emuq_gi_count_all(emuq_tree_t *t)
{
    gi_recount_all(t);
    return gi_status_of(t);
}

static void gi_raise(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route, uint32_t status)
{
    /* A nibble per class route from the top; its low bits enable GI 0, 1, 2 (status bits 4, 2, 1). */
    uint32_t enabled = (uint32_t)(AO_load(&n->dcr.gi_interrupt_enable) >> (60 - 4 * route)) & 7;
    if ((enabled & status) != 0)
        emuq_work_interrupt(work, n, true, route, enabled & status);
}

/* Avoids node structures: with hundreds of processes they are in no cache and no TLB. */
static void gi_store_status(const emuq_tree_t *t, uint32_t status)
{
    uintptr_t first = t->machine->base + EMUQ_REG_GI_STATUS + t->route * 8;
    for (uint32_t i = 0; i < t->here; i++)
        AO_store_release((uint64_t *)(first + t->node[i] * EMUQ_REGISTER_FILE_BYTES), status);
}

/* Wakes threads that wait for any change of a node, or for an interrupt; they set the flag again before a
 * sleep. Only a tree of all nodes clears the flag. */
static __attribute__((noinline)) void gi_notify_watchers(emuq_work_t *work, const emuq_tree_t *t,
                                                         uint32_t status)
{
    emuq_machine_t *m = t->machine;
    if (t->nodes == m->nodes) /* acquire: pairs with the release in idle_wait.c */
        (void)AO_int_compare_and_swap_full(&m->levels_watched, EMUQ_WATCHED_ASLEEP, 0);
    for (uint32_t i = 0; i < t->here; i++) {
        emuq_mu_node_t *n = &m->node[t->node[i]];
        emuq_event_notify_light(&n->event, EMUQ_EVENT_ALL);
        gi_raise(work, n, t->route, status);
    }
}

static inline void gi_publish(emuq_work_t *work, const emuq_machine_t *m, emuq_tree_t *t, uint32_t status)
{
    bool changed = status != t->status;
    t->status = status;
    if (changed) {
        gi_store_status(t, status);
        emuq_tree_hold(t);
    }
    emuq_unlock(&t->lock);
    if (!changed)
        return;
    emuq_event_notify_light(&t->gi_event, EMUQ_EVENT_ALL);
    /* Full order with emuq_tree_hold(): either this load sees the flag, or the sleeper sees the status. */
    if (emuq_load_ordered(&m->levels_watched) != 0)
        gi_notify_watchers(work, t, status);
    emuq_tree_let_go(t);
}

void emuq_gi_publish(emuq_work_t *work, emuq_tree_t *t, uint32_t status)
{
    gi_publish(work, t->machine, t, status);
}

void emuq_gi_update_local(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t = emuq_gi_lock(n, route);
    if (t != NULL)
        gi_publish(work, n->machine, t, emuq_gi_count(t, n));
}

void emuq_gi_restore(emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t = emuq_gi_lock(n, route);
    if (t == NULL)
        return;
    uint64_t contribution = AO_load(&n->gi_contribution[route]);
    AO_store_release(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8), contribution);
    if (t->status != UINT32_MAX)
        AO_store_release(emuq_reg(n, 0, EMUQ_REG_GI_STATUS + route * 8), t->status);
    emuq_unlock(&t->lock);
}

void emuq_gi_show_status(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route, uint32_t status)
{
    AO_store_release(emuq_reg(n, 0, EMUQ_REG_GI_STATUS + route * 8), status);
    gi_raise(work, n, route, status);
}
