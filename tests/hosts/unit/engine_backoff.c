/* SPDX-License-Identifier: BSD-3-Clause */
/* When a host engine polls, yields and sleeps, as a function of given times. */
#include "base/backoff.h"

#include <stdbool.h>

#include "emuq_test.h"

enum { MOST = 100000, LOOK = 500, IDLE = 300, TURN = 5000, SLICE = 3000000 };

/* Actions of an engine in a wait. */
typedef struct wait {
    unsigned looks, yields;
    bool offers; /* yields after a successful poll */
    uint64_t now;
} wait_t;

/* The engine waits from w->now until an event at @p arrives, or sleeps. @param length of a yield @return
 * whether it was awake */
static bool waits(emuq_engine_backoff_t *p, wait_t *w, uint64_t arrives, uint64_t length)
{
    w->looks = w->yields = 0;
    emuq_engine_backoff_begin(p, w->now);
    for (;;) {
        w->looks++;
        w->now += LOOK;
        if (w->now >= arrives) {
            w->offers = emuq_engine_backoff_success(p, w->now, EMUQ_FOUND_FRAMES);
            return true;
        }
        emuq_backoff_step_t next = emuq_engine_backoff_step(p, w->now, MOST);
        if (next == EMUQ_STEP_SLEEP)
            break;
        if (next == EMUQ_STEP_YIELD) {
            w->yields++;
            emuq_engine_backoff_yielded(p, w->now, w->now + length);
            w->now += length;
        }
    }
    if (arrives != UINT64_MAX) {
        w->now = w->now > arrives ? w->now : arrives;
        w->offers = emuq_engine_backoff_success(p, w->now, EMUQ_FOUND_AFTER_SLEEP);
    }
    return false;
}

/* A busy engine: messages arrive every 20 us. */
static void warm(emuq_engine_backoff_t *p, wait_t *w, uint64_t length)
{
    emuq_engine_backoff_init(p, MOST);
    w->now = 1000000;
    for (int i = 0; i < 4; i++)
        (void)waits(p, w, w->now + 20000, length);
}

/* A sleep that a message soon ends is the last one: the engine is awake when the next message arrives. */
static void stays_awake_in_traffic(void)
{
    emuq_engine_backoff_t p;
    wait_t w = {.now = 1000000};
    emuq_engine_backoff_init(&p, MOST);
    CU_ASSERT(!waits(&p, &w, w.now + 20000, IDLE)); /* spinning has not been useful yet */
    for (int i = 0; i < 10; i++)
        CU_ASSERT(waits(&p, &w, w.now + 20000, IDLE));
    for (int i = 0; i < 10; i++)
        CU_ASSERT(waits(&p, &w, w.now + 90000, TURN));
}

/* The engine yields a shared core after few polls. */
static void gives_a_shared_core_away(void)
{
    emuq_engine_backoff_t p;
    wait_t w;
    warm(&p, &w, TURN);
    CU_ASSERT(waits(&p, &w, w.now + 50000, TURN));
    CU_ASSERT(w.yields != 0 && w.looks <= 4 * (w.yields + 1));
    CU_ASSERT(w.looks > w.yields + 1); /* messages during a yield are found without a further yield */
    CU_ASSERT(w.offers);
    CU_ASSERT(
        !emuq_engine_backoff_success(&p, w.now, EMUQ_FOUND_WORK)); /* more may follow, to be sent together */
}

static void keeps_a_core_of_its_own(void)
{
    emuq_engine_backoff_t p;
    wait_t w;
    warm(&p, &w, IDLE);
    CU_ASSERT(waits(&p, &w, w.now + 50000, IDLE));
    CU_ASSERT(w.yields != 0 && w.looks > 10 * w.yields);
    CU_ASSERT(!w.offers);
}

/* Unsuccessful waits become short, so an idle engine costs little. */
static void sleeps_when_idle(void)
{
    emuq_engine_backoff_t p;
    wait_t w;
    warm(&p, &w, IDLE);
    unsigned looks = 0;
    for (int i = 0; i < 10; i++) {
        uint64_t begun = w.now;
        CU_ASSERT(!waits(&p, &w, UINT64_MAX, IDLE));
        CU_ASSERT(w.now - begun <= MOST + LOOK + IDLE);
        looks = w.looks;
    }
    CU_ASSERT(looks <= 5);
    CU_ASSERT(!waits(&p, &w, w.now + 10 * MOST, IDLE)); /* a message after a long sleep has no influence */
    CU_ASSERT(!waits(&p, &w, UINT64_MAX, IDLE));
    CU_ASSERT(w.looks <= 5);
}

/* Messages arrive one by one; each yield in every @p nth wait takes a time slice, the rest take little. At
 * most a fifth of the time is lost by slices. @return number of waits with slices */
static unsigned beside_slices(emuq_engine_backoff_t *p, wait_t *w, unsigned messages, unsigned nth)
{
    uint64_t begun = w->now, lost = 0;
    unsigned slices = 0;
    for (unsigned i = 0; i < messages; i++) {
        bool is_slice = i % nth == 0;
        (void)waits(p, w, w->now + 20000, is_slice ? SLICE : TURN);
        slices += is_slice && w->yields != 0;
        lost += is_slice ? (uint64_t)w->yields * SLICE : 0;
    }
    CU_ASSERT(lost < (w->now - begun) / 5);
    return slices;
}

/* On a core with a computing thread the engine rarely yields: it sleeps instead. */
static void sleeps_beside_computing_threads(void)
{
    emuq_engine_backoff_t p;
    wait_t w;
    warm(&p, &w, IDLE);
    CU_ASSERT(beside_slices(&p, &w, 10000, 1) >= 2); /* checks for a change */
    w.now += 64 * (uint64_t)SLICE + 1;
    (void)waits(&p, &w, w.now + 20000, IDLE);
    CU_ASSERT(waits(&p, &w, w.now + 20000, IDLE)); /* changed */
}

/* A thread that kept the core while no frame arrived, or until the engine had work itself, caused no delay:
 * the engine stays awake. */
static void forgives_long_turns(void)
{
    emuq_engine_backoff_t p;
    wait_t w;
    warm(&p, &w, TURN);
    for (int i = 0; i < 10; i++) {
        emuq_engine_backoff_begin(&p, w.now);
        emuq_engine_backoff_yielded(&p, w.now, w.now + SLICE);
        w.now += SLICE;
        if (i % 2 == 0)
            (void)emuq_engine_backoff_step(&p, w.now, MOST);
        else
            (void)emuq_engine_backoff_success(&p, w.now, EMUQ_FOUND_WORK);
        (void)waits(&p, &w, w.now + 20000, TURN);
        CU_ASSERT(waits(&p, &w, w.now + 20000, TURN));
    }
}

/* A rank that only polls memory keeps the core for a slice each time, also after a request: the request must
 * not wait for the end of its slices. */
static void sleeps_beside_spinning_ranks(void)
{
    emuq_engine_backoff_t p;
    wait_t w;
    uint64_t slices = 0, waited = 0;
    warm(&p, &w, TURN);
    for (int i = 0; i < 10000; i++) {
        emuq_engine_backoff_begin(&p, w.now);
        emuq_backoff_step_t next = emuq_engine_backoff_step(&p, w.now, MOST);
        uint64_t takes = next == EMUQ_STEP_YIELD ? SLICE : 30000;
        waited += takes;
        if (next == EMUQ_STEP_YIELD) {
            slices++;
            emuq_engine_backoff_yielded(&p, w.now, w.now + takes);
        }
        w.now += takes;
        (void)emuq_engine_backoff_success(&p, w.now,
                                          next == EMUQ_STEP_YIELD ? EMUQ_FOUND_WORK : EMUQ_FOUND_AFTER_SLEEP);
    }
    CU_ASSERT(slices * SLICE < waited / 5);
}

/* An occasional long yield costs less than spinning has saved: the engine stays awake. */
static void affords_long_turns(void)
{
    emuq_engine_backoff_t p;
    wait_t w;
    warm(&p, &w, TURN);
    for (int i = 0; i < 10; i++) {
        for (int k = 0; k < 300; k++)
            (void)waits(&p, &w, w.now + 20000, TURN);
        emuq_engine_backoff_yielded(&p, w.now, w.now + SLICE);
        w.now += SLICE;
        CU_ASSERT(emuq_engine_backoff_success(&p, w.now, EMUQ_FOUND_FRAMES));
        CU_ASSERT(waits(&p, &w, w.now + 20000, TURN));
    }
}

/* If every tenth yield takes a time slice, the engine almost always sleeps. */
static void sleeps_beside_mixed_threads(void)
{
    emuq_engine_backoff_t p;
    wait_t w;
    warm(&p, &w, TURN);
    (void)beside_slices(&p, &w, 20000, 10);
}

/* When a rare message arrives, the engine is not waiting for a core that it has yielded. */
static void offers_nothing_when_idle(void)
{
    emuq_engine_backoff_t p;
    wait_t w = {.now = 1000000};
    emuq_engine_backoff_init(&p, MOST);
    for (int i = 0; i < 10; i++) {
        CU_ASSERT(!waits(&p, &w, w.now + 50 * MOST, SLICE));
        CU_ASSERT_EQUAL(w.yields, 0);
    }
}

/* A call without time polls once. */
static void looks_no_longer_than_it_may(void)
{
    emuq_engine_backoff_t p;
    wait_t w;
    warm(&p, &w, IDLE);
    emuq_engine_backoff_begin(&p, w.now);
    CU_ASSERT_EQUAL(emuq_engine_backoff_step(&p, w.now, 0), EMUQ_STEP_SLEEP);
    CU_ASSERT_NOT_EQUAL(emuq_engine_backoff_step(&p, w.now, MOST), EMUQ_STEP_SLEEP);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"stays awake in traffic", stays_awake_in_traffic},
        {"gives a shared core away", gives_a_shared_core_away},
        {"keeps a core of its own", keeps_a_core_of_its_own},
        {"sleeps when idle", sleeps_when_idle},
        {"sleeps beside computing threads", sleeps_beside_computing_threads},
        {"forgives long turns", forgives_long_turns},
        {"sleeps beside spinning ranks", sleeps_beside_spinning_ranks},
        {"affords long turns", affords_long_turns},
        {"sleeps beside mixed threads", sleeps_beside_mixed_threads},
        {"offers nothing when idle", offers_nothing_when_idle},
        {"looks no longer than it may", looks_no_longer_than_it_may},
        {NULL, NULL},
    };
    return emuq_test_main("backoff of a host engine", tests);
}
