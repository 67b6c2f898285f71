/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_fair.h
 * @brief Fairness of L2 atomic operations between threads on shared cores.
 *
 * A thread with repeatedly rejected operations marks the L2 block. Threads able to starve the marking
 * thread yield at the next operation on the block.
 */
#ifndef _EMUQ_FAIR_H_
#define _EMUQ_FAIR_H_

#include <hwi/include/common/emuq_wait.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks of L2 blocks with rejected operations of the process: block address, 0: none. A hash table without
 * collision handling; marks are hints. Stored (relaxed) by rejected threads, cleared by the yielding thread.
 * @{ */
#define EMUQ_REJECTED_MARKS 16u
extern uintptr_t emuq_rejected[EMUQ_REJECTED_MARKS];
/** @} */

/** 0: there are no marks. Relaxed: a rejected thread stores 1 after its mark, a thread without a match stores
 * 0. A mark stored in between stays unnoticed until the rejected thread repeats the mark, EMUQ_RELAX_SPINS
 * iterations later: a delay, not an error. */
extern unsigned emuq_has_rejected;

/** The mark of the 32-byte block of an L2 word: rejectable operations compare words of the same block. */
static inline uintptr_t *emuq_rejected_mark(const volatile void *word)
{
    uintptr_t block = (uintptr_t)word >> 5;
    return &emuq_rejected[(block ^ block >> 7) % EMUQ_REJECTED_MARKS];
}

/** An iteration of a retry loop after a rejected operation on @p word: spins. Every EMUQ_RELAX_SPINS
 * iterations the thread stores a mark, wakes the sleepers of its node (see emuq_relax_before_sleep()), and
 * yields. Thread-safe. */
void emuq_relax_rejected(volatile uint64_t *word);

/** Yields if an atomic operation of a waiting thread was rejected: the caller may hold a lock. Call before a
 * sleep at a register. @return 0: the caller has yielded; return to the program instead of sleeping */
int emuq_relax_before_sleep(void);

/** The slow path of emuq_relax_give_way(). */
void emuq_relax_give_way_slow(volatile uint64_t *word, int has_stored);

/** Yields to a rejected thread of the process at @p word. Call before rejectable operations and after stores:
 * immediate re-acquisition of a lock would starve waiters. */
static inline void emuq_relax_give_way(volatile uint64_t *word, int has_stored)
{
    if (__builtin_expect(__atomic_load_n(&emuq_has_rejected, __ATOMIC_RELAXED) != 0, 0))
        emuq_relax_give_way_slow(word, has_stored);
}

/** Last observation of emuq_relax_same(). */
typedef struct emuq_same {
    const volatile void *word; /**< address of the load */
    uint64_t value;            /**< loaded value */
} emuq_same_t;
/** Per thread; private to emuq_relax_same(). */
extern __thread emuq_same_t emuq_same_seen;
/** Slow path of emuq_relax_same(). */
void emuq_relax_same_slow(void);

/** Reports a load of @p value from @p word, possibly in a waiting loop: yields the core every 256 consecutive
 * loads of the same value. Thread-safe. */
static inline void emuq_relax_same(const volatile void *word, uint64_t value)
{
    if (emuq_same_seen.word == word && emuq_same_seen.value == value) {
        emuq_relax_same_slow();
        return;
    }
    emuq_same_seen.word = word;
    emuq_same_seen.value = value;
}

#ifdef __cplusplus
}
#endif

#endif /* _EMUQ_FAIR_H_ */
