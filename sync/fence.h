/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fence.h
 * @brief A full barrier of two threads that one of them pays for: membarrier(2).
 *
 * Two threads each store to one word and then load the other's, and at least one must see the other's store
 * (Dekker's pattern). Each needs a full barrier between its store and its load. If one of the two is on a
 * fast path and the other is about to sleep, the fast one executes emuq_fence_light(), which costs nothing,
 * and the other emuq_fence_heavy(), which makes the kernel execute a barrier on every core that runs a thread
 * of the registered processes, for microseconds.
 */
#ifndef EMUQ_SYNC_FENCE_H
#define EMUQ_SYNC_FENCE_H

#include <errno.h>
#include <linux/membarrier.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

/** What emuq_fence_heavy() asks the kernel for; 0: it has nothing of the kind. Constant after it is opened.
 */
typedef int emuq_fence_t;

/**
 * Registers the calling process: from now on heavy fences cover its threads. To be called by every process
 * before one of its threads relies on emuq_fence_light().
 * @param shared whether the words are shared with other processes
 * @return the fence; 0 if the kernel has none. errno is left alone.
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
 * The barrier of the thread that can wait: what each covered thread has stored before its light fence is
 * visible now, or its loads after the light fence see what the caller has stored before.
 * @return false if there is no barrier: the caller may not rely on the other side. errno is left alone.
 */
static inline bool emuq_fence_heavy(emuq_fence_t fence)
{
    int kept = errno;
    bool done = fence != 0 && syscall(SYS_membarrier, fence, 0, 0) == 0;
    errno = kept;
    return done;
}

/** The barrier of the thread that has no time: keeps the compiler from exchanging store and load. */
static inline void emuq_fence_light(void)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

#endif /* EMUQ_SYNC_FENCE_H */
