/* SPDX-License-Identifier: BSD-3-Clause */
/* The sending side of connections, and the supervision of hosts. */
#define _GNU_SOURCE
#include "transport/fabric_private.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_calls.h"
#include "base/text.h"

#define FLIGHT_MIN   2u                   /* messages in flight before frames are collected */
#define FLIGHT_MAX   8u                   /* maximum messages in flight */
#define HEARTBEAT_NS EMUQ_NS_PER_S        /* unless a third of the maximum silence is shorter */
#define START_NS     (30 * EMUQ_NS_PER_S) /* maximum silence of a host before its first message */
#define STALL_NS     (EMUQ_NS_PER_S / 2) /* a longer gap between checks means that this process did not run */
#define SUSPECT_NS   (3 * EMUQ_NS_PER_S / 4) /* extra time for a silent host after such a gap */

/* ---- opening ---- */

/* Whether a host can be reached: a loopback address only on the same machine. */
static bool connection_is_reachable(const emuq_connection_set_t *set, const emuq_host_parts_t *parts,
                                    const emuq_host_text_t *texts)
{
    emuq_host_parts_t own;
    return !emuq_probe_can(parts->provider) ||
           !emuq_interface_is_loopback(parts->address, parts->address_bytes) ||
           emuq_host_text_parse(texts[set->job.host].text, &own) != 0 || strcmp(parts->name, own.name) == 0;
}

static int connection_check_text(const emuq_connection_set_t *set, uint32_t host,
                                 const emuq_host_text_t *texts, emuq_host_parts_t *parts)
{
    if (emuq_host_text_parse(texts[host].text, parts) != 0) {
        emuq_log("host %u: invalid address '%.60s' (do all hosts run the same build of EMUQ?)", host,
                 texts[host].text);
        return -EINVAL;
    }
    if (strcmp(parts->provider, set->endpoint->provider) != 0) {
        emuq_log("host %u (%s) uses provider %s, and host %u provider %s; set EMUQ_FABRIC on all hosts", host,
                 parts->name, parts->provider, set->job.host, set->endpoint->provider);
        return -EINVAL;
    }
    if (parts->covers_all != set->job.covers_all) {
        emuq_host_parts_t own;
        bool is_text = emuq_host_text_parse(texts[set->job.host].text, &own) == 0;
        emuq_log("host %u (%s) has EMUQ_HOST_MAC=%s, and host %u (%s) EMUQ_HOST_MAC=%s; set the same value "
                 "on all hosts",
                 host, parts->name, parts->covers_all ? "all" : "start", set->job.host,
                 is_text ? own.name : "this host", set->job.covers_all ? "all" : "start");
        return -EINVAL;
    }
    if (!connection_is_reachable(set, parts, texts)) {
        emuq_log("host %u (%s) listens at a loopback address, which other hosts do not reach; set "
                 "EMUQ_INTERFACE to another interface of that host",
                 host, parts->name);
        return -EINVAL;
    }
    return 0;
}

static int connection_open(emuq_connection_set_t *set, uint32_t host, const emuq_host_text_t *texts,
                           uint64_t now)
{
    emuq_connection_t *connection = &set->connection[host];
    emuq_host_parts_t parts;
    int rc = connection_check_text(set, host, texts, &parts);
    if (rc != 0)
        return rc;
    *connection = (emuq_connection_t){
        .address = FI_ADDR_NOTAVAIL, .last_received = now, .next_busy = UINT32_MAX, .probe = -1};
    connection->text = strdup(texts[host].text);
    connection->name = strdup(parts.name);
    connection->is_of_rank = parts.is_of_rank;
    connection->tag = emuq_mac_tag(&set->job.mac, host) & emuq_endpoint_tag_bits(set->endpoint);
    return connection->text != NULL && connection->name != NULL ? 0 : -ENOMEM;
}

int emuq_connections_open(emuq_connection_set_t *set, const emuq_wire_job_t *job,
                          const emuq_host_text_t *texts, uint64_t now)
{
    set->job = *job;
    set->busy = UINT32_MAX;
    set->now = now; /* the first heartbeats are due */
    set->connection = calloc(job->hosts, sizeof *set->connection);
    int rc = set->connection != NULL ? 0 : -ENOMEM;
    for (uint32_t h = 0; h < job->hosts && rc == 0; h++)
        set->connection[h].probe = -1;
    for (uint32_t h = 0; h < job->hosts && rc == 0; h++)
        rc = connection_open(set, h, texts, now);
    if (rc == -ENOMEM)
        emuq_log("no memory for the connections to %u hosts", job->hosts);
    return rc;
}

void emuq_connections_close(emuq_connection_set_t *set)
{
    for (uint32_t h = 0; h < set->job.hosts && set->connection != NULL; h++) {
        emuq_probe_end(set->connection[h].probe);
        free(set->connection[h].text);
        free(set->connection[h].name);
        free(set->connection[h].reason);
    }
    free(set->connection);
    set->connection = NULL;
}

const char *emuq_connection_name(const emuq_connection_set_t *set, uint32_t host)
{
    return set->connection[host].name;
}

/* ---- ends ---- */

static bool connection_is_over(const emuq_connection_t *connection)
{
    return connection->has_ended || connection->receive_ended || connection->peer_closed;
}

/* Counts the end of an open connection as unreported. @param why copied if the first reason; NULL: none */
static void connection_note_end(emuq_connection_set_t *set, emuq_connection_t *connection, const char *why)
{
    set->unreported += !connection_is_over(connection);
    if (connection->reason == NULL && why != NULL)
        connection->reason = strdup(why);
}

void emuq_connection_end(emuq_connection_set_t *set, uint32_t host, const char *why)
{
    emuq_connection_t *connection = &set->connection[host];
    emuq_wire_message_t *m;
    if (connection->has_ended)
        return;
    connection_note_end(set, connection, why);
    connection->has_ended = true;
    while ((m = connection->first) != NULL) {
        connection->first = m->next;
        emuq_wire_message_put(&set->messages, m);
    }
    connection->last = NULL;
}

void emuq_connection_fail(emuq_connection_set_t *set, uint32_t host, int error)
{
    char why[128];
    snprintf(why, sizeof why, "is gone (%s)", emuq_endpoint_strerror(error));
    emuq_connection_end(set, host, why);
}

void emuq_connection_stop_receiving(emuq_connection_set_t *set, uint32_t host, const char *why)
{
    connection_note_end(set, &set->connection[host], why);
    set->connection[host].receive_ended = true;
}

void emuq_connection_peer_closed(emuq_connection_set_t *set, uint32_t host)
{
    connection_note_end(set, &set->connection[host], NULL);
    set->connection[host].peer_closed = true;
}

bool emuq_connection_must_report(emuq_connection_set_t *set, uint32_t host)
{
    emuq_connection_t *connection = &set->connection[host];
    bool tells = connection_is_over(connection) && !connection->is_reported;
    connection->is_reported |= tells;
    set->unreported -= tells;
    return tells;
}

/* ---- sending ---- */

static bool connection_has_address(emuq_connection_set_t *set, uint32_t host)
{
    emuq_connection_t *connection = &set->connection[host];
    emuq_host_parts_t parts;
    if (connection->address != FI_ADDR_NOTAVAIL)
        return true;
    if (emuq_host_text_parse(connection->text, &parts) != 0 ||
        parts.address_bytes != set->endpoint->address_bytes)
        return false;
    return fi_av_insert(set->endpoint->av, parts.address, 1, &connection->address, 0, NULL) == 1;
}

static void connection_list_busy(emuq_connection_set_t *set, uint32_t host)
{
    emuq_connection_t *connection = &set->connection[host];
    if (connection->is_busy)
        return;
    connection->is_busy = true;
    connection->next_busy = set->busy;
    set->busy = host;
}

static emuq_wire_message_t *connection_add_message(emuq_connection_set_t *set, uint32_t host,
                                                   emuq_wire_kind_t kind, size_t bytes)
{
    emuq_connection_t *connection = &set->connection[host];
    emuq_wire_message_t *m = emuq_wire_message_get(&set->messages, bytes);
    if (m == NULL)
        return NULL;
    m->host = host;
    m->kind = (uint16_t)kind;
    if (connection->first == NULL)
        connection->first = m;
    else
        connection->last->next = m;
    connection->last = m;
    connection_list_busy(set, host);
    return m;
}

static int connection_check_frame(const emuq_connection_t *connection, size_t bytes)
{
    if (bytes == 0 || bytes > EMUQ_WIRE_FRAME)
        return -EMSGSIZE;
    return connection->has_ended || connection->peer_closed || connection->is_closing ? -EPIPE : 0;
}

static void connection_count_frame(emuq_connection_set_t *set, uint32_t host, size_t bytes)
{
    set->connection[host].is_used = true;
    if (set->counts != NULL) {
        emuq_connection_count(&set->counts[host].frames_out, 1);
        emuq_connection_count(&set->counts[host].bytes_out, bytes);
    }
}

int emuq_connection_add_frame(emuq_connection_set_t *set, uint32_t host, const struct iovec *part, int parts)
{
    emuq_connection_t *connection = &set->connection[host];
    size_t bytes = 0;
    for (int i = 0; i < parts; i++)
        bytes += part[i].iov_len;
    int rc = connection_check_frame(connection, bytes);
    if (rc != 0)
        return rc;
    emuq_wire_message_t *m = connection->last;
    if (connection->first == NULL || !emuq_wire_message_fits(m, bytes))
        m = connection_add_message(set, host, EMUQ_WIRE_DATA, bytes);
    if (m == NULL)
        return -ENOMEM;
    emuq_wire_message_append(m, part, parts, bytes);
    connection_count_frame(set, host, bytes);
    return 0;
}

int emuq_connection_lend_frame(emuq_connection_set_t *set, uint32_t host, void *frame, size_t bytes,
                               void (*done)(void *argument), void *argument)
{
    bool is_copied = bytes <= EMUQ_WIRE_BATCH || emuq_endpoint_registers(set->endpoint);
    int rc = is_copied ? emuq_connection_add_frame(set, host, &(struct iovec){frame, bytes}, 1)
                       : connection_check_frame(&set->connection[host], bytes);
    emuq_wire_message_t *m = NULL;
    if (rc == 0 && !is_copied && (m = connection_add_message(set, host, EMUQ_WIRE_DATA, 0)) == NULL)
        rc = -ENOMEM;
    if (m == NULL) {
        done(argument);
        return rc;
    }
    emuq_wire_message_lend(m, frame, bytes, done, argument);
    connection_count_frame(set, host, bytes);
    return 0;
}

/* Completes the message if frames were added since the last attempt. @return 0; -FI_EAGAIN; or an error */
static ssize_t connection_post_message(emuq_connection_set_t *set, emuq_connection_t *connection,
                                       emuq_wire_message_t *m)
{
    if (m->closed == 0 || m->closed_frames != m->frames) {
        m->closed = emuq_wire_close(m->wire, &set->job, m->kind, m->host, connection->next_out, m->end,
                                    m->length, m->frames);
        m->closed_frames = m->frames;
    }
    return fi_tsend(set->endpoint->ep, m->wire, m->closed, m->descriptor, connection->address,
                    connection->tag, m);
}

static void connection_count_waits(emuq_connection_set_t *set, uint32_t host, emuq_wire_message_t *m)
{
    if (set->counts != NULL)
        emuq_connection_count(&set->counts[host].waits, m->frames - m->waited);
    m->waited = m->frames;
}

static void connection_post(emuq_connection_set_t *set, uint32_t host)
{
    emuq_connection_t *connection = &set->connection[host];
    emuq_wire_message_t *m;
    while ((m = connection->first) != NULL) {
        if (connection->in_flight >=
            (m->next != NULL || m->end > EMUQ_WIRE_BATCH ? FLIGHT_MAX : FLIGHT_MIN)) {
            connection_count_waits(set, host, m);
            return;
        }
        ssize_t rc = connection_has_address(set, host) ? connection_post_message(set, connection, m)
                                                       : -FI_EADDRNOTAVAIL;
        if (rc == -FI_EAGAIN) {
            connection_count_waits(set, host, m);
            return;
        }
        if (rc != 0) {
            emuq_connection_fail(set, host, (int)-rc);
            return;
        }
        connection->first = m->next;
        connection->next_out++;
        connection->in_flight++;
        set->in_flight++;
        connection->last_sent = set->now;
        if (set->counts != NULL)
            emuq_connection_count(&set->counts[host].sends, 1);
    }
    connection->last = NULL;
}

void emuq_connections_post(emuq_connection_set_t *set)
{
    uint32_t *at = &set->busy;
    while (*at != UINT32_MAX) {
        emuq_connection_t *connection = &set->connection[*at];
        connection_post(set, *at);
        if (connection->first == NULL) {
            connection->is_busy = false;
            *at = connection->next_busy;
        } else {
            at = &connection->next_busy;
        }
    }
}

void emuq_connection_sent(emuq_connection_set_t *set, emuq_wire_message_t *m)
{
    set->connection[m->host].in_flight--;
    set->in_flight--;
    emuq_wire_message_put(&set->messages, m);
}

/* ---- supervision ---- */

bool emuq_connection_is_watched(const emuq_connection_set_t *set, uint32_t host)
{
    uint32_t hosts = set->job.hosts, me = set->job.host;
    return host != me &&
           (set->connection[host].is_used || host == (me + 1) % hosts || host == (me + hosts - 1) % hosts);
}

/* Time of the last sign of life. A job waits for stopped ranks: for an engine in a rank a successful probe
 * counts. */
static uint64_t connection_alive_at(const emuq_connection_t *connection)
{
    return connection->is_of_rank && connection->probe_ok > connection->last_received
               ? connection->probe_ok
               : connection->last_received;
}

static void connection_probe(emuq_connection_set_t *set, uint32_t host, uint64_t beat)
{
    emuq_connection_t *connection = &set->connection[host];
    emuq_host_parts_t parts;
    if (connection->probe != -1) {
        int result = emuq_probe_poll(connection->probe);
        if (result != 0)
            connection->probe = -1;
        if (result == 1)
            connection->probe_ok = set->now;
        if (result == -ECONNREFUSED)
            emuq_connection_end(set, host, "is gone: its host engine has ended");
    } else if (set->now - connection_alive_at(connection) > beat + beat / 4 &&
               emuq_probe_can(set->endpoint->provider) &&
               emuq_host_text_parse(connection->text, &parts) == 0) {
        connection->probe = emuq_probe_begin(parts.address, parts.address_bytes);
    }
}

/* Notes the first suspicion. After a gap of this process messages may be unread: the host gets one more check
 * and SUSPECT_NS. */
static bool connection_is_lost(const emuq_connection_set_t *set, emuq_connection_t *connection)
{
    if (connection->suspected <= connection->last_received) /* not suspected since the last message */
        connection->suspected = set->now;
    return set->now - set->resumed >= SUSPECT_NS || set->now - connection->suspected >= SUSPECT_NS;
}

static void connection_watch(emuq_connection_set_t *set, uint32_t host, uint64_t beat)
{
    emuq_connection_t *connection = &set->connection[host];
    uint64_t limit = set->silence;
    if (connection_is_over(connection) || connection->is_closing)
        return;
    if (connection->next_in == 0 && limit < START_NS)
        limit = START_NS;
    if (set->now - connection_alive_at(connection) >= limit && connection_is_lost(set, connection)) {
        char why[128];
        snprintf(why, sizeof why, "does not answer for %llu s",
                 (unsigned long long)((set->now - connection->last_received) / EMUQ_NS_PER_S));
        emuq_connection_end(set, host, why);
    } else if (set->now - connection->last_sent >= beat && connection->first == NULL &&
               connection->in_flight == 0) {
        (void)connection_add_message(set, host, EMUQ_WIRE_HEARTBEAT, 0); /* the next check tries again */
    }
    if (!connection->has_ended)
        connection_probe(set, host, beat);
}

void emuq_connections_watch(emuq_connection_set_t *set, uint64_t now)
{
    bool stood = now - set->now > STALL_NS;
    uint64_t beat = set->silence / 3 < HEARTBEAT_NS ? set->silence / 3 : HEARTBEAT_NS;
    set->now = now;
    if (stood)
        set->resumed = now;
    if (now - set->last_watch < beat / 4)
        return;
    set->last_watch = now;
    for (uint32_t h = 0; h < set->job.hosts; h++)
        if (emuq_connection_is_watched(set, h))
            connection_watch(set, h, beat);
}

void emuq_connections_shutdown(emuq_connection_set_t *set)
{
    for (uint32_t h = 0; h < set->job.hosts; h++) {
        emuq_connection_t *connection = &set->connection[h];
        if (emuq_connection_is_watched(set, h) && !connection->has_ended && !connection->is_closing)
            connection->is_closing = connection_add_message(set, h, EMUQ_WIRE_BYE, 0) != NULL;
    }
}

bool emuq_connections_are_open(const emuq_connection_set_t *set)
{
    for (uint32_t h = 0; h < set->job.hosts; h++) {
        const emuq_connection_t *connection = &set->connection[h];
        if (connection->is_closing && !connection->has_ended &&
            (connection->first != NULL || connection->in_flight != 0 || !connection_is_over(connection)))
            return true;
    }
    return false;
}
