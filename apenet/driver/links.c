/* SPDX-License-Identifier: BSD-3-Clause */
/* Carriers of external wires (apenet 8.8): datagrams (EMUQ_APENET_LINK=udp), and messages between hosts. The
 * thread that processes a node sends its words. A thread of each Linux process receives datagrams for the
 * nodes whose sockets the process has opened. Messages are read by one thread of the host at a time, the
 * reader: a thread that waits for events, or the thread of a process none of whose threads polls.
 *
 * | word     | stored by                                      | order   | pairs with |
 * |----------|------------------------------------------------|---------|------------------------------------|
 * | endpoint | the process with the socket, or the reader     | release | acquire of a sender: the socket |
 * | opener   | the first process that opens a card of a node  | acq_rel | itself: one process opens sockets |
 * | reader   | a thread that reads messages                   | claim   | sync/claim.h, with owners |
 * | unread   | the reader                                     | claim   | the next reader |
 *
 * A sender without an endpoint keeps its words; the thread that stores the endpoint then marks the node. The
 * network does not repeat words on a reliable carrier, so none of their messages is lost for want of space.
 */
#define _GNU_SOURCE
#include "apenet/driver/links.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
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
#define PAUSE_ROUNDS 1000u
#define QUIET        4u /* rounds of BUSY_MS without polls, until the thread of the process reads messages */

_Static_assert(APENET_DATAGRAM_BYTES == 4 + 1408, "apenet 8.8");

/* Guarded by `lock` while no thread runs; then constant, except `stops`, `retries` and `fd`. */
static struct {
    pthread_mutex_t lock;
    bool is_running;
    apenet_machine_t *machine;
    emuq_partition_t *partition;
    emuq_channel_t *channel; /* NULL: one host */
    int poll, out;           /* epoll of the sockets; socket that sends. -1: no datagrams */
    int *fd;                 /* [devices * APENET_PORTS] sockets of links plus one; 0: none */
    uint64_t next_check;     /* of the reader's process; atomic, a relaxed hint */
    unsigned stops;          /* atomic */
    unsigned retries;        /* atomic: no memory for a message, its node keeps the words */
    /* Atomic, relaxed hints. */
    uint64_t arrivals, credits; /* of the channel, as last seen by a thread of this process */
    uint64_t polls;             /* of threads that wait for events */
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
    apenet_links_message_t head = {.kind = APENET_LINKS_WORDS, .node = node, .port = port, .number = number};
    struct iovec part[] = {{&head, sizeof head}, {(void *)(uintptr_t)word, words * sizeof *word}};
    int rc = emuq_backend->remote->channel_post(links.channel, m->host_of[node], part, 2);
    if (rc == -ENOMEM)
        AO_int_store(&links.retries, true); /* relaxed: links_step() of this process polls it */
    return rc != -EAGAIN && rc != -ENOMEM;
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

static bool links_stops(void)
{
    return AO_int_load(&links.stops) != 0; /* relaxed: the thread is joined */
}

/* Counts a malformed datagram. */
static int links_arrive(apenet_machine_t *m, uint32_t node, unsigned port, const void *datagram,
                        uint64_t bytes)
{
    int rc = apenet_network_arrive_datagram(m->network, node, port, datagram, bytes);
    if (rc == -EBADMSG)
        apenet_count(&m->device[node].bad_datagrams, 1);
    return rc;
}

/* Stores the endpoint of a socket, and marks the node that may wait for it, if it is a node of this host. */
static void links_publish(apenet_machine_t *m, uint32_t node, unsigned port, uint64_t endpoint)
{
    AO_store_release(&m->endpoint[links_end(node, port)], endpoint);
    uint32_t next = apenet_network_next(m->network, node, port);
    if (!apenet_is_remote(m, next))
        apenet_network_mark(m->network, next);
}

/* Takes the datagrams of a socket, a batch at most. Datagrams for which the node has no space stay in the
 * socket. @return whether there was space */
static bool links_receive(apenet_machine_t *m, const struct epoll_event *ready)
{
    static uint32_t datagram[BATCH][APENET_DATAGRAM_BYTES / sizeof(uint32_t)]; /* one thread receives */
    struct mmsghdr message[BATCH];
    struct iovec part[BATCH];
    uint32_t end = (uint32_t)ready->data.u64, node = end / APENET_PORTS;
    unsigned port = end % APENET_PORTS;
    uint32_t space = apenet_network_arrive_space(m->network, node, port);
    if (space == 0)
        return false;
    memset(message, 0, sizeof message);
    for (unsigned i = 0; i < BATCH; i++) {
        part[i] = (struct iovec){datagram[i], sizeof datagram[i]};
        message[i].msg_hdr.msg_iov = &part[i];
        message[i].msg_hdr.msg_iovlen = 1;
    }
    /* MSG_TRUNC: the length of a datagram that is too long is its real length. */
    int n = recvmmsg((int)(ready->data.u64 >> 32), message, space < BATCH ? space : BATCH,
                     MSG_DONTWAIT | MSG_TRUNC, NULL);
    for (int i = 0; i < n; i++)
        (void)links_arrive(m, node, port, datagram[i], message[i].msg_len);
    return true;
}

/* Lets the words leave that the thread has sent in its batch: their credits make space. */
static void links_flush(void)
{
    if (links.channel != NULL && apenet_links_batch(false))
        (void)apenet_links_batch(true);
}

/* Takes words from a message. @param waits for space: the thread that has claimed the node makes it
 * @return -EAGAIN: no space */
static int links_take_words(apenet_machine_t *m, const apenet_links_message_t *head, const void *datagram,
                            uint64_t bytes, bool waits)
{
    int rc = links_arrive(m, head->node, head->port, datagram, bytes);
    for (unsigned rounds = 0; rc == -EAGAIN && waits && !links_stops(); emuq_spin(&rounds)) {
        apenet_repair(m); /* the thread may have died */
        apenet_run_network(m);
        links_flush();
        rc = links_arrive(m, head->node, head->port, datagram, bytes);
    }
    return rc;
}

/* @param waits see links_take_words() */
static int links_take(apenet_machine_t *m, const void *message, uint32_t bytes, bool waits)
{
    apenet_links_message_t head;
    const size_t at = offsetof(apenet_links_message_t, number);
    if (bytes < sizeof head)
        return -EBADMSG;
    memcpy(&head, message, sizeof head);
    if (head.node >= m->devices || head.port >= APENET_PORTS ||
        (head.kind == APENET_LINKS_WORDS) == apenet_is_remote(m, head.node))
        return -EBADMSG;
    bool is_external = apenet_network_is_external(m->network, head.node, head.port);
    if (head.kind == APENET_LINKS_DOWN) {
        if (head.endpoint >= 2 * APENET_NETWORK_STOPPED)
            return -EBADMSG;
        apenet_network_set_down(m->network, head.node, (uint32_t)head.endpoint);
        return 0;
    }
    if (head.kind == APENET_LINKS_WORDS && is_external && !m->has_datagrams)
        return links_take_words(m, &head, (const char *)message + at, bytes - at, waits);
    if (head.kind != APENET_LINKS_ENDPOINT || !is_external || !m->has_datagrams)
        return -EBADMSG;
    links_publish(m, head.node, head.port, head.endpoint);
    return 0;
}

int apenet_links_take(apenet_machine_t *m, const void *message, uint32_t bytes)
{
    return links_take(m, message, bytes, true);
}

/* Makes the calling thread the reader, unless another thread is: that thread reads again then. */
static bool links_become_reader(apenet_machine_t *m)
{
    const uint64_t owner = AO_load(&apenet_lock_owner);
    if (emuq_claim_try_for(&m->reader, owner))
        return true;
    unsigned holder = emuq_claim_holder(&m->reader);
    uint64_t now = emuq_host_now_ns(), next = AO_load(&links.next_check);
    if (holder == 0 || now < next) /* the check is a system call or more */
        return false;
    AO_store(&links.next_check, now + IDLE_MS * UINT64_C(1000000));
    return emuq_process_has_exited((pid_t)holder) && emuq_claim_replace(&m->reader, holder, owner);
}

/* Caller is the reader. A message without space for its words stays unread, for the next reader, too.
 * @return false: there is one */
static bool links_read_channel(apenet_machine_t *m, bool waits)
{
    emuq_channel_message_t *message;
    while ((message = m->unread != NULL ? m->unread : emuq_backend->remote->channel_next(links.channel)) !=
           NULL) {
        m->unread = message;
        if (links_take(m, message->data, message->bytes, waits) == -EAGAIN && !waits)
            return false;
        m->unread = NULL;
        emuq_backend->remote->channel_done(links.channel, message);
    }
    return true;
}

/* Reports links of a node that went down to all hosts. @return false: not to all hosts yet */
static bool links_report_down(const apenet_machine_t *m, uint32_t node, uint32_t down)
{
    apenet_links_message_t head = {.kind = APENET_LINKS_DOWN, .node = node, .endpoint = down};
    struct iovec part = {&head, sizeof head};
    bool is_sent = true;
    for (uint32_t host = 0; host < links.partition->placement.hosts; host++) {
        int rc = host != m->host ? emuq_backend->remote->channel_post(links.channel, host, &part, 1) : 0;
        is_sent &= rc != -EAGAIN && rc != -ENOMEM;
    }
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

/* After a full window has space, or memory may be free, all nodes of the host may send. */
static void links_mark_senders(apenet_machine_t *m)
{
    for (uint32_t i = 0; i < m->devices; i++)
        if (!apenet_is_remote(m, i))
            apenet_network_mark(m->network, i);
}

/* Reads messages, and moves their words, in a critical section. @param waits for space, where no thread waits
 * for events @return false: a message has no space */
static bool links_read(apenet_machine_t *m, bool waits)
{
    bool has_space = true;
    if (!links_become_reader(m))
        return true;
    do {
        has_space = links_read_channel(m, waits);
        apenet_run_network(m);
        links_report_all_down(m);
    } while (!emuq_claim_release_for(&m->reader, AO_load(&apenet_lock_owner)));
    return has_space;
}

/* Notes what has arrived before it is read. @return whether messages or credits have arrived since the last
 * call. After credits, nodes may send again. */
static bool links_has_news(apenet_machine_t *m)
{
    /* Acquire: pairs with the host engine that has stored a message, or freed the window. */
    uint64_t arrivals = AO_load_acquire(&links.channel->arrivals),
             credits = AO_load_acquire(&links.channel->credits);
    bool has_credits = credits != AO_load(&links.credits);
    if (!has_credits && arrivals == AO_load(&links.arrivals))
        return false;
    AO_store(&links.arrivals, arrivals);
    AO_store(&links.credits, credits);
    if (has_credits)
        links_mark_senders(m);
    return true;
}

bool apenet_links_batch(bool begins)
{
    return emuq_backend->remote->channel_batch(begins);
}

void apenet_links_poll(apenet_device_t *d)
{
    apenet_machine_t *m = d->machine;
    AO_store(&links.polls, AO_load(&links.polls) + 1);
    if (emuq_mmio.wait.poll != NULL)
        (void)emuq_mmio.wait.poll(); /* this process may run the host engine */
    bool is_batch = apenet_links_batch(true);
    if (links_has_news(m)) {
        emuq_critical_begin();
        if (!links_read(m, false)) /* the thread of a process waits for space */
            emuq_event_notify(&links.channel->event, EMUQ_EVENT_ALL);
        emuq_critical_end();
    }
    apenet_tick(d);
    (void)apenet_links_batch(false); /* also within a batch: the caller may wait */
    (void)apenet_links_batch(is_batch);
}

/* ---- the thread ---- */

/* Work after arrivals or a timeout. @return the next timeout */
static unsigned links_step(apenet_machine_t *m)
{
    if (links.channel != NULL)
        (void)apenet_links_batch(true);
    emuq_critical_begin();
    if (links.channel != NULL)
        (void)links_read(m, true);
    bool retries = AO_int_load(&links.retries) != 0;
    if (retries) {
        AO_int_store(&links.retries, false);
        links_mark_senders(m);
    }
    apenet_run_network(m);
    apenet_tick(&m->device[0]);
    emuq_critical_end();
    if (links.channel != NULL)
        (void)apenet_links_batch(false);
    return retries || emuq_flag_load(&m->waits) ? BUSY_MS : IDLE_MS; /* relaxed: a hint */
}

static void links_close(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Closes the sockets of a process; some may be missing. */
static void links_close_sockets(void)
{
    for (uint32_t end = 0; links.fd != NULL && end < links.machine->devices * APENET_PORTS; end++)
        if (links.fd[end] != 0)
            close(links.fd[end] - 1);
    links_close(&links.poll);
    links_close(&links.out);
    free(links.fd);
    links.fd = NULL;
}

/* Pauses while no node has space: a thread that has claimed one of them is preempted or stopped. */
static void links_pause(unsigned *rounds)
{
    if (*rounds < PAUSE_ROUNDS)
        emuq_spin(rounds);
    else
        (void)poll(NULL, 0, BUSY_MS);
}

static void *links_poll_main(void *nothing)
{
    struct epoll_event ready[BATCH];
    unsigned ms = BUSY_MS, rounds = 0;
    prctl(PR_SET_NAME, "emuq-links");
    while (!links_stops()) {
        int n = epoll_wait(links.poll, ready, BATCH, (int)ms);
        bool has_space = n <= 0;
        emuq_critical_begin();
        for (int i = 0; i < n; i++)
            has_space |= links_receive(links.machine, &ready[i]);
        emuq_critical_end();
        ms = links_step(links.machine);
        if (has_space)
            rounds = 0;
        else
            links_pause(&rounds);
    }
    links_close_sockets();
    return nothing;
}

typedef struct links_watch {
    uint64_t polls; /* links.polls at the last check */
    unsigned quiet; /* checks without a poll */
} links_watch_t;

/* Whether threads of this process poll, so that they read messages. A polling thread may be preempted. */
static bool links_has_polls(links_watch_t *w)
{
    uint64_t polls = AO_load(&links.polls);
    w->quiet = polls != w->polls ? 0 : w->quiet + (w->quiet < QUIET);
    w->polls = polls;
    return w->quiet < QUIET;
}

static void *links_channel_main(void *nothing)
{
    unsigned ms = BUSY_MS;
    links_watch_t watch = {0, QUIET};
    prctl(PR_SET_NAME, "emuq-links");
    while (!links_stops()) {
        emuq_ticket_t ticket = emuq_event_prepare(&links.channel->event);
        bool has_news = links_has_news(links.machine);
        ms = links_step(links.machine);
        if (links_has_polls(&watch))
            (void)poll(NULL, 0, BUSY_MS);
        else if (!has_news && !links_has_news(links.machine) && !links_stops())
            (void)emuq_backend->remote->channel_wait(links.channel, ticket, ms * UINT64_C(1000000));
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
    const char *advice = "";
    if (error == -EMFILE || error == -ENFILE)
        advice =
            "; each link of a node takes a descriptor: raise the limit of open files (ulimit -n), or start "
            "processes instead of threads";
    emuq_log("APEnet+ card (%u,%u,%u): cannot %s: %s%s", d->address.x, d->address.y, d->address.z, what,
             strerror(-error), advice);
    return error;
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
    apenet_links_message_t head = {
        .kind = APENET_LINKS_ENDPOINT, .node = node, .port = port, .endpoint = endpoint};
    struct iovec part = {&head, sizeof head};
    uint32_t host = m->host_of[apenet_network_next(m->network, node, port)];
    int rc;
    while ((rc = emuq_backend->remote->channel_post(links.channel, host, &part, 1)) == -EAGAIN) {
        emuq_ticket_t ticket = emuq_event_prepare(&links.channel->event);
        (void)emuq_backend->remote->channel_wait(links.channel, ticket, IDLE_MS * UINT64_C(1000000));
    }
    return rc;
}

/* Opens the socket of a link. It receives nothing before links_use_socket(). @return 0 or a negative errno */
static int links_open_socket(uint32_t end, struct in_addr address)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = address};
    const int space = SOCKET_BYTES;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    struct epoll_event event = {.events = 0};
    if (fd < 0)
        return -errno;
    (void)setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &space, sizeof space); /* else the default */
    if (bind(fd, (const struct sockaddr *)&at, sizeof at) != 0 ||
        epoll_ctl(links.poll, EPOLL_CTL_ADD, fd, &event) != 0) {
        int rc = -errno;
        close(fd);
        return rc;
    }
    links.fd[end] = fd + 1;
    return 0;
}

static int links_use_socket(apenet_machine_t *m, uint32_t node, unsigned port)
{
    struct sockaddr_in at;
    socklen_t bytes = sizeof at;
    uint32_t end = links_end(node, port);
    int fd = links.fd[end] - 1;
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = (uint64_t)fd << 32 | end};
    if (getsockname(fd, (struct sockaddr *)&at, &bytes) != 0 ||
        epoll_ctl(links.poll, EPOLL_CTL_MOD, fd, &event) != 0)
        return -errno;
    uint64_t endpoint = (uint64_t)at.sin_addr.s_addr << 16 | at.sin_port;
    links_publish(m, node, port, endpoint);
    return apenet_is_remote(m, apenet_network_next(m->network, node, port))
               ? links_announce(m, node, port, endpoint)
               : 0;
}

/* Opens all sockets of a node, or none. */
static int links_open_sockets(const apenet_machine_t *m, uint32_t node, struct in_addr address)
{
    int rc = 0;
    for (unsigned port = 0; port < APENET_PORTS && rc == 0; port++)
        if (apenet_network_is_external(m->network, node, port))
            rc = links_open_socket(links_end(node, port), address);
    for (unsigned port = 0; port < APENET_PORTS && rc != 0; port++) {
        int *fd = &links.fd[links_end(node, port)];
        if (*fd != 0)
            close(*fd - 1);
        *fd = 0;
    }
    return rc;
}

/* After a failure a later call, of any process, tries again. */
static int links_open_node(apenet_machine_t *m, uint32_t node)
{
    struct in_addr address;
    uint32_t self = (uint32_t)getpid();
    if (!AO_int_compare_and_swap_full(&m->opener[node], 0, self))
        return 0;
    int rc = links_address(&address);
    if (rc != 0) {
        AO_int_store_release(&m->opener[node], 0);
        return rc;
    }
    rc = links_open_sockets(m, node, address);
    if (rc != 0)
        AO_int_store_release(&m->opener[node], 0);
    for (unsigned port = 0; port < APENET_PORTS && rc == 0; port++)
        if (links.fd[links_end(node, port)] != 0)
            rc = links_use_socket(m, node, port);
    return rc == 0 ? 0 : links_failed(&m->device[node], "open the sockets of its links", rc);
}

static int links_open_datagrams(const apenet_machine_t *m)
{
    links.fd = emuq_calloc(m->devices * APENET_PORTS, sizeof *links.fd);
    if (links.fd == NULL)
        return -ENOMEM;
    links.poll = epoll_create1(EPOLL_CLOEXEC);
    if (links.poll < 0)
        return -errno;
    links.out = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    return links.out < 0 ? -errno : 0;
}

static int links_open_process(apenet_machine_t *m)
{
    links.machine = m;
    links.partition = emuq_process_self()->node->partition;
    links.channel = NULL;
    AO_int_store(&links.stops, 0);
    AO_int_store(&links.retries, 0);
    int rc = 0;
    if (m->host_of != NULL)
        rc = emuq_backend->remote->channel_open(links.partition->machine, CHANNEL, &links.channel);
    if (rc == 0 && m->has_datagrams)
        rc = links_open_datagrams(m);
    emuq_pointer_store(&apenet_send_hook, links_send); /* before the thread runs the network */
    if (rc == 0)
        rc = emuq_component_thread(m->has_datagrams ? links_poll_main : links_channel_main, NULL, links_stop);
    if (rc != 0) {
        links_close_sockets();
        return links_failed(&m->device[0], "connect its links", rc);
    }
    emuq_keep_sockets |= m->has_datagrams;
    links.is_running = true;
    return 0;
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
