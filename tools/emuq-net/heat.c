/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/heat.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "tools/emuq-net/shape.h"
#include "tools/emuq-net/svg.h"

#define WIDE   360 /* pixels of the longest side of a plane, about */
#define MARGIN 44  /* around a plane */
#define TOP    64  /* above all planes: title and scale */
#define LEAST  420 /* width of a drawing: the scale */
#define PLANES (EMUQ_NET_DIMENSIONS * (EMUQ_NET_DIMENSIONS - 1) / 2)

/* A plane of nodes: dimension y downwards, x to the right; if both are the same, a column. */
typedef struct plane {
    uint32_t y, x;
    uint32_t rows, columns;
    double *share; /* by row, column and way: Y-, Y+, X-, X+ */
} plane_t;

/* A drawing. */
typedef struct heat {
    const emuq_net_shape_t *shape;
    const traffic_result_t *result;
    FILE *out;
    plane_t plane[PLANES];
    uint32_t planes;
    double pitch; /* pixels between nodes */
    double top;   /* share with the last colour */
} heat_t;

/* ---- shares ---- */

static double share_of(const traffic_result_t *r, const emuq_net_shape_t *shape, uint32_t node,
                       uint32_t direction)
{
    return r->cycles > 0 ? (double)r->links.busy[node * 2 * shape->dimensions + direction] / (double)r->cycles
                         : 0;
}

static double *cell(const plane_t *p, uint32_t row, uint32_t column, uint32_t way)
{
    return &p->share[(row * p->columns + column) * 4 + way];
}

static void average(const heat_t *h, const plane_t *p)
{
    uint32_t nodes = emuq_net_nodes(h->shape);
    double others = (double)nodes / (p->rows * p->columns);
    for (uint32_t node = 0; node < nodes; node++) {
        uint8_t at[EMUQ_NET_DIMENSIONS];
        emuq_net_coordinates(h->shape, node, at);
        for (uint32_t way = 0; way < 4; way++) {
            uint32_t dimension = way < 2 ? p->y : p->x;
            *cell(p, at[p->y], p->columns > 1 ? at[p->x] : 0, way) +=
                share_of(h->result, h->shape, node, 2 * dimension + way % 2) / others;
        }
    }
}

static int add_plane(heat_t *h, uint32_t y, uint32_t x)
{
    plane_t *p = &h->plane[h->planes];
    *p = (plane_t){y, x, h->shape->size[y], y != x ? h->shape->size[x] : 1, NULL};
    p->share = calloc((size_t)p->rows * p->columns * 4, sizeof *p->share);
    if (p->share == NULL)
        return -ENOMEM;
    h->planes++;
    average(h, p);
    for (uint32_t i = 0; i < p->rows * p->columns * 4; i++)
        h->top = fmax(h->top, p->share[i]);
    return 0;
}

/* All pairs of dimensions that have more than one node; without a pair the one that has. */
static int add_planes(heat_t *h)
{
    const emuq_net_shape_t *s = h->shape;
    int rc = 0;
    for (uint32_t y = 0; y < s->dimensions; y++)
        for (uint32_t x = y + 1; x < s->dimensions && rc == 0; x++)
            if (s->size[y] > 1 && s->size[x] > 1)
                rc = add_plane(h, y, x);
    for (uint32_t d = s->dimensions; d-- > 0 && h->planes == 0 && rc == 0;)
        if (s->size[d] > 1 || d == 0)
            rc = add_plane(h, d, d);
    return rc;
}

/* ---- colours ---- */

static void write_colour(const heat_t *h, double share)
{
    static const int stop[][3] = {
        {225, 225, 225}, {254, 204, 92}, {253, 141, 60}, {227, 26, 28}, {90, 0, 20}};
    double place = h->top > 0 ? fmin(share / h->top, 1) * 4 : 0;
    int low = place >= 4 ? 3 : (int)place;
    fputs("#", h->out);
    for (int i = 0; i < 3; i++)
        fprintf(h->out, "%02x",
                (int)lround(stop[low][i] + (place - low) * (stop[low + 1][i] - stop[low][i])));
}

static void draw_scale(const heat_t *h, int left)
{
    const int steps = 40, width = 5;
    for (int i = 0; i < steps; i++) {
        fprintf(h->out, "<rect x=\"%d\" y=\"38\" width=\"%d\" height=\"12\" fill=\"", left + i * width,
                width);
        write_colour(h, h->top * (i + 0.5) / steps);
        fputs("\"/>\n", h->out);
    }
    for (int i = 0; i <= 2; i++)
        fprintf(h->out, "<text x=\"%d\" y=\"62\" text-anchor=\"middle\">%.3g %%</text>\n",
                left + i * steps * width / 2, 100 * h->top * i / 2);
    fprintf(h->out, "<text x=\"%d\" y=\"49\">of the time busy</text>\n", left + steps * width + 12);
}

/* ---- planes ---- */

/* Draws the link of a node in one way, as far as the next node or, where it closes a ring, half as far. */
static void draw_link(const heat_t *h, const plane_t *p, uint32_t row, uint32_t column, uint32_t way,
                      double left, double top)
{
    bool across = way >= 2, plus = way % 2;
    uint32_t dimension = across ? p->x : p->y, at = across ? column : row;
    bool wraps = emuq_net_wraps(h->shape, 2 * dimension + plus, at);
    if (h->shape->size[dimension] == 1 || (across && p->columns == 1) ||
        (wraps && !(h->shape->torus >> dimension & 1)))
        return;
    double step = (plus ? 1 : -1) * h->pitch * (wraps ? 0.6 : 1), aside = (plus ? 1 : -1) * h->pitch * 0.12;
    double x = left + column * h->pitch + (across ? 0 : aside),
           y = top + row * h->pitch + (across ? aside : 0);
    fprintf(h->out, "<path d=\"M%.1f %.1f%c%.1f\" stroke=\"", x, y, across ? 'h' : 'v', step);
    write_colour(h, *cell(p, row, column, way));
    fputs("\"/>\n", h->out);
}

static void draw_plane(const heat_t *h, const plane_t *p, double left, double top)
{
    if (p->columns > 1)
        fprintf(h->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%c &#8594;</text>\n",
                left + (p->columns - 1) * h->pitch / 2, top - h->pitch * 0.6 - 6, 'A' + (int)p->x);
    fprintf(h->out,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%c &#8595;</text>\n<g stroke-width=\"%.1f\">\n",
            left - h->pitch * 0.6 - 6, top + (p->rows - 1) * h->pitch / 2 + 4, 'A' + (int)p->y,
            h->pitch * 0.18);
    for (uint32_t row = 0; row < p->rows; row++)
        for (uint32_t column = 0; column < p->columns; column++)
            for (uint32_t way = 0; way < 4; way++)
                draw_link(h, p, row, column, way, left, top);
    fputs("</g>\n", h->out);
    for (uint32_t row = 0; row < p->rows; row++)
        for (uint32_t column = 0; column < p->columns; column++)
            fprintf(h->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#345\"/>\n",
                    left + column * h->pitch, top + row * h->pitch, h->pitch * 0.14);
}

/* Pixels of a plane in one direction, with what is around it. */
static double length(const heat_t *h, uint32_t nodes)
{
    return (nodes - 1) * h->pitch + h->pitch * 1.2 + 2 * MARGIN;
}

/* Where columns and rows of planes begin: each as wide, or as high, as its largest plane. */
static void lay_out(const heat_t *h, uint32_t columns, double left[], double top[])
{
    for (uint32_t i = 0; i < h->planes; i++) {
        double *x = &left[i % columns + 1], *y = &top[i / columns + 1];
        *x = fmax(*x, length(h, h->plane[i].columns));
        *y = fmax(*y, length(h, h->plane[i].rows));
    }
    for (uint32_t i = 1; i <= h->planes; i++) {
        left[i] += left[i - 1];
        top[i] += top[i - 1];
    }
}

static void draw(heat_t *h, const char *title)
{
    double left[PLANES + 1] = {0}, top[PLANES + 1] = {TOP};
    uint32_t longest = 1, columns = (uint32_t)ceil(sqrt(h->planes));
    for (uint32_t d = 0; d < h->shape->dimensions; d++)
        longest = h->shape->size[d] > longest ? h->shape->size[d] : longest;
    h->pitch = fmin(40, fmax(8, (double)WIDE / longest));
    lay_out(h, columns, left, top);
    traffic_svg_begin(h->out, (int)fmax(left[columns], LEAST), (int)top[h->planes]);
    fprintf(h->out, "<text x=\"%d\" y=\"24\" font-weight=\"bold\">", MARGIN);
    traffic_svg_text(h->out, title);
    fputs("</text>\n", h->out);
    draw_scale(h, MARGIN);
    for (uint32_t i = 0; i < h->planes; i++)
        draw_plane(h, &h->plane[i], left[i % columns] + MARGIN + h->pitch * 0.6,
                   top[i / columns] + MARGIN + h->pitch * 0.6);
    traffic_svg_end(h->out);
}

/* ---- all ---- */

int traffic_heat(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out)
{
    char buffer[160];
    emuq_text_t title = emuq_text(buffer, sizeof buffer);
    heat_t h = {.shape = &o->shape, .result = &points[count - 1].result, .out = out};
    int rc = add_planes(&h);
    emuq_text_add(&title, "%s on ", o->setup.workload.pattern.text);
    traffic_shape_print(&o->shape, &title);
    if (o->sweep.wanted)
        emuq_text_add(&title, ", %s = %g", o->sweep.name, (double)points[count - 1].value / 1e6);
    if (rc == 0)
        draw(&h, buffer);
    for (uint32_t i = 0; i < h.planes; i++)
        free(h.plane[i].share);
    return rc;
}

int traffic_heat_csv(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out)
{
    const emuq_net_shape_t *s = &o->shape;
    for (uint32_t d = 0; d < s->dimensions; d++)
        fprintf(out, "%c,", 'a' + (int)d);
    fputs("direction,busy\n", out);
    for (uint32_t node = 0; node < emuq_net_nodes(s); node++)
        for (uint32_t direction = 0; direction < 2 * s->dimensions; direction++) {
            uint8_t at[EMUQ_NET_DIMENSIONS];
            emuq_net_coordinates(s, node, at);
            if (emuq_net_neighbour(s, node, direction) == EMUQ_NET_NOWHERE)
                continue;
            for (uint32_t d = 0; d < s->dimensions; d++)
                fprintf(out, "%u,", at[d]);
            fprintf(out, "%c%c,%.6f\n", 'A' + (int)direction / 2, direction % 2 ? '+' : '-',
                    share_of(&points[count - 1].result, s, node, direction));
        }
    return 0;
}
