/* SPDX-License-Identifier: BSD-3-Clause */
/** @file reception.c
 *  Packets from their last buffer to the client. */
#include "network/ddr.h"
#include "network/reception.h"

void emuq_net_receive(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t packet)
{
    emuq_net_record_t *record = &net->packet[packet];
    net->node[node].reception[fifo].room -= record->size;
    emuq_net_after(
        net, net->p.link.chunk * record->size + net->p.mu.header,
        (emuq_net_event_t){.node = node, .item = packet, .kind = EMUQ_NET_TAIL, .port = (uint8_t)fifo});
}

/** Starts the rME if there is work. While the client refuses a packet it takes no other one. */
static void drain(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_reception_t *r = &net->node[node].reception[fifo];
    if (r->draining || r->refused || r->list.head == EMUQ_NET_NONE_ITEM)
        return;
    r->draining = true;
    const emuq_net_record_t *packet = &net->packet[r->list.head];
    emuq_net_access_t write = emuq_net_access(net, &net->node[node], packet->packet.bytes);
    uint64_t drained = write.begin + net->p.mu.drain * packet->size;
    emuq_net_after(net, drained > write.end ? drained : write.end,
                   (emuq_net_event_t){.node = node, .kind = EMUQ_NET_DRAINED, .port = (uint8_t)fifo});
}

void emuq_net_complete(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t packet)
{
    emuq_net_append(net, &net->node[node].reception[fifo].list, packet);
    drain(net, node, fifo);
}

/** Cycles from the end of a packet's draining until a polling core can see it. */
static uint32_t receive_cycles(const emuq_net_t *net, uint32_t fifo)
{
    uint32_t receive = net->p.mu.receive;
    if (fifo == EMUQ_NET_C0 || fifo == EMUQ_NET_C1)
        return net->tree_receive;
    if (fifo == EMUQ_NET_L0 || fifo == EMUQ_NET_L1)
        return receive > net->p.mu.local ? receive - net->p.mu.local : 0;
    return receive;
}

/** What waits for room in a reception FIFO; collectives look for themselves. */
static uint16_t wants_of(const emuq_net_node_t *n, uint32_t fifo)
{
    static const uint16_t wants[] = {[EMUQ_NET_L0] = EMUQ_NET_WANT_L,
                                     [EMUQ_NET_L1] = EMUQ_NET_WANT_L,
                                     [EMUQ_NET_HP] = EMUQ_NET_WANT_HP,
                                     [EMUQ_NET_IO] = EMUQ_NET_WANT_IO,
                                     [EMUQ_NET_C0] = 0,
                                     [EMUQ_NET_C1] = 0};
    uint16_t want = fifo < EMUQ_NET_L0 ? EMUQ_NET_WANT_T : wants[fifo];
    return n->receiving != 0 ? want : 0;
}

void emuq_net_drained(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_node_t *n = &net->node[node];
    emuq_net_reception_t *r = &n->reception[fifo];
    uint32_t packet = emuq_net_remove(net, &r->list);
    r->room += net->packet[packet].size;
    r->draining = false;
    n->fresh |= wants_of(n, fifo);
    emuq_net_append(net, &r->drained, packet);
    emuq_net_after(net, receive_cycles(net, fifo),
                   (emuq_net_event_t){.node = node, .kind = EMUQ_NET_VISIBLE, .port = (uint8_t)fifo});
    drain(net, node, fifo);
}

/** Gives the client what it may see, until it refuses one. */
static void deliver(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_reception_t *r = &net->node[node].reception[fifo];
    for (; r->due > 0; r->due--) {
        emuq_net_packet_t packet = net->packet[r->drained.head].packet;
        packet.fifo = (uint8_t)fifo;
        if (net->client.arrived != NULL && !net->client.arrived(net->client.context, node, &packet,
                                                                net->calendar.now * net->p.clock.cycle)) {
            r->refused = true;
            emuq_net_after(net, net->p.mu.poll,
                           (emuq_net_event_t){.node = node, .kind = EMUQ_NET_RETRY, .port = (uint8_t)fifo});
            return;
        }
        emuq_net_drop_packet(net, emuq_net_remove(net, &r->drained));
    }
}

void emuq_net_visible(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    emuq_net_reception_t *r = &net->node[node].reception[fifo];
    r->due++;
    if (!r->refused)
        deliver(net, node, fifo);
}

void emuq_net_retry(emuq_net_t *net, uint32_t node, uint32_t fifo)
{
    net->node[node].reception[fifo].refused = false;
    deliver(net, node, fifo);
    drain(net, node, fifo);
}
