/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file threads.h
 * @brief Membership, time slices and stacks of threads.
 */
#ifndef EMUQ_THREADS_H
#define EMUQ_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "kernel-shim/partition/state.h"

/** Assigns a hardware thread of @p process to a new thread, which then calls emuq_thread_enter()
 *  (kernel-location-process-memory 1). Thread-safe. @return 0..63 */
uint32_t emuq_thread_assign_processor(emuq_process_t *process);

/** Makes the calling thread a member of @p process until its end. */
void emuq_thread_enter(emuq_process_t *process, uint32_t processor, bool is_main);

/** Ends the membership of the calling thread, if any. */
void emuq_thread_leave(void);

/** pthread_create() of a member of @p process. @return 0 or an errno */
int emuq_thread_create(emuq_process_t *process, bool is_main, pthread_t *thread, const pthread_attr_t *attr,
                       void *(*start)(void *), void *argument);

/** @return the number of live or starting threads. Thread-safe */
uint32_t emuq_process_threads(emuq_process_t *process);

/** @return the number of threads in all processes. Thread-safe */
uint64_t emuq_partition_threads(emuq_partition_t *partition);

/** Time slice by EMUQ_SLICE. Thread-safe.
 * @param ranks on this host, host engine included @param processors shared by the ranks @return nanoseconds;
 * 0: default of the system */
uint64_t emuq_slice_wanted(uint32_t ranks, uint32_t processors);

/** Shortens the calling thread's time slice. @param ns 100000..100000000 @return 0: done; -ENOTSUP: Linux
 *  before 6.12, or special scheduling policy; or a negative errno */
int emuq_slice_shorten(uint64_t ns);

/** Sets the soft limit of the main thread's stack: EMUQ_STACK_SIZE, or the hard limit. Executed programs have
 *  all of it; in a running program the next mapping, 128 MiB away or more, limits the stack.
 *  @return 0, or a negative errno: -ERANGE: reduced to the hard limit */
int emuq_stack_limit_raise(void);

/** Sets the default stack size of threads to 8 MiB, where the C library would derive 2 MiB or gigabytes from
 *  the limit of emuq_stack_limit_raise(). */
void emuq_stack_limit_threads(void);

/** Threads mode: end of the time limit that EMUQ_TIMEOUT begins now, in ns of CLOCK_MONOTONIC. @return
 * EMUQ_NO_LIMIT: none, as in modelled time */
uint64_t emuq_time_limit(void);

/** Ends the process after the time limit, with a report of all ranks. */
void emuq_time_limit_end(const emuq_partition_t *partition) __attribute__((noreturn));

/** Threads mode: reports new shared libraries with static data, except system libraries and EMUQ's.
 *  Thread-safe. */
void emuq_shared_libraries_report(void);

#endif /* EMUQ_THREADS_H */
