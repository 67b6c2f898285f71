/* SPDX-License-Identifier: BSD-3-Clause */
/* Message Unit resources (kernel-mu-resources 3 to 6), device control registers and checksums
 * (core-inlines 7). All state is in the hardware's registers: a FIFO is free when its start register is 0, a
 * table entry when it is all ones. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "hwi/include/bqc/dcr_support.h"
#include "kernel-shim/kernel/calls.h"
#include "kernel-shim/partition/report.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/kernel/collective.h"

static volatile uint64_t *mu_status_registers(const emuq_node_t *node, uint32_t sg)
{
    return emuq_node_register(node, emuq_subgroup_page(sg) + BGQ_MU_STATUS_CONTROL_STARTING_OFFSET);
}

static bool mu_is_free(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t id)
{
    return emuq_mmio_load(emuq_resource_register(node, kind, sg, id)) == kind->free;
}

static uint32_t mu_count_free(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < kind->per_subgroup; id++)
        count += mu_is_free(node, kind, sg, id);
    return count;
}

static bool mu_are_free(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                        const uint32_t *ids)
{
    for (uint32_t i = 0; i < n; i++)
        if (!mu_is_free(node, kind, sg, ids[i]))
            return false;
    return true;
}

static bool mu_in_range(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    if (sg >= BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE || n > kind->per_subgroup)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (ids[i] >= kind->per_subgroup)
            return false;
    return true;
}

static uint64_t mu_bits(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    uint64_t bits = 0;
    uint32_t first = 4 * kind->per_subgroup - 1 - sg % 4 * kind->per_subgroup;
    for (uint32_t i = 0; i < n; i++)
        bits |= UINT64_C(1) << (first - ids[i]);
    return bits;
}

static void mu_assign(const emuq_process_t *self, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                      const uint32_t *ids)
{
    const emuq_partition_t *p = self->node->partition;
    for (uint32_t i = 0; i < n; i++) {
        emuq_backend->unit->assign(p->machine, self->node->number, kind->resource,
                                   sg * kind->per_subgroup + ids[i], self->space, (int32_t)self->rank);
        emuq_register_store(emuq_resource_register(self->node, kind, sg, ids[i]), kind->taken);
    }
}

static void mu_release(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                       const uint32_t *ids)
{
    const emuq_partition_t *p = node->partition;
    for (uint32_t i = 0; i < n; i++) {
        emuq_register_store(emuq_resource_register(node, kind, sg, ids[i]), kind->free);
        emuq_backend->unit->assign(p->machine, node->number, kind->resource, sg * kind->per_subgroup + ids[i],
                                   NULL, -1);
    }
}

/** Locks the caller's node if all listed resources are free. @return the caller; NULL: not free, not
 * locked */
static emuq_process_t *mu_lock_if_free(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                                       const uint32_t *ids)
{
    emuq_process_t *self = emuq_process_self();
    emuq_node_lock(self->node);
    if (mu_count_free(self->node, kind, sg) >= n && mu_are_free(self->node, kind, sg, n, ids))
        return self;
    emuq_node_unlock(self->node);
    return NULL;
}

static int32_t mu_query(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t *count, uint32_t *ids)
{
    if (emuq_is_bad_pointer(count) || emuq_is_bad_pointer(ids))
        return EFAULT;
    if (!mu_in_range(kind, sg, 0, NULL))
        return EINVAL;
    emuq_node_t *node = emuq_node_lock_caller();
    *count = 0;
    for (uint32_t id = 0; id < kind->per_subgroup; id++)
        if (mu_is_free(node, kind, sg, id))
            ids[(*count)++] = id;
    emuq_node_unlock(node);
    return 0;
}

int32_t Kernel_QueryInjFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids)
{
    return mu_query(&emuq_inj_fifos, subgrpid, nfifos, fifoids);
}

int32_t Kernel_QueryRecFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids)
{
    return mu_query(&emuq_rec_fifos, subgrpid, nfifos, fifoids);
}

int32_t Kernel_QueryBaseAddressTable(uint32_t subgrpid, uint32_t *nbatids, uint32_t *batids)
{
    return mu_query(&emuq_bat_entries, subgrpid, nbatids, batids);
}

/** Sets high-priority bits of a group, of which each page has a copy. */
static void mu_set_priority(const emuq_node_t *node, uint32_t group, uint64_t clear, uint64_t set)
{
    uint64_t now = *emuq_node_register(node, BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET((uint64_t)group, 0));
    for (uint64_t s = 0; s < 4; s++)
        emuq_register_store(emuq_node_register(node, BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET((uint64_t)group, s)),
                            (now & ~clear) | set);
}

static void mu_claim_inj_fifos(const emuq_process_t *self, uint32_t sg, MUSPI_InjFifoSubGroup_t *sg_ptr,
                               uint32_t n, const uint32_t *ids, const Kernel_InjFifoAttributes_t *attributes)
{
    const emuq_node_t *node = self->node;
    uint64_t listed = mu_bits(&emuq_inj_fifos, sg, n, ids), priority = 0, remote_get = 0;
    memset(sg_ptr, 0, sizeof(*sg_ptr));
    sg_ptr->subgroupid = sg;
    sg_ptr->groupStatus = (MUHWI_InjFifoStatus_t *)(uintptr_t)mu_status_registers(node, sg);
    for (uint32_t i = 0; i < n; i++) {
        MUSPI_InjFifo_t *fifo = &sg_ptr->_injfifos[ids[i]];
        volatile uint64_t *registers = emuq_resource_register(node, &emuq_inj_fifos, sg, ids[i]);
        fifo->_fifo.hwfifo = (MUHWI_Fifo_t *)(uintptr_t)registers;
        fifo->hw_injfifo =
            (MUHWI_InjFifo_t *)(uintptr_t)(registers + sizeof(MUHWI_Fifo_t) / sizeof(*registers));
        if (attributes[i].Priority)
            priority |= mu_bits(&emuq_inj_fifos, sg, 1, &ids[i]);
        if (attributes[i].RemoteGet)
            remote_get |= mu_bits(&emuq_inj_fifos, sg, 1, &ids[i]);
    }
    mu_set_priority(node, sg / 4, listed, priority);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_RGET) + sg / 4, listed, remote_get);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_SYSTEM) + sg / 4, listed, 0);
    mu_assign(self, &emuq_inj_fifos, sg, n, ids);
}

int32_t Kernel_AllocateInjFifos(uint32_t subgrpid, MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos,
                                uint32_t *fifoids, Kernel_InjFifoAttributes_t *fifoAttrs)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(sg_ptr) || emuq_is_bad_pointer(fifoids) || emuq_is_bad_pointer(fifoAttrs))
        return EFAULT;
    if (!mu_in_range(&emuq_inj_fifos, subgrpid, nfifos, fifoids))
        return EINVAL;
    for (uint32_t i = 0; i < nfifos; i++)
        if (fifoAttrs[i].System)
            return EACCES;
    emuq_process_t *self = mu_lock_if_free(&emuq_inj_fifos, subgrpid, nfifos, fifoids);
    if (self == NULL)
        return EAGAIN;
    mu_claim_inj_fifos(self, subgrpid, sg_ptr, nfifos, fifoids, fifoAttrs);
    emuq_node_unlock_resume(self->node);
    return 0;
}

static void mu_claim_rec_fifos(const emuq_process_t *self, uint32_t sg, MUSPI_RecFifoSubGroup_t *sg_ptr,
                               uint32_t n, const uint32_t *ids)
{
    const emuq_node_t *node = self->node;
    memset(sg_ptr, 0, sizeof(*sg_ptr));
    sg_ptr->subgroupid = sg;
    sg_ptr->groupStatus = (MUHWI_RecFifoStatus_t *)(uintptr_t)mu_status_registers(node, sg);
    for (uint32_t i = 0; i < n; i++)
        sg_ptr->_recfifos[ids[i]]._fifo.hwfifo =
            (MUHWI_Fifo_t *)(uintptr_t)emuq_resource_register(node, &emuq_rec_fifos, sg, ids[i]);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_SYSTEM) + sg / 4, mu_bits(&emuq_rec_fifos, sg, n, ids), 0);
    mu_assign(self, &emuq_rec_fifos, sg, n, ids);
}

int32_t Kernel_AllocateRecFifos(uint32_t subgrpid, MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos,
                                uint32_t *fifoids, Kernel_RecFifoAttributes_t *fifoAttrs)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(sg_ptr) || emuq_is_bad_pointer(fifoids) || emuq_is_bad_pointer(fifoAttrs))
        return EFAULT;
    if (!mu_in_range(&emuq_rec_fifos, subgrpid, nfifos, fifoids))
        return EINVAL;
    for (uint32_t i = 0; i < nfifos; i++)
        if (fifoAttrs[i].System)
            return EACCES;
    emuq_process_t *self = mu_lock_if_free(&emuq_rec_fifos, subgrpid, nfifos, fifoids);
    if (self == NULL)
        return EAGAIN;
    mu_claim_rec_fifos(self, subgrpid, sg_ptr, nfifos, fifoids);
    emuq_node_unlock_resume(self->node);
    return 0;
}

static uint32_t mu_bat_property(uint32_t sg, uint64_t *bit)
{
    *bit = UINT64_C(1) << (63 - sg % 64);
    return sg < 64 ? MU_DCR(RPUTBASE_SYSTEM0) : MU_DCR(RPUTBASE_SYSTEM1);
}

/** Checks, in the machine's order, that user entries can be allocated. Caller holds the node's lock. */
static int32_t mu_check_bat_entries(const emuq_node_t *node, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    uint64_t bit;
    uint32_t property = mu_bat_property(sg, &bit);
    uint32_t free = mu_count_free(node, &emuq_bat_entries, sg);
    if (free < n)
        return EAGAIN;
    if (free < emuq_bat_entries.per_subgroup && (emuq_node_dcr(node, property) & bit) != 0)
        return EACCES;
    return mu_are_free(node, &emuq_bat_entries, sg, n, ids) ? 0 : EAGAIN;
}

static void mu_claim_bat_entries(const emuq_process_t *self, uint32_t sg,
                                 MUSPI_BaseAddressTableSubGroup_t *sg_ptr, uint32_t n, const uint32_t *ids)
{
    uint64_t bit;
    uint32_t property = mu_bat_property(sg, &bit);
    sg_ptr->subgrpid = (uint8_t)sg;
    sg_ptr->permissions = 0;
    sg_ptr->hw_bat = emuq_resource_register(self->node, &emuq_bat_entries, sg, 0);
    for (uint32_t i = 0; i < n; i++) {
        sg_ptr->permissions |= (uint8_t)(0x80 >> ids[i]);
        sg_ptr->sw_bat[ids[i]] = 0;
    }
    emuq_node_dcr_update(self->node, property, bit, 0);
    mu_assign(self, &emuq_bat_entries, sg, n, ids);
}

int32_t Kernel_AllocateBaseAddressTable(uint32_t subgrpid, MUSPI_BaseAddressTableSubGroup_t *sg_ptr,
                                        uint32_t nbatids, uint32_t *batids, uint32_t system)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(sg_ptr) || emuq_is_bad_pointer(batids))
        return EFAULT;
    if (nbatids == 0 || !mu_in_range(&emuq_bat_entries, subgrpid, nbatids, batids))
        return EINVAL;
    if (system != 0)
        return EACCES;
    emuq_process_t *self = emuq_process_self();
    emuq_node_lock(self->node);
    int32_t rc = mu_check_bat_entries(self->node, subgrpid, nbatids, batids);
    if (rc == 0)
        mu_claim_bat_entries(self, subgrpid, sg_ptr, nbatids, batids);
    emuq_node_unlock_resume(self->node);
    return rc;
}

int32_t Kernel_DeallocateInjFifos(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(sg_ptr) || emuq_is_bad_pointer(fifoids))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!mu_in_range(&emuq_inj_fifos, sg, nfifos, fifoids))
        return EINVAL;
    uint64_t listed = mu_bits(&emuq_inj_fifos, sg, nfifos, fifoids);
    emuq_node_t *node = emuq_node_lock_caller();
    mu_release(node, &emuq_inj_fifos, sg, nfifos, fifoids);
    mu_set_priority(node, sg / 4, listed, 0);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_RGET) + sg / 4, listed, 0);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_SYSTEM) + sg / 4, 0, listed);
    emuq_node_unlock_resume(node);
    return 0;
}

int32_t Kernel_DeallocateRecFifos(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(sg_ptr) || emuq_is_bad_pointer(fifoids))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!mu_in_range(&emuq_rec_fifos, sg, nfifos, fifoids))
        return EINVAL;
    emuq_node_t *node = emuq_node_lock_caller();
    mu_release(node, &emuq_rec_fifos, sg, nfifos, fifoids);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_SYSTEM) + sg / 4, 0,
                         mu_bits(&emuq_rec_fifos, sg, nfifos, fifoids));
    emuq_node_unlock_resume(node);
    return 0;
}

int32_t Kernel_DeallocateBaseAddressTable(MUSPI_BaseAddressTableSubGroup_t *sg_ptr, uint32_t nbatids,
                                          uint32_t *batids)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(sg_ptr) || emuq_is_bad_pointer(batids))
        return EFAULT;
    uint32_t sg = sg_ptr->subgrpid;
    if (nbatids == 0 || !mu_in_range(&emuq_bat_entries, sg, nbatids, batids))
        return EINVAL;
    uint64_t bit;
    uint32_t property = mu_bat_property(sg, &bit);
    emuq_node_t *node = emuq_node_lock_caller();
    for (uint32_t i = 0; i < nbatids; i++) {
        sg_ptr->permissions &= (uint8_t) ~(0x80 >> batids[i]);
        sg_ptr->sw_bat[batids[i]] = 0;
    }
    mu_release(node, &emuq_bat_entries, sg, nbatids, batids);
    if (mu_count_free(node, &emuq_bat_entries, sg) == emuq_bat_entries.per_subgroup)
        emuq_node_dcr_update(node, property, 0, bit);
    emuq_node_unlock_resume(node);
    return 0;
}

static int32_t mu_update(uint32_t dcr, uint64_t clear, uint64_t set)
{
    emuq_node_t *node = emuq_node_lock_caller();
    emuq_node_dcr_update(node, dcr, clear, set);
    emuq_node_unlock_resume(node);
    return 0;
}

int32_t Kernel_RecFifoEnable(uint32_t groupid, uint64_t enableBits)
{
    EMUQ_KERNEL_CALL();
    if (groupid >= BGQ_MU_NUM_FIFO_GROUPS || (enableBits & UINT16_MAX) == 0)
        return EINVAL;
    return mu_update(MU_DCR(RMFIFO_EN) + groupid, 0, enableBits & UINT16_MAX);
}

int32_t Kernel_RecFifoDisable(uint32_t groupid, uint64_t disableBits)
{
    EMUQ_KERNEL_CALL();
    (void)groupid, (void)disableBits;
    return 0;
}

int32_t Kernel_DropPacketsOnLink(uint32_t link_id, uint32_t drop_user, uint32_t drop_system)
{
    (void)link_id, (void)drop_user, (void)drop_system;
    return ENOSYS;
}

int32_t Kernel_EnableSenderAndDropPacketsOnLink(uint32_t link_id, uint32_t drop_user, uint32_t drop_system)
{
    return Kernel_DropPacketsOnLink(link_id, drop_user, drop_system);
}

int32_t Kernel_ConfigureInjFifoInterrupts(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids,
                                          Kernel_InjFifoInterrupts_t *fifoInterrupts)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(sg_ptr) || emuq_is_bad_pointer(fifoids) || emuq_is_bad_pointer(fifoInterrupts))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!mu_in_range(&emuq_inj_fifos, sg, nfifos, fifoids))
        return EINVAL;
    uint64_t on = 0;
    for (uint32_t i = 0; i < nfifos; i++)
        if (fifoInterrupts[i].Threshold_Crossing)
            on |= mu_bits(&emuq_inj_fifos, sg, 1, &fifoids[i]);
    return mu_update(MU_DCR(IMFIFO_THOLD_INT_EN) + sg / 4, mu_bits(&emuq_inj_fifos, sg, nfifos, fifoids), on);
}

int32_t Kernel_ConfigureRecFifoInterrupts(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids,
                                          Kernel_RecFifoInterrupts_t *fifoInterrupts)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(sg_ptr) || emuq_is_bad_pointer(fifoids) || emuq_is_bad_pointer(fifoInterrupts))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!mu_in_range(&emuq_rec_fifos, sg, nfifos, fifoids))
        return EINVAL;
    uint64_t listed = mu_bits(&emuq_rec_fifos, sg, nfifos, fifoids), threshold = 0, arrival = 0;
    for (uint32_t i = 0; i < nfifos; i++) {
        uint64_t bit = mu_bits(&emuq_rec_fifos, sg, 1, &fifoids[i]);
        threshold |= fifoInterrupts[i].Threshold_Crossing ? bit : 0;
        arrival |= fifoInterrupts[i].Packet_Arrival ? bit : 0;
    }
    emuq_node_t *node = emuq_node_lock_caller();
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_THOLD_INT_EN) + sg / 4, listed, threshold);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_PACKET_INT_EN) + sg / 4, listed, arrival);
    emuq_node_unlock_resume(node);
    return 0;
}

int32_t Kernel_Configure_MU_GEA(uint32_t subgrpid, uint64_t gea_flag)
{
    EMUQ_KERNEL_CALL();
    if (subgrpid >= BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE)
        return EINVAL;
    uint64_t bit;
    uint32_t dcr = emuq_gea_enable(subgrpid, &bit);
    return mu_update(dcr, bit, gea_flag == KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA ? bit : 0);
}

/* Each threshold is a single register, so accesses need no lock. */
#define INJ_THRESHOLD_MASK ((UINT64_C(1) << 30) - 1)
#define REC_THRESHOLD_MASK ((UINT64_C(1) << 31) - 1)

int32_t Kernel_GetInjFifoThresholds(uint64_t *normalThreshold, uint64_t *remoteGetThreshold)
{
    if ((normalThreshold != NULL && emuq_is_bad_pointer(normalThreshold)) ||
        (remoteGetThreshold != NULL && emuq_is_bad_pointer(remoteGetThreshold)))
        return EFAULT;
    const emuq_node_t *node = emuq_process_self()->node;
    if (normalThreshold != NULL)
        *normalThreshold = emuq_node_dcr(node, MU_DCR(IMU_THOLD));
    if (remoteGetThreshold != NULL)
        *remoteGetThreshold = emuq_node_dcr(node, MU_DCR(RGET_THOLD));
    return 0;
}

int32_t Kernel_ConfigureInjFifoThresholds(uint64_t *normalThreshold, uint64_t *remoteGetThreshold)
{
    EMUQ_KERNEL_CALL();
    if ((normalThreshold != NULL && emuq_is_bad_pointer(normalThreshold)) ||
        (remoteGetThreshold != NULL && emuq_is_bad_pointer(remoteGetThreshold)))
        return EFAULT;
    const emuq_node_t *node = emuq_process_self()->node;
    if (normalThreshold != NULL)
        emuq_node_dcr_write(node, MU_DCR(IMU_THOLD), *normalThreshold & INJ_THRESHOLD_MASK);
    if (remoteGetThreshold != NULL)
        emuq_node_dcr_write(node, MU_DCR(RGET_THOLD), *remoteGetThreshold & INJ_THRESHOLD_MASK);
    emuq_node_resume(node);
    return 0;
}

int32_t Kernel_GetRecFifoThreshold(uint64_t *threshold)
{
    if (emuq_is_bad_pointer(threshold))
        return EFAULT;
    *threshold = emuq_node_dcr(emuq_process_self()->node, MU_DCR(RMU_THOLD));
    return 0;
}

int32_t Kernel_ConfigureRecFifoThreshold(uint64_t threshold)
{
    EMUQ_KERNEL_CALL();
    const emuq_node_t *node = emuq_process_self()->node;
    emuq_node_dcr_write(node, MU_DCR(RMU_THOLD), threshold & REC_THRESHOLD_MASK);
    emuq_node_resume(node);
    return 0;
}

uint64_t DCRReadPriv(uint64_t dcr)
{
    return dcr <= UINT32_MAX ? emuq_node_dcr(emuq_process_self()->node, (uint32_t)dcr) : 0;
}

uint64_t DCRReadUser(uint64_t dcr)
{
    return DCRReadPriv(dcr);
}

void DCRWritePriv(uint64_t dcr, uint64_t v)
{
    if (dcr > UINT32_MAX)
        return;
    emuq_node_t *node = emuq_node_lock_caller(); /* excludes read-modify-write by kernel calls */
    emuq_node_dcr_write(node, (uint32_t)dcr, v);
    emuq_node_unlock_resume(node);
}

/* Users may store to performance counters only, which no backend has. So every register is protected, and a
 * store to an unknown number has no effect. */
void DCRWriteUser(uint64_t dcr, uint64_t v)
{
    const emuq_process_t *self = emuq_process_self();
    const emuq_partition_t *p = self->node->partition;
    uint64_t now;
    if (dcr > UINT32_MAX ||
        emuq_backend->unit->dcr_read(p->machine, self->node->number, (uint32_t)dcr, &now) != 0)
        return;
    char buffer[512];
    emuq_text_t text = emuq_text(buffer, sizeof(buffer));
    emuq_text_add(&text,
                  "emuq: a user program stored 0x%" PRIx64 " to device control register 0x%" PRIx64
                  ", which is protected\n  where: ",
                  v, dcr);
    emuq_report_location(&text, self->node, (int32_t)self->rank);
    emuq_text_add(&text, "\n  what to do: use the Kernel_ call that sets what you need\n");
    emuq_violation(&text, SIGDCRVIOLATION);
}

/* Weak: libraries define these two functions, which the machine's kernel only declares. */
__attribute__((weak)) int32_t Kernel_GetNDExpectedTokens(uint32_t link_id, uint32_t vc, uint32_t *token_ptr)
{
    const uint32_t most_dynamic = 13; /* in steps of 8 tokens */
    if (link_id >= ND_RESE_DCR_num)
        return 1;
    if (vc > 6)
        return 4;
    uint64_t control = DCRReadUser(ND_RESE_DCR(link_id, CTRL));
    if (vc == 0) {
        uint32_t steps = (uint32_t)ND_RESE_DCR__CTRL__DYN_TOK_REDUCE_get(control);
        if (steps > most_dynamic)
            return 2;
        *token_ptr = 126 - 8 * steps;
    } else if (vc <= 3) {
        *token_ptr = 7 - (uint32_t)ND_RESE_DCR__CTRL__BUBBLE_TOK_REDUCE_get(control);
    } else {
        *token_ptr = 7 - (uint32_t)ND_RESE_DCR__CTRL__COLL_TOK_REDUCE_get(control);
    }
    return 0;
}

__attribute__((weak)) int32_t Kernel_GetNDExpectedTokensDCR(uint32_t link_id, uint64_t *token_ptr)
{
    uint32_t tokens[6] = {0};
    for (uint32_t vc = 0; vc < 6; vc++) {
        int32_t error = Kernel_GetNDExpectedTokens(link_id, vc, &tokens[vc]);
        if (error != 0)
            return error;
    }
    *token_ptr =
        ND_RESE_DCR__SE_TOKENS__VC_DYNAMIC_set(tokens[0]) | ND_RESE_DCR__SE_TOKENS__VC_NORMAL_set(tokens[1]) |
        ND_RESE_DCR__SE_TOKENS__VC_PRIORITY_set(tokens[2]) |
        ND_RESE_DCR__SE_TOKENS__VC_SYSTEM_set(tokens[3]) | ND_RESE_DCR__SE_TOKENS__VC_COLL0_set(tokens[4]) |
        ND_RESE_DCR__SE_TOKENS__VC_COLL1_set(tokens[5]);
    return 0;
}

#define CHECKSUM_DCR ((uint32_t)ND_500_DCR(INJ_FIFO_CHKSUM)) /* register of link 0 */
#define CHECKSUMS    ((uint32_t)ND_500_DCR__INJ_FIFO_CHKSUM_range)

int32_t Kernel_ClearInjectionChecksum(uint64_t linkID)
{
    if (linkID >= CHECKSUMS)
        return -1;
    const emuq_node_t *node = emuq_process_self()->node;
    emuq_node_dcr_write(node, CHECKSUM_DCR + (uint32_t)linkID, 0);
    emuq_node_resume(node);
    return 0;
}

int32_t Kernel_GetInjectionChecksum(uint64_t linkID, uint64_t *checksum)
{
    if (emuq_is_bad_pointer(checksum))
        return EFAULT;
    if (linkID >= CHECKSUMS)
        return EINVAL;
    *checksum = emuq_node_dcr(emuq_process_self()->node, CHECKSUM_DCR + (uint32_t)linkID);
    return 0;
}
