/* SPDX-License-Identifier: BSD-3-Clause */
/* The processes of a node (kernel-location-process-memory 3). */
#include "spi/include/kernel/process.h"

#include "kernel-shim/job/current.h"

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

uint64_t Kernel_GetJobID(void)
{
    return emuq_process_self()->node->partition->job_id;
}
