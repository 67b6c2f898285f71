/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file network.h
 * @brief The network core: a machine's links, routers and Message Units, in modelled time.
 *
 * Point-to-point packets of header channels 0 to 3, collectives of 4 to 6, and global interrupts. Times are
 * ticks of 125 ps; the core works in cycles of clock.network ticks, and rounds times that it is given up to
 * the next one. Results depend on parameters, shape, seed and calls only.
 *
 * A machine belongs to the thread that calls; machines share nothing. With several threads a machine is cut
 * into parts of nodes whose numbers follow each other; results are the same with any number. Functions return
 * 0 or a negative errno.
 */
#ifndef EMUQ_NETWORK_NETWORK_H
#define EMUQ_NETWORK_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "network/parameters.h"
#include "network/shape.h"

/** Network FIFOs of a node, for injection and for reception alike. */
typedef enum emuq_net_fifo {
    EMUQ_NET_T0,      /**< t0..t9: torus; packets of link n are received in tn (mod 10) */
    EMUQ_NET_L0 = 10, /**< l0, l1: local copies */
    EMUQ_NET_L1,
    EMUQ_NET_HP, /**< user priority */
    EMUQ_NET_IO, /**< system */
    EMUQ_NET_C0, /**< collectives of users */
    EMUQ_NET_C1, /**< collectives of the system */
    EMUQ_NET_FIFOS
} emuq_net_fifo_t;

#define EMUQ_NET_QUEUES    544 /**< injection memory FIFOs of a node */
#define EMUQ_NET_TREES     16  /**< class routes of a node */
#define EMUQ_NET_STAY      1   /**< flag: a packet that has entered the bubble channel stays there */
#define EMUQ_NET_DEPOSIT   2   /**< flag: each node on the way, in one dimension, gets a copy */
#define EMUQ_NET_BROADCAST 4   /**< flag of a collective: no other node contributes */
#define EMUQ_NET_REDUCE    8   /**< flag of a collective: the destination alone gets the result */

/** Header channels. */
enum {
    EMUQ_NET_VC_DYNAMIC,
    EMUQ_NET_VC_DETERMINISTIC,
    EMUQ_NET_VC_PRIORITY,
    EMUQ_NET_VC_SYSTEM,
    EMUQ_NET_VCS,                     /**< number of those from point to point */
    EMUQ_NET_VC_WORLD = EMUQ_NET_VCS, /**< collectives of the partition */
    EMUQ_NET_VC_SUBGROUP,             /**< of a part of it */
    EMUQ_NET_VC_SYSTEM_WORLD,         /**< of the system; shares the buffers of #EMUQ_NET_VC_WORLD */
    EMUQ_NET_HEADER_VCS               /**< number of all */
};

typedef struct emuq_net emuq_net_t; /**< a modelled machine */

/** What a descriptor asks the Message Unit for. */
typedef struct emuq_net_message {
    uint32_t source, destination; /**< nodes; equal: a local copy, unless hints name a ring of one node */
    uint32_t bytes;               /**< payload, cut into packets; 0: a header alone */
    uint16_t packet; /**< payload of each packet but the last; 0: mu.packet_payload, which is the most */
    uint16_t queue;  /**< injection memory FIFO, 0..543: its messages leave one after the other */
    uint16_t map;    /**< bit f: may use network injection FIFO f (emuq_net_fifo_t) */
    uint16_t hints;  /**< bit per direction; none in a dimension: the network's rule */
    uint8_t vc;      /**< channel of the header */
    uint8_t zone;    /**< 0..3 */
    uint8_t flags;   /**< #EMUQ_NET_STAY, ... */
    uint8_t tree;    /**< of a collective: class route */
    uint64_t tag;    /**< given back with each packet */
} emuq_net_message_t;

/** A packet as clients see it. */
typedef struct emuq_net_packet {
    uint64_t tag;
    uint64_t built; /**< tick at which it entered a network FIFO */
    uint32_t source, destination;
    uint32_t number; /**< in its message, from 0 */
    uint32_t offset; /**< of its payload in that of the message */
    uint16_t bytes;  /**< payload */
    uint8_t hops;    /**< so far */
    uint8_t vc;      /**< channel of its header */
    uint8_t fifo;    /**< network FIFO that it is in, of injection or reception */
    uint8_t flags;
    uint8_t tree; /**< of a collective: class route; the other members are those of one contribution, hops of
                       the longest way */
} emuq_net_packet_t;

/** What a node does in a class route, of collectives or of interrupts. */
typedef struct emuq_net_tree {
    uint16_t inputs; /**< links, bit per direction, at which the tree goes on away from the root */
    uint8_t output;  /**< link towards the root; #EMUQ_NET_LINKS: the node is the root */
    uint8_t vc;      /**< of collectives: #EMUQ_NET_VC_WORLD, ..., or 0: the node is not in the tree */
    bool local;      /**< the node contributes, and gets results */
} emuq_net_tree_t;

/** What the core calls, from emuq_net_run(), in the order of time. A call may send messages from the node
 * that it is about, at the same time or later. Members may be NULL. With several threads, calls about nodes
 * of different parts come from different threads at once, and the order of time holds for each part alone;
 * calls about one node never come at once. */
typedef struct emuq_net_client {
    void *context; /**< first argument of all calls */
    /** A packet enters a network FIFO: its payload is read now. */
    void (*built)(void *context, const emuq_net_packet_t *packet, uint64_t tick);
    /** The last packet of a message has entered: descriptor count and head move. */
    void (*sent)(void *context, const emuq_net_message_t *message, uint64_t tick);
    /** A packet is visible to a polling core of @p node. @return false: no room, ask again later */
    bool (*arrived)(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick);
    /** The interrupts of a class route are now @p bits, as a polling core of @p node sees them. */
    void (*interrupted)(void *context, uint32_t node, uint32_t tree, uint32_t bits, uint64_t tick);
    /** A link of @p node is down (emuq_net_break()): the packet that starts on it goes nowhere, nor do those
     * that want to follow it. */
    void (*down)(void *context, uint32_t node, uint32_t direction, uint64_t tick);
} emuq_net_client_t;

/** What a link has sent since the machine was made. */
typedef struct emuq_net_counts {
    uint64_t packets[EMUQ_NET_CHANNELS]; /**< by virtual channel of the buffer that they went to */
    uint64_t chunks[EMUQ_NET_CHANNELS];  /**< of 32 bytes */
    uint64_t resent; /**< packets sent again after an error, each time; not among the others */
} emuq_net_counts_t;

/** Packets from point to point in the buffers of a receiver, since the machine was made. The mean wait of a
 *  packet is cycles / packets, the mean number of packets cycles / time. */
typedef struct emuq_net_waits {
    uint64_t packets[EMUQ_NET_VCS]; /**< that came, by virtual channel of the buffer */
    uint64_t cycles[EMUQ_NET_VCS]; /**< added in each cycle: packets whose header is in, and that do not leave
                                        yet; one that leaves for several places has left with the last */
} emuq_net_waits_t;

/**
 * Makes a machine. Its time is 0.
 * @param seed    of all random choices
 * @param threads that work on it at most, at least 1; one for 32 nodes at most. The caller's is one of them,
 * the first emuq_net_run() starts the others, and emuq_net_close() ends them
 * @param client  copied
 * @return 0, -EINVAL (emuq_net_parameters_check() or emuq_net_shape_check() refuses, or no threads), -ENOMEM
 */
int emuq_net_open(const emuq_net_parameters_t *parameters, const emuq_net_shape_t *shape, uint64_t seed,
                  uint32_t threads, const emuq_net_client_t *client, emuq_net_t **net);

/** Ends a machine and frees it. NULL: nothing. Not from a client's call. */
void emuq_net_close(emuq_net_t *net);

/**
 * Sends a message. From a client's call: of the node of the call only.
 * A collective is combined with what the other nodes of its tree contribute: the first packet that each of
 * them sends on it, the second ones, and so on. An allreduce of one packet over no hops takes tree.constant
 * without the software that this includes, cpu.inject, cpu.poll and cpu.loop.
 * @param tick its descriptor is available; not before the time of the machine
 * @return 0, -EINVAL (a member is out of range, hints contradict each other or leave a mesh, no FIFO in the
 *  map, no such channel, a deposit in more than one dimension, or a tree of another channel or to which the
 *  source does not contribute)
 */
int emuq_net_send(emuq_net_t *net, uint64_t tick, const emuq_net_message_t *message);

/**
 * Sets a class route of a node. No message of it may be under way. Not from a client's call.
 * @return 0, -EINVAL (a number or a link out of range, a link that is both input and output or that leaves a
 *  mesh, no such channel), -ENOMEM
 */
int emuq_net_set_tree(emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what);

/**
 * Sets a class route of global interrupts of a node. No change of its bits may be under way. Not from a
 * client's call.
 * @param what its channel is ignored
 * @return as emuq_net_set_tree()
 */
int emuq_net_set_interrupt_tree(emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what);

/**
 * Sets the bits of a node in a class route of interrupts. All nodes of the tree see the OR of the bits of
 * all. From a client's call: of the node of the call only. Of two calls for the same node, tree and cycle any
 * one may count.
 * @param tick of the store; not before the time of the machine
 * @return 0, -EINVAL (a number is out of range, or the node does not contribute to the tree)
 */
int emuq_net_interrupt(emuq_net_t *net, uint64_t tick, uint32_t node, uint32_t tree, uint8_t bits);

/**
 * Plans that a link goes down. Not from a client's call; nothing has been sent yet.
 * @param packet that it cannot send any more, counted from 1
 * @return 0, -EINVAL (a number is out of range), -ENOMEM
 */
int emuq_net_break(emuq_net_t *net, uint32_t node, uint32_t direction, uint64_t packet);

/**
 * Says where the payloads of a node are from now on. From a client's call: of the node of the call only.
 * @param in_ddr false: in the L2
 * @return 0, -EINVAL (there is no such node, or memory.kind is not auto)
 */
int emuq_net_spill(emuq_net_t *net, uint32_t node, bool in_ddr);

/** @return tick of the next event, or UINT64_MAX: none. Not from a client's call. */
uint64_t emuq_net_next(const emuq_net_t *net);

/** Applies all events up to and including tick @p until. Not from a client's call. Ends the program if memory
 *  runs out, or if threads cannot be started. @param until UINT64_MAX: until there is none left */
void emuq_net_run(emuq_net_t *net, uint64_t until);

/** Packets that are in the machine: in network FIFOs, buffers, or on links. More than 0 when there is no next
 *  event: they wait for each other for good. Not from a client's call. */
uint64_t emuq_net_present(const emuq_net_t *net);

/** What a link has sent. From a client's call: of the node of the call only. @param direction below twice the
 *  number of dimensions */
emuq_net_counts_t emuq_net_counts(const emuq_net_t *net, uint32_t node, uint32_t direction);

/** What has waited in a receiver, up to the time of the machine. Not from a client's call. @param direction
 * of the link of the node that belongs to the receiver: packets in the other direction come through it */
emuq_net_waits_t emuq_net_waits(const emuq_net_t *net, uint32_t node, uint32_t direction);

#endif /* EMUQ_NETWORK_NETWORK_H */
