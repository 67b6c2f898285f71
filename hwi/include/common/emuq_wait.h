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

#include <hwi/include/common/emuq_platform.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Spin limit of a waiting loop: slightly longer than a cache-line transfer. */
#define EMUQ_RELAX_SPINS 64u

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
