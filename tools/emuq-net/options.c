/* SPDX-License-Identifier: BSD-3-Clause */
/* Command line of emuq-net. Values that depend on several options are resolved after reading all of them. */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tools/common/options.h"
#include "tools/emuq-net/net.h"

#define UNIT   1000000 /* a share or rate of 1 */
#define CYCLES 20000   /* default cycles of a measurement */

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
    const char *table, *assignment; /* "" and key=value, or "zone." and N=AB,CD */
} set_t;

struct parser {
    traffic_options_t *o;
    const row_t *row; /* current option */
    set_t set[TRAFFIC_MAX_SETS];
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
    r->set[r->sets++] = (set_t){strcmp(r->row->name, "zone") == 0 ? "zone." : "", text};
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
    traffic_sweep_t *s = &r->o->sweep;
    size_t length = strcspn(text, "=");
    const char *end = text + length;
    if (*end != '=' || length >= sizeof s->name || emuq_net_decimal(end + 1, 6, &s->first, &end) != 0 ||
        *end != ':' || emuq_net_decimal(end + 1, 6, &s->last, &end) != 0 || *end != ':' ||
        emuq_net_decimal(end + 1, 6, &s->step, &end) != 0 || *end != '\0' || s->step == 0 ||
        s->last < s->first || (s->last - s->first) / s->step >= 1000)
        return parse_error(r, text, "NAME=FIRST:LAST:STEP with up to 1000 steps, such as load=0.1:1.0:0.1");
    snprintf(s->name, sizeof s->name, "%.*s", (int)length, text);
    s->wanted = true;
    return 0;
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
    {"sweep", "NAME=A:B:STEP", parse_sweep, "repeat with the load or a parameter from A to B", NONE},
    {"out", "FILE", parse_text, "write parameters and results, JSON", TO(json)},
    {"csv", "FILE", parse_text, "write a line per run, CSV", TO(csv)},
    {"curve", "FILE", parse_text, "draw throughput and latency of a sweep, SVG", TO(curve)},
    {"heat", "FILE", parse_text, "draw link usage of the last run, SVG", TO(heat)},
    {"links", "FILE", parse_text, "write link usage of the last run, CSV", TO(links)},
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
    puts("\nexit status: 0, 1 if a run failed, 2 for a wrong command line or file");
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

static int resolve_routing(traffic_options_t *o, emuq_text_t *why)
{
    traffic_workload_t *w = &o->setup.workload;
    const char *text = o->routing, *end;
    uint64_t share;
    w->dynamic = UINT32_MAX;
    if (text == NULL || strcmp(text, "dynamic") == 0)
        return 0;
    if (strncmp(text, "dynamic:zone", 12) == 0 && text[12] >= '0' && text[12] <= '3' && text[13] == '\0') {
        w->zone = (uint8_t)(text[12] - '0');
        return 0;
    }
    if (strcmp(text, "deterministic") == 0) {
        w->dynamic = 0;
        return 0;
    }
    if (strncmp(text, "mix:", 4) == 0 && emuq_net_decimal(text + 4, 6, &share, &end) == 0 && *end == '\0' &&
        share <= UNIT) {
        w->dynamic = (uint32_t)((share * UINT32_MAX) / UNIT);
        return 0;
    }
    return emuq_net_error(
        why, "--routing: invalid value '%s' (expected dynamic, dynamic:zone0..3, deterministic or mix:P)",
        text);
}

static int resolve_parameters(const parser_t *r)
{
    emuq_net_constants_t *p = &r->o->parameters;
    int rc = r->o->params != NULL ? emuq_net_constants_read(p, r->o->params, r->why) : 0;
    for (unsigned i = 0; i < r->sets && rc == 0; i++) {
        char assignment[256];
        snprintf(assignment, sizeof assignment, "%s%s", r->set[i].table, r->set[i].assignment);
        rc = emuq_net_constants_set(p, assignment, "changed by the command line", r->why);
    }
    return rc == 0 ? emuq_net_constants_check(p, r->why) : rc;
}

static bool resolve_is_open_loop(const traffic_options_t *o)
{
    return o->load > 0 || (o->sweep.wanted && strcmp(o->sweep.name, "load") == 0);
}

/* Rejects contradicting options. */
static int resolve_check(const traffic_options_t *o, emuq_text_t *why)
{
    const traffic_workload_t *w = &o->setup.workload;
    bool trace = o->pattern != NULL && strncmp(o->pattern, "trace:", 6) == 0, open = resolve_is_open_loop(o);
    if (o->pattern == NULL)
        return emuq_net_error(why, "--pattern is missing; see emuq-net --help");
    if (trace && (open || w->messages > 0 || w->outstanding > 0 || o->setup.cycles > 0 || o->routing != NULL))
        return emuq_net_error(why,
                              "pattern trace does not work with --load, --messages, --outstanding, --cycles "
                              "and --routing");
    if (open && (w->messages > 0 || w->outstanding > 0))
        return emuq_net_error(why, "--load does not work with --messages and --outstanding");
    if (!open && w->periodic)
        return emuq_net_error(why, "--periodic needs --load");
    if (w->messages > 0 && (o->setup.cycles > 0 || o->setup.warm_up != TRAFFIC_WARM_UP_AUTO))
        return emuq_net_error(why, "--messages does not work with --cycles and --warmup");
    if (o->curve != NULL && !o->sweep.wanted)
        return emuq_net_error(why, "--curve needs --sweep");
    return 0;
}

/* Checks the options of a collective and sets their defaults. */
static int resolve_collective(traffic_options_t *o, emuq_text_t *why)
{
    traffic_workload_t *w = &o->setup.workload;
    bool barrier = w->pattern.collective == TRAFFIC_BARRIER;
    if (resolve_is_open_loop(o) || o->setup.cycles > 0 || o->setup.warm_up != TRAFFIC_WARM_UP_AUTO ||
        o->routing != NULL || w->vc != 0 || w->stay)
        return emuq_net_error(why,
                              "collectives do not work with --load, --warmup, --cycles, --routing, --vc and "
                              "--stay; --messages sets their number");
    if (w->bytes_min != w->bytes_max)
        return emuq_net_error(why, "--bytes: collectives need equal contributions, not a range");
    if (barrier && w->outstanding > 1)
        return emuq_net_error(why, "--outstanding: a node enters one barrier at a time");
    if (!barrier && o->parameters.value.vc[EMUQ_NET_VC_WORLD].kind == EMUQ_NET_NONE)
        return emuq_net_error(why, "model %s has no channel for collectives", o->parameters.name);
    if (barrier)
        w->bytes_min = w->bytes_max = 0;
    w->messages = w->messages > 0 ? w->messages : 1;
    w->outstanding = w->outstanding > 0 ? w->outstanding : 1;
    return 0;
}

/* Checks that the model has the channels of the messages. */
static int resolve_check_channel(const traffic_options_t *o, emuq_text_t *why)
{
    const traffic_workload_t *w = &o->setup.workload;
    const emuq_net_channel_t *vc = o->parameters.value.vc;
    bool used[] = {w->vc == 0 && w->dynamic > 0, w->vc == 0 && w->dynamic < UINT32_MAX, false, false};
    used[w->vc] |= w->vc != 0;
    for (uint32_t i = 0; i < EMUQ_NET_VCS; i++)
        if (used[i] && vc[i].kind == EMUQ_NET_NONE)
            return emuq_net_error(why, "model %s has no channel %u%s", o->parameters.name, i,
                                  w->vc != 0           ? " (--vc)"
                                  : o->routing != NULL ? " (--routing)"
                                                       : "; select a channel with --vc");
    return 0;
}

int traffic_options_load(const traffic_options_t *o, uint64_t load, traffic_setup_t *setup, emuq_text_t *why)
{
    traffic_workload_t *w = &setup->workload;
    traffic_peak_t peak = traffic_peak(&w->pattern);
    if (peak.rate <= 0)
        return emuq_net_error(why, "pattern %s sends nothing on this shape", w->pattern.text);
    uint32_t least = w->pattern.window > 0 ? w->pattern.window : w->bytes_min;
    uint32_t most = w->pattern.window > 0 ? w->pattern.window : w->bytes_max;
    double bytes = ((double)least + most) / 2;
    double x = (double)load / UNIT, cycles;
    if (o->load_is_rate)
        cycles = bytes / x * 1000 / (EMUQ_NET_TICK_PS * (double)o->parameters.value.clock.cycle);
    else
        cycles = traffic_mean_busy(&o->parameters.value, least, most) / (x * peak.rate);
    w->interval = (uint64_t)(cycles * 65536 + 0.5);
    if (w->interval < 65536)
        return emuq_net_error(why, "--load: more than one message per cycle and node");
    return 0;
}

static int resolve_pattern(traffic_options_t *o, emuq_text_t *why)
{
    traffic_pattern_t *p = &o->setup.workload.pattern;
    o->is_trace = strncmp(o->pattern, "trace:", 6) == 0;
    if (o->is_trace) {
        *p = (traffic_pattern_t){.shape = o->shape, .nodes = emuq_net_nodes(&o->shape)};
        snprintf(p->text, sizeof p->text, "%s", o->pattern);
        uint32_t channels = 0;
        for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++)
            channels |= (uint32_t)(o->parameters.value.vc[vc].kind != EMUQ_NET_NONE) << vc;
        return traffic_trace_read(&o->trace, o->pattern + 6, &o->shape, channels, why);
    }
    traffic_setup_t *s = &o->setup;
    int rc = traffic_pattern_open(p, o->pattern, &o->shape, s->seed, why);
    if (rc == 0 && p->collective != TRAFFIC_POINT_TO_POINT)
        return resolve_collective(o, why);
    rc = rc == 0 ? resolve_check_channel(o, why) : rc;
    if (rc != 0)
        return rc;
    s->workload.outstanding = s->workload.outstanding > 0 ? s->workload.outstanding : 64;
    if (s->workload.messages == 0 && s->cycles == 0)
        s->cycles = CYCLES;
    return o->load > 0 ? traffic_options_load(o, o->load, s, why) : 0;
}

/* Sets the packet of --explain. */
static int resolve_explain(traffic_options_t *o, emuq_text_t *why)
{
    const traffic_workload_t *w = &o->setup.workload;
    emuq_net_message_t *m = &o->explained;
    const char *end;
    int rc = resolve_routing(o, why);
    rc = rc == 0 ? traffic_node_scan(&o->shape, o->explain, &m->source, &end, why) : rc;
    if (rc == 0 && *end != '-')
        return emuq_net_error(
            why, "--explain: invalid value '%s' (expected two nodes such as 0-5 or (0,0)-(1,3))", o->explain);
    rc = rc == 0 ? traffic_node_scan(&o->shape, end + 1, &m->destination, &end, why) : rc;
    if (rc == 0 && *end != '\0')
        return emuq_net_error(why, "--explain: invalid value '%s' (expected two nodes)", o->explain);
    if (rc == 0 && w->bytes_min != w->bytes_max)
        return emuq_net_error(why, "--explain needs one packet: a number of --bytes, not a range");
    m->bytes = w->bytes_min;
    m->vc = w->vc != 0 ? w->vc : w->dynamic == 0 ? EMUQ_NET_VC_DETERMINISTIC : EMUQ_NET_VC_DYNAMIC;
    m->zone = w->zone;
    m->map = traffic_fifo_map(m->vc, false);
    return rc == 0 ? resolve_check_channel(o, why) : rc;
}

static int options_resolve(parser_t *r)
{
    traffic_options_t *o = r->o;
    int rc = o->mesh != NULL ? traffic_shape_mesh(o->mesh, &o->shape, r->why) : 0;
    rc = rc == 0 ? resolve_parameters(r) : rc;
    if (rc == 0 && o->explain != NULL)
        return resolve_explain(o, r->why);
    if (rc != 0 || o->show)
        return rc;
    rc = resolve_check(o, r->why);
    rc = rc == 0 ? resolve_routing(o, r->why) : rc;
    o->setup.workload.seed = o->setup.seed;
    if (rc == 0 && o->sweep.wanted)
        rc = emuq_net_constants_name(o->sweep.name, "load", r->why);
    const char *const files[] = {o->json, o->csv, o->curve, o->heat, o->links};
    for (size_t i = 0; i < sizeof files / sizeof files[0] && rc == 0; i++) /* before a possibly long run */
        rc = files[i] != NULL ? emuq_net_file_writable(files[i], r->why) : 0;
    return rc == 0 ? resolve_pattern(o, r->why) : rc;
}

int traffic_options_read(traffic_options_t *o, int argc, char **argv)
{
    char reason[512];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    parser_t r = {.o = o, .why = &why};
    *o = (traffic_options_t){.shape = {5, {4, 4, 4, 4, 2}, 0x1f}};
    o->setup = (traffic_setup_t){.parameters = &o->parameters,
                                 .seed = 1,
                                 .threads = 1,
                                 .warm_up = TRAFFIC_WARM_UP_AUTO,
                                 .workload = {.bytes_min = 512, .bytes_max = 512}};
    int rc = emuq_net_constants_open(&o->parameters);
    rc = rc == 0 ? parse_arguments(&r, argc, argv) : rc;
    rc = rc == 0 ? options_resolve(&r) : rc;
    if (rc == 0 && !o->show)
        return -1;
    if (rc == 0)
        traffic_parameters_print(&o->parameters, NULL, stdout);
    else if (rc < 0 && rc != PARSE_REPORTED)
        fprintf(stderr, "emuq-net: %s\n", rc == -EINVAL ? reason : strerror(-rc));
    traffic_options_free(o);
    return rc < 0 ? TRAFFIC_STATUS_USAGE : 0;
}

void traffic_options_free(traffic_options_t *o)
{
    traffic_trace_free(&o->trace);
    traffic_pattern_free(&o->setup.workload.pattern);
    emuq_net_constants_free(&o->parameters);
}
