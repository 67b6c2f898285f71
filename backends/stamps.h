/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file stamps.h
 * @brief When a message passed the stages of its way, for `emuq-perf --explain`.
 *
 * Only in builds with the CMake option EMUQ_TIME_STAMPS; otherwise emuq_stamp() is nothing. Each thread keeps
 * its latest stamp of each stage: a short message goes all the way in the thread that injects it.
 */
#ifndef EMUQ_STAMPS_H
#define EMUQ_STAMPS_H

#include <stdint.h>

/** Ends of the stages, in the order in which a message passes them. */
typedef enum emuq_stamp {
    EMUQ_STAMP_BEGUN,      /**< program: begins to build the descriptor */
    EMUQ_STAMP_BUILT,      /**< program: the descriptor is built */
    EMUQ_STAMP_RUNG,       /**< the doorbell has been rung: descriptor and tail are written */
    EMUQ_STAMP_CLAIMED,    /**< the injection FIFO is claimed */
    EMUQ_STAMP_DECODED,    /**< the descriptor is known to be good */
    EMUQ_STAMP_TRANSLATED, /**< source and destination are found */
    EMUQ_STAMP_RESERVED,   /**< memory FIFO: there is room for the packets */
    EMUQ_STAMP_COPIED,     /**< the payload is written */
    EMUQ_STAMP_COUNTED,    /**< the receiver can see it: counter or tail are written */
    EMUQ_STAMP_RETURNED,   /**< program: the injection is over */
    EMUQ_STAMPS
} emuq_stamp_t;

/** The processor's clock, in ticks of its own: after everything before has been done, before anything behind.
 */
static inline uint64_t emuq_ticks(void)
{
#if defined(__x86_64__)
    __builtin_ia32_lfence();
    uint64_t ticks = __builtin_ia32_rdtsc();
    __builtin_ia32_lfence();
    return ticks;
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("isb; mrs %0, cntvct_el0; isb" : "=r"(ticks)::"memory");
    return ticks;
#else
#error "the processor's clock is read for x86-64 and aarch64"
#endif
}

#ifdef EMUQ_TIME_STAMPS
extern __thread uint64_t emuq_thread_stamps[EMUQ_STAMPS];
#endif

/** @return the calling thread's latest stamps [EMUQ_STAMPS], or NULL in a build without. */
uint64_t *emuq_stamps(void);

/** The message in hand has come to the end of a stage. */
static inline void emuq_stamp(emuq_stamp_t stage)
{
#ifdef EMUQ_TIME_STAMPS
    emuq_thread_stamps[stage] = emuq_ticks();
#else
    (void)stage;
#endif
}

#endif /* EMUQ_STAMPS_H */
