/* SPDX-License-Identifier: BSD-3-Clause */
/* No launcher: a job of one rank. */
#include "kernel-shim/bootstrap/bootstrap.h"

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
    .help = "no launcher is known: a job of one rank",
    .present = none_present,
    .open = none_open,
    .nodes = none_nodes,
    .gather = none_gather,
};
