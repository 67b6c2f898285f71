/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file ddr.c Payloads in a memory slower than the links: reads and writes share its rate.
 */
#include <errno.h>

#include "emuq_test.h"
#include "tests/timed/network/audit.h"

#define PACKETS 2000 /* of a message */

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)node, (void)packet;
    *(uint64_t *)context = tick;
    return true;
}

/** Each node of a 1D ring sends a message of @p bytes on each of @p links links.
 * @param rate bytes per cycle of the memory; 0: payloads are in the L2
 * @return cycles until the last packet is visible */
static uint64_t run(uint8_t nodes, uint32_t senders, uint32_t links, uint32_t bytes, uint32_t rate)
{
    emuq_net_parameters_t p;
    emuq_net_shape_t shape = {5, {nodes, 1, 1, 1, 1}, 0x1f};
    uint64_t last = 0;
    emuq_net_client_t client = {.context = &last, .arrived = arrived};
    emuq_net_t *net = NULL;
    CU_ASSERT_EQUAL_FATAL(emuq_net_preset("bgq", &p), 0);
    p.memory.kind = rate > 0 ? EMUQ_NET_DDR : EMUQ_NET_L2;
    p.memory.rate = rate > 0 ? rate : 1;
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &shape, 1, 1, &client, &net), 0);
    for (uint32_t node = 0; node < senders; node++)
        for (uint32_t link = 0; link < links; link++) {
            emuq_net_message_t m = {.source = node,
                                    .destination = emuq_net_neighbour(&shape, node, link),
                                    .bytes = bytes,
                                    .queue = (uint16_t)link,
                                    .map = (uint16_t)(1u << link),
                                    .hints = (uint16_t)(1u << link),
                                    .vc = EMUQ_NET_VC_DETERMINISTIC};
            CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
        }
    for (uint64_t tick = 50000; bytes > 512 && tick < 500000; tick += 50000) {
        emuq_net_run(net, tick);
        CU_ASSERT_PTR_NULL(emuq_net_audit(net));
    }
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(emuq_net_present(net), 0);
    emuq_net_close(net);
    return last / p.clock.cycle;
}

/** A single packet does not wait for memory. With four streams below the rate through a node, a packet
 * waits for at most one packet of each of three streams. */
static void unloaded(void)
{
    for (uint32_t bytes = 0; bytes <= 512; bytes += 64)
        CU_ASSERT_EQUAL(run(4, 1, 1, bytes, 50), run(4, 1, 1, bytes, 0));
    uint64_t fast = run(4, 4, 2, PACKETS * 512, 0), slow = run(4, 4, 2, PACKETS * 512, 50);
    CU_ASSERT(slow >= fast);
    CU_ASSERT(slow <= fast + 2 * (3 * 512 / 50 + 1)); /* at the reading and at the writing node */
}

/** One node with ten links back to itself: each payload is read and written once. */
static void shared(void)
{
    static const uint32_t rates[] = {11, 25, 50, 70};
    for (uint32_t i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
        uint64_t cycles = run(1, 1, 10, PACKETS * 512, rates[i]);
        uint64_t least = UINT64_C(10) * PACKETS * 1024 / rates[i];
        CU_ASSERT(cycles >= least);
        CU_ASSERT(cycles < least + least / 100);
    }
    CU_ASSERT_EQUAL(run(1, 1, 10, PACKETS * 512, 10000), run(1, 1, 10, PACKETS * 512, 0));
}

/** Memory slower than an iME reads one packet after the other. */
static void slower(void)
{
    uint64_t cycles = run(2, 1, 1, PACKETS * 512, 2), least = UINT64_C(256) * PACKETS;
    CU_ASSERT(cycles >= least);
    CU_ASSERT(cycles < least + 1000);
}

static emuq_net_t *watched; /* node 0 is in DDR between two ticks */
static uint64_t spills_from, spills_until;

static bool watch(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    if (node == 0)
        CU_ASSERT_EQUAL(emuq_net_spill(watched, 0, tick >= spills_from && tick < spills_until), 0);
    return arrived(context, node, packet, tick);
}

/** Ten links of a single node, whose client sets the location of payloads, with memory.kind @p kind. */
static uint64_t told(emuq_net_memory_t kind, uint64_t from, uint64_t until)
{
    emuq_net_parameters_t p;
    emuq_net_shape_t shape = {5, {1, 1, 1, 1, 1}, 0x1f};
    uint64_t last = 0;
    emuq_net_client_t client = {.context = &last, .arrived = kind == EMUQ_NET_AUTO ? watch : arrived};
    spills_from = from;
    spills_until = until;
    CU_ASSERT_EQUAL_FATAL(emuq_net_preset("bgq", &p), 0);
    p.memory.kind = kind;
    p.memory.rate = 25;
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &shape, 1, 1, &client, &watched), 0);
    CU_ASSERT_EQUAL(emuq_net_spill(watched, 1, true), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_spill(watched, 0, from == 0), kind == EMUQ_NET_AUTO ? 0 : -EINVAL);
    for (uint32_t link = 0; link < 10; link++) {
        emuq_net_message_t m = {.bytes = PACKETS * 512,
                                .queue = (uint16_t)link,
                                .map = (uint16_t)(1u << link),
                                .hints = (uint16_t)(1u << link),
                                .vc = EMUQ_NET_VC_DETERMINISTIC};
        CU_ASSERT_EQUAL(emuq_net_send(watched, 0, &m), 0);
    }
    emuq_net_run(watched, UINT64_MAX);
    CU_ASSERT_EQUAL(emuq_net_present(watched), 0);
    emuq_net_close(watched);
    return last / p.clock.cycle;
}

/** memory.kind = auto equals l2 until the client selects DDR, then ddr. */
static void as_told(void)
{
    uint64_t fast = told(EMUQ_NET_L2, 0, 0), slow = told(EMUQ_NET_DDR, 0, 0);
    CU_ASSERT(slow > 2 * fast);
    CU_ASSERT_EQUAL(told(EMUQ_NET_AUTO, UINT64_MAX, UINT64_MAX), fast);
    CU_ASSERT_EQUAL(told(EMUQ_NET_AUTO, 0, UINT64_MAX), slow);
    /* A quarter of the total memory time, between times without accesses. */
    uint64_t part = told(EMUQ_NET_AUTO, slow / 8 * 16, slow / 8 * 3 * 16);
    CU_ASSERT(part > fast + slow / 4 - fast / 4 - slow / 10);
    CU_ASSERT(part < fast + slow / 4);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a memory without load", unloaded},
                                        {"reads and writes share a rate", shared},
                                        {"a memory slower than an iME", slower},
                                        {"a client that says where payloads are", as_told},
                                        {NULL, NULL}};
    return emuq_test_main("network ddr", tests);
}
