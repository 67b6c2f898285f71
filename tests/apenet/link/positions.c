/* SPDX-License-Identifier: BSD-3-Clause */
/* One fault, and two faults, at every word of a small exchange. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "pair.h"

#define SEEDS 6u

static pair_t pair;

static pair_plan_t plan_of(apenet_dialect_t dialect, uint64_t seed)
{
    pair_plan_t plan = {.seed = seed, .packets = 3, .most = 4, .magics = 25, .span = 7, .law = PAIR_FLAGGED};
    apenet_link_defaults(&plan.config, dialect);
    plan.config.period = 20;
    return plan;
}

static bool run(const pair_plan_t *plan)
{
    const char *error = pair_run_in_order(&pair, plan);
    if (error == NULL)
        return true;
    printf("\n  seed %llu, words %llu and %llu, faults %d and %d of %u words: %s\n",
           (unsigned long long)plan->seed, (unsigned long long)plan->strike_at[0],
           (unsigned long long)plan->strike_at[1], (int)plan->strike[0], (int)plan->strike[1],
           (unsigned)plan->strike_words, error);
    CU_FAIL("law");
    return false;
}

/* Words on a wire without faults. */
static uint64_t words_of(const pair_plan_t *plan, unsigned wire)
{
    CU_ASSERT_PTR_NULL(pair_run_in_order(&pair, plan));
    return pair.wire[wire].sent;
}

static void one_fault(void)
{
    uint64_t runs = 0, flagged = 0, kinds[PAIR_ALL + 1] = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        for (unsigned wire = 0; wire < 2; wire++) {
            pair_plan_t plan = plan_of(APENET_DIALECT_APENET, seed);
            uint64_t words = words_of(&plan, wire);
            for (uint64_t at = 1; at <= words; at++)
                for (unsigned kind = 0; kind < PAIR_STRIKES; kind++)
                    for (uint32_t length = 1; length <= 24; length++) {
                        plan.strike_at[wire] = at;
                        plan.strike[wire] = (pair_strike_t)kind;
                        plan.strike_words = length;
                        if (!run(&plan))
                            return;
                        CU_ASSERT(pair.faults >= 1);
                        /* A damaged word spoils at most two packets: a literal MAGIC in front of a START. */
                        if (length == 1)
                            CU_ASSERT(pair.flagged <= 2);
                        runs++;
                        flagged += pair.flagged;
                        for (unsigned i = 0; i <= PAIR_ALL; i++)
                            kinds[i] += pair.of_kind[i];
                    }
        }
    printf("\n  %llu exchanges, %llu payloads flagged\n", (unsigned long long)runs,
           (unsigned long long)flagged);
    for (unsigned kind = 1; kind < PAIR_ALL; kind *= 2)
        CU_ASSERT(kinds[kind] != 0);
}

/* A second fault in the reply to the first one: NACKs and CREDITs. */
static void two_faults(void)
{
    uint64_t runs = 0;
    for (uint64_t seed = 0; seed < 3; seed++) {
        pair_plan_t plan = plan_of(APENET_DIALECT_APENET, seed);
        uint64_t words = words_of(&plan, 0);
        for (uint64_t at = 1; at <= words; at++)
            for (uint64_t other = 1; other <= words + 10; other++)
                for (unsigned kind = 0; kind < PAIR_STRIKES; kind++)
                    for (uint32_t length = 1; length <= 9; length += 4) {
                        plan.strike_at[0] = at;
                        plan.strike_at[1] = other;
                        plan.strike[0] = PAIR_FLIP;
                        plan.strike[1] = (pair_strike_t)kind;
                        plan.strike_words = length;
                        if (!run(&plan))
                            return;
                        runs++;
                    }
    }
    printf("\n  %llu exchanges\n", (unsigned long long)runs);
}

/* ---- exanet ---- */

typedef struct ends {
    apenet_link_t *end[2];
    apenet_word_t header[3], payload[3][8], footer[3];
    uint32_t n[3];
} ends_t;

static void open_ends(ends_t *e)
{
    apenet_link_config_t config;
    apenet_link_defaults(&config, APENET_DIALECT_EXANET);
    size_t bytes = apenet_link_bytes(&config);
    apenet_word_t credit;
    for (int i = 0; i < 2; i++)
        e->end[i] = apenet_link_init(aligned_alloc(16, (bytes + 15) / 16 * 16), bytes, &config);
    CU_ASSERT_EQUAL(apenet_link_transmit(e->end[1], &credit, 1), 1);
    apenet_link_receive(e->end[0], &credit, 1);
    CU_ASSERT_EQUAL(apenet_link_transmit(e->end[0], &credit, 1), 1);
}

static void close_ends(ends_t *e)
{
    for (int i = 0; i < 2; i++)
        free(e->end[i]);
}

/* Offers a packet; bit i of `magics` makes payload word i MAGIC, bit n the footer. */
static void offer(ends_t *e, unsigned i, uint32_t n, uint32_t magics)
{
    static const apenet_word_t magic = APENET_EXANET_MAGIC;
    memset(&e->header[i], 0, sizeof e->header[i]);
    apenet_set(e->header[i].w, APENET_EXANET_SIZE, 16 * n);
    apenet_set(e->header[i].w, APENET_EXANET_PROC_ID, 77 + i);
    for (uint32_t k = 0; k <= n; k++) {
        apenet_word_t w = {{k, i, 3, 4}};
        *(k < n ? &e->payload[i][k] : &e->footer[i]) = (magics >> k & 1) != 0 ? magic : w;
    }
    e->n[i] = n;
    CU_ASSERT_EQUAL(apenet_link_offer(e->end[0], 0, &e->header[i], e->payload[i], n, &e->footer[i]), 0);
}

/* Takes the packet `i`. @return whether it is the oldest one and intact, but for the code in its header */
static bool take(ends_t *e, unsigned i)
{
    apenet_arrival_t a;
    uint32_t words;
    if (!apenet_link_front(e->end[1], 0, &a) || !a.is_complete || a.words != e->n[i])
        return false;
    apenet_set(a.header.w, APENET_EXANET_EDAC, 0);
    bool is_right = memcmp(&a.header, &e->header[i], sizeof a.header) == 0 &&
                    memcmp(&a.footer, &e->footer[i], sizeof a.footer) == 0 &&
                    memcmp(apenet_link_payload(e->end[1], 0, 0, &words), e->payload[i], a.words * 16) == 0;
    return apenet_link_remove(e->end[1], 0) == 0 && is_right;
}

static void exanet_magic_at_every_position(void)
{
    apenet_word_t wire[200];
    for (uint32_t n = 1; n <= 6; n++)
        for (uint32_t magics = 0; magics < 2u << n; magics++)
            for (uint32_t span = 1; span <= 200; span += 199) {
                ends_t e;
                open_ends(&e);
                offer(&e, 0, n, magics);
                offer(&e, 1, n, ~magics);
                for (uint32_t words; (words = apenet_link_transmit(e.end[0], wire, span)) != 0;)
                    apenet_link_receive(e.end[1], wire, words);
                CU_ASSERT(take(&e, 0));
                CU_ASSERT(take(&e, 1));
                close_ends(&e);
            }
}

/* Every single error of the header of the second of three packets is repaired; double errors lose this
 * packet. */
static void exanet_errors_of_a_header(void)
{
    apenet_word_t wire[200];
    for (unsigned a = 0; a < 128; a++)
        for (unsigned b = a; b < 128; b++) {
            ends_t e;
            open_ends(&e);
            for (unsigned i = 0; i < 3; i++)
                offer(&e, i, 2, 0);
            uint32_t words = apenet_link_transmit(e.end[0], wire, 200), header = 7 + 2;
            CU_ASSERT_EQUAL(words, 21);
            CU_ASSERT_EQUAL(apenet_get(wire[header].w, APENET_EXANET_PROC_ID), 78);
            wire[header].w[a / 32] ^= UINT32_C(1) << a % 32;
            if (a != b)
                wire[header].w[b / 32] ^= UINT32_C(1) << b % 32;
            apenet_link_receive(e.end[1], wire, words);
            const apenet_link_counters_t *c = apenet_link_get_counters(e.end[1]);
            CU_ASSERT(take(&e, 0));
            CU_ASSERT_EQUAL(take(&e, a == b ? 1 : 2), true);
            CU_ASSERT_EQUAL(take(&e, 2), a == b);
            CU_ASSERT_EQUAL(c->headers_repaired, a == b);
            CU_ASSERT_EQUAL(c->headers_fatal, a != b);
            CU_ASSERT_EQUAL(c->packets_dropped, a != b);
            CU_ASSERT(!take(&e, 2));
            close_ends(&e);
        }
}

/* A CREDIT with any error is ignored. */
static void exanet_errors_of_a_credit(void)
{
    for (unsigned bit = 0; bit < 128; bit++) {
        ends_t e;
        open_ends(&e);
        apenet_word_t credit = {{0x01005143, 5, 0, 0x2c000000}};
        int32_t before = apenet_link_space(e.end[0], 0);
        credit.w[bit / 32] ^= UINT32_C(1) << bit % 32;
        apenet_link_receive(e.end[0], &credit, 1);
        CU_ASSERT_EQUAL(apenet_link_space(e.end[0], 1), before);
        credit.w[bit / 32] ^= UINT32_C(1) << bit % 32;
        apenet_link_receive(e.end[0], &credit, 1);
        CU_ASSERT_EQUAL(apenet_link_space(e.end[0], 1), 384 - 64 - 256);
        close_ends(&e);
    }
}

/* A lost or cut packet leaves the others intact. */
static void exanet_gaps(void)
{
    apenet_word_t wire[200];
    for (uint32_t at = 0; at < 21; at++)
        for (uint32_t length = 1; length <= 21 - at; length++) {
            ends_t e;
            open_ends(&e);
            for (unsigned i = 0; i < 3; i++)
                offer(&e, i, 2, 0);
            uint32_t words = apenet_link_transmit(e.end[0], wire, 200);
            apenet_link_receive(e.end[1], wire, at);
            apenet_link_gap(e.end[1]);
            apenet_link_receive(e.end[1], wire + at + length, words - at - length);
            /* MAGIC and the CREDIT behind a packet are not needed. */
            if (at >= 6)
                CU_ASSERT(take(&e, 0));
            if (at + length <= 15) {
                apenet_arrival_t a;
                while (apenet_link_front(e.end[1], 0, &a) &&
                       apenet_get(a.header.w, APENET_EXANET_PROC_ID) != 79)
                    CU_ASSERT_EQUAL(apenet_link_remove(e.end[1], 0), 0);
                CU_ASSERT(take(&e, 2));
            }
            close_ends(&e);
        }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"one fault", one_fault},
                                        {"two faults", two_faults},
                                        {"exanet: MAGIC at every position", exanet_magic_at_every_position},
                                        {"exanet: errors of a header", exanet_errors_of_a_header},
                                        {"exanet: errors of a CREDIT", exanet_errors_of_a_credit},
                                        {"exanet: gaps", exanet_gaps},
                                        {NULL, NULL}};
    return emuq_test_main("faults at every word of links", tests);
}
