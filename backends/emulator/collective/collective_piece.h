/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file collective_piece.h
 * @brief Collectives are combined and delivered piece by piece.
 */
#ifndef EMUQ_EMULATOR_COLLECTIVE_PIECE_H
#define EMUQ_EMULATOR_COLLECTIVE_PIECE_H

#include "backends/emulator/collective/tree.h"

/** Kinds of collectives (Collective_Type). */
enum { EMUQ_BROADCAST = 0, EMUQ_ALLREDUCE = 2, EMUQ_REDUCE = 3 };

/** Kind of a collective packet. */
static inline uint32_t emuq_collective_kind(const MUHWI_PacketHeader_t *h)
{
    return h->NetworkHeader.collective.Byte3.Collective_Type;
}

/** The oldest contribution to an input that has one. */
static inline emuq_contribution_t *emuq_collective_oldest(const emuq_tree_t *t, uint32_t input)
{
    emuq_contributions_t *q = &t->queue[input];
    return &q->ring[q->first];
}

/** The runner: makes the piece that begins at t->run.at. */
void emuq_piece_prepare(emuq_tree_t *t);

/** Delivers the piece of a run from where that stopped: to its only receiver, or to those of this host.
 *  @param waiter of the run. @return false if it was parked: the run then belongs to the thread that resumes
 * the waiter */
bool emuq_piece_deliver(emuq_work_t *work, emuq_tree_t *t, emuq_collective_run_t *run, emuq_waiter_t *waiter);

/** The piece has been delivered. */
void emuq_piece_next(emuq_collective_run_t *run);

/** Delivers the collective of a tree that is on one host, from where it stopped. @return as
 * emuq_piece_deliver() */
bool emuq_pieces_deliver(emuq_work_t *work, emuq_tree_t *t);

#endif /* EMUQ_EMULATOR_COLLECTIVE_PIECE_H */
