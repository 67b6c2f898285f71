/* SPDX-License-Identifier: BSD-3-Clause */
/* The methods in the order in which they are tried, and how the hosts of their ranks are numbered. */
#include "kernel-shim/bootstrap/bootstrap.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel-shim/bootstrap/method.h"

/* The own launcher comes first: it may itself run inside a job of another one, whose variables its ranks
 * inherit. Slurm without PMI comes behind all that may run inside it. */
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

/* Of names that lie in one array; equal ones by their places in it. */
static int compare_names(const void *one, const void *other)
{
    const char *a = *(const char *const *)one, *b = *(const char *const *)other;
    int order = strcmp(a, b);
    return order != 0 ? order : (a > b) - (a < b);
}

/* Numbers for the names of the ranks' hosts: the lowest rank with the same name. */
static int number_names(const emuq_gather_t *names, uint32_t *node)
{
    const char **name = calloc(names->givers, sizeof(*name));
    uint32_t first = 0;
    if (name == NULL)
        return -ENOMEM;
    for (uint32_t rank = 0; rank < names->givers; rank++)
        name[rank] = emuq_gather_text(names, rank);
    qsort(name, names->givers, sizeof(*name), compare_names);
    for (uint32_t i = 0; i < names->givers; i++) {
        uint32_t rank = (uint32_t)((size_t)(name[i] - names->text) / names->bytes);
        if (i == 0 || strcmp(name[i], name[i - 1]) != 0)
            first = rank;
        node[rank] = first;
    }
    free(name);
    return 0;
}

/* Every rank says the name of its host. */
static int exchange_names(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks, uint32_t *node)
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
        error = number_names(&names, node);
    free(giver);
    free(names.text);
    return error;
}

/* A node's number, and a rank on it. */
typedef struct place {
    uint32_t node, rank;
} place_t;

static int compare_places(const void *one, const void *other)
{
    const place_t *a = one, *b = other;
    return a->node != b->node ? (a->node > b->node) - (a->node < b->node)
                              : (a->rank > b->rank) - (a->rank < b->rank);
}

/* Replaces numbers of nodes by numbers of hosts. @return how many hosts; 0: no memory */
static uint32_t number_hosts(uint32_t ranks, uint32_t *node)
{
    uint32_t hosts = 0, lowest = 0;
    place_t *place = calloc(ranks, sizeof(*place));
    if (place == NULL)
        return 0;
    for (uint32_t rank = 0; rank < ranks; rank++)
        place[rank] = (place_t){node[rank], rank};
    qsort(place, ranks, sizeof(*place), compare_places);
    for (uint32_t i = 0; i < ranks; i++) {
        if (i == 0 || place[i].node != place[i - 1].node)
            lowest = place[i].rank;
        node[place[i].rank] = lowest;
    }
    free(place);
    for (uint32_t rank = 0; rank < ranks; rank++)
        node[rank] = node[rank] == rank ? hosts++ : node[node[rank]];
    return hosts;
}

int emuq_bootstrap_hosts(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks,
                         uint32_t *host_of_rank, uint32_t *hosts)
{
    int error = method->nodes(ranks, host_of_rank);
    if (error == -ENODATA)
        error = exchange_names(method, rank, ranks, host_of_rank);
    if (error != 0)
        return error;
    *hosts = number_hosts(ranks, host_of_rank);
    return *hosts != 0 ? 0 : -ENOMEM;
}
