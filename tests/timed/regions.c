/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank creates memory regions of BYTES bytes of static data and of a heap block. */
#include <stdio.h>
#include <stdlib.h>

#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>

static char data[BYTES];

int main(void)
{
    Kernel_MemoryRegion_t of_data, of_block;
    char *block = malloc(1000);
    uint32_t rc = Kernel_CreateMemoryRegion(&of_data, data, sizeof data),
             block_rc = Kernel_CreateMemoryRegion(&of_block, block, 1000);
    if (rc != 0 || block_rc != 0)
        fprintf(stderr, "rank %u: status %u of data, %u of a block\n", Kernel_GetRank(), rc, block_rc);
    return rc != 0 || block_rc != 0 || of_data.Bytes < sizeof data || of_block.Bytes < 1000;
}
