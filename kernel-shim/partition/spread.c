/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/spread.h"

#include <errno.h>

#include "base/log.h"

static void say_split(const emuq_partition_t *p, const uint32_t *host, uint32_t a, uint32_t b, uint32_t node)
{
    emuq_log(
        "node %u has ranks on two hosts: rank %u on host %u and rank %u on host %u (that of rank 0 "
        "is host 0); all %u ranks of a node have to be on one: start ranks in multiples of %u "
        "on each host (srun --ntasks-per-node, mpirun -ppn or --npernode) in the order of EMUQ_MAPPING "
        "(srun -m block), or set EMUQ_PPN=1",
        node, a, host[a], b, host[b], p->job.ppn, p->job.ppn);
}

int emuq_place_by_ranks(const emuq_spread_t *spread, const emuq_partition_t *p, uint16_t *of_node)
{
    const uint32_t *host = spread->argument;
    uint16_t before = 0;
    for (uint32_t node = 0; node < p->nodes; node++) {
        const emuq_process_t *first = NULL, *process = &p->process[node * p->job.ppn];
        for (const emuq_process_t *end = process + p->job.ppn; process < end; process++) {
            if (process->rank == UINT32_MAX)
                continue;
            if (first == NULL)
                first = process;
            if (host[process->rank] == host[first->rank])
                continue;
            if (spread->host == 0)
                say_split(p, host, first->rank, process->rank, node);
            return -EINVAL;
        }
        if (first != NULL)
            before = (uint16_t)host[first->rank];
        of_node[node] = before;
    }
    return 0;
}
