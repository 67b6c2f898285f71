/* SPDX-License-Identifier: BSD-3-Clause */
/** @file limits.h  What the machine allows: a line of memory from rank to rank, and a copy. */
#ifndef APENET_PERF_LIMITS_H
#define APENET_PERF_LIMITS_H

#include "apenet_world.h"

typedef struct limits_line limits_line_t;

/** The line of memory that limits_hand_off() needs. All ranks get the same one. */
limits_line_t *limits_line(const apenet_world_t *world);

/** Hands 64 bytes from one rank to another and back: both call it, in the threads and on the processors that
 * do the operations which are compared with it. @param turn the rank's own count, 0 before the first call
 * @param rounds 3 or more, the same for both @return seconds of one way; the mean of the rounds */
double limits_hand_off(limits_line_t *line, uint64_t *turn, bool is_first, unsigned rounds);

/** Copies memory. @return seconds of one copy; the mean of @p rounds */
double limits_copy(size_t bytes, unsigned rounds);

#endif /* APENET_PERF_LIMITS_H */
