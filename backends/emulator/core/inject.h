/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file inject.h
 * @brief Execution of the descriptors of injection FIFOs, and of the work that messages lead to.
 *
 * Each message starts from the current head and tail, so a program may rewrite the registers of a disabled
 * FIFO.
 */
#ifndef EMUQ_EMULATOR_INJECT_H
#define EMUQ_EMULATOR_INJECT_H

#include "backends/emulator/core/work.h"

/** How much of a FIFO a thread executes. */
typedef enum emuq_run_mode {
    EMUQ_RUN_OWNER, /**< doorbell: everything; long messages preferably on a polling engine */
    EMUQ_RUN_OTHER, /**< thread that freed space: as the owner, up to a limit */
    EMUQ_RUN_ENGINE /**< engine: everything */
} emuq_run_mode_t;

/** Claims the FIFO and runs it. At return its registers are up to date. */
void emuq_inj_run(emuq_work_t *work, emuq_inj_t *f);
/** Runs a claimed FIFO, and releases the claim. */
void emuq_inj_run_on(emuq_work_t *work, emuq_inj_t *f);
/** Runs the FIFO, or requests a scan by the holder of the claim. */
void emuq_inj_try_run(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode);
/** Waits for the claim and the end of EMUQ_FIFO_BUSY. */
void emuq_inj_claim_idle(emuq_inj_t *f);
/** Releases the claim; runs the FIFO on request. */
void emuq_inj_release(emuq_work_t *work, emuq_inj_t *f);

/** Detaches an active message from the registers of a FIFO that is enabled, disabled or (@p is_detached) gets
 * a new owner. A message without any effect yet is dropped. Under the claim. */
void emuq_inj_detach(emuq_inj_t *f, bool is_detached);

/** Resumes waiters after changes of routes, space or owners. @return whether the node had waiters for space
 */
bool emuq_waiters_resume(emuq_work_t *work, emuq_mu_node_t *n);

#endif /* EMUQ_EMULATOR_INJECT_H */
