/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets without hints take the shorter direction, or both directions equally often between nodes half a
 * ring apart. Paths of deterministic packets, link by link. */
#include <stdlib.h>

#include "backends/emulator/core/header.h"
#include "emuq_test.h"
#include "network/rules.h"

static const emuq_geometry_t geometry = {{4, 2, 8, 3, 2}, 0x1f & ~0x10u}; /* A is a mesh */

/* Counts nodes that send in plus and minus direction to the node half way around dimension @p d. */
static void count_ties(int d, uint32_t way[2])
{
    const char *error = NULL;
    way[0] = way[1] = 0;
    for (uint32_t node = 0; node < emuq_geometry_nodes(&geometry); node++) {
        uint32_t c[5];
        emuq_geometry_coordinates(&geometry, node, c);
        uint32_t sum = c[0] + c[1] + c[2] + c[3] + c[4];
        c[d] = (c[d] + geometry.size[d] / 2) % geometry.size[d];
        int sign = emuq_direction(&geometry, node, emuq_geometry_node(&geometry, c), d, 0, &error);
        CU_ASSERT_EQUAL(sign, sum % 2 == 0 ? 1 : -1);
        way[sign < 0]++;
    }
    CU_ASSERT_PTR_NULL(error);
}

static void ties_are_shared(void)
{
    static const int rings[] = {1, 2, 4};
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
        uint32_t way[2];
        count_ties(rings[i], way);
        CU_ASSERT_EQUAL(way[0], way[1]);
    }
}

static void shorter_way(void)
{
    CU_ASSERT_EQUAL(emuq_net_ring_direction(3, 3, 8, true, 1), 0);
    CU_ASSERT_EQUAL(emuq_net_ring_direction(0, 3, 8, true, 1), 1);
    CU_ASSERT_EQUAL(emuq_net_ring_direction(0, 5, 8, true, 0), -1);
    CU_ASSERT_EQUAL(emuq_net_ring_direction(7, 2, 8, true, 1), 1);
    CU_ASSERT_EQUAL(emuq_net_ring_direction(0, 1, 3, true, 1), 1);
    CU_ASSERT_EQUAL(emuq_net_ring_direction(0, 2, 3, true, 0), -1);
    CU_ASSERT_EQUAL(emuq_net_ring_direction(0, 7, 8, false, 1), 1);
    CU_ASSERT_EQUAL(emuq_net_ring_direction(2, 0, 4, false, 0), -1);
}

/* Whether the link connects the nodes, by their coordinates. */
static bool is_link(uint32_t from, uint32_t link, uint32_t to)
{
    const uint32_t d = link / 2, size = geometry.size[d];
    uint32_t c[5];
    emuq_geometry_coordinates(&geometry, from, c);
    c[d] = (c[d] + (link % 2 != 0 ? 1 : size - 1)) % size;
    return emuq_geometry_node(&geometry, c) == to && emuq_neighbour(&geometry, from, link) == to;
}

/* Whether a path visits the dimensions in order, with one direction each, over existing links. */
static bool is_way(uint32_t source, uint32_t to, uint32_t hints)
{
    emuq_path_t way = emuq_path(&geometry, source, to, hints);
    const char *error = NULL;
    uint32_t node = source, last = 0;
    while (emuq_path_next(&way)) {
        int sign = emuq_direction(&geometry, source, to, (int)(way.link / 2), hints, &error);
        if (way.from != node || way.link / 2 < last / 2 || (way.link % 2 != 0) != (sign > 0) ||
            !is_link(node, way.link, way.next))
            return false;
        node = way.next;
        last = way.link;
    }
    return node == to && error == NULL;
}

/* Hints for the longer direction around each ring. */
static uint32_t long_way(uint32_t source, uint32_t to)
{
    uint32_t hints = 0;
    for (int d = 0; d < 5; d++) {
        const char *error = NULL;
        int sign = emuq_direction(&geometry, source, to, d, 0, &error);
        bool is_up = geometry.torus & (0x10u >> d) ? sign < 0 : sign > 0;
        uint32_t minus = d == 4 ? 0x80u : 0x8000u >> (2 * d);
        hints |= sign == 0 ? 0 : is_up ? minus >> 1 : minus;
    }
    return hints;
}

static void ways(void)
{
    uint32_t nodes = emuq_geometry_nodes(&geometry), wrong = 0, links = 0;
    for (uint32_t source = 0; source < nodes; source++)
        for (uint32_t to = 0; to < nodes; to++) {
            wrong += !is_way(source, to, 0);
            wrong += !is_way(source, to, long_way(source, to));
        }
    CU_ASSERT_EQUAL(wrong, 0);
    emuq_path_t way = emuq_path(&geometry, 0, nodes - 1, 0); /* (0,0,0,0,0) to (3,1,7,2,1) */
    while (emuq_path_next(&way))
        links++;
    CU_ASSERT_EQUAL(links, 3 + 1 + 1 + 1 + 1);
}

/* Hints that lead off a mesh. */
static void a_way_off_the_mesh(void)
{
    const uint32_t node_of_1 = emuq_geometry_nodes(&geometry) / geometry.size[0];
    emuq_path_t way = emuq_path(&geometry, 0, node_of_1, 0x8000u); /* A- from A = 0 */
    CU_ASSERT_FALSE(emuq_path_next(&way));
    CU_ASSERT_EQUAL(way.next, UINT32_MAX);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"half way around: plus and minus by turns", ties_are_shared},
                                        {"the shorter way", shorter_way},
                                        {"ways, link by link", ways},
                                        {"a way off the mesh", a_way_off_the_mesh},
                                        {NULL, NULL}};
    return emuq_test_main("ties", tests);
}
