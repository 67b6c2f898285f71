/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file process.h
 * @brief Private to the kernel shim: a process of a node, which is one rank or an inactive slot.
 *
 * The processes of a partition lie in its arena. A process owns its address space and its SPI data.
 */
#ifndef EMUQ_PROCESS_H
#define EMUQ_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "backends/address_space.h"
#include "kernel-shim/partition/node.h"
#include "kernel-shim/partition/rank_state.h"

struct emuq_process {
    emuq_node_t *node;
    uint32_t t;                  /**< T coordinate, 0..ppn-1 */
    uint32_t rank;               /**< 0..np-1, or UINT32_MAX for a process that is no active rank */
    emuq_address_space_t *space; /**< PA windows; all processes of one Linux process share one */
    void **spi_data;             /**< slots of spi/include/kernel/cnk/emuq_process_data.h; in the memory of
                                      the Linux process */
    uint32_t threads; /**< software threads alive or about to start; stored under node->thread_lock, relaxed:
                           alarms load it without the lock, as a hint */
    bool ended;       /**< __atomic; see emuq_process_ended() */
    int status;       /**< exit status, valid after the rank has ended */
    struct emuq_rank_exit *main_exit; /**< how exit() ends the rank; NULL outside emuq_run_threads() */
    int share_static;  /**< 0, or the negative errno why its static data is not shared; set before it joins */
    int share_heap;    /**< the same for its heap */
    uintptr_t slow_va; /**< __atomic; memory for messages that is not shared (memory/unshared.c), or 0 */
    uint32_t slow_kind;    /**< __atomic; what it is, or 0 */
    int spin;              /**< __atomic; 1: its threads have alarms (partition/spin.h); or the negative errno why
                                they have none though they want some; or 0 */
    int32_t pid;           /**< __atomic; Linux process that has joined as this one, or 0 */
    uint32_t state;        /**< __atomic; emuq_rank_state_t */
    bool is_dying;         /**< __atomic; it dies by a signal, and has stopped or will */
    const char *waits_for; /**< __atomic; text in the arena: what it sleeps for in a library above the kernel,
                                of which the unit knows nothing; or NULL. It may change while it is read */
    bool has_fds;          /**< __atomic; it has eventfds; interrupts.c */
    uint64_t raised_fd[2]; /**< __atomic; subgroups that its eventfds shall show */
    uint64_t raised_route; /**< __atomic; the same for class routes */
};

/** Whether main() of a process has ended. A thread of it that sleeps in the kernel must then end, by
 *  pthread_exit(), within a second or so: the machine would have killed it. */
static inline bool emuq_process_ended(const emuq_process_t *process)
{
    /* Acquire: pairs with the release in run.c. */
    return __atomic_load_n(&process->ended, __ATOMIC_ACQUIRE);
}

#endif /* EMUQ_PROCESS_H */
