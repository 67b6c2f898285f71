/* SPDX-License-Identifier: BSD-3-Clause */
/* Words HEALTH of cards as letters, descriptions, maps and lists (apenet 8.6). */
#define _GNU_SOURCE
#include <string.h>

#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"
#include "tools/emuq-run/run.h"

#define VALID EMUQ_COMPONENT_HEALTH_VALID

static uint32_t host(uint32_t state)
{
    return VALID | state << EMUQ_HEALTH_HOST_AT;
}

static uint32_t card(uint32_t state)
{
    return VALID | state << EMUQ_HEALTH_CARD_AT;
}

static uint32_t link_at(unsigned port, uint32_t state)
{
    return VALID | state << (EMUQ_HEALTH_LINK_AT + 2 * port);
}

static void expect_text(uint32_t word, char letter, const char *text)
{
    char got[EMUQ_HEALTH_TEXT];
    CU_ASSERT_EQUAL(emuq_health_letter(word), letter);
    CU_ASSERT_STRING_EQUAL(emuq_health_describe(word, got), text);
    CU_ASSERT_EQUAL(emuq_health_is_bad(word), *text != '\0');
}

static void all_states(void)
{
    static const char *const port[] = {"X+", "Y+", "Z+", "X-", "Y-", "Z-"};
    static const char *const state[] = {"", "has errors", "retries", "is down"};
    char text[64];
    expect_text(0, '-', "");
    expect_text(0x3, '-', ""); /* not valid */
    expect_text(VALID, '.', "");
    expect_text(host(1), 'h', "host sick");
    expect_text(host(2), 'h', "host in alarm");
    expect_text(host(3), 'X', "host failed");
    expect_text(card(1), 'c', "card sick");
    expect_text(card(2), 'c', "card in alarm");
    expect_text(card(3), 'c', "card failed");
    for (unsigned p = 0; p < 6; p++)
        for (unsigned s = 1; s < 4; s++) {
            snprintf(text, sizeof text, "link %s %s", port[p], state[s]);
            expect_text(link_at(p, s), s == 3 ? 'L' : 'l', text);
        }
    expect_text(VALID | 1u << 16, 't', "temperature warm");
    expect_text(VALID | 2u << 16, 't', "temperature hot");
    expect_text(VALID | 1u << 18, 's', "service network not available");
    expect_text(VALID | 0xfu << 19, '.', ""); /* reserved bits */
}

/* The layout of the specification, in numbers. */
static void layout(void)
{
    expect_text(0x800003, 'X', "host failed");
    expect_text(0x80000c, 'c', "card failed");
    expect_text(0x800030, 'L', "link X+ is down");
    expect_text(0x800c00, 'L', "link X- is down");
    expect_text(0x804000, 'l', "link Z- has errors");
}

static void most_severe_first(void)
{
    expect_text(host(3) | card(3) | link_at(0, 3), 'X', "host failed, card failed, link X+ is down");
    expect_text(host(1) | card(1), 'c', "host sick, card sick");
    expect_text(host(2) | link_at(3, 3), 'h', "host in alarm, link X- is down");
    expect_text(link_at(0, 1) | link_at(5, 3), 'L', "link X+ has errors, link Z- is down");
    expect_text(link_at(1, 1) | link_at(4, 2), 'l', "link Y+ has errors, link Y- retries");
    expect_text(
        0xffffff, 'X',
        "host failed, card failed, link X+ is down, link Y+ is down, link Z+ is down, link X- is down, "
        "link Y- is down, link Z- is down, temperature unknown, service network not available");
}

static void worst_of_two(void)
{
    CU_ASSERT_EQUAL(emuq_health_worst(0, host(1)), host(1));
    CU_ASSERT_EQUAL(emuq_health_worst(host(1), 0), host(1));
    CU_ASSERT_EQUAL(emuq_health_worst(0, 0), 0);
    CU_ASSERT_EQUAL(emuq_health_worst(host(3), 0x3f), host(3)); /* not valid */
    CU_ASSERT_EQUAL(emuq_health_worst(host(1) | card(3), host(2) | card(1)), host(2) | card(3));
    for (unsigned p = 0; p < 6; p++)
        CU_ASSERT_EQUAL(emuq_health_worst(link_at(p, 2), link_at(p, 1) | host(3)), link_at(p, 2) | host(3));
    CU_ASSERT_EQUAL(emuq_health_worst(VALID | 1u << 18, VALID | 2u << 16), VALID | 1u << 18 | 2u << 16);
}

/* Compares the map of a lattice. */
static void expect_map(const uint32_t size[3], const uint32_t *word, const char *wanted)
{
    char *text;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    emuq_health_map(out, size, word, "  ");
    fclose(out);
    CU_ASSERT_STRING_EQUAL(text, wanted);
    free(text);
}

static void maps(void)
{
    static const uint32_t line[3] = {3, 1, 1}, cube[3] = {2, 2, 2}, wide[3] = {32, 1, 3};
    uint32_t three[3] = {VALID, host(3), 0}, eight[8], many[96];
    expect_map(line, three, "  z=0\n  .X-   y=0\n");
    for (unsigned i = 0; i < 8; i++)
        eight[i] = VALID;
    eight[1] = host(1);       /* (0,0,1) */
    eight[2] = card(1);       /* (0,1,0) */
    eight[4] = link_at(0, 3); /* (1,0,0) */
    expect_map(cube, eight,
               "  z=0   z=1\n"
               "  .L    h.    y=0\n"
               "  c.    ..    y=1\n");
    for (unsigned i = 0; i < 96; i++)
        many[i] = VALID;
    many[95] = link_at(2, 1); /* (31,0,2) */
    expect_map(wide, many,
               "  z=0                               z=1\n"
               "  ................................  ................................  y=0\n"
               "  z=2\n"
               "  ...............................l  y=0\n");
}

static void expect_list(const uint32_t *word, uint32_t most, uint32_t bad, const char *wanted)
{
    static const uint32_t size[3] = {2, 1, 2};
    char *text;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(out);
    CU_ASSERT_EQUAL(emuq_health_list(out, size, word, most, "; "), bad);
    fclose(out);
    CU_ASSERT_STRING_EQUAL(text, wanted);
    free(text);
    CU_ASSERT_EQUAL(emuq_health_list(NULL, size, word, 0, ""), bad);
}

static void lists(void)
{
    uint32_t word[4] = {VALID, VALID, 0, VALID};
    expect_list(word, 4, 0, "");
    word[1] = host(3);
    expect_list(word, 4, 1, "node 1 (0,0,1): host failed");
    word[2] = link_at(3, 3);
    word[3] = card(1);
    expect_list(word, 4, 3,
                "node 1 (0,0,1): host failed; node 2 (1,0,0): link X- is down; node 3 (1,0,1): card sick");
    expect_list(word, 1, 3, "node 1 (0,0,1): host failed; 2 more nodes");
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"all states", all_states},
        {"layout", layout},
        {"most severe first", most_severe_first},
        {"worst of two words", worst_of_two},
        {"maps", maps},
        {"lists", lists},
        {NULL, NULL},
    };
    return emuq_test_main("health of nodes", tests);
}
