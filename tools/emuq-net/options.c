/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/number.h"
#include "network/files/files.h"
#include "tools/emuq-net/resolve.h"
#include "tools/emuq-net/shape.h"

#define UNIT 1000000 /* of shares and rates */

typedef struct reader reader_t;

/* An option. */
struct option {
    const char *name, *argument;                /* argument NULL: takes none; in brackets: may be left out */
    int (*read)(reader_t *r, const char *text); /* 0: go on, 1: all is done, or an error */
    const char *help;
    size_t at, size; /* of texts, flags and numbers: the member of traffic_options_t that gets the value */
    uint64_t least, most; /* of numbers */
};

/* While the command line is read. What depends on other options is kept, and read when all are known. */
struct reader {
    traffic_options_t *o;
    const struct option *option; /* whose value is read */
    traffic_sets_t sets;
    emuq_text_t *why;
};

/* Where the value of the option goes. */
static void *place(const reader_t *r)
{
    return (char *)r->o + r->option->at;
}

/* ---- values ---- */

static int read_text(reader_t *r, const char *text)
{
    *(const char **)place(r) = text;
    return 0;
}

static int read_flag(reader_t *r, const char *text)
{
    (void)text;
    *(bool *)place(r) = true;
    return 0;
}

static int read_number(reader_t *r, const char *text)
{
    const struct option *o = r->option;
    uint64_t n;
    if (emuq_number_parse(text, EMUQ_NUMBER_SIZE, o->least, o->most, &n) != 0)
        return emuq_net_error(r->why, "%s takes a number from %llu to %llu, not '%s'", o->name,
                               (unsigned long long)o->least, (unsigned long long)o->most, text);
    if (o->size == sizeof(uint8_t))
        *(uint8_t *)place(r) = (uint8_t)n;
    else if (o->size == sizeof(uint32_t))
        *(uint32_t *)place(r) = (uint32_t)n;
    else
        *(uint64_t *)place(r) = n;
    return 0;
}

static int read_warm_up(reader_t *r, const char *text)
{
    if (strcmp(text, "auto") != 0)
        return read_number(r, text);
    r->o->setup.warm_up = TRAFFIC_WARM_UP_AUTO;
    return 0;
}

static int read_shape(reader_t *r, const char *text)
{
    return traffic_shape_parse(text, &r->o->shape, r->why);
}

static int add_set(reader_t *r, const char *table, const char *text)
{
    if (r->sets.count == TRAFFIC_MOST_SETS)
        return emuq_net_error(r->why, "--set and --zone are given more than %d times", TRAFFIC_MOST_SETS);
    r->sets.set[r->sets.count].table = table;
    r->sets.set[r->sets.count++].assignment = text;
    return 0;
}

static int read_set(reader_t *r, const char *text)
{
    return add_set(r, "", text);
}

static int read_zone(reader_t *r, const char *text)
{
    return add_set(r, "zone.", text);
}

static int read_load(reader_t *r, const char *text)
{
    const char *end;
    int rc = emuq_net_decimal(text, 6, &r->o->load, &end);
    r->o->load_is_rate = rc == 0 && strcmp(end, "GB/s") == 0;
    if (rc != 0 || (!r->o->load_is_rate && *end != '\0') || r->o->load == 0 || r->o->load > 100 * UNIT)
        return emuq_net_error(r->why,
                               "%s takes a share of the peak such as 0.9, or a rate such as 2GB/s, not '%s'",
                               r->option->name, text);
    return 0;
}

static int read_bytes(reader_t *r, const char *text)
{
    uint64_t least = 0, most;
    const char *end;
    if (emuq_number_scan(text, EMUQ_NUMBER_SIZE, &least, &end) != 0)
        end = text;
    most = least;
    if (*end == ':' && emuq_number_scan(end + 1, EMUQ_NUMBER_SIZE, &most, &end) != 0)
        end = ":";
    if (end == text || *end != '\0' || least > most || most > 1U << 30)
        return emuq_net_error(r->why,
                               "%s takes bytes up to 1G such as 4K, or a range such as 8:512, not '%s'",
                               r->option->name, text);
    r->o->setup.workload.bytes_min = (uint32_t)least;
    r->o->setup.workload.bytes_max = (uint32_t)most;
    return 0;
}

static int read_sweep(reader_t *r, const char *text)
{
    traffic_sweep_t *s = &r->o->sweep;
    size_t length = strcspn(text, "=");
    const char *end = text + length;
    if (*end != '=' || length >= sizeof s->name || emuq_net_decimal(end + 1, 6, &s->first, &end) != 0 ||
        *end != ':' || emuq_net_decimal(end + 1, 6, &s->last, &end) != 0 || *end != ':' ||
        emuq_net_decimal(end + 1, 6, &s->step, &end) != 0 || *end != '\0' || s->step == 0 ||
        s->last < s->first || (s->last - s->first) / s->step >= 1000)
        return emuq_net_error(r->why, "%s takes name=FIRST:LAST:STEP such as load=0.1:1.0:0.1, not '%s'",
                               r->option->name, text);
    snprintf(s->name, sizeof s->name, "%.*s", (int)length, text);
    s->wanted = true;
    return 0;
}

static int begin_task(reader_t *r, traffic_task_t task, const char *line)
{
    r->o->task = task;
    r->o->line = line;
    return 0;
}

static int read_validate(reader_t *r, const char *text)
{
    return begin_task(r, TRAFFIC_VALIDATE, text);
}

static int read_check(reader_t *r, const char *text)
{
    return begin_task(r, TRAFFIC_CHECK, text);
}

static int read_explain(reader_t *r, const char *text)
{
    return begin_task(r, TRAFFIC_EXPLAIN, text);
}

/* ---- options ---- */

static int read_help(reader_t *r, const char *text);
static int read_list(reader_t *r, const char *text);
static int read_version(reader_t *r, const char *text);

#define TO(member) offsetof(traffic_options_t, member), sizeof(((traffic_options_t *)NULL)->member), 0, 0
#define NUMBER(member, least, most)                                                                          \
    offsetof(traffic_options_t, member), sizeof(((traffic_options_t *)NULL)->member), least, most
#define NOWHERE 0, 0, 0, 0

/* clang-format off */
static const struct option options[] = {
    {"--shape", "AxBxCxD..", read_shape, "nodes in each dimension; default 4x4x4x4x2", NOWHERE},
    {"--mesh", "AB..", read_text, "dimensions that do not wrap around", TO(mesh)},
    {"--params", "bgq|torus3d|FILE", read_text, "constants of the model; default bgq", TO(params)},
    {"--set", "KEY=VALUE", read_set, "change one of them; again for more", NOWHERE},
    {"--zone", "N=AB,CD,E", read_zone, "dimensions of routing zone N, by groups; as --set zone.N=..", NOWHERE},
    {"--pattern", "P", read_text, "who sends to whom; --list names the patterns", TO(pattern)},
    {"--load", "X|XGB/s", read_load, "open loop: share of the pattern's peak, or payload of each node", NOWHERE},
    {"--periodic", NULL, read_flag, "open loop: evenly in time, not at random", TO(setup.workload.periodic)},
    {"--messages", "N", read_number, "closed loop: messages of each node; default: until time is over", NUMBER(setup.workload.messages, 1, UINT32_MAX)},
    {"--outstanding", "W", read_number, "closed loop: messages waiting in each node's Message Unit; default 64", NUMBER(setup.workload.outstanding, 1, 65536)},
    {"--bytes", "B|B:C", read_bytes, "payload of a message, or its range; default 512", NOWHERE},
    {"--routing", "R", read_text, "dynamic[:zoneZ], deterministic, or mix:P (P dynamic); default dynamic:zone0", TO(routing)},
    {"--stay", NULL, read_flag, "packets that have escaped stay in the bubble channel", TO(setup.workload.stay)},
    {"--vc", "N", read_number, "channel of all packets: 0 by --routing, 1, 2 priority, 3 system; default 0", NUMBER(setup.workload.vc, 0, EMUQ_NET_VC_SYSTEM)},
    {"--warmup", "C|auto", read_warm_up, "cycles before the measurement; default auto", NUMBER(setup.warm_up, 0, 1ULL << 40)},
    {"--cycles", "C", read_number, "cycles of the measurement; default 20000, with --messages until all is over", NUMBER(setup.cycles, 1, 1ULL << 40)},
    {"--seed", "N", read_number, "of all random choices; default 1", NUMBER(setup.seed, 0, UINT64_MAX)},
    {"--threads", "N", read_number, "threads that simulate; default 1", NUMBER(setup.threads, 1, 1024)},
    {"--sweep", "NAME=A:B:STEP", read_sweep, "repeat with load or a parameter from A to B", NOWHERE},
    {"--out", "FILE", read_text, "write parameters and results as JSON", TO(json)},
    {"--csv", "FILE", read_text, "write a line of results per run", TO(csv)},
    {"--curve", "FILE", read_text, "draw throughput and latency of a sweep, SVG", TO(curve)},
    {"--heat", "FILE", read_text, "draw how busy the links are, SVG; of a sweep the last run", TO(heat)},
    {"--links", "FILE", read_text, "write how busy each link is as CSV; of a sweep the last run", TO(links)},
    {"--validate", "[=V10]", read_validate, "print published figures and those of the model, or one line of them", NOWHERE},
    {"--check", "[=C1]", read_check, "compare with closed forms on small shapes, or one line of them", NOWHERE},
    {"--explain", "FROM-TO", read_explain, "where the time of one packet between two nodes goes", NOWHERE},
    {"--markdown", NULL, read_flag, "with --validate or --check: as a document, with methods", TO(markdown)},
    {"--show", NULL, read_flag, "print the constants: value, unit, tag, range, source", TO(show)},
    {"--list", NULL, read_list, "name the patterns", NOWHERE},
    {"--version", NULL, read_version, "the version of EMUQ", NOWHERE},
    {"--help", NULL, read_help, "this text", NOWHERE},
};
/* clang-format on */

#define OPTIONS (sizeof options / sizeof options[0])

static int read_list(reader_t *r, const char *text)
{
    (void)r, (void)text;
    traffic_pattern_list(stdout);
    printf("  %-40s %s\n", "trace:FILE", "messages of a file, with their times");
    return 1;
}

static int read_version(reader_t *r, const char *text)
{
    (void)r, (void)text;
    puts(EMUQ_VERSION);
    return 1;
}

static int read_help(reader_t *r, const char *text)
{
    (void)r, (void)text;
    puts("usage: emuq-net [options] --pattern P\n"
         "  Simulates traffic on the machine's network: throughput and latency of a pattern of messages.\n");
    for (size_t i = 0; i < OPTIONS; i++) {
        char left[40];
        const char *argument = options[i].argument != NULL ? options[i].argument : "";
        snprintf(left, sizeof left, "%s%s%s", options[i].name, *argument == '[' ? "" : " ", argument);
        printf("  %-26s %s\n", left, options[i].help);
    }
    puts("\nexit status: 0, 1 if a run failed or a figure is outside, 2 for a wrong command line or file");
    return 1;
}

static const struct option *find(const char *argument, emuq_text_t *why)
{
    size_t length = strcspn(argument, "=");
    emuq_nearest_t search = emuq_nearest(argument, length);
    for (size_t i = 0; i < OPTIONS; i++) {
        emuq_nearest_try(&search, options[i].name);
        if (search.distance == 0)
            return &options[i];
    }
    emuq_net_error_name(why, "unknown argument", &search, "see emuq-net --help");
    return NULL;
}

static int read_arguments(reader_t *r, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const struct option *option = find(argv[i], r->why);
        if (option == NULL)
            return -EINVAL;
        const char *text = strchr(argv[i], '=');
        text = text != NULL ? text + 1 : NULL;
        r->option = option;
        if (option->argument == NULL && text != NULL)
            return emuq_net_error(r->why, "%s takes no value", option->name);
        if (option->argument != NULL && *option->argument != '[' && text == NULL) {
            if (++i == argc)
                return emuq_net_error(r->why, "%s takes a value, %s", option->name, option->argument);
            text = argv[i];
        }
        int rc = option->read(r, text);
        if (rc != 0)
            return rc;
    }
    return 0;
}

/* ---- all ---- */

static int read_all(traffic_options_t *o, int argc, char **argv, emuq_text_t *why)
{
    reader_t r = {.o = o, .why = why};
    int rc = read_arguments(&r, argc, argv);
    rc = rc != 0 ? rc : traffic_options_resolve(o, &r.sets, why);
    if (rc != 0 || !o->show)
        return rc;
    traffic_parameters_print(&o->parameters, stdout);
    return 1;
}

int traffic_options_read(traffic_options_t *o, int argc, char **argv)
{
    char reason[512];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    *o = (traffic_options_t){.shape = {5, {4, 4, 4, 4, 2}, 0x1f}};
    o->setup = (traffic_setup_t){.parameters = &o->parameters,
                                 .seed = 1,
                                 .threads = 1,
                                 .warm_up = TRAFFIC_WARM_UP_AUTO,
                                 .workload = {.bytes_min = 512, .bytes_max = 512}};
    int rc = emuq_net_constants_open(&o->parameters);
    rc = rc != 0 ? rc : read_all(o, argc, argv, &why);
    if (rc == 0)
        return -1;
    traffic_options_free(o);
    if (rc > 0)
        return 0;
    fprintf(stderr, "emuq-net: %s\n", rc == -EINVAL ? reason : strerror(-rc));
    return TRAFFIC_STATUS_USAGE;
}

void traffic_options_free(traffic_options_t *o)
{
    traffic_trace_free(&o->trace);
    traffic_pattern_free(&o->setup.workload.pattern);
    emuq_net_constants_free(&o->parameters);
}
