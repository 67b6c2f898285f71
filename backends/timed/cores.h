/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file cores.h
 * @brief What the program's own code takes, between its calls (EMUQ_TIME): nothing, a price for each basic
 * block that it executes, or its processor time on the host times a factor.
 *
 * Each call that acts or observes says when it begins, by emuq_core_stops(), and when the program's code goes
 * on, by emuq_core_runs().
 */
#ifndef EMUQ_TIMED_CORES_H
#define EMUQ_TIMED_CORES_H

#include "backends/timed/timed.h"

/** Reads EMUQ_TIME into t->cores. @return 0, or -EINVAL after a message: the program does not count blocks */
int emuq_cores_open(emuq_timed_t *t);
/** Blocks are looked at no more. */
void emuq_cores_close(void);

/** Blocks are counted from now on, by all threads. */
void emuq_cores_attach(const emuq_timed_t *t);

/** The program's code stops in the calling thread, an actor with the baton: its clock is what it is there. */
void emuq_core_stops(const emuq_timed_t *t);
/** It begins, or goes on. */
void emuq_core_runs(const emuq_timed_t *t);

/** Whether two runs of a program that depends on modelled time alone take the same time. */
static inline bool emuq_cores_are_exact(const emuq_timed_t *t)
{
    return t->cores.model != EMUQ_CORES_HOST;
}

#endif /* EMUQ_TIMED_CORES_H */
