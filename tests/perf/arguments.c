/* SPDX-License-Identifier: BSD-3-Clause */
/* Valid and invalid command lines of emuq-perf. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "emuq_test.h"

/* Expects one line of error with @p word, status 2, and no table. */
static void expect_complaint(const char *script, const char *word)
{
    command_t c = command_run(script);
    if (c.status != 2 || c.err_lines != 1 || strstr(c.err, word) == NULL || strstr(c.out, "median") != NULL)
        printf("%s\n  ended with %d and said: %s%s", script, c.status, c.out, c.err);
    CU_ASSERT_EQUAL(c.status, 2);
    CU_ASSERT_EQUAL(c.err_lines, 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.err, word));
    CU_ASSERT_PTR_NULL(strstr(c.out, "median"));
    command_free(&c);
}

static void wrong_options(void)
{
    expect_complaint("\"$PERF\" --nonsense", "unknown option --nonsense");
    expect_complaint("\"$PERF\" leftover", "'leftover'");
    expect_complaint("\"$PERF\" --test", "--test");
    expect_complaint("\"$PERF\" --test nothing", "'nothing'");
    expect_complaint("\"$PERF\" --test handoff,", "''");
    expect_complaint("\"$PERF\" --sizes 12", "--sizes");
    expect_complaint("\"$PERF\" --sizes 8,,16", "--sizes");
    expect_complaint("\"$PERF\" --sizes 8x", "--sizes");
    expect_complaint("\"$PERF\" --sizes 65M", "--sizes");
    expect_complaint("\"$PERF\" --time 0", "--time");
    expect_complaint("\"$PERF\" --time nan", "--time");
    expect_complaint("\"$PERF\" --time 1s", "--time");
    expect_complaint("\"$PERF\" --pairs 0", "--pairs");
    expect_complaint("\"$PERF\" --hops -1", "--hops");
    expect_complaint("\"$PERF\" --mode both", "--mode");
    expect_complaint("\"$PERF\" --progress auto,never", "--progress");
    expect_complaint("\"$PERF\" --no-pin=yes", "--no-pin");
    expect_complaint("\"$PERF\" --trace=yes", "--trace");
    expect_complaint("\"$PERF\" --trace --mode hosts", "--trace");
    expect_complaint("\"$PERF\" --json=", "--json");
    expect_complaint("\"$PERF\" --csv=", "--csv");
    expect_complaint("\"$PERF\" --csv - --json -", "--csv");
    expect_complaint("\"$PERF\" --csv \"$FILES/same\" --json \"$FILES/same\"",
                     "--json and --csv: both write");
    expect_complaint("\"$PERF\" --json \"$FILES/same\" --record \"$FILES/same\"",
                     "--json and --record: both write");
    expect_complaint("\"$PERF\" --csv \"$FILES/csv\" --record \"$FILES/record\"", "--record");
    expect_complaint("\"$PERF\" --table --hops 1", "--hops");
    expect_complaint("\"$PERF\" --table --test gi_barrier", "gi_barrier");
    expect_complaint("\"$PERF\" --table --test "
                     "put_latency,fifo_latency,rget_latency,put_read,put_bandwidth,put_rate,fifo_rate",
                     "7 tests");
    expect_complaint("\"$PERF\" --load -1", "--load");
    expect_complaint("\"$PERF\" --load busy", "--load");
    expect_complaint("\"$PERF\" --pairs 2 --hops 1", "--hops");
    expect_complaint("\"$PERF\" --shape 65", "65");
    expect_complaint("\"$PERF\" --ppn 3", "3");
    expect_complaint("\"$PERF\" --np x", "--np");
}

static void explanation(void)
{
    expect_complaint("\"$PERF\" --explain --test put_rate", "--test");
    expect_complaint("\"$PERF\" --explain --table", "--table");
    expect_complaint("\"$PERF\" --explain --json \"$FILES/json\"", "--json");
    expect_complaint("\"$PERF\" --explain --shape 4 --pairs 2", "--pairs");
#ifdef EMUQ_TIME_STAMPS
    command_t c = command_run("\"$PERF\" --explain --time 0.01 --sizes 8,4K,1M");
    static const char *const stages[] = {"build",   "inject", "doorbell", "decode",    "translate",
                                         "reserve", "copy",   "counter",  "detection", "EMUQ_INLINE_BYTES"};
    CU_ASSERT_EQUAL(c.status, 0);
    CU_ASSERT_EQUAL(c.err_lines, 0);
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++)
        CU_ASSERT_PTR_NOT_NULL(strstr(c.out, stages[i]));
    command_free(&c);
#else
    expect_complaint("\"$PERF\" --explain", "-DEMUQ_TIME_STAMPS=ON");
    expect_complaint("\"$RUN\" --shape 2 \"$PERF\" --explain", "-DEMUQ_TIME_STAMPS=ON");
#endif
}

static void wrong_jobs(void)
{
    expect_complaint("\"$PERF\" --mode threads --pairs 2", "4");
    expect_complaint("\"$PERF\" --mode threads --hops 7", "7");
    expect_complaint("\"$PERF\" --mode threads --json \"$FILES/no/where\"", "no/where");
    expect_complaint("\"$PERF\" --mode threads --csv \"$FILES/no/where\"", "no/where");
    expect_complaint("\"$PERF\" --csv \"$FILES/no/where\"", "no/where");
    expect_complaint("\"$PERF\" --mode threads --shape 4 --np 3", "--np");
    expect_complaint("\"$RUN\" --shape 1 \"$PERF\"", "two ranks");
    expect_complaint("\"$RUN\" --shape 2 \"$PERF\" --nonsense", "unknown option --nonsense");
    expect_complaint("\"$RUN\" --shape 2 \"$PERF\" --mode threads", "--mode");
    expect_complaint("\"$RUN\" --shape 2 \"$PERF\" --progress yield", "EMUQ_WAIT");
    expect_complaint("\"$RUN\" --shape 2 \"$PERF\" --trace", "EMUQ_TRACE");
}

static void information(void)
{
    static const struct {
        const char *script, *word;
    } commands[] = {{"\"$PERF\" --help", "usage"},
                    {"\"$PERF\" --list", "put_latency"},
                    {"\"$PERF\" --version", "."},
                    {"\"$RUN\" --shape 2 \"$PERF\" --list", "gi_barrier"}};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        command_t c = command_run(commands[i].script);
        CU_ASSERT_EQUAL(c.status, 0);
        CU_ASSERT_STRING_EQUAL(c.err, "");
        const char *first = strstr(c.out, commands[i].word);
        CU_ASSERT_PTR_NOT_NULL(first);
        if (i == 3) /* printed by one rank */
            CU_ASSERT_PTR_NULL(strstr(first + 1, commands[i].word));
        CU_ASSERT_PTR_NULL(strstr(c.out, "--np")); /* every process of every node must be a rank */
        command_free(&c);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"wrong options", wrong_options},
                                        {"wrong jobs", wrong_jobs},
                                        {"explanation", explanation},
                                        {"information", information},
                                        {NULL, NULL}};
    if (command_setup() != 0)
        return 1;
    int status = emuq_test_main("perf arguments", tests);
    command_teardown();
    return status;
}
