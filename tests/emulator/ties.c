/* SPDX-License-Identifier: BSD-3-Clause */
/* Packets without hints: the shorter way, and both ways alike between nodes that are half a ring apart. */
#include <stdlib.h>

#include "backends/emulator/torus.h"
#include "emuq_test.h"
#include "network/ties.h"

static const emuq_geometry_t geometry = {{4, 2, 8, 3, 2}, 0x1f & ~0x10u}; /* A is a mesh */

/* Nodes that send plus, and minus, to the node half way around dimension @p d. */
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
    CU_ASSERT_EQUAL(emuq_net_way(3, 3, 8, true, 1), 0);
    CU_ASSERT_EQUAL(emuq_net_way(0, 3, 8, true, 1), 1);
    CU_ASSERT_EQUAL(emuq_net_way(0, 5, 8, true, 0), -1);
    CU_ASSERT_EQUAL(emuq_net_way(7, 2, 8, true, 1), 1);
    CU_ASSERT_EQUAL(emuq_net_way(0, 1, 3, true, 1), 1);
    CU_ASSERT_EQUAL(emuq_net_way(0, 2, 3, true, 0), -1);
    CU_ASSERT_EQUAL(emuq_net_way(0, 7, 8, false, 1), 1);
    CU_ASSERT_EQUAL(emuq_net_way(2, 0, 4, false, 0), -1);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"half way around: plus and minus by turns", ties_are_shared},
                                        {"the shorter way", shorter_way},
                                        {NULL, NULL}};
    return emuq_test_main("ties", tests);
}
