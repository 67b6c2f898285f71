/* SPDX-License-Identifier: BSD-3-Clause */
/** @file link.c
 *  Packets go onto links, and tokens go back. */
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
