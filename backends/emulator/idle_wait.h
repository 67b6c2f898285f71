/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file idle_wait.h
 * @brief The hook of polls that find nothing.
 */
#ifndef EMUQ_EMULATOR_IDLE_WAIT_H
#define EMUQ_EMULATOR_IDLE_WAIT_H

#include "backends/emulator/node.h"

/** This process begins to use the machine. */
void emuq_idle_open(const emuq_machine_t *m);

/** A poll of a register has found @p seen, which is not what it waits for; see emuq_mmio_t::idle. */
void emuq_idle(const volatile uint64_t *reg, uint64_t seen);

#endif /* EMUQ_EMULATOR_IDLE_WAIT_H */
