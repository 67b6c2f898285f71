/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file state.h
 * @brief What a client and a context have of collectives, and how collectives end.
 */
#ifndef EMUQ_PAMI_COLL_STATE_H
#define EMUQ_PAMI_COLL_STATE_H

#include "msglayer/core/context.h"

struct emuq_pami_geometry;
struct emuq_pami_meeting;
struct emuq_pami_program;
struct emuq_pami_seat;
struct emuq_pami_seat_part;

#define EMUQ_PAMI_CONTEXT_BUCKETS 64u
#define EMUQ_PAMI_SEAT_PARTS      3u

/** What a client has of collectives. */
typedef struct emuq_pami_colls {
    uint32_t lock; /**< __atomic: guards the lists below; held for a few instructions */
    struct emuq_pami_geometry *geometries, *world;
    struct emuq_pami_meeting *meetings;
    bool is_ending; /**< the contexts end: one thread does what there is to do for all of them */
} emuq_pami_colls_t;

/** What a context has of collectives. */
typedef struct emuq_pami_seats {
    struct emuq_pami_seat *bucket[EMUQ_PAMI_CONTEXT_BUCKETS];     /**< by key */
    const struct emuq_pami_seat_part *part[EMUQ_PAMI_SEAT_PARTS]; /**< what seats consist of */
    struct emuq_pami_program *polled,
        *polling; /**< programs that look at the hardware; those of this round */
} emuq_pami_seats_t;

/** Takes and releases the client's lock of geometries. */
void emuq_pami_colls_lock(emuq_pami_client_t *client);
void emuq_pami_colls_unlock(emuq_pami_client_t *client);

/** Tells the client that something is over: now, or, if that would nest calls in calls, at the next advance.
 */
void emuq_pami_coll_tell(emuq_pami_context_t *context, pami_event_function fn, void *cookie, bool in_call);

/** Memory that is needed to keep a promise; ends the process if there is none. */
void *emuq_pami_coll_need(void *memory);

#endif /* EMUQ_PAMI_COLL_STATE_H */
