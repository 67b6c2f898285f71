/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file parameters.h
 * @brief Shapes of machines, and the constants of the network model.
 *
 * The last dimension of a node number varies fastest. Direction 2 d is minus and 2 d + 1 plus in dimension d;
 * a node has one link per direction.
 *
 * parameters.def has one row per constant. Times of the network are cycles of clock.network ticks of 125 ps.
 * All functions are thread-safe.
 */
#ifndef EMUQ_NETWORK_PARAMETERS_H
#define EMUQ_NETWORK_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_NET_DIMENSIONS 6                         /**< maximum dimensions */
#define EMUQ_NET_SIZE       64                        /**< maximum nodes in a dimension */
#define EMUQ_NET_LINKS      (2 * EMUQ_NET_DIMENSIONS) /**< maximum links of a node */
#define EMUQ_NET_NOWHERE    UINT32_MAX

typedef struct emuq_net_shape {
    uint32_t dimensions;                /**< 1..6 */
    uint32_t size[EMUQ_NET_DIMENSIONS]; /**< 1..64 */
    uint32_t torus;                     /**< bit d: dimension d is a ring */
} emuq_net_shape_t;

typedef enum emuq_net_wire {
    EMUQ_NET_WIRE_BOARD,    /**< within a node board: from an even coordinate to the next */
    EMUQ_NET_WIRE_MIDPLANE, /**< between node boards of a midplane */
    EMUQ_NET_WIRE_CABLE,    /**< between midplanes, every four nodes */
    EMUQ_NET_WIRE_LOOP,     /**< closes a ring inside a midplane */
    EMUQ_NET_WIRES
} emuq_net_wire_t;

/** Checks a shape. @return 0, or -EINVAL: dimensions or sizes out of range, or more than 2^24 nodes */
int emuq_net_shape_check(const emuq_net_shape_t *shape);

uint32_t emuq_net_nodes(const emuq_net_shape_t *shape);

uint32_t emuq_net_node(const emuq_net_shape_t *shape, const uint8_t at[EMUQ_NET_DIMENSIONS]);

/** Coordinates of a node; 0 beyond the last dimension. */
void emuq_net_coordinates(const emuq_net_shape_t *shape, uint32_t node, uint8_t at[EMUQ_NET_DIMENSIONS]);

/** Neighbour over a link, or #EMUQ_NET_NOWHERE. A ring of one node is its own neighbour. */
uint32_t emuq_net_neighbour(const emuq_net_shape_t *shape, uint32_t node, uint32_t direction);

/** Directions of the shortest route (rules.h), bit per direction. */
uint32_t emuq_net_hints(const emuq_net_shape_t *shape, uint32_t from, uint32_t to);

uint32_t emuq_net_distance(const emuq_net_shape_t *shape, uint32_t from, uint32_t to);

/** @param at coordinate of the node in the dimension of @p direction */
emuq_net_wire_t emuq_net_wire(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at);

/** True if a link closes a ring. */
bool emuq_net_wraps(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at);

#define EMUQ_NET_TICK_PS  125 /**< picoseconds */
#define EMUQ_NET_CHANNELS 6   /**< with buffers; header channel 6 shares buffer 4 */
#define EMUQ_NET_ZONES    4
#define EMUQ_NET_HEADS    8 /**< maximum queues or slots */

/** vc.N.kind */
typedef enum emuq_net_kind {
    EMUQ_NET_NONE,
    EMUQ_NET_DYNAMIC,   /**< packets choose among the links of their zone and escape into channel 1 */
    EMUQ_NET_BUBBLE,    /**< dimension order; packets need `enter` free slots to enter a ring, `straight` to
                           continue */
    EMUQ_NET_DATELINE,  /**< dimension order; packets change to the upper channel on a wrap-around link */
    EMUQ_NET_UPPER,     /**< upper channel of a dateline pair */
    EMUQ_NET_COLLECTIVE /**< trees */
} emuq_net_kind_t;

/** router.order: dimension order of deterministic packets and escapes. */
typedef enum emuq_net_order {
    EMUQ_NET_LONGEST, /**< longest first */
    EMUQ_NET_ASCENDING,
    EMUQ_NET_DESCENDING
} emuq_net_order_t;

/** router.ties: direction to a node half a ring away. */
typedef enum emuq_net_ties {
    EMUQ_NET_PARITY, /**< direction by the sum of the sender's coordinates */
    EMUQ_NET_PLUS    /**< always plus */
} emuq_net_ties_t;

/** router.choose: choice among free links with space. */
typedef enum emuq_net_choose { EMUQ_NET_MOST_TOKENS, EMUQ_NET_RANDOM } emuq_net_choose_t;

/** memory.kind: location of payloads. */
typedef enum emuq_net_memory {
    EMUQ_NET_L2,  /**< no waits */
    EMUQ_NET_DDR, /**< reads and writes share one rate per node */
    EMUQ_NET_AUTO /**< chosen by emuq_net_spill(), initially L2 */
} emuq_net_memory_t;

typedef struct emuq_net_channel {
    uint32_t kind;   /**< emuq_net_kind_t */
    uint32_t tokens; /**< capacity of a buffer in tokens */
    uint32_t chunks; /**< tokens are 1: chunks of 32 bytes; 0: packets */
    uint32_t queues; /**< queues that share the buffer; one queue keeps dateline packets in order */
    uint32_t enter;
    uint32_t straight;
} emuq_net_channel_t;

/** The constants; times in cycles of the network unless noted. */
typedef struct emuq_net_parameters {
    struct {
        uint32_t cycle, cpu; /**< ticks per cycle of network and core */
    } clock;
    struct {
        uint32_t chunk;    /**< time per 32 bytes */
        uint32_t trailer;  /**< check words of a packet */
        uint32_t protocol; /**< acknowledgements and tokens, per packet */
        uint32_t gap;      /**< cycles between packets */
        uint32_t hop;      /**< logic and signalling from receiver to receiver */
        uint32_t errors;   /**< damaged bits in 10^12 */
        uint32_t recovery; /**< time until a damaged packet is resent on an idle link */
        uint32_t timeout;  /**< time until a damaged packet is resent on a busy link */
    } link;
    uint32_t wire[EMUQ_NET_WIRES]; /**< time added to a hop, by emuq_net_wire_t */
    emuq_net_channel_t vc[EMUQ_NET_CHANNELS];
    struct {
        uint32_t through; /**< injection gets a grant after through + 1 grants to receivers */
        uint32_t paths;   /**< concurrent packets from a receiver's channel */
        uint32_t token;   /**< time of a returning token, plus wire */
        uint32_t choose, ties, order, escape;
        uint32_t injection, reception, reception_large; /**< chunks of a FIFO; large: hp, io, c0, c1 */
    } router;
    uint32_t zone[EMUQ_NET_ZONES][EMUQ_NET_DIMENSIONS]; /**< masks; all 0: the firmware's rule */
    struct {
        uint32_t up, down; /**< time added to a hop */
        uint32_t gap;      /**< time added to a combined packet on a link */
        uint32_t constant; /**< allreduce of 8 bytes over no hops, with software */
    } tree;
    struct {
        uint32_t hop, /**< time added to a hop */
            ends,     /**< time of store and poll together */
            link;     /**< time added on a link */
    } gi;
    struct {
        uint32_t payload;    /**< maximum bytes of a packet */
        uint32_t inject;     /**< time from the store of the tail to the first link */
        uint32_t receive;    /**< time from the last drained byte to the load of a core */
        uint32_t header;     /**< reception time beyond the chunks */
        uint32_t engine;     /**< time of an iME per chunk */
        uint32_t drain;      /**< time of an rME per chunk */
        uint32_t descriptor; /**< fetch of a descriptor */
        uint32_t remote_get; /**< time from the drained payload of a remote get to its descriptors */
        uint32_t local;      /**< time saved by a local copy */
        uint32_t poll;       /**< time until an rME retries a delivery */
    } mu;
    struct {
        uint32_t kind, /**< emuq_net_memory_t */
            rate;      /**< DDR bytes per cycle and node */
        uint32_t l2,   /**< #EMUQ_NET_AUTO: L2 bytes */
            window;    /**< #EMUQ_NET_AUTO: minimum window of a working set */
    } memory;
    struct {
        uint32_t inject, inject_next, poll, loop, load, store, time_base, atomic, kernel, interrupt, setup;
    } cpu; /**< costs of calls, in core cycles */
} emuq_net_parameters_t;

typedef struct emuq_net_parameter {
    const char *key;    /**< "table.name" */
    size_t offset;      /**< offset in emuq_net_parameters_t */
    const char *unit;   /**< e.g. "cycles" */
    const char *words;  /**< NULL: a number; else the names of 0, 1, ..., separated by '|' */
    uint32_t low, high; /**< range, inclusive */
    uint32_t bgq;
    uint32_t torus3d;
    const char *tag;    /**< "P" published, "D" derived, "F" fitted, "A" assumed */
    const char *source; /**< source of the bgq value */
} emuq_net_parameter_t;

extern const emuq_net_parameter_t emuq_net_parameter[];
extern const uint32_t emuq_net_parameter_count;

static inline uint32_t *emuq_net_value(emuq_net_parameters_t *parameters, const emuq_net_parameter_t *row)
{
    return (uint32_t *)((char *)parameters + row->offset);
}

/** Sets all values of preset "bgq", or of "torus3d": dateline channels, no dynamic routing.
 * @return 0 or -ENOENT */
int emuq_net_preset(const char *name, emuq_net_parameters_t *parameters);

/** Checks ranges and consistency. @param reason one line, or NULL @return 0 or -EINVAL */
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
