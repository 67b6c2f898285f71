/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A hand-over on another stack. A program may switch to stacks that it has allocated itself (swapcontext(),
 * user threads). Such a stack is in the heap or in the static data of its rank, so it is at its address only
 * while its rank runs.
 */
#define _GNU_SOURCE
#include "backends/timed/actors.h"

#include <stdlib.h>
#include <ucontext.h>

#include "backends/rank_data.h"
#include "backends/timed/report.h"

#define STACK_BYTES (256u << 10)

/* Nothing of it is on the stack that is left. */
struct emuq_aside {
    ucontext_t back, there;
    emuq_timed_t *timed;
    emuq_actor_t *actor;
    emuq_hand_over_t *hand_over;
    char stack[STACK_BYTES];
};

static __thread struct emuq_aside *my_aside;

static void begin(void)
{
    const struct emuq_aside *aside = my_aside;
    aside->hand_over(aside->timed, aside->actor);
}

bool emuq_aside_is_needed(const emuq_actor_t *self)
{
    return emuq_rank_data_delta((uint32_t)self->rank, (uintptr_t)__builtin_frame_address(0)) != 0;
}

static struct emuq_aside *make(void)
{
    struct emuq_aside *aside = malloc(sizeof *aside);
    if (aside == NULL)
        emuq_timed_fail(
            "no memory for a thread that runs on a stack of the program; give the process more memory");
    return aside;
}

void emuq_aside_hand_over(emuq_timed_t *t, emuq_actor_t *self, emuq_hand_over_t *hand_over)
{
    if (self->aside == NULL)
        self->aside = make();
    my_aside = self->aside;
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
