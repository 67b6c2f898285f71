/* SPDX-License-Identifier: BSD-3-Clause */
/* Opening, receiving and progress of a fabric (libfabric). The sending side is in fabric_connection.c. */
#define _GNU_SOURCE
#include "transport/fabric.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/backoff.h"
#include "base/host_calls.h"
#include "base/text.h"
#include "transport/fabric_private.h"

#define RECEIVES    16u                  /* posted receives */
#define COMPLETIONS 16                   /* maximum completions of one poll */
#define MISSED      8u                   /* missed wake-ups before edge triggering */
#define SPURIOUS    64u                  /* consecutive spurious wake-ups before edge triggering */
#define POLLS       32u                  /* polls between two discard requests */
#define DISCARDS    16u                  /* discard requests at a time while they find messages */
#define FLUSH_NS    UINT64_C(1000000000) /* wait for last messages of peers */

/* Requests that discard messages of processes outside the job. */
typedef struct discard {
    struct fi_context2 context;
    bool finds;     /* the last requests have found a message */
    unsigned polls; /* since the last request */
    unsigned open;  /* unfinished requests */
} discard_t;

enum { TAGGED, UNTAGGED, DISCARD_KINDS };

#define BLIND (&emuq_backoff_table[EMUQ_BACKOFF_ENGINE]) /* sleeps without reliable wake-up */

struct emuq_fabric {
    emuq_endpoint_t endpoint;
    emuq_connection_set_t connections;
    emuq_wire_message_t *spare; /* messages to post as receives */
    discard_t discard[DISCARD_KINDS];
    bool has_discards; /* the provider keeps unmatched messages */
    unsigned tag_bits;
    unsigned tag_bit;   /* bit of the next request */
    bool in_progress;   /* sends are posted at the end of progress() */
    bool has_warned;    /* about messages without the key */
    uint64_t sleep_ns;  /* next sleep without reliable wake-up */
    unsigned missed;    /* missed wake-ups */
    unsigned spurious;  /* consecutive spurious wake-ups */
    int edge;           /* epoll set with edge triggering; -1: not needed */
    bool has_frames;    /* the last poll has found messages */
    bool is_taken_over; /* a different thread polls now */
    emuq_engine_backoff_t backoff;
};

/* ---- receiving ---- */

static int fabric_make_ready(emuq_fabric_t *f)
{
    emuq_wire_message_t *m;
    while ((m = f->spare) != NULL) {
        ssize_t rc = fi_trecv(f->endpoint.ep, m->wire, EMUQ_WIRE_MOST, m->descriptor, FI_ADDR_UNSPEC,
                              f->connections.connection[f->connections.job.host].tag, 0, m);
        if (rc == -FI_EAGAIN)
            return 0;
        if (rc != 0) {
            emuq_log("provider %s cannot receive: %s", f->endpoint.provider,
                     emuq_endpoint_strerror((int)-rc));
            return -EIO;
        }
        f->spare = m->next;
    }
    return 0;
}

/* Keeps a message, to be posted as a receive at the next poll. */
static void fabric_recycle(emuq_fabric_t *f, emuq_wire_message_t *m)
{
    emuq_connections_post(&f->connections);
    m->next = f->spare;
    f->spare = m;
}

/* Warns once of messages of another job with the same address, or of an attacker. */
static void fabric_reject(emuq_fabric_t *f)
{
    if (!f->has_warned)
        emuq_log("host %u (%s): a message without the key of this job is ignored, and all further ones",
                 f->connections.job.host, emuq_connection_name(&f->connections, f->connections.job.host));
    f->has_warned = true;
}

static uint64_t fabric_sequence_of(const emuq_wire_message_t *m)
{
    return ((const emuq_wire_head_t *)(const void *)m->wire)->sequence;
}

/* Validates a received message; stops receiving from its host after a malformed or out-of-window message.
 * @param host set to the sender, unless the key is wrong @return false: drop the message */
static bool fabric_is_wanted(emuq_fabric_t *f, const emuq_wire_message_t *m, uint32_t *host)
{
    int rc = emuq_wire_check(&f->connections.job, m->wire, m->end, host);
    if (rc == -EACCES) {
        fabric_reject(f);
        return false;
    }
    emuq_connection_t *connection = &f->connections.connection[*host];
    if (fabric_sequence_of(m) < connection->next_in)
        return false; /* a copy by a client without the key: the provider delivers once */
    if (rc != 0 || fabric_sequence_of(m) - connection->next_in >= RECEIVES)
        emuq_connection_stop_receiving(&f->connections, *host,
                                       rc != 0 ? "has sent a malformed message"
                                               : "has sent a message that is not the next");
    return !connection->has_ended && !connection->receive_ended;
}

/* Keeps a message until earlier ones are complete: receives match in order, long ones complete later. @return
 * false: already kept */
static bool fabric_keep_early(emuq_connection_t *connection, emuq_wire_message_t *m)
{
    emuq_wire_message_t **at = &connection->early;
    while (*at != NULL && fabric_sequence_of(*at) < fabric_sequence_of(m))
        at = &(*at)->next;
    if (*at != NULL && fabric_sequence_of(*at) == fabric_sequence_of(m))
        return false;
    m->next = *at;
    *at = m;
    return true;
}

/* @return 0, or the error of arrival() */
static int fabric_handle(emuq_fabric_t *f, uint32_t host, const emuq_wire_message_t *m,
                         const emuq_connection_user_t *user)
{
    emuq_connection_counts_t *counts = f->connections.counts != NULL ? &f->connections.counts[host] : NULL;
    emuq_wire_cursor_t cursor = {0};
    const void *frame;
    size_t bytes;
    int rc = 0;
    while (rc == 0 && user != NULL && (frame = emuq_wire_next(m->wire, &cursor, &bytes)) != NULL) {
        if (counts != NULL) {
            emuq_connection_count(&counts->frames_in, 1);
            emuq_connection_count(&counts->bytes_in, bytes);
        }
        rc = user->arrival(user->argument, host, frame, bytes);
    }
    emuq_connection_t *connection = &f->connections.connection[host];
    const emuq_wire_head_t *head = (const void *)m->wire;
    connection->next_in++;
    connection->is_used |= head->kind == EMUQ_WIRE_DATA;
    if (head->kind == EMUQ_WIRE_BYE)
        emuq_connection_peer_closed(&f->connections, host);
    return rc;
}

/* Handles a message and its early successors; after an error ignores frames. @return 0, or the error of
 * arrival() */
static int fabric_receive(emuq_fabric_t *f, emuq_wire_message_t *m, const emuq_connection_user_t *user)
{
    uint32_t host;
    int error = 0;
    if (!fabric_is_wanted(f, m, &host) || !fabric_keep_early(&f->connections.connection[host], m)) {
        fabric_recycle(f, m);
        return 0;
    }
    emuq_connection_t *connection = &f->connections.connection[host];
    connection->last_received = f->connections.now;
    while ((m = connection->early) != NULL && fabric_sequence_of(m) == connection->next_in) {
        connection->early = m->next;
        int rc = fabric_handle(f, host, m, error == 0 ? user : NULL);
        error = error != 0 ? error : rc;
        fabric_recycle(f, m);
    }
    return error;
}

/* ---- messages without the tag of this host ---- */

/* Discards a message whose tag differs in at least one bit: each request matches one inverted bit. */
static ssize_t fabric_discard_one(emuq_fabric_t *f, discard_t *d)
{
    if (d == &f->discard[UNTAGGED]) {
        const struct fi_msg any = {.addr = FI_ADDR_UNSPEC, .context = &d->context};
        return fi_recvmsg(f->endpoint.ep, &any, FI_PEEK | FI_DISCARD);
    }
    uint64_t bit = UINT64_C(1) << f->tag_bit, tag = f->connections.connection[f->connections.job.host].tag;
    const struct fi_msg_tagged other = {
        .addr = FI_ADDR_UNSPEC, .tag = ~tag & bit, .ignore = ~bit, .context = &d->context};
    return fi_trecvmsg(f->endpoint.ep, &other, FI_PEEK | FI_DISCARD);
}

/* Rate-limited: messages of the job also stay unmatched while no receive is posted. */
static void fabric_discard_unexpected(emuq_fabric_t *f)
{
    for (discard_t *d = f->discard; f->has_discards && d < f->discard + DISCARD_KINDS; d++) {
        if (d->open != 0 || (!d->finds && ++d->polls < POLLS))
            continue;
        d->polls = 0;
        for (unsigned i = d->finds ? DISCARDS : 1; i > 0; i--)
            d->open += fabric_discard_one(f, d) == 0;
        d->finds = false;
    }
}

/* Handles the completion of a discard request. @return false: not a discard request */
static bool fabric_discard_ended(emuq_fabric_t *f, const void *context, bool found)
{
    for (discard_t *d = f->discard; d < f->discard + DISCARD_KINDS; d++) {
        if (context != &d->context)
            continue;
        d->open--;
        d->finds |= found;
        if (found)
            fabric_reject(f);
        else if (d == &f->discard[TAGGED])
            f->tag_bit = (f->tag_bit + 1) % f->tag_bits;
        return true;
    }
    return false;
}

/* ---- completions ---- */

static void fabric_send_failed(emuq_fabric_t *f, emuq_wire_message_t *m, int error)
{
    uint32_t host = m->host;
    emuq_connection_sent(&f->connections, m);
    emuq_connection_fail(&f->connections, host, error);
}

/* @return 1; 0: a discard request; or -errno after printing an error */
static int fabric_read_error(emuq_fabric_t *f)
{
    struct fi_cq_err_entry error = {0};
    ssize_t rc = fi_cq_readerr(f->endpoint.cq, &error, 0);
    if (rc == -FI_EAGAIN)
        return 0;
    if (rc < 0) {
        emuq_log("provider %s has failed: %s", f->endpoint.provider, emuq_endpoint_strerror((int)-rc));
        return -EIO;
    }
    emuq_wire_message_t *m = error.op_context;
    if (m != NULL && fabric_discard_ended(f, m, false))
        return 0;
    if (m == NULL || error.err == FI_ECANCELED)
        return 1;
    if (m->host != UINT32_MAX) {
        fabric_send_failed(f, m, error.err);
    } else { /* a lost message of the job shows as a gap in the sequence */
        m->next = f->spare;
        f->spare = m;
    }
    return 1;
}

/* @param received [COMPLETIONS] @return number of completions, or -errno after printing an error */
static int fabric_read_completions(emuq_fabric_t *f, emuq_wire_message_t **received, int *count)
{
    struct fi_cq_msg_entry entry[COMPLETIONS];
    *count = 0;
    ssize_t got = fi_cq_read(f->endpoint.cq, entry, COMPLETIONS);
    if (got == -FI_EAGAIN)
        return 0;
    if (got < 0)
        return fabric_read_error(f);
    int happened = (int)got;
    for (ssize_t i = 0; i < got; i++) {
        emuq_wire_message_t *m = entry[i].op_context;
        if (fabric_discard_ended(f, m, true))
            happened--;
        else if (m->host == UINT32_MAX) {
            m->end = entry[i].len;
            received[(*count)++] = m;
        } else {
            emuq_connection_sent(&f->connections, m);
        }
    }
    return happened;
}

/* @return 0, or the error of arrival() */
static int fabric_report_ends(emuq_fabric_t *f, const emuq_connection_user_t *user)
{
    int rc = 0;
    bool is_needed = f->connections.unreported != 0 && user != NULL;
    for (uint32_t h = 0; h < f->connections.job.hosts && rc == 0 && is_needed; h++)
        if (emuq_connection_must_report(&f->connections, h))
            rc = user->arrival(user->argument, h, NULL, 0);
    return rc;
}

/* Polls once. @return 1: an event; 0; or -errno */
static int fabric_step(emuq_fabric_t *f, const emuq_connection_user_t *user)
{
    emuq_wire_message_t *received[COMPLETIONS];
    int count, rc = 0;
    int ready = fabric_make_ready(f);
    fabric_discard_unexpected(f);
    int happened = fabric_read_completions(f, received, &count);
    emuq_connections_post(&f->connections);
    f->has_frames = count != 0;
    for (int i = 0; i < count; i++) {
        int one = fabric_receive(f, received[i], rc == 0 ? user : NULL);
        rc = rc != 0 ? rc : one;
    }
    if (rc == 0)
        rc = fabric_report_ends(f, user);
    return rc != 0 ? rc : happened < 0 ? happened : ready != 0 ? ready : happened > 0;
}

/* ---- progress ---- */

/* Whether a sleep could miss work: providers send the rest of a message only during a poll. */
static bool fabric_must_poll(const emuq_fabric_t *f)
{
    return f->endpoint.wait_fd < 0 || f->edge >= 0 || f->connections.busy != UINT32_MAX ||
           f->connections.in_flight != 0 || f->spare != NULL;
}

/* The wait descriptor of some providers stays readable; an edge marks new events. */
static void fabric_use_edge(emuq_fabric_t *f)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    f->edge = epoll_create1(EPOLL_CLOEXEC);
    if (f->edge >= 0 && epoll_ctl(f->edge, EPOLL_CTL_ADD, f->endpoint.wait_fd, &event) != 0) {
        close(f->edge);
        f->edge = -1; /* try again later */
    }
    f->spurious = f->missed = 0;
}

static void fabric_woken(emuq_fabric_t *f)
{
    struct epoll_event event;
    f->missed = 0;
    if (f->edge >= 0)
        (void)epoll_wait(f->edge, &event, 1, 0);
    else if (++f->spurious == SPURIOUS)
        fabric_use_edge(f);
}

static bool fabric_serve(emuq_fabric_t *f, const emuq_connection_user_t *user, bool may_sleep)
{
    if (!emuq_connection_serve(user, may_sleep))
        return false;
    emuq_connections_post(&f->connections);
    return true;
}

/* @return false: do not pause */
static bool fabric_begin_pause(const emuq_connection_user_t *user)
{
    return user == NULL || user->pause == NULL || user->pause(user->argument, true);
}

static void fabric_end_pause(emuq_fabric_t *f, const emuq_connection_user_t *user)
{
    if (user == NULL || user->pause == NULL)
        return;
    f->is_taken_over |= !user->pause(user->argument, false);
    f->in_progress = true;
}

static void fabric_yield(emuq_fabric_t *f, const emuq_connection_user_t *user)
{
    if (!fabric_begin_pause(user))
        return;
    emuq_engine_backoff_yield(&f->backoff);
    fabric_end_pause(f, user);
}

/* Sleeps up to @p ns, unless there is work. @return whether the full time has passed */
static bool fabric_sleep(emuq_fabric_t *f, uint64_t ns, const emuq_connection_user_t *user)
{
    struct pollfd fd[] = {{f->edge >= 0 ? f->edge : f->endpoint.wait_fd, POLLIN, 0},
                          {user != NULL && user->pause != NULL ? user->wakeup_fd : -1, POLLIN, 0}};
    bool blind = fabric_must_poll(f);
    uint64_t events;
    if (!emuq_endpoint_may_sleep(&f->endpoint) || fabric_serve(f, user, true) || !fabric_begin_pause(user))
        return false;
    if (blind) {
        ns = f->sleep_ns < ns ? f->sleep_ns : ns;
        f->sleep_ns = emuq_backoff_longer(f->sleep_ns, BLIND);
    }
    struct timespec limit = emuq_timespec(ns);
    int ready = ppoll(fd, 2, &limit, user != NULL ? user->mask : NULL);
    if (fd[1].revents != 0)
        (void)!read(user->wakeup_fd, &events, sizeof events);
    fabric_end_pause(f, user);
    if (fd[0].revents != 0)
        fabric_woken(f);
    return ready == 0 && !blind;
}

static int fabric_spin(emuq_fabric_t *f, uint64_t ns, const emuq_connection_user_t *user)
{
    for (;;) {
        bool served = fabric_serve(f, user, false);
        int rc = fabric_step(f, user);
        if (rc > 0 && f->has_frames) /* the frame may be a request: reply now */
            served |= fabric_serve(f, user, false);
        uint64_t now = emuq_host_now_ns();
        if ((rc > 0 || served) && emuq_engine_backoff_success(
                                      &f->backoff, now, f->has_frames ? EMUQ_FOUND_FRAMES : EMUQ_FOUND_WORK))
            fabric_yield(f, user);
        if (rc == 0 && served)
            rc = 1;
        emuq_backoff_step_t next = rc == 0 ? emuq_engine_backoff_step(&f->backoff, now, ns) : EMUQ_STEP_SLEEP;
        if (next == EMUQ_STEP_SLEEP)
            return rc;
        if (next == EMUQ_STEP_YIELD)
            fabric_yield(f, user);
        if (f->is_taken_over)
            return rc;
    }
}

static int fabric_sleep_and_poll(emuq_fabric_t *f, uint64_t ns, const emuq_connection_user_t *user)
{
    bool slept = fabric_sleep(f, ns, user);
    bool served = fabric_serve(f, user, false); /* first: pending sends wake the engine of a rank */
    int rc = fabric_step(f, user);
    if (slept && rc > 0 && ++f->missed == MISSED)
        fabric_use_edge(f);
    if (rc == 0 && served)
        rc = 1;
    if (rc > 0)
        (void)emuq_engine_backoff_success(&f->backoff, emuq_host_now_ns(), EMUQ_FOUND_AFTER_SLEEP);
    return rc;
}

/* Returns after the first event, for the caller's periodic checks. */
static int fabric_progress(void *context, uint64_t ns, const emuq_connection_user_t *user)
{
    emuq_fabric_t *f = context;
    uint64_t now = emuq_host_now_ns();
    f->in_progress = true;
    f->is_taken_over = false;
    emuq_connections_watch(&f->connections, now);
    emuq_engine_backoff_begin(&f->backoff, now);
    int rc = fabric_spin(f, ns, user);
    if (rc == 0 && ns != 0 && !f->is_taken_over)
        rc = fabric_sleep_and_poll(f, ns, user);
    if (rc > 0) {
        f->sleep_ns = BLIND->sleep_min_ns;
        f->spurious = 0;
    }
    f->in_progress = false;
    return rc < 0 ? rc : 0;
}

static int fabric_poll(void *context, const emuq_connection_user_t *user)
{
    emuq_fabric_t *f = context;
    f->in_progress = true;
    bool served = fabric_serve(f, user, false);
    int rc = fabric_step(f, user);
    if (rc > 0 && f->has_frames)
        served |= fabric_serve(f, user, false);
    f->in_progress = false;
    return rc == 0 ? served : rc;
}

/* Posts queued frames if @p rc is 0, except within progress(). @return @p rc */
static int fabric_posted(emuq_fabric_t *f, int rc)
{
    if (rc == 0 && !f->in_progress)
        emuq_connections_post(&f->connections);
    return rc;
}

static int fabric_send_frame(void *context, uint32_t host, const struct iovec *part, int parts)
{
    emuq_fabric_t *f = context;
    return fabric_posted(f, emuq_connection_add_frame(&f->connections, host, part, parts));
}

static int fabric_lend_frame(void *context, uint32_t host, void *frame, size_t bytes,
                             void (*done)(void *argument), void *argument)
{
    emuq_fabric_t *f = context;
    return fabric_posted(f, emuq_connection_lend_frame(&f->connections, host, frame, bytes, done, argument));
}

/* Waits for the last messages of peers: closing earlier may lose messages in flight. */
static void fabric_flush(void *context)
{
    emuq_fabric_t *f = context;
    uint64_t end = emuq_host_now_ns() + FLUSH_NS;
    bool waits = true;
    emuq_connections_shutdown(&f->connections);
    while (waits && emuq_host_now_ns() < end && fabric_step(f, NULL) >= 0) {
        waits = emuq_connections_are_open(&f->connections);
        if (waits)
            (void)fabric_sleep(f, BLIND->sleep_min_ns, NULL);
    }
}

static const char *fabric_name(void *context, uint32_t host)
{
    return emuq_connection_name(&((const emuq_fabric_t *)context)->connections, host);
}

static const char *fabric_reason(void *context, uint32_t host)
{
    return ((const emuq_fabric_t *)context)->connections.connection[host].reason;
}

static bool fabric_is_watched(void *context, uint32_t host)
{
    return emuq_connection_is_watched(&((const emuq_fabric_t *)context)->connections, host);
}

void emuq_fabric_connections(emuq_fabric_t *fabric, emuq_connections_t *connections)
{
    *connections = (emuq_connections_t){.context = fabric,
                                        .send = fabric_send_frame,
                                        .lend = fabric_lend_frame,
                                        .progress = fabric_progress,
                                        .poll = fabric_poll,
                                        .flush = fabric_flush,
                                        .name = fabric_name,
                                        .reason = fabric_reason,
                                        .is_watched = fabric_is_watched,
                                        .parent = -1};
}

/* ---- life ---- */

static int fabric_open_endpoint(emuq_fabric_t *f, const char *local_address)
{
    char address[EMUQ_ADDRESS_TEXT];
    int rc = emuq_interface_address(local_address, address);
    if (rc == 0)
        rc = emuq_endpoint_open(&f->endpoint, emuq_setting_text(EMUQ_SETTING_FABRIC), address);
    if (rc != 0)
        return rc;
    f->connections.endpoint = f->connections.messages.endpoint = &f->endpoint;
    f->tag_bits = (unsigned)__builtin_popcountll(emuq_endpoint_tag_bits(&f->endpoint));
    f->has_discards = strstr(f->endpoint.provider, "ofi_rxm") != NULL;
    for (unsigned i = 0; i < RECEIVES; i++) {
        emuq_wire_message_t *m = emuq_wire_message_get(&f->connections.messages, EMUQ_WIRE_FRAME);
        if (m == NULL) {
            emuq_log("no memory for messages of other hosts");
            return -ENOMEM;
        }
        m->next = f->spare;
        f->spare = m;
    }
    return 0;
}

static bool fabric_covers_all(void)
{
    return emuq_setting_number(EMUQ_SETTING_HOST_MAC) == 1;
}

int emuq_fabric_open(const char *local_address, emuq_fabric_t **fabric, emuq_host_text_t *text)
{
    emuq_fabric_t *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -ENOMEM;
    f->connections.busy = UINT32_MAX;
    f->endpoint.wait_fd = f->edge = -1;
    int rc = fabric_open_endpoint(f, local_address);
    char self[HOST_NAME_MAX + 1] = "";
    gethostname(self, sizeof self - 1);
    if (rc == 0)
        rc = emuq_host_text_print(text, self, f->endpoint.provider, f->endpoint.address,
                                  f->endpoint.address_bytes);
    if (rc == 0 && fabric_covers_all())
        rc = emuq_host_text_mark(text, EMUQ_TEXT_COVERS_ALL);
    if (rc != 0) {
        emuq_fabric_close(f);
        return rc;
    }
    *fabric = f;
    return 0;
}

int emuq_fabric_connect(emuq_fabric_t *fabric, uint32_t hosts, uint32_t host, const emuq_host_text_t *texts,
                        const unsigned char key[EMUQ_KEY_BYTES], emuq_connection_counts_t *counts,
                        uint64_t spins)
{
    emuq_wire_job_t job = {.hosts = hosts, .host = host};
    job.covers_all = fabric_covers_all();
    int rc = emuq_mac_open(&job.mac, key);
    if (rc != 0)
        return rc;
    emuq_engine_backoff_init(&fabric->backoff, spins);
    fabric->sleep_ns = BLIND->sleep_min_ns;
    fabric->connections.counts = counts;
    fabric->connections.silence = emuq_setting_number(EMUQ_SETTING_HEARTBEAT) * EMUQ_NS_PER_S;
    rc = emuq_connections_open(&fabric->connections, &job, texts, emuq_host_now_ns());
    return rc != 0 ? rc : fabric_make_ready(fabric);
}

void emuq_fabric_close(emuq_fabric_t *f)
{
    if (f->endpoint.ep != NULL) { /* closed before the memory of its receives is freed */
        fi_close(&f->endpoint.ep->fid);
        f->endpoint.ep = NULL;
    }
    emuq_wire_messages_free(&f->connections.messages);
    emuq_endpoint_close(&f->endpoint);
    emuq_connections_close(&f->connections);
    if (f->edge >= 0)
        close(f->edge);
    free(f);
}
