/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file actors.h
 * @brief Who runs: actors with clocks, one at a time, and the network between them.
 *
 * The smallest time goes first: an event of the network before an actor, and of actors the lower number. An
 * actor keeps the baton until it observes something while its clock is not the smallest time, or parks. So
 * nobody sees what has not happened yet, and what everybody sees depends on the program alone.
 */
#ifndef EMUQ_TIMED_ACTORS_H
#define EMUQ_TIMED_ACTORS_H

#include "backends/timed/timed.h"

/** The calling thread's actor, or NULL: it is none, and its steps have no time. */
extern __thread emuq_actor_t *emuq_my_actor;

/** Gives the baton away, and waits for it. */
typedef void emuq_hand_over_t(emuq_timed_t *t, emuq_actor_t *self);

/** Whether the caller's stack is memory of its rank, which has its address only while the rank runs. */
bool emuq_aside_is_needed(const emuq_actor_t *self);

/** Hands over on another stack, and comes back to the caller's. */
void emuq_aside_hand_over(emuq_timed_t *t, emuq_actor_t *self, emuq_hand_over_t *hand_over);

/** A copy of a wait, with the one that follows, which actors of other ranks can reach. @return @p wait itself
 * if they can reach that */
emuq_wait_t *emuq_aside_wait(emuq_actor_t *self, emuq_wait_t *wait);

/** Stores the results of a copy of emuq_aside_wait() to the wait. */
void emuq_aside_results(const emuq_actor_t *self, emuq_wait_t *wait);

/** Whether the calling thread is an actor that has the baton, and is not in the middle of the network: a
 * signal handler may run anywhere. */
bool emuq_actor_runs(const emuq_timed_t *t);

/** The calling thread is the main thread of @p rank and about to run the program. Returns when all @p ranks
 * have come here, and it is its turn. @return 0 or -ENOMEM: the thread has no time */
int emuq_actor_begin(emuq_timed_t *t, uint32_t rank, uint32_t ranks);

/** The calling thread, an actor, is about to create a thread. @return its actor; without memory for it the
 * process ends */
emuq_actor_t *emuq_actor_expect(emuq_timed_t *t);
/** The calling thread, which has expected an actor, has created its thread. */
void emuq_actor_created(emuq_actor_t *a, pthread_t thread);
/** The calling thread is the one that was expected. Returns when it is its turn. */
void emuq_actor_appear(const emuq_timed_t *t, emuq_actor_t *a);

/** The calling thread, an actor, ends, or @p a has been expected and does not appear. The others go on:
 * in the former case when nothing can happen any more before its clock. */
void emuq_actor_end(emuq_timed_t *t, emuq_actor_t *a);

/** The calling thread, an actor, returns to its kernel thread, and does not leave it again (contexts.h). */
void emuq_actor_stay(emuq_timed_t *t);

/** Waits until the actor of a thread has ended, if it has one. */
void emuq_actor_join(emuq_timed_t *t, pthread_t thread);

/** Returns when nothing can happen any more before the clock of the calling thread. */
void emuq_actor_observe(emuq_timed_t *t);

/** The calling thread has polled in vain, which takes the time of a poll. A thread that polls the same and
 * sees the same again, without a change at its node meanwhile, waits for one.
 *  @param where  what it has looked at, or which loop it is in
 *  @param seen   what it saw
 *  @param begins it is known that the wait begins with this poll */
void emuq_actor_poll(emuq_timed_t *t, const volatile void *where, uint64_t seen, bool begins);

/** The calling thread is in a loop that only looks at memory, and waits for a change at its node.
 *  @param place  of an instruction in it
 *  @param begins it has done something else before: it may have stored what others wait for */
void emuq_actor_spin(emuq_timed_t *t, uintptr_t place, bool begins);

/** The calling thread asks for the time, which takes some. If it does nothing but that, it waits for a time
 * or for a change of memory, and others run. */
void emuq_actor_ask(emuq_timed_t *t);

/** The calling thread does something else than to poll, which takes @p ticks. */
void emuq_actor_act(emuq_timed_t *t, uint64_t ticks);

/** The calling thread waits until something changes at its node (if its member wait is not NULL: until it is
 * released), or its clock is @p until. */
void emuq_actor_park(emuq_timed_t *t, uint64_t until);
/** A parked actor goes on, at the clock of the calling thread or its own if that is later. */
void emuq_actor_resume(emuq_timed_t *t, emuq_actor_t *a);

/** Something has changed at a node at the time t->now: its parked actors look.
 *  @param rank whose threads see it; -1: all of the node */
void emuq_actor_wake(emuq_timed_t *t, uint32_t node, int32_t rank);

/** Frees all actors. */
void emuq_actors_close(emuq_timed_t *t);

#endif /* EMUQ_TIMED_ACTORS_H */
