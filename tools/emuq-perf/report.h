/* SPDX-License-Identifier: BSD-3-Clause */
/** @file report.h  Results as a table for people, and as JSON. */
#ifndef EMUQ_PERF_REPORT_H
#define EMUQ_PERF_REPORT_H

#include <stdio.h>

#include "tools/emuq-perf/sample.h"

/** Prints what kind of job has been started, and the head of its table. */
void perf_report_head(const perf_rank_t *r, const char *mode);

/** Prints a result; if @p record is not NULL, also writes it there, as a JSON object in one line. */
void perf_report_result(const perf_rank_t *r, const char *mode, const perf_result_t *result, FILE *record);

/** Says how many messages were wrong: on standard error, if any were. */
void perf_report_wrong(const perf_rank_t *r);

/** Writes the JSON document: machine, versions, settings, and the results in @p record.
 *  @return 0, or -1 after a message */
int perf_report_document(const char *file, FILE *record);

/** Closes a file that has been written. @return 0, or a negative errno after a message */
int perf_report_close(const char *file, FILE *out);

#endif /* EMUQ_PERF_REPORT_H */
