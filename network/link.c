/* SPDX-License-Identifier: BSD-3-Clause */
/** @file link.c
 *  Packets go onto links, and tokens go back. */
#include "network/errors.h"
#include "network/link.h"

void emuq_net_hand_over(emuq_net_t *net, uint64_t cycles, emuq_net_event_t event)
{
    emuq_net_box_t *box = &net->out[emuq_net_part_number(net, event.node)];
    box->parcel = emuq_net_grow(box->parcel, box->count, &box->room, sizeof(*box->parcel));
    emuq_net_parcel_t *parcel = &box->parcel[box->count++];
    parcel->cycle = net->calendar.now + cycles;
    net->earliest = parcel->cycle < net->earliest ? parcel->cycle : net->earliest;
    parcel->event = event;
    if (event.kind == EMUQ_NET_ARRIVE) {
        parcel->record = net->packet[event.item];
        emuq_net_drop_packet(net, event.item);
    }
}

void emuq_net_depart(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t packet, uint32_t channel,
                     uint32_t extra, uint32_t busy, emuq_net_event_t sent)
{
    emuq_net_node_t *n = &net->node[node];
    emuq_net_counts_t *counts = emuq_net_counts_of(net, node, link);
    emuq_net_record_t *record = &net->packet[packet];
    if (net->line != NULL && emuq_net_is_down(net, node, link)) {
        n->free &= (uint16_t) ~(1u << link); /* for good: it sends the packet again and again */
        return;
    }
    emuq_net_tokens(n, channel)[link] -= (uint8_t)emuq_net_cost(net, channel, record->size);
    n->free &= (uint16_t) ~(1u << link);
    record->channel = (uint8_t)channel;
    sent.size = record->size;
    counts->packets[channel]++;
    counts->chunks[channel] += record->size;
    uint64_t late = net->line != NULL ? emuq_net_resend(net, node, link, record->size, busy) : 0;
    emuq_net_carry(net, net->hop[emuq_net_wire_of(net, node, link)] + extra + late,
                   (emuq_net_event_t){.node = emuq_net_over(net, node, link),
                                      .item = packet,
                                      .kind = EMUQ_NET_ARRIVE,
                                      .port = (uint8_t)(link ^ 1),
                                      .vc = (uint8_t)channel,
                                      .size = record->size});
    emuq_net_after(net, busy, sent);
}

void emuq_net_return_tokens(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t channel,
                            uint32_t size)
{
    uint32_t back = net->token[emuq_net_wire_of(net, node, receiver)];
    emuq_net_carry(net, net->p.link.chunk * size + back,
                   (emuq_net_event_t){.node = emuq_net_over(net, node, receiver),
                                      .kind = EMUQ_NET_TOKEN,
                                      .port = (uint8_t)(receiver ^ 1),
                                      .vc = (uint8_t)channel,
                                      .size = (uint8_t)emuq_net_cost(net, channel, size)});
}
