/* SPDX-License-Identifier: BSD-3-Clause */
#include "spi/include/mu/RecFifo.h"

uint32_t MUSPI_RecFifoPollWrap(MUSPI_RecFifo_t *rec_fifo, uint32_t npackets)
{
    char *start_of_poll = rec_fifo->_fifo.va_head;
    char *head = start_of_poll;
    uint32_t delivered = 0;
    /* The head moves back only by wrapping, after delivery of the packet across the end. */
    do {
        uint32_t bytes;
        void *packet = emuq_rec_fifo_take(rec_fifo, &head, &bytes);
        emuq_rec_fifo_deliver(packet, bytes);
    } while (++delivered < npackets && head > start_of_poll);
    rec_fifo->_fifo.va_head = head;
    MUSPI_syncRecFifoHwHead(rec_fifo);
    return delivered;
}
