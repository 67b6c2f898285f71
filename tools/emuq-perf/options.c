/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line of emuq-perf. Readers of options return -1 to continue, or an exit status. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "kernel-shim/partition/job.h"
#include "tools/common/options.h"
#include "tools/emuq-perf/perf.h"

#define OPTIONS_DEFAULT_SECONDS 0.2
#define OPTIONS_MAX_SECONDS     3600.0
#define OPTIONS_MAX_LOAD        1e6
#define OPTIONS_TABLE_LEAST     8u /* bytes of the first row of --table */
#define OPTIONS_TABLE_MOST      (1u << 20)

typedef struct options_reader options_reader_t;

typedef struct options_row {
    const char *name, *argument; /* argument NULL: no argument */
    int (*read)(const options_reader_t *r, const char *text);
    const char *help;
    size_t offset;                  /* offset of the perf_options_t member for lists, flags and files */
    uint64_t least, most, multiple; /* accepted numbers of a list; a flag is set to `least` */
} options_row_t;

/* The command line that is read. */
struct options_reader {
    perf_options_t *o;
    const options_row_t *row; /* current option */
    bool is_verbose;
};

__attribute__((format(printf, 2, 3))) static int options_reject(const options_reader_t *r, const char *format,
                                                                ...)
{
    if (r->is_verbose) {
        va_list list;
        va_start(list, format);
        fputs("emuq-perf: ", stderr);
        vfprintf(stderr, format, list);
        fputs("; see emuq-perf --help\n", stderr);
        va_end(list);
    }
    return PERF_STATUS_USAGE;
}

static int options_reject_test(const options_reader_t *r, const emuq_nearest_t *search)
{
    int length = (int)search->length;
    if (r->is_verbose && search->name != NULL)
        fprintf(stderr, "emuq-perf: there is no test '%.*s'; did you mean %s?\n", length, search->word,
                search->name);
    else if (r->is_verbose)
        fprintf(stderr, "emuq-perf: there is no test '%.*s'; emuq-perf --list lists them\n", length,
                search->word);
    return PERF_STATUS_USAGE;
}

/* Rejects the value of the current option. */
static int options_reject_value(const options_reader_t *r, const char *text, const char *expected)
{
    return options_reject(r, "--%s: invalid value '%s' (expected %s)", r->row->name, text, expected);
}

static void *options_member(const options_reader_t *r)
{
    return (char *)r->o + r->row->offset;
}

static int options_read_flag(const options_reader_t *r, const char *text)
{
    (void)text;
    *(bool *)options_member(r) = r->row->least != 0;
    return -1;
}

static int options_read_list(const options_reader_t *r, const char *text)
{
    const options_row_t *row = r->row;
    perf_list_t *list = options_member(r);
    list->count = 0;
    for (const char *item = text;; item++) {
        const char *end;
        uint64_t value;
        if (list->count == PERF_MAX_LIST)
            return options_reject(r, "--%s takes at most %d numbers", row->name, PERF_MAX_LIST);
        if (emuq_number_scan(item, EMUQ_NUMBER_SIZE, &value, &end) != 0 || (*end != ',' && *end != '\0') ||
            value < row->least || value > row->most || value % row->multiple != 0)
            return options_reject(r,
                                  "--%s: invalid value '%s' (expected multiples of %llu from %llu to %llu, "
                                  "separated by commas)",
                                  row->name, text, (unsigned long long)row->multiple,
                                  (unsigned long long)row->least, (unsigned long long)row->most);
        list->value[list->count++] = value;
        if (*end == '\0')
            return -1;
        item = end;
    }
}

static int options_read_pairs(const options_reader_t *r, const char *text)
{
    uint64_t value;
    if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 1, PERF_MAX_PAIRS, &value) != 0)
        return options_reject(r, "--%s: invalid value '%s' (expected a number from 1 to %d)", r->row->name,
                              text, PERF_MAX_PAIRS);
    r->o->pairs = (uint32_t)value;
    return -1;
}

static int options_read_time(const options_reader_t *r, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(value > 0) || value > OPTIONS_MAX_SECONDS)
        return options_reject(r, "--%s: invalid value '%s' (expected seconds, more than 0 and at most %g)",
                              r->row->name, text, OPTIONS_MAX_SECONDS);
    r->o->seconds = value;
    return -1;
}

static int options_read_load(const options_reader_t *r, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(value >= 0) || value > OPTIONS_MAX_LOAD)
        return options_reject(r, "--%s: invalid value '%s' (expected a load average from 0 to %g)",
                              r->row->name, text, OPTIONS_MAX_LOAD);
    r->o->load = value;
    return -1;
}

static int options_read_tests(const options_reader_t *r, const char *text)
{
    r->o->all_tests = false;
    memset(r->o->chosen, 0, sizeof r->o->chosen);
    for (const char *item = text;; item++) {
        size_t length = strcspn(item, ",");
        int number = perf_test_number(item, length);
        if (number < 0) {
            emuq_nearest_t search = emuq_nearest(item, length);
            for (size_t i = 0; i < perf_test_count; i++)
                emuq_nearest_try(&search, perf_tests[i].name);
            return options_reject_test(r, &search);
        }
        r->o->chosen[number] = true;
        item += length;
        if (*item == '\0')
            return -1;
    }
}

static int options_read_mode(const options_reader_t *r, const char *text)
{
    if (strcmp(text, "threads") == 0)
        r->o->modes = PERF_MODE_THREADS;
    else if (strcmp(text, "processes") == 0)
        r->o->modes = PERF_MODE_PROCESSES;
    else if (strcmp(text, "hosts") == 0)
        r->o->modes = PERF_MODE_HOSTS;
    else
        return options_reject_value(r, text, "threads, processes or hosts");
    return -1;
}

static int options_read_progress(const options_reader_t *r, const char *text)
{
    static const char *const words[] = {"auto", "spin", "yield", "sleep"};
    for (const char *item = text;; item++) {
        size_t length = strcspn(item, ","), i = 0;
        while (i < 4 && (strlen(words[i]) != length || strncmp(words[i], item, length) != 0))
            i++;
        if (i == 4)
            return options_reject_value(r, text, "auto, spin, yield or sleep, separated by commas");
        item += length;
        if (*item == '\0')
            break;
    }
    r->o->progress = text;
    return -1;
}

static int options_read_file(const options_reader_t *r, const char *text)
{
    if (*text == '\0')
        return options_reject_value(r, text, "the name of a file");
    *(const char **)options_member(r) = text;
    return -1;
}

static int options_print_list(const options_reader_t *r, const char *text)
{
    (void)text;
    if (r->is_verbose)
        perf_tests_print();
    return 0;
}

static int options_print_version(const options_reader_t *r, const char *text)
{
    (void)text;
    if (r->is_verbose)
        puts(EMUQ_VERSION);
    return 0;
}

static int options_print_help(const options_reader_t *r, const char *text);

#define NONE       0, 0, 0, 0
#define TO(member) offsetof(perf_options_t, member)

/* clang-format off */
static const options_row_t options_rows[] = {
    {"test", "NAME,...", options_read_tests, "measure these tests; default: all", NONE},
    {"sizes", "N,...", options_read_list, "message sizes in bytes, K and M are allowed; default: the sizes that --list prints", TO(sizes), 8, PERF_MAX_BYTES, 8},
    {"time", "S", options_read_time, "seconds for each line; default 0.2", NONE},
    {"pairs", "N", options_read_pairs, "pairs of ranks that exchange messages concurrently; default 1", NONE},
    {"hops", "N,...", options_read_list, "distances of the two ranks; default: neighbours", TO(hops), 0, 160, 1},
    {"mode", "MODE", options_read_mode, "kind of ranks: threads, processes, or hosts (processes of two simulated hosts, or of EMUQ_HOSTS); default: threads, then processes", NONE},
    {"progress", "W,...", options_read_progress, "values of EMUQ_WAIT (auto, spin, yield, sleep) to run with", NONE},
    {"trace", NULL, options_read_flag, "measure a second time while the job is recorded (emuq-run --trace): the overhead of recording", TO(trace), true, 0, 0},
    {"no-pin", NULL, options_read_flag, "do not bind ranks to cores", TO(pin), false, 0, 0},
    {"table", NULL, options_read_flag, "print a table with a row for each size and two columns for each test, minimum and median; default: sizes from 8 to 1M, put_latency,fifo_latency,put_bandwidth,put_rate", TO(table), true, 0, 0},
    {"explain", NULL, options_read_flag, "print the stages of a message; needs a build with EMUQ_TIME_STAMPS", TO(explain), true, 0, 0},
    {"json", "FILE", options_read_file, "also write machine, versions and results to FILE; - for standard output, without text", TO(json), 0, 0, 0},
    {"csv", "FILE", options_read_file, "also write results to FILE as comma-separated values; - for standard output, without text", TO(csv), 0, 0, 0},
    {"record", "FILE", options_read_file, "append results to FILE, one JSON object per line; excludes --json", TO(record), 0, 0, 0},
    {"quiet", NULL, options_read_flag, "print no text", TO(quiet), true, 0, 0},
    {"load", "L", options_read_load, "load average before the measurement; default: of the last minute", NONE},
    {"list", NULL, options_print_list, "list the tests", NONE},
    {"version", NULL, options_print_version, "print the version of EMUQ", NONE},
    {"help", NULL, options_print_help, "print this text", NONE},
};
/* clang-format on */

#define OPTIONS             (sizeof options_rows / sizeof options_rows[0])
#define OPTIONS_FIRST_VALUE 256 /* getopt_long() value of the first option */

static int options_print_help(const options_reader_t *r, const char *text)
{
    (void)text;
    if (!r->is_verbose)
        return 0;
    printf("usage: emuq-perf [job options] [options]\n"
           "       emuq-run [job options] emuq-perf [options]\n"
           "  Measures the cost of messages, barriers and collectives, and compares it to limits of the "
           "machine.\n\n");
    for (const options_row_t *o = options_rows; o < options_rows + OPTIONS; o++) {
        char left[48];
        snprintf(left, sizeof left, "--%s %s", o->name, o->argument != NULL ? o->argument : "");
        printf("  %-26s %s\n", left, o->help);
    }
    printf("\njob options, not under emuq-run:\n"
           "  --shape AxBxCxDxE          nodes per dimension (2)\n"
           "  --ppn N                    processes per node: 1, 2, 4, ... 64 (1)\n"
           "  --mapping M                order of ranks: a permutation of ABCDET, or a map file (ABCDET)\n"
           "  --mesh ABC                 dimensions that do not wrap around\n"
           "\nexit status: 0, 1 if a message was wrong or the job failed, 2 for a wrong command line\n");
    return 0;
}

/* Sets the default tests and sizes of a table. */
static int options_check_table(const options_reader_t *r)
{
    static const char *const columns[] = {"put_latency", "fifo_latency", "put_bandwidth", "put_rate"};
    perf_options_t *o = r->o;
    size_t tests = 0;
    if (o->hops.count > 0)
        return options_reject(r, "--table excludes --hops");
    for (size_t i = 0; o->all_tests && i < sizeof columns / sizeof columns[0]; i++)
        o->chosen[perf_test_number(columns[i], strlen(columns[i]))] = true;
    o->all_tests = false;
    for (size_t i = 0; i < perf_test_count; i++) {
        tests += o->chosen[i];
        if (o->chosen[i] && !perf_tests[i].sized)
            return options_reject(r, "--table: test %s has no message size", perf_tests[i].name);
    }
    if (tests > PERF_MAX_COLUMNS)
        return options_reject(r, "--table: %zu tests (expected at most %d)", tests, PERF_MAX_COLUMNS);
    o->default_sizes = o->sizes.count == 0;
    for (uint64_t size = OPTIONS_TABLE_LEAST; o->default_sizes && size <= OPTIONS_TABLE_MOST; size *= 2)
        o->sizes.value[o->sizes.count++] = size;
    return -1;
}

/* Rejects combinations of options. */
static int options_check(const options_reader_t *r)
{
    perf_options_t *o = r->o;
    if (o->pairs > 1 && o->hops.count > 0)
        return options_reject(r, "--pairs excludes --hops");
    if (o->trace && (o->modes & PERF_MODE_HOSTS) != 0)
        return options_reject(r, "--trace excludes --mode hosts");
    if (o->csv != NULL && (o->record != NULL || (o->json != NULL && strcmp(o->json, "-") == 0)))
        return options_reject(r, "--csv excludes --record and --json -");
    const char *other = o->csv != NULL ? o->csv : o->record;
    if (o->json != NULL && other != NULL && emuq_is_same_file(o->json, other))
        return options_reject(r, "--json and --%s: both write '%s'", o->csv != NULL ? "csv" : "record",
                              other);
    if ((o->csv != NULL && strcmp(o->csv, "-") == 0) || (o->json != NULL && strcmp(o->json, "-") == 0))
        o->quiet = true;
    if (o->explain && (!o->all_tests || o->pairs > 1 || o->json != NULL || o->csv != NULL ||
                       o->record != NULL || o->table || o->quiet))
        return options_reject(
            r, "--explain excludes --test, --pairs, --table, --json, --csv, --record and --quiet");
    if (o->table)
        return options_check_table(r);
    if (!o->explain)
        return -1;
    if (!perf_has_stamps()) {
        if (r->is_verbose)
            fputs("emuq-perf: --explain needs a build with time stamps; configure with cmake "
                  "-DEMUQ_TIME_STAMPS=ON\n",
                  stderr);
        return PERF_STATUS_USAGE;
    }
    o->all_tests = false;
    return -1;
}

int perf_options_read(perf_options_t *o, int argc, char **argv, bool is_verbose)
{
    struct option known[OPTIONS + 1] = {{.name = NULL}};
    const emuq_tool_options_t line = {.tool = "emuq-perf",
                                      .shorts = "+",
                                      .longs = known,
                                      .is_quiet = !is_verbose,
                                      .more_names = emuq_job_options_try};
    for (size_t i = 0; i < OPTIONS; i++)
        known[i] = (struct option){options_rows[i].name,
                                   options_rows[i].argument != NULL ? required_argument : no_argument, NULL,
                                   OPTIONS_FIRST_VALUE + (int)i};
    *o = (perf_options_t){.all_tests = true,
                          .pairs = 1,
                          .seconds = OPTIONS_DEFAULT_SECONDS,
                          .pin = true,
                          .load = -1,
                          .modes = PERF_MODE_THREADS | PERF_MODE_PROCESSES};
    options_reader_t r = {o, NULL, is_verbose};
    optind = 0;
    for (int value; (value = emuq_tool_option(&line, argc, argv)) != -1;) {
        if (value == '?')
            return PERF_STATUS_USAGE;
        r.row = &options_rows[value - OPTIONS_FIRST_VALUE];
        int rc = r.row->read(&r, optarg);
        if (rc >= 0)
            return rc;
    }
    if (optind < argc)
        return options_reject(&r, "unexpected argument '%s'", argv[optind]);
    return options_check(&r);
}
