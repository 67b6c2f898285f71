/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file watch.h
 * @brief Says it when the thread that has the baton does nothing that the model sees for long: it computes,
 * or it waits in a way that the model does not know for a thread that does not run, and would wait for ever.
 * Lets loops be seen to wait (spins.h).
 */
#ifndef EMUQ_TIMED_WATCH_H
#define EMUQ_TIMED_WATCH_H

#include "backends/timed/timed.h"

/** Begins to watch, in a thread. @return 0 or a negative errno */
int emuq_watch_begin(emuq_timed_t *t);
/** Ends what has begun. */
void emuq_watch_end(emuq_timed_t *t);

#endif /* EMUQ_TIMED_WATCH_H */
