/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upc_atomic.h
 * @brief Locks, barriers, counts and delays of the counter library (internal-headers 5).
 */
#ifndef _UPCI_UPC_ATOMIC_H_
#define _UPCI_UPC_ATOMIC_H_

#include <stdint.h>

#include "hwi/include/bqc/A2_core.h"
#include "hwi/include/bqc/A2_inlines.h"
#include "hwi/include/common/bgq_alignment.h"
#include "hwi/include/common/bgq_bitnumbers.h"
#include "hwi/include/common/compiler_support.h"

__BEGIN_DECLS

/** A lock; 0: free, else Upci_GetLockID() of its holder. */
typedef volatile uint32_t UPC_Lock_t ALIGN_L1_CACHE;
/** A barrier; 0 at the start. The low half counts arrived threads, the high half passages. */
typedef volatile uint64_t UPC_Barrier_t ALIGN_L1_CACHE;
/** A shared number. */
typedef volatile int UPC_Atomic_Int_t ALIGN_L1_CACHE;

/** Results of LeaderLatch() and LeaderLatch2(). */
enum {
    LLATCH_CONTINUE = 0, /**< the condition holds, or another thread is the leader */
    LLATCH_LEADER = 1    /**< the caller leads, until LeaderUnLatch() */
};

/** Acquires a lock; waits for its holder. Not recursive. */
void UPC_Lock(UPC_Lock_t *pLock);
/** Acquires a lock if free. @return 1 if acquired, else 0. */
int UPC_Lock_woBlock(UPC_Lock_t *pLock);
/** Releases a lock; by its holder. */
void UPC_Unlock(UPC_Lock_t *pLock);
/** Releases a lock of any holder. */
void UPC_Unlock_Any(UPC_Lock_t *pLock);

/** Waits until @p num_threads threads have arrived. @param timeout in processor cycles; 0: none.
 *  @return 0, or -1: the time has passed. */
short UPC_Barrier(UPC_Barrier_t *pLock, short num_threads, uint64_t timeout);

/** Waits until all bits of @p mask are set in @p pstatus, or the caller must set the bits as leader.
 *  @return LLATCH_LEADER or LLATCH_CONTINUE. */
short LeaderLatch(UPC_Barrier_t *pLock, volatile uint64_t *pstatus, uint64_t mask);
/** LeaderLatch() for the condition: @p pstatus has all bits of @p pstatus2. */
short LeaderLatch2(UPC_Barrier_t *pLock, volatile uint64_t *pstatus, volatile uint64_t *pstatus2);
/** Ends the lead. */
void LeaderUnLatch(UPC_Barrier_t *pLock);

/** @name Priorities of the hardware thread
 *  Each of the first three returns the former priority; Restore_ThreadPriority() restores a priority.
 *  @{ */
uint64_t Set_ThreadPriority_Medium(void);
uint64_t Set_ThreadPriority_MediumLow(void);
uint64_t Set_ThreadPriority_Low(void);
void Restore_ThreadPriority(uint64_t pri);
/** @} */

/** Waits @p trgClks processor cycles (1600 MHz). */
void Upci_Delay(uint64_t trgClks);

/** Adds 1. @return the new number. */
int UPC_Atomic_Incr(UPC_Atomic_Int_t *pAInt);
/** Subtracts 1. @return the new number. */
int UPC_Atomic_Decr(UPC_Atomic_Int_t *pAInt);
/** Waits until the number is @p targ. */
void UPC_Atomic_Wait(UPC_Atomic_Int_t *pAInt, int targ);
/** Waits until the number is 0. */
void UPC_Atomic_WaitTillZero(UPC_Atomic_Int_t *pAInt);

__END_DECLS

#endif /* _UPCI_UPC_ATOMIC_H_ */
