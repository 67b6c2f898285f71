/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file partition.h
 * @brief Private to the kernel shim: a partition, the nodes of one job and the backend's machine below them.
 *
 * A partition owns its nodes and processes. All are made before the first rank starts and freed after the
 * last thread of the job has left (partition/partition.h). Members are constant while ranks run.
 */
#ifndef EMUQ_PARTITION_STATE_H
#define EMUQ_PARTITION_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "backends/backend.h"
#include "emuq/partition.h"
#include "kernel-shim/partition/process.h"
#include "spi/include/kernel/location.h"
#include "sync/event_count.h"

struct emuq_partition {
    emuq_job_t job; /**< normalised: no zero left, mapping not NULL */
    emuq_geometry_t geometry;
    struct emuq_recording *recording;     /**< of backends/record.h; NULL: the job is not recorded */
    uint32_t nodes;                       /**< product of the shape */
    emuq_arena_t *arena;                  /**< holds everything of the partition, and itself */
    emuq_placement_t placement;           /**< hosts 0: all nodes are on this host */
    struct emuq_connection_counts *connection_counts; /**< __atomic; of transport/connection.h, or NULL */
    struct emuq_room_count *room_counts;  /**< __atomic; of partition/room_counts.h: the last published, or NULL */
    bool is_shared;   /**< the processes are Linux processes; otherwise all are threads of one */
    bool is_attached; /**< by emuq_partition_open(): close detaches */
    int failed;       /**< __atomic; exit status, not 0, of a job that ends by an error that has been said */
    /* The first rank that exits badly under a foreign launcher, or the host engine that hears of one: */
    uint32_t bad_exit; /**< __atomic; an emuq_bad_exit_said_t of partition/bad_exit.h */
    /* Stored by the launcher before it starts ranks: */
    bool stops_dying; /**< a rank that dies by a signal stops first: the launcher prints its stacks */
    /* The host engine stores it, release; a rank that has failed loads it, acquire: */
    uint32_t failure_told; /**< __atomic; all other hosts have been told of `failed` */
    /* The host engine stores it, release; emuq_launch_lost_host() loads it, acquire: */
    uint32_t lost_host; /**< __atomic; 1 + number of the first host that has been lost; 0: none */
    /* Who runs the host engine; partition/host_engine.h */
    int32_t engine_file;   /**< of a rank's process: by which it hears what an engine has to know; 0: none */
    uint64_t engine_inode; /**< of that file */
    char engine_near[256]; /**< name or address of this host as the others know it, or "" */
    uint32_t engine_place; /**< __atomic; an emuq_engine_place_t */
    uint32_t
        engine_failed; /**< __atomic; the host engine has ended the rank that runs it, and has said why */
    /* Ranks that have ended; partition/linger.c, in processes mode: */
    uint32_t ended;          /**< __atomic; how many */
    int status;              /**< __atomic; the first of their exit statuses that is not 0 */
    emuq_event_count_t over; /**< notified by the last of them */
    emuq_machine_t *machine;
    emuq_node_t *node;           /**< [nodes] */
    emuq_process_t *process;     /**< [nodes * ppn], index node * ppn + t */
    BG_CoordinateMapping_t *map; /**< [np], job coordinates of each rank */
    uint32_t *process_of_rank;   /**< [np], index into process */
    uint32_t processors; /**< that the process which made the partition may use: those of all ranks; 0: not
                            known */
    uint32_t sharers;    /**< ranks that take turns on them: those of this host, or of all hosts that are
                            pretended on this machine */
    /** Processors that a rank gets when it has more threads than the launcher has bound it to; none: it stays
     * where it is. Stored before ranks start. */
    uint64_t unbound[EMUQ_UNBOUND_WORDS];
    uint64_t job_id;
    bool depth_first;         /**< BG_THREADLAYOUT=2 */
    struct emuq_ranks *ranks; /**< of partition/ranks.h; lives as long as the partition. NULL in processes mode */
};

/** The backend that this Linux process uses; set with the partition. */
extern const emuq_backend_t *emuq_backend;

/** Called when a software error is about to end this process, or NULL. Set with the partition. */
extern void (*emuq_before_end)(void);

/** The host that a node is on. */
static inline uint32_t emuq_node_host(const emuq_partition_t *partition, uint32_t node)
{
    return partition->placement.hosts > 1 ? partition->placement.of_node[node] : 0;
}

/** Whether a node is on this host. */
static inline bool emuq_node_is_here(const emuq_partition_t *partition, uint32_t node)
{
    return emuq_node_host(partition, node) == partition->placement.host;
}

/** Whether a process of a node is an active rank. */
static inline bool emuq_node_has_ranks(const emuq_partition_t *partition, uint32_t node)
{
    const emuq_process_t *process = &partition->process[node * partition->job.ppn];
    for (uint32_t t = 0; t < partition->job.ppn; t++)
        if (process[t].rank != UINT32_MAX)
            return true;
    return false;
}

/** Processes mode: whether every rank has ended. Acquire: pairs with the release in linger.c. */
static inline bool emuq_job_is_over(const emuq_partition_t *partition)
{
    return __atomic_load_n(&partition->ended, __ATOMIC_ACQUIRE) >= partition->job.np;
}

/** Whether something that is wrong is of a message that was left when all ranks had ended: nobody is told,
 * for the memory and FIFOs that it needs go with the processes. */
static inline bool emuq_is_left_over(const emuq_partition_t *partition)
{
    return partition->is_shared && emuq_job_is_over(partition);
}

/** Number of a process in its partition, as the backend counts its members. */
static inline uint32_t emuq_member_number(const emuq_process_t *process)
{
    return (uint32_t)(process - process->node->partition->process);
}

#endif /* EMUQ_PARTITION_STATE_H */
