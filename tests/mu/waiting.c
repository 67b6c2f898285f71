/* SPDX-License-Identifier: BSD-3-Clause */
/* Many nodes on few cores: waiting threads yield, and everything finishes. */
#define _GNU_SOURCE
#include "mu_support.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_calls.h"

#define YIELDS  500
#define SLOW_NS 10000

/* Time of a process switch in ns, from two processes that alternate on a core. */
static uint64_t switch_ns(void)
{
    uint64_t begin = emuq_now_ns();
    pid_t first = fork();
    if (first == 0) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(sched_getcpu(), &one);
        sched_setaffinity(0, sizeof one, &one);
        pid_t second = fork();
        for (int i = 0; i < YIELDS; i++)
            sched_yield();
        if (second > 0)
            waitpid(second, NULL, 0);
        _exit(0);
    }
    waitpid(first, NULL, 0);
    return (emuq_now_ns() - begin) / (2 * YIELDS);
}

/* 512 nodes; 128 processes if process switches are slow; 64 with a sanitizer. */
static emuq_job_t many(void)
{
    if (MU_SANITIZED || mu_hosts() > 1)
        return MU_NODES(2, 4, 2, 2, 2);
    if (mu_in_processes() && switch_ns() > SLOW_NS)
        return MU_NODES(4, 4, 4, 2, 1);
    return MU_NODES(4, 4, 4, 4, 2);
}

/* With process switches of milliseconds fewer rounds suffice: after this time all nodes run one more
 * round. */
#define ENOUGH_NS UINT64_C(20000000000)

/* Number of the last round, stored by node 0 before the barrier of the preceding round, so that all nodes
 * know it. */
static uint64_t *last_round(mu_rank_t *me, uint64_t most)
{
    if (me->node == 0)
        __atomic_store_n(&mu_board[0], most, __ATOMIC_RELAXED);
    mu_barrier(me);
    return &mu_board[0];
}

static void end_soon(const mu_rank_t *me, uint64_t begin, uint64_t *last, uint64_t round)
{
    if (me->node == 0 && round + 1 < *last && emuq_now_ns() - begin > ENOUGH_NS)
        __atomic_store_n(last, round + 1, __ATOMIC_RELAXED);
}

/* @return a third of @p most rounds; all with TEST_LONG=1 */
static uint64_t rounds(uint64_t most)
{
    return emuq_test_is_long() ? most : most / 3;
}

static void barrier_body(mu_rank_t *me)
{
    uint64_t *last = last_round(me, rounds(30)), begin = emuq_now_ns();
    for (uint64_t round = 1; round <= __atomic_load_n(last, __ATOMIC_RELAXED); round++) {
        end_soon(me, begin, last, round);
        CHECK_EQUAL(MUSPI_GIBarrierEnterAndWait(&me->gi), 0); /* polls without limit */
    }
}

static void barriers_of_many_nodes(void)
{
    mu_run(many(), barrier_body);
}

static void allreduce_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 256);
    uint64_t n = me->nodes, *last = last_round(me, rounds(15)), begin = emuq_now_ns();
    for (uint64_t round = 1; round <= __atomic_load_n(last, __ATOMIC_RELAXED); round++) {
        end_soon(me, begin, last, round);
        *(uint64_t *)kit.source.va = me->node * round;
        mu_message_t m = mu_put(me, &kit, 0, 0, 0, 8, 0);
        m.word = 8;
        m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
        m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        mu_wait_counter(&kit.counter[0], -(round * 8));
        CHECK_EQUAL(*(uint64_t *)kit.window.va, n * (n - 1) / 2 * round);
        MUSPI_GIBarrierEnterAndWait(&me->gi); /* the window is read before the next result can arrive */
    }
}

static void all_reductions_of_many_nodes(void)
{
    mu_run(many(), allreduce_body);
}

/* Pollers of memory FIFOs with long pauses: a token travels over all nodes. */
static void forward(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    uint32_t *value = argument;
    CHECK_EQUAL(bytes, 32);
    *value = mu_software_word(h, 4);
}

static void token_body(mu_rank_t *me)
{
    const uint32_t laps = emuq_test_is_long() ? 4 : 1;
    mu_kit_t kit = mu_kit(me, 4096, 256);
    for (uint32_t lap = 0; lap < laps; lap++) {
        uint32_t value = UINT32_MAX;
        mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = (me->node + 1) % me->nodes,
                          .rec_fifo = mu_rec_id(me, 0, 0)};
        if (me->node != 0)
            mu_receive(kit.rec, 1, forward, &value);
        mu_set_software_word(&m, 4, me->node == 0 ? lap : value);
        mu_send(me, kit.inj, m);
        if (me->node == 0)
            mu_receive(kit.rec, 1, forward, &value);
        CHECK_EQUAL(value, lap);
    }
}

static void a_token_round_many_nodes(void)
{
    mu_run(many(), token_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"barriers of many nodes", barriers_of_many_nodes},
        {"all-reductions of many nodes", all_reductions_of_many_nodes},
        {"a token round many nodes", a_token_round_many_nodes},
        {NULL, NULL},
    };
    return emuq_test_main("waiting", tests);
}
