/* SPDX-License-Identifier: BSD-3-Clause */
/* Handoff of a token: one thread holds the token at a time, sees all stores by earlier holders, and the token
 * is never lost. */
#include <pthread.h>
#include <stdlib.h>

#include "sync/handoff.h"
#include "validate.h"

enum { MOST = 16, HANDS = 3000 };

typedef struct shared {
    emuq_handoff_t seat[MOST];
    unsigned workers;
    unsigned inside, hands; /* guarded by the token; not atomic, for checks by ThreadSanitizer */
    unsigned ended;         /* guarded by the token */
} shared_t;

/* Passes the token to a random worker, or keeps it. @return true if the token was passed */
static bool pass_on(shared_t *s, unsigned number, uint64_t *chance)
{
    unsigned other = (unsigned)validate_random(chance, s->workers);
    if (other == number)
        return false;
    emuq_handoff_pass(&s->seat[other]);
    return true;
}

static void hand_around(void *shared, unsigned number)
{
    shared_t *s = shared;
    uint64_t chance = number + 11;
    if (number == 0)
        emuq_handoff_pass(&s->seat[0]); /* the initial holder; any worker could be first */
    for (;;) {
        emuq_handoff_wait(&s->seat[number]);
        bool is_given = false;
        while (!is_given && s->hands < HANDS) {
            VALIDATE(s->inside++ == 0);
            s->hands++;
            EMUQ_TEST_POINT(baton_test_inside);
            VALIDATE(--s->inside == 0);
            is_given = pass_on(s, number, &chance);
        }
        if (is_given)
            continue;
        /* At the end, the token visits all workers once, in order. */
        if (++s->ended < s->workers)
            emuq_handoff_pass(&s->seat[(number + 1) % s->workers]);
        return;
    }
}

static void run(bool processes, unsigned workers)
{
    shared_t *s = validate_shared(sizeof *s);
    s->workers = workers;
    validate_run(processes, workers, hand_around, s);
    VALIDATE(s->hands == HANDS && s->ended == workers);
    for (unsigned i = 0; i < workers; i++)
        VALIDATE(s->seat[i].passed == 0);
    validate_end(s, sizeof *s);
}

static void threads(void)
{
    run(false, 2);
    run(false, 5);
    run(false, MOST);
}

static void processes(void)
{
    run(true, 2);
    run(true, 6);
}

static void *await(void *seat)
{
    emuq_handoff_wait(seat);
    return NULL;
}

/* The token is passed while the thread is between its check and its sleep. */
static void given_before_the_sleep(void)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t sleeper;
    points_stop("handoff_sleep", 1);
    pthread_create(&sleeper, NULL, await, &s->seat[0]);
    points_wait("handoff_sleep");
    emuq_handoff_pass(&s->seat[0]);
    points_release("handoff_sleep");
    pthread_join(sleeper, NULL);
    CU_ASSERT_EQUAL(s->seat[0].passed, 0);
    points_clear();
    validate_end(s, sizeof *s);
}

/* The token is passed before the thread starts. */
static void given_before_the_thread(void)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t late;
    emuq_handoff_pass(&s->seat[0]);
    pthread_create(&late, NULL, await, &s->seat[0]);
    pthread_join(late, NULL);
    CU_ASSERT_EQUAL(s->seat[0].passed, 0);
    validate_end(s, sizeof *s);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"given before the sleep", given_before_the_sleep},
                                        {"given before the thread is there", given_before_the_thread},
                                        {"threads", threads},
                                        {"processes", processes},
                                        {NULL, NULL}};
    return emuq_test_main("baton", tests);
}
