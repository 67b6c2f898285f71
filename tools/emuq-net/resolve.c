/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/resolve.h"

#include <string.h>

#include "network/files/files.h"
#include "tools/emuq-net/shape.h"

#define UNIT   1000000 /* of shares and rates */
#define CYCLES 20000   /* of a measurement */

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
    return emuq_net_error(why, "--routing takes dynamic, dynamic:zone0..3, deterministic or mix:P, not '%s'",
                           text);
}

static int resolve_parameters(traffic_options_t *o, const traffic_sets_t *sets, emuq_text_t *why)
{
    emuq_net_constants_t *p = &o->parameters;
    int rc = o->params != NULL ? emuq_net_constants_read(p, o->params, why) : 0;
    for (unsigned i = 0; i < sets->count && rc == 0; i++) {
        char assignment[256];
        snprintf(assignment, sizeof assignment, "%s%s", sets->set[i].table, sets->set[i].assignment);
        rc = emuq_net_constants_set(p, assignment, "changed by the command line", why);
    }
    return rc == 0 ? emuq_net_constants_check(p, why) : rc;
}

/* Whether the options go together. */
static int check(const traffic_options_t *o, emuq_text_t *why)
{
    const traffic_workload_t *w = &o->setup.workload;
    bool trace = o->pattern != NULL && strncmp(o->pattern, "trace:", 6) == 0;
    bool closed = o->load == 0 && !(o->sweep.wanted && strcmp(o->sweep.name, "load") == 0);
    if (o->pattern == NULL)
        return emuq_net_error(why, "--pattern is missing; see emuq-net --help");
    if (trace &&
        (!closed || w->messages > 0 || w->outstanding > 0 || o->setup.cycles > 0 || o->routing != NULL))
        return emuq_net_error(why, "a trace says what is sent: it goes without --load, --messages, "
                                    "--outstanding, --cycles and --routing");
    if (!closed && (w->messages > 0 || w->outstanding > 0))
        return emuq_net_error(why, "--load does not go together with --messages and --outstanding");
    if (closed && w->periodic)
        return emuq_net_error(why, "--periodic wants --load");
    if (w->messages > 0 && (o->setup.cycles > 0 || o->setup.warm_up != TRAFFIC_WARM_UP_AUTO))
        return emuq_net_error(why, "--messages does not go together with --cycles and --warmup");
    if (o->curve != NULL && !o->sweep.wanted)
        return emuq_net_error(why, "--curve wants --sweep");
    if (o->markdown && o->task != TRAFFIC_VALIDATE && o->task != TRAFFIC_CHECK)
        return emuq_net_error(why, "--markdown wants --validate or --check");
    return 0;
}

/* What a collective cannot have, and what it has if nothing is said. */
static int resolve_collective(traffic_options_t *o, emuq_text_t *why)
{
    traffic_workload_t *w = &o->setup.workload;
    bool open = o->load > 0 || (o->sweep.wanted && strcmp(o->sweep.name, "load") == 0);
    bool barrier = w->pattern.collective == TRAFFIC_BARRIER;
    if (open || o->setup.cycles > 0 || o->setup.warm_up != TRAFFIC_WARM_UP_AUTO || o->routing != NULL ||
        w->vc != 0 || w->stay)
        return emuq_net_error(why, "collectives go without --load, --warmup, --cycles, --routing, --vc and "
                                    "--stay; --messages is their number");
    if (w->bytes_min != w->bytes_max)
        return emuq_net_error(why, "all nodes of a collective contribute equally many --bytes");
    if (barrier && w->outstanding > 1)
        return emuq_net_error(why, "a node enters one barrier at a time: no --outstanding");
    if (!barrier && o->parameters.value.vc[EMUQ_NET_VC_WORLD].kind == EMUQ_NET_NONE)
        return emuq_net_error(why, "model %s has no channel for collectives", o->parameters.name);
    if (barrier)
        w->bytes_min = w->bytes_max = 0;
    w->messages = w->messages > 0 ? w->messages : 1;
    w->outstanding = w->outstanding > 0 ? w->outstanding : 1;
    return 0;
}

/* Whether the model has the channel that messages use. */
static int check_channel(const traffic_options_t *o, emuq_text_t *why)
{
    const traffic_workload_t *w = &o->setup.workload;
    const emuq_net_channel_t *vc = o->parameters.value.vc;
    bool used[] = {w->vc == 0 && w->dynamic > 0, w->vc == 0 && w->dynamic < UINT32_MAX, false, false};
    used[w->vc] |= w->vc != 0;
    for (uint32_t i = 0; i < EMUQ_NET_VCS; i++)
        if (used[i] && vc[i].kind == EMUQ_NET_NONE)
            return emuq_net_error(why, "model %s has no channel %u%s", o->parameters.name, i,
                                   w->vc != 0           ? ", which --vc wants"
                                   : o->routing != NULL ? ", which --routing wants"
                                                        : "; give one that it has with --vc");
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
        return emuq_net_error(why, "a load of more than one message per cycle and node cannot be made");
    return 0;
}

/* What patterns of messages have if nothing is said. */
static int resolve_messages(traffic_options_t *o, emuq_text_t *why)
{
    int rc = check_channel(o, why);
    if (rc != 0)
        return rc;
    traffic_setup_t *s = &o->setup;
    s->workload.outstanding = s->workload.outstanding > 0 ? s->workload.outstanding : 64;
    if (s->workload.messages == 0 && s->cycles == 0)
        s->cycles = CYCLES;
    return o->load > 0 ? traffic_options_load(o, o->load, s, why) : 0;
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
    int rc = traffic_pattern_open(p, o->pattern, &o->shape, o->setup.seed, why);
    if (rc != 0)
        return rc;
    return p->collective != TRAFFIC_ALONE ? resolve_collective(o, why) : resolve_messages(o, why);
}

/* One packet between the nodes of --explain. */
static int resolve_explain(traffic_options_t *o, emuq_text_t *why)
{
    const traffic_workload_t *w = &o->setup.workload;
    emuq_net_message_t *m = &o->explained;
    const char *end;
    int rc = resolve_routing(o, why);
    rc = rc == 0 ? traffic_node_scan(&o->shape, o->line, &m->source, &end, why) : rc;
    if (rc == 0 && *end != '-')
        return emuq_net_error(why, "--explain takes two nodes such as 0-5 or (0,0)-(1,3), not '%s'",
                               o->line);
    rc = rc == 0 ? traffic_node_scan(&o->shape, end + 1, &m->destination, &end, why) : rc;
    if (rc == 0 && *end != '\0')
        return emuq_net_error(why, "--explain takes two nodes, not '%s'", o->line);
    if (rc == 0 && w->bytes_min != w->bytes_max)
        return emuq_net_error(why, "--explain is about one packet, of one number of --bytes");
    m->bytes = w->bytes_min;
    m->vc = w->vc != 0 ? w->vc : w->dynamic == 0 ? EMUQ_NET_VC_DETERMINISTIC : EMUQ_NET_VC_DYNAMIC;
    m->zone = w->zone;
    m->map = traffic_fifo_map(m->vc, false);
    return rc == 0 ? check_channel(o, why) : rc;
}

/* Whether all files can be written: that they cannot should be known before a long run. */
static int check_files(const traffic_options_t *o, emuq_text_t *why)
{
    const char *const files[] = {o->json, o->csv, o->curve, o->heat, o->links};
    int rc = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0] && rc == 0; i++)
        rc = files[i] != NULL ? emuq_net_file_writable(files[i], why) : 0;
    return rc;
}

int traffic_options_resolve(traffic_options_t *o, const traffic_sets_t *sets, emuq_text_t *why)
{
    int rc = o->mesh != NULL ? traffic_shape_mesh(o->mesh, &o->shape, why) : 0;
    rc = rc != 0 ? rc : resolve_parameters(o, sets, why);
    if (rc == 0 && o->task == TRAFFIC_EXPLAIN)
        return resolve_explain(o, why);
    if (rc != 0 || o->show || o->task != TRAFFIC_SIMULATE)
        return rc;
    rc = check(o, why);
    rc = rc != 0 ? rc : resolve_routing(o, why);
    if (rc != 0)
        return rc;
    o->setup.workload.seed = o->setup.seed;
    rc = o->sweep.wanted ? emuq_net_constants_name(o->sweep.name, "load", why) : 0;
    rc = rc == 0 ? check_files(o, why) : rc;
    return rc == 0 ? resolve_pattern(o, why) : rc;
}
