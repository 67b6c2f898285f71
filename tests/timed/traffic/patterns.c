/* SPDX-License-Identifier: BSD-3-Clause */
/* Patterns: destinations against independent closed forms, and invalid patterns. */
#include <stdlib.h>
#include <string.h>

#include "shapes.h"
#include "tools/emuq-net/net.h"

static void open_pattern(traffic_pattern_t *p, const char *text, const char *shape_text)
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_shape_t shape = shape_of(shape_text);
    CU_ASSERT_EQUAL_FATAL(traffic_pattern_open(p, text, &shape, 7, &why), 0);
}

static uint32_t target(const traffic_pattern_t *p, uint32_t source, uint64_t number)
{
    return traffic_pattern_target(p, source, number).node;
}

/* Checks that a pattern is rejected with a reason that contains a text. */
static void check_refused(const char *text, const char *shape_text, const char *part)
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_shape_t shape = shape_of(shape_text);
    traffic_pattern_t p;
    CU_ASSERT_NOT_EQUAL(traffic_pattern_open(&p, text, &shape, 1, &why), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(reason, part));
    traffic_pattern_free(&p);
}

static void permutations_are_bijections(void)
{
    static const uint32_t counts[] = {1, 2, 3, 4, 5, 17, 64, 1000, 4097};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        char *seen = calloc(counts[c], 1);
        uint32_t moved = 0;
        for (uint32_t i = 0; i < counts[c]; i++) {
            uint32_t to = traffic_permute(99, counts[c], i);
            CU_ASSERT_TRUE_FATAL(to < counts[c]);
            CU_ASSERT_FALSE(seen[to]);
            seen[to] = 1;
            moved += to != i;
        }
        CU_ASSERT_TRUE(counts[c] < 17 || moved > counts[c] / 2);
        free(seen);
    }
    uint32_t alike = 0;
    for (uint32_t i = 0; i < 1000; i++)
        alike += traffic_permute(1, 1000, i) == traffic_permute(2, 1000, i);
    CU_ASSERT_TRUE(alike < 50);
}

/* In each round of an all-to-all a source sends to each different node once. */
static void exchanges_name_all_others(void)
{
    static const char *const text[] = {"alltoall", "alltoall:shift", "alltoall:xor", "alltoall:near-first",
                                       "alltoall:perm:window=128"};
    for (size_t k = 0; k < sizeof text / sizeof text[0]; k++) {
        traffic_pattern_t p;
        open_pattern(&p, text[k], "4x4x2");
        CU_ASSERT_EQUAL(p.round, 31);
        for (uint32_t s = 0; s < 32; s++) {
            uint32_t seen = 1U << s;
            for (uint64_t i = 31; i < 62; i++)
                seen |= 1U << target(&p, s, i);
            CU_ASSERT_EQUAL(seen, UINT32_MAX);
        }
        traffic_pattern_free(&p);
    }
}

/* All nodes get a first segment before any node gets a second segment. */
static void exchanges_in_pieces(void)
{
    static const uint32_t wanted[] = {512, 488, 512, 488};
    traffic_workload_t w = {.bytes_min = 1000, .bytes_max = 1000};
    open_pattern(&w.pattern, "alltoall:perm:window=512", "4x4x2");
    for (uint64_t i = 0; i < 4 * w.pattern.round; i++)
        CU_ASSERT_EQUAL(traffic_message_bytes(&w, 3, i), wanted[i / w.pattern.round]);
    traffic_pattern_free(&w.pattern);
}

static void near_nodes_come_first(void)
{
    traffic_pattern_t p;
    open_pattern(&p, "alltoall:near-first", "5x4x3");
    for (uint32_t s = 0; s < 60; s++)
        for (uint64_t i = 1; i < 59; i++)
            CU_ASSERT_TRUE(emuq_net_distance(&p.shape, s, target(&p, s, i - 1)) <=
                           emuq_net_distance(&p.shape, s, target(&p, s, i)));
    traffic_pattern_free(&p);
}

/* Node (a,b,c) of 4x4x2 is 8 a + 2 b + c. */
static void fixed_destinations(void)
{
    static const struct {
        const char *text;
        uint32_t source, wanted;
    } rows[] = {
        {"bisection", 8 * 1 + 2 * 3 + 1, 8 * 3 + 2 * 3 + 1},
        {"bisection:all", 8 * 1 + 2 * 3 + 1, 8 * 3 + 2 * 1 + 0},
        {"transpose", 8 * 1 + 2 * 3 + 1, 8 * 3 + 2 * 1 + 1},
        {"transpose", 8 * 2 + 2 * 2, 8 * 2 + 2 * 2},
        {"complement", 8 * 1 + 2 * 3 + 1, 8 * 2 + 2 * 0 + 0},
        {"tornado", 8 * 3 + 2 * 3 + 1, 8 * 0 + 2 * 3 + 1},
        {"reverse", 16 + 2, 8 + 1},
        {"shuffle", 16 + 2, 4 + 1},
        {"neighbour:A-", 0, 8 * 3},
        {"neighbour:C+", 1, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        traffic_pattern_t p;
        open_pattern(&p, rows[i].text, "4x4x2");
        CU_ASSERT_EQUAL(target(&p, rows[i].source, 5), rows[i].wanted);
        traffic_pattern_free(&p);
    }
    traffic_pattern_t p;
    open_pattern(&p, "transpose:rank", "4x4");
    CU_ASSERT_EQUAL(target(&p, 6, 0), 9); /* 01 10 -> 10 01 */
    traffic_pattern_free(&p);
}

static void neighbours_by_their_links(void)
{
    traffic_pattern_t p;
    open_pattern(&p, "neighbour", "2x1x3");
    CU_ASSERT_EQUAL(p.round, 4); /* both links of a ring of two, none of a ring of one */
    for (uint64_t i = 0; i < 4; i++) {
        traffic_target_t t = traffic_pattern_target(&p, 4, i);
        CU_ASSERT_EQUAL(t.hints, ((uint16_t[]){1, 2, 16, 32})[i]);
        CU_ASSERT_EQUAL(t.node, ((uint32_t[]){1, 1, 3, 5})[i]);
    }
    traffic_pattern_free(&p);
}

static void random_destinations(void)
{
    traffic_pattern_t p;
    open_pattern(&p, "uniform", "4x4");
    uint32_t count[16] = {0};
    for (uint64_t i = 0; i < 15000; i++)
        count[target(&p, 3, i)]++;
    CU_ASSERT_EQUAL(count[3], 0);
    for (uint32_t n = 0; n < 16; n++)
        CU_ASSERT_TRUE(n == 3 || (count[n] > 850 && count[n] < 1150));
    traffic_pattern_free(&p);

    open_pattern(&p, "hotspot:(1,1),0.25", "4x4");
    uint32_t hot = 0;
    for (uint64_t i = 0; i < 16000; i++)
        hot += target(&p, 3, i) == 5;
    CU_ASSERT_TRUE(hot > 4500 && hot < 5100); /* 1/4 + 3/4 of 1/15 */
    traffic_pattern_free(&p);
}

/* Peaks against formulas: 8 / k link rates for uniform traffic on a torus with an even number k of nodes
 * in the longest dimension, 4 / k to the most distant node, a link rate per link to neighbours. */
static void peaks(void)
{
    static const struct {
        const char *text, *shape;
        double rate, hops;
    } rows[] = {
        {"uniform", "8x4x4", 8.0 / 8 * 127 / 128, 4.0 * 128 / 127},
        {"alltoall", "16x8x8x8", 8.0 / 16 * 8191 / 8192, 10.0 * 8192 / 8191},
        {"uniform", "16x16x16x12x2", 0.5, 15.5},
        {"bisection", "8x4x4", 4.0 / 8, 4},
        {"bisection:all", "8x4x4", 4.0 / 8, 8},
        {"neighbour", "4x4x2", 6, 1},
        {"neighbour:A+", "4x4x2", 1, 1},
        {"hotspot:0,1", "4x4x2", 6.0 / 31, 2.5}, /* all links into the node */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        traffic_pattern_t p;
        open_pattern(&p, rows[i].text, rows[i].shape);
        traffic_peak_t peak = traffic_peak(&p);
        CU_ASSERT_DOUBLE_EQUAL(peak.rate, rows[i].rate, 1e-4);
        CU_ASSERT_DOUBLE_EQUAL(peak.mean, peak.rate, 1e-9);
        CU_ASSERT_DOUBLE_EQUAL(peak.hops, rows[i].hops, 1e-3);
        traffic_pattern_free(&p);
    }
}

static void what_is_refused(void)
{
    static const struct {
        const char *text, *shape, *part;
    } rows[] = {
        {"unifrom", "4x4", "did you mean uniform"},  {"uniform:3", "4x4", "takes no argument"},
        {"alltoall:random", "4x4", "invalid order"}, {"alltoall:perm:windw=3", "4x4", "window=BYTES"},
        {"alltoall:xor", "3x4", "power of 2"},       {"transpose", "4x2", "equal dimensions"},
        {"transpose:rank", "4x2", "4, 16, 64"},      {"reverse", "3x3", "power of 2"},
        {"neighbour:D+", "4x4", "direction"},        {"hotspot:16,0.5", "4x4", "below 16"},
        {"hotspot:(0,4),0.5", "4x4", "coordinates"}, {"hotspot:0,1.5", "4x4", "probability"},
        {"permutation:x", "4x4", "number"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_refused(rows[i].text, rows[i].shape, rows[i].part);
}

static void shapes(void)
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_shape_t s = shape_of("16x8x2");
    CU_ASSERT_EQUAL(s.dimensions, 3);
    CU_ASSERT_EQUAL(s.size[1], 8);
    CU_ASSERT_EQUAL(s.torus, 7);
    CU_ASSERT_EQUAL(traffic_shape_mesh("CA", &s, &why), 0);
    CU_ASSERT_EQUAL(s.torus, 2);
    CU_ASSERT_NOT_EQUAL(traffic_shape_mesh("D", &s, &why), 0);
    static const char *const wrong[] = {
        "", "4x", "x4", "0x4", "65", "4x4x4x4x4x4x4", "4 x4", "64x64x64x64x64"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CU_ASSERT_NOT_EQUAL(traffic_shape_parse(wrong[i], &s, &why), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"permutations are bijections", permutations_are_bijections},
                                        {"exchanges name all others", exchanges_name_all_others},
                                        {"exchanges in pieces", exchanges_in_pieces},
                                        {"near nodes come first", near_nodes_come_first},
                                        {"fixed destinations", fixed_destinations},
                                        {"neighbours by their links", neighbours_by_their_links},
                                        {"random destinations", random_destinations},
                                        {"peaks", peaks},
                                        {"what is refused", what_is_refused},
                                        {"shapes", shapes},
                                        {NULL, NULL}};
    return emuq_test_main("traffic patterns", tests);
}
