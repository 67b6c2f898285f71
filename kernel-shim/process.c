/* SPDX-License-Identifier: BSD-3-Clause */
/* The processes of a node (kernel-location-process-memory 3). */
#include "spi/include/kernel/process.h"

#include <errno.h>

#include "hwi/include/bqc/A2_core.h"
#include "kernel-shim/kernel.h"

/* More processes than cores share the floating-point unit's register of a core. */
#define CORES_OF_PROCESSES 16u

uint32_t Kernel_ProcessCount(void)
{
    return emuq_process_self()->node->partition->job.ppn;
}

uint32_t Kernel_ProcessorCount(void)
{
    return EMUQ_APP_THREADS / Kernel_ProcessCount();
}

uint64_t Kernel_ThreadMask(uint32_t t)
{
    uint32_t own = Kernel_ProcessorCount();
    return t < Kernel_ProcessCount() ? UINT64_MAX << (64 - own) >> (t * own) : 0;
}

uint64_t Kernel_IsGuestThread(void)
{
    return Kernel_MyTcoord() != emuq_process_self()->t;
}

uint64_t Kernel_GetJobID(void)
{
    return emuq_process_self()->node->partition->job_id;
}

/* Bits of the register that the caller may read and write. */
static uint64_t axucr0_mask(void)
{
    if (Kernel_ProcessCount() > CORES_OF_PROCESSES)
        return AXUCR0_ENAB_IND(Kernel_ProcessorThreadID(), UINT64_MAX);
    return AXUCR0_LFSR_RESET | AXUCR0_SR_ENABLE | AXUCR0_ENAB_IND_ALL(UINT64_MAX);
}

uint64_t Kernel_GetAXUCR0(void)
{
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->thread_lock);
    uint64_t value = node->axucr0[Kernel_ProcessorCoreID()];
    pthread_mutex_unlock(&node->thread_lock);
    return value & axucr0_mask();
}

uint64_t Kernel_SetAXUCR0(uint64_t value)
{
    emuq_node_t *node = emuq_process_self()->node;
    uint64_t mask = axucr0_mask();
    if ((value & ~mask) != 0)
        return EINVAL;
    uint64_t *axucr0 = &node->axucr0[Kernel_ProcessorCoreID()];
    pthread_mutex_lock(&node->thread_lock);
    *axucr0 = (*axucr0 & ~mask) | value;
    pthread_mutex_unlock(&node->thread_lock);
    return 0;
}
