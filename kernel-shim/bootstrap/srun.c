/* SPDX-License-Identifier: BSD-3-Clause */
/* srun without a way for its tasks to find each other. Each would be a job of its own, which nobody wants. */
#include <errno.h>
#include <stdlib.h>

#include "kernel-shim/bootstrap/method.h"

static bool srun_present(void)
{
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS"); /* a batch script has none */
    return getenv("SLURM_PROCID") != NULL && tasks != NULL && strtoul(tasks, NULL, 10) > 1;
}

static int srun_open(uint32_t *rank, uint32_t *ranks)
{
    if (emuq_bootstrap_number("SLURM_PROCID", rank) == 0 && *rank == 0)
        emuq_log("srun has started %s tasks that cannot find each other: use srun --mpi=pmix or "
                     "--mpi=pmi2; or unset SLURM_STEP_NUM_TASKS if each is to be a job of its own",
                     getenv("SLURM_STEP_NUM_TASKS"));
    *ranks = 0;
    return -ENOTSUP;
}

/* Not reached: open() fails. */
static int srun_nodes(uint32_t ranks, uint32_t *node)
{
    (void)ranks;
    (void)node;
    return -ENOTSUP;
}

static int srun_gather(const emuq_gather_t *what)
{
    (void)what;
    return -ENOTSUP;
}

const emuq_bootstrap_t emuq_bootstrap_srun = {
    .name = "srun",
    .help = "SLURM_PROCID is set, and nothing of PMIx or PMI: started by srun --mpi=none, which is refused",
    .present = srun_present,
    .open = srun_open,
    .nodes = srun_nodes,
    .gather = srun_gather,
};
