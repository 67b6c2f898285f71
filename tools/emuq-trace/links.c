/* SPDX-License-Identifier: BSD-3-Clause */
/* Load of links: the five-dimensional torus of Message Units, and the three-dimensional torus of network
 * cards. */
#include "apenet/net/route.h"
#include "backends/emulator/core/unit.h"
#include "tools/emuq-trace/trace.h"

static void links_count(trace_link_t *link, trace_link_t what)
{
    link->bytes += what.bytes;
    link->packets += what.packets;
    link->waits += what.waits;
}

/* ---- Message Units ---- */

/* Adds @p what to all links of the route: dimension order, as for deterministic packets without hints. */
static void links_add_route(const emuq_geometry_t *g, trace_stats_t *s, uint32_t from, uint32_t to,
                            trace_link_t what)
{
    const char *ignored = NULL;
    uint32_t at = from;
    for (int d = 0; d < 5; d++)
        for (int sign; (sign = emuq_direction(g, at, to, d, 0, &ignored)) != 0;) {
            uint32_t number = (uint32_t)d * 2 + (sign > 0);
            links_count(&s->link[(size_t)at * TRACE_LINKS + number], what);
            at = emuq_neighbour(g, at, number);
        }
}

static void links_add_units(const trace_events_t *e, trace_stats_t *s)
{
    const emuq_geometry_t *g = &e->file->geometry;
    s->link = trace_alloc((size_t)e->file->nodes * TRACE_LINKS, sizeof *s->link);
    for (uint32_t i = 0; i < s->traffics; i++)
        links_add_route(g, s, s->traffic[i].from, s->traffic[i].to,
                        (trace_link_t){s->traffic[i].unit_bytes, s->traffic[i].unit_packets, 0});
    for (uint64_t i = 0; i < e->events; i++) {
        const emuq_record_t *r = e->event[i].record;
        uint64_t target = r->position >> 16;
        if (r->kind == EMUQ_RECORD_PARK && r->node != EMUQ_RECORD_NO_NODE && target < e->file->nodes)
            links_add_route(g, s, r->node, (uint32_t)target, (trace_link_t){0, 0, 1});
    }
}

/* ---- network cards ---- */

/* Initialises the lattice of the cards. @return false: cards do not support this shape */
static bool links_lattice(const trace_file_t *file, apenet_lattice_t *lattice)
{
    const uint32_t *size = file->geometry.size;
    return size[3] == 1 && size[4] == 1 && apenet_lattice_init(lattice, size, ~file->geometry.torus) == 0;
}

/* Adds @p what to all links of the route of undamaged routers after a reset. */
static void links_add_card_route(const apenet_lattice_t *l, trace_stats_t *s, uint32_t from, uint32_t to,
                                 trace_link_t what)
{
    apenet_node_t at = apenet_lattice_node(l, from), end = apenet_lattice_node(l, to);
    apenet_target_t target = {{end.at[0], end.at[1], end.at[2]}, 0};
    unsigned input = APENET_PORT_INTERNAL, vc = 0;
    for (;;) {
        apenet_router_t router;
        if (apenet_router_init(&router, l, at, APENET_LINKS_ALL) != 0)
            return;
        apenet_hop_t hop = apenet_route(&router, input, target, vc);
        if (hop.port >= APENET_PORT_INTERNAL)
            return;
        links_count(&s->card_link[(size_t)apenet_lattice_number(l, at) * TRACE_CARD_LINKS + hop.port], what);
        at = apenet_lattice_next(l, at, (apenet_port_t)hop.port);
        input = apenet_port_opposite(hop.port);
        vc = hop.vc;
    }
}

static void links_add_cards(const trace_events_t *e, trace_stats_t *s)
{
    apenet_lattice_t lattice;
    s->card_link = trace_alloc((size_t)e->file->nodes * TRACE_CARD_LINKS, sizeof *s->card_link);
    if (!links_lattice(e->file, &lattice))
        return;
    for (uint32_t i = 0; i < s->traffics; i++) {
        const trace_traffic_t *t = &s->traffic[i];
        if (t->packets != t->unit_packets)
            links_add_card_route(&lattice, s, t->from, t->to,
                                 (trace_link_t){t->bytes - t->unit_bytes, t->packets - t->unit_packets, 0});
    }
}

void trace_links_make(const trace_events_t *events, trace_stats_t *stats)
{
    _Static_assert(TRACE_CARD_LINKS == APENET_PORTS, "a link for each port");
    links_add_units(events, stats);
    links_add_cards(events, stats);
}
