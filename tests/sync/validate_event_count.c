/* SPDX-License-Identifier: BSD-3-Clause */
/* Event count: no wake-up is lost. A sleep that reaches LIMIT_NS has lost its wake-up. */
#include <stdlib.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>

#include "base/lock.h"
#include "sync/event_count.h"
#include "validate.h"

#define LIMIT_NS   (UINT64_C(60) * EMUQ_NS_PER_S)
#define INEXACT_NS UINT64_C(1000000) /* limit of sleeps if the kernel has no membarrier(2) */

enum { MOST_PAIRS = 8, ROUNDS = 200, ITEMS = 3000 };

typedef enum flavour { FULL, LIGHT, HEAVY_WITH_FULL } flavour_t;

typedef struct shared {
    emuq_event_count_t e;
    flavour_t flavour;
    bool processes;
    unsigned pairs;
    struct {
        uint64_t ball __attribute__((aligned(64))); /* token: even for the first worker of the pair; atomic */
    } pair[MOST_PAIRS];
    unsigned items, taken; /* open and done work items; atomic */
    unsigned producers;
} shared_t;

/* One iteration of a wait for a condition. @return true if the condition holds */
static bool wait_turn(shared_t *s, emuq_fence_t fence, bool (*holds)(shared_t *s, unsigned n), unsigned n)
{
    emuq_ticket_t ticket = emuq_event_prepare(&s->e);
    bool exact = s->flavour == FULL || emuq_fence_heavy(fence);
    if (holds(s, n))
        return true;
    int rc = emuq_event_wait(&s->e, ticket, exact ? LIMIT_NS : INEXACT_NS);
    if (!VALIDATE(rc == 0 || rc == -EAGAIN || rc == -EINTR || (!exact && rc == -ETIMEDOUT)))
        _Exit(1);
    return holds(s, n);
}

static void notify(shared_t *s, int threads)
{
    if (s->flavour == LIGHT)
        emuq_event_notify_light(&s->e, threads);
    else
        emuq_event_notify(&s->e, threads);
}

/* Acquire: pairs with the release in play(). The parity names the owner. */
static bool has_ball(shared_t *s, unsigned number)
{
    return __atomic_load_n(&s->pair[number / 2].ball, __ATOMIC_ACQUIRE) % 2 == number % 2;
}

/* Pairs of threads exchange a token. All sleep on one event count, so each thread is also woken for the
 * events of the remaining pairs. */
static void play(void *shared, unsigned number)
{
    shared_t *s = shared;
    emuq_fence_t fence = s->flavour == FULL ? 0 : emuq_fence_open(s->processes);
    for (unsigned i = 0; i < ROUNDS; i++) {
        while (!has_ball(s, number))
            if (wait_turn(s, fence, has_ball, number))
                break;
        EMUQ_TEST_POINT(event_count_test_ball);
        __atomic_fetch_add(&s->pair[number / 2].ball, 1, __ATOMIC_RELEASE);
        notify(s, EMUQ_EVENT_ALL);
    }
}

static void run_pairs(flavour_t flavour, bool processes, unsigned pairs)
{
    shared_t *s = validate_shared(sizeof *s);
    s->flavour = flavour;
    s->processes = processes;
    s->pairs = pairs;
    validate_run(processes, 2 * pairs, play, s);
    for (unsigned i = 0; i < pairs; i++)
        VALIDATE(s->pair[i].ball == 2 * ROUNDS);
    validate_end(s, sizeof *s);
}

static bool has_work(shared_t *s, unsigned unused)
{
    (void)unused;
    return __atomic_load_n(&s->items, __ATOMIC_ACQUIRE) != 0 ||
           __atomic_load_n(&s->taken, __ATOMIC_ACQUIRE) == ITEMS;
}

static bool take_item(shared_t *s)
{
    unsigned items = __atomic_load_n(&s->items, __ATOMIC_RELAXED);
    while (items != 0)
        if (__atomic_compare_exchange_n(&s->items, &items, items - 1, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return true;
    return false;
}

static void produce(shared_t *s)
{
    uint64_t chance = 5;
    for (unsigned i = 0; i < ITEMS / s->producers; i++) {
        __atomic_fetch_add(&s->items, 1, __ATOMIC_RELEASE);
        emuq_event_notify(&s->e, 1);
        if (validate_random(&chance, 16) == 0)
            sched_yield();
    }
}

/* Each item wakes one thread; in the end all items are taken. */
static void produce_or_take(void *shared, unsigned number)
{
    shared_t *s = shared;
    if (number < s->producers) {
        produce(s);
        return;
    }
    while (__atomic_load_n(&s->taken, __ATOMIC_ACQUIRE) != ITEMS) {
        if (!take_item(s)) {
            wait_turn(s, 0, has_work, 0);
        } else if (__atomic_add_fetch(&s->taken, 1, __ATOMIC_ACQ_REL) == ITEMS) {
            emuq_event_notify(&s->e, EMUQ_EVENT_ALL);
        }
    }
}

static void run_queue(bool processes, unsigned producers, unsigned consumers)
{
    shared_t *s = validate_shared(sizeof *s);
    s->producers = producers;
    validate_run(processes, producers + consumers, produce_or_take, s);
    VALIDATE(s->taken == ITEMS && s->items == 0);
    validate_end(s, sizeof *s);
}

static void full(void)
{
    run_pairs(FULL, false, 1);
    run_pairs(FULL, false, MOST_PAIRS);
    run_pairs(FULL, true, 3);
}

static void light(void)
{
    run_pairs(LIGHT, false, 1);
    run_pairs(LIGHT, false, 4);
    run_pairs(LIGHT, true, 2);
    run_pairs(HEAVY_WITH_FULL, false, 3);
}

static void one_of_many(void)
{
    run_queue(false, 1, 4);
    run_queue(false, 3, 8);
    run_queue(true, 2, 4);
}

static int sleep_result;

static void *sleep_for_a_second(void *shared)
{
    shared_t *s = shared;
    emuq_ticket_t ticket = emuq_event_prepare(&s->e);
    sleep_result = emuq_event_wait(&s->e, ticket, EMUQ_NS_PER_S);
    return NULL;
}

/* The thread has announced its sleep. A notification for a different reason clears the flag; the next
 * notifier would then skip the thread. The thread must not sleep. */
static void a_notification_for_another_reason_is_none_for_me(const char *point, int expected)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t sleeper;
    s->e.sleepers = 1; /* set by another thread */
    points_stop(point, 1);
    pthread_create(&sleeper, NULL, sleep_for_a_second, s);
    points_wait(point);
    emuq_event_notify(&s->e, EMUQ_EVENT_ALL);
    CU_ASSERT_EQUAL(s->e.event, 1);
    CU_ASSERT_EQUAL(s->e.sleepers, 0);
    points_release(point);
    pthread_join(sleeper, NULL);
    CU_ASSERT_EQUAL(sleep_result, expected);
    points_clear();
    validate_end(s, sizeof *s);
}

static void notified_while_it_prepares(void)
{
    a_notification_for_another_reason_is_none_for_me("event_count_loaded", -EAGAIN);
    a_notification_for_another_reason_is_none_for_me("event_count_announced", -EAGAIN);
    a_notification_for_another_reason_is_none_for_me("event_count_wait", -EAGAIN);
}

static void *notify_all(void *shared)
{
    shared_t *s = shared;
    emuq_event_notify(&s->e, EMUQ_EVENT_ALL);
    return NULL;
}

/* A notifier is delayed after seeing a sleeper. Its later steps must not hide a sleeper announced meanwhile.
 */
static void a_late_notifier(const char *point)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t late;
    s->e.sleepers = 1;
    points_stop(point, 1);
    pthread_create(&late, NULL, notify_all, s);
    points_wait(point);
    emuq_ticket_t ticket = emuq_event_prepare(&s->e);
    points_release(point);
    pthread_join(late, NULL);
    bool will_be_seen = s->e.sleepers != 0, will_not_sleep = s->e.event != ticket;
    CU_ASSERT_TRUE(will_be_seen || will_not_sleep);
    points_clear();
    validate_end(s, sizeof *s);
}

static void late_notifiers(void)
{
    a_late_notifier("event_count_sleepers_seen");
    a_late_notifier("event_count_cleared");
    a_late_notifier("event_count_advanced");
}

static void nothing_to_do_without_sleepers(void)
{
    shared_t *s = validate_shared(sizeof *s);
    CU_ASSERT(!emuq_event_is_announced(&s->e));
    emuq_event_notify(&s->e, 1);
    emuq_event_notify_light(&s->e, EMUQ_EVENT_ALL);
    CU_ASSERT_EQUAL(s->e.event, 0);
    CU_ASSERT_EQUAL(emuq_event_wait(&s->e, emuq_event_prepare(&s->e), 1000), -ETIMEDOUT);
    emuq_event_notify_light(&s->e, EMUQ_EVENT_ALL); /* the sleeper has left without clearing its flag */
    CU_ASSERT_EQUAL(s->e.event, 1);
    CU_ASSERT_EQUAL(s->e.sleepers, 0);
    validate_end(s, sizeof *s);
}

/* A thread that sleeps on a different word announces itself in the same count; exactly one notifier receives
 * the announcement. */
static void a_sleeper_elsewhere_is_told_of(void)
{
    shared_t *s = validate_shared(sizeof *s);
    (void)emuq_event_prepare(&s->e);
    CU_ASSERT(emuq_event_is_announced(&s->e));
    CU_ASSERT(emuq_event_take(&s->e));
    CU_ASSERT(!emuq_event_take(&s->e)); /* only one notifier has to wake the sleeper */
    CU_ASSERT(!emuq_event_is_announced(&s->e));
    validate_end(s, sizeof *s);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"notified while it prepares", notified_while_it_prepares},
                                        {"late notifiers", late_notifiers},
                                        {"nothing to do without sleepers", nothing_to_do_without_sleepers},
                                        {"a sleeper elsewhere is told of", a_sleeper_elsewhere_is_told_of},
                                        {"full", full},
                                        {"light", light},
                                        {"one of many", one_of_many},
                                        {NULL, NULL}};
    if (emuq_fence_open(true) == 0)
        puts("this kernel has no membarrier(2): light notifications are not tested for lost wake-ups");
    return emuq_test_main("event count", tests);
}
