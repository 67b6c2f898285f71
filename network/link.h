/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file link.h
 * @brief Packets go onto links, and tokens go back. For the files of network/ alone.
 */
#ifndef EMUQ_NETWORK_LINK_H
#define EMUQ_NETWORK_LINK_H

#include "network/machine.h"

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
 *  @param busy    cycles until its tail is on the link: event @p sent is posted then; its size is set */
void emuq_net_depart(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t packet, uint32_t channel,
                     uint32_t extra, uint32_t busy, emuq_net_event_t sent);

/** A packet of @p size chunks begins to leave the buffer of a receiver: when its tail has left, the sender
 *  gets its tokens back. */
void emuq_net_return_tokens(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t channel,
                            uint32_t size);

#endif /* EMUQ_NETWORK_LINK_H */
