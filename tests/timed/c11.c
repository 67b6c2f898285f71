/* SPDX-License-Identifier: BSD-3-Clause */
/* Two threads of <threads.h> alternate by a mutex and a condition, and wait with limits, in modelled
 * time. */
#include <stdio.h>
#include <threads.h>
#include <time.h>

#include <hwi/include/bqc/A2_inlines.h>

enum { TURNS = 10, SLEEP_MS = 20 };

static mtx_t mutex;
static cnd_t moved;
static once_flag flag = ONCE_FLAG_INIT;
static int made, is_others, turns; /* mutex */

static void make(void)
{
    made++;
}

static int take_turns(void *others)
{
    int mine = others != NULL;
    call_once(&flag, make);
    mtx_lock(&mutex);
    for (int i = 0; i < TURNS; i++) {
        while (is_others != mine)
            cnd_wait(&moved, &mutex);
        is_others = !is_others;
        turns++;
        cnd_signal(&moved);
    }
    mtx_unlock(&mutex);
    return 7;
}

static struct timespec in_ms(long ms)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    t.tv_nsec += ms * 1000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    return t;
}

static int hold(void *unused)
{
    (void)unused;
    mtx_lock(&mutex);
    thrd_sleep(&(struct timespec){.tv_nsec = SLEEP_MS * 1000000}, NULL);
    mtx_unlock(&mutex);
    return 0;
}

int main(void)
{
    thrd_t thread;
    int result = 0;
    mtx_init(&mutex, mtx_timed);
    cnd_init(&moved);
    if (thrd_create(&thread, take_turns, &result) != thrd_success)
        return 1;
    take_turns(NULL);
    thrd_join(thread, &result);
    int right = result == 7 && turns == 2 * TURNS && made == 1;
    unsigned long long begin = GetTimeBase();
    struct timespec limit = in_ms(SLEEP_MS);
    mtx_lock(&mutex);
    right &= cnd_timedwait(&moved, &mutex, &limit) == thrd_timedout;
    mtx_unlock(&mutex);
    right &= (GetTimeBase() - begin) / 1600000 == SLEEP_MS;
    if (thrd_create(&thread, hold, NULL) != thrd_success)
        return 1;
    thrd_yield();
    limit = in_ms(SLEEP_MS / 2);
    right &= mtx_trylock(&mutex) == thrd_busy && mtx_timedlock(&mutex, &limit) == thrd_timedout;
    limit = in_ms(SLEEP_MS);
    right &= mtx_timedlock(&mutex, &limit) == thrd_success && mtx_unlock(&mutex) == thrd_success;
    thrd_join(thread, NULL);
    printf("%s at %llu\n", right ? "right" : "wrong", (unsigned long long)GetTimeBase());
    return right ? 0 : 3;
}
