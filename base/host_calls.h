/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file host_calls.h
 * @brief Waiting and time of the host: functions of the C library as emuq_host_NAME(), monotonic clocks.
 *
 * In the program of a rank kernel-shim/preload/ replaces these functions by waits in modelled time. EMUQ's
 * locks and clocks use those of the host, because a thread with a lock may be processing a Message Unit.
 */
#ifndef EMUQ_BASE_HOST_CALLS_H
#define EMUQ_BASE_HOST_CALLS_H

#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

/** Declares a function. */
#define EMUQ_HOST_CALL(type, name, symbol, parameters, arguments) type emuq_host_##name parameters;
#include "base/host_calls.def"
#undef EMUQ_HOST_CALL

#define EMUQ_NS_PER_S UINT64_C(1000000000) /**< nanoseconds per second */

/** Monotonic time in nanoseconds, modelled in a modelled thread. All processes of a host share the epoch.
 * Thread-safe, allowed in a signal handler. */
static inline uint64_t emuq_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

/** Monotonic time of the host in nanoseconds, as emuq_now_ns() otherwise. */
static inline uint64_t emuq_host_now_ns(void)
{
    struct timespec t;
    emuq_host_clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

/** Converts nanoseconds. */
static inline struct timespec emuq_timespec(uint64_t ns)
{
    return (struct timespec){(time_t)(ns / EMUQ_NS_PER_S), (long)(ns % EMUQ_NS_PER_S)};
}

#endif /* EMUQ_BASE_HOST_CALLS_H */
