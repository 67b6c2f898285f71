/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/freeze.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/process.h"
#include "base/lock.h"

#define PASSES 2 /* a thread that has not stopped yet may have made another one */

static void stop_here(int signal)
{
    (void)signal;
    emuq_suspend();
}

/* @return 0: the program uses all real-time signals. */
static int take_signal(void)
{
    struct sigaction action = {.sa_handler = stop_here, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    return emuq_signal_claim(SIGRTMAX, &action);
}

/* Sends the signal to all threads but the calling one. The entries are read without opendir(), which takes
 * memory. */
static void signal_others(int number)
{
    char entries[4096] __attribute__((aligned(8)));
    pid_t pid = getpid(), self = (pid_t)syscall(SYS_gettid);
    int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long bytes;
    while (tasks >= 0 && (bytes = syscall(SYS_getdents64, tasks, entries, sizeof(entries))) > 0)
        for (long at = 0; at < bytes;) {
            const struct dirent64 *entry = (const struct dirent64 *)(entries + at);
            pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
            at += entry->d_reclen;
            if (thread > 0 && thread != self)
                syscall(SYS_tgkill, pid, thread, number);
        }
    if (tasks >= 0)
        close(tasks);
}

void emuq_threads_freeze(void)
{
    static int number;
    if (number == 0)
        number = take_signal();
    emuq_critical_begin(); /* not this one */
    __atomic_store_n(&emuq_suspend_signal, (unsigned)number, __ATOMIC_RELEASE);
    for (int i = 0; i < PASSES && number != 0; i++)
        signal_others(number);
}

void emuq_threads_thaw(void)
{
    __atomic_store_n(&emuq_suspend_signal, 0, __ATOMIC_RELEASE);
    emuq_critical_end();
    emuq_futex_wake(&emuq_suspend_signal, EMUQ_FUTEX_ALL);
}
