/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file file.h
 * @brief A recording (backends/record.h) in memory.
 */
#ifndef EMUQ_TRACE_FILE_H
#define EMUQ_TRACE_FILE_H

#include "backends/backend.h"
#include "backends/record.h"

/** A thread and its records. Where the file has ticks there are nanoseconds since the recording began, at
 * most INT64_MAX, also in `lasted` and for the end of a wait, which is not before its beginning. */
typedef struct trace_thread {
    emuq_record_thread_t is; /**< of its last piece */
    emuq_record_t *record;   /**< [records] the oldest first */
    uint64_t room;           /**< for so many */
    uint64_t records;        /**< kept, and one for a wait that had not ended */
} trace_thread_t;

/** A recording. */
typedef struct trace_file {
    emuq_record_file_t job; /**< of several files the first, with `without` of all and the longest time */
    emuq_geometry_t geometry;
    uint32_t nodes;
    uint32_t *place; /**< [np] node * ppn + T coordinate of each rank */
    trace_thread_t *thread;
    uint32_t threads;
    bool is_modelled;       /**< times are modelled, those of the machine */
    uint64_t records, lost; /**< of all threads: in the file, and overwritten before */
} trace_file_t;

/** Records of a job at most: messages and events are counted by 32 bits. A variable for the sake of tests. */
extern uint64_t trace_records_most;

/** Reads the files of a job, one for each of its hosts, or some of them. Their clocks are joined by the time
 * of day. @return 0, or -1 after a message */
int trace_file_read(char *const *paths, uint32_t count, trace_file_t *file);
/** Frees what trace_file_read() has made. */
void trace_file_free(trace_file_t *file);

/** "3 (0,1,1,0,0)"; "?" for EMUQ_RECORD_NO_NODE. @param text of 64 bytes */
const char *trace_node_name(const trace_file_t *file, uint32_t node, char *text);

/** A message on standard error, "emuq-trace: " in front. */
void trace_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Memory for @p count things of @p bytes, zeroed; ends the program if there is none. */
void *trace_need(size_t count, size_t bytes);

#endif /* EMUQ_TRACE_FILE_H */
