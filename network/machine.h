/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file machine.h
 * @brief State of a modelled machine and the functions of its parts. Private to network/ and its tests.
 *
 * A *unit* offers packets to links: receiver r is unit r, injection FIFO f is unit #EMUQ_NET_FIFO_UNIT + f. A
 * packet has *wants*: a bit per link and per kind of reception FIFO. Event handlers change the state and mark
 * nodes (fresh, dirty). After all events of a cycle each marked node chooses once.
 */
#ifndef EMUQ_NETWORK_MACHINE_H
#define EMUQ_NETWORK_MACHINE_H

#include "base/mix.h"
#include "network/calendar.h"
#include "network/network.h"

#define EMUQ_NET_NONE_ITEM  UINT32_MAX /**< no packet or message */
#define EMUQ_NET_FIFO_UNIT  EMUQ_NET_LINKS
#define EMUQ_NET_MAX_CHUNKS 17 /**< header and 512 bytes */
#define EMUQ_NET_CLASSES    3  /**< user, priority, system: the highest goes first */
#define EMUQ_NET_UNITS      (EMUQ_NET_FIFO_UNIT + EMUQ_NET_FIFOS)

/** Wants of reception FIFOs and of local copies. */
enum {
    EMUQ_NET_WANT_T = 1 << 12,
    EMUQ_NET_WANT_HP = 1 << 13,
    EMUQ_NET_WANT_IO = 1 << 14,
    EMUQ_NET_WANT_L = 1 << 15
};
#define EMUQ_NET_WANT_LINKS 0xfffu

/** Kinds of events with `port`, `vc`, `size` and `item` of emuq_net_event_t. */
enum {
    EMUQ_NET_ARRIVE,  /**< header at receiver `port`, packet `item` for buffer `vc` */
    EMUQ_NET_TOKEN,   /**< `size` tokens of `vc` have returned to link `port` */
    EMUQ_NET_SENT,    /**< link `port` and the path of unit `item` (#EMUQ_NET_UNITS: none) in channel `vc` are
                         free */
    EMUQ_NET_TAKEN,   /**< the path of receiver `port` in channel `vc` to reception FIFO `size` is free */
    EMUQ_NET_COPIED,  /**< a local copy has left injection FIFO `port` */
    EMUQ_NET_TAIL,    /**< packet `item` is complete in reception FIFO `port` */
    EMUQ_NET_DRAINED, /**< the first packet has left reception FIFO `port` */
    EMUQ_NET_VISIBLE, /**< a packet of reception FIFO `port` is visible to the client */
    EMUQ_NET_RETRY,   /**< reception FIFO `port` retries a delivery */
    EMUQ_NET_READY,   /**< message `item` is available to iMEs */
    EMUQ_NET_FETCHED, /**< DDR serves the iME of FIFO `port`: message `item`, `size` chunks */
    EMUQ_NET_BUILT,   /**< the iME of FIFO `port` has built a packet of message `item` */
    EMUQ_NET_LOGIC,   /**< tree logic `port` (bits) is free */
    EMUQ_NET_STORED,  /**< the node stored bits `size` in interrupt tree `port` */
    EMUQ_NET_SIGNAL,  /**< bits `size` of interrupt tree `item` arrive at receiver `port` */
    EMUQ_NET_STATUS   /**< cores see bits `size` of interrupt tree `port` */
};

typedef struct emuq_net_record {
    _Alignas(EMUQ_NET_LINE) int8_t left[EMUQ_NET_DIMENSIONS]; /**< signed hops left per dimension */
    uint8_t size;                                             /**< chunks */
    uint8_t zone;
    uint16_t directions; /**< links at injection */
    uint32_t next;       /**< next in a queue or the free list */
    emuq_net_packet_t packet;
} emuq_net_record_t;

typedef struct emuq_net_work {
    emuq_net_message_t message;
    int8_t left[EMUQ_NET_DIMENSIONS];
    uint16_t map;
    uint32_t next;   /**< next in a queue or the free list */
    uint32_t offset; /**< payload already in packets */
    uint32_t number; /**< packets built */
    uint64_t available, begin;
} emuq_net_work_t;

typedef struct emuq_net_candidate {
    uint32_t work;
    uint16_t map;  /**< usable network FIFOs */
    uint8_t size;  /**< chunks of the next packet */
    uint8_t class; /**< from 1; the highest goes first */
} emuq_net_candidate_t;

typedef struct emuq_net_list {
    uint32_t head, tail;
} emuq_net_list_t;

/** Properties of the first packet of a queue, by emuq_net_route(). */
typedef struct emuq_net_head {
    uint16_t want;    /**< wants left to start */
    uint16_t dynamic; /**< links of want usable in channel 0 */
    uint8_t ordered;  /**< link in dimension order */
    uint8_t size;     /**< chunks */
    uint8_t vc;
} emuq_net_head_t;

typedef struct emuq_net_queue {
    emuq_net_list_t list;
    emuq_net_head_t first;
} emuq_net_queue_t;

/** Buffer of a receiver's channel: queues, or slots of one packet. */
typedef struct emuq_net_buffer {
    _Alignas(EMUQ_NET_LINE) uint64_t arrivals; /**< arrived packets */
    uint64_t left;                             /**< sum of departure minus arrival cycles */
    uint8_t heads;                             /**< non-empty queues */
    uint8_t next_queue;                        /**< first queue of the next scan */
    uint8_t length[EMUQ_NET_HEADS];            /**< packets per queue */
    emuq_net_queue_t queue[EMUQ_NET_HEADS];
} emuq_net_buffer_t;

typedef struct emuq_net_injection {
    emuq_net_list_t list;
    uint16_t space; /**< free chunks */
    bool leaving;   /**< the packet last removed from the list is leaving */
    emuq_net_head_t first;
} emuq_net_injection_t;

/** Network reception FIFO with its rME. */
typedef struct emuq_net_reception {
    emuq_net_list_t list;    /**< complete packets */
    emuq_net_list_t drained; /**< packets for the client */
    uint16_t space;          /**< free chunks */
    uint16_t due;            /**< visible packets in `drained` */
    bool draining, rejected;
} emuq_net_reception_t;

typedef struct emuq_net_trees emuq_net_trees_t;     /**< tree.c */
typedef struct emuq_net_signals emuq_net_signals_t; /**< tree.c */

/** A node, by cache lines. */
typedef struct emuq_net_node {
    /** units that may have a packet to start */
    _Alignas(EMUQ_NET_LINE) uint32_t dirty;
    uint16_t fresh;     /**< wants that may have become possible */
    uint16_t free;      /**< idle links */
    uint16_t requested; /**< links with requesters */
    uint16_t engines;   /**< iMEs that may find a packet */
    uint16_t idle;      /**< idle iMEs */
    bool touched;       /**< listed in emuq_net_t::touched */
    bool collective;
    uint8_t tokens[EMUQ_NET_LINKS]; /**< tokens of channel 0 */
    uint8_t heads[EMUQ_NET_LINKS];  /**< channels with packets */
    uint16_t want[EMUQ_NET_UNITS];  /**< wants of all queue heads of a unit */
    emuq_net_candidate_t *waiting;
    uint32_t waiting_count, waiting_capacity;
    uint64_t memory;     /**< end of DDR accesses, in cycles / memory.rate */
    uint8_t waiting_min; /**< lower bound of waiting packets' chunks */
    bool spills;         /**< payloads are in DDR */
    uint16_t spacious;   /**< injection FIFOs with space for any packet */
    /** transposed `want` */
    _Alignas(EMUQ_NET_LINE) uint32_t requesters[EMUQ_NET_LINKS];
    uint32_t receiving; /**< units that want reception */
    uint32_t urgent;    /**< units with packets of classes above 0 */
    uint32_t wires;     /**< emuq_net_wire_t of each link, two bits each */
    uint16_t wraps;     /**< links that close a ring */
    /** Packets and chunks of channel 0 not yet in emuq_net_t::sent. */
    _Alignas(EMUQ_NET_LINE) uint32_t recent[EMUQ_NET_LINKS];
    uint8_t through[EMUQ_NET_LINKS];  /**< see emuq_net_through() */
    uint32_t draws;                   /**< random numbers drawn */
    uint8_t entering[EMUQ_NET_LINKS]; /**< reception FIFOs that receivers feed, want >> 12 */
    uint8_t busy[EMUQ_NET_LINKS];     /**< see emuq_net_busy() */
    emuq_net_trees_t *trees;
    emuq_net_signals_t *signals;
    uint8_t other_tokens[EMUQ_NET_CHANNELS - 1][EMUQ_NET_LINKS];
    uint8_t other_busy[EMUQ_NET_VCS - 1][EMUQ_NET_LINKS];
    uint8_t other_through[EMUQ_NET_CLASSES - 1][EMUQ_NET_LINKS];
    emuq_net_injection_t injection[EMUQ_NET_FIFOS];
    emuq_net_reception_t reception[EMUQ_NET_FIFOS];
} emuq_net_node_t;

_Static_assert(offsetof(emuq_net_node_t, want) + EMUQ_NET_FIFO_UNIT * sizeof(uint16_t) == EMUQ_NET_LINE,
               "what receivers want ends the first line of a node");
_Static_assert(offsetof(emuq_net_buffer_t, queue) + 2 * sizeof(emuq_net_queue_t) <= EMUQ_NET_LINE,
               "two queues lie in the first line of a buffer");
_Static_assert(sizeof(emuq_net_record_t) == EMUQ_NET_LINE, "a packet is a line");

typedef struct emuq_net_line emuq_net_line_t;
typedef struct emuq_net_team emuq_net_team_t; /**< threads (parts.c) */

typedef struct emuq_net_remote_event {
    uint64_t cycle;
    emuq_net_event_t event;
    emuq_net_record_t record; /**< packet of event #EMUQ_NET_ARRIVE */
} emuq_net_remote_event_t;

typedef struct emuq_net_mailbox {
    emuq_net_remote_event_t *remote;
    uint32_t count, capacity;
} emuq_net_mailbox_t;

/** A machine, which is its first part. Members from `calendar` on are private to a part. */
struct emuq_net {
    emuq_net_parameters_t p;
    emuq_net_shape_t shape;
    emuq_net_client_t client;
    uint64_t seed;
    uint32_t nodes, links;
    uint32_t tree_inject, tree_receive; /**< cycles */
    uint32_t class[EMUQ_NET_CLASSES];
    uint8_t first[1 << EMUQ_NET_DIMENSIONS]; /**< first dimension of the order, by set of dimensions left */
    uint8_t zone[EMUQ_NET_ZONES]
                [1 << EMUQ_NET_DIMENSIONS];  /**< dimensions to choose from, by set of dimensions left */
    uint16_t pair[1 << EMUQ_NET_DIMENSIONS]; /**< links of a set of dimensions */
    uint32_t step[2][EMUQ_NET_LINKS];        /**< change of the node number, by `wraps` */
    uint32_t hop[EMUQ_NET_WIRES];            /**< cycles from header to header */
    uint32_t token[EMUQ_NET_WIRES];          /**< cycles of a returning token */
    uint8_t (*at)[8];                        /**< coordinates by node */
    emuq_net_node_t *node;
    emuq_net_counts_t *sent;                  /**< indexed by node and link; without `recent` */
    emuq_net_line_t *line;                    /**< indexed by node and link; NULL: no errors */
    uint64_t damage[EMUQ_NET_MAX_CHUNKS + 1]; /**< probability by chunks, in 2^-64 */
    emuq_net_buffer_t *buffer[EMUQ_NET_VCS];  /**< indexed by channel, then by node and link */
    uint32_t *queue;                          /**< indexed by queue and node: last message + 1, or 0 */
    emuq_net_t **part;
    uint32_t parts;
    emuq_net_team_t *team; /**< threads, in the first part; NULL: not started */
    uint32_t lookahead;    /**< minimum cycles to another part */
    emuq_net_calendar_t calendar;
    uint32_t base, count;          /**< first node and number of nodes */
    emuq_net_mailbox_t *mailboxes; /**< mailboxes by set and part */
    emuq_net_mailbox_t *out;       /**< mailboxes written in the current window */
    uint64_t earliest;             /**< earliest cycle in `out`, or UINT64_MAX */
    uint64_t windows;
    uint32_t *touched;
    uint32_t touched_count;
    uint32_t deferred; /**< links that packets passed over for a better link */
    emuq_net_record_t *packet;
    uint32_t packet_count, packet_capacity, packet_free;
    emuq_net_work_t *work;
    uint32_t work_count, work_capacity, work_free;
    uint64_t present;
};

/** @return part of a node; part k starts with node nodes * k / parts */
static inline uint32_t emuq_net_part_number(const emuq_net_t *net, uint32_t node)
{
    return (uint32_t)((((uint64_t)node + 1) * net->parts - 1) / net->nodes);
}

static inline emuq_net_t *emuq_net_part_of(const emuq_net_t *net, uint32_t node)
{
    return net->part[emuq_net_part_number(net, node)];
}

/** Neighbour over an existing link. */
static inline uint32_t emuq_net_peer(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    return node + net->step[net->node[node].wraps >> link & 1][link];
}

static inline uint32_t emuq_net_wire_of(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    return net->node[node].wires >> 2 * link & 3;
}

/** Tokens of a channel, by link. */
static inline uint8_t *emuq_net_tokens(emuq_net_node_t *n, uint32_t vc)
{
    return vc == 0 ? n->tokens : n->other_tokens[vc - 1];
}

static inline uint32_t emuq_net_token_count(const emuq_net_node_t *n, uint32_t vc, uint32_t link)
{
    return vc == 0 ? n->tokens[link] : n->other_tokens[vc - 1][link];
}

static inline emuq_net_buffer_t *emuq_net_buffer_of(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                                                    uint32_t vc)
{
    return &net->buffer[vc][node * net->links + receiver];
}

/** Busy paths of a channel, by receiver. */
static inline uint8_t *emuq_net_busy(emuq_net_node_t *n, uint32_t vc)
{
    return vc == 0 ? n->busy : n->other_busy[vc - 1];
}

static inline bool emuq_net_has_path(const emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc)
{
    return emuq_net_busy(&net->node[node], vc)[receiver] < net->p.router.paths;
}

/** Consecutive grants of a class to receivers, by link. */
static inline uint8_t *emuq_net_through(emuq_net_node_t *n, uint32_t class)
{
    return class == 0 ? n->through : n->other_through[class - 1];
}

static inline emuq_net_counts_t *emuq_net_sent_of(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    return &net->sent[node * net->links + link];
}

/** Tokens that a packet of @p size chunks needs in a channel. */
static inline uint32_t emuq_net_cost(const emuq_net_t *net, uint32_t vc, uint32_t size)
{
    return net->p.vc[vc].chunks ? size : 1;
}

static inline uint32_t emuq_net_reception_fifo(uint32_t want, uint32_t receiver)
{
    return want == EMUQ_NET_WANT_HP   ? EMUQ_NET_HP
           : want == EMUQ_NET_WANT_IO ? EMUQ_NET_IO
                                      : receiver % EMUQ_NET_L0;
}

/** Adds wants of a unit. @param urgent for a packet of a class above 0 */
static inline void emuq_net_request(emuq_net_node_t *n, uint32_t unit, uint32_t want, bool urgent)
{
    uint32_t bit = 1u << unit;
    for (uint32_t links = want & EMUQ_NET_WANT_LINKS; links != 0; links &= links - 1)
        n->requesters[__builtin_ctz(links)] |= bit;
    n->requested |= (uint16_t)(want & EMUQ_NET_WANT_LINKS);
    n->want[unit] |= (uint16_t)want;
    if (want & ~EMUQ_NET_WANT_LINKS)
        n->receiving |= bit;
    if (urgent)
        n->urgent |= bit;
}

static inline void emuq_net_withdraw(emuq_net_node_t *n, uint32_t unit)
{
    uint32_t bit = 1u << unit;
    for (uint32_t links = n->want[unit] & EMUQ_NET_WANT_LINKS; links != 0; links &= links - 1)
        if ((n->requesters[__builtin_ctz(links)] &= ~bit) == 0)
            n->requested &= (uint16_t) ~(links & -links);
    n->want[unit] = 0;
    n->receiving &= ~bit;
    n->urgent &= ~bit;
}

/** Marks a unit that may have a new packet to start. A freed link checks its requesters anyway. */
static inline void emuq_net_mark_dirty(emuq_net_node_t *n, uint32_t unit)
{
    if (n->want[unit] & (n->free | ~EMUQ_NET_WANT_LINKS))
        n->dirty |= 1u << unit;
}

static inline void emuq_net_add_space(emuq_net_node_t *n, uint32_t fifo, int chunks)
{
    uint32_t space = n->injection[fifo].space + (uint32_t)chunks;
    n->injection[fifo].space = (uint16_t)space;
    n->spacious =
        (uint16_t)((n->spacious & ~(1u << fifo)) | (uint32_t)(space >= EMUQ_NET_MAX_CHUNKS) << fifo);
}

static inline void emuq_net_after(emuq_net_t *net, uint64_t cycles, emuq_net_event_t event)
{
    emuq_net_post(&net->calendar, net->calendar.now + cycles, event);
}

/** @return false: in the past, or out of range */
static inline bool emuq_net_cycle_of(const emuq_net_t *net, uint64_t tick, uint64_t *cycle)
{
    uint32_t length = net->p.clock.cycle;
    *cycle = (tick + length - 1) / length;
    return tick <= UINT64_MAX / 2 && *cycle >= net->calendar.now;
}

uint32_t emuq_net_new_packet(emuq_net_t *net);

static inline uint32_t emuq_net_take_packet(emuq_net_t *net)
{
    uint32_t packet = net->packet_free;
    net->present++;
    if (packet == EMUQ_NET_NONE_ITEM)
        return emuq_net_new_packet(net);
    net->packet_free = net->packet[packet].next;
    return packet;
}

static inline void emuq_net_drop_packet(emuq_net_t *net, uint32_t packet)
{
    net->present--;
    net->packet[packet].next = net->packet_free;
    net->packet_free = packet;
}

uint32_t emuq_net_take_work(emuq_net_t *net);
void emuq_net_drop_work(emuq_net_t *net, uint32_t work);

static inline void emuq_net_append(emuq_net_t *net, emuq_net_list_t *list, uint32_t packet)
{
    net->packet[packet].next = EMUQ_NET_NONE_ITEM;
    if (list->head == EMUQ_NET_NONE_ITEM)
        list->head = packet;
    else
        net->packet[list->tail].next = packet;
    list->tail = packet;
}

static inline uint32_t emuq_net_remove(emuq_net_t *net, emuq_net_list_t *list)
{
    uint32_t packet = list->head;
    list->head = net->packet[packet].next;
    return packet;
}

static inline uint64_t emuq_net_hash(const emuq_net_t *net, uint32_t node, uint64_t number)
{
    return emuq_mix((net->seed ^ (uint64_t)node << 32) + number * EMUQ_MIX_STEP);
}

/** Random number below @p bound <= 2^16; advances the node's counter. */
static inline uint32_t emuq_net_draw(emuq_net_t *net, uint32_t node, uint32_t bound)
{
    return (uint32_t)((emuq_net_hash(net, node, net->node[node].draws++) >> 40) * bound >> 24);
}

static inline uint32_t emuq_net_draw_bit(emuq_net_t *net, uint32_t node, uint32_t mask)
{
    uint32_t skip = 0;
    if ((mask & (mask - 1)) != 0)
        skip = emuq_net_draw(net, node, (uint32_t)__builtin_popcount(mask));
    while (skip-- > 0)
        mask &= mask - 1;
    return (uint32_t)__builtin_ctz(mask);
}

/** Sending side of a link with bit errors. A damaged packet is resent before other packets, so errors only
 * add delay. */
struct emuq_net_line {
    uint64_t free;         /**< cycle after the last packet */
    uint64_t acknowledged; /**< cycle at which all packets are acknowledged */
    uint64_t packets_left; /**< packets until the link fails; 0: never */
    bool is_down;
};

/** Sets error probabilities and allocates the lines if link.errors is set. @return 0 or -ENOMEM */
int emuq_net_errors_init(emuq_net_t *net);

/** Draws and counts the retransmissions of a packet. @return delay in cycles */
uint64_t emuq_net_resend(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t size, uint32_t busy);

/** Counts a starting packet. @return true: the link is down */
bool emuq_net_is_down(emuq_net_t *net, uint32_t node, uint32_t link);

/** @return cycles until the link is free */
uint64_t emuq_net_resend_left(const emuq_net_t *net, uint32_t node, uint32_t link);

/** A word of emuq_net_node_t::recent: packets in the low bits, chunks above. */
#define EMUQ_NET_RECENT_BITS 13
#define EMUQ_NET_RECENT_MOST ((1u << EMUQ_NET_RECENT_BITS) - 1)

_Static_assert((uint64_t)EMUQ_NET_RECENT_MOST *EMUQ_NET_MAX_CHUNKS < 1u << (32 - EMUQ_NET_RECENT_BITS),
               "a word that is full of packets has space for their chunks");

static inline void emuq_net_add_recent(emuq_net_counts_t *counts, uint32_t recent)
{
    counts->packets[0] += recent & EMUQ_NET_RECENT_MOST;
    counts->chunks[0] += recent >> EMUQ_NET_RECENT_BITS;
}

/** @param channel of the receiving buffer */
static inline void emuq_net_tally(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t channel,
                                  uint32_t size)
{
    uint32_t *recent = &net->node[node].recent[link];
    if (channel != 0) {
        emuq_net_counts_t *counts = emuq_net_sent_of(net, node, link);
        counts->packets[channel]++;
        counts->chunks[channel] += size;
        return;
    }
    *recent += size << EMUQ_NET_RECENT_BITS | 1;
    if ((*recent & EMUQ_NET_RECENT_MOST) == EMUQ_NET_RECENT_MOST) {
        emuq_net_add_recent(emuq_net_sent_of(net, node, link), *recent);
        *recent = 0;
    }
}

/** Posts an event, and the packet of an arrival, to the mailbox of the part of its node. */
void emuq_net_post_remote(emuq_net_t *net, uint64_t cycles, emuq_net_event_t event);

static inline void emuq_net_post_to(emuq_net_t *net, uint64_t cycles, emuq_net_event_t event)
{
    if (event.node - net->base < net->count)
        emuq_net_after(net, cycles, event);
    else
        emuq_net_post_remote(net, cycles, event);
}

/** Starts a packet on an idle link with enough tokens.
 * @param channel of the receiving buffer
 * @param extra   cycles beyond the wire
 * @param busy    cycles until event @p sent */
static inline void emuq_net_depart(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t packet,
                                   uint32_t channel, uint32_t extra, uint32_t busy, emuq_net_event_t sent)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t size = sent.size;
    if (net->line != NULL && emuq_net_is_down(net, node, link)) {
        n->free &= (uint16_t) ~(1u << link); /* forever: retransmits the same packet */
        return;
    }
    emuq_net_tokens(n, channel)[link] -= (uint8_t)emuq_net_cost(net, channel, size);
    n->free &= (uint16_t) ~(1u << link);
    emuq_net_tally(net, node, link, channel, size);
    uint64_t delay = net->line != NULL ? emuq_net_resend(net, node, link, size, busy) : 0;
    emuq_net_post_to(net, net->hop[emuq_net_wire_of(net, node, link)] + extra + delay,
                     emuq_net_event(EMUQ_NET_ARRIVE, emuq_net_peer(net, node, link), link ^ 1, channel,
                                    sent.size, packet));
    emuq_net_after(net, busy, sent);
}

/** Schedules the return of tokens when a packet's tail leaves the receiver's buffer. */
static inline void emuq_net_return_tokens(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t channel,
                                          uint32_t size)
{
    uint32_t back = net->token[emuq_net_wire_of(net, node, receiver)];
    emuq_net_post_to(net, net->p.link.chunk * size + back,
                     emuq_net_event(EMUQ_NET_TOKEN, emuq_net_peer(net, node, receiver), receiver ^ 1, channel,
                                    emuq_net_cost(net, channel, size), 0));
}

/** Timing of a payload access, in cycles from now. */
typedef struct emuq_net_access {
    uint64_t begin;
    uint64_t end;
} emuq_net_access_t;

/** Accesses payload. The L2 never waits; DDR serves requests of a node in FIFO order at memory.rate. */
static inline emuq_net_access_t emuq_net_access(emuq_net_t *net, emuq_net_node_t *n, uint32_t bytes)
{
    uint32_t rate = net->p.memory.rate;
    if (net->p.memory.kind == EMUQ_NET_L2 || (net->p.memory.kind == EMUQ_NET_AUTO && !n->spills))
        return (emuq_net_access_t){0, 0};
    uint64_t now = net->calendar.now * rate, begin = n->memory > now ? n->memory : now;
    n->memory = begin + bytes;
    return (emuq_net_access_t){(begin - now) / rate, (n->memory - now + rate - 1) / rate};
}

/** Fills the tables of dimension order and zones. */
void emuq_net_routes_init(emuq_net_t *net);

/** Computes the hops from source to destination.
 * @param[out] left signed hops per dimension
 * @return 0; -EINVAL: invalid hints, or a deposit in several dimensions */
int emuq_net_route_plan(const emuq_net_t *net, const emuq_net_message_t *message,
                        int8_t left[EMUQ_NET_DIMENSIONS]);

uint16_t emuq_net_directions_left(const emuq_net_t *net, const emuq_net_record_t *packet);

/** Wants of a packet that becomes the first of its queue.
 * @param from receiver, or #EMUQ_NET_FIFO_UNIT: injected here */
emuq_net_head_t emuq_net_route(const emuq_net_t *net, const emuq_net_record_t *packet, uint32_t from,
                               uint32_t vc);

/** Reserves space, checked by the caller, in a reception FIFO and schedules the arrival of the tail. */
void emuq_net_receive(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t packet);

/* ---- tree.c: collectives; the node is in a tree except for emuq_net_tree_links() ---- */

/** Splits tree.constant into injection and reception times. */
void emuq_net_tree_times(emuq_net_t *net);
/** @return network FIFO, or -EINVAL */
int emuq_net_tree_plan(const emuq_net_t *net, const emuq_net_message_t *message);
void emuq_net_tree_arrive(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t packet);
/** Injects the first packet of injection FIFO c0 or c1. */
void emuq_net_tree_inject(emuq_net_t *net, uint32_t node, uint32_t packet);
/** Starts a descent and copies the packet to the node. */
void emuq_net_tree_advance(emuq_net_t *net, uint32_t node);
bool emuq_net_tree_is_waiting(const emuq_net_t *net, uint32_t node);
/** @return links that tree packets can use once idle. Call after emuq_net_tree_advance(). */
uint32_t emuq_net_tree_links(const emuq_net_t *net, uint32_t node);
/** Starts a packet on a link of emuq_net_tree_links(). */
void emuq_net_tree_send(emuq_net_t *net, uint32_t node, uint32_t link);
/** A receiver's buffer, for tests. */
const emuq_net_list_t *emuq_net_tree_buffer(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                                            uint32_t channel);

/* ---- tree.c: global interrupts ---- */

/** Propagates all changes of a cycle. */
void emuq_net_signal_advance(emuq_net_t *net, uint32_t node);
/** @return links with pending changes */
uint32_t emuq_net_signal_links(const emuq_net_t *net, uint32_t node);
/** Sends a change on a link of emuq_net_signal_links(). */
void emuq_net_signal_send(emuq_net_t *net, uint32_t node, uint32_t link);

/* ---- injection.c ---- */

void emuq_net_enqueue(emuq_net_t *net, uint32_t work);
/** Lets idle engines take packets of waiting messages. */
void emuq_net_build(emuq_net_t *net, uint32_t node);
/** Frees the space of a packet that has left, and offers the next packet. */
void emuq_net_fifo_left(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t size);

/* ---- link.c, tree.c, injection.c: handlers of the events of the same names ---- */

void emuq_net_tail(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t packet);
void emuq_net_drained(emuq_net_t *net, uint32_t node, uint32_t fifo);
void emuq_net_visible(emuq_net_t *net, uint32_t node, uint32_t fifo);
void emuq_net_retry(emuq_net_t *net, uint32_t node, uint32_t fifo);
void emuq_net_logic(emuq_net_t *net, uint32_t node, uint32_t which);
void emuq_net_stored(emuq_net_t *net, uint32_t node, uint32_t tree, uint8_t bits);
void emuq_net_signal(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t tree, uint8_t bits);
void emuq_net_status(emuq_net_t *net, uint32_t node, uint32_t tree, uint8_t bits);
void emuq_net_ready(emuq_net_t *net, uint32_t work);
void emuq_net_fetched(emuq_net_t *net, uint32_t fifo, uint32_t work, uint32_t size);
void emuq_net_built(emuq_net_t *net, uint32_t fifo, uint32_t work);

/* ---- route.c, router.c ---- */

typedef struct emuq_net_move {
    uint32_t link;    /**< #EMUQ_NET_LINKS: none */
    uint32_t channel; /**< channel of the receiving buffer */
} emuq_net_move_t;

/** Finds a link on which the first packet of a queue can start. @param allowed unused links */
emuq_net_move_t emuq_net_move(const emuq_net_t *net, uint32_t node, uint32_t unit, uint32_t channel,
                              const emuq_net_head_t *packet, uint32_t allowed);
bool emuq_net_can_receive(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                          const emuq_net_head_t *packet);
/** Appends an arriving packet to its buffer and requests its links. */
void emuq_net_arrive(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t packet);
void emuq_net_choose(emuq_net_t *net, uint32_t node);

/* ---- cycle.c, parts.c ---- */

/** Applies the events of a cycle, then lets each marked node choose. */
void emuq_net_run_cycle(emuq_net_t *net, uint64_t cycle);
/** Splits a new machine into parts. @return 0 or -ENOMEM; emuq_net_close() cleans up */
int emuq_net_parts_create(emuq_net_t *net, uint32_t parts);
/** Runs all parts up to and including cycle @p last; the first call starts the threads. */
void emuq_net_parts_run(emuq_net_t *net, uint64_t last);
void emuq_net_parts_free(emuq_net_t *net);

#endif /* EMUQ_NETWORK_MACHINE_H */
