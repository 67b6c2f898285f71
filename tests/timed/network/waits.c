/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file waits.c Waits in receivers: by counters, by packet latencies, and by sampling every cycle (Little's
 *   law).
 */
#include "emuq_test.h"
#include "tests/timed/network/audit.h"
#include "network/machine.h"

static const emuq_net_shape_t line = {1, {4}, 0}, box = {3, {4, 3, 2}, 7};

/** Latencies of packets from node 0. */
typedef struct seen {
    uint64_t packets, ticks;
} seen_t;

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    seen_t *seen = context;
    (void)node;
    seen->packets += packet->source == 0;
    seen->ticks += packet->source == 0 ? tick - packet->tag : 0;
    return true;
}

static emuq_net_t *machine(const emuq_net_shape_t *shape, seen_t *seen)
{
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.context = seen, .arrived = arrived};
    emuq_net_t *net = NULL;
    CU_ASSERT_EQUAL_FATAL(emuq_net_preset("bgq", &p), 0);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, shape, 1, 1, &client, &net), 0);
    return net;
}

/** Node 0 sends occasional packets to node 2; node 1 on the route sends continuously. So the latency of
 * node 0's packets above that of an empty machine is their wait in the receiver of node 1. */
static void by_packets(void)
{
    const uint64_t empty = 125 + 22 + 24 + 138 + 85 + 136, count = 200;
    for (uint8_t vc = 0; vc < EMUQ_NET_VCS; vc++) {
        seen_t seen = {0, 0};
        emuq_net_t *net = machine(&line, &seen);
        for (uint64_t i = 0; i < count; i++) {
            emuq_net_message_t m = {
                .destination = 2, .bytes = 512, .map = 0x33ff, .vc = vc, .tag = 16 * 400 * i};
            CU_ASSERT_EQUAL(emuq_net_send(net, m.tag, &m), 0);
        }
        emuq_net_message_t m = {.source = 1, .destination = 2, .bytes = 100000, .map = 0x33ff, .vc = vc};
        CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
        emuq_net_run(net, UINT64_MAX);
        emuq_net_waits_t at_1 = emuq_net_waits(net, 1, 0), at_2 = emuq_net_waits(net, 2, 0);
        uint64_t packets = 0, cycles = 0;
        for (uint32_t i = 0; i < EMUQ_NET_VCS; i++) {
            packets += at_1.packets[i];
            cycles += at_1.cycles[i];
            CU_ASSERT_EQUAL(at_2.cycles[i], 0);
        }
        CU_ASSERT_EQUAL(seen.packets, count);
        CU_ASSERT_EQUAL(packets, count);
        CU_ASSERT(cycles > 0);
        CU_ASSERT_EQUAL(cycles, seen.ticks / 16 - count * empty);
        emuq_net_close(net);
    }
}

static void send_some(emuq_net_t *net)
{
    uint32_t nodes = emuq_net_nodes(&box);
    for (uint32_t i = 0; i < 40 * nodes; i++) {
        emuq_net_message_t m = {.source = i % nodes,
                                .destination = i * 7 % 23,
                                .bytes = i % 1500,
                                .queue = (uint16_t)(i % 50),
                                .map = 0x3fff,
                                .zone = i % 4,
                                .vc = (uint8_t)(i / nodes % 6 < 3 ? 0 : i / nodes % 6 - 2)};
        CU_ASSERT_EQUAL(emuq_net_send(net, i / nodes * 3200, &m), 0);
    }
}

/** Packets in a buffer. */
static uint64_t present(const emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc)
{
    uint64_t sum = 0;
    for (uint32_t h = 0; h < EMUQ_NET_HEADS; h++)
        sum += emuq_net_buffer_of(net, node, receiver, vc)->length[h];
    return sum;
}

static void by_cycles(void)
{
    static uint64_t sum[24][6][EMUQ_NET_VCS];
    seen_t seen = {0, 0};
    emuq_net_t *net = machine(&box, &seen);
    uint64_t before = 0, wrong = 0, waits = 0;
    send_some(net);
    for (uint64_t tick; (tick = emuq_net_next(net)) != UINT64_MAX; before = tick) {
        for (uint32_t i = 0; i < 24 * 6; i++)
            for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++)
                sum[i / 6][i % 6][vc] += present(net, i / 6, i % 6, vc) * (tick - before) / 16;
        emuq_net_run(net, tick);
        for (uint32_t i = 0; i < 24 * 6 && tick % 97 == 0; i++) /* and in the middle */
            wrong += emuq_net_waits(net, i / 6, i % 6).cycles[0] != sum[i / 6][i % 6][0];
    }
    for (uint32_t i = 0; i < 24 * 6; i++) {
        emuq_net_waits_t w = emuq_net_waits(net, i / 6, i % 6);
        for (uint32_t vc = 0; vc < EMUQ_NET_VCS; vc++) {
            wrong += w.cycles[vc] != sum[i / 6][i % 6][vc];
            waits += w.cycles[vc];
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT(waits > 0);
    emuq_net_close(net);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"as long as packets are late", by_packets},
                                        {"as many as are there in all cycles", by_cycles},
                                        {NULL, NULL}};
    return emuq_test_main("network waits", tests);
}
