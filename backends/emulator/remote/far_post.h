/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file far_post.h
 * @brief Messages of injection FIFOs to nodes of other hosts: the sending side.
 *
 * A descriptor is complete when its bytes have been copied. The copies (*posts*, pieces of messages) go
 * through the mailbox of the host engine, which packs those that it finds there at once into frames. A FIFO
 * has at most a window of pieces and bytes on their way; then it is parked, until the other hosts have taken
 * half of them (EMUQ_FRAME_TAKEN).
 *
 * A post that leaves the window at least half full urges its host to say what has been taken. So whatever the
 * hosts have not reported was posted while the window was less than half full, and is less than half of it:
 * a parked FIFO always goes on.
 *
 * The window (emuq_far_window_t) is guarded by its lock, which passes the right to resume the parked FIFO:
 * who clears `is_full` resumes it.
 */
#ifndef EMUQ_EMULATOR_FAR_POST_H
#define EMUQ_EMULATOR_FAR_POST_H

#include "backends/emulator/core/deliver.h"

/** Pieces and bytes that an injection FIFO may have on their way. Two pieces of EMUQ_FAR_PIECE fit in half.
 */
#define EMUQ_WINDOW_PIECES 64u
#define EMUQ_WINDOW_BYTES  (UINT32_C(1) << 20)

/** Posts bytes [*sent, end) of a message of an injection FIFO; under its claim.
 *  @return EMUQ_DONE; EMUQ_PARKED: the window is full, and the FIFO may have been resumed; EMUQ_FAILED: no
 *  memory */
emuq_outcome_t emuq_far_post(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);

/** Host engine: packs a post that was in its mailbox. Only the thread that empties the mailbox. */
void emuq_far_ship(emuq_machine_t *m, emuq_waiter_t *post);
/** Sends what is packed. The same thread. @return whether there was something */
bool emuq_far_flush(void);

/** Pieces of a FIFO have been taken: resumes it if it waits for that. @return 0, or -EPROTO: it has not so
 * many on their way */
int emuq_far_taken(emuq_work_t *work, emuq_inj_t *f, uint32_t pieces, uint32_t bytes);

#endif /* EMUQ_EMULATOR_FAR_POST_H */
