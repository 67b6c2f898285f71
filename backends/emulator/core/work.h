/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file work.h
 * @brief Consequences of a message: FIFOs to run, waiters, requests, interrupts, errors.
 *
 * Under a claim or a lock a function only adds to the work of its caller. The outermost function executes the
 * work (emuq_work_run()), interrupts and errors last: an error callback may leave by longjmp.
 *
 * Back-pressure: a message with a full target is parked without a waiting thread. The thread that frees space
 * resumes waiters in FIFO order. Its check has no fence and may miss a waiter; engines and idle threads
 * rescan. If only one process reaches the memory of a source or target, its mailbox gets the FIFO
 * (emuq_delegate()) or a request (deliver.h).
 */
#ifndef EMUQ_EMULATOR_WORK_H
#define EMUQ_EMULATOR_WORK_H

#include "backends/emulator/core/unit.h"

#define EMUQ_WORK_INTERRUPTS 8

typedef struct emuq_rejection {
    struct emuq_rejection *next;
    char what[200], advice[160];
    uint32_t node;
    int32_t rank;
    int inj_fifo;
    uint64_t number; /**< number of the descriptor, from 1 */
    uint64_t reg;    /**< rejected register; 0: none */
    bool has_descriptor;
    MUHWI_Descriptor_t descriptor;
} emuq_rejection_t;

typedef struct emuq_interrupt {
    emuq_mu_node_t *node;
    bool gi;
    uint32_t unit;
    uint64_t bits;
} emuq_interrupt_t;

/** Work of a thread, on its stack. Begun once and run once. */
typedef struct emuq_work {
    bool is_begun; /**< the fast path begins a work only when needed */
    emuq_inj_t *scheduled, *scheduled_last;
    emuq_waiter_t *resumed, *resumed_last;
    uint32_t interrupts;
    bool has_error;
    bool error_is_complete; /**< the next rejection is a new error */
    emuq_interrupt_t interrupt[EMUQ_WORK_INTERRUPTS];
    emuq_rejection_t error;
} emuq_work_t;

/** Begins a work in the caller's critical section. */
static inline void emuq_work_begin_held(emuq_work_t *w)
{
    w->is_begun = true;
    w->scheduled = NULL;
    w->resumed = NULL;
    w->interrupts = 0;
    w->has_error = w->error_is_complete = false;
}

/** Begins an empty work and a critical section. */
static inline void emuq_work_begin(emuq_work_t *w)
{
    emuq_critical_begin();
    emuq_work_begin_held(w);
}

void emuq_work_schedule(emuq_work_t *w, emuq_inj_t *f);

void emuq_work_resume(emuq_work_t *w, emuq_waiter_t *waiter);

void emuq_work_interrupt(emuq_work_t *w, emuq_mu_node_t *n, bool gi, uint32_t unit, uint64_t bits);

/** Records a software error, unless the message already has one. @return EMUQ_FAILED */
emuq_outcome_t emuq_reject(emuq_work_t *w, const char *advice, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Completes the error with FIFO and descriptor (or NULL). */
void emuq_rejected_by(emuq_work_t *w, const emuq_inj_t *f, const MUHWI_Descriptor_t *d);

static inline void emuq_rejected_by_none(emuq_work_t *w)
{
    w->error_is_complete = true;
}

void emuq_reject_register(emuq_work_t *w, emuq_mu_node_t *n, const volatile void *reg, int32_t rank,
                          const char *what, const char *advice);

void emuq_take_rejection(emuq_work_t *w, char *what, size_t what_bytes, char *advice, size_t advice_bytes);

/** Reports interrupts and errors, and runs a pending host engine. May not return. */
void emuq_work_report(emuq_work_t *w);

/** Reports errors of threads that did not return from an earlier report. */
void emuq_report_deferred(void);

/** Runs the FIFOs and waiters of a work (inject.c). @param is_recorded with records of FIFOs that waited */
void emuq_work_execute(emuq_work_t *work, bool is_recorded);

/** Executes the work. Caller holds no claim or lock. May not return: see emuq_work_report(). */
static inline void emuq_work_run(emuq_work_t *work)
{
    if (work->resumed != NULL || work->scheduled != NULL)
        emuq_work_execute(work, false);
    emuq_critical_end(); /* before the report: callbacks may not return */
    if (__builtin_expect(work->interrupts != 0 || work->has_error || emuq_engine_pending, 0))
        emuq_work_report(work);
}

/* ---- Waiting for space ---- */

uint64_t emuq_rget_space(const emuq_inj_t *f);

/** Whether @p need bytes or slots are free, or waiting is useless: FIFO disabled, or no living owner. */
bool emuq_queue_has_space(const emuq_space_queue_t *queue, uint64_t need);

/** Parks a waiter until emuq_queue_has_space(). Then the resuming thread owns the waiter. */
void emuq_park(emuq_work_t *work, emuq_mu_node_t *to, emuq_waiter_t *w, emuq_space_queue_t *queue,
               uint64_t need);

/** Acquire: the entries of waiters are visible. */
static inline bool emuq_has_waiters(const emuq_space_queue_t *queue)
{
    return emuq_wait_list_any(&queue->list);
}

/** Resumes the waiters that fit. */
void emuq_unpark(emuq_work_t *work, emuq_mu_node_t *to, emuq_space_queue_t *queue);

void emuq_unpark_all(emuq_work_t *work, emuq_mu_node_t *to);

/* ---- Interrupts of a group (hwi-registers 4, 5) ---- */

void emuq_interrupts_clear(emuq_mu_node_t *n, uint32_t group, uint64_t bits);

void emuq_raise_arrival(emuq_work_t *w, emuq_mu_node_t *n, uint32_t rec_id);

static inline bool emuq_has_rec_threshold(const emuq_mu_node_t *n, uint32_t rec_id)
{
    return AO_load(&n->dcr.rec_threshold_enable[rec_id / 16]) >> (15 - rec_id % 16) & 1;
}

/** Raises the interrupt if the free bytes fell below the threshold. */
void emuq_rec_threshold(emuq_work_t *w, emuq_mu_node_t *n, uint32_t rec_id, uint64_t before, uint64_t after);

static inline bool emuq_has_inj_threshold(const emuq_mu_node_t *n, uint32_t inj_id)
{
    return AO_load(&n->dcr.inj_threshold_enable[inj_id / 32]) >> (31 - inj_id % 32) & 1;
}

/** Raises the interrupt if the free slots crossed the threshold: upwards, or downwards for @p rget. */
void emuq_inj_threshold(emuq_work_t *w, emuq_mu_node_t *n, uint32_t inj_id, bool rget, uint64_t before,
                        uint64_t after);

/* ---- Queue of the engines of this process ---- */

/** Queues a FIFO. @return false: no engine runs */
bool emuq_engine_queue(emuq_inj_t *f);
/** Queues a FIFO for a polling engine, as waking one takes as long as sending. @return false: none polls */
bool emuq_engine_offer(emuq_inj_t *f);
/** Dequeues a FIFO, or NULL. The caller clears `scheduled` (release). */
emuq_inj_t *emuq_engine_take(void);
void emuq_engine_queue_open(bool open);

typedef struct emuq_engine_hints {
    uint64_t polling;    /**< 1: an engine polls on an idle core */
    uint64_t wanted;     /**< 1: a sender requests a polling engine */
    uint64_t next_probe; /**< earliest time of the next request, in ns */
} emuq_engine_hints_t;

extern emuq_engine_hints_t emuq_engine_hints;

/* ---- Peer processes ---- */

/** Whether the owner of a resource has left, so that messages which need its memory are dropped */
static inline bool emuq_has_left(const emuq_owner_t *owner)
{
    const emuq_address_space_t *space = owner->space;
    return space != NULL && space->is_leavable && emuq_flag_load_acquire(&space->ended);
}

emuq_outcome_t emuq_reach_failed(emuq_work_t *w, const emuq_owner_t *owner, uint64_t pa, uint32_t *remote);

/** Translates memory of a resource's owner. @return EMUQ_DONE and *va; EMUQ_REMOTE and *remote; EMUQ_OUTSIDE;
 * EMUQ_DROPPED; EMUQ_FAILED: no living owner */
static inline emuq_outcome_t emuq_reach(emuq_work_t *w, const emuq_owner_t *owner, uint64_t pa,
                                        uint64_t bytes, void **va, uint32_t *remote)
{
    *va = __builtin_expect(owner->space != NULL, 1) ? emuq_translate(owner->space->memory, pa, bytes) : NULL;
    return __builtin_expect(*va != NULL, 1) ? EMUQ_DONE : emuq_reach_failed(w, owner, pa, remote);
}

/** Sends a waiter to a process. @return false: it has ended */
bool emuq_request_send(emuq_machine_t *m, uint32_t member, emuq_waiter_t *w);
/** Removes the oldest waiter. @return the waiter, or NULL */
emuq_waiter_t *emuq_request_take(emuq_member_t *member);
void emuq_wake_engine(emuq_member_t *member);
/** Sends a whole FIFO to a process. @return EMUQ_PARKED, EMUQ_DROPPED or EMUQ_FAILED */
emuq_outcome_t emuq_delegate(emuq_work_t *w, emuq_inj_t *f, const emuq_owner_t *owner, uint32_t member);

#endif /* EMUQ_EMULATOR_WORK_H */
