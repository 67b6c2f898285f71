/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/engine.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/futex.h"
#include "base/memory.h"
#include "kernel-shim/partition/report.h"
#include "base/log.h"
#include "transport/lane_counts.h"
#include "transport/watch.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/threads.h"

#define TURN_NS   UINT64_C(5000000)    /* between two looks for ranks that have ended, and for the parent */
#define SERVES    64                   /* things that are done between two looks for frames, at most */
#define WHY_BYTES 320                  /* of the reason why a job ends */
#define GRACE_NS  (EMUQ_NS_PER_S / 2)  /* for a launcher to end a job that has failed */
#define TELL_NS   (EMUQ_NS_PER_S / 10) /* for what is sent by an engine that has to end at once */

/* Who says why a job ends. One process does. */
typedef enum said {
    SAID_BY_NOBODY, /* the host that has found it cannot know: the first other one says it */
    SAID_BY_ENGINE, /* the one that has found it */
    SAID_BY_RANK    /* or by its launcher: an error that is to be seen before its consequences */
} said_t;

/* Begins each frame of a lane. What follows is aligned as the frame is. */
typedef struct lane_frame {
    enum {
        UNIT,  /* a frame of the unit follows */
        ENDED, /* rank and status of a rank that has ended */
        FAILED /* the job cannot go on; rank is the host that has found it, status a said_t, lost 1 + the
                  host that is lost or 0, the reason follows with its zero */
    } kind;
    uint32_t rank;
    int32_t status;
    uint32_t lost;
} __attribute__((aligned(EMUQ_FRAME_ALIGN))) lane_frame_t;

/* The engine of this process. */
static struct {
    emuq_partition_t *partition;
    const emuq_lanes_t *lanes;
    uint32_t ended;      /* ranks that had ended at the last look */
    bool *told;          /* [np] the other hosts know that the rank has ended */
    char why[WHY_BYTES]; /* the job cannot go on, to be told to the other hosts; or "" */
    uint32_t who;        /* has found that */
    said_t said;         /* by whom */
    bool has_told;       /* the other hosts of `why` */
    uint64_t ends;     /* ns; the ranks of this host have so long to be ended by their launcher; 0: not yet */
    bool is_exhausted; /* atomic; a frame could not be made or sent for want of memory */
    uint64_t looked;   /* ns; when it has looked for its parent */
    emuq_watch_t watch; /* for ranks that are lost */
} engine;

/* "host 2 (n3)", or "host 2" if it has no name. */
static const char *host_text(uint32_t host, char text[160])
{
    const emuq_lanes_t *l = engine.lanes;
    const char *name = l->name != NULL ? l->name(l->context, host) : NULL;
    snprintf(text, 160, name != NULL ? "host %u (%.128s)" : "host %u", host, name);
    return text;
}

static void exhausted(void *context)
{
    (void)context;
    __atomic_store_n(&engine.is_exhausted, true, __ATOMIC_RELAXED);
}

/* A lane has taken a frame, or not. What is lost for want of memory other hosts wait for. */
static int judged(int rc)
{
    if (rc == -ENOMEM)
        exhausted(NULL);
    return rc;
}

static int send_frame(uint32_t host, const struct iovec *part, int parts)
{
    return judged(engine.lanes->send(engine.lanes->context, host, part, parts));
}

static int carry(void *context, uint32_t host, const void *frame, size_t bytes)
{
    lane_frame_t unit = {.kind = UNIT};
    const struct iovec part[] = {{&unit, sizeof unit}, {(void *)(uintptr_t)frame, bytes}};
    (void)context;
    return send_frame(host, part, 2);
}

static int lend(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *frame))
{
    const emuq_lanes_t *l = engine.lanes;
    lane_frame_t *unit = (lane_frame_t *)frame - 1; /* in its margin */
    if (l->lend != NULL) {
        *unit = (lane_frame_t){.kind = UNIT};
        return judged(l->lend(l->context, host, unit, sizeof *unit + bytes, done, frame));
    }
    int rc = carry(context, host, frame, bytes);
    done(frame);
    return rc;
}

static emuq_process_t *process_of(uint32_t rank)
{
    const emuq_partition_t *p = engine.partition;
    return &p->process[p->process_of_rank[rank]];
}

/* How many ranks of a host have not ended. @param first the first of them, if any */
static uint32_t left_of(uint32_t host, uint32_t *first)
{
    const emuq_partition_t *p = engine.partition;
    uint32_t left = 0;
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        const emuq_process_t *process = process_of(rank);
        if (emuq_node_host(p, process->node->number) == host &&
            __atomic_load_n(&process->state, __ATOMIC_ACQUIRE) < EMUQ_RANK_ENDED && left++ == 0)
            *first = rank;
    }
    return left;
}

static int rank_ended(uint32_t host, const lane_frame_t *frame)
{
    const emuq_partition_t *p = engine.partition;
    if (frame->rank >= p->job.np || emuq_node_host(p, process_of(frame->rank)->node->number) != host)
        return -EPROTO;
    emuq_rank_end(process_of(frame->rank), frame->status);
    return 0;
}

/* This host has found that the job cannot go on. */
static void fail(said_t said, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void fail(said_t said, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(engine.why, sizeof engine.why, format, arguments);
    va_end(arguments);
    engine.who = engine.partition->placement.host;
    engine.said = said;
}

/* The lane of a host has ended, as it should if all of its ranks have, or if the job has failed. */
static int host_ended(uint32_t host)
{
    const emuq_lanes_t *l = engine.lanes;
    char who[160], whom[48];
    uint32_t first = 0, left = left_of(host, &first);
    if (left == 0 || engine.said == SAID_BY_RANK)
        return 0;
    if (left == 1)
        snprintf(whom, sizeof whom, "rank %u, which has", first);
    else
        snprintf(whom, sizeof whom, "%u ranks that have", left);
    const char *reason = l->reason != NULL ? l->reason(l->context, host) : NULL;
    __atomic_store_n(&engine.partition->hosts.lost, host + 1, __ATOMIC_RELEASE);
    if (l->doubt_ns != 0)
        nanosleep(&(struct timespec){.tv_nsec = (long)l->doubt_ns}, NULL);
    fail(SAID_BY_ENGINE, "%s %s, with %s not ended", host_text(host, who),
         reason != NULL ? reason : "is gone", whom);
    emuq_log("%s; the job cannot go on", engine.why);
    return -EPIPE;
}

/* Whether this host says what another one has found. */
static bool is_first_but(uint32_t found)
{
    return engine.partition->placement.host == (found == 0 ? 1 : 0);
}

/* Whether a frame can be the report of a failure. @param bytes of the reason, 1 or more */
static bool is_failure(const lane_frame_t *frame, const char *why, size_t bytes)
{
    uint32_t hosts = engine.partition->placement.hosts;
    return bytes <= WHY_BYTES && why[bytes - 1] == '\0' && frame->rank < hosts && frame->lost <= hosts &&
           frame->status >= SAID_BY_NOBODY && frame->status <= SAID_BY_RANK;
}

/* A host has found that the job cannot go on, and knows why. A launcher that ends the job for a rank has half
 * a second for it: it sees then how that rank ends, rather than how others do. */
static int host_failed(const lane_frame_t *frame, const char *why, size_t bytes)
{
    uint32_t found = frame->rank, none = 0;
    int32_t said = frame->status;
    char who[160];
    if (!is_failure(frame, why, bytes))
        return -EPROTO;
    if (engine.said == SAID_BY_RANK)
        return 0;
    /* Release: pairs with the acquire in emuq_launch_lost_host(). */
    (void)__atomic_compare_exchange_n(&engine.partition->hosts.lost, &none, frame->lost, false,
                                      __ATOMIC_RELEASE, __ATOMIC_RELAXED);
    fail((said_t)said, "%s", why);
    engine.who = found;
    if (said == SAID_BY_RANK) /* pairs with the acquire of a rank that exits badly */
        emuq_futex_tell(&engine.partition->bad_exit, EMUQ_BAD_EXIT_REPORTED);
    if (said == SAID_BY_RANK && engine.lanes->watches_ranks) {
        engine.ends = emuq_host_now_ns() + GRACE_NS;
        return 0;
    }
    if (said == SAID_BY_NOBODY && is_first_but(found))
        emuq_log("%s ends the job: %s", host_text(found, who), why);
    return -ECONNABORTED;
}

/* @return 0, or -ENOMEM after a message: without memory the engine cannot do what other hosts wait for */
static int look_for_memory(void)
{
    char who[160];
    if (!__atomic_load_n(&engine.is_exhausted, __ATOMIC_RELAXED))
        return 0;
    fail(SAID_BY_ENGINE, "its host engine has no memory for messages");
    emuq_log(
        "%s: %s; the job cannot go on: give the hosts more memory, or have fewer or shorter messages "
        "on their way",
        host_text(engine.partition->placement.host, who), engine.why);
    return -ENOMEM;
}

static int arrival(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    emuq_partition_t *p = argument;
    const lane_frame_t *f = frame;
    int rc = -EPROTO;
    char who[160];
    if (bytes == 0)
        return host_ended(host);
    if (bytes > sizeof *f && f->kind == UNIT)
        rc = emuq_backend->arrived(p->machine, host, f + 1, bytes - sizeof *f);
    else if (bytes == sizeof *f && f->kind == ENDED)
        rc = rank_ended(host, f);
    else if (bytes > sizeof *f && f->kind == FAILED)
        rc = host_failed(f, (const char *)(f + 1), bytes - sizeof *f);
    if (rc == -ENOMEM) {
        exhausted(NULL);
        rc = look_for_memory();
    } else if (rc != 0 && rc != -ECONNABORTED) {
        fail(SAID_BY_ENGINE, "a frame of %zu bytes from %s cannot be handled: %s", bytes,
             host_text(host, who), strerror(-rc));
        emuq_log("%s; all hosts need the same build of EMUQ", engine.why);
    }
    return rc;
}

/* Sends a frame to all other hosts. A host that is lost is found by arrival(). */
static void send_all(const struct iovec *part, int parts)
{
    const emuq_placement_t *placement = &engine.partition->placement;
    for (uint32_t host = 0; host < placement->hosts; host++)
        if (host != placement->host)
            (void)send_frame(host, part, parts);
}

/* Tells the other hosts of ranks of this one that have ended. */
static void tell_ends(void)
{
    const emuq_partition_t *p = engine.partition;
    uint32_t ended = __atomic_load_n(&p->ended, __ATOMIC_ACQUIRE);
    for (uint32_t rank = 0; rank < p->job.np && ended != engine.ended; rank++) {
        const emuq_process_t *process = process_of(rank);
        if (engine.told[rank] || !emuq_node_is_here(p, process->node->number) ||
            __atomic_load_n(&process->state, __ATOMIC_ACQUIRE) < EMUQ_RANK_ENDED)
            continue;
        engine.told[rank] = true;
        lane_frame_t frame = {
            .kind = ENDED, .rank = rank, .status = __atomic_load_n(&process->status, __ATOMIC_RELAXED)};
        send_all(&(struct iovec){&frame, sizeof frame}, 1);
    }
    engine.ended = ended;
}

/* Tells the other hosts why the job cannot go on: all of them, if this one has found it. If not, those that
 * could find first that this one ends. */
static void tell_failure(void)
{
    const emuq_lanes_t *l = engine.lanes;
    const emuq_placement_t *placement = &engine.partition->placement;
    lane_frame_t frame = {.kind = FAILED,
                          .rank = engine.who,
                          .status = (int32_t)engine.said,
                          .lost = __atomic_load_n(&engine.partition->hosts.lost, __ATOMIC_RELAXED)};
    const struct iovec part[] = {{&frame, sizeof frame}, {engine.why, strlen(engine.why) + 1}};
    bool is_mine = engine.who == placement->host, is_due = engine.why[0] != '\0' && !engine.has_told;
    engine.has_told |= is_due;
    for (uint32_t host = 0; host < placement->hosts && is_due; host++)
        if (host != placement->host && (is_mine || l->is_watched == NULL || l->is_watched(l->context, host)))
            (void)l->send(l->context, host, part, 2);
    emuq_futex_tell(&engine.partition->hosts.failure_reported, 1); /* pairs with the acquire in emuq_fail_job() */
}

/* A software error that this process has found, for another host: handled after the turn. */
static void refused(void *partition, const emuq_mu_error_t *error)
{
    const emuq_partition_t *p = partition;
    if (engine.why[0] == '\0' && __atomic_load_n(&p->failed, __ATOMIC_RELAXED) == 0)
        emuq_engine_error(partition, error);
}

static int ignore(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    (void)argument;
    (void)host;
    (void)frame;
    (void)bytes;
    return 0;
}

/* The machine has failed, as this process has found while it handles a frame, perhaps under locks of the
 * unit: it serves no more, but lanes know no locks. flush() would wait in vain for the good-bye of the host
 * whose frame this is: its later frames are not delivered before this one is done. */
static void machine_failed(void *partition, uint32_t node, const char *what, const char *advice)
{
    const emuq_lane_user_t user = {.arrival = ignore};
    emuq_engine_failed(partition, node, what, advice);
    fail(SAID_BY_RANK, "the machine has failed");
    tell_failure();
    for (uint64_t end = emuq_host_now_ns() + TELL_NS; emuq_host_now_ns() < end;)
        (void)engine.lanes->turn(engine.lanes->context, TELL_NS / 100, &user);
    _exit(EMUQ_VIOLATION_STATUS);
}

/* Looks whether a rank of this host, or this process, has reported an error that ends the job, and tells the
 * other hosts; or another host has. Whichever it is, a launcher that ends the job for a rank has its time.
 * @return 0, or -ECANCELED */
static int look_for_failure(void)
{
    emuq_partition_t *p = engine.partition;
    if (engine.ends != 0)
        return emuq_host_now_ns() >= engine.ends ? -ECANCELED : 0;
    /* Acquire: pairs with the release of who has failed. */
    if (__atomic_load_n(&p->failed, __ATOMIC_ACQUIRE) == 0)
        return 0;
    fail(SAID_BY_RANK, "one of its ranks has failed");
    if (!engine.lanes->watches_ranks)
        return -ECANCELED;
    engine.ends = emuq_host_now_ns() + GRACE_NS;
    tell_failure();
    return 0;
}

/* Nobody else would end the ranks of this host now. */
static int keeper_killed(void)
{
    char who[160];
    fail(SAID_BY_ENGINE, "the keeper of its host engine was killed");
    emuq_log("%s: %s; the job cannot go on", host_text(engine.partition->placement.host, who),
                 engine.why);
    return -EPIPE;
}

/* Looks for those for which the engine works, from time to time: the keeper that ends ranks, and the parent,
 * which kills both if it gives the engine up, and closes the engine's control before. But not while their
 * launcher has its time to end them. @return 0, or -ECANCELED or -EPIPE: they have ended before the job */
static int look_for_parent(void)
{
    uint64_t now = emuq_host_now_ns();
    struct pollfd fd = {engine.lanes->parent, POLLIN, 0};
    if (fd.fd < 0 || engine.ends != 0 || now - engine.looked < TURN_NS)
        return 0;
    engine.looked = now;
    bool keeper_is_gone = engine.lanes->keeper != 0 && getppid() != engine.lanes->keeper;
    if (emuq_job_is_over(engine.partition))
        return 0;
    if (poll(&fd, 1, 0) <= 0) /* after the look for the keeper: the control ends first */
        return keeper_is_gone ? keeper_killed() : 0;
    fail(SAID_BY_NOBODY, "its ranks have been ended from outside");
    return -ECANCELED;
}

/* Looks for ranks of this host that have ended without a word. @return 0, or -EPIPE after a message */
static int look_for_ranks(void)
{
    const emuq_placement_t *placement = &engine.partition->placement;
    char who[160];
    if (!engine.lanes->watches_ranks || !emuq_watch_finds(&engine.watch, engine.partition))
        return 0;
    fail(SAID_BY_ENGINE, "rank %u was killed, or has ended by _exit()", engine.watch.rank);
    emuq_log("%s: %s; the job cannot go on", host_text(placement->host, who), engine.why);
    return -EPIPE;
}

/* Frames that have come are not kept waiting for longer than a few things. */
static bool serve(void *argument, bool rests)
{
    const emuq_partition_t *p = argument;
    if (!emuq_backend->serve(p->machine, rests))
        return false;
    for (int i = 1; i < SERVES && emuq_backend->serve(p->machine, false); i++)
        continue;
    return true;
}

static void woken(int signal)
{
    (void)signal; /* it has ended a sleep */
}

/* The signal of who asks for something comes to this thread, in its sleep only. @param mask gets that of the
 * sleep */
static void await_signal(sigset_t *mask)
{
    sigset_t one;
    const struct sigaction action = {.sa_handler = woken};
    sigemptyset(&one);
    sigaddset(&one, EMUQ_SERVE_SIGNAL);
    pthread_sigmask(SIG_BLOCK, &one, mask);
    sigdelset(mask, EMUQ_SERVE_SIGNAL);
    sigaction(EMUQ_SERVE_SIGNAL, &action, NULL);
}

/* As long slices as those of the ranks (threads.c): of two threads that yield a core to each other, one with
 * a shorter slice would have it back too soon; and one with a longer slice is late beside a thread that
 * computes. */
void emuq_engine_shorten_slice(const emuq_partition_t *p)
{
    uint64_t ns = emuq_slice_wanted(p->sharers + 1, p->processors);
    if (ns != 0)
        (void)emuq_slice_shorten(ns);
}

const emuq_kernel_callbacks_t emuq_engine_callbacks = {
    .error = refused, .failed = machine_failed, .carry = carry, .lend = lend, .exhausted = exhausted};

emuq_lane_user_t emuq_engine_user(emuq_partition_t *partition)
{
    return (emuq_lane_user_t){.argument = partition, .arrival = arrival, .serve = serve, .bell = -1};
}

int emuq_engine_open(emuq_partition_t *partition, const emuq_lanes_t *lanes)
{
    engine.partition = partition;
    engine.lanes = lanes;
    engine.told = emuq_calloc(partition->job.np, sizeof *engine.told);
    return engine.told != NULL ? 0 : -ENOMEM;
}

int emuq_engine_step(const emuq_lane_user_t *user, bool rests, bool *is_over)
{
    const emuq_lanes_t *lanes = engine.lanes;
    int rc = 0;
    *is_over = emuq_job_is_over(engine.partition); /* before the others are told: they hear it all */
    tell_ends();
    if (!*is_over)
        rc = lanes->turn(lanes->context, rests ? TURN_NS : 0, user);
    if (rc == 0)
        rc = look_for_memory();
    if (rc == 0)
        rc = look_for_failure();
    if (rc == 0)
        rc = look_for_parent();
    if (rc == 0)
        rc = look_for_ranks();
    return rc;
}

void emuq_engine_close(int rc)
{
    while (rc == 0 && serve(engine.partition, false)) /* of ranks that have ended: no more comes */
        continue;
    tell_failure();
    engine.lanes->flush(engine.lanes->context);
    free(engine.told);
    engine.told = NULL;
}

static int run(emuq_partition_t *p)
{
    sigset_t mask;
    emuq_lane_user_t user = emuq_engine_user(p);
    int rc = 0;
    user.mask = &mask;
    await_signal(&mask);
    emuq_engine_shorten_slice(p);
    for (bool is_over = false; rc == 0 && !is_over;)
        rc = emuq_engine_step(&user, true, &is_over);
    return rc;
}

int emuq_host_engine(emuq_partition_t *partition, const emuq_lanes_t *lanes)
{
    int rc = emuq_engine_open(partition, lanes);
    emuq_my_member = partition->nodes * partition->job.ppn;
    if (rc == 0)
        rc = emuq_partition_attach(partition, UINT32_MAX, &emuq_engine_callbacks);
    if (rc != 0) {
        free(engine.told);
        return rc;
    }
    rc = run(partition);
    emuq_engine_close(rc);
    emuq_partition_detach(partition);
    return rc;
}
