/* SPDX-License-Identifier: BSD-3-Clause */
/* Clocks, sleeps and sched_yield() in modelled time (backend timed). Unless EMUQ_TIME_CLOCKS selects the
 * host's clocks, monotonic clocks show modelled time, and clocks of the date begin at DATE_S, so that all
 * runs are equal. Clocks of processor time remain the host's. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/host_calls.h"
#include "hwi/include/common/emuq_mmio.h"
#include "kernel-shim/preload/preload.h"

const int emuq_preload_time;

#define NS_PER_S     1000000000l
#define DATE_S       UINT64_C(1325376000) /* 2012-01-01, 00:00 UTC */
#define CYCLES_PER_S UINT64_C(1600000000) /* frequency of the time base */

enum { MODELLED, HOST }; /* values of EMUQ_TIME_CLOCKS */

/* @param ns set: the clock's value at the start of modelled time @return whether the clock shows modelled
 * time */
static bool clock_epoch(clockid_t clock, uint64_t *ns)
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

/* Converts a valid time to ns; saturates. */
static uint64_t clock_ns(const struct timespec *time)
{
    if (time->tv_sec < 0)
        return 0;
    if ((uint64_t)time->tv_sec >= EMUQ_NO_LIMIT / NS_PER_S)
        return EMUQ_NO_LIMIT;
    return (uint64_t)time->tv_sec * NS_PER_S + (uint64_t)time->tv_nsec;
}

/* @return false: the clock is the host's */
static bool clock_read(clockid_t clock, uint64_t *ns)
{
    uint64_t begin;
    if (__builtin_expect(emuq_waits == NULL, 1) || !clock_epoch(clock, &begin) || !emuq_waits->now(ns))
        return false;
    *ns += begin;
    return true;
}

bool emuq_clock_limit(clockid_t clock, const struct timespec *limit, uint64_t *ns)
{
    uint64_t end, begin, now = 0;
    struct timespec host;
    if ((clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME) || limit->tv_nsec < 0 ||
        (uint64_t)limit->tv_nsec >= (uint64_t)NS_PER_S)
        return false;
    end = clock_ns(limit);
    if (!clock_epoch(clock, &begin)) { /* a clock of the host: the same distance from now in modelled time */
        (void)emuq_host_clock_gettime(clock, &host);
        begin = clock_ns(&host);
        (void)emuq_waits->now(&now);
    }
    *ns = end == EMUQ_NO_LIMIT ? end : now + (end > begin ? end - begin : 0);
    return true;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    uint64_t ns;
    if (!clock_read(clock, &ns))
        return emuq_host_clock_gettime(clock, now);
    *now = (struct timespec){(time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S)};
    return 0;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    uint64_t ns;
    if (zone != NULL || !clock_read(CLOCK_REALTIME, &ns))
        return emuq_host_gettimeofday(now, zone);
    *now = (struct timeval){(time_t)(ns / NS_PER_S), (suseconds_t)(ns % NS_PER_S / 1000)};
    return 0;
}

time_t time(time_t *now)
{
    uint64_t ns;
    if (!clock_read(CLOCK_REALTIME, &ns))
        return emuq_host_time(now);
    time_t seconds = (time_t)(ns / NS_PER_S);
    if (now != NULL)
        *now = seconds;
    return seconds;
}

/* ---- sleeps ---- */

/* @return cycles of the time base, rounded up, saturated */
static uint64_t sleep_cycles(const struct timespec *time)
{
    uint64_t seconds = (uint64_t)time->tv_sec;
    if (seconds >= UINT64_MAX / CYCLES_PER_S)
        return UINT64_MAX;
    return seconds * CYCLES_PER_S + ((uint64_t)time->tv_nsec * 8 + 4) / 5;
}

int sched_yield(void)
{
    if (emuq_mmio_relax(__builtin_return_address(0), 0, 0))
        return 0;
    if (emuq_mmio.wait.poll != NULL && emuq_mmio.wait.poll())
        return 0;
    return (int)syscall(SYS_sched_yield);
}

static bool sleep_is_valid(const struct timespec *time)
{
    return time->tv_nsec >= 0 && time->tv_nsec < NS_PER_S && time->tv_sec >= 0;
}

/* @return false if the thread has no modelled time, or @p end is invalid */
static bool sleep_until(clockid_t clock, const struct timespec *end)
{
    uint64_t limit, now;
    if (emuq_waits == NULL || !emuq_clock_limit(clock, end, &limit) || !emuq_waits->now(&now))
        return false;
    uint64_t ns = limit > now ? limit - now : 0;
    const struct timespec span = {(time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S)};
    return emuq_mmio.time.advance(sleep_cycles(&span)) != 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    bool is_clock = clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME, is_over = false;
    if (emuq_mmio.time.advance != NULL && is_clock)
        is_over = (flags & TIMER_ABSTIME) != 0
                      ? sleep_until(clock, time)
                      : sleep_is_valid(time) && emuq_mmio.time.advance(sleep_cycles(time));
    return is_over ? 0 : emuq_host_clock_nanosleep(clock, flags, time, left);
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    int rc = clock_nanosleep(CLOCK_MONOTONIC, 0, time, left);
    if (rc != 0)
        errno = rc;
    return rc == 0 ? 0 : -1;
}

int usleep(useconds_t us)
{
    return nanosleep(&(struct timespec){us / 1000000, (long)(us % 1000000) * 1000}, NULL);
}

unsigned sleep(unsigned seconds)
{
    struct timespec left = {seconds, 0};
    return nanosleep(&left, &left) == 0 ? 0 : (unsigned)(left.tv_sec + (left.tv_nsec >= NS_PER_S / 2));
}
