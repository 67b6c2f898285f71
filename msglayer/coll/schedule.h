/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file schedule.h
 * @brief A collective at one member: a list of steps.
 *
 * When a collective is started, everything that the member has to do is written down as steps. Messages are
 * started one after the other; a *wait* step ends the batch: it is passed when all of them are complete. All
 * other steps are done at once, except those of the hardware, which poll it in each round of the context.
 * So nothing ever blocks, and an algorithm is a function that writes steps.
 */
#ifndef EMUQ_PAMI_COLL_SCHEDULE_H
#define EMUQ_PAMI_COLL_SCHEDULE_H

#include "msglayer/coll/geometry.h"
#include "msglayer/coll/matching.h"
#include "msglayer/p2p/p2p.h"
#include "msglayer/types/type.h"

typedef struct emuq_pami_schedule emuq_pami_schedule_t;

/** Polls the hardware. @return whether the step is over */
typedef bool (*emuq_pami_poll_fn)(emuq_pami_schedule_t *schedule, void *argument);

/** What a step does. */
typedef enum emuq_pami_step_kind {
    EMUQ_PAMI_STEP_SEND,    /**< `bytes` at `from` to `rank` */
    EMUQ_PAMI_STEP_RECEIVE, /**< `bytes` from `rank` to `to` */
    EMUQ_PAMI_STEP_WAIT,    /**< for all messages above */
    EMUQ_PAMI_STEP_COPY,    /**< `bytes` from `from` to `to`, which may overlap */
    EMUQ_PAMI_STEP_COMBINE, /**< to = to op from */
    EMUQ_PAMI_STEP_UNPACK,  /**< `from` along `type` at `to` */
    EMUQ_PAMI_STEP_POLL     /**< `poll` with `to` */
} emuq_pami_step_kind_t;

/** A step. */
typedef struct emuq_pami_step {
    emuq_pami_step_kind_t kind;
    uint32_t rank;
    void *to;
    union {
        const void *from;
        emuq_pami_poll_fn poll;
    };
    size_t bytes;
    pami_type_t type;
} emuq_pami_step_t;

#define EMUQ_PAMI_FEW_STEPS 24u
#define EMUQ_PAMI_FEW_SLOTS 4u
#define EMUQ_PAMI_FEW_BYTES 256u

/** A schedule. Belongs to the thread of its context. */
struct emuq_pami_schedule {
    emuq_pami_schedule_t *next, *next_polled;
    emuq_pami_member_t *member;
    uint32_t number;   /**< of the collective on its geometry */
    uint32_t pending;  /**< messages that have been started and are not complete */
    uint32_t at;       /**< next step */
    bool is_running;   /**< its steps are being done just now */
    bool uses_network; /**< has a step that uses a class route ... */
    uint32_t turn;     /**< ... and its place in the order of those */
    bool failed;       /**< while it is written: there was no memory */
    bool has_messages; /**< while it is written: behind the last wait */
    bool has_types;    /**< has a step that holds a type */
    emuq_pami_step_t *steps;
    uint32_t count, room;
    emuq_pami_slot_t *slot;            /* [receives] what waits for messages ... */
    uint32_t receives, received;       /* ... and how many of them are used */
    struct emuq_pami_scratch *scratch; /**< memory of its own, beside `bytes` ... */
    uint32_t bytes_used;               /**< ... and how much of that is used */
    pami_data_function op;             /**< of its combine steps ... */
    void *op_cookie;
    pami_type_t op_type; /**< ... and the type that has the elements */
    pami_event_function done_fn;
    void *cookie;
    /** Enough for most. */
    emuq_pami_step_t few[EMUQ_PAMI_FEW_STEPS];
    emuq_pami_slot_t few_slots[EMUQ_PAMI_FEW_SLOTS];
    char bytes[EMUQ_PAMI_FEW_BYTES] __attribute__((aligned(64)));
};

/** A new schedule for the member's next collective. @return NULL without memory */
emuq_pami_schedule_t *emuq_pami_schedule_new(emuq_pami_member_t *member, pami_event_function done_fn,
                                             void *cookie);

/** Frees a schedule that has not been started, or whose context ends. */
void emuq_pami_schedule_free(emuq_pami_schedule_t *schedule);

/** Memory that lives as long as the schedule. @return NULL without memory: then the schedule cannot be
 * started
 */
void *emuq_pami_schedule_scratch(emuq_pami_schedule_t *schedule, size_t bytes);

/** @name Writing steps
 * @{ */
void emuq_pami_add_send(emuq_pami_schedule_t *schedule, uint32_t rank, const void *from, size_t bytes);
void emuq_pami_add_receive(emuq_pami_schedule_t *schedule, uint32_t rank, void *to, size_t bytes);
void emuq_pami_add_wait(emuq_pami_schedule_t *schedule);
/** Nothing if source and target are the same. */
void emuq_pami_add_copy(emuq_pami_schedule_t *schedule, void *to, const void *from, size_t bytes);
void emuq_pami_add_combine(emuq_pami_schedule_t *schedule, void *to, const void *from, size_t bytes);
void emuq_pami_add_poll(emuq_pami_schedule_t *schedule, emuq_pami_poll_fn poll, void *argument);
/** @} */

/** Contiguous memory with the data of @p count elements: the client's if they are contiguous, else a copy. */
const char *emuq_pami_schedule_source(emuq_pami_schedule_t *schedule, const void *from, pami_type_t type,
                                      size_t count);

/** Contiguous memory for the data of @p count elements: the client's if they are contiguous. */
char *emuq_pami_schedule_target(emuq_pami_schedule_t *schedule, void *to, pami_type_t type, size_t count);

/** Adds the step that brings the data from @p memory to the client's: nothing if it is there. */
void emuq_pami_add_unpack(emuq_pami_schedule_t *schedule, void *to, pami_type_t type, size_t count,
                          const char *memory);

/** Starts a schedule that has been written, inside the client's call. @return PAMI_ENOMEM: it could not be
 * written; it has been freed, and the collective has not been started */
pami_result_t emuq_pami_schedule_start(emuq_pami_schedule_t *schedule);

/** Sends a message without buffer. Data that the Message Unit cannot reach is copied to where it can. */
pami_result_t emuq_pami_coll_send(emuq_pami_context_t *context, emuq_pami_message_t *message);

/** Continues the schedules that poll the hardware. @return whether any of them has passed a step */
bool emuq_pami_schedules_poll(emuq_pami_context_t *context);

/** Schedules, as a part of member states. */
extern const emuq_pami_member_part_t emuq_pami_schedule_part;

#endif /* EMUQ_PAMI_COLL_SCHEDULE_H */
