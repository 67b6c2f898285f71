/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file process.h
 * @brief The processes of a node, and its personality (kernel-location-process-memory 3).
 *
 * All calls are thread-safe and leave errno unchanged.
 */
#ifndef _SPI_KERNEL_PROCESS_H_
#define _SPI_KERNEL_PROCESS_H_

#include "firmware/include/personality.h"
#include "spi/include/kernel/cnk/kernel_impl.h"

__BEGIN_DECLS

/** Processes of the job on this node, active ranks or not. @return 1, 2, 4, 8, 16, 32 or 64. */
uint32_t Kernel_ProcessCount(void);

/** Hardware threads of each process: 64 / Kernel_ProcessCount(). */
uint32_t Kernel_ProcessorCount(void);

/** Hardware threads of the process with T coordinate @p t, processor p as the bit 1 << (63 - p).
 *  @return the mask; 0 if there is no such process. */
uint64_t Kernel_ThreadMask(uint32_t t);

/** @return 1 if the calling thread runs on a hardware thread of another process, else 0. */
uint64_t Kernel_IsGuestThread(void);

/** Copies the personality of the node.
 * @param personality set to the personality.
 * @param size sizeof(Personality_t), or sizeof(Personality_v7_t) for the previous version.
 * @return 0; EINVAL: wrong size; EFAULT: no mapped memory. */
int Kernel_GetPersonality(Personality_t *personality, size_t size);

/** Reads the floating-point unit's control register of the calling thread's core.
 * @return with up to 16 processes on a node the bits AXUCR0_LFSR_RESET, AXUCR0_SR_ENABLE and
 * AXUCR0_ENAB_IND_ALL; with more, the two indicate bits of the calling hardware thread. */
uint64_t Kernel_GetAXUCR0(void);

/** Sets the bits for Kernel_GetAXUCR0(). Stored, without effect on arithmetic. @return 0, or EINVAL if @p
 * value has undefined bits. */
uint64_t Kernel_SetAXUCR0(uint64_t value);

/** Number of the job, different for every job of a host. */
uint64_t Kernel_GetJobID(void);

__END_DECLS

#include "spi/include/kernel/cnk/process_impl.h"

#endif /* _SPI_KERNEL_PROCESS_H_ */
