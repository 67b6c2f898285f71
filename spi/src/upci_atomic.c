/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Locks, barriers, counts and delays of the counter library.
 *
 * Each shared word is changed by atomic operations alone. A lock operation is an acquire, an unlock a
 * release. The last thread of a barrier stores the next passage with release order; the waiting threads
 * load the passage with acquire order.
 */
#include "spi/include/upci/upc_atomic.h"

#include "base/atomic.h"
#include "hwi/include/common/emuq_wait.h"
#include "spi/include/kernel/cnk/upci_impl.h"

__thread uint64_t upciLockID;

uint64_t Upci_GetLockID(void)
{
    if (upciLockID == 0)
        upciLockID = (uint64_t)upci_gettid();
    return upciLockID;
}

int UPC_Lock_woBlock(UPC_Lock_t *pLock)
{
    /* Acquire: pairs with the release in UPC_Unlock(). */
    return AO_int_compare_and_swap_acquire(pLock, 0, (uint32_t)Upci_GetLockID());
}

void UPC_Lock(UPC_Lock_t *pLock)
{
    unsigned turns = 0;
    while (!UPC_Lock_woBlock(pLock))
        emuq_relax(&turns);
}

void UPC_Unlock(UPC_Lock_t *pLock)
{
    AO_int_store_release(pLock, 0);
}

void UPC_Unlock_Any(UPC_Lock_t *pLock)
{
    UPC_Unlock(pLock);
}

/* One passage in the high half of a barrier. */
#define ONE_PASSAGE (UINT64_C(1) << 32)

short UPC_Barrier(UPC_Barrier_t *pLock, short num_threads, uint64_t timeout)
{
    uint64_t start = GetTimeBase();
    uint64_t now = AO_fetch_and_add_full(pLock, 1) + 1, passage = now / ONE_PASSAGE;
    if ((uint32_t)now == (uint32_t)num_threads) {
        /* Release: pairs with the acquire of the waiting threads below. */
        AO_store_release(pLock, (passage + 1) * ONE_PASSAGE);
        return 0;
    }
    unsigned turns = 0;
    while ((now = AO_load_acquire(pLock)) / ONE_PASSAGE == passage) {
        /* After a timeout the thread removes itself from the count, unless the last thread has arrived. */
        if (timeout != 0 && GetTimeBase() - start > timeout && AO_compare_and_swap(pLock, now, now - 1))
            return -1;
        emuq_relax(&turns);
    }
    return 0;
}

/* Waits for the bits of @p mask, or for the lead. */
static short upci_atomic_latch(UPC_Barrier_t *pLock, volatile uint64_t *pstatus, uint64_t mask)
{
    unsigned turns = 0;
    for (;;) {
        /* Acquire: pairs with the release of LeaderUnLatch(). The status is valid afterwards. */
        if ((AO_load_acquire(pstatus) & mask) == mask)
            return LLATCH_CONTINUE;
        if (!AO_compare_and_swap_acquire(pLock, 0, 1)) {
            emuq_relax(&turns);
            continue;
        }
        if ((AO_load_acquire(pstatus) & mask) != mask)
            return LLATCH_LEADER;
        LeaderUnLatch(pLock); /* a leader finished between the two loads */
    }
}

short LeaderLatch(UPC_Barrier_t *pLock, volatile uint64_t *pstatus, uint64_t mask)
{
    return upci_atomic_latch(pLock, pstatus, mask);
}

short LeaderLatch2(UPC_Barrier_t *pLock, volatile uint64_t *pstatus, volatile uint64_t *pstatus2)
{
    return upci_atomic_latch(pLock, pstatus, AO_load_acquire(pstatus2));
}

void LeaderUnLatch(UPC_Barrier_t *pLock)
{
    AO_store_release(pLock, 0);
}

/* Priorities of a hardware thread, encoded as in the PPR register; without effect here. */
enum { PRIORITY_LOW = 2, PRIORITY_MEDIUM_LOW = 3, PRIORITY_MEDIUM = 4 };
static __thread uint64_t priority = PRIORITY_MEDIUM;

static uint64_t upci_atomic_set_priority(uint64_t next)
{
    uint64_t before = priority;
    priority = next;
    return before;
}

uint64_t Set_ThreadPriority_Medium(void)
{
    return upci_atomic_set_priority(PRIORITY_MEDIUM);
}

uint64_t Set_ThreadPriority_MediumLow(void)
{
    return upci_atomic_set_priority(PRIORITY_MEDIUM_LOW);
}

uint64_t Set_ThreadPriority_Low(void)
{
    return upci_atomic_set_priority(PRIORITY_LOW);
}

void Restore_ThreadPriority(uint64_t pri)
{
    (void)upci_atomic_set_priority(pri);
}

void Upci_Delay(uint64_t trgClks)
{
    DelayTimeBase(trgClks);
}

int UPC_Atomic_Incr(UPC_Atomic_Int_t *pAInt)
{
    return (int)(AO_int_fetch_and_add_full((volatile unsigned *)pAInt, 1) + 1);
}

int UPC_Atomic_Decr(UPC_Atomic_Int_t *pAInt)
{
    return (int)(AO_int_fetch_and_sub1_full((volatile unsigned *)pAInt) - 1);
}

void UPC_Atomic_Wait(UPC_Atomic_Int_t *pAInt, int targ)
{
    unsigned turns = 0;
    /* Acquire: pairs with the release of UPC_Atomic_Incr() and UPC_Atomic_Decr(). */
    while ((int)AO_int_load_acquire((volatile unsigned *)pAInt) != targ)
        emuq_relax(&turns);
}

void UPC_Atomic_WaitTillZero(UPC_Atomic_Int_t *pAInt)
{
    UPC_Atomic_Wait(pAInt, 0);
}
