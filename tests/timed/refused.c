/* SPDX-License-Identifier: BSD-3-Clause */
/* A message that its receiver rejects is reported for the sender's descriptor, by its number in the FIFO:
 * here the second put of rank 0, to an unallocated base-address entry. The job ends with a software
 * error. */
#include <stdio.h>
#include <stdlib.h>

#include "spi/setup/spi_setup.h"

int main(void)
{
    enum { BYTES = 64, NOBODYS = 300 /* base-address entry */ };
    spi_process_t p;
    spi_window_t w;
    MUHWI_Descriptor_t d;
    uint32_t to[SPI_DIMS] = {1, 0, 0, 0, 0, 0};
    if (spi_open(&p, 1, 1) != 0)
        return EXIT_FAILURE;
    spi_window_open(&p, &w, 0, (size_t)2 * BYTES);
    spi_barrier(&p);
    if (p.rank == 0) {
        spi_put_descriptor(&p, &d, to, 1, &w, w.memory, 8, w.memory + BYTES, (uint64_t *)w.memory + 1);
        uint64_t before = spi_inject(&p, 0, &d);
        MUSPI_SetRecPayloadBaseAddressInfo(&d, NOBODYS, 0);
        printf("refused: %llu\n", (unsigned long long)before + 1);
        fflush(stdout);
        spi_wait_sent(&p, 0, spi_inject(&p, 0, &d));
    }
    spi_barrier(&p);
    spi_window_close(&w);
    spi_close(&p);
    return EXIT_SUCCESS;
}
