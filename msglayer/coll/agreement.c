/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/agreement.h"

#include <stdlib.h>

#include "msglayer/p2p/p2p.h"

#define MOST_CHILDREN 32u

struct emuq_pami_agreement {
    emuq_pami_agreement_t
        *next; /* in the client's list; its lock guards everything until the agreement is complete */
    emuq_pami_agreement_id_t name;
    uint32_t child[MOST_CHILDREN]; /* endpoints that have joined */
    uint32_t have, want;           /* bits: children that have joined; children that there are */
    uint64_t objections;           /* bits that this task or one below it has not voted for */
    bool has_joined;
    bool is_told;   /* the parent has been notified, or at the root all children ... */
    bool is_posted; /* ... or the context that joined is to do that, and has not yet */
    uint64_t key;   /* 0: not all have joined, as far as the task knows */
    uint32_t parent;
    uint32_t index;
    emuq_pami_context_t *context;
    emuq_pami_agreed_fn fn;
    void *cookie;
    pami_work_t work;
};

enum { JOINED, AGREED };

typedef struct message {
    uint32_t what, index; /* JOINED: the sender's position */
    emuq_pami_agreement_id_t name;
    uint64_t key;   /* AGREED */
    uint64_t votes; /* of the sender and of those below; AGREED: of all */
} message_t;

/* The agreement of a name. Under the lock. */
static emuq_pami_agreement_t *look_for(const emuq_pami_coll_client_t *coll, emuq_pami_agreement_id_t name)
{
    emuq_pami_agreement_t *m = coll->agreements;
    while (m != NULL && (m->name.first != name.first || m->name.second != name.second))
        m = m->next;
    return m;
}

/* The same; made if there is none. @return NULL: no memory */
static emuq_pami_agreement_t *find(emuq_pami_coll_client_t *coll, emuq_pami_agreement_id_t name)
{
    emuq_pami_agreement_t *m = look_for(coll, name);
    if (m == NULL && (m = calloc(1, sizeof *m)) != NULL) {
        m->name = name;
        m->next = coll->agreements;
        coll->agreements = m;
    }
    return m;
}

static void unlink_agreement(emuq_pami_client_t *client, emuq_pami_agreement_t *m)
{
    emuq_pami_coll_lock(client);
    emuq_pami_agreement_t **at = &client->coll->agreements;
    while (*at != m)
        at = &(*at)->next;
    *at = m->next;
    emuq_pami_coll_unlock(client);
}

/* Whether the parent is to be notified. Under the lock; true once. */
static bool is_complete(emuq_pami_agreement_t *m)
{
    if (!m->has_joined || m->have != m->want || m->is_told)
        return false;
    m->is_told = true;
    return true;
}

/* @return false: there was no memory */
static bool send(emuq_pami_context_t *context, uint32_t endpoint, const message_t *message)
{
    return emuq_pami_send_short(context, endpoint, EMUQ_PAMI_ID_AGREEMENTS, message, sizeof *message, NULL,
                                0) == PAMI_SUCCESS;
}

/* All have joined: sends that to the children, and ends. @return false: not everything could be sent */
static bool pass_on(emuq_pami_context_t *context, emuq_pami_agreement_t *m, bool in_call)
{
    message_t message = {.what = AGREED, .name = m->name, .key = m->key, .votes = ~m->objections};
    emuq_pami_agreed_fn fn = m->fn;
    void *cookie = m->cookie;
    for (uint32_t i = 0; i < MOST_CHILDREN; i++) {
        if ((m->want & 1u << i) && !send(context, m->child[i], &message))
            return false;
        m->want &= ~(1u << i);
    }
    unlink_agreement(context->client, m);
    free(m);
    fn(context, cookie, message.key, message.votes, in_call);
    return true;
}

/* All children have joined, and so has this task. @return false: the message could not be sent */
static bool tell(emuq_pami_context_t *context, emuq_pami_agreement_t *m, bool in_call)
{
    if (m->key == 0 && m->index != 0) {
        message_t message = {.what = JOINED, .index = m->index, .name = m->name, .votes = ~m->objections};
        return send(context, emuq_pami_endpoint(m->parent, context->offset), &message);
    }
    if (m->key == 0) {
        emuq_pami_coll_lock(context->client);
        m->key =
            (uint64_t)context->client->resources->task << 32 | ++context->client->resources->agreements_led;
        emuq_pami_coll_unlock(context->client);
    }
    return pass_on(context, m, in_call);
}

static pami_result_t notify_later(pami_context_t context, void *cookie)
{
    emuq_pami_agreement_t *m = cookie;
    m->is_posted = false;
    if (tell(context, m, false))
        return PAMI_SUCCESS;
    m->is_posted = true;
    return PAMI_EAGAIN;
}

static void leave_to_context(emuq_pami_agreement_t *m)
{
    m->is_posted = true;
    if (!m->context->client->coll->is_ending)
        PAMI_Context_post(m->context, &m->work, notify_later, m);
}

/* Notifies in the thread of the context that joined; later if there is no memory now. */
static void notify_or_post(emuq_pami_agreement_t *m, bool in_call)
{
    if (!tell(m->context, m, in_call))
        leave_to_context(m);
}

/* A child has joined, and its message has come to `context`. */
static void child_joined(emuq_pami_context_t *context, const message_t *message, uint32_t origin)
{
    uint32_t child = (uint32_t)__builtin_ctz(message->index);
    emuq_pami_client_t *client = context->client;
    emuq_pami_coll_lock(client);
    emuq_pami_agreement_t *m = emuq_pami_coll_need(find(client->coll, message->name));
    m->child[child] = origin;
    m->have |= 1u << child;
    m->objections |= ~message->votes;
    bool complete = is_complete(m);
    emuq_pami_coll_unlock(client);
    if (!complete)
        return;
    /* The parent replies to the context that the message to it comes from: the one that joined. */
    if (m->context == context || client->coll->is_ending)
        notify_or_post(m, false);
    else
        leave_to_context(m);
}

void emuq_pami_agreement_message(pami_context_t handle, void *cookie, const void *header, size_t header_size,
                                 const void *data, size_t data_size, pami_endpoint_t origin,
                                 pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)recv;
    emuq_pami_context_t *context = handle;
    message_t message;
    memcpy(&message, header, sizeof message);
    if (message.what == JOINED) {
        child_joined(context, &message, origin);
        return;
    }
    emuq_pami_coll_lock(context->client);
    emuq_pami_agreement_t *m = look_for(context->client->coll, message.name);
    bool has_joined = m != NULL && m->has_joined;
    emuq_pami_coll_unlock(context->client);
    if (!has_joined) /* an earlier client has joined */
        return;
    m->key = message.key;
    m->objections = ~message.votes;
    notify_or_post(m, false);
}

/* Position in the tree: the parent lacks the lowest bit, the children have one bit below it more. */
static uint32_t children(uint32_t index, uint32_t tasks)
{
    uint32_t bits = 0, below = index != 0 ? (uint32_t)__builtin_ctz(index) : MOST_CHILDREN;
    for (uint32_t i = 0; i < below && (uint64_t)index + (UINT64_C(1) << i) < tasks; i++)
        bits |= 1u << i;
    return bits;
}

pami_result_t emuq_pami_agree(emuq_pami_context_t *context, emuq_pami_agreement_id_t name,
                              const uint32_t *task, uint32_t tasks, uint64_t votes, emuq_pami_agreed_fn fn,
                              void *cookie)
{
    emuq_pami_client_t *client = context->client;
    uint32_t index = 0;
    while (index < tasks && task[index] != client->resources->task)
        index++;
    if (index == tasks)
        return PAMI_INVAL;
    emuq_pami_coll_lock(client);
    emuq_pami_agreement_t *m = find(client->coll, name);
    if (m == NULL || m->has_joined) {
        emuq_pami_coll_unlock(client);
        return m == NULL ? PAMI_ENOMEM : PAMI_INVAL;
    }
    m->has_joined = true;
    m->objections |= ~votes;
    m->context = context;
    m->fn = fn;
    m->cookie = cookie;
    m->index = index;
    m->parent = task[index & (index - 1)];
    m->want = children(index, tasks);
    bool complete = is_complete(m);
    emuq_pami_coll_unlock(client);
    if (complete)
        notify_or_post(m, true);
    return PAMI_SUCCESS;
}

/* ---- the end ---- */

static void forget(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes, bool in_call)
{
    (void)context, (void)key, (void)votes, (void)in_call;
    free(cookie);
}

/* An agreement whose context was to notify and will not do so any more. */
static emuq_pami_agreement_t *take_posted(emuq_pami_client_t *client)
{
    emuq_pami_coll_lock(client);
    emuq_pami_agreement_t *m = client->coll->agreements;
    while (m != NULL && !m->is_posted)
        m = m->next;
    if (m != NULL)
        m->is_posted = false;
    emuq_pami_coll_unlock(client);
    return m;
}

void emuq_pami_agreements_abandon(emuq_pami_client_t *client)
{
    emuq_pami_coll_lock(client);
    client->coll->is_ending = true;
    for (emuq_pami_agreement_t *m = client->coll->agreements; m != NULL; m = m->next)
        m->fn = forget;
    emuq_pami_coll_unlock(client);
    bool told = true;
    for (emuq_pami_agreement_t *m = take_posted(client); m != NULL; m = told ? take_posted(client) : NULL)
        if (!(told = tell(m->context, m, false)))
            m->is_posted = true;
}

bool emuq_pami_agreements_pending(emuq_pami_client_t *client)
{
    emuq_pami_coll_lock(client);
    const emuq_pami_agreement_t *m = client->coll->agreements;
    while (m != NULL && !m->has_joined)
        m = m->next;
    emuq_pami_coll_unlock(client);
    return m != NULL;
}

void emuq_pami_agreements_free(emuq_pami_client_t *client)
{
    client->coll->is_ending = false;
    while (client->coll->agreements != NULL) {
        emuq_pami_agreement_t *m = client->coll->agreements;
        client->coll->agreements = m->next;
        free(m->cookie);
        free(m);
    }
}
