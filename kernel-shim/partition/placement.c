/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/placement.h"

void emuq_place_evenly(uint16_t *of_node, uint32_t nodes, uint32_t hosts)
{
    uint32_t host = 0;
    for (uint32_t node = 0; node < nodes; node++) {
        while ((uint64_t)(host + 1) * nodes / hosts <= node)
            host++;
        of_node[node] = (uint16_t)host;
    }
}
