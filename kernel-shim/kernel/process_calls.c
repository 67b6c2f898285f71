/* SPDX-License-Identifier: BSD-3-Clause */
/* The processes of a node (kernel-location-process-memory 3). */
#include "spi/include/kernel/process.h"

#include "backends/backend.h"
#include "kernel-shim/memory/partition_memory.h"
#include "kernel-shim/partition/current.h"
#include "spi/include/kernel/cnk/emuq_rank.h"

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

int emuq_rank_has_ended(uint32_t rank)
{
    const emuq_partition_t *p = emuq_process_self()->node->partition;
    if (rank >= p->job.np)
        return 0;
    const emuq_process_t *process = &p->process[p->process_of_rank[rank]];
    /* Acquire: pairs with the releases in run.c and linger.c; what the rank has sent before has arrived. */
    return emuq_process_ended(process) ||
           __atomic_load_n(&process->state, __ATOMIC_ACQUIRE) >= EMUQ_RANK_ENDED;
}

int emuq_memory_is_near(const void *address)
{
    return emuq_memory_is_shared(emuq_process_self(), address);
}

int emuq_rank_is_near(uint32_t rank)
{
    const emuq_partition_t *p = emuq_process_self()->node->partition;
    return emuq_backend == &emuq_backend_emulator && rank < p->job.np &&
           emuq_node_is_here(p, p->process[p->process_of_rank[rank]].node->number);
}
