/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file algorithm.h
 * @brief The algorithms that there are. One table: algorithms.def.
 */
#ifndef EMUQ_PAMI_COLL_ALGORITHM_H
#define EMUQ_PAMI_COLL_ALGORITHM_H

#include <stdint.h>

#include <pami.h>

struct emuq_pami_geometry;
struct emuq_pami_schedule;

/** Identifiers of the rows of algorithms.def. */
typedef enum emuq_pami_algorithm_id {
/** One row. */
#define EMUQ_PAMI_ALGORITHM(id, type, write, kind, name) EMUQ_PAMI_ALGORITHM_##id,
#include "msglayer/coll/algorithms.def"
#undef EMUQ_PAMI_ALGORITHM
    EMUQ_PAMI_ALGORITHMS
} emuq_pami_algorithm_id_t;

/** An algorithm of a geometry; its address is the client's handle. */
typedef struct emuq_pami_algorithm {
    struct emuq_pami_geometry *geometry;
    uint32_t id; /**< emuq_pami_algorithm_id_t */
} emuq_pami_algorithm_t;

/** The collective that an algorithm does. */
pami_xfer_type_t emuq_pami_algorithm_type(uint32_t id);

/** Writes the schedule of a collective.
 *  @return PAMI_INVAL: the client's arguments are no good. Lack of memory is for emuq_pami_schedule_start()
 * to find */
typedef pami_result_t (*emuq_pami_write_fn)(struct emuq_pami_schedule *schedule,
                                            const pami_collective_t *arguments);

/** @name What the rows name
 * @{ */
#define EMUQ_PAMI_WRITE(name)                                                                                \
    pami_result_t name(struct emuq_pami_schedule *schedule, const pami_collective_t *arguments)
EMUQ_PAMI_WRITE(emuq_pami_write_barrier);
EMUQ_PAMI_WRITE(emuq_pami_write_barrier_gi);
EMUQ_PAMI_WRITE(emuq_pami_write_broadcast);
EMUQ_PAMI_WRITE(emuq_pami_write_allreduce);
EMUQ_PAMI_WRITE(emuq_pami_write_allreduce_network);
EMUQ_PAMI_WRITE(emuq_pami_write_reduce);
EMUQ_PAMI_WRITE(emuq_pami_write_reduce_network);
EMUQ_PAMI_WRITE(emuq_pami_write_broadcast_network);
EMUQ_PAMI_WRITE(emuq_pami_write_reduce_scatter);
EMUQ_PAMI_WRITE(emuq_pami_write_scan);
EMUQ_PAMI_WRITE(emuq_pami_write_allgather);
EMUQ_PAMI_WRITE(emuq_pami_write_allgatherv);
EMUQ_PAMI_WRITE(emuq_pami_write_allgatherv_int);
EMUQ_PAMI_WRITE(emuq_pami_write_gather);
EMUQ_PAMI_WRITE(emuq_pami_write_gatherv);
EMUQ_PAMI_WRITE(emuq_pami_write_gatherv_int);
EMUQ_PAMI_WRITE(emuq_pami_write_scatter);
EMUQ_PAMI_WRITE(emuq_pami_write_scatterv);
EMUQ_PAMI_WRITE(emuq_pami_write_scatterv_int);
EMUQ_PAMI_WRITE(emuq_pami_write_alltoall);
EMUQ_PAMI_WRITE(emuq_pami_write_alltoallv);
EMUQ_PAMI_WRITE(emuq_pami_write_alltoallv_int);
/** @} */

#endif /* EMUQ_PAMI_COLL_ALGORITHM_H */
