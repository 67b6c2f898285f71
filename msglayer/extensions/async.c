/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * EXT_async_progress: each process has one communication thread that advances the contexts for which it has
 * been enabled, as long as there is one. After a moment without events it sleeps until something happens at
 * one of them. It never yields: threads that compute may share its core, and the scheduler lets a thread that
 * it wakes run before them, but one that has yielded after them.
 *
 * The state of a registration is under the process's lock (below). The thread marks the one that it is busy
 * with and leaves the lock meanwhile; a thread that disables the context waits until that mark is cleared.
 */
#include "msglayer/extensions/async.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <hwi/include/common/emuq_mmio.h>
#include <hwi/include/common/emuq_wait.h>

#include "base/host_calls.h"
#include "msglayer/extensions/symbol.h"
#include "msglayer/progress/advance.h"

/* Without events, before the thread sleeps, if there are as many cores as threads: otherwise a thread that
 * waits for the events may want the core, and the scheduler lets a thread run at its wakeup that has used
 * less time. */
#define SPIN_NS 20000u
/* Longest sleeps. Events of the Message Unit, posts and requests of this extension end them before. */
#define LONGEST_NS 8000000u
#define POLL_NS    1000000u /* a function of the client polls it knows what */
#define LOCKED_NS  200000u  /* another thread has a context's lock, and may release it without an advance */

#define SERVE_LOCKED 4u /* beside EMUQ_PAMI_ROUND_...: a context was left out, because it was locked */

typedef void (*async_function)(pami_context_t context, void *cookie);

/* Values of the clients' own declarations. */
typedef enum { ASYNC_ALL = 0 } async_t;

/* A registered context. */
typedef struct emuq_pami_async {
    struct emuq_pami_async *next;
    emuq_pami_context_t *context;
    async_function progress_fn, suspend_fn, resume_fn;
    void *cookie;
    bool enabled, busy;
    bool watched;   /* the thread sleeps until something happens here, or is about to */
    uint64_t round; /* in which the thread has advanced it last */
} entry_t;

/* One for each client, made with the first registration. */
typedef struct emuq_pami_async_client {
    pthread_mutex_t lock;
    pthread_cond_t idle;   /* the thread is busy with nothing */
    pthread_cond_t wanted; /* it has something to do again, or is to end */
    entry_t *entries;
    pthread_t thread;
    bool running, stop;
    bool called;  /* the thread has had events since its last sleep */
    bool changed; /* an entry was enabled or withdrawn: the thread does not sleep before it has seen that */
    uint64_t round;
} helper_t;

static pthread_mutex_t helpers_lock = PTHREAD_MUTEX_INITIALIZER; /* of the member `async` of clients */

static helper_t *helper_of(emuq_pami_client_t *client)
{
    pthread_mutex_lock(&helpers_lock);
    if (client->async == NULL) {
        helper_t *h = calloc(1, sizeof *h);
        if (h != NULL) {
            pthread_mutex_init(&h->lock, NULL);
            pthread_cond_init(&h->idle, NULL);
            pthread_cond_init(&h->wanted, NULL);
            client->async = h;
        }
    }
    helper_t *h = client->async;
    pthread_mutex_unlock(&helpers_lock);
    return h;
}

/* One round of progress on a context. @return bits of EMUQ_PAMI_ROUND_..., SERVE_LOCKED */
static unsigned serve(const entry_t *e)
{
    if (e->progress_fn != NULL) {
        e->progress_fn(e->context, e->cookie);
        return EMUQ_PAMI_ROUND_AGAIN; /* it does not say */
    }
    if (!emuq_pami_try_lock(e->context))
        return SERVE_LOCKED;
    unsigned round = emuq_pami_round(e->context);
    PAMI_Context_unlock(e->context);
    return round;
}

/* An entry that has not had its turn in this round; lock. */
static entry_t *next_entry(const helper_t *h)
{
    for (entry_t *e = h->entries; e != NULL; e = e->next)
        if (e->enabled && e->round != h->round)
            return e;
    return NULL;
}

/* One round on all contexts; lock, which is left meanwhile. */
static unsigned serve_all(helper_t *h)
{
    unsigned any = 0;
    h->round++;
    for (entry_t *e; !h->stop && (e = next_entry(h)) != NULL;) {
        e->round = h->round;
        e->busy = true;
        pthread_mutex_unlock(&h->lock);
        any |= serve(e);
        pthread_mutex_lock(&h->lock);
        e->busy = false;
        pthread_cond_broadcast(&h->idle);
    }
    return any;
}

static uint64_t limit_of(unsigned found)
{
    return found & SERVE_LOCKED ? LOCKED_NS : found & EMUQ_PAMI_ROUND_AGAIN ? POLL_NS : LONGEST_NS;
}

/* Announces the thread as a sleeper at all contexts, looks at them once more, and sleeps if there is nothing;
 * lock, which is left meanwhile. Functions of the client that the thread has called may have stored what
 * threads of the node wait for: these are woken before. A thread that posts work sees `sleeping`, or the next
 * round sees the post: sequentially consistent, as in advance.c. */
static void sleep_at_all(helper_t *h)
{
    const volatile uint64_t *reg = NULL;
    for (entry_t *e = h->entries; e != NULL; e = e->next) {
        if (!e->enabled)
            continue;
        e->watched = true;
        __atomic_fetch_add(&e->context->shared.sleeping, 1, __ATOMIC_SEQ_CST);
        reg = &e->context->device->rec->_fifo.hwfifo->pa_tail;
    }
    if (reg == NULL)
        return;
    if (h->called)
        emuq_mmio_wake(reg);
    h->called = false;
    uint64_t ticket = emuq_mmio_announce(reg);
    unsigned found = serve_all(h);
    bool may_sleep = !h->stop && !h->changed && !(found & EMUQ_PAMI_ROUND_EVENT);
    h->called = (found & EMUQ_PAMI_ROUND_EVENT) != 0;
    pthread_mutex_unlock(&h->lock);
    if (may_sleep && !emuq_mmio_sleep(reg, ticket, limit_of(found)))
        nanosleep(&(struct timespec){0, found & SERVE_LOCKED ? LOCKED_NS : POLL_NS}, NULL);
    pthread_mutex_lock(&h->lock);
    for (entry_t *e = h->entries; e != NULL; e = e->next) {
        if (!e->watched)
            continue;
        __atomic_fetch_sub(&e->context->shared.sleeping, 1, __ATOMIC_RELAXED);
        e->watched = false;
    }
    pthread_cond_broadcast(&h->idle);
}

static bool has_entries(const helper_t *h)
{
    for (const entry_t *e = h->entries; e != NULL; e = e->next)
        if (e->enabled)
            return true;
    return false;
}

static void *communicate(void *argument)
{
    helper_t *h = argument;
    uint64_t last = 0; /* event */
    pthread_mutex_lock(&h->lock);
    while (!h->stop) {
        h->changed = false;
        if (!has_entries(h)) {
            pthread_cond_wait(&h->wanted, &h->lock);
            continue;
        }
        unsigned found = serve_all(h);
        uint64_t now = emuq_now_ns();
        if (found & EMUQ_PAMI_ROUND_EVENT) {
            last = now;
            h->called = true;
        } else if (emuq_relax_is_shared() || now - last >= SPIN_NS) {
            sleep_at_all(h);
        }
        pthread_mutex_unlock(&h->lock);
        emuq_relax_core();
        pthread_mutex_lock(&h->lock);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

/* Has the thread look at what has changed in its entries; lock. */
static void call_thread(helper_t *h)
{
    h->changed = true;
    pthread_cond_signal(&h->wanted);
    for (entry_t *e = h->entries; e != NULL; e = e->next)
        if (e->watched) {
            emuq_pami_wake_context(e->context);
            return;
        }
}

static pami_result_t register_context(pami_context_t handle, async_function progress_fn,
                                      async_function suspend_fn, async_function resume_fn, void *cookie)
{
    emuq_pami_context_t *context = handle;
    helper_t *h = context != NULL ? helper_of(context->client) : NULL;
    if (h == NULL)
        return context == NULL ? PAMI_INVAL : PAMI_ENOMEM;
    pthread_mutex_lock(&h->lock);
    entry_t *e = context->async;
    if (e == NULL && (e = calloc(1, sizeof *e)) != NULL) {
        e->context = context;
        e->next = h->entries;
        h->entries = e;
        context->async = e;
    }
    bool possible = e != NULL && !e->enabled;
    if (possible) {
        e->progress_fn = progress_fn;
        e->suspend_fn = suspend_fn;
        e->resume_fn = resume_fn;
        e->cookie = cookie;
    }
    pthread_mutex_unlock(&h->lock);
    return possible ? PAMI_SUCCESS : PAMI_ERROR;
}

static pami_result_t enable(pami_context_t handle, async_t event_type)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL)
        return PAMI_INVAL;
    helper_t *h = helper_of(context->client);
    if (h == NULL || event_type != ASYNC_ALL)
        return PAMI_ERROR;
    pthread_mutex_lock(&h->lock);
    entry_t *e = context->async;
    bool was_enabled = e != NULL && e->enabled;
    pthread_mutex_unlock(&h->lock);
    if (e == NULL)
        return PAMI_ERROR;
    if (was_enabled)
        return PAMI_SUCCESS;
    if (e->resume_fn != NULL)
        e->resume_fn(context, e->cookie);
    pthread_mutex_lock(&h->lock);
    e->enabled = true;
    if (!h->running)
        h->running = pthread_create(&h->thread, NULL, communicate, h) == 0;
    bool running = e->enabled = h->running;
    call_thread(h);
    pthread_mutex_unlock(&h->lock);
    if (!running && e->suspend_fn != NULL)
        e->suspend_fn(context, e->cookie); /* the client has to advance by itself */
    return PAMI_SUCCESS;
}

/* Takes a context away from the thread; lock, which is left meanwhile. */
static bool withdraw(helper_t *h, entry_t *e)
{
    bool was_enabled = e->enabled;
    e->enabled = false;
    call_thread(h);
    while ((e->busy || e->watched) && !pthread_equal(pthread_self(), h->thread))
        pthread_cond_wait(&h->idle, &h->lock);
    return was_enabled;
}

static pami_result_t disable(pami_context_t handle, async_t event_type)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL)
        return PAMI_INVAL;
    helper_t *h = helper_of(context->client);
    if (h == NULL || event_type != ASYNC_ALL)
        return PAMI_ERROR;
    pthread_mutex_lock(&h->lock);
    entry_t *e = context->async;
    bool was_enabled = e != NULL && withdraw(h, e);
    pthread_mutex_unlock(&h->lock);
    if (e == NULL)
        return PAMI_ERROR;
    if (was_enabled && e->suspend_fn != NULL)
        e->suspend_fn(context, e->cookie);
    return PAMI_SUCCESS;
}

void emuq_pami_async_forget(emuq_pami_context_t *context)
{
    helper_t *h = context->client->async;
    if (h == NULL || context->async == NULL)
        return;
    pthread_mutex_lock(&h->lock);
    entry_t *e = context->async;
    withdraw(h, e);
    for (entry_t **at = &h->entries; *at != NULL; at = &(*at)->next)
        if (*at == e) {
            *at = e->next;
            break;
        }
    context->async = NULL;
    free(e);
    pthread_mutex_unlock(&h->lock);
}

void emuq_pami_async_end(emuq_pami_client_t *client)
{
    helper_t *h = client->async;
    if (h == NULL)
        return;
    pthread_mutex_lock(&h->lock);
    h->stop = true;
    call_thread(h);
    pthread_mutex_unlock(&h->lock);
    if (h->running)
        pthread_join(h->thread, NULL);
    pthread_mutex_destroy(&h->lock);
    pthread_cond_destroy(&h->idle);
    pthread_cond_destroy(&h->wanted);
    free(h);
    client->async = NULL;
}

void *emuq_pami_async_symbol(const char *name)
{
    const emuq_pami_symbol_t symbols[] = {{"register", EMUQ_PAMI_FUNCTION(register_context)},
                                          {"enable", EMUQ_PAMI_FUNCTION(enable)},
                                          {"disable", EMUQ_PAMI_FUNCTION(disable)}};
    return emuq_pami_find_symbol(symbols, sizeof symbols / sizeof symbols[0], name);
}
