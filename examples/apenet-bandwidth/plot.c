/* SPDX-License-Identifier: BSD-3-Clause */
#include "plot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

/* Of the picture, in pixels. */
enum { WIDTH = 720, HEIGHT = 440, LEFT = 80, RIGHT = 30, TOP = 50, BOTTOM = 60, TICKS = 5 };

/* What the axes show: the logarithm of bytes, and bandwidth from 0. */
typedef struct frame {
    FILE *out;
    double least, most; /* logarithms of bytes */
    double step;        /* of the bandwidth, between two ticks; GB/s */
} frame_t;

static double x_of(const frame_t *f, size_t bytes)
{
    return LEFT + (log2((double)bytes) - f->least) / (f->most - f->least) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const frame_t *f, double gigabytes)
{
    return HEIGHT - BOTTOM - gigabytes / (TICKS * f->step) * (HEIGHT - TOP - BOTTOM);
}

/* The smallest of 1, 2, 5 times a power of ten that is enough for all ticks. */
static double step_for(double most)
{
    double power = pow(10, floor(log10(most / TICKS)));
    static const double factor[] = {1, 2, 5, 10};
    int i = 0;
    while (i < 3 && factor[i] * power * TICKS < most)
        i++;
    return factor[i] * power;
}

static void text(const frame_t *f, double x, double y, const char *anchor, const char *words)
{
    fprintf(f->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, words);
}

static void line(const frame_t *f, double x1, double y1, double x2, double y2, const char *colour)
{
    fprintf(f->out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2,
            colour);
}

static void draw_axes(const frame_t *f)
{
    static const char *const unit[] = {"", " Ki", " Mi", " Gi"};
    char words[32];
    for (int i = 0; i <= TICKS; i++) {
        double y = y_of(f, i * f->step);
        line(f, LEFT, y, WIDTH - RIGHT, y, i == 0 ? "black" : "#ddd");
        snprintf(words, sizeof words, "%g", i * f->step);
        text(f, LEFT - 8, y + 4, "end", words);
    }
    for (int power = (int)f->least; power <= (int)f->most; power++) {
        double x = x_of(f, (size_t)1 << power);
        line(f, x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 5, "black");
        if ((power - (int)f->least) % 2 != 0)
            continue;
        snprintf(words, sizeof words, "%d%s", 1 << power % 10, unit[power / 10 % 4]);
        text(f, x, HEIGHT - BOTTOM + 20, "middle", words);
    }
    line(f, LEFT, TOP, LEFT, HEIGHT - BOTTOM, "black");
    text(f, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 15, "middle", "bytes of a message");
    text(f, LEFT - 8, TOP - 12, "end", "GB/s");
}

static void draw_curve(const frame_t *f, const plot_point_t *point, size_t points)
{
    fprintf(f->out, "<polyline fill=\"none\" stroke=\"#1060b0\" stroke-width=\"2\" points=\"");
    for (size_t i = 0; i < points; i++)
        fprintf(f->out, "%.1f,%.1f ", x_of(f, point[i].bytes), y_of(f, point[i].bandwidth * 1e-9));
    fprintf(f->out, "\"/>\n");
    for (size_t i = 0; i < points; i++)
        fprintf(f->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"#1060b0\"/>\n",
                x_of(f, point[i].bytes), y_of(f, point[i].bandwidth * 1e-9));
}

int plot_write(const char *path, const char *title, const plot_point_t *point, size_t points)
{
    double most = 0;
    for (size_t i = 0; i < points; i++)
        most = fmax(most, point[i].bandwidth * 1e-9);
    frame_t f = {.out = fopen(path, "w"),
                 .least = log2((double)point[0].bytes),
                 .most = log2((double)point[points - 1].bytes),
                 .step = step_for(most)};
    if (f.out == NULL)
        return -errno;
    fprintf(f.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
            "font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            WIDTH, HEIGHT);
    text(&f, WIDTH / 2.0, 24, "middle", title);
    draw_axes(&f);
    draw_curve(&f, point, points);
    fprintf(f.out, "</svg>\n");
    int rc = fflush(f.out) == 0 ? 0 : -errno;
    if (rc == 0 && ferror(f.out))
        rc = -EIO; /* of a write before the last, whose errno is gone */
    return fclose(f.out) == 0 || rc != 0 ? rc : -errno;
}
