/* SPDX-License-Identifier: BSD-3-Clause */
/* Faults of links: the text of the setting, and the words that are damaged. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/net/faults.h"
#include "emuq_test.h"

#define WORDS 200000u

static const apenet_word_t magic = APENET_LINK_MAGIC;
static char what[160];

static int parse(const char *text, apenet_fault_plan_t *plan)
{
    what[0] = '\0';
    return apenet_fault_plan_parse(text, plan, what, sizeof what);
}

static void texts(void)
{
    apenet_fault_plan_t p;
    CU_ASSERT_EQUAL(parse("", &p), 0);
    CU_ASSERT_FALSE(p.is_on);
    CU_ASSERT_EQUAL(parse("seed:18446744073709551615,ber:2e-7,burst:300,header:0.25,link:3.0.31.5@12", &p),
                    0);
    CU_ASSERT(p.is_on && p.seed == UINT64_MAX && p.burst == 300);
    CU_ASSERT(p.bit_rate > 1.99e-7 && p.bit_rate < 2.01e-7 && p.header_rate > 0.249 && p.header_rate < 0.251);
    CU_ASSERT(p.has_cut && p.cut_node[0] == 3 && p.cut_node[1] == 0 && p.cut_node[2] == 31);
    CU_ASSERT(p.cut_port == 5 && p.cut_packet == 12);
    CU_ASSERT_EQUAL(parse("ber:copper", &p), 0);
    CU_ASSERT(p.is_on && !p.has_cut && p.burst == 1 && p.seed == 0);
    CU_ASSERT(p.bit_rate > 1.0e-13 && p.bit_rate < 1.2e-13);
    CU_ASSERT_EQUAL(parse("ber:optical", &p), 0);
    CU_ASSERT(p.bit_rate > 2.3e-14 && p.bit_rate < 2.4e-14);
}

static void wrong_texts(void)
{
    static const char *const text[] = {"x",
                                       "ber",
                                       "ber:",
                                       "ber:1",
                                       "ber:-1e-9",
                                       "ber:glass",
                                       "burst:0",
                                       "burst:4097",
                                       "header:1.1",
                                       "header:",
                                       "seed:",
                                       "seed:1x",
                                       "link:0.0.0@1",
                                       "link:0.0.0.6@1",
                                       "link:0.0.0.0@0",
                                       "link:32.0.0.0@1",
                                       "link:0.0.0.0",
                                       "link:0.0.0.0@1x",
                                       "ber:1e-9,",
                                       ",ber:1e-9",
                                       "ber:nan"};
    apenet_fault_plan_t p = {.seed = 77};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        CU_ASSERT_EQUAL(parse(text[i], &p), -EINVAL);
        CU_ASSERT(p.seed == 77 && !p.is_on);
        CU_ASSERT_PTR_NOT_NULL(strstr(what, "expected "));
    }
    CU_ASSERT_EQUAL(parse("seed:1,burst:x", &p), -EINVAL);
    CU_ASSERT_STRING_EQUAL(what, "\"burst:x\": expected bits of an error, 1..4096");
}

static apenet_fault_line_t line_of(const char *text, uint32_t node, unsigned port)
{
    apenet_fault_plan_t p;
    apenet_fault_line_t line;
    CU_ASSERT_EQUAL_FATAL(parse(text, &p), 0);
    apenet_fault_line_init(&line, &p, node, port, p.has_cut);
    return line;
}

/* Passes words of zeros in pieces of random sizes. */
static void pass(apenet_fault_line_t *line, apenet_word_t *words, unsigned seed)
{
    memset(words, 0, WORDS * sizeof *words);
    srand(seed);
    for (uint32_t at = 0, n; at < WORDS; at += n) {
        n = 1 + (uint32_t)rand() % 700;
        n = n < WORDS - at ? n : WORDS - at;
        CU_ASSERT_EQUAL(apenet_fault_line_pass(line, &words[at], n), n);
    }
}

static uint64_t bits_of(const apenet_word_t *words)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < 4 * WORDS; i++)
        bits += (uint64_t)__builtin_popcount(words[i / 4].w[i % 4]);
    return bits;
}

static void the_seed_decides(void)
{
    apenet_word_t *a = malloc(WORDS * sizeof *a), *b = malloc(WORDS * sizeof *b);
    apenet_fault_line_t one = line_of("seed:5,ber:1e-5", 3, 2), two = one;
    pass(&one, a, 1);
    pass(&two, b, 2);
    CU_ASSERT_EQUAL(memcmp(a, b, WORDS * sizeof *a), 0); /* not the sizes of the pieces */
    CU_ASSERT_EQUAL(one.damaged, bits_of(a));
    CU_ASSERT(one.damaged > 200 && one.damaged < 320); /* 256 expected, standard deviation 16 */
    const apenet_fault_line_t other[] = {line_of("seed:6,ber:1e-5", 3, 2), line_of("seed:5,ber:1e-5", 4, 2),
                                         line_of("seed:5,ber:1e-5", 3, 1)};
    for (unsigned i = 0; i < 3; i++) {
        two = other[i];
        pass(&two, b, 1);
        CU_ASSERT_NOT_EQUAL(memcmp(a, b, WORDS * sizeof *a), 0);
    }
    free(a);
    free(b);
}

static void bursts(void)
{
    apenet_word_t *a = malloc(WORDS * sizeof *a);
    apenet_fault_line_t line = line_of("seed:9,ber:1e-6,burst:300", 0, 0);
    pass(&line, a, 1);
    uint32_t runs = 0, length = 0, longest = 0;
    for (uint32_t bit = 0; bit < WORDS * 128; bit++) {
        bool is_set = (a[bit / 128].w[bit / 32 % 4] >> bit % 32 & 1) != 0;
        runs += is_set && length == 0;
        length = is_set ? length + 1 : 0;
        longest = length > longest ? length : longest;
    }
    CU_ASSERT(runs > 5 && runs < 60);
    CU_ASSERT(longest >= 300);
    CU_ASSERT_EQUAL(line.damaged, bits_of(a));
    CU_ASSERT_EQUAL(line.damaged % 300, 0);
    free(a);
}

/* Words of packets with one payload word: MAGIC START header payload footer. */
static void headers(void)
{
    apenet_fault_line_t line = line_of("seed:4,header:1", 1, 1);
    for (unsigned i = 0; i < 100; i++) {
        apenet_word_t w[5] = {
            magic, {{APENET_LINK_START, 0, 0, 0}}, {{1, 2, 3, 4}}, {{5, 6, 7, 8}}, {{9, 1, 2, 3}}};
        const apenet_word_t header = w[2], payload = w[3], footer = w[4];
        if (i % 3 == 2) /* the header is a word of its own in the payload of a resent footer */
            apenet_set(w[1].w, APENET_START_RESEND_FOOTER, 1);
        CU_ASSERT_EQUAL(apenet_fault_line_pass(&line, w, 2) + apenet_fault_line_pass(&line, &w[2], 3), 5);
        CU_ASSERT_EQUAL(memcmp(&w[2], &header, sizeof header) != 0, i % 3 != 2);
        CU_ASSERT(memcmp(&w[3], &payload, sizeof payload) == 0 && memcmp(&w[4], &footer, sizeof footer) == 0);
    }
    CU_ASSERT_EQUAL(line.packets, 67);
    CU_ASSERT_EQUAL(line.damaged, 67);
}

static void a_cut_line(void)
{
    apenet_fault_line_t line = line_of("link:0.0.0.0@3", 0, 0);
    uint32_t passed = 0;
    for (unsigned i = 0; i < 6; i++) {
        apenet_word_t w[5] = {
            magic, {{APENET_LINK_START, 0, 0, 0}}, {{1, 2, 3, 4}}, {{5, 6, 7, 8}}, {{9, 1, 2, 3}}};
        passed += apenet_fault_line_pass(&line, w, 5);
    }
    CU_ASSERT_EQUAL(passed, 2 * 5 + 1); /* the MAGIC of the third packet still passes */
    CU_ASSERT(line.is_cut);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"texts", texts},   {"wrong texts", wrong_texts}, {"the seed decides", the_seed_decides},
        {"bursts", bursts}, {"headers", headers},         {"a cut line", a_cut_line},
        {NULL, NULL}};
    return emuq_test_main("faults of links", tests);
}
