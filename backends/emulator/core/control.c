/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/control.h"

#include "backends/emulator/core/count.h"
#include "backends/emulator/core/fetch.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/interrupt.h"
#include "backends/emulator/core/packet_fifo.h"
#include "backends/emulator/core/park.h"

void emuq_control_mirror(emuq_mu_node_t *n, uint32_t group, uint32_t offset, uint64_t value)
{
    for (uint32_t s = 0; s < 4; s++)
        __atomic_store_n(emuq_reg(n, group * 4 + s, offset), value, __ATOMIC_RELEASE);
}

static void enable_fifo(emuq_work_t *work, emuq_inj_t *f)
{
    emuq_claim_wait(&f->claim);
    uint64_t hold = __atomic_load_n(&f->hold, __ATOMIC_RELAXED);
    emuq_fetch_disturb(f, false);
    __atomic_store_n(&f->hold, hold & ~(uint64_t)EMUQ_HOLD_STOPPED, __ATOMIC_RELAXED);
    __atomic_fetch_or(&f->attributes, EMUQ_INJ_ENABLED, __ATOMIC_SEQ_CST);
    /* Stored (seq_cst) before attributes are cleared, in device.c: either it is seen here, or that clears the
     * bit. */
    if (__atomic_load_n(&f->node->machine->is_halted, __ATOMIC_SEQ_CST) != 0)
        __atomic_fetch_and(&f->attributes, ~(uint64_t)EMUQ_INJ_ENABLED, __ATOMIC_SEQ_CST);
    emuq_inj_release(work, f);
    emuq_inj_run(work, f);
}

/* A run in progress ends with its current descriptor, unless that waits: waits for this, so that the client
 * finds registers that no longer change. */
static void disable_fifo(emuq_work_t *work, emuq_inj_t *f)
{
    __atomic_fetch_and(&f->attributes, ~(uint64_t)EMUQ_INJ_ENABLED, __ATOMIC_SEQ_CST);
    emuq_inj_claim_idle(f);
    emuq_fetch_disturb(f, false);
    emuq_count_flush(f);
    emuq_inj_release(work, f);
}

void emuq_control_enable(emuq_work_t *work, emuq_mu_node_t *n, uint32_t group, uint64_t bits, bool enable)
{
    emuq_lock(&n->control_lock);
    uint64_t now = __atomic_load_n(emuq_reg(n, group * 4, EMUQ_REG_IS_ENABLED), __ATOMIC_RELAXED);
    now = enable ? now | (bits & UINT32_MAX) : now & ~bits;
    emuq_control_mirror(n, group, EMUQ_REG_IS_ENABLED, now);
    emuq_unlock(&n->control_lock);
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_GROUP; i++) {
        emuq_inj_t *f = &n->inj[group * BGQ_MU_NUM_INJ_FIFOS_PER_GROUP + i];
        if (!(bits & (UINT64_C(1) << (31 - i))) || f->regs == NULL)
            continue;
        if (enable)
            enable_fifo(work, f);
        else
            disable_fifo(work, f);
    }
}

/* Control words of the group that this subgroup's page shows; under the scan lock. A disable word is taken
 * after it has been acted on: until then it holds back the FIFO (emuq_fetch_is_disabled()). */
static void act_on_control(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup)
{
    volatile uint64_t *disable = emuq_reg(n, subgroup, EMUQ_REG_DISABLE);
    volatile uint64_t *enable = emuq_reg(n, subgroup, EMUQ_REG_ENABLE);
    volatile uint64_t *clear = emuq_reg(n, subgroup, EMUQ_REG_INT_CLEAR);
    uint64_t value = __atomic_load_n(disable, __ATOMIC_ACQUIRE);
    if (value != 0) {
        emuq_control_enable(work, n, subgroup / 4, value, false);
        emuq_compare_exchange(disable, value, 0, __ATOMIC_SEQ_CST);
    }
    value = __atomic_load_n(enable, __ATOMIC_ACQUIRE);
    if (value != 0 && emuq_compare_exchange(enable, value, 0, __ATOMIC_SEQ_CST))
        emuq_control_enable(work, n, subgroup / 4, value, true);
    value = __atomic_load_n(clear, __ATOMIC_ACQUIRE);
    if (value != 0 && emuq_compare_exchange(clear, value, 0, __ATOMIC_SEQ_CST))
        emuq_interrupts_clear(n, subgroup / 4, value);
}

bool emuq_control_scan(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup)
{
    uint64_t words = __atomic_load_n(emuq_reg(n, subgroup, EMUQ_REG_DISABLE), __ATOMIC_ACQUIRE) |
                     __atomic_load_n(emuq_reg(n, subgroup, EMUQ_REG_ENABLE), __ATOMIC_ACQUIRE) |
                     __atomic_load_n(emuq_reg(n, subgroup, EMUQ_REG_INT_CLEAR), __ATOMIC_ACQUIRE);
    if (__builtin_expect(words == 0, 1) || !emuq_try_lock(&n->scan_lock))
        return false;
    act_on_control(work, n, subgroup);
    emuq_unlock(&n->scan_lock);
    return true;
}

void emuq_control_flush(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup)
{
    emuq_lock(&n->scan_lock); /* also when the words are 0: a scan may not be through with them */
    act_on_control(work, n, subgroup);
    emuq_unlock(&n->scan_lock);
    if (!emuq_is_used(n, subgroup))
        return;
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++)
        if (n->inj[subgroup * 8 + i].regs != NULL)
            emuq_inj_run(work, &n->inj[subgroup * 8 + i]);
    for (uint32_t i = 0; i < BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP; i++) {
        emuq_rec_t *r = &n->rec[subgroup * 4 + i];
        if (r->regs == NULL)
            continue;
        emuq_rec_reset(r);
        if (emuq_is_waited_for(&r->blocker))
            emuq_unpark(work, n, &r->blocker);
    }
    emuq_settings_changed(n); /* FIFOs may have moved */
}
