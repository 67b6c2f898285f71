/* SPDX-License-Identifier: BSD-3-Clause */
/* Processes of the ranks of this host: start, signals and end. Watchdog for the death of the launcher. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/process.h"
#include "kernel-shim/partition/threads.h"

/* Waits for the end of the launcher: it alone holds the write end of the pipe. SIGCONT by PR_SET_PDEATHSIG
 * wakes a stopped watchdog. */
static void watchdog_await(pid_t launcher, int pipe, const sigset_t *all)
{
    struct pollfd fd[2] = {{pipe, POLLIN, 0}, {signalfd(-1, all, SFD_NONBLOCK), POLLIN, 0}};
    struct signalfd_siginfo info;
    while (getppid() == launcher && (poll(fd, 2, -1) <= 0 || fd[0].revents == 0))
        while (read(fd[1].fd, &info, sizeof info) > 0)
            continue;
}

static void watchdog_run(const emuq_watchdog_t *watchdog, pid_t launcher, int pipe)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    prctl(PR_SET_NAME, "emuq-watchdog");
    prctl(PR_SET_PDEATHSIG, SIGCONT);
    setpgid(0, 0);
    for (int fd = 0; fd < 3; fd++)
        close(fd);
    emuq_close_all_except(&pipe, 1);
    watchdog_await(launcher, pipe, &all);
    for (uint32_t i = 0; i < watchdog->groups; i++) {
        pid_t group = (pid_t)AO_int_load(&watchdog->group[i]);
        if (group > 0)
            kill(-group, SIGKILL);
    }
    if (watchdog->joined != NULL)
        (void)emuq_launch_signal(watchdog->joined, SIGKILL);
    _exit(0);
}

/* @param joined see emuq_watchdog_t @return 0, or a negative errno; watchdog_close() is required in both
 * cases */
static int watchdog_open(emuq_watchdog_t *watchdog, uint32_t groups, const emuq_launch_t *joined)
{
    int ends[2];
    void *shared =
        mmap(NULL, groups * sizeof(uint32_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return -errno;
    *watchdog = (emuq_watchdog_t){.alarm = -1, .group = shared, .groups = groups, .joined = joined};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -errno;
    watchdog->alarm = ends[1];
    pid_t launcher = getpid();
    watchdog->pid = fork();
    if (watchdog->pid == 0)
        watchdog_run(watchdog, launcher, ends[0]);
    int rc = watchdog->pid > 0 ? 0 : -errno;
    close(ends[0]);
    return rc;
}

static void watchdog_close(emuq_watchdog_t *watchdog)
{
    if (watchdog->group == NULL)
        return;
    /* No rank is left. A stopped watchdog would not notice the end of the pipe. */
    if (watchdog->pid > 0)
        (void)emuq_child_kill(watchdog->pid, NULL);
    emuq_fd_close(&watchdog->alarm);
    munmap(watchdog->group, watchdog->groups * sizeof *watchdog->group);
}

static void watchdog_set(emuq_watchdog_t *watchdog, uint32_t rank, pid_t group)
{
    AO_int_store(&watchdog->group[rank], (uint32_t)group);
}

#define RANK_FILES  2u   /* descriptors of the launcher for each rank, without its file */
#define GONE_MS     3000 /* time for killed processes to vanish */
#define ENGINE_MS   1000 /* time for the host engine to end after the job */
#define STATUS_LOST 125  /* exit status after an error before exec */

/* ---- limits ---- */

/* Reports a hard limit below the requested stack size. */
static void ranks_check_stack(void)
{
    struct rlimit stack;
    uint64_t wanted = emuq_setting_number(EMUQ_SETTING_STACK_SIZE);
    if (emuq_setting_is_set(EMUQ_SETTING_STACK_SIZE) && getrlimit(RLIMIT_STACK, &stack) == 0 &&
        stack.rlim_max != RLIM_INFINITY && stack.rlim_max < wanted)
        emuq_run_message(
            "stacks of %llu bytes are not possible; the limit is %llu (ulimit -Hs), which the ranks get",
            (unsigned long long)wanted, (unsigned long long)stack.rlim_max);
}

int emuq_ranks_limits(emuq_rank_table_t *table, uint64_t ranks)
{
    const char *output = table->command->output;
    unsigned files = output != NULL && emuq_output_name_has(output, "r") ? 1 : 0;
    int rc = emuq_files_raise(ranks, "ranks", RANK_FILES + files, &table->files);
    if (rc == 0)
        ranks_check_stack();
    return rc;
}

/* ---- start ---- */

/* Whether a variable connects a process to the process manager. Ranks must not use that connection. */
static bool ranks_is_of_manager(const char *entry)
{
    return emuq_is_member && (strncmp(entry, "PMI", 3) == 0 || strncmp(entry, "OMPI_COMM_WORLD_", 16) == 0 ||
                              strncmp(entry, "SLURM_STEP_NUM_TASKS=", 21) == 0);
}

/* Makes the environment of the ranks, with EMUQ_RANK as the last variable. Not in the child process of a
 * rank: a thread of a PMIx library may have held the lock of setenv() at the fork. */
static void ranks_make_environment(emuq_words_t *environment, const emuq_launch_t *launch)
{
    char *partition =
        emuq_format("%s=%s", emuq_setting_info(EMUQ_SETTING_PARTITION)->name, emuq_launch_path(launch));
    char *rank = emuq_format("%s=%u", emuq_setting_info(EMUQ_SETTING_RANK)->name, UINT32_MAX);
    for (char **e = environ; *e != NULL; e++)
        if (!ranks_is_of_manager(*e))
            emuq_words_add(environment, *e);
    emuq_words_add(environment, partition);
    emuq_words_add(environment, rank);
    free(partition);
    free(rank);
}

/* In the child process of a rank: executes the program. */
static void ranks_exec(const emuq_rank_table_t *table, uint32_t number, char **environment, const int ends[3],
                       pid_t launcher)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != launcher)
        _exit(STATUS_LOST);
    for (int fd = 0; fd < 3; fd++)
        if (dup2(ends[fd], fd) < 0)
            _exit(STATUS_LOST);
    setrlimit(RLIMIT_NOFILE, &table->files);
    emuq_launch_inherit(table->launch);
    emuq_launch_engine_inherit(table->launch);
    emuq_binding_apply(table->binding, number, table->running);
    (void)emuq_stack_limit_raise(); /* emuq_ranks_limits() has reported errors */
    if (table->command->backtrace || table->command->debugger != NULL)
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* fails without the Yama module: not needed then */
    signal(SIGPIPE, SIG_DFL);
    if (table->command->debugger != NULL && number == table->command->debug_rank)
        emuq_debug_await();
    sigprocmask(SIG_SETMASK, &table->signals, NULL);
    execve(table->path, table->command->program.word, environment);
    int error = errno;
    (void)!write(table->failures[1], &error, sizeof(error));
    _exit(error == ENOENT ? EMUQ_STATUS_NOT_FOUND : EMUQ_STATUS_NOT_EXECUTABLE);
}

/* Opens the files of the ranks of this host. */
static int ranks_open_files(const emuq_rank_table_t *table)
{
    const char *output = table->command->output;
    emuq_output_place_t where = {.host = emuq_member_name()};
    int rc = 0;
    if (output == NULL || !emuq_output_name_has(output, EMUQ_OUTPUT_PLACES))
        return 0;
    for (uint32_t number = 0; number < table->ranks && rc == 0; number++) {
        where.rank = number;
        where.node = emuq_launch_node(table->launch, number);
        if (emuq_launch_is_here(table->launch, number))
            rc = emuq_output_file_open(output, &where, &table->rank[number].file);
    }
    return rc;
}

static int ranks_open_streams(const emuq_rank_table_t *table, uint32_t number, int ends[3])
{
    int error_stream = table->command->output != NULL ? 1 : 2;
    emuq_rank_process_t *rank = &table->rank[number];
    const char *const *format = emuq_label_format[table->command->label];
    char label[32];
    snprintf(label, sizeof label, format[0], number);
    int rc = emuq_output_stream_open(&rank->out, 1, label, &ends[1]);
    if (rc != 0)
        return rc;
    snprintf(label, sizeof label, format[1], number);
    rc = emuq_output_stream_open(&rank->err, error_stream, label, &ends[2]);
    if (rc != 0) {
        close(ends[1]);
    } else if (rank->file != NULL) {
        emuq_output_stream_to_file(&rank->out, rank->file);
        emuq_output_stream_to_file(&rank->err, rank->file);
    }
    return rc;
}

static int ranks_start_one(emuq_rank_table_t *table, uint32_t number, const emuq_words_t *environment,
                           int input)
{
    int ends[3] = {input, -1, -1};
    sprintf(environment->word[environment->count - 1], "%s=%u", emuq_setting_info(EMUQ_SETTING_RANK)->name,
            number);
    int rc = ranks_open_streams(table, number, ends);
    if (rc != 0)
        return rc;
    pid_t launcher = getpid(), pid = fork();
    if (pid == 0)
        ranks_exec(table, number, environment->word, ends, launcher);
    rc = pid > 0 ? 0 : -errno;
    close(ends[1]);
    close(ends[2]);
    if (rc != 0)
        return rc;
    /* The child calls setpgid() too: either may be first. */
    setpgid(pid, pid);
    watchdog_set(&table->watchdog, number, pid);
    table->rank[number].pid = pid;
    table->running++;
    return 0;
}

/* @return the only rank of this host; NULL: not started */
static const emuq_rank_process_t *ranks_only(const emuq_rank_table_t *table)
{
    for (uint32_t i = 0; i < table->ranks; i++)
        if (table->rank[i].pid != 0)
            return &table->rank[i];
    return NULL;
}

/* @return process with the host engine; 0: none */
static pid_t ranks_engine_process(const emuq_rank_table_t *table)
{
    const emuq_rank_process_t *rank = ranks_only(table);
    return table->engine != 0 ? table->engine : rank != NULL ? rank->pid : 0;
}

/* Starts the host engine. Its messages go to a separate pipe. The engine of a simulated host runs on the
 * processors of its ranks. */
static int ranks_start_engine(emuq_rank_table_t *table, emuq_host_text_t *text)
{
    int error = dup(STDERR_FILENO);
    if (error < 0 || dup2(emuq_member_messages(), STDERR_FILENO) < 0)
        return -errno;
    bool is_bound = emuq_binding_join(table->binding, table->launch);
    const emuq_peer_t rank = {ranks_engine_process(table), table->end_signals};
    int rc = emuq_launch_engine_start(table->launch, rank, text, &table->engine);
    if (is_bound)
        emuq_binding_leave(table->binding);
    dup2(error, STDERR_FILENO);
    close(error);
    return rc;
}

/* Reports the end of the host engine before the hosts were connected. After an exit the engine has printed
 * the reason. */
static int ranks_engine_lost(const emuq_rank_table_t *table)
{
    char end[EMUQ_PEER_NAME];
    int status;
    if (!emuq_child_has_exited(ranks_engine_process(table), &status))
        return -ECANCELED;
    emuq_peer_status(status, end);
    if (table->engine == 0)
        emuq_member_cause(EXIT_FAILURE, false, "rank %u%s (process %d) %s before the hosts were connected",
                          (uint32_t)(ranks_only(table) - table->rank), emuq_member_where,
                          (int)ranks_engine_process(table), end);
    else if (WIFSIGNALED(status))
        emuq_member_cause(EXIT_FAILURE, false, "the host engine%s %s before the hosts were connected",
                          emuq_member_where, end);
    return -ECANCELED;
}

/* Exchanges addresses with all hosts, and connects the host engine. */
static int ranks_connect_engine(emuq_rank_table_t *table)
{
    emuq_host_text_t text = {"alone/"};
    unsigned char key[EMUQ_KEY_BYTES];
    if (!emuq_is_member)
        return 0;
    emuq_host_text_t *texts = emuq_need(calloc(table->hosts, sizeof(*texts)));
    bool is_distributed = emuq_launch_is_distributed(table->launch);
    int rc = is_distributed ? ranks_start_engine(table, &text) : 0;
    if (rc == 0)
        rc = emuq_member_meet(&text, ranks_engine_process(table), table->signal_fd, table->hosts, texts, key);
    if (rc == 0 && is_distributed)
        rc = emuq_launch_engine_connect(table->launch, texts, key);
    explicit_bzero(key, sizeof(key));
    free(texts);
    return rc == -ESRCH ? ranks_engine_lost(table) : rc;
}

static int ranks_start_all(emuq_rank_table_t *table)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), rc = nothing >= 0 ? 0 : -errno;
    emuq_words_t environment = {0};
    ranks_make_environment(&environment, table->launch);
    for (uint32_t number = 0; number < table->ranks && rc == 0; number++) {
        if (!emuq_launch_is_here(table->launch, number)) {
            table->rank[number].ended = true;
            continue;
        }
        bool reads = number == table->command->input_rank;
        rc = ranks_start_one(table, number, &environment, reads ? table->input.given : nothing);
        if (rc != 0)
            emuq_run_message("cannot start rank %u of %u: %s%s", number, table->ranks, strerror(-rc),
                             rc == -EAGAIN ? " (see the limit of processes, ulimit -u)" : "");
    }
    emuq_fd_close(&nothing);
    emuq_words_free(&environment);
    return rc;
}

/* With --mpi: connects the hosts, and reports the partition, which ranks of mpirun join. */
static int ranks_await_joins(emuq_rank_table_t *table)
{
    int rc = ranks_connect_engine(table);
    if (rc != 0)
        return rc;
    rc = watchdog_open(&table->watchdog, table->ranks, table->launch);
    if (rc != 0)
        emuq_run_message("cannot await ranks: %s", strerror(-rc));
    else
        emuq_output_report(EMUQ_MARK_PARTITION, 0, emuq_launch_path(table->launch));
    return rc;
}

int emuq_ranks_open(emuq_rank_table_t *table)
{
    table->ranks = emuq_launch_ranks(table->launch);
    table->rank = emuq_need(calloc(table->ranks, sizeof(*table->rank)));
    for (uint32_t i = 0; i < table->ranks; i++)
        table->rank[i].out.fd = table->rank[i].err.fd = -1;
    table->failures[0] = table->failures[1] = table->input.to = table->input.given = -1;
    table->is_parent = !emuq_orphans_adopt();
    if (ranks_open_files(table) != 0)
        return -ECANCELED;
    if (table->command->mpi != EMUQ_MPI_NONE)
        return ranks_await_joins(table);
    /* Hosts are connected before the ranks start, unless the only rank of this host may run the engine. */
    int rc = emuq_is_member ? emuq_launch_engine_offer(table->launch) : -ENOENT;
    bool connects_later = rc == 0;
    if (rc == -ENOENT)
        rc = ranks_connect_engine(table);
    if (rc != 0)
        return rc;
    rc = watchdog_open(&table->watchdog, table->ranks, NULL);
    if (rc == 0)
        rc = emuq_input_open(&table->input, SIZE_MAX, emuq_member_pumps());
    if (rc == 0 && pipe2(table->failures, O_CLOEXEC | O_NONBLOCK) != 0)
        rc = -errno;
    if (rc != 0) {
        emuq_run_message("cannot start ranks: %s", strerror(-rc));
        return rc;
    }
    rc = ranks_start_all(table);
    if (rc == 0 && connects_later)
        rc = ranks_connect_engine(table);
    emuq_fd_close(&table->input.given);
    return rc;
}

/* ---- end ---- */

void emuq_ranks_signal(emuq_rank_table_t *table, int signal)
{
    if (table->command->mpi != EMUQ_MPI_NONE)
        (void)emuq_launch_signal(table->launch, signal);
    for (uint32_t i = 0; i < table->ranks; i++)
        if (table->rank[i].pid != 0 && !table->rank[i].ended)
            kill(-table->rank[i].pid, signal);
}

static emuq_rank_process_t *ranks_find(const emuq_rank_table_t *table, pid_t pid)
{
    for (uint32_t i = 0; i < table->ranks; i++)
        if (table->rank[i].pid == pid && !table->rank[i].ended)
            return &table->rank[i];
    return NULL;
}

static void ranks_pause(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

emuq_rank_process_t *emuq_ranks_reap(emuq_rank_table_t *table)
{
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0) {
        pid_t pid = info.si_pid;
        emuq_rank_process_t *rank = ranks_find(table, pid);
        /* The process and group numbers cannot be reused before the process is reaped. */
        if (rank != NULL) {
            kill(-pid, SIGKILL);
            watchdog_set(&table->watchdog, (uint32_t)(rank - table->rank), 0);
        }
        int status = 0;
        waitpid(pid, &status, 0);
        if (rank != NULL) {
            rank->status = status;
            rank->ended = true;
            table->running--;
            return rank;
        }
        if (table->debugger == pid)
            table->debugger = 0;
        if (table->engine == pid) {
            table->engine = 0;
            table->engine_lost = status != 0;
        }
        info.si_pid = 0;
    }
    return NULL;
}

uint32_t emuq_ranks_stopped(const emuq_rank_table_t *table)
{
    siginfo_t info = {0};
    while (waitid(P_ALL, 0, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid != 0) {
        const emuq_rank_process_t *rank = ranks_find(table, info.si_pid);
        if (rank != NULL)
            return (uint32_t)(rank - table->rank);
        info.si_pid = 0;
    }
    return UINT32_MAX;
}

void emuq_ranks_await_engine(emuq_rank_table_t *table)
{
    for (int i = 0; i < ENGINE_MS && table->engine != 0; i++) {
        (void)emuq_ranks_reap(table);
        ranks_pause();
    }
}

int emuq_ranks_failure(emuq_rank_table_t *table)
{
    int error;
    return read(table->failures[0], &error, sizeof(error)) == (ssize_t)sizeof(error) ? error : 0;
}

static void ranks_kill_children(void)
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

bool emuq_orphans_adopt(void)
{
    bool has_children = waitid(P_ALL, 0, &(siginfo_t){0}, WEXITED | WNOHANG | WNOWAIT) == 0;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return !has_children;
}

void emuq_orphans_kill(void)
{
    for (int i = 0; i < GONE_MS; i++) {
        pid_t pid;
        ranks_kill_children();
        while ((pid = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (pid < 0)
            return;
        ranks_pause();
    }
}

/* Kills running ranks after a failed start. */
static void ranks_kill(emuq_rank_table_t *table)
{
    emuq_ranks_signal(table, SIGKILL);
    if (table->engine != 0)
        kill(table->engine, SIGKILL);
    for (int i = 0; i < GONE_MS && table->running > 0; i++)
        if (emuq_ranks_reap(table) == NULL)
            ranks_pause();
}

void emuq_ranks_close(emuq_rank_table_t *table)
{
    ranks_kill(table);
    watchdog_close(&table->watchdog);
    if (!table->is_parent) /* processes outside of the process group of a rank */
        emuq_orphans_kill();
    for (uint32_t i = 0; i < table->ranks; i++) {
        emuq_output_stream_close(&table->rank[i].out);
        emuq_output_stream_close(&table->rank[i].err);
    }
    emuq_input_close(&table->input);
    emuq_fd_close(&table->failures[0]);
    emuq_fd_close(&table->failures[1]);
    free(table->rank);
}
