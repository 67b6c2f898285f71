/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/state.h"

#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/common/emuq_wait.h>

void *emuq_pami_coll_need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "pami: no memory to go on with a collective\n");
        abort();
    }
    return memory;
}

void emuq_pami_coll_lock(emuq_pami_client_t *client)
{
    unsigned turns = 0;
    /* Acquire: pairs with the release below. */
    while (__atomic_exchange_n(&client->coll->lock, 1, __ATOMIC_ACQUIRE) != 0)
        emuq_relax(&turns);
}

void emuq_pami_coll_unlock(emuq_pami_client_t *client)
{
    __atomic_store_n(&client->coll->lock, 0, __ATOMIC_RELEASE);
}

void emuq_pami_coll_tell(emuq_pami_context_t *context, pami_event_function fn, void *cookie, bool in_call)
{
    if (fn == NULL || context->is_ending)
        return;
    if (!in_call) {
        fn(context, cookie, PAMI_SUCCESS);
    } else if (emuq_pami_may_call(context)) {
        emuq_pami_call(context, fn, cookie);
    } else {
        emuq_pami_op_t *op = emuq_pami_coll_need(emuq_pami_op_new(context));
        op->pending = EMUQ_PAMI_LOCAL;
        op->local_fn = fn;
        op->cookie = cookie;
        emuq_pami_op_defer(context, op);
    }
}
