/* SPDX-License-Identifier: BSD-3-Clause */
/* Two ends of a link with wires between them. */
#include "pair.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/link/state.h"

#define ROUNDS 100000u /* without progress */
#define ALL    UINT32_MAX
#define SPAN   4096u /* words of a call, with doubled CREDITs */

static const apenet_word_t magics[] = {APENET_LINK_MAGIC, APENET_EXANET_MAGIC};

static uint64_t mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t step(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 16;
}

uint32_t pair_random(pair_t *p, uint32_t limit)
{
    return (uint32_t)(step(&p->state) % limit);
}

static bool has_luck(pair_t *p, uint32_t odds)
{
    return odds != 0 && pair_random(p, odds) == 0;
}

static bool is_exanet(const pair_t *p)
{
    return p->plan.config.dialect == APENET_DIALECT_EXANET;
}

static bool is_magic(const pair_t *p, const apenet_word_t *w)
{
    return memcmp(w, &magics[is_exanet(p)], sizeof *w) == 0;
}

/* ---- packets ---- */

uint32_t pair_packet(const pair_t *p, unsigned from, unsigned vc, uint32_t index, apenet_word_t *header,
                     apenet_word_t *payload, apenet_word_t *footer)
{
    uint64_t r = mix(p->plan.seed ^ ((uint64_t)index << 8 | from << 4 | vc));
    uint32_t most = r % 16 == 0 || p->plan.most < 8 ? p->plan.most : 8;
    uint32_t n = 1 + (uint32_t)(r >> 8) % most;
    for (int i = 0; i < 4; i++)
        header->w[i] = (uint32_t)step(&r);
    for (uint32_t i = 0; i < n; i++) {
        bool same = step(&r) % 100 < p->plan.magics;
        for (int k = 0; k < 4; k++)
            payload[i].w[k] = same ? magics[is_exanet(p)].w[k] : (uint32_t)step(&r);
    }
    if (is_exanet(p)) {
        apenet_set(header->w, APENET_EXANET_HEADER_ONLY, r % 8 == 0);
        apenet_set(header->w, APENET_EXANET_SIZE, r % 8 == 0 ? 0 : 16 * n - (uint32_t)(r >> 8) % 16);
        apenet_set(header->w, APENET_EXANET_VC, vc);
        apenet_set(header->w, APENET_EXANET_EDAC, 0);
        for (int k = 0; k < 4; k++)
            footer->w[k] = r % 8 == 0 ? 0 : (uint32_t)step(&r);
        return apenet_exanet_words(header->w);
    }
    apenet_set(header->w, APENET_HEADER_SIZE, n);
    footer->w[0] = libdeflate_crc32(0, payload, n * sizeof *payload);
    footer->w[1] = index << 16;
    footer->w[2] = index >> 16;
    footer->w[3] = libdeflate_crc32(0, footer->w, 12);
    return n;
}

/* Records the first violation; a violation stops the run. */
static void violate(pair_t *p, const char *what)
{
    if (p->error == NULL)
        p->error = what;
}

static void check_footer(pair_t *p, const apenet_arrival_t *a, const apenet_word_t *footer, bool is_equal)
{
    apenet_word_t expected = *footer;
    bool is_flagged = !is_exanet(p) && apenet_get(a->footer.w, APENET_FOOTER_PAYLOAD_ERR) != 0;
    if (is_flagged) {
        apenet_set(expected.w, APENET_FOOTER_PAYLOAD_ERR, 1);
        expected.w[3] = libdeflate_crc32(0, expected.w, 12);
    }
    p->flagged += is_flagged;
    if (memcmp(&expected, &a->footer, sizeof expected) != 0)
        violate(p, "footer differs");
    if (!is_equal && !is_flagged)
        violate(p, "payload differs and is not flagged");
    if (is_flagged && p->plan.law == PAIR_INTACT)
        violate(p, "payload is flagged");
}

bool pair_take(pair_t *p, unsigned to, unsigned vc)
{
    apenet_word_t header, footer, payload[APENET_PAYLOAD_WORDS];
    apenet_arrival_t a;
    if (!apenet_link_front(p->end[to], vc, &a))
        return false;
    uint32_t *index = &p->arrived[1 - to][vc];
    if (*index == p->offered[1 - to][vc]) {
        violate(p, "packet was never sent");
        return false;
    }
    uint32_t n = pair_packet(p, 1 - to, vc, *index, &header, payload, &footer);
    if (is_exanet(p)) /* the receiver keeps the syndrome */
        apenet_set(a.header.w, APENET_EXANET_EDAC, 0);
    while (p->plan.law == PAIR_LOSSY && memcmp(&header, &a.header, sizeof header) != 0 &&
           *index + 1 < p->offered[1 - to][vc]) {
        p->lost++;
        n = pair_packet(p, 1 - to, vc, ++*index, &header, payload, &footer);
    }
    if (n != a.words || memcmp(&header, &a.header, sizeof header) != 0) {
        violate(p, "header differs");
        return false;
    }
    if (p->plan.cuts_through && p->consumed[to][vc] < a.ready && pair_random(p, 2) == 0) {
        uint32_t words = 1 + pair_random(p, a.ready - p->consumed[to][vc]);
        p->consumed[to][vc] += words;
        apenet_link_consume(p->end[to], vc, words);
    }
    if (!a.is_complete)
        return false;
    bool is_equal = a.ready == n;
    for (uint32_t i = 0, words; i < n; i += words) {
        const apenet_word_t *w = apenet_link_payload(p->end[to], vc, i, &words);
        if (words == 0 || words > n - i) {
            violate(p, "payload has no end");
            return false;
        }
        is_equal = is_equal && memcmp(w, &payload[i], words * sizeof *w) == 0;
    }
    check_footer(p, &a, &footer, is_equal);
    if (apenet_link_remove(p->end[to], vc) != 0)
        violate(p, "packet cannot be removed");
    p->consumed[to][vc] = 0;
    ++*index;
    return true;
}

/* Offers the next packet of a VC, or more of the last one. @return whether anything was done */
static bool offer(pair_t *p, unsigned from, unsigned vc)
{
    apenet_word_t header, footer, payload[APENET_PAYLOAD_WORDS];
    uint32_t *part = &p->part[from][vc], *index = &p->offered[from][vc];
    if (*part != ALL) {
        uint32_t n = pair_packet(p, from, vc, *index - 1, &header, payload, &footer);
        uint32_t words = pair_random(p, n - *part + 1);
        bool is_last = *part + words == n;
        if (apenet_link_append(p->end[from], vc, payload + *part, words, is_last ? &footer : NULL) != 0)
            violate(p, "append fails");
        *part = is_last ? ALL : *part + words;
        return true;
    }
    if (p->offered[from][0] + p->offered[from][1] >= p->plan.packets || (p->plan.one_way && from == 1))
        return false;
    uint32_t n = pair_packet(p, from, vc, *index, &header, payload, &footer);
    uint32_t words = p->plan.cuts_through && n != 0 && pair_random(p, 2) == 0 ? pair_random(p, n) : n;
    if (apenet_link_offer(p->end[from], vc, &header, payload, words, words == n ? &footer : NULL) != 0)
        return false;
    ++*index;
    *part = words == n ? ALL : words;
    return true;
}

/* ---- wires ---- */

static void put_word(pair_t *p, pair_wire_t *wire, const apenet_word_t *w)
{
    if (wire->losses != 0) {
        wire->losses--;
        wire->ends_in_gap = true;
        return;
    }
    uint32_t at = (wire->first + wire->count++) % PAIR_WIRE;
    wire->word[at] = *w;
    wire->has_gap[at] = wire->ends_in_gap;
    wire->ends_in_gap = false;
    p->words++;
}

static void flip(pair_t *p, apenet_word_t *w)
{
    uint32_t bit = pair_random(p, 128);
    w->w[bit / 32] ^= UINT32_C(1) << bit % 32;
}

static void damage(pair_t *p, apenet_word_t *w)
{
    for (int i = 0; i < 4; i++)
        w->w[i] = (uint32_t)step(&p->state);
}

/* The single fault of a plan. */
static void strike(pair_t *p, unsigned from, apenet_word_t *w)
{
    uint64_t after = p->wire[from].sent - p->plan.strike_at[from];
    if (p->plan.strike_at[from] == 0 || p->wire[from].sent < p->plan.strike_at[from] ||
        after >= p->plan.strike_words)
        return;
    p->faults++;
    switch (p->plan.strike[from]) {
    case PAIR_TWO_FLIPS:
        w->w[1] ^= 0x100;
        w->w[3] ^= 0x8000;
        break;
    case PAIR_OTHER:
        damage(p, w);
        break;
    case PAIR_INTO_MAGIC:
        *w = magics[is_exanet(p)];
        break;
    case PAIR_LOSS:
        p->wire[from].losses = 1;
        break;
    default:
        flip(p, w);
        break;
    }
}

/* Damages a word on its way onto the wire. */
static void fault(pair_t *p, pair_wire_t *wire, apenet_word_t *w, uint32_t kind)
{
    const pair_faults_t *f = &p->plan.faults;
    apenet_word_t before = *w;
    if (wire->burst != 0) {
        wire->burst--;
        if (pair_random(p, 2) == 0)
            damage(p, w);
        else if (pair_random(p, 4) != 0)
            flip(p, w);
    } else if ((f->kinds == 0 || (f->kinds & kind) != 0) && has_luck(p, f->flip)) {
        flip(p, w);
    } else if ((f->kinds == 0 || (f->kinds & kind) != 0) && has_luck(p, f->two)) {
        uint32_t bit = pair_random(p, 128), other = (bit + 1 + pair_random(p, 127)) % 128;
        w->w[bit / 32] ^= UINT32_C(1) << bit % 32;
        w->w[other / 32] ^= UINT32_C(1) << other % 32;
    } else if (has_luck(p, f->other)) {
        damage(p, w);
    } else if (has_luck(p, f->magic)) {
        *w = magics[is_exanet(p)];
    } else if (has_luck(p, f->burst)) {
        wire->burst = 1 + pair_random(p, f->longest);
    } else if (wire->losses == 0 && has_luck(p, f->gap)) {
        wire->losses = 1 + pair_random(p, f->longest);
        p->faults++;
    }
    p->faults += memcmp(&before, w, sizeof *w) != 0;
}

/* CREDITs are damaged, lost or doubled, with their MAGIC. @return new number of words */
static uint32_t fault_credits(pair_t *p, apenet_word_t *w, const uint8_t *kind, uint32_t n)
{
    static apenet_word_t before[SPAN];
    uint32_t to = 0;
    memcpy(before, w, n * sizeof *w);
    for (uint32_t i = 0; i < n; i++) {
        w[to++] = before[i];
        if (kind[i] != PAIR_CREDIT || pair_random(p, 2) == 0)
            continue;
        bool has_magic = i > 0 && kind[i - 1] == PAIR_MAGIC;
        bool is_literal = i > 0 && !has_magic && is_magic(p, &before[i - 1]);
        p->faults++;
        if (is_literal || pair_random(p, 3) == 0) {
            flip(p, &w[to - 1]);
        } else if (pair_random(p, 2) == 0) {
            to -= has_magic ? 2 : 1;
        } else {
            memcpy(&w[to], &w[has_magic ? to - 2 : to - 1], (has_magic ? 2 : 1) * sizeof *w);
            to += has_magic ? 2 : 1;
        }
    }
    return to;
}

/* ---- grammar ---- */

static uint32_t kind_of_control(pair_t *p, pair_grammar_t *g, const apenet_word_t *w)
{
    if (w->w[3] != libdeflate_crc32(0, w->w, 12))
        violate(p, "bare MAGIC");
    switch (apenet_get(w->w, APENET_LINK_KIND)) {
    case APENET_LINK_START:
        if (g->words != 0)
            violate(p, "START inside a packet");
        g->at = apenet_get(w->w, APENET_START_RESEND_FOOTER) != 0 ? PAIR_FOOTER : PAIR_HEADER;
        g->is_start = g->at == PAIR_HEADER && apenet_get(w->w, APENET_START_RESEND_HEADER) == 0;
        g->words = 1;
        return PAIR_START;
    case APENET_LINK_CREDIT:
        return PAIR_CREDIT;
    case APENET_LINK_NACK:
        return PAIR_NACK;
    default:
        violate(p, "unknown control word");
        return PAIR_MAGIC;
    }
}

static uint32_t kind_of_data(pair_t *p, pair_grammar_t *g, const apenet_word_t *w)
{
    uint32_t kind = g->at;
    if (g->words == 0) {
        violate(p, "data word outside of a packet");
        return PAIR_PAYLOAD;
    }
    g->words--;
    if (kind == PAIR_HEADER && g->is_start) {
        bool only = is_exanet(p) && apenet_get(w->w, APENET_EXANET_HEADER_ONLY) != 0;
        g->words = (is_exanet(p) ? apenet_exanet_words(w->w) : apenet_get(w->w, APENET_HEADER_SIZE)) + !only;
    }
    g->at = g->words == 1 ? PAIR_FOOTER : PAIR_PAYLOAD;
    return kind;
}

static bool is_credit(const apenet_word_t *w)
{
    return apenet_get(w->w, APENET_EXANET_EDAC) == apenet_edac(w->w) && w->w[2] == 0 && w->w[1] < 16;
}

static uint32_t kind_of_exanet(pair_t *p, pair_grammar_t *g, const apenet_word_t *w)
{
    static const apenet_word_t start = APENET_EXANET_START;
    if (g->is_literal) {
        g->is_literal = false;
    } else if (g->is_magic) {
        g->is_magic = false;
        if (is_magic(p, w)) {
            g->is_literal = true;
            return kind_of_data(p, g, w);
        }
        if (memcmp(w, &start, sizeof start) == 0) {
            if (g->words != 0)
                violate(p, "START inside a packet");
            g->at = PAIR_HEADER;
            g->words = 1;
            g->is_start = true;
            return PAIR_START;
        }
    } else if (is_magic(p, w)) {
        g->is_magic = true;
        return PAIR_MAGIC;
    } else if (g->words != 0) {
        return kind_of_data(p, g, w);
    }
    if (!is_credit(w))
        violate(p, "bare MAGIC, or no CREDIT");
    return PAIR_CREDIT;
}

/* Checks a word against the grammar of the dialect. */
static uint32_t kind_of(pair_t *p, pair_grammar_t *g, const apenet_word_t *w)
{
    if (is_exanet(p))
        return kind_of_exanet(p, g, w);
    if (g->is_magic) {
        g->is_magic = false;
        return is_magic(p, w) ? kind_of_data(p, g, w) : kind_of_control(p, g, w);
    }
    if (is_magic(p, w)) {
        g->is_magic = true;
        return PAIR_MAGIC;
    }
    return kind_of_data(p, g, w);
}

/* @return words written by the end */
static uint32_t transmit(pair_t *p, unsigned from, uint32_t words)
{
    static apenet_word_t span[SPAN];
    static uint8_t kind[SPAN];
    pair_wire_t *wire = &p->wire[from];
    uint32_t space = (PAIR_WIRE - wire->count) / 2, most = space < SPAN / 2 ? space : SPAN / 2;
    if (words > most)
        words = most;
    uint32_t n = apenet_link_transmit(p->end[from], span, words), written = n;
    for (uint32_t i = 0; i < n; i++) {
        kind[i] = (uint8_t)kind_of(p, &wire->grammar, &span[i]);
        if (i > 0 && kind[i - 1] == PAIR_MAGIC && is_magic(p, &span[i]))
            kind[i - 1] = kind[i];
        p->of_kind[kind[i]]++;
        /* A control word is not separated from its MAGIC. */
        if (i + 1 == n && (wire->grammar.is_magic || wire->grammar.is_literal))
            n += apenet_link_transmit(p->end[from], span + n, 1);
    }
    if (p->plan.faults.spares_packets)
        n = fault_credits(p, span, kind, n);
    for (uint32_t i = 0; i < n; i++) {
        wire->sent++;
        if (!p->plan.faults.spares_packets)
            fault(p, wire, &span[i], kind[i]);
        strike(p, from, &span[i]);
        put_word(p, wire, &span[i]);
    }
    return written;
}

/* Used words of a FIFO stay below its depth. */
static void check_fifos(pair_t *p, unsigned end)
{
    const apenet_link_t *l = p->end[end];
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        const link_fifo_t *f = &l->rx.fifo[vc];
        uint32_t used = is_exanet(p) ? f->used : (uint16_t)(f->arrived - f->freed);
        if (used > l->config.depth || f->used_headers > l->config.header_depth || f->count > l->entries)
            violate(p, "FIFO overflows");
    }
}

static uint32_t receive(pair_t *p, unsigned to, uint32_t words)
{
    pair_wire_t *wire = &p->wire[1 - to];
    uint32_t done = 0;
    while (words != 0 && wire->count != 0) {
        uint32_t run = 0;
        if (wire->has_gap[wire->first])
            apenet_link_gap(p->end[to]);
        do
            run++;
        while (run < words && run < wire->count && wire->first + run < PAIR_WIRE &&
               !wire->has_gap[wire->first + run]);
        apenet_link_receive(p->end[to], &wire->word[wire->first], run);
        wire->first = (wire->first + run) % PAIR_WIRE;
        wire->count -= run;
        words -= run;
        done += run;
        check_fifos(p, to);
    }
    if (wire->count == 0 && wire->ends_in_gap) {
        wire->ends_in_gap = false;
        apenet_link_gap(p->end[to]);
    }
    return done;
}

/* ---- runs ---- */

void pair_open(pair_t *p, const pair_plan_t *plan)
{
    memset(p, 0, sizeof *p);
    p->plan = *plan;
    p->state = mix(plan->seed);
    size_t bytes = apenet_link_bytes(&plan->config);
    for (unsigned end = 0; end < 2; end++) {
        void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
        p->end[end] = memory != NULL ? apenet_link_init(memory, bytes, &plan->config) : NULL;
        if (p->end[end] == NULL)
            abort();
        for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
            p->part[end][vc] = ALL;
    }
}

void pair_close(pair_t *p)
{
    for (unsigned end = 0; end < 2; end++)
        free(p->end[end]);
}

bool pair_is_done(const pair_t *p)
{
    uint32_t sent = 0, arrived = 0;
    for (unsigned from = 0; from < 2; from++)
        for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
            sent += p->offered[from][vc];
            arrived += p->arrived[from][vc];
        }
    uint64_t fatal = p->end[0]->counters.headers_fatal + p->end[1]->counters.headers_fatal;
    arrived += p->plan.law == PAIR_LOSSY ? (uint32_t)(fatal - p->lost) : 0;
    return sent == arrived && sent == p->plan.packets * (p->plan.one_way ? 1 : 2);
}

/* One random step of an end. @return whether anything moved */
static bool act(pair_t *p, unsigned end)
{
    uint32_t words = 1 + pair_random(p, p->plan.span);
    switch (pair_random(p, 4)) {
    case 0:
        return offer(p, end, pair_random(p, APENET_LINK_VCS));
    case 1:
        if (p->wire[end].count > p->plan.delay)
            return false;
        return transmit(p, end, words) != 0;
    case 2:
        return receive(p, end, words) != 0;
    default:
        return pair_take(p, end, pair_random(p, APENET_LINK_VCS));
    }
}

/* Moves words in both directions until both ends are idle. */
static void settle(pair_t *p)
{
    for (bool moves = true; moves && p->error == NULL;) {
        moves = false;
        for (unsigned end = 0; end < 2; end++) {
            for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
                moves = offer(p, end, vc) || moves;
            moves = transmit(p, end, p->plan.span) != 0 || moves;
            moves = receive(p, 1 - end, PAIR_WIRE) != 0 || moves;
            for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
                moves = pair_take(p, end, vc) || moves;
        }
    }
}

const char *pair_run_in_order(pair_t *p, const pair_plan_t *plan)
{
    pair_open(p, plan);
    for (unsigned i = 0; !pair_is_done(p) && p->error == NULL; i++) {
        settle(p);
        for (unsigned end = 0; end < 2; end++)
            apenet_link_tick(p->end[end], plan->config.period != 0 ? plan->config.period : 255);
        if (i == 200)
            violate(p, "packets do not arrive");
    }
    pair_close(p);
    return p->error;
}

const char *pair_run(pair_t *p, const pair_plan_t *plan)
{
    pair_open(p, plan);
    uint32_t quiet = 0, rounds = 0;
    while (!pair_is_done(p) && p->error == NULL) {
        uint32_t before = p->arrived[0][0] + p->arrived[0][1] + p->arrived[1][0] + p->arrived[1][1];
        bool moves = act(p, pair_random(p, 2));
        quiet = moves ? 0 : quiet + 1;
        if (quiet > 32 && p->wire[0].count == 0 && p->wire[1].count == 0) {
            /* Link time passes while both lines are idle; an idle line ends a burst. */
            p->wire[0].losses = p->wire[1].losses = p->wire[0].burst = p->wire[1].burst = 0;
            for (unsigned end = 0; end < 2; end++)
                apenet_link_tick(p->end[end], 1 + pair_random(p, 300));
            quiet = 0;
        }
        rounds = before != p->arrived[0][0] + p->arrived[0][1] + p->arrived[1][0] + p->arrived[1][1]
                     ? 0
                     : rounds + 1;
        if (rounds > ROUNDS)
            violate(p, "packets do not arrive");
        for (unsigned end = 0; end < 2; end++)
            if (apenet_link_state(p->end[end]) == APENET_LINK_DOWN)
                violate(p, "link is down");
    }
    pair_close(p);
    return p->error;
}
