/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file network.h
 * @brief The torus in packet mode: routers and links in memory that all processes share.
 *
 * The wires between links are rings in the same memory, or *external*: the hook `send` takes words in
 * segments, and apenet_network_arrive() brings them. Nodes of remote hosts have state, but are not processed
 * here.
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
 * | is_down       | any thread                       | relaxed | through has_down, or a mark; final   |
 * | is_stopped    | any thread, after the death      | relaxed | as is_down                           |
 * | has_down      | any thread                       | release | acquire of its readers: both above   |
 * | marked        | set: any thread; cleared: run()  | acq_rel | all of these: what was added before  |
 * | line.tail     | producer of arriving segments    | release | acquire of the claim holder: words   |
 * | line.head     | claim holder                     | release | acquire of the producer: space       |
 *
 * A mark is set after the store that it announces and cleared before the node is processed. A thread that
 * does not get the claim makes the holder process the node again (sync/claim.h).
 *
 * Crossbar and links of a node may be inconsistent if the process with the claim dies. So such a node is not
 * processed again: it is *stopped*, its claim stays held, and its links are down at both ends. The node loses
 * its packets; a repair would need a log of each step.
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

/** Most words that an external wire carries together (apenet 8.8). */
#define APENET_SEGMENT_WORDS 88u

/** Bytes of the longest datagram: a 32-bit number and words. */
#define APENET_DATAGRAM_BYTES (4u + 16u * APENET_SEGMENT_WORDS)

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
    /** Takes a packet that has reached its node. Called with the claim of the node. Mark the node if the
     * packet has a reply.
     * @return false: no space; mark the node when there is space */
    bool (*deliver)(void *argument, uint32_t node, const apenet_network_packet_t *packet);
    /** Injects replies if there are any. Called with the claim of the node. */
    void (*reply)(void *argument, uint32_t node);
    /** Space for messages is free after an unsuccessful apenet_network_reserve(), or
     * apenet_network_wake() was called. Called without claims. */
    void (*refill)(void *argument, uint32_t node);
    /** Sends words on an external wire. Called with the claim of the node. May be NULL without such wires.
     * @param number of the first word, from 0 @param words 1..APENET_SEGMENT_WORDS
     * @return false: not now; mark the node when it can be sent */
    bool (*send)(void *argument, uint32_t node, unsigned port, uint64_t number, const apenet_word_t *word,
                 uint32_t words);
} apenet_network_hooks_t;

/** Owner of locks and claims: the Linux process, or EMUQ_LIGHT_OWNER (which equals ::EMUQ_CLAIM_OWNER) with
 * ranks as threads, which are never taken over. Atomic, relaxed: constant once a card is found. Hidden: one
 * instruction loads it. */
extern uint64_t apenet_lock_owner __attribute__((visibility("hidden")));

/** All routers and links. */
typedef struct apenet_network apenet_network_t;

typedef struct apenet_network_plan {
    apenet_lattice_t lattice;
    apenet_link_config_t link;
    apenet_fault_plan_t faults;
    bool is_external;        /**< all wires are external */
    const uint16_t *host_of; /**< host of each node, used by init only: wires between hosts are external;
                                NULL: one host */
    uint32_t host;           /**< this host */
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

/** Passes link time on links whose wires are empty and that wait for an acknowledgement, so that lost or
 * damaged words are sent again. Waiting threads call it; follow with apenet_network_run(). Thread-safe.
 * @param words link time on wires in memory @param now_ns host time, for external wires
 * @return whether a link waits */
bool apenet_network_tick(apenet_network_t *n, uint32_t words, uint64_t now_ns);

/** Takes words from an external wire, and marks the node. One thread at a time per link.
 * @param number of the first word, modulo 2^32: a larger one than expected shows lost words, smaller ones are
 * dropped @param words 1..APENET_SEGMENT_WORDS
 * @return 0; -EALREADY: all words have been passed, or the node is stopped; -EAGAIN: no space, nothing is
 * taken */
int apenet_network_arrive(apenet_network_t *n, uint32_t node, unsigned port, uint32_t number,
                          const apenet_word_t *word, uint32_t words);

/** Number of segments that apenet_network_arrive() takes before it returns -EAGAIN. For the same thread. */
uint32_t apenet_network_arrive_space(const apenet_network_t *n, uint32_t node, unsigned port);

/** Takes a datagram: the number of its first word, and words (apenet 8.8). Otherwise as
 * apenet_network_arrive().
 * @param datagram any bytes, aligned to 4
 * @return as apenet_network_arrive(); -EBADMSG: no datagram has this length, nothing is taken */
int apenet_network_arrive_datagram(apenet_network_t *n, uint32_t node, unsigned port, const void *datagram,
                                   uint64_t bytes);

/** Bit of apenet_network_down(): the node is stopped. */
#define APENET_NETWORK_STOPPED (UINT32_C(1) << APENET_PORTS)

/** Links of a node that are down: bit p for port p; ::APENET_NETWORK_STOPPED. Thread-safe. */
uint32_t apenet_network_down(const apenet_network_t *n, uint32_t node);

/** Records links of a remote node that are down, for apenet_network_is_reachable(). The neighbours of a
 * stopped node end their links to it. Thread-safe. @param ports as from apenet_network_down() */
void apenet_network_set_down(apenet_network_t *n, uint32_t node, uint32_t ports);

/** @return whether a node has an external wire at a port. Thread-safe. */
bool apenet_network_is_external(const apenet_network_t *n, uint32_t node, unsigned port);

/** Stops a node of this host if the process with its claim has died, and prints that. Call after the death,
 * outside of hooks; follow with apenet_network_run(). Thread-safe.
 * @return whether the node is stopped */
bool apenet_network_repair(apenet_network_t *n, uint32_t node);

/** Number of packets that apenet_network_commit() has injected into the queue APENET_INJECT_MESSAGES of a
 * node. Exact for the producer of the queue, and after its death for the next one. */
uint64_t apenet_network_injected(const apenet_network_t *n, uint32_t node);

/** Whether all links and routers on the path of a packet from a node work. Thread-safe. */
bool apenet_network_is_reachable(const apenet_network_t *n, uint32_t node, const apenet_header_t *header);

/** Counters of the link of a port; NULL: no such link. Stable while no thread runs the network. */
const apenet_link_counters_t *apenet_network_counters(const apenet_network_t *n, uint32_t node,
                                                      unsigned port);

/** Number of packets that the router of a node has dropped. Thread-safe. */
uint64_t apenet_network_dropped(const apenet_network_t *n, uint32_t node);

/* ---- health, registers of links, and order of dimensions (apenet 7.2, 8.6, 8.7) ---- */

/** A port of a node. Zeros: no link. */
typedef struct apenet_network_port {
    bool exists;
    apenet_link_state_t state;
    uint32_t health; /**< last health that the neighbour has sent; 0: none */
    apenet_link_counters_t counters;
} apenet_network_port_t;

/** Claims a node without waiting, and without effect if a thread processes it. @return success */
bool apenet_network_claim(apenet_network_t *n, uint32_t node);

/** Ends a claim, and marks the node. */
void apenet_network_release(apenet_network_t *n, uint32_t node);

/** State of the links. Caller holds the claim. @param out [APENET_PORTS] */
void apenet_network_ports(const apenet_network_t *n, uint32_t node, apenet_network_port_t *out);

/** Sets the health that a node sends, makes a CREDIT due on each link, and lets errors of idle links expire.
 * Caller holds the claim. @param health APENET_HEALTH_ fields */
void apenet_network_set_health(apenet_network_t *n, uint32_t node, uint32_t health);

/** Sets the order of dimensions of a node's router, while no packet is in the network. Call without claims,
 * outside of hooks. Thread-safe. @param value register ROUTE_ORDER @param[out] is_permutation result of
 * apenet_route_order() @return 0; -EBUSY: packets are in the network, or a thread does not release a node */
int apenet_network_set_order(apenet_network_t *n, uint32_t node, uint32_t value, bool *is_permutation);

/** Neighbour of a node at a port with a link. Thread-safe. */
uint32_t apenet_network_next(const apenet_network_t *n, uint32_t node, unsigned port);

/** Totals of all nodes (totals.h), valid while the network exists. Thread-safe. @return [nodes] */
const apenet_totals_t *apenet_network_totals(const apenet_network_t *n);

#endif /* APENET_NET_NETWORK_H */
