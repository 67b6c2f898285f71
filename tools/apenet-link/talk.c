/* SPDX-License-Identifier: BSD-3-Clause */
/* A live end of a link over UDP (apenet 8.8), dialect `apenet`: sends the packets of a text, prints the
 * packets of the peer. One thread. */
#define _GNU_SOURCE /* ppoll */
#include <errno.h>
#include <inttypes.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/text.h"
#include "tools/apenet-link/wire.h"

#define TALK_NUMBER_BYTES  4u
#define TALK_TIMEOUT       4096u /* words before a resend, as of the links of cards over UDP */
#define TALK_BATCH         64u   /* datagrams of one iteration, in each direction */
#define TALK_TICK_FIRST_NS UINT64_C(1000000)
#define TALK_TICK_MOST_NS  UINT64_C(500000000)
#define TALK_CREDIT_NS     UINT64_C(500000000) /* an idle link carries a CREDIT per period (apenet 8.6) */
#define TALK_FIRST_S       10u                 /* least wait for the first datagram */
#define TALK_SILENT_S      20u                 /* a peer without datagrams for this time is not running */
#define TALK_ADDRESS       64u                 /* bytes of an address as text */

typedef struct talk_datagram {
    apenet_word_t word[WIRE_DATAGRAM_WORDS];
    uint32_t number; /* of the first word */
    uint32_t words;  /* 0: none */
} talk_datagram_t;

typedef struct talk {
    const wire_options_t *options;
    int socket; /* -1: none */
    struct sockaddr_in peer;
    bool has_peer;
    apenet_link_t *link;
    apenet_word_t payload[APENET_PAYLOAD_WORDS];

    wire_packet_t *packet; /* [packets] */
    size_t packets, capacity, offered;

    /* datagrams */
    apenet_fault_line_t faults; /* damage of sent words */
    talk_datagram_t out, held;  /* the next one; the one that a fault delays */
    unsigned fate;              /* of `out` */
    bool has_out, has_held, is_blocked;
    uint64_t next;         /* number of the next word to send */
    uint32_t expected;     /* number of the next word to receive */
    uint64_t word_balance; /* received words that no sent words have passed time for */

    /* time, in ns of the host */
    uint64_t interval, next_tick; /* interval 0: the link is settled */
    bool has_arrived;             /* words have arrived since the last tick */
    uint64_t contact;             /* last datagram of the peer, or start */
    bool is_connected;            /* a datagram of the peer has arrived */
    uint64_t active;              /* last word of a packet from the peer, or start */
    uint64_t next_credit;
    uint32_t envelopes; /* headers, footers and STARTs received up to `active` */

    uint64_t received, flagged, ignored;
} talk_t;

static volatile sig_atomic_t talk_is_interrupted;

static void talk_interrupt(int signal)
{
    (void)signal;
    talk_is_interrupted = 1;
}

/* ---- addresses ---- */

static void talk_print_address(const struct sockaddr_in *address, char text[TALK_ADDRESS])
{
    const uint8_t *b = (const uint8_t *)&address->sin_addr;
    snprintf(text, TALK_ADDRESS, "%u.%u.%u.%u:%u", b[0], b[1], b[2], b[3], ntohs(address->sin_port));
}

/* Reads ADDRESS:PORT; the address is a name or IPv4. @param least port */
static bool talk_resolve(const char *option, const char *text, uint64_t least, struct sockaddr_in *address)
{
    const struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_DGRAM};
    struct addrinfo *found = NULL;
    char name[256];
    uint64_t port;
    const char *colon = strrchr(text, ':');
    size_t length = colon != NULL ? (size_t)(colon - text) : 0;
    if (length == 0 || length >= sizeof name ||
        emuq_number_parse(colon + 1, EMUQ_NUMBER_COUNT, least, 65535, &port) != 0)
        return wire_error("--%s: invalid value '%s' (expected ADDRESS:PORT with a port from %u to 65535)",
                          option, text, (unsigned)least);
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    int rc = getaddrinfo(name, NULL, &hints, &found);
    if (rc != 0)
        return wire_error("--%s: cannot find the IPv4 address of '%s': %s", option, name, gai_strerror(rc));
    memcpy(address, found->ai_addr, sizeof *address);
    address->sin_port = htons((uint16_t)port);
    freeaddrinfo(found);
    return true;
}

/* Opens the socket and prints its address. */
static bool talk_bind(talk_t *t, struct sockaddr_in *address)
{
    char text[TALK_ADDRESS];
    socklen_t bytes = sizeof *address;
    talk_print_address(address, text);
    t->socket = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (t->socket < 0 || bind(t->socket, (const struct sockaddr *)address, sizeof *address) != 0 ||
        getsockname(t->socket, (struct sockaddr *)address, &bytes) != 0)
        return wire_error("cannot bind to %s: %s; --bind names an address of this host and a free port", text,
                          strerror(errno));
    talk_print_address(address, text);
    fprintf(stderr, "apenet-link: bound to %s\n", text);
    return true;
}

/* ---- packets ---- */

static bool talk_read_line(void *argument, wire_line_t *line)
{
    talk_t *t = argument;
    if (!wire_packet_is_start(line, APENET_DIALECT_APENET))
        return wire_line_reject(line, "command", "loopback, put, send or get");
    t->packet = wire_grow(t->packet, &t->capacity, t->packets + 1, sizeof *t->packet);
    return wire_packet_parse(line, APENET_DIALECT_APENET, &t->packet[t->packets++]);
}

static bool talk_offer(talk_t *t)
{
    for (; t->offered < t->packets; t->offered++) {
        const wire_packet_t *p = &t->packet[t->offered];
        int rc = apenet_link_offer(t->link, p->vc, &p->header, p->payload, p->words, &p->footer);
        if (rc == -EAGAIN || rc == -ENETDOWN)
            break;
        if (rc != 0)
            return wire_error("cannot send packet %zu: %s", t->offered + 1, strerror(-rc));
    }
    return true;
}

/* Prints the oldest packet of a VC. @return false: none is complete */
static bool talk_take(talk_t *t, unsigned vc)
{
    apenet_arrival_t a;
    if (!apenet_link_front(t->link, vc, &a) || !a.is_complete)
        return false;
    wire_payload(t->link, vc, a.words, t->payload);
    bool is_flagged = apenet_get(a.footer.w, APENET_FOOTER_PAYLOAD_ERR) != 0;
    wire_packet_print(stdout, APENET_DIALECT_APENET, vc, &a.header, &a.footer, t->payload);
    fputs(is_flagged ? " # payload damaged\n" : "\n", stdout);
    t->received++;
    t->flagged += is_flagged;
    return apenet_link_remove(t->link, vc) == 0;
}

/* True if the peer has acknowledged all packets. */
static bool talk_is_acknowledged(const talk_t *t)
{
    return t->offered == t->packets && apenet_link_state(t->link) != APENET_LINK_DOWN &&
           !apenet_link_has_packets(t->link, NULL);
}

/* ---- datagrams ---- */

/* Gives the words of a datagram to the link that are not passed yet. */
static void talk_arrive(talk_t *t, uint32_t number, const apenet_word_t *word, uint32_t words)
{
    int32_t ahead = (int32_t)(number - t->expected);
    uint32_t passed = ahead < 0 ? 0u - (uint32_t)ahead : 0;
    t->has_arrived = t->is_connected = true;
    t->contact = emuq_now_ns();
    if (words <= passed)
        return;
    if (ahead > 0)
        apenet_link_gap(t->link);
    apenet_link_receive(t->link, word + passed, words - passed);
    t->expected = number + words;
    t->word_balance += words - passed;
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
        while (talk_take(t, vc)) {
        }
}

/* Accepts the datagrams of the peer; the first datagram selects it. */
static bool talk_is_peer(talk_t *t, const struct sockaddr_in *from)
{
    if (!t->has_peer) {
        t->peer = *from;
        t->has_peer = true;
    }
    return from->sin_addr.s_addr == t->peer.sin_addr.s_addr && from->sin_port == t->peer.sin_port;
}

/* @return whether a datagram has arrived, of whatever form */
static bool talk_receive(talk_t *t)
{
    struct {
        uint32_t number;
        apenet_word_t word[WIRE_DATAGRAM_WORDS + 1];
    } d;
    struct sockaddr_in from;
    socklen_t bytes = sizeof from;
    ssize_t n = recvfrom(t->socket, &d, sizeof d, 0, (struct sockaddr *)&from, &bytes);
    if (n < 0)
        return errno != EAGAIN && errno != EINTR; /* the rest reports earlier datagrams */
    size_t words = n > (ssize_t)TALK_NUMBER_BYTES ? ((size_t)n - TALK_NUMBER_BYTES) / sizeof *d.word : 0;
    if (words == 0 || words > WIRE_DATAGRAM_WORDS ||
        (size_t)n != TALK_NUMBER_BYTES + words * sizeof *d.word || !talk_is_peer(t, &from))
        t->ignored++;
    else
        talk_arrive(t, d.number, d.word, (uint32_t)words);
    return true;
}

/* @return 1: sent, or lost on its path; 0: not now; -1: an error that is printed */
static int talk_send(talk_t *t, const talk_datagram_t *d)
{
    uint32_t number = d->number;
    struct iovec part[] = {{.iov_base = &number, .iov_len = TALK_NUMBER_BYTES},
                           {.iov_base = (void *)(uintptr_t)d->word, .iov_len = d->words * sizeof *d->word}};
    struct msghdr message = {
        .msg_name = &t->peer, .msg_namelen = sizeof t->peer, .msg_iov = part, .msg_iovlen = 2};
    char text[TALK_ADDRESS];
    if (sendmsg(t->socket, &message, 0) >= 0)
        return 1;
    switch (errno) {
    case EAGAIN:
    case EINTR:
        return 0;
    case ECONNREFUSED:
    case EHOSTUNREACH:
    case ENETUNREACH:
    case ENOBUFS:
    case ENOMEM:
        return 1;
    default:
        talk_print_address(&t->peer, text);
        (void)wire_error("cannot send to %s: %s; --bind names an address from which the peer is reachable",
                         text, strerror(errno));
        return -1;
    }
}

/* Fills `out` with the next words, after the faults of words. @return false: no word is due */
static bool talk_fill(talk_t *t)
{
    const apenet_fault_plan_t *plan = &t->options->faults;
    talk_datagram_t *d = &t->out;
    uint32_t words = apenet_link_transmit(t->link, d->word, WIRE_DATAGRAM_WORDS);
    d->number = (uint32_t)t->next;
    d->words = plan->is_on ? apenet_fault_line_pass(&t->faults, d->word, words) : words;
    t->fate = d->words == 0 ? APENET_DATAGRAM_LOST : apenet_fault_datagram(plan, 0, 0, t->next);
    t->has_out = words != 0;
    t->next += words;
    t->word_balance -= words < t->word_balance ? words : t->word_balance;
    return t->has_out;
}

/* Sends `out` after the faults of datagrams. @return as talk_send() */
static int talk_send_out(talk_t *t)
{
    int rc = 1;
    if (t->fate == APENET_DATAGRAM_LATE && !t->has_held) {
        t->held = t->out;
        t->has_held = true;
    } else if (t->fate != APENET_DATAGRAM_LOST) {
        rc = talk_send(t, &t->out);
        if (rc <= 0)
            return rc;
        if (t->fate == APENET_DATAGRAM_DOUBLE)
            rc = talk_send(t, &t->out);
        if (t->has_held && rc >= 0)
            rc = talk_send(t, &t->held);
        t->has_held = false;
    }
    t->has_out = false;
    return rc < 0 ? rc : 1;
}

/* @param[out] again the link may have more words @return false: an error that is printed */
static bool talk_transmit(talk_t *t, bool *again)
{
    uint32_t datagrams = 0;
    int rc = 1;
    for (; datagrams < TALK_BATCH && (t->has_out || talk_fill(t)); datagrams++) {
        rc = talk_send_out(t);
        if (rc <= 0)
            break;
        if (!talk_offer(t))
            return false;
    }
    t->is_blocked = rc == 0;
    if (t->word_balance != 0) /* an idle line passes time, too: CREDITs become due */
        apenet_link_tick(t->link, (uint32_t)t->word_balance);
    t->word_balance = 0;
    *again |= datagrams == TALK_BATCH || (!t->is_blocked && apenet_link_is_due(t->link));
    return rc >= 0;
}

/* ---- time ---- */

/* Passes link time. Time passes more slowly the longer no words arrive: a peer that is stopped for some
 * seconds is not taken for a link that is down. @return whether time has passed */
static bool talk_tick(talk_t *t, uint64_t now)
{
    if (apenet_link_is_settled(t->link)) {
        t->interval = 0;
        t->has_arrived = false;
        return false;
    }
    uint64_t soon = now + TALK_TICK_FIRST_NS;
    if (t->interval == 0 || (t->has_arrived && t->next_tick > soon))
        t->next_tick = soon;
    if (t->interval == 0 || t->has_arrived)
        t->interval = TALK_TICK_FIRST_NS;
    t->has_arrived = false;
    if (now < t->next_tick || t->has_out)
        return false;
    t->interval += t->interval < TALK_TICK_MOST_NS ? t->interval / 8 : 0;
    t->next_tick = now + t->interval;
    apenet_link_tick(t->link, TALK_TIMEOUT / 4);
    return true;
}

/* Makes the CREDIT of an idle link due: it announces this end, and repeats what the peer has missed. */
static bool talk_repeat_credit(talk_t *t, uint64_t now)
{
    if (now < t->next_credit || t->has_out)
        return false;
    t->next_credit = now + TALK_CREDIT_NS;
    apenet_link_send_credit(t->link);
    return true;
}

/* Notes words of packets. An idle peer sends CREDITs alone. */
static void talk_note_activity(talk_t *t, uint64_t now)
{
    const apenet_link_counters_t *c = apenet_link_get_counters(t->link);
    uint32_t envelopes = c->start_received + c->headers_received + c->footers_received;
    apenet_link_position_t position;
    apenet_link_get_position(t->link, &position);
    if (envelopes != t->envelopes || (position.at != APENET_AT_OUTSIDE && t->has_arrived))
        t->active = now;
    t->envelopes = envelopes;
}

/* Time at which a quiet link ends. */
static uint64_t talk_end(const talk_t *t)
{
    uint64_t seconds = t->options->seconds;
    if (!t->is_connected && seconds < TALK_FIRST_S)
        seconds = TALK_FIRST_S;
    return t->active + seconds * EMUQ_NS_PER_S;
}

/* True if the link is down, or is quiet with nothing left to do. */
static bool talk_is_over(const talk_t *t, uint64_t now)
{
    if (apenet_link_state(t->link) == APENET_LINK_DOWN)
        return true;
    bool can_end = !t->has_peer || talk_is_acknowledged(t);
    if (can_end && now >= talk_end(t))
        return true;
    uint64_t seconds = t->options->seconds < TALK_SILENT_S ? TALK_SILENT_S : t->options->seconds;
    return t->has_peer && now > t->contact && now - t->contact >= seconds * EMUQ_NS_PER_S;
}

/* Waits for a datagram or the next event of time. @param again only takes signals @param signals mask while
 * waiting */
static void talk_wait(const talk_t *t, uint64_t now, bool again, const sigset_t *signals)
{
    struct pollfd p = {.fd = t->socket, .events = (short)(POLLIN | (t->is_blocked ? POLLOUT : 0))};
    uint64_t until = now + TALK_CREDIT_NS, end = talk_end(t);
    if (t->has_peer && t->next_credit < until)
        until = t->next_credit;
    if (t->has_peer && t->interval != 0 && t->next_tick < until)
        until = t->next_tick;
    if (end > now && end < until)
        until = end;
    const struct timespec time = emuq_timespec(again ? 0 : until > now ? until - now : TALK_TICK_FIRST_NS);
    if (!again)
        fflush(stdout);
    (void)ppoll(&p, 1, &time, signals);
}

/* ---- the end ---- */

/* Moves datagrams until the link ends. @return false: an error that is printed */
static bool talk_run(talk_t *t, const sigset_t *signals)
{
    t->active = t->contact = emuq_now_ns();
    while (!talk_is_interrupted) {
        bool again = false;
        for (unsigned i = 0; i < TALK_BATCH && talk_receive(t); i++)
            again = i == TALK_BATCH - 1;
        uint64_t now = emuq_now_ns();
        talk_note_activity(t, now);
        if (t->has_peer) { /* otherwise no time passes */
            again |= talk_tick(t, now);
            again |= talk_repeat_credit(t, now);
            if (!talk_offer(t) || !talk_transmit(t, &again))
                return false;
        }
        if (talk_is_over(t, now))
            break;
        talk_wait(t, now, again, signals);
    }
    return true;
}

static void talk_print_summary(const talk_t *t)
{
    static const char *const states[] = {[APENET_LINK_UP] = "up",
                                         [APENET_LINK_ERRORS] = "up, with errors",
                                         [APENET_LINK_RETRYING] = "retrying",
                                         [APENET_LINK_DOWN] = "down"};
    const apenet_link_counters_t *c = apenet_link_get_counters(t->link);
    fprintf(stderr,
            "apenet-link: sent %u of %zu packets, %s; received %" PRIu64 " packets, %" PRIu64
            " flagged; %u resends; link %s\n",
            c->start_sent - c->resends, t->packets,
            talk_is_acknowledged(t) ? "all acknowledged" : "not all acknowledged", t->received, t->flagged,
            c->resends, states[apenet_link_state(t->link)]);
    if (t->ignored != 0)
        (void)wire_error("%" PRIu64 " datagrams ignored: not of the peer, or not 4 + 16 n bytes, n 1 to %u",
                         t->ignored, WIRE_DATAGRAM_WORDS);
    if (!t->is_connected)
        (void)wire_error("no datagram arrived: does the peer run, and does it send to this address?");
}

static bool talk_open(talk_t *t)
{
    apenet_link_config_t config;
    apenet_link_defaults(&config, APENET_DIALECT_APENET);
    config.timeout = TALK_TIMEOUT;
    size_t bytes = apenet_link_bytes(&config);
    void *memory = aligned_alloc(sizeof(apenet_word_t), bytes);
    t->link = memory != NULL ? apenet_link_init(memory, bytes, &config) : NULL;
    if (t->link == NULL)
        free(memory);
    return t->link != NULL || wire_error("no memory for a link");
}

/* Runs with SIGINT and SIGTERM blocked except while waiting. @param address of this end @return exit status
 */
static int talk_serve(talk_t *t, struct sockaddr_in *address)
{
    const struct sigaction action = {.sa_handler = talk_interrupt};
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigaddset(&blocked, SIGTERM);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    sigdelset(&before, SIGINT);
    sigdelset(&before, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    if (!talk_bind(t, address))
        return WIRE_STATUS_USAGE;
    bool is_good = talk_run(t, &before);
    talk_print_summary(t);
    return is_good && t->is_connected && talk_is_acknowledged(t) ? 0 : WIRE_STATUS_DAMAGED;
}

int wire_talk(const wire_options_t *o)
{
    struct sockaddr_in address;
    talk_t *t = calloc(1, sizeof *t);
    if (t == NULL)
        return wire_error("no memory for a link"), WIRE_STATUS_DAMAGED;
    t->options = o;
    t->socket = -1;
    apenet_fault_line_init(&t->faults, &o->faults, 0, 0, o->faults.has_cut);
    t->has_peer = o->peer != NULL;
    int status = WIRE_STATUS_USAGE;
    if (talk_resolve("bind", o->bind, 0, &address) &&
        (o->peer == NULL || talk_resolve("peer", o->peer, 1, &t->peer)) &&
        wire_read_lines(o, talk_read_line, t) && talk_open(t))
        status = talk_serve(t, &address);
    if (t->socket >= 0)
        close(t->socket);
    free(t->link);
    free(t->packet);
    free(t);
    return status;
}
