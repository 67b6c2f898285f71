/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages of one packet that go to the card at once: the same memory, events and counters as from the ring,
 * also where there is no room. */
#include <stdlib.h>
#include <string.h>

#include "apenet/card/short.h"
#include "bench.h"
#include "emuq_test.h"

#define PAGE  4096u
#define PAGES 16u
#define CASES 2000u

static _Alignas(PAGE) unsigned char memory[PAGES * PAGE];
static bench_t bench;

static void set_up(uint32_t queue)
{
    bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}, .queue = queue, .ring = 64, .drops = true});
    for (unsigned card = 0; card < 2; card++) {
        CU_ASSERT_EQUAL_FATAL(bench_register(&bench, card, 0, memory + 8 * PAGE, 4 * PAGE, 0, 1),
                              APENET_STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(
            bench_register(&bench, card, 0, memory + 12 * PAGE, PAGE, APENET_BUFFER_STREAMING, 2),
            APENET_STATUS_OK);
    }
    for (uint32_t i = 0; i < sizeof memory; i++)
        memory[i] = (unsigned char)(i ^ i >> 8 ^ i >> 13);
}

static apenet_short_t short_of(const apenet_descriptor_t *d)
{
    return (apenet_short_t){.header = d->header,
                            .to = apenet_device_at(bench.machine, apenet_destination(&d->header)),
                            .bus = apenet_get64(d->cmd0),
                            .bytes = apenet_get(d->cmd0, APENET_CMD0_BYTES),
                            .has_event = apenet_get(d->cmd1, APENET_CMD1_TAG) == APENET_COMP_EQ,
                            .magic = apenet_get64(d->cmd1)};
}

/* A message of card 0. @param va of a put; 0: it is a send */
static apenet_descriptor_t message(unsigned to, uint64_t va, uint32_t from, uint32_t bytes, bool is_silent)
{
    apenet_descriptor_t d = bench_descriptor(&bench, 0, to, 0, va != 0 ? APENET_CMD_PUT : APENET_CMD_SEND,
                                             memory + from, bytes, va);
    apenet_set(d.cmd1, APENET_CMD1_TAG, is_silent ? APENET_COMP_NONE : APENET_COMP_EQ);
    apenet_set64(d.cmd1, 0x1234567890 + bytes);
    return d;
}

static apenet_descriptor_t put(void)
{
    return message(1, (uintptr_t)memory + 8 * PAGE, 0, 32, false);
}

/* @return whether it has gone at once */
static bool send_at_once(const apenet_descriptor_t *d)
{
    apenet_short_t s = short_of(d);
    return apenet_transmit_short(&bench.machine->device[0], &s);
}

static void send_by_ring(const apenet_descriptor_t *d)
{
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, d));
    bench_ring(&bench, 0);
}

/* What can be seen of some messages. */
typedef struct outcome {
    unsigned char memory[sizeof memory];
    apenet_entry_t event[2][4]; /* of each card */
    apenet_counters_t counters[2];
} outcome_t;

#define MESSAGES 2

/* Random ones: buffers and their ends, streaming buffers that are there or used, addresses that are nobody's.
 */
static void do_case(unsigned seed, bool at_once, outcome_t *o)
{
    memset(o, 0, sizeof *o);
    set_up(0);
    srand(seed);
    for (unsigned i = 0; i < MESSAGES; i++) {
        unsigned to = (unsigned)rand() % 2, from = (unsigned)rand() % (7 * PAGE);
        uint32_t bytes = 1 + (uint32_t)rand() % (rand() % 2 != 0 ? 64 : PAGE);
        uint64_t va = (uintptr_t)memory + 7 * PAGE + (unsigned)rand() % (6 * PAGE);
        bool is_send = rand() % 4 == 0, is_silent = rand() % 2 != 0;
        if (from % PAGE + bytes > PAGE)
            from -= from % PAGE;
        apenet_descriptor_t d = message(to, is_send ? 0 : va, from, bytes, is_silent);
        if (!at_once)
            send_by_ring(&d);
        else
            CU_ASSERT_TRUE(send_at_once(&d));
    }
    for (unsigned card = 0; card < 2; card++) {
        for (unsigned n = 0; n < 4; n++)
            o->event[card][n] = bench_next(&bench, card);
        apenet_device_counters(&bench.machine->device[card], &o->counters[card]);
    }
    memcpy(o->memory, memory, sizeof memory);
    bench_close(&bench);
}

static void the_same_as_by_the_ring(void)
{
    static outcome_t ring, at_once;
    for (unsigned seed = 0; seed < CASES; seed++) {
        do_case(seed, false, &ring);
        do_case(seed, true, &at_once);
        CU_ASSERT_EQUAL_FATAL(memcmp(ring.memory, at_once.memory, sizeof ring.memory), 0);
        CU_ASSERT_EQUAL_FATAL(memcmp(ring.event, at_once.event, sizeof ring.event), 0);
        CU_ASSERT_EQUAL_FATAL(memcmp(ring.counters, at_once.counters, sizeof ring.counters), 0);
    }
}

/* Neither the pointers of the ring nor RING_EMPTY say anything of a message that has no slot. */
static void the_ring_stays(void)
{
    set_up(0);
    apenet_descriptor_t d = put();
    volatile uint32_t *reg = bench.host[0].reg;
    send_by_ring(&d);
    uint32_t pointers = apenet_reg_load(reg, APENET_REG_TX_RB_NEXT_PTR);
    CU_ASSERT_TRUE((apenet_reg_load(reg, APENET_REG_IRQ_STATUS) & APENET_IRQ_RING_EMPTY) != 0);
    apenet_reg_store(reg, APENET_REG_IRQ_STATUS, ~0u);
    CU_ASSERT_TRUE(send_at_once(&d));
    CU_ASSERT_EQUAL(apenet_reg_load(reg, APENET_REG_TX_RB_NEXT_PTR), pointers);
    CU_ASSERT_EQUAL(apenet_reg_load(reg, APENET_REG_IRQ_STATUS), APENET_IRQ_EVENT);
    bench_close(&bench);
}

static void no_room_at_the_target(void)
{
    apenet_counters_t counters;
    set_up(4);
    apenet_descriptor_t d = put();
    apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    for (unsigned i = 0; i < 3; i++)
        CU_ASSERT_TRUE(send_at_once(&d));
    CU_ASSERT_FALSE(send_at_once(&d));
    apenet_device_counters(&bench.machine->device[1], &counters);
    CU_ASSERT_EQUAL(counters.packets_received, 3);
    send_by_ring(&d);
    CU_ASSERT_FALSE(send_at_once(&d)); /* what is in the ring goes first */
    for (unsigned i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(bench_next(&bench, 1).serial, i + 1);
    CU_ASSERT_TRUE(send_at_once(&d));
    CU_ASSERT_EQUAL(bench_next(&bench, 1).serial, 5);
    bench_close(&bench);
}

/* The message arrives; its own event is written when there is room, before those of later messages. */
static void no_room_for_the_own_event(void)
{
    set_up(3);
    apenet_descriptor_t d = put();
    for (unsigned i = 0; i < 3; i++) {
        apenet_set64(d.cmd1, i + 1);
        CU_ASSERT_TRUE(send_at_once(&d));
        CU_ASSERT_EQUAL(bench_kind(&(apenet_entry_t){.what = bench_next(&bench, 1).what}),
                        APENET_EVENT_RECEIVED);
    }
    apenet_set64(d.cmd1, 4);
    CU_ASSERT_FALSE(send_at_once(&d)); /* an event of the card waits */
    send_by_ring(&d);
    CU_ASSERT_EQUAL(bench_kind(&(apenet_entry_t){.what = bench_next(&bench, 1).what}), 0);
    for (unsigned i = 0; i < 4; i++) {
        apenet_entry_t e = bench_next(&bench, 0);
        CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_SENT);
        CU_ASSERT_EQUAL(apenet_get64(e.head), i + 1);
    }
    CU_ASSERT_EQUAL(bench_kind(&(apenet_entry_t){.what = bench_next(&bench, 1).what}), APENET_EVENT_RECEIVED);
    CU_ASSERT_TRUE(send_at_once(&d));
    bench_close(&bench);
}

/* A new ring begins without what is left of the old one. */
static void a_new_ring(void)
{
    set_up(2);
    apenet_descriptor_t d = put();
    CU_ASSERT_TRUE(send_at_once(&d));
    (void)bench_next(&bench, 1);
    CU_ASSERT_TRUE(send_at_once(&d)); /* its event waits */
    (void)bench_next(&bench, 1);
    volatile uint32_t *reg = bench.host[0].reg;
    apenet_reg_store(reg, APENET_REG_TX_RB_ADDR_LOW, apenet_reg_load(reg, APENET_REG_TX_RB_ADDR_LOW));
    (void)bench_next(&bench, 0);
    CU_ASSERT_EQUAL(bench_kind(&(apenet_entry_t){.what = bench_next(&bench, 0).what}), 0);
    CU_ASSERT_TRUE(send_at_once(&d));
    apenet_reg_store(reg, APENET_REG_TX_RB_ADDR_LOW, 1); /* none */
    CU_ASSERT_FALSE(send_at_once(&d));
    bench_close(&bench);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"the same as by the ring", the_same_as_by_the_ring},
                                        {"the ring stays", the_ring_stays},
                                        {"no room at the target", no_room_at_the_target},
                                        {"no room for the own event", no_room_for_the_own_event},
                                        {"a new ring", a_new_ring},
                                        {NULL, NULL}};
    return emuq_test_main("apenet_shorts", tests);
}
