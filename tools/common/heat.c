/* SPDX-License-Identifier: BSD-3-Clause */
/* Heat map of links, SVG: a plane of nodes for each pair of dimensions, as a matrix of pairs. Bars and
 * arrows show the two directions of a link: traffic keeps to the right. */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "tools/common/svg.h"

#define MARGIN    10  /* around the picture */
#define AXIS      12  /* names of dimensions, above and left of the planes */
#define GAP       8   /* between planes */
#define PITCH_MAX 30  /* units between nodes */
#define STUB      0.5 /* pitches of a link that closes a ring, beyond the last node */
#define LEGEND    58  /* height */
#define BAR       120 /* width of the colour scale */
#define PLANES    (EMUQ_HEAT_DIMENSIONS * (EMUQ_HEAT_DIMENSIONS - 1) / 2)

/* A plane of nodes: dimension y down, x right; a single row if both are equal. */
typedef struct plane {
    uint32_t y, x;
    uint32_t rows, columns;
    double *value; /* indexed by row, column and side: Y-, Y+, X-, X+ */
    double left, top;
} plane_t;

typedef struct heat {
    const emuq_heat_map_t *map;
    uint32_t nodes;
    FILE *out;
    plane_t plane[PLANES];
    uint32_t planes;
    double pitch;  /* units between nodes */
    double bottom; /* lower edge of all planes */
    double mean, most;
    uint32_t averaged; /* largest number of links of a bar */
} heat_t;

static double *heat_cell(const plane_t *p, uint32_t row, uint32_t column, uint32_t side)
{
    return &p->value[(row * p->columns + column) * 4 + side];
}

static uint32_t heat_others(const heat_t *h, const plane_t *p)
{
    return h->nodes / (p->rows * p->columns);
}

/* Coordinates of a node: the last dimension varies fastest. */
static void heat_coordinates(const emuq_heat_map_t *m, uint32_t node, uint32_t at[EMUQ_HEAT_DIMENSIONS])
{
    for (uint32_t d = m->dimensions; d-- > 0; node /= m->size[d])
        at[d] = node % m->size[d];
}

static double heat_value(const heat_t *h, uint32_t node, uint32_t link)
{
    return h->map->value[(size_t)node * 2 * h->map->dimensions + link];
}

/* Whether a link closes a ring. @param at coordinate of the node */
static bool heat_wraps(const emuq_heat_map_t *m, uint32_t link, uint32_t at)
{
    return at == (link % 2 ? m->size[link / 2] - 1 : 0);
}

static bool heat_has_link(const emuq_heat_map_t *m, uint32_t link, uint32_t at)
{
    return m->size[link / 2] > 1 && (!heat_wraps(m, link, at) || (m->torus >> link / 2 & 1) != 0);
}

static void heat_average(const heat_t *h, const plane_t *p)
{
    double others = heat_others(h, p);
    for (uint32_t node = 0; node < h->nodes; node++) {
        uint32_t at[EMUQ_HEAT_DIMENSIONS];
        heat_coordinates(h->map, node, at);
        for (uint32_t side = p->rows > 1 ? 0 : 2; side < 4; side++) {
            uint32_t dimension = side < 2 ? p->y : p->x;
            *heat_cell(p, p->rows > 1 ? at[p->y] : 0, at[p->x], side) +=
                heat_value(h, node, 2 * dimension + side % 2) / others;
        }
    }
}

static int heat_add_plane(heat_t *h, uint32_t y, uint32_t x)
{
    plane_t *p = &h->plane[h->planes];
    *p = (plane_t){.y = y, .x = x, .rows = y != x ? h->map->size[y] : 1, .columns = h->map->size[x]};
    p->value = calloc((size_t)p->rows * p->columns * 4, sizeof *p->value);
    if (p->value == NULL)
        return -ENOMEM;
    h->planes++;
    h->averaged = heat_others(h, p) > h->averaged ? heat_others(h, p) : h->averaged;
    heat_average(h, p);
    return 0;
}

/* Adds the planes of all pairs of dimensions with several nodes, or a row. */
static int heat_add_planes(heat_t *h)
{
    const emuq_heat_map_t *s = h->map;
    int rc = 0;
    for (uint32_t y = 0; y < s->dimensions; y++)
        for (uint32_t x = y + 1; x < s->dimensions && rc == 0; x++)
            if (s->size[y] > 1 && s->size[x] > 1)
                rc = heat_add_plane(h, y, x);
    for (uint32_t d = s->dimensions; d-- > 0 && h->planes == 0 && rc == 0;)
        if (s->size[d] > 1 || d == 0)
            rc = heat_add_plane(h, d, d);
    return rc;
}

static void heat_summarise(heat_t *h)
{
    double sum = 0, count = 0;
    for (uint32_t node = 0; node < h->nodes; node++) {
        uint32_t at[EMUQ_HEAT_DIMENSIONS];
        heat_coordinates(h->map, node, at);
        for (uint32_t link = 0; link < 2 * h->map->dimensions; link++) {
            if (!heat_has_link(h->map, link, at[link / 2]))
                continue;
            h->most = fmax(h->most, heat_value(h, node, link));
            sum += heat_value(h, node, link);
            count++;
        }
    }
    h->mean = count > 0 ? sum / count : 0;
}

/* Pitches of a side of a plane, with the ends of rings. */
static double heat_length(uint32_t nodes)
{
    return nodes - 1 + 2 * STUB;
}

/* Places the planes of dimension y in row y of a matrix, of dimension x in column x. @param top of the matrix
 */
static void heat_layout(heat_t *h, double top)
{
    double wide[EMUQ_HEAT_DIMENSIONS] = {0}, high[EMUQ_HEAT_DIMENSIONS] = {0}, all = 0, columns = 0;
    for (const plane_t *p = h->plane; p < h->plane + h->planes; p++) {
        wide[p->x] = heat_length(p->columns);
        high[p->y] = fmax(high[p->y], heat_length(p->rows));
    }
    for (uint32_t d = 0; d < EMUQ_HEAT_DIMENSIONS; d++) {
        all += wide[d];
        columns += wide[d] > 0;
    }
    h->pitch = fmin(PITCH_MAX, (EMUQ_SVG_WIDTH - 2 * MARGIN - AXIS - (columns - 1) * (GAP + AXIS)) / all);
    double rest = EMUQ_SVG_WIDTH - 2 * MARGIN - AXIS - (columns - 1) * (GAP + AXIS) - all * h->pitch;
    for (plane_t *p = h->plane; p < h->plane + h->planes; p++) {
        p->left = MARGIN + AXIS + rest / 2;
        p->top = top + AXIS;
        for (uint32_t d = 0; d < p->x; d++)
            p->left += wide[d] > 0 ? wide[d] * h->pitch + GAP + AXIS : 0;
        for (uint32_t d = 0; d < p->y; d++)
            p->top += high[d] > 0 ? high[d] * h->pitch + GAP + AXIS : 0;
        h->bottom = fmax(h->bottom, p->top + heat_length(p->rows) * h->pitch);
    }
}

/* An arrow between two nodes, or a part of it: along an axis, right of its direction of travel.
 * @param from,to along the axis; @param across middle of the line of nodes */
static void heat_draw_arrow(const heat_t *h, bool horizontal, double from, double to, double across)
{
    double sign = to > from ? 1 : -1, width = h->pitch * 0.17, middle = h->pitch * 0.115;
    double side = across + (horizontal ? sign : -sign) * middle,
           neck = to - sign * fmin(fabs(to - from), width);
    const double along[] = {from, neck, to, neck, from};
    const double beside[] = {-width / 2, -width / 2, 0, width / 2, width / 2};
    for (int i = 0; i < 5; i++) {
        double a = along[i], b = side + beside[i];
        fprintf(h->out, "%c%.2f %.2f", i == 0 ? 'M' : 'L', horizontal ? a : b, horizontal ? b : a);
    }
    fputc('Z', h->out);
}

/* Name of a link: its line of the plane, and the two nodes. */
static void heat_name_link(const heat_t *h, const plane_t *p, uint32_t row, uint32_t column, uint32_t side)
{
    bool horizontal = side >= 2, plus = side % 2;
    uint32_t d = horizontal ? p->x : p->y, at = horizontal ? column : row, size = h->map->size[d];
    fprintf(h->out, "%c %u to %u", h->map->axes[d], at, (at + (plus ? 1 : size - 1)) % size);
    if (p->rows > 1)
        fprintf(h->out, ", %c %u", h->map->axes[horizontal ? p->y : p->x], horizontal ? row : column);
    fprintf(h->out, ": %.*f %s", h->map->decimals, *heat_cell(p, row, column, side), h->map->unit);
    if (heat_others(h, p) > 1)
        fprintf(h->out, ", mean of %u links", heat_others(h, p));
}

/* Draws a link between two nodes. A link that closes a ring is drawn at both ends. */
static void heat_draw_link(const heat_t *h, const plane_t *p, uint32_t row, uint32_t column, uint32_t side)
{
    bool horizontal = side >= 2, plus = side % 2;
    uint32_t dimension = horizontal ? p->x : p->y, at = horizontal ? column : row;
    uint32_t size = h->map->size[dimension];
    bool wraps = heat_wraps(h->map, 2 * dimension + plus, at);
    if (!heat_has_link(h->map, 2 * dimension + plus, at))
        return;
    char colour[8];
    double sign = plus ? 1 : -1, node = h->pitch * 0.2,
           origin = (horizontal ? p->left : p->top) + h->pitch * STUB;
    double across = (horizontal ? p->top + row * h->pitch : p->left + column * h->pitch) + h->pitch * STUB;
    double from = origin + at * h->pitch + sign * node;
    emuq_svg_share_colour(colour, *heat_cell(p, row, column, side) / h->map->full);
    fprintf(h->out, "<path fill=\"%s\" d=\"", colour);
    if (wraps) {
        double last = origin + (plus ? 0 : (size - 1) * h->pitch);
        heat_draw_arrow(h, horizontal, from, from + sign * (h->pitch * STUB - node), across);
        heat_draw_arrow(h, horizontal, last - sign * h->pitch * STUB, last - sign * node, across);
    } else {
        heat_draw_arrow(h, horizontal, from, from + sign * (h->pitch - 2 * node), across);
    }
    fputs("\"><title>", h->out);
    heat_name_link(h, p, row, column, side);
    fputs("</title></path>\n", h->out);
}

static void heat_draw_plane(const heat_t *h, const plane_t *p)
{
    double middle = (p->columns - 1 + 2 * STUB) * h->pitch / 2;
    fprintf(h->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"%d\">%c &#8594;</text>\n",
            p->left + middle, p->top - 3, EMUQ_SVG_SMALL, h->map->axes[p->x]);
    if (p->rows > 1)
        fprintf(h->out,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"%d\">%c<tspan x=\"%.1f\" "
                "dy=\"9\">&#8595;</tspan></text>\n",
                p->left - 6, p->top + heat_length(p->rows) * h->pitch / 2 - 2, EMUQ_SVG_SMALL,
                h->map->axes[p->y], p->left - 6);
    fprintf(h->out, "<g stroke=\"#777\" stroke-width=\"%.2f\">\n", fmin(0.35, h->pitch * 0.02));
    for (uint32_t row = 0; row < p->rows; row++)
        for (uint32_t column = 0; column < p->columns; column++)
            for (uint32_t side = p->rows > 1 ? 0 : 2; side < 4; side++)
                heat_draw_link(h, p, row, column, side);
    fputs("</g>\n<g fill=\"#345\">\n", h->out);
    double size = h->pitch * 0.36;
    for (uint32_t row = 0; row < p->rows; row++)
        for (uint32_t column = 0; column < p->columns; column++) {
            fprintf(
                h->out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" rx=\"%.2f\"><title>%c %u",
                p->left + (column + STUB) * h->pitch - size / 2, p->top + (row + STUB) * h->pitch - size / 2,
                size, size, size / 5, h->map->axes[p->x], column);
            if (p->rows > 1)
                fprintf(h->out, ", %c %u", h->map->axes[p->y], row);
            fputs("</title></rect>\n", h->out);
        }
    fputs("</g>\n", h->out);
}

static void legend_mark(const heat_t *h, double left, double top, double value, const char *name)
{
    double x = left + BAR * fmin(value / h->map->full, 1);
    fprintf(h->out, "<path d=\"M%.1f %.1fl-2.5 -4h5z\" fill=\"#000\"><title>%s: %.*f %s</title></path>\n", x,
            top, name, h->map->decimals, value, h->map->unit);
}

static void legend_draw(heat_t *h, double left, double top)
{
    char text[160], colour[8];
    const int steps = 50;
    for (int i = 0; i < steps; i++) {
        emuq_svg_share_colour(colour, (i + 0.5) / steps);
        fprintf(h->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"8\" fill=\"%s\"/>\n",
                left + (double)i * BAR / steps, top, (double)BAR / steps + 0.1, colour);
    }
    fprintf(h->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"8\" fill=\"none\" stroke=\"#777\" "
            "stroke-width=\"0.4\"/>\n",
            left, top, BAR);
    const int marks = h->map->full < 1000 ? 4 : 2;
    for (int i = 0; i <= marks; i++) {
        snprintf(text, sizeof text, "%.*f%s", h->map->full < marks, h->map->full * i / marks,
                 i < marks ? "" : h->map->suffix);
        emuq_svg_label(h->out, left + (double)BAR * i / marks, top + 17,
                       "text-anchor=\"middle\" font-size=\"9\"", text);
    }
    legend_mark(h, left, top, h->mean, "mean of all links");
    legend_mark(h, left, top, h->most, "busiest link");
    snprintf(text, sizeof text, "%s: mean %.0f%s, busiest %.0f%s", h->map->measure, h->mean, h->map->suffix,
             h->most, h->map->suffix);
    emuq_svg_label(h->out, left, top + 30, "font-size=\"9\"", text);
    if (h->averaged > 1) {
        snprintf(text, sizeof text, "arrow: mean of up to %u links", h->averaged);
        emuq_svg_label(h->out, left, top + 41, "font-size=\"9\"", text);
    }
}

/* Two nodes with both directions of their link, as a key. */
static void legend_key(heat_t *h, double left, double top)
{
    double pitch = h->pitch;
    h->pitch = 34;
    for (int side = 0; side < 2; side++) {
        fprintf(h->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"12\" height=\"12\" rx=\"2.4\" fill=\"#345\"/>\n",
                left + 34 * side, top + 1);
        fputs("<path fill=\"#fff\" stroke=\"#000\" stroke-width=\"0.5\" d=\"", h->out);
        heat_draw_arrow(h, true, left + (side ? 33 : 13), left + (side ? 13 : 33), top + 7);
        fputs("\"/>\n", h->out);
    }
    emuq_svg_label(h->out, left + 50, top + 5, "font-size=\"9\"", "two directions,");
    emuq_svg_label(h->out, left + 50, top + 15, "font-size=\"9\"", "right-hand traffic");
    h->pitch = pitch;
}

static void heat_draw(heat_t *h)
{
    const char *title = h->map->title, *description = h->map->description;
    double width = EMUQ_SVG_WIDTH - 2 * MARGIN, top = 16;
    top = emuq_svg_paragraph(NULL, 0, top, width, 11, "", title);
    top = emuq_svg_paragraph(NULL, 0, top, width, EMUQ_SVG_SMALL, "", description);
    double legend = top;
    heat_layout(h, top + (h->averaged > 1 ? LEGEND : LEGEND - 12) - 8);
    emuq_svg_begin(h->out, h->bottom + MARGIN, title);
    top = emuq_svg_paragraph(h->out, MARGIN, 16, width, 11, "font-weight=\"bold\"", title);
    emuq_svg_paragraph(h->out, MARGIN, top, width, EMUQ_SVG_SMALL, "", description);
    legend_draw(h, MARGIN + 4, legend);
    legend_key(h, MARGIN + BAR + 36, legend + 2);
    for (uint32_t i = 0; i < h->planes; i++)
        heat_draw_plane(h, &h->plane[i]);
    emuq_svg_end(h->out);
}

int emuq_svg_heat_map(FILE *out, const emuq_heat_map_t *map)
{
    heat_t h = {.map = map, .nodes = 1, .out = out};
    for (uint32_t d = 0; d < map->dimensions; d++)
        h.nodes *= map->size[d];
    int rc = heat_add_planes(&h);
    heat_summarise(&h);
    if (rc == 0)
        heat_draw(&h);
    for (uint32_t i = 0; i < h.planes; i++)
        free(h.plane[i].value);
    return rc;
}
