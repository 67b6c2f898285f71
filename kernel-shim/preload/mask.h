/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mask.h
 * @brief Private to the kernel shim: the signal of alarms stays out of the program's signal masks.
 *
 * A program that blocks all signals would find ours among those that wait (sigwait, signalfd). As the C
 * library does with its own two signals, pthread_sigmask() and sigprocmask(), which are defined here in front
 * of the C library's, leave it unblocked without a word.
 */
#ifndef EMUQ_SPIN_MASK_H
#define EMUQ_SPIN_MASK_H

/** From now on @p signal is blocked by no mask that the program sets; 0: none. Thread-safe. */
void emuq_mask_keep_open(int signal);

/** Unblocks it in the calling thread, which may have inherited the mask of one that is no rank's. */
void emuq_mask_open_here(void);

#endif /* EMUQ_SPIN_MASK_H */
