/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file calendar.c Events leave in their cycle in FIFO order, and their memory is reused.
 */
#include <stdbool.h>
#include <stdlib.h>

#include "emuq_test.h"
#include "network/calendar.h"

enum {
    EVENTS = EMUQ_NET_BLOCK - 1,
    MANY = 3 * EVENTS + 10,
    MORE = 2 * EVENTS,
    ROUNDS = 2 * EMUQ_NET_SLOTS + 5
};

static void post(emuq_net_calendar_t *c, uint64_t cycle, uint32_t item)
{
    emuq_net_post(c, cycle, (emuq_net_event_t){.item = item});
}

/** Reads the events of the next cycle. @param more events are posted to the same cycle meanwhile
 * @return number of events, or 0: not numbered in sequence from 0 */
static uint32_t read_cycle(emuq_net_calendar_t *c, uint64_t cycle, uint32_t first_of_more, uint32_t more)
{
    uint32_t count = 0;
    bool right = emuq_net_calendar_next(c) == cycle;
    const emuq_net_slot_t *slot = emuq_net_calendar_advance(c, cycle);
    uint32_t place = 0;
    for (const emuq_net_event_t *e; (e = emuq_net_read(c, &slot->list[0], &place)) != NULL; count++) {
        right &= e->item == count;
        if (count < more)
            post(c, cycle, first_of_more + count);
    }
    emuq_net_calendar_clear(c);
    return right ? count : 0;
}

static void rounds(void)
{
    emuq_net_calendar_t *c = calloc(1, sizeof(*c));
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    uint32_t wrong = 0;
    for (uint64_t cycle = 1; cycle <= ROUNDS; cycle++) {
        for (uint32_t i = 0; i < MANY; i++)
            post(c, cycle, i);
        wrong += read_cycle(c, cycle, MANY, MORE) != MANY + MORE;
    }
    CU_ASSERT_EQUAL(wrong, 0);
    CU_ASSERT_EQUAL(emuq_net_calendar_next(c), UINT64_MAX);
    CU_ASSERT_EQUAL(c->block_count, (MANY + MORE + EVENTS - 1) / EVENTS);
    emuq_net_calendar_free(c);
    free(c);
}

/** Events beyond the wheel leave in order. */
static void heap(void)
{
    emuq_net_calendar_t *c = calloc(1, sizeof(*c));
    CU_ASSERT_PTR_NOT_NULL_FATAL(c);
    for (uint32_t i = 0; i < MANY; i++) {
        post(c, 3 * EMUQ_NET_SLOTS, i);
        post(c, 2 * EMUQ_NET_SLOTS + 7, i);
    }
    CU_ASSERT_EQUAL(read_cycle(c, 2 * EMUQ_NET_SLOTS + 7, 0, 0), MANY);
    CU_ASSERT_EQUAL(read_cycle(c, 3 * EMUQ_NET_SLOTS, MANY, MORE), MANY + MORE);
    CU_ASSERT_EQUAL(emuq_net_calendar_next(c), UINT64_MAX);
    emuq_net_calendar_free(c);
    free(c);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"many events of a cycle", rounds}, {"events beyond the wheel", heap}, {NULL, NULL}};
    return emuq_test_main("network calendar", tests);
}
