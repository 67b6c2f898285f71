/* SPDX-License-Identifier: BSD-3-Clause */
/* Point-to-point runs: sources of messages, warm-up, window of measurement, link usage. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_calls.h"
#include "tools/emuq-net/net.h"

enum { UNIT_SIZE = 16, UNIT_SLOT, UNIT_ROUTING, UNIT_PHASE }; /* units of traffic_hash() */

/* State of a node's source. */
typedef struct source {
    uint64_t number; /* number of the next message of the pattern */
    uint64_t next;   /* open loop: tick of the next slot or message */
    uint64_t slots;  /* random open loop: slots so far */
    uint64_t bytes;  /* created bytes */
} source_t;

typedef struct source_set {
    const traffic_workload_t *w;
    uint32_t cycle;     /* ticks */
    uint64_t slot;      /* random: ticks of a slot, which creates at most one message */
    uint64_t threshold; /* probability of a message in a slot, in 2^-32 */
    unsigned error;     /* error recorded by traffic_error_note() */
    bool started;       /* closed loop */
    source_t node[];
} source_set_t;

/* Tick of message @p number of a periodic source, without accumulated rounding. */
static uint64_t source_periodic_tick(const source_set_t *s, uint32_t node, uint64_t number)
{
    uint64_t phase = traffic_hash(s->w->seed, node, UNIT_PHASE, 0) % s->w->interval;
    return (uint64_t)(((unsigned __int128)number * s->w->interval + phase) >> 16) * s->cycle;
}

static int source_open(const traffic_workload_t *w, uint32_t cycle_ticks, source_set_t **sources)
{
    source_set_t *s = calloc(1, sizeof *s + w->pattern.nodes * sizeof s->node[0]);
    *sources = s;
    if (s == NULL)
        return -ENOMEM;
    s->w = w;
    s->cycle = cycle_ticks;
    uint64_t slot = w->interval >> 20; /* cycles: 1/16 of the mean interval */
    slot = slot > 0 ? slot : 1;
    s->slot = slot * cycle_ticks;
    s->threshold = w->interval > 0 ? (slot << 48) / w->interval : 0;
    for (uint32_t n = 0; n < w->pattern.nodes && w->interval > 0; n++) {
        uint64_t hash = traffic_hash(w->seed, n, UNIT_PHASE, 0);
        s->node[n].next = w->periodic ? source_periodic_tick(s, n, 0)
                                      : traffic_below(hash, (uint32_t)slot) * (uint64_t)cycle_ticks;
    }
    return 0;
}

uint32_t traffic_message_bytes(const traffic_workload_t *w, uint32_t node, uint64_t number)
{
    if (w->pattern.window > 0) { /* segment by segment to all nodes */
        uint64_t begin = number / w->pattern.round * w->pattern.window;
        uint64_t segments = (w->bytes_max + w->pattern.window - 1) / w->pattern.window;
        begin %= segments > 0 ? segments * w->pattern.window : 1;
        uint64_t left = w->bytes_max - begin;
        return (uint32_t)(left < w->pattern.window ? left : w->pattern.window);
    }
    if (w->bytes_min == w->bytes_max)
        return w->bytes_min;
    return w->bytes_min +
           traffic_below(traffic_hash(w->seed, node, UNIT_SIZE, number), w->bytes_max - w->bytes_min + 1);
}

static uint8_t source_channel(const traffic_workload_t *w, uint32_t node, uint64_t number)
{
    if (w->vc != 0)
        return w->vc;
    bool dynamic =
        w->dynamic == UINT32_MAX || traffic_hash(w->seed, node, UNIT_ROUTING, number) >> 32 < w->dynamic;
    return dynamic ? EMUQ_NET_VC_DYNAMIC : EMUQ_NET_VC_DETERMINISTIC;
}

/* Sends the next message unless its target is the node itself. @return 1: sent, 0: skipped, or an error */
static int source_send_next(source_set_t *s, emuq_net_t *net, uint32_t node, uint64_t tick)
{
    const traffic_workload_t *w = s->w;
    source_t *source = &s->node[node];
    uint64_t number = source->number++;
    traffic_target_t target = traffic_pattern_target(&w->pattern, node, number);
    if (target.node == node)
        return 0;
    uint8_t vc = source_channel(w, node, number);
    uint16_t map = traffic_fifo_map(vc, false), private_fifo = map & target.hints;
    emuq_net_message_t message = {
        .source = node,
        .destination = target.node,
        .bytes = traffic_message_bytes(w, node, number),
        .queue =
            (uint16_t)(private_fifo != 0 ? (unsigned)__builtin_ctz(private_fifo) : number % TRAFFIC_QUEUES),
        .map = private_fifo != 0 ? private_fifo : map,
        .hints = target.hints,
        .vc = vc,
        .zone = w->zone,
        .flags = w->stay ? EMUQ_NET_STAY : 0,
        .tag = tick};
    source->bytes += message.bytes;
    int rc = emuq_net_send(net, tick, &message);
    return rc != 0 ? rc : 1;
}

static int source_offer_periodic(source_set_t *s, emuq_net_t *net, uint32_t node, uint64_t until)
{
    source_t *source = &s->node[node];
    for (; source->next < until; source->next = source_periodic_tick(s, node, source->number)) {
        int rc = source_send_next(s, net, node, source->next);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int source_offer_random(source_set_t *s, emuq_net_t *net, uint32_t node, uint64_t until)
{
    source_t *source = &s->node[node];
    uint64_t stream = traffic_stream(s->w->seed, node), slot = s->slot;
    for (; source->next < until; source->next += slot)
        if (traffic_draw(stream, UNIT_SLOT, source->slots++) >> 32 < s->threshold) {
            int rc = source_send_next(s, net, node, source->next);
            if (rc < 0)
                return rc;
        }
    return 0;
}

/* Sends one more message, unless all messages of the node are sent. */
static int source_refill(source_set_t *s, emuq_net_t *net, uint32_t node, uint64_t tick)
{
    source_t *source = &s->node[node];
    uint64_t last = s->w->messages > 0 ? s->w->messages : UINT64_MAX;
    for (uint64_t tries = 0; source->number < last && tries < 2 * s->w->pattern.round + 1; tries++) {
        int rc = source_send_next(s, net, node, tick);
        if (rc != 0)
            return rc;
    }
    return 0;
}

static int source_start(source_set_t *s, emuq_net_t *net)
{
    s->started = true;
    for (uint32_t n = 0; n < s->w->pattern.nodes; n++)
        for (uint32_t i = 0; i < s->w->outstanding; i++) {
            int rc = source_refill(s, net, n, 0);
            if (rc < 0)
                return rc;
        }
    return 0;
}

static int source_offer(source_set_t *s, emuq_net_t *net, uint64_t until)
{
    if (s->w->interval == 0)
        return s->started ? 0 : source_start(s, net);
    for (uint32_t n = 0; n < s->w->pattern.nodes; n++) {
        int rc =
            s->w->periodic ? source_offer_periodic(s, net, n, until) : source_offer_random(s, net, n, until);
        if (rc != 0)
            return rc;
    }
    return 0;
}

static uint64_t source_offered(const source_set_t *s)
{
    uint64_t bytes = 0;
    for (uint32_t n = 0; n < s->w->pattern.nodes; n++)
        bytes += s->node[n].bytes;
    return bytes;
}

#define STEP   1000  /* cycles between updates of sources and progress */
#define WINDOW 5000  /* cycles of the windows that an automatic warm-up compares */
#define LEAST  20000 /* minimum cycles of an automatic warm-up */

typedef struct run {
    const traffic_setup_t *setup;
    traffic_result_t *result;
    source_set_t *sources;
    emuq_net_t *net;
    uint64_t tick;  /* end of the simulated time, exclusive */
    uint32_t cycle; /* ticks */
} run_t;

static void run_sent(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    run_t *run = context;
    source_set_t *s = run->sources;
    int rc = s->w->interval > 0 ? 0 : source_refill(s, run->net, message->source, tick);
    if (rc < 0)
        traffic_error_note(&s->error, rc);
}

static bool run_arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    run_t *run = context;
    traffic_run_measure(run->setup, run->result, node, packet, packet->tag, tick);
    return true;
}

/* Executes a step, or less if the run is ended. */
static int run_step(run_t *run, uint32_t share)
{
    uint64_t until = run->tick + traffic_run_step(run->result) * run->cycle;
    int rc = source_offer(run->sources, run->net, until);
    rc = rc == 0 ? traffic_run_to(run->setup, run->result, run->net, &run->tick, until, share) : rc;
    return rc == 0 ? (int)AO_int_load(&run->sources->error) : rc;
}

/* Executes cycles of a run of @p all cycles. */
static int run_cycles(run_t *run, uint64_t cycles, uint64_t all)
{
    int rc = 0;
    uint64_t step = traffic_run_step(run->result); /* a divisor of STEP */
    for (uint64_t done = 0; done < cycles && rc == 0 && !run->result->partial; done += step)
        rc = run_step(run, (uint32_t)((double)(run->tick / run->cycle) * 1000 / (double)all));
    return rc;
}

/* True if two sums differ by less than 1 %. */
static bool run_is_steady(uint64_t a, uint64_t b)
{
    uint64_t more = a > b ? a : b, less = a > b ? b : a;
    return more != 0 && (more - less) * 100 < more;
}

static int run_warm_up(run_t *run)
{
    traffic_result_t *r = run->result;
    uint64_t cycles = run->setup->cycles;
    int rc = 0;
    r->settled = true;
    if (run->setup->warm_up != TRAFFIC_WARM_UP_AUTO) {
        r->warm_up = (run->setup->warm_up + STEP - 1) / STEP * STEP;
        return run_cycles(run, r->warm_up, r->warm_up + cycles);
    }
    uint64_t received = 0, last = 0, before;
    do {
        before = last;
        rc = run_cycles(run, WINDOW, (r->warm_up < LEAST ? LEAST : r->warm_up + WINDOW) + cycles);
        uint64_t all = traffic_measure_received(&r->measure);
        last = all - received;
        received = all;
        r->warm_up += WINDOW;
        r->settled = run_is_steady(before, last);
    } while (rc == 0 && !r->partial &&
             (r->warm_up < LEAST || (!r->settled && r->warm_up < TRAFFIC_WARM_UP_MAX)));
    return rc;
}

/* Bytes that have not arrived although no event is left. */
static uint64_t run_missing(const run_t *run)
{
    return emuq_net_next(run->net) != UINT64_MAX
               ? 0
               : source_offered(run->sources) - traffic_measure_received(&run->result->measure);
}

/* Cycles simulated so far. */
static uint64_t run_now(const run_t *run)
{
    return run->tick / run->cycle;
}

static int run_window(run_t *run)
{
    traffic_result_t *r = run->result;
    int rc = run_warm_up(run);
    if (rc != 0)
        return rc;
    uint64_t begin = run_now(run), wanted = (run->setup->cycles + STEP - 1) / STEP * STEP;
    if (r->partial) { /* ended in the warm-up */
        r->warm_up = begin;
        r->settled = false;
    }
    traffic_measure_window(&r->measure, run->tick, run->tick + wanted * run->cycle);
    uint64_t offered = source_offered(run->sources), *before = traffic_links_busy(run->net, run->setup);
    rc = run_cycles(run, wanted, begin + wanted);
    r->cycles = run_now(run) - begin;
    if (rc == 0)
        rc = before == NULL ? -ENOMEM : traffic_result_links(r, run->setup, run->net, before);
    free(before);
    r->offered = source_offered(run->sources) - offered;
    r->missing = run_missing(run);
    return rc;
}

static int run_whole(run_t *run)
{
    traffic_result_t *r = run->result;
    traffic_measure_window(&r->measure, 0, UINT64_MAX);
    const traffic_workload_t *w = &run->setup->workload;
    uint64_t expected = w->messages * ((uint64_t)w->bytes_min + w->bytes_max) / 2 * w->pattern.nodes + 1;
    int rc = run_step(run, 0);
    while (rc == 0 && !r->partial && emuq_net_next(run->net) != UINT64_MAX)
        rc = run_step(run,
                      (uint32_t)((double)traffic_measure_received(&r->measure) / (double)expected * 1000));
    rc = rc == 0 ? traffic_result_whole(r, run->setup, run->net, 0) : rc;
    r->offered = source_offered(run->sources);
    r->missing = run_missing(run);
    return rc;
}

int traffic_simulate(const traffic_setup_t *setup, traffic_result_t *result, emuq_text_t *why)
{
    const traffic_workload_t *w = &setup->workload;
    run_t run = {.setup = setup, .result = result, .cycle = setup->parameters->value.clock.cycle};
    emuq_net_client_t client = {.context = &run, .sent = run_sent, .arrived = run_arrived};
    uint64_t begin = emuq_now_ns();
    int rc = traffic_run_open(setup, result, w->pattern.nodes, &client, &run.net);
    result->peak = traffic_peak(&w->pattern);
    rc = rc == 0 ? source_open(w, run.cycle, &run.sources) : rc;
    if (rc == 0)
        rc = setup->cycles > 0 ? run_window(&run) : run_whole(&run);
    emuq_net_close(run.net);
    free(run.sources);
    return traffic_result_end(result, begin, rc, why);
}
