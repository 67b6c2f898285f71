/* SPDX-License-Identifier: BSD-3-Clause */
/** @file fill.h @brief How full FIFOs were over the time of a recorded job: the fullest ones. */
#ifndef EMUQ_TRACE_FILL_H
#define EMUQ_TRACE_FILL_H

#include "tools/emuq-trace/timeline.h"

#define TRACE_FULLEST 16 /**< FIFOs of each kind that are kept */

/** A FIFO. An injection FIFO is filled by descriptors that were injected and are not complete; a reception
 * FIFO by bytes of packets, with their headers, that were not taken yet. */
typedef struct trace_fill {
    bool is_reception;
    uint32_t node;
    uint16_t fifo;
    uint64_t most, most_ns; /**< how full it was, and when first */
    uint64_t *bin;          /**< [TRACE_BINS] the most in each part of the time line */
} trace_fill_t;

/** The fullest FIFOs of a job: injection FIFOs, then reception FIFOs, the fullest first. */
typedef struct trace_fills {
    trace_fill_t fifo[2 * TRACE_FULLEST];
    uint32_t fifos;
    uint64_t *bins;
} trace_fills_t;

/** Finds them. Of reception FIFOs there are none in a recording without receives. */
void trace_fills_make(const trace_events_t *events, const trace_timeline_t *line, trace_fills_t *fills);
/** Frees what trace_fills_make() has made. */
void trace_fills_free(trace_fills_t *fills);

#endif /* EMUQ_TRACE_FILL_H */
