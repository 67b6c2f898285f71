/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fabric.h  Messages of libfabric between the two ranks of a pair, with the endpoints of host engines.
 */
#ifndef EMUQ_PERF_FABRIC_H
#define EMUQ_PERF_FABRIC_H

#include <stddef.h>

struct perf_rank;

/** Connects the calling rank with its partner, over loopback and the provider of EMUQ_FABRIC, unless it is.
 *  Both call it. @return 0, or -1 after a message. */
int perf_fabric_open(struct perf_rank *r);
/** Sends the first @p size bytes of the source, at most the window of receives ahead of the partner. */
void perf_fabric_send(struct perf_rank *r, size_t size);
/** Waits until all that was sent has left. */
void perf_fabric_flush(struct perf_rank *r);
/** Takes the next message. */
void perf_fabric_receive(struct perf_rank *r);

#endif /* EMUQ_PERF_FABRIC_H */
