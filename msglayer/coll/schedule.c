/* SPDX-License-Identifier: BSD-3-Clause */
/* Writing and execution of schedules, and the messages of collectives. */
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/coll/network.h"
#include "msglayer/coll/schedule.h"

typedef struct emuq_pami_scratch {
    struct emuq_pami_scratch *next;
    char memory[] __attribute__((aligned(64)));
} schedule_scratch_t;

#define ALIGNMENT     64u
#define MAX_SPARES    4u
#define FIRST_CLEAR   64u /* bytes */
#define SHORT_MESSAGE (EMUQ_PAMI_IMMEDIATE - sizeof(emuq_pami_coll_header_t))

emuq_pami_schedule_t *emuq_pami_schedule_new(emuq_pami_member_t *member, pami_xfer_type_t type,
                                             pami_event_function done_fn, void *cookie)
{
    emuq_pami_schedule_t *p = member->spare;
    void *memory;
    if (p != NULL) {
        member->spare = p->next;
        member->spares--;
    } else if (emuq_posix_memalign(&memory, ALIGNMENT, sizeof *p) == 0) {
        p = memory;
    } else {
        return NULL;
    }
    /* In two parts: larger sizes compile to a string instruction with a slow start. */
    memset(p, 0, FIRST_CLEAR);
    memset((char *)p + FIRST_CLEAR, 0, offsetof(emuq_pami_schedule_t, few) - FIRST_CLEAR);
    p->member = member;
    p->type = type;
    p->steps = p->few;
    p->capacity = EMUQ_PAMI_FEW_STEPS;
    p->done_fn = done_fn;
    p->cookie = cookie;
    return p;
}

void emuq_pami_schedule_free(emuq_pami_schedule_t *p)
{
    for (uint32_t i = 0; p->has_types && i < p->count; i++)
        if (p->steps[i].kind == EMUQ_PAMI_STEP_UNPACK)
            emuq_pami_type_release(p->steps[i].type);
    emuq_pami_type_release(p->op_type);
    EMUQ_PAMI_FREE_ALL(p->scratch);
    if (p->steps != p->few)
        free(p->steps);
    emuq_pami_member_t *member = p->member;
    if (member->spares == MAX_SPARES) {
        free(p);
        return;
    }
    p->next = member->spare;
    member->spare = p;
    member->spares++;
}

void *emuq_pami_schedule_scratch(emuq_pami_schedule_t *p, size_t bytes)
{
    void *memory;
    if (bytes <= sizeof p->bytes - p->bytes_used) {
        char *mine = p->bytes + p->bytes_used;
        p->bytes_used += (uint32_t)((bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
        return mine;
    }
    if (bytes > SIZE_MAX - sizeof(schedule_scratch_t) ||
        emuq_posix_memalign(&memory, ALIGNMENT, sizeof(schedule_scratch_t) + bytes) != 0) {
        p->failed = true;
        return NULL;
    }
    schedule_scratch_t *s = memory;
    s->next = p->scratch;
    p->scratch = s;
    return s->memory;
}

/* ---- writing ---- */

/* Appends a step. @return NULL: out of memory, noted in `failed` */
static emuq_pami_step_t *schedule_add(emuq_pami_schedule_t *p, emuq_pami_step_kind_t kind, uint32_t rank,
                                      void *to, const void *from, size_t bytes)
{
    if (p->count == p->capacity) {
        emuq_pami_step_t *old = p->steps != p->few ? p->steps : NULL;
        emuq_pami_step_t *more = emuq_realloc(old, 2 * p->capacity * sizeof *more);
        if (more == NULL) {
            p->failed = true;
            return NULL;
        }
        if (old == NULL)
            memcpy(more, p->few, sizeof p->few);
        p->steps = more;
        p->capacity *= 2;
    }
    emuq_pami_step_t *s = &p->steps[p->count++];
    *s = (emuq_pami_step_t){.kind = kind, .rank = rank, .to = to, .from = from, .bytes = bytes};
    return s;
}

void emuq_pami_add_send(emuq_pami_schedule_t *p, uint32_t rank, const void *from, size_t bytes)
{
    schedule_add(p, EMUQ_PAMI_STEP_SEND, rank, NULL, from, bytes);
    p->has_messages = true;
}

void emuq_pami_add_receive(emuq_pami_schedule_t *p, uint32_t rank, void *to, size_t bytes)
{
    schedule_add(p, EMUQ_PAMI_STEP_RECEIVE, rank, to, NULL, bytes);
    p->receives++;
    p->has_messages = true;
}

void emuq_pami_add_wait(emuq_pami_schedule_t *p)
{
    if (p->has_messages)
        schedule_add(p, EMUQ_PAMI_STEP_WAIT, 0, NULL, NULL, 0);
    p->has_messages = false;
}

void emuq_pami_add_copy(emuq_pami_schedule_t *p, void *to, const void *from, size_t bytes)
{
    if (to != from && bytes != 0)
        schedule_add(p, EMUQ_PAMI_STEP_COPY, 0, to, from, bytes);
}

void emuq_pami_add_combine(emuq_pami_schedule_t *p, void *to, const void *from, size_t bytes)
{
    if (bytes != 0)
        schedule_add(p, EMUQ_PAMI_STEP_COMBINE, 0, to, from, bytes);
}

void emuq_pami_add_poll(emuq_pami_schedule_t *p, emuq_pami_poll_fn poll, void *argument)
{
    emuq_pami_step_t *s = schedule_add(p, EMUQ_PAMI_STEP_POLL, 0, argument, NULL, 0);
    if (s != NULL)
        s->poll = poll;
}

const char *emuq_pami_schedule_source(emuq_pami_schedule_t *p, const void *from, pami_type_t type,
                                      size_t count)
{
    if (count == 0 || emuq_pami_type_is_contiguous(type))
        return from;
    size_t bytes = count * emuq_pami_type_size(type);
    char *copy = emuq_pami_schedule_scratch(p, bytes);
    if (copy != NULL && bytes != 0)
        emuq_pami_type_pack(type, from, 0, copy, bytes, PAMI_DATA_COPY, NULL);
    return copy;
}

char *emuq_pami_schedule_target(emuq_pami_schedule_t *p, void *to, pami_type_t type, size_t count)
{
    if (count == 0 || emuq_pami_type_is_contiguous(type))
        return to;
    return emuq_pami_schedule_scratch(p, count * emuq_pami_type_size(type));
}

void emuq_pami_add_unpack(emuq_pami_schedule_t *p, void *to, pami_type_t type, size_t count,
                          const char *memory)
{
    if (count == 0 || (memory == NULL && p->failed))
        return;
    size_t bytes = count * emuq_pami_type_size(type);
    if (emuq_pami_type_is_contiguous(type)) {
        emuq_pami_add_copy(p, to, memory, bytes);
        return;
    }
    emuq_pami_step_t *s = bytes != 0 ? schedule_add(p, EMUQ_PAMI_STEP_UNPACK, 0, to, memory, bytes) : NULL;
    if (s == NULL)
        return;
    s->type = type;
    p->has_types = true;
    emuq_pami_type_retain(type);
}

static void schedule_step_done(emuq_pami_schedule_t *p);

/* ---- matching of messages and receives ---- */

static emuq_pami_slots_t *matching_bucket_of(emuq_pami_member_t *member, uint32_t number, uint32_t from)
{
    return &member->bucket[(number * 7 + from) % EMUQ_PAMI_MEMBER_BUCKETS];
}

/* Removes the oldest slot of a rank: a receive if @p is_awaited, else a message. */
static emuq_pami_slot_t *matching_take(emuq_pami_slots_t *list, uint32_t number, uint32_t from,
                                       bool is_awaited)
{
    for (emuq_pami_slot_t **at = &list->first; *at != NULL; at = &(*at)->next) {
        emuq_pami_slot_t *s = *at;
        if (s->number == number && s->from == from && (s->schedule != NULL) == is_awaited) {
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
    if (!s->is_in_schedule)
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

/* Callback: the data of a long message has arrived. */
static void matching_message_received(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    emuq_pami_slot_t *s = cookie;
    emuq_pami_member_t *member = s->member;
    emuq_pami_schedule_t *schedule = s->schedule;
    s->is_complete = true;
    if (schedule != NULL) {
        EMUQ_PAMI_UNLINK(member->in_flight, s);
        if (s->data != NULL)
            matching_store(s, s->data, s->data_size);
        matching_free_slot(s);
    }
    emuq_pami_member_done(member); /* may free the slot, which has no receive */
    if (schedule != NULL)
        schedule_step_done(schedule);
}

/* Chooses the memory for the data of a message. */
static void matching_receive_rest(emuq_pami_slot_t *s, size_t data_size, pami_recv_t *recv)
{
    s->data_size = data_size;
    if (s->schedule == NULL || data_size > s->bytes)
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
        emuq_pami_schedule_t *schedule = s->schedule;
        matching_store(s, data, data_size);
        matching_free_slot(s);
        schedule_step_done(schedule);
    }
}

/* Starts a receive, or takes a message that has arrived. */
static void matching_receive(emuq_pami_schedule_t *p, const emuq_pami_step_t *step)
{
    emuq_pami_slots_t *list = matching_bucket_of(p->member, p->number, step->rank);
    emuq_pami_slot_t *s = matching_take(list, p->number, step->rank, false);
    bool is_new = s == NULL;
    if (is_new) {
        s = matching_set_slot(&p->slot[p->received], p->member, p->number, step->rank);
        s->is_in_schedule = true;
    }
    p->received++;
    s->to = step->to;
    s->bytes = step->bytes;
    if (s->is_complete) {
        matching_store(s, s->data, s->data_size);
        matching_free_slot(s);
        return;
    }
    p->pending++;
    s->schedule = p;
    if (is_new)
        EMUQ_PAMI_APPEND(list->first, list->last, s);
    else
        matching_add_in_flight(s);
}

/* Moves the messages of a provisional member to @p member. */
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

/* ---- executing ---- */

static void schedule_sent(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    schedule_step_done(cookie);
}

pami_result_t emuq_pami_coll_send(emuq_pami_context_t *context, emuq_pami_message_t *m)
{
    pami_result_t rc = emuq_pami_send(context, m);
    if (rc != PAMI_INVAL || m->data_size == 0 || (m->buffer = emuq_malloc(m->data_size)) == NULL)
        return rc;
    (void)emuq_pami_failed("", rc); /* its reason is not that of a later error */
    m->data = memcpy(m->buffer, m->data, m->data_size);
    return emuq_pami_send(context, m);
}

/* @return false: out of memory; the step is repeated */
static bool schedule_send(emuq_pami_schedule_t *p, const emuq_pami_step_t *s)
{
    emuq_pami_context_t *context = p->member->context;
    emuq_pami_coll_header_t h = {p->member->key, p->number, p->member->rank};
    uint32_t dest = p->member->geometry->endpoint[s->rank];
    pami_result_t rc;
    if (s->bytes <= SHORT_MESSAGE) {
        rc = emuq_pami_send_short(context, dest, EMUQ_PAMI_ID_COLLECTIVES, &h, sizeof h, s->from, s->bytes);
    } else {
        emuq_pami_message_t m = {.dest = dest,
                                 .id = EMUQ_PAMI_ID_COLLECTIVES,
                                 .header = &h,
                                 .header_size = sizeof h,
                                 .data = s->from,
                                 .data_size = s->bytes,
                                 .local_fn = schedule_sent,
                                 .cookie = p};
        p->pending++;
        rc = emuq_pami_coll_send(context, &m);
        p->pending -= rc != PAMI_SUCCESS;
    }
    return rc == PAMI_SUCCESS;
}

/* Executes a step. @return whether it is complete */
static bool schedule_do_step(emuq_pami_schedule_t *p, const emuq_pami_step_t *s)
{
    switch (s->kind) {
    case EMUQ_PAMI_STEP_SEND:
        return schedule_send(p, s);
    case EMUQ_PAMI_STEP_RECEIVE:
        matching_receive(p, s);
        return true;
    case EMUQ_PAMI_STEP_WAIT:
        return p->pending == 0;
    case EMUQ_PAMI_STEP_COPY:
        memmove(s->to, s->from, s->bytes);
        return true;
    case EMUQ_PAMI_STEP_COMBINE:
        emuq_pami_type_combine(p->op_type, p->op, p->op_cookie, s->to, s->from, s->bytes);
        return true;
    case EMUQ_PAMI_STEP_UNPACK:
        emuq_pami_type_unpack(s->type, s->to, 0, s->from, s->bytes, PAMI_DATA_COPY, NULL);
        return true;
    case EMUQ_PAMI_STEP_POLL:
        return s->poll(p, s->to);
    }
    return true;
}

/* Executes steps. An incomplete step is polled in the next round; messages end a wait. @return whether the
 * schedule is complete */
static bool schedule_run(emuq_pami_schedule_t *p)
{
    emuq_pami_coll_context_t *coll = p->member->context->coll;
    p->is_running = true;
    while (p->at < p->count && schedule_do_step(p, &p->steps[p->at]))
        p->at++;
    p->is_running = false;
    if (p->at == p->count)
        return true;
    if (p->steps[p->at].kind != EMUQ_PAMI_STEP_WAIT) {
        p->next_polled = coll->polled;
        coll->polled = p;
    }
    return false;
}

/* Completes a schedule. The client's function may start a collective or destroy the geometry. */
static void schedule_finish(emuq_pami_schedule_t *p, bool in_call)
{
    emuq_pami_member_t *member = p->member;
    emuq_pami_context_t *context = member->context;
    pami_event_function fn = p->done_fn;
    void *cookie = p->cookie;
    EMUQ_PAMI_UNLINK(member->schedules, p);
    emuq_pami_schedule_free(p);
    emuq_pami_member_done(member);
    emuq_pami_coll_notify(context, fn, cookie, in_call);
}

pami_result_t emuq_pami_schedule_start(emuq_pami_schedule_t *p)
{
    emuq_pami_member_t *member = p->member;
    emuq_pami_add_wait(p);
    p->slot = p->few_slots;
    if (p->receives > EMUQ_PAMI_FEW_SLOTS)
        p->slot = emuq_pami_schedule_scratch(p, p->receives * sizeof *p->slot);
    if (p->failed) {
        emuq_pami_schedule_free(p);
        return PAMI_ENOMEM;
    }
    emuq_pami_member_open(member);
    p->number = member->number++;
    if (p->uses_network)
        p->ticket = member->geometry->network->next_ticket++;
    p->next = member->schedules;
    member->schedules = p;
    member->busy++;
    if (schedule_run(p))
        schedule_finish(p, true);
    return PAMI_SUCCESS;
}

/* Counts a completed message; the last one of a wait continues the schedule. */
static void schedule_step_done(emuq_pami_schedule_t *p)
{
    if (--p->pending == 0 && !p->is_running && p->steps[p->at].kind == EMUQ_PAMI_STEP_WAIT && schedule_run(p))
        schedule_finish(p, false);
}

bool emuq_pami_schedules_poll(emuq_pami_context_t *context)
{
    emuq_pami_coll_context_t *coll = context->coll;
    bool any = false;
    coll->polling = coll->polled;
    coll->polled = NULL;
    while (coll->polling != NULL) {
        emuq_pami_schedule_t *p = coll->polling;
        uint32_t before = p->at;
        coll->polling = p->next_polled;
        bool is_over = schedule_run(p);
        any |= is_over || p->at != before;
        if (is_over)
            schedule_finish(p, false);
    }
    return any;
}

static void schedule_free_all(emuq_pami_member_t *member)
{
    for (uint32_t i = 0; i < EMUQ_PAMI_MEMBER_BUCKETS; i++)
        matching_free_slots(member->bucket[i].first);
    matching_free_slots(member->in_flight);
    while (member->schedules != NULL) {
        emuq_pami_schedule_t *schedule = member->schedules;
        member->schedules = schedule->next;
        emuq_pami_schedule_free(schedule);
    }
    EMUQ_PAMI_FREE_ALL(member->spare);
}

const emuq_pami_member_part_t emuq_pami_schedule_part = {.inherit = matching_inherit,
                                                         .free = schedule_free_all};
