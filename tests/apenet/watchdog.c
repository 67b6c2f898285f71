/* SPDX-License-Identifier: BSD-3-Clause */
/* Watchdogs of jobs: the internal thread, HEALTH events, and successive jobs in a process. The tests wait for
 * states and measure no times: on a busy machine hosts may fail for a while. */
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apenet/driver/driver.h"
#include "apenet/link.h"
#include "emuq_test.h"
#include "users.h"

#define PATIENT 60000 /* ms */

static void run_with(users_program_t *program, uint32_t nodes, const char *net, const char *faults,
                     const char *period)
{
    setenv("EMUQ_APENET_NET", net, 1);
    setenv("EMUQ_APENET_FAULTS", faults, 1);
    setenv("EMUQ_APENET_WATCHDOG", period, 1);
    users_run(program, nodes, 1);
    unsetenv("EMUQ_APENET_NET");
    unsetenv("EMUQ_APENET_FAULTS");
    unsetenv("EMUQ_APENET_WATCHDOG");
}

static uint32_t reg(const apenet_card_t *card, unsigned n)
{
    return apenet_reg_load(card->host->device->reg, n);
}

/* Number of threads of this process with the name of the watchdog. */
static unsigned watchdogs(void)
{
    unsigned found = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *d; tasks != NULL && (d = readdir(tasks)) != NULL;) {
        char path[300], name[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%.200s/comm", d->d_name);
        FILE *f = fopen(path, "r");
        found += f != NULL && fgets(name, sizeof name, f) != NULL && strcmp(name, "emuq-watchdog\n") == 0;
        if (f != NULL)
            fclose(f);
    }
    if (tasks != NULL)
        closedir(tasks);
    return found;
}

/* Waits until a register has a value. */
static void await_value(const apenet_card_t *card, unsigned n, uint32_t value)
{
    for (unsigned ms = 0; ms < PATIENT && reg(card, n) != value; ms++)
        usleep(1000);
    CU_ASSERT_EQUAL(reg(card, n), value);
}

static void await_change(const apenet_card_t *card, unsigned n, uint32_t from)
{
    for (unsigned ms = 0; ms < PATIENT && reg(card, n) == from; ms++)
        usleep(1000);
    CU_ASSERT_NOT_EQUAL(reg(card, n), from);
}

/* ---- the thread ---- */

static void see_both_watchdogs(apenet_card_t *card, apenet_address_t me)
{
    (void)me;
    await_change(card, APENET_REG_HOST_WD, 0);
    await_change(card, APENET_REG_CARD_WD, 0);
    await_change(card, APENET_REG_HOST_WD, reg(card, APENET_REG_HOST_WD));
    await_change(card, APENET_REG_CARD_WD, reg(card, APENET_REG_CARD_WD));
    await_value(card, APENET_REG_HEALTH, APENET_HEALTH_GOOD);
    await_value(card, APENET_REG_HEALTH_PORT + APENET_PORT_X_PLUS, APENET_HEALTH_GOOD);
    await_value(card, APENET_REG_HEALTH_PORT + APENET_PORT_Y_PLUS, 0);
    const emuq_partition_t *p = apenet_partition();
    CU_ASSERT_PTR_EQUAL(p->health, &card->host->all->device->reg[APENET_REG_HEALTH]);
    CU_ASSERT_EQUAL(p->health_stride, sizeof *card->host->device);
    CU_ASSERT_EQUAL(p->health_count, card->host->device->machine->devices);
    CU_ASSERT_EQUAL(watchdogs(), 1);
    users_meet();
}

static void see_no_watchdog(apenet_card_t *card, apenet_address_t me)
{
    apenet_event_t e;
    (void)me;
    CU_ASSERT_EQUAL(watchdogs(), 0);
    for (unsigned n = APENET_REG_HOST_WD; n < APENET_REG_COUNTERS + 96; n++)
        CU_ASSERT_EQUAL(reg(card, n), 0);
    CU_ASSERT_PTR_NULL(apenet_partition()->health);
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_KIND(APENET_EVENT_HEALTH), 1, &e), -ETIMEDOUT);
}

static void a_thread_per_process(void)
{
    for (unsigned i = 0; i < 3; i++) {
        run_with(see_both_watchdogs, 4, "packet", "", "10");
        CU_ASSERT_EQUAL(watchdogs(), 0); /* the thread ends with the partition */
    }
    run_with(see_no_watchdog, 2, "direct", "", "10");
    run_with(see_no_watchdog, 2, "packet", "", "0");
}

/* ---- HEALTH events ---- */

/* Takes HEALTH events up to a given peer and status. */
static apenet_event_t await_health(apenet_card_t *card, unsigned kinds, unsigned peer, int status)
{
    apenet_event_t e;
    memset(&e, 0, sizeof e);
    do {
        CU_ASSERT_EQUAL_FATAL(apenet_wait_event(card, kinds, PATIENT, &e), 0);
    } while (e.kind != APENET_EVENT_HEALTH || e.peer.x != peer || e.status != status);
    return e;
}

/* Stops HOST_WD, or lets it continue. */
static void stop_host(apenet_card_t *card, bool stops)
{
    emuq_flag_store(&card->host->is_watched, !stops);
}

/* Node 1 of 4 in a ring stops: nodes 0 to 2 get events, node 3 does not. */
static void see_a_host_stop(apenet_card_t *card, apenet_address_t me)
{
    const unsigned health = APENET_KIND(APENET_EVENT_HEALTH);
    apenet_event_t e;
    await_value(card, APENET_REG_HEALTH, APENET_HEALTH_GOOD);
    users_meet();
    if (me.x == 1)
        stop_host(card, true);
    if (me.x <= 2) {
        e = await_health(card, health, 1, -EHOSTDOWN);
        CU_ASSERT_EQUAL(e.context, me.x == 0   ? APENET_PORT_X_PLUS
                                   : me.x == 1 ? APENET_PORTS
                                               : APENET_PORT_X_MINUS);
        uint32_t word = (uint32_t)e.tag;
        CU_ASSERT_EQUAL(apenet_get(&word, APENET_HEALTH_HOST), 3);
        CU_ASSERT_EQUAL(apenet_get(&word, APENET_HEALTH_VALID), 1);
        CU_ASSERT(e.peer.y == 0 && e.peer.z == 0 && e.peer.pid == 0);
    }
    users_meet();
    if (me.x == 3) { /* late neighbours make events, too */
        while (apenet_wait_event(card, health, 50, &e) == 0)
            CU_ASSERT_NOT_EQUAL(e.peer.x, 1);
    }
    users_meet();
    if (me.x == 1)
        stop_host(card, false);
    if (me.x <= 2)
        (void)await_health(card, health, 1, 0);
    users_meet();
}

/* Without the kind HEALTH no event reaches the program; after many changes a single event waits. */
static void ask_for_other_kinds(apenet_card_t *card, apenet_address_t me)
{
    const unsigned health = APENET_KIND(APENET_EVENT_HEALTH);
    apenet_event_t e;
    await_value(card, APENET_REG_HEALTH, APENET_HEALTH_GOOD);
    users_meet();
    for (unsigned i = 0; i < 5; i++) {
        if (me.x == 1)
            stop_host(card, true);
        for (uint32_t word = 0; apenet_get(&word, APENET_HEALTH_HOST) != 3;) {
            CU_ASSERT_EQUAL_FATAL(apenet_wait_event(card, APENET_ANY, 1, &e), -ETIMEDOUT);
            word = reg(card, me.x == 1 ? APENET_REG_HEALTH : APENET_REG_HEALTH_PORT);
        }
        CU_ASSERT_PTR_NULL(card->first);
        users_meet();
        if (me.x == 1 && i < 4)
            stop_host(card, false);
        for (uint32_t word = UINT32_MAX; i < 4 && apenet_get(&word, APENET_HEALTH_HOST) != 0;) {
            word = reg(card, me.x == 1 ? APENET_REG_HEALTH : APENET_REG_HEALTH_PORT);
            usleep(1000);
        }
        users_meet();
    }
    (void)await_health(card, health | APENET_ANY, 1, -EHOSTDOWN); /* the last state */
    users_meet();
}

static void stops_and_continues(void)
{
    run_with(see_a_host_stop, 4, "packet", "", "20");
}

static void other_kinds(void)
{
    run_with(ask_for_other_kinds, 2, "packet", "", "20");
}

/* A program waits by poll() on the eventfd. */
static void poll_for_health(apenet_card_t *card, apenet_address_t me)
{
    const unsigned health = APENET_KIND(APENET_EVENT_HEALTH);
    struct pollfd fd = {.fd = apenet_event_fd(card), .events = POLLIN};
    apenet_event_t e;
    memset(&e, 0, sizeof e);
    await_value(card, APENET_REG_HEALTH, APENET_HEALTH_GOOD);
    users_meet();
    if (me.x == 1)
        stop_host(card, true);
    while (e.kind != APENET_EVENT_HEALTH || e.status != -EHOSTDOWN || e.peer.x != 1) {
        CU_ASSERT_EQUAL_FATAL(poll(&fd, 1, PATIENT), 1);
        if (apenet_wait_event(card, health | APENET_ANY, 0, &e) != 0)
            memset(&e, 0, sizeof e);
    }
    users_meet();
}

static void an_eventfd_is_readable(void)
{
    run_with(poll_for_health, 2, "packet", "", "20");
}

/* ---- links ---- */

/* The link from node 0 to node 1 of a ring of 4 is cut with the packet 11. */
static void use_cut_link(apenet_card_t *card, apenet_address_t me)
{
    const unsigned health = APENET_KIND(APENET_EVENT_HEALTH);
    apenet_buffer_t buffer;
    apenet_event_t e;
    CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[me.x], 4096, 0, 0, &buffer), 0);
    await_value(card, APENET_REG_HEALTH, APENET_HEALTH_GOOD);
    for (unsigned p = APENET_PORT_X_PLUS; p <= APENET_PORT_X_MINUS; p += 3)
        await_value(card, APENET_REG_HEALTH_PORT + p, APENET_HEALTH_GOOD);
    users_meet();
    for (unsigned i = 0; me.x == 0 && i < 12; i++)
        CU_ASSERT_EQUAL(apenet_rdma_put(card, (apenet_address_t){1, 0, 0, 0}, users_area[0], 100,
                                        (uintptr_t)users_area[1], 0, APENET_SILENT),
                        0);
    if (me.x <= 1) {
        unsigned port = me.x == 0 ? APENET_PORT_X_PLUS : APENET_PORT_X_MINUS;
        e = await_health(card, health, 1 - me.x, -ENETDOWN);
        CU_ASSERT_EQUAL(e.context, port);
        uint32_t link = 0;
        while (apenet_health_link(link, port) != APENET_LINK_DOWN)
            link = (uint32_t)await_health(card, health, me.x, 0).tag;
        CU_ASSERT_EQUAL(reg(card, APENET_REG_CARD_STATUS) >> 8, me.x == 0 ? 0x08u : 0x01u);
    } else {
        for (unsigned p = APENET_PORT_X_PLUS; p <= APENET_PORT_X_MINUS; p += 3) {
            uint32_t word = APENET_HEALTH_CARD;
            for (unsigned ms = 0; ms < PATIENT && apenet_get(&word, APENET_HEALTH_CARD) != 0; ms++) {
                word = reg(card, APENET_REG_HEALTH_PORT + p);
                usleep(1000);
            }
            CU_ASSERT_EQUAL(apenet_get(&word, APENET_HEALTH_CARD), 0);
        }
    }
    users_meet();
    while (apenet_wait_event(card, APENET_ANY, 0, &e) == 0)
        ;
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
}

static void a_link_is_cut(void)
{
    run_with(use_cut_link, 4, "packet", "link:0.0.0.0@11", "20");
}

/* The counters of a link reach the registers. */
static void count_packets(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    apenet_address_t to = {(uint8_t)(1 - me.x), 0, 0, 0};
    CU_ASSERT_EQUAL_FATAL(apenet_register_buffer(card, users_area[me.x], 4096, 0, 0, &buffer), 0);
    users_meet();
    for (unsigned i = 0; i < 7; i++) {
        CU_ASSERT_EQUAL(apenet_rdma_put(card, to, users_area[me.x] + 4096, 64, (uintptr_t)users_area[to.x], 0,
                                        APENET_SILENT),
                        0);
        (void)users_next(card, APENET_EVENT_RECEIVED);
    }
    await_value(card, APENET_REG_COUNTERS + APENET_COUNT_HEADERS_SENT, 7);
    await_value(card, APENET_REG_COUNTERS + 3 * APENET_PORT_REGISTERS + APENET_COUNT_HEADERS_RECEIVED, 7);
    users_meet();
    CU_ASSERT_EQUAL(apenet_unregister_buffer(card, buffer), 0);
}

static void counters_reach_registers(void)
{
    run_with(count_packets, 2, "packet", "", "10");
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a thread per process", a_thread_per_process},
                                        {"a host stops and continues", stops_and_continues},
                                        {"other kinds", other_kinds},
                                        {"an eventfd is readable", an_eventfd_is_readable},
                                        {"a link is cut", a_link_is_cut},
                                        {"counters reach registers", counters_reach_registers},
                                        {NULL, NULL}};
    return emuq_test_main("watchdogs of jobs", tests);
}
