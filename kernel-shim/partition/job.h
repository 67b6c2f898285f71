/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file job.h
 * @brief The description of a job, and data derived from it.
 *
 * A function that returns "a negative errno" has printed an error.
 */
#ifndef EMUQ_JOB_H
#define EMUQ_JOB_H

#include "base/text.h"
#include "hwi/include/bqc/classroute.h"
#include "kernel-shim/partition/state.h"

/* ---- job.c ---- */

/** Compares a misspelt option with the options of a job. */
void emuq_job_options_try(emuq_nearest_t *search);

/** Derives the job of an external launcher's ranks from the settings; without EMUQ_SHAPE, a shape that fits,
 * of 3 dimensions or (0) of all. @return 0 or a negative errno */
int emuq_job_of_ranks(emuq_job_t *job, uint32_t ranks, uint32_t dimensions);

/** Most nodes in a dimension of emuq_torus_of(). */
#define EMUQ_TORUS_MOST 32u

/** Finds the most cubic torus AxBxC of a number of nodes. @return false: none */
bool emuq_torus_of(uint64_t nodes, uint32_t size[3]);

/** Finds the smallest torus AxBxC, for APEnet+ cards, of at least @p nodes nodes. @return 0; -ERANGE without
 * a message */
int emuq_default_torus(uint64_t nodes, uint32_t shape[5]);

/** Finds the smallest shape of at least @p nodes nodes, with A >= B >= C >= D as equal as possible, and E = 2
 * for even numbers. @return 0; -ERANGE without a message: more than 33554432 nodes */
int emuq_default_shape(uint64_t nodes, uint32_t shape[5]);

struct emuq_job_hosts; /* partition.h */

/** Plans and announces the injected faults of a new partition (EMUQ_FAULTS). Sets `failing_allocation`.
 *  @param hosts NULL: one host @return 0; -EINVAL after printing an error */
int emuq_job_faults_plan(emuq_partition_t *p, const struct emuq_job_hosts *hosts);

/* ---- topology.c ---- */

/** Maps ranks to processes. @return 0 or a negative errno */
int emuq_mapping_load(emuq_partition_t *partition);

/** Whether a mapping is the path of a map file, not a permutation. */
bool emuq_mapping_is_file(const char *mapping);

/** The job's location: the whole block. */
BG_JobCoords_t emuq_job_coordinates(const emuq_partition_t *partition);

/** Fills a node's personality, except the class route of the block. */
void emuq_personality_fill(emuq_node_t *node);

/** Sets latencies and checksums of all personalities. Call after class routes are set. */
void emuq_personality_seal(emuq_partition_t *partition);

/** CRC-16/CCITT-FALSE. */
uint16_t emuq_personality_checksum(const void *data, size_t bytes);

/** @return upper half of the component identifier of a node's I/O node */
uint32_t emuq_io_node_id(const emuq_geometry_t *g, const uint32_t node[5]);

/* ---- class_routes.c ---- */

/** Computes the job trees (kernel-classroutes 4): over all nodes, and over nodes with ranks. @param[out] all
 * [nodes] @param[out] np [nodes] @return 0 or -ENOMEM */
int emuq_job_trees(const emuq_partition_t *partition, ClassRoute_t *all, ClassRoute_t *np);

/** Programs class routes 0, 14 and 15 of both kinds, starts their barriers (kernel-classroutes 3,
 *  kernel-gi 3), and sets the primordial routes. @return 0 or -ENOMEM */
int emuq_job_boot_routes(emuq_partition_t *partition);

#endif /* EMUQ_JOB_H */
