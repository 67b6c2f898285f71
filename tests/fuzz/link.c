/* SPDX-License-Identifier: BSD-3-Clause */
/* APElink: an end takes arbitrary words in both dialects. It never accesses memory outside of its arrays, a
 * FIFO never has more words or packets than it can store, and windows stay within their bounds. The input is
 * a sequence of steps; control words get a valid check word in some of them, so that their fields are used.
 */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/link/state.h"
#include "fuzz.h"

static const apenet_word_t magics[] = {APENET_LINK_MAGIC, APENET_EXANET_MAGIC};

static apenet_word_t take_word(fuzz_input_t *input)
{
    apenet_word_t w;
    fuzz_take(input, &w, sizeof w);
    return w;
}

static void give(apenet_link_t *l, const apenet_word_t *w)
{
    apenet_link_receive(l, w, 1);
}

/* A control word with small fields and a valid check word, behind MAGIC. */
static void give_control(apenet_link_t *l, fuzz_input_t *input)
{
    static const uint8_t kinds[] = {APENET_LINK_START, APENET_LINK_CREDIT, APENET_LINK_NACK,
                                    APENET_LINK_IDLE};
    static const apenet_word_t start = APENET_EXANET_START;
    uint8_t kind = fuzz_byte(input);
    apenet_word_t w = {{0, 0, 0, 0}};
    give(l, &magics[l->config.dialect]);
    if (l->config.dialect == APENET_DIALECT_EXANET) {
        if (kind % 2 == 0) {
            give(l, &start);
            return;
        }
        w = take_word(input);
        w.w[1] &= 15;
        w.w[2] = w.w[3] = 0;
        apenet_set(w.w, APENET_EXANET_EDAC, apenet_edac(w.w));
    } else {
        w.w[0] = kinds[kind % 4] | (uint32_t)(kind >> 2) << 8;
        w.w[1] = fuzz_byte(input) | (uint32_t)fuzz_byte(input) << 16;
        w.w[2] = fuzz_byte(input) | (uint32_t)fuzz_byte(input) << 16;
        w.w[3] = libdeflate_crc32(0, w.w, 12);
    }
    give(l, &w);
}

/* MAGIC, START and a header that fits it; `apenet`: perhaps a resend. */
static void give_header(apenet_link_t *l, fuzz_input_t *input)
{
    static const apenet_word_t start = APENET_EXANET_START;
    uint8_t flags = fuzz_byte(input), number = fuzz_byte(input), n = fuzz_byte(input);
    apenet_word_t w = {{0, 0, 0, 0}}, header = {{0, 0, 0, 0}};
    give(l, &magics[l->config.dialect]);
    if (l->config.dialect == APENET_DIALECT_EXANET) {
        apenet_set(header.w, APENET_EXANET_VC, flags % 4);
        apenet_set(header.w, APENET_EXANET_SIZE, n * 3);
        apenet_set(header.w, APENET_EXANET_HEADER_ONLY, flags >> 7);
        apenet_set(header.w, APENET_EXANET_EDAC, apenet_edac(header.w));
        give(l, &start);
    } else {
        apenet_set(header.w, APENET_HEADER_SIZE, n);
        w.w[0] = APENET_LINK_START | (uint32_t)(flags & 7) << 8;
        w.w[1] = (uint16_t)(l->rx.next + (int8_t)number % 8);
        w.w[2] = libdeflate_crc32(0, &header, sizeof header);
        w.w[3] = libdeflate_crc32(0, w.w, 12);
        give(l, &w);
    }
    give(l, &header);
}

static void offer(apenet_link_t *l, fuzz_input_t *input)
{
    static const apenet_word_t payload[APENET_PAYLOAD_WORDS];
    uint8_t n = fuzz_byte(input), vc = fuzz_byte(input);
    apenet_word_t header = take_word(input), footer = {{0, 0, 0, 0}};
    footer.w[3] = libdeflate_crc32(0, footer.w, 12);
    apenet_set(header.w, APENET_HEADER_SIZE, n);
    if (l->config.dialect == APENET_DIALECT_EXANET)
        apenet_set(header.w, APENET_EXANET_SIZE, 16 * n);
    if (vc % 4 == 3)
        (void)apenet_link_append(l, vc / 4 % 3, payload, n, vc >= 128 ? &footer : NULL);
    else
        (void)apenet_link_offer(l, vc % 4, &header, payload, n, vc >= 128 ? &footer : NULL);
}

static void take(apenet_link_t *l, fuzz_input_t *input)
{
    uint8_t what = fuzz_byte(input);
    apenet_arrival_t a;
    volatile uint32_t sum = 0;
    if (!apenet_link_front(l, what % 2, &a))
        return;
    FUZZ_CHECK(a.ready <= a.words && a.words <= l->most && (!a.is_complete || a.ready == a.words));
    for (uint32_t i = 0, words; i < a.ready; i += words) {
        const apenet_word_t *w = apenet_link_payload(l, what % 2, i, &words);
        FUZZ_CHECK(words != 0 && words <= a.ready - i);
        for (uint32_t k = 0; k < words; k++)
            sum = sum + w[k].w[0]; /* a sanitizer checks the access */
    }
    (void)sum;
    apenet_link_consume(l, what % 2, what / 4);
    if (what % 4 < 2)
        FUZZ_CHECK((apenet_link_remove(l, what % 2) == 0) == a.is_complete);
}

static void check(const apenet_link_t *l)
{
    for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++) {
        const link_fifo_t *f = &l->rx.fifo[vc];
        FUZZ_CHECK(f->count <= l->entries && f->ring.live <= f->ring.size + f->ring.slack);
        for (uint32_t i = 0; i < f->count; i++) {
            const link_entry_t *e = link_entry(l, vc, (f->first + i) % l->entries);
            uint32_t end = e->area.where == LINK_KEPT ? l->most + LINK_EXTRA : f->ring.size + f->ring.slack;
            FUZZ_CHECK(e->got <= e->n && e->consumed <= e->n);
            FUZZ_CHECK(e->area.where == LINK_NOWHERE || e->begin + e->got <= end);
            FUZZ_CHECK(e->area.where == LINK_NOWHERE || e->area.begin + e->area.words <= end);
        }
        FUZZ_CHECK(l->tx.queue[vc].count <= LINK_WAITING && apenet_link_space(l, vc) <= (int32_t)l->most);
    }
    FUZZ_CHECK(l->rx.kept <= l->most + LINK_EXTRA);
    FUZZ_CHECK((uint16_t)(l->rx.ack[LINK_HEADER] - l->rx.ack[LINK_FOOTER]) <= LINK_WINDOW);
    FUZZ_CHECK((uint16_t)(l->rx.next - l->rx.ack[LINK_FOOTER]) <= LINK_WINDOW);
    FUZZ_CHECK((uint16_t)(l->tx.next - l->tx.ack[LINK_FOOTER]) <= LINK_WINDOW);
    (void)apenet_link_state(l);
}

static void step(apenet_link_t *l, fuzz_input_t *input)
{
    apenet_word_t w, span[64];
    uint8_t what = fuzz_byte(input);
    switch (what % 10) {
    case 0:
        w = take_word(input);
        give(l, &w);
        break;
    case 1:
        for (unsigned i = 0; i < what / 10u; i++)
            give(l, &(apenet_word_t){{i, what, 0, 0}});
        break;
    case 2:
        give(l, &magics[l->config.dialect]);
        break;
    case 3:
        give_control(l, input);
        break;
    case 4:
    case 5:
        give_header(l, input);
        break;
    case 6:
        offer(l, input);
        break;
    case 7:
        FUZZ_CHECK(apenet_link_transmit(l, span, what / 4) <= what / 4u);
        break;
    case 8:
        take(l, input);
        break;
    default:
        if (what < 128)
            apenet_link_gap(l);
        else
            apenet_link_tick(l, fuzz_byte(input) * 4u);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input_t input = {data, size};
    apenet_link_config_t config;
    uint8_t kind = fuzz_byte(&input);
    apenet_link_defaults(&config, kind % 2 == 0 ? APENET_DIALECT_APENET : APENET_DIALECT_EXANET);
    if (kind & 2)
        config.depth = 3 + kind / 4;
    size_t bytes = apenet_link_bytes(&config);
    void *memory = aligned_alloc(16, bytes);
    FUZZ_CHECK(bytes != 0 && memory != NULL);
    apenet_link_t *l = apenet_link_init(memory, bytes, &config);
    FUZZ_CHECK(l != NULL);
    while (input.size > 0) {
        step(l, &input);
        check(l);
    }
    free(memory);
    return 0;
}
