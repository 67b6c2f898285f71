/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file control.h
 * @brief Control registers: enable, disable, clear interrupts.
 */
#ifndef EMUQ_EMULATOR_CONTROL_H
#define EMUQ_EMULATOR_CONTROL_H

#include "backends/emulator/core/work.h"

/** Enables or disables injection FIFOs of a group, and shows it. @param bits FIFO i of the group is 1 << (31
 * - i) */
void emuq_control_enable(emuq_work_t *work, emuq_mu_node_t *n, uint32_t group, uint64_t bits, bool enable);

/** Stores a register of a group to the pages of its four subgroups. */
void emuq_control_mirror(emuq_mu_node_t *n, uint32_t group, uint32_t offset, uint64_t value);

/** Acts on control words that were stored without a doorbell, unless another thread does. @return whether it
 * did. */
bool emuq_control_scan(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup);

/** Acts on the registers of a subgroup's FIFOs as if each had just been stored to by the kernel. */
void emuq_control_flush(emuq_work_t *work, emuq_mu_node_t *n, uint32_t subgroup);

#endif /* EMUQ_EMULATOR_CONTROL_H */
