/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * apenet-bandwidth: the first process of a torus of APEnet+ cards puts many messages to the last process,
 * which replies to the last message. Prints bytes per second for each size, and draws a curve.
 *
 *     apenet-bandwidth [job options] [--iterations N] [--bytes N] [--plot FILE.svg]
 */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet_world.h"
#include "options.h"

/* ---- the curve of bandwidth over message size, in SVG ---- */

typedef struct plot_point {
    size_t bytes;
    double bandwidth;
} plot_point_t;

/* Dimensions of the picture in pixels. */
enum { WIDTH = 720, HEIGHT = 440, LEFT = 80, RIGHT = 30, TOP = 50, BOTTOM = 60, TICKS = 5 };

/* Scale of the axes: logarithm of bytes, and bandwidth from 0. */
typedef struct frame {
    FILE *out;
    double least, most; /* logarithms of bytes */
    double step;        /* GB/s between two ticks */
} frame_t;

static double x_of(const frame_t *f, size_t bytes)
{
    return LEFT + (log2((double)bytes) - f->least) / (f->most - f->least) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const frame_t *f, double gigabytes)
{
    return HEIGHT - BOTTOM - gigabytes / (TICKS * f->step) * (HEIGHT - TOP - BOTTOM);
}

/* The smallest of 1, 2, 5 times a power of ten that covers the maximum with TICKS ticks. */
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

/* Plots bandwidth over message size as SVG. @param point at least two points, sorted by size @return 0 or a
 * negative errno */
static int plot_write(const char *path, const char *title, const plot_point_t *point, size_t points)
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
        rc = -EIO; /* errno of an earlier write is unknown */
    return fclose(f.out) == 0 || rc != 0 ? rc : -errno;
}

#define LEAST       32u
#define SIZES       32u        /* upper bound of the number of sizes */
#define BURST_BYTES (8u << 20) /* bytes of a burst, within the limits of messages */
#define BURST_LEAST 4u
#define BURST_MOST  2000u

static unsigned messages_of(size_t bytes)
{
    size_t n = BURST_BYTES / bytes;
    return (unsigned)(n < BURST_LEAST ? BURST_LEAST : n > BURST_MOST ? BURST_MOST : n);
}

static char pattern(size_t bytes, size_t i)
{
    return (char)(bytes / LEAST * 31 + i * 7 + (i >> 8));
}

/* Sends a burst. @return seconds */
static double send_burst(apenet_world_t *w, const char *source, size_t bytes)
{
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < messages_of(bytes); n++)
        apenet_world_put(w, w->ranks - 1, 0, source, bytes);
    apenet_world_receive(w, 0);
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(w);
    return time;
}

/* Receives a burst and clears the port for the check of the next. @return true if the contents are right */
static bool receive_burst(apenet_world_t *w, size_t bytes)
{
    char *port = apenet_world_port(w, 0);
    static const char reply = 1;
    size_t right = 0;
    for (unsigned n = 0; n < messages_of(bytes); n++)
        apenet_world_receive(w, 0);
    apenet_world_put(w, 0, 0, &reply, 1);
    while (right < bytes && port[right] == pattern(bytes, right))
        right++;
    memset(port, 0, bytes);
    apenet_world_sent(w);
    return right == bytes;
}

/* Measures bursts of a size. @return the best bandwidth, at the sender */
static double measure(apenet_world_t *w, char *source, size_t bytes, unsigned long rounds, bool *is_right)
{
    double best = 0;
    for (size_t i = 0; w->rank == 0 && i < bytes; i++)
        source[i] = pattern(bytes, i);
    for (unsigned long n = 0; n < rounds; n++) {
        apenet_world_sum(w, NULL, 0); /* all ports are free */
        if (w->rank == 0) {
            double rate = (double)bytes * messages_of(bytes) / send_burst(w, source, bytes);
            best = rate > best ? rate : best;
        } else if (w->rank == w->ranks - 1) {
            *is_right = receive_burst(w, bytes) && *is_right;
        }
    }
    return best;
}

/* Measures all sizes; rank 0 prints. @return number of points */
static size_t run(apenet_world_t *w, size_t longest, unsigned long rounds, plot_point_t *point,
                  bool *is_right)
{
    char *source = malloc(longest);
    size_t points = 0;
    apenet_world_require(w, source != NULL, "out of memory");
    apenet_world_window(w, 1, longest);
    if (w->rank == 0)
        printf("%10s %10s\n", "bytes", "MB/s");
    for (size_t bytes = LEAST; bytes <= longest; bytes *= 2) {
        point[points] = (plot_point_t){bytes, measure(w, source, bytes, rounds, is_right)};
        if (w->rank == 0)
            printf("%10zu %10.1f\n", bytes, 1e-6 * point[points].bandwidth);
        points++;
    }
    apenet_world_sum(w, NULL, 0);
    free(source);
    return points;
}

/* Copies the command line without "--plot FILE" or "--plot=FILE". Ranks that are threads share the original.
 * @return length of the copy */
static int take_plot(int argc, char **argv, char **copy, const char **path)
{
    int kept = 0;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--plot") == 0)
            *path = i + 1 < argc && strncmp(argv[i + 1], "--", 2) != 0 ? argv[++i] : "";
        else if (strncmp(argv[i], "--plot=", 7) == 0)
            *path = argv[i] + 7;
        else
            copy[kept++] = argv[i];
    }
    return kept;
}

int main(int argc, char **argv)
{
    unsigned long rounds = 5, longest = 4 << 20;
    const example_option_t options[] = {
        {"--iterations", &rounds, 1, 1000000, "bursts of each size, of which the fastest counts"},
        {"--bytes", &longest, 2 * LEAST, 1ul << 28, "longest message"},
        {NULL, NULL, 0, 0, NULL},
    };
    const char *path = NULL;
    char *copy[argc];
    int words = take_plot(argc, argv, copy, &path);
    int status = example_options(
        words, copy,
        "Bandwidth of puts between two processes that use APEnet+ cards; --plot FILE.svg draws it.", options);
    if (status < 0 && path != NULL && *path == '\0')
        status = example_error(argv, "--plot takes the name of a file");
    if (status >= 0)
        return status;
    apenet_world_t world;
    plot_point_t point[SIZES];
    bool is_right = true;
    apenet_world_open(&world);
    apenet_world_require(&world, world.ranks > 1, "two processes are needed");
    size_t points = run(&world, longest, rounds, point, &is_right);
    if (!is_right)
        fprintf(stderr, "apenet-bandwidth: a message has brought something else\n");
    int rc = 0;
    if (world.rank == 0 && path != NULL)
        rc = plot_write(path, "Puts between two processes", point, points);
    if (rc != 0)
        fprintf(stderr, "apenet-bandwidth: cannot write the picture %s: %s\n", path, strerror(-rc));
    apenet_world_close(&world);
    return !is_right || rc != 0;
}
