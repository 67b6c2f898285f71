/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file trace.h
 * @brief Traces: messages with their times, and which wait for which.
 *
 * One message a line; # begins a comment:
 *
 *     time_ns source destination bytes [vc [zone|det [tag]]] [after=tag,..] [delay=ns]
 *
 * A node is a number or (a,b,..). A message with `after` is sent `delay` after those messages, of lines
 * above, have been received by its source, or have left it; not before its time. vc: 0 to 3, where 0 with det
 * is 1.
 */
#ifndef EMUQ_NET_TRACE_H
#define EMUQ_NET_TRACE_H

#include <stdint.h>

#include "base/text.h"
#include "network/parameters.h"

#define TRAFFIC_TRACE_NONE UINT32_MAX

/** One message. */
typedef struct traffic_trace_message {
    uint64_t time;  /**< ticks */
    uint64_t delay; /**< ticks */
    uint32_t source, destination, bytes;
    uint32_t first; /**< edge to the first message that waits for this one; TRAFFIC_TRACE_NONE: none waits */
    uint32_t waits; /**< for so many messages */
    uint8_t vc, zone;
} traffic_trace_message_t;

/** One message waits for another one. */
typedef struct traffic_trace_edge {
    uint32_t waiter; /**< message */
    uint32_t next;   /**< edge of the same message that is waited for */
} traffic_trace_edge_t;

/** A trace. */
typedef struct traffic_trace {
    traffic_trace_message_t *message;
    traffic_trace_edge_t *edge;
    uint32_t messages, edges;
} traffic_trace_t;

/**
 * Reads the text of a trace.
 * @param name of the file, for messages
 * @param channels bit per channel that messages may use
 * @param why  gets "NAME:LINE: what is wrong"
 * @return 0, -EINVAL or -ENOMEM; a trace is undone by traffic_trace_free()
 */
int traffic_trace_parse(traffic_trace_t *trace, const char *text, const char *name,
                        const emuq_net_shape_t *shape, uint32_t channels, emuq_text_t *why);

/** Reads a file; as traffic_trace_parse(). */
int traffic_trace_read(traffic_trace_t *trace, const char *name, const emuq_net_shape_t *shape,
                       uint32_t channels, emuq_text_t *why);

void traffic_trace_free(traffic_trace_t *trace);

#endif /* EMUQ_NET_TRACE_H */
