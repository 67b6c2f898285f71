/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_rank.h
 * @brief What the kernel of EMUQ knows about other ranks.
 */
#ifndef _EMUQ_RANK_H_
#define _EMUQ_RANK_H_

#include <stdint.h>

#include "hwi/include/common/compiler_support.h"

__BEGIN_DECLS

/** Whether a rank of the caller's job has ended. Its memory and its FIFOs stay until all have, but it does
 *  nothing any more. Thread-safe. @return 1; or 0: it runs, or will, or there is no such rank. */
int emuq_rank_has_ended(uint32_t rank);

/** Whether a remote get from a rank of the caller's job is a copy that the calling thread makes or an engine
 *  of its host: not if the rank is on another host, if the Message Unit is a device, or in modelled time.
 *  Thread-safe. @return 1, or 0: it takes a way there and back, or there is no such rank. */
int emuq_rank_is_local(uint32_t rank);

/** Whether other ranks on this host reach the memory of the caller's process at @p address: otherwise an
 *  engine of the process copies for them, which takes some microseconds. Thread-safe.
 *  @return 1, or 0: it is on the stack of a thread, say. */
int emuq_memory_is_local(const void *address);

__END_DECLS

#endif /* _EMUQ_RANK_H_ */
