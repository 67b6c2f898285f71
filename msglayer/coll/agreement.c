/* SPDX-License-Identifier: BSD-3-Clause */
/* Agreements: the tasks of a geometry create its key, and combine votes, along a tree. */
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/coll/geometry.h"
#include "msglayer/p2p/p2p.h"

#define MAX_CHILDREN 32u

struct emuq_pami_agreement {
    emuq_pami_agreement_t *next; /* link of the client's list; the collectives lock guards all members until
                                    the agreement is complete */
    emuq_pami_agreement_id_t name;
    uint32_t child[MAX_CHILDREN]; /* endpoints of the children that have joined */
    uint32_t have, want;          /* have: children that have joined; want: all children (bits) */
    uint64_t objections;          /* vote bits not set by this task or a task in its subtree */
    bool has_joined;
    bool is_notified; /* the parent, or at the root all children, have been notified */
    bool is_posted;   /* posted work has yet to notify */
    uint64_t key;     /* 0: result unknown */
    uint32_t parent;
    uint32_t index;
    emuq_pami_context_t *context;
    emuq_pami_agreed_fn fn;
    void *cookie;
    pami_work_t work;
};

enum { JOINED, AGREED };

typedef struct agreement_message {
    uint32_t what, index; /* JOINED: position of the sender */
    emuq_pami_agreement_id_t name;
    uint64_t key;   /* AGREED */
    uint64_t votes; /* votes of the sender's subtree; AGREED: of all tasks */
} agreement_message_t;

/* Returns an agreement or NULL. Caller holds the collectives lock. */
static emuq_pami_agreement_t *agreement_lookup(const emuq_pami_coll_client_t *coll,
                                               emuq_pami_agreement_id_t name)
{
    emuq_pami_agreement_t *m = coll->agreements;
    while (m != NULL && (m->name.first != name.first || m->name.second != name.second))
        m = m->next;
    return m;
}

/* Returns an agreement, made if necessary. Caller holds the collectives lock. @return NULL: out of memory */
static emuq_pami_agreement_t *agreement_find(emuq_pami_coll_client_t *coll, emuq_pami_agreement_id_t name)
{
    emuq_pami_agreement_t *m = agreement_lookup(coll, name);
    if (m == NULL && (m = emuq_calloc(1, sizeof *m)) != NULL) {
        m->name = name;
        m->next = coll->agreements;
        coll->agreements = m;
    }
    return m;
}

/* True once: the caller has to notify the parent. Caller holds the collectives lock. */
static bool agreement_claim_notify(emuq_pami_agreement_t *m)
{
    if (!m->has_joined || m->have != m->want || m->is_notified)
        return false;
    m->is_notified = true;
    return true;
}

/* Sends a message. @return false: out of memory */
static bool agreement_send(emuq_pami_context_t *context, uint32_t endpoint,
                           const agreement_message_t *message)
{
    return emuq_pami_send_short(context, endpoint, EMUQ_PAMI_ID_AGREEMENTS, message, sizeof *message, NULL,
                                0) == PAMI_SUCCESS;
}

/* Notifies the children, frees the agreement and calls its function. @return false: not all messages could be
 * sent */
static bool agreement_notify_children(emuq_pami_context_t *context, emuq_pami_agreement_t *m, bool in_call)
{
    agreement_message_t message = {.what = AGREED, .name = m->name, .key = m->key, .votes = ~m->objections};
    emuq_pami_agreed_fn fn = m->fn;
    void *cookie = m->cookie;
    for (uint32_t i = 0; i < MAX_CHILDREN; i++) {
        if ((m->want & 1u << i) && !agreement_send(context, m->child[i], &message))
            return false;
        m->want &= ~(1u << i);
    }
    emuq_pami_coll_lock(context->client);
    EMUQ_PAMI_UNLINK(context->client->coll->agreements, m);
    emuq_pami_coll_unlock(context->client);
    free(m);
    if (fn != NULL)
        fn(context, cookie, message.key, message.votes, in_call);
    else
        free(cookie);
    return true;
}

/* Notifies the parent, or at the root the children. @return false: out of memory */
static bool agreement_notify(emuq_pami_context_t *context, emuq_pami_agreement_t *m, bool in_call)
{
    if (m->key == 0 && m->index != 0) {
        agreement_message_t message = {
            .what = JOINED, .index = m->index, .name = m->name, .votes = ~m->objections};
        return agreement_send(context, emuq_pami_endpoint(m->parent, context->offset), &message);
    }
    if (m->key == 0) {
        emuq_pami_coll_lock(context->client);
        m->key =
            (uint64_t)context->client->resources->task << 32 | ++context->client->resources->agreements_led;
        emuq_pami_coll_unlock(context->client);
    }
    return agreement_notify_children(context, m, in_call);
}

static pami_result_t agreement_notify_later(pami_context_t context, void *cookie)
{
    emuq_pami_agreement_t *m = cookie;
    m->is_posted = false;
    if (agreement_notify(context, m, false))
        return PAMI_SUCCESS;
    m->is_posted = true;
    return PAMI_EAGAIN;
}

static void agreement_post(emuq_pami_agreement_t *m)
{
    m->is_posted = true;
    if (!m->context->client->coll->is_ending)
        PAMI_Context_post(m->context, &m->work, agreement_notify_later, m);
}

/* Notifies in the thread of the context that joined; without memory, at a later advance. */
static void agreement_notify_or_post(emuq_pami_agreement_t *m, bool in_call)
{
    if (!agreement_notify(m->context, m, in_call))
        agreement_post(m);
}

static void agreement_child_joined(emuq_pami_context_t *context, const agreement_message_t *message,
                                   uint32_t origin)
{
    uint32_t child = (uint32_t)__builtin_ctz(message->index);
    emuq_pami_client_t *client = context->client;
    emuq_pami_coll_lock(client);
    emuq_pami_agreement_t *m = emuq_pami_coll_require(agreement_find(client->coll, message->name));
    m->child[child] = origin;
    m->have |= 1u << child;
    m->objections |= ~message->votes;
    bool complete = agreement_claim_notify(m);
    emuq_pami_coll_unlock(client);
    if (!complete)
        return;
    /* The parent replies to the sender's endpoint, so the context that joined has to send. */
    if (m->context == context || client->coll->is_ending)
        agreement_notify_or_post(m, false);
    else
        agreement_post(m);
}

void emuq_pami_agreement_message(pami_context_t handle, void *cookie, const void *header, size_t header_size,
                                 const void *data, size_t data_size, pami_endpoint_t origin,
                                 pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)recv;
    emuq_pami_context_t *context = handle;
    agreement_message_t message;
    memcpy(&message, header, sizeof message);
    if (message.what == JOINED) {
        agreement_child_joined(context, &message, origin);
        return;
    }
    emuq_pami_coll_lock(context->client);
    emuq_pami_agreement_t *m = agreement_lookup(context->client->coll, message.name);
    bool has_joined = m != NULL && m->has_joined;
    emuq_pami_coll_unlock(context->client);
    if (!has_joined) /* sent to an earlier client */
        return;
    m->key = message.key;
    m->objections = ~message.votes;
    agreement_notify_or_post(m, false);
}

/* Children in the binomial tree, one bit each: the parent of a position lacks its lowest bit. */
static uint32_t agreement_children(uint32_t index, uint32_t tasks)
{
    uint32_t bits = 0, below = index != 0 ? (uint32_t)__builtin_ctz(index) : MAX_CHILDREN;
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
        return emuq_pami_invalid("task %u is none of the %u tasks of the geometry or its parent",
                                 client->resources->task, tasks);
    emuq_pami_coll_lock(client);
    emuq_pami_agreement_t *m = agreement_find(client->coll, name);
    if (m == NULL || m->has_joined) {
        emuq_pami_coll_unlock(client);
        return m == NULL ? PAMI_ENOMEM
                         : emuq_pami_invalid("task %u already takes part in the same agreement; give each "
                                             "geometry created at a time an id of its own",
                                             client->resources->task);
    }
    m->has_joined = true;
    m->objections |= ~votes;
    m->context = context;
    m->fn = fn;
    m->cookie = cookie;
    m->index = index;
    m->parent = task[index & (index - 1)];
    m->want = agreement_children(index, tasks);
    bool complete = agreement_claim_notify(m);
    emuq_pami_coll_unlock(client);
    if (complete)
        agreement_notify_or_post(m, true);
    return PAMI_SUCCESS;
}

/* ---- the end ---- */

/* Returns an agreement whose posted work will not run any more, once. Takes the collectives lock. */
static emuq_pami_agreement_t *agreement_take_posted(emuq_pami_client_t *client)
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
        m->fn = NULL;
    emuq_pami_coll_unlock(client);
    bool notified = true;
    for (emuq_pami_agreement_t *m = agreement_take_posted(client); m != NULL;
         m = notified ? agreement_take_posted(client) : NULL)
        if (!(notified = agreement_notify(m->context, m, false)))
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
