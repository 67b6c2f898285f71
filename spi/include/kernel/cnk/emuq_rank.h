/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_rank.h
 * @brief Kernel queries about ranks of the caller's job.
 */
#ifndef _EMUQ_RANK_H_
#define _EMUQ_RANK_H_

#include <stdint.h>

#include "hwi/include/common/compiler_support.h"

__BEGIN_DECLS

/** True if a rank of the caller's job has ended. Its memory and FIFOs exist until all ranks have ended.
 * Thread-safe. @return 1; 0: the rank is running, not yet started, or does not exist. */
int emuq_rank_has_ended(uint32_t rank);

/** True if a remote get from a rank of the caller's job is a local copy, by the calling thread or an engine
 * of its host. False for ranks on remote hosts, if the Message Unit is a device, and in modelled time.
 * Thread-safe. @return 1; 0: the remote get is a round trip, or there is no such rank. */
int emuq_rank_is_local(uint32_t rank);

/** True if all ranks of this host can access the caller's memory at @p address directly. Otherwise an engine
 * of the process copies, at a cost of some microseconds. Thread-safe. @return 1; 0: not shared, for example
 * the stack of a thread. */
int emuq_memory_is_local(const void *address);

__END_DECLS

#endif /* _EMUQ_RANK_H_ */
