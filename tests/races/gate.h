/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gate.h
 * @brief What the tests of races have in common: steps that ranks take in turn, and gates at test points.
 *
 * A gate counts the arrivals of all threads at a test point and lets only so many pass. Unlike the stops of
 * points.h it orders no memory accesses of the threads that meet there, so ThreadSanitizer sees what the code
 * itself orders.
 */
#ifndef RACE_GATE_H
#define RACE_GATE_H

#include <stdbool.h>
#include <stdint.h>

#define GATE_OPEN UINT64_MAX /**< gate_allow(): all arrivals pass, and are counted */

/** From now on arrivals at the point are counted, and all of them pass. At most 4 gates. @return its number
 */
unsigned gate_open(const char *point);

/** Only the first @p arrivals pass, counted from gate_open() on; the next ones wait. */
void gate_allow(unsigned gate, uint64_t arrivals);

/** Arrivals so far, those that wait included. */
uint64_t gate_count(unsigned gate);

/** Waits for the arrival with that number, 1 is the first. */
void gate_wait(unsigned gate, uint64_t arrival);

/** Removes all gates; threads that wait go on. */
void gate_clear(void);

/** Says that the step has been done; ranks do the steps of a job in turn, from 1 on. */
void step_done(uint64_t step);

/** Waits until the step has been done. Looks at no register of the Message Unit. */
void step_wait(uint64_t step);

/** Waits for @p milliseconds, or until @p flag is not 0 (atomic). @return whether it is not. For a flag that
 * stays 0 in correct code: too short a time lets wrong code pass, but fails no correct code. */
bool becomes_set(const unsigned *flag, unsigned milliseconds);

#endif /* RACE_GATE_H */
