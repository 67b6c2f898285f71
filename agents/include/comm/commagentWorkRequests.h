/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file commagentWorkRequests.h
 * @brief Requests to the communication agent (internal-headers 3).
 */
#ifndef _COMM_AGENT_WORK_REQUESTS_H_
#define _COMM_AGENT_WORK_REQUESTS_H_

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <hwi/include/bqc/MU_Descriptor.h>
#include <hwi/include/common/compiler_support.h>

/** Kinds of requests. */
typedef enum {
    COMM_AGENT_WORK_REQUEST_TYPE_NONE = 0,
    COMM_AGENT_WORK_REQUEST_TYPE_RGET_INIT = 1,
    COMM_AGENT_WORK_REQUEST_TYPE_RGET_REQUEST = 2,
    COMM_AGENT_WORK_REQUEST_TYPE_FENCE_INIT = 3,
    COMM_AGENT_NUMBER_OF_WORK_REQUEST_TYPES = 4
} CommAgent_WorkRequestType_t;

/** Dispatch ids of the agent's receive functions. */
typedef enum {
    COMM_AGENT_FENCE_DISPATCH_ID = 0,
    COMM_AGENT_MAX_DISPATCH_ID = 1
} CommAgent_RecFifoDispatchIds_t;

#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 8
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpacked-not-aligned" /* layout fixed by the agent */
#endif
/** A remote get to be paced. */
typedef struct CommAgent_RemoteGetPacing_WorkRequest {
    char dummy; /**< 0 */
    char unused1[7];
    uint16_t globalInjFifo; /**< injection FIFO of the node */
    char unused2[14];
    uint64_t peerID; /**< requests with equal ids are processed in order */
    MUHWI_Descriptor_t rgetDescriptor;
    MUHWI_Descriptor_t payloadDescriptor;
} __attribute__((packed)) CommAgent_RemoteGetPacing_WorkRequest_t;
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 8
#pragma GCC diagnostic pop
#endif

/** Registers for pacing. */
typedef struct CommAgent_RemoteGetPacingInit_WorkRequest {
    char dummy;
    char unused[7];
    uint64_t handleOffset;        /**< offset of the word in shared memory for the handle */
    uint64_t counterRegionOffset; /**< offset of the counters in shared memory */
    size_t counterRegionSize;
    char sharedMemoryName[128];
} __attribute__((packed)) CommAgent_RemoteGetPacingInit_WorkRequest_t;

/** Registers for fences. */
typedef struct CommAgent_FenceInit_WorkRequest {
    char dummy;
} __attribute__((packed)) CommAgent_FenceInit_WorkRequest_t;

/** A request. */
typedef struct CommAgent_WorkRequest {
    union {
        CommAgent_RemoteGetPacingInit_WorkRequest_t rgetInit;
        CommAgent_RemoteGetPacing_WorkRequest_t rget;
        CommAgent_FenceInit_WorkRequest_t fenceInit;
    } request;
} __attribute__((aligned(32))) CommAgent_WorkRequest_t;

EMUQ_STATIC_ASSERT(sizeof(CommAgent_RemoteGetPacing_WorkRequest_t) == 160, "size of a pacing request");
EMUQ_STATIC_ASSERT(sizeof(CommAgent_RemoteGetPacingInit_WorkRequest_t) == 160, "size of a registration");
EMUQ_STATIC_ASSERT(sizeof(CommAgent_WorkRequest_t) == 160, "size of a request");

#endif /* _COMM_AGENT_WORK_REQUESTS_H_ */
