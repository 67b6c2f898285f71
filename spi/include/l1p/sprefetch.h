/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file sprefetch.h
 * @brief Prefetching of linear streams: settings of the caller's core (l2-atomics-wakeup-l1p 7).
 *
 * All calls return 0, or L1P_PARMRANGE for a NULL pointer or a value out of range. Hints: the getters
 * return the last values set; prefetching itself is not modelled. Settings are per process and core.
 * Thread-safe.
 */
#ifndef _L1P_SPREFETCH_H_
#define _L1P_SPREFETCH_H_

#include "spi/include/kernel/location.h"
#include "spi/include/kernel/memory.h"
#include "spi/include/l1p/types.h"

__BEGIN_DECLS

/** Byte offset of the user control register from Kernel_L1pBaseAddress(). */
#define L1P_CFG_PF_USR_ADJUST 0x108

/** @param adaptiveState set to 1 if depths adapt to the streams (the state at the start), else 0. */
int L1P_GetStreamAdaptiveMode(int *adaptiveState);

/** @param enable not 0: depths adapt to the streams. */
int L1P_SetStreamAdaptiveMode(int enable);

/** @param policy set to the policy; L1P_confirmed_or_dcbt at the start. */
int L1P_GetStreamPolicy(L1P_StreamPolicy_t *policy);

/** @param policy one of the four policies. */
int L1P_SetStreamPolicy(L1P_StreamPolicy_t policy);

/** @param depth set to the lines prefetched ahead by a new stream; 2 at the start. */
int L1P_GetStreamDepth(uint32_t *depth);

/** @param depth 1..8 lines of 128 bytes. */
int L1P_SetStreamDepth(uint32_t depth);

/** @param depth set to the maximum lines of all streams together; 16 at the start. */
int L1P_GetStreamTotalDepth(uint32_t *depth);

/** @param depth 1..16 lines of 128 bytes. */
int L1P_SetStreamTotalDepth(uint32_t depth);

__END_DECLS

#endif /* _L1P_SPREFETCH_H_ */
