/* SPDX-License-Identifier: BSD-3-Clause */
/* Carriers of external wires (apenet 8.8): datagrams (EMUQ_APENET_LINK=udp), and messages between hosts. The
 * thread that processes a node sends its words. A thread of each Linux process receives: datagrams for the
 * nodes whose sockets the process has opened; messages in one process of the host, the reader.
 *
 * | word     | stored by                                      | order   | pairs with |
 * |----------|------------------------------------------------|---------|------------------------------------|
 * | endpoint | the process with the socket, or the reader     | release | acquire of a sender: the socket |
 * | opener   | the first process that opens a card of a node  | acq_rel | itself: one process opens sockets |
 * | reader   | a process without a running reader             | acq_rel | itself: one process reads |
 *
 * A sender without an endpoint keeps its words; the thread that stores the endpoint then marks the node. */
#define _GNU_SOURCE
#include "apenet/driver/links.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "backends/channel.h"
#include "apenet/net/network.h"
#include "backends/settings.h"
#include "base/memory.h"
#include "base/process.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/rank_exit.h"
#if EMUQ_HAVE_HOSTS
#include "transport/fabric.h"
#endif

#define CHANNEL      0u        /* of emuq_backend_remote_ops_t */
#define BATCH        16u       /* datagrams of one system call */
#define SOCKET_BYTES (1 << 20) /* buffer of a socket */
#define ADDRESS_TEXT 64u       /* as EMUQ_ADDRESS_TEXT */
#define BUSY_MS      1u
#define IDLE_MS      50u

/* A datagram, and a message of kind WORDS behind its head. */
typedef struct links_segment {
    uint32_t number; /* of the first word, modulo 2^32 */
    apenet_word_t word[APENET_SEGMENT_WORDS];
} links_segment_t;

_Static_assert(sizeof(links_segment_t) == 4 + 1408, "a datagram has no padding (apenet 8.8)");

/* A message between hosts; all hosts run the same build. */
typedef struct links_message {
    enum { LINKS_WORDS, LINKS_ENDPOINT, LINKS_DOWN } kind;
    uint32_t node, port; /* the receiving end; ENDPOINT: the end that has the socket; DOWN: node */
    uint32_t number;     /* WORDS: of the first word */
    uint64_t endpoint;   /* ENDPOINT; DOWN: set of ports whose links are down */
} links_message_t;

/* Guarded by `lock` while no thread runs; then constant, except `stops`. */
static struct {
    pthread_mutex_t lock;
    bool is_running;
    apenet_machine_t *machine;
    emuq_partition_t *partition;
    emuq_channel_t *channel; /* NULL: one host */
    int poll, out;           /* epoll of the sockets; socket that sends. -1: no datagrams */
    int *fd;                 /* [devices * APENET_PORTS] sockets of links plus one; 0: none */
    unsigned stops;          /* atomic */
} links = {.lock = PTHREAD_MUTEX_INITIALIZER, .poll = -1, .out = -1};

static uint32_t links_end(uint32_t node, unsigned port)
{
    return node * APENET_PORTS + port;
}

/* ---- sending ---- */

static bool links_send_datagram(const apenet_machine_t *m, uint32_t end, uint32_t number,
                                const apenet_word_t *word, uint32_t words)
{
    /* Acquire: pairs with links_publish(). */
    uint64_t endpoint = AO_load_acquire(&m->endpoint[end]);
    if (endpoint == 0)
        return false;
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_addr.s_addr = (in_addr_t)(endpoint >> 16),
                             .sin_port = (in_port_t)(endpoint & 0xffff)};
    struct iovec part[] = {{&number, sizeof number}, {(void *)(uintptr_t)word, words * sizeof *word}};
    struct msghdr message = {.msg_name = &to, .msg_namelen = sizeof to, .msg_iov = part, .msg_iovlen = 2};
    /* A datagram that the kernel does not take is lost; the link repairs that. */
    (void)sendmsg(links.out, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    return true;
}

static bool links_send_message(const apenet_machine_t *m, uint32_t node, unsigned port, uint32_t number,
                               const apenet_word_t *word, uint32_t words)
{
    links_message_t head = {.kind = LINKS_WORDS, .node = node, .port = port, .number = number};
    struct iovec part[] = {{&head, sizeof head}, {(void *)(uintptr_t)word, words * sizeof *word}};
    return emuq_backend->remote->channel_post(links.channel, m->host_of[node], part, 2) != -EAGAIN;
}

/* Hook `send` of the network. */
static bool links_send(void *machine, uint32_t node, unsigned port, uint64_t number,
                       const apenet_word_t *word, uint32_t words)
{
    const apenet_machine_t *m = machine;
    uint32_t next = apenet_network_next(m->network, node, port);
    unsigned opposite = apenet_port_opposite(port);
    return m->has_datagrams ? links_send_datagram(m, links_end(next, opposite), (uint32_t)number, word, words)
                            : links_send_message(m, next, opposite, (uint32_t)number, word, words);
}

/* ---- receiving ---- */

static void links_arrive(apenet_machine_t *m, uint32_t node, unsigned port, uint32_t number,
                         const apenet_word_t *word, uint64_t bytes)
{
    uint32_t words = (uint32_t)(bytes / sizeof *word);
    if (bytes % sizeof *word != 0 || words == 0 || words > APENET_SEGMENT_WORDS)
        AO_store(&m->device[node].bad_datagrams, AO_load(&m->device[node].bad_datagrams) + 1);
    else if (apenet_network_arrive(m->network, node, port, number, word, words) == -EAGAIN) {
        apenet_run_network(m);
        (void)apenet_network_arrive(m->network, node, port, number, word, words); /* else it is lost */
    }
}

/* Stores the endpoint of a socket, and marks the node that may wait for it. */
static void links_publish(apenet_machine_t *m, uint32_t node, unsigned port, uint64_t endpoint)
{
    AO_store_release(&m->endpoint[links_end(node, port)], endpoint);
    apenet_network_mark(m->network, apenet_network_next(m->network, node, port));
}

/* Takes the datagrams of a socket, a batch at most. */
static void links_receive(apenet_machine_t *m, const struct epoll_event *ready)
{
    static _Thread_local links_segment_t segment[BATCH];
    struct mmsghdr message[BATCH];
    struct iovec part[BATCH];
    uint32_t end = (uint32_t)ready->data.u64;
    memset(message, 0, sizeof message);
    for (unsigned i = 0; i < BATCH; i++) {
        part[i] = (struct iovec){&segment[i], sizeof segment[i]};
        message[i].msg_hdr.msg_iov = &part[i];
        message[i].msg_hdr.msg_iovlen = 1;
    }
    int n = recvmmsg((int)(ready->data.u64 >> 32), message, BATCH, MSG_DONTWAIT | MSG_TRUNC, NULL);
    for (int i = 0; i < n; i++) {
        uint64_t bytes = message[i].msg_len;
        links_arrive(m, end / APENET_PORTS, end % APENET_PORTS, segment[i].number, segment[i].word,
                     bytes < sizeof segment[i].number ? 0 : bytes - sizeof segment[i].number);
    }
}

static void links_take_message(apenet_machine_t *m, const emuq_channel_message_t *message)
{
    links_message_t head;
    if (message->bytes < sizeof head)
        return;
    memcpy(&head, message->data, sizeof head);
    if (head.node >= m->devices || head.port >= APENET_PORTS)
        return;
    if (head.kind == LINKS_ENDPOINT)
        links_publish(m, head.node, head.port, head.endpoint);
    else if (head.kind == LINKS_DOWN)
        apenet_network_set_down(m->network, head.node, (uint32_t)head.endpoint);
    else if (apenet_network_is_external(m->network, head.node, head.port))
        links_arrive(m, head.node, head.port, head.number,
                     (const apenet_word_t *)(message->data + sizeof head), message->bytes - sizeof head);
}

/* Whether this process reads the messages of the host. */
static bool links_is_reader(apenet_machine_t *m)
{
    uint32_t self = (uint32_t)getpid(), now = AO_int_load_acquire(&m->reader);
    if (now == self)
        return true;
    return (now == 0 || emuq_process_has_exited((pid_t)now)) &&
           AO_int_compare_and_swap_full(&m->reader, now, self);
}

static void links_read_channel(apenet_machine_t *m)
{
    emuq_channel_message_t *message;
    while ((message = emuq_backend->remote->channel_next(links.channel)) != NULL) {
        links_take_message(m, message);
        emuq_backend->remote->channel_done(links.channel, message);
    }
}

/* Reports links of a node that went down to all hosts. @return false: not to all hosts yet */
static bool links_report_down(const apenet_machine_t *m, uint32_t node, uint32_t down)
{
    links_message_t head = {.kind = LINKS_DOWN, .node = node, .endpoint = down};
    struct iovec part = {&head, sizeof head};
    bool is_sent = true;
    for (uint32_t host = 0; host < links.partition->placement.hosts; host++)
        if (host != m->host)
            is_sent &= emuq_backend->remote->channel_post(links.channel, host, &part, 1) != -EAGAIN;
    return is_sent;
}

/* A sender must know links that are down on the whole path of its packets. */
static void links_report_all_down(const apenet_machine_t *m)
{
    for (uint32_t node = 0; node < m->devices; node++) {
        uint32_t down = apenet_is_remote(m, node) ? 0 : apenet_network_down(m->network, node);
        if (down != m->reported[node] && links_report_down(m, node, down))
            m->reported[node] = (uint8_t)down;
    }
}

/* After a full window has space, all nodes of the host may send. */
static void links_mark_senders(apenet_machine_t *m)
{
    for (uint32_t i = 0; i < m->devices; i++)
        if (!apenet_is_remote(m, i))
            apenet_network_mark(m->network, i);
}

/* ---- the thread ---- */

static bool links_stops(void)
{
    return AO_int_load(&links.stops) != 0; /* relaxed: the thread is joined */
}

/* Work after arrivals or a timeout. @return the next timeout */
static unsigned links_step(apenet_machine_t *m)
{
    emuq_critical_begin();
    bool is_reader = links.channel != NULL && links_is_reader(m);
    if (is_reader)
        links_read_channel(m);
    apenet_run_network(m);
    if (is_reader)
        links_report_all_down(m);
    apenet_tick(&m->device[0]);
    emuq_critical_end();
    return emuq_flag_load(&m->waits) ? BUSY_MS : IDLE_MS; /* relaxed: a hint */
}

static void links_close_sockets(void)
{
    for (uint32_t end = 0; end < links.machine->devices * APENET_PORTS; end++)
        if (links.fd[end] != 0)
            close(links.fd[end] - 1);
    close(links.poll);
    close(links.out);
    free(links.fd);
}

static void *links_poll_main(void *nothing)
{
    struct epoll_event ready[BATCH];
    unsigned ms = BUSY_MS;
    prctl(PR_SET_NAME, "emuq-links");
    while (!links_stops()) {
        int n = epoll_wait(links.poll, ready, BATCH, (int)ms);
        emuq_critical_begin();
        for (int i = 0; i < n; i++)
            links_receive(links.machine, &ready[i]);
        emuq_critical_end();
        ms = links_step(links.machine);
    }
    links_close_sockets();
    return nothing;
}

static void *links_channel_main(void *nothing)
{
    unsigned ms = BUSY_MS;
    uint64_t credits = 0;
    prctl(PR_SET_NAME, "emuq-links");
    while (!links_stops()) {
        emuq_ticket_t ticket = emuq_event_prepare(&links.channel->event);
        uint64_t arrivals = AO_load_acquire(&links.channel->arrivals);
        ms = links_step(links.machine);
        /* Acquire: pairs with the host engine that has freed the window. */
        uint64_t now = AO_load_acquire(&links.channel->credits);
        if (now != credits) {
            credits = now;
            links_mark_senders(links.machine);
        } else if (arrivals == AO_load_acquire(&links.channel->arrivals) && !links_stops()) {
            (void)emuq_backend->remote->channel_wait(links.channel, ticket, ms * UINT64_C(1000000));
        }
    }
    return nothing;
}

static void links_stop(void)
{
    AO_int_store(&links.stops, 1);
    if (links.channel != NULL)
        emuq_event_notify(&links.channel->event, EMUQ_EVENT_ALL);
    emuq_host_mutex_lock(&links.lock);
    links.is_running = false;
    emuq_host_mutex_unlock(&links.lock);
}

/* ---- opening; the caller holds links.lock ---- */

static int links_failed(const apenet_device_t *d, const char *what, int error)
{
    emuq_log("APEnet+ card (%u,%u,%u): cannot %s: %s", d->address.x, d->address.y, d->address.z, what,
             strerror(error));
    return -error;
}

/* Address of the sockets of this host. */
static int links_address(struct in_addr *address)
{
    char text[ADDRESS_TEXT] = "127.0.0.1";
#if EMUQ_HAVE_HOSTS
    if (links.channel != NULL && emuq_interface_address(NULL, text) != 0)
        return -ENODEV;
#endif
    if (inet_pton(AF_INET, text, address) == 1)
        return 0;
    emuq_log("EMUQ_APENET_LINK=udp: datagrams need an IPv4 address of this host, not %s; set EMUQ_INTERFACE",
             text);
    return -EAFNOSUPPORT;
}

/* Sends the endpoint of a link to the host of the neighbour. */
static int links_announce(const apenet_machine_t *m, uint32_t node, unsigned port, uint64_t endpoint)
{
    links_message_t head = {.kind = LINKS_ENDPOINT, .node = node, .port = port, .endpoint = endpoint};
    struct iovec part = {&head, sizeof head};
    uint32_t host = m->host_of[apenet_network_next(m->network, node, port)];
    int rc;
    while ((rc = emuq_backend->remote->channel_post(links.channel, host, &part, 1)) == -EAGAIN) {
        emuq_ticket_t ticket = emuq_event_prepare(&links.channel->event);
        (void)emuq_backend->remote->channel_wait(links.channel, ticket, IDLE_MS * UINT64_C(1000000));
    }
    return rc;
}

static int links_open_socket(apenet_machine_t *m, uint32_t node, unsigned port, struct in_addr address)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = address};
    socklen_t bytes = sizeof at;
    const int space = SOCKET_BYTES;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = (uint64_t)fd << 32 | links_end(node, port)};
    if (fd < 0)
        return -errno;
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &space, sizeof space); /* else the default */
    if (bind(fd, (const struct sockaddr *)&at, sizeof at) != 0 ||
        getsockname(fd, (struct sockaddr *)&at, &bytes) != 0 ||
        epoll_ctl(links.poll, EPOLL_CTL_ADD, fd, &event) != 0) {
        int rc = -errno;
        close(fd);
        return rc;
    }
    links.fd[links_end(node, port)] = fd + 1;
    uint64_t endpoint = (uint64_t)at.sin_addr.s_addr << 16 | at.sin_port;
    uint32_t next = apenet_network_next(m->network, node, port);
    links_publish(m, node, port, endpoint);
    return apenet_is_remote(m, next) ? links_announce(m, node, port, endpoint) : 0;
}

static int links_open_node(apenet_machine_t *m, uint32_t node)
{
    struct in_addr address;
    uint32_t self = (uint32_t)getpid();
    if (!AO_int_compare_and_swap_full(&m->opener[node], 0, self))
        return 0;
    int rc = links_address(&address);
    for (unsigned port = 0; port < APENET_PORTS && rc == 0; port++)
        if (apenet_network_is_external(m->network, node, port))
            rc = links_open_socket(m, node, port, address);
    return rc == 0 || rc == -ENODEV || rc == -EAFNOSUPPORT
               ? rc
               : links_failed(&m->device[node], "open the sockets of its links", -rc);
}

static int links_open_process(apenet_machine_t *m)
{
    links.machine = m;
    links.partition = emuq_process_self()->node->partition;
    links.channel = NULL;
    AO_int_store(&links.stops, 0);
    int rc = 0;
    if (m->host_of != NULL)
        rc = emuq_backend->remote->channel_open(links.partition->machine, CHANNEL, &links.channel);
    if (rc == 0 && m->has_datagrams) {
        links.poll = epoll_create1(EPOLL_CLOEXEC);
        links.out = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        rc = links.poll < 0 || links.out < 0 ? -errno : 0;
        links.fd = emuq_calloc(m->devices * APENET_PORTS, sizeof *links.fd);
        rc = rc == 0 && links.fd == NULL ? -ENOMEM : rc;
        emuq_keep_sockets = true;
    }
    emuq_pointer_store(&apenet_send_hook, links_send);
    if (rc == 0)
        rc = emuq_component_thread(m->has_datagrams ? links_poll_main : links_channel_main, NULL, links_stop);
    links.is_running = rc == 0;
    return rc == 0 ? 0 : links_failed(&m->device[0], "start the thread of its links", -rc);
}

int apenet_links_open(apenet_card_t *card)
{
    apenet_machine_t *m = card->host->device->machine;
    int rc = 0;
    if (!m->has_datagrams && m->host_of == NULL)
        return 0;
    emuq_host_mutex_lock(&links.lock);
    if (!links.is_running)
        rc = links_open_process(m);
    if (rc == 0 && m->has_datagrams)
        rc = links_open_node(m, card->host->device->number);
    emuq_host_mutex_unlock(&links.lock);
    return rc;
}
