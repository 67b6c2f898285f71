/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/validate.h"

#include <string.h>
#include <time.h>

#include "tools/emuq-net/options.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Runs the lines of a list that are wanted. @return how many there were */
static unsigned run_lines(traffic_figures_t *f, const traffic_line_t *line, const char *only)
{
    unsigned count = 0;
    for (; line->name != NULL; line++) {
        if (only != NULL && strcmp(only, line->name) != 0)
            continue;
        count++;
        f->line = line->name;
        if (line->run == NULL) {
            fprintf(f->out, "%-4s %s: not made\n", line->name, line->title);
            continue;
        }
        double begin = now();
        fprintf(f->out, "%-4s %s\n", line->name, line->title);
        line->run(f);
        fprintf(f->out, "%-4s took %.1f s\n", line->name, now() - begin);
    }
    return count;
}

static int finish(const traffic_figures_t *f)
{
    fprintf(f->out, "\n%u inside, %u outside, %u failed", f->inside, f->outside, f->failed);
    if (f->seconds > 0)
        fprintf(f->out, "; %.1f million packet-hops, %.2f million a second", (double)f->hops / 1e6,
                (double)f->hops / f->seconds / 1e6);
    fputc('\n', f->out);
    return f->outside > 0 || f->failed > 0 ? TRAFFIC_STATUS_WRONG : 0;
}

static int run_lists(const traffic_parameters_t *p, const traffic_line_t *const lists[], const char *only,
                     FILE *out)
{
    traffic_figures_t f = {.parameters = p, .out = out};
    unsigned count = 0;
    if (only == NULL)
        traffic_figures_head(&f);
    for (; *lists != NULL; lists++)
        count += run_lines(&f, *lists, only);
    if (count > 0)
        return finish(&f);
    fprintf(stderr, "emuq-net: there is no line '%s'\n", only);
    return TRAFFIC_STATUS_USAGE;
}

int traffic_validate(const traffic_parameters_t *p, const char *only, FILE *out)
{
    const traffic_line_t *lists[] = {traffic_lines_latency, traffic_lines_throughput, NULL};
    return run_lists(p, lists, only, out);
}

int traffic_check(const traffic_parameters_t *p, const char *only, FILE *out)
{
    const traffic_line_t *lists[] = {traffic_lines_check, NULL};
    return run_lists(p, lists, only, out);
}
