/* SPDX-License-Identifier: BSD-3-Clause */
/* Tree of ORs: nodes begin at different times; messages are delayed at random, but in order between two
 * nodes. Tested with barriers in three states and with random changes. */
#include <stdlib.h>
#include <string.h>

#include "sync/or_tree.h"
#include "validate.h"

enum { MOST = 33, LANE = 512, ROUNDS = 60 };

typedef struct message {
    enum { UP, DOWN, ASK } what;
    uint8_t bits;
} message_t;

typedef struct place {
    emuq_or_tree_t tree;
    bool has_begun, owes;
    uint64_t round; /* number of barriers entered */
} place_t;

static place_t place[MOST];
static struct {
    message_t message[LANE];
    unsigned first, count;
} lane[MOST][MOST];
static uint32_t places;
static uint64_t sent, chance;

static uint8_t bit_of(uint64_t round)
{
    return (uint8_t)(1u << round % 3);
}

static void send(uint32_t from, uint32_t to, int what, uint8_t bits)
{
    if (!validate_check(lane[from][to].count < LANE, "a lane has room", __FILE__, __LINE__))
        abort();
    lane[from][to].message[(lane[from][to].first + lane[from][to].count++) % LANE] = (message_t){what, bits};
    sent++;
}

static void send_down(uint32_t p, int what, uint8_t bits)
{
    const emuq_or_tree_t *t = &place[p].tree;
    for (uint32_t k = 0; k < t->children; k++)
        send(p, emuq_or_child(t, k), what, bits);
}

static void step(uint32_t p, bool at_once)
{
    emuq_or_tree_t *t = &place[p].tree;
    emuq_or_step_t todo = place[p].has_begun ? emuq_or_step(t, at_once) : EMUQ_OR_NOTHING;
    place[p].owes = todo == EMUQ_OR_DEFER || (place[p].owes && todo == EMUQ_OR_NOTHING && !at_once);
    if (todo == EMUQ_OR_SEND && p != 0)
        send(p, emuq_or_parent(p), UP, t->told);
    else if (todo == EMUQ_OR_SEND)
        send_down(p, DOWN, t->told);
}

static void begin(uint32_t p)
{
    uint8_t own = place[p].tree.own;
    emuq_or_begin(&place[p].tree, p, places);
    emuq_or_set(&place[p].tree, own);
    place[p].has_begun = true;
    send_down(p, ASK, 0);
    step(p, false);
}

/* Delivers the oldest message of a connection. */
static void arrive(uint32_t from, uint32_t to)
{
    emuq_or_tree_t *t = &place[to].tree;
    message_t m = lane[from][to].message[lane[from][to].first];
    lane[from][to].first = (lane[from][to].first + 1) % LANE;
    lane[from][to].count--;
    if (!place[to].has_begun) {
        VALIDATE(m.what != DOWN);
        return;
    }
    if (m.what == UP) {
        emuq_or_report(t, (uint32_t)__builtin_ctz(from - to), m.bits);
        step(to, false);
    } else if (m.what == DOWN) {
        emuq_or_status(t, m.bits);
        send_down(to, DOWN, m.bits);
    } else if (t->has_told) {
        send(to, from, UP, t->told);
    }
}

/* Delivers the oldest message of a random connection. @return false if all connections are empty */
static bool arrive_any(void)
{
    uint32_t start = (uint32_t)validate_random(&chance, places * places);
    for (uint32_t i = 0; i < places * places; i++) {
        uint32_t at = (start + i) % (places * places);
        if (lane[at / places][at % places].count != 0) {
            arrive(at / places, at % places);
            return true;
        }
    }
    return false;
}

static void settle(void)
{
    for (bool again = true; again;) {
        again = false;
        while (arrive_any())
            continue;
        for (uint32_t p = 0; p < places; p++)
            if (place[p].owes) {
                step(p, true);
                again = true;
            }
    }
}

static void open_tree(uint32_t count, bool at_once)
{
    memset(place, 0, sizeof place);
    memset(lane, 0, sizeof lane);
    places = count;
    for (uint32_t p = 0; p < places && at_once; p++)
        begin(p);
    if (at_once)
        settle();
    sent = 0;
}

/* Enters the next barrier if the current barrier is complete. */
static void enter(uint32_t p)
{
    place_t *me = &place[p];
    bool is_complete =
        me->round == 0 || (me->has_begun && me->tree.is_known && !(me->tree.status & bit_of(me->round - 1)));
    if (!is_complete)
        return;
    for (uint32_t other = 0; other < places; other++)
        VALIDATE(place[other].round == me->round || place[other].round + 1 == me->round ||
                 place[other].round == me->round + 1);
    for (uint32_t other = 0; other < places && me->round != 0; other++)
        VALIDATE(place[other].round >= me->round); /* barrier complete: all have entered */
    if (me->round < ROUNDS) {
        me->round++;
        emuq_or_set(&me->tree, bit_of(me->round));
        step(p, false);
    }
}

static void run_barriers(uint32_t count)
{
    open_tree(count, false);
    for (uint32_t p = 0; p < places; p++)
        emuq_or_set(&place[p].tree, bit_of(0));
    for (uint64_t left = places; left > 0;) {
        uint32_t p = (uint32_t)validate_random(&chance, places);
        uint64_t what = validate_random(&chance, 16);
        if (!place[p].has_begun && what == 0) {
            begin(p);
        } else if (what < 6 && place[p].has_begun) {
            enter(p);
        } else if (what == 6 && place[p].owes) {
            step(p, true);
        } else if (!arrive_any() && place[p].owes) {
            step(p, true);
        }
        left = 0;
        for (uint32_t q = 0; q < places; q++)
            left += place[q].round < ROUNDS;
    }
    settle();
    for (uint32_t p = 0; p < places; p++)
        VALIDATE(place[p].tree.status == bit_of(ROUNDS));
}

static void barriers(void)
{
    char *shared = validate_shared(1);
    chance = 7;
    for (uint32_t count = 1; count <= 9; count++)
        for (int i = 0; i < 15; i++)
            run_barriers(count);
    run_barriers(16);
    run_barriers(MOST);
    validate_end(shared, 1);
}

static void changes_at_random(void)
{
    char *shared = validate_shared(1);
    chance = 8;
    for (int i = 0; i < 150; i++) {
        open_tree(1 + (uint32_t)validate_random(&chance, MOST), i % 2);
        for (int n = 0; n < 400; n++) {
            uint32_t p = (uint32_t)validate_random(&chance, places);
            if (!place[p].has_begun && validate_random(&chance, 4) == 0)
                begin(p);
            emuq_or_set(&place[p].tree, (uint8_t)validate_random(&chance, 8));
            step(p, validate_random(&chance, 4) == 0);
            for (uint64_t some = validate_random(&chance, 2 * places); some > 0; some--)
                (void)arrive_any();
        }
        uint8_t expected = 0;
        for (uint32_t p = 0; p < places; p++) {
            if (!place[p].has_begun)
                begin(p);
            expected |= place[p].tree.own;
        }
        settle();
        for (uint32_t p = 0; p < places; p++)
            VALIDATE(place[p].tree.is_known && place[p].tree.status == expected);
    }
    validate_end(shared, 1);
}

/* All nodes enter, then the messages arrive: one up and one down on each edge. */
static void messages_of_a_barrier(void)
{
    char *shared = validate_shared(1);
    chance = 9;
    for (uint32_t count = 1; count <= MOST; count++) {
        open_tree(count, true);
        for (uint32_t p = 0; p < places; p++) {
            emuq_or_set(&place[p].tree, 1);
            step(p, true);
        }
        settle();
        sent = 0;
        for (uint32_t p = 0; p < places; p++) {
            emuq_or_set(&place[p].tree, 2);
            step(p, false);
        }
        while (arrive_any())
            continue;
        VALIDATE(sent == 2 * (places - 1));
        for (uint32_t p = 0; p < places; p++)
            VALIDATE(place[p].tree.status == 2);
    }
    validate_end(shared, 1);
}

/* Longest path of a change: up to the root, then down to the most distant node. */
static void the_longest_way(void)
{
    for (uint32_t count = 1; count <= 4096; count++) {
        uint32_t longest = 0, rounds = 0;
        while ((1u << rounds) < count)
            rounds++;
        for (uint32_t p = 0; p < count; p++) {
            uint32_t depth = 0;
            for (uint32_t at = p; at != 0; at = emuq_or_parent(at))
                depth++;
            longest = depth > longest ? depth : longest;
        }
        CU_ASSERT(2 * longest <= 2 * rounds);
    }
    emuq_or_tree_t t;
    emuq_or_begin(&t, 0, 65536);
    CU_ASSERT_EQUAL(t.children, EMUQ_OR_CHILDREN);
    emuq_or_begin(&t, 4, 7);
    CU_ASSERT_EQUAL(t.children, 2);
    emuq_or_begin(&t, 4, 6);
    CU_ASSERT_EQUAL(t.children, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"barriers", barriers},
                                        {"changes at random", changes_at_random},
                                        {"messages of a barrier", messages_of_a_barrier},
                                        {"the longest way", the_longest_way},
                                        {NULL, NULL}};
    return emuq_test_main("tree of ORs", tests);
}
