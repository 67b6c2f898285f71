/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/watch.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/futex.h"
#include "base/quiet.h"

#define LOOK_NS UINT64_C(1000000000) /* between two looks */
#define PATIENT 10u                  /* looks */

static void say(const emuq_actor_t *a)
{
    fprintf(stderr,
            "emuq: %s %" PRIu32 " on node %" PRIu32
            " has run for %u seconds without a call that lets others run, and all others wait: it computes, "
            "or it waits for one of them in a loop without calls or with GetTimeBase() alone, and will wait "
            "for ever\n",
            a->is_main ? "rank" : "thread", a->number, a->node, PATIENT);
}

static void *watch(void *timed)
{
    emuq_timed_t *t = timed;
    uint64_t seen = 0;
    uint32_t quiet = 0;
    while (__atomic_load_n(&t->watch_ends, __ATOMIC_ACQUIRE) == 0) {
        (void)emuq_futex_wait(&t->watch_ends, 0, LOOK_NS);
        uint64_t steps = __atomic_load_n(&t->steps, __ATOMIC_RELAXED);
        /* Acquire: pairs with the release of who gave the baton; the actor is there. */
        const emuq_actor_t *holder = __atomic_load_n(&t->holder, __ATOMIC_ACQUIRE);
        quiet = holder != NULL && steps == seen ? quiet + 1 : 0;
        seen = steps;
        if (quiet == PATIENT)
            say(holder);
    }
    return NULL;
}

int emuq_watch_begin(emuq_timed_t *t)
{
    t->watch_ends = 0;
    return -emuq_quiet_thread(&t->watcher, watch, t);
}

void emuq_watch_end(emuq_timed_t *t)
{
    __atomic_store_n(&t->watch_ends, 1, __ATOMIC_RELEASE); /* pairs with the acquire in watch() */
    (void)emuq_futex_wake(&t->watch_ends, EMUQ_FUTEX_ALL);
    pthread_join(t->watcher, NULL);
}
