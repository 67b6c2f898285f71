/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fence.h
 * @brief Asymmetric full barrier of two threads: free on the fast path.
 *
 * For Dekker's pattern: two threads each store to one word and then load a second one. The thread about to
 * sleep makes the kernel execute a barrier on every core that runs a registered process (membarrier(2)).
 */
#ifndef EMUQ_SYNC_FENCE_H
#define EMUQ_SYNC_FENCE_H

#include <errno.h>
#include <linux/membarrier.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/atomic.h"

/** Command of membarrier(2); 0: not available. */
typedef int emuq_fence_t;

/** Registers the process, before any thread relies on emuq_fence_light(). Preserves errno. @param shared for
 * words shared by processes @return 0: not supported */
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

/** The caller sees all stores of a thread before its light fence, or that thread's later loads see the
 * caller's earlier stores. Preserves errno. @return false: no barrier */
static inline bool emuq_fence_heavy(emuq_fence_t fence)
{
    int kept = errno;
    bool done = fence != 0 && syscall(SYS_membarrier, fence, 0, 0) == 0;
    errno = kept;
    return done;
}

static inline void emuq_fence_light(void)
{
    AO_compiler_barrier();
}

#endif /* EMUQ_SYNC_FENCE_H */
