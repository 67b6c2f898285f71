/* SPDX-License-Identifier: BSD-3-Clause */
/* Front end of a job on several hosts: starts a process manager, which starts emuq-run --on-host once per
 * host, or forks the launchers of simulated hosts. Separates the lines of ranks, reports and messages.
 * manager_end.c ends the job. */
#define _GNU_SOURCE
#include "tools/emuq-run/manager.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define BEGIN_MS      10000 /* time after which hosts without a launcher are named */
#define CONNECTED_MS  2000  /* delay of reports that hosts are connected, behind the end of a host */
#define MESSAGE_MS    400   /* delay of messages of host engines: the cause of an end may follow */
#define MESSAGES_MOST 6400  /* maximum bytes of delayed messages */
#define FILES         4u

/* ---- reports of the hosts ---- */

static void manager_handle_message(emuq_manager_t *m, const char *text, size_t length)
{
    size_t before = m->messages != NULL ? strlen(m->messages) : 0;
    if (m->phase >= REPORTING)
        return; /* caused by ending the job */
    if (before > MESSAGES_MOST) {
        emuq_manager_print_messages(m);
        before = 0;
    }
    if ((before != 0 && memmem(m->messages, before, text, length) != NULL) ||
        (m->printed != NULL && memmem(m->printed, strlen(m->printed), text, length) != NULL))
        return; /* several engines may report the same */
    m->messages = emuq_need(realloc(m->messages, before + length + 1));
    memcpy(m->messages + before, text, length);
    m->messages[before + length] = '\0';
    if (m->phase == RUNNING)
        m->deadline = emuq_now_ms() + MESSAGE_MS;
}

/* Restarts the time limit: the start of the hosts does not count. */
static void manager_host_begun(emuq_manager_t *m, emuq_managed_host_t *h)
{
    h->state = HOST_BEGUN;
    m->named = m->named == UINT64_MAX ? m->named : emuq_now_ms() + BEGIN_MS;
    if (m->timeout != UINT64_MAX)
        m->timeout = emuq_now_ms() + m->command->timeout;
}

/* Ends the job: an input of the job has another value on a host. */
static void manager_differs(emuq_manager_t *m, uint32_t host, int input, const char *value)
{
    char local[EMUQ_INPUT_BYTES];
    emuq_job_input_value(input, local);
    char *text = emuq_format("%s: %s is %s, but %s on the host of emuq-run; all hosts need the same",
                             m->plan.hosts.host[host].name, emuq_job_input_name(input), value, local);
    emuq_manager_cause(m, EMUQ_STATUS_USAGE, false, text);
    free(text);
}

/* --mpi: starts the ranks when all hosts have their part of the partition. */
static void manager_host_ready(emuq_manager_t *m, uint32_t host, const char *partition)
{
    if (m->mpirun.part == NULL || !emuq_mpirun_set_partition(&m->mpirun, host, partition) ||
        m->phase != RUNNING)
        return;
    emuq_job_t job = m->plan.job;
    job.mapping = m->command->job.mapping; /* not of the partition of the check */
    if (emuq_mpirun_start(&m->mpirun, &job, &m->mask) != 0)
        emuq_manager_end(m, EMUQ_STATUS_FAILED);
}

/* Handles a report of the launcher of a host (see EMUQ_MARK). */
static void manager_handle_report(emuq_manager_t *m, char mark, char *text)
{
    char *at = text;
    if (mark == EMUQ_MARK_AGENT) {
        emuq_manager_handle_agent(m, text);
        return;
    }
    uint32_t host = (uint32_t)strtoul(at, &at, 10);
    long first = strtol(at, &at, 10), second = mark == EMUQ_MARK_CAUSE ? strtol(at, &at, 10) : 0;
    if (host >= m->plan.hosts.hosts)
        return;
    emuq_managed_host_t *h = &m->host[host];
    h->is_lost = false;
    if (mark == EMUQ_MARK_BEGIN && h->state == HOST_AWAITED) {
        manager_host_begun(m, h);
    } else if (mark == EMUQ_MARK_INPUT && first > 0) {
        emuq_input_add_credit(&m->input, (size_t)first);
    } else if (mark == EMUQ_MARK_TIMEOUT) {
        emuq_manager_time_limit(m);
    } else if (mark == EMUQ_MARK_DESCRIBED) {
        h->has_described = true;
        emuq_manager_check_described(m);
    } else if (mark == EMUQ_MARK_CONNECTED) {
        if (++m->connected == m->plan.hosts.hosts)
            m->unconnected = UINT64_MAX;
    } else if (mark == EMUQ_MARK_PARTITION) {
        manager_host_ready(m, host, at + (*at == ' '));
    } else if (mark == EMUQ_MARK_CAUSE) {
        emuq_manager_cause(m, (int)(first & 0xff), second != 0, at + (*at == ' '));
    } else if (mark == EMUQ_MARK_COUNTS || mark == EMUQ_MARK_HEALTH || mark == EMUQ_MARK_SENT) {
        emuq_merge_take(&m->merge, host, mark, first, at + (*at == ' '));
    } else if (mark == EMUQ_MARK_DIFFERS) {
        manager_differs(m, host, (int)first, at + (*at == ' '));
    } else if (mark == EMUQ_MARK_LOST && first >= 0 && (uint32_t)first < m->plan.hosts.hosts) {
        m->has_lost = true;
        m->host[first].is_lost = m->host[first].state < HOST_OVER;
        emuq_manager_set_deadline(m);
    } else if ((mark == EMUQ_MARK_OVER || mark == EMUQ_MARK_ENDED) && h->state < HOST_OVER) {
        h->state = mark == EMUQ_MARK_OVER ? HOST_OVER : HOST_ENDED;
        m->over++;
        bool is_early = mark == EMUQ_MARK_OVER && m->connected < m->plan.hosts.hosts;
        if (is_early && first != 0) /* the member has printed an error */
            emuq_manager_cause(m, (int)(first & 0xff), false, "");
        else if (is_early) /* or the report of a further host is late */
            m->unconnected = emuq_now_ms() + CONNECTED_MS;
        else if (mark == EMUQ_MARK_OVER && m->phase == RUNNING && m->status == 0)
            m->status = (int)(first & 0xff);
        emuq_manager_set_deadline(m);
    }
}

static void manager_handle_line(void *argument, const emuq_marked_stream_t *s, const char *text,
                                size_t length)
{
    emuq_manager_t *m = argument;
    if (s->mark == EMUQ_MARK_NONE && m->mpirun.part != NULL &&
        memmem(text, length, "Forwarding signal", strlen("Forwarding signal")) != NULL)
        return; /* of mpirun as the process manager, at SIGUSR1 */
    if (s->mark == EMUQ_MARK_LINE || (s->mark == EMUQ_MARK_NONE && m->phase < ENDING)) {
        emuq_output_put(s->number, &s->owner[s->lines % 2], text, length);
    } else if ((s->mark == EMUQ_MARK_ENGINE || s->mark == EMUQ_MARK_COUNTS || s->mark == EMUQ_MARK_HEALTH) &&
               text[length - 1] != '\n') {
        return; /* torn: the process manager has mixed two lines */
    } else if (s->mark == EMUQ_MARK_ENGINE) {
        manager_handle_message(m, text, length);
    } else if (s->mark != EMUQ_MARK_NONE && length > 0) {
        char *report = emuq_need(strndup(text, length - (text[length - 1] == '\n')));
        manager_handle_report(m, s->mark, report);
        free(report);
    }
}

/* ---- processes ---- */

/* Runs the launcher of a simulated host, in the child. Closes the descriptors of the front end: its pipes
 * must break with the end of the front end, and the input must end when the front end closes it. */
static void manager_run_host(emuq_manager_t *m, uint32_t number)
{
    const emuq_launch_job_hosts_t spread = {.hosts = m->plan.hosts.hosts,
                                            .is_planned = true,
                                            .host = number,
                                            .nodes = m->plan.nodes,
                                            .job_id = m->plan.job_id,
                                            .local = m->local};
    for (uint32_t i = 0; i <= number; i++) {
        emuq_fd_close(&m->child[i].out.stream.fd);
        emuq_fd_close(&m->child[i].err.stream.fd);
    }
    emuq_fd_close(&m->input.to);
    emuq_fd_close(&m->input.given);
    emuq_output_forget();
    close(m->signals);
    _exit(emuq_member_simulate(m->command, &spread, emuq_manager_host_name(m, number), m->texts, m->launch));
}

static int manager_start_child(emuq_manager_t *m, uint32_t number, int nothing)
{
    emuq_manager_child_t *c = &m->child[number];
    int out, err = -1;
    bool reads =
        m->input.given >= 0 && (m->pm.name != NULL || m->plan.host_of_rank[m->command->input_rank] == number);
    int rc = emuq_marked_stream_open(&c->out, 1, manager_handle_line, m, &out);
    if (rc != 0)
        return rc;
    rc = emuq_marked_stream_open(&c->err, 2, manager_handle_line, m, &err);
    pid_t parent = getpid();
    c->pid = rc == 0 ? fork() : -1;
    if (c->pid == 0) {
        setpgid(0, 0);
        /* SIGKILL for mpirun: on SIGTERM it would block until its output is read. */
        prctl(PR_SET_PDEATHSIG, m->pm.name != NULL && m->pm.kind == EMUQ_MANAGER_PRTE ? SIGKILL : SIGTERM);
        signal(SIGPIPE, SIG_DFL);
        sigprocmask(SIG_SETMASK, &m->mask, NULL);
        if (getppid() != parent || dup2(reads ? m->input.given : nothing, 0) < 0 || dup2(out, 1) < 0 ||
            dup2(err, 2) < 0)
            _exit(EMUQ_STATUS_NOT_FOUND);
        if (m->pm.name == NULL) {
            setrlimit(RLIMIT_NOFILE, &m->files);
            manager_run_host(m, number);
        }
        emuq_process_manager_exec(&m->pm);
    }
    rc = rc != 0 ? rc : c->pid > 0 ? 0 : -errno;
    close(out);
    emuq_fd_close(&err);
    c->pid = c->pid > 0 ? c->pid : 0;
    if (rc == 0)
        setpgid(c->pid, c->pid);
    m->running += rc == 0;
    return rc;
}

static int manager_start(emuq_manager_t *m)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC), rc = nothing >= 0 ? 0 : -errno;
    if (rc == 0 && m->mpirun.part == NULL) /* else mpirun reads it */
        rc =
            emuq_input_open(&m->input, m->pm.name != NULL ? EMUQ_INPUT_WINDOW : SIZE_MAX, m->pm.name != NULL);
    for (uint32_t i = 0; i < m->children && rc == 0; i++)
        rc = manager_start_child(m, i, nothing);
    if (rc != 0)
        emuq_run_message("cannot start %s: %s", m->pm.name != NULL ? m->pm.name : "a simulated host",
                         strerror(-rc));
    emuq_fd_close(&m->input.given);
    emuq_fd_close(&nothing);
    if (m->local != NULL)
        emuq_launch_hosts_close(m->local);
    m->local = NULL;
    return rc;
}

static void manager_reap(emuq_manager_t *m)
{
    int status;
    if (emuq_mpirun_reap(&m->mpirun, &status))
        emuq_manager_mpirun_ended(m, status);
    for (uint32_t i = 0; i < m->children; i++) {
        emuq_manager_child_t *c = &m->child[i];
        if (c->pid == 0 || waitpid(c->pid, &status, WNOHANG) != c->pid)
            continue;
        kill(-c->pid, SIGKILL); /* remaining processes of the group */
        c->pid = 0;
        m->running--;
        emuq_output_stream_close(&c->out.stream);
        emuq_output_stream_close(&c->err.stream);
        if (m->pm.name != NULL)
            emuq_manager_child_ended(m, 0, m->plan.hosts.hosts, status);
        else
            emuq_manager_child_ended(m, i, i + 1, status);
    }
}

/* ---- signals and time ---- */

static void manager_handle_end_signal(emuq_manager_t *m, int signal)
{
    char name[32];
    if (m->phase >= ENDING) {
        if (signal == SIGINT)
            emuq_manager_kill(m);
        return;
    }
    emuq_run_message("%s: ending the job on %u hosts", emuq_signal_name(signal, name),
                     m->plan.hosts.hosts - m->over);
    m->phase = RUNNING; /* a delayed cause does not count any more */
    emuq_manager_end(m, EMUQ_STATUS_SIGNAL + signal);
}

/* Stops the ranks, then the front end, until SIGCONT. Extends the time limit. */
static void manager_suspend(emuq_manager_t *m)
{
    uint64_t begin = emuq_now_ms();
    if (m->mpirun.part == NULL)
        emuq_manager_signal(m, SIGTSTP);
    emuq_mpirun_signal(&m->mpirun, SIGTSTP);
    raise(SIGSTOP);
    if (m->timeout != UINT64_MAX)
        m->timeout += emuq_now_ms() - begin;
}

/* --mpi: SIGUSR1 is for the launchers of the hosts, further signals for mpirun. A process manager that has
 * not started all launchers would end. */
static void manager_pass_on_mpi(const emuq_manager_t *m, int signal)
{
    if (signal != SIGUSR1)
        emuq_mpirun_signal(&m->mpirun, signal);
    else if (m->connected == m->plan.hosts.hosts)
        emuq_manager_signal(m, emuq_process_manager_report_signal(&m->pm));
    else
        emuq_run_message("SIGUSR1 is ignored: %u of %u hosts have not begun",
                         m->plan.hosts.hosts - m->connected, m->plan.hosts.hosts);
}

static void manager_pass_on(const emuq_manager_t *m, int signal)
{
    char name[32];
    if (m->mpirun.part != NULL) {
        manager_pass_on_mpi(m, signal);
        return;
    }
    if (signal == SIGCONT && m->pm.name != NULL)
        return;
    if (m->pm.name == NULL || emuq_process_manager_passes_on(&m->pm, signal))
        emuq_manager_signal(m, signal);
    else
        emuq_run_message("%s is ignored: %s does not pass it on to the hosts", emuq_signal_name(signal, name),
                         m->pm.name);
}

static void manager_handle_signals(emuq_manager_t *m)
{
    struct signalfd_siginfo info;
    while (read(m->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        int signal = (int)info.ssi_signo;
        if (signal == SIGTSTP && (m->pm.name == NULL || m->mpirun.part != NULL))
            manager_suspend(m);
        else if (signal == SIGUSR1 || signal == SIGUSR2 || signal == SIGXCPU || signal == SIGCONT ||
                 signal == SIGTSTP)
            manager_pass_on(m, signal);
        else if (signal != SIGCHLD)
            manager_handle_end_signal(m, signal);
    }
    manager_reap(m);
}

/* Names hosts whose launchers have not begun. */
static void manager_print_awaited(const emuq_manager_t *m)
{
    uint32_t count;
    char *names = emuq_manager_names_of(m, HOST_AWAITED, &count);
    if (count != 0)
        emuq_run_message(
            "waiting for %s: emuq-run has not started there for %u s; check that %s reaches them", names,
            BEGIN_MS / 1000, m->pm.name != NULL ? m->pm.name : "fork");
    free(names);
}

/* A host has ended well, and a further host was not connected: its member has printed an error. */
static void manager_fail_unconnected(emuq_manager_t *m)
{
    m->unconnected = UINT64_MAX;
    emuq_manager_cause(m, EMUQ_STATUS_FAILED, false, "");
}

static void manager_check_clock(emuq_manager_t *m)
{
    uint64_t now = emuq_now_ms();
    if (now >= m->timeout)
        emuq_manager_time_limit(m);
    if (m->phase == RUNNING && now >= m->named) {
        manager_print_awaited(m);
        m->named = UINT64_MAX;
    }
    if (now >= m->mpirun_over && m->phase < REPORTING)
        emuq_manager_end(m, m->status);
    if (now >= m->unconnected)
        manager_fail_unconnected(m);
    if (now >= m->deadline)
        emuq_manager_check_deadline(m);
}

static void manager_step(emuq_manager_t *m)
{
    uint64_t until = m->deadline;
    if (m->phase < REPORTING && m->timeout < until)
        until = m->timeout;
    if (m->phase == RUNNING && m->named < until)
        until = m->named;
    if (m->phase < REPORTING && m->mpirun_over < until)
        until = m->mpirun_over;
    if (m->unconnected < until)
        until = m->unconnected;
    if (emuq_input_wait(&m->input, m->signals, until))
        manager_handle_signals(m);
    if (emuq_output_is_broken() && m->phase < REPORTING)
        emuq_manager_end(m, emuq_output_failed());
    manager_check_clock(m);
}

static int manager_watch(emuq_manager_t *m)
{
    uint64_t begin = emuq_now_ms();
    m->timeout = m->command->timeout != 0 ? begin + m->command->timeout : UINT64_MAX;
    m->named = begin + BEGIN_MS;
    m->deadline = m->mpirun_over = m->unconnected = UINT64_MAX;
    bool adopts = emuq_orphans_adopt(); /* agents of a killed process manager */
    if (manager_start(m) != 0)
        emuq_manager_end(m, EMUQ_STATUS_FAILED);
    while (m->running > 0 || m->mpirun.pid != 0)
        manager_step(m);
    if (m->unconnected != UINT64_MAX)
        manager_fail_unconnected(m);
    if (m->phase < REPORTING)
        emuq_manager_print_delayed(m);
    if (emuq_merge_print(&m->merge, &m->plan, m->command) != 0 && m->status == 0)
        m->status = EMUQ_STATUS_FAILED;
    if (m->command->verbose)
        emuq_run_message("status %d after %.3f s", m->status, (double)(emuq_now_ms() - begin) / 1000.0);
    if (adopts)
        emuq_orphans_kill();
    emuq_input_close(&m->input);
    return m->status;
}

/* ---- run ---- */

static int manager_prepare_simulated(emuq_manager_t *m)
{
    uint32_t hosts = m->plan.hosts.hosts;
    size_t bytes = sizeof *m->texts + hosts * sizeof m->texts->text[0];
    m->children = hosts;
    m->texts = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int rc = m->texts != MAP_FAILED ? emuq_launch_hosts_open(hosts, &m->local) : -errno;
    if (rc == 0 && getrandom(m->texts->key, sizeof m->texts->key, 0) != (ssize_t)sizeof m->texts->key)
        rc = -errno;
    if (rc != 0)
        emuq_run_message("cannot connect %u hosts: %s", hosts, strerror(-rc));
    return rc == 0 ? 0 : EMUQ_STATUS_FAILED;
}

static int manager_job(emuq_manager_t *m, uint32_t simulated)
{
    m->children = 1;
    int status = simulated > 1 ? manager_prepare_simulated(m) : emuq_process_manager_open(&m->pm);
    if (status != 0)
        return status;
    m->child = emuq_need(calloc(m->children, sizeof *m->child));
    m->host = emuq_need(calloc(m->plan.hosts.hosts, sizeof *m->host));
    emuq_merge_open(&m->merge, m->plan.job.shape, m->plan.hosts.hosts);
    if (m->command->verbose)
        emuq_host_plan_print(&m->plan);
    status = emuq_files_raise(m->plan.hosts.hosts, "hosts", FILES, &m->files) == 0 ? manager_watch(m)
                                                                                   : EMUQ_STATUS_FAILED;
    emuq_merge_close(&m->merge);
    free(m->child);
    free(m->host);
    return status;
}

int emuq_manager_run(const emuq_run_command_t *command, uint32_t simulated, emuq_launch_function_t launch)
{
    emuq_manager_t m = {.command = command,
                        .launch = launch,
                        .pm.command = command,
                        .pm.plan = &m.plan,
                        .input = {.to = -1, .given = -1}};
    int status = emuq_host_plan_make(&m.plan, command, simulated);
    if (status == 0 && command->mpi != EMUQ_MPI_NONE)
        status = emuq_mpirun_plan(&m.mpirun, command, &m.plan);
    if (status == 0) {
        m.signals = emuq_watch_signals(&m.mask);
        int rc = m.signals < 0 ? m.signals : emuq_output_open(command->output);
        if (rc != 0) {
            if (rc != -ECANCELED)
                emuq_run_message("cannot start: %s", strerror(-rc));
            status = EMUQ_STATUS_FAILED;
        } else {
            status = manager_job(&m, simulated);
            emuq_watch_signals_end(m.signals, &m.mask);
            if (emuq_output_close() != 0 && status == 0)
                status = EMUQ_STATUS_FAILED;
        }
    }
    emuq_process_manager_close(&m.pm);
    emuq_mpirun_close(&m.mpirun);
    free(m.messages);
    free(m.printed);
    free(m.delayed);
    emuq_host_plan_free(&m.plan);
    return status;
}
