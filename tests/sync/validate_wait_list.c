/* SPDX-License-Identifier: BSD-3-Clause */
/* Waiters for space: woken in FIFO order, as many as fit, each exactly once; no waiter is forgotten. */
#include <stdlib.h>
#include <stddef.h>

#include "base/host_calls.h"
#include "sync/event_count.h"
#include "sync/wait_list.h"
#include "validate.h"

#define LIMIT_NS (60 * EMUQ_NS_PER_S)

enum { MOST = 16, TURNS = 150, UNIT = 32, SIZE = 20 * UNIT, MOST_NEED = 17 * UNIT };

typedef struct sender {
    emuq_waiting_t waiting;
    unsigned go;    /* 1: taken, 2: returned by close; atomic */
    unsigned taken; /* number of takes; not atomic: owned by the taking thread */
} sender_t;

typedef struct shared {
    emuq_wait_list_t list;
    bool processes;
    unsigned senders;
    uint64_t room;  /* atomic */
    uint64_t used;  /* space not yet freed by the receiver; atomic */
    unsigned ended; /* number of finished senders; atomic */
    sender_t sender[MOST];
} shared_t;

static bool take_room(shared_t *s, uint64_t need)
{
    uint64_t room = __atomic_load_n(&s->room, __ATOMIC_ACQUIRE);
    while (room >= need)
        if (__atomic_compare_exchange_n(&s->room, &room, room - need, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
            __atomic_fetch_add(&s->used, need, __ATOMIC_RELEASE);
            return true;
        }
    return false;
}

static void resume(emuq_waiting_t *w, unsigned go)
{
    while (w != NULL) {
        emuq_waiting_t *next = w->next;
        sender_t *sender = (sender_t *)(void *)((char *)w - offsetof(sender_t, waiting));
        sender->taken++;
        /* Release: the thread owns its waiter again. */
        __atomic_store_n(&sender->go, go, __ATOMIC_RELEASE);
        w = next;
    }
}

static void pass_on(shared_t *s)
{
    resume(emuq_wait_list_take(&s->list, __atomic_load_n(&s->room, __ATOMIC_ACQUIRE)), 1);
}

static void await_go(shared_t *s, sender_t *self, bool exact)
{
    uint64_t since = emuq_now_ns();
    unsigned rounds = 0;
    while (__atomic_load_n(&self->go, __ATOMIC_ACQUIRE) == 0) {
        emuq_spin(&rounds);
        if (!exact)
            pass_on(s); /* as engines do periodically */
        if (!VALIDATE(emuq_now_ns() - since < LIMIT_NS))
            _Exit(1);
    }
}

static void send(shared_t *s, sender_t *self, uint64_t need, emuq_fence_t fence)
{
    unsigned parked = 0;
    while (!take_room(s, need)) {
        self->go = 0;
        self->waiting.need = need;
        VALIDATE((parked++ == 0 ? emuq_wait_list_put : emuq_wait_list_put_back)(&s->list, &self->waiting) ==
                 0);
        bool exact = emuq_fence_heavy(fence);
        pass_on(s);
        await_go(s, self, exact);
    }
}

static void send_all(shared_t *s, unsigned number)
{
    emuq_fence_t fence = emuq_fence_open(s->processes);
    uint64_t chance = number + 11;
    for (unsigned i = 0; i < TURNS; i++) {
        if (validate_random(&chance, 16) == 0)
            pass_on(s); /* an abandoned message: its space goes to the next waiter */
        else
            send(s, &s->sender[number], UNIT * (1 + validate_random(&chance, MOST_NEED / UNIT)), fence);
    }
    __atomic_fetch_add(&s->ended, 1, __ATOMIC_RELEASE);
}

/* Frees the used space, at once or in two parts, and wakes the waiters that fit. */
static void receive(shared_t *s)
{
    emuq_fence_open(s->processes);
    uint64_t chance = 3;
    unsigned rounds = 0;
    while (__atomic_load_n(&s->ended, __ATOMIC_ACQUIRE) != s->senders) {
        uint64_t used = __atomic_load_n(&s->used, __ATOMIC_ACQUIRE);
        if (used > UNIT && validate_random(&chance, 2) == 0)
            used = UNIT;
        if (used == 0) {
            emuq_spin(&rounds);
            continue;
        }
        __atomic_fetch_sub(&s->used, used, __ATOMIC_RELAXED);
        __atomic_fetch_add(&s->room, used, __ATOMIC_RELEASE);
        EMUQ_TEST_POINT(wait_list_test_room);
        emuq_fence_light();
        if (emuq_wait_list_any(&s->list))
            pass_on(s);
    }
}

static void work(void *shared, unsigned number)
{
    shared_t *s = shared;
    if (number == s->senders)
        receive(s);
    else
        send_all(s, number);
}

static void run(bool processes, unsigned senders)
{
    shared_t *s = validate_shared(sizeof *s);
    s->processes = processes;
    s->senders = senders;
    s->room = SIZE;
    validate_run(processes, senders + 1, work, s);
    VALIDATE(s->list.count == 0 && s->list.first == NULL && s->room + s->used == SIZE);
    validate_end(s, sizeof *s);
}

static void threads(void)
{
    run(false, 2);
    run(false, 6);
    run(false, MOST - 1);
}

static void processes(void)
{
    run(true, 4);
}

static unsigned count(const emuq_waiting_t *w)
{
    unsigned n = 0;
    for (; w != NULL; w = w->next)
        n++;
    return n;
}

static shared_t *five_waiters(const uint64_t need[5])
{
    shared_t *s = validate_shared(sizeof *s);
    for (int i = 0; i < 5; i++) {
        s->sender[i].waiting.need = need[i];
        CU_ASSERT_EQUAL(emuq_wait_list_put(&s->list, &s->sender[i].waiting), 0);
    }
    return s;
}

static void as_many_as_fit_oldest_first(void)
{
    shared_t *s = five_waiters((const uint64_t[5]){64, 32, 96, 32, 32});
    CU_ASSERT_TRUE(emuq_wait_list_any(&s->list));
    CU_ASSERT_PTR_NULL(emuq_wait_list_take(&s->list, 32)); /* no overtaking */
    emuq_waiting_t *w = emuq_wait_list_take(&s->list, 128);
    CU_ASSERT_PTR_EQUAL(w, &s->sender[0].waiting);
    CU_ASSERT_PTR_EQUAL(w->next, &s->sender[1].waiting);
    CU_ASSERT_PTR_NULL(w->next->next);
    CU_ASSERT_EQUAL(s->list.count, 3);
    CU_ASSERT_EQUAL(count(emuq_wait_list_take(&s->list, 160)), 3);
    CU_ASSERT_FALSE(emuq_wait_list_any(&s->list));
    CU_ASSERT_PTR_NULL(emuq_wait_list_take(&s->list, UINT64_MAX));
    CU_ASSERT_EQUAL(emuq_wait_list_put(&s->list, &s->sender[4].waiting), 0);
    CU_ASSERT_PTR_EQUAL(emuq_wait_list_take(&s->list, UINT64_MAX), &s->sender[4].waiting);
    validate_end(s, sizeof *s);
}

static void put_back_where_they_were(void)
{
    shared_t *s = five_waiters((const uint64_t[5]){32, 32, 32, 32, 32});
    CU_ASSERT_EQUAL(count(emuq_wait_list_take(&s->list, 96)), 3);
    CU_ASSERT_EQUAL(emuq_wait_list_put_back(&s->list, &s->sender[1].waiting), 0);
    CU_ASSERT_EQUAL(emuq_wait_list_put_back(&s->list, &s->sender[0].waiting), 0);
    CU_ASSERT_EQUAL(emuq_wait_list_put_back(&s->list, &s->sender[2].waiting), 0);
    CU_ASSERT_EQUAL(s->list.count, 5);
    emuq_waiting_t *w = emuq_wait_list_take(&s->list, UINT64_MAX);
    CU_ASSERT_EQUAL(count(w), 5);
    for (int i = 0; w != NULL; i++, w = w->next)
        CU_ASSERT_PTR_EQUAL(w, &s->sender[i].waiting);
    CU_ASSERT_EQUAL(emuq_wait_list_put_back(&s->list, &s->sender[3].waiting), 0); /* the only one */
    CU_ASSERT_EQUAL(emuq_wait_list_put(&s->list, &s->sender[0].waiting), 0);
    CU_ASSERT_EQUAL(count(emuq_wait_list_take(&s->list, UINT64_MAX)), 2);
    validate_end(s, sizeof *s);
}

static void closing_hands_back_all(void)
{
    shared_t *s = five_waiters((const uint64_t[5]){32, 992, 32, 32, 32});
    emuq_waiting_t *w = emuq_wait_list_take(&s->list, 32);
    CU_ASSERT_EQUAL(count(emuq_wait_list_close(&s->list)), 4);
    CU_ASSERT_FALSE(emuq_wait_list_any(&s->list));
    CU_ASSERT_EQUAL(emuq_wait_list_put(&s->list, w), -ESHUTDOWN);
    CU_ASSERT_EQUAL(emuq_wait_list_put_back(&s->list, w), -ESHUTDOWN);
    CU_ASSERT_PTR_NULL(emuq_wait_list_close(&s->list));
    emuq_wait_list_open(&s->list);
    CU_ASSERT_EQUAL(emuq_wait_list_put(&s->list, w), 0);
    CU_ASSERT_PTR_EQUAL(emuq_wait_list_take(&s->list, 32), w);
    validate_end(s, sizeof *s);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"as many as fit, oldest first", as_many_as_fit_oldest_first},
                                        {"put back where they were", put_back_where_they_were},
                                        {"closing hands back all", closing_hands_back_all},
                                        {"threads", threads},
                                        {"processes", processes},
                                        {NULL, NULL}};
    return emuq_test_main("wait list", tests);
}
