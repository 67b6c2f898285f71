/* SPDX-License-Identifier: BSD-3-Clause */
/** @file move.c
 *  Whether a packet can go on, and where: rooms, the bubble rule, datelines. */
#include "network/router.h"

/** The channel that a packet of the dimension order takes on a link. */
static uint32_t ordered_channel(const emuq_net_t *net, const emuq_net_node_t *n, uint32_t unit,
                                uint32_t channel, const emuq_net_first_t *packet)
{
    uint32_t vc = packet->vc, link = packet->ordered;
    if (net->p.vc[vc].kind == EMUQ_NET_DYNAMIC)
        return EMUQ_NET_VC_DETERMINISTIC;
    bool above = unit == (link ^ 1) && channel == vc + 1;
    return net->p.vc[vc].kind == EMUQ_NET_DATELINE && (above || n->wraps >> link & 1) ? vc + 1 : vc;
}

/** Whether a channel has room for a packet: a bubble channel keeps a hole when a packet enters the ring. */
static bool fits(const emuq_net_t *net, const emuq_net_node_t *n, uint32_t unit, uint32_t channel,
                 const emuq_net_first_t *packet, uint32_t vc)
{
    const emuq_net_channel_t *to = &net->p.vc[vc];
    uint32_t needed = emuq_net_cost(net, vc, packet->size);
    if (to->kind == EMUQ_NET_BUBBLE)
        needed = unit == (packet->ordered ^ 1u) && channel == vc ? to->straight : to->enter;
    return emuq_net_room(n, vc, packet->ordered) >= needed;
}

/** The best of some links for a dynamic packet. The choice between equals is the same all through a cycle: a
 *  packet that is not granted a link because it prefers another one is found there. */
static uint32_t best_link(const emuq_net_t *net, uint32_t node, uint32_t unit, uint32_t links)
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
                              const emuq_net_first_t *packet, uint32_t allowed)
{
    const emuq_net_node_t *n = &net->node[node];
    const emuq_net_move_t none = {EMUQ_NET_LINKS, 0};
    uint32_t cost = emuq_net_cost(net, 0, packet->size), roomy = 0;
    allowed &= n->free & packet->want;
    if (allowed == 0)
        return none;
    for (uint32_t rest = packet->dynamic; rest != 0; rest &= rest - 1) {
        uint32_t link = (uint32_t)__builtin_ctz(rest);
        roomy |= (uint32_t)(n->tokens[link] >= cost) << link;
    }
    if (roomy != 0) /* it waits for one of these, even if all are busy */
        return (roomy & allowed) != 0 ? (emuq_net_move_t){best_link(net, node, unit, roomy & allowed), 0}
                                      : none;
    if (packet->dynamic != 0 && !net->p.router.escape)
        return none;
    uint32_t next = ordered_channel(net, n, unit, channel, packet);
    if (!(allowed >> packet->ordered & 1) || !fits(net, n, unit, channel, packet, next))
        return none;
    return (emuq_net_move_t){packet->ordered, next};
}

bool emuq_net_can_receive(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                          const emuq_net_first_t *packet)
{
    const emuq_net_node_t *n = &net->node[node];
    uint32_t want = packet->want & ~EMUQ_NET_WANT_LINKS;
    return want != 0 && !(n->entering[receiver] & want >> 12) &&
           n->reception[emuq_net_reception_fifo(want, receiver)].room >= packet->size;
}
