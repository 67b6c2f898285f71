/* SPDX-License-Identifier: BSD-3-Clause */
/* Routers: arrivals of packets, requests for links, grants and starts. */
#include "network/machine.h"

static bool router_has_slots(const emuq_net_t *net, uint32_t vc)
{
    return net->p.vc[vc].kind == EMUQ_NET_BUBBLE;
}

static void router_set_head(const emuq_net_t *net, emuq_net_queue_t *queue, uint32_t receiver, uint32_t vc,
                            uint32_t packet)
{
    queue->list.head = packet;
    queue->first = emuq_net_route(net, &net->packet[packet], receiver, vc);
}

/** Queue of an arriving packet: the shortest queue, or the next slot. */
static uint32_t router_join(const emuq_net_t *net, const emuq_net_buffer_t *b, uint32_t vc)
{
    uint32_t empty = ~(uint32_t)b->heads & ((1u << net->p.vc[vc].queues) - 1), q = 0;
    if (router_has_slots(net, vc))
        return (uint32_t)__builtin_popcount(b->heads);
    if (empty != 0)
        return (uint32_t)__builtin_ctz(empty);
    for (uint32_t i = 1; i < net->p.vc[vc].queues; i++)
        q = b->length[i] < b->length[q] ? i : q;
    return q;
}

void emuq_net_arrive(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t packet)
{
    emuq_net_record_t *record = &net->packet[packet];
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    emuq_net_node_t *n = &net->node[node];
    uint32_t q = router_join(net, b, vc);
    emuq_net_queue_t *queue = &b->queue[q];
    record->left[receiver / 2] = (int8_t)(record->left[receiver / 2] + (receiver % 2 ? 1 : -1));
    record->packet.hops++;
    record->next = EMUQ_NET_NONE_ITEM;
    b->arrivals++;
    b->left -= net->calendar.now;
    if (b->length[q]++ > 0)
        net->packet[queue->list.tail].next = packet;
    else {
        router_set_head(net, queue, receiver, vc, packet);
        b->heads |= (uint8_t)(1u << q);
        n->heads[receiver] |= (uint8_t)(1u << vc);
        emuq_net_request(n, receiver, queue->first.want, !(net->class[0] >> vc & 1));
        emuq_net_mark_dirty(n, receiver);
    }
    queue->list.tail = packet;
}

static void router_sum_wants(emuq_net_t *net, uint32_t node, uint32_t receiver)
{
    emuq_net_node_t *n = &net->node[node];
    emuq_net_withdraw(n, receiver);
    for (uint32_t channels = n->heads[receiver]; channels != 0; channels &= channels - 1) {
        uint32_t vc = (uint32_t)__builtin_ctz(channels);
        const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
        for (uint32_t heads = b->heads; heads != 0; heads &= heads - 1)
            emuq_net_request(n, receiver, b->queue[__builtin_ctz(heads)].first.want,
                             !(net->class[0] >> vc & 1));
    }
}

static void router_remove_head(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t h)
{
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    emuq_net_return_tokens(net, node, receiver, vc, b->queue[h].first.size);
    b->left += net->calendar.now;
    if (--b->length[h] != 0) {
        router_set_head(net, &b->queue[h], receiver, vc, net->packet[b->queue[h].list.head].next);
        return;
    }
    if (router_has_slots(net, vc))
        for (; h + 1 < EMUQ_NET_HEADS && b->heads >> (h + 1) & 1; h++) {
            b->queue[h] = b->queue[h + 1];
            b->length[h] = 1;
            b->length[h + 1] = 0;
        }
    b->heads &= (uint8_t) ~(1u << h);
    if (b->heads == 0)
        net->node[node].heads[receiver] &= (uint8_t) ~(1u << vc);
}

/** Heads in round-robin order: bit i is queue next_queue + i. */
static uint32_t router_heads(const emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc)
{
    const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    if (!emuq_net_has_path(net, node, receiver, vc))
        return 0;
    return ((b->heads | (uint32_t)b->heads << 8) >> b->next_queue) & 0xff;
}

/** @param part satisfied wants @return the starting packet: the head, or a copy if wants remain */
static uint32_t router_take_head(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t h,
                                 uint32_t part)
{
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    emuq_net_head_t *first = &b->queue[h].first;
    uint32_t packet = b->queue[h].list.head;
    emuq_net_busy(&net->node[node], vc)[receiver]++;
    if ((first->want & ~part) == 0) {
        router_remove_head(net, node, receiver, vc, h);
    } else {
        uint32_t copy = emuq_net_take_packet(net);
        net->packet[copy] = net->packet[packet];
        first->want &= (uint16_t)~part;
        if (part == EMUQ_NET_WANT_LINKS)
            first->dynamic = 0;
        packet = copy;
    }
    router_sum_wants(net, node, receiver);
    return packet;
}

static void router_start_reception(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t h)
{
    emuq_net_head_t first = emuq_net_buffer_of(net, node, receiver, vc)->queue[h].first;
    uint32_t want = first.want & ~EMUQ_NET_WANT_LINKS, fifo = emuq_net_reception_fifo(want, receiver);
    uint32_t packet = router_take_head(net, node, receiver, vc, h, want);
    net->node[node].entering[receiver] |= (uint8_t)(want >> 12);
    emuq_net_receive(net, node, fifo, packet);
    emuq_net_after(net, net->p.link.chunk * first.size,
                   emuq_net_event(EMUQ_NET_TAKEN, node, receiver, vc, want >> 12, 0));
}

static bool router_receive_one(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc)
{
    const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    for (uint32_t rest = router_heads(net, node, receiver, vc); rest != 0; rest &= rest - 1) {
        uint32_t h = (b->next_queue + (uint32_t)__builtin_ctz(rest)) % EMUQ_NET_HEADS;
        if (!(b->queue[h].first.want & ~EMUQ_NET_WANT_LINKS))
            continue;
        if (emuq_net_can_receive(net, node, receiver, &b->queue[h].first)) {
            router_start_reception(net, node, receiver, vc, h);
            return true;
        }
        if (router_has_slots(net, vc))
            return false; /* slots are emptied in order of arrival */
    }
    return false;
}

static void router_copy_local(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_node_t *n = &net->node[node];
    emuq_net_injection_t *injection = &n->injection[fifo];
    if (injection->leaving || n->reception[fifo].space < injection->first.size)
        return;
    uint32_t packet = emuq_net_remove(net, &injection->list), size = injection->first.size;
    injection->leaving = true;
    emuq_net_withdraw(n, EMUQ_NET_FIFO_UNIT + fifo);
    emuq_net_receive(net, node, fifo, packet);
    emuq_net_after(net, emuq_net_occupancy(&net->p, size),
                   emuq_net_event(EMUQ_NET_COPIED, node, fifo, 0, size, 0));
}

static void router_receive(emuq_net_t *net, uint32_t node, uint32_t unit)
{
    const emuq_net_node_t *n = &net->node[node];
    if (n->want[unit] & EMUQ_NET_WANT_L)
        router_copy_local(net, node, unit - EMUQ_NET_FIFO_UNIT);
    else
        for (uint32_t channels = n->heads[unit]; channels != 0; channels &= channels - 1)
            while (router_receive_one(net, node, unit, (uint32_t)__builtin_ctz(channels)))
                continue;
}

typedef struct emuq_net_start {
    uint32_t packet;  /**< #EMUQ_NET_NONE_ITEM: none */
    uint8_t unit, vc; /**< former location */
    uint8_t channel;
    uint8_t size; /**< chunks */
} emuq_net_start_t;

static const emuq_net_start_t no_start = {.packet = EMUQ_NET_NONE_ITEM};

static void router_start(emuq_net_t *net, uint32_t node, uint32_t link, emuq_net_start_t what)
{
    emuq_net_mark_dirty(&net->node[node], what.unit);
    emuq_net_depart(net, node, link, what.packet, what.channel, 0, emuq_net_occupancy(&net->p, what.size),
                    emuq_net_event(EMUQ_NET_SENT, node, link, what.vc, what.size, what.unit));
}

/** True if a link may lack space for a packet of channel 0. */
static bool router_is_scarce(const emuq_net_t *net, const emuq_net_node_t *n, uint32_t link)
{
    return n->tokens[link] < emuq_net_cost(net, 0, EMUQ_NET_MAX_CHUNKS);
}

/** Quick check: a packet of channel 0 has no space behind a link, nor for an escape. */
static bool router_is_blocked(const emuq_net_t *net, const emuq_net_node_t *n, uint32_t link, uint32_t size,
                              uint32_t ordered)
{
    return n->tokens[link] < emuq_net_cost(net, 0, size) &&
           (link != ordered || emuq_net_token_count(n, EMUQ_NET_VC_DETERMINISTIC, link) <
                                   net->p.vc[EMUQ_NET_VC_DETERMINISTIC].enter);
}

/** Has @p link checked again if a packet prefers a different link but does not get that link. */
static void router_defer(emuq_net_t *net, uint32_t link, emuq_net_move_t move)
{
    if (move.link != EMUQ_NET_LINKS && move.link != link)
        net->deferred |= 1u << link;
}

/** Takes a packet of a receiver's channel for a link. */
static emuq_net_start_t router_take_receiver(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t receiver,
                                             uint32_t vc)
{
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    emuq_net_node_t *n = &net->node[node];
    bool in_slots = router_has_slots(net, vc), scarce = vc == 0 && router_is_scarce(net, n, link);
    uint32_t taken = 0; /* wants of older packets in slots */
    for (uint32_t rest = router_heads(net, node, receiver, vc); rest != 0; rest &= rest - 1) {
        uint32_t h = (b->next_queue + (uint32_t)__builtin_ctz(rest)) % EMUQ_NET_HEADS;
        emuq_net_head_t first = b->queue[h].first;
        uint32_t want = first.want & EMUQ_NET_WANT_LINKS & ~taken;
        taken |= in_slots ? first.want : 0;
        if (!(want >> link & 1) || (scarce && router_is_blocked(net, n, link, first.size, first.ordered)))
            continue;
        emuq_net_move_t move = emuq_net_move(net, node, receiver, vc, &b->queue[h].first, want);
        if (move.link == link) {
            b->next_queue = in_slots ? 0 : (uint8_t)((h + 1) % EMUQ_NET_HEADS);
            return (emuq_net_start_t){router_take_head(net, node, receiver, vc, h, EMUQ_NET_WANT_LINKS),
                                      (uint8_t)receiver, (uint8_t)vc, (uint8_t)move.channel, first.size};
        }
        router_defer(net, link, move);
    }
    return no_start;
}

static emuq_net_start_t router_take_fifo(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t fifo,
                                         uint32_t channels)
{
    emuq_net_node_t *n = &net->node[node];
    emuq_net_injection_t *injection = &n->injection[fifo];
    const emuq_net_head_t *first = &injection->first;
    uint32_t packet = injection->list.head, unit = EMUQ_NET_FIFO_UNIT + fifo;
    if (!(channels >> first->vc & 1) ||
        (first->vc == EMUQ_NET_VC_DYNAMIC && router_is_blocked(net, n, link, first->size, first->ordered)))
        return no_start;
    emuq_net_move_t move = emuq_net_move(net, node, unit, first->vc, first, EMUQ_NET_WANT_LINKS);
    router_defer(net, link, move);
    if (move.link != link)
        return no_start;
    injection->leaving = true;
    emuq_net_remove(net, &injection->list);
    emuq_net_withdraw(n, unit);
    return (emuq_net_start_t){packet, (uint8_t)unit, first->vc, (uint8_t)move.channel, first->size};
}

/** Takes a packet of any channel, in random order. */
static emuq_net_start_t router_take_channels(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t receiver,
                                             uint32_t channels)
{
    for (channels &= net->node[node].heads[receiver]; channels != 0;) {
        uint32_t vc = emuq_net_draw_bit(net, node, channels);
        emuq_net_start_t found = router_take_receiver(net, node, link, receiver, vc);
        if (found.packet != EMUQ_NET_NONE_ITEM)
            return found;
        channels &= ~(1u << vc);
    }
    return no_start;
}

/** Takes a packet for a link from units in random order.
 * @param then units of second priority */
static emuq_net_start_t router_take(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t units,
                                    uint32_t then, uint32_t channels)
{
    for (;; units = then, then = 0) {
        while (units != 0) {
            uint32_t unit = emuq_net_draw_bit(net, node, units);
            emuq_net_start_t found =
                unit >= EMUQ_NET_FIFO_UNIT
                    ? router_take_fifo(net, node, link, unit - EMUQ_NET_FIFO_UNIT, channels)
                    : router_take_channels(net, node, link, unit, channels);
            if (found.packet != EMUQ_NET_NONE_ITEM)
                return found;
            units &= ~(1u << unit);
        }
        if (then == 0)
            return no_start;
    }
}

/** Grants a link to a packet of a class: through traffic first, until injection has waited enough. */
static bool router_grant(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t class)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t units = n->requesters[link] & (class > 0 ? n->urgent : UINT32_MAX);
    uint32_t receivers = units & ((1u << EMUQ_NET_FIFO_UNIT) - 1), fifos = units & ~receivers;
    uint8_t *through = &emuq_net_through(n, class)[link];
    bool waited = *through > net->p.router.through;
    emuq_net_start_t found = router_take(net, node, link, waited ? fifos : receivers,
                                         waited ? receivers : fifos, net->class[class]);
    if (found.packet == EMUQ_NET_NONE_ITEM)
        return false;
    if (found.unit >= EMUQ_NET_FIFO_UNIT)
        *through = 0;
    else if (!waited)
        ++*through;
    router_start(net, node, link, found);
    return true;
}

static uint32_t router_tree_links(const emuq_net_t *net, uint32_t node)
{
    return emuq_net_tree_links(net, node) | emuq_net_signal_links(net, node);
}

/** Grants a link to interrupts first, then to trees or system packets. */
static void router_grant_tree(emuq_net_t *net, uint32_t node, uint32_t link)
{
    const emuq_net_node_t *n = &net->node[node];
    if (emuq_net_signal_links(net, node) >> link & 1)
        emuq_net_signal_send(net, node, link);
    else if (!(n->requesters[link] & n->urgent) || emuq_net_draw(net, node, 2) == 0 ||
             !router_grant(net, node, link, 2))
        emuq_net_tree_send(net, node, link);
}

static bool router_grant_any(emuq_net_t *net, uint32_t node, uint32_t link)
{
    const emuq_net_node_t *n = &net->node[node];
    if (n->collective && router_tree_links(net, node) >> link & 1) {
        router_grant_tree(net, node, link);
        return true;
    }
    uint32_t class = n->requesters[link] & n->urgent ? EMUQ_NET_CLASSES - 1 : 0;
    while (!router_grant(net, node, link, class))
        if (class -- == 0)
            return false;
    return true;
}

static uint32_t router_advance_trees(emuq_net_t *net, uint32_t node)
{
    if (net->node[node].trees != NULL)
        emuq_net_tree_advance(net, node);
    if (net->node[node].signals != NULL)
        emuq_net_signal_advance(net, node);
    return router_tree_links(net, node);
}

/** @return links wanted by trees and dirty units */
static uint32_t router_advance(emuq_net_t *net, uint32_t node)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t wants = n->collective ? router_advance_trees(net, node) : 0, units = n->dirty;
    n->dirty = 0;
    for (uint32_t rest = units & n->receiving; rest != 0; rest &= rest - 1)
        router_receive(net, node, (uint32_t)__builtin_ctz(rest));
    for (; units != 0; units &= units - 1)
        wants |= n->want[__builtin_ctz(units)];
    return wants;
}

/** Grants an idle link. @param again adds links to check again @return false: no packet can use it now */
static bool router_arbitrate(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t *again)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t requested = n->requesters[link];
    if (!router_grant_any(net, node, link))
        return false;
    *again |= net->deferred;
    net->deferred = 0;
    if (net->p.router.escape && router_is_scarce(net, n, link))
        for (; requested != 0; requested &= requested - 1) /* packets that lost this link may escape */
            *again |= n->want[__builtin_ctz(requested)];
    return true;
}

static uint32_t router_waiting_for(const emuq_net_node_t *n, uint32_t kinds)
{
    uint32_t units = 0;
    for (uint32_t rest = n->receiving; rest != 0; rest &= rest - 1)
        units |= n->want[__builtin_ctz(rest)] & kinds ? rest & -rest : 0;
    return units;
}

void emuq_net_choose(emuq_net_t *net, uint32_t node)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t links = n->fresh;
    if (links & ~EMUQ_NET_WANT_LINKS)
        n->dirty |= router_waiting_for(n, links & ~EMUQ_NET_WANT_LINKS);
    n->fresh = 0;
    net->deferred = 0;
    for (bool progressed = true;;) {
        if (progressed && (n->dirty != 0 || n->collective))
            links |= router_advance(net, node);
        links &= n->free & EMUQ_NET_WANT_LINKS;
        if (links == 0)
            break;
        uint32_t link = (uint32_t)__builtin_ctz(links);
        links &= links - 1;
        progressed = (n->requested >> link & 1 || n->collective) && router_arbitrate(net, node, link, &links);
    }
    if (n->collective) /* stays set while trees or interrupts have work */
        n->collective = emuq_net_tree_is_waiting(net, node) || emuq_net_signal_links(net, node) != 0;
}
