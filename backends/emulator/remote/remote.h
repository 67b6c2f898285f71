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
#include "backends/emulator/core/work.h"

/** Maximum bytes of a message in one frame. */
#define EMUQ_REMOTE_SEGMENT (UINT64_C(1) << 18)
/** Maximum bytes of one request: several frames, one reply. */
#define EMUQ_REMOTE_REQUEST_MAX (4 * EMUQ_REMOTE_SEGMENT)

/** Limits of an injection FIFO's segments and bytes in flight. Half a window holds two full segments. */
#define EMUQ_WINDOW_SEGMENTS 64u
#define EMUQ_WINDOW_BYTES    (UINT32_C(1) << 20)

/** Kinds of updates of a node. */
typedef enum emuq_update_kind {
    EMUQ_UPDATE_DCR,            /**< device control register `index` has been written */
    EMUQ_UPDATE_CREDIT_REQUEST, /**< the receiver reports delivered posts of the node */
    EMUQ_UPDATE_LINK_PACKETS,   /**< `value` packets cross the link planned to fail (fault.h) */
    EMUQ_UPDATE_COUNT_REQUEST   /**< the receiver replies with its share of counter `index` (inspect.c) */
} emuq_update_kind_t;

/** Whether the partition has nodes on remote hosts. */
static inline bool emuq_is_distributed(const emuq_machine_t *m)
{
    return m->placement.hosts > 1;
}
/** The host of a node. */
static inline uint32_t emuq_host_of_node(const emuq_machine_t *m, uint32_t node)
{
    return m->placement.of_node[node];
}

/* ---- ranks ---- */

/** Sends an update of a local node to all hosts, in the order of the calls. @param waits
 * emuq_remote_update_wait() follows @return NULL: out of memory, or the host engine has ended */
struct emuq_update *emuq_remote_update_send(emuq_mu_node_t *n, emuq_update_kind_t what, uint32_t index,
                                            uint64_t value, bool waits);
/** Waits until every host has applied an update, without a lock that receive() needs. @return the sum of the
 * replies; 0 if the job is over */
uint64_t emuq_remote_update_wait(struct emuq_update *update);
/** Whether the host engine has ended, and with it the job. */
bool emuq_remote_is_over(emuq_machine_t *m);

/** Posts bytes [*sent, end) of a message, under the FIFO's claim. @return EMUQ_DONE; EMUQ_PARKED: no window
 * space, the FIFO may already be resumed; EMUQ_FAILED: no memory */
emuq_outcome_t emuq_remote_post(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);

/** Waits until the posts of a local node are delivered, up to time @p end. */
void emuq_remote_drain(emuq_machine_t *m, uint32_t node, uint64_t end);

/** Propagates changed control bits of a local node on a GI route. May wait for remote hosts; must not be
 * called in the host engine. */
void emuq_remote_gi_changed(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);

/** Continues the run of a distributed tree. @return false: the run continues in the thread that resumes
 * t->waiter, or after emuq_remote_collective_continue() returns true */
bool emuq_remote_collective_run(emuq_work_t *work, emuq_tree_t *t);
/** Continues after the end of a pending request, or after a receiver has space again. @return whether the
 * caller continues the run
 */
bool emuq_remote_collective_continue(emuq_work_t *work, emuq_waiter_t *w);

/* ---- the thread of the host engine ---- */

/** Implements emuq_backend_remote_ops_t::place. */
int emuq_remote_place(emuq_machine_t *m, const emuq_placement_t *placement);
/** Implements emuq_backend_remote_ops_t::receive. */
int emuq_remote_receive(emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes);

/** Continues a finished proxy request, an update or a post; forwards them to the host engine if necessary. */
void emuq_remote_resume(emuq_work_t *work, emuq_waiter_t *w);
/** Sends a request for a node of a remote host. */
void emuq_remote_request_send(emuq_work_t *work, emuq_waiter_t *w);
/** Sends the posts that are batched. @return whether there were any */
bool emuq_remote_flush(void);
/** Handles the request of a rank to advance a GI tree. @param w waiter of the tree */
void emuq_remote_gi_requested(emuq_work_t *work, emuq_waiter_t *w);
/** Sends GI reports that have been coalesced for the maximum delay. @return whether there were any */
bool emuq_remote_gi_settle(emuq_work_t *work);
/** Handles a segment of a result from the parent host. */
void emuq_remote_collective_result(emuq_work_t *work, emuq_waiter_t *w);

#endif /* EMUQ_EMULATOR_REMOTE_H */
