/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/explain.h"

#include <string.h>

#include "network/files/files.h"

#define MOST_HOPS (EMUQ_NET_DIMENSIONS * EMUQ_NET_SIZE)

/* A link that the packet has taken. */
typedef struct hop {
    uint32_t from, direction;
    uint64_t tick; /* its header left */
} hop_t;

/* The packet's way, as the network went it. */
typedef struct way {
    hop_t hop[MOST_HOPS];
    uint32_t hops;
    uint64_t built, arrived; /* ticks */
} way_t;

/* ---- the packet ---- */

static void built(void *context, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)packet;
    ((way_t *)context)->built = tick;
}

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)node, (void)packet;
    ((way_t *)context)->arrived = tick;
    return true;
}

static uint64_t sent(const emuq_net_t *net, uint32_t node, uint32_t direction)
{
    const emuq_net_counts_t counts = emuq_net_counts(net, node, direction);
    uint64_t packets = 0;
    for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
        packets += counts.packets[vc];
    return packets;
}

/* Looks whether the packet has left the node where it was last. @return whether it has, and may have left the
 * next one too */
static bool follow(const emuq_net_t *net, const emuq_net_shape_t *shape, way_t *way, uint32_t *at,
                   uint64_t tick)
{
    for (uint32_t direction = 0; direction < 2 * shape->dimensions; direction++)
        if (sent(net, *at, direction) > 0 && way->hops < MOST_HOPS) {
            way->hop[way->hops++] = (hop_t){*at, direction, tick};
            *at = emuq_net_neighbour(shape, *at, direction);
            return true;
        }
    return false;
}

/* Sends the packet, and follows it from event to event. */
static int travel(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, const emuq_net_message_t *m,
                  way_t *way)
{
    emuq_net_client_t client = {.context = way, .built = built, .arrived = arrived};
    emuq_net_t *net;
    uint32_t at = m->source;
    int rc = emuq_net_open(&p->value, shape, 1, 1, &client, &net);
    if (rc != 0)
        return rc;
    rc = emuq_net_send(net, 0, m);
    for (uint64_t tick; rc == 0 && (tick = emuq_net_next(net)) != UINT64_MAX;) {
        emuq_net_run(net, tick);
        while (follow(net, shape, way, &at, tick))
            ;
    }
    emuq_net_close(net);
    return rc != 0 ? rc : way->arrived > 0 ? 0 : -EIO;
}

/* ---- the table ---- */

/* A table under way. */
typedef struct table {
    const emuq_net_constants_t *p;
    FILE *out;
    uint64_t cycles; /* so far, by the constants */
} table_t;

/* Prints a part. @param tick at which the network was there, or UINT64_MAX: it does not tell */
static void part(table_t *t, const char *what, const char *constants, uint32_t cycles, uint64_t tick)
{
    t->cycles += cycles;
    char seen[32] = "";
    if (tick != UINT64_MAX)
        snprintf(seen, sizeof seen, "%.1f", (double)tick * EMUQ_NET_TICK_PS / 1000);
    fprintf(t->out, "  %9.1f %9.1f %9s  %-38s %s\n", traffic_ns(t->p, cycles),
            traffic_ns(t->p, (double)t->cycles), seen, what, constants);
}

static const char *const wires[] = {"board", "midplane", "cable", "loop"};

static void print_coordinates(const emuq_net_shape_t *shape, uint32_t node, emuq_text_t *text)
{
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(shape, node, at);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        emuq_text_add(text, "%c%u", d > 0 ? ',' : '(', at[d]);
    emuq_text_add(text, ")");
}

/* @param next tick at which the header left the node at the other end; UINT64_MAX: it did not */
static void print_hop(table_t *t, const emuq_net_shape_t *shape, const hop_t *hop, uint64_t next)
{
    const emuq_net_parameters_t *v = &t->p->value;
    uint8_t at[EMUQ_NET_DIMENSIONS];
    char buffer[64], constants[64];
    emuq_text_t what = emuq_text(buffer, sizeof buffer);
    emuq_net_coordinates(shape, hop->from, at);
    emuq_net_wire_t wire = emuq_net_wire(shape, hop->direction, at[hop->direction / 2]);
    emuq_text_add(&what, "%c%c to ", 'A' + (int)hop->direction / 2, hop->direction % 2 ? '+' : '-');
    print_coordinates(shape, emuq_net_neighbour(shape, hop->from, hop->direction), &what);
    snprintf(constants, sizeof constants, "link.hop_cycles + wire.%s", wires[wire]);
    part(t, buffer, constants, v->link.hop + v->wire[wire], next);
}

static void print_parts(table_t *t, const emuq_net_shape_t *shape, const way_t *way, uint32_t chunks)
{
    const emuq_net_parameters_t *v = &t->p->value;
    char constants[96];
    fprintf(t->out, "  %9s %9s %9s  %-38s %s\n", "ns", "sum", "network", "until", "constants");
    part(t, "header leaves the source", "mu.inject", v->mu.inject, way->hop[0].tick);
    for (uint32_t i = 0; i < way->hops; i++)
        print_hop(t, shape, &way->hop[i], i + 1 < way->hops ? way->hop[i + 1].tick : UINT64_MAX);
    snprintf(constants, sizeof constants, "%u x link.chunk_cycles + mu.serialise", chunks);
    part(t, "tail is in, too", constants, v->link.chunk * chunks + v->mu.header, UINT64_MAX);
    snprintf(constants, sizeof constants, "%u x mu.drain_chunk", chunks);
    part(t, "payload is stored", constants, v->mu.drain * chunks, UINT64_MAX);
    part(t, "a polling core sees it", "mu.receive", v->mu.receive, way->arrived);
}

/* The constants that the table names. */
static void print_constants(const table_t *t, const emuq_net_shape_t *shape, const way_t *way)
{
    static const char *const always[] = {"mu.inject",    "link.hop_cycles", "link.chunk_cycles",
                                         "mu.serialise", "mu.drain_chunk",  "mu.receive"};
    uint32_t used = 0;
    fputc('\n', t->out);
    for (uint32_t i = 0; i < sizeof always / sizeof always[0]; i++)
        traffic_parameters_print_one(t->p, always[i], t->out);
    for (uint32_t i = 0; i < way->hops; i++) {
        uint8_t at[EMUQ_NET_DIMENSIONS];
        emuq_net_coordinates(shape, way->hop[i].from, at);
        used |= 1U << emuq_net_wire(shape, way->hop[i].direction, at[way->hop[i].direction / 2]);
    }
    for (uint32_t wire = 0; wire < EMUQ_NET_WIRES; wire++) {
        char key[32];
        snprintf(key, sizeof key, "wire.%s", wires[wire]);
        if (used >> wire & 1)
            traffic_parameters_print_one(t->p, key, t->out);
    }
}

int traffic_explain(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, const emuq_net_message_t *m,
                    FILE *out, emuq_text_t *why)
{
    way_t way = {.hops = 0};
    table_t table = {.p = p, .out = out};
    char buffer[80];
    emuq_text_t ends = emuq_text(buffer, sizeof buffer);
    if (m->source == m->destination)
        return emuq_net_error(why, "--explain wants two different nodes");
    if (m->bytes > p->value.mu.payload)
        return emuq_net_error(why, "--explain is about one packet: up to %u --bytes, not %u",
                               p->value.mu.payload, m->bytes);
    int rc = travel(p, shape, m, &way);
    if (rc != 0)
        return emuq_net_error(why, "the network does not deliver the packet: %s", strerror(-rc)), rc;
    print_coordinates(shape, m->source, &ends);
    emuq_text_add(&ends, " to ");
    print_coordinates(shape, m->destination, &ends);
    fprintf(out, "put of %u bytes from %s, %u hops, channel %u, nothing else on the way, model %s\n",
            m->bytes, buffer, way.hops, m->vc, p->name);
    print_parts(&table, shape, &way, emuq_net_chunks(m->bytes));
    double by_parts = traffic_ns(p, (double)table.cycles),
           seen = (double)way.arrived * EMUQ_NET_TICK_PS / 1000;
    fprintf(out,
            "  %9.1f ns by the constants, %.1f ns in the network, %.1f ns with software of one message\n",
            by_parts, seen, seen + traffic_software_ns(p));
    print_constants(&table, shape, &way);
    return 0;
}
