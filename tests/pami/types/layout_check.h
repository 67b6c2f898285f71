/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The public header against the specification: sizes, offsets, values, prototypes. Compiled as C and as
 * C++98; whatever is wrong does not compile.
 */
#ifndef LAYOUT_CHECK_H
#define LAYOUT_CHECK_H

#include <pami.h>

#include <hwi/include/common/compiler_support.h>
#include <stddef.h>

#define SIZE(type, bytes)        EMUQ_STATIC_ASSERT(sizeof(type) == (bytes), #type);
#define AT(type, member, offset) EMUQ_STATIC_ASSERT(offsetof(type, member) == (offset), #type "." #member);
#define IS(name, value)          EMUQ_STATIC_ASSERT((long)(name) == (long)(value), #name);
/* Both branches of a conditional have to have the same type. */
#define VARIABLE(type, name) EMUQ_STATIC_ASSERT(sizeof(1 ? &name : (type *)0) == sizeof(void *), #name);
#define FUNCTION(result, name, arguments)                                                                    \
    EMUQ_STATIC_ASSERT(sizeof(1 ? name : (result(*) arguments)0) == sizeof(void *), #name);
#define MEMBER(type, name, of)                                                                               \
    EMUQ_STATIC_ASSERT(sizeof(1 ? &((type *)0)->name : (of *)0) == sizeof(void *), #type "." #name);

/* clang-format off */

/* (pami-core 2) */
SIZE(pami_client_t, 8) SIZE(pami_context_t, 8) SIZE(pami_type_t, 8) SIZE(pami_geometry_t, 8) SIZE(pami_algorithm_t, 8)
SIZE(pami_task_t, 4) SIZE(pami_endpoint_t, 4) SIZE(pami_extension_t, 8)
SIZE(pami_work_t, PAMI_WORK_SIZE_STATIC) SIZE(pami_memregion_t, PAMI_CLIENT_MEMREGION_SIZE_STATIC)
EMUQ_STATIC_ASSERT(PAMI_WORK_SIZE_STATIC <= 48 && PAMI_WORK_SIZE_STATIC % sizeof(uintptr_t) == 0, "six words");
EMUQ_STATIC_ASSERT(PAMI_CLIENT_MEMREGION_SIZE_STATIC % sizeof(uintptr_t) == 0, "whole words");
MEMBER(pami_user_config_t, key, pami_user_key_t) MEMBER(pami_user_config_t, value, pami_user_value_t)
VARIABLE(pami_client_t, PAMI_CLIENT_NULL) VARIABLE(pami_type_t, PAMI_TYPE_NULL)
VARIABLE(pami_context_t, PAMI_CONTEXT_NULL) VARIABLE(pami_geometry_t, PAMI_GEOMETRY_NULL)
VARIABLE(pami_algorithm_t, PAMI_ALGORITHM_NULL) VARIABLE(pami_endpoint_t, PAMI_ENDPOINT_NULL)
VARIABLE(size_t, PAMI_ALL_CONTEXTS)

/* (pami-core 3) */
IS(PAMI_SUCCESS, 0) IS(PAMI_NERROR, -1) IS(PAMI_ERROR, 1) IS(PAMI_INVAL, 2) IS(PAMI_UNIMPL, 3) IS(PAMI_EAGAIN, 4)
IS(PAMI_ENOMEM, 5) IS(PAMI_SHUTDOWN, 6) IS(PAMI_CHECK_ERRNO, 7) IS(PAMI_OTHER, 8) IS(PAMI_RESULT_EXT, 1000)

/* (pami-core 5) */
SIZE(pami_attribute_value_t, 8) SIZE(pami_configuration_t, 16) AT(pami_configuration_t, value, 8)
MEMBER(pami_attribute_value_t, intval, size_t) MEMBER(pami_attribute_value_t, doubleval, double)
MEMBER(pami_attribute_value_t, chararray, const char *) MEMBER(pami_attribute_value_t, intarray, const size_t *)
IS(PAMI_CLIENT_CLOCK_MHZ, 100) IS(PAMI_CLIENT_CONST_CONTEXTS, 101) IS(PAMI_CLIENT_HWTHREADS_AVAILABLE, 102)
IS(PAMI_CLIENT_MEMREGION_SIZE, 103) IS(PAMI_CLIENT_MEM_SIZE, 104) IS(PAMI_CLIENT_NUM_TASKS, 105)
IS(PAMI_CLIENT_NUM_LOCAL_TASKS, 106) IS(PAMI_CLIENT_LOCAL_TASKS, 107) IS(PAMI_CLIENT_NUM_CONTEXTS, 108)
IS(PAMI_CLIENT_PROCESSOR_NAME, 109) IS(PAMI_CLIENT_TASK_ID, 110) IS(PAMI_CLIENT_WTIMEBASE_MHZ, 111)
IS(PAMI_CLIENT_WTICK, 112) IS(PAMI_CLIENT_NONCONTIG, 113) IS(PAMI_CLIENT_MEMORY_OPTIMIZE, 114)
IS(PAMI_CONTEXT_DISPATCH_ID_MAX, 200) IS(PAMI_DISPATCH_RECV_IMMEDIATE_MAX, 300)
IS(PAMI_DISPATCH_SEND_IMMEDIATE_MAX, 301) IS(PAMI_DISPATCH_ATOM_SIZE_MAX, 302) IS(PAMI_GEOMETRY_OPTIMIZE, 400)
IS(PAMI_GEOMETRY_NONCONTIG, 401) IS(PAMI_GEOMETRY_MEMORY_OPTIMIZE, 402)
IS(PAMI_TYPE_DATA_SIZE, 500) IS(PAMI_TYPE_DATA_EXTENT, 501) IS(PAMI_TYPE_ATOM_SIZE, 502)
IS(PAMI_ATTRIBUTE_NAME_EXT, 1000)

/* (pami-core 6 to 14) */
#define CONFIGURATION pami_configuration_t configuration[], size_t num_configs
FUNCTION(pami_result_t, PAMI_Client_create, (const char *, pami_client_t *, CONFIGURATION))
FUNCTION(pami_result_t, PAMI_Client_destroy, (pami_client_t *))
FUNCTION(pami_result_t, PAMI_Client_query, (pami_client_t, CONFIGURATION))
FUNCTION(pami_result_t, PAMI_Client_update, (pami_client_t, CONFIGURATION))
FUNCTION(pami_result_t, PAMI_Endpoint_create, (pami_client_t, pami_task_t, size_t, pami_endpoint_t *))
FUNCTION(pami_result_t, PAMI_Endpoint_query, (pami_endpoint_t, pami_task_t *, size_t *))
FUNCTION(pami_result_t, PAMI_Context_createv, (pami_client_t, CONFIGURATION, pami_context_t *, size_t))
FUNCTION(pami_result_t, PAMI_Context_destroyv, (pami_context_t *, size_t))
FUNCTION(pami_result_t, PAMI_Context_query, (pami_context_t, CONFIGURATION))
FUNCTION(pami_result_t, PAMI_Context_update, (pami_context_t, CONFIGURATION))
FUNCTION(pami_result_t, PAMI_Context_advance, (pami_context_t, size_t))
FUNCTION(pami_result_t, PAMI_Context_advancev, (pami_context_t *, size_t, size_t))
FUNCTION(pami_result_t, PAMI_Context_trylock_advancev, (pami_context_t *, size_t, size_t))
FUNCTION(pami_result_t, PAMI_Context_post, (pami_context_t, pami_work_t *, pami_work_function, void *))
FUNCTION(pami_result_t, PAMI_Context_lock, (pami_context_t))
FUNCTION(pami_result_t, PAMI_Context_trylock, (pami_context_t))
FUNCTION(pami_result_t, PAMI_Context_unlock, (pami_context_t))
FUNCTION(pami_result_t, PAMI_Dispatch_set,
         (pami_context_t, size_t, pami_dispatch_callback_function, void *, pami_dispatch_hint_t))
FUNCTION(pami_result_t, PAMI_AMCollective_dispatch_set,
         (pami_context_t, pami_algorithm_t, size_t, pami_dispatch_callback_function, void *, pami_collective_hint_t))
FUNCTION(pami_result_t, PAMI_Dispatch_query, (pami_context_t, size_t, CONFIGURATION))
FUNCTION(pami_result_t, PAMI_Dispatch_update, (pami_context_t, size_t, CONFIGURATION))
FUNCTION(pami_result_t, PAMI_Memregion_create, (pami_context_t, void *, size_t, size_t *, pami_memregion_t *))
FUNCTION(pami_result_t, PAMI_Memregion_destroy, (pami_context_t, pami_memregion_t *))
FUNCTION(size_t, PAMI_Error_text, (char *, size_t))
FUNCTION(double, PAMI_Wtime, (pami_client_t))
FUNCTION(unsigned long long, PAMI_Wtimebase, (pami_client_t))
SIZE(pami_dispatch_callback_function, 8)
MEMBER(pami_dispatch_callback_function, p2p, pami_dispatch_p2p_function)
MEMBER(pami_dispatch_callback_function, ambroadcast, pami_dispatch_ambroadcast_function)
MEMBER(pami_dispatch_callback_function, amscatter, pami_dispatch_amscatter_function)
MEMBER(pami_dispatch_callback_function, amgather, pami_dispatch_amgather_function)
MEMBER(pami_dispatch_callback_function, amreduce, pami_dispatch_amreduce_function)

/* (pami-pt2pt 1, 2) */
IS(PAMI_HINT_DEFAULT, 0) IS(PAMI_HINT_ENABLE, 1) IS(PAMI_HINT_DISABLE, 2) IS(PAMI_HINT_INVALID, 3)
SIZE(pami_dispatch_hint_t, 4) SIZE(pami_send_hint_t, 4) SIZE(pami_collective_hint_t, 4)

/* (pami-pt2pt 4, 5) */
SIZE(pami_send_immediate_t, 48) AT(pami_send_immediate_t, header, 0) AT(pami_send_immediate_t, data, 16)
AT(pami_send_immediate_t, dispatch, 32) AT(pami_send_immediate_t, hints, 40) AT(pami_send_immediate_t, dest, 44)
SIZE(pami_send_event_t, 24) AT(pami_send_event_t, cookie, 0) AT(pami_send_event_t, local_fn, 8)
AT(pami_send_event_t, remote_fn, 16)
SIZE(pami_send_t, 72) AT(pami_send_t, send, 0) AT(pami_send_t, events, 48)
SIZE(pami_send_typed_t, 104) AT(pami_send_typed_t, events, 48) AT(pami_send_typed_t, typed, 72)
AT(pami_send_typed_t, typed.type, 72) AT(pami_send_typed_t, typed.offset, 80)
AT(pami_send_typed_t, typed.data_fn, 88) AT(pami_send_typed_t, typed.data_cookie, 96)
SIZE(pami_recv_t, 56) AT(pami_recv_t, cookie, 0) AT(pami_recv_t, local_fn, 8) AT(pami_recv_t, addr, 16)
AT(pami_recv_t, type, 24) AT(pami_recv_t, offset, 32) AT(pami_recv_t, data_fn, 40) AT(pami_recv_t, data_cookie, 48)
FUNCTION(pami_result_t, PAMI_Send, (pami_context_t, pami_send_t *))
FUNCTION(pami_result_t, PAMI_Send_immediate, (pami_context_t, pami_send_immediate_t *))
FUNCTION(pami_result_t, PAMI_Send_typed, (pami_context_t, pami_send_typed_t *))

/* (pami-pt2pt 6 to 10) */
SIZE(pami_rma_t, 32) AT(pami_rma_t, dest, 0) AT(pami_rma_t, hints, 4) AT(pami_rma_t, bytes, 8)
AT(pami_rma_t, cookie, 16) AT(pami_rma_t, done_fn, 24)
SIZE(pami_rma_addr_t, 16) AT(pami_rma_addr_t, local, 0) AT(pami_rma_addr_t, remote, 8)
SIZE(pami_rma_typed_t, 16) AT(pami_rma_typed_t, local, 0) AT(pami_rma_typed_t, remote, 8)
SIZE(pami_rma_put_t, 8) AT(pami_rma_put_t, rdone_fn, 0)
SIZE(pami_put_simple_t, 56) AT(pami_put_simple_t, addr, 32) AT(pami_put_simple_t, put, 48)
SIZE(pami_put_typed_t, 72) AT(pami_put_typed_t, addr, 32) AT(pami_put_typed_t, type, 48) AT(pami_put_typed_t, put, 64)
SIZE(pami_get_simple_t, 48) AT(pami_get_simple_t, addr, 32)
SIZE(pami_get_typed_t, 64) AT(pami_get_typed_t, addr, 32) AT(pami_get_typed_t, type, 48)
SIZE(pami_rma_mr_t, 16) AT(pami_rma_mr_t, mr, 0) AT(pami_rma_mr_t, offset, 8)
SIZE(pami_rdma_t, 32) AT(pami_rdma_t, local, 0) AT(pami_rdma_t, remote, 16)
SIZE(pami_rput_simple_t, 72) AT(pami_rput_simple_t, rdma, 32) AT(pami_rput_simple_t, put, 64)
SIZE(pami_rput_typed_t, 88) AT(pami_rput_typed_t, rdma, 32) AT(pami_rput_typed_t, type, 64)
AT(pami_rput_typed_t, put, 80)
SIZE(pami_rget_simple_t, 64) AT(pami_rget_simple_t, rdma, 32)
SIZE(pami_rget_typed_t, 80) AT(pami_rget_typed_t, rdma, 32) AT(pami_rget_typed_t, type, 64)
IS(PAMI_ATOMIC_FETCH, 0x01) IS(PAMI_ATOMIC_COMPARE, 0x02) IS(PAMI_ATOMIC_SET, 0x04) IS(PAMI_ATOMIC_ADD, 0x08)
IS(PAMI_ATOMIC_OR, 0x0c) IS(PAMI_ATOMIC_AND, 0x10) IS(PAMI_ATOMIC_XOR, 0x14)
IS(PAMI_ATOMIC_FETCH_SET, 0x05) IS(PAMI_ATOMIC_FETCH_ADD, 0x09) IS(PAMI_ATOMIC_FETCH_OR, 0x0d)
IS(PAMI_ATOMIC_FETCH_AND, 0x11) IS(PAMI_ATOMIC_FETCH_XOR, 0x15)
IS(PAMI_ATOMIC_COMPARE_SET, 0x06) IS(PAMI_ATOMIC_COMPARE_ADD, 0x0a) IS(PAMI_ATOMIC_COMPARE_OR, 0x0e)
IS(PAMI_ATOMIC_COMPARE_AND, 0x12) IS(PAMI_ATOMIC_COMPARE_XOR, 0x16)
IS(PAMI_ATOMIC_FETCH_COMPARE_SET, 0x07) IS(PAMI_ATOMIC_FETCH_COMPARE_ADD, 0x0b)
IS(PAMI_ATOMIC_FETCH_COMPARE_OR, 0x0f) IS(PAMI_ATOMIC_FETCH_COMPARE_AND, 0x13)
IS(PAMI_ATOMIC_FETCH_COMPARE_XOR, 0x17)
SIZE(pami_rmw_t, 72) AT(pami_rmw_t, dest, 0) AT(pami_rmw_t, hints, 4) AT(pami_rmw_t, cookie, 8)
AT(pami_rmw_t, done_fn, 16) AT(pami_rmw_t, local, 24) AT(pami_rmw_t, remote, 32) AT(pami_rmw_t, value, 40)
AT(pami_rmw_t, test, 48) AT(pami_rmw_t, operation, 56) AT(pami_rmw_t, type, 64)
FUNCTION(pami_result_t, PAMI_Put, (pami_context_t, pami_put_simple_t *))
FUNCTION(pami_result_t, PAMI_Put_typed, (pami_context_t, pami_put_typed_t *))
FUNCTION(pami_result_t, PAMI_Get, (pami_context_t, pami_get_simple_t *))
FUNCTION(pami_result_t, PAMI_Get_typed, (pami_context_t, pami_get_typed_t *))
FUNCTION(pami_result_t, PAMI_Rmw, (pami_context_t, pami_rmw_t *))
FUNCTION(pami_result_t, PAMI_Rput, (pami_context_t, pami_rput_simple_t *))
FUNCTION(pami_result_t, PAMI_Rput_typed, (pami_context_t, pami_rput_typed_t *))
FUNCTION(pami_result_t, PAMI_Rget, (pami_context_t, pami_rget_simple_t *))
FUNCTION(pami_result_t, PAMI_Rget_typed, (pami_context_t, pami_rget_typed_t *))
FUNCTION(pami_result_t, PAMI_Fence_begin, (pami_context_t))
FUNCTION(pami_result_t, PAMI_Fence_end, (pami_context_t))
FUNCTION(pami_result_t, PAMI_Fence_all, (pami_context_t, pami_event_function, void *))
FUNCTION(pami_result_t, PAMI_Fence_endpoint, (pami_context_t, pami_event_function, void *, pami_endpoint_t))
FUNCTION(pami_result_t, PAMI_Purge, (pami_context_t, pami_endpoint_t *, size_t))
FUNCTION(pami_result_t, PAMI_Resume, (pami_context_t, pami_endpoint_t *, size_t))

/* (pami-collectives 1 to 3) */
IS(PAMI_XFER_BROADCAST, 0) IS(PAMI_XFER_ALLREDUCE, 1) IS(PAMI_XFER_REDUCE, 2) IS(PAMI_XFER_ALLGATHER, 3)
IS(PAMI_XFER_ALLGATHERV, 4) IS(PAMI_XFER_ALLGATHERV_INT, 5) IS(PAMI_XFER_SCATTER, 6) IS(PAMI_XFER_SCATTERV, 7)
IS(PAMI_XFER_SCATTERV_INT, 8) IS(PAMI_XFER_GATHER, 9) IS(PAMI_XFER_GATHERV, 10) IS(PAMI_XFER_GATHERV_INT, 11)
IS(PAMI_XFER_BARRIER, 12) IS(PAMI_XFER_ALLTOALL, 13) IS(PAMI_XFER_ALLTOALLV, 14) IS(PAMI_XFER_ALLTOALLV_INT, 15)
IS(PAMI_XFER_SCAN, 16) IS(PAMI_XFER_REDUCE_SCATTER, 17) IS(PAMI_XFER_AMBROADCAST, 18) IS(PAMI_XFER_AMSCATTER, 19)
IS(PAMI_XFER_AMGATHER, 20) IS(PAMI_XFER_AMREDUCE, 21) IS(PAMI_XFER_COUNT, 22) IS(PAMI_XFER_TYPE_EXT, 1000)
SIZE(pami_geometry_range_t, 8) AT(pami_geometry_range_t, lo, 0) AT(pami_geometry_range_t, hi, 4)
#define COMPLETION pami_context_t context, pami_event_function fn, void *cookie
FUNCTION(pami_result_t, PAMI_Geometry_world, (pami_client_t, pami_geometry_t *))
FUNCTION(pami_result_t, PAMI_Geometry_create_taskrange,
         (pami_client_t, size_t, CONFIGURATION, pami_geometry_t *, pami_geometry_t, unsigned, pami_geometry_range_t *,
          size_t, COMPLETION))
FUNCTION(pami_result_t, PAMI_Geometry_create_tasklist,
         (pami_client_t, size_t, CONFIGURATION, pami_geometry_t *, pami_geometry_t, unsigned, pami_task_t *, size_t,
          COMPLETION))
FUNCTION(pami_result_t, PAMI_Geometry_create_endpointlist,
         (pami_client_t, CONFIGURATION, pami_geometry_t *, unsigned, pami_endpoint_t *, size_t, COMPLETION))
FUNCTION(pami_result_t, PAMI_Geometry_destroy, (pami_client_t, pami_geometry_t *, COMPLETION))
FUNCTION(pami_result_t, PAMI_Geometry_query, (pami_geometry_t, CONFIGURATION))
FUNCTION(pami_result_t, PAMI_Geometry_update, (pami_geometry_t, CONFIGURATION, COMPLETION))
FUNCTION(pami_result_t, PAMI_Geometry_algorithms_num, (pami_geometry_t, pami_xfer_type_t, size_t *))
FUNCTION(pami_result_t, PAMI_Geometry_algorithms_query,
         (pami_geometry_t, pami_xfer_type_t, pami_algorithm_t *, pami_metadata_t *, size_t, pami_algorithm_t *,
          pami_metadata_t *, size_t))

/* (pami-collectives 4, 5) */
SIZE(metadata_result_t, 4) SIZE(pami_metadata_t, 80)
AT(pami_metadata_t, name, 0) AT(pami_metadata_t, version, 8) AT(pami_metadata_t, check_fn, 16)
AT(pami_metadata_t, range_lo, 24) AT(pami_metadata_t, range_hi, 32) AT(pami_metadata_t, send_min_align, 40)
AT(pami_metadata_t, recv_min_align, 44) AT(pami_metadata_t, check_correct, 48) AT(pami_metadata_t, check_perf, 52)
AT(pami_metadata_t, check_correct.bitmask_correct, 48) AT(pami_metadata_t, check_perf.bitmask_perf, 52)
AT(pami_metadata_t, range_lo_perf, 56) AT(pami_metadata_t, range_hi_perf, 64) AT(pami_metadata_t, min_align_perf, 72)
SIZE(pami_xfer_t, 112) AT(pami_xfer_t, cb_done, 0) AT(pami_xfer_t, cookie, 8) AT(pami_xfer_t, algorithm, 16)
AT(pami_xfer_t, options, 24) AT(pami_xfer_t, cmd, 32) SIZE(pami_collective_t, 80)
FUNCTION(pami_result_t, PAMI_Collective, (pami_context_t, pami_xfer_t *))
MEMBER(pami_metadata_t, check_fn, pami_metadata_function)
EMUQ_STATIC_ASSERT(sizeof(1 ? (xfer_p)0 : (pami_xfer_t *)0) == 8, "xfer_p");

/* Sizes and the members in order, 8 bytes each except for an int or endpoint (pami-collectives 6). */
#define SEQUENCE4(type, a, b, c, d) AT(type, a, 0) AT(type, b, 8) AT(type, c, 16) AT(type, d, 24)
#define SEQUENCE6(type, a, b, c, d, e, f) SEQUENCE4(type, a, b, c, d) AT(type, e, 32) AT(type, f, 40)
#define SEQUENCE7(type, a, b, c, d, e, f, g) SEQUENCE6(type, a, b, c, d, e, f) AT(type, g, 48)
#define SEQUENCE8(type, a, b, c, d, e, f, g, h) SEQUENCE7(type, a, b, c, d, e, f, g) AT(type, h, 56)
#define SEQUENCE9(type, a, b, c, d, e, f, g, h, i) SEQUENCE8(type, a, b, c, d, e, f, g, h) AT(type, i, 64)
#define SEQUENCE10(type, a, b, c, d, e, f, g, h, i, j) SEQUENCE9(type, a, b, c, d, e, f, g, h, i) AT(type, j, 72)
SIZE(pami_alltoall_t, 48) SEQUENCE6(pami_alltoall_t, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecount)
SIZE(pami_alltoallv_t, 64)
SEQUENCE8(pami_alltoallv_t, sndbuf, stype, stypecounts, sdispls, rcvbuf, rtype, rtypecounts, rdispls)
SIZE(pami_alltoallv_int_t, 64)
SEQUENCE8(pami_alltoallv_int_t, sndbuf, stype, stypecounts, sdispls, rcvbuf, rtype, rtypecounts, rdispls)
SIZE(pami_reduce_t, 80)
SEQUENCE10(pami_reduce_t, root, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecount, op, data_cookie, commutative)
SIZE(pami_reduce_scatter_t, 72)
SEQUENCE9(pami_reduce_scatter_t, sndbuf, stype, stypecount, rcvbuf, rtype, rcounts, op, data_cookie, commutative)
SIZE(pami_broadcast_t, 32) SEQUENCE4(pami_broadcast_t, root, buf, type, typecount)
SIZE(pami_allgather_t, 48) SEQUENCE6(pami_allgather_t, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecount)
SIZE(pami_allgatherv_t, 56)
SEQUENCE7(pami_allgatherv_t, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecounts, rdispls)
SIZE(pami_allgatherv_int_t, 56)
SEQUENCE7(pami_allgatherv_int_t, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecounts, rdispls)
SIZE(pami_gather_t, 56) SEQUENCE7(pami_gather_t, root, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecount)
SIZE(pami_gatherv_t, 64)
SEQUENCE8(pami_gatherv_t, root, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecounts, rdispls)
SIZE(pami_gatherv_int_t, 64)
SEQUENCE8(pami_gatherv_int_t, root, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecounts, rdispls)
SIZE(pami_scatter_t, 56) SEQUENCE7(pami_scatter_t, root, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecount)
SIZE(pami_scatterv_t, 64)
SEQUENCE8(pami_scatterv_t, root, sndbuf, stype, stypecounts, sdispls, rcvbuf, rtype, rtypecount)
SIZE(pami_scatterv_int_t, 64)
SEQUENCE8(pami_scatterv_int_t, root, sndbuf, stype, stypecounts, sdispls, rcvbuf, rtype, rtypecount)
SIZE(pami_allreduce_t, 72)
SEQUENCE9(pami_allreduce_t, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecount, op, data_cookie, commutative)
SIZE(pami_scan_t, 72)
SEQUENCE9(pami_scan_t, sndbuf, stype, stypecount, rcvbuf, rtype, rtypecount, op, data_cookie, exclusive)
SIZE(pami_ambroadcast_t, 48)
SEQUENCE6(pami_ambroadcast_t, dispatch, user_header, headerlen, sndbuf, stype, stypecount)
SIZE(pami_amscatter_t, 48) SEQUENCE6(pami_amscatter_t, dispatch, headers, headerlen, sndbuf, stype, stypecount)
SIZE(pami_amgather_t, 48) SEQUENCE6(pami_amgather_t, dispatch, headers, headerlen, rcvbuf, rtype, rtypecount)
SIZE(pami_amreduce_t, 64)
SEQUENCE8(pami_amreduce_t, dispatch, user_header, headerlen, rcvbuf, rtype, rtypecount, data_cookie, commutative)
MEMBER(pami_alltoallv_t, stypecounts, size_t *) MEMBER(pami_alltoallv_int_t, rdispls, int *)
MEMBER(pami_alltoallv_int_t, stypecounts, int *) MEMBER(pami_alltoallv_int_t, sdispls, int *)
MEMBER(pami_alltoallv_int_t, rtypecounts, int *) MEMBER(pami_allgatherv_int_t, stypecount, int)
MEMBER(pami_allgatherv_int_t, rtypecounts, int *) MEMBER(pami_allgatherv_int_t, rdispls, int *)
MEMBER(pami_gatherv_int_t, stypecount, int) MEMBER(pami_gatherv_int_t, rtypecounts, int *)
MEMBER(pami_gatherv_int_t, rdispls, int *) MEMBER(pami_scatterv_int_t, rtypecount, int)
MEMBER(pami_scatterv_int_t, stypecounts, int *) MEMBER(pami_scatterv_int_t, sdispls, int *)
MEMBER(pami_reduce_t, root, pami_endpoint_t) MEMBER(pami_reduce_t, op, pami_data_function)
MEMBER(pami_reduce_scatter_t, rcounts, size_t *) MEMBER(pami_reduce_t, commutative, int)
MEMBER(pami_scan_t, exclusive, int) MEMBER(pami_broadcast_t, buf, char *) MEMBER(pami_amgather_t, rcvbuf, void *)
#define COMMAND(name) MEMBER(pami_collective_t, xfer_##name, pami_##name##_t)
COMMAND(allreduce) COMMAND(broadcast) COMMAND(reduce) COMMAND(allgather) COMMAND(allgatherv) COMMAND(allgatherv_int)
COMMAND(scatter) COMMAND(scatterv) COMMAND(scatterv_int) COMMAND(gather) COMMAND(gatherv) COMMAND(gatherv_int)
COMMAND(alltoall) COMMAND(alltoallv) COMMAND(alltoallv_int) COMMAND(ambroadcast) COMMAND(amscatter)
COMMAND(amgather) COMMAND(amreduce) COMMAND(scan) COMMAND(barrier) COMMAND(reduce_scatter)
#ifdef __cplusplus
SIZE(pami_barrier_t, 1)
#else
SIZE(pami_barrier_t, 0)
#endif

/* (pami-collectives 7, 8) */
#define MESSAGE pami_context_t, void *, const void *, size_t
EMUQ_STATIC_ASSERT(sizeof(1 ? (pami_dispatch_p2p_function)0 :
    (void (*)(MESSAGE, const void *, size_t, pami_endpoint_t, pami_recv_t *))0) == 8, "p2p");
EMUQ_STATIC_ASSERT(sizeof(1 ? (pami_dispatch_ambroadcast_function)0 :
    (void (*)(MESSAGE, const void *, size_t, pami_endpoint_t, pami_geometry_t, pami_recv_t *))0) == 8, "ambroadcast");
EMUQ_STATIC_ASSERT(sizeof(1 ? (pami_dispatch_amscatter_function)0 :
    (void (*)(MESSAGE, const void *, size_t, pami_endpoint_t, pami_geometry_t, pami_recv_t *))0) == 8, "amscatter");
EMUQ_STATIC_ASSERT(sizeof(1 ? (pami_dispatch_amgather_function)0 :
    (void (*)(MESSAGE, size_t, pami_endpoint_t, pami_geometry_t, pami_recv_t *))0) == 8, "amgather");
EMUQ_STATIC_ASSERT(sizeof(1 ? (pami_dispatch_amreduce_function)0 :
    (void (*)(MESSAGE, size_t, pami_endpoint_t, pami_geometry_t, pami_data_function *, pami_recv_t *))0) == 8,
    "amreduce");
FUNCTION(pami_result_t, PAMI_Type_create, (pami_type_t *))
FUNCTION(pami_result_t, PAMI_Type_add_simple, (pami_type_t, size_t, size_t, size_t, size_t))
FUNCTION(pami_result_t, PAMI_Type_add_typed, (pami_type_t, pami_type_t, size_t, size_t, size_t))
FUNCTION(pami_result_t, PAMI_Type_complete, (pami_type_t, size_t))
FUNCTION(pami_result_t, PAMI_Type_destroy, (pami_type_t *))
FUNCTION(pami_result_t, PAMI_Type_serialize, (pami_type_t, void **, size_t *))
FUNCTION(pami_result_t, PAMI_Type_deserialize, (pami_type_t *, void *, size_t))
FUNCTION(pami_result_t, PAMI_Type_query, (pami_type_t, CONFIGURATION))
FUNCTION(pami_result_t, PAMI_Type_transform_data,
         (void *, pami_type_t, size_t, void *, pami_type_t, size_t, size_t, pami_data_function, void *))

/* (pami-extensions 1) */
FUNCTION(pami_result_t, PAMI_Extension_open, (pami_client_t, const char *, pami_extension_t *))
FUNCTION(pami_result_t, PAMI_Extension_close, (pami_extension_t))
FUNCTION(void *, PAMI_Extension_symbol, (pami_extension_t, const char *))
#if !defined(__pami_extension_EXT_async_progress__) || !defined(__pami_extension_EXT_torus_network__) || \
    !defined(__pami_extension_EXT_is_local_task__) || !defined(__pami_extension_EXT_bgq_l2atomic__) || \
    !defined(__pami_extension_BGQ_bgq_mapping__) || !defined(__pami_extension_EXT_test_extension__)
#error an extension is not announced
#endif
/* clang-format on */

#endif /* LAYOUT_CHECK_H */
