/* SPDX-License-Identifier: BSD-3-Clause */
/* LO|FA|MO without cards: every sequence of steps of a watch against its definition, and the words of a node
 * for every state of its links. */
#include "apenet/net/health.h"

#include <string.h>

#include "emuq_test.h"

#define PERIOD 100u
#define STEPS  7u
#define GOOD   APENET_HEALTH_GOOD

static const uint32_t intervals[] = {10, 90, PERIOD, 175, 1000};
#define CHOICES                                                                                              \
    (2 * sizeof intervals / sizeof *intervals) /* of a step: interval, and whether the counter changes */

/* The definition: two steps since the last change, 7/4 periods apart from it. */
static bool has_failed(const uint64_t *time, const bool *changes, uint32_t step)
{
    uint32_t last = step;
    while (last > 0 && !changes[last])
        last--;
    return changes[last] && step - last >= 2 && time[step] - time[last] >= PERIOD + PERIOD * 3 / 4;
}

static void all_sequences_of_a_watch(void)
{
    uint32_t sequences = 1, wrong = 0;
    for (uint32_t i = 0; i < STEPS; i++)
        sequences *= CHOICES;
    for (uint32_t s = 0; s < sequences; s++) {
        apenet_watch_t w = {.has_changed = false};
        uint64_t time[STEPS];
        bool changes[STEPS];
        uint32_t rest = s, count = 0;
        for (uint32_t i = 0; i < STEPS; i++, rest /= CHOICES) {
            time[i] = (i != 0 ? time[i - 1] : 12345) + intervals[rest % CHOICES / 2];
            changes[i] = rest % 2 != 0;
            count += changes[i];
            wrong += apenet_watch_step(&w, count, time[i], PERIOD) != has_failed(time, changes, i);
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* A counter that changes every period from any phase on, and stops at any time, is found within three
 * periods, and not before; also near the end of its range. */
static void a_stop_is_found_within_three_periods(void)
{
    uint32_t late = 0, early = 0;
    for (uint64_t phase = 0; phase < PERIOD; phase++)
        for (uint64_t stop = 5 * PERIOD; stop < 6 * PERIOD; stop++) {
            apenet_watch_t w = {.count = 0};
            uint64_t now = PERIOD;
            bool fails = false;
            for (; !fails && now < 20 * PERIOD; now += PERIOD) {
                uint64_t end = now < stop ? now : stop;
                uint32_t count = end >= phase ? (uint32_t)((end - phase) / PERIOD) + UINT32_MAX - 1 : 0;
                fails = apenet_watch_step(&w, count, now, PERIOD);
                early += fails && now < stop;
            }
            late += !fails || now - PERIOD > stop + 3 * PERIOD;
        }
    CU_ASSERT_EQUAL(late, 0);
    CU_ASSERT_EQUAL(early, 0);
}

/* ---- words ---- */

static apenet_health_t health;
static apenet_health_input_t in;

static uint32_t word_of(unsigned host, unsigned card, uint32_t links)
{
    uint32_t word = GOOD;
    apenet_set(&word, APENET_HEALTH_HOST, host);
    apenet_set(&word, APENET_HEALTH_CARD, card);
    apenet_set(&word, APENET_HEALTH_LINKS, links);
    return word;
}

/* A node with all links, whose neighbours are good. */
static void begin(void)
{
    memset(&health, 0, sizeof health);
    memset(&in, 0, sizeof in);
    in.period_ms = PERIOD;
    for (unsigned p = 0; p < APENET_PORTS; p++)
        in.port[p] = (apenet_health_port_t){true, APENET_LINK_UP, 0, GOOD};
}

/* @param silent set of ports without words */
static uint32_t step(bool host_moves, uint32_t silent)
{
    in.now_ms += PERIOD;
    in.host_wd += host_moves;
    for (unsigned p = 0; p < APENET_PORTS; p++)
        in.port[p].received += (silent >> p & 1) == 0;
    return apenet_health_step(&health, &in);
}

static void a_host_stops_and_continues(void)
{
    const uint32_t own = 1u << APENET_HEALTH_OWN;
    begin();
    for (unsigned i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(step(false, 0), 0);
    CU_ASSERT_EQUAL(health.word[APENET_HEALTH_OWN], 0); /* no host yet */
    CU_ASSERT_EQUAL(step(true, 0), 0);
    CU_ASSERT_EQUAL(health.word[APENET_HEALTH_OWN], GOOD);
    CU_ASSERT_EQUAL(step(false, 0), 0);
    CU_ASSERT_EQUAL(step(false, 0), own);
    CU_ASSERT_EQUAL(health.word[APENET_HEALTH_OWN], word_of(APENET_HEALTH_FAILED, 0, 0));
    CU_ASSERT_EQUAL(step(false, 0), 0);
    CU_ASSERT_EQUAL(step(true, 0), own);
    CU_ASSERT_EQUAL(health.word[APENET_HEALTH_OWN], GOOD);
}

/* Every combination of states of the six links. */
static void all_states_of_links(void)
{
    uint32_t wrong = 0;
    for (uint32_t links = 0; links < 1u << 2 * APENET_PORTS; links++) {
        begin();
        for (unsigned p = 0; p < APENET_PORTS; p++)
            in.port[p].state = (apenet_link_state_t)(links >> 2 * p & 3);
        uint32_t changes = step(true, 0);
        wrong += health.word[APENET_HEALTH_OWN] != word_of(0, 0, links);
        wrong += (changes >> APENET_HEALTH_OWN & 1) != (links != 0);
        for (unsigned p = 0; p < APENET_PORTS; p++) {
            bool is_down = in.port[p].state == APENET_LINK_DOWN;
            wrong += health.word[p] != (is_down ? word_of(0, APENET_HEALTH_FAILED, 0) : GOOD);
            wrong += (changes >> p & 1) != is_down;
            wrong += apenet_health_link(health.word[APENET_HEALTH_OWN], p) != in.port[p].state;
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

/* Every set of silent links: shown as down, and back. */
static void silent_links(void)
{
    uint32_t wrong = 0;
    for (uint32_t silent = 1; silent < 1u << APENET_PORTS; silent++) {
        uint32_t links = 0;
        begin();
        wrong += step(true, 0) + step(true, silent);
        uint32_t changes = step(true, silent);
        for (unsigned p = 0; p < APENET_PORTS; p++) {
            bool is_silent = (silent >> p & 1) != 0;
            links |= is_silent ? (uint32_t)APENET_LINK_DOWN << 2 * p : 0;
            wrong += health.word[p] != (is_silent ? word_of(0, APENET_HEALTH_FAILED, 0) : GOOD);
        }
        wrong += health.word[APENET_HEALTH_OWN] != word_of(0, 0, links);
        wrong += changes != (silent | 1u << APENET_HEALTH_OWN);
        wrong += step(true, 0) != changes;
        for (unsigned i = 0; i < APENET_HEALTH_WORDS; i++)
            wrong += health.word[i] != GOOD;
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void unknown_neighbours(void)
{
    begin();
    for (unsigned p = 0; p < APENET_PORTS; p++)
        in.port[p].health = 0;
    in.port[3] = (apenet_health_port_t){.exists = false};
    in.port[5].state = APENET_LINK_DOWN;
    for (unsigned i = 0; i < 4; i++) /* silence of a neighbour without health is no failure */
        (void)step(true, i != 0 ? 0x3f : 0);
    for (unsigned p = 0; p < APENET_PORTS; p++)
        CU_ASSERT_EQUAL(health.word[p], p == 5 ? word_of(0, APENET_HEALTH_FAILED, 0) : 0);
    CU_ASSERT_EQUAL(health.word[APENET_HEALTH_OWN], word_of(0, 0, (uint32_t)APENET_LINK_DOWN << 10));
}

/* The neighbour's word is shown as sent; what a neighbour cannot send is added. */
static void words_of_neighbours(void)
{
    begin();
    (void)step(true, 0);
    in.port[2].health = word_of(APENET_HEALTH_FAILED, 0, 0x123);
    CU_ASSERT_EQUAL(step(true, 0), 1u << 2);
    CU_ASSERT_EQUAL(health.word[2], in.port[2].health);
    (void)step(true, 1u << 2);
    CU_ASSERT_EQUAL(step(true, 1u << 2), 1u << 2 | 1u << APENET_HEALTH_OWN);
    CU_ASSERT_EQUAL(health.word[2], word_of(APENET_HEALTH_FAILED, APENET_HEALTH_FAILED, 0x123));
    /* The watchdog of the neighbour is off: unknown, no change. Good again: a change. */
    in.port[2].health = 0;
    CU_ASSERT_EQUAL(step(true, 0), 1u << APENET_HEALTH_OWN);
    CU_ASSERT_EQUAL(health.word[2], 0);
    in.port[2].health = GOOD;
    CU_ASSERT_EQUAL(step(true, 0), 1u << 2);
}

static void a_period_of_zero(void)
{
    begin();
    (void)step(true, 0);
    in.period_ms = 0;
    CU_ASSERT_EQUAL(step(true, 0x3f), 0);
    for (unsigned i = 0; i < APENET_HEALTH_WORDS; i++)
        CU_ASSERT_EQUAL(health.word[i], 0);
    in.period_ms = PERIOD;
    in.now_ms += 10 * PERIOD;
    CU_ASSERT_EQUAL(step(true, 0), 0);
    for (unsigned i = 0; i < APENET_HEALTH_WORDS; i++)
        CU_ASSERT_EQUAL(health.word[i], GOOD);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"all sequences of a watch", all_sequences_of_a_watch},
        {"a stop is found within three periods", a_stop_is_found_within_three_periods},
        {"a host stops and continues", a_host_stops_and_continues},
        {"all states of links", all_states_of_links},
        {"silent links", silent_links},
        {"unknown neighbours", unknown_neighbours},
        {"words of neighbours", words_of_neighbours},
        {"a period of zero", a_period_of_zero},
        {NULL, NULL}};
    return emuq_test_main("health of nodes", tests);
}
