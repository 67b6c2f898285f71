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

int emuq_watch_open(int signal)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal};
    int watch;
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    return syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, &event, &watch) == 0 ? watch : -errno;
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
