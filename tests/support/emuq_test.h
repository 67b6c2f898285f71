/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_test.h
 * @brief The frame of a test program: a table of CUnit tests and one call.
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

#include <CUnit/CUnit.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct emuq_test {
    const char *name;
    void (*function)(void);
} emuq_test_t;

/** Exit status that CTest takes for "skipped". */
#define EMUQ_TEST_SKIPPED 77

/** Whether the program runs on a memory-mapped device (EMUQ_BACKEND=mmio), and so leaves out a case: says
 * which, and counts it. @param why one line: what is left out, and why a device cannot do it. */
int emuq_test_left_out_on_device(const char *why);

/** Runs the tests, prints each failed assertion, and as the last line "N passed, N failed", with
 * ", N left out" if there are any.
 *  @return the exit status: 0 if nothing failed, 1 otherwise. */
int emuq_test_main(const char *suite, const emuq_test_t *tests);

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_TEST_H */
