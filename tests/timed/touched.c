/* SPDX-License-Identifier: BSD-3-Clause */
/* Distinct bytes touched in the present round, and in the last two rounds, compared with a set of marks
 * per unit, independent of addresses. */
#include "backends/timed/timed.h"

#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"

enum { UNIT = EMUQ_TOUCHED_UNIT, UNITS = 4000, TOUCHES = 3000 };

static const char *at(uintptr_t address)
{
    return (const char *)address;
}

static void counts_once(void)
{
    emuq_touched_t s = {.now = 0};
    CU_ASSERT(emuq_touched_add(&s, at(0x10000), 0));
    CU_ASSERT_EQUAL(s.now, 0);
    CU_ASSERT(emuq_touched_add(&s, at(0x10000), 512) && emuq_touched_add(&s, at(0x10000), 512));
    CU_ASSERT_EQUAL(s.now, 512);
    CU_ASSERT(emuq_touched_add(&s, at(0x10100), 512)); /* half of the block */
    CU_ASSERT_EQUAL(s.now, 768);
    CU_ASSERT(emuq_touched_add(&s, at(0x20008), 1) && emuq_touched_add(&s, at(0x2000f), 2)); /* two units */
    CU_ASSERT_EQUAL(s.now, 768 + 2 * UNIT);
    CU_ASSERT(emuq_touched_add(&s, at(0x40000 - 16), 100000)); /* many pages */
    CU_ASSERT_EQUAL(s.now, 768 + 2 * UNIT + 100000);
    CU_ASSERT_EQUAL(s.both, s.now);
    emuq_touched_free(&s);
    CU_ASSERT_EQUAL(s.both, 0);
}

static void forgets(void)
{
    emuq_touched_t s = {.now = 0};
    CU_ASSERT(emuq_touched_add(&s, at(0x10000), 4096));
    emuq_touched_next_round(&s);
    CU_ASSERT(s.now == 0 && s.both == 4096);
    CU_ASSERT(emuq_touched_add(&s, at(0x10800), 4096));
    CU_ASSERT(s.now == 4096 && s.both == 4096 + 2048);
    emuq_touched_next_round(&s);
    emuq_touched_next_round(&s);
    CU_ASSERT(s.now == 0 && s.both == 0);
    CU_ASSERT(emuq_touched_add(&s, at(0x10000), 16));
    CU_ASSERT(s.now == 16 && s.both == 16);
    emuq_touched_free(&s);
}

/* Pages of old rounds are dropped: 1000 rounds over new pages do not grow the table beyond 256 slots. */
static void stays_small(void)
{
    emuq_touched_t s = {.now = 0};
    for (uintptr_t round = 0; round < 1000; round++) {
        CU_ASSERT(emuq_touched_add(&s, at((round + 1) << 20), 20 * EMUQ_TOUCHED_PAGE));
        emuq_touched_next_round(&s);
    }
    CU_ASSERT(s.capacity <= 256);
    emuq_touched_free(&s);
}

static uint64_t marked(const char mark[UNITS], char least)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < UNITS; i++)
        n += mark[i] >= least;
    return n * UNIT;
}

/* Random touches of the same units at a new base address. */
static void like_marks(uintptr_t base, unsigned seed)
{
    static char mark[UNITS]; /* 2: present round, 1: previous round */
    emuq_touched_t s = {.now = 0};
    memset(mark, 0, sizeof mark);
    for (unsigned i = 0; i < TOUCHES; i++) {
        unsigned begin = (unsigned)rand_r(&seed) % UNITS, units = 1 + (unsigned)rand_r(&seed) % 40;
        units = units < UNITS - begin ? units : UNITS - begin;
        CU_ASSERT(emuq_touched_add(&s, at(base + begin * UNIT), units * UNIT));
        memset(mark + begin, 2, units);
        if (rand_r(&seed) % 30 == 0) {
            emuq_touched_next_round(&s);
            for (unsigned k = 0; k < UNITS; k++)
                mark[k] = mark[k] == 2;
        }
        CU_ASSERT_EQUAL(s.now, marked(mark, 2));
        CU_ASSERT_EQUAL(s.both, marked(mark, 1));
    }
    emuq_touched_free(&s);
}

static void anywhere(void)
{
    like_marks(0x7f0000000000, 1);
    like_marks(0x7f0000000010, 1);
    like_marks(0x5551230f0ff0, 2);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"bytes count once", counts_once},
                                        {"rounds are forgotten", forgets},
                                        {"the table stays small", stays_small},
                                        {"random touches anywhere", anywhere},
                                        {NULL, NULL}};
    return emuq_test_main("timed touched", tests);
}
