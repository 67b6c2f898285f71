/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fence.h
 * @brief Asymmetric full barrier of two threads: free on the fast path, membarrier(2) on the slow path.
 *
 * Each of two threads stores to one word and then loads the other, and at least one of them must see the
 * store of the other (Dekker's pattern). Both need a full barrier between store and load. The thread on the
 * fast path executes only emuq_fence_light(), a compiler barrier. The thread that is about to sleep executes
 * emuq_fence_heavy(): within microseconds, the kernel executes a barrier on every core that runs a thread of
 * the registered processes.
 */
#ifndef EMUQ_SYNC_FENCE_H
#define EMUQ_SYNC_FENCE_H

#include <errno.h>
#include <linux/membarrier.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/atomic.h"

/** Command of membarrier(2) for emuq_fence_heavy(); 0: not available. Constant after emuq_fence_open(). */
typedef int emuq_fence_t;

/**
 * Registers the calling process: from now on heavy fences cover its threads. Call in each process before any
 * of its threads relies on emuq_fence_light(). Preserves errno.
 * @param shared the words are shared between processes
 * @return the fence; 0: not supported by the kernel
 */
static inline emuq_fence_t emuq_fence_open(bool shared)
{
    int kept = errno;
    long rc = syscall(
        SYS_membarrier,
        shared ? MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED : MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
    errno = kept;
    if (rc != 0)
        return 0;
    return shared ? MEMBARRIER_CMD_GLOBAL_EXPEDITED : MEMBARRIER_CMD_PRIVATE_EXPEDITED;
}

/**
 * Heavy half of the barrier. For each covered thread, either its stores before its light fence are visible to
 * the caller now, or its loads after the light fence see the earlier stores of the caller. Preserves errno.
 * @return false: no barrier; the caller must not rely on the light fence
 */
static inline bool emuq_fence_heavy(emuq_fence_t fence)
{
    int kept = errno;
    bool done = fence != 0 && syscall(SYS_membarrier, fence, 0, 0) == 0;
    errno = kept;
    return done;
}

/** Light half of the barrier, for the fast path: a compiler barrier between store and load. */
static inline void emuq_fence_light(void)
{
    AO_compiler_barrier();
}

#endif /* EMUQ_SYNC_FENCE_H */
