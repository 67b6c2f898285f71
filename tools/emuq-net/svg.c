/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/svg.h"

#include <math.h>

#define LEFT   70 /* pixels of a diagram around its axes */
#define RIGHT  20
#define TOP    36
#define BOTTOM 52

/* An axis: values from low to high on pixels from begin to end. */
typedef struct axis {
    double low, high, step;
    int begin, end;
} axis_t;

void traffic_svg_begin(FILE *out, int width, int height)
{
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
        width, height, width, height, width, height);
}

void traffic_svg_end(FILE *out)
{
    fputs("</svg>\n", out);
}

void traffic_svg_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        default:
            fputc(*text, out);
        }
}

/* ---- axes ---- */

/* A round distance of marks: 1, 2 or 5 times a power of ten, so that there are at most eight. */
static double round_step(double range)
{
    double power = pow(10, floor(log10(range / 8)));
    for (int i = 0; i < 3; i++)
        if (range / (power * (double[]){1, 2, 5}[i]) <= 8)
            return power * (double[]){1, 2, 5}[i];
    return power * 10;
}

static axis_t make_axis(double low, double high, int begin, int end)
{
    if (high <= low)
        high = low + 1;
    double step = round_step(high - low);
    return (axis_t){floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step, begin, end};
}

static double place(const axis_t *a, double value)
{
    return a->begin + (value - a->low) / (a->high - a->low) * (a->end - a->begin);
}

static void draw_marks(FILE *out, const axis_t *x, const axis_t *y)
{
    for (double v = x->low; v < x->high + x->step / 2; v += x->step)
        fprintf(out,
                "<path d=\"M%.1f %d V%d\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"%d\" "
                "text-anchor=\"middle\">%.6g</text>\n",
                place(x, v), y->begin, y->end, place(x, v), y->begin + 16, fabs(v) < x->step / 1e6 ? 0 : v);
    for (double v = y->low; v < y->high + y->step / 2; v += y->step)
        fprintf(out,
                "<path d=\"M%d %.1f H%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%.1f\" "
                "text-anchor=\"end\">%.6g</text>\n",
                x->begin, place(y, v), x->end, x->begin - 6, place(y, v) + 4,
                fabs(v) < y->step / 1e6 ? 0 : v);
}

static void draw_labels(FILE *out, const traffic_diagram_t *d, const axis_t *x, const axis_t *y)
{
    fprintf(out, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">", x->begin, y->end - 14);
    traffic_svg_text(out, d->title);
    fprintf(out, "</text>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", (x->begin + x->end) / 2,
            y->begin + 36);
    traffic_svg_text(out, d->x_label);
    fprintf(out, "</text>\n<text transform=\"translate(%d %d) rotate(-90)\" text-anchor=\"middle\">",
            x->begin - 52, (y->begin + y->end) / 2);
    traffic_svg_text(out, d->y_label);
    fputs("</text>\n", out);
}

/* ---- diagram ---- */

static double extreme(const double *value, unsigned count, double sign)
{
    double best = count > 0 ? value[0] : 0;
    for (unsigned i = 1; i < count; i++)
        if (sign * value[i] > sign * best)
            best = value[i];
    return best;
}

void traffic_svg_diagram(FILE *out, const traffic_diagram_t *d, int left, int top)
{
    axis_t x = make_axis(extreme(d->x, d->count, -1), extreme(d->x, d->count, 1), left + LEFT,
                         left + TRAFFIC_DIAGRAM_WIDTH - RIGHT);
    axis_t y = make_axis(0, extreme(d->y, d->count, 1), top + TRAFFIC_DIAGRAM_HEIGHT - BOTTOM, top + TOP);
    draw_marks(out, &x, &y);
    draw_labels(out, d, &x, &y);
    fprintf(out, "<path fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\" d=\"");
    for (unsigned i = 0; i < d->count; i++)
        fprintf(out, "%c%.1f %.1f ", i == 0 ? 'M' : 'L', place(&x, d->x[i]), place(&y, d->y[i]));
    fputs("\"/>\n", out);
    for (unsigned i = 0; i < d->count; i++)
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#1f5fa8\"/>\n", place(&x, d->x[i]),
                place(&y, d->y[i]));
}
