/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-trace: evaluates recordings of emuq-run --trace.
 *
 * Reading order: backends/record.h (the data), trace.h (the analysis and its results),
 * file.c, events.c, stats.c, path.c, fill.c, then the output formats. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "kernel-shim/partition/launch.h"
#include "tools/common/options.h"
#include "tools/emuq-trace/trace.h"

/* A process of the environment of a rank may run this tool. */
EMUQ_IS_NO_RANK;

static void main_print(const trace_command_t *c, const trace_events_t *events, FILE *out)
{
    trace_sums_t sums;
    if (strcmp(c->name, "dump") == 0) {
        trace_dump(events, &c->filter, out);
        return;
    }
    if (strcmp(c->name, "convert") == 0) {
        c->convert(events, out);
        return;
    }
    trace_sums_make(events, &sums);
    if (strcmp(c->name, "report") == 0)
        trace_report(events, &sums, out);
    else if (c->json)
        trace_stats_json(events, &sums, out);
    else
        trace_stats_text(events, &sums, out);
    trace_sums_free(&sums);
}

/* @return false after printing an error. Standard output is flushed and checked at exit. */
static bool main_write(const trace_command_t *c, const trace_events_t *events, FILE *out)
{
    if (c->ctf)
        return trace_ctf(events, c->output) == 0;
    main_print(c, events, out);
    int rc = out != stdout ? emuq_file_close(out) : 0;
    if (rc != 0)
        trace_error("cannot write %s: %s", c->output, strerror(-rc));
    return rc == 0;
}

int main(int argc, char **argv)
{
    emuq_stdout_guard("emuq-trace");
    trace_command_t command;
    trace_file_t file;
    trace_events_t events;
    int status = trace_command_read(&command, argc, argv);
    if (status >= 0)
        return status;
    if (trace_file_read(command.files, command.count, &file) != 0)
        return EXIT_FAILURE;
    FILE *out = command.output != NULL && !command.ctf ? fopen(command.output, "we") : stdout;
    if (out == NULL) {
        trace_error("cannot write %s: %s", command.output, strerror(errno));
        trace_file_free(&file);
        return EXIT_FAILURE;
    }
    trace_events_make(&file, &events);
    bool is_written = main_write(&command, &events, out);
    trace_events_free(&events);
    trace_file_free(&file);
    return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}
