/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of options that depend on several options. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/options.h"
#include "tools/emuq-net/net.h"

#define UNIT   1000000 /* unit of shares and rates */
#define CYCLES 20000   /* default measurement */

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

static bool resolve_is_open_loop(const traffic_options_t *o)
{
    return o->load > 0;
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
    if (o->curve != NULL && traffic_sweep_axis(o) < 0)
        return emuq_net_error(why, "--curve needs --sweep over numbers, such as load=0.1:0.9:0.1");
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

/* Sets the message interval for a load. */
static int resolve_load(traffic_options_t *o, emuq_text_t *why)
{
    traffic_workload_t *w = &o->setup.workload;
    traffic_peak_t peak = traffic_peak(&w->pattern);
    if (peak.rate <= 0)
        return emuq_net_error(why, "pattern %s sends nothing on this shape", w->pattern.text);
    uint32_t least = w->pattern.window > 0 ? w->pattern.window : w->bytes_min;
    uint32_t most = w->pattern.window > 0 ? w->pattern.window : w->bytes_max;
    double bytes = ((double)least + most) / 2;
    double x = (double)o->load / UNIT, cycles;
    if (o->load_is_rate)
        cycles = bytes / x * 1000 / (EMUQ_NET_TICK_PS * (double)o->parameters.value.clock.cycle);
    else
        cycles = traffic_mean_busy(&o->parameters.value, least, most) / (x * peak.rate);
    w->interval = (uint64_t)(cycles * 65536 + 0.5);
    if (w->interval < 65536)
        return emuq_net_error(why, "--load: more than one message per cycle and node");
    return 0;
}

int traffic_options_trace(traffic_options_t *o, emuq_text_t *why)
{
    uint32_t channels = 0;
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++)
        channels |= (uint32_t)(o->parameters.value.vc[vc].kind != EMUQ_NET_NONE) << vc;
    return traffic_trace_read(&o->trace, o->pattern + 6, &o->shape, channels, why);
}

static int resolve_pattern(traffic_options_t *o, emuq_text_t *why)
{
    traffic_pattern_t *p = &o->setup.workload.pattern;
    o->is_trace = strncmp(o->pattern, "trace:", 6) == 0;
    if (o->is_trace) {
        *p = (traffic_pattern_t){.shape = o->shape, .nodes = emuq_net_nodes(&o->shape)};
        snprintf(p->text, sizeof p->text, "%s", o->pattern);
        return traffic_options_trace(o, why);
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
    return o->load > 0 ? resolve_load(o, why) : 0;
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

/* An option with an output file. */
typedef struct output {
    const char *option, *name; /* name NULL: not used */
} output_t;

#define OUTPUTS 6

/* Rejects an output file that a different option writes or reads. @param other [count] */
static int resolve_distinct(const traffic_options_t *o, const output_t *file, const output_t *other,
                            size_t count, emuq_text_t *why)
{
    const char *trace = o->pattern != NULL && strncmp(o->pattern, "trace:", 6) == 0 ? o->pattern + 6 : NULL;
    for (size_t i = 0; i < count; i++)
        if (other[i].name != NULL && emuq_is_same_file(other[i].name, file->name))
            return emuq_net_error(why, "--%s and --%s: both write '%s'", other[i].option, file->option,
                                  file->name);
    if (trace != NULL && emuq_is_same_file(trace, file->name))
        return emuq_net_error(why, "--%s: '%s' is the trace of --pattern", file->option, file->name);
    emuq_net_parameters_t preset; /* a name of a preset is no file */
    if (o->params != NULL && emuq_net_preset(o->params, &preset) != 0 &&
        emuq_is_same_file(o->params, file->name))
        return emuq_net_error(why, "--%s: '%s' is the file of --params", file->option, file->name);
    return 0;
}

static int resolve_files(const traffic_options_t *o, emuq_text_t *why)
{
    const output_t files[OUTPUTS] = {{"out", o->json},    {"csv", o->csv},   {"series", o->series},
                                     {"curve", o->curve}, {"heat", o->heat}, {"links", o->links}};
    const char *standard = NULL;
    int rc = 0;
    for (size_t i = 0; i < OUTPUTS && rc == 0; i++) {
        if (files[i].name == NULL)
            continue;
        bool is_stdout = strcmp(files[i].name, "-") == 0;
        if (is_stdout && standard != NULL)
            return emuq_net_error(why, "--%s and --%s: only one file can be '-', the standard output",
                                  standard, files[i].option);
        standard = is_stdout ? files[i].option : standard;
        if (is_stdout)
            continue;
        rc = resolve_distinct(o, &files[i], files, i, why);
        rc = rc == 0 ? emuq_net_file_writable(files[i].name, why) : rc; /* before a possibly long run */
    }
    return rc;
}

int traffic_options_resolve(traffic_options_t *o, emuq_text_t *why)
{
    if (o->explain != NULL)
        return resolve_explain(o, why);
    int rc = resolve_check(o, why);
    rc = rc == 0 ? resolve_routing(o, why) : rc;
    o->setup.workload.seed = o->setup.seed;
    rc = rc == 0 ? resolve_files(o, why) : rc;
    return rc == 0 ? resolve_pattern(o, why) : rc;
}

bool traffic_options_use_stdout(const traffic_options_t *o)
{
    const char *const files[] = {o->json, o->csv, o->series, o->curve, o->heat, o->links};
    bool use = false;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        use |= files[i] != NULL && strcmp(files[i], "-") == 0;
    return use;
}
