/* SPDX-License-Identifier: BSD-3-Clause */
/** @file node.h
 * @brief State of the network: nodes, queues, and wires between links. Private to down.c, network.c and
 * wires.c.
 */
#ifndef APENET_NET_NODE_H
#define APENET_NET_NODE_H

#include "apenet/net/crossbar.h"
#include "apenet/net/network.h"
#include "base/atomic.h"
#include "sync/claim.h"

/* Power of two. An acknowledgement takes at most three times as many words (sent before the words of the
 * other end were read, while it processes them, and until its CREDIT is read), less than 4 credit periods. */
#define WIRE_WORDS    256u
#define QUEUE_SLOTS   8u
#define LINE_SEGMENTS 16u
#define LINE_TIMEOUT  32768u /* words before a resend: both windows of 64 packets may be in flight */
#define PASS_LIMIT    APENET_CROSSBAR_FIFOS
#define ENOUGH        (1u << 20) /* credit of an internal output */
#define LINE          64u

_Static_assert((WIRE_WORDS & (WIRE_WORDS - 1)) == 0, "positions are taken modulo the size");

/* Words on their path from one link to the other; positions grow. */
typedef struct network_wire {
    _Alignas(LINE) uint64_t tail;
    _Alignas(LINE) uint64_t head;
    unsigned stalled;           /* the sender has words and saw no space */
    unsigned is_cut;            /* the words are lost */
    apenet_fault_line_t faults; /* guarded by the claim of the receiver */
    _Alignas(LINE) apenet_word_t word[WIRE_WORDS];
} network_wire_t;

/* Words that have arrived in one datagram or message. */
typedef struct network_segment {
    uint32_t words;
    bool follows_gap; /* words before them are lost */
    apenet_word_t word[APENET_SEGMENT_WORDS];
} network_segment_t;

/* Both directions of an external wire at one end: a ring of arrived segments, and the segments to send.
 * Members behind the ring's positions are guarded by the claim, except `expected`. */
typedef struct network_line {
    _Alignas(LINE) uint64_t tail;
    uint32_t expected; /* number of the next word; of the producer */
    _Alignas(LINE) uint64_t head;
    apenet_fault_line_t faults;   /* of arriving words */
    apenet_fault_line_t outgoing; /* cuts the link with a packet to the peer; damages nothing */
    uint64_t sent;                /* words, the segment in `out` not counted */
    uint64_t next_tick, interval; /* ns; interval 0: the link waits for nothing */
    uint64_t next_credit;         /* ns: arrived words are acknowledged */
    uint32_t progress;            /* apenet_link_progress() at the last tick */
    bool has_arrived;             /* words since the last CREDIT of a tick */
    bool is_cut;                  /* outgoing words are lost */
    bool has_held;
    network_segment_t out, held; /* `out`: 0 words: none; `held`: sent behind the next segment, by a fault */
    uint64_t held_number;
    _Alignas(LINE) network_segment_t slot[LINE_SEGMENTS];
} network_line_t;

typedef struct network_slot {
    apenet_word_t word[APENET_PAYLOAD_WORDS + APENET_ENVELOPE_WORDS];
} network_slot_t;

typedef struct network_queue {
    _Alignas(LINE) uint64_t tail;
    _Alignas(LINE) uint64_t head;
    unsigned starved; /* the producer saw no space */
    _Alignas(LINE) network_slot_t slot[QUEUE_SLOTS];
} network_queue_t;

/* Guarded by the claim, except the words named in the header. Constants and what each packet changes are in
 * separate cache lines. */
typedef struct network_node {
    _Alignas(LINE) emuq_claim_t claim;
    uint32_t active;    /* set of ports that may have words to send; a bit is cleared behind its processing */
    uint32_t fresh;     /* set of inputs that may have a packet without a request; likewise */
    uint32_t requested; /* set of inputs whose first packet is in the crossbar */
    uint32_t sending;   /* set of outputs in transfer */
    uint32_t stalled;   /* set of outputs whose packets wait for credit */
    uint32_t counted;   /* set of ports whose counters have changed since node_count() */
    uint32_t received[APENET_PORTS]; /* words since apenet_wires_transmit() */
    uint32_t written[APENET_PORTS];  /* words sent by apenet_wires_send() since then */
    apenet_grant_t grant[APENET_CROSSBAR_PORTS];
    _Alignas(LINE) uint32_t number; /* from here on constant */
    uint32_t ports, lines;          /* sets of links and external wires */
    bool is_remote;                 /* processed by another host */
    apenet_router_t router;
    uint32_t next[APENET_PORTS];                          /* neighbours */
    apenet_link_t *link[APENET_PORTS];                    /* NULL: none */
    network_wire_t *in[APENET_PORTS], *out[APENET_PORTS]; /* NULL: none, or the wire is external */
    network_line_t *line[APENET_PORTS];                   /* NULL: none, or the wire is in memory */
    apenet_totals_t *totals;                              /* atomic; stored under the claim */
    unsigned is_down[APENET_PORTS]; /* atomic, final; set by another node: router_drop() ends the link */
    unsigned is_stopped;            /* atomic, final */
    _Alignas(LINE) apenet_crossbar_t crossbar;
    apenet_word_t scratch[APENET_PAYLOAD_WORDS]; /* payload with missing words */
    network_queue_t queue[APENET_INJECT_QUEUES];
} network_node_t;

struct apenet_network {
    apenet_lattice_t lattice;
    uint32_t nodes;
    bool has_faults;
    bool can_lose; /* wires lose or damage words: links may go down */
    apenet_fault_plan_t faults;
    unsigned has_down; /* atomic, final: a link is down */
    uint64_t *marked;  /* [words of 64 nodes] */
    network_node_t *node;
    apenet_totals_t *totals; /* [nodes] */
};

typedef struct network_context {
    apenet_network_t *network;
    const apenet_network_hooks_t *hooks;
    void *argument;
} network_context_t;

static inline void network_mark(apenet_network_t *n, uint32_t node)
{
    (void)emuq_or(&n->marked[node / 64], UINT64_C(1) << node % 64);
}

/** Release: publishes is_down and is_stopped. */
static inline void network_publish_down(apenet_network_t *n)
{
    AO_int_store_release(&n->has_down, true);
}

/** Gives the words of all wires to the links of a node. Caller holds the claim. @return whether there were
 * any
 */
bool apenet_wires_receive(network_context_t *c, network_node_t *n);

/** Writes a packet to a wire in memory at once. Caller holds the claim, and calls apenet_wires_transmit()
 * later. @return false: nothing is done, the packet needs the queue of the link */
bool apenet_wires_send(network_node_t *n, unsigned port, unsigned vc, const apenet_network_packet_t *p);

/** Writes the words of all links to their wires. Caller holds the claim. @param[out] again set if a link may
 * have more words now, or has gone down @return whether there were any */
bool apenet_wires_transmit(network_context_t *c, network_node_t *n, bool *again);

/** @return whether no words are on their path to or from a port with a link. Caller holds the claim. */
bool apenet_wires_are_empty(const network_node_t *n, unsigned port);

/** Passes link time at the ports of a node. Caller holds the claim. @param words of time on wires in memory
 * @param now_ns host time @param[out] waits set if a link waits for time to pass @return whether time has
 * passed */
bool apenet_wires_tick(const apenet_network_t *network, network_node_t *n, uint32_t words, uint64_t now_ns,
                       bool *waits);

#endif /* APENET_NET_NODE_H */
