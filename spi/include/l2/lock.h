/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lock.h
 * @brief A fair lock on two L2-atomic words (l2-atomics-wakeup-l1p 4).
 *
 * A ticket lock: threads acquire the lock in FIFO order. A lock of two zero words is free. The lock must
 * lie in memory enabled with Kernel_L2AtomicsAllocate(), and may be shared by processes.
 *
 * The machine needs barriers beside the operations; the NoSync forms omit the barriers. Here the operations
 * include acquire and release ordering (emuq_atomic.h), and both forms are identical.
 */
#ifndef _L2_LOCK_H_
#define _L2_LOCK_H_

#include "hwi/include/bqc/A2_inlines.h"
#include "hwi/include/common/emuq_wait.h"
#include "spi/include/l2/atomic.h"

__BEGIN_DECLS

/** A ticket lock: 16 bytes, aligned to keep both words in the same 32-byte block. */
typedef struct {
    volatile uint64_t ticket;  /**< next ticket to be drawn */
    volatile uint64_t serving; /**< ticket of the holder, or the next ticket if free */
} L2_Lock_t __attribute__((aligned(32)));

/** Initialises @p l as a free lock. Not while a thread uses the lock. */
__INLINE__ void L2_LockInit(L2_Lock_t *l)
{
    L2_AtomicStore(&l->ticket, 0);
    L2_AtomicStore(&l->serving, 0);
}

/** Acquires the lock after all earlier callers. Not recursive. */
__INLINE__ void L2_LockAcquireNoSync(L2_Lock_t *l)
{
    uint64_t ticket = L2_AtomicLoadIncrement(&l->ticket);
    unsigned turns = 0;
    /* Acquire: pairs with the release of L2_LockReleaseNoSync(). */
    while (L2_AtomicLoad(&l->serving) != ticket)
        emuq_relax(&turns);
}

/** Acquires the lock after all earlier callers. Writes of the previous holder are visible afterwards. */
__INLINE__ void L2_LockAcquire(L2_Lock_t *l)
{
    L2_LockAcquireNoSync(l);
}

/** Releases the lock to the next waiter. Only by its holder. */
__INLINE__ void L2_LockReleaseNoSync(L2_Lock_t *l)
{
    /* Release: pairs with the acquire of L2_LockAcquireNoSync() and L2_LockTryAcquireNoSync(). */
    L2_AtomicStoreAdd(&l->serving, 1);
}

/** Releases the lock to the next waiter and publishes the caller's writes. Only for the holder. */
__INLINE__ void L2_LockRelease(L2_Lock_t *l)
{
    L2_LockReleaseNoSync(l);
}

/** Acquires the lock if free. @return 1 if acquired, 0 if busy. */
__INLINE__ uint64_t L2_LockTryAcquireNoSync(L2_Lock_t *l)
{
    /* The load of `serving` in this operation is an acquire: pairs with the release of
     * L2_LockReleaseNoSync(). */
    return (L2_AtomicLoadIncrementIfEqual(&l->ticket) & EMUQ_ATOMIC_REJECTED) == 0;
}

/** Acquires the lock if free. @return 1 if acquired, 0 if busy. */
__INLINE__ uint64_t L2_LockTryAcquire(L2_Lock_t *l)
{
    return L2_LockTryAcquireNoSync(l);
}

/** @return number of holders and waiters; a snapshot. */
__INLINE__ int64_t L2_LockThreadsInLine(L2_Lock_t *l)
{
    /* Load `serving` first: `serving` never exceeds `ticket`, hence the difference is never negative. */
    uint64_t serving = L2_AtomicLoad(&l->serving);
    return (int64_t)(L2_AtomicLoad(&l->ticket) - serving);
}

/** @return 1 if the lock is held, else 0. */
__INLINE__ uint64_t L2_LockIsBusy(L2_Lock_t *l)
{
    return L2_LockThreadsInLine(l) > 0;
}

__END_DECLS

#endif /* _L2_LOCK_H_ */
