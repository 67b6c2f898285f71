/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file origin.h
 * @brief Private to the kernel shim: the parts of a report that name a rank, a node or the sender of a
 * packet; and the output of a report.
 */
#ifndef EMUQ_ORIGIN_H
#define EMUQ_ORIGIN_H

#include "base/text.h"
#include "kernel-shim/partition/process.h"

/** Writes a text on standard error in one piece. Async-signal-safe. */
void emuq_write_report(const emuq_text_t *text);

/** Adds "rank 3, node 5 at (0,1,0,1,1)"; a negative rank is left out. */
void emuq_say_where(emuq_text_t *text, const emuq_node_t *node, int32_t rank);

/** Adds a line for each injection FIFO of this host, up to four, with a descriptor of a memory-FIFO message
 * to the node of @p receiver, or along a line, whose software byte 0 is @p function. Adds nothing if there is
 *  none. A packet does not name its sender, but the sender's descriptor stays in its injection FIFO until a
 *  later descriptor takes the slot. */
void emuq_say_senders(emuq_text_t *text, const emuq_process_t *receiver, uint8_t function);

#endif /* EMUQ_ORIGIN_H */
