/* SPDX-License-Identifier: BSD-3-Clause */
/** @file router.c
 *  Arrivals, offers, grants and starts. */
#include "network/reception.h"
#include "network/route.h"
#include "network/router.h"

/** What units offer to the links of a node, in one round of a choice. */
typedef struct offers {
    uint32_t links;                                /**< that somebody asks for */
    uint32_t asks[EMUQ_NET_LINKS][EMUQ_NET_VCS];   /**< units, by link and channel that they are in */
    uint8_t head[EMUQ_NET_UNITS][EMUQ_NET_VCS];    /**< which packet, of a receiver */
    uint8_t channel[EMUQ_NET_UNITS][EMUQ_NET_VCS]; /**< that it would take */
} offers_t;

static bool slots(const emuq_net_t *net, uint32_t vc)
{
    return net->p.vc[vc].kind == EMUQ_NET_BUBBLE;
}

void emuq_net_arrive(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t packet)
{
    emuq_net_record_t *record = &net->packet[packet];
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, record->channel);
    uint32_t q = 0;
    emuq_net_route(net, record, receiver);
    record->packet.hops++;
    if (slots(net, record->channel))
        q = (uint32_t)__builtin_popcount(b->heads);
    else
        for (uint32_t i = 1; i < net->p.vc[record->channel].queues; i++)
            q = b->length[i] < b->length[q] ? i : q;
    record->next = EMUQ_NET_NONE_ITEM;
    if (b->length[q]++ > 0)
        net->packet[b->tail[q]].next = packet;
    else {
        b->head[q] = packet;
        b->want[q] = record->want;
        b->heads |= (uint8_t)(1u << q);
        net->node[node].want[receiver] |= record->want;
        net->node[node].dirty |= 1u << receiver;
    }
    b->tail[q] = packet;
}

/** What all heads of a receiver want, after one of them has changed. */
static void sum_wants(emuq_net_t *net, uint32_t node, uint32_t receiver)
{
    uint16_t want = 0;
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++) {
        const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
        for (uint32_t heads = b->heads; heads != 0; heads &= heads - 1)
            want |= b->want[__builtin_ctz(heads)];
    }
    net->node[node].want[receiver] = want;
}

/** Takes a head out of its buffer, and says so to the sender whose token it has. */
static void leave_buffer(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t h)
{
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    const emuq_net_record_t *packet = &net->packet[b->head[h]];
    const emuq_net_link_t *back = emuq_net_link_of(net, node, receiver);
    emuq_net_after(net, net->p.link.chunk * packet->size + back->token,
                   (emuq_net_event_t){.node = back->to,
                                      .kind = EMUQ_NET_TOKEN,
                                      .port = (uint8_t)(receiver ^ 1),
                                      .vc = (uint8_t)vc,
                                      .size = (uint8_t)emuq_net_cost(net, vc, packet->size)});
    if (slots(net, vc)) {
        uint32_t last = (uint32_t)__builtin_popcount(b->heads) - 1;
        for (; h < last; h++) {
            b->head[h] = b->head[h + 1];
            b->want[h] = b->want[h + 1];
        }
        b->heads &= (uint8_t) ~(1u << last);
        b->length[last] = 0;
    } else if (--b->length[h] == 0) {
        b->heads &= (uint8_t) ~(1u << h);
    } else {
        b->head[h] = packet->next;
        b->want[h] = net->packet[packet->next].want;
    }
}

/** Takes the part of a head that is about to start: the packet itself, or a copy if another part has to wait.
 *  @param part wants that are met @return number of the packet that starts */
static uint32_t take_head(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t h,
                          uint32_t part)
{
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    uint32_t packet = b->head[h];
    b->paths--;
    if ((b->want[h] & ~part) == 0) {
        leave_buffer(net, node, receiver, vc, h);
    } else {
        uint32_t copy = emuq_net_take_packet(net);
        net->packet[copy] = net->packet[packet];
        b->want[h] &= (uint16_t)~part;
        net->packet[packet].want = b->want[h];
        if (part == EMUQ_NET_WANT_LINKS)
            net->packet[packet].dynamic = 0;
        packet = copy;
    }
    sum_wants(net, node, receiver);
    return packet;
}

/** Starts a packet of a receiver into a reception FIFO. */
static void start_reception(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t h)
{
    uint32_t want = emuq_net_buffer_of(net, node, receiver, vc)->want[h] & ~EMUQ_NET_WANT_LINKS;
    uint32_t fifo = emuq_net_reception_fifo(want, receiver);
    uint32_t packet = take_head(net, node, receiver, vc, h, want), size = net->packet[packet].size;
    net->node[node].entering[receiver] |= (uint8_t)(want >> 12);
    emuq_net_receive(net, node, fifo, packet);
    emuq_net_after(net, net->p.link.chunk * size,
                   (emuq_net_event_t){.node = node,
                                      .kind = EMUQ_NET_TAKEN,
                                      .port = (uint8_t)receiver,
                                      .vc = (uint8_t)vc,
                                      .size = (uint8_t)(want >> 12)});
}

/** Starts one packet of a receiver's channel into a reception FIFO. @return whether there was one that can */
static bool receive_one(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc)
{
    const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    uint32_t turn = slots(net, vc) ? 0 : b->turn;
    for (uint32_t i = 0; i < EMUQ_NET_HEADS && b->paths > 0; i++) {
        uint32_t h = (turn + i) % EMUQ_NET_HEADS;
        if (!(b->heads >> h & 1) || !(b->want[h] & ~EMUQ_NET_WANT_LINKS))
            continue;
        if (emuq_net_can_receive(net, node, receiver, &net->packet[b->head[h]])) {
            start_reception(net, node, receiver, vc, h);
            return true;
        }
        if (slots(net, vc))
            return false; /* all of its packets are received in one FIFO, in the order of arrival */
    }
    return false;
}

/** A receiver's channel offers one packet to a link. */
static void offer_channel(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, offers_t *offers)
{
    const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    uint32_t taken = 0, turn = slots(net, vc) ? 0 : b->turn; /* taken: by older packets in slots */
    for (uint32_t i = 0; i < EMUQ_NET_HEADS && b->paths > 0; i++) {
        uint32_t h = (turn + i) % EMUQ_NET_HEADS, want = b->want[h] & EMUQ_NET_WANT_LINKS & ~taken;
        if (!(b->heads >> h & 1))
            continue;
        emuq_net_move_t move = {EMUQ_NET_LINKS, 0};
        if (want & net->node[node].free)
            move = emuq_net_move(net, node, receiver, &net->packet[b->head[h]], want);
        if (move.link != EMUQ_NET_LINKS) {
            offers->links |= 1u << move.link;
            offers->asks[move.link][vc] |= 1u << receiver;
            offers->head[receiver][vc] = (uint8_t)h;
            offers->channel[receiver][vc] = (uint8_t)move.channel;
            return;
        }
        if (slots(net, vc))
            taken |= b->want[h];
    }
}

/** An injection FIFO offers its first packet. */
static void offer_fifo(emuq_net_t *net, uint32_t node, uint32_t fifo, offers_t *offers)
{
    emuq_net_injection_t *injection = &net->node[node].injection[fifo];
    uint32_t unit = EMUQ_NET_FIFO_UNIT + fifo, packet = injection->list.head;
    if (injection->leaving || packet == EMUQ_NET_NONE_ITEM)
        return;
    emuq_net_record_t *record = &net->packet[packet];
    if (record->want == EMUQ_NET_WANT_L) {
        if (net->node[node].reception[fifo].room < record->size)
            return;
        injection->leaving = true;
        emuq_net_remove(net, &injection->list);
        emuq_net_receive(net, node, fifo, packet);
        emuq_net_after(
            net, emuq_net_occupancy(&net->p, record->size),
            (emuq_net_event_t){
                .node = node, .kind = EMUQ_NET_COPIED, .port = (uint8_t)fifo, .size = record->size});
        return;
    }
    emuq_net_move_t move = emuq_net_move(net, node, unit, record, EMUQ_NET_WANT_LINKS);
    if (move.link == EMUQ_NET_LINKS)
        return;
    offers->links |= 1u << move.link;
    offers->asks[move.link][record->packet.vc] |= 1u << unit;
    offers->channel[unit][record->packet.vc] = (uint8_t)move.channel;
}

/** Starts a packet on a link. */
static void start(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t unit, uint32_t vc,
                  const offers_t *offers)
{
    emuq_net_node_t *n = &net->node[node];
    const emuq_net_link_t *way = emuq_net_link_of(net, node, link);
    uint32_t channel = offers->channel[unit][vc], packet;
    if (unit < EMUQ_NET_FIFO_UNIT) {
        packet = take_head(net, node, unit, vc, offers->head[unit][vc], EMUQ_NET_WANT_LINKS);
        emuq_net_buffer_of(net, node, unit, vc)->turn = (uint8_t)(offers->head[unit][vc] + 1);
    } else {
        emuq_net_injection_t *injection = &n->injection[unit - EMUQ_NET_FIFO_UNIT];
        injection->leaving = true;
        packet = emuq_net_remove(net, &injection->list);
    }
    emuq_net_record_t *record = &net->packet[packet];
    n->tokens[link][channel] -= (uint8_t)emuq_net_cost(net, channel, record->size);
    n->free &= (uint16_t) ~(1u << link);
    record->left[link / 2] = (int8_t)(record->left[link / 2] + (link % 2 ? -1 : 1));
    record->channel = (uint8_t)channel;
    emuq_net_counts_t *counts = &net->counts[node * net->links + link];
    counts->packets[channel]++;
    counts->chunks[channel] += record->size;
    emuq_net_after(net, way->hop,
                   (emuq_net_event_t){.node = way->to,
                                      .item = packet,
                                      .kind = EMUQ_NET_ARRIVE,
                                      .port = (uint8_t)(link ^ 1),
                                      .vc = (uint8_t)channel,
                                      .size = record->size});
    emuq_net_after(net, emuq_net_occupancy(&net->p, record->size),
                   (emuq_net_event_t){.node = node,
                                      .item = unit,
                                      .kind = EMUQ_NET_SENT,
                                      .port = (uint8_t)link,
                                      .vc = (uint8_t)vc,
                                      .size = record->size});
}

/** Of the units that ask for a link in one class, chooses between through traffic and injection, then one. */
static uint32_t choose_unit(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t class, uint32_t asks)
{
    uint8_t *through = &net->node[node].through[link][class];
    uint32_t receivers = asks & ((1u << EMUQ_NET_FIFO_UNIT) - 1), fifos = asks & ~receivers;
    bool inject = receivers == 0 || (fifos != 0 && *through > net->p.router.through);
    *through = inject ? 0 : (uint8_t)(*through + (*through < UINT8_MAX));
    return emuq_net_draw_bit(net, node, inject ? fifos : receivers);
}

/** Grants a link: the highest class, one unit of those that ask, one of its packets. */
static void grant(emuq_net_t *net, uint32_t node, uint32_t link, const offers_t *offers)
{
    const uint32_t *asks = offers->asks[link];
    uint32_t class = EMUQ_NET_VC_SYSTEM, all;
    for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++)
        net->node[node].dirty |= asks[vc]; /* each may have another packet, for another link */
    while (class > EMUQ_NET_VC_DETERMINISTIC && asks[class] == 0)
        class --;
    all = asks[class] | (class == EMUQ_NET_VC_DETERMINISTIC ? asks[EMUQ_NET_VC_DYNAMIC] : 0);
    uint32_t unit = choose_unit(net, node, link, class, all), vc = class;
    if (class == EMUQ_NET_VC_DETERMINISTIC) {
        uint32_t in = (asks[0] >> unit & 1) | (asks[1] >> unit & 1) << 1;
        vc = emuq_net_draw_bit(net, node, in);
    }
    start(net, node, link, unit, vc, offers);
}

/** Marks units that want one of some things. */
static void wake(emuq_net_node_t *n, uint32_t wants)
{
    for (uint32_t unit = 0; unit < EMUQ_NET_UNITS; unit++)
        n->dirty |= (uint32_t)((n->want[unit] & wants) != 0) << unit;
}

void emuq_net_choose(emuq_net_t *net, uint32_t node)
{
    emuq_net_node_t *n = &net->node[node];
    wake(n, n->fresh);
    n->fresh = 0;
    while (n->dirty != 0) {
        offers_t offers = {.links = 0};
        while (n->dirty != 0) {
            uint32_t unit = (uint32_t)__builtin_ctz(n->dirty);
            n->dirty &= n->dirty - 1;
            if (unit >= EMUQ_NET_FIFO_UNIT)
                offer_fifo(net, node, unit - EMUQ_NET_FIFO_UNIT, &offers);
            for (uint32_t vc = 0; unit < EMUQ_NET_FIFO_UNIT && vc < EMUQ_NET_VCS; vc++) {
                while (receive_one(net, node, unit, vc))
                    continue;
                offer_channel(net, node, unit, vc, &offers);
            }
        }
        for (uint32_t links = offers.links; links != 0; links &= links - 1)
            grant(net, node, (uint32_t)__builtin_ctz(links), &offers);
        wake(n, offers.links); /* those that lost may take another link, or escape */
    }
}
