/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file turns.h
 * @brief Whether a core that waiting threads yield is taken by a thread that computes.
 *
 * Threads that share a core and wait yield it to each other, and each has it back after a turn of all. If one
 * of them computes, it keeps the core for a time slice; what the others wait for has to wait until its end,
 * unless they sleep, because the scheduler prefers a thread that it wakes. How long a yield lasts does not
 * tell the two apart: a turn of many ranks that each handle a message is as long as a time slice. So for
 * each core there is the time at which a waiting thread has given it up last. A thread whose yield returns
 * finds there how long the thread directly before it has had the core.
 *
 * | word         | stored by                                          | order   |
 * |--------------|----------------------------------------------------|---------|
 * | given_up_ns  | a thread that is about to yield or sleep, its core | relaxed |
 * | computing_ns | a thread whose yield has returned, its core        | relaxed |
 * | slices       | the same, before computing_ns                      | relaxed |
 *
 * Nothing depends on these words but how a thread waits: each is one time, and a late one costs a needless
 * sleep or yield. They may be in memory that several processes share. Zeros are an array of them.
 */
#ifndef EMUQ_BASE_TURNS_H
#define EMUQ_BASE_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#define EMUQ_TURNS_CORES 256 /**< entries of an array: more cores share them, and seem to share threads */

/** Longer without a waiting thread, a core runs one that computes. Less than a time slice of the scheduler.
 */
#define EMUQ_TURNS_COMPUTES_NS UINT64_C(1000000)
/** For so many times the length of the slice that was seen, threads sleep instead of yielding: at first, and
 * at most, after twice as many for each slice that is seen directly after that. @{ */
#define EMUQ_TURNS_FEW  2u
#define EMUQ_TURNS_MOST 8u
/** @} */

/** One core. */
typedef struct emuq_turns {
    uint64_t given_up_ns;  /**< a thread that waits has given the core up; emuq_host_now_ns() */
    uint64_t computing_ns; /**< until then, yields would let a thread run that computes */
    uint64_t slices;       /**< length of that time; as computing_ns */
} __attribute__((aligned(64))) emuq_turns_t;

/** The core that the calling thread runs on, or has just run on. @p turns has EMUQ_TURNS_CORES entries. */
emuq_turns_t *emuq_turns_here(emuq_turns_t *turns);

/** Whether a waiting thread should sleep rather than yield at @p now. */
static inline bool emuq_turns_computes(const emuq_turns_t *here, uint64_t now)
{
    return now < __atomic_load_n(&here->computing_ns, __ATOMIC_RELAXED);
}

/** The calling thread waits, and yields or sleeps at @p now. */
static inline void emuq_turns_give_up(emuq_turns_t *here, uint64_t now)
{
    __atomic_store_n(&here->given_up_ns, now, __ATOMIC_RELAXED);
}

/** Whether another waiting thread has had the core @p here, and has given it up, since the calling thread has
 * given it up at @p now: a yield between the two may take less time than a slow system call. */
static inline bool emuq_turns_is_given_up(const emuq_turns_t *here, uint64_t now)
{
    return __atomic_load_n(&here->given_up_ns, __ATOMIC_RELAXED) != now;
}

/** A yield that began at @p begin has returned at @p now, on the core @p here. */
static inline void emuq_turns_back(emuq_turns_t *here, uint64_t begin, uint64_t now)
{
    uint64_t before = __atomic_load_n(&here->given_up_ns, __ATOMIC_RELAXED);
    uint64_t since = before > begin ? before : begin, slice = now > since ? now - since : 0;
    if (slice <= EMUQ_TURNS_COMPUTES_NS)
        return;
    uint64_t until = __atomic_load_n(&here->computing_ns, __ATOMIC_RELAXED);
    uint64_t slices = 2 * __atomic_load_n(&here->slices, __ATOMIC_RELAXED);
    if (now > until + 2 * slice || slices < EMUQ_TURNS_FEW)
        slices = EMUQ_TURNS_FEW;
    else if (slices > EMUQ_TURNS_MOST)
        slices = EMUQ_TURNS_MOST;
    __atomic_store_n(&here->slices, slices, __ATOMIC_RELAXED);
    __atomic_store_n(&here->computing_ns, now + slices * slice, __ATOMIC_RELAXED);
}

#endif /* EMUQ_BASE_TURNS_H */
