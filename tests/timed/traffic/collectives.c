/* SPDX-License-Identifier: BSD-3-Clause */
/* Trees of collectives against an independent form of the machine's class routes, and times against sums
 * of constants. */
#include <string.h>

#include "shapes.h"
#include "tools/emuq-net/net.h"

static traffic_region_t region_of(const char *text, const char *shape_text)
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_shape_t shape = shape_of(shape_text);
    traffic_region_t region;
    CU_ASSERT_EQUAL_FATAL(traffic_region_read(&region, text, &shape, &why), 0);
    return region;
}

/* Climbs from a member to its root. @return hops, or UINT32_MAX: no root within reach */
static uint32_t climb(const traffic_region_t *r, uint32_t node, uint32_t *root)
{
    for (uint32_t hops = 0; hops < 400; hops++) {
        emuq_net_tree_t tree = traffic_region_tree(r, node, EMUQ_NET_VC_WORLD);
        *root = node;
        if (tree.output == EMUQ_NET_LINKS)
            return hops;
        node = emuq_net_neighbour(&r->shape, node, tree.output);
    }
    return UINT32_MAX;
}

/* @return number of nodes whose inputs are not exactly the outputs of their children */
static uint32_t strangers(const traffic_region_t *r)
{
    uint32_t wrong = 0;
    for (uint32_t rank = 0; rank < traffic_region_members(r); rank++) {
        uint32_t node = traffic_region_node(r, rank);
        uint16_t inputs = traffic_region_tree(r, node, EMUQ_NET_VC_WORLD).inputs;
        for (uint32_t link = 0; link < 2 * r->shape.dimensions; link++) {
            uint32_t other = emuq_net_neighbour(&r->shape, node, link);
            bool child = other != node && traffic_region_rank(r, other) != EMUQ_NET_NOWHERE &&
                         traffic_region_tree(r, other, EMUQ_NET_VC_WORLD).output == (link ^ 1) &&
                         traffic_region_first(r, other) == traffic_region_first(r, node);
            uint8_t at[EMUQ_NET_DIMENSIONS];
            emuq_net_coordinates(&r->shape, node, at);
            child &= !emuq_net_wraps(&r->shape, link, at[link / 2]);
            wrong += child != (inputs >> link & 1);
        }
    }
    return wrong;
}

static void trees(void)
{
    static const struct {
        const char *region, *shape;
        uint32_t members, deepest, roots;
    } cases[] = {
        {"world", "4x4x4x4x2", 512, 9, 1}, {"world", "16x8x3", 384, 8 + 4 + 1, 1},
        {"line:A", "4x4x2", 32, 2, 8},     {"plane:BA", "4x6x2", 48, 2 + 3, 2},
        {"plane:BC", "2x4x4", 32, 4, 2},   {"(1,0,2)-(3,0,3)", "4x4x4", 6, 1 + 1, 1},
        {"0-511", "4x4x4x4x2", 512, 9, 1}, {"5-5", "4x4", 1, 0, 1},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        traffic_region_t r = region_of(cases[i].region, cases[i].shape);
        uint32_t deepest = 0, roots = 0;
        CU_ASSERT_EQUAL(traffic_region_members(&r), cases[i].members);
        for (uint32_t rank = 0; rank < traffic_region_members(&r); rank++) {
            uint32_t node = traffic_region_node(&r, rank), root, hops = climb(&r, node, &root);
            CU_ASSERT_EQUAL(traffic_region_rank(&r, node), rank);
            CU_ASSERT_EQUAL(traffic_region_first(&r, node), traffic_region_first(&r, root));
            deepest = hops > deepest ? hops : deepest;
            roots += hops == 0;
        }
        CU_ASSERT_EQUAL(deepest, cases[i].deepest);
        CU_ASSERT_EQUAL(roots, cases[i].roots);
        CU_ASSERT_EQUAL(strangers(&r), 0);
    }
}

/* A node corrects the last dimension first, and the root is in the middle. */
static void class_routes(void)
{
    traffic_region_t r = region_of("world", "4x4x4x4x2");
    uint8_t at[EMUQ_NET_DIMENSIONS] = {2, 2, 2, 2, 1};
    emuq_net_tree_t tree = traffic_region_tree(&r, emuq_net_node(&r.shape, at), EMUQ_NET_VC_WORLD);
    CU_ASSERT_EQUAL(tree.output, EMUQ_NET_LINKS);
    CU_ASSERT_EQUAL(tree.inputs, 0x1ff); /* not E+, beyond the mesh */
    at[0] = 0;
    at[4] = 0;
    tree = traffic_region_tree(&r, emuq_net_node(&r.shape, at), EMUQ_NET_VC_WORLD);
    CU_ASSERT_EQUAL(tree.output, 9); /* E+ */
    CU_ASSERT_EQUAL(tree.inputs, 0);
}

static void refusals(void)
{
    static const char *const cases[][2] = {{"word", "did you mean world?"},
                                           {"line:F", "one of the dimensions A to C"},
                                           {"line:AB", "one of the dimensions A to C"},
                                           {"plane:AA", "two of the dimensions A to C"},
                                           {"(0,0,0)", "expected world"},
                                           {"(0,0,0)-(9,0,0)", "invalid node"},
                                           {"(0,0,0)-(1,1,1)x", "lowest node"},
                                           {"(1,0,0)-(0,3,1)", "lowest node"}};
    emuq_net_shape_t shape = shape_of("4x4x2");
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char reason[256] = "";
        emuq_text_t why = emuq_text(reason, sizeof reason);
        traffic_region_t r;
        CU_ASSERT_NOT_EQUAL(traffic_region_read(&r, cases[i][0], &shape, &why), 0);
        CU_ASSERT_PTR_NOT_NULL(strstr(reason, cases[i][1]));
    }
}

/* Runs a collective. */
static void run(const char *pattern, uint32_t bytes, uint64_t messages, uint32_t outstanding,
                uint32_t threads, traffic_result_t *result)
{
    char reason[256] = "";
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_constants_t p;
    CU_ASSERT_EQUAL_FATAL(emuq_net_constants_open(&p), 0);
    traffic_setup_t setup = {.parameters = &p, .seed = 1, .threads = threads};
    emuq_net_shape_t shape = shape_of("4x4x4x4x2");
    setup.workload.bytes_min = setup.workload.bytes_max = bytes;
    setup.workload.messages = messages;
    setup.workload.outstanding = outstanding;
    CU_ASSERT_EQUAL_FATAL(traffic_pattern_open(&setup.workload.pattern, pattern, &shape, 1, &why), 0);
    CU_ASSERT_EQUAL_FATAL(traffic_collect(&setup, result, &why), 0);
    CU_ASSERT_EQUAL(result->missing, 0);
    traffic_pattern_free(&setup.workload.pattern);
    emuq_net_constants_free(&p);
}

/* Cycles: nine hops, five of 22 and four of 24 cycles; 9 more cycles up and 3 down. tree.constant
 * includes 49 cycles of software. */
static void times(void)
{
    const uint64_t once = 261 - 49 + 2 * (5 * 22 + 4 * 24) + 9 * 12;
    traffic_result_t r;
    run("allreduce", 8, 1, 1, 1, &r);
    CU_ASSERT_EQUAL(r.cycles, once);
    CU_ASSERT_EQUAL(r.measure.all.packets, 512);
    CU_ASSERT_EQUAL(r.measure.vc[EMUQ_NET_VC_WORLD].packets, 512);
    CU_ASSERT_EQUAL(r.hops, 2 * 511);
    traffic_result_free(&r);
    run("allreduce", 2048, 1, 1, 1, &r);
    CU_ASSERT_EQUAL(r.cycles, once + 15 * 13 + 3 * 150);
    CU_ASSERT_EQUAL(traffic_measure_bytes(&r.measure), 512 * 2048);
    traffic_result_free(&r);
    run("allreduce:line:E", 8, 1, 1, 1, &r);
    CU_ASSERT_EQUAL(r.cycles, 261 - 49 + 2 * 22 + 12);
    CU_ASSERT_EQUAL(r.measure.vc[EMUQ_NET_VC_SUBGROUP].packets, 512);
    traffic_result_free(&r);
    run("barrier", 0, 1, 1, 1, &r);
    CU_ASSERT_EQUAL(r.cycles, 125 + 2 * (5 * 22 + 4 * 24 + 9 * 12));
    CU_ASSERT_EQUAL(r.measure.all.packets, 512);
    traffic_result_free(&r);
}

/* Consecutive collectives with one outstanding take as long as a single collective each. */
static void rows(void)
{
    traffic_result_t one, many, deep;
    run("barrier:plane:AB", 0, 1, 1, 1, &one);
    run("barrier:plane:AB", 0, 7, 1, 1, &many);
    CU_ASSERT_EQUAL(many.measure.all.packets, 7 * 512);
    CU_ASSERT_TRUE(many.cycles >= 6 * one.cycles && many.cycles <= 7 * one.cycles);
    traffic_result_free(&one);
    traffic_result_free(&many);
    run("allreduce:(0,0,0,0,0)-(3,3,0,0,1)", 512, 20, 1, 1, &many);
    run("allreduce:(0,0,0,0,0)-(3,3,0,0,1)", 512, 20, 20, 1, &deep);
    CU_ASSERT_EQUAL(many.measure.all.packets, 20 * 32);
    CU_ASSERT_EQUAL(deep.measure.all.packets, 20 * 32);
    CU_ASSERT_TRUE(deep.cycles < many.cycles / 2);
    traffic_result_free(&many);
    traffic_result_free(&deep);
}

/* The source has its copy first; members that only receive do not delay a broadcast. */
static void broadcast(void)
{
    traffic_result_t r;
    run("broadcast:line:A", 4096, 3, 1, 1, &r);
    CU_ASSERT_EQUAL(traffic_measure_bytes(&r.measure), 512 * 4096 * 3);
    CU_ASSERT_EQUAL(r.measure.all.packets, 512 * 8 * 3);
    traffic_result_free(&r);
}

static void threads(void)
{
    static const char *const patterns[] = {"allreduce", "broadcast:plane:AC", "barrier:line:D"};
    for (uint32_t i = 0; i < 3; i++) {
        traffic_result_t one, three;
        run(patterns[i], i < 2 ? 1024 : 0, 3, i < 2 ? 2 : 1, 1, &one);
        run(patterns[i], i < 2 ? 1024 : 0, 3, i < 2 ? 2 : 1, 3, &three);
        CU_ASSERT_EQUAL(traffic_measure_digest(&one.measure), traffic_measure_digest(&three.measure));
        CU_ASSERT_EQUAL(one.cycles, three.cycles);
        traffic_result_free(&one);
        traffic_result_free(&three);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"trees cover their boxes", trees}, {"trees are the machine's class routes", class_routes},
        {"what is refused", refusals},      {"times are sums of constants", times},
        {"collectives in a row", rows},     {"broadcasts", broadcast},
        {"the same with threads", threads}, {NULL, NULL}};
    return emuq_test_main("collectives of emuq-net", tests);
}
