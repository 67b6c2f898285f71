/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file match_cards.h
 * @brief Finds what records of network cards say about messages that other records have begun.
 */
#ifndef EMUQ_TRACE_MATCH_CARDS_H
#define EMUQ_TRACE_MATCH_CARDS_H

#include "tools/emuq-trace/events.h"

/** Gives messages of cards the times of their events, and the events their messages. Events are in the order
 * of threads. */
void trace_match_cards(trace_events_t *events);

#endif /* EMUQ_TRACE_MATCH_CARDS_H */
