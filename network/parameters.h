/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file parameters.h
 * @brief All constants of the network model: a structure of integers, and a table that says of each what it
 * is called, its unit, its range, and where its value comes from.
 *
 * The table (parameters.def) has a row per key: presets, files, command lines and listings are made of it.
 * Times of the network are cycles; a cycle is clock.cycle ticks, and a tick is 125 ps. All functions are
 * thread-safe.
 */
#ifndef EMUQ_NETWORK_PARAMETERS_H
#define EMUQ_NETWORK_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "network/shape.h"

#define EMUQ_NET_TICK_PS 125 /**< a tick in picoseconds */
#define EMUQ_NET_CHANNELS                                                                                    \
    6 /**< virtual channels with a buffer of their own; header channel 6 shares that of 4 */
#define EMUQ_NET_ZONES 4
#define EMUQ_NET_HEADS 8 /**< most queues or slots of a channel */

/** What a virtual channel is (vc.N.kind). */
typedef enum emuq_net_kind {
    EMUQ_NET_NONE,    /**< there is no such channel */
    EMUQ_NET_DYNAMIC, /**< queues; packets choose among the links of their zone, and escape into channel 1 */
    EMUQ_NET_BUBBLE, /**< slots, dimension order; entering a ring wants `enter` places, going on `straight` */
    EMUQ_NET_DATELINE,  /**< dimension order; packets change to the next channel where they cross a wrap link
                         */
    EMUQ_NET_UPPER,     /**< the channel above a dateline channel */
    EMUQ_NET_COLLECTIVE /**< trees */
} emuq_net_kind_t;

/** router.order: dimension order of deterministic packets and of escapes. */
typedef enum emuq_net_order {
    EMUQ_NET_LONGEST,   /**< longest effective length first */
    EMUQ_NET_ASCENDING, /**< dimension 0 first */
    EMUQ_NET_DESCENDING /**< last dimension first */
} emuq_net_order_t;

/** router.ties: the way to a destination half way around a ring. */
typedef enum emuq_net_ties {
    EMUQ_NET_PARITY, /**< by the sum of the node's coordinates */
    EMUQ_NET_PLUS    /**< always plus */
} emuq_net_ties_t;

/** router.choose: which link a dynamic packet takes of those that are free and have room. */
typedef enum emuq_net_choose {
    EMUQ_NET_MOST_TOKENS, /**< the one with most free room */
    EMUQ_NET_RANDOM       /**< any */
} emuq_net_choose_t;

/** memory.kind: where the payloads of nodes are. */
typedef enum emuq_net_memory {
    EMUQ_NET_L2,  /**< where they never wait */
    EMUQ_NET_DDR, /**< behind one rate for a node, of what is read and written together */
    EMUQ_NET_AUTO /**< where the client says, node by node: emuq_net_spill(). In the L2 until it does */
} emuq_net_memory_t;

/** A virtual channel of each receiver. */
typedef struct emuq_net_channel {
    uint32_t kind;     /**< emuq_net_kind_t */
    uint32_t tokens;   /**< size, in its unit */
    uint32_t chunks;   /**< 1: tokens are chunks of 32 bytes; 0: places of a packet */
    uint32_t queues;   /**< queues that share the buffer; of a bubble channel: unused, each place is a slot.
                            Packets of a dateline channel stay in order if it has one queue */
    uint32_t enter;    /**< bubble: free places wanted for entering a ring */
    uint32_t straight; /**< bubble: free places wanted for going on in it */
} emuq_net_channel_t;

/** The constants. */
typedef struct emuq_net_parameters {
    struct {
        uint32_t cycle, cpu; /**< ticks per cycle of the network and of a core */
    } clock;
    struct {
        uint32_t chunk;    /**< cycles of 32 bytes */
        uint32_t trailer;  /**< cycles of the check words behind a packet */
        uint32_t protocol; /**< cycles of acknowledges and tokens, charged to a packet */
        uint32_t gap;      /**< cycles between packets */
        uint32_t hop;      /**< cycles of logic and signalling from receiver to receiver */
        uint32_t errors;   /**< damaged ones of 10^12 bits */
        uint32_t
            recovery; /**< cycles until a damaged packet is sent again if no other is on its way or waits */
        uint32_t timeout; /**< the same if there is another one */
    } link;
    uint32_t wire[EMUQ_NET_WIRES]; /**< cycles added to a hop, by emuq_net_wire_t */
    emuq_net_channel_t vc[EMUQ_NET_CHANNELS];
    struct {
        uint32_t through; /**< R: after R + 1 grants to receivers one to an injection FIFO that waits */
        uint32_t paths;   /**< packets that leave a channel of a receiver at a time */
        uint32_t token;   /**< cycles of a token's way back, plus wire */
        uint32_t choose, ties, order, escape;
        uint32_t injection, reception, reception_large; /**< FIFO sizes in chunks; large: hp, io, c0, c1 */
    } router;
    uint32_t zone[EMUQ_NET_ZONES]
                 [EMUQ_NET_DIMENSIONS]; /**< masks of dimensions; all 0: the firmware's rule */
    struct {
        uint32_t up, down; /**< cycles added to a hop */
        uint32_t gap;      /**< cycles added to a combined packet's time on a link */
        uint32_t constant; /**< cycles of an allreduce of 8 bytes over no hops, software included */
    } tree;
    struct {
        uint32_t hop, ends, link; /**< cycles per hop added; store and poll together; on a link */
    } gi;
    struct {
        uint32_t payload;    /**< bytes of a packet's payload at most */
        uint32_t inject;     /**< cycles from the tail's store to the header on the first link */
        uint32_t receive;    /**< cycles from the last byte drained to a polling core's load */
        uint32_t header;     /**< cycles of ser() beyond the chunks */
        uint32_t engine;     /**< cycles per chunk of an iME into its network FIFO */
        uint32_t drain;      /**< cycles per chunk of an rME */
        uint32_t descriptor; /**< cycles of a descriptor's fetch that was not prefetched */
        uint32_t remote_get; /**< cycles from a remote get's payload drained to descriptors in their FIFO */
        uint32_t local;      /**< cycles that a local copy saves */
        uint32_t poll;       /**< cycles after which an rME asks again for room */
    } mu;
    struct {
        uint32_t kind, rate; /**< emuq_net_memory_t; bytes per cycle that a node's DDR reads and writes */
        uint32_t l2, window; /**< for clients that use #EMUQ_NET_AUTO: bytes that a node's L2 holds; cycles
                                  that payloads count at least */
    } memory;
    struct {
        uint32_t inject, inject_next, poll, loop, load, store, time_base, atomic, kernel, interrupt, setup;
    } cpu; /**< prices of calls, in cycles of a core */
} emuq_net_parameters_t;

/** A row of the table. */
typedef struct emuq_net_parameter {
    const char *key;    /**< name: "table.name" */
    size_t offset;      /**< of a uint32_t in emuq_net_parameters_t */
    const char *unit;   /**< e.g. "cycles" */
    const char *words;  /**< NULL: a number; else the words for 0, 1, .. separated by '|' */
    uint32_t low, high; /**< range of the value, both included */
    uint32_t bgq;       /**< value of preset bgq */
    uint32_t torus3d;   /**< value of preset torus3d */
    const char *tag; /**< where preset bgq has it from: "P" published, "D" derived, "F" fitted, "A" assumed */
    const char *source; /**< of preset bgq's value, one line */
} emuq_net_parameter_t;

extern const emuq_net_parameter_t emuq_net_parameter[]; /**< the rows */
extern const uint32_t emuq_net_parameter_count;

/** Where the value of a row is. @return pointer into @p parameters */
static inline uint32_t *emuq_net_value(emuq_net_parameters_t *parameters, const emuq_net_parameter_t *row)
{
    return (uint32_t *)((char *)parameters + row->offset);
}

/** Sets all values. @param name "bgq": the machine; "torus3d": a small torus of three dimensions without
 *  dynamic routing, with two channels that a dateline separates
 *  @return 0, or -ENOENT: no such preset; nothing is stored then */
int emuq_net_preset(const char *name, emuq_net_parameters_t *parameters);

/** Checks ranges, and that the values fit together.
 *  @param reason gets one line about what is wrong; unchanged if nothing is. NULL: not wanted
 *  @return 0 or -EINVAL */
int emuq_net_parameters_check(const emuq_net_parameters_t *parameters, const char **reason);

/** Cycles that a packet of @p n chunks keeps a link busy. */
static inline uint32_t emuq_net_occupancy(const emuq_net_parameters_t *p, uint32_t n)
{
    return p->link.chunk * n + p->link.trailer + p->link.protocol + p->link.gap;
}

/** Chunks of a packet with @p bytes of payload: its header and its payload. */
static inline uint32_t emuq_net_chunks(uint32_t bytes)
{
    return 1 + (bytes + 31) / 32;
}

#endif /* EMUQ_NETWORK_PARAMETERS_H */
