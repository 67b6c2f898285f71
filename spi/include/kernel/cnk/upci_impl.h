/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file upci_impl.h
 * @brief The kernel call of the counter units (internal-headers 1).
 */
#ifndef _KERNEL_UPCI_IMPL_H_
#define _KERNEL_UPCI_IMPL_H_

#include <memory.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cnk/include/SPI_syscalls.h>

#include "spi/include/kernel/cnk/kernel_impl.h"
#include "spi/include/kernel/location.h"
#include "spi/include/upci/upc_common.h"

/** @return Linux's id of the calling thread. */
#define upci_gettid() ((pid_t)syscall(SYS_gettid))

/** Executes an operation of the counter units.
 * @param op an Upci_Kops_t.
 * @param target unit, signal or kind of counters, if the operation has one; else 0.
 * @param pData its data, or NULL.
 * @param dSize bytes of the data.
 * @return 0, a positive errno, or a negative UPCI_ code. */
#define Kernel_Upci_Raw_Syscall(op, target, pData, dSize)                                                    \
    ((int)CNK_SPI_SYSCALL_4(UPCI_OP, op, target, (uintptr_t)(pData), dSize))

__BEGIN_DECLS

/** Kernel_Upci_Raw_Syscall() with negative errors only. @return 0, a negated errno or UPCI_ code. */
static inline int Kernel_Upci_Raw_Syscall_FixRC(uint64_t op, uint64_t target, void *pData, size_t dSize)
{
    int rc = Kernel_Upci_Raw_Syscall(op, target, pData, dSize);
    return rc > 0 ? -rc : rc;
}

/** Number of the calling thread as the holder of a UPC_Lock_t; 0: not chosen yet. */
extern __thread uint64_t upciLockID;

/** @return the calling thread's number as the holder of a UPC_Lock_t, never 0. */
uint64_t Upci_GetLockID(void);

__END_DECLS

#endif /* _KERNEL_UPCI_IMPL_H_ */
