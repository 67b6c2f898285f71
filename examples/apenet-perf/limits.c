/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "limits.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "apenet_world.h"

#define SPINS 1000 /* looks before a thread gives up its core: both may be on one */

/* A line of memory that goes to and fro. */
typedef struct hand_off {
    _Alignas(64) uint64_t turn; /* __atomic: even: the first thread's */
    uint64_t words[7];          /* the rest of the 64 bytes */
    unsigned rounds;
    double time; /* of all but the first two */
} hand_off_t;

/* Waits for a turn, changes the line, and gives it to the other. */
static void pass(hand_off_t *h, uint64_t turn)
{
    /* Acquire: pairs with the release below, in the other thread. */
    for (unsigned looks = 1; __atomic_load_n(&h->turn, __ATOMIC_ACQUIRE) != turn; looks++)
        if (looks % SPINS == 0)
            sched_yield();
    for (unsigned i = 0; i < 7; i++)
        h->words[i]++;
    __atomic_store_n(&h->turn, turn + 1, __ATOMIC_RELEASE);
}

static void *begin(void *hand_off)
{
    hand_off_t *h = hand_off;
    pass(h, 0); /* the other thread runs by the time that its turn comes back */
    pass(h, 2);
    double start = apenet_world_seconds();
    for (unsigned n = 2; n < h->rounds; n++)
        pass(h, 2 * n);
    h->time = apenet_world_seconds() - start;
    return NULL;
}

static void *answer(void *hand_off)
{
    hand_off_t *h = hand_off;
    for (unsigned n = 0; n < h->rounds; n++)
        pass(h, 2 * n + 1);
    return NULL;
}

/* Starts a thread on one of the processors that this one may use, if there is such a one. */
static int start(pthread_t *thread, int number, void *(*function)(void *), void *argument)
{
    cpu_set_t usable, one;
    pthread_attr_t attributes;
    CPU_ZERO(&one);
    sched_getaffinity(0, sizeof usable, &usable);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++)
        if (CPU_ISSET(cpu, &usable) && number-- == 0)
            CPU_SET(cpu, &one);
    pthread_attr_init(&attributes);
    if (CPU_COUNT(&one) != 0)
        pthread_attr_setaffinity_np(&attributes, sizeof one, &one);
    int rc = pthread_create(thread, &attributes, function, argument);
    pthread_attr_destroy(&attributes);
    return rc;
}

double limits_hand_off(unsigned rounds)
{
    hand_off_t h = {.rounds = rounds};
    pthread_t first, second;
    if (start(&second, 1, answer, &h) != 0)
        abort();
    if (start(&first, 0, begin, &h) != 0)
        abort();
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return h.time / (2.0 * (rounds - 2));
}

double limits_copy(size_t bytes, unsigned rounds)
{
    char *from = malloc(bytes), *to = malloc(bytes);
    if (from == NULL || to == NULL)
        abort();
    memset(from, 1, bytes);
    memset(to, 2, bytes);
    double begin = apenet_world_seconds();
    for (unsigned n = 0; n < rounds; n++) {
        from[n % bytes]++;
        memcpy(to, from, bytes);
        __asm__ volatile("" : : "r"(to) : "memory"); /* the copy is made */
    }
    double time = apenet_world_seconds() - begin;
    free(from);
    free(to);
    return time / rounds;
}
