/* SPDX-License-Identifier: BSD-3-Clause */
/* Message Unit resources in the registers of a node (kernel-mu-resources). */
#include "kernel-shim/partition/registers.h"

const emuq_mu_kind_t emuq_inj_fifos = {
    EMUQ_RESOURCE_INJ_FIFO, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, 0, 0x40, 0, 0x40};
const emuq_mu_kind_t emuq_rec_fifos = {
    EMUQ_RESOURCE_REC_FIFO, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP, BGQ_MU_rDMA_STARTING_OFFSET, 0x40, 0, 0x240};
const emuq_mu_kind_t emuq_bat_entries = {EMUQ_RESOURCE_BAT,
                                         BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP,
                                         BGQ_MU_DATA_COUNTER_BASE_ADDRESS_STARTING_OFFSET,
                                         sizeof(uint64_t),
                                         UINT64_C(0x1fffffffff),
                                         0};

static uint64_t resource_page(uint32_t sg)
{
    return BGQ_MU_SUBGROUP_ADDRESS_OFFSET((uint64_t)sg / 4, (uint64_t)sg % 4);
}

volatile uint64_t *emuq_resource_register(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg,
                                          uint32_t id)
{
    return emuq_node_register(node, resource_page(sg) + kind->offset + id * kind->stride);
}

volatile uint64_t *emuq_status_registers(const emuq_node_t *node, uint32_t sg)
{
    return emuq_node_register(node, resource_page(sg) + BGQ_MU_STATUS_CONTROL_STARTING_OFFSET);
}

bool emuq_resource_is_free(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t id)
{
    return emuq_mmio_load(emuq_resource_register(node, kind, sg, id)) == kind->free;
}

uint32_t emuq_resources_free(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < kind->per_subgroup; id++)
        count += emuq_resource_is_free(node, kind, sg, id);
    return count;
}

bool emuq_resources_all_free(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                             const uint32_t *ids)
{
    for (uint32_t i = 0; i < n; i++)
        if (!emuq_resource_is_free(node, kind, sg, ids[i]))
            return false;
    return true;
}

bool emuq_resources_in_range(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    if (sg >= BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE || n > kind->per_subgroup)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (ids[i] >= kind->per_subgroup)
            return false;
    return true;
}

uint64_t emuq_resource_bits(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    uint64_t bits = 0;
    uint32_t first = 4 * kind->per_subgroup - 1 - sg % 4 * kind->per_subgroup;
    for (uint32_t i = 0; i < n; i++)
        bits |= UINT64_C(1) << (first - ids[i]);
    return bits;
}

void emuq_resources_assign(const emuq_process_t *self, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                           const uint32_t *ids)
{
    const emuq_partition_t *p = self->node->partition;
    for (uint32_t i = 0; i < n; i++) {
        emuq_backend->unit->assign(p->machine, self->node->number, kind->resource,
                                   sg * kind->per_subgroup + ids[i], self->space, (int32_t)self->rank);
        emuq_register_store(emuq_resource_register(self->node, kind, sg, ids[i]), kind->taken);
    }
}

void emuq_resources_release(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                            const uint32_t *ids)
{
    const emuq_partition_t *p = node->partition;
    for (uint32_t i = 0; i < n; i++) {
        emuq_register_store(emuq_resource_register(node, kind, sg, ids[i]), kind->free);
        emuq_backend->unit->assign(p->machine, node->number, kind->resource, sg * kind->per_subgroup + ids[i],
                                   NULL, -1);
    }
}

int emuq_mu_boot_resources(emuq_node_t *node)
{
    /* The kernel's resources: FIFO 0 of both kinds and all table entries of subgroups 66 and 67. System
     * attributes are set after a reset. */
    for (uint32_t sg = 66; sg <= 67; sg++) {
        emuq_register_store(emuq_resource_register(node, &emuq_inj_fifos, sg, 0), emuq_inj_fifos.taken);
        emuq_register_store(emuq_resource_register(node, &emuq_rec_fifos, sg, 0), emuq_rec_fifos.taken);
        for (uint32_t id = 0; id < emuq_bat_entries.per_subgroup; id++)
            emuq_register_store(emuq_resource_register(node, &emuq_bat_entries, sg, id),
                                emuq_bat_entries.taken);
    }
    return 0;
}
