/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file work.h
 * @brief What a step of the Message Unit leads to: FIFOs to run, waiters to resume, interrupts and errors to
 * report.
 *
 * A function that makes progress possible elsewhere does not make it itself, because it holds a claim or a
 * lock; it adds to the work of its caller. The caller's outermost function, which holds neither, executes the
 * work (emuq_work_run(), run.h). Interrupts and errors are reported last, when nothing is left to run: the
 * kernel's error callback may leave by a jump out of a signal handler, and must not take anything with it.
 *
 * A work belongs to one thread and lives on its stack.
 */
#ifndef EMUQ_EMULATOR_WORK_H
#define EMUQ_EMULATOR_WORK_H

#include "backends/emulator/core/node.h"
#include "base/lock.h"

#define EMUQ_WORK_INTERRUPTS 8

/** A software error, from where it is found to where it is reported. */
typedef struct emuq_refusal {
    struct emuq_refusal *next;
    char what[200], advice[160];
    uint32_t node;
    int32_t rank;
    int inj_fifo;    /**< -1: none */
    uint64_t number; /**< of the descriptor in its FIFO, from 1 */
    uint64_t reg;    /**< address of the register at fault, 0: none */
    bool has_descriptor;
    MUHWI_Descriptor_t descriptor;
} emuq_refusal_t;

/** An interrupt condition that the kernel has not been told of. */
typedef struct emuq_interrupt {
    emuq_mu_node_t *node;
    bool gi;
    uint32_t unit; /**< group, or GI route */
    uint64_t bits;
} emuq_interrupt_t;

/** The work of a thread. Begins with emuq_work_begin(), ends with emuq_work_run(), each once. */
typedef struct emuq_work {
    bool is_begun; /**< the fast path begins its work only when it needs one */
    emuq_inj_t *scheduled, *scheduled_last;
    emuq_waiter_t *resumed, *resumed_last;
    uint32_t interrupts;
    bool refused;          /**< `refusal` is being filled in, or waits to be reported */
    bool refusal_is_whole; /**< it has its FIFO and descriptor: the next one is another */
    emuq_interrupt_t interrupt[EMUQ_WORK_INTERRUPTS];
    emuq_refusal_t refusal;
} emuq_work_t;

/** As emuq_work_begin(), of a thread that holds already: the hold becomes that of the work. */
static inline void emuq_work_begin_held(emuq_work_t *w)
{
    w->is_begun = true;
    w->scheduled = NULL;
    w->resumed = NULL;
    w->interrupts = 0;
    w->refused = w->refusal_is_whole = false;
}

/** No work. What the thread claims and locks until emuq_work_run() other ranks wait for: if its rank ends it
 * goes on for so long. */
static inline void emuq_work_begin(emuq_work_t *w)
{
    emuq_critical_begin();
    emuq_work_begin_held(w);
}

/** Has a FIFO run, unless it is scheduled already. */
void emuq_work_schedule(emuq_work_t *w, emuq_inj_t *f);

/** Has a waiter go on that is on no list any more. */
void emuq_work_resume(emuq_work_t *w, emuq_waiter_t *waiter);

/** Tells the kernel of raised interrupt bits, later. */
void emuq_work_interrupt(emuq_work_t *w, emuq_mu_node_t *n, bool gi, uint32_t unit, uint64_t bits);

/** Records a software error. Of several for one message the first one counts.
 *  @param advice what to do about it. @return EMUQ_REFUSED. */
emuq_outcome_t emuq_refuse(emuq_work_t *w, const char *advice, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Adds to the recorded error which FIFO and which descriptor it is of; NULL: none could be read. */
void emuq_refused_by(emuq_work_t *w, const emuq_inj_t *f, const MUHWI_Descriptor_t *d);

/** The recorded error is of no FIFO: the next one is another error. */
static inline void emuq_refused_by_none(emuq_work_t *w)
{
    w->refusal_is_whole = true;
}

/** Records a bad register access. */
void emuq_refuse_register(emuq_work_t *w, emuq_mu_node_t *n, const volatile void *reg, int32_t rank,
                          const char *what, const char *advice);

/** Takes the recorded error back, as text. */
void emuq_unrefuse(emuq_work_t *w, char *what, size_t what_bytes, char *advice, size_t advice_bytes);

/** Tells the kernel of the interrupts and errors of a work that holds nothing else any more, and has it do
 * what the work has asked the host engine for. The last thing that a thread does with the work: the error
 * callback may not return. */
void emuq_work_report(emuq_work_t *w);

/** Reports errors that a thread has left, because it found several at once and did not come back from the
 * report of the first. Engines and idle threads call it. */
void emuq_report_left(void);

#endif /* EMUQ_EMULATOR_WORK_H */
