/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "transport/local.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/peer.h"
#include "base/log.h"
#include "transport/lane_counts.h"
#include "transport/patience.h"
#include "transport/wire.h"

#define MOST_BYTES EMUQ_WIRE_FRAME
#define FLUSH_MS   1000

/* ---- sockets ---- */

/* The end of host @p a to host @p b. */
static int *end_of(emuq_local_hosts_t *hosts, uint32_t a, uint32_t b)
{
    return &hosts->socket[a * hosts->hosts + b];
}

/* Has a socket take the largest frame. */
static int make_room(int socket)
{
    int room = 0;
    socklen_t bytes = sizeof room;
    (void)setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &(int){MOST_BYTES}, sizeof(int));
    if (getsockopt(socket, SOL_SOCKET, SO_SNDBUF, &room, &bytes) != 0)
        return -errno;
    if (room > (int)MOST_BYTES)
        return 0;
    emuq_log("sockets take %d bytes, frames between hosts have up to %u: raise net.core.wmem_max", room,
                 (unsigned)MOST_BYTES);
    return -ENOBUFS;
}

int emuq_local_connect(emuq_local_hosts_t *local, uint32_t hosts, bool by_fabric)
{
    int rc = 0;
    local->hosts = hosts;
    local->by_fabric = by_fabric;
    local->launcher = (int32_t)getpid();
    local->job_id = (uint64_t)getpid() << 16 | 1;
    for (uint32_t i = 0; i < hosts * hosts; i++)
        local->socket[i] = -1;
    for (uint32_t a = 0; a < hosts && rc == 0 && !by_fabric; a++)
        for (uint32_t b = a + 1; b < hosts && rc == 0; b++) {
            int pair[2];
            if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0) {
                rc = -errno;
                break;
            }
            *end_of(local, a, b) = pair[0];
            *end_of(local, b, a) = pair[1];
            for (int end = 0; end < 2 && rc == 0; end++)
                rc = make_room(pair[end]);
        }
    if (rc != 0)
        emuq_local_close(local, UINT32_MAX);
    return rc;
}

void emuq_local_close(emuq_local_hosts_t *local, uint32_t kept)
{
    for (uint32_t i = 0; i < local->hosts * local->hosts; i++)
        if (i / local->hosts != kept && local->socket[i] >= 0) {
            close(local->socket[i]);
            local->socket[i] = -1;
        }
}

/* ---- lanes ---- */

/* A frame that a socket did not take. */
typedef struct waiting {
    struct waiting *next;
    size_t bytes;
    char frame[];
} waiting_t;

static struct {
    const int *socket; /* to each other host; -1: none */
    uint32_t hosts;
    emuq_lane_counts_t *counts; /* [hosts] or NULL */
    emuq_patience_t patience;
    struct {
        waiting_t *first, **end;
        bool ended;
    } to[EMUQ_LOCAL_HOSTS];
} lanes;

static int queue(uint32_t host, const struct iovec *part, int parts)
{
    size_t bytes = 0;
    for (int i = 0; i < parts; i++)
        bytes += part[i].iov_len;
    waiting_t *w = emuq_malloc(sizeof *w + bytes);
    if (w == NULL)
        return -ENOMEM;
    *w = (waiting_t){.bytes = bytes};
    for (size_t at = 0, i = 0; (int)i < parts; at += part[i++].iov_len)
        memcpy(w->frame + at, part[i].iov_base, part[i].iov_len);
    *lanes.to[host].end = w;
    lanes.to[host].end = &w->next;
    return 0;
}

/* Counts a frame that is sent. */
static void count_out(uint32_t host, const struct iovec *part, int parts, bool waits)
{
    if (lanes.counts == NULL)
        return;
    emuq_lane_counts_t *counts = &lanes.counts[host];
    emuq_lane_add(&counts->frames_out, 1);
    for (int i = 0; i < parts; i++)
        emuq_lane_add(&counts->bytes_out, part[i].iov_len);
    emuq_lane_add(&counts->sends, 1);
    emuq_lane_add(&counts->waits, waits);
}

static int lane_send(void *context, uint32_t host, const struct iovec *part, int parts)
{
    const struct msghdr message = {.msg_iov = (struct iovec *)(uintptr_t)part, .msg_iovlen = (size_t)parts};
    int rc = -EAGAIN;
    (void)context;
    if (lanes.to[host].first == NULL)
        rc = sendmsg(lanes.socket[host], &message, MSG_NOSIGNAL) >= 0 ? 0 : -errno;
    bool waits = rc == -EAGAIN || rc == -ENOBUFS;
    if (waits)
        rc = queue(host, part, parts);
    if (rc == 0)
        count_out(host, part, parts, waits);
    return rc;
}

/* Sends what waits, as far as the socket takes it. @return whether some is left */
static bool push(uint32_t host)
{
    waiting_t *w;
    while ((w = lanes.to[host].first) != NULL) {
        if (send(lanes.socket[host], w->frame, w->bytes, MSG_NOSIGNAL) < 0 &&
            (errno == EAGAIN || errno == ENOBUFS))
            break;
        lanes.to[host].first = w->next;
        if (w->next == NULL)
            lanes.to[host].end = &lanes.to[host].first;
        free(w);
    }
    return w != NULL;
}

/* The next frame that has come from a host, into memory of MOST_BYTES. A host that has ended and has not read
 * all makes an error of this socket, which is reported once, before the host's last frames.
 * @return as recv(2) */
static ssize_t receive(uint32_t host, char *frame)
{
    ssize_t bytes = recv(lanes.socket[host], frame, MOST_BYTES, 0);
    return bytes < 0 && errno == ECONNRESET ? recv(lanes.socket[host], frame, MOST_BYTES, 0) : bytes;
}

/* All frames that have come from a host. */
static int pull(uint32_t host, const emuq_lane_user_t *user)
{
    static char frame[MOST_BYTES] __attribute__((aligned(EMUQ_FRAME_ALIGN)));
    for (int rc = 0; rc == 0;) {
        ssize_t bytes = receive(host, frame);
        if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
            return 0;
        if (bytes <= 0) {
            lanes.to[host].ended = true;
            return user->arrival(user->argument, host, NULL, 0);
        }
        if (lanes.counts != NULL) {
            emuq_lane_add(&lanes.counts[host].frames_in, 1);
            emuq_lane_add(&lanes.counts[host].bytes_in, (uint64_t)bytes);
        }
        rc = user->arrival(user->argument, host, frame, (size_t)bytes);
        if (rc != 0)
            return rc;
    }
    return 0;
}

/* Sends what waits. @param fd gets what to wait for */
static void prepare(struct pollfd *fd)
{
    for (uint32_t h = 0; h < lanes.hosts; h++) {
        fd[h] = (struct pollfd){lanes.to[h].ended ? -1 : lanes.socket[h], POLLIN, 0};
        if (fd[h].fd >= 0 && push(h))
            fd[h].events |= POLLOUT;
    }
}

/* Handles what a poll of @p fd has found. @return 0, or what arrival() returned */
static int handle(const struct pollfd *fd, const emuq_lane_user_t *user)
{
    int rc = 0;
    for (uint32_t h = 0; h < lanes.hosts && rc == 0; h++)
        if (fd[h].fd >= 0 && (fd[h].revents & (POLLIN | POLLHUP)))
            rc = pull(h, user);
    return rc;
}

/* Looks until something has happened, or a sleep is due. @return whether something has; *rc as handle() */
static bool look_on(uint64_t ns, const emuq_lane_user_t *user, int *rc)
{
    struct pollfd fd[EMUQ_LOCAL_HOSTS];
    for (;;) {
        bool served = emuq_lane_serve(user, false);
        prepare(fd);
        bool has_news = poll(fd, lanes.hosts, 0) > 0;
        uint64_t now = emuq_host_now_ns();
        if (has_news || served) {
            bool is_wanted =
                emuq_patience_found(&lanes.patience, now, has_news ? EMUQ_FOUND_NEWS : EMUQ_FOUND_WORK);
            *rc = handle(fd, user);
            if (*rc == 0 && has_news) /* it may be a request of another host: the answer is not to wait */
                (void)emuq_lane_serve(user, false);
            if (is_wanted)
                emuq_patience_offer(&lanes.patience);
            return true;
        }
        emuq_next_t next = emuq_patience_vain(&lanes.patience, now, ns);
        if (next == EMUQ_NEXT_SLEEP)
            return false;
        if (next == EMUQ_NEXT_YIELD)
            emuq_patience_offer(&lanes.patience);
    }
}

static int lane_turn(void *context, uint64_t ns, const emuq_lane_user_t *user)
{
    struct pollfd fd[EMUQ_LOCAL_HOSTS];
    int rc = 0;
    (void)context;
    emuq_patience_begin(&lanes.patience, emuq_host_now_ns());
    if (look_on(ns, user, &rc))
        return rc;
    prepare(fd);
    if (emuq_lane_serve(user, true))
        ns = 0;
    const struct timespec limit = emuq_timespec(ns);
    int ready = ppoll(fd, lanes.hosts, &limit, user->mask);
    bool served = emuq_lane_serve(user, false); /* it may be what has ended the sleep */
    if (ready > 0 || served)
        (void)emuq_patience_found(&lanes.patience, emuq_host_now_ns(), EMUQ_FOUND_LATE);
    return ready > 0 ? handle(fd, user) : 0;
}

static void lane_flush(void *context)
{
    uint32_t left = 1;
    (void)context;
    for (int ms = 0; ms < FLUSH_MS && left != 0; ms++) {
        left = 0;
        for (uint32_t h = 0; h < lanes.hosts; h++)
            left += lanes.socket[h] >= 0 && push(h);
        if (left != 0)
            nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

int emuq_local_engine(emuq_partition_t *partition, emuq_local_hosts_t *local)
{
    const emuq_lanes_t table = {.send = lane_send, .turn = lane_turn, .flush = lane_flush, .parent = -1};
    prctl(PR_SET_NAME, "emuq-engine");
    emuq_close_others(end_of(local, partition->placement.host, 0), local->hosts);
    lanes.counts = emuq_lane_counts_make(partition);
    lanes.hosts = local->hosts;
    lanes.socket = end_of(local, partition->placement.host, 0);
    emuq_patience_open(&lanes.patience, EMUQ_PATIENCE_NS);
    for (uint32_t h = 0; h < lanes.hosts; h++)
        lanes.to[h].end = &lanes.to[h].first;
    return emuq_host_engine(partition, &table);
}
