/* SPDX-License-Identifier: BSD-3-Clause */
/* Directly sent single-packet messages: memory, events and counters equal those from the ring, also with full
 * queues. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/card/packets.h"
#include "bench.h"
#include "emuq_test.h"

#define PAGE     4096u
#define PAGES    16u
#define FIRST    8u /* page of the targets */
#define CASES    800u
#define MESSAGES 12u

static _Alignas(PAGE) unsigned char memory[PAGES * PAGE];
static bench_t bench;
static bool is_packet; /* packet mode */

static void set_up_as(const bench_plan_t *plan)
{
    bench_open(&bench, plan);
    for (unsigned card = 0; card < 2; card++) {
        CU_ASSERT_EQUAL_FATAL(bench_register(&bench, card, 0, memory + FIRST * PAGE, 4 * PAGE, 0, 1),
                              APENET_STATUS_OK);
        CU_ASSERT_EQUAL_FATAL(
            bench_register(&bench, card, 0, memory + 12 * PAGE, PAGE, APENET_BUFFER_STREAMING, 2),
            APENET_STATUS_OK);
    }
    for (uint32_t i = 0; i < sizeof memory; i++)
        memory[i] = (unsigned char)(i ^ i >> 8 ^ i >> 13);
}

static void set_up(uint32_t queue)
{
    set_up_as(&(bench_plan_t){
        .size = {2, 1, 1}, .queue = queue, .ring = 64, .drops = true, .is_packet = is_packet});
}

/* Messages of card 0 with a known target. */
static uint64_t known(void)
{
    return bench.machine->device[0].tx.known;
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

/* A message of card 0. @param va target of a put; 0: a send */
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
    return message(1, (uintptr_t)memory + FIRST * PAGE, 0, 32, false);
}

/* @return whether the message was sent directly */
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

/* Observable results of some messages. */
typedef struct outcome {
    unsigned char memory[sizeof memory];
    apenet_entry_t event[2][2 * MESSAGES + 1]; /* of each card */
    apenet_counters_t counters[2];
} outcome_t;

/* Changes of a card: adds or re-adds a buffer, removes one, maps a page to other memory or to none. */
static void change(unsigned card, unsigned pid)
{
    static const apenet_op_t ops[] = {APENET_OP_BUFFER_ADD, APENET_OP_BUFFER_REMOVE, APENET_OP_PAGE_ADD,
                                      APENET_OP_PAGE_REMOVE};
    apenet_op_t op = ops[rand() % 4];
    unsigned n = (unsigned)rand() % 4;
    uint64_t page = (uintptr_t)memory + (FIRST + (unsigned)rand() % 5) * PAGE;
    bool is_page = op == APENET_OP_PAGE_ADD || op == APENET_OP_PAGE_REMOVE;
    /* Overlapping buffers of fixed names: a removed buffer is often present. */
    uint64_t va = is_page ? page : (uintptr_t)memory + FIRST * PAGE + n * 1000;
    uint32_t word3[4] = {n != 0 ? 100 + n * 2500 : 4 * PAGE, 0, n + 1, 0};
    if (is_page) {
        memset(word3, 0, sizeof word3);
        apenet_set64(word3, bench_bus(&bench, memory + (FIRST + (unsigned)rand() % 8) * PAGE));
    }
    (void)bench_command(&bench, card, op, pid, va, word3);
}

/* Most messages are short and go to two pages. */
static apenet_descriptor_t random_message(unsigned pids)
{
    uint64_t va;
    unsigned to = (unsigned)rand() % 2, from = (unsigned)rand() % (7 * PAGE);
    uint32_t bytes = 1 + (uint32_t)rand() % (rand() % 2 != 0 ? 64 : PAGE);
    bool is_send = rand() % 8 == 0, is_silent = rand() % 2 != 0;
    if (rand() % 3 == 0)
        va = (uintptr_t)memory + 7 * PAGE + (unsigned)rand() % (6 * PAGE);
    else
        va = (uintptr_t)memory + FIRST * PAGE + (unsigned)rand() % (2 * PAGE);
    if (from % PAGE + bytes > PAGE)
        from -= from % PAGE;
    if (rand() % 8 == 0) /* source and target overlap */
        va = (uintptr_t)memory + FIRST * PAGE, from = FIRST * PAGE + (unsigned)rand() % 20;
    if (from % PAGE + bytes > PAGE)
        bytes = PAGE - from % PAGE;
    apenet_descriptor_t d = message(to, is_send ? 0 : va, from, bytes, is_silent);
    apenet_set(d.header.w, APENET_HEADER_DEST_PID, (unsigned)rand() % pids);
    return d;
}

/* Takes all events to free queue entries. */
static void take_events(outcome_t *o, unsigned taken[2])
{
    for (unsigned card = 0; card < 2; card++)
        while (bench_event(&bench, card, &o->event[card][taken[card]]))
            taken[card]++;
}

static bench_plan_t plan_of(unsigned seed)
{
    static const uint32_t tlb_entries[] = {0, 1, 2, 64, 1000};
    uint32_t entries = tlb_entries[seed % 5];
    return (bench_plan_t){.size = {2, 1, 1},
                          .pids = 1 + seed / 5 % 2,
                          .tlb_entries = entries,
                          .has_no_tlb = entries == 0,
                          .ring = 64,
                          .drops = true,
                          .is_packet = is_packet};
}

/* Random messages with changes of buffers and pages. @return number of messages with a known target */
static uint64_t do_case(unsigned seed, bool at_once, outcome_t *o)
{
    bench_plan_t plan = plan_of(seed);
    unsigned taken[2] = {0, 0};
    memset(o, 0, sizeof *o);
    set_up_as(&plan);
    if (plan.pids == 2)
        for (unsigned card = 0; card < 2; card++)
            (void)bench_register(&bench, card, 1, memory + FIRST * PAGE, 2 * PAGE, 0, 9);
    srand(seed);
    for (unsigned i = 0; i < MESSAGES; i++) {
        if (rand() % 3 == 0)
            change((unsigned)rand() % 2, (unsigned)rand() % plan.pids);
        apenet_descriptor_t d = random_message(plan.pids);
        if (!at_once)
            send_by_ring(&d);
        else
            CU_ASSERT_TRUE(send_at_once(&d));
        take_events(o, taken);
    }
    for (unsigned card = 0; card < 2; card++)
        apenet_device_counters(&bench.machine->device[card], &o->counters[card]);
    memcpy(o->memory, memory, sizeof memory);
    uint64_t n = known();
    bench_close(&bench);
    return n;
}

static void the_same_as_by_the_ring(void)
{
    static outcome_t ring, at_once;
    uint64_t by_ring = 0, were_known = 0, events = 0;
    for (unsigned seed = 0; seed < CASES; seed++) {
        by_ring += do_case(seed, false, &ring);
        were_known += do_case(seed, true, &at_once);
        events += ring.counters[0].events + ring.counters[1].events;
        CU_ASSERT_EQUAL_FATAL(memcmp(ring.memory, at_once.memory, sizeof ring.memory), 0);
        CU_ASSERT_EQUAL_FATAL(memcmp(ring.event, at_once.event, sizeof ring.event), 0);
        CU_ASSERT_EQUAL_FATAL(memcmp(ring.counters, at_once.counters, sizeof ring.counters), 0);
    }
    printf("%llu of %u targets were known; %llu events ", (unsigned long long)were_known, CASES * MESSAGES,
           (unsigned long long)events);
    CU_ASSERT_EQUAL(by_ring, 0);
    bool is_some = were_known > CASES * MESSAGES / 8 && were_known < CASES * MESSAGES;
    CU_ASSERT(is_packet ? were_known == 0 : is_some);
}

/* Changes of buffers invalidate known targets; pages are looked up each time. */
static void what_is_known_ends(void)
{
    apenet_entry_t e;
    uint32_t none[4] = {0, 0, 1, 0}, page[4] = {0, 0, 0, 0};
    set_up(0);
    apenet_descriptor_t d = put();
    for (unsigned i = 0; i < 3; i++) {
        CU_ASSERT_TRUE(send_at_once(&d));
        CU_ASSERT_EQUAL(known(), i); /* except the first */
    }
    apenet_set64(page, bench_bus(&bench, memory + 13 * PAGE));
    CU_ASSERT_EQUAL(bench_command(&bench, 1, APENET_OP_PAGE_ADD, 0, (uintptr_t)memory + FIRST * PAGE, page),
                    APENET_STATUS_OK);
    CU_ASSERT_TRUE(send_at_once(&d));
    CU_ASSERT_EQUAL(known(), 3);
    CU_ASSERT_EQUAL(memcmp(memory + 13 * PAGE, memory, 32), 0);
    CU_ASSERT_EQUAL(
        bench_command(&bench, 1, APENET_OP_BUFFER_REMOVE, 0, (uintptr_t)memory + FIRST * PAGE, none),
        APENET_STATUS_OK);
    CU_ASSERT_TRUE(send_at_once(&d));
    CU_ASSERT_EQUAL(known(), 3);
    for (unsigned i = 0; i < 5; i++) {
        e = bench_next(&bench, 1);
        CU_ASSERT_EQUAL(bench_status(&e), i < 4 ? APENET_STATUS_OK : APENET_STATUS_RX_NO_BUFFER);
    }
    bench_close(&bench);
}

/* A smaller buffer within a known buffer receives the packets that it contains. */
static void a_smaller_buffer(void)
{
    set_up(0);
    apenet_descriptor_t d = put();
    for (unsigned i = 0; i < 4; i++) {
        if (i == 2)
            (void)bench_register(&bench, 1, 0, memory + FIRST * PAGE, 40, 0, 77);
        CU_ASSERT_TRUE(send_at_once(&d));
        apenet_entry_t e = bench_next(&bench, 1);
        CU_ASSERT_EQUAL(apenet_get64(&e.footer[2]), i < 2 ? 1 : 77);
    }
    CU_ASSERT_EQUAL(known(), 2);
    bench_close(&bench);
}

/* A card with a new ring has sent half a message: the receiver appends the next message. */
static void half_a_message_before(void)
{
    set_up(0);
    apenet_descriptor_t d = put(), half = d;
    volatile uint32_t *reg = bench.host[0].reg;
    apenet_set(half.header.w, APENET_HEADER_LAST_FRAG, 0);
    apenet_set(half.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    CU_ASSERT_TRUE(send_at_once(&d)); /* makes the target known */
    (void)bench_next(&bench, 1);
    send_by_ring(&half);
    CU_ASSERT_FALSE(send_at_once(&d));
    apenet_reg_store(reg, APENET_REG_TX_RB_ADDR_LOW, apenet_reg_load(reg, APENET_REG_TX_RB_ADDR_LOW));
    CU_ASSERT_TRUE(send_at_once(&d));
    CU_ASSERT_EQUAL(bench_next(&bench, 1).bytes, 2 * apenet_get(d.cmd0, APENET_CMD0_BYTES));
    CU_ASSERT_EQUAL(known(), 0);
    CU_ASSERT_TRUE(send_at_once(&d));
    CU_ASSERT_EQUAL(bench_next(&bench, 1).bytes, apenet_get(d.cmd0, APENET_CMD0_BYTES));
    CU_ASSERT_EQUAL(known(), 1);
    bench_close(&bench);
}

/* Neither ring pointers nor RING_EMPTY change for a message without a slot. */
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
    CU_ASSERT_FALSE(send_at_once(&d)); /* packets in the ring go first */
    for (unsigned i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(bench_next(&bench, 1).serial, i + 1);
    CU_ASSERT_TRUE(send_at_once(&d));
    CU_ASSERT_EQUAL(bench_next(&bench, 1).serial, 5);
    bench_close(&bench);
}

/* The message arrives; its local event waits for space and precedes events of later messages. */
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
    CU_ASSERT_FALSE(send_at_once(&d)); /* a pending event of the card */
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

/* A new ring drops the state of the old one. */
static void a_new_ring(void)
{
    set_up(2);
    apenet_descriptor_t d = put();
    CU_ASSERT_TRUE(send_at_once(&d));
    (void)bench_next(&bench, 1);
    CU_ASSERT_TRUE(send_at_once(&d)); /* a pending event */
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

/* Without a slot of the ring in packet mode, too. */
static void in_packet_mode(void)
{
    is_packet = true;
    the_same_as_by_the_ring();
    the_ring_stays();
    no_room_for_the_own_event();
    a_new_ring();
    is_packet = false;
}

/* A get whose replies are missing precedes later messages. */
static void behind_a_get(void)
{
    is_packet = true;
    set_up(0);
    apenet_descriptor_t d = put();
    bench.machine->device[0].tx.is_getting = true;
    CU_ASSERT_FALSE(send_at_once(&d));
    bench.machine->device[0].tx.is_getting = false;
    CU_ASSERT_TRUE(send_at_once(&d));
    is_packet = false;
    bench_close(&bench);
}

/* Packets in the ring, the rest of a message, and the path precede a message in packet mode, too. */
static void behind_the_ring(void)
{
    is_packet = true;
    set_up(0);
    apenet_device_t *d = &bench.machine->device[0];
    apenet_descriptor_t whole = put(), half = whole,
                        local = message(0, (uintptr_t)memory + FIRST * PAGE, 0, 32, false);
    apenet_set(half.header.w, APENET_HEADER_LAST_FRAG, 0);
    apenet_set(half.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    send_by_ring(&half);
    CU_ASSERT_FALSE(send_at_once(&whole));
    send_by_ring(&whole);
    CU_ASSERT_EQUAL(bench_next(&bench, 1).bytes, 64);
    CU_ASSERT_TRUE(send_at_once(&whole));
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &whole));
    apenet_set(&d->reg[APENET_REG_TX_RB_NEXT_PTR], APENET_PTR_DRIVER, bench.host[0].fill); /* not executed */
    CU_ASSERT_FALSE(send_at_once(&whole));
    bench_ring(&bench, 0);
    CU_ASSERT_TRUE(send_at_once(&whole));
    d->tx.is_failed = true; /* an earlier packet of the message had no path */
    CU_ASSERT_FALSE(send_at_once(&whole));
    d->tx.is_failed = false;
    apenet_network_set_down(bench.machine->network, 0, 1u << APENET_PORT_X_PLUS | 1u << APENET_PORT_X_MINUS);
    CU_ASSERT_FALSE(send_at_once(&whole));
    CU_ASSERT_TRUE(send_at_once(&local));
    is_packet = false;
    bench_close(&bench);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"the same as by the ring", the_same_as_by_the_ring},
                                        {"what is known ends", what_is_known_ends},
                                        {"a smaller buffer", a_smaller_buffer},
                                        {"half a message before", half_a_message_before},
                                        {"the ring stays", the_ring_stays},
                                        {"no room at the target", no_room_at_the_target},
                                        {"no room for the own event", no_room_for_the_own_event},
                                        {"a new ring", a_new_ring},
                                        {"in packet mode", in_packet_mode},
                                        {"behind a get", behind_a_get},
                                        {"behind the ring", behind_the_ring},
                                        {NULL, NULL}};
    return emuq_test_main("apenet_shorts", tests);
}
