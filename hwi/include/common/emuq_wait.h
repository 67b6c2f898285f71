/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_wait.h
 * @brief Waiting politely for a word in memory.
 *
 * On the machine every thread has a hardware thread of its own, and a loop that waits for another thread
 * costs nothing. Here many threads share few cores, and the thread that is waited for may need this one's
 * core.
 * @code
 * unsigned turns = 0;
 * while (__atomic_load_n(&word, __ATOMIC_ACQUIRE) != wanted)
 *     emuq_relax(&turns);
 * @endcode
 */
#ifndef _EMUQ_WAIT_H_
#define _EMUQ_WAIT_H_

#ifdef __cplusplus
extern "C" {
#endif

/** Turns of a waiting loop that stay on the core: a little longer than a cache line takes to change hands. */
#define EMUQ_RELAX_SPINS 64u

/** The later turns of emuq_relax(): gives up the core, at first for one turn of the scheduler, then for 20
 *  microseconds, doubled from turn to turn up to 1 millisecond. Thread-safe. */
void emuq_relax_slow(unsigned *turns);

/** Tells the core that this is a waiting loop. */
static inline void emuq_relax_core(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/**
 * One turn of a loop that waits for another thread: spins, then yields, then sleeps for a millisecond at
 * most.
 * @param turns counts the turns of this wait; 0 when it begins; of the caller's thread alone.
 */
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
