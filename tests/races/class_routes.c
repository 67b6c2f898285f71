/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Class routes: repeated set and clear allocate no memory. Contributions waiting in a tree whose route
 * changes continue in the next tree, even if the old tree is in use at the time of the change.
 */
#include "backends/arena.h"
#include "backends/emulator/core/unit.h"
#include "gate.h"
#include "mu_support.h"
#include "points.h"

enum { ROUTE = 5, SHORT = 8, LONG = 2048, DEPTH = 4 /* contribution buffers of a route */, BLOCKED = 2 };

static mu_message_t contribution(mu_rank_t *me, mu_kit_t *kit, uint64_t bytes, uint32_t counter)
{
    mu_message_t m = mu_put(me, kit, 0, 0, 0, bytes, counter);
    m.word = 8;
    m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    m.route = ROUTE;
    m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    return m;
}

static void set_route(mu_rank_t *me)
{
    const mu_box_t world = mu_world(me);
    mu_collective_route(me, ROUTE, &world);
}

static void clear_route(void)
{
    CHECK_EQUAL(Kernel_DeallocateCollectiveClassRoute(ROUTE), 0);
}

/* ---- memory ---- */

static void growth_body(mu_rank_t *me)
{
    enum { ROUNDS = 24, FIRST = 7 };
    mu_kit_t kit = mu_kit(me, 4096, LONG);
    uint64_t used = 0, sum = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t bytes = round % 2 ? SHORT : LONG;
        set_route(me);
        mu_barrier(me);
        mu_send(me, kit.inj, contribution(me, &kit, bytes, 0));
        sum += bytes;
        mu_wait_counter(&kit.counter[0], -sum);
        mu_barrier(me);
        clear_route();
        mu_barrier(me);
        if (round == FIRST)
            used = emuq_arena_used(emuq_the_machine->arena);
        mu_barrier(me);
    }
    CHECK_EQUAL(emuq_arena_used(emuq_the_machine->arena), used);
}

static void routes_take_no_memory(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), growth_body);
}

/* ---- waiting contributions ---- */

/* Node 0 contributes until its FIFO waits for a free buffer of the tree. */
static uint64_t contribute_too_much(mu_rank_t *me, mu_kit_t *kit)
{
    uint64_t last = 0;
    for (int i = 0; i < DEPTH + BLOCKED; i++)
        last = mu_send(me, kit->inj, contribution(me, kit, SHORT, 0));
    CHECK_EQUAL(MUSPI_getHwDescCount(kit->inj->fifo), DEPTH);
    return last;
}

/* Contributions buffered by the tree are lost with the tree. Waiting contributions go to the next tree. */
static void given_up_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, LONG);
    uint64_t last = 0;
    set_route(me);
    mu_barrier(me);
    if (me->node == 0)
        last = contribute_too_much(me, &kit);
    mu_barrier(me);
    if (me->node == 1) {
        clear_route();
        set_route(me);
        for (int i = 0; i < BLOCKED; i++)
            last = mu_send(me, kit.inj, contribution(me, &kit, SHORT, 0));
    }
    mu_wait_sent(kit.inj, last);
    mu_wait_counter(&kit.counter[0], -(uint64_t)(BLOCKED * SHORT));
    mu_barrier(me);
    clear_route();
}

static void contributions_go_on(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), given_up_body);
}

/* As above, while node 1 delivers the first collective, and with a second waiting FIFO. The end of the
 * collective frees a buffer for the first FIFO only. */
static void in_use_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, LONG);
    mu_inj_t *second = mu_inj(me, 16, 0);
    uint64_t last = 0;
    set_route(me);
    mu_barrier(me);
    if (me->node == 0) {
        last = contribute_too_much(me, &kit);
        mu_send(me, second, contribution(me, &kit, SHORT, 0));
        CHECK_EQUAL(MUSPI_getHwDescCount(second->fifo), 0);
        points_stop("collective_running", 1);
        step_done(1);
        points_wait("collective_running");
        clear_route();
        set_route(me);
        points_release("collective_running");
    } else {
        step_wait(1);
        for (int i = 0; i < 1 + BLOCKED + 1; i++)
            last = mu_send(me, kit.inj, contribution(me, &kit, SHORT, 0));
    }
    mu_wait_sent(kit.inj, last);
    mu_wait_counter(&kit.counter[0], -(uint64_t)((1 + BLOCKED + 1) * SHORT));
    mu_barrier(me);
    clear_route();
}

static void contributions_to_a_tree_in_use_go_on(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), in_use_body);
    points_clear();
}

/* Node 0 finds the tree incomplete: node 1 has not set its part of the route. Node 1 sets its part and
 * contributes before node 0 begins to wait. No notification follows, so node 0 must check again. */
static void completed_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, LONG);
    if (me->node == 0) {
        set_route(me);
        points_stop("collective_incomplete", 1);
        step_done(2);
    } else {
        step_wait(2);
        points_wait("collective_incomplete");
        set_route(me);
    }
    mu_send(me, kit.inj, contribution(me, &kit, SHORT, 0));
    if (me->node == 1)
        points_release("collective_incomplete");
    mu_wait_counter(&kit.counter[0], -(uint64_t)SHORT);
    mu_barrier(me);
    clear_route();
}

static void a_tree_is_completed_before_a_contribution_waits(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), completed_body);
    points_clear();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"routes take no memory", routes_take_no_memory},
        {"contributions go on", contributions_go_on},
        {"contributions to a tree in use go on", contributions_to_a_tree_in_use_go_on},
        {"a tree is completed before a contribution waits", a_tree_is_completed_before_a_contribution_waits},
        {NULL, NULL},
    };
    setenv("EMUQ_ENGINES", "0", 1);
    return emuq_test_main("class routes that change", tests);
}
