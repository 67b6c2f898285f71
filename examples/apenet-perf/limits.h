/* SPDX-License-Identifier: BSD-3-Clause */
/** @file limits.h  What the machine allows: a line of memory from core to core, and a copy. */
#ifndef APENET_PERF_LIMITS_H
#define APENET_PERF_LIMITS_H

#include <stddef.h>

/** Hands 64 bytes from one thread to another and back, on two processors where there are two. @return seconds
 * of one way; the mean of @p rounds, 3 or more */
double limits_hand_off(unsigned rounds);

/** Copies memory. @return seconds of one copy; the mean of @p rounds */
double limits_copy(size_t bytes, unsigned rounds);

#endif /* APENET_PERF_LIMITS_H */
