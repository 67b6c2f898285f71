/* SPDX-License-Identifier: BSD-3-Clause */
/* Sends a single packet and prints the parts of its latency. */
#include <string.h>

#include "tools/emuq-net/net.h"

#define MOST_HOPS (EMUQ_NET_DIMENSIONS * EMUQ_NET_SIZE)

/* A link used by the packet. */
typedef struct hop {
    uint32_t from, direction;
    uint64_t tick; /* tick at which the header left */
} hop_t;

/* The packet's route in the network. */
typedef struct route {
    hop_t hop[MOST_HOPS];
    uint32_t hops;
    uint64_t built, arrived; /* ticks */
} route_t;

static void explain_built(void *context, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)packet;
    ((route_t *)context)->built = tick;
}

static bool explain_arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)node, (void)packet;
    ((route_t *)context)->arrived = tick;
    return true;
}

static uint64_t explain_sent(const emuq_net_t *net, uint32_t node, uint32_t direction)
{
    const emuq_net_counts_t counts = emuq_net_counts(net, node, direction);
    uint64_t packets = 0;
    for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
        packets += counts.packets[vc];
    return packets;
}

/* Checks whether the packet has left its latest node. @return true: it may have left the next node, too */
static bool explain_follow(const emuq_net_t *net, const emuq_net_shape_t *shape, route_t *route, uint32_t *at,
                           uint64_t tick)
{
    for (uint32_t direction = 0; direction < 2 * shape->dimensions; direction++)
        if (explain_sent(net, *at, direction) > 0 && route->hops < MOST_HOPS) {
            route->hop[route->hops++] = (hop_t){*at, direction, tick};
            *at = emuq_net_neighbour(shape, *at, direction);
            return true;
        }
    return false;
}

/* Sends the packet and follows its header from event to event. */
static int explain_send(const emuq_net_constants_t *p, const emuq_net_shape_t *shape,
                        const emuq_net_message_t *m, route_t *route)
{
    emuq_net_client_t client = {.context = route, .built = explain_built, .arrived = explain_arrived};
    emuq_net_t *net;
    uint32_t at = m->source;
    int rc = emuq_net_open(&p->value, shape, 1, 1, &client, &net);
    if (rc != 0)
        return rc;
    rc = emuq_net_send(net, 0, m);
    for (uint64_t tick; rc == 0 && (tick = emuq_net_next(net)) != UINT64_MAX;) {
        emuq_net_run(net, tick);
        while (explain_follow(net, shape, route, &at, tick))
            ;
    }
    emuq_net_close(net);
    return rc != 0 ? rc : route->arrived > 0 ? 0 : -EIO;
}

typedef struct table {
    const emuq_net_constants_t *p;
    FILE *out;
    uint64_t cycles; /* sum of the parts by the constants */
} table_t;

/* Prints a part. @param tick of the event in the network; UINT64_MAX: not observable */
static void explain_part(table_t *t, const char *what, const char *constants, uint32_t cycles, uint64_t tick)
{
    t->cycles += cycles;
    char seen[32] = "";
    if (tick != UINT64_MAX)
        snprintf(seen, sizeof seen, "%.1f", (double)tick * EMUQ_NET_TICK_PS / 1000);
    fprintf(t->out, "  %9.1f %9.1f %9s  %-38s %s\n", traffic_ns(t->p, cycles),
            traffic_ns(t->p, (double)t->cycles), seen, what, constants);
}

static const char *const wires[] = {"board", "midplane", "cable", "loop"};

static void explain_print_coordinates(const emuq_net_shape_t *shape, uint32_t node, emuq_text_t *text)
{
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(shape, node, at);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        emuq_text_add(text, "%c%u", d > 0 ? ',' : '(', at[d]);
    emuq_text_add(text, ")");
}

/* @param next tick at which the header left the next node; UINT64_MAX: destination */
static void explain_print_hop(table_t *t, const emuq_net_shape_t *shape, const hop_t *hop, uint64_t next)
{
    const emuq_net_parameters_t *v = &t->p->value;
    uint8_t at[EMUQ_NET_DIMENSIONS];
    char buffer[64], constants[64];
    emuq_text_t what = emuq_text(buffer, sizeof buffer);
    emuq_net_coordinates(shape, hop->from, at);
    emuq_net_wire_t wire = emuq_net_wire(shape, hop->direction, at[hop->direction / 2]);
    emuq_text_add(&what, "%c%c to ", 'A' + (int)hop->direction / 2, hop->direction % 2 ? '+' : '-');
    explain_print_coordinates(shape, emuq_net_neighbour(shape, hop->from, hop->direction), &what);
    snprintf(constants, sizeof constants, "link.hop_cycles + wire.%s", wires[wire]);
    explain_part(t, buffer, constants, v->link.hop + v->wire[wire], next);
}

static void explain_print_parts(table_t *t, const emuq_net_shape_t *shape, const route_t *route,
                                uint32_t chunks)
{
    const emuq_net_parameters_t *v = &t->p->value;
    char constants[96];
    fprintf(t->out, "  %9s %9s %9s  %-38s %s\n", "ns", "sum", "network", "until", "constants");
    explain_part(t, "header leaves the source", "mu.inject", v->mu.inject, route->hop[0].tick);
    for (uint32_t i = 0; i < route->hops; i++)
        explain_print_hop(t, shape, &route->hop[i],
                          i + 1 < route->hops ? route->hop[i + 1].tick : UINT64_MAX);
    snprintf(constants, sizeof constants, "%u x link.chunk_cycles + mu.serialise", chunks);
    explain_part(t, "tail has arrived", constants, v->link.chunk * chunks + v->mu.header, UINT64_MAX);
    snprintf(constants, sizeof constants, "%u x mu.drain_chunk", chunks);
    explain_part(t, "payload is stored", constants, v->mu.drain * chunks, UINT64_MAX);
    explain_part(t, "a polling core sees it", "mu.receive", v->mu.receive, route->arrived);
}

/* Prints the constants of the table. */
static void explain_print_constants(const table_t *t, const emuq_net_shape_t *shape, const route_t *route)
{
    static const char *const always[] = {"mu.inject",    "link.hop_cycles", "link.chunk_cycles",
                                         "mu.serialise", "mu.drain_chunk",  "mu.receive"};
    uint32_t used = 0;
    fputc('\n', t->out);
    for (uint32_t i = 0; i < sizeof always / sizeof always[0]; i++)
        traffic_parameters_print(t->p, always[i], t->out);
    for (uint32_t i = 0; i < route->hops; i++) {
        uint8_t at[EMUQ_NET_DIMENSIONS];
        emuq_net_coordinates(shape, route->hop[i].from, at);
        used |= 1U << emuq_net_wire(shape, route->hop[i].direction, at[route->hop[i].direction / 2]);
    }
    for (uint32_t wire = 0; wire < EMUQ_NET_WIRES; wire++) {
        char key[32];
        snprintf(key, sizeof key, "wire.%s", wires[wire]);
        if (used >> wire & 1)
            traffic_parameters_print(t->p, key, t->out);
    }
}

int traffic_explain(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, const emuq_net_message_t *m,
                    FILE *out, emuq_text_t *why)
{
    route_t route = {.hops = 0};
    table_t table = {.p = p, .out = out};
    char buffer[80];
    emuq_text_t ends = emuq_text(buffer, sizeof buffer);
    if (m->source == m->destination)
        return emuq_net_error(why, "--explain needs two different nodes");
    if (m->bytes > p->value.mu.payload)
        return emuq_net_error(why, "--explain needs one packet: --bytes %u exceeds the packet payload %u",
                              m->bytes, p->value.mu.payload);
    int rc = explain_send(p, shape, m, &route);
    if (rc != 0)
        return emuq_net_error(why, "the network does not deliver the packet: %s", strerror(-rc)), rc;
    explain_print_coordinates(shape, m->source, &ends);
    emuq_text_add(&ends, " to ");
    explain_print_coordinates(shape, m->destination, &ends);
    fprintf(out, "put of %u bytes from %s, %u hops, channel %u, empty machine, model %s\n", m->bytes, buffer,
            route.hops, m->vc, p->name);
    explain_print_parts(&table, shape, &route, emuq_net_chunks(m->bytes));
    double by_parts = traffic_ns(p, (double)table.cycles),
           seen = (double)route.arrived * EMUQ_NET_TICK_PS / 1000;
    fprintf(out,
            "  %9.1f ns by the constants, %.1f ns in the network, %.1f ns with software of one message\n",
            by_parts, seen, seen + traffic_software_ns(p));
    explain_print_constants(&table, shape, &route);
    return 0;
}
