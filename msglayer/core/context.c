/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/geometry.h"

#include <stdlib.h>

#include "msglayer/coll/network.h"
#include "msglayer/settings.h"

#define ALIGNMENT 64u

/* A window must leave several senders room in the FIFO; long eager messages must fit into half a window. */
static void choose_sizes(emuq_pami_context_t *context)
{
    const emuq_pami_site_t *site = context->client->site;
    uint64_t fair = emuq_pami_setting(EMUQ_PAMI_RECFIFO) / site->tasks;
    uint64_t window = emuq_pami_setting(EMUQ_PAMI_WINDOW);
    uint64_t least = 4 * EMUQ_PAMI_PAYLOAD;
    if (window > fair)
        window = fair > least ? fair : least;
    context->window = window / 2;
    context->eager = emuq_pami_setting(EMUQ_PAMI_EAGER);
}

emuq_pami_context_t *emuq_pami_context_new(emuq_pami_client_t *client, uint32_t offset)
{
    emuq_pami_device_t *device = emuq_pami_device_open(client->site, offset);
    void *memory;
    if (device == NULL || posix_memalign(&memory, ALIGNMENT, sizeof(emuq_pami_context_t)) != 0)
        return NULL;
    emuq_pami_context_t *context = memory;
    memset(context, 0, sizeof *context);
    context->client = client;
    context->device = device;
    context->offset = offset;
    context->endpoint = emuq_pami_endpoint(client->site->task, offset);
    context->again_last = &context->again;
    context->deferred_last = &context->deferred;
    context->control_last = &context->control;
    context->rdma_last = &context->rdma;
    context->held_last = &context->held;
    choose_sizes(context);
    emuq_pami_set_internal(context);
    if (!emuq_pami_seats_open(context)) {
        free(context);
        return NULL;
    }
    return context;
}

void emuq_pami_context_free(emuq_pami_context_t *context)
{
    emuq_pami_device_t *device = context->device;
    for (uint32_t i = 0; i < EMUQ_PAMI_SEND_FIFOS; i++) {
        device->send[i].first = NULL;
        device->send[i].last = &device->send[i].first;
    }
    device->rdma.first = NULL;
    device->rdma.last = &device->rdma.first;
    emuq_pami_seats_close(context);
    emuq_pami_ops_free(context);
    emuq_pami_incoming_free(context);
    emuq_pami_peers_free(context);
    free(context);
}

pami_result_t PAMI_Context_createv(pami_client_t handle, pami_configuration_t configuration[],
                                   size_t num_configs, pami_context_t contexts[], size_t ncontexts)
{
    emuq_pami_client_t *client = handle;
    (void)configuration, (void)num_configs; /* says only that all tasks make as many contexts */
    if (client == NULL || ncontexts == 0 || contexts == NULL || ncontexts > client->site->contexts)
        return emuq_pami_result(PAMI_INVAL);
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
    if (!emuq_pami_colls_seat_world(client)) {
        emuq_pami_client_end_contexts(client);
        return emuq_pami_result(PAMI_ENOMEM);
    }
    if (!client->site->has_network)
        emuq_pami_network_free(client->colls.world);
    for (size_t i = 0; i < ncontexts; i++)
        contexts[i] = client->context[i];
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Context_destroyv(pami_context_t *contexts, size_t ncontexts)
{
    if (contexts == NULL || ncontexts == 0 || contexts[0] == NULL)
        return emuq_pami_result(PAMI_INVAL);
    emuq_pami_client_t *client = ((emuq_pami_context_t *)contexts[0])->client;
    if (ncontexts != client->contexts)
        return emuq_pami_result(PAMI_INVAL);
    for (size_t i = 0; i < ncontexts; i++)
        if (contexts[i] != client->context[i])
            return emuq_pami_result(PAMI_INVAL);
    emuq_pami_client_end_contexts(client);
    for (size_t i = 0; i < ncontexts; i++)
        contexts[i] = PAMI_CONTEXT_NULL;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Context_query(pami_context_t context, pami_configuration_t configuration[],
                                 size_t num_configs)
{
    pami_result_t rc = context != NULL ? PAMI_SUCCESS : PAMI_INVAL;
    for (size_t i = 0; i < num_configs && context != NULL; i++) {
        if (configuration[i].name == PAMI_CONTEXT_DISPATCH_ID_MAX)
            configuration[i].value.intval = EMUQ_PAMI_DISPATCH_MAX;
        else
            rc = PAMI_INVAL;
    }
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Context_update(pami_context_t context, pami_configuration_t configuration[],
                                  size_t num_configs)
{
    (void)context, (void)configuration, (void)num_configs;
    return emuq_pami_result(PAMI_INVAL); /* nothing can be changed */
}
