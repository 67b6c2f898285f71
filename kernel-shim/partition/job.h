/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file job.h
 * @brief Private to the kernel shim: what a partition is made from.
 *
 * Reading order: options.c (what job), mapping.c, job_tree.c and personality.c (where its ranks are, and what
 * its nodes know), partition.c (all of it in one arena). Then start/: current.c (which partition there is),
 * run.c (ranks as threads), member.c (ranks as processes).
 */
#ifndef EMUQ_JOB_H
#define EMUQ_JOB_H

#include "hwi/include/bqc/classroute.h"
#include "kernel-shim/partition/state.h"

/** Finds out where the ranks of @p partition are. @return 0, or a negative errno after a message. */
int emuq_mapping_load(emuq_partition_t *partition);

/** The job of a foreign launcher's ranks: shape, processes per node and mapping from the settings; without
 * EMUQ_SHAPE, a shape that fits. @return 0, or a negative errno after a message. */
int emuq_job_of_ranks(emuq_job_t *job, uint32_t ranks);

/** Where the job is in its block: all of it. */
BG_JobCoords_t emuq_job_coordinates(const emuq_partition_t *partition);

/** Whether a mapping is the path of a map file, not a permutation. */
bool emuq_mapping_is_file(const char *mapping);

/** Fills the personality of a node whose number and coordinates are known, but for the block's class route.
 */
void emuq_personality_fill(emuq_node_t *node);

/** Completes the personalities of all nodes, which have got their class routes: latencies and checksums. */
void emuq_personality_seal(emuq_partition_t *partition);

/** CRC-16/CCITT-FALSE: polynomial x^16 + x^12 + x^5 + 1 (0x1021), first bit highest, initial value 0xFFFF. */
uint16_t emuq_personality_checksum(const void *data, size_t bytes);

/** Computes every node's part of the job trees (kernel-classroutes 4): over all nodes, and over the nodes
 * that hold active ranks. Links and LOCAL only, no class type.
 *  @param all,np [nodes], overwritten. @return 0, or -ENOMEM. */
int emuq_job_trees(const emuq_partition_t *partition, ClassRoute_t *all, ClassRoute_t *np);

/** Programs class routes 0, 14 and 15 of both kinds on all nodes, and starts the barriers on them
 *  (kernel-classroutes 3, kernel-gi 3). Fills in the primordial route of each node's personality. Called
 * once, when the personalities and the ranks of the processes are known. @return 0, or -ENOMEM. */
int emuq_job_boot_routes(emuq_partition_t *partition);

#endif /* EMUQ_JOB_H */
