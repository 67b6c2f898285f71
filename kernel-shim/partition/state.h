/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file state.h
 * @brief Partition, nodes and processes of a job.
 *
 * A partition lies in its arena and owns nodes and processes. Members are constant while ranks run, unless
 * marked "atomic" or with a lock. Processes mode: each rank is a Linux process. Threads mode: all ranks are
 * threads of a single process.
 */
#ifndef EMUQ_PARTITION_STATE_H
#define EMUQ_PARTITION_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "backends/address_space.h"
#include "backends/backend.h"
#include "emuq/partition.h"
#include "firmware/include/personality.h"
#include "kernel-shim/memory/memory.h"
#include "spi/include/kernel/location.h"
#include "sync/event_count.h"

#define EMUQ_DESCRIPTION_BYTES 1001u                /**< of emuq_process::description, the last of them 0 */
#define EMUQ_DESCRIPTION_NS    UINT64_C(2000000000) /**< validity */

#define EMUQ_UNBOUND_WORDS 16  /**< words of a processor set */
#define EMUQ_HW_THREADS    68u /**< hardware threads of a node */
#define EMUQ_APP_THREADS   64u /**< hardware threads that run applications */
#define EMUQ_CORE_THREADS  4u  /**< hardware threads of a core */
#define EMUQ_CORES         (EMUQ_HW_THREADS / EMUQ_CORE_THREADS)

/** State of a rank that is a Linux process */
typedef enum emuq_rank_state {
    EMUQ_RANK_AWAITED, /**< not joined; a program without the SPI never joins */
    EMUQ_RANK_JOINED,  /**< member of the partition */
    EMUQ_RANK_ENDED,   /**< the process waits at exit until all ranks have ended */
    EMUQ_RANK_LEFT     /**< no longer a member */
} emuq_rank_state_t;

typedef struct emuq_partition emuq_partition_t;
typedef struct emuq_node emuq_node_t;

/** A node: a Message Unit, and kernel state of its processes. */
struct emuq_node {
    emuq_partition_t *partition;
    uint32_t number;
    uint32_t coordinates[5];    /**< A..E */
    Personality_t personality;  /**< source of Kernel_GetPersonality() */
    struct emuq_memory *memory; /**< physical memory; in threads mode only in node 0 */
    pthread_mutex_t lock;       /**< serialises allocating kernel calls */
    struct emuq_interrupts *interrupts;
    pthread_mutex_t shm_lock;    /**< leaf; guards `shm` and its contents */
    struct emuq_shm *shm;        /**< names of shared memory */
    pthread_mutex_t thread_lock; /**< leaf; guards hw_thread_load, axucr0, emuq_process::threads */
    uint64_t hw_thread_load[EMUQ_HW_THREADS]; /**< software threads per hardware thread */
    uint64_t axucr0[EMUQ_CORES];              /**< Kernel_GetAXUCR0() */
    pthread_mutex_t bgpm_lock; /**< guards `bgpm` and event sets; before arena and Message Unit locks */
    struct bgpm_node *bgpm;    /**< performance counters */
};

/** A process of a node: a rank or an inactive slot. */
struct emuq_process {
    emuq_node_t *node;
    uint32_t t;                  /**< T coordinate, 0..ppn-1 */
    uint32_t rank;               /**< 0..np-1; UINT32_MAX: inactive */
    emuq_address_space_t *space; /**< shared by all ranks of a Linux process */
    void **spi_data;             /**< slots of emuq_process_data.h, in memory of the Linux process */
    uint32_t threads; /**< software threads; stored under node->thread_lock, loaded relaxed by spin.c */
    bool ended;       /**< atomic; see emuq_process_ended() */
    uint32_t status;  /**< atomic; exit status, valid after the rank has ended */
    struct emuq_rank_exit *main_exit; /**< target of exit() in threads mode; otherwise NULL */
    int share_static;                 /**< 0, or the negative errno of sharing static data */
    int share_heap;                   /**< 0, or the negative errno of sharing the heap */
    uintptr_t slow_va;                /**< atomic; unshared message memory; 0: none */
    uint32_t slow_kind;               /**< atomic; kind of slow_va; 0: unknown */
    uint32_t spin;         /**< atomic; as int: 1: spin timers; negative errno: not possible; 0: not wanted */
    uint32_t pid;          /**< atomic; Linux process; 0: not joined */
    uint32_t state;        /**< atomic; emuq_rank_state_t */
    bool is_dying;         /**< atomic; stopped by a fatal signal, or about to be stopped */
    bool is_ending;        /**< atomic; the rank has returned from main() or called exit() */
    uint32_t is_lost;      /**< atomic; 1: see emuq_process_lost() */
    uint64_t dead_ns;      /**< atomic; host time when the process was found dead; 0: it has not been */
    const char *waits_for; /**< atomic; wait for an APEnet+ card: string, may change while read; NULL: none */
    char *description;     /**< atomic; of emuq_describe_wait(), may change while read; NULL: none */
    uint64_t described_ns; /**< atomic; host time of `description`; 0: not valid */
    const void *published; /**< atomic; of emuq_message_publish(); NULL: none */
    bool has_fds;          /**< atomic; has eventfds */
    uint64_t raised_fd[2]; /**< atomic; subgroups with events for the eventfds */
    uint64_t raised_route; /**< atomic; class routes with events for the eventfds */
};

struct emuq_partition {
    emuq_job_t job; /**< normalised: no zeros, mapping not NULL */
    uint64_t job_id;
    emuq_geometry_t geometry;
    uint32_t nodes;             /**< product of the shape */
    bool is_shared;             /**< processes mode; false: threads mode */
    bool is_attached;           /**< emuq_partition_close() must detach */
    bool depth_first;           /**< BG_THREADLAYOUT=2: fill all threads of a core first */
    bool stop_on_fatal_signal;  /**< ranks stop on fatal signals, for the launcher */
    bool reports_deaths;        /**< EMUQ_ON_PEER_DEATH=report: the death of a rank does not end the job */
    emuq_placement_t placement; /**< host of each node; hosts 0: a single host */
    emuq_arena_t *arena;        /**< contains the partition */
    emuq_machine_t *machine;
    emuq_node_t *node;                /**< [nodes] */
    emuq_process_t *process;          /**< [nodes * ppn], index node * ppn + t */
    BG_CoordinateMapping_t *map;      /**< [np], job coordinates of each rank */
    uint32_t *process_of_rank;        /**< [np], index into process */
    struct emuq_ranks *ranks;         /**< threads mode only */
    struct emuq_recording *recording; /**< NULL: the job is not recorded */

    struct emuq_connection_counts *connection_counts;  /**< atomic; connections to remote hosts; NULL: none */
    struct emuq_component_counter *component_counters; /**< atomic; list, see partition.h */
    struct emuq_component_presence *presences;         /**< atomic; list, see partition.h */
    uint32_t losses;        /**< atomic; grows in emuq_process_lost(), before and after `is_lost` is set */
    uint64_t next_search;   /**< atomic; host time of the next search for deaths */
    const uint32_t *health; /**< atomic; health of node 0; NULL: not known */
    size_t health_stride;   /**< bytes between the words of two nodes */
    uint32_t health_count;  /**< number of words */

    uint32_t processors;                  /**< processors of all local ranks; 0: unknown */
    uint32_t sharers;                     /**< ranks on these processors, with ranks of simulated hosts */
    uint64_t unbound[EMUQ_UNBOUND_WORDS]; /**< see emuq_launch_unbind(); 0: bindings stay */
    uint64_t failing_allocation;          /**< injected fault of each rank's process; 0: none */

    /* Processes mode, except `failed` */
    uint32_t ended;          /**< atomic; number of ended ranks */
    uint32_t status;         /**< atomic; first exit status except 0 */
    emuq_event_count_t over; /**< notified by the last ended rank */
    uint32_t failed;         /**< atomic; exit status after a reported error; 0: none */
    uint32_t bad_exit;       /**< atomic; emuq_bad_exit_report_t, under an external launcher */

    struct {
        uint32_t failure_reported; /**< atomic, release: all hosts know of `failed` */
        uint32_t lost;             /**< atomic, release: 1 + first lost host; 0: none */
    } hosts;                       /**< written by the host engine */

    struct {
        int32_t file; /**< socket that is offered to a rank; 0: none */
        uint64_t inode;
        char host_name[256]; /**< address of this host for remote hosts; "": unknown */
        uint32_t location;   /**< atomic; emuq_engine_place_t */
        uint32_t failed;     /**< atomic; has ended its rank after printing an error */
    } engine;
};

/** Whether main() of a process has ended: its threads must leave the kernel by pthread_exit(). */
static inline bool emuq_process_ended(const emuq_process_t *process)
{
    /* Acquire: pairs with the release in run.c. */
    return emuq_flag_load_acquire(&process->ended);
}

static inline uint32_t emuq_node_host(const emuq_partition_t *partition, uint32_t node)
{
    return partition->placement.hosts > 1 ? partition->placement.of_node[node] : 0;
}

static inline bool emuq_node_is_here(const emuq_partition_t *partition, uint32_t node)
{
    return emuq_node_host(partition, node) == partition->placement.host;
}

/** Whether a process of a node is an active rank */
static inline bool emuq_node_has_ranks(const emuq_partition_t *partition, uint32_t node)
{
    const emuq_process_t *process = &partition->process[node * partition->job.ppn];
    for (uint32_t t = 0; t < partition->job.ppn; t++)
        if (process[t].rank != UINT32_MAX)
            return true;
    return false;
}

/** Processes mode: whether every rank has ended. Acquire: pairs with emuq_rank_end(). */
static inline bool emuq_job_is_over(const emuq_partition_t *partition)
{
    return AO_int_load_acquire(&partition->ended) >= partition->job.np;
}

/** Whether errors of leftover messages are ignored */
static inline bool emuq_is_left_over(const emuq_partition_t *partition)
{
    return partition->is_shared && emuq_job_is_over(partition);
}

static inline uint32_t emuq_member_number(const emuq_process_t *process)
{
    return (uint32_t)(process - process->node->partition->process);
}

#endif /* EMUQ_PARTITION_STATE_H */
