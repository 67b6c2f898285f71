/* SPDX-License-Identifier: BSD-3-Clause */
/* Thread barrier: no thread leaves before all have arrived, each thread sees the earlier stores of all
 * threads, and every thread leaves. */
#include <pthread.h>

#include "sync/barrier.h"
#include "validate.h"

enum { MOST = 16, ROUNDS = 1500 };

typedef struct shared {
    emuq_barrier_t meeting;
    unsigned workers;
    unsigned done[2][MOST]; /* last round of each worker; not atomic, for checks by ThreadSanitizer */
} shared_t;

static void come_and_go(void *shared, unsigned number)
{
    shared_t *s = shared;
    for (unsigned round = 1; round <= ROUNDS; round++) {
        s->done[round % 2][number] = round;
        emuq_barrier_wait(&s->meeting);
        for (unsigned i = 0; i < s->workers; i++)
            VALIDATE(s->done[round % 2][i] == round);
    }
}

static void run(bool processes, unsigned workers, unsigned spins)
{
    shared_t *s = validate_shared(sizeof *s);
    s->workers = workers;
    emuq_barrier_init(&s->meeting, workers, spins);
    validate_run(processes, workers, come_and_go, s);
    VALIDATE(s->meeting.arrived == 0 && s->meeting.round == ROUNDS);
    validate_end(s, sizeof *s);
}

static void threads(void)
{
    run(false, 1, 0);
    run(false, 2, 1000);
    run(false, 5, 10);
    run(false, MOST, 0);
}

static void processes(void)
{
    run(true, 2, 1000);
    run(true, 6, 0);
}

static void *meet(void *meeting)
{
    emuq_barrier_wait(meeting);
    return NULL;
}

/* The last thread arrives while the first one is between its decision to wait and its sleep. */
static void all_come_before_the_sleep(void)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t sleeper;
    emuq_barrier_init(&s->meeting, 2, 0);
    points_stop("barrier_sleep", 1);
    pthread_create(&sleeper, NULL, meet, &s->meeting);
    points_wait("barrier_sleep");
    emuq_barrier_wait(&s->meeting);
    points_release("barrier_sleep");
    pthread_join(sleeper, NULL);
    CU_ASSERT_EQUAL(s->meeting.round, 1);
    points_clear();
    validate_end(s, sizeof *s);
}

/* After an unsuccessful spin phase, the threads of the next barriers sleep at once. */
static void in_vain(void)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t sleeper;
    emuq_barrier_init(&s->meeting, 2, 1);
    for (unsigned round = 0; round <= EMUQ_BACKOFF_REPEATS; round++) {
        points_stop("barrier_sleep", 1);
        pthread_create(&sleeper, NULL, meet, &s->meeting);
        points_wait("barrier_sleep");
        CU_ASSERT_EQUAL(s->meeting.no_spin, EMUQ_BACKOFF_REPEATS - round % EMUQ_BACKOFF_REPEATS);
        emuq_barrier_wait(&s->meeting);
        points_release("barrier_sleep");
        pthread_join(sleeper, NULL);
        points_clear();
    }
    validate_end(s, sizeof *s);
}

/* The next barrier completes before the last thread of the previous barrier has woken the sleepers. */
static void next_one_before_the_wake(void)
{
    shared_t *s = validate_shared(sizeof *s);
    pthread_t first, last;
    emuq_barrier_init(&s->meeting, 2, UINT32_MAX);
    pthread_create(&first, NULL, meet, &s->meeting);
    while (__atomic_load_n(&s->meeting.arrived, __ATOMIC_RELAXED) == 0)
        sched_yield();
    points_stop("barrier_wake", 1);
    pthread_create(&last, NULL, meet, &s->meeting);
    points_wait("barrier_wake");
    pthread_join(first, NULL);
    pthread_create(&first, NULL, meet, &s->meeting);
    emuq_barrier_wait(&s->meeting);
    pthread_join(first, NULL);
    points_release("barrier_wake");
    pthread_join(last, NULL);
    CU_ASSERT(s->meeting.arrived == 0 && s->meeting.round == 2);
    points_clear();
    validate_end(s, sizeof *s);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"all come before the sleep", all_come_before_the_sleep},
                                        {"looking in vain", in_vain},
                                        {"the next one before the wake-up", next_one_before_the_wake},
                                        {"threads", threads},
                                        {"processes", processes},
                                        {NULL, NULL}};
    return emuq_test_main("meeting", tests);
}
