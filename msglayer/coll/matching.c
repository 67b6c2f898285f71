/* SPDX-License-Identifier: BSD-3-Clause */
/* Matches the messages of collectives with receives. */
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/coll/schedule.h"

static emuq_pami_slots_t *matching_bucket_of(emuq_pami_member_t *member, uint32_t number, uint32_t from)
{
    return &member->bucket[(number * 7 + from) % EMUQ_PAMI_MEMBER_BUCKETS];
}

/* Removes the oldest slot of a rank, with or without receive. */
static emuq_pami_slot_t *matching_take(emuq_pami_slots_t *list, uint32_t number, uint32_t from,
                                       bool is_awaited)
{
    for (emuq_pami_slot_t **at = &list->first; *at != NULL; at = &(*at)->next) {
        emuq_pami_slot_t *s = *at;
        if (s->number == number && s->from == from && (s->done_fn != NULL) == is_awaited) {
            *at = s->next;
            if (list->last == &s->next)
                list->last = at;
            return s;
        }
    }
    return NULL;
}

static emuq_pami_slot_t *matching_set_slot(emuq_pami_slot_t *s, emuq_pami_member_t *member, uint32_t number,
                                           uint32_t from)
{
    memset(s, 0, sizeof *s);
    s->member = member;
    s->number = number;
    s->from = from;
    return s;
}

static void matching_free_slot(emuq_pami_slot_t *s)
{
    free(s->data);
    if (!s->is_caller_owned)
        free(s);
}

static void matching_free_slots(emuq_pami_slot_t *first)
{
    while (first != NULL) {
        emuq_pami_slot_t *next = first->next;
        matching_free_slot(first);
        first = next;
    }
}

/* ---- messages ---- */

static void matching_store(const emuq_pami_slot_t *s, const void *data, size_t bytes)
{
    size_t most = bytes < s->bytes ? bytes : s->bytes;
    if (most != 0)
        memcpy(s->to, data, most);
}

/* Completes the slot of a long message. */
static void matching_message_received(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    emuq_pami_slot_t *s = cookie;
    emuq_pami_member_t *member = s->member;
    void (*done_fn)(void *) = s->done_fn;
    void *done_cookie = s->cookie;
    s->is_complete = true;
    if (done_fn != NULL) {
        EMUQ_PAMI_UNLINK(member->in_flight, s);
        if (s->data != NULL)
            matching_store(s, s->data, s->data_size);
        matching_free_slot(s);
    }
    emuq_pami_member_done(member); /* the slot may be freed, without receive */
    if (done_fn != NULL)
        done_fn(done_cookie);
}

/* Receives the rest of a message. */
static void matching_receive_rest(emuq_pami_slot_t *s, size_t data_size, pami_recv_t *recv)
{
    s->data_size = data_size;
    if (s->done_fn == NULL || data_size > s->bytes)
        s->data = emuq_pami_coll_require(emuq_malloc(data_size));
    recv->addr = s->data != NULL ? s->data : s->to;
    recv->local_fn = matching_message_received;
    recv->cookie = s;
    s->member->busy++;
}

static void matching_add_in_flight(emuq_pami_slot_t *s)
{
    s->next = s->member->in_flight;
    s->member->in_flight = s;
}

static void matching_queue(emuq_pami_member_t *member, const emuq_pami_coll_header_t *h, const void *data,
                           size_t data_size, pami_recv_t *recv)
{
    emuq_pami_slot_t *s = emuq_pami_coll_require(emuq_malloc(sizeof *s));
    matching_set_slot(s, member, h->number, h->from);
    emuq_pami_slots_t *list = matching_bucket_of(member, h->number, h->from);
    EMUQ_PAMI_APPEND(list->first, list->last, s);
    if (recv != NULL) {
        matching_receive_rest(s, data_size, recv);
        return;
    }
    s->data_size = data_size;
    s->is_complete = true;
    if (data_size != 0)
        s->data = memcpy(emuq_pami_coll_require(emuq_malloc(data_size)), data, data_size);
}

void emuq_pami_matching_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                                const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)origin;
    emuq_pami_coll_header_t h;
    memcpy(&h, header, sizeof h);
    emuq_pami_member_t *member = emuq_pami_member_find(context, h.key);
    emuq_pami_slot_t *s = matching_take(matching_bucket_of(member, h.number, h.from), h.number, h.from, true);
    if (s == NULL) {
        matching_queue(member, &h, data, data_size, recv);
    } else if (recv != NULL) {
        matching_receive_rest(s, data_size, recv);
        matching_add_in_flight(s);
    } else {
        void (*done_fn)(void *) = s->done_fn;
        void *done_cookie = s->cookie;
        matching_store(s, data, data_size);
        matching_free_slot(s);
        done_fn(done_cookie);
    }
}

bool emuq_pami_matching_receive(emuq_pami_member_t *member, const emuq_pami_coll_receive_t *w,
                                emuq_pami_slot_t *slot)
{
    emuq_pami_slots_t *list = matching_bucket_of(member, w->number, w->from);
    emuq_pami_slot_t *s = matching_take(list, w->number, w->from, false);
    bool is_new = s == NULL;
    if (is_new) {
        s = matching_set_slot(slot, member, w->number, w->from);
        s->is_caller_owned = true;
    }
    s->to = w->to;
    s->bytes = w->bytes;
    if (s->is_complete) {
        matching_store(s, s->data, s->data_size);
        matching_free_slot(s);
        return true;
    }
    s->done_fn = w->done_fn;
    s->cookie = w->cookie;
    if (is_new)
        EMUQ_PAMI_APPEND(list->first, list->last, s);
    else
        matching_add_in_flight(s);
    return false;
}

/* Takes over the messages of a provisional member. */
static void matching_inherit(emuq_pami_member_t *member, emuq_pami_member_t *from)
{
    for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_BUCKETS; i++) {
        emuq_pami_slots_t *list = &from->bucket[i];
        for (emuq_pami_slot_t *s = list->first; s != NULL; s = s->next)
            s->member = member;
        if (list->first != NULL) {
            member->bucket[i] = *list;
            list->first = NULL;
        }
    }
}

static void matching_free_all(emuq_pami_member_t *member)
{
    for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_BUCKETS; i++)
        matching_free_slots(member->bucket[i].first);
    matching_free_slots(member->in_flight);
}

const emuq_pami_member_part_t emuq_pami_matching_part = {.inherit = matching_inherit,
                                                         .free = matching_free_all};
