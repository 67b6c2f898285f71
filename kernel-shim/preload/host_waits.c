/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls of the C library by which a thread waits, for programs with modelled time (the backend timed): there
 * a thread that gives up its core waits for another one, and sleeps take modelled time. Otherwise they do
 * what the C library's do.
 */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hwi/include/common/emuq_mmio.h"
#include "kernel-shim/preload/clocks.h"
#include "kernel-shim/preload/waits.h"

const int emuq_preload_waits;

#define NS_PER_S     1000000000l
#define CYCLES_PER_S UINT64_C(1600000000)

/* Cycles of the time base in which a time has passed, at most as many as there are numbers. */
static uint64_t cycles_of(const struct timespec *time)
{
    uint64_t seconds = (uint64_t)time->tv_sec;
    if (seconds >= UINT64_MAX / CYCLES_PER_S)
        return UINT64_MAX;
    return seconds * CYCLES_PER_S + ((uint64_t)time->tv_nsec * 8 + 4) / 5;
}

int sched_yield(void)
{
    if (emuq_mmio.relax != NULL && emuq_mmio.relax(__builtin_return_address(0), 0, 0))
        return 0;
    if (emuq_mmio.look != NULL && emuq_mmio.look())
        return 0;
    return (int)syscall(SYS_sched_yield);
}

static bool is_span(const struct timespec *time)
{
    return time->tv_nsec >= 0 && time->tv_nsec < NS_PER_S && time->tv_sec >= 0;
}

/* A thread with time sleeps until a clock shows a time. @return false: it has none, or that is no time */
static bool sleep_until(clockid_t clock, const struct timespec *end)
{
    uint64_t limit, now;
    if (emuq_waits == NULL || !emuq_clock_limit(clock, end, &limit) || !emuq_waits->now(&now))
        return false;
    uint64_t ns = limit > now ? limit - now : 0;
    const struct timespec span = {(time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S)};
    return emuq_mmio.advance(cycles_of(&span)) != 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    bool is_clock = clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME, is_over = false;
    if (emuq_mmio.advance != NULL && is_clock)
        is_over = (flags & TIMER_ABSTIME) != 0 ? sleep_until(clock, time)
                                               : is_span(time) && emuq_mmio.advance(cycles_of(time));
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
