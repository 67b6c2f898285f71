/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file inject.h
 * @brief An injection FIFO runs its descriptors.
 *
 * The claim (sync/claim.h) covers the members of emuq_inj_t that say so. A thread that must find exact
 * registers (the doorbell of the FIFO's own user) waits for it; any other thread leaves a note, and the
 * holder runs the FIFO again.
 *
 * The registers of the FIFO are the truth: every message starts from head and tail as they stand, so a
 * program may rewrite them while the FIFO is disabled. A message that has begun goes on (fetch.h).
 */
#ifndef EMUQ_EMULATOR_INJECT_H
#define EMUQ_EMULATOR_INJECT_H

#include "backends/emulator/core/fast_path.h"
#include "backends/emulator/core/work.h"

/** How much a thread does. */
typedef enum emuq_run_mode {
    EMUQ_OWNER,   /**< the doorbell's thread: everything, but long messages only if no engine would begin at
                     once */
    EMUQ_FOREIGN, /**< a thread that made room: a bounded number of descriptors; long messages likewise */
    EMUQ_ENGINE   /**< an engine: everything */
} emuq_run_mode_t;

/** Runs the FIFO in the calling thread, waiting for the claim: its registers are exact afterwards. */
void emuq_inj_run(emuq_work_t *work, emuq_inj_t *f);

/** The part of emuq_inj_run() for messages of known kinds, of a FIFO whose claim the caller holds.
 *  @param work not begun; begun by this function if there is any
 *  @return whether the FIFO is empty and its registers are exact; if not, emuq_inj_run_on() has to go on */
static inline bool emuq_inj_run_fast(emuq_work_t *work, emuq_inj_t *f)
{
    return f->is_idle && emuq_fast_run(f, work) && emuq_claim_release(&f->claim);
}

/** Goes on with the FIFO, whose claim the caller still holds, and releases it. */
void emuq_inj_run_on(emuq_work_t *work, emuq_inj_t *f);

/** Runs the FIFO, or has the holder of its claim do so. */
void emuq_inj_try_run(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode);
/** Goes on with the FIFO of a waiter that is on no list any more. */
void emuq_inj_resume(emuq_work_t *work, emuq_waiter_t *w);

/** Waits for the claim and for the end of a long copy that goes on without it. */
void emuq_inj_claim_idle(emuq_inj_t *f);
/** Releases the claim; if the FIFO is to be run again, does so. */
void emuq_inj_release(emuq_work_t *work, emuq_inj_t *f);

#endif /* EMUQ_EMULATOR_INJECT_H */
