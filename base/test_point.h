/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file test_point.h
 * @brief Points where a test stops a thread (tests/support/points.h).
 *
 * Only the CMake target emuq_points has them. Names are `file_window`, unique in the repository.
 */
#ifndef EMUQ_BASE_TEST_POINT_H
#define EMUQ_BASE_TEST_POINT_H

#ifdef EMUQ_TEST_POINTS

/** May be NULL. Set before the threads start. */
__attribute__((weak)) void (*emuq_test_point_reached)(const char *name);

#define EMUQ_TEST_POINT(name)                                                                                \
    do {                                                                                                     \
        if (emuq_test_point_reached)                                                                         \
            emuq_test_point_reached(#name);                                                                  \
    } while (0)

#else

#define EMUQ_TEST_POINT(name)                                                                                \
    do {                                                                                                     \
    } while (0)

#endif /* EMUQ_TEST_POINTS */

#endif /* EMUQ_BASE_TEST_POINT_H */
