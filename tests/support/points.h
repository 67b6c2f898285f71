/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file points.h
 * @brief Stops threads at the test points of the code under test (base/atomic.h).
 *
 * @code
 * points_stop("byte_ring_head_loaded", 1);  // stops the first thread to arrive
 * start(thread);
 * points_wait("byte_ring_head_loaded");     // the thread is stopped now
 * do_what_must_not_happen_in_between();
 * points_release("byte_ring_head_loaded");  // the thread continues
 * @endcode
 *
 * Link the test with emuq_points instead of emuq (emuq_add_race_test() in CMake does), or compile a header of
 * sync/ into the test with EMUQ_TEST_POINTS defined. Children made by fork() share the state, so a test can
 * stop child processes too. A program started by exec() has a separate state.
 *
 * A wait longer than POINTS_LIMIT_S ends the test program with a message and status 1: the code under test
 * has not reached the point.
 */
#ifndef EMUQ_TEST_POINTS_H
#define EMUQ_TEST_POINTS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POINTS_LIMIT_S 60 /**< maximum duration of a wait, in seconds */

/** Stops the @p nth arrival at the point (1: the next) until points_release(). All other arrivals pass. A
 * point may have several stops; at most 16 stops in total. */
void points_stop(const char *name, unsigned nth);

/** Waits until a thread is stopped at the point. Requires a stop at the point. */
void points_wait(const char *name);

/** @return true if a thread is stopped at the point */
bool points_is_stopped(const char *name);

/** Removes the stops of the point; stopped threads continue. */
void points_release(const char *name);

/** @return number of arrivals since the last points_stop() for the point; 0 without a stop */
unsigned points_count(const char *name);

/** Makes each arrival at any point continue at once, spin, yield, or sleep for some microseconds, at random,
 * depending on @p seed and the thread. Stops remain in effect. @param seed 0: no random delays */
void points_yield_randomly(unsigned seed);

/** Removes all stops and random delays; stopped threads continue. Call between tests. */
void points_clear(void);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_TEST_POINTS_H */
