/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file path.h
 * @brief The critical path of a recorded job: the chain of work and messages that its end has waited for.
 *
 * It is followed backwards from the last record of the last rank. Where that rank has waited, and it is known
 * for whom (cause.h), the path goes on there, at the time when the cause was set.
 */
#ifndef EMUQ_TRACE_PATH_H
#define EMUQ_TRACE_PATH_H

#include "tools/emuq-trace/cause.h"

#define TRACE_PATH_MOST 2000 /**< parts that are kept: the longest */

/** What the path does. */
typedef enum trace_path_kind {
    TRACE_PATH_WORK,     /**< the rank computes, injects or receives */
    TRACE_PATH_WAIT,     /**< the rank waits, and it is not known for whom */
    TRACE_PATH_TRANSFER, /**< what `from` has sent is on its way, or waits until the rank looks */
    TRACE_PATH_KINDS
} trace_path_kind_t;

/** A part of the path. */
typedef struct trace_path_part {
    trace_path_kind_t kind;
    int32_t rank, from; /**< `from`: of a transfer */
    uint64_t begin, end;
} trace_path_part_t;

/** The path. */
typedef struct trace_path {
    uint64_t begin, end;
    uint64_t (*of_rank)[TRACE_PATH_KINDS]; /**< [ranks] ns */
    uint32_t ranks;
    trace_path_part_t *part; /**< [parts] by time */
    uint32_t parts, left_out;
} trace_path_t;

/** Finds it. @param cause trace_causes() */
void trace_path_make(const trace_events_t *events, const trace_cause_t *cause, trace_path_t *path);
/** Frees what trace_path_make() has made. */
void trace_path_free(trace_path_t *path);

/** One word for a kind. */
const char *trace_path_name(trace_path_kind_t kind);

#endif /* EMUQ_TRACE_PATH_H */
