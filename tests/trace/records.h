/* SPDX-License-Identifier: BSD-3-Clause */
/** @file records.h @brief A recorded job of two nodes with a thread each and a clock in nanoseconds. Tests
 * add the records. */
#ifndef EMUQ_TRACE_TEST_RECORDS_H
#define EMUQ_TRACE_TEST_RECORDS_H

#include "tools/emuq-trace/trace.h"

#define RECORDS 16

static emuq_record_t record[2][RECORDS];
static trace_thread_t thread[2];
static uint32_t place[2] = {0, 1};
static trace_file_t file;
static trace_events_t events; /* after make() */
static trace_sums_t sums;     /* after make() */

/** Starts without records. */
static void begin(void)
{
    file = (trace_file_t){
        .job = {.size = {2, 1, 1, 1, 1}, .ppn = 1, .np = 2, .ended_ns = 1000000, .ended_ticks = 1000000},
        .geometry = {{2, 1, 1, 1, 1}, 0x1f},
        .nodes = 2,
        .place = place,
        .thread = thread,
        .threads = 2};
    for (uint32_t i = 0; i < 2; i++)
        thread[i] = (trace_thread_t){.is = {.node = i, .rank = (int32_t)i}, .record = record[i]};
}

/** Adds a record of a rank, about its node. */
static emuq_record_t *add(uint32_t rank, emuq_record_kind_t kind, uint64_t ticks, uint64_t position)
{
    emuq_record_t *r = &record[rank][thread[rank].records++];
    *r = (emuq_record_t){.ticks = ticks, .kind = (uint8_t)kind, .node = rank, .position = position};
    file.records++;
    return r;
}

/** Analyses the records; end() frees the result. */
static inline void make(void)
{
    trace_events_make(&file, &events);
    trace_sums_make(&events, &sums);
}

static inline void end(void)
{
    trace_sums_free(&sums);
    trace_events_free(&events);
}

#endif /* EMUQ_TRACE_TEST_RECORDS_H */
