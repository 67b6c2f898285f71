/* SPDX-License-Identifier: BSD-3-Clause */
/** @file svg.h @brief Pictures as SVG, legible in print at a width of 8 cm: texts of 7 points or more. */
#ifndef EMUQ_TOOLS_SVG_H
#define EMUQ_TOOLS_SVG_H

#include <stdint.h>
#include <stdio.h>

#define EMUQ_SVG_WIDTH 320 /**< units of a picture: 8 cm in print, 640 pixels on a screen */
#define EMUQ_SVG_FONT  10  /**< default size of a text */
#define EMUQ_SVG_SMALL 9   /**< size of descriptions and labels */

/** Starts a picture of EMUQ_SVG_WIDTH units with a white background. @param name title for a screen reader */
void emuq_svg_begin(FILE *out, double height, const char *name);

void emuq_svg_end(FILE *out);

/** Prints text with XML entities. Invalid UTF-8 is read as ISO 8859-1, as by emuq_json_string(). */
void emuq_svg_text(FILE *out, const char *text);

/** Prints a text element at a position. @param style attributes such as text-anchor="end" */
void emuq_svg_label(FILE *out, double x, double y, const char *style, const char *text);

/**
 * Prints a paragraph in lines broken at blanks.
 * @param out   NULL: only measure
 * @param width of the lines, in units
 * @param y     baseline of the first line
 * @return baseline of the line after the last one
 */
double emuq_svg_paragraph(FILE *out, double x, double y, double width, double size, const char *style,
                          const char *text);

/** Width of a text in units, approximately. */
double emuq_svg_text_width(const char *text, double size);

/** Writes a colour for a share, from white (0) by orange to dark red (1): also ordered without colours. */
void emuq_svg_share_colour(char colour[8], double share);

/** Colour of a series in a diagram, distinct also with impaired colour vision. */
const char *emuq_svg_series_colour(unsigned series);

#define EMUQ_HEAT_DIMENSIONS 6 /**< maximum dimensions of a heat map */

/** Traffic of the links of a torus or mesh. */
typedef struct emuq_heat_map {
    uint32_t dimensions;                 /**< 1..EMUQ_HEAT_DIMENSIONS */
    uint32_t size[EMUQ_HEAT_DIMENSIONS]; /**< nodes */
    uint32_t torus;                      /**< bit d: dimension d is a ring */
    const char *axes;                    /**< a letter for each dimension */
    const double *value; /**< [nodes][2 * dimensions]: minus and plus in dimension 0, 1, ...; the last
                            dimension of the node varies fastest */
    double full;         /**< value with the darkest colour, above 0 */
    int decimals;        /**< of printed values */
    const char *unit;    /**< behind the value of a link, such as "words" */
    const char *suffix;  /**< behind values of the legend, such as " %" */
    const char *measure; /**< name of the values in the legend */
    const char *title, *description;
} emuq_heat_map_t;

/** Draws the map. A tooltip names each link with its value. @return 0 or -ENOMEM */
int emuq_svg_heat_map(FILE *out, const emuq_heat_map_t *map);

struct emuq_job;

#define EMUQ_PICTURE_NODES 65536 /**< most nodes of a picture of a partition */

/**
 * Writes a picture of a partition: nodes, coordinates, ranks by the mapping, and the tree of class route 0.
 * @return 0, or a negative errno after printing an error on standard error
 */
int emuq_picture_partition(const struct emuq_job *job, FILE *out);

#endif /* EMUQ_TOOLS_SVG_H */
