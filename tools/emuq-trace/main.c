/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-trace: what a recorded job has done with its Message Units.
 *
 * Reading order: backends/record.h and record_file.h (what is recorded), file.c (reads it), events.c and
 * match.c (one order, and what became of messages); then dump.c; stats.c with operations.c and cause.c,
 * path.c, timeline.c, fill.c, all of them in sums.c, and stats_print.c; perfetto.c, pcapng.c, ctf.c with
 * ctf_fields.c, report.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "kernel-shim/launch/launch.h"
#include "tools/emuq-trace/ctf.h"
#include "tools/emuq-trace/dump.h"
#include "tools/emuq-trace/pcapng.h"
#include "tools/emuq-trace/perfetto.h"
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

/* The command line. */
typedef struct command {
    const char *what, *output;
    char **files; /* words of the command line; others are moved out of their way */
    uint32_t count;
    trace_filter_t filter;
    bool json;
    bool ctf;
    void (*convert)(const trace_events_t *events, FILE *out);
} command_t;

static bool read_number(const char *text, int64_t *number)
{
    uint64_t value;
    if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 0, INT32_MAX, &value) != 0) {
        trace_say("\"%s\" is no number", text);
        return false;
    }
    *number = (int64_t)value;
    return true;
}

static bool read_kinds(const char *list, uint32_t *kinds)
{
    char text[256], *rest = text;
    snprintf(text, sizeof text, "%s", list);
    *kinds = 0;
    for (const char *word; (word = strsep(&rest, ",")) != NULL;) {
        emuq_record_kind_t kind = emuq_record_kind_of(word);
        if (kind == EMUQ_RECORD_KINDS) {
            trace_say("\"%s\" is no kind of record", word);
            return false;
        }
        *kinds |= UINT32_C(1) << kind;
    }
    return true;
}

/* Reads an option of the command, and its value. @return false after a message */
static bool read_option(command_t *c, char ***at)
{
    const char *option = *(*at)++;
    bool is_dump = strcmp(c->what, "dump") == 0, is_convert = strcmp(c->what, "convert") == 0;
    if (strcmp(c->what, "stats") == 0 && strcmp(option, "--json") == 0)
        return c->json = true;
    if (is_convert && (strcmp(option, "--perfetto") == 0 || strcmp(option, "--pcapng") == 0)) {
        c->convert = strcmp(option, "--perfetto") == 0 ? trace_perfetto : trace_pcapng;
        return true;
    }
    if (is_convert && strcmp(option, "--ctf") == 0)
        return c->ctf = true;
    bool has_value = is_dump ? strcmp(option, "--rank") == 0 || strcmp(option, "--fifo") == 0 ||
                                   strcmp(option, "--kinds") == 0
                             : strcmp(option, "-o") == 0;
    if (!has_value || **at == NULL) {
        trace_say(has_value ? "%s needs a value" : "unknown option %s", option);
        return false;
    }
    const char *value = *(*at)++;
    if (strcmp(option, "-o") == 0) {
        c->output = value;
        return true;
    }
    if (strcmp(option, "--kinds") == 0)
        return read_kinds(value, &c->filter.kinds);
    return read_number(value, strcmp(option, "--rank") == 0 ? &c->filter.rank : &c->filter.fifo);
}

static bool read_command(command_t *c, char **argv)
{
    *c = (command_t){.filter = {-1, -1, UINT32_MAX}};
    if (argv[1] == NULL)
        return false;
    c->what = argv[1];
    c->files = argv + 1;
    static const char *const commands[] = {"dump", "stats", "convert", "report"};
    bool is_command = false;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        is_command |= strcmp(c->what, commands[i]) == 0;
    if (!is_command)
        return false;
    for (char **at = argv + 2; *at != NULL;) {
        if ((*at)[0] == '-') {
            if (!read_option(c, &at))
                return false;
        } else {
            c->files[c->count++] = *at++;
        }
    }
    if (c->ctf && c->output == NULL) {
        trace_say("--ctf needs -o and a directory");
        return false;
    }
    return c->count != 0 && (strcmp(c->what, "convert") != 0 || (c->convert != NULL) != c->ctf);
}

static void sum_up(const command_t *c, const trace_events_t *events, FILE *out)
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

static void run(const command_t *c, const trace_events_t *events, FILE *out)
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
static bool write_output(const command_t *c, const trace_events_t *events, FILE *out)
{
    if (c->ctf)
        return trace_ctf(events, c->output) == 0;
    run(c, events, out);
    if (ferror(out) == 0 && fclose(out) == 0)
        return true;
    trace_say("cannot write %s: %s", c->output != NULL ? c->output : "the output", strerror(errno));
    return false;
}

int main(int argc, char **argv)
{
    command_t command;
    trace_file_t file;
    trace_events_t events;
    if (argc > 1 && strcmp(argv[1], "--help") == 0)
        return fputs(usage, stdout) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    if (argc > 1 && strcmp(argv[1], "--version") == 0)
        return printf("emuq-trace %s\n", EMUQ_VERSION) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
    if (!read_command(&command, argv)) {
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
