/* SPDX-License-Identifier: BSD-3-Clause */
/* Parameter files and --set: changed values, rounding, provenance, and errors. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "tools/emuq-net/net.h"
#include "network/files/files.h"

static emuq_net_constants_t p;
static char reason[512];
static emuq_text_t why;

static void begin(void)
{
    why = emuq_text(reason, sizeof reason);
    CU_ASSERT_EQUAL_FATAL(emuq_net_constants_open(&p), 0);
}

static const char *source(const char *key)
{
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++)
        if (strcmp(emuq_net_parameter[i].key, key) == 0)
            return p.source[i];
    CU_FAIL_FATAL("no such key");
    return "";
}

static void a_file_changes_values(void)
{
    begin();
    CU_ASSERT_EQUAL(emuq_net_constants_parse(&p,
                                             "# another machine\n"
                                             "[model] name = \"mine\"\n"
                                             "[link]  hop_cycles = 31  gap_cycles = 0 # two on a line\n"
                                             "[vc.1]\n"
                                             "kind = \"bubble\"\n"
                                             "tokens = 5\n"
                                             "[zone]\n"
                                             "2 = [\"AB\", \"E\"]\n"
                                             "[provenance]\n"
                                             "\"link.hop_cycles\" = \"measured, \\\"twice\\\"\"\n",
                                             "mine.toml", &why),
                    0);
    CU_ASSERT_EQUAL(p.value.link.hop, 31);
    CU_ASSERT_EQUAL(p.value.link.gap, 0);
    CU_ASSERT_EQUAL(p.value.vc[1].tokens, 5);
    CU_ASSERT_EQUAL(p.value.zone[2][0], 3);
    CU_ASSERT_EQUAL(p.value.zone[2][1], 16);
    CU_ASSERT_EQUAL(p.value.zone[2][2], 0);
    CU_ASSERT_EQUAL(p.value.link.chunk, 8);
    CU_ASSERT_STRING_EQUAL(p.name, "mine");
    CU_ASSERT_STRING_EQUAL(source("link.hop_cycles"), "measured, \"twice\"");
    CU_ASSERT_STRING_EQUAL(source("link.gap_cycles"), "changed by mine.toml");
    CU_ASSERT_STRING_EQUAL(source("link.chunk_cycles"), "");
    CU_ASSERT_EQUAL(emuq_net_constants_check(&p, &why), 0);
    emuq_net_constants_free(&p);
}

static void set_value(const char *text, int wanted)
{
    CU_ASSERT_EQUAL(emuq_net_constants_set(&p, text, "me", &why) == 0, wanted == 0);
}

/* A cycle of the network is 2 ns, a cycle of a core 0.625 ns, a tick 0.125 ns. */
static void times_are_rounded_half_up(void)
{
    static const struct {
        const char *text;
        uint64_t ps, wanted;
    } rows[] = {{"44ns", 2000, 22}, {"45ns", 2000, 23},    {"44.999ns", 2000, 22}, {"0.9ns", 2000, 0},
                {"1ns", 2000, 1},   {"1.5us", 2000, 750},  {"0.3125ns", 625, 1},   {"0.312499ns", 625, 0},
                {"2ns", 125, 16},   {"0.062500ns", 125, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t value = 99;
        CU_ASSERT_EQUAL(emuq_net_time(rows[i].text, rows[i].ps, &value), 0);
        CU_ASSERT_EQUAL(value, rows[i].wanted);
    }
    static const char *const wrong[] = {"",
                                        "ns",
                                        "4",
                                        "4 ns",
                                        "-4ns",
                                        "4.ns",
                                        ".5ns",
                                        "1.0000001ns",
                                        "4ms",
                                        "1.2.3ns",
                                        "99999999999999999999ns"};
    uint64_t value;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        CU_ASSERT_NOT_EQUAL(emuq_net_time(wrong[i], 2000, &value), 0);

    begin();
    set_value("link.hop_cycles=44ns", 0);
    CU_ASSERT_EQUAL(p.value.link.hop, 22);
    set_value("cpu.inject=60ns", 0);
    CU_ASSERT_EQUAL(p.value.cpu.inject, 96);
    set_value("mu.drain_chunk=10ns", 0);
    CU_ASSERT_EQUAL(p.value.mu.drain, 5);
    set_value("vc.0.tokens=44ns", -1); /* not a time */
    emuq_net_constants_free(&p);
}

static void words_and_zones(void)
{
    begin();
    set_value("router.choose=random", 0);
    CU_ASSERT_EQUAL(p.value.router.choose, EMUQ_NET_RANDOM);
    set_value("router.choose=best", -1);
    CU_ASSERT_PTR_NOT_NULL(strstr(reason, "most-tokens|random"));
    set_value("zone.0=AB,CD,E", 0);
    CU_ASSERT_EQUAL(p.value.zone[0][1], 12);
    static const char *const wrong[] = {"zone.0=",   "zone.0=AA", "zone.0=A,,B",
                                        "zone.0=A,", "zone.0=X",  "zone.4=A"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        set_value(wrong[i], -1);
    emuq_net_constants_free(&p);
}

/* Checks that a file is rejected with its line and a reason that contains a text. */
static void check_file(const char *text, const char *part)
{
    begin();
    CU_ASSERT_NOT_EQUAL(emuq_net_constants_parse(&p, text, "f", &why), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(reason, part));
    if (strstr(reason, part) == NULL)
        printf("'%s' is not in '%s'\n", part, reason);
    emuq_net_constants_free(&p);
}

static void errors_name_the_line(void)
{
    check_file("\n[link]\ngap_cycle = 2",
               "f:3: unknown parameter 'link.gap_cycle'; did you mean link.gap_cycles?");
    check_file("[link]\ngap_cycles = 33", "f:2: link.gap_cycles: invalid value '33' (expected 0..32 cycles");
    check_file("[link]\ngap_cycles = -1", "f:2: ");
    check_file("[link\ngap_cycles = 1", "f:1: missing ]");
    check_file("[", "f:1: missing name or number");
    check_file("gap", "f:1: missing =");
    check_file("gap =", "f:1: missing name or number");
    check_file("a = \"x", "f:1: missing closing quote");
    check_file("a = [1, 2", "f:1: missing ] (a list");
    check_file("a = [1 2 3 4 5 6 7 8 9]", "f:1: missing ]");
    check_file("a = [1,2,3,4,5,6,7,8,9]", "f:1: more than 8 items in a list");
    check_file("[model] preset = \"bgl\"", "f:1: unknown preset 'bgl'");
    check_file("[model] size = \"x\"", "f:1: [model]: unknown key");
    check_file("[provenance]\n\"link.gap\" = \"x\"", "f:2: unknown parameter");
    check_file("[provenance]\n\"link.gap_cycles\" = 3", "f:2: 'link.gap_cycles': expected a text");
    begin();
    CU_ASSERT_NOT_EQUAL(emuq_net_constants_read(&p, "/nowhere/at/all", &why), 0);
    CU_ASSERT_PTR_NOT_NULL(strstr(reason, "cannot read '/nowhere/at/all'"));
    set_value("vc.0.tokens=3", 0);
    CU_ASSERT_NOT_EQUAL(emuq_net_constants_check(&p, &why), 0);
    emuq_net_constants_free(&p);
}

static void the_digest_depends_on_values_alone(void)
{
    begin();
    uint64_t digest = traffic_parameters_digest(&p);
    set_value("link.gap_cycles=2", 0);
    CU_ASSERT_EQUAL(traffic_parameters_digest(&p), digest);
    set_value("link.gap_cycles=3", 0);
    CU_ASSERT_NOT_EQUAL(traffic_parameters_digest(&p), digest);
    emuq_net_constants_free(&p);
}

static void bins_of_histograms(void)
{
    uint32_t last = 0;
    for (uint64_t v = 0; v < 100000; v++) {
        uint32_t bin = traffic_bin(v);
        CU_ASSERT_TRUE(bin == last || bin == last + 1);
        CU_ASSERT_TRUE(traffic_bin_low(bin) <= v && v < traffic_bin_low(bin + 1));
        last = bin;
    }
    CU_ASSERT_EQUAL(traffic_bin(UINT64_MAX), TRAFFIC_BINS - 1);
    uint64_t count[TRAFFIC_BINS] = {[5] = 50, [10] = 49, [300] = 1};
    CU_ASSERT_EQUAL(traffic_percentile(count, 250, 0, UINT64_MAX), 5);
    CU_ASSERT_EQUAL(traffic_percentile(count, 900, 0, UINT64_MAX), 10);
    CU_ASSERT_EQUAL(traffic_percentile(count, 999, 0, 12345), 12345);
    CU_ASSERT_EQUAL(traffic_percentile((uint64_t[TRAFFIC_BINS]){[60] = 2}, 500, 1012, 1012), 1012);
    CU_ASSERT_EQUAL(traffic_percentile((uint64_t[TRAFFIC_BINS]){0}, 500, 0, 0), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a file changes values", a_file_changes_values},
        {"times are rounded half up", times_are_rounded_half_up},
        {"words and zones", words_and_zones},
        {"errors name the line", errors_name_the_line},
        {"the digest depends on values alone", the_digest_depends_on_values_alone},
        {"bins of histograms", bins_of_histograms},
        {NULL, NULL}};
    return emuq_test_main("traffic parameters", tests);
}
