/* SPDX-License-Identifier: BSD-3-Clause */
/* Progress. A round runs posted work, polls the hardware of collectives, takes packets, and continues
 * operations. Clients poll in loops, possibly with more threads than cores: after some empty rounds the
 * thread idles (emuq_mmio_idle()). */
#include <stdio.h>
#include <stdlib.h>

#include <spi/include/l2/emuq_fair.h>

#include "backends/modelled_time.h"
#include "base/backoff.h"
#include "base/atomic.h"
#include "msglayer/client/client.h"
#include "msglayer/coll/network.h"
#include "msglayer/coll/schedule.h"
#include "msglayer/core/resources.h"

#define SPIN_ROUNDS EMUQ_BACKOFF_SPINS_MIN /* empty rounds before the thread idles */
#define IDLE_ROUNDS 10000u                 /* idling counts as this number of rounds */
#define MAX_SKIPPED EMUQ_BACKOFF_SKIPS     /* empty rounds on other contexts before idling there */

static __thread struct {
    unsigned rounds;  /* consecutive empty rounds on all contexts */
    uint64_t context; /* number of the context that the thread idles at */
    unsigned skipped; /* empty rounds on other contexts since the thread last idled */
    unsigned spins;   /* backoff while contexts are locked */
} idle __attribute__((tls_model("initial-exec")));

/* Completes deferred operations. Takes modelled time, as posted work does: their functions may defer
 * operations again. */
static bool progress_run_deferred(emuq_pami_context_t *context)
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

/* Rare parts of a round. The hardware of collectives is polled again only after an event. */
static __attribute__((noinline)) bool progress_continue(emuq_pami_context_t *context, unsigned seen)
{
    bool any = false;
    if (context->retry_unexpected)
        any |= emuq_pami_dispatch_unexpected(context);
    if (context->incomplete != 0)
        any |= emuq_pami_complete(context);
    if (context->deferred != NULL)
        any |= progress_run_deferred(context);
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

static bool progress_has_pending(const emuq_pami_context_t *context)
{
    return ((uintptr_t)context->deferred | context->incomplete | (uintptr_t)context->control |
            (uintptr_t)context->blocked | (uintptr_t)context->rdma | (uintptr_t)context->getting |
            (uintptr_t)context->coll->polled | context->retry_unexpected) != 0;
}

/* Aborts: a nested or concurrent round would lose packets that the outer round is handling. */
static __attribute__((noinline, noreturn)) void progress_reject_round(const emuq_pami_context_t *context)
{
    bool nested = context->is_calling || context->advancing == &idle;
    fprintf(stderr,
            nested
                ? "pami: task %u: context %u is advanced by a function that its advance or send has called; "
                  "return from the function first\n"
                : "pami: task %u: context %u is advanced by two threads at once; use PAMI_Context_lock()\n",
            context->client->resources->task, context->offset);
    abort();
}

static inline __attribute__((always_inline)) unsigned progress_round(emuq_pami_context_t *context)
{
    unsigned result = 0;
    if (__builtin_expect(context->advancing != NULL || context->is_calling, 0))
        progress_reject_round(context);
    context->advancing = &idle;
    if (__builtin_expect(emuq_pami_has_work(context), 0))
        result = emuq_pami_run_work(context);
    /* Barriers complete before messages sent after them are dispatched: if such a message is before this
     * tail, the status register shows the end of the barrier. */
    const char *tail = emuq_pami_receive_tail(context);
    if (__builtin_expect(context->coll->polled != NULL, 0) && emuq_pami_schedules_poll(context))
        result |= EMUQ_PAMI_ROUND_EVENT;
    if (emuq_pami_receive(context, tail) != 0)
        result |= EMUQ_PAMI_ROUND_EVENT;
    if (progress_has_pending(context) && progress_continue(context, result))
        result |= EMUQ_PAMI_ROUND_EVENT;
    if (result & EMUQ_PAMI_ROUND_EVENT)
        idle.rounds = 0;
    context->advancing = NULL;
    return result;
}

unsigned emuq_pami_round(emuq_pami_context_t *context)
{
    return progress_round(context);
}

/* Register that the context mainly waits for. Changes of any register end a sleep; a report of a hang names
 * this one. @param seen set to its value without events */
static const volatile uint64_t *progress_idle_register(const emuq_pami_context_t *context, uint64_t *seen)
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

/* Idles at a register of a context without events. The hook sleeps only when called again for the same
 * register and value, so events after the last round on any context end the sleep. Posted work and lock waits
 * change no register: the posting or waiting thread sees `sleeping` and wakes this thread, or this thread
 * sees the post or the wait. The sequentially consistent addition and loads here pair with the stores of
 * `posted` and `waiters` followed by the load in emuq_pami_wake_context(). */
static void progress_idle(const volatile uint64_t *reg, uint64_t seen, pami_context_t contexts[],
                          size_t count)
{
    bool wanted = false;
    for (size_t i = 0; i < count; i++) {
        emuq_pami_context_t *context = contexts[i];
        (void)AO_int_fetch_and_add_full(&context->shared.sleeping, 1);
    }
    EMUQ_TEST_POINT(advance_sleeping_set);
    for (size_t i = 0; i < count; i++) {
        emuq_pami_context_t *context = contexts[i];
        wanted |= emuq_pointer_load_ordered(&context->shared.posted) != NULL ||
                  emuq_load_ordered(&context->shared.waiters) != 0;
    }
    if (!wanted && emuq_relax_before_sleep())
        emuq_mmio_idle(reg, seen);
    for (size_t i = 0; i < count; i++) {
        emuq_pami_context_t *context = contexts[i];
        (void)AO_int_fetch_and_sub1(&context->shared.sleeping);
    }
}

/* Counts an empty round. @return whether to idle. Clients may poll several contexts in turn: the thread idles
 * at one, after a round on each. */
static bool progress_should_idle(const emuq_pami_context_t *context)
{
    if (++idle.rounds < SPIN_ROUNDS)
        return false;
    if (context->number != idle.context && ++idle.skipped < MAX_SKIPPED)
        return false;
    idle.context = context->number;
    idle.skipped = 0;
    return true;
}

/* By default PAMI_SUCCESS: programs assert it in polling loops. */
pami_result_t emuq_pami_idle_result(void)
{
    enum { SUCCESS, EAGAIN_IF_NOTHING }; /* values of PAMI_ADVANCE_RESULT */
    return emuq_pami_setting(EMUQ_PAMI_ADVANCE_RESULT) == EAGAIN_IF_NOTHING ? PAMI_EAGAIN : PAMI_SUCCESS;
}

pami_result_t PAMI_Context_advance(pami_context_t handle, size_t maximum)
{
    emuq_pami_context_t *context = handle;
    unsigned seen = 0;
    if (__builtin_expect(context == NULL, 0))
        return emuq_pami_result(emuq_pami_invalid("context is null"));
    for (size_t left = maximum, over = 1; left != 0; left -= over < left ? over : left) {
        unsigned round = progress_round(context);
        seen |= round;
        if ((round & EMUQ_PAMI_ROUND_EVENT) || emuq_pami_lock_is_wanted(context))
            break;
        over = 1;
        if (progress_should_idle(context)) {
            uint64_t value;
            const volatile uint64_t *reg = progress_idle_register(context, &value);
            progress_idle(reg, value, &handle, 1);
            over = IDLE_ROUNDS;
        }
    }
    return seen == 0 ? context->empty : PAMI_SUCCESS;
}

typedef struct progress_sweep {
    unsigned seen; /* EMUQ_PAMI_ROUND_ bits */
    size_t locked; /* contexts skipped as locked */
    /* Register to idle at, or NULL. */
    const volatile uint64_t *reg;
    uint64_t value;
} progress_sweep_t;

static void progress_sweep(pami_context_t contexts[], size_t count, bool lock, progress_sweep_t *s)
{
    for (size_t i = 0; i < count; i++) {
        emuq_pami_context_t *context = contexts[i];
        if (lock && !emuq_pami_try_lock(context)) {
            s->locked++;
            continue;
        }
        unsigned round = progress_round(context);
        s->seen |= round;
        if (!(round & EMUQ_PAMI_ROUND_EVENT) && progress_should_idle(context))
            s->reg = progress_idle_register(context, &s->value);
        if (lock)
            PAMI_Context_unlock(context);
    }
}

static pami_result_t progress_advance_all(pami_context_t contexts[], size_t count, size_t maximum, bool lock)
{
    unsigned seen = 0;
    const char *function = lock ? "PAMI_Context_trylock_advancev" : "PAMI_Context_advancev";
    if (contexts == NULL && count != 0)
        return emuq_pami_failed(function, emuq_pami_invalid("contexts is null, with count %zu", count));
    for (size_t i = 0; i < count; i++)
        if (contexts[i] == NULL)
            return emuq_pami_failed(function, emuq_pami_invalid("contexts[%zu] is null", i));
    for (size_t left = maximum, over; left != 0 && count != 0; left -= over < left ? over : left) {
        progress_sweep_t s = {0};
        progress_sweep(contexts, count, lock, &s);
        seen |= s.seen;
        over = s.reg != NULL || idle.spins > EMUQ_RELAX_SPINS ? IDLE_ROUNDS : 1;
        if (s.locked == 0)
            idle.spins = 0;
        if (s.seen & EMUQ_PAMI_ROUND_EVENT)
            break;
        if (s.locked != 0)
            emuq_relax(&idle.spins); /* the owners make progress or release the locks soon */
        else if (s.reg != NULL)
            progress_idle(s.reg, s.value, contexts, count);
    }
    if (seen != 0)
        return PAMI_SUCCESS;
    return count != 0 ? ((const emuq_pami_context_t *)contexts[0])->empty : emuq_pami_idle_result();
}

pami_result_t PAMI_Context_advancev(pami_context_t context[], size_t count, size_t maximum)
{
    return progress_advance_all(context, count, maximum, false);
}

pami_result_t PAMI_Context_trylock_advancev(pami_context_t context[], size_t count, size_t maximum)
{
    return progress_advance_all(context, count, maximum, true);
}
