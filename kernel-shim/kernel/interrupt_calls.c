/* SPDX-License-Identifier: BSD-3-Clause */
/* Communication threads (kernel-location-process-memory 4), eventfds, and the wakeup unit
 * (l2-atomics-wakeup-l1p 6) */
#include <setjmp.h>
#include <string.h>
#include <time.h>

#include "base/backoff.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "emuq/partition.h"
#include "kernel-shim/kernel/calls.h"
#include "kernel-shim/partition/interrupts.h"
#include "spi/include/wu/wait.h"

#define LONGEST_WAIT 100000000l /**< ns between checks for the end of the process */

/** Locks the caller's core. @return its hardware thread; NULL: out of memory, not locked */
static emuq_hw_thread_t *comm_lock_self(emuq_core_t **core)
{
    emuq_node_t *node = emuq_process_self()->node;
    uint32_t processor = emuq_thread_self.processor;
    *core = emuq_core_of(node, processor);
    if (*core == NULL)
        return NULL;
    emuq_shared_lock(&(*core)->lock);
    return &(*core)->thread[processor % EMUQ_CORE_THREADS];
}

static void comm_enable_installed(emuq_hw_thread_t *self, bool enable)
{
    for (int n = 0; n < KERNEL_COMM_NUM_INTS; n++)
        self->line[n].enabled = enable && self->line[n].handler != NULL;
}

/** Whether an interrupt of subgroups that are routed to the global event aggregator, or of GI routes, is
 * raised */
static bool comm_aggregator_raised(const emuq_node_t *node)
{
    for (uint32_t r = 0; r < EMUQ_NODE_ROUTES; r++)
        if (emuq_route_raised(node, r) != 0)
            return true;
    for (uint32_t s = 0; s < EMUQ_HW_THREADS; s++) {
        uint64_t bit;
        uint32_t dcr = emuq_gea_enable(s, &bit);
        if ((emuq_node_dcr(node, dcr) & bit) != 0 && emuq_subgroup_raised(node, s))
            return true;
    }
    return false;
}

/** Caller holds the core's lock. @return the line that fires on a hardware thread, or -1 */
static int comm_firing_line(const emuq_node_t *node, uint32_t processor, const emuq_hw_thread_t *self)
{
    for (uint32_t n = 0; n < KERNEL_COMM_NUM_INTS; n++) {
        if (!self->line[n].enabled)
            continue;
        if (n == KERNEL_COMM_INT_GEA ? comm_aggregator_raised(node)
                                     : emuq_subgroup_raised(node, processor / EMUQ_CORE_THREADS * 4 + n))
            return (int)n;
    }
    return -1;
}

int32_t Kernel_CommThreadInstallHandler(int mu_int, Kernel_CommThreadHandler func, uint64_t parm1,
                                        uint64_t parm2, uint64_t parm3, uint64_t parm4)
{
    EMUQ_KERNEL_CALL();
    if (mu_int < 0 || mu_int >= KERNEL_COMM_NUM_INTS)
        return EINVAL;
    emuq_core_t *core;
    emuq_hw_thread_t *self = comm_lock_self(&core);
    if (self == NULL)
        return ENOMEM;
    self->line[mu_int] = (emuq_line_t){func, {parm1, parm2, parm3, parm4}, func != NULL};
    emuq_host_cond_broadcast(&core->event);
    emuq_shared_unlock(&core->lock);
    return 0;
}

static int32_t comm_enable_lines(bool enable)
{
    emuq_core_t *core;
    emuq_hw_thread_t *self = comm_lock_self(&core);
    if (self == NULL)
        return ENOMEM;
    comm_enable_installed(self, enable);
    emuq_host_cond_broadcast(&core->event);
    emuq_shared_unlock(&core->lock);
    return 0;
}

int32_t Kernel_CommThreadDisableInterrupts(void)
{
    EMUQ_KERNEL_CALL();
    return comm_enable_lines(false);
}

int32_t Kernel_CommThreadEnableInterrupts(void)
{
    EMUQ_KERNEL_CALL();
    return comm_enable_lines(true);
}

/** Waits for an event of the core, or for LONGEST_WAIT. Caller holds the core's lock; the wait releases the
 * lock. */
static void comm_wait_for_change(emuq_core_t *core)
{
    if (emuq_mmio.time.relax == NULL) {
        emuq_core_wait(core, LONGEST_WAIT);
        return;
    }
    emuq_shared_unlock(&core->lock);
    bool has_waited = emuq_mmio.time.relax(core, 0, 0) != 0;
    emuq_shared_lock(&core->lock);
    if (!has_waited)
        emuq_core_wait(core, LONGEST_WAIT);
}

/** Waits until a line fires, and disables the line. Caller holds the core's lock. @return the line's previous
 * state */
static emuq_line_t comm_wait_for_line(emuq_node_t *node, emuq_core_t *core, emuq_hw_thread_t *self)
{
    int n;
    while ((n = comm_firing_line(node, emuq_thread_self.processor, self)) < 0) {
        comm_wait_for_change(core);
        if (emuq_process_ended(emuq_thread_self.process)) {
            emuq_shared_unlock(&core->lock);
            emuq_end_with_process();
            emuq_shared_lock(&core->lock);
        }
    }
    self->line[n].enabled = false;
    return self->line[n];
}

static void comm_record_handler(uint16_t processor)
{
    emuq_record_ring_t *ring = emuq_record_ring_for(EMUQ_RECORD_HANDLER);
    if (ring == NULL)
        return;
    *emuq_record_next(ring) = (emuq_record_t){.ticks = emuq_record_clock_after(),
                                              .kind = EMUQ_RECORD_HANDLER,
                                              .fifo = processor,
                                              .node = ring->node};
    emuq_record_add(ring);
}

int32_t Kernel_CommThreadPoof(void)
{
    /* A handler ends by calling Poof again, deeper on the same stack. Every handler starts with the stack of
     * the first Poof. */
    static __thread jmp_buf base;
    static __thread bool has_base;
    if (has_base)
        longjmp(base, 1);
    has_base = true;
    (void)setjmp(base);
    for (;;) {
        emuq_core_t *core;
        emuq_end_with_process();
        emuq_hw_thread_t *self = comm_lock_self(&core);
        if (self == NULL) {
            has_base = false;
            return ENOMEM;
        }
        comm_enable_installed(self, true);
        emuq_line_t line = comm_wait_for_line(emuq_thread_self.process->node, core, self);
        emuq_shared_unlock(&core->lock);
        comm_record_handler((uint16_t)emuq_thread_self.processor);
        line.handler(line.parm[0], line.parm[1], line.parm[2], line.parm[3]);
    }
}

int emuq_interrupt_fd(uint32_t subgroup)
{
    return emuq_process_interrupt_fd(emuq_process_self(), subgroup);
}

int emuq_gi_interrupt_fd(uint32_t route)
{
    return emuq_process_gi_interrupt_fd(emuq_process_self(), route);
}

#define WAIT ((long)EMUQ_BACKOFF_LONG_NS) /* ns; timeout of a wait without an address */

/* A wait for an address ends when the Message Unit changes memory of the node. Plain stores notify nothing,
 * so the thread polls. */
#define FIRST_NS EMUQ_BACKOFF_SLEEP_NS

/* Where ranks share cores, a thread that waits for many messages pauses before it sleeps, twice as long
 * after each message that was not the last, until wake-ups of all ranks of a core take a tenth of its time.
 * Both values are multiplied by the ranks per core. */
#define PAUSE_NS      EMUQ_BACKOFF_SWITCH_NS
#define RANK_PAUSE_NS (2 * EMUQ_BACKOFF_SHARE_NS)

#define LINE      UINT64_C(64) /* bytes; resolution of the comparators */
#define MU_EVENTS 0xfu

static __thread struct {
    bool is_armed;
    uint64_t physical, mask;
    const volatile uint64_t *line;          /* NULL: not a single line of this process */
    uint64_t seen[LINE / sizeof(uint64_t)]; /* contents when armed */
    uint64_t limit_ns;
    uint64_t pause_ns;
    bool arms_events; /* the thread has also armed events by WU_ArmMU() */
} comparator;

/* Loads a word of the armed line, which may be outside the program's objects. Acquire: pairs with the
 * release of the store that changed the word. */
__attribute__((no_sanitize("address"), noinline)) static uint64_t wakeup_line_word(uint32_t i)
{
    /* Not AO_load_acquire(), which the sanitizer would instrument. */
    return __atomic_load_n(&comparator.line[i], __ATOMIC_ACQUIRE);
}

static bool wakeup_line_changed(void)
{
    for (uint32_t i = 0; comparator.line != NULL && i < LINE / sizeof(uint64_t); i++)
        if (wakeup_line_word(i) != comparator.seen[i])
            return true;
    return false;
}

/* Chooses the times of a wait. @param goes_on the program waits for the same line again */
static void wakeup_choose_times(const emuq_process_t *process, bool goes_on)
{
    const emuq_partition_t *p = process != NULL ? process->node->partition : NULL;
    uint64_t share = 1; /* ranks per core */
    if (p != NULL && p->processors != 0)
        share = (p->sharers + p->processors - 1) / p->processors;
    if (!goes_on) {
        comparator.limit_ns = FIRST_NS;
        comparator.pause_ns = share > 1 ? share * PAUSE_NS : 0;
    } else if (share > 1 && !wakeup_line_changed()) {
        comparator.limit_ns =
            emuq_backoff_longer(comparator.limit_ns, &emuq_backoff_table[EMUQ_BACKOFF_RANK_SHARED]);
    } else if (comparator.pause_ns < share * RANK_PAUSE_NS) {
        comparator.pause_ns *= 2;
    }
}

void WU_ArmWithAddress(uint64_t physical_address, uint64_t mask)
{
    const emuq_process_t *process = emuq_thread_self.process;
    wakeup_choose_times(process, comparator.is_armed && comparator.physical == physical_address &&
                                     comparator.mask == mask);
    comparator.is_armed = true;
    comparator.physical = physical_address;
    comparator.mask = mask;
    comparator.line = NULL;
    if (process != NULL && (~mask & ~(LINE - 1)) == 0)
        comparator.line = emuq_translate(process->space->memory, physical_address & ~(LINE - 1), LINE);
    for (uint32_t i = 0; comparator.line != NULL && i < LINE / sizeof(uint64_t); i++)
        comparator.seen[i] = wakeup_line_word(i);
}

/** An event that is armed again has not occurred yet. */
static void wakeup_arm(uint32_t add, uint32_t remove)
{
    emuq_node_t *node = emuq_process_self()->node;
    emuq_core_t *core = emuq_core_of(node, emuq_thread_self.processor);
    if (core == NULL)
        return; /* waits are bounded anyway */
    emuq_hw_thread_t *self = &core->thread[emuq_thread_self.processor % EMUQ_CORE_THREADS];
    emuq_shared_lock(&core->lock);
    self->armed = (self->armed | add) & ~remove;
    comparator.arms_events = self->armed != 0;
    emuq_shared_unlock(&core->lock);
}

void WU_ArmMU(uint64_t bits)
{
    wakeup_arm((uint32_t)bits & MU_EVENTS, 0);
}

void WU_ArmMU_system(uint64_t bits)
{
    WU_ArmMU(bits);
}

void WU_DisarmMU(uint64_t bits)
{
    wakeup_arm(0, (uint32_t)bits & MU_EVENTS);
}

/* @return false: the thread does not wait for a line only */
static bool wakeup_wait_for_line(const emuq_process_t *process)
{
    if (!comparator.is_armed || comparator.line == NULL || comparator.arms_events)
        return false;
    const emuq_node_t *node = process->node;
    const volatile uint64_t *reg = emuq_backend->unit->reg(node->partition->machine, node->number, 0);
    if (comparator.pause_ns != 0 && !wakeup_line_changed())
        nanosleep(&(struct timespec){0, (long)comparator.pause_ns}, NULL);
    if (wakeup_line_changed())
        return true;
    uint64_t ticket = emuq_mmio_prepare(reg);
    return wakeup_line_changed() || emuq_mmio_sleep(reg, ticket, comparator.limit_ns);
}

static void wakeup_wait_for_event(const emuq_process_t *process)
{
    long longest = comparator.is_armed ? (long)FIRST_NS : WAIT;
    emuq_core_t *core = process != NULL ? emuq_core_of(process->node, emuq_thread_self.processor) : NULL;
    if (core == NULL) {
        nanosleep(&(struct timespec){0, longest}, NULL);
        return;
    }
    emuq_hw_thread_t *self = &core->thread[emuq_thread_self.processor % EMUQ_CORE_THREADS];
    emuq_shared_lock(&core->lock);
    if (!self->pending)
        emuq_core_wait(core, longest);
    self->pending = false;
    emuq_shared_unlock(&core->lock);
}

void emuq_wakeup_wait(void)
{
    const emuq_process_t *process = emuq_thread_self.process;
    if (emuq_mmio_relax(__builtin_return_address(0), 0, 0))
        return;
    if (process == NULL || !wakeup_wait_for_line(process))
        wakeup_wait_for_event(process);
    emuq_end_with_process();
}
