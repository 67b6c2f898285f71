/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file resources.h
 * @brief Private to the kernel shim: FIFOs and base-address-table entries, as a node's registers describe
 * them.
 *
 * Functions that change something are called with the node's lock.
 */
#ifndef EMUQ_MU_RESOURCES_H
#define EMUQ_MU_RESOURCES_H

#include "kernel-shim/partition/state.h"

/** A kind of resource that is allocated by subgroup. */
typedef struct emuq_mu_kind {
    emuq_resource_t resource;
    uint32_t per_subgroup;
    uint32_t offset; /**< of the register that says whether it is free, in the subgroup's page */
    uint32_t stride; /**< to the next one's */
    uint64_t free;   /**< value of that register: free */
    uint64_t taken;  /**< and allocated, but not set up yet */
} emuq_mu_kind_t;

extern const emuq_mu_kind_t emuq_inj_fifos, emuq_rec_fifos, emuq_bat_entries;

/** The first register of a resource. @param sg subgroup, 0..67. @param id number in its subgroup. */
volatile uint64_t *emuq_resource_register(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg,
                                          uint32_t id);

/** The status and control registers of a subgroup's page. */
volatile uint64_t *emuq_status_registers(const emuq_node_t *node, uint32_t sg);

/** Whether a resource is free. */
bool emuq_resource_is_free(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t id);

/** @return the number of free resources of a subgroup. */
uint32_t emuq_resources_free(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg);

/** Whether all @p n listed resources are free. */
bool emuq_resources_all_free(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                             const uint32_t *ids);

/** Whether subgroup and numbers are in the ranges that the machine's kernel asserts. */
bool emuq_resources_in_range(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids);

/** The bits of the listed FIFOs in a register of their group. */
uint64_t emuq_resource_bits(const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n, const uint32_t *ids);

/** Marks resources as allocated by @p self. */
void emuq_resources_take(const emuq_process_t *self, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                         const uint32_t *ids);

/** Marks resources as free. */
void emuq_resources_release(const emuq_node_t *node, const emuq_mu_kind_t *kind, uint32_t sg, uint32_t n,
                            const uint32_t *ids);

/** Marks the system's own resources of a node (kernel-mu-resources 6). Called once for every node. @return 0.
 */
int emuq_mu_boot_resources(emuq_node_t *node);

#endif /* EMUQ_MU_RESOURCES_H */
