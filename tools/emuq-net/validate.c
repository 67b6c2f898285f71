/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/validate.h"

#include <stdlib.h>
#include <string.h>

#include "base/host_calls.h"
#include "tools/emuq-net/options.h"

#define MOST_LINES 99

/* A section of a document. */
static void document_line(traffic_figures_t *f, const traffic_line_t *line)
{
    fprintf(f->out, "### %s: %s\n\n", line->name, line->title);
    if (line->method != NULL)
        fprintf(f->out, "%s\n\n", line->method);
    traffic_figures_head(f);
    line->run(f);
    fprintf(f->out, "\n%s%s", line->note != NULL ? line->note : "", line->note != NULL ? "\n\n" : "");
}

static void run_line(traffic_figures_t *f, const traffic_line_t *line)
{
    f->line = line->name;
    if (f->markdown) {
        document_line(f, line);
        return;
    }
    fprintf(f->out, "%-4s %s\n", line->name, line->title);
    uint64_t begin = emuq_now_ns();
    line->run(f);
    fprintf(f->out, "%-4s took %.1f s\n", line->name, (double)(emuq_now_ns() - begin) / 1e9);
}

/* Runs the line of a list with a number. @return how many there were */
static unsigned run_number(traffic_figures_t *f, const traffic_line_t *line, int number)
{
    unsigned count = 0;
    for (; line->name != NULL; line++)
        if (atoi(line->name + 1) == number) {
            run_line(f, line);
            count++;
        }
    return count;
}

static int finish(const traffic_figures_t *f)
{
    fprintf(f->out, "%s%u inside, %u outside, %u failed, %u not modelled", f->markdown ? "" : "\n", f->inside,
            f->outside, f->failed, f->absent);
    if (f->seconds > 0 && !f->markdown)
        fprintf(f->out, "; %.1f million packet-hops, %.2f million a second", (double)f->hops / 1e6,
                (double)f->hops / f->seconds / 1e6);
    fputc('\n', f->out);
    return f->inside == 0 || f->outside > 0 || f->failed > 0 ? TRAFFIC_STATUS_WRONG : 0;
}

static void refuse_line(const traffic_line_t *const lists[], const char *name)
{
    fprintf(stderr, "emuq-net: there is no line '%s'; there are", name);
    for (int number = 1; number <= MOST_LINES; number++)
        for (unsigned i = 0; lists[i] != NULL; i++)
            for (const traffic_line_t *line = lists[i]; line->name != NULL; line++)
                if (atoi(line->name + 1) == number)
                    fprintf(stderr, " %s", line->name);
    fputc('\n', stderr);
}

/* Runs the lines of some lists, by their numbers. @param letter with which their names begin */
static int run_lists(const emuq_net_constants_t *p, const traffic_line_t *const lists[], char letter,
                     const char *only, bool markdown, FILE *out)
{
    traffic_figures_t f = {.parameters = p, .out = out, .markdown = markdown};
    int first = 1, last = MOST_LINES;
    unsigned count = 0;
    if (only == NULL && !markdown)
        traffic_figures_head(&f);
    if (only != NULL)
        first = last =
            *only == letter && strspn(only + 1, "0123456789") == strlen(only + 1) ? atoi(only + 1) : 0;
    for (int number = first; number <= last; number++)
        for (unsigned i = 0; lists[i] != NULL; i++)
            count += run_number(&f, lists[i], number);
    if (count > 0)
        return finish(&f);
    refuse_line(lists, only);
    return TRAFFIC_STATUS_USAGE;
}

int traffic_validate(const emuq_net_constants_t *p, const char *only, bool markdown, FILE *out)
{
    const traffic_line_t *lists[] = {traffic_lines_latency, traffic_lines_collective,
                                     traffic_lines_throughput, NULL};
    return run_lists(p, lists, 'V', only, markdown, out);
}

int traffic_check(const emuq_net_constants_t *p, const char *only, bool markdown, FILE *out)
{
    const traffic_line_t *lists[] = {traffic_lines_check, traffic_lines_check_collective,
                                     traffic_lines_check_waits, NULL};
    return run_lists(p, lists, 'C', only, markdown, out);
}
