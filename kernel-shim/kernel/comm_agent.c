/* SPDX-License-Identifier: BSD-3-Clause */
/* The communication agent (internal-headers 3): no node runs one. */
#include "agents/include/comm/commagent.h"

#include "agents/include/comm/fence.h"
#include "agents/include/comm/rgetpacing.h"

int CommAgent_Init(CommAgent_Control_t *controlPtr)
{
    controlPtr->pOpaqueObject = NULL;
    return ENOENT;
}

int CommAgent_AllocateWorkRequest(CommAgent_Control_t control, CommAgent_WorkRequest_t **workRequestPtr,
                                  uint64_t *uniqueID)
{
    (void)control;
    *workRequestPtr = NULL;
    *uniqueID = 0;
    return ENOENT;
}

uint32_t CommAgent_GetRecFifoId(CommAgent_Control_t control)
{
    (void)control;
    return 0;
}

CommAgent_State_t CommAgent_GetVersion(CommAgent_Control_t control)
{
    (void)control;
    return COMM_AGENT_STATE_UNINITIALIZED;
}

int CommAgent_Fence_Init(CommAgent_Control_t control)
{
    (void)control;
    return ENOENT;
}

uint8_t CommAgent_Fence_GetRecFifoDispatchId(void)
{
    return COMM_AGENT_FENCE_DISPATCH_ID;
}

int CommAgent_RemoteGetPacing_Init(CommAgent_Control_t control,
                                   CommAgent_RemoteGetPacing_SharedMemoryInfo_t *info)
{
    (void)control, (void)info;
    return ENOENT;
}

int CommAgent_RemoteGetPacing_SubmitWorkRequest(CommAgent_Control_t control, int handle,
                                                CommAgent_RemoteGetPacing_WorkRequest_t *workRequest)
{
    (void)control, (void)handle, (void)workRequest;
    return ENOENT;
}
