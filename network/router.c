/* SPDX-License-Identifier: BSD-3-Clause */
/** @file router.c
 *  Arrivals, offers, grants and starts. */
#include "network/interrupt.h"
#include "network/link.h"
#include "network/reception.h"
#include "network/route.h"
#include "network/router.h"
#include "network/tree.h"

static bool slots(const emuq_net_t *net, uint32_t vc)
{
    return net->p.vc[vc].kind == EMUQ_NET_BUBBLE;
}

/** A packet becomes the first one of a queue. */
static void show(const emuq_net_t *net, emuq_net_queue_t *queue, uint32_t receiver, uint32_t vc,
                 uint32_t packet)
{
    queue->list.head = packet;
    queue->first = emuq_net_route(net, &net->packet[packet], receiver, vc);
}

/** The queue that an arriving packet joins: the shortest one. */
static uint32_t join(const emuq_net_t *net, const emuq_net_buffer_t *b, uint32_t vc)
{
    uint32_t empty = ~(uint32_t)b->heads & ((1u << net->p.vc[vc].queues) - 1), q = 0;
    if (slots(net, vc))
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
    uint32_t q = join(net, b, vc);
    emuq_net_queue_t *queue = &b->queue[q];
    record->left[receiver / 2] = (int8_t)(record->left[receiver / 2] + (receiver % 2 ? 1 : -1));
    record->packet.hops++;
    record->next = EMUQ_NET_NONE_ITEM;
    b->came++;
    b->left -= net->calendar.now;
    if (b->length[q]++ > 0)
        net->packet[queue->list.tail].next = packet;
    else {
        show(net, queue, receiver, vc, packet);
        b->heads |= (uint8_t)(1u << q);
        n->heads[receiver] |= (uint8_t)(1u << vc);
        emuq_net_ask(n, receiver, queue->first.want, !(net->class[0] >> vc & 1));
        emuq_net_offer(n, receiver);
    }
    queue->list.tail = packet;
}

/** Notes what all heads of a receiver want, after one of them has changed. */
static void sum_wants(emuq_net_t *net, uint32_t node, uint32_t receiver)
{
    emuq_net_node_t *n = &net->node[node];
    emuq_net_withdraw(n, receiver);
    for (uint32_t channels = n->heads[receiver]; channels != 0; channels &= channels - 1) {
        uint32_t vc = (uint32_t)__builtin_ctz(channels);
        const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
        for (uint32_t heads = b->heads; heads != 0; heads &= heads - 1)
            emuq_net_ask(n, receiver, b->queue[__builtin_ctz(heads)].first.want, !(net->class[0] >> vc & 1));
    }
}

/** Takes a head out of its buffer, and says so to the sender whose token it has. */
static void leave_buffer(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t h)
{
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    emuq_net_return_tokens(net, node, receiver, vc, b->queue[h].first.size);
    b->left += net->calendar.now;
    if (--b->length[h] != 0) {
        show(net, &b->queue[h], receiver, vc, net->packet[b->queue[h].list.head].next);
        return;
    }
    if (slots(net, vc))
        for (; h + 1 < EMUQ_NET_HEADS && b->heads >> (h + 1) & 1; h++) {
            b->queue[h] = b->queue[h + 1];
            b->length[h] = 1;
            b->length[h + 1] = 0;
        }
    b->heads &= (uint8_t) ~(1u << h);
    if (b->heads == 0)
        net->node[node].heads[receiver] &= (uint8_t) ~(1u << vc);
}

/** Heads of a receiver's channel that may start, bit i: the queue i behind the one whose turn it is. */
static uint32_t in_turn(const emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc)
{
    const emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    if (!emuq_net_has_path(net, node, receiver, vc))
        return 0;
    return ((b->heads | (uint32_t)b->heads << 8) >> b->turn) & 0xff;
}

/** Takes the part of a head that is about to start: the packet itself, or a copy if another part has to wait.
 *  @param part wants that are met @return number of the packet that starts */
static uint32_t take_head(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t h,
                          uint32_t part)
{
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    emuq_net_first_t *first = &b->queue[h].first;
    uint32_t packet = b->queue[h].list.head;
    emuq_net_busy(&net->node[node], vc)[receiver]++;
    if ((first->want & ~part) == 0) {
        leave_buffer(net, node, receiver, vc, h);
    } else {
        uint32_t copy = emuq_net_take_packet(net);
        net->packet[copy] = net->packet[packet];
        first->want &= (uint16_t)~part;
        if (part == EMUQ_NET_WANT_LINKS)
            first->dynamic = 0;
        packet = copy;
    }
    sum_wants(net, node, receiver);
    return packet;
}

/** Starts a packet of a receiver into a reception FIFO. */
static void start_reception(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t h)
{
    emuq_net_first_t first = emuq_net_buffer_of(net, node, receiver, vc)->queue[h].first;
    uint32_t want = first.want & ~EMUQ_NET_WANT_LINKS, fifo = emuq_net_reception_fifo(want, receiver);
    uint32_t packet = take_head(net, node, receiver, vc, h, want);
    net->node[node].entering[receiver] |= (uint8_t)(want >> 12);
    emuq_net_receive(net, node, fifo, packet);
    emuq_net_after(net, net->p.link.chunk * first.size,
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
    for (uint32_t rest = in_turn(net, node, receiver, vc); rest != 0; rest &= rest - 1) {
        uint32_t h = (b->turn + (uint32_t)__builtin_ctz(rest)) % EMUQ_NET_HEADS;
        if (!(b->queue[h].first.want & ~EMUQ_NET_WANT_LINKS))
            continue;
        if (emuq_net_can_receive(net, node, receiver, &b->queue[h].first)) {
            start_reception(net, node, receiver, vc, h);
            return true;
        }
        if (slots(net, vc))
            return false; /* all of its packets are received in one FIFO, in the order of arrival */
    }
    return false;
}

/** Starts a local copy, if a FIFO has one and there is room. */
static void copy_local(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_node_t *n = &net->node[node];
    emuq_net_injection_t *injection = &n->injection[fifo];
    if (injection->leaving || n->reception[fifo].room < injection->first.size)
        return;
    uint32_t packet = emuq_net_remove(net, &injection->list), size = injection->first.size;
    injection->leaving = true;
    emuq_net_withdraw(n, EMUQ_NET_FIFO_UNIT + fifo);
    emuq_net_receive(net, node, fifo, packet);
    emuq_net_after(net, emuq_net_occupancy(&net->p, size),
                   (emuq_net_event_t){
                       .node = node, .kind = EMUQ_NET_COPIED, .port = (uint8_t)fifo, .size = (uint8_t)size});
}

/** Starts what a unit has for reception FIFOs. */
static void receive(emuq_net_t *net, uint32_t node, uint32_t unit)
{
    const emuq_net_node_t *n = &net->node[node];
    if (n->want[unit] & EMUQ_NET_WANT_L)
        copy_local(net, node, unit - EMUQ_NET_FIFO_UNIT);
    else
        for (uint32_t channels = n->heads[unit]; channels != 0; channels &= channels - 1)
            while (receive_one(net, node, unit, (uint32_t)__builtin_ctz(channels)))
                continue;
}

/** A packet that has been taken out of its unit. */
typedef struct emuq_net_start {
    uint32_t packet;  /**< or #EMUQ_NET_NONE_ITEM: there is none that can start */
    uint8_t unit, vc; /**< where it was */
    uint8_t channel;  /**< of the buffer at the other end */
    uint8_t size;     /**< chunks */
} emuq_net_start_t;

static const emuq_net_start_t no_start = {.packet = EMUQ_NET_NONE_ITEM};

/** Sends a packet on a link. */
static void start(emuq_net_t *net, uint32_t node, uint32_t link, emuq_net_start_t what)
{
    emuq_net_offer(&net->node[node], what.unit);
    emuq_net_depart(net, node, link, what.packet, what.channel, 0, emuq_net_occupancy(&net->p, what.size),
                    (emuq_net_event_t){.node = node,
                                       .item = what.unit,
                                       .kind = EMUQ_NET_SENT,
                                       .port = (uint8_t)link,
                                       .vc = what.vc,
                                       .size = what.size});
}

/** Whether a link may have no room for a packet of channel 0. */
static bool has_less(const emuq_net_t *net, const emuq_net_node_t *n, uint32_t link)
{
    return n->tokens[link] < emuq_net_cost(net, 0, EMUQ_NET_MOST_CHUNKS);
}

/** Whether a packet of channel 0 has no room behind a link, and none for an escape either. What it takes to
 * be sure is in move.c; this keeps packets that wait out of the cache. */
static bool hopeless(const emuq_net_t *net, const emuq_net_node_t *n, uint32_t link, uint32_t size,
                     uint32_t ordered)
{
    return n->tokens[link] < emuq_net_cost(net, 0, size) &&
           (link != ordered ||
            emuq_net_room(n, EMUQ_NET_VC_DETERMINISTIC, link) < net->p.vc[EMUQ_NET_VC_DETERMINISTIC].enter);
}

/** Notes that a packet that asks for a link would rather take another one: if that one is given to another
 * packet, this one must be looked at again. */
static void defer(emuq_net_t *net, uint32_t link, emuq_net_move_t move)
{
    if (move.link != EMUQ_NET_LINKS && move.link != link)
        net->deferred |= 1u << link;
}

/** Takes a packet of a receiver's channel for a link, if one can go there and would not rather go elsewhere.
 */
static emuq_net_start_t take_any(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t receiver,
                                 uint32_t vc)
{
    emuq_net_buffer_t *b = emuq_net_buffer_of(net, node, receiver, vc);
    emuq_net_node_t *n = &net->node[node];
    bool in_slots = slots(net, vc), scarce = vc == 0 && has_less(net, n, link);
    uint32_t taken = 0; /* by older packets in slots, whose turn is always 0 */
    for (uint32_t rest = in_turn(net, node, receiver, vc); rest != 0; rest &= rest - 1) {
        uint32_t h = (b->turn + (uint32_t)__builtin_ctz(rest)) % EMUQ_NET_HEADS;
        emuq_net_first_t first = b->queue[h].first;
        uint32_t want = first.want & EMUQ_NET_WANT_LINKS & ~taken;
        taken |= in_slots ? first.want : 0;
        if (!(want >> link & 1) || (scarce && hopeless(net, n, link, first.size, first.ordered)))
            continue;
        emuq_net_move_t move = emuq_net_move(net, node, receiver, vc, &b->queue[h].first, want);
        if (move.link == link) {
            b->turn = in_slots ? 0 : (uint8_t)((h + 1) % EMUQ_NET_HEADS);
            return (emuq_net_start_t){take_head(net, node, receiver, vc, h, EMUQ_NET_WANT_LINKS),
                                      (uint8_t)receiver, (uint8_t)vc, (uint8_t)move.channel, first.size};
        }
        defer(net, link, move);
    }
    return no_start;
}

/** The same of the first packet of an injection FIFO, if it is of one of some channels. */
static emuq_net_start_t take_first(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t fifo,
                                   uint32_t channels)
{
    emuq_net_node_t *n = &net->node[node];
    emuq_net_injection_t *injection = &n->injection[fifo];
    const emuq_net_first_t *first = &injection->first;
    uint32_t packet = injection->list.head, unit = EMUQ_NET_FIFO_UNIT + fifo;
    if (!(channels >> first->vc & 1) ||
        (first->vc == EMUQ_NET_VC_DYNAMIC && hopeless(net, n, link, first->size, first->ordered)))
        return no_start;
    emuq_net_move_t move = emuq_net_move(net, node, unit, first->vc, first, EMUQ_NET_WANT_LINKS);
    defer(net, link, move);
    if (move.link != link)
        return no_start;
    injection->leaving = true;
    emuq_net_remove(net, &injection->list);
    emuq_net_withdraw(n, unit);
    return (emuq_net_start_t){packet, (uint8_t)unit, first->vc, (uint8_t)move.channel, first->size};
}

/** Takes a packet of one of some channels of a receiver for a link. */
static emuq_net_start_t take_next(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t receiver,
                                  uint32_t channels)
{
    for (channels &= net->node[node].heads[receiver]; channels != 0;) {
        uint32_t vc = emuq_net_draw_bit(net, node, channels);
        emuq_net_start_t found = take_any(net, node, link, receiver, vc);
        if (found.packet != EMUQ_NET_NONE_ITEM)
            return found;
        channels &= ~(1u << vc);
    }
    return no_start;
}

/** Takes a packet of one of some units for a link: units, and channels of a unit, are asked at random.
 *  @param then units that are asked behind the others */
static emuq_net_start_t take_one(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t units, uint32_t then,
                                 uint32_t channels)
{
    for (;; units = then, then = 0) {
        while (units != 0) {
            uint32_t unit = emuq_net_draw_bit(net, node, units);
            emuq_net_start_t found = unit >= EMUQ_NET_FIFO_UNIT
                                         ? take_first(net, node, link, unit - EMUQ_NET_FIFO_UNIT, channels)
                                         : take_next(net, node, link, unit, channels);
            if (found.packet != EMUQ_NET_NONE_ITEM)
                return found;
            units &= ~(1u << unit);
        }
        if (then == 0)
            return no_start;
    }
}

/** Grants a link to a packet of a class: of through traffic, until injection has waited long enough. */
static bool grant(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t class)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t units = n->asks[link] & (class > 0 ? n->urgent : UINT32_MAX);
    uint32_t receivers = units & ((1u << EMUQ_NET_FIFO_UNIT) - 1), fifos = units & ~receivers;
    uint8_t *through = &emuq_net_through(n, class)[link];
    bool waited = *through > net->p.router.through;
    emuq_net_start_t found =
        take_one(net, node, link, waited ? fifos : receivers, waited ? receivers : fifos, net->class[class]);
    if (found.packet == EMUQ_NET_NONE_ITEM)
        return false;
    if (found.unit >= EMUQ_NET_FIFO_UNIT)
        *through = 0;
    else if (!waited)
        ++*through;
    start(net, node, link, found);
    return true;
}

/** Links that trees or interrupts want. */
static uint32_t wanted_by_trees(const emuq_net_t *net, uint32_t node)
{
    return emuq_net_tree_links(net, node) | emuq_net_signal_links(net, node);
}

/** Grants a link that trees or interrupts want. Interrupts come first; trees share the second place with the
 *  system. */
static void grant_tree(emuq_net_t *net, uint32_t node, uint32_t link)
{
    const emuq_net_node_t *n = &net->node[node];
    if (emuq_net_signal_links(net, node) >> link & 1)
        emuq_net_signal_send(net, node, link);
    else if (!(n->asks[link] & n->urgent) || emuq_net_draw(net, node, 2) == 0 || !grant(net, node, link, 2))
        emuq_net_tree_send(net, node, link);
}

/** Grants a link to a packet. @return false: none can use it now */
static bool grant_any(emuq_net_t *net, uint32_t node, uint32_t link)
{
    const emuq_net_node_t *n = &net->node[node];
    if (n->collective && wanted_by_trees(net, node) >> link & 1) {
        grant_tree(net, node, link);
        return true;
    }
    uint32_t class = n->asks[link] & n->urgent ? EMUQ_NET_CLASSES - 1 : 0;
    while (!grant(net, node, link, class))
        if (class -- == 0)
            return false;
    return true;
}

/** Trees and interrupts of a node do what needs no link. @return links that they want */
static uint32_t settle_trees(emuq_net_t *net, uint32_t node)
{
    if (net->node[node].trees != NULL)
        emuq_net_tree_settle(net, node);
    if (net->node[node].signals != NULL)
        emuq_net_signal_settle(net, node);
    return wanted_by_trees(net, node);
}

/** Receives what is new for reception. @return links that those who have it want */
static uint32_t settle(emuq_net_t *net, uint32_t node)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t wants = n->collective ? settle_trees(net, node) : 0, units = n->dirty;
    n->dirty = 0;
    for (uint32_t rest = units & n->receiving; rest != 0; rest &= rest - 1)
        receive(net, node, (uint32_t)__builtin_ctz(rest));
    for (; units != 0; units &= units - 1)
        wants |= n->want[__builtin_ctz(units)];
    return wants;
}

/** Gives a free link to a packet.
 *  @param again gets links that must be looked at again @return false: no packet can use the link now */
static bool arbitrate(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t *again)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t asked = n->asks[link];
    if (!grant_any(net, node, link))
        return false;
    *again |= net->deferred;
    net->deferred = 0;
    if (net->p.router.escape && has_less(net, n, link))
        for (; asked != 0;
             asked &= asked - 1) /* it may have been the last hope of others, which escape now */
            *again |= n->want[__builtin_ctz(asked)];
    return true;
}

/** Units that wait for reception of some kinds. */
static uint32_t waiting_for(const emuq_net_node_t *n, uint32_t kinds)
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
        n->dirty |= waiting_for(n, links & ~EMUQ_NET_WANT_LINKS);
    n->fresh = 0;
    net->deferred = 0;
    for (bool news = true;;) {
        if (news && (n->dirty != 0 || n->collective))
            links |= settle(net, node);
        links &= n->free & EMUQ_NET_WANT_LINKS;
        if (links == 0)
            break;
        uint32_t link = (uint32_t)__builtin_ctz(links);
        links &= links - 1;
        news = (n->asked >> link & 1 || n->collective) && arbitrate(net, node, link, &links);
    }
    if (n->collective) /* as long as something waits */
        n->collective = emuq_net_tree_waits(net, node) || emuq_net_signal_links(net, node) != 0;
}
