/* SPDX-License-Identifier: BSD-3-Clause */
/** @file timeline.h @brief What ranks did when: their time in equal parts, and the phases that they have
 * marked. */
#ifndef EMUQ_TRACE_TIMELINE_H
#define EMUQ_TRACE_TIMELINE_H

#include "tools/emuq-trace/events.h"

#define TRACE_BINS 400 /**< parts of the time from the first record to the end of the last one */

/** A phase of a rank, between emuq_trace_begin() and emuq_trace_end(). */
typedef struct trace_phase {
    int32_t rank;
    uint32_t depth; /**< in how many others of its thread it is */
    uint64_t begin, end;
    const char *text;          /**< EMUQ_RECORD_HEADER_BYTES at most, with a zero */
    struct trace_phase *outer; /**< the one that it is in; NULL: none */
} trace_phase_t;

/** The time line of a job. */
typedef struct trace_timeline {
    uint64_t begin, end; /**< ns since the recording began */
    uint32_t ranks;
    uint64_t *waited;   /**< [ranks * TRACE_BINS] ns that threads of a rank have waited */
    uint32_t *messages; /**< [ranks * TRACE_BINS] messages injected */
    trace_phase_t *phase;
    uint64_t phases;
} trace_timeline_t;

/** Makes it. */
void trace_timeline_make(const trace_events_t *events, trace_timeline_t *line);
/** Frees what trace_timeline_make() has made. */
void trace_timeline_free(trace_timeline_t *line);

/** Where bin @p bin begins, in ns since the recording began. */
uint64_t trace_timeline_bin(const trace_timeline_t *line, uint32_t bin);

#endif /* EMUQ_TRACE_TIMELINE_H */
