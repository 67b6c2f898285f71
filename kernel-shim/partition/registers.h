/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file registers.h
 * @brief Registers, device control registers (DCR), resources and class routes.
 *
 * A kernel call holds the node's lock while it changes several registers. emuq_node_resume() then processes
 * what the change permits. A software error found there runs a handler of the program, which may call the
 * kernel or leave by longjmp(): no lock is held then.
 */
#ifndef EMUQ_PARTITION_REGISTERS_H
#define EMUQ_PARTITION_REGISTERS_H

#include "base/lock.h"
#include "hwi/include/bqc/MU_Macros.h"
#include "hwi/include/bqc/classroute.h"
#include "hwi/include/bqc/mu_dcr.h"
#include "hwi/include/bqc/nd_500_dcr.h"
#include "kernel-shim/partition/state.h"

/** The register of @p node at a kernel-view address, a BGQ_MU_..._OFFSET */
static inline volatile uint64_t *emuq_node_register(const emuq_node_t *node, uint64_t address)
{
    return emuq_backend->unit->reg(node->partition->machine, node->number, address - (uint64_t)_BGQ_BASE_DMA);
}

/** Stores to a register of the kernel view: no doorbell, no user check. */
static inline void emuq_register_store(volatile uint64_t *reg, uint64_t value)
{
    /* Release: pairs with the acquire of the Message Unit. */
    AO_store_release(reg, value);
}

/** Value of a DCR; 0: the node has no such register */
static inline uint64_t emuq_node_dcr(const emuq_node_t *node, uint32_t dcr)
{
    const emuq_partition_t *p = node->partition;
    uint64_t value = 0;
    if (emuq_backend->unit->dcr_read(p->machine, node->number, dcr, &value) != 0)
        return 0;
    return value;
}

/** Sets a DCR; emuq_node_resume() must follow. @return 0 or -ENXIO */
static inline int emuq_node_dcr_write(const emuq_node_t *node, uint32_t dcr, uint64_t value)
{
    const emuq_partition_t *p = node->partition;
    return emuq_backend->unit->dcr_write(p->machine, node->number, dcr, value);
}

/** Clears, then sets, bits of a DCR. Caller holds the node's lock. */
static inline void emuq_node_dcr_update(const emuq_node_t *node, uint32_t dcr, uint64_t clear, uint64_t set)
{
    emuq_node_dcr_write(node, dcr, (emuq_node_dcr(node, dcr) & ~clear) | set);
}

/** Processes messages after changes of registers and owners. Caller holds no lock; may leave by longjmp(). */
static inline void emuq_node_resume(const emuq_node_t *node)
{
    if (emuq_backend->unit->resume != NULL)
        emuq_backend->unit->resume(node->partition->machine);
}

static inline void emuq_node_lock(emuq_node_t *node)
{
    emuq_shared_lock(&node->lock);
}

static inline void emuq_node_unlock(emuq_node_t *node)
{
    emuq_shared_unlock(&node->lock);
}

static inline void emuq_node_unlock_resume(emuq_node_t *node)
{
    emuq_shared_unlock(&node->lock);
    emuq_node_resume(node);
}

/** Finds DCR and bit that route a subgroup's interrupts to the global event aggregator. */
static inline uint32_t emuq_gea_enable(uint32_t subgroup, uint64_t *bit)
{
    *bit = UINT64_C(1) << (subgroup < 64 ? 31 - subgroup % 32 : 3 - subgroup % 4);
    return MU_DCR(GIP_INT_EN_0_7) + subgroup / 32;
}

/** A kind of resource that is allocated by subgroup */
typedef struct emuq_mu_kind {
    emuq_resource_t resource;
    uint32_t per_subgroup;
    uint32_t offset; /**< offset of the state register in the subgroup's page */
    uint32_t stride; /**< bytes between state registers */
    uint64_t free;   /**< state register's value of a free resource */
    uint64_t taken;  /**< state register's value of an allocated resource without memory */
} emuq_mu_kind_t;

extern const emuq_mu_kind_t emuq_inj_fifos, emuq_rec_fifos, emuq_bat_entries;

/** The register page of a subgroup, 0..67. */
static inline uint64_t emuq_subgroup_page(uint32_t sg)
{
    return BGQ_MU_SUBGROUP_ADDRESS_OFFSET((uint64_t)sg / 4, (uint64_t)sg % 4);
}

/** The first register of a resource. @param id number in its subgroup */
static inline volatile uint64_t *emuq_resource_register(const emuq_node_t *node, const emuq_mu_kind_t *kind,
                                                        uint32_t sg, uint32_t id)
{
    return emuq_node_register(node, emuq_subgroup_page(sg) + kind->offset + id * kind->stride);
}

/** Marks the system's resources of a node as allocated (kernel-mu-resources 6). Called once per node. @return
 * 0 */
int emuq_mu_boot_resources(emuq_node_t *node);

#define EMUQ_NODE_ROUTES  16u /**< Routes of each kind per node. */
#define EMUQ_JOB_ROUTE    0u
#define EMUQ_SYSTEM_ROUTE 14u
#define EMUQ_BLOCK_ROUTE  15u

/** Kinds of routes: the first device control register of each. */
#define EMUQ_ROUTE_COLLECTIVE ((uint32_t)ND_500_DCR(CTRL_COLL_CLASS_00_01))
#define EMUQ_ROUTE_GI         ((uint32_t)ND_500_DCR(CTRL_GI_CLASS_00_01))

/** The word of route @p id, 0..15: input << 16 | output; 0: free. Two routes share a DCR, the even one in the
 * upper half */
static inline uint32_t emuq_route_read(const emuq_node_t *node, uint32_t kind, uint32_t id)
{
    return (uint32_t)(emuq_node_dcr(node, kind + id / 2) >> (id % 2 == 0 ? 32 : 0));
}

/** Sets the word of route @p id. Caller holds the node's lock. */
static inline void emuq_route_write(const emuq_node_t *node, uint32_t kind, uint32_t id, uint32_t word)
{
    uint32_t shift = id % 2 == 0 ? 32 : 0;
    emuq_node_dcr_update(node, kind + id / 2, (uint64_t)UINT32_MAX << shift, (uint64_t)word << shift);
}

static inline uint32_t emuq_route_word_of(const ClassRoute_t *cr)
{
    return (uint32_t)cr->input << 16 | cr->output;
}

/** Sets the user/system bit of a GI route. Caller holds the node's lock. */
static inline void emuq_route_set_gi_system(const emuq_node_t *node, uint32_t id, bool system)
{
    uint64_t bit = UINT64_C(1) << (15 - id);
    emuq_node_dcr_update(node, MU_DCR(SYS_BARRIER), bit, system ? bit : 0);
}

#endif /* EMUQ_PARTITION_REGISTERS_H */
