/* SPDX-License-Identifier: BSD-3-Clause */
/** @file heat.h  How busy each link is: a drawing, and a table. */
#ifndef EMUQ_NET_HEAT_H
#define EMUQ_NET_HEAT_H

#include "tools/emuq-net/report.h"

/**
 * Draws the links of the last run: a plane of nodes for each pair of dimensions with more than one node, in
 * which a link has the mean of all links that differ in the other dimensions alone.
 * @return 0 or -ENOMEM
 */
int traffic_heat(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out);

/** Prints a line for each link of the last run: coordinates of its node, direction, share of the time that it
 *  was busy; as CSV. @return 0 */
int traffic_heat_csv(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out);

#endif /* EMUQ_NET_HEAT_H */
