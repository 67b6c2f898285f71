/* SPDX-License-Identifier: BSD-3-Clause */
/* A fabric is one thread's at a time. */
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
#include "base/clock.h"
#include "base/log.h"
#include "transport/fabric_lane.h"
#include "transport/host_text.h"
#include "transport/interface.h"
#include "transport/patience.h"

#define RECEIVES  16u               /* messages that are ready to be received into */
#define AT_ONCE   16                /* completions of one look */
#define NAP_LEAST UINT64_C(20000)   /* ns; if the provider cannot wake a sleeper, or has to be asked again: */
#define NAP_MOST  UINT64_C(1000000) /* twice as long each time, while nothing happens */
#define MISSED    8u                /* frames that were there though nothing had woken the sleeper */
#define VAIN      64u               /* wakeups in a row by a provider that had nothing to say */
#define POLLS     32u               /* of the queue between two requests to discard messages */
#define DISCARDS  16u               /* requests at a time, while there are such messages */
#define FLUSH_NS  UINT64_C(1000000000) /* for the others' last messages */

/* Requests to discard messages of processes outside of the job. */
typedef struct discard {
    struct fi_context2 context;
    bool finds;     /* one of the last requests has found a message */
    unsigned polls; /* of the queue since the last request */
    unsigned open;  /* requests that have not ended */
} discard_t;

enum { TAGGED, UNTAGGED, DISCARD_KINDS };

struct emuq_fabric {
    emuq_endpoint_t endpoint;
    emuq_lane_set_t lanes;
    emuq_message_t *spare; /* messages that are to be made ready to receive */
    discard_t discard[DISCARD_KINDS];
    bool has_discards; /* the provider keeps messages that match no receive without a limit */
    unsigned tag_bits; /* that the provider does not ignore */
    unsigned tag_bit;  /* for which the next request is */
    bool turns;        /* in a turn: what is sent goes out at its end, together */
    bool has_said;     /* that messages without the key come */
    uint64_t nap;      /* ns; of the next sleep that nothing ends */
    unsigned missed;   /* the endpoint has not woken the sleeper, so often */
    unsigned vain;     /* the endpoint has woken the sleeper for nothing, so often in a row */
    int edge;          /* an epoll set, readable when something new comes to the endpoint; -1: not needed */
    bool has_news;     /* the last look has found messages of other hosts */
    bool is_left;      /* the turn: other threads look */
    emuq_patience_t patience;
};

/* ---- receiving ---- */

/* Makes messages ready to be received into. */
static int make_ready(emuq_fabric_t *f)
{
    emuq_message_t *m;
    while ((m = f->spare) != NULL) {
        ssize_t rc = fi_trecv(f->endpoint.ep, m->wire, EMUQ_WIRE_MOST, m->descriptor, FI_ADDR_UNSPEC,
                              f->lanes.lane[f->lanes.job.host].tag, 0, m);
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

/* A received message has been handled; what was sent meanwhile goes out. It is made ready again before the
 * next look, when whoever waits for what it has brought may have the core. */
static void put_back(emuq_fabric_t *f, emuq_message_t *m)
{
    emuq_lanes_post(&f->lanes);
    m->next = f->spare;
    f->spare = m;
}

/* A message that is not of this job: another one's that has had the same address, or an attack. */
static void refuse(emuq_fabric_t *f)
{
    if (!f->has_said)
        emuq_log("host %u (%s): a message without the key of this job is ignored, and all further ones",
                     f->lanes.job.host, emuq_lane_name(&f->lanes, f->lanes.job.host));
    f->has_said = true;
}

static uint64_t sequence_of(const emuq_message_t *m)
{
    return ((const emuq_wire_head_t *)(const void *)m->wire)->sequence;
}

/* Whether a message may be handled, now or later. */
static bool is_wanted(emuq_fabric_t *f, const emuq_message_t *m, uint32_t *host)
{
    int rc = emuq_wire_judge(&f->lanes.job, m->wire, m->end, host);
    if (rc == -EACCES) {
        refuse(f);
        return false;
    }
    emuq_lane_t *lane = &f->lanes.lane[*host];
    if (sequence_of(m) < lane->next_in)
        return false; /* a copy by a client without the key: the provider sends each message once */
    if (rc != 0 || sequence_of(m) - lane->next_in >= RECEIVES)
        emuq_lane_deafen(&f->lanes, *host,
                         rc != 0 ? "has sent a malformed message"
                                 : "has sent a message that is not the next");
    return !lane->has_ended && !lane->is_deaf;
}

/* Inserts a message into the list of those that wait for earlier ones: sends are received in order, but long
 * ones complete later. @return false: one with its sequence number is there, and stays */
static bool keep(emuq_lane_t *lane, emuq_message_t *m)
{
    emuq_message_t **at = &lane->early;
    while (*at != NULL && sequence_of(*at) < sequence_of(m))
        at = &(*at)->next;
    if (*at != NULL && sequence_of(*at) == sequence_of(m))
        return false;
    m->next = *at;
    *at = m;
    return true;
}

/* Handles the frames of a host's next message. @return 0, or what arrival() returned */
static int handle(emuq_fabric_t *f, uint32_t host, const emuq_message_t *m, const emuq_lane_user_t *user)
{
    emuq_lane_counts_t *counts = f->lanes.counts != NULL ? &f->lanes.counts[host] : NULL;
    emuq_wire_cursor_t cursor = {0};
    const void *frame;
    size_t bytes;
    int rc = 0;
    while (rc == 0 && user != NULL && (frame = emuq_wire_next(m->wire, &cursor, &bytes)) != NULL) {
        if (counts != NULL) {
            emuq_lane_add(&counts->frames_in, 1);
            emuq_lane_add(&counts->bytes_in, bytes);
        }
        rc = user->arrival(user->argument, host, frame, bytes);
    }
    emuq_lane_t *lane = &f->lanes.lane[host];
    const emuq_wire_head_t *head = (const void *)m->wire;
    lane->next_in++;
    lane->is_used |= head->kind == EMUQ_WIRE_FRAMES_FOLLOW;
    if (head->kind == EMUQ_WIRE_BYE)
        emuq_lane_byed(&f->lanes, host);
    return rc;
}

/* Handles a received message, and those that have waited for it. After an error frames are not looked at any
 * more, but the last message of each host is. @return 0, or what arrival() returned */
static int take(emuq_fabric_t *f, emuq_message_t *m, const emuq_lane_user_t *user)
{
    uint32_t host;
    int error = 0;
    if (!is_wanted(f, m, &host) || !keep(&f->lanes.lane[host], m)) {
        put_back(f, m);
        return 0;
    }
    emuq_lane_t *lane = &f->lanes.lane[host];
    lane->heard = f->lanes.now;
    while ((m = lane->early) != NULL && sequence_of(m) == lane->next_in) {
        lane->early = m->next;
        int rc = handle(f, host, m, error == 0 ? user : NULL);
        error = error != 0 ? error : rc;
        put_back(f, m);
    }
    return error;
}

/* ---- messages without the tag of this host ---- */

/* Asks the provider to discard one message that is not of the job. Its tag differs from this host's in at
 * least one bit: requests are for one bit each, in turn. */
static ssize_t discard_one(emuq_fabric_t *f, discard_t *d)
{
    if (d == &f->discard[UNTAGGED]) {
        const struct fi_msg any = {.addr = FI_ADDR_UNSPEC, .context = &d->context};
        return fi_recvmsg(f->endpoint.ep, &any, FI_PEEK | FI_DISCARD);
    }
    uint64_t bit = UINT64_C(1) << f->tag_bit, tag = f->lanes.lane[f->lanes.job.host].tag;
    const struct fi_msg_tagged other = {
        .addr = FI_ADDR_UNSPEC, .tag = ~tag & bit, .ignore = ~bit, .context = &d->context};
    return fi_trecvmsg(f->endpoint.ep, &other, FI_PEEK | FI_DISCARD);
}

/* Discards messages that match no receive and are not of the job. Those of the job may be among the messages
 * that the provider keeps, too, while no receive is posted. */
static void discard_unexpected(emuq_fabric_t *f)
{
    for (discard_t *d = f->discard; f->has_discards && d < f->discard + DISCARD_KINDS; d++) {
        if (d->open != 0 || (!d->finds && ++d->polls < POLLS))
            continue;
        d->polls = 0;
        for (unsigned i = d->finds ? DISCARDS : 1; i > 0; i--)
            d->open += discard_one(f, d) == 0;
        d->finds = false;
    }
}

/* @return whether a completion is that of a request to discard a message */
static bool discard_ended(emuq_fabric_t *f, const void *context, bool found)
{
    for (discard_t *d = f->discard; d < f->discard + DISCARD_KINDS; d++) {
        if (context != &d->context)
            continue;
        d->open--;
        d->finds |= found;
        if (found)
            refuse(f);
        else if (d == &f->discard[TAGGED])
            f->tag_bit = (f->tag_bit + 1) % f->tag_bits;
        return true;
    }
    return false;
}

/* ---- completions ---- */

static void send_failed(emuq_fabric_t *f, emuq_message_t *m, int error)
{
    char why[128];
    snprintf(why, sizeof why, "is gone (%s)", emuq_endpoint_strerror(error));
    uint32_t host = m->host;
    emuq_lane_sent(&f->lanes, m);
    emuq_lane_end(&f->lanes, host, why);
}

/* Takes what the endpoint reports of an operation that failed. @return 1; 0: of a request to discard a
 * message; or a negative errno after a message */
static int take_error(emuq_fabric_t *f)
{
    struct fi_cq_err_entry error = {0};
    ssize_t rc = fi_cq_readerr(f->endpoint.cq, &error, 0);
    if (rc == -FI_EAGAIN)
        return 0;
    if (rc < 0) {
        emuq_log("provider %s does not work any more: %s", f->endpoint.provider,
                     emuq_endpoint_strerror((int)-rc));
        return -EIO;
    }
    emuq_message_t *m = error.op_context;
    if (m != NULL && discard_ended(f, m, false))
        return 0;
    if (m == NULL || error.err == FI_ECANCELED)
        return 1;
    if (m->host != UINT32_MAX) {
        send_failed(f, m, error.err);
    } else { /* its sender, if it is one of the job, misses the sequence */
        m->next = f->spare;
        f->spare = m;
    }
    return 1;
}

/* Asks the endpoint what has happened. @param received [AT_ONCE] messages that have come
 * @return how many completions there were, or a negative errno after a message */
static int look(emuq_fabric_t *f, emuq_message_t **received, int *count)
{
    struct fi_cq_msg_entry entry[AT_ONCE];
    *count = 0;
    ssize_t got = fi_cq_read(f->endpoint.cq, entry, AT_ONCE);
    if (got == -FI_EAGAIN)
        return 0;
    if (got < 0)
        return take_error(f);
    int happened = (int)got;
    for (ssize_t i = 0; i < got; i++) {
        emuq_message_t *m = entry[i].op_context;
        if (discard_ended(f, m, true))
            happened--;
        else if (m->host == UINT32_MAX) {
            m->end = entry[i].len;
            received[(*count)++] = m;
        } else {
            emuq_lane_sent(&f->lanes, m);
        }
    }
    return happened;
}

/* Tells of lanes that have ended. @return 0, or what arrival() returned */
static int tell_ends(emuq_fabric_t *f, const emuq_lane_user_t *user)
{
    int rc = 0;
    bool is_needed = f->lanes.untold != 0 && user != NULL;
    for (uint32_t h = 0; h < f->lanes.job.hosts && rc == 0 && is_needed; h++)
        if (emuq_lane_tell(&f->lanes, h))
            rc = user->arrival(user->argument, h, NULL, 0);
    return rc;
}

/* One look, and all that follows from it. @return whether something had happened, or a negative errno */
static int progress(emuq_fabric_t *f, const emuq_lane_user_t *user)
{
    emuq_message_t *received[AT_ONCE];
    int count, rc = 0;
    int ready = make_ready(f);
    discard_unexpected(f);
    int happened = look(f, received, &count);
    emuq_lanes_post(&f->lanes);
    f->has_news = count != 0;
    for (int i = 0; i < count; i++) {
        int one = take(f, received[i], rc == 0 ? user : NULL);
        rc = rc != 0 ? rc : one;
    }
    if (rc == 0)
        rc = tell_ends(f, user);
    return rc != 0 ? rc : happened < 0 ? happened : ready != 0 ? ready : happened > 0;
}

/* ---- turns ---- */

/* Whether a sleeper has to look by itself. Providers send the rest of a message that the network did not take
 * at once when they are asked what has happened, and do not wake anyone for that. */
static bool is_blind(const emuq_fabric_t *f)
{
    return f->endpoint.wait_fd < 0 || f->edge >= 0 || f->lanes.busy != UINT32_MAX ||
           f->lanes.in_flight != 0 || f->spare != NULL;
}

/* The wait descriptor does not say whether there is something to be read: that of provider net stays readable
 * for ever, and each piece of a large message makes others readable. It still wakes when something comes. */
static void distrust(emuq_fabric_t *f)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLET};
    f->edge = epoll_create1(EPOLL_CLOEXEC);
    if (f->edge >= 0 && epoll_ctl(f->edge, EPOLL_CTL_ADD, f->endpoint.wait_fd, &event) != 0) {
        close(f->edge);
        f->edge = -1; /* later */
    }
    f->vain = f->missed = 0;
}

/* A sleeper has been woken by the endpoint. */
static void woken(emuq_fabric_t *f)
{
    struct epoll_event event;
    f->missed = 0;
    if (f->edge >= 0)
        (void)epoll_wait(f->edge, &event, 1, 0);
    else if (++f->vain == VAIN)
        distrust(f);
}

/* Does what this host has to do; what is sent meanwhile goes out. @param rests nothing of that was found
 * before: the caller sleeps if there still is nothing. @return whether there was something */
static bool serve(emuq_fabric_t *f, const emuq_lane_user_t *user, bool rests)
{
    if (!emuq_lane_serve(user, rests))
        return false;
    emuq_lanes_post(&f->lanes);
    return true;
}

/* Other threads may use the lanes. @return false: not now */
static bool begin_pause(const emuq_lane_user_t *user)
{
    return user == NULL || user->pause == NULL || user->pause(user->argument, true);
}

static void end_pause(emuq_fabric_t *f, const emuq_lane_user_t *user)
{
    if (user == NULL || user->pause == NULL)
        return;
    f->is_left |= !user->pause(user->argument, false);
    f->turns = true;
}

static void offer(emuq_fabric_t *f, const emuq_lane_user_t *user)
{
    if (!begin_pause(user))
        return;
    emuq_patience_offer(&f->patience);
    end_pause(f, user);
}

/* Sleeps until the endpoint has something to say, or something is to be done.
 * @return whether it slept for as long as it was allowed to */
static bool nap(emuq_fabric_t *f, uint64_t ns, const emuq_lane_user_t *user)
{
    struct pollfd fd[] = {{f->edge >= 0 ? f->edge : f->endpoint.wait_fd, POLLIN, 0},
                          {user != NULL && user->pause != NULL ? user->bell : -1, POLLIN, 0}};
    bool blind = is_blind(f);
    uint64_t rings;
    if (!emuq_endpoint_may_sleep(&f->endpoint) || serve(f, user, true) || !begin_pause(user))
        return false;
    if (blind) {
        ns = f->nap < ns ? f->nap : ns;
        f->nap = 2 * f->nap < NAP_MOST ? 2 * f->nap : NAP_MOST;
    }
    struct timespec limit = emuq_timespec(ns);
    int ready = ppoll(fd, 2, &limit, user != NULL ? user->mask : NULL);
    if (fd[1].revents != 0)
        (void)!read(user->bell, &rings, sizeof rings);
    end_pause(f, user);
    if (fd[0].revents != 0)
        woken(f);
    return ready == 0 && !blind;
}

/* Looks until something has happened, or a sleep is due. @return as progress() */
static int look_on(emuq_fabric_t *f, uint64_t ns, const emuq_lane_user_t *user)
{
    for (;;) {
        bool served = serve(f, user, false);
        int rc = progress(f, user);
        if (rc > 0 && f->has_news) /* it may be a request of another host: the answer is not to wait */
            served |= serve(f, user, false);
        uint64_t now = emuq_host_now_ns();
        if ((rc > 0 || served) &&
            emuq_patience_found(&f->patience, now, f->has_news ? EMUQ_FOUND_NEWS : EMUQ_FOUND_WORK))
            offer(f, user);
        if (rc == 0 && served)
            rc = 1;
        emuq_next_t next = rc == 0 ? emuq_patience_vain(&f->patience, now, ns) : EMUQ_NEXT_SLEEP;
        if (next == EMUQ_NEXT_SLEEP)
            return rc;
        if (next == EMUQ_NEXT_YIELD)
            offer(f, user);
        if (f->is_left)
            return rc;
    }
}

/* Sleeps, and looks then. @return as progress() */
static int sleep_and_look(emuq_fabric_t *f, uint64_t ns, const emuq_lane_user_t *user)
{
    bool slept = nap(f, ns, user);
    bool served = serve(f, user, false); /* first: it is what wakes the engine of a rank that sends */
    int rc = progress(f, user);
    if (slept && rc > 0 && ++f->missed == MISSED)
        distrust(f);
    if (rc == 0 && served)
        rc = 1;
    if (rc > 0)
        (void)emuq_patience_found(&f->patience, emuq_host_now_ns(), EMUQ_FOUND_LATE);
    return rc;
}

/* After something has happened the caller's other duties come first, and another turn goes on. */
static int turn(void *context, uint64_t ns, const emuq_lane_user_t *user)
{
    emuq_fabric_t *f = context;
    uint64_t now = emuq_host_now_ns();
    f->turns = true;
    f->is_left = false;
    emuq_lanes_watch(&f->lanes, now);
    emuq_patience_begin(&f->patience, now);
    int rc = look_on(f, ns, user);
    if (rc == 0 && ns != 0 && !f->is_left)
        rc = sleep_and_look(f, ns, user);
    if (rc > 0) {
        f->nap = NAP_LEAST;
        f->vain = 0;
    }
    f->turns = false;
    return rc < 0 ? rc : 0;
}

static int look_once(void *context, const emuq_lane_user_t *user)
{
    emuq_fabric_t *f = context;
    f->turns = true;
    bool served = serve(f, user, false);
    int rc = progress(f, user);
    if (rc > 0 && f->has_news)
        served |= serve(f, user, false);
    f->turns = false;
    return rc == 0 ? served : rc;
}

/* A lane has got a frame, or (@p rc) not: what it has is sent. */
static int added(emuq_fabric_t *f, int rc)
{
    if (rc == 0 && !f->turns)
        emuq_lanes_post(&f->lanes);
    return rc;
}

static int send_frame(void *context, uint32_t host, const struct iovec *part, int parts)
{
    emuq_fabric_t *f = context;
    return added(f, emuq_lane_add_frame(&f->lanes, host, part, parts));
}

static int lend_frame(void *context, uint32_t host, void *frame, size_t bytes, void (*done)(void *argument),
                      void *argument)
{
    emuq_fabric_t *f = context;
    return added(f, emuq_lane_lend_frame(&f->lanes, host, frame, bytes, done, argument));
}

/* Says good-bye, and waits until the others have, too: a connection that is closed before may lose what is on
 * its way. */
static void flush(void *context)
{
    emuq_fabric_t *f = context;
    uint64_t end = emuq_host_now_ns() + FLUSH_NS;
    bool waits = true;
    emuq_lanes_bye(&f->lanes);
    while (waits && emuq_host_now_ns() < end && progress(f, NULL) >= 0) {
        waits = emuq_lanes_are_open(&f->lanes);
        if (waits)
            (void)nap(f, NAP_LEAST, NULL);
    }
}

static const char *name(void *context, uint32_t host)
{
    return emuq_lane_name(&((const emuq_fabric_t *)context)->lanes, host);
}

static const char *reason(void *context, uint32_t host)
{
    return ((const emuq_fabric_t *)context)->lanes.lane[host].reason;
}

static bool is_watched(void *context, uint32_t host)
{
    return emuq_lane_is_watched(&((const emuq_fabric_t *)context)->lanes, host);
}

void emuq_fabric_lanes(emuq_fabric_t *fabric, emuq_lanes_t *lanes)
{
    *lanes = (emuq_lanes_t){.context = fabric,
                            .send = send_frame,
                            .lend = lend_frame,
                            .turn = turn,
                            .look = look_once,
                            .flush = flush,
                            .name = name,
                            .reason = reason,
                            .is_watched = is_watched,
                            .parent = -1};
}

/* ---- life ---- */

static int open_endpoint(emuq_fabric_t *f, const char *near)
{
    char address[EMUQ_ADDRESS_TEXT];
    int rc = emuq_interface_address(near, address);
    if (rc == 0)
        rc = emuq_endpoint_open(&f->endpoint, emuq_setting_text(EMUQ_SETTING_FABRIC), address);
    if (rc != 0)
        return rc;
    f->lanes.endpoint = f->lanes.messages.endpoint = &f->endpoint;
    f->tag_bits = (unsigned)__builtin_popcountll(emuq_endpoint_tag_bits(&f->endpoint));
    f->has_discards = strstr(f->endpoint.provider, "ofi_rxm") != NULL;
    for (unsigned i = 0; i < RECEIVES; i++) {
        emuq_message_t *m = emuq_message_take(&f->lanes.messages, EMUQ_WIRE_FRAME);
        if (m == NULL) {
            emuq_log("no memory for messages of other hosts");
            return -ENOMEM;
        }
        m->next = f->spare;
        f->spare = m;
    }
    return 0;
}

/* What codes of messages cover, of two choices. */
static bool covers_all(void)
{
    return emuq_setting_number(EMUQ_SETTING_HOST_MAC) == 1;
}

int emuq_fabric_open(const char *near, emuq_fabric_t **fabric, emuq_host_text_t *text)
{
    emuq_fabric_t *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -ENOMEM;
    f->lanes.busy = UINT32_MAX;
    f->endpoint.wait_fd = f->edge = -1;
    int rc = open_endpoint(f, near);
    char self[HOST_NAME_MAX + 1] = "";
    gethostname(self, sizeof self - 1);
    if (rc == 0)
        rc = emuq_host_text_print(text, self, f->endpoint.provider, f->endpoint.address,
                                  f->endpoint.address_bytes);
    if (rc == 0 && covers_all())
        rc = emuq_host_text_covers_all(text);
    if (rc != 0) {
        emuq_fabric_close(f);
        return rc;
    }
    *fabric = f;
    return 0;
}

int emuq_fabric_connect(emuq_fabric_t *fabric, uint32_t hosts, uint32_t host, const emuq_host_text_t *texts,
                        const unsigned char key[EMUQ_KEY_BYTES], struct emuq_lane_counts *counts,
                        uint64_t spins)
{
    emuq_wire_job_t job = {.hosts = hosts, .host = host};
    job.covers_all = covers_all();
    int rc = emuq_mac_open(&job.mac, key);
    if (rc != 0)
        return rc;
    emuq_patience_open(&fabric->patience, spins);
    fabric->nap = NAP_LEAST;
    fabric->lanes.counts = counts;
    fabric->lanes.silence = emuq_setting_number(EMUQ_SETTING_HEARTBEAT) * EMUQ_NS_PER_S;
    rc = emuq_lanes_open(&fabric->lanes, &job, texts, emuq_host_now_ns());
    return rc != 0 ? rc : make_ready(fabric);
}

void emuq_fabric_close(emuq_fabric_t *f)
{
    if (f->endpoint.ep != NULL) { /* before the memory that it receives into */
        fi_close(&f->endpoint.ep->fid);
        f->endpoint.ep = NULL;
    }
    emuq_messages_free(&f->lanes.messages);
    emuq_endpoint_close(&f->endpoint);
    emuq_lanes_close(&f->lanes);
    if (f->edge >= 0)
        close(f->edge);
    free(f);
}
