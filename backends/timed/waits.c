/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/waits.h"

#include "backends/rank_memory.h"
#include "backends/timed/actors.h"
#include "backends/timed/cores.h"

#define TICKS_PER_NS (1000 / EMUQ_NET_TICK_PS)

/* ---- queues ---- */

/* What names an address of an actor's rank, among those of all ranks. */
static uintptr_t place_of(const emuq_actor_t *a, const volatile void *where)
{
    return (uintptr_t)where + emuq_rank_data_delta((uint32_t)a->rank, (uintptr_t)where);
}

/* The list that the queue of a place is in. */
static emuq_wait_t **list_of(emuq_timed_t *t, uintptr_t place)
{
    return &t->queue[(place >> 3) * 31 % EMUQ_WAIT_QUEUES];
}

/* Where a wait stands in the list of a place, or the end of the list. */
static emuq_wait_t **find(emuq_timed_t *t, const emuq_wait_t *wait, uintptr_t place)
{
    emuq_wait_t **at = list_of(t, place);
    while (*at != NULL && *at != wait)
        at = &(*at)->next;
    return at;
}

/* An actor waits, behind all others. */
static void stand(emuq_timed_t *t, emuq_wait_t *wait, emuq_actor_t *a, uint64_t limit)
{
    wait->next = NULL;
    wait->waiter = a;
    wait->place = place_of(a, wait->where);
    wait->limit = limit;
    wait->is_released = false;
    *find(t, NULL, wait->place) = wait;
    a->wait = wait;
}

static void leave(emuq_timed_t *t, emuq_wait_t *wait)
{
    emuq_wait_t **at = find(t, wait, wait->place);
    if (*at != NULL)
        *at = wait->next;
}

/* The first at a place that is not on its way to look, or NULL. */
static emuq_wait_t *first_at(emuq_timed_t *t, uintptr_t place)
{
    emuq_wait_t *wait = *list_of(t, place);
    while (wait != NULL && (wait->place != place || wait->is_released))
        wait = wait->next;
    return wait;
}

/* ---- what threads do ---- */

/* A call begins. @return false: the calling thread has no time */
static bool begin(const emuq_timed_t *t)
{
    bool has_time = emuq_actor_runs(t);
    if (has_time)
        emuq_core_stops(t);
    return has_time;
}

/* It is over. @return true */
static bool end(const emuq_timed_t *t)
{
    emuq_core_runs(t);
    return true;
}

static bool look(void)
{
    emuq_timed_t *t = emuq_the_timed;
    if (!begin(t))
        return false;
    emuq_actor_observe(t);
    return end(t);
}

static bool enter(void)
{
    emuq_timed_t *t = emuq_the_timed;
    if (!begin(t))
        return false;
    emuq_actor_act(t, t->costs.atomic);
    emuq_actor_observe(t);
    return end(t);
}

void emuq_timed_atomic(int changes)
{
    emuq_timed_t *t = emuq_the_timed;
    if (!begin(t))
        return;
    if (changes) {
        emuq_actor_act(t, 0);
    } else {
        emuq_my_actor->clock +=
            t->costs.atomic; /* it may be a poll: whether it is, is seen by what it finds */
        emuq_my_actor->may_leave = true;
        emuq_actor_observe(t);
        emuq_my_actor->may_leave = false;
    }
    (void)end(t);
}

static void refused(const volatile void *where)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_core_stops(t);
    emuq_actor_poll(t, where, 0, false);
    emuq_core_runs(t);
}

static bool wait_for(emuq_wait_t *given, uint64_t limit)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_actor_t *self = emuq_my_actor;
    emuq_wait_t *const first = emuq_aside_wait(self, given), *wait = first;
    bool is_over;
    emuq_core_stops(t);
    self->since = self->clock;
    stand(t, wait, self, limit < EMUQ_NEVER / TICKS_PER_NS ? limit * TICKS_PER_NS : EMUQ_NEVER);
    do {
        wait = self->wait;
        wait->is_released = false;
        emuq_actor_park(t, wait->limit);
        wait = self->wait; /* another one, if this has been released and has one after it */
        is_over = wait->take != NULL ? wait->take(wait) : wait->is_released;
    } while (!is_over && self->clock < wait->limit);
    leave(t, wait);
    self->wait = NULL;
    if (first != given)
        emuq_aside_results(self, given);
    emuq_actor_act(t, t->costs.atomic);
    emuq_core_runs(t);
    return is_over;
}

/* A wait is released: its thread goes on, or stands in the next queue. */
static void let_go(emuq_timed_t *t, emuq_wait_t *wait)
{
    emuq_actor_t *a = wait->waiter;
    wait->is_released = true;
    if (wait->take == NULL)
        leave(t, wait);
    if (wait->then != NULL) {
        stand(t, wait->then, a, EMUQ_NEVER);
        t->due[a->number] = EMUQ_NEVER;
    } else {
        emuq_actor_resume(t, a);
    }
}

static void release(const volatile void *where, uint32_t most)
{
    emuq_timed_t *t = emuq_the_timed;
    const emuq_wait_t *last = NULL;
    emuq_wait_t *wait;
    uintptr_t at = place_of(emuq_my_actor, where);
    for (uint32_t i = 0; i < most && (wait = first_at(t, at)) != NULL; i++) {
        last = wait->then;
        let_go(t, wait);
    }
    wait = last != NULL && last->is_there(last) ? first_at(t, last->place) : NULL;
    if (wait != NULL)
        let_go(t, wait);
}

static uintptr_t place(const volatile void *where)
{
    return emuq_my_actor != NULL ? place_of(emuq_my_actor, where) : (uintptr_t)where;
}

static bool now(uint64_t *ns)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_actor_t *self = emuq_my_actor;
    if (!begin(t))
        return false;
    emuq_actor_ask(t);
    *ns = self->clock / TICKS_PER_NS;
    return end(t);
}

const emuq_waits_t emuq_timed_waits = {.look = look,
                                       .enter = enter,
                                       .refused = refused,
                                       .wait = wait_for,
                                       .release = release,
                                       .place = place,
                                       .now = now};
