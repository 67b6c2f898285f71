/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/host_engine.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/lock.h"
#include "base/process.h"
#include "base/memory.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/report.h"
#include "base/text.h"
#include "kernel-shim/partition/threads.h"

#define CHECK_NS     UINT64_C(5000000) /* interval of checks for ended ranks and of the parent */
#define SERVE_MAX    64                /* work items between polls for frames */
#define REASON_BYTES 320
#define GRACE_NS     (EMUQ_NS_PER_S / 2)  /* grace period of a launcher to end a failed job */
#define SEND_NS      (EMUQ_NS_PER_S / 10) /* time for the last frames before an immediate exit */
#define WATCH_NS     (EMUQ_NS_PER_S / 8)  /* interval of checks for killed ranks */
#define KILLED_NS    (EMUQ_NS_PER_S / 2)  /* delay before a killed rank is reported */

typedef enum report_by {
    REPORT_BY_RECEIVER, /* the detecting host does not print: the first remote host does */
    REPORT_BY_ENGINE,   /* the engine that detected the failure */
    REPORT_BY_RANK      /* a rank or its launcher */
} report_by_t;

/* Begins each frame of a connection. The payload has the alignment of the frame. */
typedef struct engine_frame {
    enum {
        UNIT,  /* a frame of the unit follows */
        ENDED, /* rank and exit status of an ended rank */
        FAILED /* the job fails; `rank`: detecting host, `status`: report_by_t, `lost`: 1 + lost host or 0;
                  the reason follows, with its zero */
    } kind;
    uint32_t rank;
    int32_t status;
    uint32_t lost;
} __attribute__((aligned(EMUQ_FRAME_ALIGN))) engine_frame_t;

typedef struct engine_watch {
    uint64_t checked; /* ns */
    uint64_t since;   /* ns; when the rank was found dead; 0: all ranks live */
    uint32_t rank;
} engine_watch_t;

static bool engine_rank_is_lost(const emuq_process_t *process)
{
    pid_t pid = (pid_t)AO_int_load_acquire(&process->pid);
    /* Read last: a rank reports its end before its process exits. Acquire: pairs with emuq_rank_end(). */
    return pid != 0 && AO_int_load(&process->state) < EMUQ_RANK_ENDED && emuq_process_has_exited(pid) &&
           AO_int_load_acquire(&process->state) < EMUQ_RANK_ENDED;
}

/* @return the first killed rank of this host, or np */
static uint32_t engine_first_lost(const emuq_partition_t *p)
{
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        const emuq_process_t *process = &p->process[p->process_of_rank[rank]];
        if (emuq_node_is_here(p, process->node->number) && engine_rank_is_lost(process))
            return rank;
    }
    return p->job.np;
}

/* Finds a rank whose process died before the rank ended (killed, or _exit()). Waits KILLED_NS: a launcher
 * that ends the job for the rank does so at once, and knows the cause. @return whether there is such a rank,
 * watch->rank */
static bool engine_find_killed_rank(engine_watch_t *watch, const emuq_partition_t *partition)
{
    uint64_t now = emuq_host_now_ns();
    if (watch->since != 0)
        return now - watch->since >= KILLED_NS;
    if (now - watch->checked < WATCH_NS)
        return false;
    watch->checked = now;
    watch->rank = engine_first_lost(partition);
    if (watch->rank < partition->job.np)
        watch->since = now;
    return false;
}

static struct {
    emuq_partition_t *partition;
    const emuq_connections_t *connections;
    uint32_t ended;
    bool *end_sent; /* [np] the end of the rank has been sent */
    char reason[REASON_BYTES];
    uint32_t failed_host;
    report_by_t report_by;
    bool failure_sent;
    uint64_t kill_time; /* ns; end of a launcher's grace period to kill local ranks; 0: not started */
    bool is_exhausted;  /* atomic; a frame could not be allocated or sent */
    uint64_t parent_checked;
    engine_watch_t watch;
} engine;

/* "host 2 (n3)", or "host 2" without a name. */
static const char *engine_host_name(uint32_t host, char text[160])
{
    const emuq_connections_t *l = engine.connections;
    const char *name = l->name != NULL ? l->name(l->context, host) : NULL;
    snprintf(text, 160, name != NULL ? "host %u (%.128s)" : "host %u", host, name);
    return text;
}

static void engine_exhausted(void *context)
{
    (void)context;
    emuq_flag_store(&engine.is_exhausted, true);
}

/* Records -ENOMEM: a peer would wait forever for a lost frame. @return @p rc */
static int engine_check_send(int rc)
{
    if (rc == -ENOMEM)
        engine_exhausted(NULL);
    return rc;
}

static int engine_send_frame(uint32_t host, const struct iovec *part, int parts)
{
    return engine_check_send(engine.connections->send(engine.connections->context, host, part, parts));
}

static int engine_send(void *context, uint32_t host, const void *frame, size_t bytes)
{
    engine_frame_t unit = {.kind = UNIT};
    const struct iovec part[] = {{&unit, sizeof unit}, {(void *)(uintptr_t)frame, bytes}};
    (void)context;
    return engine_send_frame(host, part, 2);
}

static int engine_lend(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *frame))
{
    const emuq_connections_t *l = engine.connections;
    engine_frame_t *unit = (engine_frame_t *)frame - 1; /* in the margin of the frame */
    if (l->lend != NULL) {
        *unit = (engine_frame_t){.kind = UNIT};
        return engine_check_send(l->lend(l->context, host, unit, sizeof *unit + bytes, done, frame));
    }
    int rc = engine_send(context, host, frame, bytes);
    done(frame);
    return rc;
}

static emuq_process_t *engine_process_of(uint32_t rank)
{
    const emuq_partition_t *p = engine.partition;
    return &p->process[p->process_of_rank[rank]];
}

/* @return the number of running ranks of a host. @param first set to the first of them */
static uint32_t engine_ranks_left(uint32_t host, uint32_t *first)
{
    const emuq_partition_t *p = engine.partition;
    uint32_t left = 0;
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        const emuq_process_t *process = engine_process_of(rank);
        if (emuq_node_host(p, process->node->number) == host &&
            AO_int_load_acquire(&process->state) < EMUQ_RANK_ENDED && left++ == 0)
            *first = rank;
    }
    return left;
}

static int engine_rank_ended(uint32_t host, const engine_frame_t *frame)
{
    const emuq_partition_t *p = engine.partition;
    if (frame->rank >= p->job.np || emuq_node_host(p, engine_process_of(frame->rank)->node->number) != host)
        return -EPROTO;
    emuq_rank_end(engine_process_of(frame->rank), frame->status);
    return 0;
}

static void engine_set_failure(report_by_t said, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void engine_set_failure(report_by_t said, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(engine.reason, sizeof engine.reason, format, arguments);
    va_end(arguments);
    engine.failed_host = engine.partition->placement.host;
    engine.report_by = said;
}

/* Handles the end of a connection, expected if all ranks of the host have ended or the job has failed. */
static int engine_host_ended(uint32_t host)
{
    const emuq_connections_t *l = engine.connections;
    char who[160], whom[48];
    uint32_t first = 0, left = engine_ranks_left(host, &first);
    if (left == 0 || engine.report_by == REPORT_BY_RANK)
        return 0;
    if (left == 1)
        snprintf(whom, sizeof whom, "rank %u, which has", first);
    else
        snprintf(whom, sizeof whom, "%u ranks that have", left);
    const char *reason = l->reason != NULL ? l->reason(l->context, host) : NULL;
    AO_int_store_release(&engine.partition->hosts.lost, host + 1);
    if (l->doubt_ns != 0)
        nanosleep(&(struct timespec){.tv_nsec = (long)l->doubt_ns}, NULL);
    engine_set_failure(REPORT_BY_ENGINE, "%s %s, with %s not ended", engine_host_name(host, who),
                       reason != NULL ? reason : "is gone", whom);
    emuq_log("%s; the job cannot go on", engine.reason);
    return -EPIPE;
}

/* @param bytes of the reason, at least 1 */
static bool engine_is_failure(const engine_frame_t *frame, const char *why, size_t bytes)
{
    uint32_t hosts = engine.partition->placement.hosts;
    return bytes <= REASON_BYTES && why[bytes - 1] == '\0' && frame->rank < hosts && frame->lost <= hosts &&
           frame->status >= REPORT_BY_RECEIVER && frame->status <= REPORT_BY_RANK;
}

/* Starts a grace period, in which a launcher detects how the failing rank ends, before the remaining ranks
 * are killed. */
static int engine_host_failed(const engine_frame_t *frame, const char *why, size_t bytes)
{
    uint32_t found = frame->rank;
    int32_t said = frame->status;
    char who[160];
    if (!engine_is_failure(frame, why, bytes))
        return -EPROTO;
    if (engine.report_by == REPORT_BY_RANK)
        return 0;
    /* Release: pairs with the acquire in emuq_launch_lost_host(). */
    (void)AO_int_compare_and_swap_release(&engine.partition->hosts.lost, 0, frame->lost);
    engine_set_failure((report_by_t)said, "%s", why);
    engine.failed_host = found;
    if (said == REPORT_BY_RANK) /* pairs with the acquire of a rank with a bad exit status */
        emuq_futex_store_wake(&engine.partition->bad_exit, EMUQ_BAD_EXIT_REPORTED);
    if (said == REPORT_BY_RANK && engine.connections->watches_ranks) {
        engine.kill_time = emuq_host_now_ns() + GRACE_NS;
        return 0;
    }
    if (said == REPORT_BY_RECEIVER && engine.partition->placement.host == (found == 0 ? 1 : 0))
        emuq_log("%s ends the job: %s", engine_host_name(found, who), why);
    return -ECONNABORTED;
}

/* Ends the job after an allocation failure: remote hosts would wait forever. @return 0; -ENOMEM after
 * printing an error */
static int engine_check_memory(void)
{
    char who[160];
    if (!emuq_flag_load(&engine.is_exhausted))
        return 0;
    engine_set_failure(REPORT_BY_ENGINE, "its host engine has no memory for messages");
    emuq_log("%s: %s; the job cannot go on: give the hosts more memory, or keep fewer or shorter messages "
             "in flight",
             engine_host_name(engine.partition->placement.host, who), engine.reason);
    return -ENOMEM;
}

static int engine_arrival(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    emuq_partition_t *p = argument;
    const engine_frame_t *f = frame;
    int rc = -EPROTO;
    char who[160];
    if (bytes == 0)
        return engine_host_ended(host);
    if (bytes > sizeof *f && f->kind == UNIT)
        rc = emuq_backend->remote->receive(p->machine, host, f + 1, bytes - sizeof *f);
    else if (bytes == sizeof *f && f->kind == ENDED)
        rc = engine_rank_ended(host, f);
    else if (bytes > sizeof *f && f->kind == FAILED)
        rc = engine_host_failed(f, (const char *)(f + 1), bytes - sizeof *f);
    if (rc == -ENOMEM) {
        engine_exhausted(NULL);
        rc = engine_check_memory();
    } else if (rc != 0 && rc != -ECONNABORTED) {
        engine_set_failure(REPORT_BY_ENGINE, "a frame of %zu bytes from %s cannot be handled: %s", bytes,
                           engine_host_name(host, who), strerror(-rc));
        emuq_log("%s; all hosts need the same build of EMUQ", engine.reason);
    }
    return rc;
}

static void engine_report_ends(void)
{
    const emuq_partition_t *p = engine.partition;
    uint32_t ended = AO_int_load_acquire(&p->ended);
    for (uint32_t rank = 0; rank < p->job.np && ended != engine.ended; rank++) {
        const emuq_process_t *process = engine_process_of(rank);
        if (engine.end_sent[rank] || !emuq_node_is_here(p, process->node->number) ||
            AO_int_load_acquire(&process->state) < EMUQ_RANK_ENDED)
            continue;
        engine.end_sent[rank] = true;
        engine_frame_t frame = {.kind = ENDED, .rank = rank, .status = (int)AO_int_load(&process->status)};
        for (uint32_t host = 0; host < p->placement.hosts; host++)
            if (host != p->placement.host) /* engine_arrival() detects lost hosts */
                (void)engine_send_frame(host, &(struct iovec){&frame, sizeof frame}, 1);
    }
    engine.ended = ended;
}

/* Sends the reason of a failure: to all hosts if this host has detected it, otherwise to the hosts that may
 * detect the end of this process first. */
static void engine_report_failure(void)
{
    const emuq_connections_t *l = engine.connections;
    const emuq_placement_t *placement = &engine.partition->placement;
    engine_frame_t frame = {.kind = FAILED,
                            .rank = engine.failed_host,
                            .status = (int32_t)engine.report_by,
                            .lost = AO_int_load(&engine.partition->hosts.lost)};
    const struct iovec part[] = {{&frame, sizeof frame}, {engine.reason, strlen(engine.reason) + 1}};
    bool is_mine = engine.failed_host == placement->host,
         is_due = engine.reason[0] != '\0' && !engine.failure_sent;
    engine.failure_sent |= is_due;
    for (uint32_t host = 0; host < placement->hosts && is_due; host++)
        if (host != placement->host && (is_mine || l->is_watched == NULL || l->is_watched(l->context, host)))
            (void)l->send(l->context, host, part, 2);
    emuq_futex_store_wake(&engine.partition->hosts.failure_reported,
                          1); /* pairs with the acquire in emuq_fail_job() */
}

static void engine_software_error(void *partition, const emuq_mu_error_t *error)
{
    const emuq_partition_t *p = partition;
    if (engine.reason[0] == '\0' && AO_int_load(&p->failed) == 0)
        emuq_engine_error(partition, error);
}

static int engine_ignore(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    (void)argument;
    (void)host;
    (void)frame;
    (void)bytes;
    return 0;
}

/* Ends the process when the machine fails while it handles a frame, perhaps with locks of the unit, which
 * connections do not take. Does not call flush(), which would wait for the host of the frame. */
static void engine_machine_failed(void *partition, uint32_t node, const char *what, const char *advice)
{
    const emuq_connection_user_t user = {.arrival = engine_ignore};
    emuq_engine_failed(partition, node, what, advice);
    engine_set_failure(REPORT_BY_RANK, "the machine has failed");
    engine_report_failure();
    for (uint64_t end = emuq_host_now_ns() + SEND_NS; emuq_host_now_ns() < end;)
        (void)engine.connections->progress(engine.connections->context, SEND_NS / 100, &user);
    _exit(EMUQ_VIOLATION_STATUS);
}

/* Checks whether a local rank, this process or a remote host has failed; starts the grace period of a
 * launcher. @return 0 or -ECANCELED */
static int engine_check_failure(void)
{
    emuq_partition_t *p = engine.partition;
    if (engine.kill_time != 0)
        return emuq_host_now_ns() >= engine.kill_time ? -ECANCELED : 0;
    /* Acquire: pairs with the release of the failing process. */
    if (AO_int_load_acquire(&p->failed) == 0)
        return 0;
    engine_set_failure(REPORT_BY_RANK, "one of its ranks has failed");
    if (!engine.connections->watches_ranks)
        return -ECANCELED;
    engine.kill_time = emuq_host_now_ns() + GRACE_NS;
    engine_report_failure();
    return 0;
}

/* Reports a killed watchdog: no launcher is left to kill the local ranks. */
static int engine_watchdog_killed(void)
{
    char who[160];
    engine_set_failure(REPORT_BY_ENGINE, "the watchdog of its host engine was killed");
    emuq_log("%s: %s; the job cannot go on", engine_host_name(engine.partition->placement.host, who),
             engine.reason);
    return -EPIPE;
}

/* Polls periodically whether the watchdog and the parent are alive, except in the grace period. @return 0;
 * -ECANCELED or -EPIPE: ended before the job */
static int engine_check_parent(void)
{
    uint64_t now = emuq_host_now_ns();
    struct pollfd fd = {engine.connections->parent, POLLIN, 0};
    if (fd.fd < 0 || engine.kill_time != 0 || now - engine.parent_checked < CHECK_NS)
        return 0;
    engine.parent_checked = now;
    bool watchdog_is_gone = engine.connections->watchdog != 0 && getppid() != engine.connections->watchdog;
    if (emuq_job_is_over(engine.partition))
        return 0;
    /* Polled after the check of the watchdog: the control closes before the watchdog is killed. */
    if (poll(&fd, 1, 0) <= 0)
        return watchdog_is_gone ? engine_watchdog_killed() : 0;
    engine_set_failure(REPORT_BY_RECEIVER, "its ranks have been ended from outside");
    return -ECANCELED;
}

/* @return 0, or -EPIPE after printing an error: a local rank was killed */
static int engine_check_ranks(void)
{
    const emuq_placement_t *placement = &engine.partition->placement;
    char who[160];
    if (!engine.connections->watches_ranks || !engine_find_killed_rank(&engine.watch, engine.partition))
        return 0;
    engine_set_failure(REPORT_BY_ENGINE, "rank %u was killed, or has ended by _exit()", engine.watch.rank);
    emuq_log("%s: %s; the job cannot go on", engine_host_name(placement->host, who), engine.reason);
    return -EPIPE;
}

/* Limits its work, so that received frames do not wait. */
static bool engine_serve(void *argument, bool may_sleep)
{
    const emuq_partition_t *p = argument;
    if (!emuq_backend->remote->progress(p->machine, may_sleep))
        return false;
    for (int i = 1; i < SERVE_MAX && emuq_backend->remote->progress(p->machine, false); i++)
        continue;
    return true;
}

static void engine_signal_handler(int signal)
{
    (void)signal; /* ends a sleep only */
}

/* Blocks the wake-up signal except during the sleep. @param mask set to the mask of the sleep */
static void engine_prepare_signal(sigset_t *mask)
{
    sigset_t one;
    const struct sigaction action = {.sa_handler = engine_signal_handler};
    sigemptyset(&one);
    sigaddset(&one, EMUQ_SERVE_SIGNAL);
    pthread_sigmask(SIG_BLOCK, &one, mask);
    sigdelset(mask, EMUQ_SERVE_SIGNAL);
    sigaction(EMUQ_SERVE_SIGNAL, &action, NULL);
}

/* Shortens the slice as EMUQ_SLICE requires, so that the engine waits less for computing threads. */
void emuq_engine_shorten_slice(const emuq_partition_t *p)
{
    uint64_t ns = emuq_slice_wanted(p->sharers + 1, p->processors);
    if (ns != 0)
        (void)emuq_slice_shorten(ns);
}

const emuq_kernel_callbacks_t emuq_engine_callbacks = {
    .error = engine_software_error,
    .failed = engine_machine_failed,
    .hosts = {.send = engine_send, .lend = engine_lend, .exhausted = engine_exhausted}};

emuq_connection_user_t emuq_engine_user(emuq_partition_t *partition)
{
    return (emuq_connection_user_t){
        .argument = partition, .arrival = engine_arrival, .serve = engine_serve, .wakeup_fd = -1};
}

int emuq_engine_open(emuq_partition_t *partition, const emuq_connections_t *connections)
{
    engine.partition = partition;
    engine.connections = connections;
    engine.end_sent = emuq_calloc(partition->job.np, sizeof *engine.end_sent);
    return engine.end_sent != NULL ? 0 : -ENOMEM;
}

int emuq_engine_step(const emuq_connection_user_t *user, bool may_sleep, bool *is_over)
{
    const emuq_connections_t *connections = engine.connections;
    int rc = 0;
    /* Read before the reports, so that hosts have received all ends. */
    *is_over = emuq_job_is_over(engine.partition);
    engine_report_ends();
    if (!*is_over)
        rc = connections->progress(connections->context, may_sleep ? CHECK_NS : 0, user);
    if (rc == 0)
        rc = engine_check_memory();
    if (rc == 0)
        rc = engine_check_failure();
    if (rc == 0)
        rc = engine_check_parent();
    if (rc == 0)
        rc = engine_check_ranks();
    return rc;
}

void emuq_engine_close(int rc)
{
    while (rc == 0 && engine_serve(engine.partition, false)) /* requests of ended ranks, a finite number */
        continue;
    engine_report_failure();
    engine.connections->flush(engine.connections->context);
    free(engine.end_sent);
    engine.end_sent = NULL;
}

static int engine_run(emuq_partition_t *p)
{
    sigset_t mask;
    emuq_connection_user_t user = emuq_engine_user(p);
    int rc = 0;
    user.mask = &mask;
    engine_prepare_signal(&mask);
    emuq_engine_shorten_slice(p);
    for (bool is_over = false; rc == 0 && !is_over;)
        rc = emuq_engine_step(&user, true, &is_over);
    return rc;
}

int emuq_host_engine(emuq_partition_t *partition, const emuq_connections_t *connections)
{
    int rc = emuq_engine_open(partition, connections);
    emuq_my_member = partition->nodes * partition->job.ppn;
    if (rc == 0)
        rc = emuq_partition_attach(partition, UINT32_MAX, &emuq_engine_callbacks);
    if (rc != 0) {
        free(engine.end_sent);
        return rc;
    }
    rc = engine_run(partition);
    emuq_engine_close(rc);
    emuq_partition_detach(partition);
    return rc;
}

/* ---- counters and simulated hosts ---- */

emuq_connection_counts_t *emuq_connection_counts_make(emuq_partition_t *partition)
{
    emuq_connection_counts_t *counts = emuq_pointer_load_acquire(&partition->connection_counts);
    if (counts == NULL) {
        counts = emuq_arena_alloc(partition->arena, partition->placement.hosts * sizeof *counts, 64);
        /* Release: pairs with the acquire of readers. */
        emuq_pointer_store_release(&partition->connection_counts, counts);
    }
    return counts;
}

int emuq_connection_counts_read(const emuq_partition_t *partition, uint32_t host,
                                emuq_connection_counts_t *counts)
{
    const emuq_connection_counts_t *of = emuq_pointer_load_acquire(&partition->connection_counts);
    if (of == NULL || host >= partition->placement.hosts)
        return -ENOENT;
    counts->frames_out = AO_load(&of[host].frames_out);
    counts->bytes_out = AO_load(&of[host].bytes_out);
    counts->frames_in = AO_load(&of[host].frames_in);
    counts->bytes_in = AO_load(&of[host].bytes_in);
    counts->sends = AO_load(&of[host].sends);
    counts->waits = AO_load(&of[host].waits);
    return 0;
}

int emuq_local_engine(emuq_partition_t *partition, emuq_local_hosts_t *local)
{
    emuq_connections_t connections;
    uint32_t host = partition->placement.host;
    prctl(PR_SET_NAME, "emuq-engine");
    emuq_close_all_except(&local->socket[host * local->hosts], local->hosts);
    emuq_local_connections(local, host, emuq_connection_counts_make(partition), &connections);
    return emuq_host_engine(partition, &connections);
}
