/* SPDX-License-Identifier: BSD-3-Clause */
/* The class routes that a job starts with (kernel-classroutes 3, kernel-gi 3). */
#include <errno.h>
#include <stdlib.h>

#include "kernel-shim/partition/job.h"
#include "base/memory.h"
#include "kernel-shim/kernel/routes.h"
#include "spi/include/mu/GIBarrier.h"

/** What the firmware and the kernel program on one node: @p all and @p np are its parts of the job trees. */
static void boot_node(const emuq_partition_t *p, emuq_node_t *node, ClassRoute_t all, ClassRoute_t np)
{
    struct PrimordialClassRoute *block = &node->personality.Network_Config.PrimordialClassRoute;
    block->GlobIntUpPortInputs = all.input;
    block->GlobIntUpPortOutputs = all.output;
    block->CollectiveTypeAndUpPortInputs = (uint16_t)(BGQ_CLASS_INPUT_VC_SYSTEM | all.input);
    block->CollectiveUpPortOutputs = all.output;

    uint32_t system = (uint32_t)block->CollectiveTypeAndUpPortInputs << 16 | block->CollectiveUpPortOutputs;
    emuq_route_write(node, EMUQ_ROUTE_COLLECTIVE, EMUQ_JOB_ROUTE,
                     (uint32_t)BGQ_CLASS_INPUT_VC_SUBCOMM << 16 | emuq_route_word_of(&np));
    emuq_route_write(node, EMUQ_ROUTE_COLLECTIVE, EMUQ_SYSTEM_ROUTE, system);
    emuq_route_write(node, EMUQ_ROUTE_COLLECTIVE, EMUQ_BLOCK_ROUTE, system);

    /* The job's barrier does not wait for a node without ranks. */
    uint32_t job = emuq_route_word_of(&all);
    if (!emuq_node_has_ranks(p, node->number))
        job &= ~((uint32_t)BGQ_CLASS_INPUT_LINK_LOCAL << 16);
    emuq_route_write(node, EMUQ_ROUTE_GI, EMUQ_JOB_ROUTE, job);
    emuq_route_write(node, EMUQ_ROUTE_GI, EMUQ_SYSTEM_ROUTE, emuq_route_word_of(&all));
    emuq_route_write(node, EMUQ_ROUTE_GI, EMUQ_BLOCK_ROUTE, emuq_route_word_of(&all));
    emuq_route_set_gi_system(node, EMUQ_JOB_ROUTE, false);
}

/** Puts the control registers of a barrier route into the initial state on all nodes. */
static void boot_barrier(const emuq_partition_t *p, uint32_t id)
{
    uint64_t control = BGQ_MU_GI_CONTROL_OFFSET(0, (uint64_t)id);
    for (uint32_t i = 0; i < p->nodes; i++)
        emuq_register_store(emuq_node_register(&p->node[i], control), MUSPI_GIBARRIER_INITIAL_STATE);
    for (uint32_t i = 0; i < p->nodes && emuq_mmio.doorbell != NULL; i++)
        emuq_mmio.doorbell(emuq_node_register(&p->node[i], control), MUSPI_GIBARRIER_INITIAL_STATE);
    for (uint32_t i = 0; i < p->nodes && emuq_backend->flush != NULL; i++)
        emuq_backend->flush(p->machine, i);
}

int emuq_job_boot_routes(emuq_partition_t *partition)
{
    ClassRoute_t *all = emuq_calloc(partition->nodes, 2 * sizeof(*all));
    if (all == NULL)
        return -ENOMEM;
    ClassRoute_t *np = all + partition->nodes;
    int rc = emuq_job_trees(partition, all, np);
    if (rc == 0) {
        for (uint32_t i = 0; i < partition->nodes; i++)
            boot_node(partition, &partition->node[i], all[i], np[i]);
        boot_barrier(partition, EMUQ_JOB_ROUTE);
        boot_barrier(partition, EMUQ_SYSTEM_ROUTE);
        boot_barrier(partition, EMUQ_BLOCK_ROUTE);
    }
    free(all);
    return rc;
}
