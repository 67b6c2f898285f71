/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file source.h
 * @brief The sources of a run: one per node, which sends the messages of a pattern, at a given rate (open
 * loop), or so that a given number is in the Message Unit (closed loop).
 *
 * The message with number n of a node goes into injection FIFO n mod 64, as the machine's all-to-all does,
 * and may use all network FIFOs. A message for a given direction has an injection FIFO and the network FIFO
 * of that direction for its own, as exchanges between neighbours do: a packet whose link is busy stops no
 * other one. Its tag is the tick of its creation.
 */
#ifndef EMUQ_NET_SOURCE_H
#define EMUQ_NET_SOURCE_H

#include "network/network.h"
#include "tools/emuq-net/pattern.h"

#define TRAFFIC_QUEUES 64 /**< injection FIFOs that a node uses */

/** What sources do. */
typedef struct traffic_workload {
    traffic_pattern_t pattern;
    uint64_t seed;                 /**< of sizes, times and routing */
    uint32_t bytes_min, bytes_max; /**< payload of a message */
    uint64_t interval;    /**< open loop: mean cycles between messages of a node, in 2^-16; 0: closed */
    bool periodic;        /**< open loop: evenly, not at random */
    uint64_t messages;    /**< closed loop: of each node; 0: endless */
    uint32_t outstanding; /**< closed loop: messages of a node that are not yet in the network */
    uint32_t dynamic;     /**< share of dynamically routed messages, in 2^-32; UINT32_MAX: all */
    uint8_t zone;         /**< of dynamic ones */
    uint8_t vc;           /**< 0: by dynamic; else the channel of all */
    bool stay;            /**< packets that have escaped stay in the bubble channel */
} traffic_workload_t;

typedef struct traffic_sources traffic_sources_t;

/** Makes the sources. @param workload stays in use @return 0 or -ENOMEM */
int traffic_sources_open(const traffic_workload_t *workload, uint32_t cycle_ticks,
                         traffic_sources_t **sources);

void traffic_sources_free(traffic_sources_t *s);

/** Open loop: sends all messages that are created before tick @p until, which the network has not reached.
 * Closed loop: the first call sends the first messages. @return 0 or what emuq_net_send() returned */
int traffic_sources_offer(traffic_sources_t *s, emuq_net_t *net, uint64_t until);

/** To be called when a message of @p node has entered the network. Thread-safe for different nodes. */
void traffic_sources_sent(traffic_sources_t *s, emuq_net_t *net, uint32_t node, uint64_t tick);

/** First error of a send from traffic_sources_sent(); 0: none. */
int traffic_sources_error(const traffic_sources_t *s);

/** Bytes that all sources have created so far. */
uint64_t traffic_sources_offered(const traffic_sources_t *s);

/** Payload of the message with a number. Thread-safe. */
uint32_t traffic_message_bytes(const traffic_workload_t *w, uint32_t node, uint64_t number);

/** Network FIFOs for a channel: all of the torus, or those of priority or system packets, or of local copies.
 */
static inline uint16_t traffic_fifo_map(uint8_t vc, bool local)
{
    if (local)
        return 1U << EMUQ_NET_L0 | 1U << EMUQ_NET_L1;
    return vc == EMUQ_NET_VC_PRIORITY ? 1U << EMUQ_NET_HP
           : vc == EMUQ_NET_VC_SYSTEM ? 1U << EMUQ_NET_IO
                                      : (1U << EMUQ_NET_L0) - 1;
}

#endif /* EMUQ_NET_SOURCE_H */
