/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file remote.h
 * @brief Messages to nodes of remote hosts, and replicas of those nodes. Protocol: remote_frames.h.
 *
 * Every host builds the whole partition. A node of a remote host is a *replica*: its FIFOs and its table are
 * not used. One process per host, the *host engine*, exchanges frames with remote engines, in order per pair.
 *
 *  - Messages of injection FIFOs are copied (*posts*); the descriptor is complete after the copy.
 *  - Values and results of collectives are requests (deliver.h) to the host engine.
 *  - *Updates* keep the class-route words of replicas current. A host applies an update before later frames
 *    of the same host. For updates seen through a third host, the sender waits for all acknowledgements.
 *
 * A waiter or an update has one owner at a time: sender, mailbox, engine, and at last the sender.
 */
#ifndef EMUQ_EMULATOR_REMOTE_H
#define EMUQ_EMULATOR_REMOTE_H

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/remote_ops.h"

/** Limits of an injection FIFO in flight. Half a window holds two full segments. */
#define EMUQ_WINDOW_SEGMENTS 64u
#define EMUQ_WINDOW_BYTES    (UINT32_C(1) << 20)

/* ---- Operations of emuq_remote_ops_t ---- */

bool emuq_remote_is_over(emuq_machine_t *m);
struct emuq_update *emuq_remote_update_send(emuq_mu_node_t *n, emuq_update_kind_t what, uint32_t index,
                                            uint64_t value, bool waits);
uint64_t emuq_remote_update_wait(struct emuq_update *update);
emuq_outcome_t emuq_remote_post(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);
void emuq_remote_drain(emuq_machine_t *m, uint32_t node, uint64_t end);
void emuq_remote_resume(emuq_work_t *work, emuq_waiter_t *w);
void emuq_remote_request_send(emuq_work_t *work, emuq_waiter_t *w);
bool emuq_remote_flush(void);
void emuq_remote_gi_changed(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);
void emuq_remote_gi_requested(emuq_work_t *work, emuq_waiter_t *w);
bool emuq_remote_gi_settle(emuq_work_t *work);
bool emuq_remote_collective_run(emuq_work_t *work, emuq_tree_t *t);
bool emuq_remote_collective_continue(emuq_work_t *work, emuq_waiter_t *w);
void emuq_remote_collective_result(emuq_work_t *work, emuq_waiter_t *w);

/* ---- Operations of emuq_backend_remote_ops_t ---- */
int emuq_remote_place(emuq_machine_t *m, const emuq_placement_t *placement);
int emuq_remote_receive(emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes);

#endif /* EMUQ_EMULATOR_REMOTE_H */
