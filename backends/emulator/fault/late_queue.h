/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file late_queue.h
 * @brief Messages that are late on purpose, between their descriptor and the arrival of their last packet.
 *
 * Each process has one queue, of what the injection FIFOs of its own ranks have sent. A message is in one
 * place: in a heap, by the time when its next step is due; in a *lane*, behind another message that it must
 * not pass; held back, because its FIFO has sent much that has not arrived; with the thread that delivers it
 * (late.c); or parked at a receiver or with another process, as any waiter.
 *
 * A lane is what the machine keeps in order: packets of one injection FIFO to one node, over one network FIFO
 * and virtual channel, with deterministic routing (hwi-descriptor section 5). Only the first message of a
 * lane is on its way.
 *
 * All functions are thread-safe. The messages lie in the arena.
 */
#ifndef EMUQ_EMULATOR_LATE_QUEUE_H
#define EMUQ_EMULATOR_LATE_QUEUE_H

#include "backends/emulator/core/work.h"
#include "backends/fault_plan.h"

#define EMUQ_FAULTS_MOST_CHUNKS 17u /**< of a packet: its header and 512 bytes */
#define EMUQ_LATE_MOST          64u /**< messages of an injection FIFO on their way, before it is held back */

/** The faults of a partition: in the arena. */
typedef struct emuq_faults {
    emuq_fault_plan_t plan;
    uint64_t packets; /**< that the rank that is to die has injected; atomic */
    uint64_t crossed; /**< that were sent on the link that is to go down; atomic */
    uint64_t damage[EMUQ_FAULTS_MOST_CHUNKS + 1]; /**< probability that a packet of so many chunks is damaged
                                               on a link (network/damage.h); constant */
} emuq_faults_t;

/** Packets that arrive together. */
typedef struct emuq_late_piece {
    uint64_t due;        /**< ns */
    uint64_t begin, end; /**< bytes of the message */
} emuq_late_piece_t;

/** A late message. */
typedef struct emuq_late {
    emuq_waiter_t waiter; /**< its @c flies is set */
    uint64_t sent;        /**< progress of the piece that is being delivered */
    emuq_inj_t *inj;
    uint64_t number;               /**< of the descriptor in its FIFO, from 1 */
    uint32_t home;                 /**< the process whose queue it is in */
    uint32_t target, copies;       /**< as emuq_network_hooks_t::post */
    uint32_t hop;                  /**< nodes of a line that have the piece */
    uint64_t takes;                /**< ns that its injection takes */
    uint64_t asks;                 /**< as in emuq_crossing_t: asked for before it begins its way */
    bool is_injected;              /**< the descriptor is complete; otherwise that is due next */
    bool has_payload;              /**< it has been copied */
    bool is_ordered;               /**< it has a lane ... */
    uint64_t lane;                 /**< ... which is this */
    MUHWI_Descriptor_t descriptor; /**< as it was when it was checked */
    char *payload;
    size_t bytes; /**< of all this, with payload and pieces */

    /* Of the queue: */
    bool is_counted;             /**< as one that has been put or launched */
    uint64_t due, order;         /**< when the next step is due; messages of one time keep their order */
    struct emuq_late *heap[2];   /**< smaller times are above */
    uint32_t rank;               /**< of the heap: steps to the nearest end */
    struct emuq_late *next;      /**< among lanes of a bucket, or held back */
    struct emuq_late *followers; /**< of the first message of a lane: those behind it ... */
    struct emuq_late *last;      /**< ... and the last of them */

    uint32_t pieces, piece; /**< how many, and the next one */
    emuq_late_piece_t at[]; /**< by due time */
} emuq_late_t;

/** Makes the queue usable. Until it is closed, no other is opened in the process. */
void emuq_late_open(void);
/** Has emuq_late_take() give out messages at once, and end when there are none. */
void emuq_late_hurry(void);

/** The next step of the message is due at @p due. If that is its injection and the FIFO has sent much that
 * has not arrived, it is held back until that has. Never waits. */
void emuq_late_put(emuq_late_t *late, uint64_t due);

/** The message has been injected: it begins its way, as soon as it may. */
void emuq_late_launch(emuq_late_t *late);

/** The message has arrived: the next one of its lane begins its way. The caller frees it. */
void emuq_late_landed(emuq_late_t *late);

/** Whether an injection FIFO of the process is to be held back. */
bool emuq_late_is_full(const emuq_inj_t *f);

/** Messages that have been put or launched and have not landed. */
uint64_t emuq_late_count(void);

/** Waits for a message whose next step is due, and takes it. @return NULL: emuq_late_hurry() has been called,
 * and no message is left in the heap */
emuq_late_t *emuq_late_take(void);

/** A message that was parked at a receiver, or with another process, may go on; or another process has begun
 * one for an injection FIFO of this process. In any process. */
void emuq_late_resume(emuq_waiter_t *w);

#endif /* EMUQ_EMULATOR_LATE_QUEUE_H */
