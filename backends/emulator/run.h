/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file run.h
 * @brief Executes work: runs scheduled FIFOs and resumes waiters until none is left, then reports.
 */
#ifndef EMUQ_EMULATOR_RUN_H
#define EMUQ_EMULATOR_RUN_H

#include "backends/emulator/work.h"

/** Executes the work. Called with no claim and no lock held. May not return: see emuq_work_report(). */
void emuq_work_run(emuq_work_t *work);

/** The same without the report: what is left is interrupts and errors. */
void emuq_work_execute(emuq_work_t *work);

/** Goes on with everything on a node that may go on: what waits for class routes, for room, or for an owner
 * that is gone.
 *  @return whether there was something to look at */
bool emuq_node_resume(emuq_work_t *work, emuq_mu_node_t *n);

#endif /* EMUQ_EMULATOR_RUN_H */
