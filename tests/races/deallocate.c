/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A reception FIFO or a base-address entry is deallocated while a message waits for the resource or is about
 * to use it. The message either raises a software error and is rejected, or is delivered. Unrelated messages
 * pass.
 */
#include <signal.h>

#include "gate.h"
#include "mu_support.h"
#include "points.h"

enum { BYTES = BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES, OTHER = 7 /* counter */, LENGTH = 64 };

static volatile sig_atomic_t errors;

static void on_error(int signal)
{
    (void)signal;
    errors++;
}

static void drop(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

/* Entries outside the subgroup of the standard kit. */
static MUSPI_BaseAddressTableSubGroup_t bat;
static uint32_t entry_ids[2] = {0, 1};

static void deallocate_entry(uint32_t entry)
{
    CHECK_EQUAL(Kernel_DeallocateBaseAddressTable(&bat, 1, &entry_ids[entry]), 0);
}

/* ---- reception FIFO ---- */

static void fifo_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BYTES, 4096);
    mu_inj_t *other = mu_inj(me, 16, 0);
    mu_rec_t *rec = mu_rec(me, BYTES);
    mu_barrier(me);
    if (me->node == 0) {
        const mu_message_t packet = {.type = MUHWI_PACKET_TYPE_FIFO,
                                     .to = 1,
                                     .pa = kit.source.pa,
                                     .bytes = 512,
                                     .rec_fifo = (uint16_t)rec->global};
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, packet));
        mu_send(me, kit.inj, packet); /* waits for free space */
        CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), 1);
        step_done(1);
        step_wait(2);
        MU_WAIT(errors == 1 || mu_meanwhile(kit.rec, drop, NULL));
        CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), 1); /* rejected */
        mu_send(me, other, mu_put(me, &kit, 1, 0, 0, LENGTH, OTHER));
    } else {
        step_wait(1);
        mu_node_lock(me);
        CHECK_EQUAL(Kernel_DeallocateRecFifos(&rec->group, 1, &rec->id), 0);
        mu_node_unlock(me);
        step_done(2);
        mu_wait_counter(&kit.counter[OTHER], -(uint64_t)LENGTH);
    }
}

static void a_reception_fifo_with_waiters(void)
{
    errors = 0;
    mu_run(MU_NODES(1, 1, 1, 1, 2), fifo_body);
    CU_ASSERT_EQUAL(errors, 1);
}

/* The sender is stopped after the check of its reception FIFO. */
static void checked_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BYTES, 4096);
    if (me->node == 0) {
        points_stop("packet_fifo_checked", 1);
        step_done(1);
        mu_send(me, kit.inj,
                (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO, .to = 1, .rec_fifo = mu_rec_id(me, 0, 0)});
        CHECK_EQUAL(errors, 1);
        CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), 0);
    } else {
        step_wait(1);
        points_wait("packet_fifo_checked");
        CHECK_EQUAL(Kernel_DeallocateRecFifos(&kit.rec->group, 1, &kit.rec->id), 0);
        points_release("packet_fifo_checked");
    }
}

static void a_reception_fifo_about_to_be_used(void)
{
    errors = 0;
    mu_run(MU_NODES(1, 1, 1, 1, 2), checked_body);
    points_clear();
}

/* ---- entries ---- */

static unsigned stop_at; /* arrival at put_entry_resolved: 1 is the payload's entry, 2 the counter's */

/* Node 1 deallocates both entries while the put of node 0 is stopped. */
static void entry_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BYTES, 4096);
    if (me->node == 1) {
        mu_node_lock(me);
        CHECK_EQUAL(Kernel_AllocateBaseAddressTable(me->subgroup + 1, &bat, 2, entry_ids, 0), 0);
        mu_node_unlock(me);
        CHECK_EQUAL(MUSPI_SetBaseAddress(&bat, 0, kit.window.pa), 0);
        CHECK_EQUAL(MUSPI_SetBaseAddress(&bat, 1, kit.counters.pa), 0);
    }
    mu_barrier(me);
    if (me->node == 0) {
        mu_message_t m = mu_put(me, &kit, 1, 0, 0, LENGTH, 0);
        mu_fill(kit.source.va, LENGTH, 1, 0);
        m.payload_bat = mu_bat_id(me, 0, 8);
        m.counter_bat = mu_bat_id(me, 0, 9);
        points_stop("put_entry_resolved", stop_at);
        step_done(1);
        mu_send(me, kit.inj, m);
    } else {
        step_wait(1);
        points_wait("put_entry_resolved");
        deallocate_entry(0);
        deallocate_entry(1);
        points_release("put_entry_resolved");
    }
    mu_barrier(me);
    if (me->node == 1) {
        /* The put is rejected without any effect, unless both entries existed at its start. */
        bool is_put = stop_at == 2;
        CHECK_EQUAL(errors, is_put ? 0 : 1);
        CHECK_EQUAL(kit.counter[0], is_put ? -(uint64_t)LENGTH : 0);
        CHECK(is_put ? mu_same(kit.window.va, LENGTH, 1, 0) == LENGTH : mu_all(kit.window.va, LENGTH, 0));
    }
}

static void run_entries(unsigned at)
{
    errors = 0;
    stop_at = at;
    mu_run(MU_NODES(1, 1, 1, 1, 2), entry_body);
    points_clear();
}

static void the_entry_of_a_counter_that_is_next(void)
{
    run_entries(1);
}

static void entries_in_use(void)
{
    run_entries(2);
}

/* Puts with a cached route. */
static void cached_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, BYTES, 4096);
    if (me->node == 0) {
        for (int i = 0; i < 4; i++)
            mu_wait_sent(kit.inj, mu_send(me, kit.inj, mu_put(me, &kit, 1, 0, 0, LENGTH, 0)));
        step_done(1);
        step_wait(2);
        mu_send(me, kit.inj, mu_put(me, &kit, 1, 0, 0, LENGTH, 0));
        CHECK_EQUAL(errors, 1);
        CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), 4);
    } else {
        uint32_t window = MU_WINDOW;
        step_wait(1);
        CHECK_EQUAL(Kernel_DeallocateBaseAddressTable(&me->bat, 1, &window), 0);
        step_done(2);
    }
}

static void an_entry_in_a_cached_route(void)
{
    errors = 0;
    mu_run(MU_NODES(1, 1, 1, 1, 2), cached_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a reception FIFO with waiters", a_reception_fifo_with_waiters},
        {"a reception FIFO about to be used", a_reception_fifo_about_to_be_used},
        {"the entry of a counter that is next", the_entry_of_a_counter_that_is_next},
        {"entries in use", entries_in_use},
        {"an entry in a cached route", an_entry_in_a_cached_route},
        {NULL, NULL},
    };
    signal(SIGMUNDFATAL, on_error);
    setenv("EMUQ_ENGINES", "0", 1);
    return emuq_test_main("resources that are deallocated in use", tests);
}
