/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file delegate.h
 * @brief Memory that only its own process can reach: stacks, foreign mappings, everything if nothing is
 * shared.
 *
 * A process that meets such memory sends a waiter to the process that has it; an engine there goes on.
 *  - Source: the whole injection FIFO is delegated.
 *  - Target: the message's bytes go into memory that all processes see, and the target's engine delivers them
 * from there by the same code (delivery.c). The waiter's state says how far that is.
 *
 * A waiter belongs to one party at a time: who parked it, the mailbox, the engine that took it. The mailbox's
 * lock passes it on, with everything in it.
 */
#ifndef EMUQ_EMULATOR_DELEGATE_H
#define EMUQ_EMULATOR_DELEGATE_H

#include "backends/emulator/core/work.h"

/** Says why memory was not found; see emuq_reach(). */
emuq_outcome_t emuq_reach_failed(emuq_work_t *w, const emuq_owner_t *owner, uint64_t pa, uint32_t *remote);

/** Finds memory of a node, for a message that uses a resource of @p owner.
 *  @param remote gets the process that has it, for EMUQ_REMOTE
 *  @return EMUQ_DONE and *va; EMUQ_REMOTE; EMUQ_OUTSIDE; EMUQ_REFUSED if the owner is gone */
static inline emuq_outcome_t emuq_reach(emuq_work_t *w, const emuq_owner_t *owner, uint64_t pa,
                                        uint64_t bytes, void **va, uint32_t *remote)
{
    *va = __builtin_expect(owner->space != NULL, 1) ? emuq_translate(owner->space->memory, pa, bytes) : NULL;
    return __builtin_expect(*va != NULL, 1) ? EMUQ_DONE : emuq_reach_failed(w, owner, pa, remote);
}

/** Sends a waiter to a process. @return false if the process has ended: the waiter stays the caller's. */
bool emuq_request_send(emuq_machine_t *m, uint32_t member, emuq_waiter_t *w);
/** Takes the oldest waiter that was sent to a process, or NULL. */
emuq_waiter_t *emuq_request_take(emuq_member_t *member);

/** Wakes an engine of a process: something has been queued for it. */
void emuq_ring(emuq_member_t *member);

/** Has process @p member go on with a FIFO of @p owner. @return EMUQ_PARKED or EMUQ_REFUSED. */
emuq_outcome_t emuq_delegate(emuq_work_t *w, emuq_inj_t *f, const emuq_owner_t *owner, uint32_t member);

#endif /* EMUQ_EMULATOR_DELEGATE_H */
