/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/source.h"

#include <errno.h>
#include <stdlib.h>

#include "tools/emuq-net/error.h"
#include "tools/emuq-net/random.h"

enum { UNIT_SIZE = 16, UNIT_SLOT, UNIT_ROUTING, UNIT_PHASE }; /* of traffic_hash() */

/* One node's. */
typedef struct source {
    uint64_t number; /* of the next message of the pattern */
    uint64_t next;   /* open loop: tick of the next slot, or of the next message */
    uint64_t slots;  /* open loop, random: slots so far */
    uint64_t bytes;  /* created */
} source_t;

struct traffic_sources {
    const traffic_workload_t *w;
    uint32_t cycle;     /* ticks */
    uint64_t slot;      /* random: ticks of a slot, in which a message is created or not */
    uint64_t threshold; /* with this probability, in 2^-32 */
    int error;          /* first one; written with compare and exchange, by any thread */
    bool started;       /* closed loop */
    source_t node[];
};

/* Tick of the message with number @p number of a periodic source: from the beginning, so that fractions do
 * not add up. */
static uint64_t periodic_tick(const traffic_sources_t *s, uint32_t node, uint64_t number)
{
    uint64_t phase = traffic_hash(s->w->seed, node, UNIT_PHASE, 0) % s->w->interval;
    return (uint64_t)(((unsigned __int128)number * s->w->interval + phase) >> 16) * s->cycle;
}

int traffic_sources_open(const traffic_workload_t *w, uint32_t cycle_ticks, traffic_sources_t **sources)
{
    traffic_sources_t *s = calloc(1, sizeof *s + w->pattern.nodes * sizeof s->node[0]);
    *sources = s;
    if (s == NULL)
        return -ENOMEM;
    s->w = w;
    s->cycle = cycle_ticks;
    uint64_t slot = w->interval >> 20; /* cycles: a sixteenth of the mean */
    slot = slot > 0 ? slot : 1;
    s->slot = slot * cycle_ticks;
    s->threshold = w->interval > 0 ? (slot << 48) / w->interval : 0;
    for (uint32_t n = 0; n < w->pattern.nodes && w->interval > 0; n++) {
        uint64_t hash = traffic_hash(w->seed, n, UNIT_PHASE, 0);
        s->node[n].next = w->periodic ? periodic_tick(s, n, 0)
                                      : traffic_below(hash, (uint32_t)slot) * (uint64_t)cycle_ticks;
    }
    return 0;
}

void traffic_sources_free(traffic_sources_t *s)
{
    free(s);
}

/* ---- one message ---- */

uint32_t traffic_message_bytes(const traffic_workload_t *w, uint32_t node, uint64_t number)
{
    if (w->pattern.window > 0) { /* piece by piece to everybody */
        uint64_t begin = number / w->pattern.round * w->pattern.window;
        uint64_t pieces = (w->bytes_max + w->pattern.window - 1) / w->pattern.window;
        begin %= pieces > 0 ? pieces * w->pattern.window : 1;
        uint64_t left = w->bytes_max - begin;
        return (uint32_t)(left < w->pattern.window ? left : w->pattern.window);
    }
    if (w->bytes_min == w->bytes_max)
        return w->bytes_min;
    return w->bytes_min +
           traffic_below(traffic_hash(w->seed, node, UNIT_SIZE, number), w->bytes_max - w->bytes_min + 1);
}

static uint8_t channel(const traffic_workload_t *w, uint32_t node, uint64_t number)
{
    if (w->vc != 0)
        return w->vc;
    bool dynamic =
        w->dynamic == UINT32_MAX || traffic_hash(w->seed, node, UNIT_ROUTING, number) >> 32 < w->dynamic;
    return dynamic ? EMUQ_NET_VC_DYNAMIC : EMUQ_NET_VC_DETERMINISTIC;
}

/* Sends the next message. A message to the node itself is not sent. @return 1: sent, 0: none, or an error */
static int send_next(traffic_sources_t *s, emuq_net_t *net, uint32_t node, uint64_t tick)
{
    const traffic_workload_t *w = s->w;
    source_t *source = &s->node[node];
    uint64_t number = source->number++;
    traffic_target_t target = traffic_pattern_target(&w->pattern, node, number);
    if (target.node == node)
        return 0;
    uint8_t vc = channel(w, node, number);
    uint16_t map = traffic_fifo_map(vc, false), own = map & target.hints;
    emuq_net_message_t message = {
        .source = node,
        .destination = target.node,
        .bytes = traffic_message_bytes(w, node, number),
        .queue = (uint16_t)(own != 0 ? (unsigned)__builtin_ctz(own) : number % TRAFFIC_QUEUES),
        .map = own != 0 ? own : map,
        .hints = target.hints,
        .vc = vc,
        .zone = w->zone,
        .flags = w->stay ? EMUQ_NET_STAY : 0,
        .tag = tick};
    source->bytes += message.bytes;
    int rc = emuq_net_send(net, tick, &message);
    return rc != 0 ? rc : 1;
}

/* ---- open loop ---- */

static int offer_periodic(traffic_sources_t *s, emuq_net_t *net, uint32_t node, uint64_t until)
{
    source_t *source = &s->node[node];
    for (; source->next < until; source->next = periodic_tick(s, node, source->number)) {
        int rc = send_next(s, net, node, source->next);
        if (rc < 0)
            return rc;
    }
    return 0;
}

static int offer_random(traffic_sources_t *s, emuq_net_t *net, uint32_t node, uint64_t until)
{
    source_t *source = &s->node[node];
    uint64_t stream = traffic_stream(s->w->seed, node), slot = s->slot;
    for (; source->next < until; source->next += slot)
        if (traffic_draw(stream, UNIT_SLOT, source->slots++) >> 32 < s->threshold) {
            int rc = send_next(s, net, node, source->next);
            if (rc < 0)
                return rc;
        }
    return 0;
}

/* ---- closed loop ---- */

/* Sends one more message, unless the node has sent all. */
static int refill(traffic_sources_t *s, emuq_net_t *net, uint32_t node, uint64_t tick)
{
    source_t *source = &s->node[node];
    uint64_t last = s->w->messages > 0 ? s->w->messages : UINT64_MAX;
    for (uint64_t tries = 0; source->number < last && tries < 2 * s->w->pattern.round + 1; tries++) {
        int rc = send_next(s, net, node, tick);
        if (rc != 0)
            return rc;
    }
    return 0;
}

static int start(traffic_sources_t *s, emuq_net_t *net)
{
    s->started = true;
    for (uint32_t n = 0; n < s->w->pattern.nodes; n++)
        for (uint32_t i = 0; i < s->w->outstanding; i++) {
            int rc = refill(s, net, n, 0);
            if (rc < 0)
                return rc;
        }
    return 0;
}

void traffic_sources_sent(traffic_sources_t *s, emuq_net_t *net, uint32_t node, uint64_t tick)
{
    if (s->w->interval > 0)
        return;
    int rc = refill(s, net, node, tick);
    if (rc < 0)
        traffic_error_note(&s->error, rc);
}

/* ---- all ---- */

int traffic_sources_offer(traffic_sources_t *s, emuq_net_t *net, uint64_t until)
{
    if (s->w->interval == 0)
        return s->started ? 0 : start(s, net);
    for (uint32_t n = 0; n < s->w->pattern.nodes; n++) {
        int rc = s->w->periodic ? offer_periodic(s, net, n, until) : offer_random(s, net, n, until);
        if (rc != 0)
            return rc;
    }
    return 0;
}

int traffic_sources_error(const traffic_sources_t *s)
{
    return traffic_error_first(&s->error);
}

uint64_t traffic_sources_offered(const traffic_sources_t *s)
{
    uint64_t bytes = 0;
    for (uint32_t n = 0; n < s->w->pattern.nodes; n++)
        bytes += s->node[n].bytes;
    return bytes;
}
