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

/* Numbers for the names of the ranks' hosts: the lowest rank with the same name. */
static void number_names(const emuq_gather_t *names, uint32_t *node)
{
    for (uint32_t rank = 0; rank < names->givers; rank++) {
        uint32_t first = 0;
        while (strcmp(emuq_gather_text(names, first), emuq_gather_text(names, rank)) != 0)
            first++;
        node[rank] = first;
    }
}

/* Every rank says the name of its host. */
static int exchange_names(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks, uint32_t *node)
{
    emuq_gather_t names = {.givers = ranks, .bytes = HOST_NAME_MAX + 1};
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
        number_names(&names, node);
    free(giver);
    free(names.text);
    return error;
}

/* Replaces numbers of nodes by numbers of hosts. */
static uint32_t number_hosts(uint32_t ranks, uint32_t *node)
{
    uint32_t hosts = 0;
    uint32_t *lowest = calloc(ranks, sizeof(*lowest)); /* [hosts] number of its node */
    for (uint32_t rank = 0; rank < ranks && lowest != NULL; rank++) {
        uint32_t host = 0;
        while (host < hosts && lowest[host] != node[rank])
            host++;
        if (host == hosts)
            lowest[hosts++] = node[rank];
        node[rank] = host;
    }
    free(lowest);
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
