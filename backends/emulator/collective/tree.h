/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file tree.h
 * @brief Trees of class routes.
 *
 * A tree is what the class-route words of neighbouring nodes agree on: an output link of the child that is
 * the opposite input link of the parent. It is found when it is first needed, and given up when a word of one
 * of its nodes changes.
 *
 * The memory of a tree stays a tree until the partition ends, but may become another one. So a thread that
 * has loaded a node's tree takes the tree's lock and then checks that it still is the node's
 * (emuq_tree_lock()). The slots of the nodes change under the machine's tree_lock and the lock of the tree
 * that they lead to.
 */
#ifndef EMUQ_EMULATOR_TREE_H
#define EMUQ_EMULATOR_TREE_H

#include "backends/emulator/core/header.h"
#include "backends/emulator/core/work.h"
#include "base/futex.h"
#include "sync/or_tree.h"

#define EMUQ_QUEUE_DEPTH 4 /**< contributions that a node may have in the network on one route */
#define EMUQ_BUFFERED                                                                                        \
    512u /**< bytes: contributions up to one packet are buffered, longer ones wait in place */
/** Bytes of a collective that are combined and delivered at a time: what stays in a cache near the core; and
 * between hosts, where each piece costs a round trip, more. */
#define EMUQ_PIECE      UINT64_C(8192)
#define EMUQ_FAR_RESULT (UINT64_C(1) << 18)
#define EMUQ_FAR_STACK                                                                                       \
    (4 * EMUQ_FAR_RESULT) /**< least bytes of the stack of a tree whose participants are on several hosts */

/** One message of one node. */
typedef struct emuq_contribution {
    MUHWI_PacketHeader_t header;
    uint64_t length;
    const char *payload;      /**< data, or the sender's memory */
    emuq_waiter_t *waiter;    /**< what waits until it has been read, or NULL if the message is in data */
    char data[EMUQ_BUFFERED]; /**< its first word is in the cache line of the header */
    bool interrupt;
    bool failed; /**< of a value of another host: its contributions did not match, and there are no bytes */
} __attribute__((aligned(64))) emuq_contribution_t;

/** Contributions of one node, oldest first. The first place of the ring is used again as soon as the ring is
 * empty, so another node knows which lines it will read before it has the lock. */
struct emuq_contributions {
    uint32_t first, count;
    emuq_waiter_t *blocked, *blocked_last; /**< FIFOs that wait for a place in the ring, oldest first */
    emuq_contribution_t ring[EMUQ_QUEUE_DEPTH];
};

/** What collectives of one kind have carried that has not been added to the counts of the tree yet. */
typedef struct emuq_carried {
    uint64_t packets, chunks;
    uint8_t vc, type;
    bool is_reduction, is_for_all;
} emuq_carried_t;

/** How to combine: a program for a stack of pieces, in the order of the tree. */
typedef struct emuq_combine_step {
    enum { EMUQ_PUSH, EMUQ_COMBINE_LOCAL, EMUQ_MERGE } what;
    uint32_t input;
} emuq_combine_step_t;

/** The collective that is being delivered. Owned by the thread that set `running`, or parked with it. */
typedef struct emuq_collective_run {
    MUHWI_PacketHeader_t header;
    uint64_t length, at, bytes, sent;
    const char *piece;
    uint32_t receiver, only; /**< next participant to serve; the only one, or UINT32_MAX */
    uint32_t source;         /**< input that broadcasts, or UINT32_MAX for a reduction */
    bool interrupt, has_piece, failed;
    bool is_done_here; /**< several hosts: what this host has to do for the piece is done */
} emuq_collective_run_t;

/** What another host has been asked for, for a collective. Belongs to the run, or to the result, until it is
 * sent, and again when the last answer has come. */
typedef struct emuq_errand {
    emuq_waiter_t waiter;
    bool is_down; /**< for the result that has come, otherwise for the run */
    uint32_t
        next; /**< participant that is to be looked at next, if receivers get their messages one by one */
} emuq_errand_t;

/** The part of a host in a tree of collectives whose participants are on several hosts; collective_far.h. */
typedef struct emuq_branch {
    /* Constant while the tree is in use. Nodes stand for their hosts. */
    uint32_t place, children;                 /**< in the binomial tree of the hosts (or_tree.h) */
    uint32_t parent, child[EMUQ_OR_CHILDREN]; /**< nodes */
    uint32_t first[EMUQ_OR_CHILDREN + 1]; /**< inputs [first[k], first[k + 1]) are the values of child k */
    uint32_t outputs;                     /**< values that go to the parent */
    emuq_errand_t *errand; /**< [capacity + EMUQ_OR_CHILDREN]: those of the run, then of down */
    uint32_t down_errands; /**< the first of these */
    /* Under the tree's lock. */
    uint32_t left, down_left;   /**< what the run, and the result, wait for */
    bool is_refused;            /**< a value of the run has been */
    emuq_waiter_t *down_with;   /**< the request that has brought the result; NULL: none has */
    emuq_waiter_t *next_down;   /**< results that have come since, oldest first, linked by next */
    char *values;               /**< of the run, if they do not fit into the stack; the runner's */
    emuq_collective_run_t down; /**< the result; who delivers it has it */
    emuq_waiter_t down_waiter;  /**< its receivers let it wait */
} emuq_branch_t;

/** Global interrupts of a tree whose nodes are on several hosts (far_levels.h). Under the tree's lock, but
 * for the atomic words. */
typedef struct emuq_levels {
    emuq_or_tree_t sum; /**< its places are the hosts of the tree; the host engine's, but for what it owns */
    bool begun, is_new; /**< the host engine takes part; and it has not asked its children */
    bool asked;         /**< the waiter is on its way to the host engine */
    bool owes, is_listed; /**< host engine: sum owes something; it is in the list of those that do */
    uint64_t owes_since;  /**< ns */
    emuq_tree_t *next;    /**< in that list */
    /** Levels that all hosts are to have seen before a rank goes on: the last one, that of the fence on its
     * way, the answers that it lacks, the last one that is done. `done` is atomic. */
    uint32_t wanted, fence, left, done;
    uint32_t known, gone; /**< atomic: there is a status; the tree was given up */
    /** Advanced after a change of the three atomic words; ranks load it before them, and sleep on it. All
     * four are stored with release, and loaded with acquire in await() of far_levels.c: a rank that goes on
     * sees the status that has been shown. */
    unsigned turn;
    emuq_waiter_t waiter;
} emuq_levels_t;

struct emuq_tree {
    /* Constant while the tree is in use. */
    emuq_machine_t *machine;
    bool gi, complete; /**< complete: all links of all words agree, there is one root */
    uint32_t route;
    uint32_t root;                /**< node, if it is complete */
    uint32_t nodes, *node, *word; /**< all nodes, and their class-route words */
    /** Those with the local bit, in combining order, the root last; if they are on several hosts, those of
     * this host first. Of global interrupts: those of this host. */
    uint32_t participants, *participant;
    /** Queues of contributions: one for each participant of this host, which are the first ones and receive
     * results here, and one for each value that another host tells. */
    uint32_t inputs, own;
    uint32_t model; /**< input with the last participant, whose header counts; if it has come to this host */
    /* Hosts, and which they are, in order; of collectives, those with participants. A number that is the same
     * on all hosts: no other tree has it that differs in a word, and of global interrupts, no other one has
     * or has had it. Global interrupts: nodes of this host, which are the first ones; the lowest node. */
    uint32_t hosts, here, lowest;
    uint16_t *host;
    uint64_t id;
    emuq_combine_step_t *step;
    uint32_t steps, depth;
    uint32_t capacity; /**< nodes for which there is memory; constant */
    uint64_t stack_bytes;
    emuq_tree_t *next_tree; /**< tree_lock */

    emuq_contributions_t *queue; /**< [inputs], of a tree of collectives */
    uint32_t *broadcast;         /**< ring of inputs whose oldest contribution is a broadcast */
    uint64_t piece;              /**< bytes: EMUQ_PIECE; between hosts up to EMUQ_FAR_RESULT */
    char *stack;                 /**< depth * piece bytes */
    emuq_put_route_t *put_route; /**< [own] where results go, as far as they are direct puts; belongs to who
                                    delivers, or to the holder of the lock while nothing is delivered */

    /* What the lock covers and every operation needs, in the cache line of the lock. */
    emuq_lock_t lock __attribute__((aligned(64)));
    bool given_up; /**< the contributions that are left are sent back when no run is in progress */
    bool running;
    uint32_t users; /**< added to under the lock; threads that hold the tree without it */
    uint32_t ready; /**< inputs whose oldest contribution is to a reduction */
    uint32_t broadcast_first, broadcasts;
    uint32_t raised[3]; /**< global interrupts: participants with the bit set, by bit number */
    emuq_carried_t carried;
    uint32_t status; /**< of global interrupts */

    /* Without the lock: pollers of the route's registers sleep on it, on all nodes: one call of the system
     * wakes them, and messages that arrive while their node waits in a barrier do not. */
    emuq_event_count_t gi_event __attribute__((aligned(64)));

    emuq_levels_t levels;      /**< of global interrupts; under the lock */
    emuq_collective_run_t run; /**< belongs to the runner */
    emuq_waiter_t waiter;
    emuq_branch_t branch; /**< of collectives */

    /* Under the lock. */
    uint64_t received[3]; /**< packets that every participant has received, by packet type */
    uint64_t up_chunks[EMUQ_VCS], down_chunks[EMUQ_VCS], up_packets[EMUQ_VCS], down_packets[EMUQ_VCS];
};

/** The tree of a route through a node, found if necessary. NULL without memory. */
emuq_tree_t *emuq_tree_find(emuq_mu_node_t *n, uint32_t route, bool gi);

/** The tree of collectives with this number, in use or given up, which may be the node's. Held, until it is
 * let go. NULL: there is none. */
emuq_tree_t *emuq_tree_of_id(emuq_mu_node_t *n, uint32_t route, uint64_t id);

/** The slot of a node that leads to its tree. */
static inline emuq_tree_t **emuq_tree_slot(emuq_mu_node_t *n, uint32_t route, bool gi)
{
    return gi ? &n->gi_tree[route] : &n->coll_tree[route];
}

/** Takes the lock of a tree that was the node's tree of the route.
 *  @return whether it still is; if not, the lock is not held */
static inline bool emuq_tree_lock(emuq_tree_t *t, emuq_mu_node_t *n, uint32_t route, bool gi)
{
    emuq_lock(&t->lock);
    /* Acquire: pairs with the release in publish(); what the tree and the node say of each other is visible.
     */
    if (__builtin_expect(__atomic_load_n(emuq_tree_slot(n, route, gi), __ATOMIC_ACQUIRE) == t, 1))
        return true;
    emuq_unlock(&t->lock);
    return false;
}

/** Until it is let go, the tree does not become another one. With its lock, or the machine's tree_lock while
 * it is a node's. Sequentially consistent: wires.c loads a flag of sleepers after it. */
static inline void emuq_tree_hold(emuq_tree_t *t)
{
    __atomic_fetch_add(&t->users, 1, __ATOMIC_SEQ_CST);
}

/** Lets go a tree that the thread holds. Release: pairs with the acquire in recycle(); what the thread has
 * read of the tree has been read. */
static inline void emuq_tree_let_go(emuq_tree_t *t)
{
    __atomic_fetch_sub(&t->users, 1, __ATOMIC_RELEASE);
}

/** Something has changed that ranks wait for in emuq_far_level(). */
static inline void emuq_levels_turn(emuq_levels_t *l)
{
    __atomic_fetch_add(&l->turn, 1, __ATOMIC_RELEASE);
    emuq_futex_wake(&l->turn, EMUQ_FUTEX_ALL);
}

/** A class-route word of the node has changed. Contributions that waited for it go on by
 * emuq_routes_resume(). */
void emuq_tree_route_changed(emuq_mu_node_t *n, uint32_t route, bool gi);

/** Has a contribution wait until some class route changes.
 *  @param id of the tree that it is for, with the waiter's request; NULL: it is for any that is complete
 *  @param is_withdrawn gets whether the request is withdrawn, if it does not wait; NULL with no id
 *  @return false if one has just changed: the node has no tree of the route any more, or the one it is for */
bool emuq_routes_wait(emuq_mu_node_t *n, uint32_t route, const uint64_t *id, emuq_waiter_t *w,
                      bool *is_withdrawn);

/** A request is for a tree that has been given up: emuq_routes_wait() does not let its waiter wait any more.
 * Followed by emuq_routes_resume(). */
void emuq_routes_withdraw(emuq_machine_t *m, emuq_request_t *r);

/** Whether contributions for a tree with that number, or NULL: any, can be made to this one. With its lock,
 * or the machine's tree_lock while it is a node's. */
static inline bool emuq_tree_is_for(const emuq_tree_t *t, const uint64_t *id)
{
    return t->complete && (id == NULL || (t->hosts > 1 && t->id == *id));
}

/** Has the contributions go on that wait for a class route, if one has changed. */
void emuq_routes_resume(emuq_work_t *work, emuq_machine_t *m);

/** Takes the FIFOs that wait in a tree that was given up: they have to contribute to another one. Under the
 * tree's lock, with no run in progress. @return their waiters, linked by next */
emuq_waiter_t *emuq_tree_take_waiters(emuq_tree_t *t);

/** Counts what a collective has carried; under the tree's lock. @param is_for_all all participants have
 * received it */
void emuq_tree_count(emuq_tree_t *t, const MUHWI_PacketHeader_t *h, uint64_t length, bool is_reduction,
                     bool is_for_all);
/** What collectives have sent or received over a link of a node. @param sent chunks sent, or packets received
 */
uint64_t emuq_tree_count_link(const emuq_mu_node_t *n, uint32_t link, uint32_t vc, bool sent);
/** Packets of a type that collectives have brought to all participants, for a node. */
uint64_t emuq_tree_count_received(const emuq_mu_node_t *n, uint32_t type);
/** Moves what the trees have counted to the counters of the nodes. No process uses the machine any more: no
 * lock is taken, which one that was killed may have. */
void emuq_trees_settle(emuq_machine_t *m);

#endif /* EMUQ_EMULATOR_TREE_H */
