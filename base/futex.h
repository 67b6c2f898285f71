/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file futex.h
 * @brief Sleeping on a word of memory until another thread changes it: futex(2).
 *
 * The word may lie in memory that several processes share. To change it without losing a wake-up, a thread
 * stores the new value first and calls emuq_futex_wake() afterwards; a sleeper passes the value it has seen,
 * and the kernel compares it with the word before it lets the thread sleep. Neither call orders other memory
 * accesses for the caller: load and store the word with the orders that the data behind it needs.
 */
#ifndef EMUQ_BASE_FUTEX_H
#define EMUQ_BASE_FUTEX_H

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"

#define EMUQ_FUTEX_FOREVER UINT64_MAX /**< emuq_futex_wait() without a limit */
#define EMUQ_FUTEX_ALL     INT_MAX    /**< emuq_futex_wake() of every thread */

/**
 * Sleeps while @p *word is @p seen, for at most @p ns nanoseconds (EMUQ_FUTEX_FOREVER: no limit).
 * @return 0 after a wake-up, which may be for another reason than a change of the word; -EAGAIN: the word
 * differed; -ETIMEDOUT; -EINTR; another negative errno where the kernel cannot wait (memory of a device).
 * Load the word again in each case. errno is left alone. Thread-safe.
 */
static inline int emuq_futex_wait(const volatile unsigned *word, unsigned seen, uint64_t ns)
{
    struct timespec limit = emuq_timespec(ns);
    int kept = errno;
    long rc = syscall(SYS_futex, word, FUTEX_WAIT, seen, ns != EMUQ_FUTEX_FOREVER ? &limit : NULL, NULL, 0);
    int result = rc == 0 ? 0 : -errno;
    errno = kept;
    return result;
}

/**
 * Waits until @p *word is no longer @p seen, for at most @p ns nanoseconds. Loads it with acquire: pairs with
 * the release of emuq_futex_tell(). @return whether it has changed. errno is left alone.
 * Thread-safe.
 */
static inline bool emuq_futex_await(const volatile unsigned *word, unsigned seen, uint64_t ns)
{
    const uint64_t end = emuq_host_now_ns() + ns;
    for (uint64_t now; __atomic_load_n(word, __ATOMIC_ACQUIRE) == seen;) {
        if ((now = emuq_host_now_ns()) >= end)
            return false;
        (void)emuq_futex_wait(word, seen, end - now);
    }
    return true;
}

/**
 * Wakes up to @p threads threads (EMUQ_FUTEX_ALL: all) that sleep on the word, in any process.
 * @return how many it woke, or a negative errno where the kernel cannot wait. errno is left alone.
 * Thread-safe, and allowed in a signal handler.
 */
static inline int emuq_futex_wake(const volatile unsigned *word, int threads)
{
    int kept = errno;
    long rc = syscall(SYS_futex, word, FUTEX_WAKE, threads, NULL, NULL, 0);
    int result = rc >= 0 ? (int)rc : -errno;
    errno = kept;
    return result;
}

/** Changes the word, and wakes all threads that wait for that, in any process. Release: pairs with the
 * acquire of emuq_futex_await(), or of a load. Thread-safe, and allowed in a signal handler. */
static inline void emuq_futex_tell(volatile unsigned *word, unsigned value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
    (void)emuq_futex_wake(word, EMUQ_FUTEX_ALL);
}

#endif /* EMUQ_BASE_FUTEX_H */
