/* SPDX-License-Identifier: BSD-3-Clause */
/* Watchdogs and registers of links and router: cards without hosts, steps at times chosen by the test. */
#include "apenet/card/monitor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apenet/card/packets.h"
#include "apenet/net/network.h"
#include "bench.h"
#include "emuq_test.h"

#define PERIOD 100u
#define NS     UINT64_C(1000000)
#define PAGE   4096u
#define GOOD   APENET_HEALTH_GOOD

static bench_t bench;
static uint64_t now;
static _Alignas(PAGE) char source[PAGE], target[BENCH_DEVICES][PAGE];

static uint32_t reg(unsigned card, unsigned n)
{
    return apenet_reg_load(bench.host[card].reg, n);
}

static void store(unsigned card, unsigned n, uint32_t value)
{
    apenet_reg_store(bench.host[card].reg, n, value);
}

static unsigned host_of(uint32_t word)
{
    return apenet_get(&word, APENET_HEALTH_HOST);
}

static unsigned card_of(uint32_t word)
{
    return apenet_get(&word, APENET_HEALTH_CARD);
}

static void open_cards(uint32_t x, uint32_t y, uint32_t z, const apenet_fault_plan_t *faults)
{
    now = UINT64_C(1000000000000);
    bench_open(&bench,
               &(bench_plan_t){.size = {x, y, z}, .is_packet = true, .period_ms = PERIOD, .faults = faults});
    for (unsigned i = 0; i < bench.machine->devices; i++)
        CU_ASSERT_EQUAL(bench_register(&bench, i, 0, target[i], PAGE, 0, 7), APENET_STATUS_OK);
}

/* Passes periods. @param stopped set of cards whose hosts stand still */
static void pass(unsigned periods, uint32_t stopped)
{
    for (; periods-- != 0; now += PERIOD * NS) {
        for (unsigned i = 0; i < bench.machine->devices; i++)
            if ((stopped >> i & 1) == 0)
                store(i, APENET_REG_HOST_WD, reg(i, APENET_REG_HOST_WD) + 1);
        (void)apenet_monitor_run(bench.machine, now);
    }
}

static void put_bytes(unsigned from, unsigned to, uint32_t bytes)
{
    apenet_descriptor_t d =
        bench_descriptor(&bench, from, to, 0, APENET_CMD_PUT, source, bytes, (uintptr_t)target[to]);
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, from, &d));
    bench_ring(&bench, from);
}

static void put(unsigned from, unsigned to)
{
    put_bytes(from, to, 100);
}

static unsigned take_kind(unsigned card)
{
    apenet_entry_t e = bench_next(&bench, card);
    return bench_kind(&e);
}

/* Ports of a card to a neighbour, as a set. */
static uint32_t ports_to(unsigned card, unsigned neighbour)
{
    apenet_network_port_t port[APENET_PORTS];
    uint32_t found = 0;
    apenet_network_ports(bench.machine->network, card, port);
    for (unsigned p = 0; p < APENET_PORTS; p++)
        if (port[p].exists && apenet_network_next(bench.machine->network, card, p) == neighbour)
            found |= 1u << p;
    return found;
}

/* ---- health ---- */

static void all_is_good(void)
{
    uint32_t wrong = 0;
    for (unsigned i = 0; i < bench.machine->devices; i++) {
        wrong += reg(i, APENET_REG_HEALTH) != GOOD;
        for (unsigned p = 0; p < APENET_PORTS; p++) {
            bool exists = (reg(i, APENET_REG_CARD_STATUS) >> (8 + p) & 1) != 0;
            wrong += reg(i, APENET_REG_HEALTH_PORT + p) != (exists ? GOOD : 0);
        }
    }
    CU_ASSERT_EQUAL(wrong, 0);
}

static void registers_before_the_first_step(void)
{
    open_cards(2, 2, 1, NULL);
    for (unsigned i = 0; i < 4; i++) {
        CU_ASSERT_EQUAL(reg(i, APENET_REG_ROUTE_ORDER), APENET_ROUTE_ORDER_RESET);
        CU_ASSERT_EQUAL(reg(i, APENET_REG_WD_PERIOD_MS), PERIOD);
        CU_ASSERT_EQUAL(reg(i, APENET_REG_CARD_STATUS), APENET_CARD_READY | 0x1b << 8); /* X+, Y+, X-, Y- */
        CU_ASSERT_EQUAL(reg(i, APENET_REG_HEALTH), 0);
    }
    pass(5, 0xf); /* no host has begun */
    CU_ASSERT_EQUAL(reg(2, APENET_REG_HEALTH), 0);
    CU_ASSERT_EQUAL(reg(2, APENET_REG_CARD_WD), 5);
    pass(3, 0);
    all_is_good();
    bench_close(&bench);
}

/* Neighbours know within three periods, further nodes stay good, and the host recovers. */
static void a_host_stops(void)
{
    static const uint32_t shapes[][3] = {{2, 2, 1}, {3, 1, 1}, {4, 2, 1}, {2, 2, 2}, {5, 1, 1}};
    for (unsigned s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        open_cards(shapes[s][0], shapes[s][1], shapes[s][2], NULL);
        pass(4, 0);
        all_is_good();
        for (unsigned stopped = 0; stopped < bench.machine->devices; stopped++) {
            uint32_t wrong = 0;
            pass(3, 1u << stopped);
            for (unsigned i = 0; i < bench.machine->devices; i++) {
                wrong += host_of(reg(i, APENET_REG_HEALTH)) != (i == stopped ? 3u : 0u);
                for (unsigned p = 0; p < APENET_PORTS; p++)
                    wrong += host_of(reg(i, APENET_REG_HEALTH_PORT + p)) !=
                             ((ports_to(i, stopped) >> p & 1) != 0 ? 3u : 0u);
            }
            CU_ASSERT_EQUAL(wrong, 0);
            pass(2, 0);
            all_is_good();
        }
        bench_close(&bench);
    }
}

/* A thread keeps the claim of a card: no words reach its neighbours, and its register is marked. */
static void a_card_stops(void)
{
    open_cards(4, 1, 1, NULL);
    pass(4, 0);
    CU_ASSERT_TRUE_FATAL(apenet_network_claim(bench.machine->network, 1));
    uint32_t stands_at = reg(1, APENET_REG_CARD_WD);
    pass(4, 0);
    CU_ASSERT_EQUAL(reg(1, APENET_REG_CARD_WD), stands_at);
    CU_ASSERT_EQUAL(card_of(reg(1, APENET_REG_HEALTH)), 3);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned p = 0; p < APENET_PORTS; p++) {
            bool is_next = (ports_to(i, 1) >> p & 1) != 0;
            if (i == 1)
                continue;
            CU_ASSERT_EQUAL(card_of(reg(i, APENET_REG_HEALTH_PORT + p)), is_next ? 3u : 0u);
            CU_ASSERT_EQUAL(apenet_health_link(reg(i, APENET_REG_HEALTH), p),
                            is_next ? APENET_LINK_DOWN : APENET_LINK_UP);
            CU_ASSERT_EQUAL(is_next && (reg(i, APENET_REG_CARD_STATUS) >> (8 + p) & 1) != 0, false);
        }
    apenet_network_release(bench.machine->network, 1);
    pass(3, 0);
    all_is_good();
    CU_ASSERT(reg(1, APENET_REG_CARD_WD) > stands_at);
    bench_close(&bench);
}

/* Only the ends of a cut link show the cut. */
static void a_link_is_cut(void)
{
    apenet_fault_plan_t faults;
    char what[160];
    CU_ASSERT_EQUAL_FATAL(apenet_fault_plan_parse("link:0.0.0.0@2", &faults, what, sizeof what), 0);
    open_cards(4, 1, 1, &faults);
    pass(4, 0);
    put(0, 1);
    CU_ASSERT_EQUAL(take_kind(1), APENET_EVENT_RECEIVED);
    pass(2, 0);
    all_is_good();
    put(0, 1);
    CU_ASSERT_EQUAL(take_kind(1), 0);
    pass(4, 0);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned p = 0; p < APENET_PORTS; p++) {
            bool is_cut = (i == 0 && p == APENET_PORT_X_PLUS) || (i == 1 && p == APENET_PORT_X_MINUS);
            CU_ASSERT_EQUAL(card_of(reg(i, APENET_REG_HEALTH_PORT + p)), is_cut ? 3u : 0u);
            CU_ASSERT_EQUAL(apenet_health_link(reg(i, APENET_REG_HEALTH), p),
                            is_cut ? APENET_LINK_DOWN : APENET_LINK_UP);
        }
    CU_ASSERT_EQUAL(reg(0, APENET_REG_CARD_STATUS), APENET_CARD_READY | 0x08 << 8);
    CU_ASSERT_EQUAL(reg(3, APENET_REG_CARD_STATUS), APENET_CARD_READY | 0x09 << 8);
    /* Further packets fill the link, and wait in the router until the link is down after 16 resends. */
    const unsigned dropped = APENET_REG_COUNTERS + APENET_COUNT_DROPPED;
    for (unsigned i = 0; i < 12; i++) {
        put_bytes(0, 1, PAGE);
        CU_ASSERT_EQUAL(take_kind(0), APENET_EVENT_SENT);
    }
    CU_ASSERT_EQUAL(reg(0, dropped), 0);
    for (unsigned i = 0; i < 100; i++) {
        (void)apenet_network_tick(bench.machine->network, 255, emuq_host_now_ns());
        apenet_run_network(bench.machine);
    }
    pass(1, 0);
    CU_ASSERT(reg(0, dropped) > 0 && reg(0, dropped) < 12);
    CU_ASSERT_EQUAL(reg(0, dropped), apenet_network_dropped(bench.machine->network, 0));
    CU_ASSERT_EQUAL(reg(0, dropped + APENET_PORT_REGISTERS * APENET_PORT_X_MINUS), 0);
    bench_close(&bench);
}

/* An error is shown for its period. */
static void errors_of_links(void)
{
    apenet_fault_plan_t faults;
    char what[160];
    CU_ASSERT_EQUAL_FATAL(apenet_fault_plan_parse("seed:3,header:0.5", &faults, what, sizeof what), 0);
    open_cards(3, 1, 1, &faults);
    pass(4, 0);
    unsigned shown = 0;
    for (unsigned i = 0; i < 20; i++) {
        put(0, 1);
        for (unsigned tick = 0; tick < 20; tick++) {
            (void)apenet_network_tick(bench.machine->network, 255, emuq_host_now_ns());
            apenet_run_network(bench.machine);
        }
        CU_ASSERT_EQUAL(take_kind(0), APENET_EVENT_SENT);
        CU_ASSERT_EQUAL(take_kind(1), APENET_EVENT_RECEIVED);
        pass(1, 0);
        shown += apenet_health_link(reg(1, APENET_REG_HEALTH), APENET_PORT_X_MINUS) == APENET_LINK_ERRORS;
    }
    CU_ASSERT(shown >= 3 && shown < 20);
    pass(2, 0);
    all_is_good();
    CU_ASSERT(reg(1, APENET_REG_COUNTERS + APENET_PORT_REGISTERS * APENET_PORT_X_MINUS +
                         APENET_COUNT_REPAIRED) >= shown);
    bench_close(&bench);
}

/* ---- interrupts ---- */

static uint32_t raised; /* set of cards whose hook was called */

static void note_call(apenet_device_t *d)
{
    raised |= 1u << d->number;
}

static void changes_interrupt(void)
{
    open_cards(5, 1, 1, NULL);
    __atomic_store_n(&apenet_interrupt_hook, note_call, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < 5; i++)
        store(i, APENET_REG_IRQ_ENABLE, APENET_IRQ_HEALTH);
    raised = 0;
    pass(5, 0);
    CU_ASSERT_EQUAL(raised, 0); /* good health is no change */
    pass(3, 1u << 2);
    CU_ASSERT_EQUAL(raised, 0xe); /* the node and its neighbours */
    CU_ASSERT_EQUAL(reg(3, APENET_REG_IRQ_STATUS), APENET_IRQ_HEALTH);
    for (unsigned i = 0; i < 5; i++)
        store(i, APENET_REG_IRQ_STATUS, APENET_IRQ_HEALTH);
    raised = 0;
    pass(3, 1u << 2);
    CU_ASSERT_EQUAL(raised, 0);
    pass(2, 0);
    CU_ASSERT_EQUAL(raised, 0xe);
    __atomic_store_n(&apenet_interrupt_hook, NULL, __ATOMIC_RELAXED);
    bench_close(&bench);
}

/* ---- time ---- */

static void steps_are_due_once_a_period(void)
{
    open_cards(2, 1, 1, NULL);
    CU_ASSERT_EQUAL(apenet_monitor_run(bench.machine, now), now + PERIOD * NS);
    CU_ASSERT_EQUAL(apenet_monitor_run(bench.machine, now + 50 * NS), now + PERIOD * NS);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_CARD_WD), 1);
    (void)apenet_monitor_run(bench.machine, now + PERIOD * NS);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_CARD_WD), 2);
    /* A card without claim: the next attempt is early. */
    now += 2 * PERIOD * NS;
    CU_ASSERT_TRUE_FATAL(apenet_network_claim(bench.machine->network, 0));
    CU_ASSERT(apenet_monitor_run(bench.machine, now) < now + PERIOD * NS / 4);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_CARD_WD), 2);
    CU_ASSERT_EQUAL(reg(1, APENET_REG_CARD_WD), 3);
    apenet_network_release(bench.machine->network, 0);
    (void)apenet_monitor_run(bench.machine, now);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_CARD_WD), 3);
    CU_ASSERT_EQUAL(reg(1, APENET_REG_CARD_WD), 3);
    bench_close(&bench);
}

static int saved_stderr;
static FILE *reports;

/* Collects the reports that follow. */
static void reports_begin(void)
{
    reports = tmpfile();
    fflush(stderr);
    saved_stderr = dup(STDERR_FILENO);
    dup2(fileno(reports), STDERR_FILENO);
}

/* @return whether exactly one report has been printed, with a text */
static bool reports_end(const char *text)
{
    char line[512] = "";
    fflush(stderr);
    dup2(saved_stderr, STDERR_FILENO);
    close(saved_stderr);
    rewind(reports);
    bool is_there = fgets(line, sizeof line, reports) != NULL && strstr(line, text) != NULL;
    is_there &= fgets(line, sizeof line, reports) == NULL;
    fclose(reports);
    return is_there;
}

static void the_period_changes(void)
{
    open_cards(2, 1, 1, NULL);
    pass(3, 0);
    reports_begin();
    store(0, APENET_REG_WD_PERIOD_MS, APENET_PERIOD_MOST + 1);
    CU_ASSERT_TRUE(reports_end("APEnet+ card (0,0,0): WD_PERIOD_MS stays unchanged, not set to 0xea61: "));
    CU_ASSERT_EQUAL(reg(0, APENET_REG_WD_PERIOD_MS), PERIOD);
    store(0, APENET_REG_WD_PERIOD_MS, 0);
    pass(10, 0);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_HEALTH), 0);
    CU_ASSERT_EQUAL(reg(1, APENET_REG_HEALTH), GOOD); /* the silent neighbour is not a failure */
    CU_ASSERT_EQUAL(reg(1, APENET_REG_HEALTH_PORT), 0);
    store(0, APENET_REG_WD_PERIOD_MS, PERIOD);
    pass(4, 0);
    all_is_good();
    bench_close(&bench);
}

/* ---- registers of links ---- */

static void counters_of_links(void)
{
    open_cards(2, 2, 1, NULL);
    pass(3, 0);
    uint32_t sent = APENET_REG_COUNTERS + APENET_COUNT_HEADERS_SENT,
             received = APENET_REG_COUNTERS + APENET_PORT_REGISTERS * APENET_PORT_X_MINUS +
                        APENET_COUNT_HEADERS_RECEIVED;
    for (unsigned i = 0; i < 3; i++) {
        put(0, 2);
        CU_ASSERT_EQUAL(take_kind(2), APENET_EVENT_RECEIVED);
    }
    CU_ASSERT_EQUAL(reg(0, sent), 0); /* up to a period late */
    pass(1, 0);
    CU_ASSERT_EQUAL(reg(0, sent), 3);
    CU_ASSERT_EQUAL(reg(2, received), 3);
    const apenet_link_counters_t *c = apenet_network_counters(bench.machine->network, 0, APENET_PORT_X_PLUS);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_COUNTERS + APENET_COUNT_START_SENT), c->start_sent);
    /* Read-only. */
    store(0, sent, 77);
    store(0, APENET_REG_HEALTH, 77);
    store(0, APENET_REG_CARD_WD, 77);
    CU_ASSERT_EQUAL(reg(0, sent), 3);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_HEALTH), GOOD);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_CARD_WD), 4);
    bench_close(&bench);
}

/* An idle link carries a CREDIT per period. */
static void credits_of_idle_links(void)
{
    open_cards(3, 1, 1, NULL);
    pass(5, 0);
    uint32_t n = APENET_REG_COUNTERS + APENET_COUNT_SENT_LOW, before = reg(0, n);
    pass(10, 0);
    CU_ASSERT_EQUAL(reg(0, n) - before, 20); /* MAGIC and CREDIT */
    bench_close(&bench);
}

static void direct_mode_has_no_links(void)
{
    bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}, .period_ms = PERIOD});
    store(0, APENET_REG_ROUTE_ORDER, 0x06);
    store(0, APENET_REG_WD_PERIOD_MS, 7);
    store(0, APENET_REG_HOST_WD, 7);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_CARD_STATUS), APENET_CARD_READY);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_ROUTE_ORDER), 0);
    for (unsigned n = APENET_REG_HOST_WD; n < APENET_REG_COUNTERS + APENET_PORTS * APENET_PORT_REGISTERS; n++)
        CU_ASSERT_EQUAL(reg(0, n), 0);
    bench_close(&bench);
}

/* ---- the order of dimensions ---- */

static void set_order(uint32_t value)
{
    for (unsigned i = 0; i < bench.machine->devices; i++)
        store(i, APENET_REG_ROUTE_ORDER, value);
}

/* A put from each card to each card arrives. */
static void put_between_all(void)
{
    uint32_t lost = 0, events = 0;
    for (unsigned from = 0; from < bench.machine->devices; from++)
        for (unsigned to = 0; to < bench.machine->devices; to++) {
            memset(target[to], 0, 100);
            memset(source, (int)(1 + from), 100);
            put(from, to);
            lost += memcmp(source, target[to], 100) != 0;
            while (take_kind(from) != 0)
                events++;
            while (take_kind(to) != 0)
                events++;
        }
    CU_ASSERT_EQUAL(lost, 0);
    CU_ASSERT_EQUAL(events, 2 * bench.machine->devices * bench.machine->devices);
}

static void all_orders_deliver(void)
{
    static const uint32_t orders[] = {0x24, 0x21, 0x18, 0x12, 0x09, 0x06};
    open_cards(2, 2, 2, NULL);
    /* The port by which node 0 sends to node (1,1,1). */
    static const unsigned first[] = {2, 2, 1, 1, 0, 0};
    for (unsigned i = 0; i < 6; i++) {
        set_order(orders[i]);
        CU_ASSERT_EQUAL(reg(7, APENET_REG_ROUTE_ORDER), orders[i]);
        CU_ASSERT_EQUAL(reg(7, APENET_REG_CARD_STATUS) & APENET_CARD_STATUS_ROUTE_ORDER, 0);
        put_between_all();
        const apenet_link_counters_t *c = apenet_network_counters(bench.machine->network, 0, first[i]);
        uint32_t before = c->headers_sent;
        put(0, 7);
        CU_ASSERT_EQUAL(take_kind(7), APENET_EVENT_RECEIVED);
        CU_ASSERT_EQUAL(take_kind(0), APENET_EVENT_SENT);
        CU_ASSERT_EQUAL(c->headers_sent, before + 1);
    }
    bench_close(&bench);
}

static void no_permutation_sets_a_flag(void)
{
    open_cards(2, 2, 2, NULL);
    for (uint32_t value = 0; value < 64; value++) {
        uint8_t order[3];
        bool is_permutation = apenet_route_order(value, order);
        set_order(value | 0xffffffc0);
        CU_ASSERT_EQUAL(reg(3, APENET_REG_ROUTE_ORDER), value);
        CU_ASSERT_EQUAL((reg(3, APENET_REG_CARD_STATUS) & APENET_CARD_STATUS_ROUTE_ORDER) == 0,
                        is_permutation);
        CU_ASSERT_EQUAL(reg(3, APENET_REG_CARD_STATUS) >> 8, 0x3f);
    }
    put_between_all(); /* the last value, 0x3f: z, y, x */
    bench_close(&bench);
}

/* A send without a streaming buffer waits in the router of its target. */
static void traffic_rejects_an_order(void)
{
    open_cards(3, 2, 1, NULL);
    apenet_descriptor_t d = bench_descriptor(&bench, 0, 2, 0, APENET_CMD_SEND, source, 10, 0);
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &d));
    bench_ring(&bench, 0);
    for (unsigned i = 0; i < 6; i++) {
        reports_begin();
        store(i, APENET_REG_ROUTE_ORDER, 0x06);
        CU_ASSERT_TRUE(
            reports_end("ROUTE_ORDER stays unchanged, not set to 0x6: packets are in the network"));
        CU_ASSERT_EQUAL(reg(i, APENET_REG_ROUTE_ORDER), APENET_ROUTE_ORDER_RESET);
    }
    CU_ASSERT_EQUAL(bench_register(&bench, 2, 0, source, 100, APENET_BUFFER_STREAMING, 9), APENET_STATUS_OK);
    CU_ASSERT_EQUAL(take_kind(2), APENET_EVENT_RECEIVED);
    set_order(0x06);
    CU_ASSERT_EQUAL(reg(5, APENET_REG_ROUTE_ORDER), 0x06);
    /* A thread keeps the claim of a node. */
    CU_ASSERT_TRUE_FATAL(apenet_network_claim(bench.machine->network, 4));
    reports_begin();
    store(0, APENET_REG_ROUTE_ORDER, 0x24);
    CU_ASSERT_TRUE(reports_end("ROUTE_ORDER stays unchanged"));
    apenet_network_release(bench.machine->network, 4);
    CU_ASSERT_EQUAL(reg(0, APENET_REG_ROUTE_ORDER), 0x06);
    bench_close(&bench);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"registers before the first step", registers_before_the_first_step},
                                        {"a host stops", a_host_stops},
                                        {"a card stops", a_card_stops},
                                        {"a link is cut", a_link_is_cut},
                                        {"errors of links", errors_of_links},
                                        {"changes interrupt", changes_interrupt},
                                        {"steps are due once a period", steps_are_due_once_a_period},
                                        {"the period changes", the_period_changes},
                                        {"counters of links", counters_of_links},
                                        {"credits of idle links", credits_of_idle_links},
                                        {"direct mode has no links", direct_mode_has_no_links},
                                        {"all orders deliver", all_orders_deliver},
                                        {"no permutation sets a flag", no_permutation_sets_a_flag},
                                        {"traffic rejects an order", traffic_rejects_an_order},
                                        {NULL, NULL}};
    return emuq_test_main("watchdogs and registers of links", tests);
}
