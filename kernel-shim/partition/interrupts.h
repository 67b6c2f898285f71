/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interrupts.h
 * @brief Delivery of Message Unit interrupts.
 *
 * Lines of communication threads are level-triggered by the interruptStatus register, which keeps a condition
 * until software clears it. Wakeups and eventfds are edge-triggered by callbacks.
 */
#ifndef EMUQ_INTERRUPTS_H
#define EMUQ_INTERRUPTS_H

#include <limits.h>

#include "kernel-shim/partition/registers.h"
#include "kernel-shim/partition/state.h"
#include "spi/include/kernel/thread.h"

/** Interrupt line of a hardware thread */
typedef struct emuq_line {
    Kernel_CommThreadHandler handler; /**< NULL: none */
    uint64_t parm[4];
    bool enabled;
} emuq_line_t;

/** Interrupt state of a hardware thread; guarded by the core's lock */
typedef struct emuq_hw_thread {
    emuq_line_t line[KERNEL_COMM_NUM_INTS];
    uint32_t armed; /**< armed events: bit 8 >> n is subgroup n of the core's group */
    bool pending;   /**< an armed event has occurred since the last wait */
} emuq_hw_thread_t;

/** Interrupt state of a core */
typedef struct emuq_core {
    pthread_mutex_t lock; /**< leaf */
    pthread_cond_t event; /**< an interrupt may concern a thread of the core; monotonic clock */
    emuq_hw_thread_t thread[EMUQ_CORE_THREADS];
} emuq_core_t;

#define EMUQ_NO_EVENT_FD UINT_MAX /**< eventfd that was not requested; negative as an int */

/** Eventfds of a node (threads mode) or of this Linux process (processes mode) */
typedef struct emuq_event_fds {
    unsigned subgroup[EMUQ_HW_THREADS]; /**< atomic; descriptor or EMUQ_NO_EVENT_FD */
    unsigned route[EMUQ_NODE_ROUTES];   /**< atomic; descriptor or EMUQ_NO_EVENT_FD */
} emuq_event_fds_t;

struct emuq_interrupts {
    pthread_mutex_t lock;          /**< serialises creation of cores and eventfds */
    emuq_core_t *core[EMUQ_CORES]; /**< NULL until needed; atomic */
    emuq_event_fds_t fds;          /**< threads mode only */
};

/** Finds or makes the core of a hardware thread of @p node. @return NULL: out of memory */
emuq_core_t *emuq_core_of(emuq_node_t *node, uint32_t processor);

/** Waits for an event of the core, at most @p nanoseconds. Caller holds the core's lock. */
void emuq_core_wait(emuq_core_t *core, long nanoseconds);

/** Whether an enabled interrupt of a subgroup is raised */
bool emuq_subgroup_raised(const emuq_node_t *node, uint32_t subgroup);

/** Enabled signals of a global-interrupt route that are 1: bits 4, 2, 1 */
uint32_t emuq_route_raised(const emuq_node_t *node, uint32_t route);

/** Ends the calling thread if main() of its process has ended. */
void emuq_end_with_process(void);

/** The eventfd of a subgroup's interrupts; see emuq_interrupt_fd(). Thread-safe */
int emuq_process_interrupt_fd(emuq_process_t *process, uint32_t subgroup);
/** The eventfd of a class route's signals; see emuq_gi_interrupt_fd(). Thread-safe */
int emuq_process_gi_interrupt_fd(emuq_process_t *process, uint32_t route);

/** Backend callbacks; see emuq_kernel_callbacks_t. */
void emuq_kernel_interrupt(void *partition, uint32_t node, uint32_t group, uint64_t status);
void emuq_kernel_gi_interrupt(void *partition, uint32_t node, uint32_t route, uint32_t bits);
/** Backend callback: another process has marked events for this process. */
void emuq_kernel_notified(void *partition);

/** Called by emuq_kernel_notified(), for a component outside the kernel shim. Atomic, release */
extern void (*emuq_component_notified)(void);

/** Initialises the interrupt state of a node. Call when the machine is open. @return 0 or -ENOMEM */
int emuq_interrupts_open(emuq_node_t *node);
/** Frees the interrupt state, if any. Call after the machine has been closed. */
void emuq_interrupts_close(emuq_node_t *node);

#endif /* EMUQ_INTERRUPTS_H */
