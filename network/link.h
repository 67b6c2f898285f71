/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file link.h
 * @brief Packets go onto links, and tokens go back. For the files of network/ alone.
 */
#ifndef EMUQ_NETWORK_LINK_H
#define EMUQ_NETWORK_LINK_H

#include "network/errors.h"
#include "network/tally.h"

/** Puts an event of a node of another part into the box of that part. A packet that arrives there is no
 * longer here. */
void emuq_net_hand_over(emuq_net_t *net, uint64_t cycles, emuq_net_event_t event);

/** Posts an event of any node, some cycles ahead. */
static inline void emuq_net_carry(emuq_net_t *net, uint64_t cycles, emuq_net_event_t event)
{
    if (event.node - net->base < net->count)
        emuq_net_after(net, cycles, event);
    else
        emuq_net_hand_over(net, cycles, event);
}

/** A packet starts on a link, which is free and has the tokens.
 *  @param channel of the buffer at the other end
 *  @param extra   cycles of the hop beyond those of the wire
 *  @param busy    cycles until its tail is on the link: event @p sent is posted then; its size is that of
 *  the packet */
static inline void emuq_net_depart(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t packet,
                                   uint32_t channel, uint32_t extra, uint32_t busy, emuq_net_event_t sent)
{
    emuq_net_node_t *n = &net->node[node];
    uint32_t size = sent.size;
    if (net->line != NULL && emuq_net_is_down(net, node, link)) {
        n->free &= (uint16_t) ~(1u << link); /* for good: it sends the packet again and again */
        return;
    }
    emuq_net_tokens(n, channel)[link] -= (uint8_t)emuq_net_cost(net, channel, size);
    n->free &= (uint16_t) ~(1u << link);
    emuq_net_tally(net, node, link, channel, size);
    uint64_t late = net->line != NULL ? emuq_net_resend(net, node, link, size, busy) : 0;
    emuq_net_carry(net, net->hop[emuq_net_wire_of(net, node, link)] + extra + late,
                   (emuq_net_event_t){.node = emuq_net_over(net, node, link),
                                      .item = packet,
                                      .kind = EMUQ_NET_ARRIVE,
                                      .port = (uint8_t)(link ^ 1),
                                      .vc = (uint8_t)channel,
                                      .size = sent.size});
    emuq_net_after(net, busy, sent);
}

/** A packet of @p size chunks begins to leave the buffer of a receiver: when its tail has left, the sender
 *  gets its tokens back. */
static inline void emuq_net_return_tokens(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t channel,
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

#endif /* EMUQ_NETWORK_LINK_H */
