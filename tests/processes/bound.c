/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rank stays bound to its cores while it has at most one thread more than cores. With more threads it gets
 * all cores of the job, except threads bound by the program. bound [stays]: after emuq-run --bind core the
 * binding stays.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SKIPPED = 77, MOST = 64 };

static pthread_barrier_t ready, over;
static cpu_set_t one;

static void *bound_thread(void *wrong)
{
    cpu_set_t now;
    sched_setaffinity(0, sizeof one, &one);
    pthread_barrier_wait(&ready);
    pthread_barrier_wait(&over);
    sched_getaffinity(0, sizeof now, &now);
    *(int *)wrong = !CPU_EQUAL(&now, &one);
    return NULL;
}

static void *other_thread(void *nothing)
{
    pthread_barrier_wait(&over);
    return nothing;
}

/* @return whether the calling thread may run on @p wanted */
static int is_on(const cpu_set_t *wanted, int threads)
{
    cpu_set_t now;
    sched_getaffinity(0, sizeof now, &now);
    if (CPU_EQUAL(&now, wanted))
        return 1;
    printf("%d threads: %d processors, not %d\n", threads, CPU_COUNT(&now), CPU_COUNT(wanted));
    return 0;
}

int main(int argc, char **argv)
{
    int stays = argc > 1 && strcmp(argv[1], "stays") == 0, wrong = 0, is_moved = 0;
    cpu_set_t share, all;
    pthread_t thread[MOST];
    sched_getaffinity(0, sizeof share, &share);
    sched_getaffinity(getppid(), sizeof all, &all);
    int few = CPU_COUNT(&share) + 1;
    if (CPU_COUNT(&all) <= CPU_COUNT(&share) || few > MOST)
        return SKIPPED;
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &all) && !(CPU_ISSET(i, &share) && CPU_COUNT(&share) == 1))
            CPU_SET(i, &one);
    pthread_barrier_init(&ready, NULL, 2);
    pthread_barrier_init(&over, NULL, (unsigned)few + 1);
    pthread_create(&thread[0], NULL, bound_thread, &is_moved);
    pthread_barrier_wait(&ready);
    for (int i = 1; i < few; i++) { /* i + 1 threads with the main thread */
        wrong |= !is_on(&share, i + 1);
        pthread_create(&thread[i], NULL, other_thread, NULL);
    }
    wrong |= !is_on(stays ? &share : &all, few + 1);
    pthread_barrier_wait(&over);
    for (int i = 0; i < few; i++)
        pthread_join(thread[i], NULL);
    return wrong || is_moved;
}
