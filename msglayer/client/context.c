/* SPDX-License-Identifier: BSD-3-Clause */
#include <stdlib.h>

#include "msglayer/client/lifetime.h"
#include "msglayer/coll/world.h"
#include "msglayer/core/record.h"
#include "msglayer/p2p/p2p.h"
#include "msglayer/progress/advance.h"
#include "msglayer/settings.h"

#define ALIGNMENT 64u

/* A window must leave several senders room in the FIFO; long eager messages must fit into half a window. */
static void choose_sizes(emuq_pami_context_t *context)
{
    const emuq_pami_resources_t *resources = context->client->resources;
    uint64_t fair = emuq_pami_setting(EMUQ_PAMI_RECFIFO) / resources->tasks;
    uint64_t window = emuq_pami_setting(EMUQ_PAMI_WINDOW);
    uint64_t least = 4 * EMUQ_PAMI_PAYLOAD;
    if (window > fair)
        window = fair > least ? fair : least;
    context->window = window / 2;
}

static uint64_t contexts; /* that there have been; relaxed: only a number of one's own is wanted */

emuq_pami_context_t *emuq_pami_context_new(emuq_pami_client_t *client, uint32_t offset)
{
    emuq_pami_device_t *device = emuq_pami_device_open(client->resources, offset);
    void *memory;
    if (device == NULL || posix_memalign(&memory, ALIGNMENT, sizeof(emuq_pami_context_t)) != 0)
        return NULL;
    emuq_pami_context_t *context = memory;
    memset(context, 0, sizeof *context);
    context->client = client;
    context->number = __atomic_add_fetch(&contexts, 1, __ATOMIC_RELAXED);
    context->device = device;
    context->offset = offset;
    context->endpoint = emuq_pami_endpoint(client->resources->task, offset);
    context->again_last = &context->again;
    context->deferred_last = &context->deferred;
    context->control_last = &context->control;
    context->rdma_last = &context->rdma;
    context->unexpected_last = &context->unexpected;
    context->empty = emuq_pami_result_of_nothing();
    choose_sizes(context);
    emuq_pami_receive_open(context);
    emuq_pami_set_internal(context);
    if (!emuq_pami_coll_context_open(context)) {
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
    emuq_pami_coll_context_close(context);
    emuq_pami_incoming_free(context);
    for (uint32_t id = 0; id < EMUQ_PAMI_DISPATCH_IDS; id++)
        emuq_pami_record_end(&context->dispatch[id]);
    emuq_pami_ops_free(context);
    emuq_pami_peers_free(context);
    free(context);
}
