/* SPDX-License-Identifier: BSD-3-Clause */
/* Whole packets: apenet_link_send() against apenet_link_offer() and apenet_link_transmit(), and words that
 * arrive together against words that arrive one by one. Words, counters, positions and packets are equal,
 * with damaged words, missing credit and payloads that contain MAGIC. */
#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/link.h"
#include "emuq_test.h"

#define MOST  4096u /* words in a step */
#define STEPS 20000u
#define DENSE 5u /* transfers per fault in the run with the most faults */

static const apenet_word_t magic = APENET_LINK_MAGIC;
static uint64_t state;

static uint32_t random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % n);
}

/* Both ends of a link. */
typedef struct pair {
    apenet_link_t *end[2];
    apenet_word_t word[MOST];
    uint32_t words;
} pair_t;

static pair_t whole, single;

/* @param depth of the FIFOs of the receiver; 0: as the sender's */
static void pair_open(pair_t *p, uint32_t depth)
{
    apenet_link_config_t config;
    apenet_link_defaults(&config, APENET_DIALECT_APENET);
    for (unsigned i = 0; i < 2; i++) {
        if (i == 1 && depth != 0)
            config.depth = depth;
        size_t bytes = apenet_link_bytes(&config);
        p->end[i] = apenet_link_init(aligned_alloc(16, (bytes + 15) / 16 * 16), bytes, &config);
    }
    p->words = 0;
}

static void pairs_close(void)
{
    for (unsigned i = 0; i < 2; i++) {
        free(whole.end[i]);
        free(single.end[i]);
    }
}

static void pair_transmit(pair_t *p, unsigned from)
{
    p->words += apenet_link_transmit(p->end[from], p->word + p->words, MOST - p->words);
}

static void check_words(void)
{
    CU_ASSERT_EQUAL_FATAL(whole.words, single.words);
    CU_ASSERT_EQUAL_FATAL(memcmp(whole.word, single.word, whole.words * sizeof magic), 0);
}

static void check_ends(void)
{
    for (unsigned i = 0; i < 2; i++) {
        apenet_link_position_t a, b;
        apenet_link_get_position(whole.end[i], &a);
        apenet_link_get_position(single.end[i], &b);
        CU_ASSERT_EQUAL_FATAL(a.at, b.at);
        CU_ASSERT_EQUAL_FATAL(a.number, b.number);
        CU_ASSERT_EQUAL_FATAL(memcmp(apenet_link_get_counters(whole.end[i]),
                                     apenet_link_get_counters(single.end[i]), sizeof(apenet_link_counters_t)),
                              0);
        CU_ASSERT_EQUAL_FATAL(apenet_link_state(whole.end[i]), apenet_link_state(single.end[i]));
        CU_ASSERT_EQUAL_FATAL(apenet_link_progress(whole.end[i]), apenet_link_progress(single.end[i]));
        CU_ASSERT_EQUAL_FATAL(apenet_link_is_due(whole.end[i]), apenet_link_is_due(single.end[i]));
        for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
            CU_ASSERT_EQUAL_FATAL(apenet_link_space(whole.end[i], vc), apenet_link_space(single.end[i], vc));
    }
}

/* A packet of 1..most words; some contain MAGIC. */
static uint32_t make_packet(uint32_t most, apenet_word_t *header, apenet_word_t *payload,
                            apenet_word_t *footer)
{
    uint32_t n = 1 + random_below(most);
    for (uint32_t i = 0; i < n; i++)
        payload[i] = random_below(100) == 0 ? magic : (apenet_word_t){{i, random_below(9), 0, 0}};
    memset(header, 0, sizeof *header);
    apenet_set(header->w, APENET_HEADER_SIZE, n);
    header->w[2] = random_below(1000);
    *footer = (apenet_word_t){{libdeflate_crc32(0, payload, n * sizeof *payload), 0, 0, 0}};
    footer->w[3] = libdeflate_crc32(0, footer->w, 12);
    return n;
}

/* Sends a packet, if there is space. @param large one of this number of packets has up to the maximum of
 * words
 * @return whether it was sent at once */
static bool send_packet(uint32_t large)
{
    apenet_word_t header, footer, payload[APENET_PAYLOAD_WORDS];
    unsigned vc = random_below(2);
    uint32_t n = make_packet(random_below(large) == 0 ? APENET_PAYLOAD_WORDS : 6, &header, payload, &footer);
    uint32_t words = apenet_link_send(whole.end[0], vc, &header, payload, &footer, whole.word, MOST);
    CU_ASSERT_FATAL(words == 0 || words == n + 4);
    int rc = words != 0 ? 0 : apenet_link_offer(whole.end[0], vc, &header, payload, n, &footer);
    CU_ASSERT_EQUAL_FATAL(apenet_link_offer(single.end[0], vc, &header, payload, n, &footer), rc);
    whole.words = words;
    return words != 0;
}

/* Damages the same word of both links. */
static void damage(void)
{
    if (whole.words == 0)
        return;
    uint32_t word = random_below(whole.words), bit = random_below(128);
    whole.word[word].w[bit / 32] ^= UINT32_C(1) << bit % 32;
    single.word[word].w[bit / 32] ^= UINT32_C(1) << bit % 32;
}

static void deliver(unsigned to)
{
    apenet_link_receive(whole.end[to], whole.word, whole.words);
    for (uint32_t i = 0; i < single.words; i++)
        apenet_link_receive(single.end[to], &single.word[i], 1);
    whole.words = single.words = 0;
}

/* Removes packets of both receivers. @return their number */
static uint32_t take(unsigned vc, uint32_t most)
{
    uint32_t taken = 0, words;
    for (apenet_arrival_t a, b; taken < most && apenet_link_front(whole.end[1], vc, &a); taken++) {
        CU_ASSERT_FATAL(apenet_link_front(single.end[1], vc, &b));
        CU_ASSERT_EQUAL_FATAL(a.is_complete, b.is_complete);
        if (!a.is_complete)
            break;
        CU_ASSERT_FATAL(a.words == b.words && a.got == b.got && a.ready == b.ready);
        CU_ASSERT_EQUAL_FATAL(memcmp(&a.header, &b.header, sizeof a.header), 0);
        CU_ASSERT_EQUAL_FATAL(memcmp(&a.footer, &b.footer, sizeof a.footer), 0);
        CU_ASSERT_EQUAL_FATAL(memcmp(a.payload, b.payload, a.got * sizeof magic), 0);
        CU_ASSERT_FATAL(a.got == 0 || a.payload == apenet_link_payload(whole.end[1], vc, 0, &words));
        CU_ASSERT_FATAL((apenet_link_fronts(whole.end[1]) >> vc & 1) != 0);
        CU_ASSERT_EQUAL_FATAL(apenet_link_remove(whole.end[1], vc), 0);
        CU_ASSERT_EQUAL_FATAL(apenet_link_remove(single.end[1], vc), 0);
    }
    CU_ASSERT_EQUAL_FATAL(apenet_link_fronts(whole.end[1]), apenet_link_fronts(single.end[1]));
    return taken;
}

/* @param faults one of this number of transfers has a damaged word; 0: none @param depth see pair_open() */
static void run(uint64_t seed, uint32_t faults, uint32_t depth)
{
    uint32_t at_once = 0, taken = 0;
    state = seed;
    pair_open(&whole, depth);
    pair_open(&single, depth);
    for (uint32_t i = 0; i < STEPS; i++) {
        if (depth != 0 && i % 200 == 199) { /* packets that do not fit are lost, and the link goes down */
            pairs_close();
            pair_open(&whole, depth);
            pair_open(&single, depth);
        }
        bool is_sent = send_packet(depth != 0 ? 64 : 8);
        at_once += is_sent;
        pair_transmit(&whole, 0);
        pair_transmit(&single, 0);
        if (is_sent) /* the second check of the timer */
            pair_transmit(&single, 0);
        check_words();
        if (faults != 0 && random_below(faults) == 0)
            damage();
        deliver(1);
        check_ends();
        for (unsigned vc = 0; vc < APENET_LINK_VCS; vc++)
            taken += take(vc, depth != 0 && i % 32 < 24 ? 0 : random_below(3));
        uint32_t time = random_below(20);
        for (unsigned end = 0; end < 2; end++) {
            apenet_link_tick(whole.end[end], time);
            apenet_link_tick(single.end[end], time);
        }
        pair_transmit(&whole, 1);
        pair_transmit(&single, 1);
        check_words();
        if (faults != 0 && random_below(faults) == 0)
            damage();
        deliver(0);
        check_ends();
    }
    bool is_usual = depth == 0 && faults != DENSE;
    CU_ASSERT(at_once > STEPS / (is_usual ? 4 : 100) && taken > STEPS / (is_usual ? 2 : 100));
    pairs_close();
}

static void good_words(void)
{
    run(1, 0, 0);
}

static void damaged_words(void)
{
    for (uint64_t seed = 1; seed <= 4; seed++)
        run(seed, 20, 0);
    run(1, DENSE, 0);
}

/* The sender has more credit than the FIFOs have space. */
static void small_fifos(void)
{
    for (uint32_t depth = 24; depth <= 300; depth += 23)
        run(depth, 0, depth);
}

/* What apenet_link_send() does not send. */
static void rejected(void)
{
    static apenet_word_t payload[1023]; /* the maximum of the field */
    apenet_word_t header, footer, to[1100];
    state = 7;
    pair_open(&whole, 0);
    uint32_t n = 0;
    do
        n = make_packet(4, &header, payload, &footer);
    while (n != 2 || memcmp(payload, &magic, sizeof magic) == 0 || memcmp(&payload[1], &magic, 16) == 0);
    CU_ASSERT_EQUAL(apenet_link_send(whole.end[0], 0, &header, payload, &footer, to, 5), 0);
    CU_ASSERT_EQUAL(apenet_link_send(whole.end[0], 0, &header, payload, &footer, to, 6), 6);
    payload[1] = magic;
    CU_ASSERT_EQUAL(apenet_link_send(whole.end[0], 0, &header, payload, &footer, to, 1100), 0);
    payload[1].w[0] = 0;
    apenet_link_send_credit(whole.end[0]);
    CU_ASSERT_FALSE(apenet_link_is_idle(whole.end[0]));
    CU_ASSERT_EQUAL(apenet_link_send(whole.end[0], 0, &header, payload, &footer, to, 1100), 0);
    CU_ASSERT_EQUAL(apenet_link_transmit(whole.end[0], to, 300), 2);
    CU_ASSERT_TRUE(apenet_link_is_idle(whole.end[0]));
    static const uint32_t sizes[] = {0, APENET_PAYLOAD_WORDS + 1, 1023};
    for (unsigned i = 0; i < 3; i++) {
        apenet_set(header.w, APENET_HEADER_SIZE, sizes[i]);
        CU_ASSERT_EQUAL(apenet_link_send(whole.end[0], 0, &header, payload, &footer, to, 1100), 0);
    }
    CU_ASSERT_EQUAL(apenet_link_send(whole.end[0], 0, &magic, payload, &footer, to, 1100), 0);
    apenet_set(header.w, APENET_HEADER_SIZE, 2);
    apenet_link_end(whole.end[0]);
    CU_ASSERT_EQUAL(apenet_link_send(whole.end[0], 0, &header, payload, &footer, to, 1100), 0);
    CU_ASSERT_EQUAL(apenet_link_get_counters(whole.end[0])->start_sent, 1);
    free(whole.end[0]);
    free(whole.end[1]);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"good words", good_words},
                                        {"damaged words", damaged_words},
                                        {"small FIFOs", small_fifos},
                                        {"packets that are not sent at once", rejected},
                                        {NULL, NULL}};
    return emuq_test_main("apenet_link_whole", tests);
}
