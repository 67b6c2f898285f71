/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file debug.h
 * @brief Event records and debug registers (kernel-misc 5).
 */
#ifndef _SPI_KERNEL_DEBUG_H_
#define _SPI_KERNEL_DEBUG_H_

#include "firmware/include/personality.h"
#include "spi/include/kernel/cnk/kernel_impl.h"

__BEGIN_DECLS

/** Debug registers of a core. */
enum Kernel_Debug_Register {
    Kernel_Debug_DBCR0,
    Kernel_Debug_DBCR1,
    Kernel_Debug_DBCR2,
    Kernel_Debug_DBCR3,
    Kernel_Debug_DAC1,
    Kernel_Debug_DAC2,
    Kernel_Debug_DAC3,
    Kernel_Debug_DAC4,
    Kernel_Debug_IAC1,
    Kernel_Debug_IAC2,
    Kernel_Debug_IAC3,
    Kernel_Debug_IAC4,
    Kernel_Debug_DVC1,
    Kernel_Debug_DVC2,
    Kernel_Debug_MSRDE,
    Kernel_Debug_DBSR
};

/** Sends an event record to the control system: here, a line on standard error. @param message_id number of
 * the event. @param raslength bytes at @p rasdata. @return 0, or EFAULT */
int Kernel_InjectRAWRAS(uint32_t message_id, size_t raslength, const uint64_t *rasdata);

/** Sends a zero-terminated string as an event record. @return 0, or EFAULT */
int Kernel_InjectASCIIRAS(uint32_t message_id, const uint8_t *text);

/** Reads a debug register. @return ENOSYS, as on Blue Gene/Q unless the job enables debug registers. */
int32_t Kernel_GetDebugReg(enum Kernel_Debug_Register, uint64_t *value_ptr);

/** Sets a debug register. @return ENOSYS */
int32_t Kernel_SetDebugReg(enum Kernel_Debug_Register, uint64_t value);

__END_DECLS

#include "spi/include/kernel/cnk/debug_impl.h"

#endif /* _SPI_KERNEL_DEBUG_H_ */
