/* SPDX-License-Identifier: BSD-3-Clause */
/** @file svg.h  Drawings: curves over axes, as SVG. */
#ifndef EMUQ_NET_SVG_H
#define EMUQ_NET_SVG_H

#include <stdio.h>

/** A diagram with one curve. */
typedef struct traffic_diagram {
    const char *title, *x_label, *y_label;
    const double *x, *y;
    unsigned count;
} traffic_diagram_t;

#define TRAFFIC_DIAGRAM_WIDTH  480 /**< pixels of a diagram */
#define TRAFFIC_DIAGRAM_HEIGHT 340

/** Begins a drawing of a size in pixels. */
void traffic_svg_begin(FILE *out, int width, int height);

void traffic_svg_end(FILE *out);

/** Writes a text with &, < and > escaped. */
void traffic_svg_text(FILE *out, const char *text);

/** Draws a diagram with its upper left corner at (@p left, @p top). */
void traffic_svg_diagram(FILE *out, const traffic_diagram_t *d, int left, int top);

#endif /* EMUQ_NET_SVG_H */
