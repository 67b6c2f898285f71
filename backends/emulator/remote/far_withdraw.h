/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file far_withdraw.h
 * @brief Host engine: values of collectives that can never be combined, because a class route has changed.
 *
 * A value is for the tree that its host has found, and waits at the parent for that tree. Hosts hear of a
 * change at different times, so the parent cannot tell whether the tree is still to come. But whoever has
 * sent a value gives the tree up in the end, and withdraws the value then. If it has not gone into a tree of
 * the parent, or if that is given up, the parent refuses it. One that is being combined is answered as ever;
 * so is one of up to EMUQ_BUFFERED bytes that has gone into a tree: it is buffered there, and dropped with
 * the tree if that is given up, as a short contribution is on one host.
 */
#ifndef EMUQ_EMULATOR_FAR_WITHDRAW_H
#define EMUQ_EMULATOR_FAR_WITHDRAW_H

#include "backends/emulator/remote/far_frame.h"

/** A value has come from another host; until emuq_far_value_done() it may be withdrawn. */
void emuq_far_value_came(emuq_carrier_t *value);
/** It is about to be answered. */
void emuq_far_value_done(const emuq_carrier_t *value);

/** Withdraws the value that a host has been asked to take with that token, if its tree has been given up. */
void emuq_far_withdraw(emuq_tree_t *t, uint32_t host, uint32_t token);
/** A class route has changed: withdraws the values of all trees that have been given up. */
void emuq_far_withdraw_all(void);

/** A host withdraws a value. @return 0 or -EPROTO */
int emuq_far_withdrawn(emuq_work_t *work, emuq_machine_t *m, uint32_t host,
                       const emuq_frame_withdrawn_t *frame, size_t bytes);

#endif /* EMUQ_EMULATOR_FAR_WITHDRAW_H */
