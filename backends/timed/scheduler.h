/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file scheduler.h
 * @brief Sequential discrete-event scheduler: simulated threads and the network model.
 *
 * The smallest time goes first: network events before actors, then the lowest number. An actor keeps the
 * token until it parks, or observes state while its clock is not the smallest time. So results depend on the
 * program alone.
 */
#ifndef EMUQ_TIMED_SCHEDULER_H
#define EMUQ_TIMED_SCHEDULER_H

#include <signal.h>

#include "backends/timed/timed.h"

/** Actor of the calling thread; NULL: no modelled time. */
extern __thread emuq_actor_t *emuq_my_actor;

/** True if the caller holds the token and is not in the network model. Async-signal-safe. */
bool emuq_actor_is_running(const emuq_timed_t *t);

/** Registers a main thread. Returns when all @p ranks are registered and the actor runs. @return 0 or
 * -ENOMEM */
int emuq_actor_begin(emuq_timed_t *t, uint32_t rank, uint32_t ranks);
/** Registers a thread before its creation. */
emuq_actor_t *emuq_actor_expect(emuq_timed_t *t);
void emuq_actor_created(emuq_actor_t *a, pthread_t thread);
/** Returns when the caller's actor runs. */
void emuq_actor_start(const emuq_timed_t *t, emuq_actor_t *a);
/** Ends the caller's actor, after all earlier events, or an actor without a thread. */
void emuq_actor_end(emuq_timed_t *t, emuq_actor_t *a);
/** Moves the caller permanently to its kernel thread. */
void emuq_actor_pin(emuq_timed_t *t);
void emuq_actor_join(emuq_timed_t *t, pthread_t thread);

/** Yields until all earlier events have happened. */
void emuq_actor_observe(emuq_timed_t *t);
/** Charges an unsuccessful poll. Parks the caller if the poll is repeated without a change at the node.
 * @param begins the wait begins with this poll */
void emuq_actor_poll(emuq_timed_t *t, const volatile void *where, uint64_t seen, bool begins);
/** Parks the caller in a loop without stores until its node changes. */
void emuq_actor_spin(emuq_timed_t *t, uintptr_t pc, bool begins);
/** Charges a read of the time. Repeated reads yield. */
void emuq_actor_read_time(emuq_timed_t *t);
void emuq_actor_act(emuq_timed_t *t, uint64_t ticks);
/** Parks the caller until @p until or a change of its node; if emuq_actor_t::wait is set, until the
 * release. */
void emuq_actor_park(emuq_timed_t *t, uint64_t until);
/** Resumes a parked actor, not before the caller's clock. */
void emuq_actor_resume(emuq_timed_t *t, emuq_actor_t *a);
/** Reports a change at t->now. @param rank -1: all ranks of the node */
void emuq_actors_notify(emuq_timed_t *t, uint32_t node, int32_t rank);
void emuq_actors_close(emuq_timed_t *t);

/*
 * contexts.c: hand-overs without the kernel, and from stacks of the program.
 *
 * The thread of an actor can execute the saved context of a second actor without a system call. Thread ids
 * and processor time do not follow, so this happens only in L2 atomics and polls.
 */

typedef void emuq_hand_over_t(emuq_timed_t *t, emuq_actor_t *self);
typedef void emuq_give_t(emuq_timed_t *t, emuq_actor_t *next);

bool emuq_stack_is_rank_data(const emuq_actor_t *self);
void emuq_stack_hand_over(emuq_timed_t *t, emuq_actor_t *self, emuq_hand_over_t *hand_over);
/** Copies a wait in rank data, with emuq_wait_t::then, to memory that all ranks reach. @return the copy, or
 * @p wait */
emuq_wait_t *emuq_stack_copy_wait(emuq_actor_t *self, emuq_wait_t *wait);
void emuq_stack_copy_back(const emuq_actor_t *self, emuq_wait_t *wait);

/** Enables context switches: x86-64 with FSGSBASE; not under debuggers, launchers that print stacks, or
 * sanitizers. */
void emuq_contexts_open(emuq_timed_t *t);
bool emuq_context_leaves(const emuq_timed_t *t, emuq_actor_t *self);
/** Saves the context of @p self. The thread executes the context of @p next if saved, else calls @p give and
 * sleeps. Returns when @p self holds the token, in any thread; in its thread if @p next is @p self. */
void emuq_context_leave(emuq_timed_t *t, emuq_actor_t *self, emuq_actor_t *next, emuq_give_t *give);

/** Reads EMUQ_TIME. @return 0, or -EINVAL after printing an error: the program does not count blocks */
int emuq_cores_open(emuq_timed_t *t);
void emuq_cores_close(void);
/** Charges the time of the program's code. Call at the start of a call. */
void emuq_core_charge(const emuq_timed_t *t);
/** Restarts the count of the program's time. Call at the end of a call. */
void emuq_core_continue(const emuq_timed_t *t);

void emuq_timed_record_begin(emuq_timed_t *t);
/** @return 0 or -ENOMEM */
int emuq_timed_hooks_install(void);

/** Installs the signal handlers. Without a free signal no loop is recognised. */
void emuq_spins_prepare(void);
void emuq_spins_check(const emuq_actor_t *a);
/** Frees the memory of the calling thread, whose actor has ended. */
void emuq_spins_leave(void);

/** @return 0 or a negative errno */
int emuq_timed_watch_start(emuq_timed_t *t);
void emuq_timed_watch_stop(emuq_timed_t *t);

#endif /* EMUQ_TIMED_SCHEDULER_H */
