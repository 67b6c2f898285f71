/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file clock.h
 * @brief The clock that all of EMUQ measures and waits by: monotonic, in nanoseconds.
 *
 * Its beginning is arbitrary, but the same for all processes of the machine. 2^64 ns are 584 years.
 */
#ifndef EMUQ_BASE_CLOCK_H
#define EMUQ_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

#include "base/host_calls.h"

#define EMUQ_NS_PER_S UINT64_C(1000000000) /**< nanoseconds in a second */

/** Time of the program's clock, in nanoseconds: modelled time where the calling thread has it. Thread-safe,
 *  and allowed in a signal handler. */
static inline uint64_t emuq_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

/** Time of the host, in nanoseconds. Thread-safe, and allowed in a signal handler. */
static inline uint64_t emuq_host_now_ns(void)
{
    struct timespec t;
    emuq_host_clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

/** A time or a span of @p ns nanoseconds as the C library takes it: for pthread_cond_timedwait() on the
 * monotonic clock, emuq_timespec(emuq_now_ns() + limit). */
static inline struct timespec emuq_timespec(uint64_t ns)
{
    return (struct timespec){(time_t)(ns / EMUQ_NS_PER_S), (long)(ns % EMUQ_NS_PER_S)};
}

#endif /* EMUQ_BASE_CLOCK_H */
