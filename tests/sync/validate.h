/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file validate.h
 * @brief Stress tests of the protocols of sync/: workers at random speeds, as threads and as processes.
 */
#ifndef EMUQ_SYNC_VALIDATE_H
#define EMUQ_SYNC_VALIDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emuq_test.h"
#include "points.h"

/** Checks a condition in any thread or process of the test; prints the first failures. */
#define VALIDATE(condition) validate_check((condition), #condition, __FILE__, __LINE__)

/** @return true if the condition holds */
bool validate_check(bool holds, const char *condition, const char *file, int line);

/** Allocates zeroed memory shared by all workers. Freed by validate_end(). */
void *validate_shared(size_t bytes);

/** Runs @p work(shared, 0 .. workers - 1) concurrently, in threads or in one process each, with random pauses
 * at the test points, and waits for all. A process with a nonzero exit status counts as a failure.
 * @param workers 1 to 32 */
void validate_run(bool processes, unsigned workers, void (*work)(void *shared, unsigned number),
                  void *shared);

/** Ends a test: asserts zero failures. Frees the shared memory. */
void validate_end(void *shared, size_t bytes);

/** @return a random number from 0 to @p limit - 1. @param state private to the worker, not 0 */
uint64_t validate_random(uint64_t *state, uint64_t limit);

#endif /* EMUQ_SYNC_VALIDATE_H */
