/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file barrier.h
 * @brief A barrier of threads of one node on two L2-atomic words (l2-atomics-wakeup-l1p 5).
 *
 * The words only grow: no initialisation between rounds, and participants may change from round to round. A
 * participant of the previous round must notify a new participant. The barrier must lie in memory enabled
 * with Kernel_L2AtomicsAllocate(), and may be shared by processes.
 *
 * The machine gives no memory ordering to the callers. Here every arrival happens before every departure.
 */
#ifndef _L2_BARRIER_H_
#define _L2_BARRIER_H_

#include "hwi/include/common/emuq_wait.h"
#include "spi/include/l2/atomic.h"

__BEGIN_DECLS

/** A barrier: each word in a separate 64-byte line; 128 bytes. */
typedef struct {
    volatile uint64_t start __attribute__((aligned(64))); /**< arrivals before the current round */
    volatile uint64_t count __attribute__((aligned(64))); /**< arrivals altogether */
} L2_Barrier_t;

/** Initial value of a barrier. */
#define L2_BARRIER_INITIALIZER                                                                               \
    {                                                                                                        \
        0, 0                                                                                                 \
    }

/** Waits until @p numthreads threads have arrived in this round.
 * @param b the barrier
 * @param numthreads participants of the round, at least 1, the same for all
 * @return position of the caller in the order of arrival, 0..numthreads-1 */
__INLINE__ int L2_BarrierWithTicket(L2_Barrier_t *b, int numthreads)
{
    /* The round cannot end before this thread's arrival: `start` belongs to this round. Acquire: pairs with
     * the release below at the end of the last round. */
    uint64_t start = L2_AtomicLoad(&b->start);
    /* Release and acquire: each arrival pairs with the later ones, so the last thread sees all stores before
     * the other arrivals. */
    uint64_t arrived = L2_AtomicLoadIncrement(&b->count);
    unsigned turns = 0;
    if (arrived + 1 == start + (uint64_t)numthreads) {
        /* Release: pairs with the acquire in the loop below. */
        L2_AtomicStore(&b->start, arrived + 1);
    } else {
        while (L2_AtomicLoad(&b->start) == start)
            emuq_relax(&turns);
    }
    return (int)(arrived - start);
}

/** Waits until @p numthreads threads have arrived in this round. */
__INLINE__ void L2_Barrier(L2_Barrier_t *b, int numthreads)
{
    (void)L2_BarrierWithTicket(b, numthreads);
}

__END_DECLS

#endif /* _L2_BARRIER_H_ */
