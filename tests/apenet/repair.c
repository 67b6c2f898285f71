/* SPDX-License-Identifier: BSD-3-Clause */
/* A process dies with the lock of a card or of its driver: the next process repairs what the lock guards. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "apenet/card/monitor.h"
#include "apenet/card/packets.h"
#include "apenet/driver/driver.h"
#include "bench.h"
#include "emuq_test.h"
#include "users.h"

#define PAGE     4096u
#define QUEUE    8u    /* entries; one stays free */
#define ATTEMPTS 2000u /* to lock; the process of the holder is checked at some of them */

typedef enum damage {
    NONE,
    NOT_ADVANCED, /* an entry is visible, the write pointer is not advanced */
    NOT_TOGGLED,  /* the pointer is advanced past the end, the phase is not inverted */
    DAMAGES
} damage_t;

static _Alignas(PAGE) unsigned char memory[2 * PAGE];
static bench_t bench;

/* Puts from card 0 to card 1, and takes both events. */
static void put(unsigned char byte)
{
    memset(memory, byte, 64);
    apenet_descriptor_t d =
        bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, memory, 64, (uintptr_t)memory + PAGE);
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &d));
    bench_ring(&bench, 0);
    apenet_entry_t sent = bench_next(&bench, 0), received = bench_next(&bench, 1);
    CU_ASSERT_EQUAL_FATAL(bench_kind(&sent), APENET_EVENT_SENT);
    CU_ASSERT_EQUAL_FATAL(bench_kind(&received), APENET_EVENT_RECEIVED);
    CU_ASSERT_EQUAL(memory[PAGE], byte);
    CU_ASSERT_EQUAL(memory[PAGE + 63], byte);
    CU_ASSERT_EQUAL(bench_next(&bench, 1).what, 0);
}

static void inflict(apenet_queue_t *q, damage_t damage)
{
    bool at_start = q->write == 0 && q->serial != 0;
    if (damage == NOT_ADVANCED && q->serial != 0) {
        q->write = at_start ? q->size - 1 : q->write - 1;
        q->phase ^= at_start;
    } else if (damage == NOT_TOGGLED) {
        q->phase ^= at_start;
    }
}

static void event_queue(void)
{
    unsigned dead = bench_dead_process();
    for (unsigned before = 0; before <= 2 * QUEUE; before++)
        for (damage_t damage = NONE; damage < DAMAGES; damage++) {
            bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}, .queue = QUEUE});
            CU_ASSERT_EQUAL_FATAL(bench_register(&bench, 1, 0, memory + PAGE, PAGE, 0, 1), APENET_STATUS_OK);
            (void)bench_map(&bench, memory, PAGE);
            for (unsigned i = 0; i < before; i++)
                put((unsigned char)i);
            apenet_device_t *d = &bench.machine->device[1];
            inflict(&d->queue, damage);
            d->lock = dead;
            for (unsigned i = 0; i < QUEUE + 2; i++)
                put((unsigned char)(100 + i));
            CU_ASSERT_EQUAL(d->lock, 0);
            bench_close(&bench);
        }
}

static void tlb_and_caches(void)
{
    bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}, .tlb_entries = 4});
    CU_ASSERT_EQUAL_FATAL(bench_register(&bench, 1, 0, memory + PAGE, PAGE, 0, 1), APENET_STATUS_OK);
    (void)bench_map(&bench, memory, PAGE);
    put(1);
    apenet_device_t *d = &bench.machine->device[1];
    for (unsigned i = 0; i <= d->tlb.entries; i++) /* a search would not end */
        d->tlb.entry[i] = (apenet_tlb_entry_t){.newer = 1, .older = 1, .chain = 1};
    for (unsigned i = 0; i < d->tlb.buckets; i++)
        d->tlb.bucket[i] = 1;
    d->parks = 3;
    d->lock = bench_dead_process();
    put(2);
    put(3);
    CU_ASSERT_EQUAL(d->parks, 0);
    bench_close(&bench);
}

/* A watchdog raises the interrupt of a change after a process has died with the lock. It does not wait for
 * the lock: the process may only be stopped. */
static void interrupt_of_health(void)
{
    bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}, .is_packet = true, .period_ms = 100});
    apenet_device_t *d = &bench.machine->device[1];
    uint64_t now = UINT64_C(1000000000000);
    emuq_flag_store(&d->monitor.has_change, true);
    d->lock = (unsigned)getpid();
    for (unsigned i = 0; i < ATTEMPTS; i++)
        (void)apenet_monitor_run(bench.machine, now);
    CU_ASSERT_EQUAL(d->lock, (unsigned)getpid());
    CU_ASSERT_EQUAL(apenet_reg_load(d->reg, APENET_REG_IRQ_STATUS), 0);
    d->parks = 3;
    d->lock = bench_dead_process();
    for (unsigned i = 0; i < ATTEMPTS; i++)
        (void)apenet_monitor_run(bench.machine, now);
    CU_ASSERT_EQUAL(d->lock, 0);
    CU_ASSERT_EQUAL(d->parks, 0);
    CU_ASSERT_EQUAL(apenet_reg_load(d->reg, APENET_REG_IRQ_STATUS), APENET_IRQ_HEALTH);
    bench_close(&bench);
}

/* ---- tables ---- */

/* @return status of the next event of card 0, for a put to card 1 */
static apenet_status_t put_status(void)
{
    apenet_descriptor_t d =
        bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, memory, 64, (uintptr_t)memory + PAGE);
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &d));
    bench_ring(&bench, 0);
    apenet_entry_t e = bench_next(&bench, 0);
    CU_ASSERT_NOT_EQUAL(bench_kind(&e), 0);
    return bench_status(&e);
}

/* Only tables in use have dead processes. */
static void tables(void)
{
    const uint32_t none[4] = {0, 0, 0, 0};
    bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}});
    (void)bench_map(&bench, memory, PAGE);
    CU_ASSERT_EQUAL(bench_command(&bench, 1, APENET_OP_TABLE_FREE, 0, 0, none), APENET_STATUS_OK);
    CU_ASSERT_EQUAL(put_status(), APENET_STATUS_NO_SUCH_NODE);
    CU_ASSERT_EQUAL(bench_command(&bench, 1, APENET_OP_TABLE_NEW, 0, 0, none), APENET_STATUS_OK);
    CU_ASSERT_EQUAL_FATAL(bench_register(&bench, 1, 0, memory + PAGE, PAGE, 0, 1), APENET_STATUS_OK);
    put(4);
    emuq_flag_store_release(&bench.machine->device[1].table[0].exists, false); /* as the launcher */
    CU_ASSERT_EQUAL(put_status(), APENET_STATUS_HOST_DEAD);
    bench_close(&bench);
}

/* ---- the driver ---- */

static unsigned dead_owner;

/* A put of a rank to itself, which makes two events. */
static void put_to_self(apenet_card_t *card, apenet_address_t me, uint64_t tag)
{
    char *area = users_area[0];
    CU_ASSERT_EQUAL(apenet_rdma_put(card, me, area + PAGE, 64, (uintptr_t)area, tag, 0), 0);
    CU_ASSERT_TRUE(apenet_drain(card->host));
}

/* Expects the events of the puts 1 to @p puts, and no further event. */
static void expect_events(apenet_card_t *card, unsigned puts)
{
    apenet_event_t e;
    for (unsigned i = 1; i <= puts; i++) {
        CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_KIND(APENET_EVENT_SENT), 0, &e), 0);
        CU_ASSERT_EQUAL(e.tag, i);
        CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_KIND(APENET_EVENT_RECEIVED), 0, &e), 0);
    }
    CU_ASSERT_EQUAL(apenet_wait_event(card, APENET_ANY, 0, &e), -ETIMEDOUT);
    CU_ASSERT_EQUAL(card->open_operations, 0);
}

static void repair_client(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    apenet_event_t e;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], PAGE, 0, 0, &buffer), 0);
    put_to_self(card, me, 1);
    card->end = &card->first; /* an append would lose both events */
    card->open_operations += 5;
    card->lock = dead_owner;
    put_to_self(card, me, 2);
    expect_events(card, 2);
    card->open_operations += 5;
    card->lock = dead_owner;
    CU_ASSERT_FALSE(apenet_serve(card, APENET_KIND(APENET_EVENT_HEALTH), &e));
    CU_ASSERT_EQUAL(card->open_operations, 0);
    CU_ASSERT_EQUAL(card->lock, 0);
}

static void client(void)
{
    dead_owner = bench_dead_process();
    users_run(repair_client, 1, 1);
}

/* The dead process has delivered all entries, and counted all or all but one. */
static void repair_driver_queue(apenet_card_t *card, apenet_address_t me)
{
    apenet_buffer_t buffer;
    CU_ASSERT_EQUAL(apenet_register_buffer(card, users_area[0], PAGE, 0, 0, &buffer), 0);
    for (unsigned uncounted = 0; uncounted < 2; uncounted++) {
        put_to_self(card, me, 1);
        card->host->read -= uncounted;
        card->host->queue_lock = dead_owner;
        put_to_self(card, me, 2);
        CU_ASSERT_EQUAL(card->host->queue_lock, 0);
        expect_events(card, 2);
    }
}

static void driver_queue(void)
{
    dead_owner = bench_dead_process();
    users_run(repair_driver_queue, 1, 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"event queue", event_queue},
                                        {"TLB and caches", tlb_and_caches},
                                        {"interrupt of health", interrupt_of_health},
                                        {"tables", tables},
                                        {"client", client},
                                        {"queue of the driver", driver_queue},
                                        {NULL, NULL}};
    return emuq_test_main("repair of cards and drivers", tests);
}
