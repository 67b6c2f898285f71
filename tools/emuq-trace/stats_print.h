/* SPDX-License-Identifier: BSD-3-Clause */
/** @file stats_print.h @brief The sums over a job, as JSON and as text. */
#ifndef EMUQ_TRACE_STATS_PRINT_H
#define EMUQ_TRACE_STATS_PRINT_H

#include <stdio.h>

#include "tools/emuq-trace/sums.h"

/** As one JSON object; emuq-trace(1) describes it. */
void trace_stats_json(const trace_events_t *events, const trace_sums_t *sums, FILE *out);

/** As text: the same, but the sums only. */
void trace_stats_text(const trace_events_t *events, const trace_sums_t *sums, FILE *out);

/** One word for what a wait was for. */
const char *trace_wait_name(emuq_record_wait_t what);

#endif /* EMUQ_TRACE_STATS_PRINT_H */
