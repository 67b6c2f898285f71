/* SPDX-License-Identifier: BSD-3-Clause */
/* Options of a job: read from the command line and from settings, and removed. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "emuq/partition.h"
#include "emuq_test.h"

#define WORDS 16

/* A command line, split at blanks. */
typedef struct line {
    char text[256];
    char *argv[WORDS + 1];
    int argc;
} line_t;

static void cut(line_t *line, const char *text)
{
    memset(line, 0, sizeof(*line));
    strncpy(line->text, text, sizeof(line->text) - 1);
    for (char *word = strtok(line->text, " "); word != NULL; word = strtok(NULL, " "))
        line->argv[line->argc++] = word;
}

static bool is_line(const line_t *line, const char *text)
{
    line_t wanted;
    cut(&wanted, text);
    if (wanted.argc != line->argc || line->argv[line->argc] != NULL)
        return false;
    for (int i = 0; i < line->argc; i++)
        if (strcmp(line->argv[i], wanted.argv[i]) != 0)
            return false;
    return true;
}

static void shapes(void)
{
    uint32_t s[5] = {9, 9, 9, 9, 9};
    CU_ASSERT_EQUAL(emuq_parse_shape("4x3x2x1x2", s), 0);
    CU_ASSERT_TRUE(s[0] == 4 && s[1] == 3 && s[2] == 2 && s[3] == 1 && s[4] == 2);
    CU_ASSERT_EQUAL(emuq_parse_shape("64", s), 0);
    CU_ASSERT_TRUE(s[0] == 64 && s[1] == 1 && s[2] == 1 && s[3] == 1 && s[4] == 1);
    static const char *const bad[] = {"",     "x",  "2x",   "x2",  "2x2x2x2x2x2", "0",
                                      "2x0",  "-1", "2X2",  "2,2", "2x2 ",        "4294967296",
                                      "2xx2", " 2", "2x 2", "a",   "2x2x2x2x2x"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        CU_ASSERT_EQUAL(emuq_parse_shape(bad[i], s), -EINVAL);
    CU_ASSERT_TRUE(s[0] == 64 && s[1] == 1);
}

static void all_options(void)
{
    static const char *const forms[] = {
        "p --shape 2x3x4x1x2 --ppn 4 --np 100 --mapping TABCDE --mesh AE rest",
        "p --mesh=EA --mapping=TABCDE rest --np=100 --ppn=4 --shape=2x3x4x1x2",
        "p --np 3 --shape 1 rest --mesh=EA --mapping=TABCDE --np=100 --ppn=4 --shape=2x3x4x1x2",
    };
    for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
        line_t line;
        emuq_job_t job;
        cut(&line, forms[i]);
        CU_ASSERT_EQUAL(emuq_job_options(&job, &line.argc, line.argv), 0);
        CU_ASSERT_TRUE(job.shape[0] == 2 && job.shape[1] == 3 && job.shape[2] == 4 && job.shape[3] == 1 &&
                       job.shape[4] == 2);
        CU_ASSERT_EQUAL(job.ppn, 4);
        CU_ASSERT_EQUAL(job.np, 100);
        CU_ASSERT_STRING_EQUAL(job.mapping, "TABCDE");
        CU_ASSERT_EQUAL(job.mesh, 0x11);
        CU_ASSERT_TRUE(is_line(&line, "p rest"));
    }
}

static void other_words_stay(void)
{
    static const struct {
        const char *before, *after;
        uint32_t ppn;
    } lines[] = {
        {"p", "p", 1},
        {"p a b", "p a b", 1},
        {"p --help --ppn 2 -x", "p --help -x", 2},
        {"p --ppn 2 -- --ppn 4", "p -- --ppn 4", 2},
        {"p -- --shape bad", "p -- --shape bad", 1},
        {"p --ppnx 2 --shapes", "p --ppnx 2 --shapes", 1},
        {"p -ppn 2", "p -ppn 2", 1},
        {"--ppn 2", "--ppn 2", 1},
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        line_t line;
        emuq_job_t job;
        cut(&line, lines[i].before);
        CU_ASSERT_EQUAL(emuq_job_options(&job, &line.argc, line.argv), 0);
        CU_ASSERT_TRUE(is_line(&line, lines[i].after));
        CU_ASSERT_EQUAL(job.ppn, lines[i].ppn);
        CU_ASSERT_EQUAL(job.shape[0], 1);
        CU_ASSERT_EQUAL(job.np, 0);
        CU_ASSERT_STRING_EQUAL(job.mapping, "ABCDET");
    }
    line_t none = {.argc = 0};
    emuq_job_t job;
    CU_ASSERT_EQUAL(emuq_job_options(&job, &none.argc, none.argv), 0);
    CU_ASSERT_EQUAL(none.argc, 0);
}

static void bad_options_change_nothing(void)
{
    static const char *const bad[] = {"p --ppn 2 --shape", "p --shape 2y2", "p --shape=",   "p --ppn 0",
                                      "p --ppn 65",        "p --ppn two",   "p --np -1",    "p --np 1K",
                                      "p --mesh AF",       "p --mesh a",    "p --mapping=", "p x --np"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        line_t line;
        capture_t c;
        emuq_job_t job = {.np = 77};
        cut(&line, bad[i]);
        capture_begin(&c);
        CU_ASSERT_EQUAL(emuq_job_options(&job, &line.argc, line.argv), -EINVAL);
        capture_end(&c);
        CU_ASSERT_EQUAL(capture_lines(&c), 1);
        CU_ASSERT_EQUAL(strncmp(c.text, "emuq: ", 6), 0);
        CU_ASSERT_TRUE(is_line(&line, bad[i]));
        CU_ASSERT_EQUAL(job.np, 77);
    }
}

static void settings_supply_the_rest(void)
{
    line_t line;
    emuq_job_t job;
    capture_t c;
    setenv("EMUQ_SHAPE", "3x2", 1);
    setenv("EMUQ_PPN", "8", 1);
    setenv("EMUQ_NP", "5", 1);
    setenv("EMUQ_MAPPING", "EDCBAT", 1);
    setenv("EMUQ_MESH", "B", 1);
    cut(&line, "p --ppn 2");
    CU_ASSERT_EQUAL(emuq_job_options(&job, &line.argc, line.argv), 0);
    CU_ASSERT_TRUE(job.shape[0] == 3 && job.shape[1] == 2 && job.shape[2] == 1);
    CU_ASSERT_EQUAL(job.ppn, 2);
    CU_ASSERT_EQUAL(job.np, 5);
    CU_ASSERT_STRING_EQUAL(job.mapping, "EDCBAT");
    CU_ASSERT_EQUAL(job.mesh, 0x08);

    setenv("EMUQ_MESH", "Q", 1);
    cut(&line, "p");
    capture_begin(&c);
    CU_ASSERT_EQUAL(emuq_job_options(&job, &line.argc, line.argv), -EINVAL);
    capture_end(&c);
    CU_ASSERT_EQUAL(capture_lines(&c), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "EMUQ_MESH: invalid value 'Q'"));
    static const char *const names[] = {"EMUQ_SHAPE", "EMUQ_PPN", "EMUQ_NP", "EMUQ_MAPPING", "EMUQ_MESH"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        unsetenv(names[i]);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"shapes", shapes},
                                        {"all options", all_options},
                                        {"other words stay", other_words_stay},
                                        {"bad options change nothing", bad_options_change_nothing},
                                        {"settings supply the rest", settings_supply_the_rest},
                                        {NULL, NULL}};
    return emuq_test_main("job options", tests);
}
