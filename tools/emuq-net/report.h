/* SPDX-License-Identifier: BSD-3-Clause */
/** @file report.h  Results as text, JSON and CSV. */
#ifndef EMUQ_NET_REPORT_H
#define EMUQ_NET_REPORT_H

#include <stdio.h>

#include "tools/emuq-net/options.h"

/** One run of a sweep, or the only one. */
typedef struct traffic_point {
    uint64_t value; /**< of what is swept, in 10^-6 */
    traffic_result_t result;
} traffic_point_t;

/** Prints what a run is about, and its results. */
void traffic_report_text(const traffic_options_t *o, const traffic_point_t *point, FILE *out);

/** Prints all runs, with parameters and their provenance, as one JSON object. */
void traffic_report_json(const traffic_options_t *o, const traffic_point_t *points, unsigned count,
                         FILE *out);

/** Prints a line of names, and a line per run. */
void traffic_report_csv(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out);

#endif /* EMUQ_NET_REPORT_H */
