/* SPDX-License-Identifier: BSD-3-Clause */
/** @file errors.c
 *  How often packets are damaged, and how long it takes to send them again. */
#include "network/errors.h"

#include <errno.h>

#include "network/damage.h"

/** Bits of a packet on the wire: 32 bytes a chunk, and the check words. */
static uint32_t wire_bits(const emuq_net_parameters_t *p, uint32_t size)
{
    return EMUQ_NET_CHUNK_BITS * size + EMUQ_NET_CHUNK_BITS * p->link.trailer / p->link.chunk;
}

static emuq_net_line_t *line_of(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    return &net->line[(size_t)node * net->links + link];
}

/** @return 0 or -ENOMEM */
static int make_lines(emuq_net_t *net)
{
    for (uint32_t size = 0; size <= EMUQ_NET_MOST_CHUNKS; size++)
        net->damage[size] = emuq_net_damage(net->p.link.errors, wire_bits(&net->p, size));
    net->line = emuq_net_map((size_t)net->nodes * net->links, sizeof(*net->line));
    return net->line == NULL ? -ENOMEM : 0;
}

int emuq_net_errors(emuq_net_t *net)
{
    if (net->p.link.errors == 0)
        return 0;
    return make_lines(net);
}

int emuq_net_break(emuq_net_t *net, uint32_t node, uint32_t direction, uint64_t packet)
{
    if (node >= net->nodes || direction >= net->links || packet == 0)
        return -EINVAL;
    if (net->line == NULL && make_lines(net) != 0)
        return -ENOMEM;
    for (uint32_t i = 0; i < net->parts; i++)
        net->part[i]->line = net->line;
    line_of(net, node, direction)->lasts = packet;
    return 0;
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
    uint32_t wire = emuq_net_wire_of(net, node, link);
    uint32_t times = 0;
    while (emuq_net_hash(net, node, net->node[node].draws++) < net->damage[size])
        times++;
    uint64_t late = (uint64_t)times * (busy + pause(net, node, link, line));
    emuq_net_sent_of(net, node, link)->resent += times;
    line->free = net->calendar.now + late + busy;
    line->acknowledged = line->free + net->hop[wire] + net->token[wire];
    return late;
}

bool emuq_net_is_down(emuq_net_t *net, uint32_t node, uint32_t link)
{
    emuq_net_line_t *line = line_of(net, node, link);
    if (line->lasts == 0 || --line->lasts != 0)
        return line->is_down;
    line->is_down = true;
    if (net->client.down != NULL)
        net->client.down(net->client.context, node, link, net->calendar.now * net->p.clock.cycle);
    return true;
}

uint64_t emuq_net_resending(const emuq_net_t *net, uint32_t node, uint32_t link)
{
    uint64_t free = line_of(net, node, link)->free;
    return free > net->calendar.now ? free - net->calendar.now : 0;
}
