/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file ddr.h
 * @brief The memory of a node that payloads are read from and written to. For the files of network/ alone.
 *
 * Payloads in the L2 never wait. Those in DDR share one rate, memory.rate, in the order in which iMEs and
 * rMEs ask. Where a payload is is looked at when it is asked for.
 */
#ifndef EMUQ_NETWORK_DDR_H
#define EMUQ_NETWORK_DDR_H

#include "network/machine.h"

/** What a read or a write of a payload takes, in cycles from now. */
typedef struct emuq_net_access {
    uint64_t begin; /**< until the memory turns to it */
    uint64_t end;   /**< until it is done */
} emuq_net_access_t;

/** Asks for @p bytes to be read or written. */
static inline emuq_net_access_t emuq_net_access(emuq_net_t *net, emuq_net_node_t *n, uint32_t bytes)
{
    uint32_t rate = net->p.memory.rate;
    if (net->p.memory.kind == EMUQ_NET_L2 || (net->p.memory.kind == EMUQ_NET_AUTO && !n->spills))
        return (emuq_net_access_t){0, 0};
    uint64_t now = net->calendar.now * rate, begin = n->memory > now ? n->memory : now;
    n->memory = begin + bytes;
    return (emuq_net_access_t){(begin - now) / rate, (n->memory - now + rate - 1) / rate};
}

#endif /* EMUQ_NETWORK_DDR_H */
