/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file threads.h
 * @brief Private to the kernel shim: which threads are members of which process.
 *
 * A thread becomes a member in two steps: its creator counts it on a hardware thread (place), the thread
 * itself enters. It leaves by itself when it ends.
 */
#ifndef EMUQ_THREADS_H
#define EMUQ_THREADS_H

#include <pthread.h>

#include "kernel-shim/partition/state.h"
#include "kernel-shim/partition/thread.h"

/** Chooses a hardware thread of @p process for a new software thread (kernel-location section 1) and counts
 *  the thread there: emuq_thread_enter() must follow, in the new thread. Thread-safe.
 *  @return the hardware thread, 0..63. */
uint32_t emuq_thread_place(emuq_process_t *process);

/** Makes the calling thread, which is a member of no process, a member of @p process on the hardware thread
 *  @p processor that emuq_thread_place() gave. It leaves by itself when it ends. */
void emuq_thread_enter(emuq_process_t *process, uint32_t processor, bool is_main);

/** Ends the membership of the calling thread, if it is a member. */
void emuq_thread_leave(void);

/** pthread_create() of a thread that is a member of @p process from its start. @return as pthread_create():
 *  0 or an errno. */
int emuq_thread_create(emuq_process_t *process, bool is_main, pthread_t *thread, const pthread_attr_t *attr,
                       void *(*start)(void *), void *argument);

/** @return the number of threads of @p process that live or are about to start. Thread-safe. */
uint32_t emuq_process_threads(emuq_process_t *process);

/** @return the number of threads in all processes of @p partition. Thread-safe. */
uint64_t emuq_partition_threads(emuq_partition_t *partition);

#endif /* EMUQ_THREADS_H */
