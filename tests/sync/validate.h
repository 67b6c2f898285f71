/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file validate.h
 * @brief Workers that use a protocol of sync/ at random speeds, as threads and as processes, and check it.
 */
#ifndef EMUQ_SYNC_VALIDATE_H
#define EMUQ_SYNC_VALIDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emuq_test.h"
#include "points.h"

/** Checks a condition in any thread or process of the test; prints the first few that do not hold. */
#define VALIDATE(condition) validate_check((condition), #condition, __FILE__, __LINE__)

/** @return whether the condition holds. */
bool validate_check(bool holds, const char *condition, const char *file, int line);

/** Zeroed memory that all workers see. Freed by validate_end(). */
void *validate_shared(size_t bytes);

/** Runs @p work(shared, 0 .. workers - 1) at the same time, in threads or each in a process of its own, with
 * random pauses at the test points, and waits for them. A process that ends otherwise than with 0 is a
 * failure.
 * @param workers 1 to 32 */
void validate_run(bool processes, unsigned workers, void (*work)(void *shared, unsigned number),
                  void *shared);

/** Ends a test: no check may have failed. Frees the shared memory. */
void validate_end(void *shared, size_t bytes);

/** A random number from 0 to @p limit - 1. @param state not 0; the worker's own */
uint64_t validate_random(uint64_t *state, uint64_t limit);

#endif /* EMUQ_SYNC_VALIDATE_H */
