/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/host_calls.h"

#define EVERY (EMUQ_NS_PER_S / 5)

void traffic_progress_begin(traffic_progress_line_t *line, uint32_t cycle_ps)
{
    *line = (traffic_progress_line_t){.cycle_ps = cycle_ps, .begin = emuq_now_ns()};
}

void traffic_progress_show(void *context, uint64_t cycle, uint32_t share)
{
    traffic_progress_line_t *line = context;
    uint64_t time = emuq_now_ns();
    if (time - line->shown < EVERY || !isatty(STDERR_FILENO))
        return;
    line->shown = time;
    fprintf(stderr, "\r%.1f us modelled, %.1f %%", (double)cycle * line->cycle_ps / 1e6, share / 10.0);
    if (share > 0)
        fprintf(stderr, ", about %.0f s left", (double)(time - line->begin) / 1e9 * (1000 - share) / share);
    fputs("\033[K", stderr);
}

void traffic_progress_end(traffic_progress_line_t *line)
{
    if (line->shown > 0)
        fputs("\r\033[K", stderr);
}
