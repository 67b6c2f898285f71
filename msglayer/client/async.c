/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * EXT_async_progress. Each client has a communication thread that advances the registered contexts and sleeps
 * after a moment without events. The thread never yields: the scheduler favours a woken thread over one that
 * has yielded.
 *
 * The thread's lock guards the registrations. The thread marks a registration as busy and releases the lock
 * while it advances the context; a thread that disables the context waits for the mark to clear.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <hwi/include/common/emuq_mmio.h>
#include <hwi/include/common/emuq_wait.h>

#include "base/backoff.h"
#include "base/host_calls.h"
#include "base/memory.h"
#include "msglayer/client/client.h"

/* Nanoseconds without an event before the thread sleeps, if every thread has a core. */
#define SPIN_NS EMUQ_BACKOFF_WAKE_NS
/* Longest sleeps in nanoseconds. LONGEST_NS: without an event. POLL_NS: with a progress function, which may
 * poll any state. LOCKED_NS: a context is locked; its owner may unlock without an advance. */
#define LONGEST_NS EMUQ_BACKOFF_POLLED_NS
#define POLL_NS    EMUQ_BACKOFF_LONG_NS
#define LOCKED_NS  EMUQ_BACKOFF_SLEEP_NS

#define SERVE_LOCKED 4u /* with the EMUQ_PAMI_ROUND_ bits: a context was locked */

typedef void (*async_function)(pami_context_t context, void *cookie);

/* Event types, declared by clients. */
typedef enum { ASYNC_ALL = 0 } async_event_t;

typedef struct emuq_pami_async {
    struct emuq_pami_async *next;
    emuq_pami_context_t *context;
    async_function progress_fn, suspend_fn, resume_fn;
    void *cookie;
    bool enabled, busy;
    bool watched;   /* counted in `sleeping` of the context */
    uint64_t round; /* last round of this context */
} async_entry_t;

/* Communication thread of a client, created with the first registration. */
typedef struct emuq_pami_async_client {
    pthread_mutex_t lock;
    pthread_cond_t idle;   /* no context is busy */
    pthread_cond_t wanted; /* a context is enabled, or the thread has to stop */
    async_entry_t *entries;
    pthread_t pthread;
    bool running, stop;
    bool called;  /* events found since the last sleep */
    bool changed; /* a registration has changed since the last scan */
    uint64_t round;
} async_thread_t;

static pthread_mutex_t async_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the member `async` of clients */

static async_thread_t *async_thread_of(emuq_pami_client_t *client)
{
    pthread_mutex_lock(&async_lock);
    if (client->async == NULL) {
        async_thread_t *thread = emuq_calloc(1, sizeof *thread);
        if (thread != NULL) {
            pthread_mutex_init(&thread->lock, NULL);
            pthread_cond_init(&thread->idle, NULL);
            pthread_cond_init(&thread->wanted, NULL);
            client->async = thread;
        }
    }
    async_thread_t *thread = client->async;
    pthread_mutex_unlock(&async_lock);
    return thread;
}

/* Advances a context. @return EMUQ_PAMI_ROUND_ bits or SERVE_LOCKED */
static unsigned async_serve(const async_entry_t *e)
{
    if (e->progress_fn != NULL) {
        e->progress_fn(e->context, e->cookie);
        return EMUQ_PAMI_ROUND_AGAIN;
    }
    if (!emuq_pami_try_lock(e->context))
        return SERVE_LOCKED;
    unsigned round = emuq_pami_round(e->context);
    PAMI_Context_unlock(e->context);
    return round;
}

/* Finds an enabled context that has not been advanced in this round. Caller holds thread->lock. @return NULL:
 * none */
static async_entry_t *async_next_entry(const async_thread_t *thread)
{
    for (async_entry_t *e = thread->entries; e != NULL; e = e->next)
        if (e->enabled && e->round != thread->round)
            return e;
    return NULL;
}

/* Advances all enabled contexts. Caller holds thread->lock, released during an advance. */
static unsigned async_serve_all(async_thread_t *thread)
{
    unsigned any = 0;
    thread->round++;
    for (async_entry_t *e; !thread->stop && (e = async_next_entry(thread)) != NULL;) {
        e->round = thread->round;
        e->busy = true;
        pthread_mutex_unlock(&thread->lock);
        any |= async_serve(e);
        pthread_mutex_lock(&thread->lock);
        e->busy = false;
        pthread_cond_broadcast(&thread->idle);
    }
    return any;
}

/* Announces a sleep at all contexts, advances them once more, and sleeps unless an event was found. Caller
 * holds thread->lock, which is released meanwhile. First wakes the node's threads: client functions may have
 * stored data. A posting thread sees `sleeping`, or the advance sees the post: sequentially consistent, see
 * progress_idle(). */
static void async_sleep_at_all(async_thread_t *thread)
{
    const volatile uint64_t *reg = NULL;
    for (async_entry_t *e = thread->entries; e != NULL; e = e->next) {
        if (!e->enabled)
            continue;
        e->watched = true;
        (void)AO_int_fetch_and_add_full(&e->context->shared.sleeping, 1);
        reg = &e->context->device->rec->_fifo.hwfifo->pa_tail;
    }
    if (reg == NULL)
        return;
    if (thread->called)
        emuq_mmio_wake(reg);
    thread->called = false;
    uint64_t ticket = emuq_mmio_prepare(reg);
    unsigned found = async_serve_all(thread);
    bool may_sleep = !thread->stop && !thread->changed && !(found & EMUQ_PAMI_ROUND_EVENT);
    thread->called = (found & EMUQ_PAMI_ROUND_EVENT) != 0;
    pthread_mutex_unlock(&thread->lock);
    uint64_t limit = found & SERVE_LOCKED ? LOCKED_NS : found & EMUQ_PAMI_ROUND_AGAIN ? POLL_NS : LONGEST_NS;
    if (may_sleep && !emuq_mmio_sleep(reg, ticket, limit))
        nanosleep(&(struct timespec){0, found & SERVE_LOCKED ? LOCKED_NS : POLL_NS}, NULL);
    pthread_mutex_lock(&thread->lock);
    for (async_entry_t *e = thread->entries; e != NULL; e = e->next) {
        if (!e->watched)
            continue;
        (void)AO_int_fetch_and_sub1(&e->context->shared.sleeping);
        e->watched = false;
    }
    pthread_cond_broadcast(&thread->idle);
}

static bool async_has_entries(const async_thread_t *thread)
{
    for (const async_entry_t *e = thread->entries; e != NULL; e = e->next)
        if (e->enabled)
            return true;
    return false;
}

static void *async_main(void *argument)
{
    async_thread_t *thread = argument;
    uint64_t last = 0; /* time of the last event */
    pthread_mutex_lock(&thread->lock);
    while (!thread->stop) {
        thread->changed = false;
        if (!async_has_entries(thread)) {
            pthread_cond_wait(&thread->wanted, &thread->lock);
            continue;
        }
        unsigned found = async_serve_all(thread);
        uint64_t now = emuq_now_ns();
        if (found & EMUQ_PAMI_ROUND_EVENT) {
            last = now;
            thread->called = true;
        } else if (emuq_relax_is_shared() || now - last >= SPIN_NS) {
            async_sleep_at_all(thread);
        }
        pthread_mutex_unlock(&thread->lock);
        emuq_relax_core();
        pthread_mutex_lock(&thread->lock);
    }
    pthread_mutex_unlock(&thread->lock);
    return NULL;
}

/* Makes the thread scan the registrations. Caller holds thread->lock. */
static void async_wake_thread(async_thread_t *thread)
{
    thread->changed = true;
    pthread_cond_signal(&thread->wanted);
    for (async_entry_t *e = thread->entries; e != NULL; e = e->next)
        if (e->watched) {
            emuq_pami_wake_context(e->context);
            return;
        }
}

static pami_result_t async_register_context(pami_context_t handle, async_function progress_fn,
                                            async_function suspend_fn, async_function resume_fn, void *cookie)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL)
        return emuq_pami_result(emuq_pami_invalid("EXT_async_progress register: context is null"));
    async_thread_t *thread = async_thread_of(context->client);
    if (thread == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    pthread_mutex_lock(&thread->lock);
    async_entry_t *e = context->async;
    if (e == NULL && (e = emuq_calloc(1, sizeof *e)) != NULL) {
        e->context = context;
        e->next = thread->entries;
        thread->entries = e;
        context->async = e;
    }
    bool possible = e != NULL && !e->enabled;
    if (possible) {
        e->progress_fn = progress_fn;
        e->suspend_fn = suspend_fn;
        e->resume_fn = resume_fn;
        e->cookie = cookie;
    }
    pthread_mutex_unlock(&thread->lock);
    if (possible)
        return PAMI_SUCCESS;
    (void)emuq_pami_invalid("EXT_async_progress register: context %u %s", context->offset,
                            e != NULL ? "is enabled; disable it first" : "cannot be registered: no memory");
    return emuq_pami_result(PAMI_ERROR);
}

/*
 * Finds the thread of a registered context and takes its lock. @p symbol names the function in error texts.
 * @return PAMI_SUCCESS: the caller holds the lock; PAMI_INVAL: no context; PAMI_ERROR: another event type, a
 * context that is not registered, or out of memory
 */
static pami_result_t async_lock_registered(const char *symbol, const emuq_pami_context_t *context,
                                           async_event_t event_type, async_thread_t **thread)
{
    if (context == NULL)
        return emuq_pami_invalid("EXT_async_progress %s: context is null", symbol);
    if (event_type != ASYNC_ALL) {
        (void)emuq_pami_invalid("EXT_async_progress %s: event type %d; expected %d (all events)", symbol,
                                (int)event_type, ASYNC_ALL);
        return PAMI_ERROR;
    }
    *thread = async_thread_of(context->client);
    if (*thread == NULL)
        return PAMI_ERROR;
    pthread_mutex_lock(&(*thread)->lock);
    if (context->async != NULL)
        return PAMI_SUCCESS;
    pthread_mutex_unlock(&(*thread)->lock);
    (void)emuq_pami_invalid("EXT_async_progress %s: context %u is not registered", symbol, context->offset);
    return PAMI_ERROR;
}

static pami_result_t async_enable(pami_context_t handle, async_event_t event_type)
{
    emuq_pami_context_t *context = handle;
    async_thread_t *thread;
    pami_result_t rc = async_lock_registered("enable", context, event_type, &thread);
    if (rc != PAMI_SUCCESS)
        return emuq_pami_result(rc);
    async_entry_t *e = context->async;
    bool was_enabled = e->enabled;
    pthread_mutex_unlock(&thread->lock);
    if (was_enabled)
        return PAMI_SUCCESS;
    if (e->resume_fn != NULL)
        e->resume_fn(context, e->cookie);
    pthread_mutex_lock(&thread->lock);
    e->enabled = true;
    if (!thread->running)
        thread->running = pthread_create(&thread->pthread, NULL, async_main, thread) == 0;
    bool running = e->enabled = thread->running;
    async_wake_thread(thread);
    pthread_mutex_unlock(&thread->lock);
    if (!running && e->suspend_fn != NULL)
        e->suspend_fn(context, e->cookie); /* the client has to advance the context */
    return PAMI_SUCCESS;
}

/* Disables a context. Caller holds thread->lock, released while the thread uses the context. @return whether
 * it was enabled */
static bool async_withdraw(async_thread_t *thread, async_entry_t *e)
{
    bool was_enabled = e->enabled;
    e->enabled = false;
    async_wake_thread(thread);
    while ((e->busy || e->watched) && !pthread_equal(pthread_self(), thread->pthread))
        pthread_cond_wait(&thread->idle, &thread->lock);
    return was_enabled;
}

static pami_result_t async_disable(pami_context_t handle, async_event_t event_type)
{
    emuq_pami_context_t *context = handle;
    async_thread_t *thread;
    pami_result_t rc = async_lock_registered("disable", context, event_type, &thread);
    if (rc != PAMI_SUCCESS)
        return emuq_pami_result(rc);
    async_entry_t *e = context->async;
    bool was_enabled = async_withdraw(thread, e);
    pthread_mutex_unlock(&thread->lock);
    if (was_enabled && e->suspend_fn != NULL)
        e->suspend_fn(context, e->cookie);
    return PAMI_SUCCESS;
}

void emuq_pami_async_unregister(emuq_pami_context_t *context)
{
    async_thread_t *thread = context->client->async;
    if (thread == NULL || context->async == NULL)
        return;
    pthread_mutex_lock(&thread->lock);
    async_entry_t *e = context->async;
    async_withdraw(thread, e);
    EMUQ_PAMI_UNLINK(thread->entries, e);
    context->async = NULL;
    free(e);
    pthread_mutex_unlock(&thread->lock);
}

void emuq_pami_async_end(emuq_pami_client_t *client)
{
    async_thread_t *thread = client->async;
    if (thread == NULL)
        return;
    pthread_mutex_lock(&thread->lock);
    thread->stop = true;
    async_wake_thread(thread);
    pthread_mutex_unlock(&thread->lock);
    if (thread->running)
        pthread_join(thread->pthread, NULL);
    pthread_mutex_destroy(&thread->lock);
    pthread_cond_destroy(&thread->idle);
    pthread_cond_destroy(&thread->wanted);
    free(thread);
    client->async = NULL;
}

const emuq_pami_symbol_t emuq_pami_async_symbols[] = {
    {"register", EMUQ_PAMI_FUNCTION(async_register_context)},
    {"enable", EMUQ_PAMI_FUNCTION(async_enable)},
    {"disable", EMUQ_PAMI_FUNCTION(async_disable)},
    {NULL, NULL}};
