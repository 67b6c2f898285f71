/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rgetpacing_impl.h
 * @brief The file with the definitions of rgetpacing.h on the machine. Here the functions are in the library.
 */
#ifndef _COMM_AGENT_RGET_PACING_IMPL_H_
#define _COMM_AGENT_RGET_PACING_IMPL_H_

#include <agents/include/comm/rgetpacing.h>
#include <spi/include/l1p/flush.h>

#endif /* _COMM_AGENT_RGET_PACING_IMPL_H_ */
