/* SPDX-License-Identifier: BSD-3-Clause */
/* Stores to registers. A store by MUSPI calls emuq_doorbell(); a plain store is found by a scan. */
#include "backends/emulator/core/inject.h"

#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/trace/record.h"

/* ---- Control registers ---- */

static void register_mirror(emuq_mu_node_t *n, uint32_t group, uint32_t offset, uint64_t value)
{
    for (uint32_t s = 0; s < 4; s++)
        AO_store_release(emuq_reg(n, group * 4 + s, offset), value);
}

static void register_enable_fifo(emuq_work_t *work, emuq_inj_t *f)
{
    emuq_claim_wait(&f->claim);
    uint64_t state = AO_load(&f->state);
    emuq_inj_detach(f, false);
    AO_store(&f->state, state & ~(uint64_t)EMUQ_FIFO_STOPPED);
    AO_or_full(&f->attributes, EMUQ_INJ_ENABLED);
    /* Pairs with emuq_emulator_halt(), which stores is_halted before clearing attributes. */
    if (emuq_load_ordered(&f->node->machine->is_halted) != 0)
        AO_and_full(&f->attributes, ~(uint64_t)EMUQ_INJ_ENABLED);
    emuq_inj_release(work, f);
    emuq_inj_run(work, f);
}

/* Disables a FIFO, and waits for the end of a run: the program finds stable registers. */
static void register_disable_fifo(emuq_work_t *work, emuq_inj_t *f)
{
    AO_and_full(&f->attributes, ~(uint64_t)EMUQ_INJ_ENABLED);
    emuq_inj_claim_idle(f);
    emuq_inj_detach(f, false);
    emuq_count_flush(f);
    emuq_inj_release(work, f);
}

void emuq_control_enable(emuq_work_t *work, emuq_mu_node_t *n, uint32_t group, uint64_t bits, bool enable)
{
    emuq_lock(&n->control_lock);
    uint64_t now = AO_load(emuq_reg(n, group * 4, EMUQ_REG_IS_ENABLED));
    now = enable ? now | (bits & UINT32_MAX) : now & ~bits;
    register_mirror(n, group, EMUQ_REG_IS_ENABLED, now);
    emuq_unlock(&n->control_lock);
    for (uint32_t i = 0; i < BGQ_MU_NUM_INJ_FIFOS_PER_GROUP; i++) {
        emuq_inj_t *f = &n->inj[group * BGQ_MU_NUM_INJ_FIFOS_PER_GROUP + i];
        if (!(bits & (UINT64_C(1) << (31 - i))) || f->regs == NULL)
            continue;
        if (enable)
            register_enable_fifo(work, f);
        else
            register_disable_fifo(work, f);
    }
}

/* Acts on a group's control words in the page of a subgroup. Caller holds the scan lock. The disable word is
 * cleared last: see inject_is_disabled(). */
static void register_apply_control(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup)
{
    volatile uint64_t *disable = emuq_reg(n, subgroup, EMUQ_REG_DISABLE);
    volatile uint64_t *enable = emuq_reg(n, subgroup, EMUQ_REG_ENABLE);
    volatile uint64_t *clear = emuq_reg(n, subgroup, EMUQ_REG_INT_CLEAR);
    uint64_t value = AO_load_acquire(disable);
    if (value != 0) {
        emuq_control_enable(work, n, subgroup / 4, value, false);
        (void)AO_compare_and_swap_full(disable, value, 0);
    }
    value = AO_load_acquire(enable);
    if (value != 0 && AO_compare_and_swap_full(enable, value, 0))
        emuq_control_enable(work, n, subgroup / 4, value, true);
    value = AO_load_acquire(clear);
    if (value != 0 && AO_compare_and_swap_full(clear, value, 0))
        emuq_interrupts_clear(n, subgroup / 4, value);
}

static bool register_scan_control(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup)
{
    uint64_t words = AO_load_acquire(emuq_reg(n, subgroup, EMUQ_REG_DISABLE)) |
                     AO_load_acquire(emuq_reg(n, subgroup, EMUQ_REG_ENABLE)) |
                     AO_load_acquire(emuq_reg(n, subgroup, EMUQ_REG_INT_CLEAR));
    if (__builtin_expect(words == 0, 1) || !emuq_try_lock(&n->scan_lock))
        return false;
    register_apply_control(work, n, subgroup);
    emuq_unlock(&n->scan_lock);
    return true;
}

void emuq_control_flush(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup)
{
    emuq_lock(&n->scan_lock); /* even if all words are 0: a scan may still act on them */
    register_apply_control(work, n, subgroup);
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
        if (emuq_has_waiters(&r->space_queue))
            emuq_unpark(work, n, &r->space_queue);
    }
    emuq_settings_changed(n); /* FIFO memory may have changed */
}

/* ---- Scan ---- */

/* Applies a GI control register that differs from the value counted in the tree. */
static bool register_scan_gi(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route)
{
    uint64_t control = AO_load_acquire(emuq_reg(n, 0, EMUQ_REG_GI_CONTROL + route * 8));
    if ((control & ~(uint64_t)7) != 0 || control == AO_load(&n->gi_contribution[route]) ||
        emuq_route_word(n, route, true) == 0)
        return false;
    emuq_gi_update(work, n, route);
    return true;
}

bool emuq_scan_node(emuq_work_t *work, emuq_mu_node_t *n)
{
    bool found = false;
    emuq_inj_t *f;
    for (uint32_t s = 0; s < EMUQ_SUBGROUPS; s++)
        if (emuq_is_used(n, s))
            found |= register_scan_control(work, n, s);
    for (uint32_t id = 0; (f = emuq_next_enabled(n, &id)) != NULL;)
        /* Descriptors that no thread executes and that are not parked. All loads are hints. */
        if (!emuq_claim_is_held(&f->claim) && !emuq_queued_is_set(&f->scheduled) && AO_load(&f->state) == 0 &&
            AO_load(&f->regs->head) != AO_load(&f->regs->tail)) {
            emuq_work_schedule(work, f);
            found = true;
        }
    for (uint32_t r = 0; r < EMUQ_ROUTES; r++)
        found |= register_scan_gi(work, n, r);
    return found;
}

bool emuq_serve_node(emuq_mu_node_t *n)
{
    emuq_work_t work;
    emuq_work_begin(&work);
    bool found = emuq_scan_node(&work, n);
    found |= emuq_waiters_resume(&work, n);
    emuq_work_run(&work);
    return found;
}

/* ---- Stores that need checks ---- */

static const char *const ADVICE_ALLOCATE =
    "allocate the resource with the Kernel_Allocate call before using it";

/* The kernel and engines have all rights. */
static bool register_is_user(void)
{
    return emuq_my_node != UINT32_MAX;
}

enum { OF_SYSTEM, UNALLOCATED, DEALLOCATED, UNOWNED };

/* Rejects a store of a user program to a resource without an owner. @param rank see emuq_owner_set() */
static void register_reject_unowned(emuq_work_t *work, emuq_mu_node_t *n, volatile uint64_t *reg,
                                    uint32_t subgroup, int32_t rank, const char *const what[UNOWNED])
{
    int kind = rank == EMUQ_RANK_DEALLOCATED ? DEALLOCATED : UNALLOCATED;
    if (subgroup >= EMUQ_USER_SUBGROUPS)
        kind = OF_SYSTEM;
    emuq_reject_register(work, n, reg, -1, what[kind],
                         kind == DEALLOCATED ? "use the resource only before its Kernel_Deallocate call"
                                             : ADVICE_ALLOCATE);
}

static void register_inj(emuq_work_t *work, emuq_mu_node_t *n, uint32_t id, uint32_t field,
                         volatile uint64_t *reg)
{
    static const char *const unowned[UNOWNED] = {
        [OF_SYSTEM] = "a user program stored to a register of a system injection FIFO",
        [UNALLOCATED] = "a program stored to a register of an injection FIFO that is not allocated",
        [DEALLOCATED] = "a program stored to a register of an injection FIFO that has been deallocated"};
    emuq_inj_t *f = &n->inj[id];
    uint64_t attributes = AO_load_acquire(&f->attributes);
    int32_t rank = emuq_owner_of(&f->owner).rank;
    if (f->regs == NULL || ((attributes & EMUQ_INJ_SYSTEM) && register_is_user()))
        register_reject_unowned(work, n, reg, id / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, rank, unowned);
    else if (field == 5)
        emuq_reject_register(work, n, reg, rank, "a program stored to the read-only free-space register",
                             "free space follows from head and tail; move those");
    else if (field <= 3)
        emuq_inj_run(work, f);
}

static void register_rec(emuq_work_t *work, emuq_mu_node_t *n, uint32_t id, uint32_t field,
                         volatile uint64_t *reg)
{
    static const char *const unowned[UNOWNED] = {
        [OF_SYSTEM] = "a user program stored to a register of a system reception FIFO",
        [UNALLOCATED] = "a program stored to a register of a reception FIFO that is not allocated",
        [DEALLOCATED] = "a program stored to a register of a reception FIFO that has been deallocated"};
    emuq_rec_t *r = &n->rec[id];
    if (r->regs == NULL || (AO_load(&r->system) != 0 && register_is_user())) {
        register_reject_unowned(work, n, reg, id / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP,
                                emuq_owner_of(&r->owner).rank, unowned);
        return;
    }
    if (field == 2) { /* space may have been freed */
        if (emuq_has_waiters(&r->space_queue))
            emuq_unpark(work, n, &r->space_queue);
    } else if (field <= 3) {
        emuq_rec_reset(r);
        emuq_settings_changed(n); /* FIFO memory may have changed */
    }
}

static void register_control(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup, uint32_t offset,
                             volatile uint64_t *reg, uint64_t value)
{
    uint32_t group = subgroup / 4;
    if (offset <= EMUQ_REG_PRIORITY && value >> 32 != 0) {
        emuq_reject_register(work, n, reg, -1, "a program set unused bits of an injection control register",
                             "the bit of FIFO i of subgroup s in the group is 1 << (31 - (8*s + i))");
        return;
    }
    switch (offset) {
    case EMUQ_REG_ENABLE:
    case EMUQ_REG_DISABLE:
        /* Cleared at once. A concurrent scan may repeat the action, which is idempotent. */
        AO_store(reg, 0);
        if (!register_is_user() || (value & AO_load(&n->dcr.inj_system[group])) == 0)
            emuq_control_enable(work, n, group, value, offset == EMUQ_REG_ENABLE);
        else
            emuq_reject_register(work, n, reg, -1,
                                 "a user program enabled or disabled a system injection FIFO",
                                 ADVICE_ALLOCATE);
        break;
    case EMUQ_REG_PRIORITY:
        register_mirror(n, group, EMUQ_REG_PRIORITY, value);
        break;
    case EMUQ_REG_INT_CLEAR:
        AO_store(reg, 0);
        emuq_interrupts_clear(n, group, value);
        break;
    case EMUQ_REG_IS_ENABLED:
    case EMUQ_REG_INT_STATUS:
        emuq_reject_register(work, n, reg, -1, "a program stored to a read-only status register",
                             "use the enable, disable or clearInterruptStatus register");
        break;
    default:
        break;
    }
}

static void register_bat(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup, volatile uint64_t *reg)
{
    uint64_t mode = AO_load(&n->dcr.bat_mode[subgroup / 64]);
    if (register_is_user() && (mode >> (63 - subgroup % 64) & 1))
        emuq_reject_register(work, n, reg, -1, "a user program stored to a system base-address-table entry",
                             ADVICE_ALLOCATE);
}

static void register_gi(emuq_work_t *work, emuq_mu_node_t *n, uint32_t offset, volatile uint64_t *reg,
                        uint64_t value)
{
    if (offset >= EMUQ_REG_GI_STATUS) {
        emuq_gi_restore(n, (offset - EMUQ_REG_GI_STATUS) / 8);
        emuq_reject_register(work, n, reg, -1,
                             "a program stored to a read-only global-interrupt status register",
                             "store to the control register of the class route");
        return;
    }
    uint32_t route = (offset - EMUQ_REG_GI_CONTROL) / 8;
    const char *wrong = NULL, *advice = NULL;
    if (register_is_user() && (AO_load(&n->dcr.gi_system) >> (15 - route) & 1)) {
        wrong = "a user program stored to the control register of a system GI route";
        advice = "allocate a route with Kernel_AllocateGlobalInterruptClassRoute, or use route 0";
    } else if (value & ~UINT64_C(7)) {
        wrong = "a program set unused bits of a global-interrupt control register";
        advice = "only the low three bits may be 1";
    } else {
        emuq_gi_update(work, n, route);
        return;
    }
    emuq_gi_restore(n, route);
    emuq_reject_register(work, n, reg, -1, wrong, advice);
}

static __attribute__((noinline)) void register_other(emuq_mu_node_t *n, uint32_t in_node,
                                                     volatile uint64_t *reg, uint64_t value)
{
    uint32_t page = in_node & 0xffff, group = in_node >> 16;
    uint32_t subgroup = group * 4 + (page >> 12), r = page & 0xfff;
    emuq_work_t work;
    if (page >= 4 * BGQ_MU_SUBGROUP_SIZE || group >= EMUQ_GROUPS)
        return;

    emuq_work_begin(&work);
    if (r < EMUQ_REG_REC)
        register_inj(&work, n, subgroup * 8 + r / 64, (r % 64) / 8, reg);
    else if (r < EMUQ_REG_IS_ENABLED)
        register_rec(&work, n, subgroup * 4 + (r - EMUQ_REG_REC) / 64, (r % 64) / 8, reg);
    else if (r < EMUQ_REG_BAT)
        register_control(&work, n, subgroup, r, reg, value);
    else if (r < EMUQ_REG_GI_CONTROL)
        register_bat(&work, n, subgroup, reg);
    else if (r < EMUQ_REG_GI_STATUS + 16 * 8)
        register_gi(&work, n, r, reg, value);
    emuq_work_run(&work);
}

/* ---- Tail of an injection FIFO ---- */

/* @param is_done empty, claim released @param ring NULL: no records */
static __attribute__((noinline)) void register_finish(emuq_work_t *work, emuq_inj_t *f, bool is_done,
                                                      emuq_record_ring_t *ring)
{
    if (work->is_begun) /* the fast path has begun a second critical section */
        emuq_critical_end();
    else
        emuq_work_begin_held(work);
    if (!is_done && ring != NULL) {
        uint64_t before = AO_load(&f->regs->desc_count);
        emuq_record_injected(ring, f);
        emuq_inj_run_on(work, f);
        emuq_record_run(ring, f, before);
    } else if (!is_done) {
        emuq_inj_run_on(work, f);
    }
    if (ring != NULL)
        emuq_work_execute(work, true);
    emuq_work_run(work);
}

static __attribute__((noinline)) void register_inject(emuq_inj_t *f)
{
    emuq_work_t work;
    work.is_begun = false;
    emuq_critical_begin();
    emuq_claim_wait(&f->claim);
    emuq_stamp(EMUQ_STAMP_CLAIMED);
    bool is_done = emuq_fast_run(f, &work) && emuq_claim_release(&f->claim);
    if (__builtin_expect(is_done && !work.is_begun, 1))
        emuq_critical_end();
    else
        register_finish(&work, f, is_done, NULL);
}

/* ---- Recently used registers ---- */

/* FIFOs of the last tail and head stores of the thread. Signal handlers may store to registers at any time:
 * each pointer is always valid. */
static __thread struct {
    uint64_t machine; /* at the last store; FIFOs of a machine never move */
    emuq_inj_t *volatile inj;
    emuq_rec_t *volatile rec;
} latest __attribute__((tls_model("initial-exec"))) = {UINT64_MAX, NULL, NULL};

static emuq_inj_regs_t no_inj_regs;
static emuq_rec_regs_t no_rec_regs;
static emuq_inj_t register_no_inj = {.regs = &no_inj_regs};
static emuq_rec_t register_no_rec = {.regs = &no_rec_regs};

static void register_open_cache(void)
{
    if (latest.machine == emuq_machine_number)
        return;
    latest.inj = &register_no_inj;
    latest.rec = &register_no_rec;
    /* last: a signal handler must not find FIFOs of an old machine */
    AO_compiler_barrier();
    latest.machine = emuq_machine_number;
}

static inline bool register_is_head_plain(emuq_rec_t *r)
{
    return !emuq_has_waiters(&r->space_queue) && AO_load(&r->system) == 0;
}

/* Handles a store to the last tail or head. @return false: nothing done */
static inline bool register_is_cached(volatile uint64_t *reg)
{
    if (latest.machine != emuq_machine_number)
        return false;
    AO_compiler_barrier(); /* pairs with register_open_cache() */
    emuq_inj_t *f = latest.inj;
    if ((uintptr_t)reg - offsetof(emuq_inj_regs_t, tail) == (uintptr_t)f->regs) {
        if (AO_load_acquire(&f->attributes) != EMUQ_INJ_ENABLED)
            return false;
        register_inject(f);
        return true;
    }
    emuq_rec_t *r = latest.rec;
    return (uintptr_t)reg - offsetof(emuq_rec_regs_t, head) == (uintptr_t)r->regs &&
           register_is_head_plain(r);
}

/* Handles a store to a tail, or to a head without waiters. @return false: nothing done */
static inline bool register_is_frequent(emuq_mu_node_t *n, uint32_t in_node)
{
    uint32_t subgroup = (in_node >> 16) * 4 + (in_node >> 12 & 3), field = in_node & 0xce38;
    if (subgroup >= EMUQ_SUBGROUPS)
        return false;
    if (field == EMUQ_REG_INJ + 3 * 8) {
        emuq_inj_t *f = &n->inj[subgroup * 8 + (in_node >> 6 & 7)];
        if (AO_load_acquire(&f->attributes) != EMUQ_INJ_ENABLED)
            return false;
        register_open_cache();
        latest.inj = f;
        register_inject(f);
        return true;
    }
    if (field == EMUQ_REG_REC + 2 * 8 && !(in_node & 0x100)) {
        emuq_rec_t *r = &n->rec[subgroup * 4 + (in_node >> 6 & 3)];
        if (r->regs == NULL || !register_is_head_plain(r))
            return false;
        register_open_cache();
        latest.rec = r;
        return true;
    }
    return false;
}

/* ---- Doorbell ---- */

void emuq_doorbell(volatile uint64_t *reg, uint64_t value)
{
    emuq_stamp(EMUQ_STAMP_RUNG);
    if (register_is_cached(reg))
        return;
    emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (__builtin_expect(offset >= m->bytes, 0))
        return; /* memory of the program, used as a register structure */
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    uint32_t in_node = (uint32_t)(offset % EMUQ_REGISTER_FILE_BYTES);
    if (!register_is_frequent(n, in_node))
        register_other(n, in_node, reg, value);
}

/* register_inject() with records, which are published after the message. */
static void register_inject_recorded(emuq_record_ring_t *ring, emuq_inj_t *f)
{
    emuq_work_t work;
    work.is_begun = false;
    emuq_critical_begin();
    emuq_claim_wait(&f->claim);
    emuq_record_overtaken(ring, f);
    bool is_done = emuq_fast_run_recorded(f, &work, ring) && emuq_claim_release(&f->claim);
    emuq_record_polls_end(ring);
    if (__builtin_expect(is_done && !work.is_begun, 1))
        emuq_critical_end();
    else
        register_finish(&work, f, is_done, ring);
}

void emuq_doorbell_recorded(volatile uint64_t *reg, uint64_t value)
{
    emuq_record_ring_t *ring = emuq_record_ring();
    emuq_reg_place_t p;
    if (ring != NULL && emuq_place_of(reg, &p)) {
        if (p.in_page < EMUQ_REG_REC && (p.in_page & 0x38) == 3 * 8) {
            emuq_inj_t *f = &p.node->inj[p.subgroup * 8 + p.in_page / 64];
            if (AO_load_acquire(&f->attributes) == EMUQ_INJ_ENABLED) {
                register_inject_recorded(ring, f);
                return;
            }
        }
        emuq_record_store(ring, &p, value);
    }
    emuq_doorbell(reg, value);
}
