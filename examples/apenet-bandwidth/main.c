/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * apenet-bandwidth: the first process of a torus of APEnet+ cards puts many messages at once to the last one,
 * which answers the last of them. Prints bytes per second for each size, and draws them.
 *
 *     apenet-bandwidth [job options] [--iterations N] [--bytes N] [--plot FILE.svg]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet_world.h"
#include "options.h"
#include "plot.h"

#define LEAST       32u
#define SIZES       32u        /* more than there are */
#define BURST_BYTES (8u << 20) /* of a burst, unless its messages are too few or too many */
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

/* The sender. @return seconds */
static double send_burst(apenet_world_t *w, const char *source, size_t bytes)
{
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < messages_of(bytes); n++)
        apenet_world_put(w, w->ranks - 1, 0, source, bytes);
    apenet_world_take(w, 0);
    double time = apenet_world_seconds() - begin;
    apenet_world_sent(w);
    return time;
}

/* The receiver. Leaves nothing in the port that the next burst could be taken for. @return whether the
 * contents are right */
static bool receive_burst(apenet_world_t *w, size_t bytes)
{
    char *port = apenet_world_port(w, 0);
    static const char answer = 1;
    size_t right = 0;
    for (unsigned n = 0; n < messages_of(bytes); n++)
        apenet_world_take(w, 0);
    apenet_world_put(w, 0, 0, &answer, 1);
    while (right < bytes && port[right] == pattern(bytes, right))
        right++;
    memset(port, 0, bytes);
    apenet_world_sent(w);
    return right == bytes;
}

/* All bursts of a size. @return the bandwidth at the sender, the best of all */
static double measure(apenet_world_t *w, char *source, size_t bytes, unsigned long rounds, bool *is_right)
{
    double best = 0;
    for (size_t i = 0; w->rank == 0 && i < bytes; i++)
        source[i] = pattern(bytes, i);
    for (unsigned long n = 0; n < rounds; n++) {
        apenet_world_sum(w, NULL, 0); /* the port is free */
        if (w->rank == 0) {
            double rate = (double)bytes * messages_of(bytes) / send_burst(w, source, bytes);
            best = rate > best ? rate : best;
        } else if (w->rank == w->ranks - 1) {
            *is_right = receive_burst(w, bytes) && *is_right;
        }
    }
    return best;
}

/* Measures all sizes, and prints at rank 0. @return how many */
static size_t run(apenet_world_t *w, size_t longest, unsigned long rounds, plot_point_t *point,
                  bool *is_right)
{
    char *source = malloc(longest);
    size_t points = 0;
    apenet_world_must(w, source != NULL, "no memory");
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

/* Copies the command line without "--plot FILE" or "--plot=FILE": ranks that are threads share the other one.
 * @return its length */
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
        status = example_complain(argv, "--plot takes the name of a file");
    if (status >= 0)
        return status;
    apenet_world_t world;
    plot_point_t point[SIZES];
    bool is_right = true;
    apenet_world_open(&world);
    apenet_world_must(&world, world.ranks > 1, "two processes are needed");
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
