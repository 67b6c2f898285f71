/* SPDX-License-Identifier: BSD-3-Clause */
/** @file links.h  How busy the links of a machine are in a window of time, by what the links themselves
 * count. */
#ifndef EMUQ_NET_TRAFFIC_LINKS_H
#define EMUQ_NET_TRAFFIC_LINKS_H

#include "network/network.h"

/** What came out. A packet counts when it starts, so windows are right to a packet; and as one from point to
 *  point, though one that trees have combined holds a link for tree.gap_cycles more. */
typedef struct traffic_links {
    double mean;        /**< share of the time that links were busy, of the busiest dimension */
    uint32_t dimension; /**< that one */
    double most;        /**< the same of the busiest link */
    uint64_t *busy;     /**< cycles that each was busy: nodes x directions; NULL: not measured */
} traffic_links_t;

/** Cycles that each link has been busy, so far. @return an array of nodes x directions, to be given back with
 *  free(), or NULL: no memory */
uint64_t *traffic_links_busy(const emuq_net_t *net, const emuq_net_parameters_t *p,
                             const emuq_net_shape_t *shape);

/**
 * Measures what has happened since then.
 * @param links  gets it; undone by traffic_links_free()
 * @param before of traffic_links_busy(); NULL: nothing had happened
 * @param cycles since then
 * @return 0 or -ENOMEM
 */
int traffic_links_window(traffic_links_t *links, const emuq_net_t *net, const emuq_net_parameters_t *p,
                         const emuq_net_shape_t *shape, const uint64_t *before, uint64_t cycles);

void traffic_links_free(traffic_links_t *links);

/** Packets that all links have sent, so far. */
uint64_t traffic_links_packets(const emuq_net_t *net, const emuq_net_shape_t *shape);

/** Packets that all links have sent again after bit errors, each time, so far. */
uint64_t traffic_links_resent(const emuq_net_t *net, const emuq_net_shape_t *shape);

#endif /* EMUQ_NET_TRAFFIC_LINKS_H */
