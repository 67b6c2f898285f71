/* SPDX-License-Identifier: BSD-3-Clause */
/* Internal threads of components outside the kernel shim, such as the driver of a network card. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/process.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/threads.h"

#define COMPONENT_THREADS 4

typedef struct component_thread {
    pthread_t thread;
    void (*stop)(void);
} component_thread_t;

/* Guarded by `lock`. `count` is of `creator`: a forked child has no such threads. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static component_thread_t threads[COMPONENT_THREADS];
static unsigned count;
static pid_t creator;

/* The hook of pthread_create() would make the thread a member of the caller's process. */
static int component_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *),
                            void *argument)
{
    return emuq_thread_create(NULL, false, thread, attr, start, argument);
}

/* Forgets the threads of the parent process. Caller holds the lock. */
static void component_claim(void)
{
    if (creator == getpid())
        return;
    creator = getpid();
    count = 0;
}

int emuq_component_thread(void *(*start)(void *), void *argument, void (*stop)(void))
{
    emuq_host_mutex_lock(&lock);
    component_claim();
    int rc = count < COMPONENT_THREADS ? 0 : -EAGAIN;
    if (rc == 0)
        rc = -emuq_internal_thread_by(component_create, &threads[count].thread, start, argument);
    if (rc == 0)
        threads[count++].stop = stop;
    emuq_host_mutex_unlock(&lock);
    return rc;
}

void emuq_component_threads_end(void)
{
    component_thread_t ended[COMPONENT_THREADS];
    emuq_host_mutex_lock(&lock);
    component_claim();
    unsigned last = count;
    memcpy(ended, threads, sizeof(ended));
    count = 0;
    emuq_host_mutex_unlock(&lock);
    while (last-- != 0) { /* a thread may use the resources of threads that were created before */
        ended[last].stop();
        pthread_join(ended[last].thread, NULL);
    }
}
