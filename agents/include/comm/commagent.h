/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file commagent.h
 * @brief The communication agent, for pacing of remote gets and for fences (internal-headers 3). Not
 * available here: CommAgent_Init() returns ENOENT; clients use the Message Unit directly.
 */
#ifndef __COMM_AGENT__
#define __COMM_AGENT__

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include <agents/include/comm/commagentWorkRequests.h>
#include <spi/include/mu/Util.h>

__BEGIN_DECLS

/** A client's access to the agent. */
typedef struct {
    void *pOpaqueObject;
} CommAgent_Control_t;

/** Versions of the agent. */
typedef enum CommAgentState {
    COMM_AGENT_STATE_UNINITIALIZED = 0,
    COMM_AGENT_STATE_INITIALIZED_VERSION_1 = 1,
    COMM_AGENT_STATE_INITIALIZED_VERSION_2 = 2
} CommAgent_State_t;

/** Connects to the agent. @param controlPtr set to a null object. @return ENOENT: no agent runs.
 * Thread-safe. */
int CommAgent_Init(CommAgent_Control_t *controlPtr);

/** Allocates a request of the agent's queue. @param workRequestPtr set to NULL. @param uniqueID set to 0.
 *  @return ENOENT: no agent runs. Thread-safe. */
int CommAgent_AllocateWorkRequest(CommAgent_Control_t control, CommAgent_WorkRequest_t **workRequestPtr,
                                  uint64_t *uniqueID);

/** Reception FIFO of the agent. @return 0: no agent runs. */
uint32_t CommAgent_GetRecFifoId(CommAgent_Control_t control);

/** State of the agent. @return COMM_AGENT_STATE_UNINITIALIZED: no agent runs. */
CommAgent_State_t CommAgent_GetVersion(CommAgent_Control_t control);

__END_DECLS

#include <agents/include/comm/commagent_impl.h>

#endif /* __COMM_AGENT__ */
