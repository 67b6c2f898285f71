/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/member.h"

#include <stdlib.h>

emuq_pami_seat_t *emuq_pami_seat_new(emuq_pami_context_t *context, uint64_t key)
{
    emuq_pami_seat_t *seat = calloc(1, sizeof *seat);
    if (seat == NULL)
        return NULL;
    seat->key = key;
    seat->context = context;
    memcpy(seat->part, context->seats->part, sizeof seat->part);
    for (uint32_t i = 0; i < EMUQ_PAMI_SEAT_BUCKETS; i++)
        seat->bucket[i].last = &seat->bucket[i].first;
    return seat;
}

static emuq_pami_seat_t **place_of(emuq_pami_context_t *context, uint64_t key)
{
    uint32_t hash = (uint32_t)(key ^ key >> 32) % EMUQ_PAMI_CONTEXT_BUCKETS;
    emuq_pami_seat_t **at = &context->seats->bucket[hash];
    while (*at != NULL && (*at)->key != key)
        at = &(*at)->next;
    return at;
}

static void insert(emuq_pami_seat_t *seat, emuq_pami_seat_t **at)
{
    seat->next = *at;
    *at = seat;
    seat->is_open = true;
}

emuq_pami_seat_t *emuq_pami_seat_find(emuq_pami_context_t *context, uint64_t key)
{
    emuq_pami_seat_t **at = place_of(context, key);
    if (*at == NULL)
        insert(emuq_pami_coll_need(emuq_pami_seat_new(context, key)), at);
    return *at;
}

void emuq_pami_seat_open(emuq_pami_seat_t *seat)
{
    if (seat->is_open || seat->is_dead)
        return;
    const emuq_pami_seat_part_t *const *parts = seat->part;
    emuq_pami_seat_t **at = place_of(seat->context, seat->key), *early = *at;
    if (early != NULL) {
        *at = early->next;
        for (uint32_t i = 0; i < EMUQ_PAMI_SEAT_PARTS; i++)
            if (parts[i]->inherit != NULL)
                parts[i]->inherit(seat, early);
        seat->busy += early->busy;
        emuq_pami_seat_free(early);
    }
    insert(seat, at);
    for (uint32_t i = 0; i < EMUQ_PAMI_SEAT_PARTS; i++)
        if (parts[i]->opened != NULL)
            parts[i]->opened(seat);
}

void emuq_pami_seat_rest(emuq_pami_seat_t *seat)
{
    if (--seat->busy != 0 || !seat->is_dead)
        return;
    seat->ended(seat);
}

void emuq_pami_seat_close(emuq_pami_seat_t *seat)
{
    if (seat->is_open) {
        emuq_pami_seat_t **at = place_of(seat->context, seat->key);
        *at = seat->next;
    }
    seat->is_open = false;
    seat->is_dead = true;
    seat->busy++;
    emuq_pami_seat_rest(seat);
}

void emuq_pami_seat_free(emuq_pami_seat_t *seat)
{
    for (uint32_t i = 0; i < EMUQ_PAMI_SEAT_PARTS; i++)
        if (seat->part[i]->free != NULL)
            seat->part[i]->free(seat);
    free(seat);
}
