/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file host_calls.h
 * @brief Waiting and time of the host: the C library's functions as emuq_host_NAME(), and monotonic clocks.
 *
 * kernel-shim/preload/ replaces these functions in the program of a rank, for waits in modelled time. EMUQ's
 * own locks and clocks must use those of the host: a thread that holds a lock may be processing a Message
 * Unit. NAME lacks the prefix pthread_. Interceptors of a sanitizer precede the C library.
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

/** Monotonic time of the program in nanoseconds: modelled time in a modelled thread. The epoch is
 * arbitrary, but common to all processes of the host. Thread-safe, allowed in a signal handler. */
static inline uint64_t emuq_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

/** Monotonic time of the host in nanoseconds. Thread-safe, allowed in a signal handler. */
static inline uint64_t emuq_host_now_ns(void)
{
    struct timespec t;
    emuq_host_clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

/** A time or duration of @p ns nanoseconds for the C library. */
static inline struct timespec emuq_timespec(uint64_t ns)
{
    return (struct timespec){(time_t)(ns / EMUQ_NS_PER_S), (long)(ns % EMUQ_NS_PER_S)};
}

#endif /* EMUQ_BASE_HOST_CALLS_H */
