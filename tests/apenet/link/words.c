/* SPDX-License-Identifier: BSD-3-Clause */
/* Reference words and streams of both dialects, bit by bit. */
#include <errno.h>
#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/link/state.h"
#include "emuq_test.h"

#define WORDS 600u

static const apenet_word_t magic = APENET_LINK_MAGIC;

static apenet_link_t *make(apenet_dialect_t dialect)
{
    apenet_link_config_t config;
    apenet_link_defaults(&config, dialect);
    size_t bytes = apenet_link_bytes(&config);
    void *memory = aligned_alloc(16, (bytes + 15) / 16 * 16);
    return apenet_link_init(memory, bytes, &config);
}

static bool is_equal(const apenet_word_t *a, const apenet_word_t *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Words in the notation of the specification: 32 digits, most significant first. */
static bool are_words(const apenet_word_t *w, uint32_t count, const char *const *expected)
{
    for (uint32_t i = 0; i < count; i++) {
        char text[33];
        snprintf(text, sizeof text, "%08X%08X%08X%08X", w[i].w[3], w[i].w[2], w[i].w[1], w[i].w[0]);
        if (expected[i] == NULL || strcmp(text, expected[i]) != 0) {
            printf("\n  word %u is %s, not %s\n", (unsigned)i, text,
                   expected[i] != NULL ? expected[i] : "there");
            return false;
        }
    }
    return expected[count] == NULL;
}

/* ---- apenet ---- */

static apenet_word_t control(uint32_t w0, uint32_t w1, uint32_t w2)
{
    apenet_word_t c = {{w0, w1, w2, 0}};
    c.w[3] = libdeflate_crc32(0, c.w, 12);
    return c;
}

static apenet_word_t footer_of(const apenet_word_t *payload, uint32_t n)
{
    return control(libdeflate_crc32(0, payload, n * sizeof *payload), 7 << 16, 0);
}

static void fixed_words(void)
{
    CU_ASSERT_EQUAL(memcmp(&magic, "APElinkMagicWord", 16), 0);
    CU_ASSERT_EQUAL(link_crc("123456789", 9), 0xcbf43926);
    CU_ASSERT_EQUAL(apenet_mask(APENET_START_VC), 0x100);
    CU_ASSERT_EQUAL(apenet_mask(APENET_START_RESEND_HEADER), 0x200);
    CU_ASSERT_EQUAL(apenet_mask(APENET_START_RESEND_FOOTER), 0x400);
    CU_ASSERT_EQUAL(apenet_mask(APENET_CREDIT_HEALTH), 0xffffff00);
    CU_ASSERT_EQUAL(apenet_mask(APENET_NACK_HEADER), 0x10000);
    CU_ASSERT_EQUAL(apenet_mask(APENET_NACK_FOOTER), 0x20000);
    CU_ASSERT_EQUAL(apenet_mask(APENET_HEALTH_LINKS), 0xfff0);
    CU_ASSERT_EQUAL(apenet_mask(APENET_HEALTH_TEMPERATURE), 0x30000);
    CU_ASSERT_EQUAL(apenet_mask(APENET_HEALTH_VALID), 0x800000);
}

/* Packets A to E of apenet 12.1. */
static void packets(void)
{
    static const apenet_word_t headers[] = {{{0x08023104, 0x000c6291, 0x34567000, 0x00007f12}},
                                            {{0x003a3104, 0x031c6291, 0x34568000, 0x00007f12}},
                                            {{0x000ffffc, 0x02de0002, 0, 0}},
                                            {{0x00100080, 0x0018000b, 0xdeadb000, 0x00007f00}},
                                            {{0xa8001000, 0x00180001, 0, 0x00000010}}};
    static const uint32_t sizes[] = {256, 7, 1, 2, 256};
    apenet_link_t *l = make(APENET_DIALECT_APENET);
    apenet_word_t payload[256], out[WORDS];
    for (uint32_t i = 0; i < 256; i++)
        payload[i] = (apenet_word_t){{i, ~i, i * i, 5}};
    l->config.period = 100000;
    for (unsigned i = 0; i < 5; i++) {
        uint32_t n = sizes[i];
        apenet_word_t footer = footer_of(payload, n),
                      start = control(0x53 | (i % 2) << 8, i, libdeflate_crc32(0, &headers[i], 16));
        CU_ASSERT_EQUAL(apenet_link_offer(l, i % 2, &headers[i], payload, n, &footer), 0);
        CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), n + 4);
        CU_ASSERT(is_equal(&out[0], &magic) && is_equal(&out[1], &start) && is_equal(&out[2], &headers[i]));
        CU_ASSERT_EQUAL(memcmp(&out[3], payload, n * sizeof *payload), 0);
        CU_ASSERT(is_equal(&out[n + 3], &footer));
    }
    CU_ASSERT_EQUAL(libdeflate_crc32(0, &headers[0], 16), 0xd4e6fed1);
    free(l);
}

static void stuffing(void)
{
    apenet_link_t *l = make(APENET_DIALECT_APENET);
    apenet_word_t header = {{3u << 19, 0, 0, 0}}, out[WORDS], footer;
    const apenet_word_t payload[3] = {magic, {{1, 2, 3, 4}}, magic};
    footer = footer_of(payload, 3);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, payload, 3, &footer), 0);
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 9);
    CU_ASSERT(is_equal(&out[3], &magic) && is_equal(&out[4], &magic) && is_equal(&out[5], &payload[1]));
    CU_ASSERT(is_equal(&out[6], &magic) && is_equal(&out[7], &magic) && is_equal(&out[8], &footer));
    free(l);
}

static void credits_and_nacks(void)
{
    apenet_link_t *l = make(APENET_DIALECT_APENET);
    apenet_word_t out[WORDS], header = {{1u << 19, 0, 0, 0}}, payload = {{1, 2, 3, 4}}, in[5], expected;
    /* A damaged header: NACK; then CREDIT with health, freed words and acknowledgement. */
    in[0] = magic;
    in[1] = control(0x53 | 1 << 8, 0, link_crc(&header, 16));
    in[2] = (apenet_word_t){{1u << 19, 1, 0, 0}};
    in[3] = payload;
    in[4] = footer_of(&payload, 1);
    apenet_link_receive(l, in, 5);
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 2);
    expected = control(0x4e, 1 << 16 | 0, 0);
    CU_ASSERT(is_equal(&out[0], &magic) && is_equal(&out[1], &expected));
    CU_ASSERT_EQUAL(apenet_link_state(l), APENET_LINK_RETRYING);
    in[1] = control(0x53 | 1 << 8 | 1 << 9, 0, link_crc(&header, 16));
    in[2] = header;
    apenet_link_receive(l, in, 3);
    CU_ASSERT_EQUAL(apenet_link_remove(l, 0), -EAGAIN);
    CU_ASSERT_EQUAL(apenet_link_remove(l, 1), 0);
    apenet_link_set_health(l, 0x812345);
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 2);
    expected = control(0xc5 | 0x812345u << 8, 3u << 16, 1 | 1 << 16);
    CU_ASSERT(is_equal(&out[0], &magic) && is_equal(&out[1], &expected));
    CU_ASSERT_EQUAL(apenet_link_state(l), APENET_LINK_ERRORS);
    apenet_link_tick(l, 64 * 255 + 20);
    CU_ASSERT_EQUAL(apenet_link_state(l), APENET_LINK_UP);
    /* Health of the other end. */
    in[1] = expected = control(0xc5 | 0x800004u << 8, 0, 0);
    apenet_link_receive(l, in, 2);
    CU_ASSERT_EQUAL(apenet_link_health(l), 0x800004);
    free(l);
}

static void idle_words(void)
{
    apenet_link_t *l = make(APENET_DIALECT_APENET);
    apenet_word_t in[2] = {magic, control(0x49, 0, 0)}, out[WORDS];
    apenet_link_receive(l, in, 2);
    CU_ASSERT_EQUAL(apenet_link_state(l), APENET_LINK_UP);
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 0);
    apenet_link_tick(l, 254);
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 0);
    apenet_link_tick(l, 1);
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 2);
    CU_ASSERT_EQUAL(apenet_get(out[1].w, APENET_LINK_KIND), APENET_LINK_CREDIT);
    free(l);
}

/* A monitor joins at packet 700; position of every word. */
static void positions(void)
{
    apenet_link_t *l = make(APENET_DIALECT_APENET);
    apenet_word_t header = {{2u << 19, 0, 0, 0}}, payload[2] = {{{1, 2, 3, 4}}, magic},
                  footer = footer_of(payload, 2);
    const apenet_word_t in[] = {magic,
                                control(0x53, 700, link_crc(&header, 16)),
                                header,
                                payload[0],
                                magic,
                                magic,
                                footer,
                                magic,
                                control(0x53 | 1 << 10, 700, 0)};
    static const apenet_link_at_t at[] = {APENET_AT_OUTSIDE, APENET_AT_HEADER,  APENET_AT_PAYLOAD,
                                          APENET_AT_PAYLOAD, APENET_AT_PAYLOAD, APENET_AT_FOOTER,
                                          APENET_AT_OUTSIDE, APENET_AT_OUTSIDE, APENET_AT_OLD_RESENT};
    static const bool is_behind[] = {true, false, false, false, true, false, false, true, false};
    static const uint32_t word[] = {0, 0, 0, 1, 1, 2, 0, 0, 0};
    apenet_link_position_t position;
    apenet_arrival_t a;
    apenet_link_join(l, 700);
    for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
        apenet_link_receive(l, &in[i], 1);
        apenet_link_get_position(l, &position);
        CU_ASSERT_EQUAL(position.at, at[i]);
        CU_ASSERT_EQUAL(position.is_behind_magic, is_behind[i]);
        CU_ASSERT_EQUAL(position.word, word[i]);
        CU_ASSERT(position.words == 2 || (at[i] != APENET_AT_PAYLOAD && at[i] != APENET_AT_FOOTER));
        CU_ASSERT(position.number == 700 || at[i] == APENET_AT_OUTSIDE);
    }
    CU_ASSERT(apenet_link_front(l, 0, &a) && a.is_complete);
    free(l);
}

/* ---- exanet ---- */

#define MAGIC  "FFFFAAAA5555AAAAFFFFAAAA5555AAAA"
#define START  "FFFFBBBB6666BBBBFFFFBBBB6666BBBB"
#define CREDIT "2C000000000000000000000501005143"

static const apenet_word_t empty_receiver = {{0x01004040, 1, 0, 0x4d000000}};

/* An end with credit whose receiver has used words as in the last row of the table. */
static apenet_link_t *make_exanet(void)
{
    static const char *const credit[] = {CREDIT, NULL}, *const empty[] = {"4D000000000000000000000101004040",
                                                                          NULL};
    apenet_link_t *l = make(APENET_DIALECT_EXANET);
    apenet_word_t out[WORDS];
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 1);
    CU_ASSERT(are_words(out, 1, empty));
    l->rx.fifo[0].used_headers = 3;
    l->rx.fifo[0].used = 17;
    l->rx.fifo[1].used = 256;
    apenet_link_tick(l, 255);
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 1);
    CU_ASSERT(are_words(out, 1, credit));
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), -1);
    apenet_link_receive(l, &empty_receiver, 1);
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), 256);
    return l;
}

static apenet_word_t exanet_header(uint32_t bytes)
{
    apenet_word_t h = {{0x10, 0, 0, 0}};
    apenet_set(h.w, APENET_EXANET_PROC_ID, 3);
    apenet_set(h.w, APENET_EXANET_DEST_X, 1);
    apenet_set(h.w, APENET_EXANET_INTRA, 1);
    apenet_set(h.w, APENET_EXANET_SIZE, bytes);
    return h;
}

static const apenet_word_t four[4] = {
    {{0, 0, 0, 0}}, {{0x11, 0, 0, 0}}, {{0x22, 0, 0, 0}}, {{0x33, 0, 0, 0}}};
static const apenet_word_t ones = {{~0u, ~0u, ~0u, ~0u}};

static void exanet_stream(void)
{
    static const char *const stream[] = {MAGIC,
                                         START,
                                         "05000000000000000040002000200070",
                                         "00000000000000000000000000000000",
                                         "00000000000000000000000000000011",
                                         "00000000000000000000000000000022",
                                         "00000000000000000000000000000033",
                                         "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
                                         CREDIT,
                                         MAGIC,
                                         START,
                                         "09000000000000000010002000200070",
                                         "000000000000000000000000000000AB",
                                         "00000000000000000000000000000001",
                                         CREDIT,
                                         NULL};
    apenet_link_t *l = make_exanet();
    apenet_word_t h = exanet_header(64), ab = {{0xab, 0, 0, 0}}, one = {{1, 0, 0, 0}}, out[WORDS];
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &h, four, 4, &ones), 0);
    h = exanet_header(16);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &h, &ab, 1, &one), 0);
    uint32_t n = apenet_link_transmit(l, out, WORDS);
    CU_ASSERT_EQUAL(n, 15);
    CU_ASSERT(are_words(out, n, stream));
    free(l);
}

static void exanet_empty_queue(void)
{
    static const char *const stream[] = {MAGIC,
                                         START,
                                         "05000000000000000040002000200070",
                                         "00000000000000000000000000000000",
                                         MAGIC,
                                         CREDIT,
                                         MAGIC,
                                         CREDIT,
                                         "00000000000000000000000000000011",
                                         "00000000000000000000000000000022",
                                         "00000000000000000000000000000033",
                                         "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
                                         CREDIT,
                                         NULL};
    apenet_link_t *l = make_exanet();
    apenet_word_t h = exanet_header(64), out[WORDS];
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &h, four, 1, NULL), 0);
    uint32_t n = apenet_link_transmit(l, out, WORDS);
    CU_ASSERT_EQUAL(n, 6);
    n += apenet_link_transmit(l, out + n, WORDS - n);
    CU_ASSERT_EQUAL(n, 6);
    apenet_link_tick(l, 2);
    n += apenet_link_transmit(l, out + n, WORDS - n);
    CU_ASSERT_EQUAL(n, 8);
    CU_ASSERT_EQUAL(apenet_link_append(l, 0, four + 1, 3, &ones), 0);
    n += apenet_link_transmit(l, out + n, WORDS - n);
    CU_ASSERT_EQUAL(n, 13);
    CU_ASSERT(are_words(out, n, stream));
    free(l);
}

/* MAGIC as first and last payload word, and as footer; it arrives. A header-only packet ends after its
 * header. */
static void exanet_escape(void)
{
    static const char *const stream[] = {MAGIC,
                                         START,
                                         NULL,
                                         MAGIC,
                                         MAGIC,
                                         CREDIT,
                                         "00000000000000000000000000000011",
                                         MAGIC,
                                         MAGIC,
                                         CREDIT,
                                         MAGIC,
                                         MAGIC,
                                         CREDIT,
                                         CREDIT,
                                         MAGIC,
                                         START,
                                         "12000000000000000000802000200070",
                                         CREDIT,
                                         NULL};
    const apenet_word_t m = APENET_EXANET_MAGIC, payload[3] = {m, four[1], m};
    apenet_link_t *l = make_exanet(), *to = make(APENET_DIALECT_EXANET);
    apenet_word_t h = exanet_header(48), only = exanet_header(0), out[WORDS];
    apenet_set(only.w, APENET_EXANET_HEADER_ONLY, 1);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &h, payload, 3, &m), 0);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &only, NULL, 0, NULL), 0);
    uint32_t n = apenet_link_transmit(l, out, WORDS), words;
    CU_ASSERT_EQUAL(n, 18);
    CU_ASSERT(are_words(out, 2, (const char *const[]){MAGIC, START, NULL}));
    CU_ASSERT(are_words(out + 3, n - 3, stream + 3));
    apenet_link_receive(to, out, n);
    apenet_arrival_t a;
    CU_ASSERT(apenet_link_front(to, 0, &a) && a.is_complete && is_equal(&a.footer, &m));
    CU_ASSERT_EQUAL(memcmp(apenet_link_payload(to, 0, 0, &words), payload, sizeof payload), 0);
    CU_ASSERT_EQUAL(apenet_link_remove(to, 0), 0);
    CU_ASSERT(apenet_link_front(to, 0, &a) && a.is_complete && a.words == 0);
    CU_ASSERT_EQUAL(apenet_link_remove(to, 0), 0);
    CU_ASSERT_EQUAL(to->rx.fifo[0].used_headers, 0);
    free(l);
    free(to);
}

/* ---- calls ---- */

static void rejected_calls(void)
{
    apenet_link_config_t c;
    apenet_link_defaults(&c, APENET_DIALECT_APENET);
    size_t bytes = apenet_link_bytes(&c);
    printf("\n  %zu bytes per end", bytes);
    c.depth = 2;
    CU_ASSERT_EQUAL(apenet_link_bytes(&c), 0);
    c.depth = 100;
    c.threshold = 98;
    CU_ASSERT_EQUAL(apenet_link_bytes(&c), 0);
    apenet_link_t *l = make(APENET_DIALECT_APENET);
    apenet_link_defaults(&c, APENET_DIALECT_APENET);
    CU_ASSERT_PTR_NULL(apenet_link_init(l, bytes - 1, &c));
    CU_ASSERT_PTR_NULL(apenet_link_init((char *)l + 8, bytes, &c));
    apenet_word_t header = {{2u << 19, 0, 0, 0}}, payload[256], footer;
    memset(payload, 0, sizeof payload);
    footer = footer_of(payload, 2);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 2, &header, payload, 2, &footer), -EINVAL);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, payload, 3, &footer), -EINVAL);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, payload, 1, &footer), -EINVAL);
    CU_ASSERT_EQUAL(apenet_link_append(l, 0, payload, 1, NULL), -EINVAL);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, payload, 1, NULL), 0);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, payload, 1, NULL), -EINVAL);
    CU_ASSERT_EQUAL(apenet_link_append(l, 0, payload, 2, NULL), -EINVAL);
    CU_ASSERT_EQUAL(apenet_link_append(l, 0, payload, 0, &footer), -EINVAL);
    CU_ASSERT_EQUAL(apenet_link_append(l, 0, payload, 1, &footer), 0);
    CU_ASSERT_EQUAL(apenet_link_append(l, 0, payload, 0, &footer), -EINVAL);
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), 256);
    header.w[0] = 256u << 19;
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, payload, 256, &footer), 0);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, payload, 256, &footer), 0);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, payload, 256, &footer), -EAGAIN);
    CU_ASSERT_EQUAL(apenet_link_space(l, 1), 256);
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), 256);
    header.w[0] = 257u << 19;
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, payload, 256, NULL), -EINVAL);
    free(l);
}

static void down(void)
{
    apenet_link_t *l = make(APENET_DIALECT_APENET);
    apenet_word_t header = {{1u << 19, 0, 0, 0}}, payload = {{0, 0, 0, 0}}, footer = footer_of(&payload, 1),
                  out[WORDS];
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, &payload, 1, &footer), 0);
    unsigned resends = 0;
    for (unsigned i = 0; i < 100 && apenet_link_state(l) != APENET_LINK_DOWN; i++) {
        (void)apenet_link_transmit(l, out, WORDS);
        resends = apenet_link_get_counters(l)->resends;
        apenet_link_tick(l, 4 * 255);
    }
    CU_ASSERT_EQUAL(resends, 32); /* the header and the footer, 16 times each */
    CU_ASSERT_EQUAL(apenet_link_state(l), APENET_LINK_DOWN);
    CU_ASSERT_EQUAL(apenet_link_transmit(l, out, WORDS), 0);
    CU_ASSERT_EQUAL(apenet_link_offer(l, 0, &header, &payload, 1, &footer), -ENETDOWN);
    CU_ASSERT_EQUAL(apenet_link_space(l, 0), -1);
    free(l);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"fixed words", fixed_words},
                                        {"packets A to E", packets},
                                        {"stuffing", stuffing},
                                        {"credits and NACKs", credits_and_nacks},
                                        {"idle words", idle_words},
                                        {"positions", positions},
                                        {"exanet: stream", exanet_stream},
                                        {"exanet: empty queue", exanet_empty_queue},
                                        {"exanet: escape", exanet_escape},
                                        {"rejected calls", rejected_calls},
                                        {"link down", down},
                                        {NULL, NULL}};
    return emuq_test_main("words of links", tests);
}
