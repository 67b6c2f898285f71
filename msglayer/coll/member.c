/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/member.h"

#include <stdlib.h>

emuq_pami_member_t *emuq_pami_member_new(emuq_pami_context_t *context, uint64_t key)
{
    emuq_pami_member_t *member = calloc(1, sizeof *member);
    if (member == NULL)
        return NULL;
    member->key = key;
    member->context = context;
    memcpy(member->part, context->coll->part, sizeof member->part);
    for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_BUCKETS; i++)
        member->bucket[i].last = &member->bucket[i].first;
    return member;
}

static emuq_pami_member_t **place_of(emuq_pami_context_t *context, uint64_t key)
{
    uint32_t hash = (uint32_t)(key ^ key >> 32) % EMUQ_PAMI_CONTEXT_BUCKETS;
    emuq_pami_member_t **at = &context->coll->bucket[hash];
    while (*at != NULL && (*at)->key != key)
        at = &(*at)->next;
    return at;
}

static void insert(emuq_pami_member_t *member, emuq_pami_member_t **at)
{
    member->next = *at;
    *at = member;
    member->is_open = true;
}

emuq_pami_member_t *emuq_pami_member_known(emuq_pami_context_t *context, uint64_t key)
{
    return *place_of(context, key);
}

emuq_pami_member_t *emuq_pami_member_find(emuq_pami_context_t *context, uint64_t key)
{
    emuq_pami_member_t **at = place_of(context, key);
    if (*at == NULL)
        insert(emuq_pami_coll_need(emuq_pami_member_new(context, key)), at);
    return *at;
}

void emuq_pami_member_open(emuq_pami_member_t *member)
{
    if (member->is_open || member->is_dead)
        return;
    const emuq_pami_member_part_t *const *parts = member->part;
    emuq_pami_member_t **at = place_of(member->context, member->key), *early = *at;
    if (early != NULL) {
        *at = early->next;
        for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_PARTS; i++)
            if (parts[i]->inherit != NULL)
                parts[i]->inherit(member, early);
        member->busy += early->busy;
        emuq_pami_member_free(early);
    }
    insert(member, at);
    for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_PARTS; i++)
        if (parts[i]->opened != NULL)
            parts[i]->opened(member);
}

void emuq_pami_member_done(emuq_pami_member_t *member)
{
    if (--member->busy != 0 || !member->is_dead)
        return;
    if (member->is_open)
        *place_of(member->context, member->key) = member->next;
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
