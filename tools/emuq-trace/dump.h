/* SPDX-License-Identifier: BSD-3-Clause */
/** @file dump.h @brief The records of a job as lines of text. */
#ifndef EMUQ_TRACE_DUMP_H
#define EMUQ_TRACE_DUMP_H

#include <stdio.h>

#include "tools/emuq-trace/events.h"

/** Which records are wanted. */
typedef struct trace_filter {
    int64_t rank;   /**< -1: all */
    int64_t fifo;   /**< -1: all */
    uint32_t kinds; /**< bit (1 << emuq_record_kind_t) */
} trace_filter_t;

/** Prints a line for each record that is wanted, in their order. */
void trace_dump(const trace_events_t *events, const trace_filter_t *filter, FILE *out);

#endif /* EMUQ_TRACE_DUMP_H */
