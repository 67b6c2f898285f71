/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file measure.h
 * @brief What has arrived, and how long it took: counts of integers, so that sums do not depend on threads.
 */
#ifndef EMUQ_NET_MEASURE_H
#define EMUQ_NET_MEASURE_H

#include "network/network.h"
#include "tools/emuq-net/histogram.h"

#define TRAFFIC_HOPS 256 /**< distances are below this */

/** Packets of one class: all, of a channel, of a distance. */
typedef struct traffic_class {
    uint64_t packets;
    uint64_t cycles; /**< sum of latencies */
} traffic_class_t;

/** Mean latency in cycles; 0: no packets. */
static inline double traffic_mean(const traffic_class_t *c)
{
    return c->packets > 0 ? (double)c->cycles / (double)c->packets : 0;
}

/** A window of time in which packets are counted that arrive. Latency is from the creation of the message. */
typedef struct traffic_measure {
    uint64_t begin, end; /**< ticks: of the window, the end excluded */
    uint32_t cycle;      /**< ticks */
    uint32_t nodes;
    uint64_t *bytes;    /**< per node: payload that its packets have brought, in the window */
    uint64_t *received; /**< per node: payload since the beginning */
    uint64_t *at;       /**< per node: tick of its last arrival */
    uint64_t *checksum; /**< per node: order and time of its arrivals */
    traffic_class_t all, vc[EMUQ_NET_HEADER_VCS], hops[TRAFFIC_HOPS];
    uint64_t hop_sum, busy_sum; /**< packet-hops; cycles that a link was busy with each packet, once */
    uint64_t wait_sum;          /**< cycles of latency before packets entered a network FIFO */
    uint64_t least, most;       /**< latency; least UINT64_MAX: none */
    uint64_t bin[TRAFFIC_BINS];
} traffic_measure_t;

/** Begins with an empty window. @return 0 or -ENOMEM */
int traffic_measure_open(traffic_measure_t *m, uint32_t nodes, uint32_t cycle_ticks);

void traffic_measure_free(traffic_measure_t *m);

/** Begins to count in [begin, end); not while the network runs. */
void traffic_measure_window(traffic_measure_t *m, uint64_t begin, uint64_t end);

/** Counts a packet. @param created tick @param busy cycles of its time on a link. Thread-safe for different
 * nodes. */
void traffic_measure_packet(traffic_measure_t *m, uint32_t node, const emuq_net_packet_t *packet,
                            uint64_t created, uint32_t busy, uint64_t tick);

/** Counts something that has no packet, the end of a barrier. @param begin tick of its begin. Thread-safe for
 * different nodes. */
void traffic_measure_event(traffic_measure_t *m, uint32_t node, uint64_t begin, uint64_t tick);

/** Sum of payload that nodes have received, since the beginning or in the window. */
uint64_t traffic_measure_received(const traffic_measure_t *m);
uint64_t traffic_measure_bytes(const traffic_measure_t *m);

/** Tick of the last arrival. */
uint64_t traffic_measure_last(const traffic_measure_t *m);

/** Digest of all arrivals so far. */
uint64_t traffic_measure_digest(const traffic_measure_t *m);

#endif /* EMUQ_NET_MEASURE_H */
