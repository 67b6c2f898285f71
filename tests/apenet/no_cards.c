/* SPDX-License-Identifier: BSD-3-Clause */
/* Jobs without APEnet+ cards: each rank gets an error, and one line names the reason. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/rdma_names.h"
#include "emuq/partition.h"
#include "emuq_test.h"
#include "tests/ranks/capture.h"

static int expected; /* expected result of apenet_open(); constant while a job runs */

static int no_card_program(int argc, char **argv)
{
    apenet_card_t *card;
    (void)argc;
    (void)argv;
    CU_ASSERT_EQUAL(apenet_open(0, &card), expected);
    CU_ASSERT_EQUAL(apenet_default_card(&card), expected);
    return 0;
}

static unsigned times(const char *text, const char *word)
{
    unsigned n = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        n++;
    return n;
}

/* No rank gets a card; one rank prints the reason. */
static void check_no_card(const emuq_job_t *job, int rc, const char *why)
{
    static capture_t c;
    expected = rc;
    capture_begin(&c);
    CU_ASSERT_EQUAL(emuq_run_threads(job, no_card_program, 0, NULL), 0);
    capture_end(&c);
    CU_ASSERT_EQUAL(times(c.text, "emuq: APEnet+"), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, why));
}

static void other_shapes(void)
{
    emuq_job_t flat = {.shape = {1, 1, 1, 2, 1}, .ppn = 1}, many = {.shape = {1, 1, 1, 1, 1}, .ppn = 8};
    emuq_job_t halves = {.shape = {3, 1, 1, 1, 2}, .ppn = 2}, line = {.shape = {37, 1, 1, 1, 1}, .ppn = 1};
    check_no_card(&flat, -EINVAL, "this job has 1x1x1x2x1, and 1; start the job with --shape 2x1x1\n");
    check_no_card(&many, -EINVAL,
                  "this job has 1x1x1x1x1, and 8; start the job with --shape 2x1x1 --ppn 4\n");
    check_no_card(&halves, -EINVAL,
                  "this job has 3x1x1x1x2, and 2; start the job with --shape 3x2x1 --ppn 2\n");
    check_no_card(&line, -EINVAL, "this job has 37x1x1x1x1, and 1; choose another --shape or --ppn\n");
}

static void another_backend(void)
{
    emuq_job_t job = {.shape = {2, 2, 1, 1, 1}, .ppn = 1};
    setenv("EMUQ_BACKEND", "timed", 1);
    check_no_card(&job, -ENOTSUP,
                  "requires EMUQ_BACKEND=emulator, and no --timed (this job has backend timed)");
    unsetenv("EMUQ_BACKEND");
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"other shapes", other_shapes}, {"another backend", another_backend}, {NULL, NULL}};
    return emuq_test_main("jobs without APEnet+ cards", tests);
}
