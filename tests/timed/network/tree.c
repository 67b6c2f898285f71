/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file tree.c Collectives on an empty machine: times are the sums of their parts, to the cycle.
 */
#include <errno.h>
#include <stdlib.h>

#include "emuq_test.h"
#include "forest.h"
#include "tests/timed/network/audit.h"

#define SOFTWARE 49 /**< cycles of software in tree.constant: (96 + 40 + 21) * 5 / 16 */
#define MOST     1024

static const emuq_net_shape_t midplane = {5, {4, 4, 4, 4, 2}, 0x1f};

/** Observations of each node. */
typedef struct seen {
    uint32_t packets[MOST], bytes[MOST];
    uint64_t tick[MOST]; /**< of the last packet */
    uint8_t hops;        /**< of the last packet */
    uint32_t total, disorder;
} seen_t;

static bool note(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    seen_t *seen = context;
    seen->disorder += packet->number != seen->packets[node];
    seen->packets[node]++;
    seen->bytes[node] += packet->bytes;
    seen->tick[node] = tick;
    seen->hops = packet->hops;
    seen->total++;
    return true;
}

static emuq_net_t *machine(const emuq_net_shape_t *shape, seen_t *seen)
{
    emuq_net_parameters_t p;
    emuq_net_client_t client = {.context = seen, .arrived = note};
    emuq_net_t *net = NULL;
    *seen = (seen_t){.total = 0};
    emuq_net_preset("bgq", &p);
    CU_ASSERT_EQUAL_FATAL(emuq_net_open(&p, shape, 1, 1, &client, &net), 0);
    return net;
}

/** Time until a node has the result of packets of @p n chunks: path up from the deepest node, and path
 * down to the node. */
static uint32_t expected(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions, uint32_t n,
                         uint32_t packets)
{
    uint32_t root = forest_root(shape, node, dimensions), most = 0, hops;
    for (uint32_t other = 0; other < emuq_net_nodes(shape); other++)
        if (forest_root(shape, other, dimensions) == root) {
            uint32_t up = forest_climb(shape, other, dimensions, &hops) + 9 * hops;
            most = up > most ? up : most;
        }
    uint32_t down = forest_climb(shape, node, dimensions, &hops) + 3 * hops;
    return 261 - SOFTWARE + most + down + 13 * (n - 2) + (packets - 1) * (8 * n + 14);
}

static emuq_net_message_t contribution(uint32_t node, uint32_t bytes, uint32_t tree, uint8_t vc)
{
    return (emuq_net_message_t){.source = node,
                                .bytes = bytes,
                                .map = 1 << EMUQ_NET_C0 | 1 << EMUQ_NET_C1,
                                .vc = vc,
                                .tree = (uint8_t)tree};
}

/** An allreduce of all parts of a machine. */
static void allreduce(const emuq_net_shape_t *shape, uint32_t dimensions, uint32_t bytes, uint8_t vc)
{
    seen_t *seen = malloc(sizeof(*seen));
    emuq_net_t *net = machine(shape, seen);
    uint32_t nodes = emuq_net_nodes(shape), packets = bytes <= 512 ? 1 : bytes / 512;
    uint32_t n = emuq_net_chunks(bytes < 512 ? bytes : 512), late = 0;
    forest_plant(net, shape, 3, dimensions, vc);
    for (uint32_t node = 0; node < nodes; node++) {
        emuq_net_message_t m = contribution(node, bytes, 3, vc);
        CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    }
    emuq_net_run(net, 1000 * 16);
    CU_ASSERT_PTR_NULL(emuq_net_audit(net));
    emuq_net_run(net, UINT64_MAX);
    for (uint32_t node = 0; node < nodes; node++) {
        CU_ASSERT_EQUAL(seen->packets[node], packets);
        CU_ASSERT_EQUAL(seen->bytes[node], bytes);
        late += seen->tick[node] != 16 * expected(shape, node, dimensions, n, packets);
    }
    CU_ASSERT_EQUAL(late, 0);
    CU_ASSERT_EQUAL(seen->disorder, 0);
    CU_ASSERT_EQUAL(emuq_net_present(net), 0);
    CU_ASSERT_PTR_NULL(emuq_net_audit(net));
    emuq_net_close(net);
    free(seen);
}

static void whole(void)
{
    static const emuq_net_shape_t mesh = {5, {8, 3, 1, 5, 2}, 0x0a};
    static const uint32_t bytes[] = {0, 8, 32, 33, 512, 1024, 100 * 512};
    for (uint32_t i = 0; i < sizeof(bytes) / sizeof(bytes[0]); i++)
        for (uint8_t vc = EMUQ_NET_VC_WORLD; vc < EMUQ_NET_HEADER_VCS; vc++)
            allreduce(i % 2 ? &midplane : &mesh, 0x1f, bytes[i], vc);
}

/** The model for 512 nodes: 1562 ns for 8 bytes with software, then 300 ns per full packet. */
static void closed_form(void)
{
    uint32_t hops;
    CU_ASSERT_EQUAL(forest_climb(&midplane, 0, 0x1f, &hops), 206);
    CU_ASSERT_EQUAL(2 * (SOFTWARE + expected(&midplane, 0, 0x1f, 2, 1)), 1562);
    CU_ASSERT_EQUAL(2 * (SOFTWARE + expected(&midplane, 0, 0x1f, 17, 2048)), 1562 + 390 + 2047 * 300);
    allreduce(&midplane, 0x1f, 2048 * 512, EMUQ_NET_VC_WORLD);
}

/** Parts without common links do not affect each other. */
static void parts(void)
{
    for (uint32_t dimensions = 0; dimensions < 32; dimensions += 3)
        allreduce(&midplane, dimensions, 4096, EMUQ_NET_VC_SUBGROUP);
}

/** A broadcast goes up from one node, a reduce ends at one node; both alternate on the same tree. */
static void kinds(void)
{
    seen_t *seen = malloc(sizeof(*seen));
    emuq_net_t *net = machine(&midplane, seen);
    uint32_t nodes = emuq_net_nodes(&midplane), hops, hops_down;
    forest_plant(net, &midplane, 0, 0x1f, EMUQ_NET_VC_WORLD);
    emuq_net_message_t m = contribution(17, 2048, 0, EMUQ_NET_VC_WORLD);
    m.flags = EMUQ_NET_BROADCAST;
    CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    emuq_net_run(net, UINT64_MAX);
    uint32_t up = forest_climb(&midplane, 17, 0x1f, &hops);
    for (uint32_t node = 0; node < nodes; node++) {
        uint32_t down = forest_climb(&midplane, node, 0x1f, &hops_down);
        CU_ASSERT_EQUAL(seen->tick[node],
                        16 * (261 - SOFTWARE + up + 9 * hops + down + 3 * hops_down + 13 * 15 + 3 * 144));
        CU_ASSERT_EQUAL(seen->packets[node], 4);
    }
    for (uint32_t node = 0; node < nodes; node++) {
        m = contribution(node, 512, 0, EMUQ_NET_VC_WORLD);
        m.flags = EMUQ_NET_REDUCE;
        m.destination = 99;
        CU_ASSERT_EQUAL(emuq_net_send(net, 1000000, &m), 0);
    }
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(seen->total, 4 * nodes + 1);
    CU_ASSERT_EQUAL(seen->tick[99], 1000000 + 16 * expected(&midplane, 99, 0x1f, 17, 1));
    CU_ASSERT_PTR_NULL(emuq_net_audit(net));
    emuq_net_close(net);
    free(seen);
}

/** A missing contribution blocks the collective. */
static void incomplete(void)
{
    seen_t *seen = malloc(sizeof(*seen));
    emuq_net_t *net = machine(&midplane, seen);
    forest_plant(net, &midplane, 15, 0x1f, EMUQ_NET_VC_SUBGROUP);
    for (uint32_t node = 0; node < emuq_net_nodes(&midplane); node++) {
        emuq_net_message_t m = contribution(node, 8000, 15, EMUQ_NET_VC_SUBGROUP);
        if (node != 77)
            CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    }
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(seen->total, 0);
    CU_ASSERT_PTR_NULL(emuq_net_audit(net));
    emuq_net_message_t last = contribution(77, 8000, 15, EMUQ_NET_VC_SUBGROUP);
    CU_ASSERT_EQUAL(emuq_net_send(net, 10000000, &last), 0);
    emuq_net_run(net, UINT64_MAX);
    CU_ASSERT_EQUAL(seen->total, 16 * emuq_net_nodes(&midplane));
    CU_ASSERT_EQUAL(seen->disorder, 0);
    CU_ASSERT_EQUAL(emuq_net_present(net), 0);
    emuq_net_close(net);
    free(seen);
}

static void refusals(void)
{
    static const emuq_net_shape_t mesh = {3, {2, 3, 2}, 0};
    const emuq_net_tree_t good = {
        .inputs = 1 << 1, .output = EMUQ_NET_LINKS, .vc = EMUQ_NET_VC_WORLD, .local = true};
    seen_t *seen = malloc(sizeof(*seen));
    emuq_net_t *net = machine(&mesh, seen);
    emuq_net_tree_t bad[] = {good, good, good, good, good};
    bad[0].inputs = 1 << 6; /* no such link */
    bad[1].inputs = 1 << 0; /* leaves the mesh */
    bad[2].output = 1;      /* both directions */
    bad[3].vc = 3;          /* not for collectives */
    bad[4].output = 6;
    for (uint32_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        CU_ASSERT_EQUAL(emuq_net_set_tree(net, 0, 0, &bad[i]), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_set_tree(net, 12, 0, &good), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_set_tree(net, 0, EMUQ_NET_TREES, &good), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_set_tree(net, 0, 0, &good), 0);
    emuq_net_message_t m = contribution(0, 8, 0, EMUQ_NET_VC_WORLD), wrong[] = {m, m, m, m};
    wrong[0].vc = EMUQ_NET_VC_SUBGROUP;
    wrong[1].tree = 1;
    wrong[2].map = 1 << EMUQ_NET_C1;
    wrong[3].source = 1; /* not in the tree */
    for (uint32_t i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(emuq_net_send(net, 0, &wrong[i]), -EINVAL);
    CU_ASSERT_EQUAL(emuq_net_send(net, 0, &m), 0);
    emuq_net_close(net);
    free(seen);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"allreduces of a whole machine", whole},
                                        {"the closed form", closed_form},
                                        {"allreduces of parts of it", parts},
                                        {"a broadcast and a reduce", kinds},
                                        {"a contribution is missing", incomplete},
                                        {"what is rejected", refusals},
                                        {NULL, NULL}};
    return emuq_test_main("network trees", tests);
}
