/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/timed/scheduler.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <ucontext.h>

#include "backends/rank_memory.h"
#include "backends/settings.h"
#include "base/atomic.h"
#include "base/process.h"

#define SIDE_STACK_BYTES (256u << 10)
#define WAIT_BYTES       256u

/* Includes the structure that starts with the wait. */
typedef union wait_copy {
    emuq_wait_t wait;
    max_align_t aligned;
    char bytes[WAIT_BYTES];
} wait_copy_t;

/* Another rank's data may replace the caller's stack. */
struct emuq_side_stack {
    ucontext_t back, there;
    emuq_timed_t *timed;
    emuq_actor_t *actor;
    emuq_hand_over_t *hand_over;
    wait_copy_t first, then;
    char stack[SIDE_STACK_BYTES];
};

static __thread struct emuq_side_stack *my_side_stack;

static void side_run(void)
{
    const struct emuq_side_stack *side_stack = my_side_stack;
    side_stack->hand_over(side_stack->timed, side_stack->actor);
}

static bool side_is_rank_data(const emuq_actor_t *self, const void *address)
{
    return emuq_rank_data_delta((uint32_t)self->rank, (uintptr_t)address) != 0;
}

bool emuq_stack_is_rank_data(const emuq_actor_t *self)
{
    return side_is_rank_data(self, __builtin_frame_address(0));
}

static struct emuq_side_stack *side_stack_of(emuq_actor_t *self)
{
    if (self->side_stack == NULL)
        self->side_stack = malloc(sizeof *self->side_stack);
    if (self->side_stack == NULL)
        emuq_timed_fail(
            "no memory for a thread that runs on a stack of the program; give the process more memory");
    return self->side_stack;
}

static size_t side_wait_bytes(const emuq_wait_t *wait)
{
    return wait->bytes != 0 ? wait->bytes : sizeof *wait;
}

static emuq_wait_t *side_copy(wait_copy_t *copy, const emuq_wait_t *wait)
{
    assert(side_wait_bytes(wait) <= sizeof *copy);
    memcpy(copy, wait, side_wait_bytes(wait));
    return &copy->wait;
}

emuq_wait_t *emuq_stack_copy_wait(emuq_actor_t *self, emuq_wait_t *wait)
{
    if (!side_is_rank_data(self, wait))
        return wait;
    struct emuq_side_stack *side_stack = side_stack_of(self);
    emuq_wait_t *copy = side_copy(&side_stack->first, wait);
    if (wait->then != NULL)
        copy->then = side_copy(&side_stack->then, wait->then);
    return copy;
}

void emuq_stack_copy_back(const emuq_actor_t *self, emuq_wait_t *wait)
{
    const struct emuq_side_stack *side_stack = self->side_stack;
    emuq_wait_t *then = wait->then;
    memcpy(wait, &side_stack->first, side_wait_bytes(wait));
    wait->then = then;
    if (then != NULL)
        memcpy(then, &side_stack->then, side_wait_bytes(then));
}

void emuq_stack_hand_over(emuq_timed_t *t, emuq_actor_t *self, emuq_hand_over_t *hand_over)
{
    my_side_stack = side_stack_of(self);
    my_side_stack->timed = t;
    my_side_stack->actor = self;
    my_side_stack->hand_over = hand_over;
    (void)getcontext(&my_side_stack->there); /* cannot fail */
    my_side_stack->there.uc_stack.ss_sp = my_side_stack->stack;
    my_side_stack->there.uc_stack.ss_size = sizeof my_side_stack->stack;
    my_side_stack->there.uc_link = &my_side_stack->back;
    makecontext(&my_side_stack->there, side_run, 0);
    (void)swapcontext(&my_side_stack->back, &my_side_stack->there);
}

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !EMUQ_HAS_FEATURE(address_sanitizer) &&         \
    !EMUQ_TSAN

#define HWCAP2_FSGSBASE   2 /* user code may execute wrfsbase */
#define MIN_LEAVE_STREAK  4 /* a return to the kernel thread costs two hand-overs */
#define SLEEP_STACK_BYTES (256u << 10)

enum { AUTO, KERNEL }; /* values of EMUQ_TIME_SWITCH */

struct emuq_context {
    ucontext_t saved;
    ucontext_t asleep;
    uint64_t pointer;
    emuq_actor_t *next;
    emuq_give_t *give;
    char stack[SLEEP_STACK_BYTES];
};

static emuq_timed_t *timed;

void emuq_contexts_open(emuq_timed_t *t)
{
    timed = t;
    bool has_stacks_shown = t->progressed != NULL && t->progressed->stops != 0;
    t->switches = emuq_setting_number(EMUQ_SETTING_TIME_SWITCH) == AUTO &&
                  (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE) != 0 && !has_stacks_shown && emuq_is_traced() <= 0;
}

bool emuq_context_leaves(const emuq_timed_t *t, emuq_actor_t *self)
{
    if (!t->switches || self->is_pinned || !self->may_leave || emuq_stack_is_rank_data(self)) {
        self->leave_streak = 0;
        return false;
    }
    return t->thread != self || ++self->leave_streak > MIN_LEAVE_STREAK;
}

static struct emuq_context *context_of(emuq_actor_t *self)
{
    if (self->context != NULL)
        return self->context;
    self->context = malloc(sizeof *self->context);
    if (self->context == NULL)
        emuq_timed_fail("no memory for the context of a thread; give the process more memory");
    /* The x86-64 ABI stores the thread pointer at offset 0 of the thread block. */
    __asm__("mov %%fs:0, %0" : "=r"(self->context->pointer));
    return self->context;
}

/* Passes the token, waits for it, and continues the thread's actor. A second thread may execute the actor
 * meanwhile, so this function uses no thread-local data. context_switch() restores errno. */
static void context_sleep(void)
{
    emuq_timed_t *t = timed;
    emuq_actor_t *self = t->thread;
    struct emuq_context *context = self->context;
    context->give(t, context->next);
    emuq_handoff_wait(&self->wait_slot);
    (void)setcontext(&context->saved);
}

/* Blocks all signals: a handler would use the thread-local data of a running actor. */
static const ucontext_t *context_make_sleep(emuq_actor_t *thread, emuq_actor_t *next, emuq_give_t *give)
{
    struct emuq_context *context = thread->context;
    context->next = next;
    context->give = give;
    (void)getcontext(&context->asleep);
    sigfillset(&context->asleep.uc_sigmask);
    context->asleep.uc_stack.ss_sp = context->stack;
    context->asleep.uc_stack.ss_size = sizeof context->stack;
    context->asleep.uc_link = NULL;
    makecontext(&context->asleep, context_sleep, 0);
    return &context->asleep;
}

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
        context_switch(&context->saved, context_make_sleep(thread, next, give), thread->context->pointer);
    self->is_saved = false;
    /* Stored after the switch: between the change of the thread pointer and the change of the stack, a
     * signal handler must not see its thread as the holder (emuq_actor_is_running()). Pairs with the
     * acquire in watch_check(). */
    emuq_pointer_store_release(&t->holder, self);
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
    abort();
}

#endif
