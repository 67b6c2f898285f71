/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/scan.h"

#include "backends/emulator/core/control.h"
#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/collective/gi.h"

/* Whether a FIFO has descriptors that no thread works on and that do not wait. All loads are hints. */
static bool is_forgotten(const emuq_inj_t *f)
{
    return (__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) & EMUQ_INJ_ENABLED) &&
           !emuq_claim_is_held(&f->claim) && !emuq_queued_is_set(&f->scheduled) &&
           __atomic_load_n(&f->hold, __ATOMIC_RELAXED) == 0 &&
           emuq_load(&f->regs->head) != emuq_load(&f->regs->tail);
}

static bool scan_subgroup(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup)
{
    bool found = emuq_control_scan(work, n, subgroup);
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++) {
        emuq_inj_t *f = &n->inj[subgroup * 8 + i];
        if (is_forgotten(f)) {
            emuq_work_schedule(work, f);
            found = true;
        }
    }
    return found;
}

/* A control register that is not what the route's tree has counted. */
static bool scan_gi(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    uint64_t control = __atomic_load_n(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8), __ATOMIC_ACQUIRE);
    if ((control & ~(uint64_t)7) != 0 ||
        control == __atomic_load_n(&n->gi_contribution[route], __ATOMIC_RELAXED) ||
        emuq_route_word(n, route, true) == 0)
        return false;
    emuq_gi_update(work, n, route);
    return true;
}

bool emuq_scan_node(emuq_work_t *work, emuq_mu_node_t *n)
{
    bool found = false;
    for (int w = 0; w < 2; w++) {
        /* Acquire: pairs with the release in machine.c, which has filled in the resources before. */
        uint64_t used = __atomic_load_n(&n->used[w], __ATOMIC_ACQUIRE);
        while (used != 0) {
            uint32_t bit = (uint32_t)__builtin_ctzll(used);
            used &= used - 1;
            found |= scan_subgroup(work, n, (uint32_t)w * 64 + bit);
        }
    }
    for (uint32_t r = 0; r < EMUQ_ROUTES; r++)
        found |= scan_gi(work, n, r);
    return found;
}
