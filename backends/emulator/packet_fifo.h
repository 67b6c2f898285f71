/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file packet_fifo.h
 * @brief Reception FIFOs: what the control of registers and the fast path need of packet_fifo.c.
 */
#ifndef EMUQ_EMULATOR_PACKET_FIFO_H
#define EMUQ_EMULATOR_PACKET_FIFO_H

#include "backends/emulator/node.h"

/** Sends a message of one packet that asks for no interrupt to a FIFO that has taken such messages before.
 *  @param memory the FIFO's memory: what its registers said
 *  @param words  the header, in 8-byte words
 *  @return false: nothing has been done, because there is no room before the FIFO's end */
bool emuq_packet_fifo_send(emuq_rec_t *r, const emuq_range_t *memory, const uint64_t words[4],
                           const char *payload, uint64_t bytes);

/** The same. @param where set to the positions of the packet in the FIFO, if it has been sent */
bool emuq_packet_fifo_send_at(emuq_rec_t *r, const emuq_range_t *memory, const uint64_t words[4],
                              const char *payload, uint64_t bytes, emuq_span_t *where);

/** The program or the kernel has changed start, size or tail of a reception FIFO. */
void emuq_rec_reset(emuq_rec_t *r);

#endif /* EMUQ_EMULATOR_PACKET_FIFO_H */
