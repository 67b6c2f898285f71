/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file network.h
 * @brief The network core: links, routers and Message Units of a machine in modelled time.
 *
 * Point-to-point packets, collectives and global interrupts. Times are ticks of 125 ps, rounded up to cycles.
 * Results depend on parameters, shape, seed and calls only.
 *
 * A machine belongs to the calling thread. Threads split a machine into parts of consecutive nodes. Callbacks
 * may only call emuq_net_send(), emuq_net_interrupt(), emuq_net_spill() and emuq_net_counts(), for their
 * node. Functions return 0 or a negative errno.
 */
#ifndef EMUQ_NETWORK_NETWORK_H
#define EMUQ_NETWORK_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "network/parameters.h"

/** Network FIFOs, for injection and reception. */
typedef enum emuq_net_fifo {
    EMUQ_NET_T0,      /**< t0..t9: torus; link n has tn (mod 10) */
    EMUQ_NET_L0 = 10, /**< l0, l1: local copies */
    EMUQ_NET_L1,
    EMUQ_NET_HP,
    EMUQ_NET_IO, /**< system */
    EMUQ_NET_C0,
    EMUQ_NET_C1,
    EMUQ_NET_FIFOS
} emuq_net_fifo_t;

#define EMUQ_NET_QUEUES    544 /**< injection memory FIFOs of a node */
#define EMUQ_NET_TREES     16  /**< class routes of a node */
#define EMUQ_NET_STAY      1   /**< packets in the bubble channel stay there */
#define EMUQ_NET_DEPOSIT   2   /**< each node of the route, in one dimension, gets a copy */
#define EMUQ_NET_BROADCAST 4   /**< collective: a single node contributes */
#define EMUQ_NET_REDUCE    8   /**< collective: only the destination gets the result */

enum {
    EMUQ_NET_VC_DYNAMIC,
    EMUQ_NET_VC_DETERMINISTIC,
    EMUQ_NET_VC_PRIORITY,
    EMUQ_NET_VC_SYSTEM,
    EMUQ_NET_VCS,
    EMUQ_NET_VC_WORLD = EMUQ_NET_VCS,
    EMUQ_NET_VC_SUBGROUP,     /**< collectives of a part */
    EMUQ_NET_VC_SYSTEM_WORLD, /**< in the buffers of #EMUQ_NET_VC_WORLD */
    EMUQ_NET_HEADER_VCS
};

typedef struct emuq_net emuq_net_t;

/** A message, as described by a descriptor. */
typedef struct emuq_net_message {
    uint32_t source, destination; /**< equal: a local copy, unless hints name a ring of one node */
    uint32_t bytes;               /**< payload bytes; 0: a header alone */
    uint16_t packet;              /**< payload bytes per packet; 0: mu.packet_payload, the maximum */
    uint16_t queue;               /**< injection memory FIFO, 0..543 */
    uint16_t map;                 /**< usable injection FIFOs, bit per emuq_net_fifo_t */
    uint16_t hints;               /**< bit per direction; none in a dimension: default */
    uint8_t vc;
    uint8_t zone;  /**< 0..3 */
    uint8_t flags; /**< #EMUQ_NET_STAY, ... */
    uint8_t tree;  /**< class route */
    uint64_t tag;
} emuq_net_message_t;

typedef struct emuq_net_packet {
    uint64_t tag;
    uint64_t built; /**< tick of entry into the network FIFO */
    uint32_t source, destination;
    uint32_t number; /**< packet number in the message, from 0 */
    uint32_t offset; /**< byte offset in the message */
    uint16_t bytes;
    uint8_t hops; /**< links passed; by the longest path of a collective */
    uint8_t vc;
    uint8_t fifo; /**< injection or reception FIFO */
    uint8_t flags;
    uint8_t tree; /**< class route */
} emuq_net_packet_t;

/** Role of a node in a class route. */
typedef struct emuq_net_tree {
    uint16_t inputs; /**< links away from the root, bit per direction */
    uint8_t output;  /**< link towards the root; #EMUQ_NET_LINKS: the node is the root */
    uint8_t vc;      /**< #EMUQ_NET_VC_WORLD, ...; 0: none */
    bool local;      /**< the node contributes and gets results */
} emuq_net_tree_t;

/** Optional callbacks of emuq_net_run(), in order of time within a part; parts may call concurrently. */
typedef struct emuq_net_client {
    void *context; /**< first argument of the callbacks */
    /** A packet enters a network FIFO. */
    void (*built)(void *context, const emuq_net_packet_t *packet, uint64_t tick);
    /** The last packet of a message has entered its network FIFO. */
    void (*sent)(void *context, const emuq_net_message_t *message, uint64_t tick);
    /** A packet is visible to a polling core of @p node. @return false: no space, repeat later */
    bool (*arrived)(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick);
    /** The interrupts of a class route are now @p bits for a polling core of @p node. */
    void (*interrupted)(void *context, uint32_t node, uint32_t tree, uint32_t bits, uint64_t tick);
    /** A link of @p node is down (emuq_net_break()): its packets are stuck. */
    void (*down)(void *context, uint32_t node, uint32_t direction, uint64_t tick);
} emuq_net_client_t;

/** Packets sent on a link. */
typedef struct emuq_net_counts {
    uint64_t packets[EMUQ_NET_CHANNELS]; /**< packets by channel of the receiving buffer */
    uint64_t chunks[EMUQ_NET_CHANNELS];  /**< in units of 32 bytes */
    uint64_t resent;                     /**< retransmissions, not included above */
} emuq_net_counts_t;

/** Point-to-point packets in the buffers of a receiver. Mean wait: cycles / packets; mean number: cycles /
 * time. */
typedef struct emuq_net_waits {
    uint64_t packets[EMUQ_NET_VCS]; /**< arrived, by channel */
    uint64_t cycles[EMUQ_NET_VCS];  /**< sum over time of packets that have arrived and not left */
} emuq_net_waits_t;

/** Opens a machine at time 0.
 * @param threads maximum, at least 1, including the caller; at most one per 32 nodes
 * @param client  copied
 * @return 0, -EINVAL (parameters, shape or threads), -ENOMEM */
int emuq_net_open(const emuq_net_parameters_t *parameters, const emuq_net_shape_t *shape, uint64_t seed,
                  uint32_t threads, const emuq_net_client_t *client, emuq_net_t **net);

void emuq_net_close(emuq_net_t *net);

/** Sends a message. The n-th packets of all contributing nodes of a tree are combined.
 * @param tick when the descriptor is available
 * @return 0, -EINVAL: a member out of range, a tick in the past, invalid hints, no usable FIFO or channel,
 *   a deposit in several dimensions, no contribution to the tree */
int emuq_net_send(emuq_net_t *net, uint64_t tick, const emuq_net_message_t *message);

/** Sets a class route of a node, which must be idle.
 * @return 0, -EINVAL (out of range, an output among the inputs, a link beyond a mesh, no such channel),
 *   -ENOMEM */
int emuq_net_set_tree(emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what);

/** Same as emuq_net_set_tree(), for global interrupts. */
int emuq_net_set_interrupt_tree(emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what);

/** Sets the bits of a node in an interrupt route; all nodes see the OR. Of two calls in one cycle either may
 * win.
 * @return 0, -EINVAL (out of range or in the past, or no contributor) */
int emuq_net_interrupt(emuq_net_t *net, uint64_t tick, uint32_t node, uint32_t tree, uint8_t bits);

/** Plans the failure of a link, before the first message.
 * @param packet the first packet that fails, from 1
 * @return 0, -EINVAL (out of range), -ENOMEM */
int emuq_net_break(emuq_net_t *net, uint32_t node, uint32_t direction, uint64_t packet);

/** Moves a node's payloads to DDR or to the L2. @return 0, -EINVAL (no such node, or memory.kind is not
 * auto) */
int emuq_net_spill(emuq_net_t *net, uint32_t node, bool in_ddr);

/** @return tick of the next event, or UINT64_MAX */
uint64_t emuq_net_next(const emuq_net_t *net);

/** Applies all events up to tick @p until, inclusive; UINT64_MAX: all. Aborts if memory or threads are
 * exhausted. */
void emuq_net_run(emuq_net_t *net, uint64_t until);

/** Packets in the network. Not 0 without a next event: a deadlock. */
uint64_t emuq_net_present(const emuq_net_t *net);

emuq_net_counts_t emuq_net_counts(const emuq_net_t *net, uint32_t node, uint32_t direction);

/** Waits in the receiver of a node's link in @p direction. */
emuq_net_waits_t emuq_net_waits(const emuq_net_t *net, uint32_t node, uint32_t direction);

#endif /* EMUQ_NETWORK_NETWORK_H */
