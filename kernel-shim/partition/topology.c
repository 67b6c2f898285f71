/* SPDX-License-Identifier: BSD-3-Clause */
/* Coordinates of ranks (rank-mapping 2 to 5), personalities of nodes (personality 6), and I/O nodes (mpix
 * 3) */
#define _GNU_SOURCE
#include "kernel-shim/partition/job.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/text.h"
#include "base/memory.h"
#include "firmware/include/personality.h"
#include "hwi/include/common/bgq_bitnumbers.h"
#include "hwi/include/common/uci.h"
#include "spi/include/mu/RankMap.h"

#define FILE_BUFFER 65536

BG_JobCoords_t emuq_job_coordinates(const emuq_partition_t *partition)
{
    const uint32_t *size = partition->geometry.size;
    BG_JobCoords_t coordinates = {
        .corner = {0},
        .shape = {(uint8_t)size[0], (uint8_t)size[1], (uint8_t)size[2], (uint8_t)size[3], (uint8_t)size[4],
                  EMUQ_APP_THREADS / EMUQ_CORE_THREADS},
        .isSubBlock = 0,
    };
    return coordinates;
}

bool emuq_mapping_is_file(const char *mapping)
{
    const uint32_t size[NUMDIMENSION] = {1, 1, 1, 1, 1, 1};
    uint32_t stride[NUMDIMENSION];
    return MUSPI_PreCalculateMapOffsets(mapping, size, stride) != 0;
}

/* @return 1; 0: the file continues with a permutation; or -EINVAL after printing an error */
static int mapping_check_rank(emuq_map_file_t *file, const char *name, uint32_t rank,
                              const uint32_t size[NUMDIMENSION])
{
    uint32_t stride[NUMDIMENSION], at[NUMDIMENSION], mpmd = 0;
    int rc = emuq_map_file_next_rank(file, size, stride, at, &mpmd);
    if (mpmd != 0) {
        emuq_log("map file %s: #mpmd sections are not supported; all ranks of a job run one program", name);
        return -EINVAL;
    }
    if (rc < 0) {
        emuq_log(
            "map file %s: no valid line for rank %u; there must be one line \"A B C D E T\" for every rank, "
            "inside the job",
            name, rank);
        return -EINVAL;
    }
    for (int y = 0; y < NUMDIMENSION && rc > 0; y++) {
        if (at[y] < size[y])
            continue;
        emuq_log("map file %s: rank %u has the %c coordinate %u; the job has %u", name, rank, "ABCDET"[y],
                 at[y], size[y]);
        return -EINVAL;
    }
    return rc;
}

static int mapping_check_file(const emuq_partition_t *p, const uint32_t size[NUMDIMENSION], void *buffer)
{
    const char *name = p->job.mapping;
    emuq_map_file_t file;
    if (emuq_map_file_open(&file, name, FILE_BUFFER, buffer) != 0) {
        emuq_log("mapping %s: neither a permutation of ABCDET nor a map file: %s; a map file has to be on "
                 "every host of a job",
                 name, strerror(errno));
        return -EINVAL;
    }
    int rc = 1;
    for (uint32_t rank = 0; rank < p->job.np && rc > 0; rank++)
        rc = mapping_check_rank(&file, name, rank, size);
    close(file.fd);
    return rc < 0 ? rc : 0;
}

/* Each process has at most one rank. */
static int mapping_place_ranks(emuq_partition_t *p)
{
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        BG_CoordinateMapping_t at = p->map[rank];
        const uint32_t coordinates[5] = {at.a, at.b, at.c, at.d, at.e};
        uint32_t index = emuq_geometry_node(&p->geometry, coordinates) * p->job.ppn + at.t;
        emuq_process_t *process = &p->process[index];
        if (process->rank != UINT32_MAX) {
            emuq_log("map file %s: ranks %u and %u are both at %u %u %u %u %u %u", p->job.mapping,
                     process->rank, rank, at.a, at.b, at.c, at.d, at.e, at.t);
            return -EINVAL;
        }
        process->rank = rank;
        p->process_of_rank[rank] = index;
    }
    return 0;
}

int emuq_mapping_load(emuq_partition_t *partition)
{
    const emuq_job_t *job = &partition->job;
    uint32_t size[NUMDIMENSION];
    memcpy(size, partition->geometry.size, sizeof(partition->geometry.size));
    size[NUMDIMENSION - 1] = job->ppn;
    BG_JobCoords_t coordinates = emuq_job_coordinates(partition);
    void *buffer = emuq_calloc(1, FILE_BUFFER);
    if (buffer == NULL)
        return -ENOMEM;
    int rc = emuq_mapping_is_file(job->mapping) ? mapping_check_file(partition, size, buffer) : 0;
    if (rc == 0 && MUSPI_GenerateCoordinates(job->mapping, &coordinates, NULL, job->ppn, job->np, FILE_BUFFER,
                                             buffer, partition->map, NULL, NULL) != 0) {
        emuq_log("map file %s changes while it is read", job->mapping);
        rc = -EINVAL;
    }
    free(buffer);
    return rc == 0 ? mapping_place_ranks(partition) : rc;
}

#define DIMS         5
#define CARDS        8u  /* per drawer */
#define DRAWERS      12u /* per rack */
#define RACK_COLUMNS 32u

/* Nodes that share a bridge: an I/O node has two bridges */
static uint32_t io_bridge_nodes(void)
{
    return (uint32_t)strtoul(emuq_setting_text(EMUQ_SETTING_IO_RATIO), NULL, 10) / 2;
}

/* Order of nodes for I/O: blocks of up to two nodes in each dimension, or single nodes if a size is odd */
typedef struct sequence {
    emuq_geometry_t blocks;
    emuq_geometry_t block; /* nodes of a block in each dimension */
} sequence_t;

static sequence_t io_sequence(const emuq_geometry_t *g)
{
    sequence_t s;
    bool is_even = true;
    for (int d = 0; d < DIMS; d++)
        is_even = is_even && (g->size[d] == 1 || g->size[d] % 2 == 0);
    for (int d = 0; d < DIMS; d++) {
        s.block.size[d] = is_even && g->size[d] > 1 ? 2 : 1;
        s.blocks.size[d] = g->size[d] / s.block.size[d];
    }
    return s;
}

static uint32_t io_sequence_number(const sequence_t *s, const uint32_t node[DIMS])
{
    uint32_t block[DIMS], inside[DIMS];
    for (int d = 0; d < DIMS; d++) {
        block[d] = node[d] / s->block.size[d];
        inside[d] = node[d] % s->block.size[d];
    }
    return emuq_geometry_node(&s->blocks, block) * emuq_geometry_nodes(&s->block) +
           emuq_geometry_node(&s->block, inside);
}

/* The bridge of a node is the first node of its half of the I/O node's nodes, in I/O order. */
static void io_bridge(const emuq_geometry_t *g, const uint32_t node[DIMS], uint32_t bridge[DIMS])
{
    const sequence_t s = io_sequence(g);
    uint32_t nodes = emuq_geometry_nodes(&s.block), group = io_bridge_nodes(), block[DIMS], inside[DIMS];
    uint32_t first = io_sequence_number(&s, node) / group * group;
    emuq_geometry_coordinates(&s.blocks, first / nodes, block);
    emuq_geometry_coordinates(&s.block, first % nodes, inside);
    for (int d = 0; d < DIMS; d++)
        bridge[d] = block[d] * s.block.size[d] + inside[d];
}

uint32_t emuq_io_node_id(const emuq_geometry_t *g, const uint32_t node[DIMS])
{
    const sequence_t s = io_sequence(g);
    uint32_t io_node = io_sequence_number(&s, node) / io_bridge_nodes() / 2;
    uint32_t rack = io_node / (CARDS * DRAWERS);
    return (uint32_t)(bg_encodeComputeCardOnIoBoardOnIoRackUCI(rack / RACK_COLUMNS, rack % RACK_COLUMNS,
                                                               io_node / CARDS % DRAWERS, io_node % CARDS) >>
                      32);
}

#define DDR_MB         16384
#define BLOCK_ID       1
#define GI_HOP_CLOCKS  128 /* one hop of the global-interrupt network, about 80 ns */
#define CARDS_OF_BOARD 32u
#define BOARDS         16u /* per midplane */

/* Hardware location of a node, in a machine room that is filled in order */
static uint64_t personality_component_identifier(uint32_t number)
{
    uint32_t card = number % CARDS_OF_BOARD;
    uint32_t board = number / CARDS_OF_BOARD;
    uint32_t midplane = board / BOARDS;
    uint32_t rack = midplane / 2;
    return bg_encodeComputeCardOnNodeBoardUCI(rack / RACK_COLUMNS, rack % RACK_COLUMNS, midplane % 2,
                                              board % BOARDS, card);
}

/* A dimension of one node is a torus onto itself. */
static uint64_t personality_net_flags(const emuq_geometry_t *g, uint64_t flags)
{
    for (int d = 0; d < DIMS; d++) {
        if ((g->torus & (0x10u >> d)) == 0 && g->size[d] > 1)
            flags &= ~ND_ENABLE_TORUS(d);
        if (g->size[d] > 1)
            flags &= ~ND_DIM_LOOPBACK(d, 3);
    }
    return flags;
}

/* Links beyond the edge of a mesh are disabled. */
static uint64_t personality_link_flags(const emuq_node_t *node, uint64_t flags)
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

/* Sets the bridge between a node and its I/O node, the only one with an I/O link. */
static void personality_set_bridge(const emuq_node_t *node, Personality_Networks_t *net)
{
    const emuq_geometry_t *g = &node->partition->geometry;
    uint32_t bridge[DIMS];
    io_bridge(g, node->coordinates, bridge);
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
    node->personality.Kernel_Config.UCI = personality_component_identifier(node->number);
    node->personality.DDR_Config.DDRSizeMB = DDR_MB;
    net->BlockID = BLOCK_ID;
    net->NetFlags = personality_net_flags(g, net->NetFlags);
    net->NetFlags2 = personality_link_flags(node, net->NetFlags2);
    personality_set_bridge(node, net);
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

/* Counts links; the block tree has no wrap-around links. */
static uint32_t personality_tree_distance(const emuq_node_t *a, const emuq_node_t *b)
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
        p->Network_Config.latencyFromRoot =
            GI_HOP_CLOCKS * personality_tree_distance(root, &partition->node[i]);
        const size_t first = offsetof(Personality_t, Version);
        p->CRC = emuq_personality_checksum((const char *)p + first, sizeof(*p) - first);
    }
}
