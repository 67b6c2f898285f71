/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file run.h
 * @brief Executes work: runs scheduled FIFOs and resumes waiters until none is left, then reports.
 */
#ifndef EMUQ_EMULATOR_RUN_H
#define EMUQ_EMULATOR_RUN_H

#include "backends/emulator/core/work.h"

/** Runs and resumes what the work holds. What is left is interrupts and errors. */
void emuq_work_execute(emuq_work_t *work);

/** The same, with records of what becomes of FIFOs (backends/record.h). */
void emuq_work_execute_recorded(emuq_work_t *work);

/** Executes the work. Called with no claim and no lock held. May not return: see emuq_work_report(). */
static inline void emuq_work_run(emuq_work_t *work)
{
    if (work->resumed != NULL || work->scheduled != NULL)
        emuq_work_execute(work);
    emuq_critical_end(); /* errors and interrupts are the program's: its handlers may not return */
    if (__builtin_expect(work->interrupts != 0 || work->refused || emuq_has_asked_engine, 0))
        emuq_work_report(work);
}

/** The same, with records. */
static inline void emuq_work_run_recorded(emuq_work_t *work)
{
    emuq_work_execute_recorded(work);
    emuq_critical_end();
    if (work->interrupts != 0 || work->refused || emuq_has_asked_engine)
        emuq_work_report(work);
}

/** Goes on with everything on a node that may go on: what waits for class routes, for room, or for an owner
 * that is gone.
 *  @return whether there was something to look at */
bool emuq_node_resume(emuq_work_t *work, emuq_mu_node_t *n);

#endif /* EMUQ_EMULATOR_RUN_H */
