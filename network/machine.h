/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file machine.h
 * @brief What a modelled machine consists of. For the files of network/ alone.
 *
 * A *unit* is what offers packets to the links of a node: receiver r (of link r) is unit r, and injection
 * FIFO f is unit #EMUQ_NET_FIFO_UNIT + f. What a packet waits for is a *want*: a bit per link, and a bit per
 * kind of reception FIFO. Handlers of events change the state and note what is new (fresh, dirty); when all
 * events of a cycle were applied, each node concerned chooses once. So the order of events that come from
 * other nodes does not matter.
 */
#ifndef EMUQ_NETWORK_MACHINE_H
#define EMUQ_NETWORK_MACHINE_H

#include "network/calendar.h"
#include "network/network.h"

#define EMUQ_NET_NONE_ITEM   UINT32_MAX /**< no packet, no message */
#define EMUQ_NET_FIFO_UNIT   EMUQ_NET_LINKS
#define EMUQ_NET_MOST_CHUNKS 17 /**< of a packet: a header, and 512 bytes */
#define EMUQ_NET_CLASSES     3  /**< user, priority, system: the higher is served first */
#define EMUQ_NET_UNITS       (EMUQ_NET_FIFO_UNIT + EMUQ_NET_FIFOS)

/** Wants beyond the links: reception in t, hp or io, and of a local copy in l. */
enum {
    EMUQ_NET_WANT_T = 1 << 12,
    EMUQ_NET_WANT_HP = 1 << 13,
    EMUQ_NET_WANT_IO = 1 << 14,
    EMUQ_NET_WANT_L = 1 << 15
};
#define EMUQ_NET_WANT_LINKS 0xfffu

/** Kinds of events; what port, vc, size and item are. The first three have lanes of their own in the
 * calendar: it does not matter in which order they are applied among each other and with the rest. */
enum {
    EMUQ_NET_ARRIVE,  /**< header at receiver port, packet item for buffer vc */
    EMUQ_NET_TOKEN,   /**< size tokens of vc are back at link port */
    EMUQ_NET_SENT,    /**< link port is free, and the path of unit item in channel vc; #EMUQ_NET_UNITS: of
                         no unit */
    EMUQ_NET_TAKEN,   /**< a path of receiver port in channel vc into reception FIFO size is free */
    EMUQ_NET_COPIED,  /**< a local copy has left injection FIFO port */
    EMUQ_NET_TAIL,    /**< packet item is complete in reception FIFO port */
    EMUQ_NET_DRAINED, /**< the first packet of reception FIFO port has left it */
    EMUQ_NET_VISIBLE, /**< one more packet of reception FIFO port is for the client */
    EMUQ_NET_RETRY,   /**< reception FIFO port asks the client again */
    EMUQ_NET_READY,   /**< message item is available to the iMEs */
    EMUQ_NET_FETCHED, /**< the memory turns to the payload that the iME of FIFO port waits for, of size chunks
                         with its header, of message item */
    EMUQ_NET_BUILT,   /**< the iME of FIFO port has done a packet of message item */
    EMUQ_NET_LOGIC,   /**< tree logic is free: bits of port */
    EMUQ_NET_STORED,  /**< the bits of the node in interrupt tree port are size */
    EMUQ_NET_SIGNAL,  /**< interrupt tree item: through receiver port came bits size */
    EMUQ_NET_STATUS   /**< cores see bits size of interrupt tree port */
};

/** A packet in the machine. */
typedef struct emuq_net_record {
    _Alignas(EMUQ_NET_LINE) int8_t left[EMUQ_NET_DIMENSIONS]; /**< hops to go in each dimension, with the sign
                                                                 of the direction; one less at each arrival */
    uint8_t size;                                             /**< chunks */
    uint8_t zone;
    uint16_t ways; /**< links of its directions, as it was sent */
    uint32_t next; /**< in its queue, or in the list of free ones */
    emuq_net_packet_t packet;
} emuq_net_record_t;

/** A message in a Message Unit. */
typedef struct emuq_net_work {
    emuq_net_message_t message;
    int8_t left[EMUQ_NET_DIMENSIONS];
    uint16_t map;    /**< network FIFOs that it may use */
    uint32_t next;   /**< in its queue, or in the list of free ones */
    uint32_t offset; /**< payload that is in packets already */
    uint32_t number; /**< packets built */
    uint64_t available, begin;
} emuq_net_work_t;

/** What an iME looks at in a message that waits. */
typedef struct emuq_net_candidate {
    uint32_t work;
    uint16_t map;  /**< as that of the message */
    uint8_t size;  /**< of its next packet, in chunks */
    uint8_t class; /**< from 1; the higher is served first */
} emuq_net_candidate_t;

/** First and last of a list of packets. */
typedef struct emuq_net_list {
    uint32_t head, tail;
} emuq_net_list_t;

/** What choices look at of the first packet of a queue, emuq_net_route(): packets themselves are looked at
 * only when they arrive, and when they become first. */
typedef struct emuq_net_first {
    uint16_t want;    /**< see above; what is still to be started */
    uint16_t dynamic; /**< links of want that it may take in channel 0 */
    uint8_t ordered;  /**< link of the dimension order */
    uint8_t size;     /**< chunks */
    uint8_t vc;       /**< of its header */
} emuq_net_first_t;

/** A queue of a buffer. */
typedef struct emuq_net_queue {
    emuq_net_list_t list;
    emuq_net_first_t first;
} emuq_net_queue_t;

/** Buffer of a channel of a receiver: queues; or slots in the order of arrival, each a queue of one packet.
 * As long as two queues are enough, all is in the first cache line. */
typedef struct emuq_net_buffer {
    _Alignas(EMUQ_NET_LINE) uint64_t came; /**< packets, since the machine was made */
    uint64_t left; /**< cycles at which packets began to leave, less those at which they came: sum of all */
    uint8_t heads; /**< bit: there is a packet */
    uint8_t turn;  /**< queue that is asked first */
    uint8_t length[EMUQ_NET_HEADS]; /**< packets of a queue */
    emuq_net_queue_t queue[EMUQ_NET_HEADS];
} emuq_net_buffer_t;

/** Network injection FIFO. */
typedef struct emuq_net_injection {
    emuq_net_list_t list;
    uint16_t room; /**< chunks; a packet has its room until its tail has left */
    bool leaving;  /**< a packet, which is no longer in the list, is on its way out */
    emuq_net_first_t first;
} emuq_net_injection_t;

/** Network reception FIFO and its rME. */
typedef struct emuq_net_reception {
    emuq_net_list_t list;    /**< complete packets in the FIFO */
    emuq_net_list_t drained; /**< packets that the client is to get */
    uint16_t room;           /**< chunks */
    uint16_t due;            /**< packets of drained that are visible */
    bool draining, refused;
} emuq_net_reception_t;

typedef struct emuq_net_trees emuq_net_trees_t;     /**< trees of a node: tree.c */
typedef struct emuq_net_signals emuq_net_signals_t; /**< interrupts of a node: interrupt.c */

/** A node, by cache lines. All events look at the first one: sets, and what a link or a receiver is asked of
 * by most packets. The second one is of messages that wait and of what injection FIFOs want, the third one of
 * choices: units that ask for links, and where these lead. The fourth one is of links that are granted. */
typedef struct emuq_net_node {
    /** Units that may have something that can start; emuq_net_offer(). */
    _Alignas(EMUQ_NET_LINE) uint32_t dirty;
    uint16_t fresh;   /**< wants that may have become possible */
    uint16_t free;    /**< links that are free */
    uint16_t asked;   /**< links that units ask for */
    uint16_t engines; /**< iMEs that may find a packet to build */
    uint16_t idle;    /**< iMEs that are idle */
    bool touched;     /**< is on the list of nodes of this cycle */
    bool collective;  /**< trees have packets here, or interrupts something to tell: they look for themselves
                           what they can do */
    uint8_t tokens[EMUQ_NET_LINKS]; /**< of channel 0; emuq_net_tokens() */
    uint8_t heads[EMUQ_NET_LINKS];  /**< channels in which a receiver has packets */
    uint16_t want[EMUQ_NET_UNITS];  /**< of all heads of a unit; emuq_net_ask() */
    emuq_net_candidate_t *waiting;  /**< messages that wait for an iME */
    uint32_t waiting_count, waiting_room;
    uint64_t memory; /**< when DDR has done all that it was asked for, in parts of a cycle: 1 / memory.rate */
    uint8_t waiting_least; /**< no packet of a message that waits is smaller, in chunks */
    bool spills;           /**< its payloads are in DDR: emuq_net_spill() */
    uint16_t roomy;        /**< injection FIFOs with room for any packet; emuq_net_make_room() */
    /** As want, by link: bits of units. */
    _Alignas(EMUQ_NET_LINE) uint32_t asks[EMUQ_NET_LINKS];
    uint32_t receiving; /**< the same of all kinds of reception */
    uint32_t urgent;    /**< units that have packets of classes above 0 */
    uint32_t wires;     /**< kinds of wires of its links, two bits each */
    uint16_t wraps;     /**< links that close a ring */
    /** What links have sent in channel 0 and is not in the counts of the machine yet; emuq_net_tally(). */
    _Alignas(EMUQ_NET_LINE) uint32_t recent[EMUQ_NET_LINKS];
    uint8_t through[EMUQ_NET_LINKS];  /**< grants of class 0 to receivers in a row; emuq_net_through() */
    uint32_t draws;                   /**< random numbers drawn */
    uint8_t entering[EMUQ_NET_LINKS]; /**< reception FIFOs that a receiver feeds now, want >> 12 */
    uint8_t busy[EMUQ_NET_LINKS];     /**< paths of a receiver in channel 0 that carry a packet;
                                         emuq_net_busy() */
    emuq_net_trees_t *trees;          /**< NULL: the node is in no tree */
    emuq_net_signals_t *signals;      /**< NULL: the node has no interrupts */
    uint8_t other_tokens[EMUQ_NET_CHANNELS - 1][EMUQ_NET_LINKS]; /**< as tokens, of the other channels */
    uint8_t other_busy[EMUQ_NET_VCS - 1][EMUQ_NET_LINKS];        /**< as busy, of the other channels */
    uint8_t other_through[EMUQ_NET_CLASSES - 1][EMUQ_NET_LINKS]; /**< as through, of the other classes */
    emuq_net_injection_t injection[EMUQ_NET_FIFOS];
    emuq_net_reception_t reception[EMUQ_NET_FIFOS];
} emuq_net_node_t;

_Static_assert(offsetof(emuq_net_node_t, want) + EMUQ_NET_FIFO_UNIT * sizeof(uint16_t) == EMUQ_NET_LINE,
               "what receivers want ends the first line of a node");
_Static_assert(offsetof(emuq_net_buffer_t, queue) + 2 * sizeof(emuq_net_queue_t) <= EMUQ_NET_LINE,
               "two queues lie in the first line of a buffer");
_Static_assert(sizeof(emuq_net_record_t) == EMUQ_NET_LINE, "a packet is a line");

typedef struct emuq_net_line emuq_net_line_t; /**< sending end of a link with errors: errors.c */
typedef struct emuq_net_crew emuq_net_crew_t; /**< threads of a machine: parts.c */

/** An event of a node of another part. */
typedef struct emuq_net_parcel {
    uint64_t cycle;
    emuq_net_event_t event;
    emuq_net_record_t record; /**< of event #EMUQ_NET_ARRIVE: its packet */
} emuq_net_parcel_t;

/** Events for one of the parts. */
typedef struct emuq_net_box {
    emuq_net_parcel_t *parcel;
    uint32_t count, room;
} emuq_net_box_t;

/** A machine, or a part of one: nodes whose numbers follow each other, on which one thread works at a time.
 *  Arrays by node are those of the machine in all parts. What begins with `calendar` each part has of its
 * own. The machine is its first part as well. */
struct emuq_net {
    emuq_net_parameters_t p;
    emuq_net_shape_t shape;
    emuq_net_client_t client;
    uint64_t seed;
    uint32_t nodes, links;                   /**< links of a node */
    uint32_t tree_inject, tree_receive;      /**< of collectives, as mu.inject and mu.receive */
    uint32_t class[EMUQ_NET_CLASSES];        /**< channels whose packets are of a class */
    uint8_t first[1 << EMUQ_NET_DIMENSIONS]; /**< by dimensions to go: the one that is first in order */
    uint8_t zone[EMUQ_NET_ZONES][1 << EMUQ_NET_DIMENSIONS]; /**< by dimensions to go: those to choose from */
    uint16_t pair[1 << EMUQ_NET_DIMENSIONS];                /**< by dimensions: their links */
    uint32_t step[2]
                 [EMUQ_NET_LINKS];  /**< by whether a link closes a ring: what it adds to the node's number */
    uint32_t hop[EMUQ_NET_WIRES];   /**< by kind of wire: cycles from header to header */
    uint32_t token[EMUQ_NET_WIRES]; /**< cycles of a token from the other end */
    uint8_t (*at)[8];               /**< by node: coordinates */
    emuq_net_node_t *node;
    emuq_net_counts_t *sent;                   /**< by node and link; without what is recent */
    emuq_net_line_t *line;                     /**< by node and link; NULL: links have no errors */
    uint64_t damage[EMUQ_NET_MOST_CHUNKS + 1]; /**< by chunks: probability of an error, in 2^-64 */
    emuq_net_buffer_t *buffer[EMUQ_NET_VCS];   /**< by channel, then by node and link */
    uint32_t *queue;                           /**< by queue and node: number of its last message + 1, or 0 */
    emuq_net_t **part;
    uint32_t parts;
    emuq_net_crew_t *crew; /**< of the first part; NULL: not started */
    uint32_t lookahead;    /**< cycles that an event of another part is ahead, at least */
    emuq_net_calendar_t calendar;
    uint32_t base, count;  /**< nodes: the first, how many */
    emuq_net_box_t *boxes; /**< by set and part: parts.c */
    emuq_net_box_t *out;   /**< those of the present window, by part */
    uint64_t earliest;     /**< cycle of an event in them; UINT64_MAX: they are empty */
    uint64_t windows;      /**< so far */
    uint32_t *touched;     /**< nodes with events in this cycle */
    uint32_t touched_count;
    uint32_t deferred; /**< in a choice: links that a packet could take, but prefers another one */
    emuq_net_record_t *packet;
    uint32_t packet_count, packet_room, packet_free;
    emuq_net_work_t *work;
    uint32_t work_count, work_room, work_free;
    uint64_t present; /**< packets */
};

/** Number of the part that a node is in: part k begins with node nodes * k / parts. */
static inline uint32_t emuq_net_part_number(const emuq_net_t *net, uint32_t node)
{
    return (uint32_t)((((uint64_t)node + 1) * net->parts - 1) / net->nodes);
}

static inline emuq_net_t *emuq_net_part_of(const emuq_net_t *net, uint32_t node)
{
    return net->part[emuq_net_part_number(net, node)];
}

/** The node that a link leads to. The link does not leave a mesh. */
static inline uint32_t emuq_net_over(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    return node + net->step[net->node[node].wraps >> link & 1][link];
}

/** The kind of wire of a link, emuq_net_wire_t. */
static inline uint32_t emuq_net_wire_of(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    return net->node[node].wires >> 2 * link & 3;
}

/** Tokens of a channel, by link. */
static inline uint8_t *emuq_net_tokens(emuq_net_node_t *n, uint32_t vc)
{
    return vc == 0 ? n->tokens : n->other_tokens[vc - 1];
}

/** How many tokens of a channel a link has. */
static inline uint32_t emuq_net_room(const emuq_net_node_t *n, uint32_t vc, uint32_t link)
{
    return vc == 0 ? n->tokens[link] : n->other_tokens[vc - 1][link];
}

static inline emuq_net_buffer_t *emuq_net_buffer_of(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                                                    uint32_t vc)
{
    return &net->buffer[vc][node * net->links + receiver];
}

/** Paths of a channel that carry a packet, by receiver. */
static inline uint8_t *emuq_net_busy(emuq_net_node_t *n, uint32_t vc)
{
    return vc == 0 ? n->busy : n->other_busy[vc - 1];
}

/** Whether a channel of a receiver has a path for one more packet. */
static inline bool emuq_net_has_path(const emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc)
{
    return emuq_net_busy(&net->node[node], vc)[receiver] < net->p.router.paths;
}

/** Grants of a class to receivers in a row, by link. */
static inline uint8_t *emuq_net_through(emuq_net_node_t *n, uint32_t class)
{
    return class == 0 ? n->through : n->other_through[class - 1];
}

static inline emuq_net_counts_t *emuq_net_sent_of(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    return &net->sent[node * net->links + link];
}

/** What a packet of @p size chunks takes of the room of a channel. */
static inline uint32_t emuq_net_cost(const emuq_net_t *net, uint32_t vc, uint32_t size)
{
    return net->p.vc[vc].chunks ? size : 1;
}

/** The network FIFO in which a packet is received that came through @p receiver. */
static inline uint32_t emuq_net_reception_fifo(uint32_t want, uint32_t receiver)
{
    return want == EMUQ_NET_WANT_HP   ? EMUQ_NET_HP
           : want == EMUQ_NET_WANT_IO ? EMUQ_NET_IO
                                      : receiver % EMUQ_NET_L0;
}

/** Notes that a unit wants something more. @param urgent its packet is of a class above 0 */
static inline void emuq_net_ask(emuq_net_node_t *n, uint32_t unit, uint32_t want, bool urgent)
{
    uint32_t bit = 1u << unit;
    for (uint32_t links = want & EMUQ_NET_WANT_LINKS; links != 0; links &= links - 1)
        n->asks[__builtin_ctz(links)] |= bit;
    n->asked |= (uint16_t)(want & EMUQ_NET_WANT_LINKS);
    n->want[unit] |= (uint16_t)want;
    if (want & ~EMUQ_NET_WANT_LINKS)
        n->receiving |= bit;
    if (urgent)
        n->urgent |= bit;
}

/** Notes that a unit wants nothing any more. */
static inline void emuq_net_withdraw(emuq_net_node_t *n, uint32_t unit)
{
    uint32_t bit = 1u << unit;
    for (uint32_t links = n->want[unit] & EMUQ_NET_WANT_LINKS; links != 0; links &= links - 1)
        if ((n->asks[__builtin_ctz(links)] &= ~bit) == 0)
            n->asked &= (uint16_t) ~(links & -links);
    n->want[unit] = 0;
    n->receiving &= ~bit;
    n->urgent &= ~bit;
}

/** Notes that a unit may have something new to offer. For links that are busy that is nothing to choose from
 *  now: when one of them is free again, all units that ask for it are looked at. */
static inline void emuq_net_offer(emuq_net_node_t *n, uint32_t unit)
{
    if (n->want[unit] & (n->free | ~EMUQ_NET_WANT_LINKS))
        n->dirty |= 1u << unit;
}

/** Adds to the room of an injection FIFO. */
static inline void emuq_net_make_room(emuq_net_node_t *n, uint32_t fifo, int chunks)
{
    uint32_t room = n->injection[fifo].room + (uint32_t)chunks;
    n->injection[fifo].room = (uint16_t)room;
    n->roomy = (uint16_t)((n->roomy & ~(1u << fifo)) | (uint32_t)(room >= EMUQ_NET_MOST_CHUNKS) << fifo);
}

/** Posts an event some cycles ahead. */
static inline void emuq_net_after(emuq_net_t *net, uint64_t cycles, emuq_net_event_t event)
{
    emuq_net_post(&net->calendar, net->calendar.now + cycles, event);
}

/** The cycle of a tick that a client names. @return false: it is past, or too far ahead */
static inline bool emuq_net_cycle_of(const emuq_net_t *net, uint64_t tick, uint64_t *cycle)
{
    uint32_t length = net->p.clock.cycle;
    *cycle = (tick + length - 1) / length;
    return tick <= UINT64_MAX / 2 && *cycle >= net->calendar.now;
}

/** Checks numbers and links of a class route. @return 0 or -EINVAL */
int emuq_net_check_tree(const emuq_net_t *net, uint32_t node, uint32_t tree, const emuq_net_tree_t *what);

/** Takes a packet record that nobody has had yet. @return its number */
uint32_t emuq_net_more_packets(emuq_net_t *net);

/** Takes a packet record, number of it; emuq_net_drop_packet() gives it back. */
static inline uint32_t emuq_net_take_packet(emuq_net_t *net)
{
    uint32_t packet = net->packet_free;
    net->present++;
    if (packet == EMUQ_NET_NONE_ITEM)
        return emuq_net_more_packets(net);
    net->packet_free = net->packet[packet].next;
    return packet;
}

static inline void emuq_net_drop_packet(emuq_net_t *net, uint32_t packet)
{
    net->present--;
    net->packet[packet].next = net->packet_free;
    net->packet_free = packet;
}

/** The same of messages. */
uint32_t emuq_net_take_work(emuq_net_t *net);
void emuq_net_drop_work(emuq_net_t *net, uint32_t work);

/** Puts a packet at the end of a list. */
static inline void emuq_net_append(emuq_net_t *net, emuq_net_list_t *list, uint32_t packet)
{
    net->packet[packet].next = EMUQ_NET_NONE_ITEM;
    if (list->head == EMUQ_NET_NONE_ITEM)
        list->head = packet;
    else
        net->packet[list->tail].next = packet;
    list->tail = packet;
}

/** Takes the first packet of a list, which has one. */
static inline uint32_t emuq_net_remove(emuq_net_t *net, emuq_net_list_t *list)
{
    uint32_t packet = list->head;
    list->head = net->packet[packet].next;
    return packet;
}

/** A random number: a hash of the seed, a node, and a number that differs from draw to draw. */
static inline uint64_t emuq_net_hash(const emuq_net_t *net, uint32_t node, uint64_t number)
{
    uint64_t x = (net->seed ^ (uint64_t)node << 32) + number * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/** A random number below @p bound, at most 2^16; by how often the node drew. */
static inline uint32_t emuq_net_draw(emuq_net_t *net, uint32_t node, uint32_t bound)
{
    return (uint32_t)((emuq_net_hash(net, node, net->node[node].draws++) >> 40) * bound >> 24);
}

/** Number of one bit of a mask that is not 0, chosen at random. */
static inline uint32_t emuq_net_draw_bit(emuq_net_t *net, uint32_t node, uint32_t mask)
{
    uint32_t skip = 0;
    if ((mask & (mask - 1)) != 0)
        skip = emuq_net_draw(net, node, (uint32_t)__builtin_popcount(mask));
    while (skip-- > 0)
        mask &= mask - 1;
    return (uint32_t)__builtin_ctz(mask);
}

#endif /* EMUQ_NETWORK_MACHINE_H */
