/* SPDX-License-Identifier: BSD-3-Clause */
/* stranger PROVIDER PORT cut|untagged|hold|flood|raw: a libfabric client without the key of the job that
 * attacks the host engine at 127.0.0.1:PORT; see attack_*(). Prints "ready" when the attack is prepared, and
 * ends when its standard input ends. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_tagged.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    ENDPOINTS = 20,    /* more than the receives that an engine posts */
    MESSAGE = 60000,   /* longer than messages without a rendezvous */
    PASSED = 30000,    /* bytes of a connection that the proxy forwards */
    LONG = 200000,     /* of a held message */
    HELD = 40,         /* messages */
    WHOLE = 8000,      /* bytes of a message that is sent as a whole */
    FLOODED = 10000,   /* messages of a flood */
    POSITION_MS = 2000 /* maximum time to prepare an attack */
};

typedef struct endpoint {
    struct fid_ep *ep;
    struct fid_cq *cq;
    fi_addr_t target;
} endpoint_t;

/* A forwarded connection. */
typedef struct link {
    int client, server;
    size_t passed; /* bytes from the client */
} link_t;

static struct {
    int listener;
    struct sockaddr_in target;
    link_t link[ENDPOINTS];
    int links;
} proxy;

static char payload[LONG];
static endpoint_t endpoint[ENDPOINTS];

static void need(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "stranger: %s\n", what);
    exit(77);
}

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool has_ended(void)
{
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    char byte;
    return poll(&input, 1, 0) > 0 && read(STDIN_FILENO, &byte, 1) <= 0;
}

/* ---- the proxy, which cuts connections in the middle of a message ---- */

static bool forward(int from, int to, size_t *passed)
{
    char bytes[4096];
    ssize_t n = recv(from, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n <= 0)
        return n < 0;
    *passed += (size_t)n;
    return send(to, bytes, (size_t)n, MSG_NOSIGNAL) == n;
}

static void *proxy_run(void *nothing)
{
    size_t ignored = 0;
    for (;;) {
        struct pollfd fd[1 + 2 * ENDPOINTS] = {{proxy.listener, POLLIN, 0}};
        int links = proxy.links;
        for (int i = 0; i < links; i++) {
            fd[1 + 2 * i] =
                (struct pollfd){proxy.link[i].passed < PASSED ? proxy.link[i].client : -1, POLLIN, 0};
            fd[2 + 2 * i] = (struct pollfd){proxy.link[i].server, POLLIN, 0};
        }
        if (poll(fd, 1 + 2 * (nfds_t)links, -1) <= 0)
            continue;
        for (int i = 0; i < links; i++) {
            link_t *l = &proxy.link[i];
            if (fd[1 + 2 * i].revents != 0 && !forward(l->client, l->server, &l->passed))
                l->client = -1;
            if (fd[2 + 2 * i].revents != 0 && !forward(l->server, l->client, &ignored))
                l->server = -1;
        }
        if (fd[0].revents != 0 && links < ENDPOINTS) {
            link_t l = {accept(proxy.listener, NULL, NULL), socket(AF_INET, SOCK_STREAM, 0), 0};
            if (connect(l.server, (struct sockaddr *)&proxy.target, sizeof proxy.target) == 0)
                proxy.link[__atomic_fetch_add(&proxy.links, 1, __ATOMIC_RELEASE)] = l;
        }
    }
    return nothing;
}

/* @return the address for the endpoints of the stranger */
static struct sockaddr_in proxy_open(struct sockaddr_in target)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t bytes = sizeof a;
    pthread_t thread;
    proxy.target = target;
    proxy.listener = socket(AF_INET, SOCK_STREAM, 0);
    need(bind(proxy.listener, (struct sockaddr *)&a, sizeof a) == 0 &&
             listen(proxy.listener, ENDPOINTS) == 0 &&
             getsockname(proxy.listener, (struct sockaddr *)&a, &bytes) == 0 &&
             pthread_create(&thread, NULL, proxy_run, NULL) == 0,
         "no proxy");
    return a;
}

/* ---- endpoints ---- */

static void endpoint_open(endpoint_t *e, const struct fi_info *info, const struct sockaddr_in *target)
{
    struct fid_fabric *fabric;
    struct fid_domain *domain;
    struct fid_av *av;
    struct fi_av_attr av_attr = {.type = FI_AV_TABLE};
    struct fi_cq_attr cq_attr = {.size = 256, .format = FI_CQ_FORMAT_MSG, .wait_obj = FI_WAIT_NONE};
    struct fi_info *own = fi_dupinfo(info);
    need(fi_fabric(own->fabric_attr, &fabric, NULL) == 0 && fi_domain(fabric, own, &domain, NULL) == 0 &&
             fi_av_open(domain, &av_attr, &av, NULL) == 0 &&
             fi_cq_open(domain, &cq_attr, &e->cq, NULL) == 0 && fi_endpoint(domain, own, &e->ep, NULL) == 0 &&
             fi_ep_bind(e->ep, &av->fid, 0) == 0 &&
             fi_ep_bind(e->ep, &e->cq->fid, FI_TRANSMIT | FI_RECV) == 0 && fi_enable(e->ep) == 0 &&
             fi_av_insert(av, target, 1, &e->target, 0, NULL) == 1,
         "no endpoint");
}

static struct fi_info *provider_info(const char *provider)
{
    struct fi_info *hints = fi_allocinfo(), *info;
    hints->caps = FI_TAGGED | FI_MSG;
    hints->mode = FI_CONTEXT | FI_CONTEXT2;
    hints->ep_attr->type = FI_EP_RDM;
    hints->fabric_attr->prov_name = strdup(provider);
    need(fi_getinfo(FI_VERSION(1, 17), "127.0.0.1", NULL, FI_SOURCE, hints, &info) == 0, "no provider");
    return info;
}

static void progress(endpoint_t *e)
{
    struct fi_cq_msg_entry entry[8];
    struct fi_cq_err_entry error = {0};
    if (fi_cq_read(e->cq, entry, 8) == -FI_EAVAIL)
        (void)fi_cq_readerr(e->cq, &error, 0);
}

/* @return whether the endpoint has accepted a message */
static bool post(endpoint_t *e, size_t bytes, bool is_tagged)
{
    struct fi_context2 *context = calloc(1, sizeof *context); /* never freed: the end of its use is unknown */
    ssize_t rc = is_tagged ? fi_tsend(e->ep, payload, bytes, NULL, e->target, 0, context)
                           : fi_send(e->ep, payload, bytes, NULL, e->target, context);
    if (rc != 0)
        free(context);
    return rc == 0;
}

/* ---- attacks ---- */

static bool is_cut(void)
{
    int links = __atomic_load_n(&proxy.links, __ATOMIC_ACQUIRE), cut = 0;
    for (int i = 0; i < links; i++)
        cut += proxy.link[i].passed >= PASSED;
    return cut == ENDPOINTS;
}

/* Starts a message from each of many endpoints, and sends half of each. */
static void attack_cut(const struct fi_info *info, struct sockaddr_in target, bool is_tagged)
{
    bool is_posted[ENDPOINTS] = {false};
    struct sockaddr_in at = proxy_open(target);
    for (int i = 0; i < ENDPOINTS; i++)
        endpoint_open(&endpoint[i], info, &at);
    for (int64_t end = now_ms() + POSITION_MS; !is_cut() && now_ms() < end;)
        for (int i = 0; i < ENDPOINTS; i++) {
            if (!is_posted[i])
                is_posted[i] = post(&endpoint[i], MESSAGE, is_tagged);
            progress(&endpoint[i]);
        }
}

/* Posts long messages from one endpoint, and makes no progress: their data are never sent. */
static void attack_hold(const struct fi_info *info, struct sockaddr_in target)
{
    int posted = 0;
    endpoint_open(&endpoint[0], info, &target);
    for (int64_t end = now_ms() + POSITION_MS; posted < HELD && now_ms() < end;) {
        if (post(&endpoint[0], LONG, posted % 2 == 0))
            posted++;
        else
            progress(&endpoint[0]);
    }
}

/* Sends whole messages, half of them without a tag. */
static void attack_flood(const struct fi_info *info, struct sockaddr_in target)
{
    endpoint_open(&endpoint[0], info, &target);
    int64_t end = now_ms() + POSITION_MS;
    for (int posted = 0; posted < FLOODED && now_ms() < end && !has_ended();) {
        if (post(&endpoint[0], WHOLE, posted % 2 == 0))
            posted++;
        progress(&endpoint[0]);
    }
}

/* Opens connections and sends arbitrary bytes. */
static void attack_raw(struct sockaddr_in target)
{
    for (int i = 0; i < 64; i++) {
        int fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(fd, (struct sockaddr *)&target, sizeof target) == 0)
            (void)!send(fd, payload + i * 100, (size_t)i * 100, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

int main(int argc, char **argv)
{
    need(argc == 4, "usage: stranger PROVIDER PORT cut|untagged|hold|flood|raw");
    struct sockaddr_in target = {.sin_family = AF_INET,
                                 .sin_port = htons((uint16_t)atoi(argv[2])),
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const char *kind = argv[3];
    for (size_t i = 0; i < sizeof payload; i++)
        payload[i] = (char)(i * 2654435761u >> 13);
    setenv("FI_OFI_RXM_BUFFER_SIZE", "16512", 0); /* as engines do */
    struct fi_info *info = provider_info(argv[1]);
    if (strcmp(kind, "cut") == 0 || strcmp(kind, "untagged") == 0)
        attack_cut(info, target, kind[0] == 'c');
    else if (strcmp(kind, "hold") == 0)
        attack_hold(info, target);
    else if (strcmp(kind, "flood") == 0)
        attack_flood(info, target);
    else if (strcmp(kind, "raw") == 0)
        attack_raw(target);
    printf("ready\n");
    fflush(stdout);
    while (!has_ended())
        usleep(10000);
    _exit(0);
}
