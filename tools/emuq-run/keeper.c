/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static void keep(const emuq_keeper_t *keeper, int wait)
{
    sigset_t all;
    char none;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    prctl(PR_SET_NAME, "emuq-keeper");
    setpgid(0, 0);
    close(keeper->alarm);
    /* Only the launcher holds the other end: its end is the end of the file. */
    while (read(wait, &none, 1) < 0 && errno == EINTR)
        ;
    for (uint32_t i = 0; i < keeper->groups; i++) {
        pid_t group = __atomic_load_n(&keeper->group[i], __ATOMIC_RELAXED);
        if (group > 0)
            kill(-group, SIGKILL);
    }
    _exit(0);
}

int emuq_keeper_open(emuq_keeper_t *keeper, uint32_t groups)
{
    int ends[2];
    void *shared =
        mmap(NULL, groups * sizeof(pid_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return -errno;
    *keeper = (emuq_keeper_t){.group = shared, .groups = groups};
    int rc = pipe2(ends, O_CLOEXEC) == 0 ? 0 : -errno;
    if (rc == 0) {
        keeper->alarm = ends[1];
        keeper->pid = fork();
        if (keeper->pid == 0)
            keep(keeper, ends[0]);
        rc = keeper->pid > 0 ? 0 : -errno;
        close(ends[0]);
    }
    if (rc != 0) {
        if (keeper->alarm > 0)
            close(keeper->alarm);
        munmap(shared, groups * sizeof(pid_t));
        *keeper = (emuq_keeper_t){0};
    }
    return rc;
}

void emuq_keeper_close(emuq_keeper_t *keeper)
{
    if (keeper->group == NULL)
        return;
    close(keeper->alarm);
    while (waitpid(keeper->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    munmap(keeper->group, keeper->groups * sizeof(pid_t));
}

void emuq_keeper_set(emuq_keeper_t *keeper, uint32_t rank, pid_t group)
{
    __atomic_store_n(&keeper->group[rank], group, __ATOMIC_RELAXED);
}
