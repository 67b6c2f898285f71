/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file delivery.h
 * @brief Brings the bytes of a message to a node: in this process, or by a request to the one that has the
 * memory.
 */
#ifndef EMUQ_EMULATOR_DELIVERY_H
#define EMUQ_EMULATOR_DELIVERY_H

#include "backends/emulator/core/message.h"

/** Delivers bytes [*sent, end) of a message, with the help of another process if need be.
 *  @return EMUQ_DONE, EMUQ_PARKED (the waiter is gone, and may have been resumed) or EMUQ_REFUSED */
emuq_outcome_t emuq_deliver(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);

/** @return @p data if every process may dereference it (emuq_arena_reached_by_all()), else a copy in the
 *  waiter's staging memory, or NULL without memory */
const char *emuq_stage(emuq_machine_t *m, emuq_waiter_t *w, const char *data, uint64_t bytes);

/** Handles a waiter from the mailbox of this process, or one that waited for room on behalf of another
 * process.
 *  @param work records no refusal */
void emuq_request_handle(emuq_work_t *work, emuq_waiter_t *w);

/** The process ends: closes its mailbox, and rejects what it was asked for. */
void emuq_requests_end(emuq_work_t *work, emuq_machine_t *m, uint32_t member);

#endif /* EMUQ_EMULATOR_DELIVERY_H */
