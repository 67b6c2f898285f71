/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interface.c Invalid arguments, deposits, single-node rings, time.
 */
#include <errno.h>

#include "emuq_test.h"
#include "network/network.h"

static const emuq_net_shape_t shape = {5, {8, 4, 2, 1, 1}, 0x1d}; /* B is a mesh */

/** Arrival cycle at each node; 0: none. */
static uint64_t seen[64];

static bool note(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)context, (void)packet;
    CU_ASSERT_EQUAL(seen[node], 0);
    seen[node] = tick / 16;
    return true;
}

static emuq_net_t *machine(void)
{
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.arrived = note};
    emuq_net_t *net = NULL;
    for (uint32_t i = 0; i < 64; i++)
        seen[i] = 0;
    emuq_net_preset("bgq", &p);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &shape, 1, 1, &client, &net), 0);
    return net;
}

static void parameters(void)
{
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.context = NULL};
    emuq_net_t *net = NULL;
    emuq_net_preset("bgq", &p);
    CU_ASSERT_EQUAL(emuq_net_open(&p, &(emuq_net_shape_t){0, {1}, 0}, 1, 1, &client, &net), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_open(&p, &shape, 1, 0, &client, &net), -EINVAL);
    p.vc[EMUQ_NET_VC_WORLD].kind = EMUQ_NET_BUBBLE;
    CU_ASSERT_EQUAL(emuq_net_open(&p, &shape, 1, 1, &client, &net), -EINVAL);
    CU_ASSERT_PTR_NULL(net);
    emuq_net_close(NULL);
}

static void messages(void)
{
    emuq_net_t *net = machine();
    const emuq_net_message_t good = {.destination = 5, .bytes = 8, .map = 1}; /* (0,2,1,0,0) */
    emuq_net_message_t bad[] = {good, good, good, good, good, good, good, good, good, good, good};
    bad[0].source = 64;
    bad[1].destination = 64;
    bad[2].queue = EMUQ_NET_QUEUES;
    bad[3].map = 1 << EMUQ_NET_L0;   /* no FIFO for the torus */
    bad[4].hints = 3 << 4;           /* both directions in C */
    bad[5].hints = 1 << 2;           /* beyond the edge of B */
    bad[6].vc = EMUQ_NET_VC_WORLD;   /* in no tree */
    bad[7].zone = EMUQ_NET_ZONES;    /* no such zone */
    bad[8].flags = EMUQ_NET_DEPOSIT; /* turns */
    bad[9].hints = 1 << 10;          /* no such direction */
    bad[10].packet = 513;            /* exceeds the packet payload */
    for (uint32_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        CU_ASSERT_EQUAL(emuq_net_send(net, 0, &bad[i]), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_next(net), UINT64_MAX);
    CU_ASSERT_EQUAL(emuq_net_send(net, 1, &good), 0); /* rounded up to the next cycle */
    CU_ASSERT_EQUAL(emuq_net_next(net), 126 * 16);
    emuq_net_run(net, 1000 * 16);
    CU_ASSERT_EQUAL(emuq_net_send(net, 999 * 16, &good), -EINVAL); /* the past */
    CU_ASSERT_EQUAL(emuq_net_send(net, 1000 * 16, &good), 0);
    emuq_net_close(net);
}

/** A deposit the long way around reaches every node of the line at the time of a direct packet. */
static void deposit(void)
{
    static const uint32_t hop[] = {22, 24, 22, 77, 22, 24};
    for (uint8_t vc = 0; vc < 2; vc++) {
        emuq_net_t *net = machine();
        emuq_net_message_t m = {
            .destination = 6 * 8, .bytes = 512, .map = 1, .hints = 2, .vc = vc, .flags = EMUQ_NET_DEPOSIT};
        CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
        emuq_net_run(net, UINT64_MAX);
        for (uint32_t a = 1, hops = 0; a < 8; a++) {
            hops += a < 7 ? hop[a - 1] : 0;
            CU_ASSERT_EQUAL(seen[a * 8], a < 7 ? 125 + hops + 8 * 17 + 2 + 5 * 17 + 136 : 0);
        }
        CU_ASSERT_EQUAL(seen[0], 0);
        CU_ASSERT_EQUAL(emuq_net_present(net), 0);
        emuq_net_close(net);
    }
}

static uint32_t cuts[4], cut; /* payload of the packets that have been built */

static void note_cut(void *context, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)context, (void)tick;
    CU_ASSERT_EQUAL(packet->offset, 96 * cut);
    cuts[cut++ % 4] = packet->bytes;
}

/** A message is split into packets of the requested size. */
static void cut_up(void)
{
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.built = note_cut};
    emuq_net_message_t m = {.destination = 5, .bytes = 200, .packet = 96, .map = 1};
    emuq_net_t *net = NULL;
    emuq_net_preset("bgq", &p);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &shape, 1, 1, &client, &net), 0);
    CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(cut, 3);
    CU_ASSERT(cuts[0] == 96 && cuts[1] == 96 && cuts[2] == 8);
    emuq_net_close(net);
}

/** A single-node ring sends to itself over a link if hints request it. */
static void loop(void)
{
    emuq_net_t *net = machine();
    emuq_net_message_t m = {.map = 1, .hints = 1 << 7, .vc = EMUQ_NET_VC_DETERMINISTIC};
    CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(seen[0], 125 + 22 + 8 + 2 + 5 + 136);
    CU_ASSERT_EQUAL(emuq_net_counts(net, 0, 7).packets[EMUQ_NET_VC_DETERMINISTIC], 1);
    CU_ASSERT_EQUAL(emuq_net_counts(net, 0, 7).chunks[EMUQ_NET_VC_DETERMINISTIC], 1);
    emuq_net_close(net);
}

/** Packets sent on a link are counted without overflow. */
static void many(void)
{
    const uint32_t full = 20000, empty = 20000;
    const uint64_t late = UINT64_C(4000000) * 16;
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.context = NULL};
    emuq_net_t *net = NULL;
    emuq_net_message_t m = {.destination = 8, .bytes = 512 * full, .map = 1};
    emuq_net_preset("bgq", &p);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &shape, 1, 1, &client, &net), 0);
    CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(emuq_net_counts(net, 0, 1).packets[0], full);
    CU_ASSERT_EQUAL(emuq_net_counts(net, 0, 1).chunks[0], 17 * full);
    m.bytes = 0;
    for (uint32_t i = 0; i < empty; i++)
        CU_ASSERT_EQUAL(emuq_net_send(net, late, &m), 0);
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(emuq_net_counts(net, 0, 1).packets[0], full + empty);
    CU_ASSERT_EQUAL(emuq_net_counts(net, 0, 1).chunks[0], 17 * full + empty);
    emuq_net_close(net);
}

/** Messages far in the future arrive in order. */
static void future(void)
{
    emuq_net_t *net = machine();
    for (uint32_t i = 63; i > 0; i--) {
        emuq_net_message_t m = {.source = i, .destination = i ^ 1, .map = 1, .vc = EMUQ_NET_VC_SYSTEM};
        CU_ASSERT_EQUAL(emuq_net_send(net, (uint64_t)i * 100000 * 16, &m), 0);
    }
    for (uint32_t i = 1; i < 64; i++) {
        CU_ASSERT_EQUAL(emuq_net_next(net), (i * UINT64_C(100000) + 125) * 16);
        emuq_net_run(net, (i * UINT64_C(100000) + 5000) * 16);
        CU_ASSERT_EQUAL(seen[i ^ 1] / 100000, i);
    }
    CU_ASSERT_EQUAL(emuq_net_next(net), UINT64_MAX);
    emuq_net_close(net);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"parameters that are rejected", parameters},
                                        {"messages that are rejected", messages},
                                        {"lines of deposits", deposit},
                                        {"packets as long as requested", cut_up},
                                        {"a ring of one node", loop},
                                        {"many packets", many},
                                        {"heap events", future},
                                        {NULL, NULL}};
    return emuq_test_main("network interface", tests);
}
