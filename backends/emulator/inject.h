/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file inject.h
 * @brief An injection FIFO runs its descriptors.
 *
 * The claim word: 0 free, 1 claimed, 2 claimed and to be run again. A thread that must find exact registers
 * (the doorbell of the FIFO's own user) waits for 0 -> 1; any other thread turns 1 into 2 and leaves, and the
 * holder runs the FIFO again before it releases the claim. Compare-and-swap 0 -> 1 is an acquire and pairs
 * with the release 1 -> 0, so the members of emuq_inj_t "under the claim" pass from holder to holder. 1 -> 2
 * is a release after the change that the thread wants to be seen, and pairs with the acquire of 2 -> 1.
 *
 * The registers of the FIFO are the truth: every run starts from head and tail as they stand, so a program
 * may rewrite them while the FIFO is disabled.
 */
#ifndef EMUQ_EMULATOR_INJECT_H
#define EMUQ_EMULATOR_INJECT_H

#include "backends/emulator/fast_path.h"
#include "backends/emulator/work.h"

/** How much a thread does. */
typedef enum emuq_run_mode {
    EMUQ_OWNER,   /**< the doorbell's thread: everything, but long messages only if no engine would begin at
                     once */
    EMUQ_FOREIGN, /**< a thread that made room: a bounded number of descriptors; long messages likewise */
    EMUQ_ENGINE   /**< an engine: everything */
} emuq_run_mode_t;

/** Releases the claim without running the FIFO: what was asked for is void, or a scan finds it. */
void emuq_inj_release_only(emuq_inj_t *f);

/** Runs the FIFO in the calling thread, waiting for the claim: its registers are exact afterwards. */
void emuq_inj_run(emuq_work_t *work, emuq_inj_t *f);

/** The part of emuq_inj_run() for messages of known kinds; inline, because every message that a program
 * injects takes it.
 *  @param work not begun; begun by this function if there is any
 *  @return whether the FIFO is empty and its registers are exact; if not, emuq_inj_run() goes on */
static inline bool emuq_inj_run_fast(emuq_work_t *work, emuq_inj_t *f)
{
    unsigned rounds = 0;
    while (!emuq_compare_exchange(&f->claim, 0, 1, __ATOMIC_ACQUIRE))
        emuq_spin(&rounds);
    emuq_stamp(EMUQ_STAMP_CLAIMED);
    /* A failed exchange: a thread has asked for another run. */
    if (f->is_idle && emuq_fast_run(f, work) && emuq_compare_exchange(&f->claim, 1, 0, __ATOMIC_RELEASE))
        return true;
    emuq_inj_release_only(f);
    return false;
}

/** Runs the FIFO, or has the holder of its claim do so. */
void emuq_inj_try_run(emuq_work_t *work, emuq_inj_t *f, emuq_run_mode_t mode);
/** Goes on with the FIFO of a waiter that is on no list any more. */
void emuq_inj_resume(emuq_work_t *work, emuq_waiter_t *w);

/** Waits for the claim. */
void emuq_inj_claim(emuq_inj_t *f);
/** Waits for the claim and for the end of a long copy that goes on without it. */
void emuq_inj_claim_idle(emuq_inj_t *f);
/** Releases the claim; if the FIFO is to be run again, does so. */
void emuq_inj_release(emuq_work_t *work, emuq_inj_t *f);
/** The head descriptor is done, or not the one that it was. Under the claim. */
void emuq_inj_forget_copy(emuq_inj_t *f);

#endif /* EMUQ_EMULATOR_INJECT_H */
