/* SPDX-License-Identifier: BSD-3-Clause */
/** @file check_waits.c  Waits in a receiver: by its counters, and by the latencies of packets. */
#include "tools/emuq-net/put.h"
#include "tools/emuq-net/validate.h"

#define PACKETS  200
#define INTERVAL 400 /* cycles between two of them */

/* Packets that are looked at: those from node 0, whose tags are the ticks at which they begin. */
typedef struct seen {
    uint64_t packets, ticks;
} seen_t;

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    seen_t *seen = context;
    (void)node;
    seen->packets += packet->source == 0;
    seen->ticks += packet->source == 0 ? tick - packet->tag : 0;
    return true;
}

/* Node 0 of a line sends a packet to node 2 now and then; node 1, on the way, very many. */
static int contend(const emuq_net_constants_t *p, emuq_net_t *net, uint8_t vc)
{
    uint16_t map = traffic_fifo_map(vc, false);
    emuq_net_message_t m = {.source = 1, .destination = 2, .bytes = 100000, .map = map, .vc = vc};
    int rc = emuq_net_send(net, 0, &m);
    m = (emuq_net_message_t){.destination = 2, .bytes = 512, .map = map, .vc = vc};
    for (uint64_t i = 0; i < PACKETS && rc == 0; i++) {
        m.tag = i * INTERVAL * p->value.clock.cycle;
        rc = emuq_net_send(net, m.tag, &m);
    }
    emuq_net_run(net, UINT64_MAX);
    return rc;
}

/* Mean waits in a channel, in cycles. @return 0 or a negative errno */
static int measure(const emuq_net_constants_t *p, uint8_t vc, double *counted, double *late)
{
    const emuq_net_shape_t line = {1, {4}, 0};
    seen_t seen = {0, 0};
    emuq_net_client_t client = {.context = &seen, .arrived = arrived};
    emuq_net_t *net;
    uint64_t packets = 0, cycles = 0;
    int rc = emuq_net_open(&p->value, &line, 1, 1, &client, &net);
    if (rc != 0)
        return rc;
    rc = contend(p, net, vc);
    emuq_net_waits_t waits = emuq_net_waits(net, 1, 0);
    for (uint32_t i = 0; i < EMUQ_NET_VCS; i++) {
        packets += waits.packets[i];
        cycles += waits.cycles[i];
    }
    emuq_net_close(net);
    *counted = packets > 0 ? (double)cycles / (double)packets : 0;
    *late =
        (double)seen.ticks / p->value.clock.cycle / PACKETS - (double)traffic_put_cycles(p, &line, 0, 2, 512);
    return rc;
}

static void waits(traffic_figures_t *f)
{
    for (uint8_t vc = EMUQ_NET_VC_DYNAMIC; vc < EMUQ_NET_VCS; vc++) {
        double counted, late;
        char what[64], wanted[32];
        snprintf(what, sizeof what, "node 1 of a line, channel %u, mean wait", vc);
        int rc = measure(f->parameters, vc, &counted, &late);
        if (rc != 0) {
            traffic_figure_failed(f, what, rc);
            continue;
        }
        snprintf(wanted, sizeof wanted, "%.3f", late);
        traffic_figure(f, what, wanted, counted, "cycles", late - 1e-6, late + 1e-6);
    }
}

const traffic_line_t traffic_lines_check_waits[] = {
    {"C9", "cycles that packets wait in a receiver, by its counters, are those that they are late", waits,
     NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
