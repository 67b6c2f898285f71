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

/* Conditions of a quiet machine. */
static const perf_conditions_t quiet = {.load = 0.5,
                                        .cores = 2,
                                        .switches = 1,
                                        .samples = 100,
                                        .begun = 100,
                                        .ended = 104,
                                        .low = 200,
                                        .high = 220,
                                        .limit_low = 98,
                                        .limit_high = 105};

static void doubts(void)
{
    perf_conditions_t c = quiet;
    CU_ASSERT_EQUAL(perf_doubts(&c), 0);
    c.load = 1;
    CU_ASSERT_EQUAL(perf_doubts(&c), 0);
    c.load = 1.01;
    CU_ASSERT_EQUAL(perf_doubts(&c), PERF_DOUBT_LOAD);
    c.cores = 64;
    CU_ASSERT_EQUAL(perf_doubts(&c), 0);
    c.load = -1; /* unknown */
    CU_ASSERT_EQUAL(perf_doubts(&c), 0);
    c = quiet, c.switches = 12;
    CU_ASSERT_EQUAL(perf_doubts(&c), 0);
    c.switches = 13;
    CU_ASSERT_EQUAL(perf_doubts(&c), PERF_DOUBT_PREEMPTED);
    c.shares_cores = true; /* yields count as preemptions */
    CU_ASSERT_EQUAL(perf_doubts(&c), 0);
    c = quiet, c.ended = 124;
    CU_ASSERT_EQUAL(perf_doubts(&c), 0);
    c.ended = 126;
    CU_ASSERT_EQUAL(perf_doubts(&c), PERF_DOUBT_MOVED);
    c.ended = 79;
    CU_ASSERT_EQUAL(perf_doubts(&c), PERF_DOUBT_MOVED);
    c.ended = c.begun = 0; /* too few samples */
    CU_ASSERT_EQUAL(perf_doubts(&c), 0);
    c = quiet, c.high = 401;
    CU_ASSERT_EQUAL(perf_doubts(&c), PERF_DOUBT_SPREAD);
    c = quiet, c.limit_high = 197;
    CU_ASSERT_EQUAL(perf_doubts(&c), PERF_DOUBT_SPREAD);
    c.limit_low = c.limit_high = 0; /* no limit */
    CU_ASSERT_EQUAL(perf_doubts(&c), 0);
    c = (perf_conditions_t){.load = 77,
                            .cores = 2,
                            .switches = 9,
                            .samples = 9,
                            .begun = 1,
                            .ended = 9,
                            .low = 8243,
                            .high = 7427000};
    CU_ASSERT_EQUAL(perf_doubts(&c), (1u << PERF_DOUBTS) - 1);
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
    CU_ASSERT_EQUAL(perf_limit_check(&limits, (perf_limit_t){one, 8, 1, 100}), 0);
    CU_ASSERT_EQUAL(perf_limit_check(&limits, (perf_limit_t){one, 8, 1, 124}), 0);
    CU_ASSERT_EQUAL(perf_limit_check(&limits, (perf_limit_t){one, 8, 1, 126}), PERF_DOUBT_MOVED);
    CU_ASSERT_EQUAL(perf_limit_check(&limits, (perf_limit_t){one, 8, 1, 79}), PERF_DOUBT_MOVED);
    CU_ASSERT_EQUAL(perf_limit_check(&limits, (perf_limit_t){one, 16, 1, 300}), 0);
    CU_ASSERT_EQUAL(perf_limit_check(&limits, (perf_limit_t){one, 8, 2, 300}), 0);
    CU_ASSERT_EQUAL(perf_limit_check(&limits, (perf_limit_t){other, 8, 1, 300}), 0);
    CU_ASSERT_EQUAL(perf_limit_check(&limits, (perf_limit_t){other, 8, 1, 700}), PERF_DOUBT_MOVED);
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
