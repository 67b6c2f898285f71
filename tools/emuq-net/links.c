/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/links.h"

#include <errno.h>
#include <stdlib.h>

uint64_t *traffic_links_busy(const emuq_net_t *net, const emuq_net_parameters_t *p,
                             const emuq_net_shape_t *shape)
{
    uint32_t nodes = emuq_net_nodes(shape), links = 2 * shape->dimensions;
    uint64_t *busy = calloc((size_t)nodes * links, sizeof *busy);
    for (uint32_t i = 0; i < nodes * links && busy != NULL; i++) {
        const emuq_net_counts_t counts = emuq_net_counts(net, i / links, i % links);
        for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
            busy[i] += p->link.chunk * counts.chunks[vc] + emuq_net_occupancy(p, 0) * counts.packets[vc];
    }
    return busy;
}

/* Shares of the time: mean of each dimension, and the most of all links. */
static void summarise(traffic_links_t *l, const emuq_net_shape_t *shape, uint64_t cycles)
{
    uint32_t nodes = emuq_net_nodes(shape), links = 2 * shape->dimensions;
    for (uint32_t d = 0; d < shape->dimensions && cycles > 0; d++) {
        double sum = 0, count = 0;
        for (uint32_t i = 0; i < nodes * 2; i++) {
            uint32_t node = i / 2, direction = 2 * d + i % 2;
            if (emuq_net_neighbour(shape, node, direction) == EMUQ_NET_NOWHERE)
                continue;
            double share = (double)l->busy[node * links + direction] / (double)cycles;
            l->most = share > l->most ? share : l->most;
            sum += share;
            count++;
        }
        if (count > 0 && sum / count > l->mean) {
            l->mean = sum / count;
            l->dimension = d;
        }
    }
}

int traffic_links_window(traffic_links_t *links, const emuq_net_t *net, const emuq_net_parameters_t *p,
                         const emuq_net_shape_t *shape, const uint64_t *before, uint64_t cycles)
{
    *links = (traffic_links_t){.busy = traffic_links_busy(net, p, shape)};
    if (links->busy == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < emuq_net_nodes(shape) * 2 * shape->dimensions && before != NULL; i++)
        links->busy[i] -= before[i];
    summarise(links, shape, cycles);
    return 0;
}

void traffic_links_free(traffic_links_t *links)
{
    free(links->busy);
}

uint64_t traffic_links_packets(const emuq_net_t *net, const emuq_net_shape_t *shape)
{
    uint64_t packets = 0;
    for (uint32_t n = 0; n < emuq_net_nodes(shape); n++)
        for (uint32_t d = 0; d < 2 * shape->dimensions; d++) {
            emuq_net_counts_t counts = emuq_net_counts(net, n, d);
            for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
                packets += counts.packets[vc];
        }
    return packets;
}

uint64_t traffic_links_resent(const emuq_net_t *net, const emuq_net_shape_t *shape)
{
    uint64_t packets = 0;
    for (uint32_t n = 0; n < emuq_net_nodes(shape); n++)
        for (uint32_t d = 0; d < 2 * shape->dimensions; d++)
            packets += emuq_net_counts(net, n, d).resent;
    return packets;
}
