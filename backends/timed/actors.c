/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/actors.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/emulator/core/run.h"
#include "backends/emulator/core/scan.h"
#include "backends/rank_memory.h"
#include "backends/timed/contexts.h"
#include "backends/timed/input.h"
#include "backends/timed/marks.h"
#include "backends/timed/progress.h"
#include "backends/timed/report.h"
#include "base/clock.h"

#define WAIT_SHARE  8 /* of the time that an actor has waited until it looks again, if it waits for a time */
#define WAIT_BLOCKS 100     /* a loop that does so much between two polls does something else than to wait */
#define MOST_LOOKS  200000u /* of all actors together, while nothing happens, before it is a deadlock */
#define LEAST_LOOKS 1000u   /* of each of them */
#define STALLED     UINT64_C(8000000) /* ticks (1 ms) without progress until all look, packets or not */

emuq_timed_t *emuq_the_timed;
__thread emuq_actor_t *emuq_my_actor;

/* ---- clocks ---- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The actor that runs next if no event comes before, or NULL. Of equal times the lowest number. */
static emuq_actor_t *earliest(const emuq_timed_t *t)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < t->actors; i++)
        if (t->due[i] < t->due[best])
            best = i;
    return t->due[best] != EMUQ_NEVER ? t->actor[best] : NULL;
}

/* A turn of a loop that polls. */
static uint64_t turn(const emuq_timed_t *t)
{
    return emuq_cpu_ticks(t, t->parameters.cpu.poll + t->parameters.cpu.loop);
}

/* When an actor looks again that nothing has woken: at intervals that grow with its wait. */
static uint64_t next_look(const emuq_timed_t *t, const emuq_actor_t *a)
{
    return a->clock + later((a->clock - a->since) / WAIT_SHARE, turn(t));
}

/* Finds stores to registers that were made without a doorbell. */
static void scan(emuq_timed_t *t)
{
    for (uint32_t i = 0; i < t->machine->nodes; i++) {
        emuq_work_t work;
        emuq_work_begin(&work);
        emuq_scan_node(&work, &t->machine->node[i]);
        emuq_work_run(&work);
    }
}

/* Rounds of looks in vain that are enough. */
static uint32_t most_rounds(const emuq_timed_t *t)
{
    uint32_t rounds = MOST_LOOKS / (t->actors != 0 ? t->actors : 1);
    return rounds > LEAST_LOOKS ? rounds : LEAST_LOOKS;
}

/* Nothing is on its way but packets without room, and nobody runs. A program may yet count its polls, and a
 * thread without a clock may have had a lock: everybody looks again, a turn of its loop later.
 * @return false if no rank is left, or they have done so in vain often enough */
static bool look_around(emuq_timed_t *t)
{
    if (++t->looks > most_rounds(t) || emuq_waiting_ranks(t) == 0)
        return false;
    for (uint32_t i = 0; i < t->actors; i++) {
        const emuq_actor_t *a = t->actor[i];
        bool is_vain =
            a->spins_at != 0 && t->looks > LEAST_LOOKS; /* a spin does not count, and its looks are dear */
        if (a->state != EMUQ_ACTOR_PARKED || (a->wait != NULL && a->wait->take == NULL) || is_vain)
            continue;
        t->due[i] = later(a->clock + turn(t), t->now);
    }
    if (t->looks == 1)
        scan(t);
    return true;
}

/* Applies events until an actor has the smallest time. @return it, or NULL: nobody runs any more */
static emuq_actor_t *advance(emuq_timed_t *t)
{
    for (;;) {
        emuq_timed_progress_show(t);
        emuq_actor_t *a = earliest(t);
        uint64_t event = emuq_net_next(t->network), due = a != NULL ? t->due[a->number] : EMUQ_NEVER;
        bool is_stalled = a == NULL && event != EMUQ_NEVER && event > t->progress + STALLED;
        if (event != EMUQ_NEVER && event <= due && !is_stalled) {
            t->now = event;
            emuq_net_run(t->network, event);
        } else if (a != NULL) {
            a->clock = later(due, a->clock);
            a->state = EMUQ_ACTOR_READY;
            t->now = a->clock;
            return a;
        } else if (!look_around(t)) {
            return NULL;
        }
    }
}

/* ---- who has the baton ---- */

/* Tells an actor of a change at its node at the time @p tick. If it is parked, it looks. The poll that finds
 * the change begins when it is visible: the phase of the loop is not modelled. */
static void tell(emuq_timed_t *t, emuq_actor_t *a, uint64_t tick)
{
    uint64_t seen = later(a->clock, tick) + t->costs.poll;
    a->changes++;
    if (a->state == EMUQ_ACTOR_PARKED && a->wait == NULL && seen < t->due[a->number])
        t->due[a->number] = seen;
}

/* What an actor has stored may be what others at its node wait for. */
static void show(emuq_timed_t *t, emuq_actor_t *self)
{
    for (emuq_actor_t *a = t->at[self->node]; a != NULL && self->is_active; a = a->next)
        if (a != self)
            tell(t, a, self->clock);
    self->is_active = false;
}

/* The caller has the baton: what belongs to its rank is there. */
static void enter(const emuq_timed_t *t, emuq_actor_t *self)
{
    emuq_rank_data_enter((uint32_t)self->rank);
    emuq_marks_enter(self->rank);
    emuq_timed_input_enter(self->rank);
    emuq_timed_progress_enter(t, self);
}

/* The caller waits for the baton in its thread. */
static void take(const emuq_timed_t *t, emuq_actor_t *self)
{
    emuq_baton_await(&self->seat);
    enter(t, self);
}

/* Gives the baton to the thread of an actor. NULL: no actor runs any more. */
static void give(emuq_timed_t *t, emuq_actor_t *next)
{
    if (next != NULL)
        __atomic_store_n(&t->thread, next, __ATOMIC_RELAXED);
    __atomic_store_n(&t->holder, next, __ATOMIC_RELEASE); /* pairs with the acquire in watch() */
    if (next == NULL) {
        emuq_marks_enter(-1);
        emuq_timed_over(t);
    } else {
        emuq_baton_give(&next->seat);
    }
}

bool emuq_actor_runs(const emuq_timed_t *t)
{
    return emuq_my_actor != NULL && emuq_my_node != UINT32_MAX &&
           __atomic_load_n(&t->holder, __ATOMIC_RELAXED) == emuq_my_actor;
}

/* Runs the network until an actor is to run. @return it, or NULL */
static emuq_actor_t *choose(emuq_timed_t *t, emuq_actor_t *self)
{
    uint32_t node = emuq_my_node;
    __atomic_store_n(&t->steps, t->steps + 1, __ATOMIC_RELAXED);
    emuq_timed_say_useless(t);
    emuq_record_self_t record = emuq_record_self;
    emuq_my_node = UINT32_MAX; /* what happens now is not the caller's doing */
    emuq_record_self = t->record;
    show(t, self);
    emuq_actor_t *next = advance(t);
    emuq_record_self = record;
    emuq_my_node = node;
    if (next != self) {
        emuq_marks_leave();
        t->hand_overs += next != NULL;
    }
    return next;
}

static void hand_over(emuq_timed_t *t, emuq_actor_t *self)
{
    emuq_actor_t *next = choose(t, self);
    if (next == self)
        return;
    bool goes_on = self->state != EMUQ_ACTOR_ENDED; /* afterwards it is another's */
    give(t, next);
    if (goes_on)
        take(t, self);
}

/* The same, by a context switch if the next actor has left its thread, too. */
static void hand_over_context(emuq_timed_t *t, emuq_actor_t *self)
{
    emuq_actor_t *next = choose(t, self);
    if (next == self)
        return;
    emuq_context_leave(t, self, next, give);
    enter(t, self);
}

/* The caller runs on when its time is the smallest: now, or when it gets the baton again. */
static void pass(emuq_timed_t *t, emuq_actor_t *self)
{
    if (emuq_context_leaves(t, self)) {
        hand_over_context(t, self);
        return;
    }
    if (t->thread != self)
        emuq_context_leave(t, self, self, give);
    if (__builtin_expect(emuq_aside_is_needed(self), 0))
        emuq_aside_hand_over(t, self, hand_over);
    else
        hand_over(t, self);
}

void emuq_actor_observe(emuq_timed_t *t)
{
    t->due[emuq_my_actor->number] = emuq_my_actor->clock;
    pass(t, emuq_my_actor);
}

void emuq_actor_park(emuq_timed_t *t, uint64_t until)
{
    emuq_actor_t *self = emuq_my_actor;
    uint64_t begin = self->clock;
    self->state = EMUQ_ACTOR_PARKED;
    t->due[self->number] = until;
    pass(t, self);
    self->waited += self->clock - begin;
    self->waits++;
}

/* ---- what actors do ---- */

/* Something has happened at the time t->now. */
static void set_progress(emuq_timed_t *t)
{
    __atomic_store_n(&t->progress, t->now, __ATOMIC_RELAXED);
}

/* The actor's latest poll of the same that saw the same, or NULL. */
static emuq_wait_key_t *find_key(emuq_actor_t *a, const volatile void *where, uint64_t seen)
{
    for (uint32_t i = 0; i < a->keys && i < EMUQ_WAIT_KEYS; i++)
        if (a->key[i].where == where && a->key[i].seen == seen)
            return &a->key[i];
    return NULL;
}

static void begin_wait(emuq_actor_t *a)
{
    a->is_waiting = true;
    a->reads_time = a->asks_again = a->has_looked = false;
    a->since = a->clock;
    a->keys = 0;
}

/* Whether the actor has polled the same before and nothing has changed since: it has looked at everything
 * that its loop looks at. A loop with one poll has so whenever it comes back to it. */
static bool has_seen_all(emuq_actor_t *a, const volatile void *where, uint64_t seen)
{
    emuq_wait_key_t *key = find_key(a, where, seen);
    bool is_new = key == NULL;
    if (is_new) {
        key = &a->key[a->keys++ % EMUQ_WAIT_KEYS];
        a->is_active = true; /* it has gone on */
    }
    bool all = !is_new && (key->changes == a->changes || (a->keys == 1 && a->has_looked));
    *key = (emuq_wait_key_t){where, seen, a->changes};
    return all;
}

void emuq_actor_poll(emuq_timed_t *t, const volatile void *where, uint64_t seen, bool begins)
{
    emuq_actor_t *self = emuq_my_actor;
    if (begins || !self->is_waiting || self->blocks >= WAIT_BLOCKS)
        begin_wait(self);
    self->blocks = 0;
    if (has_seen_all(self, where, seen)) {
        emuq_actor_park(t, self->reads_time ? next_look(t, self) : EMUQ_NEVER);
        self->has_looked = true;
    } else {
        self->has_looked = false;
        self->clock += t->costs.poll;
        emuq_actor_observe(t);
    }
}

void emuq_actor_spin(emuq_timed_t *t, uintptr_t place, bool begins)
{
    emuq_actor_t *self = emuq_my_actor;
    if (begins) {
        begin_wait(self);
        self->is_active = true;
    }
    self->spins_at = place;
    emuq_actor_park(t, EMUQ_NEVER);
    self->spins_at = 0;
}

void emuq_actor_ask(emuq_timed_t *t)
{
    emuq_actor_t *self = emuq_my_actor;
    self->clock += t->costs.time;
    self->reads_time = true;
    if (self->asks_again)
        emuq_actor_observe(t);
    else
        self->is_active = true;
    self->asks_again = true;
}

void emuq_actor_act(emuq_timed_t *t, uint64_t ticks)
{
    emuq_actor_t *self = emuq_my_actor;
    __atomic_store_n(&t->steps, t->steps + 1, __ATOMIC_RELAXED);
    self->clock += ticks;
    self->is_waiting = self->asks_again = false;
    self->is_active = true;
    t->looks = 0;
    t->now = self->clock;
    set_progress(t);
}

void emuq_actor_wake(emuq_timed_t *t, uint32_t node, int32_t rank)
{
    t->looks = 0;
    set_progress(t);
    for (emuq_actor_t *a = t->at[node]; a != NULL; a = a->next)
        if (rank < 0 || a->rank == rank)
            tell(t, a, t->now);
}

void emuq_actor_resume(emuq_timed_t *t, emuq_actor_t *a)
{
    t->due[a->number] = later(a->clock, emuq_my_actor->clock);
}

/* ---- beginning and end ---- */

static emuq_actor_t *new_actor(emuq_timed_t *t, uint32_t number, uint32_t node, int32_t rank)
{
    emuq_actor_t *a = malloc(sizeof *a);
    if (a == NULL)
        return NULL;
    *a = (emuq_actor_t){.number = number, .node = node, .rank = rank, .next = t->at[node], .is_active = true};
    t->actor[number] = a;
    t->at[node] = a;
    return a;
}

/* Makes room for @p most actors, which are more than before. */
static bool make_room(emuq_timed_t *t, uint32_t most)
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

/* The first rank to come makes room for all. */
static bool make_first_room(emuq_timed_t *t, uint32_t ranks)
{
    if (!make_room(t, ranks))
        return false;
    emuq_timed_input_open(ranks);
    t->actors = t->awaited = ranks;
    return true;
}

void emuq_actor_created(emuq_actor_t *a, pthread_t thread)
{
    a->thread = thread;
    a->has_thread = true;
}

void emuq_actor_appear(const emuq_timed_t *t, emuq_actor_t *a)
{
    emuq_my_actor = a;
    __atomic_store_n(&a->tid, (int32_t)syscall(SYS_gettid), __ATOMIC_RELAXED); /* for the watch */
    take(t, a);
}

int emuq_actor_begin(emuq_timed_t *t, uint32_t rank, uint32_t ranks)
{
    emuq_lock(&t->lock);
    bool has_room = t->actors != 0 || make_first_room(t, ranks);
    emuq_actor_t *self = has_room ? new_actor(t, rank, emuq_my_node, (int32_t)rank) : NULL;
    if (self != NULL) {
        self->is_main = true;
        self->clock = t->due[rank] = t->begin;
        emuq_actor_created(self, pthread_self());
    }
    bool is_last = self != NULL && --t->awaited == 0;
    emuq_unlock(&t->lock);
    if (self == NULL)
        return -ENOMEM;
    if (is_last) {
        t->begun_ns = emuq_host_now_ns();
        give(t, t->actor[0]);
    }
    emuq_actor_appear(t, self);
    return 0;
}

emuq_actor_t *emuq_actor_expect(emuq_timed_t *t)
{
    bool has_room = t->actors < t->most || make_room(t, 2 * t->most);
    emuq_actor_t *a = has_room ? new_actor(t, t->actors, emuq_my_actor->node, emuq_my_actor->rank) : NULL;
    if (a == NULL) /* without a clock it would run beside who has the baton */
        emuq_timed_fail("no memory for the clock of a thread; give the process more memory");
    t->actors++;
    a->clock = t->due[a->number] = emuq_my_actor->clock;
    return a;
}

void emuq_actor_end(emuq_timed_t *t, emuq_actor_t *a)
{
    bool has_baton = a == emuq_my_actor;
    if (has_baton) /* nobody sees the end before its time */
        emuq_actor_observe(t);
    a->state = EMUQ_ACTOR_ENDED;
    a->is_active = true;
    t->due[a->number] = EMUQ_NEVER;
    if (has_baton) {
        emuq_my_actor = NULL;
        pass(t, a);
    }
}

/* The actor of a thread that has not ended, or NULL. */
static const emuq_actor_t *actor_of(const emuq_timed_t *t, pthread_t thread)
{
    for (const emuq_actor_t *a = t->at[emuq_my_actor->node]; a != NULL; a = a->next)
        if (a->state != EMUQ_ACTOR_ENDED && a->has_thread && pthread_equal(a->thread, thread))
            return a;
    return NULL;
}

void emuq_actor_join(emuq_timed_t *t, pthread_t thread)
{
    const emuq_actor_t *a;
    for (bool begins = true; (a = actor_of(t, thread)) != NULL; begins = false)
        emuq_actor_poll(t, a, 0, begins);
}

void emuq_actor_stay(emuq_timed_t *t)
{
    emuq_actor_t *self = emuq_my_actor;
    self->stays = true;
    if (t->thread != self)
        emuq_context_leave(t, self, self, give);
}

void emuq_actors_close(emuq_timed_t *t)
{
    for (uint32_t i = 0; i < t->actors; i++) {
        if (t->actor[i] != NULL) {
            free(t->actor[i]->aside);
            if (t->actor[i]->state == EMUQ_ACTOR_ENDED) /* else its thread sleeps there */
                free(t->actor[i]->context);
        }
        free(t->actor[i]);
    }
    free(t->actor);
    free(t->due);
    free(t->at);
}
