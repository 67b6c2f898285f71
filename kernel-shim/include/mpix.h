/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mpix.h
 * @brief Extensions of the machine's MPI: coordinates of ranks, I/O nodes, communicators by location (mpix).
 *
 * Calls about torus and I/O nodes need no MPI. They are thread-safe, and return 0 (MPI_SUCCESS) or a positive
 * errno; ranks are Kernel_GetRank(), equal to ranks in MPI_COMM_WORLD. Calls with communicators need an
 * <mpi.h>, and return MPI error classes.
 */
#ifndef _MPIX_H_
#define _MPIX_H_

#if !defined(MPI_VERSION) && defined(__has_include)
#if __has_include(<mpi.h>)
#include <mpi.h>
#endif
#endif

/** Dimensions of the torus, A to E. Lists of coordinates have a further element: T, the process on the
 *  node. */
#define MPIX_TORUS_MAX_DIMS 5

#ifdef __cplusplus
extern "C" {
#endif

/** The calling process, its node and the partition. */
typedef struct MPIX_Hardware_t {
    unsigned prank;                        /**< Physical rank: node number * ppn + T. */
    unsigned psize;                        /**< Processes of the partition: nodes * ppn. */
    unsigned ppn;                          /**< Processes per node. */
    unsigned coreID;                       /**< T coordinate, 0..ppn - 1. */
    unsigned clockMHz;                     /**< Frequency of processor and time base in MHz. */
    unsigned memSize;                      /**< Memory of the node in MiB. */
    unsigned torus_dimension;              /**< Dimensions of the torus: 5. */
    unsigned Size[MPIX_TORUS_MAX_DIMS];    /**< Nodes per dimension A..E. */
    unsigned Coords[MPIX_TORUS_MAX_DIMS];  /**< Coordinates A..E of the node. */
    unsigned isTorus[MPIX_TORUS_MAX_DIMS]; /**< 1: the dimension wraps around; 0: it is a mesh. */
    unsigned rankInPset;                   /**< Always 0. */
    unsigned sizeOfPset;                   /**< Always 0. */
    unsigned idOfPset;                     /**< Always 0. */
} MPIX_Hardware_t;

/** Describes the calling process. @param hw set. @return 0. */
int MPIX_Hardware(MPIX_Hardware_t *hw);

/** Number of dimensions of the torus. @param numdim set: 5. @return 0. */
int MPIX_Torus_ndims(int *numdim);

/** Coordinates of a rank.
 *  @param rank   0..np - 1.
 *  @param coords set: A, B, C, D, E, T (MPIX_TORUS_MAX_DIMS + 1 elements).
 *  @return 0; EINVAL: no such rank; ENOMEM. */
int MPIX_Rank2torus(int rank, int *coords);

/** Rank at coordinates.
 *  @param coords A, B, C, D, E and T.
 *  @param rank   set; -1: no rank at @p coords.
 *  @return 0; ENOMEM: @p rank is unchanged. */
int MPIX_Torus2rank(int *coords, int *rank);

/** @name I/O nodes
 *  A block has an I/O node for every EMUQ_IO_RATIO compute nodes, with links to two bridge nodes.
 *  @{ */

/** @return the upper 32 bits of the component identifier (uci.h) of the I/O node. */
int MPIX_IO_node_id(void);

/** @return the number, in ABCDE order, of the bridge node. */
int MPIX_IO_link_id(void);

/** @return hops to the I/O node, at least 1: the bridge node has 1. */
int MPIX_IO_distance(void);

/** Deprecated. @param io_node_route_id set: MPIX_IO_link_id(). @param distance_to_io_node set:
 *  MPIX_IO_distance(). */
void MPIX_Pset_io_node(int *io_node_route_id, int *distance_to_io_node);

/** @} */

/** Prints the caller's stack to standard error: number of frames, at most 31, and a line per frame. */
void MPIX_Dump_stacks(void);

#ifdef MPI_VERSION
/** Rank in MPI_COMM_WORLD of a rank of a communicator. Not collective.
 *  @param comm  of an intercommunicator, the remote group counts.
 *  @param crank rank in @p comm.
 *  @param grank set on success.
 *  @return MPI_SUCCESS; MPI_ERR_ARG: @p grank is NULL; MPI_ERR_COMM: no communicator; MPI_ERR_RANK: no such
 *  rank, or not in MPI_COMM_WORLD. */
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

/** Makes progress in MPI once. */
static inline void MPIX_Progress_poke(void)
{
    int found = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
}

/** Makes progress in MPI for a time. @param timeout seconds; 0: 0.01. @return MPI_SUCCESS */
static inline int MPIX_Progress_quiesce(double timeout)
{
    double end = MPI_Wtime() + (timeout > 0 ? timeout : 0.01);
    do
        MPIX_Progress_poke();
    while (MPI_Wtime() < end);
    return MPI_SUCCESS;
}

/** Requests or drops hardware support of collectives. Collective; without effect. @return MPI_SUCCESS;
 * MPI_ERR_COMM: no communicator */
static inline int MPIX_Comm_update(MPI_Comm comm, int optimize)
{
    (void)optimize;
    return comm == MPI_COMM_NULL ? MPI_ERR_COMM : MPI_SUCCESS;
}

/** Name of the algorithm of the last collective. @param protocol set: "". @param length of the buffer.
 * @return MPI_SUCCESS, MPI_ERR_COMM or MPI_ERR_ARG */
static inline int MPIX_Get_last_algorithm_name(MPI_Comm comm, char *protocol, int length)
{
    if (comm == MPI_COMM_NULL)
        return MPI_ERR_COMM;
    if (protocol == 0 || length <= 0)
        return MPI_ERR_ARG;
    protocol[0] = '\0';
    return MPI_SUCCESS;
}

/** Makes a communicator of ranks with the caller's bridge node, by distance from the I/O node. Collective
 * over @p parent_comm. @return an MPI error class */
static inline int MPIX_Pset_same_comm_create_from_parent(MPI_Comm parent_comm, MPI_Comm *pset_comm)
{
    return MPI_Comm_split(parent_comm, MPIX_IO_link_id(), MPIX_IO_distance(), pset_comm);
}

/** Makes a communicator of ranks with equal positions behind different bridge nodes. Collective over @p
 *  parent_comm. @return an MPI error class */
static inline int MPIX_Pset_diff_comm_create_from_parent(MPI_Comm parent_comm, MPI_Comm *pset_comm)
{
    MPIX_Hardware_t hw;
    MPI_Comm same;
    int position = 0, rank = 0;
    int result = MPIX_Pset_same_comm_create_from_parent(parent_comm, &same);
    if (result != MPI_SUCCESS)
        return result;
    if (MPIX_Hardware(&hw) != 0)
        return MPI_ERR_OTHER;
    MPI_Comm_rank(same, &position);
    MPI_Comm_free(&same);
    MPI_Comm_rank(parent_comm, &rank);
    return MPI_Comm_split(parent_comm, position * (int)hw.ppn + (int)hw.coreID, rank, pset_comm);
}

/** MPIX_Pset_same_comm_create_from_parent() of MPI_COMM_WORLD. */
static inline int MPIX_Pset_same_comm_create(MPI_Comm *pset_comm)
{
    return MPIX_Pset_same_comm_create_from_parent(MPI_COMM_WORLD, pset_comm);
}

/** MPIX_Pset_diff_comm_create_from_parent() of MPI_COMM_WORLD. */
static inline int MPIX_Pset_diff_comm_create(MPI_Comm *pset_comm)
{
    return MPIX_Pset_diff_comm_create_from_parent(MPI_COMM_WORLD, pset_comm);
}

/** Makes a Cartesian communicator A, B, C, D, E, T of the block, in the order of physical ranks. Collective
 *  over MPI_COMM_WORLD. @return an MPI error class; MPI_ERR_TOPOLOGY and MPI_COMM_NULL: not every process is
 *  a rank */
static inline int MPIX_Cart_comm_create(MPI_Comm *cart_comm)
{
    MPIX_Hardware_t hw;
    MPI_Comm ordered;
    int size[MPIX_TORUS_MAX_DIMS + 1], wraps[MPIX_TORUS_MAX_DIMS + 1], ranks = 0, result, d;
    *cart_comm = MPI_COMM_NULL;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (MPIX_Hardware(&hw) != 0 || (unsigned)ranks != hw.psize)
        return MPI_ERR_TOPOLOGY;
    for (d = 0; d < MPIX_TORUS_MAX_DIMS; d++) {
        size[d] = (int)hw.Size[d];
        wraps[d] = (int)hw.isTorus[d];
    }
    size[d] = (int)hw.ppn;
    wraps[d] = 1;
    result = MPI_Comm_split(MPI_COMM_WORLD, 0, (int)hw.prank, &ordered);
    if (result != MPI_SUCCESS)
        return result;
    result = MPI_Cart_create(ordered, MPIX_TORUS_MAX_DIMS + 1, size, wraps, 0, cart_comm);
    MPI_Comm_free(&ordered);
    return result;
}
#endif

#ifdef __cplusplus
}
#endif

#endif /* _MPIX_H_ */
