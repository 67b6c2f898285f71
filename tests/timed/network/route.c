/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file route.c Dimension order and zones of the firmware; paths of dynamic packets.
 */
#include "emuq_test.h"
#include "network/machine.h"

static emuq_net_t *machine(emuq_net_shape_t shape, const emuq_net_parameters_t *changed)
{
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.context = NULL};
    emuq_net_t *net = NULL;
    emuq_net_preset("bgq", &p);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(changed != NULL ? changed : &p, &shape, 1, 1, &client, &net), 0);
    return net;
}

/** Checks the dimension order. @param order dimensions, the first in the lowest digit */
static void order(emuq_net_shape_t shape, uint32_t order)
{
    emuq_net_t *net = machine(shape, NULL);
    for (uint32_t togo = (1u << shape.dimensions) - 1; togo != 0; order /= 10) {
        CU_ASSERT_EQUAL(net->first[togo], order % 10);
        togo &= ~(1u << order % 10);
    }
    emuq_net_close(net);
}

static void orders(void)
{
    order((emuq_net_shape_t){5, {4, 4, 4, 4, 2}, 0x1f}, 43210);
    order((emuq_net_shape_t){5, {2, 8, 16, 4, 2}, 0x1f}, 40312);
    order((emuq_net_shape_t){3, {4, 4, 4}, 0}, 12);  /* the order of equal meshes is reversed */
    order((emuq_net_shape_t){3, {8, 5, 8}, 5}, 201); /* a mesh of 5 is longer than a ring of 8 */
}

/** Destinations and wires of a node's links equal those of the shape. */
static void directions(emuq_net_shape_t shape)
{
    emuq_net_t *net = machine(shape, NULL);
    uint32_t wrong = 0, compared = 0;
    for (uint32_t node = 0; node < emuq_net_nodes(&shape); node++)
        for (uint32_t link = 0; link < 2 * shape.dimensions; link++) {
            uint32_t to = emuq_net_neighbour(&shape, node, link);
            if (to == EMUQ_NET_NOWHERE)
                continue;
            compared++;
            wrong +=
                emuq_net_peer(net, node, link) != to || emuq_net_peer(net, to, link ^ 1) != node ||
                emuq_net_wire_of(net, node, link) != emuq_net_wire(&shape, link, net->at[node][link / 2]);
        }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(compared > 0);
    emuq_net_close(net);
}

static void links(void)
{
    directions((emuq_net_shape_t){5, {4, 2, 8, 3, 2}, 0x1f});
    directions((emuq_net_shape_t){3, {5, 1, 7}, 7});
    directions((emuq_net_shape_t){4, {4, 6, 3, 5}, 5});
    directions((emuq_net_shape_t){6, {2, 3, 2, 4, 1, 2}, 0x2a});
    directions((emuq_net_shape_t){1, {64}, 1});
}

static void zones(void)
{
    emuq_net_t *net = machine((emuq_net_shape_t){5, {8, 4, 8, 4, 2}, 0x1f}, NULL);
    const uint8_t expected[][5] = {
        /* dimensions left, then zones 0 to 3; the first mask of zone 3 includes E */
        {0x1f, 0x05, 0x1f, 0x01, 0x11},
        {0x1a, 0x0a, 0x1a, 0x02, 0x10},
        {0x1c, 0x04, 0x1c, 0x04, 0x10},
        {0x10, 0x10, 0x10, 0x10, 0x10}};
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t z = 0; z < EMUQ_NET_ZONES; z++)
            CU_ASSERT_EQUAL(net->zone[z][expected[i][0]], expected[i][1 + z]);
    emuq_net_close(net);
}

/** Masks of the parameters; dimensions in no mask are free choices. */
static void own_masks(void)
{
    emuq_net_parameters_t p;
    emuq_net_preset("bgq", &p);
    p.zone[1][0] = 2;
    p.zone[1][1] = 5;
    emuq_net_t *net = machine((emuq_net_shape_t){4, {4, 4, 4, 4}, 0xf}, &p);
    CU_ASSERT_EQUAL(net->zone[1][0xf], 2);
    CU_ASSERT_EQUAL(net->zone[1][0xd], 5);
    CU_ASSERT_EQUAL(net->zone[1][8], 8);
    emuq_net_close(net);
}

/** Packets of a pair use every link of every shortest path, and no further links. */
static void paths(void)
{
    emuq_net_t *net = machine((emuq_net_shape_t){2, {8, 8}, 3}, NULL);
    for (uint16_t queue = 0; queue < 10; queue++) {
        emuq_net_message_t m = {
            .destination = 2 * 8 + 3, .bytes = 500 * 512, .queue = queue, .map = 0x3ff, .zone = 1};
        CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    }
    emuq_net_run(net, UINT64_MAX);
    for (uint32_t node = 0; node < 64; node++)
        for (uint32_t link = 0; link < 4; link++) {
            uint32_t a = node / 8, b = node % 8;
            bool used = a <= 2 && b <= 3 && ((link == 1 && a < 2) || (link == 3 && b < 3));
            const emuq_net_counts_t c = emuq_net_counts(net, node, link);
            CU_ASSERT_EQUAL(c.packets[0] + c.packets[1] > 0, used);
        }
    emuq_net_close(net);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"dimension orders", orders},           {"where links lead", links},   {"zones", zones},
        {"masks of the parameters", own_masks}, {"all shortest paths", paths}, {NULL, NULL}};
    return emuq_test_main("network routes", tests);
}
