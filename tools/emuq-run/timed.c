/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/timed.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/clock.h"
#include "tools/emuq-run/program.h"

#define NUMBERS 64 /* characters of five numbers and what separates them */

static void set(emuq_setting_t id, const char *text)
{
    if (setenv(emuq_setting_info(id)->name, text, 1) != 0)
        emuq_need(NULL);
}

/* What the program reads when it is started by itself. */
static void set_job(const emuq_job_t *job)
{
    char text[NUMBERS], mesh[6], *letter = mesh;
    snprintf(text, sizeof(text), "%ux%ux%ux%ux%u", job->shape[0], job->shape[1], job->shape[2], job->shape[3],
             job->shape[4]);
    set(EMUQ_SETTING_SHAPE, text);
    snprintf(text, sizeof(text), "%u", job->ppn != 0 ? job->ppn : 1);
    set(EMUQ_SETTING_PPN, text);
    snprintf(text, sizeof(text), "%u", job->np);
    set(EMUQ_SETTING_NP, text);
    if (job->mapping != NULL)
        set(EMUQ_SETTING_MAPPING, job->mapping);
    for (int d = 0; d < 5; d++)
        if (job->mesh >> (4 - d) & 1)
            *letter++ = (char)('A' + d);
    *letter = '\0';
    set(EMUQ_SETTING_MESH, mesh);
}

/* An option that needs a process for each rank, or NULL. */
static const char *needs_processes(const emuq_command_t *command)
{
    if (command->hosts != NULL || command->hostfile != NULL)
        return "a job on several hosts";
    if (command->debugger != NULL || command->backtrace)
        return command->debugger != NULL ? "--debugger" : "--backtrace";
    if (command->counters || command->watch)
        return command->watch ? "--watch" : "--counters";
    if (command->bind != NULL && strcmp(command->bind, "none") != 0)
        return "--bind";
    if (command->input_rank != 0)
        return "--stdinrank";
    return command->label != EMUQ_LABEL_NONE ? "--label" : NULL;
}

/* Executes the program. @return only if it cannot be executed */
static int execute(const char *path, const emuq_command_t *command)
{
    execv(path, command->program.word);
    return emuq_program_failed(path, errno);
}

/* @return a signal that comes in the next @p ns, or -1 */
static int next_signal(const sigset_t *signals, uint64_t ns)
{
    return sigtimedwait(signals, NULL,
                        &(struct timespec){(time_t)(ns / EMUQ_NS_PER_S), (long)(ns % EMUQ_NS_PER_S)});
}

/* Waits for the end of the program, at most for the time limit, and hands it the signals that are to end a
 * job.
 * @return its exit status; 128 and the signal that has ended it; that of a job that has run too long */
static int await(pid_t program, uint64_t limit_ms, const sigset_t *signals)
{
    uint64_t now = emuq_now_ns(), deadline = now + limit_ms * 1000000;
    int status, signal;
    while ((signal = next_signal(signals, deadline - now)) != SIGCHLD) {
        now = emuq_now_ns();
        if (signal > 0)
            kill(program, signal);
        if (now >= deadline) {
            emuq_say("the time limit of %g s is over; ending the job (what its ranks wait for is not known: "
                     "they are threads of one process)",
                     (double)limit_ms / 1000);
            kill(program, SIGKILL);
            waitpid(program, NULL, 0);
            return EMUQ_STATUS_TIMEOUT;
        }
    }
    waitpid(program, &status, 0);
    return WIFSIGNALED(status) ? EMUQ_STATUS_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Runs the program as a child, which ends with this process. */
static int execute_with_limit(const char *path, const emuq_command_t *command)
{
    static const int ending[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t signals, before;
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++)
        sigaddset(&signals, ending[i]);
    sigprocmask(SIG_BLOCK, &signals, &before);
    /* It tells of the end only, also where it was ignored. */
    sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDSTOP}, NULL);
    pid_t program = fork();
    if (program < 0) {
        emuq_say("cannot start %s: %s", path, strerror(errno));
        return EXIT_FAILURE;
    }
    if (program == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        sigprocmask(SIG_SETMASK, &before, NULL);
        _exit(execute(path, command));
    }
    return await(program, command->timeout, &signals);
}

int emuq_run_timed(const emuq_command_t *command)
{
    const char *problem = needs_processes(command);
    char *path;
    if (problem != NULL) {
        emuq_say("%s is not possible with --timed, where the ranks are threads of one process", problem);
        return EMUQ_STATUS_USAGE;
    }
    int status = emuq_program_find(command->program.word[0], &path);
    if (status != 0)
        return status;
    set_job(&command->job);
    set(EMUQ_SETTING_BACKEND, "timed");
    /* Threads of OpenMP wait on the host for each other, and only one thread runs. */
    if (setenv("OMP_THREAD_LIMIT", "1", 0) != 0)
        emuq_need(NULL);
    status = command->timeout != 0 ? execute_with_limit(path, command) : execute(path, command);
    free(path);
    return status;
}
