/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file seat.h
 * @brief A member of a geometry in its own process: what its context has to remember.
 *
 * Collectives of a geometry are numbered by the order in which a member starts them, and so are equal numbers
 * equal collectives everywhere. Messages carry the geometry's key, that number and the sender's rank. Between
 * two members messages keep their order, so the first message of a rank belongs to the first receive that
 * waits for it. A message that comes before its receive is kept; one that comes before its seat (its sender
 * has heard earlier that all members have met) is kept by a provisional seat without geometry.
 */
#ifndef EMUQ_PAMI_COLL_SEAT_H
#define EMUQ_PAMI_COLL_SEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pami.h>

struct emuq_pami_context;
struct emuq_pami_program;
struct emuq_pami_am;
struct emuq_pami_am_handler;
typedef struct emuq_pami_geometry emuq_pami_geometry_t;

#define EMUQ_PAMI_SEAT_BUCKETS    16u
#define EMUQ_PAMI_CONTEXT_BUCKETS 64u

/** Header of the messages of collectives. */
typedef struct emuq_pami_coll_header {
    uint64_t key;
    uint32_t number; /**< of the collective */
    uint32_t from;   /**< rank */
} emuq_pami_coll_header_t;

/** A receive that waits for its message, or a message that waits for its receive. */
typedef struct emuq_pami_slot {
    struct emuq_pami_slot *next;
    struct emuq_pami_seat *seat;
    uint32_t number, from;
    struct emuq_pami_program *program; /**< waits for it; NULL: nobody has asked for the message yet */
    char *to;                          /**< where the program wants it ... */
    size_t bytes;                      /**< ... and how much of it */
    char *data;                        /**< malloc'ed: the message, if it could not go there at once */
    size_t data_size;
    bool is_here;     /**< all of the data has come */
    bool is_programs; /**< its memory is the program's */
} emuq_pami_slot_t;

/** A list with its last link. */
typedef struct emuq_pami_slots {
    emuq_pami_slot_t *first, **last;
} emuq_pami_slots_t;

/** A seat. Belongs to the thread of its context. */
typedef struct emuq_pami_seat {
    struct emuq_pami_seat *next; /**< in the context's table */
    uint64_t key;
    emuq_pami_geometry_t *geometry; /**< NULL: not known yet */
    struct emuq_pami_context *context;
    uint32_t rank;
    uint32_t number; /**< collectives started */
    uint32_t busy;   /**< programs, and messages on their way */
    bool is_open;    /**< in the context's table */
    bool is_dead;    /**< the geometry has been destroyed: to be freed when it is no longer busy */
    emuq_pami_slots_t bucket[EMUQ_PAMI_SEAT_BUCKETS];
    emuq_pami_slot_t *flying;           /**< slots whose message is being received */
    struct emuq_pami_program *programs; /**< collectives that are not complete */
    struct emuq_pami_am *ams;           /**< active-message collectives that are not over */
    struct emuq_pami_am_handler *handlers;
    uint32_t am_number;                /**< active-message collectives that this member has been root of */
    pami_work_t open_work, close_work; /**< to open and to close the seat in the thread of its context */
} emuq_pami_seat_t;

/** What a client has of collectives. */
typedef struct emuq_pami_colls {
    uint32_t lock; /**< __atomic: guards the lists below; held for a few instructions */
    emuq_pami_geometry_t *geometries, *world;
    struct emuq_pami_meeting *meetings;
    bool is_ending; /**< the contexts end: one thread does what there is to do for all of them */
} emuq_pami_colls_t;

/** What a context has of collectives. */
typedef struct emuq_pami_seats {
    emuq_pami_seat_t *bucket[EMUQ_PAMI_CONTEXT_BUCKETS];
    struct emuq_pami_program *polled,
        *polling; /**< programs that look at the hardware; those of this round */
} emuq_pami_seats_t;

/** Makes what a context needs, and sets its dispatch functions. @return false: no memory */
bool emuq_pami_seats_open(struct emuq_pami_context *context);

/** Frees it, with the provisional seats. */
void emuq_pami_seats_close(struct emuq_pami_context *context);

/** A new seat, closed. @return NULL without memory */
emuq_pami_seat_t *emuq_pami_seat_new(struct emuq_pami_context *context, uint64_t key);

/** Opens a seat, in the thread of its context, if it is not open yet; what came too early is its now. */
void emuq_pami_seat_open(emuq_pami_seat_t *seat);

/** Takes a seat out of its context's table, in its thread, and frees it when it is no longer busy. */
void emuq_pami_seat_close(emuq_pami_seat_t *seat);

/** Frees a seat with everything in it. The geometry's reference is the caller's. */
void emuq_pami_seat_free(emuq_pami_seat_t *seat);

/** The seat of a key, or a provisional one. */
emuq_pami_seat_t *emuq_pami_seat_find(struct emuq_pami_context *context, uint64_t key);

/** One program or message less. */
void emuq_pami_seat_rest(emuq_pami_seat_t *seat);

/** Receives the next message that @p from sends in the program's collective.
 *  @param slot  memory of the program, for the time until then
 *  @return true: it is there already; else the program will be told (emuq_pami_program_step_done()). */
bool emuq_pami_seat_receive(struct emuq_pami_program *program, uint32_t from, void *to, size_t bytes,
                            emuq_pami_slot_t *slot);

/** Memory that is needed to keep a promise; ends the process if there is none. */
void *emuq_pami_coll_need(void *memory);

#endif /* EMUQ_PAMI_COLL_SEAT_H */
