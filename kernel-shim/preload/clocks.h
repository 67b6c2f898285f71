/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file clocks.h
 * @brief The clocks of the C library in modelled time.
 *
 * A thread with modelled time finds it in the clocks, unless EMUQ_TIME_CLOCKS says otherwise: the monotonic
 * clocks show it as the time base does, and those of the date begin with it at 2012-01-01, 00:00 UTC, so that
 * runs are equal. Clocks of processor time are the host's in any case.
 */
#ifndef EMUQ_WAITS_CLOCKS_H
#define EMUQ_WAITS_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/** The point of modelled time at which a wait ends, of a thread that has entered (backends/waits.h).
 *  @param limit what @p clock shows then
 *  @param ns    gets modelled time, EMUQ_NO_LIMIT for what is beyond it
 *  @return false: that is no time, or waits do not end by this clock; the C library says so without waiting
 */
bool emuq_clock_limit(clockid_t clock, const struct timespec *limit, uint64_t *ns);

#endif /* EMUQ_WAITS_CLOCKS_H */
