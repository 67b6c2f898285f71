/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shape.c
 *  Nodes, neighbours, distances and wires. */
#include <errno.h>

#include "emuq_test.h"
#include "network/parameters.h"

static const emuq_net_shape_t midplane = {5, {4, 4, 4, 4, 2}, 0x1f};
static const emuq_net_shape_t mixed = {3, {3, 8, 5}, 2};

static void checks(void)
{
    CU_ASSERT_EQUAL(emuq_net_shape_check(&midplane), 0);
    CU_ASSERT_EQUAL(emuq_net_shape_check(&(emuq_net_shape_t){0, {1}, 0}), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_shape_check(&(emuq_net_shape_t){7, {1, 1, 1, 1, 1, 1}, 0}), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_shape_check(&(emuq_net_shape_t){1, {65}, 0}), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_shape_check(&(emuq_net_shape_t){2, {4, 0}, 0}), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_shape_check(&(emuq_net_shape_t){5, {64, 64, 64, 64, 2}, 0}), -EINVAL);
}

/** Numbers and coordinates are inverse; the last dimension varies fastest. */
static void numbers(void)
{
    uint8_t at[EMUQ_NET_DIMENSIONS];
    CU_ASSERT_EQUAL(emuq_net_nodes(&midplane), 512);
    emuq_net_coordinates(&midplane, 1, at);
    CU_ASSERT_EQUAL(at[4], 1);
    for (uint32_t node = 0; node < emuq_net_nodes(&mixed); node++) {
        emuq_net_coordinates(&mixed, node, at);
        CU_ASSERT_EQUAL(emuq_net_node(&mixed, at), node);
    }
}

/** A link and its reverse are inverse; meshes have edges. */
static void neighbours(void)
{
    uint32_t missing = 0;
    for (uint32_t node = 0; node < emuq_net_nodes(&mixed); node++)
        for (uint32_t direction = 0; direction < 6; direction++) {
            uint32_t other = emuq_net_neighbour(&mixed, node, direction);
            missing += other == EMUQ_NET_NOWHERE;
            if (other != EMUQ_NET_NOWHERE)
                CU_ASSERT_EQUAL(emuq_net_neighbour(&mixed, other, direction ^ 1), node);
        }
    CU_ASSERT_EQUAL(missing, 2 * 8 * 5 + 2 * 3 * 8);
    CU_ASSERT_EQUAL(emuq_net_neighbour(&(emuq_net_shape_t){1, {1}, 1}, 0, 1), 0);
}

/** Following the hints, a packet reaches every node after the distance. */
static void hints(void)
{
    const emuq_net_shape_t *shapes[] = {&midplane, &mixed};
    for (uint32_t s = 0; s < 2; s++) {
        uint32_t nodes = emuq_net_nodes(shapes[s]);
        for (uint32_t pair = 0; pair < nodes * nodes; pair += 7) {
            uint32_t from = pair / nodes, to = pair % nodes, at = from, hops = 0;
            uint32_t way = emuq_net_hints(shapes[s], from, to);
            for (uint32_t direction = 0; direction < 10; direction++)
                while (way >> direction & 1 && emuq_net_hints(shapes[s], at, to) & 3u << (direction & ~1u)) {
                    at = emuq_net_neighbour(shapes[s], at, direction);
                    hops++;
                }
            CU_ASSERT_EQUAL(at, to);
            CU_ASSERT_EQUAL(hops, emuq_net_distance(shapes[s], from, to));
        }
    }
}

/** One packet between each pair of nodes of a ring loads all links equally (k^2 / 8). */
static void ties(void)
{
    for (uint32_t k = 4; k <= 16; k *= 2) {
        emuq_net_shape_t ring = {1, {k}, 1};
        uint32_t load[16][2] = {{0}};
        for (uint32_t from = 0; from < k; from++)
            for (uint32_t to = 0; to < k; to++) {
                uint32_t direction = emuq_net_hints(&ring, from, to) >> 1;
                for (uint32_t at = from; at != to; at = emuq_net_neighbour(&ring, at, direction))
                    load[at][direction]++;
            }
        for (uint32_t at = 0; at < k; at++) {
            CU_ASSERT_EQUAL(load[at][0], k * k / 8);
            CU_ASSERT_EQUAL(load[at][1], k * k / 8);
        }
    }
}

/** Both ends of a wire have the same kind. */
static void wires(void)
{
    for (uint32_t size = 2; size <= 16; size++) {
        emuq_net_shape_t ring = {1, {size}, 1};
        for (uint32_t at = 0; at < size; at++)
            CU_ASSERT_EQUAL(emuq_net_wire(&ring, 1, at), emuq_net_wire(&ring, 0, (at + 1) % size));
    }
    CU_ASSERT_EQUAL(emuq_net_wire(&midplane, 1, 0), EMUQ_NET_WIRE_BOARD);
    CU_ASSERT_EQUAL(emuq_net_wire(&midplane, 1, 1), EMUQ_NET_WIRE_MIDPLANE);
    CU_ASSERT_EQUAL(emuq_net_wire(&midplane, 1, 3), EMUQ_NET_WIRE_LOOP);
    CU_ASSERT_EQUAL(emuq_net_wire(&midplane, 9, 1), EMUQ_NET_WIRE_BOARD);
    CU_ASSERT_EQUAL(emuq_net_wire(&mixed, 3, 3), EMUQ_NET_WIRE_CABLE);
    CU_ASSERT_EQUAL(emuq_net_wire(&mixed, 3, 7), EMUQ_NET_WIRE_CABLE);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"shapes are checked", checks},
                                        {"numbers and coordinates", numbers},
                                        {"neighbours", neighbours},
                                        {"hints lead there", hints},
                                        {"ties load links alike", ties},
                                        {"wires", wires},
                                        {NULL, NULL}};
    return emuq_test_main("network shape", tests);
}
