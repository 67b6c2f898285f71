/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file trace.h
 * @brief The messages of a job with their modelled times, as a trace that emuq-net sends again
 * (EMUQ_TIME_TRACE).
 */
#ifndef EMUQ_TIMED_TRACE_H
#define EMUQ_TIMED_TRACE_H

#include "backends/timed/timed.h"

/** Begins the file, if one is wanted. @return 0, or -EINVAL: it cannot be written, which has been said */
int emuq_timed_trace_open(emuq_timed_t *t);

/** Writes a message that begins now. */
void emuq_timed_trace_message(emuq_timed_t *t, const emuq_net_message_t *m);
/** Writes a contribution to a collective that begins now: a comment, as emuq-net does not send it again. */
void emuq_timed_trace_contribution(emuq_timed_t *t, const emuq_net_message_t *m);

/** Ends the file. Once it has ended nothing is written. */
void emuq_timed_trace_close(emuq_timed_t *t);

#endif /* EMUQ_TIMED_TRACE_H */
