/* SPDX-License-Identifier: BSD-3-Clause */
/* Limits of the network between hosts without a Message Unit: TCP and libfabric, with spinning waits. Hosts
 * are simulated, so the two ranks of a pair connect once over the loopback interface. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tools/emuq-perf/rank.h"
#ifdef EMUQ_PERF_FABRIC
#include "backends/settings.h"
#include "transport/fabric_private.h"
#endif

/* Socket of the calling rank, which belongs to one pair at a time. 0: not connected. */
static int network_socket;

/* ---- TCP ---- */

/* Connects the ranks of a pair: the first rank publishes its port. @return a connected socket, or negative */
static int network_connect(const perf_rank_t *r, perf_pair_t *pair)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr *any = (struct sockaddr *)&address;
    socklen_t length = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), connected = -1;
    if (r->role == PERF_FIRST) {
        bool listens =
            fd >= 0 && bind(fd, any, length) == 0 && listen(fd, 1) == 0 && getsockname(fd, any, &length) == 0;
        /* Release: pairs with the acquire of the second rank. */
        AO_int_store_release(&pair->port, listens ? ntohs(address.sin_port) : PERF_NO_PORT);
        connected = listens ? accept4(fd, NULL, NULL, SOCK_CLOEXEC) : -1;
    } else {
        uint64_t spins = 0;
        uint32_t port;
        while ((port = AO_int_load_acquire(&pair->port)) == 0)
            perf_relax(&spins, r->spin_limit);
        address.sin_port = htons((uint16_t)port);
        if (port != PERF_NO_PORT) {
            connected = fd >= 0 && connect(fd, any, length) == 0 ? fd : -1;
            AO_int_store(&pair->port, 0);
        }
    }
    if (fd >= 0 && connected != fd)
        close(fd);
    return connected;
}

void perf_tcp_prepare(perf_rank_t *r, size_t size)
{
    const int yes = 1;
    (void)size;
    if (r->role == PERF_BYSTANDER || network_socket > 0)
        return;
    network_socket = network_connect(r, perf_pair(r));
    if (network_socket <= 0) {
        fprintf(stderr, "emuq-perf: cannot connect two ranks over TCP: %s\n", strerror(errno));
        exit(EXIT_FAILURE);
    }
    setsockopt(network_socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

static void network_tcp_send(const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = send(network_socket, bytes, size, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR) {
            perror("emuq-perf: a connection between two ranks");
            exit(EXIT_FAILURE);
        }
        bytes += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
}

static void network_tcp_receive(const perf_rank_t *r, char *bytes, size_t size)
{
    uint64_t spins = 0;
    while (size > 0) {
        ssize_t n = recv(network_socket, bytes, size, MSG_DONTWAIT);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
            perror("emuq-perf: a connection between two ranks");
            exit(EXIT_FAILURE);
        }
        if (n < 0) {
            perf_relax(&spins, r->spin_limit);
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
            network_tcp_send(r->source, size);
        network_tcp_receive(r, r->target, size);
        if (r->role == PERF_SECOND)
            network_tcp_send(r->source, size);
    }
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

/* ---- libfabric ---- */

#ifdef EMUQ_PERF_FABRIC

#define REPLY_BYTES 1
#define WINDOW      16 /* posted receives, and maximum sends in flight */

/* State of the calling rank. */
static struct {
    emuq_endpoint_t endpoint;
    fi_addr_t partner;
    bool is_open;
    emuq_registered_t source, target;
    char *memory; /* [WINDOW][bytes] receive buffers */
    size_t bytes;
    struct fi_context2 sends[WINDOW], receives[WINDOW];
    uint32_t free_send[WINDOW], free_sends, posted;
    uint32_t arrived; /* received messages that are not yet consumed */
} net;

static void __attribute__((noreturn)) fabric_fail(const char *what, int error)
{
    fprintf(stderr, "emuq-perf: libfabric between two ranks: %s: %s\n", what, emuq_endpoint_strerror(error));
    exit(EXIT_FAILURE);
}

/* Processes a completion, if there is one. */
static void fabric_progress(void)
{
    struct fi_cq_msg_entry entry;
    ssize_t n = fi_cq_read(net.endpoint.cq, &entry, 1);
    if (n == -FI_EAGAIN)
        return;
    if (n != 1)
        fabric_fail("a message", n < 0 ? (int)-n : FI_EOTHER);
    struct fi_context2 *context = entry.op_context;
    if (context >= net.sends && context < net.sends + WINDOW)
        net.free_send[net.free_sends++] = (uint32_t)(context - net.sends);
    else
        net.arrived++;
}

static void fabric_post(void)
{
    uint32_t slot = net.posted++ % WINDOW;
    ssize_t rc;
    while ((rc = fi_recv(net.endpoint.ep, net.memory + slot * net.bytes, net.bytes, net.target.descriptor,
                         FI_ADDR_UNSPEC, &net.receives[slot])) == -FI_EAGAIN)
        fabric_progress();
    if (rc != 0)
        fabric_fail("a receive", (int)-rc);
}

/* Exchanges endpoint addresses through the pair, with release and acquire of the lengths. */
static int fabric_exchange(perf_rank_t *r)
{
    perf_pair_t *pair = perf_pair(r);
    perf_fabric_name_t *local = &pair->name[r->role], *remote = &pair->name[1 - r->role];
    uint64_t spins = 0;
    if (net.endpoint.address_bytes > sizeof local->bytes)
        return -1;
    memcpy(local->bytes, net.endpoint.address, net.endpoint.address_bytes);
    /* Release: pairs with the acquire below, executed by the remote rank. */
    AO_store_release(&local->length, net.endpoint.address_bytes);
    while (AO_load_acquire(&remote->length) == 0)
        perf_relax(&spins, r->spin_limit);
    if (fi_av_insert(net.endpoint.av, remote->bytes, 1, &net.partner, 0, NULL) != 1)
        return -1;
    AO_store(&remote->length, 0);
    return 0;
}

void perf_fabric_prepare(perf_rank_t *r, size_t size)
{
    (void)size;
    if (r->role == PERF_BYSTANDER || net.is_open)
        return;
    net.bytes = r->shared->block_bytes;
    if (emuq_endpoint_open(&net.endpoint, emuq_setting_text(EMUQ_SETTING_FABRIC), "127.0.0.1") != 0)
        exit(EXIT_FAILURE);
    net.memory = malloc(WINDOW * net.bytes);
    if (net.memory == NULL ||
        emuq_endpoint_register(&net.endpoint, net.memory, WINDOW * net.bytes, &net.target) != 0 ||
        emuq_endpoint_register(&net.endpoint, r->source, net.bytes, &net.source) != 0 ||
        fabric_exchange(r) != 0) {
        fputs("emuq-perf: cannot connect two ranks by libfabric\n", stderr);
        exit(EXIT_FAILURE);
    }
    for (uint32_t i = 0; i < WINDOW; i++) {
        net.free_send[net.free_sends++] = i;
        fabric_post();
    }
    net.is_open = true;
}

static void fabric_send(perf_rank_t *r, size_t size)
{
    while (net.free_sends == 0)
        fabric_progress();
    uint32_t slot = net.free_send[--net.free_sends];
    ssize_t rc;
    while ((rc = fi_send(net.endpoint.ep, r->source, size, net.source.descriptor, net.partner,
                         &net.sends[slot])) == -FI_EAGAIN)
        fabric_progress();
    if (rc != 0)
        fabric_fail("a send", (int)-rc);
}

static void fabric_flush(perf_rank_t *r)
{
    uint64_t spins = 0;
    while (net.free_sends < WINDOW) {
        fabric_progress();
        perf_relax(&spins, r->spin_limit);
    }
}

static void fabric_receive(perf_rank_t *r)
{
    uint64_t spins = 0;
    while (net.arrived == 0) {
        fabric_progress();
        if (net.arrived == 0)
            perf_relax(&spins, r->spin_limit);
    }
    net.arrived--;
    fabric_post();
}

double perf_fabric_hop(perf_rank_t *r, size_t size, uint64_t rounds)
{
    if (r->role == PERF_BYSTANDER)
        return 0;
    double begin = perf_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (r->role == PERF_FIRST)
            fabric_send(r, size);
        fabric_receive(r);
        if (r->role == PERF_SECOND)
            fabric_send(r, size);
    }
    fabric_flush(r);
    return (perf_now() - begin) / (2.0 * (double)rounds);
}

double perf_fabric_stream(perf_rank_t *r, size_t size, uint64_t rounds)
{
    double begin = perf_now();
    if (r->role == PERF_FIRST) {
        for (uint64_t i = 0; i < rounds; i++)
            fabric_send(r, size);
        fabric_flush(r);
        fabric_receive(r);
    } else if (r->role == PERF_SECOND) {
        for (uint64_t i = 0; i < rounds; i++)
            fabric_receive(r);
        fabric_send(r, REPLY_BYTES);
        fabric_flush(r);
    }
    return (perf_now() - begin) / (double)rounds;
}

#else

void perf_fabric_prepare(perf_rank_t *r, size_t size)
{
    (void)r, (void)size;
    fputs("emuq-perf: this build has no libfabric; install libfabric-dev and build again\n", stderr);
    exit(EXIT_FAILURE);
}

double perf_fabric_hop(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)r, (void)size, (void)rounds;
    return 0;
}

double perf_fabric_stream(perf_rank_t *r, size_t size, uint64_t rounds)
{
    (void)r, (void)size, (void)rounds;
    return 0;
}

#endif /* EMUQ_PERF_FABRIC */
