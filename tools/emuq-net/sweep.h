/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sweep.h  All runs that a command line asks for. */
#ifndef EMUQ_NET_SWEEP_H
#define EMUQ_NET_SWEEP_H

#include "tools/emuq-net/report.h"

/**
 * Runs the one run, or one per value of the sweep, in order.
 * @param o      its parameters have the last value afterwards
 * @param each   called after each run; NULL: none
 * @param points gets an array, to be given to traffic_sweep_free(); its length is in @p count
 * @return 0 or a negative errno with the reason in @p why: -EINVAL a value is not possible
 */
int traffic_sweep_run(traffic_options_t *o,
                      void (*each)(const traffic_options_t *o, const traffic_point_t *point),
                      traffic_point_t **points, unsigned *count, emuq_text_t *why);

void traffic_sweep_free(traffic_point_t *points, unsigned count);

#endif /* EMUQ_NET_SWEEP_H */
