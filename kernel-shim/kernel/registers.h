/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file registers.h
 * @brief Private to the kernel shim: how it reaches the registers and device control registers of a node.
 *
 * A kernel call that changes several of them holds the node's lock meanwhile. What the change allows the unit
 * to do (messages that find room, a route that is complete) it does afterwards, in resume(): a message may
 * turn out to be a software error, whose handler in the program may call the kernel, or leave by a jump.
 */
#ifndef EMUQ_MU_REGISTERS_H
#define EMUQ_MU_REGISTERS_H

#include "base/lock.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/bqc/nd_500_dcr.h"
#include "kernel-shim/partition/state.h"

/** The register of @p node at a kernel-view address, as the BGQ_MU_..._OFFSET macros give it. */
static inline volatile uint64_t *emuq_node_register(const emuq_node_t *node, uint64_t address)
{
    return emuq_backend->reg(node->partition->machine, node->number, address - (uint64_t)_BGQ_BASE_DMA);
}

/** Registers of the caller's kernel view: direct stores that ring no doorbell and pass no user check. */
static inline void emuq_register_store(volatile uint64_t *reg, uint64_t value)
{
    /* Release: pairs with the acquire of the unit, which then sees what the kernel has stored before. */
    __atomic_store_n(reg, value, __ATOMIC_RELEASE);
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

/** Sets a device control register. emuq_node_resume() or emuq_node_unlock_resume() must follow.
 *  @return 0, or -ENXIO. */
static inline int emuq_node_dcr_write(const emuq_node_t *node, uint32_t dcr, uint64_t value)
{
    const emuq_partition_t *p = node->partition;
    return emuq_backend->dcr_write(p->machine, node->number, dcr, value);
}

/** Clears and then sets bits of a device control register. Called with the node's lock; as above. */
static inline void emuq_node_dcr_update(const emuq_node_t *node, uint32_t dcr, uint64_t clear, uint64_t set)
{
    emuq_node_dcr_write(node, dcr, (emuq_node_dcr(node, dcr) & ~clear) | set);
}

/** Lets the unit do what changes of registers and owners have made possible. Called with no lock of the
 *  kernel held. May not return, if the program's handler of a software error leaves by a jump. */
static inline void emuq_node_resume(const emuq_node_t *node)
{
    if (emuq_backend->resume != NULL)
        emuq_backend->resume(node->partition->machine);
}

/** Takes the lock under which a kernel call changes registers. */
static inline void emuq_node_lock(emuq_node_t *node)
{
    emuq_shared_lock(&node->lock);
}

/** Gives the lock back. The caller has changed nothing. */
static inline void emuq_node_unlock(emuq_node_t *node)
{
    emuq_shared_unlock(&node->lock);
}

/** Gives the lock back after changes, and lets the unit go on. As emuq_node_resume(): may not return, so it
 *  is the last that a kernel call does. */
static inline void emuq_node_unlock_resume(emuq_node_t *node)
{
    emuq_shared_unlock(&node->lock);
    emuq_node_resume(node);
}

/** The device control register, and the bit in it, that send a subgroup's interrupts to the global event
 *  aggregator: four bits a core, the last subgroup of the last core in the lowest. */
static inline uint32_t emuq_gea_enable(uint32_t subgroup, uint64_t *bit)
{
    *bit = UINT64_C(1) << (subgroup < 64 ? 31 - subgroup % 32 : 3 - subgroup % 4);
    return MU_DCR(GIP_INT_EN_0_7) + subgroup / 32;
}

#endif /* EMUQ_MU_REGISTERS_H */
