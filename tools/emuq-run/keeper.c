/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/process.h"

/* Only the launcher holds the other end of the pipe, which ends with it. SIGCONT, by PR_SET_PDEATHSIG, wakes
 * a keeper that is stopped. */
static void await_launcher(pid_t launcher, int pipe, const sigset_t *all)
{
    struct pollfd fd[2] = {{pipe, POLLIN, 0}, {signalfd(-1, all, SFD_NONBLOCK), POLLIN, 0}};
    struct signalfd_siginfo info;
    while (getppid() == launcher && (poll(fd, 2, -1) <= 0 || fd[0].revents == 0))
        while (read(fd[1].fd, &info, sizeof info) > 0)
            continue;
}

static void keep(const emuq_keeper_t *keeper, pid_t launcher, int pipe)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    prctl(PR_SET_NAME, "emuq-keeper");
    prctl(PR_SET_PDEATHSIG, SIGCONT);
    setpgid(0, 0);
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    emuq_close_all_except(&pipe, 1);
    await_launcher(launcher, pipe, &all);
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
        pid_t launcher = getpid();
        keeper->pid = fork();
        if (keeper->pid == 0)
            keep(keeper, launcher, ends[0]);
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
    /* Nothing is left to be ended, and a keeper that is stopped would not notice the end of the pipe. */
    (void)emuq_child_kill(keeper->pid, NULL);
    close(keeper->alarm);
    munmap(keeper->group, keeper->groups * sizeof(pid_t));
}

void emuq_keeper_set(emuq_keeper_t *keeper, uint32_t rank, pid_t group)
{
    __atomic_store_n(&keeper->group[rank], group, __ATOMIC_RELAXED);
}
