/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file progress.h
 * @brief Tells the launcher how far the job is, and lets it look at the threads of a job that ends by an
 * error.
 */
#ifndef EMUQ_TIMED_PROGRESS_H
#define EMUQ_TIMED_PROGRESS_H

#include "backends/modelled_time.h"
#include "backends/timed/timed.h"

/** Maps the file of the launcher, if there is one. Has the signals that a program dies of come here if they
 *  have no handlers. @return 0 or a negative errno, after a message */
int emuq_timed_progress_open(emuq_timed_t *t);
/** Ends that; the handlers stay. */
void emuq_timed_progress_close(emuq_timed_t *t);

/** The calling process is a child of the program, and none of the launcher's. */
void emuq_timed_progress_leave(void);

/** The calling thread, @p a, runs. */
void emuq_timed_progress_enter(const emuq_timed_t *t, emuq_actor_t *a);

/** The job is about to end by an error: stops the process if the launcher wants to look at it,
 * and is its parent, which lets it go on. Async-signal-safe. */
void emuq_timed_progress_stop(void);

/** Shows the time. By who has the baton. */
static inline void emuq_timed_progress_show(const emuq_timed_t *t)
{
    if (t->progressed == NULL)
        return;
    __atomic_store_n(&t->progressed->tick, t->now - t->begin, __ATOMIC_RELAXED);
    __atomic_store_n(&t->progressed->packets, t->packets, __ATOMIC_RELAXED);
    __atomic_store_n(&t->progressed->hand_overs, t->hand_overs, __ATOMIC_RELAXED);
}

#endif /* EMUQ_TIMED_PROGRESS_H */
