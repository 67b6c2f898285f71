/* SPDX-License-Identifier: BSD-3-Clause */
/* Mailboxes under concurrent put, take and close: each request ends exactly once. Objects queued at most
 * once: each request is seen. */
#include <pthread.h>
#include <stdlib.h>

#include "base/host_calls.h"
#include "sync/event_count.h"
#include "sync/mailbox.h"
#include "sync/queued.h"
#include "validate.h"

#define LIMIT_NS (60 * EMUQ_NS_PER_S)

enum { MOST = 12, REQUESTS = 240, THINGS = 3, TURNS = 400 };

typedef struct request {
    emuq_link_t link;
    unsigned ends; /* number of ends (taken, returned or rejected); not atomic: one party owns the request */
} request_t;

typedef struct thing {
    emuq_link_t link;
    emuq_queued_t queued;
    unsigned wanted[MOST], seen[MOST]; /* atomic, relaxed: ordered by the flag */
} thing_t;

typedef struct shared {
    unsigned workers;
    struct {
        emuq_mailbox_t box;
        emuq_event_count_t event;
    } member[MOST];
    unsigned done; /* workers without further puts; atomic */
    request_t request[MOST][REQUESTS];
    unsigned taken, handed_back, refused; /* atomic */
    thing_t thing[THINGS];
} shared_t;

static void end_of(request_t *r, unsigned *count)
{
    r->ends++;
    __atomic_fetch_add(count, 1, __ATOMIC_RELAXED);
}

static request_t *take(shared_t *s, unsigned number)
{
    emuq_link_t *link = emuq_mailbox_take(&s->member[number].box);
    return link != NULL ? EMUQ_LINKED(link, request_t, link) : NULL;
}

static void put(shared_t *s, unsigned to, request_t *r)
{
    if (emuq_mailbox_put(&s->member[to].box, &r->link) != 0)
        end_of(r, &s->refused);
    else
        emuq_event_notify(&s->member[to].event, 1);
}

/* Puts requests into all mailboxes, takes from the worker's mailbox, and closes it while puts continue. */
static void exchange(void *shared, unsigned number)
{
    shared_t *s = shared;
    uint64_t chance = number + 7;
    request_t *r;
    for (unsigned i = 0; i < REQUESTS / (1 + number % 2); i++) { /* workers with odd numbers end early */
        put(s, (unsigned)validate_random(&chance, s->workers), &s->request[number][i]);
        for (unsigned most = (unsigned)validate_random(&chance, 3); most > 0; most--)
            if ((r = take(s, number)) != NULL)
                end_of(r, &s->taken);
    }
    emuq_link_t *held = emuq_mailbox_close(&s->member[number].box);
    while (held != NULL) {
        r = EMUQ_LINKED(held, request_t, link);
        held = held->next;
        end_of(r, &s->handed_back);
    }
    VALIDATE(take(s, number) == NULL && emuq_mailbox_is_empty(&s->member[number].box));
}

static void run_exchange(bool processes, unsigned workers)
{
    shared_t *s = validate_shared(sizeof *s);
    s->workers = workers;
    validate_run(processes, workers, exchange, s);
    unsigned puts = 0;
    for (unsigned w = 0; w < workers; puts += REQUESTS / (1 + w % 2), w++)
        for (unsigned i = 0; i < REQUESTS; i++)
            VALIDATE(s->request[w][i].ends == (i < REQUESTS / (1 + w % 2)));
    VALIDATE(s->taken + s->handed_back + s->refused == puts);
    validate_end(s, sizeof *s);
}

/* Workers 0 and 1 serve the mailbox. The remaining workers post requests to the objects and wait until each
 * request is seen. */
static void serve(shared_t *s)
{
    for (;;) {
        emuq_ticket_t ticket = emuq_event_prepare(&s->member[0].event);
        emuq_link_t *link = emuq_mailbox_take(&s->member[0].box);
        if (link != NULL) {
            thing_t *t = EMUQ_LINKED(link, thing_t, link);
            emuq_queued_clear(&t->queued);
            for (unsigned i = 0; i < s->workers; i++) { /* several threads may process the object at a time */
                unsigned wanted = __atomic_load_n(&t->wanted[i], __ATOMIC_RELAXED);
                unsigned seen = __atomic_load_n(&t->seen[i], __ATOMIC_RELAXED);
                while (seen < wanted && !__atomic_compare_exchange_n(&t->seen[i], &seen, wanted, false,
                                                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
                }
            }
        } else if (__atomic_load_n(&s->done, __ATOMIC_ACQUIRE) == s->workers - 2) {
            return;
        } else if (!VALIDATE(emuq_event_wait(&s->member[0].event, ticket, LIMIT_NS) != -ETIMEDOUT)) {
            _Exit(1);
        }
    }
}

static void want(shared_t *s, unsigned number, thing_t *t)
{
    unsigned wanted = t->wanted[number] + 1, rounds = 0;
    uint64_t since = emuq_now_ns();
    __atomic_store_n(&t->wanted[number], wanted, __ATOMIC_RELAXED);
    if (emuq_queued_set(&t->queued)) {
        VALIDATE(emuq_mailbox_put(&s->member[0].box, &t->link) == 0);
        emuq_event_notify(&s->member[0].event, 1);
    }
    while (__atomic_load_n(&t->seen[number], __ATOMIC_RELAXED) < wanted) {
        emuq_spin(&rounds);
        if (!VALIDATE(emuq_now_ns() - since < LIMIT_NS))
            _Exit(1);
    }
}

static void serve_or_want(void *shared, unsigned number)
{
    shared_t *s = shared;
    uint64_t chance = number + 3;
    if (number < 2) {
        serve(s);
        return;
    }
    for (unsigned i = 0; i < TURNS; i++)
        want(s, number, &s->thing[validate_random(&chance, THINGS)]);
    __atomic_fetch_add(&s->done, 1, __ATOMIC_ACQ_REL);
    emuq_event_notify(&s->member[0].event, EMUQ_EVENT_ALL);
}

static void run_things(bool processes, unsigned workers)
{
    shared_t *s = validate_shared(sizeof *s);
    s->workers = workers;
    validate_run(processes, workers, serve_or_want, s);
    for (unsigned i = 0; i < THINGS; i++)
        VALIDATE(s->thing[i].queued == 0);
    validate_end(s, sizeof *s);
}

static void threads(void)
{
    run_exchange(false, 2);
    run_exchange(false, MOST);
    run_things(false, 3);
    run_things(false, MOST);
}

static void processes(void)
{
    run_exchange(true, 4);
    run_things(true, 5);
}

static int put_result;

static void *put_one(void *shared)
{
    shared_t *s = shared;
    put_result = emuq_mailbox_put(&s->member[0].box, &s->request[0][1].link);
    return NULL;
}

static void *close_box(void *shared)
{
    shared_t *s = shared;
    return emuq_mailbox_close(&s->member[0].box);
}

/* Concurrent put and close: the request is returned with the rest, or the put is rejected. */
static void a_put_that_meets_a_close(void)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t putter, closer;
    void *held;
    CU_ASSERT_EQUAL(emuq_mailbox_put(&s->member[0].box, &s->request[0][0].link), 0);
    points_stop("mailbox_put", 1);
    pthread_create(&putter, NULL, put_one, s);
    points_wait("mailbox_put");
    pthread_create(&closer, NULL, close_box, s);
    points_release("mailbox_put");
    pthread_join(putter, NULL);
    pthread_join(closer, &held);
    CU_ASSERT_PTR_EQUAL(held, &s->request[0][0].link);
    CU_ASSERT_TRUE(put_result == 0 || put_result == -ESHUTDOWN);
    CU_ASSERT_PTR_EQUAL(s->request[0][0].link.next, put_result == 0 ? &s->request[0][1].link : NULL);
    CU_ASSERT_EQUAL(emuq_mailbox_put(&s->member[0].box, &s->request[0][2].link), -ESHUTDOWN);
    CU_ASSERT_PTR_NULL(emuq_mailbox_close(&s->member[0].box));
    emuq_mailbox_open(&s->member[0].box);
    CU_ASSERT_EQUAL(emuq_mailbox_put(&s->member[0].box, &s->request[0][2].link), 0);
    CU_ASSERT_PTR_EQUAL(emuq_mailbox_take(&s->member[0].box), &s->request[0][2].link);
    CU_ASSERT_PTR_NULL(emuq_mailbox_take(&s->member[0].box));
    points_clear();
    validate_end(s, sizeof *s);
}

static void in_the_order_of_the_puts(void)
{
    shared_t *s = validate_shared(sizeof *s);
    emuq_queued_t queued = 0;
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(emuq_mailbox_put(&s->member[0].box, &s->request[0][i].link), 0);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_PTR_EQUAL(emuq_mailbox_take(&s->member[0].box), &s->request[0][i].link);
    CU_ASSERT_TRUE(emuq_queued_set(&queued));
    CU_ASSERT_FALSE(emuq_queued_set(&queued));
    emuq_queued_clear(&queued);
    CU_ASSERT_FALSE(emuq_queued_is_set(&queued));
    CU_ASSERT_TRUE(emuq_queued_set(&queued));
    validate_end(s, sizeof *s);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a put that meets a close", a_put_that_meets_a_close},
                                        {"in the order of the puts", in_the_order_of_the_puts},
                                        {"threads", threads},
                                        {"processes", processes},
                                        {NULL, NULL}};
    return emuq_test_main("mailbox", tests);
}
