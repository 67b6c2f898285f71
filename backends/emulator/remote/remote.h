/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file remote.h
 * @brief Messages to nodes of remote hosts, and replicas of those nodes. Protocol: remote_frames.h.
 *
 * Every host builds the whole partition. A node of a remote host is a *replica*: its FIFOs and its table are
 * not used. One process per host, the *host engine*, exchanges frames with remote engines, in order per pair.
 *
 *  - Messages of injection FIFOs are copied (*posts*); the descriptor is complete after the copy.
 *  - Values and results of collectives are requests (request.h) to the host engine.
 *  - *Updates* keep the class-route words of replicas current. A host applies an update before later frames
 * of the same host. For updates seen through a third host, the sender waits for all acknowledgements.
 *
 * A waiter or an update has one owner at a time: sender, mailbox, engine, and after the last reply the
 * sender.
 */
#ifndef EMUQ_EMULATOR_REMOTE_H
#define EMUQ_EMULATOR_REMOTE_H

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/remote_ops.h"
#include "backends/emulator/core/work.h"

/** Limits of an injection FIFO's segments and bytes in flight. Half a window holds two full segments. */
#define EMUQ_WINDOW_SEGMENTS 64u
#define EMUQ_WINDOW_BYTES    (UINT32_C(1) << 20)

/* ---- operations of emuq_remote_ops_t ---- */

/** Implements emuq_remote_ops_t::is_over. */
bool emuq_remote_is_over(emuq_machine_t *m);
/** Implements emuq_remote_ops_t::update_send. */
struct emuq_update *emuq_remote_update_send(emuq_mu_node_t *n, emuq_update_kind_t what, uint32_t index,
                                            uint64_t value, bool waits);
/** Implements emuq_remote_ops_t::update_wait. */
uint64_t emuq_remote_update_wait(struct emuq_update *update);
/** Implements emuq_remote_ops_t::post. */
emuq_outcome_t emuq_remote_post(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);
/** Implements emuq_remote_ops_t::drain. */
void emuq_remote_drain(emuq_machine_t *m, uint32_t node, uint64_t end);
/** Implements emuq_remote_ops_t::resume. */
void emuq_remote_resume(emuq_work_t *work, emuq_waiter_t *w);
/** Implements emuq_remote_ops_t::request. */
void emuq_remote_request_send(emuq_work_t *work, emuq_waiter_t *w);
/** Implements emuq_remote_ops_t::flush. */
bool emuq_remote_flush(void);
/** Implement emuq_remote_gi_ops_t. */
void emuq_remote_gi_changed(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);
void emuq_remote_gi_requested(emuq_work_t *work, emuq_waiter_t *w);
bool emuq_remote_gi_settle(emuq_work_t *work);
/** Implement emuq_remote_tree_ops_t. */
bool emuq_remote_collective_run(emuq_work_t *work, emuq_tree_t *t);
bool emuq_remote_collective_continue(emuq_work_t *work, emuq_waiter_t *w);
void emuq_remote_collective_result(emuq_work_t *work, emuq_waiter_t *w);

/** Implements emuq_backend_remote_ops_t::place. */
int emuq_remote_place(emuq_machine_t *m, const emuq_placement_t *placement);
/** Implements emuq_backend_remote_ops_t::receive. */
int emuq_remote_receive(emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes);

#endif /* EMUQ_EMULATOR_REMOTE_H */
