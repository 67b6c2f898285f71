/* SPDX-License-Identifier: BSD-3-Clause */
/* The command line of emuq-perf. Readers of options return -1 to continue, or an exit status. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "kernel-shim/partition/job.h"
#include "tools/common/options.h"
#include "tools/emuq-perf/perf.h"

#define OPTIONS_DEFAULT_SECONDS 0.2
#define OPTIONS_MAX_SECONDS     3600.0

/* The command line that is read. */
typedef struct options_reader {
    perf_options_t *o;
    const char *name; /* name of the current option, without dashes */
    bool is_verbose;
} options_reader_t;

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
    return options_reject(r, "--%s: invalid value '%s' (expected %s)", r->name, text, expected);
}

static int options_read_list(const options_reader_t *r, const char *text, perf_list_t *list, uint64_t least,
                             uint64_t most, uint64_t multiple)
{
    list->count = 0;
    for (const char *item = text;; item++) {
        const char *end;
        uint64_t value;
        if (list->count == PERF_MAX_LIST)
            return options_reject(r, "--%s takes at most %d numbers", r->name, PERF_MAX_LIST);
        if (emuq_number_scan(item, EMUQ_NUMBER_SIZE, &value, &end) != 0 || (*end != ',' && *end != '\0') ||
            value < least || value > most || value % multiple != 0)
            return options_reject(r,
                                  "--%s: invalid value '%s' (expected multiples of %llu from %llu to %llu, "
                                  "separated by commas)",
                                  r->name, text, (unsigned long long)multiple, (unsigned long long)least,
                                  (unsigned long long)most);
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
        return options_reject(r, "--%s: invalid value '%s' (expected a number from 1 to %d)", r->name, text,
                              PERF_MAX_PAIRS);
    r->o->pairs = (uint32_t)value;
    return -1;
}

static int options_read_time(const options_reader_t *r, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(value > 0) || value > OPTIONS_MAX_SECONDS)
        return options_reject(r, "--%s: invalid value '%s' (expected seconds, more than 0 and at most %g)",
                              r->name, text, OPTIONS_MAX_SECONDS);
    r->o->seconds = value;
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

static int options_read_file(const options_reader_t *r, const char *text, const char **file)
{
    if (*text == '\0')
        return options_reject_value(r, text, "the name of a file");
    *file = text;
    return -1;
}

/* clang-format off */
static const struct options_row {
    const char *argument, *help; /* argument NULL: the option takes none */
} options_help[] = {
    {"NAME,...", "measure these tests; default: all"},
    {"N,...", "message sizes in bytes, K and M are allowed; default: the sizes that --list prints"},
    {"S", "seconds for each line; default 0.2"},
    {"N", "pairs of ranks that exchange messages concurrently; default 1"},
    {"N,...", "distances of the two ranks; default: neighbours"},
    {"MODE", "kind of ranks: threads, processes, or hosts (processes of two simulated hosts, or of EMUQ_HOSTS); default: threads, then processes"},
    {"W,...", "values of EMUQ_WAIT (auto, spin, yield, sleep) to run with"},
    {NULL, "measure a second time while the job is recorded (emuq-run --trace): the overhead of recording"},
    {NULL, "do not bind ranks to cores"},
    {NULL, "print the stages of a message; needs a build with EMUQ_TIME_STAMPS"},
    {"FILE", "also write machine, versions and results to FILE"},
    {"FILE", "append results to FILE, one JSON object per line; excludes --json"},
    {NULL, "list the tests"},
    {NULL, "print the version of EMUQ"},
    {NULL, "print this text"},
};

static const struct option options_table[] = { /* in the order of options_help */
    {"test", required_argument, NULL, 't'},
    {"sizes", required_argument, NULL, 's'},
    {"time", required_argument, NULL, 'i'},
    {"pairs", required_argument, NULL, 'p'},
    {"hops", required_argument, NULL, 'h'},
    {"mode", required_argument, NULL, 'm'},
    {"progress", required_argument, NULL, 'w'},
    {"trace", no_argument, NULL, 'T'},
    {"no-pin", no_argument, NULL, 'P'},
    {"explain", no_argument, NULL, 'e'},
    {"json", required_argument, NULL, 'j'},
    {"record", required_argument, NULL, 'r'},
    {"list", no_argument, NULL, 'l'},
    {"version", no_argument, NULL, 'v'},
    {"help", no_argument, NULL, 'H'},
    {0},
};
/* clang-format on */
_Static_assert(sizeof options_table / sizeof options_table[0] ==
                   sizeof options_help / sizeof options_help[0] + 1,
               "each option has a help text");

static int options_print_help(void)
{
    printf("usage: emuq-perf [job options] [options]\n"
           "       emuq-run [job options] emuq-perf [options]\n"
           "  Measures the cost of messages, barriers and collectives, and compares it to limits of the "
           "machine.\n\n");
    for (size_t i = 0; i < sizeof options_help / sizeof options_help[0]; i++) {
        char left[48];
        snprintf(left, sizeof left, "--%s %s", options_table[i].name,
                 options_help[i].argument != NULL ? options_help[i].argument : "");
        printf("  %-26s %s\n", left, options_help[i].help);
    }
    printf("\njob options, not under emuq-run:\n"
           "  --shape AxBxCxDxE          nodes per dimension (2)\n"
           "  --ppn N                    processes per node: 1, 2, 4, ... 64 (1)\n"
           "  --mapping M                order of ranks: a permutation of ABCDET, or a map file (ABCDET)\n"
           "  --mesh ABC                 dimensions that do not wrap around\n"
           "\nexit status: 0, 1 if a message was wrong or the job failed, 2 for a wrong command line\n");
    return 0;
}

static int options_read_one(const options_reader_t *r, int option)
{
    switch (option) {
    case 't':
        return options_read_tests(r, optarg);
    case 's':
        return options_read_list(r, optarg, &r->o->sizes, 8, PERF_MAX_BYTES, 8);
    case 'i':
        return options_read_time(r, optarg);
    case 'p':
        return options_read_pairs(r, optarg);
    case 'h':
        return options_read_list(r, optarg, &r->o->hops, 0, 160, 1);
    case 'm':
        return options_read_mode(r, optarg);
    case 'w':
        return options_read_progress(r, optarg);
    case 'T':
        r->o->trace = true;
        return -1;
    case 'P':
        r->o->pin = false;
        return -1;
    case 'e':
        r->o->explain = true;
        return -1;
    case 'j':
        return options_read_file(r, optarg, &r->o->json);
    case 'r':
        return options_read_file(r, optarg, &r->o->record);
    case 'l':
        if (r->is_verbose)
            perf_tests_print();
        return 0;
    case 'v':
        if (r->is_verbose)
            puts(EMUQ_VERSION);
        return 0;
    case 'H':
        return r->is_verbose ? options_print_help() : 0;
    default:
        return PERF_STATUS_USAGE;
    }
}

/* Rejects combinations of options. */
static int options_check(const options_reader_t *r)
{
    perf_options_t *o = r->o;
    if (o->pairs > 1 && o->hops.count > 0)
        return options_reject(r, "--pairs excludes --hops");
    if (o->trace && (o->modes & PERF_MODE_HOSTS) != 0)
        return options_reject(r, "--trace excludes --mode hosts");
    if (!o->explain)
        return -1;
    if (!o->all_tests || o->pairs > 1 || o->json != NULL || o->record != NULL)
        return options_reject(r, "--explain excludes --test, --pairs, --json and --record");
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
    const emuq_tool_options_t line = {.tool = "emuq-perf",
                                      .shorts = "+",
                                      .longs = options_table,
                                      .is_quiet = !is_verbose,
                                      .more_names = emuq_job_options_try};
    *o = (perf_options_t){.all_tests = true,
                          .pairs = 1,
                          .seconds = OPTIONS_DEFAULT_SECONDS,
                          .pin = true,
                          .modes = PERF_MODE_THREADS | PERF_MODE_PROCESSES};
    options_reader_t r = {o, NULL, is_verbose};
    optind = 0;
    for (int option; (option = emuq_tool_option(&line, argc, argv)) != -1;) {
        for (size_t i = 0; options_table[i].name != NULL; i++)
            if (options_table[i].val == option)
                r.name = options_table[i].name;
        int rc = options_read_one(&r, option);
        if (rc >= 0)
            return rc;
    }
    if (optind < argc)
        return options_reject(&r, "unexpected argument '%s'", argv[optind]);
    return options_check(&r);
}
