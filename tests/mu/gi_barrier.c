/* SPDX-License-Identifier: BSD-3-Clause */
/* The global-interrupt barrier and the plain global interrupts. */
#include "mu_support.h"
#include "sync/or_tree.h"

enum { NODES = 64 };

static const uint64_t patience = UINT64_C(1600000000) * 60; /* cycles */

static int32_t meet(void *me)
{
    mu_barrier(me);
    return 0;
}

static int32_t fail(void *unused)
{
    (void)unused;
    return 17;
}

/* ---- Many rounds ---- */

enum { ENTERED = 0 }; /* on the board, by node: rounds entered; atomic */

static void enter(mu_rank_t *me, MUSPI_GIBarrier_t *barrier, uint64_t round)
{
    __atomic_store_n(&mu_board[ENTERED + me->node], round, __ATOMIC_RELAXED);
    CHECK_EQUAL(MUSPI_GIBarrierEnter(barrier), 0);
}

/* All nodes have entered this round, and none is more than one round ahead. */
static void check_entered(mu_rank_t *me, uint64_t round)
{
    for (uint32_t n = 0; n < me->nodes; n++) {
        uint64_t theirs = __atomic_load_n(&mu_board[ENTERED + n], __ATOMIC_RELAXED);
        CHECK(theirs == round || theirs == round + 1);
    }
}

static void rounds(mu_rank_t *me, MUSPI_GIBarrier_t *barrier, uint64_t count)
{
    uint64_t delay = me->node;
    for (uint64_t round = 1; round <= count; round++) {
        if (round % 64 == me->node)
            mu_dawdle(&delay, 100);
        enter(me, barrier, round);
        CHECK_EQUAL(MUSPI_GIBarrierPollWithTimeout(barrier, patience), 0);
        check_entered(me, round);
    }
}

static void world_body(mu_rank_t *me)
{
    enum { ROUNDS = 10000 };
    mu_board[ENTERED + me->node] = 0;
    mu_barrier(me);
    rounds(me, &me->gi, MU_ROUNDS(ROUNDS) / (me->nodes > 8 ? 10 : 1));
}

static void nobody_is_more_than_one_round_ahead(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 2), world_body);
    mu_run(MU_NODES(3, 2, 1, 3, 1), world_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), world_body);
}

/* ---- Allocated routes ---- */

static void user_body(mu_rank_t *me)
{
    enum { ROUTE = 1, ROUNDS = 1000 };
    MUSPI_GIBarrier_t barrier;
    mu_box_t world = mu_world(me);
    mu_gi_route(me, ROUTE, &world);
    mu_board[ENTERED + me->node] = 0;
    mu_barrier(me);
    CHECK_EQUAL(MUSPI_GIBarrierInitMU(ROUTE, fail, NULL, patience), 17);
    CHECK_EQUAL(MUSPI_GIBarrierInitMU(ROUTE, meet, me, patience), 0);
    CHECK_EQUAL(MUSPI_GIBarrierInit(&barrier, ROUTE), 0);
    CHECK_EQUAL(barrier.state, MUSPI_GIBARRIER_INITIAL_STATE);
    CHECK_EQUAL(in64((uint64_t *)(uintptr_t)barrier.statusRegPtr) & 7, 4);
    CHECK_EQUAL(MUSPI_GIBarrierPoll(&barrier), -1); /* does not block */
    mu_barrier(me);
    rounds(me, &barrier, MU_ROUNDS(ROUNDS));
    CHECK_EQUAL(Kernel_DeallocateGlobalInterruptClassRoute(ROUTE), 0);
}

static void a_route_of_our_own(void)
{
    mu_run(MU_NODES(2, 3, 1, 1, 2), user_body);
}

/* Lines of the three long dimensions concurrently: route d+1 over dimension d, on disjoint boxes. */
static void lines_body(mu_rank_t *me)
{
    enum { ROUNDS = 500 };
    uint64_t(*in_line)[NODES] = (uint64_t(*)[NODES])mu_board;
    MUSPI_GIBarrier_t barrier[3];
    for (int d = 0; d < 3; d++) {
        mu_box_t line = mu_world(me);
        for (int e = 0; e < 5; e++)
            if (e != d)
                line.low[e] = line.high[e] = me->at[e];
        mu_gi_route(me, (uint32_t)d + 1, &line);
        in_line[d][me->node] = 0;
    }
    mu_barrier(me);
    for (uint32_t d = 0; d < 3; d++) {
        CHECK_EQUAL(MUSPI_GIBarrierInitMU(d + 1, meet, me, patience), 0);
        CHECK_EQUAL(MUSPI_GIBarrierInit(&barrier[d], d + 1), 0);
    }
    uint64_t delay = me->node;
    for (uint64_t round = 1; round <= MU_ROUNDS(ROUNDS); round++) {
        if (round % 64 == me->node)
            mu_dawdle(&delay, 200);
        for (int d = 0; d < 3; d++) {
            __atomic_store_n(&in_line[d][me->node], round, __ATOMIC_RELAXED);
            CHECK_EQUAL(MUSPI_GIBarrierEnter(&barrier[d]), 0);
        }
        for (int d = 2; d >= 0; d--) {
            CHECK_EQUAL(MUSPI_GIBarrierPollWithTimeout(&barrier[d], patience), 0);
            uint32_t c[5];
            memcpy(c, me->at, sizeof c);
            for (c[d] = 0; c[d] < me->size[d]; c[d]++) {
                uint64_t theirs = __atomic_load_n(&in_line[d][mu_node_at(me, c)], __ATOMIC_RELAXED);
                CHECK(theirs == round || theirs == round + 1);
            }
        }
    }
}

static void lines_at_once(void)
{
    mu_run(MU_NODES(3, 2, 3, 1, 1), lines_body);
}

/* ---- Time-outs, copies, registers ---- */

static void timeout_body(mu_rank_t *me)
{
    MUSPI_GIBarrier_t copy;
    bool late = me->node == me->nodes - 1;
    uint64_t *go = mu_board; /* atomic */
    uint64_t state = me->gi.state, next = state == 1 ? 4 : state >> 1;
    CHECK_EQUAL(MUSPI_GIBarrierInit(&copy, 0), 0); /* may be repeated between barriers */
    CHECK_EQUAL(copy.state, state);
    if (late) {
        MU_WAIT(__atomic_load_n(go, __ATOMIC_ACQUIRE) == me->nodes - 1);
    } else {
        CHECK_EQUAL(MUSPI_GIBarrierEnterAndWaitWithTimeout(&me->gi, 1600000), -1);
        CHECK_EQUAL(me->gi.state, state); /* unchanged: may be polled again */
        CHECK_EQUAL(in64((uint64_t *)(uintptr_t)me->gi.controlRegPtr), next);
        CHECK_EQUAL(MUSPI_GIBarrierPoll(&me->gi), -1);
        CHECK_EQUAL(MUSPI_GIBarrierEnter(&me->gi), 0); /* again: the same value, no second barrier */
        __atomic_fetch_add(go, 1, __ATOMIC_RELEASE);
    }
    if (late)
        MUSPI_GIBarrierEnter(&me->gi);
    CHECK_EQUAL(MUSPI_GIBarrierPollWithTimeout(&me->gi, patience), 0);
    CHECK_EQUAL(me->gi.state, next);
    for (int i = 0; i < 20; i++) { /* a new structure for every barrier */
        CHECK_EQUAL(MUSPI_GIBarrierInit(&me->gi, 0), 0);
        CHECK_EQUAL(MUSPI_GIBarrierEnterAndWait(&me->gi), 0);
    }
}

static void a_time_out_can_be_polled_again(void)
{
    mu_run(MU_NODES(2, 2, 1, 1, 1), timeout_body);
}

/* ---- Plain global interrupts ---- */

static void interrupts_body(mu_rank_t *me)
{
    enum { ROUTE = 2, ROUNDS = 50 };
    MUSPI_GI_t gi[3];
    mu_box_t world = mu_world(me);
    mu_gi_route(me, ROUTE, &world);
    mu_barrier(me);
    for (uint32_t i = 0; i < 3; i++) {
        CHECK_EQUAL(MUSPI_GIInitMU(ROUTE, i, meet, me, patience), 0);
        CHECK_EQUAL(MUSPI_GIInit(&gi[i], ROUTE, i), 0);
        CHECK_EQUAL(gi[i].mask, 4u >> i);
        CHECK_EQUAL(MUSPI_GIPollForArrival(&gi[i]), -1);
        CHECK_EQUAL(MUSPI_GIPollForClear(&gi[i]), 0);
    }
    CHECK_EQUAL(MUSPI_GIPollForArrivalWithTimeout(&gi[0], 1600000), -1);
    mu_barrier(me);
    for (uint32_t round = 0; round < MU_ROUNDS(ROUNDS); round++) {
        uint32_t wire = round % 3, sender = round % me->nodes, second = (round * 7 + 1) % me->nodes;
        if (me->node == sender || me->node == second)
            CHECK_EQUAL(MUSPI_GISend(&gi[wire]), 0);
        CHECK_EQUAL(MUSPI_GIPollForArrivalWithTimeout(&gi[wire], patience), 0);
        CHECK_EQUAL(MUSPI_GIPollForArrival(&gi[(wire + 1) % 3]), -1); /* signals are independent */
        mu_barrier(me);
        if (me->node == sender) /* the status is an OR, and stays while a second node raises it */
            CHECK_EQUAL(MUSPI_GISendClear(&gi[wire]), 0);
        mu_barrier(me);
        if (second != sender)
            CHECK_EQUAL(MUSPI_GIPollForArrival(&gi[wire]), 0);
        mu_barrier(me);
        if (me->node == second)
            CHECK_EQUAL(MUSPI_GISendClear(&gi[wire]), 0);
        CHECK_EQUAL(MUSPI_GIPollForClearWithTimeout(&gi[wire], patience), 0);
        mu_barrier(me);
    }
    if (me->node == 0)
        MUSPI_GISend(&gi[1]);
    CHECK_EQUAL(MUSPI_GIPollForArrivalWithTimeout(&gi[1], patience), 0);
    CHECK_EQUAL(MUSPI_GIPollForClearWithTimeout(&gi[1], 1600000), -1);
}

static void global_interrupts(void)
{
    mu_run(MU_NODES(3, 1, 2, 1, 1), interrupts_body);
}

/* A node without the local bit relays, does not contribute, and is not waited for. */
static void relay_body(mu_rank_t *me)
{
    enum { ROUTE = 3 };
    MUSPI_GIBarrier_t barrier;
    mu_box_t world = mu_world(me);
    bool relay = me->node == 1;
    if (!relay) {
        mu_gi_route(me, ROUTE, &world);
    } else {
        /* The tree over a line of four nodes has its root at node 2: node 1 relays for node 0. */
        ClassRoute_t route = {BGQ_CLASS_LINK_AM, BGQ_CLASS_LINK_AP};
        CHECK_EQUAL(Kernel_AllocateGlobalInterruptClassRoute(ROUTE, NULL), 0);
        CHECK_EQUAL(Kernel_SetGlobalInterruptClassRoute(ROUTE, &route), 0);
    }
    mu_barrier(me);
    /* All nodes take part in the inner barriers, including the relay. */
    if (relay) {
        for (int i = 0; i < 3; i++)
            mu_barrier(me);
    } else {
        CHECK_EQUAL(MUSPI_GIBarrierInitMU(ROUTE, meet, me, patience), 0);
        MUSPI_GIBarrierInit(&barrier, ROUTE);
        for (int i = 0; i < 300; i++) {
            MUSPI_GIBarrierEnter(&barrier);
            CHECK_EQUAL(MUSPI_GIBarrierPollWithTimeout(&barrier, patience), 0);
        }
    }
}

static void a_relay_takes_no_part(void)
{
    mu_run(MU_NODES(4, 1, 1, 1, 1), relay_body);
}

/* All nodes find the route again in every round: no contribution may be lost or counted twice. */
static void new_trees_body(mu_rank_t *me)
{
    enum { ROUTE = 4 };
    const int count = MU_SANITIZED || mu_hosts() > 1 ? 20 : 200;
    mu_box_t world = mu_world(me);
    for (int round = 0; round < count; round++) {
        MUSPI_GIBarrier_t barrier;
        mu_gi_route(me, ROUTE, &world);
        mu_barrier(me);
        CHECK_EQUAL(MUSPI_GIBarrierInitMU(ROUTE, meet, me, patience), 0);
        MUSPI_GIBarrierInit(&barrier, ROUTE);
        for (int i = 0; i < 3; i++) {
            MUSPI_GIBarrierEnter(&barrier);
            CHECK_EQUAL(MUSPI_GIBarrierPollWithTimeout(&barrier, patience), 0);
        }
        mu_barrier(me);
        CHECK_EQUAL(Kernel_DeallocateGlobalInterruptClassRoute(ROUTE), 0);
    }
}

static void new_trees_are_found_by_all_at_once(void)
{
    mu_run(MU_NODES(4, 4, 2, 1, 2), new_trees_body);
}

/* Each signal goes up and down the tree of hosts: the frames of a connection do not depend on the number
 * of nodes and hosts, and hosts not adjacent in the tree exchange none. */
static void frames_body(mu_rank_t *me)
{
    enum { ROUNDS = 100, MOST = 16, AROUND = 4 };
    uint32_t hosts = mu_host_of(me->nodes - 1) + 1, mine = mu_host_of(me->node);
    uint64_t before[MOST];
    for (int i = 0; i < AROUND; i++)
        mu_barrier(me);
    for (uint32_t h = 0; h < hosts; h++)
        before[h] = mu_frames_to(h);
    for (int i = 0; i < ROUNDS; i++)
        mu_barrier(me);
    for (uint32_t h = 0; h < hosts; h++) {
        uint64_t frames = mu_frames_to(h) - before[h];
        uint32_t low = h < mine ? h : mine, high = h < mine ? mine : h;
        if (h != mine && emuq_or_parent(high) == low)
            CHECK(frames >= ROUNDS - AROUND && frames <= 2 * (ROUNDS + AROUND));
        else
            CHECK_EQUAL(frames, 0);
    }
    for (int i = 0; i < AROUND; i++)
        mu_barrier(me);
}

static void frames_between_hosts(void)
{
    mu_run(MU_NODES(4, 2, 1, 1, 1), frames_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"nobody is more than one round ahead", nobody_is_more_than_one_round_ahead},
        {"a route of our own", a_route_of_our_own},
        {"lines at once", lines_at_once},
        {"a time-out can be polled again", a_time_out_can_be_polled_again},
        {"global interrupts", global_interrupts},
        {"a relay takes no part", a_relay_takes_no_part},
        {"new trees are found by all at once", new_trees_are_found_by_all_at_once},
        {"frames between hosts", frames_between_hosts},
        {NULL, NULL},
    };
    return emuq_test_main("global-interrupt barrier", tests);
}
