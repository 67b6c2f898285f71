/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_collectives.h
 * @brief PAMI: geometries, algorithms, collectives (pami-collectives 1 to 7). Include pami.h.
 *
 * Each endpoint of a geometry starts a collective on its context, with an algorithm of the geometry; all in
 * the same order. The callback reports local completion.
 */
#ifndef EMUQ_PAMI_COLLECTIVES_H
#define EMUQ_PAMI_COLLECTIVES_H

/** Arguments of a barrier. Outside of the C linkage: compilers warn about empty structures. */
typedef struct {
} pami_barrier_t;

#ifdef __cplusplus
extern "C" {
#endif

/** Collectives (pami-collectives 1). */
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
    PAMI_XFER_COUNT = 22,
    PAMI_XFER_TYPE_EXT = 1000
} pami_xfer_type_t;

/** @name Geometries (pami-collectives 2) Creation, update and destruction are non-blocking collectives of the
 * members. Errors: PAMI_INVAL (invalid argument), PAMI_ENOMEM.
 * @{ */
/** Tasks @c lo to @c hi, inclusive. */
typedef struct {
    pami_task_t lo;
    pami_task_t hi;
} pami_geometry_range_t;

/** Geometry of context 0 of all tasks. @return PAMI_INVAL: destroyed; the handle is null */
pami_result_t PAMI_Geometry_world(pami_client_t client, pami_geometry_t *world_geometry);
/** Makes a geometry from ranges of tasks.
 * @param context_offset  context of each task, or PAMI_ALL_CONTEXTS
 * @param configuration   PAMI_GEOMETRY_OPTIMIZE (default 0), PAMI_GEOMETRY_NONCONTIG,
 * PAMI_GEOMETRY_MEMORY_OPTIMIZE
 * @param geometry        receives the handle, valid after @p fn; NULL: the caller is a member of the parent
 * only
 * @param parent          all its members call; null, or PAMI_ALL_CONTEXTS with several contexts: only the new
 * members call
 * @param id              equal on all members, unique among their geometries
 * @param context         context that calls @p fn; must be advanced */
pami_result_t PAMI_Geometry_create_taskrange(pami_client_t client, size_t context_offset,
                                             pami_configuration_t configuration[], size_t num_configs,
                                             pami_geometry_t *geometry, pami_geometry_t parent, unsigned id,
                                             pami_geometry_range_t *task_slices, size_t slice_count,
                                             pami_context_t context, pami_event_function fn, void *cookie);
/** Makes a geometry from a list of tasks, in the order of the ranks. */
pami_result_t PAMI_Geometry_create_tasklist(pami_client_t client, size_t context_offset,
                                            pami_configuration_t configuration[], size_t num_configs,
                                            pami_geometry_t *geometry, pami_geometry_t parent, unsigned id,
                                            pami_task_t *tasks, size_t task_count, pami_context_t context,
                                            pami_event_function fn, void *cookie);
/** Makes a geometry from a list of endpoints; a task with several calls once. */
pami_result_t PAMI_Geometry_create_endpointlist(pami_client_t client, pami_configuration_t configuration[],
                                                size_t num_configs, pami_geometry_t *geometry, unsigned id,
                                                pami_endpoint_t *endpoints, size_t endpoint_count,
                                                pami_context_t context, pami_event_function fn, void *cookie);
/** Destroys a geometry. The world is destroyed only for this client of this task. @param geometry set to null
 * @param fn may be NULL */
pami_result_t PAMI_Geometry_destroy(pami_client_t client, pami_geometry_t *geometry, pami_context_t context,
                                    pami_event_function fn, void *cookie);
/** Queries PAMI_GEOMETRY attributes. */
pami_result_t PAMI_Geometry_query(pami_geometry_t geometry, pami_configuration_t configuration[],
                                  size_t num_configs);
/** Sets PAMI_GEOMETRY_OPTIMIZE: acquires or releases class routes. Query algorithms again afterwards. */
pami_result_t PAMI_Geometry_update(pami_geometry_t geometry, pami_configuration_t configuration[],
                                   size_t num_configs, pami_context_t context, pami_event_function fn,
                                   void *cookie);
/** @} */

/** @name Arguments of collectives (pami-collectives 6)
 * Counts are elements, displacements are extents, roots are endpoints. Buffers may overlap or be
 * PAMI_IN_PLACE.
 * @{
 */
/** Buffer in place, like MPI_IN_PLACE: the send buffer of allreduce, scan, reduce_scatter, allgather and
 * alltoall, and at the root of reduce and gather; the receive buffer at the root of scatter; also in vector
 * forms. The data is in the opposite buffer, at the position of the result, or stays there (scatter); type
 * and counts are ignored. Elsewhere PAMI_INVAL. */
#define PAMI_IN_PLACE ((void *)-1L)

/** Alltoall: sends a block from each rank to each rank. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
} pami_alltoall_t;

/** Alltoall with counts and displacements. */
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

/** Alltoall with int counts and displacements. */
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

/** Reduce: combines all data at the root. */
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

/** Reduce-scatter: combines all data and distributes blocks of the result. */
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

/** Broadcast: sends the root's data to all ranks. */
typedef struct {
    pami_endpoint_t root;
    char *buf;
    pami_type_t type;
    size_t typecount;
} pami_broadcast_t;

/** Allgather: sends a block from each rank to all ranks. */
typedef pami_alltoall_t pami_allgather_t;

/** Allgather with counts and displacements. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t *rtypecounts;
    size_t *rdispls;
} pami_allgatherv_t;

/** Allgather with int counts and displacements. */
typedef struct {
    char *sndbuf;
    pami_type_t stype;
    int stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    int *rtypecounts;
    int *rdispls;
} pami_allgatherv_int_t;

/** Gather: sends a block from each rank to the root. */
typedef struct {
    pami_endpoint_t root;
    char *sndbuf;
    pami_type_t stype;
    size_t stypecount;
    char *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
} pami_gather_t;

/** Gather with counts and displacements, used at the root. */
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

/** Gather with int counts and displacements. */
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

/** Scatter: sends a block from the root to each rank. */
typedef pami_gather_t pami_scatter_t;

/** Scatter with counts and displacements, used at the root. */
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

/** Scatter with int counts and displacements. */
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

/** Allreduce: combines all data at all ranks, in rank order unless commutative. */
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

/** Prefix reduction over ranks 0 to the caller, or to the preceding rank (exclusive; leaves the buffer of
 * rank 0 unchanged). */
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

/** Broadcast of the root's header and data to a function of each remote member. */
typedef struct {
    size_t dispatch;
    void *user_header;
    size_t headerlen;
    void *sndbuf;
    pami_type_t stype;
    size_t stypecount;
} pami_ambroadcast_t;

/** A header and a block for the function of each rank. */
typedef struct {
    size_t dispatch;
    void *headers;
    size_t headerlen;
    void *sndbuf;
    pami_type_t stype;
    size_t stypecount;
} pami_amscatter_t;

/** A header for the function of each rank, which returns its block. */
typedef struct {
    size_t dispatch;
    void *headers;
    size_t headerlen;
    void *rcvbuf;
    pami_type_t rtype;
    size_t rtypecount;
} pami_amgather_t;

/** A header for the functions of all ranks, which return data, type and operation; the type here describes
 * the result. */
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

/** Start of a collective. */
typedef struct pami_xfer_t {
    pami_event_function cb_done;    /**< Local completion. */
    void *cookie;                   /**< Passed to cb_done. */
    pami_algorithm_t algorithm;     /**< Algorithm of the geometry for this collective. */
    pami_collective_hint_t options; /**< Not used. */
    pami_collective_t cmd;
} pami_xfer_t;

/** Starts a collective. @param context a member of the algorithm's geometry */
pami_result_t PAMI_Collective(pami_context_t context, pami_xfer_t *cmd);

/** @name Algorithms (pami-collectives 3, 4)
 * @{ */
/** Restrictions that a use of an algorithm violates; 0: none. */
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
/** Checks whether an algorithm supports a collective. @return violated restrictions */
typedef metadata_result_t (*pami_metadata_function)(struct pami_xfer_t *in);

/** Properties of an algorithm. */
typedef struct {
    char *name; /**< Valid for the lifetime of the geometry. */
    unsigned version;
    pami_metadata_function
        check_fn;    /**< NULL: the ranges, alignments and flags below are the only conditions. */
    size_t range_lo; /**< Minimum data size, bytes. */
    size_t range_hi; /**< Maximum data size, bytes. */
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
            unsigned hw_accel : 1; /**< Uses class routes. */
        } values;
    } check_perf;
    size_t range_lo_perf; /**< Recommended minimum, bytes. */
    size_t range_hi_perf; /**< Recommended maximum, bytes. */
    unsigned min_align_perf;
} pami_metadata_t;

/** Counts algorithms. @param lists_lengths set to two numbers: algorithms without and with restrictions.
 * Thread-safe. */
pami_result_t PAMI_Geometry_algorithms_num(pami_geometry_t geometry, pami_xfer_type_t coll_type,
                                           size_t *lists_lengths);
/** Lists up to @p num0 algorithms without and @p num1 with restrictions, in fixed order. Arrays may be NULL.
 * Thread-safe. */
pami_result_t PAMI_Geometry_algorithms_query(pami_geometry_t geometry, pami_xfer_type_t colltype,
                                             pami_algorithm_t *algs0, pami_metadata_t *mdata0, size_t num0,
                                             pami_algorithm_t *algs1, pami_metadata_t *mdata1, size_t num1);
/** Sets the function of an active-message collective on a context.
 * @param dispatch  0 to PAMI_CONTEXT_DISPATCH_ID_MAX, separate from the ids of messages */
pami_result_t PAMI_AMCollective_dispatch_set(pami_context_t context, pami_algorithm_t algorithm,
                                             size_t dispatch, pami_dispatch_callback_function fn,
                                             void *cookie, pami_collective_hint_t options);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_PAMI_COLLECTIVES_H */
