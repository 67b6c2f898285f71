/* SPDX-License-Identifier: BSD-3-Clause */
/* Connections between simulated hosts of one machine, over socket pairs. The engine of a host is in
 * kernel-shim/partition/engine.c. */
#define _GNU_SOURCE
#include "transport/connection.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/backoff.h"
#include "base/host_calls.h"
#include "base/memory.h"
#include "base/text.h"

#define FRAME_BYTES EMUQ_WIRE_FRAME
#define FLUSH_MS    1000

/* ---- sockets ---- */

static int *local_end_of(emuq_local_hosts_t *hosts, uint32_t a, uint32_t b)
{
    return &hosts->socket[a * hosts->hosts + b];
}

static int local_size_buffer(int socket)
{
    int size = 0;
    socklen_t bytes = sizeof size;
    (void)setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &(int){FRAME_BYTES}, sizeof(int));
    if (getsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, &bytes) != 0)
        return -errno;
    if (size > (int)FRAME_BYTES)
        return 0;
    emuq_log("send buffers of sockets hold %d bytes, frames between hosts need %u: raise net.core.wmem_max",
             size, (unsigned)FRAME_BYTES);
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
            *local_end_of(local, a, b) = pair[0];
            *local_end_of(local, b, a) = pair[1];
            for (int end = 0; end < 2 && rc == 0; end++)
                rc = local_size_buffer(pair[end]);
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

/* ---- connections ---- */

/* A frame that the socket did not accept. */
typedef struct waiting {
    struct waiting *next;
    size_t bytes;
    char frame[];
} waiting_t;

static struct {
    const int *socket; /* to each peer; -1: none */
    uint32_t hosts;
    emuq_connection_counts_t *counts; /* [hosts] or NULL */
    emuq_engine_backoff_t backoff;
    struct {
        waiting_t *first, **end;
        bool ended;
    } to[EMUQ_LOCAL_HOSTS];
} table;

static int local_queue(uint32_t host, const struct iovec *part, int parts)
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
    *table.to[host].end = w;
    table.to[host].end = &w->next;
    return 0;
}

static void local_count_out(uint32_t host, const struct iovec *part, int parts, bool waits)
{
    if (table.counts == NULL)
        return;
    emuq_connection_counts_t *counts = &table.counts[host];
    emuq_connection_count(&counts->frames_out, 1);
    for (int i = 0; i < parts; i++)
        emuq_connection_count(&counts->bytes_out, part[i].iov_len);
    emuq_connection_count(&counts->sends, 1);
    emuq_connection_count(&counts->waits, waits);
}

static int local_send(void *context, uint32_t host, const struct iovec *part, int parts)
{
    const struct msghdr message = {.msg_iov = (struct iovec *)(uintptr_t)part, .msg_iovlen = (size_t)parts};
    int rc = -EAGAIN;
    (void)context;
    if (table.to[host].first == NULL)
        rc = sendmsg(table.socket[host], &message, MSG_NOSIGNAL) >= 0 ? 0 : -errno;
    bool waits = rc == -EAGAIN || rc == -ENOBUFS;
    if (waits)
        rc = local_queue(host, part, parts);
    if (rc == 0)
        local_count_out(host, part, parts, waits);
    return rc;
}

/* Sends queued frames. @return whether some are left */
static bool local_push(uint32_t host)
{
    waiting_t *w;
    while ((w = table.to[host].first) != NULL) {
        if (send(table.socket[host], w->frame, w->bytes, MSG_NOSIGNAL) < 0 &&
            (errno == EAGAIN || errno == ENOBUFS))
            break;
        table.to[host].first = w->next;
        if (w->next == NULL)
            table.to[host].end = &table.to[host].first;
        free(w);
    }
    return w != NULL;
}

/* Receives a frame. A peer that ended with unread data causes a single ECONNRESET before its last frames.
 * @return as recv(2) */
static ssize_t local_receive(uint32_t host, char *frame)
{
    ssize_t bytes = recv(table.socket[host], frame, FRAME_BYTES, 0);
    return bytes < 0 && errno == ECONNRESET ? recv(table.socket[host], frame, FRAME_BYTES, 0) : bytes;
}

/* Handles all received frames of a host. */
static int local_pull(uint32_t host, const emuq_connection_user_t *user)
{
    static char frame[FRAME_BYTES] __attribute__((aligned(EMUQ_FRAME_ALIGN)));
    for (int rc = 0; rc == 0;) {
        ssize_t bytes = local_receive(host, frame);
        if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
            return 0;
        if (bytes <= 0) {
            table.to[host].ended = true;
            return user->arrival(user->argument, host, NULL, 0);
        }
        if (table.counts != NULL) {
            emuq_connection_count(&table.counts[host].frames_in, 1);
            emuq_connection_count(&table.counts[host].bytes_in, (uint64_t)bytes);
        }
        rc = user->arrival(user->argument, host, frame, (size_t)bytes);
        if (rc != 0)
            return rc;
    }
    return 0;
}

/* Sends queued frames. @param fd set to the events to wait for */
static void local_prepare(struct pollfd *fd)
{
    for (uint32_t h = 0; h < table.hosts; h++) {
        fd[h] = (struct pollfd){table.to[h].ended ? -1 : table.socket[h], POLLIN, 0};
        if (fd[h].fd >= 0 && local_push(h))
            fd[h].events |= POLLOUT;
    }
}

/* @return 0, or the error of arrival() */
static int local_handle(const struct pollfd *fd, const emuq_connection_user_t *user)
{
    int rc = 0;
    for (uint32_t h = 0; h < table.hosts && rc == 0; h++)
        if (fd[h].fd >= 0 && (fd[h].revents & (POLLIN | POLLHUP)))
            rc = local_pull(h, user);
    return rc;
}

/* Polls until an event, or for @p ns. @return whether there was an event; *rc as local_handle() */
static bool local_spin(uint64_t ns, const emuq_connection_user_t *user, int *rc)
{
    struct pollfd fd[EMUQ_LOCAL_HOSTS];
    for (;;) {
        bool served = emuq_connection_serve(user, false);
        local_prepare(fd);
        bool has_frames = poll(fd, table.hosts, 0) > 0;
        uint64_t now = emuq_host_now_ns();
        if (has_frames || served) {
            bool is_wanted = emuq_engine_backoff_success(&table.backoff, now,
                                                         has_frames ? EMUQ_FOUND_FRAMES : EMUQ_FOUND_WORK);
            *rc = local_handle(fd, user);
            if (*rc == 0 && has_frames) /* the frame may be a request: reply now */
                (void)emuq_connection_serve(user, false);
            if (is_wanted)
                emuq_engine_backoff_yield(&table.backoff);
            return true;
        }
        emuq_backoff_step_t next = emuq_engine_backoff_step(&table.backoff, now, ns);
        if (next == EMUQ_STEP_SLEEP)
            return false;
        if (next == EMUQ_STEP_YIELD)
            emuq_engine_backoff_yield(&table.backoff);
    }
}

static int local_progress(void *context, uint64_t ns, const emuq_connection_user_t *user)
{
    struct pollfd fd[EMUQ_LOCAL_HOSTS];
    int rc = 0;
    (void)context;
    emuq_engine_backoff_begin(&table.backoff, emuq_host_now_ns());
    if (local_spin(ns, user, &rc))
        return rc;
    local_prepare(fd);
    if (emuq_connection_serve(user, true))
        ns = 0;
    const struct timespec limit = emuq_timespec(ns);
    int ready = ppoll(fd, table.hosts, &limit, user->mask);
    bool served = emuq_connection_serve(user, false); /* pending work may have ended the sleep */
    if (ready > 0 || served)
        (void)emuq_engine_backoff_success(&table.backoff, emuq_host_now_ns(), EMUQ_FOUND_AFTER_SLEEP);
    return ready > 0 ? local_handle(fd, user) : 0;
}

static void local_flush(void *context)
{
    uint32_t left = 1;
    (void)context;
    for (int ms = 0; ms < FLUSH_MS && left != 0; ms++) {
        left = 0;
        for (uint32_t h = 0; h < table.hosts; h++)
            left += table.socket[h] >= 0 && local_push(h);
        if (left != 0)
            nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

void emuq_local_connections(emuq_local_hosts_t *hosts, uint32_t host, emuq_connection_counts_t *counts,
                            emuq_connections_t *connections)
{
    table.counts = counts;
    table.hosts = hosts->hosts;
    table.socket = local_end_of(hosts, host, 0);
    emuq_engine_backoff_init(&table.backoff, EMUQ_BACKOFF_SPIN_NS);
    for (uint32_t h = 0; h < table.hosts; h++)
        table.to[h].end = &table.to[h].first;
    *connections = (emuq_connections_t){
        .send = local_send, .progress = local_progress, .flush = local_flush, .parent = -1};
}
