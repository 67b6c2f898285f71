/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank gives stdout a buffer in its own memory, heap or static: all output arrives, and no rank
 * writes to the memory of another rank. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#define BYTES 4096

static char static_buffer[BYTES];

int main(void)
{
    unsigned rank = Kernel_GetRank();
    char *heap_buffer = malloc(BYTES), *data = malloc(BYTES);
    if (heap_buffer == NULL || data == NULL)
        return 2;
    memset(data, (int)rank, BYTES);
    if (rank == 0)
        free(heap_buffer), heap_buffer = data; /* the address belongs to a different block in each rank */
    (void)setvbuf(stdout, rank == 1 ? static_buffer : heap_buffer, _IOFBF, BYTES);
    for (int turn = 0; turn < 20; turn++) {
        printf("rank %u: %d\n", rank, turn);
        (void)GetTimeBase(); /* yields */
        for (unsigned i = 0; i < BYTES && rank != 0; i++)
            if (data[i] != (char)rank)
                return 1;
    }
    fflush(stdout);
    return 0;
}
