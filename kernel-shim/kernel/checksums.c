/* SPDX-License-Identifier: BSD-3-Clause */
/* Checksums of what a node has injected, by link (core-inlines 7). */
#include <errno.h>

#include "kernel-shim/kernel/pointer.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/kernel/registers.h"
#include "spi/include/kernel/collective.h"

#define CHECKSUM_DCR                                                                                         \
    ((uint32_t)ND_500_DCR(INJ_FIFO_CHKSUM)) /* of link 0; one register a link (core-inlines 7) */
#define CHECKSUMS ((uint32_t)ND_500_DCR__INJ_FIFO_CHKSUM_range)

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
    if (emuq_bad(checksum))
        return EFAULT;
    if (linkID >= CHECKSUMS)
        return EINVAL;
    *checksum = emuq_node_dcr(emuq_process_self()->node, CHECKSUM_DCR + (uint32_t)linkID);
    return 0;
}
