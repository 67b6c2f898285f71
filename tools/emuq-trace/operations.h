/* SPDX-License-Identifier: BSD-3-Clause */
/** @file operations.h @brief Collectives and barriers of a recorded job: which contributions belong together.
 */
#ifndef EMUQ_TRACE_OPERATIONS_H
#define EMUQ_TRACE_OPERATIONS_H

#include "tools/emuq-trace/stats.h"

/** Sets the operations. Contribution number n of each node on a class route is part of operation n of it, if
 * no record is lost; otherwise there are none. */
void trace_operations(const trace_events_t *events, trace_stats_t *stats);

#endif /* EMUQ_TRACE_OPERATIONS_H */
