/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "transport/fabric_lane.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "transport/host_text.h"
#include "transport/interface.h"
#include "transport/probe.h"

#define AT_A_TIME 2u            /* messages of a lane that are on their way before frames are collected */
#define AT_MOST   8u            /* messages of a lane that are on their way */
#define BEAT_NS   EMUQ_NS_PER_S /* between heartbeats, if silence is much longer */
#define START_NS  (30 * EMUQ_NS_PER_S)    /* that a host may be silent before its first word */
#define OUR_TURN  (EMUQ_NS_PER_S / 2)     /* longer between two looks: this process did not run */
#define DOUBT_NS  (3 * EMUQ_NS_PER_S / 4) /* for which it looks on then before it gives a silent host up */

/* ---- opening ---- */

/* Whether a host can be reached: not at a loopback address, if it is another machine than this one. */
static bool is_reachable(const emuq_lane_set_t *set, const emuq_host_parts_t *parts,
                         const emuq_host_text_t *texts)
{
    emuq_host_parts_t own;
    return !emuq_probe_can(parts->provider) ||
           !emuq_interface_is_loopback(parts->address, parts->address_bytes) ||
           emuq_host_text_parse(texts[set->job.host].text, &own) != 0 || strcmp(parts->name, own.name) == 0;
}

/* @return 0, or -EINVAL after a message */
static int judge_text(const emuq_lane_set_t *set, uint32_t host, const emuq_host_text_t *texts,
                      emuq_host_parts_t *parts)
{
    if (emuq_host_text_parse(texts[host].text, parts) != 0) {
        emuq_log("host %u has said nothing that could be an address: '%.60s'; all hosts need the same "
                     "build of EMUQ",
                     host, texts[host].text);
        return -EINVAL;
    }
    if (strcmp(parts->provider, set->endpoint->provider) != 0) {
        emuq_log("host %u (%s) uses provider %s, and host %u provider %s; set EMUQ_FABRIC on all hosts",
                     host, parts->name, parts->provider, set->job.host, set->endpoint->provider);
        return -EINVAL;
    }
    if (parts->covers_all != set->job.covers_all) {
        emuq_host_parts_t own;
        bool is_text = emuq_host_text_parse(texts[set->job.host].text, &own) == 0;
        emuq_log(
            "host %u (%s) has EMUQ_HOST_MAC=%s, and host %u (%s) EMUQ_HOST_MAC=%s; set the same value "
            "on all hosts",
            host, parts->name, parts->covers_all ? "all" : "start", set->job.host,
            is_text ? own.name : "this host", set->job.covers_all ? "all" : "start");
        return -EINVAL;
    }
    if (!is_reachable(set, parts, texts)) {
        emuq_log("host %u (%s) listens at a loopback address, which other hosts do not reach; set "
                     "EMUQ_INTERFACE to another interface of that host",
                     host, parts->name);
        return -EINVAL;
    }
    return 0;
}

static int open_lane(emuq_lane_set_t *set, uint32_t host, const emuq_host_text_t *texts, uint64_t now)
{
    emuq_lane_t *lane = &set->lane[host];
    emuq_host_parts_t parts;
    int rc = judge_text(set, host, texts, &parts);
    if (rc != 0)
        return rc;
    *lane = (emuq_lane_t){.address = FI_ADDR_NOTAVAIL, .heard = now, .next_busy = UINT32_MAX, .probe = -1};
    lane->text = strdup(texts[host].text);
    lane->name = strdup(parts.name);
    lane->is_of_rank = parts.is_of_rank;
    lane->tag = emuq_mac_tag(&set->job.mac, host) & emuq_endpoint_tag_bits(set->endpoint);
    return lane->text != NULL && lane->name != NULL ? 0 : -ENOMEM;
}

int emuq_lanes_open(emuq_lane_set_t *set, const emuq_wire_job_t *job, const emuq_host_text_t *texts,
                    uint64_t now)
{
    set->job = *job;
    set->busy = UINT32_MAX;
    set->now = now; /* the first heartbeats are due */
    set->lane = calloc(job->hosts, sizeof *set->lane);
    int rc = set->lane != NULL ? 0 : -ENOMEM;
    for (uint32_t h = 0; h < job->hosts && rc == 0; h++)
        set->lane[h].probe = -1; /* also of those that will not be opened */
    for (uint32_t h = 0; h < job->hosts && rc == 0; h++)
        rc = open_lane(set, h, texts, now);
    if (rc == -ENOMEM)
        emuq_log("no memory for the lanes to %u hosts", job->hosts);
    return rc;
}

void emuq_lanes_close(emuq_lane_set_t *set)
{
    for (uint32_t h = 0; h < set->job.hosts && set->lane != NULL; h++) {
        emuq_probe_end(set->lane[h].probe);
        free(set->lane[h].text);
        free(set->lane[h].name);
        free(set->lane[h].reason);
    }
    free(set->lane);
    set->lane = NULL;
}

const char *emuq_lane_name(const emuq_lane_set_t *set, uint32_t host)
{
    return set->lane[host].name;
}

/* ---- ends ---- */

/* Whether the engine is told that a lane has ended, or has been told. */
static bool is_over(const emuq_lane_t *lane)
{
    return lane->has_ended || lane->is_deaf || lane->has_byed;
}

/* A lane is over, for a reason if there is none yet. */
static void note(emuq_lane_set_t *set, emuq_lane_t *lane, const char *why)
{
    set->untold += !is_over(lane);
    if (lane->reason == NULL && why != NULL)
        lane->reason = strdup(why);
}

void emuq_lane_end(emuq_lane_set_t *set, uint32_t host, const char *why)
{
    emuq_lane_t *lane = &set->lane[host];
    emuq_message_t *m;
    if (lane->has_ended)
        return;
    note(set, lane, why);
    lane->has_ended = true;
    while ((m = lane->first) != NULL) {
        lane->first = m->next;
        emuq_message_give(&set->messages, m);
    }
    lane->last = NULL;
}

void emuq_lane_deafen(emuq_lane_set_t *set, uint32_t host, const char *why)
{
    note(set, &set->lane[host], why);
    set->lane[host].is_deaf = true;
}

void emuq_lane_byed(emuq_lane_set_t *set, uint32_t host)
{
    note(set, &set->lane[host], NULL);
    set->lane[host].has_byed = true;
}

bool emuq_lane_tell(emuq_lane_set_t *set, uint32_t host)
{
    emuq_lane_t *lane = &set->lane[host];
    bool tells = is_over(lane) && !lane->is_told;
    lane->is_told |= tells;
    set->untold -= tells;
    return tells;
}

/* ---- sending ---- */

/* The network address of a lane, learned when it is needed. */
static bool has_address(emuq_lane_set_t *set, uint32_t host)
{
    emuq_lane_t *lane = &set->lane[host];
    emuq_host_parts_t parts;
    if (lane->address != FI_ADDR_NOTAVAIL)
        return true;
    if (emuq_host_text_parse(lane->text, &parts) != 0 || parts.address_bytes != set->endpoint->address_bytes)
        return false;
    return fi_av_insert(set->endpoint->av, parts.address, 1, &lane->address, 0, NULL) == 1;
}

static void enlist(emuq_lane_set_t *set, uint32_t host)
{
    emuq_lane_t *lane = &set->lane[host];
    if (lane->is_busy)
        return;
    lane->is_busy = true;
    lane->next_busy = set->busy;
    set->busy = host;
}

static emuq_message_t *add_message(emuq_lane_set_t *set, uint32_t host, emuq_wire_kind_t kind, size_t bytes)
{
    emuq_lane_t *lane = &set->lane[host];
    emuq_message_t *m = emuq_message_take(&set->messages, bytes);
    if (m == NULL)
        return NULL;
    m->host = host;
    m->kind = (uint16_t)kind;
    if (lane->first == NULL)
        lane->first = m;
    else
        lane->last->next = m;
    lane->last = m;
    enlist(set, host);
    return m;
}

/* Whether a lane takes a frame. @return 0, or -EPIPE or -EMSGSIZE */
static int judge(const emuq_lane_t *lane, size_t bytes)
{
    if (bytes == 0 || bytes > EMUQ_WIRE_FRAME)
        return -EMSGSIZE;
    return lane->has_ended || lane->has_byed || lane->says_bye ? -EPIPE : 0;
}

static void count_frame(emuq_lane_set_t *set, uint32_t host, size_t bytes)
{
    set->lane[host].is_used = true;
    if (set->counts != NULL) {
        emuq_lane_add(&set->counts[host].frames_out, 1);
        emuq_lane_add(&set->counts[host].bytes_out, bytes);
    }
}

int emuq_lane_add_frame(emuq_lane_set_t *set, uint32_t host, const struct iovec *part, int parts)
{
    emuq_lane_t *lane = &set->lane[host];
    size_t bytes = 0;
    for (int i = 0; i < parts; i++)
        bytes += part[i].iov_len;
    int rc = judge(lane, bytes);
    if (rc != 0)
        return rc;
    emuq_message_t *m = lane->last;
    if (lane->first == NULL || !emuq_message_fits(m, bytes))
        m = add_message(set, host, EMUQ_WIRE_FRAMES_FOLLOW, bytes);
    if (m == NULL)
        return -ENOMEM;
    emuq_message_append(m, part, parts, bytes);
    count_frame(set, host, bytes);
    return 0;
}

int emuq_lane_lend_frame(emuq_lane_set_t *set, uint32_t host, void *frame, size_t bytes,
                         void (*done)(void *argument), void *argument)
{
    bool is_copied = bytes <= EMUQ_WIRE_BATCH || emuq_endpoint_registers(set->endpoint);
    int rc = is_copied ? emuq_lane_add_frame(set, host, &(struct iovec){frame, bytes}, 1)
                       : judge(&set->lane[host], bytes);
    emuq_message_t *m = NULL;
    if (rc == 0 && !is_copied && (m = add_message(set, host, EMUQ_WIRE_FRAMES_FOLLOW, 0)) == NULL)
        rc = -ENOMEM;
    if (m == NULL) {
        done(argument);
        return rc;
    }
    emuq_message_lend(m, frame, bytes, done, argument);
    count_frame(set, host, bytes);
    return 0;
}

/* Gives a message to the endpoint. Its head and table are written when frames have been added since the last
 * attempt. @return 0, -FI_EAGAIN, or what is wrong */
static ssize_t give_to_endpoint(emuq_lane_set_t *set, emuq_lane_t *lane, emuq_message_t *m)
{
    if (m->closed == 0 || m->closed_frames != m->frames) {
        m->closed = emuq_wire_close(m->wire, &set->job, m->kind, m->host, lane->next_out, m->end, m->length,
                                    m->frames);
        m->closed_frames = m->frames;
    }
    return fi_tsend(set->endpoint->ep, m->wire, m->closed, m->descriptor, lane->address, lane->tag, m);
}

/* Counts the frames of a message that has to wait, once. */
static void count_waits(emuq_lane_set_t *set, uint32_t host, emuq_message_t *m)
{
    if (set->counts != NULL)
        emuq_lane_add(&set->counts[host].waits, m->frames - m->waited);
    m->waited = m->frames;
}

static void post(emuq_lane_set_t *set, uint32_t host)
{
    emuq_lane_t *lane = &set->lane[host];
    emuq_message_t *m;
    while ((m = lane->first) != NULL) {
        if (lane->in_flight >= (m->next != NULL || m->end > EMUQ_WIRE_BATCH ? AT_MOST : AT_A_TIME)) {
            count_waits(set, host, m);
            return;
        }
        ssize_t rc = has_address(set, host) ? give_to_endpoint(set, lane, m) : -FI_EADDRNOTAVAIL;
        if (rc == -FI_EAGAIN) {
            count_waits(set, host, m);
            return;
        }
        if (rc != 0) {
            char why[128];
            snprintf(why, sizeof why, "is gone (%s)", emuq_endpoint_strerror((int)-rc));
            emuq_lane_end(set, host, why);
            return;
        }
        lane->first = m->next;
        lane->next_out++;
        lane->in_flight++;
        set->in_flight++;
        lane->sent = set->now;
        if (set->counts != NULL)
            emuq_lane_add(&set->counts[host].sends, 1);
    }
    lane->last = NULL;
}

void emuq_lanes_post(emuq_lane_set_t *set)
{
    uint32_t *at = &set->busy;
    while (*at != UINT32_MAX) {
        emuq_lane_t *lane = &set->lane[*at];
        post(set, *at);
        if (lane->first == NULL) {
            lane->is_busy = false;
            *at = lane->next_busy;
        } else {
            at = &lane->next_busy;
        }
    }
}

void emuq_lane_sent(emuq_lane_set_t *set, emuq_message_t *m)
{
    set->lane[m->host].in_flight--;
    set->in_flight--;
    emuq_message_give(&set->messages, m);
}

/* ---- watching ---- */

bool emuq_lane_is_watched(const emuq_lane_set_t *set, uint32_t host)
{
    uint32_t hosts = set->job.hosts, me = set->job.host;
    return host != me &&
           (set->lane[host].is_used || host == (me + 1) % hosts || host == (me + hosts - 1) % hosts);
}

/* When a host was found alive at last. A rank that runs its engine may be stopped, by a debugger for example,
 * and a job waits for a stopped rank: of such a host it is enough that its system answers for it. */
static uint64_t alive_at(const emuq_lane_t *lane)
{
    return lane->is_of_rank && lane->answered > lane->heard ? lane->answered : lane->heard;
}

/* Asks the system of a host that has missed a heartbeat whether its engine has ended. */
static void ask(emuq_lane_set_t *set, uint32_t host, uint64_t beat)
{
    emuq_lane_t *lane = &set->lane[host];
    emuq_host_parts_t parts;
    if (lane->probe != -1) {
        int answer = emuq_probe_look(lane->probe);
        if (answer != 0)
            lane->probe = -1;
        if (answer == 1)
            lane->answered = set->now;
        if (answer == -ECONNREFUSED)
            emuq_lane_end(set, host, "is gone: its host engine has ended");
    } else if (set->now - alive_at(lane) > beat + beat / 4 && emuq_probe_can(set->endpoint->provider) &&
               emuq_host_text_parse(lane->text, &parts) == 0) {
        lane->probe = emuq_probe_begin(parts.address, parts.address_bytes);
    }
}

/* Whether a host that has been silent for too long is lost. If this process did not run a short while ago,
 * what has come meanwhile may still have to be read, and a host that stood still with it may have to speak:
 * it gets at least one more turn, and DOUBT_NS, however often this process stands still. */
static bool is_lost(const emuq_lane_set_t *set, emuq_lane_t *lane)
{
    if (lane->doubted <= lane->heard) /* not since it was heard */
        lane->doubted = set->now;
    return set->now - set->resumed >= DOUBT_NS || set->now - lane->doubted >= DOUBT_NS;
}

static void watch(emuq_lane_set_t *set, uint32_t host, uint64_t beat)
{
    emuq_lane_t *lane = &set->lane[host];
    uint64_t limit = set->silence;
    if (is_over(lane) || lane->says_bye)
        return;
    if (lane->next_in == 0 && limit < START_NS)
        limit = START_NS;
    if (set->now - alive_at(lane) >= limit && is_lost(set, lane)) {
        char why[128];
        snprintf(why, sizeof why, "does not answer for %llu s",
                 (unsigned long long)((set->now - lane->heard) / EMUQ_NS_PER_S));
        emuq_lane_end(set, host, why);
    } else if (set->now - lane->sent >= beat && lane->first == NULL && lane->in_flight == 0) {
        (void)add_message(set, host, EMUQ_WIRE_BEAT, 0); /* no memory: again soon */
    }
    if (!lane->has_ended)
        ask(set, host, beat);
}

void emuq_lanes_watch(emuq_lane_set_t *set, uint64_t now)
{
    bool stood = now - set->now > OUR_TURN;
    uint64_t beat = set->silence / 3 < BEAT_NS ? set->silence / 3 : BEAT_NS;
    set->now = now;
    if (stood)
        set->resumed = now;
    if (now - set->looked < beat / 4)
        return;
    set->looked = now;
    for (uint32_t h = 0; h < set->job.hosts; h++)
        if (emuq_lane_is_watched(set, h))
            watch(set, h, beat);
}

void emuq_lanes_bye(emuq_lane_set_t *set)
{
    for (uint32_t h = 0; h < set->job.hosts; h++) {
        emuq_lane_t *lane = &set->lane[h];
        if (emuq_lane_is_watched(set, h) && !lane->has_ended && !lane->says_bye)
            lane->says_bye = add_message(set, h, EMUQ_WIRE_BYE, 0) != NULL;
    }
}

bool emuq_lanes_are_open(const emuq_lane_set_t *set)
{
    for (uint32_t h = 0; h < set->job.hosts; h++) {
        const emuq_lane_t *lane = &set->lane[h];
        if (lane->says_bye && !lane->has_ended &&
            (lane->first != NULL || lane->in_flight != 0 || !is_over(lane)))
            return true;
    }
    return false;
}
