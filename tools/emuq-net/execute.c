/* SPDX-License-Identifier: BSD-3-Clause */
/* Execution of runs, one or several at a time: progress line, SIGINT, order of the reports. A run beside
 * others has a separate process, and returns its result in a file in memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/backoff.h"
#include "base/host_calls.h"
#include "base/process.h"
#include "tools/emuq-net/net.h"

/* Memory of all processes. */
typedef struct board {
    uint32_t stop; /* atomic; end all runs with partial results */
    struct {
        uint32_t share; /* atomic; of 1000 */
        uint32_t ns;    /* atomic; modelled time, capped */
    } run[];
} board_t;

/* A process of a run. */
typedef struct worker {
    pid_t pid; /* 0: none */
    unsigned run;
    FILE *result;
} worker_t;

typedef struct execution {
    const traffic_options_t *first;
    traffic_point_t *points;
    unsigned runs, started, done, failed, printed;
    uint32_t jobs;
    worker_t *worker; /* [jobs] */
    board_t *board;
    size_t board_bytes;
    uint64_t begin, shown; /* host time, ns; shown: the latest progress line, or begin */
    bool has_line;
    emuq_text_t *why;
} execution_t;

/* Context of the progress callback. */
typedef struct progress {
    execution_t *e;
    unsigned run;
    bool is_worker;
} progress_t;

static uint32_t *interrupt_flag; /* flag in the board, set by the signal handler */

static void interrupt_handle(int signal)
{
    (void)signal;
    __atomic_store_n(interrupt_flag, 1, __ATOMIC_RELAXED);
}

/* Ends runs at the first SIGINT; the second one has its default effect. An ignored SIGINT stays ignored. */
static void interrupt_catch(board_t *board, struct sigaction *before)
{
    interrupt_flag = &board->stop;
    struct sigaction action = {.sa_handler = interrupt_handle, .sa_flags = (int)SA_RESETHAND};
    if (sigaction(SIGINT, NULL, before) == 0 && before->sa_handler != SIG_IGN)
        sigaction(SIGINT, &action, NULL);
}

static bool execute_is_stopped(const execution_t *e)
{
    return AO_int_load(&e->board->stop) != 0;
}

/* Prints done runs, done share and time left, if standard error is a terminal, at most once a second. */
static void progress_show(execution_t *e)
{
    uint64_t time = emuq_now_ns(), sum = 0;
    if (time - e->shown < EMUQ_NS_PER_S || !isatty(STDERR_FILENO))
        return;
    for (unsigned i = 0; i < e->runs; i++)
        sum += e->points[i].is_done || e->points[i].is_failed ? 1000 : AO_int_load(&e->board->run[i].share);
    double share = (double)sum / 1000 / e->runs, seconds = (double)(time - e->begin) / 1e9;
    e->shown = time;
    e->has_line = true;
    char buffer[160];
    emuq_text_t line = emuq_text(buffer, sizeof buffer);
    if (e->runs == 1)
        emuq_text_add(&line, "\r%.1f us modelled, ", AO_int_load(&e->board->run[0].ns) / 1000.0);
    else
        emuq_text_add(&line, "\r%u of %u runs, ", e->done, e->runs);
    emuq_text_add(&line, "%.1f %%", 100 * share);
    if (share > 0)
        emuq_text_add(&line, ", about %.0f s left", seconds * (1 - share) / share);
    emuq_text_add(&line, "%s\033[K", execute_is_stopped(e) ? ", ending" : "");
    fputs(buffer, stderr);
}

static void progress_clear(execution_t *e)
{
    if (e->has_line)
        fputs("\r\033[K", stderr);
    e->has_line = false;
}

/* A traffic_progress_t. */
static bool progress_note(void *context, uint64_t cycle, uint32_t share)
{
    progress_t *p = context;
    double ns = traffic_ns(&p->e->points[p->run].options.parameters, (double)cycle);
    AO_int_store(&p->e->board->run[p->run].share, share < 1000 ? share : 1000);
    AO_int_store(&p->e->board->run[p->run].ns, ns < UINT32_MAX ? (uint32_t)ns : UINT32_MAX);
    if (!p->is_worker)
        progress_show(p->e);
    return !execute_is_stopped(p->e);
}

static int execute_simulate(progress_t *progress, emuq_text_t *why)
{
    traffic_point_t *point = &progress->e->points[progress->run];
    traffic_options_t *o = &point->options;
    const traffic_pattern_t *pattern = &o->setup.workload.pattern;
    int rc = o->is_trace && o->trace.message == NULL ? traffic_options_trace(o, why) : 0;
    if (rc != 0)
        return rc;
    o->setup.progress = progress_note;
    o->setup.progress_context = progress;
    rc = o->is_trace ? traffic_replay(&o->setup, &o->trace, &point->result, why)
         : pattern->collective != TRAFFIC_POINT_TO_POINT ? traffic_collect(&o->setup, &point->result, why)
                                                         : traffic_simulate(&o->setup, &point->result, why);
    if (rc == 0)
        traffic_measure_free_nodes(&point->result.measure); /* no output needs them; a sweep has many runs */
    return rc;
}

/* Frees link usage that no file needs: only the last run is drawn. */
static void execute_drop_links(execution_t *e)
{
    bool later = e->first->heat == NULL && e->first->links == NULL;
    for (unsigned i = e->runs; i-- > 0;) {
        if (later && e->points[i].is_done) {
            free(e->points[i].result.links.busy);
            e->points[i].result.links.busy = NULL;
        }
        later |= e->points[i].is_done;
    }
}

/* Prints the reports of all runs up to the first one that has not ended. @param skip passes over such runs */
static void execute_print(execution_t *e, bool skip)
{
    FILE *out = traffic_options_use_stdout(e->first) ? stderr : stdout;
    for (; e->printed < e->runs; e->printed++) {
        const traffic_point_t *point = &e->points[e->printed];
        if (!skip && !point->is_done && !point->is_failed)
            break;
        if (!point->is_done || e->first->quiet)
            continue;
        progress_clear(e);
        traffic_report_text(point, out);
        fflush(out);
    }
}

/* Appends the values of the sweeps in a run to an error. */
static void execute_name_run(const execution_t *e, unsigned run)
{
    const traffic_options_t *o = &e->points[run].options;
    for (unsigned i = 0; i < o->sweeps; i++)
        emuq_text_add(e->why, "%s%s=%s", i == 0 ? " (" : ", ", o->sweep[i].name,
                      traffic_sweep_value(o, i)->text);
    emuq_text_add(e->why, "%s", o->sweeps > 0 ? ")" : "");
}

/* Ends a run. The error of one run of several is printed here, and does not end the others.
 * @param rc of the run, with the reason in e->why @return 0, or @p rc of the only run */
static int execute_finish(execution_t *e, unsigned run, int rc)
{
    e->points[run].is_done = rc == 0;
    e->points[run].is_failed = rc != 0;
    e->done++;
    if (rc != 0) {
        if (e->why->length == 0)
            emuq_net_error(e->why, "run %u failed: %s", run + 1, strerror(-rc));
        execute_name_run(e, run);
        if (e->runs == 1)
            return rc;
        progress_clear(e);
        fprintf(stderr, "emuq-net: %s\n", e->why->buffer);
        e->failed++;
    }
    execute_drop_links(e);
    execute_print(e, false);
    return 0;
}

static int execute_here(execution_t *e)
{
    int rc = 0;
    for (; e->started < e->runs && rc == 0 && !execute_is_stopped(e); e->started++) {
        progress_t progress = {e, e->started, false};
        *e->why = emuq_text(e->why->buffer, e->why->size);
        rc = execute_simulate(&progress, e->why);
        if (e->runs > 1)
            traffic_trace_free(&e->points[e->started].options.trace);
        rc = execute_finish(e, e->started, rc);
    }
    return rc;
}

static void worker_run(execution_t *e, const worker_t *w, pid_t parent)
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    progress_t progress = {e, w->run, true};
    signal(SIGINT, SIG_IGN); /* the parent sets `stop` */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    int rc = execute_simulate(&progress, &why);
    _exit(traffic_exchange_write(w->result, rc, &e->points[w->run].result, reason) != 0);
}

/* Starts a process for the next run; without a process the run fails. */
static void worker_start(execution_t *e, worker_t *w)
{
    int fd = memfd_create("emuq-net", MFD_CLOEXEC);
    w->run = e->started++;
    w->result = fd >= 0 ? fdopen(fd, "w+") : NULL;
    pid_t parent = getpid();
    w->pid = w->result != NULL ? fork() : -1;
    if (w->pid == 0)
        worker_run(e, w, parent);
    if (w->pid > 0)
        return;
    int error = errno;
    if (w->result != NULL)
        fclose(w->result);
    else if (fd >= 0)
        close(fd);
    w->pid = 0;
    emuq_net_error(e->why, "cannot start a process for run %u: %s", w->run + 1, strerror(error));
    (void)execute_finish(e, w->run, -error);
}

/* Takes the result of a process that has ended. */
static void worker_collect(execution_t *e, worker_t *w, int status)
{
    *e->why = emuq_text(e->why->buffer, e->why->size);
    w->pid = 0;
    rewind(w->result);
    int rc = -EIO;
    if (WIFSIGNALED(status))
        emuq_net_error(e->why, "signal %d has ended run %u; with --jobs 1 runs need less memory",
                       WTERMSIG(status), w->run + 1);
    else if ((rc = traffic_exchange_read(w->result, &e->points[w->run].result, e->why)) == -EIO ||
             rc == -ENOMEM)
        emuq_net_error(e->why, "no result of run %u: %s", w->run + 1, strerror(-rc));
    fclose(w->result);
    (void)execute_finish(e, w->run, rc);
}

/* Starts workers for free slots and collects those that have ended. @return number of running workers */
static unsigned execute_visit(execution_t *e)
{
    unsigned running = 0;
    for (worker_t *w = e->worker; w < e->worker + e->jobs; w++) {
        int status;
        if (w->pid > 0 && waitpid(w->pid, &status, WNOHANG) == w->pid)
            worker_collect(e, w, status);
        while (w->pid == 0 && e->started < e->runs && !execute_is_stopped(e))
            worker_start(e, w);
        running += w->pid > 0;
    }
    return running;
}

static int execute_in_processes(execution_t *e)
{
    const struct timespec second = {.tv_sec = 1};
    const struct sigaction reap = {.sa_handler = SIG_DFL}; /* an inherited SIG_IGN would lose the status */
    struct sigaction action;
    sigset_t child, before;
    e->worker = calloc(e->jobs, sizeof *e->worker);
    if (e->worker == NULL)
        return emuq_net_error(e->why, "no memory for %u processes", e->jobs), -ENOMEM;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    sigaction(SIGCHLD, &reap, &action);
    while (execute_visit(e) > 0) {
        progress_show(e);
        sigtimedwait(&child, NULL, &second); /* SIGINT ends it, too */
    }
    sigaction(SIGCHLD, &action, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    free(e->worker);
    return 0;
}

/* Parses the command lines of all runs, so that errors appear before the first run. */
static int execute_parse(execution_t *e)
{
    if (e->runs == 1) { /* the trace is not read again: it may come from a pipe */
        e->points[0].options = *e->first;
        e->points[0].options.setup.parameters = &e->points[0].options.parameters;
        return 0;
    }
    int rc = 0;
    for (unsigned i = 0; i < e->runs && rc == 0; i++) {
        e->points[i].is_open = true;
        rc = traffic_options_derive(e->first, i, &e->points[i].options, e->why);
        traffic_trace_free(&e->points[i].options.trace); /* the run reads its trace when it begins */
        if (rc != 0)
            execute_name_run(e, i);
    }
    return rc;
}

static int execute_open(execution_t *e)
{
    e->board_bytes = sizeof *e->board + e->runs * sizeof e->board->run[0];
    e->board = mmap(NULL, e->board_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (e->board != MAP_FAILED)
        return execute_parse(e);
    emuq_net_error(e->why, "no memory for the progress of %u runs", e->runs);
    return -ENOMEM;
}

int traffic_execute(const traffic_options_t *first, traffic_point_t *points, bool *interrupted,
                    emuq_text_t *why)
{
    execution_t e = {.first = first,
                     .points = points,
                     .runs = traffic_options_runs(first),
                     .begin = emuq_now_ns(),
                     .why = why};
    uint32_t cores = emuq_allowed_cores() / first->setup.threads,
             jobs = first->jobs > 0 ? first->jobs : cores;
    struct sigaction before;
    e.shown = e.begin;
    e.jobs = jobs < 1 ? 1 : jobs < e.runs ? jobs : e.runs;
    int rc = execute_open(&e);
    if (rc == 0) {
        interrupt_catch(e.board, &before);
        rc = e.jobs > 1 ? execute_in_processes(&e) : execute_here(&e);
        sigaction(SIGINT, &before, NULL);
        *interrupted = execute_is_stopped(&e);
        execute_print(&e, true);
        progress_clear(&e);
        if (e.failed > 0)
            fprintf(stderr, "emuq-net: %u of %u runs failed\n", e.failed, e.runs);
    }
    if (e.board != MAP_FAILED)
        munmap(e.board, e.board_bytes);
    return rc;
}

void traffic_execute_free(traffic_point_t *points, unsigned count)
{
    for (traffic_point_t *p = points; p < points + count; p++) {
        if (p->is_done)
            traffic_result_free(&p->result);
        if (p->is_open)
            traffic_options_free(&p->options);
    }
    free(points);
}
