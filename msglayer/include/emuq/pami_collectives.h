/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_collectives.h
 * @brief PAMI: geometries, algorithms, collectives (pami-collectives 1 to 7). Include pami.h.
 *
 * A collective is started by each endpoint of a geometry, on its own context, with an algorithm that the
 * geometry has offered; its callback says that the local part is complete. Starts on one geometry happen in
 * the same order everywhere.
 */
#ifndef EMUQ_PAMI_COLLECTIVES_H
#define EMUQ_PAMI_COLLECTIVES_H

/** A barrier: all have entered. It stands apart because empty structures are not the same size in C and in
 * C++, and compilers say so where C linkage is asked for. */
typedef struct {
} pami_barrier_t;

#ifdef __cplusplus
extern "C" {
#endif

/** The collectives (pami-collectives 1). */
typedef enum {
    PAMI_XFER_BROADCAST = 0,
    PAMI_XFER_ALLREDUCE = 1,
    PAMI_XFER_REDUCE = 2,
    PAMI_XFER_ALLGATHER = 3,
    PAMI_XFER_ALLGATHERV = 4,
    PAMI_XFER_ALLGATHERV_INT = 5,
    PAMI_XFER_SCATTER = 6,
    PAMI_XFER_SCATTERV = 7,
    PAMI_XFER_SCATTERV_INT = 8,
    PAMI_XFER_GATHER = 9,
    PAMI_XFER_GATHERV = 10,
    PAMI_XFER_GATHERV_INT = 11,
    PAMI_XFER_BARRIER = 12,
    PAMI_XFER_ALLTOALL = 13,
    PAMI_XFER_ALLTOALLV = 14,
    PAMI_XFER_ALLTOALLV_INT = 15,
    PAMI_XFER_SCAN = 16,
    PAMI_XFER_REDUCE_SCATTER = 17,
    PAMI_XFER_AMBROADCAST = 18,
    PAMI_XFER_AMSCATTER = 19,
    PAMI_XFER_AMGATHER = 20,
    PAMI_XFER_AMREDUCE = 21,
    PAMI_XFER_COUNT = 22,     /**< Their number. */
    PAMI_XFER_TYPE_EXT = 1000 /**< First value for extensions. */
} pami_xfer_type_t;

/** @name Geometries (pami-collectives 2)
 * PAMI_INVAL: an argument is no good; PAMI_ENOMEM: no memory. Creating, updating and destroying are
 * collective over the members and do not block.
 * @{ */
/** Tasks @c lo to @c hi, both included. */
typedef struct {
    pami_task_t lo;
    pami_task_t hi;
} pami_geometry_range_t;

/** The geometry of context 0 of all tasks; exists as long as the client, unless it is destroyed: then
 * PAMI_INVAL, and a null handle. */
pami_result_t PAMI_Geometry_world(pami_client_t client, pami_geometry_t *world_geometry);
/** Makes a geometry of ranges of tasks.
 *  @param context_offset  the context that each task takes part with, or PAMI_ALL_CONTEXTS
 *  @param configuration   nothing, or PAMI_GEOMETRY_OPTIMIZE (0: not), PAMI_GEOMETRY_NONCONTIG,
 *                         PAMI_GEOMETRY_MEMORY_OPTIMIZE
 *  @param geometry        gets the handle, to be used after @p fn; NULL for a member of the parent that is
 * none of the new geometry
 *  @param parent          all its members call, and meet; null, or several contexts of each task: only the
 * members of the new one call
 *  @param id              the same for all members; of no other living geometry of any of them
 *  @param context         on which @p fn is called when the geometry is ready; has to be advanced */
pami_result_t PAMI_Geometry_create_taskrange(pami_client_t client, size_t context_offset,
                                             pami_configuration_t configuration[], size_t num_configs,
                                             pami_geometry_t *geometry, pami_geometry_t parent, unsigned id,
                                             pami_geometry_range_t *task_slices, size_t slice_count,
                                             pami_context_t context, pami_event_function fn, void *cookie);
/** The same with a list of tasks; the position in it is the rank. */
pami_result_t PAMI_Geometry_create_tasklist(pami_client_t client, size_t context_offset,
                                            pami_configuration_t configuration[], size_t num_configs,
                                            pami_geometry_t *geometry, pami_geometry_t parent, unsigned id,
                                            pami_task_t *tasks, size_t task_count, pami_context_t context,
                                            pami_event_function fn, void *cookie);
/** The same with a list of endpoints, of which several may be of one task; each task calls once. */
pami_result_t PAMI_Geometry_create_endpointlist(pami_client_t client, pami_configuration_t configuration[],
                                                size_t num_configs, pami_geometry_t *geometry, unsigned id,
                                                pami_endpoint_t *endpoints, size_t endpoint_count,
                                                pami_context_t context, pami_event_function fn, void *cookie);
/** Ends a geometry; the world too, for this client of this task. @param geometry becomes null @param fn NULL:
 * not told */
pami_result_t PAMI_Geometry_destroy(pami_client_t client, pami_geometry_t *geometry, pami_context_t context,
                                    pami_event_function fn, void *cookie);
/** Answers PAMI_GEOMETRY_OPTIMIZE. */
pami_result_t PAMI_Geometry_query(pami_geometry_t geometry, pami_configuration_t configuration[],
                                  size_t num_configs);
/** Sets PAMI_GEOMETRY_OPTIMIZE: takes resources of the hardware, or gives them back. Algorithms are to be
 * asked for again afterwards. */
pami_result_t PAMI_Geometry_update(pami_geometry_t geometry, pami_configuration_t configuration[],
                                   size_t num_configs, pami_context_t context, pami_event_function fn,
                                   void *cookie);
/** @} */

/** @name Arguments of collectives (pami-collectives 6)
 * Counts are of elements of a type, displacements of extents of it, roots are endpoints. In place: the
 * buffers overlap, or one of them is PAMI_IN_PLACE.
 * @{ */
/** A buffer that is in place, where MPI has MPI_IN_PLACE: the send buffer of allreduce, scan, reduce_scatter,
 * allgather and alltoall, and at the root of reduce and gather; the receive buffer at the root of scatter;
 * with their vector forms. The data are in the other buffer, where the result would be, or, for scatter, stay
 * there; type and counts of the side that is in place are ignored. PAMI_INVAL anywhere else. */
#define PAMI_IN_PLACE ((void *)-1L)

/** Each rank sends a block to each rank. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
} pami_alltoall_t;

/** The same with counts and displacements for each rank. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    size_t *stypecounts;
    size_t *sdispls;
    char *rcvbuf;
    pami_type_t rtype;
    size_t *rtypecounts;
    size_t *rdispls;
} pami_alltoallv_t;

/** The same with counts and displacements of type int. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    int *stypecounts;
    int *sdispls;
    char *rcvbuf;
    pami_type_t rtype;
    int *rtypecounts;
    int *rdispls;
} pami_alltoallv_int_t;

/** A combination of all, at the root. */
typedef struct {
    pami_endpoint_t root;
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
    pami_data_function op;
    void *data_cookie;
    int commutative;
} pami_reduce_t;

/** A combination of all, a block of it at each rank. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t *rcounts;
    pami_data_function op;
    void *data_cookie;
    int commutative;
} pami_reduce_scatter_t;

/** The root's data, at all. */
typedef struct {
    pami_endpoint_t root;
    char *buf;
    pami_type_t type;
    size_t typecount;
} pami_broadcast_t;

/** The blocks of all ranks, at all ranks. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
} pami_allgather_t;

/** The same with counts and displacements. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t *rtypecounts;
    size_t *rdispls;
} pami_allgatherv_t;

/** The same with counts and displacements of type int. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    int stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    int *rtypecounts;
    int *rdispls;
} pami_allgatherv_int_t;

/** The blocks of all ranks, at the root. */
typedef struct {
    pami_endpoint_t root;
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
} pami_gather_t;

/** The same with counts and displacements, that matter at the root. */
typedef struct {
    pami_endpoint_t root;
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t *rtypecounts;
    size_t *rdispls;
} pami_gatherv_t;

/** The same with counts and displacements of type int. */
typedef struct {
    pami_endpoint_t root;
    char *sndbuf;
    pami_type_t stype;
    int stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    int *rtypecounts;
    int *rdispls;
} pami_gatherv_int_t;

/** A block of the root's data at each rank. */
typedef struct {
    pami_endpoint_t root;
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
} pami_scatter_t;

/** The same with counts and displacements, that matter at the root. */
typedef struct {
    pami_endpoint_t root;
    char *sndbuf;
    pami_type_t stype;
    size_t *stypecounts;
    size_t *sdispls;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
} pami_scatterv_t;

/** The same with counts and displacements of type int. */
typedef struct {
    pami_endpoint_t root;
    char *sndbuf;
    pami_type_t stype;
    int *stypecounts;
    int *sdispls;
    char *rcvbuf;
    pami_type_t rtype;
    int rtypecount;
} pami_scatterv_int_t;

/** A combination of all, at all; in rank order if it is not commutative. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
    pami_data_function op;
    void *data_cookie;
    int commutative;
} pami_allreduce_t;

/** A combination of the ranks up to (exclusive: before) one's own; an exclusive one leaves the receive buffer
 * of rank 0 as it was. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
    pami_data_function op;
    void *data_cookie;
    int exclusive;
} pami_scan_t;

/** The root's header and data, for a function of every other member. */
typedef struct {
    size_t dispatch;
    void *user_header;
    size_t headerlen;
    void *sndbuf;
    pami_type_t stype;
    size_t stypecount;
} pami_ambroadcast_t;

/** A header and a block for each rank's function. */
typedef struct {
    size_t dispatch;
    void *headers;
    size_t headerlen;
    void *sndbuf;
    pami_type_t stype;
    size_t stypecount;
} pami_amscatter_t;

/** A header for each rank's function, that says where its block is. */
typedef struct {
    size_t dispatch;
    void *headers;
    size_t headerlen;
    void *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
} pami_amgather_t;

/** A header for the functions of all, that say what to combine, of which type and how; the type here gives
 * the size of the result and where it goes. */
typedef struct {
    size_t dispatch;
    void *user_header;
    size_t headerlen;
    void *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
    void *data_cookie;
    int commutative;
} pami_amreduce_t;
/** @} */

/** Arguments of a collective. */
typedef union {
    pami_allreduce_t xfer_allreduce;
    pami_broadcast_t xfer_broadcast;
    pami_reduce_t xfer_reduce;
    pami_allgather_t xfer_allgather;
    pami_allgatherv_t xfer_allgatherv;
    pami_allgatherv_int_t xfer_allgatherv_int;
    pami_scatter_t xfer_scatter;
    pami_scatterv_t xfer_scatterv;
    pami_scatterv_int_t xfer_scatterv_int;
    pami_gather_t xfer_gather;
    pami_gatherv_t xfer_gatherv;
    pami_gatherv_int_t xfer_gatherv_int;
    pami_alltoall_t xfer_alltoall;
    pami_alltoallv_t xfer_alltoallv;
    pami_alltoallv_int_t xfer_alltoallv_int;
    pami_ambroadcast_t xfer_ambroadcast;
    pami_amscatter_t xfer_amscatter;
    pami_amgather_t xfer_amgather;
    pami_amreduce_t xfer_amreduce;
    pami_scan_t xfer_scan;
    pami_barrier_t xfer_barrier;
    pami_reduce_scatter_t xfer_reduce_scatter;
} pami_collective_t;

/** A collective, to be started. */
typedef struct pami_xfer_t {
    pami_event_function cb_done;    /**< The local part is complete. */
    void *cookie;                   /**< For cb_done. */
    pami_algorithm_t algorithm;     /**< Of the geometry, for this collective. */
    pami_collective_hint_t options; /**< Any. */
    pami_collective_t cmd;
} pami_xfer_t;

/** Starts a collective. @param context a member of the geometry that the algorithm belongs to */
pami_result_t PAMI_Collective(pami_context_t context, pami_xfer_t *cmd);

/** @name Algorithms (pami-collectives 3, 4)
 * @{ */
/** What is wrong with a use of an algorithm; 0: nothing. */
typedef union metadata_result_t {
    unsigned bitmask;
    struct {
        unsigned unspecified : 1;
        unsigned range : 1;
        unsigned align_send_buffer : 1;
        unsigned align_recv_buffer : 1;
        unsigned datatype_op : 1;
        unsigned contiguous_send : 1;
        unsigned contiguous_recv : 1;
        unsigned continuous_send : 1;
        unsigned continuous_recv : 1;
        unsigned nonlocal : 1;
    } check;
} metadata_result_t;

typedef struct pami_xfer_t *xfer_p;
/** Says whether an algorithm can be used for a collective. */
typedef metadata_result_t (*pami_metadata_function)(struct pami_xfer_t *in);

/** What an algorithm is and wants. */
typedef struct {
    char *name; /**< The library's memory, for as long as the geometry. */
    unsigned version;
    pami_metadata_function check_fn; /**< NULL: the rest says all. */
    size_t range_lo;                 /**< Least bytes. */
    size_t range_hi;                 /**< Most bytes. */
    unsigned send_min_align;
    unsigned recv_min_align;
    union {
        unsigned bitmask_correct;
        struct {
            unsigned checkrequired : 1;
            unsigned nonlocal : 1;
            unsigned rangeminmax : 1;
            unsigned sendminalign : 1;
            unsigned recvminalign : 1;
            unsigned alldtop : 1;
            unsigned contigsflags : 1;
            unsigned contigrflags : 1;
            unsigned continsflags : 1;
            unsigned continrflags : 1;
            unsigned blocking : 1;
            unsigned inplace : 1;
            unsigned asyncflowctl : 1;
            unsigned oneatatime : 1;
            unsigned global_order : 4;
        } values;
    } check_correct;
    union {
        unsigned bitmask_perf;
        struct {
            unsigned hw_accel : 1; /**< Uses the hardware's collectives. */
        } values;
    } check_perf;
    size_t range_lo_perf; /**< It is good from ... */
    size_t range_hi_perf; /**< ... to this many bytes. */
    unsigned min_align_perf;
} pami_metadata_t;

/** @param lists_lengths  two numbers: of algorithms that always work, and of those whose metadata have to be
 *                         obeyed. Thread-safe. */
pami_result_t PAMI_Geometry_algorithms_num(pami_geometry_t geometry, pami_xfer_type_t coll_type,
                                           size_t *lists_lengths);
/** Fills in up to @p num0 and @p num1 of them, always in the same order; the first always works. Arrays of
 *  metadata may be NULL. Thread-safe. */
pami_result_t PAMI_Geometry_algorithms_query(pami_geometry_t geometry, pami_xfer_type_t colltype,
                                             pami_algorithm_t *algs0, pami_metadata_t *mdata0, size_t num0,
                                             pami_algorithm_t *algs1, pami_metadata_t *mdata1, size_t num1);
/** Sets the function of an active-message collective, for an algorithm on a context.
 *  @param dispatch  0 to PAMI_CONTEXT_DISPATCH_ID_MAX; apart from those of messages */
pami_result_t PAMI_AMCollective_dispatch_set(pami_context_t context, pami_algorithm_t algorithm,
                                             size_t dispatch, pami_dispatch_callback_function fn,
                                             void *cookie, pami_collective_hint_t options);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_PAMI_COLLECTIVES_H */
