/* SPDX-License-Identifier: BSD-3-Clause */
/* The floating-point unit's control register of a core (kernel-location-process-memory 3). */
#include <errno.h>

#include "base/lock.h"
#include "hwi/include/bqc/A2_core.h"
#include "kernel-shim/partition/current.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/process.h"

/* More processes than cores share the floating-point unit's register of a core. */
#define CORES_OF_PROCESSES 16u

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
    emuq_shared_lock(&node->thread_lock);
    uint64_t value = node->axucr0[Kernel_ProcessorCoreID()];
    emuq_shared_unlock(&node->thread_lock);
    return value & axucr0_mask();
}

uint64_t Kernel_SetAXUCR0(uint64_t value)
{
    emuq_node_t *node = emuq_process_self()->node;
    uint64_t mask = axucr0_mask();
    if ((value & ~mask) != 0)
        return EINVAL;
    uint64_t *axucr0 = &node->axucr0[Kernel_ProcessorCoreID()];
    emuq_shared_lock(&node->thread_lock);
    *axucr0 = (*axucr0 & ~mask) | value;
    emuq_shared_unlock(&node->thread_lock);
    return 0;
}
