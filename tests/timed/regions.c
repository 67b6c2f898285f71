/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank makes a memory region of its static data, of BYTES bytes. */
#include <stdio.h>

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>

static char data[BYTES];

int main(void)
{
    Kernel_MemoryRegion_t region;
    uint32_t rc = Kernel_CreateMemoryRegion(&region, data, sizeof data);
    if (rc != 0)
        fprintf(stderr, "rank %u: status %u\n", Kernel_GetRank(), rc);
    return rc != 0 || region.Bytes < sizeof data;
}
