/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of a client's contexts, and of a process whose client has not been destroyed. */
#include <pthread.h>
#include <stdlib.h>

#include <hwi/include/common/emuq_wait.h>

#include "msglayer/client/lifetime.h"
#include "msglayer/coll/agreement.h"
#include "msglayer/coll/world.h"
#include "msglayer/extensions/async.h"
#include "msglayer/mu/process.h"
#include "msglayer/p2p/p2p.h"

#define PATIENCE 5.0  /* seconds, for answers that may never come */
#define GRACE    0.02 /* seconds, for threads that still advance */

static uint32_t questions(const emuq_pami_client_t *client)
{
    uint32_t open = 0;
    for (size_t i = 0; i < client->contexts; i++)
        open += __atomic_load_n(&client->context[i]->questions, __ATOMIC_RELAXED);
    return open;
}

/* Whether others will still send something to the client without being asked. */
static bool is_expected(emuq_pami_client_t *client)
{
    return questions(client) != 0 || emuq_pami_meetings_wait(client);
}

/* Whether messages that the client has sent are still here. */
static bool has_queues(const emuq_pami_client_t *client)
{
    bool any = false;
    for (size_t i = 0; i < client->contexts; i++)
        any |= client->context[i]->blocked != NULL || client->context[i]->control != NULL;
    return any;
}

/* Messages that wait for room have been sent, as far as the client knows. And flow control has asked, tasks
 * meet, and the answers are on their way: they must find somebody. What others have asked is answered too.
 * Not for ever: who is waited for may have gone without looking. */
static void settle(emuq_pami_client_t *client)
{
    unsigned turns = 0;
    double end = PAMI_Wtime(client) + PATIENCE;
    do {
        emuq_pami_meetings_conclude(client);
        for (size_t i = 0; i < client->contexts; i++) {
            emuq_pami_receive_answers(client->context[i]);
            if (emuq_pami_flush(client->context[i]))
                end = PAMI_Wtime(client) + PATIENCE;
        }
        if (!is_expected(client) && !has_queues(client))
            return;
        emuq_relax(&turns);
    } while (PAMI_Wtime(client) < end);
}

void emuq_pami_client_end_contexts(emuq_pami_client_t *client)
{
    for (size_t i = 0; i < client->contexts; i++)
        emuq_pami_async_forget(client->context[i]);
    settle(client);
    emuq_pami_colls_end_contexts(client);
    for (size_t i = 0; i < client->contexts; i++) {
        emuq_pami_context_free(client->context[i]);
        client->context[i] = NULL;
    }
    client->contexts = 0;
}

/* A client that has not been destroyed when its process ends. A thread that still advances gets the answers
 * by itself. */
static void process_ends_with(emuq_pami_client_t *client)
{
    unsigned turns = 0;
    double end = PAMI_Wtime(client) + GRACE;
    while (is_expected(client) && PAMI_Wtime(client) < end)
        emuq_relax(&turns);
    if (is_expected(client))
        settle(client);
}

static void process_ends(void)
{
    emuq_pami_process_t *process = emuq_pami_process_find();
    for (uint32_t i = 0; process != NULL && i < EMUQ_PAMI_SITES; i++)
        if (process->site[i].client != NULL)
            process_ends_with(process->site[i].client);
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
