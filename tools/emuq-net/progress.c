/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define EVERY 0.2 /* seconds */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void traffic_progress_begin(traffic_progress_line_t *line, uint32_t cycle_ps)
{
    *line = (traffic_progress_line_t){.cycle_ps = cycle_ps, .begin = now()};
}

void traffic_progress_show(void *context, uint64_t cycle, uint32_t share)
{
    traffic_progress_line_t *line = context;
    double time = now();
    if (time - line->shown < EVERY || !isatty(STDERR_FILENO))
        return;
    line->shown = time;
    fprintf(stderr, "\r%.1f us modelled, %.1f %%", (double)cycle * line->cycle_ps / 1e6, share / 10.0);
    if (share > 0)
        fprintf(stderr, ", about %.0f s left", (time - line->begin) * (1000 - share) / share);
    fputs("\033[K", stderr);
}

void traffic_progress_end(traffic_progress_line_t *line)
{
    if (line->shown > 0)
        fputs("\r\033[K", stderr);
}
