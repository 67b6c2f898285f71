/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file tree.h
 * @brief Trees of class routes.
 *
 * A tree is what the class-route words of neighbouring nodes agree on: an output link of the child that is
 * the opposite input link of the parent. It is found when it is first needed, and given up when a word of one
 * of its nodes changes. Trees that were given up stay in the arena until the partition ends, so a thread may
 * hold a pointer to one; it finds `dead` set under the lock and looks again.
 */
#ifndef EMUQ_TREE_H
#define EMUQ_TREE_H

#include "backends/emulator/emulator.h"

#define EMUQ_QUEUE_DEPTH 4 /**< contributions that a node may have in the network on one route */
#define EMUQ_BUFFERED                                                                                        \
    512u                 /**< bytes: contributions up to one packet are buffered, longer ones wait in place */
#define EMUQ_PIECE 8192u /**< bytes of a collective that are combined and delivered at a time */

/** One message of one node. */
typedef struct emuq_contribution {
    MUHWI_PacketHeader_t header;
    uint64_t length;
    const char *payload;      /**< data, or the sender's memory */
    emuq_inj_t *inj;          /**< the FIFO that waits for its source, or NULL if the message is in data */
    char data[EMUQ_BUFFERED]; /**< its first word is in the cache line of the header */
    bool interrupt;
} __attribute__((aligned(64))) emuq_contribution_t;

/** Contributions of one node, oldest first. */
typedef struct emuq_contributions {
    emuq_contribution_t *ring; /**< [EMUQ_QUEUE_DEPTH], made on first use */
    uint32_t first, count;
    emuq_waiter_t *blocked; /**< FIFOs that wait for a place in the ring, oldest first */
} emuq_contributions_t;

/** How to combine: a program for a stack of pieces, in the order of the tree. */
typedef struct emuq_combine_step {
    enum { EMUQ_PUSH, EMUQ_COMBINE_LOCAL, EMUQ_MERGE } what;
    uint32_t participant;
} emuq_combine_step_t;

/** The collective that is being delivered. Owned by the thread that set `running`, or parked with it. */
typedef struct emuq_collective_run {
    MUHWI_PacketHeader_t header;
    uint64_t length, at, bytes, sent;
    const char *piece;
    uint32_t receiver, only; /**< next participant to serve; the only one, or UINT32_MAX */
    uint32_t source;         /**< participant that broadcasts, or UINT32_MAX for a reduction */
    bool interrupt, has_piece, failed;
} emuq_collective_run_t;

struct emuq_tree {
    /* Constant. */
    emuq_machine_t *machine;
    bool gi, complete; /**< complete: all links of all words agree, there is one root */
    uint32_t route;
    uint32_t nodes, *node;               /**< all nodes */
    uint32_t participants, *participant; /**< those with the local bit, in combining order; the root last */
    emuq_combine_step_t *step;
    uint32_t steps, depth;
    emuq_tree_t *next_tree;

    AO_TS_t lock;
    bool dead; /**< lock */

    /* Global interrupts, under the lock. */
    uint32_t raised[3]; /**< participants with the bit set, by bit number */
    uint32_t status;

    /* Collectives, under the lock; run belongs to the runner. */
    emuq_contributions_t *queue; /**< [participants] */
    uint32_t ready;              /**< participants whose oldest contribution is to a reduction */
    uint32_t *broadcast;         /**< ring of participants whose oldest contribution is a broadcast */
    uint32_t broadcast_first, broadcasts;
    bool running;
    emuq_collective_run_t run;
    char *stack; /**< depth * EMUQ_PIECE bytes */
    emuq_waiter_t waiter;
    emuq_put_way_t
        *way; /**< [participants] where results go, as far as they are direct puts; belongs to run */
    uint64_t received[3]; /**< packets that every participant has received, by packet type */
    uint64_t up_chunks[EMUQ_VCS], down_chunks[EMUQ_VCS], up_packets[EMUQ_VCS], down_packets[EMUQ_VCS];
};

/** The tree of a route through a node, found if necessary. NULL without memory. */
emuq_tree_t *emuq_tree_find(emuq_mu_node_t *n, uint32_t route, bool gi);

/** Class-route word bit of a link (0 A-, ... 9 E+); the same in the input and the output half. */
static inline uint32_t emuq_link_bit(uint32_t link)
{
    return BGQ_CLASS_LINK_AM >> link;
}

static inline bool emuq_is_participant(uint32_t word)
{
    return (word >> 16 & BGQ_CLASS_INPUT_LINK_LOCAL) != 0;
}

#endif /* EMUQ_TREE_H */
