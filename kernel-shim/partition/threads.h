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

/** Threads mode: reports new shared libraries with static data, except system libraries and EMUQ's.
 *  Thread-safe. */
void emuq_shared_libraries_report(void);

/* ---- spin.c: ranks in loops over plain memory yield shared cores (docs/architecture.md, "Waiting in
 * memory") ---- */

/** Whether ranks with @p threads threads need spin timers. Thread-safe. */
bool emuq_spin_wanted(const emuq_partition_t *partition, uint32_t threads);

/** Registers the calling thread of @p process, which has @p threads. If needed, opens the timers of all
 * registered threads, and stores the result in emuq_process::spin. Thread-safe. */
void emuq_spin_enter(emuq_process_t *process, uint32_t threads);

/** Closes the calling thread's timers. */
void emuq_spin_leave(void);

/** Statistics of a thread, for tests */
typedef struct emuq_spin_counts {
    uint64_t signals; /**< timer signals */
    uint64_t early;   /**< ignored signals: raised by the handler itself, or under a lock */
    uint64_t waits;
    uint64_t arrivals; /**< sleeps that an arrival ended */
    uint64_t sleeps;   /**< sleeps in a recognised waiting loop */
    uint64_t yields;   /**< yields instead of sleeps */
    uint64_t rests;    /**< closed timers of polling threads */
} emuq_spin_counts_t;

emuq_spin_counts_t emuq_spin_counts(void);

/** Opens a spin timer: a performance event of the thread's processor time, which never interrupts a system
 * call, and is finer than scheduler ticks. @param thread 0: the caller @param ns processor time between
 * signals @return a descriptor or a negative errno */
int emuq_spin_timer_open(pid_t thread, int signal, uint64_t ns);

/** Closes a spin timer, unless the program has closed its descriptor. */
void emuq_spin_timer_close(int timer, int signal);

#if defined(__aarch64__)
#define EMUQ_LOOP_REGISTERS 33 /**< general registers, stack pointer, program counter */
#define EMUQ_LOOP_VECTORS   64 /**< halves of vector registers */
#else
#define EMUQ_LOOP_REGISTERS 17 /**< general registers, program counter */
#define EMUQ_LOOP_VECTORS   32 /**< halves of vector registers */
#endif

/** Last interruption of a thread; zeros: none */
typedef struct emuq_loop {
    uint64_t registers[EMUQ_LOOP_REGISTERS];
    uint64_t vectors[EMUQ_LOOP_VECTORS];
    uint64_t since_ns; /**< first interruption in the current loop */
    uint32_t seen;     /**< interruptions in this loop after the first */
    uint32_t expected; /**< remaining interruptions as a frequent waiter */
} emuq_loop_t;

/** Detects a loop that only polls memory: at each interruption, program counter and registers are the same,
 * except a register with the polled flag or slowly growing counter. Async-signal-safe. @param context third
 * argument of the signal handler; NULL: the thread was in the kernel meanwhile @param now_ns time of the
 * interruption @return whether the thread was in the loop at three successive interruptions, or at two after
 * a recent wait. False except on x86-64 and aarch64 */
bool emuq_loop_waits(emuq_loop_t *loop, const void *context, uint64_t now_ns);

#endif /* EMUQ_THREADS_H */
