/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/bootstrap/bootstrap.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* emuq-run is first: its ranks inherit variables of an enclosing job. Slurm without PMI follows all
 * launchers that may run inside of Slurm. */
const emuq_bootstrap_t *const emuq_bootstraps[] = {
    &emuq_bootstrap_launcher,
    &emuq_bootstrap_pmix,
    &emuq_bootstrap_pmi2,
    &emuq_bootstrap_pmi,
    &emuq_bootstrap_srun,
    &emuq_bootstrap_none,
    NULL,
};

const emuq_bootstrap_t *emuq_bootstrap_find(void)
{
    const emuq_bootstrap_t *const *method = emuq_bootstraps;
    while (*method != &emuq_bootstrap_none && !(*method)->present())
        method++;
    return *method;
}

/* Equal names are ordered by address, so by rank. */
static int bootstrap_compare_names(const void *left, const void *right)
{
    const char *a = *(const char *const *)left, *b = *(const char *const *)right;
    int order = strcmp(a, b);
    return order != 0 ? order : (a > b) - (a < b);
}

/* Numbers each host name by its lowest rank. */
static int bootstrap_number_names(const emuq_gather_t *names, uint32_t *node)
{
    const char **name = calloc(names->givers, sizeof(*name));
    uint32_t first = 0;
    if (name == NULL)
        return -ENOMEM;
    for (uint32_t rank = 0; rank < names->givers; rank++)
        name[rank] = emuq_gather_text(names, rank);
    qsort(name, names->givers, sizeof(*name), bootstrap_compare_names);
    for (uint32_t i = 0; i < names->givers; i++) {
        uint32_t rank = (uint32_t)((size_t)(name[i] - names->text) / names->bytes);
        if (i == 0 || strcmp(name[i], name[i - 1]) != 0)
            first = rank;
        node[rank] = first;
    }
    free(name);
    return 0;
}

static int bootstrap_exchange_names(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks,
                                    uint32_t *node)
{
    emuq_gather_t names = {.givers = ranks, .bytes = HOST_NAME_MAX + 1, .end = ranks};
    uint32_t *giver = calloc(ranks, sizeof(*giver));
    names.text = calloc(ranks, names.bytes);
    int error = giver != NULL && names.text != NULL ? 0 : -ENOMEM;
    for (uint32_t i = 0; i < ranks && error == 0; i++)
        giver[i] = i;
    names.giver = giver;
    if (error == 0) {
        gethostname(emuq_gather_text(&names, rank), names.bytes - 1);
        error = method->gather(&names);
    }
    if (error == 0)
        error = bootstrap_number_names(&names, node);
    free(giver);
    free(names.text);
    return error;
}

typedef struct rank_on_node {
    uint32_t node, rank;
} rank_on_node_t;

static int bootstrap_compare_nodes(const void *left, const void *right)
{
    const rank_on_node_t *a = left, *b = right;
    return a->node != b->node ? (a->node > b->node) - (a->node < b->node)
                              : (a->rank > b->rank) - (a->rank < b->rank);
}

/* Replaces node numbers by host numbers. @return the number of hosts; 0: out of memory */
static uint32_t bootstrap_number_hosts(uint32_t ranks, uint32_t *node)
{
    uint32_t hosts = 0, lowest = 0;
    rank_on_node_t *entry = calloc(ranks, sizeof(*entry));
    if (entry == NULL)
        return 0;
    for (uint32_t rank = 0; rank < ranks; rank++)
        entry[rank] = (rank_on_node_t){node[rank], rank};
    qsort(entry, ranks, sizeof(*entry), bootstrap_compare_nodes);
    for (uint32_t i = 0; i < ranks; i++) {
        if (i == 0 || entry[i].node != entry[i - 1].node)
            lowest = entry[i].rank;
        node[entry[i].rank] = lowest;
    }
    free(entry);
    for (uint32_t rank = 0; rank < ranks; rank++)
        node[rank] = node[rank] == rank ? hosts++ : node[node[rank]];
    return hosts;
}

int emuq_bootstrap_hosts(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks,
                         uint32_t *host_of_rank, uint32_t *hosts)
{
    int error = method->nodes(ranks, host_of_rank);
    if (error == -ENODATA)
        error = bootstrap_exchange_names(method, rank, ranks, host_of_rank);
    if (error != 0)
        return error;
    *hosts = bootstrap_number_hosts(ranks, host_of_rank);
    return *hosts != 0 ? 0 : -ENOMEM;
}

unsigned emuq_bootstrap_seconds = 60;

int emuq_bootstrap_number(const char *variable, uint32_t *value)
{
    const char *text = getenv(variable);
    if (text == NULL) {
        emuq_log("%s is not set, but other variables of its launcher are; start the program by the launcher, "
                 "or unset all of them",
                 variable);
        return -EINVAL;
    }
    char *end;
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number > UINT32_MAX) {
        emuq_log("%s=%s: invalid value (expected a number); start the program by its launcher, or unset "
                 "the variable",
                 variable, text);
        return -EINVAL;
    }
    *value = (uint32_t)number;
    return 0;
}

/* ---- emuq-run: the partition exists, its path is in the environment ---- */

static bool launcher_present(void)
{
    return getenv("EMUQ_PARTITION") != NULL || getenv("EMUQ_RANK") != NULL;
}

static int launcher_open(uint32_t *rank, uint32_t *ranks)
{
    const char *partition = getenv("EMUQ_PARTITION");
    if (partition == NULL || partition[0] == '\0') {
        emuq_log("EMUQ_RANK is set, but EMUQ_PARTITION is not; both are set by emuq-run: "
                 "unset EMUQ_RANK, or start the program by emuq-run");
        return -EINVAL;
    }
    int error = emuq_bootstrap_number("EMUQ_RANK", rank);
    *ranks = 0;
    return error;
}

const emuq_bootstrap_t emuq_bootstrap_launcher = {
    .name = "emuq-run",
    .help = "EMUQ_PARTITION and EMUQ_RANK are set: started by emuq-run, which has created the partition",
    .present = launcher_present,
    .open = launcher_open,
};

/* ---- no launcher: a job of one rank ---- */

static bool none_present(void)
{
    return true;
}

static int none_open(uint32_t *rank, uint32_t *ranks)
{
    *rank = 0;
    *ranks = 1;
    return 0;
}

static int none_nodes(uint32_t ranks, uint32_t *node)
{
    for (uint32_t rank = 0; rank < ranks; rank++)
        node[rank] = 0;
    return 0;
}

static int none_gather(const emuq_gather_t *what)
{
    (void)what;
    return 0;
}

const emuq_bootstrap_t emuq_bootstrap_none = {
    .name = "none",
    .help = "no known launcher: a job of one rank",
    .present = none_present,
    .open = none_open,
    .nodes = none_nodes,
    .gather = none_gather,
};

/* ---- srun without PMI: each task would be a separate job, which is rejected ---- */

static bool srun_present(void)
{
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS"); /* not set in a batch script */
    return getenv("SLURM_PROCID") != NULL && tasks != NULL && strtoul(tasks, NULL, 10) > 1;
}

static int srun_open(uint32_t *rank, uint32_t *ranks)
{
    if (emuq_bootstrap_number("SLURM_PROCID", rank) == 0 && *rank == 0)
        emuq_log("srun has started %s tasks that cannot find each other: use srun --mpi=pmix or "
                 "--mpi=pmi2, or unset SLURM_STEP_NUM_TASKS to run each task as a separate job",
                 getenv("SLURM_STEP_NUM_TASKS"));
    *ranks = 0;
    return -ENOTSUP;
}

const emuq_bootstrap_t emuq_bootstrap_srun = {
    .name = "srun",
    .help = "SLURM_PROCID is set without PMIx or PMI: started by srun --mpi=none, which is rejected",
    .present = srun_present,
    .open = srun_open,
    .nodes = none_nodes, /* not reached: open() fails */
    .gather = none_gather,
};
