/* SPDX-License-Identifier: BSD-3-Clause */
/* Global interrupts: stores to control registers (wires.h, far_levels.h). */
#include "backends/emulator/collective/gi.h"

#include "backends/emulator/remote/far_levels.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/collective/wires.h"

void emuq_gi_restore(emuq_mu_node_t *n, uint32_t route)
{
    emuq_tree_t *t = emuq_wires_lock(n, route);
    if (t == NULL)
        return;
    uint64_t contribution = __atomic_load_n(&n->gi_contribution[route], __ATOMIC_RELAXED);
    __atomic_store_n(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8), contribution, __ATOMIC_RELEASE);
    if (t->status != UINT32_MAX)
        __atomic_store_n(emuq_reg(n, 0, EMUQ_REG_GI_STATUS + route * 8), t->status, __ATOMIC_RELEASE);
    emuq_unlock(&t->lock);
}

void emuq_gi_show_status(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route, uint32_t status)
{
    __atomic_store_n(emuq_reg(n, 0, EMUQ_REG_GI_STATUS + route * 8), status, __ATOMIC_RELEASE);
    emuq_wires_raise(work, n, route, status);
}

/* Levels that others are to hear of: the network between the units, which does the rest, or other hosts. */
static __attribute__((noinline)) void carry(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    if (emuq_the_network == NULL || emuq_the_network->level == NULL) { /* that of late.h has none */
        emuq_far_level(work, n, route);
        return;
    }
    uint64_t now = __atomic_load_n(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8), __ATOMIC_ACQUIRE);
    if (now & ~(uint64_t)7)
        return; /* a bad store, which its doorbell takes back */
    __atomic_store_n(&n->gi_contribution[route], now, __ATOMIC_RELAXED);
    emuq_the_network->level(n, route, (uint32_t)now);
}

void emuq_gi_update(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    if (__builtin_expect(n->machine->carries_levels, 0))
        carry(work, n, route);
    else
        emuq_wires_update(work, n, route);
}
