/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/scheduler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/emulator/core/inject.h"
#include "backends/rank_memory.h"
#include "base/host_calls.h"

#define REPOLL_FRACTION 8                 /* polls for a time: every 1/8 of the wait so far */
#define WAIT_BLOCKS     100               /* most basic blocks between two polls of a wait */
#define MAX_TOTAL_POLLS 200000u           /* polls of all actors without an event; more mean a deadlock */
#define MIN_ROUNDS      1000u             /* minimum rounds of polls per actor */
#define STALLED         UINT64_C(8000000) /* 1 ms in ticks; then all actors poll */

emuq_timed_t *emuq_the_timed;
__thread emuq_actor_t *emuq_my_actor;

static uint64_t sched_max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* @return NULL: no actor can run */
static emuq_actor_t *sched_earliest(const emuq_timed_t *t)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < t->actors; i++)
        if (t->due[i] < t->due[best])
            best = i;
    return t->due[best] != EMUQ_NEVER ? t->actor[best] : NULL;
}

static uint64_t sched_poll_ticks(const emuq_timed_t *t)
{
    return emuq_cpu_ticks(t, t->parameters.cpu.poll + t->parameters.cpu.loop);
}

/* Finds register stores that bypassed the doorbell hook. */
static void sched_scan(emuq_timed_t *t)
{
    for (uint32_t i = 0; i < t->machine->nodes; i++) {
        emuq_work_t work;
        emuq_work_begin(&work);
        emuq_scan_node(&work, &t->machine->node[i]);
        emuq_work_run(&work);
    }
}

/* Schedules a poll of every parked actor when no event is left: a program may count its polls, and a thread
 * without a clock may have held a lock. @return false: no rank waits, or too many rounds were unsuccessful */
static bool sched_repoll_parked(emuq_timed_t *t)
{
    if (++t->idle_rounds > sched_max(MAX_TOTAL_POLLS / sched_max(t->actors, 1), MIN_ROUNDS) ||
        emuq_waiting_ranks(t) == 0)
        return false;
    for (uint32_t i = 0; i < t->actors; i++) {
        const emuq_actor_t *a = t->actor[i];
        bool is_vain = a->spin_pc != 0 && t->idle_rounds > MIN_ROUNDS; /* spin polls are expensive */
        if (a->state != EMUQ_ACTOR_PARKED || (a->wait != NULL && a->wait->take == NULL) || is_vain)
            continue;
        t->due[i] = sched_max(a->clock + sched_poll_ticks(t), t->now);
    }
    if (t->idle_rounds == 1)
        sched_scan(t);
    return true;
}

/* Processes network events until an actor has the smallest time. @return NULL: no actor can run */
static emuq_actor_t *sched_advance(emuq_timed_t *t)
{
    for (;;) {
        emuq_timed_progress_show(t);
        emuq_actor_t *a = sched_earliest(t);
        uint64_t event = emuq_net_next(t->network), due = a != NULL ? t->due[a->number] : EMUQ_NEVER;
        bool is_stalled = a == NULL && event != EMUQ_NEVER && event > t->progress + STALLED;
        if (event != EMUQ_NEVER && event <= due && !is_stalled) {
            t->now = event;
            emuq_net_run(t->network, event);
        } else if (a != NULL) {
            a->clock = sched_max(due, a->clock);
            a->state = EMUQ_ACTOR_READY;
            t->now = a->clock;
            return a;
        } else if (!sched_repoll_parked(t)) {
            return NULL;
        }
    }
}

/* The poll of a parked actor begins when the change is visible: the phase of polling loops is not
 * modelled. */
static void sched_notify(emuq_timed_t *t, emuq_actor_t *a, uint64_t tick)
{
    uint64_t seen = sched_max(a->clock, tick) + t->costs.poll;
    a->changes++;
    if (a->state == EMUQ_ACTOR_PARKED && a->wait == NULL && seen < t->due[a->number])
        t->due[a->number] = seen;
}

static void sched_publish_stores(emuq_timed_t *t, emuq_actor_t *self)
{
    for (emuq_actor_t *a = t->at[self->node]; a != NULL && self->is_active; a = a->next)
        if (a != self)
            sched_notify(t, a, self->clock);
    self->is_active = false;
}

static void sched_enter(const emuq_timed_t *t, emuq_actor_t *self)
{
    emuq_rank_data_enter((uint32_t)self->rank);
    emuq_marks_enter(self->rank);
    emuq_timed_input_enter(self->rank);
    emuq_timed_progress_enter(t, self);
}

static void sched_await(const emuq_timed_t *t, emuq_actor_t *self)
{
    emuq_handoff_wait(&self->wait_slot);
    sched_enter(t, self);
}

/* @param next NULL: no actor can run */
static void sched_give(emuq_timed_t *t, emuq_actor_t *next)
{
    if (next != NULL)
        emuq_pointer_store(&t->thread, next);
    emuq_pointer_store_release(&t->holder, next); /* pairs with the acquire in watch_check() */
    if (next == NULL) {
        emuq_marks_enter(-1);
        emuq_timed_finish(t);
    } else {
        emuq_handoff_pass(&next->wait_slot);
    }
}

bool emuq_actor_is_running(const emuq_timed_t *t)
{
    return emuq_my_actor != NULL && emuq_my_node != UINT32_MAX &&
           emuq_pointer_load(&t->holder) == emuq_my_actor;
}

static emuq_actor_t *sched_choose(emuq_timed_t *t, emuq_actor_t *self)
{
    uint32_t node = emuq_my_node;
    AO_store(&t->steps, t->steps + 1);
    emuq_timed_report_no_progress(t);
    emuq_my_node = UINT32_MAX; /* events are not actions of the caller */
    emuq_record_exchange(&t->record);
    sched_publish_stores(t, self);
    emuq_actor_t *next = sched_advance(t);
    emuq_record_exchange(&t->record);
    emuq_my_node = node;
    if (next != self) {
        emuq_marks_leave();
        t->hand_overs += next != NULL;
    }
    return next;
}

static void sched_hand_over(emuq_timed_t *t, emuq_actor_t *self)
{
    emuq_actor_t *next = sched_choose(t, self);
    if (next == self)
        return;
    bool goes_on = self->state != EMUQ_ACTOR_ENDED; /* @p self may be freed after the hand-over */
    sched_give(t, next);
    if (goes_on)
        sched_await(t, self);
}

static void sched_hand_over_context(emuq_timed_t *t, emuq_actor_t *self)
{
    emuq_actor_t *next = sched_choose(t, self);
    if (next == self)
        return;
    emuq_context_leave(t, self, next, sched_give);
    sched_enter(t, self);
}

/* Passes the token unless the caller has the smallest time. */
static void sched_pass(emuq_timed_t *t, emuq_actor_t *self)
{
    if (emuq_context_leaves(t, self)) {
        sched_hand_over_context(t, self);
        return;
    }
    if (t->thread != self)
        emuq_context_leave(t, self, self, sched_give);
    if (__builtin_expect(emuq_stack_is_rank_data(self), 0))
        emuq_stack_hand_over(t, self, sched_hand_over);
    else
        sched_hand_over(t, self);
}

void emuq_actor_observe(emuq_timed_t *t)
{
    t->due[emuq_my_actor->number] = emuq_my_actor->clock;
    sched_pass(t, emuq_my_actor);
}

void emuq_actor_park(emuq_timed_t *t, uint64_t until)
{
    emuq_actor_t *self = emuq_my_actor;
    uint64_t begin = self->clock;
    self->state = EMUQ_ACTOR_PARKED;
    t->due[self->number] = until;
    sched_pass(t, self);
    self->waited += self->clock - begin;
    self->waits++;
}

static void sched_set_progress(emuq_timed_t *t)
{
    AO_store(&t->progress, t->now);
}

static emuq_wait_key_t *sched_find_poll(emuq_actor_t *a, const volatile void *where, uint64_t seen)
{
    for (uint32_t i = 0; i < a->keys && i < EMUQ_WAIT_KEYS; i++)
        if (a->key[i].where == where && a->key[i].seen == seen)
            return &a->key[i];
    return NULL;
}

static void sched_begin_wait(emuq_actor_t *a)
{
    a->is_waiting = true;
    a->reads_time = a->read_time_last = a->just_woken = false;
    a->since = a->clock;
    a->keys = 0;
}

/* Records a poll. @return whether a poll repeats without a change: the loop has polled all its conditions */
static bool sched_repeats(emuq_actor_t *a, const volatile void *where, uint64_t seen)
{
    emuq_wait_key_t *key = sched_find_poll(a, where, seen);
    bool is_new = key == NULL;
    if (is_new) {
        key = &a->key[a->keys++ % EMUQ_WAIT_KEYS];
        a->is_active = true; /* the program has advanced */
    }
    bool all = !is_new && (key->changes == a->changes || (a->keys == 1 && a->just_woken));
    *key = (emuq_wait_key_t){where, seen, a->changes};
    return all;
}

void emuq_actor_poll(emuq_timed_t *t, const volatile void *where, uint64_t seen, bool begins)
{
    emuq_actor_t *self = emuq_my_actor;
    if (begins || !self->is_waiting || self->blocks >= WAIT_BLOCKS)
        sched_begin_wait(self);
    self->blocks = 0;
    if (sched_repeats(self, where, seen)) {
        uint64_t interval = sched_max((self->clock - self->since) / REPOLL_FRACTION, sched_poll_ticks(t));
        emuq_actor_park(t, self->reads_time ? self->clock + interval : EMUQ_NEVER);
        self->just_woken = true;
    } else {
        self->just_woken = false;
        self->clock += t->costs.poll;
        emuq_actor_observe(t);
    }
}

void emuq_actor_spin(emuq_timed_t *t, uintptr_t pc, bool begins)
{
    emuq_actor_t *self = emuq_my_actor;
    if (begins) {
        sched_begin_wait(self);
        self->is_active = true;
    }
    self->spin_pc = pc;
    emuq_actor_park(t, EMUQ_NEVER);
    self->spin_pc = 0;
}

void emuq_actor_read_time(emuq_timed_t *t)
{
    emuq_actor_t *self = emuq_my_actor;
    self->clock += t->costs.time;
    self->reads_time = true;
    if (self->read_time_last)
        emuq_actor_observe(t);
    else
        self->is_active = true;
    self->read_time_last = true;
}

void emuq_actor_act(emuq_timed_t *t, uint64_t ticks)
{
    emuq_actor_t *self = emuq_my_actor;
    AO_store(&t->steps, t->steps + 1);
    self->clock += ticks;
    self->is_waiting = self->read_time_last = false;
    self->is_active = true;
    t->idle_rounds = 0;
    t->now = self->clock;
    sched_set_progress(t);
}

void emuq_actors_notify(emuq_timed_t *t, uint32_t node, int32_t rank)
{
    t->idle_rounds = 0;
    sched_set_progress(t);
    for (emuq_actor_t *a = t->at[node]; a != NULL; a = a->next)
        if (rank < 0 || a->rank == rank)
            sched_notify(t, a, t->now);
}

void emuq_actor_resume(emuq_timed_t *t, emuq_actor_t *a)
{
    t->due[a->number] = sched_max(a->clock, emuq_my_actor->clock);
}

static emuq_actor_t *sched_new_actor(emuq_timed_t *t, uint32_t number, uint32_t node, int32_t rank)
{
    emuq_actor_t *a = malloc(sizeof *a);
    if (a == NULL)
        return NULL;
    *a = (emuq_actor_t){.number = number, .node = node, .rank = rank, .next = t->at[node], .is_active = true};
    t->actor[number] = a;
    t->at[node] = a;
    return a;
}

static bool sched_reserve(emuq_timed_t *t, uint32_t most)
{
    emuq_actor_t **actor = realloc(t->actor, most * sizeof *actor);
    if (actor != NULL)
        t->actor = actor;
    uint64_t *due = realloc(t->due, most * sizeof *due);
    if (due != NULL)
        t->due = due;
    if (actor == NULL || due == NULL)
        return false;
    memset(actor + t->most, 0, (most - t->most) * sizeof *actor);
    t->most = most;
    return true;
}

static bool sched_reserve_ranks(emuq_timed_t *t, uint32_t ranks)
{
    if (!sched_reserve(t, ranks))
        return false;
    emuq_timed_input_open(ranks);
    t->actors = t->ranks_pending = ranks;
    return true;
}

void emuq_actor_created(emuq_actor_t *a, pthread_t thread)
{
    a->thread = thread;
    a->has_thread = true;
}

void emuq_actor_start(const emuq_timed_t *t, emuq_actor_t *a)
{
    emuq_my_actor = a;
    AO_int_store(&a->tid, (uint32_t)syscall(SYS_gettid));
    sched_await(t, a);
}

int emuq_actor_begin(emuq_timed_t *t, uint32_t rank, uint32_t ranks)
{
    emuq_lock(&t->lock);
    bool has_space = t->actors != 0 || sched_reserve_ranks(t, ranks);
    emuq_actor_t *self = has_space ? sched_new_actor(t, rank, emuq_my_node, (int32_t)rank) : NULL;
    if (self != NULL) {
        self->is_main = true;
        self->clock = t->due[rank] = t->begin;
        emuq_actor_created(self, pthread_self());
    }
    bool is_last = self != NULL && --t->ranks_pending == 0;
    emuq_unlock(&t->lock);
    if (self == NULL)
        return -ENOMEM;
    if (is_last) {
        t->start_ns = emuq_host_now_ns();
        sched_give(t, t->actor[0]);
    }
    emuq_actor_start(t, self);
    return 0;
}

emuq_actor_t *emuq_actor_expect(emuq_timed_t *t)
{
    bool has_space = t->actors < t->most || sched_reserve(t, 2 * t->most);
    emuq_actor_t *a =
        has_space ? sched_new_actor(t, t->actors, emuq_my_actor->node, emuq_my_actor->rank) : NULL;
    if (a == NULL) /* a thread without a clock would run concurrently with the token's holder */
        emuq_timed_fail("no memory for the clock of a thread; give the process more memory");
    t->actors++;
    a->clock = t->due[a->number] = emuq_my_actor->clock;
    return a;
}

void emuq_actor_end(emuq_timed_t *t, emuq_actor_t *a)
{
    bool has_baton = a == emuq_my_actor;
    if (has_baton) /* no actor sees the end early */
        emuq_actor_observe(t);
    a->state = EMUQ_ACTOR_ENDED;
    a->is_active = true;
    t->due[a->number] = EMUQ_NEVER;
    if (has_baton) {
        emuq_my_actor = NULL;
        sched_pass(t, a);
    }
}

static const emuq_actor_t *sched_actor_of(const emuq_timed_t *t, pthread_t thread)
{
    for (const emuq_actor_t *a = t->at[emuq_my_actor->node]; a != NULL; a = a->next)
        if (a->state != EMUQ_ACTOR_ENDED && a->has_thread && pthread_equal(a->thread, thread))
            return a;
    return NULL;
}

void emuq_actor_join(emuq_timed_t *t, pthread_t thread)
{
    const emuq_actor_t *a;
    for (bool begins = true; (a = sched_actor_of(t, thread)) != NULL; begins = false)
        emuq_actor_poll(t, a, 0, begins);
}

void emuq_actor_pin(emuq_timed_t *t)
{
    emuq_actor_t *self = emuq_my_actor;
    self->is_pinned = true;
    if (t->thread != self)
        emuq_context_leave(t, self, self, sched_give);
}

void emuq_actors_close(emuq_timed_t *t)
{
    for (uint32_t i = 0; i < t->actors; i++) {
        if (t->actor[i] != NULL) {
            free(t->actor[i]->side_stack);
            if (t->actor[i]->state == EMUQ_ACTOR_ENDED) /* else the thread sleeps in the context */
                free(t->actor[i]->context);
        }
        free(t->actor[i]);
    }
    free(t->actor);
    free(t->due);
    free(t->at);
}
