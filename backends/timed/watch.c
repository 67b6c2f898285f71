/* SPDX-License-Identifier: BSD-3-Clause */
/* Monitor thread: warns when the job makes no progress, and has threads that run long without calls checked
 * for spin loops. */
#include "backends/timed/scheduler.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "base/host_calls.h"
#include "base/lock.h"
#include "base/process.h"

#define MIN_INTERVAL_NS UINT64_C(2000000)  /* between checks; processor time that suggests a spin loop */
#define MAX_INTERVAL_NS UINT64_C(64000000) /* between checks of a computing thread */
#define WARN_NS         (EMUQ_TIMED_WARN_SECONDS * EMUQ_NS_PER_S)

typedef struct seen {
    uint64_t at_ns;
    const emuq_actor_t *holder;
    uint64_t steps;
    uint64_t progress;
    uint64_t used_ns;
    uint64_t quiet_ns;   /* time without a step */
    uint64_t stalled_ns; /* time with polls only */
    bool is_reported;
} seen_t;

static void watch_report_quiet(const emuq_actor_t *a)
{
    fprintf(
        stderr,
        "emuq: %s %" PRIu32 " on node %" PRIu32
        " has run for %u seconds without a call that passes control, and all other threads wait. The thread "
        "computes, or waits forever in a loop that counts, calls the system or runs under a debugger. "
        "emuqcc --time-blocks gives such a loop time\n",
        a->is_main ? "rank" : "thread", a->number, a->node, EMUQ_TIMED_WARN_SECONDS);
}

/* Returns 0 if the thread has ended. */
static uint64_t watch_processor_ns(const emuq_actor_t *a)
{
    uint32_t tid = AO_int_load(&a->tid);
    struct timespec used;
    clockid_t clock = (clockid_t)((~tid << 3) | 6); /* Linux: the CPU clock of a thread id */
    if (tid == 0 || emuq_host_clock_gettime(clock, &used) != 0)
        return 0;
    return (uint64_t)used.tv_sec * EMUQ_NS_PER_S + (uint64_t)used.tv_nsec;
}

/* Checks the holder's progress. @return time until the next check, ns */
static uint64_t watch_check(emuq_timed_t *t, seen_t *s, uint64_t pause)
{
    uint64_t now = emuq_host_now_ns(), elapsed = now - s->at_ns;
    s->at_ns = now;
    /* Acquire: pairs with the release in sched_give() and emuq_context_leave(). */
    const emuq_actor_t *holder = emuq_pointer_load_acquire(&t->holder);
    uint64_t steps = AO_load(&t->steps);
    uint64_t progress = AO_load(&t->progress);
    bool is_quiet = holder != NULL && holder == s->holder && steps == s->steps;
    s->quiet_ns = is_quiet ? s->quiet_ns + elapsed : 0;
    s->stalled_ns = holder != NULL && progress == s->progress ? s->stalled_ns + elapsed : 0;
    s->holder = holder;
    s->steps = steps;
    s->progress = progress;
    if (s->stalled_ns == 0)
        s->is_reported = false;
    if (s->stalled_ns >= WARN_NS && !is_quiet && !s->is_reported) {
        s->is_reported = true;
        AO_int_store(&t->no_progress, 1);
    }
    if (!is_quiet) {
        s->used_ns = UINT64_MAX;
        return MIN_INTERVAL_NS;
    }
    if (s->quiet_ns >= WARN_NS && s->quiet_ns - elapsed < WARN_NS)
        watch_report_quiet(holder);
    const emuq_actor_t *thread = emuq_pointer_load(&t->thread); /* valid: the holder has not changed */
    uint64_t used = watch_processor_ns(thread), before = s->used_ns;
    if (before == UINT64_MAX || used < before)
        s->used_ns = used;
    if (before == UINT64_MAX || used - before < MIN_INTERVAL_NS) /* may be in a system call */
        return MIN_INTERVAL_NS;
    emuq_spins_check(thread);
    s->used_ns = used;
    return 2 * pause < MAX_INTERVAL_NS ? 2 * pause : MAX_INTERVAL_NS;
}

static void *watch_main(void *timed)
{
    emuq_timed_t *t = timed;
    seen_t seen = {.used_ns = UINT64_MAX, .at_ns = emuq_host_now_ns()};
    uint64_t pause = MIN_INTERVAL_NS;
    while (AO_int_load_acquire(&t->watch_stop) == 0) {
        (void)emuq_futex_wait(&t->watch_stop, 0, pause);
        pause = watch_check(t, &seen, pause);
    }
    return NULL;
}

int emuq_timed_watch_start(emuq_timed_t *t)
{
    t->watch_stop = 0;
    emuq_spins_prepare();
    return -emuq_internal_thread(&t->watcher, watch_main, t);
}

void emuq_timed_watch_stop(emuq_timed_t *t)
{
    emuq_futex_store_wake(&t->watch_stop, 1); /* pairs with the acquire in watch_main() */
    pthread_join(t->watcher, NULL);
}
