/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads of each rank contend for a mutex, a semaphore and a condition. Prints the time at which each
 * thread is done. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

enum { THREADS = 5, ROUNDS = 20 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static sem_t places; /* initially 2 */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static unsigned sum, running; /* mutex */

static void prepare(void)
{
    sem_init(&places, 0, 2);
}

static void *contend(void *number)
{
    unsigned self = Kernel_GetRank() * THREADS + *(unsigned *)number;
    pthread_once(&once, prepare);
    pthread_mutex_lock(&mutex);
    running++;
    pthread_mutex_unlock(&mutex);
    for (unsigned round = 0; round < ROUNDS; round++) {
        sem_wait(&places);
        DelayTimeBase(100 + self * 37 % 11 * 50);
        sem_post(&places);
        pthread_mutex_lock(&mutex);
        unsigned seen = ++sum;
        pthread_cond_broadcast(&moved);
        while (round % 4 == 1 && sum == seen && running > 1)
            pthread_cond_wait(&moved, &mutex);
        pthread_mutex_unlock(&mutex);
    }
    pthread_mutex_lock(&mutex);
    running--;
    pthread_cond_broadcast(&moved);
    printf("thread %2u: %llu\n", self, (unsigned long long)GetTimeBase());
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    unsigned number[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        number[i] = i;
        if (pthread_create(&thread[i], NULL, contend, &number[i]) != 0)
            return 1;
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
