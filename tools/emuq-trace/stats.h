/* SPDX-License-Identifier: BSD-3-Clause */
/** @file stats.h @brief Sums over a recorded job. */
#ifndef EMUQ_TRACE_STATS_H
#define EMUQ_TRACE_STATS_H

#include "tools/emuq-trace/events.h"

#define TRACE_POWERS 48 /**< histograms have a bar for each power of two */
#define TRACE_LINKS  10 /**< of a node: A-, A+, ... E+ */

/** How many things were of a size: bar n has those of 2^(n-1) to 2^n - 1; bar 0 those of 0. */
typedef struct trace_histogram {
    uint64_t count, sum, bar[TRACE_POWERS + 1];
    uint64_t least, most; /**< of count > 0 */
} trace_histogram_t;

/** What one node has sent to another. */
typedef struct trace_traffic {
    uint32_t from, to;
    uint64_t messages, bytes, packets;
    uint64_t unit_bytes, unit_packets; /**< of those, from Message Units: cards have links of their own */
} trace_traffic_t;

/** Time that a rank has waited. */
typedef struct trace_waits {
    int32_t rank;
    uint64_t count[EMUQ_RECORD_WAITS], ns[EMUQ_RECORD_WAITS];
} trace_waits_t;

/** Time that a rank has waited for what a node has done: sent packets, contributed last, or made room. */
typedef struct trace_culprit {
    int32_t rank;
    uint32_t node;
    uint64_t waits, ns;
} trace_culprit_t;

/** An operation in which several nodes take part: their contributions number n on one class route. */
typedef struct trace_operation {
    uint32_t route;
    bool is_interrupt; /**< global interrupt; otherwise a collective */
    uint32_t nodes;
    uint64_t first, last; /**< ns: contributions; `last` - `first` is what early nodes have lost */
    uint32_t last_node, last_thread;
} trace_operation_t;

/** What a link has carried, if all goes the shortest way, dimension by dimension. */
typedef struct trace_link {
    uint64_t bytes;   /**< of payload */
    uint64_t packets; /**< of these messages */
    uint64_t waits;   /**< times that a message on this way found its target full */
} trace_link_t;

/** What a network card has done. */
typedef struct trace_card {
    uint64_t started[EMUQ_RECORD_STARTS], bytes[EMUQ_RECORD_STARTS]; /**< by calls of its processes */
    uint64_t events[EMUQ_RECORD_EVENTS];                             /**< that it has written */
    uint64_t received;                                               /**< bytes of messages that have come */
    uint64_t taken;                                                  /**< events that programs have taken */
    uint64_t misses;                                                 /**< of translations */
    uint64_t refused;                                                /**< by it, or by calls */
} trace_card_t;

/** All of it. */
typedef struct trace_stats {
    uint64_t of_kind[EMUQ_RECORD_KINDS]; /**< records */
    uint64_t messages[TRACE_TYPES], bytes[TRACE_TYPES];
    uint64_t incomplete;         /**< messages */
    trace_histogram_t sizes;     /**< of messages, in bytes */
    trace_histogram_t delivery;  /**< ns from injection, of messages of which that was measured */
    trace_histogram_t reception; /**< ns from injection */
    trace_traffic_t *traffic;    /**< [traffics] by node and node */
    uint32_t traffics;
    trace_waits_t *waits; /**< [ranks] */
    uint32_t ranks;
    trace_culprit_t *culprit; /**< [culprits] most time first */
    uint32_t culprits;
    trace_operation_t *operation; /**< [operations] by time */
    uint32_t operations;
    trace_card_t *card;        /**< [nodes] */
    trace_link_t *link;        /**< [nodes * TRACE_LINKS] */
    struct trace_cause *cause; /**< of waits: trace_causes() */
} trace_stats_t;

/** Adds up. */
void trace_stats_make(const trace_events_t *events, trace_stats_t *stats);
/** Frees what trace_stats_make() has made. */
void trace_stats_free(trace_stats_t *stats);

#endif /* EMUQ_TRACE_STATS_H */
