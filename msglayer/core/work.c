/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Posted work. Any thread pushes onto a list; the thread that advances takes the whole list at once, so an
 * element is never read by two threads, and calls its elements in the order of the posts. An element is not
 * used any more when its function is called.
 *
 * In modelled time both take the time of an atomic operation: a function that posts itself again would
 * otherwise keep all other threads from running.
 */
#include "msglayer/core/context.h"

#include "backends/modelled_time.h"
#include "msglayer/core/list.h"

_Static_assert(sizeof(emuq_pami_work_t) <= sizeof(pami_work_t), "the client's storage is large enough");

/* Everything that has been posted, oldest first. */
static emuq_pami_work_t *take_posted(emuq_pami_context_t *context)
{
    emuq_pami_work_t *oldest = NULL;
    if (__atomic_load_n(&context->shared.posted, __ATOMIC_RELAXED) == NULL)
        return NULL;
    /* Acquire: pairs with the release in PAMI_Context_post(). */
    emuq_pami_work_t *w = __atomic_exchange_n(&context->shared.posted, NULL, __ATOMIC_ACQUIRE);
    while (w != NULL) {
        emuq_pami_work_t *older = w->next;
        w->next = oldest;
        oldest = w;
        w = older;
    }
    return oldest;
}

static unsigned run(emuq_pami_context_t *context, emuq_pami_work_t *w)
{
    unsigned result = 0;
    for (emuq_pami_work_t *next; w != NULL; w = next) {
        next = w->next;
        if (w->fn(context, w->cookie) == PAMI_EAGAIN) {
            EMUQ_PAMI_APPEND(context->again, context->again_last, w);
            result |= EMUQ_PAMI_ROUND_AGAIN;
        } else {
            result |= EMUQ_PAMI_ROUND_EVENT;
        }
    }
    return result;
}

unsigned emuq_pami_work(emuq_pami_context_t *context)
{
    (void)emuq_waits_enter();
    emuq_pami_work_t *again = context->again, *posted = take_posted(context);
    context->again = NULL;
    context->again_last = &context->again;
    unsigned result = run(context, again);
    return result | run(context, posted);
}

pami_result_t PAMI_Context_post(pami_context_t handle, pami_work_t *storage, pami_work_function fn,
                                void *cookie)
{
    emuq_pami_context_t *context = handle;
    emuq_pami_work_t *w = (emuq_pami_work_t *)(void *)storage;
    if (context == NULL || w == NULL || fn == NULL)
        return emuq_pami_result(PAMI_INVAL);
    w->fn = fn;
    w->cookie = cookie;
    (void)emuq_waits_enter();
    w->next = __atomic_load_n(&context->shared.posted, __ATOMIC_RELAXED);
    /* Release: pairs with the acquire in take_posted(). Sequentially consistent: see idle_at() in
     * advance.c. */
    while (!__atomic_compare_exchange_n(&context->shared.posted, &w->next, w, true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED)) {
    }
    emuq_pami_wake_context(context);
    return PAMI_SUCCESS;
}
