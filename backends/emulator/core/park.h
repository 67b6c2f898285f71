/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file park.h
 * @brief Back-pressure. A message that finds its target FIFO full is parked: its waiter goes on the FIFO's
 * list, and no thread waits. Who makes room takes waiters off the list, oldest first and as many as there is
 * room for.
 *
 * The lists are those of sync/wait_list.h. The receiver's side is a load without a fence, because a fence
 * would cost every poll. So a wakeup can be missed, and engines and idle threads look at parked waiters
 * (emuq_unpark_all()).
 *
 * A waiter that has gone on may leave room for the next one: who has resumed a waiter calls emuq_unpark()
 * again. One that finds no room after all is parked again before those that have come later.
 */
#ifndef EMUQ_EMULATOR_PARK_H
#define EMUQ_EMULATOR_PARK_H

#include "backends/emulator/core/work.h"

/** Free bytes of a reception FIFO, as far as reserved. */
uint64_t emuq_rec_room(emuq_rec_t *r);
/** Free slots of a remote-get FIFO. */
uint64_t emuq_rget_room(const emuq_inj_t *f);

/** Whether a reception FIFO has room for so many bytes, or has no use for them: it is not enabled, or has no
 * living owner. */
bool emuq_rec_has_room(emuq_rec_t *r, uint64_t bytes);
/** Whether a remote-get FIFO has so many free slots, or no living owner. */
bool emuq_rget_has_room(const emuq_inj_t *f, uint64_t slots);

/** Puts a waiter on the list of a FIFO of node @p to; it is resumed when the FIFO has @p need free bytes
 * (reception FIFO) or slots (remote-get FIFO), or no living owner any more. From then on it belongs to who
 * resumes it. */
void emuq_park(emuq_work_t *work, emuq_mu_node_t *to, emuq_waiter_t *w, emuq_blocker_t *blocker,
               uint64_t need);

/** Whether anything waits for room in a FIFO. Acquire: the waiters' entries are visible. */
static inline bool emuq_is_waited_for(const emuq_blocker_t *blocker)
{
    return emuq_wait_list_any(&blocker->list);
}

/** The FIFO may have room: resumes as many waiters as fit. */
void emuq_unpark(emuq_work_t *work, emuq_mu_node_t *to, emuq_blocker_t *blocker);

/** The same for all FIFOs of a node: finds wakeups that were missed, and FIFOs whose owner is gone. */
void emuq_unpark_all(emuq_work_t *work, emuq_mu_node_t *to);

#endif /* EMUQ_EMULATOR_PARK_H */
