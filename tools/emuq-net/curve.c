/* SPDX-License-Identifier: BSD-3-Clause */
/* Curves of sweeps, SVG: throughput with its peak above, latency with a band of quantiles below. The sweep on
 * the horizontal axis is that of traffic_sweep_axis(); each combination of the other sweeps is a line. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/svg.h"
#include "tools/emuq-net/net.h"

#define LEFT   48 /* units around the panels */
#define RIGHT  12
#define PANEL  120 /* height of a panel */
#define GAP    30  /* between panels */
#define BOTTOM 36
#define LOG    20 /* ratio of values from which an axis is logarithmic */
#define MARKS  7  /* most marks of an axis */

/* Maps values low..high to units begin..end. */
typedef struct axis {
    double low, high;
    double step; /* between marks; logarithmic: factor */
    bool is_log, is_binary;
    double begin, end;
} axis_t;

/* A run on the diagram. */
typedef struct sample {
    unsigned line;
    double x, throughput, peak, latency, p50, p99;
} sample_t;

typedef struct curve {
    const traffic_point_t *points;
    const traffic_options_t *o; /* options of the first run */
    FILE *out;
    sample_t *sample; /* [count], by line, then by x */
    unsigned count, axis, lines;
    bool equal_peaks;
    axis_t x;
} curve_t;

static double axis_position(const axis_t *a, double value)
{
    double share = a->is_log ? log(fmax(value, a->low) / a->low) / log(a->high / a->low)
                             : (value - a->low) / (a->high - a->low);
    return a->begin + share * (a->end - a->begin);
}

/* Rounds to 1, 2 or 5 times a power of ten. @param up to a larger value */
static double axis_round(double value, bool up)
{
    static const double digit[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10(value) + 1e-9)), best = up ? digit[3] : digit[0];
    for (int i = 0; i < 4; i++) {
        if (!up && digit[i] * power <= value * (1 + 1e-9))
            best = digit[i];
        if (up && digit[3 - i] * power >= value * (1 - 1e-9))
            best = digit[3 - i];
    }
    return best * power;
}

/* Marks of a logarithmic axis: powers of 2 or 10, as many as fit, or 1, 2, 5, 10, .. */
static axis_t axis_make_log(double low, double high, bool is_binary, double begin, double end)
{
    double base = is_binary ? 2 : 10, least = floor(log(low) / log(base) + 1e-9),
           most = ceil(log(high) / log(base) - 1e-9), step = ceil((most - least) / MARKS);
    if (!is_binary && high / low <= 300)
        return (axis_t){axis_round(low, false), axis_round(high, true), 0, true, false, begin, end};
    return (axis_t){pow(base, least),
                    pow(base, fmax(most, least + 1)),
                    pow(base, fmax(step, 1)),
                    true,
                    is_binary,
                    begin,
                    end};
}

static axis_t axis_make(double low, double high, double begin, double end)
{
    if (high <= low)
        high = low + 1;
    high = fmax(high, low * (1 + 1e-6)); /* marks have distinct values */
    double power = pow(10, floor(log10((high - low) / MARKS))), step = power * 10;
    for (int i = 2; i >= 0; i--)
        if ((high - low) / (power * (double[]){1, 2, 5}[i]) <= MARKS)
            step = power * (double[]){1, 2, 5}[i];
    return (axis_t){
        floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step, step, false, false, begin, end};
}

static void axis_text(const axis_t *a, double value, char *to, size_t size)
{
    if (a->is_binary && value >= 1024 * 1024)
        snprintf(to, size, "%.4gM", value / 1024 / 1024);
    else if (a->is_binary && value >= 1024)
        snprintf(to, size, "%.4gK", value / 1024);
    else
        snprintf(to, size, "%.6g", !a->is_log && fabs(value) < a->step / 1e6 ? 0 : value);
}

/* Next mark of an axis; logarithmic without a factor: 1, 2, 5, 10, .. */
static double axis_next(const axis_t *a, double value)
{
    if (!a->is_log)
        return value + a->step;
    if (a->step > 0)
        return value * a->step;
    double digit = value / pow(10, floor(log10(value) + 1e-9));
    return value * (digit > 1.5 && digit < 3 ? 2.5 : 2);
}

/* @param texts of a horizontal axis */
static void curve_draw_axis(const curve_t *c, const axis_t *a, const axis_t *other, bool horizontal,
                            bool texts)
{
    char text[32];
    double last = a->is_log ? a->high * 1.0001 : a->high + a->step / 2;
    for (double v = a->low; v <= last; v = axis_next(a, v)) {
        double at = axis_position(a, v);
        axis_text(a, v, text, sizeof text);
        if (horizontal)
            fprintf(c->out, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#ddd\" stroke-width=\"0.5\"/>\n", at,
                    other->begin, other->end);
        else
            fprintf(c->out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"#ddd\" stroke-width=\"0.5\"/>\n",
                    other->begin, at, other->end);
        if (horizontal && texts)
            emuq_svg_label(c->out, at, other->begin + 12, "text-anchor=\"middle\" font-size=\"9\"", text);
        else if (!horizontal)
            emuq_svg_label(c->out, other->begin - 4, at + 3, "text-anchor=\"end\" font-size=\"9\"", text);
    }
}

/* Draws a line of one sweep. @param member offset of the value in sample_t */
static void curve_draw_line(const curve_t *c, unsigned line, const axis_t *y, size_t member,
                            const char *style)
{
    char command = 'M';
    fprintf(c->out, "<path fill=\"none\" stroke=\"%s\" %s d=\"", emuq_svg_series_colour(line), style);
    for (const sample_t *s = c->sample; s < c->sample + c->count; s++)
        if (s->line == line) {
            fprintf(c->out, "%c%.1f %.1f", command, axis_position(&c->x, s->x),
                    axis_position(y, *(const double *)((const char *)s + member)));
            command = 'L';
        }
    fputs("\"/>\n", c->out);
}

static void curve_draw_band(const curve_t *c, unsigned line, const axis_t *y)
{
    char command = 'M';
    fprintf(c->out, "<path fill=\"%s\" fill-opacity=\"%g\" d=\"", emuq_svg_series_colour(line),
            c->lines > 2 ? 0.08 : 0.16);
    for (const sample_t *s = c->sample; s < c->sample + c->count; s++)
        if (s->line == line) {
            fprintf(c->out, "%c%.1f %.1f", command, axis_position(&c->x, s->x), axis_position(y, s->p99));
            command = 'L';
        }
    for (const sample_t *s = c->sample + c->count; s-- > c->sample;)
        if (s->line == line)
            fprintf(c->out, "L%.1f %.1f", axis_position(&c->x, s->x), axis_position(y, s->p50));
    fputs("Z\"/>\n", c->out);
}

/* Draws a mark: the shapes of marks distinguish lines without colours. */
static void curve_draw_mark(const curve_t *c, unsigned line, double x, double y)
{
    static const char *const shape[] = {"m-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0 -4.8 0z",
                                        "m-2.2 -2.2h4.4v4.4h-4.4z", "m0 -2.9l2.8 4.9h-5.6z",
                                        "m0 -3.1l3.1 3.1l-3.1 3.1l-3.1 -3.1z"};
    fprintf(c->out, "<path fill=\"%s\" d=\"M%.1f %.1f%s\"", emuq_svg_series_colour(line), x, y,
            shape[line % 4]);
}

static void curve_draw_marks(const curve_t *c, const axis_t *y, size_t member, const char *unit)
{
    for (const sample_t *s = c->sample; s < c->sample + c->count; s++) {
        double value = *(const double *)((const char *)s + member);
        curve_draw_mark(c, s->line, axis_position(&c->x, s->x), axis_position(y, value));
        fprintf(c->out, "><title>%s %.6g: %.4g %s</title></path>\n", c->o->sweep[c->axis].name, s->x, value,
                unit);
    }
}

/* Label of a line: values of all sweeps except that of the axis. */
static void curve_label(const curve_t *c, unsigned line, emuq_text_t *text)
{
    const sample_t *s = c->sample;
    while (s < c->sample + c->count && s->line != line)
        s++;
    if (s == c->sample + c->count)
        return;
    traffic_options_t o = *c->o;
    unsigned stride = 1;
    for (unsigned i = c->axis + 1; i < o.sweeps; i++)
        stride *= o.sweep[i].count;
    o.run = line / stride * stride * o.sweep[c->axis].count + line % stride;
    for (unsigned i = 0; i < o.sweeps; i++) {
        const char *name = o.sweep[i].name;
        bool clear = strcmp(name, "pattern") == 0 || strcmp(name, "shape") == 0 ||
                     strcmp(name, "routing") == 0 || strcmp(name, "params") == 0;
        if (i != c->axis)
            emuq_text_add(text, "%s%s%s%s", text->length > 0 ? ", " : "", clear ? "" : name, clear ? "" : " ",
                          traffic_sweep_value(&o, i)->text);
    }
}

/* Draws the legend in rows. @param out NULL: only measure @return y of the next row */
static double curve_legend(curve_t *c, double y, FILE *out)
{
    double x = LEFT;
    for (unsigned line = 0; line < c->lines && c->lines > 1; line++) {
        char buffer[128];
        emuq_text_t text = emuq_text(buffer, sizeof buffer);
        curve_label(c, line, &text);
        double width = 24 + emuq_svg_text_width(buffer, EMUQ_SVG_SMALL);
        if (text.length == 0)
            continue;
        if (x > LEFT && x + width > EMUQ_SVG_WIDTH - RIGHT) {
            x = LEFT;
            y += 12;
        }
        if (out != NULL) {
            fprintf(out, "<path d=\"M%.1f %.1fh14\" stroke=\"%s\" stroke-width=\"1.5\"/>\n", x, y - 3,
                    emuq_svg_series_colour(line));
            curve_draw_mark(c, line, x + 7, y - 3);
            fputs("/>\n", out);
            emuq_svg_label(out, x + 17, y, "font-size=\"9\"", buffer);
        }
        x += width + 8;
    }
    return c->lines > 1 ? y + 12 : y;
}

/* Smallest (sign -1) or largest (sign 1) value. */
static double curve_extreme(const curve_t *c, size_t member, double sign)
{
    double best = sign < 0 ? INFINITY : 0;
    for (const sample_t *s = c->sample; s < c->sample + c->count; s++) {
        double value = *(const double *)((const char *)s + member);
        best = sign * value > sign * best ? value : best;
    }
    return best;
}

static void curve_title(const curve_t *c, double y, const char *text)
{
    emuq_svg_label(c->out, LEFT, y - 5, "font-size=\"10\" font-weight=\"bold\"", text);
}

#define VALUE(member) offsetof(sample_t, member)

static void curve_draw_throughput(const curve_t *c, double top)
{
    double most = fmax(curve_extreme(c, VALUE(throughput), 1), curve_extreme(c, VALUE(peak), 1));
    axis_t y = axis_make(0, most, top + PANEL, top);
    curve_title(c, top, "accepted payload, GB/s per node");
    curve_draw_axis(c, &c->x, &y, true, false);
    curve_draw_axis(c, &y, &c->x, false, true);
    for (unsigned line = 0; line < c->lines; line++) {
        if (curve_extreme(c, VALUE(peak), 1) > 0 && (line == 0 || !c->equal_peaks))
            curve_draw_line(c, line, &y, VALUE(peak), "stroke-width=\"1\" stroke-dasharray=\"5 3\"");
        curve_draw_line(c, line, &y, VALUE(throughput), "stroke-width=\"1.5\"");
    }
    curve_draw_marks(c, &y, VALUE(throughput), "GB/s");
}

static void curve_draw_latency(const curve_t *c, double top)
{
    double least = curve_extreme(c, VALUE(p50), -1), most = curve_extreme(c, VALUE(p99), 1);
    bool is_log = least > 0 && most / least >= LOG;
    axis_t y =
        is_log ? axis_make_log(least, most, false, top + PANEL, top) : axis_make(0, most, top + PANEL, top);
    curve_title(c, top, "mean latency, us; band: median to 99 %");
    curve_draw_axis(c, &c->x, &y, true, true);
    curve_draw_axis(c, &y, &c->x, false, true);
    for (unsigned line = 0; line < c->lines; line++) {
        curve_draw_band(c, line, &y);
        curve_draw_line(c, line, &y, VALUE(p99), "stroke-width=\"0.6\" stroke-opacity=\"0.7\"");
    }
    for (unsigned line = 0; line < c->lines; line++)
        curve_draw_line(c, line, &y, VALUE(latency), "stroke-width=\"1.5\"");
    curve_draw_marks(c, &y, VALUE(latency), "us");
}

static int curve_compare(const void *a, const void *b)
{
    const sample_t *one = a, *two = b;
    if (one->line != two->line)
        return one->line < two->line ? -1 : 1;
    return one->x < two->x ? -1 : one->x > two->x;
}

static void curve_set_samples(curve_t *c)
{
    unsigned stride = 1, values = c->o->sweep[c->axis].count;
    for (unsigned i = c->axis + 1; i < c->o->sweeps; i++)
        stride *= c->o->sweep[i].count;
    for (unsigned i = 0; i < c->count; i++) {
        const traffic_point_t *p = &c->points[i];
        const emuq_net_constants_t *constants = &p->options.parameters;
        unsigned run = p->options.run;
        c->sample[i] =
            (sample_t){.line = run / (stride * values) * stride + run % stride,
                       .x = traffic_sweep_value(&p->options, c->axis)->number,
                       .throughput = traffic_throughput(&p->result, constants),
                       .peak = p->result.peak.mean * TRAFFIC_PEAK_BYTES,
                       .latency = traffic_ns(constants, traffic_mean(&p->result.measure.all)) / 1000,
                       .p50 = traffic_percentile_ns(p, 500) / 1000,
                       .p99 = traffic_percentile_ns(p, 990) / 1000};
        c->lines = c->sample[i].line >= c->lines ? c->sample[i].line + 1 : c->lines;
        c->equal_peaks &= c->sample[i].peak == c->sample[0].peak;
    }
    qsort(c->sample, c->count, sizeof *c->sample, curve_compare);
}

static void curve_set_x(curve_t *c)
{
    double low = curve_extreme(c, VALUE(x), -1), high = curve_extreme(c, VALUE(x), 1);
    const char *name = c->o->sweep[c->axis].name;
    bool is_binary = strcmp(name, "bytes") == 0 || strcmp(name, "shape") == 0;
    if (low > 0 && high / low >= (is_binary ? 4 : LOG))
        c->x = axis_make_log(low, high, is_binary, LEFT, EMUQ_SVG_WIDTH - RIGHT);
    else
        c->x = axis_make(low, high, LEFT, EMUQ_SVG_WIDTH - RIGHT);
}

static const char *curve_x_name(const traffic_options_t *o, const char *name)
{
    return strcmp(name, "load") == 0
               ? o->load_is_rate ? "offered payload, GB/s per node" : "offered load, share of the peak"
           : strcmp(name, "bytes") == 0 ? "bytes of a message"
           : strcmp(name, "shape") == 0 ? "nodes"
                                        : name;
}

/* Title: what all lines have in common. */
static void curve_describe(const curve_t *c, emuq_text_t *title, emuq_text_t *text)
{
    uint32_t swept = (1U << c->o->sweeps) - 1;
    bool pattern = false, shape = false;
    for (unsigned i = 0; i < c->o->sweeps; i++) {
        pattern |= strcmp(c->o->sweep[i].name, "pattern") == 0;
        shape |= strcmp(c->o->sweep[i].name, "shape") == 0;
    }
    emuq_text_add(title, "%s", pattern ? "patterns" : c->o->setup.workload.pattern.text);
    if (!shape) {
        emuq_text_add(title, " on ");
        traffic_shape_print(&c->o->shape, title);
    }
    traffic_describe(c->o, swept, text);
    for (unsigned i = 0; i < c->count; i++)
        if (c->points[i].result.partial) {
            emuq_text_add(text, "; partial: ended by SIGINT");
            break;
        }
    emuq_text_add(text, "%s",
                  curve_extreme(c, VALUE(peak), 1) > 0 ? "; dashed: peak at 1.8 GB/s per link" : "");
}

static int curve_draw(curve_t *c)
{
    size_t bytes = traffic_describe_size(c->o);
    char heading[160], *words = malloc(bytes);
    if (words == NULL)
        return -ENOMEM;
    double width = EMUQ_SVG_WIDTH - LEFT - RIGHT, top = 16;
    emuq_text_t title = emuq_text(heading, sizeof heading), text = emuq_text(words, bytes);
    curve_describe(c, &title, &text);
    top = emuq_svg_paragraph(NULL, 0, top, width, 11, "", heading);
    double legend = emuq_svg_paragraph(NULL, 0, top, width, EMUQ_SVG_SMALL, "", words) + 3;
    double panel = curve_legend(c, legend, NULL) + 12;
    bool has_payload = curve_extreme(c, VALUE(throughput), 1) > 0; /* barriers have none */
    double latency = has_payload ? panel + PANEL + GAP : panel;
    emuq_svg_begin(c->out, latency + PANEL + BOTTOM, heading);
    top = emuq_svg_paragraph(c->out, LEFT, 16, width, 11, "font-weight=\"bold\"", heading);
    emuq_svg_paragraph(c->out, LEFT, top, width, EMUQ_SVG_SMALL, "", words);
    curve_legend(c, legend, c->out);
    curve_set_x(c);
    if (has_payload)
        curve_draw_throughput(c, panel);
    curve_draw_latency(c, latency);
    emuq_svg_label(c->out, (LEFT + EMUQ_SVG_WIDTH - RIGHT) / 2.0, latency + PANEL + 27,
                   "text-anchor=\"middle\"", curve_x_name(c->o, c->o->sweep[c->axis].name));
    emuq_svg_end(c->out);
    free(words);
    return 0;
}

int traffic_curve(const traffic_point_t *points, unsigned count, FILE *out)
{
    curve_t c = {.points = points,
                 .o = &points[0].options,
                 .out = out,
                 .sample = calloc(count, sizeof *c.sample),
                 .count = count,
                 .axis = (unsigned)traffic_sweep_axis(&points[0].options),
                 .equal_peaks = true};
    if (c.sample == NULL)
        return -ENOMEM;
    curve_set_samples(&c);
    int rc = curve_draw(&c);
    free(c.sample);
    return rc;
}
