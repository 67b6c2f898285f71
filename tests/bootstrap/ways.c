/* SPDX-License-Identifier: BSD-3-Clause */
/* The bootstrap method of each environment, and errors of incomplete environments. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "../ranks/capture.h"
#include "emuq_test.h"
#include "environment.h"
#include "kernel-shim/bootstrap/bootstrap.h"
#include "kernel-shim/bootstrap/pmi_common.h"

static void names_and_functions(void)
{
    const emuq_bootstrap_t *const *way = emuq_bootstraps;
    for (; *way != NULL; way++) {
        CU_ASSERT(strlen((*way)->name) > 0 && strchr((*way)->name, ' ') == NULL);
        CU_ASSERT(strlen((*way)->help) > 0 && strchr((*way)->help, '\n') == NULL);
        CU_ASSERT_PTR_NOT_NULL((*way)->present);
        CU_ASSERT_PTR_NOT_NULL((*way)->open);
        CU_ASSERT_EQUAL((*way)->gather == NULL, (*way)->nodes == NULL);
    }
    CU_ASSERT_PTR_EQUAL(way[-1], &emuq_bootstrap_none);
    CU_ASSERT_PTR_NULL(emuq_bootstrap_launcher.gather);
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
        {&emuq_bootstrap_pmi2, {"PMI_FD", "7", "PMI_JOBID", "1.0", "SLURM_STEP_ID", "0", NULL}},
        {&emuq_bootstrap_pmi, {"PMI_FD", "7", "PMI_JOBID", "1", NULL}},
        /* hydra in a step of srun */
        {&emuq_bootstrap_pmi,
         {"PMI_FD", "7", "PMI_JOBID", "1.0", "SLURM_STEP_ID", "0", "MPI_LOCALRANKID", "0", NULL}},
        {&emuq_bootstrap_pmix, {"PMIX_RANK", "0", "SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "2", NULL}},
        {&emuq_bootstrap_srun, {"SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "2", NULL}},
        {&emuq_bootstrap_none, {"SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "1", NULL}},
        {&emuq_bootstrap_none, {"SLURM_PROCID", "0", NULL}}, /* a batch script */
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
    const uint32_t giver = 0;
    const emuq_gather_t what = {1, &giver, text, sizeof(text), 0, 1, false};
    environment_clear();
    CU_ASSERT_EQUAL(emuq_bootstrap_find()->open(&rank, &ranks), 0);
    CU_ASSERT(rank == 0 && ranks == 1);
    CU_ASSERT_EQUAL(emuq_bootstrap_find()->gather(&what), 0);
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

/* Each environment is rejected with a message that contains the word. */
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
        {"--mpi=pmix", {"SLURM_PROCID", "0", "SLURM_STEP_NUM_TASKS", "2", NULL}},
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

/* A launcher that knows the nodes of ranks, or not. */
static uint32_t told[8];
static const char *names;

static int tells(uint32_t ranks, uint32_t *node)
{
    memcpy(node, told, ranks * sizeof(*node));
    return 0;
}

static int does_not_tell(uint32_t ranks, uint32_t *node)
{
    (void)ranks;
    (void)node;
    return -ENODATA;
}

/* Acts as ranks 1 and up, whose hosts have the letters of names. The caller is rank 0. */
static int gathers_names(const emuq_gather_t *what)
{
    char own[HOST_NAME_MAX + 1] = "";
    gethostname(own, sizeof(own) - 1);
    CU_ASSERT_STRING_EQUAL(what->text, own);
    CU_ASSERT_EQUAL(what->givers, strlen(names));
    for (uint32_t i = 0; i < what->givers; i++) {
        CU_ASSERT_EQUAL(what->giver[i], i);
        snprintf(what->text + i * what->bytes, what->bytes, "%c", names[i]);
    }
    return 0;
}

static void hosts(void)
{
    static const emuq_bootstrap_t teller = {.nodes = tells},
                                  silent = {.nodes = does_not_tell, .gather = gathers_names};
    static const struct {
        const char *names;
        uint32_t node[8], host[8], hosts;
    } cases[] = {
        {"a", {3}, {0}, 1},
        {"aaaa", {7, 7, 7, 7}, {0, 0, 0, 0}, 1},
        {"bbaa", {9, 9, 4, 4}, {0, 0, 1, 1}, 2},
        {"caba", {5, 0, 2, 0}, {0, 1, 2, 1}, 3},
        {"abcabca", {0, 1, 2, 0, 1, 2, 0}, {0, 1, 2, 0, 1, 2, 0}, 3},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t found[8], count = 0, ranks = (uint32_t)strlen(cases[i].names);
        memcpy(told, cases[i].node, sizeof(told));
        names = cases[i].names;
        CU_ASSERT_EQUAL(emuq_bootstrap_hosts(&teller, 0, ranks, found, &count), 0);
        CU_ASSERT(count == cases[i].hosts && memcmp(found, cases[i].host, ranks * sizeof(*found)) == 0);
        CU_ASSERT_EQUAL(emuq_bootstrap_hosts(&silent, 0, ranks, found, &count), 0);
        CU_ASSERT(count == cases[i].hosts && memcmp(found, cases[i].host, ranks * sizeof(*found)) == 0);
    }
}

enum { MANY = 40000, MANY_HOSTS = 20000 };

static int tells_many(uint32_t ranks, uint32_t *node)
{
    for (uint32_t rank = 0; rank < ranks; rank++)
        node[rank] = UINT32_MAX - rank % MANY_HOSTS * 7;
    return 0;
}

static int gathers_many(const emuq_gather_t *what)
{
    for (uint32_t i = 0; i < what->givers; i++)
        snprintf(what->text + i * what->bytes, what->bytes, "host%u", (i % MANY_HOSTS) * 7919 % MANY_HOSTS);
    return 0;
}

/* Two ranks on each of many hosts, distributed cyclically. */
static void many_hosts(void)
{
    static const emuq_bootstrap_t ways[] = {{.nodes = tells_many},
                                            {.nodes = does_not_tell, .gather = gathers_many}};
    static uint32_t found[MANY];
    for (int way = 0; way < 2; way++) {
        uint32_t count = 0, wrong = 0;
        CU_ASSERT_EQUAL(emuq_bootstrap_hosts(&ways[way], 0, MANY, found, &count), 0);
        CU_ASSERT_EQUAL(count, MANY_HOSTS);
        for (uint32_t rank = 0; rank < MANY; rank++)
            wrong += found[rank] != rank % MANY_HOSTS;
        CU_ASSERT_EQUAL(wrong, 0);
    }
}

static void mappings(void)
{
    static const struct {
        const char *text;
        int error;
        uint32_t node[8];
    } cases[] = {
        {"(vector,(0,1,5),(1,3,1))", 0, {0, 0, 0, 0, 0, 1, 2, 3}},
        {"(vector,(0,4,2))", 0, {0, 0, 1, 1, 2, 2, 3, 3}},
        {"(vector,(0,2,1))", 0, {0, 1, 0, 1, 0, 1, 0, 1}}, /* repeated from the first group */
        {"(vector,(2,1,3),(0,1,5))", 0, {2, 2, 2, 0, 0, 0, 0, 0}},
        {"(vector,(0,1,100))", 0, {0}},
        {"", -EINVAL, {0}},
        {"(vector)", -EINVAL, {0}},
        {"(vector,(0,0,1))", -EINVAL, {0}},
        {"(vector,(0,1,0))", -EINVAL, {0}},
        {"(vector,(0,1,8)", -EINVAL, {0}},
        {"(vector,(0,1))", -EINVAL, {0}},
        {"(vector,(0,1,8)),", -EINVAL, {0}},
        {"(strings,(0,1,8))", -EINVAL, {0}},
        {"unknown", -EINVAL, {0}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint32_t node[8];
        int error = emuq_pmi_mapping_nodes(cases[i].text, 8, node);
        if (error != cases[i].error)
            printf("case %zu: %d\n", i, error);
        CU_ASSERT_EQUAL(error, cases[i].error);
        CU_ASSERT(error != 0 || memcmp(node, cases[i].node, sizeof(node)) == 0);
    }
}

static void values(void)
{
    static const char *const texts[] = {"", "plain", "a b=c", "100% ;\n\"\\ \xc3\xa4", "/proc/12/fd/5"};
    char value[64], text[64];
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        CU_ASSERT_EQUAL(emuq_pmi_encode(texts[i], value, sizeof(value)), 0);
        CU_ASSERT(value[0] == 'x' && value[strcspn(value, " =;\n")] == '\0');
        CU_ASSERT_EQUAL(emuq_pmi_decode(value, text, strlen(texts[i]) + 1), 0);
        CU_ASSERT_STRING_EQUAL(text, texts[i]);
        CU_ASSERT_EQUAL(emuq_pmi_encode(texts[i], text, strlen(value) + 1), 0);
        CU_ASSERT_EQUAL(emuq_pmi_encode(texts[i], text, strlen(value)), -EMSGSIZE);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"names and functions of the ways", names_and_functions},
                                        {"order of the ways", order},
                                        {"no launcher", none},
                                        {"own launcher", launcher},
                                        {"incomplete environments", incomplete},
                                        {"numbers of hosts", hosts},
                                        {"numbers of many hosts", many_hosts},
                                        {"process mappings", mappings},
                                        {"values of PMI", values},
                                        {NULL, NULL}};
    freopen("/dev/null", "r", stdin); /* descriptor 0 is never a socket */
    return emuq_test_main("bootstrap ways", tests);
}
