/* SPDX-License-Identifier: BSD-3-Clause */
/* All states of a link with two packets, FIFOs of 8 words and one fault at any word. An end sends or takes
 * one word at a time, in any order; link time passes when nothing else can happen. From each state after the
 * fault the packets must arrive. */
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/link/state.h"
#include "emuq_test.h"

#define WIRE    3u /* words on the way */
#define PACKETS 2u
#define TABLE   (1u << 24)

typedef struct line {
    apenet_word_t word[WIRE];
    uint32_t count;
    bool has_gap; /* words were lost in front of the next transmitted word */
    bool gap[WIRE];
} line_t;

/* A state; the ends follow. */
typedef struct world {
    line_t line[2];
    uint32_t arrived[APENET_LINK_VCS];
    bool is_struck, is_flagged;
    _Alignas(16) unsigned char ends[];
} world_t;

typedef struct search {
    size_t end_bytes, bytes;
    uint32_t n[PACKETS], vc[PACKETS]; /* the packets of end 0 */
    apenet_word_t header[PACKETS], payload[PACKETS][6], footer[PACKETS];
    uint64_t *seen; /* hashes of visited states */
    uint64_t states, finished;
    const char *error;
} search_t;

static apenet_link_t *end_of(const search_t *s, world_t *w, unsigned end)
{
    return (apenet_link_t *)(void *)(w->ends + end * s->end_bytes);
}

static uint64_t mix(uint64_t h)
{
    h = (h ^ h >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 27;
}

/* Visits a state once. Counters and the age of the link make no difference. */
static bool is_new(search_t *s, world_t *w)
{
    apenet_link_counters_t counters[2];
    uint64_t now[2], errors[2], hash = 0;
    for (unsigned i = 0; i < 2; i++) {
        apenet_link_t *l = end_of(s, w, i);
        counters[i] = l->counters;
        now[i] = l->now;
        errors[i] = l->last_error;
        memset(&l->counters, 0, sizeof l->counters);
        l->now = l->last_error = 0;
    }
    const unsigned char *p = (const unsigned char *)w;
    for (size_t i = 0; i < s->bytes; i += 8) {
        uint64_t word;
        memcpy(&word, p + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    for (unsigned i = 0; i < 2; i++) {
        apenet_link_t *l = end_of(s, w, i);
        l->counters = counters[i];
        l->now = now[i];
        l->last_error = errors[i];
    }
    hash = mix(hash) | 1;
    for (uint32_t at = (uint32_t)(hash >> 40);; at++) {
        uint64_t *slot = &s->seen[at % TABLE];
        if (*slot == hash)
            return false;
        if (*slot == 0) {
            *slot = hash;
            s->states++;
            return true;
        }
    }
}

static void violate(search_t *s, const char *what)
{
    if (s->error == NULL)
        s->error = what;
}

/* ---- transitions ---- */

/* Sends a word. @param fault 0: intact; 1: one bit; 2: another word; 3: MAGIC; 4: lost @return whether a word
 * was due */
static bool transmit(search_t *s, world_t *w, unsigned from, unsigned fault)
{
    static const apenet_word_t magic = APENET_LINK_MAGIC;
    line_t *line = &w->line[from];
    apenet_word_t word;
    if (line->count == WIRE || apenet_link_transmit(end_of(s, w, from), &word, 1) == 0)
        return false;
    w->is_struck = w->is_struck || fault != 0;
    if (fault == 1)
        word.w[2] ^= 0x10;
    if (fault == 2)
        word = (apenet_word_t){{0x12345678, 0x9abcdef0, 1, 2}};
    if (fault == 3)
        word = magic;
    if (fault == 4) {
        line->has_gap = true;
        return true;
    }
    line->gap[line->count] = line->has_gap;
    line->word[line->count++] = word;
    line->has_gap = false;
    return true;
}

static void check_packet(search_t *s, world_t *w, unsigned vc, const apenet_arrival_t *a)
{
    unsigned skip = w->arrived[vc]++, i = 0;
    while (i < PACKETS && (s->vc[i] != vc || skip-- != 0))
        i++;
    if (i == PACKETS) {
        violate(s, "packet was never sent");
        return;
    }
    apenet_word_t footer = s->footer[i];
    bool is_flagged = apenet_get(a->footer.w, APENET_FOOTER_PAYLOAD_ERR) != 0;
    if (is_flagged) {
        apenet_set(footer.w, APENET_FOOTER_PAYLOAD_ERR, 1);
        footer.w[3] = link_crc(footer.w, 12);
    }
    if (memcmp(&a->header, &s->header[i], sizeof footer) != 0 ||
        memcmp(&a->footer, &footer, sizeof footer) != 0)
        violate(s, "envelope differs");
    apenet_word_t payload[6];
    for (uint32_t k = 0, words; k < a->words && k < 6; k += words) {
        const apenet_word_t *from = apenet_link_payload(end_of(s, w, 1), vc, k, &words);
        if (words == 0 || words > 6 - k) {
            violate(s, "payload has no end");
            return;
        }
        memcpy(&payload[k], from, words * sizeof *payload);
    }
    if (!is_flagged && memcmp(payload, s->payload[i], s->n[i] * sizeof *payload) != 0)
        violate(s, "payload differs and is not flagged");
    if (is_flagged && !w->is_struck)
        violate(s, "payload flagged without a fault");
}

/* Takes a word from a line, and complete packets. @return whether there was a word */
static bool receive(search_t *s, world_t *w, unsigned to)
{
    line_t *line = &w->line[1 - to];
    apenet_link_t *l = end_of(s, w, to);
    apenet_arrival_t a;
    if (line->count == 0)
        return false;
    if (line->gap[0])
        apenet_link_gap(l);
    apenet_link_receive(l, &line->word[0], 1);
    line->count--;
    memmove(&line->word[0], &line->word[1], line->count * sizeof *line->word);
    memmove(&line->gap[0], &line->gap[1], line->count * sizeof *line->gap);
    memset(&line->word[line->count], 0, (WIRE - line->count) * sizeof *line->word);
    memset(&line->gap[line->count], 0, (WIRE - line->count) * sizeof *line->gap);
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        if ((uint16_t)(l->rx.fifo[vc].arrived - l->rx.fifo[vc].freed) > l->config.depth)
            violate(s, "FIFO overflows");
        while (apenet_link_front(l, vc, &a) && a.is_complete) {
            check_packet(s, w, vc, &a);
            (void)apenet_link_remove(l, vc);
        }
    }
    return true;
}

static void tick(search_t *s, world_t *w)
{
    for (unsigned i = 0; i < 2; i++)
        apenet_link_tick(end_of(s, w, i), 10);
}

static bool is_done(const search_t *s, world_t *w)
{
    return w->arrived[0] + w->arrived[1] == PACKETS &&
           end_of(s, w, 0)->tx.ack[LINK_FOOTER] == end_of(s, w, 0)->tx.next;
}

/* Runs a copy of a state in a fixed order until both packets have arrived and are acknowledged. */
static void finish(search_t *s, const world_t *from)
{
    world_t *w = aligned_alloc(16, s->bytes);
    memcpy(w, from, s->bytes);
    for (unsigned rounds = 0; !is_done(s, w) && s->error == NULL; rounds++) {
        bool moves = false;
        for (unsigned i = 0; i < 2; i++) {
            moves = transmit(s, w, i, 0) || moves;
            moves = receive(s, w, 1 - i) || moves;
        }
        if (!moves)
            tick(s, w);
        if (rounds > 1000 || apenet_link_state(end_of(s, w, 0)) == APENET_LINK_DOWN)
            violate(s, "packets do not arrive");
    }
    s->finished++;
    free(w);
}

/* ---- search ---- */

static void explore(search_t *s, const world_t *from, unsigned depth)
{
    world_t *w = aligned_alloc(16, s->bytes);
    bool moves = false;
    for (unsigned step = 0; step < 12 && s->error == NULL; step++) {
        unsigned end = step % 2, action = step / 2; /* 0: receive, 1: transmit, 2..5: with a fault */
        if (action >= 2 && from->is_struck)
            break;
        memcpy(w, from, s->bytes);
        if (!(action == 0 ? receive(s, w, end) : transmit(s, w, end, action - 1)))
            continue;
        moves = true;
        if (action >= 2)
            finish(s, w);
        if (is_new(s, w))
            explore(s, w, depth + 1);
    }
    if (!moves && s->error == NULL && !is_done(s, w)) {
        memcpy(w, from, s->bytes);
        tick(s, w);
        if (is_new(s, w))
            explore(s, w, depth + 1);
        else
            violate(s, "time passes without an effect");
    }
    if (depth % 16 == 0 && s->error == NULL)
        finish(s, from);
    free(w);
}

static void run(uint32_t n0, uint32_t vc0, uint32_t n1, uint32_t vc1)
{
    search_t s = {.n = {n0, n1}, .vc = {vc0, vc1}};
    apenet_link_config_t config;
    apenet_link_defaults(&config, APENET_DIALECT_APENET);
    config.depth = 8;
    config.queue = 8;
    config.period = 40;
    s.end_bytes = (apenet_link_bytes(&config) + 15) / 16 * 16;
    s.bytes = (sizeof(world_t) + 2 * s.end_bytes + 15) / 16 * 16;
    s.seen = calloc(TABLE, sizeof *s.seen);
    world_t *w = aligned_alloc(16, s.bytes);
    memset(w, 0, s.bytes);
    for (unsigned i = 0; i < 2; i++)
        CU_ASSERT_PTR_NOT_NULL_FATAL(apenet_link_init(end_of(&s, w, i), s.end_bytes, &config));
    for (unsigned i = 0; i < PACKETS; i++) {
        static const apenet_word_t magic = APENET_LINK_MAGIC;
        s.header[i] = (apenet_word_t){{s.n[i] << 19, i, 2, 3}};
        for (uint32_t k = 0; k < s.n[i]; k++)
            s.payload[i][k] = k == 0 ? (apenet_word_t){{i, k, 5, 6}} : magic;
        s.footer[i] =
            (apenet_word_t){{link_crc(s.payload[i], s.n[i] * sizeof(apenet_word_t)), i << 16, 0, 0}};
        s.footer[i].w[3] = link_crc(s.footer[i].w, 12);
        CU_ASSERT_EQUAL(
            apenet_link_offer(end_of(&s, w, 0), s.vc[i], &s.header[i], s.payload[i], s.n[i], &s.footer[i]),
            0);
    }
    explore(&s, w, 0);
    printf("\n  packets of %u and %u words: %llu states, %llu runs to the end%s%s", (unsigned)n0,
           (unsigned)n1, (unsigned long long)s.states, (unsigned long long)s.finished,
           s.error != NULL ? ": " : "", s.error != NULL ? s.error : "");
    fflush(stdout);
    CU_ASSERT_PTR_NULL(s.error);
    CU_ASSERT(s.states < TABLE / 2);
    free(s.seen);
    free(w);
}

static void same_channel(void)
{
    run(1, 0, 1, 0);
}

static void little_credit(void)
{
    run(2, 0, 5, 0); /* the second one waits for credit */
}

static void both_channels(void)
{
    run(1, 1, 2, 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"same channel", same_channel},
                                        {"little credit", little_credit},
                                        {"both channels", both_channels},
                                        {NULL, NULL}};
    return emuq_test_main("states of a link", tests);
}
