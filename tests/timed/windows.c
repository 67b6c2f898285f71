/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank creates regions of widely separated memory until no physical memory is left. */
#include <stddef.h>
#include <sys/mman.h>

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>

#define WINDOW ((size_t)64 << 20)
#define MOST   ((size_t)2048)

int main(void)
{
    Kernel_MemoryRegion_t region;
    if (Kernel_GetRank() != 0)
        return 0;
    char *memory = mmap(NULL, 2 * MOST * WINDOW, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return 1;
    size_t made = 0;
    while (made < MOST && Kernel_CreateMemoryRegion(&region, memory + 2 * made * WINDOW, 8) == 0)
        made++;
    return made == MOST;
}
