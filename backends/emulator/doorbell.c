/* SPDX-License-Identifier: BSD-3-Clause */
/* A register was stored to: by the SPI, which rings, or behind our back, which a scan finds. */
#include "backends/emulator/emulator.h"

static const char *const ADVICE_ALLOCATE =
    "allocate the resource with the Kernel_Allocate call before using it";

/* Kernel and engine threads belong to no node and may do anything. */
static bool is_user(void)
{
    return emuq_my_node != UINT32_MAX;
}

static void inj_register(emuq_mu_node_t *n, uint32_t id, uint32_t field, volatile uint64_t *reg)
{
    emuq_inj_t *f = &n->inj[id];
    AO_t attributes = AO_load_acquire(&f->attributes);
    if (f->regs == NULL || ((attributes & EMUQ_INJ_SYSTEM) && is_user())) {
        emuq_report_register(n, reg, f->rank,
                             "a user program stored to a register of a system injection FIFO",
                             ADVICE_ALLOCATE);
        return;
    }
    if (field == 5) {
        emuq_report_register(n, reg, f->rank, "a program stored to the read-only free-space register",
                             "free space follows from head and tail; move those");
        return;
    }
    if (field <= 3)
        emuq_inj_run(f);
}

static void rec_register(emuq_mu_node_t *n, uint32_t id, uint32_t field, volatile uint64_t *reg)
{
    emuq_rec_t *r = &n->rec[id];
    if (r->regs == NULL || (AO_load(&r->system) != 0 && is_user())) {
        emuq_report_register(n, reg, r->rank,
                             "a user program stored to a register of a system reception FIFO",
                             ADVICE_ALLOCATE);
        return;
    }
    if (field == 2) { /* head: there may be room now */
        if (__builtin_expect(AO_load_acquire(&r->waiting) != 0, 0)) {
            emuq_unpark(n, r, &r->waiting);
            emuq_inj_drain();
        }
    } else if (field <= 3) {
        emuq_rec_reset(r);
        AO_fetch_and_add_release(&n->settings, 1); /* pairs with the acquire in flow.c: it has moved */
    }
}

/* Copies a group register into the pages of the group's four subgroups. */
static void mirror(emuq_mu_node_t *n, uint32_t group, uint32_t offset, AO_t value)
{
    for (uint32_t s = 0; s < 4; s++)
        AO_store_release(emuq_reg(n, group * 4 + s, offset), value);
}

void emuq_control_enable(emuq_mu_node_t *n, uint32_t group, uint64_t bits, bool enable)
{
    emuq_lock(&n->control_lock);
    AO_t now = AO_load(emuq_reg(n, group * 4, EMUQ_REG_IS_ENABLED));
    now = enable ? now | (bits & UINT32_MAX) : now & ~bits;
    mirror(n, group, EMUQ_REG_IS_ENABLED, now);
    emuq_unlock(&n->control_lock);
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_GROUP; i++) {
        if (!(bits & (UINT64_C(1) << (31 - i))))
            continue;
        emuq_inj_t *f = &n->inj[group * BGQ_MU_NUM_INJ_FIFOS_PER_GROUP + i];
        if (f->regs == NULL)
            continue;
        if (enable) {
            emuq_claim(f);
            if (AO_load(&f->hold) & EMUQ_HOLD_STOPPED) {
                f->sent = f->hop = 0;
                emuq_copy_forget(f);
            }
            AO_store(&f->hold, AO_load(&f->hold) & ~(AO_t)EMUQ_HOLD_STOPPED);
            AO_or_full(&f->attributes, EMUQ_INJ_ENABLED);
            if (AO_load(&n->machine->is_halted) != 0) /* stored before attributes are cleared: device.c */
                AO_and_full(&f->attributes, ~(AO_t)EMUQ_INJ_ENABLED);
            emuq_unclaim(f);
            emuq_inj_run(f);
        } else {
            /* A run in progress ends with its current descriptor: wait for that, so that the client finds
             * still registers. */
            AO_and_full(&f->attributes, ~(AO_t)EMUQ_INJ_ENABLED);
            emuq_claim(f);
            if (!(AO_load(&f->hold) & EMUQ_HOLD_BUSY))
                emuq_count_flush(f);
            emuq_unclaim(f);
        }
    }
}

static void clear_interrupts(emuq_mu_node_t *n, uint32_t group, uint64_t bits)
{
    for (uint32_t s = 0; s < 4; s++)
        AO_and_full(emuq_reg(n, group * 4 + s, EMUQ_REG_INT_STATUS), ~(AO_t)bits);
}

/* Whether a user may set these enable or disable bits: all of them belong to user FIFOs. */
static bool may_control(const emuq_mu_node_t *n, uint32_t group, uint64_t bits)
{
    return !is_user() || (bits & (AO_load(&n->dcr.inj_system[group]) | ~(uint64_t)UINT32_MAX)) == 0;
}

static void control_register(emuq_mu_node_t *n, uint32_t subgroup, uint32_t offset, volatile uint64_t *reg,
                             uint64_t value)
{
    uint32_t group = subgroup / 4;
    if (offset <= EMUQ_REG_PRIORITY && value >> 32 != 0) {
        emuq_report_register(n, reg, -1, "a program set unused bits of an injection control register",
                             "the bit of FIFO i of subgroup s in the group is 1 << (31 - (8*s + i))");
        return;
    }
    switch (offset) {
    case EMUQ_REG_ENABLE:
    case EMUQ_REG_DISABLE:
        /* Write-only: taken at once. A scan that finds the word taken too does the same thing again. */
        AO_store((volatile AO_t *)reg, 0);
        if (may_control(n, group, value))
            emuq_control_enable(n, group, value, offset == EMUQ_REG_ENABLE);
        else
            emuq_report_register(n, reg, -1, "a user program enabled or disabled a system injection FIFO",
                                 ADVICE_ALLOCATE);
        emuq_inj_drain();
        break;
    case EMUQ_REG_PRIORITY:
        mirror(n, group, EMUQ_REG_PRIORITY, value);
        break;
    case EMUQ_REG_INT_CLEAR:
        AO_store((volatile AO_t *)reg, 0);
        clear_interrupts(n, group, value);
        break;
    case EMUQ_REG_IS_ENABLED:
    case EMUQ_REG_INT_STATUS:
        emuq_report_register(n, reg, -1, "a program stored to a read-only status register",
                             "use the enable, disable or clearInterruptStatus register");
        break;
    default:
        break;
    }
}

static void bat_register(emuq_mu_node_t *n, uint32_t subgroup, volatile uint64_t *reg)
{
    AO_t mode = AO_load(&n->dcr.bat_mode[subgroup / 64]);
    if (is_user() && (mode >> (63 - subgroup % 64) & 1))
        emuq_report_register(n, reg, -1, "a user program stored to a system base-address-table entry",
                             ADVICE_ALLOCATE);
}

static void gi_register(emuq_mu_node_t *n, uint32_t offset, volatile uint64_t *reg, uint64_t value)
{
    if (offset >= EMUQ_REG_GI_STATUS) {
        emuq_gi_restore(n, (offset - EMUQ_REG_GI_STATUS) / 8);
        emuq_report_register(n, reg, -1, "a program stored to a read-only global-interrupt status register",
                             "store to the control register of the class route");
        return;
    }
    uint32_t route = (offset - EMUQ_REG_GI_CONTROL) / 8;
    const char *wrong = NULL, *advice = NULL;
    if (is_user() && (AO_load(&n->dcr.gi_system) >> (15 - route) & 1)) {
        wrong = "a user program stored to the control register of a system GI route";
        advice = "allocate a route with Kernel_AllocateGlobalInterruptClassRoute, or use route 0";
    } else if (value & ~UINT64_C(7)) {
        wrong = "a program set unused bits of a global-interrupt control register";
        advice = "only the low three bits may be 1";
    } else {
        emuq_gi_update(n, route);
        return;
    }
    emuq_gi_restore(n, route);
    emuq_report_register(n, reg, -1, wrong, advice);
}

/* Does what the two stores ask for that programs do for every message: the tail of an injection FIFO, and the
 * head of a reception FIFO that nobody waits for. @return whether it was one of them. */
static inline bool is_usual(emuq_mu_node_t *n, uint32_t in_node)
{
    uint32_t subgroup = (in_node >> 16) * 4 + (in_node >> 12 & 3), field = in_node & 0xce38;
    if (subgroup >= EMUQ_SUBGROUPS)
        return false;
    if (field == EMUQ_REG_INJ + 3 * 8) {
        emuq_inj_t *f = &n->inj[subgroup * 8 + (in_node >> 6 & 7)];
        if (AO_load_acquire(&f->attributes) != EMUQ_INJ_ENABLED)
            return false;
        emuq_inj_run(f);
        return true;
    }
    if (field == EMUQ_REG_REC + 2 * 8 && !(in_node & 0x100)) {
        const emuq_rec_t *r = &n->rec[subgroup * 4 + (in_node >> 6 & 3)];
        return r->regs != NULL && (AO_load_acquire(&r->waiting) | AO_load(&r->system)) == 0;
    }
    return false;
}

static __attribute__((noinline)) void other_register(emuq_mu_node_t *n, uint32_t in_node,
                                                     volatile uint64_t *reg, uint64_t value)
{
    uint32_t page = in_node & 0xffff, group = in_node >> 16;
    uint32_t subgroup = group * 4 + (page >> 12), r = page & 0xfff;
    if (page >= 4 * BGQ_MU_SUBGROUP_SIZE || group >= EMUQ_GROUPS)
        return;

    if (r < EMUQ_REG_REC)
        inj_register(n, subgroup * 8 + r / 64, (r % 64) / 8, reg);
    else if (r < EMUQ_REG_IS_ENABLED)
        rec_register(n, subgroup * 4 + (r - EMUQ_REG_REC) / 64, (r % 64) / 8, reg);
    else if (r < EMUQ_REG_BAT)
        control_register(n, subgroup, r, reg, value);
    else if (r < EMUQ_REG_GI_CONTROL)
        bat_register(n, subgroup, reg);
    else if (r < EMUQ_REG_GI_STATUS + 16 * 8)
        gi_register(n, r, reg, value);
}

void emuq_doorbell(volatile uint64_t *reg, uint64_t value)
{
    emuq_stamp(EMUQ_STAMP_RUNG);
    emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (__builtin_expect(offset >= m->bytes, 0))
        return; /* some other memory: a structure that a program made itself */
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    uint32_t in_node = (uint32_t)(offset % EMUQ_REGISTER_FILE_BYTES);
    if (!is_usual(n, in_node))
        other_register(n, in_node, reg, value);
}

/* Control words of the group that this subgroup's page shows; under the scan lock. A disable word is taken
 * after it has been acted on: until then it holds back the FIFO (is_being_disabled() in inject.c). */
static void act_on_control(emuq_mu_node_t *n, uint32_t subgroup)
{
    volatile AO_t *disable = emuq_reg(n, subgroup, EMUQ_REG_DISABLE);
    volatile AO_t *enable = emuq_reg(n, subgroup, EMUQ_REG_ENABLE);
    volatile AO_t *clear = emuq_reg(n, subgroup, EMUQ_REG_INT_CLEAR);
    AO_t value = AO_load_acquire(disable);
    if (value != 0) {
        emuq_control_enable(n, subgroup / 4, value, false);
        AO_compare_and_swap_full(disable, value, 0);
    }
    value = AO_load_acquire(enable);
    if (value != 0 && AO_compare_and_swap_full(enable, value, 0))
        emuq_control_enable(n, subgroup / 4, value, true);
    value = AO_load_acquire(clear);
    if (value != 0 && AO_compare_and_swap_full(clear, value, 0))
        clear_interrupts(n, subgroup / 4, value);
}

/* One scan at a time: others pass by. */
static bool scan_control(emuq_mu_node_t *n, uint32_t subgroup)
{
    AO_t words = AO_load_acquire(emuq_reg(n, subgroup, EMUQ_REG_DISABLE)) |
                 AO_load_acquire(emuq_reg(n, subgroup, EMUQ_REG_ENABLE)) |
                 AO_load_acquire(emuq_reg(n, subgroup, EMUQ_REG_INT_CLEAR));
    if (__builtin_expect(words == 0, 1) || AO_test_and_set_acquire(&n->scan_lock) != AO_TS_CLEAR)
        return false;
    act_on_control(n, subgroup);
    AO_CLEAR(&n->scan_lock);
    return true;
}

void emuq_control_flush(emuq_mu_node_t *n, uint32_t subgroup)
{
    emuq_lock(&n->scan_lock); /* also when the words are 0: a scan may not be through with them */
    act_on_control(n, subgroup);
    emuq_unlock(&n->scan_lock);
    /* Acquire: pairs with the release in machine_assign(). */
    if (!(AO_load_acquire(&n->used[subgroup / 64]) >> (subgroup % 64) & 1))
        return;
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++)
        if (n->inj[subgroup * 8 + i].regs != NULL)
            emuq_inj_run(&n->inj[subgroup * 8 + i]);
    for (uint32_t i = 0; i < BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP; i++) {
        emuq_rec_t *r = &n->rec[subgroup * 4 + i];
        if (r->regs == NULL)
            continue;
        emuq_rec_reset(r);
        if (AO_load_acquire(&r->waiting) != 0)
            emuq_unpark(n, r, &r->waiting);
    }
    AO_fetch_and_add_release(&n->settings, 1); /* pairs with the acquire in flow.c: FIFOs may have moved */
    emuq_inj_drain();
}

static bool scan_subgroup(emuq_mu_node_t *n, uint32_t subgroup)
{
    bool found = scan_control(n, subgroup);
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP; i++) {
        emuq_inj_t *f = &n->inj[subgroup * 8 + i];
        if (!(AO_load_acquire(&f->attributes) & EMUQ_INJ_ENABLED) || AO_load(&f->claim) != 0 ||
            AO_load(&f->listed) != 0 || AO_load(&f->hold) != 0)
            continue;
        if (AO_load(&f->regs->head) != AO_load(&f->regs->tail)) {
            emuq_inj_kick(f);
            found = true;
        }
    }
    return found;
}

bool emuq_scan_node(emuq_mu_node_t *n)
{
    bool found = false;
    for (int w = 0; w < 2; w++) {
        /* Acquire: pairs with the release in machine_assign(). */
        AO_t used = AO_load_acquire(&n->used[w]);
        while (used != 0) {
            uint32_t bit = (uint32_t)__builtin_ctzl(used);
            used &= used - 1;
            found |= scan_subgroup(n, (uint32_t)w * 64 + bit);
        }
    }
    for (uint32_t r = 0; r < EMUQ_ROUTES; r++) {
        AO_t control = AO_load_acquire(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + r * 8));
        if ((control & ~(AO_t)7) == 0 && control != AO_load(&n->gi_contribution[r]) &&
            emuq_route_word(n, r, true) != 0) {
            emuq_gi_update(n, r);
            found = true;
        }
    }
    return found;
}
