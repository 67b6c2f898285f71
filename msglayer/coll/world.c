/* SPDX-License-Identifier: BSD-3-Clause */
/* Collectives of a client and of its contexts, from beginning to end, and the geometry of all tasks. */
#include "msglayer/coll/world.h"

#include <stdlib.h>

#include "msglayer/coll/agreement.h"
#include "msglayer/coll/am.h"
#include "msglayer/coll/hardware.h"
#include "msglayer/coll/matching.h"
#include "msglayer/coll/routes.h"
#include "msglayer/coll/schedule.h"

#define WORLD_TASK UINT64_C(0xffffffff) /* no task: the world's key has not been made by an agreement */

_Static_assert(EMUQ_PAMI_MEMBER_PARTS == 3, "emuq_pami_coll_context_open() names them");

bool emuq_pami_coll_context_open(emuq_pami_context_t *context)
{
    context->coll = calloc(1, sizeof *context->coll);
    if (context->coll == NULL)
        return false;
    const emuq_pami_member_part_t *parts[] = {&emuq_pami_matching_part, &emuq_pami_schedule_part,
                                              &emuq_pami_am_part};
    memcpy(context->coll->part, parts, sizeof parts);
    context->dispatch[EMUQ_PAMI_ID_COLLECTIVES].fn = emuq_pami_matching_message;
    context->dispatch[EMUQ_PAMI_ID_AGREEMENTS].fn = emuq_pami_agreement_message;
    context->dispatch[EMUQ_PAMI_ID_AGREEMENTS].until_end = true; /* other tasks may still need this one */
    context->dispatch[EMUQ_PAMI_ID_AM].fn = emuq_pami_am_message;
    context->dispatch[EMUQ_PAMI_ID_BARRIER_END].fn = emuq_pami_barrier_end;
    context->packet[EMUQ_PAMI_COMBINED] = emuq_pami_network_packet;
    return true;
}

void emuq_pami_coll_context_close(emuq_pami_context_t *context)
{
    if (context->coll == NULL)
        return;
    for (uint32_t i = 0; i < EMUQ_PAMI_CONTEXT_BUCKETS; i++)
        while (context->coll->bucket[i] != NULL) {
            emuq_pami_member_t *member = context->coll->bucket[i];
            context->coll->bucket[i] = member->next;
            if (member->geometry == NULL) /* the rest belong to their geometry */
                emuq_pami_member_free(member);
        }
    free(context->coll);
    context->coll = NULL;
}

bool emuq_pami_coll_client_open(emuq_pami_client_t *client)
{
    uint32_t tasks = client->resources->tasks, *endpoint = malloc(tasks * sizeof *endpoint);
    client->coll = calloc(1, sizeof *client->coll);
    if (endpoint == NULL || client->coll == NULL) {
        free(endpoint);
        return false;
    }
    for (uint32_t i = 0; i < tasks; i++)
        endpoint[i] = emuq_pami_endpoint(i, 0);
    if (emuq_pami_geometry_new(client, endpoint, tasks, &client->coll->world) != PAMI_SUCCESS)
        return false;
    client->coll->world->key = WORLD_TASK << 32 | client->resources->clients;
    return true;
}

bool emuq_pami_coll_open_world(emuq_pami_client_t *client)
{
    emuq_pami_geometry_t *world = client->coll->world;
    if (world == NULL)
        return true; /* the client has destroyed it, and makes contexts again */
    if (!emuq_pami_geometry_make_members(world))
        return false;
    emuq_pami_member_open(world->member[0]);
    return !client->resources->has_network || emuq_pami_network_take_world(world);
}

void emuq_pami_coll_end_contexts(emuq_pami_client_t *client)
{
    emuq_pami_agreements_free(client);
    for (size_t i = 0; i < client->contexts; i++)
        emuq_pami_coll_context_close(client->context[i]);
    for (emuq_pami_geometry_t *g = client->coll->geometries, *next; g != NULL; g = next) {
        next = g->next;
        if (g != client->coll->world)
            emuq_pami_geometry_forget(g);
    }
    emuq_pami_geometry_t *world = client->coll->world;
    if (world == NULL)
        return;
    if (world->member[0] != NULL) {
        emuq_pami_member_free(world->member[0]);
        world->member[0] = NULL;
        world->references--;
    }
    emuq_pami_network_free(world);
}

void emuq_pami_coll_client_close(emuq_pami_client_t *client)
{
    if (client->coll != NULL && client->coll->world != NULL)
        emuq_pami_geometry_release(client->coll->world);
    free(client->coll);
    client->coll = NULL;
}
