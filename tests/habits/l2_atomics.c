/* SPDX-License-Identifier: BSD-3-Clause */
/* L2 atomics on ordinary memory, mixed with plain loads and stores; bounded operations; immediate reuse of
 * barriers; static initialisers. Threads of one process. */
#include <pthread.h>

#include <spi/include/l2/atomic.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/l2/lock.h>

#include "common.h"

#define THREADS 4
#define ROUNDS  200
#define FULL    0x8000000000000000ULL

typedef struct {
    uint64_t next, bound; /* bounded increment: the bound is the next word */
    uint64_t empty, last; /* bounded decrement: the bound is the previous word */
    volatile uint64_t sum, round;
    L2_Barrier_t barrier;
    L2_Lock_t lock;
    uint64_t locked;
} shared_t;

static void *work(void *argument)
{
    shared_t *s = argument;
    int i;
    for (i = 0; i < ROUNDS; i++) {
        L2_AtomicStoreAdd(&s->sum, 2);
        L2_LockAcquire(&s->lock);
        s->locked++;
        L2_LockRelease(&s->lock);
        L2_Barrier(&s->barrier, THREADS);
        EXPECT(s->sum == 2u * THREADS * (unsigned)(i + 1));
        L2_Barrier(&s->barrier, THREADS);
    }
    return NULL;
}

int main(void)
{
    L2_Barrier_t initial = L2_BARRIER_INITIALIZER;
    shared_t *s = malloc(sizeof *s);
    uint64_t local = 5;
    pthread_t thread[THREADS];
    int i;

    memset(s, 0, sizeof *s);
    s->barrier = initial;
    EXPECT(Kernel_L2AtomicsAllocate(s, sizeof *s) == 0);
    EXPECT(Kernel_L2AtomicsAllocate(&s->locked, 8) == 0);
    EXPECT(Kernel_L2AtomicsAllocate(&local, sizeof local) == 0);

    EXPECT(L2_AtomicLoadIncrement(&local) == 5 && local == 6);
    local = 100;
    L2_AtomicStoreAdd(&local, 11);
    EXPECT(local == 111 && L2_AtomicLoadClear(&local) == 111 && local == 0);
    L2_AtomicStoreOr(&local, 6);
    L2_AtomicStoreMax(&local, 3);
    EXPECT(L2_AtomicLoad(&local) == 6);

    s->next = 3;
    s->bound = 5;
    EXPECT(L2_AtomicLoadIncrementBounded(&s->next) == 3 && L2_AtomicLoadIncrementBounded(&s->next) == 4);
    EXPECT(L2_AtomicLoadIncrementBounded(&s->next) == FULL && s->next == 5);
    s->bound = 6;
    EXPECT(L2_AtomicLoadIncrementBounded(&s->next) == 5 && s->next == 6);
    s->empty = 1;
    s->last = 2;
    EXPECT(L2_AtomicLoadDecrementBounded(&s->last) == 2);
    EXPECT(L2_AtomicLoadDecrementBounded(&s->last) == FULL && s->last == 1);

    for (i = 0; i < THREADS; i++)
        EXPECT(pthread_create(&thread[i], NULL, work, s) == 0);
    for (i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    EXPECT(s->sum == 2u * THREADS * ROUNDS && s->locked == (uint64_t)THREADS * ROUNDS);
    return 0;
}
