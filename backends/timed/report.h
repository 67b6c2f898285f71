/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file report.h
 * @brief The end of a timed run: its times, or why nobody can go on.
 */
#ifndef EMUQ_TIMED_REPORT_H
#define EMUQ_TIMED_REPORT_H

#include "backends/timed/timed.h"

#define EMUQ_TIMED_DEADLOCK 1   /**< exit status of a job whose ranks all wait for nothing */
#define EMUQ_TIMED_PATIENT  10u /**< seconds until something is said of a job that does not go on */

/** No actor can run any more. All ranks have ended: says how long they took. Otherwise they wait for what
 * does not come: says who waits since when, and ends the process. */
void emuq_timed_over(emuq_timed_t *t);

/** Microseconds of modelled time since the clocks have begun. */
double emuq_timed_us(const emuq_timed_t *t, uint64_t tick);

/** Says that nothing happens but that modelled time goes on, if the watch has found so. By the thread
 * with the baton. */
void emuq_timed_say_useless(emuq_timed_t *t);

/** Ends the process, because the model cannot go on. */
void emuq_timed_fail(const char *why) __attribute__((noreturn));

#endif /* EMUQ_TIMED_REPORT_H */
