/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu_registers.h
 * @brief Private to the kernel shim: how it reaches the registers of a node, and checks what programs pass.
 */
#ifndef EMUQ_MU_REGISTERS_H
#define EMUQ_MU_REGISTERS_H

#include <errno.h>

#include "hwi/include/bqc/MU_Macros.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/bqc/nd_500_dcr.h"
#include "kernel-shim/kernel.h"

/** The register of @p node at a kernel-view address, as the BGQ_MU_..._OFFSET macros give it. */
static inline volatile uint64_t *emuq_node_register(const emuq_node_t *node, uint64_t address)
{
    return emuq_backend->reg(node->partition->machine, node->number, address - (uint64_t)_BGQ_BASE_DMA);
}

/** Value of a device control register; 0 if the node has no such register. */
static inline uint64_t emuq_node_dcr(const emuq_node_t *node, uint32_t dcr)
{
    const emuq_partition_t *p = node->partition;
    uint64_t value = 0;
    if (emuq_backend->dcr_read(p->machine, node->number, dcr, &value) != 0)
        return 0;
    return value;
}

/** Sets a device control register. @return 0, or -ENXIO. */
static inline int emuq_node_dcr_write(const emuq_node_t *node, uint32_t dcr, uint64_t value)
{
    const emuq_partition_t *p = node->partition;
    return emuq_backend->dcr_write(p->machine, node->number, dcr, value);
}

/** Clears and then sets bits of a device control register. Called with the node's lock. */
static inline void emuq_node_dcr_update(const emuq_node_t *node, uint32_t dcr, uint64_t clear, uint64_t set)
{
    emuq_node_dcr_write(node, dcr, (emuq_node_dcr(node, dcr) & ~clear) | set);
}

/** The device control register, and the bit in it, that send a subgroup's interrupts to the global event
 *  aggregator: four bits a core, the last subgroup of the last core in the lowest. */
static inline uint32_t emuq_gea_enable(uint32_t subgroup, uint64_t *bit)
{
    *bit = UINT64_C(1) << (subgroup < 64 ? 31 - subgroup % 32 : 3 - subgroup % 4);
    return MU_DCR(GIP_INT_EN_0_7) + subgroup / 32;
}

/** Whether a program's pointer is NULL or leads to no memory: the kernel answers EFAULT. */
static inline bool emuq_bad(const void *pointer)
{
    return !emuq_is_mapped(pointer, 1);
}

#endif /* EMUQ_MU_REGISTERS_H */
