/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file latency.c The latency of a packet on an empty machine is the sum of its parts, to the cycle.
 */
#include "emuq_test.h"
#include "network/network.h"

/** Last arrival, and total payload. */
typedef struct seen {
    emuq_net_packet_t packet;
    uint64_t tick, count;
    uint32_t node;
} seen_t;

static bool note(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    seen_t *seen = context;
    *seen = (seen_t){*packet, tick, seen->count + 1, node};
    return true;
}

static emuq_net_t *machine(const char *preset, const emuq_net_shape_t *shape, seen_t *seen)
{
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.context = seen, .arrived = note};
    emuq_net_t *net = NULL;
    CU_ASSERT_EQUAL_FATAL(emuq_net_preset(preset, &p), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, shape, 1, 1, &client, &net), 0);
    return net;
}

/** Cycles of the hops between two nodes, dimension by dimension. */
static uint32_t way(const emuq_net_shape_t *shape, uint32_t from, uint32_t to)
{
    emuq_net_parameters_t p;
    emuq_net_preset(shape->dimensions == 5 ? "bgq" : "torus3d", &p);
    uint32_t hints = emuq_net_hints(shape, from, to), cycles = 0;
    uint8_t at[EMUQ_NET_DIMENSIONS], end[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(shape, to, end);
    for (uint32_t direction = 0; direction < 2 * shape->dimensions; direction++)
        while (hints >> direction & 1) {
            emuq_net_coordinates(shape, from, at);
            if (at[direction / 2] == end[direction / 2])
                break;
            cycles += p.link.hop + p.wire[emuq_net_wire(shape, direction, at[direction / 2])];
            from = emuq_net_neighbour(shape, from, direction);
        }
    return cycles;
}

/** Sends a message and checks its arrival time. */
static void one(emuq_net_t *net, const emuq_net_shape_t *shape, seen_t *seen, emuq_net_message_t m)
{
    static uint64_t tick;
    uint32_t n = emuq_net_chunks(m.bytes), local = m.source == m.destination ? 40 : 0;
    tick = (tick / 16 + 10000) * 16;
    uint64_t before = seen->count;
    CU_ASSERT_EQUAL(emuq_net_send(net, tick, &m), 0);
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(seen->count, before + 1);
    CU_ASSERT_EQUAL(seen->node, m.destination);
    CU_ASSERT_EQUAL(seen->packet.tag, m.tag);
    CU_ASSERT_EQUAL(seen->packet.hops, emuq_net_distance(shape, m.source, m.destination));
    CU_ASSERT_EQUAL(seen->tick - tick,
                    16 * (125 + way(shape, m.source, m.destination) + 8 * n + 2 + 5 * n + 136 - local));
    tick = seen->tick;
}

/** Every offset from a few nodes, with varying sizes and channels. */
static void all_offsets(const char *preset, const emuq_net_shape_t *shape, uint32_t first, uint32_t channels)
{
    seen_t seen = {.count = 0};
    emuq_net_t *net = machine(preset, shape, &seen);
    uint32_t nodes = emuq_net_nodes(shape), next_queue = 0;
    for (uint32_t source = 0; source < nodes; source += 1 + nodes / 8)
        for (uint32_t destination = 0; destination < nodes; destination++, next_queue++)
            one(net, shape, &seen,
                (emuq_net_message_t){.source = source,
                                     .destination = destination,
                                     .bytes = next_queue * 7 % 513,
                                     .queue = (uint16_t)(next_queue % EMUQ_NET_QUEUES),
                                     .map = 0x3fff,
                                     .vc = (uint8_t)(first + next_queue % channels),
                                     .zone = next_queue % 4,
                                     .tag = next_queue});
    CU_ASSERT_EQUAL(emuq_net_present(net), 0);
    emuq_net_close(net);
}

static void midplane(void)
{
    static const emuq_net_shape_t shape = {5, {4, 4, 4, 4, 2}, 0x1f};
    all_offsets("bgq", &shape, 0, 4);
}

static void mesh(void)
{
    static const emuq_net_shape_t shape = {5, {8, 3, 1, 5, 2}, 0x0a};
    all_offsets("bgq", &shape, 0, 4);
}

static void torus3d(void)
{
    static const emuq_net_shape_t shape = {3, {5, 4, 6}, 7};
    all_offsets("torus3d", &shape, 1, 1);
}

/** Each further packet of a message arrives a packet's link time later. */
static void train(void)
{
    static const emuq_net_shape_t shape = {5, {4, 4, 4, 4, 2}, 0x1f};
    seen_t seen = {.count = 0};
    emuq_net_t *net = machine("bgq", &shape, &seen);
    emuq_net_message_t m = {
        .destination = 1, .bytes = 100 * 512, .map = 1, .vc = EMUQ_NET_VC_DETERMINISTIC, .hints = 1 << 9};
    CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(seen.count, 100);
    CU_ASSERT_EQUAL(seen.tick, 16 * (125 + 22 + 138 + 85 + 136 + 99 * 144));
    emuq_net_close(net);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"every offset of a midplane", midplane},
                                        {"every offset of a mesh with odd sizes", mesh},
                                        {"every offset of a torus of three dimensions", torus3d},
                                        {"a train of packets", train},
                                        {NULL, NULL}};
    return emuq_test_main("network latency", tests);
}
