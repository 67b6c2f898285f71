/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/io_nodes.h"

#include <stdbool.h>
#include <stdlib.h>

#include "backends/settings.h"
#include "hwi/include/common/uci.h"

#define DIMS         5
#define CARDS        8u  /* of a drawer */
#define DRAWERS      12u /* of a rack */
#define RACK_COLUMNS 32u

/* Nodes that share a bridge. */
static uint32_t group_nodes(void)
{
    return (uint32_t)strtoul(emuq_setting_text(EMUQ_SETTING_IO_RATIO), NULL, 10) / 2;
}

/* The sequence of nodes: boxes of up to two nodes in each dimension, or single nodes if a size is odd. */
typedef struct sequence {
    emuq_geometry_t boxes; /* of the block */
    emuq_geometry_t box;   /* nodes of each */
} sequence_t;

static sequence_t sequence_of(const emuq_geometry_t *g)
{
    sequence_t s;
    bool is_even = true;
    for (int d = 0; d < DIMS; d++)
        is_even = is_even && (g->size[d] == 1 || g->size[d] % 2 == 0);
    for (int d = 0; d < DIMS; d++) {
        s.box.size[d] = is_even && g->size[d] > 1 ? 2 : 1;
        s.boxes.size[d] = g->size[d] / s.box.size[d];
    }
    return s;
}

static uint32_t sequence_number(const sequence_t *s, const uint32_t node[DIMS])
{
    uint32_t box[DIMS], inside[DIMS];
    for (int d = 0; d < DIMS; d++) {
        box[d] = node[d] / s->box.size[d];
        inside[d] = node[d] % s->box.size[d];
    }
    return emuq_geometry_node(&s->boxes, box) * emuq_geometry_nodes(&s->box) +
           emuq_geometry_node(&s->box, inside);
}

void emuq_io_bridge(const emuq_geometry_t *g, const uint32_t node[DIMS], uint32_t bridge[DIMS])
{
    const sequence_t s = sequence_of(g);
    uint32_t nodes = emuq_geometry_nodes(&s.box), group = group_nodes(), box[DIMS], inside[DIMS];
    uint32_t first = sequence_number(&s, node) / group * group;
    emuq_geometry_coordinates(&s.boxes, first / nodes, box);
    emuq_geometry_coordinates(&s.box, first % nodes, inside);
    for (int d = 0; d < DIMS; d++)
        bridge[d] = box[d] * s.box.size[d] + inside[d];
}

uint32_t emuq_io_node_id(const emuq_geometry_t *g, const uint32_t node[DIMS])
{
    const sequence_t s = sequence_of(g);
    uint32_t io_node = sequence_number(&s, node) / group_nodes() / 2;
    uint32_t rack = io_node / (CARDS * DRAWERS);
    return (uint32_t)(bg_encodeComputeCardOnIoBoardOnIoRackUCI(rack / RACK_COLUMNS, rack % RACK_COLUMNS,
                                                               io_node / CARDS % DRAWERS, io_node % CARDS) >>
                      32);
}
