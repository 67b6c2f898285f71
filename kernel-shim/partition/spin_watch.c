/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/spin_watch.h"

#include <errno.h>
#include <signal.h>

#include "base/host_calls.h"

int emuq_watch_open(timer_t *watch, pthread_t thread, pid_t number, int signal)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signal};
    clockid_t clock;
    int error = pthread_getcpuclockid(thread, &clock);
    if (error != 0)
        return -error;
    event._sigev_un._tid = number; /* the C library has no other name for it before 2.38 */
    return timer_create(clock, &event, watch) == 0 ? 0 : -errno;
}

void emuq_watch_set(timer_t watch, uint64_t ns)
{
    struct timespec t = emuq_timespec(ns);
    timer_settime(watch, 0, &(struct itimerspec){.it_interval = t, .it_value = t}, NULL);
}
