/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/interrupt.h"

#include "backends/emulator/core/wake.h"

/* The four pages of a group show one status: the lock keeps the copies equal. */
static void change_status(emuq_mu_node_t *n, uint32_t group, uint64_t set, uint64_t clear)
{
    emuq_lock(&n->control_lock);
    uint64_t status = *emuq_reg(n, group * 4, EMUQ_REG_INT_STATUS);
    status = (status | set) & ~clear;
    for (uint32_t s = 0; s < 4; s++) {
        EMUQ_TEST_POINT(interrupt_status_copy);
        __atomic_store_n(emuq_reg(n, group * 4 + s, EMUQ_REG_INT_STATUS), status, __ATOMIC_RELEASE);
    }
    emuq_unlock(&n->control_lock);
}

void emuq_raise(emuq_work_t *w, emuq_mu_node_t *n, uint32_t group, uint64_t bits)
{
    change_status(n, group, bits, 0);
    emuq_work_interrupt(w, n, false, group, bits);
    emuq_wake(n);
}

void emuq_interrupts_clear(emuq_mu_node_t *n, uint32_t group, uint64_t bits)
{
    change_status(n, group, 0, bits);
}

void emuq_raise_arrival(emuq_work_t *w, emuq_mu_node_t *n, uint32_t rec_id)
{
    uint32_t group = rec_id / 16;
    uint64_t bit = UINT64_C(1) << (15 - rec_id % 16);
    if (__atomic_load_n(&n->dcr.rec_arrival_enable[group], __ATOMIC_RELAXED) & bit)
        emuq_raise(w, n, group, bit);
}

void emuq_rec_threshold(emuq_work_t *w, emuq_mu_node_t *n, uint32_t rec_id, uint64_t before, uint64_t after)
{
    uint64_t threshold = __atomic_load_n(&n->dcr.rec_threshold, __ATOMIC_RELAXED) * 32;
    if (before >= threshold && after < threshold)
        emuq_raise(w, n, rec_id / 16, UINT64_C(1) << (31 - rec_id % 16));
}

void emuq_inj_threshold(emuq_work_t *w, emuq_mu_node_t *n, uint32_t inj_id, bool rget, uint64_t before,
                        uint64_t after)
{
    if (__builtin_expect(!emuq_has_inj_threshold(n, inj_id), 1))
        return;
    uint64_t threshold =
        __atomic_load_n(rget ? &n->dcr.rget_threshold : &n->dcr.inj_threshold, __ATOMIC_RELAXED);
    bool crossed = rget ? before >= threshold && after < threshold : before <= threshold && after > threshold;
    if (crossed)
        emuq_raise(w, n, inj_id / 32, UINT64_C(1) << (63 - inj_id % 32));
}
