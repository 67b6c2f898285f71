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

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Turns of a waiting loop that stay on the core: a little longer than a cache line takes to change hands. */
#define EMUQ_RELAX_SPINS 64u

/** The later turns of emuq_relax(): gives up the core, at first for one turn of the scheduler, then for 20
 *  microseconds, doubled from turn to turn up to 1 millisecond, or what emuq_relax_shared() has said.
 *  Thread-safe. */
void emuq_relax_slow(unsigned *turns);

/** How many threads that may all be waiting share a core. Many get longer sleeps, because their wakeups alone
 *  would take the core from the thread that they wait for: 125 microseconds for each, up to 40 milliseconds.
 *  Thread-safe. */
void emuq_relax_shared(unsigned threads);
/** Whether threads share cores, by the last emuq_relax_shared(): then a spinning thread may keep the core
 *  from the thread that it waits for. Thread-safe. */
int emuq_relax_is_shared(void);

/** Marks of L2 blocks at which a thread of the process has been rejected: an address, 0: none. A hash table
 *  without collision handling; the marks are hints. Stored relaxed by rejected threads, cleared by the thread
 *  that gives way. @{ */
#define EMUQ_REJECTED_MARKS 16u
extern uintptr_t emuq_rejected[EMUQ_REJECTED_MARKS];
/** @} */

/** 0: there are no marks. All stores and loads of it are relaxed: a rejected thread stores 1 after its mark,
 * a thread that finds no mark stores 0. If the mark comes between these two, no thread sees it until the
 *  rejected thread leaves it again, EMUQ_RELAX_SPINS iterations later: that delays the thread, no more. */
extern unsigned emuq_has_rejected;

/** The mark of the 32-byte block of an L2 word: operations that can be rejected compare words of one block.
 */
static inline uintptr_t *emuq_rejected_mark(const volatile void *word)
{
    uintptr_t block = (uintptr_t)word >> 5;
    return &emuq_rejected[(block ^ block >> 7) % EMUQ_REJECTED_MARKS];
}

/** One iteration of a program's loop that repeats a rejected operation on @p word: spins; every
 *  EMUQ_RELAX_SPINS iterations of the thread it leaves a mark, wakes the threads of its node that sleep after
 *  emuq_relax_before_sleep(), and yields. Thread-safe. */
void emuq_relax_refused(volatile uint64_t *word);

/** The slow path of emuq_relax_give_way(). */
void emuq_relax_give_way_slow(volatile uint64_t *word, int has_stored);

/** Lets a rejected thread of the process go first at @p word. Called before an operation that can be rejected
 *  and after a store: a thread that releases a lock and acquires it again at once would starve the others. */
static inline void emuq_relax_give_way(volatile uint64_t *word, int has_stored)
{
    if (__builtin_expect(__atomic_load_n(&emuq_has_rejected, __ATOMIC_RELAXED) != 0, 0))
        emuq_relax_give_way_slow(word, has_stored);
}

/** The caller is about to sleep at a register, perhaps with a lock that other threads want.
 *  @return 0: a rejected thread waits, and the caller has yielded: it returns to the program instead of
 *  sleeping */
int emuq_relax_before_sleep(void);

/** How often the calling thread has given up its core in the functions here. Async-signal-safe. */
uint64_t emuq_relax_yields(void);

/** What emuq_relax_same() has seen last. */
typedef struct emuq_same {
    const volatile void *word; /**< address of the load */
    uint64_t value;            /**< and what it gave */
} emuq_same_t;
/** Of the calling thread; for emuq_relax_same() alone. */
extern __thread emuq_same_t emuq_same_seen;
/** The further turns of emuq_relax_same(). */
void emuq_relax_same_slow(void);

/** The program has loaded @p value from @p word, perhaps in a loop that waits for another value: gives up the
 *  core every 256 loads in a row that give the same. Thread-safe. */
static inline void emuq_relax_same(const volatile void *word, uint64_t value)
{
    if (emuq_same_seen.word == word && emuq_same_seen.value == value) {
        emuq_relax_same_slow();
        return;
    }
    emuq_same_seen.word = word;
    emuq_same_seen.value = value;
}

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
 * One turn of a loop that waits for another thread: spins, then yields, then sleeps, as
 * emuq_relax_slow() says.
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
