/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file points.h
 * @brief Stops threads at the test points of the code under test (base/test_point.h).
 *
 * @code
 * points_stop("byte_ring_head_loaded", 1);  // the first thread to get there stops
 * start(thread);
 * points_wait("byte_ring_head_loaded");     // it is there now
 * do_what_must_not_happen_in_between();
 * points_release("byte_ring_head_loaded");  // it goes on
 * @endcode
 *
 * Link the test with emuq_points instead of emuq (emuq_add_race_test() in CMake does), or compile a header of
 * sync/ into it with EMUQ_TEST_POINTS defined. The state is in memory that a child made by fork() shares, so
 * a test can stop such processes too; a program that is executed anew has points of its own.
 *
 * A wait that lasts longer than POINTS_LIMIT_S ends the test program with a message and status 1: a test that
 * waits for a point which the code does not reach has failed.
 */
#ifndef EMUQ_TEST_POINTS_H
#define EMUQ_TEST_POINTS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POINTS_LIMIT_S 60 /**< seconds that a wait may last */

/** From now on, the @p nth arrival (1 is the next) at the point stops there until points_release(). Other
 * arrivals pass. Several stops may be set at one point; at most 16 in all. */
void points_stop(const char *name, unsigned nth);

/** Waits until a thread is stopped at the point. The point has a stop. */
void points_wait(const char *name);

/** Whether a thread is stopped at the point now. */
bool points_is_stopped(const char *name);

/** Removes the stops of the point; threads that are stopped there go on. */
void points_release(const char *name);

/** How often the point has been reached since a stop was last set at it; 0 without a stop. */
unsigned points_count(const char *name);

/** From now on, each arrival at any point goes on at once, spins, yields, or sleeps for some microseconds: a
 * random choice that follows from @p seed and the thread. Stops work as before. 0: no such disturbance. */
void points_yield_randomly(unsigned seed);

/** Removes all stops and the disturbance; all stopped threads go on. Call it between tests. */
void points_clear(void);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_TEST_POINTS_H */
