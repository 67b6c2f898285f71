/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of a client's contexts, and of a process whose client has not been destroyed. */
#include <pthread.h>
#include <stdlib.h>

#include <hwi/include/common/emuq_wait.h>
#include <spi/include/kernel/cnk/emuq_rank.h>

#include "msglayer/client/lifetime.h"
#include "msglayer/coll/agreement.h"
#include "msglayer/coll/optimize.h"
#include "msglayer/coll/world.h"
#include "msglayer/extensions/async.h"
#include "msglayer/mu/process.h"
#include "msglayer/p2p/p2p.h"

#define REPLY_TIMEOUT 5.0  /* seconds, for replies that may never come */
#define GRACE_PERIOD  0.02 /* seconds, for threads that still advance */

static uint32_t credit_requests(const emuq_pami_client_t *client)
{
    uint32_t open = 0;
    for (size_t i = 0; i < client->contexts; i++)
        open += __atomic_load_n(&client->context[i]->credit_requests, __ATOMIC_RELAXED);
    return open;
}

/* Whether replies to the client are outstanding, or other tasks wait for it. */
static bool is_expected(emuq_pami_client_t *client)
{
    return credit_requests(client) != 0 || emuq_pami_networks_pending(client) ||
           emuq_pami_agreements_pending(client);
}

/* Whether messages that the client has sent still wait for room. */
static bool has_queues(const emuq_pami_client_t *client)
{
    bool any = false;
    for (size_t i = 0; i < client->contexts; i++)
        any |= client->context[i]->blocked != NULL || client->context[i]->control != NULL;
    return any;
}

static void count_remote(emuq_pami_op_t *op, void *cookie)
{
    size_t *count = cookie;
    *count += (op->pending & EMUQ_PAMI_REMOTE) != 0 && !emuq_rank_has_ended(emuq_pami_task(op->dest));
}

/* Operations that wait for their remote completion by a task that runs. */
static size_t remote_completions(const emuq_pami_client_t *client)
{
    size_t count = 0;
    for (size_t i = 0; i < client->contexts; i++)
        emuq_pami_op_each(client->context[i], count_remote, &count);
    return count;
}

/* One round for a context. @return whether messages went on. */
static bool settle_context(emuq_pami_context_t *context, bool completes)
{
    /* What ended tasks have sent is there before they are forgotten. */
    for (emuq_pami_peer_t *peer = context->all_peers; peer != NULL; peer = peer->next)
        if (peer->credit_requests != 0)
            (void)emuq_pami_peer_has_ended(context, peer);
    emuq_pami_receive_at_end(context, completes);
    if (completes && context->incomplete != 0)
        (void)emuq_pami_complete(context);
    if (completes)
        (void)emuq_pami_complete_gets(context);
    return emuq_pami_flush(context);
}

/* Sends the messages that wait for room, and waits for the replies to credit requests and agreements; handles
 * those of other tasks meanwhile. Gives up after REPLY_TIMEOUT without progress: the other task may not
 * advance. @param completes waits for remote completions too. */
static void settle(emuq_pami_client_t *client, bool completes)
{
    unsigned turns = 0;
    double end = PAMI_Wtime(client) + REPLY_TIMEOUT;
    size_t left = 0, before;
    do {
        bool any = false;
        emuq_pami_networks_abandon(client);
        emuq_pami_agreements_abandon(client);
        for (size_t i = 0; i < client->contexts; i++)
            any |= settle_context(client->context[i], completes);
        before = left;
        left = completes ? remote_completions(client) : 0;
        if (any || left < before)
            end = PAMI_Wtime(client) + REPLY_TIMEOUT;
        if (!is_expected(client) && !has_queues(client) && left == 0)
            return;
        emuq_relax(&turns);
    } while (PAMI_Wtime(client) < end);
}

void emuq_pami_client_end_contexts(emuq_pami_client_t *client)
{
    for (size_t i = 0; i < client->contexts; i++)
        emuq_pami_async_forget(client->context[i]);
    for (size_t i = 0; i < client->contexts; i++) {
        client->context[i]->is_ending = true;
        emuq_pami_ops_forget(client->context[i]);
    }
    settle(client, true);
    emuq_pami_client_drop_contexts(client);
}

void emuq_pami_client_drop_contexts(emuq_pami_client_t *client)
{
    emuq_pami_coll_end_contexts(client);
    for (size_t i = 0; i < client->contexts; i++) {
        emuq_pami_context_free(client->context[i]);
        client->context[i] = NULL;
    }
    client->contexts = 0;
}

/* Ends a client that has not been destroyed when its process ends. A thread that still advances may get the
 * replies by itself first. */
static void process_ends_with(emuq_pami_client_t *client)
{
    unsigned turns = 0;
    double end = PAMI_Wtime(client) + GRACE_PERIOD;
    while (is_expected(client) && PAMI_Wtime(client) < end)
        emuq_relax(&turns);
    if (is_expected(client))
        settle(client, false);
}

static void process_ends(void)
{
    emuq_pami_process_t *process = emuq_pami_process_find();
    for (uint32_t i = 0; process != NULL && i < EMUQ_PAMI_RESOURCE_SETS; i++) {
        /* Acquire: pairs with the release in PAMI_Client_create(). */
        emuq_pami_client_t *client = __atomic_load_n(&process->set[i].client, __ATOMIC_ACQUIRE);
        if (client != NULL)
            process_ends_with(client);
    }
}

static void at_exit(void)
{
    atexit(process_ends);
}

void emuq_pami_client_watch_exit(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, at_exit);
}
