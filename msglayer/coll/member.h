/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file member.h
 * @brief Member state: what a context remembers of a geometry that it is a member of.
 *
 * Collectives of a geometry are numbered by the order in which a member starts them, and so are equal numbers
 * equal collectives everywhere. Messages carry the geometry's key, that number and the sender's rank. Between
 * two members messages keep their order, so the first message of a rank belongs to the first receive that
 * waits for it. A message that comes before its receive is kept; one that comes before its member (its sender
 * has learned earlier that the tasks agree) is kept by a provisional member state without geometry.
 */
#ifndef EMUQ_PAMI_COLL_MEMBER_H
#define EMUQ_PAMI_COLL_MEMBER_H

#include "msglayer/coll/state.h"

struct emuq_pami_slot;
struct emuq_pami_schedule;
struct emuq_pami_am;
struct emuq_pami_am_handler;
typedef struct emuq_pami_geometry emuq_pami_geometry_t;
typedef struct emuq_pami_member emuq_pami_member_t;

#define EMUQ_PAMI_MEMBER_BUCKETS 16u

/** A list of slots (matching.h) with its last link. */
typedef struct emuq_pami_slots {
    struct emuq_pami_slot *first, **last;
} emuq_pami_slots_t;

/** A part of a member state that another file implements. Each function may be NULL. */
typedef struct emuq_pami_member_part {
    void (*inherit)(emuq_pami_member_t *to,
                    emuq_pami_member_t *from);  /**< takes over a provisional member's part */
    void (*opened)(emuq_pami_member_t *member); /**< the member is in the table now */
    void (*free)(emuq_pami_member_t *member);   /**< frees the part of a member that ends */
} emuq_pami_member_part_t;

/** A member. Belongs to the thread of its context. */
struct emuq_pami_member {
    struct emuq_pami_member *next; /**< in the context's table */
    uint64_t key;
    emuq_pami_geometry_t *geometry; /**< NULL: not known yet */
    emuq_pami_context_t *context;
    uint32_t rank;
    uint32_t number; /**< collectives started */
    uint32_t busy;   /**< schedules, and messages in flight */
    void (*ended)(emuq_pami_member_t
                      *member); /**< called instead of emuq_pami_member_free() when a dead member is idle */
    bool is_open;               /**< in the context's table */
    bool is_dead;               /**< the geometry has been destroyed: to be freed when it is no longer busy */
    const emuq_pami_member_part_t *part[EMUQ_PAMI_MEMBER_PARTS]; /**< outlives the context */
    emuq_pami_slots_t bucket[EMUQ_PAMI_MEMBER_BUCKETS];
    struct emuq_pami_slot *in_flight;     /**< slots whose message is being received */
    struct emuq_pami_schedule *schedules; /**< collectives that are not complete */
    struct emuq_pami_schedule *spare;     /**< schedules to be used again ... */
    uint32_t spares;                      /**< ... and their number */
    struct emuq_pami_am *ams;             /**< active-message collectives that are not over */
    struct emuq_pami_am_handler *handlers;
    uint32_t am_number;                /**< active-message collectives that this member has been root of */
    pami_work_t open_work, close_work; /**< to open and to close the member in the thread of its context */
};

/** A new member, closed. @return NULL without memory */
emuq_pami_member_t *emuq_pami_member_new(emuq_pami_context_t *context, uint64_t key);

/** Opens a member, in the thread of its context, if it is not open yet; what came too early is its now. */
void emuq_pami_member_open(emuq_pami_member_t *member);

/** Closes a member, in the thread of its context: it leaves the context's table and is freed when it is no
 * longer busy. Collectives that have been started still end. */
void emuq_pami_member_close(emuq_pami_member_t *member);

/** Frees a member with everything in it. The geometry's reference is the caller's. */
void emuq_pami_member_free(emuq_pami_member_t *member);

/** The member of a key, or a provisional one. */
emuq_pami_member_t *emuq_pami_member_find(emuq_pami_context_t *context, uint64_t key);

/** The member of a key. @return NULL: none */
emuq_pami_member_t *emuq_pami_member_known(emuq_pami_context_t *context, uint64_t key);

/** One schedule or message less. */
void emuq_pami_member_done(emuq_pami_member_t *member);

#endif /* EMUQ_PAMI_COLL_MEMBER_H */
