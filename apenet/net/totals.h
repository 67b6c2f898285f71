/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file totals.h
 * @brief Totals of a node in packet mode: the 32-bit counters of its links (apenet 8.7), extended to 64 bits.
 *
 * The claim holder of the node updates the totals after it has moved words, before it releases the claim.
 * Other threads and the launcher load them at any time, without order: statistics.
 */
#ifndef APENET_NET_TOTALS_H
#define APENET_NET_TOTALS_H

#include <stdint.h>

#include "apenet/link.h"
#include "apenet/registers.h"

/** Counted objects of an end of a link. */
typedef enum apenet_total {
    APENET_TOTAL_WORDS,          /**< words sent, of all kinds */
    APENET_TOTAL_PACKETS,        /**< packets sent; resends do not count */
    APENET_TOTAL_RESENDS,        /**< headers and footers sent again */
    APENET_TOTAL_REPAIRED,       /**< damaged headers that this end has received again */
    APENET_TOTAL_PAYLOAD_ERRORS, /**< received packets whose PAYLOAD_ERR this end has set */
    APENET_TOTAL_STALLS,         /**< times that packets for this link began to wait for credit */
    APENET_TOTALS
} apenet_total_t;

typedef struct apenet_link_totals {
    _Alignas(64) uint64_t count[APENET_TOTALS];
} apenet_link_totals_t;

/** Totals of a node: atomic, relaxed. */
typedef struct apenet_totals {
    /** By link, as the links of the torus: X-, X+, Y-, Y+, Z-, Z+. A put changes one cache line per hop. */
    apenet_link_totals_t link[APENET_PORTS];
    uint64_t dropped; /**< packets that the router has dropped */
} apenet_totals_t;

/** Index of a port in apenet_totals_t::link. */
static inline unsigned apenet_totals_link(unsigned port)
{
    return 2 * (port % 3) + (port < 3 ? 1 : 0);
}

/** Adds what the counters of a link have grown since the previous call, less than 2^32. Caller holds the
 * claim. */
void apenet_totals_update(apenet_totals_t *totals, unsigned port, const apenet_link_counters_t *counters);

#endif /* APENET_NET_TOTALS_H */
