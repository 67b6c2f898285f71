/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a thread runs, and where the ranks are (kernel-location-process-memory 2, 4). */
#include "spi/include/kernel/location.h"

#include <errno.h>
#include <string.h>

#include "base/lock.h"
#include "hwi/include/bqc/A2_core.h"
#include "kernel-shim/kernel/pointer.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/partition/job.h"
#include "spi/include/kernel/thread.h"

#define SNOOP_MAX 15u /* the field has 4 bits */

uint32_t Kernel_ProcessorID(void)
{
    (void)emuq_process_self();
    return emuq_thread_self.processor;
}

uint32_t Kernel_ProcessorCoreID(void)
{
    return Kernel_ProcessorID() / EMUQ_CORE_THREADS;
}

uint32_t Kernel_ProcessorThreadID(void)
{
    return Kernel_ProcessorID() % EMUQ_CORE_THREADS;
}

uint32_t Kernel_PhysicalProcessorID(void)
{
    return Kernel_ProcessorCoreID();
}

uint32_t Kernel_PhysicalHWThreadID(void)
{
    return Kernel_ProcessorThreadID();
}

uint32_t Kernel_PhysicalHWThreadIndex(void)
{
    return Kernel_ProcessorID();
}

uint32_t Kernel_MyTcoord(void)
{
    return Kernel_ProcessorID() / Kernel_ProcessorCount();
}

uint64_t Kernel_IsGuestThread(void)
{
    return Kernel_MyTcoord() != emuq_process_self()->t;
}

uint32_t Kernel_GetRank(void)
{
    return emuq_process_self()->rank;
}

uint32_t Kernel_RanksToCoords(size_t mapsize, BG_CoordinateMapping_t *map, uint64_t *numentries)
{
    const emuq_partition_t *p = emuq_process_self()->node->partition;
    size_t bytes = p->job.np * sizeof(*map);
    if (mapsize < bytes)
        return EINVAL;
    if (emuq_bad(map) || emuq_bad(numentries))
        return EFAULT;
    memcpy(map, p->map, bytes);
    *numentries = p->job.np;
    return 0;
}

uint32_t Kernel_JobCoords(BG_JobCoords_t *sblock)
{
    if (emuq_bad(sblock))
        return EFAULT;
    *sblock = emuq_job_coordinates(emuq_process_self()->node->partition);
    return 0;
}

uint32_t Kernel_GetMapping(size_t maporderlen, char *maporder, uint32_t *isFile)
{
    if (emuq_bad(maporder) || emuq_bad(isFile))
        return EFAULT;
    const char *mapping = emuq_process_self()->node->partition->job.mapping;
    size_t bytes = strlen(mapping) + 1;
    memcpy(maporder, mapping, bytes < maporderlen ? bytes : maporderlen);
    *isFile = emuq_mapping_is_file(mapping);
    return 0;
}

uint32_t Kernel_GetPVR(uint32_t *pvr)
{
    if (emuq_bad(pvr))
        return EFAULT;
    *pvr = SPRN_PVR_DD2;
    return 0;
}

uint32_t Kernel_BlockThreadId(void)
{
    return emuq_process_self()->node->number * EMUQ_HW_THREADS + Kernel_ProcessorID();
}

uint32_t Kernel_SnoopNumThreads(void)
{
    emuq_node_t *node = emuq_process_self()->node;
    emuq_shared_lock(&node->thread_lock);
    uint64_t threads = node->hw_thread_load[emuq_thread_self.processor];
    emuq_shared_unlock(&node->thread_lock);
    return threads < SNOOP_MAX ? (uint32_t)threads : SNOOP_MAX;
}

uint32_t Kernel_SnoopRunnable(void)
{
    return Kernel_SnoopNumThreads();
}
