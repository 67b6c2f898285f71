/* SPDX-License-Identifier: BSD-3-Clause */
/* Jobs in modelled time (--timed): the ranks are threads of one process. A mark in its output names the rank
 * of the output that follows. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/modelled_time.h"
#include "backends/settings.h"
#include "base/process.h"

#define EMUQ_MARK_BYTES 32 /**< bytes of a mark, without the rank */

/** Standard output or error of the process. */
typedef struct marked {
    emuq_output_stream_t input; /**< pipe of the process */
    int number;                 /**< 1 for standard output, 2 for standard error */
    const char *mark;
    const char *label;
    const emuq_run_command_t *command;
    const uint32_t *node;          /**< node of each rank; NULL: not needed */
    emuq_output_stream_t **stream; /**< indexed by rank + 1; the first is for output of no rank */
    uint32_t streams;
    emuq_output_stream_t *writer;    /**< stream of the current writer */
    char kept[EMUQ_MARK_BYTES + 10]; /**< possible beginning of a mark */
    size_t length;                   /**< bytes of kept */
} marked_t;

/** Progress of the program in shared memory. */
typedef struct modelled {
    int file;               /**< shared memory file, opened by name in the program */
    emuq_progress_t *shown; /**< NULL: no progress is published */
    uint64_t begun_ns;
    uint64_t next_ns; /**< emuq_now_ns() of the next line; UINT64_MAX: never */
    uint64_t tick;    /**< modelled time of the last line */
} modelled_t;

#define DIGITS 8u

/* Finds the file of a rank, which timed_open_files() has created. */
static void marked_open_file(const marked_t *m, emuq_output_stream_t *stream, uint32_t rank)
{
    const emuq_output_place_t where = {rank, m->node != NULL ? m->node[rank] : 0, emuq_member_name()};
    struct output_sink *file;
    if (emuq_output_name_has(m->command->output, EMUQ_OUTPUT_PLACES) &&
        emuq_output_file_open(m->command->output, &where, &file) == 0)
        emuq_output_stream_to_file(stream, file);
}

/* The stream of a rank, created on demand. UINT32_MAX: output of no rank. */
static emuq_output_stream_t *marked_stream_of(marked_t *m, uint32_t rank)
{
    uint32_t place = rank + 1;
    while (m->streams <= place) {
        m->stream = emuq_need(realloc(m->stream, (m->streams + 1) * sizeof *m->stream));
        bool has_file = m->streams != 0 && m->command->output != NULL;
        emuq_output_stream_t *stream = m->stream[m->streams] = emuq_need(malloc(sizeof *stream));
        emuq_output_stream_open_plain(stream, has_file ? 1 : m->number);
        if (m->streams != 0)
            snprintf(stream->label, sizeof stream->label, m->label, m->streams - 1);
        if (has_file)
            marked_open_file(m, stream, m->streams - 1);
        m->streams++;
    }
    return m->stream[place];
}

/* Whether @p length bytes are a mark or its beginning. */
static bool marked_begins_mark(const marked_t *m, const char *text, size_t length)
{
    size_t mark = strlen(m->mark);
    if (text[0] != '\0')
        return false;
    return memcmp(text + 1, m->mark, length - 1 < mark ? length - 1 : mark) == 0;
}

/* Handles a byte. A possible mark is kept until complete or refuted. */
static void marked_parse_byte(marked_t *m, char byte)
{
    size_t whole = 1 + strlen(m->mark) + DIGITS;
    m->kept[m->length++] = byte;
    if (!marked_begins_mark(m, m->kept, m->length)) {
        /* Only a last byte of 0 can begin a new mark. */
        size_t pass = m->length > 1 && byte == '\0' ? m->length - 1 : m->length;
        emuq_output_stream_append(m->writer, m->kept, pass);
        m->length -= pass;
        m->kept[0] = byte;
    } else if (m->length == whole) {
        m->kept[whole] = '\0';
        m->writer = marked_stream_of(m, (uint32_t)strtoul(m->kept + whole - DIGITS, NULL, 16));
        m->length = 0;
    }
}

static void marked_parse(void *argument, const char *text, size_t length)
{
    marked_t *m = argument;
    while (length > 0) {
        const char *zero = m->length == 0 ? memchr(text, '\0', length) : text;
        size_t plain = zero != NULL ? (size_t)(zero - text) : length;
        emuq_output_stream_append(m->writer, text, plain);
        if (plain < length)
            marked_parse_byte(m, text[plain++]);
        text += plain;
        length -= plain;
    }
}

/* @param m number, mark, label, command and node are set */
static int marked_open(marked_t *m, int *write_end)
{
    int number = m->number;
    int rc = emuq_output_stream_open(&m->input, number, "", write_end);
    m->input.handler = marked_parse;
    m->input.argument = m;
    m->writer = marked_stream_of(m, UINT32_MAX);
    return rc;
}

static void marked_close(marked_t *m)
{
    emuq_output_stream_close(&m->input);
    emuq_output_stream_append(m->writer, m->kept, m->length);
    for (uint32_t i = 0; i < m->streams; i++) {
        emuq_output_stream_close(m->stream[i]);
        free(m->stream[i]);
    }
    free(m->stream);
}

#define PERIOD_NS    EMUQ_NS_PER_S
#define TICKS_PER_US 8000. /* ticks of 125 ps */
#define NUMBERS      64    /* bytes of five numbers and separators */

static void timed_set(emuq_setting_t id, const char *text)
{
    emuq_setenv(emuq_setting_info(id)->name, text);
}

/* Passes the path of an inherited descriptor to the program. */
static void timed_set_file(emuq_setting_t id, int file)
{
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    timed_set(id, path);
}

static int modelled_open(modelled_t *m, bool watch, bool stops)
{
    *m = (modelled_t){.file = memfd_create("emuq-progress", 0), .begun_ns = emuq_now_ns()};
    int rc = m->file < 0 ? -errno : emuq_file_resize(m->file, sizeof *m->shown);
    if (rc != 0)
        return rc;
    void *shown = mmap(NULL, sizeof *m->shown, PROT_READ | PROT_WRITE, MAP_SHARED, m->file, 0);
    if (shown == MAP_FAILED)
        return -errno;
    m->shown = shown;
    m->shown->stops = stops;
    m->shown->launcher = (int32_t)getpid();
    m->next_ns = watch ? m->begun_ns + PERIOD_NS : UINT64_MAX;
    timed_set_file(EMUQ_SETTING_TIME_PROGRESS, m->file);
    return 0;
}

static void modelled_close(modelled_t *m)
{
    if (m->shown == NULL)
        return;
    munmap(m->shown, sizeof *m->shown);
    close(m->file);
}

static void modelled_print(modelled_t *m, uint64_t now_ns)
{
    const emuq_progress_t *p = m->shown;
    if (now_ns < m->next_ns)
        return;
    uint64_t seconds = (now_ns - m->begun_ns) / PERIOD_NS;
    m->next_ns = m->begun_ns + (seconds + 1) * PERIOD_NS;
    /* Acquire: pairs with the release of the program when its clocks begin. */
    if (AO_int_load_acquire(&p->has_begun) == 0) {
        emuq_run_message("%" PRIu64 " s: the ranks have not all begun", seconds);
        return;
    }
    uint64_t tick = AO_load(&p->tick);
    emuq_run_message("%" PRIu64 " s: modelled time %.3f us, %.3f us more; %" PRIu64 " packets, %" PRIu64
                     " hand-overs; rank %" PRId32 " runs",
                     seconds, (double)tick / TICKS_PER_US, (double)(tick - m->tick) / TICKS_PER_US,
                     AO_load(&p->packets), AO_load(&p->hand_overs),
                     (int32_t)AO_int_load((const uint32_t *)&p->rank));
    m->tick = tick;
}

static bool modelled_has_stopped(const modelled_t *m)
{
    /* Acquire: pairs with the release of the program before it stops. */
    return m->shown != NULL && emuq_int_exchange(&m->shown->has_stopped, 0) != 0;
}

/* Sets the rank that reads standard input. @return 0, or an exit status after printing an error */
static int timed_set_input(const emuq_run_command_t *command)
{
    char text[NUMBERS];
    uint64_t ranks = emuq_run_command_ranks(&command->job);
    if (command->input_rank >= ranks) {
        emuq_run_message("--stdinrank: invalid rank %u (the job has %" PRIu64 " ranks)", command->input_rank,
                         ranks);
        return EMUQ_STATUS_USAGE;
    }
    snprintf(text, sizeof text, "%u", command->input_rank);
    timed_set(EMUQ_SETTING_TIME_INPUT, text);
    return 0;
}

/* Binds to the first processor of a list: one thread runs at a time. @return 0, or an exit status after
 * printing an error */
static int timed_bind_program(const emuq_run_command_t *command)
{
    emuq_binding_t *binding;
    int rc = emuq_binding_open(&binding, command->bind, 1, true);
    if (rc == 0)
        emuq_binding_apply(binding, 0, 0);
    emuq_binding_close(binding);
    return rc == 0 ? 0 : EMUQ_STATUS_USAGE;
}

/* Executes the program. @return only after an error */
static int timed_execute(const char *path, const emuq_run_command_t *command)
{
    execv(path, command->program.word);
    return emuq_program_failed(path, errno);
}

/* The program and its output. */
typedef struct timed_job {
    const emuq_run_command_t *command;
    const char *path;
    pid_t program;
    int signals;
    marked_t output[2];
    char mark[EMUQ_MARK_BYTES];
    int ends[2]; /* write ends of output */
    bool is_labelled;
    uint32_t *node;      /* node of each rank; NULL: not needed */
    struct rlimit files; /* previous limit of open files; 0: unchanged */
    int counts;          /* file for the counts of the program; -1: none */
    modelled_t modelled;
    sigset_t mask; /* previous signal mask */
} timed_job_t;

/* Passes on output until a signal arrives. @return the signal, or -1 at @p until or before (nanoseconds) */
static int timed_next_signal(timed_job_t *j, uint64_t until)
{
    struct signalfd_siginfo info;
    uint64_t until_ms = until != UINT64_MAX ? (until + 999999) / 1000000 : UINT64_MAX;
    emuq_input_t none = {.to = -1};
    bool is_pending = emuq_input_wait(&none, j->signals, until_ms);
    return is_pending && read(j->signals, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : -1;
}

static int timed_end_by_time(const timed_job_t *j)
{
    emuq_run_message("the time limit of %g s is over; ending the job (what its ranks wait for is not known: "
                     "they are threads of one process)",
                     (double)j->command->timeout / 1000);
    if (j->command->backtrace)
        emuq_stacks_of_process(j->program, &j->mask);
    (void)emuq_child_kill(j->program, NULL);
    return EMUQ_STATUS_TIMEOUT;
}

/* Handles SIGCHLD. @return whether the program has ended */
static bool timed_has_ended(timed_job_t *j, int *status)
{
    if (waitpid(j->program, status, WNOHANG | WUNTRACED) != j->program)
        return false;
    if (!WIFSTOPPED(*status))
        return true;
    if (modelled_has_stopped(&j->modelled)) {
        emuq_run_message("the job ends by an error; the stacks of its threads:");
        emuq_stacks_of_process(j->program, &j->mask);
        kill(j->program, SIGCONT);
    }
    return false;
}

/* Stops the program and the launcher until SIGCONT. @return the deadline, extended by that time */
static uint64_t timed_suspend(const timed_job_t *j, uint64_t deadline)
{
    uint64_t begin = emuq_now_ns();
    kill(j->program, SIGSTOP);
    raise(SIGSTOP);
    kill(j->program, SIGCONT);
    return deadline != UINT64_MAX ? deadline + (emuq_now_ns() - begin) : deadline;
}

/* Kills the program because the output cannot be written. @return exit status */
static int timed_end_by_output(const timed_job_t *j)
{
    int status = emuq_output_failed();
    kill(j->program, SIGKILL);
    waitpid(j->program, NULL, 0);
    return status;
}

/* Waits for the end of the program or the time limit, and passes on signals that end a job. @return exit
 * status of emuq-run */
static int timed_wait(timed_job_t *j)
{
    uint64_t now = emuq_now_ns();
    uint64_t deadline = j->command->timeout != 0 ? now + j->command->timeout * 1000000 : UINT64_MAX;
    int status;
    for (;;) {
        uint64_t next = j->modelled.next_ns < deadline ? j->modelled.next_ns : deadline;
        int signal = timed_next_signal(j, next);
        now = emuq_now_ns();
        if (signal == SIGCHLD && timed_has_ended(j, &status))
            break;
        if (signal == SIGTSTP) {
            deadline = timed_suspend(j, deadline);
            now = emuq_now_ns();
        } else if (signal > 0 && signal != SIGCHLD) {
            kill(j->program, signal);
        }
        if (emuq_output_is_broken())
            return timed_end_by_output(j);
        if (now >= deadline)
            return timed_end_by_time(j);
        modelled_print(&j->modelled, now);
    }
    return emuq_wait_exit_status(status);
}

/* Determines the node of each rank from an unused partition. @return 0, or -ECANCELED after printing an error
 */
static int timed_find_nodes(timed_job_t *j)
{
    emuq_launch_t *launch;
    timed_set(EMUQ_SETTING_BACKEND, "emulator"); /* the backend timed has no partition of processes */
    int rc = emuq_launch_open(&j->command->job, NULL, &launch);
    timed_set(EMUQ_SETTING_BACKEND, "timed");
    if (rc != 0)
        return -ECANCELED;
    uint32_t ranks = emuq_launch_ranks(launch);
    j->node = emuq_need(calloc(ranks, sizeof *j->node));
    for (uint32_t rank = 0; rank < ranks; rank++)
        j->node[rank] = emuq_launch_node(launch, rank);
    emuq_launch_close(launch);
    return 0;
}

/* Creates the files of the ranks. @return 0, or -ECANCELED after printing an error */
static int timed_open_files(timed_job_t *j)
{
    const char *output = j->command->output;
    uint64_t ranks = emuq_run_command_ranks(&j->command->job);
    struct output_sink *file;
    int rc = 0;
    if (output == NULL || !emuq_output_name_has(output, EMUQ_OUTPUT_PLACES))
        return 0;
    if (emuq_files_raise(ranks, "ranks", 1, &j->files) != 0 ||
        (emuq_output_name_has(output, "n") && timed_find_nodes(j) != 0))
        return -ECANCELED;
    for (uint32_t rank = 0; rank < ranks && rc == 0; rank++) {
        const emuq_output_place_t where = {rank, j->node != NULL ? j->node[rank] : 0, emuq_member_name()};
        rc = emuq_output_file_open(output, &where, &file);
    }
    return rc == 0 ? 0 : -ECANCELED;
}

/* Opens the pipes for output with marks. @return 0 or a negative errno */
static int timed_open_labels(timed_job_t *j)
{
    uint64_t random;
    int rc =
        getrandom(&random, sizeof random, 0) == sizeof random ? emuq_output_open(j->command->output) : -EIO;
    if (rc == 0)
        rc = timed_open_files(j);
    if (rc != 0)
        return rc;
    snprintf(j->mark, sizeof j->mark, "emuq-%016" PRIx64, random);
    for (int i = 0; i < 2 && rc == 0; i++) {
        j->output[i] = (marked_t){.number = i + 1,
                                  .mark = j->mark,
                                  .label = emuq_label_format[j->command->label][i],
                                  .command = j->command,
                                  .node = j->node};
        rc = marked_open(&j->output[i], &j->ends[i]);
    }
    j->is_labelled = rc == 0;
    return rc;
}

/* ---- counters ---- */

/* Creates the file for counts. The program inherits the descriptor, and opens the file by name. @return 0 or
 * a negative errno */
static int timed_open_counts(timed_job_t *j)
{
    j->counts = memfd_create("emuq-counts", 0);
    if (j->counts < 0)
        return -errno;
    timed_set_file(EMUQ_SETTING_TIME_COUNTS, j->counts);
    return 0;
}

static bool timed_needs_counts(const emuq_run_command_t *command)
{
    return command->counters || command->heat != NULL;
}

/* Prints and draws the counts. A program that ends before its job leaves none. @return 0, or a negative errno
 * after printing an error */
static int timed_print_counts(const timed_job_t *j)
{
    uint32_t shape[5];
    struct stat status;
    off_t head = sizeof shape;
    if (fstat(j->counts, &status) != 0 || status.st_size <= head ||
        pread(j->counts, shape, sizeof shape, 0) != head) {
        emuq_run_message("no counters: the job has not come to its end");
        return -ENODATA;
    }
    size_t bytes = (size_t)(status.st_size - head);
    size_t nodes = (size_t)shape[0] * shape[1] * shape[2] * shape[3] * shape[4];
    if (bytes != nodes * sizeof(emuq_node_counts_t)) {
        emuq_run_message(
            "no counters: the program has been linked with another version of EMUQ; link it again");
        return -ENODATA;
    }
    emuq_node_counts_t *node = emuq_need(malloc(bytes));
    int rc = pread(j->counts, node, bytes, head) == (ssize_t)bytes ? 0 : -EIO;
    if (rc != 0)
        emuq_run_message("no counters: cannot read the counts of the program");
    emuq_counts_t counts;
    emuq_counts_open(&counts, shape);
    if (rc == 0) {
        emuq_counts_add_units(&counts, node);
        rc = emuq_counts_report(&counts, j->command);
    }
    emuq_counts_close(&counts);
    free(node);
    return rc;
}

/* In the child: executes the program. The program dies with the launcher. @return only after an error */
static int timed_exec(const timed_job_t *j)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (j->command->backtrace)
        prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* fails without the Yama module: not needed then */
    if (j->files.rlim_max != 0)
        setrlimit(RLIMIT_NOFILE, &j->files);
    sigprocmask(SIG_SETMASK, &j->mask, NULL);
    if (j->is_labelled) {
        timed_set(EMUQ_SETTING_TIME_MARK, j->mark);
        if (dup2(j->ends[0], STDOUT_FILENO) < 0 || dup2(j->ends[1], STDERR_FILENO) < 0)
            return EXIT_FAILURE;
    }
    return timed_execute(j->path, j->command);
}

/* Runs the program as a child. @return exit status */
static int timed_execute_as_child(const char *path, const emuq_run_command_t *command)
{
    static const int ending[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR2, SIGXCPU, SIGTSTP};
    timed_job_t j = {.command = command, .path = path, .counts = -1, .modelled.next_ns = UINT64_MAX};
    sigset_t signals;
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof(ending) / sizeof(ending[0]); i++)
        sigaddset(&signals, ending[i]);
    sigprocmask(SIG_BLOCK, &signals, &j.mask);
    signal(SIGCHLD, SIG_DFL); /* even if previously ignored */
    j.signals = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    int rc = j.signals < 0 ? -errno : 0;
    if (rc == 0 && (command->label != EMUQ_LABEL_NONE || command->output != NULL))
        rc = timed_open_labels(&j);
    if (rc == 0 && timed_needs_counts(command))
        rc = timed_open_counts(&j);
    if (rc == 0 && (command->watch || command->backtrace))
        rc = modelled_open(&j.modelled, command->watch, command->backtrace);
    if (rc == 0) {
        j.program = fork();
        rc = j.program < 0 ? -errno : 0;
    }
    if (rc != 0) {
        if (rc != -ECANCELED)
            emuq_run_message("cannot start %s: %s", path, strerror(-rc));
        return EXIT_FAILURE;
    }
    if (j.program == 0)
        _exit(timed_exec(&j));
    for (int i = 0; i < 2 && j.is_labelled; i++)
        close(j.ends[i]);
    signal(SIGPIPE, SIG_IGN);
    int status = timed_wait(&j);
    for (int i = 0; i < 2 && j.is_labelled; i++)
        marked_close(&j.output[i]);
    if (emuq_output_close() != 0 && status == 0)
        status = EXIT_FAILURE;
    free(j.node);
    if (timed_needs_counts(command) && timed_print_counts(&j) != 0 && command->heat != NULL && status == 0)
        status = EXIT_FAILURE;
    modelled_close(&j.modelled);
    close(j.signals);
    return status;
}

int emuq_run_timed(const emuq_run_command_t *command)
{
    bool has_hosts = command->hosts != NULL || command->hostfile != NULL;
    char *path;
    if (has_hosts || command->debugger != NULL) {
        emuq_run_message("%s is not possible with --timed, where the ranks are threads of one process",
                         has_hosts ? "a job on several hosts" : "--debugger");
        return EMUQ_STATUS_USAGE;
    }
    if (emuq_setting_number(EMUQ_SETTING_ON_PEER_DEATH) != 0) {
        emuq_run_message(
            "EMUQ_ON_PEER_DEATH=report is not possible with --timed: the ranks are threads of one "
            "process, which ends with the first that dies");
        return EMUQ_STATUS_USAGE;
    }
    if (command->backtrace && emuq_stacks_check() != 0)
        return EMUQ_STATUS_USAGE;
    int status = timed_set_input(command);
    if (status == 0)
        status = timed_bind_program(command);
    if (status == 0)
        status = emuq_program_find(command->program.word[0], &path);
    if (status == EMUQ_STATUS_NOT_FOUND)
        emuq_run_command_suggest(command);
    if (status != 0)
        return status;
    emuq_run_command_export(&command->job);
    timed_set(EMUQ_SETTING_BACKEND, "timed");
    /* Threads of an OpenMP team would wait for threads that do not run. */
    if (getenv("OMP_THREAD_LIMIT") == NULL)
        emuq_setenv("OMP_THREAD_LIMIT", "1");
    status = command->timeout != 0 || timed_needs_counts(command) || command->label != EMUQ_LABEL_NONE ||
                     command->output != NULL || command->watch || command->backtrace
                 ? timed_execute_as_child(path, command)
                 : timed_execute(path, command);
    free(path);
    return status;
}
