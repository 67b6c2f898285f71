/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fetch.h
 * @brief The head descriptor of an injection FIFO, from its memory to the end of its message.
 *
 * A message of a known kind is done straight from the FIFO's memory. Any other one begins with a copy of its
 * descriptor, and what is known of its progress stays with this copy: as on the machine, a descriptor that
 * has been fetched finishes, although its FIFO is disabled, initialised anew or deallocated meanwhile. Then
 * the registers belong to other messages, and its end does not touch them.
 *
 * All functions are called with the claim of the FIFO.
 */
#ifndef EMUQ_EMULATOR_FETCH_H
#define EMUQ_EMULATOR_FETCH_H

#include "backends/emulator/core/fifo_space.h"
#include "backends/emulator/core/work.h"

/** Finds the descriptor at @p head. That of a device's FIFO begins at once, because programs that have mapped
 * it may change it while it is executed.
 *  @return EMUQ_DONE and *d; EMUQ_PARKED: another process goes on; EMUQ_REFUSED */
emuq_outcome_t emuq_fetch(emuq_work_t *work, emuq_inj_t *f, uint64_t head, uint64_t tail,
                          const MUHWI_Descriptor_t **d);

/** A program has stored to the disable register without a doorbell, before it rewrote the registers that the
 * caller has just read: the FIFO is disabled, although no scan has come by yet. */
static inline bool emuq_fetch_is_disabled(const emuq_inj_t *f)
{
    return emuq_load_acquire(f->disable) >> (31 - f->id % 32) & 1;
}

/** The message at @p d begins. */
void emuq_fetch_begin(emuq_inj_t *f, const MUHWI_Descriptor_t *d);

/** The message is complete, or given up. */
static inline void emuq_fetch_end(emuq_inj_t *f)
{
    f->begun.is_begun = f->begun.has_value = f->begun.collected = false;
    f->begun.hop = 0;
    f->begun.sent = 0;
    f->waiter.taken_from = NULL;
}

/** Whether the head register is still that of the message that has begun. */
bool emuq_fetch_is_at_head(const emuq_inj_t *f);

/** The FIFO is disabled or enabled, or (@p is_apart) gets another owner: a message that has begun goes on
 * without it, one that has not done anything yet is forgotten. */
void emuq_fetch_disturb(emuq_inj_t *f, bool is_apart);

#endif /* EMUQ_EMULATOR_FETCH_H */
