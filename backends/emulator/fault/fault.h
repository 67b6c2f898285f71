/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fault.h
 * @brief Fault injection (docs/faults.md).
 *
 * The emulator passes every message to this component, as to a network model (deliver.h). Packets get random
 * delays, so messages overtake each other where the hardware allows it. A thread of each process delivers due
 * messages.
 *
 * A message is in a heap by due time; in an *order* behind an earlier message; held, because its FIFO has too
 * many in flight; with the thread; or parked. Messages of one order (one injection FIFO, node, network FIFO
 * and virtual channel, deterministic routing) travel one at a time (hwi-descriptor 5).
 *
 * The sender's host draws the damage on all links, and counts retransmissions at its replicas. The host of
 * the failing link's node counts the packets there.
 */
#ifndef EMUQ_EMULATOR_FAULT_H
#define EMUQ_EMULATOR_FAULT_H

#include "backends/emulator/collective/tree.h"
#include "backends/fault_plan.h"

#define EMUQ_FAULTS_MOST_CHUNKS 17u /**< chunks of a packet: header and 512 bytes */
#define EMUQ_DELAYED_MAX        64u /**< maximum delayed messages of an injection FIFO */

typedef struct emuq_faults {
    emuq_fault_plan_t plan;
    uint64_t packets;                             /**< injected by the dying rank; atomic */
    uint64_t crossed;                             /**< sent on the failing link; atomic */
    uint64_t damage[EMUQ_FAULTS_MOST_CHUNKS + 1]; /**< probability by packet size in chunks; constant */
} emuq_faults_t;

/** Packets that arrive together. */
typedef struct emuq_delayed_segment {
    uint64_t due; /**< host time, ns; before the injection a delay */
    uint64_t begin, end;
} emuq_delayed_segment_t;

/** A delayed message, in the arena. */
typedef struct emuq_delayed {
    emuq_waiter_t waiter;
    uint64_t sent; /**< progress of the current segment */
    emuq_inj_t *inj;
    uint64_t number;         /**< descriptor number, from 1 */
    uint32_t home;           /**< process with the queue of the message */
    uint32_t target, copies; /**< arguments of emuq_network_hooks_t::post */
    uint32_t hop;            /**< nodes of a line that have the segment */
    uint64_t injection_ns;
    uint64_t reports; /**< packets on the failing link to report before departure */
    bool is_injected; /**< the descriptor is complete; otherwise that is the next step */
    bool has_payload;
    bool is_ordered;
    uint64_t order_key;
    MUHWI_Descriptor_t descriptor;
    char *payload;
    size_t bytes; /**< size with payload and segments */

    /* Used by the queue: */
    bool is_counted;                /**< included in queue.count */
    uint64_t due,                   /**< host time of the next step, ns */
        order;                      /**< order of steps with equal times */
    struct emuq_delayed *heap[2];   /**< due later */
    uint32_t rank;                  /**< length of the shortest path to a leaf */
    struct emuq_delayed *next;      /**< next in a bucket of orders or among held messages */
    struct emuq_delayed *followers; /**< first message of an order: its successors */
    struct emuq_delayed *last;      /**< last of the followers */

    uint32_t segments, segment;
    emuq_delayed_segment_t at[]; /**< sorted by due time */
} emuq_delayed_t;

void emuq_delay_queue_open(void);
/** Makes emuq_delay_queue_take() ignore due times, and end with the heap. */
void emuq_delay_queue_drain(void);

/** Queues the next step for time @p due, or holds the message. Never waits. */
void emuq_delay_queue_put(emuq_delayed_t *msg, uint64_t due);

/** Queues an injected message for departure. */
void emuq_delay_queue_launch(emuq_delayed_t *msg);

/** Removes an arrived message, and may release a held message of the FIFO. The caller frees @p msg. */
void emuq_delay_queue_arrived(emuq_delayed_t *msg);

bool emuq_delay_queue_is_full(const emuq_inj_t *f);

uint64_t emuq_delay_queue_count(void);

/** Waits for a due message. @return NULL: drained */
emuq_delayed_t *emuq_delay_queue_take(void);

void emuq_delay_queue_resume(emuq_waiter_t *w);

extern const emuq_fault_ops_t emuq_faults_ops;

#endif /* EMUQ_EMULATOR_FAULT_H */
