/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file test_point.h
 * @brief Named points in the code for tests to stop a thread.
 *
 * A race has a window of a few instructions. EMUQ_TEST_POINT(name) names the window; a test stops a thread
 * there, lets another thread run, and checks the result (tests/support/points.h). The points exist only in
 * code compiled with EMUQ_TEST_POINTS (CMake target emuq_points); otherwise the macro does nothing.
 *
 * Names are `file_window`, for instance byte_ring_head_loaded, and unique in the repository.
 */
#ifndef EMUQ_BASE_TEST_POINT_H
#define EMUQ_BASE_TEST_POINT_H

#ifdef EMUQ_TEST_POINTS

/** Hook, called by each thread that reaches a point with the name of the point; NULL: none. Set before the
 * threads start that reach points. Weak: each file that includes the header defines it, and the linker keeps
 * one. */
__attribute__((weak)) void (*emuq_test_point_reached)(const char *name);

/** Calls the hook, if set, with the name of the point. */
#define EMUQ_TEST_POINT(name)                                                                                \
    do {                                                                                                     \
        if (emuq_test_point_reached)                                                                         \
            emuq_test_point_reached(#name);                                                                  \
    } while (0)

#else

/** Nothing: the code is compiled without test points. */
#define EMUQ_TEST_POINT(name)                                                                                \
    do {                                                                                                     \
    } while (0)

#endif /* EMUQ_TEST_POINTS */

#endif /* EMUQ_BASE_TEST_POINT_H */
