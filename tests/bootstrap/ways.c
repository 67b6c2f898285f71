/* SPDX-License-Identifier: BSD-3-Clause */
/* Which way is taken in which environment, and what is refused in one that is incomplete. */
#include <string.h>

#include "../ranks/capture.h"
#include "emuq_test.h"
#include "environment.h"
#include "kernel-shim/bootstrap/bootstrap.h"

static void names_and_functions(void)
{
    const emuq_bootstrap_t *const *way = emuq_bootstraps;
    for (; *way != NULL; way++) {
        CU_ASSERT(strlen((*way)->name) > 0 && strchr((*way)->name, ' ') == NULL);
        CU_ASSERT(strlen((*way)->help) > 0 && strchr((*way)->help, '\n') == NULL);
        CU_ASSERT_PTR_NOT_NULL((*way)->present);
        CU_ASSERT_PTR_NOT_NULL((*way)->open);
    }
    CU_ASSERT_PTR_EQUAL(way[-1], &emuq_bootstrap_none);
    CU_ASSERT_PTR_NULL(emuq_bootstrap_launcher.share);
}

static void order(void)
{
    static const struct {
        const emuq_bootstrap_t *way;
        const char *environment[12];
    } cases[] = {
        {&emuq_bootstrap_none, {NULL}},
        {&emuq_bootstrap_none, {"PMI_RANK", "0", "PMI_SIZE", "1", NULL}},
        {&emuq_bootstrap_pmi, {"PMI_FD", "7", "PMI_RANK", "0", "PMI_SIZE", "1", NULL}},
        {&emuq_bootstrap_pmi, {"PMI_PORT", "host:1", NULL}},
        {&emuq_bootstrap_pmix, {"PMIX_NAMESPACE", "job", "PMIX_RANK", "0", NULL}},
        {&emuq_bootstrap_pmix, {"PMIX_RANK", "0", "PMI_FD", "7", NULL}},
        {&emuq_bootstrap_launcher, {"EMUQ_PARTITION", "/p", "EMUQ_RANK", "0", NULL}},
        {&emuq_bootstrap_launcher,
         {"EMUQ_RANK", "0", "PMIX_NAMESPACE", "job", "PMIX_RANK", "0", "PMI_FD", "7", NULL}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        environment(cases[i].environment);
        CU_ASSERT_PTR_EQUAL(emuq_bootstrap_find(), cases[i].way);
    }
}

static void none(void)
{
    uint32_t rank = 9, ranks = 9;
    char text[] = "place";
    environment_clear();
    CU_ASSERT_EQUAL(emuq_bootstrap_find()->open(&rank, &ranks), 0);
    CU_ASSERT(rank == 0 && ranks == 1);
    CU_ASSERT_EQUAL(emuq_bootstrap_find()->share(text, sizeof(text)), 0);
    CU_ASSERT_STRING_EQUAL(text, "place");
}

static void launcher(void)
{
    uint32_t rank = 9, ranks = 9;
    static const char *const given[] = {"EMUQ_PARTITION", "/p", "EMUQ_RANK", "511", NULL};
    environment(given);
    CU_ASSERT_EQUAL(emuq_bootstrap_find()->open(&rank, &ranks), 0);
    CU_ASSERT(rank == 511 && ranks == 0);
}

/* Each environment is refused, with one line that has the word in it. */
static void incomplete(void)
{
    static const struct {
        const char *word;
        const char *environment[8];
    } cases[] = {
        {"EMUQ_RANK ", {"EMUQ_PARTITION", "/p", NULL}},
        {"EMUQ_PARTITION ", {"EMUQ_RANK", "3", NULL}},
        {"EMUQ_PARTITION ", {"EMUQ_PARTITION", "", "EMUQ_RANK", "3", NULL}},
        {"EMUQ_RANK=", {"EMUQ_PARTITION", "/p", "EMUQ_RANK", "", NULL}},
        {"EMUQ_RANK=-1", {"EMUQ_PARTITION", "/p", "EMUQ_RANK", "-1", NULL}},
        {"EMUQ_RANK=1x", {"EMUQ_PARTITION", "/p", "EMUQ_RANK", "1x", NULL}},
        {"EMUQ_RANK=4294967296", {"EMUQ_PARTITION", "/p", "EMUQ_RANK", "4294967296", NULL}},
        {"PMIX_", {"PMIX_RANK", "0", NULL}},
        {"PMIX_", {"PMIX_NAMESPACE", "job", NULL}},
        {"PMIX_", {"PMIX_NAMESPACE", "job", "PMIX_RANK", "zero", NULL}},
        {"PMI_PORT", {"PMI_PORT", "host:1", NULL}},
        {"PMI_FD=x", {"PMI_FD", "x", "PMI_RANK", "0", "PMI_SIZE", "1", NULL}},
        {"PMI_RANK ", {"PMI_FD", "7", "PMI_SIZE", "1", NULL}},
        {"PMI_SIZE ", {"PMI_FD", "7", "PMI_RANK", "0", NULL}},
        {"PMI_RANK=2 ", {"PMI_FD", "7", "PMI_RANK", "2", "PMI_SIZE", "2", NULL}},
        {"PMI_FD=1000 ", {"PMI_FD", "1000", "PMI_RANK", "0", "PMI_SIZE", "2", NULL}}, /* not open */
        {"PMI_FD=0 ", {"PMI_FD", "0", "PMI_RANK", "0", "PMI_SIZE", "2", NULL}},       /* no socket */
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t rank, ranks;
        capture_t capture;
        environment(cases[i].environment);
        capture_begin(&capture);
        int error = emuq_bootstrap_find()->open(&rank, &ranks);
        capture_end(&capture);
        if (error >= 0 || capture_lines(&capture) != 1 || strncmp(capture.text, "emuq: ", 6) != 0 ||
            strstr(capture.text, cases[i].word) == NULL)
            printf("case %zu: %d %s\n", i, error, capture.text);
        CU_ASSERT(error < 0);
        CU_ASSERT_EQUAL(capture_lines(&capture), 1);
        CU_ASSERT_PTR_NOT_NULL(strstr(capture.text, cases[i].word));
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"names and functions of the ways", names_and_functions},
                                        {"order of the ways", order},
                                        {"no launcher", none},
                                        {"own launcher", launcher},
                                        {"incomplete environments", incomplete},
                                        {NULL, NULL}};
    freopen("/dev/null", "r", stdin); /* descriptor 0 is no socket, whoever runs the test */
    return emuq_test_main("bootstrap ways", tests);
}
