/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sums.h @brief Everything that is computed from a recorded job: what `stats` and `report` show. */
#ifndef EMUQ_TRACE_SUMS_H
#define EMUQ_TRACE_SUMS_H

#include "tools/emuq-trace/fill.h"
#include "tools/emuq-trace/path.h"
#include "tools/emuq-trace/stats.h"
#include "tools/emuq-trace/timeline.h"

/** All of it. */
typedef struct trace_sums {
    trace_stats_t stats;
    trace_timeline_t line;
    trace_path_t path;
    trace_fills_t fills;
} trace_sums_t;

/** Computes it. */
void trace_sums_make(const trace_events_t *events, trace_sums_t *sums);
/** Frees what trace_sums_make() has made. */
void trace_sums_free(trace_sums_t *sums);

#endif /* EMUQ_TRACE_SUMS_H */
