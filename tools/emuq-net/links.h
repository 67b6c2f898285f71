/* SPDX-License-Identifier: BSD-3-Clause */
/** @file links.h  How busy the links of a machine are in a window of time, by what the links themselves
 * count. */
#ifndef EMUQ_NET_TRAFFIC_LINKS_H
#define EMUQ_NET_TRAFFIC_LINKS_H

#include "network/network.h"

/** What came out. */
typedef struct traffic_links {
    double mean;        /**< share of the time that links were busy, of the busiest dimension */
    uint32_t dimension; /**< that one */
    double most;        /**< the same of the busiest link */
} traffic_links_t;

/** Cycles that each link has been busy, so far; a packet counts when it starts, so windows are right to a
 * packet.
 *  @return an array of nodes x directions, to be given back with
 *  free(), or NULL: no memory */
uint64_t *traffic_links_busy(const emuq_net_t *net, const emuq_net_parameters_t *p,
                             const emuq_net_shape_t *shape);

/** What happened between two times. @param before, after of traffic_links_busy() @param cycles between them
 */
traffic_links_t traffic_links_window(const uint64_t *before, const uint64_t *after,
                                     const emuq_net_shape_t *shape, uint64_t cycles);

#endif /* EMUQ_NET_TRAFFIC_LINKS_H */
