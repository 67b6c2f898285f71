/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gate.h
 * @brief Common part of the race tests: a sequence of steps, and gates at test points.
 *
 * A gate counts the arrivals of all threads at a test point and lets a limited number pass. Unlike the stops
 * of points.h, a gate orders no memory accesses of the threads. ThreadSanitizer therefore sees only the
 * ordering by the code under test.
 */
#ifndef RACE_GATE_H
#define RACE_GATE_H

#include <stdbool.h>
#include <stdint.h>

#define GATE_OPEN UINT64_MAX /**< gate_allow(): all arrivals pass and are counted */

/** Begins to count arrivals at the point; all pass until gate_allow(). At most 4 gates. @return number of the
 * gate */
unsigned gate_open(const char *point);

/** Lets only the first @p arrivals pass, counted since gate_open(); later arrivals wait. */
void gate_allow(unsigned gate, uint64_t arrivals);

/** Number of arrivals since gate_open(), including waiting threads. */
uint64_t gate_count(unsigned gate);

/** Waits for arrival number @p arrival at the gate, counted from 1. */
void gate_wait(unsigned gate, uint64_t arrival);

/** Removes all gates; waiting threads continue. */
void gate_clear(void);

/** Marks a step as done. The ranks of a job do the steps in sequence, from 1. */
void step_done(uint64_t step);

/** Waits until the step is done, without access to registers of the Message Unit. */
void step_wait(uint64_t step);

/** Waits until @p flag (atomic) is not 0, at most @p milliseconds. @return true if the flag is not 0. Meant
 * for flags with value 0 in correct code: too short a time can hide an error but never fails correct code. */
bool becomes_set(const unsigned *flag, unsigned milliseconds);

#endif /* RACE_GATE_H */
