/* SPDX-License-Identifier: BSD-3-Clause */
/* Register writes arrive through the doorbell, or are detected by a scan (scan.c) if a program stored
 * directly. */
#include "backends/emulator/core/doorbell.h"

#include "backends/emulator/core/control.h"
#include "backends/emulator/collective/gi.h"
#include "backends/emulator/core/inject.h"
#include "backends/emulator/core/interrupt.h"
#include "backends/emulator/core/packet_fifo.h"
#include "backends/emulator/core/park.h"
#include "backends/emulator/core/run.h"

static const char *const ADVICE_ALLOCATE =
    "allocate the resource with the Kernel_Allocate call before using it";

/* Kernel and engine threads belong to no node and may do anything. */
static bool is_user(void)
{
    return emuq_my_node != UINT32_MAX;
}

static void inj_register(emuq_work_t *work, emuq_mu_node_t *n, uint32_t id, uint32_t field,
                         volatile uint64_t *reg)
{
    emuq_inj_t *f = &n->inj[id];
    uint64_t attributes = __atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE);
    int32_t rank = emuq_owner_of(&f->owner).rank;
    if (f->regs == NULL || ((attributes & EMUQ_INJ_SYSTEM) && is_user()))
        emuq_refuse_register(work, n, reg, rank,
                             "a user program stored to a register of a system injection FIFO",
                             ADVICE_ALLOCATE);
    else if (field == 5)
        emuq_refuse_register(work, n, reg, rank, "a program stored to the read-only free-space register",
                             "free space follows from head and tail; move those");
    else if (field <= 3)
        emuq_inj_run(work, f);
}

static void rec_register(emuq_work_t *work, emuq_mu_node_t *n, uint32_t id, uint32_t field,
                         volatile uint64_t *reg)
{
    emuq_rec_t *r = &n->rec[id];
    if (r->regs == NULL || (__atomic_load_n(&r->system, __ATOMIC_RELAXED) != 0 && is_user())) {
        emuq_refuse_register(work, n, reg, emuq_owner_of(&r->owner).rank,
                             "a user program stored to a register of a system reception FIFO",
                             ADVICE_ALLOCATE);
        return;
    }
    if (field == 2) { /* head: there may be room now */
        if (emuq_is_waited_for(&r->blocker))
            emuq_unpark(work, n, &r->blocker);
    } else if (field <= 3) {
        emuq_rec_reset(r);
        emuq_settings_changed(n); /* it has moved */
    }
}

/* Whether a user may set these enable or disable bits: all of them belong to user FIFOs. */
static bool may_control(const emuq_mu_node_t *n, uint32_t group, uint64_t bits)
{
    return !is_user() || (bits & (__atomic_load_n(&n->dcr.inj_system[group], __ATOMIC_RELAXED) |
                                  ~(uint64_t)UINT32_MAX)) == 0;
}

static void control_register(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup, uint32_t offset,
                             volatile uint64_t *reg, uint64_t value)
{
    uint32_t group = subgroup / 4;
    if (offset <= EMUQ_REG_PRIORITY && value >> 32 != 0) {
        emuq_refuse_register(work, n, reg, -1, "a program set unused bits of an injection control register",
                             "the bit of FIFO i of subgroup s in the group is 1 << (31 - (8*s + i))");
        return;
    }
    switch (offset) {
    case EMUQ_REG_ENABLE:
    case EMUQ_REG_DISABLE:
        /* Write-only: taken at once. A scan that finds the word taken too does the same thing again. */
        __atomic_store_n((volatile uint64_t *)reg, 0, __ATOMIC_RELAXED);
        if (may_control(n, group, value))
            emuq_control_enable(work, n, group, value, offset == EMUQ_REG_ENABLE);
        else
            emuq_refuse_register(work, n, reg, -1,
                                 "a user program enabled or disabled a system injection FIFO",
                                 ADVICE_ALLOCATE);
        break;
    case EMUQ_REG_PRIORITY:
        emuq_control_mirror(n, group, EMUQ_REG_PRIORITY, value);
        break;
    case EMUQ_REG_INT_CLEAR:
        __atomic_store_n((volatile uint64_t *)reg, 0, __ATOMIC_RELAXED);
        emuq_interrupts_clear(n, group, value);
        break;
    case EMUQ_REG_IS_ENABLED:
    case EMUQ_REG_INT_STATUS:
        emuq_refuse_register(work, n, reg, -1, "a program stored to a read-only status register",
                             "use the enable, disable or clearInterruptStatus register");
        break;
    default:
        break;
    }
}

static void bat_register(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup, volatile uint64_t *reg)
{
    uint64_t mode = __atomic_load_n(&n->dcr.bat_mode[subgroup / 64], __ATOMIC_RELAXED);
    if (is_user() && (mode >> (63 - subgroup % 64) & 1))
        emuq_refuse_register(work, n, reg, -1, "a user program stored to a system base-address-table entry",
                             ADVICE_ALLOCATE);
}

static void gi_register(emuq_work_t *work, emuq_mu_node_t *n, uint32_t offset, volatile uint64_t *reg,
                        uint64_t value)
{
    if (offset >= EMUQ_REG_GI_STATUS) {
        emuq_gi_restore(n, (offset - EMUQ_REG_GI_STATUS) / 8);
        emuq_refuse_register(work, n, reg, -1,
                             "a program stored to a read-only global-interrupt status register",
                             "store to the control register of the class route");
        return;
    }
    uint32_t route = (offset - EMUQ_REG_GI_CONTROL) / 8;
    const char *wrong = NULL, *advice = NULL;
    if (is_user() && (__atomic_load_n(&n->dcr.gi_system, __ATOMIC_RELAXED) >> (15 - route) & 1)) {
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
    emuq_refuse_register(work, n, reg, -1, wrong, advice);
}

/* Descriptors of an injection FIFO that the caller has claimed. Apart: the work has a large frame. */
static __attribute__((noinline)) void run_claimed(emuq_inj_t *f)
{
    emuq_work_t work;
    work.is_begun = false;
    bool is_done = emuq_inj_run_fast(&work, f);
    if (__builtin_expect(is_done && !work.is_begun, 1)) {
        emuq_critical_end();
        return;
    }
    if (work.is_begun) /* with a hold of its own */
        emuq_critical_end();
    else
        emuq_work_begin_held(&work);
    if (!is_done)
        emuq_inj_run_on(&work, f);
    emuq_work_run(&work);
}

/* The tail of an injection FIFO. */
static __attribute__((noinline)) void tail_register(emuq_inj_t *f)
{
    emuq_critical_begin();
    if (!emuq_expects_single(f)) {
        emuq_claim_wait(&f->claim);
        run_claimed(f);
    } else if (__builtin_expect(emuq_fast_single(f), 1)) {
        emuq_critical_end();
    } else {
        run_claimed(f);
    }
}

/* The FIFOs whose tail and head the thread has stored to last: programs store to the same registers again and
 * again. Each is one word, so a signal handler of the program that stores to registers between any two
 * instructions finds a FIFO of the machine here, and leaves one. */
static __thread struct {
    uint64_t machine; /* emuq_machine_number then: FIFOs of a machine stay where they are */
    emuq_inj_t *inj;  /* with registers; &no_inj: none */
    emuq_rec_t *rec;  /* the same; &no_rec */
} latest __attribute__((tls_model("initial-exec"))) = {UINT64_MAX, NULL, NULL};

static emuq_inj_regs_t no_inj_regs;
static emuq_rec_regs_t no_rec_regs;
static emuq_inj_t no_inj = {.regs = &no_inj_regs};
static emuq_rec_t no_rec = {.regs = &no_rec_regs};

/* What is remembered of another machine is void. */
static void begin_latest(void)
{
    if (latest.machine == emuq_machine_number)
        return;
    latest.inj = &no_inj;
    latest.rec = &no_rec;
    /* Who finds this machine, in a handler or behind one, finds no FIFO of another one. */
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    latest.machine = emuq_machine_number;
}

/* Whether nobody has to be told that the head of a reception FIFO with registers has moved. */
static inline bool is_head_free(emuq_rec_t *r)
{
    return !emuq_is_waited_for(&r->blocker) && __atomic_load_n(&r->system, __ATOMIC_RELAXED) == 0;
}

/* Does what a store asks for, if it is to one of the latest registers. @return whether it was, and the usual
 * case */
static inline bool is_latest(volatile uint64_t *reg)
{
    if (latest.machine != emuq_machine_number)
        return false;
    __atomic_signal_fence(__ATOMIC_SEQ_CST); /* as in begin_latest() */
    emuq_inj_t *f = __atomic_load_n(&latest.inj, __ATOMIC_RELAXED);
    if ((uintptr_t)reg - offsetof(emuq_inj_regs_t, tail) == (uintptr_t)f->regs) {
        if (__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) != EMUQ_INJ_ENABLED)
            return false;
        tail_register(f);
        return true;
    }
    emuq_rec_t *r = __atomic_load_n(&latest.rec, __ATOMIC_RELAXED);
    return (uintptr_t)reg - offsetof(emuq_rec_regs_t, head) == (uintptr_t)r->regs && is_head_free(r);
}

/* Does what the two stores ask for that programs do for every message: the tail of an injection FIFO, and the
 * head of a reception FIFO that no sender waits for. @return whether it was one of them. */
static inline bool is_usual(emuq_mu_node_t *n, uint32_t in_node)
{
    uint32_t subgroup = (in_node >> 16) * 4 + (in_node >> 12 & 3), field = in_node & 0xce38;
    if (subgroup >= EMUQ_SUBGROUPS)
        return false;
    if (field == EMUQ_REG_INJ + 3 * 8) {
        emuq_inj_t *f = &n->inj[subgroup * 8 + (in_node >> 6 & 7)];
        if (__atomic_load_n(&f->attributes, __ATOMIC_ACQUIRE) != EMUQ_INJ_ENABLED)
            return false;
        begin_latest();
        __atomic_store_n(&latest.inj, f, __ATOMIC_RELAXED);
        tail_register(f);
        return true;
    }
    if (field == EMUQ_REG_REC + 2 * 8 && !(in_node & 0x100)) {
        emuq_rec_t *r = &n->rec[subgroup * 4 + (in_node >> 6 & 3)];
        if (r->regs == NULL || !is_head_free(r))
            return false;
        begin_latest();
        __atomic_store_n(&latest.rec, r, __ATOMIC_RELAXED);
        return true;
    }
    return false;
}

static __attribute__((noinline)) void other_register(emuq_mu_node_t *n, uint32_t in_node,
                                                     volatile uint64_t *reg, uint64_t value)
{
    uint32_t page = in_node & 0xffff, group = in_node >> 16;
    uint32_t subgroup = group * 4 + (page >> 12), r = page & 0xfff;
    emuq_work_t work;
    if (page >= 4 * BGQ_MU_SUBGROUP_SIZE || group >= EMUQ_GROUPS)
        return;

    emuq_work_begin(&work);
    if (r < EMUQ_REG_REC)
        inj_register(&work, n, subgroup * 8 + r / 64, (r % 64) / 8, reg);
    else if (r < EMUQ_REG_IS_ENABLED)
        rec_register(&work, n, subgroup * 4 + (r - EMUQ_REG_REC) / 64, (r % 64) / 8, reg);
    else if (r < EMUQ_REG_BAT)
        control_register(&work, n, subgroup, r, reg, value);
    else if (r < EMUQ_REG_GI_CONTROL)
        bat_register(&work, n, subgroup, reg);
    else if (r < EMUQ_REG_GI_STATUS + 16 * 8)
        gi_register(&work, n, r, reg, value);
    emuq_work_run(&work);
}

void emuq_doorbell(volatile uint64_t *reg, uint64_t value)
{
    emuq_stamp(EMUQ_STAMP_RUNG);
    if (is_latest(reg))
        return;
    emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (__builtin_expect(offset >= m->bytes, 0))
        return; /* some other memory: a structure that a program made itself */
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    uint32_t in_node = (uint32_t)(offset % EMUQ_REGISTER_FILE_BYTES);
    if (!is_usual(n, in_node))
        other_register(n, in_node, reg, value);
}
