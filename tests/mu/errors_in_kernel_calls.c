/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel call resumes messages, and a message has a software error: the program's handler of
 * SIGMUNDFATAL may call the kernel, and may leave by longjmp. A kernel call that runs messages under its
 * lock would deadlock; an alarm then ends the test. */
#include "mu_support.h"

#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

#include <spi/include/kernel/collective.h>

enum { ROUTE = 5, BYTES = 64, SECONDS = 20 };

static volatile sig_atomic_t signals, free_routes;
static bool jumps;
static sigjmp_buf back;

static void on_error(int signal)
{
    uint32_t count = 0, ids[16];
    (void)signal;
    if (Kernel_QueryCollectiveClassRoutes(&count, ids, sizeof ids) == 0)
        free_routes = (sig_atomic_t)count;
    signals++;
    if (jumps)
        siglongjmp(back, 1);
}

static mu_message_t contribution(const mu_rank_t *me, const mu_kit_t *kit)
{
    mu_message_t m = mu_put(me, kit, 1, 0, 0, BYTES, 0);
    m.word = 8;
    m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    m.route = ROUTE;
    m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    return m;
}

/* A contribution to an incomplete tree waits, followed by a descriptor without a network FIFO. */
static void wait_with_an_error_behind(mu_rank_t *me, mu_kit_t *kit)
{
    MUHWI_Descriptor_t wrong = mu_describe(me, mu_put(me, kit, 0, 0, 0, BYTES, 0));
    wrong.Torus_FIFO_Map = 0;
    mu_message_t m = contribution(me, kit);
    mu_send(me, kit->inj, m);
    mu_inject(kit->inj, &wrong);
    CHECK_EQUAL(signals, 0);
}

/* Node 1 completes the tree, so its thread reaches the bad descriptor of node 0. */
static void complete_route_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    const mu_box_t world = mu_world(me);
    if (me->node == 0) {
        mu_collective_route(me, ROUTE, &world);
        wait_with_an_error_behind(me, &kit);
    }
    mu_barrier(me);
    if (me->node == 1) {
        if (sigsetjmp(back, 1) == 0)
            mu_collective_route(me, ROUTE, &world);
        else
            mu_node_unlock(me); /* of mu_collective_route(), left by the longjmp */
        CHECK_EQUAL(signals, 1);
        CHECK_EQUAL(free_routes, 12); /* of 16, three are system routes and one is ROUTE */
        mu_send(me, kit.inj, contribution(me, &kit));
    }
    mu_wait_counter(&kit.counter[0], -(uint64_t)BYTES);
    mu_barrier(me);
    CHECK_EQUAL(Kernel_DeallocateCollectiveClassRoute(ROUTE), 0);
}

static void run(bool with_jump)
{
    signals = 0;
    free_routes = -1;
    jumps = with_jump;
    signal(SIGMUNDFATAL, on_error);
    alarm(SECONDS);
    mu_run(MU_NODES(2, 1, 1, 1, 1), complete_route_body);
    alarm(0);
    signal(SIGMUNDFATAL, SIG_DFL);
}

static void a_handler_calls_the_kernel(void)
{
    run(false);
}

static void a_handler_calls_the_kernel_and_jumps(void)
{
    run(true);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a handler calls the kernel", a_handler_calls_the_kernel},
        {"a handler calls the kernel and jumps", a_handler_calls_the_kernel_and_jumps},
        {NULL, NULL},
    };
    return emuq_test_main("software errors in kernel calls", tests);
}
