/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/geometry.h"

#include <stdlib.h>

#include "msglayer/coll/routes.h"

/* ---- members ---- */

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Which endpoints there are, and where. @return PAMI_INVAL: one comes twice, or is none */
static pami_result_t sort_members(emuq_pami_geometry_t *g)
{
    uint32_t all = g->client->resources->tasks;
    g->order = malloc(g->size * sizeof *g->order);
    if (g->order == NULL)
        return PAMI_ENOMEM;
    for (uint32_t i = 0; i < g->size; i++) {
        if (emuq_pami_task(g->endpoint[i]) >= all || emuq_pami_offset(g->endpoint[i]) > EMUQ_PAMI_OFFSET_MASK)
            return PAMI_INVAL;
        g->order[i] = (uint64_t)g->endpoint[i] << 32 | i;
    }
    qsort(g->order, g->size, sizeof *g->order, compare);
    for (uint32_t i = 1; i < g->size; i++)
        if (g->order[i] >> 32 == g->order[i - 1] >> 32)
            return PAMI_INVAL;
    return PAMI_SUCCESS;
}

/* The tasks of the members, each once. */
static pami_result_t list_tasks(emuq_pami_geometry_t *g)
{
    uint32_t all = g->client->resources->tasks;
    bool *seen = calloc(all, sizeof *seen);
    g->task = malloc((g->size < all ? g->size : all) * sizeof *g->task);
    if (seen != NULL && g->task != NULL)
        for (uint32_t i = 0; i < g->size; i++) {
            uint32_t task = emuq_pami_task(g->endpoint[i]);
            if (!seen[task])
                g->task[g->tasks++] = task;
            seen[task] = true;
        }
    free(seen);
    return g->tasks != 0 ? PAMI_SUCCESS : PAMI_ENOMEM;
}

bool emuq_pami_geometry_rank(const emuq_pami_geometry_t *g, uint32_t endpoint, uint32_t *rank)
{
    uint32_t low = 0, high = g->size;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (g->order[middle] >> 32 < endpoint)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == g->size || g->order[low] >> 32 != endpoint)
        return false;
    *rank = (uint32_t)g->order[low];
    return true;
}

/* ---- geometries ---- */

static void free_geometry(emuq_pami_geometry_t *g)
{
    for (uint32_t i = 0; i < EMUQ_PAMI_CONTEXTS_MAX; i++)
        if (g->member[i] != NULL)
            emuq_pami_member_free(g->member[i]);
    emuq_pami_network_free(g);
    free(g->retiring);
    free(g->endpoint);
    free(g->order);
    free(g->task);
    free(g);
}

static void link_geometry(emuq_pami_geometry_t *g)
{
    emuq_pami_coll_lock(g->client);
    g->next = g->client->coll->geometries;
    if (g->next != NULL)
        g->next->previous = g;
    g->client->coll->geometries = g;
    emuq_pami_coll_unlock(g->client);
}

static void unlink_geometry(emuq_pami_geometry_t *g)
{
    emuq_pami_coll_lock(g->client);
    if (g->previous != NULL)
        g->previous->next = g->next;
    else
        g->client->coll->geometries = g->next;
    if (g->next != NULL)
        g->next->previous = g->previous;
    emuq_pami_coll_unlock(g->client);
}

pami_result_t emuq_pami_geometry_new(emuq_pami_client_t *client, uint32_t *endpoint, uint32_t size,
                                     emuq_pami_geometry_t **geometry)
{
    emuq_pami_geometry_t *g = calloc(1, sizeof *g);
    if (g == NULL) {
        free(endpoint);
        return PAMI_ENOMEM;
    }
    g->client = client;
    g->endpoint = endpoint;
    g->size = size;
    g->references = 1;
    g->noncontig = client->noncontig;
    g->saves_memory = client->saves_memory;
    for (uint32_t i = 0; i < EMUQ_PAMI_ALGORITHMS; i++)
        g->algorithm[i] = (emuq_pami_algorithm_t){g, i};
    pami_result_t rc = sort_members(g);
    if (rc == PAMI_SUCCESS)
        rc = list_tasks(g);
    if (rc != PAMI_SUCCESS) {
        free_geometry(g);
        return rc;
    }
    link_geometry(g);
    *geometry = g;
    return PAMI_SUCCESS;
}

void emuq_pami_geometry_forget(emuq_pami_geometry_t *g)
{
    unlink_geometry(g);
    free_geometry(g);
}

void emuq_pami_geometry_release(emuq_pami_geometry_t *g)
{
    /* Release: what this thread has done to it. Acquire: what the threads that released it before have done.
     */
    if (__atomic_sub_fetch(&g->references, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    emuq_pami_geometry_forget(g);
}

/* ---- member states ---- */

/* A member state that has been closed is idle: its geometry has one reference less. */
static void member_ended(emuq_pami_member_t *member)
{
    emuq_pami_geometry_t *g = member->geometry;
    g->member[member->context->offset] = NULL;
    emuq_pami_member_free(member);
    emuq_pami_geometry_release(g);
}

bool emuq_pami_geometry_make_members(emuq_pami_geometry_t *g)
{
    emuq_pami_client_t *client = g->client;
    for (uint32_t i = 0; i < client->contexts; i++) {
        uint32_t rank;
        if (!emuq_pami_geometry_rank(g, client->context[i]->endpoint, &rank))
            continue;
        emuq_pami_member_t *member = emuq_pami_member_new(client->context[i], g->key);
        if (member == NULL)
            return false;
        member->geometry = g;
        member->rank = rank;
        member->ended = member_ended;
        g->references++;
        g->member[i] = member;
    }
    return true;
}

static pami_result_t open_later(pami_context_t context, void *cookie)
{
    (void)context;
    emuq_pami_member_open(cookie);
    emuq_pami_member_done(cookie);
    return PAMI_SUCCESS;
}

void emuq_pami_geometry_open_members(emuq_pami_geometry_t *g, emuq_pami_context_t *context)
{
    for (uint32_t i = 0; i < g->client->contexts; i++) {
        emuq_pami_member_t *member = g->member[i];
        if (member == NULL)
            continue;
        member->key = g->key;
        if (member->context == context) {
            emuq_pami_member_open(member);
        } else {
            member->busy++; /* until the work has been done */
            PAMI_Context_post(member->context, &member->open_work, open_later, member);
        }
    }
}

static pami_result_t close_later(pami_context_t context, void *cookie)
{
    (void)context;
    emuq_pami_member_close(cookie);
    return PAMI_SUCCESS;
}

void emuq_pami_geometry_close_members(emuq_pami_geometry_t *g, emuq_pami_context_t *context)
{
    emuq_pami_client_t *client = g->client;
    for (uint32_t i = 0; i < client->contexts; i++) {
        emuq_pami_member_t *member = g->member[i];
        if (member != NULL && member->context == context)
            emuq_pami_member_close(member);
        else if (member != NULL)
            PAMI_Context_post(member->context, &member->close_work, close_later, member);
    }
}
