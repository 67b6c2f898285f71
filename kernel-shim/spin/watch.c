/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/spin/watch.h"

#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NS_OF_S UINT64_C(1000000000)

/* The C library's calls are not async-signal-safe. */

/* The processor time of a thread: clocks of Linux that have no name. */
static clockid_t clock_of(pid_t thread)
{
    enum { OF_THREAD = 4, SCHEDULED = 2 };
    return (clockid_t)(~(unsigned)thread << 3 | OF_THREAD | SCHEDULED);
}

int emuq_watch_open(pid_t thread, int signal)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal};
    int watch;
    event._sigev_un._tid = thread;
    return syscall(SYS_timer_create, clock_of(thread), &event, &watch) == 0 ? watch : -errno;
}

void emuq_watch_set(int watch, uint64_t ns)
{
    struct timespec t = {.tv_sec = (time_t)(ns / NS_OF_S), .tv_nsec = (long)(ns % NS_OF_S)};
    struct itimerspec times = {.it_interval = t, .it_value = t};
    syscall(SYS_timer_settime, watch, 0, &times, NULL);
}

void emuq_watch_close(int watch)
{
    syscall(SYS_timer_delete, watch);
}
