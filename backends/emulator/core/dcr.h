/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file dcr.h
 * @brief Device control registers: what a kernel sets on a node (hwi-registers section 6).
 */
#ifndef EMUQ_EMULATOR_DCR_H
#define EMUQ_EMULATOR_DCR_H

#include "backends/emulator/core/node.h"

/** Writes the reset state. */
void emuq_dcr_reset(emuq_mu_node_t *n);
/** See emuq_backend_t::dcr_read. */
int emuq_dcr_read(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value);
/** Whether a register holds class routes. */
bool emuq_dcr_is_route(uint32_t dcr);
/** See emuq_backend_t::dcr_write. Of class routes: the other hosts know them when it returns. Runs no
 * message: that is for emuq_backend_t::resume. */
int emuq_dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value);

#endif /* EMUQ_EMULATOR_DCR_H */
