/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fence.h
 * @brief Asymmetric full barrier of two threads: free on the fast path, membarrier(2) on the slow path.
 *
 * Two threads each store to one word and then load a second one; at least one must see the store of its peer
 * (Dekker's pattern). The thread on the fast path executes a compiler barrier. The thread about to sleep
 * makes the kernel execute a barrier, within microseconds, on every core that runs a registered process.
 */
#ifndef EMUQ_SYNC_FENCE_H
#define EMUQ_SYNC_FENCE_H

#include <errno.h>
#include <linux/membarrier.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/atomic.h"

/** Command of membarrier(2); 0: not available. Constant after emuq_fence_open(). */
typedef int emuq_fence_t;

/** Registers the calling process, before any thread relies on emuq_fence_light(). Preserves errno. @param
 * shared for words shared by processes @return 0: not supported by the kernel */
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

/** Heavy half. The caller sees all stores of a covered thread before its light fence, or that thread's later
 * loads see the caller's earlier stores. Preserves errno. @return false: no barrier */
static inline bool emuq_fence_heavy(emuq_fence_t fence)
{
    int kept = errno;
    bool done = fence != 0 && syscall(SYS_membarrier, fence, 0, 0) == 0;
    errno = kept;
    return done;
}

/** Light half: a compiler barrier. */
static inline void emuq_fence_light(void)
{
    AO_compiler_barrier();
}

#endif /* EMUQ_SYNC_FENCE_H */
