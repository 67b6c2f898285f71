/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file spin.h
 * @brief Spin timers: threads in loops over plain memory yield shared cores (docs/internals/waiting.md,
 * "Waiting in memory").
 */
#ifndef EMUQ_SPIN_H
#define EMUQ_SPIN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "kernel-shim/partition/state.h"

/* These functions exist with EMUQ_HAVE_SPIN only. */

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
    uint64_t pauses;   /**< closings of spin timers of polling threads */
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

#endif /* EMUQ_SPIN_H */
