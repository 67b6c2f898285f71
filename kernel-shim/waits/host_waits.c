/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls of the C library by which a thread waits, for programs with modelled time (the backend timed): there
 * a thread that gives up its core waits for another one, and sleeps take modelled time. Otherwise they do
 * what the C library's do.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "hwi/include/common/emuq_mmio.h"
#include "kernel-shim/waits/waits.h"

const int emuq_host_waits;

#define NS_PER_S     1000000000l
#define CYCLES_PER_S UINT64_C(1600000000)

/* Cycles of the time base, at most as many as there are numbers. */
static uint64_t cycles_of(const struct timespec *time)
{
    uint64_t seconds = (uint64_t)time->tv_sec;
    if (seconds >= UINT64_MAX / CYCLES_PER_S)
        return UINT64_MAX;
    return seconds * CYCLES_PER_S + (uint64_t)time->tv_nsec * 8 / 5;
}

int sched_yield(void)
{
    if (emuq_mmio.relax != NULL && emuq_mmio.relax(__builtin_return_address(0), 0, 0))
        return 0;
    return (int)syscall(SYS_sched_yield);
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    if (emuq_mmio.advance != NULL && time->tv_nsec >= 0 && time->tv_nsec < NS_PER_S && time->tv_sec >= 0 &&
        emuq_mmio.advance(cycles_of(time)))
        return 0;
    int rc = clock_nanosleep(CLOCK_MONOTONIC, 0, time, left);
    if (rc != 0)
        errno = rc;
    return rc == 0 ? 0 : -1;
}

int usleep(useconds_t us)
{
    return nanosleep(&(struct timespec){us / 1000000, (long)(us % 1000000) * 1000}, NULL);
}
