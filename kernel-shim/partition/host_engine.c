/* SPDX-License-Identifier: BSD-3-Clause */
/* Parent and engine speak over a socket pair: the engine says how to reach it, the parent who the hosts are,
 * the engine whether it can reach them and, at the end, how it has ended. The parent's end of the socket is
 * closed with the parent. */
#define _GNU_SOURCE
#include "kernel-shim/partition/host_engine.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/gone.h"
#include "base/memory.h"
#include "base/log.h"
#include "transport/engine.h"
#include "transport/fabric.h"
#include "transport/host_text.h"
#include "transport/lane_counts.h"
#include "transport/patience.h"

#define TERM_NS  (EMUQ_NS_PER_S / 2) /* from SIGTERM to SIGKILL, for ranks */
#define OFFER_MS 1000                /* for a rank to take the engine over */
#define END_MS   1000                /* for a process to end that has closed its connection */
#define STUCK_MS 5000                /* for an engine to end after the process that it works for */

/* What the engine says first. */
typedef struct hello {
    int rc;
    pid_t pid;
    emuq_host_text_t text;
} hello_t;

/* Without a peer: the wait ends with the connection. */
static const emuq_peer_t no_peer = {0, -1};

/* ---- the engine's process ---- */

/* Whether ranks of this host that have joined and not ended are left; sends them a signal. */
static bool signal_ranks(const emuq_partition_t *p, int signal)
{
    bool are_left = false;
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        const emuq_process_t *process = &p->process[p->process_of_rank[rank]];
        pid_t pid = __atomic_load_n(&process->pid, __ATOMIC_RELAXED);
        if (pid > 0 && emuq_node_is_here(p, process->node->number) &&
            __atomic_load_n(&process->state, __ATOMIC_ACQUIRE) < EMUQ_RANK_ENDED)
            are_left |= kill(pid, signal) == 0 && !emuq_process_is_gone(pid);
    }
    return are_left;
}

static void end_ranks(const emuq_partition_t *p)
{
    uint64_t begin = emuq_host_now_ns();
    if (!signal_ranks(p, SIGTERM))
        return;
    while (signal_ranks(p, 0) && emuq_host_now_ns() - begin < TERM_NS)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    signal_ranks(p, SIGKILL);
}

/* A process of its own, as far as one can be after a fork: the parent's files, handlers and terminal signals
 * are nothing to it. Standard error stays, for messages. */
static void leave_parent(int control)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1, SIGUSR2, SIGTSTP};
    sigset_t none;
    prctl(PR_SET_NAME, "emuq-engine");
    for (int signal = 1; signal < NSIG; signal++)
        if (signal != SIGKILL && signal != SIGSTOP)
            (void)sigaction(signal, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        (void)sigaction(ignored[i], &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd <= 1 && null >= 0; fd++)
        dup2(null, fd);
    emuq_close_others(&control, 1);
}

int emuq_engine_fabric_open(emuq_partition_t *partition, const char *near, bool of_rank,
                            emuq_fabric_t **fabric, emuq_host_text_t *text)
{
    if (emuq_lane_counts_make(partition) == NULL) {
        emuq_log("no memory for the counts of the lanes to %u hosts", partition->placement.hosts);
        return -ENOMEM;
    }
    int rc = emuq_fabric_open(near, fabric, text);
    return rc == 0 && of_rank ? emuq_host_text_of_rank(text) : rc;
}

int emuq_engine_fabric_connect(emuq_partition_t *partition, emuq_fabric_t *fabric,
                               const emuq_host_text_t *texts, const unsigned char key[EMUQ_KEY_BYTES])
{
    const emuq_placement_t *placement = &partition->placement;
    return emuq_fabric_connect(fabric, placement->hosts, placement->host, texts, key, partition->lane_counts,
                               EMUQ_PATIENCE_NS);
}

/* Learns who the hosts are, and connects. @return 0, or a negative errno; -EPIPE: the parent has ended, or
 * given up */
static int connect_hosts(emuq_partition_t *p, emuq_fabric_t *fabric, int control, emuq_peer_t parent)
{
    uint32_t hosts = p->placement.hosts;
    unsigned char key[EMUQ_KEY_BYTES];
    emuq_host_text_t *texts = emuq_calloc(hosts, sizeof *texts);
    int rc = texts != NULL ? emuq_peer_receive(control, key, sizeof key, parent) : -ENOMEM;
    if (rc == 0)
        rc = emuq_peer_receive(control, texts, hosts * sizeof *texts, parent);
    for (uint32_t h = 0; h < hosts && rc == 0; h++)
        texts[h].text[EMUQ_HOST_TEXT - 1] = '\0';
    if (rc == 0)
        rc = emuq_engine_fabric_connect(p, fabric, texts, key);
    explicit_bzero(key, sizeof key);
    free(texts);
    return rc;
}

/* What an engine says to its parent, and hears, until it is connected; but not whether it is. */
static int meet(emuq_partition_t *p, const char *near, bool of_rank, int control, emuq_peer_t parent,
                emuq_fabric_t **fabric)
{
    hello_t hello = {.pid = getpid()};
    hello.rc = emuq_engine_fabric_open(p, near, of_rank, fabric, &hello.text);
    int rc = emuq_peer_send(control, &hello, sizeof hello, parent);
    if (hello.rc != 0 || rc != 0)
        return hello.rc != 0 ? hello.rc : rc;
    return connect_hosts(p, *fabric, control, parent);
}

/* @param keeper 0: none, the launcher ends ranks @param parent the process that has started the engine */
static int engine(emuq_partition_t *p, const char *near, pid_t keeper, pid_t parent, int control)
{
    emuq_fabric_t *fabric = NULL;
    emuq_lanes_t lanes;
    const emuq_peer_t peer = {parent, -1};
    int rc = meet(p, near, false, control, peer, &fabric);
    if (rc == 0 && keeper != 0) /* ranks are to be ended if it dies now, even by an engine that is stopped */
        prctl(PR_SET_PDEATHSIG, SIGCONT);
    if (emuq_peer_send(control, &rc, sizeof rc, peer) != 0 || rc != 0)
        return rc != 0 ? rc : -EPIPE;
    emuq_fabric_lanes(fabric, &lanes);
    lanes.parent = control;
    lanes.keeper = keeper;
    lanes.watches_ranks = keeper != 0;
    rc = emuq_host_engine(p, &lanes);
    if (rc != 0 && keeper != 0)
        end_ranks(p);
    (void)emuq_peer_send(control, &rc, sizeof rc, peer);
    return rc;
}

/* Waits for the end of the engine. An engine that is stopped does not notice the end of its parent. */
static void await_engine(pid_t engine, pid_t parent, int *status)
{
    while (emuq_child_await(engine, status, STUCK_MS) == -ETIMEDOUT)
        if (getppid() != parent && emuq_child_await(engine, status, STUCK_MS) == -ETIMEDOUT)
            kill(engine, SIGKILL);
}

/* A launcher that does not watch the engine: a process of its own does, the keeper, which the parent takes
 * for the engine. If the engine does not end well, the ranks of this host end, so that the launcher notices.
 */
static int keep(emuq_partition_t *p, const char *near, pid_t parent, int control)
{
    int status = 0;
    pid_t keeper = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* until it is connected nobody needs it without its keeper */
        _exit(getppid() == keeper && engine(p, near, keeper, parent, control) == 0 ? 0 : 1);
    }
    if (pid < 0) {
        const hello_t hello = {.rc = -errno};
        (void)emuq_peer_send(control, &hello, sizeof hello, no_peer);
        return hello.rc;
    }
    prctl(PR_SET_NAME, "emuq-keeper");
    close(control); /* it ends with the engine */
    await_engine(pid, parent, &status);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    if (WIFEXITED(status)) {
        end_ranks(p); /* it has said why */
    } else if (!emuq_job_is_over(p)) {
        emuq_log("host %u: its host engine has been ended by signal %d; ending its ranks", p->placement.host,
                 WTERMSIG(status));
        end_ranks(p);
    }
    return -EPIPE;
}

/* ---- the parent ---- */

static int failed(const char *what, int rc)
{
    emuq_log("cannot %s the engine of this host: %s", what, strerror(-rc));
    return rc;
}

/* As failed(), for an engine in a process, which may have ended. Does not reap it. */
static int failed_process(const emuq_engine_process_t *process, const char *what, int rc)
{
    char end[EMUQ_PEER_NAME] = "has ended";
    int status;
    if (rc != -ESRCH && rc != -EPIPE)
        return rc == -ECANCELED ? rc : failed(what, rc);
    (void)emuq_peer_await(-1, (emuq_peer_t){process->pid, -1}, END_MS);
    if (emuq_child_has_ended(process->pid, &status))
        emuq_peer_status(status, end);
    emuq_log("cannot %s the engine of this host: its process %s", what, end);
    return -EPIPE;
}

/* From the engine. Its connection ends before its process. */
static int receive(const emuq_engine_process_t *process, void *to, size_t bytes)
{
    int rc = emuq_peer_receive(process->control, to, bytes, process->peer);
    return rc == -EPIPE && emuq_peer_await(-1, process->peer, END_MS) == -ESRCH ? -ESRCH : rc;
}

/* What is left of an engine that has ended, or reports only its end. Another wait may have reaped it. */
static void leave(emuq_engine_process_t *process)
{
    if (process->pid > 0 && emuq_child_await(process->pid, NULL, STUCK_MS) == -ETIMEDOUT)
        (void)emuq_child_kill(process->pid, NULL);
    if (process->control >= 0)
        close(process->control);
    *process = (emuq_engine_process_t){.control = -1};
}

/* Kills an engine that has not ended. Neither it nor its keeper is to report the end of the other: the engine
 * knows by its control, and the keeper ends first. */
static void give_up(emuq_engine_process_t *process)
{
    if (process->control >= 0)
        close(process->control);
    process->control = -1;
    if (process->pid > 0)
        kill(process->pid, SIGKILL);
    if (process->engine > 0 && process->engine != process->pid)
        kill(process->engine, SIGKILL);
    leave(process);
}

/* ---- an engine in a rank ---- */

/* @return a number of the file that no other file has at the same time; 0: there is no such file */
static uint64_t inode_of(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode) ? status.st_ino : 0;
}

static bool decide(emuq_partition_t *p, emuq_engine_place_t place)
{
    uint32_t undecided = EMUQ_ENGINE_UNDECIDED;
    return __atomic_compare_exchange_n(&p->engine.location, &undecided, (uint32_t)place, false,
                                       __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

int emuq_engine_propose(emuq_partition_t *partition, emuq_engine_process_t *process, int *given)
{
    int pair[2];
    *process = (emuq_engine_process_t){.control = -1, .hosts = partition->placement.hosts};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return failed("start", -errno);
    process->control = pair[0];
    *given = partition->engine.file = pair[1];
    partition->engine.inode = inode_of(pair[1]);
    return 0;
}

int emuq_engine_await_rank(emuq_partition_t *partition, emuq_engine_process_t *process, emuq_peer_t rank,
                           emuq_host_text_t *text)
{
    hello_t hello;
    process->peer = rank;
    int rc = emuq_peer_await(process->control, rank, OFFER_MS);
    if (rc != -ECANCELED)
        rc = decide(partition, EMUQ_ENGINE_IN_PROCESS) ? -ENOENT : 0;
    if (rc == 0)
        rc = receive(process, &hello, sizeof hello);
    if (rc == 0)
        rc = hello.rc; /* after a message of its own */
    else if (rc != -ENOENT && rc != -ESRCH && rc != -ECANCELED)
        (void)failed("start", rc);
    if (rc == 0)
        *text = hello.text;
    else
        give_up(process);
    return rc;
}

int emuq_engine_accept(emuq_partition_t *p, emuq_fabric_t **fabric)
{
    int control = p->engine.file, rc = 0;
    *fabric = NULL;
    if (control <= 0 || inode_of(control) != p->engine.inode)
        return 0;
    if (decide(p, EMUQ_ENGINE_IN_RANK)) {
        rc = meet(p, p->engine.host_name[0] != '\0' ? p->engine.host_name : NULL, true, control, no_peer,
                  fabric);
        if (emuq_peer_send(control, &rc, sizeof rc, no_peer) != 0 && rc == 0)
            rc = -EPIPE;
    }
    close(control);
    return rc;
}

/* ---- an engine in a process of its own ---- */

int emuq_engine_start(emuq_partition_t *partition, const char *near, bool ends_ranks, int cancel,
                      emuq_engine_process_t *process, emuq_host_text_t *text)
{
    int pair[2];
    hello_t hello;
    pid_t parent = getpid();
    *process = (emuq_engine_process_t){.control = -1, .hosts = partition->placement.hosts};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return failed("start", -errno);
    process->pid = fork();
    if (process->pid == 0) {
        leave_parent(pair[1]);
        int status =
            ends_ranks ? keep(partition, near, parent, pair[1]) : engine(partition, near, 0, parent, pair[1]);
        _exit(status == 0 ? 0 : 1);
    }
    int rc = process->pid < 0 ? -errno : 0;
    close(pair[1]);
    process->control = pair[0];
    process->peer = (emuq_peer_t){process->pid > 0 ? process->pid : 0, cancel};
    if (rc == 0)
        rc = receive(process, &hello, sizeof hello);
    if (rc != 0)
        rc = failed_process(process, "start", rc);
    else
        rc = hello.rc; /* after a message of its own */
    if (rc != 0) {
        give_up(process);
        return rc;
    }
    process->engine = process->peer.pid = hello.pid;
    *text = hello.text;
    return rc;
}

int emuq_engine_connect(emuq_engine_process_t *process, const emuq_host_text_t *texts,
                        const unsigned char key[EMUQ_KEY_BYTES])
{
    int answer;
    int rc = emuq_peer_send(process->control, key, EMUQ_KEY_BYTES, process->peer);
    if (rc == 0)
        rc = emuq_peer_send(process->control, texts, process->hosts * sizeof *texts, process->peer);
    if (rc == 0 || rc == -EPIPE)
        rc = receive(process, &answer, sizeof answer);
    if (rc == 0)
        return answer;
    if (process->pid > 0)
        return failed_process(process, "connect", rc);
    return rc == -ESRCH || rc == -ECANCELED ? rc : failed("connect", rc);
}

/* Waits for what the engine says at its end. @return 0, or -ETIMEDOUT, or what it says, or -EPIPE: nothing */
static int await_end(const emuq_engine_process_t *process, unsigned ms)
{
    int said, rc = emuq_peer_await(process->control, process->peer, ms);
    if (rc == 0)
        rc = emuq_peer_receive(process->control, &said, sizeof said, process->peer);
    return rc == 0 ? said : rc == -ETIMEDOUT ? rc : -EPIPE;
}

int emuq_engine_await(emuq_engine_process_t *process, unsigned ms)
{
    if (process->pid <= 0)
        return 0;
    int rc = await_end(process, ms);
    /* It says so when only its exit is left. */
    if (rc == -ETIMEDOUT)
        give_up(process);
    else
        leave(process);
    return rc == 0 || rc == -ETIMEDOUT ? rc : -EPIPE;
}
