/* SPDX-License-Identifier: BSD-3-Clause */
/* Interface of one end of a link: memory, queues of packets to send, FIFOs of received packets. */
#include <errno.h>

#include "apenet/link/state.h"

#define LINK_DEPTH_MOST 16384u

void apenet_link_defaults(apenet_link_config_t *config, apenet_dialect_t dialect)
{
    memset(config, 0, sizeof *config);
    config->dialect = dialect;
    config->period = 255;
    config->queue = 2 * APENET_PAYLOAD_WORDS;
    if (dialect == APENET_DIALECT_EXANET) {
        config->depth = 512;
        config->threshold = 384;
        config->header_depth = 128;
        config->header_threshold = 96;
        config->margin = 64;
    } else {
        config->depth = 1024;
    }
}

/* ---- memory ---- */

static bool link_is_valid(const apenet_link_config_t *c)
{
    if (c->depth < 3 || c->depth > LINK_DEPTH_MOST || c->queue < 1 || c->queue > LINK_DEPTH_MOST)
        return false;
    if (c->dialect == APENET_DIALECT_APENET)
        return c->threshold <= c->depth - 3 && c->period >= 3;
    return c->dialect == APENET_DIALECT_EXANET && c->threshold <= 1023 && c->threshold > c->margin &&
           c->header_depth >= 2 && c->header_depth <= 4096 && c->header_threshold <= 255 &&
           c->header_threshold >= c->margin + 2 && c->margin <= 255 && (c->period == 0 || c->period >= 3);
}

/* Largest payload that the credit of an idle link covers. */
static uint32_t link_most(const apenet_link_config_t *c)
{
    uint32_t most;
    if (c->dialect == APENET_DIALECT_APENET)
        most = c->depth - c->threshold - 2;
    else
        most = c->threshold - c->margin < c->depth ? c->threshold - c->margin : c->depth;
    if (most > c->queue)
        most = c->queue;
    return most < APENET_PAYLOAD_WORDS ? most : APENET_PAYLOAD_WORDS;
}

/* Sets the offsets of all arrays. @return size of the end in words */
static uint32_t link_lay_out(apenet_link_t *l, const apenet_link_config_t *c)
{
    uint32_t at = (uint32_t)(sizeof(apenet_link_t) + sizeof(apenet_word_t) - 1) / sizeof(apenet_word_t);
    l->most = link_most(c);
    l->entries = c->dialect == APENET_DIALECT_APENET ? c->depth / 3 + 1 : c->header_depth;
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        /* The credit of consumed words of the oldest packet returns before their memory. */
        l->rx.fifo[vc].ring.size = c->depth + l->most;
        l->rx.fifo[vc].ring.slack = l->most + LINK_EXTRA;
        l->tx.queue[vc].ring.size = c->queue;
        l->tx.queue[vc].ring.slack = l->most;
        l->entry_at[vc] = at;
        at += l->entries * (uint32_t)(sizeof(link_entry_t) / sizeof(apenet_word_t) + 1);
        l->ring_at[vc] = at;
        at += l->rx.fifo[vc].ring.size + l->rx.fifo[vc].ring.slack;
        l->queue_at[vc] = at;
        at += l->tx.queue[vc].ring.size + l->tx.queue[vc].ring.slack;
    }
    l->kept_at = at;
    return at + l->most + LINK_EXTRA;
}

size_t apenet_link_bytes(const apenet_link_config_t *config)
{
    apenet_link_t sample;
    if (!link_is_valid(config))
        return 0;
    return (size_t)link_lay_out(&sample, config) * sizeof(apenet_word_t);
}

apenet_link_t *apenet_link_init(void *memory, size_t bytes, const apenet_link_config_t *config)
{
    apenet_link_t *l = memory;
    size_t needed = apenet_link_bytes(config);
    if (needed == 0 || bytes < needed || (uintptr_t)memory % sizeof(apenet_word_t) != 0)
        return NULL;
    memset(memory, 0, needed);
    l->config = *config;
    l->timeout = config->timeout != 0 ? config->timeout : 4 * (uint64_t)config->period;
    (void)link_lay_out(l, config);
    /* A sender of the dialect `exanet` has no credit before the first CREDIT. */
    l->tx.is_credit_due = config->dialect == APENET_DIALECT_EXANET;
    return l;
}

/* ---- packets to send ---- */

/* Words of the payload by the header, or -1. */
static int32_t link_payload_words(const apenet_link_t *l, const apenet_word_t *header)
{
    uint32_t n;
    if (l->config.dialect == APENET_DIALECT_APENET) {
        n = apenet_get(header->w, APENET_HEADER_SIZE);
        return n >= 1 && n <= APENET_PAYLOAD_WORDS ? (int32_t)n : -1;
    }
    n = apenet_exanet_words(header->w);
    return n <= APENET_PAYLOAD_WORDS ? (int32_t)n : -1;
}

static bool link_is_header_only(const apenet_link_t *l, const apenet_word_t *header)
{
    return l->config.dialect == APENET_DIALECT_EXANET &&
           apenet_get(header->w, APENET_EXANET_HEADER_ONLY) != 0;
}

static bool link_is_valid_footer(const apenet_link_t *l, const apenet_word_t *footer)
{
    return footer == NULL || l->config.dialect == APENET_DIALECT_EXANET || link_is_footer(footer);
}

static link_waiting_t *link_last(link_queue_t *q)
{
    return &q->packet[(q->first + q->count - 1) % LINK_WAITING];
}

static void link_fill(apenet_link_t *l, unsigned vc, link_waiting_t *p, const apenet_word_t *payload,
                      uint32_t words, const apenet_word_t *footer)
{
    if (words != 0)
        memcpy(link_memory(l, l->queue_at[vc]) + p->begin + p->filled, payload, words * sizeof *payload);
    p->filled = (uint16_t)(p->filled + words);
    if (footer != NULL) {
        p->footer = *footer;
        p->has_footer = true;
    }
}

int apenet_link_offer(apenet_link_t *l, unsigned vc, const apenet_word_t *header,
                      const apenet_word_t *payload, uint32_t words, const apenet_word_t *footer)
{
    int32_t n = link_payload_words(l, header);
    if (l->is_down)
        return -ENETDOWN;
    if (vc >= APENET_LINK_VCS || n < 0 || words > (uint32_t)n || (footer != NULL && words < (uint32_t)n) ||
        !link_is_valid_footer(l, footer))
        return -EINVAL;
    link_queue_t *q = &l->tx.queue[vc];
    if (q->count != 0 && !link_last(q)->has_footer)
        return -EINVAL;
    if ((uint32_t)n > l->most)
        return -EMSGSIZE;
    if (q->count == LINK_WAITING || link_ring_space(&q->ring) < (uint32_t)n)
        return -EAGAIN;
    q->count++;
    l->tx.waiting++;
    link_waiting_t *p = link_last(q);
    memset(p, 0, sizeof *p);
    p->header = *header;
    p->n = (uint16_t)n;
    p->begin = n != 0 ? link_ring_take(&q->ring, (uint32_t)n) : 0;
    if (l->config.dialect == APENET_DIALECT_EXANET) {
        apenet_set(p->header.w, APENET_EXANET_VC, vc);
        apenet_set(p->header.w, APENET_EXANET_EDAC, apenet_edac(p->header.w));
        p->has_footer = link_is_header_only(l, header);
    }
    link_fill(l, vc, p, payload, words, p->has_footer ? NULL : footer);
    return 0;
}

int apenet_link_append(apenet_link_t *l, unsigned vc, const apenet_word_t *payload, uint32_t words,
                       const apenet_word_t *footer)
{
    if (vc >= APENET_LINK_VCS || l->tx.queue[vc].count == 0)
        return -EINVAL;
    link_waiting_t *p = link_last(&l->tx.queue[vc]);
    if (p->has_footer || words > (uint32_t)(p->n - p->filled) ||
        (footer != NULL && words < (uint32_t)(p->n - p->filled)) || !link_is_valid_footer(l, footer))
        return -EINVAL;
    link_fill(l, vc, p, payload, words, footer);
    return 0;
}

int32_t apenet_link_space(const apenet_link_t *l, unsigned vc)
{
    const link_queue_t *q = &l->tx.queue[vc];
    int32_t data, headers = 2;
    if (l->config.dialect == APENET_DIALECT_APENET) {
        data = (int32_t)(l->config.depth - (uint16_t)(q->sent - q->freed)) - (int32_t)l->config.threshold - 2;
    } else {
        data = q->credit_data;
        headers = q->credit_headers;
    }
    for (uint32_t i = 0; i < q->count; i++) {
        const link_waiting_t *p = &q->packet[(q->first + i) % LINK_WAITING];
        if (i == 0 && l->tx.is_open && l->tx.vc == vc)
            continue; /* its credit is taken */
        data -= p->n + (l->config.dialect == APENET_DIALECT_APENET ? 2 : 0);
        headers -= 2;
    }
    if (l->is_down || data < 0 || (l->config.dialect == APENET_DIALECT_EXANET && headers < 2))
        return -1;
    return data < (int32_t)l->most ? data : (int32_t)l->most;
}

/* ---- received packets ---- */

static link_entry_t *link_front(const apenet_link_t *l, unsigned vc)
{
    const link_fifo_t *f = &l->rx.fifo[vc];
    return f->count != 0 ? link_entry(l, vc, f->first) : NULL;
}

/* Missing words of a packet that has ended are 0 and ready. */
static uint32_t link_ready(const link_entry_t *e)
{
    return e->is_open ? e->got : e->n;
}

bool apenet_link_front(const apenet_link_t *l, unsigned vc, apenet_arrival_t *out)
{
    const link_entry_t *e = vc < APENET_LINK_VCS ? link_front(l, vc) : NULL;
    if (e == NULL)
        return false;
    out->header = e->header;
    out->footer = e->footer;
    out->words = e->n;
    out->ready = link_ready(e);
    out->is_complete = e->is_complete;
    out->got = e->got;
    out->payload = link_area_memory(l, &e->area) + e->begin;
    return true;
}

uint32_t apenet_link_fronts(const apenet_link_t *l)
{
    return (uint32_t)(l->rx.fifo[0].count != 0) | (uint32_t)(l->rx.fifo[1].count != 0) << 1;
}

const apenet_word_t *apenet_link_payload(const apenet_link_t *l, unsigned vc, uint32_t first, uint32_t *words)
{
    static const apenet_word_t zeros[APENET_PAYLOAD_WORDS];
    const link_entry_t *e = vc < APENET_LINK_VCS ? link_front(l, vc) : NULL;
    *words = 0;
    if (e == NULL || first >= link_ready(e))
        return zeros;
    if (first >= e->got) {
        *words = link_ready(e) - first;
        return zeros;
    }
    *words = e->got - first;
    return link_area_memory(l, &e->area) + e->begin + first;
}

/* Returns the credit of further words of a packet. Missing words of an `exanet` packet have used no space. */
static void link_return_credit(apenet_link_t *l, link_fifo_t *f, link_entry_t *e, uint32_t words,
                               uint32_t headers)
{
    uint32_t before = e->consumed < e->got ? e->consumed : e->got;
    e->consumed = (uint16_t)(e->consumed + words);
    if (l->config.dialect == APENET_DIALECT_EXANET) {
        f->used -= (e->consumed < e->got ? e->consumed : e->got) - before;
        f->used_headers -= headers;
        l->tx.is_credit_due = true;
        return;
    }
    f->freed = (uint16_t)(f->freed + words + headers);
    link_check_credit(l, f);
}

void apenet_link_consume(apenet_link_t *l, unsigned vc, uint32_t words)
{
    link_entry_t *e = vc < APENET_LINK_VCS ? link_front(l, vc) : NULL;
    if (e == NULL || words == 0)
        return;
    uint32_t most = link_ready(e) - e->consumed;
    words = words < most ? words : most;
    link_return_credit(l, &l->rx.fifo[vc], e, words, 0);
}

int apenet_link_remove(apenet_link_t *l, unsigned vc)
{
    link_entry_t *e = vc < APENET_LINK_VCS ? link_front(l, vc) : NULL;
    if (e == NULL || !e->is_complete)
        return -EAGAIN;
    link_fifo_t *f = &l->rx.fifo[vc];
    if (e->area.where == LINK_KEPT) {
        l->rx.is_kept_taken = false;
        l->rx.kept = 0;
    } else if (e->area.where != LINK_NOWHERE) {
        link_ring_free(&l->rx.fifo[e->area.where == LINK_RING_1].ring, e->area.begin, e->area.words);
    }
    link_return_credit(l, f, e, e->n - e->consumed, link_is_header_only(l, &e->header) ? 1 : 2);
    f->count--;
    f->first = f->count == 0 || f->first + 1 == l->entries ? 0 : f->first + 1;
    if (l->config.dialect == APENET_DIALECT_APENET)
        link_apenet_release(l);
    return 0;
}

/* ---- words, time, state ---- */

uint32_t apenet_link_transmit(apenet_link_t *l, apenet_word_t *to, uint32_t words)
{
    uint32_t n = l->config.dialect == APENET_DIALECT_APENET ? link_apenet_transmit(l, to, words)
                                                            : link_exanet_transmit(l, to, words);
    if (n != 0) { /* no store to the cache line of an idle link */
        l->counters.words_sent_low += n;
        l->now += n;
    }
    return n;
}

void apenet_link_receive(apenet_link_t *l, const apenet_word_t *from, uint32_t words)
{
    l->counters.words_received_low += words;
    if (l->config.dialect == APENET_DIALECT_APENET)
        link_apenet_receive(l, from, words);
    else
        link_exanet_receive(l, from, words);
}

void apenet_link_get_position(const apenet_link_t *l, apenet_link_position_t *out)
{
    static const apenet_link_at_t at[] = {
        [LINK_OUTSIDE] = APENET_AT_OUTSIDE,    [LINK_AT_HEADER] = APENET_AT_HEADER,
        [LINK_AT_PAYLOAD] = APENET_AT_PAYLOAD, [LINK_AT_BODY] = APENET_AT_BODY,
        [LINK_AT_FOOTER] = APENET_AT_FOOTER,   [LINK_AT_RESENT] = APENET_AT_RESENT_HEADER,
        [LINK_AT_SKIP] = APENET_AT_OLD_RESENT};
    const link_receiver_t *r = &l->rx;
    memset(out, 0, sizeof *out);
    out->at = at[r->place];
    if (out->at == APENET_AT_RESENT_HEADER && r->resent == LINK_FOOTER)
        out->at = APENET_AT_RESENT_FOOTER;
    out->is_behind_magic = r->is_magic;
    out->is_behind_literal = r->is_literal;
    out->number = r->number;
    if (out->at != APENET_AT_PAYLOAD && out->at != APENET_AT_BODY && out->at != APENET_AT_FOOTER)
        return;
    if (l->config.dialect == APENET_DIALECT_APENET) {
        out->word = r->at;
        out->words = r->received[r->number % LINK_WINDOW].n;
    } else {
        out->word = link_entry(l, r->vc, r->slot)->got;
        out->words = link_entry(l, r->vc, r->slot)->n;
    }
}

void apenet_link_join(apenet_link_t *l, uint16_t number)
{
    link_receiver_t *r = &l->rx;
    if (l->config.dialect != APENET_DIALECT_APENET)
        return;
    r->next = number;
    for (unsigned kind = 0; kind < LINK_KINDS; kind++)
        r->ack[kind] = r->acked[kind] = number;
}

void apenet_link_gap(apenet_link_t *l)
{
    link_note_error(l);
    if (l->config.dialect == APENET_DIALECT_APENET)
        link_apenet_gap(l);
    else
        link_exanet_gap(l);
}

void apenet_link_tick(apenet_link_t *l, uint32_t words)
{
    l->now += words;
    l->tx.silence += words;
    l->tx.since_credit += words;
    l->tx.has_filled = false;
}

static bool link_is_due(const apenet_link_t *l)
{
    const link_transmitter_t *t = &l->tx;
    return t->is_credit_due || t->is_probe_due || t->since_credit >= l->config.period ||
           t->silence >= l->timeout ||
           (t->resend[LINK_HEADER] | t->resend[LINK_FOOTER] | l->rx.nack[LINK_HEADER] |
            l->rx.nack[LINK_FOOTER]) != 0;
}

bool apenet_link_is_due(const apenet_link_t *l)
{
    return l->config.dialect == APENET_DIALECT_APENET && !l->is_down && link_is_due(l);
}

bool apenet_link_is_idle(const apenet_link_t *l)
{
    const link_transmitter_t *t = &l->tx;
    return l->is_down || ((t->out_count | t->waiting) == 0 && !t->is_open && !link_is_due(l));
}

bool apenet_link_is_settled(const apenet_link_t *l)
{
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
        if (l->config.dialect == APENET_DIALECT_APENET && l->tx.queue[vc].sent != l->tx.queue[vc].freed)
            return l->is_down;
    return l->config.dialect == APENET_DIALECT_EXANET || l->is_down ||
           (l->tx.ack[LINK_FOOTER] == l->tx.next && l->rx.ack[LINK_FOOTER] == l->rx.next &&
            l->rx.acked[LINK_HEADER] == l->rx.ack[LINK_HEADER] &&
            l->rx.acked[LINK_FOOTER] == l->rx.ack[LINK_FOOTER]);
}

uint32_t apenet_link_progress(const apenet_link_t *l)
{
    const link_transmitter_t *t = &l->tx;
    /* Each term only grows, modulo 65536; in the dialect `exanet` all stay 0. */
    return (uint32_t)t->ack[LINK_FOOTER] + t->queue[0].freed + t->queue[1].freed;
}

void apenet_link_end(apenet_link_t *l)
{
    l->is_down = true;
}

apenet_link_state_t apenet_link_state(const apenet_link_t *l)
{
    if (l->is_down)
        return APENET_LINK_DOWN;
    for (unsigned kind = 0; kind < LINK_KINDS; kind++)
        if (l->tx.resend[kind] != 0 || l->tx.tries[kind] != 0 || l->rx.nack[kind] != 0)
            return APENET_LINK_RETRYING;
    if (l->rx.ack[LINK_HEADER] != l->rx.next)
        return APENET_LINK_RETRYING;
    uint64_t recent = (uint64_t)LINK_RECENT * (l->config.period != 0 ? l->config.period : 255);
    return l->last_error != 0 && l->now + 1 - l->last_error <= recent ? APENET_LINK_ERRORS : APENET_LINK_UP;
}

void apenet_link_set_health(apenet_link_t *l, uint32_t health)
{
    health &= 0xffffff;
    if (health != l->health && l->config.dialect == APENET_DIALECT_APENET)
        l->tx.is_credit_due = true;
    l->health = health;
}

void apenet_link_send_credit(apenet_link_t *l)
{
    if (l->config.dialect == APENET_DIALECT_APENET)
        l->tx.is_credit_due = true;
}

bool apenet_link_has_packets(const apenet_link_t *from, const apenet_link_t *to)
{
    uint16_t arrived = to != NULL ? to->rx.ack[LINK_FOOTER] : from->tx.ack[LINK_FOOTER];
    bool is_sending = from->tx.next != arrived, has_arrived = false;
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        is_sending |= from->tx.queue[vc].count != 0;
        has_arrived |= to != NULL && to->rx.fifo[vc].count != 0;
    }
    return has_arrived || (is_sending && !from->is_down);
}

uint32_t apenet_link_health(const apenet_link_t *l)
{
    return l->other_health;
}

void apenet_link_count_dropped(apenet_link_t *l)
{
    l->counters.packets_dropped++;
}

void apenet_link_count_stall(apenet_link_t *l)
{
    l->counters.credit_stalls++;
}

const apenet_link_counters_t *apenet_link_get_counters(const apenet_link_t *l)
{
    return &l->counters;
}
