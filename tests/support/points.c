/* SPDX-License-Identifier: BSD-3-Clause */
/* Stops and random delays at test points. One lock guards the state, in memory shared with forked children.
 */
#define _GNU_SOURCE
#ifndef EMUQ_TEST_POINTS
#define EMUQ_TEST_POINTS
#endif
#include "points.h"

#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "base/lock.h"

enum { STOPS = 16, NAME_BYTES = 64 };

typedef struct stop {
    char name[NAME_BYTES]; /* empty: unused entry */
    unsigned nth, arrivals;
    unsigned serial;  /* number of the points_stop() call, from 1 */
    bool has_stopped; /* the nth arrival is stopped */
} stop_t;

typedef struct state {
    emuq_lock_t lock; /* guards all members but seed */
    stop_t stop[STOPS];
    unsigned stops;
    unsigned last_serial;
    unsigned threads; /* threads with a seeded random generator */
    unsigned seed;    /* 0: no random delays; atomic */
} state_t;

static state_t *state;

static __thread uint64_t chance; /* state of the random generator of this thread; 0: not seeded */

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "points: %s \"%s\" for %d seconds\n", what, name, POINTS_LIMIT_S);
    _exit(1);
}

static void pause_for(long ns)
{
    nanosleep(&(struct timespec){0, ns}, NULL);
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The thread takes or holds the lock. Prevents a deadlock: a signal handler that reaches a test point in this
 * state must not take the lock. */
static __thread volatile sig_atomic_t holds;

static void hold(void)
{
    holds = 1;
    emuq_lock(&state->lock);
}

static void let_go(void)
{
    emuq_unlock(&state->lock);
    holds = 0;
}

static uint64_t next_chance(void)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return chance >> 16;
}

static void disturb(unsigned seed)
{
    if (chance == 0)
        chance = (UINT64_C(0x9e3779b97f4a7c15) * seed) ^
                 (UINT64_C(0xd1342543de82ef95) * (__atomic_add_fetch(&state->threads, 1, __ATOMIC_RELAXED)));
    uint64_t c = next_chance() % 64;
    if (c == 0)
        pause_for((long)(next_chance() % 50000));
    else if (c < 8)
        sched_yield();
    else if (c < 16)
        for (uint64_t i = next_chance() % 256; i > 0; i--)
            emuq_pause();
}

/* @return the stop of this arrival, or NULL. The caller holds the lock. */
static stop_t *arrive(const char *name)
{
    stop_t *here = NULL;
    for (int i = 0; i < STOPS; i++)
        if (strcmp(state->stop[i].name, name) == 0 && ++state->stop[i].arrivals == state->stop[i].nth)
            here = &state->stop[i];
    if (here != NULL)
        here->has_stopped = true;
    return here;
}

static void reached(const char *name)
{
    unsigned seed = __atomic_load_n(&state->seed, __ATOMIC_RELAXED);
    if (seed != 0)
        disturb(seed);
    if (__atomic_load_n(&state->stops, __ATOMIC_RELAXED) == 0 || holds)
        return;
    hold();
    stop_t *here = arrive(name);
    unsigned serial = here != NULL ? here->serial : 0;
    let_go();
    for (double since = now_s(); here != NULL; pause_for(100000)) {
        hold();
        bool goes_on = here->serial != serial; /* stop removed; the entry may be in use again */
        let_go();
        if (goes_on)
            return;
        if (now_s() - since > POINTS_LIMIT_S)
            fail("no test has released a thread at", name);
    }
}

void points_stop(const char *name, unsigned nth)
{
    int i = 0;
    hold();
    while (i < STOPS && state->stop[i].name[0] != '\0')
        i++;
    if (i == STOPS || strlen(name) >= NAME_BYTES || nth == 0) {
        fprintf(stderr, "points: cannot stop arrival %u at \"%s\": %d stops at most, names below %d bytes\n",
                nth, name, STOPS, NAME_BYTES);
        _exit(1);
    }
    state->stop[i] = (stop_t){.nth = nth, .serial = ++state->last_serial};
    strcpy(state->stop[i].name, name);
    __atomic_store_n(&state->stops, state->stops + 1, __ATOMIC_RELAXED);
    let_go();
}

bool points_is_stopped(const char *name)
{
    bool is_stopped = false;
    hold();
    for (int i = 0; i < STOPS; i++)
        is_stopped |= strcmp(state->stop[i].name, name) == 0 && state->stop[i].has_stopped;
    let_go();
    return is_stopped;
}

void points_wait(const char *name)
{
    for (double since = now_s(); !points_is_stopped(name); pause_for(100000))
        if (now_s() - since > POINTS_LIMIT_S)
            fail("no thread has stopped at", name);
}

unsigned points_count(const char *name)
{
    unsigned count = 0;
    hold();
    for (int i = 0; i < STOPS; i++)
        if (strcmp(state->stop[i].name, name) == 0)
            count = state->stop[i].arrivals;
    let_go();
    return count;
}

/* Removes the stops of a point, or of all points if @p name is NULL. */
static void release(const char *name)
{
    hold();
    for (int i = 0; i < STOPS; i++) {
        stop_t *s = &state->stop[i];
        if (s->name[0] == '\0' || (name != NULL && strcmp(s->name, name) != 0))
            continue;
        *s = (stop_t){.serial = 0};
        __atomic_store_n(&state->stops, state->stops - 1, __ATOMIC_RELAXED);
    }
    let_go();
}

void points_release(const char *name)
{
    release(name);
}

void points_yield_randomly(unsigned seed)
{
    __atomic_store_n(&state->seed, seed, __ATOMIC_RELAXED);
}

void points_clear(void)
{
    points_yield_randomly(0);
    release(NULL);
}

/* Runs before the constructors of programs and before any thread starts. */
__attribute__((constructor(101))) static void make_state(void)
{
    state = mmap(NULL, sizeof(state_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (state == MAP_FAILED) {
        perror("points: mmap");
        _exit(1);
    }
    emuq_test_point_reached = reached;
}
