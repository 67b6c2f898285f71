/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/stacks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/process.h"
#include "tools/emuq-run/program.h"
#include "tools/emuq-run/say.h"

/* Prints the stacks of all threads of process $0. Of what gdb says otherwise, only why it cannot is of
 * interest. */
static const char script[] = "gdb -nx -batch -iex 'set debuginfod enabled off' -ex 'thread apply all "
                             "backtrace' -p \"$0\" 2>&1 </dev/null |"
                             " sed -n '/^#/p; /^Thread /p; /^Could not attach/p; /^ptrace: /p'";

int emuq_stacks_check(void)
{
    char *path;
    if (emuq_program_find("gdb", &path) != 0) {
        emuq_say("--backtrace needs the debugger gdb");
        return -ENOENT;
    }
    free(path);
    return 0;
}

/* In the process that looks at another one. */
static void become(const sigset_t *signals, pid_t launcher, pid_t process, int out)
{
    char number[16];
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != launcher || dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0)
        _exit(EXIT_FAILURE);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, signals, NULL);
    snprintf(number, sizeof number, "%d", (int)process);
    execl("/bin/sh", "sh", "-c", script, number, (char *)NULL);
    _exit(EXIT_FAILURE);
}

void emuq_stacks_of_process(pid_t process, const sigset_t *signals)
{
    pid_t launcher = getpid(), pid = fork();
    if (pid == 0)
        become(signals, launcher, process, STDERR_FILENO);
    if (pid < 0) {
        emuq_say("no stacks: %s", strerror(errno));
        return;
    }
    setpgid(pid, pid); /* it does so too: whoever comes first */
    if (emuq_child_await(pid, NULL, EMUQ_STACKS_MS) != -ETIMEDOUT)
        return;
    emuq_say("the debugger has not come to an end; its stacks are left out");
    kill(-pid, SIGKILL);
    (void)emuq_child_kill(pid, NULL);
}

static void close_stream(emuq_stacks_t *stacks)
{
    if (stacks->is_open)
        emuq_stream_close(&stacks->out);
    stacks->is_open = false;
}

static int look_at(emuq_stacks_t *stacks, emuq_crew_t *crew, uint32_t rank)
{
    char label[32];
    int out;
    pid_t launcher = getpid();
    snprintf(label, sizeof label, "rank %u: ", rank);
    int rc = emuq_stream_open(&stacks->out, 2, label, &out);
    if (rc != 0)
        return rc;
    stacks->is_open = true;
    stacks->rank = rank;
    crew->rank[rank].is_shown = true;
    pid_t pid = fork();
    if (pid == 0)
        become(&crew->signals, launcher, crew->rank[rank].pid, out);
    rc = pid > 0 ? 0 : -errno;
    close(out);
    if (rc == 0) {
        setpgid(pid, pid); /* it does so too: whoever comes first */
        crew->debugger = pid;
    }
    return rc;
}

/* A rank that has ended may have a process that waits for the others. */
static bool runs(const emuq_crew_t *crew, const emuq_launch_t *launch, uint32_t rank)
{
    return crew->rank[rank].pid != 0 && !crew->rank[rank].ended && !crew->rank[rank].is_shown &&
           emuq_launch_state(launch, rank) <= EMUQ_RANK_JOINED;
}

bool emuq_stacks_next(emuq_stacks_t *stacks, emuq_crew_t *crew, const emuq_launch_t *launch)
{
    close_stream(stacks);
    while (stacks->next < crew->ranks && !runs(crew, launch, stacks->next))
        stacks->next++;
    if (stacks->next >= crew->ranks)
        return false;
    stacks->is_dying = false;
    int rc = look_at(stacks, crew, stacks->next++);
    if (rc != 0)
        emuq_say("no stacks: %s", strerror(-rc));
    return rc == 0;
}

int emuq_stacks_dying(emuq_stacks_t *stacks, emuq_crew_t *crew, uint32_t rank)
{
    close_stream(stacks);
    stacks->is_dying = true;
    int rc = look_at(stacks, crew, rank);
    if (rc != 0)
        emuq_say("no stacks of rank %u: %s", rank, strerror(-rc));
    return rc;
}

void emuq_stacks_end(emuq_stacks_t *stacks, emuq_crew_t *crew)
{
    if (crew->debugger != 0) {
        kill(-crew->debugger, SIGKILL);
        crew->debugger = 0;
        emuq_say(stacks->is_dying ? "stacks of rank %u are left out"
                                  : "stacks of ranks from %u on are left out",
                 stacks->rank);
    }
    close_stream(stacks);
}
