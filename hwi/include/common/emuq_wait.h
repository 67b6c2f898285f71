/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_wait.h
 * @brief Waiting loops with backoff.
 *
 * Many threads share few cores: the awaited thread may need the spinning thread's core.
 * @code
 * unsigned turns = 0;
 * while (__atomic_load_n(&word, __ATOMIC_ACQUIRE) != wanted)
 *     emuq_relax(&turns);
 * @endcode
 */
#ifndef _EMUQ_WAIT_H_
#define _EMUQ_WAIT_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Spin limit of a waiting loop: slightly longer than a cache-line transfer. */
#define EMUQ_RELAX_SPINS 64u

/** Slow path of emuq_relax(): first yields, then sleeps 20 microseconds, doubled per iteration up to 1
 *  millisecond or the limit set by emuq_relax_shared(). Thread-safe. */
void emuq_relax_slow(unsigned *turns);

/** Sets the number of waiting threads per core. More threads get longer sleeps, 125 microseconds per thread
 *  up to 40 milliseconds: wakeups must not crowd out the awaited thread. Thread-safe. */
void emuq_relax_shared(unsigned threads);
/** True if threads share cores, by the last emuq_relax_shared(): a spinning thread may block the awaited
 * thread. Thread-safe. */
int emuq_relax_is_shared(void);

/** Yields if an atomic operation of a waiting thread was rejected: the caller may hold a lock. Call before a
 * sleep at a register. @return 0: the caller has yielded; return to the program instead of sleeping */
int emuq_relax_before_sleep(void);

/** Number of yields and sleeps of the calling thread in these functions. Async-signal-safe. */
uint64_t emuq_relax_yields(void);

/** Spin-loop hint for the processor. */
static inline void emuq_relax_core(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/** An iteration of a waiting loop: spins, then yields, then sleeps (emuq_relax_slow()). @param turns
 * iteration count of this wait; initially 0; private to the thread. */
static inline void emuq_relax(unsigned *turns)
{
    if (*turns < EMUQ_RELAX_SPINS) {
        ++*turns;
        emuq_relax_core();
    } else {
        emuq_relax_slow(turns);
    }
}

#ifdef __cplusplus
}
#endif

#endif /* _EMUQ_WAIT_H_ */
