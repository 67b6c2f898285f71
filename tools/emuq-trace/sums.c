/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/sums.h"

void trace_sums_make(const trace_events_t *events, trace_sums_t *sums)
{
    trace_stats_make(events, &sums->stats);
    trace_timeline_make(events, &sums->line);
    trace_path_make(events, sums->stats.cause, &sums->path);
    trace_fills_make(events, &sums->line, &sums->fills);
}

void trace_sums_free(trace_sums_t *sums)
{
    trace_stats_free(&sums->stats);
    trace_timeline_free(&sums->line);
    trace_path_free(&sums->path);
    trace_fills_free(&sums->fills);
}
