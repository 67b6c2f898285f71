/* SPDX-License-Identifier: BSD-3-Clause */
/* The personality of a node: that of a production node (personality 6), with its place in the block. */
#include "firmware/include/personality.h"

#include <stddef.h>

#include "hwi/include/common/bgq_bitnumbers.h"
#include "hwi/include/common/uci.h"
#include "kernel-shim/partition/io_nodes.h"
#include "kernel-shim/partition/job.h"

#define DIMS           5
#define DDR_MB         16384
#define BLOCK_ID       1
#define GI_HOP_CLOCKS  128 /* of the global-interrupt network, about 80 ns */
#define CARDS_OF_BOARD 32u
#define BOARDS         16u /* of a midplane */
#define RACK_COLUMNS   32u

/* Where the node of a number would be in a machine room that is filled in order. */
static uint64_t component_identifier(uint32_t number)
{
    uint32_t card = number % CARDS_OF_BOARD;
    uint32_t board = number / CARDS_OF_BOARD;
    uint32_t midplane = board / BOARDS;
    uint32_t rack = midplane / 2;
    return bg_encodeComputeCardOnNodeBoardUCI(rack / RACK_COLUMNS, rack % RACK_COLUMNS, midplane % 2,
                                              board % BOARDS, card);
}

/* Torus and loopback flags: a dimension of one node is a torus that ends in itself. */
static uint64_t net_flags(const emuq_geometry_t *g, uint64_t flags)
{
    for (int d = 0; d < DIMS; d++) {
        if ((g->torus & (0x10u >> d)) == 0 && g->size[d] > 1)
            flags &= ~ND_ENABLE_TORUS(d);
        if (g->size[d] > 1)
            flags &= ~ND_DIM_LOOPBACK(d, 3);
    }
    return flags;
}

/* Links that lead out of a mesh are off. */
static uint64_t link_flags(const emuq_node_t *node, uint64_t flags)
{
    const emuq_geometry_t *g = &node->partition->geometry;
    for (int d = 0; d < DIMS; d++) {
        if (g->size[d] == 1 || (g->torus & (0x10u >> d)) != 0)
            continue;
        if (node->coordinates[d] == 0)
            flags &= ~ND_LINK_ENABLE_MASK(d, 0);
        if (node->coordinates[d] == g->size[d] - 1)
            flags &= ~ND_LINK_ENABLE_MASK(d, 1);
    }
    return flags;
}

/* The bridge between a node and its I/O node; only a bridge has a link to it. */
static void set_bridge(const emuq_node_t *node, Personality_Networks_t *net)
{
    const emuq_geometry_t *g = &node->partition->geometry;
    uint32_t bridge[DIMS];
    emuq_io_bridge(g, node->coordinates, bridge);
    net->cnBridge_A = (fw_uint8_t)bridge[0];
    net->cnBridge_B = (fw_uint8_t)bridge[1];
    net->cnBridge_C = (fw_uint8_t)bridge[2];
    net->cnBridge_D = (fw_uint8_t)bridge[3];
    net->cnBridge_E = (fw_uint8_t)bridge[4];
    if (emuq_geometry_node(g, bridge) != node->number)
        net->NetFlags &= ~ND_ENABLE_ION_LINK;
}

void emuq_personality_fill(emuq_node_t *node)
{
    static const Personality_t production = PERSONALITY_PROD_DEFAULT();
    const emuq_geometry_t *g = &node->partition->geometry;
    Personality_Networks_t *net = &node->personality.Network_Config;
    node->personality = production;
    node->personality.Kernel_Config.UCI = component_identifier(node->number);
    node->personality.DDR_Config.DDRSizeMB = DDR_MB;
    net->BlockID = BLOCK_ID;
    net->NetFlags = net_flags(g, net->NetFlags);
    net->NetFlags2 = link_flags(node, net->NetFlags2);
    set_bridge(node, net);
    net->Anodes = (fw_uint8_t)g->size[0];
    net->Bnodes = (fw_uint8_t)g->size[1];
    net->Cnodes = (fw_uint8_t)g->size[2];
    net->Dnodes = (fw_uint8_t)g->size[3];
    net->Enodes = (fw_uint8_t)g->size[4];
    net->Acoord = (fw_uint8_t)node->coordinates[0];
    net->Bcoord = (fw_uint8_t)node->coordinates[1];
    net->Ccoord = (fw_uint8_t)node->coordinates[2];
    net->Dcoord = (fw_uint8_t)node->coordinates[3];
    net->Ecoord = (fw_uint8_t)node->coordinates[4];
}

uint16_t emuq_personality_checksum(const void *data, size_t bytes)
{
    uint32_t crc = 0xffff;
    for (const unsigned char *byte = data; bytes > 0; byte++, bytes--) {
        crc ^= (uint32_t)*byte << 8;
        for (int bit = 0; bit < 8; bit++)
            crc = crc << 1 ^ ((crc & 0x8000) != 0 ? 0x1021 : 0);
    }
    return (uint16_t)crc;
}

/* Distance of two nodes in links that do not wrap around: that of the block tree. */
static uint32_t tree_distance(const emuq_node_t *a, const emuq_node_t *b)
{
    uint32_t sum = 0;
    for (int d = 0; d < DIMS; d++)
        sum += a->coordinates[d] > b->coordinates[d] ? a->coordinates[d] - b->coordinates[d]
                                                     : b->coordinates[d] - a->coordinates[d];
    return sum;
}

void emuq_personality_seal(emuq_partition_t *partition)
{
    const emuq_node_t *root = partition->node;
    for (uint32_t i = 0; i < partition->nodes; i++)
        if (partition->node[i].personality.Network_Config.PrimordialClassRoute.GlobIntUpPortOutputs == 0)
            root = &partition->node[i];
    for (uint32_t i = 0; i < partition->nodes; i++) {
        Personality_t *p = &partition->node[i].personality;
        p->Network_Config.latencyFromRoot = GI_HOP_CLOCKS * tree_distance(root, &partition->node[i]);
        const size_t first = offsetof(Personality_t, Version);
        p->CRC = emuq_personality_checksum((const char *)p + first, sizeof(*p) - first);
    }
}
