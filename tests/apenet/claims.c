/* SPDX-License-Identifier: BSD-3-Clause */
/* A process dies with the claim of a ring or of a node: the next process ends its message, or stops the node.
 */
#include <string.h>
#include <unistd.h>

#include "apenet/card/monitor.h"
#include "apenet/card/packets.h"
#include "apenet/net/node.h"
#include "bench.h"
#include "emuq_test.h"

#define PAGE      4096u
#define MS        UINT64_C(1000000)
#define PERIOD    100u
#define HOST_DEAD APENET_STATUS_HOST_DEAD
#define LINK_DOWN APENET_STATUS_LINK_DOWN

static _Alignas(PAGE) unsigned char source[4 * PAGE], target[4 * PAGE];
static bench_t bench;
static uint64_t magic;
static unsigned dead;

static void open_cards(uint32_t nodes, bool is_packet)
{
    bench_open(&bench, &(bench_plan_t){.size = {nodes, 1, 1},
                                       .pids = 2,
                                       .ring = 16,
                                       .queue = 32,
                                       .is_packet = is_packet,
                                       .period_ms = is_packet ? PERIOD : 0});
    for (unsigned i = 0; i < nodes; i++)
        CU_ASSERT_EQUAL_FATAL(bench_register(&bench, i, 0, target, sizeof target, APENET_BUFFER_GET, 1),
                              APENET_STATUS_OK);
    (void)bench_map(&bench, source, sizeof source);
    memset(source, 0, sizeof source);
    memset(target, 0, sizeof target);
}

static apenet_tx_t *tx(void)
{
    return &bench.machine->device[0].tx;
}

static uint32_t pointer(void)
{
    uint32_t pointers = apenet_reg_load(bench.host[0].reg, APENET_REG_TX_RB_NEXT_PTR);
    return apenet_get(&pointers, APENET_PTR_CARD);
}

static void post_descriptor(const apenet_descriptor_t *d)
{
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, d));
}

/* Posts a packet of a put to card @p to. @param packets that follow in the message @return its magic */
static uint64_t post(unsigned to, unsigned char byte, unsigned packets, unsigned from_pid, bool is_silent)
{
    unsigned at = packets * PAGE;
    memset(source + at, byte, PAGE);
    apenet_descriptor_t d = bench_descriptor(&bench, 0, to, 0, APENET_CMD_PUT, source + at,
                                             packets != 0 ? PAGE : 64, (uintptr_t)target + at);
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, packets == 0);
    apenet_set(d.header.w, APENET_HEADER_SRC_PID, from_pid);
    apenet_set64(d.cmd1, ++magic);
    if (packets != 0 || is_silent)
        apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    post_descriptor(&d);
    return magic;
}

static void expect(unsigned card, apenet_event_kind_t kind, apenet_status_t status, uint64_t head)
{
    apenet_entry_t e = bench_next(&bench, card);
    CU_ASSERT_EQUAL(bench_kind(&e), kind);
    CU_ASSERT_EQUAL(bench_status(&e), status);
    if (head != 0)
        CU_ASSERT_EQUAL(apenet_get64(e.head), head);
}

static void expect_no_event(unsigned card)
{
    CU_ASSERT_EQUAL(bench_next(&bench, card).what, 0);
}

static void expect_received(unsigned card, uint32_t bytes)
{
    apenet_entry_t e = bench_next(&bench, card);
    CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_RECEIVED);
    CU_ASSERT_EQUAL(e.bytes, bytes);
}

/* A put of card 0 works, with both events. */
static void check_put(void)
{
    uint64_t head = post(1, 77, 0, 0, false);
    bench_ring(&bench, 0);
    apenet_entry_t e = bench_next(&bench, 0);
    CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_SENT);
    CU_ASSERT_EQUAL(apenet_get64(e.head), head);
    CU_ASSERT_EQUAL(e.bytes, 64);
    expect_received(1, 64);
    CU_ASSERT_EQUAL(target[63], 77);
    for (unsigned i = 0; i < 2; i++)
        expect_no_event(i);
    CU_ASSERT_EQUAL(tx()->claim, 0);
}

/* The holder dies, `begun` being a slot. Packets: injected packets are counted from @p injected. */
static void die_at(uint32_t slot, uint64_t injected)
{
    tx()->begun = slot | (injected & 0xffff) << 16;
    tx()->claim = dead;
}

static uint64_t injected(void)
{
    return bench.machine->network == NULL ? 0 : apenet_network_injected(bench.machine->network, 0);
}

static void nothing_has_begun(void)
{
    for (unsigned is_packet = 0; is_packet < 2; is_packet++) {
        open_cards(2, is_packet != 0);
        check_put();
        tx()->claim = (uint64_t)getpid(); /* lives */
        uint64_t first = post(1, 1, 0, 0, false);
        bench_ring(&bench, 0);
        apenet_repair_all(bench.machine);
        expect_no_event(0);
        tx()->claim = dead | EMUQ_CLAIM_FLAG;
        uint64_t second = post(1, 2, 0, 1, false);
        bench_ring(&bench, 0);
        expect_no_event(0);
        apenet_repair_all(bench.machine);
        expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, first);
        expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, second);
        expect_received(1, 64);
        expect_received(1, 64);
        check_put();
        bench_close(&bench);
    }
}

/* Silent messages before the last one have been delivered, and are not delivered again. */
static void a_message_has_begun(void)
{
    open_cards(2, false);
    check_put();
    tx()->claim = dead;
    uint32_t slot = pointer();
    (void)post(1, 1, 0, 0, true);
    (void)post(1, 2, 0, 0, true);
    uint64_t third = post(1, 3, 0, 0, false), fourth = post(1, 4, 0, 0, false);
    bench_ring(&bench, 0);
    die_at(slot + 2, 0);
    tx()->is_done = true; /* not written */
    tx()->bytes = 64;
    apenet_repair_all(bench.machine);
    expect(0, APENET_EVENT_ERROR, HOST_DEAD, third);
    expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, fourth);
    expect_received(1, 64);
    CU_ASSERT_EQUAL(target[0], 4);
    check_put();
    bench_close(&bench);
}

static void a_get_has_begun(void)
{
    open_cards(2, false);
    uint32_t slot = pointer();
    tx()->claim = dead;
    apenet_descriptor_t d = bench_descriptor(&bench, 0, 1, 0, APENET_CMD_GET, source,
                                             sizeof(apenet_get_request_t), (uintptr_t)target);
    post_descriptor(&d);
    bench_ring(&bench, 0);
    die_at(slot, 0);
    apenet_repair_all(bench.machine);
    expect(0, APENET_EVENT_GET_DONE, HOST_DEAD, 0);
    check_put();
    bench_close(&bench);
}

/* The event is written, the ring pointer is not advanced. */
static void an_event_is_written(void)
{
    for (unsigned is_packet = 0; is_packet < 2; is_packet++) {
        open_cards(2, is_packet != 0);
        uint32_t slot = pointer(), *reg = &bench.machine->device[0].reg[APENET_REG_TX_RB_NEXT_PTR];
        uint64_t before = injected();
        check_put();
        apenet_set(reg, APENET_PTR_CARD, slot);
        die_at(slot, before);
        tx()->bytes = 64; /* as before the event */
        apenet_repair_all(bench.machine);
        CU_ASSERT_EQUAL(pointer(), slot + 1);
        check_put();
        bench_close(&bench);
    }
}

/* The rest of a message is dropped; its receiver does not add the next message to it. */
static void a_message_is_aborted(void)
{
    for (unsigned sent = 1; sent <= 3; sent++) {
        open_cards(2, false);
        tx()->bytes = 0;
        uint32_t slot = pointer();
        (void)post(1, 1, 3, 0, false);
        bench_ring(&bench, 0); /* is delivered */
        expect_no_event(1);
        tx()->claim = dead;
        (void)post(1, 2, 2, 0, false);
        if (sent == 3)
            (void)post(1, 3, 1, 0, false);
        bench_ring(&bench, 0);
        die_at(slot + sent - 1, 0); /* sent == 1: the pointer is behind it, nothing has begun */
        apenet_repair_all(bench.machine);
        if (sent != 3)
            (void)post(1, 3, 1, 0, false);
        uint64_t last = post(1, 4, 0, 0, false);
        bench_ring(&bench, 0);
        if (sent == 1) {
            expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, last);
            expect_received(1, 3 * PAGE + 64);
        } else {
            expect(0, APENET_EVENT_ERROR, HOST_DEAD, last);
            expect_no_event(1);
        }
        CU_ASSERT_EQUAL(tx()->mode, APENET_TX_DIRECT);
        check_put();
        bench_close(&bench);
    }
}

/* The sender of an aborted message dies, too: the next message is of another process. */
static void an_aborted_message_has_no_end(void)
{
    for (unsigned pid = 0; pid < 2; pid++) {
        open_cards(2, false);
        uint32_t slot = pointer();
        tx()->claim = dead;
        (void)post(1, 1, 3, pid, false);
        bench_ring(&bench, 0);
        die_at(slot, 0);
        apenet_repair_all(bench.machine);
        expect_no_event(0);
        CU_ASSERT_EQUAL(tx()->mode, APENET_TX_ABORTED);
        tx()->claim = dead; /* the next holder dies, too */
        apenet_repair_all(bench.machine);
        uint64_t other = post(1, 2, 0, 1 - pid, false);
        bench_ring(&bench, 0);
        expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, other);
        expect_received(1, 64);
        check_put();
        bench_close(&bench);
    }
}

/* Packet mode: a packet is injected again only if it is not in the queue of the node. */
static void packets_are_injected_once(void)
{
    for (unsigned is_injected = 0; is_injected < 2; is_injected++) {
        open_cards(2, true);
        check_put();
        uint32_t slot = pointer();
        tx()->claim = dead;
        uint64_t first = post(1, 1, 0, 0, false), second = post(1, 2, 0, 0, false);
        bench_ring(&bench, 0);
        die_at(slot, injected() - is_injected);
        apenet_repair_all(bench.machine);
        expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, first);
        expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, second);
        if (is_injected == 0)
            expect_received(1, 64);
        expect_received(1, 64);
        check_put();
        bench_close(&bench);
    }
}

/* Packet mode: a message of three packets continues at each of them, also when the number of injected packets
 * exceeds the bits of `begun`. */
static void a_message_continues(void)
{
    for (unsigned i = 0; i < 12; i++) {
        unsigned at = i % 3, is_injected = i / 3 % 2, is_wrapped = i / 6;
        open_cards(2, true);
        check_put();
        network_queue_t *q = &bench.machine->network->node[0].queue[APENET_INJECT_MESSAGES];
        q->head += is_wrapped * UINT64_C(65536); /* a multiple of the slots */
        q->tail += is_wrapped * UINT64_C(65536);
        for (unsigned sent = 0; sent < at; sent++) {
            (void)post(1, 1, 2 - sent, 0, false);
            bench_ring(&bench, 0);
        }
        uint32_t slot = pointer();
        if (is_injected != 0) { /* with its effect on the receiver, but not on the TX block */
            (void)post(1, 1, 2 - at, 0, at == 2);
            bench_ring(&bench, 0);
            apenet_set(&bench.machine->device[0].reg[APENET_REG_TX_RB_NEXT_PTR], APENET_PTR_CARD, slot);
            bench.host[0].fill = slot;
        }
        tx()->claim = dead;
        for (unsigned left = 3 - at; left-- != 0;)
            (void)post(1, 1, left, 0, false);
        uint64_t head = magic;
        bench_ring(&bench, 0);
        die_at(slot, injected() - is_injected);
        tx()->begun |= (uint64_t)at * PAGE << 32;
        tx()->bytes = is_injected != 0 && at != 2 ? (at + 1) * PAGE : 0;
        apenet_repair_all(bench.machine);
        apenet_entry_t e = bench_next(&bench, 0);
        CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_SENT);
        CU_ASSERT_EQUAL(apenet_get64(e.head), head);
        CU_ASSERT_EQUAL(e.bytes, 2 * PAGE + 64);
        expect_received(1, 2 * PAGE + 64);
        check_put();
        bench_close(&bench);
    }
}

/* Packet mode: `begun` is the slot before the first one after a message without a slot. */
static void a_message_without_a_slot(void)
{
    open_cards(2, true);
    for (unsigned i = 0; i < 20; i++) { /* more than once around the ring */
        apenet_descriptor_t d =
            bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, source, 64, (uintptr_t)target);
        apenet_short_t message = {
            .header = d.header, .to = &bench.machine->device[1], .bus = apenet_get64(d.cmd0), .bytes = 64};
        CU_ASSERT_TRUE(apenet_transmit_short(&bench.machine->device[0], &message));
        expect_received(1, 64);
        tx()->claim = dead;
        uint64_t head = post(1, 1, 0, 0, false);
        bench_ring(&bench, 0);
        apenet_repair_all(bench.machine);
        expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, head);
        expect_received(1, 64);
        check_put();
    }
    bench_close(&bench);
}

static void a_get_is_injected(void)
{
    open_cards(2, true);
    uint32_t slot = pointer();
    apenet_device_t *d = &bench.machine->device[0];
    tx()->claim = dead;
    apenet_descriptor_t get = bench_descriptor(&bench, 0, 1, 0, APENET_CMD_GET, source,
                                               sizeof(apenet_get_request_t), (uintptr_t)target);
    post_descriptor(&get);
    bench_ring(&bench, 0);
    d->get = (apenet_open_get_t){.header = get.header, .is_open = true, .bytes = 48};
    die_at(slot, injected() - 1);
    apenet_repair_all(bench.machine);
    expect_no_event(0);
    d->get.is_open = false;
    bench_ring(&bench, 0);
    apenet_entry_t e = bench_next(&bench, 0);
    CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_GET_DONE);
    CU_ASSERT_EQUAL(e.bytes, 48);
    check_put();
    bench_close(&bench);
}

/* Threads that wait for a long run take the ring over. */
static void a_long_run_has_no_end(void)
{
    open_cards(2, false);
    check_put();
    tx()->is_long = true;
    tx()->claim = dead;
    uint64_t head = post(1, 1, 0, 0, false);
    bench_ring(&bench, 0);
    expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, head);
    expect_received(1, 64);
    CU_ASSERT_FALSE(tx()->is_long);
    check_put();
    bench_close(&bench);
}

/* A dead process waited for the ring, or has removed a ring from the list of parked rings. */
static void work_of_the_dead_is_repeated(void)
{
    open_cards(2, false);
    tx()->waiting_owners = 1;
    for (unsigned i = 0; i < 5; i++)
        (void)post(1, 1, 0, 0, false);
    bench_ring(&bench, 0);
    CU_ASSERT_NOT_EQUAL(pointer(), 5);
    apenet_repair_all(bench.machine);
    CU_ASSERT_EQUAL(pointer(), 5);
    for (unsigned i = 0; i < 5; i++) {
        expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, 0);
        expect_received(1, 64);
    }
    uint64_t head = post(1, 1, 0, 0, false);
    apenet_set(&bench.machine->device[0].reg[APENET_REG_TX_RB_NEXT_PTR], APENET_PTR_DRIVER, 6);
    expect_no_event(0);
    apenet_repair_all(bench.machine);
    expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, head);
    expect_received(1, 64);
    bench_close(&bench);
}

/* The pending event of a message without a slot. */
static void an_event_without_a_slot(void)
{
    for (unsigned i = 0; i < 4; i++) {
        unsigned is_written = i % 2, is_packet = i / 2;
        open_cards(2, is_packet != 0);
        check_put();
        tx()->pending = apenet_entry(APENET_EVENT_SENT, APENET_STATUS_OK);
        apenet_set64(tx()->pending.head, is_written != 0 ? magic : 4711);
        tx()->mode = APENET_TX_NO_SLOT;
        tx()->is_done = true;
        tx()->claim = dead;
        apenet_repair_all(bench.machine);
        if (is_written == 0)
            expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, 4711);
        CU_ASSERT_EQUAL(tx()->mode, is_packet != 0 ? APENET_TX_PACKETS : APENET_TX_DIRECT);
        check_put();
        bench_close(&bench);
    }
}

/* A dead process has removed the mark of a node with a packet, and has not notified a sleeper. */
static void marks_and_notifications_are_repeated(void)
{
    open_cards(2, true);
    network_node_t *node = &bench.machine->network->node[0];
    emuq_event_count_t *wakeup = &bench.machine->device[0].wakeup;
    node->claim = (uint64_t)getpid();
    uint64_t head = post(1, 1, 0, 0, false);
    bench_ring(&bench, 0);
    expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, head);
    node->claim = 0;
    expect_no_event(1);
    emuq_ticket_t ticket = emuq_event_prepare(wakeup);
    apenet_repair_all(bench.machine);
    expect_received(1, 64);
    CU_ASSERT_NOT_EQUAL(AO_int_load(&wakeup->event), ticket);
    check_put();
    bench_close(&bench);
}

/* ---- nodes ---- */

static uint32_t health(unsigned card, unsigned port)
{
    return apenet_reg_load(bench.host[card].reg, APENET_REG_HEALTH_PORT + port);
}

static void pass_periods(uint64_t *now, unsigned periods)
{
    for (; periods-- != 0; *now += PERIOD * MS) {
        for (unsigned i = 0; i < bench.machine->devices; i++)
            apenet_reg_store(bench.host[i].reg, APENET_REG_HOST_WD,
                             apenet_reg_load(bench.host[i].reg, APENET_REG_HOST_WD) + 1);
        (void)apenet_monitor_run(bench.machine, *now);
    }
}

/* Node 1 of 4 in a ring is stopped. */
static void a_node_is_stopped(void)
{
    open_cards(4, true);
    apenet_machine_t *m = bench.machine;
    uint64_t now = UINT64_C(1000000000000), kept = apenet_lock_owner;
    pass_periods(&now, 4);
    uint64_t head = post(1, 1, 0, 0, false);
    apenet_lock_owner = dead;
    CU_ASSERT_TRUE(apenet_network_claim(m->network, 1));
    apenet_lock_owner = kept;
    bench_ring(&bench, 0); /* the packet is lost */
    expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, head);
    m->deaths = 1;
    apenet_repair(m);
    CU_ASSERT_EQUAL(m->repaired, 1);
    for (unsigned i = 0; i < 20; i++) { /* more than all queues hold */
        head = post(1 + i % 2, 2, 0, 0, false);
        bench_ring(&bench, 0);
        expect(0, APENET_EVENT_ERROR, LINK_DOWN, head);
        head = post(3, 2, 0, 0, false);
        bench_ring(&bench, 0);
        expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, head);
        expect_received(3, 64);
    }
    pass_periods(&now, 1);
    uint32_t status = apenet_reg_load(bench.host[1].reg, APENET_REG_CARD_STATUS),
             word = apenet_reg_load(bench.host[1].reg, APENET_REG_HEALTH);
    CU_ASSERT_EQUAL(apenet_get(&status, APENET_CARD_STATUS_LINKS), 0);
    CU_ASSERT_EQUAL(apenet_get(&word, APENET_HEALTH_CARD), APENET_HEALTH_FAILED);
    CU_ASSERT_EQUAL(apenet_health_link(word, APENET_PORT_X_PLUS), APENET_LINK_DOWN);
    CU_ASSERT_EQUAL(apenet_health_link(word, APENET_PORT_X_MINUS), APENET_LINK_DOWN);
    pass_periods(&now, 1);
    word = apenet_reg_load(bench.host[0].reg, APENET_REG_HEALTH);
    CU_ASSERT_EQUAL(apenet_health_link(word, APENET_PORT_X_PLUS), APENET_LINK_DOWN);
    CU_ASSERT_EQUAL(apenet_health_link(word, APENET_PORT_X_MINUS), APENET_LINK_UP);
    word = health(2, APENET_PORT_X_MINUS);
    CU_ASSERT_EQUAL(apenet_get(&word, APENET_HEALTH_CARD), APENET_HEALTH_FAILED);
    bench_close(&bench);
}

/* A get to a stopped node; the ring of a stopped node. */
static void gets_end(void)
{
    for (unsigned stopped = 0; stopped < 2; stopped++) {
        open_cards(3, true);
        apenet_machine_t *m = bench.machine;
        uint64_t kept = apenet_lock_owner;
        apenet_lock_owner = dead;
        CU_ASSERT_TRUE(apenet_network_claim(m->network, stopped));
        apenet_lock_owner = kept;
        apenet_get_request_t *request = (apenet_get_request_t *)(void *)(source + 2 * PAGE);
        memset(request, 0, sizeof *request);
        apenet_set64(request->sink, (uintptr_t)target + PAGE);
        request->bytes = 64;
        apenet_descriptor_t d =
            bench_descriptor(&bench, 0, 1, 0, APENET_CMD_GET, request, sizeof *request, (uintptr_t)target);
        post_descriptor(&d);
        uint64_t head = post(1, 2, 0, 0, false);
        bench_ring(&bench, 0);
        expect_no_event(0);
        m->deaths = 1;
        apenet_tick(&m->device[0]);
        expect(0, APENET_EVENT_GET_DONE, LINK_DOWN, 0);
        expect(0, APENET_EVENT_ERROR, LINK_DOWN, head);
        bench_close(&bench);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"nothing has begun", nothing_has_begun},
        {"a message has begun", a_message_has_begun},
        {"a get has begun", a_get_has_begun},
        {"an event is written", an_event_is_written},
        {"a message is aborted", a_message_is_aborted},
        {"an aborted message has no end", an_aborted_message_has_no_end},
        {"packets are injected once", packets_are_injected_once},
        {"a message continues", a_message_continues},
        {"a message without a slot", a_message_without_a_slot},
        {"a get is injected", a_get_is_injected},
        {"a long run has no end", a_long_run_has_no_end},
        {"work of the dead is repeated", work_of_the_dead_is_repeated},
        {"an event without a slot", an_event_without_a_slot},
        {"marks and notifications are repeated", marks_and_notifications_are_repeated},
        {"a node is stopped", a_node_is_stopped},
        {"gets end", gets_end},
        {NULL, NULL}};
    dead = bench_dead_process();
    return emuq_test_main("claims of dead processes", tests);
}
