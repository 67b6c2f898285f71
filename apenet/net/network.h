/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file network.h
 * @brief The torus in packet mode: routers and links in memory that all processes share.
 *
 * A node has a crossbar, one end of each of its links, and two queues of packets to inject. No thread belongs
 * to the network: a thread that adds a packet marks the node and calls apenet_network_run(), which processes
 * marked nodes, each under its claim, until no node is marked. So packets cross nodes whose processors do
 * nothing.
 *
 * | word          | stored by                        | order   | pairs with                           |
 * |---------------|----------------------------------|---------|--------------------------------------|
 * | wire.tail     | claim holder of the sending node | release | acquire of the receiving node: words |
 * | wire.head     | claim holder of the receiver     | seq_cst | acquire of the sending node: space   |
 * | wire.stalled  | sender: true; receiver: false    | seq_cst | each other, between head and flag    |
 * | wire.is_cut   | the end of the other direction   | relaxed | claim holder of the receiver; final  |
 * | queue.tail    | producer of the queue            | release | acquire of the claim holder: packets |
 * | queue.head    | claim holder                     | seq_cst | acquire of the producer: space       |
 * | queue.starved | producer: true; claim holder     | seq_cst | each other, between head and flag    |
 * | totals        | claim holder of the node         | relaxed | statistics                           |
 * | marked        | set: any thread; cleared: run()  | acq_rel | all of these: what was added before  |
 *
 * A mark is set after the store that it announces and cleared before the node is processed. A thread that
 * does not get the claim makes the holder process the node again (sync/claim.h).
 */
#ifndef APENET_NET_NETWORK_H
#define APENET_NET_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "apenet/link.h"
#include "apenet/net/faults.h"
#include "apenet/net/route.h"
#include "apenet/net/totals.h"

/** Queues of packets to inject; each has one producer at a time. */
enum {
    APENET_INJECT_MESSAGES, /**< packets of the TX block */
    APENET_INJECT_REPLIES,  /**< replies to gets; produced under the claim of the node */
    APENET_INJECT_QUEUES
};

/** A packet in the memory of the network. */
typedef struct apenet_network_packet {
    apenet_word_t header;
    const apenet_word_t *payload; /**< valid during the call */
    uint32_t words;               /**< of the payload */
    apenet_word_t footer;
} apenet_network_packet_t;

typedef struct apenet_network_hooks {
    /** Takes a packet that has reached its node. Called with the claim of the node.
     * @return false: no space; mark the node when there is space */
    bool (*deliver)(void *argument, uint32_t node, const apenet_network_packet_t *packet);
    /** Injects replies if there are any. Called with the claim of the node. */
    void (*reply)(void *argument, uint32_t node);
    /** Space for messages is free after an unsuccessful apenet_network_reserve(), or
     * apenet_network_wake() was called. Called without claims. */
    void (*refill)(void *argument, uint32_t node);
} apenet_network_hooks_t;

/** All routers and links. */
typedef struct apenet_network apenet_network_t;

typedef struct apenet_network_plan {
    apenet_lattice_t lattice;
    apenet_link_config_t link;
    apenet_fault_plan_t faults;
} apenet_network_plan_t;

/** Size of a network in bytes. */
size_t apenet_network_bytes(const apenet_network_plan_t *plan);

/** Creates a network without packets. @param memory zeroed, aligned to 64 bytes, at the same address in all
 * processes @return the network; NULL: a parameter is out of range */
apenet_network_t *apenet_network_init(void *memory, const apenet_network_plan_t *plan);

/** Space for the next packet of a queue. @return memory for a header, up to APENET_PAYLOAD_WORDS words of
 * payload and, directly behind the payload, a footer; NULL: full, the hook `refill` follows for messages */
apenet_word_t *apenet_network_reserve(apenet_network_t *n, uint32_t node, unsigned queue);

/** Injects the reserved packet, and marks the node. */
void apenet_network_commit(apenet_network_t *n, uint32_t node, unsigned queue);

/** Marks a node: its router has work. Thread-safe. */
void apenet_network_mark(apenet_network_t *n, uint32_t node);

/** Requests a call of the hook `refill`. Thread-safe. */
void apenet_network_wake(apenet_network_t *n, uint32_t node);

/** Processes marked nodes until none is left. Without effect inside of a hook. Thread-safe. */
void apenet_network_run(apenet_network_t *n, const apenet_network_hooks_t *hooks, void *argument);

/** Passes link time on links whose wires are empty and that wait for an acknowledgement, so that what faults
 * have damaged is sent again. Waiting threads call it; follow with apenet_network_run(). Thread-safe.
 * @param words link time in words */
void apenet_network_tick(apenet_network_t *n, uint32_t words);

/** Whether all links on the path of a packet from a node work. Thread-safe. */
bool apenet_network_is_reachable(const apenet_network_t *n, uint32_t node, const apenet_header_t *header);

/** Counters of the link of a port; NULL: no such link. Stable while no thread runs the network. */
const apenet_link_counters_t *apenet_network_counters(const apenet_network_t *n, uint32_t node,
                                                      unsigned port);

/** Number of packets that the router of a node has dropped. Thread-safe. */
uint64_t apenet_network_dropped(const apenet_network_t *n, uint32_t node);

/** Totals of all nodes (totals.h), valid while the network exists. Thread-safe. @return [nodes] */
const apenet_totals_t *apenet_network_totals(const apenet_network_t *n);

#endif /* APENET_NET_NETWORK_H */
