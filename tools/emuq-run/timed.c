/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/timed.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/process.h"
#include "tools/emuq-run/bind.h"
#include "tools/emuq-run/counters.h"
#include "tools/emuq-run/marked.h"
#include "tools/emuq-run/modelled.h"
#include "tools/emuq-run/program.h"
#include "tools/emuq-run/stacks.h"

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
    return command->debugger != NULL ? "--debugger" : NULL;
}

/* The rank that is to read. @return 0 or an exit status, after a message */
static int set_input(const emuq_command_t *command)
{
    char text[NUMBERS];
    uint64_t ranks = emuq_command_ranks(&command->job);
    if (command->input_rank >= ranks) {
        emuq_say("--stdinrank %u is not possible; there are %" PRIu64 " ranks", command->input_rank, ranks);
        return EMUQ_STATUS_USAGE;
    }
    snprintf(text, sizeof text, "%u", command->input_rank);
    set(EMUQ_SETTING_TIME_INPUT, text);
    return 0;
}

/* Of a list of processors the first: one thread runs at a time. @return 0 or an exit status, after a message
 */
static int bind_program(const emuq_command_t *command)
{
    emuq_binding_t *binding;
    int rc = emuq_binding_open(&binding, command->bind, 1, true);
    if (rc == 0)
        emuq_binding_apply(binding, 0);
    emuq_binding_close(binding);
    return rc == 0 ? 0 : EMUQ_STATUS_USAGE;
}

/* Executes the program. @return only if it cannot be executed */
static int execute(const char *path, const emuq_command_t *command)
{
    execv(path, command->program.word);
    return emuq_program_failed(path, errno);
}

/* The program, and what it writes. */
typedef struct timed_job {
    pid_t program;
    int signals;
    emuq_marked_t output[2]; /* if it is labelled */
    bool is_labelled;
    int counts; /* a file that the program fills; or -1 */
    emuq_modelled_t modelled;
    bool backtrace; /* stacks are wanted before the program ends by an error, or by the time limit */
    sigset_t mask;  /* as it was */
} timed_job_t;

/* Passes on what the program writes until a signal comes. @return the signal, or -1 after @p ns */
static int next_signal(timed_job_t *j, uint64_t ns)
{
    enum { SIGNALS, OUTPUT, OTHERS = OUTPUT + 2 };
    struct pollfd polls[OTHERS + EMUQ_OUTPUT_POLLS] = {{.fd = j->signals, .events = POLLIN}};
    struct signalfd_siginfo info;
    int others = 0;
    for (int i = 0; i < 2; i++)
        polls[OUTPUT + i] = (struct pollfd){
            .fd = j->is_labelled && !emuq_output_is_full() ? j->output[i].fd : -1, .events = POLLIN};
    if (j->is_labelled)
        others = emuq_output_polls(&polls[OTHERS]);
    struct timespec limit = {(time_t)(ns / EMUQ_NS_PER_S), (long)(ns % EMUQ_NS_PER_S)};
    if (ppoll(polls, (nfds_t)(OTHERS + others), &limit, NULL) <= 0)
        return -1;
    for (int i = 0; i < 2; i++)
        if (polls[OUTPUT + i].revents != 0)
            emuq_marked_read(&j->output[i]);
    if (j->is_labelled)
        emuq_output_move(&polls[OTHERS], others);
    return read(j->signals, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : -1;
}

static int end_by_time(timed_job_t *j, uint64_t limit_ms)
{
    emuq_say("the time limit of %g s is over; ending the job (what its ranks wait for is not known: "
             "they are threads of one process)",
             (double)limit_ms / 1000);
    if (j->backtrace)
        emuq_stacks_of_process(j->program, &j->mask);
    (void)emuq_child_kill(j->program, NULL);
    return EMUQ_STATUS_TIMEOUT;
}

/* A child has ended, or stopped. @return whether it is the program, which has ended */
static bool has_ended(timed_job_t *j, int *status)
{
    if (waitpid(j->program, status, WNOHANG | WUNTRACED) != j->program)
        return false;
    if (!WIFSTOPPED(*status))
        return true;
    if (emuq_modelled_has_stopped(&j->modelled)) {
        emuq_say("the job ends by an error; the stacks of its threads:");
        emuq_stacks_of_process(j->program, &j->mask);
        kill(j->program, SIGCONT);
    }
    return false;
}

/* Stops the program and the launcher until SIGCONT. @return the deadline, by so much later */
static uint64_t suspend(const timed_job_t *j, uint64_t deadline)
{
    uint64_t begin = emuq_now_ns();
    kill(j->program, SIGSTOP);
    raise(SIGSTOP);
    kill(j->program, SIGCONT);
    return deadline != UINT64_MAX ? deadline + (emuq_now_ns() - begin) : deadline;
}

/* The output of the launcher cannot be written. @return the exit status */
static int end_by_output(timed_job_t *j)
{
    int status = emuq_output_failed();
    kill(j->program, SIGKILL);
    waitpid(j->program, NULL, 0);
    return status;
}

/* Waits for the end of the program, at most for the time limit (0: none), and hands it the signals that are
 * to end a job.
 * @return its exit status; 128 and the signal that has ended it; that of a job that has run too long */
static int await(timed_job_t *j, uint64_t limit_ms)
{
    uint64_t now = emuq_now_ns(), deadline = limit_ms != 0 ? now + limit_ms * 1000000 : UINT64_MAX;
    int status;
    for (;;) {
        uint64_t next = j->modelled.next_ns < deadline ? j->modelled.next_ns : deadline;
        int signal = next_signal(j, next > now ? next - now : 0);
        now = emuq_now_ns();
        if (signal == SIGCHLD && has_ended(j, &status))
            break;
        if (signal == SIGTSTP) {
            deadline = suspend(j, deadline);
            now = emuq_now_ns();
        } else if (signal > 0 && signal != SIGCHLD) {
            kill(j->program, signal);
        }
        if (j->is_labelled && emuq_output_is_broken())
            return end_by_output(j);
        if (now >= deadline)
            return end_by_time(j, limit_ms);
        emuq_modelled_say(&j->modelled, now);
    }
    return WIFSIGNALED(status) ? EMUQ_STATUS_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Has what the program writes come with marks. @param ends where it writes @return 0 or a negative errno */
static int open_labels(timed_job_t *j, emuq_label_t label, char mark[EMUQ_MARK_BYTES], int ends[2])
{
    static const char *const text[][2] = {
        [EMUQ_LABEL_SHORT] = {"%u: ", "%u: "}, [EMUQ_LABEL_LONG] = {"stdout[%u]: ", "stderr[%u]: "}};
    uint64_t random;
    int rc = getrandom(&random, sizeof random, 0) == sizeof random ? emuq_output_open() : -EIO;
    if (rc != 0)
        return rc;
    snprintf(mark, EMUQ_MARK_BYTES, "emuq-%016" PRIx64, random);
    j->output[1].fd = -1;
    for (int i = 0; i < 2 && rc == 0; i++)
        rc = emuq_marked_open(&j->output[i], i + 1, mark, text[label][i], &ends[i]);
    j->is_labelled = rc == 0;
    return rc;
}

static void close_labels(timed_job_t *j)
{
    for (int i = 0; i < 2; i++)
        emuq_marked_close(&j->output[i]);
    emuq_output_close();
}

/* ---- counters ---- */

/* The program inherits the file, and opens it again by its name. @return 0 or a negative errno */
static int open_counts(timed_job_t *j)
{
    char path[NUMBERS];
    j->counts = memfd_create("emuq-counts", 0);
    if (j->counts < 0)
        return -errno;
    snprintf(path, sizeof path, "/proc/self/fd/%d", j->counts);
    set(EMUQ_SETTING_TIME_COUNTS, path);
    return 0;
}

/* Says what the program has left; a program that has ended before the job has left nothing. */
static void say_counts(const timed_job_t *j)
{
    uint32_t shape[5];
    struct stat status;
    off_t head = sizeof shape;
    if (fstat(j->counts, &status) != 0 || status.st_size <= head ||
        pread(j->counts, shape, sizeof shape, 0) != head) {
        emuq_say("no counters: the job has not come to its end");
        return;
    }
    size_t bytes = (size_t)(status.st_size - head);
    size_t nodes = (size_t)shape[0] * shape[1] * shape[2] * shape[3] * shape[4];
    if (bytes != nodes * sizeof(emuq_node_counts_t)) {
        emuq_say("no counters: the program has been linked with another version of EMUQ; link it again");
        return;
    }
    emuq_node_counts_t *node = emuq_need(malloc(bytes));
    if (pread(j->counts, node, bytes, head) == (ssize_t)bytes)
        emuq_counters_say_of(node, shape);
    free(node);
}

/* Becomes the program, which ends with the launcher. @return only if it cannot be executed */
static int become(const timed_job_t *j, const char *path, const emuq_command_t *command, const char *mark,
                  const int ends[2])
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (j->backtrace)
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* fails where that needs no permission */
    sigprocmask(SIG_SETMASK, &j->mask, NULL);
    if (j->is_labelled) {
        set(EMUQ_SETTING_TIME_MARK, mark);
        if (dup2(ends[0], STDOUT_FILENO) < 0 || dup2(ends[1], STDERR_FILENO) < 0)
            return EXIT_FAILURE;
    }
    return execute(path, command);
}

/* Runs the program as a child. */
static int execute_as_child(const char *path, const emuq_command_t *command)
{
    static const int ending[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR2, SIGXCPU, SIGTSTP};
    timed_job_t j = {.counts = -1, .modelled.next_ns = UINT64_MAX, .backtrace = command->backtrace};
    char mark[EMUQ_MARK_BYTES];
    int ends[2];
    sigset_t signals;
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++)
        sigaddset(&signals, ending[i]);
    sigprocmask(SIG_BLOCK, &signals, &j.mask);
    signal(SIGCHLD, SIG_DFL); /* also where it was ignored */
    j.signals = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    int rc = j.signals < 0 ? -errno : 0;
    if (rc == 0 && command->label != EMUQ_LABEL_NONE)
        rc = open_labels(&j, command->label, mark, ends);
    if (rc == 0 && command->counters)
        rc = open_counts(&j);
    if (rc == 0 && (command->watch || command->backtrace))
        rc = emuq_modelled_open(&j.modelled, command->watch, command->backtrace);
    if (rc == 0) {
        j.program = fork();
        rc = j.program < 0 ? -errno : 0;
    }
    if (rc != 0) {
        emuq_say("cannot start %s: %s", path, strerror(-rc));
        return EXIT_FAILURE;
    }
    if (j.program == 0)
        _exit(become(&j, path, command, mark, ends));
    for (int i = 0; i < 2 && j.is_labelled; i++)
        close(ends[i]);
    signal(SIGPIPE, SIG_IGN);
    int status = await(&j, command->timeout);
    if (j.is_labelled)
        close_labels(&j);
    if (command->counters)
        say_counts(&j);
    emuq_modelled_close(&j.modelled);
    close(j.signals);
    return status;
}

int emuq_run_timed(const emuq_command_t *command)
{
    const char *problem = needs_processes(command);
    char *path;
    if (problem != NULL) {
        emuq_say("%s is not possible with --timed, where the ranks are threads of one process", problem);
        return EMUQ_STATUS_USAGE;
    }
    if (command->backtrace && emuq_stacks_check() != 0)
        return EMUQ_STATUS_USAGE;
    int status = set_input(command);
    if (status == 0)
        status = bind_program(command);
    if (status == 0)
        status = emuq_program_find(command->program.word[0], &path);
    if (status == EMUQ_STATUS_NOT_FOUND)
        emuq_command_doubt(command);
    if (status != 0)
        return status;
    set_job(&command->job);
    set(EMUQ_SETTING_BACKEND, "timed");
    /* Threads of OpenMP wait on the host for each other, and only one thread runs. */
    if (setenv("OMP_THREAD_LIMIT", "1", 0) != 0)
        emuq_need(NULL);
    status = command->timeout != 0 || command->counters || command->label != EMUQ_LABEL_NONE ||
                     command->watch || command->backtrace
                 ? execute_as_child(path, command)
                 : execute(path, command);
    free(path);
    return status;
}
