/* SPDX-License-Identifier: BSD-3-Clause */
/** @file errors.c
 *  How often packets are damaged, and how long it takes to send them again. */
#include "network/errors.h"

#include <errno.h>

/** Errors are counted per so many bits. */
#define BITS UINT64_C(1000000000000)

/** Bits of a packet on the wire: 32 bytes a chunk, and the check words. */
static uint32_t wire_bits(const emuq_net_parameters_t *p, uint32_t size)
{
    return 256 * size + 256 * p->link.trailer / p->link.chunk;
}

/** Probability that a packet is damaged, 1 - (1 - p)^bits, in units of 2^-64. Whole numbers, so that all
 *  hosts draw the same. */
static uint64_t damage(const emuq_net_parameters_t *p, uint32_t size)
{
    unsigned __int128 one = (unsigned __int128)1 << 64, bit = one * p->link.errors / BITS, whole = one;
    for (uint32_t i = wire_bits(p, size); i > 0; i--)
        whole -= whole * bit >> 64;
    return (uint64_t)(one - whole);
}

int emuq_net_errors(emuq_net_t *net)
{
    if (net->p.link.errors == 0)
        return 0;
    for (uint32_t size = 0; size <= EMUQ_NET_MOST_CHUNKS; size++)
        net->damage[size] = damage(&net->p, size);
    net->line = emuq_net_map((size_t)net->nodes * net->links, sizeof(*net->line));
    return net->line == NULL ? -ENOMEM : 0;
}

static emuq_net_line_t *line_of(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    return &net->line[(size_t)node * net->links + link];
}

/** Cycles from the end of a damaged packet until it is sent again. With nothing before or behind it the
 * sender is told at once; otherwise it waits for its time-out. */
static uint32_t pause(const emuq_net_t *net, uint32_t node, uint32_t link, const emuq_net_line_t *line)
{
    bool alone = line->acknowledged <= net->calendar.now && net->node[node].asks[link] == 0;
    return alone ? net->p.link.recovery : net->p.link.timeout;
}

uint64_t emuq_net_resend(emuq_net_t *net, uint32_t node, uint32_t link, uint32_t size, uint32_t busy)
{
    emuq_net_line_t *line = line_of(net, node, link);
    const emuq_net_link_t *way = emuq_net_link_of(net, node, link);
    uint32_t times = 0;
    while (emuq_net_hash(net, node, net->node[node].draws++) < net->damage[size])
        times++;
    uint64_t late = (uint64_t)times * (busy + pause(net, node, link, line));
    net->counts[(size_t)node * net->links + link].resent += times;
    line->free = net->calendar.now + late + busy;
    line->acknowledged = line->free + way->hop + way->token;
    return late;
}

uint64_t emuq_net_resending(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    if (net->line == NULL)
        return 0;
    uint64_t free = line_of(net, node, link)->free;
    return free > net->calendar.now ? free - net->calendar.now : 0;
}
