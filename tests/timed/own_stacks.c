/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank runs on stacks that it has allocated, of a user thread and of a POSIX thread, while different
 * ranks run with stacks at the same addresses. The user thread also waits for a mutex on such a stack. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#define BYTES (128 << 10)
#define TURNS 100

static ucontext_t back, there;
static int good;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int is_locked;

/* True if variables on the stack keep their values. */
static int stack_is_kept(void)
{
    volatile unsigned number[100];
    for (unsigned turn = 0; turn < TURNS; turn++) {
        for (unsigned i = 0; i < 100; i++)
            number[i] = Kernel_GetRank() * 1000 + turn + i;
        (void)GetTimeBase(); /* yields */
        for (unsigned i = 0; i < 100; i++)
            if (number[i] != Kernel_GetRank() * 1000 + turn + i)
                return 0;
    }
    return 1;
}

/* Holds the mutex while different ranks run. */
static void *keeper(void *argument)
{
    pthread_mutex_lock(&mutex);
    is_locked = 1;
    for (unsigned turn = 0; turn < TURNS; turn++)
        (void)GetTimeBase();
    is_locked = 0;
    pthread_mutex_unlock(&mutex);
    return argument;
}

/* True if a wait for a mutex ends when the mutex is free. */
static int mutex_is_awaited(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, keeper, NULL) != 0)
        return 0;
    while (!is_locked)
        (void)GetTimeBase();
    pthread_mutex_lock(&mutex);
    int is_free = !is_locked;
    pthread_mutex_unlock(&mutex);
    return pthread_join(thread, NULL) == 0 && is_free;
}

static void user_thread(void)
{
    good = stack_is_kept() && mutex_is_awaited();
}

static void *posix_thread(void *argument)
{
    return stack_is_kept() ? argument : NULL;
}

int main(void)
{
    void *stack = NULL, *value = NULL;
    pthread_attr_t attr;
    pthread_t thread;
    if (posix_memalign(&stack, 4096, BYTES) != 0 || getcontext(&there) != 0)
        return 2;
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = BYTES;
    there.uc_link = &back;
    makecontext(&there, user_thread, 0);
    if (swapcontext(&back, &there) != 0 || !good) {
        fprintf(stderr, "rank %u: the stack of a user thread is another rank's\n", Kernel_GetRank());
        return 1;
    }
    pthread_attr_init(&attr);
    if (pthread_attr_setstack(&attr, stack, BYTES) != 0 ||
        pthread_create(&thread, &attr, posix_thread, stack) != 0 || pthread_join(thread, &value) != 0 ||
        value != stack) {
        fprintf(stderr, "rank %u: a thread does not run on a stack of the program\n", Kernel_GetRank());
        return 1;
    }
    free(stack);
    return 0;
}
