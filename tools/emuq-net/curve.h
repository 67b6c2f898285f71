/* SPDX-License-Identifier: BSD-3-Clause */
/** @file curve.h  Throughput and latency of a sweep, drawn. */
#ifndef EMUQ_NET_CURVE_H
#define EMUQ_NET_CURVE_H

#include "tools/emuq-net/report.h"

/** Draws both over what is swept, as SVG. @return 0 or -ENOMEM */
int traffic_curve(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out);

#endif /* EMUQ_NET_CURVE_H */
