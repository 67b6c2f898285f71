/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file remote_ops.h
 * @brief Operations of backends/emulator/remote/. The host engine calls requested, settle, result, request
 * and flush.
 */
#ifndef EMUQ_EMULATOR_REMOTE_OPS_H
#define EMUQ_EMULATOR_REMOTE_OPS_H

#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/work.h"

/** Maximum bytes of a message in one frame. */
#define EMUQ_REMOTE_SEGMENT (UINT64_C(1) << 18)
/** Maximum bytes of a request: several frames, one reply. */
#define EMUQ_REMOTE_REQUEST_MAX (4 * EMUQ_REMOTE_SEGMENT)

typedef enum emuq_update_kind {
    EMUQ_UPDATE_DCR,
    EMUQ_UPDATE_CREDIT_REQUEST, /**< the receiver reports delivered posts of the node */
    EMUQ_UPDATE_LINK_PACKETS,   /**< `value` packets cross the link planned to fail */
    EMUQ_UPDATE_COUNT_REQUEST   /**< the receiver replies with its share of counter `index` */
} emuq_update_kind_t;

static inline bool emuq_is_distributed(const emuq_machine_t *m)
{
    return m->placement.hosts > 1;
}
static inline uint32_t emuq_host_of_node(const emuq_machine_t *m, uint32_t node)
{
    return m->placement.of_node[node];
}

/** Global interrupts whose trees span hosts. */
typedef struct emuq_remote_gi_ops {
    /** Reports changed control bits of a local node. Called by the storing rank; may wait for remote
     * hosts. */
    void (*changed)(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);
    /** Advances the GI tree of waiter @p w, for a rank. */
    void (*requested)(emuq_work_t *work, emuq_waiter_t *w);
    /** Sends GI reports that have been delayed long enough. Called often. Returns whether there were any. */
    bool (*settle)(emuq_work_t *work);
} emuq_remote_gi_ops_t;

/** Collectives whose trees span hosts. */
typedef struct emuq_remote_tree_ops {
    /** Continues the run of a distributed tree. Returns false: the run continues in the thread that resumes
     * t->waiter, or after advance() returns true. */
    bool (*run)(emuq_work_t *work, emuq_tree_t *t);
    /** Continues after a pending request, or when a receiver has space. Called for waiters other than
     * t->waiter. Returns whether the caller continues the run. */
    bool (*advance)(emuq_work_t *work, emuq_waiter_t *w);
    /** Handles a segment of a result from the parent host. */
    void (*result)(emuq_work_t *work, emuq_waiter_t *w);
} emuq_remote_tree_ops_t;

/** Nodes on remote hosts. Called only in a distributed partition. No operation is optional. */
typedef struct emuq_remote_ops {
    /** Posts bytes [*sent, end) of a message. Caller holds the FIFO's claim. Returns EMUQ_DONE; EMUQ_PARKED:
     * no window space, the FIFO may already be resumed; EMUQ_FAILED: no memory. */
    emuq_outcome_t (*post)(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);
    /** Sends a request for a node of a remote host. */
    void (*request)(emuq_work_t *work, emuq_waiter_t *w);
    /** Continues a finished proxy request, an update or a post, in the host engine if necessary. */
    void (*resume)(emuq_work_t *work, emuq_waiter_t *w);
    /** Sends an update of a local node to all hosts, in the order of the calls. Called by ranks. @p waits:
     * update_wait() follows. Returns NULL: no memory, or the job is over. */
    struct emuq_update *(*update_send)(emuq_mu_node_t *n, emuq_update_kind_t what, uint32_t index,
                                       uint64_t value, bool waits);
    /** Waits until every host has applied an update. Called without a lock that receive() needs. Returns the
     * sum of the replies; 0 if the job is over. */
    uint64_t (*update_wait)(struct emuq_update *update);
    /** Reports that the host engine, and with it the job, has ended. Called by waiting ranks. */
    bool (*is_over)(emuq_machine_t *m);
    /** Sends batched posts. Returns whether there were any. */
    bool (*flush)(void);
    /** Waits until the posts of a local node are delivered, or until host time @p end (ns). Called before a
     * rank ends. */
    void (*drain)(emuq_machine_t *m, uint32_t node, uint64_t end);
    emuq_remote_gi_ops_t gi;
    emuq_remote_tree_ops_t tree;
} emuq_remote_ops_t;

/** NULL: the build has no remote hosts. */
extern const emuq_remote_ops_t *emuq_remote_ops;

#endif /* EMUQ_EMULATOR_REMOTE_OPS_H */
