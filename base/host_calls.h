/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file host_calls.h
 * @brief Functions of the C library as emuq_host_NAME(), and monotonic clocks.
 *
 * In the program of a rank kernel-shim/preload/ replaces these functions by waits in modelled time. Locks of
 * EMUQ use the host's, because their holder may be processing a Message Unit.
 */
#ifndef EMUQ_BASE_HOST_CALLS_H
#define EMUQ_BASE_HOST_CALLS_H

#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

#define EMUQ_HOST_CALL(type, name, symbol, parameters, arguments) type emuq_host_##name parameters;
#include "base/host_calls.def"
#undef EMUQ_HOST_CALL

#define EMUQ_NS_PER_S UINT64_C(1000000000)

/** Processes of a host share the epoch. Modelled time in a modelled thread. Allowed in a signal handler. */
static inline uint64_t emuq_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

/** Never modelled. Allowed in a signal handler. */
static inline uint64_t emuq_host_now_ns(void)
{
    struct timespec t;
    emuq_host_clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * EMUQ_NS_PER_S + (uint64_t)t.tv_nsec;
}

static inline struct timespec emuq_timespec(uint64_t ns)
{
    return (struct timespec){(time_t)(ns / EMUQ_NS_PER_S), (long)(ns % EMUQ_NS_PER_S)};
}

#endif /* EMUQ_BASE_HOST_CALLS_H */
