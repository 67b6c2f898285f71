/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The lock of a context. Clients loop over lock, advance and unlock, and an advance may sleep. So a thread
 * that has waited for the lock for a moment wakes the owner, and threads that come later let it go first for
 * a moment. Without the wakeup the wait would last as long as nothing happens; without the precedence the
 * thread that has just released the lock would get it again every time.
 */
#include "msglayer/core/context.h"

#include <hwi/include/common/emuq_wait.h>

#define GIVE_WAY_YIELDS 4u

static bool take(emuq_pami_context_t *context)
{
    /* Acquire: pairs with the release in PAMI_Context_unlock(). */
    return __atomic_load_n(&context->shared.lock, __ATOMIC_RELAXED) == 0 &&
           __atomic_exchange_n(&context->shared.lock, 1, __ATOMIC_ACQUIRE) == 0;
}

/* Yields at last: the waiting thread may need this core. */
static void give_way(const emuq_pami_context_t *context)
{
    unsigned turns = 0;
    for (unsigned i = 0; i < EMUQ_RELAX_SPINS + GIVE_WAY_YIELDS && emuq_pami_lock_is_wanted(context); i++)
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
    if (!mine && ++failures > EMUQ_RELAX_SPINS) {
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
    /* Release: pairs with the acquire of the next owner. */
    __atomic_store_n(&context->shared.lock, 0, __ATOMIC_RELEASE);
    return PAMI_SUCCESS;
}
