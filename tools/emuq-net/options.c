/* SPDX-License-Identifier: BSD-3-Clause */
/* Command line of emuq-net. Values that depend on several options are resolved after reading all of them. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tools/common/options.h"
#include "tools/emuq-net/net.h"

#define UNIT       1000000 /* fixed-point 1.0 of shares and rates */
#define ASSIGNMENT 255     /* maximum bytes of a parameter and its value */
#define INTERVAL   1000    /* default interval of the time series, cycles */

typedef struct parser parser_t;

typedef struct row {
    const char *name, *argument;                /* name without --; argument NULL: no argument */
    int (*read)(parser_t *r, const char *text); /* 0: continue, 1: finished, or a negative errno */
    const char *help;
    size_t offset, size; /* strings, flags and numbers: offset and size of the member of traffic_options_t */
    uint64_t low, high;  /* accepted range of numbers */
} row_t;

/* A --set or --zone option, in the order of the command line. */
typedef struct set {
    const char *table, *assignment; /* "" and key=value, or "zone." and N=AB,CD; swept: key and value */
    bool is_swept;
} set_t;

struct parser {
    traffic_options_t *o;
    const row_t *row; /* current option */
    set_t set[TRAFFIC_MAX_SETS + TRAFFIC_SWEEPS];
    unsigned sets;
    emuq_text_t *why;
};

static int parse_error(const parser_t *r, const char *text, const char *expected)
{
    return emuq_net_error(r->why, "--%s: invalid value '%s' (expected %s)", r->row->name, text, expected);
}

static int parse_text(parser_t *r, const char *text)
{
    *(const char **)((char *)r->o + r->row->offset) = text;
    return 0;
}

static int parse_flag(parser_t *r, const char *text)
{
    (void)text;
    *(bool *)((char *)r->o + r->row->offset) = true;
    return 0;
}

static int parse_number(parser_t *r, const char *text)
{
    const row_t *o = r->row;
    void *to = (char *)r->o + o->offset;
    uint64_t n;
    char expected[80];
    snprintf(expected, sizeof expected, "%llu..%llu", (unsigned long long)o->low,
             (unsigned long long)o->high);
    if (emuq_number_parse(text, EMUQ_NUMBER_SIZE, o->low, o->high, &n) != 0)
        return parse_error(r, text, expected);
    if (o->size == sizeof(uint8_t))
        *(uint8_t *)to = (uint8_t)n;
    else if (o->size == sizeof(uint32_t))
        *(uint32_t *)to = (uint32_t)n;
    else
        *(uint64_t *)to = n;
    return 0;
}

static int parse_warm_up(parser_t *r, const char *text)
{
    if (strcmp(text, "auto") != 0)
        return parse_number(r, text);
    r->o->setup.warm_up = TRAFFIC_WARM_UP_AUTO;
    return 0;
}

static int parse_shape(parser_t *r, const char *text)
{
    return traffic_shape_parse(text, &r->o->shape, r->why);
}

static int parse_set(parser_t *r, const char *text)
{
    if (r->sets == TRAFFIC_MAX_SETS)
        return emuq_net_error(r->why, "more than %d times --set and --zone", TRAFFIC_MAX_SETS);
    r->set[r->sets++] = (set_t){strcmp(r->row->name, "zone") == 0 ? "zone." : "", text, false};
    return 0;
}

static int parse_load(parser_t *r, const char *text)
{
    const char *end;
    int rc = emuq_net_decimal(text, 6, &r->o->load, &end);
    r->o->load_is_rate = rc == 0 && strcmp(end, "GB/s") == 0;
    if (rc != 0 || (!r->o->load_is_rate && *end != '\0') || r->o->load == 0 || r->o->load > 100 * UNIT)
        return parse_error(r, text, "a share of the peak such as 0.9, or a rate such as 2GB/s");
    return 0;
}

static int parse_bytes(parser_t *r, const char *text)
{
    uint64_t least = 0, most;
    const char *end;
    if (emuq_number_scan(text, EMUQ_NUMBER_SIZE, &least, &end) != 0)
        end = text;
    most = least;
    if (*end == ':' && emuq_number_scan(end + 1, EMUQ_NUMBER_SIZE, &most, &end) != 0)
        end = ":";
    if (end == text || *end != '\0' || least > most || most > 1U << 30)
        return parse_error(r, text, "up to 1G bytes such as 4K, or a range such as 8:512");
    r->o->setup.workload.bytes_min = (uint32_t)least;
    r->o->setup.workload.bytes_max = (uint32_t)most;
    return 0;
}

static int parse_sweep(parser_t *r, const char *text)
{
    traffic_options_t *o = r->o;
    if (o->is_derived)
        return 0;
    if (o->sweeps == TRAFFIC_SWEEPS)
        return emuq_net_error(r->why, "more than %d times --sweep", TRAFFIC_SWEEPS);
    traffic_sweep_t *s = &o->sweep[o->sweeps];
    int rc = traffic_sweep_parse(s, text, r->why);
    if (rc != 0)
        return rc;
    for (unsigned i = 0; i < o->sweeps; i++)
        if (strcmp(o->sweep[i].name, s->name) == 0) {
            free(s->value);
            return emuq_net_error(r->why, "--sweep: %s occurs twice", s->name);
        }
    o->sweeps++;
    return traffic_options_runs(o) <= TRAFFIC_RUNS
               ? 0
               : emuq_net_error(r->why, "--sweep: more than %d runs", TRAFFIC_RUNS);
}

static int print_list(parser_t *r, const char *text)
{
    (void)r, (void)text;
    traffic_pattern_list(stdout);
    printf("  %-40s %s\n", "trace:FILE", "messages of a file, with their times");
    return 1;
}

static int print_version(parser_t *r, const char *text)
{
    (void)r, (void)text;
    puts(EMUQ_VERSION);
    return 1;
}

static int print_help(parser_t *r, const char *text);

#define TO(member) offsetof(traffic_options_t, member), sizeof(((traffic_options_t *)NULL)->member), 0, 0
#define NUMBER(member, low, high)                                                                            \
    offsetof(traffic_options_t, member), sizeof(((traffic_options_t *)NULL)->member), low, high
#define NONE 0, 0, 0, 0

/* clang-format off */
static const row_t rows[] = {
    {"shape", "AxBxCxD..", parse_shape, "nodes per dimension; default 4x4x4x4x2", NONE},
    {"mesh", "AB..", parse_text, "dimensions that are meshes, not rings", TO(mesh)},
    {"params", "bgq|torus3d|FILE", parse_text, "constants of the model; default bgq", TO(params)},
    {"set", "KEY=VALUE", parse_set, "change a constant; repeatable", NONE},
    {"zone", "N=AB,CD,E", parse_set, "groups of dimensions of routing zone N; as --set zone.N=..", NONE},
    {"pattern", "P", parse_text, "pattern of destinations; see --list", TO(pattern)},
    {"load", "X|XGB/s", parse_load, "open loop: share of the pattern's peak, or payload per node", NONE},
    {"periodic", NULL, parse_flag, "open loop: evenly spaced messages, not random", TO(setup.workload.periodic)},
    {"messages", "N", parse_number, "closed loop: messages per node; default: endless", NUMBER(setup.workload.messages, 1, UINT32_MAX)},
    {"outstanding", "W", parse_number, "closed loop: messages in each node's Message Unit; default 64", NUMBER(setup.workload.outstanding, 1, 65536)},
    {"bytes", "B|B:C", parse_bytes, "payload of a message, or a range; default 512", NONE},
    {"routing", "R", parse_text, "dynamic[:zoneZ], deterministic, or mix:P (share P dynamic); default dynamic:zone0", TO(routing)},
    {"stay", NULL, parse_flag, "escaped packets stay in the bubble channel", TO(setup.workload.stay)},
    {"vc", "N", parse_number, "channel of all packets: 0 by --routing, 1, 2 priority, 3 system; default 0", NUMBER(setup.workload.vc, 0, EMUQ_NET_VC_SYSTEM)},
    {"warmup", "C|auto", parse_warm_up, "cycles before the measurement; default auto", NUMBER(setup.warm_up, 0, 1ULL << 40)},
    {"cycles", "C", parse_number, "cycles of the measurement; default 20000, with --messages until the end", NUMBER(setup.cycles, 1, 1ULL << 40)},
    {"seed", "N", parse_number, "seed of all random choices; default 1", NUMBER(setup.seed, 0, UINT64_MAX)},
    {"threads", "N", parse_number, "threads of the simulation; default 1", NUMBER(setup.threads, 1, 1024)},
    {"sweep", "NAME=VALUES", parse_sweep, "repeat with values A,B,C or A:B:STEP of an option or a parameter; repeatable: all combinations", NONE},
    {"jobs", "N", parse_number, "runs of a sweep at a time; default: one per core", NUMBER(jobs, 1, 1024)},
    {"out", "FILE", parse_text, "write parameters and results, JSON; FILE: - is the standard output, here and below", TO(json)},
    {"csv", "FILE", parse_text, "write a line per run, CSV", TO(csv)},
    {"series", "FILE", parse_text, "write throughput and latency per interval, CSV", TO(series)},
    {"interval", "C", parse_number, "cycles of an interval of --series; default 1000", NUMBER(setup.interval, 1, 1ULL << 40)},
    {"curve", "FILE", parse_text, "draw throughput and latency of a sweep, SVG", TO(curve)},
    {"heat", "FILE", parse_text, "draw link usage of the last run, SVG", TO(heat)},
    {"links", "FILE", parse_text, "write link usage of the last run, CSV", TO(links)},
    {"quiet", NULL, parse_flag, "print no text report", TO(quiet)},
    {"explain", "FROM-TO", parse_text, "print the parts of a packet's latency between two nodes", TO(explain)},
    {"show", NULL, parse_flag, "print the constants: value, unit, tag, range, source", TO(show)},
    {"list", NULL, print_list, "print the patterns", NONE},
    {"version", NULL, print_version, "print the version of EMUQ", NONE},
    {"help", NULL, print_help, "print this text", NONE},
};
/* clang-format on */

#define ROWS           (sizeof rows / sizeof rows[0])
#define FIRST_VALUE    256          /* getopt_long() value of the first option */
#define PARSE_REPORTED (-ECANCELED) /* emuq_tool_option() has printed the error */

static int print_help(parser_t *r, const char *text)
{
    (void)r, (void)text;
    puts("usage: emuq-net [options] --pattern P\n"
         "  Simulates traffic on the machine's network: throughput and latency of a pattern of messages.\n");
    for (const row_t *o = rows; o < rows + ROWS; o++) {
        char left[40];
        snprintf(left, sizeof left, "--%s %s", o->name, o->argument != NULL ? o->argument : "");
        printf("  %-26s %s\n", left, o->help);
    }
    puts("\nSIGINT ends the runs with partial results, a second SIGINT ends emuq-net.\n"
         "exit status: 0, 1 if a run failed, 2 for a wrong command line or file, 130 after SIGINT");
    return 1;
}

static int parse_arguments(parser_t *r, int argc, char **argv)
{
    struct option known[ROWS + 1] = {{.name = NULL}};
    const emuq_tool_options_t line = {.tool = "emuq-net", .shorts = "+", .longs = known};
    for (size_t i = 0; i < ROWS; i++)
        known[i] = (struct option){rows[i].name, rows[i].argument != NULL ? required_argument : no_argument,
                                   NULL, FIRST_VALUE + (int)i};
    optind = 0; /* restarts glibc's parser */
    for (int value; (value = emuq_tool_option(&line, argc, argv)) != -1;) {
        if (value == '?')
            return PARSE_REPORTED;
        r->row = &rows[value - FIRST_VALUE];
        int rc = r->row->read(r, optarg);
        if (rc != 0)
            return rc;
    }
    if (optind < argc)
        return emuq_net_error(r->why, "unexpected argument '%s'; see emuq-net --help", argv[optind]);
    return 0;
}

/* Options that --sweep accepts. */
static const char *const swept[] = {"load", "bytes",  "shape",    "pattern",     "routing", "vc",
                                    "seed", "params", "messages", "outstanding", "warmup",  "cycles"};
#define SWEPT (sizeof swept / sizeof swept[0])

/* The option that a sweep repeats; NULL: a parameter. */
static const row_t *sweep_row(const char *name)
{
    size_t i = 0;
    while (i < SWEPT && strcmp(swept[i], name) != 0)
        i++;
    const row_t *row = rows;
    while (i < SWEPT && strcmp(row->name, name) != 0)
        row++;
    return i < SWEPT ? row : NULL;
}

/* Checks the name of a sweep. */
static int sweep_check(const char *name, emuq_text_t *why)
{
    emuq_nearest_t search = emuq_nearest(name, strlen(name));
    emuq_nearest_of(&search, swept, SWEPT);
    if (sweep_row(name) != NULL)
        return 0;
    int rc = emuq_net_constants_name(name, search.name, why);
    for (size_t i = 0; i < SWEPT && rc != 0; i++)
        emuq_text_add(why, "%s%s", i == 0 ? " (--sweep takes " : ", ", swept[i]);
    emuq_text_add(why, "%s", rc != 0 ? " or a parameter)" : "");
    return rc;
}

/* Sets the option or adds the parameter of each sweep. */
static int sweep_apply(parser_t *r)
{
    const traffic_options_t *o = r->o;
    int rc = 0;
    for (unsigned i = 0; i < o->sweeps && rc == 0; i++) {
        const char *name = o->sweep[i].name, *text = traffic_sweep_value(o, i)->text;
        rc = sweep_check(name, r->why);
        if (rc != 0)
            break;
        r->row = sweep_row(name);
        if (r->row != NULL)
            rc = r->row->read(r, text);
        else
            r->set[r->sets++] = (set_t){name, text, true};
    }
    return rc;
}

static int options_parameters(const parser_t *r)
{
    emuq_net_constants_t *p = &r->o->parameters;
    size_t bytes = r->sets * (size_t)(ASSIGNMENT + 1) + 1;
    r->o->changes = malloc(bytes);
    if (r->o->changes == NULL)
        return -ENOMEM;
    int rc = r->o->params != NULL ? emuq_net_constants_read(p, r->o->params, r->why) : 0;
    emuq_text_t changes = emuq_text(r->o->changes, bytes);
    for (unsigned i = 0; i < r->sets && rc == 0; i++) {
        const set_t *set = &r->set[i];
        char assignment[ASSIGNMENT + 1];
        if (snprintf(assignment, sizeof assignment, "%s%s%s", set->table, set->is_swept ? "=" : "",
                     set->assignment) > ASSIGNMENT)
            return emuq_net_error(r->why, "--%s: the parameter is longer than %d bytes: '%.40s...'",
                                  *set->table != '\0' ? "zone" : "set", ASSIGNMENT, set->assignment);
        emuq_text_add(&changes, "%s%s", i > 0 ? ";" : "", assignment);
        rc = emuq_net_constants_set(p, assignment, set->is_swept ? "swept" : "changed by the command line",
                                    r->why);
    }
    return rc == 0 ? emuq_net_constants_check(p, r->why) : rc;
}

/* Parses and resolves all options. @return 0, 1: finished, or a negative errno */
static int options_parse(traffic_options_t *o, emuq_text_t *why)
{
    parser_t r = {.o = o, .why = why};
    o->shape = (emuq_net_shape_t){5, {4, 4, 4, 4, 2}, 0x1f};
    o->setup = (traffic_setup_t){.parameters = &o->parameters,
                                 .seed = 1,
                                 .threads = 1,
                                 .warm_up = TRAFFIC_WARM_UP_AUTO,
                                 .interval = INTERVAL,
                                 .workload = {.bytes_min = 512, .bytes_max = 512}};
    int rc = emuq_net_constants_open(&o->parameters);
    rc = rc == 0 ? parse_arguments(&r, o->argc, o->argv) : rc;
    rc = rc == 0 ? sweep_apply(&r) : rc;
    rc = rc == 0 && o->mesh != NULL ? traffic_shape_mesh(o->mesh, &o->shape, why) : rc;
    rc = rc == 0 ? options_parameters(&r) : rc;
    rc = rc == 0 && !o->show ? traffic_options_resolve(o, why) : rc;
    o->setup.interval = o->series != NULL ? o->setup.interval : 0;
    return rc;
}

int traffic_options_read(traffic_options_t *o, int argc, char **argv)
{
    char reason[512];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    *o = (traffic_options_t){.argc = argc, .argv = argv};
    int rc = options_parse(o, &why);
    if (rc == 0 && !o->show)
        return -1;
    if (rc == 0)
        traffic_parameters_print(&o->parameters, NULL, stdout);
    else if (rc < 0 && rc != PARSE_REPORTED)
        fprintf(stderr, "emuq-net: %s\n", rc == -EINVAL ? reason : strerror(-rc));
    traffic_options_free(o);
    return rc < 0 ? TRAFFIC_STATUS_USAGE : 0;
}

int traffic_options_derive(const traffic_options_t *first, unsigned run, traffic_options_t *o,
                           emuq_text_t *why)
{
    *o = (traffic_options_t){
        .argc = first->argc, .argv = first->argv, .sweeps = first->sweeps, .is_derived = true, .run = run};
    memcpy(o->sweep, first->sweep, sizeof o->sweep);
    int rc = options_parse(o, why);
    if (rc < 0 && rc != -EINVAL)
        emuq_net_error(why, "%s", strerror(-rc));
    return rc;
}

void traffic_options_free(traffic_options_t *o)
{
    traffic_trace_free(&o->trace);
    traffic_pattern_free(&o->setup.workload.pattern);
    emuq_net_constants_free(&o->parameters);
    free(o->changes);
    if (!o->is_derived)
        traffic_sweep_free(o);
}
