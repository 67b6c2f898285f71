/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/links.h"

#include <stdlib.h>

uint64_t *traffic_links_busy(const emuq_net_t *net, const emuq_net_parameters_t *p,
                             const emuq_net_shape_t *shape)
{
    uint32_t nodes = emuq_net_nodes(shape), links = 2 * shape->dimensions;
    uint64_t *busy = calloc((size_t)nodes * links, sizeof *busy);
    for (uint32_t i = 0; i < nodes * links && busy != NULL; i++) {
        const emuq_net_counts_t *counts = emuq_net_counts(net, i / links, i % links);
        for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
            busy[i] += p->link.chunk * counts->chunks[vc] + emuq_net_occupancy(p, 0) * counts->packets[vc];
    }
    return busy;
}

traffic_links_t traffic_links_window(const uint64_t *before, const uint64_t *after,
                                     const emuq_net_shape_t *shape, uint64_t cycles)
{
    uint32_t nodes = emuq_net_nodes(shape), links = 2 * shape->dimensions;
    traffic_links_t result = {.dimension = 0};
    for (uint32_t d = 0; d < shape->dimensions && cycles > 0; d++) {
        double sum = 0, count = 0;
        for (uint32_t i = 0; i < nodes * 2; i++) {
            uint32_t node = i / 2, direction = 2 * d + i % 2;
            if (emuq_net_neighbour(shape, node, direction) == EMUQ_NET_NOWHERE)
                continue;
            uint32_t at = node * links + direction;
            double share = (double)(after[at] - before[at]) / (double)cycles;
            result.most = share > result.most ? share : result.most;
            sum += share;
            count++;
        }
        if (count > 0 && sum / count > result.mean) {
            result.mean = sum / count;
            result.dimension = d;
        }
    }
    return result;
}
