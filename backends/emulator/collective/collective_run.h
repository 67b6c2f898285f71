/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file collective_run.h
 * @brief Collectives whose contributions have come: chosen, combined and delivered.
 */
#ifndef EMUQ_EMULATOR_COLLECTIVE_RUN_H
#define EMUQ_EMULATOR_COLLECTIVE_RUN_H

#include "backends/emulator/collective/collective_piece.h"

/** Whether contributions with these headers and lengths are to the same operation. */
bool emuq_collective_is_same(const MUHWI_PacketHeader_t *a, uint64_t a_length, const MUHWI_PacketHeader_t *b,
                             uint64_t b_length);

/** Participant that a reduce is for, or UINT32_MAX: it is none. */
uint32_t emuq_collective_destination(const emuq_tree_t *t, const MUHWI_PacketHeader_t *h);

/** Counts a collective that has been delivered; under the tree's lock. @param only participant that got the
 * result, or UINT32_MAX: all have */
void emuq_collective_count(emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t length, uint32_t only);

/** The oldest contribution to an input is another one; under the lock. */
static inline void emuq_collective_came(emuq_tree_t *t, uint32_t input)
{
    if (emuq_collective_kind(&emuq_collective_oldest(t, input)->header) == EMUQ_BROADCAST)
        t->broadcast[(t->broadcast_first + t->broadcasts++) % t->inputs] = input;
    else
        t->ready++;
}

/** A contribution has been read. */
void emuq_collective_collected(emuq_work_t *work, emuq_waiter_t *w);

/** Runs collectives while there are any. Called with the lock, returns without. */
void emuq_collective_advance(emuq_work_t *work, emuq_tree_t *t);

/** Completes a collective with a contribution that is the last to come, and that has not been put into its
 * queue, which is empty: one of few participants, whose result is short and reaches all of them by known
 * ways. With the lock, under which all of it is done: no run begins.
 *  @return false: nothing has been done. Otherwise the lock has been released. */
bool emuq_collective_at_once(emuq_work_t *work, emuq_tree_t *t, uint32_t participant,
                             const MUHWI_PacketHeader_t *h, const char *payload, uint64_t length);

/** Goes on with the run of a tree that was parked. @param w what it waited with */
void emuq_collective_resume(emuq_work_t *work, emuq_waiter_t *w);

#endif /* EMUQ_EMULATOR_COLLECTIVE_RUN_H */
