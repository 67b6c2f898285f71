/* SPDX-License-Identifier: BSD-3-Clause */
/* What the network between hosts does without a Message Unit: TCP, and messages of libfabric, both spinning.
 * The ranks of a pair connect once, over the loopback interface: hosts are pretended. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tools/emuq-perf/batches.h"
#include "tools/emuq-perf/fabric.h"
#include "tools/emuq-perf/message.h"

#define ANSWER 1 /* byte */

/* Of the calling rank: one pair of ranks at a time uses it. */
static struct {
    int socket; /* 0: not connected */
} tcp;

/* ---- TCP ---- */

/* The port is published in the pair; release and acquire pair with each other. */
static int listen_and_accept(perf_pair_t *pair)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), fd = -1;
    if (listener >= 0 && bind(listener, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(listener, 1) == 0 && getsockname(listener, (struct sockaddr *)&address, &length) == 0) {
        __atomic_store_n(&pair->port, ntohs(address.sin_port), __ATOMIC_RELEASE);
        fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    } else {
        __atomic_store_n(&pair->port, PERF_NO_PORT, __ATOMIC_RELEASE);
    }
    if (listener >= 0)
        close(listener);
    return fd;
}

static int connect_to(const perf_rank_t *r, perf_pair_t *pair)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    uint64_t turns = 0;
    uint32_t port;
    while ((port = __atomic_load_n(&pair->port, __ATOMIC_ACQUIRE)) == 0)
        perf_relax(&turns, r->patience);
    if (port == PERF_NO_PORT)
        return -1;
    address.sin_port = htons((uint16_t)port);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        fd = -1;
    }
    __atomic_store_n(&pair->port, 0, __ATOMIC_RELAXED);
    return fd;
}

void perf_tcp_prepare(perf_rank_t *r, size_t size)
{
    const int yes = 1;
    (void)size;
    if (r->role == PERF_BYSTANDER || tcp.socket > 0)
        return;
    tcp.socket = r->role == PERF_FIRST ? listen_and_accept(perf_mine(r)) : connect_to(r, perf_mine(r));
    if (tcp.socket <= 0) {
        fprintf(stderr, "emuq-perf: cannot connect two ranks over TCP: %s\n", strerror(errno));
        exit(EXIT_FAILURE);
    }
    setsockopt(tcp.socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

static void tcp_give(const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = send(tcp.socket, bytes, size, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR) {
            perror("emuq-perf: a connection between two ranks");
            exit(EXIT_FAILURE);
        }
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
}

static void tcp_take(const perf_rank_t *r, char *bytes, size_t size)
{
    uint64_t turns = 0;
    while (size > 0) {
        ssize_t n = recv(tcp.socket, bytes, size, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
            perror("emuq-perf: a connection between two ranks");
            exit(EXIT_FAILURE);
        }
        if (n < 0) {
            perf_relax(&turns, r->patience);
            continue;
        }
        bytes += n;
        size -= (size_t)n;
    }
}

double perf_tcp_hop(perf_rank_t *r, size_t size, uint64_t rounds)
{
    if (r->role == PERF_BYSTANDER)
        return 0;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST)
            tcp_give(r->source, size);
        tcp_take(r, r->landing, size);
        if (r->role == PERF_SECOND)
            tcp_give(r->source, size);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

/* ---- libfabric ---- */

void perf_fabric_prepare(perf_rank_t *r, size_t size)
{
    (void)size;
    if (r->role != PERF_BYSTANDER && perf_fabric_open(r) != 0)
        exit(EXIT_FAILURE);
}

double perf_fabric_hop(perf_rank_t *r, size_t size, uint64_t rounds)
{
    if (r->role == PERF_BYSTANDER)
        return 0;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST)
            perf_fabric_send(r, size);
        perf_fabric_receive(r);
        if (r->role == PERF_SECOND)
            perf_fabric_send(r, size);
    }
    perf_fabric_flush(r);
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

double perf_fabric_stream(perf_rank_t *r, size_t size, uint64_t rounds)
{
    double begin = perf_now();
    if (r->role == PERF_FIRST) {
        for (uint64_t i = 0; i < rounds; i++)
            perf_fabric_send(r, size);
        perf_fabric_flush(r);
        perf_fabric_receive(r);
    } else if (r->role == PERF_SECOND) {
        for (uint64_t i = 0; i < rounds; i++)
            perf_fabric_receive(r);
        perf_fabric_send(r, ANSWER);
        perf_fabric_flush(r);
    }
    return (perf_now() - begin) / (double)rounds;
}
