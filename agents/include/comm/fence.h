/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fence.h
 * @brief Fences through the communication agent (internal-headers 3). No agent runs here.
 */
#ifndef _COMM_AGENT_FENCE_H_
#define _COMM_AGENT_FENCE_H_

#include <agents/include/comm/commagent.h>
#include <spi/include/mu/Descriptor.h>

__BEGIN_DECLS

/** Starts fence service by the node's agent. @return ENOENT: no agent runs. */
int CommAgent_Fence_Init(CommAgent_Control_t control);

/** @return the receive function of the agent for fences: COMM_AGENT_FENCE_DISPATCH_ID. */
uint8_t CommAgent_Fence_GetRecFifoDispatchId(void);

__END_DECLS

#include <agents/include/comm/fence_impl.h>

#endif /* _COMM_AGENT_FENCE_H_ */
