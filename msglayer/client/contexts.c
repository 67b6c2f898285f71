/* SPDX-License-Identifier: BSD-3-Clause */
/* The public functions for contexts. */
#include "msglayer/client/lifetime.h"
#include "msglayer/coll/world.h"
#include "msglayer/core/record.h"

pami_result_t PAMI_Context_createv(pami_client_t handle, pami_configuration_t configuration[],
                                   size_t num_configs, pami_context_t contexts[], size_t ncontexts)
{
    EMUQ_PAMI_CALL();
    emuq_pami_client_t *client = handle;
    (void)configuration, (void)num_configs; /* says only that all tasks make as many contexts */
    if (client == NULL || contexts == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", client == NULL ? "client" : "contexts"));
    if (ncontexts == 0 || ncontexts > client->resources->contexts)
        return emuq_pami_result(emuq_pami_invalid("%zu contexts are requested; this client can have 1 to %u "
                                                  "(PAMI_CLIENT_NUM_CONTEXTS, PAMI_MAX_CONTEXTS)",
                                                  ncontexts, (unsigned)client->resources->contexts));
    if (client->contexts != 0)
        return emuq_pami_result(PAMI_ERROR);
    for (size_t i = 0; i < ncontexts; i++) {
        client->context[i] = emuq_pami_context_new(client, (uint32_t)i);
        if (client->context[i] == NULL) {
            while (i-- > 0)
                emuq_pami_context_free(client->context[i]);
            return emuq_pami_result(PAMI_ENOMEM);
        }
    }
    client->contexts = ncontexts;
    if (!emuq_pami_coll_open_world(client)) {
        emuq_pami_client_drop_contexts(client);
        return emuq_pami_result(PAMI_ENOMEM);
    }
    for (size_t i = 0; i < ncontexts; i++)
        contexts[i] = client->context[i];
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Context_destroyv(pami_context_t *contexts, size_t ncontexts)
{
    EMUQ_PAMI_CALL();
    if (contexts == NULL || ncontexts == 0 || contexts[0] == NULL)
        return emuq_pami_result(emuq_pami_invalid("there is no context among the %zu given", ncontexts));
    emuq_pami_client_t *client = ((emuq_pami_context_t *)contexts[0])->client;
    if (ncontexts != client->contexts)
        return emuq_pami_result(emuq_pami_invalid(
            "%zu contexts are given; the client has %zu, which end together", ncontexts, client->contexts));
    for (size_t i = 0; i < ncontexts; i++)
        if (contexts[i] != client->context[i])
            return emuq_pami_result(emuq_pami_invalid("contexts[%zu] is not the client's context %zu", i, i));
    emuq_pami_client_end_contexts(client);
    for (size_t i = 0; i < ncontexts; i++)
        contexts[i] = PAMI_CONTEXT_NULL;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Context_query(pami_context_t context, pami_configuration_t configuration[],
                                 size_t num_configs)
{
    pami_result_t rc = context != NULL ? PAMI_SUCCESS : emuq_pami_invalid("context is null");
    for (size_t i = 0; i < num_configs && context != NULL; i++) {
        if (configuration[i].name == PAMI_CONTEXT_DISPATCH_ID_MAX)
            configuration[i].value.intval = EMUQ_PAMI_DISPATCH_MAX;
        else
            rc = emuq_pami_invalid("attribute %d cannot be read of a context", (int)configuration[i].name);
    }
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Context_update(pami_context_t context, pami_configuration_t configuration[],
                                  size_t num_configs)
{
    (void)context, (void)configuration, (void)num_configs;
    return emuq_pami_result(emuq_pami_invalid("no attribute of a context can be changed"));
}
