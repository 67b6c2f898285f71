/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communication threads: interrupt handlers that run on a thread's own stack (kernel-location-process-memory
 * section 4).
 */
#include <setjmp.h>

#include "base/lock.h"
#include "base/host_calls.h"
#include "kernel-shim/partition/interrupts.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/kernel/registers.h"
#include "kernel-shim/partition/call.h"

#define LONGEST_WAIT 100000000l /**< nanoseconds; then looks whether the process has ended */

/** The hardware thread of the caller, with its core locked; NULL without memory. */
static emuq_hw_thread_t *lock_self(emuq_core_t **core)
{
    emuq_node_t *node = emuq_process_self()->node;
    uint32_t processor = emuq_thread_self.processor;
    *core = emuq_core_of(node, processor);
    if (*core == NULL)
        return NULL;
    emuq_shared_lock(&(*core)->lock);
    return &(*core)->thread[processor % EMUQ_CORE_THREADS];
}

static void enable_installed(emuq_hw_thread_t *self, bool enable)
{
    for (int n = 0; n < KERNEL_COMM_NUM_INTS; n++)
        self->line[n].enabled = enable && self->line[n].handler != NULL;
}

/** Whether the global event aggregator has something: interrupts of subgroups that go there, and global ones.
 */
static bool aggregator_raised(const emuq_node_t *node)
{
    for (uint32_t r = 0; r < EMUQ_ROUTES; r++)
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

/** The line that fires on the hardware thread, or -1; core lock. */
static int firing_line(const emuq_node_t *node, uint32_t processor, const emuq_hw_thread_t *self)
{
    for (uint32_t n = 0; n < KERNEL_COMM_NUM_INTS; n++) {
        if (!self->line[n].enabled)
            continue;
        if (n == KERNEL_COMM_INT_GEA ? aggregator_raised(node)
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
    emuq_hw_thread_t *self = lock_self(&core);
    if (self == NULL)
        return ENOMEM;
    self->line[mu_int] = (emuq_line_t){func, {parm1, parm2, parm3, parm4}, func != NULL};
    /* Another thread of this hardware thread may be waiting for it. */
    emuq_host_cond_broadcast(&core->event);
    emuq_shared_unlock(&core->lock);
    return 0;
}

/** Enables or disables all lines that have a handler. */
static int32_t enable_lines(bool enable)
{
    emuq_core_t *core;
    emuq_hw_thread_t *self = lock_self(&core);
    if (self == NULL)
        return ENOMEM;
    enable_installed(self, enable);
    emuq_host_cond_broadcast(&core->event);
    emuq_shared_unlock(&core->lock);
    return 0;
}

int32_t Kernel_CommThreadDisableInterrupts(void)
{
    EMUQ_KERNEL_CALL();
    return enable_lines(false);
}

int32_t Kernel_CommThreadEnableInterrupts(void)
{
    EMUQ_KERNEL_CALL();
    return enable_lines(true);
}

/** Waits until something has changed, or for a while; core lock, which is open meanwhile. */
static void wait_for_change(emuq_core_t *core)
{
    if (emuq_mmio.relax == NULL) {
        emuq_core_wait(core, LONGEST_WAIT);
        return;
    }
    emuq_shared_unlock(&core->lock);
    bool has_waited = emuq_mmio.relax(core, 0, 0) != 0;
    emuq_shared_lock(&core->lock);
    if (!has_waited)
        emuq_core_wait(core, LONGEST_WAIT);
}

/** Waits until a line fires, and masks it. @return the line, as it was. */
static emuq_line_t wait_for_line(emuq_node_t *node, emuq_core_t *core, emuq_hw_thread_t *self)
{
    int n;
    while ((n = firing_line(node, emuq_thread_self.processor, self)) < 0) {
        wait_for_change(core);
        if (emuq_process_ended(emuq_thread_self.process)) {
            emuq_shared_unlock(&core->lock);
            emuq_end_with_process();
            emuq_shared_lock(&core->lock);
        }
    }
    self->line[n].enabled = false;
    return self->line[n];
}

static void record_handler(uint16_t processor)
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
    /* Where a thread of this kind begins. A handler ends by calling Poof, deeper on the same stack: it is
     * thrown away, as on the machine, where a handler starts with the stack that the first Poof had. */
    static __thread jmp_buf base;
    static __thread bool has_base;
    if (has_base)
        longjmp(base, 1);
    has_base = true;
    (void)setjmp(base);
    for (;;) {
        emuq_core_t *core;
        emuq_end_with_process();
        emuq_hw_thread_t *self = lock_self(&core);
        if (self == NULL) {
            has_base = false;
            return ENOMEM;
        }
        enable_installed(self, true);
        emuq_line_t line = wait_for_line(emuq_thread_self.process->node, core, self);
        emuq_shared_unlock(&core->lock);
        record_handler((uint16_t)emuq_thread_self.processor);
        line.handler(line.parm[0], line.parm[1], line.parm[2], line.parm[3]);
    }
}
