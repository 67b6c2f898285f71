/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file match.h
 * @brief Finds what records say about messages that other records have begun.
 */
#ifndef EMUQ_TRACE_MATCH_H
#define EMUQ_TRACE_MATCH_H

#include "tools/emuq-trace/events.h"

/** Gives messages the times of their deliveries and completions, and events of packets their messages. Events
 * are in the order of threads. */
void trace_match(trace_events_t *events);

#endif /* EMUQ_TRACE_MATCH_H */
