/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file thread_calls.h
 * @brief Private to the kernel shim: hooks of the interposed pthread_create(), pthread_join(), thrd_create(),
 * thrd_join(), thrd_detach() and exit().
 *
 * Without hooks the functions of the C library run. A hook is stored once, relaxed, before any thread needs
 * it: a member of a rank has stored it itself, or was created by such a thread.
 */
#ifndef EMUQ_THREAD_CALLS_H
#define EMUQ_THREAD_CALLS_H

#include <pthread.h>

/** Hooks; NULL: none. Atomic, relaxed. */
typedef struct emuq_thread_calls {
    /** Replaces pthread_create(). */
    int (*create)(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *), void *argument);
    /** Called before a thread is joined. */
    void (*join)(pthread_t thread);
    /** Called by exit(): ends the rank of the calling thread. Returns if the thread has no rank. */
    void (*exit)(int status);
} emuq_thread_calls_t;

extern emuq_thread_calls_t emuq_thread_calls;

/** pthread_create() of the C library, or of the sanitizer that is linked into the program. */
int emuq_real_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *),
                             void *argument);

#endif /* EMUQ_THREAD_CALLS_H */
