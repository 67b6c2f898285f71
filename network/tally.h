/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file tally.h
 * @brief What links have sent. For the files of network/ alone.
 *
 * Most packets go to channel 0. A node keeps a word per link of those that were sent last, and all its words
 * lie in one cache line; the counts of a link, which fill two lines, are looked at when its word is full.
 */
#ifndef EMUQ_NETWORK_TALLY_H
#define EMUQ_NETWORK_TALLY_H

#include "network/machine.h"

/** Bits of a word that count packets; the others count chunks. */
#define EMUQ_NET_RECENT_BITS 13
#define EMUQ_NET_RECENT_MOST ((1u << EMUQ_NET_RECENT_BITS) - 1)

_Static_assert((uint64_t)EMUQ_NET_RECENT_MOST *EMUQ_NET_MOST_CHUNKS < 1u << (32 - EMUQ_NET_RECENT_BITS),
               "a word that is full of packets has room for their chunks");

/** Adds a word to the counts of channel 0. */
static inline void emuq_net_add_recent(emuq_net_counts_t *counts, uint32_t recent)
{
    counts->packets[0] += recent & EMUQ_NET_RECENT_MOST;
    counts->chunks[0] += recent >> EMUQ_NET_RECENT_BITS;
}

/** Counts a packet that starts on a link. @param channel of the buffer at the other end */
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

#endif /* EMUQ_NETWORK_TALLY_H */
