/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Message Unit resources (kernel-mu-resources sections 3 to 6). All state is where the machine has it: a FIFO
 * is free when its start register is 0, a table entry when it is all ones, attributes are bits of device
 * control registers.
 */
#include "kernel-shim/mu_registers.h"
#include "spi/include/kernel/MU.h"

/** A kind of resource that is allocated by subgroup. */
typedef struct kind {
    emuq_resource_t resource;
    uint32_t per_subgroup;
    uint32_t offset; /**< of the register that says whether it is free, in the subgroup's page */
    uint32_t stride; /**< to the next one's */
    uint64_t free;   /**< value of that register: free */
    uint64_t taken;  /**< and allocated, but not set up yet */
} kind_t;

static const kind_t inj_fifo = {EMUQ_RESOURCE_INJ_FIFO, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, 0, 0x40, 0, 0x40};
static const kind_t rec_fifo = {
    EMUQ_RESOURCE_REC_FIFO, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP, BGQ_MU_rDMA_STARTING_OFFSET, 0x40, 0, 0x240};
static const kind_t bat_entry = {EMUQ_RESOURCE_BAT,
                                 BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP,
                                 BGQ_MU_DATA_COUNTER_BASE_ADDRESS_STARTING_OFFSET,
                                 sizeof(uint64_t),
                                 UINT64_C(0x1fffffffff),
                                 0};

/** Kernel-view address of a subgroup's register page. */
static uint64_t page(uint32_t sg)
{
    return BGQ_MU_SUBGROUP_ADDRESS_OFFSET((uint64_t)sg / 4, (uint64_t)sg % 4);
}

static volatile uint64_t *resource_register(const emuq_node_t *node, const kind_t *kind, uint32_t sg,
                                            uint32_t id)
{
    return emuq_node_register(node, page(sg) + kind->offset + id * kind->stride);
}

static volatile uint64_t *status_registers(const emuq_node_t *node, uint32_t sg)
{
    return emuq_node_register(node, page(sg) + BGQ_MU_STATUS_CONTROL_STARTING_OFFSET);
}

static bool is_free(const emuq_node_t *node, const kind_t *kind, uint32_t sg, uint32_t id)
{
    return emuq_mmio_load(resource_register(node, kind, sg, id)) == kind->free;
}

static uint32_t count_free(const emuq_node_t *node, const kind_t *kind, uint32_t sg)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < kind->per_subgroup; id++)
        count += is_free(node, kind, sg, id);
    return count;
}

static bool all_free(const emuq_node_t *node, const kind_t *kind, uint32_t sg, uint32_t n,
                     const uint32_t *ids)
{
    for (uint32_t i = 0; i < n; i++)
        if (!is_free(node, kind, sg, ids[i]))
            return false;
    return true;
}

/** Ranges that the machine's kernel asserts. */
static bool in_range(const kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    if (sg >= BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE || n > kind->per_subgroup)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (ids[i] >= kind->per_subgroup)
            return false;
    return true;
}

/** The bits of the listed FIFOs in a register of their group. */
static uint64_t group_bits(const kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    uint64_t bits = 0;
    uint32_t first = 4 * kind->per_subgroup - 1 - sg % 4 * kind->per_subgroup;
    for (uint32_t i = 0; i < n; i++)
        bits |= UINT64_C(1) << (first - ids[i]);
    return bits;
}

/** Locks the caller's node if all listed resources are free. @return the caller, or NULL. */
static emuq_process_t *lock_if_free(const kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    emuq_process_t *self = emuq_process_self();
    pthread_mutex_lock(&self->node->lock);
    if (count_free(self->node, kind, sg) >= n && all_free(self->node, kind, sg, n, ids))
        return self;
    pthread_mutex_unlock(&self->node->lock);
    return NULL;
}

/** Marks resources as allocated by the caller. */
static void take(const emuq_process_t *self, const kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    const emuq_partition_t *p = self->node->partition;
    for (uint32_t i = 0; i < n; i++) {
        emuq_backend->assign(p->machine, self->node->number, kind->resource, sg * kind->per_subgroup + ids[i],
                             self->space, (int32_t)self->rank);
        emuq_register_store(resource_register(self->node, kind, sg, ids[i]), kind->taken);
    }
}

static void release(const emuq_node_t *node, const kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids)
{
    const emuq_partition_t *p = node->partition;
    for (uint32_t i = 0; i < n; i++) {
        emuq_register_store(resource_register(node, kind, sg, ids[i]), kind->free);
        emuq_backend->assign(p->machine, node->number, kind->resource, sg * kind->per_subgroup + ids[i], NULL,
                             -1);
    }
}

static int32_t query(const kind_t *kind, uint32_t sg, uint32_t *count, uint32_t *ids)
{
    if (emuq_bad(count) || emuq_bad(ids))
        return EFAULT;
    if (!in_range(kind, sg, 0, NULL))
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    *count = 0;
    for (uint32_t id = 0; id < kind->per_subgroup; id++)
        if (is_free(node, kind, sg, id))
            ids[(*count)++] = id;
    pthread_mutex_unlock(&node->lock);
    return 0;
}

int32_t Kernel_QueryInjFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids)
{
    return query(&inj_fifo, subgrpid, nfifos, fifoids);
}

int32_t Kernel_QueryRecFifos(uint32_t subgrpid, uint32_t *nfifos, uint32_t *fifoids)
{
    return query(&rec_fifo, subgrpid, nfifos, fifoids);
}

int32_t Kernel_QueryBaseAddressTable(uint32_t subgrpid, uint32_t *nbatids, uint32_t *batids)
{
    return query(&bat_entry, subgrpid, nbatids, batids);
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
    uint64_t listed = group_bits(&inj_fifo, sg, n, ids), priority = 0, remote_get = 0;
    memset(sg_ptr, 0, sizeof(*sg_ptr));
    sg_ptr->subgroupid = sg;
    sg_ptr->groupStatus = (MUHWI_InjFifoStatus_t *)(uintptr_t)status_registers(node, sg);
    for (uint32_t i = 0; i < n; i++) {
        MUSPI_InjFifo_t *fifo = &sg_ptr->_injfifos[ids[i]];
        volatile uint64_t *registers = resource_register(node, &inj_fifo, sg, ids[i]);
        fifo->_fifo.hwfifo = (MUHWI_Fifo_t *)(uintptr_t)registers;
        fifo->hw_injfifo =
            (MUHWI_InjFifo_t *)(uintptr_t)(registers + sizeof(MUHWI_Fifo_t) / sizeof(*registers));
        if (attributes[i].Priority)
            priority |= group_bits(&inj_fifo, sg, 1, &ids[i]);
        if (attributes[i].RemoteGet)
            remote_get |= group_bits(&inj_fifo, sg, 1, &ids[i]);
    }
    set_priority(node, sg / 4, listed, priority);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_RGET) + sg / 4, listed, remote_get);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_SYSTEM) + sg / 4, listed, 0);
    take(self, &inj_fifo, sg, n, ids);
}

int32_t Kernel_AllocateInjFifos(uint32_t subgrpid, MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos,
                                uint32_t *fifoids, Kernel_InjFifoAttributes_t *fifoAttrs)
{
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids) || emuq_bad(fifoAttrs))
        return EFAULT;
    if (!in_range(&inj_fifo, subgrpid, nfifos, fifoids))
        return EINVAL;
    for (uint32_t i = 0; i < nfifos; i++)
        if (fifoAttrs[i].System)
            return EACCES;
    emuq_process_t *self = lock_if_free(&inj_fifo, subgrpid, nfifos, fifoids);
    if (self == NULL)
        return EAGAIN;
    take_inj_fifos(self, subgrpid, sg_ptr, nfifos, fifoids, fifoAttrs);
    pthread_mutex_unlock(&self->node->lock);
    return 0;
}

static void take_rec_fifos(const emuq_process_t *self, uint32_t sg, MUSPI_RecFifoSubGroup_t *sg_ptr,
                           uint32_t n, const uint32_t *ids)
{
    const emuq_node_t *node = self->node;
    memset(sg_ptr, 0, sizeof(*sg_ptr));
    sg_ptr->subgroupid = sg;
    sg_ptr->groupStatus = (MUHWI_RecFifoStatus_t *)(uintptr_t)status_registers(node, sg);
    for (uint32_t i = 0; i < n; i++)
        sg_ptr->_recfifos[ids[i]]._fifo.hwfifo =
            (MUHWI_Fifo_t *)(uintptr_t)resource_register(node, &rec_fifo, sg, ids[i]);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_SYSTEM) + sg / 4, group_bits(&rec_fifo, sg, n, ids), 0);
    take(self, &rec_fifo, sg, n, ids);
}

int32_t Kernel_AllocateRecFifos(uint32_t subgrpid, MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos,
                                uint32_t *fifoids, Kernel_RecFifoAttributes_t *fifoAttrs)
{
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids) || emuq_bad(fifoAttrs))
        return EFAULT;
    if (!in_range(&rec_fifo, subgrpid, nfifos, fifoids))
        return EINVAL;
    for (uint32_t i = 0; i < nfifos; i++)
        if (fifoAttrs[i].System)
            return EACCES;
    emuq_process_t *self = lock_if_free(&rec_fifo, subgrpid, nfifos, fifoids);
    if (self == NULL)
        return EAGAIN;
    take_rec_fifos(self, subgrpid, sg_ptr, nfifos, fifoids);
    pthread_mutex_unlock(&self->node->lock);
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
    uint32_t free = count_free(node, &bat_entry, sg);
    if (free < n)
        return EAGAIN;
    if (free < bat_entry.per_subgroup && (emuq_node_dcr(node, property) & bit) != 0)
        return EACCES;
    return all_free(node, &bat_entry, sg, n, ids) ? 0 : EAGAIN;
}

static void take_bat_entries(const emuq_process_t *self, uint32_t sg,
                             MUSPI_BaseAddressTableSubGroup_t *sg_ptr, uint32_t n, const uint32_t *ids)
{
    uint64_t bit;
    uint32_t property = bat_property(sg, &bit);
    sg_ptr->subgrpid = (uint8_t)sg;
    sg_ptr->permissions = 0;
    sg_ptr->hw_bat = resource_register(self->node, &bat_entry, sg, 0);
    for (uint32_t i = 0; i < n; i++) {
        sg_ptr->permissions |= (uint8_t)(0x80 >> ids[i]);
        sg_ptr->sw_bat[ids[i]] = 0;
    }
    emuq_node_dcr_update(self->node, property, bit, 0);
    take(self, &bat_entry, sg, n, ids);
}

int32_t Kernel_AllocateBaseAddressTable(uint32_t subgrpid, MUSPI_BaseAddressTableSubGroup_t *sg_ptr,
                                        uint32_t nbatids, uint32_t *batids, uint32_t system)
{
    if (emuq_bad(sg_ptr) || emuq_bad(batids))
        return EFAULT;
    if (nbatids == 0 || !in_range(&bat_entry, subgrpid, nbatids, batids))
        return EINVAL;
    if (system != 0)
        return EACCES;
    emuq_process_t *self = emuq_process_self();
    pthread_mutex_lock(&self->node->lock);
    int32_t rc = check_bat_entries(self->node, subgrpid, nbatids, batids);
    if (rc == 0)
        take_bat_entries(self, subgrpid, sg_ptr, nbatids, batids);
    pthread_mutex_unlock(&self->node->lock);
    return rc;
}

int32_t Kernel_DeallocateInjFifos(MUSPI_InjFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids)
{
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!in_range(&inj_fifo, sg, nfifos, fifoids))
        return EINVAL;
    uint64_t listed = group_bits(&inj_fifo, sg, nfifos, fifoids);
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    release(node, &inj_fifo, sg, nfifos, fifoids);
    set_priority(node, sg / 4, listed, 0);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_RGET) + sg / 4, listed, 0);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_SYSTEM) + sg / 4, 0, listed);
    pthread_mutex_unlock(&node->lock);
    return 0;
}

int32_t Kernel_DeallocateRecFifos(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids)
{
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!in_range(&rec_fifo, sg, nfifos, fifoids))
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    release(node, &rec_fifo, sg, nfifos, fifoids);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_SYSTEM) + sg / 4, 0, group_bits(&rec_fifo, sg, nfifos, fifoids));
    pthread_mutex_unlock(&node->lock);
    return 0;
}

int32_t Kernel_DeallocateBaseAddressTable(MUSPI_BaseAddressTableSubGroup_t *sg_ptr, uint32_t nbatids,
                                          uint32_t *batids)
{
    if (emuq_bad(sg_ptr) || emuq_bad(batids))
        return EFAULT;
    uint32_t sg = sg_ptr->subgrpid;
    if (nbatids == 0 || !in_range(&bat_entry, sg, nbatids, batids))
        return EINVAL;
    uint64_t bit;
    uint32_t property = bat_property(sg, &bit);
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    for (uint32_t i = 0; i < nbatids; i++) {
        sg_ptr->permissions &= (uint8_t) ~(0x80 >> batids[i]);
        sg_ptr->sw_bat[batids[i]] = 0;
    }
    release(node, &bat_entry, sg, nbatids, batids);
    if (count_free(node, &bat_entry, sg) == bat_entry.per_subgroup)
        emuq_node_dcr_update(node, property, 0, bit);
    pthread_mutex_unlock(&node->lock);
    return 0;
}

int32_t Kernel_RecFifoEnable(uint32_t groupid, uint64_t enableBits)
{
    if (groupid >= BGQ_MU_NUM_FIFO_GROUPS || (enableBits & UINT16_MAX) == 0)
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_EN) + groupid, 0, enableBits & UINT16_MAX);
    pthread_mutex_unlock(&node->lock);
    return 0;
}

int32_t Kernel_RecFifoDisable(uint32_t groupid, uint64_t disableBits)
{
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
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids) || emuq_bad(fifoInterrupts))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!in_range(&inj_fifo, sg, nfifos, fifoids))
        return EINVAL;
    uint64_t on = 0;
    for (uint32_t i = 0; i < nfifos; i++)
        if (fifoInterrupts[i].Threshold_Crossing)
            on |= group_bits(&inj_fifo, sg, 1, &fifoids[i]);
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_THOLD_INT_EN) + sg / 4,
                         group_bits(&inj_fifo, sg, nfifos, fifoids), on);
    pthread_mutex_unlock(&node->lock);
    return 0;
}

int32_t Kernel_ConfigureRecFifoInterrupts(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids,
                                          Kernel_RecFifoInterrupts_t *fifoInterrupts)
{
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids) || emuq_bad(fifoInterrupts))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!in_range(&rec_fifo, sg, nfifos, fifoids))
        return EINVAL;
    uint64_t listed = group_bits(&rec_fifo, sg, nfifos, fifoids), threshold = 0, arrival = 0;
    for (uint32_t i = 0; i < nfifos; i++) {
        uint64_t bit = group_bits(&rec_fifo, sg, 1, &fifoids[i]);
        threshold |= fifoInterrupts[i].Threshold_Crossing ? bit : 0;
        arrival |= fifoInterrupts[i].Packet_Arrival ? bit : 0;
    }
    emuq_node_t *node = emuq_process_self()->node;
    pthread_mutex_lock(&node->lock);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_THOLD_INT_EN) + sg / 4, listed, threshold);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_PACKET_INT_EN) + sg / 4, listed, arrival);
    pthread_mutex_unlock(&node->lock);
    return 0;
}

int32_t Kernel_Configure_MU_GEA(uint32_t subgrpid, uint64_t gea_flag)
{
    if (subgrpid >= BGQ_MU_NUM_FIFO_SUBGROUPS_PER_NODE)
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    uint64_t bit;
    uint32_t dcr = emuq_gea_enable(subgrpid, &bit);
    pthread_mutex_lock(&node->lock);
    emuq_node_dcr_update(node, dcr, bit, gea_flag == KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA ? bit : 0);
    pthread_mutex_unlock(&node->lock);
    return 0;
}

/* Thresholds of the node: single registers, so each access is atomic. */
#define INJ_THRESHOLD_MASK ((UINT64_C(1) << 30) - 1)
#define REC_THRESHOLD_MASK ((UINT64_C(1) << 31) - 1)

int32_t Kernel_GetInjFifoThresholds(uint64_t *normalThreshold, uint64_t *remoteGetThreshold)
{
    if ((normalThreshold != NULL && emuq_bad(normalThreshold)) ||
        (remoteGetThreshold != NULL && emuq_bad(remoteGetThreshold)))
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
    if ((normalThreshold != NULL && emuq_bad(normalThreshold)) ||
        (remoteGetThreshold != NULL && emuq_bad(remoteGetThreshold)))
        return EFAULT;
    const emuq_node_t *node = emuq_process_self()->node;
    if (normalThreshold != NULL)
        emuq_node_dcr_write(node, MU_DCR(IMU_THOLD), *normalThreshold & INJ_THRESHOLD_MASK);
    if (remoteGetThreshold != NULL)
        emuq_node_dcr_write(node, MU_DCR(RGET_THOLD), *remoteGetThreshold & INJ_THRESHOLD_MASK);
    return 0;
}

int32_t Kernel_GetRecFifoThreshold(uint64_t *threshold)
{
    if (emuq_bad(threshold))
        return EFAULT;
    *threshold = emuq_node_dcr(emuq_process_self()->node, MU_DCR(RMU_THOLD));
    return 0;
}

int32_t Kernel_ConfigureRecFifoThreshold(uint64_t threshold)
{
    emuq_node_dcr_write(emuq_process_self()->node, MU_DCR(RMU_THOLD), threshold & REC_THRESHOLD_MASK);
    return 0;
}

int emuq_kernel_boot_resources(emuq_node_t *node)
{
    /* The kernel's own: FIFO 0 of both kinds and all table entries of subgroups 66 and 67. System attributes
     * are on after a reset. */
    for (uint32_t sg = 66; sg <= 67; sg++) {
        emuq_register_store(resource_register(node, &inj_fifo, sg, 0), inj_fifo.taken);
        emuq_register_store(resource_register(node, &rec_fifo, sg, 0), rec_fifo.taken);
        for (uint32_t id = 0; id < bat_entry.per_subgroup; id++)
            emuq_register_store(resource_register(node, &bat_entry, sg, id), bat_entry.taken);
    }
    return 0;
}
