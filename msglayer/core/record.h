/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record.h
 * @brief Records of calls and callbacks, if the job is recorded.
 *
 * Calls that only inject a message are none: the message is recorded. Dispatch functions are replaced when
 * they are set, so a job that is not recorded runs nothing of this when messages come.
 */
#ifndef EMUQ_PAMI_CORE_RECORD_H
#define EMUQ_PAMI_CORE_RECORD_H

#include <pami.h>

#include "kernel-shim/include/emuq/trace_pami.h"
#include "msglayer/core/context.h"

/** A call that goes on. */
typedef struct emuq_pami_call {
    const char *name;
    uint64_t begun; /**< 0: it is not recorded */
} emuq_pami_call_t;

/** A call has ended. */
static inline void emuq_pami_call_end(const emuq_pami_call_t *call)
{
    if (call->begun != 0)
        emuq_trace_pami(EMUQ_TRACE_PAMI_CALL, call->name, 0, 0, call->begun);
}

/** First statement of a call, which is recorded from here until it returns. */
#define EMUQ_PAMI_CALL()                                                                                     \
    __attribute__((cleanup(emuq_pami_call_end), unused))                                                     \
    const emuq_pami_call_t emuq_pami_this_call = {__func__, emuq_trace_clock()}

/** Has calls of a dispatch function recorded, if the job is and there is memory: puts a function in its
 * place. */
void emuq_pami_record_dispatch(emuq_pami_dispatch_t *dispatch, uint32_t id);
/** Undoes it. */
void emuq_pami_record_end(emuq_pami_dispatch_t *dispatch);

/** The same for a collective: puts a done function in the place of @p fn. */
void emuq_pami_record_operation(const char *name, pami_event_function *fn, void **cookie);
/** The collective has not begun. */
void emuq_pami_record_refused(pami_event_function fn, void *cookie);

#endif /* EMUQ_PAMI_CORE_RECORD_H */
