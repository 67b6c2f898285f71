/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file packet_fifo.h
 * @brief Reception FIFOs: what the control of registers and the fast path need of packet_fifo.c.
 */
#ifndef EMUQ_EMULATOR_PACKET_FIFO_H
#define EMUQ_EMULATOR_PACKET_FIFO_H

#include "backends/emulator/core/node.h"

/** The program or the kernel has changed start, size or tail of a reception FIFO. */
void emuq_rec_reset(emuq_rec_t *r);

#endif /* EMUQ_EMULATOR_PACKET_FIFO_H */
