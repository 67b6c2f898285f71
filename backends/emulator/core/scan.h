/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file scan.h
 * @brief Finds registers that a program stored to with its own code, without a doorbell.
 */
#ifndef EMUQ_EMULATOR_SCAN_H
#define EMUQ_EMULATOR_SCAN_H

#include "backends/emulator/core/work.h"

/** Scans a node. @return whether something was found. */
bool emuq_scan_node(emuq_work_t *work, emuq_mu_node_t *n);

#endif /* EMUQ_EMULATOR_SCAN_H */
