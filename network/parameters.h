/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file parameters.h
 * @brief Shapes of machines, and the constants of the network model.
 *
 * The last dimension of a node number varies fastest. Direction 2 d is minus and 2 d + 1 plus in dimension d;
 * a node has one link per direction.
 *
 * parameters.def has one row per constant: presets, files, command lines and listings use the table. Times of
 * the network are cycles of clock.network ticks; a tick is 125 ps. All functions are thread-safe.
 */
#ifndef EMUQ_NETWORK_PARAMETERS_H
#define EMUQ_NETWORK_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_NET_DIMENSIONS 6                         /**< maximum */
#define EMUQ_NET_SIZE       64                        /**< maximum nodes in a dimension */
#define EMUQ_NET_LINKS      (2 * EMUQ_NET_DIMENSIONS) /**< maximum links of a node */
#define EMUQ_NET_NOWHERE    UINT32_MAX                /**< no node */

/** Shape of a machine. */
typedef struct emuq_net_shape {
    uint32_t dimensions;                /**< 1..6 */
    uint32_t size[EMUQ_NET_DIMENSIONS]; /**< per dimension, 1..64 */
    uint32_t torus;                     /**< bit d: dimension d is a ring */
} emuq_net_shape_t;

/** Kinds of wires, by their length. */
typedef enum emuq_net_wire {
    EMUQ_NET_WIRE_BOARD,    /**< within a node board: from an even coordinate to the next */
    EMUQ_NET_WIRE_MIDPLANE, /**< between node boards of a midplane */
    EMUQ_NET_WIRE_CABLE,    /**< between midplanes, every four nodes */
    EMUQ_NET_WIRE_LOOP,     /**< closes a ring inside a midplane */
    EMUQ_NET_WIRES
} emuq_net_wire_t;

/** Checks a shape. @return 0, or -EINVAL: dimensions or sizes out of range, or more than 2^24 nodes */
int emuq_net_shape_check(const emuq_net_shape_t *shape);

/** @return number of nodes */
uint32_t emuq_net_nodes(const emuq_net_shape_t *shape);

/** Number of a node. @param at coordinates */
uint32_t emuq_net_node(const emuq_net_shape_t *shape, const uint8_t at[EMUQ_NET_DIMENSIONS]);

/** Coordinates of a node. @param[out] at coordinates; 0 beyond the last dimension */
void emuq_net_coordinates(const emuq_net_shape_t *shape, uint32_t node, uint8_t at[EMUQ_NET_DIMENSIONS]);

/** Node at the far end of a link, #EMUQ_NET_NOWHERE beyond a mesh. A ring of one node is its own
 * neighbour. */
uint32_t emuq_net_neighbour(const emuq_net_shape_t *shape, uint32_t node, uint32_t direction);

/** Directions of the shortest route, bit per direction, by the sender's rule (rules.h). */
uint32_t emuq_net_hints(const emuq_net_shape_t *shape, uint32_t from, uint32_t to);

/** Hops of the shortest route. */
uint32_t emuq_net_distance(const emuq_net_shape_t *shape, uint32_t from, uint32_t to);

/** Kind of a link's wire. @param at coordinate of the node in the dimension of @p direction */
emuq_net_wire_t emuq_net_wire(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at);

/** True if a link closes a ring. */
bool emuq_net_wraps(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at);

#define EMUQ_NET_TICK_PS  125 /**< picoseconds */
#define EMUQ_NET_CHANNELS 6   /**< virtual channels with buffers; header channel 6 shares buffer 4 */
#define EMUQ_NET_ZONES    4
#define EMUQ_NET_HEADS    8 /**< maximum queues or slots of a channel */

/** Kinds of virtual channels (vc.N.kind). */
typedef enum emuq_net_kind {
    EMUQ_NET_NONE,    /**< no channel */
    EMUQ_NET_DYNAMIC, /**< queues; packets choose among the links of their zone and escape into channel 1 */
    EMUQ_NET_BUBBLE,  /**< slots, dimension order; packets need `enter` free slots to enter a ring, `straight`
                         to continue */
    EMUQ_NET_DATELINE,  /**< dimension order; packets change to the next channel at a link that closes a ring
                         */
    EMUQ_NET_UPPER,     /**< upper channel of a dateline channel */
    EMUQ_NET_COLLECTIVE /**< trees */
} emuq_net_kind_t;

/** router.order: dimension order of deterministic packets and escapes. */
typedef enum emuq_net_order {
    EMUQ_NET_LONGEST,   /**< longest effective length first */
    EMUQ_NET_ASCENDING, /**< dimension 0 first */
    EMUQ_NET_DESCENDING /**< last dimension first */
} emuq_net_order_t;

/** router.ties: direction to a node half a ring away. */
typedef enum emuq_net_ties {
    EMUQ_NET_PARITY, /**< by the sum of the sender's coordinates */
    EMUQ_NET_PLUS    /**< always plus */
} emuq_net_ties_t;

/** router.choose: choice of a dynamic packet among free links with space. */
typedef enum emuq_net_choose {
    EMUQ_NET_MOST_TOKENS, /**< most free space */
    EMUQ_NET_RANDOM       /**< random */
} emuq_net_choose_t;

/** memory.kind: location of payloads. */
typedef enum emuq_net_memory {
    EMUQ_NET_L2,  /**< L2: no waits */
    EMUQ_NET_DDR, /**< DDR: reads and writes share one rate per node */
    EMUQ_NET_AUTO /**< set per node by emuq_net_spill(), initially L2 */
} emuq_net_memory_t;

/** A virtual channel of each receiver. */
typedef struct emuq_net_channel {
    uint32_t kind;     /**< emuq_net_kind_t */
    uint32_t tokens;   /**< capacity */
    uint32_t chunks;   /**< unit of tokens: 1: chunks of 32 bytes; 0: packets */
    uint32_t queues;   /**< queues that share the buffer; packets of a dateline channel stay in order with one
                          queue */
    uint32_t enter;    /**< bubble: free slots needed to enter a ring */
    uint32_t straight; /**< bubble: free slots needed to continue in a ring */
} emuq_net_channel_t;

/** The constants; times in cycles of the network unless noted. */
typedef struct emuq_net_parameters {
    struct {
        uint32_t cycle, cpu; /**< ticks per cycle of the network and of a core */
    } clock;
    struct {
        uint32_t chunk;    /**< per 32 bytes */
        uint32_t trailer;  /**< check words of a packet */
        uint32_t protocol; /**< acknowledgements and tokens, per packet */
        uint32_t gap;      /**< cycles between packets */
        uint32_t hop;      /**< logic and signalling from receiver to receiver */
        uint32_t errors;   /**< damaged bits in 10^12 */
        uint32_t recovery; /**< time until a damaged packet is resent on an otherwise idle link */
        uint32_t timeout;  /**< time until a damaged packet is resent on a busy link */
    } link;
    uint32_t wire[EMUQ_NET_WIRES]; /**< added to a hop, by emuq_net_wire_t */
    emuq_net_channel_t vc[EMUQ_NET_CHANNELS];
    struct {
        uint32_t through; /**< R: injection gets a grant after R + 1 grants to receivers */
        uint32_t paths;   /**< packets that leave a receiver's channel concurrently */
        uint32_t token;   /**< return of a token, plus wire */
        uint32_t choose, ties, order, escape;
        uint32_t injection, reception, reception_large; /**< FIFO capacity in chunks; large: hp, io, c0, c1 */
    } router;
    uint32_t zone[EMUQ_NET_ZONES][EMUQ_NET_DIMENSIONS]; /**< dimension masks; all 0: the firmware's rule */
    struct {
        uint32_t up, down; /**< added to a hop */
        uint32_t gap;      /**< added to the time of a combined packet on a link */
        uint32_t constant; /**< allreduce of 8 bytes over no hops, including software */
    } tree;
    struct {
        uint32_t hop, ends, link; /**< added to a hop; store and poll together; on a link */
    } gi;
    struct {
        uint32_t payload;    /**< maximum payload of a packet, bytes */
        uint32_t inject;     /**< time from the store of the tail to the header on the first link */
        uint32_t receive;    /**< time from the last drained byte to the load of a polling core */
        uint32_t header;     /**< reception time of a packet beyond its chunks */
        uint32_t engine;     /**< per chunk, by an iME */
        uint32_t drain;      /**< per chunk, by an rME */
        uint32_t descriptor; /**< fetch of a descriptor that was not prefetched */
        uint32_t
            remote_get; /**< time from the drained payload of a remote get to descriptors in their FIFO */
        uint32_t local; /**< saved by a local copy */
        uint32_t poll;  /**< time until an rME retries a delivery */
    } mu;
    struct {
        uint32_t kind, rate; /**< emuq_net_memory_t; DDR bytes per cycle and node */
        uint32_t l2, window; /**< for #EMUQ_NET_AUTO: L2 bytes of a node; minimum window of a working set */
    } memory;
    struct {
        uint32_t inject, inject_next, poll, loop, load, store, time_base, atomic, kernel, interrupt, setup;
    } cpu; /**< prices of calls, in core cycles */
} emuq_net_parameters_t;

/** A row of the table. */
typedef struct emuq_net_parameter {
    const char *key;    /**< "table.name" */
    size_t offset;      /**< offset in emuq_net_parameters_t */
    const char *unit;   /**< e.g. "cycles" */
    const char *words;  /**< NULL: a number; else the names of 0, 1, ..., separated by '|' */
    uint32_t low, high; /**< range, inclusive */
    uint32_t bgq;
    uint32_t torus3d;
    const char *tag;    /**< origin of the bgq value: "P" published, "D" derived, "F" fitted, "A" assumed */
    const char *source; /**< source of the bgq value, one line */
} emuq_net_parameter_t;

extern const emuq_net_parameter_t emuq_net_parameter[];
extern const uint32_t emuq_net_parameter_count;

/** The value of a row. */
static inline uint32_t *emuq_net_value(emuq_net_parameters_t *parameters, const emuq_net_parameter_t *row)
{
    return (uint32_t *)((char *)parameters + row->offset);
}

/** Sets all values of preset "bgq", or of "torus3d", a 3D torus with dateline channels and without dynamic
 * routing.
 * @return 0 or -ENOENT */
int emuq_net_preset(const char *name, emuq_net_parameters_t *parameters);

/** Checks ranges and consistency.
 * @param reason set to one line on an error; may be NULL
 * @return 0 or -EINVAL */
int emuq_net_parameters_check(const emuq_net_parameters_t *parameters, const char **reason);

/** Link cycles of a packet of @p n chunks. */
static inline uint32_t emuq_net_occupancy(const emuq_net_parameters_t *p, uint32_t n)
{
    return p->link.chunk * n + p->link.trailer + p->link.protocol + p->link.gap;
}

/** Chunks of a packet: header and @p bytes of payload. */
static inline uint32_t emuq_net_chunks(uint32_t bytes)
{
    return 1 + (bytes + 31) / 32;
}

#endif /* EMUQ_NETWORK_PARAMETERS_H */
