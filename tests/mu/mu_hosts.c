/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "mu_hosts.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_BYTES (1u << 17) /* of a frame */
#define FLUSH_MS   1000

uint32_t mu_hosts(void)
{
    const char *hosts = getenv("MU_HOSTS");
    uint32_t n = hosts != NULL ? (uint32_t)strtoul(hosts, NULL, 10) : 1;
    return n > MU_HOSTS_MAX ? MU_HOSTS_MAX : n;
}

/* ---- processes ---- */

void mu_hosts_close(const mu_host_t *host)
{
    for (uint32_t h = 0; h < host->placement.hosts; h++)
        if (host->lane[h] >= 0)
            close(host->lane[h]);
}

/* Sockets between all pairs; lane[a][b] is a's end. */
static void connect_all(uint32_t hosts, int lane[MU_HOSTS_MAX][MU_HOSTS_MAX])
{
    for (uint32_t a = 0; a < hosts; a++) {
        lane[a][a] = -1;
        for (uint32_t b = a + 1; b < hosts; b++) {
            int pair[2];
            if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0)
                abort();
            lane[a][b] = pair[0];
            lane[b][a] = pair[1];
        }
    }
}

static void close_but(uint32_t hosts, int lane[MU_HOSTS_MAX][MU_HOSTS_MAX], uint32_t kept)
{
    for (uint32_t a = 0; a < hosts; a++)
        for (uint32_t b = 0; b < hosts && a != kept; b++)
            if (a != b)
                close(lane[a][b]);
}

int mu_hosts_run(const emuq_job_t *job, uint32_t nodes, int (*host)(const emuq_job_t *, const mu_host_t *))
{
    uint32_t hosts = mu_hosts() < nodes ? mu_hosts() : nodes;
    int lane[MU_HOSTS_MAX][MU_HOSTS_MAX], worst = 0, state;
    pid_t pid[MU_HOSTS_MAX];
    connect_all(hosts, lane);
    fflush(NULL);
    for (uint32_t h = 0; h < hosts; h++)
        if ((pid[h] = fork()) == 0) {
            mu_host_t self = {.placement = {hosts, h, self.first}};
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            for (uint32_t i = 0; i <= hosts; i++)
                self.first[i] = i * nodes / hosts;
            memcpy(self.lane, lane[h], sizeof self.lane);
            close_but(hosts, lane, h);
            exit(host(job, &self));
        }
    close_but(hosts, lane, MU_HOSTS_MAX);
    for (uint32_t left = hosts; left > 0; left--) {
        wait(&state);
        int status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
        worst = worst == 0 ? status : worst;
    }
    return worst;
}

/* ---- lanes ---- */

/* A frame that a socket did not take. */
typedef struct waiting {
    struct waiting *next;
    size_t bytes;
    char frame[];
} waiting_t;

static struct {
    const mu_host_t *host;
    int bell; /* an eventfd: something waits to be sent */
    pthread_mutex_t lock;
    struct {
        waiting_t *first, **end; /* lock */
        bool ended;
    } to[MU_HOSTS_MAX];
} lanes = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int queue(uint32_t host, const struct iovec *part, int parts)
{
    size_t bytes = 0;
    for (int i = 0; i < parts; i++)
        bytes += part[i].iov_len;
    waiting_t *w = malloc(sizeof *w + bytes);
    if (w == NULL)
        return -ENOMEM;
    *w = (waiting_t){.bytes = bytes};
    for (size_t at = 0, i = 0; (int)i < parts; at += part[i++].iov_len)
        memcpy(w->frame + at, part[i].iov_base, part[i].iov_len);
    *lanes.to[host].end = w;
    lanes.to[host].end = &w->next;
    return 0;
}

static int lane_send(void *context, uint32_t host, const struct iovec *part, int parts)
{
    const struct msghdr message = {.msg_iov = (struct iovec *)(uintptr_t)part, .msg_iovlen = (size_t)parts};
    int rc = -EAGAIN;
    (void)context;
    pthread_mutex_lock(&lanes.lock);
    if (lanes.to[host].first == NULL)
        rc = sendmsg(lanes.host->lane[host], &message, MSG_NOSIGNAL) >= 0 ? 0 : -errno;
    if (rc == -EAGAIN || rc == -ENOBUFS) {
        rc = queue(host, part, parts);
        eventfd_write(lanes.bell, 1);
    }
    pthread_mutex_unlock(&lanes.lock);
    return rc;
}

/* Sends what waits, as far as the socket takes it. @return whether some is left */
static bool push(uint32_t host)
{
    pthread_mutex_lock(&lanes.lock);
    waiting_t *w;
    while ((w = lanes.to[host].first) != NULL) {
        if (send(lanes.host->lane[host], w->frame, w->bytes, MSG_NOSIGNAL) < 0 &&
            (errno == EAGAIN || errno == ENOBUFS))
            break;
        lanes.to[host].first = w->next;
        if (w->next == NULL)
            lanes.to[host].end = &lanes.to[host].first;
        free(w);
    }
    bool left = w != NULL;
    pthread_mutex_unlock(&lanes.lock);
    return left;
}

/* All frames that have come from a host. */
static int pull(uint32_t host, emuq_lane_arrival_t arrival, void *argument)
{
    static char frame[MOST_BYTES] __attribute__((aligned(EMUQ_FRAME_ALIGN)));
    for (int rc = 0; rc == 0;) {
        ssize_t bytes = recv(lanes.host->lane[host], frame, sizeof frame, 0);
        if (bytes < 0 && (errno == EAGAIN || errno == EINTR))
            return 0;
        if (bytes <= 0) {
            lanes.to[host].ended = true;
            return arrival(argument, host, NULL, 0);
        }
        rc = arrival(argument, host, frame, (size_t)bytes);
        if (rc != 0)
            return rc;
    }
    return 0;
}

static int lane_turn(void *context, uint64_t ns, emuq_lane_arrival_t arrival, void *argument)
{
    struct pollfd fd[MU_HOSTS_MAX + 1];
    uint32_t hosts = lanes.host->placement.hosts;
    int rc = 0;
    (void)context;
    for (uint32_t h = 0; h < hosts; h++)
        fd[h] = (struct pollfd){lanes.to[h].ended ? -1 : lanes.host->lane[h], POLLIN, 0};
    for (uint32_t h = 0; h < hosts; h++)
        if (fd[h].fd >= 0 && push(h))
            fd[h].events |= POLLOUT;
    fd[hosts] = (struct pollfd){lanes.bell, POLLIN, 0};
    poll(fd, hosts + 1, (int)(ns / 1000000));
    if (fd[hosts].revents != 0) {
        eventfd_t rung;
        eventfd_read(lanes.bell, &rung);
    }
    for (uint32_t h = 0; h < hosts && rc == 0; h++)
        if (fd[h].fd >= 0 && (fd[h].revents & (POLLIN | POLLHUP)))
            rc = pull(h, arrival, argument);
    return rc;
}

static void lane_flush(void *context)
{
    uint32_t left = 1;
    (void)context;
    for (int ms = 0; ms < FLUSH_MS && left != 0; ms++) {
        left = 0;
        for (uint32_t h = 0; h < lanes.host->placement.hosts; h++)
            left += lanes.host->lane[h] >= 0 && push(h);
        if (left != 0)
            nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
}

int mu_hosts_engine(emuq_partition_t *partition, const mu_host_t *host)
{
    const emuq_lanes_t table = {.send = lane_send, .turn = lane_turn, .flush = lane_flush};
    lanes.host = host;
    lanes.bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    for (uint32_t h = 0; h < MU_HOSTS_MAX; h++)
        lanes.to[h].end = &lanes.to[h].first;
    return emuq_host_engine(partition, &table);
}
