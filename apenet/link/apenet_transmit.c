/* SPDX-License-Identifier: BSD-3-Clause */
/* Transmission in the dialect `apenet`: packets, resends, NACKs and CREDITs, and the effects of received
 * CREDITs and NACKs. A choice of EMUQ where apenet 8.4 is open: resends stand between packets only, a timeout
 * sends the first missing header and footer and the header of the last packet (the receiver requests the
 * rest), and the 16 resends in a row are resends of the first missing word. A sender that lacks credit for 4
 * periods sends its last footer again. */
#include "apenet/link/state.h"

const apenet_word_t link_apenet_magic = APENET_LINK_MAGIC;

static bool link_is_bit(const uint64_t *bits, uint16_t number)
{
    return (bits[0] >> number % LINK_WINDOW & 1) != 0;
}

static uint64_t link_bit(uint16_t number)
{
    return UINT64_C(1) << number % LINK_WINDOW;
}

/* Queues MAGIC and a control word. */
static void link_out_control(apenet_link_t *l, apenet_word_t *control)
{
    control->w[3] = link_crc(control->w, 12);
    link_out(l, &link_apenet_magic);
    link_out(l, control);
    l->counters.magic_sent++;
}

/* Queues a data word, stuffed if needed. */
static void link_out_data(apenet_link_t *l, const apenet_word_t *word)
{
    if (link_is(word, &link_apenet_magic))
        link_out(l, word);
    link_out(l, word);
}

/* ---- control words ---- */

static void link_out_credit(apenet_link_t *l)
{
    link_receiver_t *r = &l->rx;
    apenet_word_t c = {{APENET_LINK_CREDIT, 0, 0, 0}};
    apenet_set(c.w, APENET_CREDIT_HEALTH, l->health);
    apenet_set(c.w, APENET_CREDIT_FREED_0, r->fifo[0].freed);
    apenet_set(c.w, APENET_CREDIT_FREED_1, r->fifo[1].freed);
    apenet_set(c.w, APENET_CREDIT_NEXT_HEADER, r->ack[LINK_HEADER]);
    apenet_set(c.w, APENET_CREDIT_NEXT_FOOTER, r->ack[LINK_FOOTER]);
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
        r->fifo[vc].reported = r->fifo[vc].freed;
    for (unsigned kind = 0; kind < LINK_KINDS; kind++)
        r->acked[kind] = r->ack[kind];
    link_out_control(l, &c);
    l->tx.since_credit = 0;
    l->tx.is_credit_due = false;
}

/* Requests the oldest missing word. */
static void link_out_nack(apenet_link_t *l)
{
    link_receiver_t *r = &l->rx;
    uint16_t number = r->ack[LINK_FOOTER];
    while (!link_is_bit(&r->nack[LINK_HEADER], number) && !link_is_bit(&r->nack[LINK_FOOTER], number))
        number++;
    unsigned kind = link_is_bit(&r->nack[LINK_HEADER], number) ? LINK_HEADER : LINK_FOOTER;
    apenet_word_t c = {{APENET_LINK_NACK, 0, 0, 0}};
    apenet_set(c.w, APENET_NACK_SEQUENCE, number);
    apenet_set(c.w, kind == LINK_HEADER ? APENET_NACK_HEADER : APENET_NACK_FOOTER, 1);
    r->nack[kind] &= ~link_bit(number);
    link_out_control(l, &c);
}

/* START without word 3. */
static apenet_word_t link_start(uint16_t number, unsigned vc, uint32_t header_crc)
{
    apenet_word_t c = {{APENET_LINK_START, 0, 0, 0}};
    apenet_set(c.w, APENET_START_VC, vc);
    apenet_set(c.w, APENET_START_SEQUENCE, number);
    apenet_set(c.w, APENET_START_HEADER_CRC, header_crc);
    return c;
}

static void link_out_start(apenet_link_t *l, uint16_t number, unsigned resend)
{
    const link_sent_t *s = &l->tx.sent[number % LINK_WINDOW];
    apenet_word_t c = link_start(number, s->vc, s->header_crc);
    if (resend != LINK_KINDS)
        apenet_set(c.w, resend == LINK_HEADER ? APENET_START_RESEND_HEADER : APENET_START_RESEND_FOOTER, 1);
    link_out_control(l, &c);
    l->counters.start_sent++;
}

/* ---- resends ---- */

static bool link_is_waiting(const apenet_link_t *l, unsigned kind)
{
    return l->tx.ack[kind] != l->tx.finished && (uint16_t)(l->tx.finished - l->tx.ack[kind]) <= LINK_WINDOW;
}

/* Queues the oldest resend, or ends the link. */
static void link_out_resend(apenet_link_t *l)
{
    link_transmitter_t *t = &l->tx;
    uint16_t number = t->ack[LINK_FOOTER];
    while (!link_is_bit(&t->resend[LINK_HEADER], number) && !link_is_bit(&t->resend[LINK_FOOTER], number))
        number++;
    unsigned kind = link_is_bit(&t->resend[LINK_HEADER], number) ? LINK_HEADER : LINK_FOOTER;
    t->resend[kind] &= ~link_bit(number);
    if (number == t->ack[kind] && t->tries[kind]++ == APENET_LINK_TRIES) {
        l->is_down = true;
        return;
    }
    link_out_start(l, number, kind);
    link_out_data(l, &t->sent[number % LINK_WINDOW].envelope[kind]);
    l->counters.resends++;
    (*(kind == LINK_HEADER ? &l->counters.headers_sent : &l->counters.footers_sent))++;
    t->silence = 0;
}

static bool link_lacks_credit(const link_transmitter_t *t)
{
    return t->queue[0].sent != t->queue[0].freed || t->queue[1].sent != t->queue[1].freed;
}

/* Queues the last footer once more: the peer replies with a CREDIT, and the last one may be lost. Ends the
 * link after 16 of them without any CREDIT. */
static void link_out_probe(apenet_link_t *l)
{
    link_transmitter_t *t = &l->tx;
    uint16_t number = (uint16_t)(t->finished - 1);
    t->is_probe_due = false;
    if (t->probes++ == APENET_LINK_TRIES) {
        l->is_down = true;
        return;
    }
    link_out_start(l, number, LINK_FOOTER);
    link_out_data(l, &t->sent[number % LINK_WINDOW].envelope[LINK_FOOTER]);
    l->counters.resends++;
    l->counters.footers_sent++;
    t->silence = 0;
}

static void link_check_time(apenet_link_t *l)
{
    link_transmitter_t *t = &l->tx;
    if (t->silence < l->timeout)
        return;
    t->silence = 0;
    if (!link_is_waiting(l, LINK_FOOTER)) { /* headers are acknowledged first */
        t->is_probe_due = !t->is_open && link_lacks_credit(t);
        return;
    }
    link_note_error(l);
    for (unsigned kind = 0; kind < LINK_KINDS; kind++)
        if (link_is_waiting(l, kind))
            t->resend[kind] |= link_bit(t->ack[kind]);
    if (link_is_waiting(l, LINK_HEADER))
        t->resend[LINK_HEADER] |= link_bit((uint16_t)(t->finished - 1));
}

/* ---- packets ---- */

static bool link_has_credit(apenet_link_t *l, link_queue_t *q)
{
    link_waiting_t *p = link_first(q);
    uint32_t space = l->config.depth - (uint16_t)(q->sent - q->freed);
    if (space >= p->n + 2u + l->config.threshold)
        return true;
    l->counters.credit_stalls += !p->has_stalled;
    p->has_stalled = true;
    return false;
}

/* Queues MAGIC and START of the next packet. @return false: no packet can start */
static bool link_open(apenet_link_t *l)
{
    link_transmitter_t *t = &l->tx;
    if ((uint16_t)(t->next - t->ack[LINK_FOOTER]) >= LINK_WINDOW)
        return false;
    for (uint32_t i = 0; i < APENET_LINK_VCS; i++) {
        uint32_t vc = (t->other + i) % APENET_LINK_VCS;
        link_queue_t *q = &t->queue[vc];
        if (q->count == 0 || !link_has_credit(l, q))
            continue;
        link_sent_t *s = &t->sent[t->next % LINK_WINDOW];
        s->envelope[LINK_HEADER] = link_first(q)->header;
        s->header_crc = link_crc(&link_first(q)->header, sizeof(apenet_word_t));
        s->vc = vc;
        q->sent = (uint16_t)(q->sent + link_first(q)->n + 2);
        t->is_open = true;
        t->vc = (uint8_t)vc;
        t->place = LINK_AT_HEADER;
        t->at = 0;
        link_out_start(l, t->next++, LINK_KINDS);
        return true;
    }
    return false;
}

/* Words of the open packet, up to the next CREDIT. @return number of words written; 0: words are queued, or
 * the next word is not there yet (*stops) */
static uint32_t link_packet(apenet_link_t *l, apenet_word_t *to, uint32_t words, bool *stops)
{
    link_transmitter_t *t = &l->tx;
    link_waiting_t *p = link_first(&t->queue[t->vc]);
    if (t->place == LINK_AT_HEADER) {
        link_out_data(l, &p->header);
        l->counters.headers_sent++;
        t->place = LINK_AT_PAYLOAD;
        return 0;
    }
    if (t->at < p->n) {
        uint64_t until_credit = l->config.period - t->since_credit;
        uint32_t run = (uint32_t)p->filled - t->at;
        run = run < words ? run : words;
        run = run < until_credit ? run : (uint32_t)until_credit;
        *stops = run == 0;
        const apenet_word_t *from = link_memory(l, l->queue_at[t->vc]) + p->begin + t->at;
        uint32_t n = link_copy(to, from, run, &link_apenet_magic);
        t->at = (uint16_t)(t->at + n);
        if (n == 0 && run != 0) {
            link_out_data(l, from);
            t->at++;
        }
        return n;
    }
    *stops = !p->has_footer;
    if (p->has_footer) {
        link_out_data(l, &p->footer);
        if (t->ack[LINK_FOOTER] == t->finished)
            t->silence = 0;
        t->sent[t->finished++ % LINK_WINDOW].envelope[LINK_FOOTER] = p->footer;
        l->counters.footers_sent++;
        link_finish(l);
    }
    return 0;
}

uint32_t link_apenet_transmit(apenet_link_t *l, apenet_word_t *to, uint32_t words)
{
    link_transmitter_t *t = &l->tx;
    uint32_t n = 0;
    link_check_time(l);
    while (n < words && !l->is_down) {
        bool stops = false;
        uint32_t written = 0;
        if (t->out_count != 0)
            written = link_flush(l, to + n, words - n);
        else if ((l->rx.nack[LINK_HEADER] | l->rx.nack[LINK_FOOTER]) != 0)
            link_out_nack(l);
        else if (t->is_credit_due || t->since_credit >= l->config.period)
            link_out_credit(l);
        else if (t->is_open)
            written = link_packet(l, to + n, words - n, &stops);
        else if ((t->resend[LINK_HEADER] | t->resend[LINK_FOOTER]) != 0)
            link_out_resend(l);
        else if (t->is_probe_due)
            link_out_probe(l);
        else
            stops = !link_open(l);
        if (stops)
            break;
        n += written;
        t->since_credit += written;
        t->silence += written;
    }
    return n;
}

/* Whether nothing precedes a packet of n words of payload, and no CREDIT becomes due inside of it. */
static bool link_is_free(const apenet_link_t *l, unsigned vc, uint32_t n)
{
    const link_transmitter_t *t = &l->tx;
    uint32_t space = l->config.depth - (uint16_t)(t->queue[vc].sent - t->queue[vc].freed);
    return !l->is_down && apenet_link_is_idle(l) && t->since_credit + n + LINK_ENVELOPE <= l->config.period &&
           (uint16_t)(t->next - t->ack[LINK_FOOTER]) < LINK_WINDOW && n - 1 < l->most &&
           space >= n + 2 + l->config.threshold;
}

/* The effects of link_open(), link_packet() and link_finish(). */
static void link_note_sent(apenet_link_t *l, unsigned vc, uint32_t n)
{
    link_transmitter_t *t = &l->tx;
    t->queue[vc].sent = (uint16_t)(t->queue[vc].sent + n + 2);
    if (t->ack[LINK_FOOTER] == t->finished)
        t->silence = 1; /* since the footer */
    else
        t->silence += n + LINK_ENVELOPE;
    t->next++;
    t->finished++;
    t->vc = (uint8_t)vc;
    t->other = (uint8_t)(1 - vc);
    t->since_credit += n + LINK_ENVELOPE;
    l->counters.magic_sent++;
    l->counters.start_sent++;
    l->counters.headers_sent++;
    l->counters.footers_sent++;
    l->counters.words_sent_low += n + LINK_ENVELOPE;
    l->now += n + LINK_ENVELOPE;
}

uint32_t apenet_link_send(apenet_link_t *l, unsigned vc, const apenet_word_t *header,
                          const apenet_word_t *payload, const apenet_word_t *footer, apenet_word_t *to,
                          uint32_t words)
{
    uint32_t n = apenet_get(header->w, APENET_HEADER_SIZE);
    if (l->config.dialect != APENET_DIALECT_APENET || words < n + LINK_ENVELOPE || !link_is_free(l, vc, n) ||
        link_copy(&to[3], payload, n, &link_apenet_magic) != n)
        return 0;
    link_sent_t *s = &l->tx.sent[l->tx.next % LINK_WINDOW];
    s->envelope[LINK_HEADER] = *header;
    s->envelope[LINK_FOOTER] = *footer;
    s->header_crc = link_crc(header, sizeof *header);
    s->vc = vc;
    apenet_word_t start = link_start(l->tx.next, vc, s->header_crc);
    start.w[3] = link_crc(start.w, 12);
    to[0] = link_apenet_magic;
    to[1] = start;
    to[2] = *header;
    to[3 + n] = *footer;
    link_note_sent(l, vc, n);
    return n + LINK_ENVELOPE;
}

/* ---- control words of the peer ---- */

/* Takes a CREDIT. Numbers outside of the window of sent words and packets belong to an old or false CREDIT.
 */
static void link_take_credit(apenet_link_t *l, const apenet_word_t *c)
{
    static const unsigned freed[] = {APENET_CREDIT_FREED_0, APENET_CREDIT_FREED_1},
                          next[] = {APENET_CREDIT_NEXT_HEADER, APENET_CREDIT_NEXT_FOOTER};
    link_transmitter_t *t = &l->tx;
    uint16_t ack[LINK_KINDS];
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        const link_queue_t *q = &t->queue[vc];
        if ((uint16_t)(apenet_get(c->w, freed[vc]) - q->freed) > (uint16_t)(q->sent - q->freed))
            return;
    }
    for (unsigned kind = 0; kind < LINK_KINDS; kind++) {
        ack[kind] = (uint16_t)apenet_get(c->w, next[kind]);
        uint16_t end = kind == LINK_HEADER ? t->next : t->finished;
        if ((uint16_t)(ack[kind] - t->ack[kind]) > (uint16_t)(end - t->ack[kind]))
            return;
    }
    if ((uint16_t)(ack[LINK_HEADER] - ack[LINK_FOOTER]) > LINK_WINDOW)
        return;
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
        t->queue[vc].freed = (uint16_t)apenet_get(c->w, freed[vc]);
    for (unsigned kind = 0; kind < LINK_KINDS; kind++) {
        for (; t->ack[kind] != ack[kind]; t->ack[kind]++) {
            t->resend[kind] &= ~link_bit(t->ack[kind]);
            t->tries[kind] = 0;
            t->silence = 0;
        }
    }
    t->probes = 0;
    l->other_health = apenet_get(c->w, APENET_CREDIT_HEALTH);
}

static void link_take_nack(apenet_link_t *l, const apenet_word_t *c)
{
    link_transmitter_t *t = &l->tx;
    uint16_t number = (uint16_t)apenet_get(c->w, APENET_NACK_SEQUENCE);
    static const unsigned field[] = {APENET_NACK_HEADER, APENET_NACK_FOOTER};
    link_note_error(l);
    for (unsigned kind = 0; kind < LINK_KINDS; kind++)
        if (apenet_get(c->w, field[kind]) != 0 &&
            (uint16_t)(number - t->ack[kind]) < (uint16_t)(t->next - t->ack[kind]))
            t->resend[kind] |= link_bit(number);
}

void link_apenet_control(apenet_link_t *l, const apenet_word_t *control)
{
    switch (apenet_get(control->w, APENET_LINK_KIND)) {
    case APENET_LINK_CREDIT:
        link_take_credit(l, control);
        break;
    case APENET_LINK_NACK:
        link_take_nack(l, control);
        break;
    default: /* IDLE, or a kind of a later edition */
        break;
    }
}
