/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/crew.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/peer.h"
#include "kernel-shim/partition/threads.h"
#include "tools/emuq-run/debug_await.h"
#include "tools/emuq-run/files.h"
#include "tools/emuq-run/program.h"
#include "tools/emuq-run/tie.h"

#define RANK_FILES  2u   /* descriptors that the launcher needs for each rank */
#define GONE_MS     3000 /* killed processes have so long to vanish */
#define ENGINE_MS   1000 /* for the host engine to end after the job */
#define STATUS_LOST 125  /* of a process that ends before it becomes the program */

extern char **environ;

/* What a rank's process needs to become the program. */
typedef struct start {
    const char *path;
    char **argv;
    char **envp;
    pid_t launcher;
    const emuq_launch_t *launch;
    int fd[3];
} start_t;

/* ---- limits ---- */

/* Says that stacks cannot be as large as the command wants them. */
static void look_at_stack(void)
{
    struct rlimit stack;
    uint64_t wanted = emuq_setting_number(EMUQ_SETTING_STACK_SIZE);
    if (emuq_setting_is_set(EMUQ_SETTING_STACK_SIZE) && getrlimit(RLIMIT_STACK, &stack) == 0 &&
        stack.rlim_max != RLIM_INFINITY && stack.rlim_max < wanted)
        emuq_say("stacks of %llu bytes are not possible; the limit is %llu (ulimit -Hs), which the ranks get",
                 (unsigned long long)wanted, (unsigned long long)stack.rlim_max);
}

int emuq_crew_limits(emuq_crew_t *crew, uint64_t ranks)
{
    int rc = emuq_files_raise(ranks, "ranks", RANK_FILES, &crew->files);
    if (rc == 0)
        look_at_stack();
    return rc;
}

/* ---- start ---- */

/* In the rank's process. */
static void become(const emuq_crew_t *crew, uint32_t number, const start_t *start)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != start->launcher)
        _exit(STATUS_LOST);
    for (int fd = 0; fd < 3; fd++)
        if (dup2(start->fd[fd], fd) < 0)
            _exit(STATUS_LOST);
    setrlimit(RLIMIT_NOFILE, &crew->files);
    emuq_launch_inherit(start->launch);
    emuq_launch_engine_inherit(start->launch);
    emuq_binding_apply(crew->binding, crew->binds_in_turn ? crew->running : number);
    (void)emuq_stack_limit_raise(); /* emuq_crew_limits() has looked */
    if (crew->is_looked_at)
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* fails where that needs no permission */
    signal(SIGPIPE, SIG_DFL);
    if (number == crew->waiting_rank)
        emuq_debug_await();
    sigprocmask(SIG_SETMASK, &crew->signals, NULL);
    execve(start->path, start->argv, start->envp);
    int error = errno;
    (void)!write(crew->failures[1], &error, sizeof(error));
    _exit(error == ENOENT ? EMUQ_STATUS_NOT_FOUND : EMUQ_STATUS_NOT_EXECUTABLE);
}

static void label_of(char label[32], emuq_label_t kind, const char *stream, uint32_t rank)
{
    label[0] = '\0';
    if (kind == EMUQ_LABEL_SHORT)
        snprintf(label, 32, "%u: ", rank);
    else if (kind == EMUQ_LABEL_LONG)
        snprintf(label, 32, "%s[%u]: ", stream, rank);
}

/* Opens the two streams of a rank. */
static int open_streams(emuq_rank_t *rank, uint32_t number, emuq_label_t kind, int fd[3])
{
    char label[32];
    label_of(label, kind, "stdout", number);
    int rc = emuq_stream_open(&rank->out, 1, label, &fd[1]);
    if (rc != 0)
        return rc;
    label_of(label, kind, "stderr", number);
    rc = emuq_stream_open(&rank->err, 2, label, &fd[2]);
    if (rc != 0)
        close(fd[1]);
    return rc;
}

static int start_rank(emuq_crew_t *crew, uint32_t number, emuq_label_t label, start_t *start)
{
    emuq_rank_t *rank = &crew->rank[number];
    int rc = open_streams(rank, number, label, start->fd);
    if (rc != 0)
        return rc;
    pid_t pid = fork();
    if (pid == 0)
        become(crew, number, start);
    rc = pid > 0 ? 0 : -errno;
    close(start->fd[1]);
    close(start->fd[2]);
    if (rc != 0)
        return rc;
    /* The rank does it too: whoever comes first. */
    setpgid(pid, pid);
    emuq_keeper_set(&crew->keeper, number, pid);
    rank->pid = pid;
    crew->running++;
    return 0;
}

static bool is_variable(const char *entry, emuq_setting_t id)
{
    const char *name = emuq_setting_info(id)->name;
    size_t length = strlen(name);
    return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

/* The environment of the ranks. Its last entry is the place of the rank's own. */
static void make_environment(emuq_words_t *environment, const char *partition)
{
    char entry[4200];
    for (char **e = environ; *e != NULL; e++)
        if (!is_variable(*e, EMUQ_SETTING_PARTITION) && !is_variable(*e, EMUQ_SETTING_RANK))
            emuq_words_add(environment, *e, strlen(*e));
    int length =
        snprintf(entry, sizeof(entry), "%s=%s", emuq_setting_info(EMUQ_SETTING_PARTITION)->name, partition);
    emuq_words_add(environment, entry, (size_t)length);
    emuq_words_add(environment, "", 0);
}

static bool is_here(const void *launch, uint32_t rank)
{
    return emuq_launch_is_here(launch, rank);
}

/* The only rank of this host, or NULL: it has not been started. */
static const emuq_rank_t *only_rank(const emuq_crew_t *crew)
{
    for (uint32_t i = 0; i < crew->ranks; i++)
        if (crew->rank[i].pid != 0)
            return &crew->rank[i];
    return NULL;
}

/* The process that runs the host engine, or 0. */
static pid_t engine_of(const emuq_crew_t *crew)
{
    const emuq_rank_t *rank = only_rank(crew);
    return crew->engine != 0 ? crew->engine : rank != NULL ? rank->pid : 0;
}

/* Starts the host engine, which writes its messages where they are known as such. A pretended host has the
 * processors of its ranks only. */
static int start_engine(emuq_crew_t *crew, emuq_launch_t *launch, emuq_host_text_t *text)
{
    int error = dup(STDERR_FILENO);
    if (error < 0 || dup2(emuq_tie_messages(), STDERR_FILENO) < 0)
        return -errno;
    bool is_bound = !crew->binds_in_turn && emuq_binding_join(crew->binding, is_here, launch);
    const emuq_peer_t rank = {engine_of(crew), crew->enders};
    int rc = emuq_launch_engine_start(launch, rank, text, &crew->engine);
    if (is_bound)
        emuq_binding_leave(crew->binding);
    dup2(error, STDERR_FILENO);
    close(error);
    return rc;
}

/* Reports that the process that runs the host engine has ended before the hosts were connected. An engine
 * that has exited has said why. */
static int lost_engine(const emuq_crew_t *crew)
{
    char end[EMUQ_PEER_NAME];
    int status;
    if (!emuq_child_has_ended(engine_of(crew), &status))
        return -ECANCELED;
    emuq_peer_status(status, end);
    if (crew->engine == 0)
        emuq_tie_cause(EXIT_FAILURE, false, "rank %u%s (process %d) %s before the hosts were connected",
                       (uint32_t)(only_rank(crew) - crew->rank), emuq_tie_where(), (int)engine_of(crew), end);
    else if (WIFSIGNALED(status))
        emuq_tie_cause(EXIT_FAILURE, false, "the host engine%s %s before the hosts were connected",
                       emuq_tie_where(), end);
    return -ECANCELED;
}

/* Meets the other hosts of the job, and connects the engine with theirs. */
static int meet_hosts(emuq_crew_t *crew, emuq_launch_t *launch)
{
    emuq_host_text_t text = {"alone/"};
    unsigned char key[EMUQ_KEY_BYTES];
    if (!emuq_is_tied())
        return 0;
    emuq_host_text_t *texts = emuq_need(calloc(crew->hosts, sizeof(*texts)));
    int rc = emuq_launch_is_distributed(launch) ? start_engine(crew, launch, &text) : 0;
    if (rc == 0)
        rc = emuq_tie_meet(&text, engine_of(crew), crew->signal_fd, crew->hosts, texts, key);
    if (rc == 0 && emuq_launch_is_distributed(launch))
        rc = emuq_launch_engine_connect(launch, texts, key);
    explicit_bzero(key, sizeof(key));
    free(texts);
    return rc == -ESRCH ? lost_engine(crew) : rc;
}

/* Connects the hosts before the ranks start, or after the only rank here has taken the offered engine. */
static int begin_meeting(emuq_crew_t *crew, emuq_launch_t *launch, bool *later)
{
    int rc = emuq_is_tied() ? emuq_launch_engine_offer(launch) : -ENOENT;
    *later = rc == 0;
    return rc == -ENOENT ? meet_hosts(crew, launch) : rc;
}

static int start_ranks(emuq_crew_t *crew, const emuq_command_t *command, const emuq_launch_t *launch,
                       start_t *start)
{
    char entry[64], **place = start->envp;
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), rc = nothing >= 0 ? 0 : -errno;
    while (place[1] != NULL)
        place++;
    char *empty = *place;
    *place = entry;
    for (uint32_t number = 0; number < crew->ranks && rc == 0; number++) {
        if (!emuq_launch_is_here(launch, number)) {
            crew->rank[number].ended = true;
            continue;
        }
        start->fd[0] = number == command->input_rank ? crew->input.given : nothing;
        if (number == command->input_rank && emuq_is_tied())
            emuq_tie_want_input();
        snprintf(entry, sizeof(entry), "%s=%u", emuq_setting_info(EMUQ_SETTING_RANK)->name, number);
        rc = start_rank(crew, number, command->label, start);
        if (rc != 0)
            emuq_say("cannot start rank %u of %u: %s%s", number, crew->ranks, strerror(-rc),
                     rc == -EAGAIN ? " (see the limit of processes, ulimit -u)" : "");
    }
    *place = empty;
    if (nothing >= 0)
        close(nothing);
    return rc;
}

int emuq_crew_open(emuq_crew_t *crew, const emuq_command_t *command, emuq_launch_t *launch, const char *path)
{
    emuq_words_t environment = {0};
    uint32_t ranks = emuq_launch_ranks(launch);
    crew->ranks = ranks;
    crew->rank = emuq_need(calloc(ranks, sizeof(*crew->rank)));
    for (uint32_t i = 0; i < ranks; i++)
        crew->rank[i].out.fd = crew->rank[i].err.fd = -1;
    crew->failures[0] = crew->failures[1] = crew->input.to = crew->input.given = -1;
    crew->is_parent = waitid(P_ALL, 0, &(siginfo_t){0}, WEXITED | WNOHANG | WNOWAIT) == 0;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    bool meets_later = false;
    int rc = begin_meeting(crew, launch, &meets_later);
    if (rc != 0)
        return rc;
    rc = emuq_keeper_open(&crew->keeper, ranks);
    if (rc == 0)
        rc = emuq_input_open(&crew->input);
    if (rc == 0 && pipe2(crew->failures, O_CLOEXEC | O_NONBLOCK) != 0)
        rc = -errno;
    if (rc != 0) {
        emuq_say("cannot start ranks: %s", strerror(-rc));
        return rc;
    }
    make_environment(&environment, emuq_launch_path(launch));
    start_t start = {.path = path,
                     .argv = command->program.word,
                     .envp = environment.word,
                     .launcher = getpid(),
                     .launch = launch};
    rc = start_ranks(crew, command, launch, &start);
    if (rc == 0 && meets_later)
        rc = meet_hosts(crew, launch);
    emuq_input_given(&crew->input);
    emuq_words_free(&environment);
    return rc;
}

/* ---- end ---- */

void emuq_crew_signal(emuq_crew_t *crew, int signal)
{
    for (uint32_t i = 0; i < crew->ranks; i++)
        if (crew->rank[i].pid != 0 && !crew->rank[i].ended)
            kill(-crew->rank[i].pid, signal);
}

static emuq_rank_t *find_rank(const emuq_crew_t *crew, pid_t pid)
{
    for (uint32_t i = 0; i < crew->ranks; i++)
        if (crew->rank[i].pid == pid && !crew->rank[i].ended)
            return &crew->rank[i];
    return NULL;
}

static void note_helper(emuq_crew_t *crew, pid_t pid, int status)
{
    if (crew->debugger == pid)
        crew->debugger = 0;
    if (crew->engine != pid)
        return;
    crew->engine = 0;
    crew->engine_lost = status != 0;
}

static void a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

emuq_rank_t *emuq_crew_reap(emuq_crew_t *crew)
{
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
        pid_t pid = info.si_pid;
        emuq_rank_t *rank = find_rank(crew, pid);
        /* Its number and its group's cannot have been given to somebody else while it is not reaped. */
        if (rank != NULL) {
            kill(-pid, SIGKILL);
            emuq_keeper_set(&crew->keeper, (uint32_t)(rank - crew->rank), 0);
        }
        int status = 0;
        waitpid(pid, &status, 0);
        if (rank != NULL) {
            rank->status = status;
            rank->ended = true;
            crew->running--;
            return rank;
        }
        note_helper(crew, pid, status);
        info.si_pid = 0;
    }
    return NULL;
}

uint32_t emuq_crew_stopped(const emuq_crew_t *crew)
{
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid != 0) {
        const emuq_rank_t *rank = find_rank(crew, info.si_pid);
        if (rank != NULL)
            return (uint32_t)(rank - crew->rank);
        info.si_pid = 0;
    }
    return UINT32_MAX;
}

void emuq_crew_await_engine(emuq_crew_t *crew)
{
    for (int i = 0; i < ENGINE_MS && crew->engine != 0; i++) {
        (void)emuq_crew_reap(crew);
        a_moment();
    }
}

int emuq_crew_failure(emuq_crew_t *crew)
{
    int error;
    return read(crew->failures[0], &error, sizeof(error)) == (ssize_t)sizeof(error) ? error : 0;
}

/* Kills the processes that have become the launcher's children because their parents have ended. */
static void kill_children(void)
{
    char name[64];
    int pid;
    snprintf(name, sizeof(name), "/proc/self/task/%d/children", (int)getpid());
    FILE *children = fopen(name, "re");
    if (children == NULL)
        return;
    while (fscanf(children, "%d", &pid) == 1)
        kill(pid, SIGKILL);
    fclose(children);
}

/* Ends processes that have left their rank's group. */
static void sweep(const emuq_crew_t *crew)
{
    for (int i = 0; i < GONE_MS && !crew->is_parent; i++) {
        pid_t pid;
        kill_children();
        while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (pid < 0)
            return;
        a_moment();
    }
}

/* Ends ranks that still run, which happens if not all could be started. */
static void end_ranks(emuq_crew_t *crew)
{
    emuq_crew_signal(crew, SIGKILL);
    if (crew->engine != 0)
        kill(crew->engine, SIGKILL);
    for (int i = 0; i < GONE_MS && crew->running > 0; i++)
        if (emuq_crew_reap(crew) == NULL)
            a_moment();
}

void emuq_crew_close(emuq_crew_t *crew)
{
    end_ranks(crew);
    emuq_keeper_close(&crew->keeper);
    sweep(crew);
    for (uint32_t i = 0; i < crew->ranks; i++) {
        emuq_stream_close(&crew->rank[i].out);
        emuq_stream_close(&crew->rank[i].err);
    }
    emuq_input_close(&crew->input);
    for (int i = 0; i < 2; i++)
        if (crew->failures[i] >= 0)
            close(crew->failures[i]);
    free(crew->rank);
}
