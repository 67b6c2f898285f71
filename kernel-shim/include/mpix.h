/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mpix.h
 * @brief Where the ranks are on the torus, by the names that MPI programs of the machine use.
 *
 * Everything about the torus comes from the kernel (personality, kernel-location-process-memory 2), so these
 * calls need no MPI_Init() and no MPI at all; rank means the rank in MPI_COMM_WORLD, which is that of
 * Kernel_GetRank(). All calls are thread-safe. They return 0, which is MPI_SUCCESS, or a positive errno. What
 * is about communicators is there where the compiler finds an <mpi.h>.
 */
#ifndef _MPIX_H_
#define _MPIX_H_

#if !defined(MPI_VERSION) && defined(__has_include)
#if __has_include(<mpi.h>)
#include <mpi.h>
#endif
#endif

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

#ifdef MPI_VERSION
/**
 * Gives the rank in MPI_COMM_WORLD of a rank of a communicator. MPI is initialised. Not collective.
 * @param comm  communicator; of an intercommunicator, @p crank counts the remote group.
 * @param crank rank in @p comm.
 * @param grank gets the rank in MPI_COMM_WORLD.
 * @return MPI_SUCCESS; MPI_ERR_ARG: @p grank is NULL; MPI_ERR_COMM: no communicator; MPI_ERR_RANK: no such
 * rank, or not one of MPI_COMM_WORLD. On an error @p grank is unchanged.
 */
static inline int MPIX_Comm_rank2global(MPI_Comm comm, int crank, int *grank)
{
    MPI_Group members, world;
    int is_inter = 0, size = 0, found = MPI_UNDEFINED;
    if (grank == 0)
        return MPI_ERR_ARG;
    if (comm == MPI_COMM_NULL || MPI_Comm_test_inter(comm, &is_inter) != MPI_SUCCESS)
        return MPI_ERR_COMM;
    if (is_inter)
        MPI_Comm_remote_group(comm, &members);
    else
        MPI_Comm_group(comm, &members);
    MPI_Group_size(members, &size);
    if (crank >= 0 && crank < size) {
        MPI_Comm_group(MPI_COMM_WORLD, &world);
        MPI_Group_translate_ranks(members, 1, &crank, world, &found);
        MPI_Group_free(&world);
    }
    MPI_Group_free(&members);
    if (found == MPI_UNDEFINED)
        return MPI_ERR_RANK;
    *grank = found;
    return MPI_SUCCESS;
}
#endif

#ifdef __cplusplus
}
#endif

#endif /* _MPIX_H_ */
