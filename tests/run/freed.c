/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0 injects a descriptor into a FIFO that it has deallocated. */
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/mu/InjFifo.h>

static char fifo_memory[4096] __attribute__((aligned(64)));

int main(void)
{
    static MUSPI_InjFifoSubGroup_t group;
    static MUHWI_Descriptor_t descriptor;
    Kernel_InjFifoAttributes_t attributes = {.RemoteGet = 0};
    Kernel_MemoryRegion_t region;
    uint32_t id = 0;
    if (Kernel_GetRank() != 0)
        return 0;
    if (Kernel_AllocateInjFifos(0, &group, 1, &id, &attributes) != 0 ||
        Kernel_CreateMemoryRegion(&region, fifo_memory, sizeof fifo_memory) != 0 ||
        Kernel_InjFifoInit(&group, 0, &region, (uint64_t)fifo_memory - (uint64_t)region.BaseVa,
                           sizeof fifo_memory - 1) != 0 ||
        Kernel_DeallocateInjFifos(&group, 1, &id) != 0)
        return 2;
    MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &group), &descriptor);
    return 0;
}
