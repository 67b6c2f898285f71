/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rgetpacing.h
 * @brief Pacing of remote gets by the communication agent (internal-headers 3). No agent runs here.
 */
#ifndef _COMM_AGENT_RGET_PACING_H_
#define _COMM_AGENT_RGET_PACING_H_

#include <agents/include/comm/commagent.h>
#include <spi/include/mu/Descriptor.h>

__BEGIN_DECLS

/** Shared memory for the agent's reports to a client. */
typedef struct CommAgent_RemoteGetPacing_SharedMemoryInfo {
    char *sharedMemoryNamePtr;
    uint64_t handleOffset;        /**< offset of the word for the handle */
    uint64_t counterRegionOffset; /**< offset of the counters */
    size_t counterRegionSize;
} CommAgent_RemoteGetPacing_SharedMemoryInfo_t;

/** Registers for pacing. @return ENOENT: no agent runs. */
int CommAgent_RemoteGetPacing_Init(CommAgent_Control_t control,
                                   CommAgent_RemoteGetPacing_SharedMemoryInfo_t *info);

/** Passes a remote get to the agent. @return ENOENT: no agent runs. */
int CommAgent_RemoteGetPacing_SubmitWorkRequest(CommAgent_Control_t control, int handle,
                                                CommAgent_RemoteGetPacing_WorkRequest_t *workRequest);

__END_DECLS

#include <agents/include/comm/rgetpacing_impl.h>

#endif /* _COMM_AGENT_RGET_PACING_H_ */
