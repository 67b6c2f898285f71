/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file reception.h
 * @brief Set-up of reception FIFOs, and descriptors of memory-FIFO messages.
 */
#ifndef SPI_SETUP_RECEPTION_H
#define SPI_SETUP_RECEPTION_H

#include "spi/setup/spi_setup.h"

#include <spi/include/mu/RecFifo.h>

/** Reception FIFOs 0..fifos-1 of the process' first subgroup. */
typedef struct spi_reception {
    MUSPI_RecFifoSubGroup_t group;
    uint32_t fifos;
    void *memory;
} spi_reception_t;

/** Allocates, initialises and enables @p fifos (1..4) FIFOs of @p bytes bytes each. Collective over the job;
 * after the return processes may send to each other. */
void spi_reception_open(spi_process_t *p, spi_reception_t *r, uint32_t fifos, size_t bytes);
void spi_reception_close(spi_process_t *p, spi_reception_t *r);

/** Number of a FIFO within its node, for packets to the process with T coordinate @p t. */
static inline uint16_t spi_reception_id(const spi_process_t *p, uint32_t fifo, uint32_t t)
{
    return (uint16_t)(t * p->subgroups * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP + fifo);
}

/** Builds the descriptor of a memory-FIFO message of @p bytes bytes at physical address @p payload.
 *  @param function id of the receive function in the receiving process */
void spi_fifo_descriptor(const spi_process_t *p, MUHWI_Descriptor_t *d, const uint32_t to[SPI_DIMS], int sign,
                         uint64_t payload, size_t bytes, uint32_t fifo, uint8_t function);

#endif /* SPI_SETUP_RECEPTION_H */
