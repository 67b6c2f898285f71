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

#define WORLD_TASK UINT64_C(0xffffffff) /* no task: the world's key has not been made by a meeting */

_Static_assert(EMUQ_PAMI_SEAT_PARTS == 3, "emuq_pami_seats_open() names them");

bool emuq_pami_seats_open(emuq_pami_context_t *context)
{
    context->seats = calloc(1, sizeof *context->seats);
    if (context->seats == NULL)
        return false;
    const emuq_pami_seat_part_t *parts[] = {&emuq_pami_matching_part, &emuq_pami_program_part,
                                            &emuq_pami_am_part};
    memcpy(context->seats->part, parts, sizeof parts);
    context->dispatch[EMUQ_PAMI_ID_COLLECTIVES].fn = emuq_pami_matching_message;
    context->dispatch[EMUQ_PAMI_ID_MEETINGS].fn = emuq_pami_meeting_message;
    context->dispatch[EMUQ_PAMI_ID_MEETINGS].until_end = true; /* other tasks may still need this one */
    context->dispatch[EMUQ_PAMI_ID_AM].fn = emuq_pami_am_message;
    context->packet[EMUQ_PAMI_COMBINED] = emuq_pami_network_packet;
    return true;
}

void emuq_pami_seats_close(emuq_pami_context_t *context)
{
    if (context->seats == NULL)
        return;
    for (uint32_t i = 0; i < EMUQ_PAMI_CONTEXT_BUCKETS; i++)
        while (context->seats->bucket[i] != NULL) {
            emuq_pami_seat_t *seat = context->seats->bucket[i];
            context->seats->bucket[i] = seat->next;
            if (seat->geometry == NULL) /* the others are their geometry's */
                emuq_pami_seat_free(seat);
        }
    free(context->seats);
    context->seats = NULL;
}

bool emuq_pami_colls_open(emuq_pami_client_t *client)
{
    uint32_t tasks = client->site->tasks, *endpoint = malloc(tasks * sizeof *endpoint);
    client->colls = calloc(1, sizeof *client->colls);
    if (endpoint == NULL || client->colls == NULL) {
        free(endpoint);
        return false;
    }
    for (uint32_t i = 0; i < tasks; i++)
        endpoint[i] = emuq_pami_endpoint(i, 0);
    if (emuq_pami_geometry_new(client, endpoint, tasks, &client->colls->world) != PAMI_SUCCESS)
        return false;
    client->colls->world->key = WORLD_TASK << 32 | client->site->clients;
    return true;
}

bool emuq_pami_colls_seat_world(emuq_pami_client_t *client)
{
    emuq_pami_geometry_t *world = client->colls->world;
    if (!emuq_pami_geometry_make_seats(world))
        return false;
    emuq_pami_seat_open(world->seat[0]);
    emuq_pami_network_take_world(world);
    return true;
}

void emuq_pami_colls_end_contexts(emuq_pami_client_t *client)
{
    emuq_pami_meetings_end(client);
    for (size_t i = 0; i < client->contexts; i++)
        emuq_pami_seats_close(client->context[i]);
    for (emuq_pami_geometry_t *g = client->colls->geometries, *next; g != NULL; g = next) {
        next = g->next;
        if (g != client->colls->world)
            emuq_pami_geometry_forget(g);
    }
    emuq_pami_geometry_t *world = client->colls->world;
    if (world->seat[0] != NULL) {
        emuq_pami_seat_free(world->seat[0]);
        world->seat[0] = NULL;
        world->references--;
    }
    emuq_pami_network_free(world);
}

void emuq_pami_colls_close(emuq_pami_client_t *client)
{
    if (client->colls != NULL && client->colls->world != NULL)
        emuq_pami_geometry_release(client->colls->world);
    free(client->colls);
    client->colls = NULL;
}
