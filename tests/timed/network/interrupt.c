/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interrupt.c Global interrupts: visibility at each node, to the cycle.
 */
#include <errno.h>
#include <stdlib.h>

#include "emuq_test.h"
#include "forest.h"
#include "tests/timed/network/audit.h"

#define NODES 512

static const emuq_net_shape_t midplane = {5, {4, 4, 4, 4, 2}, 0x1f};

/** Observations of each node. */
typedef struct seen {
    uint32_t bits[NODES], changes[NODES];
    uint64_t tick[NODES]; /**< of the last change */
} seen_t;

static void note(void *context, uint32_t node, uint32_t tree, uint32_t bits, uint64_t tick)
{
    seen_t *seen = context;
    CU_ASSERT_EQUAL(tree, 2);
    seen->bits[node] = bits;
    seen->changes[node]++;
    seen->tick[node] = tick;
}

static emuq_net_t *machine(seen_t **seen)
{
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.context = *seen = calloc(1, sizeof(**seen)), .interrupted = note};
    emuq_net_t *net = NULL;
    emuq_net_preset("bgq", &p);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, &midplane, 1, 1, &client, &net), 0);
    for (uint32_t node = 0; node < NODES; node++) {
        emuq_net_tree_t tree = forest_tree(&midplane, node, 0x1f);
        CU_ASSERT_EQUAL_FATAL(emuq_net_set_interrupt_tree(net, node, 2, &tree), 0);
    }
    return net;
}

/** Cycles between a node and the root: the hops, and 12 per hop. */
static uint32_t climb(uint32_t node)
{
    uint32_t hops, cycles = forest_climb(&midplane, node, 0x1f, &hops);
    return cycles + 12 * hops;
}

static void end(emuq_net_t *net, seen_t *seen)
{
    CU_ASSERT_PTR_NULL(emuq_net_audit(net));
    emuq_net_close(net);
    free(seen);
}

/** One node sets a bit; all nodes see it. */
static void one(void)
{
    seen_t *seen;
    emuq_net_t *net = machine(&seen);
    CU_ASSERT_EQUAL(emuq_net_interrupt(net, 160, 1, 2, 4), 0);
    emuq_net_run(net, UINT64_MAX);
    for (uint32_t node = 0; node < NODES; node++) {
        CU_ASSERT_EQUAL(seen->bits[node], 4);
        CU_ASSERT_EQUAL(seen->changes[node], 1);
        CU_ASSERT_EQUAL(seen->tick[node], 160 + 16 * (125 + climb(1) + climb(node)));
    }
    end(net, seen);
}

/** A barrier: all nodes have a bit set and clear it. The last or most distant node determines the time. */
static void barrier(void)
{
    uint32_t deepest = 0;
    seen_t *seen;
    emuq_net_t *net = machine(&seen);
    for (uint32_t node = 0; node < NODES; node++) {
        deepest = climb(node) > deepest ? climb(node) : deepest;
        CU_ASSERT_EQUAL(emuq_net_interrupt(net, 0, node, 2, 1), 0);
        CU_ASSERT_EQUAL(emuq_net_interrupt(net, 160000, node, 2, 0), 0);
    }
    emuq_net_run(net, 160000);
    for (uint32_t node = 0; node < NODES; node++)
        CU_ASSERT_EQUAL(seen->bits[node], 1);
    emuq_net_run(net, UINT64_MAX);
    for (uint32_t node = 0; node < NODES; node++) {
        CU_ASSERT_EQUAL(seen->bits[node], 0);
        CU_ASSERT_EQUAL(seen->changes[node], 2);
        CU_ASSERT_EQUAL(seen->tick[node], 160000 + 16 * (125 + deepest + climb(node)));
    }
    CU_ASSERT_EQUAL(125 + 2 * deepest, 753); /* 1506 ns */
    end(net, seen);
}

/** A change waits for the packet on the link, but not for queued packets. */
static void between_packets(void)
{
    seen_t *seen;
    emuq_net_t *net = machine(&seen);
    uint32_t root = forest_root(&midplane, 0, 0x1f), child = emuq_net_neighbour(&midplane, root, 0), hops;
    emuq_net_message_t m = {.source = child, .destination = root, .bytes = 8 * 512, .map = 1, .vc = 1};
    CU_ASSERT_EQUAL(forest_climb(&midplane, child, 0x1f, &hops), 24);
    CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0); /* on the link from cycle 125 on, for 144 cycles each */
    CU_ASSERT_EQUAL(emuq_net_interrupt(net, 16 * 100, child, 2, 1), 0); /* ready at 162 */
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(seen->tick[root], 16 * (125 + 144 + 24 + 12 + 63));
    end(net, seen);
}

static void refusals(void)
{
    seen_t *seen;
    emuq_net_t *net = machine(&seen);
    emuq_net_tree_t bad = {.inputs = 1 << 10, .output = EMUQ_NET_LINKS};
    CU_ASSERT_EQUAL(emuq_net_set_interrupt_tree(net, 0, 0, &bad), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_interrupt(net, 0, NODES, 2, 1), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_interrupt(net, 0, 0, 3, 1), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_interrupt(net, 0, 0, EMUQ_NET_TREES, 1), -EINVAL);
    emuq_net_run(net, 1600);
    CU_ASSERT_EQUAL(emuq_net_interrupt(net, 1500, 0, 2, 1), -EINVAL);
    end(net, seen);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"one node interrupts all", one},
                                        {"a barrier", barrier},
                                        {"between two packets", between_packets},
                                        {"what is rejected", refusals},
                                        {NULL, NULL}};
    return emuq_test_main("network interrupts", tests);
}
