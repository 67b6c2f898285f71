/* SPDX-License-Identifier: BSD-3-Clause */
/* A debugger for one rank (--debugger), and stacks of ranks (--backtrace). */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"

#define POLL_NS 20000000 /* poll interval until a debugger is attached */

/* Does not stop the process by a signal: the debugger would show the signal first. */
void emuq_debug_await(void)
{
    sigset_t go_on;
    sigemptyset(&go_on);
    sigaddset(&go_on, SIGCONT);
    sigprocmask(SIG_SETMASK, &go_on, NULL); /* SIGTERM ends the rank during the wait */
    while (emuq_is_traced() == 0 &&
           sigtimedwait(&go_on, NULL, &(struct timespec){.tv_nsec = POLL_NS}) != SIGCONT)
        ;
}

/* Opens a window of tmux. @return 0 or a negative errno */
static int debug_open_window(const emuq_rank_table_t *table, uint32_t rank, const char *call)
{
    char tmux[] = "tmux", action[] = "new-window", option[] = "-n", name[32];
    char *argv[] = {tmux, action, option, name, (char *)(uintptr_t)call, NULL};
    posix_spawnattr_t attributes;
    pid_t pid;
    snprintf(name, sizeof name, "rank %u", rank);
    int rc = posix_spawnattr_init(&attributes);
    if (rc != 0)
        return -rc;
    posix_spawnattr_setsigmask(&attributes, &table->signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    rc = posix_spawnp(&pid, argv[0], NULL, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    return -rc;
}

void emuq_debug_rank(const emuq_rank_table_t *table)
{
    uint32_t rank = table->command->debug_rank;
    int pid = (int)table->rank[rank].pid;
    char *call = emuq_format("%s -p %d", table->command->debugger, pid);
    if (getenv("TMUX") != NULL && debug_open_window(table, rank, call) == 0)
        emuq_run_message("rank %u (process %d) waits for the debugger in window \"rank %u\"", rank, pid,
                         rank);
    else
        emuq_run_message("rank %u (process %d) waits for the debugger: call %s (or go on: kill -CONT %d)",
                         rank, pid, call, pid);
    free(call);
}

/* Prints the stacks of all threads of process $0, and error messages of gdb. */
static const char script[] = "gdb -nx -batch -iex 'set debuginfod enabled off' -ex 'thread apply all "
                             "backtrace' -p \"$0\" 2>&1 </dev/null |"
                             " sed -n '/^#/p; /^Thread /p; /^Could not attach/p; /^ptrace: /p'";

int emuq_stacks_check(void)
{
    char *path;
    if (emuq_program_find("gdb", &path) != 0) {
        emuq_run_message("--backtrace needs the debugger gdb");
        return -ENOENT;
    }
    free(path);
    return 0;
}

/* Starts a debugger in a separate process group. @return its process, or a negative errno */
static pid_t stacks_start(const sigset_t *signals, pid_t process, int out)
{
    char number[16];
    pid_t launcher = getpid(), pid = fork();
    if (pid < 0)
        return -errno;
    setpgid(pid, pid); /* parent and child call setpgid(): either may be first */
    if (pid != 0)
        return pid;
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
    pid_t pid = stacks_start(signals, process, STDERR_FILENO);
    if (pid < 0) {
        emuq_run_message("no stacks: %s", strerror(-pid));
        return;
    }
    if (emuq_child_await(pid, NULL, EMUQ_STACKS_MS) != -ETIMEDOUT)
        return;
    emuq_run_message("the debugger has not come to an end; its stacks are left out");
    kill(-pid, SIGKILL);
    (void)emuq_child_kill(pid, NULL);
}

static void stacks_close_stream(emuq_stacks_t *stacks)
{
    if (stacks->is_open)
        emuq_output_stream_close(&stacks->out);
    stacks->is_open = false;
}

static int stacks_attach(emuq_stacks_t *stacks, emuq_rank_table_t *table, uint32_t rank)
{
    char label[32];
    int out;
    snprintf(label, sizeof label, "rank %u: ", rank);
    int rc = emuq_output_stream_open(&stacks->out, 2, label, &out);
    if (rc != 0)
        return rc;
    stacks->is_open = true;
    stacks->rank = rank;
    table->rank[rank].is_shown = true;
    pid_t pid = stacks_start(&table->signals, table->rank[rank].pid, out);
    close(out);
    if (pid < 0)
        return pid;
    table->debugger = pid;
    return 0;
}

/* Whether a rank runs. The process of an ended rank may wait for the end of the job. */
static bool stacks_runs(const emuq_rank_table_t *table, uint32_t rank)
{
    return table->rank[rank].pid != 0 && !table->rank[rank].ended && !table->rank[rank].is_shown &&
           emuq_launch_state(table->launch, rank) <= EMUQ_RANK_JOINED;
}

bool emuq_stacks_next(emuq_stacks_t *stacks, emuq_rank_table_t *table)
{
    stacks_close_stream(stacks);
    while (stacks->next < table->ranks && !stacks_runs(table, stacks->next))
        stacks->next++;
    if (stacks->next >= table->ranks)
        return false;
    stacks->is_dying = false;
    int rc = stacks_attach(stacks, table, stacks->next++);
    if (rc != 0)
        emuq_run_message("no stacks: %s", strerror(-rc));
    return rc == 0;
}

int emuq_stacks_dying(emuq_stacks_t *stacks, emuq_rank_table_t *table, uint32_t rank)
{
    stacks_close_stream(stacks);
    stacks->is_dying = true;
    int rc = stacks_attach(stacks, table, rank);
    if (rc != 0)
        emuq_run_message("no stacks of rank %u: %s", rank, strerror(-rc));
    return rc;
}

void emuq_stacks_end(emuq_stacks_t *stacks, emuq_rank_table_t *table)
{
    if (table->debugger != 0) {
        kill(-table->debugger, SIGKILL);
        table->debugger = 0;
        emuq_run_message(stacks->is_dying ? "stacks of rank %u are left out"
                                          : "stacks of ranks from %u on are left out",
                         stacks->rank);
    }
    stacks_close_stream(stacks);
}
