/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file thread.h
 * @brief Software threads of a hardware thread, and communication threads (kernel-location-process-memory 4).
 */
#ifndef _SPI_KERNEL_THREAD_H_
#define _SPI_KERNEL_THREAD_H_

#include "firmware/include/personality.h"
#include "spi/include/kernel/cnk/kernel_impl.h"

__BEGIN_DECLS

/** Interrupt handler of a communication thread, with the four stored arguments. */
typedef void (*Kernel_CommThreadHandler)(uint64_t, uint64_t, uint64_t, uint64_t);

/** Interrupt lines of the Message Unit to a core, by subgroup of the core's group. */
#define KERNEL_COMM_INT0 0
#define KERNEL_COMM_INT1 1
#define KERNEL_COMM_INT2 2
#define KERNEL_COMM_INT3 3
/** Interrupts routed by the global event aggregator. */
#define KERNEL_COMM_INT_GEA 4
/** Number of lines. */
#define KERNEL_COMM_NUM_INTS 5

/** Number of software threads on the caller's hardware thread, the caller included. @return 1..15. */
uint32_t Kernel_SnoopNumThreads(void);

/** Number of runnable software threads on the caller's hardware thread. Linux does not report blocked
 * threads: all are counted. @return 1..15. */
uint32_t Kernel_SnoopRunnable(void);

/** Installs the handler of an interrupt line for the caller's hardware thread and enables the line.
 * @param mu_int KERNEL_COMM_INT0..KERNEL_COMM_INT_GEA
 * @param func the handler; NULL removes it and disables the line.
 * @param parm1,parm2,parm3,parm4 its arguments.
 * @return 0, or EINVAL: undefined line. */
int32_t Kernel_CommThreadInstallHandler(int mu_int, Kernel_CommThreadHandler func, uint64_t parm1,
                                        uint64_t parm2, uint64_t parm3, uint64_t parm4);

/** Enables all lines with a handler and waits for an interrupt: execution continues in the handler. Does not
 * return. */
int32_t Kernel_CommThreadPoof(void);

/** Masks all lines with a handler on this hardware thread. @return 0. */
int32_t Kernel_CommThreadDisableInterrupts(void);

/** Unmasks all lines with a handler on this hardware thread. @return 0. */
int32_t Kernel_CommThreadEnableInterrupts(void);

__END_DECLS

#include "spi/include/kernel/cnk/thread_impl.h"

#endif /* _SPI_KERNEL_THREAD_H_ */
