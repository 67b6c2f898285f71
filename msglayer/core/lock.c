/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lock of a context. Clients loop over lock, advance and unlock, and an advance may sleep. So a thread
 * that has waited for the lock for a moment wakes the owner, and threads that come later let it go first for
 * a moment. Without the wakeup the wait would last as long as nothing happens; without the precedence the
 * thread that has just released the lock would get it again every time.
 */
#include "msglayer/core/context.h"

#include <hwi/include/common/emuq_wait.h>

#include "backends/modelled_time.h"

static bool take(emuq_pami_context_t *context)
{
    /* Acquire: pairs with the release in PAMI_Context_unlock(). */
    return __atomic_load_n(&context->shared.lock, __ATOMIC_RELAXED) == 0 &&
           __atomic_exchange_n(&context->shared.lock, 1, __ATOMIC_ACQUIRE) == 0;
}

/* A wait in modelled time, in a queue: a poll would find the lock taken by a thread that keeps the processor
 * between unlock and lock. */
typedef struct lock_wait {
    emuq_wait_t wait; /* first: the callbacks get its address */
    emuq_pami_context_t *context;
} lock_wait_t;

static bool lock_take_released(emuq_wait_t *wait)
{
    return take(((lock_wait_t *)wait)->context);
}

static void lock_in_time(emuq_pami_context_t *context)
{
    lock_wait_t w = {.wait = {.where = &context->shared.lock,
                              .what = "the lock of a PAMI context",
                              .take = lock_take_released,
                              .bytes = sizeof(lock_wait_t)},
                     .context = context};
    if (!take(context))
        (void)emuq_waits->wait(&w.wait, EMUQ_NO_LIMIT);
}

/* The caller has scanned, see emuq_waits_t.look. */
static bool lock_try_in_time(emuq_pami_context_t *context)
{
    bool mine = take(context);
    if (mine)
        (void)emuq_waits->enter();
    else
        emuq_waits->refused(&context->shared.lock);
    return mine;
}

/* A waiter that does not take the lock while this thread spins has no core, or sleeps. Then this thread
 * yields: threads that take turns at the lock would otherwise keep the host engine from the core all the
 * time. */
static void give_way(const emuq_pami_context_t *context)
{
    for (unsigned turns = 0; turns <= EMUQ_RELAX_SPINS && emuq_pami_lock_is_wanted(context);)
        emuq_relax(&turns);
}

/* Sequentially consistent: see idle_at() in advance.c. */
static void begin_to_wait(emuq_pami_context_t *context)
{
    __atomic_fetch_add(&context->shared.waiters, 1, __ATOMIC_SEQ_CST);
    emuq_pami_wake_context(context);
}

static void end_to_wait(emuq_pami_context_t *context)
{
    __atomic_fetch_sub(&context->shared.waiters, 1, __ATOMIC_RELAXED);
}

bool emuq_pami_try_lock(emuq_pami_context_t *context)
{
    if (__builtin_expect(emuq_waits != NULL, 0) && emuq_waits->look())
        return lock_try_in_time(context);
    give_way(context);
    return take(context);
}

/* Tries for as long as later threads give way. */
static bool spin(emuq_pami_context_t *context)
{
    for (unsigned i = 0; i < EMUQ_RELAX_SPINS; i++) {
        emuq_relax_core();
        if (take(context))
            return true;
    }
    return false;
}

pami_result_t PAMI_Context_lock(pami_context_t handle)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL)
        return emuq_pami_result(PAMI_INVAL);
    if (emuq_waits_enter()) {
        lock_in_time(context);
        return PAMI_SUCCESS;
    }
    if (emuq_pami_try_lock(context) || spin(context))
        return PAMI_SUCCESS;
    unsigned turns = EMUQ_RELAX_SPINS;
    begin_to_wait(context);
    while (!take(context)) {
        emuq_pami_wake_context(context);
        emuq_relax(&turns);
    }
    end_to_wait(context);
    return PAMI_SUCCESS;
}

/* Clients also wait in loops over this. */
pami_result_t PAMI_Context_trylock(pami_context_t handle)
{
    static __thread unsigned failures __attribute__((tls_model("initial-exec"))); /* since the last success */
    emuq_pami_context_t *context = handle;
    if (context == NULL)
        return emuq_pami_result(PAMI_INVAL);
    bool mine = emuq_pami_try_lock(context);
    if (!mine && emuq_waits == NULL && ++failures > EMUQ_RELAX_SPINS) {
        begin_to_wait(context);
        mine = spin(context);
        end_to_wait(context);
    }
    if (!mine)
        return PAMI_EAGAIN;
    failures = 0;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Context_unlock(pami_context_t handle)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL)
        return emuq_pami_result(PAMI_INVAL);
    bool has_time = emuq_waits_enter();
    /* Release: pairs with the acquire of the next owner. */
    __atomic_store_n(&context->shared.lock, 0, __ATOMIC_RELEASE);
    if (__builtin_expect(has_time, 0))
        emuq_waits->release(&context->shared.lock, 1);
    return PAMI_SUCCESS;
}
