/* SPDX-License-Identifier: BSD-3-Clause */
/* The host engine in a process. Over a socket pair, the engine sends its host text, receives the texts of all
 * hosts, and sends the result of connecting and its final status. The parent's end closes with the parent. */
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

#include "base/backoff.h"
#include "base/host_calls.h"
#include "base/process.h"
#include "base/memory.h"
#include "base/text.h"
#include "kernel-shim/partition/rank_exit.h"

#define TERM_NS  (EMUQ_NS_PER_S / 2) /* time from SIGTERM to SIGKILL of ranks */
#define OFFER_MS 1000
#define END_MS   1000 /* time for a process to exit after its connection has closed */
#define STUCK_MS 5000 /* time for an engine to exit after its parent */

typedef struct hello {
    int rc;
    pid_t pid;
    emuq_host_text_t text;
} hello_t;

/* Without a peer process, a wait ends with the connection. */
static const emuq_peer_t no_peer = {0, -1};

/* ---- process of the engine ---- */

static void host_engine_end_ranks(const emuq_partition_t *p)
{
    uint64_t begin = emuq_host_now_ns();
    if (!emuq_joined_signal(p, SIGTERM))
        return;
    while (emuq_joined_signal(p, 0) && emuq_host_now_ns() - begin < TERM_NS)
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    emuq_joined_signal(p, SIGKILL);
}

/* Drops the files, handlers and terminal signals of the parent, but not standard error. */
static void host_engine_daemonize(int control)
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
    emuq_close_all_except(&control, 1);
}

int emuq_engine_fabric_open(emuq_partition_t *partition, const char *local_address, bool of_rank,
                            emuq_fabric_t **fabric, emuq_host_text_t *text)
{
    if (emuq_connection_counts_make(partition) == NULL) {
        emuq_log("no memory for the counts of the connections to %u hosts", partition->placement.hosts);
        return -ENOMEM;
    }
    int rc = emuq_fabric_open(local_address, fabric, text);
    return rc == 0 && of_rank ? emuq_host_text_mark(text, EMUQ_TEXT_OF_RANK) : rc;
}

int emuq_engine_fabric_connect(emuq_partition_t *partition, emuq_fabric_t *fabric,
                               const emuq_host_text_t *texts, const unsigned char key[EMUQ_KEY_BYTES])
{
    const emuq_placement_t *placement = &partition->placement;
    return emuq_fabric_connect(fabric, placement->hosts, placement->host, texts, key,
                               partition->connection_counts, EMUQ_BACKOFF_SPIN_NS);
}

/* @return 0 or -errno; -EPIPE: the parent has ended or given up */
static int host_engine_connect_hosts(emuq_partition_t *p, emuq_fabric_t *fabric, int control,
                                     emuq_peer_t parent)
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

/* Connects the engine, but does not report the result to the parent. */
static int host_engine_rendezvous(emuq_partition_t *p, const char *local_address, bool of_rank, int control,
                                  emuq_peer_t parent, emuq_fabric_t **fabric)
{
    hello_t hello = {.pid = getpid()};
    hello.rc = emuq_engine_fabric_open(p, local_address, of_rank, fabric, &hello.text);
    int rc = emuq_peer_send(control, &hello, sizeof hello, parent);
    if (hello.rc != 0 || rc != 0)
        return hello.rc != 0 ? hello.rc : rc;
    return host_engine_connect_hosts(p, *fabric, control, parent);
}

/* @param watchdog 0: the launcher kills ranks @param parent process that started the engine */
static int host_engine_main(emuq_partition_t *p, const char *local_address, pid_t watchdog, pid_t parent,
                            int control)
{
    emuq_fabric_t *fabric = NULL;
    emuq_connections_t connections;
    const emuq_peer_t peer = {parent, -1};
    int rc = host_engine_rendezvous(p, local_address, false, control, peer, &fabric);
    /* If the watchdog is killed, the engine ends the ranks, even a stopped engine. */
    if (rc == 0 && watchdog != 0)
        prctl(PR_SET_PDEATHSIG, SIGCONT);
    if (emuq_peer_send(control, &rc, sizeof rc, peer) != 0 || rc != 0)
        return rc != 0 ? rc : -EPIPE;
    emuq_fabric_connections(fabric, &connections);
    connections.parent = control;
    connections.watchdog = watchdog;
    connections.watches_ranks = watchdog != 0;
    rc = emuq_host_engine(p, &connections);
    if (rc != 0 && watchdog != 0)
        host_engine_end_ranks(p);
    (void)emuq_peer_send(control, &rc, sizeof rc, peer);
    return rc;
}

/* Waits for the engine; a stopped engine does not detect the end of its parent. */
static void host_engine_await_engine(pid_t engine, pid_t parent, int *status)
{
    while (emuq_child_await(engine, status, STUCK_MS) == -ETIMEDOUT)
        if (getppid() != parent && emuq_child_await(engine, status, STUCK_MS) == -ETIMEDOUT)
            kill(engine, SIGKILL);
}

/* Watchdog for launchers that do not supervise the engine. If the engine fails, the watchdog kills the local
 * ranks, so that the launcher notices. */
static int host_engine_watchdog(emuq_partition_t *p, const char *local_address, pid_t parent, int control)
{
    int status = 0;
    pid_t watchdog = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* until host_engine_main() has connected the engine */
        _exit(getppid() == watchdog && host_engine_main(p, local_address, watchdog, parent, control) == 0
                  ? 0
                  : 1);
    }
    if (pid < 0) {
        const hello_t hello = {.rc = -errno};
        (void)emuq_peer_send(control, &hello, sizeof hello, no_peer);
        return hello.rc;
    }
    prctl(PR_SET_NAME, "emuq-watchdog");
    close(control); /* closes with the engine */
    host_engine_await_engine(pid, parent, &status);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    if (WIFEXITED(status)) {
        host_engine_end_ranks(p); /* the engine has printed the reason */
    } else if (!emuq_job_is_over(p)) {
        emuq_log("host %u: its host engine has been ended by signal %d; ending its ranks", p->placement.host,
                 WTERMSIG(status));
        host_engine_end_ranks(p);
    }
    return -EPIPE;
}

/* ---- parent ---- */

static int host_engine_failed(const char *what, int rc)
{
    emuq_log("cannot %s the engine of this host: %s", what, strerror(-rc));
    return rc;
}

/* Reports the end of the engine's process, which is not reaped yet. */
static int host_engine_failed_process(const emuq_engine_process_t *process, const char *what, int rc)
{
    char end[EMUQ_PEER_NAME] = "has ended";
    int status;
    if (rc != -ESRCH && rc != -EPIPE)
        return rc == -ECANCELED ? rc : host_engine_failed(what, rc);
    (void)emuq_peer_await(-1, (emuq_peer_t){process->pid, -1}, END_MS);
    if (emuq_child_has_exited(process->pid, &status))
        emuq_peer_status(status, end);
    emuq_log("cannot %s the engine of this host: its process %s", what, end);
    return -EPIPE;
}

/* A connection closes before its process exits. */
static int host_engine_receive(const emuq_engine_process_t *process, void *to, size_t bytes)
{
    int rc = emuq_peer_receive(process->control, to, bytes, process->peer);
    return rc == -EPIPE && emuq_peer_await(-1, process->peer, END_MS) == -ESRCH ? -ESRCH : rc;
}

static void host_engine_reap(emuq_engine_process_t *process)
{
    if (process->pid > 0 && emuq_child_await(process->pid, NULL, STUCK_MS) == -ETIMEDOUT)
        (void)emuq_child_kill(process->pid, NULL);
    if (process->control >= 0)
        close(process->control);
    *process = (emuq_engine_process_t){.control = -1};
}

/* Neither engine nor watchdog reports the end of its partner: the engine sees its control close, and the
 * watchdog ends first. */
static void host_engine_kill(emuq_engine_process_t *process)
{
    if (process->control >= 0)
        close(process->control);
    process->control = -1;
    if (process->pid > 0)
        kill(process->pid, SIGKILL);
    if (process->engine > 0 && process->engine != process->pid)
        kill(process->engine, SIGKILL);
    host_engine_reap(process);
}

/* ---- engine in a rank ---- */

/* @return a number unique among open sockets; 0: not a socket */
static uint64_t host_engine_inode_of(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode) ? status.st_ino : 0;
}

static bool host_engine_decide(emuq_partition_t *p, emuq_engine_place_t place)
{
    return AO_int_compare_and_swap_full(&p->engine.location, EMUQ_ENGINE_UNDECIDED, (uint32_t)place);
}

int emuq_engine_propose(emuq_partition_t *partition, emuq_engine_process_t *process, int *given)
{
    int pair[2];
    *process = (emuq_engine_process_t){.control = -1, .hosts = partition->placement.hosts};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return host_engine_failed("start", -errno);
    process->control = pair[0];
    *given = partition->engine.file = pair[1];
    partition->engine.inode = host_engine_inode_of(pair[1]);
    return 0;
}

int emuq_engine_await_rank(emuq_partition_t *partition, emuq_engine_process_t *process, emuq_peer_t rank,
                           emuq_host_text_t *text)
{
    hello_t hello;
    process->peer = rank;
    int rc = emuq_peer_await(process->control, rank, OFFER_MS);
    if (rc != -ECANCELED)
        rc = host_engine_decide(partition, EMUQ_ENGINE_IN_PROCESS) ? -ENOENT : 0;
    if (rc == 0)
        rc = host_engine_receive(process, &hello, sizeof hello);
    if (rc == 0)
        rc = hello.rc; /* the engine has printed a message */
    else if (rc != -ENOENT && rc != -ESRCH && rc != -ECANCELED)
        (void)host_engine_failed("start", rc);
    if (rc == 0)
        *text = hello.text;
    else
        host_engine_kill(process);
    return rc;
}

int emuq_engine_accept(emuq_partition_t *p, emuq_fabric_t **fabric)
{
    int control = p->engine.file, rc = 0;
    *fabric = NULL;
    if (control <= 0 || host_engine_inode_of(control) != p->engine.inode)
        return 0;
    if (host_engine_decide(p, EMUQ_ENGINE_IN_RANK)) {
        rc = host_engine_rendezvous(p, p->engine.host_name[0] != '\0' ? p->engine.host_name : NULL, true,
                                    control, no_peer, fabric);
        if (emuq_peer_send(control, &rc, sizeof rc, no_peer) != 0 && rc == 0)
            rc = -EPIPE;
    }
    close(control);
    return rc;
}

/* ---- engine in a separate process ---- */

int emuq_engine_start(emuq_partition_t *partition, const char *local_address, bool ends_ranks, int cancel,
                      emuq_engine_process_t *process, emuq_host_text_t *text)
{
    int pair[2];
    hello_t hello;
    pid_t parent = getpid();
    *process = (emuq_engine_process_t){.control = -1, .hosts = partition->placement.hosts};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return host_engine_failed("start", -errno);
    process->pid = fork();
    if (process->pid == 0) {
        host_engine_daemonize(pair[1]);
        int status = ends_ranks ? host_engine_watchdog(partition, local_address, parent, pair[1])
                                : host_engine_main(partition, local_address, 0, parent, pair[1]);
        _exit(status == 0 ? 0 : 1);
    }
    int rc = process->pid < 0 ? -errno : 0;
    close(pair[1]);
    process->control = pair[0];
    process->peer = (emuq_peer_t){process->pid > 0 ? process->pid : 0, cancel};
    if (rc == 0)
        rc = host_engine_receive(process, &hello, sizeof hello);
    if (rc != 0)
        rc = host_engine_failed_process(process, "start", rc);
    else
        rc = hello.rc;
    if (rc != 0) {
        host_engine_kill(process);
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
        rc = host_engine_receive(process, &answer, sizeof answer);
    if (rc == 0)
        return answer;
    if (process->pid > 0)
        return host_engine_failed_process(process, "connect", rc);
    return rc == -ESRCH || rc == -ECANCELED ? rc : host_engine_failed("connect", rc);
}

/* @return the final status of the engine; -ETIMEDOUT; -EPIPE: none */
static int host_engine_await_end(const emuq_engine_process_t *process, unsigned ms)
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
    int rc = host_engine_await_end(process, ms);
    if (rc == -ETIMEDOUT)
        host_engine_kill(process);
    else
        host_engine_reap(process);
    return rc == 0 || rc == -ETIMEDOUT ? rc : -EPIPE;
}
