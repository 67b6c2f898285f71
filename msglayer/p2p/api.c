/* SPDX-License-Identifier: BSD-3-Clause */
/* Public functions for messages: checks of what the client has passed. */
#include "msglayer/core/record.h"
#include "msglayer/p2p/p2p.h"

#include <stdlib.h>

#include "msglayer/p2p/source.h"

static emuq_pami_message_t message(const pami_send_immediate_t *send, const pami_send_event_t *events)
{
    return (emuq_pami_message_t){.dest = send->dest,
                                 .id = (uint8_t)send->dispatch,
                                 .header = send->header.iov_base,
                                 .header_size = send->header.iov_len,
                                 .data = send->data.iov_base,
                                 .data_size = send->data.iov_len,
                                 .local_fn = events->local_fn,
                                 .remote_fn = events->remote_fn,
                                 .cookie = events->cookie,
                                 .calls_client = true};
}

pami_result_t emuq_pami_bad_send(const emuq_pami_context_t *context, const pami_send_immediate_t *send)
{
    if (context == NULL)
        return emuq_pami_invalid("context is null");
    if (send->dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return emuq_pami_invalid("dispatch id %zu is out of range (0 to %u)", send->dispatch,
                                 EMUQ_PAMI_DISPATCH_MAX);
    if (context->dispatch[send->dispatch].fn == NULL)
        return emuq_pami_invalid("dispatch id %zu is not set on this context (PAMI_Dispatch_set)",
                                 send->dispatch);
    return emuq_pami_invalid("the header of %zu bytes is longer than %u: dispatch id %zu was set with "
                             "long_header disabled",
                             send->header.iov_len, EMUQ_PAMI_IMMEDIATE, send->dispatch);
}

pami_result_t PAMI_Send(pami_context_t context, pami_send_t *parameters)
{
    if (context == NULL || parameters == NULL)
        return emuq_pami_result(emuq_pami_invalid("the context or the parameters are null"));
    pami_result_t rc = emuq_pami_check(context, &parameters->send);
    if (rc == PAMI_SUCCESS) {
        emuq_pami_message_t m = message(&parameters->send, &parameters->events);
        rc = emuq_pami_send(context, &m);
    }
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Send_typed(pami_context_t context, pami_send_typed_t *parameters)
{
    if (context == NULL || parameters == NULL)
        return emuq_pami_result(emuq_pami_invalid("the context or the parameters are null"));
    pami_result_t rc = emuq_pami_check(context, &parameters->send);
    if (rc == PAMI_SUCCESS) {
        emuq_pami_message_t m = message(&parameters->send, &parameters->events);
        emuq_pami_source_t source = {parameters->typed.type, parameters->typed.offset,
                                     parameters->typed.data_fn, parameters->typed.data_cookie};
        rc = emuq_pami_send_typed(context, &m, &source);
    }
    return emuq_pami_result(rc);
}

/* ---- dynamic tasks: there is no state that would have to be dropped ---- */

static pami_result_t check_endpoints(const emuq_pami_context_t *context, const pami_endpoint_t *dest,
                                     size_t count)
{
    if (context == NULL || (dest == NULL && count != 0))
        return PAMI_INVAL;
    for (size_t i = 0; i < count; i++)
        if (emuq_pami_task(dest[i]) >= context->client->resources->tasks || dest[i] == context->endpoint)
            return emuq_pami_invalid(
                "dest[%zu] is the context's own endpoint, or of task %u, and the job has "
                "%u tasks",
                i, emuq_pami_task(dest[i]), context->client->resources->tasks);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Purge(pami_context_t context, pami_endpoint_t *dest, size_t count)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(check_endpoints(context, dest, count));
}

pami_result_t PAMI_Resume(pami_context_t context, pami_endpoint_t *dest, size_t count)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(check_endpoints(context, dest, count));
}
