/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file register.h
 * @brief Registers of a node: stores, control registers, scans for stores without a doorbell, DCRs.
 */
#ifndef EMUQ_EMULATOR_REGISTER_H
#define EMUQ_EMULATOR_REGISTER_H

#include "backends/emulator/core/work.h"

/** See emuq_mmio_hooks_t::doorbell. */
void emuq_doorbell(volatile uint64_t *reg, uint64_t value);
void emuq_doorbell_recorded(volatile uint64_t *reg, uint64_t value);

/** Enables or disables injection FIFOs of a group. FIFO i is bit 31 - i. */
void emuq_control_enable(emuq_work_t *work, emuq_mu_node_t *n, uint32_t group, uint64_t bits, bool enable);

/** Acts on all registers of a subgroup, as after stores by the kernel. */
void emuq_control_flush(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup);

/** Scans a node and resumes its waiters. @return whether there was work */
bool emuq_serve_node(emuq_mu_node_t *n);
/** Finds stores without a doorbell. @return whether there were any */
bool emuq_scan_node(emuq_work_t *work, emuq_mu_node_t *n);

/** Writes the reset state (hwi-registers section 6). */
void emuq_dcr_reset(emuq_mu_node_t *n);
int emuq_dcr_read(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value);
bool emuq_dcr_is_route(uint32_t dcr);
/** See emuq_backend_unit_ops_t::dcr_write. */
int emuq_dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value);

#endif /* EMUQ_EMULATOR_REGISTER_H */
