/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/agreement.h"

#include <stdlib.h>

#include "msglayer/p2p/p2p.h"

#define MOST_CHILDREN 32u

struct emuq_pami_meeting {
    emuq_pami_meeting_t
        *next; /* in the client's list; its lock guards everything until the meeting is complete */
    emuq_pami_meeting_name_t name;
    uint32_t child[MOST_CHILDREN]; /* endpoints that have called */
    uint32_t have, want;           /* bits: children that have called; children that there are */
    uint64_t objections;           /* bits that somebody below, or this task, has not voted for */
    bool is_called;
    bool is_told;   /* the parent, or at the root: all ... */
    bool is_posted; /* ... or that is left to the context of the call, which has not done it yet */
    uint64_t key;   /* 0: not all have called, as far as the task knows */
    uint32_t parent;
    uint32_t index;
    emuq_pami_context_t *context;
    emuq_pami_met_fn fn;
    void *cookie;
    pami_work_t work;
};

enum { CALLED, MET };

typedef struct message {
    uint32_t what, index; /* CALLED: the sender's position */
    emuq_pami_meeting_name_t name;
    uint64_t key;   /* MET */
    uint64_t votes; /* of the sender and of those below; MET: of all */
} message_t;

/* The meeting of a name. Under the lock. */
static emuq_pami_meeting_t *look_for(const emuq_pami_colls_t *colls, emuq_pami_meeting_name_t name)
{
    emuq_pami_meeting_t *m = colls->meetings;
    while (m != NULL && (m->name.first != name.first || m->name.second != name.second))
        m = m->next;
    return m;
}

/* The same; made if there is none. @return NULL: no memory */
static emuq_pami_meeting_t *find(emuq_pami_colls_t *colls, emuq_pami_meeting_name_t name)
{
    emuq_pami_meeting_t *m = look_for(colls, name);
    if (m == NULL && (m = calloc(1, sizeof *m)) != NULL) {
        m->name = name;
        m->next = colls->meetings;
        colls->meetings = m;
    }
    return m;
}

static void unlink_meeting(emuq_pami_client_t *client, emuq_pami_meeting_t *m)
{
    emuq_pami_colls_lock(client);
    emuq_pami_meeting_t **at = &client->colls->meetings;
    while (*at != m)
        at = &(*at)->next;
    *at = m->next;
    emuq_pami_colls_unlock(client);
}

/* Whether it is time to tell the parent. Under the lock; true once. */
static bool is_complete(emuq_pami_meeting_t *m)
{
    if (!m->is_called || m->have != m->want || m->is_told)
        return false;
    m->is_told = true;
    return true;
}

/* @return false: there was no memory */
static bool send(emuq_pami_context_t *context, uint32_t endpoint, const message_t *message)
{
    return emuq_pami_send_short(context, endpoint, EMUQ_PAMI_ID_MEETINGS, message, sizeof *message, NULL,
                                0) == PAMI_SUCCESS;
}

/* Everybody is there: passes it on, and ends. @return false: not everything could be sent */
static bool pass_on(emuq_pami_context_t *context, emuq_pami_meeting_t *m, bool in_call)
{
    message_t message = {.what = MET, .name = m->name, .key = m->key, .votes = ~m->objections};
    emuq_pami_met_fn fn = m->fn;
    void *cookie = m->cookie;
    for (uint32_t i = 0; i < MOST_CHILDREN; i++) {
        if ((m->want & 1u << i) && !send(context, m->child[i], &message))
            return false;
        m->want &= ~(1u << i);
    }
    unlink_meeting(context->client, m);
    free(m);
    fn(context, cookie, message.key, message.votes, in_call);
    return true;
}

/* All children have called, and so has this task. @return false: nobody could be told */
static bool tell(emuq_pami_context_t *context, emuq_pami_meeting_t *m, bool in_call)
{
    if (m->key == 0 && m->index != 0) {
        message_t message = {.what = CALLED, .index = m->index, .name = m->name, .votes = ~m->objections};
        return send(context, emuq_pami_endpoint(m->parent, context->offset), &message);
    }
    if (m->key == 0) {
        emuq_pami_colls_lock(context->client);
        m->key = (uint64_t)context->client->site->task << 32 | ++context->client->site->led;
        emuq_pami_colls_unlock(context->client);
    }
    return pass_on(context, m, in_call);
}

static pami_result_t tell_later(pami_context_t context, void *cookie)
{
    emuq_pami_meeting_t *m = cookie;
    m->is_posted = false;
    if (tell(context, m, false))
        return PAMI_SUCCESS;
    m->is_posted = true;
    return PAMI_EAGAIN;
}

static void leave_to_context(emuq_pami_meeting_t *m)
{
    m->is_posted = true;
    if (!m->context->client->colls->is_ending)
        PAMI_Context_post(m->context, &m->work, tell_later, m);
}

/* What there is to say, in the thread of the context of the call; later if there is no memory now. */
static void tell_or_post(emuq_pami_meeting_t *m, bool in_call)
{
    if (!tell(m->context, m, in_call))
        leave_to_context(m);
}

/* A child has called, and its message has come to `context`. */
static void child_called(emuq_pami_context_t *context, const message_t *message, uint32_t origin)
{
    uint32_t child = (uint32_t)__builtin_ctz(message->index);
    emuq_pami_client_t *client = context->client;
    emuq_pami_colls_lock(client);
    emuq_pami_meeting_t *m = emuq_pami_coll_need(find(client->colls, message->name));
    m->child[child] = origin;
    m->have |= 1u << child;
    m->objections |= ~message->votes;
    bool complete = is_complete(m);
    emuq_pami_colls_unlock(client);
    if (!complete)
        return;
    /* The answer goes to the context that the message to the parent comes from: the one of the call. */
    if (m->context == context || client->colls->is_ending)
        tell_or_post(m, false);
    else
        leave_to_context(m);
}

void emuq_pami_meeting_message(pami_context_t handle, void *cookie, const void *header, size_t header_size,
                               const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)recv;
    emuq_pami_context_t *context = handle;
    message_t message;
    memcpy(&message, header, sizeof message);
    if (message.what == CALLED) {
        child_called(context, &message, origin);
        return;
    }
    emuq_pami_colls_lock(context->client);
    emuq_pami_meeting_t *m = look_for(context->client->colls, message.name);
    bool is_called = m != NULL && m->is_called;
    emuq_pami_colls_unlock(context->client);
    if (!is_called) /* it was an earlier client that has called */
        return;
    m->key = message.key;
    m->objections = ~message.votes;
    tell_or_post(m, false);
}

/* Position in the tree: the parent lacks the lowest bit, the children have one bit below it more. */
static uint32_t children(uint32_t index, uint32_t tasks)
{
    uint32_t bits = 0, below = index != 0 ? (uint32_t)__builtin_ctz(index) : MOST_CHILDREN;
    for (uint32_t i = 0; i < below && (uint64_t)index + (UINT64_C(1) << i) < tasks; i++)
        bits |= 1u << i;
    return bits;
}

pami_result_t emuq_pami_meet(emuq_pami_context_t *context, emuq_pami_meeting_name_t name,
                             const uint32_t *task, uint32_t tasks, uint64_t votes, emuq_pami_met_fn fn,
                             void *cookie)
{
    emuq_pami_client_t *client = context->client;
    uint32_t index = 0;
    while (index < tasks && task[index] != client->site->task)
        index++;
    if (index == tasks)
        return PAMI_INVAL;
    emuq_pami_colls_lock(client);
    emuq_pami_meeting_t *m = find(client->colls, name);
    if (m == NULL || m->is_called) {
        emuq_pami_colls_unlock(client);
        return m == NULL ? PAMI_ENOMEM : PAMI_INVAL;
    }
    m->is_called = true;
    m->objections |= ~votes;
    m->context = context;
    m->fn = fn;
    m->cookie = cookie;
    m->index = index;
    m->parent = task[index & (index - 1)];
    m->want = children(index, tasks);
    bool complete = is_complete(m);
    emuq_pami_colls_unlock(client);
    if (complete)
        tell_or_post(m, true);
    return PAMI_SUCCESS;
}

/* ---- the end ---- */

static void forget(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes, bool in_call)
{
    (void)context, (void)key, (void)votes, (void)in_call;
    free(cookie);
}

/* A meeting whose context has been told to tell and will not do so any more. */
static emuq_pami_meeting_t *take_posted(emuq_pami_client_t *client)
{
    emuq_pami_colls_lock(client);
    emuq_pami_meeting_t *m = client->colls->meetings;
    while (m != NULL && !m->is_posted)
        m = m->next;
    if (m != NULL)
        m->is_posted = false;
    emuq_pami_colls_unlock(client);
    return m;
}

void emuq_pami_meetings_conclude(emuq_pami_client_t *client)
{
    emuq_pami_colls_lock(client);
    client->colls->is_ending = true;
    for (emuq_pami_meeting_t *m = client->colls->meetings; m != NULL; m = m->next)
        m->fn = forget;
    emuq_pami_colls_unlock(client);
    bool told = true;
    for (emuq_pami_meeting_t *m = take_posted(client); m != NULL; m = told ? take_posted(client) : NULL)
        if (!(told = tell(m->context, m, false)))
            m->is_posted = true;
}

bool emuq_pami_meetings_wait(emuq_pami_client_t *client)
{
    emuq_pami_colls_lock(client);
    const emuq_pami_meeting_t *m = client->colls->meetings;
    while (m != NULL && !m->is_called)
        m = m->next;
    emuq_pami_colls_unlock(client);
    return m != NULL;
}

void emuq_pami_meetings_end(emuq_pami_client_t *client)
{
    client->colls->is_ending = false;
    while (client->colls->meetings != NULL) {
        emuq_pami_meeting_t *m = client->colls->meetings;
        client->colls->meetings = m->next;
        free(m->cookie);
        free(m);
    }
}
