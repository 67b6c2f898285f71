/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Progress. A round calls posted work, polls the hardware of collectives, takes packets, and continues
 * operations that are under way. Clients loop over calls that find nothing, and there may be fewer cores than
 * threads: after some empty rounds the thread idles (emuq_mmio_idle()), which sleeps where threads share
 * cores.
 */
#include "msglayer/progress/advance.h"

#include <stdio.h>
#include <stdlib.h>

#include "backends/modelled_time.h"
#include "base/test_point.h"
#include "msglayer/coll/hardware.h"
#include "msglayer/coll/schedule.h"
#include "msglayer/p2p/p2p.h"
#include "msglayer/settings.h"

#include <hwi/include/common/emuq_wait.h>

#define SPIN_ROUNDS  16u    /* without events, before the thread idles */
#define IDLE_ROUNDS  10000u /* that idling counts for: a call with a smaller maximum idles once */
#define MOST_SKIPPED 64u    /* empty rounds on other contexts, until the thread idles at one of these */

/* What the thread has found to do lately. */
static __thread struct {
    unsigned rounds;  /* without events, on all contexts */
    uint64_t context; /* at which it idles: its number */
    unsigned skipped; /* empty rounds on others since then */
    unsigned turns;   /* of a wait for locks of other threads */
} idle __attribute__((tls_model("initial-exec")));

/* Local completions that were known when the operation was started. Takes modelled time, as work does
 * (core/work.c): their functions may start such operations again. */
static bool run_deferred(emuq_pami_context_t *context)
{
    (void)emuq_waits_enter();
    emuq_pami_op_t *op = context->deferred;
    context->deferred = NULL;
    context->deferred_last = &context->deferred;
    for (emuq_pami_op_t *next; op != NULL; op = next) {
        next = op->next;
        emuq_pami_op_local(context, op);
    }
    return true;
}

/* What only some rounds have to do. Without an event since emuq_pami_receive() has polled the hardware of
 * collectives, there is no reason to poll it again. */
static __attribute__((noinline)) bool go_on(emuq_pami_context_t *context, unsigned seen)
{
    bool any = false;
    if (context->retry_unexpected)
        any |= emuq_pami_dispatch_unexpected(context);
    if (context->incomplete != 0)
        any |= emuq_pami_complete(context);
    if (context->deferred != NULL)
        any |= run_deferred(context);
    if (context->control != NULL || context->blocked != NULL)
        any |= emuq_pami_flush(context);
    if (context->rdma != NULL)
        any |= emuq_pami_flush_rdma(context);
    if (context->getting != NULL)
        any |= emuq_pami_complete_gets(context);
    if (context->coll->polled != NULL && (seen & EMUQ_PAMI_ROUND_EVENT))
        any |= emuq_pami_schedules_poll(context);
    return any;
}

static bool is_busy(const emuq_pami_context_t *context)
{
    return ((uintptr_t)context->deferred | context->incomplete | (uintptr_t)context->control |
            (uintptr_t)context->blocked | (uintptr_t)context->rdma | (uintptr_t)context->getting |
            (uintptr_t)context->coll->polled | context->retry_unexpected) != 0;
}

/* Packets that the round outside has begun to take would be lost. */
static __attribute__((noinline, noreturn)) void refuse_round(const emuq_pami_context_t *context)
{
    bool nested = context->is_calling || context->advancing == &idle;
    fprintf(stderr,
            nested
                ? "pami: task %u: context %u is advanced by a function that its advance or send has called; "
                  "return from the function first\n"
                : "pami: task %u: context %u is advanced by two threads at once; take its lock\n",
            context->client->resources->task, context->offset);
    abort();
}

static inline __attribute__((always_inline)) unsigned one_round(emuq_pami_context_t *context)
{
    unsigned result = 0;
    if (__builtin_expect(context->advancing != NULL || context->is_calling, 0))
        refuse_round(context);
    context->advancing = &idle;
    if (__builtin_expect(emuq_pami_has_work(context), 0))
        result = emuq_pami_work(context);
    if (emuq_pami_receive(context) != 0)
        result |= EMUQ_PAMI_ROUND_EVENT;
    if (is_busy(context) && go_on(context, result))
        result |= EMUQ_PAMI_ROUND_EVENT;
    if (result & EMUQ_PAMI_ROUND_EVENT)
        idle.rounds = 0;
    context->advancing = NULL;
    return result;
}

unsigned emuq_pami_round(emuq_pami_context_t *context)
{
    return one_round(context);
}

/* The register whose change the context waits for most, and its value when there is nothing to do. Changes of
 * the others end a sleep as well; this one is what a report on a job that stands still names. */
static const volatile uint64_t *register_to_watch(const emuq_pami_context_t *context, uint64_t *seen)
{
    const emuq_pami_device_t *device = context->device;
    for (uint32_t i = 0; context->incomplete != 0 && i <= device->resources->send_fifos; i++) {
        const emuq_pami_fifo_t *f = i < device->resources->send_fifos ? &device->send[i] : &device->rdma;
        if (f->first == NULL)
            continue;
        *seen = MUSPI_getHwDescCount(f->fifo);
        if (f->first->number > *seen)
            return &f->fifo->hw_injfifo->descCount;
    }
    const volatile uint64_t *status = emuq_pami_network_status(context, seen);
    if (status != NULL)
        return status;
    const MUSPI_Fifo_t *rec = &device->rec->_fifo;
    *seen = rec->pa_start + (uint64_t)((const char *)rec->va_head - (const char *)rec->va_start);
    return &rec->hwfifo->pa_tail;
}

/* Idles at a register of one of some contexts that have been found empty. The hook does not sleep before it
 * is called for the same register and value again, so whatever arrives after the last round on any of the
 * contexts ends the sleep. Posted work and waits for a lock change no register: a thread that posts or waits
 * sees `sleeping`, and wakes this one, or this thread sees its post or its wait. The sequentially consistent
 * addition and loads of `posted` and `waiters` here pair with the stores of those, followed by the load in
 * emuq_pami_wake_context(). */
static void idle_at(const volatile uint64_t *reg, uint64_t seen, pami_context_t contexts[], size_t count)
{
    bool wanted = false;
    for (size_t i = 0; i < count; i++) {
        emuq_pami_context_t *context = contexts[i];
        __atomic_fetch_add(&context->shared.sleeping, 1, __ATOMIC_SEQ_CST);
    }
    EMUQ_TEST_POINT(advance_sleeping_set);
    for (size_t i = 0; i < count; i++) {
        emuq_pami_context_t *context = contexts[i];
        wanted |= __atomic_load_n(&context->shared.posted, __ATOMIC_SEQ_CST) != NULL ||
                  __atomic_load_n(&context->shared.waiters, __ATOMIC_SEQ_CST) != 0;
    }
    if (!wanted && emuq_relax_before_sleep())
        emuq_mmio_idle(reg, seen);
    for (size_t i = 0; i < count; i++) {
        emuq_pami_context_t *context = contexts[i];
        __atomic_fetch_sub(&context->shared.sleeping, 1, __ATOMIC_RELAXED);
    }
}

/* Whether the thread idles after an empty round on a context. Clients may look at several contexts by turns:
 * then it idles at one of them, so that it has looked at all in between. */
static bool should_idle(const emuq_pami_context_t *context)
{
    if (++idle.rounds < SPIN_ROUNDS)
        return false;
    if (context->number != idle.context && ++idle.skipped < MOST_SKIPPED)
        return false;
    idle.context = context->number;
    idle.skipped = 0;
    return true;
}

/* Programs of the machine assert PAMI_SUCCESS in their waiting loops. */
pami_result_t emuq_pami_result_of_nothing(void)
{
    enum { SUCCESS, EAGAIN_IF_NOTHING }; /* words of the setting */
    return emuq_pami_setting(EMUQ_PAMI_ADVANCE_RESULT) == EAGAIN_IF_NOTHING ? PAMI_EAGAIN : PAMI_SUCCESS;
}

pami_result_t PAMI_Context_advance(pami_context_t handle, size_t maximum)
{
    emuq_pami_context_t *context = handle;
    unsigned seen = 0;
    if (__builtin_expect(context == NULL, 0))
        return emuq_pami_result(PAMI_INVAL);
    for (size_t left = maximum, over = 1; left != 0; left -= over < left ? over : left) {
        unsigned round = one_round(context);
        seen |= round;
        if ((round & EMUQ_PAMI_ROUND_EVENT) || emuq_pami_lock_is_wanted(context))
            break;
        over = 1;
        if (should_idle(context)) {
            uint64_t value;
            const volatile uint64_t *reg = register_to_watch(context, &value);
            idle_at(reg, value, &handle, 1);
            over = IDLE_ROUNDS;
        }
    }
    return seen == 0 ? context->empty : PAMI_SUCCESS;
}

/* What a round on several contexts has found. */
typedef struct sweep {
    unsigned seen; /* bits of EMUQ_PAMI_ROUND_... */
    size_t locked; /* contexts left out, because another thread has their locks */
    /* If the thread is to idle: where. */
    const volatile uint64_t *reg;
    uint64_t value;
} sweep_t;

/* One round on each context. */
static void round_on_all(pami_context_t contexts[], size_t count, bool lock, sweep_t *s)
{
    for (size_t i = 0; i < count; i++) {
        emuq_pami_context_t *context = contexts[i];
        if (lock && !emuq_pami_try_lock(context)) {
            s->locked++;
            continue;
        }
        unsigned round = one_round(context);
        s->seen |= round;
        if (!(round & EMUQ_PAMI_ROUND_EVENT) && should_idle(context))
            s->reg = register_to_watch(context, &s->value);
        if (lock)
            PAMI_Context_unlock(context);
    }
}

static pami_result_t advance_all(pami_context_t contexts[], size_t count, size_t maximum, bool lock)
{
    unsigned seen = 0;
    if (contexts == NULL && count != 0)
        return emuq_pami_result(PAMI_INVAL);
    for (size_t i = 0; i < count; i++)
        if (contexts[i] == NULL)
            return emuq_pami_result(PAMI_INVAL);
    for (size_t left = maximum, over; left != 0 && count != 0; left -= over < left ? over : left) {
        sweep_t s = {0};
        round_on_all(contexts, count, lock, &s);
        seen |= s.seen;
        over = s.reg != NULL || idle.turns > EMUQ_RELAX_SPINS ? IDLE_ROUNDS : 1;
        if (s.locked == 0)
            idle.turns = 0;
        if (s.seen & EMUQ_PAMI_ROUND_EVENT)
            break;
        if (s.locked != 0)
            emuq_relax(&idle.turns); /* their owners make progress, or other threads release them soon */
        else if (s.reg != NULL)
            idle_at(s.reg, s.value, contexts, count);
    }
    if (seen != 0)
        return PAMI_SUCCESS;
    return count != 0 ? ((const emuq_pami_context_t *)contexts[0])->empty : emuq_pami_result_of_nothing();
}

pami_result_t PAMI_Context_advancev(pami_context_t context[], size_t count, size_t maximum)
{
    return advance_all(context, count, maximum, false);
}

pami_result_t PAMI_Context_trylock_advancev(pami_context_t context[], size_t count, size_t maximum)
{
    return advance_all(context, count, maximum, true);
}
