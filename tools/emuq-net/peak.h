/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file peak.h
 * @brief What a pattern could reach at most, and how far it goes: closed forms.
 *
 * A cut between two neighbouring coordinates of a dimension has so many links in each direction as there are
 * nodes in a plane; all packets between its sides cross it. The peak is the rate at which the busiest cut has
 * no idle link, if all nodes send equally often. No routing can be better; adaptive routing comes close if it
 * can spread packets over the links of a cut.
 */
#ifndef EMUQ_NET_PEAK_H
#define EMUQ_NET_PEAK_H

#include "network/parameters.h"
#include "tools/emuq-net/pattern.h"

/** What is known of a pattern without a simulation. */
typedef struct traffic_peak {
    double rate; /**< link rates that a node can send at, if all links of the busiest cut are busy; 0: nothing
                    is sent */
    double mean; /**< the same, averaged over all nodes: less if a pattern lets some nodes send nothing */
    double hops; /**< mean distance of a message */
    uint32_t dimension; /**< of the busiest cut */
} traffic_peak_t;

/** Finds the peak. Random destinations are counted by their probabilities; messages that a pattern does not
 * send count as sent nowhere. */
traffic_peak_t traffic_peak(const traffic_pattern_t *p);

/** Mean of the cycles that a message of @p least to @p most bytes (all equally often) keeps a link busy. */
double traffic_mean_busy(const emuq_net_parameters_t *p, uint32_t least, uint32_t most);

#endif /* EMUQ_NET_PEAK_H */
