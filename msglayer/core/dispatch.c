/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/core/context.h"
#include "msglayer/core/record.h"

/* Whether the hints can be honoured together. Without an interrupt a target makes no progress of its own. */
static bool can_honour(pami_dispatch_hint_t hints)
{
    if (hints.remote_async_progress == PAMI_HINT_ENABLE)
        return false;
    return !(hints.buffer_registered == PAMI_HINT_ENABLE && hints.use_rdma == PAMI_HINT_DISABLE);
}

static pami_result_t invalid_dispatch(size_t dispatch)
{
    return emuq_pami_invalid("dispatch id %zu is out of range (0 to %u)", dispatch, EMUQ_PAMI_DISPATCH_MAX);
}

pami_result_t PAMI_Dispatch_set(pami_context_t handle, size_t dispatch, pami_dispatch_callback_function fn,
                                void *cookie, pami_dispatch_hint_t options)
{
    EMUQ_PAMI_CALL();
    emuq_pami_context_t *context = handle;
    if (context == NULL || fn.p2p == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", context == NULL ? "context" : "fn"));
    if (dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return emuq_pami_result(invalid_dispatch(dispatch));
    emuq_pami_dispatch_t *d = &context->dispatch[dispatch];
    if (d->fn != NULL)
        return PAMI_SUCCESS; /* the first stays */
    if (!can_honour(options))
        return emuq_pami_result(PAMI_ERROR);
    d->cookie = cookie;
    d->never_immediate = options.recv_immediate == PAMI_HINT_DISABLE;
    d->contiguous = options.recv_contiguous == PAMI_HINT_ENABLE;
    d->copy = options.recv_copy == PAMI_HINT_ENABLE;
    d->short_header = options.long_header == PAMI_HINT_DISABLE;
    d->may_fail = options.queue_immediate == PAMI_HINT_DISABLE;
    d->fn = fn.p2p;
    emuq_pami_record_dispatch(d, (uint32_t)dispatch);
    context->retry_unexpected = context->unexpected != NULL;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Dispatch_query(pami_context_t handle, size_t dispatch,
                                  pami_configuration_t configuration[], size_t num_configs)
{
    const emuq_pami_context_t *context = handle;
    if (context == NULL || dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return emuq_pami_result(context == NULL ? emuq_pami_invalid("context is null")
                                                : invalid_dispatch(dispatch));
    if (context->dispatch[dispatch].fn == NULL)
        return emuq_pami_result(emuq_pami_invalid("dispatch id %zu is not set", dispatch));
    pami_result_t rc = PAMI_SUCCESS;
    for (size_t i = 0; i < num_configs; i++) {
        if (configuration[i].name == PAMI_DISPATCH_RECV_IMMEDIATE_MAX ||
            configuration[i].name == PAMI_DISPATCH_SEND_IMMEDIATE_MAX)
            configuration[i].value.intval = EMUQ_PAMI_IMMEDIATE;
        else
            rc =
                emuq_pami_invalid("attribute %d cannot be read of a dispatch id", (int)configuration[i].name);
    }
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Dispatch_update(pami_context_t context, size_t dispatch,
                                   pami_configuration_t configuration[], size_t num_configs)
{
    (void)context, (void)dispatch, (void)configuration, (void)num_configs;
    return emuq_pami_result(emuq_pami_invalid("no attribute of a dispatch id can be changed"));
}
