/* SPDX-License-Identifier: BSD-3-Clause */
/* Reception in the dialect `apenet`. Choices of EMUQ where apenet 8.4 is open:
 * - All earlier headers of both VCs precede a header on its path to the router: the VC of a packet without
 *   START is unknown.
 * - A footer counts only if it fits the payload, and is requested again otherwise: after a damaged MAGIC a
 *   control word can stand in its place, which has a right word 3 too. So is a footer among kept words: it
 *   may belong to a later packet. A resent footer counts if its word 3 is right and
 *   its reserved bits are 0.
 * - An old START, a START outside of the window, and a START with both resend bits count as bad control
 *   words.
 * - A resend of an old packet decides nothing about kept words. Kept words belong to the first missing
 *   packet. */
#include "apenet/link/state.h"

/* Packets without a reported acknowledgement that make a CREDIT due before its period: with the smallest
 * packets a period fills the window of the sender. */
#define LINK_UNREPORTED 48u

static link_received_t *link_at(apenet_link_t *l, uint16_t number)
{
    return &l->rx.received[number % LINK_WINDOW];
}

static void link_set_nack(apenet_link_t *l, unsigned kind, uint16_t number, bool on)
{
    uint64_t bit = UINT64_C(1) << number % LINK_WINDOW;
    l->rx.nack[kind] = on ? l->rx.nack[kind] | bit : l->rx.nack[kind] & ~bit;
    if (on)
        link_note_error(l);
}

static bool link_fits(const apenet_link_t *l, const link_received_t *r, const apenet_word_t *footer)
{
    return r->got == r->n &&
           link_crc(link_area_memory(l, &r->area) + r->begin, r->n * sizeof(apenet_word_t)) ==
               apenet_get(footer->w, APENET_FOOTER_CRC);
}

/* ---- from the window to the FIFO ---- */

/* Completes a packet whose header, payload and footer are final. */
static void link_complete(apenet_link_t *l, link_received_t *r)
{
    link_receiver_t *x = &l->rx;
    if ((r->flags & (LINK_RELEASED | LINK_HAS_FOOTER | LINK_IS_OPEN | LINK_IS_DONE)) !=
        (LINK_RELEASED | LINK_HAS_FOOTER))
        return;
    link_entry_t *e = link_entry(l, r->vc, r->slot);
    if ((r->flags & LINK_FITS) == 0 && !link_fits(l, r, &r->footer) &&
        apenet_get(r->footer.w, APENET_FOOTER_PAYLOAD_ERR) == 0) {
        apenet_set(r->footer.w, APENET_FOOTER_PAYLOAD_ERR, 1);
        r->footer.w[3] = link_crc(r->footer.w, 12);
        l->counters.payload_errors++;
        link_note_error(l);
    }
    e->footer = r->footer;
    e->got = r->got;
    e->is_complete = true;
    r->flags |= LINK_IS_DONE;
    while (x->ack[LINK_FOOTER] != x->ack[LINK_HEADER] &&
           (link_at(l, x->ack[LINK_FOOTER])->flags & LINK_IS_DONE) != 0)
        x->ack[LINK_FOOTER]++;
    if ((uint16_t)(x->ack[LINK_FOOTER] - x->acked[LINK_FOOTER]) >= LINK_UNREPORTED)
        l->tx.is_credit_due = true;
}

/* Moves packets in sequence to their FIFOs, up to the first one without a header. */
void link_apenet_release(apenet_link_t *l)
{
    link_receiver_t *x = &l->rx;
    while (x->ack[LINK_HEADER] != x->next) {
        link_received_t *r = link_at(l, x->ack[LINK_HEADER]);
        if ((r->flags & LINK_HAS_HEADER) == 0 || x->fifo[r->vc].count == l->entries)
            return;
        uint32_t slot;
        link_entry_t *e = link_push(l, r->vc, &slot);
        e->header = r->header;
        e->area = r->area;
        e->begin = r->begin;
        e->n = r->n;
        e->got = r->got;
        e->is_open = (r->flags & LINK_IS_OPEN) != 0;
        r->slot = (uint16_t)slot;
        r->flags |= LINK_RELEASED;
        x->fifo[r->vc].arrived = (uint16_t)(x->fifo[r->vc].arrived + r->n + 2);
        x->ack[LINK_HEADER]++;
        link_check_credit(l, &x->fifo[r->vc]);
        link_complete(l, r);
    }
}

static void link_settle(apenet_link_t *l, link_received_t *r)
{
    if ((r->flags & LINK_RELEASED) == 0)
        link_apenet_release(l);
    else
        link_complete(l, r);
}

/* ---- damaged packets ---- */

/* Opens the numbers up to `end` as packets without START; the kept words are the body of the first. */
static void link_miss(apenet_link_t *l, uint16_t end)
{
    link_receiver_t *x = &l->rx;
    for (; x->next != end; x->next++) {
        link_received_t *r = link_at(l, x->next);
        memset(r, 0, sizeof *r);
        r->flags = LINK_MISSED;
        if (x->kept != 0 && !x->is_kept_taken) {
            r->area = (link_area_t){0, x->kept, LINK_KEPT};
            x->is_kept_taken = true;
        }
        link_set_nack(l, LINK_HEADER, x->next, true);
        link_set_nack(l, LINK_FOOTER, x->next, true);
    }
}

/* Finds payload and footer in the body of a packet whose header has arrived later. */
static void link_find_payload(apenet_link_t *l, link_received_t *r, uint16_t number)
{
    const apenet_word_t *body = link_area_memory(l, &r->area) + r->area.begin;
    uint32_t at = 0; /* of the header, or of its damaged copy */
    while (at < 3 && at < r->area.words && !link_is(&body[at], &r->header))
        at++;
    at = at < 3 && at < r->area.words ? at + 1 : 1;
    r->begin = r->area.begin + at;
    uint32_t behind = r->area.words > at ? r->area.words - at : 0;
    r->got = (uint16_t)(behind < r->n ? behind : r->n);
    if ((r->flags & (LINK_MISSED | LINK_HAS_FOOTER)) != 0)
        return;
    const apenet_word_t *footer = &body[at + r->n];
    if (behind > r->n && link_is_footer(footer) && link_fits(l, r, footer)) {
        r->footer = *footer;
        r->flags |= LINK_HAS_FOOTER | LINK_FITS;
        l->counters.footers_received++;
    } else {
        link_set_nack(l, LINK_FOOTER, number, true);
    }
}

/* Ends the open packet; requests missing words. */
static void link_close(apenet_link_t *l)
{
    link_receiver_t *x = &l->rx;
    link_received_t *r = link_at(l, x->number);
    if (x->place == LINK_AT_HEADER) {
        r->flags |= LINK_MISSED;
        link_set_nack(l, LINK_HEADER, x->number, true);
    }
    if (x->place == LINK_AT_BODY && r->area.where != LINK_NOWHERE) {
        link_ring_trim(&x->fifo[r->vc].ring, r->area.begin, r->area.words, x->at);
        r->area.words = x->at;
        if (x->at == 0)
            r->area.where = LINK_NOWHERE;
    }
    if (x->place != LINK_AT_BODY && (r->flags & LINK_HAS_FOOTER) == 0)
        link_set_nack(l, LINK_FOOTER, x->number, true);
    r->flags &= (uint8_t)~LINK_IS_OPEN;
    x->is_open = false;
    x->place = LINK_OUTSIDE;
    if ((r->flags & LINK_RELEASED) != 0)
        link_entry(l, r->vc, r->slot)->is_open = false;
    link_settle(l, r);
}

/* Ends a packet or resend in progress before a START or a gap. */
static void link_interrupt(apenet_link_t *l)
{
    link_receiver_t *x = &l->rx;
    if (x->is_open) {
        link_close(l);
    } else if (x->place == LINK_AT_RESENT) {
        uint8_t has = x->resent == LINK_HEADER ? LINK_HAS_HEADER : LINK_HAS_FOOTER;
        if ((link_at(l, x->number)->flags & has) == 0)
            link_set_nack(l, x->resent, x->number, true);
    }
    x->place = LINK_OUTSIDE;
}

void link_apenet_gap(apenet_link_t *l)
{
    l->rx.is_magic = false;
    link_interrupt(l);
}

/* ---- control words ---- */

static void link_take_start(apenet_link_t *l, const apenet_word_t *c)
{
    link_receiver_t *x = &l->rx;
    uint16_t number = (uint16_t)apenet_get(c->w, APENET_START_SEQUENCE);
    bool is_header = apenet_get(c->w, APENET_START_RESEND_HEADER) != 0,
         is_footer = apenet_get(c->w, APENET_START_RESEND_FOOTER) != 0, is_resend = is_header || is_footer;
    uint16_t ahead = (uint16_t)(number - x->ack[LINK_FOOTER]),
             known = (uint16_t)(x->next - x->ack[LINK_FOOTER]);
    link_interrupt(l);
    l->counters.start_received++;
    if (is_resend)
        l->tx.is_credit_due = true; /* the sender may have missed an acknowledgement */
    if (ahead >= LINK_WINDOW || (is_header && is_footer) || (ahead < known && !is_resend)) {
        x->place = is_resend ? LINK_AT_SKIP : LINK_OUTSIDE;
        return;
    }
    if (ahead >= known) {
        link_miss(l, (uint16_t)(number + is_resend));
        if (!x->is_kept_taken)
            x->kept = 0;
    }
    x->number = number;
    x->vc = (uint8_t)apenet_get(c->w, APENET_START_VC);
    x->crc = apenet_get(c->w, APENET_START_HEADER_CRC);
    x->at = 0;
    if (is_resend) {
        x->resent = is_header ? LINK_HEADER : LINK_FOOTER;
        x->place = LINK_AT_RESENT;
        return;
    }
    link_received_t *r = link_at(l, number);
    memset(r, 0, sizeof *r);
    r->flags = LINK_IS_OPEN;
    r->vc = x->vc;
    x->next++;
    x->is_open = true;
    x->place = LINK_AT_HEADER;
}

static void link_take_control(apenet_link_t *l, const apenet_word_t *c)
{
    l->counters.magic_received++;
    if (c->w[3] != link_crc(c->w, 12)) {
        link_note_error(l);
        return;
    }
    if (apenet_get(c->w, APENET_LINK_KIND) == APENET_LINK_START)
        link_take_start(l, c);
    else
        link_apenet_control(l, c);
}

/* ---- data words ---- */

/* @return whether the word is the header of the START in progress */
static bool link_take_header(apenet_link_t *l, link_received_t *r, const apenet_word_t *w)
{
    uint32_t n = apenet_get(w->w, APENET_HEADER_SIZE);
    if (link_crc(w, sizeof *w) != l->rx.crc || n == 0 || n > l->most)
        return false;
    r->header = *w;
    r->n = (uint16_t)n;
    r->flags |= LINK_HAS_HEADER;
    l->counters.headers_received++;
    return true;
}

static void link_allocate(apenet_link_t *l, link_received_t *r, uint32_t words)
{
    link_ring_t *ring = &l->rx.fifo[r->vc].ring;
    r->area = (link_area_t){link_ring_take(ring, words), words, r->vc == 0 ? LINK_RING_0 : LINK_RING_1};
    r->begin = r->area.begin;
}

static void link_take_first(apenet_link_t *l, const apenet_word_t *w)
{
    link_receiver_t *x = &l->rx;
    link_received_t *r = link_at(l, x->number);
    uint32_t space = link_ring_space(&x->fifo[r->vc].ring);
    if (link_take_header(l, r, w)) {
        if (space >= r->n)
            link_allocate(l, r, r->n);
        x->place = LINK_AT_PAYLOAD;
        link_settle(l, r);
        return;
    }
    link_set_nack(l, LINK_HEADER, x->number, true);
    x->place = LINK_AT_BODY;
    if (space != 0) {
        link_allocate(l, r, space);
        link_area_memory(l, &r->area)[r->area.begin + x->at++] = *w;
    }
}

static void link_take_resent(apenet_link_t *l, const apenet_word_t *w)
{
    link_receiver_t *x = &l->rx;
    link_received_t *r = link_at(l, x->number);
    x->place = LINK_OUTSIDE;
    if (x->resent == LINK_HEADER && (r->flags & LINK_HAS_HEADER) == 0) {
        if (!link_take_header(l, r, w)) {
            link_set_nack(l, LINK_HEADER, x->number, true);
            return;
        }
        l->counters.headers_repaired++;
        if (r->area.where == LINK_NOWHERE || r->area.where == LINK_KEPT)
            r->vc = x->vc; /* the area of a ring belongs to the VC of the first START */
        link_set_nack(l, LINK_HEADER, x->number, false);
        link_find_payload(l, r, x->number);
    } else if (x->resent == LINK_FOOTER && (r->flags & LINK_HAS_FOOTER) == 0) {
        if (!link_is_footer(w)) {
            link_set_nack(l, LINK_FOOTER, x->number, true);
            return;
        }
        r->footer = *w;
        r->flags |= LINK_HAS_FOOTER;
        l->counters.footers_received++;
        link_set_nack(l, LINK_FOOTER, x->number, false);
    }
    link_settle(l, r);
}

static void link_take_footer(apenet_link_t *l, const apenet_word_t *w)
{
    link_receiver_t *x = &l->rx;
    link_received_t *r = link_at(l, x->number);
    if (link_is_footer(w) && link_fits(l, r, w)) {
        r->footer = *w;
        r->flags |= LINK_HAS_FOOTER | LINK_FITS;
        l->counters.footers_received++;
    }
    link_close(l);
}

/* Payload has arrived; it is lost if the FIFO has no space (after surplus words of a damaged packet). */
static void link_advance(apenet_link_t *l, link_received_t *r, uint32_t words)
{
    link_receiver_t *x = &l->rx;
    x->at = (uint16_t)(x->at + words);
    if (r->area.where != LINK_NOWHERE)
        r->got = x->at;
    if ((r->flags & LINK_RELEASED) != 0)
        link_entry(l, r->vc, r->slot)->got = r->got;
    if (x->at == r->n)
        x->place = LINK_AT_FOOTER;
}

static void link_take_data(apenet_link_t *l, const apenet_word_t *w)
{
    link_receiver_t *x = &l->rx;
    link_received_t *r = link_at(l, x->number);
    switch (x->place) {
    case LINK_AT_HEADER:
        link_take_first(l, w);
        break;
    case LINK_AT_PAYLOAD:
        if (r->area.where != LINK_NOWHERE)
            link_area_memory(l, &r->area)[r->begin + x->at] = *w;
        link_advance(l, r, 1);
        break;
    case LINK_AT_BODY:
        if (x->at < r->area.words)
            link_area_memory(l, &r->area)[r->area.begin + x->at++] = *w;
        break;
    case LINK_AT_FOOTER:
        link_take_footer(l, w);
        break;
    case LINK_AT_RESENT:
        link_take_resent(l, w);
        break;
    case LINK_AT_SKIP:
        x->place = LINK_OUTSIDE;
        break;
    default:
        if (x->kept < l->most + LINK_EXTRA)
            link_memory(l, l->kept_at)[x->kept++] = *w;
        break;
    }
}

static void link_note_whole(apenet_link_t *l, unsigned vc)
{
    link_receiver_t *x = &l->rx;
    x->number = x->next++;
    x->vc = (uint8_t)vc;
    x->kept = 0;
    x->ack[LINK_HEADER] = x->ack[LINK_FOOTER] = x->next;
    if ((uint16_t)(x->ack[LINK_FOOTER] - x->acked[LINK_FOOTER]) >= LINK_UNREPORTED)
        l->tx.is_credit_due = true;
    l->counters.magic_received++;
    l->counters.start_received++;
    l->counters.headers_received++;
    l->counters.footers_received++;
}

/* Takes the next packet in sequence if all of its words are there and good, and all earlier packets are
 * complete. The effects are those of its words one by one, without a record in `received`: the packet is
 * acknowledged at once. @return number of words taken; 0: nothing is done */
static uint32_t link_take_whole(apenet_link_t *l, const apenet_word_t *from, uint32_t words)
{
    link_receiver_t *x = &l->rx;
    const apenet_word_t *start = &from[1], *header = &from[2];
    uint32_t n = apenet_get(header->w, APENET_HEADER_SIZE);
    if (n == 0 || n > l->most || words < n + LINK_ENVELOPE || x->ack[LINK_FOOTER] != x->next ||
        x->is_kept_taken || start->w[1] != x->next ||
        (start->w[0] & ~apenet_mask(APENET_START_VC)) != APENET_LINK_START ||
        !link_is(from, &link_apenet_magic))
        return 0;
    const apenet_word_t *footer = &from[3 + n];
    unsigned vc = apenet_get(start->w, APENET_START_VC);
    link_fifo_t *f = &x->fifo[vc];
    if (f->count == l->entries || link_ring_space(&f->ring) < n || link_crc(start->w, 12) != start->w[3] ||
        link_crc(header, sizeof *header) != apenet_get(start->w, APENET_START_HEADER_CRC))
        return 0;
    link_area_t area = {f->ring.live == 0 ? 0 : f->ring.tail, n, vc == 0 ? LINK_RING_0 : LINK_RING_1};
    apenet_word_t *payload = link_area_memory(l, &area) + area.begin; /* free: changes nothing */
    if (link_copy(payload, &from[3], n, &link_apenet_magic) != n || !link_is_footer(footer) ||
        link_crc(payload, n * sizeof *payload) != apenet_get(footer->w, APENET_FOOTER_CRC))
        return 0;
    uint32_t slot = f->first + f->count++;
    link_entry_t *e = link_entry(l, vc, slot < l->entries ? slot : slot - l->entries);
    (void)link_ring_take(&f->ring, n);
    e->header = *header;
    e->footer = *footer;
    e->area = area;
    e->begin = area.begin;
    e->n = e->got = (uint16_t)n;
    e->consumed = 0;
    e->is_open = false;
    e->is_complete = true;
    f->arrived = (uint16_t)(f->arrived + n + 2);
    link_note_whole(l, vc);
    link_check_credit(l, f);
    return n + LINK_ENVELOPE;
}

void link_apenet_receive(apenet_link_t *l, const apenet_word_t *from, uint32_t words)
{
    link_receiver_t *x = &l->rx;
    for (uint32_t i = 0; i < words;) {
        if (x->place == LINK_OUTSIDE && !x->is_magic && words - i > LINK_ENVELOPE) {
            uint32_t taken = link_take_whole(l, &from[i], words - i);
            i += taken;
            if (taken != 0)
                continue;
        }
        if (x->is_magic) {
            x->is_magic = false;
            if (link_is(&from[i], &link_apenet_magic))
                link_take_data(l, &from[i]);
            else
                link_take_control(l, &from[i]);
            i++;
            continue;
        }
        if (x->place == LINK_AT_PAYLOAD) {
            link_received_t *r = link_at(l, x->number);
            uint32_t run = (uint32_t)r->n - x->at;
            run = run < words - i ? run : words - i;
            if (r->area.where != LINK_NOWHERE) {
                run = link_copy(link_area_memory(l, &r->area) + r->begin + x->at, &from[i], run,
                                &link_apenet_magic);
                if (run != 0)
                    link_advance(l, r, run);
                i += run;
                if (run != 0)
                    continue;
            }
        }
        if (link_is(&from[i], &link_apenet_magic))
            x->is_magic = true;
        else
            link_take_data(l, &from[i]);
        i++;
    }
}
