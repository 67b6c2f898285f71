/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/emuq-net/source.h"
#include "tools/emuq-net/why.h"

#define STEP 1000 /* cycles between looks at progress */

/* What has become of a message. Its source changes start and waits, its destination left; a waiter belongs to
 * the node that is told. */
typedef struct state {
    uint64_t start; /* tick, so far */
    uint32_t waits; /* for so many more messages */
    uint32_t left;  /* packets that have not arrived */
} state_t;

typedef struct replay {
    const traffic_setup_t *setup;
    const traffic_trace_t *trace;
    traffic_result_t *result;
    emuq_net_t *net;
    state_t *state;
    int error; /* first one; written with compare and exchange, by any thread */
} replay_t;

static int send(replay_t *r, uint32_t number)
{
    const traffic_trace_message_t *m = &r->trace->message[number];
    emuq_net_message_t message = {.source = m->source,
                                  .destination = m->destination,
                                  .bytes = m->bytes,
                                  .queue = (uint16_t)(number % TRAFFIC_QUEUES),
                                  .map = traffic_fifo_map(m->vc, m->source == m->destination),
                                  .vc = m->vc,
                                  .zone = m->zone,
                                  .tag = number};
    return emuq_net_send(r->net, r->state[number].start, &message);
}

/* Tells those of node @p node that wait for a message that it has come, or has left. */
static void release(replay_t *r, uint32_t number, uint32_t node, bool received, uint64_t tick)
{
    const traffic_trace_message_t *m = &r->trace->message[number];
    for (uint32_t e = m->first; e != TRAFFIC_TRACE_NONE; e = r->trace->edge[e].next) {
        uint32_t waiter = r->trace->edge[e].waiter;
        const traffic_trace_message_t *w = &r->trace->message[waiter];
        /* Who could see both waits for the arrival. */
        if (w->source != node || received != (m->destination == w->source))
            continue;
        state_t *s = &r->state[waiter];
        if (tick + w->delay > s->start)
            s->start = tick + w->delay;
        int rc = --s->waits == 0 ? send(r, waiter) : 0, none = 0;
        if (rc != 0) /* relaxed: read after the threads have met */
            __atomic_compare_exchange_n(&r->error, &none, rc, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    }
}

static void sent(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    release(context, (uint32_t)message->tag, message->source, false, tick);
}

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    replay_t *r = context;
    uint32_t number = (uint32_t)packet->tag;
    uint32_t busy = emuq_net_occupancy(&r->setup->parameters->value, emuq_net_chunks(packet->bytes));
    traffic_measure_packet(&r->result->measure, node, packet, r->state[number].start, busy, tick);
    if (--r->state[number].left == 0)
        release(r, number, node, true, tick);
    return true;
}

static uint32_t packets(const replay_t *r, uint32_t bytes)
{
    uint32_t payload = r->setup->parameters->value.mu.payload;
    return bytes > 0 ? (bytes + payload - 1) / payload : 1;
}

/* Sends what waits for nothing. */
static int begin(replay_t *r)
{
    int rc = 0;
    for (uint32_t i = 0; i < r->trace->messages && rc == 0; i++) {
        const traffic_trace_message_t *m = &r->trace->message[i];
        r->state[i] = (state_t){m->time, m->waits, packets(r, m->bytes)};
        r->result->offered += m->bytes;
        if (m->waits == 0)
            rc = send(r, i);
    }
    return rc;
}

static int run(replay_t *r)
{
    traffic_result_t *result = r->result;
    uint32_t cycle = r->setup->parameters->value.clock.cycle;
    traffic_measure_window(&result->measure, 0, UINT64_MAX);
    int rc = begin(r);
    for (uint64_t next; rc == 0 && (next = emuq_net_next(r->net)) != UINT64_MAX;) {
        emuq_net_run(r->net, next + (uint64_t)STEP * cycle);
        rc = __atomic_load_n(&r->error, __ATOMIC_RELAXED);
        uint64_t received = traffic_measure_received(&result->measure);
        if (r->setup->progress != NULL)
            r->setup->progress(r->setup->progress_context, next / cycle,
                               (uint32_t)((double)received / ((double)result->offered + 1) * 1000));
    }
    result->cycles = (traffic_measure_last(&result->measure) + cycle - 1) / cycle;
    result->missing = result->offered - traffic_measure_received(&result->measure);
    result->hops = traffic_links_packets(r->net, &r->setup->workload.pattern.shape);
    return rc == 0 ? traffic_links_window(&result->links, r->net, &r->setup->parameters->value,
                                          &r->setup->workload.pattern.shape, NULL, result->cycles)
                   : rc;
}

int traffic_replay(const traffic_setup_t *setup, const traffic_trace_t *trace, traffic_result_t *result,
                   emuq_text_t *why)
{
    const emuq_net_shape_t *shape = &setup->workload.pattern.shape;
    memset(result, 0, sizeof *result);
    result->nodes = emuq_net_nodes(shape);
    replay_t r = {.setup = setup, .trace = trace, .result = result};
    emuq_net_client_t client = {.context = &r, .sent = sent, .arrived = arrived};
    r.state = calloc(trace->messages + 1, sizeof *r.state);
    int rc = r.state != NULL ? 0 : -ENOMEM;
    if (rc == 0)
        rc = traffic_measure_open(&result->measure, (uint32_t)result->nodes,
                                  setup->parameters->value.clock.cycle);
    if (rc == 0)
        rc = emuq_net_open(&setup->parameters->value, shape, setup->seed, setup->threads, &client, &r.net);
    if (rc == 0)
        rc = run(&r);
    emuq_net_close(r.net);
    free(r.state);
    if (rc != 0) {
        traffic_refuse(why, "the simulation failed: %s", strerror(-rc));
        traffic_result_free(result);
    }
    return rc;
}
