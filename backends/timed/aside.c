/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A hand-over on another stack, and waits elsewhere than on the stack. A program may switch to stacks that it
 * has allocated itself (swapcontext(), user threads). Such a stack is in the heap or in the static data of
 * its rank, so it is at its address only while its rank runs; other ranks walk through queues of waits
 * meanwhile.
 */
#define _GNU_SOURCE
#include "backends/timed/actors.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "backends/rank_memory.h"
#include "backends/timed/report.h"

#define STACK_BYTES (256u << 10)
#define WAIT_BYTES  256u

/* A wait, with the structure that it begins. */
typedef union room {
    emuq_wait_t wait;
    max_align_t aligned;
    char bytes[WAIT_BYTES];
} room_t;

/* Nothing of it is on the stack that is left. */
struct emuq_aside {
    ucontext_t back, there;
    emuq_timed_t *timed;
    emuq_actor_t *actor;
    emuq_hand_over_t *hand_over;
    room_t first, then;
    char stack[STACK_BYTES];
};

static __thread struct emuq_aside *my_aside;

static void begin(void)
{
    const struct emuq_aside *aside = my_aside;
    aside->hand_over(aside->timed, aside->actor);
}

static bool is_of_rank(const emuq_actor_t *self, const void *address)
{
    return emuq_rank_data_delta((uint32_t)self->rank, (uintptr_t)address) != 0;
}

bool emuq_aside_is_needed(const emuq_actor_t *self)
{
    return is_of_rank(self, __builtin_frame_address(0));
}

static struct emuq_aside *make(void)
{
    struct emuq_aside *aside = malloc(sizeof *aside);
    if (aside == NULL)
        emuq_timed_fail(
            "no memory for a thread that runs on a stack of the program; give the process more memory");
    return aside;
}

static struct emuq_aside *aside_of(emuq_actor_t *self)
{
    if (self->aside == NULL)
        self->aside = make();
    return self->aside;
}

static size_t bytes_of(const emuq_wait_t *wait)
{
    return wait->bytes != 0 ? wait->bytes : sizeof *wait;
}

static emuq_wait_t *copy_to(room_t *room, const emuq_wait_t *wait)
{
    assert(bytes_of(wait) <= sizeof *room);
    memcpy(room, wait, bytes_of(wait));
    return &room->wait;
}

emuq_wait_t *emuq_aside_wait(emuq_actor_t *self, emuq_wait_t *wait)
{
    if (!is_of_rank(self, wait))
        return wait;
    struct emuq_aside *aside = aside_of(self);
    emuq_wait_t *copy = copy_to(&aside->first, wait);
    if (wait->then != NULL)
        copy->then = copy_to(&aside->then, wait->then);
    return copy;
}

void emuq_aside_results(const emuq_actor_t *self, emuq_wait_t *wait)
{
    const struct emuq_aside *aside = self->aside;
    emuq_wait_t *then = wait->then;
    memcpy(wait, &aside->first, bytes_of(wait));
    wait->then = then;
    if (then != NULL)
        memcpy(then, &aside->then, bytes_of(then));
}

void emuq_aside_hand_over(emuq_timed_t *t, emuq_actor_t *self, emuq_hand_over_t *hand_over)
{
    my_aside = aside_of(self);
    my_aside->timed = t;
    my_aside->actor = self;
    my_aside->hand_over = hand_over;
    (void)getcontext(&my_aside->there); /* does not fail where it knows the registers */
    my_aside->there.uc_stack.ss_sp = my_aside->stack;
    my_aside->there.uc_stack.ss_size = sizeof my_aside->stack;
    my_aside->there.uc_link = &my_aside->back;
    makecontext(&my_aside->there, begin, 0);
    (void)swapcontext(&my_aside->back, &my_aside->there);
}
