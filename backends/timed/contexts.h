/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file contexts.h
 * @brief Hand-overs without the kernel: the thread of one actor executes the context of another actor.
 *
 * A context is the registers of an actor and its thread pointer, so thread-local data and pthread_self()
 * follow it. An actor whose context is *saved* can go on in any thread. The kernel knows threads only: their
 * numbers, processor time, and signals that are sent to one thread. So an actor leaves its thread only in
 * calls that choose it (L2 atomics, polls of memory), and goes back to it before it hands over elsewhere.
 *
 * A thread that executes no context sleeps on a stack for this purpose, with all signals blocked. The holder
 * of the baton alone uses what is here. t->thread names the actor whose thread runs.
 */
#ifndef EMUQ_TIMED_CONTEXTS_H
#define EMUQ_TIMED_CONTEXTS_H

#include "backends/timed/timed.h"

/** Gives the baton to the actor @p next. */
typedef void emuq_give_t(emuq_timed_t *t, emuq_actor_t *next);

/** Decides whether contexts are switched in this job: on x86-64 if programs may set the thread pointer; not
 * for a debugger or a launcher that prints stacks, which show contexts by threads, nor with a sanitizer. */
void emuq_contexts_open(emuq_timed_t *t);

/** Whether the caller leaves its thread here: it may, has been able to in its latest hand-overs, and its
 * stack has its address whichever rank runs. */
bool emuq_context_leaves(const emuq_timed_t *t, emuq_actor_t *self);

/** Saves the context of the caller, @p self. The thread executes that of @p next if it is saved, else sleeps
 * and gives the baton to @p next, with @p give. Returns when @p self has the baton again, in any thread; in
 * its own thread if @p next is @p self. */
void emuq_context_leave(emuq_timed_t *t, emuq_actor_t *self, emuq_actor_t *next, emuq_give_t *give);

#endif /* EMUQ_TIMED_CONTEXTS_H */
