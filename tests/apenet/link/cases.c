/* SPDX-License-Identifier: BSD-3-Clause */
/* Single rules of a link, each with the shortest sequence of words that needs it. */
#include <stdlib.h>
#include <string.h>

#include "apenet/link/state.h"
#include "emuq_test.h"

#define WORDS 4096u

static const apenet_word_t magic = APENET_LINK_MAGIC, junk = {{1, 2, 3, 4}};
static apenet_link_t *l;
static apenet_word_t out[WORDS];

static void open_end(apenet_dialect_t dialect, uint32_t depth)
{
    apenet_link_config_t config;
    apenet_link_defaults(&config, dialect);
    if (depth != 0)
        config.depth = depth;
    size_t bytes = apenet_link_bytes(&config);
    l = apenet_link_init(aligned_alloc(16, (bytes + 15) / 16 * 16), bytes, &config);
    CU_ASSERT_PTR_NOT_NULL_FATAL(l);
}

static void give(const apenet_word_t *w)
{
    apenet_link_receive(l, w, 1);
}

static apenet_word_t control(uint32_t w0, uint32_t w1, uint32_t w2)
{
    apenet_word_t c = {{w0, w1, w2, 0}};
    c.w[3] = link_crc(c.w, 12);
    return c;
}

/* ---- apenet: packets of n words, all with the number of the packet ---- */

static apenet_word_t header_of(uint32_t number, uint32_t n)
{
    apenet_word_t h = {{n << 19, number, 0, 0}};
    return h;
}

static apenet_word_t footer_of(uint32_t number, uint32_t n)
{
    apenet_word_t payload[256];
    for (uint32_t i = 0; i < n; i++)
        payload[i] = (apenet_word_t){{i, number, 7, 8}};
    return control(link_crc(payload, n * sizeof *payload), number << 16, 0);
}

static void give_control(apenet_word_t c)
{
    give(&magic);
    give(&c);
}

static apenet_word_t start_of(uint32_t number, uint32_t n, uint32_t flags)
{
    apenet_word_t h = header_of(number, n);
    return control(APENET_LINK_START | flags << 9, number, link_crc(&h, sizeof h));
}

static void give_body(uint32_t number, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        give(&(apenet_word_t){{i, number, 7, 8}});
}

static void give_packet(uint32_t number, uint32_t n)
{
    apenet_word_t h = header_of(number, n), f = footer_of(number, n);
    give_control(start_of(number, n, 0));
    give(&h);
    give_body(number, n);
    give(&f);
}

static void resend(uint32_t number, uint32_t n, bool is_footer)
{
    apenet_word_t h = header_of(number, n), f = footer_of(number, n);
    give_control(start_of(number, n, is_footer ? 2 : 1));
    give(is_footer ? &f : &h);
}

/* A packet whose MAGIC is damaged. */
static void give_without_start(uint32_t number, uint32_t n)
{
    apenet_word_t s = start_of(number, n, 0), h = header_of(number, n), f = footer_of(number, n);
    give(&junk);
    give(&s);
    give(&h);
    give_body(number, n);
    give(&f);
}

/* Takes the oldest packet. @return its number, plus 1000 if its payload is flagged; -1: no packet */
static int take(void)
{
    apenet_arrival_t a;
    uint32_t words;
    if (!apenet_link_front(l, 0, &a) || !a.is_complete)
        return -1;
    int number = (int)a.header.w[1];
    bool is_flagged = apenet_get(a.footer.w, APENET_FOOTER_PAYLOAD_ERR) != 0;
    if (!is_flagged && (apenet_link_payload(l, 0, 0, &words)->w[1] != a.header.w[1] || words != a.words))
        number = -2;
    CU_ASSERT_EQUAL(apenet_link_remove(l, 0), 0);
    return number + (is_flagged ? 1000 : 0);
}

static void gap_behind_magic(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    give(&magic);
    apenet_link_gap(l);
    give_control(control(APENET_LINK_CREDIT | 0x800001u << 8, 0, 0));
    CU_ASSERT_EQUAL(apenet_link_health(l), 0x800001);
    free(l);
}

/* The body of a packet without START is found again, twice; surplus words in front of it are not. */
static void kept_words(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    for (int i = 0; i < 500; i++)
        give(&junk);
    CU_ASSERT_EQUAL(l->rx.kept, 256 + LINK_EXTRA);
    give_packet(0, 3);
    CU_ASSERT_EQUAL(take(), 0);
    for (uint32_t number = 1; number < 5; number += 2) {
        give_without_start(number, 3);
        give_packet(number + 1, 2);
        CU_ASSERT_EQUAL(take(), -1);
        resend(number, 3, false);
        CU_ASSERT_EQUAL(take(), -1);
        resend(number, 3, true);
        CU_ASSERT_EQUAL(take(), (int)number);
        CU_ASSERT_EQUAL(take(), (int)number + 1);
    }
    CU_ASSERT_EQUAL(apenet_link_get_counters(l)->payload_errors, 0);
    free(l);
}

/* Words of the next control word. @return its kind; 0: nothing is due */
static uint32_t next_control(void)
{
    uint32_t words = apenet_link_transmit(l, out, 2);
    return words == 2 && link_is(&out[0], &magic) ? apenet_get(out[1].w, APENET_LINK_KIND) : 0;
}

/* The sender of a resend has missed an acknowledgement: the CREDIT is repeated at once, not after a period.
 */
static void resend_of_an_old_packet(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    CU_ASSERT(apenet_link_is_settled(l));
    give_packet(0, 3);
    CU_ASSERT_FALSE(apenet_link_is_settled(l)); /* owes an acknowledgement */
    CU_ASSERT_EQUAL(take(), 0);
    CU_ASSERT_EQUAL(next_control(), 0);
    apenet_link_tick(l, 255);
    CU_ASSERT_EQUAL(next_control(), APENET_LINK_CREDIT);
    CU_ASSERT(apenet_link_is_settled(l));
    for (int footer = 0; footer < 2; footer++) {
        resend(0, 3, footer);
        CU_ASSERT_EQUAL(next_control(), APENET_LINK_CREDIT);
        CU_ASSERT_EQUAL(apenet_get(out[1].w, APENET_CREDIT_NEXT_FOOTER), 1);
        CU_ASSERT_EQUAL(next_control(), 0);
    }
    free(l);
}

/* A sender is settled when all its words are acknowledged and freed. */
static void settled_sender(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    apenet_word_t h = header_of(0, 3), f = footer_of(0, 3), body[3] = {junk, junk, junk};
    CU_ASSERT_EQUAL(apenet_link_offer(l, 1, &h, body, 3, &f), 0);
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 7);
    CU_ASSERT_FALSE(apenet_link_is_settled(l));
    give_control(control(APENET_LINK_CREDIT, 0, 1 | 1 << 16)); /* acknowledged, not freed */
    CU_ASSERT_FALSE(apenet_link_is_settled(l));
    give_control(control(APENET_LINK_CREDIT, 5u << 16, 1 | 1 << 16));
    CU_ASSERT(apenet_link_is_settled(l));
    free(l);
}

/* The second of two packets without START has lost its payload. */
static void kept_words_of_two(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    give_without_start(0, 3);
    give_packet(1, 2);
    give_without_start(2, 3);
    give_packet(3, 2);
    for (uint32_t number = 0; number < 4; number += 2) {
        resend(number, 3, true);
        resend(number, 3, false);
    }
    CU_ASSERT_EQUAL(take(), 0);
    CU_ASSERT_EQUAL(take(), 1);
    CU_ASSERT_EQUAL(take(), 1002);
    CU_ASSERT_EQUAL(take(), 3);
    free(l);
}

static void start_twice(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    apenet_word_t h = header_of(0, 2);
    give_control(start_of(0, 2, 0));
    give(&h);
    give_body(0, 2);
    give(&junk); /* in place of the footer */
    give_packet(0, 2);
    CU_ASSERT_EQUAL(take(), -1);
    resend(0, 2, true);
    CU_ASSERT_EQUAL(take(), 0);
    CU_ASSERT_EQUAL(take(), -1);
    resend(0, 2, true);
    resend(0, 2, false);
    CU_ASSERT_EQUAL(take(), -1);
    free(l);
}

/* Packets beyond the credit lose their payload, and damage no other. */
static void full_fifo(void)
{
    open_end(APENET_DIALECT_APENET, 24);
    for (uint32_t number = 0; number < 8; number++)
        give_packet(number, 20);
    for (uint32_t number = 0; number < 8; number++)
        resend(number, 20, true);
    CU_ASSERT_EQUAL(take(), 0);
    int flagged = 0, number = 0, found;
    while ((found = take()) >= 0) {
        flagged += found >= 1000;
        number++;
        CU_ASSERT_EQUAL(found % 1000, number);
    }
    CU_ASSERT_EQUAL(number, 7);
    CU_ASSERT(flagged > 0);
    free(l);
}

/* Bodies behind damaged headers return their memory. */
static void damaged_headers(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    for (uint32_t number = 0; number < 50; number++) {
        apenet_word_t f = footer_of(number, 9);
        give_control(start_of(number, 9, 0));
        give(&junk);
        give_body(number, 9);
        give(&f);
        resend(number, 9, false);
        CU_ASSERT_EQUAL(take(), (int)number);
    }
    free(l);
}

static void false_credits(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    apenet_word_t h = header_of(0, 200), f = footer_of(0, 200), payload[200];
    memset(payload, 0, sizeof payload);
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &h, payload, 200, &f), 0);
    (void)apenet_link_transmit(l, out, WORDS);
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &h, payload, 200, &f), 0);
    (void)apenet_link_transmit(l, out, WORDS);
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), 1024 - 4 * 202 - 2);
    give_control(control(APENET_LINK_CREDIT, 4 * 202 + 1, 0));    /* more than was sent */
    give_control(control(APENET_LINK_CREDIT, 1u << 16, 0));       /* on the other VC */
    give_control(control(APENET_LINK_CREDIT, 202, 5));            /* headers that were not sent */
    give_control(control(APENET_LINK_CREDIT, 202, 5u << 16 | 1)); /* footers that were not sent */
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), 1024 - 4 * 202 - 2);
    give_control(control(APENET_LINK_CREDIT, 202, 0));
    give_control(control(APENET_LINK_CREDIT, 202, 0)); /* repeated */
    give_control(control(APENET_LINK_CREDIT, 0, 0));   /* old */
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), 256);
    CU_ASSERT_EQUAL(l->tx.queue[0].freed, 202);
    free(l);
}

/* Ten packets are lost: after one timeout the receiver requests all. */
static void many_lost_packets(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    apenet_link_t *from = l;
    for (uint32_t number = 0; number < 10;) {
        apenet_word_t h = header_of(number, 1), f = footer_of(number, 1), payload = {{0, number, 7, 8}};
        number += apenet_link_offer(from, 0, &h, &payload, 1, &f) == 0;
        (void)apenet_link_transmit(from, out, WORDS);
    }
    open_end(APENET_DIALECT_APENET, 0);
    for (unsigned i = 0; i < 3; i++) {
        apenet_link_tick(from, 4 * 255);
        for (uint32_t n; (n = apenet_link_transmit(from, out, WORDS)) != 0;) {
            apenet_link_receive(l, out, n);
            n = apenet_link_transmit(l, out, WORDS);
            apenet_link_receive(from, out, n);
        }
    }
    for (int number = 0; number < 10; number++)
        CU_ASSERT_EQUAL(take(), 1000 + number);
    free(from);
    free(l);
}

/* The time before a packet does not count against its acknowledgement. */
static void time_before_a_packet(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    apenet_word_t h = header_of(0, 1), f = footer_of(0, 1), payload = {{0, 0, 7, 8}};
    apenet_link_tick(l, 4 * 255 - 1);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &h, &payload, 1, &f), 0);
    (void)apenet_link_transmit(l, out, WORDS);
    apenet_link_tick(l, 4 * 255 - 50);
    (void)apenet_link_transmit(l, out, WORDS);
    CU_ASSERT_EQUAL(apenet_link_get_counters(l)->resends, 0);
    apenet_link_tick(l, 50);
    (void)apenet_link_transmit(l, out, WORDS);
    CU_ASSERT_EQUAL(apenet_link_get_counters(l)->resends, 2);
    free(l);
}

/* A sender with acknowledged packets and without credit sends its last footer again, and is down after 16 of
 * them without a CREDIT. A CREDIT that frees nothing shows that the peer works. */
static void probes(void)
{
    open_end(APENET_DIALECT_APENET, 0);
    apenet_word_t h = header_of(0, 1), f = footer_of(0, 1), payload = {{0, 0, 7, 8}};
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &h, &payload, 1, &f), 0);
    (void)apenet_link_transmit(l, out, WORDS);
    uint32_t number = 1;
    for (unsigned i = 0; i < 100; i++) {
        if (i < 50)
            give_control(control(APENET_LINK_CREDIT, 0, 1 | 1 << 16)); /* acknowledged, not freed */
        if (apenet_link_state(l) == APENET_LINK_DOWN)
            break;
        apenet_link_tick(l, 4 * 255);
        (void)apenet_link_transmit(l, out, WORDS);
        number = i + 1;
    }
    CU_ASSERT_EQUAL(apenet_link_state(l), APENET_LINK_DOWN);
    CU_ASSERT_EQUAL(apenet_link_get_counters(l)->resends, 49 + 16);
    CU_ASSERT_EQUAL(number, 49 + 17);
    free(l);
}

/* ---- exanet ---- */

static const apenet_word_t empty = {{0x01004040, 1, 0, 0x4d000000}}, exanet_magic = APENET_EXANET_MAGIC,
                           exanet_start = APENET_EXANET_START;

static bool offer_exanet(uint32_t n)
{
    static const apenet_word_t payload[256];
    apenet_word_t h = {{0, 0, 0, 0}};
    apenet_set(h.w, APENET_EXANET_SIZE, 16 * n);
    return apenet_link_offer(l, 0, &h, payload, n, &junk) == 0;
}

/* Packets of n words that start after one CREDIT of an empty receiver. */
static uint32_t exanet_started(uint32_t n)
{
    open_end(APENET_DIALECT_EXANET, 0);
    give(&empty);
    for (unsigned i = 0; i < 40; i++) {
        (void)offer_exanet(n);
        (void)apenet_link_transmit(l, out, WORDS);
    }
    uint32_t started = apenet_link_get_counters(l)->start_sent;
    CU_ASSERT_EQUAL(apenet_link_get_counters(l)->credit_stalls, 1);
    free(l);
    return started;
}

static void exanet_credit(void)
{
    CU_ASSERT_EQUAL(exanet_started(64), 5); /* 320 data words */
    CU_ASSERT_EQUAL(exanet_started(200), 1);
    CU_ASSERT_EQUAL(exanet_started(1), 16); /* 32 header words */
    open_end(APENET_DIALECT_EXANET, 0);
    give(&empty);
    CU_ASSERT(offer_exanet(100));
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, 1 + 3 + 49),
                    53); /* CREDIT, MAGIC, START, header, 49 words */
    give(&empty);
    uint32_t left = 100 - l->tx.at;
    (void)apenet_link_transmit(l, out, WORDS);
    CU_ASSERT(left >= 50);
    CU_ASSERT_EQUAL(l->tx.queue[0].credit_data, 320 - (int32_t)left);
    free(l);
}

/* Words that are CREDITs by their code only. */
static void exanet_false_credits(void)
{
    apenet_word_t header = {{0, 0x00100000, 0, 0}}, zero = {{0, 0, 0, 0}}, low = {{0x0100403f, 1, 0, 0}};
    apenet_set(header.w, APENET_EXANET_EDAC, apenet_edac(header.w));
    apenet_set(low.w, APENET_EXANET_EDAC, apenet_edac(low.w));
    apenet_word_t other = empty;
    other.w[2] = 1;
    apenet_set(other.w, APENET_EXANET_EDAC, apenet_edac(other.w));
    open_end(APENET_DIALECT_EXANET, 0);
    give(&header);
    give(&zero);
    give(&low);
    give(&other);
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), -1);
    give(&empty);
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), 256);
    free(l);
}

/* MAGIC START cuts an unfinished packet: missing words and footer are 0, and their credit returns. */
static void exanet_cut_packet(void)
{
    apenet_word_t h = {{0, 0, 0, 0}};
    apenet_arrival_t a;
    uint32_t words;
    open_end(APENET_DIALECT_EXANET, 0);
    for (unsigned i = 0; i < 2; i++) {
        apenet_set(h.w, APENET_EXANET_SIZE, 48);
        apenet_set(h.w, APENET_EXANET_EDAC, apenet_edac(h.w));
        give(&exanet_magic);
        give(&exanet_start);
        give(&h);
        give(&junk);
    }
    CU_ASSERT(apenet_link_front(l, 0, &a) && a.is_complete && a.ready == 3 && a.footer.w[0] == 0);
    CU_ASSERT_EQUAL(apenet_link_payload(l, 0, 0, &words)->w[0], 1);
    CU_ASSERT_EQUAL(apenet_link_payload(l, 0, 1, &words)->w[0], 0);
    CU_ASSERT_EQUAL(words, 2);
    CU_ASSERT_EQUAL(apenet_link_remove(l, 0), 0);
    CU_ASSERT_EQUAL(apenet_link_get_counters(l)->packets_dropped, 1);
    CU_ASSERT(apenet_link_front(l, 0, &a) && !a.is_complete && a.ready == 1);
    apenet_link_consume(l, 0, 100);
    CU_ASSERT_EQUAL(l->rx.fifo[0].used, 0);
    give(&junk);
    CU_ASSERT_EQUAL(l->rx.fifo[0].used, 1);
    CU_ASSERT_EQUAL(l->rx.fifo[0].used_headers, 1);
    free(l);
}

/* Moves all words of an end to a second one. */
static void pass_words(apenet_link_t *from, apenet_link_t *to)
{
    apenet_link_receive(to, out, apenet_link_transmit(from, out, WORDS));
}

static void packets_of_a_link(void)
{
    apenet_word_t h = header_of(0, 2), f = footer_of(0, 2), payload[2] = {{{0, 0, 7, 8}}, {{1, 0, 7, 8}}};
    open_end(APENET_DIALECT_APENET, 0);
    apenet_link_t *from = l;
    open_end(APENET_DIALECT_APENET, 0);
    apenet_link_t *to = l;
    CU_ASSERT_FALSE(apenet_link_has_packets(from, to));
    CU_ASSERT_FALSE(apenet_link_has_packets(from, NULL));
    CU_ASSERT_EQUAL(apenet_link_offer(from, 0, &h, payload, 2, &f), 0); /* queued */
    CU_ASSERT_TRUE(apenet_link_has_packets(from, to));
    CU_ASSERT_TRUE(apenet_link_has_packets(from, NULL));
    uint32_t words = apenet_link_transmit(from, out, WORDS); /* on the wire */
    CU_ASSERT_TRUE(apenet_link_has_packets(from, to));
    apenet_link_receive(to, out, words); /* in the FIFO */
    CU_ASSERT_TRUE(apenet_link_has_packets(from, to));
    CU_ASSERT_EQUAL(apenet_link_remove(to, 0), 0);
    CU_ASSERT_FALSE(apenet_link_has_packets(from, to));
    CU_ASSERT_FALSE(apenet_link_has_packets(to, from));
    CU_ASSERT_TRUE(apenet_link_has_packets(from, NULL));
    apenet_link_send_credit(to);
    pass_words(to, from);
    CU_ASSERT_FALSE(apenet_link_has_packets(from, NULL));
    /* A packet that is lost with the link. */
    CU_ASSERT_EQUAL(apenet_link_offer(from, 1, &h, payload, 2, &f), 0);
    while (apenet_link_state(from) != APENET_LINK_DOWN) {
        CU_ASSERT_TRUE(apenet_link_has_packets(from, to));
        (void)apenet_link_transmit(from, out, WORDS);
        apenet_link_tick(from, 1024);
    }
    CU_ASSERT_FALSE(apenet_link_has_packets(from, to));
    CU_ASSERT_FALSE(apenet_link_has_packets(from, NULL));
    apenet_link_count_dropped(from);
    CU_ASSERT_EQUAL(apenet_link_get_counters(from)->packets_dropped, 1);
    free(from);
    free(to);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"gap behind MAGIC", gap_behind_magic},
                                        {"kept words", kept_words},
                                        {"kept words of two packets", kept_words_of_two},
                                        {"resend of an old packet", resend_of_an_old_packet},
                                        {"settled sender", settled_sender},
                                        {"START twice", start_twice},
                                        {"full FIFO", full_fifo},
                                        {"damaged headers", damaged_headers},
                                        {"false CREDITs", false_credits},
                                        {"many lost packets", many_lost_packets},
                                        {"time before a packet", time_before_a_packet},
                                        {"probes", probes},
                                        {"exanet: credit", exanet_credit},
                                        {"exanet: false CREDITs", exanet_false_credits},
                                        {"exanet: cut packet", exanet_cut_packet},
                                        {"packets of a link", packets_of_a_link},
                                        {NULL, NULL}};
    return emuq_test_main("rules of links", tests);
}
