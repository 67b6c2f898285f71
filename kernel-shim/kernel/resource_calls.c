/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Message Unit resources (kernel-mu-resources sections 3 to 6). All state is where the machine has it: a FIFO
 * is free when its start register is 0, a table entry when it is all ones, attributes are bits of device
 * control registers.
 */
#include <errno.h>
#include <string.h>

#include "kernel-shim/kernel/pointer.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/kernel/registers.h"
#include "kernel-shim/partition/resources.h"
#include "kernel-shim/partition/call.h"
#include "spi/include/kernel/MU.h"

/** Locks the caller's node if all listed resources are free. @return the caller, or NULL. */
static emuq_process_t *lock_if_free(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    emuq_process_t *self = emuq_process_self();
    emuq_node_lock(self->node);
    if (emuq_resources_free(self->node, kind, sg) >= n &&
        emuq_resources_all_free(self->node, kind, sg, n, ids))
        return self;
    emuq_node_unlock(self->node);
    return NULL;
}

static int32_t query(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t *count, uint32_t *ids)
{
    if (emuq_bad(count) || emuq_bad(ids))
        return EFAULT;
    if (!emuq_resources_in_range(kind, sg, 0, NULL))
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    emuq_node_lock(node);
    *count = 0;
    for (uint32_t id = 0; id < kind->per_subgroup; id++)
        if (emuq_resource_is_free(node, kind, sg, id))
            ids[(*count)++] = id;
    emuq_node_unlock(node);
    return 0;
}

int32_t Kernel_QueryInjFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids)
{
    return query(&emuq_inj_fifos, subgrpid, nfifos, fifoids);
}

int32_t Kernel_QueryRecFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids)
{
    return query(&emuq_rec_fifos, subgrpid, nfifos, fifoids);
}

int32_t Kernel_QueryBaseAddressTable(uint32_t subgrpid, uint32_t *nbatids, uint32_t *batids)
{
    return query(&emuq_bat_entries, subgrpid, nbatids, batids);
}

/** High-priority bits of the group, which every page of the group shows. */
static void set_priority(const emuq_node_t *node, uint32_t group, uint64_t clear, uint64_t set)
{
    uint64_t now = *emuq_node_register(node, BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET((uint64_t)group, 0));
    for (uint64_t s = 0; s < 4; s++)
        emuq_register_store(emuq_node_register(node, BGQ_MU_iDMA_HIGH_PRIORITY_OFFSET((uint64_t)group, s)),
                            (now & ~clear) | set);
}

/** The caller becomes the owner of FIFOs that have been found free; lock. */
static void take_inj_fifos(const emuq_process_t *self, uint32_t sg, MUSPI_InjFifoSubGroup_t *sg_ptr,
                           uint32_t n, const uint32_t *ids, const Kernel_InjFifoAttributes_t *attributes)
{
    const emuq_node_t *node = self->node;
    uint64_t listed = emuq_resource_bits(&emuq_inj_fifos, sg, n, ids), priority = 0, remote_get = 0;
    memset(sg_ptr, 0, sizeof(*sg_ptr));
    sg_ptr->subgroupid = sg;
    sg_ptr->groupStatus = (MUHWI_InjFifoStatus_t *)(uintptr_t)emuq_status_registers(node, sg);
    for (uint32_t i = 0; i < n; i++) {
        MUSPI_InjFifo_t *fifo = &sg_ptr->_injfifos[ids[i]];
        volatile uint64_t *registers = emuq_resource_register(node, &emuq_inj_fifos, sg, ids[i]);
        fifo->_fifo.hwfifo = (MUHWI_Fifo_t *)(uintptr_t)registers;
        fifo->hw_injfifo =
            (MUHWI_InjFifo_t *)(uintptr_t)(registers + sizeof(MUHWI_Fifo_t) / sizeof(*registers));
        if (attributes[i].Priority)
            priority |= emuq_resource_bits(&emuq_inj_fifos, sg, 1, &ids[i]);
        if (attributes[i].RemoteGet)
            remote_get |= emuq_resource_bits(&emuq_inj_fifos, sg, 1, &ids[i]);
    }
    set_priority(node, sg / 4, listed, priority);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_RGET) + sg / 4, listed, remote_get);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_SYSTEM) + sg / 4, listed, 0);
    emuq_resources_take(self, &emuq_inj_fifos, sg, n, ids);
}

int32_t Kernel_AllocateInjFifos(uint32_t subgrpid, MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos,
                                uint32_t *fifoids, Kernel_InjFifoAttributes_t *fifoAttrs)
{
    EMUQ_KERNEL_CALL();
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids) || emuq_bad(fifoAttrs))
        return EFAULT;
    if (!emuq_resources_in_range(&emuq_inj_fifos, subgrpid, nfifos, fifoids))
        return EINVAL;
    for (uint32_t i = 0; i < nfifos; i++)
        if (fifoAttrs[i].System)
            return EACCES;
    emuq_process_t *self = lock_if_free(&emuq_inj_fifos, subgrpid, nfifos, fifoids);
    if (self == NULL)
        return EAGAIN;
    take_inj_fifos(self, subgrpid, sg_ptr, nfifos, fifoids, fifoAttrs);
    emuq_node_unlock_resume(self->node);
    return 0;
}

static void take_rec_fifos(const emuq_process_t *self, uint32_t sg, MUSPI_RecFifoSubGroup_t *sg_ptr,
                           uint32_t n, const uint32_t *ids)
{
    const emuq_node_t *node = self->node;
    memset(sg_ptr, 0, sizeof(*sg_ptr));
    sg_ptr->subgroupid = sg;
    sg_ptr->groupStatus = (MUHWI_RecFifoStatus_t *)(uintptr_t)emuq_status_registers(node, sg);
    for (uint32_t i = 0; i < n; i++)
        sg_ptr->_recfifos[ids[i]]._fifo.hwfifo =
            (MUHWI_Fifo_t *)(uintptr_t)emuq_resource_register(node, &emuq_rec_fifos, sg, ids[i]);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_SYSTEM) + sg / 4,
                         emuq_resource_bits(&emuq_rec_fifos, sg, n, ids), 0);
    emuq_resources_take(self, &emuq_rec_fifos, sg, n, ids);
}

int32_t Kernel_AllocateRecFifos(uint32_t subgrpid, MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos,
                                uint32_t *fifoids, Kernel_RecFifoAttributes_t *fifoAttrs)
{
    EMUQ_KERNEL_CALL();
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids) || emuq_bad(fifoAttrs))
        return EFAULT;
    if (!emuq_resources_in_range(&emuq_rec_fifos, subgrpid, nfifos, fifoids))
        return EINVAL;
    for (uint32_t i = 0; i < nfifos; i++)
        if (fifoAttrs[i].System)
            return EACCES;
    emuq_process_t *self = lock_if_free(&emuq_rec_fifos, subgrpid, nfifos, fifoids);
    if (self == NULL)
        return EAGAIN;
    take_rec_fifos(self, subgrpid, sg_ptr, nfifos, fifoids);
    emuq_node_unlock_resume(self->node);
    return 0;
}

/** The user/system property of a subgroup's table entries: a register and a bit. */
static uint32_t bat_property(uint32_t sg, uint64_t *bit)
{
    *bit = UINT64_C(1) << (63 - sg % 64);
    return sg < 64 ? MU_DCR(RPUTBASE_SYSTEM0) : MU_DCR(RPUTBASE_SYSTEM1);
}

/** Checks that user entries can be allocated, in the machine's order; lock. */
static int32_t check_bat_entries(const emuq_node_t *node, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    uint64_t bit;
    uint32_t property = bat_property(sg, &bit);
    uint32_t free = emuq_resources_free(node, &emuq_bat_entries, sg);
    if (free < n)
        return EAGAIN;
    if (free < emuq_bat_entries.per_subgroup && (emuq_node_dcr(node, property) & bit) != 0)
        return EACCES;
    return emuq_resources_all_free(node, &emuq_bat_entries, sg, n, ids) ? 0 : EAGAIN;
}

static void take_bat_entries(const emuq_process_t *self, uint32_t sg,
                             MUSPI_BaseAddressTableSubGroup_t *sg_ptr, uint32_t n, const uint32_t *ids)
{
    uint64_t bit;
    uint32_t property = bat_property(sg, &bit);
    sg_ptr->subgrpid = (uint8_t)sg;
    sg_ptr->permissions = 0;
    sg_ptr->hw_bat = emuq_resource_register(self->node, &emuq_bat_entries, sg, 0);
    for (uint32_t i = 0; i < n; i++) {
        sg_ptr->permissions |= (uint8_t)(0x80 >> ids[i]);
        sg_ptr->sw_bat[ids[i]] = 0;
    }
    emuq_node_dcr_update(self->node, property, bit, 0);
    emuq_resources_take(self, &emuq_bat_entries, sg, n, ids);
}

int32_t Kernel_AllocateBaseAddressTable(uint32_t subgrpid, MUSPI_BaseAddressTableSubGroup_t *sg_ptr,
                                        uint32_t nbatids, uint32_t *batids, uint32_t system)
{
    EMUQ_KERNEL_CALL();
    if (emuq_bad(sg_ptr) || emuq_bad(batids))
        return EFAULT;
    if (nbatids == 0 || !emuq_resources_in_range(&emuq_bat_entries, subgrpid, nbatids, batids))
        return EINVAL;
    if (system != 0)
        return EACCES;
    emuq_process_t *self = emuq_process_self();
    emuq_node_lock(self->node);
    int32_t rc = check_bat_entries(self->node, subgrpid, nbatids, batids);
    if (rc == 0)
        take_bat_entries(self, subgrpid, sg_ptr, nbatids, batids);
    emuq_node_unlock_resume(self->node);
    return rc;
}

int32_t Kernel_DeallocateInjFifos(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids)
{
    EMUQ_KERNEL_CALL();
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!emuq_resources_in_range(&emuq_inj_fifos, sg, nfifos, fifoids))
        return EINVAL;
    uint64_t listed = emuq_resource_bits(&emuq_inj_fifos, sg, nfifos, fifoids);
    emuq_node_t *node = emuq_process_self()->node;
    emuq_node_lock(node);
    emuq_resources_release(node, &emuq_inj_fifos, sg, nfifos, fifoids);
    set_priority(node, sg / 4, listed, 0);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_RGET) + sg / 4, listed, 0);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_SYSTEM) + sg / 4, 0, listed);
    emuq_node_unlock_resume(node);
    return 0;
}

int32_t Kernel_DeallocateRecFifos(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids)
{
    EMUQ_KERNEL_CALL();
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!emuq_resources_in_range(&emuq_rec_fifos, sg, nfifos, fifoids))
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    emuq_node_lock(node);
    emuq_resources_release(node, &emuq_rec_fifos, sg, nfifos, fifoids);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_SYSTEM) + sg / 4, 0,
                         emuq_resource_bits(&emuq_rec_fifos, sg, nfifos, fifoids));
    emuq_node_unlock_resume(node);
    return 0;
}

int32_t Kernel_DeallocateBaseAddressTable(MUSPI_BaseAddressTableSubGroup_t *sg_ptr, uint32_t nbatids,
                                          uint32_t *batids)
{
    EMUQ_KERNEL_CALL();
    if (emuq_bad(sg_ptr) || emuq_bad(batids))
        return EFAULT;
    uint32_t sg = sg_ptr->subgrpid;
    if (nbatids == 0 || !emuq_resources_in_range(&emuq_bat_entries, sg, nbatids, batids))
        return EINVAL;
    uint64_t bit;
    uint32_t property = bat_property(sg, &bit);
    emuq_node_t *node = emuq_process_self()->node;
    emuq_node_lock(node);
    for (uint32_t i = 0; i < nbatids; i++) {
        sg_ptr->permissions &= (uint8_t) ~(0x80 >> batids[i]);
        sg_ptr->sw_bat[batids[i]] = 0;
    }
    emuq_resources_release(node, &emuq_bat_entries, sg, nbatids, batids);
    if (emuq_resources_free(node, &emuq_bat_entries, sg) == emuq_bat_entries.per_subgroup)
        emuq_node_dcr_update(node, property, 0, bit);
    emuq_node_unlock_resume(node);
    return 0;
}
