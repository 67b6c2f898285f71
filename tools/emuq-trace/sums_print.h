/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sums_print.h @brief What a job has done over its time, as members of a JSON object, and as text. */
#ifndef EMUQ_TRACE_SUMS_PRINT_H
#define EMUQ_TRACE_SUMS_PRINT_H

#include <stdio.h>

#include "tools/emuq-trace/sums.h"

/** The member "cards", and a comma. */
void trace_cards_json(const trace_stats_t *stats, uint32_t nodes, FILE *out);
/** The member "path", and a comma. */
void trace_path_json(const trace_path_t *path, FILE *out);
/** The member "fifos", and a comma. */
void trace_fills_json(const trace_fills_t *fills, FILE *out);
/** The member "timeline", the last one. */
void trace_timeline_json(const trace_timeline_t *line, FILE *out);

/** A line for each card. */
void trace_cards_text(const trace_stats_t *stats, uint32_t nodes, FILE *out);
/** A line for each rank of the path. */
void trace_path_text(const trace_path_t *path, FILE *out);
/** A line for each of the fullest FIFOs. */
void trace_fills_text(const trace_fills_t *fills, FILE *out);

#endif /* EMUQ_TRACE_SUMS_PRINT_H */
