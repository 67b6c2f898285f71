/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_test.h
 * @brief Main program of a test: runs a table of CUnit tests.
 *
 * @code
 * static void adds_up(void) { CU_ASSERT_EQUAL(1 + 1, 2); }
 * int main(void)
 * {
 *     static const emuq_test_t tests[] = {{"adds up", adds_up}, {NULL, NULL}};
 *     return emuq_test_main("arithmetic", tests);
 * }
 * @endcode
 */
#ifndef EMUQ_TEST_H
#define EMUQ_TEST_H

#include <stdbool.h>

#include <CUnit/CUnit.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct emuq_test {
    const char *name;
    void (*function)(void);
} emuq_test_t;

/** Exit status for skipped tests, as configured for CTest. */
#define EMUQ_TEST_SKIPPED 77

/** @return true on a memory-mapped device (EMUQ_BACKEND=mmio): the caller omits a case. Prints the omitted
 * case and counts it. @param why one line: the omitted case, and the missing feature of a device */
int emuq_test_left_out_on_device(const char *why);

/** @return true if TEST_LONG=1 is in the environment: random sweeps are run in full length (scripts/nightly).
 * Thread-safe. */
bool emuq_test_is_long(void);

/** Leaves the first @p count arguments of the program to the program: they select no cases. Call it before
 * emuq_test_main(). */
void emuq_test_skip_arguments(int count);

/** Runs the tests, prints each failed assertion, and finally "N passed, N failed", followed by ", N left out"
 * if cases were omitted. Each argument of the program selects the cases with this text in the name; --list
 * prints the names instead.
 * @return the exit status: 0 without failures, 1 with failures, 2 for an argument that selects no case */
int emuq_test_main(const char *suite, const emuq_test_t *tests);

/** As emuq_test_main(), but the cases run side by side, each in a child process: for up to 16 cases that wait
 * most of the time. The output of a case is printed at its end.
 * @return the exit status as of emuq_test_main(); EMUQ_TEST_SKIPPED if a case has exited with it */
int emuq_test_main_concurrent(const char *suite, const emuq_test_t *tests);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_TEST_H */
