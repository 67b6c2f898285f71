/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fence_impl.h
 * @brief The file with the definitions of fence.h on the machine. Here the functions are in the library.
 */
#ifndef _COMM_AGENT_FENCE_IMPL_H_
#define _COMM_AGENT_FENCE_IMPL_H_

#include <agents/include/comm/fence.h>
#include <spi/include/l1p/flush.h>

#endif /* _COMM_AGENT_FENCE_IMPL_H_ */
