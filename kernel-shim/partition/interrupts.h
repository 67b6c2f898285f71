/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interrupts.h
 * @brief Private to the kernel shim: where the Message Unit's interrupts of a node go.
 *
 * A condition shows in the group's interruptStatus register until software clears it; the callback of the
 * backend says that it has just occurred. Communication threads look at the register, so their lines are
 * levels, as on the machine. Wakeups and eventfds are edges.
 */
#ifndef EMUQ_INTERRUPTS_H
#define EMUQ_INTERRUPTS_H

#include "kernel-shim/kernel/routes.h"
#include "kernel-shim/partition/state.h"
#include "spi/include/kernel/thread.h"

/** An interrupt line of a hardware thread. */
typedef struct emuq_line {
    Kernel_CommThreadHandler handler; /**< NULL: none is installed */
    uint64_t parm[4];
    bool enabled;
} emuq_line_t;

/** What a hardware thread waits for; guarded by its core's lock. */
typedef struct emuq_hw_thread {
    emuq_line_t line[KERNEL_COMM_NUM_INTS];
    uint32_t armed; /**< Message Unit events that end a wait: bit 8 >> n is subgroup n of the core's group */
    bool pending;   /**< one of them has occurred since the last wait */
} emuq_hw_thread_t;

/** A core on which something waits, or has waited. */
typedef struct emuq_core {
    pthread_mutex_t lock; /**< leaf */
    pthread_cond_t
        event; /**< an interrupt has occurred that may concern a thread of the core; monotonic clock */
    emuq_hw_thread_t thread[EMUQ_CORE_THREADS];
} emuq_core_t;

/** Eventfds: of a node if all ranks are threads, of this Linux process otherwise. */
typedef struct emuq_event_fds {
    int subgroup[EMUQ_HW_THREADS]; /**< -1 until asked for; atomic */
    int route[EMUQ_ROUTES];
} emuq_event_fds_t;

struct emuq_interrupts {
    pthread_mutex_t lock;          /**< serialises the making of cores and eventfds */
    emuq_core_t *core[EMUQ_CORES]; /**< NULL until needed; atomic */
    emuq_event_fds_t fds;          /**< unless the ranks are Linux processes */
};

/** The core of a hardware thread of @p node, made if there is none yet; NULL without memory. */
emuq_core_t *emuq_core_of(emuq_node_t *node, uint32_t processor);

/** Waits, with the core's lock, for an event of the core or until @p nanoseconds have passed. */
void emuq_core_wait(emuq_core_t *core, long nanoseconds);

/** Whether an enabled interrupt of a subgroup shows in the status register. */
bool emuq_subgroup_raised(const emuq_node_t *node, uint32_t subgroup);

/** Wires of a global-interrupt route that are 1 and enabled: bits 4, 2, 1. */
uint32_t emuq_route_raised(const emuq_node_t *node, uint32_t route);

/** Ends the calling thread if main() of its process has ended. */
void emuq_end_with_process(void);

/** The eventfd of a subgroup's interrupts, for @p process; see emuq_interrupt_fd(). Thread-safe. */
int emuq_process_interrupt_fd(emuq_process_t *process, uint32_t subgroup);
/** The eventfd of a class route's wires, for @p process; see emuq_gi_interrupt_fd(). Thread-safe. */
int emuq_process_gi_interrupt_fd(emuq_process_t *process, uint32_t route);

/** Callbacks for the backend; see emuq_kernel_callbacks_t. */
void emuq_kernel_interrupt(void *partition, uint32_t node, uint32_t group, uint64_t status);
void emuq_kernel_gi_interrupt(void *partition, uint32_t node, uint32_t route, uint32_t bits);
/** Another process has marked something for this one. */
void emuq_kernel_poked(void *partition);

/** Called with emuq_kernel_poked(), for a room that the kernel shim does not know; or NULL. __atomic,
 * release. */
extern void (*emuq_room_poked)(void);

/** Called when the machine is open, before emuq_mu_boot_resources(). @return 0 or -ENOMEM. */
int emuq_interrupts_open(emuq_node_t *node);
/** Called after the machine has been closed: no callback is under way. Open need not have been called. */
void emuq_interrupts_close(emuq_node_t *node);

#endif /* EMUQ_INTERRUPTS_H */
