/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file kernel.h
 * @brief Private to the kernel shim: partition, node, process and thread, as a compute-node kernel sees them.
 *
 * Ownership: a partition owns its nodes and processes; a process owns its address space and its SPI data. All
 * are made before the first rank starts and freed after the last thread of the job has left. Members are
 * constant while ranks run, except those marked with their lock.
 */
#ifndef EMUQ_KERNEL_H
#define EMUQ_KERNEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "backends/backend.h"
#include "emuq/partition.h"
#include "firmware/include/personality.h"
#include "hwi/include/bqc/classroute.h"
#include "spi/include/kernel/location.h"

#define EMUQ_HW_THREADS   68u /**< Hardware threads of a node: 17 cores of 4. */
#define EMUQ_APP_THREADS  64u /**< Those that run applications. */
#define EMUQ_CORE_THREADS 4u  /**< Hardware threads of a core. */
#define EMUQ_CORES        (EMUQ_HW_THREADS / EMUQ_CORE_THREADS)

typedef struct emuq_partition emuq_partition_t;
typedef struct emuq_node emuq_node_t;
typedef struct emuq_process emuq_process_t;

/** A node: one Message Unit, and the kernel state that its processes share. */
struct emuq_node {
    emuq_partition_t *partition;
    uint32_t number;                    /**< node number in the geometry */
    uint32_t coordinates[5];            /**< A..E */
    Personality_t personality;          /**< what Kernel_GetPersonality copies */
    pthread_mutex_t lock;               /**< serialises the kernel calls of the node that allocate */
    struct emuq_interrupts *interrupts; /**< waiters, eventfds and handlers; owned by interrupts.c */
    pthread_mutex_t thread_lock;        /**< leaf; guards the members below, and emuq_process::threads */
    uint64_t hw_thread_load[EMUQ_HW_THREADS]; /**< software threads per hardware thread; thread_lock */
    uint64_t axucr0[EMUQ_CORES];              /**< Kernel_GetAXUCR0(); thread_lock */
};

/** A process: one rank, or an inactive slot. */
struct emuq_process {
    emuq_node_t *node;
    uint32_t t;                  /**< T coordinate, 0..ppn-1 */
    uint32_t rank;               /**< 0..np-1, or UINT32_MAX for a process that is no active rank */
    emuq_address_space_t *space; /**< PA windows; all processes of one Linux process share one */
    void **spi_data;             /**< slots of spi/include/kernel/cnk/emuq_process_data.h; in the memory of
                                      the Linux process */
    uint32_t threads;            /**< software threads alive or about to start; node->thread_lock */
    bool ended;                  /**< __atomic; see emuq_process_ended() */
    int status;                  /**< exit status, valid after the rank has ended */
    struct emuq_rank_thread *main_thread; /**< owned by run.c; NULL outside emuq_run_threads() */
    int share_static; /**< 0, or the negative errno why its static data is not shared; set before it joins */
    int share_heap;   /**< the same for its heap */
    int32_t pid;      /**< __atomic; Linux process that has joined as this one, or 0 */
    uint32_t state;   /**< __atomic; emuq_rank_state_t of launch.h */
    bool has_fds;     /**< __atomic; it has eventfds; interrupts.c */
    uint64_t raised_fd[2]; /**< __atomic; subgroups that its eventfds shall show */
    uint64_t raised_route; /**< __atomic; the same for class routes */
};

struct emuq_partition {
    emuq_job_t job; /**< normalised: no zero left, mapping not NULL */
    emuq_geometry_t geometry;
    uint32_t nodes;      /**< product of the shape */
    emuq_arena_t *arena; /**< holds everything of the partition, and itself */
    bool is_shared;      /**< the processes are Linux processes; otherwise all are threads of one */
    bool is_attached;    /**< by emuq_partition_open(): close detaches */
    int failed;          /**< __atomic; exit status of a software error that has ended the job, or 0 */
    emuq_machine_t *machine;
    emuq_node_t *node;           /**< [nodes] */
    emuq_process_t *process;     /**< [nodes * ppn], index node * ppn + t */
    BG_CoordinateMapping_t *map; /**< [np], job coordinates of each rank */
    uint32_t *process_of_rank;   /**< [np], index into process */
    uint64_t job_id;
    bool depth_first;         /**< BG_THREADLAYOUT=2 */
    struct emuq_ranks *ranks; /**< owned by run.c; lives as long as the partition */
};

/** What a thread is. Inherited, with a new hardware thread, by the threads that it creates. */
typedef struct emuq_thread {
    emuq_process_t *process; /**< NULL: not (yet) a member of a process */
    uint32_t processor;      /**< hardware thread it is placed on, 0..67 */
    bool is_main;            /**< main thread of its process */
} emuq_thread_t;

extern __thread emuq_thread_t emuq_thread_self;

/** The backend that this Linux process uses; set with the partition. */
extern const emuq_backend_t *emuq_backend;

/** The process of the calling thread. A thread outside any job becomes a member of the only process of a
 *  one-node partition, made on first use; never NULL (ends the program with a message if that fails). */
emuq_process_t *emuq_process_self(void);

/** Chooses a hardware thread of @p process for a new software thread (kernel-location section 1) and counts
 *  the thread there: emuq_thread_enter() must follow, in the new thread. */
uint32_t emuq_thread_place(emuq_process_t *process);

/** Makes the calling thread, which is a member of no process, a member of @p process on the hardware thread
 *  @p processor that emuq_thread_place() gave. It leaves by itself when it ends. */
void emuq_thread_enter(emuq_process_t *process, uint32_t processor, bool is_main);

/** Ends the membership of the calling thread, if it is a member. */
void emuq_thread_leave(void);

/** Makes a partition for @p job: reads the settings, then makes nodes, processes, machine, class routes and
 *  personality as at job start. The mapping of @p job is copied before the settings are read.
 *  @return 0, or a negative errno after a message; nothing is left behind. */
int emuq_partition_open(const emuq_job_t *job, emuq_partition_t **partition);
void emuq_partition_close(emuq_partition_t *partition);

/** Differs if anything in the arena of a partition is laid out differently. */
uint64_t emuq_partition_layout(void);

/** The first half of open: makes the partition, which no process uses yet.
 *  @param is_shared its processes will be Linux processes. */
int emuq_partition_make(const emuq_job_t *job, bool is_shared, emuq_partition_t **partition);
/** The second half: this Linux process uses the partition from now on. @param node its node, or UINT32_MAX if
 * all ranks are its threads. @return 0, or a negative errno after a message. */
int emuq_partition_attach(emuq_partition_t *partition, uint32_t node);
void emuq_partition_detach(emuq_partition_t *partition);
/** Process mode: this Linux process is no rank any more. Its messages are completed first, if that takes no
 * longer than a second; what others send to its memory, @p space, from now on is an error. The memory of the
 * arena stays. */
void emuq_partition_leave(emuq_partition_t *partition, emuq_address_space_t *space);

/** Marks the system's own resources of a node (kernel-mu-resources 6). Called once for every node. @return 0.
 */
int emuq_kernel_boot_resources(emuq_node_t *node);

/** Programs class routes 0, 14 and 15 of both kinds on all nodes, and starts the barriers on them
 *  (kernel-classroutes 3, kernel-gi 3). Fills in the primordial route of each node's personality. Called
 * once, when the personalities and the ranks of the processes are known. @return 0, or -ENOMEM. */
int emuq_kernel_boot_routes(emuq_partition_t *partition);

/** Computes every node's part of the job trees (kernel-classroutes 4): over all nodes, and over the nodes
 * that hold active ranks. Links and LOCAL only, no class type.
 *  @param all,np [nodes], overwritten. @return 0, or -ENOMEM. */
int emuq_job_trees(const emuq_partition_t *partition, ClassRoute_t *all, ClassRoute_t *np);

/** Callbacks for the backend (errors.c, interrupts.c). */
void emuq_kernel_error(void *partition, const emuq_mu_error_t *error);
void emuq_kernel_interrupt(void *partition, uint32_t node, uint32_t group, uint64_t status);
void emuq_kernel_gi_interrupt(void *partition, uint32_t node, uint32_t route, uint32_t bits);
/** Another process has marked something for this one (interrupts.c). */
void emuq_kernel_poked(void *partition);
/** Called when the machine is open, before emuq_kernel_boot_resources(). */
int emuq_interrupts_open(emuq_node_t *node);
/** Called after the machine has been closed: no callback is under way. Open need not have been called. */
void emuq_interrupts_close(emuq_node_t *node);

/** Whether main() of a process has ended. A thread of it that sleeps in the kernel must then end, by
 *  pthread_exit(), within a second or so: the machine would have killed it. */
static inline bool emuq_process_ended(const emuq_process_t *process)
{
    /* Acquire: pairs with the release in run.c. */
    return __atomic_load_n(&process->ended, __ATOMIC_ACQUIRE);
}

/** Whether some process of a node is an active rank. */
static inline bool emuq_node_has_ranks(const emuq_partition_t *partition, uint32_t node)
{
    const emuq_process_t *process = &partition->process[node * partition->job.ppn];
    for (uint32_t t = 0; t < partition->job.ppn; t++)
        if (process[t].rank != UINT32_MAX)
            return true;
    return false;
}

/** Registers of the caller's kernel view: direct stores that ring no doorbell and pass no user check. */
static inline void emuq_register_store(volatile uint64_t *reg, uint64_t value)
{
    __atomic_store_n(reg, value, __ATOMIC_RELEASE);
}

#endif /* EMUQ_KERNEL_H */
