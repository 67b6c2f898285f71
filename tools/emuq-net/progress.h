/* SPDX-License-Identifier: BSD-3-Clause */
/** @file progress.h  A line on the terminal that says how far a run is. */
#ifndef EMUQ_NET_PROGRESS_H
#define EMUQ_NET_PROGRESS_H

#include <stdint.h>

/** A line under way. */
typedef struct traffic_progress_line {
    uint32_t cycle_ps; /**< length of a cycle */
    uint64_t begin;    /**< host time at which the run began, ns */
    uint64_t shown;    /**< host time of the last line, ns; 0: none */
} traffic_progress_line_t;

/** Begins a line for a new run. */
void traffic_progress_begin(traffic_progress_line_t *line, uint32_t cycle_ps);

/** Shows, at most five times a second and only if standard error is a terminal, modelled time, share done and
 * time left. A traffic_progress_t. @param context the line */
void traffic_progress_show(void *context, uint64_t cycle, uint32_t share);

/** Removes the line from the terminal. */
void traffic_progress_end(traffic_progress_line_t *line);

#endif /* EMUQ_NET_PROGRESS_H */
