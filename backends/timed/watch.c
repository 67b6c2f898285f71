/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/watch.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "backends/timed/report.h"
#include "backends/timed/spins.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "base/process.h"

#define LEAST_NS   UINT64_C(2000000)  /* between two looks; processor time of a thread that may wait */
#define MOST_NS    UINT64_C(64000000) /* between two looks at a thread that seems to compute */
#define PATIENT_NS (EMUQ_TIMED_PATIENT * EMUQ_NS_PER_S) /* until something is said */

/* What the watch has seen of the thread that has the baton. */
typedef struct seen {
    uint64_t at_ns; /* host time of the last check */
    const emuq_actor_t *holder;
    uint64_t steps;
    uint64_t progress;
    uint64_t used_ns;    /* processor time of the thread */
    uint64_t quiet_ns;   /* it has done nothing so long */
    uint64_t useless_ns; /* all threads have only polled so long ... */
    bool is_said;        /* ... which has been said */
} seen_t;

static void say_quiet(const emuq_actor_t *a)
{
    fprintf(stderr,
            "emuq: %s %" PRIu32 " on node %" PRIu32
            " has run for %u seconds without a call that lets others run, and all others wait: it computes, "
            "or it waits for one of them in a loop that cannot be seen to wait, because it counts, calls "
            "the system or is traced by a debugger, and will wait for ever. emuqcc --time-blocks gives such "
            "a loop time\n",
            a->is_main ? "rank" : "thread", a->number, a->node, EMUQ_TIMED_PATIENT);
}

/* Processor time of a thread, whether it still exists or not. */
static uint64_t used_by(const emuq_actor_t *a)
{
    int32_t tid = __atomic_load_n(&a->tid, __ATOMIC_RELAXED);
    struct timespec used;
    clockid_t clock = (clockid_t)((~(uint32_t)tid << 3) | 6); /* Linux: that of the thread with this number */
    if (tid == 0 || emuq_host_clock_gettime(clock, &used) != 0)
        return 0;
    return (uint64_t)used.tv_sec * EMUQ_NS_PER_S + (uint64_t)used.tv_nsec;
}

/* @return until the next look */
static uint64_t look(emuq_timed_t *t, seen_t *s, uint64_t pause)
{
    /* A pause of the host may last much longer than requested. */
    uint64_t now = emuq_host_now_ns(), elapsed = now - s->at_ns;
    s->at_ns = now;
    /* Acquire: pairs with the release of who gave the baton; the actor is there. */
    const emuq_actor_t *holder = __atomic_load_n(&t->holder, __ATOMIC_ACQUIRE);
    uint64_t steps = __atomic_load_n(&t->steps, __ATOMIC_RELAXED);
    uint64_t progress = __atomic_load_n(&t->progress, __ATOMIC_RELAXED);
    bool is_quiet = holder != NULL && holder == s->holder && steps == s->steps;
    s->quiet_ns = is_quiet ? s->quiet_ns + elapsed : 0;
    s->useless_ns = holder != NULL && progress == s->progress ? s->useless_ns + elapsed : 0;
    s->holder = holder;
    s->steps = steps;
    s->progress = progress;
    if (s->useless_ns == 0)
        s->is_said = false;
    if (s->useless_ns >= PATIENT_NS && !is_quiet && !s->is_said) {
        s->is_said = true;
        __atomic_store_n(&t->is_useless, 1, __ATOMIC_RELAXED);
    }
    if (!is_quiet) {
        s->used_ns = UINT64_MAX;
        return LEAST_NS;
    }
    if (s->quiet_ns >= PATIENT_NS && s->quiet_ns - elapsed < PATIENT_NS)
        say_quiet(holder);
    const emuq_actor_t *thread =
        __atomic_load_n(&t->thread, __ATOMIC_RELAXED); /* the holder has not changed */
    uint64_t used = used_by(thread), before = s->used_ns;
    if (before == UINT64_MAX || used < before)
        s->used_ns = used;
    if (before == UINT64_MAX || used - before < LEAST_NS) /* it may be in the system */
        return LEAST_NS;
    emuq_spins_look(thread);
    s->used_ns = used;
    return 2 * pause < MOST_NS ? 2 * pause : MOST_NS;
}

static void *watch(void *timed)
{
    emuq_timed_t *t = timed;
    seen_t seen = {.used_ns = UINT64_MAX, .at_ns = emuq_host_now_ns()};
    uint64_t pause = LEAST_NS;
    while (__atomic_load_n(&t->watch_ends, __ATOMIC_ACQUIRE) == 0) {
        (void)emuq_futex_wait(&t->watch_ends, 0, pause);
        pause = look(t, &seen, pause);
    }
    return NULL;
}

int emuq_watch_begin(emuq_timed_t *t)
{
    t->watch_ends = 0;
    emuq_spins_prepare();
    return -emuq_internal_thread(&t->watcher, watch, t);
}

void emuq_watch_end(emuq_timed_t *t)
{
    emuq_futex_store_wake(&t->watch_ends, 1); /* pairs with the acquire in watch() */
    pthread_join(t->watcher, NULL);
}
