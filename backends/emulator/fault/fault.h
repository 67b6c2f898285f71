/* SPDX-License-Identifier: BSD-3-Clause */
/** OPENING
 * @file late_queue.h
 * @brief Messages that are msg on purpose, between their descriptor and the arrival of their last packet.
 *
 * Each process has one queue, of what the injection FIFOs of its own ranks have sent. A message is in one
 * place: in a heap, by the time when its next step is due; in a *lane*, behind another message that it must
 * not pass; held back, because its FIFO has sent much that has not arrived; with the thread that delivers it
 * (msg.c); or parked at a receiver or with another process, as any waiter.
 *
 * A lane is what the machine keeps in order: packets of one injection FIFO to one node, over one network FIFO
 * and virtual channel, with deterministic routing (hwi-descriptor section 5). Only the first message of a
 * lane is on its way.
 *
 * All functions are thread-safe. The messages lie in the arena.

 * @file msg.h
 * @brief Faults on purpose (docs/faults.md): messages are msg by chance, so that they pass each other where
 * the machine allows it; injection FIFOs are slow; a rank dies.
 *
 * The emulator gives every message to these functions, as to a network (network.h). They cut it into packets,
 * say when each is to arrive, and complete its descriptor, now or later. A thread of each process delivers
 * what is due. What waits in between is in late_queue.h.

 * @file bad_links.h
 * @brief Faults on purpose: links with bit errors, and a link that goes down (docs/faults.md).
 *
 * A packet that a link damages is sent again until it is whole. The sender's end of the link counts that
 * (`resent` of its node), and the packet and those behind it are msg. A link that is down ends the job.
 *
 * On several hosts the sender's host finds out what happens to a packet on all links of its way. It counts
 * damage at its mirrors; who reads the counters of a link reports all hosts (count_read.h). Packets on the
 link
 * that is to go down are counted by the host that has its node.
 */
#ifndef EMUQ_EMULATOR_FAULT_H
#define EMUQ_EMULATOR_FAULT_H

#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/node.h"
#include "backends/emulator/core/work.h"
#include "backends/fault_plan.h"

#define EMUQ_FAULTS_MOST_CHUNKS 17u /**< of a packet: its header and 512 bytes */
#define EMUQ_DELAYED_MAX        64u /**< messages of an injection FIFO on their way, before it is held back */

/** The faults of a partition: in the arena. */
typedef struct emuq_faults {
    emuq_fault_plan_t plan;
    uint64_t packets; /**< that the rank that is to die has injected; atomic */
    uint64_t crossed; /**< that were sent on the link that is to go down; atomic */
    uint64_t damage[EMUQ_FAULTS_MOST_CHUNKS + 1]; /**< probability that a packet of so many chunks is damaged
                                               on a link (network/damage.h); constant */
} emuq_faults_t;

/** Packets that arrive together. */
typedef struct emuq_delayed_segment {
    uint64_t due;        /**< ns */
    uint64_t begin, end; /**< bytes of the message */
} emuq_delayed_segment_t;

/** A msg message. */
typedef struct emuq_delayed {
    emuq_waiter_t waiter; /**< its @c flies is set */
    uint64_t sent;        /**< progress of the segment that is being delivered */
    emuq_inj_t *inj;
    uint64_t number;               /**< of the descriptor in its FIFO, from 1 */
    uint32_t home;                 /**< the process whose queue it is in */
    uint32_t target, copies;       /**< as emuq_network_hooks_t::post */
    uint32_t hop;                  /**< nodes of a line that have the segment */
    uint64_t injection_ns;         /**< ns that its injection injection_ns */
    uint64_t reports;              /**< as in emuq_crossing_t: asked for before it begins its way */
    bool is_injected;              /**< the descriptor is complete; otherwise that is due next */
    bool has_payload;              /**< it has been copied */
    bool is_ordered;               /**< it has a lane ... */
    uint64_t order_key;            /**< ... which is this */
    MUHWI_Descriptor_t descriptor; /**< as it was when it was checked */
    char *payload;
    size_t bytes; /**< of all this, with payload and segments */

    /* Of the queue: */
    bool is_counted;                /**< as one that has been put or launched */
    uint64_t due, order;            /**< when the next step is due; messages of one time keep their order */
    struct emuq_delayed *heap[2];   /**< smaller times are above */
    uint32_t rank;                  /**< of the heap: steps to the nearest end */
    struct emuq_delayed *next;      /**< among lanes of a bucket, or held back */
    struct emuq_delayed *followers; /**< of the first message of a lane: those behind it ... */
    struct emuq_delayed *last;      /**< ... and the last of them */

    uint32_t segments, segment;  /**< how many, and the next one */
    emuq_delayed_segment_t at[]; /**< by due time */
} emuq_delayed_t;

/** Makes the queue usable. Until it is closed, no other is opened in the process. */
void emuq_delay_queue_open(void);
/** Has emuq_delay_queue_take() give out messages at once, and end when there are none. */
void emuq_delay_queue_drain(void);

/** The next step of the message is due at @p due. If that is its injection and the FIFO has sent much that
 * has not arrived, it is held back until that has. Never waits. */
void emuq_delay_queue_put(emuq_delayed_t *msg, uint64_t due);

/** The message has been injected: it begins its way, as soon as it may. */
void emuq_delay_queue_launch(emuq_delayed_t *msg);

/** The message has arrived: the next one of its lane begins its way. The caller frees it. */
void emuq_delay_queue_arrived(emuq_delayed_t *msg);

/** Whether an injection FIFO of the process is to be held back. */
bool emuq_delay_queue_is_full(const emuq_inj_t *f);

/** Messages that have been put or launched and have not landed. */
uint64_t emuq_delay_queue_count(void);

/** Waits for a message whose next step is due, and injection_ns it. @return NULL: emuq_delay_queue_drain()
 * has been called, and no message is left in the heap */
emuq_delayed_t *emuq_delay_queue_take(void);

/** A message that was parked at a receiver, or with another process, may go on; or another process has begun
 * one for an injection FIFO of this process. In any process. */
void emuq_delay_queue_resume(emuq_waiter_t *w);

/** Notes in a new machine what is planned (backends/fault_plan.h). @return 0 or -ENOMEM */
int emuq_faults_plan(emuq_machine_t *m);

/** Begins, in a process that attaches to a machine with faults, and before any of its messages.
 *  @return 0 or a negative errno */
int emuq_faults_begin(emuq_machine_t *m);

/** Waits until the messages that the process has injected have arrived, but no longer than until @p end. */
void emuq_faults_drain(const emuq_machine_t *m, uint64_t end);

/** Ends what emuq_faults_begin() has begun: what is on its way arrives at once, or never. */
void emuq_faults_end(emuq_machine_t *m);

/** Packets are sent on the link that is to go down, which is a node's of this host. Does not return if it is
 * down. Thread-safe. */
void emuq_faults_link_packets(emuq_machine_t *m, uint64_t packets);

#endif /* EMUQ_EMULATOR_FAULT_H */
