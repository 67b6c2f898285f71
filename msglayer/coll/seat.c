/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/seat.h"

#include <stdio.h>
#include <stdlib.h>

#include "msglayer/coll/am.h"
#include "msglayer/coll/geometry.h"
#include "msglayer/coll/meeting.h"
#include "msglayer/coll/program.h"

void *emuq_pami_coll_need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "pami: no memory to go on with a collective\n");
        abort();
    }
    return memory;
}

/* ---- lists of slots ---- */

static emuq_pami_slots_t *bucket_of(emuq_pami_seat_t *seat, uint32_t number, uint32_t from)
{
    return &seat->bucket[(number * 7 + from) % EMUQ_PAMI_SEAT_BUCKETS];
}

/* Takes out the oldest slot of a rank that is, or is not, waited for. */
static emuq_pami_slot_t *take(emuq_pami_slots_t *list, uint32_t number, uint32_t from, bool is_awaited)
{
    for (emuq_pami_slot_t **at = &list->first; *at != NULL; at = &(*at)->next) {
        emuq_pami_slot_t *s = *at;
        if (s->number == number && s->from == from && (s->program != NULL) == is_awaited) {
            *at = s->next;
            if (list->last == &s->next)
                list->last = at;
            return s;
        }
    }
    return NULL;
}

static emuq_pami_slot_t *set_slot(emuq_pami_slot_t *s, emuq_pami_seat_t *seat, uint32_t number, uint32_t from)
{
    memset(s, 0, sizeof *s);
    s->seat = seat;
    s->number = number;
    s->from = from;
    return s;
}

static void free_slot(emuq_pami_slot_t *s)
{
    free(s->data);
    if (!s->is_programs)
        free(s);
}

static void free_slots(emuq_pami_slot_t *first)
{
    while (first != NULL) {
        emuq_pami_slot_t *next = first->next;
        free_slot(first);
        first = next;
    }
}

/* ---- messages ---- */

static void store(const emuq_pami_slot_t *s, const void *data, size_t bytes)
{
    size_t most = bytes < s->bytes ? bytes : s->bytes;
    if (most != 0)
        memcpy(s->to, data, most);
}

/* A message that was on its way is complete. */
static void landed(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    emuq_pami_slot_t *s = cookie;
    emuq_pami_seat_t *seat = s->seat;
    emuq_pami_program_t *program = s->program;
    s->is_here = true;
    if (program != NULL) {
        emuq_pami_slot_t **at = &seat->flying;
        while (*at != s)
            at = &(*at)->next;
        *at = s->next;
        if (s->data != NULL)
            store(s, s->data, s->data_size);
        free_slot(s);
    }
    emuq_pami_seat_rest(seat); /* it may be freed, if no program waits */
    if (program != NULL)
        emuq_pami_program_step_done(program);
}

/* Has the rest of a message received. */
static void receive_rest(emuq_pami_slot_t *s, size_t data_size, pami_recv_t *recv)
{
    s->data_size = data_size;
    if (s->program == NULL || data_size > s->bytes)
        s->data = emuq_pami_coll_need(malloc(data_size));
    recv->addr = s->data != NULL ? s->data : s->to;
    recv->local_fn = landed;
    recv->cookie = s;
    s->seat->busy++;
}

static void fly(emuq_pami_slot_t *s)
{
    s->next = s->seat->flying;
    s->seat->flying = s;
}

static void keep(emuq_pami_seat_t *seat, const emuq_pami_coll_header_t *h, const void *data, size_t data_size,
                 pami_recv_t *recv)
{
    emuq_pami_slot_t *s = emuq_pami_coll_need(malloc(sizeof *s));
    set_slot(s, seat, h->number, h->from);
    emuq_pami_slots_t *list = bucket_of(seat, h->number, h->from);
    EMUQ_PAMI_APPEND(list->first, list->last, s);
    if (recv != NULL) {
        receive_rest(s, data_size, recv);
        return;
    }
    s->data_size = data_size;
    s->is_here = true;
    if (data_size != 0)
        s->data = memcpy(emuq_pami_coll_need(malloc(data_size)), data, data_size);
}

static void arrived(pami_context_t context, void *cookie, const void *header, size_t header_size,
                    const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)origin;
    emuq_pami_coll_header_t h;
    memcpy(&h, header, sizeof h);
    emuq_pami_seat_t *seat = emuq_pami_seat_find(context, h.key);
    emuq_pami_slot_t *s = take(bucket_of(seat, h.number, h.from), h.number, h.from, true);
    if (s == NULL) {
        keep(seat, &h, data, data_size, recv);
    } else if (recv != NULL) {
        receive_rest(s, data_size, recv);
        fly(s);
    } else {
        emuq_pami_program_t *program = s->program;
        store(s, data, data_size);
        free_slot(s);
        emuq_pami_program_step_done(program);
    }
}

bool emuq_pami_seat_receive(emuq_pami_program_t *program, uint32_t from, void *to, size_t bytes,
                            emuq_pami_slot_t *slot)
{
    emuq_pami_seat_t *seat = program->seat;
    emuq_pami_slots_t *list = bucket_of(seat, program->number, from);
    emuq_pami_slot_t *s = take(list, program->number, from, false);
    bool is_new = s == NULL;
    if (is_new) {
        s = set_slot(slot, seat, program->number, from);
        s->is_programs = true;
    }
    s->to = to;
    s->bytes = bytes;
    if (s->is_here) {
        store(s, s->data, s->data_size);
        free_slot(s);
        return true;
    }
    s->program = program;
    if (is_new)
        EMUQ_PAMI_APPEND(list->first, list->last, s);
    else
        fly(s);
    return false;
}

/* ---- seats ---- */

emuq_pami_seat_t *emuq_pami_seat_new(emuq_pami_context_t *context, uint64_t key)
{
    emuq_pami_seat_t *seat = calloc(1, sizeof *seat);
    if (seat == NULL)
        return NULL;
    seat->key = key;
    seat->context = context;
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

/* What the provisional seat has kept: its slots wait for receives, or are still on their way. */
static void inherit(emuq_pami_seat_t *seat, emuq_pami_seat_t *from)
{
    for (uint32_t i = 0; i < EMUQ_PAMI_SEAT_BUCKETS; i++) {
        emuq_pami_slots_t *list = &from->bucket[i];
        for (emuq_pami_slot_t *s = list->first; s != NULL; s = s->next)
            s->seat = seat;
        if (list->first != NULL) {
            seat->bucket[i] = *list;
            list->first = NULL;
        }
    }
    emuq_pami_am_move(seat, from);
    seat->busy += from->busy;
}

void emuq_pami_seat_open(emuq_pami_seat_t *seat)
{
    if (seat->is_open || seat->is_dead)
        return;
    emuq_pami_seat_t **at = place_of(seat->context, seat->key), *early = *at;
    if (early != NULL) {
        *at = early->next;
        inherit(seat, early);
        emuq_pami_seat_free(early);
    }
    insert(seat, at);
    emuq_pami_am_release(seat);
}

void emuq_pami_seat_rest(emuq_pami_seat_t *seat)
{
    if (--seat->busy != 0 || !seat->is_dead)
        return;
    emuq_pami_geometry_t *geometry = seat->geometry;
    geometry->seat[seat->context->offset] = NULL;
    emuq_pami_seat_free(seat);
    emuq_pami_geometry_release(geometry);
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
    for (uint32_t i = 0; i < EMUQ_PAMI_SEAT_BUCKETS; i++)
        free_slots(seat->bucket[i].first);
    free_slots(seat->flying);
    while (seat->programs != NULL) {
        emuq_pami_program_t *program = seat->programs;
        seat->programs = program->next;
        emuq_pami_program_free(program);
    }
    emuq_pami_am_free(seat);
    free(seat);
}

/* ---- contexts ---- */

bool emuq_pami_seats_open(emuq_pami_context_t *context)
{
    context->seats = calloc(1, sizeof *context->seats);
    if (context->seats == NULL)
        return false;
    context->dispatch[EMUQ_PAMI_ID_COLLECTIVES].fn = arrived;
    context->dispatch[EMUQ_PAMI_ID_MEETINGS].fn = emuq_pami_meeting_message;
    context->dispatch[EMUQ_PAMI_ID_AM].fn = emuq_pami_am_message;
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
