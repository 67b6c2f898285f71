/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/core/context.h"

#undef PAMI_Endpoint_create
#undef PAMI_Endpoint_query

pami_result_t PAMI_Endpoint_create(pami_client_t client, pami_task_t task, size_t offset,
                                   pami_endpoint_t *endpoint)
{
    (void)client;
    if (endpoint == NULL)
        return emuq_pami_result(emuq_pami_invalid("endpoint is null"));
    if (task > EMUQ_PAMI_TASK_MASK)
        return emuq_pami_result(
            emuq_pami_invalid("task %u is out of range (0 to %u)", task, (unsigned)EMUQ_PAMI_TASK_MASK));
    if (offset > EMUQ_PAMI_OFFSET_MASK)
        return emuq_pami_result(emuq_pami_invalid("context offset %zu is out of range (0 to %u)", offset,
                                                  (unsigned)EMUQ_PAMI_OFFSET_MASK));
    *endpoint = emuq_pami_endpoint(task, (uint32_t)offset);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Endpoint_query(pami_endpoint_t endpoint, pami_task_t *task, size_t *offset)
{
    if (task == NULL || offset == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", task == NULL ? "task" : "offset"));
    *task = emuq_pami_task(endpoint);
    *offset = emuq_pami_offset(endpoint);
    return PAMI_SUCCESS;
}
