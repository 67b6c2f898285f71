/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Progress. A round calls posted work, takes packets, and continues operations that are under way. A call
 * that finds nothing waits: clients loop over it, and there may be fewer cores than threads.
 */
#include "msglayer/progress/advance.h"

#include "base/test_point.h"
#include "msglayer/coll/hardware.h"
#include "msglayer/coll/schedule.h"
#include "msglayer/p2p/p2p.h"
#include "msglayer/settings.h"

#include <hwi/include/common/emuq_wait.h>

#define SPIN_ROUNDS    16u    /* without events, before the thread waits */
#define BACKOFF_ROUNDS 10000u /* that one wait counts for */

/* What the thread has found to do lately. */
static __thread struct {
    const emuq_pami_context_t *context; /* of the last empty round */
    unsigned turns;
} idle __attribute__((tls_model("initial-exec")));

/* Local completions that were known when the operation was started. */
static bool run_deferred(emuq_pami_context_t *context)
{
    emuq_pami_op_t *op = context->deferred;
    context->deferred = NULL;
    context->deferred_last = &context->deferred;
    for (emuq_pami_op_t *next; op != NULL; op = next) {
        next = op->next;
        emuq_pami_op_local(context, op);
    }
    return true;
}

/* What only some rounds have to do. */
static __attribute__((noinline)) bool go_on(emuq_pami_context_t *context)
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
    if (context->coll->polled != NULL)
        any |= emuq_pami_schedules_poll(context);
    return any;
}

static bool is_busy(const emuq_pami_context_t *context)
{
    return ((uintptr_t)context->deferred | context->incomplete | (uintptr_t)context->control |
            (uintptr_t)context->blocked | (uintptr_t)context->rdma | (uintptr_t)context->coll->polled |
            context->retry_unexpected) != 0;
}

static inline __attribute__((always_inline)) unsigned one_round(emuq_pami_context_t *context)
{
    unsigned result = 0;
    if (__builtin_expect(emuq_pami_has_work(context), 0))
        result = emuq_pami_work(context);
    if (emuq_pami_receive(context) != 0)
        result |= EMUQ_PAMI_ROUND_EVENT;
    if (is_busy(context) && go_on(context))
        result |= EMUQ_PAMI_ROUND_EVENT;
    if (result & EMUQ_PAMI_ROUND_EVENT)
        context->empty = 0;
    return result;
}

unsigned emuq_pami_round(emuq_pami_context_t *context)
{
    return one_round(context);
}

/* A register whose change is what the context waits for most, and its value when there is nothing to do.
 * @return NULL: there is no such register. */
static const volatile uint64_t *register_to_watch(const emuq_pami_context_t *context, uint64_t *seen)
{
    const emuq_pami_device_t *device = context->device;
    if (context->deferred != NULL || context->control != NULL || context->rdma != NULL ||
        context->retry_unexpected)
        return NULL;
    for (const emuq_pami_peer_t *p = context->blocked; p != NULL; p = p->next_blocked)
        if (!emuq_pami_has_room(p->fifo, 1))
            return NULL; /* it does not wait for a packet with credit */
    for (uint32_t i = 0; context->incomplete != 0 && i <= device->resources->send_fifos; i++) {
        const emuq_pami_fifo_t *f = i < device->resources->send_fifos ? &device->send[i] : &device->rdma;
        if (f->first == NULL)
            continue;
        *seen = MUSPI_getHwDescCount(f->fifo);
        return f->first->number > *seen ? &f->fifo->hw_injfifo->descCount : NULL;
    }
    const volatile uint64_t *status = emuq_pami_network_status(context, seen);
    if (status != NULL)
        return status;
    const MUSPI_Fifo_t *rec = &device->rec->_fifo;
    *seen = rec->pa_start + (uint64_t)((const char *)rec->va_head - (const char *)rec->va_start);
    return &rec->hwfifo->pa_tail;
}

static bool has_packets(const emuq_pami_context_t *context)
{
    MUSPI_Fifo_t *rec = &context->device->rec->_fifo;
    return MUSPI_getHwTail(rec) - rec->pa_start !=
           (uint64_t)((const char *)rec->va_head - (const char *)rec->va_start);
}

/* Waits until something happens at a register. A thread that posts work or waits for the lock sees `sleeping`
 * set, or this thread sees its post or its wait: the sequentially consistent exchange and loads of `posted`
 * and `waiters` here pair with the stores of those, followed by the load in emuq_pami_wake_context(). The
 * register may be another one than the reception FIFO's tail, so packets that have come since the last round
 * are checked for too: the register would not change for them. */
static void idle_wait(emuq_pami_context_t *context, const volatile uint64_t *reg, uint64_t seen)
{
    __atomic_exchange_n(&context->shared.sleeping, 1, __ATOMIC_SEQ_CST);
    EMUQ_TEST_POINT(advance_sleeping_set);
    if (__atomic_load_n(&context->shared.posted, __ATOMIC_SEQ_CST) == NULL &&
        __atomic_load_n(&context->shared.waiters, __ATOMIC_SEQ_CST) == 0 && !has_packets(context))
        emuq_mmio_idle(reg, seen);
    __atomic_store_n(&context->shared.sleeping, 0, __ATOMIC_RELAXED);
}

/* Waits after a round that found nothing. @return the number of rounds that the wait counts for */
static size_t back_off(emuq_pami_context_t *context, unsigned round)
{
    if (context->empty++ == 0)
        idle.turns = 0;
    if (context->empty < SPIN_ROUNDS)
        return 1;
    bool alone = idle.context == context;
    idle.context = context;
    uint64_t seen;
    const volatile uint64_t *reg = NULL;
    /* Only a thread that polls nothing else may sleep on a register of this context. */
    if (alone && !(round & EMUQ_PAMI_ROUND_AGAIN))
        reg = register_to_watch(context, &seen);
    if (reg != NULL)
        idle_wait(context, reg, seen);
    else
        emuq_relax(&idle.turns);
    return BACKOFF_ROUNDS;
}

/* What a call returns. Programs of the machine assert PAMI_SUCCESS in their waiting loops. */
static inline pami_result_t result_of(unsigned seen)
{
    enum { SUCCESS, EAGAIN_IF_NOTHING }; /* words of the setting */
    return seen == 0 && emuq_pami_setting(EMUQ_PAMI_ADVANCE_RESULT) == EAGAIN_IF_NOTHING ? PAMI_EAGAIN
                                                                                         : PAMI_SUCCESS;
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
        over = back_off(context, round);
    }
    return result_of(seen);
}

/* One round on each context. @param over set to the rounds that a wait counts for, if there was one
 * @return what any of them found */
static unsigned round_on_all(pami_context_t contexts[], size_t count, bool lock, size_t *over)
{
    unsigned seen = 0;
    for (size_t i = 0; i < count; i++) {
        emuq_pami_context_t *context = contexts[i];
        if (lock && !emuq_pami_try_lock(context))
            continue;
        seen |= emuq_pami_round(context);
        if (count == 1 && !(seen & EMUQ_PAMI_ROUND_EVENT))
            *over = back_off(context, seen);
        if (lock)
            PAMI_Context_unlock(context);
    }
    return seen;
}

/* Waits after a round on several contexts that found nothing. @return the rounds that the wait counts for */
static size_t back_off_all(void)
{
    bool slow = idle.turns >= EMUQ_RELAX_SPINS;
    emuq_relax(&idle.turns);
    return slow ? BACKOFF_ROUNDS : 1;
}

static pami_result_t advance_all(pami_context_t contexts[], size_t count, size_t maximum, bool lock)
{
    unsigned seen = 0;
    if (contexts == NULL && count != 0)
        return emuq_pami_result(PAMI_INVAL);
    for (size_t i = 0; i < count; i++)
        if (contexts[i] == NULL)
            return emuq_pami_result(PAMI_INVAL);
    for (size_t left = maximum, over; left != 0; left -= over < left ? over : left) {
        over = 0;
        seen |= round_on_all(contexts, count, lock, &over);
        if (seen & EMUQ_PAMI_ROUND_EVENT) {
            idle.turns = 0;
            break;
        }
        if (over == 0)
            over = back_off_all();
    }
    return result_of(seen);
}

pami_result_t PAMI_Context_advancev(pami_context_t context[], size_t count, size_t maximum)
{
    return advance_all(context, count, maximum, false);
}

pami_result_t PAMI_Context_trylock_advancev(pami_context_t context[], size_t count, size_t maximum)
{
    return advance_all(context, count, maximum, true);
}
