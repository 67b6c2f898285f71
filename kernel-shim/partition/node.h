/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file node.h
 * @brief Private to the kernel shim: a node, one Message Unit and the kernel state that its processes share.
 *
 * The nodes of a partition lie in its arena. The partition owns them; members are constant while ranks run,
 * except those marked with their lock.
 */
#ifndef EMUQ_NODE_H
#define EMUQ_NODE_H

#include <pthread.h>
#include <stdint.h>

#include "firmware/include/personality.h"

#define EMUQ_HW_THREADS   68u /**< Hardware threads of a node: 17 cores of 4. */
#define EMUQ_APP_THREADS  64u /**< Those that run applications. */
#define EMUQ_CORE_THREADS 4u  /**< Hardware threads of a core. */
#define EMUQ_CORES        (EMUQ_HW_THREADS / EMUQ_CORE_THREADS)

typedef struct emuq_partition emuq_partition_t;
typedef struct emuq_node emuq_node_t;
typedef struct emuq_process emuq_process_t;

struct emuq_node {
    emuq_partition_t *partition;
    uint32_t number;            /**< node number in the geometry */
    uint32_t coordinates[5];    /**< A..E */
    Personality_t personality;  /**< what Kernel_GetPersonality copies */
    struct emuq_memory *memory; /**< its physical memory; in threads mode node 0 has that of all */
    pthread_mutex_t lock; /**< serialises the kernel calls of the node that allocate. The unit runs no message
                               and reports no error under it: see emuq_node_unlock() of kernel/registers.h */
    struct emuq_interrupts *interrupts; /**< waiters, eventfds and handlers; owned by interrupts.c */
    pthread_mutex_t shm_lock;           /**< leaf; guards `shm` and what it points to */
    struct emuq_shm *shm;               /**< names of shared memory; owned by memory/node_segments.c */
    pthread_mutex_t thread_lock;        /**< leaf; guards the members below, and emuq_process::threads */
    uint64_t hw_thread_load[EMUQ_HW_THREADS]; /**< software threads per hardware thread; thread_lock */
    uint64_t axucr0[EMUQ_CORES];              /**< Kernel_GetAXUCR0(); thread_lock */
    pthread_mutex_t bgpm_lock; /**< guards `bgpm` and all event sets; before locks of the arena and of
                                    the Message Unit */
    struct bgpm_node *bgpm;    /**< performance counters; owned by bgpm/src/life.c */
};

#endif /* EMUQ_NODE_H */
