/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file late.h
 * @brief Faults on purpose (docs/faults.md): messages are late by chance, so that they pass each other where
 * the machine allows it; injection FIFOs are slow; a rank dies.
 *
 * The emulator gives every message to these functions, as to a network (network.h). They cut it into packets,
 * say when each is to arrive, and complete its descriptor, now or later. A thread of each process delivers
 * what is due. What waits in between is in late_queue.h.
 */
#ifndef EMUQ_EMULATOR_LATE_H
#define EMUQ_EMULATOR_LATE_H

#include "backends/emulator/core/unit.h"

/** Notes in a new machine what is planned (backends/fault_plan.h). @return 0 or -ENOMEM */
int emuq_late_plan(emuq_machine_t *m);

/** Begins, in a process that attaches to a machine with faults, and before any of its messages.
 *  @return 0 or a negative errno */
int emuq_late_begin(emuq_machine_t *m);

/** Waits until the messages that the process has injected have arrived, but no longer than until @p end. */
void emuq_late_drain(const emuq_machine_t *m, uint64_t end);

/** Ends what emuq_late_begin() has begun: what is on its way arrives at once, or never. */
void emuq_late_end(emuq_machine_t *m);

#endif /* EMUQ_EMULATOR_LATE_H */
