/* SPDX-License-Identifier: BSD-3-Clause */
/* Creation and joining of threads, and exit(), in front of the C library's. In threads mode, exit() on the
 * main thread of a rank ends the rank; on a later thread it ends that thread. */
#define _GNU_SOURCE
#include "kernel-shim/preload/preload.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/text.h"
#include "base/memory.h"

emuq_thread_calls_t emuq_thread_calls;

typedef int (*create_function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int (*join_function)(pthread_t, void **);

/* Sanitizer runtimes that are linked into the program define their interceptors under these names. RTLD_NEXT
 * finds interceptors in shared libraries. */
extern int __interceptor_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    __attribute__((weak));
extern int __interceptor_pthread_join(pthread_t, void **) __attribute__((weak));

static void *thread_calls_find(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL) {
        emuq_log("the C library has no %s; link the program dynamically", name);
        abort();
    }
    return found;
}

int emuq_real_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *),
                             void *argument)
{
    static create_function found; /* atomic; every thread finds the same */
    create_function create = emuq_pointer_load(&found);
    if (create == NULL) {
        create = __interceptor_pthread_create;
        if (create == NULL)
            *(void **)&create = thread_calls_find("pthread_create");
        emuq_pointer_store(&found, create);
    }
    return create(thread, attr, start, argument);
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr, void *(*start)(void *),
                   void *restrict argument)
{
    create_function create = emuq_pointer_load(&emuq_thread_calls.create);
    return (create != NULL ? create : emuq_real_pthread_create)(thread, attr, start, argument);
}

int pthread_join(pthread_t thread, void **result)
{
    void (*hook)(pthread_t) = emuq_pointer_load(&emuq_thread_calls.join);
    join_function join = __interceptor_pthread_join;
    if (hook != NULL)
        hook(thread);
    if (join == NULL)
        *(void **)&join = thread_calls_find("pthread_join");
    return join(thread, result);
}

/* A C11 thread is a POSIX thread whose result is an int, also for sanitizers. */
typedef struct thread_calls_c11 {
    thrd_start_t start;
    void *argument;
} thread_calls_c11_t;

static void *thread_calls_c11_start(void *argument)
{
    thread_calls_c11_t *first = argument;
    thrd_start_t start = first->start;
    argument = first->argument;
    free(first);
    return (void *)(intptr_t)start(argument);
}

int thrd_create(thrd_t *thread, thrd_start_t start, void *argument)
{
    thread_calls_c11_t *first = emuq_malloc(sizeof(*first));
    if (first == NULL)
        return thrd_nomem;
    *first = (thread_calls_c11_t){start, argument};
    int rc = pthread_create(thread, NULL, thread_calls_c11_start, first);
    if (rc != 0)
        free(first);
    return rc == 0 ? thrd_success : rc == ENOMEM || rc == EAGAIN ? thrd_nomem : thrd_error;
}

int thrd_join(thrd_t thread, int *result)
{
    void *value;
    if (pthread_join(thread, &value) != 0)
        return thrd_error;
    if (result != NULL)
        *result = (int)(intptr_t)value;
    return thrd_success;
}

int thrd_detach(thrd_t thread)
{
    return pthread_detach(thread) == 0 ? thrd_success : thrd_error;
}

void exit(int status)
{
    void (*hook)(int) = emuq_pointer_load(&emuq_thread_calls.exit);
    void (*next)(int) = NULL;
    if (hook != NULL)
        hook(status);
    *(void **)&next = dlsym(RTLD_NEXT, "exit");
    if (next != NULL)
        next(status);
    _exit(status);
}
