/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file idle_wait.h
 * @brief The hooks of threads that wait.
 */
#ifndef EMUQ_EMULATOR_IDLE_WAIT_H
#define EMUQ_EMULATOR_IDLE_WAIT_H

#include "backends/emulator/core/node.h"

/** This process begins to use the machine. */
void emuq_idle_open(const emuq_machine_t *m);

/** A poll of a register has found @p seen, which is not what it waits for; see emuq_mmio_hooks_t::idle. */
void emuq_idle(const volatile uint64_t *reg, uint64_t seen);

/** The same where this process runs its host engine. */
void emuq_idle_looking(const volatile uint64_t *reg, uint64_t seen);

/** See emuq_mmio_hooks_t::look; where this process runs its host engine. */
int emuq_idle_look(void);

/** See emuq_mmio_hooks_t::wake. */
void emuq_idle_wake(const volatile uint64_t *reg);

/** See emuq_mmio_hooks_t::announce. */
uint64_t emuq_idle_announce(const volatile uint64_t *reg);

/** See emuq_mmio_hooks_t::sleep. */
void emuq_idle_sleep(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns);

/** See emuq_backend_t::polls. */
uint64_t emuq_idle_polls(emuq_machine_t *m);

/** See emuq_backend_t::prepare. */
uint64_t emuq_idle_prepare(emuq_machine_t *m, uint32_t node);

/** See emuq_backend_t::await. */
bool emuq_idle_await(emuq_machine_t *m, uint32_t node, uint64_t ticket, uint64_t ns);

#endif /* EMUQ_EMULATOR_IDLE_WAIT_H */
