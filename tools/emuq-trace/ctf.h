/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file ctf.h
 * @brief A recording as a trace in the Common Trace Format, for babeltrace2 and Trace Compass.
 */
#ifndef EMUQ_TRACE_CTF_H
#define EMUQ_TRACE_CTF_H

#include "tools/emuq-trace/events.h"

/** Writes the trace into a directory, which is made. @return 0, or -1 after a message: it is there already,
 * cannot be written, or this program has been built without libbabeltrace2 */
int trace_ctf(const trace_events_t *events, const char *directory);

#endif /* EMUQ_TRACE_CTF_H */
