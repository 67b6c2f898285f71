/* SPDX-License-Identifier: BSD-3-Clause */
/** @file plot.h  Bandwidth over the length of messages, as a picture in SVG. */
#ifndef APENET_BANDWIDTH_PLOT_H
#define APENET_BANDWIDTH_PLOT_H

#include <stddef.h>

/** A point of the curve. */
typedef struct plot_point {
    size_t bytes;     /**< of a message; a power of two */
    double bandwidth; /**< bytes per second */
} plot_point_t;

/** Writes a picture. @param point in the order of their lengths; 2 or more. @return 0 or a negative errno */
int plot_write(const char *path, const char *title, const plot_point_t *point, size_t points);

#endif /* APENET_BANDWIDTH_PLOT_H */
