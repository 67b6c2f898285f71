/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-device/run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "tools/emuq-device/say.h"

#define NOT_EXECUTABLE 126 /* as in a shell */
#define NOT_FOUND      127

/* Never returns; @p report gets the error. */
static void become(char **command, const char *where, int report)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it cannot go on without the device */
    int error = ENOMEM;
    if (setenv("EMUQ_BACKEND", "mmio", 1) == 0 && setenv("EMUQ_DEVICE", where, 1) == 0) {
        execvp(command[0], command);
        error = errno;
    }
    ssize_t written = write(report, &error, sizeof error);
    _exit(written == (ssize_t)sizeof error ? NOT_FOUND : NOT_EXECUTABLE);
}

pid_t emuq_run_start(char **command, const char *where)
{
    int report[2], error = 0;
    if (pipe2(report, O_CLOEXEC) != 0) {
        emuq_say("cannot start %s: %s", command[0], strerror(errno));
        return -EMUQ_STATUS_FAILED;
    }
    pid_t child = fork();
    if (child == 0)
        become(command, where, report[1]);
    close(report[1]);
    if (child < 0 || read(report[0], &error, sizeof error) == (ssize_t)sizeof error) {
        int status = child < 0 ? EMUQ_STATUS_FAILED : error == ENOENT ? NOT_FOUND : NOT_EXECUTABLE;
        emuq_say("cannot start %s: %s", command[0], strerror(child < 0 ? errno : error));
        if (child > 0)
            (void)emuq_child_kill(child, NULL);
        child = -status;
    }
    close(report[0]);
    return child;
}

bool emuq_run_ended(const char *name, pid_t command, int sent, int *status)
{
    char end[EMUQ_PEER_NAME];
    int how;
    if (waitpid(command, &how, WNOHANG) != command)
        return false;
    if (WIFSIGNALED(how) && WTERMSIG(how) != sent)
        emuq_say("%s (process %d) %s (%s)%s", name, (int)command, emuq_peer_status(how, end),
                 strsignal(WTERMSIG(how)), WCOREDUMP(how) ? ", core dumped" : "");
    *status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
    return true;
}
