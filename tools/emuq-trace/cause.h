/* SPDX-License-Identifier: BSD-3-Clause */
/** @file cause.h @brief What has ended the waits of a recorded job, and who has caused that. */
#ifndef EMUQ_TRACE_CAUSE_H
#define EMUQ_TRACE_CAUSE_H

#include "tools/emuq-trace/stats.h"

/** Why a wait has ended. */
typedef enum trace_cause_kind {
    TRACE_CAUSE_UNKNOWN,
    TRACE_CAUSE_PACKETS,   /**< of a message, or its event at a card */
    TRACE_CAUSE_OPERATION, /**< all have contributed to a collective, or raised a global interrupt */
    TRACE_CAUSE_PUT,       /**< probably: the first one to the node that arrived during a wait for memory */
    TRACE_CAUSE_ROOM       /**< in the target of a message that was parked */
} trace_cause_kind_t;

/** The cause of a wait. */
typedef struct trace_cause {
    trace_cause_kind_t kind;
    uint32_t thread; /**< whose doing it was, or TRACE_NONE */
    uint32_t node;   /**< where; EMUQ_RECORD_NO_NODE: of an unknown cause */
    uint64_t ns;     /**< when */
} trace_cause_t;

/** The causes of all waits. @param stats has the operations @return [events] by event, to be freed; of events
 * that are no waits the cause is unknown */
trace_cause_t *trace_causes(const trace_events_t *events, const trace_stats_t *stats);

#endif /* EMUQ_TRACE_CAUSE_H */
