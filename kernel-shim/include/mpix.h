/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mpix.h
 * @brief Where the ranks are on the torus, by the names that MPI programs of the machine use.
 *
 * Everything comes from the kernel (personality, kernel-location-process-memory 2), so the calls need no
 * MPI_Init() and no MPI at all; rank means the rank in MPI_COMM_WORLD, which is that of Kernel_GetRank(). All
 * calls are thread-safe. They return 0, which is MPI_SUCCESS, or a positive errno.
 */
#ifndef _MPIX_H_
#define _MPIX_H_

/** Dimensions of the torus, A to E. A list of coordinates has one element more: T, the process on the node.
 */
#define MPIX_TORUS_MAX_DIMS 5

#ifdef __cplusplus
extern "C" {
#endif

/** The calling process, its node and the partition. */
typedef struct MPIX_Hardware_t {
    unsigned prank;                        /**< Physical rank, whatever the mapping: node number * ppn + T. */
    unsigned psize;                        /**< Processes of the partition: nodes * ppn. */
    unsigned ppn;                          /**< Processes per node. */
    unsigned coreID;                       /**< T coordinate, 0..ppn - 1. */
    unsigned clockMHz;                     /**< Frequency of processor and time base in MHz. */
    unsigned memSize;                      /**< Memory of the node in MiB. */
    unsigned torus_dimension;              /**< Dimensions of the torus: 5. */
    unsigned Size[MPIX_TORUS_MAX_DIMS];    /**< Nodes per dimension A..E. */
    unsigned Coords[MPIX_TORUS_MAX_DIMS];  /**< Coordinates A..E of the node. */
    unsigned isTorus[MPIX_TORUS_MAX_DIMS]; /**< 1: the dimension wraps around; 0: it is a mesh. */
    unsigned rankInPset; /**< Number of the process in its pset, the nodes that share an I/O node. */
    unsigned sizeOfPset; /**< Processes of the pset. A partition is one pset: psize. */
    unsigned idOfPset;   /**< Number of the pset: 0. */
} MPIX_Hardware_t;

/** Describes the calling process. @param hw gets it. @return 0. */
int MPIX_Hardware(MPIX_Hardware_t *hw);

/** Gives the number of dimensions of the torus. @param numdim gets 5. @return 0. */
int MPIX_Torus_ndims(int *numdim);

/**
 * Gives the place of a rank.
 * @param rank   0..np - 1.
 * @param coords gets A, B, C, D, E and T: MPIX_TORUS_MAX_DIMS + 1 elements.
 * @return 0; EINVAL: no such rank; ENOMEM.
 */
int MPIX_Rank2torus(int rank, int *coords);

/**
 * Gives the rank at a place.
 * @param coords A, B, C, D, E and T.
 * @param rank   gets the rank.
 * @return 0; EINVAL: no such place, or no rank there; ENOMEM. Then @p rank is unchanged.
 */
int MPIX_Torus2rank(int *coords, int *rank);

#ifdef __cplusplus
}
#endif

#endif /* _MPIX_H_ */
