/* SPDX-License-Identifier: BSD-3-Clause */
/** @file report.h @brief A page of pictures of a recorded job. */
#ifndef EMUQ_TRACE_REPORT_H
#define EMUQ_TRACE_REPORT_H

#include <stdio.h>

#include "tools/emuq-trace/sums.h"

/** Writes the page: report.html with what trace_stats_json() prints in it. It loads nothing else. */
void trace_report(const trace_events_t *events, const trace_sums_t *sums, FILE *out);

#endif /* EMUQ_TRACE_REPORT_H */
