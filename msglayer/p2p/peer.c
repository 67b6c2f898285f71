/* SPDX-License-Identifier: BSD-3-Clause */
/* Peers of a context. */
#include <stdlib.h>

#include <spi/include/kernel/cnk/emuq_rank.h>
#include <spi/include/mu/Descriptor_inlines.h>

#include "base/memory.h"
#include "msglayer/core/settings.h"
#include "msglayer/p2p/p2p.h"

static void peer_init(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint32_t endpoint,
                      emuq_pami_counter_t *counter)
{
    emuq_pami_device_t *device = context->device;
    const emuq_pami_resources_t *resources = device->resources;
    uint32_t task = emuq_pami_task(endpoint), offset = emuq_pami_offset(endpoint);
    emuq_pami_packet_model(device, task, offset, &peer->packet);
    emuq_pami_put_model(resources, task, &peer->put);
    emuq_pami_get_model(resources, task, offset, &peer->get);
    peer->fifo = &device->send[(task + offset) % resources->send_fifos];
    peer->eager = emuq_pami_setting(EMUQ_PAMI_EAGER);
    peer->is_same_host = !emuq_pami_setting_value(EMUQ_PAMI_EAGER)->is_set && emuq_rank_is_local(task);
    peer->left = context->window;
    peer->endpoint = endpoint;
    peer->is_local = emuq_pami_is_local(resources, task);
    peer->queue_last = &peer->queue;
    peer->gets_last = &peer->gets;
    peer->counter = counter;
    emuq_pami_put_model(resources, resources->task, &peer->fetch);
    peer->fetch.Torus_FIFO_Map = emuq_pami_map(resources->task, peer->is_local);
    MUSPI_SetRecCounterBaseAddressInfo(
        &peer->fetch, (uint16_t)emuq_pami_bat_id(resources, resources->t, EMUQ_PAMI_BAT_ZERO),
        counter->offset);
    peer->next = context->all_peers;
    context->all_peers = peer;
}

static bool peer_exists(const emuq_pami_context_t *context, uint32_t endpoint)
{
    const emuq_pami_resources_t *resources = context->client->resources;
    return emuq_pami_task(endpoint) < resources->tasks && emuq_pami_offset(endpoint) < resources->contexts;
}

pami_result_t emuq_pami_peer_error(const emuq_pami_context_t *context, uint32_t endpoint)
{
    const emuq_pami_resources_t *resources = context->client->resources;
    if (peer_exists(context, endpoint))
        return PAMI_ENOMEM;
    return emuq_pami_invalid("no endpoint of task %u, context %u: the job has %u tasks with up to %u "
                             "contexts",
                             emuq_pami_task(endpoint), emuq_pami_offset(endpoint), resources->tasks,
                             (unsigned)resources->contexts);
}

emuq_pami_peer_t *emuq_pami_peer_new(emuq_pami_context_t *context, uint32_t endpoint)
{
    const emuq_pami_resources_t *resources = context->client->resources;
    uint32_t task = emuq_pami_task(endpoint), offset = emuq_pami_offset(endpoint);
    if (!peer_exists(context, endpoint))
        return NULL;
    if (context->peers[offset] == NULL)
        context->peers[offset] = emuq_calloc(resources->tasks, sizeof *context->peers[offset]);
    emuq_pami_peer_t *peer = context->peers[offset] != NULL ? emuq_pami_alloc(sizeof *peer) : NULL;
    if (peer == NULL)
        return NULL;
    emuq_pami_counter_t *counter = emuq_pami_counter_acquire(context->device);
    if (counter == NULL) {
        free(peer);
        return NULL;
    }
    context->peers[offset][task] = peer;
    peer_init(context, peer, endpoint, counter);
    return peer;
}

bool emuq_pami_peer_has_ended(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    if (!emuq_rank_has_ended(emuq_pami_task(peer->endpoint)))
        return false;
    /* Relaxed: the exit handler reads the count from another thread, and the count orders nothing. */
    AO_int_store(&context->credit_requests, context->credit_requests - peer->credit_requests);
    peer->credit_requests = 0;
    peer->left = UINT64_MAX;
    return true;
}

void emuq_pami_peers_free(emuq_pami_context_t *context)
{
    while (context->all_peers != NULL) {
        emuq_pami_peer_t *peer = context->all_peers;
        context->all_peers = peer->next;
        emuq_pami_counter_release(context->device, peer->counter);
        free(peer);
    }
    for (uint32_t i = 0; i <= EMUQ_PAMI_OFFSET_MASK; i++) {
        free(context->peers[i]);
        context->peers[i] = NULL;
    }
}

/* ---- PAMI_Purge and PAMI_Resume: connections have no state to drop ---- */

static pami_result_t peer_check_endpoints(const emuq_pami_context_t *context, const pami_endpoint_t *dest,
                                          size_t count)
{
    if (context == NULL || (dest == NULL && count != 0))
        return PAMI_INVAL;
    for (size_t i = 0; i < count; i++)
        if (emuq_pami_task(dest[i]) >= context->client->resources->tasks || dest[i] == context->endpoint)
            return emuq_pami_invalid(
                "dest[%zu] is the endpoint of this context, or task %u is out of range (%u tasks)", i,
                emuq_pami_task(dest[i]), context->client->resources->tasks);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Purge(pami_context_t context, pami_endpoint_t *dest, size_t count)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(peer_check_endpoints(context, dest, count));
}

pami_result_t PAMI_Resume(pami_context_t context, pami_endpoint_t *dest, size_t count)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(peer_check_endpoints(context, dest, count));
}
