/* SPDX-License-Identifier: BSD-3-Clause */
/* Claim word: one holder at a time, and every request is done. */
#include <pthread.h>
#include <stdlib.h>

#include "base/host_calls.h"
#include "sync/claim.h"
#include "validate.h"

enum { MOST = 16, ROUNDS = 60, REQUESTS = 12 };

typedef struct shared {
    emuq_claim_t claim;
    unsigned workers;
    bool has_owners;
    unsigned inside;                    /* guarded by the claim; not atomic, for checks by ThreadSanitizer */
    unsigned request[MOST], done[MOST]; /* atomic, relaxed: ordered by the claim */
} shared_t;

static void look(shared_t *s)
{
    VALIDATE(s->inside++ == 0);
    for (unsigned i = 0; i < s->workers; i++) {
        unsigned request = __atomic_load_n(&s->request[i], __ATOMIC_RELAXED);
        EMUQ_TEST_POINT(claim_test_look);
        __atomic_store_n(&s->done[i], request, __ATOMIC_RELAXED);
    }
    VALIDATE(--s->inside == 0);
}

static void look_and_release(shared_t *s)
{
    do
        look(s);
    while (!emuq_claim_release(&s->claim));
}

/* Leaves the claim for a while and checks again, as the sender of a long message does. */
static void look_twice(shared_t *s)
{
    look(s);
    emuq_claim_leave(&s->claim);
    EMUQ_TEST_POINT(claim_test_left);
    emuq_claim_wait(&s->claim);
    look_and_release(s);
}

static void look_and_release_for(shared_t *s, unsigned owner)
{
    do
        look(s);
    while (!emuq_claim_release_for(&s->claim, owner));
}

static void request(shared_t *s, unsigned number, uint64_t way)
{
    __atomic_store_n(&s->request[number], s->request[number] + 1, __ATOMIC_RELAXED);
    if (s->has_owners) {
        if (emuq_claim_try_for(&s->claim, number + 1))
            look_and_release_for(s, number + 1);
    } else if (way == 0) {
        emuq_claim_wait(&s->claim);
        look_and_release(s);
        VALIDATE(__atomic_load_n(&s->done[number], __ATOMIC_RELAXED) == s->request[number]);
    } else if (emuq_claim_try(&s->claim)) {
        if (way == 1)
            look_twice(s);
        else
            look_and_release(s);
    }
}

/* A holder rechecks only if RETRY is set: a request still open after the time limit is lost. */
static void await_done(const shared_t *s, unsigned number)
{
    uint64_t since = emuq_now_ns();
    unsigned rounds = 0;
    while (__atomic_load_n(&s->done[number], __ATOMIC_RELAXED) != s->request[number]) {
        emuq_spin(&rounds);
        if (!VALIDATE(emuq_now_ns() - since < 60 * EMUQ_NS_PER_S))
            _Exit(1);
    }
}

static void work(void *shared, unsigned number)
{
    shared_t *s = shared;
    uint64_t chance = number + 1;
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (unsigned k = 0; k < REQUESTS; k++)
            request(s, number, validate_random(&chance, 8));
        await_done(s, number);
    }
}

static void run_with(bool processes, unsigned workers, bool has_owners)
{
    shared_t *s = validate_shared(sizeof *s);
    s->workers = workers;
    s->has_owners = has_owners;
    validate_run(processes, workers, work, s);
    VALIDATE(s->claim == EMUQ_CLAIM_FREE);
    validate_end(s, sizeof *s);
}

static void run(bool processes, unsigned workers)
{
    run_with(processes, workers, false);
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

static void owners(void)
{
    run_with(false, 2, true);
    run_with(false, MOST, true);
    run_with(true, 6, true);
}

enum { DEAD = 77, SELF = 78, OTHER = 79 };

static unsigned plain; /* not atomic, for ThreadSanitizer */

static void *flag_claim(void *shared)
{
    shared_t *s = shared;
    plain = 1;
    VALIDATE(!emuq_claim_try_for(&s->claim, OTHER));
    return NULL;
}

/* A dead holder is replaced, also with FLAG; requests since then are the work of the new holder. */
static void a_dead_holder_is_replaced(void)
{
    for (unsigned is_flagged = 0; is_flagged < 2; is_flagged++) {
        shared_t *s = validate_shared(sizeof *s);
        pthread_t other;
        plain = 0;
        CU_ASSERT_EQUAL(emuq_claim_holder(&s->claim), 0);
        CU_ASSERT_FALSE(emuq_claim_replace(&s->claim, DEAD, SELF));
        CU_ASSERT_TRUE(emuq_claim_try_for(&s->claim, DEAD));
        if (is_flagged != 0) {
            pthread_create(&other, NULL, flag_claim, s);
            while (AO_load(&s->claim) == DEAD) /* relaxed: the replacement orders */
                emuq_pause();
        }
        CU_ASSERT_EQUAL(emuq_claim_holder(&s->claim), DEAD);
        CU_ASSERT_FALSE(emuq_claim_replace(&s->claim, OTHER, SELF));
        CU_ASSERT_TRUE(emuq_claim_replace(&s->claim, DEAD, SELF));
        CU_ASSERT_EQUAL(plain, is_flagged);
        CU_ASSERT_EQUAL(emuq_claim_holder(&s->claim), SELF);
        CU_ASSERT_FALSE(emuq_claim_try_for(&s->claim, OTHER));
        CU_ASSERT_FALSE(emuq_claim_release_for(&s->claim, SELF));
        CU_ASSERT_TRUE(emuq_claim_release_for(&s->claim, SELF));
        CU_ASSERT_TRUE(emuq_claim_try_for(&s->claim, EMUQ_CLAIM_OWNER));
        CU_ASSERT_EQUAL(emuq_claim_holder(&s->claim), 0);
        if (is_flagged != 0)
            pthread_join(other, NULL);
        validate_end(s, sizeof *s);
    }
}

static bool has_claim;

static void *try_claim(void *shared)
{
    shared_t *s = shared;
    has_claim = emuq_claim_try(&s->claim);
    return NULL;
}

/* A thread has found the claim held. The holder releases the claim before the thread sets RETRY: the thread
 * then gets the claim. */
static void a_late_note_is_a_claim(void)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t late;
    emuq_claim_wait(&s->claim);
    points_stop("claim_note", 1);
    pthread_create(&late, NULL, try_claim, s);
    points_wait("claim_note");
    CU_ASSERT_TRUE(emuq_claim_release(&s->claim));
    points_release("claim_note");
    pthread_join(late, NULL);
    CU_ASSERT_TRUE(has_claim);
    CU_ASSERT_TRUE(emuq_claim_is_held(&s->claim));
    CU_ASSERT_FALSE(emuq_claim_try(&s->claim));
    CU_ASSERT_FALSE(emuq_claim_release(&s->claim));
    CU_ASSERT_TRUE(emuq_claim_release(&s->claim));
    CU_ASSERT_FALSE(emuq_claim_is_held(&s->claim));
    points_clear();
    validate_end(s, sizeof *s);
}

static void *release_claim(void *shared)
{
    shared_t *s = shared;
    has_claim = !emuq_claim_release(&s->claim);
    return NULL;
}

/* RETRY is set between the holder's last check and its release. */
static void a_note_at_the_last_moment_is_found(void)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t holder;
    emuq_claim_wait(&s->claim);
    points_stop("claim_release", 1);
    pthread_create(&holder, NULL, release_claim, s);
    points_wait("claim_release");
    CU_ASSERT_FALSE(emuq_claim_try(&s->claim));
    CU_ASSERT_FALSE(emuq_claim_try(&s->claim));
    points_release("claim_release");
    pthread_join(holder, NULL);
    CU_ASSERT_TRUE(has_claim);
    CU_ASSERT_TRUE(emuq_claim_release(&s->claim));
    points_clear();
    validate_end(s, sizeof *s);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a late note is a claim", a_late_note_is_a_claim},
        {"a note at the last moment is found", a_note_at_the_last_moment_is_found},
        {"threads", threads},
        {"processes", processes},
        {"owners", owners},
        {"a dead holder is replaced", a_dead_holder_is_replaced},
        {NULL, NULL}};
    return emuq_test_main("claim", tests);
}
