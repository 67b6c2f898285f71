/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-trace: what a recorded job has done with its Message Units.
 *
 * Reading order: backends/record.h (what is recorded), file.c (reads it), events.c and
 * match.c (one order, and what became of messages); then command.c (what is wanted); dump.c; stats.c with
 * operations.c and cause.c, path.c, timeline.c, fill.c, all of them in sums.c, and stats_print.c; perfetto.c,
 * pcapng.c, ctf.c with ctf_fields.c, report.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/written.h"
#include "kernel-shim/partition/launch.h"
#include "tools/common/stdout.h"
#include "tools/emuq-trace/command.h"
#include "tools/emuq-trace/ctf.h"
#include "tools/emuq-trace/report.h"
#include "tools/emuq-trace/stats_print.h"

/* It may be run where a rank has been started. */
EMUQ_IS_NO_RANK;

#define STATUS_USAGE 2

static const char usage[] = "usage: emuq-trace dump FILE... [--rank N] [--fifo N] [--kinds KIND,...]\n"
                            "       emuq-trace stats FILE... [--json]\n"
                            "       emuq-trace convert FILE... --perfetto|--pcapng [-o FILE]\n"
                            "       emuq-trace convert FILE... --ctf -o DIRECTORY\n"
                            "       emuq-trace report FILE... [-o FILE]\n"
                            "FILE is a recording of emuq-run --trace; of a job on several hosts there is one "
                            "for each. emuq-trace(1) says more.\n";

static void sum_up(const trace_command_t *c, const trace_events_t *events, FILE *out)
{
    trace_sums_t sums;
    trace_sums_make(events, &sums);
    if (strcmp(c->what, "report") == 0)
        trace_report(events, &sums, out);
    else if (c->json)
        trace_stats_json(events, &sums, out);
    else
        trace_stats_text(events, &sums, out);
    trace_sums_free(&sums);
}

static void run(const trace_command_t *c, const trace_events_t *events, FILE *out)
{
    if (strcmp(c->what, "dump") == 0) {
        trace_dump(events, &c->filter, out);
    } else if (strcmp(c->what, "convert") == 0) {
        c->convert(events, out);
    } else {
        sum_up(c, events, out);
    }
}

/* Everything but CTF is one file. @return whether it is written; otherwise after a message */
static bool write_output(const trace_command_t *c, const trace_events_t *events, FILE *out)
{
    if (c->ctf)
        return trace_ctf(events, c->output) == 0;
    run(c, events, out);
    if (out == stdout)
        return true; /* flushed and checked at exit */
    int rc = emuq_file_close(out);
    if (rc == 0)
        return true;
    trace_say("cannot write %s: %s", c->output, strerror(-rc));
    return false;
}

int main(int argc, char **argv)
{
    emuq_stdout_guard("emuq-trace");
    trace_command_t command;
    trace_file_t file;
    trace_events_t events;
    if ((argc > 1 && strcmp(argv[1], "--help") == 0) || (argc > 2 && strcmp(argv[2], "--help") == 0))
        return fputs(usage, stdout) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    if (argc > 1 && strcmp(argv[1], "--version") == 0)
        return puts(EMUQ_VERSION) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    if (!trace_command_read(&command, argv)) {
        fputs(usage, stderr);
        return STATUS_USAGE;
    }
    if (trace_file_read(command.files, command.count, &file) != 0)
        return EXIT_FAILURE;
    FILE *out = command.output != NULL && !command.ctf ? fopen(command.output, "we") : stdout;
    if (out == NULL) {
        trace_say("cannot write %s: %s", command.output, strerror(errno));
        trace_file_free(&file);
        return EXIT_FAILURE;
    }
    trace_events_make(&file, &events);
    bool is_written = write_output(&command, &events, out);
    trace_events_free(&events);
    trace_file_free(&file);
    return is_written ? EXIT_SUCCESS : EXIT_FAILURE;
}
