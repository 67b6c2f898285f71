/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file tree.h
 * @brief Trees of class routes.
 *
 * A link belongs to a tree if the words of both ends agree: an output of the child and the opposite input of
 * the parent. A tree is built when needed, and *retired* when a word of its nodes changes; its memory is
 * reused for trees only. A thread that has loaded a node's tree locks it, and checks that the node still has
 * this tree (emuq_tree_lock()). Slots of nodes change under tree_lock and the lock of their tree.
 */
#ifndef EMUQ_EMULATOR_TREE_H
#define EMUQ_EMULATOR_TREE_H

#include "backends/emulator/core/work.h"
#include "sync/or_tree.h"

#define EMUQ_QUEUE_DEPTH 4    /**< contributions per node and route */
#define EMUQ_BUFFERED    512u /**< bytes; longer contributions stay in place */
/** Bytes combined at a time: small for a cache, or large for a round trip between hosts. */
#define EMUQ_SEGMENT       UINT64_C(8192)
#define EMUQ_REMOTE_RESULT (UINT64_C(1) << 18)
/** Minimum bytes of a tree's stack if the tree spans several hosts. */
#define EMUQ_REMOTE_STACK (4 * EMUQ_REMOTE_RESULT)

typedef struct emuq_contribution {
    MUHWI_PacketHeader_t header;
    uint64_t length;
    const char *payload;      /**< data, or the sender's memory */
    emuq_waiter_t *waiter;    /**< waits until the payload is read; NULL: the payload is in data */
    char data[EMUQ_BUFFERED]; /**< the first word shares the cache line of the header */
    bool interrupt;
    bool failed; /**< value of a remote host whose contributions did not match */
} __attribute__((aligned(64))) emuq_contribution_t;

/** Contributions of one node, oldest first. An empty ring restarts at slot 0, so
 * collective_prefetch_queues() can prefetch the slot before the lock is taken. */
struct emuq_contributions {
    uint32_t first, count;
    emuq_waiter_t *blocked, *blocked_last; /**< FIFOs waiting for a slot, oldest first */
    emuq_contribution_t ring[EMUQ_QUEUE_DEPTH];
};

/** Traffic not yet in the counts of the tree. */
typedef struct emuq_carried {
    uint64_t packets, chunks;
    uint8_t vc, type;
    bool is_reduction, is_for_all;
} emuq_carried_t;

/** A step of the combining program, which works on a stack of segments. */
typedef struct emuq_combine_step {
    enum { EMUQ_PUSH, EMUQ_COMBINE_LOCAL, EMUQ_MERGE } what;
    uint32_t input;
} emuq_combine_step_t;

/** A collective in progress. Owned by the thread that set `running`, or parked with its waiter. */
typedef struct emuq_collective_run {
    MUHWI_PacketHeader_t header;
    uint64_t length, at, bytes, sent;
    const char *segment;
    uint32_t receiver, /**< next receiver */
        only;          /**< only receiver, or UINT32_MAX */
    uint32_t source;   /**< input of a broadcast, or UINT32_MAX */
    bool interrupt, has_segment, failed;
    bool is_done_here; /**< the local part of the segment is done */
} emuq_collective_run_t;

/** A request to a remote host. Owned by the run or the result, except while sent. */
typedef struct emuq_pending_request {
    emuq_waiter_t waiter;
    bool is_down;  /**< true: for the result; false: for the run */
    uint32_t next; /**< next participant, if receivers get messages one by one */
} emuq_pending_request_t;

/** A host's part in a tree of collectives on several hosts (remote_collective.c). */
typedef struct emuq_branch {
    /* Constant while the tree is in use. A node stands for its host. */
    uint32_t place, children; /**< position and number of children in the binomial tree of hosts */
    uint32_t parent, child[EMUQ_OR_CHILDREN]; /**< nodes */
    uint32_t first[EMUQ_OR_CHILDREN + 1];     /**< inputs [first[k], first[k + 1]) are values of child k */
    uint32_t outputs;                         /**< number of values for the parent */
    emuq_pending_request_t *pending; /**< [capacity + EMUQ_OR_CHILDREN]: requests of the run, then of down */
    uint32_t down_pending;           /**< index of the first request of down */
    /* Guarded by the tree's lock: */
    uint32_t left, down_left;   /**< unfinished operations of the run, and of the result */
    bool is_refused;            /**< a value of the run has been rejected */
    emuq_waiter_t *down_with;   /**< request that brought the result, or NULL */
    emuq_waiter_t *next_down;   /**< later results, oldest first */
    char *values;               /**< values of the run that exceed the stack */
    emuq_collective_run_t down; /**< result; owned by the delivering thread */
    emuq_waiter_t down_waiter;  /**< parked while a receiver has no space */
} emuq_branch_t;

/** Global interrupts of a tree on several hosts (remote_gi.c). Guarded by the tree's lock, except atomic
 * words. */
typedef struct emuq_gi_hosts {
    emuq_or_tree_t sum;     /**< the local state is the ranks' */
    bool joined,            /**< the host engine takes part */
        must_query;         /**< the host engine has to query its children */
    bool is_queued;         /**< in the mailbox of the host engine */
    bool is_pending,        /**< a report is delayed */
        is_listed;          /**< the tree is in the list */
    uint64_t pending_since; /**< ns */
    emuq_tree_t *next;      /**< next listed tree */
    /** Fences: last one wanted, current one, missing acknowledgements, last complete one (atomic). */
    uint32_t wanted, fence, left, done;
    uint32_t known, /**< atomic: a status is published */
        given_up;   /**< atomic: the tree is retired */
    /** Advanced after a change of done, known or given_up; ranks load it first, and sleep on it. Release and
     * acquire for all: a woken rank sees the status. */
    unsigned sequence;
    emuq_waiter_t waiter;
} emuq_gi_hosts_t;

struct emuq_tree {
    /* Constant while the tree is in use, up to next_tree. */
    emuq_machine_t *machine;
    bool gi, complete; /**< complete: all links agree, one root */
    uint32_t route;
    uint32_t root;                /**< node number */
    uint32_t nodes, *node, *word; /**< all nodes and their words */
    /** Nodes with the local bit, in combining order, the root last. Several hosts: local nodes first. Global
     * interrupts: only local nodes. */
    uint32_t participants, *participant;
    /** `local_inputs` local participants, then values of child hosts. */
    uint32_t inputs, local_inputs;
    uint32_t model; /**< input of the last participant, whose header is the model */
    /* Hosts in ascending order; collectives: only with participants. `id` is equal on all hosts, and differs
     * for trees with different words; for global interrupts also for successive trees. Their `here` local
     * nodes come first. */
    uint32_t hosts, here, lowest;
    uint16_t *host;
    uint64_t id;
    emuq_combine_step_t *step;
    uint32_t steps, depth;
    uint32_t capacity; /**< nodes that fit; constant */
    uint64_t stack_bytes;
    emuq_tree_t *next_tree; /**< next tree of the list; guarded by tree_lock */

    emuq_contributions_t *queue; /**< [inputs]; collectives only */
    uint32_t *broadcast;         /**< ring of inputs with a broadcast as oldest contribution */
    uint64_t piece;              /**< bytes of a segment */
    char *stack;                 /**< depth * piece bytes */
    emuq_put_route_t *put_route; /**< [local_inputs]; owned by the delivering thread, else the lock holder */

    /* Words that every operation needs share the cache line of the lock. */
    emuq_lock_t lock __attribute__((aligned(64)));
    bool given_up; /**< retired: contributions are sent back after the run */
    bool running;
    uint32_t users; /**< references; incremented under the lock */
    uint32_t ready; /**< inputs with a contribution to a reduction */
    uint32_t broadcast_first, broadcasts;
    uint32_t raised[3]; /**< global interrupts: participants with bit b set */
    emuq_carried_t carried;
    uint32_t status; /**< last published status */

    /* Pollers of the route on all nodes sleep here: one system call wakes them. */
    emuq_event_count_t gi_event __attribute__((aligned(64)));

    emuq_gi_hosts_t gi_hosts;  /**< guarded by the lock */
    emuq_collective_run_t run; /**< owned by the running thread */
    emuq_waiter_t waiter;
    emuq_branch_t branch;

    /* Guarded by the lock: */
    uint64_t received[3]; /**< packets received by every participant, by type */
    uint64_t up_chunks[EMUQ_VCS], down_chunks[EMUQ_VCS], up_packets[EMUQ_VCS], down_packets[EMUQ_VCS];
};

/** Finds or builds the tree of a route through a node. @return NULL: out of memory */
emuq_tree_t *emuq_tree_find(emuq_mu_node_t *n, uint32_t route, bool gi);

/** Finds a tree, active or retired, and takes a reference. @return NULL: unknown */
emuq_tree_t *emuq_tree_of_id(emuq_mu_node_t *n, uint32_t route, uint64_t id);

static inline emuq_tree_t **emuq_tree_slot(emuq_mu_node_t *n, uint32_t route, bool gi)
{
    return gi ? &n->gi_tree[route] : &n->coll_tree[route];
}

/** @return false: the node has another tree; not locked */
static inline bool emuq_tree_lock(emuq_tree_t *t, emuq_mu_node_t *n, uint32_t route, bool gi)
{
    emuq_lock(&t->lock);
    /* Acquire: pairs with the release in tree_publish(). */
    if (__builtin_expect(emuq_pointer_load_acquire(emuq_tree_slot(n, route, gi)) == t, 1))
        return true;
    emuq_unlock(&t->lock);
    return false;
}

/** Takes a reference, which prevents reuse. Caller holds the lock, or tree_lock while a node has the tree.
 * Sequentially consistent: gi_publish() loads a flag of sleepers afterwards. */
static inline void emuq_tree_hold(emuq_tree_t *t)
{
    (void)AO_int_fetch_and_add1_full(&t->users);
}

/** Drops a reference. Release: pairs with the acquire in tree_recycle(). */
static inline void emuq_tree_let_go(emuq_tree_t *t)
{
    (void)AO_int_fetch_and_sub1_release(&t->users);
}

/** Wakes ranks in remote_gi_await(). */
static inline void emuq_gi_hosts_signal(emuq_gi_hosts_t *l)
{
    (void)AO_int_fetch_and_add1_release(&l->sequence);
    emuq_futex_wake(&l->sequence, EMUQ_FUTEX_ALL);
}

/** Retires the trees of a changed class-route word. The caller then calls emuq_routes_resume(). */
void emuq_tree_route_changed(emuq_mu_node_t *n, uint32_t route, bool gi);

/** Parks a contribution until a class route changes. @param id tree to wait for; NULL: any complete tree
 * @param is_withdrawn set if not parked, with id only @return false: a route has just changed, try again */
bool emuq_routes_wait(emuq_mu_node_t *n, uint32_t route, const uint64_t *id, emuq_waiter_t *w,
                      bool *is_withdrawn);

/** Marks a request as withdrawn. The caller then calls emuq_routes_resume(). */
void emuq_routes_withdraw(emuq_machine_t *m, emuq_request_t *r);

/** Whether a tree takes contributions for an id (NULL: any). Caller holds the lock, or tree_lock while a node
 * has the tree. */
static inline bool emuq_tree_is_for(const emuq_tree_t *t, const uint64_t *id)
{
    return t->complete && (id == NULL || (t->hosts > 1 && t->id == *id));
}

/** Resumes parked contributions, if a class route has changed. */
void emuq_routes_resume(emuq_work_t *work, emuq_machine_t *m);

/** Removes the FIFOs waiting in a retired tree. Caller holds the tree's lock; no run is in progress. */
emuq_waiter_t *emuq_tree_take_waiters(emuq_tree_t *t);

/** Counts a collective. Caller holds the lock. @param is_for_all all participants received the result */
void emuq_tree_count(emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t length, bool is_reduction,
                     bool is_for_all);
/** @param sent chunks sent, or packets received */
uint64_t emuq_tree_count_link(const emuq_mu_node_t *n, uint32_t link, uint32_t vc, bool sent);
/** Counts received packets of collectives with results for all. */
uint64_t emuq_tree_count_received(const emuq_mu_node_t *n, uint32_t type);
/** Adds all counts to the nodes' counters. Takes no lock, as a killed process may hold one. */
void emuq_trees_settle(emuq_machine_t *m);

/** Fills in the nodes of a new tree. Caller holds tree_lock. @param found [nodes] their numbers */
void emuq_tree_place(emuq_tree_t *t, const uint32_t *found);

/** Divides the combining program between hosts. @return 0 or -ENOMEM */
int emuq_tree_divide(emuq_tree_t *t);

/** Index of a participant's host in t->host. */
uint32_t emuq_tree_place_of(const emuq_tree_t *t, uint32_t node);

/* ---- Global interrupts over class routes (spi-gi-barrier 1) ---- */

/** Applies a store to a control register. */
void emuq_gi_update(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);
/** Undoes a rejected store to a control or status register. */
void emuq_gi_restore(emuq_mu_node_t *n, uint32_t route);

/** Finds and locks the GI tree of a route. @return NULL: out of memory */
emuq_tree_t *emuq_gi_lock(emuq_mu_node_t *n, uint32_t route);

/** Counts the contribution of a local node. Caller holds the lock. @return the OR of the local
 * participants */
uint32_t emuq_gi_count(emuq_tree_t *t, emuq_mu_node_t *n);
uint32_t emuq_gi_count_all(emuq_tree_t *t);

/** Publishes a status to the local nodes. Caller holds the lock, released at return. */
void emuq_gi_publish(emuq_work_t *work, emuq_tree_t *t, uint32_t status);

/** Counts and publishes, for a tree on one host. */
void emuq_gi_update_local(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);

#endif /* EMUQ_EMULATOR_TREE_H */
