/* SPDX-License-Identifier: BSD-3-Clause */
/** @file perfetto.h @brief A recording as trace events in JSON, for ui.perfetto.dev and chrome://tracing. */
#ifndef EMUQ_TRACE_PERFETTO_H
#define EMUQ_TRACE_PERFETTO_H

#include <stdio.h>

#include "tools/emuq-trace/events.h"

/** Writes it: ranks are processes, with a track for each of their threads and injection FIFOs; arrows lead
 * from messages to where they are received; a counter shows the bytes that a rank has sent. */
void trace_perfetto(const trace_events_t *events, FILE *out);

#endif /* EMUQ_TRACE_PERFETTO_H */
