/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file thread_calls.h
 * @brief Private to the kernel shim: hooks of interposed thread calls and exit().
 */
#ifndef EMUQ_THREAD_CALLS_H
#define EMUQ_THREAD_CALLS_H

#include <pthread.h>

/** Hooks. NULL: the C library's function runs. Atomic, relaxed: a thread that needs a hook has stored it, or
 * was created by a thread that has */
typedef struct emuq_thread_calls {
    int (*create)(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument);
    /** Called before a thread is joined */
    void (*join)(pthread_t thread);
    /** Called by exit(): ends the calling thread and records @p status as that of its rank. Returns if the
     * thread is not in a rank of threads mode. */
    void (*exit)(int status);
} emuq_thread_calls_t;

extern emuq_thread_calls_t emuq_thread_calls;

/** pthread_create() of the C library, or of a sanitizer */
int emuq_real_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *),
                             void *argument);

#endif /* EMUQ_THREAD_CALLS_H */
