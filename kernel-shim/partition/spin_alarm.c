/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/spin_alarm.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOWEST_FD 256 /* the program's descriptors keep the numbers that they have without alarms */

/* Has the signal sent to the thread. */
static int direct(int fd, pid_t thread, int signal)
{
    struct f_owner_ex owner = {.type = F_OWNER_TID, .pid = thread != 0 ? thread : (pid_t)syscall(SYS_gettid)};
    if (fcntl(fd, F_SETOWN_EX, &owner) != 0 || fcntl(fd, F_SETSIG, signal) != 0 ||
        fcntl(fd, F_SETFL, O_ASYNC) != 0)
        return -errno;
    return 0;
}

int emuq_alarm_open(pid_t thread, int signal, uint64_t ns)
{
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE,
                                    .size = PERF_ATTR_SIZE_VER0,
                                    .config = PERF_COUNT_SW_TASK_CLOCK,
                                    .sample_period = ns,
                                    .disabled = 1,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1,
                                    .wakeup_events = 1};
    int first = (int)syscall(SYS_perf_event_open, &event, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
    if (first < 0)
        return -errno;
    int alarm = fcntl(first, F_DUPFD_CLOEXEC, LOWEST_FD);
    if (alarm < 0) /* few descriptors are allowed */
        alarm = first;
    else
        close(first);
    int rc = direct(alarm, thread, signal);
    if (rc == 0 && ioctl(alarm, PERF_EVENT_IOC_ENABLE, 0) != 0)
        rc = -errno;
    if (rc != 0)
        close(alarm);
    return rc != 0 ? rc : alarm;
}

void emuq_alarm_set(int alarm, uint64_t ns)
{
    ioctl(alarm, PERF_EVENT_IOC_PERIOD, &ns);
}

void emuq_alarm_close(int alarm, int signal)
{
    if (fcntl(alarm, F_GETSIG) == signal)
        close(alarm);
}
