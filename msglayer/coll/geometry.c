/* SPDX-License-Identifier: BSD-3-Clause */
/* Geometries (ordered sets of endpoints), and the member state of each endpoint. */
#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/common/emuq_wait.h>

#include "base/memory.h"
#include "msglayer/coll/network.h"

void *emuq_pami_coll_require(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "pami: no memory to continue a collective\n");
        abort();
    }
    return memory;
}

void emuq_pami_coll_lock(emuq_pami_client_t *client)
{
    unsigned spins = 0;
    /* Acquire: pairs with the release below. */
    while (emuq_int_exchange(&client->coll->lock, 1) != 0)
        emuq_relax(&spins);
}

void emuq_pami_coll_unlock(emuq_pami_client_t *client)
{
    AO_int_store_release(&client->coll->lock, 0);
}

void emuq_pami_coll_notify(emuq_pami_context_t *context, pami_event_function fn, void *cookie, bool in_call)
{
    if (fn == NULL || context->is_ending)
        return;
    if (!in_call) {
        fn(context, cookie, PAMI_SUCCESS);
    } else if (emuq_pami_may_call(context)) {
        emuq_pami_call_now(context, fn, cookie);
    } else {
        emuq_pami_op_t *op = emuq_pami_coll_require(emuq_pami_op_new(context));
        op->pending = EMUQ_PAMI_LOCAL;
        op->local_fn = fn;
        op->cookie = cookie;
        emuq_pami_op_defer(context, op);
    }
}

emuq_pami_member_t *emuq_pami_member_new(emuq_pami_context_t *context, uint64_t key)
{
    emuq_pami_member_t *member = emuq_calloc(1, sizeof *member);
    if (member == NULL)
        return NULL;
    member->key = key;
    member->context = context;
    memcpy(member->part, context->coll->part, sizeof member->part);
    for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_BUCKETS; i++)
        member->bucket[i].last = &member->bucket[i].first;
    return member;
}

static emuq_pami_member_t **member_bucket(emuq_pami_context_t *context, uint64_t key)
{
    uint32_t hash = (uint32_t)(key ^ key >> 32) % EMUQ_PAMI_CONTEXT_BUCKETS;
    emuq_pami_member_t **at = &context->coll->bucket[hash];
    while (*at != NULL && (*at)->key != key)
        at = &(*at)->next;
    return at;
}

static void member_insert(emuq_pami_member_t *member, emuq_pami_member_t **at)
{
    member->next = *at;
    *at = member;
    member->is_open = true;
}

emuq_pami_member_t *emuq_pami_member_known(emuq_pami_context_t *context, uint64_t key)
{
    return *member_bucket(context, key);
}

emuq_pami_member_t *emuq_pami_member_find(emuq_pami_context_t *context, uint64_t key)
{
    emuq_pami_member_t **at = member_bucket(context, key);
    if (*at == NULL)
        member_insert(emuq_pami_coll_require(emuq_pami_member_new(context, key)), at);
    return *at;
}

void emuq_pami_member_open(emuq_pami_member_t *member)
{
    if (member->is_open || member->is_dead)
        return;
    const emuq_pami_member_part_t *const *parts = member->part;
    emuq_pami_member_t **at = member_bucket(member->context, member->key), *early = *at;
    if (early != NULL) {
        *at = early->next;
        for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_PARTS; i++)
            if (parts[i]->inherit != NULL)
                parts[i]->inherit(member, early);
        member->busy += early->busy;
        emuq_pami_member_free(early);
    }
    member_insert(member, at);
    for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_PARTS; i++)
        if (parts[i]->opened != NULL)
            parts[i]->opened(member);
}

void emuq_pami_member_done(emuq_pami_member_t *member)
{
    if (--member->busy != 0 || !member->is_dead)
        return;
    if (member->is_open)
        *member_bucket(member->context, member->key) = member->next;
    member->is_open = false;
    member->ended(member);
}

void emuq_pami_member_close(emuq_pami_member_t *member)
{
    member->is_dead = true;
    member->busy++;
    emuq_pami_member_done(member);
}

void emuq_pami_member_free(emuq_pami_member_t *member)
{
    for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_PARTS; i++)
        if (member->part[i]->free != NULL)
            member->part[i]->free(member);
    free(member);
}

/* ---- geometries ---- */

/* Sorts g->order by endpoint. @return PAMI_INVAL: duplicate or invalid endpoint */
static pami_result_t geometry_sort_members(emuq_pami_geometry_t *g)
{
    uint32_t all = g->client->resources->tasks;
    g->order = emuq_malloc(g->size * sizeof *g->order);
    if (g->order == NULL)
        return PAMI_ENOMEM;
    for (uint32_t i = 0; i < g->size; i++) {
        if (emuq_pami_task(g->endpoint[i]) >= all)
            return emuq_pami_invalid("endpoint %u of the geometry: no task %u (the job has %u tasks)", i,
                                     emuq_pami_task(g->endpoint[i]), all);
        if (emuq_pami_offset(g->endpoint[i]) > EMUQ_PAMI_OFFSET_MASK)
            return emuq_pami_invalid("endpoint %u of the geometry: context %u is out of range (0 to %u)", i,
                                     emuq_pami_offset(g->endpoint[i]), (unsigned)EMUQ_PAMI_OFFSET_MASK);
        g->order[i] = (uint64_t)g->endpoint[i] << 32 | i;
    }
    qsort(g->order, g->size, sizeof *g->order, emuq_pami_compare);
    for (uint32_t i = 1; i < g->size; i++)
        if (g->order[i] >> 32 == g->order[i - 1] >> 32)
            return emuq_pami_invalid("the geometry contains task %u, context %u twice",
                                     emuq_pami_task((uint32_t)(g->order[i] >> 32)),
                                     emuq_pami_offset((uint32_t)(g->order[i] >> 32)));
    return PAMI_SUCCESS;
}

/* Lists the tasks of the members without duplicates. */
static pami_result_t geometry_list_tasks(emuq_pami_geometry_t *g)
{
    uint32_t all = g->client->resources->tasks;
    bool *seen = emuq_calloc(all, sizeof *seen);
    g->task = emuq_malloc((g->size < all ? g->size : all) * sizeof *g->task);
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

pami_result_t emuq_pami_geometry_no_root(const emuq_pami_geometry_t *g, uint32_t endpoint)
{
    return emuq_pami_invalid(
        "the root (task %u, context %u) is no member of the geometry, which has %u endpoints",
        emuq_pami_task(endpoint), emuq_pami_offset(endpoint), g->size);
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

static void geometry_free(emuq_pami_geometry_t *g)
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

pami_result_t emuq_pami_geometry_new(emuq_pami_client_t *client, uint32_t *endpoint, uint32_t size,
                                     emuq_pami_geometry_t **geometry)
{
    emuq_pami_geometry_t *g = emuq_calloc(1, sizeof *g);
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
    pami_result_t rc = geometry_sort_members(g);
    if (rc == PAMI_SUCCESS)
        rc = geometry_list_tasks(g);
    if (rc != PAMI_SUCCESS) {
        geometry_free(g);
        return rc;
    }
    emuq_pami_coll_lock(client);
    g->next = client->coll->geometries;
    client->coll->geometries = g;
    emuq_pami_coll_unlock(client);
    *geometry = g;
    return PAMI_SUCCESS;
}

void emuq_pami_geometry_free(emuq_pami_geometry_t *g)
{
    emuq_pami_coll_lock(g->client);
    EMUQ_PAMI_UNLINK(g->client->coll->geometries, g);
    emuq_pami_coll_unlock(g->client);
    geometry_free(g);
}

void emuq_pami_geometry_release(emuq_pami_geometry_t *g)
{
    /* Release: uses by this thread. Acquire: uses by threads that released before. */
    if (AO_int_fetch_and_sub1_full(&g->references) == 1)
        emuq_pami_geometry_free(g);
}

/* ---- member states ---- */

/* Frees an idle closed member and its reference to the geometry. */
static void geometry_member_ended(emuq_pami_member_t *member)
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
        member->ended = geometry_member_ended;
        g->references++;
        g->member[i] = member;
    }
    return true;
}

static pami_result_t geometry_open_later(pami_context_t context, void *cookie)
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
            member->busy++; /* until the posted work has run */
            PAMI_Context_post(member->context, &member->open_work, geometry_open_later, member);
        }
    }
}

static pami_result_t geometry_close_later(pami_context_t context, void *cookie)
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
            PAMI_Context_post(member->context, &member->close_work, geometry_close_later, member);
    }
}
