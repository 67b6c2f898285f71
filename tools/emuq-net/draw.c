/* SPDX-License-Identifier: BSD-3-Clause */
/* Drawings: curves and link usage, SVG. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-net/net.h"

#define LEFT   70 /* pixels around the axes of a diagram */
#define RIGHT  20
#define TOP    36
#define BOTTOM 52

#define DIAGRAM_WIDTH  480
#define DIAGRAM_HEIGHT 340

typedef struct diagram {
    const char *title, *x_label, *y_label;
    const double *x, *y;
    unsigned count;
} diagram_t;

/* Maps values low..high to pixels begin..end. */
typedef struct axis {
    double low, high, step;
    int begin, end;
} axis_t;

static void svg_begin(FILE *out, int width, int height)
{
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
        width, height, width, height, width, height);
}

static void svg_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *entity = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        if (entity != NULL)
            fputs(entity, out);
        else
            fputc(*text, out);
    }
}

/* Distance of axis marks: 1, 2 or 5 times a power of ten, for at most eight marks. */
static double svg_round_step(double range)
{
    double power = pow(10, floor(log10(range / 8)));
    for (int i = 0; i < 3; i++)
        if (range / (power * (double[]){1, 2, 5}[i]) <= 8)
            return power * (double[]){1, 2, 5}[i];
    return power * 10;
}

static axis_t svg_make_axis(double low, double high, int begin, int end)
{
    if (high <= low)
        high = low + 1;
    double step = svg_round_step(high - low);
    return (axis_t){floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step, begin, end};
}

static double svg_position(const axis_t *a, double value)
{
    return a->begin + (value - a->low) / (a->high - a->low) * (a->end - a->begin);
}

static void svg_draw_marks(FILE *out, const axis_t *x, const axis_t *y)
{
    for (double v = x->low; v < x->high + x->step / 2; v += x->step)
        fprintf(out,
                "<path d=\"M%.1f %d V%d\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"middle\">%.6g</text>\n",
                svg_position(x, v), y->begin, y->end, svg_position(x, v), y->begin + 16,
                fabs(v) < x->step / 1e6 ? 0 : v);
    for (double v = y->low; v < y->high + y->step / 2; v += y->step)
        fprintf(out,
                "<path d=\"M%d %.1f H%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%.6g</text>\n",
                x->begin, svg_position(y, v), x->end, x->begin - 6, svg_position(y, v) + 4,
                fabs(v) < y->step / 1e6 ? 0 : v);
}

static void svg_draw_labels(FILE *out, const diagram_t *d, const axis_t *x, const axis_t *y)
{
    fprintf(out, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">", x->begin, y->end - 14);
    svg_text(out, d->title);
    fprintf(out, "</text>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (x->begin + x->end) / 2,
            y->begin + 36);
    svg_text(out, d->x_label);
    fprintf(out, "</text>\n<text transform=\"translate(%d %d) rotate(-90)\" text-anchor=\"middle\">",
            x->begin - 52, (y->begin + y->end) / 2);
    svg_text(out, d->y_label);
    fputs("</text>\n", out);
}

static double svg_extreme(const double *value, unsigned count, double sign)
{
    double best = count > 0 ? value[0] : 0;
    for (unsigned i = 1; i < count; i++)
        if (sign * value[i] > sign * best)
            best = value[i];
    return best;
}

static void svg_diagram(FILE *out, const diagram_t *d, int left, int top)
{
    axis_t x = svg_make_axis(svg_extreme(d->x, d->count, -1), svg_extreme(d->x, d->count, 1), left + LEFT,
                             left + DIAGRAM_WIDTH - RIGHT);
    axis_t y = svg_make_axis(0, svg_extreme(d->y, d->count, 1), top + DIAGRAM_HEIGHT - BOTTOM, top + TOP);
    svg_draw_marks(out, &x, &y);
    svg_draw_labels(out, d, &x, &y);
    fprintf(out, "<path fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\" d=\"");
    for (unsigned i = 0; i < d->count; i++)
        fprintf(out, "%c%.1f %.1f ", i == 0 ? 'M' : 'L', svg_position(&x, d->x[i]),
                svg_position(&y, d->y[i]));
    fputs("\"/>\n", out);
    for (unsigned i = 0; i < d->count; i++)
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#1f5fa8\"/>\n",
                svg_position(&x, d->x[i]), svg_position(&y, d->y[i]));
}

int traffic_curve(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out)
{
    double *x = malloc(3 * count * sizeof *x), *throughput = x + count, *time = throughput + count;
    if (x == NULL)
        return -ENOMEM;
    for (unsigned i = 0; i < count; i++) {
        x[i] = (double)points[i].value / 1e6;
        throughput[i] = traffic_throughput(&points[i].result, &o->parameters);
        time[i] = traffic_ns(&o->parameters, traffic_mean(&points[i].result.measure.all)) / 1000;
    }
    bool load = strcmp(o->sweep.name, "load") == 0;
    const char *label = !load             ? o->sweep.name
                        : o->load_is_rate ? "offered, GB/s per node"
                                          : "offered, share of the peak";
    diagram_t d = {o->setup.workload.pattern.text, label, "accepted, GB/s per node", x, throughput, count};
    svg_begin(out, 2 * DIAGRAM_WIDTH, DIAGRAM_HEIGHT);
    svg_diagram(out, &d, 0, 0);
    d.y = time;
    d.title = "latency";
    d.y_label = "mean, us";
    svg_diagram(out, &d, DIAGRAM_WIDTH, 0);
    fputs("</svg>\n", out);
    free(x);
    return 0;
}

#define PLANE_SIDE 360 /* pixels of the longest side of a plane, approximately */
#define MARGIN     44  /* pixels around a plane */
#define HEADER     64  /* pixels of title and scale, above all planes */
#define MIN_WIDTH  420 /* minimum pixels of the width, for the scale */
#define PLANES     (EMUQ_NET_DIMENSIONS * (EMUQ_NET_DIMENSIONS - 1) / 2)

/* A plane of nodes: dimension y down, x right. Equal dimensions: a column. */
typedef struct plane {
    uint32_t y, x;
    uint32_t rows, columns;
    double *share; /* indexed by row, column and side: Y-, Y+, X-, X+ */
} plane_t;

typedef struct heat {
    const emuq_net_shape_t *shape;
    const traffic_result_t *result;
    FILE *out;
    plane_t plane[PLANES];
    uint32_t planes;
    double pitch; /* pixels between nodes */
    double top;   /* share of the darkest colour */
} heat_t;

static double heat_share(const traffic_result_t *r, const emuq_net_shape_t *shape, uint32_t node,
                         uint32_t direction)
{
    return r->cycles > 0 ? (double)r->links.busy[node * 2 * shape->dimensions + direction] / (double)r->cycles
                         : 0;
}

static double *heat_cell(const plane_t *p, uint32_t row, uint32_t column, uint32_t side)
{
    return &p->share[(row * p->columns + column) * 4 + side];
}

static void heat_average(const heat_t *h, const plane_t *p)
{
    uint32_t nodes = emuq_net_nodes(h->shape);
    double others = (double)nodes / (p->rows * p->columns);
    for (uint32_t node = 0; node < nodes; node++) {
        uint8_t at[EMUQ_NET_DIMENSIONS];
        emuq_net_coordinates(h->shape, node, at);
        for (uint32_t side = 0; side < 4; side++) {
            uint32_t dimension = side < 2 ? p->y : p->x;
            *heat_cell(p, at[p->y], p->columns > 1 ? at[p->x] : 0, side) +=
                heat_share(h->result, h->shape, node, 2 * dimension + side % 2) / others;
        }
    }
}

static int heat_add_plane(heat_t *h, uint32_t y, uint32_t x)
{
    plane_t *p = &h->plane[h->planes];
    *p = (plane_t){y, x, h->shape->size[y], y != x ? h->shape->size[x] : 1, NULL};
    p->share = calloc((size_t)p->rows * p->columns * 4, sizeof *p->share);
    if (p->share == NULL)
        return -ENOMEM;
    h->planes++;
    heat_average(h, p);
    for (uint32_t i = 0; i < p->rows * p->columns * 4; i++)
        h->top = fmax(h->top, p->share[i]);
    return 0;
}

/* Adds the planes of all pairs of dimensions with several nodes, or a column. */
static int heat_add_planes(heat_t *h)
{
    const emuq_net_shape_t *s = h->shape;
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

static void heat_write_colour(const heat_t *h, double share)
{
    static const int stop[][3] = {
        {225, 225, 225}, {254, 204, 92}, {253, 141, 60}, {227, 26, 28}, {90, 0, 20}};
    double position = h->top > 0 ? fmin(share / h->top, 1) * 4 : 0;
    int low = position >= 4 ? 3 : (int)position;
    fputs("#", h->out);
    for (int i = 0; i < 3; i++)
        fprintf(h->out, "%02x",
                (int)lround(stop[low][i] + (position - low) * (stop[low + 1][i] - stop[low][i])));
}

static void heat_draw_scale(const heat_t *h, int left)
{
    const int steps = 40, width = 5;
    for (int i = 0; i < steps; i++) {
        fprintf(h->out, "<rect x=\"%d\" y=\"38\" width=\"%d\" height=\"12\" fill=\"", left + i * width,
                width);
        heat_write_colour(h, h->top * (i + 0.5) / steps);
        fputs("\"/>\n", h->out);
    }
    for (int i = 0; i <= 2; i++)
        fprintf(h->out, "<text x=\"%d\" y=\"62\" text-anchor=\"middle\">%.3g %%</text>\n",
                left + i * steps * width / 2, 100 * h->top * i / 2);
    fprintf(h->out, "<text x=\"%d\" y=\"49\">of the time busy</text>\n", left + steps * width + 12);
}

/* Draws a link up to the next node; a link that closes a ring ends halfway. */
static void heat_draw_link(const heat_t *h, const plane_t *p, uint32_t row, uint32_t column, uint32_t side,
                           double left, double top)
{
    bool across = side >= 2, plus = side % 2;
    uint32_t dimension = across ? p->x : p->y, at = across ? column : row;
    bool wraps = emuq_net_wraps(h->shape, 2 * dimension + plus, at);
    if (h->shape->size[dimension] == 1 || (across && p->columns == 1) ||
        (wraps && !(h->shape->torus >> dimension & 1)))
        return;
    double step = (plus ? 1 : -1) * h->pitch * (wraps ? 0.6 : 1), aside = (plus ? 1 : -1) * h->pitch * 0.12;
    double x = left + column * h->pitch + (across ? 0 : aside),
           y = top + row * h->pitch + (across ? aside : 0);
    fprintf(h->out, "<path d=\"M%.1f %.1f%c%.1f\" stroke=\"", x, y, across ? 'h' : 'v', step);
    heat_write_colour(h, *heat_cell(p, row, column, side));
    fputs("\"/>\n", h->out);
}

static void heat_draw_plane(const heat_t *h, const plane_t *p, double left, double top)
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
            for (uint32_t side = 0; side < 4; side++)
                heat_draw_link(h, p, row, column, side, left, top);
    fputs("</g>\n", h->out);
    for (uint32_t row = 0; row < p->rows; row++)
        for (uint32_t column = 0; column < p->columns; column++)
            fprintf(h->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#345\"/>\n",
                    left + column * h->pitch, top + row * h->pitch, h->pitch * 0.14);
}

/* Pixels of a side of a plane, with margins. */
static double heat_length(const heat_t *h, uint32_t nodes)
{
    return (nodes - 1) * h->pitch + h->pitch * 1.2 + 2 * MARGIN;
}

/* Positions of the planes in a grid, each column and row as large as its largest plane. */
static void heat_layout(const heat_t *h, uint32_t columns, double left[], double top[])
{
    for (uint32_t i = 0; i < h->planes; i++) {
        double *x = &left[i % columns + 1], *y = &top[i / columns + 1];
        *x = fmax(*x, heat_length(h, h->plane[i].columns));
        *y = fmax(*y, heat_length(h, h->plane[i].rows));
    }
    for (uint32_t i = 1; i <= h->planes; i++) {
        left[i] += left[i - 1];
        top[i] += top[i - 1];
    }
}

static void heat_draw(heat_t *h, const char *title)
{
    double left[PLANES + 1] = {0}, top[PLANES + 1] = {HEADER};
    uint32_t longest = 1, columns = (uint32_t)ceil(sqrt(h->planes));
    for (uint32_t d = 0; d < h->shape->dimensions; d++)
        longest = h->shape->size[d] > longest ? h->shape->size[d] : longest;
    h->pitch = fmin(40, fmax(8, (double)PLANE_SIDE / longest));
    heat_layout(h, columns, left, top);
    svg_begin(h->out, (int)fmax(left[columns], MIN_WIDTH), (int)top[h->planes]);
    fprintf(h->out, "<text x=\"%d\" y=\"24\" font-weight=\"bold\">", MARGIN);
    svg_text(h->out, title);
    fputs("</text>\n", h->out);
    heat_draw_scale(h, MARGIN);
    for (uint32_t i = 0; i < h->planes; i++)
        heat_draw_plane(h, &h->plane[i], left[i % columns] + MARGIN + h->pitch * 0.6,
                        top[i / columns] + MARGIN + h->pitch * 0.6);
    fputs("</svg>\n", h->out);
}

int traffic_heat(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out)
{
    char buffer[160];
    emuq_text_t title = emuq_text(buffer, sizeof buffer);
    heat_t h = {.shape = &o->shape, .result = &points[count - 1].result, .out = out};
    int rc = heat_add_planes(&h);
    emuq_text_add(&title, "%s on ", o->setup.workload.pattern.text);
    traffic_shape_print(&o->shape, &title);
    if (o->sweep.wanted)
        emuq_text_add(&title, ", %s = %g", o->sweep.name, (double)points[count - 1].value / 1e6);
    if (rc == 0)
        heat_draw(&h, buffer);
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
                    heat_share(&points[count - 1].result, s, node, direction));
        }
    return 0;
}
