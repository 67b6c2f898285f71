/* SPDX-License-Identifier: BSD-3-Clause */
/* Transmission and reception in the dialect `exanet`. Choices of EMUQ where apenet 8.1, 8.2 and 8.4 are
 * open:
 * - An idle line carries a CREDIT when its content changes and once per period, not back to back; an empty
 *   queue inside a packet sends one MAGIC CREDIT, and repeats it after each change and each tick.
 * - START opens a packet without MAGIC, too. MAGIC START inside a packet cuts it: payload and footer are
 *   0.
 * - A CREDIT with a bit set in LSBs 119:36, or below the margin, is ignored: it is a header or payload
 *   whose START is lost.
 * - The sender subtracts started packets from the credit until the next CREDIT, and the rest of the open
 *   packet from the credit of a CREDIT. Used words, credit and the words on the line when a CREDIT is sent
 *   stay below the depth while at most depth - (threshold - margin) words are on the line. */
#include "apenet/link/state.h"

#define LINK_VC_BITS     18u /* of a CREDIT */
#define LINK_HEADER_BITS 8u

static const apenet_word_t link_magic = APENET_EXANET_MAGIC, link_start = APENET_EXANET_START;

static uint32_t link_headers(const apenet_word_t *header)
{
    return apenet_get(header->w, APENET_EXANET_HEADER_ONLY) != 0 ? 1 : 2;
}

/* ---- credits ---- */

static uint64_t link_level(uint32_t used, uint32_t margin, uint32_t most)
{
    return used + margin < most ? used + margin : most;
}

/* Queues a CREDIT with the used words of both FIFOs. */
static void link_out_credit(apenet_link_t *l)
{
    uint64_t fields = 0;
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        const link_fifo_t *f = &l->rx.fifo[vc];
        uint64_t of_vc = link_level(f->used_headers, l->config.margin, 0xff) |
                         link_level(f->used, l->config.margin, 0x3ff) << LINK_HEADER_BITS;
        fields |= of_vc << LINK_VC_BITS * vc;
    }
    apenet_word_t c = {{(uint32_t)fields, (uint32_t)(fields >> 32), 0, 0}};
    apenet_set(c.w, APENET_EXANET_EDAC, apenet_edac(c.w));
    link_out(l, &c);
    l->tx.since_credit = 0;
    l->tx.is_credit_due = l->tx.ends_packet = false;
}

static void link_out_magic_credit(apenet_link_t *l)
{
    link_out(l, &link_magic);
    l->counters.magic_sent++;
    link_out_credit(l);
}

/* Queues a data word; a literal MAGIC with its CREDIT. */
static void link_out_data(apenet_link_t *l, const apenet_word_t *word)
{
    link_out(l, word);
    if (link_is(word, &link_magic)) {
        link_out(l, word);
        link_out_credit(l);
    }
}

/* Credit by a field of a CREDIT. */
static int32_t link_granted(uint32_t threshold, uint32_t field)
{
    return threshold > field ? (int32_t)(threshold - field) : 0;
}

static void link_take_credit(apenet_link_t *l, const apenet_word_t *c)
{
    uint64_t fields = apenet_get64(c->w);
    if (apenet_get(c->w, APENET_EXANET_EDAC) != apenet_edac(c->w)) {
        link_note_error(l);
        return;
    }
    if (fields >> APENET_LINK_VCS * LINK_VC_BITS != 0 || c->w[2] != 0 || (c->w[3] & 0xffffff) != 0)
        return;
    int32_t data[APENET_LINK_VCS], headers[APENET_LINK_VCS];
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        uint32_t of_vc = (uint32_t)(fields >> LINK_VC_BITS * vc) & ((1u << LINK_VC_BITS) - 1);
        uint32_t used_headers = of_vc & 0xff, used = of_vc >> LINK_HEADER_BITS;
        if (used_headers < l->config.margin || used < l->config.margin)
            return;
        data[vc] = link_granted(l->config.threshold, used);
        headers[vc] = link_granted(l->config.header_threshold, used_headers);
    }
    link_transmitter_t *t = &l->tx;
    if (t->is_open) {
        data[t->vc] -= link_first(&t->queue[t->vc])->n - t->at;
        headers[t->vc] -= 2;
    }
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        t->queue[vc].credit_data = data[vc];
        t->queue[vc].credit_headers = headers[vc];
    }
}

/* ---- transmission ---- */

static bool link_has_credit(apenet_link_t *l, link_queue_t *q)
{
    link_waiting_t *p = link_first(q);
    if (q->credit_data >= p->n && q->credit_headers >= 2)
        return true;
    l->counters.credit_stalls += !p->has_stalled;
    p->has_stalled = true;
    return false;
}

/* Queues MAGIC and START of the next packet. @return false: no packet can start */
static bool link_open(apenet_link_t *l)
{
    link_transmitter_t *t = &l->tx;
    for (uint32_t i = 0; i < APENET_LINK_VCS; i++) {
        uint32_t vc = (t->other + i) % APENET_LINK_VCS;
        link_queue_t *q = &t->queue[vc];
        if (q->count == 0 || !link_has_credit(l, q))
            continue;
        q->credit_data -= link_first(q)->n;
        q->credit_headers -= (int32_t)link_headers(&link_first(q)->header);
        t->is_open = true;
        t->vc = (uint8_t)vc;
        t->place = LINK_AT_HEADER;
        t->at = 0;
        link_out(l, &link_magic);
        link_out(l, &link_start);
        l->counters.magic_sent++;
        l->counters.start_sent++;
        return true;
    }
    return false;
}

/* A CREDIT stands behind every packet; further changes do not delay the next packet. */
static void link_end(apenet_link_t *l)
{
    link_finish(l);
    l->tx.ends_packet = true;
}

/* Words of the open packet, up to the next CREDIT. @return number of words written; 0: words are queued, or
 * the next word is not there yet (*stops) */
static uint32_t link_packet(apenet_link_t *l, apenet_word_t *to, uint32_t words, bool *stops)
{
    link_transmitter_t *t = &l->tx;
    link_waiting_t *p = link_first(&t->queue[t->vc]);
    if (l->config.period != 0 && t->since_credit >= l->config.period) {
        link_out_magic_credit(l);
        return 0;
    }
    if (t->place == LINK_AT_HEADER) {
        link_out_data(l, &p->header);
        l->counters.headers_sent++;
        t->place = LINK_AT_PAYLOAD;
        if (link_headers(&p->header) == 1)
            link_end(l);
        return 0;
    }
    if (t->at < p->filled) {
        uint32_t run = (uint32_t)p->filled - t->at;
        run = run < words ? run : words;
        if (l->config.period != 0 && run > l->config.period - t->since_credit)
            run = (uint32_t)(l->config.period - t->since_credit);
        const apenet_word_t *from = link_memory(l, l->queue_at[t->vc]) + p->begin + t->at;
        uint32_t n = link_copy(to, from, run, &link_magic);
        t->at = (uint16_t)(t->at + n);
        if (n == 0) {
            link_out_data(l, from);
            t->at++;
        }
        t->has_filled = false;
        return n;
    }
    if (t->at == p->n && p->has_footer) {
        link_out_data(l, &p->footer);
        l->counters.footers_sent++;
        t->has_filled = false;
        link_end(l);
        return 0;
    }
    *stops = t->has_filled && !t->is_credit_due;
    if (!*stops)
        link_out_magic_credit(l);
    t->has_filled = true;
    return 0;
}

uint32_t link_exanet_transmit(apenet_link_t *l, apenet_word_t *to, uint32_t words)
{
    link_transmitter_t *t = &l->tx;
    uint32_t n = 0;
    for (bool stops = false; n < words && !stops;) {
        uint32_t written = 0;
        if (t->out_count != 0)
            written = link_flush(l, to + n, words - n);
        else if (t->is_open)
            written = link_packet(l, to + n, words - n, &stops);
        else if (t->ends_packet)
            link_out_credit(l);
        else if (link_open(l))
            continue;
        else if (t->is_credit_due || (l->config.period != 0 && t->since_credit >= l->config.period))
            link_out_credit(l);
        else
            stops = true;
        n += written;
        t->since_credit += written;
    }
    return n;
}

/* ---- reception ---- */

/* Ends the open packet. */
static void link_close(apenet_link_t *l, bool is_cut)
{
    link_receiver_t *x = &l->rx;
    if (x->place != LINK_AT_HEADER) {
        link_entry_t *e = link_entry(l, x->vc, x->slot);
        e->is_open = false;
        e->is_complete = true;
        x->fifo[x->vc].used_headers += link_headers(&e->header) - 1; /* the footer, missing or not */
    }
    if (is_cut) {
        l->counters.packets_dropped++;
        link_note_error(l);
    }
    x->is_open = false;
    x->place = LINK_OUTSIDE;
}

static void link_take_start(apenet_link_t *l)
{
    if (l->rx.is_open)
        link_close(l, true);
    l->counters.start_received++;
    l->rx.is_open = true;
    l->rx.place = LINK_AT_HEADER;
}

/* @return whether a good header opens a packet of this size on this VC */
static bool link_is_taken(const apenet_link_t *l, uint32_t vc, uint32_t n)
{
    return vc < APENET_LINK_VCS && n <= l->most && l->rx.fifo[vc].count < l->entries &&
           (n == 0 || link_ring_space(&l->rx.fifo[vc].ring) >= n);
}

static void link_take_header(apenet_link_t *l, const apenet_word_t *w)
{
    link_receiver_t *x = &l->rx;
    apenet_word_t header = *w;
    apenet_edac_result_t result = apenet_edac_check(header.w);
    uint32_t vc = apenet_get(header.w, APENET_EXANET_VC), n = apenet_exanet_words(header.w);
    l->counters.headers_repaired += result == APENET_EDAC_REPAIRED;
    l->counters.headers_fatal += result == APENET_EDAC_FATAL;
    if (result != APENET_EDAC_GOOD)
        link_note_error(l);
    if (result == APENET_EDAC_FATAL || !link_is_taken(l, vc, n)) {
        link_close(l, true);
        return;
    }
    l->counters.headers_received++;
    link_entry_t *e = link_push(l, vc, &x->slot);
    e->header = header;
    e->n = (uint16_t)n;
    e->is_open = true;
    if (n != 0) {
        e->begin = link_ring_take(&x->fifo[vc].ring, n);
        e->area = (link_area_t){e->begin, n, vc == 0 ? LINK_RING_0 : LINK_RING_1};
    }
    x->vc = (uint8_t)vc;
    x->fifo[vc].used_headers++;
    x->place = n != 0 ? LINK_AT_PAYLOAD : LINK_AT_FOOTER;
    l->tx.is_credit_due = true;
    if (link_headers(&header) == 1)
        link_close(l, false);
}

static void link_advance(apenet_link_t *l, link_entry_t *e, uint32_t words)
{
    e->got = (uint16_t)(e->got + words);
    l->rx.fifo[l->rx.vc].used += words;
    if (e->got == e->n)
        l->rx.place = LINK_AT_FOOTER;
}

/* @return number of words taken */
static uint32_t link_take_payload(apenet_link_t *l, const apenet_word_t *from, uint32_t words)
{
    link_receiver_t *x = &l->rx;
    link_entry_t *e = link_entry(l, x->vc, x->slot);
    uint32_t run = (uint32_t)e->n - e->got;
    run = link_copy(link_area_memory(l, &e->area) + e->begin + e->got, from, run < words ? run : words,
                    &link_magic);
    link_advance(l, e, run);
    return run;
}

static void link_take_data(apenet_link_t *l, const apenet_word_t *w)
{
    link_receiver_t *x = &l->rx;
    link_entry_t *e;
    switch (x->place) {
    case LINK_AT_HEADER:
        link_take_header(l, w);
        break;
    case LINK_AT_PAYLOAD:
        e = link_entry(l, x->vc, x->slot);
        link_area_memory(l, &e->area)[e->begin + e->got] = *w;
        link_advance(l, e, 1);
        break;
    default: /* LINK_AT_FOOTER */
        link_entry(l, x->vc, x->slot)->footer = *w;
        l->counters.footers_received++;
        link_close(l, false);
        break;
    }
}

/* The word behind a MAGIC inside a packet. */
static void link_take_behind_magic(apenet_link_t *l, const apenet_word_t *w)
{
    l->rx.is_magic = false;
    if (link_is(w, &link_start)) {
        l->counters.magic_received++;
        link_take_start(l);
    } else if (link_is(w, &link_magic)) {
        l->rx.is_literal = true;
        link_take_data(l, w);
    } else {
        l->counters.magic_received++;
        link_take_credit(l, w);
    }
}

static void link_take_outside(apenet_link_t *l, const apenet_word_t *w)
{
    if (link_is(w, &link_magic))
        l->counters.magic_received++;
    else if (link_is(w, &link_start))
        link_take_start(l);
    else
        link_take_credit(l, w);
}

void link_exanet_receive(apenet_link_t *l, const apenet_word_t *from, uint32_t words)
{
    link_receiver_t *x = &l->rx;
    for (uint32_t i = 0, run; i < words; i += run) {
        run = 1;
        if (x->is_literal) {
            x->is_literal = false;
            link_take_credit(l, &from[i]);
        } else if (!x->is_open) {
            link_take_outside(l, &from[i]);
        } else if (x->is_magic) {
            link_take_behind_magic(l, &from[i]);
        } else if (link_is(&from[i], &link_magic)) {
            x->is_magic = true;
        } else if (x->place == LINK_AT_PAYLOAD) {
            run = link_take_payload(l, &from[i], words - i);
        } else {
            link_take_data(l, &from[i]);
        }
    }
}

void link_exanet_gap(apenet_link_t *l)
{
    l->rx.is_magic = l->rx.is_literal = false;
    if (l->rx.is_open)
        link_close(l, true);
}
