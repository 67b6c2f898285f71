/* SPDX-License-Identifier: BSD-3-Clause */
/** @file operations.h @brief Collectives and barriers of a recorded job: which contributions belong together.
 */
#ifndef EMUQ_TRACE_OPERATIONS_H
#define EMUQ_TRACE_OPERATIONS_H

#include "tools/emuq-trace/stats.h"

/** The class route of a contribution to a collective. */
uint32_t trace_route_of(const emuq_record_t *record);

/** Sets the operations. Contribution number n of each node on a class route is part of operation n of it. If
 * records are lost there are no collectives, and global interrupts are numbered from the end, if
 * no rank waits for one there and that makes sense of their times. */
void trace_operations(const trace_events_t *events, trace_stats_t *stats);

#endif /* EMUQ_TRACE_OPERATIONS_H */
