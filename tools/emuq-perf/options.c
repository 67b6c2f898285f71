/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-perf/options.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "kernel-shim/partition/job.h"
#include "tools/emuq-perf/explain.h"
#include "tools/emuq-perf/tests.h"

#define DEFAULT_SECONDS 0.2
#define MAX_SECONDS     3600.0

/* While a command line is read. */
typedef struct reader {
    perf_options_t *o;
    const char *name; /* of the option */
    bool say;
} reader_t;

/* Says that there is no such name, and which one is meant. */
static int complain_name(const reader_t *r, const char *what, const emuq_nearest_t *search, const char *list)
{
    int length = (int)search->length;
    if (r->say && search->name != NULL)
        fprintf(stderr, "emuq-perf: %s '%.*s'; did you mean %s?\n", what, length, search->word, search->name);
    else if (r->say)
        fprintf(stderr, "emuq-perf: %s '%.*s'; %s\n", what, length, search->word, list);
    return PERF_STATUS_USAGE;
}

__attribute__((format(printf, 2, 3))) static int complain(const reader_t *r, const char *format, ...)
{
    if (r->say) {
        char text[256];
        va_list list;
        va_start(list, format);
        vsnprintf(text, sizeof text, format, list);
        va_end(list);
        fprintf(stderr, "emuq-perf: %s; see emuq-perf --help\n", text);
    }
    return PERF_STATUS_USAGE;
}

/* ---- values ---- */

static int read_list(const reader_t *r, const char *text, perf_list_t *list, uint64_t least, uint64_t most,
                     uint64_t multiple)
{
    list->count = 0;
    for (const char *item = text;; item++) {
        const char *end;
        uint64_t value;
        if (list->count == PERF_MAX_LIST)
            return complain(r, "%s takes up to %d numbers", r->name, PERF_MAX_LIST);
        if (emuq_number_scan(item, EMUQ_NUMBER_SIZE, &value, &end) != 0 || (*end != ',' && *end != '\0') ||
            value < least || value > most || value % multiple != 0)
            return complain(r, "%s takes %s%llu from %llu to %llu, separated by commas, not '%s'", r->name,
                            "multiples of ", (unsigned long long)multiple, (unsigned long long)least,
                            (unsigned long long)most, text);
        list->value[list->count++] = value;
        if (*end == '\0')
            return -1;
        item = end;
    }
}

static int read_sizes(const reader_t *r, const char *text)
{
    return read_list(r, text, &r->o->sizes, 8, PERF_MAX_BYTES, 8);
}

static int read_hops(const reader_t *r, const char *text)
{
    return read_list(r, text, &r->o->hops, 0, 160, 1);
}

static int read_pairs(const reader_t *r, const char *text)
{
    uint64_t value;
    if (emuq_number_parse(text, EMUQ_NUMBER_COUNT, 1, PERF_MAX_PAIRS, &value) != 0)
        return complain(r, "%s takes a number from 1 to %d, not '%s'", r->name, PERF_MAX_PAIRS, text);
    r->o->pairs = (uint32_t)value;
    return -1;
}

static int read_time(const reader_t *r, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (*text == '\0' || *end != '\0' || !(value > 0) || value > MAX_SECONDS)
        return complain(r, "%s takes seconds, more than 0 and up to %g, not '%s'", r->name, MAX_SECONDS,
                        text);
    r->o->seconds = value;
    return -1;
}

static int read_tests(const reader_t *r, const char *text)
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
            return complain_name(r, "there is no test", &search, "emuq-perf --list names them");
        }
        r->o->chosen[number] = true;
        item += length;
        if (*item == '\0')
            return -1;
    }
}

static int read_mode(const reader_t *r, const char *text)
{
    if (strcmp(text, "threads") == 0)
        r->o->modes = PERF_MODE_THREADS;
    else if (strcmp(text, "processes") == 0)
        r->o->modes = PERF_MODE_PROCESSES;
    else if (strcmp(text, "hosts") == 0)
        r->o->modes = PERF_MODE_HOSTS;
    else
        return complain(r, "%s takes threads, processes or hosts, not '%s'", r->name, text);
    return -1;
}

static int read_progress(const reader_t *r, const char *text)
{
    static const char *const words[] = {"auto", "spin", "yield", "sleep"};
    for (const char *item = text;; item++) {
        size_t length = strcspn(item, ","), i = 0;
        while (i < 4 && (strlen(words[i]) != length || strncmp(words[i], item, length) != 0))
            i++;
        if (i == 4)
            return complain(r, "%s takes auto, spin, yield or sleep, separated by commas, not '%s'", r->name,
                            text);
        item += length;
        if (*item == '\0')
            break;
    }
    r->o->progress = text;
    return -1;
}

static int read_file(const reader_t *r, const char *text, const char **file)
{
    if (*text == '\0')
        return complain(r, "%s takes the name of a file", r->name);
    *file = text;
    return -1;
}

static int read_json(const reader_t *r, const char *text)
{
    return read_file(r, text, &r->o->json);
}

static int read_record(const reader_t *r, const char *text)
{
    return read_file(r, text, &r->o->record);
}

/* ---- options ---- */

static int set_no_pin(const reader_t *r, const char *text)
{
    (void)text;
    r->o->pin = false;
    return -1;
}

static int set_trace(const reader_t *r, const char *text)
{
    (void)text;
    r->o->trace = true;
    return -1;
}

static int set_explain(const reader_t *r, const char *text)
{
    (void)text;
    r->o->explain = true;
    return -1;
}

static int print_list(const reader_t *r, const char *text);
static int print_help(const reader_t *r, const char *text);
static int print_version(const reader_t *r, const char *text);

/* clang-format off */
static const struct option {
    const char *name, *argument; /* argument NULL: takes none */
    int (*read)(const reader_t *r, const char *text);
    const char *help;
} options[] = {
    {"--test", "NAME,...", read_tests, "measure these; default: all"},
    {"--sizes", "N,...", read_sizes, "bytes of messages, K and M are allowed; default: those that --list names"},
    {"--time", "S", read_time, "seconds for each line; default 0.2"},
    {"--pairs", "N", read_pairs, "pairs of ranks that exchange messages at once; default 1"},
    {"--hops", "N,...", read_hops, "distances of the two ranks; default: neighbours"},
    {"--mode", "threads|processes|hosts", read_mode,
     "what ranks are; default: threads, then processes; hosts: processes of two hosts, or EMUQ_HOSTS of them"},
    {"--progress", "W,...", read_progress, "values of EMUQ_WAIT (auto, spin, yield, sleep) to run with"},
    {"--trace", NULL, set_trace, "measure once more while the job is recorded (emuq-run --trace): what that costs"},
    {"--no-pin", NULL, set_no_pin, "leave it to the system on which cores ranks run"},
    {"--explain", NULL, set_explain, "say where the time of a message goes; needs a build with EMUQ_TIME_STAMPS"},
    {"--json", "FILE", read_json, "write machine, versions and results there as well"},
    {"--record", "FILE", read_record, "add results to FILE, one JSON object a line; no --json"},
    {"--list", NULL, print_list, "name the tests"},
    {"--version", NULL, print_version, "the version of EMUQ"},
    {"--help", NULL, print_help, "this text"},
};
/* clang-format on */

#define OPTIONS (sizeof options / sizeof options[0])

static int print_list(const reader_t *r, const char *text)
{
    (void)text;
    if (r->say)
        perf_tests_print();
    return 0;
}

static int print_version(const reader_t *r, const char *text)
{
    (void)text;
    if (r->say)
        puts(EMUQ_VERSION);
    return 0;
}

static int print_help(const reader_t *r, const char *text)
{
    (void)text;
    if (!r->say)
        return 0;
    printf("usage: emuq-perf [job options] [options]\n"
           "       emuq-run [job options] emuq-perf [options]\n"
           "  Measures what messages, barriers and collectives cost, beside the limits of the machine.\n\n");
    for (size_t i = 0; i < OPTIONS; i++) {
        char left[40];
        snprintf(left, sizeof left, "%s %s", options[i].name,
                 options[i].argument != NULL ? options[i].argument : "");
        printf("  %-26s %s\n", left, options[i].help);
    }
    printf("\njob options, not under emuq-run:\n"
           "  --shape AxBxCxDxE          nodes per dimension (2)\n"
           "  --ppn N                    processes per node: 1, 2, 4, ... 64 (1)\n"
           "  --mapping M                order of ranks: a permutation of ABCDET, or a map file (ABCDET)\n"
           "  --mesh ABC                 dimensions that do not wrap around\n"
           "\nexit status: 0, 1 if a message was wrong or the job failed, 2 for a wrong command line\n");
    return 0;
}

/* What does not go together. */
static int check_options(const reader_t *r)
{
    perf_options_t *o = r->o;
    if (o->pairs > 1 && o->hops.count > 0)
        return complain(r, "--pairs and --hops do not go together");
    if (o->trace && (o->modes & PERF_MODE_HOSTS) != 0)
        return complain(r, "--trace does not go together with --mode hosts");
    if (!o->explain)
        return -1;
    if (!o->all_tests || o->pairs > 1 || o->json != NULL || o->record != NULL)
        return complain(r, "--explain does not go together with --test, --pairs, --json or --record");
    if (!perf_can_explain()) {
        if (r->say)
            fputs("emuq-perf: --explain needs time stamps, which this build does not have; make another one "
                  "with "
                  "cmake -DEMUQ_TIME_STAMPS=ON\n",
                  stderr);
        return PERF_STATUS_USAGE;
    }
    o->all_tests = false;
    return -1;
}

static int refuse_argument(const reader_t *r, const char *argument)
{
    emuq_nearest_t search = emuq_nearest(argument, strcspn(argument, "="));
    for (size_t i = 0; i < OPTIONS; i++)
        emuq_nearest_try(&search, options[i].name);
    emuq_job_options_try(&search);
    return complain_name(r, "unknown argument", &search, "see emuq-perf --help");
}

int perf_options_read(perf_options_t *o, int argc, char **argv, bool say)
{
    *o = (perf_options_t){.all_tests = true,
                          .pairs = 1,
                          .seconds = DEFAULT_SECONDS,
                          .pin = true,
                          .modes = PERF_MODE_THREADS | PERF_MODE_PROCESSES};
    reader_t r = {o, NULL, say};
    for (int i = 1; i < argc; i++) {
        size_t length = strcspn(argv[i], "="), n = 0;
        while (n < OPTIONS &&
               (strlen(options[n].name) != length || strncmp(options[n].name, argv[i], length) != 0))
            n++;
        if (n == OPTIONS)
            return refuse_argument(&r, argv[i]);
        const char *text = argv[i][length] == '=' ? argv[i] + length + 1 : NULL;
        r.name = options[n].name;
        if (options[n].argument == NULL && text != NULL)
            return complain(&r, "%s takes no value", r.name);
        if (options[n].argument != NULL && text == NULL) {
            if (++i == argc)
                return complain(&r, "%s takes a value, %s", r.name, options[n].argument);
            text = argv[i];
        }
        int rc = options[n].read(&r, text);
        if (rc >= 0)
            return rc;
    }
    return check_options(&r);
}
