/* SPDX-License-Identifier: BSD-3-Clause */
/* Clocks of the C library for programs with modelled time (the backend timed). Otherwise they are the C
 * library's. */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include "backends/settings.h"
#include "kernel-shim/preload/clocks.h"
#include "kernel-shim/preload/waits.h"

const int emuq_preload_clocks;

#define NS_PER_S UINT64_C(1000000000)
#define DATE_S   UINT64_C(1325376000) /* 2012-01-01, 00:00 UTC */

enum { MODELLED, HOST }; /* words of EMUQ_TIME_CLOCKS */

/* Whether a clock shows modelled time, and what it shows when that is 0. */
static bool begin_of(clockid_t clock, uint64_t *ns)
{
    switch (clock) {
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
        *ns = 0;
        break;
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI:
        *ns = DATE_S * NS_PER_S;
        break;
    default:
        return false;
    }
    return emuq_setting_number(EMUQ_SETTING_TIME_CLOCKS) == MODELLED;
}

/* A time that is valid in nanoseconds. */
static uint64_t ns_of(const struct timespec *time)
{
    if (time->tv_sec < 0)
        return 0;
    if ((uint64_t)time->tv_sec >= EMUQ_NO_LIMIT / NS_PER_S)
        return EMUQ_NO_LIMIT;
    return (uint64_t)time->tv_sec * NS_PER_S + (uint64_t)time->tv_nsec;
}

/* @return false: the caller's clock is the host's */
static bool read_clock(clockid_t clock, uint64_t *ns)
{
    uint64_t begin;
    if (__builtin_expect(emuq_waits == NULL, 1) || !begin_of(clock, &begin) || !emuq_waits->now(ns))
        return false;
    *ns += begin;
    return true;
}

bool emuq_clock_limit(clockid_t clock, const struct timespec *limit, uint64_t *ns)
{
    uint64_t end, begin, now = 0;
    struct timespec host;
    if ((clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME) || limit->tv_nsec < 0 ||
        (uint64_t)limit->tv_nsec >= NS_PER_S)
        return false;
    end = ns_of(limit);
    if (!begin_of(clock, &begin)) { /* as long as the program believes to wait */
        (void)emuq_host_clock_gettime(clock, &host);
        begin = ns_of(&host);
        (void)emuq_waits->now(&now);
    }
    *ns = end == EMUQ_NO_LIMIT ? end : now + (end > begin ? end - begin : 0);
    return true;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    uint64_t ns;
    if (!read_clock(clock, &ns))
        return emuq_host_clock_gettime(clock, now);
    *now = (struct timespec){(time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S)};
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    uint64_t ns;
    if (zone != NULL || !read_clock(CLOCK_REALTIME, &ns))
        return emuq_host_gettimeofday(now, zone);
    *now = (struct timeval){(time_t)(ns / NS_PER_S), (suseconds_t)(ns % NS_PER_S / 1000)};
    return 0;
}

time_t time(time_t *now)
{
    uint64_t ns;
    if (!read_clock(CLOCK_REALTIME, &ns))
        return emuq_host_time(now);
    time_t seconds = (time_t)(ns / NS_PER_S);
    if (now != NULL)
        *now = seconds;
    return seconds;
}
