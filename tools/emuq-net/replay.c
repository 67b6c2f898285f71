/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_calls.h"
#include "tools/emuq-net/error.h"
#include "tools/emuq-net/source.h"

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
    int error; /* of traffic_error_note() */
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
        int rc = --s->waits == 0 ? send(r, waiter) : 0;
        if (rc != 0)
            traffic_error_note(&r->error, rc);
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

/* Sends what waits for nothing. */
static int begin(replay_t *r)
{
    int rc = 0;
    for (uint32_t i = 0; i < r->trace->messages && rc == 0; i++) {
        const traffic_trace_message_t *m = &r->trace->message[i];
        r->state[i] = (state_t){m->time, m->waits, traffic_packets(r->setup->parameters, m->bytes)};
        r->result->offered += m->bytes;
        if (m->waits == 0)
            rc = send(r, i);
    }
    return rc;
}

static uint32_t share(const void *run)
{
    const traffic_result_t *result = ((const replay_t *)run)->result;
    double received = (double)traffic_measure_received(&result->measure);
    return (uint32_t)(received / ((double)result->offered + 1) * 1000);
}

static int run(replay_t *r)
{
    traffic_result_t *result = r->result;
    traffic_measure_window(&result->measure, 0, UINT64_MAX);
    int rc = begin(r);
    rc = rc == 0 ? traffic_run_out(r->setup, r->net, &r->error, share, r) : rc;
    result->missing = result->offered - traffic_measure_received(&result->measure);
    return rc == 0 ? traffic_result_whole(result, r->setup, r->net, 0) : rc;
}

int traffic_replay(const traffic_setup_t *setup, const traffic_trace_t *trace, traffic_result_t *result,
                   emuq_text_t *why)
{
    const emuq_net_shape_t *shape = &setup->workload.pattern.shape;
    uint64_t start = emuq_now_ns();
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
    return traffic_result_end(result, start, rc, why);
}
