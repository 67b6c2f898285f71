/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file loop.h
 * @brief Private to the kernel shim: whether a thread stands in a loop that only looks at memory.
 *
 * Such a loop is at the same place with the same registers whenever it is interrupted, but for the one that
 * holds what it has read: a flag, or a counter that others advance by a little. A loop that computes has
 * brought a counter, a pointer or a vector register much further.
 */
#ifndef EMUQ_SPIN_LOOP_H
#define EMUQ_SPIN_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__aarch64__)
#define EMUQ_LOOP_REGISTERS                                                                                  \
    33                       /**< general registers, the stack pointer, and the program counter as the last */
#define EMUQ_LOOP_VECTORS 64 /**< halves of vector registers */
#else
#define EMUQ_LOOP_REGISTERS 17 /**< general registers, and the program counter as the last */
#define EMUQ_LOOP_VECTORS   32 /**< halves of vector registers */
#endif

/** What is remembered of a thread. Zeros: nothing. */
typedef struct emuq_loop {
    uint64_t registers[EMUQ_LOOP_REGISTERS];
    uint64_t vectors[EMUQ_LOOP_VECTORS];
    uint64_t since_ns; /**< time of the first interruption in the loop */
    uint32_t seen;     /**< interruptions in it after the first one */
    uint32_t expected; /**< further interruptions for which the thread counts as one that waits often */
} emuq_loop_t;

/** Looks at an interrupted thread. Async-signal-safe.
 *  @param context  third argument of the signal handler; NULL: the thread has been in the system meanwhile,
 *                  which tells nothing: page faults interrupt a thread that waits, too
 *  @param now_ns   time of the interruption
 *  @return whether it waits: it has been seen in the same loop at three interruptions in a row, or at two if
 *          it has waited lately. Always false on machines other than x86-64
 *          and aarch64. */
bool emuq_loop_waits(emuq_loop_t *loop, const void *context, uint64_t now_ns);

#endif /* EMUQ_SPIN_LOOP_H */
