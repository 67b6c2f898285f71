/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gi.h
 * @brief Global interrupts over class routes (spi-gi-barrier section 1).
 */
#ifndef EMUQ_EMULATOR_GI_H
#define EMUQ_EMULATOR_GI_H

#include "backends/emulator/core/work.h"

/** The control register of a GI route has been stored to. */
void emuq_gi_update(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);
/** Takes back a store to a control or status register that was refused. */
void emuq_gi_restore(emuq_mu_node_t *n, uint32_t route);

#endif /* EMUQ_EMULATOR_GI_H */
