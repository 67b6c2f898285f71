/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file thread_calls.h
 * @brief Private to the kernel shim: hooks of the interposed pthread_create(), pthread_join(), thrd_create(),
 * thrd_join(), thrd_detach() and exit().
 *
 * Without hooks the functions of the C library run. All stores of a hook have the same value. They are
 * relaxed: a thread that needs a hook has stored it, or was created by a thread that has.
 */
#ifndef EMUQ_THREAD_CALLS_H
#define EMUQ_THREAD_CALLS_H

#include <pthread.h>

/** Hooks. Each is NULL until a partition stores it. Atomic, relaxed. */
typedef struct emuq_thread_calls {
    /** Replaces pthread_create(). */
    int (*create)(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument);
    /** Called before a thread is joined. */
    void (*join)(pthread_t thread);
    /** Called by exit(): ends the calling thread and records @p status as that of its rank. Returns if the
     * thread is not in a rank of threads mode. */
    void (*exit)(int status);
} emuq_thread_calls_t;

extern emuq_thread_calls_t emuq_thread_calls;

/** pthread_create() of the C library, or of the sanitizer that is linked into the program. */
int emuq_real_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *),
                             void *argument);

#endif /* EMUQ_THREAD_CALLS_H */
