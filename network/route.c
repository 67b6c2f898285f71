/* SPDX-License-Identifier: BSD-3-Clause */
/* Routes of packets: hops, dimension order, zones; and the links on which a waiting packet can start. */
#include "network/machine.h"

#include <errno.h>
#include <string.h>

#include "network/rules.h"

static uint32_t route_length(const emuq_net_shape_t *shape, uint32_t d)
{
    return shape->torus >> d & 1 ? shape->size[d] / 2 : shape->size[d];
}

/** Dimension order. The firmware's sort is not stable; its result for equal lengths is part of the model. */
static void route_dimension_order(const emuq_net_t *net, uint32_t order[EMUQ_NET_DIMENSIONS])
{
    const emuq_net_shape_t *shape = &net->shape;
    uint32_t last = shape->dimensions - 1;
    for (uint32_t d = 0; d <= last; d++)
        order[d] = net->p.router.order == EMUQ_NET_DESCENDING ? last - d : d;
    if (net->p.router.order != EMUQ_NET_LONGEST)
        return;
    for (uint32_t i = 0; i <= last; i++)
        for (uint32_t j = i + 1; j <= last; j++) {
            uint32_t a = route_length(shape, order[i]), b = route_length(shape, order[j]), moved = order[i];
            if (b < a || (b == a && shape->torus >> order[j] & 1))
                continue;
            order[i] = order[j];
            order[j] = moved;
        }
}

/** The masks of a zone: from the parameters, or the firmware's default. */
static void route_zone_masks(const emuq_net_t *net, uint32_t zone, const uint32_t order[EMUQ_NET_DIMENSIONS],
                             uint32_t mask[EMUQ_NET_DIMENSIONS])
{
    uint32_t n = net->shape.dimensions, any = 0;
    for (uint32_t i = 0; i < EMUQ_NET_DIMENSIONS; i++)
        any |= mask[i] = net->p.zone[zone][i];
    if (any != 0)
        return;
    for (uint32_t i = 0, group = 0; i < n; i++) {
        if (zone == 1)
            group = 0;
        else if (i > 0 && (zone != 0 ||
                           route_length(&net->shape, order[i]) != route_length(&net->shape, order[i - 1])))
            group++;
        mask[group] |= 1u << order[i] | (zone == 3 ? 1u << (n - 1) : 0);
    }
}

void emuq_net_routes_init(emuq_net_t *net)
{
    uint32_t order[EMUQ_NET_DIMENSIONS], mask[EMUQ_NET_ZONES][EMUQ_NET_DIMENSIONS];
    route_dimension_order(net, order);
    for (uint32_t z = 0; z < EMUQ_NET_ZONES; z++)
        route_zone_masks(net, z, order, mask[z]);
    for (uint32_t d = 0; d < EMUQ_NET_DIMENSIONS; d++)
        for (uint32_t set = 0; set < 1u << EMUQ_NET_DIMENSIONS; set++)
            net->pair[set] |= (uint16_t)((set >> d & 1) * 3u << 2 * d);
    for (uint32_t togo = 1; togo < 1u << net->shape.dimensions; togo++) {
        uint32_t i = 0;
        while (!(togo >> order[i] & 1))
            i++;
        net->first[togo] = (uint8_t)order[i];
        for (uint32_t z = 0; z < EMUQ_NET_ZONES; z++) {
            uint32_t choice = togo;
            for (i = EMUQ_NET_DIMENSIONS; i-- > 0;)
                if (togo & mask[z][i])
                    choice = togo & mask[z][i];
            net->zone[z][togo] = (uint8_t)choice;
        }
    }
}

/** @param hint minus and plus bit @return 0 or -EINVAL */
static int route_plan_dimension(const emuq_net_shape_t *shape, uint32_t d, const uint8_t a[],
                                const uint8_t b[], uint32_t hint, uint32_t sum, int8_t *left)
{
    int distance = b[d] - a[d], wraps = shape->torus >> d & 1;
    int direction = hint == 0   ? emuq_net_ring_direction(a[d], b[d], shape->size[d], wraps, sum)
                    : hint == 2 ? 1
                                : -1;
    *left = 0;
    if (hint == 3)
        return -EINVAL;
    if (distance == 0)
        return 0;
    if (!wraps && direction * distance < 0)
        return -EINVAL;
    *left = (int8_t)emuq_net_ring_offset(a[d], b[d], shape->size[d], direction);
    return 0;
}

int emuq_net_route_plan(const emuq_net_t *net, const emuq_net_message_t *m, int8_t left[EMUQ_NET_DIMENSIONS])
{
    const emuq_net_shape_t *shape = &net->shape;
    const uint8_t *a = net->at[m->source], *b = net->at[m->destination];
    uint32_t sum = 0, used = 0;
    for (uint32_t d = 0; d < shape->dimensions && net->p.router.ties == EMUQ_NET_PARITY; d++)
        sum += a[d];
    memset(left, 0, EMUQ_NET_DIMENSIONS);
    for (uint32_t d = 0; d < shape->dimensions; d++) {
        uint32_t hint = m->hints >> 2 * d & 3;
        int rc = route_plan_dimension(shape, d, a, b, hint, sum, &left[d]);
        if (rc != 0)
            return rc;
        if (m->source == m->destination && shape->size[d] == 1 && shape->torus >> d & 1 && hint != 0)
            left[d] = hint == 2 ? 1 : -1;
        used += left[d] != 0;
    }
    return m->flags & EMUQ_NET_DEPOSIT && used > 1 ? -EINVAL : 0;
}

#define SIGNS UINT64_C(0x8080808080808080) /* sign bits of all bytes */

/** Collects sign bits: the product moves the bit of byte d to bit 56 + d. */
static uint32_t route_gather_signs(uint64_t signs)
{
    return (uint32_t)((signs >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/** Hops left, byte d for dimension d. */
static uint64_t route_bytes_left(const emuq_net_record_t *packet)
{
    _Static_assert(offsetof(emuq_net_record_t, left) == 0 && sizeof(packet->left) == EMUQ_NET_DIMENSIONS,
                   "byte d of the record is dimension d");
    uint64_t left;
    memcpy(&left, packet, sizeof(left));
    return left & ((UINT64_C(1) << 8 * EMUQ_NET_DIMENSIONS) - 1);
}

/** Set of dimensions with hops left: a nonzero byte sets its sign bit. */
static uint32_t route_dimensions_left(uint64_t left)
{
    return route_gather_signs((((left & ~SIGNS) + ~SIGNS) | left) & SIGNS);
}

uint16_t emuq_net_directions_left(const emuq_net_t *net, const emuq_net_record_t *packet)
{
    uint64_t left = route_bytes_left(packet);
    uint32_t minus = route_gather_signs(left & SIGNS), plus = route_dimensions_left(left) & ~minus;
    return (net->pair[minus] & 0x555) | (net->pair[plus] & 0xaaa);
}

static uint16_t route_reception(const emuq_net_record_t *packet, uint32_t from)
{
    if (from == EMUQ_NET_FIFO_UNIT)
        return EMUQ_NET_WANT_L;
    return packet->packet.vc == EMUQ_NET_VC_PRIORITY ? EMUQ_NET_WANT_HP
           : packet->packet.vc == EMUQ_NET_VC_SYSTEM ? EMUQ_NET_WANT_IO
                                                     : EMUQ_NET_WANT_T;
}

emuq_net_head_t emuq_net_route(const emuq_net_t *net, const emuq_net_record_t *packet, uint32_t from,
                               uint32_t vc)
{
    uint32_t togo = route_dimensions_left(route_bytes_left(packet)), flags = packet->packet.flags;
    emuq_net_head_t first = {.size = packet->size, .vc = packet->packet.vc};
    if (togo == 0 || (flags & EMUQ_NET_DEPOSIT && from != EMUQ_NET_FIFO_UNIT))
        first.want = route_reception(packet, from);
    if (togo == 0)
        return first;
    uint32_t plus = 2 * (uint32_t)net->first[togo] + 1;
    first.ordered = (uint8_t)(plus - !(packet->directions >> plus & 1));
    if (first.vc == EMUQ_NET_VC_DYNAMIC && !(flags & EMUQ_NET_STAY && from != EMUQ_NET_FIFO_UNIT && vc == 1))
        first.dynamic = net->pair[net->zone[packet->zone][togo]] & packet->directions;
    if (first.dynamic == 0 || net->p.router.escape)
        first.want |= (uint16_t)(1u << first.ordered);
    first.want |= first.dynamic;
    return first;
}

static uint32_t move_ordered_channel(const emuq_net_t *net, const emuq_net_node_t *n, uint32_t unit,
                                     uint32_t channel, const emuq_net_head_t *packet)
{
    uint32_t vc = packet->vc, link = packet->ordered;
    if (net->p.vc[vc].kind == EMUQ_NET_DYNAMIC)
        return EMUQ_NET_VC_DETERMINISTIC;
    bool above = unit == (link ^ 1) && channel == vc + 1;
    return net->p.vc[vc].kind == EMUQ_NET_DATELINE && (above || n->wraps >> link & 1) ? vc + 1 : vc;
}

/** True if a channel has enough space, including the free slots that a bubble channel requires. */
static bool move_fits(const emuq_net_t *net, const emuq_net_node_t *n, uint32_t unit, uint32_t channel,
                      const emuq_net_head_t *packet, uint32_t vc)
{
    const emuq_net_channel_t *to = &net->p.vc[vc];
    uint32_t needed = emuq_net_cost(net, vc, packet->size);
    if (to->kind == EMUQ_NET_BUBBLE)
        needed = unit == (packet->ordered ^ 1u) && channel == vc ? to->straight : to->enter;
    return emuq_net_token_count(n, vc, packet->ordered) >= needed;
}

/** The best link for a dynamic packet. Ties resolve equally throughout a cycle, so a packet that passed over
 * a link gets the preferred one in the same cycle. */
static uint32_t move_best_link(const emuq_net_t *net, uint32_t node, uint32_t unit, uint32_t links)
{
    uint32_t most = 0, best = links;
    if ((links & (links - 1)) == 0)
        return (uint32_t)__builtin_ctz(links);
    for (uint32_t rest = links; rest != 0 && net->p.router.choose == EMUQ_NET_MOST_TOKENS; rest &= rest - 1) {
        uint32_t link = (uint32_t)__builtin_ctz(rest), tokens = net->node[node].tokens[link];
        if (tokens > most)
            best = 0;
        if (tokens >= most)
            best |= 1u << link;
        if (tokens > most)
            most = tokens;
    }
    if ((best & (best - 1)) != 0) {
        uint64_t hash = emuq_net_hash(net, node, ~(net->calendar.now * EMUQ_NET_UNITS + unit));
        uint32_t skip = (uint32_t)((hash >> 40) * (uint32_t)__builtin_popcount(best) >> 24);
        while (skip-- > 0)
            best &= best - 1;
    }
    return (uint32_t)__builtin_ctz(best);
}

emuq_net_move_t emuq_net_move(const emuq_net_t *net, uint32_t node, uint32_t unit, uint32_t channel,
                              const emuq_net_head_t *packet, uint32_t allowed)
{
    const emuq_net_node_t *n = &net->node[node];
    const emuq_net_move_t none = {EMUQ_NET_LINKS, 0};
    uint32_t cost = emuq_net_cost(net, 0, packet->size), spacious = 0;
    allowed &= n->free & packet->want;
    if (allowed == 0)
        return none;
    for (uint32_t rest = packet->dynamic; rest != 0; rest &= rest - 1) {
        uint32_t link = (uint32_t)__builtin_ctz(rest);
        spacious |= (uint32_t)(n->tokens[link] >= cost) << link;
    }
    if (spacious != 0) /* waits for one of these links even if all are busy */
        return (spacious & allowed) != 0
                   ? (emuq_net_move_t){move_best_link(net, node, unit, spacious & allowed), 0}
                   : none;
    if (packet->dynamic != 0 && !net->p.router.escape)
        return none;
    uint32_t next = move_ordered_channel(net, n, unit, channel, packet);
    if (!(allowed >> packet->ordered & 1) || !move_fits(net, n, unit, channel, packet, next))
        return none;
    return (emuq_net_move_t){packet->ordered, next};
}

bool emuq_net_can_receive(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                          const emuq_net_head_t *packet)
{
    const emuq_net_node_t *n = &net->node[node];
    uint32_t want = packet->want & ~EMUQ_NET_WANT_LINKS;
    return want != 0 && !(n->entering[receiver] & want >> 12) &&
           n->reception[emuq_net_reception_fifo(want, receiver)].space >= packet->size;
}
