/* SPDX-License-Identifier: BSD-3-Clause */
/* Load of the links of network cards in a recorded job; the records are written by this test. */
#include <string.h>

#include "apenet/net/route.h"
#include "emuq_test.h"
#include "tests/trace/records.h"
#include "tools/emuq-trace/trace.h"

/* Starts a recording of a job with this shape. */
static void begin_shape(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t torus)
{
    begin();
    file.geometry = (emuq_geometry_t){{a, b, c, d, 1}, torus};
    file.nodes = a * b * c * d;
}

/* Adds a message of the card of a node. */
static void start(emuq_record_start_t what, uint32_t node, uint32_t peer, uint64_t bytes)
{
    emuq_record_t *r = add(0, EMUQ_RECORD_CARD_START, 100, 0x1000);
    r->detail = (uint8_t)what;
    r->node = node;
    r->bytes = bytes;
    r->card = (emuq_record_card_t){.peer = peer, .message = thread[0].records};
}

static const trace_link_t *at(uint32_t node, apenet_port_t port)
{
    return &sums.stats.card_link[node * TRACE_CARD_LINKS + port];
}

static uint64_t packets_of_all(void)
{
    uint64_t packets = 0;
    for (uint32_t i = 0; i < file.nodes * TRACE_CARD_LINKS; i++)
        packets += sums.stats.card_link[i].packets;
    return packets;
}

/* 4x3x2 nodes: node (x,y,z) has the number 6x + 2y + z. */
static void z_then_y_then_x(void)
{
    begin_shape(4, 3, 2, 1, 0x1f);
    start(EMUQ_RECORD_START_PUT, 0, 6 + 2 + 1, 5000); /* to (1,1,1) */
    make();
    CU_ASSERT(at(0, APENET_PORT_Z_PLUS)->bytes == 5000 && at(0, APENET_PORT_Z_PLUS)->packets == 2);
    CU_ASSERT(at(1, APENET_PORT_Y_PLUS)->bytes == 5000 && at(1, APENET_PORT_Y_PLUS)->packets == 2);
    CU_ASSERT(at(3, APENET_PORT_X_PLUS)->bytes == 5000 && at(3, APENET_PORT_X_PLUS)->packets == 2);
    CU_ASSERT_EQUAL(packets_of_all(), 3 * 2);
    end();
}

static void shorter_direction(void)
{
    begin_shape(4, 3, 2, 1, 0x1f);
    start(EMUQ_RECORD_START_SEND, 0, 18 + 4, 40); /* to (3,2,0): across the wrap-around links */
    start(EMUQ_RECORD_START_SEND, 0, 12, 8);      /* to (2,0,0): both directions are equal */
    make();
    CU_ASSERT_EQUAL(at(0, APENET_PORT_Y_MINUS)->bytes, 40);
    CU_ASSERT_EQUAL(at(4, APENET_PORT_X_MINUS)->bytes, 40);
    CU_ASSERT(at(0, APENET_PORT_X_PLUS)->bytes == 8 && at(6, APENET_PORT_X_PLUS)->bytes == 8);
    CU_ASSERT_EQUAL(packets_of_all(), 2 + 2);
    end();
}

static void no_wrap_around_in_a_mesh(void)
{
    begin_shape(4, 1, 1, 1, 0x0f); /* A is a mesh */
    start(EMUQ_RECORD_START_PUT, 0, 3, 40);
    make();
    for (uint32_t node = 0; node < 3; node++)
        CU_ASSERT_EQUAL(at(node, APENET_PORT_X_PLUS)->bytes, 40);
    CU_ASSERT_EQUAL(packets_of_all(), 3);
    end();
}

/* The data of a get flow from the peer to the local card. */
static void data_of_a_get(void)
{
    begin_shape(4, 1, 1, 1, 0x1f);
    start(EMUQ_RECORD_START_GET, 0, 1, 4097);
    make();
    CU_ASSERT(at(1, APENET_PORT_X_MINUS)->bytes == 4097 && at(1, APENET_PORT_X_MINUS)->packets == 2);
    CU_ASSERT_EQUAL(packets_of_all(), 2);
    end();
}

/* Packets on all links if a put is the only message in a torus of this shape. */
static uint64_t packets_of_put(const uint32_t shape[4], uint32_t from, uint32_t to)
{
    begin_shape(shape[0], shape[1], shape[2], shape[3], 0x1f);
    start(EMUQ_RECORD_START_PUT, from, to, 40);
    make();
    uint64_t packets = packets_of_all();
    end();
    return packets;
}

static void no_link_to_itself(void)
{
    CU_ASSERT_EQUAL(packets_of_put((const uint32_t[]){4, 1, 1, 1}, 2, 2), 0);
}

/* Records of cards in a job whose shape has no cards: an invalid recording. */
static void no_cards_in_this_shape(void)
{
    CU_ASSERT_EQUAL(packets_of_put((const uint32_t[]){2, 2, 1, 2}, 0, 3), 0);
    CU_ASSERT_EQUAL(packets_of_put((const uint32_t[]){APENET_NODES_MOST + 1, 1, 1, 1}, 0, 7), 0);
}

static void units_have_separate_links(void)
{
    begin_shape(4, 1, 1, 1, 0x1f);
    start(EMUQ_RECORD_START_PUT, 0, 1, 40);
    make();
    for (uint32_t i = 0; i < file.nodes * TRACE_LINKS; i++)
        CU_ASSERT_EQUAL(sums.stats.link[i].packets, 0);
    CU_ASSERT_EQUAL(packets_of_all(), 1);
    end();
}

int main(void)
{
    static const emuq_test_t tests[] = {{"z, then y, then x", z_then_y_then_x},
                                        {"the shorter direction", shorter_direction},
                                        {"no wrap-around in a mesh", no_wrap_around_in_a_mesh},
                                        {"data of a get", data_of_a_get},
                                        {"no link to itself", no_link_to_itself},
                                        {"no cards in this shape", no_cards_in_this_shape},
                                        {"units have separate links", units_have_separate_links},
                                        {NULL, NULL}};
    return emuq_test_main("trace_card_links", tests);
}
