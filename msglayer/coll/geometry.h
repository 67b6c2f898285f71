/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file geometry.h
 * @brief Geometries (ordered sets of endpoints), their members, and agreements of tasks.
 *
 * Geometries are constant and shared by all threads. Each member endpoint of the task has a *member state*,
 * used only by the thread of its context.
 *
 * Messages name a geometry by its *key*, unique in the job: a delayed message of a destroyed geometry finds
 * no receiver. An *agreement* of the tasks, along a binomial tree, makes the key: a task that has joined and
 * has received from all children notifies its parent; the root creates the key and sends it down. Messages
 * that arrive before the task joins are kept.
 */
#ifndef EMUQ_PAMI_COLL_GEOMETRY_H
#define EMUQ_PAMI_COLL_GEOMETRY_H

#include <stdint.h>

#include <pami.h>

#include "msglayer/core/context.h"

typedef struct emuq_pami_geometry emuq_pami_geometry_t;
typedef struct emuq_pami_member emuq_pami_member_t;
typedef struct emuq_pami_schedule emuq_pami_schedule_t;
typedef struct emuq_pami_agreement emuq_pami_agreement_t;

#define EMUQ_PAMI_CONTEXT_BUCKETS 64u
#define EMUQ_PAMI_MEMBER_PARTS    2u

typedef struct emuq_pami_coll_client {
    uint32_t lock; /**< atomic spin lock of the lists below */
    emuq_pami_geometry_t *geometries, *world;
    emuq_pami_agreement_t *agreements;
    bool is_ending; /**< the contexts end, in one thread */
} emuq_pami_coll_client_t;

typedef struct emuq_pami_coll_context {
    emuq_pami_member_t *bucket[EMUQ_PAMI_CONTEXT_BUCKETS]; /**< members by key */
    const struct emuq_pami_member_part *part[EMUQ_PAMI_MEMBER_PARTS];
    emuq_pami_schedule_t *polled,
        *polling; /**< schedules that poll the hardware; the rest of them in this round */
} emuq_pami_coll_context_t;

/** Takes the collectives lock of a client, a spin lock. */
void emuq_pami_coll_lock(emuq_pami_client_t *client);
void emuq_pami_coll_unlock(emuq_pami_client_t *client);
/** Calls the client's function: at once, or at the next advance if calls would nest. */
void emuq_pami_coll_notify(emuq_pami_context_t *context, pami_event_function fn, void *cookie, bool in_call);
/** Returns @p memory. Aborts if NULL: the operation cannot be undone. */
void *emuq_pami_coll_require(void *memory);

#define EMUQ_PAMI_MEMBER_BUCKETS 16u

/** A list of slots (schedule.h) with its last link. */
typedef struct emuq_pami_slots {
    struct emuq_pami_slot *first, **last;
} emuq_pami_slots_t;

/** Callbacks of a component of member states. NULL: no action. */
typedef struct emuq_pami_member_part {
    void (*inherit)(emuq_pami_member_t *to,
                    emuq_pami_member_t *from); /**< takes over from a provisional member */
    void (*opened)(emuq_pami_member_t *member);
    void (*free)(emuq_pami_member_t *member);
} emuq_pami_member_part_t;

/** Member state. A provisional member without geometry keeps early messages. */
struct emuq_pami_member {
    emuq_pami_member_t *next; /**< link of the context's table */
    uint64_t key;
    emuq_pami_geometry_t *geometry;
    emuq_pami_context_t *context;
    uint32_t rank;
    uint32_t number;
    uint32_t busy;                             /**< schedules and messages in progress */
    void (*ended)(emuq_pami_member_t *member); /**< frees a closed idle member */
    bool is_open;
    bool is_dead; /**< the geometry is destroyed */
    const emuq_pami_member_part_t
        *part[EMUQ_PAMI_MEMBER_PARTS]; /**< components; valid after the context's end */
    emuq_pami_slots_t bucket[EMUQ_PAMI_MEMBER_BUCKETS];
    struct emuq_pami_slot *in_flight;
    emuq_pami_schedule_t *schedules;
    emuq_pami_schedule_t *spare; /**< free list */
    uint32_t spares;
    struct emuq_pami_am *ams; /**< active-message collectives in progress */
    struct emuq_pami_am_handler *handlers;
    uint32_t am_number; /**< active-message collectives started as root */
    pami_work_t open_work, close_work;
};

/** Makes a closed member. @return NULL: out of memory */
emuq_pami_member_t *emuq_pami_member_new(emuq_pami_context_t *context, uint64_t key);
/** Enters a member into the context's table, with its early messages. Call in the context's thread. */
void emuq_pami_member_open(emuq_pami_member_t *member);
/** Closes a member, which is freed when its collectives are complete. Call in the context's thread. */
void emuq_pami_member_close(emuq_pami_member_t *member);
void emuq_pami_member_free(emuq_pami_member_t *member);
/** Returns the member with a key; if unknown, makes a provisional one. */
emuq_pami_member_t *emuq_pami_member_find(emuq_pami_context_t *context, uint64_t key);
emuq_pami_member_t *emuq_pami_member_known(emuq_pami_context_t *context, uint64_t key);
void emuq_pami_member_done(emuq_pami_member_t *member);

typedef enum emuq_pami_algorithm_id {
#define EMUQ_PAMI_ALGORITHM(id, type, write, kind, name) EMUQ_PAMI_ALGORITHM_##id,
#include "msglayer/coll/algorithms.def"
#undef EMUQ_PAMI_ALGORITHM
    EMUQ_PAMI_ALGORITHMS
} emuq_pami_algorithm_id_t;

/** An algorithm; the client's handle is its address. */
typedef struct emuq_pami_algorithm {
    emuq_pami_geometry_t *geometry;
    uint32_t id;
} emuq_pami_algorithm_t;

/** Writes the schedule of a collective. @return PAMI_INVAL: invalid arguments. Lack of memory sets @p
 * schedule->failed. */
typedef pami_result_t (*emuq_pami_write_fn)(emuq_pami_schedule_t *schedule,
                                            const pami_collective_t *arguments);

/** @name Functions that algorithms.def names
 * @{ */
#define EMUQ_PAMI_WRITE(name)                                                                                \
    pami_result_t name(emuq_pami_schedule_t *schedule, const pami_collective_t *arguments)
EMUQ_PAMI_WRITE(emuq_pami_write_barrier);
EMUQ_PAMI_WRITE(emuq_pami_write_barrier_gi);
EMUQ_PAMI_WRITE(emuq_pami_write_broadcast);
EMUQ_PAMI_WRITE(emuq_pami_write_allreduce);
EMUQ_PAMI_WRITE(emuq_pami_write_allreduce_network);
EMUQ_PAMI_WRITE(emuq_pami_write_reduce);
EMUQ_PAMI_WRITE(emuq_pami_write_reduce_network);
EMUQ_PAMI_WRITE(emuq_pami_write_broadcast_network);
EMUQ_PAMI_WRITE(emuq_pami_write_reduce_scatter);
EMUQ_PAMI_WRITE(emuq_pami_write_scan);
EMUQ_PAMI_WRITE(emuq_pami_write_allgather);
EMUQ_PAMI_WRITE(emuq_pami_write_gather);
EMUQ_PAMI_WRITE(emuq_pami_write_scatter);
EMUQ_PAMI_WRITE(emuq_pami_write_alltoall);
/** @} */

struct emuq_pami_geometry {
    emuq_pami_geometry_t *next; /**< link of the client's geometries, guarded by the collectives lock */
    emuq_pami_client_t *client;
    uint64_t key; /**< 0: no agreement yet */
    uint32_t size;
    uint32_t *endpoint; /**< [size] by rank */
    uint64_t *order;    /**< [size] endpoint << 32 | rank, ascending */
    uint32_t *task;     /**< [tasks] in the order of their first rank */
    uint32_t tasks;
    uint32_t agreements; /**< number of agreements joined, guarded by the collectives lock */
    uint32_t references; /**< atomic: member states, plus 1 for the handle */
    bool is_optimized;
    bool noncontig, saves_memory;
    struct emuq_pami_network *network;   /**< class routes or NULL; changed by updates only */
    struct emuq_pami_network *candidate; /**< class routes that some node has not confirmed */
    struct emuq_pami_request *retiring;  /**< request that releases the class routes when the members of a
                                            destroyed geometry are idle; guarded by the collectives lock */
    emuq_pami_member_t *member[EMUQ_PAMI_CONTEXTS_MAX]; /**< indexed by context offset; NULL: not a member */
    emuq_pami_algorithm_t algorithm[EMUQ_PAMI_ALGORITHMS];
};

/** Makes a geometry without key. Owns @p endpoint[@p size]. @return PAMI_INVAL: duplicate or bad member */
pami_result_t emuq_pami_geometry_new(emuq_pami_client_t *client, uint32_t *endpoint, uint32_t size,
                                     emuq_pami_geometry_t **geometry);
/** Frees a geometry whose member states have never been opened. */
void emuq_pami_geometry_free(emuq_pami_geometry_t *geometry);
/** Makes the task's member states. @return false: out of memory */
bool emuq_pami_geometry_make_members(emuq_pami_geometry_t *geometry);
/** Opens the member states. @param context of the calling thread */
void emuq_pami_geometry_open_members(emuq_pami_geometry_t *geometry, emuq_pami_context_t *context);

static inline int emuq_pami_compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/** Drops a reference; the last frees the geometry. */
void emuq_pami_geometry_release(emuq_pami_geometry_t *geometry);
/** Closes the member states: that of @p context at once, the rest by posted work. */
void emuq_pami_geometry_close_members(emuq_pami_geometry_t *geometry, emuq_pami_context_t *context);
/** Finds the rank of an endpoint. @return false: not a member */
bool emuq_pami_geometry_rank(const emuq_pami_geometry_t *geometry, uint32_t endpoint, uint32_t *rank);
/** Reports a root that is no member. @return PAMI_INVAL */
pami_result_t emuq_pami_geometry_no_root(const emuq_pami_geometry_t *geometry, uint32_t endpoint);

/** Completion of an agreement, in the thread of the joining context: a new key, and the vote bits set by all
 * tasks. */
typedef void (*emuq_pami_agreed_fn)(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes,
                                    bool in_call);

/** Identity of an agreement, unique among agreements in progress. */
typedef struct emuq_pami_agreement_id {
    uint64_t first, second;
} emuq_pami_agreement_id_t;

/** Joins an agreement.
 * @param task, tasks the tasks, in the same order everywhere; copied
 * @param votes   bits that the task votes for
 * @param fn, cookie  NULL: none; otherwise cookie is malloc'ed, and freed if the client ends first
 * @return PAMI_ENOMEM; PAMI_INVAL: the calling task is not in the list
 */
pami_result_t emuq_pami_agree(emuq_pami_context_t *context, emuq_pami_agreement_id_t name,
                              const uint32_t *task, uint32_t tasks, uint64_t votes, emuq_pami_agreed_fn fn,
                              void *cookie);
void emuq_pami_agreement_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                                 const void *data, size_t data_size, pami_endpoint_t origin,
                                 pami_recv_t *recv);
/** Drops the functions of agreements but notifies remote tasks. Call until emuq_pami_agreements_pending()
 * returns false. */
void emuq_pami_agreements_abandon(emuq_pami_client_t *client);
/** Whether an agreement joined by the task is incomplete: remote tasks may need this task. */
bool emuq_pami_agreements_pending(emuq_pami_client_t *client);
void emuq_pami_agreements_free(emuq_pami_client_t *client);

/** Makes the client's state and the world geometry. @return false: out of memory */
bool emuq_pami_coll_client_open(emuq_pami_client_t *client);
/** Frees the client's state and geometries. Call after the contexts have ended. */
void emuq_pami_coll_client_close(emuq_pami_client_t *client);
/** Makes the world's member, after context 0. @return false: out of memory */
bool emuq_pami_coll_open_world(emuq_pami_client_t *client);
/** Frees all member states, and all geometries but the world. */
void emuq_pami_coll_end_contexts(emuq_pami_client_t *client);
/** Makes the context's state. @return false: out of memory */
bool emuq_pami_coll_context_open(emuq_pami_context_t *context);
/** Frees the context's state and provisional members. */
void emuq_pami_coll_context_close(emuq_pami_context_t *context);

#endif /* EMUQ_PAMI_COLL_GEOMETRY_H */
