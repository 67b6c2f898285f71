/* SPDX-License-Identifier: BSD-3-Clause */
/* Enables, interrupts and thresholds of Message Unit resources (kernel-mu-resources sections 3 to 6). */
#include <errno.h>

#include "kernel-shim/kernel/pointer.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/kernel/registers.h"
#include "kernel-shim/partition/resources.h"
#include "kernel-shim/partition/call.h"
#include "spi/include/kernel/MU.h"

int32_t Kernel_RecFifoEnable(uint32_t groupid, uint64_t enableBits)
{
    EMUQ_KERNEL_CALL();
    if (groupid >= BGQ_MU_NUM_FIFO_GROUPS || (enableBits & UINT16_MAX) == 0)
        return EINVAL;
    emuq_node_t *node = emuq_process_self()->node;
    emuq_node_lock(node);
    emuq_node_dcr_update(node, MU_DCR(RMFIFO_EN) + groupid, 0, enableBits & UINT16_MAX);
    emuq_node_unlock_resume(node);
    return 0;
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
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids) || emuq_bad(fifoInterrupts))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!emuq_resources_in_range(&emuq_inj_fifos, sg, nfifos, fifoids))
        return EINVAL;
    uint64_t on = 0;
    for (uint32_t i = 0; i < nfifos; i++)
        if (fifoInterrupts[i].Threshold_Crossing)
            on |= emuq_resource_bits(&emuq_inj_fifos, sg, 1, &fifoids[i]);
    emuq_node_t *node = emuq_process_self()->node;
    emuq_node_lock(node);
    emuq_node_dcr_update(node, MU_DCR(IMFIFO_THOLD_INT_EN) + sg / 4,
                         emuq_resource_bits(&emuq_inj_fifos, sg, nfifos, fifoids), on);
    emuq_node_unlock_resume(node);
    return 0;
}

int32_t Kernel_ConfigureRecFifoInterrupts(MUSPI_RecFifoSubGroup_t *sg_ptr, uint32_t nfifos, uint32_t *fifoids,
                                          Kernel_RecFifoInterrupts_t *fifoInterrupts)
{
    EMUQ_KERNEL_CALL();
    if (emuq_bad(sg_ptr) || emuq_bad(fifoids) || emuq_bad(fifoInterrupts))
        return EFAULT;
    uint32_t sg = sg_ptr->subgroupid;
    if (!emuq_resources_in_range(&emuq_rec_fifos, sg, nfifos, fifoids))
        return EINVAL;
    uint64_t listed = emuq_resource_bits(&emuq_rec_fifos, sg, nfifos, fifoids), threshold = 0, arrival = 0;
    for (uint32_t i = 0; i < nfifos; i++) {
        uint64_t bit = emuq_resource_bits(&emuq_rec_fifos, sg, 1, &fifoids[i]);
        threshold |= fifoInterrupts[i].Threshold_Crossing ? bit : 0;
        arrival |= fifoInterrupts[i].Packet_Arrival ? bit : 0;
    }
    emuq_node_t *node = emuq_process_self()->node;
    emuq_node_lock(node);
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
    emuq_node_t *node = emuq_process_self()->node;
    uint64_t bit;
    uint32_t dcr = emuq_gea_enable(subgrpid, &bit);
    emuq_node_lock(node);
    emuq_node_dcr_update(node, dcr, bit, gea_flag == KERNEL_SUBGROUP_INTERRUPTS_GO_TO_GEA ? bit : 0);
    emuq_node_unlock_resume(node);
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
    EMUQ_KERNEL_CALL();
    if ((normalThreshold != NULL && emuq_bad(normalThreshold)) ||
        (remoteGetThreshold != NULL && emuq_bad(remoteGetThreshold)))
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
    if (emuq_bad(threshold))
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
