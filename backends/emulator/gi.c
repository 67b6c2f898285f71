/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Global interrupts: the status bits of all nodes of a tree are the OR of the control bits of its
 * participants (spi-gi-barrier section 1). A tree counts, for each of the three bits, the participants that
 * have it set. The lock of the tree covers the counts, what each node has contributed to them, and the order
 * of status values; the status registers themselves are written with release and read with acquire by the
 * pollers.
 */
#include "backends/emulator/tree.h"

/* Recounts what a node contributes. */
static void recount(emuq_tree_t *t, emuq_mu_node_t *n)
{
    AO_t old = AO_load(&n->gi_contribution[t->route]);
    AO_t now = AO_load_acquire(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + t->route * 8));
    if (now & ~(AO_t)7)
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
    AO_store(&n->gi_contribution[t->route], now);
}

static uint32_t status_of(const emuq_tree_t *t)
{
    return (t->raised[0] != 0) | (t->raised[1] != 0) << 1 | (t->raised[2] != 0) << 2;
}

static void interrupt(emuq_mu_node_t *n, uint32_t route, uint32_t status)
{
    /* One nibble per class route from the top; its low three bits enable GI 0, 1, 2 (status bits 4, 2, 1). */
    uint32_t enabled = (uint32_t)(AO_load(&n->dcr.gi_interrupt_enable) >> (60 - 4 * route)) & 7;
    const emuq_kernel_callbacks_t *k = &emuq_the_kernel;
    if ((enabled & status) != 0 && k->gi_interrupt != NULL)
        k->gi_interrupt(k->context, n->number, route, enabled & status);
}

void emuq_gi_restore(emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t = emuq_tree_find(n, route, true);
    if (t == NULL)
        return;
    emuq_lock(&t->lock);
    if (!t->dead) {
        AO_store_release(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8),
                         AO_load(&n->gi_contribution[route]));
        if (t->status != UINT32_MAX)
            AO_store_release(emuq_reg(n, 0, EMUQ_REG_GI_STATUS + route * 8), t->status);
    }
    emuq_unlock(&t->lock);
}

void emuq_gi_update(emuq_mu_node_t *n, uint32_t route)
{
    emuq_machine_t *m = n->machine;
    emuq_tree_t *t;
    for (;;) {
        t = emuq_tree_find(n, route, true);
        if (t == NULL)
            return; /* out of memory: the next scan tries again */
        emuq_lock(&t->lock);
        if (!t->dead)
            break;
        emuq_unlock(&t->lock);
    }
    if (t->raised[0] + t->raised[1] + t->raised[2] == 0) {
        /* A new tree, or nothing raised anywhere: count everybody. */
        for (uint32_t i = 0; i < t->participants; i++)
            recount(t, &m->node[t->participant[i]]);
    } else {
        recount(t, n);
    }
    uint32_t status = status_of(t);
    if (m->copies != NULL && (t->status & ~status) != 0) {
        /* A device may have missed a wire that was raised before this one was lowered. */
        for (uint32_t i = 0; i < t->participants; i++)
            recount(t, &m->node[t->participant[i]]);
        status = status_of(t);
    }
    bool changed = status != t->status;
    t->status = status;
    if (changed)
        for (uint32_t i = 0; i < t->nodes; i++)
            AO_store_release(emuq_reg(&m->node[t->node[i]], 0, EMUQ_REG_GI_STATUS + route * 8), status);
    emuq_unlock(&t->lock);
    if (!changed)
        return;
    for (uint32_t i = 0; i < t->nodes; i++) {
        emuq_wake(&m->node[t->node[i]]);
        interrupt(&m->node[t->node[i]], route, status);
    }
}
