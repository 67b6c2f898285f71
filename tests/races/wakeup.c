/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lost wake-ups. A thread polls an empty reception FIFO and is stopped at each step before its sleep.
 * Meanwhile another event of its node wakes sleepers, or the packet arrives. The poll must end by a
 * wake-up: every sleep is lengthened to LIMIT_S, and none may reach the limit. The same holds for a poll of a
 * global-interrupt signal while a second node changes the route: the poller then has to sleep on a different
 * word. Short sleeps must not interrupt remote cores with a memory barrier.
 */
#include <errno.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <time.h>

#include "gate.h"
#include "mu_support.h"
#include "backends/emulator/core/inject.h"
#include "base/host_calls.h"
#include "points.h"

enum { LIMIT_S = 10, ROUNDS = 6 };

static unsigned sleeps;   /* sleeps begun in this round; atomic */
static unsigned timeouts; /* sleeps ended by the limit; atomic */
static unsigned lengthen; /* 1: sleeps are lengthened; atomic */

/* System calls of the calling thread since the last reset. */
static __thread struct {
    unsigned fences;   /* expedited membarrier() calls */
    uint64_t blind_ns; /* longest sleep before the first fence */
    uint64_t exact_ns; /* longest sleep after the first fence */
} poller;

static void note(long number, const long *a)
{
    if (number == SYS_membarrier)
        poller.fences += a[0] == MEMBARRIER_CMD_GLOBAL_EXPEDITED || a[0] == MEMBARRIER_CMD_PRIVATE_EXPEDITED;
    if (number != SYS_futex || a[1] != FUTEX_WAIT || a[3] == 0)
        return;
    const struct timespec *t = (const struct timespec *)a[3];
    uint64_t ns = (uint64_t)t->tv_sec * EMUQ_NS_PER_S + (uint64_t)t->tv_nsec;
    uint64_t *longest = poller.fences == 0 ? &poller.blind_ns : &poller.exact_ns;
    *longest = ns > *longest ? ns : *longest;
}

long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);

long __wrap_syscall(long number, ...)
{
    long a[6];
    va_list list;
    va_start(list, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(list, long);
    va_end(list);
    const struct timespec limit = {LIMIT_S, 0};
    note(number, a);
    bool is_sleep = number == SYS_futex && a[1] == FUTEX_WAIT && __atomic_load_n(&lengthen, __ATOMIC_ACQUIRE);
    if (is_sleep) {
        a[3] = (long)&limit;
        __atomic_fetch_add(&sleeps, 1, __ATOMIC_ACQ_REL);
    }
    long rc = __real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    if (is_sleep && rc != 0 && errno == ETIMEDOUT)
        __atomic_fetch_add(&timeouts, 1, __ATOMIC_ACQ_REL);
    return rc;
}

/* Point at which the sleeper is stopped, and the event at the stop. */
static const struct {
    const char *window;
    bool is_packet; /* true: the packet arrives at once; false: another event comes first */
} rounds[ROUNDS] = {{"event_count_loaded", false},   {"event_count_announced", false},
                    {"event_count_wait", false},     {"event_count_loaded", true},
                    {"event_count_announced", true}, {"event_count_wait", true}};

static void arrive(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

static void sleeper(mu_kit_t *kit, unsigned round)
{
    uint32_t wrap;
    points_stop(rounds[round].window, 1);
    __atomic_store_n(&sleeps, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&lengthen, 1, __ATOMIC_RELEASE);
    step_done(2 * round + 1);
    while (MUSPI_getAvailableBytes(kit->rec->fifo, &wrap) == 0)
        ;
    __atomic_store_n(&lengthen, 0, __ATOMIC_RELEASE);
    CHECK_EQUAL(__atomic_load_n(&timeouts, __ATOMIC_ACQUIRE), 0);
    mu_receive(kit->rec, 1, arrive, NULL);
    mu_wait_counter(&kit->counter[0], -(uint64_t)(8 * (round + 1)));
    step_done(2 * round + 2);
}

static void waker(mu_rank_t *me, mu_kit_t *kit, unsigned round)
{
    const mu_message_t packet = {.type = MUHWI_PACKET_TYPE_FIFO, .to = 0, .rec_fifo = mu_rec_id(me, 0, 0)};
    step_wait(2 * round + 1);
    points_wait(rounds[round].window);
    mu_send(me, kit->inj, rounds[round].is_packet ? packet : mu_put(me, kit, 0, 0, 0, 8, 0));
    points_release(rounds[round].window);
    if (rounds[round].is_packet) {
        mu_send(me, kit->inj, mu_put(me, kit, 0, 0, 0, 8, 0));
    } else {
        MU_WAIT(__atomic_load_n(&sleeps, __ATOMIC_ACQUIRE) != 0);
        /* The first sleep may end at once. Waits until the current sleep is likely to last. */
        nanosleep(&(struct timespec){0, 20000000}, NULL);
        mu_send(me, kit->inj, packet);
    }
    step_wait(2 * round + 2);
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 64);
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (me->node == 0)
            sleeper(&kit, round);
        else
            waker(me, &kit, round);
    }
}

static void no_wakeup_is_lost(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), body);
    points_clear();
}

/* ---- changing route ---- */

enum { ROUTE = 5, WIRE = 4, OTHER_WIRE = 1 };

/* Points at which the poller is stopped during the change of route; NULL: the poller sleeps. */
static const char *const windows[] = {"event_count_loaded", "event_count_announced", "event_count_wait",
                                      NULL};
enum { WINDOWS = sizeof windows / sizeof windows[0] };

/* Polls a FIFO; the signal is only read. */
static void await_wire_with_fifo(mu_rec_t *rec)
{
    uint32_t wrap;
    while ((emuq_mmio_load(emuq_gi_status(ROUTE)) & WIRE) == 0)
        CHECK_EQUAL(MUSPI_getAvailableBytes(rec->fifo, &wrap), 0);
}

static void await_wire(uint64_t wanted)
{
    volatile uint64_t *status = emuq_gi_status(ROUTE);
    for (uint64_t seen; (seen = emuq_mmio_load(status) & 7) != wanted;)
        emuq_mmio_idle(status, seen);
}

static void wire_sleeper(unsigned round, mu_rec_t *rec)
{
    if (windows[round] != NULL)
        points_stop(windows[round], 1);
    __atomic_store_n(&sleeps, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&lengthen, 1, __ATOMIC_RELEASE);
    step_done(2 * round + 1);
    if (rec != NULL)
        await_wire_with_fifo(rec);
    else
        await_wire(WIRE);
    __atomic_store_n(&lengthen, 0, __ATOMIC_RELEASE);
    CHECK_EQUAL(__atomic_load_n(&timeouts, __ATOMIC_ACQUIRE), 0);
    step_done(2 * round + 2);
}

/* Waits until a sleep has begun and is likely to last. */
static void let_it_sleep(void)
{
    MU_WAIT(__atomic_load_n(&sleeps, __ATOMIC_ACQUIRE) != 0);
    nanosleep(&(struct timespec){0, 20000000}, NULL);
}

/* @param changes true: the route changes while the poller is stopped; false: a different signal is raised */
static void wire_waker(mu_rank_t *me, unsigned round, bool changes)
{
    mu_box_t world = mu_world(me);
    step_wait(2 * round + 1);
    if (windows[round] != NULL)
        points_wait(windows[round]);
    else
        let_it_sleep();
    if (changes) {
        CHECK_EQUAL(Kernel_DeallocateGlobalInterruptClassRoute(ROUTE), 0);
        mu_gi_route(me, ROUTE, &world);
    } else {
        emuq_mmio_store(emuq_gi_control(ROUTE), OTHER_WIRE);
    }
    if (windows[round] != NULL)
        points_release(windows[round]);
    let_it_sleep();
    emuq_mmio_store(emuq_gi_control(ROUTE), WIRE);
    step_wait(2 * round + 2);
    emuq_mmio_store(emuq_gi_control(ROUTE), 0);
}

static void wires(mu_rank_t *me, mu_rec_t *rec)
{
    mu_box_t world = mu_world(me);
    mu_gi_route(me, ROUTE, &world);
    emuq_mmio_store(emuq_gi_control(ROUTE), 0);
    mu_barrier(me);
    for (unsigned round = 0; round < WINDOWS; round++) {
        if (me->node == 0)
            wire_sleeper(round, rec);
        else
            wire_waker(me, round, rec == NULL);
        await_wire(0);
        mu_barrier(me);
    }
    CHECK_EQUAL(Kernel_DeallocateGlobalInterruptClassRoute(ROUTE), 0);
}

static void wire_body(mu_rank_t *me)
{
    wires(me, NULL);
}

static void fifo_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 64);
    wires(me, kit.rec);
}

static void levels_wake_pollers_of_a_fifo(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), fifo_body);
    points_clear();
}

static void pollers_follow_a_route_that_changes(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), wire_body);
    points_clear();
}

/* ---- the fence ---- */

enum { PACKETS = 20, SHORT_NS = 1000000, LONG_NS = 10000000 };

static pthread_barrier_t met;

static void ping_pong(mu_rank_t *me, mu_kit_t *kit, unsigned packets)
{
    const mu_message_t packet = {
        .type = MUHWI_PACKET_TYPE_FIFO, .to = 1 - me->node, .rec_fifo = mu_rec_id(me, 0, 0)};
    for (unsigned i = 0; i < packets; i++) {
        if (me->node == 0) {
            nanosleep(&(struct timespec){0, SHORT_NS / 2}, NULL); /* long enough for node 1 to sleep */
            mu_send(me, kit->inj, packet);
        }
        mu_receive(kit->rec, 1, arrive, NULL);
        if (me->node == 1)
            mu_send(me, kit->inj, packet);
    }
}

/* Collective of both nodes: no thread polls while the limit changes. */
static void set_longest_sleep(const mu_rank_t *me, uint64_t ns)
{
    pthread_barrier_wait(&met);
    if (me->node == 0)
        emuq_the_machine->wait.sleep_max_ns = ns;
    pthread_barrier_wait(&met);
    memset(&poller, 0, sizeof poller);
}

/* Repeats ping_pong() until node 1 has slept: on a busy machine every packet may arrive before. */
static void ping_pong_until_sleep(mu_rank_t *me, mu_kit_t *kit)
{
    static bool has_slept; /* stored by node 1; the barriers order the accesses */
    bool repeat = true;
    while (repeat) {
        ping_pong(me, kit, PACKETS);
        if (me->node == 1)
            has_slept = poller.blind_ns > 0;
        pthread_barrier_wait(&met);
        repeat = !has_slept;
        pthread_barrier_wait(&met);
    }
}

/* First, packets at short intervals, with the longest sleeps that need no fence. Then one packet after a long
 * interval. */
static void fence_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 64);
    set_longest_sleep(me, SHORT_NS);
    ping_pong_until_sleep(me, &kit);
    CHECK_EQUAL(poller.fences, 0);
    set_longest_sleep(me, LONG_NS);
    if (me->node == 0)
        nanosleep(&(struct timespec){0, 20 * LONG_NS}, NULL);
    ping_pong(me, &kit, 1);
    if (me->node == 1)
        CHECK(poller.blind_ns > 0 && poller.blind_ns <= SHORT_NS);
    if (me->node == 1 && emuq_fence_open(false) != 0) { /* the kernel supports membarrier() */
        CHECK(poller.fences > 0);
        CHECK(poller.exact_ns > SHORT_NS && poller.exact_ns <= LONG_NS);
    }
}

static void short_sleeps_execute_no_fence(void)
{
    pthread_barrier_init(&met, NULL, 2);
    mu_run(MU_NODES(2, 1, 1, 1, 1), fence_body);
    pthread_barrier_destroy(&met);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"no wake-up is lost", no_wakeup_is_lost},
        {"pollers follow a route that changes", pollers_follow_a_route_that_changes},
        {"levels wake pollers of a FIFO", levels_wake_pollers_of_a_fifo},
        {"short sleeps execute no fence", short_sleeps_execute_no_fence},
        {NULL, NULL},
    };
    setenv("EMUQ_ENGINES", "0", 1);
    setenv("EMUQ_WAIT", "sleep", 1);
    return emuq_test_main("wake-ups of a poller", tests);
}
