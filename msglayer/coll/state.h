/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file state.h
 * @brief What a client and a context have of collectives, and how collectives end.
 */
#ifndef EMUQ_PAMI_COLL_STATE_H
#define EMUQ_PAMI_COLL_STATE_H

#include "msglayer/core/context.h"

struct emuq_pami_geometry;
struct emuq_pami_agreement;
struct emuq_pami_schedule;
struct emuq_pami_member;
struct emuq_pami_member_part;

#define EMUQ_PAMI_CONTEXT_BUCKETS 64u
#define EMUQ_PAMI_MEMBER_PARTS    3u

/** What a client has of collectives. */
typedef struct emuq_pami_coll_client {
    uint32_t lock; /**< __atomic: guards the lists below; held for a few instructions */
    struct emuq_pami_geometry *geometries, *world;
    struct emuq_pami_agreement *agreements;
    bool is_ending; /**< the contexts end: one thread does what there is to do for all of them */
} emuq_pami_coll_client_t;

/** What a context has of collectives. */
typedef struct emuq_pami_coll_context {
    struct emuq_pami_member *bucket[EMUQ_PAMI_CONTEXT_BUCKETS];       /**< by key */
    const struct emuq_pami_member_part *part[EMUQ_PAMI_MEMBER_PARTS]; /**< what member states consist of */
    struct emuq_pami_schedule *polled, *polling; /**< schedules that poll the hardware; those of this round */
} emuq_pami_coll_context_t;

/** Takes and releases the client's lock of geometries. */
void emuq_pami_coll_lock(emuq_pami_client_t *client);
void emuq_pami_coll_unlock(emuq_pami_client_t *client);

/** Calls the client's function for an operation that is over: now, or, if that would nest calls in calls, at
 * the next advance.
 */
void emuq_pami_coll_tell(emuq_pami_context_t *context, pami_event_function fn, void *cookie, bool in_call);

/** Memory that is needed to keep a promise; ends the process if there is none. */
void *emuq_pami_coll_need(void *memory);

#endif /* EMUQ_PAMI_COLL_STATE_H */
