/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of emuq-perf's output: units, doubts about results, CSV. Nothing is measured. */
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "tools/emuq-perf/perf.h"

static void units(void)
{
    static const struct {
        perf_unit_t unit;
        double value;
        const char *text;
    } rows[] = {{PERF_TIME, 0, "0.00 ns"},
                {PERF_TIME, 1.234, "1.23 ns"},
                {PERF_TIME, 9.994, "9.99 ns"},
                {PERF_TIME, 9.996, "10.0 ns"},
                {PERF_TIME, 99.94, "99.9 ns"},
                {PERF_TIME, 99.96, "100 ns"},
                {PERF_TIME, 999.4, "999 ns"},
                {PERF_TIME, 999.6, "1.00 us"},
                {PERF_TIME, 7399200, "7.40 ms"},
                {PERF_TIME, 1.5e9, "1.50 s"},
                {PERF_TIME, 2e12, "2000 s"},
                {PERF_TIME, 1e300, "> 999999 s"},
                {PERF_BANDWIDTH, 12.34, "12.3 GB/s"},
                {PERF_BANDWIDTH, 0.0123, "12.3 MB/s"},
                {PERF_BANDWIDTH, 0.0000004, "0.40 kB/s"},
                {PERF_BANDWIDTH, 1234, "1.23 TB/s"},
                {PERF_RATE, 5.17339, "5.17 M/s"},
                {PERF_RATE, 0.0801118, "80.1 k/s"},
                {PERF_RATE, 0.0000021, "2.10 /s"},
                {PERF_PERCENT, 62.5, "62.5 %"},
                {PERF_PERCENT, 100, "100 %"},
                {PERF_PERCENT, 1200, "1200 %"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[PERF_SI_BYTES];
        CU_ASSERT_STRING_EQUAL(perf_si(text, rows[i].unit, rows[i].value), rows[i].text);
    }
}

/* Each row differs from the first one, a quiet machine, in a few values. */
static void doubts(void)
{
    static const struct {
        perf_conditions_t conditions; /* load, cores, switches, samples, shares_cores, begun, ended, low,
                                       * high, limit_low, limit_high */
        unsigned doubts;
    } rows[] = {
        {{0.5, 2, 1, 100, false, 100, 104, 200, 220, 98, 105}, 0},
        {{1, 2, 1, 100, false, 100, 104, 200, 220, 98, 105}, 0},
        {{1.01, 2, 1, 100, false, 100, 104, 200, 220, 98, 105}, PERF_DOUBT_LOAD},
        {{1.01, 64, 1, 100, false, 100, 104, 200, 220, 98, 105}, 0},
        {{-1, 64, 1, 100, false, 100, 104, 200, 220, 98, 105}, 0}, /* unknown */
        {{0.5, 2, 12, 100, false, 100, 104, 200, 220, 98, 105}, 0},
        {{0.5, 2, 13, 100, false, 100, 104, 200, 220, 98, 105}, PERF_DOUBT_PREEMPTED},
        {{0.5, 2, 13, 100, true, 100, 104, 200, 220, 98, 105}, 0}, /* yields count as preemptions */
        {{0.5, 2, 1, 100, false, 100, 125, 200, 220, 98, 105}, 0},
        {{0.5, 2, 1, 100, false, 100, 126, 200, 220, 98, 105}, PERF_DOUBT_MOVED},
        {{0.5, 2, 1, 100, false, 100, 79, 200, 220, 98, 105}, PERF_DOUBT_MOVED},
        {{0.5, 2, 1, 100, false, 0, 0, 200, 220, 98, 105}, 0}, /* too few samples */
        {{0.5, 2, 1, 100, false, 100, 104, 200, 401, 98, 105}, PERF_DOUBT_SPREAD},
        {{0.5, 2, 1, 100, false, 100, 104, 0, 220, 98, 105}, 0}, /* unknown */
        {{0.5, 2, 1, 100, false, 100, 104, 200, 220, 98, 197}, PERF_DOUBT_SPREAD},
        {{0.5, 2, 1, 100, false, 100, 104, 200, 220, 0, 0}, 0}, /* no limit */
        {{77, 2, 9, 9, false, 1, 9, 8243, 7427000, 0, 0}, (1u << PERF_DOUBTS) - 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CU_ASSERT_EQUAL(perf_doubts(&rows[i].conditions), rows[i].doubts);
}

static void names_of_doubts(void)
{
    char text[PERF_DOUBTS_BYTES];
    CU_ASSERT_STRING_EQUAL(perf_doubts_text(text, 0), "");
    CU_ASSERT_STRING_EQUAL(perf_doubts_text(text, PERF_DOUBT_LOAD | PERF_DOUBT_MOVED), "load+moved");
    CU_ASSERT_STRING_EQUAL(perf_doubts_text(text, (1u << PERF_DOUBTS) - 1), "load+preempted+moved+spread");
}

static void thirds(void)
{
    const double sample[13] = {4, 1, 2, 3, 9, 9, 9, 9, 9, 40, 10, 20, 30};
    double begun = -1, ended = -1;
    perf_thirds(sample, 13, &begun, &ended);
    CU_ASSERT_DOUBLE_EQUAL(begun, 2.5, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(ended, 25, 1e-9);
    CU_ASSERT_DOUBLE_EQUAL(sample[0], 4, 0); /* in the same order as before */
    perf_thirds(sample, 11, &begun, &ended);
    CU_ASSERT_DOUBLE_EQUAL(begun, 0, 0);
    CU_ASSERT_DOUBLE_EQUAL(ended, 0, 0);
}

static void limits_of_a_run(void)
{
    static perf_limits_t limits;
    const perf_test_t *one = &perf_tests[0], *other = &perf_tests[1];
    const struct {
        perf_limit_t limit;
        unsigned doubts;
    } rows[] = {{{one, 8, 1, 100}, 0},
                {{one, 8, 1, 125}, 0},
                {{one, 8, 1, 126}, PERF_DOUBT_MOVED},
                {{one, 8, 1, 79}, PERF_DOUBT_MOVED},
                {{one, 16, 1, 300}, 0},
                {{one, 8, 2, 300}, 0},
                {{other, 8, 1, 300}, 0},
                {{other, 8, 1, 700}, PERF_DOUBT_MOVED}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        CU_ASSERT_EQUAL(perf_limit_check(&limits, rows[i].limit), rows[i].doubts);
    CU_ASSERT_EQUAL(limits.count, 4);
    for (uint64_t size = 1000; size < 1000 + 2 * PERF_MAX_LIMITS; size++)
        (void)perf_limit_check(&limits, (perf_limit_t){one, size, 1, 100});
    CU_ASSERT_EQUAL(limits.count, PERF_MAX_LIMITS);
}

static void expect_row(const char *json, bool is_head, const char *wanted)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    perf_csv_row(json, is_head, "last", out);
    fclose(out);
    CU_ASSERT_STRING_EQUAL(text, wanted);
    free(text);
}

static void csv(void)
{
    static const char json[] =
        "{\"test\": \"put\", \"median\": 1.5, \"unit\": \"GB/s\", \"shape\": [2, 1, 1], "
        "\"pinned\": true, \"doubts\": \"\"}\n";
    expect_row(json, true, "test,median,unit,shape,pinned,doubts,last\n");
    expect_row(json, false, "put,1.5,GB/s,2x1x1,true,,last\n");
    expect_row("{\"a\": \"x, y\", \"b\": 1}", false, "\"x, y\",1,last\n");
    expect_row("{}", true, "last\n");
}

int main(void)
{
    static const emuq_test_t tests[] = {{"units", units},
                                        {"doubts", doubts},
                                        {"names of doubts", names_of_doubts},
                                        {"thirds", thirds},
                                        {"limits of a run", limits_of_a_run},
                                        {"CSV", csv},
                                        {NULL, NULL}};
    return emuq_test_main("perf values", tests);
}
