/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/contexts.h"

#include <stdlib.h>

#include "backends/timed/actors.h"
#include "base/atomic.h"

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !EMUQ_HAS_FEATURE(address_sanitizer) &&         \
    !EMUQ_TSAN

#include <errno.h>
#include <signal.h>
#include <sys/auxv.h>
#include <ucontext.h>

#include "backends/settings.h"
#include "backends/timed/report.h"
#include "base/process.h"

#define HWCAP2_FSGSBASE 2 /* Linux: programs may execute wrfsbase */
#define LEAST_ROW       4 /* hand-overs; to return to the thread costs two that involve the kernel */
#define STACK_BYTES     (256u << 10)

enum { AUTO, KERNEL }; /* words of EMUQ_TIME_SWITCH */

struct emuq_context {
    ucontext_t saved;   /* of the actor */
    ucontext_t asleep;  /* of its thread, which executes no context */
    uint64_t pointer;   /* thread pointer of the actor */
    emuq_actor_t *next; /* gets the baton when the thread sleeps ... */
    emuq_give_t *give;  /* ... by this */
    char stack[STACK_BYTES];
};

static emuq_timed_t *timed; /* for thread_sleep(), which has no arguments */

void emuq_contexts_open(emuq_timed_t *t)
{
    timed = t;
    bool has_stacks_shown = t->progressed != NULL && t->progressed->stops != 0;
    t->switches = emuq_setting_number(EMUQ_SETTING_TIME_SWITCH) == AUTO &&
                  (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE) != 0 && !has_stacks_shown && emuq_is_traced() <= 0;
}

bool emuq_context_leaves(const emuq_timed_t *t, emuq_actor_t *self)
{
    if (!t->switches || self->stays || !self->may_leave || emuq_aside_is_needed(self)) {
        self->could_leave = 0;
        return false;
    }
    return t->thread != self || ++self->could_leave > LEAST_ROW;
}

/* In x86-64 programs the first word at the thread pointer is the thread pointer. */
static uint64_t thread_pointer(void)
{
    uint64_t pointer;
    __asm__("mov %%fs:0, %0" : "=r"(pointer));
    return pointer;
}

static struct emuq_context *context_of(emuq_actor_t *self)
{
    if (self->context != NULL)
        return self->context;
    self->context = malloc(sizeof *self->context);
    if (self->context == NULL)
        emuq_timed_fail("no memory for the context of a thread; give the process more memory");
    self->context->pointer = thread_pointer();
    return self->context;
}

/* What a thread does that executes no context: it gives the baton, and goes on with its own actor. The actor
 * may run elsewhere while the thread sleeps, so no thread-local data are used after the baton is given;
 * errno, which a futex may set, belongs to the saved context (context_switch()). */
static void thread_sleep(void)
{
    emuq_timed_t *t = timed;
    emuq_actor_t *self = t->thread;
    struct emuq_context *context = self->context;
    context->give(t, context->next);
    emuq_handoff_wait(&self->seat);
    (void)setcontext(&context->saved);
}

/* The context in which a thread sleeps, at its beginning. Blocks all signals: a handler would find the
 * thread-local data of an actor that runs. */
static const ucontext_t *context_asleep(emuq_actor_t *thread, emuq_actor_t *next, emuq_give_t *give)
{
    struct emuq_context *context = thread->context;
    context->next = next;
    context->give = give;
    (void)getcontext(&context->asleep); /* does not fail where it knows the registers */
    sigfillset(&context->asleep.uc_sigmask);
    context->asleep.uc_stack.ss_sp = context->stack;
    context->asleep.uc_stack.ss_size = sizeof context->stack;
    context->asleep.uc_link = NULL;
    makecontext(&context->asleep, thread_sleep, 0);
    return &context->asleep;
}

/* Saves the caller's context and executes another one. */
static void context_switch(ucontext_t *saved, const ucontext_t *to, uint64_t pointer)
{
    int kept = errno;
    __asm__ volatile("wrfsbase %0" : : "r"(pointer) : "memory");
    (void)swapcontext(saved, to);
    errno = kept;
}

void emuq_context_leave(emuq_timed_t *t, emuq_actor_t *self, emuq_actor_t *next, emuq_give_t *give)
{
    struct emuq_context *context = context_of(self);
    emuq_actor_t *thread = t->thread;
    self->is_saved = true;
    if (next != NULL && next != self && next->is_saved)
        context_switch(&context->saved, &next->context->saved, next->context->pointer);
    else
        context_switch(&context->saved, context_asleep(thread, next, give), thread->context->pointer);
    self->is_saved = false;
    /* After the switch: a signal handler between the change of the thread pointer and that of the stack must
     * not take its thread for the holder (emuq_actor_runs()). Pairs with the acquire in watch(). */
    __atomic_store_n(&t->holder, self, __ATOMIC_RELEASE);
}

#else

void emuq_contexts_open(emuq_timed_t *t)
{
    (void)t;
}

bool emuq_context_leaves(const emuq_timed_t *t, emuq_actor_t *self)
{
    (void)t, (void)self;
    return false;
}

void emuq_context_leave(emuq_timed_t *t, emuq_actor_t *self, emuq_actor_t *next, emuq_give_t *give)
{
    (void)t, (void)self, (void)next, (void)give;
    abort(); /* no context leaves its thread */
}

#endif
