/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file errors.h
 * @brief Bit errors of links, and what they cost: retransmission. For the files of network/ alone.
 *
 * A sender keeps a copy of what it sends until that is acknowledged. When the check words of a packet are
 * wrong, the receiver ignores what comes behind it, and the sender goes back to that packet: so packets of a
 * link stay in order, and an error is a delay of the whole packet. What a sender would send meanwhile in vain
 * is not modelled; nothing new starts until the packet is through.
 */
#ifndef EMUQ_NETWORK_ERRORS_H
#define EMUQ_NETWORK_ERRORS_H

#include "network/machine.h"

/** The sending end of a link that has bit errors. */
struct emuq_net_line {
    uint64_t free;         /**< cycle at which the last packet is through, and the link is free */
    uint64_t acknowledged; /**< cycle at which no packet is left to be acknowledged */
    uint64_t lasts;        /**< packets until the link is down; 0: it stays up */
    bool is_down;
};

/** Sets how probable an error is, by size, and makes the lines if there can be any. @return 0 or -ENOMEM */
int emuq_net_errors(emuq_net_t *net);

/** A packet starts on a link: finds out how often it has to be sent again, and counts that.
 *  @param busy cycles that it keeps the link busy
 *  @return cycles that it comes later than without errors */
uint64_t emuq_net_resend(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t size, uint32_t busy);

/** A packet starts on a link of a machine with lines. @return the link is down: the packet goes nowhere */
bool emuq_net_is_down(emuq_net_t *net, uint32_t node, uint32_t link);

/** @return cycles from now until the last packet of a link is through; 0: it is. For machines with lines */
uint64_t emuq_net_resending(const emuq_net_t *net, uint32_t node, uint32_t link);

#endif /* EMUQ_NETWORK_ERRORS_H */
